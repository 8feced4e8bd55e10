"""The prefix with which a session begins, and what a user changes in prefixes afterwards."""

import ast
import re
from dataclasses import replace

from llmdb.errors import BadArgument
from llmdb.prefix.model import Assumption, AssumptionKind, Node, Prefix, PrefixTree, UndefinedReference
from llmdb.prefix.undefined import MODULE_NAMES, find_undefined, names_of
from llmdb.program.snippet import Snippet
from llmdb.values import dataclass

_MOST_SHOWN = 8
_GIVES = re.compile(r"(?P<head>(?:async )?def .*\):)\n +(?P<body>(?:return|raise|pass)\b.*)")
"""A function with nothing but what it gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixState:
    """What a session knows of prefixes: for which text, the tree, and the node in use (None: no node)."""

    text: str
    tree: PrefixTree
    current: int | None


def needs_prefix(
    snippet: Snippet, available: frozenset[str] = frozenset(), bound: frozenset[str] = frozenset()
) -> bool:
    """Whether the snippet reads undefined names or imports modules that are not here.

    A complete snippet that raises is a program with an error: it gets no prefix, the error is what is debugged.
    """
    found = undefined_in(snippet, available, bound)
    return bool(names_of(found, "variable") or names_of(found, "module"))


def undefined_in(
    snippet: Snippet, available: frozenset[str] = frozenset(), bound: frozenset[str] = frozenset()
) -> tuple[UndefinedReference, ...]:
    """As `find_undefined`; a file in which nothing else is undefined is a whole program, and has a `__file__`."""
    found = find_undefined(snippet.main, snippet.body, available, bound)
    if snippet.path is None or not set(names_of(found, "variable")) <= MODULE_NAMES:
        return found
    return tuple(reference for reference in found if reference.name.partition(".")[0] not in MODULE_NAMES)


def format_assumed(tree: PrefixTree, node: Node | None) -> str:
    """What was assumed and what fraction of the lines it reaches, in lines for the user; "" without a prefix."""
    if node is None or not node.prefix.code:
        return ""
    names = [a.name for a in node.prefix.assumptions]
    undefined = [name for name in names if name in names_of(tree.undefined, "variable")]
    are = "is" if len(undefined) == 1 else "are"
    count = (
        f"{len(undefined)} name{'' if len(undefined) == 1 else 's'} {are} undefined: {', '.join(undefined)}"
    )
    reached = f"{len(node.lines)} of {len(tree.countable)} lines"
    lines = [f"{count}. Assumed, to make it run ({reached}):" if undefined else f"Assumed ({reached}):"]
    for assumption in node.prefix.assumptions[:_MOST_SHOWN]:
        lines.append(f"   {_short(assumption)}")
    if len(names) > _MOST_SHOWN:
        lines.append(f"   and {len(names) - _MOST_SHOWN} more (`prefix show`)")
    lines.append("`assume NAME = VALUE` changes one, `prefix ask` asks a model, `prefix` shows all")
    return "\n".join(lines)


def format_failed(tree: PrefixTree) -> str:
    """One line about a fault that stopped the engine; "" where there was none."""
    if not tree.failed:
        return ""
    left = "what it found before is used" if tree.nodes else "the snippet runs as it is"
    return f"the prefix engine stopped at a fault of its own, {tree.failed}; {left}"


def invented_lines(prefix: Prefix) -> tuple[str, ...]:
    """Each assumption in one line, as a prompt states it."""
    return tuple(_short(assumption) for assumption in prefix.assumptions)


def _short(assumption: Assumption) -> str:
    mark = "   # stand-in" if assumption.kind == "stand-in" else ""
    first, *rest = assumption.code.strip().split("\n")
    if "pathlib.Path(" in first and not first.startswith(assumption.name):
        return f"the file {assumption.name}"
    if first.startswith("class ") and rest and rest[-1].startswith(f"{assumption.name} = "):
        return f"{rest[-1]}   # {first.rstrip(':')} ...{mark[4:]}"
    if given := _GIVES.fullmatch(assumption.code.strip()):
        return f"{given['head']} {given['body']}{mark}"
    if first == "@atexit.register":
        return f"{rest[-1].strip()}   # at the end"
    return f"{first}{' ...' if rest else ''}{mark}"


def assume(prefix: Prefix, name: str, code: str) -> Prefix:
    """The prefix with another definition of a name, in its place or at the end.

    Raises:
        BadArgument: the name or the expression is no Python.
    """
    if not name.isidentifier():
        raise BadArgument(f"{name!r} is not a name: `assume NAME = VALUE`")
    try:
        ast.parse(code, mode="eval")
    except (SyntaxError, ValueError) as problem:
        raise BadArgument(f"{code!r} is not an expression") from problem
    new = f"{name} = {code}"
    kind: AssumptionKind = "stand-in" if "StandIn(" in code else "value"
    changed = Assumption(name=name, code=new, kind=kind)
    old = next((a for a in prefix.assumptions if a.name == name), None)
    if old is not None and prefix.code.count(old.code) == 1 and old.kind != "import":
        text = prefix.code.replace(old.code, new)
    else:
        text = f"{prefix.code.rstrip()}\n{new}\n".lstrip("\n")
    kept = [changed if a.name == name else a for a in prefix.assumptions]
    return Prefix(code=text, assumptions=tuple(kept if old else [*kept, changed]))


def edited(text: str, before: Prefix) -> Prefix:
    """A prefix that the user wrote: each top-level definition is an assumption of theirs.

    Raises:
        BadArgument: the text is no Python.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as problem:
        raise BadArgument(f"the prefix is not Python: {problem}") from problem
    known = {a.code: a for a in before.assumptions}
    found = []
    for node in tree.body:
        code = ast.get_source_segment(text, node) or ""
        for name in defined_names(node):
            kind: AssumptionKind = "import" if isinstance(node, ast.Import | ast.ImportFrom) else "value"
            found.append(known.get(code, Assumption(name=name, code=code, kind=kind)))
    return Prefix(code=text, assumptions=tuple(a for a in found if a.name != "StandIn"))


def defined_names(node: ast.stmt) -> list[str]:
    """The names that a statement of a prefix gives a value, as far as they are assumptions of their own."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)])
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr())
        ):
            return [name]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [node.name]
        case ast.Import() | ast.ImportFrom():
            return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    return []


def with_node(tree: PrefixTree, node: Node) -> PrefixTree:
    """The tree with a node added, or replaced where the id is known."""
    rest = [n for n in tree.nodes if n.id != node.id]
    return replace(tree, nodes=tuple(sorted([*rest, node], key=lambda n: n.id)))


def without_node(tree: PrefixTree, number: int) -> PrefixTree:
    """The tree without a node; the best of those left takes the star."""
    nodes = tuple(n for n in tree.nodes if n.id != number)
    best = max(nodes, key=lambda n: n.coverage).id if nodes else None
    chosen = tuple(i for i in tree.chosen if i != number)
    return replace(tree, nodes=nodes, best=tree.best if tree.best != number else best, chosen=chosen)
