"""What expressions denote just before any event of a run, and which events wrote that."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeGuard

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject, is_reference, references
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.contents import is_definition
from llmdb.slicing.graph.flow import Flow, Keyframe
from llmdb.slicing.graph.frame import NO_ENTRY, Entry, Frame
from llmdb.slicing.graph.graph import DependencyGraph, Silent
from llmdb.slicing.graph.plans import UNKNOWN, Plans
from llmdb.slicing.graph.shadow import Shadow, bounds_of
from llmdb.slicing.syntax.reflection import FIELDS, fields_item, instance_of
from llmdb.types import BlockId, FrameId, VisitNo

_ITEMS = frozenset({wire.LIST, wire.DEQUE, wire.TUPLES})
_ORDERED = frozenset({wire.LIST, wire.DEQUE})
_APART = 128
"""How many events lie between two keyframes on the way to an event, at least."""


class Written(NamedTuple):
    """What an expression denotes, and the marks of the events that wrote it.

    Attributes:
        binding: the mark of what bound the name, the attribute or the item; 0 for none in the recording.
        changes: the marks of later changes of the object, the last first.
        others: the marks of what bound the defaults of its fields, and of what moved the item to where it is.
        cut: for a slice its bounds; `value` is then the list.
    """

    value: Wire
    binding: int
    changes: Sequence[int] = ()
    others: Sequence[int] = ()
    cut: slice | None = None


class _Near(NamedTuple):
    """A keyframe on the way to an event, and the objects that were met since the one of the whole pass."""

    keyframe: Keyframe
    heap: Mapping[int, HeapObject]
    shadows: Mapping[int, Shadow]


class Again:
    """Goes through parts of a run again, from the keyframes of the pass over all of it; only who writes is followed.

    Attributes:
        flow: what is known where this is.
    """

    def __init__(
        self,
        trace: Visits,
        plans: Plans,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        whole: Flow,
    ) -> None:
        self._log = trace.log
        self._silent = Silent(trace.log.total)
        self.flow = Flow(trace, plans, controllers, self._silent, reads=False, kept=self._kept)
        self._kept_frames, self._kept_objects = whole.keyframes, whole.histories
        self._positions = [keyframe.position for keyframe in whole.keyframes]
        self._number = -1
        self._near: list[_Near] = []
        self._wait = 0
        self._contents, self._machine = self.flow.writers.contents, self.flow.writers.machine
        self._contents.epoch = -1
        self._position = -1

    def go_to(self, position: int) -> None:
        """Have followed exactly the events before a position."""
        number = bisect_right(self._positions, position) - 1
        if not self._positions or position == self._position:
            return
        place = bisect_right(self._near, position, key=lambda near: near.keyframe.position) - 1
        start = self._near[place].keyframe.position if place >= 0 else -1
        if position < self._position or max(self._positions[number], start) > self._position:
            if start >= self._positions[number]:
                self._return_to(self._near[place])
            else:
                self._number = number
                self._near.clear()
                self._return_to(_Near(self._kept_frames[number], {}, {}))
        while self._position < position:
            if self._position >= self._wait:
                self._keep_near()
            self._follow(min(position, self._wait))

    def _follow(self, position: int) -> None:
        log, machine, actions = self._log, self._machine, self.flow.actions
        while self._position < position:
            first, end, values, places = log.piece_at(self._position)
            end = min(position, end)
            for here in range(self._position, end):
                machine.position = here
                actions[log.tag(here)](values, places[here - first])
            self._position = end

    def _keep_near(self) -> None:
        """Remember where this is: what is asked next is often a little before what was asked last."""
        shadows = dict(self._contents.shadows)
        heap = {number: self._machine.heap[number] for number in shadows}
        self._machine.shared.update(heap)
        self._near.append(_Near(self.flow.freeze(self._position), heap, shadows))
        self._contents.epoch -= 1
        self._wait = self._position + max(_APART, self.flow.size() // 8)

    def _return_to(self, near: _Near) -> None:
        keyframe = near.keyframe
        self._silent.count = keyframe.nodes
        self.flow.restore(keyframe)
        self._machine.heap.update(near.heap)
        self._machine.shared.update(near.heap)
        self._contents.shadows.update(near.shadows)
        self._contents.epoch -= 1
        self._position = keyframe.position
        last = self._near[-1].keyframe.position if self._near else keyframe.position
        self._wait = last + max(_APART, self.flow.size() // 8)

    def _kept(self, number: int) -> tuple[HeapObject, Shadow] | None:
        return self._kept_objects.at(number, self._number)


class Moments:
    """Answers what the code of a visit sees just before an event, and who wrote it.

    Args:
        whole: the pass over the run, which is complete.
    """

    def __init__(
        self,
        trace: Visits,
        plans: Plans,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        whole: Flow,
        graph: DependencyGraph,
    ) -> None:
        self._trace, self._log, self._plans, self._graph = trace, trace.log, plans, graph
        self._again = Again(trace, plans, controllers, whole)
        self._writers = self._again.flow.writers

    def frame(self, number: VisitNo, position: int) -> Frame:
        """The frame of a visit as it is just before an event, or as it was when it ended."""
        steps, log = self._log.steps, self._log
        frame = steps.frame[number - 1]
        self._again.go_to(min(position, log.total))
        found = self._find(frame)
        if found is None:
            end = steps.end[log.last_step(frame) - 1]
            if end < position:
                self._again.go_to(end)
                found = self._find(frame)
        return found or Frame(frame, self._trace.scope_of(number))

    def _find(self, frame: FrameId) -> Frame | None:
        return next((one for one in self._writers.machine.stacks if one.number == frame), None)

    # --- what expressions denote -----------------------------------------------------------------------------

    def written(
        self, number: VisitNo, node: ast.expr, position: int, held_at: int = 0, is_base: bool = False
    ) -> Written | None:
        """What an expression denotes just before an event of a visit, and who wrote it; None for no such thing.

        Args:
            held_at: what the object holds counts just before this event, if it is a later one.
            is_base: only the binding counts, not what the object holds.
        """
        frame = self.frame(number, position)
        found = self._entry(frame, node)
        if found is None or self.is_definition(found):
            return None
        value, binding = found
        cut = self._cut(frame, node, value)
        moved = self._moved(frame, node)
        if cut is None and not is_base and held_at > position:
            self._again.go_to(min(held_at, self._log.total))
        since = self._begin(binding)
        changes: Sequence[int] = ()
        if cut is not None:
            changes = self._span(value, cut)
        elif not is_base:
            changes = self._writers.contents.marks(tuple(references((value,))))
        defaults = [mark for mark in changes if mark <= since and self._is_default(mark)]
        changes = [mark for mark in changes if mark > since and mark != binding]
        return Written(value, binding, changes, (*defaults, *moved), cut)

    def entry(self, number: VisitNo, node: ast.expr, position: int) -> Entry | None:
        """What an expression denotes just before an event of a visit, and the mark of what bound it."""
        return self._entry(self.frame(number, position), node)

    def contents(self, value: Wire, position: int, since: int) -> Sequence[int]:
        """The marks after another one of the events that wrote what a value holds just before an event."""
        self._again.go_to(position)
        found = self._writers.contents.marks(tuple(references((value,))))
        return [mark for mark in found if mark > since]

    def way_in(self, number: VisitNo, block: BlockId, position: int) -> int:
        """Where the header of a loop evaluated its iterable that a visit is a turn of."""
        loop = self.frame(number, position).loops.get(block)
        return position if loop is None else loop[0]

    def is_definition(self, entry: Entry) -> bool:
        """Whether a name was bound by a `def`, a `class` or an `import`, or is the interpreter's or a prefix's."""
        value, mark = entry
        if not is_reference(value) or self._graph.owners[mark]:
            return False
        if mark and self._log.sites[self._log.tag(mark - 1)].kind != kinds.STORE:
            return False
        found = self._writers.lookup(value[0])
        return found is not None and is_definition(found)

    def _begin(self, mark: int) -> int:
        """The mark with which the statement began that an event wrote for; -1 for none."""
        owner = self._graph.owners[mark]
        return self._graph.marks[owner] if owner else -1

    def _is_default(self, mark: int) -> bool:
        """Whether an event bound a name in the body of a class, which fields have as their default."""
        return self._log.sites[self._log.tag(mark - 1)].kind == kinds.STORE

    def _entry(self, frame: Frame, node: ast.expr) -> Entry | None:
        if isinstance(node, ast.Name):
            entry = self._writers.entry(frame, self._plans.kind(node.id, frame.scope), node.id)
            return None if entry is NO_ENTRY else entry
        if isinstance(node, ast.Constant):
            return node.value, 0
        if (of := instance_of(node)) is not None:
            found = self._held(self._entry(frame, of))
            return None if found is None else self._entry(frame, ast.Name(id=found.type, ctx=ast.Load()))
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self._part(frame, node)
        value = self._value(frame, node)
        return None if value is UNKNOWN else (value, 0)

    def _value(self, frame: Frame, node: ast.expr) -> Wire:
        return self._plans.getter(node, frame.scope)(self._writers, frame)

    def _held(self, entry: Entry | None) -> HeapObject | None:
        return None if entry is None or not is_reference(entry[0]) else self._writers.lookup(entry[0][0])

    def _part(self, frame: Frame, node: ast.Attribute | ast.Subscript) -> Entry | None:
        base = None if is_cut(node.value) else self._entry(frame, node.value)
        found = self._held(base)
        if base is None or found is None:
            return None
        if isinstance(node, ast.Attribute):
            return base if node.attr == FIELDS else self._attribute(found, node.attr, base)
        key = self._value(frame, node.slice)
        if fields_item(node) is not None:
            return self._attribute(found, key, base) if type(key) is str else base
        shadow = self._writers.contents.shadows.get(found.number)
        if found.kind == wire.INSTANCE and found.type in self._writers.classes:
            return None
        if found.kind == wire.DICT and key is not UNKNOWN:
            if key not in found.data:
                return (None, shadow.removal) if shadow is not None and shadow.removal else None
            mark = shadow.items.get(key, 0) if shadow is not None else 0
            return found.data[key], mark or base[1]
        size = len(found.data)
        if found.kind not in _ITEMS or type(key) is not int or not -size <= key < size:
            return base
        if found.field_names:
            return self._attribute(found, found.field_names[key], base)
        mark = shadow.items[key] if shadow is not None and found.kind in _ORDERED else 0
        return found.data[key], mark or base[1]

    def _attribute(self, found: HeapObject, name: str, base: Entry) -> Entry | None:
        shadow = self._writers.contents.shadows.get(found.number)
        own = shadow.attributes.get(name, 0) if shadow is not None else 0
        if name in found.attributes and found.kind != wire.CLASS:
            return found.attributes[name], own or base[1]
        value, mark = self._writers.classes.attribute(found, name)
        if found.type == "module":
            value, mark = self._writers.in_module(found, name)
        if value is UNKNOWN:
            if own:
                return None, own
            return base if found.kind == wire.OPAQUE and not is_definition(found) else None
        return value, max(own, mark) or base[1]

    def _cut(self, frame: Frame, node: ast.expr, value: Wire) -> slice | None:
        """The bounds of a slice of a value, if they are known and leave something out."""
        if not is_cut(node) or not is_reference(value):
            return None
        key, found = self._value(frame, node.slice), self._writers.lookup(value[0])
        return None if key is UNKNOWN or found is None else bounds_of(found, key)

    def _span(self, value: Wire, bounds: slice) -> Sequence[int]:
        """Who wrote the items between two bounds, or moved them, and what they hold, the last first."""
        found, contents = self._writers.lookup(value[0]), self._writers.contents
        if found is None:
            return ()
        shadow = contents.shadows.get(found.number)
        own = shadow.span(bounds) if shadow is not None and found.kind == wire.LIST else frozenset()
        return sorted(own.union(contents.marks(tuple(references(found.data[bounds])))), reverse=True)

    def _moved(self, frame: Frame, node: ast.expr) -> Sequence[int]:
        """Who moved the item of a list that an expression denotes to where it is, since it was written."""
        if not isinstance(node, ast.Subscript) or is_cut(node):
            return ()
        found, key = self._held(self._entry(frame, node.value)), self._value(frame, node.slice)
        shadow = self._writers.contents.shadows.get(found.number) if found is not None else None
        if found is None or shadow is None or type(key) is not int or found.kind not in _ORDERED:
            return ()
        size = len(found.data)
        if not -size <= key < size:
            return ()
        return [mark for mark in shadow.item(key % size, key < 0) if mark != shadow.items[key]]


def is_cut(node: ast.expr) -> TypeGuard[ast.Subscript]:
    """Whether an expression is a slice of something."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
