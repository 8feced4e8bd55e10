"""Recorded visits as prompts show them: each thing once."""

from llmdb.ask.facts import BlockFacts, format_visits
from llmdb.ask.verdict_prompt import format_task
from llmdb.events.model import RaisedException, Value


def state(**values: str) -> dict[str, Value]:
    return {name: Value(type="int", repr=text) for name, text in values.items()}


LOOP = "    for number, name in enumerate(names_of_all_the_people_in_the_list):"


def test_code_and_values_are_said_once() -> None:
    first = BlockFacts(
        step=2, block=3, scope="f", source=LOOP, before=state(n="1"), after=state(n="1", number="0")
    )
    second = BlockFacts(
        step=3, block=4, scope="f", source="        del n", before=first.after, after=state(number="0")
    )
    third = BlockFacts(
        step=4,
        block=3,
        scope="f",
        source=LOOP,
        before=second.after,
        after=second.after,
        raised=RaisedException(type="ValueError", message="no", line=7),
    )
    assert format_visits([first, second, third]) == [
        f"[BLOCK-3@2] in f\n    # before: n=1\n{LOOP}\n    # after: number=0",
        "[BLOCK-4@3] in f\n    # before: n=1    number=0\n        del n\n    # after: n deleted",
        "[BLOCK-3@4] in f\n    # before: number=0\n    (code as in BLOCK-3@2)\n    # after: unchanged\n"
        "    # raised ValueError: no at line 7",
    ]


def test_the_state_before_is_that_after_the_visit_above_where_nothing_came_between() -> None:
    names = state(alpha="1000", beta="2000", gamma="3000")
    first = BlockFacts(step=2, block=3, scope="f", source="x = 1", before=names, after=names)
    same = BlockFacts(step=3, block=4, scope="f", source="y = 1", before=names, after=names)
    other = BlockFacts(step=9, block=4, scope="f", source="y = 1", before=state(alpha="7"), after=names)
    before = [text.split("\n")[1].strip() for text in format_visits([first, same, other])]
    assert before == [
        "# before: alpha=1000    beta=2000    gamma=3000",
        "# before: as after BLOCK-3@2",
        "# before: alpha=7",
    ]


def test_a_value_that_is_cut_is_never_called_unchanged() -> None:
    cut = {"text": Value(type="str", repr="'aaa…", truncated=True)}
    (text,) = format_visits([BlockFacts(step=1, block=1, scope="f", source="x", before=cut, after=cut)])
    assert text.endswith("# after: text='aaa…")


def test_a_task_that_the_program_states_is_not_said_twice() -> None:
    task = "def f(x):\n    Return twice x, for every x that is a number, and raise a TypeError for others."
    assert format_task(task, f"import re\n{task}\n    return x\n") == "as lines 2 to 3 of the program say"
    assert format_task(task, "def f(x):\n    return x\n") == task
    assert format_task("double x", "# double x\n") == "double x"
