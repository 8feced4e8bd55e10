"""Modules of a package: opened by `-m` they run as `python -m` runs them, opened as files they fail as these do."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = {
    "pk/__init__.py": "LIMIT = 4\n",
    "pk/helper.py": "def double(x):\n    return 2 * x\n",
    "pk/inner/__init__.py": "",
    "pk/inner/tool.py": """\
from .. import LIMIT
from ..helper import double
import sys
def run(n):
    total = 0
    for i in range(n + 1):
        total += double(i)
    return total
print(run(LIMIT), sys.argv, sys.path[0], __name__, __package__, __spec__.name, __spec__.origin)
""",
    "pk/__main__.py": "from . import helper, LIMIT\nprint(helper.double(LIMIT), __package__, __spec__.name)\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the package in it."""
    for name, text in PACKAGE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def called(*words: str) -> subprocess.CompletedProcess[str]:
    """What a call of Python writes."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=60)


def results(*words: str) -> list[Any]:
    """What llmdb's commands give; None for one that failed."""
    done = called("-m", "llmdb", "--json", *words)
    return [json.loads(line).get("result") for line in done.stdout.splitlines()]


@pytest.mark.parametrize("call", [("pk.inner.tool", "3"), ("pk",)])
def test_a_module_runs_as_python_runs_it(folder: Path, call: tuple[str, ...]) -> None:
    trace, prefix = results("-x", "trace --summary", "-x", "prefix", "-m", *call)
    assert trace["stdout"] == called("-m", *call).stdout != ""
    assert prefix["undefined"] == {"variables": [], "attributes": [], "modules": []}
    assert [node["code"] for node in prefix["nodes"]] == [""], "nothing is made up"


def test_what_runs_other_versions_of_a_module_runs_them_in_its_package(folder: Path) -> None:
    commands = ("fix", "export test_bug.py", "save kept", "export runnable.py")
    words = [word for command in commands for word in ("-x", command)]
    fixed, _, _, refused = results("--test", "assert run(2) == 2", *words, "-m", "pk.inner.tool")
    assert (fixed["passed"], "for i in range(n" in str(fixed["rounds"]), refused) == (True, True, None)
    failed = called("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_bug.py")
    assert (failed.returncode, "assert 6 == 2" in failed.stdout) == (1, True)
    os.chdir(ROOT)
    _, trace = results("-x", "run", "-x", "trace --summary", str(folder / "kept.llmdb"))
    assert trace["stdout"].startswith("20 "), "a session that is opened elsewhere finds the package"


def test_a_file_of_a_package_fails_as_with_python_and_the_call_that_runs_it_is_told(folder: Path) -> None:
    os.chdir(folder / "pk")
    done = called("-m", "llmdb", "-x", "goto error", "inner/tool.py")
    assert "ImportError: attempted relative import with no known parent package (line 1)" in done.stdout
    assert "`cd .. && llmdb -m pk.inner.tool` runs it as a module of its package" in done.stdout


def test_relative_imports_of_a_file_that_lies_in_no_package_are_made_up(folder: Path) -> None:
    (folder / "pasted.py").write_text("from .models import User\nsaid = User('a').name\n", encoding="utf-8")
    (trace,) = results("-x", "trace --summary", "pasted.py")
    assert trace["outcome"]["kind"] == "finished"
