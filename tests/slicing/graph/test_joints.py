"""What joints stand for: versions of a container, joined further."""

import random

import pytest

from llmdb.slicing.graph.graph import DependencyGraph


def statements(graph: DependencyGraph, count: int) -> list[int]:
    """So many new nodes, one a step."""
    return [graph.add(len(graph.steps), 0) for _ in range(count)]


def read(graph: DependencyGraph, joint: int, most: int | None = None) -> list[int]:
    """What wrote the value that a new statement reads of a joint."""
    (reader,) = statements(graph, 1)
    graph.readers.append(reader)
    graph.writers.append(joint)
    graph.labels.append(0)
    ((text, found),) = graph.reads(reader, most)
    assert text == ""
    return list(found)


def all_of(graph: DependencyGraph, joint: int) -> set[int]:
    """Every statement below a joint, each joint looked into anew."""
    inner = {graph.writers[edge] for edge, reader in enumerate(graph.readers) if reader == joint}
    return {node for node in inner if graph.steps[node]}.union(
        *(all_of(graph, node) for node in inner if not graph.steps[node])
    )


def test_each_version_has_the_changes_up_to_it_the_last_first() -> None:
    graph = DependencyGraph([""])
    a, b, c, d, e = statements(graph, 5)
    first = graph.join([a, b], 0)
    second = graph.join([first, c], 0)
    third = graph.join([second, d, e], 0)
    other = graph.join([first, e, a], 0)
    assert read(graph, third) == [e, d, c, b, a]
    assert read(graph, second) == [c, b, a]
    assert read(graph, third, 2) == [e, d]
    assert read(graph, other) == [a, e, b]
    assert read(graph, graph.join([other, third], 0)) == [e, d, c, b, a]


def test_edges_of_nodes_that_went_on_are_no_part_of_a_joint() -> None:
    graph = DependencyGraph([""])
    a, b, reader = statements(graph, 3)
    joint = graph.join([a, b], 0)
    graph.readers.append(reader)
    graph.writers.append(a)
    graph.labels.append(0)
    assert read(graph, joint) == [b, a]


@pytest.mark.parametrize("seed", range(20))
def test_any_nesting_gives_what_looking_into_each_joint_gives(seed: int) -> None:
    choose = random.Random(seed)
    graph = DependencyGraph([""])
    nodes = statements(graph, 6)
    joints: list[int] = []
    for _ in range(12):
        nodes += statements(graph, 1)
        base = choose.choice([joints[-1], choose.choice(joints)]) if joints else nodes[0]
        others = choose.sample(nodes, 2) + choose.sample(joints, min(len(joints), choose.choice([0, 0, 1])))
        joints.append(graph.join(list(dict.fromkeys([base, *others])), 0))
    wanted = [(joint, most) for joint in joints for most in (None, 1, 4)]
    choose.shuffle(wanted)
    for joint, most in wanted:
        found, every = read(graph, joint, most), all_of(graph, joint)
        assert len(set(found)) == len(found) == min(len(every), most or len(every))
        assert set(found) <= every
