"""Going to any event of a run: what is found depends on nothing that was asked before, and the graph has it."""

import random

import pytest

from llmdb.slicing import Dependencies, Read
from llmdb.slicing.slices import origins
from tests.slicing.recorded import dependencies
from tests.slicing.shrunk import SHRUNK

LONG = """\
from dataclasses import dataclass

@dataclass
class Spot:
    x: int
    y: int = 4

class Box:
    size = 2
    def __init__(self, n):
        self.n = n
        self.held = [n]
    def put(self, n):
        self.held.append(n)
        self.n += n
        return self.held

def counter():
    count = 0
    def bump():
        nonlocal count
        count += 1
        return count
    return bump

def turns(n):
    for i in range(n):
        yield i * 2

def down(n, seen):
    if n:
        seen[n] = down(n - 1, seen)
    return n

bump, boxes, table, rows = counter(), [Box(0), Box(1)], {}, [[0] * 3 for _ in range(3)]
going = turns(1000)
spot = Spot(1)
for turn in range(150):
    box = boxes[turn % 2]
    held = box.put(bump())
    table[turn % 5] = next(going)
    rows[turn % 3][turn % 2] = table.get(turn % 4, 0)
    held.pop(0)
    rows.insert(0, rows.pop())
    if turn % 40 == 7:
        down(12, table)
        spot.y = turn
        box.size = turn
    total = spot.y + box.size + sum(rows[0]) + rows[1][0]
"""
NAMES = (
    "total",
    "box",
    "box.size",
    "rows",
    "rows[1][0]",
    "rows[-1]",
    "table",
    "table[1]",
    "held",
    "spot.y",
    "spot",
    "going",
)
NAMES_INSIDE = ("n", "seen", "seen[1]", "self.held", "count", "i")


def said(reads: tuple[Read, ...]) -> list[tuple[object, ...]]:
    """What is told of each read."""
    return [(r.name, r.value, r.position, r.is_base, str(r.cut), r.writer, r.binding) for r in reads]


def asked(found: Dependencies, number: int) -> list[list[tuple[object, ...]]]:
    """What is found of a step and at its end."""
    names = NAMES if found.trace.scope_of(number) == "<module>" else NAMES_INSIDE
    return [said(found.reads(number)), *(said(origins(found, name, number)) for name in names)]


def test_what_is_found_does_not_depend_on_what_was_asked_before() -> None:
    forwards = dependencies(LONG)
    assert forwards.log.total > 3_000
    numbers = range(1, len(forwards.trace) + 1, 7)
    known = {number: asked(forwards, number) for number in numbers}
    backwards = Dependencies(forwards.trace, LONG)
    for number in reversed(numbers[::2]):
        assert asked(backwards, number) == known[number], number
    anyhow = Dependencies(forwards.trace, LONG)
    mixed = random.Random(5).sample(numbers, len(numbers) // 2)
    for number in mixed:
        assert asked(anyhow, number) == known[number], number


@pytest.mark.parametrize("text", [*SHRUNK.values(), LONG], ids=[*SHRUNK, "long"])
def test_writers_come_before_what_they_wrote_is_read_and_the_graph_has_them(text: str) -> None:
    found = dependencies(text)
    graph, log = found.graph, found.log
    for number in range(1, len(found.trace) + 1):
        for read in found.reads(number):
            writer = read.writer
            code = found.statements[found.trace.block_of(number)][read.statement]
            assert read.position > log.steps.begin[number - 1] or code.iterates
            assert writer.position is None or writer.position < read.position
            if writer.step is not None and writer.position is not None and not read.is_base:
                node = graph.node(writer.step, found.statement_at(writer.step, writer.position))
                reader = graph.node(number, read.statement)
                assert node in {one for _, one in graph.parents(reader)}, (number, read)
