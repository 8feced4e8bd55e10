"""What a visit read and who wrote it; which visit let it run: answered from one pass over the events of the run."""

import ast
from collections.abc import Iterator
from functools import cached_property
from itertools import chain, islice
from typing import Literal

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.model import Value
from llmdb.program.files import is_module, line_label, module_of, own_name
from llmdb.progress import OnProgress, Progress
from llmdb.replay.heap import is_reference
from llmdb.replay.text import to_value
from llmdb.replay.visits import Visits
from llmdb.slicing.control import controllers
from llmdb.slicing.graph.flow import SENT, Building, Flow, bound_names
from llmdb.slicing.graph.graph import DependencyGraph, Growing
from llmdb.slicing.graph.moments import Moments
from llmdb.slicing.graph.plans import Plans
from llmdb.slicing.relevance.outside import Outside
from llmdb.slicing.relevance.potential import Omissions
from llmdb.slicing.syntax.finding import Use, root_of
from llmdb.slicing.syntax.uses import Statement, statements_of
from llmdb.types import LineNo, VisitNo
from llmdb.values import dataclass

MOST_WRITERS = 8
"""How many writers of one read are listed."""

_KEPT = 2_000

How = Literal["assignment", "mutation", "inferred", "prefix", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The event that wrote what was read; `position`, `step` and `line` are None for none in the recording."""

    position: int | None = None
    step: VisitNo | None = None
    line: LineNo | None = None
    how: How = "unknown"
    value: Wire = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The visit whose branch, handler or call let a visit run; `position` is where a call entered, else None."""

    step: VisitNo
    line: LineNo
    condition: str
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One read of a visit: where it stands, what it gave, and its writer.

    Attributes:
        name: as the source writes it, or `call()` for what a call returned.
        statement: which statement of the visit's block reads it, from 0.
        position: the event before which it was read.
        binding: who bound the name, where `writer` is a later mutation of the object.
        is_base: read only to reach a part that is listed, too.
        cut: for a slice its bounds; `value` is then the list.
    """

    name: str
    statement: int
    position: int
    writer: Writer
    value: Wire = None
    binding: Writer | None = None
    is_base: bool = False
    cut: slice | None = None


class Dependencies:
    """Dynamic dependencies of a trace.

    Args:
        text: the snippet's.
        on_progress: told how far the pass over the run is.
    """

    def __init__(self, trace: Visits, text: str, on_progress: OnProgress | None = None) -> None:
        self.trace = trace
        self.log = trace.log
        self._on_progress = on_progress
        self.statements = statements_of(trace.cfg, text)
        self._text = text
        self._controllers = controllers(trace.cfg)
        self._plans = Plans(self.statements, trace.cfg, trace.scopes, bound_names(trace), self.log.sites)
        self._building = Building(self._begin)
        self._known: dict[VisitNo, tuple[Read, ...]] = {}

    # --- the pass --------------------------------------------------------------------------------------------

    def _begin(self) -> Flow:
        return Flow(self.trace, self._plans, self._controllers, Growing(self.log.total))

    @cached_property
    def _pass(self) -> Flow:
        return self._building.finish(self._report)

    def _report(self, done: int) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(doing="dependencies", done=done, unit="events", total=self.log.total))

    def prepare(self) -> Iterator[int]:
        """Make the pass a little at a time, from where that was left; gives the number of events followed so far."""
        return self._building.go_on()

    @property
    def is_prepared(self) -> bool:
        """Whether the pass is complete, so that what was read is known at once."""
        return self._building.is_done

    @cached_property
    def graph(self) -> DependencyGraph:
        """The dependencies of all visits: for slices and whatever follows many edges."""
        return DependencyGraph(self._pass.grown, self._plans.labels)

    @cached_property
    def _moments(self) -> Moments:
        return Moments(self.trace, self._plans, self._controllers, self._pass, self.graph)

    @cached_property
    def outside(self) -> Outside:
        """What calls were given that no visit made."""
        return Outside(self)

    @cached_property
    def omissions(self) -> Omissions:
        """The conditions by which writes were left out."""
        return Omissions(self, self._text)

    # --- what a step read ------------------------------------------------------------------------------------

    def reads(self, number: VisitNo, statement: int | None = None) -> tuple[Read, ...]:
        """What a visit, or one statement of it, read, in order; each name and writer once."""
        if number not in self._known:
            ways = self._used(number), self._handed(number), self._drawn(number), self._matched(number)
            self._known[number] = tuple(chain(*ways))
            while len(self._known) > _KEPT:
                del self._known[next(iter(self._known))]
        found: dict[tuple[str, int | None], Read] = {}
        for read in self._known[number]:
            if statement is None or read.statement == statement:
                found.setdefault((read.name, read.writer.position), read)
        return tuple(found.values())

    def _used(self, number: VisitNo) -> Iterator[Read]:
        """What its expressions read, where the pass found that they did."""
        graph, block = self.graph, self.trace.block_of(number)
        plans, end = self._plans.of_block(block), self.end_of(number) + 1
        for place, node in enumerate(graph.of_step(number)):
            code, late = plans[place].code, plans[place].late_uses
            begin = self.begin_of(number, place)
            into = self._moments.way_in(number, block, begin) if code.iterates else begin
            marks = [*graph.late_reads(node, end)] if late else []
            for use in code.uses:
                if not use.after or code.iterates:
                    yield from self._use(number, place, use, into, begin)
                elif use in late:
                    index = late.index(use)
                    for at in (mark - 1 for first, last, mark in marks if first <= index < last):
                        yield from self._use(number, place, use, at, at)

    def _use(self, number: VisitNo, place: int, use: Use, position: int, held_at: int) -> Iterator[Read]:
        is_base = use.is_base or (use.moves and not self._is_list(number, use.node, position))
        return self.look_up_all(
            number,
            use.node,
            position,
            place=place,
            text=use.text,
            is_base=is_base,
            held_at=held_at,
            most=MOST_WRITERS,
        )

    def _is_list(self, number: VisitNo, node: ast.expr, position: int) -> bool:
        binding = self.denoted(number, node, position)
        kind = self.log.kind_of(binding.value[0]) if binding and is_reference(binding.value) else None
        return kind in (wire.LIST, wire.DEQUE)

    def _handed(self, number: VisitNo) -> Iterator[Read]:
        """What the calls that a visit made returned, what generators that it resumed yielded, what it was sent."""
        graph = self.graph
        for receiver, mark, arrival, label in graph.handed(graph.of_step(number), self.end_of(number) + 1):
            text = graph.texts[label]
            values = self.log.event(mark - 1).values if text != SENT else ()
            value = values[0] if values else None
            giver = self._writer(mark, value)
            made = self._made_inside(mark, value) if text != SENT else ()
            for writer in (giver, *made):
                yield Read(
                    name=text,
                    statement=graph.places[receiver],
                    position=arrival,
                    writer=writer,
                    value=value,
                    binding=giver,
                )

    def _made_inside(self, mark: int, value: Wire) -> Iterator[Writer]:
        """The changes of an object that was made in the `return` that gave it, by the calls in that."""
        node = self.graph.owners[mark]
        code = self._code(self.graph.steps[node], self.graph.places[node]) if node else None
        if code is not None and code.returns and code.calls and is_reference(value):
            changes = self._moments.contents(value, mark - 1, self.graph.marks[node])
            yield from (self._writer(change, value) for change in changes[:MOST_WRITERS])

    def _drawn(self, number: VisitNo) -> Iterator[Read]:
        """What a visit took at once of objects that it made: `Point(1, 2).x`."""
        block = self.statements.get(self.trace.block_of(number), ())
        if not any(code.drawn for code in block):
            return
        for first, last in self.log.callees(number):
            entry = self.log.event(self.log.steps.begin[first - 1] - 1)
            if entry.site.kind != kinds.ENTER or not entry.site.scope.endswith(".__init__"):
                continue
            end = self.end_of(last)
            place, own, made = self.statement_at(number, end), entry.site.names[0], entry.values[0]
            if is_reference(made):
                for use in block[place].draws(self.log.birth(made[0]), own):
                    yield from self.look_up_all(
                        last, use.node, end, place=place, text=use.text, most=MOST_WRITERS
                    )

    def _matched(self, number: VisitNo) -> Iterator[Read]:
        """What the patterns of a visit match, where it was computed."""
        graph = self.graph
        for place, code in enumerate(self.statements.get(self.trace.block_of(number), ())):
            node = graph.node(number, place) if code.subject is not None else 0
            for text, nodes in graph.reads(node) if node else ():
                if code.subject is not None and text == code.subject[1]:
                    step = graph.steps[nodes[0]]
                    line = self.line(step, graph.places[nodes[0]])
                    writer = Writer(position=self.end_of(step), step=step, line=line, how="assignment")
                    at = self.begin_of(number, place)
                    yield Read(name=text, statement=place, position=at, writer=writer, binding=writer)

    # --- what anything was at an event -----------------------------------------------------------------------

    def look_up(self, number: VisitNo, node: ast.expr, position: int) -> Read | None:
        """The last writer of what an expression denotes just before an event of a visit; None for no such thing."""
        return next(self.look_up_all(number, node, position, most=1), None)

    def denoted(self, number: VisitNo, node: ast.expr, position: int) -> Writer | None:
        """Who bound what an expression denotes just before an event of a visit; None for a definition, too."""
        entry = self._moments.entry(number, node, position)
        if entry is None or self._moments.is_definition(entry):
            return None
        return self._writer(entry[1], entry[0], node)

    def look_up_all(
        self,
        number: VisitNo,
        node: ast.expr,
        position: int,
        *,
        place: int = 0,
        text: str = "",
        is_base: bool = False,
        held_at: int = 0,
        most: int | None = None,
    ) -> Iterator[Read]:
        """Who wrote what an expression denotes just before an event of a visit: the last writer first.

        What was changed piece by piece has a writer for each piece, in one read each.

        Args:
            place: the statement that reads, from 0.
            text: how the reads are named, else as `ast.unparse` writes the expression.
            is_base: only the binding counts, not what the object holds.
            held_at: what the object holds counts just before this event, if it is a later one.
            most: how many are looked for; None for all.
        """
        found = self._moments.written(number, node, position, held_at, is_base)
        if found is None:
            return
        owners, value = self.graph.owners, found.value
        binding = self._writer(found.binding, value, node)
        changes, others = (
            (self._writer(mark, value) for mark in marks if owners[mark])
            for marks in (found.changes, found.others)
        )
        for writer in islice(chain(changes, (binding,), others), most):
            yield Read(
                name=text or ast.unparse(node),
                statement=place,
                position=position if found.cut is not None else max(position, held_at),
                writer=writer,
                value=value,
                binding=binding,
                is_base=is_base,
                cut=found.cut,
            )

    def _writer(self, mark: int, value: Wire, node: ast.expr | None = None) -> Writer:
        """The event of a mark as the writer of a value; for mark 0 what a name had that no event bound."""
        if not mark:
            is_prefix = node is not None and root_of(ast.unparse(node)) in self.log.initial
            return Writer(how="prefix" if is_prefix else "unknown", value=value)
        kind, owner = self.log.sites[self.log.tag(mark - 1)].kind, self.graph.owners[mark]
        if not owner:
            is_entry = kind in (kinds.ENTER, kinds.GENERATOR)
            return Writer(
                position=mark - 1 if is_entry else None, how="prefix" if is_entry else "unknown", value=value
            )
        step = self.graph.steps[owner]
        how: How = "assignment"
        if kind in kinds.CHANGING:
            how = "inferred" if kind == kinds.COMPARED else "mutation"
        line = self.line(step, self.graph.places[owner])
        return Writer(position=mark - 1, step=step, line=line, how=how, value=value)

    def value(self, read: Read) -> Value:
        """What was read, as text."""
        position = min(read.position, self.log.total)
        machine = self.log.machine(position)
        if read.cut is None:
            return to_value(read.value, self.trace.lookup)
        whole = machine.lookup(read.value[0])
        assert whole is not None
        part = whole.copy()
        part.data = whole.data[read.cut]
        return to_value(read.value, lambda number: part if number == part.number else machine.lookup(number))

    # --- statements ------------------------------------------------------------------------------------------

    def _code(self, number: VisitNo, place: int) -> Statement | None:
        code = self.statements.get(self.trace.block_of(number), ())
        return code[place] if place < len(code) else None

    def begin_of(self, number: VisitNo, place: int) -> int:
        """The position before which a statement of a visit read what it reads first."""
        node = self.graph.node(number, place)
        if not node:
            return self.log.steps.begin[number - 1]
        return self.graph.marks[node] - (1 if place else 0)

    def end_of(self, number: VisitNo) -> int:
        """The position of the event with which a visit ends."""
        return self.log.steps.end[number - 1]

    def statement_at(self, number: VisitNo, position: int) -> int:
        """Which statement of a visit was under way at an event, its own or of a call that it made; from 0."""
        marks = [self.graph.marks[node] for node in self.graph.of_step(number)]
        return max(0, sum(mark <= position + 1 for mark in marks) - 1)

    def line(self, number: VisitNo, place: int) -> LineNo:
        """The line of a statement of a visit."""
        code = self._code(number, place)
        return code.line if code is not None else self.trace.lines(number)[0]

    def last_statement(self, number: VisitNo) -> int:
        """The last statement that a visit began: what its condition, or what it raised, comes from."""
        return max(0, len(self.graph.of_step(number)) - 1)

    def control(self, number: VisitNo) -> Control | None:
        """The innermost condition, loop header or handler in the frame that let a visit run, else the call."""
        trace, graph = self.trace, self.graph
        node = graph.control(graph.node(number, 0))
        if not node:
            return None
        visit, frame = graph.steps[node], trace.frame_of(number)
        deciding = self._controllers[trace.block_of(number)]
        decides = trace.frame_of(visit) == frame and trace.block_of(visit) in deciding
        first = self.log.first_step(frame)
        if not decides and node == graph.control(graph.node(first, 0)):
            return Control(
                step=visit,
                line=self.line(visit, graph.places[node]),
                condition=_called(trace.scope_of(number)),
                position=self.log.steps.begin[first - 1] - 1,
            )
        lines = trace.lines(visit)
        if visit in trace.raises:
            condition = f"exception at line {line_label(lines[-1])}"
        else:
            block = trace.cfg.block(trace.block_of(visit))
            condition = block.condition or block.statements[-1]
        line = trace.handlers(visit) or (lines[-1] if lines else 1)
        return Control(step=visit, line=line, condition=condition)


def _called(scope: str) -> str:
    return f"import of {module_of(scope)}" if is_module(scope) else f"call of {own_name(scope)}"
