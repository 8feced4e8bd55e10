"""A prediction from prompt to comparison, with a recorded run and a model that says what it is told to."""

import pytest

from llmdb.ask.own_guess import Guess, mark_guess
from llmdb.ask.predictions import (
    Prediction,
    ask_prediction,
    compare_with_recording,
    recorded_walk,
    request_at,
)
from llmdb.ask.walk_prompt import PredictionRequest, predict_messages
from llmdb.ask.walks import SymbolValue
from llmdb.errors import NoSuchName
from llmdb.llm.model import count_tokens
from llmdb.program.build import build_cfg
from llmdb.program.graph import ControlFlowGraph
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.visits import Visits, build_visits
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.ask.scripted import ScriptedModel

COUNTING = "total = 0\nfor n in [2, 3]:\n    total += n\nprint(total)\n"
FAILING = "n = '2'\nlimit = 3\nif n > limit:\n    print(n)\n"
CALLING = "def double(k):\n    return k * 2\nx = double(4)\nif x > 5:\n    print(x)\n"


def record(code: str) -> tuple[ControlFlowGraph, Visits]:
    snippet = parse_snippet(code, name="test.py")
    cfg = build_cfg(snippet)
    return cfg, build_visits(Runner().record(Program(snippet=snippet), cfg, RunOptions()), cfg)


def predict_all(code: str, reply: str) -> Prediction:
    cfg, trace = record(code)
    return compare_with_recording(
        ask_prediction(ScriptedModel(reply), cfg, request_at(trace, 1, None)), trace, cfg
    )


def visits(*told: tuple[int, str]) -> str:
    return (
        "".join(f"Block: {block}\nSymbol Table: {{{table}}}\nIs Error: False\n\n" for block, table in told)
        + "<END>"
    )


RIGHT = visits(
    (1, "'total': (0, int)"),
    (2, "'total': (0, int), 'n': (2, int)"),
    (3, "'total': (2, int), 'n': (2, int)"),
    (2, "'total': (2, int), 'n': (3, int)"),
    (3, "'total': (5, int), 'n': (3, int)"),
    (2, "'total': (5, int), 'n': (3, int)"),
    (4, "'total': (5, int), 'n': (3, int)"),
)


def test_a_right_walk_matches_the_recorded_one_exactly() -> None:
    result = predict_all(COUNTING, RIGHT).to_json()
    assert result["predicted"] == result["actual"] | {"states": result["predicted"]["states"]}  # type: ignore[operator,index,call-overload]
    metrics = result["metrics"]
    assert isinstance(metrics, dict)
    assert metrics["exact_match"] is True
    assert metrics["value_accuracy"] == 1.0
    assert metrics["statement"] == {
        "prefix_recall": 1.0,
        "prefix_precision": 1.0,
        "coverage_recall": 1.0,
        "coverage_precision": 1.0,
    }


def test_the_first_wrong_value_is_where_the_walks_part() -> None:
    prediction = predict_all(COUNTING, RIGHT.replace("'total': (5, int)", "'total': (6, int)", 1))
    assert prediction.comparison is not None
    assert prediction.comparison.divergence == 4
    assert prediction.comparison.rows[4].wrong == ("total",)


def test_an_error_is_compared_by_block_line_and_type() -> None:
    reply = (
        "Block: 1\nReasoning: '>' between str and int in `n > limit` raises\nSymbol Table: {'n': ('2', str)}\n"
        "Is Error: True\nError Type: TypeError\nError Statement: n > limit\n<STOP>"
    )
    prediction = predict_all(FAILING, reply)
    assert prediction.predicted.error is not None
    assert prediction.predicted.error.line == 3
    assert prediction.actual is not None
    assert prediction.actual.error is not None
    assert (prediction.actual.error.type, prediction.actual.error.line) == ("TypeError", 3)
    assert prediction.comparison is not None
    metrics = prediction.comparison.metrics
    assert metrics is not None
    assert (metrics.exact_match, metrics.error_block_correct, metrics.error_line_correct) == (
        True,
        True,
        True,
    )


def test_a_call_is_a_walk_of_the_callee() -> None:
    cfg, trace = record(CALLING)
    told = visits(*((trace.block_of(number), "") for number in range(1, len(trace) + 1)))
    prediction = compare_with_recording(
        ask_prediction(ScriptedModel(told), cfg, request_at(trace, 1, None)), trace, cfg
    )
    assert prediction.comparison is not None
    assert prediction.comparison.metrics is not None
    assert prediction.comparison.metrics.exact_match
    prompt = predict_messages(cfg, request_at(trace, 1, None))
    assert "Function double(k):" in prompt[1]["content"]
    assert "<RETURN>" in prompt[0]["content"]


RECURSIVE = "def fact(n):\n    if n == 0:\n        return 1\n    return n * fact(n - 1)\nx = 0\nx = fact(2)\nprint(x)\n"
CLASS = (
    "class Account:\n    fee = 1\n    def __init__(self, start):\n        self.total = start\n"
    "a = Account(2)\nprint(a.total)\n"
)


def test_each_call_of_a_recursive_function_is_a_walk_with_its_own_table() -> None:
    prediction = predict_all(
        RECURSIVE,
        visits(
            (1, ""),
            (5, "'x': (0, int)"),
            (2, "'n': (2, int)"),
            (4, "'n': (2, int)"),
            (2, "'n': (1, int)"),
            (4, "'n': (7, int)"),
            (2, "'n': (0, int)"),
            (3, "'n': (0, int)"),
        ),
    )
    assert prediction.comparison is not None
    metrics = prediction.comparison.metrics
    assert metrics is not None
    assert metrics.exact_match
    assert metrics.value_accuracy == 5 / 6
    assert [row.wrong for row in prediction.comparison.rows if row.wrong] == [("n",)]


def test_a_class_body_is_walked_and_objects_are_not_compared_by_their_notation() -> None:
    cfg, trace = record(CLASS)
    assert [trace.block_of(number) for number in range(1, len(trace) + 1)] == [1, 2, 4, 3]
    told = visits(
        (1, ""),
        (2, "'fee': (1, int)"),
        (4, ""),
        (3, "'self': (Account object, Account), 'start': (2, int)"),
    )
    request = request_at(trace, 1, None)
    prediction = compare_with_recording(ask_prediction(ScriptedModel(told), cfg, request), trace, cfg)
    assert prediction.comparison is not None
    assert prediction.comparison.divergence is None
    prompt = predict_messages(cfg, request)
    assert "Class Account:" in prompt[1]["content"]
    assert '"Class C:" those of a class body' in prompt[0]["content"]


def test_one_block_is_asked_for_with_its_recorded_entry_state_and_compared_with_the_next() -> None:
    cfg, trace = record(COUNTING)
    model = ScriptedModel(
        "Block: 3\nSymbol Table: {'total': (2, int), 'n': (2, int)}\nIs Error: False\nNext Block: 2"
    )
    prediction = compare_with_recording(ask_prediction(model, cfg, request_at(trace, 3, 1)), trace, cfg, 3)
    assert "Initial Symbol Table: {'total': (0, int), 'n': (2, int)}" in model.asked[0][1]["content"]
    assert "Begin at Block 3" in model.asked[0][0]["content"]
    assert prediction.predicted.blocks == (3, 2)
    assert prediction.actual is not None
    assert prediction.actual.blocks == (3, 2)


def test_the_head_of_an_endless_loop_is_a_visit_whether_or_not_it_has_code() -> None:
    cfg, trace = record("n = 0\nwhile True:\n    n += 1\n    if n > 1:\n        break\nprint(n)\n")
    assert recorded_walk(trace, cfg).blocks == (1, 2, 3, 2, 3, 4)
    first_round = next(n for n in range(1, len(trace) + 1) if trace.block_of(n) == 3)
    assert recorded_walk(trace, cfg, first_round, visits=1).blocks == (3, 2)


def test_what_a_model_says_beyond_the_asked_visits_is_left_out() -> None:
    cfg, trace = record(COUNTING)
    prediction = ask_prediction(ScriptedModel(RIGHT), cfg, request_at(trace, 1, 2))
    assert (prediction.predicted.blocks, len(prediction.predicted.steps)) == ((1, 2, 3), 2)


def test_the_prompt_has_orcas_sections_and_a_graph_of_forty_blocks_takes_at_most_3000_tokens() -> None:
    body = "".join(f"if value > {n}:\n    total = total + {n}\n    seen.append(total)\n" for n in range(20))
    cfg = build_cfg(parse_snippet(f"value, total, seen = 12, 0, []\n{body}", name="test.py"))
    assert len(cfg.blocks) >= 40
    request = PredictionRequest(start=1, table={"n": SymbolValue(type="int", repr="4")})
    messages = predict_messages(cfg, request)
    for section in (
        "Input:",
        "Block traversal:",
        "Statement execution",
        "Observation:",
        "Reasoning:",
        "Action:",
        "Error detection:",
        "Condition evaluation",
        "Pause",
        "Continuation:",
    ):
        assert section in messages[0]["content"]
    assert "'n': (4, int)" in messages[1]["content"]
    assert count_tokens(messages) <= 3_000


@pytest.mark.parametrize(
    ("guess", "actual", "right"),
    [
        (Guess(block=2), "B2", True),
        (Guess(block=4), "B2", False),
        (Guess(ending="end"), "B2", False),
        (Guess(name="n", value="2"), "2", True),
        (Guess(name="total", value="5"), "0", False),
    ],
)
def test_the_users_guess_about_the_next_step_is_marked(guess: Guess, actual: str, right: bool) -> None:
    _, trace = record(COUNTING)
    marked = mark_guess(guess, trace, 1)
    assert (marked.actual, marked.right) == (actual, right)


def test_a_guess_after_the_last_step_is_about_how_the_run_ends() -> None:
    _, trace = record(FAILING)
    assert mark_guess(Guess(ending="error"), trace, len(trace)).right
    assert not mark_guess(Guess(ending="end"), trace, len(trace)).right


def test_a_guess_about_a_name_that_is_not_there_is_refused() -> None:
    _, trace = record(COUNTING)
    with pytest.raises(NoSuchName, match="it has: total"):
        mark_guess(Guess(name="nothing", value="1"), trace, 1)
