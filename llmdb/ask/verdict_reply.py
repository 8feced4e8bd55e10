"""Reads verdicts out of a model's text: objects, tables, lists, or lines with a label and a word."""

import re
from collections.abc import Iterator, Mapping, Sequence

from llmdb.ask.facts import BlockFacts
from llmdb.ask.replies import (
    ReadObject,
    answer_text,
    beginning,
    plain_line,
    read_conclusion,
    read_judgement,
    read_objects,
    table_rows,
    with_plain_marks,
    without_latex,
    without_tags,
)
from llmdb.errors import BadAnswer
from llmdb.types import BlockId, StepNo
from llmdb.values import dataclass

_BLOCK_KEYS = frozenset(
    {"block", "label", "blocklabel", "blockid", "basicblock", "visit", "step", "id", "name"}
)
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
        "valid",
        "isvalid",
        "result",
        "assessment",
        "evaluation",
        "decision",
    }
)
_WRONG_KEYS = frozenset(
    {"incorrect", "isincorrect", "wrong", "iswrong", "buggy", "isbuggy", "hasbug", "faulty", "isfaulty"}
)
"""Keys whose "true" says that the block is wrong."""
_WHY_KEYS = frozenset(
    {
        "explanation",
        "reason",
        "reasons",
        "reasoning",
        "why",
        "rationale",
        "comment",
        "comments",
        "analysis",
        "note",
        "notes",
        "details",
        "justification",
    }
)
_AT_STEP = r"\s{0,3}(?:@\s{0,3}(?:step)?|\(?(?:at\s)?step)\s{0,3}(\d{1,18})\)?"
_LABEL_TEXT = rf"(?:\bb(?:lock)?[\s_#-]{{0,3}}(\d{{1,18}})(?:{_AT_STEP})?|\b(\d{{1,18}})@(\d{{1,18}}))"
_LABEL = re.compile(_LABEL_TEXT, re.IGNORECASE)
_KEYS = (
    r"is[ _]?correct", "correct(?:ness)?", "verdict", r"is[ _]?right", "judge?ment", "block", "visit", "label",
    "explanation", "reason(?:ing)?", r"b(?:lock)?[_ #-]?\d{1,9}(?:@\d{1,9})?",
)  # fmt: skip
_FIELD_NAMES = _BLOCK_KEYS | _CORRECT_KEYS | _WRONG_KEYS | _WHY_KEYS
_MARKS = "[✅✓✔☑🟢👍❌✗✘✖☒🔴👎🚫❓🟡⚠]"
_LINE = re.compile(
    rf"(?P<mark>{_MARKS}\W{{0,4}})?(?:feedback\s*:\s*)?(?:(?:the|for|in|at|on|about)\s+){{0,2}}(?:basic\s+)?(?:block\s+)?"
    rf"\[?{_LABEL_TEXT}\]?(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_FIELD = re.compile(r"[\"']?(?P<key>[A-Za-z][A-Za-z _]{1,20}?)[\"']?\s*[:=]\s*(?P<value>.*)", re.DOTALL)
_STEP_LINE = re.compile(r"(?:at\s+)?step\s{0,2}#?(\d{1,18})\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"\s*(?:basic\s+)?(?:blocks?|visits?|steps?|ones?)?\s*:?\s*", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"\W{0,3}(?:(?:your |a |the |one )?(?:short )?(?:reason|explanation|sentence)|\.{3}|…)\W{0,3}", re.I
)
_QUESTION = re.compile(r"[^?\n]{1,200}\?[\s*_`\"']*")
_SETTLED = re.compile(
    r"(?:[*_`\"'\s]*)(?:final |my )?(?:(?:answer|verdict|conclusion)\s*[:=]|(?:right|wrong)\s*[*_`]*\s*:)",
    re.I,
)
_MOST_LINES = 1_000
"""Lines of prose that are read for verdicts: most answers have tens."""
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
    """One verdict as it was written: its label ("" for none), its judgement, its reason, and its line without one."""

    label: str
    correct: bool | None = None
    is_judged: bool = False
    why: str = ""
    rest: str = ""


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
    records, cut = _read(answer, facts)
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


def _read(answer: str, facts: Sequence[BlockFacts]) -> tuple[list[_Record], bool]:
    """The verdicts of an answer in the form in which it holds some, and whether the last one lacks its end."""
    cut = False
    for said in _with_marks_of_json(answer):
        records, cut = _from_objects(said, len(facts) == 1)
        if records:
            return records, cut
    if "</" in answer:
        answer = without_tags(answer, lambda name: _plain_key(name) in _FIELD_NAMES)
    for said in dict.fromkeys((answer, without_latex(answer), with_plain_marks(answer))):
        records = [record for record in _from_lines(said, facts) if record.is_judged]
        if records:
            return records, cut
    return [], cut


def _with_marks_of_json(answer: str) -> Iterator[str]:
    """The answer, then as it is within a string, and with the marks of other scripts as those of JSON."""
    yield answer
    if '{\\"' in answer:
        yield answer.replace('\\"', '"').replace("\\n", "\n")
    if (plain := with_plain_marks(answer)) != answer:
        yield plain


def _why_none(answer: str, records: Sequence[_Record], cut: bool) -> str:
    if records:
        labels = list(
            dict.fromkeys(" ".join(record.label.split())[:20] for record in records if record.label)
        )
        return f"the answer judges none of the steps that were asked about, only {', '.join(labels[:5]) or 'others'}"
    if cut:
        return "the answer stops before its first verdict is whole; ask again"
    return f"the answer holds no verdict: {beginning(answer)}"


def _from_objects(text: str, is_single: bool) -> tuple[list[_Record], bool]:
    """The verdicts among the objects of a text, and whether the last one lacks its end."""
    records: list[_Record] = []
    cut, end = False, 0
    for one in read_objects(text, (*_KEYS, "right", "wrong") if is_single else _KEYS):
        if not one.is_whole:
            cut = cut or _is_verdict(one)
            continue
        named = {_plain_key(key): value for key, value in one.fields.items()}
        said = next((named[key] for key in named if key in _CORRECT_KEYS), _MISSING)
        wrong = next((named[key] for key in named if key in _WRONG_KEYS), _MISSING)
        label = _label_in(named)
        if said is _MISSING and isinstance(wrong, bool):
            said = not wrong
        if is_single and (short := _short_form(named)) is not None:
            records.append(short)
            end = one.end
            continue
        if said is not _MISSING and not _holds_objects(said):
            why = next((_text(named[key]) for key in named if key in _WHY_KEYS), "")
            records.append(_judged(label or _label_before(text, end, one.start), said, why))
        else:
            records += [
                _judged(key, *_value_and_why(value))
                for key, value in one.fields.items()
                if _LABEL.fullmatch(key.strip(" []")) and not _holds_objects(value)
            ]
        end = one.end
    return records, cut


_MISSING = object()


def _value_and_why(value: object) -> tuple[object, str]:
    """The judgement of `[false, "acc is kept"]`, and its reason; of anything else itself."""
    if isinstance(value, list) and value:
        return value[0], _text(value[1:])
    return value, ""


def _short_form(named: Mapping[str, object]) -> _Record | None:
    """The verdict of `{"wrong": "acc is kept"}`, the words of the short form as a key; None for any other object."""
    for key, is_right in (("right", True), ("wrong", False)):
        said = named.get(key)
        if isinstance(said, str) and len(named) == 1 and read_judgement(said) is None:
            return _Record("", is_right, True, said)
    return None


def _holds_objects(value: object) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(one, dict) for one in value)
    )


def _label_in(named: Mapping[str, object]) -> str:
    """The label among the fields of an object: a number alone is a block's, under "step" a step's."""
    labels = {key: _label_text(named[key]) for key in named if key in _BLOCK_KEYS}
    step = labels.pop("step", "")
    label = next(iter(labels.values()), "")
    if NUMBERS.fullmatch(step):
        return label if "@" in label or (label and not NUMBERS.search(label)) else f"{label}@{step}"
    return label or step


def _label_text(value: object) -> str:
    """A label, or that of an object which tells of a block."""
    if isinstance(value, dict):
        return _label_in({_plain_key(str(key)): inner for key, inner in value.items()})
    return _text(value)


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


def _from_lines(text: str, facts: Sequence[BlockFacts]) -> Iterator[_Record]:
    """Verdicts in prose: lines that begin with a label, the lines under them, and the rows of a table."""
    rows = table_rows(text)
    if rows:
        yield from _from_table(rows)
        return
    yield from _Lines(facts).read(text)


class _Lines:
    """One pass over the lines of an answer: the record that is under way, and what a heading says of those under it."""

    def __init__(self, facts: Sequence[BlockFacts]) -> None:
        self._is_single = len(facts) == 1
        self._steps = frozenset(fact.step for fact in facts)
        self._record = _Record("") if self._is_single else None
        self._heading: bool | None = None

    def read(self, text: str) -> Iterator[_Record]:
        for line in text.replace("], [", "\n").split("\n", _MOST_LINES)[:_MOST_LINES]:
            bare = plain_line(line)
            if not bare:
                continue
            begun = self._begin(bare)
            if begun is not None:
                yield from self._finished()
                self._record, said = begun
                _say(self._record, said, "")
            elif self._may_be_heading() and (heading := _heading_in(bare)) is not None:
                yield from self._finished()
                self._heading, self._record = heading.correct, None
                yield from (
                    _Record(label[0], heading.correct, True) for label in _LABEL.finditer(heading.rest)
                )
            elif self._record is not None:
                self._add(self._record, bare)
        yield from self._finished()

    def _finished(self) -> Iterator[_Record]:
        record = self._record
        if record is not None:
            if not record.is_judged and record.label and self._heading is not None:
                record.correct, record.is_judged, record.why = self._heading, True, record.rest
            yield record

    def _begin(self, bare: str) -> tuple[_Record, str] | None:
        """The record that a line begins, and what it says of it: the label is first, or behind the judgement."""
        labelled = _LINE.match(bare)
        if labelled is not None:
            return _Record(_label_of(labelled)), (labelled["mark"] or "") + labelled["rest"]
        field = _FIELD.fullmatch(bare)
        if field and _plain_key(field["key"]) in _BLOCK_KEYS:
            label = _LABEL.search(field["value"]) or NUMBERS.search(field["value"])
            if label is not None:
                return _Record(label[0]), ""
        has_label = _LABEL.search(bare) is not None
        step = None if has_label else _STEP_LINE.match(bare)
        if step is not None and int(step[1]) in self._steps:
            said = read_judgement(step["rest"])
            return None if said is None else (_Record(f"@{step[1]}"), step["rest"])
        judgement = read_judgement(bare) if has_label and not self._is_single else None
        labelled = _LINE.match(plain_line(judgement.rest)) if judgement is not None else None
        if judgement is not None and labelled is not None:
            record = _Record(_label_of(labelled), judgement.is_right, True)
            return record, labelled["rest"]
        return None

    def _may_be_heading(self) -> bool:
        """Whether a judgement alone on a line cannot be that of the record above it."""
        record = self._record
        return record is None or (
            not self._is_single and (record.is_judged or (self._heading is not None and bool(record.rest)))
        )

    def _add(self, record: _Record, bare: str) -> None:
        """Add a line to the record that is under way."""
        if self._is_single:
            if question := _QUESTION.match(bare):
                if question.end() == len(bare) and not record.is_judged:
                    return
                bare = bare if read_judgement(bare) else bare[question.end() :]
            if record.is_judged and _SETTLED.match(bare) and (again := read_judgement(bare)) is not None:
                if _PLACEHOLDER.fullmatch(again.rest):
                    return
                record.correct, record.why = again.is_right, plain_line(again.rest)
                return
        field = _FIELD.fullmatch(bare)
        key = _plain_key(field["key"]) if field else ""
        is_word = (
            self._is_single and field and key in _CORRECT_KEYS and read_judgement(field["value"]) is None
        )
        if field and key in _CORRECT_KEYS | _WHY_KEYS and not is_word:
            _say(record, field["value"], key)
        else:  # "right: it begins at 0" is a judgement, "right: true" a field
            _say(record, bare, "", is_single=self._is_single)


def _heading_in(bare: str) -> _Record | None:
    """What a line says that stands over a list, "Incorrect blocks:", and the labels in it; None for any other line."""
    word = re.match(r"\w{1,20}", bare)
    judgement = read_judgement(word[0]) if word else None
    if word is None or judgement is None:
        return None
    heading = _HEADING.match(bare, word.end())
    end = heading.end() if heading else len(bare)
    if end < len(bare) and not _LABEL.match(bare, end):
        return None
    return _Record("", judgement.is_right, True, rest=bare[end:])


def _say(record: _Record, text: str, key: str, *, is_single: bool = False) -> None:
    """Add what a line says: its judgement where it begins with one, else it is part of the reason."""
    judgement = read_judgement(text) if key not in _WHY_KEYS and not record.is_judged else None
    if is_single and judgement is not None and _PLACEHOLDER.fullmatch(judgement.rest):
        return  # the asked form, copied
    if is_single and judgement is None and key not in _WHY_KEYS and not record.is_judged:
        judgement = read_conclusion(text)
    if judgement is not None:
        record.correct, record.is_judged, text = judgement.is_right, True, judgement.rest
    elif key in _CORRECT_KEYS:
        record.is_judged = True
        return
    if record.is_judged or key in _WHY_KEYS:
        record.why = f"{record.why} {plain_line(text)}".strip()
    elif not record.rest:
        record.rest = plain_line(text)


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
        if label is not None and cells["correct"].strip():
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
