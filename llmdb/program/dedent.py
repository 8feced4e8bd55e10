"""A snippet pasted from inside a function: shifted left, line for line."""

import tokenize

from llmdb.program.tokens import tokens_of


def dedented(text: str) -> tuple[str, str]:
    """Take off the indentation of the first code line, if every line of code has at least that.

    Lines inside strings that span several lines stay as they are; line numbers never change.
    Example: "  x = 1\\n  if x:\\n    y = 2\\n" gives ("x = 1\\nif x:\\n  y = 2\\n", "  ").

    Returns:
        The text and what was taken off; the text as it was and "" where nothing could be.
    """
    lines = text.split("\n")
    first = next((line for line in lines if is_code(line)), "")
    margin = first[: len(first) - len(first.lstrip(" \t\f"))]
    if not margin:
        return text, ""
    inside = _lines_inside_strings(text, margin)
    if inside is None:
        if '"""' in text or "'''" in text:
            return text, ""
        inside = frozenset()
    shifted = [line if number in inside else _shifted(line, margin) for number, line in enumerate(lines, 1)]
    if None in shifted:
        return text, ""
    return "\n".join(line for line in shifted if line is not None), margin


def indented(text: str, margin: str) -> str:
    """The inverse: `margin` before every line that is neither empty nor begins inside a string."""
    inside = _lines_inside_strings(text, "") if margin else None
    if inside is None:
        return text
    lines = enumerate(text.split("\n"), 1)
    return "\n".join(
        line if number in inside or not line.strip() else margin + line for number, line in lines
    )


def is_code(line: str) -> bool:
    """Whether a line is neither blank nor only a comment."""
    stripped = line.strip(" \t\f\r")
    return bool(stripped) and not stripped.startswith("#")


def _shifted(line: str, margin: str) -> str | None:
    if line.startswith(margin):
        return line[len(margin) :]
    return None if is_code(line) else line.lstrip(" \t\f")


def _lines_inside_strings(text: str, margin: str) -> frozenset[int] | None:
    """Lines that begin inside a string; None where the text cannot be split into tokens.

    With a margin the text stands below an `if` while it is split, which then takes line 0.
    """
    source = f"if 1:\n{text}\n" if margin else f"{text}\n"
    shift = 1 if margin else 0
    inside: set[int] = set()
    opened: list[int] = []
    try:
        for token in tokens_of(source):
            kind = tokenize.tok_name[token.type]
            if kind == "STRING":
                inside.update(range(token.start[0] + 1 - shift, token.end[0] + 1 - shift))
            elif kind.endswith("STRING_START"):
                opened.append(token.start[0])
            elif kind.endswith("STRING_END"):
                inside.update(range(opened.pop() + 1 - shift, token.end[0] + 1 - shift))
    except SyntaxError:
        return None
    return frozenset(inside)
