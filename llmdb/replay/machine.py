"""Replays events: frames with their names, and heap objects with their contents, as they were at any event."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Log, ScopeRow, Wire
from llmdb.events.sites import Site
from llmdb.program.files import is_module, variable_key
from llmdb.replay.frames import ALL, MISSING, Frame
from llmdb.replay.heap import HeapObject, Operation, is_reference, same_value
from llmdb.replay.heap_events import Action, HeapEvents
from llmdb.replay.stacks import KeptStacks, Stacks
from llmdb.replay.visible import VisibleNames

F = TypeVar("F", bound=Frame)


class Keyframe(NamedTuple, Generic[F]):
    """Frames at one event; heap objects are kept by whoever gives them back to the machine."""

    stacks: KeptStacks[F]
    returned: dict[str, F]
    visits: int


class MachineObserver:
    """Is told by a machine what happens; by itself it does nothing."""

    def begins(self, frame: Frame) -> None:
        """A frame begins."""

    def leaves(self, frame: Frame) -> None:
        """The visit under way in a frame ends."""

    def hands_over(self, frame: Frame) -> None:
        """Control is about to leave a frame, which goes on later."""

    def is_back(self, frame: Frame | None, since: int) -> None:
        """Control is in a frame again, None for none; its first event may be `since`."""

    def carries_out(self, found: HeapObject, operation: Operation) -> bool:
        """Change a heap object, and give whether that had an effect."""
        return found.apply(operation)


class Machine(Generic[F]):
    """The state of the program as the events tell it.

    Args:
        make: makes a frame, of its number and its scope.
        load: gives heap objects that were not touched since the keyframe.

    Attributes:
        position: events replayed so far, over all chunks.
        stacks: the frames.
        names: the names that frames see.
        heap: objects touched since the keyframe; `lookup` loads others.
        shared: those that others hold, too: they are copied before they are changed.
        visit_count: how many visits have begun.
        visit_before: of the block begun last, the visit before in its frame; 0 for none.
    """

    def __init__(
        self,
        make: Callable[[int, str], F],
        scopes: Mapping[str, ScopeRow],
        initial: Mapping[str, Wire],
        load: Callable[[int], HeapObject | None],
        observer: MachineObserver | None = None,
    ) -> None:
        self._make_frame = make
        self._scopes = scopes
        self._initial = initial
        self._load = load
        self._observer = observer or MachineObserver()
        self.heap: dict[int, HeapObject] = {}
        self.shared: set[int] = set()
        self.stacks: Stacks[F] = Stacks(self._make, self)
        self.names: VisibleNames[F] = VisibleNames(scopes, self.stacks, self.lookup)
        self.heap_events = HeapEvents(self.lookup, self.mutate)
        self._actions: list[tuple[Action, Site, int]] = []
        self.position = self.visit_count = self.visit_before = 0

    def learn(self, sites: Sequence[Site]) -> None:
        """Sites were added to the table, which is given whole."""
        self._actions += [(self.action(site), site, site.values) for site in sites[len(self._actions) :]]

    def run(self, log: Log, first: int, value: int, stop: int) -> int:
        """Replay `log.tags[first:stop]`, whose values start at `value`; the place of the next value."""
        values, actions = log.values, self._actions
        at, position = value, self.position
        for tag in log.tags[first:stop]:
            action, site, size = actions[tag]
            self.position = position
            action(site, values, at)
            position += 1
            at += size
        self.position = position
        return at

    def reset(self, keyframe: Keyframe[F], position: int) -> None:
        """Go to a keyframe, with no heap object known."""
        self.stacks.restore(keyframe.stacks, lambda frame: frame.thaw())
        returned = {scope: frame.thaw() for scope, frame in keyframe.returned.items()}
        self.names.returned = returned
        self.names.restore([*self.stacks, *returned.values()])
        self.visit_count, self.position = keyframe.visits, position
        self.heap.clear()
        self.shared.clear()

    def keyframe(self) -> Keyframe[F]:
        """The frames as they are now."""
        returned = {scope: frame.freeze() for scope, frame in self.names.returned.items()}
        return Keyframe(self.stacks.keep(lambda frame: frame.freeze()), returned, self.visit_count)

    def find_frame(self, number: int) -> F | None:
        """A frame under way or suspended, or one that has returned whose variables others still see."""
        frames = chain(self.stacks, self.names.returned.values())
        return next((frame for frame in frames if frame.number == number), None)

    def action(self, site: Site) -> Action:
        """What the events of a site do."""
        if site.kind == kinds.STORE and site.storage in (kinds.FAST, kinds.NAME):
            return self._store_own
        return {
            kinds.ENTER: self._enter,
            kinds.GENERATOR: self._generator,
            kinds.BLOCK: self._block,
            kinds.BEGIN: self._begin,
            kinds.OVER: self._over,
            kinds.STORE: self._store_other,
            kinds.DELETE: self._delete,
            kinds.RETURN: self._return,
            kinds.YIELD: self._yield,
            kinds.RESUME: self._resume,
            kinds.UNWIND: self._unwind,
            kinds.RAISED: self._raised,
            kinds.THREAD: self._thread,
            **self.heap_events.actions,
        }.get(site.kind, _nothing)

    # --- heap objects ----------------------------------------------------------------------------------------

    def lookup(self, number: int) -> HeapObject | None:
        """A heap object as it is now."""
        found = self.heap.get(number)
        if found is None:
            found = self._load(number)
            if found is not None:
                self.heap[number] = found
        return found

    def mutate(self, number: int, operation: Operation) -> None:
        """Change a heap object and note it for the visit under way."""
        found = self.lookup(number)
        if found is None or (self.names.others and self.names.module_object(found) is not None):
            return  # what is set in a module that is recorded is told as its variables bound
        if number in self.shared:
            self.shared.discard(number)
            found = self.heap[number] = found.copy()
        if self._observer.carries_out(found, operation):
            frame = self.stacks.top
            if frame is not None:
                if frame.mutated is None:
                    frame.mutated = {number}
                else:
                    frame.mutated.add(number)

    # --- frames ----------------------------------------------------------------------------------------------

    def _make(self, number: int, scope: str) -> F:
        frame = self._make_frame(number, scope)
        if self.names.module is None:
            self.names.module = frame
            frame.names.update(self._initial)
        elif scope[-1] == ">" and is_module(scope):
            self.names.begins_again(frame)
        self._observer.begins(frame)
        return frame

    def hands_over(self, frame: F) -> None:
        """Overridden: control leaves a frame that goes on later."""
        self._observer.hands_over(frame)

    def is_back(self, frame: F | None, callee: F | None, is_noted: bool) -> None:
        """Overridden: what a frame did until now is of a part that is over, and what a call did is done by it."""
        if frame is not None:
            if callee is not None:
                frame.take_over(callee)
            frame.fold()
        self._observer.is_back(frame, self.position + is_noted)

    def loses(self, frame: F) -> None:
        """Overridden: a frame is over."""
        self._observer.leaves(frame)

    def _enter(self, site: Site, values: Sequence[Wire], at: int) -> None:
        self._parameters(self.stacks.push(site.scope), site, values, at)

    def _generator(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.push(site.scope)
        frame.key = values[at]
        self._parameters(frame, site, values, at + 1)

    def _parameters(self, frame: F, site: Site, values: Sequence[Wire], at: int) -> None:
        row, names = self._scopes.get(site.scope), site.names
        given = zip(names, values[at : at + len(names)], strict=False)
        if row is None or not (row.cells or row.free):
            frame.arguments = dict(given)
            frame.names.update(frame.arguments)
            return
        for name, value in given:
            if is_reference(value) and (name in row.cells or name in row.free):
                held = self.lookup(value[0])
                if held is not None and held.kind == wire.CELL:
                    self._bind_cell(frame, name, value[0], row)
                    continue
            frame.names[name] = value
            frame.arguments[name] = value

    def _bind_cell(self, frame: F, name: str, cell: int, row: ScopeRow) -> None:
        frame.cells[name] = cell
        if name in row.cells:
            items = (frame.arguments[name],) if name in frame.arguments else ()
            self.mutate(cell, ("set", (wire.CELL, "cell", items, (), None)))

    def _block(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.top
        if frame is None or frame.scope != site.scope:
            frame = self.stacks.begin(site.scope)
        self._observer.leaves(frame)
        self.visit_count += 1
        self.visit_before = frame.step
        frame.begin_visit(self.visit_count)

    def _begin(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.go_on(site.scope)
        if frame is not None:
            frame.begun = site.line

    def _over(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.go_on(site.scope)
        if frame is not None:
            frame.begun = ALL

    def _return(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.top
        if frame is not None and (frame.scope == site.scope or not site.scope):
            self._observer.leaves(frame)
            self.stacks.end()
            self.names.keep_returned(frame)

    def _yield(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.top
        if frame is not None and frame.scope == site.scope:
            self.stacks.suspend()

    def _resume(self, site: Site, values: Sequence[Wire], at: int) -> None:
        self.stacks.resume(values[at])

    def _unwind(self, site: Site, values: Sequence[Wire], at: int) -> None:
        if self.stacks.reach(site.scope) is not None:
            self._return(site, values, at)

    def _raised(self, site: Site, values: Sequence[Wire], at: int) -> None:
        self.stacks.reach(site.scope)

    def _thread(self, site: Site, values: Sequence[Wire], at: int) -> None:
        number = values[at]
        self.stacks.switch(number if type(number) is int else 0)

    # --- names -----------------------------------------------------------------------------------------------

    def _store_own(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame = self.stacks.top
        if frame is None or frame.scope != site.scope:
            return
        name = site.names[0]
        names = frame.names
        if name not in frame.stored:
            frame.stored[name] = names.get(name, MISSING)
        names[name] = values[at]
        frame.image = None

    def _store_other(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame, name, value = self.stacks.top, site.names[0], values[at]
        if frame is None:
            return
        if site.storage == kinds.CELL and (site.values > 1 or name in frame.cells):
            cell = values[at + 1] if site.values > 1 else (frame.cells[name],)
            if is_reference(cell):
                self.mutate(cell[0], ("set", (wire.CELL, "cell", (value,), (), None)))
            return
        is_global = site.storage == kinds.GLOBAL
        owner = self.names.module_of(frame, site) if is_global else self.names.owner(frame, name)
        _rebind(frame, owner or frame, name, value)

    def _delete(self, site: Site, values: Sequence[Wire], at: int) -> None:
        frame, name = self.stacks.top, site.names[0]
        if frame is None:
            return
        if name in frame.cells and site.storage == kinds.CELL:
            self.mutate(frame.cells[name], ("set", (wire.CELL, "cell", (), (), None)))
            return
        owner = self.names.module_of(frame, site) if site.storage == kinds.GLOBAL else frame
        _rebind(frame, owner or frame, name, MISSING)


def _nothing(site: Site, values: Sequence[Wire], at: int) -> None:
    """An event that changes no state."""


def _rebind(frame: Frame, owner: Frame, name: str, value: Wire) -> None:
    old = owner.names.get(name, MISSING)
    if name not in owner.stored:
        owner.stored[name] = old
    if owner is not frame and not same_value(old, value):
        frame.mutated = (frame.mutated or set()) | {variable_key(owner.scope, name)}
    if value is MISSING:
        owner.names.pop(name, None)
    else:
        owner.names[name] = value
    owner.image = None
