"""`export FILE`: the session in a form that others can read: a story, a test, a script, a trace, a page, a drawing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Option, Switch, as_typed
from llmdb.command import Command
from llmdb.commands.exporters import BUILT_IN
from llmdb.commands.state.targets import require_free
from llmdb.errors import BadArgument, CommandError
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Exporter, Registry
    from llmdb.session import Session

_EXAMPLES = "story.md, test_bug.py, runnable.py, trace.json, run.html, cfg.svg"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written where."""

    path: str
    kind: str
    summary: str

    def to_json(self) -> dict[str, Json]:
        """`{"path", "kind"}`."""
        return {"path": self.path, "kind": self.kind}


def register(registry: Registry) -> None:
    """Add the command."""
    kinds = "\n".join(
        f"{exporter.name:<9} {', '.join(exporter.suffixes):<6} {exporter.summary}" for exporter in BUILT_IN
    )
    registry.command(
        Command(
            name="export",
            run=run_export,
            arguments=(
                Operand("file", is_needed=True, complete=_complete),
                Option("--as", shown="KIND", read=as_typed),
                Switch("--runnable"),
                Switch("--force"),
            ),
            summary="write the session as a story, a test, a script, a trace, a page or a drawing",
            details="The ending of FILE says what is written, `--as KIND` says it for any name; a .py file is a test, "
            f"and the script with --runnable or a name that begins so.\n{kinds}\n"
            "Recorded values are written as they are, secrets among them. Plugins bring other kinds.",
        )
    )


def run_export(session: Session, file: str, runnable: bool, force: bool, **kinds: str | None) -> Exported:
    """`export FILE [--as KIND] [--runnable] [--force]`."""
    if file.startswith("-"):
        raise BadArgument(f"export takes a file, e.g. {_EXAMPLES}")
    kind, target = kinds["as"] or ("runnable" if runnable else ""), Path(file).expanduser()
    exporter = _chosen(session.registry, kind, target)
    require_free(target, "export", force)
    try:
        exporter.export(session, target)
    except OSError as problem:
        raise CommandError(f"{target} was not written: {problem.strerror or problem}") from problem
    return Exported(path=str(target), kind=exporter.name, summary=exporter.summary)


def _chosen(registry: Registry, kind: str, target: Path) -> Exporter:
    """The exporter of a kind; without one, that of a plugin for the file's ending, else a built-in one."""
    exporters = registry.exporters
    if kind:
        if kind not in exporters:
            raise BadArgument(f"nothing is exported as {kind!r}; kinds are {', '.join(exporters)}")
        return exporters[kind]
    fitting = [one for one in exporters.values() if target.suffix.lower() in one.suffixes]
    if not fitting:
        raise BadArgument(
            f"{target.name} does not say what to write: its name may be {_EXAMPLES} (help export)"
        )
    if target.suffix.lower() == ".py":
        wanted = "runnable" if target.stem.startswith("runnable") else "test"
        return exporters.get(wanted, fitting[0])
    return fitting[-1]


def _complete(session: Session, text: str) -> Iterable[str]:
    del text
    return (*_EXAMPLES.split(", "), *session.registry.exporters)
