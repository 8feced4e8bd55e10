"""Arrays and frames as text: with the real libraries."""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from llmdb.registry import Registry


def describer() -> Callable[[object], str | None]:
    """The describer as the child makes it: from its source, in a namespace of its own."""
    registry = Registry()
    registry.load_shipped()
    (found,) = (describer for describer in registry.describers if describer.name == "numpy_pandas")
    namespace: dict[str, object] = {
        "__name__": "describer",
        "__builtins__": builtins,
    }
    exec(compile(found.source, "<describer>", "exec"), namespace)
    return namespace["describe"]  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.array([[1, 2, 3], [4, 5, 6]]), "(2, 3) int64 [[1 2 3] [4 5 6]]"),
        (np.array([0.5, float("nan")]), "(2,) float64 [0.5 nan]"),
        (np.zeros((0, 3)), "(0, 3) float64 []"),
        (np.array(7), "() int64 7"),
        (np.array(["a", "it's"]), """(2,) <U4 ['a' "it's"]"""),
        (np.array([True, False]), "(2,) bool [True False]"),
        (np.float64(1.5), "1.5"),
        (np.int8(-3), "-3"),
        (np.bool_(True), "True"),
        (pd.Series([1, 2], index=["a", "b"], name="n"), "(2,) int64 'n' 'a': 1, 'b': 2"),
        (pd.Timestamp("2024-02-29"), "2024-02-29 00:00:00"),
        (pd.RangeIndex(3), "(3,) 0:3:1"),
        ([1, 2], None),
        ("text", None),
    ],
)
def test_small_values_are_shown_whole(value: object, text: str | None) -> None:
    assert describer()(value) == text


def test_a_frame_shows_shape_columns_with_their_types_and_its_first_rows() -> None:
    frame = pd.DataFrame({"n": [1, 2], "x": [0.5, float("nan")]})
    assert describer()(frame) == "2 x 2: n int64, x float64 | 0: 1 0.5 | 1: 2 nan"


def test_of_a_long_array_the_ends_are_shown_and_any_change_shows_in_the_mark() -> None:
    describe = describer()
    array = np.arange(1000)
    before = describe(array)
    array[500] = 0
    after = describe(array)
    assert str(before)[:-4] == str(after)[:-4] == "(1000,) int64 [0 1 2 3 4 5 … 998 999] ~"
    assert after != before


def test_a_change_in_the_middle_of_a_long_frame_shows_in_the_mark() -> None:
    describe = describer()
    frame = pd.DataFrame({"name": [f"n{i}" for i in range(100)], "value": range(100)})
    before = describe(frame)
    frame.loc[50, "value"] = -1
    assert describe(frame) != before
    assert describe(frame.copy()) == describe(frame)


def test_objects_of_the_program_inside_an_array_are_never_asked_for_their_text() -> None:
    class Loud:
        def __repr__(self) -> str:
            raise AssertionError("called")

    assert describer()(np.array([Loud(), None], dtype=object)) == "(2,) object [<Loud> None]"


def test_a_subclass_of_the_program_is_left_alone() -> None:
    class Mine(np.ndarray):
        def __getattribute__(self, name: str) -> object:
            raise AssertionError(name)

    assert describer()(np.zeros(3).view(Mine)) is None


def test_a_very_large_array_is_not_read_as_a_whole() -> None:
    text = describer()(np.zeros(2_000_000))
    assert text == "(2000000,) float64 [0 0 0 0 0 0 … 0 0] (too large to compare)"


def test_p_prints_what_python_prints_of_a_frame_and_an_array() -> None:
    code = "import numpy as np\nimport pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})\na = np.zeros((2, 2))"
    printed = subprocess.run(
        [sys.executable, "-m", "llmdb", "-x", "p df", "-x", "p a", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout
    assert printed == "   a\n0  1\n1  2\narray([[0., 0.],\n       [0., 0.]])\n"
