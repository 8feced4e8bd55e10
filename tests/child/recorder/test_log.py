"""What the recorder logs of short programs, kept as text: LLMDB_REWRITE=1 writes it anew, for a reader to compare."""

import os
import sys
from pathlib import Path

import pytest

from llmdb.program.build import build_cfg
from llmdb.program.snippet import Program, Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.child.recorder.programs import PROGRAMS
from tests.child.recorder.readable import readable

KEPT = Path(__file__).parent / "logs"
"""The logs of 3.11, and in folders of their own those of other versions that differ."""
FIRST = (3, 11)
NEWEST_KEPT = (3, 13)


def log_of(text: str) -> str:
    """The log of one recorded run."""
    snippet = Snippet(name="p.py", path=None, text=text)
    recording = Runner().record(Program(snippet=snippet), build_cfg(snippet), RunOptions(stdin=b"typed\n"))
    in_pieces = "weakref" not in text  # deaths are looked for at every line, and sent by the clock
    return readable(recording.chunks, in_pieces=in_pieces) + f"{recording.outcome.kind}\n"


def rewrite(shown: str, usual: Path, own: Path) -> None:
    """Keep a log: a version's own only if it is not as usual."""
    if sys.version_info[:2] == FIRST:
        usual.parent.mkdir(exist_ok=True)
        usual.write_text(shown, encoding="utf-8")
    elif shown == usual.read_text(encoding="utf-8"):
        own.unlink(missing_ok=True)
    else:
        own.parent.mkdir(exist_ok=True)
        own.write_text(shown, encoding="utf-8")


@pytest.mark.skipif(sys.version_info[:2] > NEWEST_KEPT, reason="no logs are kept for this version")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_logs_what_is_kept(name: str) -> None:
    shown = log_of(PROGRAMS[name])
    usual = KEPT / f"{name}.txt"
    own = KEPT / "{}.{}".format(*sys.version_info) / f"{name}.txt"
    if os.environ.get("LLMDB_REWRITE"):
        rewrite(shown, usual, own)
    assert shown == (own if own.exists() else usual).read_text(encoding="utf-8")


def test_every_kept_log_belongs_to_a_program() -> None:
    assert {path.stem for path in KEPT.rglob("*.txt")} == set(PROGRAMS)
