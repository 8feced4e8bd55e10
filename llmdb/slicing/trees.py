"""Dependencies as a tree to be shown: what was read, and under each what its writer had read, a few levels deep."""

from collections.abc import Iterable
from dataclasses import dataclass

from llmdb.slicing.dependencies import Dependencies, Read
from llmdb.types import StepNo

Place = tuple[StepNo, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A read with those that its writer's statement made.

    Attributes:
        again: the writer's own reads stand elsewhere in the tree.
        hidden: how many of the writer's reads were left out.
    """

    read: Read
    branches: tuple["Branch", ...] = ()
    again: bool = False
    hidden: int = 0


def grow_tree(found: Dependencies, reads: Iterable[Read], depth: int, most: int) -> tuple[Branch, ...]:
    """A branch for each read, `depth` levels of them, `most` at most below the first level.

    What is nearer to the root is shown first; what comes again is not repeated.
    """
    rows = list(reads)
    kept: dict[Place, list[Read]] = {}
    hidden: dict[Place, int] = {}
    left, level = most, rows
    for _ in range(1, depth):
        following: list[Read] = []
        for read in level:
            place = _writer(found, read)
            if place is None or place in kept or read.is_base:
                continue
            above = [r for r in found.reads(*place) if not r.is_base]
            kept[place] = above[:left]
            hidden[place] = len(above) - len(kept[place])
            left -= len(kept[place])
            following += kept[place]
        level = following
    drawn: set[Place] = set()
    return tuple(_branch(found, read, kept, hidden, drawn) for read in rows)


def _branch(
    found: Dependencies,
    read: Read,
    kept: dict[Place, list[Read]],
    hidden: dict[Place, int],
    drawn: set[Place],
) -> Branch:
    place = _writer(found, read)
    if place is None or place not in kept or read.is_base:
        return Branch(read=read)
    if place in drawn:
        return Branch(read=read, again=bool(kept[place]))
    drawn.add(place)
    branches = tuple(_branch(found, inner, kept, hidden, drawn) for inner in kept[place])
    return Branch(read=read, branches=branches, hidden=hidden[place])


def _writer(found: Dependencies, read: Read) -> Place | None:
    writer = read.writer
    if writer.step is None or writer.position is None:
        return None
    return writer.step, found.statement_at(writer.step, writer.position)
