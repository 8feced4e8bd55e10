"""Verdicts read out of what models really write."""

import pytest

from llmdb.ask.claims import check_claims
from llmdb.ask.facts import BlockFacts
from llmdb.ask.verdict_reply import parse_verdicts
from llmdb.errors import BadAnswer
from llmdb.events.model import Value


def fact(step: int, block: int, **after: str) -> BlockFacts:
    state = {name: Value(type="int", repr=text) for name, text in after.items()}
    return BlockFacts(step=step, block=block, scope="f", source="x = 1", before={}, after=state)


FACTS = (fact(4, 2), fact(5, 3), fact(9, 3))


@pytest.mark.parametrize(
    "text",
    [
        '{"block": "BLOCK-2@4", "correct": true, "explanation": "fine"}\n'
        '{"block": "BLOCK-3@5", "correct": "False", "explanation": "acc {is} not reset"}',
        "```json\n[{'block': 'BLOCK-2', 'correct': True, 'explanation': 'fine'},\n"
        "{'block': 'BLOCK-3', 'correct': False, 'explanation': 'acc {is} not reset'}]\n```",
        'Sure!\n{"block": 2, "correct": "yes", "explanation": "fine"} and then '
        '{"block": 3, "correct": "no", "explanation": "acc {is} not reset"} Hope it helps.',
        '{"correct": true, "explanation": "fine"}\n{"correct": false, "explanation": "acc {is} not reset"}',
    ],
)
def test_every_usual_form_is_read(text: str) -> None:
    first, second = parse_verdicts(text, FACTS).verdicts
    assert (first.step, first.block, first.correct, first.explanation) == (4, 2, True, "fine")
    assert (second.step, second.block, second.correct) == (5, 3, False)
    assert second.explanation == "acc {is} not reset"


def test_a_label_of_an_unasked_step_is_passed_over() -> None:
    text = '{"block": "BLOCK-9@77", "correct": false, "explanation": ""}\n{"block": "BLOCK-2@4", "correct": true}'
    assert [verdict.step for verdict in parse_verdicts(text, FACTS).verdicts] == [4]


def test_the_same_block_twice_is_its_two_steps() -> None:
    text = '{"block": "3", "correct": true}\n{"block": "3", "correct": false}'
    assert [(v.step, v.correct) for v in parse_verdicts(text, FACTS).verdicts] == [(5, True), (9, False)]


@pytest.mark.parametrize(
    "prose",
    ["of the set {1, 2}", "{name: left}", 'it prints f"{x}"', "{[1]: 2}", "an odd { here", "it's {don't}"],
)
def test_braces_in_prose_are_passed_over(prose: str) -> None:
    text = f'{prose} then {{"block": "BLOCK-2@4", "correct": false, "explanation": "wrong"}} and {prose}'
    assert [(v.step, v.correct, v.explanation) for v in parse_verdicts(text, FACTS).verdicts] == [
        (4, False, "wrong")
    ]
    with pytest.raises(BadAnswer, match="no verdict"):
        parse_verdicts(prose, FACTS)


@pytest.mark.parametrize(
    ("said", "correct"),
    [
        ("true", True),
        ('"Yes, it is"', True),
        ("1", True),
        ('"no"', False),
        ('"not correct"', False),
        ("null", None),
        ('"unsure"', None),
        ('"partly"', None),
        ("[true]", None),
        ('""', None),
    ],
)
def test_what_is_no_clear_verdict_is_none(said: str, correct: bool | None) -> None:
    (verdict,) = parse_verdicts(f'{{"block": 2, "correct": {said}, "explanation": "e"}}', FACTS).verdicts
    assert (verdict.correct, verdict.explanation) == (correct, "e")


def test_the_digits_of_a_label_may_be_too_many_for_a_number() -> None:
    with pytest.raises(BadAnswer):
        parse_verdicts(f'{{"block": "{"9" * 5000}@{"8" * 5000}", "correct": true}}', FACTS)


def test_prose_without_a_verdict_is_refused() -> None:
    with pytest.raises(BadAnswer, match="no verdict"):
        parse_verdicts("I think the program is fine.", FACTS)


def test_stated_values_are_compared_with_the_recording() -> None:
    facts = fact(4, 2, acc="4", out="[1, 4]")
    claims = check_claims("Here `acc` = 5, and out is [1,4]; total = 9 is not a variable.", facts)
    assert [(claim.name, claim.stated, claim.holds) for claim in claims] == [
        ("acc", "5", False),
        ("out", "[1,4]", True),
    ]
