"""Random access to a recording's events: the last event of some sites before a point, without replaying."""

import sys
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, compress, count
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmdb.events import sites as kinds
from llmdb.events.decode import Log, Wire
from llmdb.events.sites import Site
from llmdb.replay.heap import HeapObject, is_reference, is_snapshot
from llmdb.types import FrameId, VisitNo

if TYPE_CHECKING:
    from llmdb.replay.frames import Frame
    from llmdb.replay.index import Indexer
    from llmdb.replay.machine import Machine
    from llmdb.replay.store import Chunks, Timelines
    from llmdb.replay.visits import Visits

_ENDING = frozenset({kinds.RETURN, kinds.UNWIND, kinds.YIELD})
_CHUNKS = 256


class Logged(NamedTuple):
    """An event and its place in the log."""

    position: int
    site: Site
    values: tuple[Wire, ...]


class EventLog:
    """The events of a trace by position; positions go from 0 to `total` - 1.

    Attributes:
        sites: the site table; an event's tag is an index into it.
        steps: what each step is and where its events lie, as parallel arrays.
        tags: the site number of each event.
    """

    def __init__(self, trace: "Visits", chunks: "Chunks", timelines: "Timelines", index: "Indexer") -> None:
        self.trace = trace
        self.sites = chunks.sites
        self.steps = index.steps
        self._first_steps, self._last_steps = index.frame_starts, index.frame_ends
        self.total = chunks.starts[-1]
        code: Literal["B", "I"] = "B" if len(self.sites) < 256 else "I"
        self._tag_bytes = b"".join(chunks.tags(number, code) for number in range(len(chunks)))
        self.tags = memoryview(self._tag_bytes).cast(code)
        self._chunks = chunks
        self._parts, self._handed_on = index.parts, index.handed_on
        self._timelines = timelines
        self._values: OrderedDict[int, tuple[tuple[Wire, ...], list[int]]] = OrderedDict()
        self._told: tuple[int, dict[int, int]] = (-1, {})
        """Of one chunk, where among its values each heap object is first."""
        self._sizes = [site.values for site in self.sites]
        self._places = [0, *(p.position for p in index.places if p.position), self.total]
        self._mutating = {n for n, site in enumerate(self.sites) if site.kind in kinds.CHANGING}
        self._mutations: dict[int, dict[int, list[int]]] = {}
        self._wanted: dict[tuple[tuple[str, ...], str | None, str | None], tuple[int, ...]] = {}

    @property
    def initial(self) -> Mapping[str, Wire]:
        """Module variables before the first visit."""
        return self._chunks.initial

    def received(self, since: int, until: int) -> tuple[list[bytes], list[int]]:
        """See Chunks."""
        return self._chunks.received(since, until)

    def messages(self, until: int) -> list[bytes]:
        """See Chunks."""
        return self._chunks.messages(until)

    # --- events ----------------------------------------------------------------------------------------------

    def tag(self, position: int) -> int:
        """The site number of an event."""
        return self.tags[position]

    def event(self, position: int) -> Logged:
        """An event with its values."""
        first, _, values, places = self.piece_at(position)
        at = places[position - first]
        site = self.sites[self.tag(position)]
        return Logged(position, site, values[at : at + site.values])

    def piece_at(self, position: int) -> tuple[int, int, tuple[Wire, ...], list[int]]:
        """Where the piece of the log that an event is in begins and ends, its values, and the place of each event's."""
        starts = self._chunks.starts
        chunk = bisect_right(starts, position) - 1
        return starts[chunk], starts[chunk + 1], *self._chunk(chunk)

    def events(self, wanted: Iterable[int]) -> Iterator[tuple[int, int, tuple[Wire, ...]]]:
        """Position, site number and values of all events of the wanted sites, in order."""
        starts, sizes = self._chunks.starts, self._sizes
        values: tuple[Wire, ...] = ()
        offsets: list[int] = []
        start = end = 0
        for position in self.positions(wanted):
            if position >= end:
                chunk = bisect_right(starts, position) - 1
                start, end = starts[chunk], starts[chunk + 1]
                values, offsets = self._chunk(chunk)
            tag = self.tag(position)
            at = offsets[position - start]
            yield position, tag, values[at : at + sizes[tag]]

    def _chunk(self, number: int) -> tuple[tuple[Wire, ...], list[int]]:
        found = self._values.get(number)
        if found is None:
            log = self._chunks.log(number)
            offsets = list(accumulate(map(self._sizes.__getitem__, log.tags), initial=0))
            found = self._values[number] = (tuple(log.values), offsets)
            while len(self._values) > _CHUNKS:
                self._values.popitem(last=False)
        return found

    def positions(self, wanted: Iterable[int]) -> Iterator[int]:
        """Positions of all events of the wanted sites, in order."""
        sites = frozenset(wanted)
        return compress(count(), map(sites.__contains__, self.tags)) if sites else iter(())

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
        size = self.tags.itemsize
        data, end = tag.to_bytes(size, sys.byteorder), size * max(before, since)
        while (found := self._tag_bytes.rfind(data, size * since, end)) >= 0 and found % size:
            end = found + size - 1
        return found // size

    def tags_of(self, kind: str) -> tuple[int, ...]:
        """Site numbers of a kind."""
        return tuple(number for number, site in enumerate(self.sites) if site.kind == kind)

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

    # --- steps and frames ------------------------------------------------------------------------------------

    def visit_at(self, position: int) -> VisitNo:
        """The visit whose own code logged an event that binds or changes something, or ends it; 0 for none."""
        parts, part = self._parts, bisect_right(self._parts.begin, position)
        return parts.visit[part - 1] if part and position <= parts.end[part - 1] else 0

    def step_after(self, position: int) -> VisitNo:
        """The first visit that begins after an event; one past the last for none."""
        return bisect_right(self.steps.begin, position) + 1

    def last_step(self, frame: FrameId) -> VisitNo:
        """The last visit of a frame."""
        return self._last_steps[frame]

    def first_steps(self) -> Iterator[VisitNo]:
        """The first visit of each frame that had one."""
        return filter(None, self._first_steps)

    def first_step(self, frame: FrameId) -> VisitNo:
        """The first visit of a frame."""
        return self._first_steps[frame]

    def callees(self, number: VisitNo) -> Iterator[tuple[VisitNo, VisitNo]]:
        """First and last visit of each frame that a visit called."""
        steps, inner = self.steps, number + 1
        end = steps.end[number - 1]
        while inner <= len(self.trace) and steps.begin[inner - 1] < end:
            last = inner
            if steps.parent[inner - 1] == number and not steps.previous[inner - 1]:
                last = self.last_step(steps.frame[inner - 1])
                yield inner, last
            over = last > inner and self.sites[self.tag(steps.begin[inner - 1] - 1)].kind != kinds.GENERATOR
            inner = bisect_right(steps.begin, steps.end[last - 1]) + 1 if over else inner + 1

    def own(self, number: VisitNo) -> list[int]:
        """Positions of the events that a visit itself logged, without its beginning."""
        parts, first = self._parts, self.steps.begin[number - 1]
        part, found = bisect_right(parts.begin, first), [*self._handed_on.get(number, ())]
        while part:
            begin, end = parts.begin[part - 1], parts.end[part - 1]
            is_own = end < self.total and self.sites[self.tag(end)].kind in _ENDING
            found += range(max(begin, first + 1), end + is_own)
            part = parts.later[part - 1]
        return sorted(found)

    # --- objects ---------------------------------------------------------------------------------------------

    def object_at(self, reference: Wire, position: int) -> HeapObject | None:
        """A heap object as it was before an event."""
        return self.machine(position).lookup(reference[0]) if is_reference(reference) else None

    def machine(self, position: int) -> "Machine[Frame]":
        """The state before an event; it is the trace's own, and moves with the next question to it."""
        return self.trace.machine_at(min(position, self.total))

    def birth(self, number: int) -> HeapObject | None:
        """A heap object as it was at first sight."""
        return self._chunks.birth(number)

    def is_seen(self, number: int, position: int) -> bool:
        """Whether an event before this one told of a heap object by itself, as each that binds it to a name does."""
        chunk = bisect_right(self._chunks.starts, position) - 1
        if self._chunks.is_seen(number, chunk):
            return True
        values, offsets = self._chunk(chunk)
        if self._told[0] != chunk:
            refs = ((value[0], at) for at, value in enumerate(values) if is_reference(value))
            self._told = chunk, dict(reversed([*refs]))
        before = offsets[position - self._chunks.starts[chunk]]
        return self._told[1].get(number, before) < before

    def first_event_with(self, value: Wire) -> int:
        """The position of the first event that has a value, compared as the record has it; -1 for none."""
        for chunk, piece in enumerate(self.pieces()):
            if value in piece.values:
                _, offsets = self._chunk(chunk)
                return self._chunks.starts[chunk] + bisect_right(offsets, piece.values.index(value)) - 1
        return -1

    def pieces(self) -> Iterator[Log]:
        """The whole log in order, one chunk after the other."""
        return (self._chunks.log(number) for number in range(len(self._chunks)))

    def kind_of(self, number: int) -> int | None:
        """The kind of a heap object at first sight."""
        born = self._chunks.birth(number)
        return None if born is None else born.kind

    def mutations(self, number: int, before: int) -> Iterator[int]:
        """Positions before `before` of events that changed a heap object, the last first."""
        noted = self._timelines.touched(number)
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
            first, end = self._places[interval], self._places[interval + 1]
            changing = map(self._mutating.__contains__, self.tags[first:end])
            for position in compress(range(first, end), changing):
                number = changed_object(self.event(position))
                if number is not None:
                    found.setdefault(number, []).append(position)
        return found


def changed_object(event: Logged) -> int | None:
    """The number of the heap object that a mutating event changed."""
    for value in reversed(event.values):
        if is_snapshot(value):
            return value[1][0] if is_reference(value[1]) else None
    first = event.values[0]
    return first[0] if is_reference(first) else None
