"""Plugins that suggest values for undefined names, as the search asks them."""

import ast
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from llmdb.prefix.model import NameUses
from llmdb.prefix.places import Place
from llmdb.prefix.space import Guess

if TYPE_CHECKING:
    from llmdb.registry import PrefixGuesser


def guess_with(guessers: "Sequence[PrefixGuesser]") -> Guess | None:
    """A function that asks each of them, the last registered first; None where there are none.

    What is no Python expression is left out, and so is a guesser that raises: it is foreign code, and the engine's
    own guesses serve as well.
    """
    if not guessers:
        return None

    def guess(place: Place) -> list[str]:
        uses = uses_of(place)
        found: list[str] = []
        for guesser in guessers:
            with suppress(Exception):
                found += [code for code in guesser.guess(uses.name, uses) if _is_expression(code)]
        return found

    return guess


def uses_of(place: Place) -> NameUses:
    """What a guesser is told of an undefined name."""
    return NameUses(
        name=place.step[1],
        attributes=tuple(place.steps("attr")),
        items=tuple(code for code in place.steps("item") if code != "*"),
        calls=tuple(", ".join(fact[1]) for fact in place.of("call") if isinstance(fact[1], tuple)),
        arguments_of=tuple(dict.fromkeys(str(fact[1]) for fact in place.of("argument"))),
        compared_with=tuple(str(fact[2]) for fact in place.of("compare")),
        iterated=place.has("iterated"),
        lines=tuple(sorted(place.lines)),
    )


def _is_expression(code: object) -> bool:
    if not isinstance(code, str):
        return False
    try:
        ast.parse(code, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return True
