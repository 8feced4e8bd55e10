"""Where the stops of a session stop: the hits on the way of a move."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from llmdb.commands.state.position import ask, own_functions, place_at
from llmdb.commands.state.values_over_run import ValuesOverRun, code_of, is_path, values_at
from llmdb.errors import EvaluationFailed
from llmdb.progress import Progress
from llmdb.replay.expression_effects import why_it_may_change
from llmdb.replay.named_values import NamedValues, SeenBy, StoredBefore
from llmdb.replay.recorded_values import CannotTell, holds, parts_read
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.session import Session
    from llmdb.stops import Stop
    from llmdb.types import BlockId, LineNo, StepNo

_AT_FIRST, _AT_ONCE = 64, 4_096
"""Of how many steps it is found out at first, and at most, whether they changed a watched name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A step at which a move is stopped.

    Attributes:
        step: where.
        reached: the stops that hold there, their hits counted.
        stops: all stops of the session as they are then: ignored hits are counted, temporary ones that hold are gone.
    """

    step: StepNo
    reached: tuple[Stop, ...]
    stops: tuple[Stop, ...]


def first_hit(
    session: Session, forwards: bool, before: StepNo | None = None, *, from_start: bool = False
) -> Hit | None:
    """The first step on the way from the current one at which some stop holds.

    Args:
        session: whose stops and position count; it is not changed.
        forwards: whether the way is forwards.
        before: the step that ends the way and is no longer looked at; None for the trace's end.
        from_start: whether who stands at the first step, and came to no stop yet, stands before it, so that a line in
            it is still ahead.
    """
    stops = {stop.number: stop for stop in session.stops}
    is_ahead = from_start and session.position == 1 and not any(stop.hits for stop in session.stops)
    walks = {
        number: walk(session, stop, 0 if is_ahead and stop.kind == "line" else session.position, forwards)
        for number, stop in stops.items()
        if stop.enabled
    }
    heads = {number: next(walk, None) for number, walk in walks.items()}
    while any(head is not None for head in heads.values()):
        ahead = [head.step for head in heads.values() if head is not None]
        nearest = min(ahead) if forwards else max(ahead)
        if before is not None and (nearest >= before if forwards else nearest <= before):
            return None
        reached = []
        for number in heads:
            while (head := heads[number]) is not None and head.step == nearest:
                heads[number] = next(walks[number], None)
                stop = stops[number]
                if not head.is_hit:
                    continue
                if stop.ignore:
                    stops[number] = replace(stop, ignore=stop.ignore - 1)
                else:
                    stops[number] = replace(stop, hits=stop.hits + 1)
                    reached.append(stops[number])
        if reached:
            left = tuple(stop for stop in stops.values() if not (stop.temporary and stop in reached))
            return Hit(step=nearest, reached=tuple(reached), stops=left)
    return None


class Head(NamedTuple):
    """How far a stop was followed: a step at which it stops, or only one up to which it does not."""

    step: StepNo
    is_hit: bool


def walk(session: Session, stop: Stop, since: StepNo, forwards: bool = True) -> Iterator[Head]:
    """The steps on the way from a step on at which a stop stops, and between them how far it was looked for.

    So whoever follows several stops looks for none of them far beyond the nearest hit of another.
    """
    values = (
        None if stop.kind != "watch" or is_path(session, stop.place) else ValuesOverRun(session, stop.place)
    )
    steps = _may_hit(session, stop) if values is None else values.steps
    conditions = _Conditions(session, stop, forwards)
    place = bisect_right(steps, since) if forwards else bisect_left(steps, since)
    count = _AT_FIRST
    while place < len(steps) if forwards else place > 0:
        end = min(place + count, len(steps)) if forwards else max(place - count, 0)
        part = steps[place:end] if forwards else steps[end:place]
        hits = (
            _hits(session, stop, part) if values is None else [change.step for change in values.became(part)]
        )
        yield from _that_hold(conditions, hits if forwards else list(reversed(hits)))
        yield Head(part[-1] if forwards else part[0], is_hit=False)
        place, count = end, min(2 * count, _AT_ONCE)
        if place < len(steps) if forwards else place > 0:
            session.report(
                Progress(doing="looking for a stop", done=steps[place - 1], total=len(session.trace))
            )


def _may_hit(session: Session, stop: Stop) -> Sequence[StepNo]:
    """The steps at which a stop may stop, in order; `_hits` looks at those on the way only."""
    trace = session.trace
    if stop.kind == "watch":
        return trace.changes.may_change(stop.place)
    if stop.kind == "function":
        return trace.steps_of_block(_first_block(session, stop))
    if stop.kind == "block":
        return trace.steps_of_block(int(stop.place[1:]))
    return may_begin(session, stop.line or 0)


def may_begin(session: Session, line: LineNo) -> Sequence[StepNo]:
    """The steps of the blocks in which a line is begun, in order; one that raised may not have come to it."""
    trace = session.trace
    blocks = [block.id for block in session.cfg.blocks if line in block.statement_lines]
    return sorted(
        step
        for block in blocks
        for visit in trace.visits.steps_of_block(block)
        for step in trace.steps_of_visit(visit)
    )


def _first_block(session: Session, stop: Stop) -> BlockId:
    return next(scope.blocks[0] for scope in session.cfg.scopes if scope.name == stop.place)


def _hits(session: Session, stop: Stop, steps: Sequence[StepNo]) -> Sequence[StepNo]:
    """Those of some such steps at which it does."""
    trace = session.trace
    if stop.kind == "line":
        first, begun, lines = _blocks_from(session, stop.line), trace.block_begun, trace.lines
        return [number for number in steps if begun(number) in first or stop.line in lines(number)]
    if stop.kind == "function":
        return [number for number in steps if trace.previous_in_frame(number) is None]
    if stop.kind != "watch" or not steps:
        return steps
    return sorted(set(trace.changes.taking(stop.place, steps)))


class _Conditions:
    """What the record tells of a stop's condition, at one step after the other.

    Args:
        session, stop: whose it is.
        forwards: whether the steps come in the order of the run.
    """

    def __init__(self, session: Session, stop: Stop, forwards: bool) -> None:
        self.session, self.stop, self._trace = session, stop, session.trace
        self._first = _blocks_from(session, stop.line)
        self._replaced = own_functions(session) if stop.condition else frozenset[str]()
        self._names = parts_read(stop.condition, session.snippet.text) if stop.condition else frozenset[str]()
        self._is_quick = forwards and bool(self._names) and stop.kind != "watch"

    @cached_property
    def _stored(self) -> StoredBefore | None:
        """The variables' values from the events alone that bind them; None where those do not tell."""
        session, stop = self.session, self.stop
        if stop.kind == "line":
            scopes = {block.scope for block in session.cfg.blocks if stop.line in block.statement_lines}
        elif stop.kind == "block":
            scopes = {block.scope for block in session.cfg.blocks if block.id == int(stop.place[1:])}
        else:
            scopes = {stop.place}
        seen_by = SeenBy(objects={})
        return NamedValues(session.trace, self._names, frozenset(), seen_by).stored_before(scopes)

    def recorded(self, step: StepNo) -> bool | None:
        """Whether the condition holds; None where the record does not tell."""
        trace = self._trace
        position = _asked_at(trace, self.stop, step, self._first)
        state: Mapping[str, object] | None = None
        if self._is_quick and position is not None and self._stored is not None:
            state = self._stored.at(position, trace.frame_of(step))
        if state is None:
            state = trace.parts(step, self._names, position)
        try:
            return holds(self.stop.condition, state, self._replaced)
        except CannotTell:
            return None
        except Exception:  # a condition that raises stops there, as in pdb
            return True


def _that_hold(conditions: _Conditions, steps: Sequence[StepNo]) -> Iterator[Head]:
    """Those of the steps where a stop would stop at which its condition holds, in the same order.

    It is asked where the line, block or function is about to run; of a watch, after. What the record does not tell is
    asked of the program: of all of the steps at once, if the condition changes nothing.
    """
    session, stop = conditions.session, conditions.stop
    if not stop.condition:
        yield from (Head(step, is_hit=True) for step in steps)
        return
    recorded = {step: conditions.recorded(step) for step in steps}
    asked = [step for step in sorted(steps) if recorded[step] is None]
    if asked and not why_it_may_change(stop.condition, code_of(session)):
        recorded |= _conditions_asked(session, stop, asked)
    for step in steps:
        holds_there = recorded[step]
        if holds_there is None:
            yield Head(step, is_hit=False)
            holds_there = _condition_asked(session, stop, step)
        if holds_there:
            yield Head(step, is_hit=True)


def _blocks_from(session: Session, line: LineNo | None) -> frozenset[BlockId]:
    """The blocks whose visits all begin with a line."""
    if line is None or session.settings.level != "block":
        return frozenset()
    return frozenset(block.id for block in session.cfg.blocks if block.statement_lines[:1] == (line,))


def _conditions_asked(session: Session, stop: Stop, steps: Sequence[StepNo]) -> dict[StepNo, bool | None]:
    """Whether it holds at each of some steps, as the program tells, gone through once; None where it is not asked."""
    trace = session.trace
    places = [place_at(session, step, position=_asked_at(trace, stop, step)) for step in steps]
    told = values_at(session, f"not not ({stop.condition})", places)
    return {
        step: None if said.is_refused else not said.value.type or said.value.repr == "True"
        for step, said in zip(steps, told, strict=True)
    }


def _asked_at(
    trace: ExecutionTrace, stop: Stop, step: StepNo, first: frozenset[BlockId] = frozenset()
) -> int | None:
    """The event before which a condition is asked; None for the step's end."""
    if stop.kind == "watch":
        return None
    begun = trace.block_begun(step)
    if stop.kind == "line" and begun not in first and stop.line != next(iter(trace.lines(step)), 0):
        statements = (each.position for each in trace.statements.begun(step) if each.line == stop.line)
        return next(statements, None)
    inside = trace.positions(step)
    return min(inside.start + (begun > 0 or trace.continues(step) is None), inside.stop)


def _condition_asked(session: Session, stop: Stop, step: StepNo) -> bool:
    """Whether it holds in a copy of the program as it was there."""
    place = place_at(session, step, position=_asked_at(session.trace, stop, step))
    try:
        return ask(session, f"bool({stop.condition})", place).repr == "True"
    except EvaluationFailed:
        return True
