"""The mark of what was said of a step or block: right, wrong, or suspect by a ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from llmdb.ui import styles

if TYPE_CHECKING:
    from llmdb.commands.state.kept_verdicts import Judgement
    from llmdb.ui.context import ViewContext


def judgement_mark(said: Judgement, context: ViewContext) -> Text:
    """`✓`, `✗` or `●`."""
    glyphs = context.glyphs
    match said:
        case "right":
            return Text(glyphs.good, styles.GOOD)
        case "wrong":
            return Text(glyphs.bad, styles.BAD)
        case "suspect":
            return Text(glyphs.changed, styles.BAD)
