"""What `id(x)` was in the recorded run, for an expression that is evaluated in a copy of the program.

What was made before the copy was, is where it was. What the copy made again since then may be elsewhere: of that only
those identities are known that the program itself asked for.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Iterator, Sequence
from typing import Any

from llmdb.child.recorder.objects import IdentityTable

_BUILT_IN = (
    type(None),
    bool,
    type(Ellipsis),
    type(NotImplemented),
    types.BuiltinFunctionType,
    types.ModuleType,
)
_SMALL = range(-5, 257)
"""Integers of which CPython has one object each."""


class IdentityNotKnown(Exception):
    """The recorded run had this object elsewhere, and nobody asked where."""


class Identities:
    """Identities of the objects of a program that is gone through again.

    Args:
        table: the numbers of its objects.
        count: how many of them there were when the copy was made of the recorded process; 0 for another process.
    """

    def __init__(self, table: IdentityTable, count: int) -> None:
        self._table, self._count = table, count
        self._recorded: dict[int, int] = {}
        self._unnumbered: list[tuple[int, int]] = []
        self._frame: types.FrameType | None = None

    def note(self, own: int, recorded: int, held: Sequence[object]) -> None:
        """The program asked for an identity: what it is here, and what it was; `held` keeps alive what it logged."""
        known = self._table.known.get(own)
        if known is not None:
            self._recorded[known[0]] = recorded
        elif any(id(value) == own for value in held):
            self._unnumbered.append((own, recorded))

    def number(self) -> None:
        """What was held is numbered now."""
        for own, recorded in self._unnumbered:
            known = self._table.known.get(own)
            if known is not None:
                self._recorded[known[0]] = recorded
        self._unnumbered.clear()

    def within(
        self, code: types.CodeType, variables: dict[str, Any], frame: types.FrameType
    ) -> dict[str, Any]:
        """The variables that an expression sees in a frame; the built-in `id` gives the recorded identity there."""
        self._frame = frame
        if "id" in code.co_names and "id" not in variables:
            return {**variables, "id": self.of}
        return variables

    def of(self, value: Any, /) -> int:
        """The identity that an object had in the recorded run.

        Raises:
            IdentityNotKnown: it may have had another one than here.
        """
        known, identity = self._table.known.get(id(value)), id(value)
        if known is not None:
            recorded = self._recorded.get(known[0])
            if recorded is not None:
                return recorded
            if known[0] <= self._count:
                return identity
        elif self._count and self._is_lasting(value):
            return identity
        raise IdentityNotKnown(
            f"the identity of this {type(value).__name__} is not known: it was made after the last moment that is "
            "kept of the run itself, and the program did not ask for it"
        )

    def _is_lasting(self, value: Any) -> bool:
        """Whether an object without a number was there when the program began, and is for good."""
        if isinstance(value, _BUILT_IN) or (type(value) is int and value in _SMALL):
            return True
        if isinstance(value, type):
            return vars(builtins).get(value.__name__) is value
        return any(constant is value for constant in _constants_of(self._frame))


def _constants_of(frame: types.FrameType | None) -> Iterator[object]:
    """The constants of a frame's code and of its callers'."""
    while frame is not None:
        yield from frame.f_code.co_consts
        frame = frame.f_back
