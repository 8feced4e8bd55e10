"""Which event put an element where a library call found it."""

import ast
import heapq
import random

import pytest

from llmdb.replay.heap import is_reference
from llmdb.slicing.dependencies import Dependencies
from llmdb.slicing.library.provenance import LOST, Element, Provenance, aligned
from tests.slicing.recorded import dependencies


def at_end(found: Dependencies, name: str) -> tuple[int, int]:
    """The object that a name denotes at the end, and the position there."""
    number = len(found.trace)
    end = found.end_of(number)
    read = found.look_up(number, ast.Name(id=name, ctx=ast.Load()), end)
    assert read is not None
    assert is_reference(read.value)
    return read.value[0], end


def steps_of(found: Dependencies, name: str) -> list[tuple[object, int | None]]:
    """Each element of a list at the end, with the step that brought it in."""
    number, end = at_end(found, name)
    row = Provenance(found.log).elements(number, end)
    assert row is not None
    return [(e.value, None if e.origin is None else found.log.visit_at(e.origin)) for e in row]


def put_in_a_loop(change: str, values: str = "[3, 1, 2]", before: str = "") -> Dependencies:
    """A program that puts one value in each turn of a loop."""
    return dependencies(
        f"import heapq, bisect, random\nfrom collections import deque\n{before}\nxs = []\n"
        f"for v in {values}:\n    {change}\nprint(xs)\n"
    )


def test_a_heap_moves_elements_but_each_came_with_its_push() -> None:
    found = put_in_a_loop("heapq.heappush(xs, v)")
    assert steps_of(found, "xs") == [(1, 5), (3, 3), (2, 7)]


class Marked:
    """A value that compares as itself and remembers its turn."""

    def __init__(self, value: int, turn: int) -> None:
        self.value, self.turn = value, turn

    def __lt__(self, other: "Marked") -> bool:
        return self.value < other.value


def test_equal_values_on_a_heap_are_told_apart_by_repeating_its_moves() -> None:
    values = [random.Random(7).randrange(3) for _ in range(30)]
    pushing = "heapq.heappush(xs, v)\n    if len(xs) > 8: out.append(heapq.heappop(xs))"
    found = put_in_a_loop(pushing, str(values), "out = []")
    heap: list[Marked] = []
    for turn, value in enumerate(values):
        heapq.heappush(heap, Marked(value, turn))
        if len(heap) > 8:
            heapq.heappop(heap)
    pushes = [n for n in range(1, len(found.trace) + 1) if found.trace.lines(n)[:1] == (6,)]
    placed = [(value, pushes.index(step)) for value, step in steps_of(found, "xs") if step is not None]
    assert placed == [(mark.value, mark.turn) for mark in heap]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("xs.append(v); xs.sort()", [(1, 5), (2, 7), (3, 3)]),
        ("xs.append(v); xs.reverse()", [(2, 7), (3, 3), (1, 5)]),
        ("xs.insert(0, v)", [(2, 7), (1, 5), (3, 3)]),
        ("bisect.insort(xs, v)", [(1, 5), (2, 7), (3, 3)]),
        ("xs += [v]", [(3, 3), (1, 5), (2, 7)]),
        ("xs.extend([v])", [(3, 3), (1, 5), (2, 7)]),
    ],
)
def test_elements_keep_their_step_however_they_are_moved(
    change: str, expected: list[tuple[int, int]]
) -> None:
    assert steps_of(put_in_a_loop(change), "xs") == expected


def test_a_full_deque_lets_the_oldest_go() -> None:
    found = dependencies(
        "from collections import deque\nxs = deque(maxlen=2)\nfor v in [3, 1, 2]:\n    xs.append(v)\nxs.rotate(1)\n"
    )
    assert steps_of(found, "xs") == [(2, 7), (1, 5)]


def test_the_values_of_a_dict_keep_the_step_of_their_last_change() -> None:
    found = dependencies(
        "d = {'a': 1}\nfor k in ['b', 'c']:\n    d[k] = 2\nfor _ in [0]:\n    d.update(c=3)\nd.pop('b')\n"
    )
    number, end = at_end(found, "d")
    table = Provenance(found.log).entries(number, end)
    assert table is not None
    origins = {key: None if e.origin is None else found.log.visit_at(e.origin) for key, e in table.items()}
    assert origins == {"a": None, "c": 8}


def test_what_was_not_there_before_a_change_came_with_it() -> None:
    before = [Element("a", 1), Element("b", 2)]
    assert aligned(before, ["b", "c", "a"], 9) == [Element("b", 2), Element("c", 9), Element("a", 1)]


def test_what_came_in_before_the_changes_that_are_replayed_is_not_guessed() -> None:
    found = dependencies(
        "xs = []\nxs.append(1)\nfor v in range(600):\n    xs.append(v)\n    xs.pop()\nxs.append(2)\nprint(xs)\n"
    )
    number, end = at_end(found, "xs")
    row = Provenance(found.log).elements(number, end)
    assert row is not None
    assert [(e.value, e.origin == LOST) for e in row] == [(1, True), (2, False)]
