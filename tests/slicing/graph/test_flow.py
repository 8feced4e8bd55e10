"""A dependency graph that is made a little at a time is the one that is made at once."""

import pytest

from llmdb.progress import Progress
from llmdb.slicing import Dependencies, slice_backward
from llmdb.slicing.graph.flow import AT_ONCE
from tests.slicing.recorded import dependencies

LONG = """\
def add(xs, n):
    xs.append(n)
    return len(xs)

xs = []
total = 0
for i in range(1500):
    total += add(xs, i)
"""


def edges(found: Dependencies) -> list[tuple[int, int, int]]:
    return list(found.graph.edges)


def again(found: Dependencies) -> Dependencies:
    """The dependencies of the same recording, with no graph yet."""
    return Dependencies(found.trace, LONG)


def test_a_graph_made_in_turns_is_that_made_at_once_and_another_turn_finds_it_complete() -> None:
    found = dependencies(LONG)
    at_once, turns = again(found), list(found.prepare())
    assert turns == sorted(turns)
    assert turns[-1] >= AT_ONCE
    assert edges(found) == edges(at_once)
    assert list(found.prepare()) == []


def test_what_was_begun_in_turns_is_finished_by_whoever_needs_the_graph() -> None:
    found = dependencies(LONG)
    whole, turns = edges(again(found)), found.prepare()
    next(turns)
    next(turns)
    assert len(slice_backward(found, "total", len(found.trace)).numbers) > 1500
    assert edges(found) == whole
    assert list(turns) == []


def test_a_graph_whose_making_was_interrupted_within_a_turn_is_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = dependencies(LONG)
    whole, turns = edges(again(found)), found.prepare()
    next(turns)
    with monkeypatch.context() as patched:
        patched.setattr("llmdb.slicing.graph.shadow.Shadow.replace", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            list(turns)
    assert edges(found) == whole


def test_the_making_of_a_graph_tells_how_far_it_is() -> None:
    reports: list[Progress] = []
    found = dependencies(LONG)
    assert Dependencies(found.trace, LONG, reports.append).graph is not None
    assert {(report.doing, report.total) for report in reports} == {("dependencies", found.log.total)}
    assert reports[-1].done > AT_ONCE


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
