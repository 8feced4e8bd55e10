"""Where a parameter comes from that no statement of the snippet passed: a default, or what an earlier call gave.

A test that calls `last(sort([2, 1]))` is no part of the snippet, so no event tells how the values went from one call to
the other: a parameter of the outermost call that is what an earlier one returned is taken to come from there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from llmdb.events import sites as kinds
from llmdb.program.files import is_module, own_name
from llmdb.replay.heap import is_reference
from llmdb.slicing.syntax.finding import root_of

if TYPE_CHECKING:
    from llmdb.events.decode import Wire
    from llmdb.slicing.dependencies import Dependencies, Read
    from llmdb.types import BlockId, FrameId, VisitNo


class Outside:
    """Finds what was passed to the calls that no step of a run made; nodes are those of its dependency graph."""

    def __init__(self, found: Dependencies) -> None:
        self._found = found
        self._defaults = {
            (definition.partition(":")[0], name): (block, place)
            for block, code in found.statements.items()
            for place, statement in enumerate(code)
            for definition, names in statement.defaults.items()
            for name in names
        }
        """The statement that defines each function's parameters with a default, by function and parameter."""
        self._parameters = {scope.name: frozenset(scope.parameters) for scope in found.trace.cfg.scopes}
        self._names: dict[tuple[BlockId, int], dict[str, ast.expr]] = {}
        self._since: dict[tuple[FrameId, str], int] = {}
        self._sources: dict[tuple[FrameId, str], tuple[int, ...]] = {}

    def may_give(self, name: str) -> bool:
        """Whether a name is that of a parameter, or a part of one, in whatever scope."""
        return any(root_of(name) in known for known in self._parameters.values())

    def may_be_given(self, step: VisitNo) -> bool:
        """Whether a step is one of an outermost call."""
        return bool(self.calls) and not self._found.log.steps.parent[step - 1]

    def names(self, node: int) -> tuple[str, ...]:
        """What a statement of an outermost call reads of parameters, as the source writes it."""
        step = self._found.graph.steps[node]
        return tuple(self._uses(step, self._found.graph.places[node])) if self.may_be_given(step) else ()

    def sources(self, node: int, name: str) -> tuple[int, ...]:
        """The statements that gave what a statement reads under one of its `names`; none for a value of the test."""
        graph, trace = self._found.graph, self._found.trace
        step = graph.steps[node]
        key = (trace.frame_of(step), name)
        if key not in self._sources:
            use = self._uses(step, graph.places[node])[name]
            read = self._found.look_up(step, use, self._found.log.steps.begin[step - 1])
            self._sources[key] = tuple(self._given(read, step)) if read is not None else ()
        return self._sources[key]

    def since(self, node: int, name: str) -> int:
        """The node after which what a statement reads under one of its `names` could have been written first.

        That is the one before the call where no object on the way to the value had been seen until then; else 0.
        """
        step = self._found.graph.steps[node]
        key = (self._found.trace.frame_of(step), name)
        if key not in self._since:
            use = self._uses(step, self._found.graph.places[node])[name]
            first = self._found.log.first_step(key[0])
            self._since[key] = 0 if self._is_old(use, first) else self._found.graph.firsts[first] - 1
        return self._since[key]

    def _is_old(self, use: ast.expr, first: VisitNo) -> bool:
        """Whether an object on the way to a value may have been seen before the call that a step is the first of."""
        log = self._found.log
        begin = log.steps.begin[first - 1]
        for part in ast.walk(use):
            if isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
                read = self._found.look_up(first, part, begin)
                entered = read.writer.position if read is not None else None
                if read is None or entered is None or entered >= begin:
                    return True
                if is_reference(read.value) and log.is_seen(read.value[0], entered):
                    return True
        return False

    def _uses(self, step: VisitNo, place: int) -> dict[str, ast.expr]:
        block = self._found.trace.block_of(step)
        if (block, place) not in self._names:
            known = self._parameters.get(self._found.trace.scope_of(step), frozenset())
            code = self._found.statements.get(block, ())
            uses = code[place].uses if place < len(code) else ()
            self._names[block, place] = {u.text: u.node for u in uses if root_of(u.text) in known}
        return self._names[block, place]

    def _given(self, read: Read, number: VisitNo) -> Iterator[int]:
        """What gave a value: the statement with the parameter's default, and each earlier call that returned it."""
        trace, graph = self._found.trace, self._found.graph
        made = self._defaults.get((own_name(trace.scope_of(number)), root_of(read.name)))
        if made is not None:
            block, place = made
            visits = trace.steps_of_block(block)
            if visits and visits[0] < number:
                yield graph.node(visits[0], place)
        for step in self.calls:
            if step >= number:
                return
            last = self._found.log.last_step(trace.frame_of(step))
            if trace.frame_of(step) != trace.frame_of(number) and self._returned(last) == (read.value,):
                yield graph.node(last, self._found.last_statement(last))

    @cached_property
    def calls(self) -> tuple[VisitNo, ...]:
        """The first steps of the outermost calls."""
        trace, parents = self._found.trace, self._found.log.steps.parent
        begun = (n for n in self._found.log.first_steps() if not parents[n - 1])
        return tuple(sorted(n for n in begun if not is_module(trace.scope_of(n))))

    def _returned(self, step: VisitNo) -> tuple[Wire, ...]:
        own = self._found.log.own(step)
        event = self._found.log.event(own[-1]) if own else None
        return event.values[:1] if event is not None and event.site.kind == kinds.RETURN else ()
