"""Answers simple expressions from recorded values alone, without running anything.

Works on names and attributes whose value was recorded whole as a literal, and looks into containers where that is
enough; the operations are bounded, so that no expression can take long or much memory.
"""

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from llmdb.events.model import Value
from llmdb.program.nodes import assigned_names
from llmdb.program.parsing import parse
from llmdb.replay.frames import MISSING
from llmdb.replay.held import ATOMS, CONTAINERS, Held, Open

_LITERAL_TYPES = frozenset(
    {"int", "float", "complex", "str", "bytes", "bool", "NoneType", "list", "tuple", "dict", "set"}
)
RecordedState: TypeAlias = Mapping[str, object]
"""Values of names: as `Value`, numbers and texts as they are, or containers as `Held`."""
Evaluation: TypeAlias = Callable[[RecordedState], object]
_COMPUTING = frozenset({"__getattribute__", "__get__"})
_MAX_BITS = 4096
_MAX_ITEMS = 100_000

_COMPARISONS: Mapping[type[ast.cmpop], Callable[..., object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, items: operator.contains(items, item),
    ast.NotIn: lambda item, items: not operator.contains(items, item),
}
_ARITHMETIC: Mapping[type[ast.operator], Callable[..., object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_UNARY: Mapping[type[ast.unaryop], Callable[..., object]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "len": len,
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "bool": bool,
    "any": any,
    "all": all,
    "str": str,
}
_OF_CONTAINERS = frozenset({"len", "min", "max", "sum", "bool", "any", "all"})
_OF_TEXTS: Mapping[str, Callable[..., object]] = {
    name: getattr(str, name)
    for name in (
        *("startswith", "endswith", "isdigit", "isalpha", "isalnum", "isspace", "isupper", "islower"),
        *("lower", "upper", "strip", "lstrip", "rstrip", "find", "count"),
    )
}


class CannotTell(Exception):
    """The recorded values do not hold what the expression needs."""


@lru_cache(maxsize=8)
def replaced_functions(code: str) -> frozenset[str]:
    """Those functions that may be called here but mean something else in the module of this code: its own `len`.

    And the types of containers that it has classes of the same name of.
    """
    tree = parse(code)
    declared = (name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)
    bound = assigned_names(tree).union(declared)
    classes = CONTAINERS & {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    return frozenset(_FUNCTIONS if "*" in bound else bound & _FUNCTIONS.keys()) | classes


@lru_cache(maxsize=32)
def parts_read(expression: str, code: str) -> frozenset[str]:
    """The names and attributes that an expression reads and that have the recorded value, as `evaluate_recorded` takes.

    Args:
        expression: one that can be parsed.
        code: the program, whose classes may compute what an attribute of their objects is.
    """
    tree, program = ast.parse(expression.strip(), mode="eval").body, parse(code)
    classes = [node for node in ast.walk(program) if isinstance(node, ast.ClassDef)]
    computed = {
        node.name
        for owner in classes
        for node in owner.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Name | ast.Attribute)]
    if computed & _COMPUTING:
        reads = [node for node in reads if isinstance(node, ast.Name)]
    return frozenset(
        ast.unparse(node)
        for node in reads
        if all(isinstance(part, ast.Name | ast.Attribute | ast.Load) for part in ast.walk(node))
        and not any(isinstance(part, ast.Attribute) and part.attr in computed for part in ast.walk(node))
    )


def evaluate_recorded(expression: str, state: RecordedState, replaced: frozenset[str] = frozenset()) -> Value:
    """The expression's value in a recorded state.

    Args:
        expression: what is asked.
        state: the variables that it may name, and attributes of them: "self.size".
        replaced: built-in functions, and types, that the program's module defines anew; see `replaced_functions`.

    Raises:
        CannotTell: it uses an unrecorded or shortened value, or an operation that needs the live program.
        SyntaxError: it is no expression.
        Exception: what the expression itself raises, e.g. KeyError.
    """
    known = state.get(expression.strip())
    if isinstance(known, Value):
        return known
    if isinstance(known, Held):
        return known.value()
    result = _compiled(expression, replaced)(state)
    if isinstance(result, Held | Value):
        result = _literal(result)
    return Value(type=type(result).__name__, repr=repr(result))


def holds(expression: str, state: RecordedState, replaced: frozenset[str] = frozenset()) -> bool:
    """Whether the expression is true in a recorded state; raises as `evaluate_recorded` does."""
    return bool(_compiled(expression, replaced)(state))


@lru_cache(maxsize=32)
def _compiled(expression: str, replaced: frozenset[str]) -> Evaluation:
    """What gives the expression's value in a state: it is asked about at many steps."""
    tree = ast.parse(expression.strip(), mode="eval").body
    if replaced and any(isinstance(node, ast.Name) and node.id in replaced for node in ast.walk(tree)):
        return _cannot_tell
    return _Compiler(replaced).opened(tree)


def _cannot_tell(state: RecordedState) -> object:
    raise CannotTell


class _Compiler:
    """Makes functions of expressions.

    Args:
        replaced: see `evaluate_recorded`.
    """

    def __init__(self, replaced: frozenset[str]) -> None:
        self._replaced = replaced

    def opened(self, node: ast.expr) -> Evaluation:
        """What gives a value; a container as `Held`, which is looked into."""
        match node:
            case ast.Name() | ast.Attribute():
                return partial(_named, ast.unparse(node), self._replaced)
            case ast.Subscript(value=base, slice=index) if not isinstance(index, ast.Slice):
                return partial(_item, self.opened(base), self.written(index), self._replaced)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key], keywords=[]):
                return partial(_got, self.opened(base), self.written(key), None, self._replaced)
            case ast.Call(func=ast.Attribute(value=base, attr="get"), args=[key, other], keywords=[]):
                return partial(
                    _got, self.opened(base), self.written(key), self.written(other), self._replaced
                )
            case ast.BoolOp(op=op, values=values):
                return partial(_either, isinstance(op, ast.And), [self.opened(value) for value in values])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                decided, then, otherwise = self.opened(test), self.opened(body), self.opened(orelse)
                return lambda state: then(state) if decided(state) else otherwise(state)
        return self._computed(node)

    def written(self, node: ast.expr) -> Evaluation:
        """What gives a value; a container as Python has it."""
        match node:
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() | ast.BoolOp() | ast.IfExp():
                return partial(_written, self.opened(node))
        return self._computed(node)

    def _computed(self, node: ast.expr) -> Evaluation:
        match node:
            case ast.Constant(value=value):
                return lambda state: value
            case ast.Tuple(elts=items):
                parts = [self.written(item) for item in items]
                return lambda state: tuple([part(state) for part in parts])
            case ast.List(elts=items):
                parts = [self.written(item) for item in items]
                return lambda state: [part(state) for part in parts]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                asked = self.opened(operand)
                return lambda state: not asked(state)
            case ast.UnaryOp(op=op, operand=operand):
                function, inner = _UNARY[type(op)], self.written(operand)
                return lambda state: function(inner(state))
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[right]):
                return partial(_within, isinstance(op, ast.In), self.written(left), self.opened(right))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) not in (ast.Is, ast.IsNot):
                compare, first, second = _COMPARISONS[type(op)], self.written(left), self.written(right)
                return lambda state: bool(compare(first(state), second(state)))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return partial(
                    _compare, self.written(left), ops, [self.written(other) for other in comparators]
                )
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
                kind, one, two = type(op), self.written(left), self.written(right)
                return lambda state: _arithmetic(kind, one(state), two(state))
            case ast.Call(func=ast.Name(id=called), args=[argument], keywords=[]) if called in _FUNCTIONS:
                is_enough = called in _OF_CONTAINERS
                given = self.opened(argument) if is_enough else self.written(argument)
                return partial(_called, called, given)
            case ast.Call(func=ast.Attribute(value=base, attr=called), args=arguments, keywords=[]) if (
                called in _OF_TEXTS
            ):
                parts = [self.written(argument) for argument in arguments]
                return partial(_of_text, _OF_TEXTS[called], self.written(base), parts)
        return _cannot_tell


def _named(name: str, replaced: frozenset[str], state: RecordedState) -> object:
    value = state.get(name)
    return _inner(value, replaced) if isinstance(value, Held) else _literal(value)


def _written(given: Evaluation, state: RecordedState) -> object:
    value = given(state)
    return _literal(value) if isinstance(value, Held) else value


def _item(of: Evaluation, at: Evaluation, replaced: frozenset[str], state: RecordedState) -> object:
    held = of(state)
    if isinstance(held, Held):
        key = at(state)
        try:
            return _inner(held.item(key), replaced)
        except Open:
            return _literal(held)[key]  # type: ignore[index]
    return held[at(state)]  # type: ignore[index]


def _got(
    of: Evaluation,
    at: Evaluation,
    otherwise: Evaluation | None,
    replaced: frozenset[str],
    state: RecordedState,
) -> object:
    held, key = of(state), at(state)
    other = None if otherwise is None else otherwise(state)
    if isinstance(held, Held) and held.is_mapping:
        try:
            found = held.find(key)
        except Open:
            raise CannotTell from None
        return other if found is MISSING else _inner(found, replaced)
    if type(held) is dict:
        return held.get(key, other)
    raise CannotTell


def _inner(value: object, replaced: frozenset[str]) -> object:
    """What a container holds, to be used."""
    if isinstance(value, Held) and value.type in replaced:
        raise CannotTell
    return _literal(value) if isinstance(value, Value) else value


def _within(wants_in: bool, item: Evaluation, of: Evaluation, state: RecordedState) -> object:
    wanted, held = item(state), of(state)
    try:
        return (wanted in held) == wants_in  # type: ignore[operator]
    except Open:
        return (wanted in _literal(held)) == wants_in  # type: ignore[operator]


def _called(name: str, given: Evaluation, state: RecordedState) -> object:
    if name in state:
        raise CannotTell
    value = given(state)
    if name == "str" and type(value) not in ATOMS:
        raise CannotTell
    try:
        return _FUNCTIONS[name](value)
    except Open:
        return _FUNCTIONS[name](_literal(value))


def _of_text(
    method: Callable[..., object], of: Evaluation, arguments: Sequence[Evaluation], state: RecordedState
) -> object:
    text = of(state)
    if type(text) is not str:
        raise CannotTell
    return method(text, *[argument(state) for argument in arguments])


def _literal(value: object) -> object:
    if type(value) in ATOMS:
        return value
    if isinstance(value, Held):
        value = value.value()
    if not isinstance(value, Value) or value.truncated or value.type not in _LITERAL_TYPES:
        raise CannotTell
    try:
        return int(value.repr) if value.type == "int" else ast.literal_eval(value.repr)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise CannotTell from None


def _either(wants_all: bool, values: Sequence[Evaluation], state: RecordedState) -> object:
    result: object = wants_all
    for value in values:
        result = value(state)
        if bool(result) != wants_all:
            return result
    return result


def _compare(
    left: Evaluation, ops: Sequence[ast.cmpop], comparators: Sequence[Evaluation], state: RecordedState
) -> object:
    value, result = left(state), True
    for op, comparator in zip(ops, comparators, strict=True):
        other = comparator(state)
        if isinstance(op, ast.Is | ast.IsNot) and other is not None and value is not None:
            raise CannotTell
        result = bool(_COMPARISONS[type(op)](value, other))
        if not result:
            return result
        value = other
    return result


def _arithmetic(op: type[ast.operator], left: object, right: object) -> object:
    for operand in (left, right):
        if isinstance(operand, int) and operand.bit_length() > _MAX_BITS:
            raise CannotTell
    if op is ast.Mult and not (isinstance(left, int | float) and isinstance(right, int | float)):
        _check_repetition(left, right)
    if op is ast.Mod and isinstance(left, str | bytes):
        raise CannotTell
    return _ARITHMETIC[op](left, right)


def _check_repetition(left: object, right: object) -> None:
    sizes = [len(x) if isinstance(x, str | bytes | list | tuple) else x for x in (left, right)]
    if not all(isinstance(size, int) for size in sizes) or sizes[0] * sizes[1] > _MAX_ITEMS:  # type: ignore[operator]
        raise CannotTell
