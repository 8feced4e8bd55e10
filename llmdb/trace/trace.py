"""The execution trace: every step of a recorded run, with the state at any of them rebuilt on demand."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from llmdb.cfg.model import ControlFlowGraph
from llmdb.runner.child import sites as kinds
from llmdb.runner.model import Recording
from llmdb.trace.calls import call_line
from llmdb.trace.changes import Changes
from llmdb.trace.frames import MISSING, Frame
from llmdb.trace.index import Indexer
from llmdb.trace.model import FrameInfo, IntermediateState, RaisedException, Step, Value
from llmdb.trace.store import Chunks, Timelines
from llmdb.trace.text import to_value
from llmdb.types import FrameId, LineNo, StepNo

_AT_ONCE = 4_096
_LOOKS = 64


class ExecutionTrace(Changes):
    """A recorded run. Step numbers are from 1 to `len(trace)`; methods that take one raise `NoSuchStep` outside.

    `x = 1` and `x += 1` in one block yield one step with `changed == {"x": Value(type="int", repr="2")}`.
    """

    def __init__(
        self,
        recording: Recording,
        cfg: ControlFlowGraph,
        chunks: Chunks,
        timelines: Timelines,
        index: Indexer,
    ) -> None:
        super().__init__(recording, cfg, chunks, timelines, index)
        self._looks: dict[StepNo, _Look] = {}

    # --- states --------------------------------------------------------------------------------------------

    def step(self, number: StepNo) -> Step:
        """A step with what it changed."""
        self._check(number)
        return self._look(number).step

    def changed(self, number: StepNo) -> Mapping[str, Value]:
        """What `step` says was changed, without the rest: many steps are quickest in the order of their ends."""
        self._check(number)
        logged = self._steps.end[number - 1] - self._steps.begin[number - 1] - 1
        return self._changed(number) if logged else {}

    def value(self, number: StepNo, name: str) -> Value | None:
        """One variable of `state`; None if it is not in scope."""
        self._check(number)
        machine, frame = self._after(number)
        value = MISSING if frame is None else machine.shown_value(frame, name)
        return None if value is MISSING else to_value(value, machine.lookup)

    @property
    def raises(self) -> Mapping[StepNo, RaisedException]:
        """The steps that raised, in the order in which they did, with what they raised."""
        return self._index.raises

    def left_by_exception(self, number: StepNo) -> bool:
        """Whether what the step raised left its frame, perhaps after a handler had let it go on."""
        return number in self._index.left

    def steps(self, first: StepNo = 1, last: StepNo | None = None) -> Iterator[Step]:
        """The steps from one to another, all by default, in order.

        Of some at a time the changes are found in the order in which they end, so that the recording is gone through
        once: a step that calls ends after those of its calls.
        """
        ends, after = self._steps.end, (len(self) if last is None else last) + 1
        for begin in range(first, after, _AT_ONCE):
            numbers = range(begin, min(begin + _AT_ONCE, after))
            changed = {n: self._changed(n) for n in sorted(numbers, key=lambda n: ends[n - 1])}
            for number in numbers:
                yield self._make(number, changed[number])

    def state(self, number: StepNo) -> IntermediateState:
        """The variables in scope after the step, in its frame."""
        self._check(number)
        look = self._look(number)
        if look.after is None:
            machine, frame = self._after(number)
            look.after = {} if frame is None else self._values(machine.shown(frame), machine)
        return look.after

    def parts(self, number: StepNo, names: Iterable[str]) -> IntermediateState:
        """Of these names and attributes (`self.size`) those that the step's frame sees after it, with their values."""
        self._check(number)
        machine, frame = self._after(number)
        out: dict[str, Value] = {}
        if frame is None:
            return out
        for name in names:
            base, *attributes = name.split(".")
            if (held := machine.shown_value(frame, base)) is not MISSING:
                value = machine.attribute(held, attributes)
                if value is not MISSING:
                    out[name] = to_value(value, machine.lookup)
        return out

    def state_before(self, number: StepNo) -> IntermediateState:
        """The variables in scope before the step, in its frame."""
        self._check(number)
        look = self._look(number, before=True)
        assert look.before is not None
        return look.before

    def state_of_caller(self, number: StepNo, frame: FrameId) -> IntermediateState:
        """The variables in scope after the step in another frame on its stack, whose own step is still under way."""
        self._check(number)
        machine, _ = self._after(number)
        found = machine.find_frame(frame)
        return {} if found is None else self._values(machine.shown(found), machine)

    def return_value(self, number: StepNo) -> Value | None:
        """What the frame returned, if it did at the end of this step."""
        self._check(number)
        machine = self.machine_at(self._steps.end[number - 1])
        chunk, tag, value = self._at
        if not len(self._chunks) or self._next_of(number):
            return None
        log = self._chunks.log(chunk)
        if tag >= len(log.tags):
            return None
        site = self._chunks.sites[log.tags[tag]]
        if site.kind != kinds.RETURN or not site.values:
            return None
        return to_value(log.values[value], machine.lookup)

    def _look(self, number: StepNo, before: bool = False) -> "_Look":
        """What a step is and leaves; the last few are kept, as one screen asks for them several times."""
        look = self._looks.get(number)
        if look is None or (before and look.before is None):
            old, look = look, self._look_anew(number, before)
            look.after = old.after if old is not None else None
            self._looks[number] = look
            while len(self._looks) > _LOOKS:
                del self._looks[next(iter(self._looks))]
        return look

    def _look_anew(self, number: StepNo, before: bool) -> "_Look":
        earlier = None
        if before:
            machine = self.machine_at(self._steps.begin[number - 1])
            frame = machine.find_frame(self._steps.frame[number - 1])
            earlier = {} if frame is None else self._values(machine.shown(frame), machine)
            if number in self._index.long_steps and number in self._looks:
                return _Look(self._looks[number].step, earlier)
        return _Look(self._make(number, self._changed(number)), earlier)

    def _changed(self, number: StepNo) -> Mapping[str, Value]:
        names = self._index.long_steps.get(number)
        if names is None and not self._is_in(number):
            self.machine_at(self._steps.begin[number - 1])
        machine, frame = self._after(number)
        if frame is None:
            return {}
        if names is None:
            return self._values(machine.changed_names(frame), machine)
        shown = machine.shown(frame)
        return self._values({name: shown[name] for name in names if name in shown}, machine)

    def _is_in(self, number: StepNo) -> bool:
        """Whether the machine has followed a step from its beginning: steps asked for as they end need no way back."""
        begin, end = self._steps.begin[number - 1], self._steps.end[number - 1]
        return self._place is not None and self._base <= begin <= self._machine.position <= end

    def _make(self, number: StepNo, changed: Mapping[str, Value]) -> Step:
        return Step(
            number=number,
            block=self.block_of(number),
            scope=self.scope_of(number),
            frame=self.frame_of(number),
            lines=self.lines(number),
            changed=changed,
            raised=self._index.raises.get(number),
            caught=self._index.catches.get(number),
            occurrence=self.occurrence(number),
            same_line=self._on_same_line(number),
        )

    # --- the stack -----------------------------------------------------------------------------------------

    def frames(self, number: StepNo) -> tuple[FrameInfo, ...]:
        """The stack while the step runs, outermost first; each frame with its step under way."""
        self._check(number)
        machine = self.machine_at(self._steps.begin[number - 1] + 1)
        out = []
        for frame, callee in zip(machine.stack, [*machine.stack[1:], None], strict=True):
            lines = self.lines(frame.step) if frame.step else ()
            out.append(
                FrameInfo(
                    frame=frame.number,
                    scope=frame.scope,
                    step=frame.step,
                    line=(lines[-1] if callee is None and lines else self._call_line(frame, callee)) or 1,
                    arguments=self._values(frame.arguments, machine),
                )
            )
        return tuple(out)

    def _call_line(self, frame: Frame, callee: Frame | None) -> LineNo:
        """The line under way in a frame that has called another."""
        if not frame.step or not 1 <= self.block_of(frame.step) <= len(self.cfg.blocks):
            return 0
        block = self.cfg.block(self.block_of(frame.step))
        if callee is None or len(block.statement_lines) == 1:
            return block.lines[0]
        return call_line(block, callee.scope, frame.stored, self._calls_before(frame.step, callee))

    def _calls_before(self, number: StepNo, callee: Frame) -> int:
        """How many calls of the callee's scope a step made before this one; the first 10,000 steps are looked at."""
        steps, count = self._steps, 0
        for n in range(number, min(callee.step or len(self), number + 10_000) - 1):
            if steps.parent[n] == number and not steps.previous[n] and steps.frame[n] != callee.number:
                count += self._index.frame_scopes[steps.frame[n]] == callee.scope
        return count


class _Look:
    """A step with the states around it, as far as they were asked for."""

    __slots__ = ("after", "before", "step")

    def __init__(self, step: Step, before: IntermediateState | None) -> None:
        self.step = step
        self.before = before
        self.after: IntermediateState | None = None


def build_trace(
    recording: Recording, cfg: ControlFlowGraph, on_steps: Callable[[int], None] | None = None
) -> ExecutionTrace:
    """The trace of a recording; `on_steps` is told how many steps were read so far.

    Raises:
        ProtocolError: the child sent bytes that are not of the protocol.
    """
    chunks = Chunks()
    timelines = Timelines(chunks)
    index: Indexer | None = None
    for data in recording.chunks:
        log = chunks.add(data)
        if log is not None:
            index = index or Indexer(chunks, timelines)
            index.learn(chunks.sites)
            index.take(len(chunks) - 1)
            if on_steps is not None:
                on_steps(index.step_count)
    index = index or Indexer(chunks, timelines)
    index.finish()
    return ExecutionTrace(recording, cfg, chunks, timelines, index)
