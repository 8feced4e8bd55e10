"""Tables and arrays of a prefix are real ones, with what the snippet uses of them."""

import pytest

from llmdb.prefix.space import Choice, Space

PACKAGES = frozenset({"pandas", "numpy"})


def _prefix(text: str, available: frozenset[str] = PACKAGES) -> str:
    return Space(text, "module", available).compose(Choice()).code


def test_a_frame_has_the_columns_that_are_read_of_it_and_of_its_rows() -> None:
    text = (
        "old = df[df['age'] > 30][['name']]\nfor i, row in old.iterrows():\n    print(row['city'].upper())\n"
    )
    assert _prefix(text) == (
        "import pandas as pd\n\ndf = pd.DataFrame({\n"
        '    "age": [31, 25, 47],\n    "name": ["alice", "bob", "carol"],\n    "city": ["Oslo", "Paris", "Lima"],\n})\n'
    )


def test_a_column_that_the_snippet_makes_is_not_there_before() -> None:
    code = _prefix("df['total'] = df['price'] * df['qty']\nprint(df['total'].sum())\n")
    assert '"price"' in code
    assert '"total"' not in code


def test_tables_that_are_merged_both_have_the_column_they_are_merged_on() -> None:
    code = _prefix("both = pd.merge(left, right, on='user_id')\nprint(both['price'].mean())\n")
    assert 'left = pd.DataFrame({"user_id": [1, 2, 3], "price": [9.99, 4.5, 20.0]})' in code
    assert 'right = pd.DataFrame({"user_id": [1, 2, 3]' in code


def test_a_column_with_dates_is_of_dates_unless_the_snippet_reads_them() -> None:
    assert "pd.to_datetime([" in _prefix("print(df['day'].dt.year)\n")
    assert "pd.to_datetime([" not in _prefix(
        "df['day'] = pd.to_datetime(df['day'])\nprint(df['day'].dt.year)\n"
    )


def test_groups_have_several_rows() -> None:
    assert '"city": ["Oslo", "Paris", "Oslo"]' in _prefix("print(df.groupby('city')['age'].mean())\n")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("mask = img > 3\nimg[mask] = 255\nh, w = img.shape\n", "[[12,"),
        ("A = np.array(rows)\nprint(A[:, 0])\n", "[[2.0,"),
        ("print(np.mean(xs))\n", "[1.0,"),
    ],
)
def test_an_array_has_as_many_dimensions_as_are_used(text: str, shape: str) -> None:
    assert shape in _prefix(text)


def test_without_the_packages_there_is_none_of_them() -> None:
    code = _prefix("print(df.groupby('city')['age'].mean())\n", frozenset())
    assert "pandas" not in code
    assert "pd." not in code
