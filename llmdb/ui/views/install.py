"""`install`: what was installed, and what is missing and why."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.install import WHO, InstallResult
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import cut, safe
from llmdb.ui.views.session import coded


def view_install(result: object, context: object) -> Text:
    """A line for each distribution, then the folder in use."""
    assert isinstance(result, InstallResult)
    assert isinstance(context, ViewContext)
    lines = []
    for one in result.installed:
        line = Text(f" {context.glyphs.good} ", styles.GOOD).append(
            f"{safe(one.name)} {safe(one.version)}", "bold"
        )
        lines.append(line.append(f"  {safe(one.summary)}" if one.summary else "", styles.QUIET))
    failed = dict(result.failed)
    for name, why in failed.items():
        lines.append(Text(f" {context.glyphs.bad} {safe(name)}: not installed: {safe(why)}", styles.BAD))
    for name in result.refused:
        lines.append(Text(f"   {safe(name)}: refused; a stand-in takes its place", styles.QUIET))
    asked = {*failed, *result.refused}
    for need in result.missing:
        if need.distribution not in asked:
            same = need.module == need.distribution
            name = need.module if same else f"{need.module} ({need.distribution})"
            lines.append(Text(f"   {safe(name)}  not here: {WHO[need.origin]}"))
    if not lines:
        lines.append(Text("every package that the snippet imports is here"))
    if result.folder:
        text = f"{result.total} installed in {safe(result.folder)}"
        lines.append(Text(cut(text, context.width, context.glyphs.cut), styles.QUIET))
    if result.installed:
        lines.append(
            coded(
                "the program is recorded anew: `where` shows its first step, `prefix` what is still assumed"
            )
        )
    for line in lines:
        line.overflow = "fold"
    return Text("\n").join(lines)
