"""Branches that were not taken: conditions that, decided the other way, might have written what was read.

Relevant slicing (Gyimothy, Beszedes and Forgacs 1999): a value may be wrong because a write was left out.
"""

import ast
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmdb.cfg.model import ControlFlowGraph
from llmdb.slicing.control import controllers
from llmdb.types import BlockId, FrameId, StepNo

if TYPE_CHECKING:
    from llmdb.trace import ExecutionTrace

MOST_LOOKS = 30
"""Executions of one condition that are looked at between a read and the write before it."""


class Omissions:
    """For a read name, the conditions between its write and the read that guard another write of it."""

    def __init__(self, trace: "ExecutionTrace", text: str) -> None:
        self._trace = trace
        self._guards = _Guards(trace.cfg, text)

    def conditions(self, name: str, number: StepNo, written: int, read: int) -> Iterator[StepNo]:
        """Steps whose condition was decided between two events, the last first, and whose other branch writes `name`.

        A local name is looked for in the frame of step `number`; an attribute, and a name that an inner function
        writes, in every frame.
        """
        path = name.partition("[")[0]
        root, frame, scope = (
            path.partition(".")[0],
            self._trace.frame_of(number),
            self._trace.scope_of(number),
        )
        for block in self._guards.local.get((scope, root), ()):
            yield from self._executed(block, written, read, frame)
        wide = self._guards.attributes.get(path.rpartition(".")[2], set()) if "." in path else set()
        for block in self._guards.outer.get(root, set()) | wide:
            yield from self._executed(block, written, read, None)

    def _executed(self, block: BlockId, written: int, read: int, frame: FrameId | None) -> Iterator[StepNo]:
        steps, log = self._trace.steps_of_block(block), self._trace.log.steps
        at = bisect_left(steps, read, key=lambda step: log.begin[step - 1]) - 1
        for place in range(at, max(-1, at - MOST_LOOKS), -1):
            if log.end[steps[place] - 1] <= written:
                return
            ended = log.end[steps[place] - 1] <= read
            if ended and (frame is None or self._trace.frame_of(steps[place]) == frame):
                yield steps[place]


class _Guards:
    """The branching blocks that decide whether something is written.

    Attributes:
        local: by scope and name, for names of the scope itself.
        outer: by name, for names that a function writes though they belong to no frame of its own.
        attributes: by attribute, whatever object has it.
    """

    def __init__(self, cfg: ControlFlowGraph, text: str) -> None:
        self.local: dict[tuple[str, str], set[BlockId]] = {}
        self.outer: dict[str, set[BlockId]] = {}
        self.attributes: dict[str, set[BlockId]] = {}
        self._above = controllers(cfg)
        starts = {unit.start: unit.block for unit in cfg.units}
        tree = ast.parse(text)
        for node in ast.walk(tree):
            block = starts.get((node.lineno, node.col_offset)) if isinstance(node, ast.stmt) else None
            if block is not None and isinstance(node, ast.stmt):
                self._note(cfg.block(block).scope, block, node)
        bound = set(_bound(cfg, tree))
        for (scope, name), guards in self.local.items():
            if (scope, name) not in bound and scope != "<module>":
                self.outer.setdefault(name, set()).update(guards)

    def _note(self, scope: str, block: BlockId, node: ast.stmt) -> None:
        guards = self._all_above(block)
        for name, attribute in _written(node):
            self.local.setdefault((scope, name), set()).update(guards)
            if attribute:
                self.attributes.setdefault(attribute, set()).update(guards)

    def _all_above(self, block: BlockId) -> set[BlockId]:
        found: set[BlockId] = set()
        todo = [block]
        while todo:
            for guard in self._above.get(todo.pop(), frozenset()) - found:
                found.add(guard)
                todo.append(guard)
        return found


def _bound(cfg: ControlFlowGraph, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Scopes and the names bound in them, parameters included."""
    starts = {unit.start: unit.block for unit in cfg.units}
    passed_on = {
        n for node in ast.walk(tree) if isinstance(node, ast.Nonlocal | ast.Global) for n in node.names
    }
    for scope in cfg.scopes:
        for name in scope.parameters:
            yield scope.name, name
    for node in ast.walk(tree):
        block = starts.get((node.lineno, node.col_offset)) if isinstance(node, ast.stmt) else None
        if block is not None:
            for part in ast.walk(node):
                if (
                    isinstance(part, ast.Name)
                    and isinstance(part.ctx, ast.Store)
                    and part.id not in passed_on
                ):
                    yield cfg.block(block).scope, part.id


def _written(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Names that a simple statement binds, or whose value it changes; with the attribute, "" for none."""
    targets: list[ast.expr] = []
    match statement:
        case ast.Assign(targets=found) | ast.Delete(targets=found):
            targets += found
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            targets.append(target)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner))):
            targets.append(owner)
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            yield from _root(part)


def _root(node: ast.expr) -> Iterator[tuple[str, str]]:
    attribute = ""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        attribute = node.attr if isinstance(node, ast.Attribute) else attribute
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id, attribute
