"""Dependencies as a tree to be shown: what was read, and under each what its writer had read, a few levels deep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import starmap

from llmdb.replay.heap import is_reference
from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.types import VisitNo
from llmdb.values import dataclass

Place = tuple[VisitNo, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A read, with what its writer depends on.

    Attributes:
        again: the statement's own branches stand elsewhere in the tree.
        hidden: how many of its branches were left out, as they lie deeper or there was no room for them.
        count: how many runs of the writer's line wrote a piece each; `item` is the last of these.
    """

    item: Read
    branches: tuple[Branch, ...] = ()
    again: bool = False
    hidden: int = 0
    count: int = 1


def grow_tree(found: Dependencies, reads: Iterable[Read], depth: int, most: int) -> tuple[Branch, ...]:
    """A branch for each read, `depth` levels of them, `most` at most below the first level.

    What is nearer to the root is shown first; what comes again is not repeated. The pieces of one value that one line
    wrote are one branch, and what wrote one of them has none for the others.
    """
    rows = _folded(reads)
    kept: dict[Place, Sequence[tuple[Read, int]]] = {}
    hidden: dict[Place, int] = {}

    def reads_of(place: Place, row: Read) -> list[tuple[Read, int]]:
        return _folded(
            read
            for read in found.reads(*place)
            if not (read.is_base or _beside(row, read) or _comes_after(row, read))
        )

    left, level = most, rows
    for _ in range(1, depth):
        following: list[tuple[Read, int]] = []
        for row, _ in level:
            place = _writer(found, row)
            if place is not None and place not in kept:
                above = reads_of(place, row)
                kept[place] = above[:left]
                hidden[place] = len(above) - len(kept[place])
                left -= len(kept[place])
                following += kept[place]
        level = following
    drawn: set[Place] = set()

    def branch(row: Read, count: int) -> Branch:
        place = _writer(found, row)
        if place is None:
            return Branch(item=row, count=count)
        if place not in kept:
            return Branch(item=row, count=count, hidden=len(reads_of(place, row)))
        if place in drawn:
            return Branch(item=row, count=count, again=bool(kept[place]))
        drawn.add(place)
        branches = tuple(starmap(branch, kept[place]))
        return Branch(item=row, count=count, branches=branches, hidden=hidden[place])

    return tuple(starmap(branch, rows))


def _folded(reads: Iterable[Read]) -> list[tuple[Read, int]]:
    """Of the reads of pieces of one value those that one line wrote as one, the last, with their number."""
    groups: dict[tuple[object, ...], list[Read]] = {}
    for read in reads:
        groups.setdefault((read.name, read.position, str(read.value), read.writer.line), []).append(read)
    return [(group[0], len(group)) for group in groups.values()]


def _comes_after(row: Read, read: Read) -> bool:
    """Whether a writer read something only after it wrote: what a call gave that it was handed on to."""
    return row.writer.position is not None and read.position > row.writer.position


def _beside(row: Read, read: Read) -> bool:
    """Whether a read, of what changed an object, is of the pieces that the object had before."""
    bound = row.binding.position if row.binding is not None else row.writer.position
    return is_reference(row.value) and row.value == read.value and row.writer.position != bound


def _writer(found: Dependencies, read: Read) -> Place | None:
    """The statement that wrote what was read, where it is followed."""
    writer = read.writer
    if read.is_base or writer.step is None or writer.position is None:
        return None
    return writer.step, found.statement_at(writer.step, writer.position)
