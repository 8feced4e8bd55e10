"""Replays events: frames with their names, and heap objects with their contents, as they were at any event."""

from collections.abc import Callable, Sequence

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Log, ScopeRow, Wire
from llmdb.events.sites import Site
from llmdb.replay.frames import MISSING, Frame
from llmdb.replay.heap import is_reference, same_value
from llmdb.replay.heap_events import HeapEvents
from llmdb.replay.state import Loader
from llmdb.replay.visible import VisibleNames


class Machine(VisibleNames, HeapEvents):
    """The state of the program as the events tell it; see `MachineState` for the attributes."""

    def __init__(
        self,
        sites: Sequence[Site],
        scopes: dict[str, ScopeRow],
        initial: dict[str, Wire],
        load: Loader,
    ) -> None:
        super().__init__(sites, scopes, initial, load)
        self.actions: list[tuple[Callable[[Site, int], None], Site, int]] = []
        self.learn(sites)

    def learn(self, sites: Sequence[Site]) -> None:
        """Sites were added to the table, which is given whole."""
        self.sites = sites
        self.actions += [(self._action(site), site, site.values) for site in sites[len(self.actions) :]]

    def run(self, log: Log, first: int, value: int, stop: int) -> int:
        """Replay `log.tags[first:stop]`, whose values start at `value`; the place of the next value."""
        self.values = log.values
        actions = self.actions
        at = value
        position = self.position
        for tag in log.tags[first:stop]:
            action, site, size = actions[tag]
            self.position = position
            action(site, at)
            position += 1
            at += size
        self.position = position
        return at

    def leave(self, frame: Frame) -> None:
        """The visit under way in `frame` ends; for subclasses."""

    def _action(self, site: Site) -> Callable[[Site, int], None]:
        if site.kind == kinds.STORE and site.storage in (kinds.FAST, kinds.NAME):
            return self._store_own
        return {
            kinds.ENTER: self._enter,
            kinds.GENERATOR: self._generator,
            kinds.BLOCK: self._block,
            kinds.LINE: self._line,
            kinds.STORE: self._store_other,
            kinds.DELETE: self._delete,
            kinds.RETURN: self._return,
            kinds.YIELD: self._yield,
            kinds.RESUME: self._resume,
            kinds.UNWIND: self._unwind,
            kinds.RAISED: self._raised,
            kinds.CAUGHT: self._caught,
            **self._changes(),
            kinds.WRITE: self._write,
            kinds.INPUT: self._input,
            kinds.THREAD: self._thread,
            kinds.BEGIN: self._begin,
        }.get(site.kind, self._nothing)

    def _nothing(self, site: Site, at: int) -> None:
        """An event that changes no state."""

    _line = _write = _input = _caught = _nothing

    # --- frames ----------------------------------------------------------------------------------------------

    def _push(self, site: Site) -> Frame:
        self.hands_over()
        self.frame_count += 1
        frame = Frame(self.frame_count, site.scope, self.thread)
        if self.module is None:
            self.module = frame
            frame.names.update(self.initial)
        self.stack.append(frame)
        self.frame = frame
        return frame

    def _pop(self) -> Frame | None:
        if not self.stack:
            return None
        frame = self.stack.pop()
        caller = self.stack[-1] if self.stack else None
        if caller is not None:
            merge(caller, frame)
        self.frame = caller
        self.goes_on(caller, self.position + 1)
        return frame

    def goes_on(self, frame: Frame | None, since: int) -> None:
        """Control comes back to a frame in the middle of its visit, None for none; its first event may be `since`."""
        if frame is not None:
            frame.fold()

    def hands_over(self) -> None:
        """Control is about to leave the frame that runs, which goes on later; for subclasses."""

    def _enter(self, site: Site, at: int) -> None:
        self._parameters(self._push(site), site, at)

    def _generator(self, site: Site, at: int) -> None:
        frame = self._push(site)
        frame.key = self.values[at]
        self._parameters(frame, site, at + 1)

    def _parameters(self, frame: Frame, site: Site, at: int) -> None:
        values = self.values
        row = self.scopes.get(site.scope)
        for name, value in zip(site.names, values[at : at + len(site.names)], strict=False):
            if is_reference(value):
                held = self.lookup(value[0])
                if held is not None and held.kind == wire.CELL:
                    self._bind_cell(frame, name, value[0], row)
                    continue
            frame.names[name] = value
            frame.arguments[name] = value

    def _bind_cell(self, frame: Frame, name: str, cell: int, row: ScopeRow | None) -> None:
        frame.cells[name] = cell
        if row is not None and name in row.cells:
            items = (frame.arguments[name],) if name in frame.arguments else ()
            self.mutate(cell, ("set", (wire.CELL, "cell", items, (), None)))

    def _block(self, site: Site, at: int) -> None:
        frame = self.frame
        if frame is None or frame.scope != site.scope:
            frame = self._heal(site)
        else:
            self.leave(frame)
        self.step_count += 1
        self.step_before = frame.step
        frame.step = self.step_count
        frame.image = None
        if frame.mutated:
            if frame.total is None:
                frame.total = frame.mutated
            else:
                frame.total |= frame.mutated
        if frame.visit_mutated:
            if frame.total is None:
                frame.total = frame.visit_mutated
            else:
                frame.total |= frame.visit_mutated
            frame.visit_mutated = None
        frame.mutated = None
        frame.begun = 0
        if frame.stored:
            frame.stored = {}
        if frame.visit_stored:
            frame.visit_stored = {}

    def _begin(self, site: Site, at: int) -> None:
        """A statement after a call, which may have waited for another thread."""
        frame = self.frame
        if frame is None or frame.scope != site.scope:
            frame = self._switch(site.scope)
        if frame is not None:
            frame.begun = site.line

    def _switch(self, scope: str) -> Frame | None:
        """Go on in the other thread whose running frame is of this scope; None if there is none."""
        for thread, stack in self.stacks.items():
            if stack and stack[-1].scope == scope and thread != self.thread:
                self.hands_over()
                self.thread = thread
                self._top()
                self.goes_on(stack[-1], self.position)
                return stack[-1]
        return None

    def _heal(self, site: Site) -> Frame:
        """A block of another scope than the running frame's: a frame whose end or thread was not logged."""
        other = self._switch(site.scope)
        if other is not None:
            self.leave(other)
            return other
        if any(f.scope == site.scope for f in self.stack):
            while self.frame is not None and self.frame.scope != site.scope:
                self.leave(self.frame)
                self._pop()
            assert self.frame is not None
            self.leave(self.frame)
            return self.frame
        return self._push(site)

    def _return(self, site: Site, at: int) -> None:
        self._exit(site)

    def _exit(self, site: Site) -> None:
        frame = self.frame
        if frame is None or (site.scope and frame.scope != site.scope):
            return
        self.leave(frame)
        self._pop()
        if frame.key:
            self.suspended.pop(frame.key, None)
        if frame is self.module or ".<locals>." not in frame.scope:
            row = self.scopes.get(frame.scope)
            if frame is not self.module and (row is None or not row.cells or frame.cells):
                return
        self.returned[frame.scope] = frame

    def _yield(self, site: Site, at: int) -> None:
        frame = self.frame
        if frame is None or frame.scope != site.scope:
            return
        self._pop()
        self.suspended[frame.key] = frame

    def _resume(self, site: Site, at: int) -> None:
        frame = self.suspended.pop(self.values[at], None)
        if frame is not None:
            self.hands_over()
            frame.thread = self.thread
            self.stack.append(frame)
            self.frame = frame
            self.goes_on(frame, self.position + 1)

    def _unwind(self, site: Site, at: int) -> None:
        self._running(site)
        self._exit(site)

    def _running(self, site: Site) -> Frame | None:
        """The frame that an exception leaves, which another thread may have begun."""
        if self.frame is None or self.frame.scope != site.scope:
            self._switch(site.scope)
        return self.frame

    def _raised(self, site: Site, at: int) -> None:
        frame = self.frame
        while (
            frame is not None and frame.scope != site.scope and any(f.scope == site.scope for f in self.stack)
        ):
            self.leave(frame)
            self._pop()
            frame = self.frame

    def _thread(self, site: Site, at: int) -> None:
        self.hands_over()
        self.thread = int(self.values[at])
        self._top()
        self.goes_on(self.frame, self.position + 1)

    # --- names -----------------------------------------------------------------------------------------------

    def _store_own(self, site: Site, at: int) -> None:
        frame = self.frame
        if frame is None or frame.scope != site.scope:
            return
        name = site.names[0]
        names = frame.names
        if name not in frame.stored:
            frame.stored[name] = names.get(name, MISSING)
        names[name] = self.values[at]
        frame.image = None

    def _store_other(self, site: Site, at: int) -> None:
        frame, name, value = self.frame, site.names[0], self.values[at]
        if frame is None:
            return
        if site.storage == kinds.CELL and name in frame.cells:
            self.mutate(frame.cells[name], ("set", (wire.CELL, "cell", (value,), (), None)))
            return
        owner = self.module if site.storage == kinds.GLOBAL else self._owner(frame, name)
        self._rebind(frame, owner or frame, name, value)

    def _rebind(self, frame: Frame, owner: Frame, name: str, value: Wire) -> None:
        old = owner.names.get(name, MISSING)
        if name not in owner.stored:
            owner.stored[name] = old
        if owner is not frame and not same_value(old, value):
            frame.mutated = (frame.mutated or set()) | {name}
        if value is MISSING:
            owner.names.pop(name, None)
        else:
            owner.names[name] = value
        owner.image = None

    def _delete(self, site: Site, at: int) -> None:
        frame, name = self.frame, site.names[0]
        if frame is None:
            return
        if name in frame.cells and site.storage == kinds.CELL:
            self.mutate(frame.cells[name], ("set", (wire.CELL, "cell", (), (), None)))
            return
        owner = self.module if site.storage == kinds.GLOBAL else frame
        self._rebind(frame, owner or frame, name, MISSING)


def merge(caller: Frame, callee: Frame) -> None:
    """What a call changed, since it was last left, is changed for the visit that called."""
    for part in (callee.mutated, callee.visit_mutated, callee.total):
        if part:
            if caller.visit_mutated is None:
                caller.visit_mutated = set(part)
            else:
                caller.visit_mutated |= part
    callee.total = None
