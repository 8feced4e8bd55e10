"""The kinds of values that names usually have, as learned from what programmers say of theirs.

The table beside this module was learned from annotations, defaults, constant keywords and assigned constants in some
seven hundred packages (tests/benchmarks/names.py learns and measures it). An entry is the end of a name in whole
words (`length` for `line_length` too), with `=` before it the whole name, with `_` behind it the beginning of a
longer one; what is not in it is usually a text, in the plural a list.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@cache
def _tables() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    table: dict[str, str] = {}
    kind = ""
    for part in files(__package__).joinpath("name_kinds.txt").read_text(encoding="ascii").split():
        if part[0] == "[":
            table = found.setdefault(part[1:-1], {})
        elif part[-1] == ":":
            kind = part[:-1]
        else:
            table[part] = kind
    return found


def kind_of_name(word: str) -> str | None:
    """What a variable, parameter or attribute of this name usually holds: the name of a type, "object" for an instance
    of a class of its own, "class" or "function"; None where the table does not know it."""
    return look_up(_tables()["names"], word)


def kind_of_result(word: str) -> str | None:
    """What a function of this name usually gives, in the same words."""
    return look_up(_tables()["functions"], word)


def look_up(table: Mapping[str, str], name: str) -> str | None:
    """The kind of the entry that is most like the name; None where there is none."""
    words = words_of_name(name)
    entries = [
        f"={'_'.join(words)}",
        *(("_".join(words[-2:]), f"{words[0]}_") if len(words) > 1 else ()),
        *words[-1:],
    ]
    return next((table[entry] for entry in entries if entry in table), None)


def words_of_name(name: str) -> list[str]:
    """The words that a name is made of, in small letters, without numbers behind them."""
    plain = name.strip("_")
    split = plain if plain.isupper() else _WORD.sub("_", plain)
    return [re.sub(r"(?<=\D)\d+$", "", part) for part in split.lower().split("_") if part]
