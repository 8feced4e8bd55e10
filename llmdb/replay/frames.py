"""The reader's copies of frames."""

from __future__ import annotations

from typing import Any, Self

from llmdb.events.decode import Wire

MISSING: Any = ("missing", "value")
"""Stands for no value where a name was not bound."""
ALL = -1
"""In `Frame.begun`: every statement of the block has."""


class Frame:
    """One call under way.

    Attributes:
        step: the visit under way.
        stored, mutated: what its own code has bound, with the value before, and mutated since control came to it last:
            `mutated` holds numbers of heap objects and names of module variables,
            those of another module with its name before them, `helpers:count`.
        visit_stored, visit_mutated: the same of the visit before that, calls included.
        total: what the visits before have mutated.
        part: the last part of the visit under way, 0 for none.
        begun: the line of the statement that was told of as it began, 0 for none, ALL where every one has.
        image: what `freeze` gave, None if that is to be made anew.
        exception: which exception was noted in the frame last, counted from 1; 0 for none that is on its way.
    """

    __slots__ = (
        "arguments", "begun", "cells", "exception", "image", "key", "mutated", "names", "number", "part",
        "raised_step", "scope", "step", "stored", "total", "visit_mutated", "visit_stored",
    )  # fmt: skip

    def __init__(self, number: int, scope: str) -> None:
        self.number = number
        self.scope = scope
        self.names: dict[str, Wire] = {}
        self.cells: dict[str, int] = {}
        self.arguments: dict[str, Wire] = {}
        self.key = 0
        self.step = 0
        self.raised_step = 0
        self.stored: dict[str, Wire] = {}
        self.mutated: set[int | str] | None = None
        self.total: set[int | str] | None = None
        self.visit_stored: dict[str, Wire] = {}
        self.visit_mutated: set[int | str] | None = None
        self.part = self.begun = self.exception = 0
        self.image: Self | None = None

    def take_names(self, other: Self) -> None:
        """The frame of a module that runs again: its variables are there already."""
        self.names.update(other.names)

    def begin_visit(self, number: int) -> None:
        """A block begins: what was noted of the visit before is of the past."""
        self.step, self.image = number, None
        for mutated in (self.mutated, self.visit_mutated):
            if mutated:
                if self.total is None:
                    self.total = mutated
                else:
                    self.total |= mutated
        self.mutated = self.visit_mutated = None
        self.begun = 0
        if self.stored:
            self.stored = {}
        if self.visit_stored:
            self.visit_stored = {}

    def take_over(self, callee: Frame) -> None:
        """What a call changed, since it was last left, is changed for the visit that called."""
        for part in (callee.mutated, callee.visit_mutated, callee.total):
            if part:
                if self.visit_mutated is None:
                    self.visit_mutated = set(part)
                else:
                    self.visit_mutated |= part
        callee.total = None

    def fold(self) -> None:
        """Control comes back: what the code did until now is of a part that is over."""
        if self.stored:
            self.visit_stored = {**self.stored, **self.visit_stored}
            self.stored = {}
        if self.mutated:
            if self.visit_mutated is None:
                self.visit_mutated = self.mutated
            else:
                self.visit_mutated |= self.mutated
            self.mutated = None

    def freeze(self) -> Self:
        """One that stays as this is now, without what the visit under way did; the same again if nothing changed."""
        if self.image is None:
            self.image = self._copy()
        return self.image

    def thaw(self) -> Self:
        """One that goes on from this, which stays as it is."""
        other = self._copy()
        other.image = self
        return other

    def _copy(self) -> Self:
        other = type(self)(self.number, self.scope)
        other.names, other.cells, other.arguments = dict(self.names), self.cells, self.arguments
        other.key, other.step, other.raised_step = self.key, self.step, self.raised_step
        return other
