"""The manual page, made from the options; `llmdb.1` beside this file is what it gives (its test writes it anew)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from llmdb.shell.completion import said_of

_HEAD = """.TH LLMDB 1
.SH NAME
llmdb \\- step through a recorded run of a Python snippet, both ways
.SH SYNOPSIS
.B llmdb
[OPTIONS] FILE [ARG ...]
.br
.B llmdb
[OPTIONS] -c CODE [ARG ...]
.SH DESCRIPTION
llmdb records a run of a Python program once, in a sandbox, and opens a prompt at its first step.
The commands are those of pdb; they go backwards as well as forwards, and say where each value came from.
FILE is a Python file, a notebook, a Markdown file, a session that was saved, or - for standard input.
What follows it belongs to the program. At the prompt, help lists the commands.
"""
_TAIL = """.SH EXIT STATUS
0 if every command succeeded, 1 if one failed, 2 if the call was wrong.
.SH ENVIRONMENT
LLMDB_MODEL, LLMDB_API_BASE: the model and its endpoint. LLMDB_THEME: light or dark. LLMDB_RC: a file of commands that
are run before the first prompt, in place of ~/.llmdbrc. LLMDB_SETTINGS: the settings file, in place of
~/.config/llmdb/settings.toml.
.SH SEE ALSO
.BR python (1)
"""


def manual_page(groups: Sequence[tuple[str, Sequence[argparse.Action]]]) -> str:
    """The page in the language of man.

    Args:
        groups: headings with their options.
    """
    lines = [_HEAD, ".SH OPTIONS\n"]
    for heading, actions in groups:
        lines.append(f".SS {_escaped(heading)}\n")
        for action in actions:
            value = (
                "" if action.nargs == 0 else f" {action.metavar or '|'.join(map(str, action.choices or ()))}"
            )
            names = ", ".join(action.option_strings)
            lines.append(f".TP\n.B {_escaped(names + value)}\n{_escaped(said_of(action))}\n")
    return "".join([*lines, _TAIL])


def _escaped(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
