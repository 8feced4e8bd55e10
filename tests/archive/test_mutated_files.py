"""A session file from a stranger: whatever it says, nothing is run, nothing hangs, and the prompt is there."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from llmdb.cli import build_session
from llmdb.commands.line.dispatch import attempt
from llmdb.errors import LlmdbError, ProtocolError
from llmdb.events import wire
from llmdb.options import parse_call
from llmdb.replay.heap import HeapObject
from llmdb.replay.heap_events import HeapEvents
from llmdb.ui.repl import Repl, open_session
from llmdb.ui.text import glyphs_for
from llmdb.ui.toolbar import toolbar_text
from llmdb.ui.views import register as register_views
from tests.archive.mutated import mutants
from tests.examples import examples

PROGRAM = """\
# task: sum the positive numbers of each row
# test: assert totals([[1, -2], [3]]) == [1, 3]
# test: assert totals([[1]]) == [1]
class Row:
    def __init__(self, items):
        self.items = items
        self.seen = {}

def walk(row):
    for n in row.items:
        row.seen[n] = len(row.seen)
        yield n

def totals(rows):
    out = []
    acc = 0
    for row in map(Row, rows):
        try:
            for n in walk(row):
                acc += n
            out.extend([acc])
        except TypeError:
            pass
    return sorted(out)

print(totals([[1, -2], [3]]), "x" * 300)
"""
LOOKED_AT = (
    "where",
    "trace",
    "out",
    "history acc",
    "goto end",
    "back",
    "versions",
    "exceptions",
    "test",
    "step",
)
_STARTS = ("subprocess.Popen", "os.fork", "os.posix_spawn", "os.exec", "os.system", "socket.connect")


class Watch:
    """Counts the processes that are started while it looks; an audit hook stays for the process's life."""

    def __init__(self) -> None:
        self.looks = False
        self.started: list[str] = []
        sys.addaudithook(self)

    def __call__(self, event: str, arguments: object) -> None:
        if self.looks and event.startswith(_STARTS):
            self.started.append(event)


@pytest.fixture(scope="module")
def watch() -> Watch:
    return Watch()


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail where something takes longer."""

    def late(*_: object) -> None:
        raise TimeoutError(f"it took over {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A session with a bit of everything in it."""
    folder = tmp_path_factory.mktemp("saved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        (folder / "p.py").write_text(PROGRAM, encoding="utf-8")
        session = build_session(parse_call([str(folder / "p.py")], {}))
        lines = (
            "break 17 if acc > 3",
            "display acc",
            "goto 40",
            "verdict all --offline",
            "edit",
            "wrong acc",
        )
        for line in (*lines, "goto 12", "x = 5", "step", f"save {folder / 'base'}"):
            attempt(session, line)
        session.close()
    return (folder / "base.llmdb").read_bytes()


def test_changed_files_lead_to_a_prompt_or_one_line_and_start_nothing(
    saved: bytes, watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path, opened = tmp_path / "sent.llmdb", 0
    for number, data in enumerate(mutants(saved, examples(100), 0)):
        path.write_bytes(data)
        with within(10):
            opened += _looked_at(path, watch, f"file {number}")
    assert examples(2) < opened < examples(80)


def _looked_at(path: Path, watch: Watch, which: str) -> bool:
    """Open a file as the command line does; whether it could be. Whatever else happens fails."""
    watch.started.clear()
    watch.looks = True
    try:
        session = build_session(parse_call([str(path)], {}))
    except LlmdbError:
        return False
    finally:
        watch.looks = False
    repl = Repl(session, Console(file=io.StringIO(), width=80, height=24))
    register_views(session.registry)
    watch.looks = True
    repl.open(open_session)
    watch.looks = False
    assert watch.started == [], which
    if session.unread is not None or not session.is_recorded:
        return False
    for line in LOOKED_AT:
        assert repl.run_line(line), which
    toolbar_text(session, 80, glyphs_for("utf-8"))
    session.close()
    return True


def test_items_that_no_program_had_room_for_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    twelve = HeapObject(7, wire.LIST, "list", range(12), (), None)
    events = HeapEvents(lambda number: twelve, lambda number, operation: None)
    with pytest.raises(ProtocolError, match="10000000000 items at once"):
        events.written_out((wire.PLAIN, "range", "range(0, 10000000000)"))
    assert events.written_out((7,)) == tuple(range(12))
    monkeypatch.setattr("llmdb.replay.heap_events._MOST_ITEMS", 10)
    with pytest.raises(ProtocolError, match="12 items at once"):
        events.written_out((7,))
