"""What a step read and who wrote it; which step let it run."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, takewhile

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.model import Value
from llmdb.progress import OnProgress, Progress
from llmdb.replay.heap import is_reference
from llmdb.replay.text import to_value
from llmdb.replay.visits import Visits
from llmdb.slicing.control import controllers
from llmdb.slicing.controls import Control, Controls
from llmdb.slicing.graph.building import Building
from llmdb.slicing.graph.flow import Flow, bound_names
from llmdb.slicing.graph.graph import DependencyGraph, Growing
from llmdb.slicing.graph.plans import Plans
from llmdb.slicing.relevance.potential import Omissions
from llmdb.slicing.syntax.finding import Use
from llmdb.slicing.syntax.uses import Statement, statements_of
from llmdb.slicing.writers.bindings import Bindings, How, Writer
from llmdb.slicing.writers.bounds import Bounds
from llmdb.slicing.writers.callers import Callers, latest_step
from llmdb.slicing.writers.denoted import Denoted
from llmdb.slicing.writers.elements import Elements
from llmdb.slicing.writers.gifts import SENT, Gifts
from llmdb.slicing.writers.outside import Outside
from llmdb.types import LineNo, VisitNo

__all__ = ["Dependencies", "How", "Read", "Writer"]
MOST_WRITERS = 8
"""How many writers of one read are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One read of a step: where it stands, what it gave, and its writer.

    Attributes:
        name: as the source writes it, or `call()` for what a call returned.
        statement: which statement of the step's block reads it, from 0.
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
        on_progress: told how far the making of `graph` is.
    """

    def __init__(self, trace: Visits, text: str, on_progress: OnProgress | None = None) -> None:
        self.trace = trace
        self.log = trace.log
        self._on_progress = on_progress
        self.statements = statements_of(trace.cfg, text)
        self._text = text
        self._bounds = Bounds(trace, self.statements)
        self._callers = Callers(trace, self.statements)
        self._bindings = Bindings(trace, self.statements, self._bounds, self._callers)
        self._elements = Elements(self.log)
        self._gifts = Gifts(trace, self.statements)
        self._denoted = Denoted(trace, self.statements, self._bounds, self._bindings, self._elements)
        self._controllers = controllers(trace.cfg)
        self._building = Building(self._flow)
        self._controls = Controls(trace, self._controllers, self._callers, self._bindings.call_line)

    def _flow(self) -> Flow:
        trace = self.trace
        plans = Plans(self.statements, trace.cfg, trace.scopes, bound_names(trace))
        return Flow(trace, plans, self._controllers, Growing(self.log.total))

    @cached_property
    def graph(self) -> DependencyGraph:
        """The dependencies of all steps, found in one pass: for slices and whatever follows many edges."""
        return self._building.finish(self._report)

    def _report(self, done: int) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(doing="dependencies", done=done, unit="events", total=self.log.total))

    def prepare(self) -> Iterator[int]:
        """Make `graph` a little at a time, from where that was left; gives the number of events looked at so far."""
        return self._building.go_on()

    @cached_property
    def outside(self) -> Outside:
        """What calls were given that no step made."""
        return Outside(self, self._text)

    @cached_property
    def omissions(self) -> Omissions:
        """The conditions by which writes were left out."""
        return Omissions(self, self._text)

    # --- data ------------------------------------------------------------------------------------------------

    def reads(self, number: VisitNo, statement: int | None = None) -> tuple[Read, ...]:
        """What a step, or one statement of it, read, in order; each name and writer once."""
        found: dict[tuple[str, int | None], Read] = {}
        block = self.statements.get(self.trace.block_of(number), ())
        for place, (code, (position, _)) in enumerate(zip(block, self._bounds.of(number), strict=False)):
            if statement is None or place == statement:
                before = self._into_loop(number, code)
                for use in code.uses:
                    late = self._bounds.after_calls(number, place, use.after) if use.after else (position,)
                    for at in (before,) if before else late:
                        for read in self._uses(number, place, use, at, held_at=position if before else at):
                            found.setdefault((read.name, read.writer.position), read)
        others = (
            self._given(number, statement),
            self._drawn(number, statement),
            self._matched(number, statement),
        )
        for read in chain(*others):
            found.setdefault((read.name, read.writer.position), read)
        return tuple(found.values())

    def _uses(self, number: VisitNo, place: int, use: Use, position: int, held_at: int) -> Iterator[Read]:
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
        held = self.log.object_at(binding.value, position) if binding is not None else None
        return held is not None and held.kind in (wire.LIST, wire.DEQUE)

    def look_up(self, number: VisitNo, node: ast.expr, position: int) -> Read | None:
        """The last writer of what an expression denotes just before an event of a step; None for no such thing."""
        return next(self.look_up_all(number, node, position, most=1), None)

    def denoted(self, number: VisitNo, node: ast.expr, position: int) -> Writer | None:
        """Who bound what an expression denotes just before an event of a step; None for a definition, too."""
        binding = self._denoted.binding(number, node, position)
        return None if binding is None or self._denoted.is_definition(binding) else binding

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
        """Who wrote what an expression denotes just before an event of a step: the last writer first.

        What was changed piece by piece has a writer for each piece, in one read each.

        Args:
            place: the statement that reads, from 0.
            text: how the reads are named, else as `ast.unparse` writes the expression.
            is_base: only the binding counts, not what the object holds.
            held_at: what the object holds counts just before this event, if it is a later one.
            most: how many are looked for; None for all.
        """
        binding = self.denoted(number, node, position)
        if binding is None:
            return
        cut = self._denoted.cut(number, node, binding, position)
        held_at = position if cut is not None else max(position, held_at)
        defaults = () if is_base or cut else self._denoted.field_defaults(number, binding, held_at)
        movers = self._movers(number, node, position)
        writers = chain(self._writers(binding, held_at, is_base, cut), defaults, movers)
        for writer in islice(writers, most):
            yield Read(
                name=text or ast.unparse(node),
                statement=place,
                position=held_at,
                writer=writer,
                value=binding.value,
                binding=binding,
                is_base=is_base,
                cut=cut,
            )

    def begin_of(self, number: VisitNo, place: int) -> int:
        """The position of the event with which a statement of a step begins."""
        bounds = self._bounds.of(number)
        return bounds[place][0] if place < len(bounds) else self.log.steps.begin[number - 1]

    def _writers(self, binding: Writer, position: int, is_base: bool, cut: slice | None) -> Iterator[Writer]:
        """The changes of what is bound since it was, the last first, then the binding, which saw those before."""
        since = self._begun(binding)
        changes: Iterable[int] = ()
        if cut is not None:
            changes = self._elements.span(binding.value, cut, position)
        elif not is_base:
            changes = self._elements.contents(binding.value, position)
        yield from (
            self._denoted.mutating(p, binding) for p in takewhile(lambda change: change > since, changes)
        )
        yield binding

    def _movers(self, number: VisitNo, node: ast.expr, position: int) -> Iterator[Writer]:
        """Who moved the item of a list that an expression denotes to where it is."""
        if isinstance(node, ast.Subscript):
            base, key = (self._denoted.binding(number, part, position) for part in (node.value, node.slice))
            if base is not None and key is not None and is_reference(base.value):
                moves = self._elements.moved(base.value, key.value, position)
                yield from (self._denoted.mutating(move, base) for move in moves)

    def _begun(self, writer: Writer) -> int:
        """Where the statement of a writer began, -1 for none."""
        if writer.step is None or writer.position is None:
            return -1
        place = self.statement_at(writer.step, writer.position)
        bounds = self._bounds.of(writer.step)
        return bounds[place][0] if place < len(bounds) else writer.position

    def value(self, read: Read) -> Value:
        """What was read, as text."""
        position = min(read.position, self.log.total)
        machine = self.log.machine(position)
        if read.cut is None:
            return to_value(read.value, machine.lookup)
        whole = machine.lookup(read.value[0])
        assert whole is not None
        part = whole.copy()
        part.data = whole.data[read.cut]
        return to_value(read.value, lambda number: part if number == part.number else machine.lookup(number))

    def end_of(self, number: VisitNo) -> int:
        """The position of the event with which a step ends."""
        return self.log.steps.end[number - 1]

    def _given(self, number: VisitNo, statement: int | None) -> Iterator[Read]:
        """What the calls that a step made returned, and what generators that it resumed yielded."""
        for position, step, label, at in self._gifts.to(number):
            place = self.statement_at(number, at)
            if statement is None or place == statement:
                event = self.log.event(position)
                writer = Writer(
                    position=position,
                    step=step,
                    line=self._denoted.line_at(step, position) if label == SENT else event.site.line,
                    how="assignment",
                    value=None if label == SENT or not event.values else event.values[0],
                )
                for found in (writer, *self._made_inside(writer, step)):
                    yield Read(
                        name=label,
                        statement=place,
                        position=position + 1,
                        writer=found,
                        value=writer.value,
                        binding=writer,
                    )

    def _made_inside(self, given: Writer, step: VisitNo) -> Iterator[Writer]:
        """The changes of an object that was made in the `return` that gave it, by the calls in that."""
        code, position = self.statements.get(self.trace.block_of(step), ()), given.position
        if position is None or not is_reference(given.value):
            return
        place = self.statement_at(step, position)
        if place < len(code) and code[place].returns and code[place].calls:
            changes = takewhile(
                lambda change: change > self._begun(given), self._elements.contents(given.value, position)
            )
            yield from (self._denoted.mutating(change, given) for change in islice(changes, MOST_WRITERS))

    def _drawn(self, number: VisitNo, statement: int | None) -> Iterator[Read]:
        """What a step took at once of objects that it made: `Point(1, 2).x`."""
        block = self.statements.get(self.trace.block_of(number), ())
        if not any(code.drawn for code in block):
            return
        for first, last in self.log.callees(number):
            place, entry = self.statement_at(number, self.end_of(last)), self._bindings.parameters(first)
            if entry is None or not entry.site.scope.endswith(".__init__") or statement not in (None, place):
                continue
            own, made = entry.site.names[0], entry.values[0]
            if is_reference(made):
                for use in block[place].draws(self.log.birth(made[0]), own):
                    yield from self.look_up_all(
                        last, use.node, self.end_of(last), place=place, text=use.text, most=MOST_WRITERS
                    )

    def _matched(self, number: VisitNo, statement: int | None) -> Iterator[Read]:
        """What the patterns of a step match, where it was computed."""
        for place, code in enumerate(self.statements.get(self.trace.block_of(number), ())):
            if code.subject is None or (statement is not None and place != statement):
                continue
            block, text = code.subject
            step = latest_step(self.trace, block, number)
            if step:
                position = self.end_of(step) + 1
                last = self.last_statement(step)
                writer = Writer(position=position, step=step, line=self.line(step, last), how="assignment")
                yield Read(name=text, statement=place, position=position, writer=writer, binding=writer)

    def _into_loop(self, number: VisitNo, code: Statement) -> int:
        """Where the header of a loop that goes on had evaluated its iterable; 0 for the way in and all others."""
        steps = self.log.steps
        before = steps.previous[number - 1] if code.iterates else 0
        if not before or steps.block[before - 1] not in code.inside:
            return 0
        scope = self.trace.scope_of(number)
        blocks = [b.id for b in self.trace.cfg.blocks if b.scope == scope and b.id not in code.inside]
        outside = max((latest_step(self.trace, block, number) for block in blocks), default=0)
        first = steps.next[outside - 1] if outside else self.log.first_step(self.trace.frame_of(number))
        return steps.begin[first - 1] + 1

    # --- statements ------------------------------------------------------------------------------------------

    def statement_at(self, number: VisitNo, position: int) -> int:
        """Which statement of a step was under way at an event, from 0."""
        return self._bounds.statement_at(number, position)

    def line(self, number: VisitNo, place: int) -> LineNo:
        """The line of a statement of a step."""
        return self._bounds.line(number, place)

    def last_statement(self, number: VisitNo) -> int:
        """The last statement that a step began: what its condition, or what it raised, comes from."""
        return self._bounds.last(number)

    def control(self, number: VisitNo) -> Control | None:
        """The innermost condition, loop header or handler in the frame that let a step run, else the call."""
        return self._controls.of(number)
