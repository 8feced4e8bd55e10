"""What holds at each operation of a code object: its stack depth, and which unit of source ran last."""

import dis
from collections.abc import Iterable, Sequence

from bytecode.instr import InstrLocation

from llmdb.child.weaving.assembly import Op
from llmdb.events.sites import UnitRow

_LEAVES = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"})
_GOES = frozenset({"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT"})
_CLEANUP = ["COPY", "POP_EXCEPT", "RERAISE"]  # what a handler's own exceptions pass through
_SENDS = frozenset({"SEND"})
ENTRY = 1  # the bit of "no unit has run yet"; unit k has bit 2 << k


class Flow:
    """Control flow over the operations of one code object, normal and exceptional.

    Attributes:
        index: the place of each operation, by `id`.
        depth: the stack depth before each operation; None where it cannot be reached.
        predecessors: the places that may run right before each operation.
        targets: ids of the operations that jumps and handlers lead to.
    """

    def __init__(self, ops: Sequence[Op]) -> None:
        self.ops = ops
        self.index = {id(op): place for place, op in enumerate(ops)}
        self.targets = {id(op.target) for op in ops if op.target is not None}
        self.targets |= {id(op.cover.handler) for op in ops if op.cover is not None}
        self.depth = self._depths()
        self.predecessors = self._predecessors()

    def successors(self, place: int) -> list[int]:
        """Where control goes next without an exception: the following operation first, then the jump's target."""
        op = self.ops[place]
        found = []
        if op.name not in _LEAVES and op.name not in _GOES and place + 1 < len(self.ops):
            found.append(place + 1)
        if op.target is not None:
            found.append(self.index[id(op.target)])
        return found

    def handler(self, place: int) -> int | None:
        """The first operation of the handler that covers this one."""
        cover = self.ops[place].cover
        return None if cover is None else self.index[id(cover.handler)]

    def _predecessors(self) -> list[list[int]]:
        """Where control may have come from, normally or by an exception; only operations that can be reached."""
        found: list[list[int]] = [[] for _ in self.ops]
        for place, depth in enumerate(self.depth):
            if depth is not None:
                handler = self.handler(place)
                for successor in self.successors(place) + ([] if handler is None else [handler]):
                    found[successor].append(place)
        return found

    def _depths(self) -> list[int | None]:
        depth: list[int | None] = [None] * len(self.ops)
        work = [(0, 0)]
        while work:
            place, height = work.pop()
            if depth[place] is not None:
                continue
            depth[place] = height
            op = self.ops[place]
            for successor in self.successors(place):
                jump = op.target is not None and successor == self.index[id(op.target)]
                work.append((successor, height + _effect(op, jump)))
            handler = self.handler(place)
            if handler is not None and op.cover is not None:
                work.append((handler, op.cover.depth + op.cover.lasti + 1))
        return depth

    def states(self, units: Sequence[int | None]) -> list[int]:
        """The units that may have run last before each operation, as bits; `units[i]` is operation i's own."""
        states = [0] * len(self.ops)
        states[0] = ENTRY
        work = [0]
        while work:
            place = work.pop()
            unit = units[place]
            out = states[place] if unit is None else 2 << unit
            following = self.successors(place)
            handler = self.handler(place)
            if handler is not None:
                following.append(handler)
            for successor in following:
                if out & ~states[successor]:
                    states[successor] |= out
                    work.append(successor)
        return states


def _effect(op: Op, jump: bool) -> int:
    if op.name == "RETURN_GENERATOR":
        return 1
    opcode = dis.opmap[op.name]
    return dis.stack_effect(opcode, op.arg if opcode >= dis.HAVE_ARGUMENT else None, jump=jump)


class UnitMap:
    """The units of one scope, found by the position of an instruction."""

    def __init__(self, units: Iterable[UnitRow]) -> None:
        self.units = list(units)
        self._by_line: dict[int, list[int]] = {}
        self._known: dict[tuple[int, int, int, int], int | None] = {}
        for number, unit in enumerate(self.units):
            for line in range(unit.start[0], unit.end[0] + 1):
                self._by_line.setdefault(line, []).append(number)

    def find(self, loc: InstrLocation | None) -> int | None:
        """The innermost unit that contains a position, by number; None where there is none."""
        if loc is None or loc.lineno is None or loc.col_offset is None:
            return None
        key = (loc.lineno, loc.col_offset, loc.end_lineno, loc.end_col_offset)
        if key not in self._known:
            self._known[key] = self._innermost((key[0], key[1]), (key[2], key[3]))
        return self._known[key]

    def test_of_loop(self, loc: InstrLocation | None) -> int | None:
        """The test unit on the first line of a loop's position; None where there is none."""
        if loc is None or loc.lineno is None or loc.col_offset is None:
            return None
        start, end = (loc.lineno, loc.col_offset), (loc.end_lineno, loc.end_col_offset)
        for number in self._by_line.get(start[0], ()):
            unit = self.units[number]
            if unit.kind == "test" and unit.start[0] == start[0] and start < unit.start and unit.end < end:
                return number
        return None

    def _innermost(self, start: tuple[int, int], end: tuple[int, int]) -> int | None:
        best: int | None = None
        for number in self._by_line.get(start[0], ()):
            unit = self.units[number]
            if unit.start <= start and end <= unit.end and (best is None or self._inside(unit, best)):
                best = number
        return best

    def _inside(self, unit: UnitRow, other: int) -> bool:
        outer = self.units[other]
        return outer.start <= unit.start and unit.end <= outer.end


def own_units(ops: Sequence[Op], flow: Flow, units: UnitMap, first: int) -> list[int | None]:
    """The unit each operation belongs to; None for neutral ones and for those before `first`.

    A `for` header is one block, so FOR_ITER (GET_ANEXT) counts as part of the target that it feeds.
    """
    own = [None if place < first else units.find(op.loc) for place, op in enumerate(ops)]
    for place, op in enumerate(ops):
        if op.name == "END_ASYNC_FOR" or (op.name == "NOP" and ops[place - 1].name == "END_ASYNC_FOR"):
            own[place] = None  # the end of the loop, where `break` or the exit of a `with` begins
        elif [after.name for after in ops[place : place + 3]] == _CLEANUP:
            own[place : place + 3] = [None] * 3
    for place in range(first, len(ops)):
        target = loop_target(ops, flow, units, place)
        if target is not None:
            own[place] = target
    _add_constant_tests(ops, units, own, first)
    return own


def _add_constant_tests(ops: Sequence[Op], units: UnitMap, own: list[int | None], first: int) -> None:
    """`while True` has no code for its test: the NOP and the jump back at the loop's own position stand for it."""
    tested = set(own)
    for place in range(first, len(ops)):
        if own[place] is None and ops[place].name in ("NOP", "JUMP_BACKWARD"):
            found = units.test_of_loop(ops[place].loc)
            if found not in tested:
                own[place] = found


def loop_target(ops: Sequence[Op], flow: Flow, units: UnitMap, place: int) -> int | None:
    """The target unit of the `for` statement whose loop head (FOR_ITER, GET_ANEXT) is at `place`."""
    name = ops[place].name
    if name == "FOR_ITER":
        first = place + 1
    elif name == "GET_ANEXT":
        first = _after_send(ops, flow, place)
    else:
        return None
    unit = units.find(ops[first].loc) if first < len(ops) else None
    return unit if unit is not None and units.units[unit].kind == "target" else None


def _after_send(ops: Sequence[Op], flow: Flow, place: int) -> int:
    while ops[place].name not in _SENDS:
        place += 1
    target = ops[place].target
    assert target is not None
    place = flow.index[id(target)]
    while ops[place].name in ("END_SEND", "NOT_TAKEN"):
        place += 1
    return place
