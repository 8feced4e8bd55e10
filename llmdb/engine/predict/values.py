"""Symbol tables as models write them, and when a predicted value equals a recorded one."""

import ast
import re
import warnings

from llmdb.engine.predict.walks import SymbolTable, SymbolValue

_MAX_TEXT = 20_000
_UNKNOWN = frozenset(
    {"undefined", "uninitialized", "unknown", "unassigned", "notdefined", "notinitialized", ""}
)
_OPEN, _CLOSE = "([{", ")]}"


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


def parse_symbol_table(text: str) -> SymbolTable:
    """Names with types and values from `{'n': (4, int), s: ('a', 'str'), k: 2}` or from lines `n = 4`.

    An entry that cannot be read is kept as its text; one said to be undefined is left out.
    """
    body = text.strip()
    if body.startswith("{"):
        body = body[1:-1] if body.endswith("}") else body[1:]
        entries = _split_top(body, ",\n")
    else:
        entries = body.splitlines()
    table: dict[str, SymbolValue] = {}
    for entry in entries:
        name, value = _entry(entry)
        if name and value is not None:
            table[name] = value
    return table


def values_equal(predicted: SymbolValue, actual: SymbolValue) -> bool:
    """Whether the predicted text denotes the recorded value: `"a"` is `'a'`, but 3 is not 3.0."""
    if _normal(predicted.repr) == _normal(actual.repr):
        return True
    told, recorded = _literal(predicted.repr), _literal(actual.repr)
    if told is _NOTHING or recorded is _NOTHING:
        return False
    return type(told) is type(recorded) and told == recorded and _same_kinds(told, recorded)


def _entry(entry: str) -> tuple[str, SymbolValue | None]:
    cut = re.match(
        r"""^[\s*\-`]*(['"]?)([A-Za-z_][\w.\[\]]*)\1[`*]*\s*[:=]\s*(.+)$""", entry.strip(), re.DOTALL
    )
    if cut is None:
        return "", None
    return cut[2], _symbol(cut[3].strip().rstrip(","))


def _symbol(text: str) -> SymbolValue | None:
    """`(4, int)`, `('a', 'str')`, `[1] (list)` or a bare value; None for one said to be undefined."""
    value, type_name = text, ""
    if text.startswith("(") and text.endswith(")"):
        parts = [part.strip() for part in _split_top(text[1:-1], ",")]
        if len(parts) >= 2 and (named := _type_name(parts[-1])):
            value, type_name = ", ".join(parts[:-1]), named
    elif trailing := re.match(r"^(\S.*?)\s+\((?:<class )?'?([A-Za-z_]\w*)'?>?\)$", text, re.DOTALL):
        value, type_name = trailing[1], trailing[2]
    if re.sub(r"[\W_]", "", value).lower() in _UNKNOWN and not value.startswith(("'", '"', "[", "{", "(")):
        return None
    return SymbolValue(type=type_name or _literal_type(value), repr=value)


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
