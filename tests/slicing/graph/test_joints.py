"""What joints stand for: versions of a container, joined further."""

import random

import pytest

from llmdb.slicing.graph.graph import DependencyGraph, Growing


def statements(grown: Growing, count: int) -> list[int]:
    """New statements."""
    return [grown.add(len(grown), 0, 0) for _ in range(count)]


def reader_of(grown: Growing, joint: int) -> int:
    """A new statement that reads the value of a joint."""
    (reader,) = statements(grown, 1)
    grown.tie(reader, joint, 0)
    return reader


def read(graph: DependencyGraph, reader: int, most: int | None = None) -> list[int]:
    """What wrote the value that a statement reads."""
    return [writer for _, writer in graph.parents(reader, most)]


def all_of(graph: DependencyGraph, joint: int) -> set[int]:
    """Every statement below a joint, each joint looked into anew."""
    inner = {writer for reader, writer, _ in graph.edges if reader == joint}
    below = [{one} if graph.steps[one] else all_of(graph, one) for one in inner]
    return set().union(*below)


def test_each_version_has_the_changes_up_to_it_the_last_first() -> None:
    grown = Growing(0)
    a, b, c, d, e = statements(grown, 5)
    first = grown.join([a, b], 0)
    second = grown.join([first, c], 0)
    third = grown.join([second, d, e], 0)
    other = grown.join([first, e, a], 0)
    both = grown.join([other, third], 0)
    readers = [reader_of(grown, joint) for joint in (third, first, second, other, both)]
    graph = DependencyGraph(grown, [""])
    assert [read(graph, reader) for reader in readers] == [
        [e, d, c, b, a],
        [b, a],
        [c, b, a],
        [a, e, b],
        [e, d, c, b, a],
    ]
    assert read(graph, readers[0], 2) == [e, d]


def test_edges_of_nodes_that_went_on_are_no_part_of_a_joint() -> None:
    grown = Growing(0)
    a, b, reader = statements(grown, 3)
    joint = grown.join([a, b], 0)
    grown.tie(reader, a, 0)
    late = reader_of(grown, joint)
    assert read(DependencyGraph(grown, [""]), late) == [b, a]


@pytest.mark.parametrize("seed", range(20))
def test_any_nesting_gives_what_looking_into_each_joint_gives(seed: int) -> None:
    choose, grown = random.Random(seed), Growing(0)
    nodes = statements(grown, 6)
    joints: list[int] = []
    for _ in range(12):
        nodes += statements(grown, 1)
        base = choose.choice([joints[-1], choose.choice(joints)]) if joints else nodes[0]
        others = choose.sample(nodes, 2) + choose.sample(joints, min(len(joints), choose.choice([0, 0, 1])))
        joints.append(grown.join(list(dict.fromkeys([base, *others])), 0))
    wanted = [(joint, reader_of(grown, joint), most) for joint in joints for most in (None, 1, 4)]
    graph = DependencyGraph(grown, [""])
    choose.shuffle(wanted)
    for joint, reader, most in wanted:
        found, every = read(graph, reader, most), all_of(graph, joint)
        assert len(set(found)) == len(found) == min(len(every), most or len(every))
        assert set(found) <= every
