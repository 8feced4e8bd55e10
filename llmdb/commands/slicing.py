"""`slice`: the steps that a value came from, or went into, and moves among them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command
from llmdb.commands.deps import complete_name, dependencies_of, known_origins, parse_path, source_line
from llmdb.commands.position import require_steps, show_position
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.session import Session
from llmdb.slicing import DynamicSlice, SliceStep, slice_backward, slice_forward
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.commands.results import Position
    from llmdb.registry import Registry

SLICE = "slice"


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceRow:
    """A step of a slice with the source of its line; `depth` counts the calls around it, from the outermost."""

    step: SliceStep
    code: str
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceResult:
    """A slice; `total` is the number of steps of the trace, `current` where the cursor stands."""

    found: DynamicSlice
    forward: bool
    total: int
    current: StepNo
    session: Session

    def to_json(self) -> dict[str, Json]:
        """`{"name", "step", "steps": [{"step", "line", "names"}]}`."""
        return {
            "name": self.found.name,
            "step": self.found.step,
            "steps": [{"step": s.step, "line": s.line, "names": list(s.names)} for s in self.found.steps],
        }

    def first_shown(self, rows: int) -> int:
        """Where a page that holds the current step begins, from 0."""
        numbers = self.found.numbers
        last = bisect_right(numbers, self.current)
        return max(0, min(last + rows // 4 - rows, len(numbers) - rows)) if len(numbers) > rows else 0

    def page(self, rows: int) -> tuple[SliceRow, ...]:
        """The rows of that page."""
        first, trace = self.first_shown(rows), self.session.trace
        return tuple(
            SliceRow(step=s, code=source_line(self.session, s.line), depth=trace.depth(s.step) - 1)
            for s in self.found.steps[first : first + rows]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSlice:
    """The slice that was asked for last, of which recording, and whether moves stay in it."""

    trace: object
    found: DynamicSlice
    limits: bool = False


def register(registry: Registry) -> None:
    """Add `slice`."""
    registry.command(
        Command(
            name="slice",
            run=run_slice,
            usage="slice NAME [--forward] | next | back | on | off",
            summary="show the steps that a value came from; --forward: those it went into",
            details=(
                "NAME may be a variable, an attribute or an item: out, p.total, xs[3], d['k']. The steps are "
                "indented by their calls, each with the names that the slice follows from it; `decides` marks "
                "a condition, a loop or a call that let others run.\n"
                "slice next and slice back go to the next and the last step of the slice; after slice on, step, "
                "next, back and previous stay in it, until slice off."
            ),
            group="look",
            complete=_complete,
        )
    )


def run_slice(session: Session, text: str) -> SliceResult | Position:
    """`slice NAME [--forward]`, or a move among the steps of the slice shown before."""
    require_steps(session)
    words = text.split()
    if words in (["next"], ["back"]):
        return _go(session, _kept(session), backwards=words == ["back"])
    if words in (["on"], ["off"]):
        kept = _kept(session)
        _keep(session, kept.found, limits=words == ["on"])
        return show_position(session, _place(session, kept.found, session.position))
    if not [word for word in words if word != "--forward"]:
        raise BadArgument("slice needs a variable, e.g. `slice total`")
    return _sliced(session, text.replace("--forward", " "), "--forward" in words)


def _sliced(session: Session, text: str, forward: bool) -> SliceResult:
    name, number = parse_path(text, "slice"), session.position
    found = dependencies_of(session)
    known_origins(found, name, number, most=1)
    cut = (slice_forward if forward else slice_backward)(found, name, number)
    _keep(session, cut, limits=False)
    return SliceResult(found=cut, forward=forward, total=len(session.trace), current=number, session=session)


def within_slice(session: Session, count: int, backwards: bool) -> Position | None:
    """The position `count` steps of the slice further on, where moves are limited to it; None where they are not."""
    kept = cast("KeptSlice | None", session.engine_state.get(SLICE))
    if kept is None or not kept.limits or kept.trace is not session.trace:
        return None
    return _go(session, kept, backwards=backwards, count=count)


def _kept(session: Session) -> KeptSlice:
    kept = cast("KeptSlice | None", session.engine_state.get(SLICE))
    if kept is None or kept.trace is not session.trace:
        raise BadArgument("there is no slice yet: `slice NAME` makes one, e.g. `slice total`")
    return kept


def _keep(session: Session, found: DynamicSlice, limits: bool) -> None:
    session.engine_state[SLICE] = KeptSlice(trace=session.trace, found=found, limits=limits)


def _go(session: Session, kept: KeptSlice, *, backwards: bool, count: int = 1) -> Position:
    numbers, here = kept.found.numbers, session.position
    at = bisect_left(numbers, here) - count if backwards else bisect_right(numbers, here) + count - 1
    if not 0 <= at < len(numbers):
        ends = "begins" if backwards else "ends"
        edge = f" at step {numbers[0 if backwards else -1]}" if numbers else ""
        raise NoSuchStep(f"step {here}: the slice of {kept.found.name} {ends}{edge}; `slice off` leaves it")
    session.move_to(numbers[at])
    return show_position(session, _place(session, kept.found, numbers[at]))


def _place(session: Session, found: DynamicSlice, step: StepNo) -> str:
    at = bisect_left(found.numbers, step)
    count = len(found.numbers)
    if at < count and found.numbers[at] == step:
        return f"step {at + 1} of the {count} in the slice of {found.name}"
    return f"not in the slice of {found.name}, which has {count} steps"


def _complete(session: Session, text: str) -> Iterable[str]:
    return ("--forward", "next", "back", "on", "off", *complete_name(session, text))
