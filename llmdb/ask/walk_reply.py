"""Reads ORCA's answer form: `Block: n`, `Symbol Table: {...}`, `Is Error: ...`, `Error Type: ...`, `<END>`.

Models rarely keep to the form: they write `### Block 3` or `2. **Block 3:**`, repeat a heading, leave out the table or
the end, copy the graph first, fence the answer, fill in `Error Type: None` everywhere, and go on after the error. The
rules that read all of this are about the form alone: nothing here looks at the program or at what it really did.
"""

import re
from collections.abc import Sequence
from dataclasses import field

from llmdb.ask.replies import answer_text, read_objects, table_rows, without_tags
from llmdb.ask.symbol_values import parse_symbol_table, symbol_table_text
from llmdb.ask.walks import SymbolTable, Walk, WalkError, WalkStep
from llmdb.errors import BadAnswer
from llmdb.types import BlockId
from llmdb.values import dataclass

_DECORATION = r"^[\s>#*_`=\[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff-]*+(?:\d+[.)][\s*_`\[]*+)?"
_BLOCK = re.compile(
    _DECORATION
    + r"(?:(?:step|visit)\s*#?\d+[\s:.,)*–—-]*)?(?:(?:basic|current|executing|entering|visiting)\s+)*"
    + r"block(?:\s+(?:number|id))?(?:[\s*_#`]*:[\s*_`\[]*(?:block\s?)?[B#]?(\d{1,9})\b(.*)"
    + r"|[\s*_#`]*B?(\d{1,9})(?!\d)[\s*_#`]*(?:$|[:.,(\])=–—-](.*)))$",
    re.IGNORECASE,
)
"""A heading: with a colon before the number, or with nothing but punctuation after it ("Block 2 is last" is prose)."""

_LABEL = re.compile(
    _DECORATION
    + r"(statements?|next|observations?|reasoning|actions?|(?:initial |updated |final )?symbol table|is error"
    + r"|error types?|error statement|error line|error message|error block|error|next block|condition)"
    + r"[\s*_`]*[:=][\s*_`]*(.*)$",
    re.IGNORECASE,
)
_NEXT_IF = re.compile(_DECORATION + r"(?:next,?\s+)?if (?:true|false)\b", re.IGNORECASE)
_STOP = re.compile(r"<\s*(stop|end)\s*>", re.IGNORECASE)
_END_WORD = re.compile(r"\b(?:end|none|stop)\b", re.IGNORECASE)
_END_LINE = re.compile(
    r"[\s*_`#>.-]*(?:the )?(?:end|stop)(?: of (?:the )?(?:program|execution|walk))?[\s*_`.]*", re.IGNORECASE
)
_KEYS = (
    "block", "symbol[ _]?table", "is[ _]?error", "error[ _]?type", "error[ _]?statement", "reasoning", "observation",
    "next[ _]?block", "state", "variables",
)  # fmt: skip
_NAMES_OF_TABLES = frozenset({"state", "variables", "table", "symbols"})
_ELEMENTS = frozenset(
    {"block", "symboltable", "iserror", "errortype", "errorstatement", "nextblock", *_NAMES_OF_TABLES}
)
_ONE = r"(?:(?:basic\s)?b(?:lock)?[\s#-]?)?\d{1,9}"
_ARROW = r"\s*+(?:,|;|-?->|=>|→|⇒|>)\s*+"
_SEQUENCE = re.compile(
    rf"[\s>#*_`]*+(?:[a-z ]{{1,40}}+:)?[\s*_`]*+(?P<opened>\[)?\s*(?P<blocks>{_ONE}(?:{_ARROW}{_ONE})++)"
    rf"(?P<end>(?:{_ARROW})?<?(?:end|stop|exit)>?)?\s*+(?P<closed>\])?[\s*_`.]*+",
    re.IGNORECASE,
)
"""The blocks of a walk on one line: `B1 → B2 → END`, `[1, 2, 3]`."""
_LONGEST_SEQUENCE = 20_000
_GO_TO = re.compile(
    r"(?:go|move|goes|moves|proceed|continue)\s+(?:on\s+)?to\s+(?:the\s+)?block:?\s*(\d{1,9})(?!\d)",
    re.IGNORECASE,
)
_UNCHANGED = re.compile(r"\b(?:unchanged|no changes?|same as (?:before|above|previous))\b", re.IGNORECASE)
_NO_ERROR = frozenset({"", "none", "null", "n/a", "na", "no", "nil", "noerror", "false", "-"})
_END_ALONE = re.compile(r"[\s*_`>#-]*<\s*(?:end|stop)\s*>[\s*_`.]*", re.IGNORECASE)
_ERROR_REPORT = frozenset({"error type", "error statement", "error line", "error message"})
_MAX_LINES = 100_000


@dataclass
class _Section:
    """The lines under one `Block:` heading, sorted by the label that they follow."""

    block: BlockId
    parts: dict[str, list[str]] = field(default_factory=dict)
    error_block: BlockId | None = None
    ends: bool = False

    def text(self, label: str) -> str:
        return "\n".join(self.parts[label]).strip() if label in self.parts else ""

    def has(self, label: str) -> bool:
        return label in self.parts

    @property
    def claims_error(self) -> bool:
        said = self.text("is error").lower().lstrip("'\"*` ")
        return said.startswith(("true", "yes")) if said else bool(self.error_type)

    @property
    def error_type(self) -> str:
        return _error_name(self.text("error type")) or _error_in(self.text("is error"))


def parse_reply(text: str, *, known_blocks: int | None = None) -> Walk:
    """The walk that an answer tells, up to its first error or end.

    Args:
        text: the model's answer.
        known_blocks: how many blocks the graph has; visits of others are dropped. None keeps all.

    Returns:
        The walk; it stops at the first block that claims an error.

    Raises:
        BadAnswer: no `Block: n` is in it.
    """
    answer = answer_text(text)
    sections = _sections_of(answer)
    if known_blocks is not None:
        sections = _without_copied_graph(sections, known_blocks)
        sections = [section for section in sections if 1 <= section.block <= known_blocks]
    if not sections:
        raise BadAnswer("the answer has no line 'Block: n', so it holds no walk of the graph; ask again")
    steps: list[WalkStep] = []
    for section in sections:
        whole = section is not sections[-1] or section.ends or section.has("is error")
        steps.append(_step(section, steps[-1].state if steps else None, is_whole=whole))
        if section.claims_error:
            return Walk(steps=tuple(steps), error=_error(section, known_blocks))
    last = sections[-1]
    following = None if last.ends and not last.has("next block") else _following(last)
    return Walk(steps=tuple(steps), ended=last.ends and following is None, following=following)


def _sections_of(answer: str) -> list[_Section]:
    """The visits of an answer in the form in which it tells some."""
    sections = _merge_repeats(_split(answer))
    if not any(section.has("symbol table") or section.has("is error") for section in sections):
        sections = _from_sequence(answer) or sections
    if not sections:
        sections = _from_objects(answer) or _from_table(answer)
    if not sections and "</" in answer:
        plain = without_tags(answer, lambda name: re.sub(r"[^a-z]", "", name.lower()) in _ELEMENTS)
        sections = _merge_repeats(_split(plain)) if plain != answer else []
    return sections


def _from_sequence(text: str) -> list[_Section]:
    """The blocks of the last line that is but a list of blocks."""
    rows = [row for row in text.split("\n") if row.strip(" `")]
    for line in reversed(rows):
        is_list = len(line) < _LONGEST_SEQUENCE and any(sign in line for sign in ",;>→⇒")
        found = _SEQUENCE.fullmatch(line) if is_list else None
        if found is None or (
            len(rows) > 1 and not re.search(r"block|\bB\d|end\b|stop\b", line, re.IGNORECASE)
        ):
            continue
        sections = [_Section(block=int(number)) for number in re.findall(r"\d+", found["blocks"])]
        is_whole = bool(found["opened"]) and bool(found["closed"])
        sections[-1].ends = is_whole or found["end"] is not None or _STOP.search(text) is not None
        return sections
    return []


def _from_table(text: str) -> list[_Section]:
    """The visits that a Markdown table tells, a row each."""
    rows = table_rows(text)
    heads = [_canonical(head.strip().replace("_", " ")) for head in rows[0]] if rows else []
    sections: list[_Section] = []
    for row in rows[1:] if "block" in heads else []:
        cells = dict(zip(heads, row, strict=False))
        number = re.search(r"(?<!\d)\d{1,9}(?!\d)", cells.pop("block", ""))
        if number is not None and cells:
            sections.append(
                _Section(block=int(number[0]), parts={key: [said] for key, said in cells.items()})
            )
    if sections:
        sections[-1].ends = _STOP.search(text) is not None
    return sections


def _from_objects(text: str) -> list[_Section]:
    """One section for each object that tells a visit; the walk ends with them where the last one is whole."""
    sections: list[_Section] = []
    is_cut = False
    for one in read_objects(text, _KEYS):
        is_cut = not one.is_whole
        fields = {key.replace("_", " "): value for key, value in one.fields.items()}
        number = re.search(r"(?<!\d)\d{1,9}(?!\d)", str(fields.get("block", "")))
        if (
            is_cut
            or number is None
            or fields.keys().isdisjoint({"symbol table", "is error", "error type", *_NAMES_OF_TABLES})
        ):
            continue
        parts = {
            _canonical(key.replace("_", " ")): text[start:end].strip(" \t\n,").split("\n")
            for key, (start, end) in one.places.items()
        }
        sections.append(_Section(block=int(number[0]), parts={**parts, "statement": []}))
    if sections:
        sections[-1].ends = not is_cut
    return sections


def _split(text: str) -> list[_Section]:
    """One section for each heading; a `Block: n` among the lines of an error names its place instead."""
    sections: list[_Section] = []
    label = "intro"
    for line in text.splitlines()[:_MAX_LINES]:
        heading = _BLOCK.match(line) if "block" in line.lower() else None
        current = sections[-1] if sections else None
        if heading is None:
            if current is not None:
                label = _take(current, line, label)
            continue
        number, rest = int(heading[1] or heading[3]), heading[2] or heading[4] or ""
        if (
            current is not None
            and current.error_block is None
            and not current.ends
            and label in _ERROR_REPORT
            and current.error_type
        ):
            current.error_block, label = number, "error detail"
            continue
        sections.append(_Section(block=number))
        label = _take(sections[-1], rest, "statement") if _LABEL.match(rest) else "statement"
    return sections


def _take(section: _Section, line: str, label: str) -> str:
    """Put a line where it belongs; the label under which the next one falls."""
    found = _LABEL.match(line) if ":" in line or "=" in line else None
    if "if " in line.lower() and _NEXT_IF.match(line):
        label, rest = "next", line
    elif found:
        label, rest = _canonical(found[1]), found[2]
    else:
        rest = line
    if (
        ("<" in line and _STOP.search(line) and label not in {"next", "statement"})
        or (label == "statement" and not section.parts and _END_ALONE.fullmatch(line))
        or (label == "next block" and _END_WORD.search(rest))
        or (len(line) < 60 and section.has("is error") and _END_LINE.fullmatch(line))
    ):
        section.ends = True
    if found and label == "error block" and (number := re.search(r"(?<!\d)\d{1,9}(?!\d)", rest)):
        section.error_block = int(number[0])
    if found and label == "symbol table" and section.has(label) and "{" in rest:
        section.parts[label] = []  # the last table said for a block is the one that counts
    if found or rest.strip():
        section.parts.setdefault(label, []).append(rest)
    return label


def _canonical(label: str) -> str:
    low = label.lower()
    if low in _NAMES_OF_TABLES:
        return "symbol table"
    if low.endswith("symbol table"):
        return "initial table" if low.startswith("initial") else "symbol table"
    return {
        "statements": "statement",
        "observations": "observation",
        "actions": "action",
        "error types": "error type",
        "error": "error type",
    }.get(low, low)


def _merge_repeats(sections: Sequence[_Section]) -> list[_Section]:
    """Join a heading that only repeats the one before it, as reports of an error do."""
    merged: list[_Section] = []
    for section in sections:
        before = merged[-1] if merged else None
        if before is None or before.block != section.block or _is_another_visit(before, section):
            merged.append(section)
            continue
        for label, lines in section.parts.items():
            if label == "is error" and before.claims_error:
                continue
            whole = label in {"symbol table", "is error"}
            before.parts[label] = lines if whole else before.parts.get(label, []) + lines
        before.error_block = before.error_block or section.error_block
        before.ends = before.ends or section.ends
    return merged


def _is_another_visit(before: _Section, section: _Section) -> bool:
    """Whether a repeated heading tells again what each visit tells once, or nothing at all, as a bare list does."""
    if section.has("statement") or not (before.parts or section.parts):
        return True
    if before.has("is error") and section.has("is error"):
        return True
    return section.has("symbol table") and before.has("symbol table") and _table(before) != _table(section)


def _without_copied_graph(sections: list[_Section], blocks: int) -> list[_Section]:
    """Leave out a copy of the whole graph that the walk is written under: statements and exits, block by block."""
    copied = sections[:blocks]
    if len(sections) == blocks or [section.block for section in copied] != list(range(1, blocks + 1)):
        return sections
    return (
        sections
        if any(section.parts.keys() - {"statement", "next"} for section in copied)
        else sections[blocks:]
    )


def _step(section: _Section, before: SymbolTable | None, *, is_whole: bool) -> WalkStep:
    why = section.text("reasoning") or section.text("observation")
    table = _table(section, is_whole=is_whole)
    if not table and _UNCHANGED.search(section.text("symbol table")):
        table = before
    return WalkStep(block=section.block, state=table, why=why)


def _table(section: _Section, *, is_whole: bool = True) -> SymbolTable | None:
    if not section.has("symbol table"):
        return None
    return parse_symbol_table(symbol_table_text(section.text("symbol table")), is_whole=is_whole)


def _error(section: _Section, known_blocks: int | None) -> WalkError:
    """The claimed error, in the block that its report names."""
    named = section.error_block
    exists = named is not None and named >= 1 and (known_blocks is None or named <= known_blocks)
    statement = section.text("error statement") or section.text("error line")
    reason = section.text("reasoning") or section.text("error detail") or section.text("observation")
    return WalkError(
        type=section.error_type,
        block=named if named is not None and exists else section.block,
        statement=statement.splitlines()[0].strip(" `'\"") if statement else "",
        reason=reason,
    )


def _error_name(text: str) -> str:
    """`<class 'TypeError'>`, `TypeError: bad operand` and `**TypeError**` are all TypeError; "" for none."""
    if not text.strip():
        return ""
    first = text.strip().splitlines()[0]
    named = re.search(r"<class '([\w.]+)'>", first) or re.search(
        r"\b(\w*(?:Error|Exception|Exit|Interrupt|Iteration))\b", first
    )
    if named:
        return named[1].rsplit(".", 1)[-1]
    word = re.match(r"[\w/]+", first.strip("`*'\" "))
    found = word[0] if word else ""
    return "" if found.lower() in _NO_ERROR else found


def _error_in(text: str) -> str:
    """The error that stands behind "True": `True (ZeroDivisionError: division by zero)`."""
    if not text.lower().lstrip("'\"*` ").startswith(("true", "yes")):
        return ""
    named = re.search(r"\b(\w*(?:Error|Exception|Exit|Interrupt|Iteration))\b", text[:300])
    return named[1] if named else ""


def _following(section: _Section) -> BlockId | None:
    """The block that the last section says comes next, if it says one only."""
    if section.has("next block"):
        number = re.search(r"(?<!\d)\d{1,9}(?!\d)", section.text("next block"))
        return int(number[0]) if number else None
    for label in ("action", "reasoning", "condition"):
        targets = {int(number) for number in _GO_TO.findall(section.text(label))}
        if len(targets) == 1:
            return targets.pop()
    return None
