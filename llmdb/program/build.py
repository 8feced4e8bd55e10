"""Building the control-flow graph of a snippet from its source."""

import ast
import sys

from llmdb.program.compiling import BODY_SCOPE
from llmdb.program.draft import (
    DraftBlock,
    DraftScope,
    finished_block,
    finished_scope,
    finished_units,
    merge_scope,
    number,
)
from llmdb.program.files import SourceFile, files_of
from llmdb.program.graph import ControlFlowGraph, Level
from llmdb.program.graph_text import format_graph
from llmdb.program.scopes import declared_globals, lambdas
from llmdb.program.snippet import BodyKind, Snippet
from llmdb.program.source import SourceText
from llmdb.program.tree import parse_tree
from llmdb.program.walk import ScopeWalker, lambda_blocks
from llmdb.types import BlockId, LineNo, PythonVersion


def build_cfg(
    snippet: Snippet, level: Level = "block", python: PythonVersion = sys.version_info[:2]
) -> ControlFlowGraph:
    """The basic blocks of a snippet, their exits and their units.

    Args:
        snippet: the code; a body that must run as a function has the scope `__snippet__` instead of `<module>`.
        level: "block"; "line" makes each statement a block, "function" each scope.
        python: the version that runs it; they differ in what becomes a code object of its own.

    Returns:
        The graph: blocks numbered in source order, lambdas after all others, comprehensions without blocks.

    Raises:
        SnippetSyntaxError: the text is not Python, or nested too deeply for the parser.
    """
    blocks, scopes = list[DraftBlock](), list[DraftScope]()
    source = SourceText(snippet.text)
    for file in files_of(snippet.text):
        own_blocks, own_scopes = _drafts(snippet, file, source, level, python)
        blocks += own_blocks
        scopes += own_scopes
    return _finish(level, blocks, scopes)


def _drafts(
    snippet: Snippet, file: SourceFile, source: SourceText, level: Level, python: PythonVersion
) -> tuple[list[DraftBlock], list[DraftScope]]:
    """The blocks and scopes of one file, with the lines of the whole text."""
    tree = parse_tree(file.text, file.path or snippet.name)
    if file.before:
        ast.increment_lineno(tree, file.before)
    body = snippet.body if not file.module else "module"
    scope = _body_scope(body, tree, file.before + 1)
    blocks, scopes = list[DraftBlock](), list[DraftScope]()
    if tree.body:
        ScopeWalker(source, level, scope, blocks, scopes, python).walk(tree.body, body != "module")
    found = lambdas(tree, scope, python)
    scopes.extend(inner for inner, _ in found)
    blocks.extend(lambda_blocks(source, found))
    if level == "function":
        blocks = [whole for inner in scopes if (whole := merge_scope(blocks, inner))]
    for inner in {id(one): one for one in [*scopes, *(block.scope for block in blocks)]}.values():
        inner.name = file.prefix + inner.name
    return blocks, scopes


def _body_scope(body: BodyKind, tree: ast.Module, first: LineNo) -> DraftScope:
    if body == "module":
        return DraftScope(name="<module>", kind="module", first_line=first)
    names = declared_globals(tree.body)
    return DraftScope(
        name=BODY_SCOPE, kind="function", first_line=1, globals=names, names_outside=frozenset(names)
    )


def _finish(level: Level, blocks: list[DraftBlock], scopes: list[DraftScope]) -> ControlFlowGraph:
    numbers = number(blocks)
    inside: dict[int, list[BlockId]] = {}
    for block in blocks:
        inside.setdefault(id(block.scope), []).append(numbers[id(block)])
    ordered = sorted(blocks, key=lambda block: numbers[id(block)])
    return ControlFlowGraph(
        level=level,
        blocks=tuple(finished_block(block, numbers) for block in ordered),
        scopes=tuple(finished_scope(scope, inside.get(id(scope), ())) for scope in scopes),
        units=tuple(unit for block in ordered for unit in finished_units(block, numbers)),
        text=format_graph(ordered, numbers),
    )
