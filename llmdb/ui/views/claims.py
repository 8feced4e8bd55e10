"""The values that a model states, each beside what was recorded."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from llmdb.ask.claims import Claim
from llmdb.types import StepNo
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted
from llmdb.ui.source import one_line
from llmdb.ui.text import safe


def checked_lines(
    claims: Iterable[tuple[StepNo, Claim]], context: ViewContext, *, at_steps: bool = False
) -> list[Text]:
    """A line for each value stated of a step: right there, at another step only, or never.

    With `at_steps` a value that the name had at another step only is not marked as right.
    """
    lines = []
    for step, claim in claims:
        recorded = one_line(claim.recorded[-1]) if claim.recorded else context.glyphs.none
        if claim.holds and at_steps and claim.step != step:
            line = Text(
                f"   recorded: {safe(claim.name)} is {recorded} at step {step}, "
                f"{safe(claim.stated)} at step {claim.step}"
            )
        elif claim.holds:
            where = f"at step {claim.step} " if claim.step != step else ""
            line = Text.assemble(
                "   recorded: ",
                f"{safe(claim.name)} {safe(claim.stated)} {where}",
                (context.glyphs.good, styles.GOOD),
            )
        else:
            line = Text.assemble(
                ("   recorded: ", styles.BAD),
                (
                    f"{safe(claim.name)} is {recorded}, never {safe(claim.stated)} {context.glyphs.bad}",
                    styles.BAD,
                ),
            )
        lines.append(fitted(line, context))
    return lines
