"""compare, and what plan makes of it, through the session."""

import json
from pathlib import Path
from typing import Any

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.versions import history_of, keep_history
from llmdb.errors import BadArgument
from llmdb.session import Session
from tests.commands.conftest import OpenSession
from tests.commands.samples import MEAN

pytestmark = pytest.mark.usefixtures("shared_runs")

CORRECT = MEAN.replace("count = 1", "count = 0")


def said(session: Session, line: str) -> dict[str, Any]:
    """The JSON result of a command."""
    result: dict[str, Any] = dispatch(session, line).to_json()
    return result


@pytest.fixture
def correct(tmp_path: Path) -> Path:
    """A file with the correct program."""
    path = tmp_path / "correct.py"
    path.write_text(CORRECT)
    return path


def test_compare_gives_the_wrong_values_and_the_first(open_session: OpenSession, correct: Path) -> None:
    found = said(open_session(MEAN), f"compare {correct}")
    first = {
        "step": 2,
        "line": 4,
        "name": "count",
        "value": {"type": "int", "repr": "1"},
        "expected": {"type": "int", "repr": "0"},
    }
    assert found["first_wrong"] == first
    assert [(row["line"], row["name"]) for row in found["wrong"]] == [
        (4, "count"),
        (7, "count"),
        (7, "count"),
        (8, "return"),
    ]
    assert found["control"] is None
    assert [row["name"] for row in found["output"]] == ["return"]


def test_what_was_found_is_kept_may_be_corrected_and_is_used_by_plan(
    open_session: OpenSession, correct: Path
) -> None:
    file = Path(said(open_session(MEAN), f"compare {correct}")["file"])
    rows = [json.loads(row) for row in file.read_text().splitlines()]
    assert {
        "step": 2,
        "line": 4,
        "is": "wrong",
        "name": "count",
        "value": "1",
        "expected": "0",
        "by": "compare",
    } in rows
    made = said(open_session(MEAN), "plan")
    assert made["output"] == {"step": 2, "name": "count"}
    assert made["root_cause"] == {"step": 2, "line": 4}
    said_right = [
        {**row, "is": "right"} if (row["step"], row.get("name")) == (2, "count") else row for row in rows
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in said_right))
    assert said(open_session(MEAN), "plan")["root_cause"]["line"] == 7


def test_a_version_can_be_compared_with(open_session: OpenSession) -> None:
    session = open_session(MEAN)
    keep_history(session, history_of(session).propose([CORRECT], "edit"))
    assert said(session, "compare v2")["first_wrong"]["line"] == 4


def test_what_the_user_said_is_kept_beside_what_comparing_finds(
    open_session: OpenSession, correct: Path
) -> None:
    session = open_session(MEAN)
    dispatch(session, "right count 2")
    found = said(session, f"compare {correct}")
    rows = [json.loads(row) for row in Path(found["file"]).read_text().splitlines()]
    assert [row["is"] for row in rows if (row["step"], row.get("name")) == (2, "count")] == ["right"]


def test_bad_arguments_are_one_clear_line(open_session: OpenSession, tmp_path: Path) -> None:
    session = open_session(MEAN)
    with pytest.raises(BadArgument, match="compare takes a file with a correct program, or a version"):
        dispatch(session, "compare")
    with pytest.raises(BadArgument, match=r"nosuch\.py: no such file"):
        dispatch(session, "compare nosuch.py")
    with pytest.raises(BadArgument, match="no version 7; there are v1 to v1"):
        dispatch(session, "compare v7")
    with pytest.raises(BadArgument, match="v1 is the program in use"):
        dispatch(session, "compare v1")
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n")
    with pytest.raises(BadArgument, match=r"broken\.py"):
        dispatch(session, f"compare {broken}")
