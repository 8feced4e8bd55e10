"""Reads verdicts out of a model's text: objects, tables, lists, or lines with a label and a word."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from llmdb.ask.facts import BlockFacts
from llmdb.ask.replies import (
    ReadObject,
    answer_text,
    beginning,
    plain_line,
    read_judgement,
    read_objects,
    table_rows,
)
from llmdb.errors import BadAnswer
from llmdb.types import BlockId, StepNo

_BLOCK_KEYS = frozenset({"block", "label", "blocklabel", "blockid", "basicblock", "step", "id", "name"})
_CORRECT_KEYS = frozenset(
    {
        "correct",
        "iscorrect",
        "verdict",
        "right",
        "isright",
        "judgement",
        "judgment",
        "correctness",
        "status",
        "answer",
        "finalanswer",
    }
)
_WRONG_KEYS = frozenset(
    {"incorrect", "isincorrect", "wrong", "iswrong", "buggy", "isbuggy", "hasbug", "faulty", "isfaulty"}
)
"""Keys whose "true" says that the block is wrong."""
_WHY_KEYS = frozenset({"explanation", "reason", "reasoning", "why", "rationale", "comment", "analysis"})
_AT_STEP = r"\s{0,3}(?:@|\(?(?:at\s)?step)\s{0,3}(\d{1,18})\)?"
_LABEL_TEXT = rf"(?:\bb(?:lock)?[\s_#-]{{0,3}}(\d{{1,18}})(?:{_AT_STEP})?|\b(\d{{1,18}})@(\d{{1,18}}))"
_LABEL = re.compile(_LABEL_TEXT, re.IGNORECASE)
_KEYS = (
    r"is[ _]?correct", "correct(?:ness)?", "verdict", r"is[ _]?right", "judge?ment", "block", "label", "explanation",
    "reason(?:ing)?", r"b(?:lock)?[_ #-]?\d{1,9}(?:@\d{1,9})?",
)  # fmt: skip
_MARKS = "[✅✓✔☑🟢👍❌✗✘✖☒🔴👎🚫❓🟡⚠]"
_LINE = re.compile(
    rf"(?P<mark>{_MARKS}\W{{0,4}})?(?:feedback\s*:\s*)?(?:(?:the|for|in|at|on|about)\s+){{0,2}}(?:basic\s+)?(?:block\s+)?"
    rf"\[?{_LABEL_TEXT}\]?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_FIELD = re.compile(r"[\"']?(?P<key>[A-Za-z][A-Za-z _]{1,20}?)[\"']?\s*[:=]\s*(?P<value>.*)", re.DOTALL)
_ELEMENT = re.compile(
    r"<(?P<name>\w{1,20})(?P<attributes>(?:\s[^<>]{0,300})?)>(?P<text>[^<]{0,5000})</(?P=name)>"
)
_ATTRIBUTE = re.compile(r"(\w{1,20})=[\"']([^\"']{0,300})[\"']")
_TAG = re.compile(r"</?\w{1,20}[^<>]{0,300}>")
NUMBERS = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the model says of one step's block: a claim; `correct` is None where it says neither right nor wrong."""

    step: StepNo
    block: BlockId
    correct: bool | None
    explanation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictReply:
    """The verdicts of an answer, in the order of the steps asked about; `is_cut` where its end is missing."""

    verdicts: tuple[Verdict, ...]
    is_cut: bool = False


@dataclass(slots=True)
class _Record:
    """One verdict as it was written: its label ("" for none), its judgement and its reason."""

    label: str
    correct: bool | None = None
    is_judged: bool = False
    why: str = ""


def parse_verdicts(text: str, facts: Sequence[BlockFacts], is_cut: bool = False) -> VerdictReply:
    """Verdicts on the asked steps, in their order; a label that names no asked step is passed over.

    A label may be "BLOCK-3@17", "3", "BLOCK-3" (then the next unjudged step of that block), or missing (then
    the order decides). The last word on a step counts.

    Args:
        text: of the model.
        facts: of the steps that were asked about.
        is_cut: whether it is known to have been cut off.

    Raises:
        BadAnswer: the text holds no verdict at all.
    """
    answer = answer_text(text)
    records, cut = _from_objects(answer)
    if not records and '{\\"' in answer:
        records, cut = _from_objects(answer.replace('\\"', '"').replace("\\n", "\n"))
    if not records and "“" in answer:
        records, cut = _from_objects(answer.replace("“", '"').replace("”", '"'))
    if not records and "</" in answer:
        answer = _without_tags(answer)
    if not records:
        records = [record for record in _from_lines(answer, len(facts) == 1) if record.is_judged]
    found: dict[StepNo, Verdict] = {}
    for number, record in enumerate(records):
        fact = _fact_for(record.label, facts, found, number)
        if fact is not None:
            found[fact.step] = Verdict(
                step=fact.step, block=fact.block, correct=record.correct, explanation=record.why.strip()
            )
    if not found:
        raise BadAnswer(_why_none(answer, records, cut or is_cut))
    verdicts = tuple(found[fact.step] for fact in facts if fact.step in found)
    return VerdictReply(verdicts=verdicts, is_cut=cut or is_cut)


def _why_none(answer: str, records: Sequence[_Record], cut: bool) -> str:
    if records:
        labels = list(
            dict.fromkeys(" ".join(record.label.split())[:20] for record in records if record.label)
        )
        return f"the answer judges none of the steps that were asked about, only {', '.join(labels[:5]) or 'others'}"
    if cut:
        return "the answer stops before its first verdict is whole; ask again"
    return f"the answer holds no verdict: {beginning(answer)}"


def _from_objects(text: str) -> tuple[list[_Record], bool]:
    """The verdicts among the objects of a text, and whether the last one lacks its end."""
    records: list[_Record] = []
    cut, end = False, 0
    for one in read_objects(text, _KEYS):
        if not one.is_whole:
            cut = cut or _is_verdict(one)
            continue
        named = {_plain_key(key): value for key, value in one.fields.items()}
        said = next((named[key] for key in named if key in _CORRECT_KEYS), _MISSING)
        wrong = next((named[key] for key in named if key in _WRONG_KEYS), _MISSING)
        label = _label_in(named)
        if said is _MISSING and isinstance(wrong, bool):
            said = not wrong
        if said is not _MISSING and not _holds_objects(said):
            why = next((_text(named[key]) for key in named if key in _WHY_KEYS), "")
            records.append(_judged(label or _label_before(text, end, one.start), said, why))
        else:
            records += [
                _judged(key, value, "")
                for key, value in one.fields.items()
                if _LABEL.fullmatch(key.strip(" []")) and not isinstance(value, dict | list)
            ]
        end = one.end
    return records, cut


_MISSING = object()


def _holds_objects(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(one, dict) for one in value)
    )


def _label_in(named: Mapping[str, object]) -> str:
    """The label among the fields of an object: a number alone is a block's, under "step" a step's."""
    labels = {key: _text(named[key]) for key in named if key in _BLOCK_KEYS}
    step = labels.pop("step", "")
    label = next(iter(labels.values()), "")
    if NUMBERS.fullmatch(step):
        return label if "@" in label or (label and not NUMBERS.search(label)) else f"{label}@{step}"
    return label or step


def _without_tags(text: str) -> str:
    """Elements as lines of fields: an element by its name, its attributes by theirs."""

    def lines(found: re.Match[str]) -> str:
        fields = _ATTRIBUTE.findall(found["attributes"])
        name = "explanation" if fields else found["name"]
        return "\n".join([*(f"{key}: {value}" for key, value in fields), f"{name}: {found['text']}", ""])

    return _TAG.sub("", _ELEMENT.sub(lines, text))


def _is_verdict(one: ReadObject) -> bool:
    return any(
        _plain_key(key) in _CORRECT_KEYS | _BLOCK_KEYS or _LABEL.search(key)
        for key in (*one.fields, *one.places)
    )


def _plain_key(key: str) -> str:
    return re.sub(r"[^a-z]", "", key.lower())


def _judged(label: str, said: object, why: str) -> _Record:
    """A record of what stands for right or wrong; what follows the word is the reason where there is no other."""
    judgement = read_judgement(said)
    if judgement is None:
        return _Record(label, None, True, why)
    return _Record(label, judgement.is_right, True, why or judgement.rest)


def _label_before(text: str, start: int, end: int) -> str:
    """The last label between two objects: the line above this one, or the key that it is the value of."""
    found = list(_LABEL.finditer(text, max(start, end - 200), end))
    return found[-1][0] if found else ""


def _text(value: object) -> str:
    """What an object says, a list of sentences as one text."""
    if isinstance(value, list):
        return " ".join(map(_text, (item for item in value if isinstance(item, str | int))))
    return str(value).strip() if isinstance(value, str | int) else ""


def _from_lines(text: str, is_single: bool) -> Iterator[_Record]:
    """Verdicts in prose: lines that begin with a label, the lines under them, and the rows of a table."""
    rows = table_rows(text)
    if rows:
        yield from _from_table(rows)
        return
    record = _Record("") if is_single else None
    for line in text.split("\n"):
        bare = plain_line(line)
        labelled = _LINE.match(bare)
        if labelled is not None:
            if record is not None:
                yield record
            record = _Record(_label_of(labelled))
            _say(record, (labelled["mark"] or "") + labelled["rest"], "")
            continue
        field = _FIELD.fullmatch(bare)
        key = _plain_key(field["key"]) if field else ""
        if (
            field
            and key in _BLOCK_KEYS
            and (label := _LABEL.search(field["value"]) or NUMBERS.search(field["value"]))
        ):
            if record is not None:
                yield record
            record = _Record(label[0])
        elif record is not None and bare:
            is_word = is_single and field and key in _CORRECT_KEYS and read_judgement(field["value"]) is None
            if field and key in _CORRECT_KEYS | _WHY_KEYS and not is_word:
                _say(record, field["value"], key)
            else:  # "right: it begins at 0" is a judgement, "right: true" a field
                _say(record, bare, "")
    if record is not None:
        yield record


def _say(record: _Record, text: str, key: str) -> None:
    """Add what a line says: its judgement where it begins with one, else it is part of the reason."""
    judgement = read_judgement(text) if key not in _WHY_KEYS and not record.is_judged else None
    if judgement is not None:
        record.correct, record.is_judged, text = judgement.is_right, True, judgement.rest
    elif key in _CORRECT_KEYS:
        record.is_judged = True
        return
    if record.is_judged or key in _WHY_KEYS:
        record.why = f"{record.why} {plain_line(text)}".strip()


def _from_table(rows: Sequence[Sequence[str]]) -> Iterator[_Record]:
    """One verdict a row; the columns are those that the head names, else label, verdict, reason."""
    heads = [_plain_key(cell) for cell in rows[0]]
    columns = {
        kind: next((place for place, head in enumerate(heads) if head in names), default)
        for kind, names, default in (
            ("label", _BLOCK_KEYS, 0), ("correct", _CORRECT_KEYS, 1), ("why", _WHY_KEYS, 2)
        )
    }  # fmt: skip
    for row in rows:
        cells = {kind: row[place] if place < len(row) else "" for kind, place in columns.items()}
        label = _LABEL.search(cells["label"]) or NUMBERS.fullmatch(cells["label"].strip())
        if label is not None:
            yield _judged(label[0], cells["correct"], cells["why"])


def _label_of(match: re.Match[str]) -> str:
    block, step = (match[at] or match[at + 2] for at in (2, 3))
    return f"BLOCK-{block}@{step}" if step else f"BLOCK-{block}"


def _fact_for(
    label: str, facts: Sequence[BlockFacts], judged: Mapping[StepNo, Verdict], order: int
) -> BlockFacts | None:
    numbers = [int(number) for number in NUMBERS.findall(label)[:2]]
    if label.startswith("@"):
        return next((fact for fact in facts if [fact.step] == numbers), None)
    if "@" in label and len(numbers) == 2:
        return next((fact for fact in facts if [fact.block, fact.step] == numbers), None)
    if numbers:
        of_block = [fact for fact in facts if fact.block == numbers[0]]
        unjudged = [fact for fact in of_block if fact.step not in judged]
        return next(iter(unjudged or of_block[-1:]), None)
    return facts[order] if order < len(facts) and not label else None
