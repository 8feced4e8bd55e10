"""The user's settings file, in TOML: options of the command line that hold for every session.

Its keys are the long options without their dashes, and `theme`: `timeout = 20`, `model = "gpt-4o"`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.errors import UsageError
from llmdb.folders import settings_path

if TYPE_CHECKING:
    from llmdb.types import Json

THEMES = ("dark", "light", "auto", "monokai", "nord", "solarized", "plain")
_OF_ONE_CALL = frozenset(
    {"help", "options", "version", "completion", "tour", "execute", "first", "json", "task", "test", "tests"}
    | {"stdin", "no-stdin", "here", "no-here"}
)
"""Options that say what is done now, not how one likes to work."""
_FROM_ENVIRONMENT = {"model": "LLMDB_MODEL", "api-base": "LLMDB_API_BASE", "no-mask": "LLMDB_NO_MASK"}
"""Settings that an environment variable decides where it is set."""

Values = Mapping[str, "Json"]


def read_settings(environment: Mapping[str, str]) -> Values:
    """The settings by name; none where there is no file.

    Raises:
        UsageError: the file cannot be read, is not TOML, or a setting in it is not known or has a wrong value.
    """
    path = settings_path(environment)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as problem:
        said = getattr(problem, "strerror", None) or "it is not UTF-8 text"
        raise UsageError(f"the settings file {path} cannot be read: {said}") from problem
    return _checked(text, path)


def option_words(values: Values, environment: Mapping[str, str]) -> list[str]:
    """The settings as words of a command line, to stand before those that the user types; the theme is none."""
    words: list[str] = []
    for name, value in values.items():
        variable = _FROM_ENVIRONMENT.get(name)
        if name != "theme" and not (variable and environment.get(variable)):
            words += _words(name, value)
    return words


def setting_names() -> tuple[str, ...]:
    """What may be set."""
    return ("theme", *_actions())


def with_setting(text: str, name: str, value: str | None, path: Path) -> tuple[str, Json]:
    """The text of a settings file with a setting changed, and its value; with None as value without it.

    Args:
        text: of the file; other lines and comments stay as they are.
        name, value: as typed; several values of `read` or `plugin` are separated by blanks.
        path: for messages.

    Raises:
        UsageError: there is no such setting, it takes other values, or its line is one that only the user can change.
    """
    _require_known(name, path=None)
    written = None if value is None else _typed(name, value)
    lines = text.splitlines()
    places = [n for n, line in enumerate(lines) if line.partition("=")[0].strip() == name]
    if written is None:
        lines = [line for n, line in enumerate(lines) if n not in places]
    else:
        new = f"{name} = {json.dumps(written, ensure_ascii=False)}"
        if places:
            lines[places[0]] = new
        else:
            lines.insert(_first_table(lines), new)
    changed = "".join(f"{line}\n" for line in lines)
    now = _checked(changed, path)
    if now.get(name) != written:
        raise UsageError(f"{name} stands in several lines of {path}; change it there")
    return changed, written


def _checked(text: str, path: Path) -> Values:
    import tomllib  # most users have no such file

    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise UsageError(f"the settings file {path} is not TOML: {problem}") from problem
    for name, value in values.items():
        _require_known(name, path)
        _require_fitting(name, value, path)
    return values


def _require_known(name: str, path: Path | None) -> None:
    known = setting_names()
    if name in known:
        return
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"
    where = f" ({path})" if path is not None else ""
    raise UsageError(f"no setting is called {name!r}; {hint}{where}")


def _require_fitting(name: str, value: Json, path: Path | None) -> None:
    from llmdb.options import build_parser

    try:
        if name == "theme":
            if value not in THEMES:
                raise UsageError(f"{value!r} is none of {', '.join(THEMES)}")
        elif (words := _words(name, value)) and _is_switch(name):
            return
        elif words:
            build_parser().parse_args(words)
    except UsageError as problem:
        said = (
            str(problem)
            .removeprefix(f"argument --{name}: ")
            .removesuffix(" (llmdb --help lists the options)")
        )
        where = f" ({path})" if path is not None else ""
        raise UsageError(f"the setting {name}: {said}{where}") from problem


def _words(name: str, value: Json) -> list[str]:
    """The words of the command line that say what a setting says."""
    action = _actions()[name]
    if action.nargs == 0:
        if not isinstance(value, bool):
            raise UsageError(f"{value!r} is neither true nor false")
        return [f"--{name}"] if value else []
    values = value if isinstance(value, list) and _takes_many(action) else [value]
    for each in values:
        if isinstance(each, bool) or not isinstance(each, str | int | float):
            raise UsageError(f"{each!r} is no text or number")
    return [f"--{name}={each}" for each in values]


def _typed(name: str, text: str) -> Json:
    """What is typed for a setting, as TOML has it."""
    value: Json = text
    if _is_switch(name):
        if text not in ("true", "false"):
            raise UsageError(f"the setting {name}: {text!r} is neither true nor false")
        value = text == "true"
    elif name != "theme" and _takes_many(_actions()[name]):
        value = [*text.split()]
    elif name != "theme" and _actions()[name].type is not None:
        value = _number(text)
    _require_fitting(name, value, path=None)
    return value


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(text)
    return text


def _is_switch(name: str) -> bool:
    return name != "theme" and _actions()[name].nargs == 0


def _takes_many(action: argparse.Action) -> bool:
    return isinstance(action, argparse._AppendAction)  # argparse has no public name for it


@cache  # the parser of the command line is made for it
def _actions() -> dict[str, argparse.Action]:
    """The options that may be set, by name."""
    from llmdb.options import option_groups

    found: dict[str, argparse.Action] = {}
    for _, actions in option_groups():
        for action in actions:
            name = next((text[2:] for text in action.option_strings if text.startswith("--")), "")
            if name and name not in _OF_ONE_CALL:
                found[name] = action
    return found


def _first_table(lines: Sequence[str]) -> int:
    """Where a key of no table can be added: before the first table."""
    return next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
