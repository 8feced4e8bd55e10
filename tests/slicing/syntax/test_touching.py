"""What a statement's library calls may change without an event."""

import ast

import pytest

from llmdb.slicing.syntax.touching import Touching, touching


def touched(code: str) -> tuple[list[str], list[str]]:
    """The expressions that a statement changes, and those that what it binds stands over, as text."""
    found: Touching = touching(ast.parse(code).body)
    return [ast.unparse(node) for node in found.changed], [ast.unparse(node) for node in found.over]


@pytest.mark.parametrize(
    ("code", "changed", "over"),
    [
        ("out.write(text)", ["out"], []),
        ("self.out.write(text)", ["self.out"], []),
        ("x = next(it)", ["it"], []),
        ("print(a, b, file=out)", ["out"], []),
        ("json.dump(data, out)", ["out", "data"], []),
        ("text = out.getvalue()", [], []),
        ("ys = sorted(it)", ["it"], []),
        ("it = iter(xs)", [], ["xs"]),
        ("rows = csv.writer(out)", [], ["out"]),
        ("rows.writerow([1])", ["rows"], []),
        ("def f():\n    out.write(text)", [], []),
        ("f = lambda: out.write(text)", [], []),
        ("x = f(out)", [], []),
    ],
)
def test_the_table_says_what_a_statement_touches(code: str, changed: list[str], over: list[str]) -> None:
    assert touched(code) == (changed, over)


def test_a_loop_takes_from_what_it_walks_along() -> None:
    found = touching([ast.parse("it", mode="eval").body], walked=True)
    assert [ast.unparse(node) for node in found.changed] == ["it"]
