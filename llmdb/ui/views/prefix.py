"""`prefix`, `undefined` and `coverage`: what was assumed, as claims of ours and not as facts."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.prefix import PrefixCode, PrefixResult
from llmdb.commands.undefined import CoverageResult, UndefinedResult
from llmdb.prefix.model import Node, PrefixTree
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import cut, safe


def view_prefix(result: object, context: object) -> Text:
    """The tree: root, nodes with coverage and error, the best starred, the set named."""
    assert isinstance(result, PrefixResult)
    assert isinstance(context, ViewContext)
    tree = result.tree
    total = len(tree.countable)
    lines = [Text(f"snippet  {total} lines")]
    children = [n for n in tree.nodes if n.parent is None or tree.node(n.parent) is None]
    for i, node in enumerate(children):
        lines += _branch(node, tree, result.current, "", i == len(children) - 1, context)
    chosen = ", ".join(f"p{number}" for number in tree.chosen)
    asked = "no model was asked" if tree.engine == "offline" else tree.engine
    lines.append(
        Text(
            f"* best   set {{{chosen}}} covers {len(tree.covered)}/{total}   {asked}   {tree.seconds:.1f} s",
            styles.QUIET,
        )
    )
    return Text("\n").join(lines)


def _branch(
    node: Node, tree: PrefixTree, current: int | None, indent: str, last: bool, context: ViewContext
) -> list[Text]:
    glyphs = context.glyphs
    line = Text(f"{indent}{glyphs.last if last else glyphs.fork} ", styles.QUIET)
    line.append("* " if node.id == tree.best else "  ", styles.CHANGED_MARK)
    line.append(f"p{node.id}", styles.HERE_NUMBER if node.id == current else styles.PLACE)
    line.append(f" {node.guidance:<14}")
    line.append(f"{len(node.lines):>3}/{len(tree.countable)}   ")
    if node.discarded:
        line.append(safe(node.discarded), styles.BAD)
    elif node.error is None:
        line.append("runs", styles.GOOD)
    else:
        where = f" at {node.error.line}" if node.error.line else ""
        text = f"{node.error.type}{where}: {node.error.message}"
        line.append(cut(safe(text), max(10, context.width - line.cell_len), glyphs.cut), styles.BAD)
    below = [n for n in tree.nodes if n.parent == node.id]
    deeper = indent + ("   " if last else f"{glyphs.bar}  ")
    out = [line]
    for i, child in enumerate(below):
        out += _branch(child, tree, current, deeper, i == len(below) - 1, context)
    return out


def view_prefix_code(result: object, context: object) -> Text:
    """The code of one prefix."""
    assert isinstance(result, PrefixCode)
    assert isinstance(context, ViewContext)
    node = result.node
    mark = ", in use" if result.current else ""
    head = Text(f"p{node.id}  {len(node.lines)}/{result.lines}{mark}", styles.QUIET)
    code = [Text(safe(line), styles.ASSUMED) for line in node.prefix.code.splitlines()]
    return Text("\n").join([head, *(code or [Text("(empty: the snippet runs as it is)", styles.QUIET)])])


def view_undefined(result: object, context: object) -> Text:
    """Undefined names with their attributes and first lines."""
    assert isinstance(result, UndefinedResult)
    assert isinstance(context, ViewContext)
    if not result.references:
        return Text("every name is defined, every module is here")
    width = max(len(r.name) for r in result.references)
    width = min(width, max(10, context.width - 22))
    lines = []
    for reference in result.references:
        name = cut(safe(reference.name), width, context.glyphs.cut)
        line = Text(f"{name:<{width}}  ")
        line.append(f"{reference.kind:<10} line {reference.line}", styles.QUIET)
        lines.append(line)
    return Text("\n").join(lines)


def view_coverage(result: object, context: object) -> Text:
    """The source, each line marked as covered, not covered, or not counting."""
    assert isinstance(result, CoverageResult)
    assert isinstance(context, ViewContext)
    glyphs = context.glyphs
    countable = set(result.tree.countable)
    lines = []
    for number, source in enumerate(result.text.splitlines(), 1):
        done = number in result.covered
        mark, style = (glyphs.good, styles.GOOD) if done else (glyphs.bad, styles.BAD)
        if number not in countable:
            mark, style = " ", styles.QUIET
        line = Text(f"{number:>4} ", styles.NUMBER).append(f"{mark} ", style)
        line.append(cut(safe(source), max(10, context.width - 7), glyphs.cut), "" if done else styles.QUIET)
        lines.append(line)
    which = f"p{result.shown}" if result.shown is not None else "the set"
    lines.append(Text(f"{len(result.covered)} of {len(countable)} lines by {which}", styles.QUIET))
    return Text("\n").join(lines)
