"""Reads the objects in a model's reply: JSON, Python, or nearly either, with prose around them and within.

One pass over the text, so the time grows with its length whatever it holds; what is no object is passed over.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_STRING = re.compile(
    r""" "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+' | "(?:[^"\\]|\\.)*+"(?=\s*+[,}\]]) """,
    re.DOTALL | re.VERBOSE,
)
"""A string; one that goes over several lines, which neither language allows, must be followed as a value is."""
_COLON = re.compile(r"\s*+:\s*+")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""} | {
    sign: sign for sign in "\\/\"'"
}
_WORDS: dict[str, object] = {"true": True, "false": False, "null": None, "none": None}
_WHOLE = re.compile(r"-?[0-9]{1,18}")
_DEEPEST = 50
"""Brackets within each other; of more the outermost are taken for stray ones."""
_MOST_BARE = 20_000
"""Characters of a value without quotes, and of one whose quoting is broken."""


@dataclass(slots=True)
class _Open:
    """A bracket that is still open: what was read in it, and the value that is being read.

    Attributes:
        key: of the value; None in a list, and before the first key of an object.
        opened: where the bracket is.
        start: where the value's text begins.
        whole: the string, list or object that the value begins with, and where that ends; None for none.
        is_new: nothing but white space was seen of the value.
    """

    read: list[object] | dict[str, object]
    opened: int
    start: int
    key: str | None = None
    whole: tuple[object, int] | None = None
    is_new: bool = True

    def begin(self, start: int, key: str | None = None) -> None:
        self.key, self.start, self.whole, self.is_new = key, start, None, True

    def put(self, text: str, start: int, value: object, end: int) -> None:
        """Take a string, a list or an object for the value if nothing is before it."""
        if self.is_new and not text[self.start : start].strip():
            self.whole = value, end
        self.is_new = False

    def finish(self, text: str, end: int) -> None:
        """Keep the value, which ends here."""
        if isinstance(self.read, list):
            value = self._value(text, end)
            if value != "":
                self.read.append(value)
        elif self.key is not None:
            self.read[self.key] = self._value(text, end)

    def _value(self, text: str, end: int) -> object:
        if self.whole is not None:
            value, own_end = self.whole
            if end - own_end < _MOST_BARE and not text[own_end:end].strip(" \t\r\n,"):
                return value
        bare = text[self.start : min(end, self.start + _MOST_BARE)].strip(" \t\r\n,\"'")
        if _WHOLE.fullmatch(bare):
            return int(bare)
        return _WORDS.get(bare.lower(), bare)


def read_objects(text: str, keys: Collection[str]) -> Iterator[dict[str, object]]:
    """The objects of a text that have keys, an inner one before the one that it is in; their keys in small letters.

    Args:
        text: of a model.
        keys: those that count without quotes, too, and wherever they stand outside a string.

    Returns:
        Objects with strings, whole numbers, True, False, None, lists and objects; any other value is its text.
    """
    key_pattern = rf"[\"']?\b(?P<key>{'|'.join(map(re.escape, keys))})[\"']?\s*+:\s*+"
    last = max((found.start() for found in re.finditer(key_pattern, text, re.IGNORECASE)), default=-1)
    token = re.compile(rf"(?P<sign>[{{\[,:\n])\s*+|[}}\]]|{key_pattern}", re.IGNORECASE)
    stack: list[_Open] = []
    position = 0
    while position <= last or any(one.key is not None for one in stack):
        if not stack:
            position = text.find("{", position)
        found = token.search(text, position) if position >= 0 else None
        if found is None:
            return
        position, key, sign = found.end(), found["key"], found["sign"]
        if sign == "{" or sign == "[":
            if len(stack) == _DEEPEST:
                del stack[0]
            stack.append(_Open([] if sign == "[" else {}, opened=found.start(), start=position))
        elif key is not None:
            _begin_value(stack[-1], text, found.start(), position, key)
        elif sign is None:
            yield from _close(stack, text, found.start(), position)
            continue
        elif sign == "," and isinstance(stack[-1].read, list):
            stack[-1].finish(text, found.start())
            stack[-1].begin(position)
        position = _read_string(stack[-1], text, position, may_be_key=sign is not None and sign in "{,\n")


def _begin_value(top: _Open, text: str, end: int, start: int, key: str) -> None:
    if not isinstance(top.read, list):
        top.finish(text, end)
        top.begin(start, key.strip().lower())


def _read_string(top: _Open, text: str, position: int, *, may_be_key: bool) -> int:
    """Where the string ends that begins here, and where the value does of which it is the key."""
    string = _STRING.match(text, position) if text.startswith(("'", '"'), position) else None
    if string is None:
        return position
    colon = _COLON.match(text, string.end()) if may_be_key and not isinstance(top.read, list) else None
    if colon is None:
        top.put(text, position, _unescaped(string[0][1:-1]), string.end())
        return string.end()
    _begin_value(top, text, position, colon.end(), string[0][1:-1])
    return _read_string(top, text, colon.end(), may_be_key=False)


def _close(stack: list[_Open], text: str, end: int, after: int) -> Iterator[dict[str, object]]:
    """Close the innermost list or object; an object ends the lists in it that were left open."""
    if text[end] == "}":
        while stack and isinstance(stack[-1].read, list):
            stack.pop()
        if not stack:
            return
    elif not isinstance(stack[-1].read, list):
        return
    closed = stack.pop()
    closed.finish(text, end)
    if stack:
        stack[-1].put(text, closed.opened, closed.read, after)
    if closed.read and isinstance(closed.read, dict):
        yield closed.read


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    plain = _ESCAPE.sub(lambda found: _character(found[1]), text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(escape: str) -> str:
    if len(escape) > 1:
        return chr(int(escape[1:], 16))
    return _ESCAPED.get(escape, f"\\{escape}")
