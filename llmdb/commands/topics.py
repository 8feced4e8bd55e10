"""What `help` tells of beside the commands: words, keys and habits, each on one screen."""

import textwrap

PDB: tuple[tuple[str, str], ...] = (
    ("next, until, continue", "go through the recording, and no further than its end"),
    ("run, restart", "record again; `run ARG ...` with other arguments"),
    ("jump, x = 5, !STATEMENT", "the next move goes on with it; `undo` goes back"),
    ("debug CALL", "records the call after the program, and goes into it"),
    ("interact", "in a copy; after `interact --keep` it counts"),
    ("break, tbreak, condition", "take blocks, too; `rcontinue` looks backwards"),
    ("commands 1 p x ;; where", "on one line, not ended by `end`"),
    ("exceptions", "lists the whole run's; `exceptions 2` goes to one"),
    ("display x", "says what `x` was before, where it changed"),
    ("where 3, up 2, down 2", "as in pdb 3.14; `where -3` are the outermost calls"),
    ("$name = x, $_exception", "and `$_retval`; `$_` is what `p` showed last"),
    ("list, source, alias, ;;", "as in pdb, as is all else"),
    ("EOF", "`quit`, or Ctrl-D"),
    (".pdbrc", "is `~/.llmdbrc`; one in the current folder is never read, as a "
     "downloaded folder must not bring commands"),
    ("python -m pdb -c COMMAND", "is `llmdb --first COMMAND`; `-c CODE` is the program"),
)  # fmt: skip
"""What pdb's users type, and what it means on a recording, where that is not what they expect."""


def _pdb() -> str:
    rows = []
    for typed, means in PDB:
        first, *more = textwrap.wrap(means, 80 - 27, break_on_hyphens=False)
        rows += [f"{typed:<25} {first}", *(" " * 26 + row for row in more)]
    return "pdb's commands and their abbreviations all work. These mean more or less here:\n\n" + "\n".join(
        rows
    )


TOPICS: dict[str, str] = {
    "pdb": _pdb(),
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
