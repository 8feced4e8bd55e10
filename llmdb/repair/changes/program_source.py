"""A program's text by positions of its syntax tree: what small changes cut out and put in."""

import ast

from llmdb.types import LineNo

Change = tuple[int, int, str, str, int]
"""Byte offsets of a stretch, the text to put there, what that does in a few words, and its cost."""


class Source:
    """A program's text with positions as `ast` gives them (lines from 1, columns in UTF-8 bytes)."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.data = code.encode()
        self.tree = ast.parse(code)
        self._starts = [0]
        for row in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(row) + 1)

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Byte offsets of a node, end exclusive."""
        begin = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        end = self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        return begin, end

    def text(self, node: ast.AST) -> str:
        """The source of a node."""
        begin, end = self.span(node)
        return self.data[begin:end].decode()

    def between(self, left: ast.AST, right: ast.AST) -> tuple[int, int]:
        """Byte offsets of what stands between two nodes, e.g. an operator."""
        return self.span(left)[1], self.span(right)[0]

    def spliced(self, begin: int, end: int, text: str) -> str:
        """The whole program with one stretch replaced."""
        return (self.data[:begin] + text.encode() + self.data[end:]).decode()

    def line_span(self, first: LineNo, last: LineNo) -> tuple[int, int]:
        """Byte offsets of whole lines, the newline of the last one included."""
        return self._starts[first - 1], min(self._starts[last], len(self.data))
