"""The model's commands: model, cost, doctor, prompt."""

from __future__ import annotations

from rich.text import Text

from llmdb.commands.model import CostReport, DoctorReport, ModelInfo
from llmdb.commands.prompt import PromptText
from llmdb.commands.secrets import SecretsReport
from llmdb.program.files import line_label
from llmdb.ui import styles
from llmdb.ui.context import ViewContext
from llmdb.ui.text import cut, safe
from llmdb.ui.views.usage import usage_line


def view_model(result: object, context: object) -> Text:
    """Which model is asked, or how to set one."""
    assert isinstance(result, ModelInfo)
    assert isinstance(context, ViewContext)
    settings = result.settings
    if settings.name is None:
        return Text("no model is set. `model ollama/qwen2.5-coder`, or LLMDB_MODEL and a key (help model)")
    parts = [safe(settings.name)]
    if settings.api_base:
        parts.append(f"at {safe(settings.api_base)}")
    parts.append("answers are kept" if settings.use_cache else "no cache")
    if settings.max_cost_usd is not None:
        parts.append(f"at most ${settings.max_cost_usd:.2f}")
    lines = [Text(f" {context.glyphs.dot} ".join(parts))]
    lines += [Text(safe(problem), styles.BAD) for problem in result.problems]
    return Text("\n").join(lines)


def view_cost(result: object, context: object) -> Text:
    """A line for each command that asked, the sum, and the budget."""
    assert isinstance(result, CostReport)
    assert isinstance(context, ViewContext)
    if result.total is None:
        lines = [Text("no model was asked in this session")]
    else:
        lines = []
        for line in result.lines:
            lines.append(Text(f" {line.purpose or 'other':<9}").append_text(usage_line(line.usage, context)))
        lines.append(Text(f" {'together':<9}").append_text(usage_line(result.total, context)))
    if result.max_cost_usd is not None:
        unknown = f", {result.unpriced_calls} calls without a known price" if result.unpriced_calls else ""
        lines.append(Text(f" ${result.spent_usd:.4f} of ${result.max_cost_usd:.2f} spent{unknown}"))
    return Text("\n").join(lines)


def view_doctor(result: object, context: object) -> Text:
    """A line for each check, and the servers found."""
    assert isinstance(result, DoctorReport)
    assert isinstance(context, ViewContext)
    marks = {
        "good": (context.glyphs.good, styles.GOOD),
        "bad": (context.glyphs.bad, styles.BAD),
        "unknown": ("?", styles.QUIET),
    }
    lines = [Text(safe(result.model or "no model"), styles.FRAME)]
    for check in result.diagnosis.checks:
        lines.append(Text.assemble(" ", marks[check.state], f" {check.name:<10} {safe(check.detail)}"))
    if not result.servers:
        lines.append(Text(" no model server answers on this machine's usual ports", styles.QUIET))
    for server in result.servers:
        named = safe(server.models[0]) if server.models else "NAME"
        more = f" and {len(server.models) - 1} more" if len(server.models) > 1 else ""
        lines.append(Text(f" {server.kind} runs here with {named}{more}:", styles.GOOD))
        lines.append(Text(f"   {safe(server.command)}", styles.COMMAND))
    if result.diagnosis.usage is not None:
        lines.append(usage_line(result.diagnosis.usage, context))
    return Text("\n").join(lines)


def view_secrets(result: object, context: object) -> Text:
    """Whether masking is on, and where it finds something: never the secrets themselves."""
    assert isinstance(result, SecretsReport)
    assert isinstance(context, ViewContext)
    state = (
        "masked in every prompt"
        if result.masked
        else "NOT masked: prompts hold them (`secrets on` masks them)"
    )
    found = []
    if result.lines:
        found.append(f"line{'s' * (len(result.lines) > 1)} {', '.join(map(line_label, result.lines))}")
    if result.names:
        found.append(f"the values of {', '.join(safe(name) for name in result.names)}")
    if not found:
        return Text(f"nothing here looks like a secret; what does is {state}")
    return Text(f"{' and '.join(found)}: {state}", "" if result.masked else styles.BAD)


def view_prompt(result: object, context: object) -> Text:
    """Every message in full, its role above it."""
    assert isinstance(result, PromptText)
    assert isinstance(context, ViewContext)
    lines = [Text(f"{safe(result.line)} would send about {result.tokens:,} tokens:", styles.QUIET)]
    for message in result.messages:
        rule = context.glyphs.rule * 3
        lines.append(Text(cut(f"{rule} {message['role']} {rule}", context.width), styles.FRAME))
        lines.append(Text(safe(message["content"], keep="\n\t")))
    return Text("\n", no_wrap=True).join(lines)
