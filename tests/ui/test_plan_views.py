"""`plan` and `compare` as whole text at 96 columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmdb.commands.line.dispatch import dispatch
from tests.commands.conftest import OpenSession, open_session, state_folder
from tests.ui.samples import drawn

pytestmark = pytest.mark.usefixtures("shared_runs")

__all__ = ["open_session", "state_folder"]

DEMO = Path(__file__).parents[2] / "demo_snippets" / "running_total.py"
TOTALS = DEMO.read_text(encoding="utf-8")

PLAN = """\
output  out[1] at step 37  (failed: assert totals([[1, -2], [3]]) == [1, 3], got [1, 4])
  1  step   35  line  12  out.append(acc)  suspicion 0.44
     out = [1], acc = 4  the fault shows here; a change here lets tests pass
  2  step   26  line   9  for n in row:    suspicion 0.42
     row = [1, -2]  decided that line 9 ran; a change here lets tests pass
  3  step   21  line   7  acc = 0          suspicion 0.61  ← predicted root
     acc = 0
     made acc, which line 11 read; carried from turn to turn; a change here lets tests pass
15 of 36 visits of blocks remain
say what you know: `right acc 21` · wrong NAME · wrong path · root · unclear"""

COMPARED = """\
 ▶ step   15  line  11  acc += n         acc 4 expected 3  first wrong
   step   17  line  12  out.append(acc)  out [1, 4] expected [1, 3]
   step   19  line  13  return out       return [1, 4] expected [1, 3]
   step   33  line  11  acc += n         acc 4 expected 3
   step   35  line  12  out.append(acc)  out [1, 4] expected [1, 3]
   step   37  line  13  return out       return [1, 4] expected [1, 3]"""


def test_the_plan_shows_values_and_reasons_and_marks_the_root(open_session: OpenSession) -> None:
    assert drawn(dispatch(open_session(TOTALS), "plan"), width=96) == PLAN


def test_what_was_said_is_counted_and_its_file_named(open_session: OpenSession, state_folder: Path) -> None:
    session = open_session(TOTALS)
    lines = drawn(dispatch(session, "right acc 33"), width=200).splitlines()
    file = next((state_folder / "llmdb" / "known").iterdir())
    assert lines[-3:-1] == ["13 of 36 visits of blocks remain", f"1 judged, kept in {file}"]


def test_compare_marks_the_first_wrong_value(open_session: OpenSession, tmp_path: Path) -> None:
    correct = tmp_path / "c.py"
    correct.write_text(
        TOTALS.replace("    acc = 0\n", "").replace("in rows:\n", "in rows:\n        acc = 0\n")
    )
    text = drawn(dispatch(open_session(TOTALS), f"compare {correct}"), width=96).splitlines()
    assert text[0].startswith("36 blocks run beside 40 of ")
    assert "\n".join(text[1:7]) == COMPARED
    assert text[7] == "   step    3  line   7  acc = 0  belongs before line 9  the only difference"
    assert text[8].startswith("kept in")


def test_compare_shows_long_values_where_they_differ(open_session: OpenSession, tmp_path: Path) -> None:
    correct = tmp_path / "c.py"
    correct.write_text("names = ['a' * 30]\nmarks = dict.fromkeys(names, 1)\nprint(marks)\n")
    session = open_session("names = ['a' * 30]\nmarks = dict.fromkeys(names, 10)\nprint(marks)\n")
    result = dispatch(session, f"compare {correct}")
    assert drawn(result, width=96).splitlines()[1] == (
        " ▶ step    1  line   2  marks = dict.fromkeys(names…  marks …: 10} expected …: 1}  first wrong"
    )
    assert drawn(result, width=80).splitlines()[1] == (
        " ▶ step    1  line   2  marks = dict.fr…  marks …aaa': 10} expected …aaa': 1}"
    )


def test_compare_shows_the_condition_that_went_wrong(open_session: OpenSession, tmp_path: Path) -> None:
    correct = tmp_path / "c.py"
    correct.write_text("n = 5\nif n > 8:\n    print(n)\n")
    text = drawn(
        dispatch(open_session("n = 5\nif n > 4:\n    print(n)\n"), f"compare {correct}"), width=96
    ).splitlines()
    assert text[1] == "   step    1  line   2  n > 4  went true, expected false"
