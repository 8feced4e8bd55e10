"""Snippets and prefixes that would do harm, searched and run as any other: nothing happens, time is limited."""

import socket
import time
from pathlib import Path

import pytest

from llmdb.prefix.model import Prefix, PrefixTree
from llmdb.prefix.search.offline_search import search_prefixes
from llmdb.prefix.search.tried_prefixes import SearchLimits
from llmdb.program.snippet import Program, Snippet
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions

pytestmark = pytest.mark.usefixtures("nothing_left")
LIMITS = SearchLimits(run_s=0.3)
MOST_S = 40.0
"""One batch may run each of its candidates into its limit, on a machine with other work."""


def _search(code: str) -> PrefixTree:
    began = time.monotonic()
    tree = search_prefixes(Snippet(name="x.py", path=None, text=code), Runner(), RunOptions(), LIMITS)
    assert time.monotonic() - began < MOST_S
    return tree


@pytest.mark.parametrize(
    "harm",
    [
        "import os\nos.remove(victim)\nprint(name)\n",
        "import shutil\nshutil.rmtree(folder)\nprint(name)\n",
        "import shutil\nshutil.rmtree(folder, ignore_errors=True)\nprint(name)\n",
        "open(victim, 'w').write(name)\n",
        "import os\nos.rename(victim, victim + name)\n",
        "import subprocess\nsubprocess.run(['rm', '-rf', folder])\nprint(name)\n",
        "import os\nos.chmod(folder, 0)\nprint(name)\n",
    ],
)
def test_files_are_as_they_were(harm: str, tmp_path: Path) -> None:
    folder = tmp_path / "precious"
    folder.mkdir()
    victim = folder / "victim.txt"
    victim.write_text("kept")
    _search(f"victim, folder = {str(victim)!r}, {str(folder)!r}\n{harm}")
    assert [path.name for path in folder.iterdir()] == ["victim.txt"]
    assert victim.read_text() == "kept"


def test_no_connection_is_made() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        _search(
            f"import socket\nline = socket.create_connection(('127.0.0.1', {port}))\nline.sendall(message)\n"
        )
        server.settimeout(0.1)
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    "harm",
    [
        pytest.param("import os\nwhile True:\n    os.fork()\n", marks=pytest.mark.fork_bomb),
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(300)\n",
        pytest.param(
            "import threading\nfor i in range(500):\n    threading.Thread(target=list, args=(iter(int, 1),)).start()\n",
            marks=pytest.mark.fork_bomb,
        ),
        "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\n",
    ],
)
def test_processes_and_threads_end_with_the_run(harm: str) -> None:
    _search(f"{harm}print(name)\n")


@pytest.mark.parametrize(
    "harm",
    [
        "while True:\n    pass\n",
        "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass\n",
        "import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True:\n    pass\n",
        "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n",
        "import os, signal\nos.killpg(0, signal.SIGKILL)\n",
        "import os\nos.closerange(0, 1000)\n",
        "text = 'a' * 10 ** 12\n",
        "(lambda f: f(f))(lambda f: f(f))\n",
        "import ctypes\nctypes.string_at(0)\n",
    ],
)
def test_a_run_that_never_ends_or_dies_costs_its_limit_at_most(harm: str) -> None:
    tree = _search(f"print(name)\n{harm}print(name)\n")
    assert tree.countable[0] == 1


def test_a_prefix_is_run_as_the_snippet_is(tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("kept")
    harm = Prefix(code=f"import os\nos.remove({str(victim)!r})\n")
    program = Program(snippet=Snippet(name="x.py", path=None, text="print(1)\n"), prefix=harm.code)
    result = Runner().run(program, RunOptions(limits=Limits(timeout_s=1.0)))
    assert result.outcome.exception is not None
    assert result.outcome.exception.type == "PermissionError"
    assert victim.read_text() == "kept"
    began = time.monotonic()
    endless = Program(snippet=program.snippet, prefix="while True:\n    pass\n")
    assert Runner().run(endless, RunOptions(limits=Limits(timeout_s=1.0))).outcome.kind == "timeout"
    assert time.monotonic() - began < 15
