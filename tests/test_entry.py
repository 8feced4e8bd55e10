"""From where people are into llmdb: `breakpoint()`, an exception, a failing pytest, a notebook's cells."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pyte
import pytest

from llmdb.cli import build_session
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.tour import DEMO, LESSONS
from llmdb.demos import choose_demo
from llmdb.errors import CommandError
from llmdb.options import parse_call
from llmdb.program.notes import calls_of_tests
from llmdb.pytest_plugin import prefix_for
from llmdb.session import Session

ROOT = Path(__file__).resolve().parents[1]
SUM = """\
import sys
def total(n):
    acc = 0
    for i in range(n):
        acc += i
        if i == 2:
            breakpoint()
    return acc
print("made", total(int(sys.argv[1])))
"""


class Terminal:
    """A command on a pseudo-terminal."""

    def __init__(self, folder: Path, *words: str, **extra: str) -> None:
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "PYTHONPATH": str(ROOT),
            **extra,
        }
        self.screen = pyte.Screen(100, 60)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable, list(words), env=environ, dimensions=(60, 100), cwd=str(folder)
        )
        self.screen.write_process_input = self.child.send

    def wait(self, wanted: str, seconds: float = 40.0) -> str:
        """Read until the screen shows the text."""
        limit = time.monotonic() + seconds
        while wanted not in (text := "\n".join(line.rstrip() for line in self.screen.display)):
            assert time.monotonic() < limit, f"no {wanted!r} on:\n{text}"
            try:
                self._stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                time.sleep(0.02)
        return text

    def status(self) -> int | None:
        """The exit status, waited for."""
        self.child.expect(pexpect.EOF, timeout=20)
        self.child.close()
        status: int | None = self.child.exitstatus
        return status


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.child.close(force=True)


@pytest.mark.parametrize(
    ("call", "extra"),
    [
        ("breakpoint()", {"PYTHONBREAKPOINT": "llmdb.set_trace"}),
        ("import llmdb; llmdb.set_trace()", {}),
    ],
)
def test_a_breakpoint_opens_the_recorded_run_where_it_stands(
    call: str, extra: dict[str, str], tmp_path: Path, terminals: list[Terminal]
) -> None:
    (tmp_path / "sum.py").write_text(SUM.replace("breakpoint()", call), encoding="utf-8")
    terminals.append(Terminal(tmp_path, "sum.py", "5", **extra))
    text = terminals[0].wait("breakpoint 1 at line 7")
    assert "acc    int    3       3" in text
    terminals[0].wait("(llmdb)")
    terminals[0].child.send("history acc\r")
    terminals[0].wait("10")
    terminals[0].child.send("q\r")
    assert terminals[0].status() == 0
    assert "made 10" not in text, "what was recorded is not done a second time"


def test_without_a_terminal_a_breakpoint_says_so_and_the_program_goes_on(tmp_path: Path) -> None:
    (tmp_path / "sum.py").write_text(SUM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "sum.py", "5"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONBREAKPOINT": "llmdb.set_trace", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.stdout == "made 10\n"
    assert done.stderr == "llmdb: a breakpoint with no terminal: the program goes on\n"


def test_post_mortem_opens_the_run_where_the_exception_arose(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    (tmp_path / "fails.py").write_text(
        "import llmdb\ndef third(xs):\n    return xs[2]\ntry:\n    third([1])\nexcept IndexError:\n"
        "    llmdb.post_mortem()\n",
        encoding="utf-8",
    )
    terminals.append(Terminal(tmp_path, "fails.py"))
    text = terminals[0].wait("(llmdb)")
    assert "✗  3 │     return xs[2]" in text
    assert "IndexError: list index out of range (line 3)" in text


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A package with a fault, and a test of it with fixtures and parameters."""
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "shop" / "rates.py").write_text("MEMBER = 0.8\n", encoding="utf-8")
    (tmp_path / "shop" / "core.py").write_text(
        "from . import rates\n\n\ndef price(items, member):\n    total = sum(items)\n    if member:\n"
        "        total = total * rates.MEMBER\n    return round(total, 2)\n",
        encoding="utf-8",
    )
    (tmp_path / "test_core.py").write_text(
        "import pytest\nfrom shop.core import price\n\n\n@pytest.fixture\ndef cart(tmp_path):\n"
        "    (tmp_path / 'amount').write_text('1')\n    return [10, 20, int((tmp_path / 'amount').read_text())]\n\n\n"
        "@pytest.mark.parametrize('member', [False, True])\ndef test_price(cart, member):\n"
        "    assert price(cart, member) == (27.9 if member else 31)\n",
        encoding="utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    return tmp_path


def test_a_failing_pytest_is_opened_in_the_code_that_it_tests_with_its_fixtures(
    project: Path, terminals: list[Terminal]
) -> None:
    terminals.append(
        Terminal(
            project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "llmdb.pytest_plugin", "--llmdb"
        )
        if not installed_with_its_plugin()
        else Terminal(project, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--llmdb")
    )
    text = terminals[0].wait("the test raised AssertionError")
    assert "price(items=[10, 20, 1], member=True)" in text
    assert "▶  8 │     return round(total, 2)   returned 24.8" in text
    terminals[0].wait("(llmdb)")
    terminals[0].child.send("q\r")
    assert "1 failed, 1 passed" in terminals[0].wait("passed")
    assert terminals[0].status() == 1


def installed_with_its_plugin() -> bool:
    """Whether this environment's llmdb was installed since it has the entry point."""
    from importlib.metadata import entry_points

    return any(point.value == "llmdb.pytest_plugin" for point in entry_points(group="pytest11"))


def test_the_recorded_test_is_run_by_pytest_itself(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.syspath_prepend(project)
    code = "from llmdb.pytest_plugin import run_one; run_one({!r}, {!r})"
    prefix = project / "prefix"
    importlib.import_module("shop.core")
    prefix.write_text(prefix_for(project / "shop" / "core.py"), encoding="utf-8")
    for module in ("shop", "shop.core", "shop.rates"):
        monkeypatch.delitem(sys.modules, module)
    for name, passes in (("test_price[False]", True), ("test_price[True]", False), ("test_none", False)):
        test = code.format(f"{project / 'test_core.py'}::{name}", str(project))
        words = ["--prefix", str(prefix), "--test", test, str(project / "shop" / "core.py")]
        session = build_session(parse_call(words, {}))
        (outcome,) = session.test_outcomes
        session.close()
        assert outcome.passed == passes
        if name == "test_none":
            assert "pytest did not run" in outcome.got


def test_functions_called_test_are_the_visible_tests_of_a_file_that_names_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    code = "def f(x):\n    return x\ndef test_one():\n    assert f(1) == 1\ndef test_two(n=2):\n    assert f(n) == 3\n"
    assert calls_of_tests(code + "def test_three(fixture): ...\ndef helper(): ...\n") == (
        "test_one()",
        "test_two()",
    )
    (tmp_path / "m.py").write_text(code, encoding="utf-8")
    session = build_session(parse_call([str(tmp_path / "m.py")], {}))
    answer = dispatch(session, "test").to_json()
    assert (answer["passed"], answer["total"]) == (1, 2)
    assert session.program.epilogue == "test_two()"
    session.close()
    given = build_session(parse_call(["--test", "assert f(1)", str(tmp_path / "m.py")], {}))
    assert given.tests == ("assert f(1)",)
    given.close()


def test_cells_of_ipython_are_one_program_with_the_ones_before() -> None:
    pytest.importorskip("IPython")
    script = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "for cell in ('%load_ext llmdb', 'rows = [1, 2]', 'def f(x):\\n    return 4 // (x - 2)',\n"
        "             '%%llmdb goto error ;; p x\\nout = [f(x) for x in rows]', '%llmdb trace --summary'):\n"
        "    shell.run_cell(cell, store_history=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LLMDB_HISTORY": os.devnull},
    )
    assert "by zero (line 6)" in done.stdout
    assert "✗  6 │     return 4 // (x - 2)" in done.stdout
    assert done.stdout.split("\n")[-3] == "2"
    assert "the program finished" in done.stdout.split("\n")[-2]


def test_each_lesson_of_the_tour_names_a_command_that_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    demo = choose_demo(DEMO)
    assert demo is not None
    session = build_session(parse_call([str(demo)], {}))
    shown = {}
    for number, (command, _) in enumerate(LESSONS, 1):
        lesson = dispatch(session, "tour").to_json()
        assert (lesson["lesson"], lesson["command"]) == (number, command)
        shown[command] = json.dumps(dispatch(session, command).to_json())
    session.close()
    assert '"got": "[1, 4]"' in shown["test"]
    assert '"acc": {"type": "int", "repr": "4"}' in shown["goto 33"]
    assert '"writer": {"step": 25' in shown["deps acc"]
    assert "[[3], 4, 3]" in shown["p [row, acc, n]"]
    assert '"passed": true' in shown["fix"]
    assert dispatch(build_it("-c", "x = 1"), "help tour").to_json()["command"] == "tour"
    with pytest.raises(
        CommandError, match=r"the tour goes through the demo running_total\.py: `llmdb --tour`"
    ):
        dispatch(build_it("-c", "x = 1"), "tour")


def build_it(*words: str) -> Session:
    return build_session(parse_call(words, {}))


def test_tour_opens_the_demo_at_its_first_lesson(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminals.append(Terminal(tmp_path, "-m", "llmdb", "--tour"))
    text = terminals[0].wait("(llmdb)")
    assert "1 of 11  One of the visible tests fails." in text
    assert "type  test  and then  tour" in text


def test_llmdb_alone_opens_a_demo_by_its_number(tmp_path: Path, terminals: list[Terminal]) -> None:
    terminals.append(Terminal(tmp_path, "-m", "llmdb"))
    terminals[0].wait("a number opens one, Enter leaves:")
    terminals[0].child.send("99\r")
    terminals[0].wait("no demo '99': 1 to")
    terminals[0].child.send("1\r")
    text = terminals[0].wait("(llmdb)")
    assert "balanced_books.py" in text
    assert "step 1" in text
