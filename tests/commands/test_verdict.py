"""`verdict`: what is sent, what is sampled, what it rests on, and how long it holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.state.kept_verdicts import verdicts_by_step
from llmdb.commands.state.planning import with_short_run
from llmdb.errors import BadArgument
from llmdb.options import parse_call
from llmdb.repair.profiler import ENDLESS_STEPS
from llmdb.runner.model import Limits, RunOptions
from llmdb.session import ModelSettings, Settings
from tests.commands.conftest import OpenSession
from tests.commands.samples import TOTALS
from tests.llm.server import ModelServer, says

pytestmark = pytest.mark.usefixtures("shared_runs")

PROGRAM = ("# test: assert totals([[1, -2], [3]]) == [1, 3]\n") + TOTALS
FORUM = "for key in keys:\n    print(key)\ntotal = 2\n"


def judged(*labels: str, correct: bool = False) -> str:
    rows = [{"block": label, "correct": correct, "explanation": f"about {label}"} for label in labels]
    return "\n".join(json.dumps(row) for row in rows)


def verdicts_of(result: Mapping[str, object]) -> list[dict[str, object]]:
    found = result["verdicts"]
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("level", "told"),
    [("line", "[BLOCK-7@7] totals, line 8: "), ("function", "[BLOCK-2@2] totals, lines 3 to 10: ")],
)
def test_a_step_of_any_level_is_judged(
    level: str, told: str, open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says('{"correct": false, "explanation": "no"}'))
    session = open_asking(PROGRAM, settings=Settings(prefix="none", level=level))  # type: ignore[arg-type]
    step = next(n for n in range(1, len(session.trace) + 1) if 8 in session.trace.step(n).lines)
    dispatch(session, f"goto {step}")
    result = dispatch(session, "verdict").to_json()
    assert [verdict["step"] for verdict in verdicts_of(result)] == [step]
    prompt = model_server.requests[0]["messages"][1]["content"]
    assert f"\n{told}" in prompt[prompt.index("Visits of blocks in the order") :]


def test_of_a_long_run_the_most_telling_steps_within_the_budget_are_sent(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(judged("BLOCK-2")))
    session = open_asking("total = 0\nfor n in range(40):\n    total += n\n")
    result = dispatch(session, "verdict all").to_json()
    assert result["sampled"] == {"steps": 10, "total": 82}
    assert result["notes"] == [
        "asked about 10 of 82 steps, the most telling within 3,097 tokens",
        "9 of the 10 steps sent got no verdict",
    ]
    small = dispatch(session, "verdict all --budget 60").to_json()
    sampled = small["sampled"]
    assert isinstance(sampled, dict)
    assert isinstance(sampled["steps"], int)
    assert sampled["steps"] < 5


def test_the_cursor_stays_unless_it_is_told_to_go_to_the_first_wrong_step(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says('{"block": "BLOCK-3@3", "correct": false, "explanation": "adds too much"}'))
    session = open_asking("total = 0\nfor n in [1, 2]:\n    total += n\n")
    result = dispatch(session, "verdict all").to_json()
    assert session.position == 1
    gone = dispatch(session, "verdict all --go").to_json()
    assert session.position == 3
    assert (result["notes"], gone["notes"]) == (
        ["5 of the 6 steps sent got no verdict"],
        [
            "5 of the 6 steps sent got no verdict",
            "went from step 1 to step 3, the first one judged wrong",
        ],
    )


def test_an_answer_that_was_cut_off_says_that_its_rest_is_missing(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    whole = '{"block": "BLOCK-1@1", "correct": true, "explanation": "starts"}\n'
    model_server.plays(says(whole + '{"block": "BLOCK-2@2", "corr', finish="length"))
    session = open_asking("total = 0\nfor n in [1, 2]:\n    total += n\n")
    result = dispatch(session, "verdict all").to_json()
    assert [verdict["step"] for verdict in verdicts_of(result)] == [1]
    assert result["notes"] == ["the answer stops after 1 verdict; the rest of it is missing"]


def test_what_does_not_fit_the_models_window_is_left_out(
    open_asking: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")
    rows = "\n".join(f"text{n} = 'x' * {n + 380}" for n in range(60))
    session = open_asking(f"{rows}\nfor n in range(5):\n    text0 += 'y'\n")
    dispatch(session, "model openai/gpt-4")
    prompt = dispatch(session, "prompt verdict all --budget 100000").to_json()
    tokens = prompt["tokens"]
    assert isinstance(tokens, int)
    assert tokens < 8_192 - 1_000
    assert "more were left out" in str(prompt["messages"])


def test_a_task_may_be_a_program_in_another_language(
    tmp_path: Path, open_asking: OpenSession, model_server: ModelServer
) -> None:
    path = tmp_path / "solution.cpp"
    path.write_text("int twice(int n) { return 2 * n; }\n")
    task = parse_call(["--task", f"@{path}", "x.py"], {}).task
    model_server.plays(says(judged("BLOCK-1")))
    dispatch(open_asking("def twice(n):\n    return n + n\n", task=task), "verdict")
    prompt = model_server.requests[0]["messages"][1]["content"]
    assert (
        "Task:\nDo in Python what this C++ program does. It is the reference: the same arguments give the same "
        "results.\n```cpp\nint twice(int n) { return 2 * n; }\n```\n"
    ) in prompt


def test_task_takes_a_reference_program_too(tmp_path: Path, open_session: OpenSession) -> None:
    path = tmp_path / "Twice.java"
    path.write_text("class Twice {}\n")
    session = open_session("x = 1\n")
    dispatch(session, f"task @{path}")
    assert session.task is not None
    assert session.task.startswith("Do in Python what this Java program does.")
    with pytest.raises(BadArgument, match="No such file"):
        dispatch(session, "task @nowhere.cpp")
    assert session.task.endswith("```java\nclass Twice {}\n```")


def test_a_task_in_a_text_file_is_prose(tmp_path: Path) -> None:
    path = tmp_path / "task.txt"
    path.write_text("double it\n")
    assert parse_call(["--task", f"@{path}", "x.py"], {}).task == "double it"


def test_a_verdict_on_a_step_that_read_invented_values_names_them(
    open_asking: OpenSession, model_server: ModelServer, tmp_path: Path
) -> None:
    prefix = tmp_path / "prefix.py"
    prefix.write_text("keys = ['a', 'b']\n")
    model_server.plays(says('{"correct": true, "explanation": "walks the keys"}'))
    session = open_asking(FORUM, settings=Settings(prefix=str(prefix)))
    (first,) = verdicts_of(dispatch(session, "verdict").to_json())
    assert first["invented"] == ["keys"]
    dispatch(session, "goto end")
    (last,) = verdicts_of(dispatch(session, "verdict").to_json())
    assert last["invented"] == []


def test_a_verdict_is_shown_while_stepping_until_the_run_is_another(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says(judged("BLOCK-6@10")))
    session = open_asking(PROGRAM)
    dispatch(session, "goto B6@1")
    step = session.position
    model_server.plays(says(judged(f"BLOCK-6@{step}")))
    dispatch(session, "verdict")
    assert dispatch(session, "goto B6@2").to_json()["verdict"] == {
        "step": step,
        "block": 6,
        "correct": False,
        "explanation": f"about BLOCK-6@{step}",
        "contradicted": [],
        "invented": [],
    }
    assert "verdict" not in dispatch(session, "goto 1").to_json()
    dispatch(session, "run")
    assert "verdict" not in dispatch(session, "goto B6@1").to_json()


def test_the_prompt_lists_what_the_prefix_invents_and_no_advice_to_the_user(
    open_asking: OpenSession, tmp_path: Path
) -> None:
    prefix = tmp_path / "prefix.py"
    prefix.write_text("import math\nkeys = ['a', 'b']\n")
    session = open_asking(FORUM, settings=Settings(prefix=str(prefix)))
    dispatch(session, "goto 2")
    session.use_model(ModelSettings(name="m"))
    prompt = json.dumps(dispatch(session, "prompt verdict").to_json())
    assert "not given by its author:\\nimport math\\nkeys = ['a', 'b']\\n\\n" in prompt
    assert "prefix from" not in prompt


def test_an_answer_that_is_neither_right_nor_wrong_is_shown_and_not_kept(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    model_server.plays(says('{"block": "BLOCK-2", "correct": null, "explanation": "it uses {1, 2}"}'))
    session = open_asking("total = 0\nfor n in range(3):\n    total += n\n")
    (verdict,) = verdicts_of(dispatch(session, "verdict all").to_json())
    assert (verdict["correct"], verdict["explanation"]) == (None, "it uses {1, 2}")
    assert verdicts_by_step(session) == {}


def test_of_a_run_without_an_end_the_first_steps_tell_which_blocks_are_suspect(
    open_session: OpenSession,
) -> None:
    settings = Settings(prefix="none", options=RunOptions(limits=Limits(max_steps=ENDLESS_STEPS + 5_000)))
    session = open_session("n = 3\nwhile n:\n    n += 1\n", settings=settings)
    short = with_short_run(session)
    assert len(short.visits) == ENDLESS_STEPS < len(session.visits)
    assert short.position == len(short.trace)
    assert session.position == 1
    finished = open_session("n = 3\n")
    assert with_short_run(finished) is finished
