"""The log of a run: events are gathered, encoded and sent in pieces."""

import gc
import sys
import types
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from time import perf_counter
from typing import Any, Protocol, TypeAlias

from llmdb.child.own_hooks import Deeper
from llmdb.child.recorder.encode import Encoder
from llmdb.child.recorder.objects import IdentityTable
from llmdb.child.reserve import Reserve
from llmdb.child.sources import RECORDED
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.sites import Site
from llmdb.python.operations import REPLAYED_METHODS

_FIRST_LIMIT = 1_000
_FLUSHES_PER_SITE = 2
_MOST_KEPT = 1_000
_PIECE = 200
"""Events that are sent at once where memory is short."""
_PIECE_WEIGHT = 100_000
"""Items and characters of objects that are."""
SLICE_S = 0.05
"""How long a thread runs before another one may, and how long events may be kept that need not be sent at once."""
_OWN_SITES = (
    Site(kinds.COMPARED, "", 0, 0, (), "", 1),
    Site(kinds.UNDER_WAY, "", 0, 0, (), "", 1),
    Site(kinds.DONE, "", 0, 0, (), "", 0),
    Site(kinds.WRITE, "", 0, 0, (), "", 2),
    Site(kinds.INPUT, "", 0, 0, (), "", 1),
    Site(kinds.THREAD, "", 0, 0, (), "", 1),
    Site(kinds.RESUME, "", 0, 0, ("exception",), "", 1),
    Site(kinds.SETITEM, "", 0, 0, (), "", 3),
    Site(kinds.KEPT, "", 0, 0, (), "", 3),
    *(Site(kinds.METHOD, "", 0, 0, (name,), "", 3) for name in sorted(REPLAYED_METHODS)),
)
_Tags: TypeAlias = "bytes | array[int]"
"""As few bytes each as the number of sites allows."""
_Encoded: TypeAlias = tuple[_Tags, Sequence[Any], Sequence[Any], Sequence[int]]
"""Tags, values, new objects and numbers of dead ones."""


class Follower(Protocol):
    """Compares a second run with what was recorded of the first one, as the log is drained."""

    def next_look(self, position: int) -> int | None:
        """The event behind `position` at which `overflow` should be called next; None for never."""

    def reached(self, position: int) -> None:
        """The woven code looks whether the log should be drained; so many events were logged."""

    def has_boundary(self, position: int) -> bool:
        """Whether the recorded run's log was drained when so many events were logged."""

    def is_recorded(self, message: bytes, count: int) -> bool:
        """Whether what was drained, so many events, is one of the recorded messages."""

    def compare(self, tags: list[int], values: Sequence[Any], news: Sequence[Any]) -> None:
        """What was drained."""


class EventLog:
    """What all probes write to, and how it reaches the parent.

    Attributes:
        tags, values: see events/sites.py; never replaced, as the woven code holds them.
        limit: a constant of the woven code. So that an early crash loses little, `tags` begins with a padding that
            is no part of the log and shrinks: the first drain comes after 1,000 events.
        sites: what each tag means.
        names, sizes: the names of each site, and how many values its events have.
        own: the numbers of the recorder's own sites, by kind and name.
        encoder: makes the messages.
        every_line: every line's events are sent at once.
        drained: how often the log was drained.
        steps_left: how many blocks may still be logged.
        position: how many events were drained.
        on_drained: called when the log was drained, and nothing of it is left here.
        follower: what compares them with those of a recorded run; None where this is that.
        before_drain: what has to be logged or filled in before the log is encoded; called again where memory ran out.
        after_drain: what is told that the log is empty.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        table: IdentityTable,
        *,
        limit: int,
        max_steps: int,
        flush_every_step: bool,
        sees_deaths: bool,
        on_limit: Callable[[], None] | None,
        reserve: Reserve | None,
        on_full: Callable[[], None] | None,
    ) -> None:
        self.tags: list[int] = []
        self.values: list[object] = []
        self.limit = limit
        self.sites: list[Site] = []
        self.names: list[tuple[str, ...]] = []
        self.own: dict[tuple[str, str], int] = {}
        self.encoder = Encoder(table)
        self.every_line = flush_every_step or sees_deaths
        self.drained = 0
        self.steps_left = max_steps
        self.position = 0
        self.follower: Follower | None = None
        self.on_drained: Callable[[], None] | None = None
        self.before_drain: list[Callable[[], None]] = []
        self.after_drain: list[Callable[[], None]] = []
        self._send = send
        self._table = table
        self._on_limit = on_limit
        self._reserve = reserve
        self._on_full = on_full
        self._is_over = False
        self._pad = 0
        self._room = min(_FIRST_LIMIT, limit, max_steps)
        self._every_step = flush_every_step
        self._is_block = b""
        self.sizes: list[int] = []
        self._flushes: list[int] = []
        self._width = "H"
        self._kept: list[_Encoded] = []
        self._unsent: tuple[_Tags, list[object]] = (b"", [])
        self._send_at = 0.0
        self._draining = False
        self._next_flush = 0.0

    # --- sites ---------------------------------------------------------------------------------------------

    def start(self, sites: Sequence[Site], scopes: Sequence[object]) -> None:
        """Send the site table, the recorder's own sites after the given ones; what each scope reads goes with it."""
        self._number(sites)
        for site in _OWN_SITES:
            self.own[site.kind, "".join(site.names[:1])] = len(self.sites)
            self._number([site])
        self.send_sites(0, scopes)
        if self.every_line:
            sys.settrace(self._watch)
        self.repad()

    def add_site(self, site: Site) -> int:
        """The number of a new site."""
        self._number([site])
        self.send_sites(len(self.sites) - 1)
        return len(self.sites) - 1

    def send_sites(self, since: int, scopes: Sequence[object] = ()) -> None:
        """Send the table of sites from a number on; what each scope reads goes with it."""
        if self.follower is not None:
            return  # whoever compares a run that is gone through again knows them
        self.transmit((wire.SITES, [list(site) for site in self.sites[since:]], scopes))

    def _number(self, sites: Sequence[Site]) -> None:
        self.sites += sites
        self.names += [site.names for site in sites]
        flags = self._is_block[: len(self.sizes)] + bytes(site.kind == kinds.BLOCK for site in sites)
        self._is_block = flags.ljust(256, b"\0")
        self.sizes += [site.values for site in sites]
        self._flushes += [0] * len(sites)
        count = len(self.sites)
        self._width = "B" if count < 256 else "H" if count < 65_536 else "I"

    # --- pieces --------------------------------------------------------------------------------------------

    def repad(self) -> None:
        """Let the next drain, or question to the follower, come after as many events as it should."""
        room = self._room
        if self.follower is not None:
            wanted = self.follower.next_look(self.events)
            room = self.limit if wanted is None else wanted - self.position - 1
        pad = max(0, self.limit - room)
        if pad != self._pad:
            self.tags[: self._pad], self._pad = [0] * pad, pad

    @property
    def events(self) -> int:
        """How many events were logged."""
        return self.position + len(self.tags) - self._pad

    @property
    def pending(self) -> tuple[list[int], list[object]]:
        """The events that were not drained yet, and their values."""
        return self.tags[self._pad :], self.values[:]

    def overflow(self) -> None:
        """The woven code's call of `drain`, where the log has grown long."""
        if self.follower is not None:
            self.follower.reached(self.events)
            if not self.follower.has_boundary(self.events):
                self.repad()
                return
        self.drain()

    def drain_all(self) -> None:
        """Drain so that nothing is left here that the parent does not have."""
        self.drain()
        self._send_kept()

    def follow(self, follower: Follower) -> None:
        """Compare what is logged from now on instead of sending it; no limit of steps ends the run any more."""
        self.follower, self.steps_left = follower, sys.maxsize
        self.repad()

    def drain_where_recorded(self) -> None:
        """Drain if the recorded run's log was drained here, too."""
        if self.follower is not None and self.follower.has_boundary(self.events):
            self.drain()

    def lead_away(self, steps: int, frame: types.FrameType) -> Any:
        """Compare no more: what is logged from now on is sent, up to so many steps, behind what is kept.

        Returns:
            How the frame under way is traced from now on.
        """
        self.follower, self.steps_left = None, steps
        self._room = min(self.limit, steps)
        self._draining = False
        self.repad()
        if not self.every_line:
            return None
        at: types.FrameType | None = frame
        while at is not None:
            if at.f_code.co_filename in RECORDED:
                at.f_trace, at.f_trace_opcodes = self._watch, self._every_step
            at = at.f_back
        sys.settrace(self._watch)
        return self._watch

    def take_from(self, position: int) -> tuple[list[int], list[object]]:
        """Take back the events from a position on, none of which was drained; with their values."""
        first = self._pad + position - self.position
        tags = self.tags[first:]
        kept = sum(self.sizes[tag] for tag in self.tags[self._pad : first])
        values = self.values[kept:]
        del self.tags[first:], self.values[kept:]
        return tags, values

    def drop_from(self, position: int, values: int) -> None:
        """Forget the events from a position on, none of which was drained, and all values but the first so many."""
        del self.tags[self._pad + position - self.position :], self.values[values:]

    def drain(self, keep: bool = False) -> None:
        """Encode and send what has been logged; with `keep` it may be sent later, together with what comes then."""
        if self._draining:
            return
        with Deeper():
            self._drain_now(keep)
        if self.on_drained is not None and not self._kept and not self._is_over:
            self.on_drained()

    def _drain_now(self, keep: bool) -> None:
        self._draining = True
        collects = gc.isenabled()
        gc.disable()
        if self._reserve is not None:
            self._reserve.free()
        try:
            self._drain_somehow(keep)
        finally:
            self._draining = False
            if collects:
                gc.enable()
        if not self._is_over and self._reserve is not None and not self._reserve.take():
            self._end_full()

    def finish(self) -> None:
        """Send the rest, with all the memory that there is."""
        if self.every_line:
            sys.settrace(None)
        self.use_reserve()
        self._prepare()
        # memory may have run out between an event and its values; nothing here is a call that a tracer would see
        needed = sum(map(self.sizes.__getitem__, self.tags[self._pad :]))
        while needed > len(self.values):
            needed -= self.sizes[self.tags.pop()]
        del self.values[needed:]
        self.drain()

    def use_reserve(self) -> None:
        """Let the reserve be used for good: the program is over."""
        if self._reserve is not None:
            self._reserve.free()
            self._is_over = True

    def pause(self) -> None:
        """Log on, but send nothing until `resume`."""
        self._draining = True

    def forget(self) -> None:
        """Drop what was logged and not sent."""
        del self.tags[self._pad :]
        self.values.clear()

    def resume(self) -> None:
        """Send again."""
        self._draining = False

    def _prepare(self) -> None:
        for prepare in self.before_drain:
            prepare()

    def _drain_somehow(self, keep: bool) -> None:
        with suppress(MemoryError):  # what the error holds is free behind this
            self._drain(keep)
            return
        with suppress(MemoryError):
            self._drain_in_pieces()
            return
        self._kept, self._unsent = [], (b"", [])
        if not self._is_over:
            self._end_full()

    def _end_full(self) -> None:
        """Say that memory is used up, all that was kept back included."""
        if self._on_full is None:
            return
        if self._reserve is not None:
            self._reserve.free_last()
        with suppress(MemoryError):
            self._send_kept()
        self._on_full()

    def _drain(self, keep: bool) -> None:
        self._take()
        tags, values = self._unsent
        if not tags:
            if not keep and self.follower is None:
                self._send_kept()
            return
        encoded = self.encoder.values(values)
        if self.follower is not None:
            self._unsent = (b"", [])
            news, freed = self.encoder.news(), self._table.take_freed()
            message = (wire.LOG, self._width, self._pack_tags(tags), encoded, news, freed)
            if not self.follower.is_recorded(self.encoder.pack(message), len(tags)):
                self.follower.compare([*tags], encoded, news)
            if self.follower.has_boundary(self.position):
                self._kept.clear()
            else:  # sent if the run is led away before the recorded run's log was sent
                self._kept.append((tags, encoded, news, freed))
            self._go_on()
            return
        self._kept.append((tags, encoded, self.encoder.news(), self._table.take_freed()))
        self._unsent = (b"", [])
        del values, encoded
        if (
            not keep
            or sum(len(kept[0]) for kept in self._kept) > _MOST_KEPT
            or perf_counter() > self._send_at
            or not self.steps_left
        ):
            self._send_kept()
        self._go_on()

    def _take(self) -> None:
        """Put what was logged out of the way of what is logged next."""
        self._prepare()
        log, slots, pad = self.tags, self.values, self._pad
        tags: _Tags
        if not pad and self._width == "B":
            tags, values = bytes(log), slots[:]
        else:
            taken, values = log[pad:], slots[:]
            tags = bytes(taken) if self._width == "B" else array(self._width, taken)
        events, places = len(tags), len(values)
        tags = self._count_steps(tags)
        if len(tags) < events:
            del values[sum(map(self.sizes.__getitem__, tags)) :]
        self._unsent = tags, values
        self.position += len(tags)
        del log[pad : pad + events], slots[:places]  # a tracer of the program may have logged more

    def _go_on(self) -> None:
        """Forget what is dead now that what was logged is encoded, and let the next drain come later."""
        self.drained += 1
        for follow in self.after_drain:
            follow()
        self._table.sweep()
        self._room = min(
            self.limit, self._room * 2 if self._room >= _FIRST_LIMIT else _FIRST_LIMIT, self.steps_left
        )
        self.repad()
        if self.steps_left <= 0 and self._on_limit is not None:
            self._on_limit()

    def _send_kept(self) -> None:
        """Send what is kept."""
        if self._kept:
            tags: Sequence[int]
            tags, values, news, freed = self._kept[0]
            if len(self._kept) > 1:
                parts = ([*chain.from_iterable(column)] for column in zip(*self._kept, strict=True))
                tags, values, news, freed = parts
            self.transmit((wire.LOG, self._width, self._pack_tags(tags), values, news, freed))
            self._kept = []
            self._send_at = perf_counter() + SLICE_S

    def _drain_in_pieces(self) -> None:
        """As `_drain`, with little memory: small pieces, each forgotten when it is sent."""
        if self._reserve is not None:
            self._reserve.free_last()
        self.encoder.forget_buffer()
        if not self._unsent[0]:
            self._take()
        self._kept.reverse()
        while self._kept:
            tags, encoded, news, freed = self._kept.pop()
            self._send_news(news)
            self.transmit((wire.LOG, self._width, self._pack_tags(tags), encoded, [], freed))
        (tags, values), self._unsent = self._unsent, (b"", [])
        at = 0
        for start in range(0, len(tags), _PIECE):
            piece = tags[start : start + _PIECE]
            size = sum(map(self.sizes.__getitem__, piece))
            part = self._encode_in_pieces(values[at : at + size])
            at += size
            self._send_news(self.encoder.news_one_by_one())
            self.transmit((wire.LOG, self._width, self._pack_tags(piece), part, [], self._table.take_freed()))
        del tags, values
        self._go_on()

    def _encode_in_pieces(self, values: Sequence[object]) -> Sequence[object]:
        """Encode values, sending the new objects among them as often as memory is used up."""
        while True:
            with suppress(MemoryError):
                return self.encoder.values(values)
            if not self._table.news:
                raise MemoryError
            self._send_news(self.encoder.news_one_by_one())

    def _send_news(self, rows: Iterable[Sequence[Any]]) -> None:
        """Send objects without events, some at a time."""
        piece, weight = list[Sequence[Any]](), 0
        for row in rows:
            piece.append(row)
            weight += 10 + sum(len(item) if type(item) in (str, bytes) else 1 for item in row[3])
            if weight > _PIECE_WEIGHT:
                self.transmit((wire.LOG, self._width, b"", [], piece, []))
                piece, weight = [], 0
        if piece:
            self.transmit((wire.LOG, self._width, b"", [], piece, []))

    def _pack_tags(self, tags: Sequence[int]) -> bytes:
        """Tags as they are sent: there may be more sites now than when they were taken."""
        return bytes(tags) if self._width == "B" else array(self._width, tags).tobytes()

    def _count_steps(self, tags: _Tags) -> _Tags:
        """Count blocks down; gives the tags up to the first step that is too many."""
        flags = self._is_block
        if isinstance(tags, bytes):
            begun = tags.translate(flags).count(1)
        else:
            begun = sum(map(flags.__getitem__, tags))
        if begun <= self.steps_left:
            self.steps_left -= begun
            return tags
        left, self.steps_left = self.steps_left, 0
        for position, tag in enumerate(tags):
            left -= flags[tag]
            if left < 0:
                return tags[:position]
        return tags

    def transmit(self, message: Sequence[object]) -> None:
        """Send a message."""
        self._send(self.encoder.pack(message))

    def _watch(self, frame: types.FrameType, event: str, argument: object) -> Any:
        """A trace function that sends every event at once, for the run after a crash, or every line's."""
        del argument
        if frame.f_code.co_filename not in RECORDED:
            return None
        frame.f_trace_opcodes = self._every_step
        self.send_at(event)
        return self._watch

    def send_at(self, event: str) -> None:
        """A trace function is told of an event: drain, if it is one at which every line's events are sent at once.

        Between two operations of a line a value may be there whose event is not logged yet.
        """
        if not self.every_line or event == "call" or (event == "opcode" and not self._every_step):
            return
        if len(self.tags) > self._pad:
            self.drain(keep=not self._every_step)

    def flush_before(self, site: int, always: int = _FLUSHES_PER_SITE) -> None:
        """The call may be the program's last: send what is there the first times, then as often as is cheap."""
        if self.follower is not None:
            self.drain_where_recorded()
            return
        if self._flushes[site] < always:
            self._flushes[site] += 1
        elif perf_counter() < self._next_flush:
            return
        if len(self.tags) > self._pad or self._kept:
            begun = perf_counter()
            self.drain()
            now = perf_counter()
            self._next_flush = now + 20 * (now - begun)
