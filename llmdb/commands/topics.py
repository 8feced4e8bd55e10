"""What `help` tells of beside the commands: words, keys and habits, each on one screen."""

PDB: tuple[tuple[str, str], ...] = (
    ("s step, n next, r return", "steps are blocks; `level line` makes them lines"),
    ("unt until, c cont continue", "in the recording, no further than its end; `back`"),
    ("j jump, debug CALL, !x = 5", "another run goes on from here; `undo` leaves it"),
    ("run, restart ARG ...", "records again, with other arguments if given"),
    ("w where bt, u up, d down", "with counts as in 3.14; `where -3`: the outermost"),
    ("b break, tbreak, condition", "blocks too (`B6`); `rcontinue` looks backwards"),
    ("cl clear, disable, enable", "as in pdb, and `ignore`; for `watch` too"),
    ("commands 1 p x ;; where", "on one line, not ended by `end`"),
    ("l list, ll longlist, source", "as in pdb; a mark before what the step executed"),
    ("p, pp, a args, whatis", "at any step, in the very run that was recorded"),
    ("display x, undisplay", "shows what `x` was before, where it changed"),
    ("retval rv, $_retval", "what the call returned, once its last step is there"),
    ("$name = x, $_, $_exception", "`$_` is what `p` showed last; no `$_frame`"),
    ("exceptions", "lists the whole run's; `exceptions 2` goes to one"),
    ("interact", "in a copy; after `interact --keep` it counts"),
    ("alias, unalias, ;;", "with `%1` and `%*`, as in pdb"),
    ("h help, q quit exit, EOF", "EOF is Ctrl-D"),
    (".pdbrc", "is `~/.llmdbrc`; never one of the current folder"),
    ("pdb -c COMMAND, pdb -m MOD", "`llmdb --first COMMAND`, and `-m`; `-c` is code"),
)  # fmt: skip
"""All that pdb's users type, and what it means on a recording."""


METHODS: tuple[tuple[str, str], ...] = (
    ("verdict, fix --rounds N", "LDB (Zhong et al. 2024)"),
    ("prefix, prefix ask", "Treefix (Souza and Pradel 2025)"),
    ("predict", "ORCA (Dhulipala et al. 2025)"),
    ("deps, slice", "Microbat, DebugPilot (Lin et al. 2017; Wong et al. 2023; Wang 2024); relevant slices "
     "(Gyimóthy et al. 1999)"),
    ("deps --ask", "DebugPilot (Wang 2024), section 2.4"),
    ("plan, right, wrong, root", "DebugPilot, sections 1.4 and 3.2; Ochiai (Abreu et al. 2007); MUSE (Moon et al. "
     "2014); GenProg (Le Goues et al. 2012)"),
    ("compare", "DebugPilot, section 3.1"),
    ("hunt", "DebugPilot joined with LDB"),
)  # fmt: skip
"""Commands, and the papers that they are made after."""


TOPICS: dict[str, str] = {
    "pdb": "All commands of pdb 3.14 and their abbreviations work, on the recorded run:",
    "methods": (
        "Where these come from; `help COMMAND` says what each does, and whether a model is asked. None but those that "
        "say so ask one."
    ),
    "blocks": (
        "A basic block is a run of statements that is entered at its top and left at its bottom. A condition ends one, "
        "and so do the head of a loop and the end of a function. They are numbered in the order of the text: B1, B2 "
        "and so on; `cfg` draws them, with how often each ran.\n\n"
        "    1 | total = 0            B1\n"
        "    2 | for n in [3, -1]:    B2   true: B3, false: B5\n"
        "    3 |     if n > 0:        B3   true: B4, false: B2\n"
        "    4 |         total += n   B4\n"
        "    5 | print(total)         B5\n\n"
        "Each time that the program goes through a block is a visit: `B3 ×2` above the source is the second visit of "
        "B3. `goto B3` goes to its next visit, `goto B3@2` to the second, `break B3` stops at each. Most blocks are "
        "one step a visit; `help step` says when they are more. `level line` makes every line a block of its own, "
        "`level function` every call."
    ),
    "keys": (
        "F11 or Alt-Down        step                F10 or Shift-Down       next\n"
        "Shift-F11 or Alt-Up    back                Shift-F10 or Shift-Up   previous\n"
        "F5                     continue            F1                      help\n\n"
        "Enter on an empty line repeats the last move. Tab completes commands, variables and attributes. Up and Down "
        "go through what was typed, Ctrl-R searches it; the right arrow takes the grey proposal. Ctrl-C stops what is "
        "under way and keeps what was found. Ctrl-D leaves, as `quit` does. The other keys are those of a shell: "
        "Ctrl-A, Ctrl-E, Ctrl-W, Ctrl-U."
    ),
}
"""Topic to its text; what stands between backquotes is typed."""

ROWS: dict[str, tuple[tuple[str, str], ...]] = {"pdb": PDB, "methods": METHODS}
"""What follows the text of a topic, in two columns."""
