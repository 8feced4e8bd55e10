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
from llmdb.slicing import Dependencies, DynamicSlice, slice_backward, slice_forward
from llmdb.slicing.trees import Branch, Tie, grow_slice, grow_step
from llmdb.types import Json, LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.commands.results import Position
    from llmdb.registry import Registry

SLICE = "slice"
DEPTH, MOST_ROWS = 6, 40
"""Levels of the tree, and rows below its first level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceRow:
    """A statement in the tree of a slice, with the source of its line, and those under it.

    Attributes:
        names: by what the row above depends on it; none where it let that run.
        others: steps farther away did the same in the same line.
        skipped: it is a condition that went past a write of the names.
        again: its own rows stand elsewhere in the tree.
        hidden: how many of its rows were left out.
    """

    step: StepNo
    line: LineNo
    code: str
    names: tuple[str, ...]
    rows: tuple[SliceRow, ...]
    others: bool
    skipped: bool
    again: bool
    hidden: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceResult:
    """A slice; `tree` is its part next to the name, `total` the number of steps of the trace."""

    found: DynamicSlice
    tree: tuple[SliceRow, ...]
    forward: bool
    total: int
    current: StepNo

    def to_json(self) -> dict[str, Json]:
        """`{"name", "step", "steps": [{"step", "line", "names", "would_have_written"}]}`, an entry a statement."""
        return {
            "name": self.found.name,
            "step": self.found.step,
            "steps": [
                {
                    "step": s.step,
                    "line": s.line,
                    "names": list(s.names),
                    "would_have_written": list(s.skipped),
                }
                for s in self.found.steps
            ],
        }


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
            usage="slice [NAME [--forward]] | next | back | on | off",
            summary="show the steps that a value came from; --forward: those it went into",
            details=(
                "NAME may be a variable, an attribute or an item: out, p.total, xs[3], d['k']; without it, what the "
                "whole step came from. Under each step stand those that it depends on, a few levels deep, each with "
                "the names that were read from it; `because` marks a condition, a loop or a call that let the step "
                "above run, `not taken` a condition that, decided the other way, could have written what was read.\n"
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
    rest = text.replace("--forward", " ").strip()
    if rest:
        return _sliced(session, parse_path(rest, "slice"), "--forward" in words)
    if words:
        raise BadArgument("slice --forward needs a variable, e.g. `slice total --forward`")
    return _sliced(session, None, forward=False)


def _sliced(session: Session, name: str | None, forward: bool) -> SliceResult:
    found, number = dependencies_of(session), session.position
    if name is None:
        cut = slice_backward(found, None, number)
        tree = grow_step(found, number, DEPTH, MOST_ROWS)
    else:
        known_origins(found, name, number, most=1)
        cut = (slice_forward if forward else slice_backward)(found, name, number)
        tree = grow_slice(found, name, number, forward, DEPTH, MOST_ROWS)
    _keep(session, cut, limits=False)
    return SliceResult(
        found=cut,
        tree=tuple(_row(session, found, branch) for branch in tree),
        forward=forward,
        total=len(session.trace),
        current=number,
    )


def _row(session: Session, found: Dependencies, branch: Branch[Tie]) -> SliceRow:
    step, place = branch.item.place
    line = found.line(step, place)
    return SliceRow(
        step=step,
        line=line,
        code=source_line(session, line),
        names=branch.item.names,
        rows=tuple(_row(session, found, inner) for inner in branch.branches),
        others=branch.item.others,
        skipped=branch.item.skipped,
        again=branch.again,
        hidden=branch.hidden,
    )


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
        raise NoSuchStep(f"step {here}: the slice of {kept.found.about} {ends}{edge}; `slice off` leaves it")
    session.move_to(numbers[at])
    return show_position(session, _place(session, kept.found, numbers[at]))


def _place(session: Session, found: DynamicSlice, step: StepNo) -> str:
    at = bisect_left(found.numbers, step)
    count = len(found.numbers)
    if at < count and found.numbers[at] == step:
        skipped = ", ".join(found.steps.skipped(step))
        why = f"; not taken: {skipped}" if skipped else ""
        return f"step {at + 1} of the {count} in the slice of {found.about}{why}"
    return f"not in the slice of {found.about}, which has {count} steps"


def _complete(session: Session, text: str) -> Iterable[str]:
    return ("--forward", "next", "back", "on", "off", *complete_name(session, text))
