"""Who bound a name, as a frame sees it: its own stores, parameters, closures' cells, module variables."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import is_reference
from llmdb.replay.log import Logged
from llmdb.replay.visits import Visits
from llmdb.slicing.syntax.uses import (
    Statement,
    class_scopes,
    defaults_of,
    function_name,
)
from llmdb.slicing.writers.bounds import Bounds
from llmdb.slicing.writers.callers import Callers
from llmdb.types import BlockId, LineNo, VisitNo

How = Literal["assignment", "mutation", "inferred", "prefix", "unknown"]
_ENTERING = (kinds.ENTER, kinds.GENERATOR)
_STORING = (kinds.STORE, kinds.DELETE)
_MOST_MADE = 10_000
"""Earlier calls and definitions that are looked through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The event that wrote what was read; `position`, `step` and `line` are None for none in the recording."""

    position: int | None = None
    step: VisitNo | None = None
    line: LineNo | None = None
    how: How = "unknown"
    value: Wire = None


class Bindings:
    """Finds the last binding of a name before an event."""

    def __init__(
        self,
        trace: Visits,
        statements: Mapping[BlockId, Sequence[Statement]],
        bounds: Bounds,
        callers: Callers,
    ) -> None:
        self._trace = trace
        self._log = trace.log
        self._statements = statements
        self._bounds = bounds
        self._callers = callers
        self._defaults = defaults_of(trace.cfg, statements)
        self._classes = class_scopes(trace.cfg)
        self._cells: dict[tuple[int, str], int | None] = {}

    def writer(self, name: str, number: VisitNo, before: int) -> Writer | None:
        """The last event before `before` that bound the name that step `number` sees; None for no such name."""
        trace = self._trace
        scope = trace.scope_of(number)
        row = trace.scopes.get(scope)
        if row is not None and scope != "<module>" and "." not in scope[:1]:
            if name in row.cells or name in row.free:
                found = self._settled(self._in_cell(name, number, before))
                if found is not None:
                    return found
            if name in row.locals or scope in self._classes:
                found = self._settled(self._local(name, number, scope, before))
                if found is not None:
                    return found
        return self._settled(self._global(name, before))

    def _settled(self, bindings: Iterator[Writer]) -> Writer | None:
        """The last of these, the last given first, that did not leave the name with the object that it had."""
        found = next(bindings, None)
        while found is not None and is_reference(found.value) and self._augments(found):
            if self._log.kind_of(found.value[0]) == wire.INSTANCE:
                break
            before = next(bindings, None)
            if before is None or before.value != found.value:
                break
            found = before
        return found

    def _augments(self, found: Writer) -> bool:
        if found.step is None:
            return False
        code = self._statements.get(self._trace.block_of(found.step), ())
        return any(statement.augments and statement.line == found.line for statement in code)

    def parameters(self, number: VisitNo) -> Logged | None:
        """The event that entered the frame of a step."""
        log = self._log
        scope, first = self._trace.scope_of(number), log.first_step(self._trace.frame_of(number))
        tags = log.entries(scope, _ENTERING)
        position = next(log.backward(tags, log.steps.begin[first - 1]), None)
        return None if position is None else log.event(position)

    def in_class(self, scope: str, name: str, before: int) -> Writer | None:
        """The last binding of a name in the body of a class."""
        sites = self._log.sites
        tags = [n for n in self._log.tags_where(_STORING, name) if f".{sites[n].scope}".endswith(f".{scope}")]
        for position in self._log.backward([n for n in tags if sites[n].storage == kinds.NAME], before):
            step = self._log.step_at(position, sites[self._log.tag(position)].scope)
            if step:
                return self._stored(position, step)
        return None

    def _local(self, name: str, number: VisitNo, scope: str, before: int) -> Iterator[Writer]:
        log = self._log
        frame = self._trace.frame_of(number)
        begin = log.steps.begin[log.first_step(frame) - 1]
        for position in log.backward(log.tags_where(_STORING, name, scope), before, begin):
            step = log.step_at(position, scope)
            if step and self._trace.frame_of(step) == frame:
                yield self._stored(position, step)
        given = self._parameter(name, number)
        if given is not None:
            yield given

    def _stored(self, position: int, step: VisitNo) -> Writer:
        event = self._log.event(position)
        value = event.values[0] if event.values else None
        return Writer(position=position, step=step, line=event.site.line, how="assignment", value=value)

    def _parameter(self, name: str, number: VisitNo) -> Writer | None:
        event = self.parameters(number)
        if event is None or name not in event.site.names:
            return None
        at = event.site.names.index(name) + (event.site.kind == kinds.GENERATOR)
        caller = self._callers.caller(number)
        if caller is None:
            return Writer(position=event.position, how="prefix", value=event.values[at])
        if at and self._callers.leaves(number):
            return (
                Writer()
                if event.values[at] is None
                else replace(self._raised(number), value=event.values[at])
            )
        default = self._default(name, event, caller, number)
        if default is not None:
            return replace(default, value=event.values[at])
        made = self._maker(event) if event.site.kind == kinds.GENERATOR else None
        entered = self._callers.entered(number)
        if entered is not None:
            step, position = entered
            made = position, step, self._bounds.line(step, self._bounds.statement_at(step, position))
        position, caller, line = made or (event.position, caller, self.call_line(caller, number))
        return Writer(position=position, step=caller, line=line, how="assignment", value=event.values[at])

    def _raised(self, number: VisitNo) -> Writer:
        """What raised the exception that an `__exit__` is given; nothing if there is none."""
        last = self._trace.parent_step(self._log.first_step(self._trace.frame_of(number)))
        step, position = self._callers.raising(last) if last is not None else (0, 0)
        if not position:
            return Writer()
        lines = self._trace.lines(step)
        return Writer(position=position, step=step, line=lines[-1] if lines else None, how="assignment")

    def _maker(self, event: Logged) -> tuple[int, VisitNo, LineNo] | None:
        """Position, step and line of the call that made a generator, which begins to run later."""
        log, key = self._log, event.values[0]
        wanted = log.tags_where((kinds.MADE,), event.site.scope.rpartition(".")[2])
        for position in islice(log.backward(wanted, event.position), _MOST_MADE):
            made = log.event(position)
            if made.values[0] == key:
                step = log.step_at(position, made.site.scope) or log.step_at(position)
                return (position, step, made.site.line) if step else None
        return None

    def _default(self, name: str, event: Logged, caller: VisitNo, number: VisitNo) -> Writer | None:
        """The `def` whose default value a parameter has, if the calling statement does not pass it."""
        scope = event.site.scope
        definition = f"{scope}:{event.site.line}"
        indices = self._defaults.get(definition, {})
        if name not in indices:
            return None
        value = event.values[event.site.names.index(name) + (event.site.kind == kinds.GENERATOR)]
        made = self._made_with(definition, name, value, event.position)
        if made is None:
            return None
        line = self.call_line(caller, number)
        code = self._statements.get(self._trace.block_of(caller), ())
        calling = next((statement for statement in code if statement.line == line), None)
        if calling is None or self._passes(calling, scope, indices[name], name, caller, event.position):
            return None
        return made

    def _passes(
        self, calling: Statement, scope: str, index: int, name: str, caller: VisitNo, before: int
    ) -> bool:
        def value(node: ast.expr) -> Wire:
            found = self.writer(node.id, caller, before) if isinstance(node, ast.Name) else None
            return found.value if found is not None else None

        def denotes(callee: str) -> str:
            bound = value(ast.Name(id=callee))
            return function_name(self._log.birth(bound[0])) if is_reference(bound) else ""

        def length(node: ast.expr) -> int | None:
            held = self._log.object_at(value(node), before)
            return None if held is None or held.kind == wire.TEXT else len(held.data)

        return calling.passes(scope, index, name, denotes, length)

    def _made_with(self, definition: str, name: str, value: Wire, before: int) -> Writer | None:
        """What made a function with this default last; None for nothing, so that the value was passed."""
        log = self._log
        events = map(log.event, log.backward(log.tags_where((kinds.DEFAULT,), definition), before))
        made = (event for event in islice(events, _MOST_MADE) if event.values == (name, value))
        found = next(made, None)
        if found is None:
            return None
        step = log.step_at(found.position, found.site.scope) or log.step_at(found.position)
        return Writer(position=found.position, step=step or None, line=found.site.line, how="assignment")

    def call_line(self, caller: VisitNo, number: VisitNo) -> LineNo:
        """The line of a caller's step that called the frame of a step."""
        code = self._statements.get(self._trace.block_of(caller), ())
        entry = self._log.steps.begin[self._log.first_step(self._trace.frame_of(number)) - 1] - 1
        place = self._bounds.statement_at(caller, entry)
        return code[place].line if place < len(code) else self._trace.lines(caller)[0]

    def _cell_of(self, name: str, number: VisitNo) -> int | None:
        frame = self._trace.frame_of(number)
        if (frame, name) not in self._cells:
            event, found = self.parameters(number), None
            for at, known in enumerate(event.site.names if event else ()):
                assert event is not None
                value = event.values[at + (event.site.kind == kinds.GENERATOR)]
                if known == name and is_reference(value) and self._log.kind_of(value[0]) == wire.CELL:
                    found = value[0]
            self._cells[frame, name] = found
        return self._cells[frame, name]

    def _in_cell(self, name: str, number: VisitNo, before: int) -> Iterator[Writer]:
        log, cell = self._log, self._cell_of(name, number)
        if cell is None:
            return
        stores = [n for n in log.tags_where(_STORING, name) if log.sites[n].storage == kinds.CELL]
        entries = log.tags_where(_ENTERING, name)
        for position in log.backward([*stores, *entries], before):
            site = log.sites[log.tag(position)]
            if site.kind in _STORING:
                step = log.step_at(position, site.scope)
                if step and self._cell_of(name, step) == cell:
                    yield self._stored(position, step)
            elif site.names.count(name) > 1 and (cell,) in log.event(position).values:
                first = log.step_at(position + 1, site.scope)
                given = self._parameter(name, first) if first else None
                if given is not None:
                    yield given

    def _global(self, name: str, before: int) -> Iterator[Writer]:
        log, scopes = self._log, self._trace.scopes
        wanted = []
        for n in log.tags_where(_STORING, name):
            site = log.sites[n]
            if site.storage == kinds.GLOBAL or (
                site.storage == kinds.NAME and (site.scope == "<module>" or site.scope not in scopes)
            ):
                wanted.append(n)
        for position in log.backward(wanted, before):
            step = log.step_at(position, log.sites[log.tag(position)].scope)
            if step:
                yield self._stored(position, step)
        if name in log.initial:
            yield Writer(how="prefix", value=log.initial[name])
