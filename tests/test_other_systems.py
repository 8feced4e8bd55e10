"""Elsewhere than on Linux: what is missing there is said, and the rest works."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
WINDOWS = """
import shutil, sys, sysconfig  # the standard library takes its own way on Windows, with modules that only that has
sysconfig.get_config_vars()
for name in ("fcntl", "resource", "termios", "pwd", "grp", "tty", "pty"):
    sys.modules[name] = None
import os, signal, socket
for module, names in ((os, "fork killpg getuid geteuid getpgid setsid waitid pidfd_open set_blocking O_NOFOLLOW"),
                      (signal, "SIGKILL SIGUSR1 SIGUSR2 SIGALRM SIGHUP SIGRTMAX setitimer"), (socket, "AF_UNIX")):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
sys.platform = "win32"
"""
SUM = "import random\nxs = [random.random() for _ in range(3)]\ntotal = sum(xs)\nprint(len(xs))\n"


def run(tmp_path: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run llmdb's command line on code, as on a Mac."""
    file = tmp_path / "snippet.py"
    file.write_text(code)
    return subprocess.run(
        [sys.executable, "-m", "tests.other_systems", *arguments, str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path), "NO_COLOR": "1"},
        timeout=60,
    )


def test_on_a_mac_a_run_is_recorded_and_stepped_through(tmp_path: Path) -> None:
    done = run(tmp_path, SUM, "-x", "goto end", "-x", "p len(xs)", "-x", "deps total", "-x", "out")
    assert done.returncode == 0, done.stderr
    assert "\n3\n" in done.stdout
    assert "total = sum(xs)" in done.stdout


def test_on_a_mac_only_what_was_recorded_is_answered(tmp_path: Path) -> None:
    done = run(tmp_path, SUM, "-x", "goto end", "-x", "p sorted(xs)[0]", "-x", "x = 1", "-x", "next")
    assert done.returncode == 1
    assert "on this system no process of a run can be kept" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_on_a_mac_the_limits_hold_and_nothing_is_left(tmp_path: Path) -> None:
    code = "import subprocess\nsubprocess.Popen(['sleep', '60'])\nimport time\nn = 300\ntime.sleep(60)\n"
    begun = time.monotonic()
    done = run(tmp_path, code, "--timeout", "1", "-x", "goto end", "-x", "p n > 100")
    assert time.monotonic() - begun < 30
    assert "stopped after 1 s" in done.stdout
    assert "True" in done.stdout
    assert not list(tmp_path.glob("llmdb-*"))


def test_on_a_mac_fixes_are_tried(tmp_path: Path) -> None:
    tests = "# test: assert double(3) == 6\n# test: assert double(5) == 10\n"
    done = run(tmp_path, f"{tests}def double(n):\n    return n * 3\n", "-x", "fix")
    assert "return n * 2" in done.stdout, done.stderr


def test_on_a_mac_the_opening_says_what_is_missing() -> None:
    shown = subprocess.run(
        [
            sys.executable,
            "-c",
            "from tests.other_systems import HIDING; exec(HIDING)\n"
            "from llmdb.runner.sandbox import sandbox_line; print(sandbox_line())",
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert shown.stdout == (
        "sandbox: limits; missing here: landlock, seccomp; only the record can be asked, no process is kept of a run\n"
    ), shown.stderr


def test_on_windows_one_line_says_what_would_work(tmp_path: Path) -> None:
    code = WINDOWS + "from llmdb.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, "x.py"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "wsl --install" in done.stderr


@pytest.mark.parametrize("module", ["llmdb", "llmdb.pytest_plugin", "llmdb.cells", "llmdb.entry"])
def test_on_windows_what_other_programs_import_can_be_imported(module: str) -> None:
    code = f"{WINDOWS}import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
