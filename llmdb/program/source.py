"""Cutting the shown texts of statements, headers and conditions out of the source."""

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator

from llmdb.program.draft import Place
from llmdb.types import LineNo

_ELSE_BEFORE = re.compile(rb"\s*(else\s*:\s*)")
_SEMICOLON_AFTER = re.compile(rb"[ \t]*;[ \t]*(?:\n|\Z)")
_TO_COLON = re.compile(rb"(?:[^:#]|#[^\n]*)*:")
Located = ast.stmt | ast.expr | ast.pattern | ast.excepthandler | ast.keyword | ast.arg


def start_of(node: Located) -> Place:
    """Line and byte column where the node starts."""
    return node.lineno, node.col_offset


def end_of(node: Located) -> Place:
    """Line and byte column just after the node; a node without an end is one character long."""
    return (
        node.end_lineno or node.lineno,
        node.end_col_offset if node.end_col_offset is not None else node.col_offset + 1,
    )


class SourceText:
    """The snippet's bytes, indexed by `ast` positions."""

    def __init__(self, text: str) -> None:
        self.bytes = text.encode("utf-8", "surrogatepass")
        self._starts = [0]
        for match in re.finditer(rb"\n", self.bytes):
            self._starts.append(match.end())

    def offset(self, place: Place) -> int:
        """The byte offset of a position."""
        line, column = place
        return self._starts[min(line, len(self._starts)) - 1] + column

    def place(self, offset: int) -> Place:
        """The position of a byte offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]

    def between(self, start: Place, end: Place) -> str:
        """The text from `start` up to `end`."""
        return self.bytes[self.offset(start) : self.offset(end)].decode("utf-8", "surrogatepass")

    def node(self, node: Located) -> str:
        """The node as written."""
        return self.between(start_of(node), end_of(node))

    def statement(self, node: ast.stmt) -> str:
        """A simple statement as written, with an `else:` or a last `;` that shares its line, as ORCA shows it."""
        line_start = self.bytes.rfind(b"\n", 0, self.offset(start_of(node))) + 1
        before = _ELSE_BEFORE.fullmatch(self.bytes, line_start, self.offset(start_of(node)))
        after = _SEMICOLON_AFTER.match(self.bytes, self.offset(end_of(node)))
        head = before.group(1).decode() if before else ""
        return f"{head}{self.node(node)}{';' if after else ''}"

    def header(self, node: Located, last: Located | None) -> tuple[str, LineNo]:
        """A compound statement's header as written, up to its colon.

        Args:
            node: the statement or clause.
            last: the last expression in its header; None when it has none.

        Returns:
            The header on one line, and the line of its colon.
        """
        start = self.offset(start_of(node))
        match = _TO_COLON.match(self.bytes, self.offset(end_of(last)) if last else start)
        end = match.end() if match else start
        text = self.bytes[start:end].decode("utf-8", "surrogatepass")
        return (text if "\n" not in text else _joined(text)), self.place(max(end - 1, start))[0]


def _joined(text: str) -> str:
    joined = " ".join(part for line in text.split("\n") if (part := line.partition(" #")[0].strip(" \t\\")))
    return joined.replace("( ", "(").replace(", )", ")").replace(" )", ")")


def unparsed(node: ast.AST) -> str:
    """`ast.unparse` on one line, or a placeholder where the expression is nested too deeply for it."""
    try:
        return ast.unparse(node)
    except (RecursionError, ValueError):
        return "..."


def loop_texts(node: ast.For | ast.AsyncFor) -> Iterator[str]:
    """The header of a `for` in ORCA's form: one line, or two when it walks over `enumerate`."""
    match node:
        case ast.For(
            target=ast.Tuple(elts=[index, item]),
            iter=ast.Call(func=ast.Name(id="enumerate"), args=[_], keywords=[]),
        ):
            yield f"{unparsed(index)} <- index"
            yield f"{unparsed(item)} <- iterator"
        case _:
            yield f"iterator -> {unparsed(node.target)}, Iterate Over -> {unparsed(node.iter)}"


def last_in_header(node: ast.AST) -> Located | None:
    """The last expression between a clause's keyword and its colon."""
    match node:
        case (
            ast.FunctionDef(args=arguments, returns=returns)
            | ast.AsyncFunctionDef(args=arguments, returns=returns)
        ):
            return returns or _last([arguments, *getattr(node, "type_params", ())])
        case ast.ClassDef(bases=bases, keywords=keywords):
            return _last([*bases, *keywords, *getattr(node, "type_params", ())])
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return items[-1].optional_vars or items[-1].context_expr
        case ast.match_case(pattern=pattern, guard=guard):
            return guard or pattern
        case ast.ExceptHandler(type=kind):
            return kind
        case ast.While(test=test):
            return test
        case ast.Match(subject=subject):
            return subject
    return None


def _last(nodes: list[ast.AST]) -> Located | None:
    found: list[Located] = [
        below
        for node in nodes
        for below in ast.walk(node)
        if isinstance(below, ast.expr | ast.arg | ast.keyword)
    ]
    return max(found, key=end_of, default=None)
