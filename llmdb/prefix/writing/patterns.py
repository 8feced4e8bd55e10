"""A text that a regular expression matches."""

import re
from collections.abc import Sequence
from typing import Any

_WORDS = ("alpha", "beta", "gamma")
_CATEGORIES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a", "CATEGORY_NOT_SPACE": "a",
    "CATEGORY_NOT_DIGIT": "a", "CATEGORY_NOT_WORD": "-"}  # fmt: skip


def matching_text(patterns: list[str], element: int, words: Sequence[str] = ()) -> str | None:
    """A text that all of the patterns are found in, as far as that can be had by joining; None if it cannot.

    Args:
        patterns: regular expressions.
        element: which of several texts, from 0.
        words: texts of which one is put where a word is wanted.
    """
    texts = []
    for pattern in dict.fromkeys(patterns):
        try:
            parsed = re._parser.parse(pattern)  # type: ignore[attr-defined]
        except (re.error, OverflowError, RecursionError):
            return None
        own = [word for word in words if word.isidentifier()] or list(_WORDS)
        texts.append(_example(parsed, {}, own[element // 2 % len(own) :] + own))
    text = " ".join(texts)
    return text if all(re.search(pattern, text) for pattern in patterns) else None


def _example(parsed: Any, groups: dict[int, str], words: list[str]) -> str:
    out = []
    for i, (operation, argument) in enumerate(parsed):
        if 0 < i < len(parsed) - 1 and str(operation) == "ANY":
            out.append(".")  # who wrote `www.example` meant the point
        else:
            out.append(_one(str(operation), argument, groups, words))
    return "".join(out)


def _one(operation: str, argument: Any, groups: dict[int, str], words: list[str]) -> str:
    match operation:
        case "LITERAL":
            return chr(argument)
        case "NOT_LITERAL":
            return "a" if argument != ord("a") else "b"
        case "ANY":
            return "x"
        case "IN":
            return _member(argument)
        case "CATEGORY":
            return _CATEGORIES.get(str(argument), "a")
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inside = argument
            return _repeated(least, most, inside, groups, words)
        case "SUBPATTERN":
            number, inside = argument[0], argument[3]
            text = _example(inside, groups, words)
            if number is not None:
                groups[number] = text
            return text
        case "BRANCH":
            return _example(argument[1][0], groups, words)
        case "GROUPREF":
            return groups.get(argument, "")
    return ""


def _repeated(least: int, most: Any, inside: Any, groups: dict[int, str], words: list[str]) -> str:
    one = _example(inside, groups, words)
    few = int(str(most)) if str(most).isdigit() else 9
    if few == 1:
        return one
    if one == "x":
        return "some text" if few >= 9 else "some text"[:few].strip()
    if one == "a" and least < 5 < few and str(inside[0][0]) != "LITERAL":
        return words[0]
    wanted = least if least > 1 else min(2, few)
    return one * max(wanted, 1)


def _member(choices: Any) -> str:
    negated, codes = False, []
    for operation, argument in choices:
        match str(operation):
            case "NEGATE":
                negated = True
            case "LITERAL":
                codes.append((argument, argument))
            case "RANGE":
                codes.append(argument)
            case "CATEGORY":
                sample = ord(_CATEGORIES.get(str(argument), "a"))
                codes.append((sample, sample))
    if not negated:
        letters = [c for c in codes if chr(c[0]).isalnum()] or codes
        return chr(letters[0][0]) if letters else "a"
    return next((one for one in "a1x -" if not any(a <= ord(one) <= b for a, b in codes)), "a")
