"""install: packages that a snippet imports, from an index of tiny wheels, by the real uv."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from llmdb.commands.install import InstallResult, provide_packages, run_install
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.state.prefix import supply_prefix
from llmdb.errors import BadArgument
from llmdb.session import Session, Settings
from tests.commands.conftest import OpenSession
from tests.packages.wheels import make_wheel, use_only

SNIPPET = "import llmdb_greeting\nprint(llmdb_greeting.greet('you'))\n"
QUESTION = "llmdb_greeting is not here (the snippet imports it). Install llmdb-greeting 1.0 with 1 more?"


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with llmdb-greeting and llmdb-words; nothing else can be found."""
    folder = tmp_path / "index"
    folder.mkdir()
    use_only(folder, monkeypatch)
    make_wheel(folder, "llmdb_words", {"llmdb_words.py": "WORD = 'hello'\n"})
    greeting = "from llmdb_words import WORD\n\ndef greet(name):\n    return f'{WORD} {name}'\n"
    make_wheel(
        folder, "llmdb_greeting", {"llmdb_greeting.py": greeting}, summary="Greets", requires=["llmdb-words"]
    )
    return folder


@pytest.fixture
def opened(open_session: OpenSession) -> Callable[..., Session]:
    """A session that finds packages and prefixes for itself, as the program's does."""

    def open_it(text: str, may_install: bool = False, **attributes: object) -> Session:
        return open_session(
            text,
            settings=Settings(may_install=may_install),
            supply_packages=provide_packages,
            supply_prefix=supply_prefix,
            **attributes,
        )

    return open_it


class Answers:
    """A user who answers every question in the same way."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.questions: list[str] = []

    def __call__(self, question: str) -> bool:
        self.questions.append(question)
        return self.answer


def _written(session: Session) -> str:
    trace = session.trace
    return "".join(text for step in range(1, len(trace) + 1) for _, text in trace.output(step))


def test_without_leave_nothing_is_installed_and_one_line_says_so(
    index: Path, opened: Callable[..., Session]
) -> None:
    session = opened(SNIPPET)
    assert session.trace.outcome.kind == "finished"
    assert session.assumed.splitlines()[0] == (
        "llmdb_greeting is not installed: a stand-in takes its place; `install` gets it"
    )
    assert run_install(session, ()).to_json() == {
        "installed": [],
        "missing": [{"name": "llmdb_greeting", "module": "llmdb_greeting", "origin": "snippet"}],
        "refused": [],
        "failed": {},
        "folder": None,
    }
    assert not (index / "cache").exists()
    with pytest.raises(BadArgument, match="only with --install"):
        run_install(session, ("llmdb_greeting",))


def test_with_leave_the_program_runs_with_the_real_package_and_no_prefix(
    index: Path, opened: Callable[..., Session]
) -> None:
    session = opened(SNIPPET, may_install=True)
    assert _written(session) == "hello you\n"
    assert (session.prefix, session.assumed) == ("", "")


def test_install_asks_before_a_name_is_installed_for_the_first_time(
    index: Path, opened: Callable[..., Session]
) -> None:
    user = Answers(True)
    session = opened(SNIPPET, confirm=user)
    assert _written(session) != "hello you\n"
    result = run_install(session, ())
    assert user.questions == [QUESTION]
    assert [(d.version, d.summary) for d in result.installed] == [("1.0", "Greets")]
    assert (result.missing, result.total) == ((), 2)
    assert _written(session) == "hello you\n"


def test_what_was_installed_once_is_there_in_the_next_session_unasked(
    index: Path, opened: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    run_install(opened(SNIPPET, confirm=Answers(True)), ())
    monkeypatch.setenv("PATH", "")
    user = Answers(False)
    assert _written(opened(SNIPPET, confirm=user)) == "hello you\n"
    assert user.questions == []


def test_a_refusal_is_remembered_until_the_user_asks_again(
    index: Path, opened: Callable[..., Session]
) -> None:
    user = Answers(False)
    session = opened(SNIPPET, confirm=user)
    provide_packages(session, "import llmdb_greeting")
    provide_packages(session, "import llmdb_greeting")
    assert user.questions == [QUESTION]
    assert run_install(session, ()).refused == ("llmdb_greeting",)
    assert len(user.questions) == 2
    assert session.trace.outcome.kind == "finished"


def test_a_name_of_a_model_is_said_to_be_one(index: Path, opened: Callable[..., Session]) -> None:
    user = Answers(False)
    session = opened("print(word)\n", confirm=user)
    provide_packages(session, "import llmdb_words, llmdb_invented\nword = llmdb_words.WORD")
    assert user.questions == [
        "llmdb_words is not here (a model's prefix imports it, and models invent names). "
        "Install llmdb-words 1.0?"
    ]
    failed = run_install(session, ("llmdb_invented",)).failed
    assert failed == (("llmdb_invented", "the package index has no wheel of that name"),)


def test_a_name_that_the_user_types_is_installed_unasked(index: Path, opened: Callable[..., Session]) -> None:
    user = Answers(False)
    session = opened("print(word)\n", confirm=user)
    assert [d.version for d in run_install(session, ("llmdb_words==1.0",)).installed] == ["1.0"]
    assert user.questions == []


def test_what_is_installed_later_comes_beside_what_is_here(
    index: Path, opened: Callable[..., Session]
) -> None:
    make_wheel(index, "llmdb_more", {"llmdb_more.py": "MORE = 1\n"})
    session = opened(SNIPPET, confirm=Answers(True))
    run_install(session, ())
    assert run_install(session, ("llmdb_more",)).total == 3
    assert _written(session) == "hello you\n"


def test_what_the_index_has_not_is_replaced_and_the_line_says_why(
    index: Path, opened: Callable[..., Session]
) -> None:
    session = opened("import llmdb_invented\nprint(llmdb_invented.f(1))\n", may_install=True)
    assert session.trace.outcome.kind == "finished"
    assert session.assumed.splitlines()[0] == (
        "llmdb_invented not installed: the package index has no wheel of that name; a stand-in takes its place"
    )


def test_without_a_network_the_rest_goes_on(
    index: Path, opened: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]  # refuses connections once it is closed
    for name in ("UV_DEFAULT_INDEX", "PIP_INDEX_URL"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}/simple")
    session = opened("import llmdb_invented\nprint(llmdb_invented.f(1))\n", may_install=True)
    assert session.trace.outcome.kind == "finished"
    assert "the package index cannot be reached; a stand-in takes its place" in session.assumed


@pytest.mark.parametrize("name", ["--index-url=http://x", "../wheel.whl", "git+https://x/y"])
def test_what_is_no_package_s_name_is_refused(name: str, opened: Callable[..., Session]) -> None:
    with pytest.raises(BadArgument, match="is not a package's name"):
        dispatch(opened("x = 1\n", confirm=Answers(True)), f"install {name}")


def test_the_tree_is_made_anew_with_the_package(index: Path, opened: Callable[..., Session]) -> None:
    session = opened("import llmdb_greeting\nprint(llmdb_greeting.greet(name))\n", confirm=Answers(True))
    before = dispatch(session, "prefix").to_json()
    run_install(session, ())
    after = dispatch(session, "prefix").to_json()
    assert before["undefined"] == {"variables": ["name"], "attributes": [], "modules": ["llmdb_greeting"]}
    assert after["undefined"] == {"variables": ["name"], "attributes": [], "modules": []}
    assert "llmdb_greeting" not in (session.prefix or "")


def test_a_prefix_of_the_user_s_own_stays(index: Path, opened: Callable[..., Session]) -> None:
    session = opened("import llmdb_greeting\nprint(llmdb_greeting.greet(name))\n", confirm=Answers(True))
    assert session.trace
    dispatch(session, "assume name = 'mine'")
    own = session.prefix
    run_install(session, ())
    assert session.trace.outcome.kind == "finished"
    assert session.prefix == own


HARMFUL = """\
import os, socket, sys
done = []
for harm in (
    lambda: os.remove({victim!r}),
    lambda: open(__file__, "a"),
    lambda: open(os.path.join(os.path.dirname(__file__), "new.py"), "w"),
    lambda: socket.create_connection(("127.0.0.1", {port})),
    lambda: os.kill({parent}, 9),
):
    try:
        harm()
        done.append("done")
    except OSError as problem:
        done.append(type(problem).__name__)
"""


def test_an_installed_package_does_no_harm_and_its_pth_files_never_run(
    index: Path, tmp_path: Path, opened: Callable[..., Session]
) -> None:
    victim, ran = tmp_path / "victim", tmp_path / "ran"
    victim.write_text("kept")
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = HARMFUL.format(victim=str(victim), port=server.getsockname()[1], parent=os.getpid())
        files = {"llmdb_harm.py": code, "llmdb_harm.pth": f"import os; os.mkdir({str(ran)!r})\n"}
        make_wheel(index, "llmdb_harm", files)
        session = opened("import llmdb_harm\nprint(llmdb_harm.done)\n", may_install=True)
        assert _written(session) == f"{['PermissionError'] * 5}\n"
    assert victim.read_text() == "kept"
    assert not ran.exists()


def test_a_package_that_never_ends_costs_its_time_limit(index: Path, opened: Callable[..., Session]) -> None:
    make_wheel(index, "llmdb_loop", {"llmdb_loop.py": "import os\nos.fork()\nwhile True:\n    pass\n"})
    session = opened("import llmdb_loop\n", may_install=True)
    run_install(session, ())
    limits = replace(session.options.limits, timeout_s=1.0)
    session.settings = replace(session.settings, options=replace(session.settings.options, limits=limits))
    began = time.monotonic()
    assert session.trace.outcome.kind == "timeout"
    assert time.monotonic() - began < 15


def test_a_script_installs_with_the_option_only(index: Path, tmp_path: Path) -> None:
    path = tmp_path / "snippet.py"
    path.write_text(SNIPPET)

    def outputs(*options: str) -> list[dict[str, object]]:
        words = [sys.executable, "-m", "llmdb", "--json", *options, "-x", "trace --summary", "-x", "install"]
        found = subprocess.run([*words, str(path)], capture_output=True, text=True, check=True)
        return [json.loads(line)["result"] for line in found.stdout.splitlines()]

    assert outputs()[0]["stdout"] != "hello you\n"
    trace, installed = outputs("--install")
    assert trace["stdout"] == "hello you\n"
    assert installed["missing"] == []
    assert str(installed["folder"]).startswith(str(index / "cache" / "packages"))
    assert outputs()[0]["stdout"] == "hello you\n"


def test_the_result_is_a_value(index: Path, opened: Callable[..., Session]) -> None:
    assert run_install(opened("x = 1\n"), ()) == InstallResult()
