"""Code objects as lists of operations with symbolic jumps, and back.

`bytecode` decodes instructions and writes the location and exception tables; labels, constants and the stack size are
handled here, because inserting probes must neither merge equal constants nor renumber local slots.
"""

import dis
from collections.abc import Iterable, Iterator
from types import CodeType

from bytecode import ConcreteBytecode, ConcreteInstr
from bytecode.concrete import ExceptionTableEntry
from bytecode.instr import UNSET, InstrLocation, opcode_has_argument

LABEL = "LABEL"
NOWHERE = InstrLocation(None, None, None, None)
_MOST_COLUMNS = 128
"""`bytecode` writes a column from here on as two entries of the location table, so that its lines would be wrong."""
_SOURCE_ONLY = frozenset({"END_ASYNC_FOR"})
"""Operations whose argument leads, from 3.14 on, back to where they come from; control never goes there."""
_SPLIT_STORES = {
    "STORE_FAST_STORE_FAST": ("STORE_FAST", "STORE_FAST"),
    "STORE_FAST_LOAD_FAST": ("STORE_FAST", "LOAD_FAST"),
}


class Op:
    """One instruction, or a label (no code of its own) that jumps and exception handlers refer to."""

    __slots__ = ("arg", "cover", "loc", "name", "source", "target")

    def __init__(
        self, name: str, arg: int = 0, loc: InstrLocation | None = None, cover: "Cover | None" = None
    ) -> None:
        self.name = name
        self.arg = arg
        self.loc = loc
        self.cover = cover
        self.target: Op | None = None
        self.source: Op | None = None

    def __repr__(self) -> str:
        return f"<{self.name} {self.arg} line {self.loc.lineno if self.loc else None}>"


class Cover:
    """Where an exception goes: the handler's first operation, the stack depth to cut to, and lasti or not."""

    __slots__ = ("depth", "handler", "lasti")

    def __init__(self, handler: Op, depth: int, lasti: bool) -> None:
        self.handler = handler
        self.depth = depth
        self.lasti = lasti


class Disassembly:
    """The operations of a code object, with the object that they came from."""

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.concrete = ConcreteBytecode.from_code(code, extended_arg=True)
        self.ops: list[Op] = []
        self._decode()

    def _decode(self) -> None:
        covers = self._covers()
        starts: dict[int, Op] = {}
        jumps: list[tuple[Op, int]] = []
        offset = 0
        for instr in _joined(self.concrete):
            words = instr.size // 2
            if instr.name != "CACHE":
                arg = 0 if instr.arg is UNSET else instr.arg
                cover = covers.get(offset + words - 1)
                starts[offset] = self._append(instr.name, arg, instr.location, cover)
                target = instr.get_jump_target(offset)
                if target is not None:
                    jumps.append((starts[offset], target))
            offset += words
        for op, target in jumps:
            if op.name in _SOURCE_ONLY:
                op.source = starts[target]
            else:
                op.target = starts[target]
        for cover in covers.values():
            if cover.handler.name == LABEL:
                cover.handler = starts[cover.handler.arg]

    def _append(self, name: str, arg: int, loc: InstrLocation | None, cover: Cover | None) -> Op:
        if name not in _SPLIT_STORES:
            self.ops.append(Op(name, arg, loc, cover))
            return self.ops[-1]
        first, second = _SPLIT_STORES[name]
        self.ops.append(Op(first, arg >> 4, loc, cover))
        self.ops.append(Op(second, arg & 15, loc, cover))
        return self.ops[-2]

    def _covers(self) -> dict[int, Cover]:
        covers: dict[int, Cover] = {}
        for entry in self.concrete.exception_table:
            cover = Cover(Op(LABEL, entry.target), entry.stack_depth, entry.push_lasti)
            for offset in range(entry.start_offset, entry.stop_offset + 1):
                covers.setdefault(offset, cover)
        return covers


def _joined(instrs: Iterable[ConcreteInstr]) -> Iterator[ConcreteInstr]:
    """Instructions with the arguments that EXTENDED_ARG made longer; in one pass, as a literal has 100,000 of them."""
    before = high = 0
    for instr in instrs:
        if instr.name == "EXTENDED_ARG":
            before, high = before + 1, (high + instr.arg) << 8
        elif before:
            arg = UNSET if instr.name == "NOP" else high + instr.arg
            yield ConcreteInstr(instr.name, arg, location=instr.location, extended_args=before)
            before = high = 0
        else:
            yield instr


def assemble(source: Disassembly, ops: list[Op], constants: list[object], stack_size: int) -> CodeType:
    """The code object of `source` with these operations, constants and stack size instead of its own."""
    instrs = [
        None if op.name == LABEL else ConcreteInstr(op.name, *_arguments(op), location=_writable(op.loc))
        for op in ops
    ]
    offsets = _resolve_jumps(ops, instrs)
    concrete = source.concrete
    concrete[:] = [part for instr in instrs if instr is not None for part in _with_caches(instr)]
    concrete.consts = constants
    concrete.exception_table = _exception_table(ops, offsets)
    code: CodeType = concrete.to_code(stacksize=stack_size, compute_exception_stack_depths=False)
    return code


def _arguments(op: Op) -> tuple[int, ...]:
    return (op.arg,) if opcode_has_argument(dis.opmap[op.name]) else ()


def _writable(loc: InstrLocation | None) -> InstrLocation | None:
    """The location, without the columns that the table would not hold."""
    if loc is None or loc.lineno != loc.end_lineno or (loc.end_col_offset or 0) < _MOST_COLUMNS:
        return loc
    return InstrLocation(loc.lineno, loc.end_lineno, None, None)


def _with_caches(instr: ConcreteInstr) -> list[ConcreteInstr]:
    caches = instr.use_cache_opcodes()
    return [instr] + [ConcreteInstr("CACHE", 0, location=instr.location)] * caches


def _resolve_jumps(ops: list[Op], instrs: list[ConcreteInstr | None]) -> list[int]:
    """Set every jump's argument; return the offset of each operation and, last, the end, in code units."""
    caches = [0 if instr is None else instr.use_cache_opcodes() for instr in instrs]
    jumps = [
        (index, instrs[index], target)
        for index, op in enumerate(ops)
        if (target := op.target or op.source) is not None
    ]
    place = {id(op): index for index, op in enumerate(ops)}
    changed = True
    while changed:
        offsets = [0]
        for instr, cache in zip(instrs, caches, strict=True):
            offsets.append(offsets[-1] + (0 if instr is None else instr.size // 2 + cache))
        changed = False
        for index, instr, target in jumps:
            assert instr is not None
            distance = offsets[place[id(target)]] - offsets[index + 1]
            before = instr.size
            instr.arg = max(
                -distance if "BACKWARD" in instr.name or instr.name in _SOURCE_ONLY else distance, 0
            )
            changed = changed or instr.size != before
    return offsets


def _exception_table(ops: list[Op], offsets: list[int]) -> list[ExceptionTableEntry]:
    place = {id(op): index for index, op in enumerate(ops)}
    table: list[ExceptionTableEntry] = []
    last: Cover | None = None
    for index, op in enumerate(ops):
        start, stop = offsets[index], offsets[index + 1] - 1
        if stop < start:
            continue
        if op.cover is not None and op.cover is last:
            table[-1].stop_offset = stop
        elif op.cover is not None:
            target = offsets[place[id(op.cover.handler)]]
            table.append(ExceptionTableEntry(start, stop, target, op.cover.depth, op.cover.lasti))
        last = op.cover
    return table
