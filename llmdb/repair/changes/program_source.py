"""A program's text by positions of its syntax tree: what small changes cut out and put in."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from llmdb.program.parsing import parse
from llmdb.types import LineNo

Change = tuple[int, int, str, str, int]
"""Byte offsets of a stretch, the text to put there, what that does in a few words, and its cost."""


class Source:
    """A program's text with positions as `ast` gives them (lines from 1, columns in UTF-8 bytes)."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.data = code.encode()
        self.tree = parse(code)
        self._parents = {
            id(child): node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        self._starts = [0]
        for row in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(row) + 1)

    @cached_property
    def functions(self) -> Mapping[str, Sequence[ast.FunctionDef | ast.AsyncFunctionDef]]:
        """The functions and methods of the program by their names, the outermost first."""
        found: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(node.name, []).append(node)
        return found

    @cached_property
    def imported(self) -> frozenset[str]:
        """The names that the program takes from modules."""
        return frozenset(
            alias.asname or alias.name
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        )

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Byte offsets of a node, end exclusive."""
        begin = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return begin, end

    def text(self, node: ast.AST) -> str:
        """The source of a node."""
        begin, end = self.span(node)
        return self.data[begin:end].decode()

    def text_with(self, node: ast.AST, part: ast.AST, text: str) -> str:
        """The source of a node with another text in the place of one of its parts."""
        (begin, end), (first, last) = self.span(node), self.span(part)
        return self.data[begin:first].decode() + text + self.data[last:end].decode()

    def between(self, left: ast.AST, right: ast.AST) -> tuple[int, int]:
        """Byte offsets of what stands between two nodes, e.g. an operator."""
        return self.span(left)[1], self.span(right)[0]

    def spliced(self, begin: int, end: int, text: str) -> str:
        """The whole program with one stretch replaced."""
        return (self.data[:begin] + text.encode() + self.data[end:]).decode()

    def line_span(self, first: LineNo, last: LineNo) -> tuple[int, int]:
        """Byte offsets of whole lines, the newline of the last one included."""
        return self._starts[first - 1], min(self._starts[last], len(self.data))

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that a node is a part of; None for the module."""
        return self._parents.get(id(node))

    def needs_parentheses(self, node: ast.AST) -> bool:
        """Whether an operation in the place of a node must be put in parentheses."""
        match self.parent(node):
            case ast.Assign() | ast.AugAssign() | ast.Return() | ast.Expr() | ast.keyword() | ast.Slice():
                return False
            case ast.Call(args=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return node not in parts
            case ast.Subscript(slice=index):
                return node is not index
        return True

    def in_place(self, node: ast.AST, operation: str) -> str:
        """An operation as it is written in the place of a node, in parentheses where it needs them."""
        return f"({operation})" if self.needs_parentheses(node) else operation

    def grouped(self, node: ast.AST) -> str:
        """The source of a node, in parentheses where it is an operation."""
        text = self.text(node)
        plain = isinstance(
            node, ast.Name | ast.Constant | ast.Attribute | ast.Subscript | ast.Call | ast.List
        )
        return text if plain or text[:1] + text[-1:] in ("[]", "{}") else f"({text})"


def scopes(tree: ast.Module) -> Iterator[ast.AST]:
    """The module, its functions and its classes."""
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node


def own_statements(scope: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a scope, the heads of functions in it among them, and not what these have inside."""
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            continue
        if isinstance(node, ast.stmt):
            yield node
        waiting = [*ast.iter_child_nodes(node), *waiting]


def yields(function: ast.AST) -> bool:
    """Whether it is a generator, or holds one."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))


def gives_a_value(function: ast.AST) -> bool:
    """Whether it returns something, or a function in it does."""
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))


def header(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that are its own, not those of the statements inside it."""
    bodies = {"body", "orelse", "finalbody", "handlers", "cases", "decorator_list"}
    parts: list[ast.AST] = []
    for name, value in ast.iter_fields(statement):
        if name in bodies:
            continue
        parts += [
            item for item in (value if isinstance(value, list) else [value]) if isinstance(item, ast.AST)
        ]
    return parts


def bodies_of(statement: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of statements inside a statement."""
    for name in ("body", "orelse"):
        body = getattr(statement, name, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            yield body
