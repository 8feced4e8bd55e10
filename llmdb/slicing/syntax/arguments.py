"""What calls pass to parameters, and which parameters have defaults, as far as the source tells."""

import ast
from collections.abc import Callable

from llmdb.python.library import CALLBACKS
from llmdb.values import dataclass

BY_NAME = 1_000
"""The index of a parameter that is only passed by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """What one call passes; `stars` may pass more.

    Attributes:
        callee: the name of the function or method, "" for an unnamed one.
        is_method: it is an attribute of something.
        stars: each `x` of `*x`.
    """

    callee: str
    is_method: bool
    positional: int
    keywords: frozenset[str]
    stars: tuple[ast.expr, ...]

    def give(self, index: int, name: str, length: Callable[[ast.expr], int | None]) -> bool:
        """Whether they surely give the parameter of this name and index.

        Args:
            length: how many items a value has; None if that is not known.
        """
        if name in self.keywords:
            return True
        given = CALLBACKS.get(self.callee, self.positional)
        given = self.positional - 1 if given < 0 else given
        for star in self.stars:
            given += length(star) or 0
        return given > index


def passed(callee: str, node: ast.Call) -> Arguments:
    """What a call of something by this name passes."""
    return Arguments(
        callee=callee,
        is_method=isinstance(node.func, ast.Attribute),
        positional=sum(not isinstance(a, ast.Starred) for a in node.args),
        keywords=frozenset(keyword.arg for keyword in node.keywords if keyword.arg),
        stars=tuple(a.value for a in node.args if isinstance(a, ast.Starred)),
    )


def defaults_given(given: ast.arguments) -> dict[str, int]:
    """Parameters with defaults and how many arguments come before."""
    plain = [a.arg for a in given.posonlyargs + given.args]
    found = {name: plain.index(name) for name in plain[len(plain) - len(given.defaults) :]}
    rows = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    return found | {a.arg: BY_NAME for a, default in rows if default is not None}
