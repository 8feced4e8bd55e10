"""Fixtures that several folders of tests share."""

import fcntl
import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

from tests.examples import TIMES
from tests.llm.server import ModelServer
from tests.runner.programs import processes_left
from tests.runner.shared import KeptRuns, SharingRunner

os.environ["LLMDB_SETTINGS"] = os.devnull + "/none"  # not those of who runs the tests

# thousands of processes import llmdb: each would compile it again where the environment keeps nothing compiled
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_LOCKS = Path(tempfile.gettempdir()) / f"tests-of-llmdb-{os.getuid()}"

# as llmdb itself does: what is imported and recorded stays, and looking at it often finds no garbage
gc.set_threshold(50_000, 20, 20)

# the suite draws the same examples each time, so that a change is red for what it does; more are drawn by chance
settings.register_profile("suite", derandomize=TIMES == 1)
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def alone_if_it_must(request: pytest.FixtureRequest) -> Iterator[None]:
    """Beside a program that takes all processes that there are no test runs: nothing else could fork."""
    is_alone = request.node.get_closest_marker("fork_bomb") is not None
    with open(_LOCKS.with_suffix(".door"), "wb") as door, open(_LOCKS.with_suffix(".room"), "wb") as room:
        fcntl.flock(door, fcntl.LOCK_EX)
        fcntl.flock(room, fcntl.LOCK_EX if is_alone else fcntl.LOCK_SH)  # who is in the door comes in next
        fcntl.flock(door, fcntl.LOCK_UN)
        yield


@pytest.fixture(scope="session")
def kept_runs() -> KeptRuns:
    """What the children of earlier tests gave."""
    return KeptRuns()


@pytest.fixture
def shared_runs(kept_runs: KeptRuns, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions are given what earlier tests had run; for tests that are not about running."""
    monkeypatch.setattr("llmdb.runner.Runner", partial(SharingRunner, kept_runs))


@pytest.fixture
def model_server() -> Iterator[ModelServer]:
    """A loopback endpoint that records requests and plays the script given by `plays`."""
    server = ModelServer()
    yield server
    server.close()


@pytest.fixture
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Scratch folders go to a folder of the test's own; afterwards it is empty and no process names it."""
    scratch = tmp_path / "scratch-of-test"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    yield
    assert list(scratch.iterdir()) == []
    assert processes_left(str(scratch)) == []
