"""Finds what the code of an answer leaves out where the program had code: dots, or a comment that says it stays."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

_MOST_COMMENTS = 50
Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_THINGS = r"(?:code|implementation|methods?|functions?|logic|body|program|class(?:es)?|definitions?|lines?|part|parts)"
_STAYS = r"(?:unchanged|as before|as is|same|the same|here|omitted|remains?|stays?|goes here|not shown)"
_COMMENT = re.compile(
    r"^[ \t]*#+[ \t]*[(\[]?(?P<said>(?:\.{3}|…).*"
    rf"|(?:\W*(?:the|your|all)\s+)?(?:rest|remaining|remainder|other|existing|previous|original|same)\b.{{0,60}}\b(?:{_STAYS}|{_THINGS})\b.*"
    rf"|unchanged\W*|no changes?\b.*|same as (?:before|above|in the original)\b.*|{_THINGS} (?:is |are )?{_STAYS}\b.*"
    r"|omitted\b.*|truncated\b.*)$",
    re.IGNORECASE | re.MULTILINE,
)


def elided_part(old: ast.Module, new: ast.Module, old_text: str, new_text: str) -> str:
    """What new code leaves out of a program, in words; "" for nothing.

    Dots, `pass` and such comments count only in a scope that has fewer statements than it had before. A class may
    leave out methods: those stay.

    Args:
        old, new: the trees of both.
        old_text, new_text: their sources.
    """
    before = _scopes_once(old)
    for name, scope in _scopes_once(new).items():
        known = before.get(name)
        if known is None or isinstance(scope, ast.ClassDef):
            continue
        if not _code_of(scope) and _code_of(known):
            return f"the body of `{name}`"
        if _dots(scope) and not _dots(known) and _size(scope) - _dots(scope) < _size(known):
            return f"a part of `{name}`" if name else "a part of the program (`...`)"
    kept = {line.strip() for line in old_text.split("\n") if line.lstrip().startswith("#")}
    comments = (one for one in _COMMENT.finditer(new_text) if one[0].strip() not in kept)
    sizes: dict[str, bool] = {}
    for comment in islice(comments, _MOST_COMMENTS):
        line = new_text.count("\n", 0, comment.start("said")) + 1
        name, scope = _scope_at(new, line, len(comment[0]) - len(comment[0].lstrip()))
        known = before.get(name)
        if known is None or isinstance(scope, ast.ClassDef):
            continue
        if name not in sizes:
            sizes[name] = _size(scope) < _size(known)
        if sizes[name]:
            return f"what {comment['said'].strip()[:60]!r} stands for"
    return ""


def _scopes_once(tree: ast.Module) -> dict[str, Scope]:
    """The scopes by name, without those whose name is given more than once, as to a getter and its setter."""
    found = list(_scopes(tree))
    names = Counter(name for name, _ in found)
    return {name: scope for name, scope in found if names[name] == 1}


def _scopes(tree: ast.Module) -> Iterator[tuple[str, Scope]]:
    """The module under "", and its functions, classes and methods by their qualified names."""
    waiting: list[tuple[str, Scope]] = [("", tree)]
    while waiting:
        name, scope = waiting.pop()
        yield name, scope
        waiting += [(f"{name}.{one.name}".lstrip("."), one) for one in scope.body if isinstance(one, _SCOPES)]


def _scope_at(tree: ast.Module, line: int, column: int) -> tuple[str, Scope]:
    """The scope that a comment belongs to by its line and indentation."""
    best: tuple[str, Scope] = ("", tree)
    at = 0
    for name, scope in _scopes(tree):
        if not isinstance(scope, ast.Module) and at < scope.lineno < line and scope.col_offset < column:
            best, at = (name, scope), scope.lineno
    return best


def _is_dots(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is Ellipsis
    )


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _code_of(scope: Scope) -> list[ast.stmt]:
    """The statements of a body that do something."""
    return [node for node in scope.body if not _is_text(node) and not isinstance(node, ast.Pass)]


def _dots(scope: Scope) -> int:
    return sum(_is_dots(node) for node in _inner(scope) if isinstance(node, ast.stmt))


def _size(scope: Scope) -> int:
    """How many statements stand in a scope, those of blocks in it included, those of inner scopes not."""
    return sum(isinstance(node, ast.stmt) for node in _inner(scope))


def _inner(scope: Scope) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(scope.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.expr)]
