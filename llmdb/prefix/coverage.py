"""Line coverage as LExecutor measures it: a line counts when its statement ran to its end."""

import ast

from llmdb.program.nodes import assigned_names
from llmdb.program.parsing import parse, unparse
from llmdb.program.snippet import BodyKind
from llmdb.types import LineNo

HOOK = "_llmdb_ran_"
FUNCTION = "__snippet__"
_HEADERS = (ast.If, ast.While, ast.For, ast.AsyncFor)
_LEAVING = (ast.Break, ast.Continue, ast.Raise)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def instrument_lines(text: str, body: BodyKind) -> tuple[str, frozenset[LineNo]]:
    """The snippet with a call of `HOOK(line)` after each statement, and the lines that count.

    A header counts when its body or else part is entered; a `return`, `break` or `raise` when it is reached
    with its value computed; a call of exit() or quit() that is a statement of its own likewise.

    Args:
        text: the snippet.
        body: how it runs; anything but "module" is wrapped into one function that is then run.

    Raises:
        SyntaxError, ValueError: the text is no Python.
    """
    tree, lines = _instrumented(text, body)
    return unparse(tree, text), lines


def original_lines(text: str, body: BodyKind) -> dict[LineNo, LineNo]:
    """For each line of what `instrument_lines` gives, the snippet's line of its statement."""
    tree, _ = _instrumented(text, body)
    written = parse(unparse(tree, text))
    found: dict[LineNo, LineNo] = {}
    pairs = zip(_statements(written), _statements(tree), strict=False)
    for new, old in pairs:
        for line in range(new.lineno, (new.end_lineno or new.lineno) + 1):
            found[line] = old.lineno
    return found


def _statements(tree: ast.Module) -> list[ast.stmt | ast.ExceptHandler]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.ExceptHandler)]


def _instrumented(text: str, body: BodyKind) -> tuple[ast.Module, frozenset[LineNo]]:
    tree = parse(text)
    counter = _Counter()
    stored = sorted(assigned_names(tree))
    tree.body = counter.suite(tree.body)
    if body != "module":
        tree.body = _wrapped(tree.body, stored, body)
    ast.fix_missing_locations(tree)
    return tree, frozenset(counter.lines)


def is_exit_call(statement: ast.stmt) -> bool:
    """Whether the statement is a call of exit() or quit()."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="exit" | "quit"))):
            return True
    return False


class _Counter:
    """Puts the hooks into suites of statements and collects the lines that count."""

    def __init__(self) -> None:
        self.lines: set[LineNo] = set()

    def suite(self, statements: list[ast.stmt], entered: LineNo | None = None) -> list[ast.stmt]:
        out: list[ast.stmt] = [] if entered is None else [_hook(entered)]
        for statement in statements:
            out += self._statement(statement)
        return out

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if future or isinstance(node, ast.Global | ast.Nonlocal):
            return [node]
        if isinstance(node, ast.Try | ast.TryStar):
            return [self._try(node)]
        self.lines.add(node.lineno)
        if isinstance(node, _LEAVING):
            return [_hook(node.lineno), node]
        if isinstance(node, ast.Return):
            value, node.value = node.value, ast.Name("_result_", ast.Load())
            return [_keep(value, node), _hook(node.lineno), node]
        if is_exit_call(node):
            return self._exit(node)
        return self._compound(node) or [node, _hook(node.lineno)]

    def _exit(self, node: ast.stmt) -> list[ast.stmt]:
        assert isinstance(node, ast.Expr)
        assert isinstance(node.value, ast.Call)
        value = node.value.args[0] if node.value.args else None
        leave = ast.Expr(ast.Call(node.value.func, [ast.Name("_result_", ast.Load())], []))
        return [_keep(value, node), _hook(node.lineno), ast.copy_location(leave, node)]

    def _compound(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, _HEADERS):
            node.body = self.suite(node.body, node.lineno)
            node.orelse = self.suite(node.orelse, node.lineno)
            return [node]
        if isinstance(node, ast.With | ast.AsyncWith):
            node.body = self.suite(node.body, node.lineno)
            return [node]
        if isinstance(node, ast.Match):
            for case in node.cases:
                case.body = self.suite(case.body, node.lineno)
            return [node]
        if isinstance(node, _DEFINITIONS):
            node.body = self.suite(node.body)
            return [node, _hook(node.lineno)]
        return []

    def _try(self, node: ast.Try | ast.TryStar) -> ast.stmt:
        node.body = self.suite(node.body)
        node.orelse = self.suite(node.orelse)
        node.finalbody = self.suite(node.finalbody)
        for handler in node.handlers:
            self.lines.add(handler.lineno)
            handler.body = self.suite(handler.body, handler.lineno)
        return node


def _hook(line: LineNo) -> ast.stmt:
    return ast.parse(f"{HOOK}({line})").body[0]


def _keep(value: ast.expr | None, node: ast.stmt) -> ast.stmt:
    assignment = ast.Assign([ast.Name("_result_", ast.Store())], value or ast.Constant(None))
    return ast.copy_location(assignment, node)


def _wrapped(statements: list[ast.stmt], stored: list[str], body: BodyKind) -> list[ast.stmt]:
    """The body as a function whose parameters bring in the prefix's values of the names it assigns."""
    defaults: list[ast.expr] = [ast.Constant(None) for _ in stored]
    arguments = ast.arguments([], [ast.arg(n) for n in stored], None, [], [], None, defaults)
    kind = ast.AsyncFunctionDef if "co" in body or "async" in body else ast.FunctionDef
    call = f"{FUNCTION}(**{{k: globals()[k] for k in {stored!r} if k in globals()}})"
    lines = {
        "function": call,
        "generator": f"list({call})",
        "coroutine": f"import asyncio\nasyncio.run({call})",
        "async generator": (
            f"import asyncio\nasync def _drain_():\n    async for _ in {call}: pass\nasyncio.run(_drain_())"
        ),
    }[body]
    function = kind(FUNCTION, arguments, statements, [], None)
    return [function, *ast.parse(lines).body]
