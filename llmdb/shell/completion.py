"""Scripts that complete llmdb's options in bash, zsh and fish, made from the options themselves."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence

SHELLS = ("bash", "zsh", "fish")
_PATHS = frozenset({"PATH", "PATH|NAME", "TEXT|@PATH", "offline|none|PATH"})


def completion_script(shell: str, actions: Sequence[argparse.Action]) -> str:
    """The script to source: `eval "$(llmdb --completion bash)"`, or zsh; `llmdb --completion fish | source`.

    Args:
        shell: one of `SHELLS`.
        actions: the options.
    """
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](
        [action for action in actions if action.option_strings]
    )


def _bash(actions: Sequence[argparse.Action]) -> str:
    cases = "".join(
        f"    {'|'.join(action.option_strings)}) {_bash_values(action)};;\n"
        for action in _with_value(actions)
    )
    names = " ".join(name for action in actions for name in action.option_strings)
    return (
        "_llmdb() {\n"
        "  local cur=${COMP_WORDS[COMP_CWORD]}\n"
        "  COMPREPLY=()\n"
        '  case "${COMP_WORDS[COMP_CWORD-1]}" in\n'
        f"{cases}"
        "  esac\n"
        "  if [[ $cur == -* ]]; then\n"
        f'    COMPREPLY=($(compgen -W "{names}" -- "$cur"))\n'
        "  else\n"
        '    COMPREPLY=($(compgen -f -- "$cur"))\n'
        "  fi\n"
        "}\n"
        "complete -o filenames -F _llmdb llmdb\n"
    )


def _bash_values(action: argparse.Action) -> str:
    if action.choices:
        return f'COMPREPLY=($(compgen -W "{" ".join(map(str, action.choices))}" -- "$cur")); return'
    return 'COMPREPLY=($(compgen -f -- "$cur")); return' if action.metavar in _PATHS else "return"


def _zsh(actions: Sequence[argparse.Action]) -> str:
    lines = " \\\n".join(f"    {shlex.quote(line)}" for action in actions for line in _zsh_lines(action))
    return f"#compdef llmdb\n_llmdb() {{\n  _arguments \\\n{lines} \\\n    '*:file:_files'\n}}\ncompdef _llmdb llmdb\n"


def _zsh_lines(action: argparse.Action) -> Iterator[str]:
    said = "".join(f"\\{letter}" if letter in "[]:" else letter for letter in said_of(action))
    value = ""
    if action.nargs != 0:
        offered = f"({' '.join(map(str, action.choices))})" if action.choices else ""
        value = f":{action.dest}:{offered or ('_files' if action.metavar in _PATHS else ' ')}"
    for name in action.option_strings:
        yield f"*{name}[{said}]{value}"


def _fish(actions: Sequence[argparse.Action]) -> str:
    return "".join(f"complete -c llmdb {' '.join(_fish_words(action))}\n" for action in actions)


def _fish_words(action: argparse.Action) -> Iterator[str]:
    for name in action.option_strings:
        yield f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"
    if action.nargs != 0:
        yield "-r" if action.metavar in _PATHS else "-x"
    if action.choices:
        yield f"-a {shlex.quote(' '.join(map(str, action.choices)))}"
    yield f"-d {shlex.quote(said_of(action))}"


def _with_value(actions: Sequence[argparse.Action]) -> list[argparse.Action]:
    return [action for action in actions if action.nargs != 0]


def said_of(action: argparse.Action) -> str:
    """What an option does, with its default in place."""
    return (action.help or "") % vars(action)
