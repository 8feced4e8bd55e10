"""`predict` as whole text: the told walk beside the recorded one, static predictions, and the user's guesses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from llmdb.ask.assumed_entry import assumed_table
from llmdb.ask.own_guess import Guess, mark_guess
from llmdb.ask.predictions import (
    Prediction,
    ask_prediction,
    compare_with_recording,
    request_at,
)
from llmdb.ask.walk_prompt import PredictionRequest
from llmdb.commands.predict import GuessReport, PredictionReport
from tests.ask.scripted import ScriptedModel
from tests.ask.test_predictions import COUNTING, FAILING, record, visits
from tests.ui.samples import drawn


def report(code: str, reply: str, *, first: int = 1, count: int | None = None) -> PredictionReport:
    """A prediction of recorded code."""
    cfg, trace = record(code)
    asked = ask_prediction(ScriptedModel(reply), cfg, request_at(trace, first, count))
    compared = replace(compare_with_recording(asked, trace, cfg, first), usage=None)
    title = f"predict from step {first}" if count else "predict all"
    return PredictionReport(prediction=compared, cfg=cfg, title=title)


WRONG_VALUE = """\
Block: 1
Symbol Table: {'total': (0, int)}
Block: 2
Symbol Table: {'total': (0, int), 'n': (2, int)}
Block: 3
Reasoning: 0 + 2 is 3
Symbol Table: {'total': (3, int), 'n': (2, int)}
Block: 2
Symbol Table: {'total': (3, int), 'n': (3, int)}
Block: 4
Symbol Table: {'total': (3, int), 'n': (3, int)}
<END>
"""

WRONG_VALUE_SCREEN = """\
predict all: the recorded walk is a fact, the predicted one a claim
  step   recorded                           predicted
     1   B1  total=0                        B1  total=0                     ✓
     2   B2  n=2                            B2  n=2                         ✓
     3   B3  total=2                        B3  total=3                     ✗
         ✗ first divergence: total is 2, predicted 3
           ┆ 0 + 2 is 3
     4   B2  total=2  n=3                   B2  total=3  n=3                ✗
     5   B3  total=5                        B4                              ✗
     6   B2                                 —                               ✗
     7   B4                                 —                               ✗
 path 4 of 7 visits · values 71% · predicted and recorded no error"""


def test_the_first_wrong_value_is_marked_with_both_values_and_the_reason_given() -> None:
    assert drawn(report(COUNTING, WRONG_VALUE)) == WRONG_VALUE_SCREEN


def test_a_right_prediction_has_only_ticks() -> None:
    told = visits((1, "'total': (0, int)"), (2, "'n': (2, int)"))
    result = report(COUNTING, told + "\nNext Block: 3", count=2)
    assert (
        drawn(result)
        == """\
predict from step 1: the recorded walk is a fact, the predicted one a claim
  step   recorded                           predicted
     1   B1  total=0                        B1  total=0                     ✓
     2   B2  n=2                            B2  n=2                         ✓
         B3                                 B3                              ✓
 path 3 of 3 visits · values 100% · predicted and recorded no error"""
    )


def test_an_error_that_was_not_foreseen_is_the_divergence() -> None:
    told = visits((1, "'n': ('2', str), 'limit': (3, int)")) + "<END>\n"
    assert (
        drawn(report(FAILING, told), width=60)
        == """\
predict all: the recorded walk is a fact, the predicted one
a claim
  step   recorded                 predicted
     1   B1  TypeError  n='2'  …  B1  n='2'  limit=3    ✗
         ✗ first divergence: raised TypeError, predicted
none
 path 1 of 1 visits · values 100% · predicted no error,
recorded TypeError at line 3"""
    )


STATIC = """\
Block: 1
Symbol Table: {'total': (0, int)}
Block: 2
Symbol Table: {'total': (0, int), 'x': ('a', str)}
Block: 3
Reasoning: total is an int and x a str
Is Error: True
Error Type: TypeError
Error Statement: total += x
<STOP>
"""


def test_a_static_prediction_warns_of_the_error_with_line_type_and_reason() -> None:
    cfg, _ = record("total = 0\nfor x in 'a':\n    total += x\nprint(total)\n")
    request = PredictionRequest(start=1, table=assumed_table("xs = ['a']"), assumed=True)
    prediction: Prediction = ask_prediction(ScriptedModel(STATIC), cfg, request)
    noted = replace(prediction, usage=None, notes=("nothing was run",))
    assert (
        drawn(PredictionReport(prediction=noted, cfg=cfg, title="predict --static"))
        == """\
predict --static: a claim, not run
     1   B1  total=0
     2   B2  x='a'
     3   B3  TypeError
 predicted error: TypeError in B3 at line 3
   3  total += x
   ┆ total is an int and x a str
 nothing was run"""
    )


def test_a_long_walk_is_shown_around_its_divergence() -> None:
    code = "n = 30\nwhile n:\n    n -= 1\nprint(n)\n"
    _, trace = record(code)
    right = [(trace.block_of(number), "") for number in range(1, len(trace) + 1)]
    text = drawn(report(code, visits(*right[:40], (4, "")) + "<END>"), height=24, terminal=True)
    assert "earlier visits" in text
    assert "first divergence" in text
    assert text.count("\n") < 24


def test_of_an_answer_that_stops_early_only_what_it_tells_is_marked() -> None:
    told = "Block: 1\nSymbol Table: {'total': (0, int)}\nBlock: 2\nSymbol Table: {'n': (2, int)}\nIs Error: False"
    assert report(COUNTING, told).to_json()["stops_early"] is True
    assert (
        drawn(report(COUNTING, told))
        == """\
predict all: the recorded walk is a fact, the predicted one a claim
  step   recorded                           predicted
     1   B1  total=0                        B1  total=0                     ✓
     2   B2  n=2                            B2  n=2                         ✓
 the answer stops after 2 visits; the rest of it is missing
 path 2 of 7 visits · values 100% · the end not told, recorded no error"""
    )


def test_an_error_of_another_type_is_no_match() -> None:
    told = "Block: 1\nSymbol Table: {'n': ('2', str)}\nIs Error: True\nError Type: ValueError\n<STOP>\n"
    text = drawn(report(FAILING, told))
    assert "✓" not in text
    assert "✗ first divergence: raised TypeError, predicted ValueError" in text
    assert "predicted ValueError at line 3, recorded TypeError at line 3" in " ".join(text.split())


@pytest.mark.parametrize(
    ("guess", "line"),
    [
        (Guess(block=2), " ✓ the next block: you said B2   3 of 4 right"),
        (Guess(block=4), " ✗ the next block: you said B4, recorded B2   3 of 4 right"),
        (
            Guess(name="total", value="7"),
            " ✗ total after the next step: you said 7, recorded 0   3 of 4 right",
        ),
    ],
)
def test_a_guess_is_marked_with_the_score(guess: Guess, line: str) -> None:
    _, trace = record(COUNTING)
    assert drawn(GuessReport(marked=mark_guess(guess, trace, 1), right=3, total=4)) == line
