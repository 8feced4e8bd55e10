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
    """One call under way. `stored` and `mutated` tell what the step under way did; `total` the steps before it.

    `mutated` holds numbers of heap objects and names of module variables.
    """

    __slots__ = (
        "arguments", "cells", "image", "key", "mutated", "names", "number", "raised_step", "scope", "step",
        "stored", "thread", "total",
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
        self.image: FrameImage | None = None

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
