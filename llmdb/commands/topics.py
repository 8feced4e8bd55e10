"""What `help` tells of beside the commands: the words and the keys, each on one screen."""

TOPICS: dict[str, str] = {
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
