"""The visits of a recorded run: each passage of a block, with the state at its two ends rebuilt on demand."""

from collections.abc import Callable, Iterator, Mapping

from llmdb.events import sites as kinds
from llmdb.events.model import IntermediateState, RaisedException, Recording, Value
from llmdb.program.graph import ControlFlowGraph
from llmdb.replay.frames import MISSING
from llmdb.replay.index import BlockRow, Indexer
from llmdb.replay.model import FrameInfo, Visit
from llmdb.replay.replay import Replay
from llmdb.replay.store import Chunks, Timelines
from llmdb.replay.text import to_value
from llmdb.types import VisitNo

_AT_ONCE = 4_096
_LOOKS = 64


class Visits(Replay):
    """A recorded run by visits, from 1 to `len(visits)`; methods that take one raise `NoSuchStep` outside.

    `x = 1` and `x += 1` in one block yield one visit with `changed == {"x": Value(type="int", repr="2")}`.
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
        self._looks: dict[VisitNo, _Look] = {}

    # --- states --------------------------------------------------------------------------------------------

    def step(self, number: VisitNo) -> Visit:
        """A visit with what it changed."""
        self._check(number)
        return self._look(number).step

    def changed(self, number: VisitNo) -> Mapping[str, Value]:
        """What `step` says was changed, without the rest: many visits are quickest in the order of their ends."""
        self._check(number)
        logged = self._steps.end[number - 1] - self._steps.begin[number - 1] - 1
        return self._changed(number) if logged else {}

    def value(self, number: VisitNo, name: str) -> Value | None:
        """One variable of `state`; None if it is not in scope."""
        self._check(number)
        machine, frame = self._after(number)
        value = MISSING if frame is None else machine.shown_value(frame, name)
        return None if value is MISSING else to_value(value, machine.lookup)

    @property
    def raises(self) -> Mapping[VisitNo, RaisedException]:
        """The visits that raised, in the order in which they did, with what they raised."""
        return self._index.raises

    def steps(self, first: VisitNo = 1, last: VisitNo | None = None) -> Iterator[Visit]:
        """The visits from one to another, all by default, in order.

        Of some at a time the changes are found in the order in which they end, so that the recording is gone through
        once: a step that calls ends after those of its calls.
        """
        ends, after = self._steps.end, (len(self) if last is None else last) + 1
        for begin in range(first, after, _AT_ONCE):
            numbers = range(begin, min(begin + _AT_ONCE, after))
            changed = {n: self._changed(n) for n in sorted(numbers, key=lambda n: ends[n - 1])}
            for number in numbers:
                yield self._make(number, changed[number])

    def state(self, number: VisitNo) -> IntermediateState:
        """The variables in scope after the visit, in its frame."""
        self._check(number)
        look = self._look(number)
        if look.after is None:
            machine, frame = self._after(number)
            look.after = {} if frame is None else self.values_of(machine.shown(frame), machine)
        return look.after

    def state_before(self, number: VisitNo) -> IntermediateState:
        """The variables in scope before the visit, in its frame."""
        self._check(number)
        look = self._look(number, before=True)
        assert look.before is not None
        return look.before

    def return_value(self, number: VisitNo) -> Value | None:
        """What the frame returned, if it did at the end of this visit."""
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

    def _look(self, number: VisitNo, before: bool = False) -> "_Look":
        """What a visit is and leaves; the last few are kept, as one screen asks for them several times."""
        look = self._looks.get(number)
        if look is None or (before and look.before is None):
            old, look = look, self._look_anew(number, before)
            look.after = old.after if old is not None else None
            self._looks[number] = look
            while len(self._looks) > _LOOKS:
                del self._looks[next(iter(self._looks))]
        return look

    def _look_anew(self, number: VisitNo, before: bool) -> "_Look":
        earlier = None
        if before:
            machine = self.machine_at(self._steps.begin[number - 1])
            frame = machine.find_frame(self._steps.frame[number - 1])
            earlier = {} if frame is None else self.values_of(machine.shown(frame), machine)
            if number in self._index.long_steps and number in self._looks:
                return _Look(self._looks[number].step, earlier)
        return _Look(self._make(number, self._changed(number)), earlier)

    def _changed(self, number: VisitNo) -> Mapping[str, Value]:
        names = self._index.long_steps.get(number)
        begin, end = self._steps.begin[number - 1], self._steps.end[number - 1]
        if names is None and not self.has_followed(begin, end):
            self.machine_at(begin)
        machine, frame = self._after(number)
        if frame is None:
            return {}
        if names is None:
            return self.values_of(machine.changed_names(frame), machine)
        shown = machine.shown(frame)
        return self.values_of({name: shown[name] for name in names if name in shown}, machine)

    def _make(self, number: VisitNo, changed: Mapping[str, Value]) -> Visit:
        return Visit(
            number=number,
            block=self.block_of(number),
            scope=self.scope_of(number),
            frame=self.frame_of(number),
            lines=self.lines(number),
            changed=changed,
            raised=self._index.raises.get(number),
            caught=self._index.catches.get(number),
            occurrence=self.occurrence(number),
            same_line=self.on_same_line(number),
        )

    # --- the stack -----------------------------------------------------------------------------------------

    def frames(self, number: VisitNo) -> tuple[FrameInfo, ...]:
        """The stack while the visit runs, outermost first; each frame with its visit under way."""
        self._check(number)
        machine = self.machine_at(self._steps.begin[number - 1] + 1)
        out = []
        for frame in machine.stack:
            lines = self.lines(frame.step) if frame.step else ()
            out.append(
                FrameInfo(
                    frame=frame.number,
                    scope=frame.scope,
                    step=frame.step,
                    line=lines[-1] if lines else 1,
                    arguments=self.values_of(frame.arguments, machine),
                )
            )
        return tuple(out)


class _Look:
    """A visit with the states around it, as far as they were asked for."""

    __slots__ = ("after", "before", "step")

    def __init__(self, step: Visit, before: IntermediateState | None) -> None:
        self.step = step
        self.before = before
        self.after: IntermediateState | None = None


def build_visits(
    recording: Recording, cfg: ControlFlowGraph, on_visits: Callable[[int], None] | None = None
) -> Visits:
    """The trace of a recording; `on_visits` is told how many visits were read so far.

    Raises:
        ProtocolError: the child sent bytes that are not of the protocol.
    """
    chunks = Chunks()
    timelines = Timelines(chunks)
    blocks = {
        block.id: BlockRow(bool(block.next.keys() & {"true", "false"}), max(block.statement_lines, default=0))
        for block in cfg.blocks
    }
    index: Indexer | None = None
    for data in recording.chunks:
        log = chunks.add(data)
        if log is not None:
            index = index or Indexer(chunks, timelines, blocks)
            index.learn(chunks.sites)
            index.take(len(chunks) - 1)
            if on_visits is not None:
                on_visits(index.step_count)
    index = index or Indexer(chunks, timelines, blocks)
    index.finish()
    return Visits(recording, cfg, chunks, timelines, index)
