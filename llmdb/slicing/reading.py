"""What statements read, and who wrote it, while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from llmdb.runner.child import wire
from llmdb.slicing.contents import Contents
from llmdb.slicing.graph import DependencyGraph
from llmdb.slicing.plans import CELL, GLOBAL, LOCAL, PART, UNKNOWN, Plan, Read, StatementPlan
from llmdb.slicing.shadow import Shadow
from llmdb.trace.decode import News, Wire
from llmdb.trace.heap import HeapObject, Operation, is_reference, references
from llmdb.trace.heap_events import HeapEvents
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import BlockId, StepNo

Entry = tuple[Wire, int]
"""A name's value, and the node that bound it."""

Start = Callable[["Frame"], None]
"""What the beginning of a statement does."""

_NO_ENTRY: Entry = (UNKNOWN, 0)


class Frame:
    """A call under way.

    Attributes:
        node, place, plan, step, block: the statement under way, and where it stands; `before` is the block before.
        starts: for each statement of the plan what its beginning does.
        final: the last statement of the block; `done` is set when the one under way has bound a name.
        late: what it still reads when its calls have returned.
        control: the node that let the block run; `caller` the one that called.
        last: for each block the last statement of its latest step.
        loops: for each `for` header what it read on the way in: writer, label and value.
        raised: the node that raised what this frame handles next; `halted` is set when a statement raised.
        touches: the statement under way may change what no event tells of.
        contexts: for each `with` that entered something its node and the blocks of its body.
    """

    __slots__ = (
        "before", "block", "caller", "cells", "contexts", "control", "done", "final", "halted", "key", "last", "late",
        "loops", "names", "node", "place", "plan", "raised", "scope", "starts", "step", "touches",
    )  # fmt: skip

    def __init__(self, scope: str, caller: int) -> None:
        self.scope = scope
        self.caller = caller
        self.names: dict[str, Entry] = {}
        self.cells: dict[str, int] = {}
        self.last: dict[BlockId, int] = {}
        self.loops: dict[BlockId, list[tuple[int, int, Wire]]] = {}
        self.plan: Plan = ()
        self.starts: tuple[Start, ...] = ()
        self.late: tuple[Read, ...] = ()
        self.step: StepNo = 0
        self.block = self.before = 0
        self.node = self.place = self.control = self.raised = self.key = 0
        self.final = 0
        self.contexts: tuple[tuple[int, frozenset[BlockId]], ...] = ()
        self.halted = self.done = self.touches = False


class Reading(HeapEvents):
    """The writers of names, cells and parts of objects as they are now, and the reads that meet them."""

    def __init__(self, trace: ExecutionTrace, graph: DependencyGraph) -> None:
        self._log = trace.log
        super().__init__(self._log.sites, dict(trace.scopes), dict(self._log.initial), self._born)
        self.graph = graph
        self.adders = graph.readers.append, graph.writers.append, graph.labels.append
        self.news: dict[int, News] = {}
        self.globals: dict[str, Entry] = {name: (value, 0) for name, value in self._log.initial.items()}
        self.cells: dict[int, Entry] = {}
        self.classes: dict[str, Mapping[str, Entry]] = {}
        self.class_objects: dict[str, int] = {}
        self.definitions: dict[str, int] = {}
        self.made: dict[str, int] = {}
        self.running: list[Frame] = []
        self.top: Frame | None = None
        self._contents = Contents(graph, self.lookup)
        self._shadows = self._contents.shadows

    # --- objects ---------------------------------------------------------------------------------------------

    def _born(self, number: int) -> HeapObject | None:
        news = self.news.get(number)
        return self._log.birth(number) if news is None else HeapObject.from_news(news)

    def kind_of(self, number: int) -> int | None:
        """The kind of a heap object."""
        found = self.lookup(number)
        return None if found is None else found.kind

    def link(self, reader: int, writer: int, label: int) -> None:
        """A new edge of the graph."""
        add_reader, add_writer, add_label = self.adders
        add_reader(reader)
        add_writer(writer)
        add_label(label)

    def forget(self, numbers: Iterable[int]) -> None:
        """These objects are gone."""
        for number in numbers:
            for held in (self.news, self.heap, self.cells):
                held.pop(number, None)
            self._contents.forget(number)

    def mutate(self, number: int, operation: Operation) -> None:
        """Change an object; the statement under way is the writer of what changes."""
        found = self.lookup(number)
        if found is not None:
            self._contents.write(found, operation, self.top.node if self.top is not None else 0)

    def set_cell(self, frame: Frame, name: str, entry: Entry) -> None:
        """Bind a variable that closures share."""
        if name in frame.cells:
            self.cells[frame.cells[name]] = entry
        else:
            frame.names[name] = entry

    # --- values ----------------------------------------------------------------------------------------------

    def entry(self, frame: Frame, kind: int, name: str) -> Entry:
        """What a name is bound to, as a frame sees it."""
        if kind == CELL and name in frame.cells:
            found = self.cells.get(frame.cells[name])
        elif kind == GLOBAL:
            found = self.globals.get(name)
        else:
            found = frame.names.get(name) or self.globals.get(name)
        return found or _NO_ENTRY

    def attribute_value(self, value: Wire, name: str) -> Wire:
        """An attribute of a value."""
        found = self.lookup(value[0]) if is_reference(value) else None
        if found is None:
            return UNKNOWN
        if name in found.attributes:
            return found.attributes[name]
        return self._of_class(found, name)[0]

    def _of_class(self, found: HeapObject, name: str) -> Entry:
        """An attribute that was set on the object's class since, or bound in its body."""
        number = self.class_objects.get(found.type, -1)
        shadow, owner = self._shadows.get(number), self.heap.get(number)
        if shadow is not None and owner is not None and name in shadow.attributes:
            return owner.attributes.get(name, UNKNOWN), shadow.attributes[name]
        return self.classes.get(found.type, {}).get(name, _NO_ENTRY)

    def item_value(self, value: Wire, key: Wire) -> Wire:
        """An item of a value."""
        try:
            if is_reference(value):
                found = self.lookup(value[0])
                if found is None or key is UNKNOWN:
                    return UNKNOWN
                return found.data.get(key, UNKNOWN) if found.kind == wire.DICT else found.data[key]
            if type(value) is tuple and value[0] == wire.TUPLE:
                return value[1][key]
        except (TypeError, IndexError, KeyError, AttributeError):
            pass
        return UNKNOWN

    def length(self, value: Wire) -> Wire:
        """How many items a value has."""
        found = self.lookup(value[0]) if is_reference(value) else None
        return UNKNOWN if found is None or found.kind == wire.TEXT else len(found.data)

    # --- reads -----------------------------------------------------------------------------------------------

    def read(self, frame: Frame, node: int, reads: tuple[Read, ...]) -> None:
        """A statement reads these."""
        for read in reads:
            if read.kind == PART:
                self._read_part(frame, node, read)
                continue
            value, writer = self.entry(frame, read.kind, read.name)
            if writer:
                self.link(node, writer, read.label)
            if type(value) is tuple and not read.is_base:
                self.read_contents(value, node, read.label)

    def finish(self, frame: Frame) -> None:
        """The statement under way reads what it reads after its calls."""
        if frame.late:
            late, frame.late = frame.late, ()
            self.read(frame, frame.node, late)
        if frame.touches:
            self._touch(frame, frame.plan[frame.place])

    def _touch(self, frame: Frame, plan: StatementPlan) -> None:
        """The library calls of a statement may have changed objects that the recorder cannot look into."""
        for getter in plan.touched:
            value = getter(self, frame)
            if is_reference(value):
                self._contents.touch(value[0], frame.node)
        if plan.over:
            over = [getter(self, frame) for getter in plan.over]
            held = [value[0] for value in over if is_reference(value)]
            for name in plan.code.binds:
                bound = self.entry(frame, LOCAL, name)[0]
                if is_reference(bound):
                    self._contents.hold(bound[0], held)

    def give(self, frame: Frame, writer: int, label: int) -> None:
        """The statement under way in a frame gets a value that another one returned, yielded or sent."""
        if frame.node and writer:
            self.link(frame.node, writer, label)

    def iterate(self, frame: Frame, plan: StatementPlan) -> None:
        """A loop's header reads its iterable on the way in; later only what that holds by then."""
        block = frame.block
        if frame.before not in plan.code.inside or block not in frame.loops:
            edges = len(self.graph.readers)
            held: list[tuple[int, int, Wire]] = []
            for read in plan.early + plan.late:
                self.read(frame, frame.node, (read,))
                value = UNKNOWN if read.is_base else self._value(frame, read)
                if type(value) is tuple and value is not UNKNOWN:
                    held.append((0, read.label, value))
            graph = self.graph
            for edge in range(edges, len(graph.readers)):
                if graph.readers[edge] == frame.node:
                    held.append((graph.writers[edge], graph.labels[edge], None))
            frame.loops[block] = held
            return
        for writer, label, value in frame.loops[block]:
            if writer:
                self.link(frame.node, writer, label)
            else:
                self.read_contents(value, frame.node, label)

    def _value(self, frame: Frame, read: Read) -> Wire:
        if read.kind != PART:
            return self.entry(frame, read.kind, read.name)[0]
        assert read.base is not None
        base = read.base(self, frame)
        if read.key is None:
            return self.attribute_value(base, read.name)
        return self.item_value(base, read.key(self, frame))

    def _read_part(self, frame: Frame, node: int, read: Read) -> None:
        """An attribute or an item: who wrote it, and what it holds."""
        assert read.base is not None
        base = read.base(self, frame)
        if not is_reference(base):
            return
        found, shadow = self.lookup(base[0]), self._shadows.get(base[0])
        if found is None:
            return
        if read.key is None:
            value = self._read_attribute(found, shadow, node, read)
        else:
            value = self._read_item(found, shadow, node, read, read.key(self, frame))
        if value is UNKNOWN:
            self.read_contents(base, node, read.label)
        elif type(value) is tuple and not read.is_base:
            self.read_contents(value, node, read.label)

    def _read_attribute(self, found: HeapObject, shadow: Shadow | None, node: int, read: Read) -> Wire:
        name = read.name
        if name in found.attributes:
            writer = shadow.attributes.get(name, 0) if shadow is not None else 0
            value = found.attributes[name]
        else:
            value, writer = self._of_class(found, name)
            value = None if value is UNKNOWN else value
        if writer:
            self.link(node, writer, read.label)
        return value

    def _read_item(self, found: HeapObject, shadow: Shadow | None, node: int, read: Read, key: Wire) -> Wire:
        """The item's value; UNKNOWN where any item may have been meant."""
        if key is UNKNOWN:
            return UNKNOWN
        if found.kind == wire.DICT:
            if key not in found.data:
                return UNKNOWN
            if shadow is not None and key in shadow.items:
                self.link(node, shadow.items[key], read.label)
            return found.data[key]
        if found.kind not in (wire.LIST, wire.DEQUE, wire.TUPLES) or type(key) is not int:
            return UNKNOWN
        size = len(found.data)
        if not -size <= key < size:
            return UNKNOWN
        if shadow is not None and found.kind != wire.TUPLES:
            for writer in shadow.item(key % size, key < 0):
                self.link(node, writer, read.label)
        return found.data[key]

    def read_contents(self, value: Wire, node: int, label: int) -> None:
        """All that a value holds, at any depth."""
        if value is UNKNOWN:
            return
        add_reader, add_writer, add_label = self.adders
        known = self._contents.known
        for number in value if len(value) == 1 else tuple(references((value,))):
            writers = known.get(number)
            if writers is None:
                writers = self._contents.writers(number, label)
            for writer in writers:
                add_reader(node)
                add_writer(writer)
                add_label(label)
