"""What `export` writes, opened by what it is for: pytest, Python, a browser, a reader of trace events."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from llmdb.cli import build_session
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.state.conversation import keep_conversation
from llmdb.errors import BadArgument, CommandError
from llmdb.llm.model import Exchange
from llmdb.options import parse_call
from llmdb.session import Session

pytestmark = pytest.mark.usefixtures("shared_runs")

PROGRAM = """\
# task: sum the positive numbers of each row
# test: assert totals([[1, -2, 4]]) == [5]
# test: assert totals([[1, -2], [3]]) == [1, 3]
def totals(rows):
    out = []
    acc = 0
    for row in rows:
        for n in row:
            if n > 0:
                acc += n
        out.append(acc)
    return out

print(totals([[1, -2], [3]]), "</script><script>document.title = 'taken'</script> | `x`")
"""
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the program lies: in one place, so that it is the same program for all tests."""
    return tmp_path_factory.mktemp("exported")


@pytest.fixture
def session(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    shutil.rmtree(folder)
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "demo.py").write_text(PROGRAM, encoding="utf-8")
    opened = build_session(parse_call(["demo.py"], {}))
    yield opened
    opened.close()


def open_it(*words: str) -> Session:
    return build_session(parse_call(words, {}))


def exported(session: Session, name: str, *more: str) -> str:
    dispatch(session, " ".join(["export", *more, name]))
    return Path(name).read_text(encoding="utf-8")


def python(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=60)


def test_the_test_fails_before_the_fix_is_written_and_passes_after(session: Session) -> None:
    dispatch(session, "fix")
    exported(session, "test_bug.py")
    before = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_bug.py")
    assert before.returncode == 1
    assert "assert [1, 4] == [1, 3]" in before.stdout
    assert "1 failed, 1 passed" in before.stdout
    dispatch(session, "accept")
    dispatch(session, "write")
    after = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_bug.py")
    assert "2 passed" in after.stdout


def test_a_test_of_a_snippet_without_a_file_holds_it_with_prefix_arguments_and_input(tmp_path: Path) -> None:
    del tmp_path
    code = "import sys\nprint(sys.argv[1], input(), unknown_limit)\n"
    (Path.cwd() / "given.txt").write_text("2\n", encoding="utf-8")
    session = open_it("--stdin", "given.txt", "-c", code, "word")
    text = exported(session, "test_it.py")
    assert "llmdb" not in text.split("SNIPPET", 1)[0]
    session.close()
    assert "ARGUMENTS = ['word']" in text
    assert "INPUT = b'2\\n'" in text
    assert "unknown_limit" in text.partition("PREFIX")[2].partition("ARGUMENTS")[0]
    assert "1 passed" in python("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py").stdout


@pytest.fixture(autouse=True)
def in_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_the_script_says_what_it_needs_and_runs_by_itself() -> None:
    code = '"""Doc."""\nfrom __future__ import annotations\nimport json, yaml_missing\nimport bs4\nprint(json, limit)\n'
    session = open_it("-c", code)
    text = exported(session, "runnable.py")
    session.close()
    head = text.split("\n\n")[0]
    assert head.split("\n")[0] == "# /// script"
    assert '#     "beautifulsoup4",\n#     "yaml_missing",\n# ]\n# ///' in head
    assert text.split("\n\n")[1] == "from __future__ import annotations"
    compile(text, "runnable.py", "exec")


def test_a_script_prints_what_the_snippet_printed(session: Session) -> None:
    exported(session, "other.py", "--runnable")
    assert python("other.py").stdout == session.trace.stdout


def test_the_story_names_the_cause_by_its_step_in_the_run_that_failed(session: Session) -> None:
    trace = session.trace
    step = max(n for n in range(1, len(trace) + 1) if trace.lines(n) and trace.visit_of(n) != n)
    assert [*trace.steps_of_visit(trace.visit_of(step))] == [step]
    dispatch(session, f"goto {step}")
    dispatch(session, "root")
    told = f"- line {trace.lines(step)[-1]}, step {step}: the cause"
    assert told in exported(session, "before.md")
    dispatch(session, "fix")
    dispatch(session, "accept")
    assert told in exported(session, "after.md")


def test_the_story_tells_of_the_run_that_failed_also_after_a_fix_was_taken(session: Session) -> None:
    dispatch(session, "fix")
    dispatch(session, "accept")
    keep_conversation(session, [Exchange(step=3, question="why?", answer="acc is not\nreset", model="m/one")])
    text = exported(session, "story.md")
    assert text.startswith("# demo.py: AssertionError\n\n**What it should do:** sum the positive numbers")
    assert "**The test that fails:**\n\n```python\nassert totals([[1, -2], [3]]) == [1, 3]\n```" in text
    assert "| B6 | totals | 10 `acc += n` | acc = `4` |" in text
    assert "-    acc = 0\n     for row in rows:\n+        acc = 0\n" in text
    assert "2 of 2 visible tests pass with it." in text
    assert "> acc is not\n> reset\n\n*(m/one; a claim, not a fact of the recording)*" in text


def test_calls_nest_and_cover_their_steps_in_the_trace_events(session: Session) -> None:
    data = json.loads(exported(session, "trace.json"))
    stack: list[tuple[str, int]] = []
    calls: list[tuple[str, int, int]] = []
    for event in data["traceEvents"]:
        if event["ph"] == "B":
            stack.append((event["name"], event["ts"]))
        elif event["ph"] == "E":
            name, begin = stack.pop()
            calls.append((name, begin, event["ts"]))
        elif event["ph"] == "X":
            assert stack[0][1] <= event["ts"]
    assert stack == []
    total = len(session.trace)
    assert [name for name, _, _ in calls] == ["totals", "<module>", "totals"]
    assert [event["ts"] for event in data["traceEvents"] if event["ph"] == "X"] == list(range(total))
    values = [e["args"].get("acc") for e in data["traceEvents"] if e["ph"] == "X" and "acc" in e["args"]]
    assert values == ["0", "1", "4"] * 2


def test_generators_and_recursion_nest_too() -> None:
    code = (
        "def walk(n):\n  if n:\n    yield n\n    yield from walk(n - 1)\n\nprint([*zip(walk(3), walk(2))])\n"
    )
    session = open_it("-c", code)
    events = json.loads(exported(session, "trace.json"))["traceEvents"]
    session.close()
    depth, times = 0, [event["ts"] for event in events if "ts" in event]
    assert times == sorted(times)
    for event in events:
        depth += {"B": 1, "E": -1}.get(event["ph"], 0)
        assert depth >= 0
    assert depth == 0


def test_the_drawing_is_xml_with_each_block_once(session: Session) -> None:
    root = ElementTree.fromstring(exported(session, "cfg.svg"))
    name = "{http://www.w3.org/2000/svg}"
    texts = ["".join(node.itertext()) for node in root.iter(f"{name}text")]
    assert [text for text in texts if text.startswith("B")] == [
        "B1 ×1", "B9 ×1", "B2 ×2", "B3 ×6", "B4 ×10", "B5 ×6", "B6 ×4", "B7 ×4", "B8 ×2",
    ]  # fmt: skip
    assert "  8  for n in row:" in texts
    assert texts.count("true") == texts.count("false") == 3


def dom(path: Path, script: str = "", at: str = "") -> str:
    """What a browser makes of the page, after a script that acts as a user does."""
    assert BROWSER is not None
    page = path.read_text(encoding="utf-8").replace("</body>", f"<script>{script}</script></body>")
    path.with_name("acted.html").write_text(page, encoding="utf-8")
    words = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    where = f"{path.with_name('acted.html').as_uri()}{at}"
    profile = f"--user-data-dir={path.parent / 'profile'}"
    return subprocess.run([*words, profile, where], capture_output=True, text=True, timeout=60).stdout


def shown(page: str) -> tuple[str, list[list[str]]]:
    """The step and the variables that a page shows."""
    count = page.partition('id="count"')[2].partition(">")[2].partition("<")[0]
    table = page.partition('<table id="variables">')[2].partition("</table>")[0]
    rows = [
        [cell.partition(">")[2].partition("<")[0] for cell in row.split("<td")[1:]]
        for row in table.split("<tr")[2:]
    ]
    return count, rows


@pytest.mark.skipif(BROWSER is None, reason="no chromium here")
def test_the_page_steps_in_a_real_browser_by_address_keys_slider_and_clicks(session: Session) -> None:
    dispatch(session, "verdict all --offline")
    total = len(session.trace)
    exported(session, "run.html")
    path = Path("run.html").resolve()
    count, rows = shown(dom(path, at="#step=15"))
    assert count == f"step 15 of {total}"
    assert ["acc", "int", "1", "4"] in rows

    def key(name: str) -> str:
        return f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{name}'}}));"

    def slide(to: int) -> str:
        return f"slider.value = {to}; slider.dispatchEvent(new Event('input'));"

    line = "document.querySelectorAll('#source li')[9].click();"
    name = "document.querySelectorAll('#variables td')[8].click();"
    acts = (key("s") * 3 + key("b"), slide(1), key("n"), slide(9), slide(7), line, name, key("End"))
    see = "seen.push(document.getElementById('count').textContent);"
    script = "".join(f"{act}{see}" for act in acts)
    begin = "const slider = document.getElementById('slider'), seen = [];"
    page = dom(
        path, f"{begin}{script}document.body.dataset.seen = seen.map(s => s.split(' ')[1]);", "#step=4"
    )
    assert page.partition('data-seen="')[2].partition('"')[0] == f"6,2,20,10,8,15,15,{total}"
    assert "Values of acc" in page
    assert page.count("link") > 5


@pytest.mark.skipif(BROWSER is None, reason="no chromium here")
def test_nothing_in_the_program_or_its_output_becomes_part_of_the_page(session: Session) -> None:
    exported(session, "run.html")
    page = dom(Path("run.html").resolve(), at="#step=9999")
    assert "<title>demo.py · llmdb</title>" in page
    assert "&lt;script&gt;document.title = 'taken'" in page


def test_the_page_of_a_long_run_has_the_steps_around_the_current_one() -> None:
    session = open_it("-c", "for i in range(4_000):\n    pass\n")
    dispatch(session, "goto 5000")
    text = exported(session, "run.html")
    session.close()
    given: dict[str, Any] = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert (given["first"], len(given["steps"]), given["total"]) == (3500, 3000, len(session.trace))


def test_what_is_written_is_known_by_its_name_or_said(session: Session) -> None:
    assert dispatch(session, "export graph.svg").to_json() == {"path": "graph.svg", "kind": "graph"}
    assert dispatch(session, "export --as story notes.txt").to_json() == {
        "path": "notes.txt",
        "kind": "story",
    }
    with pytest.raises(CommandError, match=r"graph.svg exists; `export --force graph.svg` overwrites it"):
        dispatch(session, "export graph.svg")
    with pytest.raises(
        BadArgument, match=r"run.pdf does not say what to write: its name may be story.md, test_bug"
    ):
        dispatch(session, "export run.pdf")
    with pytest.raises(BadArgument, match="nothing is exported as 'pdf'; kinds are story, test, runnable"):
        dispatch(session, "export --as pdf run.x")


def test_a_plugin_brings_a_kind_of_its_own(session: Session, folder: Path) -> None:
    (folder / "counts.py").write_text(
        "class Counts:\n"
        "    name, suffixes, summary = 'counts', ('.csv',), 'how often each block ran'\n"
        "    def export(self, session, target):\n"
        "        target.write_text(f'steps,{len(session.trace)}\\n')\n"
        "def register(registry):\n"
        "    registry.exporter(Counts())\n",
        encoding="utf-8",
    )
    other = open_it("--plugin", "counts.py", "demo.py")
    assert exported(other, "run.csv") == f"steps,{len(session.trace)}\n"
    other.close()
