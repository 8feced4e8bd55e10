"""`slice`: the steps that a value came from, or went into, and moves among them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from llmdb.arguments import Rest, Switch
from llmdb.command import Command, Form
from llmdb.commands.deps import complete_name, dependencies_of, known_origins, source_line
from llmdb.commands.line.parsing import parse_path
from llmdb.commands.state.kept_slice import KeptSlice
from llmdb.commands.state.position import require_steps, show_position
from llmdb.commands.state.steps import with_step
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.locate.slice_tree import Tie, TreeRow, backward_tree, forward_tree
from llmdb.session import Session
from llmdb.slicing import DynamicSlice, slice_backward, slice_forward
from llmdb.types import Json, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.commands.results.common import Position
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace

MOST_ROWS = 28
"""Lines in the tree."""
MOST_LISTED = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceRow:
    """A line in the tree of a slice, or with `--all` a statement of a step, with its source and the rows under it."""

    entry: TreeRow
    code: str
    rows: tuple[SliceRow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceResult:
    """A slice at a step; `tree` is drawn, `count` of the trace's `total` steps are in it.

    With `listed`, the tree is a list of the statements instead, `left_out` of them not among it.
    """

    found: DynamicSlice
    trace: ExecutionTrace
    step: StepNo
    count: int
    tree: tuple[SliceRow, ...]
    forward: bool
    total: int
    current: StepNo
    listed: bool = False
    left_out: int = 0

    def to_json(self) -> dict[str, Json]:
        """`{"name", "step", "steps": [{"step", "line", "names", ...}]}`, an entry a statement.

        What it would have written, had it gone the other way, is in "would_have_written"; what it could have written,
        in "with_another_key".
        """
        return {
            "name": self.found.name,
            "step": self.step,
            "steps": [
                {
                    "step": self.trace.step_of(s.step, s.line),
                    "line": s.line,
                    "names": list(s.names),
                    "would_have_written": list(s.skipped),
                    "with_another_key": list(s.elsewhere),
                }
                for s in self.found.steps
            ],
        }


def register(registry: Registry) -> None:
    """Add `slice`."""
    registry.command(
        Command(
            name="slice",
            run=run_slice,
            arguments=(
                Rest("name", parse_path, default=None, complete=complete_name),
                Switch("--forward"),
                Switch("--all"),
            ),
            forms={
                "next": Form(run=partial(move_in_slice, backwards=False)),
                "back": Form(run=partial(move_in_slice, backwards=True)),
                "on": Form(run=partial(stay_in_slice, limits=True)),
                "off": Form(run=partial(stay_in_slice, limits=False)),
            },
            summary="show the steps that a value came from; --forward: those it went into",
            details=(
                "NAME may be a variable, an attribute or an item: out, p.total, xs[3], d['k']; without it, what the "
                "whole step came from. Under each line stand those that it depends on, each with the names that were "
                "read from it; `because` marks a condition, a loop or a call that let the line above run, `not taken` "
                "a condition that, decided the other way, could have written what was read, `other key` a write to "
                "another item of the container, which could have been that item's. A line stands once: x3 "
                "tells that it ran three times in the slice, the step is the nearest of these, and an arrow names "
                "lines that stand elsewhere. --all lists every step of the slice instead.\n"
                "slice next and slice back go to the next and the last step of the slice; after slice on, step, "
                "next, back and previous stay in it, until slice off."
            ),
            group="look",
        )
    )


def move_in_slice(session: Session, backwards: bool) -> Position:
    """`slice next` and `slice back`: a move among the steps of the slice shown before."""
    require_steps(session)
    return _go(session, _kept(session), backwards=backwards)


def stay_in_slice(session: Session, limits: bool) -> Position:
    """`slice on` and `slice off`: whether moves stay in the slice shown before."""
    require_steps(session)
    _keep(session, _kept(session).found, limits=limits)
    return show_position(session, _place(session, _kept(session), session.position))


def run_slice(session: Session, name: str | None, forward: bool, **flags: bool) -> SliceResult:
    """`slice [NAME] [--forward] [--all]`."""
    require_steps(session)
    listed = flags["all"]
    if forward and name is None:
        raise BadArgument("slice --forward needs a variable, e.g. `slice total --forward`")
    found, number = dependencies_of(session), session.visit
    if name is not None:
        known_origins(session, found, name, session.position, most=1)
    if forward and name is not None:
        cut = slice_forward(found, name, number)
        tree = () if listed else forward_tree(found, name, number, MOST_ROWS)
    else:
        cut = slice_backward(found, name, number)
        tree = () if listed else backward_tree(found, cut, MOST_ROWS)
    _keep(session, cut, limits=False)
    rows = _listed(session, cut) if listed else tuple(_row(session, row) for row in tree)
    return SliceResult(
        found=cut,
        trace=session.trace,
        step=session.position,
        count=len(_kept(session).numbers),
        tree=rows,
        forward=forward,
        total=len(session.trace),
        current=session.position,
        listed=listed,
        left_out=len(cut.steps) - len(rows) if listed else 0,
    )


def _row(session: Session, entry: TreeRow) -> SliceRow:
    rows = tuple(_row(session, inner) for inner in entry.rows)
    entry = with_step(session, entry)
    return SliceRow(entry=entry, code=source_line(session, entry.line), rows=rows)


def _listed(session: Session, cut: DynamicSlice) -> tuple[SliceRow, ...]:
    """The statements of a slice in order, the last of them where they are too many."""
    return tuple(
        SliceRow(
            entry=TreeRow(
                step=session.trace.step_of(one.step, one.line),
                line=one.line,
                count=1,
                tie=Tie(one.names, omitted=one.skipped, elsewhere=one.elsewhere),
            ),
            code=source_line(session, one.line),
        )
        for one in cut.steps[-MOST_LISTED:]
    )


def move_within(session: Session, kept: KeptSlice, count: int, backwards: bool) -> Position:
    """The position `count` steps of a slice further on."""
    return _go(session, kept, backwards=backwards, count=count)


def _kept(session: Session) -> KeptSlice:
    kept = session.run.kept.get(KeptSlice)
    if kept is None:
        raise BadArgument("there is no slice yet: `slice NAME` makes one, e.g. `slice total`")
    return kept


def _keep(session: Session, found: DynamicSlice, limits: bool) -> None:
    numbers = _numbers(session, found)
    session.run.kept.put(KeptSlice(found=found, numbers=numbers, limits=limits))


def _numbers(session: Session, found: DynamicSlice) -> Sequence[StepNo]:
    """The steps of a slice, each once, in order."""
    trace = session.trace
    numbers = set[StepNo]()
    for visit in found.numbers:
        steps = trace.steps_of_visit(visit)
        if len(steps) == 1:
            numbers.add(steps[0])
        else:
            numbers.update(trace.step_of(visit, line) for line in found.steps.lines_of(visit))
    return sorted(numbers)


def _go(session: Session, kept: KeptSlice, *, backwards: bool, count: int = 1) -> Position:
    numbers, here = kept.numbers, session.position
    at = bisect_left(numbers, here) - count if backwards else bisect_right(numbers, here) + count - 1
    if not 0 <= at < len(numbers):
        ends = "begins" if backwards else "ends"
        edge = f" at step {numbers[0 if backwards else -1]}" if numbers else ""
        raise NoSuchStep(f"step {here}: the slice of {about(kept)} {ends}{edge}; `slice off` leaves it")
    session.move_to(numbers[at])
    return show_position(session, _place(session, kept, numbers[at]))


def about(kept: KeptSlice) -> str:
    """What a slice is of, in words."""
    return kept.found.name or "a step"


def _place(session: Session, kept: KeptSlice, step: StepNo) -> str:
    at = bisect_left(kept.numbers, step)
    count = len(kept.numbers)
    if at < count and kept.numbers[at] == step:
        visit, found = session.trace.visit_of(step), kept.found
        skipped, elsewhere = map(", ".join, (found.steps.skipped(visit), found.steps.elsewhere(visit)))
        why = f"; not taken: {skipped}" if skipped else ""
        why += f"; other key: {elsewhere}" if elsewhere else ""
        return f"step {at + 1} of the {count} in the slice of {about(kept)}{why}"
    return f"not in the slice of {about(kept)}, which has {count} steps"
