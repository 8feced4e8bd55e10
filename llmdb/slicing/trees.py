"""Dependencies as a tree to be shown: what was read, and under each what its writer had read, a few levels deep."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from llmdb.slicing.dependencies import MOST_WRITERS, Dependencies, Read
from llmdb.slicing.slices import origins, parents, step_nodes, writing_nodes
from llmdb.types import LineNo, StepNo

Place = tuple[StepNo, int]
T = TypeVar("T")


class Tie(NamedTuple):
    """A statement of a step, and the names by which the one above it in a tree depends on it; none for control.

    Attributes:
        others: steps farther away did the same in the same line.
        skipped: it is a condition by which a write of the names was left out.
    """

    names: tuple[str, ...]
    place: Place
    others: bool = False
    skipped: bool = False


_Row = tuple[str, Place, bool]
"""A name, the statement that it comes from, and whether that left a write of it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Generic[T]):
    """A read or a tie, with what its statement depends on.

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


def grow_slice(
    found: Dependencies, name: str, number: StepNo, forward: bool, depth: int, most: int
) -> tuple[Branch[Tie], ...]:
    """The slice of a name at a step, as `_grow` says, from its last `MOST_WRITERS` writers.

    Forward it is from the last writer, with a branch for each use.
    """
    reads = origins(found, name, number, most=1 if forward else MOST_WRITERS)
    if forward:
        graph, nodes = found.graph, writing_nodes(found, reads)

        def below(place: Place) -> list[Tie]:
            uses = islice(graph.uses(graph.node(*place)), most)
            rows = [(label, (graph.steps[node], graph.places[node]), False) for label, node in uses]
            return _merged(
                found, [row for row in rows if row[0] or found.line(*row[1]) != found.line(*place)]
            )

        roots = [Tie((name,), (graph.steps[node], graph.places[node])) for node in nodes]
        return _grow(roots, _place_of, below, depth, most)

    written = [
        (name, place, False) for place in (_writer(found, read) for read in reads) if place is not None
    ]
    since = min(writing_nodes(found, reads), default=0)
    left_out = found.omissions.after(name, number, since, MOST_WRITERS)
    skipped = [(name, _at(found, node), True) for node in left_out]
    return _grow_back(found, number, [*written, *skipped], depth, most)


def grow_step(found: Dependencies, number: StepNo, depth: int, most: int) -> tuple[Branch[Tie], ...]:
    """What all statements of a step came from, as `_grow` says."""
    rows = [row for node in step_nodes(found, number) for row in _above(found, _at(found, node))]
    return _grow_back(found, number, [row for row in rows if row[1][0] != number], depth, most)


def _grow_back(
    found: Dependencies, number: StepNo, rows: Iterable[_Row], depth: int, most: int
) -> tuple[Branch[Tie], ...]:
    """What some rows came from until the end of a step: what a call under way gives comes later."""
    end, begin = found.end_of(number), found.log.steps.begin

    def merged(rows: Iterable[_Row]) -> list[Tie]:
        return _merged(found, [row for row in rows if begin[row[1][0] - 1] <= end])

    return _grow(merged(rows), _place_of, lambda place: merged(_above(found, place)), depth, most)


def _above(found: Dependencies, place: Place) -> Iterator[_Row]:
    """What a statement depends on; that a loop's header let itself run is left out."""
    line, node = found.line(*place), found.graph.node(*place)
    known: set[str] = set()
    for read, parent in parents(found, place):
        if read is None:
            if found.line(*parent) != line:
                yield "", parent, False
        elif not read.is_base:
            known.add(read.name)
            yield read.name, parent, False
    for name in found.outside.names(node):
        if name not in known:
            yield from ((name, _at(found, one), False) for one in found.outside.sources(node, name))
    yield from ((name, _at(found, one), True) for name, one in found.omissions.of(node, MOST_WRITERS))


def _at(found: Dependencies, node: int) -> Place:
    return found.graph.steps[node], found.graph.places[node]


def _place_of(tie: Tie) -> Place | None:
    return tie.place


def _merged(found: Dependencies, rows: Iterable[_Row]) -> list[Tie]:
    """One tie for each statement, and one for all steps in which a line did the same."""
    names: dict[tuple[Place, bool], dict[str, None]] = {}
    for name, place, skipped in rows:
        names.setdefault((place, skipped), {}).update({name: None} if name else {})
    ties: dict[tuple[tuple[str, ...], LineNo, bool], Tie] = {}
    for (place, skipped), held in names.items():
        key = (tuple(held), found.line(*place), skipped)
        tie = Tie(tuple(held), place, skipped=skipped)
        ties[key] = ties[key]._replace(others=True) if key in ties else tie
    return list(ties.values())


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
