"""`verdict --offline`: the suspects in order, each with its code and what speaks against it."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

from llmdb.commands.ranking import RankedBlock, RankingResult
from llmdb.program.files import span_label
from llmdb.types import LineNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import cut, pad, safe

MOST_SHOWN = 5
BAR = 5
NARROW = 64
"""Cells; in fewer each block takes two lines."""
WIDEST_CODE = 32
"""Cells, on a screen of up to three times as many; else a third of it."""
SAYING_NOTHING = ("", "try:", "else:", "finally:")


def view_ranking(result: object, context: object) -> Text:
    """The first blocks, or with `all` every one; only notes where nothing is to rank."""
    assert isinstance(result, RankingResult)
    assert isinstance(context, ViewContext)
    lines = []
    if result.blocks:
        shown = result.blocks if result.everything else result.blocks[: max(MOST_SHOWN, result.suspects)]
        lines = [_basis(result), *_rows(shown, result, context)]
        left = len(result.blocks) - len(shown)
        if left:
            more = f"{left} less suspect block{'s' * (left != 1)}: `verdict all --offline`"
            lines.append(Text(f"   {context.glyphs.cut} {more}", styles.QUIET))
    lines += [Text(f" {safe(note)}", styles.QUIET) for note in result.notes]
    return Text("\n").join(lines)


def _basis(result: RankingResult) -> Text:
    """What was compared, and what ranks blocks that the runs do not tell apart."""
    runs = f"{result.failing} failing run{'s' * (result.failing != 1)}"
    runs += f" and {result.passing} passing" if result.passing else ", with none that passed"
    basis = Text(f" suspects by {runs}, no model asked", styles.FRAME)
    if _alike(result):
        rest = "their work and what the failure depended on rank them"
        who = "every run" if result.failing + result.passing > 1 else "the run"
        basis.append(f"\n {who} entered all of these; {rest}", styles.QUIET)
    return basis


def _alike(result: RankingResult) -> bool:
    """Whether every run entered every block."""
    return all(
        (ranked.suspicion.failing, ranked.suspicion.passing) == (result.failing, result.passing)
        for ranked in result.blocks
    )


def _rows(shown: tuple[RankedBlock, ...], result: RankingResult, context: ViewContext) -> list[Text]:
    narrow = context.width < NARROW
    spans = max(7, *(cell_len(span_label(*ranked.block.lines)) for ranked in shown))
    lines = [
        Text(
            f"       block  {pad('lines', spans)}  step  suspicion" + ("" if narrow else "  code"),
            styles.QUIET,
        )
    ]
    source = [line.strip() for line in result.source.splitlines()]
    codes = [one_line(_telling(source, *ranked.block.lines)) for ranked in shown]
    wide = min(max(WIDEST_CODE, context.width // 3), max(map(cell_len, codes)))
    alike = _alike(result)
    for rank, (ranked, code) in enumerate(zip(shown, codes, strict=True), start=1):
        row, why = _place(ranked, rank, spans, result, context), _why(ranked, result, alike)
        if not narrow:
            row.append(f"  {pad(cut(code, wide, context.glyphs.cut), wide)}")
        if not narrow and row.cell_len + 2 + why.cell_len <= context.width:
            lines.append(row.append("  ").append_text(why))
        else:
            below = [Text(code)] * narrow + [why] * bool(why)
            lines += [row, *(Text("       ").append_text(text) for text in below)]
    return [fitted(line, context) for line in lines]


def _telling(source: list[str], first: LineNo, last: LineNo) -> str:
    """The first of a block's lines that says something."""
    lines = source[first - 1 : last]
    return next((line for line in lines if line not in SAYING_NOTHING), lines[0])


def _place(ranked: RankedBlock, rank: int, wide: int, result: RankingResult, context: ViewContext) -> Text:
    """`▶● 1  B7     12         34  ━━━━─ 1.03`: the cursor's block, and that it is a suspect."""
    glyphs, suspect = context.glyphs, rank <= result.suspects
    span = pad(span_label(*ranked.block.lines), wide)
    score, top = ranked.suspicion.score, result.blocks[0].suspicion.score
    full = round(BAR * score / top) if top else 0
    row = Text(f" {glyphs.here if ranked.step == result.position else ' '}", styles.HERE)
    row.append(glyphs.changed if suspect else " ", styles.BAD)
    row.append(f"{rank:>2}  ", styles.FRAME if suspect else styles.QUIET)
    row.append(pad(f"B{ranked.block.id}", 5), styles.PLACE)
    row.append(f"  {span} {ranked.step:>5}  ")
    row.append(glyphs.full * full, styles.BAD if suspect else "")
    row.append(glyphs.rule * (BAR - full), styles.QUIET)
    return row.append(f" {score:.2f}", "" if suspect else styles.QUIET)


def _why(ranked: RankedBlock, result: RankingResult, alike: bool) -> Text:
    """What speaks against this block: how it ended there, who ran it, what only failing runs left."""
    suspicion = ranked.suspicion
    said = []
    if ranked.raised is not None:
        said.append(Text(f"raised {safe(ranked.raised.type)}", styles.BAD))
    if not alike:
        passing = f", passing {suspicion.passing}/{result.passing}" if result.passing else ""
        said.append(Text(f"failing {suspicion.failing}/{result.failing}{passing}"))
    if suspicion.unusual:
        values = safe(", ".join(suspicion.unusual))
        said.append(Text(f"only failing runs left {values}", styles.CHANGED))
    return Text("; ").join(said)
