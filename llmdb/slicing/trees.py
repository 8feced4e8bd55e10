"""Dependencies as a tree to be shown: what was read, and under each what its writer had read, a few levels deep."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.types import StepNo

Place = tuple[StepNo, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Generic[T]):
    """A read, with what its writer depends on.

    Attributes:
        again: the statement's own branches stand elsewhere in the tree.
        hidden: how many of its branches were left out.
    """

    item: T
    branches: tuple["Branch[T]", ...] = ()
    again: bool = False
    hidden: int = 0


def grow_tree(found: Dependencies, reads: Iterable[Read], depth: int, most: int) -> tuple[Branch[Read], ...]:
    """A branch for each read, as `_grow` says."""

    def place_of(read: Read) -> Place | None:
        return None if read.is_base else _writer(found, read)

    def above(place: Place) -> list[Read]:
        return [read for read in found.reads(*place) if not read.is_base]

    return _grow(list(reads), place_of, above, depth, most)


def _grow(
    rows: list[T],
    place_of: Callable[[T], Place | None],
    follow: Callable[[Place], list[T]],
    depth: int,
    most: int,
) -> tuple[Branch[T], ...]:
    """A branch for each row, `depth` levels of them, `most` at most below the first level.

    What is nearer to the root is shown first; what comes again is not repeated.
    """
    kept: dict[Place, list[T]] = {}
    hidden: dict[Place, int] = {}
    left, level = most, rows
    for _ in range(1, depth):
        following: list[T] = []
        for place in filter(None, map(place_of, level)):
            if place not in kept:
                found = follow(place)
                kept[place] = found[:left]
                hidden[place] = len(found) - len(kept[place])
                left -= len(kept[place])
                following += kept[place]
        level = following
    drawn: set[Place] = set()

    def branch(row: T) -> Branch[T]:
        place = place_of(row)
        if place is None or place not in kept:
            return Branch(item=row)
        if place in drawn:
            return Branch(item=row, again=bool(kept[place]))
        drawn.add(place)
        return Branch(item=row, branches=tuple(map(branch, kept[place])), hidden=hidden[place])

    return tuple(map(branch, rows))


def _writer(found: Dependencies, read: Read) -> Place | None:
    writer = read.writer
    if writer.step is None or writer.position is None:
        return None
    return writer.step, found.statement_at(writer.step, writer.position)
