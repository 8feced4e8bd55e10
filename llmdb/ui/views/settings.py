"""The user's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from llmdb.commands.setting import SettingChanged, SettingsShown
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.text import safe
from llmdb.ui.views.session import coded

if TYPE_CHECKING:
    from llmdb.types import Json


def view_settings(result: object, context: object) -> Text:
    """Name, value in the file, and value in this session where that is another."""
    assert isinstance(result, SettingsShown)
    assert isinstance(context, ViewContext)
    wide = max(len(one.name) for one in result.settings)
    lines = []
    for one in result.settings:
        row = Text(f" {one.name:<{wide}}  ", styles.PLACE if one.kept is not None else "")
        if one.kept is not None:
            row.append(safe(_shown(one.kept)))
        if one.now is not None and one.now != one.kept:
            row.append(f"{'  ' if one.kept is not None else ''}now {safe(_shown(one.now))}", styles.QUIET)
        lines.append(fitted(row, context))
    lines.append(coded(f"kept in {result.path}; `set NAME VALUE` changes one, for every session"))
    return Text("\n").join(lines)


def view_changed(result: object, context: object) -> Text:
    """What is kept from now on, and where."""
    assert isinstance(result, SettingChanged)
    assert isinstance(context, ViewContext)
    value = "its default" if result.kept is None else _shown(result.kept)
    if result.overridden:
        return coded(
            f"{result.name} is {safe(value)} ({safe(result.path)}), but {result.overridden} comes before it"
        )
    if result.is_in_force:
        return coded(f"{result.name} is {safe(value)}, here and in later sessions ({safe(result.path)})")
    hint = f"; in this one `{safe(result.hint)}` does" if result.hint else ""
    return coded(f"{result.name} is {safe(value)} from the next session on{hint} ({safe(result.path)})")


def _shown(value: Json) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return str(value)
