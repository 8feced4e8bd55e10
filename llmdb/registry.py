"""The plugin door: commands, views, value views, loaders, prefix guessers and exporters enter as objects.

A plugin is a module with one function, `register(registry)`, which adds what it brings:

    from llmdb.command import Command
    from llmdb.commands.results.common import Message

    def shout(session, text):
        return Message(text=text.upper())

    def register(registry):
        registry.command(Command(name="shout", run=shout, summary="say it loudly", usage="shout TEXT"))

It enters as a file (`llmdb --plugin shout.py demo.py`), as an importable module (`--plugin NAME`), or installed
with an entry point of the group "llmdb.plugins". A new result class gets its drawing by `registry.view(Class,
view)`, where `view(result, context)` gives a rich renderable; without one its `to_json()` is drawn line by line.
The shipped plugins (`plugins/`) are read in the same way and show a loader and a value describer.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from llmdb.command import CommandTable
from llmdb.errors import PluginError
from llmdb.values import dataclass

if TYPE_CHECKING:
    from rich.console import RenderableType

    from llmdb.command import Command, Result
    from llmdb.program.snippet import Snippet

ENTRY_POINTS = "llmdb.plugins"


class View(Protocol):
    """Draws a result; `context` gives width, height and the session's display settings."""

    def __call__(self, result: object, context: object) -> RenderableType:
        """The rich renderable for a result of the registered class."""


class Loader(Protocol):
    """Reads a snippet from a kind of file or address, e.g. `notes.md#2`."""

    def accepts(self, target: str) -> bool:
        """Whether this loader is for the target named on the command line."""

    def load(self, target: str) -> Snippet:
        """The snippet; raises `UsageError`."""


class ValueDescriber(Protocol):
    """Runs in the child: a short text for a value that the recorder treats as opaque, e.g. an array.

    A describer is source text, so that it can be sent to the child: it defines
    `describe(value) -> str | None` and imports only what `sys.modules` already holds there. It may define
    `owner(value)`, too: the object that changes with `value`, e.g. the array under a view, or None.
    """

    @property
    def name(self) -> str:
        """What to call it in messages."""

    @property
    def type_names(self) -> tuple[str, ...]:
        """The types it knows, as `module.name`."""

    @property
    def source(self) -> str:
        """Python text that defines `describe`."""


class PrefixGuesser(Protocol):
    """Suggests expressions for an undefined name."""

    def guess(self, name: str, uses: object) -> list[str]:
        """Python expressions, most plausible first; empty for no idea. `uses` is a `llmdb.prefix.model.NameUses`."""


class Exporter(Protocol):
    """Writes the session in another form: `export FILE` asks the one for FILE's ending, or that of `--as NAME`."""

    @property
    def name(self) -> str:
        """What `--as` calls it."""

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Endings of the files that it writes, e.g. `(".md",)`; a later exporter goes before an earlier one."""

    @property
    def summary(self) -> str:
        """One line: what it writes."""

    def export(self, session: object, target: Path) -> None:
        """Write it; raises `CommandError`."""


@dataclass
class Registry:
    """All registered objects of one sitting; later registrations of the same name replace earlier ones."""

    commands: CommandTable = field(default_factory=CommandTable)
    views: dict[type[object], View] = field(default_factory=dict)
    loaders: list[Loader] = field(default_factory=list)
    describers: list[ValueDescriber] = field(default_factory=list)
    guessers: list[PrefixGuesser] = field(default_factory=list)
    exporters: dict[str, Exporter] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def command(self, command: Command) -> None:
        """Add a command under its name."""
        self.commands[command.name] = command

    def commands_later(
        self, names: Mapping[str, tuple[str, ...]], register: Callable[[Registry], None]
    ) -> None:
        """Add commands, each name with its aliases, that `register` brings when one of them is first used."""

        def load() -> CommandTable:
            brought = Registry()
            register(brought)
            return brought.commands

        self.commands.later(names, load)

    def view(self, result_type: type[Result], view: View) -> None:
        """Draw results of this class with `view`."""
        self.views[result_type] = view

    def loader(self, loader: Loader) -> None:
        """Ask this loader before those registered earlier."""
        self.loaders.insert(0, loader)

    def describer(self, describer: ValueDescriber) -> None:
        """Describe values of its types in the child."""
        self.describers.append(describer)

    def guesser(self, guesser: PrefixGuesser) -> None:
        """Ask this guesser before those registered earlier."""
        self.guessers.insert(0, guesser)

    def exporter(self, exporter: Exporter) -> None:
        """Add an exporter under its name."""
        self.exporters[exporter.name] = exporter

    def load_entry_points(self) -> None:
        """Load every installed plugin; a broken one is refused by name and the session goes on."""
        if not _any_installed():
            return
        import importlib.metadata  # 20 ms, for the few who have installed a plugin

        for point in importlib.metadata.entry_points(group=ENTRY_POINTS):
            self._admit(point.name, lambda point=point: point.load())  # type: ignore[misc]

    def load_shipped(self) -> None:
        """Load the plugins that come with llmdb, each by the same door as a user's file.

        They are the package `llmdb_plugins` of an installed wheel, or the folder `plugins` of a checkout.
        """
        for path in shipped_plugins():
            self._admit(path.stem, lambda path=path: _import(str(path)))  # type: ignore[misc]

    def load_plugin(self, target: str) -> None:
        """Load `--plugin PATH|NAME`.

        Raises:
            PluginError: it could not be imported, has no `register`, or its `register` raised.
        """
        self._register(target, lambda: _import(target))

    def _admit(self, name: str, load: Callable[[], object]) -> None:
        try:
            self._register(name, load)
        except PluginError as problem:
            self.refused.append(str(problem))

    def _register(self, name: str, load: Callable[[], object]) -> None:
        try:
            module = load()
            register = getattr(module, "register", None)
            if register is None:
                raise PluginError(f"plugin {name}: it has no register(registry) function")
            register(self)
        except PluginError:
            raise
        except Exception as problem:  # a plugin is foreign code: whatever it raises, the session goes on
            raise PluginError(f"plugin {name}: {type(problem).__name__}: {problem}") from problem


def _any_installed() -> bool:
    """Whether some installed distribution has an entry point of ours."""
    section = f"[{ENTRY_POINTS}]"
    for folder in filter(None, sys.path):
        for name in _names_in(folder):
            if name.endswith(".dist-info"):
                with contextlib.suppress(OSError, UnicodeDecodeError):
                    if section in Path(folder, name, "entry_points.txt").read_text(encoding="utf-8"):
                        return True
    return False


def _names_in(folder: str) -> list[str]:
    with contextlib.suppress(OSError):
        return os.listdir(folder)
    return []


def shipped_plugins() -> list[Path]:
    """The files of the plugins that come with llmdb, by name; empty where they were taken away."""
    beside = Path(__file__).resolve().parents[1]
    folder = beside / "plugins" if (beside / "pyproject.toml").is_file() else beside / "llmdb_plugins"
    return sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))


def _import(target: str) -> object:
    if not target.endswith(".py"):
        shipped = {path.stem: path for path in shipped_plugins()}
        if target in shipped:
            return _import(str(shipped[target]))
        return importlib.import_module(target)
    path = Path(target)
    if not path.is_file():
        raise PluginError(f"plugin {target}: no such file")
    name = f"llmdb_plugin_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PluginError(f"plugin {target}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
