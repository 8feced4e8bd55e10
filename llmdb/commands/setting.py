"""The user's settings, which hold for every session: set."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Rest
from llmdb.command import Command
from llmdb.errors import BadArgument, CommandError, UsageError
from llmdb.folders import settings_path
from llmdb.json_fields import JsonFields
from llmdb.repair.version_history import replace_file
from llmdb.session import Session
from llmdb.settings_file import THEMES, read_settings, setting_names, with_setting
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.types import Json

_HERE = {
    "level": "level {}",
    "model": "model {}",
    "python": "python {}",
    "timeout": "run --timeout {}",
    "max-steps": "run --max-steps {}",
    "max-memory": "run --max-memory {}",
    "checkpoints": "run --checkpoints {}",
    "sandbox": "run --sandbox {}",
    "read": "run --read {}",
}
"""The command that does the same in the session under way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(JsonFields):
    """A setting: its value in the file, None where it has none, and the one of this session where it shows."""

    name: str
    kept: Json
    now: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsShown(JsonFields):
    """All settings, and the file that they are kept in."""

    path: str
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChanged(JsonFields):
    """A setting as it is in the file from now on.

    `hint` is the command that changes this session likewise, `is_in_force` whether that is so already, and
    `overridden` the environment variable that comes before it.
    """

    path: str
    name: str
    kept: Json
    hint: str
    is_in_force: bool = False
    overridden: str = ""


def register(registry: Registry) -> None:
    """Add `set`."""
    registry.command(
        Command(
            name="set",
            run=run_set,
            arguments=(
                Operand("name", shown="NAME", complete=lambda session, text: setting_names()),
                Rest("value", shown="VALUE | default", complete=_complete_value),
            ),
            summary="show the settings of every session, or change one",
            details="They are the long options of the command line without their dashes, and `theme` ("
            f"{', '.join(THEMES)}), in a TOML file that you may edit: `set timeout 20`, "
            "`set model ollama/qwen2.5-coder`, `set theme light`. `set NAME default` takes one out. They hold from "
            "the next session on, the theme at once; options of the command line and environment variables come "
            "before them.",
            group="session",
        )
    )


def _complete_value(session: Session, text: str) -> Iterable[str]:
    del session
    return (*THEMES, "default") if text.split()[:1] == ["theme"] else ("default",)


def run_set(session: Session, name: str | None, value: str) -> SettingsShown | SettingChanged:
    """`set [NAME [VALUE | default]]`."""
    path = settings_path(os.environ)
    try:
        kept = read_settings(os.environ)
        if name is None:
            names = setting_names()
            now = _now(session)
            shown = (Setting(name=one, kept=kept.get(one), now=now.get(one)) for one in names)
            return SettingsShown(path=str(path), settings=tuple(shown))
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if not value:
            with_setting(text, name, None, path)
            one = Setting(name=name, kept=kept.get(name), now=_now(session).get(name))
            return SettingsShown(path=str(path), settings=(one,))
        changed, written = with_setting(text, name, None if value == "default" else value, path)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, changed.encode())
    except UsageError as problem:
        raise BadArgument(str(problem)) from problem
    except OSError as problem:
        raise CommandError(f"the settings file {path} cannot be written: {problem.strerror}") from problem
    hint = _HERE.get(name, "").format(value) if written is not None else ""
    overridden = "LLMDB_THEME" if name == "theme" and os.environ.get("LLMDB_THEME") else ""
    on_theme = session.on_theme if name == "theme" and not overridden else None
    if on_theme is not None:
        on_theme()
    return SettingChanged(
        path=str(path),
        name=name,
        kept=written,
        hint=hint,
        is_in_force=on_theme is not None,
        overridden=overridden,
    )


def _now(session: Session) -> dict[str, Json]:
    """What holds in this session, by setting; those that leave no trace in it are missing."""
    settings = session.settings
    options, limits, model = settings.options, settings.options.limits, settings.model
    return {
        "level": settings.level,
        "prefix": settings.prefix,
        "install": settings.may_install,
        "max-steps": limits.max_steps,
        "timeout": limits.timeout_s,
        "max-memory": limits.max_memory_mib,
        "checkpoints": options.checkpoints,
        "sandbox": options.sandbox,
        "read": [str(path) for path in options.readable],
        "model": model.name,
        "api-base": model.api_base,
        "no-cache": not model.use_cache,
        "no-mask": not model.mask_secrets,
        "max-cost": model.max_cost_usd,
        "model-timeout": model.timeout_s,
    }
