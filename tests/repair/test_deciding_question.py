"""Changes that pass the same tests are told apart by one call, which the user is asked about."""

from llmdb.repair.changes.mutations import Mutation
from llmdb.repair.deciding_question import Question, find_question
from llmdb.repair.search import FixSearch
from tests.repair.versions_of import value_of, versions_of

CODE = "def largest(xs):\n    return xs[0]\n"


def _change(way: str, cost: int = 1) -> Mutation:
    return Mutation(code=CODE.replace("xs[0]", way), line=2, what=way, cost=cost)


def _asked(*ways: str) -> Question | None:
    changes = [_change(way) for way in ways]
    versions = versions_of(CODE, ("assert largest([2, 7, 5]) == 7",))
    search = FixSearch(versions=versions, confirm=lambda code: True, value_of=value_of)
    return search.run(CODE, changes).question


def test_the_question_gives_each_value_with_the_change_that_gives_it() -> None:
    question = _asked("max(xs)", "sorted(xs)[-1]", "xs[1]")
    assert question is not None
    first, second = question.answers
    assert (first.change.what, second.change.what) == ("max(xs)", "xs[1]")
    assert eval(first.value) == max(eval(question.call.removeprefix("largest")))
    assert question.test_of(2) == f"assert {question.call} == {second.value}"


def test_nothing_is_asked_where_all_do_the_same() -> None:
    assert _asked("max(xs)", "sorted(xs)[-1]") is None


def test_nothing_is_asked_of_calls_that_give_no_value_that_a_test_can_compare_with() -> None:
    assert _asked("max(xs)", "7 if xs == [2, 7, 5] else object()") is None


def test_nothing_is_asked_where_the_values_are_equal_for_a_test() -> None:
    one, two = (_change(way) for way in ("a", "b"))
    groups: dict[tuple[str, ...], list[Mutation]] = {("a",): [one], ("b",): [two]}
    values = {one.code: "{1: 2, 3: 4}", two.code: "{3: 4, 1: 2}"}
    assert find_question(("f(1)",), groups, ("a",), lambda code, call: values[code]) is None


def test_the_call_that_tells_most_is_asked_about() -> None:
    one, two, three = _change("1"), _change("2"), _change("3")
    groups: dict[tuple[str, ...], list[Mutation]] = {
        ("a", "a", "c"): [one],
        ("a", "b", "d"): [two],
        ("a", "b", "e"): [three],
    }
    question = find_question(
        ("f(1)", "f(2)", "f(3)"), groups, ("a", "a", "c"), lambda code, call: code.split()[-1]
    )
    assert question is not None
    assert (question.call, [answer.value for answer in question.answers]) == ("f(3)", ["1", "2", "3"])


def test_what_is_asked_of_numbers_below_one_comes_last() -> None:
    one, two = _change("1"), _change("2")
    groups: dict[tuple[str, ...], list[Mutation]] = {("a", "b", "c"): [one], ("d", "e", "f"): [two]}
    question = find_question(
        ("f(0)", "f([])", "f(1234)"), groups, ("a", "b", "c"), lambda code, call: repr(code[-5:] + call)
    )
    assert question is not None
    assert question.call == "f(1234)"


COUNTER = """\
class Counter:
    def __init__(self):
        self.n = 0

    def add(self, n):
        self.n = n
"""


def test_of_an_object_that_changes_a_row_of_statements_is_asked_about() -> None:
    ways = ("self.n += n", "self.n = self.n * 2 + n")
    changes = [Mutation(code=COUNTER.replace("self.n = n", way), line=6, what=way, cost=1) for way in ways]
    versions = versions_of(COUNTER, ("c = Counter(); c.add(3); c.add(0); assert c.n in (3, 6)",))
    question = (
        FixSearch(versions=versions, confirm=lambda code: True, value_of=value_of)
        .run(COUNTER, changes)
        .question
    )
    assert question is not None
    rows = question.shown.split("; ")
    assert (rows[0], rows[-1]) == ("c = Counter()", "c.n")
    assert question.test_of(1) == f"{'; '.join(rows[:-1])}; assert c.n == {question.answers[0].value}"
    for number, change in enumerate((question.answers[0].change, question.answers[1].change), start=1):
        exec(f"{change.code}\n{question.test_of(number)}", {})


def test_changes_that_agree_on_calls_like_those_of_the_tests_are_asked_about_others() -> None:
    code = "def below(n, top):\n    return n\n"
    ways = [code.replace("return n", f"return {way}") for way in ("min(n, top)", "max(0, min(n, top))")]
    changes = [Mutation(code=way, line=2, what=way, cost=cost) for cost, way in enumerate(ways)]
    versions = versions_of(code, ("assert below(3, 5) == 3", "assert below(9, 5) == 5"))
    result = FixSearch(versions=versions, confirm=lambda code: True, value_of=value_of).run(code, changes)
    assert (result.alike, result.differing) == (2, 0)
    assert result.question is not None
    assert "-" in result.question.call


def test_one_change_that_mends_one_test_and_is_not_likely_is_asked_about_beside_the_program_as_it_is() -> (
    None
):
    code = "def below(n, top):\n    return n\n"
    likely, other = (
        Mutation(code=code.replace("return n", "return min(n, top)"), line=2, what="capped", cost=cost)
        for cost in (1, 8)
    )
    tests = ("assert below(3, 5) == 3", "assert below(9, 5) == 5")
    assert _question_of(code, tests, likely) is None
    question = _question_of(code, tests, other)
    assert question is not None
    assert [answer.change.code for answer in question.answers] == [other.code, code]
    assert _question_of(code, (*tests, "assert below(8, 4) == 4"), other) is None


def _question_of(code: str, tests: tuple[str, ...], change: Mutation) -> Question | None:
    search = FixSearch(versions=versions_of(code, tests), confirm=lambda code: True, value_of=value_of)
    return search.run(code, [change]).question
