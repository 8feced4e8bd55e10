"""Changes that mend what Python's own rules invite."""

import pytest

from llmdb.repair.changes.mutations import mutations
from llmdb.repair.changes.scope import Types

IN_A_LOOP = "def powers(n):\n    out = []\n    for e in range(n):\n        out.append(lambda b: b ** e)\n"
SHARED = "class A:\n    seen = []\n\n    def __init__(self, name):\n        self.name = name\n"
STORED = "def ways(rows, columns):\n    key = rows\n    return known[key]\n"
OTHER = (
    "def f(items):\n    a = []\n    b = []\n    for item in items:\n        a.append(item)\n    return a, b\n"
)
LISTS: Types = {"a": frozenset({"list"}), "b": frozenset({"list"})}


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("name = ' x'\nname.strip()\n", "name.strip()", "name = name.strip()"),
        ("row.text.upper()\n", "row.text.upper()", "row.text = row.text.upper()"),
        ("sorted(rows)\n", "sorted(rows)", "rows = sorted(rows)"),
        ("rows = rows.sort()\n", "rows = rows.sort()", "rows.sort()"),
        ("def f(rows):\n    return rows.sort()\n", "return rows.sort()", "rows.sort()\n    return rows"),
        ("x = dict.fromkeys(names, [])\n", "dict.fromkeys(names, [])", "{key: [] for key in names}"),
        (IN_A_LOOP, "lambda b:", "lambda b, e=e:"),
        ("calls = [lambda: n for n in rows]\n", "lambda:", "lambda n=n:"),
        (STORED, "key = rows", "key = (rows, columns)"),
        ("def f(a, b):\n    return known[a]\n", "known[a]", "known[(a, b)]"),
        (SHARED, "self.name = name", "self.name = name\n        self.seen = []"),
        (OTHER, "a.append(item)", "a.append(item)\n        b.append(item)"),
        ("def f(n):\n    return []\n", "[]", "[n]"),
        ("total += counts.get(word)\n", "word)", "word, 0)"),
        ("x = bisect.bisect_left(xs, 1)\n", "bisect_left", "bisect_right"),
    ],
)
def test_a_mistake_is_mended(code: str, old: str, new: str) -> None:
    assert code.replace(old, new) in {change.code for change in mutations(code, types=LISTS)}


@pytest.mark.parametrize("code", ["rows.append(1)\n", "rows.pop()\n", "log(rows)\n", "rows = rows.pop()\n"])
def test_a_call_that_changes_something_or_gives_something_stays(code: str) -> None:
    said = [change.what for change in mutations(code)]
    assert not any("dropped" in what and "=" in what for what in said)
    assert not any("None of" in what for what in said)


def test_a_function_that_is_made_outside_a_loop_keeps_its_names() -> None:
    code = "for e in range(3):\n    pass\nf = lambda b: b ** e\n"
    assert not any("as it is now" in change.what for change in mutations(code))


def test_an_entry_of_a_table_is_less_likely_wrong_than_a_number_alone() -> None:
    costs = {change.code: change.cost for change in mutations("table = [50, 65, 80]\nlimit = 50\n")}
    assert costs["table = [51, 65, 80]\nlimit = 50\n"] > costs["table = [50, 65, 80]\nlimit = 51\n"]
