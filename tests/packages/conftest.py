"""A package index of a few tiny wheels, and both installers."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from llmdb.packages.installers import Installer, find_installer, pip_installer
from tests.packages.wheels import make_wheel, use_only


@pytest.fixture(scope="session")
def compiled_pip(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have pip keep what it compiles: llmdb's calls of it write none, so each would take twice as long."""
    pip = importlib.util.find_spec("pip")
    if pip is None or pip.origin is None:  # the one that `ensurepip` carries is in an archive
        return
    if Path(importlib.util.cache_from_source(pip.origin)).exists():
        return
    target = str(tmp_path_factory.mktemp("pip") / "target")
    words = ["install", "--dry-run", "--no-index", "--target", target, "nothing-of-this-name"]
    subprocess.run([sys.executable, "-m", "pip", *words], capture_output=True)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with llmdb-greeting, which needs llmdb-words; nothing else can be found."""
    folder = tmp_path / "index"
    folder.mkdir()
    use_only(folder, monkeypatch)
    make_wheel(folder, "llmdb_words", {"llmdb_words.py": "WORD = 'hello'\n"})
    make_wheel(
        folder,
        "llmdb_greeting",
        {
            "llmdb_greeting.py": "from llmdb_words import WORD\n\ndef greet(name):\n    return f'{WORD} {name}'\n"
        },
        summary="Greets people",
        requires=["llmdb-words"],
    )
    return folder


@pytest.fixture(params=["uv", "pip"])
def installer(request: pytest.FixtureRequest, compiled_pip: None) -> Installer:
    """uv, then pip."""
    found = find_installer() if request.param == "uv" else pip_installer()
    assert found.kind == request.param
    return found
