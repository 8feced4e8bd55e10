"""`prefix`, `undefined`, `coverage` and `assume`: what was assumed, as claims of ours and not as facts."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.assume import Assumed
from llmdb.commands.prefix import PrefixCode, PrefixResult
from llmdb.commands.undefined import CoverageResult, UndefinedResult
from llmdb.prefix.model import Node, PrefixTree
from llmdb.prefix.supply import format_failed
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import highlighted
from llmdb.ui.text import cut, safe
from llmdb.ui.views.session import coded
from llmdb.ui.views.usage import usage_line

WITH_COSTS = 72
"""Narrower terminals get no column of costs, and fewer words."""

STAND_IN_CLASS = "StandIn"
_MOST_COLUMNS = 6
_MOST_REASONS = 4


def view_prefix(result: object, context: object) -> Text:
    """The tree: the snippet alone, then each node with its lines, cost and end; the chosen ones starred."""
    assert isinstance(result, PrefixResult)
    assert isinstance(context, ViewContext)
    tree = result.tree
    total = len(tree.countable)
    lines = [Text(f"snippet  {result.alone}/{total}")]
    children = [n for n in tree.nodes if n.parent is None or tree.node(n.parent) is None]
    for i, node in enumerate(children):
        lines += _branch(node, result, "", i == len(children) - 1, context)
    lines.append(_footer(tree, context))
    if result.note:
        lines.append(coded(result.note))
    if tree.failed:
        lines.append(Text(safe(format_failed(tree)), styles.BAD))
    if result.usage is not None:
        lines.append(usage_line(result.usage, context))
    return Text("\n").join(lines)


def _footer(tree: PrefixTree, context: ViewContext) -> Text:
    """`★ best   set {p1, p3} covers 9/9   no model was asked   0.3 s`."""
    glyphs = context.glyphs
    if not tree.nodes:
        return coded("no prefix reaches a line; `prefix new` takes one of yours, `prefix ask` asks the model")
    chosen = ", ".join(f"p{number}" for number in tree.chosen)
    asked = "no model was asked" if tree.engine == "offline" else safe(tree.engine)
    parts = [f"{glyphs.star} best"] + ([f"{glyphs.chosen} in the set"] if len(tree.chosen) > 1 else [])
    parts += [f"set {{{chosen}}} covers {len(tree.covered)}/{len(tree.countable)}", asked]
    text = Text(_wrapped([*parts, f"{tree.seconds:.1f} s"], context.width), styles.QUIET)
    reasons: dict[str, list[str]] = {}
    for one in tree.uncovered:
        reasons.setdefault(one.why, []).append(line_label(one.line))
    for why, lines in list(reasons.items())[:_MOST_REASONS]:
        label = f"line{'' if len(lines) == 1 else 's'} {', '.join(lines[:_MOST_COLUMNS])}"
        more = " ..." if len(lines) > _MOST_COLUMNS else ""
        text.append("\n" + cut(safe(f"{label}{more}: {why}"), context.width), styles.QUIET)
    return text


def _wrapped(parts: list[str], width: int) -> str:
    """The parts with blanks between them, on as few lines as they fit on."""
    lines = [parts[0]]
    for part in parts[1:]:
        longer = f"{lines[-1]}   {part}"
        if cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return "\n".join(cut(line, width) for line in lines)


def _branch(node: Node, result: PrefixResult, indent: str, last: bool, context: ViewContext) -> list[Text]:
    tree, glyphs = result.tree, context.glyphs
    line = Text(f"{indent}{glyphs.last if last else glyphs.fork} ", styles.QUIET)
    star = glyphs.star if node.id == tree.best else glyphs.chosen if node.id in tree.chosen else " "
    line.append(f"{star} ", styles.CHANGED_MARK)
    line.append(f"p{node.id}", styles.HERE_NUMBER if node.id == result.current else styles.PLACE)
    line.append(f" {node.guidance}")
    line.pad_right(_widest_label(tree) - line.cell_len)
    digits = len(str(len(tree.countable)))
    line.append(f"  {len(node.lines):>{digits}}/{len(tree.countable)}")
    line.append(_cost(node, tree, context), styles.QUIET)
    here = f"  {glyphs.came} in use" if context.width >= WITH_COSTS else f" {glyphs.came}"
    here = here if node.id == result.current else ""
    text, style = _ending(node)
    line.append(f"  {cut(text, max(4, context.width - line.cell_len - len(here) - 2), glyphs.cut)}", style)
    line.append(here, styles.QUIET)
    fitted(line, context)
    below = [n for n in tree.nodes if n.parent == node.id]
    deeper = indent + ("   " if last else f"{glyphs.bar}  ")
    out = [line]
    for i, child in enumerate(below):
        out += _branch(child, result, deeper, i == len(below) - 1, context)
    return out


def _widest_label(tree: PrefixTree) -> int:
    """Cells of the widest `│  ├─ ★ p4 error`."""

    def depth(node: Node) -> int:
        parent = tree.node(node.parent) if node.parent is not None else None
        return 0 if parent is None else 1 + depth(parent)

    return max(3 * depth(node) + len(f"├─ ★ p{node.id} {node.guidance}") for node in tree.nodes)


def _cost(node: Node, tree: PrefixTree, context: ViewContext) -> str:
    """The node's share of the tokens and the price, where a model was asked and the terminal has room."""
    if context.width < WITH_COSTS or not any(n.tokens for n in tree.nodes):
        return ""
    if not node.tokens:
        return " " * 21
    price = f"${node.cost_usd:.4f}" if node.cost_usd is not None else ""
    return f"  {node.tokens:>5} tokens {price:<7}"


def _ending(node: Node) -> tuple[str, str]:
    if node.discarded:
        return f"discarded: {safe(node.discarded)}", styles.BAD
    if node.error is None:
        return "runs", styles.GOOD
    where = f" at {line_label(node.error.line)}" if node.error.line else ""
    message = f": {safe(node.error.message)}" if node.error.message else ""
    return f"{safe(node.error.type)}{where}{message}", styles.BAD


def view_prefix_code(result: object, context: object) -> Text:
    """The code of one prefix, below where it stands in the tree."""
    assert isinstance(result, PrefixCode)
    assert isinstance(context, ViewContext)
    node = result.node
    facts = [f"p{node.id}", node.guidance, f"{len(node.lines)}/{result.lines} lines", _ending(node)[0]]
    facts += ["in use"] if result.current else []
    head = Text(cut(f" {context.glyphs.dot} ".join(facts), context.width, context.glyphs.cut), styles.QUIET)
    if not node.prefix.code.strip():
        return Text("\n").join([head, Text("(empty: the snippet runs as it is)", styles.QUIET)])
    return Text("\n").join([head, *_folded(highlighted(node.prefix.code.rstrip()), context)])


def _folded(lines: Sequence[Text], context: ViewContext) -> list[Text]:
    """The code with the stand-in's class, which is always the same, as one line."""
    out: list[Text] = []
    inside = 0
    for line in lines:
        if line.plain == f"class {STAND_IN_CLASS}:":
            inside = 1
        elif inside and (not line.plain or line.plain.startswith(" ")):
            inside += 1
            continue
        elif inside:
            note = f"  {context.glyphs.cut} {inside} lines; any operation on one gives something plausible"
            out += [fitted(Text(f"class {STAND_IN_CLASS}:").append(note, styles.QUIET), context), Text()]
            inside = 0
        if not inside:
            out.append(line)
    return out


def view_assumed(result: object, context: object) -> Text:
    """What is assumed, one name a line."""
    assert isinstance(result, Assumed)
    assert isinstance(context, ViewContext)
    if not result.assumptions:
        return coded(
            "nothing is assumed: the program runs without a prefix; `assume NAME = VALUE` gives it one"
        )
    lines = []
    for assumption in result.assumptions:
        first, *rest = assumption.code.strip().split("\n")
        mark = "   # stand-in" if assumption.kind == "stand-in" else ""
        room = max(8, context.width - len(mark) - 3)
        text = cut(safe(first) + (f" {context.glyphs.cut}" if rest else ""), room, context.glyphs.cut)
        lines.append(
            Text(f" {context.glyphs.assumed} ", styles.ASSUMED).append(text).append(mark, styles.QUIET)
        )
    return Text("\n").join(lines)


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
        line.append(f"{reference.kind:<10} line {line_label(reference.line)}", styles.QUIET)
        lines.append(line)
    return Text("\n").join(lines)


def view_coverage(result: object, context: object) -> Text:
    """The source, each line marked as executed or not by the set together, and by each prefix of it."""
    assert isinstance(result, CoverageResult)
    assert isinstance(context, ViewContext)
    tree = result.tree
    columns = _columns(result)
    lines = [Text("      " + "".join(f"{f'p{n.id}':<4}" for n in columns), styles.QUIET)] if columns else []
    for number, source in enumerate(highlighted(result.text), 1):
        line = Text(f"{number:>4} ", styles.NUMBER)
        for covered in [*(frozenset(n.lines) for n in columns), *([] if columns else [result.covered])]:
            mark, style = _mark(number, covered, tree, context)
            line.append(f"{mark:<4}" if columns else f"{mark} ", style)
        code = source.copy()
        if number not in result.covered:
            code.stylize(styles.QUIET)
        lines.append(fitted(line.append_text(code), context))
    which = f"p{result.shown}" if result.shown is not None else _together(tree)
    lines.append(Text(f"{len(result.covered)} of {len(tree.countable)} lines by {which}", styles.QUIET))
    return Text("\n").join(lines)


def _columns(result: CoverageResult) -> list[Node]:
    """The prefixes that get columns of their own: those of the set, when it has several."""
    if result.shown is not None or len(result.tree.chosen) < 2:
        return []
    chosen = [node for node in result.tree.nodes if node.id in result.tree.chosen]
    return chosen[:_MOST_COLUMNS]


def _together(tree: PrefixTree) -> str:
    if len(tree.chosen) < 2:
        return "the best prefix" if tree.chosen else "no prefix"
    return " and ".join([", ".join(f"p{n}" for n in tree.chosen[:-1]), f"p{tree.chosen[-1]}"]) + " together"


def _mark(number: int, covered: frozenset[int], tree: PrefixTree, context: ViewContext) -> tuple[str, str]:
    if number not in tree.countable:
        return " ", styles.QUIET
    if number in covered:
        return context.glyphs.good, styles.GOOD
    return context.glyphs.bad, styles.BAD
