"""Dependencies as a tree to be shown: what was read, and under each what its writer had read, a few levels deep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.types import StepNo

Place = tuple[StepNo, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A read, with what its writer depends on.

    Attributes:
        again: the statement's own branches stand elsewhere in the tree.
        hidden: how many of its branches were left out.
    """

    item: Read
    branches: tuple[Branch, ...] = ()
    again: bool = False
    hidden: int = 0


def grow_tree(found: Dependencies, reads: Iterable[Read], depth: int, most: int) -> tuple[Branch, ...]:
    """A branch for each read, `depth` levels of them, `most` at most below the first level.

    What is nearer to the root is shown first; what comes again is not repeated.
    """
    rows = list(reads)
    kept: dict[Place, Sequence[Read]] = {}
    hidden: dict[Place, int] = {}
    left, level = most, rows
    for _ in range(1, depth):
        following: list[Read] = []
        for place in (_writer(found, row) for row in level):
            if place is not None and place not in kept:
                above = [read for read in found.reads(*place) if not read.is_base]
                kept[place] = above[:left]
                hidden[place] = len(above) - len(kept[place])
                left -= len(kept[place])
                following += kept[place]
        level = following
    drawn: set[Place] = set()

    def branch(row: Read) -> Branch:
        place = _writer(found, row)
        if place is None or place not in kept:
            return Branch(item=row)
        if place in drawn:
            return Branch(item=row, again=bool(kept[place]))
        drawn.add(place)
        return Branch(item=row, branches=tuple(map(branch, kept[place])), hidden=hidden[place])

    return tuple(map(branch, rows))


def _writer(found: Dependencies, read: Read) -> Place | None:
    """The statement that wrote what was read, where it is followed."""
    writer = read.writer
    if read.is_base or writer.step is None or writer.position is None:
        return None
    return writer.step, found.statement_at(writer.step, writer.position)
