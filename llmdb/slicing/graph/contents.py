"""Who wrote what objects hold, while the events of a run are followed; found anew only for what changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from llmdb.events import wire
from llmdb.replay.heap import HeapObject, Operation
from llmdb.slicing.graph.closed import Closed, is_closed, is_definition
from llmdb.slicing.graph.growing import Growing
from llmdb.slicing.graph.shadow import FEW, Shadow

MOST_OBJECTS = 32
"""How many objects a read of a whole looks into."""

_JOINED = 3
_DEFINING = frozenset({wire.CLASS, wire.OPAQUE})


class Contents:
    """The writers of the parts of all objects.

    Attributes:
        known: for objects that were read as a whole who wrote what they hold, at any depth, as long as that is so.
        shadows: the writers of the parts of each changed object.
        holding: for each object that others hold those that were looked into as far as this one.
        is_open: the objects of which it was found that they have no state that the recorder cannot look into.
    """

    def __init__(
        self,
        grown: Growing,
        heap: Mapping[int, HeapObject],
        lookup: Callable[[int], HeapObject | None],
    ) -> None:
        self.known: dict[int, tuple[int, ...]] = {}
        self.shadows: dict[int, Shadow] = {}
        self._grown = grown
        self._heap = heap
        self._lookup = lookup
        self._inner: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.holding: defaultdict[int, set[int]] = defaultdict(set)
        self._closed = Closed()
        self.is_open: set[int] = set()

    # --- changes ---------------------------------------------------------------------------------------------

    def write(self, number: int, operation: Operation, node: int) -> None:
        """Carry an operation out on an object; a node is its writer."""
        found = self._lookup(number)
        if found is not None:
            shadow = self.shadows.get(number) or self.shadow(found)
            shadow.write(found, operation, node)
            self.changed(number, shadow, node)

    def shadow(self, found: HeapObject) -> Shadow:
        """The writers of an object's parts, when it is changed for the first time."""
        made = self.shadows[found.number] = Shadow(found)
        return made

    def changed(self, number: int, shadow: Shadow, node: int) -> None:
        """A node has changed an object."""
        changes = shadow.changes
        if not changes or changes[-1] != node:
            changes.append(node)
        self.known.pop(number, None)
        if number in self.holding:
            self.unknown(number)

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
        self.is_open.difference_update(numbers)
        self._closed.forget(numbers)

    # --- reads -----------------------------------------------------------------------------------------------

    def writers(self, number: int, label: int) -> tuple[int, ...]:
        """Who wrote what an object holds; `label` is the text under which it is read."""
        found = self._heap.get(number) or self._lookup(number)
        shadow = self.shadows.get(number)
        if shadow is None:
            writers: tuple[int, ...] = ()
        else:
            writers = shadow.known if shadow.known is not None else self._of_parts(shadow)
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
        if len(writers) > _JOINED:
            writers = (self._grown.join(writers, label),)
        self.known[number] = writers
        return writers

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
        """Who wrote an object's own parts."""
        if shadow.known is None:
            if shadow.size() <= FEW:
                shadow.known = shadow.live()
            else:
                if shadow.changes:
                    before = [shadow.version] if shadow.version else []
                    writers = [*before, *filter(None, shadow.changes)]
                    shadow.version, shadow.changes = self._grown.join(writers, 0), []
                shadow.known = (shadow.version,)
        return shadow.known
