"""Writes that went to another item: in the slice where their key could have been the one that was read, else not."""

from llmdb.slicing import slice_backward
from llmdb.slicing.relevance.elsewhere import MOST_CHANGES, MOST_READS
from tests.slicing.recorded import dependencies

Row = tuple[int, int, tuple[str, ...]]


def elsewhere(text: str, name: str, test: str = "") -> list[Row]:
    """The step, line and items of each write of a slice that went to another item."""
    found = dependencies(text, test=test)
    cut = slice_backward(found, name, len(found.trace))
    return [(one.step, one.line, one.elsewhere) for one in cut.steps if one.elsewhere]


def test_a_write_with_a_computed_key_could_have_been_of_the_item_that_is_read() -> None:
    text = 'd = {"a": 0, "b": 0}\nfor k in ["a", "a"]:\n    d[k] += 1\nn = d["b"]\n'
    assert elsewhere(text, "n") == [(3, 3, ("d['b']",)), (5, 3, ("d['b']",))]
    assert elsewhere(text, "d['b']") == [(3, 3, ("d['b']",)), (5, 3, ("d['b']",))]


def test_what_such_a_write_came_from_is_in_the_slice_too() -> None:
    text = 'def key(n):\n    return "a"\n\nd = {"a": 0, "b": 0}\nd[key(5)] += 1\nif d:\n    n = d["b"]\n'
    found = dependencies(text)
    lines = {one.line for one in slice_backward(found, "n", len(found.trace)).steps}
    assert lines == {2, 4, 5, 6, 7}


def test_a_write_whose_key_is_written_down_could_have_been_of_no_other_item() -> None:
    assert elsewhere('d = {"a": 0, "b": 0}\nd["a"] = 1\nn = d["b"]\n', "n") == []


def test_a_write_before_the_last_one_of_the_item_changes_nothing_of_it() -> None:
    text = 'd = {}\nk = "a"\nd[k] = 1\nd["b"] = 2\nif k:\n    d[k] = 3\nn = d["b"]\n'
    assert elsewhere(text, "n") == [(2, 6, ("d['b']",))]


def test_a_write_of_another_container_of_the_same_name_is_not_meant() -> None:
    text = (
        "def fill(k):\n    d = {1: 0, 2: 0}\n    d[k] = 5\n    return d[2]\n\n"
        "a = fill(1)\nb = fill(1)\nif b == 0:\n    c = b\n"
    )
    found = dependencies(text)
    rows = [one for one in slice_backward(found, "c", len(found.trace)).steps if one.elsewhere]
    assert [(one.step, one.line, one.elsewhere) for one in rows] == [(4, 3, ("d[2]",))]


def test_a_container_is_the_same_by_whatever_name() -> None:
    text = "xs = [0, 0, 0]\nys = xs\ni = 0\nys[i + 1] = 4\nn = xs[-1]\n"
    assert elsewhere(text, "n") == [(1, 4, ("xs[-1]",))]


def test_an_item_that_moved_is_the_one_that_was_written() -> None:
    text = "i = 0\nxs = [1]\nxs[i] = 2\nxs.insert(0, 7)\nn = xs[i]\n"
    assert elsewhere(text, "n") == []


def test_a_key_that_setdefault_or_del_chose_could_have_been_another() -> None:
    text = 'd = {"a": [], "z": 0}\nk = "b"\nd.setdefault(k, []).append(1)\nk = "z"\ndel d[k]\nif d:\n    n = d["a"]\n'
    assert [line for _, line, _ in elsewhere(text, "n")] == [3, 5]


def test_what_is_stored_under_a_missing_key_is_looked_for() -> None:
    text = "d = {}\nk = 1\nd[k] = 5\nif d:\n    try:\n        n = d[2]\n    except KeyError:\n        n = 0\n"
    found = dependencies(text)
    cut = slice_backward(found, "n", len(found.trace))
    assert [(one.line, one.elsewhere) for one in cut.steps if one.elsewhere] == [(3, ("d[2]",))]


def test_a_parameter_that_a_test_passed_is_looked_into() -> None:
    text = 'def add(d, k):\n    d[k] = 1\n    return d["b"]\n'
    found = dependencies(text, test='assert add({"b": 0}, "a") == 1')
    cut = slice_backward(found, None, len(found.trace))
    assert [(one.line, one.elsewhere) for one in cut.steps if one.elsewhere] == [(2, ("d['b']",))]


def test_of_many_reads_and_many_changes_the_last_are_looked_at() -> None:
    turns = 3 * MOST_CHANGES
    text = f"xs = [0] * 9\nfor i in range({turns}):\n    xs[1 + i % 2] = i\nn = xs[0]\n"
    found = elsewhere(text, "n")
    assert len(found) == MOST_CHANGES
    assert found[-1][0] - found[0][0] == 2 * (MOST_CHANGES - 1)
    text = f"xs = [0] * 3\nt = 0\nfor i in range({MOST_READS + 100}):\n    xs[1] = xs[i % 1 + 1] + 1\n    t += xs[2]\n"
    assert elsewhere(text, "t") == []
