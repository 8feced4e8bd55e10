"""The writers of names, cells and parts of objects, while the events of a run are followed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence

from llmdb.events import wire
from llmdb.events.decode import News, Wire
from llmdb.program.files import variable_key
from llmdb.replay.heap import HeapObject, Operation, is_reference
from llmdb.replay.machine import Machine, MachineObserver
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.contents import Classes, Contents, Deferred
from llmdb.slicing.graph.frame import NO_ENTRY, Entry, Frame
from llmdb.slicing.graph.graph import Growing
from llmdb.slicing.graph.plans import CELL, EMPTY, GLOBAL, LOCAL, UNKNOWN, StatementPlan
from llmdb.slicing.graph.shadow import Shadow

_MOST_MADE = 1_000


class Writers(MachineObserver):
    """Who wrote the names, cells and parts of objects that there are now, as a machine has them.

    Args:
        kept: gives an object as it was at the keyframe that was gone back to; None for one not known there.

    Attributes:
        machine: replays the run; the mark of the event that is followed now is its position and 1.
        news: the objects that the log has told of.
        cells: for each variable that closures share the mark of what bound it, by the number of its cell; those of
            other variables are in `Frame.marks`.
        defaults: for each parameter of a definition, "name:line", the values that functions were made with.
        made: for each generator and coroutine, by its key, the mark of the call that made it.
    """

    def __init__(
        self,
        trace: Visits,
        grown: Growing,
        ancestries: Mapping[str, Sequence[str]],
        kept: Callable[[int], tuple[HeapObject, Shadow] | None],
    ) -> None:
        self._birth, self._kept = trace.log.birth, kept
        self.machine = Machine(Frame, trace.scopes, trace.log.initial, self._load, self)
        self.lookup = self.machine.lookup
        self.news: dict[int, News] = {}
        self.cells: dict[int, int] = {}
        self.defaults: defaultdict[tuple[str, str], deque[Entry]] = defaultdict(
            lambda: deque(maxlen=_MOST_MADE)
        )
        self.made: dict[Wire, int] = {}
        self.contents = Contents(grown, self.machine, self._deferred)
        self.classes = Classes(ancestries, self.lookup, self.contents)
        self.shadows = self.contents.shadows
        self.owners = grown.owners

    # --- objects ---------------------------------------------------------------------------------------------

    def _load(self, number: int) -> HeapObject | None:
        kept = self._kept(number)
        if kept is not None:
            found, self.shadows[number] = kept
            self.machine.shared.add(number)
            return found
        news = self.news.get(number)
        new = self._birth(number) if news is None else HeapObject.from_news(news)
        if new is not None and new.type in self.classes:
            top = self.machine.stacks.top
            plan = EMPTY[0] if top is None else top.plan[top.place]
            self.classes.note_defaults(new, plan.code)
        return new

    def kind_of(self, number: int) -> int | None:
        """The kind of a heap object."""
        found = self.lookup(number)
        return None if found is None else found.kind

    def forget(self, numbers: Sequence[int]) -> None:
        """These objects are gone."""
        for held in (self.news, self.machine.heap, self.cells):
            for number in numbers:
                held.pop(number, None)
        self.contents.forget(numbers)

    def carries_out(self, found: HeapObject, operation: Operation) -> bool:
        """Overridden: the event is the writer of what changes."""
        return self.contents.write(found, operation, self.machine.position + 1)

    def bind_cell(self, frame: Frame, name: str, mark: int) -> None:
        """An event has bound a variable that closures share."""
        if name in frame.cells:
            self.cells[frame.cells[name]] = mark
        else:
            frame.marks[name] = mark

    def _deferred(self, read: Deferred) -> Entry:
        """What a generator expression finds when it is run."""
        if isinstance(read, tuple):
            return read, 0
        if isinstance(read, str):
            module, _, name = read.rpartition(":")
            return self._in(
                self.machine.names.others.get(module) if module else self.machine.names.module, name
            )
        return self._in_cell(read)

    def defer(self, frame: Frame, value: Wire, plan: StatementPlan) -> None:
        """A value may be the object of a generator expression of a statement, which reads more whenever it is run."""
        found = self.lookup(value[0]) if is_reference(value) else None
        if found is not None and found.kind == wire.OPAQUE and found.type == "generator":
            scope = frame.scope
            variables = [
                frame.cells.get(name, variable_key(scope, name)) for name in sorted(plan.code.deferred)
            ]
            objects = [over for getter in plan.walked if is_reference(over := getter(self, frame))]
            self.contents.deferring.setdefault(found.number, (*variables, *objects))
            self.contents.unknown(found.number)

    # --- values ----------------------------------------------------------------------------------------------

    def entry(self, frame: Frame, kind: int, name: str) -> Entry:
        """What a name is bound to, as a frame sees it."""
        if kind == CELL and name in frame.cells:
            return self._in_cell(frame.cells[name])
        if kind != GLOBAL and name in frame.names:
            return frame.names[name], frame.marks.get(name, 0)
        return NO_ENTRY if kind == LOCAL else self._in(self.machine.names.module_of(frame), name)

    def _in(self, module: Frame | None, name: str) -> Entry:
        """What a variable of a module is bound to."""
        if module is None or name not in module.names:
            return NO_ENTRY
        return module.names[name], module.marks.get(name, 0)

    def in_module(self, module: HeapObject, name: str) -> Entry:
        """What an attribute of a module that is recorded, too, is bound to."""
        return self._in(self.machine.names.module_object(module), name)

    def imported(self, modules: Sequence[str], name: str) -> int:
        """The mark of what bound a name in the first of some modules that is recorded; 0 for none."""
        others = self.machine.names.others
        frame = next((others[module] for module in modules if module in others), None)
        return frame.marks.get(name, 0) if frame is not None else 0

    def _in_cell(self, number: int) -> Entry:
        cell = self.lookup(number) if number in self.cells else None
        return (cell.data[0], self.cells[number]) if cell is not None and cell.data else NO_ENTRY

    def named(self, frame: Frame, name: str) -> HeapObject | None:
        """The object that a name is bound to in a frame, wherever it is found; None for a plain value."""
        found = next(
            (e for kind in (CELL, GLOBAL) if (e := self.entry(frame, kind, name)) is not NO_ENTRY), NO_ENTRY
        )
        return self.lookup(found[0][0]) if is_reference(found[0]) else None

    def class_value(self, value: Wire) -> Wire:
        """The class of a value, if it is one of the snippet's."""
        found = self.lookup(value[0]) if is_reference(value) else None
        return UNKNOWN if found is None else self.classes.object_of(found.type)

    def attribute_value(self, value: Wire, name: Wire) -> Wire:
        """An attribute of a value."""
        found = self.lookup(value[0]) if is_reference(value) else None
        if found is None or type(name) is not str:
            return UNKNOWN
        if name in found.attributes:
            return found.attributes[name]
        if found.type == "module":
            return self.in_module(found, name)[0]
        return self.classes.attribute(found, name)[0]

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
