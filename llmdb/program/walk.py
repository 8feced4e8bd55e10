"""From statements to draft blocks: where a block begins, where it ends, and where control goes then.

Leaders come from the syntax tree: the first unit of each body, orelse, handler and finally; a `while` test; a `for`
header; each case of a `match`; the statement after a compound one, after a yield or an await. A condition ends a
block (ORCA, section III).
"""

import ast
from collections.abc import Iterator
from dataclasses import field

from llmdb.program.draft import DraftBlock, DraftScope, DraftUnit, ErrorLabel, Place
from llmdb.program.graph import Exit, Level, UnitKind
from llmdb.program.nodes import FunctionNode, suspends
from llmdb.program.scopes import class_scope, function_scope
from llmdb.program.source import SourceText, end_of, last_in_header, loop_texts, start_of, unparsed
from llmdb.types import LineNo, PythonVersion
from llmdb.values import dataclass

Edge = tuple[DraftBlock, Exit]
LoopNode = ast.For | ast.AsyncFor | ast.While


@dataclass(slots=True)
class _Loop:
    """What `break` and `continue` refer to."""

    header: DraftBlock
    breaks: list[Edge] = field(default_factory=list)


@dataclass(slots=True)
class _Finally:
    """A `finally` that every way out of its `try` passes."""

    ways_in: list[Edge] = field(default_factory=list)


class ScopeWalker:
    """Builds the blocks of one scope, and those of the scopes inside it where they stand in the source."""

    def __init__(
        self,
        source: SourceText,
        level: Level,
        scope: DraftScope,
        blocks: list[DraftBlock],
        scopes: list[DraftScope],
        python: PythonVersion,
    ) -> None:
        self._source = source
        self._level = level
        self._scope = scope
        self._blocks = blocks
        self._scopes = scopes
        self._python = python
        self._open: DraftBlock | None = None
        self._waiting: list[Edge] = []
        self._around: list[_Loop | _Finally] = []
        self._error: ErrorLabel | None = None
        scopes.append(scope)

    def walk(self, body: list[ast.stmt], docstring: bool = False) -> None:
        """Add the blocks of a scope's body.

        Args:
            body: its statements.
            docstring: whether a leading string is a docstring, which runs no code (in functions).
        """
        coded = [
            statement for statement in body[docstring and _is_string(body[0]) :] if self._has_code(statement)
        ]
        self._statements(coded or body[:1])
        if not coded:
            self._blocks[-1].units[-1].kind = "pass"

    def _has_code(self, statement: ast.stmt) -> bool:
        if isinstance(statement, ast.Global | ast.Nonlocal):
            return False
        if isinstance(statement, ast.AnnAssign) and statement.value is None:
            in_function = self._scope.kind == "function" and isinstance(statement.target, ast.Name)
            return not in_function and self._python < (3, 14)
        return True

    # -- blocks and edges

    def _add(
        self,
        kind: UnitKind,
        span: tuple[Place, Place],
        line: LineNo,
        *texts: str,
        last_line: LineNo | None = None,
    ) -> DraftBlock:
        """Put a unit into the open block, or into a new one; each text is a statement shown for it."""
        block = self._open or self._begin()
        silent = kind == "try" or (kind == "except" and self._bare(span))
        leads = not any(unit.leads for unit in block.units) and not silent
        block.units.append(DraftUnit(kind=kind, start=span[0], end=span[1], line=line, leads=leads))
        block.statements.extend(texts)
        block.statement_lines.extend(line for _ in texts)
        if texts:
            block.last_line = max(block.last_line, last_line or span[1][0])
        return block

    def _bare(self, span: tuple[Place, Place]) -> bool:
        return self._source.between(*span) == "except"

    def _begin(self) -> DraftBlock:
        self._open = DraftBlock(scope=self._scope, error=self._error)
        self._blocks.append(self._open)
        for block, way in self._waiting:
            block.next[way] = self._open
        self._waiting = []
        return self._open

    def _close(self) -> list[Edge]:
        """End the open block; whatever block comes next is where it goes."""
        if self._open:
            if not any(unit.leads for unit in self._open.units):
                self._open.units[0].leads = True
            self._waiting.append((self._open, "always"))
            self._open = None
        return self._waiting

    def _branch(self, block: DraftBlock, condition: str) -> None:
        block.condition = condition
        self._close()

    def _body(
        self, statements: list[ast.stmt], edges: list[Edge], header: DraftBlock | None = None
    ) -> list[Edge]:
        """Add the blocks of a nested body that `edges` lead to, and return the edges that leave it."""
        self._waiting = edges
        coded = [statement for statement in statements if self._has_code(statement)]
        only = coded[0] if len(coded) == 1 else None
        if header and self._level == "block" and isinstance(only, ast.Break | ast.Continue):
            self._join(header, only)
            self._leave_by(only, edges)
        else:
            self._statements(coded or statements[:1])
            if not coded and statements:
                self._blocks[-1].units[-1].kind = "pass"
        self._close()
        left, self._waiting = self._waiting, []
        return left

    def _join(self, block: DraftBlock, jump: ast.stmt) -> None:
        span = start_of(jump), end_of(jump)
        block.units.append(DraftUnit(kind="jump", start=span[0], end=span[1], line=jump.lineno, leads=False))

    # -- statements

    def _statements(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self._statement(statement, alone=len(statements) == 1)
            if self._level == "line":
                self._close()

    def _statement(self, statement: ast.stmt, alone: bool) -> None:
        match statement:
            case ast.If():
                self._if(statement)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._loop(statement)
            case ast.With() | ast.AsyncWith():
                self._with(statement)
            case ast.Try() | ast.TryStar():
                self._try(statement)
            case ast.Match():
                self._match(statement)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._definition(statement)
            case ast.Break() | ast.Continue() if self._open and self._level == "block":
                self._join(self._open, statement)
                self._leave_by(statement, self._close())
            case _:
                self._simple(statement, "pass" if alone and _is_idle(statement) else "statement")

    def _simple(self, statement: ast.stmt, kind: UnitKind) -> None:
        span = start_of(statement), end_of(statement)
        self._add(kind, span, statement.lineno, self._source.statement(statement))
        if isinstance(statement, ast.Break | ast.Continue | ast.Return | ast.Raise):
            self._leave_by(statement, self._close())
        elif suspends(statement):
            self._close()

    def _leave_by(self, statement: ast.stmt, edges: list[Edge]) -> None:
        """Send `edges` where break, continue, return or raise goes: through the next `finally`, if there is one."""
        self._waiting = []
        is_jump = isinstance(statement, ast.Break | ast.Continue)
        for around in reversed(self._around):
            if isinstance(around, _Finally):
                around.ways_in.extend(edges)
                return
            if is_jump and isinstance(statement, ast.Break):
                around.breaks.extend(edges)
                return
            if is_jump:
                _tie(edges, around.header)
                return

    def _if(self, node: ast.If) -> None:
        condition = unparsed(node.test)
        span = start_of(node.test), end_of(node.test)
        block = self._add("test", span, node.lineno, f"({condition})")
        self._branch(block, condition)
        ends = self._body(node.body, [(block, "true")], block)
        self._waiting = ends + self._body(node.orelse, [(block, "false")], block)

    def _loop(self, node: LoopNode) -> None:
        self._close()
        header = self._loop_header(node)
        self._close()
        loop = _Loop(header)
        self._around.append(loop)
        _tie(self._body(node.body, [(header, "true")], header), header)
        self._around.pop()
        ends = self._body(node.orelse, [(header, "false")], header)
        self._waiting = ends + loop.breaks

    def _loop_header(self, node: LoopNode) -> DraftBlock:
        if isinstance(node, ast.While):
            text, last = self._source.header(node, node.test)
            span = start_of(node.test), end_of(node.test)
            header = self._add("test", span, node.lineno, text, last_line=last)
            header.condition = unparsed(node.test)
            return header
        span = start_of(node.iter), end_of(node.iter)
        header = self._add("iterable", span, node.lineno, *loop_texts(node))
        self._add("target", (start_of(node.target), end_of(node.target)), node.lineno)
        header.condition = f"{unparsed(node.target)} in {unparsed(node.iter)}"
        return header

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        text, last = self._source.header(node, last_in_header(node))
        for position, item in enumerate(node.items):
            span = start_of(item.context_expr), end_of(item.optional_vars or item.context_expr)
            self._add("with", span, node.lineno, *([] if position else [text]), last_line=last)
        self._waiting = self._body(node.body, self._close())

    def _match(self, node: ast.Match) -> None:
        text, last = self._source.header(node, node.subject)
        span = start_of(node.subject), end_of(node.subject)
        self._add("test", span, node.lineno, text, last_line=last)
        self._close()
        ends: list[Edge] = []
        for case in node.cases:
            block = self._case(case)
            left = self._body(case.body, [(block, "true" if block.condition else "always")])
            ends += left
            self._waiting = [(block, "false")] if block.condition else []
        self._waiting += ends

    def _case(self, case: ast.match_case) -> DraftBlock:
        pattern = case.pattern
        start = start_of(pattern)
        last = case.guard or pattern
        text = f"case {self._source.between(start, end_of(last))}:"
        block = self._add(
            "pattern", (start, end_of(pattern)), pattern.lineno, text, last_line=end_of(last)[0]
        )
        if case.guard:
            self._add("guard", (start_of(case.guard), end_of(case.guard)), pattern.lineno)
        if case.guard or not _is_irrefutable(pattern):
            block.condition = text[:-1]
        self._close()
        self._waiting = []
        return block

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        self._close()
        final = _Finally() if node.finalbody else None
        outer, final_label = self._error, ErrorLabel() if node.finalbody else self._error
        if final:
            self._around.append(final)
        self._error = label = ErrorLabel() if node.handlers else final_label
        start = start_of(node)
        self._add("try", (start, (start[0], start[1] + 3)), node.lineno, "try:", last_line=node.lineno)
        if self._level == "line" or isinstance(node.body[0], LoopNode | ast.Try | ast.TryStar):
            self._close()
        self._statements(node.body)
        self._error = final_label
        ends = self._handlers(node, label, [*self._close()])
        if final:
            self._around.pop()
            self._error = outer
            ends = self._finalbody(node, final_label, ends + final.ways_in)
        self._error = outer
        self._waiting = ends

    def _handlers(
        self, node: ast.Try | ast.TryStar, label: ErrorLabel | None, ends: list[Edge]
    ) -> list[Edge]:
        """The blocks of handlers and else, which stand in this order in the source."""
        after_body, ends, missed = ends, [], list[Edge]()
        for handler in node.handlers:
            self._waiting = missed
            block, kept = self._handler_header(handler)
            if label and label.block is None:
                label.block = block
            missed = [(block, "false")] if block.condition else []
            if kept:
                self._statements(handler.body)
                self._close()
            else:
                self._waiting = self._body(handler.body, self._waiting)
            ends += self._waiting
        for around in self._around[-1:]:
            if isinstance(around, _Finally) and node.finalbody:
                around.ways_in.extend(missed)
        return self._body(node.orelse, after_body) + ends if node.orelse else after_body + ends

    def _handler_header(self, handler: ast.ExceptHandler) -> tuple[DraftBlock, bool]:
        """Add `except ...:`; the block stays open (True) where the handler takes every exception."""
        text, last = self._source.header(handler, handler.type)
        if handler.type:
            span = start_of(handler.type), end_of(handler.type)
            block = self._add("except", span, handler.lineno, text, last_line=last)
            block.condition = text.removesuffix(":")
            self._open, self._waiting = None, [(block, "true")]
            return block, False
        start = start_of(handler)
        block = self._add("except", (start, (start[0], start[1] + 6)), handler.lineno, text, last_line=last)
        if self._level == "line" or isinstance(handler.body[0], LoopNode | ast.Try | ast.TryStar):
            self._close()
        return block, True

    def _finalbody(
        self, node: ast.Try | ast.TryStar, label: ErrorLabel | None, edges: list[Edge]
    ) -> list[Edge]:
        first = len(self._blocks)
        ends = self._body(node.finalbody, edges)
        if label and len(self._blocks) > first:
            label.block = self._blocks[first]
        return ends

    def _definition(self, node: FunctionNode | ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            span = start_of(decorator), end_of(decorator)
            self._add("function", span, decorator.lineno, f"@{self._source.node(decorator)}")
        text, last = self._source.header(node, last_in_header(node))
        self._add("function", (start_of(node), end_of(node)), node.lineno, text, last_line=last)
        self._close()
        if isinstance(node, ast.ClassDef):
            self._inner(class_scope(self._scope, node)).walk(node.body)
        else:
            self._inner(function_scope(self._scope, node)).walk(node.body, docstring=True)

    def _inner(self, scope: DraftScope) -> "ScopeWalker":
        return ScopeWalker(self._source, self._level, scope, self._blocks, self._scopes, self._python)


def _tie(edges: list[Edge], target: DraftBlock) -> None:
    for block, way in edges:
        block.next[way] = target


def _is_string(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _is_idle(statement: ast.stmt) -> bool:
    """Whether the statement does nothing: `pass`, `...` or a string."""
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _is_irrefutable(pattern: ast.pattern) -> bool:
    while isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        pattern = pattern.pattern
    if isinstance(pattern, ast.MatchOr):
        return _is_irrefutable(pattern.patterns[-1])
    return isinstance(pattern, ast.MatchAs)


def lambda_blocks(source: SourceText, found: list[tuple[DraftScope, ast.Lambda]]) -> Iterator[DraftBlock]:
    """One block for each lambda."""
    for scope, node in found:
        unit = DraftUnit(
            kind="statement",
            start=start_of(node.body),
            end=end_of(node.body),
            line=node.body.lineno,
            leads=True,
        )
        yield DraftBlock(
            scope=scope,
            error=None,
            units=[unit],
            statements=[source.node(node)],
            statement_lines=[node.body.lineno],
            last_line=end_of(node.body)[0],
        )
