"""Random access to a recording's events: the last event of some sites before a point, without replaying."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import accumulate, compress, count
from typing import TYPE_CHECKING, NamedTuple

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Log, Wire
from llmdb.events.sites import Site
from llmdb.replay.heap import HeapObject, is_reference
from llmdb.types import BlockId, FrameId, VisitNo

if TYPE_CHECKING:
    from llmdb.replay.index import Indexer
    from llmdb.replay.machine import Machine
    from llmdb.replay.replay import Replay
    from llmdb.replay.store import Chunks, Timelines

_BEGINNING = frozenset({kinds.BLOCK, kinds.ENTER, kinds.GENERATOR})
_CHUNKS = 256
_MOST_RESUMED = 100
"""How many resumptions are looked back at for the visit of an event."""


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
        tags: site numbers of all events, `width` bytes each, little-endian.
    """

    def __init__(self, trace: "Replay", chunks: "Chunks", timelines: "Timelines", index: "Indexer") -> None:
        self.trace = trace
        self.sites = chunks.sites
        self.steps = index.steps
        self._first_steps, self._last_steps = index.frame_starts, index.frame_ends
        self.total = chunks.starts[-1]
        self.width = 1 if len(self.sites) < 256 else 4
        self.tags = b"".join(chunks.tags(number, self.width) for number in range(len(chunks)))
        self._chunks = chunks
        self._suspensions = index.suspensions
        self._resumed = sorted((at, step) for step, turns in index.suspensions.items() for at in turns[1::2])
        self._timelines = timelines
        self._values: OrderedDict[int, tuple[tuple[Wire, ...], list[int]]] = OrderedDict()
        self._told: tuple[int, dict[int, int]] = (-1, {})
        """Of one chunk, where among its values each heap object is first."""
        self._sizes = [site.values for site in self.sites]
        self._places = [0, *(p.position for p in index.places if p.position), self.total]
        self._mutating = {n for n, site in enumerate(self.sites) if site.kind in kinds.CHANGING}
        self._mutations: dict[int, dict[int, list[int]]] = {}
        self._inside: dict[tuple[BlockId, str], tuple[int, ...]] = {}
        self._wanted: dict[tuple[tuple[str, ...], str | None, str | None], tuple[int, ...]] = {}

    @property
    def initial(self) -> Mapping[str, Wire]:
        """Module variables before the first visit."""
        return self._chunks.initial

    # --- events ----------------------------------------------------------------------------------------------

    def tag(self, position: int) -> int:
        """The site number of an event."""
        if self.width == 1:
            return self.tags[position]
        return int.from_bytes(self.tags[4 * position : 4 * position + 4], "little")

    def event(self, position: int) -> Logged:
        """An event with its values."""
        chunk = bisect_right(self._chunks.starts, position) - 1
        values, offsets = self._chunk(chunk)
        at = offsets[position - self._chunks.starts[chunk]]
        site = self.sites[self.tag(position)]
        return Logged(position, site, values[at : at + site.values])

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
        if not sites:
            return iter(())
        if self.width == 1:
            return compress(count(), self.tags.translate(bytes(tag in sites for tag in range(256))))
        return compress(count(), map(sites.__contains__, memoryview(self.tags).cast("I")))

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

    def step_at(self, position: int, scope: str = "") -> VisitNo:
        """The visit whose own code logged an event; 0 for none."""
        steps, number = self.steps, bisect_right(self.steps.begin, position)
        while number and (
            steps.end[number - 1] < position
            or (scope and self.trace.scope_of(number) != scope)
            or (number in self._suspensions and self._is_suspended(number, position))
        ):
            number = steps.parent[number - 1]
        if number or not scope:
            return number
        return self._resumed_at(position, scope) or self._interrupted_at(position, scope)

    def _interrupted_at(self, position: int, scope: str) -> VisitNo:
        """The visit of a scope that goes on at an event after those of another thread."""
        if not self._threaded:
            return 0
        latest = bisect_right(self.steps.begin, position)
        for number in range(latest, max(0, latest - _MOST_RESUMED), -1):
            if self.steps.end[number - 1] >= position and self.trace.scope_of(number) == scope:
                return number
        return 0

    @cached_property
    def _threaded(self) -> bool:
        """Whether more than one thread ran."""
        return any(
            self._previous(n, self.total, 0) >= 0 for n, s in enumerate(self.sites) if s.kind == kinds.THREAD
        )

    def _resumed_at(self, position: int, scope: str) -> VisitNo:
        """The visit of a scope that goes on at an event, resumed by a visit that did not begin within it."""
        place = bisect_right(self._resumed, (position, len(self.trace)))
        for _, number in reversed(self._resumed[max(0, place - _MOST_RESUMED) : place]):
            if (
                self.steps.end[number - 1] >= position
                and self.trace.scope_of(number) == scope
                and not self._is_suspended(number, position)
            ):
                return number
        return 0

    def _is_suspended(self, number: VisitNo, position: int) -> bool:
        """Whether a visit has yielded before an event and is resumed after it."""
        found = self._suspensions[number]
        place = bisect_right(found, position)
        return place % 2 == 1 and found[place - 1] != position

    def step_after(self, position: int) -> VisitNo:
        """The first visit that begins after an event; one past the last for none."""
        return bisect_right(self.steps.begin, position) + 1

    def resumer(self, position: int) -> VisitNo:
        """The visit that resumes a generator with the RESUME event at a position; 0 for none."""
        own = self.step_at(position, self.sites[self.tag(position)].scope)
        frame = self.steps.frame[own - 1] if own else 0
        number = self.step_at(position)
        while number and self.steps.frame[number - 1] == frame:
            number = self.steps.parent[number - 1]
        return number

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
        begin, end = self.steps.begin[number - 1], self.steps.end[number - 1]
        following = self.steps.begin[number] if number < len(self.trace) else self.total
        last = min(end + 1, self.total)
        if following >= end:
            inside = range(begin + 1, last)
            return [
                p for p in inside if p < end or self.sites[self.tag(p)].kind in (kinds.RETURN, kinds.UNWIND)
            ]
        found = []
        for position in self.backward(self._within(number), last, begin + 1):
            if self.step_at(position, self.sites[self.tag(position)].scope) == number:
                found.append(position)
        return found[::-1]

    def _within(self, number: VisitNo) -> tuple[int, ...]:
        """The sites whose events a visit itself may log, without its beginning."""
        asked = block, scope = self.trace.block_of(number), self.trace.scope_of(number)
        if asked not in self._inside:
            self._inside[asked] = tuple(
                n
                for n, s in enumerate(self.sites)
                if s.kind not in _BEGINNING and (s.block == block or (not s.block and s.scope in (scope, "")))
            )
        return self._inside[asked]

    # --- objects ---------------------------------------------------------------------------------------------

    def object_at(self, reference: Wire, position: int) -> HeapObject | None:
        """A heap object as it was before an event."""
        return self.machine(position).lookup(reference[0]) if is_reference(reference) else None

    def machine(self, position: int) -> "Machine":
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
            tags = self.tags[first:end] if self.width == 1 else map(self.tag, range(first, end))
            changing = map(self._mutating.__contains__, tags)
            for position in compress(range(first, end), changing):
                number = changed_object(self.event(position))
                if number is not None:
                    found.setdefault(number, []).append(position)
        return found


def changed_object(event: Logged) -> int | None:
    """The number of the heap object that a mutating event changed."""
    for value in reversed(event.values):
        if type(value) is tuple and len(value) == 7 and value[0] == wire.SNAPSHOT:
            return value[1][0] if is_reference(value[1]) else None
    first = event.values[0]
    return first[0] if is_reference(first) else None
