"""What a step read and who wrote it; which step let it run."""

import ast
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace

from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.slicing.bindings import Bindings, How, Writer
from llmdb.slicing.control import controllers
from llmdb.slicing.elements import Elements
from llmdb.slicing.uses import Statement, Use, statements_of
from llmdb.trace.decode import Wire
from llmdb.trace.heap import is_reference
from llmdb.trace.model import Value
from llmdb.trace.text import to_value
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import LineNo, StepNo

__all__ = ["Control", "Dependencies", "How", "Read", "Writer"]
_DEFINITIONS = frozenset({"function", "builtin_function_or_method", "module", "type"})
_MOST_CONTROL = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One read of a step: where it stands, what it gave, and its writer.

    Attributes:
        name: as the source writes it, or `call()` for what a call returned.
        statement: which statement of the step's block reads it, from 0.
        position: the event before which it was read.
        binding: who bound the name, where `writer` is a later mutation of the object.
        is_base: read only to reach a part that is listed, too.
    """

    name: str
    statement: int
    position: int
    writer: Writer
    value: Wire = None
    binding: Writer | None = None
    is_base: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The step whose branch, handler or call let a step run."""

    step: StepNo
    line: LineNo
    condition: str


class Dependencies:
    """Dynamic dependencies of a trace; `text` is the snippet's."""

    def __init__(self, trace: ExecutionTrace, text: str) -> None:
        self.trace = trace
        self.log = trace.log
        self.statements = statements_of(trace.cfg, text)
        self._bindings = Bindings(trace, self.statements)
        self._elements = Elements(self.log)
        self._controllers = controllers(trace.cfg)
        self._starts: dict[StepNo, tuple[tuple[int, int], ...]] = {}

    # --- data ------------------------------------------------------------------------------------------------

    def reads(self, number: StepNo, statement: int | None = None) -> tuple[Read, ...]:
        """What a step, or one statement of it, read, in order; each name and writer once."""
        found: dict[tuple[str, int | None], Read] = {}
        for place, code in enumerate(self.statements.get(self.trace.block_of(number), ())):
            if statement is None or place == statement:
                for use in code.uses:
                    read = self.read(number, place, use)
                    if read is not None:
                        found.setdefault((read.name, read.writer.position), read)
        for read in self._returned(number, statement):
            found.setdefault((read.name, read.writer.position), read)
        return tuple(found.values())

    def read(self, number: StepNo, place: int, use: Use) -> Read | None:
        """The writer of one use in a statement of a step; None for a definition or a built-in name."""
        start, end = self._bounds(number)[place]
        position = end if use.is_late else start
        return self.look_up(number, use.node, position, place=place, text=use.text, is_base=use.is_base)

    def look_up(
        self,
        number: StepNo,
        node: ast.expr,
        position: int,
        *,
        place: int = 0,
        text: str = "",
        is_base: bool = False,
    ) -> Read | None:
        """The writer of what an expression denotes just before an event of a step."""
        binding = self._resolve(number, node, position)
        if binding is None or self._is_definition(binding.value):
            return None
        writer = self._with_mutation(binding, position)
        return Read(
            name=text or ast.unparse(node),
            statement=place,
            position=position,
            writer=writer,
            value=binding.value,
            binding=binding,
            is_base=is_base,
        )

    def value(self, read: Read) -> Value:
        """What was read, as text."""
        position = min(read.position, self.log.total)
        machine = self.log.machine(position)
        return to_value(read.value, machine.lookup)

    def end_of(self, number: StepNo) -> int:
        """The position of the event with which a step ends."""
        return self.log.steps.end[number - 1]

    def _with_mutation(self, binding: Writer, position: int) -> Writer:
        if not is_reference(binding.value):
            return binding
        last = self._elements.last_mutation(binding.value[0], position)
        if last is None or last <= (binding.position if binding.position is not None else -1):
            return binding
        return self._mutating(last, binding)

    def _mutating(self, position: int, binding: Writer) -> Writer:
        event = self.log.event(position)
        step = self.log.step_at(position, event.site.scope)
        if not step:
            return binding
        how: How = "inferred" if event.site.kind == kinds.COMPARED else "mutation"
        line = event.site.line or self._line_at(step, position)
        return Writer(position=position, step=step, line=line, how=how, value=binding.value)

    def _line_at(self, number: StepNo, position: int) -> LineNo:
        """The line of the statement under way at an event that has none of its own."""
        code = self.statements.get(self.trace.block_of(number), ())
        place = self.statement_at(number, position)
        return code[place].line if place < len(code) else self.trace.lines(number)[0]

    def _resolve(self, number: StepNo, node: ast.expr, position: int) -> Writer | None:
        """The last binding of what an expression denotes, with its value."""
        if isinstance(node, ast.Name):
            return self._bindings.writer(node.id, number, position)
        if isinstance(node, ast.Constant):
            return Writer(value=node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self._resolve(number, node.operand, position)
            return Writer(value=-inner.value) if inner and type(inner.value) is int else None
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self._part(number, node, position)
        return None

    def _part(self, number: StepNo, node: ast.Attribute | ast.Subscript, position: int) -> Writer | None:
        base = self._resolve(number, node.value, position)
        if base is None or not is_reference(base.value) or self._is_module(base.value):
            return None
        if isinstance(node, ast.Attribute):
            found = self._elements.attribute(base.value, node.attr, position)
        else:
            key = self._resolve(number, node.slice, position)
            known = (key is not None and key.how != "unknown") or isinstance(node.slice, ast.Constant)
            known = known or (isinstance(node.slice, ast.UnaryOp) and key is not None)
            found = self._elements.item(base.value, key.value if key and known else None, known, position)
        value, last = found
        if last is None and value is None and isinstance(node, ast.Attribute):
            return None
        if last is None:
            return replace(base, value=value)
        return replace(self._mutating(last, base), value=value)

    def _is_module(self, value: Wire) -> bool:
        born = self.log.birth(value[0])
        return born is not None and born.type == "module"

    def _is_definition(self, value: Wire) -> bool:
        if not is_reference(value):
            return False
        born = self.log.birth(value[0])
        return born is not None and (born.kind == wire.CLASS or born.type in _DEFINITIONS)

    def _returned(self, number: StepNo, statement: int | None) -> Iterator[Read]:
        for first, last in self.log.callees(number):
            place = self.statement_at(number, self.log.steps.end[last - 1])
            own = self.log.own(last)
            if not own or (statement is not None and place != statement):
                continue
            event = self.log.event(own[-1])
            if event.site.kind != kinds.RETURN or not event.values or event.values[0] is None:
                continue
            writer = Writer(
                position=event.position,
                step=last,
                line=event.site.line,
                how="assignment",
                value=event.values[0],
            )
            name = self.trace.scope_of(first).rpartition(".")[2] + "()"
            yield Read(
                name=name,
                statement=place,
                position=event.position + 1,
                writer=writer,
                value=event.values[0],
                binding=writer,
            )

    # --- statements ------------------------------------------------------------------------------------------

    def statement_at(self, number: StepNo, position: int) -> int:
        """Which statement of a step was under way at an event, from 0."""
        bounds = self._bounds(number)
        for place, (_, end) in enumerate(bounds):
            if position <= end:
                return place
        return max(0, len(bounds) - 1)

    def _bounds(self, number: StepNo) -> tuple[tuple[int, int], ...]:
        """For each statement of a step, the events before which its first and its last read happen."""
        found = self._starts.get(number)
        if found is None:
            if len(self._starts) > 100_000:
                self._starts.clear()
            code = self.statements.get(self.trace.block_of(number), ())
            found = self._starts[number] = tuple(self._bound(number, code))
        return found

    def _bound(self, number: StepNo, code: tuple[Statement, ...]) -> Iterator[tuple[int, int]]:
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        place = done = 0
        bound: set[str] = set()
        for position in self.log.own(number):
            site = self.log.sites[self.log.tag(position)]
            stored = site.names if site.kind == kinds.STORE else ()
            place = _place_of(code, max(place, done), site.line, stored)
            first.setdefault(place, position)
            last[place] = position
            if stored and code and stored[0] in code[place].binds and not code[place].iterates:
                bound.add(stored[0])
                if code[place].binds <= bound and place + 1 < len(code):
                    done, bound = place + (code[place + 1].line == code[place].line), set()
        start, end = self.log.steps.begin[number - 1] + 1, self.log.steps.end[number - 1]
        for place, statement in enumerate(code):
            following = min((p for n, p in first.items() if n > place), default=end)
            own = first.get(place, following)
            if statement.calls or any(code[n].calls for n in range(place, len(code)) if n not in first):
                yield start, last.get(place, following)
            else:
                start = own
                yield own, last.get(place, own)
            start = last.get(place, start - 1) + 1 if place in last else start

    # --- control ---------------------------------------------------------------------------------------------

    def control(self, number: StepNo) -> Control | None:
        """The innermost condition, loop header or handler in the frame that let a step run, else the call."""
        trace, frame = self.trace, self.trace.frame_of(number)
        found = 0
        for block in self._controllers.get(trace.block_of(number), ()):
            found = max(found, self._latest(block, frame, number))
        before = trace.previous_in_frame(number)
        if before is not None and before > found and trace.handlers(before) is not None:
            found = before
        if found:
            return Control(step=found, line=self._condition_line(found), condition=self._condition(found))
        caller = trace.parent_step(self.log.first_step(frame))
        if caller is None:
            return None
        writer_line = self._bindings.call_line(caller, number)
        name = trace.scope_of(number).rpartition(".")[2]
        return Control(step=caller, line=writer_line, condition=f"call of {name}")

    def _latest(self, block: int, frame: int, number: StepNo) -> StepNo:
        steps = self.trace.steps_of_block(block)
        at = bisect_left(steps, number) - 1
        for place in range(at, max(-1, at - _MOST_CONTROL), -1):
            if self.trace.frame_of(steps[place]) == frame:
                return steps[place]
        return 0

    def _condition_line(self, number: StepNo) -> LineNo:
        raised = self.trace.handlers(number)
        lines = self.trace.lines(number)
        return raised or (lines[-1] if lines else 1)

    def _condition(self, number: StepNo) -> str:
        block = self.trace.cfg.block(self.trace.block_of(number))
        if self.trace.handlers(number) is not None:
            return f"exception at line {self.trace.lines(number)[-1]}"
        return block.condition or block.statements[-1]


def _place_of(code: tuple[Statement, ...], place: int, line: LineNo, stored: tuple[str, ...]) -> int:
    """The statement from `place` on that an event of this line belongs to."""
    for at in range(place, len(code)):
        if code[at].line == line and (not stored or not code[at].binds or stored[0] in code[at].binds):
            return at
    return place
