"""Forks that the system refuses."""

import os
import resource

import pytest

from llmdb.child.checkpoints import _patiently
from llmdb.errors import ReplayDiverged
from tests.runner.programs import keep


@pytest.mark.parametrize("refusals", [0, 1, 5])
def test_a_fork_that_is_refused_is_tried_again(refusals: int) -> None:
    answers = iter([*[-1] * refusals, 7])
    assert _patiently(lambda: next(answers)) == 7


@pytest.mark.skipif(os.geteuid() == 0, reason="no limit of processes holds for root")
def test_a_process_that_waits_outlives_a_fork_that_is_refused() -> None:
    kept = keep("x = 1\ny = x + 1\n")
    [pid] = kept.past.pids
    before = resource.prlimit(pid, resource.RLIMIT_NPROC)
    resource.prlimit(pid, resource.RLIMIT_NPROC, (0, before[1]))
    with pytest.raises(ReplayDiverged, match="the system lets no further process start"):
        kept.p(1, "x")
    resource.prlimit(pid, resource.RLIMIT_NPROC, before)
    assert kept.p(1, "x") == "1"
