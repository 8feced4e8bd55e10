"""The line below the prompt: where the cursor is, which version, who would be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.ui.text import Glyphs, cut, safe, scope_text

if TYPE_CHECKING:
    from llmdb.session import Session

HELP = "F1 help"


def toolbar_text(session: Session, width: int, glyphs: Glyphs) -> str:
    """`step 4/46 · B3 · totals · v1 · offline                 F1 help` in exactly `width` cells or fewer."""
    dot = f" {glyphs.dot} "
    parts = [*_place(session), f"v{version_number(session)}", safe(session.settings.model.name or "offline")]
    left = " " + cut(dot.join(parts), max(1, width - 2), glyphs.cut)
    gap = width - len(left) - len(HELP) - 1
    return f"{left}{' ' * gap}{HELP}" if gap >= 2 else left


def _place(session: Session) -> list[str]:
    if not session.is_recorded:
        return ["not recorded"]
    if not session.position:
        return ["no steps"]
    trace = session.trace
    step = trace.step(session.position)
    return [f"step {session.position:,}/{len(trace):,}", f"B{step.block}", scope_text(step.scope)]


def version_number(session: Session) -> int:
    """Which version of the snippet is debugged, from 1."""
    from llmdb.repair.version_history import VersionHistory  # not before the first prompt is drawn

    if session.kept.get(VersionHistory) is None:
        return 1
    from llmdb.commands.versions import history_of  # loaded where there are any

    return history_of(session).current.number
