"""What a program may touch: its scratch folder, what it may read, and nothing else."""

import os
import socket
from pathlib import Path

import pytest

from llmdb.errors import SandboxUnavailable
from llmdb.runner import Runner, job, runner
from llmdb.runner.model import RunOptions
from tests.runner.programs import program, record, run


def test_the_line_names_the_layers() -> None:
    assert Runner().sandbox_line() == "sandbox: landlock, seccomp, limits"
    assert Runner().sandbox_line("off") == "sandbox: off (limits only)"


def test_writes_outside_scratch_are_refused(tmp_path: Path) -> None:
    target = tmp_path / "kept.txt"
    target.write_text("kept")
    for statement in (
        "open(p, 'w')",
        "open(p, 'a')",
        "os.remove(p)",
        "os.rename(p, p + '2')",
        "os.truncate(p, 0)",
        "os.mkdir(p + 'd')",
        "os.symlink('x', p + 's')",
        "os.chown(p, 1, 1)",
    ):
        result = run(f"import os\np = {str(target)!r}\n{statement}\n")
        assert result.outcome.exception is not None, statement
        assert result.outcome.exception.type in ("PermissionError", "OSError"), statement
    mode = target.stat().st_mode
    run(f"import os\nos.chmod({str(target)!r}, 0)")
    assert target.stat().st_mode == mode
    assert target.read_text() == "kept"
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["kept.txt"]


def test_scratch_is_the_working_folder_and_is_writable() -> None:
    result = run(
        "open('a.txt', 'w').write('x')\nimport os\nprint(os.listdir('.'), os.getcwd() == os.environ['HOME'])"
    )
    assert result.stdout == "['a.txt'] True\n"


def test_here_lets_the_program_write_in_the_current_folder(tmp_path: Path) -> None:
    options = RunOptions(here=True, cwd=tmp_path)
    record("open('made.txt', 'w').write('x')", options)
    assert (tmp_path / "made.txt").read_text() == "x"


def test_a_missing_file_of_the_current_folder_is_advised_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data.csv").write_text("1")
    monkeypatch.chdir(tmp_path)
    outcome = record("open('data.csv')").recording.outcome
    advice = "data.csv is in the current directory: `run --here` runs it there"
    assert outcome.detail == advice
    assert record("open('other.csv')").recording.outcome.detail == ""
    wrapped = record(
        "try:\n    open('data.csv')\nexcept OSError as error:\n    raise ValueError() from error"
    )
    assert wrapped.recording.outcome.detail.startswith(f"{advice}; caused by")


def test_a_program_without_network_is_told_that_the_sandbox_has_none() -> None:
    advice = "the sandbox has no network: `run --sandbox off` gives it one"
    looked_up = record("import socket\nsocket.getaddrinfo('example.com', 80)").recording.outcome
    assert looked_up.detail == advice
    opened = record("import urllib.request\nurllib.request.urlopen('http://example.com/')").recording.outcome
    assert opened.detail.startswith(f"{advice}; while handling gaierror")
    connected = record("import socket\nsocket.create_connection(('127.0.0.1', 9))").recording.outcome
    assert connected.detail == "refused by the sandbox, which has no network: `run --sandbox off` allows more"
    without = RunOptions(sandbox="off")
    assert record("raise OSError('[Errno -3] name resolution')", without).recording.outcome.detail == ""


def test_a_refused_file_is_advised_on_by_where_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    for path, option in ((tmp_path / "work" / "a.txt", "here"), (tmp_path / "b.txt", "sandbox off")):
        outcome = record(f"open({str(path)!r}, 'w')").recording.outcome
        assert outcome.detail == f"writing {path} is refused by the sandbox: `run --{option}` allows it"


def test_sockets_but_unix_ones_are_refused() -> None:
    server = socket.create_server(("127.0.0.1", 0))
    with server:
        port = server.getsockname()[1]
        result = run(f"import socket\nsocket.create_connection(('127.0.0.1', {port}))")
    assert result.outcome.exception is not None
    assert result.outcome.exception.type == "PermissionError"
    assert run("import socket\nsocket.socketpair()\nprint('ok')").stdout == "ok\n"


def test_keys_are_not_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("PYTHONSTARTUP", "x")
    assert "secret" not in run("import os\nprint(dict(os.environ))").stdout


def test_llmdb_itself_receives_no_signal() -> None:
    result = run(f"import os\nos.kill({os.getpid()}, 9)")
    assert result.outcome.exception is not None
    assert result.outcome.exception.type == "PermissionError"


def test_a_program_may_start_processes_and_signal_them() -> None:
    code = """
        import subprocess, sys
        print(subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100)"])
        child.kill()
        print(child.wait())
    """
    assert run(program(code)).stdout == "hi\n\n-9\n"


def test_the_limits_cannot_be_raised_again() -> None:
    code = "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))"
    result = run(code)
    assert result.outcome.exception is not None
    assert result.outcome.exception.type in ("ValueError", "PermissionError")


def test_require_refuses_without_a_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("print(1)", RunOptions(sandbox="require")).stdout == "1\n"
    plain_job = job.plain_job
    monkeypatch.setattr(runner, "plain_job", lambda *given: {**plain_job(*given), "seccomp": b""})
    with pytest.raises(SandboxUnavailable, match="seccomp"):
        run("print(1)", RunOptions(sandbox="require"))
