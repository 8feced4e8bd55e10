"""Recorded visits as prompts show them: the telling ones, and each thing once."""

import sys

import pytest

from llmdb.ask.facts import BlockFacts, choose_visits, describe_visit, fit_budget, format_visits, gather_facts
from llmdb.events.model import RaisedException, Value
from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.trace import ExecutionTrace
from llmdb.replay.visits import build_visits
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions


def state(**values: str) -> dict[str, Value]:
    return {name: Value(type="int", repr=text) for name, text in values.items()}


def fact(step: int, block: int = 3, frame: int = 1, **more: object) -> BlockFacts:
    given: dict[str, object] = {"scope": "f", "source": "x = 1", "before": {}, "after": {}, "lines": (7,)}
    return BlockFacts(step=step, block=block, frame=frame, **{**given, **more})  # type: ignore[arg-type]


def record(text: str) -> ExecutionTrace:
    snippet = parse_snippet(text, name="test.py")
    cfg = build_cfg(snippet)
    return ExecutionTrace(build_visits(Runner().record(Program(snippet=snippet), cfg, RunOptions()), cfg))


def visits_of(trace: ExecutionTrace, text: str) -> list[str]:
    return format_visits(gather_facts(trace, text, range(1, len(trace.visits) + 1)))


LOOP = """\
def count(words, wanted):
    found = 0
    for word in words:
        if word in wanted:
            found += 1
    return found
print(count(["a", "b"], "b"))
"""


def test_a_visit_tells_what_it_found_what_it_changed_which_way_it_went_and_what_it_gave_back() -> None:
    assert visits_of(record(LOOP), LOOP) == [
        "[BLOCK-1@1] <module>, line 1: -> nothing changed",
        "[BLOCK-7@2] line 7: -> nothing changed",
        "[BLOCK-2@3] count, line 2: words=['a', 'b'], wanted='b' -> found=0",
        "[BLOCK-3@4] line 3: -> word='a'; took the next item",
        "[BLOCK-4@5] line 4: -> condition False",
        "[BLOCK-3@6] line 3: -> word='b'; took the next item",
        "[BLOCK-4@7] line 4: -> condition True",
        "[BLOCK-5@8] line 5: -> found=1",
        "[BLOCK-3@9] line 3: -> no item left",
        "[BLOCK-6@10] line 6: -> returned 1",
    ]


def test_what_a_generator_yields_and_what_is_raised_is_told() -> None:
    text = "def halves(n):\n    yield n // 2\nprint(next(halves(5)))\nint('x')\n"
    told = visits_of(record(text), text)
    closing = (
        "; raised GeneratorExit at line 2" if sys.version_info < (3, 13) else ""
    )  # nothing could handle it
    assert told[2] == f"[BLOCK-2@3] halves, line 2: n=5 -> yielded 2{closing}"
    assert told[1].endswith("-> raised ValueError: invalid literal for int() with base 10: 'x' at line 4")


def test_what_changed_while_visits_were_left_out_is_told_by_the_next_one() -> None:
    first = fact(2, before=state(n="1"), after=state(n="1", total="3"))
    later = fact(9, before=state(n="1", total="8"), after=state(total="8"))
    assert format_visits([first, later]) == [
        "[BLOCK-3@2] f, line 7: n=1 -> total=3",
        "[BLOCK-3@9] line 7: total=8 -> n deleted",
    ]


def test_another_call_is_told_all_that_it_found() -> None:
    first = fact(2, before=state(n="1"), after=state(n="1"))
    other = fact(3, frame=2, before=state(n="1"), after=state(n="1"))
    assert [text.partition(": ")[2] for text in format_visits([first, other])] == [
        "n=1 -> nothing changed",
        "n=1 -> nothing changed",
    ]


def test_a_single_visit_is_described_without_its_label() -> None:
    one = fact(2, before=state(n="1"), after=state(n="1", total="3"), taken=True)
    assert describe_visit(one) == ("n=1", "total=3; condition True")


ROWS = str(list(range(30)))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (ROWS, f"{ROWS[:-1]}, 99]", "rows gained [99], 31 items"),
        (ROWS, ROWS.replace("[0, ", "[7, "), "rows[0]=7"),
        (str([[0] * 9, [0] * 9]), str([[0] * 9, [0] * 8 + [5]]), "rows[1][8]=5"),
        (
            str(dict.fromkeys(range(9), "x" * 9)),
            str(dict.fromkeys(range(10), "x" * 9)),
            f"rows[9]='{'x' * 9}'",
        ),
        (ROWS, "[]", "rows=[]"),
    ],
)
def test_of_a_long_value_only_what_is_new_is_told(before: str, after: str, told: str) -> None:
    one = fact(2, before=state(rows=before), after=state(rows=after))
    assert format_visits([one]) == [f"[BLOCK-3@2] f, line 7: rows={before} -> {told}"]


def test_a_long_value_under_another_name_is_told_once_with_its_length() -> None:
    one = fact(2, before=state(rows=ROWS), after=state(rows=ROWS))
    inner = fact(3, frame=2, before=state(items=ROWS), after=state(items=ROWS))
    assert format_visits([one, inner])[1].endswith("items=(as rows above, 30 items) -> nothing changed")


def test_of_a_very_long_value_both_ends_and_the_length_are_told() -> None:
    many = str(list(range(200)))
    (text,) = format_visits([fact(2, before=state(rows=many), after=state(rows=many))])
    assert text.startswith("[BLOCK-3@2] f, line 7: rows=[0, 1, 2, ")
    assert text.endswith(" 198, 199] (200 items) -> nothing changed")
    assert len(text) < 340


def test_a_value_that_is_cut_and_changed_is_never_called_unchanged() -> None:
    cut = {"text": Value(type="str", repr="'aaa…", truncated=True)}
    one = fact(1, before=cut, after=cut, changed=frozenset({"text"}))
    assert format_visits([one])[0].endswith("-> text changed beyond what is shown")
    same = fact(1, before=cut, after=cut)
    assert format_visits([same])[0].endswith("-> nothing changed")


def test_what_a_visit_raised_is_told() -> None:
    error = RaisedException(type="ValueError", message="no", line=7)
    assert format_visits([fact(4, raised=error)]) == [
        "[BLOCK-3@4] f, line 7: -> raised ValueError: no at line 7"
    ]


LONG = """\
import math
from math import floor
LIMIT = 3
same = floor
def largest(numbers, best=0):
    for number in numbers:
        if number < best:
            best = number
    return best
def unused():
    return 1
print(largest(list(range(40))))
assert True
"""


def test_one_visit_of_each_block_is_chosen_then_those_before_the_end() -> None:
    trace = record(LONG)
    chosen = choose_visits(trace)
    lines = {trace.visits.lines(number)[-1] for number in chosen}
    assert lines == {5, 6, 7, 9, 13}
    assert len(chosen) == 10
    assert max(chosen) == len(trace.visits)


def test_imports_plain_definitions_and_asserts_at_the_top_are_not_asked_about() -> None:
    text = "import math\nother = math\ndef f(n):\n    return n\nassert f(1) == 1\n"
    trace = record(text)
    assert [trace.visits.lines(number) for number in choose_visits(trace)] == [(4,)]
    only = record("import math\n")
    assert choose_visits(only) == (1,)


def test_a_default_value_is_asked_about_with_its_definition() -> None:
    trace = record("def f(n, seen=[]):\n    return seen\nassert f(1) == []\n")
    assert sorted(choose_visits(trace)) == [1, 3]


def test_suspects_and_the_visit_that_raised_come_first() -> None:
    text = "def f(n):\n    return 1 // n\nfor n in [2, 1, 0, 5]:\n    f(n)\n"
    trace = record(text)
    raising = next(iter(trace.visits.raises))
    assert choose_visits(trace, [4])[:2] == (4, raising)


def test_of_a_loop_the_last_turn_that_took_an_item_is_chosen() -> None:
    trace = record(LOOP)
    assert 6 in choose_visits(trace, most=1)
    assert 9 not in choose_visits(trace, most=1)


def test_the_least_telling_facts_are_left_out_first() -> None:
    facts = [fact(step, before=state(x=str(step) * 200)) for step in range(1, 6)]
    assert [kept.step for kept in fit_budget(facts, 200, [4, 2, 1, 3, 5])] == [2, 4]
    assert [kept.step for kept in fit_budget(facts, 200)] == [1, 5]


def test_values_of_a_single_visit_are_cut_to_fit() -> None:
    (kept,) = fit_budget([fact(1, before=state(x="1" * 200, y="2" * 200))], 60)
    assert kept.before["x"].truncated
