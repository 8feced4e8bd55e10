"""Two runs beside each other: what aligns, which values differ, and which condition was the first to go wrong."""

import pytest

from llmdb.locate.compare.compared_judgements import judgements
from llmdb.locate.compare.comparison import Comparison, compare
from llmdb.locate.compare.run_alignment import align
from tests.slicing.recorded import dependencies


def compared(faulty: str, correct: str) -> Comparison:
    """The comparison of two programs' runs."""
    return compare(dependencies(faulty), dependencies(correct), (faulty, correct))


def wrong(found: Comparison) -> list[tuple[int, str, str, str]]:
    """Line, name, value and expected value of what differs."""
    return [(v.line, v.name, v.value.repr, v.expected.repr) for v in found.wrong]


def test_the_same_program_aligns_with_itself_and_nothing_is_wrong() -> None:
    text = "def f(n):\n    if n < 2:\n        return n\n    return f(n - 1) + f(n - 2)\nx = f(5)\n"
    one, other = dependencies(text), dependencies(text)
    alignment = align(one, other, (text, text))
    assert alignment.nodes == {node: node for node in alignment.nodes}
    assert {step for step, _ in alignment.nodes} == set(range(1, len(one.trace) + 1))
    found = compare(one, other, (text, text))
    assert (found.wrong, found.astray, found.control, found.first_wrong) == ((), (), None, None)


def test_a_changed_statement_is_the_first_wrong_value() -> None:
    faulty = "total = 1\nfor n in [2, 3]:\n    total += n\ndone = total\n"
    found = compared(faulty, faulty.replace("total = 1", "total = 0"))
    assert wrong(found) == [
        (1, "total", "1", "0"),
        (3, "total", "3", "2"),
        (3, "total", "6", "5"),
        (4, "done", "6", "5"),
    ]
    assert found.first_wrong == found.wrong[0]
    assert [value.name for value in found.output] == ["done"]


def test_a_callees_wrong_result_comes_before_its_callers() -> None:
    faulty = "def half(n):\n    return n // 3\ndef run(n):\n    m = half(n)\n    return m\nx = run(12)\n"
    found = compared(faulty, faulty.replace("// 3", "// 2"))
    first = found.first_wrong
    assert first is not None
    assert (first.line, first.name, first.value.repr, first.expected.repr) == (2, "return", "4", "6")


def test_a_statement_that_should_not_run_leads_to_the_condition_that_let_it() -> None:
    faulty = "n = 5\nif n > 4:\n    if n > 3:\n        print('low')\nprint('end')\n"
    found = compared(faulty, faulty.replace("n > 4", "n > 8"))
    assert found.astray == (2, 3)
    control = found.control
    assert control is not None
    assert (control.step, control.line, control.condition) == (1, 2, "n > 4")
    assert (control.taken, control.expected) == ("true", "false")
    assert found.output == ()


def test_a_loop_that_ends_too_early_is_a_wrong_condition() -> None:
    faulty = "i = 0\nwhile i < 2:\n    print(i)\n    i += 1\n"
    found = compared(faulty, faulty.replace("< 2", "< 3"))
    assert found.control is not None
    assert (found.control.line, found.control.taken, found.control.expected) == (2, "false", "true")


def test_iterations_and_calls_align_in_order_whatever_stands_between() -> None:
    faulty = "def f(n):\n    return n * 2\nout = []\nfor n in [1, 2, 3]:\n    out.append(f(n))\n"
    correct = (
        "import math\n\n\ndef f(n):\n    m = math.floor(n)\n    return n * 2\n\n\nout = []\n"
        "for n in [1, 2, 3]:\n    k = n\n    out.append(f(n))\n"
    )
    found = compared(faulty, correct)
    assert (found.wrong, found.astray) == ((), ())
    assert found.aligned == 12


def test_a_statement_that_was_moved_leaves_the_others_aligned() -> None:
    rest = "    for n in row:\n        acc += n\n    out.append(acc)\n"
    faulty = "acc = 0\nout = []\nfor row in [[1], [2]]:\n" + rest
    correct = "out = []\nfor row in [[1], [2]]:\n    acc = 0\n" + rest
    assert wrong(compared(faulty, correct)) == [(5, "acc", "3", "2"), (6, "out", "[1, 3]", "[1, 2]")]


def test_what_is_kept_ends_with_the_last_wrong_value() -> None:
    faulty = "a = 1\nif a:\n    b = a + 1\nif b > 5:\n    c = 1\nc = 2\n"
    kept = judgements(compared(faulty, faulty.replace("a + 1", "a + 2")))
    assert [(entry.line, entry.says, entry.name) for entry in kept] == [
        (1, "right", "a"),
        (2, "right condition", ""),
        (3, "wrong", "b"),
    ]
    assert (kept[-1].value, kept[-1].expected, kept[-1].by) == ("2", "3", "compare")


LOOP = "out = 0\nfor i in range(6):\n    if i == 3:\n        continue\n    out += i\nprint(out)\n"


@pytest.mark.parametrize("jump", ["continue", "break"])
def test_a_changed_jump_is_where_control_went_wrong(jump: str) -> None:
    other = {"continue": "break", "break": "continue"}[jump]
    faulty = LOOP.replace("continue", jump)
    control = compared(faulty, LOOP.replace("continue", other)).control
    assert control is not None
    assert (control.step, control.line, control.taken, control.expected) == (12, 4, jump, other)


def test_what_follows_a_changed_jump_aligns_with_the_same_turn() -> None:
    found = compared(LOOP, LOOP.replace("continue", "break"))
    assert found.astray == (13, 14, 15, 16, 17, 18, 19)
    assert found.wrong == ()


def displaced(faulty: str, correct: str) -> list[tuple[object, ...]]:
    """Step, kind, text and lines of what is missing, extra or moved."""
    return [
        (one.step, one.statement.kind, one.statement.text, one.statement.line, one.statement.before)
        for one in compared(faulty, correct).missed
    ]


def test_a_moved_statement_is_told_with_the_place_where_it_belongs() -> None:
    rest = "    for n in row:\n        acc += n\n    out.append(acc)\n"
    faulty = "acc = 0\nout = []\nfor row in [[1], [2]]:\n" + rest
    correct = "out = []\nfor row in [[1], [2]]:\n    acc = 0\n" + rest
    assert displaced(faulty, correct) == [(1, "moved", "acc = 0", 1, 4)]
    assert judgements(compared(faulty, correct))[-1].expected == "belongs before line 4"


def test_missing_and_extra_statements_are_told() -> None:
    whole = "n = 0\nfor x in [1, 2, 3]:\n    if x > 1:\n        n += x\n    k = x\nprint(n)\n"
    without = "n = 0\nfor x in [1, 2, 3]:\n    n += x\n    k = x\nprint(n)\n"
    assert displaced(without, whole) == [(2, "missing", "if x > 1:", None, 3)]
    assert displaced(whole, without) == [(3, "extra", "if x > 1:", 3, None)]
    assert displaced(whole, whole.replace("    k = x\n", "")) == [(4, "extra", "k = x", 5, None)]
    assert displaced(whole, whole.replace("print(n)", "n += 1\nprint(n)")) == [
        (1, "missing", "n += 1", None, 6)
    ]


def test_two_programs_that_differ_by_more_have_no_statement_for_a_cause() -> None:
    whole = "n = 0\nfor x in [1, 2, 3]:\n    n += x\nprint(n)\n"
    found = compared(whole, whole.replace("n = 0", "n = 5").replace("print", "n += 1\nprint"))
    assert len(found.missed) == 1
    assert found.cause is None
    assert [entry.says for entry in judgements(found) if entry.says == "root"] == []


def test_a_long_run_is_compared_as_a_whole() -> None:
    faulty = "t = 0\nfor i in range(1500):\n    if i > 1490:\n        t += 2\n    t += 1\n"
    found = compared(faulty, faulty.replace("t += 2", "t += 3"))
    assert (found.complete, found.all_judged) == (True, True)
    assert found.first_wrong is not None
    assert (found.first_wrong.line, found.first_wrong.value.repr) == (4, "1493")
    assert found.aligned == 4_511


def test_of_very_many_wrong_values_the_first_and_the_last_are_judged() -> None:
    faulty = "t = 0\nfor i in range(3000):\n    t += 1\ndone = t\n"
    found = compared(faulty, faulty.replace("t = 0", "t = 1"))
    assert not found.all_judged
    assert [(value.name, value.value.repr) for value in found.output] == [("done", "3000")]
    assert found.first_wrong is not None
    assert (found.first_wrong.step, found.first_wrong.line) == (1, 1)
