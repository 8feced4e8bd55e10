"""Places of interest in one code object: loop heads, beginnings of tests, hidden stores, matched handlers."""

from collections.abc import Sequence

from llmdb.child.weaving.assembly import Op
from llmdb.child.weaving.flow import Flow, UnitMap, loop_target, own_units
from llmdb.child.weaving.harmless import Names
from llmdb.child.weaving.layouts import CALLS, CONSTANTS, enters_with, leaves_with, reads_item

NEVER_BEFORE = frozenset({"FOR_ITER", "SEND", "PUSH_EXC_INFO", "END_FOR", "END_SEND", "CLEANUP_THROW"})
"""Operations that a probe must not come before."""
_MATCHES = ("CHECK_EXC_MATCH", "CHECK_EG_MATCH", "WITH_EXCEPT_START")
_CALLING = CALLS | {"CALL_FUNCTION_EX"}
_ITERATING = frozenset(
    {"UNPACK_SEQUENCE", "UNPACK_EX", "LIST_EXTEND", "SET_UPDATE", "DICT_UPDATE", "CONTAINS_OP"}
    | {"FOR_ITER", "GET_YIELD_FROM_ITER", "GET_AWAITABLE", "GET_ANEXT"}
)
"""Operations that take items from an iterator; a constant is none."""
_UPDATING = (13, 20)
"""Arguments of BINARY_OP for `+=` and `|=`, which do for a list and a dictionary."""


class Places:
    """What the operations mean for the probes.

    Args:
        ops, flow, units: the code, its data flow, and the units of its scope.
        local: names of the local slots, cells and free variables.
        constants: those of the code object.
        whole: False for scopes without steps of their own.
        names: what of the snippet operators, iteration and `raise` may call.

    Attributes:
        first: the first operation after the function's entry.
        own: the unit of each operation, None for neutral ones.
        states: the units that may be under way at each operation, as bits.
        loop_heads: the target unit of each `for` statement's head, where its arrivals are steps.
        loop_starts: targets of backward jumps that are no heads.
        test_starts: where an evaluation of a test begins: every copy of its first operation.
        hidden: stores that assign nothing: those of inlined comprehensions (PEP 709).
        returning: where a decorator is called, or its definition bound, after what the definition itself has done.
        calling: units to be told of when they begin: they call, and so does one before them in their block.
        first_calls: the first unit of each block that calls.
        exits: where a `with` whose body is over goes on to call `__exit__`.
        leading: the units that begin a step when control arrives from another one: the leader of each block, or,
            where that has no code (`if x: pass; y = 1`), the next one that has.
        inside_whole: the units, as bits, of a scope that is one block: no way from one of them to another begins it.
        caught: operations where an except clause has matched: True if right after them, False if just before.
    """

    def __init__(
        self,
        ops: list[Op],
        flow: Flow,
        units: UnitMap,
        local: Sequence[str],
        constants: Sequence[object],
        whole: bool,
        names: Names,
    ) -> None:
        self._ops, self._flow, self._units, self._local, self._whole = ops, flow, units, local, whole
        self._constants = constants
        self.first = next(place for place, op in enumerate(ops) if op.name == "RESUME") + 1
        self.own = own_units(ops, flow, units, self.first)
        self._drop_exits_of_with()
        self.states = flow.states(self.own)
        lines = any(unit.kind == "line" for unit in units.units)
        self.inside_whole = sum(2 << n for n in range(len(units.units))) if lines else 0
        self.loop_heads = self._find_loop_heads()
        self.loop_starts = self._find_loop_starts()
        self.test_starts = self._find_test_starts()
        self.hidden = self._find_hidden_stores()
        self.leading = self._find_leading()
        self.returning = self._find_returning()
        self.calling, self.first_calls = self._find_calling(names)
        self.caught = self._find_caught()
        self.exits = self._find_exits()

    def _find_loop_heads(self) -> dict[int, int]:
        """The target unit of each `for` statement's loop head, where its arrivals are steps."""
        heads = {}
        for place in range(self.first, len(self._ops)):
            unit = loop_target(self._ops, self._flow, self._units, place) if self._whole else None
            if unit is not None:
                heads[place] = unit
        return heads

    def _find_leading(self) -> frozenset[int]:
        units, coded = self._units.units, set(self.own)
        leading = {n for n, unit in enumerate(units) if unit.leads}
        for leader in sorted(leading - coded, key=lambda n: units[n].start):
            later = (
                n
                for n in coded
                if n is not None
                and (units[n].block, units[n].kind) == (units[leader].block, "statement")
                and units[n].start > units[leader].start
            )
            following = min(later, key=lambda n: units[n].start, default=None)
            if following is not None:
                leading = (leading - {leader}) | {following}
        return frozenset(leading)

    def _find_returning(self) -> frozenset[int]:
        """CPython calls decorators when the function is made, and binds its name after that."""
        found = set()
        for place in range(self.first, len(self._ops)):
            op, own, before = self._ops[place], self.own[place], self.own[place - 1]
            if own is None or before is None or own == before:
                continue
            unit, other = self._units.units[own], self._units.units[before]
            in_definition = (unit.kind, unit.block) == ("function", other.block) and other.kind == "function"
            if in_definition and (op.name in ("PRECALL", "CALL") or op.name.startswith("STORE_")):
                found.add(place)
        return frozenset(found)

    def _find_calling(self, names: Names) -> tuple[frozenset[int], tuple[int, ...]]:
        units = self._units.units
        rows = [(n, place) for place, n in enumerate(self.own) if n is not None]
        calls = {n for n, place in rows if units[n].kind == "with" or self._may_call(place, names)}
        ordered = sorted(calls, key=lambda n: units[n].start)
        firsts: dict[int, int] = {}
        found = set()
        for number in ordered:
            unit = units[number]
            if unit.block in firsts and number not in self.leading:
                found.add(number)
            firsts.setdefault(unit.block, number)
        return frozenset(found), tuple(firsts.values())

    def _may_call(self, place: int, names: Names) -> bool:
        """Whether an operation may run code of the snippet."""
        op = self._ops[place]
        if names.calls_unseen or op.name in _CALLING:
            return True
        if op.name == "RAISE_VARARGS":
            return names.makes_exceptions
        if op.name == "IMPORT_NAME":
            return names.imports_recorded
        if names.calls_on_reading and reads_item(op):
            return True
        if not names.iterating_calls or place in self.loop_heads:
            return False
        before = self._ops[place - 1].name
        if op.name in ("STORE_SUBSCR", "STORE_SLICE"):
            return op.name == "STORE_SLICE" or before == "BUILD_SLICE" or self._is_slice(self._ops[place - 1])
        updates = op.name == "BINARY_OP" and op.arg in _UPDATING
        delegates = op.name == "GET_ITER" and bool(op.arg)  # from 3.15 on, for `yield from`
        return (updates or delegates or op.name in _ITERATING) and before not in CONSTANTS

    def _is_slice(self, op: Op) -> bool:
        """Whether an operation pushes a slice that is a constant, as it is from 3.14 on."""
        return op.name == "LOAD_CONST" and isinstance(self._constants[op.arg], slice)

    def _find_loop_starts(self) -> set[int]:
        starts = set()
        for place, op in enumerate(self._ops):
            if op.target is not None and op.name != "JUMP_BACKWARD_NO_INTERRUPT":
                target = self._flow.index[id(op.target)]
                if target <= place and target not in self.loop_heads and op.target.name not in NEVER_BEFORE:
                    starts.add(target)
        return starts

    def _find_test_starts(self) -> set[int]:
        """Where an evaluation of a test begins: every copy of its first operation."""
        first: dict[int, tuple[object, ...]] = {}
        starts = set()
        for place, unit in enumerate(self.own):
            if unit is not None and self._units.units[unit].kind == "test":
                op = self._ops[place]
                key = (op.name, op.arg, op.loc)
                if first.setdefault(unit, key) == key:
                    starts.add(place)
        return starts

    def _find_hidden_stores(self) -> set[int]:
        """Stores of inlined comprehensions (PEP 709): they save, use and restore a slot of the function."""
        spans = [
            (self._local[op.arg], op.loc)
            for op in self._ops
            if op.name == "LOAD_FAST_AND_CLEAR" and op.loc is not None
        ]
        hidden = set()
        for place, op in enumerate(self._ops):
            if op.name in ("STORE_FAST", "STORE_DEREF"):
                own = [span for name, span in spans if name == self._local[op.arg]]
                cleanup = bool(own) and has_no_line(op) and self._restores(place)
                if (
                    self._local[op.arg].startswith(".")
                    or cleanup
                    or any(_within(op.loc, span) for span in own)
                ):
                    hidden.add(place)
        return hidden

    def _restores(self, place: int) -> bool:
        """Whether a store without a position is the restoring one of a comprehension's cleanup handler."""
        return self._ops[place - 1].name in ("SWAP", "POP_TOP", "STORE_FAST")

    def _find_caught(self) -> dict[int, bool]:
        """Operations where an except clause has matched: True if right after them, False if just before."""
        caught: dict[int, bool] = {}
        for place, op in enumerate(self._ops):
            if op.name == "PUSH_EXC_INFO":
                self._note_bare_except(caught, place + 1)
            elif op.name in _MATCHES:
                jump = next(p for p in range(place + 1, len(self._ops)) if self._ops[p].target is not None)
                target = self._ops[jump].target
                if op.name == "WITH_EXCEPT_START":
                    if target is not None and self._ops[jump].name != "SEND":
                        caught[self._flow.index[id(target)]] = False
                else:
                    caught[jump] = True
                    assert target is not None
                    self._note_bare_except(caught, self._flow.index[id(target)])
        return caught

    def _note_bare_except(self, caught: dict[int, bool], place: int) -> None:
        while self._ops[place].name == "NOP":
            place += 1
        if self._ops[place].name == "POP_TOP":
            caught[place] = False

    def _drop_exits_of_with(self) -> None:
        """The call of `__exit__` carries the position of the with item in some versions: it is no step."""
        entered: set[int] = set()
        for place in range(len(self._ops)):
            unit = self.own[place]
            if unit is not None and self._units.units[unit].kind == "with":
                if unit in entered and self._begins_exit(place):
                    self.own[place] = None
                if enters_with(self._ops, place):
                    entered.add(unit)

    def _find_exits(self) -> frozenset[int]:
        """Before the three None that are given to `__exit__`."""
        calls = (place for place in range(self.first + 3, len(self._ops)) if leaves_with(self._ops, place))
        return frozenset(place - 3 - (self._ops[place - 1].name == "PRECALL") for place in calls)

    def _begins_exit(self, place: int) -> bool:
        """Whether no BEFORE_WITH follows, nor the storing of what it gave, without leaving the unit."""
        unit, seen, work = self.own[place], {place}, [place]
        if enters_with(self._ops, place - 1) or self.own[place - 1] == unit:
            return False
        while work:
            at = work.pop()
            if enters_with(self._ops, at):
                return False
            for successor in self._flow.successors(at):
                if successor not in seen and self.own[successor] in (unit, None):
                    seen.add(successor)
                    work.append(successor)
        return True


def has_no_line(op: Op) -> bool:
    """Whether an operation has no position in the source."""
    return op.loc is None or op.loc.lineno is None


def _within(loc: object, span: object) -> bool:
    if loc is None or loc.lineno is None or span.lineno is None:  # type: ignore[attr-defined]
        return False
    start, end = (loc.lineno, loc.col_offset), (loc.end_lineno, loc.end_col_offset)  # type: ignore[attr-defined]
    first, last = (span.lineno, span.col_offset), (span.end_lineno, span.end_col_offset)  # type: ignore[attr-defined]
    return bool(first <= start and end <= last)
