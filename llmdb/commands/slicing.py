"""`slice`: the steps that a value came from, or went into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.commands.base import Command
from llmdb.commands.deps import complete_name, dependencies_of, parse_path, source_line
from llmdb.commands.position import require_steps
from llmdb.errors import BadArgument, NoSuchName
from llmdb.session import Session
from llmdb.slicing import DynamicSlice, slice_backward, slice_forward
from llmdb.slicing.slices import origin
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceResult:
    """A slice with the source of its lines; `total` is the number of steps of the trace."""

    found: DynamicSlice
    forward: bool
    total: int
    current: StepNo
    code: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        """`{"name", "step", "steps": [{"step", "line", "names"}]}`."""
        return {
            "name": self.found.name,
            "step": self.found.step,
            "steps": [{"step": s.step, "line": s.line, "names": list(s.names)} for s in self.found.steps],
        }


def register(registry: Registry) -> None:
    """Add `slice`."""
    registry.command(
        Command(
            name="slice",
            run=run_slice,
            usage="slice NAME [--forward]",
            summary="show the steps that a value came from; --forward: those it went into",
            group="look",
            complete=complete_name,
        )
    )


def run_slice(session: Session, text: str) -> SliceResult:
    """`slice NAME [--forward]`."""
    require_steps(session)
    forward = "--forward" in text.split()
    name = text.replace("--forward", " ").strip()
    if not name:
        raise BadArgument("slice needs a variable, e.g. `slice total`")
    name, number = parse_path(name, "slice"), session.position
    found = dependencies_of(session)
    if origin(found, name, number) is None:
        raise NoSuchName(f"no variable {name!r} at step {number}: `vars` shows what there is")
    cut = (slice_forward if forward else slice_backward)(found, name, number)
    return SliceResult(
        found=cut,
        forward=forward,
        total=len(session.trace),
        current=number,
        code=tuple(source_line(session, step.line) for step in cut.steps),
    )
