"""Reads verdicts out of a model's text, leniently: JSON lines, arrays, fences, quotes, prose between."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llmdb.engine.facts import BlockFacts
from llmdb.errors import BadAnswer
from llmdb.reply_objects import read_objects
from llmdb.types import BlockId, StepNo

KEYS = ("block", "correct", "explanation")
TRUE_WORDS = frozenset({"true", "yes", "correct", "right", "1", "ok", "okay", "fine"})
FALSE_WORDS = frozenset({"false", "no", "incorrect", "wrong", "0", "buggy", "not correct", "not right"})
NUMBERS = re.compile(r"[0-9]{1,18}")
_CLAUSE = re.compile(r"[.,;:!(\n]|\s[-\u2013\u2014]\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the model says of one step's block: a claim; `correct` is None where it says neither right nor wrong."""

    step: StepNo
    block: BlockId
    correct: bool | None
    explanation: str


def parse_verdicts(text: str, facts: Sequence[BlockFacts]) -> tuple[Verdict, ...]:
    """Verdicts on the asked steps, in their order; a label that names no asked step is passed over.

    A label may be "BLOCK-3@17", "3", "BLOCK-3" (then the next unjudged step of that block), or missing (then
    the order decides). The last word on a step counts.

    Raises:
        BadAnswer: the text holds no verdict at all.
    """
    found: dict[StepNo, Verdict] = {}
    records = [record for record in read_objects(text, KEYS) if "correct" in record]
    for number, record in enumerate(records):
        fact = _fact_for(_text(record.get("block")), facts, found, number)
        if fact is None:
            continue
        found[fact.step] = Verdict(
            step=fact.step,
            block=fact.block,
            correct=_judgement(record["correct"]),
            explanation=_text(record.get("explanation")),
        )
    if not found:
        raise BadAnswer(f"the answer holds no verdict: {text.strip()[:80]!r}")
    return tuple(found[fact.step] for fact in facts if fact.step in found)


def _judgement(said: object) -> bool | None:
    """Whether a word says right or wrong; None where it says neither: "unsure", "partly", no word at all."""
    word = _CLAUSE.split(str(said), maxsplit=1)[0].strip().lower() if isinstance(said, str | int) else ""
    if word in TRUE_WORDS:
        return True
    return False if word in FALSE_WORDS else None


def _text(value: object) -> str:
    """What an object says, a list of sentences as one text."""
    if isinstance(value, list):
        return " ".join(map(_text, (item for item in value if isinstance(item, str | int))))
    return str(value).strip() if isinstance(value, str | int) else ""


def _fact_for(
    label: str, facts: Sequence[BlockFacts], judged: Mapping[StepNo, Verdict], order: int
) -> BlockFacts | None:
    numbers = [int(number) for number in NUMBERS.findall(label)[:2]]
    if "@" in label and len(numbers) == 2:
        return next((fact for fact in facts if fact.step == numbers[1]), None)
    if numbers:
        of_block = [fact for fact in facts if fact.block == numbers[0]]
        unjudged = [fact for fact in of_block if fact.step not in judged]
        return next(iter(unjudged or of_block[-1:]), None)
    return facts[order] if order < len(facts) else None
