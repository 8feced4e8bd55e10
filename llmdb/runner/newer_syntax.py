"""Syntax that a newer Python than llmdb's own knows is parsed and written by that one."""

import ast
import marshal
import subprocess
import sys
from pathlib import Path
from typing import Any

from llmdb.program.parsing import use_newer_syntax
from llmdb.program.plain_trees import plain_tree, tree_of
from llmdb.runner.interpreter import Interpreter

_ROOT = str(Path(__file__).resolve().parents[2])
_TIMEOUT_S = 20.0
_MOST_KEPT = 64
_FORMAT = 4
"""That of `marshal` which all of them read."""
_SERVE = """
import ast, marshal, sys
path, question, item = marshal.loads(sys.stdin.buffer.read())
sys.path.append(path)
from llmdb.program.compiling import body_kind, compile_body
from llmdb.program.plain_trees import plain_tree, tree_of
sys.setrecursionlimit(5000)
try:
    if question == "parse":
        tree = ast.parse(item)
        compile_body(item, "snippet", body_kind(tree))
        answer = "tree", plain_tree(tree)
    else:
        answer = "text", ast.unparse(ast.fix_missing_locations(tree_of(item)))
except SyntaxError as problem:
    answer = "error", (problem.msg, (problem.lineno, problem.offset, problem.text))
except (ValueError, RecursionError, MemoryError) as problem:
    answer = "error", (str(problem) or type(problem).__name__, (None, None, None))
sys.stdout.buffer.write(marshal.dumps(answer, 4))
"""


def follow_interpreter(python: Interpreter | None) -> None:
    """From now on the program's own Python parses what llmdb's cannot, where it is a newer one."""
    is_newer = python is not None and python.version[:2] > sys.version_info[:2]
    use_newer_syntax(_Parser(python) if is_newer and python is not None else None)


class _Parser:
    def __init__(self, python: Interpreter) -> None:
        self._python = python
        self._trees: dict[str, Any] = {}

    def parse(self, text: str) -> ast.Module:
        """See NewerSyntax."""
        if text not in self._trees:
            if len(self._trees) >= _MOST_KEPT:
                del self._trees[next(iter(self._trees))]
            self._trees[text] = self._ask("parse", text)
        tree = tree_of(self._trees[text])
        assert isinstance(tree, ast.Module)
        return tree

    def unparse(self, tree: ast.Module) -> str:
        """See NewerSyntax."""
        return str(self._ask("unparse", plain_tree(tree)))

    def _ask(self, question: str, item: object) -> Any:
        words = [self._python.executable, "-I", "-S", "-B", "-W", "ignore", "-c", _SERVE]
        asked = marshal.dumps([_ROOT, question, item], _FORMAT)
        try:
            done = subprocess.run(words, input=asked, capture_output=True, timeout=_TIMEOUT_S)
        except (OSError, subprocess.SubprocessError) as problem:
            raise SyntaxError(f"{self._python.executable} did not parse it: {problem}") from problem
        if done.returncode:
            raise SyntaxError(f"{self._python.executable} did not parse it")
        kind, answer = marshal.loads(done.stdout)
        if kind == "error":
            message, (line, column, shown) = answer
            raise SyntaxError(message, (None, line, column, shown))
        return answer
