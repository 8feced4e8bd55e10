"""What a step read and who wrote it; which step let it run."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice, takewhile
from typing import TypeGuard

from llmdb.progress import OnProgress, Progress
from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.slicing.control import controllers
from llmdb.slicing.controls import Control, Controls
from llmdb.slicing.graph.building import Building
from llmdb.slicing.graph.flow import Flow
from llmdb.slicing.graph.graph import DependencyGraph
from llmdb.slicing.graph.plans import ARITHMETIC, UNKNOWN, arithmetic, as_key, as_slice, bounds_in, is_length
from llmdb.slicing.graph.shadow import bounds_of
from llmdb.slicing.relevance.potential import Omissions
from llmdb.slicing.syntax.finding import Use
from llmdb.slicing.syntax.uses import Statement, ancestries, statements_of
from llmdb.slicing.writers.bindings import Bindings, How, Writer
from llmdb.slicing.writers.bounds import Bounds
from llmdb.slicing.writers.callers import Callers, latest_step
from llmdb.slicing.writers.elements import Elements
from llmdb.slicing.writers.gifts import SENT, Gifts
from llmdb.slicing.writers.outside import Outside
from llmdb.trace.decode import Wire
from llmdb.trace.heap import HeapObject, is_reference
from llmdb.trace.model import Value
from llmdb.trace.text import to_value
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import LineNo, StepNo

__all__ = ["Dependencies", "How", "Read", "Writer"]
_DEFINITIONS = frozenset({"function", "builtin_function_or_method", "module", "type"})
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

    def __init__(self, trace: ExecutionTrace, text: str, on_progress: OnProgress | None = None) -> None:
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
        self._ancestries = ancestries(self.statements)
        self._controllers = controllers(trace.cfg)
        self._building = Building(lambda: Flow(trace, self.statements, self._controllers))
        self._controls = Controls(trace, self._controllers, self._callers, self._bindings.call_line)

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

    def reads(self, number: StepNo, statement: int | None = None) -> tuple[Read, ...]:
        """What a step, or one statement of it, read, in order; each name and writer once."""
        found: dict[tuple[str, int | None], Read] = {}
        block = self.statements.get(self.trace.block_of(number), ())
        for place, (code, (position, _)) in enumerate(zip(block, self._bounds.of(number), strict=False)):
            if statement is None or place == statement:
                before = self._into_loop(number, code)
                for use in code.uses:
                    late = self._bounds.after_calls(number, place, use.after) if use.after else (position,)
                    for at in (before,) if before else late:
                        for read in self._uses(number, place, use, at):
                            found.setdefault((read.name, read.writer.position), read)
        for read in chain(self._given(number, statement), self._matched(number, statement)):
            found.setdefault((read.name, read.writer.position), read)
        return tuple(found.values())

    def _uses(self, number: StepNo, place: int, use: Use, position: int) -> Iterator[Read]:
        return self.look_up_all(
            number, use.node, position, place=place, text=use.text, is_base=use.is_base, most=MOST_WRITERS
        )

    def look_up(self, number: StepNo, node: ast.expr, position: int) -> Read | None:
        """The last writer of what an expression denotes just before an event of a step; None for no such thing."""
        return next(self.look_up_all(number, node, position, most=1), None)

    def look_up_all(
        self,
        number: StepNo,
        node: ast.expr,
        position: int,
        *,
        place: int = 0,
        text: str = "",
        is_base: bool = False,
        most: int | None = None,
    ) -> Iterator[Read]:
        """Who wrote what an expression denotes just before an event of a step: the last writer first.

        What was changed piece by piece has a writer for each piece, in one read each.

        Args:
            place: the statement that reads, from 0.
            text: how the reads are named, else as `ast.unparse` writes the expression.
            is_base: only the binding counts, not what the object holds.
            most: how many are looked for; None for all.
        """
        binding = self._resolve(number, node, position)
        if binding is None or self._is_definition(binding):
            return
        cut = self._cut(number, node, binding, position)
        writers = chain(self._writers(binding, position, is_base, cut), self._movers(number, node, position))
        for writer in islice(writers, most):
            yield Read(
                name=text or ast.unparse(node),
                statement=place,
                position=position,
                writer=writer,
                value=binding.value,
                binding=binding,
                is_base=is_base,
                cut=cut,
            )

    def _cut(self, number: StepNo, node: ast.expr, binding: Writer, position: int) -> slice | None:
        """The bounds of a slice, if they are known and leave something out."""
        if not _is_cut(node) or not is_reference(binding.value):
            return None
        key, held = self._resolve(number, node.slice, position), self.log.object_at(binding.value, position)
        return None if key is None or held is None else bounds_of(held, key.value)

    def _writers(self, binding: Writer, position: int, is_base: bool, cut: slice | None) -> Iterator[Writer]:
        """The changes of what is bound since it was, the last first, then the binding, which saw those before."""
        since = self._begun(binding)
        changes: Iterable[int] = ()
        if cut is not None:
            changes = self._elements.span(binding.value, cut, position)
        elif not is_base:
            changes = self._elements.contents(binding.value, position)
        yield from (self._mutating(p, binding) for p in takewhile(lambda change: change > since, changes))
        yield binding

    def _movers(self, number: StepNo, node: ast.expr, position: int) -> Iterator[Writer]:
        """Who moved the item of a list that an expression denotes to where it is."""
        if isinstance(node, ast.Subscript):
            base, key = (self._resolve(number, part, position) for part in (node.value, node.slice))
            if base is not None and key is not None and is_reference(base.value):
                moves = self._elements.moved(base.value, key.value, position)
                yield from (self._mutating(move, base) for move in moves)

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

    def end_of(self, number: StepNo) -> int:
        """The position of the event with which a step ends."""
        return self.log.steps.end[number - 1]

    def _mutating(self, position: int, binding: Writer) -> Writer:
        event = self.log.event(position)
        step = self.log.step_at(position, event.site.scope)
        if not step:
            return binding
        how: How = "inferred" if event.site.kind == kinds.COMPARED else "mutation"
        line = event.site.line if event.site.block else self._line_at(step, position)
        return Writer(position=position, step=step, line=line, how=how, value=binding.value)

    def _line_at(self, number: StepNo, position: int) -> LineNo:
        """The line of the statement under way at an event that has none of its own."""
        return self.line(number, self.statement_at(number, position))

    def _resolve(self, number: StepNo, node: ast.expr, position: int) -> Writer | None:
        """The last binding of what an expression denotes, with its value."""
        if isinstance(node, ast.Name):
            return self._bindings.writer(node.id, number, position)
        if isinstance(node, ast.Constant):
            return Writer(value=node.value)
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self._part(number, node, position)
        value = self._computed(number, node, position)
        return None if value is UNKNOWN else Writer(value=value)

    def _computed(self, number: StepNo, node: ast.expr, position: int) -> Wire:
        """What an expression of known numbers gives, or the key that a tuple of known values makes."""

        def value(part: ast.expr) -> Wire:
            found = self._resolve(number, part, position)
            return UNKNOWN if found is None or found.value is None else found.value

        if is_length(node):
            held = self.log.object_at(value(node.args[0]), position)
            return UNKNOWN if held is None or held.kind == wire.TEXT else len(held.data)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return arithmetic(ast.Sub, 0, value(node.operand))
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            return arithmetic(type(node.op), value(node.left), value(node.right))
        if isinstance(node, ast.Slice):
            return as_slice([b.value if isinstance(b, ast.Constant) else value(b) for b in bounds_in(node)])
        return as_key([value(part) for part in node.elts]) if isinstance(node, ast.Tuple) else UNKNOWN

    def _part(self, number: StepNo, node: ast.Attribute | ast.Subscript, position: int) -> Writer | None:
        base = None if _is_cut(node.value) else self._resolve(number, node.value, position)
        if base is None or not is_reference(base.value) or self._is_module(base.value):
            return None
        if isinstance(node, ast.Attribute):
            held = self.log.object_at(base.value, position)
            value, last = self._elements.attribute(base.value, node.attr, position)
            if (
                last is None
                and held is not None
                and (held.kind == wire.CLASS or node.attr not in held.attributes)
            ):
                return self._of_class(number, held, node.attr, position)
        else:
            key = self._resolve(number, node.slice, position)
            held = self.log.object_at(base.value, position)
            if held is not None and held.kind == wire.INSTANCE and held.type in self._ancestries:
                return None
            if held is not None and held.kind == wire.DICT and key is not None and key.value not in held.data:
                removal = self._elements.removal(base.value, position)
                return None if removal is None else replace(self._mutating(removal, base), value=None)
            if key is None or not self._elements.has(base.value, key.value, position):
                return base
            value, last = self._elements.item(base.value, key.value, position)
        return replace(base if last is None or last < 0 else self._mutating(last, base), value=value)

    def _of_class(self, number: StepNo, held: HeapObject, name: str, position: int) -> Writer | None:
        """Who set an attribute on an object's class, or on one above it, or bound it in a class's body."""
        own = _class_name(held)
        for type_name in self._ancestries.get(own, (own,)):
            owner = self._bindings.writer(type_name, number, position)
            if owner is not None and is_reference(owner.value):
                value, last = self._elements.attribute(owner.value, name, position)
                if last is not None:
                    return replace(self._mutating(last, owner), value=value)
            bound = self._bindings.in_class(type_name, name, position)
            if bound is not None:
                return bound
        return None

    def _is_module(self, value: Wire) -> bool:
        born = self.log.birth(value[0])
        return born is not None and born.type == "module"

    def _is_definition(self, binding: Writer) -> bool:
        """Whether a name was bound by a `def`, a `class` or an `import`, or is the interpreter's or a prefix's."""
        if not is_reference(binding.value):
            return False
        if binding.step is not None:
            code = self.statements.get(self.trace.block_of(binding.step), ())
            if not any(statement.defines and statement.line == binding.line for statement in code):
                return False
        born = self.log.birth(binding.value[0])
        return born is not None and (born.kind == wire.CLASS or born.type in _DEFINITIONS)

    def _given(self, number: StepNo, statement: int | None) -> Iterator[Read]:
        """What the calls that a step made returned, and what generators that it resumed yielded."""
        for position, step, label in self._gifts.to(number):
            place = self.statement_at(number, position)
            if statement is None or place == statement:
                event = self.log.event(position)
                writer = Writer(
                    position=position,
                    step=step,
                    line=self._line_at(step, position) if label == SENT else event.site.line,
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

    def _made_inside(self, given: Writer, step: StepNo) -> Iterator[Writer]:
        """The changes of an object that was made in the `return` that gave it, by the calls in that."""
        code, position = self.statements.get(self.trace.block_of(step), ()), given.position
        if position is None or not is_reference(given.value):
            return
        place = self.statement_at(step, position)
        if place < len(code) and code[place].returns and code[place].calls:
            changes = takewhile(
                lambda change: change > self._begun(given), self._elements.contents(given.value, position)
            )
            yield from (self._mutating(change, given) for change in islice(changes, MOST_WRITERS))

    def _matched(self, number: StepNo, statement: int | None) -> Iterator[Read]:
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

    def _into_loop(self, number: StepNo, code: Statement) -> int:
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

    def statement_at(self, number: StepNo, position: int) -> int:
        """Which statement of a step was under way at an event, from 0."""
        return self._bounds.statement_at(number, position)

    def line(self, number: StepNo, place: int) -> LineNo:
        """The line of a statement of a step."""
        code = self.statements.get(self.trace.block_of(number), ())
        return code[place].line if place < len(code) else self.trace.lines(number)[0]

    def last_statement(self, number: StepNo) -> int:
        """The last statement that a step began: what its condition, or what it raised, comes from."""
        return self._bounds.last(number)

    def control(self, number: StepNo) -> Control | None:
        """The innermost condition, loop header or handler in the frame that let a step run, else the call."""
        return self._controls.of(number)


def _is_cut(node: ast.expr) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _class_name(held: HeapObject) -> str:
    """The name of an object's class, or of the class that it is."""
    shown = str(held.extra).partition("'")[2].rpartition("'")[0]
    return shown.rpartition(".")[2] if held.kind == wire.CLASS else held.type
