"""What library calls read, by the table: which element `pop`, `get`, `next` or a loop took, and who put it there."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, cast

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import is_reference, same_value
from llmdb.slicing.dependencies import Dependencies, Read, Writer
from llmdb.slicing.library.calls import LibraryCall, LibraryCalls
from llmdb.slicing.library.iteration import Iterations, Standing
from llmdb.slicing.library.methods import Access
from llmdb.slicing.library.provenance import LOST, Element, Provenance
from llmdb.types import VisitNo

Evidence = Literal["", "observed", "table", "compared", "model"]
"""How a dependency is known; "" where there is no writer in the recording."""

_CHOSEN = frozenset({"random.choice", "set.pop", "min", "max"})


class LibraryReads:
    """Extra reads of a step: parts of containers that library calls took, with the step that wrote each."""

    def __init__(self, found: Dependencies, text: str) -> None:
        self._found = found
        self._log = found.log
        self.calls = LibraryCalls(found, text)
        self.iterations = Iterations(self.calls)
        self._provenance = Provenance(found.log)

    def reads(self, number: VisitNo) -> Iterator[Read]:
        """The parts that the library calls and loops of a step read, in order; those whose writer was found."""
        return (read for read in self._all_reads(number) if read.writer.how != "unknown")

    def _all_reads(self, number: VisitNo) -> Iterator[Read]:
        for place in range(len(self._found.statements.get(self._found.trace.block_of(number), ()))):
            for call in self.calls.calls(number, place):
                yield from self._of_call(call)
            for standing in self.iterations.loop_elements(number, place):
                yield from self._standing(standing, number, place, self.calls.position(number, place))

    def completed(self, number: VisitNo) -> tuple[tuple[Read, Evidence], ...]:
        """Everything that a step read, each with how its writer is known."""
        out: dict[tuple[str, int | None], tuple[Read, Evidence]] = {}
        for read in self._found.reads(number):
            hidden = self.hidden_writer(read, number)
            if hidden is not None and _later(hidden, read.writer):
                read, evidence = replace(read, writer=hidden), "table"
            else:
                evidence = evidence_of(read.writer)
            out.setdefault((read.name, read.writer.position), (read, cast("Evidence", evidence)))
        for read in self.reads(number):
            out.setdefault((read.name, read.writer.position), (read, "table"))
        return tuple(out.values())

    def hidden_writer(self, read: Read, number: VisitNo) -> Writer | None:
        """Who last changed what a step read, where the recorder cannot look into it, by the table."""
        value = read.value
        if not self.iterations.is_hidden(value):
            return None
        position, here = read.position, (self._found.trace.block_of(number), read.statement)
        if here in self.calls.loops:
            position = self.calls.position(number, read.statement)
        for touch in self.iterations.touches(value, position, (number, read.statement)):
            if touch.access is not None:
                return Writer(
                    position=touch.position, step=touch.step, line=touch.line, how="mutation", value=value
                )
        return None

    # --- calls -----------------------------------------------------------------------------------------------

    def _of_call(self, call: LibraryCall) -> Iterator[Read]:
        for position in call.positions:
            for access in call.method.gets if call.method is not None else ():
                yield from self._got(call, access, position)

    def _got(self, call: LibraryCall, access: Access, position: int) -> Iterator[Read]:
        node = call.argument(access.of)
        if node is None:
            return
        if call.name == "next":
            for standing in self.iterations.next_elements(call.step, call.place, node, position):
                yield from self._standing(standing, call.step, call.place, position)
            return
        value = self.calls.value(call.step, node, position)
        if not is_reference(value):
            return
        text = ast.unparse(node)
        if call.name in _CHOSEN:
            yield from self._chosen(call, text, value, position)
        elif access.position in ("start", "end", "index"):
            index = self._index(call, access, position)
            if index is not None:
                part = "elements" if access.structure == "elements" else "values"
                standing = Standing(text=text, container=value, index=index, part=part)
                yield from self._standing(standing, call.step, call.place, position)
        elif access.position == "key" and access.structure == "values":
            yield from self._keyed(call, text, value, position)

    def _index(self, call: LibraryCall, access: Access, position: int) -> int | None:
        if access.position != "index":
            return 0 if access.position == "start" else -1
        node = call.argument("index")
        default = call.method.parameters.get("index") if call.method is not None else None
        found = default if node is None else self._key_value(call, node, position)
        return found if type(found) is int else None

    def _key_value(self, call: LibraryCall, node: ast.expr, position: int) -> Wire:
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError):
            return self.calls.value(call.step, node, position)

    def _keyed(self, call: LibraryCall, text: str, value: Wire, position: int) -> Iterator[Read]:
        node = call.argument("key")
        table = self._provenance.entries(value[0], position)
        key = self._key_value(call, node, position) if node is not None else None
        if table is not None and type(key) is not list and key in table:
            name = f"{text}[{_shown(key)}]"
            yield self._read(name, table[key], call.step, call.place, position)

    def _chosen(self, call: LibraryCall, text: str, value: Wire, position: int) -> Iterator[Read]:
        """The element that was chosen is the value that the statement binds."""
        events = map(self._log.event, self.calls.own(call.step, call.place))
        stored = [event.values[0] for event in events if event.site.kind == kinds.STORE]
        chosen = stored[-1] if stored else None
        for key, element in self._elements(value, position):
            if chosen is not None and same_value(element.value, chosen):
                name = f"{text}[{key}]" if key != "" else text
                yield self._read(name, element, call.step, call.place, position)
                return

    def _elements(self, value: Wire, position: int) -> Iterator[tuple[object, Element]]:
        row = self._provenance.elements(value[0], position)
        if row is not None:
            yield from enumerate(row)
        elif self._log.kind_of(value[0]) == wire.SET:
            for item, element in (self._provenance.entries(value[0], position) or {}).items():
                yield "", Element(item, element.origin)

    # --- elements --------------------------------------------------------------------------------------------

    def _standing(self, standing: Standing, number: VisitNo, place: int, position: int) -> Iterator[Read]:
        """The read of the element at a place of a container."""
        number_of = standing.container[0]
        row = self._provenance.elements(number_of, position)
        if row is not None:
            if -len(row) <= standing.index < len(row):
                name = f"{standing.text}[{standing.index}]"
                yield self._read(name, row[standing.index], number, place, position)
            return
        table = self._provenance.entries(number_of, position)
        if not table or self._log.kind_of(number_of) != wire.DICT or standing.part not in ("values", "items"):
            return
        keys = list(table)
        if -len(keys) <= standing.index < len(keys):
            key = keys[standing.index]
            yield self._read(f"{standing.text}[{_shown(key)}]", table[key], number, place, position)

    def _read(self, name: str, element: Element, number: VisitNo, place: int, position: int) -> Read:
        writer = self._writer(element, number, name, position)
        return Read(name=name, statement=place, position=position, writer=writer, value=element.value)

    def _writer(self, element: Element, number: VisitNo, name: str, position: int) -> Writer:
        if element.origin == LOST:
            return Writer(value=element.value)
        if element.origin is None:
            return self._creation(element, number, name, position)
        event = self._log.event(element.origin)
        step = self._log.visit_at(element.origin)
        if not step:
            return Writer(value=element.value)
        code = self._found.statements.get(self._found.trace.block_of(step), ())
        place = self.calls.place_at(step, element.origin)
        line = event.site.line or (code[place].line if place < len(code) else None)
        return Writer(position=element.origin, step=step, line=line, how="mutation", value=element.value)

    def _creation(self, element: Element, number: VisitNo, name: str, position: int) -> Writer:
        """An element that was there from the beginning came with what bound its container."""
        node = ast.parse(name, mode="eval").body
        base = node.value if isinstance(node, ast.Subscript) else node
        made = self.calls.bound(number, base, position) or Writer()
        return Writer(
            position=made.position, step=made.step, line=made.line, how=made.how, value=element.value
        )


def evidence_of(writer: Writer) -> Evidence:
    """How a writer that the recording tells of is known."""
    if writer.step is None:
        return ""
    return "compared" if writer.how == "inferred" else "observed"


def _later(one: Writer, two: Writer) -> bool:
    return two.position is None or (one.position or 0) >= two.position


def _shown(key: Wire) -> str:
    return repr(key[1]) if type(key) is tuple and len(key) == 2 and key[0] == wire.TUPLE else repr(key)
