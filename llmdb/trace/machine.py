"""Replays events: frames with their names, and heap objects with their contents, as they were at any event."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.runner.child.sites import Site
from llmdb.trace.decode import Log, ScopeRow, Wire
from llmdb.trace.frames import MISSING, Frame, FrameImage
from llmdb.trace.heap import HeapObject, Operation, is_reference, references, same_value

MODULE = "<module>"
Loader = Callable[[int], HeapObject | None]


class Keyframe(NamedTuple):
    """Frames at one event; heap objects are kept by `Timelines`."""

    stacks: dict[int, tuple[FrameImage, ...]]
    suspended: dict[int, FrameImage]
    returned: dict[str, FrameImage]
    thread: int
    frames: int
    steps: int


class Machine:
    """The state of the program as the events tell it.

    Attributes:
        position: events replayed so far, over all chunks.
        frame: the frame that runs now, None before the first and after the last.
        heap: objects touched since the keyframe; `lookup` loads others.
        shares: whether what `load` gives belongs to others too, and is copied before it is changed.
    """

    shares = True

    def __init__(
        self,
        sites: Sequence[Site],
        scopes: dict[str, ScopeRow],
        initial: dict[str, Wire],
        load: Loader,
    ) -> None:
        self.sites = sites
        self.scopes = scopes
        self.initial = initial
        self.load = load
        self.actions = [(self._action(site), site, site.values) for site in sites]
        self.heap: dict[int, HeapObject] = {}
        self._own: set[int] = set()
        self.values: Sequence[Wire] = ()
        self.frame: Frame | None = None
        self.reset(Keyframe({0: ()}, {}, {}, 0, 0, 0), 0)

    # --- positions -------------------------------------------------------------------------------------------

    def reset(self, keyframe: Keyframe, position: int) -> None:
        """Go to a keyframe."""
        self.stacks = {t: [Frame.thaw(i) for i in images] for t, images in keyframe.stacks.items()}
        self.suspended = {k: Frame.thaw(i) for k, i in keyframe.suspended.items()}
        self.returned = {s: Frame.thaw(i) for s, i in keyframe.returned.items()}
        self.thread = keyframe.thread
        self.frame_count = keyframe.frames
        self.step_count = keyframe.steps
        self.position = position
        self.heap.clear()
        self._own.clear()
        main = self.stacks.get(0)
        self.module: Frame | None = main[0] if main else self.returned.get(MODULE)
        self._top()

    def keyframe(self) -> Keyframe:
        """The frames as they are now."""
        return Keyframe(
            {t: tuple(f.freeze() for f in stack) for t, stack in self.stacks.items()},
            {k: f.freeze() for k, f in self.suspended.items()},
            {s: f.freeze() for s, f in self.returned.items()},
            self.thread,
            self.frame_count,
            self.step_count,
        )

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

    def lookup(self, number: int) -> HeapObject | None:
        """A heap object as it is now."""
        found = self.heap.get(number)
        if found is None:
            found = self.load(number)
            if found is not None:
                self.heap[number] = found
        return found

    def find_frame(self, number: int) -> Frame | None:
        """A frame under way or suspended."""
        for stack in self.stacks.values():
            for frame in reversed(stack):
                if frame.number == number:
                    return frame
        for frame in self.suspended.values():
            if frame.number == number:
                return frame
        return next((f for f in self.returned.values() if f.number == number), None)

    def bindings(self, frame: Frame) -> dict[str, Wire]:
        """Wire values of the names a frame sees: its own, its cells, then the module's that its code reads."""
        out = {n: v for n, v in frame.names.items() if n not in frame.cells}
        for name, cell in frame.cells.items():
            held = self.lookup(cell)
            if held is not None and held.data:
                out[name] = held.data[0]
        row = self.scopes.get(frame.scope)
        for name in row.free if row is not None else ():
            if name not in out and name not in frame.cells:
                owner = self._owner(frame, name)
                if owner is not frame and name in owner.names:
                    out[name] = owner.names[name]
        module = self.module
        if module is not None and module is not frame:
            shown = module.names if row is None else row.reads
            for name in shown:
                if name not in out and name in module.names:
                    out[name] = module.names[name]
        return out

    def shown(self, frame: Frame) -> dict[str, Wire]:
        """`bindings` without double-underscore names, modules, functions and classes."""
        return {
            n: v
            for n, v in self.bindings(frame).items()
            if not n.startswith("__") and n[:1] != "." and not self._is_definition(v)
        }

    def _is_definition(self, value: Wire) -> bool:
        if not is_reference(value):
            return False
        found = self.lookup(value[0])
        return found is not None and (found.kind == wire.CLASS or found.type in _DEFINITIONS)

    def changed_names(self, frame: Frame) -> dict[str, Wire]:
        """Shown names that the step under way bound to another value or mutated, with the value now."""
        if not frame.stored and not frame.mutated and not frame.total:
            module = self.module
            if module is None or not module.stored:
                return {}
        out: dict[str, Wire] = {}
        mutated = frame.mutated or set()
        clean: set[int] = set()
        for name, value in self.shown(frame).items():
            if name in frame.stored and name not in frame.cells:
                if not self._equal(frame.stored[name], value) or self._reaches(value, mutated, clean):
                    out[name] = value
            elif mutated and (
                (name in mutated and name not in frame.names)
                or frame.cells.get(name) in mutated
                or self._reaches(value, mutated, clean)
            ):
                out[name] = value
        return out

    def _equal(self, old: Wire, new: Wire) -> bool:
        """Whether a binding stayed the same: the same object, or an equal immutable one of the same type."""
        if same_value(old, new):
            return True
        if not is_reference(old) or not is_reference(new):
            return False
        one, two = self.lookup(old[0]), self.lookup(new[0])
        if one is None or two is None or one.kind != two.kind or one.type != two.type:
            return False
        if one.kind not in (wire.TUPLES, wire.FROZENSET, wire.TEXT, wire.RECORD) or len(one.data) != len(
            two.data
        ):
            return False
        if one.kind == wire.FROZENSET:
            return bool(one.data == two.data)
        return all(map(self._equal, one.data, two.data))

    def _reaches(self, value: Wire, mutated: set[int | str], clean: set[int]) -> bool:
        """Whether a value holds, at any depth, a mutated object; `clean` remembers those that do not."""
        todo = list(references((value,)))
        while todo:
            number = todo.pop()
            if number in mutated:
                return True
            if number in clean:
                continue
            clean.add(number)
            found = self.lookup(number)
            if found is not None:
                todo.extend(found.children())
        return False

    # --- events ----------------------------------------------------------------------------------------------

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
            kinds.SETITEM: self._setitem,
            kinds.DELITEM: self._delitem,
            kinds.SETATTR: self._setattr,
            kinds.DELATTR: self._delattr,
            kinds.INPLACE: self._inplace,
            kinds.METHOD: self._method,
            kinds.COMPARED: self._compared,
            kinds.WRITE: self._write,
            kinds.INPUT: self._input,
            kinds.THREAD: self._thread,
        }.get(site.kind, self._nothing)

    def _nothing(self, site: Site, at: int) -> None:
        """An event that changes no state."""

    _line = _write = _input = _caught = _nothing

    def _push(self, site: Site) -> Frame:
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
        return frame

    def _top(self) -> None:
        self.stack = self.stacks.setdefault(self.thread, [])
        self.frame = self.stack[-1] if self.stack else None

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
        frame.step = self.step_count
        frame.image = None
        if frame.mutated:
            frame.total = frame.mutated if frame.total is None else frame.total | frame.mutated
        frame.mutated = None
        if frame.stored:
            frame.stored = {}

    def leave(self, frame: Frame) -> None:
        """The step under way in `frame` ends; for subclasses."""

    def _heal(self, site: Site) -> Frame:
        """A block of another scope than the running frame's: a frame whose end or thread was not logged."""
        for thread, stack in self.stacks.items():
            if stack and stack[-1].scope == site.scope and thread != self.thread:
                self.thread = thread
                self._top()
                self.leave(stack[-1])
                return stack[-1]
        if any(f.scope == site.scope for f in self.stack):
            while self.frame is not None and self.frame.scope != site.scope:
                self.leave(self.frame)
                self._pop()
            assert self.frame is not None
            self.leave(self.frame)
            return self.frame
        return self._push(site)

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

    def _owner(self, frame: Frame, name: str) -> Frame:
        """The frame that holds a cell variable, where cells are not known by identity."""
        row = self.scopes.get(frame.scope)
        if row is None or name not in row.free:
            return frame
        scope = frame.scope
        while ".<locals>." in scope:
            scope = scope.rpartition(".<locals>.")[0]
            outer = next((f for f in reversed(self.stack) if f.scope == scope), None) or self.returned.get(
                scope
            )
            if outer is not None and name in outer.names:
                return outer
        return frame

    def _delete(self, site: Site, at: int) -> None:
        frame, name = self.frame, site.names[0]
        if frame is None:
            return
        if name in frame.cells and site.storage == kinds.CELL:
            self.mutate(frame.cells[name], ("set", (wire.CELL, "cell", (), (), None)))
            return
        owner = self.module if site.storage == kinds.GLOBAL else frame
        self._rebind(frame, owner or frame, name, MISSING)

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
            frame.thread = self.thread
            self.stack.append(frame)
            self.frame = frame

    def _unwind(self, site: Site, at: int) -> None:
        self._exit(site)

    def _raised(self, site: Site, at: int) -> None:
        frame = self.frame
        while (
            frame is not None and frame.scope != site.scope and any(f.scope == site.scope for f in self.stack)
        ):
            self.leave(frame)
            self._pop()
            frame = self.frame

    def _thread(self, site: Site, at: int) -> None:
        self.thread = int(self.values[at])
        self._top()

    # --- changes ---------------------------------------------------------------------------------------------

    def mutate(self, number: int, operation: Operation) -> None:
        """Change a heap object and note it for the step under way."""
        found = self.lookup(number)
        if found is None:
            return
        if self.shares and number not in self._own:
            found = self.heap[number] = found.copy()
            self._own.add(number)
        if found.apply(operation):
            frame = self.frame
            if frame is not None:
                if frame.mutated is None:
                    frame.mutated = {number}
                else:
                    frame.mutated.add(number)
            self.changed(number, operation)

    def changed(self, number: int, operation: Operation) -> None:
        """An operation had an effect; for subclasses."""

    def _setitem(self, site: Site, at: int) -> None:
        container, key, value = self.values[at : at + 3]
        if not is_reference(container):
            return
        if _is_snapshot(value):
            self._snapshot(value)
        elif type(key) is tuple and key and key[0] == wire.SLICE and len(key) == 4:
            self.mutate(container[0], ("item", key, self._written_out(value)))
        else:
            self.mutate(container[0], ("item", key, value))

    def _delitem(self, site: Site, at: int) -> None:
        container, key = self.values[at : at + 2]
        if is_reference(container):
            self.mutate(container[0], ("delete", key))

    def _setattr(self, site: Site, at: int) -> None:
        target, value = self.values[at : at + 2]
        if _is_snapshot(value):
            self._snapshot(value)
        elif is_reference(target):
            self.mutate(target[0], ("attribute", site.names[0], value))

    def _delattr(self, site: Site, at: int) -> None:
        target = self.values[at]
        if is_reference(target):
            self.mutate(target[0], ("remove attribute", site.names[0]))

    def _inplace(self, site: Site, at: int) -> None:
        left, right = self.values[at : at + 2]
        if is_reference(left):
            self.mutate(left[0], ("call", "extend", (self._written_out(right),)))

    def _method(self, site: Site, at: int) -> None:
        target, arguments = self.values[at : at + 2]
        if not is_reference(target) or not site.names:
            return
        name = site.names[0]
        given = self._written_out(arguments)
        found = self.lookup(target[0])
        if name in _ITERATING and found is not None:
            pairs = found.kind == wire.DICT
            given = tuple(self._pairs(a) if pairs else self._written_out(a) for a in given)
        self.mutate(target[0], ("call", name, given))

    def _compared(self, site: Site, at: int) -> None:
        self._snapshot(self.values[at])

    def _snapshot(self, value: Wire) -> None:
        if _is_snapshot(value) and is_reference(value[1]):
            self.mutate(value[1][0], ("set", value[2:]))

    def _written_out(self, value: Wire) -> tuple[Any, ...]:
        """The items that iterating over a wire value gives."""
        if type(value) is str:
            return tuple(value)
        if type(value) is bytes:
            return tuple(value)
        if type(value) is not tuple:
            return ()
        if len(value) == 1:
            found = self.lookup(value[0])
            if found is None:
                return ()
            return tuple(found.data[0]) if found.kind == wire.TEXT else tuple(found.data)
        if value[0] == wire.TUPLE:
            return tuple(value[1])
        if value[0] == wire.PLAIN and value[1] == "range":
            numbers = [int(part) for part in value[2][6:-1].split(",")]
            return tuple(range(*numbers))
        return ()

    def _pairs(self, value: Wire) -> tuple[Any, ...]:
        """The (key, value) pairs that `dict.update` takes from a wire value."""
        if is_reference(value):
            found = self.lookup(value[0])
            if found is not None and found.kind == wire.DICT:
                return tuple(found.data.items())
        return tuple(self._written_out(item) for item in self._written_out(value))


_DEFINITIONS = frozenset({"function", "builtin_function_or_method", "module", "type"})
_ITERATING = frozenset({"extend", "extendleft", "update", "difference_update"})


def merge(caller: Frame, callee: Frame) -> None:
    """What a call changed is changed for the step that called."""
    for part in (callee.mutated, callee.total):
        if part:
            if caller.mutated is None:
                caller.mutated = set(part)
            else:
                caller.mutated |= part


def _is_snapshot(value: Wire) -> bool:
    return type(value) is tuple and len(value) == 7 and value[0] == wire.SNAPSHOT
