"""The reads of every statement prepared for one pass: which statement an event belongs to, what it reads."""

from __future__ import annotations

import ast
import operator
from collections import defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from llmdb.events import wire
from llmdb.events.decode import ScopeRow, Wire
from llmdb.events.sites import BEGIN, FIRST_CALL, STORE, Site
from llmdb.program.files import is_module
from llmdb.program.graph import ControlFlowGraph
from llmdb.slicing.syntax.finding import Use
from llmdb.slicing.syntax.reflection import FIELDS, fields_item, instance_of
from llmdb.slicing.syntax.touching import NOTHING
from llmdb.slicing.syntax.uses import (
    Statement,
    ancestries,
    class_scopes,
    defaults_of,
    generators_of,
)
from llmdb.types import BlockId, LineNo

if TYPE_CHECKING:
    from llmdb.slicing.graph.frame import Frame
    from llmdb.slicing.graph.writers import Writers

UNKNOWN: Any = ("unknown", "value")
"""What an expression gives whose value the recording does not tell."""

LOCAL, CELL, GLOBAL, NAME, PART = range(5)
"""Where a read finds what it reads: in the frame alone, in a cell, in the module, in the frame or else the module (the
body of a class), in an object."""

Getter = Callable[["Writers", "Frame"], Wire]


class Read(NamedTuple):
    """A use, prepared; `label` is its text's number. PART has a `base`, and for items a `key`: `named` ones are
    attributes.

    `is_again` tells that the name's binding was read before and no call can have changed it; `moves` that what it holds
    counts for a list only; `of` is the local name of a PART's base, where it is an attribute of that.
    """

    kind: int
    name: str
    label: int
    is_base: bool
    base: Getter | None = None
    key: Getter | None = None
    is_again: bool = False
    moves: bool = False
    named: bool = False
    of: str = ""


PlainRead = tuple[str, int, bool]
"""A read of a local name: the name, its label, and whether it is a mere base."""


class StatementPlan(NamedTuple):
    """What a statement reads before and after the calls in it, and what these may change that no event tells of.

    `plain` are the local names among what is read early; a loop's header reads everything early;
    `ready` tells for each call how many of the late reads come before it, and is empty where all come after the last;
    `subject` is the block that evaluated what a pattern matches, and its label;
    `walked` is what its generator expressions go over;
    `caller` is the later statement of the block whose call it is, if code of the snippet is called while this one is
    under way, 0 for this one itself; `is_told` says that an event tells when this one begins, as it does of all that
    call after the first.
    """

    plain: tuple[PlainRead, ...]
    early: tuple[Read, ...]
    late: tuple[Read, ...]
    iterates: bool
    code: Statement
    subject: tuple[BlockId, int] | None = None
    ready: tuple[int, ...] = ()
    late_uses: tuple[Use, ...] = ()
    touches: bool = False
    touched: tuple[Getter, ...] = ()
    over: tuple[Getter, ...] = ()
    walked: tuple[Getter, ...] = ()
    caller: int = 0
    is_told: bool = False


Plan = tuple[StatementPlan, ...]
EMPTY: Plan = (StatementPlan((), (), (), False, Statement(line=0)),)
"""The plan of a block without statements, and of a frame none of whose blocks has begun."""


class Plans:
    """The plans of all blocks; `labels` are the texts that reads are named by, 0 for control.

    Args:
        bound: the names that the run bound; reads of others have no writer.
        sites: those of the run, which tell of the statements that may call code of the snippet.
    """

    def __init__(
        self,
        statements: Mapping[BlockId, Sequence[Statement]],
        cfg: ControlFlowGraph,
        scopes: Mapping[str, ScopeRow],
        bound: Container[str],
        sites: Sequence[Site],
    ) -> None:
        self.labels: list[str] = [""]
        self._numbers: dict[str, int] = {"": 0}
        self.class_scopes = class_scopes(cfg)
        self._scopes = scopes
        self._bound = bound
        self.defaults = defaults_of(cfg, statements)
        self.ancestries = ancestries(statements)
        self.generators = generators_of(cfg, statements)
        self._returning: dict[str, tuple[BlockId, ...]] = {}
        for block, code in statements.items():
            if any(statement.returns for statement in code):
                scope = cfg.block(block).scope
                self._returning[scope] = (*self._returning.get(scope, ()), block)
        calling = _calling(sites)
        self._plans = {
            block: self._told(
                [self._plan(statement, cfg.block(block).scope) for statement in code], calling[block]
            )
            or EMPTY
            for block, code in statements.items()
        }

    def of_block(self, block: int) -> Plan:
        """The plan of a block."""
        return self._plans.get(block, EMPTY)

    @property
    def subject_blocks(self) -> Iterator[BlockId]:
        """The blocks that evaluate what is matched."""
        return (
            plan.subject[0] for block in self._plans.values() for plan in block if plan.subject is not None
        )

    @property
    def return_blocks(self) -> Iterator[BlockId]:
        """The blocks that end in a `return`, of all scopes."""
        return chain.from_iterable(self._returning.values())

    def returning(self, scope: str) -> tuple[BlockId, ...]:
        """The blocks of a scope that end in a `return`."""
        return self._returning.get(scope, ())

    def label(self, text: str) -> int:
        """The number of a text."""
        if text not in self._numbers:
            self._numbers[text] = len(self.labels)
            self.labels.append(text)
        return self._numbers[text]

    def places(self, site: Site) -> tuple[int, ...]:
        """The statements of its block that a site may belong to, in order; none if its block is not known."""
        stored = site.names[0] if site.kind == STORE else None
        return tuple(
            place
            for place, plan in enumerate(self._plans.get(site.block, ()))
            if plan.code.line == site.line
            and (stored is None or not plan.code.binds or stored in plan.code.binds)
        )

    def _plan(self, statement: Statement, scope: str) -> StatementPlan:
        uses = (u for u in statement.uses if not isinstance(u.node, ast.Name) or u.node.id in self._bound)
        reads = [(use, self.read(use, scope)) for use in uses]
        early = [read for use, read in reads if not use.after]
        after = [(use, read) for use, read in reads if use.after and not (use.is_settled and read.is_again)]
        late, before = tuple(read for _, read in after), [use.after for use, _ in after]
        between = any(count < len(statement.ran) for count in before)
        ready = tuple(sum(count <= n for count in before) for n in range(len(statement.ran) * between))
        plain = (
            [] if statement.iterates else [read for read in early if read.kind == LOCAL and not read.moves]
        )
        return StatementPlan(
            plain=tuple((read.name, read.label, read.is_base) for read in plain),
            early=(*early, *late)
            if statement.iterates
            else tuple(read for read in early if read not in plain),
            late=() if statement.iterates else late,
            ready=() if statement.iterates else ready,
            late_uses=() if statement.iterates else tuple(use for use, _ in after),
            iterates=statement.iterates,
            code=statement,
            subject=statement.subject and (statement.subject[0], self.label(statement.subject[1])),
            touches=statement.touches is not NOTHING,
            touched=tuple(self.getter(node, scope) for node in statement.touches.changed),
            over=tuple(self.getter(node, scope) for node in statement.touches.over),
            walked=tuple(self.getter(node, scope) for node in statement.walked),
        )

    def _told(self, plans: Sequence[StatementPlan], calling: CallLines) -> Plan:
        """Tell which statements of a block call, and which of them an event tells of."""
        on_line = [place for place, plan in enumerate(plans) if plan.code.line == calling.first]
        first = next((place for place in on_line if plans[place].code.calls), (*on_line, 0)[0])

        def caller(place: int) -> int:
            calls = max(place, first)
            while plans[calls].code.decorates and calls + 1 < len(plans):
                calls += 1
            return calls if calls > place else 0

        return tuple(
            plan._replace(caller=caller(place), is_told=place != first and plan.code.line in calling.later)
            for place, plan in enumerate(plans)
        )

    def read(self, use: Use, scope: str) -> Read:
        """What a scope's code reads."""
        return self._read_of(use, scope)._replace(moves=use.moves)

    def _read_of(self, use: Use, scope: str) -> Read:
        node, label = use.node, self.label(use.text)
        if (item := fields_item(node)) is not None:
            base, key = (self.getter(part, scope) for part in item)
            return Read(PART, "", label, use.is_base, base, key, named=True)
        if isinstance(node, ast.Attribute) and node.attr == FIELDS:
            return self._read_of(replace(use, node=node.value), scope)
        if isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            of = of if self.kind(of, scope) == LOCAL and not use.moves else ""
            return Read(PART, node.attr, label, use.is_base, self.getter(node.value, scope), of=of)
        if isinstance(node, ast.Subscript):
            base, key = self.getter(node.value, scope), self.getter(node.slice, scope)
            return Read(PART, "", label, use.is_base, base, key)
        name = node.id if isinstance(node, ast.Name) else ""
        kind = self.kind(name, scope)
        again = use.is_again and kind == LOCAL and not is_module(scope)
        return Read(kind, name, label, use.is_base, is_again=again)

    def kind(self, name: str, scope: str) -> int:
        """Where a scope's code finds a name: LOCAL, CELL, GLOBAL or NAME."""
        row = self._scopes.get(scope)
        if row is not None and (name in row.cells or name in row.free):
            return CELL
        if row is None or scope in self.class_scopes:
            return NAME
        return LOCAL if is_module(scope) or name in row.locals else GLOBAL

    def getter(self, node: ast.expr, scope: str) -> Getter:
        """What an expression of names, constants, parts and arithmetic gives in a frame."""
        if isinstance(node, ast.Constant):
            value = node.value
            return lambda writers, frame: value
        if isinstance(node, ast.Name):
            return _name_getter(node.id, self.kind(node.id, scope))
        if (of := instance_of(node)) is not None:
            inner = self.getter(of, scope)
            return lambda writers, frame: writers.class_value(inner(writers, frame))
        if (item := fields_item(node)) is not None:
            inner, key = (self.getter(part, scope) for part in item)
            return lambda writers, frame: writers.attribute_value(inner(writers, frame), key(writers, frame))
        if isinstance(node, ast.Attribute):
            inner, attribute = self.getter(node.value, scope), node.attr
            if attribute == FIELDS:
                return inner
            return lambda writers, frame: writers.attribute_value(inner(writers, frame), attribute)
        if isinstance(node, ast.Subscript):
            inner, key = self.getter(node.value, scope), self.getter(node.slice, scope)
            return lambda writers, frame: writers.item_value(inner(writers, frame), key(writers, frame))
        return self._computed(node, scope)

    def _computed(self, node: ast.expr, scope: str) -> Getter:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.getter(node.operand, scope)
            return lambda writers, frame: arithmetic(ast.Sub, 0, inner(writers, frame))
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            left, right = self.getter(node.left, scope), self.getter(node.right, scope)
            kind = type(node.op)
            return lambda writers, frame: arithmetic(kind, left(writers, frame), right(writers, frame))
        if is_length(node):
            inner = self.getter(node.args[0], scope)
            return lambda writers, frame: writers.length(inner(writers, frame))
        if isinstance(node, ast.Tuple):
            parts = [self.getter(part, scope) for part in node.elts]
            return lambda writers, frame: as_key([part(writers, frame) for part in parts])
        if isinstance(node, ast.Slice):
            bounds = [self.getter(part, scope) for part in bounds_in(node)]
            return lambda writers, frame: as_slice([part(writers, frame) for part in bounds])
        return lambda writers, frame: UNKNOWN


class CallLines(NamedTuple):
    """The lines of a block's statements that may call code of the snippet: the first, 0 for none, and the later."""

    first: LineNo
    later: frozenset[LineNo]


def _calling(sites: Sequence[Site]) -> defaultdict[BlockId, CallLines]:
    out: defaultdict[BlockId, CallLines] = defaultdict(lambda: CallLines(0, frozenset()))
    for site in sites:
        if site.kind == FIRST_CALL:
            out[site.block] = out[site.block]._replace(first=out[site.block].first or site.line)
        elif site.kind == BEGIN:
            out[site.block] = out[site.block]._replace(later=out[site.block].later | {site.line})
    return out


def _name_getter(name: str, kind: int) -> Getter:
    def local(writers: Writers, frame: Frame) -> Wire:
        return frame.names.get(name, UNKNOWN)

    return local if kind == LOCAL else lambda writers, frame: writers.entry(frame, kind, name)[0]


ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def arithmetic(kind: type[ast.operator], left: Wire, right: Wire) -> Wire:
    """What an operator gives for two whole numbers, or `+` for two texts; UNKNOWN for anything else."""
    if type(left) is int and type(right) is int:
        try:
            return ARITHMETIC[kind](left, right)
        except ZeroDivisionError:
            return UNKNOWN
    if kind is ast.Add and type(left) is str and type(right) is str:
        return left + right
    return UNKNOWN


def is_length(node: ast.expr) -> TypeGuard[ast.Call]:
    """Whether an expression is `len(x)`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "len"
        and len(node.args) == 1
    )


def as_key(parts: Sequence[Wire]) -> Wire:
    """The wire form of a small tuple of plain values, as it is a key; UNKNOWN for another."""
    if any(part is UNKNOWN or type(part) is tuple for part in parts):
        return UNKNOWN
    return (wire.TUPLE, tuple(parts))


def as_slice(parts: Sequence[Wire]) -> Wire:
    """The wire form of a slice with these bounds; UNKNOWN where one is not known."""
    return (wire.SLICE, *parts) if all(part is None or type(part) is int for part in parts) else UNKNOWN


def bounds_in(node: ast.Slice) -> tuple[ast.expr, ast.expr, ast.expr]:
    """The three bounds of a slice, `None` for one that is left out."""
    none = ast.Constant(value=None)
    return node.lower or none, node.upper or none, node.step or none
