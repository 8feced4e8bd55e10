"""The nodes and edges of a dependency graph while it is made: written as bytes, as a pass over a run makes millions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from struct import Struct

from llmdb.types import VisitNo

PARTS = 3
"""How many numbers a node and an edge each have."""

ROW = 4 * PARTS
"""How many bytes they take."""

_ROW = Struct(f"={PARTS}I")
pack_row = _ROW.pack


def pack_rows(count: int) -> Callable[..., bytes]:
    """What packs so many rows at once, of their numbers in order."""
    return Struct(f"={PARTS * count}I").pack


class Growing:
    """What a `DependencyGraph` is made of.

    An edge whose writer is node 0 says nothing: it costs less to write it than to leave it out.

    Attributes:
        nodes: for each node its step, its place, and how many bytes of `edges` there were when it began.
        edges: for each edge its reader, writer and label.
        firsts: for each step, from 1, its first node.
        earliest: for each joint the first of the writers that it stands for.
    """

    def __init__(self) -> None:
        self.nodes = bytearray(ROW)
        self.edges = bytearray()
        self.firsts = array("I", [0])
        self.earliest: dict[int, int] = {}

    def __len__(self) -> int:
        """How many nodes there are, with node 0."""
        return len(self.nodes) // ROW

    def add(self, step: VisitNo, place: int) -> int:
        """A new node."""
        self.nodes += pack_row(step, place, len(self.edges))
        return len(self) - 1

    def join(self, writers: Sequence[int], label: int) -> int:
        """A new node that stands for these."""
        joint = self.add(0, 0)
        self.edges += b"".join(map(pack_row, repeat(joint), writers, repeat(label)))
        self.earliest[joint] = min(map(self.earliest.get, writers, writers))
        return joint

    def edges_since(self, size: int) -> Iterator[tuple[int, ...]]:
        """Reader, writer and label of the edges that were added since they took so many bytes."""
        return _ROW.iter_unpack(self.edges[size:])
