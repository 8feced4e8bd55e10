"""Constants: names in capitals, told apart by their values. Those that are compared with the same things are of one
kind and all different, and what is compared with them is one of them."""

import re
from collections.abc import Iterable

from llmdb.prefix.kinds import kinds_of
from llmdb.prefix.name_kinds import kind_of_name
from llmdb.prefix.places import Place

_NUMBERS = frozenset({"int", "float"})
_EQUAL = frozenset({"==", "is"})
_PATH = re.compile(r"[A-Za-z_][\w.]*")


def constant_value(place: Place) -> str | None:
    """Code of the value of a constant that a variable is compared with, or that is one of several of a class; None
    for anything else."""
    if not _is_constant(place):
        return None
    if place.has("combined"):
        bits = _in_order(_linked(place, "combined"))
        return str(1 << bits.index(place))
    group = _linked(place, "compared")
    constants = _in_order(filter(_is_constant, group))
    if len(group) == len(constants) and (len(constants) < 2 or place.has("compared")):
        return None  # two constants that are compared with each other may be equal
    told = {fact[1] for one in group for fact in one.of("compared with a")}
    if not told <= {"int", "str"} or any(one.has("ordered") for one in constants):
        return None
    if any(map(_is_number, group)):
        return str(constants.index(place) + 1)
    return f'"{place.word.lower().strip("_")}"'


def constants_equal_to(place: Place) -> list[str]:
    """Names of the constants that a variable may be, in the order in which they are asked for.

    What is reached from the same thing as the variable is not there yet when that is made.
    """
    if place.children or _is_constant(place):
        return []
    told = [str(code) for _, symbol, code in place.of("compare") if symbol in _EQUAL]
    others = [one for _, one in place.of("compared") if isinstance(one, Place) and one.root is not place.root]
    constants = [one for one in others if _is_constant(one)]
    named = [code for code in told if any(code == one.key for one in constants)]
    further = [other.key for one in constants if one.key in named for other in _of_same_class(one)]
    return [f"={code}" for code in dict.fromkeys([*named, *further]) if _PATH.fullmatch(code)]


def _is_constant(place: Place) -> bool:
    """Whether a place is called as constants are, and nothing is done with it but to compare it and to hand it on."""
    named = place.step[0] == "name" or (place.step[0] == "attr" and place.parent is not None)
    literal = any(_PATH.fullmatch(str(fact[2])) is None for fact in place.of("compare"))
    used = place.children or place.has("iterated") or place.has("truth") or place.has("contains")
    return named and place.step[1].isupper() and not (used or literal)


def _in_order(places: Iterable[Place]) -> list[Place]:
    return sorted(places, key=lambda one: (min(one.lines, default=0), one.key))


def _linked(place: Place, kind: str) -> list[Place]:
    """All that such a fact ties to the place or to another one of them, and the constants of the same class."""
    found: dict[Place, None] = {}
    waiting = [place]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found[one] = None
        waiting += [other for _, other in one.of(kind) if isinstance(other, Place)]
        waiting += _of_same_class(one) if _is_constant(one) else []
    return [*found]


def _of_same_class(place: Place) -> list[Place]:
    """The constants of the class that a constant is of: itself and `Kind.FUNCTION` for `Kind.CLASS`."""
    owner = place.parent
    if owner is None or not owner.word[:1].isupper() or owner.word.isupper():
        return []
    return [one for one in owner.steps("attr").values() if _is_constant(one)]


def _is_number(place: Place) -> bool:
    """Whether the uses or the name of a place say that it is a number."""
    told = {*kinds_of(place)[:1], *(str(fact[1]) for fact in place.of("compared with a"))}
    told |= {"int"} if place.has("ordered") else set()
    by_name = not told and place.step[0] != "attr" and kind_of_name(place.word) in _NUMBERS
    return bool(told & _NUMBERS) or by_name
