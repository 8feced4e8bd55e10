"""The looks of things by what they are: a recorded fact never looks like somebody's claim."""

PLACE = "bold cyan"
FRAME = "bold"
QUIET = "dim"
ASIDE = QUIET
CHANGED = "bold"
CHANGED_PART = "bold yellow"
CHANGED_MARK = "bold yellow"
NUMBER = "dim"
HERE = "bold cyan"
HERE_NUMBER = "bold reverse cyan"
HERE_LINE = "bold"
BAD = "bold red"
GOOD = "green"
HEAD = "dim underline"
COMMAND = "cyan"
CLAIM = "italic magenta"
CLAIM_MARK = "magenta"
ASSUMED = "italic yellow"
OUTPUT = "green"
STOP = "red"
RAIL = "yellow"

CODE_KEYWORD = "blue"
CODE_CONSTANT = "magenta"
CODE_NUMBER = "magenta"
CODE_STRING = "green"
CODE_COMMENT = "dim italic"
CODE_BUILTIN = "cyan"
CODE_DEFINITION = "bold"

PALETTES: dict[str, dict[str, str]] = {
    "dark": {},
    "light": {"yellow": "color(94)", "cyan": "color(24)", "green": "color(22)", "magenta": "color(90)"},
    "monokai": {
        "yellow": "#e6db74", "cyan": "#66d9ef", "green": "#a6e22e", "magenta": "#ae81ff", "blue": "#f92672",
        "red": "#ff5555",
    },
    "nord": {
        "yellow": "#ebcb8b", "cyan": "#88c0d0", "green": "#a3be8c", "magenta": "#b48ead", "blue": "#81a1c1",
        "red": "#bf616a",
    },
    "solarized": {
        "yellow": "#b58900", "cyan": "#2aa198", "green": "#859900", "magenta": "#d33682", "blue": "#268bd2",
        "red": "#dc322f",
    },
    "plain": dict.fromkeys(("yellow", "cyan", "green", "magenta", "blue", "red"), "default"),
}  # fmt: skip
"""Theme to what is drawn instead of each of the colours above; `light` has those that a light background swallows."""
