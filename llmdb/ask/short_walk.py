"""What one block does, asked in few words and answered in a few lines: `predict` for small models."""

import re
from collections.abc import Mapping

from llmdb.ask.replies import answer_text, beginning, read_objects
from llmdb.ask.short_form import SHORT_BUDGET, excerpt
from llmdb.ask.symbol_values import parse_symbol_table
from llmdb.ask.walk_prompt import PredictionRequest
from llmdb.ask.walk_reply import parse_reply
from llmdb.ask.walks import SymbolTable, SymbolValue, Walk, WalkError, WalkStep
from llmdb.errors import BadAnswer
from llmdb.llm.model import Message, count_tokens, system, user
from llmdb.program.files import line_label
from llmdb.program.graph import BasicBlock, ControlFlowGraph
from llmdb.types import BlockId

_SYSTEM = "You run one part of a Python program in your head. Compute every value exactly."
_FORM = """\
What is after this part has run once? Answer with these lines and nothing else:
NAME = VALUE (a line for each variable that is new or changed)
next: BLOCK
where BLOCK is {exits}.
If it raises an error, answer with one line instead:
error: TYPE"""
_SHORTER_VALUES = (None, 200, 80, 30)
"""Characters of a value, tried in this order until the request fits."""
_NEXT = re.compile(
    r"[\s>#*_`-]*+(?:the )?next(?: block)?(?: is)?[\s*_`]*+[:=]?[\s*_`]*+(?:to )?"
    r"(?:(?:block\s*)?B?(?P<number>\d{1,9})\b|<?(?P<end>\w{1,20}))?.*",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"[\s>#*_`-]*+(?:error(?: type)?|raises?)[\s*_`]*+[:=]?[\s*_`]*+(?P<type>[A-Za-z_][\w.]*)?.*",
    re.IGNORECASE,
)
_NO_ERROR = frozenset({"none", "no", "null", "false", "n", "nothing", "type"})
_ENDS = frozenset({"end", "stop", "return", "exit", "none", "null"})
_MOST_LINES = 500
_LONGEST = 20_000
"""Characters of an answer that are read: a few lines were asked for."""


def short_walk_messages(
    program: str, cfg: ControlFlowGraph, request: PredictionRequest, max_tokens: int = SHORT_BUDGET
) -> list[Message]:
    """The request: the block's lines, the values before it, where it may go on, and of the program what fits.

    Args:
        program: the snippet's text.
        cfg: its graph.
        request: where the walk begins; one visit is asked about.
        max_tokens: of the whole request, where the values alone do not take more.
    """
    block = cfg.block(request.start)
    first, last = block.lines
    source = "\n".join(program.split("\n")[first - 1 : last])
    messages: list[Message] = []
    for limit in _SHORTER_VALUES:
        asked = [
            *(
                ["These lines ran before the program:", request.prefix.strip()]
                if request.prefix.strip()
                else []
            ),
            f"This part runs next, line {line_label(first)}:\n```python\n{source}\n```",
            f"Variables before it: {_values(request.table, limit) or 'none'}",
            _FORM.format(exits=_exits(cfg, block)),
        ]
        without = [system(_SYSTEM), user("\n\n".join(asked))]
        room = max_tokens - count_tokens(without) - _FENCE_TOKENS
        code = excerpt(program, range(first, last + 1), room)
        messages = [system(_SYSTEM), user("\n\n".join([f"Program:\n```python\n{code}\n```", *asked]))]
        if count_tokens(messages) <= max_tokens:
            break
    return messages


_FENCE_TOKENS = 20


def _values(table: SymbolTable, limit: int | None) -> str:
    shown = (
        (name, value.repr if limit is None else _cut(value.repr, limit)) for name, value in table.items()
    )
    return ", ".join(f"{name} = {text}" for name, text in shown)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


def _exits(cfg: ControlFlowGraph, block: BasicBlock) -> str:
    """Where a block may go on, each with the line that comes there: `B3 (line 5) if True, or B4 (line 7) if False`."""
    ways = [
        f"B{number} (line {line_label(cfg.block(number).lines[0])})"
        + ("" if way == "always" else f" if {str(way).capitalize()}")
        for way, number in block.next.items()
    ]
    if not ways or (len(ways) == 1 and "always" not in block.next):
        ways.append("END, where the program or its function ends")
    return ", or ".join(ways)


def parse_short_walk(text: str, cfg: ControlFlowGraph, request: PredictionRequest) -> Walk:
    """The one visit that an answer tells; names that the block does not speak of are passed over.

    Raises:
        BadAnswer: it says neither a value of the block nor what comes next.
    """
    answer = answer_text(text)[:_LONGEST]
    block = cfg.block(request.start)
    is_long = "symbol table" in answer.lower()
    told = None if is_long else _from_lines(answer, block) or _from_object(answer, block)
    if told is None:
        try:
            walk = parse_reply(answer, known_blocks=len(cfg.blocks))
        except BadAnswer:
            raise BadAnswer(
                f"the answer says neither a value nor what comes next: {beginning(answer)}"
            ) from None
        return walk
    changed, following, ends, error = told
    step = WalkStep(block=block.id, state={**request.table, **changed})
    if error:
        return Walk(steps=(step,), error=WalkError(type=error, block=block.id))
    if following is not None and not 1 <= following <= len(cfg.blocks):
        following = None
    return Walk(steps=(step,), following=following, ended=ends and following is None)


_Told = tuple[SymbolTable, BlockId | None, bool, str]


def _from_lines(answer: str, block: BasicBlock) -> _Told | None:
    """Values, the next block and the error that lines tell; None where they tell nothing."""
    changed: dict[str, SymbolValue] = {}
    following, ends, error, is_told = None, False, "", False
    for line in answer.split("\n", _MOST_LINES)[:_MOST_LINES]:
        if not line.strip() or line.lstrip().startswith(("```", "{", "[")):
            continue
        if (found := _NEXT.fullmatch(line)) and (found["number"] or (found["end"] or "").lower() in _ENDS):
            following, ends, is_told = (
                int(found["number"]) if found["number"] else None,
                not found["number"],
                True,
            )
        elif (found := _ERROR.fullmatch(line)) and found["type"]:
            name = found["type"].rpartition(".")[2]
            error = error or ("" if name.lower() in _NO_ERROR else name)
            is_told = is_told or bool(error)
        else:
            entries = _of_block(parse_symbol_table(line), block)
            changed |= entries
            is_told = is_told or bool(entries)
    return (changed, following, ends, error) if is_told else None


def _from_object(answer: str, block: BasicBlock) -> _Told | None:
    """The same of the last object in an answer: `{"total": 3, "next": 4}`."""
    words = sorted(_words(block))
    for one in reversed(
        list(read_objects(answer, ("next(?:[ _]block)?", "error(?:[ _]type)?", *map(re.escape, words))))
    ):
        texts = {key: answer[start:end].strip(" \t\n,") for key, (start, end) in one.places.items()}
        lines = [
            f"{key.replace('_', ' ')}: {said.strip(chr(34) + chr(39))}"
            if key.startswith(("next", "error"))
            else f"{next((word for word in words if word.lower() == key), key)} = {said}"
            for key, said in texts.items()
        ]
        if (told := _from_lines("\n".join(lines), block)) is not None:
            return told
    return None


def _of_block(table: Mapping[str, SymbolValue], block: BasicBlock) -> dict[str, SymbolValue]:
    words = _words(block)
    return {name: value for name, value in table.items() if re.split(r"[.\[]", name)[0] in words}


def _words(block: BasicBlock) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d]\w*", "\n".join(block.statements)))
