"""Each test of this folder leaves no process and no file behind, or it fails."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.runner.programs import processes_left


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Scratch folders go to a folder of the test's own, which must be empty afterwards."""
    scratch = tmp_path / "scratch-of-test"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    yield
    assert list(scratch.iterdir()) == []
    assert processes_left(str(scratch)) == []
