"""Who wrote what objects hold, while the events of a run are followed; found anew only for what changed."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.python.operations import DEFINITION_TYPES, OPEN_TYPES
from llmdb.replay.heap import HeapObject, Operation, references
from llmdb.replay.machine import Machine
from llmdb.slicing.graph.frame import NO_ENTRY, Entry, Frame
from llmdb.slicing.graph.graph import Growing
from llmdb.slicing.graph.plans import UNKNOWN
from llmdb.slicing.graph.shadow import FEW, Shadow
from llmdb.slicing.syntax.uses import Statement

MOST_OBJECTS = 32
"""How many objects a read of a whole looks into."""

Deferred = str | int | tuple[int]
"""What a generator expression reads when it is run: a global variable, one in a cell of this number, an object."""

_JOINED = 3
_DEFINING = frozenset({wire.CLASS, wire.OPAQUE})


class Closed:
    """The last node that touched each closed object, and what such an object stands over."""

    def __init__(self) -> None:
        self._last: dict[int, int] = {}
        self._over: dict[int, tuple[int, ...]] = {}
        self._with: dict[int, tuple[int, ...]] = {}

    def touch(self, number: int, node: int) -> tuple[int, ...]:
        """A statement may have changed an object's hidden state, and that of what it stands over; all these objects."""
        touched = (number, *self._with.get(number, ()))
        self._last.update(dict.fromkeys(touched, node))
        return touched

    def hold(self, number: int, over: Sequence[int], closed: Sequence[int]) -> None:
        """A statement bound an object that stands over others; the closed ones among them change with it."""
        self._over[number] = tuple(over)
        self._with[number] = tuple(closed)

    def writers(self, number: int) -> tuple[int, ...]:
        """The last node that touched an object, if one did."""
        return (self._last[number],) if number in self._last else ()

    def children(self, number: int) -> tuple[int, ...]:
        """What an object stands over."""
        return self._over.get(number, ())

    def forget(self, numbers: Sequence[int]) -> None:
        """These objects are gone."""
        for held in (self._last, self._over, self._with):
            for number in numbers if held else ():
                held.pop(number, None)


def is_definition(found: HeapObject | None) -> bool:
    """Whether an object is a class, a function or a module."""
    if found is None:
        return False
    return found.kind == wire.CLASS or (found.kind == wire.OPAQUE and found.type in DEFINITION_TYPES)


def is_closed(found: HeapObject | None) -> bool:
    """Whether an object has state that the recorder cannot look into."""
    return found is not None and found.kind == wire.OPAQUE and found.type not in OPEN_TYPES


class Histories:
    """What objects, and the writers of their parts, were at the keyframes of a pass: kept where something changed."""

    def __init__(self) -> None:
        self._keyframes: dict[int, array[int]] = {}
        self._states: dict[int, list[tuple[HeapObject, Shadow]]] = {}

    def keep(self, keyframe: int, found: HeapObject, shadow: Shadow) -> None:
        """An object as it is at a keyframe; who changes it from now on changes a copy."""
        self._keyframes.setdefault(found.number, array("I")).append(keyframe)
        self._states.setdefault(found.number, []).append((found, shadow))

    def at(self, number: int, keyframe: int) -> tuple[HeapObject, Shadow] | None:
        """An object as it was at a keyframe; None for one that nothing was known of by then."""
        place = bisect_right(self._keyframes.get(number, ()), keyframe)
        return self._states[number][place - 1] if place else None


class Contents:
    """The writers of the parts of all objects.

    Attributes:
        known: for objects that were read as a whole who wrote what they hold, at any depth, as long as that is so.
        shadows: the writers of the parts of each changed object.
        holding: for each object that others hold those that were looked into as far as this one.
        deferring: for each generator expression's object what it reads whenever it is run: variables and objects.
        is_open: the objects of which it was found that they have no state that the recorder cannot look into.
    """

    def __init__(
        self,
        grown: Growing,
        machine: Machine[Frame],
        entry: Callable[[Deferred], Entry],
    ) -> None:
        self._owners = grown.owners
        self._entry = entry
        self.deferring: dict[int, tuple[Deferred, ...]] = {}
        self.epoch = 0
        self._changed: list[int] = []
        self.known: dict[int, tuple[int, ...]] = {}
        self.shadows: dict[int, Shadow] = {}
        self._grown = grown
        self._heap, self._shared, self._lookup = machine.heap, machine.shared, machine.lookup
        self._inner: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.holding: defaultdict[int, set[int]] = defaultdict(set)
        self._closed = Closed()
        self.is_open: set[int] = set()

    # --- changes ---------------------------------------------------------------------------------------------

    def write(self, found: HeapObject, operation: Operation, mark: int) -> bool:
        """Carry an operation out on an object, and give whether it had an effect; the event of a mark is its writer."""
        number = found.number
        shadow = self.own(found)
        if found.kind == wire.CELL:  # who bound it is known by the event that binds the variable
            has_effect = found.apply(operation)
        else:
            has_effect = shadow.write(found, operation, mark)
            changes = shadow.changes
            if not changes or changes[-1] != mark:
                changes.append(mark)
        self.known.pop(number, None)
        if number in self.holding:
            self.unknown(number)
        return has_effect

    def own(self, found: HeapObject) -> Shadow:
        """The writers of an object's parts, so that they may be changed."""
        number = found.number
        shadow = self.shadows.get(number)
        if shadow is None:
            shadow = self.shadows[number] = Shadow(found, self.epoch)
        elif shadow.epoch == self.epoch:
            return shadow
        else:
            shadow = self.shadows[number] = shadow.copy(self.epoch)
        self._changed.append(number)
        return shadow

    def keep(self, histories: Histories, keyframe: int) -> int:
        """Keep what was changed since the keyframe before; how many parts that has."""
        size = 0
        for number in self._changed:
            found, shadow = self._heap.get(number), self.shadows.get(number)
            if found is not None and shadow is not None:
                histories.keep(keyframe, found, shadow)
                self._shared.add(number)
                size += len(found.data) + shadow.size()
        self._changed.clear()
        self.epoch += 1
        return size

    def clear(self) -> None:
        """Know no object any more."""
        for held in (self.known, self.shadows, self._inner, self.holding, self.is_open, self._changed):
            held.clear()

    def touch(self, number: int, node: int) -> None:
        """A library call may have changed an object, if the recorder cannot look into it."""
        if self.is_closed(number):
            for changed in self._closed.touch(number, node):
                self.unknown(changed)

    def hold(self, number: int, over: Sequence[int]) -> None:
        """A statement bound an object that stands over others, if the recorder cannot look into it."""
        if self.is_closed(number):
            self._closed.hold(number, over, list(filter(self.is_closed, over)))
            self._inner.pop(number, None)
            self.unknown(number)

    def unknown(self, number: int) -> None:
        """What objects hold that were looked into as far as this one is not known any more."""
        self.known.pop(number, None)
        if number in self.holding:
            for outer in self.holding.pop(number):
                self.known.pop(outer, None)
                self._inner.pop(outer, None)

    def is_closed(self, number: int) -> bool:
        """Whether an object has state that the recorder cannot look into."""
        if number in self.is_open:
            return False
        if is_closed(self._lookup(number)):
            return True
        self.is_open.add(number)
        return False

    def forget(self, numbers: Sequence[int]) -> None:
        """These objects are gone."""
        for held in (self.known, self.shadows, self._inner, self.holding):
            for number in numbers:
                held.pop(number, None)
        for number in numbers if self.deferring else ():
            self.deferring.pop(number, None)
        self.is_open.difference_update(numbers)
        self._closed.forget(numbers)

    # --- reads -----------------------------------------------------------------------------------------------

    def writers(self, number: int, label: int) -> tuple[int, ...]:
        """Who wrote what an object holds; `label` is the text under which it is read."""
        found = self._heap.get(number) or self._lookup(number)
        shadow = self.shadows.get(number)
        writers = () if shadow is None else self._of_parts(shadow)
        if found is not None:
            kind, links = found.kind, found.children() if found.links is None else found.links
            if kind in _DEFINING and is_definition(found):
                writers = ()
            elif links or kind == wire.OPAQUE:
                inner = self._inner.get(number)
                if inner is None or inner[0] is not links:
                    inner = self._inner[number] = links, self._of_inner(found)
                if inner[1] or kind == wire.OPAQUE:
                    writers = tuple(dict.fromkeys((*writers, *self._closed.writers(number), *inner[1])))
        deferred = self._deferred(number) if self.deferring else None
        if deferred is not None:
            writers = tuple(dict.fromkeys((*writers, *self._nodes(deferred))))
        if len(writers) > _JOINED:
            writers = (self._grown.join(writers, label),)
        if deferred is None:  # a variable may be bound again without a change of any object
            self.known[number] = writers
        return writers

    def _deferred(self, number: int) -> Sequence[int] | None:
        """The events that wrote what generator expressions read that an object holds; None if it holds none."""
        seen = {number: None}
        todo = [number]
        for one in todo:
            held = self._lookup(one) if len(seen) <= MOST_OBJECTS else None
            fresh = [n for n in held.children() if n not in seen] if held is not None else []
            seen.update(dict.fromkeys(fresh))
            todo += fresh
        return self.marks((number,)) if any(one in self.deferring for one in seen) else None

    def _of_inner(self, found: HeapObject) -> tuple[int, ...]:
        """Who wrote what is held by the objects that an object refers to, at any depth."""
        number = found.number
        out: dict[int, None] = {}
        todo = list(dict.fromkeys(self._held_by(found)))
        seen = {number, *todo}
        for inner in todo:
            if len(seen) > MOST_OBJECTS:
                break
            held = self._lookup(inner)
            if held is not None and held.kind in _DEFINING and is_definition(held):
                continue
            if inner in self.shadows:
                out.update(dict.fromkeys(self._of_parts(self.shadows[inner])))
            if held is not None:
                if held.kind == wire.OPAQUE:
                    out.update(dict.fromkeys(self._closed.writers(inner)))
                for child in self._held_by(held):
                    if child not in seen:
                        seen.add(child)
                        todo.append(child)
        for inner in todo:
            self.holding[inner].add(number)
        return tuple(out)

    def _held_by(self, found: HeapObject) -> tuple[int, ...]:
        """The objects that one refers to, and those that it stands over."""
        if found.kind == wire.OPAQUE:
            return found.children() + self._closed.children(found.number)
        return found.children()

    def _of_parts(self, shadow: Shadow) -> tuple[int, ...]:
        """The nodes that wrote an object's own parts."""
        if shadow.size() <= FEW:
            if shadow.known is None:
                shadow.known = shadow.live()
            return self._nodes(shadow.known)
        if shadow.changes:
            before = [shadow.version] if shadow.version else []
            writers = [*before, *self._nodes(shadow.changes)]
            shadow.version = self._grown.join(writers, 0) if writers else 0
            shadow.changes.clear()
        return (shadow.version,) if shadow.version else ()

    def _nodes(self, marks: Iterable[int]) -> tuple[int, ...]:
        """The nodes that events wrote for, each once."""
        found = dict.fromkeys(map(self._owners.__getitem__, marks))
        found.pop(0, None)
        return tuple(found)

    def marks(self, numbers: Sequence[int]) -> list[int]:
        """The events that wrote what objects hold now, at any depth, the last first."""
        todo = list(dict.fromkeys(numbers))
        seen, found = set(todo), set[int]()
        for number in todo:
            held = self._lookup(number)
            if held is None or is_definition(held):
                continue
            shadow = self.shadows.get(number)
            if shadow is not None and held.kind != wire.CELL:
                found.update(shadow.live())
            deferred = [self._entry(read) for read in self.deferring.get(number, ())]
            found.update(mark for _, mark in deferred)
            children = (*held.children(), *references(value for value, _ in deferred))
            fresh = [child for child in children if child not in seen] if len(seen) <= MOST_OBJECTS else ()
            seen.update(fresh)
            todo.extend(fresh)
        return sorted(found - {0}, reverse=True)


class Classes:
    """The attributes of classes, and who wrote them.

    Args:
        ancestries: for each class by its name itself and those that it takes attributes from, in order.
        lookup: gives the objects by number.
    """

    def __init__(
        self,
        ancestries: Mapping[str, Sequence[str]],
        lookup: Callable[[int], HeapObject | None],
        contents: Contents,
    ) -> None:
        self._ancestries = ancestries
        self._lookup = lookup
        self._contents = contents
        self._bodies: dict[str, Mapping[str, Entry]] = {}
        self._objects: dict[str, int] = {}
        self._names: dict[int, str] = {}

    def __contains__(self, type_name: str) -> bool:
        return type_name in self._ancestries

    def bound(self, name: str, number: int) -> None:
        """A class was bound to its name."""
        self._objects[name] = number
        self._names[number] = name

    def copy_from(self, other: Classes) -> None:
        """Know what others know."""
        self._bodies, self._objects = dict(other._bodies), dict(other._objects)
        self._names = dict(other._names)

    def object_of(self, name: str) -> Wire:
        """The class that has a name; UNKNOWN for none of the snippet's."""
        return (self._objects[name],) if name in self._objects else UNKNOWN

    def ran(self, name: str, frame: Frame) -> None:
        """The body of a class has run."""
        self._bodies[name] = {
            bound: (value, frame.marks.get(bound, 0)) for bound, value in frame.names.items()
        }

    def attribute(self, found: HeapObject, name: str) -> Entry:
        """What an object's class gives for an attribute: an item, if it is a named tuple's, or the class's own."""
        place = found.field(name)
        if place is None:
            return self._own(found, name)
        shadow = self._contents.shadows.get(found.number)
        return found.data[place], shadow.attributes.get(name, 0) if shadow is not None else 0

    def _own(self, found: HeapObject, name: str) -> Entry:
        """An attribute that was set on the object's class, or on one above it, since, or bound in its body."""
        own = self._names.get(found.number, found.type)
        for type_name in self._ancestries.get(own, (own,)):
            number = self._objects.get(type_name, -1)
            owner = self._lookup(number) if number >= 0 else None
            shadow = self._contents.shadows.get(number)
            if shadow is not None and owner is not None and name in shadow.attributes:
                return owner.attributes.get(name, UNKNOWN), shadow.attributes[name]
            body = self._bodies.get(type_name, {})
            if name in body:
                return body[name]
        return NO_ENTRY

    def note_defaults(self, found: HeapObject, making: Statement) -> None:
        """Fields that a generated `__init__` or `__new__` has set have their defaults from the class's body.

        Args:
            making: the statement under way, which may pass a field the same value as its default.
        """
        shadow: Shadow | None = None
        for index, (name, value) in enumerate(found.fields()):
            shadow = shadow or self._contents.own(found)
            default, writer = self._own(found, name)
            if writer and default == value and not making.passes_field(found.type, index, name):
                shadow.attributes[name] = writer
                shadow.known = None
