"""Python 2's statements turned into Python 3's, line for line."""

import re
from collections.abc import Iterator, Sequence

from llmdb.program.pasted.scanning import code_only, logical_lines, scan_rows

_PRINT = re.compile(r"print(?P<space>\s*)(?P<rest>.*)$", re.DOTALL)
_EXEC = re.compile(r"exec\s+(?P<rest>[^(=\s].*|\(.*\)\s+in\s.*)$", re.DOTALL)
_RAISE = re.compile(r"raise\s+(?P<rest>.+)$", re.DOTALL)
_EXCEPT = re.compile(r"(?P<head>\s*except\s+(?:\([^)]*\)|[\w.]+))\s*,\s*(?P<name>[\w.]+)\s*:")
_CLAUSE = re.compile(r"\s*(?:if|elif|else|for|while|try|except|finally|with|def|class)\b")
_LAMBDA = re.compile(r"lambda\s*\((?P<names>\s*\w+(?:\s*,\s*\w+)*\s*,?)\)\s*:")
_OCTAL = re.compile(r"(?<![\w.])0(?=[0-7]+[lL]?\b(?!\.))(?!0+\b)")
_LONG = re.compile(r"(?<![\w.])(\d+|0[xX][\da-fA-F]+)[lL]\b")
_RAW_TEXT = re.compile(r"\b[uU]([rR])(?=['\"])")
_BACKQUOTES = re.compile(r"`([^`]+)`")


def as_python_3(rows: Sequence[str]) -> dict[int, str]:
    """The rows that are Python 2 as Python 3, each in its place; rows inside strings that span rows stay.

    Example: `print >>out, "a", b,` gives `print("a", b, end=" ", file=out)`.
    """
    changed: dict[int, str] = {}
    scanned = scan_rows(rows)
    for first, last in logical_lines(rows):
        text = "\n".join(rows[first : last + 1])
        spans = any(row.quote for row in scanned[first:last])
        converted = text if spans and not text.lstrip().startswith("print") else _converted(text)
        parts = converted.split("\n")
        if converted != text and len(parts) == last - first + 1:
            changed |= dict(zip(range(first, last + 1), parts, strict=True))
    return changed


def _converted(text: str) -> str:
    text = _outside_strings(text)
    text = _EXCEPT.sub(r"\g<head> as \g<name>:", text)
    out = ""
    for part, separator in _simple_statements(text):
        out += _statement(part) + separator
    return out


def _outside_strings(text: str) -> str:
    """Number forms, `<>`, backquotes and prefixes of strings."""
    plain = _blanked(text)
    edits: list[tuple[int, int, str]] = []
    edits += [(m.start(), m.end(), "0o") for m in _OCTAL.finditer(plain)]
    edits += [(m.end() - 1, m.end(), "") for m in _LONG.finditer(plain)]
    edits += [(m.start(), m.end(), "!=") for m in re.finditer("<>", plain)]
    edits += [(m.start(), m.end(), m.group(1)) for m in _RAW_TEXT.finditer(plain)]
    edits += [
        (m.start(), m.end(), f"repr({text[m.start(1) : m.end(1)]})") for m in _BACKQUOTES.finditer(plain)
    ]
    edits += [edit for m in _LAMBDA.finditer(plain) for edit in _tuple_parameter(text, plain, m)]
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _tuple_parameter(text: str, plain: str, found: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """`lambda (a, b): a + b` gives `lambda a_b: (lambda a, b: a + b)(*a_b)`."""
    names = [name.strip() for name in found["names"].split(",") if name.strip()]
    depth, end = 0, found.end()
    while end < len(plain) and (depth or plain[end] not in ",)]}\n"):
        depth += (plain[end] in "([{") - (plain[end] in ")]}")
        end += 1
    joined = "_".join(names)
    body = text[found.end() : end]
    yield found.start(), end, f"lambda {joined}: (lambda {', '.join(names)}:{body})(*{joined})"


def _simple_statements(text: str) -> Iterator[tuple[str, str]]:
    """The statements of a logical line, cut at `;` and after a clause's `:`, each with what follows it."""
    plain = _blanked(text)
    depth, begin = 0, 0
    is_clause = _CLAUSE.match(plain) is not None
    in_lambda = 0
    for position, character in enumerate(plain):
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif plain.startswith("lambda", position) and depth == 0:
            in_lambda += 1
        elif character == ":" and depth == 0 and in_lambda:
            in_lambda -= 1
        elif character == "#" and depth == 0:
            yield text[begin:position], text[position:]
            return
        elif depth == 0 and (character == ";" or (character == ":" and is_clause)):
            yield text[begin:position], character
            begin = position + 1
            is_clause = is_clause and character != ":"
    yield text[begin:], ""


def _statement(text: str) -> str:
    code = text.strip()
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if not code:
        return text
    if re.match(r"print\b", code):
        return lead + _print(code) + trail
    if found := _EXEC.match(code):
        inner, _, space = found["rest"].partition(" in ")
        return f"{lead}exec({inner.strip()}{', ' + space.strip() if space else ''}){trail}"
    if found := _RAISE.match(code):
        parts = _split_commas(found["rest"])
        if len(parts) in (2, 3):
            trace = f".with_traceback({parts[2].strip()})" if len(parts) == 3 else ""
            value = "" if parts[1].strip() == "None" else parts[1].strip()
            return f"{lead}raise {parts[0].strip()}({value}){trace}{trail}"
    return text


def _print(code: str) -> str:
    found = _PRINT.match(code)
    assert found is not None
    rest = found["rest"]
    if rest.startswith("=") or (rest.startswith(".") and not rest[1:2].isdigit()):
        return code
    if rest.startswith("(") and _closes_at_end(rest):
        return code
    parts = _split_commas(rest) if rest.strip() else []
    options = ""
    if parts and parts[0].startswith(">>"):
        options = f", file={parts.pop(0)[2:].strip()}"
    if parts and not parts[-1].strip(" \\\n"):
        parts.pop()
        options = f', end=" "{options}'
    inside = ",".join(parts).strip(" ")
    return f"print({inside}{options if inside else options[2:]})"


def _closes_at_end(text: str) -> bool:
    """Whether the bracket that the text begins with is closed by its last character."""
    depth = 0
    plain = _blanked(text).rstrip()
    for position, character in enumerate(plain):
        depth += (character in "([{") - (character in ")]}")
        if depth == 0:
            return position == len(plain) - 1
    return False


def _split_commas(text: str) -> list[str]:
    """The text cut at the commas outside brackets and strings."""
    parts, depth, begin = [], 0, 0
    for position, character in enumerate(_blanked(text)):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append(text[begin:position])
            begin = position + 1
    return [*parts, text[begin:]]


def _blanked(text: str) -> str:
    """The text with strings blanked out; comments keep their `#`, the rest of them is blank."""
    rows = text.split("\n")
    if len(rows) == 1:
        plain = code_only(text)
        at = len(plain.rstrip())
        hash_at = text.find("#", at)
        return plain if hash_at < 0 or plain[hash_at] == "#" else plain[:hash_at] + "#" + plain[hash_at + 1 :]
    out = []
    for row, scanned in zip(rows, scan_rows(rows), strict=True):
        characters = list(row)
        for piece in scanned.pieces:
            if piece.kind == "comment":
                characters[piece.start : piece.end] = " " * (piece.end - piece.start)
            elif piece.kind == "string":
                inside = range(piece.start + 1, piece.end - 1)
                for place in inside:
                    characters[place] = " "
        out.append("".join(characters))
    return "\n".join(out)
