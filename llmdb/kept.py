"""What commands keep between them, by the class of what is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


class Kept:
    """Holds at most one value of each class: of `Score` the score so far, of `VersionHistory` the versions.

    A session has one for the whole sitting; each recorded run has one for what was found out about it, which goes
    with the run.
    """

    def __init__(self) -> None:
        self._values: dict[type[object], object] = {}

    def get(self, kind: type[T]) -> T | None:
        """The value of a class; None where there is none."""
        return cast("T | None", self._values.get(kind))

    def get_or_make(self, kind: type[T], make: Callable[[], T]) -> T:
        """The value of a class, made and kept where there was none."""
        kept = self.get(kind)
        if kept is None:
            kept = make()
            self._values[kind] = kept
        return kept

    def put(self, value: object) -> None:
        """Keep a value in place of the one of its class."""
        self._values[type(value)] = value

    def drop(self, kind: type[object]) -> None:
        """Forget the value of a class, if there is one."""
        self._values.pop(kind, None)

    def only(self, *kinds: type[object]) -> Kept:
        """A store with the values of these classes alone."""
        chosen = Kept()
        chosen._values = {kind: value for kind, value in self._values.items() if kind in kinds}
        return chosen

    def __len__(self) -> int:
        return len(self._values)
