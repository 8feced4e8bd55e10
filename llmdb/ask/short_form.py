"""Requests for small models with a small window: one visit at a time, little text, an answer of a line or a fence."""

from collections.abc import Sequence

from llmdb.ask.facts import SHORTER_VALUES, BlockFacts, cut_facts, cut_text, describe_visit
from llmdb.ask.situation import Situation, format_task
from llmdb.ask.verdict_prompt import Question
from llmdb.ask.verdict_reply import Verdict
from llmdb.llm.model import Message, count_tokens, system, user
from llmdb.program.files import line_label

SHORT_BUDGET = 2_000
"""Tokens of one short request: an 8k window then has room for a whole program as the answer."""
_VERDICT_SYSTEM = "You check one part of a recorded run of a Python program. The recorded values are true."
_VERDICT_FORM = (
    "Is this part right for the task? Answer with one line and nothing else:\n"
    "right: REASON\nor\nwrong: REASON"
)
_FIX_SYSTEM = "You repair Python programs. Change as little as possible."
_FIX_FORM = "Write the whole corrected program in one ```python fence, and nothing else."
_MOST_TEXT = 1_200
"""Characters of a task."""
_MOST_TEST = 300


def short_verdict_messages(question: Question, fact: BlockFacts, max_tokens: int) -> list[Message]:
    """The request for a verdict on one visit: of a long program the lines around it, of long values their beginning."""
    situation = question.situation
    for limit in (None, *SHORTER_VALUES):
        shown = fact if limit is None else cut_facts(fact, limit)
        found, went = describe_visit(shown)
        asked = [
            *_failure(situation),
            f"This part of it ran, line {line_label(min(fact.lines, default=1))}:\n```python\n{fact.source}\n```",
            f"Before: {found or 'no variables'}\nAfter: {went}",
            f"{question.about}\n{_VERDICT_FORM}".strip(),
        ]
        messages = _messages(_VERDICT_SYSTEM, situation, fact.lines, asked, max_tokens)
        if count_tokens(messages) <= max_tokens:
            break
    return messages


def short_fix_messages(
    situation: Situation, verdicts: Sequence[Verdict], facts: Sequence[BlockFacts], note: str = ""
) -> list[Message]:
    """The request for a corrected program: with the first visit judged wrong, and the first test that failed."""
    wrong = next((one for one in verdicts if one.correct is False), None)
    fact = next((one for one in facts if wrong is not None and one.step == wrong.step), None)
    parts = [*_failure(situation)]
    if wrong is not None and fact is not None:
        found, went = describe_visit(cut_facts(fact, SHORTER_VALUES[0]))
        parts.append(
            f"This part is wrong:\n```python\n{fact.source}\n```\nBefore: {found or 'no variables'}\nAfter: {went}\n"
            f"Why: {cut_text(wrong.explanation, _MOST_TEST)}"
        )
    return _messages(_FIX_SYSTEM, situation, (), [*parts, *filter(None, [note]), _FIX_FORM], None)


def _messages(
    instruction: str, situation: Situation, lines: Sequence[int], parts: Sequence[str], max_tokens: int | None
) -> list[Message]:
    task = cut_text(
        format_task(situation.task, situation.program) or "what the program evidently means to do", _MOST_TEXT
    )
    if task.startswith("as line"):
        task = "as its text says"
    head = [f"Task: {task}", *situation.assumptions]
    without = [system(instruction), user("\n\n".join([*head, *parts]))]
    room = None if max_tokens is None else max_tokens - count_tokens(without) - _FENCE_TOKENS
    program = f"Program:\n```python\n{excerpt(situation.program, lines, room)}\n```"
    return [system(instruction), user("\n\n".join([program, *head, *parts]))]


_FENCE_TOKENS = 20


def excerpt(program: str, lines: Sequence[int], max_tokens: int | None) -> str:
    """The program, or where it is too long the lines around some of it, and its first line of that function."""
    rows = program.rstrip().split("\n")
    room = None if max_tokens is None else max(0, max_tokens) * 36 // 10
    if room is None or sum(len(row) + 1 for row in rows) <= room:
        return "\n".join(rows)
    first, last = min(lines, default=1) - 1, max(lines, default=1)
    room -= sum(len(row) + 1 for row in rows[first:last])
    while room > 0 and (first > 0 or last < len(rows)):
        if first > 0:
            first -= 1
            room -= len(rows[first]) + 1
        if last < len(rows) and room > 0:
            room -= len(rows[last]) + 1
            last += 1
    shown = rows[first:last]
    return "\n".join([*(["# ..."] if first else []), *shown, *(["# ..."] if last < len(rows) else [])])


def _failure(situation: Situation) -> list[str]:
    failed = next((test for test in situation.tests if not test.passed), None)
    if failed is None:
        return [f"The run: {situation.outcome}."]
    return [
        f"This test fails: {cut_text(failed.test, _MOST_TEST)}\nIt gave: {cut_text(failed.got, _MOST_TEST)}"
    ]
