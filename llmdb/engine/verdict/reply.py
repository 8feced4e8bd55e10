"""Reads verdicts out of a model's text, leniently: JSON lines, arrays, fences, quotes, prose between."""

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from llmdb.engine.facts import BlockFacts
from llmdb.errors import BadAnswer
from llmdb.types import BlockId, StepNo

FALSE_WORDS = frozenset({"false", "no", "incorrect", "wrong", "0", "buggy"})
OBJECT = re.compile(r"\{(?:[^{}\"']|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|')*\}", re.DOTALL)
FIELD = re.compile(r"""["']?(block|correct|explanation)["']?\s*:\s*""", re.IGNORECASE)
NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the model says of one step's block: a claim."""

    step: StepNo
    block: BlockId
    correct: bool
    explanation: str


def parse_verdicts(text: str, facts: Sequence[BlockFacts]) -> tuple[Verdict, ...]:
    """Verdicts on the asked steps, in their order; a label that names no asked step is passed over.

    A label may be "BLOCK-3@17", "3", "BLOCK-3" (then the next unjudged step of that block), or missing (then
    the order decides). The last word on a step counts.

    Raises:
        BadAnswer: the text holds no verdict at all.
    """
    found: dict[StepNo, Verdict] = {}
    for number, record in enumerate(_records(text)):
        fact = _fact_for(str(record.get("block", "")), facts, found, number)
        if fact is None:
            continue
        found[fact.step] = Verdict(
            step=fact.step,
            block=fact.block,
            correct=str(record["correct"]).strip().lower() not in FALSE_WORDS,
            explanation=str(record.get("explanation", "")).strip(),
        )
    if not found:
        raise BadAnswer(f"the answer holds no verdict: {text.strip()[:80]!r}")
    return tuple(found[fact.step] for fact in facts if fact.step in found)


def _records(text: str) -> Iterator[Mapping[str, object]]:
    for match in OBJECT.finditer(text):
        record = _object_from(match.group())
        if record is not None and "correct" in record:
            yield record


def _object_from(text: str) -> Mapping[str, object] | None:
    for read in (json.loads, ast.literal_eval):
        try:
            value = read(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(value, dict):
            return {str(key).lower(): item for key, item in value.items()}
    return _fields_from(text)


def _fields_from(text: str) -> Mapping[str, object] | None:
    """The three fields of an object whose quoting is broken."""
    marks = list(FIELD.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    pairs = zip(marks, ends, strict=True)
    record = {mark.group(1).lower(): text[mark.end() : end].strip(" \n,}\"'") for mark, end in pairs}
    return record if "correct" in record else None


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
