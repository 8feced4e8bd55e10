"""The reader's copies of frames, and frozen images of them for keyframes."""

from typing import Any, NamedTuple

from llmdb.events.decode import Wire

MISSING: Any = ("missing", "value")
"""Stands for no value where a name was not bound."""


class FrameImage(NamedTuple):
    """A frame as it was at a keyframe."""

    number: int
    scope: str
    names: dict[str, Wire]
    cells: dict[str, int]
    arguments: dict[str, Wire]
    key: int
    step: int
    thread: int
    raised_step: int


class Frame:
    """One call under way.

    Attributes:
        step: the visit under way.
        stored, mutated: what its own code has bound, with the value before, and mutated since control came to it last:
            `mutated` holds numbers of heap objects and names of module variables.
        visit_stored, visit_mutated: the same of the visit before that, calls included.
        total: what the visits before have mutated.
        part: the last part of the visit under way, 0 for none.
        begun: the line of the statement that was told of as it began, 0 for none.
        exception: which exception was noted in the frame last, counted from 1; 0 for none that is on its way.
    """

    __slots__ = (
        "arguments", "begun", "cells", "exception", "image", "key", "mutated", "names", "number", "part",
        "raised_step", "scope", "step", "stored", "thread", "total", "visit_mutated", "visit_stored",
    )  # fmt: skip

    def __init__(self, number: int, scope: str, thread: int = 0) -> None:
        self.number = number
        self.scope = scope
        self.names: dict[str, Wire] = {}
        self.cells: dict[str, int] = {}
        self.arguments: dict[str, Wire] = {}
        self.key = 0
        self.step = 0
        self.thread = thread
        self.raised_step = 0
        self.stored: dict[str, Wire] = {}
        self.mutated: set[int | str] | None = None
        self.total: set[int | str] | None = None
        self.visit_stored: dict[str, Wire] = {}
        self.visit_mutated: set[int | str] | None = None
        self.part = self.begun = self.exception = 0
        self.image: FrameImage | None = None

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

    def freeze(self) -> FrameImage:
        """An image, shared with the one before if nothing changed."""
        if self.image is None:
            self.image = FrameImage(
                self.number,
                self.scope,
                dict(self.names),
                self.cells,
                self.arguments,
                self.key,
                self.step,
                self.thread,
                self.raised_step,
            )
        return self.image

    @classmethod
    def thaw(cls, image: FrameImage) -> "Frame":
        """A frame that goes on from an image."""
        frame = cls(image.number, image.scope, image.thread)
        frame.names = dict(image.names)
        frame.cells = image.cells
        frame.arguments = image.arguments
        frame.key, frame.step, frame.raised_step = image.key, image.step, image.raised_step
        frame.image = image
        return frame
