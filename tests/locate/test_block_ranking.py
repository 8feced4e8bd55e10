"""Blocks ranked by the suspiciousness of their statements."""

from llmdb.locate.block_ranking import TestedRun, rank_blocks
from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.visits import Visits, build_visits
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

CODE = "def f(n):\n    if n > 1:\n        n = -n\n    return n\n"


def run(test: str) -> Visits:
    program = Program(snippet=parse_snippet(CODE, name="f.py"), epilogue=test)
    cfg = build_cfg(program.snippet, "block")
    return build_visits(Runner().record(program, cfg, RunOptions()), cfg)


def test_blocks_of_failing_runs_come_by_their_odds_and_those_without_any_last() -> None:
    failing, passing = run("assert f(2) == 2"), run("assert f(0) == 0")
    runs = [TestedRun(passed=False, trace=failing), TestedRun(passed=True, trace=passing)]
    ranked = rank_blocks(failing.cfg, runs, {2: 0.25, 3: 1.0})
    assert [(one.block, one.score, one.failing, one.passing) for one in ranked] == [
        (3, 0.5, 1, 0),
        (2, 0.2, 1, 1),
        (4, 0.0, 1, 1),
        (1, 0.0, 1, 1),
    ]
    assert ranked[2].unusual == ()
