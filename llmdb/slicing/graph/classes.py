"""What the classes of the snippet give their instances, while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject
from llmdb.slicing.graph.contents import Contents
from llmdb.slicing.graph.frame import NO_ENTRY, Entry
from llmdb.slicing.graph.plans import UNKNOWN
from llmdb.slicing.syntax.uses import Statement


class Classes:
    """The attributes of classes, and who wrote them.

    Args:
        ancestries: for each class by its name itself and those that it takes attributes from, in order.
        heap: the objects by number.
    """

    def __init__(
        self, ancestries: Mapping[str, Sequence[str]], heap: Mapping[int, HeapObject], contents: Contents
    ) -> None:
        self._ancestries = ancestries
        self._heap = heap
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

    def object_of(self, name: str) -> Wire:
        """The class that has a name; UNKNOWN for none of the snippet's."""
        return (self._objects[name],) if name in self._objects else UNKNOWN

    def ran(self, name: str, names: Mapping[str, Entry]) -> None:
        """The body of a class has run, and bound these names."""
        self._bodies[name] = names

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
            shadow, owner = self._contents.shadows.get(number), self._heap.get(number)
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
        for index, (name, value) in enumerate(found.fields()):
            default, writer = self._own(found, name)
            if writer and default == value and not making.passes_field(found.type, index, name):
                shadow = self._contents.shadows.get(found.number) or self._contents.shadow(found)
                shadow.attributes[name] = writer
                shadow.known = None
