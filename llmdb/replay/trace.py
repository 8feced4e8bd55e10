"""The execution trace: the steps of a recorded run in the order of time, with the state at any of them.

A visit is one passage of a block by a frame. A step is a part of a visit: what the frame does until it leaves the
block, ends, is suspended, or another frame of the snippet runs; a visit that goes on after that has a further step.
Steps are a view of event positions: whatever is kept for a recording is addressed by those, or by visits.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from llmdb.errors import NoSuchStep
from llmdb.events import sites as kinds
from llmdb.events.model import IntermediateState, Outcome, RaisedException, Value
from llmdb.replay.changes import Changes, Found
from llmdb.replay.frames import MISSING
from llmdb.replay.held import held_or_value
from llmdb.replay.model import CameBack, FrameInfo, HistoryEntry, Step
from llmdb.replay.statements import Statements
from llmdb.replay.visits import Visits, build_visits
from llmdb.types import BlockId, FrameId, LineNo, StepNo, VisitNo

if TYPE_CHECKING:
    from llmdb.events.model import Recording
    from llmdb.program.graph import ControlFlowGraph
    from llmdb.replay.exceptions import Thrown

_LOOKS = 64
_HOW: Mapping[str, Literal["returned", "yielded", "raised"]] = {
    kinds.RETURN: "returned",
    kinds.YIELD: "yielded",
    kinds.UNWIND: "raised",
}


class ExecutionTrace:
    """A recorded run. Step numbers are from 1 to `len(trace)`; methods that take one raise `NoSuchStep` outside.

    `b = f(1)` yields three steps: the call begun, those of `f`, and, continuing the first, `b` bound.

    Attributes:
        visits: the same run by passages of blocks.
        outcome: how the run ended.
        seconds: the wall time of the recorded program.
        stored_bytes: what the stored recording takes.
        changes: what became of names.
    """

    def __init__(self, visits: Visits) -> None:
        self.visits = visits
        self.cfg = visits.cfg
        self.outcome: Outcome = visits.outcome
        self.seconds: float = visits.seconds
        self.stored_bytes: int = visits.stored_bytes
        self._index = visits.index
        self._parts = visits.index.parts
        self.statements = Statements(visits)
        self.changes = Changes(self)
        self._looks: dict[StepNo, _Look] = {}

    def __len__(self) -> int:
        return len(self._parts.begin)

    # --- the run as a whole --------------------------------------------------------------------------------

    @property
    def stdout(self) -> str:
        """Everything the program wrote to sys.stdout."""
        return self.visits.stdout

    @property
    def stderr(self) -> str:
        """Everything the program wrote to sys.stderr."""
        return self.visits.stderr

    @property
    def end(self) -> StepNo:
        """The step in which the snippet's module ended, by itself or by an exception; else the last one.

        What ran after it has later numbers: visible tests, threads, handlers of the end.
        """
        return self._module_end or len(self)

    @cached_property
    def _module_end(self) -> StepNo:
        visit = self.visits.log.last_step(1) if len(self) else 0
        if not visit or self.visits.frame_of(visit) != 1:
            return 0
        last = self.last_step_of(visit)
        return last if self._end_kind(last) in (kinds.RETURN, kinds.UNWIND) else 0

    # --- steps and visits ----------------------------------------------------------------------------------

    def visit_of(self, number: StepNo) -> VisitNo:
        """The visit that a step is a part of."""
        return self._parts.visit[self._check(number)]

    def first_step_of(self, visit: VisitNo) -> StepNo:
        """The step with which a visit begins."""
        return bisect_right(self._parts.begin, self._index.steps.begin[visit - 1])

    def last_step_of(self, visit: VisitNo) -> StepNo:
        """The step with which a visit ends."""
        return self.steps_of_visit(visit)[-1]

    def steps_of_visit(self, visit: VisitNo) -> Sequence[StepNo]:
        """The steps of a visit, in order."""
        first = self.first_step_of(visit)
        if not self._parts.later[first - 1]:
            return (first,)
        return self._of_visit[visit]

    @cached_property
    def _of_visit(self) -> Mapping[VisitNo, Sequence[StepNo]]:
        """The steps of the visits that have several."""
        found: dict[VisitNo, array[int]] = {}
        later, earlier, visits = self._parts.later, self._parts.earlier, self._parts.visit
        for place, visit in enumerate(visits):
            if earlier[place]:
                found[visit].append(place + 1)
            elif later[place]:
                found[visit] = array("I", (place + 1,))
        return found

    def step_of(self, visit: VisitNo, line: LineNo) -> StepNo:
        """The step of a visit in which the statement of a line was done: where it calls, the step after."""
        steps = self.steps_of_visit(visit)
        return steps[0] if len(steps) == 1 else self.statements.done_in(visit, line)

    def step_at(self, position: int) -> StepNo:
        """The step in which an event was logged; an event that hands control over is of the step before it."""
        return max(1, bisect_right(self._parts.begin, position))

    def continues(self, number: StepNo) -> StepNo | None:
        """The step before it of the same visit."""
        return self._parts.earlier[self._check(number)] or None

    def continued_by(self, number: StepNo) -> StepNo | None:
        """The next step of the same visit."""
        return self._parts.later[self._check(number)] or None

    def steps_of_block(self, block: BlockId) -> Sequence[StepNo]:
        """The steps with which the visits of a block began, in order."""
        return [self.first_step_of(visit) for visit in self.visits.steps_of_block(block)]

    def block_of(self, number: StepNo) -> BlockId:
        """The block of a step."""
        return self.visits.block_of(self.visit_of(number))

    def block_begun(self, number: StepNo) -> BlockId:
        """The block whose visit begins with a step; 0 for a step that continues a visit."""
        place = self._check(number)
        return 0 if self._parts.earlier[place] else self._index.steps.block[self._parts.visit[place] - 1]

    def frame_of(self, number: StepNo) -> FrameId:
        """The frame of a step."""
        return self.visits.frame_of(self.visit_of(number))

    def scope_of(self, number: StepNo) -> str:
        """The qualified name of the code a step runs."""
        return self.visits.scope_of(self.visit_of(number))

    def depth(self, number: StepNo) -> int:
        """How many frames are on the stack in a step, its own included."""
        return self.visits.depth(self.visit_of(number))

    def occurrence(self, number: StepNo) -> int:
        """Which visit of its block a step is of, from 1."""
        return self.visits.occurrence(self.visit_of(number))

    def lines(self, number: StepNo) -> tuple[LineNo, ...]:
        """First lines of the statements begun in the step, in order; up to the raising one."""
        self._check(number)
        return self.statements.lines(number)

    def line_of(self, number: StepNo) -> LineNo:
        """The line of the statement under way as a step ends."""
        self._check(number)
        return self.statements.last_line(number)

    def parent_step(self, number: StepNo) -> StepNo | None:
        """The caller's step that this step's frame was called or resumed by; None for the outermost."""
        visit = self.visit_of(number)
        parent = self.visits.parent_step(visit)
        return None if parent is None else self._under_way(parent, self.first_step_of(visit))

    def _under_way(self, visit: VisitNo, number: StepNo) -> StepNo:
        """The last step of a visit before another step."""
        steps = self.steps_of_visit(visit)
        return steps[max(0, bisect_left(steps, number) - 1)]

    def next_in_frame(self, number: StepNo) -> StepNo | None:
        """The frame's next step, None if this was its last."""
        later = self.continued_by(number)
        if later is not None:
            return later
        visit = self.visits.next_in_frame(self.visit_of(number))
        return None if visit is None else self.first_step_of(visit)

    def previous_in_frame(self, number: StepNo) -> StepNo | None:
        """The frame's step before, None if this was its first."""
        earlier = self._parts.earlier[self._check(number)]
        if earlier:
            return earlier
        visit = self.visits.previous_in_frame(self.visit_of(number))
        return None if visit is None else self.last_step_of(visit)

    def handed_back_to(self, number: StepNo) -> StepNo | None:
        """The step that goes on in the caller after the frame of a step has ended, or is suspended next.

        None where no caller goes on: for the outermost frame, and where the run was stopped before.
        """
        last, visit = number, self.visit_of(number)
        while (following := self.next_in_frame(last)) is not None and self._end_kind(last) != kinds.YIELD:
            last = following
        visit = self.visit_of(last)
        caller = self.visits.parent_step(visit)
        if caller is None:
            return None
        steps = self.steps_of_visit(caller)
        place = bisect_right(steps, last)
        if place < len(steps):
            return steps[place]
        following = self.visits.next_in_frame(caller)
        if following is not None and self.first_step_of(following) > last:
            return self.first_step_of(following)
        return self.handed_back_to(steps[-1]) if steps[-1] < last else None

    def _check(self, number: StepNo) -> int:
        if not 1 <= number <= len(self._parts.begin):
            raise NoSuchStep(f"the trace has {len(self)} steps; step numbers are 1 to {len(self)}")
        return number - 1

    def positions(self, number: StepNo) -> range:
        """The events of a step."""
        place = self._check(number)
        return range(self._parts.begin[place], self._parts.end[place])

    def _end_kind(self, number: StepNo) -> str:
        """The kind of the event with which a step is over; "" where the recording ends with it."""
        return self.statements.end_kind(number)

    # --- what a step is ------------------------------------------------------------------------------------

    def step(self, number: StepNo) -> Step:
        """A step with what it changed."""
        self._check(number)
        return self._look(number).step

    def steps(self, first: StepNo = 1, last: StepNo | None = None) -> Iterator[Step]:
        """The steps from one to another, all by default, in order."""
        for number in range(first, (len(self) if last is None else last) + 1):
            yield self._make(number)

    @property
    def thrown(self) -> Sequence[Thrown]:
        """Each exception of the run once: by the step in which it arose, and what became of it."""
        return self._index.thrown

    @cached_property
    def raises(self) -> Mapping[StepNo, RaisedException]:
        """The steps in which exceptions arose, in order, with what they raised."""
        found: dict[StepNo, RaisedException] = {}
        for thrown in self._index.thrown:
            found.setdefault(thrown.step, thrown.raised)
        return found

    @cached_property
    def _caught(self) -> Mapping[StepNo, LineNo]:
        """The steps whose exception was taken over in their own frame, with the line of what did."""
        return {
            thrown.step: thrown.caught
            for thrown in self._index.thrown
            if thrown.caught is not None and thrown.is_caught_at_home
        }

    def _make(self, number: StepNo) -> Step:
        visit = self.visit_of(number)
        earlier = self._parts.earlier[number - 1]
        kind, is_last = self._end_kind(number), not self._parts.later[number - 1]
        changed = self.changed(number)
        return Step(
            number=number,
            visit=visit,
            block=self.visits.block_of(visit),
            scope=self.visits.scope_of(visit),
            frame=self.visits.frame_of(visit),
            lines=self.statements.lines(number),
            changed=changed,
            continues=earlier or None,
            raised=self.raises.get(number),
            unwound=self._index.unwound.get(number),
            caught=self._caught.get(number),
            returned=self._returned(number) if kind == kinds.RETURN else None,
            yielded=self._handed(number) if kind == kinds.YIELD else None,
            taken=self.statements.taken(number) if is_last else None,
            occurrence=self.visits.occurrence(visit),
            same_line=not earlier and self.visits.on_same_line(visit),
        )

    def _returned(self, number: StepNo) -> Value | None:
        """What a function returned at the end of a step; None for the bodies of modules and classes."""
        return self._handed(number) if self.scope_of(number) in self._functions else None

    @cached_property
    def _functions(self) -> frozenset[str]:
        return frozenset(s.name for s in self.cfg.scopes if s.kind in ("function", "lambda"))

    def _handed(self, number: StepNo) -> Value | None:
        """What a frame returned or yielded at the end of a step."""
        end = self._parts.end[number - 1]
        site = self.visits.log.sites[self.visits.log.tag(end)]
        return None if site.kind == kinds.YIELD and site.names else self.visits.handed_at(end)

    def return_value(self, number: StepNo) -> Value | None:
        """What the frame returned, if it did at the end of this step."""
        return self._handed(number) if self._end_kind(number) == kinds.RETURN else None

    def came_back(self, number: StepNo) -> CameBack | None:
        """What gave control back where a step continues its visit: the frame that ended or was suspended before it."""
        before = number - 1
        if not self._parts.earlier[self._check(number)] or before < 1:
            return None
        end, begin = self._parts.end[before - 1], self._parts.begin[number - 1]
        kind = self._end_kind(before)
        if end + 1 < begin or kind not in _HOW:
            return None
        scope = self.scope_of(before)
        is_body = kind == kinds.RETURN and scope not in self._functions
        return CameBack(
            step=before,
            scope=scope,
            arguments=self.visits.arguments(self.visits.log.first_step(self.frame_of(before))),
            value=self._handed(before) if kind != kinds.UNWIND and not is_body else None,
            how="ended" if is_body else _HOW[kind],
        )

    def is_body(self, scope: str) -> bool:
        """Whether a scope is the body of a module or a class, and no function's."""
        return scope not in self._functions

    def changed(self, number: StepNo) -> Mapping[str, Value]:
        """The names that the step itself bound to another value, or whose value it mutated, with the value after."""
        place = self._check(number)
        begin, end = self._parts.begin[place], self._parts.end[place]
        if end - begin <= (not self._parts.earlier[place]):
            return {}
        names = self._index.long_parts.get(number)
        return self.visits.changed_between(begin, end, self.frame_of(number), names, own=True)

    # --- states --------------------------------------------------------------------------------------------

    def state(self, number: StepNo) -> IntermediateState:
        """The variables in scope after the step, in its frame."""
        self._check(number)
        look = self._look(number)
        if look.after is None:
            look.after = self.visits.state_at(self._parts.end[number - 1], self.frame_of(number))
        return look.after

    def state_before(self, number: StepNo) -> IntermediateState:
        """The variables in scope before the step, in its frame."""
        self._check(number)
        return self._look(number).before

    def value(self, number: StepNo, name: str) -> Value | None:
        """One variable of `state`; None if it is not in scope."""
        return self.visits.value_at(self._parts.end[self._check(number)], self.frame_of(number), name)

    def parts(
        self, number: StepNo, names: Iterable[str], position: int | None = None
    ) -> Mapping[str, object]:
        """Of these names and attributes (`self.size`) those that the step's frame sees after it, with their values.

        Numbers and short texts are given as they are, containers as `Held`, of use until another step is asked for.

        Args:
            position: the event of the step before which they are looked at; None for its end.
        """
        self._check(number)
        machine = self.visits.machine_at(self._parts.end[number - 1] if position is None else position)
        frame = machine.find_frame(self.frame_of(number))
        out: dict[str, object] = {}
        if frame is None:
            return out
        for name in names:
            base, *attributes = name.split(".")
            if (held := machine.names.shown_value(frame, base)) is not MISSING:
                value = machine.names.attribute(held, attributes)
                if value is not MISSING:
                    out[name] = held_or_value(value, self.visits.lookup)
        return out

    def _look(self, number: StepNo) -> _Look:
        """What a step is and leaves; the last few are kept, as one screen asks for them several times."""
        look = self._looks.get(number)
        if look is None:
            begin = self._parts.begin[number - 1]
            before = self.visits.state_at(begin, self.frame_of(number))  # no way back to go later
            look = self._looks[number] = _Look(self._make(number), before)
            while len(self._looks) > _LOOKS:
                del self._looks[next(iter(self._looks))]
        return look

    # --- the stack -----------------------------------------------------------------------------------------

    def frames(self, number: StepNo) -> tuple[FrameInfo, ...]:
        """The stack while the step runs, outermost first; each frame with its step under way."""
        place = self._check(number)
        machine = self.visits.machine_at(self._parts.begin[place] + (not self._parts.earlier[place]))
        own = machine.find_frame(self.frame_of(number))
        out = []
        for frame in machine.stacks.stack_of(own):  # another thread may have run before
            step = self._under_way(frame.step, number + 1) if frame.step else 0
            out.append(
                FrameInfo(
                    frame=frame.number,
                    scope=frame.scope,
                    step=step,
                    line=(self.statements.last_line(step) if step else 0) or 1,
                    arguments=self.visits.values_of(frame.arguments),
                )
            )
        return tuple(out)

    # --- output and input ----------------------------------------------------------------------------------

    def output(self, number: StepNo) -> tuple[tuple[str, str], ...]:
        """(stream, text) written in the step; adjacent pieces joined."""
        inside = self.positions(number)
        written = self._index.output_positions
        first, last = bisect_left(written, inside.start), bisect_left(written, inside.stop)
        out: list[tuple[str, str]] = []
        for _, stream, text in self._index.outputs[first:last]:
            if out and out[-1][0] == stream:
                out[-1] = (stream, out[-1][1] + text)
            else:
                out.append((stream, text))
        return tuple(out)

    def output_until(self, number: StepNo, stream: str | None = None) -> str:
        """What was written to both streams, or to "stdout" or "stderr" only, before the step was over.

        Up to the last step it is everything, what the program writes while it ends included.
        """
        end = self._parts.end[self._check(number)]
        written = bisect_left(self._index.output_positions, end) if number < len(self) else None
        return "".join(text for _, to, text in self._index.outputs[:written] if stream in (None, to))

    # --- names ---------------------------------------------------------------------------------------------

    def history(
        self,
        name: str,
        scope: str | None = None,
        frame: FrameId | None = None,
        *,
        root: int = 0,
        first: StepNo = 1,
        last: StepNo | None = None,
    ) -> Found[HistoryEntry]:
        """The steps at which a name took another value or its value was mutated; see `Changes.history`."""
        return self.changes.history(name, scope, frame, root=root, first=first, last=last)


class _Look:
    """A step with the states around it, as far as they were asked for."""

    __slots__ = ("after", "before", "step")

    def __init__(self, step: Step, before: IntermediateState) -> None:
        self.step = step
        self.before = before
        self.after: IntermediateState | None = None


def build_trace(
    recording: Recording, cfg: ControlFlowGraph, on_visits: Callable[[int], None] | None = None
) -> ExecutionTrace:
    """The trace of a recording; `on_visits` is told how many visits were read so far.

    Raises:
        ProtocolError: the child sent bytes that are not of the protocol.
    """
    return ExecutionTrace(build_visits(recording, cfg, on_visits))
