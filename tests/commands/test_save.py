"""A session kept in a file: what comes back, what does not, and that nothing is run for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from llmdb.archive.magic import MAGIC
from llmdb.archive.records import STATE, pack_data, read_records
from llmdb.cli import build_session
from llmdb.command import Result
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.line.opening import describe_session
from llmdb.commands.save import Saved
from llmdb.commands.state.kept_verdicts import kept_verdicts
from llmdb.commands.state.sitting import begin_sitting
from llmdb.errors import BadArgument, CommandError, LlmdbError, SessionUnreadable
from llmdb.options import parse_call
from llmdb.session import Session
from tests.archive.mutated import records_of
from tests.ui.samples import drawn

PROGRAM = """\
# task: sum the positive numbers of each row
# test: assert totals([[1, -2], [3]]) == [1, 3]
import random

def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            acc += n
        out.append(acc)
    return out

lucky = random.random()
print(totals([[1, -2], [3]]))
"""
FIXED = PROGRAM.replace("            acc += n", "            acc += max(n, 0)")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "demo.py").write_text(PROGRAM, encoding="utf-8")
    return tmp_path


class Opened:
    """Sessions as the command line opens them, closed at the end."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []

    def __call__(self, *words: str) -> Session:
        self.sessions.append(build_session(parse_call(words, {})))
        return self.sessions[-1]


@pytest.fixture
def opened() -> Iterator[Opened]:
    made = Opened()
    yield made
    for session in made.sessions:
        session.close()


def said(session: Session, *lines: str) -> list[Result]:
    return [dispatch(session, line) for line in lines]


def test_a_reopened_session_shows_the_very_run_from_the_step_where_it_was(opened: Opened) -> None:
    session = opened("demo.py")
    said(session, "break 10 if acc > 1", "display acc", "verdict all --offline", "goto 12")
    asked = ("where", "trace", "history acc", "cfg", "break", "test", "out")
    before = [answer.to_json() for answer in said(session, *asked)]
    kept = dispatch(session, "save kept")
    assert isinstance(kept, Saved)
    assert (kept.path, kept.steps) == ("kept.llmdb", len(session.trace))
    again = opened("kept.llmdb")
    assert describe_session(again).to_json() == {**describe_session(session).to_json(), "reopened": True}
    assert again.position == 12
    assert [answer.to_json() for answer in said(again, *asked)] == before
    assert [v.verdict for v in kept_verdicts(again)] == [v.verdict for v in kept_verdicts(session)]
    assert again.displays == ("acc",)


def test_what_only_the_program_knows_is_asked_of_it_again_and_never_of_another_run(opened: Opened) -> None:
    session = opened("demo.py")
    said(session, "goto end", "save kept")
    again = opened("kept.llmdb")
    assert again.run.past is None
    assert dispatch(again, "p out_of_it if 0 else 6 * 7").to_json()["value"] == {"type": "int", "repr": "42"}
    lucky = dispatch(session, "p lucky").to_json()
    assert dispatch(again, "p lucky").to_json() == lucky
    with pytest.raises(LlmdbError, match="gone through again, the program does something else"):
        dispatch(again, "p [lucky][0:]")


def test_versions_come_back_and_the_file_is_theirs_only_while_it_is_as_it_was(
    opened: Opened, folder: Path
) -> None:
    session = opened("demo.py")
    dispatch(session, "run")
    (folder / "demo.py").write_text(FIXED, encoding="utf-8")
    dispatch(session, "run")
    dispatch(session, "undo")
    dispatch(session, "save kept")
    again = opened("kept.llmdb")
    assert again.snippet.path == folder / "demo.py"
    assert again.snippet.text == PROGRAM
    assert dispatch(again, "versions").to_json() == dispatch(session, "versions").to_json()
    dispatch(again, "redo")
    assert again.snippet.text == FIXED
    (folder / "demo.py").write_text("print('mine')\n", encoding="utf-8")
    with pytest.raises(CommandError, match=r"demo\.py is not here as this session knew it"):
        dispatch(opened("kept.llmdb"), "write")
    assert (folder / "demo.py").read_text(encoding="utf-8") == "print('mine')\n"


def test_a_run_that_was_led_on_by_hand_comes_back_with_the_one_it_left(opened: Opened) -> None:
    session = opened("demo.py")
    said(session, "goto 5", "acc = 100", "step", "goto end")
    assert dispatch(session, "out").to_json()["stdout"] != "[-1, 2]\n"
    after = dispatch(session, "trace").to_json()
    dispatch(session, "save kept")
    again = opened("kept.llmdb")
    assert dispatch(again, "trace").to_json() == after
    with pytest.raises(LlmdbError, match="went on from another one, and nothing of it is kept"):
        dispatch(again, "p [rows][0:]" if "rows" in again.trace.state(again.position) else "p [lucky][0:]")


def test_commands_at_stops_are_not_taken_from_a_file(opened: Opened) -> None:
    session = opened("demo.py")
    said(session, "break 10", "commands 1 write --force /tmp/x", "save kept")
    again = opened("kept.llmdb")
    assert [stop.commands for stop in again.stops] == [()]
    assert [stop.place for stop in again.stops] == ["10"]


def test_the_opening_says_that_the_run_was_recorded_earlier(opened: Opened) -> None:
    session = opened("demo.py")
    assert "reopened" not in describe_session(session).to_json()
    dispatch(session, "save kept")
    again = describe_session(opened("kept.llmdb"))
    assert again.to_json()["reopened"] is True
    assert f"opened again: {len(session.trace)} steps, recorded in" in drawn(again)


def test_save_overwrites_only_when_told_and_takes_one_path(opened: Opened) -> None:
    session = opened("demo.py")
    dispatch(session, "save kept.session")
    with pytest.raises(CommandError, match=r"kept.session exists; `save --force kept.session` overwrites it"):
        dispatch(session, "save kept.session")
    dispatch(session, "save --force kept.session")
    with pytest.raises(BadArgument, match=r"save needs PATH: `save PATH \[--force\]`"):
        dispatch(session, "save")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"llmdb session 2\nS", "in a format that this one does not read"),
        (MAGIC, "nothing is told of the session"),
        (MAGIC + pack_data(STATE, {"made_by": "me"}), "SavedState"),
        (MAGIC + b"S\0\0\0\1\0\0\0\0x", "record 1 is not as it was written"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_line(
    data: bytes, message: str, opened: Opened, folder: Path
) -> None:
    (folder / "sent.llmdb").write_bytes(data)
    with pytest.raises(SessionUnreadable, match=message):
        opened("sent.llmdb")


def test_a_file_that_was_cut_off_opens_with_what_it_has(
    opened: Opened, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dispatch(opened("demo.py"), "save kept")
    data = (folder / "kept.llmdb").read_bytes()
    (folder / "kept.llmdb").write_bytes(data[:-4])
    assert len(opened("kept.llmdb").trace) > 10
    assert capsys.readouterr().err == "llmdb: kept.llmdb is cut off: its end is missing\n"


def test_a_record_that_would_fill_the_memory_is_refused(opened: Opened, folder: Path) -> None:
    import zlib

    bomb = zlib.compress(b"\0" * (200 << 20), 9)
    head = b"S" + len(bomb).to_bytes(4) + zlib.crc32(bomb).to_bytes(4)
    (folder / "sent.llmdb").write_bytes(MAGIC + head + bomb)
    with pytest.raises(SessionUnreadable, match="a record is longer than any that llmdb writes"):
        opened("sent.llmdb")


def test_a_sitting_that_was_cut_off_is_taken_up_with_all_but_nothing_lost(
    opened: Opened, folder: Path
) -> None:
    session = opened("demo.py")
    sitting = begin_sitting(session, {"XDG_STATE_HOME": str(folder / "state")})
    for line in ("goto 9", "break 10", "commands 1 silent", "verdict all --offline", "goto 12"):
        dispatch(session, line)
        sitting.keep(session, line)
    assert sitting._file is not None
    sitting._file.close()  # as the end of the process does
    next_one = opened("demo.py")
    assert dispatch(next_one, "resume").to_json() == {
        "text": "the sitting is as it was after 5 commands, the last of them `goto 12`; `where` shows the step"
    }
    assert dispatch(next_one, "where").to_json() == dispatch(session, "where").to_json()
    assert [stop.commands for stop in next_one.stops] == [("silent",)]
    assert kept_verdicts(next_one)
    with pytest.raises(CommandError, match=r"no sitting with demo.py was cut off"):
        dispatch(next_one, "resume")


def test_what_was_typed_to_go_on_with_is_there_in_a_sitting_of_ones_own_only(
    opened: Opened, folder: Path
) -> None:
    session = opened("demo.py")
    sitting = begin_sitting(session, {"XDG_STATE_HOME": str(folder / "state")})
    said(session, "goto 5", "acc = 100", "save kept")
    sitting.keep(session, "acc = 100")
    assert sitting._file is not None
    sitting._file.close()
    next_one = opened("demo.py")
    dispatch(next_one, "resume")
    assert len(next_one.trace)
    assert next_one.typed == session.typed
    sent = opened("kept.llmdb")
    assert len(sent.trace)
    assert sent.typed is None


def test_a_sitting_is_not_offered_while_it_goes_on_nor_after_it_was_left(
    opened: Opened, folder: Path
) -> None:
    session = opened("demo.py")
    sitting = begin_sitting(session, {"XDG_STATE_HOME": str(folder / "state")})
    dispatch(session, "goto 9")
    sitting.keep(session, "goto 9")
    assert sitting.path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="was cut off"):
        dispatch(opened("demo.py"), "resume")
    sitting.leave()
    assert not sitting.path.exists()


def test_a_recording_is_written_once_however_often_the_sitting_is_kept(opened: Opened, folder: Path) -> None:
    session = opened("demo.py")
    sitting = begin_sitting(session, {"XDG_STATE_HOME": str(folder / "state")})
    for number in range(1, 9):
        dispatch(session, f"goto {number}")
        sitting.keep(session, f"goto {number}")
    kinds = b"".join(record.kind for record in read_records(sitting.path).records)
    assert (kinds.count(b"R"), kinds.count(b"S")) == (1, 8)
    assert records_of(sitting.path.read_bytes())[0].kind == b"R"
    sitting.leave()


def test_json_of_save(opened: Opened) -> None:
    answer = dispatch(opened("demo.py"), "save kept").to_json()
    assert json.dumps([*answer]) == '["path", "bytes", "steps"]'
