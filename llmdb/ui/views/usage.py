"""What a model call took, in one line."""

from __future__ import annotations

from rich.text import Text

from llmdb.llm.model import Usage
from llmdb.ui import styles
from llmdb.ui.context import ViewContext, fitted


def usage_line(usage: Usage, context: ViewContext) -> Text:
    """`openai/gpt-4o · 2 calls 1904+210 tokens $0.0021 2.6 s`."""
    cost = f"${usage.cost_usd:.4f}" if usage.cost_usd is not None else "price unknown"
    calls = f"{usage.calls} call{'s' * (usage.calls != 1)}" + (", cached" if usage.cached else "")
    tokens = f"{usage.prompt_tokens}+{usage.completion_tokens} tokens"
    line = Text(
        f" {usage.model} {context.glyphs.dot} {calls} {tokens} {cost} {usage.seconds:.1f} s", styles.QUIET
    )
    return fitted(line, context)
