"""The work of each statement: how many bytecode operations it has, and how many of them compute something."""

import ast
import dis
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from types import CodeType

from llmdb.program.compiling import compile_body, wrap_body
from llmdb.program.files import files_of
from llmdb.program.graph import ControlFlowGraph, Unit
from llmdb.program.parsing import needs_newer_syntax, parse, parse_file
from llmdb.types import BlockId, LineNo
from llmdb.values import dataclass

Place = tuple[BlockId, LineNo]
"""A statement of a block, by its line."""

_SILENT = frozenset(
    {"CACHE", "RESUME", "NOP", "PRECALL", "EXTENDED_ARG", "PUSH_NULL", "COPY_FREE_VARS", "KW_NAMES"}
    | {"GET_ITER", "FOR_ITER"}  # until 3.12 those of a loop stand at no statement
)
_COMPUTING = (
    "BINARY_",
    "COMPARE_",
    "CONTAINS_",
    "IS_",
    "UNARY_",
    "BUILD_",
    "STORE_SUBSCR",
    "STORE_ATTR",
    "CALL",
    "LOAD_CONST",
)
_AS_IN_3_11 = {
    "BINARY_SLICE": ("BUILD_SLICE", "BINARY_SUBSCR"),
    "STORE_SLICE": ("BUILD_SLICE", "STORE_SUBSCR"),
    "RETURN_CONST": ("LOAD_CONST", "RETURN_VALUE"),
    "LOAD_FAST_LOAD_FAST": ("LOAD_FAST", "LOAD_FAST"),
    "STORE_FAST_LOAD_FAST": ("STORE_FAST", "LOAD_FAST"),
    "STORE_FAST_STORE_FAST": ("STORE_FAST", "STORE_FAST"),
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW": ("LOAD_FAST", "LOAD_FAST"),
    "LOAD_SMALL_INT": ("LOAD_CONST",),
    **dict.fromkeys(
        (
            "TO_BOOL",
            "END_FOR",
            "LOAD_FAST_AND_CLEAR",
            "JUMP_BACKWARD",
            "NOT_TAKEN",
            "POP_ITER",
            "END_SEND",
            "CLEANUP_THROW",
        ),
        (),
    ),
}
"""Later operations as 3.11 has them: the same program has the same work wherever it runs."""
_NOT_BEFORE = frozenset({("LOAD_CONST", "CALL_KW")})
"""Pairs of which the first is new: the names of a call's arguments."""
_ENTERING = frozenset({"BEFORE_WITH", "BEFORE_ASYNC_WITH"})
"""How `with` enters, until 3.13; what stands where that does is no work of the program's text."""
_NOT_AFTER = frozenset({("END_FOR", "POP_TOP"), ("CLEANUP_THROW", "JUMP_BACKWARD_NO_INTERRUPT")})
"""Pairs of which the second is new: the end of a loop, and of what is awaited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Operations of one execution of a statement, its callees' left out: their steps bear their own.

    `x = a + 1` has 4 operations, of which the constant and the sum compute; `return out` has 2, none of which does.
    """

    operations: int = 0
    computing: int = 0


def work_of(cfg: ControlFlowGraph, text: str, body: str = "module") -> Mapping[Place, Work]:
    """The work of every statement of a snippet; what has no operation of its own is left out.

    DebugPilot sets the suspiciousness of a step to its cost (dissertation, section 1.4.3).
    """
    by_line: dict[LineNo, list[Unit]] = {}
    for unit in cfg.units:
        for line in range(unit.start[0], unit.end[0] + 1):
            by_line.setdefault(line, []).append(unit)
    operations: Counter[Place] = Counter()
    computing: Counter[Place] = Counter()
    keys = _later_keys(text)
    for instruction in chain.from_iterable(map(_instructions, _codes(text, body))):
        place = _place(instruction, by_line)
        if place is not None and instruction.opname not in _SILENT and _start(instruction) not in keys:
            names = _as_in_3_11(instruction)
            operations[place] += len(names)
            computing[place] += sum(_computes(name, instruction.argval) for name in names)
    return {place: Work(operations=count, computing=computing[place]) for place, count in operations.items()}


def _codes(text: str, body: str) -> list[CodeType]:
    """The code of each file."""
    main, *modules = files_of(text)
    others = (compile(parse_file(file), "<snippet>", "exec", dont_inherit=True) for file in modules)
    return [_code(main.text, body), *others]


def _code(text: str, body: str) -> CodeType:
    """The program's code; of one in newer syntax what this Python makes of its tree, where it can."""
    if not needs_newer_syntax(text):
        return compile_body(text, "<snippet>", body)
    try:
        return compile(wrap_body(parse(text), body), "<snippet>", "exec", dont_inherit=True)
    except (TypeError, ValueError, SyntaxError):  # statements that it does not know
        return compile("", "<snippet>", "exec", dont_inherit=True)


def _as_in_3_11(instruction: dis.Instruction) -> tuple[str, ...]:
    name, argument = instruction.opname, instruction.argval
    if name == "LOAD_COMMON_CONSTANT":
        return ("LOAD_CONST" if argument is None or isinstance(argument, int | str) else "LOAD_GLOBAL",)
    if name == "LOAD_CONST" and isinstance(argument, slice):
        parts = 2 if argument.step is None else 3
        return ("LOAD_CONST",) * parts + ("BUILD_SLICE",)
    return _AS_IN_3_11.get(name, (name,))


def _later_keys(text: str) -> frozenset[tuple[int, int]]:
    """Where the keys of displays stand that 3.11 loads as one: constants, but for the first of each display."""
    displays = (node.keys for node in ast.walk(parse(text)) if isinstance(node, ast.Dict))
    constant = (keys for keys in displays if all(isinstance(key, ast.Constant) for key in keys))
    return frozenset((key.lineno, key.col_offset) for keys in constant for key in keys[1:] if key is not None)


def _start(instruction: dis.Instruction) -> tuple[int | None, int | None]:
    at = instruction.positions
    return (at.lineno, at.col_offset) if at is not None else (None, None)


def _computes(name: str, argument: object) -> bool:
    if name == "LOAD_CONST" and argument is None:
        return False
    return name.startswith(_COMPUTING)


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    instructions = list(dis.get_instructions(code))
    names = ["", *(instruction.opname for instruction in instructions), ""]
    managed = set()
    for instruction, before, name, after in zip(instructions, names, names[1:], names[2:], strict=False):
        if name in _ENTERING or (name, after) == ("COPY", "LOAD_SPECIAL"):
            managed.add(instruction.positions)
        if instruction.positions in managed:
            continue
        if (name, after) not in _NOT_BEFORE and (before, name) not in _NOT_AFTER:
            yield instruction
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _instructions(inner)


def _place(instruction: dis.Instruction, by_line: Mapping[LineNo, list[Unit]]) -> Place | None:
    at = instruction.positions
    if (
        at is None
        or at.lineno is None
        or at.end_lineno is None
        or at.col_offset is None
        or at.end_col_offset is None
    ):
        return None
    start, end = (at.lineno, at.col_offset), (at.end_lineno, at.end_col_offset)
    inside = [unit for unit in by_line.get(at.lineno, ()) if unit.start <= start and end <= unit.end]
    unit = max(inside, key=lambda unit: unit.start, default=None)
    return None if unit is None else (unit.block, unit.line)
