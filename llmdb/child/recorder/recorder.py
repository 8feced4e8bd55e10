"""The recorder: its parts put together, as the probes and the child call them."""

import types
from collections.abc import Callable, Mapping, Sequence

from llmdb.child.recorder.attributes import Attributes
from llmdb.child.recorder.callees import IDENTITY_EQUALITY
from llmdb.child.recorder.calls import Calls
from llmdb.child.recorder.comparing import Comparing
from llmdb.child.recorder.describe import Describer
from llmdb.child.recorder.frames import Frames, Threads
from llmdb.child.recorder.items import Items
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.names import Namespaces
from llmdb.child.recorder.objects import IdentityTable
from llmdb.child.recorder.outside import Outside
from llmdb.child.recorder.scopes import scope_rows
from llmdb.child.recorder.taken import Taken
from llmdb.child.reserve import Reserve
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.sites import Site

_DRAINED_AT = 4_096
"""Events after which the log is drained: an event costs the same for any number from 1,000 to 16,000, and where fewer
are drained at once, less is to be decoded and compared for a question to a past step."""


class Recorder:
    """Implements `Probes`: the methods that the instrumented code calls are those of the parts themselves.

    Args:
        on_limit: called once, from `drain`, when `max_steps` steps are in the log; everything was sent before.
        reserve: memory for `drain` alone; None for none.
        on_full: called by `drain` when it has used that up; what could be sent was sent before.
    """

    def __init__(
        self,
        send: Callable[[bytes], None],
        *,
        limit: int = _DRAINED_AT,
        max_steps: int = 1_000_000,
        flush_every_step: bool = False,
        sees_deaths: bool = False,
        describers: Sequence[Describer] = (),
        on_limit: Callable[[], None] | None = None,
        reserve: Reserve | None = None,
        on_full: Callable[[], None] | None = None,
    ) -> None:
        self.table = table = IdentityTable(describers, weak=sees_deaths)
        table.by_class(IDENTITY_EQUALITY)
        self.log = log = EventLog(
            send,
            table,
            limit=limit,
            max_steps=max_steps,
            flush_every_step=flush_every_step,
            sees_deaths=sees_deaths,
            on_limit=on_limit,
            reserve=reserve,
            on_full=on_full,
        )
        self.threads = threads = Threads(log)
        taken = Taken(log, table, threads)
        comparing = Comparing(log, table, threads.check)
        self._namespaces = namespaces = Namespaces(log, table)
        attributes = Attributes(log, table, comparing, namespaces)
        items = Items(log, table, comparing, namespaces, attributes)
        self.calls = calls = Calls(log, table, comparing, namespaces, attributes, items, taken, threads)
        frames = Frames(log, comparing, threads, calls.close)
        self.from_outside = outside = Outside(log, threads)

        self.tags, self.values, self.limit, self.drain = log.tags, log.values, log.limit, log.overflow
        self.generator, self.made, self.defaults = frames.generator, frames.made, frames.defaults
        self.resume, self.suspended = frames.resume, frames.suspended
        self.unwind, self.raised = frames.unwind, frames.raised
        self.setitem, self.delitem, self.readitem = items.setitem, items.delitem, items.readitem
        self.inplace = items.inplace
        self.late, self.settle = comparing.late, comparing.settle
        self.lost: list[bool] = []
        self.setattr, self.delattr = attributes.setattr, attributes.delattr
        self.opens, self.keeps = attributes.opens, attributes.keeps
        self.imports_all = namespaces.imports_all
        self.before_call, self.before_call_star = calls.before_call, calls.before_call_star
        self.before_one = calls.before_one
        self.before_setting, self.before_cached = calls.before_setting, calls.before_cached
        self.after_call, self.after_cached = calls.after_call, calls.after_cached
        self.thread = threads.check
        self.outside, self.imported, self.formats = outside.outside, outside.imported, outside.formats
        self.taken, self.look = taken.taken, taken.look
        self.finish, self.pause, self.use_reserve = log.finish, log.pause, log.use_reserve

    @property
    def steps_left(self) -> int:
        """How many steps may still be recorded."""
        return self.log.steps_left

    def start(self, sites: Sequence[Site], codes: Sequence[types.CodeType] = ()) -> None:
        """Send the site table; the code of each file, the main one first, tells what each scope reads."""
        self.log.start(sites, [row for code in codes for row in scope_rows(code)])
        self.calls.start(self.log.sites)
        if codes:
            self._namespaces.start(codes)
        self.threads.follow()
        self.from_outside.start()

    def bind_initial(self, namespace: Mapping[str, object]) -> None:
        """Log the module variables that exist before the first step."""
        self._namespaces.bind_initial(namespace)

    def watch_module(self, module: str, names: dict[str, object]) -> None:
        """A module whose code is recorded has these variables: others may set them."""
        self._namespaces.watch_module(module, names)

    def conclude(self, written: Sequence[tuple[str, str]]) -> None:
        """After `pause`: what was logged since is dropped, but for what was written to the streams."""
        self.log.forget()
        for stream, text in written:
            self.note_write(stream, text)
        self.log.resume()
        self.finish()

    def note_write(self, stream: str, text: str) -> None:
        """The program wrote to "stdout" or "stderr"."""
        self.threads.check()
        log, size = self.log, wire.TEXT_INLINE
        tags, values, site = log.tags, log.values, log.own[kinds.WRITE, ""]
        for start in range(0, len(text), size):
            tags.append(site)
            values += (stream, text[start : start + size])
        if len(tags) > log.limit:
            log.overflow()

    def note_input(self, text: str) -> None:
        """The program read a line of standard input."""
        self.threads.check()
        self.log.tags.append(self.log.own[kinds.INPUT, ""])
        self.log.values.append(text[: wire.TEXT_INLINE])
