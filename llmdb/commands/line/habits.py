"""What other debuggers call things: a command that llmdb has not, and what does its work here."""

HABITS = {
    "delete": "`clear NUMBER` removes a stop",
    "EOF": "Ctrl-D or `quit` leaves",
    "finish": "`return` goes to the end of this call",
    "info": "`where` shows all variables, `break` the stops, `args` the parameters",
    "locals": "`where` shows all variables, `p locals()` the names of the current step",
    "pdef": "`source NAME` shows a function",
    "pdoc": "`source NAME` shows a function, `p NAME.__doc__` its docstring",
    "pinfo": "`whatis NAME` shows the type, `source NAME` the text",
    "print": "`p EXPRESSION` evaluates",
    "psource": "`source NAME` shows a function",
    "rs": "`back` undoes `step`",
    "unwatch": "`clear NUMBER` removes a watch",
    "vars": "`where` shows all variables",
}
"""Commands of pdb, ipdb and gdb, each with what to type instead."""
