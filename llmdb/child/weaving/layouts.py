"""How each CPython lays out a call: the order of callable, NULL and arguments, and what precedes CALL."""

import dis
import sys
from collections.abc import Sequence
from types import CodeType

from llmdb.child.weaving.assembly import Op
from llmdb.child.weaving.flow import Flow

VERSION = sys.version_info[:2]
NULL_AFTER_CALLABLE = VERSION >= (3, 13)
CALLS = frozenset({"CALL", "CALL_KW"})
MAKES_DEFAULTS = "SET_FUNCTION_ATTRIBUTE" if VERSION >= (3, 13) else "MAKE_FUNCTION"
"""The operation after which a function has its defaults."""
CONSTANTS = frozenset({"LOAD_CONST", "LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT"})
"""Operations that push what the compiler knew."""
_BEFORE_WITH = frozenset({"BEFORE_WITH", "BEFORE_ASYNC_WITH"})
_STARTS = ("KW_NAMES", "PRECALL")
_PLAIN_LOADS = frozenset(
    {"LOAD_NAME", "LOAD_GLOBAL", "LOAD_FAST", "LOAD_FAST_BORROW", "LOAD_DEREF", "LOAD_CLASSDEREF"}
)
_INPLACE = range(13, 26)
"""Arguments of BINARY_OP for `+=` and the like; 26 reads an item, from 3.14 on."""
READ_ITEM = ("BINARY_OP", _INPLACE.stop) if VERSION >= (3, 14) else ("BINARY_SUBSCR", 0)
"""The operation `container[key]` and its argument."""
_IMPORT_STAR = 2  # the argument of CALL_INTRINSIC_1 that stands for it
_CONDITIONAL = VERSION <= (3, 11)


def _comparison() -> int:
    code = compile("1 if a > b else 2", "", "eval")
    return next(i.arg for i in dis.get_instructions(code) if i.opname == "COMPARE_OP" and i.arg is not None)


GREATER = _comparison()
"""The argument of COMPARE_OP for `>` when a conditional jump follows."""


def inplace_operator(op: Op) -> int | None:
    """The number of an in-place operation's operator among all of them, in CPython's order; None for others."""
    return op.arg - _INPLACE.start if op.name == "BINARY_OP" and op.arg in _INPLACE else None


def reads_item(op: Op) -> bool:
    """Whether an operation is `container[key]`, read."""
    return (op.name, op.arg) == READ_ITEM


def enters_with(ops: Sequence[Op], place: int) -> bool:
    """Whether an operation calls the `__enter__` or `__aenter__` of a `with`."""
    op = ops[place]
    return op.name in _BEFORE_WITH or (op.name == "CALL" and ops[place - 1].name == "LOAD_SPECIAL")


def leaves_with(ops: Sequence[Op], place: int) -> bool:
    """Whether an operation calls an `__exit__` without an exception: its three None have no place of their own."""
    end = place - (ops[place - 1].name == "PRECALL")
    return ops[place].name == "CALL" and all(
        op.name in CONSTANTS and op.loc == ops[place].loc for op in ops[max(end - 3, 0) : end]
    )


def keywords_of_star(ops: Sequence[Op], place: int) -> tuple[bool, bool]:
    """Whether a CALL_FUNCTION_EX takes a value for `**`, and whether that is one (from 3.14 on it may be NULL)."""
    if VERSION < (3, 14):
        return bool(ops[place].arg & 1), bool(ops[place].arg & 1)
    return True, ops[place - 1].name != "PUSH_NULL"


def jump_if(truth: bool, forward: bool = True) -> str:
    """The name of the jump that goes when the top of the stack is true (or false)."""
    middle = ("FORWARD_" if forward else "BACKWARD_") if _CONDITIONAL else ""
    return f"POP_JUMP_{middle}IF_{'TRUE' if truth else 'FALSE'}"


def as_forward(name: str) -> str:
    """The forward form of a conditional jump."""
    return name.replace("_BACKWARD", "_FORWARD")


class CallLayout:
    """One call in the code: what is called, how many values lie above the callable, where its parts are.

    Attributes:
        start: the place of the first of KW_NAMES, PRECALL and CALL: probes go before it.
        form: "method", "function", or "bare" where the callable lies in the method's slot (decorators).
        name: the method's or function's name; "" where it is not a plain name.
        loader: the place of the operation that pushed the callable.
        count: how many arguments there are.
        keywords: names of the keyword arguments.
    """

    __slots__ = ("count", "form", "keywords", "loader", "name", "shift", "start")

    def __init__(self, start: int, count: int, keywords: tuple[str, ...], shift: int) -> None:
        self.start = start
        self.count = count
        self.keywords = keywords
        self.shift = shift
        self.form = "bare"
        self.name = ""
        self.loader: int | None = None

    @property
    def callee(self) -> int:
        """How deep the callee (or the receiver of a plain method) lies, 1 being the top of the stack."""
        return self.count + self.shift + (2 if NULL_AFTER_CALLABLE or self.form == "bare" else 1)

    @property
    def gives_one(self) -> bool:
        """Whether a method is called with one argument, given by its place."""
        return self.form == "method" and self.count == 1 and not self.keywords

    @property
    def arguments(self) -> Sequence[int]:
        """How deep each argument lies, first to last."""
        extra = 1 if self.form == "bare" else 0
        return range(self.count + extra + self.shift, self.shift, -1)


def call_layout(
    ops: Sequence[Op],
    flow: Flow,
    place: int,
    consts: Sequence[object],
    names: Sequence[str],
    local: Sequence[str],
) -> CallLayout | None:
    """What is known about the CALL at `place`; None where it cannot be reached or is the compiler's own."""
    start, shift = place, 0
    keywords: object = ()
    while start and ops[start - 1].name in _STARTS:
        start -= 1
        if ops[start].name == "KW_NAMES":
            keywords = consts[ops[start].arg]
    if ops[place].name == "CALL_KW":
        shift, keywords = 1, consts[ops[place - 1].arg]
    depth = flow.depth[start]
    if depth is None or not isinstance(keywords, tuple) or (VERSION >= (3, 14) and leaves_with(ops, place)):
        return None
    layout = CallLayout(start, ops[place].arg, keywords, shift)
    base = depth - shift - layout.count - 2
    _find_callable(layout, ops, flow, base, names, local)
    return layout


def _pusher(ops: Sequence[Op], flow: Flow, before: int, height: int) -> int | None:
    """The operation that ran last before `before` and left the stack at `height` or lower, jumps and pops apart.

    The search follows control flow, because cold blocks of other expressions may lie in between; None where there
    is not exactly one.
    """
    found, seen, work = set[int](), {before}, [before]
    while work:
        place = work.pop()
        low = (flow.depth[place] or 0) <= height
        for earlier in flow.predecessors[place]:
            op = ops[earlier]
            if low and op.target is None and op.name != "POP_TOP":
                found.add(earlier)
            elif earlier not in seen:
                seen.add(earlier)
                work.append(earlier)
    return found.pop() if len(found) == 1 else None


def _find_callable(
    layout: CallLayout, ops: Sequence[Op], flow: Flow, base: int, names: Sequence[str], local: Sequence[str]
) -> None:
    place = _pusher(ops, flow, layout.start, base + 2)
    if place is None:
        return
    op = ops[place]
    layout.loader = place
    if _loads_method(op):
        layout.form = "method"
        layout.name = names[op.arg >> 1 if op.name == "LOAD_ATTR" else op.arg]
        return
    if op.name == "LOAD_SUPER_METHOD" or (op.name == "LOAD_SUPER_ATTR" and op.arg & 1):
        layout.form = "method"
        layout.name = names[op.arg >> 2]
        return
    if op.name == "LOAD_GLOBAL" and op.arg & 1:
        layout.form, layout.name = "function", names[op.arg >> 1]
        return
    if NULL_AFTER_CALLABLE:
        if op.name != "PUSH_NULL":
            return
        layout.form, callable_place = "function", place - 1
        plain = callable_place >= 0 and flow.depth[callable_place] == base
    else:
        first = _first(flow, layout.start, base)
        if first is None:
            layout.loader = None
            return
        if not _pushes_null(ops[first]):
            layout.loader = _pusher(ops, flow, layout.start, base + 1)
            return
        layout.form, callable_place = "function", place
        plain = callable_place == first + 1 and ops[first].name == "PUSH_NULL"
    layout.loader = callable_place
    if plain and not {id(ops[callable_place]), id(ops[callable_place + 1])} & flow.targets:
        layout.name = loaded_name(ops[callable_place], names, local)


def _first(flow: Flow, before: int, base: int) -> int | None:
    """The operation that pushes the lowest part of a call, for which the stack was at `base`."""
    found, seen, work = set[int](), {before}, [before]
    while work:
        for earlier in flow.predecessors[work.pop()]:
            depth = flow.depth[earlier]
            if depth is not None and depth <= base:
                found.add(earlier)
            elif earlier not in seen:
                seen.add(earlier)
                work.append(earlier)
    return found.pop() if len(found) == 1 else None


def _pushes_null(op: Op) -> bool:
    return op.name == "PUSH_NULL" or (op.name == "LOAD_GLOBAL" and bool(op.arg & 1))


def _loads_method(op: Op) -> bool:
    if VERSION >= (3, 12):
        return op.name == "LOAD_ATTR" and bool(op.arg & 1)
    return op.name == "LOAD_METHOD"


def calls_what_it_loads(ops: Sequence[Op], place: int) -> bool:
    """Whether an operation loads a function to be called."""
    return _pushes_null(ops[place]) or ops[place + (1 if NULL_AFTER_CALLABLE else -1)].name == "PUSH_NULL"


def loaded_name(op: Op, names: Sequence[str], local: Sequence[str]) -> str:
    """The name that an operation loads; "" if it does not load one."""
    if op.name == "LOAD_GLOBAL":
        return names[op.arg >> 1]
    if op.name == "LOAD_NAME":
        return names[op.arg]
    return local[op.arg] if op.name in _PLAIN_LOADS else ""


def stored_name(op: Op, names: Sequence[str], local: Sequence[str]) -> str:
    """The name that an operation binds; "" if it binds none."""
    if op.name in ("STORE_NAME", "STORE_GLOBAL"):
        return names[op.arg]
    return local[op.arg] if op.name in ("STORE_FAST", "STORE_DEREF") else ""


def loaded_attribute(op: Op, names: Sequence[str]) -> str:
    """The attribute that a LOAD_ATTR loads; "" for a method."""
    if VERSION >= (3, 12):
        return "" if op.arg & 1 else names[op.arg >> 1]
    return names[op.arg]


def imports_all(op: Op) -> bool:
    """Whether an operation is that of `from module import *`."""
    return op.name == "IMPORT_STAR" or (op.name == "CALL_INTRINSIC_1" and op.arg == _IMPORT_STAR)


def makes_annotations(code: CodeType) -> bool:
    """Whether this is the function that the compiler makes of annotations, from 3.14 on (PEP 649)."""
    return VERSION >= (3, 14) and code.co_name == "__annotate__" and code.co_posonlyargcount == 1


def local_names(code: object) -> tuple[str, ...]:
    """Names of the local slots, cells and free variables, in the order that DEREF and FAST arguments count."""
    varnames: tuple[str, ...] = code.co_varnames  # type: ignore[attr-defined]
    cells = tuple(name for name in code.co_cellvars if name not in varnames)  # type: ignore[attr-defined]
    return varnames + cells + tuple(code.co_freevars)  # type: ignore[attr-defined]
