"""The log of a run: events are gathered, encoded and sent in chunks; threads and streams are marked in it."""

import _thread
import gc
import sys
import threading
import types
from array import array
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

from llmdb.child.recorder.describe import Describer
from llmdb.child.recorder.encode import Encoder, Snapshot
from llmdb.child.recorder.objects import Contents, IdentityTable, same
from llmdb.child.recorder.scopes import modules_reaching_main, scope_rows
from llmdb.child.sources import SNIPPET
from llmdb.child.weaving.harmless import all_names
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.sites import Site
from llmdb.python.operations import COMPARED_METHODS, MUTATING_METHODS, REPLAYED_METHODS
from llmdb.python.special import BINDING

_FIRST_LIMIT = 1_000
_FLUSHES_PER_SITE = 2
_MOST_KEPT = 1_000
_SLICE_S = 0.05
_MOST_OWNERS = 64


class Log:
    """What all probes write to, and how it reaches the parent.

    Attributes:
        limit: a constant of the woven code. So that an early crash loses little, `tags` begins with a padding that
            is no part of the log and shrinks: the first drain comes after 1,000 events.
        on_limit: called once, from `drain`, when `max_steps` steps are in the log; everything was sent before.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        *,
        limit: int = 16_384,
        max_steps: int = 1_000_000,
        flush_every_step: bool = False,
        sees_deaths: bool = False,
        describers: Sequence[Describer] = (),
        on_limit: Callable[[], None] | None = None,
    ) -> None:
        self.tags: list[int] = []
        self.values: list[object] = []
        self.limit = limit
        self.on_limit = on_limit
        self._send = send
        self._pad = 0
        self._room = min(_FIRST_LIMIT, limit, max_steps)
        self._steps_left = max_steps
        self._every_step = flush_every_step
        self._every_line = flush_every_step or sees_deaths
        self._table = IdentityTable(describers, weak=sees_deaths)
        self._encoder = Encoder(self._table)
        self._kinds = self._table.kinds
        self._late: list[Snapshot] = []
        self._inner: list[tuple[Snapshot, Contents, int, int]] = []
        self._changed_inside: dict[type, bool] = {}
        self._besides: dict[int, int] = {}
        self._owners: dict[int, Any] = {}
        self._cached: list[tuple[Any, ...]] = []
        self._namespace: Mapping[str, object] = {}
        self._binds_names = False
        self._reaching_main: frozenset[str] = frozenset()
        self._calls: list[Any] = []
        self._sites: list[Site] = []
        self._names: list[tuple[str, ...]] = []
        self._is_method: list[bool] = []
        self._has_after: list[bool] = []
        self._is_block = b""
        self._sizes: list[int] = []
        self._plans: list[dict[type, int]] = []
        self._pure: dict[type, bool] = {}
        self._flushes: list[int] = []
        self._own: dict[tuple[str, str], int] = {}
        self._width = "H"
        self._drained = 0
        self._kept: tuple[list[Any], ...] = ([], [], [], [])
        self._send_at = 0.0
        self._draining = False
        self._thread = self._main_thread = _thread.get_ident()
        self._threads: dict[int, int] = {self._thread: 0}
        self._next_flush = 0.0

    # --- life of a recording -------------------------------------------------------------------------------

    def start(self, sites: Sequence[Site], code: types.CodeType | None = None) -> None:
        """Send the site table, the recorder's own sites after the given ones; `code` tells what each scope reads."""
        own = [
            Site(kinds.COMPARED, "", 0, 0, (), "", 1),
            Site(kinds.WRITE, "", 0, 0, (), "", 2),
            Site(kinds.INPUT, "", 0, 0, (), "", 1),
            Site(kinds.THREAD, "", 0, 0, (), "", 1),
            Site(kinds.RESUME, "", 0, 0, ("exception",), "", 1),
            Site(kinds.SETITEM, "", 0, 0, (), "", 3),
            Site(kinds.KEPT, "", 0, 0, (), "", 3),
            *(Site(kinds.METHOD, "", 0, 0, (name,), "", 3) for name in sorted(REPLAYED_METHODS)),
        ]
        table = self._sites = [*sites, *own]
        for number, site in enumerate(own, len(sites)):
            self._own[site.kind, site.names[0] if site.names else ""] = number
        self._names = [site.names for site in table]
        self._is_method = [site.kind == kinds.METHOD for site in table]
        self._has_after = [
            site.kind != kinds.METHOD
            or site.names[0] not in MUTATING_METHODS
            or site.names[0] in COMPARED_METHODS
            for site in table
        ]
        self._is_block = bytes(site.kind == kinds.BLOCK for site in table).ljust(256, b"\0")
        self._sizes = [site.values for site in table]
        self._plans = [{} for _ in table]
        self._flushes = [0] * len(table)
        self._width = _width(len(table))
        scopes = [] if code is None else scope_rows(code)
        self._reaching_main = frozenset() if code is None else modules_reaching_main(code)
        words = frozenset() if code is None else all_names(code)
        self._binds_names = bool(self._reaching_main) or not BINDING.isdisjoint(words)
        self._transmit((wire.SITES, [list(site) for site in table], scopes))
        if self._every_line:
            sys.settrace(self._watch)
        self._repad()
        self.follow_threads()

    def _add_site(self, site: Site) -> int:
        """The number of a new site."""
        number = len(self._sites)
        self._sites.append(site)
        self._names.append(site.names)
        self._is_method.append(False)
        self._has_after.append(False)
        self._is_block = self._is_block.ljust(number + 1, b"\0")
        self._sizes.append(site.values)
        self._plans.append({})
        self._flushes.append(0)
        self._width = _width(number + 1)
        self._transmit((wire.SITES, [list(site)], []))
        return number

    def follow_threads(self) -> None:
        """Mark in the log where another thread begins or goes on; slices are long, so that this is seldom."""
        for module in (_thread, threading):
            for name in ("start_new_thread", "_start_new_thread"):
                if original := getattr(module, name, None):
                    setattr(module, name, self._starter(original))
            for name in ("start_joinable_thread", "_start_joinable_thread"):  # 3.13
                if original := getattr(module, name, None):
                    setattr(module, name, self._joinable_starter(original))

    def _starter(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start_new_thread(function: Any, args: Any, kwargs: Any = None) -> Any:
            sys.setswitchinterval(_SLICE_S)
            return original(self._run_thread, (function, args, kwargs or {}))

        return start_new_thread

    def _joinable_starter(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def start_joinable_thread(function: Any, *args: Any, **kwargs: Any) -> Any:
            sys.setswitchinterval(_SLICE_S)
            return original(lambda: self._run_thread(function, (), {}), *args, **kwargs)

        return start_joinable_thread

    def _run_thread(self, function: Any, args: Any, kwargs: Any) -> None:
        self._check_thread()
        function(*args, **kwargs)

    def _repad(self) -> None:
        """Let the next drain come after `_room` events."""
        pad = self.limit - self._room
        self.tags[: self._pad], self._pad = [0] * pad, pad

    def bind_initial(self, namespace: Mapping[str, object]) -> None:
        """Log the module variables that exist before the first step."""
        self._namespace = namespace
        pairs = [(n, v) for n, v in namespace.items() if type(n) is str and not n.startswith("__")]
        values = self._encoder.values([v for _, v in pairs])
        names = [n for n, _ in pairs]
        self._transmit((wire.INITIAL, names, values, self._encoder.news()))

    def drain(self, keep: bool = False) -> None:
        """Encode and send what has been logged; with `keep` it may be sent later, together with what comes then."""
        if self._draining:
            return
        self._draining = True
        collects = gc.isenabled()
        gc.disable()
        try:
            self._drain(keep)
        finally:
            self._draining = False
            if collects:
                gc.enable()

    def finish(self) -> None:
        """Send the rest."""
        if self._every_line:
            sys.settrace(None)
        self.drain()

    def _drain(self, keep: bool) -> None:
        self._settle()
        log, slots, pad = self.tags, self.values, self._pad
        tags, values = log[pad:], slots[:]
        log[pad:], slots[:] = (), ()
        if not tags:
            if not keep:
                self._send_kept()
            return
        packed = b"" if self._kept[0] else self._pack_tags(tags)
        if self._count_steps(tags, packed or self._pack_tags(tags)):
            packed = b""
            del values[sum(map(self._sizes.__getitem__, tags)) :]
        encoded = self._encoder.values(values)
        news = self._encoder.news()
        fresh: tuple[Sequence[Any], ...] = (tags, encoded, news, self._table.take_freed())
        for kept, new in zip(self._kept, fresh, strict=True):
            kept += new
        if (
            not keep
            or len(self._kept[0]) > _MOST_KEPT
            or perf_counter() > self._send_at
            or not self._steps_left
        ):
            self._send_kept(packed)
        self._drained += 1
        del values, encoded, news, fresh
        if self._every_line or len(self._owners) > _MOST_OWNERS:
            self._table.apart.difference_update(self._owners)
            self._owners.clear()
        self._table.sweep()
        self._room = min(
            self.limit, self._room * 2 if self._room >= _FIRST_LIMIT else _FIRST_LIMIT, self._steps_left
        )
        self._repad()
        if self._steps_left <= 0 and self.on_limit is not None:
            self.on_limit()

    def _send_kept(self, packed: bytes = b"") -> None:
        """Send what is kept; `packed` are its tags, if that was done already."""
        tags, values, news, freed = self._kept
        if tags:
            packed = packed or self._pack_tags(tags)
            self._transmit((wire.LOG, self._width, packed, values, news, freed))
            self._kept = ([], [], [], [])
            self._send_at = perf_counter() + _SLICE_S

    def _settle(self) -> None:
        """Fill in the places left by `_put_later`."""
        late, self._late = self._late, []
        for snapshot in late:
            snapshot.contents = self._table.capture(snapshot.value)
        inner, self._inner = self._inner, []
        for snapshot, before, tag, place in reversed(inner):
            snapshot.contents = self._table.capture(snapshot.value)
            if same(before, snapshot.contents):
                del self.tags[tag], self.values[place]

    def _pack_tags(self, tags: list[int]) -> bytes:
        return bytes(tags) if self._width == "B" else array(self._width, tags).tobytes()

    def _count_steps(self, tags: list[int], packed: bytes) -> bool:
        """Count blocks down; cut the log before the first step that is too many, and say so."""
        flags = self._is_block
        if self._width == "B":
            begun = packed.translate(flags).count(1)
        else:
            begun = sum(map(flags.__getitem__, tags))
        if begun <= self._steps_left:
            self._steps_left -= begun
            return False
        left, self._steps_left = self._steps_left, 0
        for position, tag in enumerate(tags):
            left -= flags[tag]
            if left < 0:
                del tags[position:]
                break
        return True

    def _transmit(self, message: Sequence[object]) -> None:
        self._send(self._encoder.pack(message))

    def _watch(self, frame: types.FrameType, event: str, argument: object) -> Any:
        """A trace function that sends every event at once, for the run after a crash, or every line's."""
        del argument
        if frame.f_code.co_filename != SNIPPET:
            return None
        frame.f_trace_opcodes = self._every_step
        if len(self.tags) > self._pad and event != "call":
            self.drain(keep=not self._every_step)
        return self._watch

    def _flush_before(self, site: int, always: int = _FLUSHES_PER_SITE) -> None:
        """The call may be the program's last: send what is there the first times, then as often as is cheap."""
        if self._flushes[site] < always:
            self._flushes[site] += 1
        elif perf_counter() < self._next_flush:
            return
        if len(self.tags) > self._pad or self._kept[0]:
            begun = perf_counter()
            self.drain()
            now = perf_counter()
            self._next_flush = now + 20 * (now - begun)

    # --- streams and threads -------------------------------------------------------------------------------

    def note_write(self, stream: str, text: str) -> None:
        """The program wrote to "stdout" or "stderr"."""
        self._check_thread()
        site, size = self._own[kinds.WRITE, ""], wire.TEXT_INLINE
        tags, values = self.tags, self.values
        for start in range(0, len(text), size):
            piece = text[start : start + size]
            tags += (site,)
            values += (stream, piece)
        if len(tags) > self.limit:
            self.drain()

    def note_input(self, text: str) -> None:
        """The program read a line of standard input."""
        self._check_thread()
        tags, values = self.tags, self.values
        tags += (self._own[kinds.INPUT, ""],)
        values += (text[: wire.TEXT_INLINE],)

    def _check_thread(self) -> None:
        ident = _thread.get_ident()
        if ident != self._thread:
            self._thread = ident
            number = self._threads.setdefault(ident, len(self._threads))
            tags, values = self.tags, self.values
            tags += (self._own[kinds.THREAD, ""],)
            values += (number,)


def _width(count: int) -> str:
    """The type code of an array of the numbers of so many sites."""
    return "B" if count < 256 else "H" if count < 65_536 else "I"
