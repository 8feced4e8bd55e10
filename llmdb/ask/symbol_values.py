"""Symbol tables as models write them, and when a predicted value equals a recorded one."""

import ast
import builtins
import re
import warnings

from llmdb.ask.walks import SymbolTable, SymbolValue

_MAX_TEXT = 20_000
_LONGEST_LINE = 5_000
_UNKNOWN = frozenset(
    {"undefined", "uninitialized", "unknown", "unassigned", "notdefined", "notinitialized", ""}
)
_OPEN, _CLOSE = "([{", ")]}"
_TYPE_NAMES = frozenset(name for name in dir(builtins) if isinstance(getattr(builtins, name), type)) | {
    "NoneType",
    "module",
    "function",
    "generator",
    "deque",
    "Counter",
    "defaultdict",
    "ndarray",
    "DataFrame",
}


def is_literal(value: SymbolValue) -> bool:
    """Whether the text says the value by itself: `[1, 2]`, not `Point(1, 2)`."""
    return _literal(value.repr) is not _NOTHING


def comparable(predicted: SymbolValue, actual: SymbolValue) -> bool:
    """Whether texts can tell if the values are equal: an object's `<Point x=1>` is a notation of ours alone."""
    return not actual.repr.startswith("<") or is_literal(predicted)


def symbol_table_text(text: str) -> str:
    """The first balanced `{...}` of a text, or the text itself where it has none (`n = 4`, one a line)."""
    start = text.find("{")
    if start < 0:
        return text
    depth = 0
    for index, character in _outside_strings(text[start : start + _MAX_TEXT]):
        depth += (character in _OPEN) - (character in _CLOSE)
        if depth == 0:
            return text[start : start + index + 1]
    return text[start : start + _MAX_TEXT]


def parse_symbol_table(text: str, *, is_whole: bool = True) -> SymbolTable:
    """Names with types and values from `{'n': (4, int), s: ('a', 'str'), k: 2}`, JSON, lines `n = 4` or a table.

    An entry that cannot be read is kept as its text; one said to be undefined is left out. Of a table that may have
    been cut off the last entry is left out, unless the brace that ends it is there.
    """
    body = text.strip()
    if body.startswith("{"):
        ends = is_whole or (body.endswith("}") and _is_balanced(body))
        body = body[1:-1] if body.endswith("}") else body[1:]
        entries = [_entry(entry) for entry in _split_top(body, ",\n")]
        if not ends and entries:
            entries.pop()
    else:
        order = {"name": 0, "value": 1, "type": 2}
        entries = [
            _cells(line, order) if line.lstrip().startswith("|") else _entry(entry)
            for line in body.splitlines()
            for entry in _entries_of(line)
        ]
    return {name: value for name, value in entries if name and value is not None}


def values_equal(predicted: SymbolValue, actual: SymbolValue) -> bool:
    """Whether the predicted text denotes the recorded value: `"a"` is `'a'`, but 3 is not 3.0."""
    if _normal(predicted.repr) == _normal(actual.repr):
        return True
    told, recorded = _literal(predicted.repr), _literal(actual.repr)
    if told is _NOTHING or recorded is _NOTHING:
        return False
    return type(told) is type(recorded) and told == recorded and _same_kinds(told, recorded)


def _entries_of(line: str) -> list[str]:
    """The entries of a line without braces: several where each part between commas is one, as of `n = 4, k = 2`."""
    is_list = "," in line and len(line) < _LONGEST_LINE and not line.lstrip().startswith("|")
    parts = _split_top(line, ",") if is_list else []
    return parts if len(parts) > 1 and all(_ENTRY.match(part.strip()) for part in parts) else [line]


_ENTRY = re.compile(
    r"""^[\s*\-`]*(['"]?)([A-Za-z_][\w.\[\]]*)\1[`*]*(?:\s*\(([A-Za-z_]\w*)\))?[`*]*\s*(?:[:=]|->|→)\s*(.+)$""",
    re.DOTALL,
)
_TYPED = re.compile(r"^`?([A-Za-z_][\w., \[\]|]*?)`?\s*=\s*(.+)$", re.DOTALL)


def _entry(entry: str) -> tuple[str, SymbolValue | None]:
    """`n: 4`, `n = (4, int)`, `n (int): 4` or `n: int = 4`."""
    cut = _ENTRY.match(entry.strip())
    if cut is None:
        return "", None
    said = cut[4].strip().rstrip(",").strip("`*")
    if typed := _TYPED.match(said):
        return cut[2], _known(SymbolValue(type=typed[1], repr=typed[2].strip()))
    value = _symbol(said)
    if value is not None and cut[3]:
        value = SymbolValue(type=cut[3], repr=value.repr)
    return cut[2], value


def _cells(line: str, order: dict[str, int]) -> tuple[str, SymbolValue | None]:
    """A row of a Markdown table; its head says the order of the columns."""
    cells = [cell.strip().strip("`*") for cell in line.strip().strip("|").split("|")]
    heads = {"name": "name", "variable": "name", "value": "value", "type": "type"}
    named = {heads[cell.lower()]: place for place, cell in enumerate(cells) if cell.lower() in heads}
    if "value" in named:
        order.clear()
        order.update(named)
        return "", None
    texts = {key: cells[place] for key, place in order.items() if place < len(cells)}
    if not re.fullmatch(r"[A-Za-z_][\w.\[\]]*", texts.get("name", "")) or "value" not in texts:
        return "", None
    return texts["name"], _known(SymbolValue(type=texts.get("type", ""), repr=texts["value"]))


def _symbol(text: str) -> SymbolValue | None:
    """`(4, int)`, `('a', 'str')`, `[4, "int"]`, `{"value": 4, "type": "int"}`, `[1] (list)` or a bare value.

    None for one said to be undefined.
    """
    value, type_name = text, ""
    if record := _record(text):
        value, type_name = record
    elif text[:1] + text[-1:] in {"()", "[]"}:
        parts = [part.strip() for part in _split_top(text[1:-1], ",")]
        if len(parts) >= 2 and _is_pair(text, parts):
            value, type_name = ", ".join(parts[:-1]), _type_name(parts[-1])
    elif trailing := re.match(r"^(\S.*?)\s+\((?:<class )?'?([A-Za-z_]\w*)'?>?\)$", text, re.DOTALL):
        value, type_name = trailing[1], trailing[2]
    return _known(SymbolValue(type=type_name or _literal_type(value), repr=value))


def _is_pair(text: str, parts: list[str]) -> bool:
    """Whether `(4, int)` is a value and its type; `('a', 'b')` and `[4, 'x']` are values."""
    named = _type_name(parts[-1])
    if not named:
        return False
    if text.startswith("["):
        return named == _literal_type(", ".join(parts[:-1]))
    return not parts[-1].startswith(("'", '"')) or named in _TYPE_NAMES or not _literal_type(text)


def _record(text: str) -> tuple[str, str] | None:
    """Value and type of `{"value": 4, "type": "int"}`; None for any other dictionary."""
    if not text.startswith("{"):
        return None
    fields = {}
    for part in _split_top(text[1:-1], ","):
        key, colon, said = part.partition(":")
        fields[key.strip().strip("'\"").lower()] = said.strip() if colon else ""
    if fields.keys() != {"value", "type"}:
        return None
    return fields["value"], _type_name(fields["type"])


def _known(value: SymbolValue) -> SymbolValue | None:
    said = value.repr
    if re.sub(r"[\W_]", "", said).lower() in _UNKNOWN and not said.startswith(("'", '"', "[", "{", "(")):
        return None
    return value


def _type_name(text: str) -> str:
    found = re.fullmatch(
        r"""(?:<class\s+)?['"]?([A-Za-z_][\w.]*)(?:\[[\w., \[\]]*\])?['"]?>?""", text.strip()
    )
    return found[1] if found else ""


def _literal_type(text: str) -> str:
    value = _literal(text)
    return "" if value is _NOTHING else type(value).__name__


_NOTHING = object()


def _literal(text: str) -> object:
    if len(text) > _MAX_TEXT:
        return _NOTHING
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value: object = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return _NOTHING
    return value


def _same_kinds(left: object, right: object) -> bool:
    """Whether equal values have equal types inside; sets and dictionaries are taken as they compare."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return all(_same_kinds(a, b) for a, b in zip(left, right, strict=True))
    return True


def _normal(text: str) -> str:
    return re.sub(r"\s+", "", text.strip())


def _split_top(text: str, separators: str) -> list[str]:
    """Split at separators that stand outside brackets and strings."""
    parts, start, depth = [], 0, 0
    for index, character in _outside_strings(text):
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
        elif depth <= 0 and character in separators:
            parts.append(text[start:index])
            start = index + 1
    return [part for part in (*parts, text[start:]) if part.strip()]


def _is_balanced(text: str) -> bool:
    return sum((sign in _OPEN) - (sign in _CLOSE) for _, sign in _outside_strings(text)) == 0


def _outside_strings(text: str) -> list[tuple[int, str]]:
    """Characters with their places, those inside quotes left out; an apostrophe in a word opens nothing."""
    found, quote, index = [], "", 0
    while index < len(text):
        character = text[index]
        if quote:
            if character == "\\":
                index += 1
            elif character == quote:
                quote = ""
        elif character in "'\"" and not (index and text[index - 1].isalnum()):
            quote = character
        else:
            found.append((index, character))
        index += 1
    return found
