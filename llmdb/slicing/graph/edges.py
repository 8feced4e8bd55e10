"""Adding edges to the graph, with as little as possible between: what most of a pass over a run does."""

from __future__ import annotations

from collections.abc import Callable

from llmdb.events.decode import Wire
from llmdb.replay.heap import references
from llmdb.slicing.graph.contents import Contents
from llmdb.slicing.graph.growing import Growing, pack_row
from llmdb.slicing.graph.plans import UNKNOWN


def linking(grown: Growing) -> Callable[[int, int, int], None]:
    """What adds an edge: by reader, writer and label."""
    extend, pack = grown.edges.extend, pack_row

    def link(reader: int, writer: int, label: int) -> None:
        """A new edge of the graph."""
        extend(pack(reader, writer, label))

    return link


def reading_contents(grown: Growing, contents: Contents) -> Callable[[Wire, int, int], None]:
    """What adds the edges for all that a value holds: by the value, the node that reads it and the label."""
    extend, pack = grown.edges.extend, pack_row
    known, find = contents.known, contents.writers

    def read_contents(value: Wire, node: int, label: int) -> None:
        """All that a value holds, at any depth."""
        if len(value) != 1:
            if value is not UNKNOWN:
                for reference in tuple(references((value,))):
                    read_contents((reference,), node, label)
            return
        (number,) = value
        for writer in known[number] if number in known else find(number, label):
            extend(pack(node, writer, label))

    return read_contents
