"""A package index of a few tiny wheels, and both installers."""

from pathlib import Path

import pytest

from llmdb.packages.installers import Installer, find_installer, pip_installer
from tests.packages.wheels import make_wheel, use_only


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
def installer(request: pytest.FixtureRequest) -> Installer:
    """uv, then pip."""
    found = find_installer() if request.param == "uv" else pip_installer()
    assert found.kind == request.param
    return found
