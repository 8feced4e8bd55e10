"""What a statement's library calls may change that no event tells of: iterators taken from, streams written."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from llmdb.slicing.library.methods import Method, method_table
from llmdb.values import dataclass

Part = ast.Name | ast.Attribute | ast.Subscript
_PARTS = (ast.Name, ast.Attribute, ast.Subscript)
DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Touching:
    """Expressions of a statement, by what its library calls do to what they denote, if the recorder sees nothing of it.

    Attributes:
        changed: its hidden state may be another afterwards.
        over: what the object that the statement binds walks along or writes to later.
    """

    changed: tuple[Part, ...] = ()
    over: tuple[Part, ...] = ()


NOTHING = Touching()


def touching(nodes: Iterable[ast.AST], walked: bool = False) -> Touching:
    """What the calls among these nodes touch, by the names of methods and functions.

    Args:
        walked: the nodes are the iterable of a `for` loop, each turn of which takes from it.
    """
    changed: list[Part] = []
    over: list[Part] = []
    for node in nodes:
        if walked and isinstance(node, _PARTS):
            changed.append(node)
        for call in own_calls(node):
            changed.extend(_changed(call))
            over.extend(_over(call))
    return Touching(changed=_once(changed), over=_once(over)) if changed or over else NOTHING


def _once(parts: list[Part]) -> tuple[Part, ...]:
    return tuple({ast.unparse(part): part for part in parts}.values())


def own_calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls that a statement itself makes: bodies and decorators of definitions are statements of their own."""
    if isinstance(node, ast.Call):
        yield node
    for name, value in ast.iter_fields(node):
        if not (isinstance(node, DEFINITION | ast.Lambda) and name in ("body", "decorator_list")):
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, ast.AST):
                    yield from own_calls(inner)


def _changed(call: ast.Call) -> Iterator[Part]:
    for method in _methods(call):
        for access in method.accesses:
            receiver = not access.of or access.of not in method.parameters
            if access.type == "get" and (receiver or access.of in method.over):
                continue
            node = _receiver(call) if receiver else given(call, method, access.of)
            if isinstance(node, _PARTS):
                yield node


def _over(call: ast.Call) -> Iterator[Part]:
    for method in _methods(call):
        for parameter in method.over:
            node = given(call, method, parameter)
            if isinstance(node, _PARTS):
                yield node


def _methods(call: ast.Call) -> tuple[Method, ...]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "get" and call.args:  # of a mapping: a queue's is given no key
        return ()
    return _by_name().get(name, ())


@cache
def _by_name() -> Mapping[str, tuple[Method, ...]]:
    """The rows by the last part of their name: types are not known from the source."""
    out: dict[str, list[Method]] = {}
    for full, method in method_table().items():
        out.setdefault(full.rpartition(".")[2], []).append(method)
    return {name: tuple(methods) for name, methods in out.items()}


def _receiver(call: ast.Call) -> ast.expr | None:
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def given(call: ast.Call, method: Method, parameter: str) -> ast.expr | None:
    """What a call gives for a parameter of a row; None where that is not known."""
    for keyword in call.keywords:
        if keyword.arg == parameter:
            return keyword.value
    if parameter in method.keywords:
        return None
    place = list(method.parameters).index(parameter)
    found = call.args[place] if place < len(call.args) else None
    return None if isinstance(found, ast.Starred) else found
