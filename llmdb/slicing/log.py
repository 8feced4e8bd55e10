"""Random access to a recording's events: the last event of some sites before a point, without replaying."""

import zlib
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

import msgpack

from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.runner.child.sites import Site
from llmdb.trace.decode import Wire
from llmdb.trace.heap import HeapObject, is_reference
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import FrameId, StepNo

MUTATING = frozenset(
    {
        kinds.SETITEM,
        kinds.DELITEM,
        kinds.SETATTR,
        kinds.DELATTR,
        kinds.INPLACE,
        kinds.METHOD,
        kinds.COMPARED,
    }
)
_CHUNKS = 256


class Logged(NamedTuple):
    """An event and its place in the log."""

    position: int
    site: Site
    values: tuple[Wire, ...]


class EventLog:
    """The events of a trace by position; positions are those of `Event.position`."""

    def __init__(self, trace: ExecutionTrace) -> None:
        self.trace = trace
        self.chunks = trace._chunks
        self.steps = trace._steps
        self.sites = self.chunks.sites
        self._timelines = trace._timelines
        self._values: OrderedDict[int, tuple[tuple[Wire, ...], list[int]]] = OrderedDict()
        self._sizes = [site.values for site in self.sites]
        self.width = 1 if len(self.sites) < 256 else 4
        self.tags = self._all_tags()
        self.total = self.chunks.starts[-1]
        self._places = [0, *(p.position for p in trace._index.places if p.position), self.total]
        self._mutating = {n for n, site in enumerate(self.sites) if site.kind in MUTATING}
        self._mutations: dict[int, dict[int, list[int]]] = {}
        self._last: dict[FrameId, StepNo] = {}
        self._first: dict[FrameId, StepNo] = {}
        self._asked = 0
        self._wanted: dict[tuple[tuple[str, ...], str | None, str | None], tuple[int, ...]] = {}

    def _all_tags(self) -> bytes:
        code = "B" if self.width == 1 else "I"
        return b"".join(array(code, _tags(stored)).tobytes() for stored in self.chunks._stored)

    # --- events ----------------------------------------------------------------------------------------------

    def tag(self, position: int) -> int:
        """The site number of an event."""
        if self.width == 1:
            return self.tags[position]
        return int.from_bytes(self.tags[4 * position : 4 * position + 4], "little")

    def event(self, position: int) -> Logged:
        """An event with its values."""
        chunk = bisect_right(self.chunks.starts, position) - 1
        values, offsets = self._chunk(chunk)
        at = offsets[position - self.chunks.starts[chunk]]
        site = self.sites[self.tag(position)]
        return Logged(position, site, values[at : at + site.values])

    def _chunk(self, number: int) -> tuple[tuple[Wire, ...], list[int]]:
        found = self._values.get(number)
        if found is None:
            log = self.chunks.log(number)
            offsets = list(accumulate(map(self._sizes.__getitem__, log.tags), initial=0))
            found = self._values[number] = (tuple(log.values), offsets)
            while len(self._values) > _CHUNKS:
                self._values.popitem(last=False)
        return found

    def backward(self, wanted: Iterable[int], before: int, since: int = 0) -> Iterator[int]:
        """Positions in [since, before) of events of the wanted sites, the last first."""
        heads = {tag: self._previous(tag, before, since) for tag in wanted}
        while heads:
            tag, position = max(heads.items(), key=lambda item: item[1])
            if position < since:
                return
            yield position
            heads[tag] = self._previous(tag, position, since)

    def _previous(self, tag: int, before: int, since: int) -> int:
        if self.width == 1:
            return self.tags.rfind(tag, since, max(before, since))
        data, end = tag.to_bytes(4, "little"), 4 * max(before, since)
        while (found := self.tags.rfind(data, 4 * since, end)) >= 0 and found % 4:
            end = found + 3
        return found // 4 if found >= 0 else -1

    def tags_where(self, kind: tuple[str, ...], name: str, scope: str | None = None) -> tuple[int, ...]:
        """Site numbers of these kinds for a name."""
        asked = (kind, name, scope)
        found = self._wanted.get(asked)
        if found is None:
            found = self._wanted[asked] = tuple(
                n
                for n, site in enumerate(self.sites)
                if site.kind in kind and name in site.names and (scope is None or site.scope == scope)
            )
        return found

    def entries(self, scope: str, kind: tuple[str, ...]) -> tuple[int, ...]:
        """Site numbers of these kinds in a scope."""
        asked = (kind, None, scope)
        found = self._wanted.get(asked)
        if found is None:
            found = self._wanted[asked] = tuple(
                n for n, site in enumerate(self.sites) if site.kind in kind and site.scope == scope
            )
        return found

    # --- steps and frames ------------------------------------------------------------------------------------

    def step_at(self, position: int, scope: str = "") -> StepNo:
        """The step whose own code logged an event; 0 for none."""
        steps, number = self.steps, bisect_right(self.steps.begin, position)
        while number and (
            steps.end[number - 1] < position or (scope and self.trace.scope_of(number) != scope)
        ):
            number = steps.parent[number - 1]
        return number

    def last_step(self, frame: FrameId) -> StepNo:
        """The last step of a frame."""
        if not self._last:
            self._last = dict(zip(self.steps.frame, range(1, len(self.steps.frame) + 1), strict=True))
        return self._last[frame]

    def first_step(self, frame: FrameId) -> StepNo:
        """The first step of a frame."""
        if not self._first and self._asked < 50:
            self._asked += 1
            return self.steps.frame.index(frame) + 1
        if not self._first:
            numbers = range(len(self.steps.frame), 0, -1)
            self._first = dict(zip(reversed(self.steps.frame), numbers, strict=True))
        return self._first[frame]

    def callees(self, number: StepNo) -> Iterator[tuple[StepNo, StepNo]]:
        """First and last step of each frame that a step called."""
        steps, inner = self.steps, number + 1
        end = steps.end[number - 1]
        while inner <= len(self.trace) and steps.begin[inner - 1] < end:
            last = inner
            if steps.parent[inner - 1] == number and not steps.previous[inner - 1]:
                last = self.last_step(steps.frame[inner - 1])
                yield inner, last
            inner = max(inner + 1, bisect_right(steps.begin, steps.end[last - 1]) + 1 if last > inner else 0)

    def own(self, number: StepNo) -> list[int]:
        """Positions of the events that a step itself logged, without its beginning."""
        begin, end = self.steps.begin[number - 1], self.steps.end[number - 1]
        following = self.steps.begin[number] if number < len(self.trace) else self.total
        last = min(end + 1, self.total)
        if following >= end:
            inside = range(begin + 1, last)
            return [
                p for p in inside if p < end or self.sites[self.tag(p)].kind in (kinds.RETURN, kinds.UNWIND)
            ]
        block, scope = self.trace.block_of(number), self.trace.scope_of(number)
        wanted = [n for n, s in enumerate(self.sites) if s.block == block and s.kind != kinds.BLOCK]
        found = [p for p in self.backward(wanted, last, begin + 1) if self.step_at(p, scope) == number]
        return found[::-1]

    # --- objects ---------------------------------------------------------------------------------------------

    def object_at(self, reference: Wire, position: int) -> HeapObject | None:
        """A heap object as it was before an event."""
        return self.trace._seek(position).lookup(reference[0]) if is_reference(reference) else None

    def kind_of(self, number: int) -> int | None:
        """The kind of a heap object at first sight."""
        born = self.chunks.birth(number)
        return None if born is None else born.kind

    def mutations(self, number: int, before: int) -> Iterator[int]:
        """Positions before `before` of events that changed a heap object, the last first."""
        noted = self._timelines._positions.get(number, ())
        interval = bisect_right(self._places, before - 1) - 1
        last = len(self._places) - 2
        while interval >= 0:
            for position in reversed(self._in_interval(interval).get(number, ())):
                if position < before:
                    yield position
            start = self._places[interval]
            count = bisect_right(noted, start)
            if not count:
                return
            interval = min(bisect_right(self._places, noted[count - 1] - 1) - 1, interval - 1, last)

    def _in_interval(self, interval: int) -> dict[int, list[int]]:
        found = self._mutations.get(interval)
        if found is None:
            found = self._mutations[interval] = {}
            for position in range(self._places[interval], self._places[interval + 1]):
                if self.tag(position) in self._mutating:
                    number = changed_object(self.event(position))
                    if number is not None:
                        found.setdefault(number, []).append(position)
        return found


def _tags(stored: bytes) -> "array[int]":
    """The site numbers of a stored chunk; its values are left unread. It was checked when it was received."""
    unpacker = msgpack.Unpacker(max_buffer_size=1 << 30)
    unpacker.feed(zlib.decompress(stored))
    unpacker.read_array_header()
    unpacker.skip()
    width = unpacker.unpack()
    tags = array(width if width in ("B", "H") else "I")
    tags.frombytes(unpacker.unpack())
    return tags


def changed_object(event: Logged) -> int | None:
    """The number of the heap object that a mutating event changed."""
    for value in reversed(event.values):
        if type(value) is tuple and len(value) == 7 and value[0] == wire.SNAPSHOT:
            return value[1][0] if is_reference(value[1]) else None
    first = event.values[0]
    return first[0] if is_reference(first) else None
