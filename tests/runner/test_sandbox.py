"""What a program may touch: its scratch folder, what it may read, and nothing else."""

import os
import resource
import socket
import termios
from pathlib import Path

import pytest

from llmdb.errors import SandboxUnavailable
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.runner import Runner, job, runner, sandbox
from llmdb.runner.model import RunOptions
from tests.runner.programs import program, record, run


def test_the_line_names_the_layers_where_some_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Runner().sandbox_line() == "sandboxed"
    monkeypatch.setattr(sandbox, "available_layers", lambda: ("seccomp", "limits"))
    assert Runner().sandbox_line() == "sandbox: seccomp, limits; missing here: landlock"
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


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with a key, a token and a document."""
    folder = tmp_path / "home"
    for name in (".ssh/id", ".netrc", "documents/a.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    monkeypatch.setenv("HOME", str(folder))
    return folder


def test_what_is_hidden_in_the_home_folder_is_not_read(home: Path) -> None:
    for name in (".ssh/id", ".netrc"):
        result = run(f"open({str(home / name)!r}).read()")
        assert result.outcome.exception is not None, name
        assert result.outcome.exception.type == "PermissionError"
        assert result.outcome.detail == (
            f"reading {home / name} is refused by the sandbox, as it is hidden in the home folder: "
            f"`run --read {home / name}` allows it"
        )
    assert run(f"print(open({str(home / 'documents/a.txt')!r}).read())").stdout == "documents/a.txt\n"


def test_no_link_beside_the_home_folder_leads_into_it(home: Path) -> None:
    (home.parent / "same").symlink_to(home.parent)
    (home / "keys").symlink_to(home / ".ssh")
    for path in (home.parent / "same/home/.ssh/id", home / "keys/id"):
        raised = run(f"open({str(path)!r}).read()").outcome.exception
        assert raised is not None, path
        assert raised.type == "PermissionError"


def test_files_elsewhere_are_read_only_where_the_user_says_so(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = home.parent / "data"
    data.mkdir()
    for folder in (home.parent, data):
        (folder / "a.txt").write_text("elsewhere")
    for path in (home.parent / "a.txt", data / "a.txt"):
        text = f"print(open({str(path)!r}).read())"
        refused = run(text).outcome
        assert refused.exception is not None
        assert refused.exception.type == "PermissionError"
        assert refused.detail == (
            f"{path} is refused by the sandbox: `run --read {path}` lets it be read, `run --sandbox off` all"
        )
        assert run(text, RunOptions(readable=(path,))).stdout == "elsewhere\n"
    monkeypatch.chdir(data)
    assert run(text).stdout == "elsewhere\n"


def test_a_file_that_an_argument_names_is_read(home: Path) -> None:
    path = home.parent / "a.txt"
    path.write_text("named")
    code = "import sys\nprint(open(sys.argv[1]).read())"
    named = Program(snippet=parse_snippet(code, name="-c", path=None), arguments=(str(path),))
    assert Runner().run(named, RunOptions()).stdout == "named\n"


def test_what_belongs_to_the_system_is_read_and_its_secrets_are_not() -> None:
    code = """
        import os
        for path in ("/etc/passwd", "/usr/bin/env", "/proc/self/status", "/proc/cpuinfo", "/dev/urandom", os.__file__):
            with open(path, "rb") as file:
                file.read(1)
        for path in ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/environment", "/dev/ptmx", "/dev/vda",
                     f"/proc/{os.getppid()}/environ"):
            try:
                with open(path, "rb") as file:
                    print(path, "is read")
            except OSError:
                pass
    """
    result = run(program(code))
    assert result.outcome.exception is None
    assert result.stdout == ""


def test_what_is_allowed_is_read_though_it_is_hidden(home: Path) -> None:
    text = f"print(open({str(home / '.ssh/id')!r}).read())"
    assert run(text, RunOptions(readable=(home / ".ssh",))).stdout == ".ssh/id\n"
    assert run(text, RunOptions(sandbox="off")).stdout == ".ssh/id\n"


def test_a_program_in_a_hidden_folder_reads_what_lies_beside_it(home: Path) -> None:
    folder = home / ".tools"
    folder.mkdir()
    (folder / "words.txt").write_text("beside")
    (folder / "helper.py").write_text("N = 3\n")
    path = folder / "main.py"
    text = f"import helper\nprint(helper.N, open({str(folder / 'words.txt')!r}).read())\n"
    path.write_text(text)
    snippet = parse_snippet(text, name="main.py", path=path)
    assert Runner().run(Program(snippet=snippet), RunOptions()).stdout == "3 beside\n"


def test_a_program_in_the_home_folder_itself_reads_no_key(home: Path) -> None:
    path = home / "main.py"
    text = f"open({str(home / '.ssh/id')!r}).read()"
    path.write_text(text)
    snippet = parse_snippet(text, name="main.py", path=path)
    raised = Runner().run(Program(snippet=snippet), RunOptions()).outcome.exception
    assert raised is not None
    assert raised.type == "PermissionError"


def test_sockets_but_connected_pairs_are_refused() -> None:
    server = socket.create_server(("127.0.0.1", 0))
    with server:
        port = server.getsockname()[1]
        result = run(f"import socket\nsocket.create_connection(('127.0.0.1', {port}))")
    assert result.outcome.exception is not None
    assert result.outcome.exception.type == "PermissionError"
    assert run("import socket\nsocket.socketpair()\nprint('ok')").stdout == "ok\n"


def test_a_daemon_behind_a_unix_socket_is_not_reached(tmp_path: Path) -> None:
    path = str(tmp_path / "d")
    with socket.socket(socket.AF_UNIX) as daemon, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mailbox:
        daemon.bind(path)
        daemon.listen()
        daemon.setblocking(False)
        mailbox.bind(path + "2")
        mailbox.setblocking(False)
        for statement in (
            f"socket.socket(socket.AF_UNIX).connect({path!r})",
            f"socket.socketpair()[0].connect({path!r})",
            f"socket.socketpair(type=socket.SOCK_DGRAM)[0].sendto(b'x', {path + '2'!r})",
            f"socket.socketpair()[0].sendto(b'x', {path + '2'!r})",
        ):
            result = run(f"import socket\n{statement}\n")
            assert result.outcome.exception is not None, statement
        with pytest.raises(BlockingIOError):
            daemon.accept()
        with pytest.raises(BlockingIOError):
            mailbox.recv(1)


def test_asyncio_runs() -> None:
    code = "import asyncio\nasync def main():\n    await asyncio.sleep(0)\n    return 3\nprint(asyncio.run(main()))"
    assert run(code).stdout == "3\n"


@pytest.mark.parametrize(
    "statement",
    [
        "resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3))",
        "os.setpriority(os.PRIO_PROCESS, pid, 19)",
        "os.setpriority(os.PRIO_USER, 0, 19)",
        "os.setpriority(os.PRIO_PGRP, os.getpgid(pid), 19)",
        "os.sched_setaffinity(pid, {0})",
        "os.sched_setscheduler(pid, os.SCHED_BATCH, os.sched_param(0))",
        "raise OSError() if libc.syscall(251, 1, pid, (3 << 13)) < 0 else ValueError()",
    ],
)
def test_other_processes_keep_their_limits_and_priorities(statement: str) -> None:
    before = (
        resource.getrlimit(resource.RLIMIT_NOFILE),
        os.getpriority(os.PRIO_PROCESS, 0),
        os.sched_getaffinity(0),
        os.sched_getscheduler(0),
    )
    code = f"import ctypes, os, resource\nlibc = ctypes.CDLL(None)\npid = {os.getpid()}\n{statement}\n"
    result = run(code)
    assert result.outcome.exception is not None
    assert result.outcome.exception.type in ("PermissionError", "OSError")
    assert before == (
        resource.getrlimit(resource.RLIMIT_NOFILE),
        os.getpriority(os.PRIO_PROCESS, 0),
        os.sched_getaffinity(0),
        os.sched_getscheduler(0),
    )


def test_a_program_may_make_itself_slower() -> None:
    assert run("import os\nprint(os.nice(1) - os.nice(0))").stdout == "0\n"


def test_times_flags_and_attributes_of_other_files_stay(tmp_path: Path) -> None:
    target = tmp_path / "kept.txt"
    target.write_text("kept")
    os.utime(target, (1_000_000_000, 1_000_000_000))
    before = target.stat()
    result = run(
        program(f"""
        import ctypes, fcntl, os, struct
        path = {str(target)!r}
        name = path.encode()
        libc = ctypes.CDLL(None, use_errno=True)
        def attempt(what):
            try:
                what()
            except OSError as error:
                print(error.errno)
        attempt(lambda: os.utime(path, (5, 5)))
        attempt(lambda: os.utime(path))
        file = os.open(path, os.O_RDONLY)
        attempt(lambda: os.utime(file, (5, 5)))
        attempt(lambda: fcntl.ioctl(file, 0x40086602, struct.pack("q", 0x80)))
        attempt(lambda: os.setxattr(path, "user.x", b"1"))
        arguments = (ctypes.c_uint64 * 2)(ctypes.addressof(ctypes.create_string_buffer(b"1")), 1)
        for number in (463, 466, 469):
            print(libc.syscall(number, -100, name, 0, b"user.x", arguments, 16), ctypes.get_errno())
        print(libc.syscall(132, name, 0), libc.syscall(235, name, 0), libc.syscall(261, -100, name, 0))
        """),
        RunOptions(readable=(target,)),
    )
    assert result.stdout == "1\n25\n95\n-1 38\n-1 38\n-1 38\n-1 -1 -1\n"
    after = target.stat()
    assert (after.st_mtime_ns, after.st_atime_ns >= before.st_atime_ns) == (before.st_mtime_ns, True)
    assert os.listxattr(target) == []


def test_a_file_is_touched_and_copied_in_the_scratch_folder() -> None:
    code = """
        import pathlib, shutil
        pathlib.Path("a.txt").touch()
        pathlib.Path("a.txt").touch()
        shutil.copy2("a.txt", "b.txt")
        print(sorted(path.name for path in pathlib.Path().iterdir()))
    """
    assert run(program(code)).stdout == "['a.txt', 'b.txt']\n"


def test_no_lock_is_held_on_a_file_of_the_user(tmp_path: Path) -> None:
    target = tmp_path / "db.lock"
    target.write_text("")
    code = f"""
        import fcntl, os, subprocess, sys
        file = os.open({str(target)!r}, os.O_RDONLY)
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            fcntl.fcntl(file, 1024, fcntl.F_RDLCK)
        except OSError as error:
            print(error.errno)
        print(open("/proc/locks").read())
    """
    inode = f":{target.stat().st_ino} "
    result = run(program(code), RunOptions(readable=(target,)))
    assert result.stdout.startswith("1\n")
    assert inode not in result.stdout


def test_a_terminal_that_is_open_for_reading_stays_as_it_is() -> None:
    master, slave = os.openpty()
    try:
        before = termios.tcgetattr(slave), termios.tcgetwinsize(slave)
        code = f"""
            import fcntl, os, struct, termios
            tty = os.open({os.ttyname(slave)!r}, os.O_RDONLY | os.O_NOCTTY)
            for what in (
                lambda: termios.tcsetattr(tty, termios.TCSANOW, [0, 0, 0, 0, 0, 0, termios.tcgetattr(tty)[6]]),
                lambda: fcntl.ioctl(tty, termios.TIOCSWINSZ, struct.pack("HHHH", 1, 1, 1, 1)),
                lambda: fcntl.ioctl(tty, termios.TIOCSCTTY, 0),
                lambda: fcntl.ioctl(tty, termios.TIOCSTI, b"x"),
            ):
                try:
                    what()
                except (OSError, termios.error) as error:
                    print(error.args[0])
        """
        raised = run(program(code)).outcome.exception
        assert raised is not None
        assert raised.type == "PermissionError"
        result = run(program(code), RunOptions(readable=(Path(os.ttyname(slave)),)))
        assert result.stdout == "25\n" * 4, result
        assert (termios.tcgetattr(slave), termios.tcgetwinsize(slave)) == before
    finally:
        os.close(master)
        os.close(slave)


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


def test_calls_that_are_not_known_to_be_harmless_are_as_on_an_older_kernel() -> None:
    code = """
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        for number in (319, 424, 206, 317, 323, 451, 457, 459, 470, 1000, 0x40000001):
            libc.syscall(number, 0, 0, 0, 0)
            print(ctypes.get_errno(), end=" ")
    """
    assert run(program(code)).stdout == "38 38 38 38 1 38 38 38 38 38 38 "


def test_no_signal_is_sent_by_way_of_a_descriptor_and_no_process_hides_from_its_limits() -> None:
    code = f"""
        import ctypes, fcntl, os, struct
        reading, writing = os.pipe()
        libc = ctypes.CDLL(None)
        for what in (
            lambda: fcntl.fcntl(reading, fcntl.F_SETOWN, {os.getpid()}),
            lambda: fcntl.fcntl(reading, 10, 9),
            lambda: fcntl.ioctl(reading, 0x8901, struct.pack("i", {os.getpid()})),
        ):
            try:
                what()
            except OSError as error:
                print(error.errno, end=" ")
        print(libc.prctl(4, 0, 0, 0, 0))
    """
    assert run(program(code)).stdout == "1 1 25 -1\n"
