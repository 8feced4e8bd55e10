"""A repair without a model: small changes of the most suspect statements, each run against the visible tests."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace

from llmdb.cfg.model import ControlFlowGraph
from llmdb.engine.fix.mutations import Mutation, mutations
from llmdb.engine.verdict.suspicion import Suspicion
from llmdb.engine.visible_tests import ProgramRunner
from llmdb.errors import UsageError
from llmdb.runner.model import RunOptions
from llmdb.snippet.load import parse_snippet
from llmdb.snippet.model import Program

DEFAULT_SECONDS = 20.0
CANDIDATE_TIMEOUT_S = 2.0
BLOCKS_SEARCHED = 12

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """What the search found: the change, or None, and how many candidates were run in how many seconds."""

    found: Mutation | None
    tried: int
    total: int
    seconds: float


def search_fix(
    runner: ProgramRunner,
    program: Program,
    options: RunOptions,
    tests: Sequence[str],
    suspects: Sequence[Suspicion],
    cfg: ControlFlowGraph,
    *,
    seconds: float = DEFAULT_SECONDS,
    on_progress: Progress | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> SearchResult:
    """The first change, in order of suspicion and size, that passes every visible test.

    All tests of a candidate run in one child, one after the other: the first that fails ends it.
    """
    begin = clock()
    candidates = order_candidates(program.snippet.text, suspects, cfg)
    quiet = replace(
        options, stdin=options.stdin or b"", limits=replace(options.limits, timeout_s=CANDIDATE_TIMEOUT_S)
    )
    epilogue = "\n".join(tests)
    tried = 0
    for candidate, passed in _run_all(
        runner, program, quiet, epilogue, candidates, lambda: clock() - begin < seconds
    ):
        tried += 1
        if on_progress is not None:
            on_progress(tried, len(candidates))
        if passed:
            return SearchResult(found=candidate, tried=tried, total=len(candidates), seconds=clock() - begin)
    return SearchResult(found=None, tried=tried, total=len(candidates), seconds=clock() - begin)


def order_candidates(code: str, suspects: Sequence[Suspicion], cfg: ControlFlowGraph) -> list[Mutation]:
    """Changes of the suspect blocks' lines: cheap ones of likely blocks first, each block's in turn after."""
    rank: dict[int, int] = {}
    for place, suspicion in enumerate(suspects[:BLOCKS_SEARCHED]):
        for line in cfg.block(suspicion.block).statement_lines:
            rank.setdefault(line, place)
        first, last = cfg.block(suspicion.block).lines
        for line in range(first, last + 1):
            rank.setdefault(line, place)
    found = mutations(code, frozenset(rank) | _definition_lines(code))
    worst = len(suspects) + 1
    return sorted(found, key=lambda change: (change.cost + rank.get(change.line, worst), change.cost))


def _definition_lines(code: str) -> frozenset[int]:
    """Lines of `def`: a mutable default is changed there, whatever block failed."""
    rows = enumerate(code.split("\n"), start=1)
    return frozenset(number for number, row in rows if row.lstrip().startswith(("def ", "async def ")))


def _run_all(
    runner: ProgramRunner,
    program: Program,
    options: RunOptions,
    epilogue: str,
    candidates: Sequence[Mutation],
    may_go_on: Callable[[], bool],
) -> Iterator[tuple[Mutation, bool]]:
    """Outcomes in the candidates' order, several children at a time."""
    workers = os.cpu_count() or 1

    def attempt(candidate: Mutation) -> bool:
        try:
            snippet = parse_snippet(candidate.code, name=program.snippet.name, path=program.snippet.path)
        except UsageError:
            return False
        run = runner.run(replace(program, snippet=snippet, epilogue=epilogue), options)
        return run.outcome.kind == "finished"

    waiting: dict[int, Future[bool]] = {}
    submitted = 0
    with ThreadPoolExecutor(workers) as pool:
        for number, candidate in enumerate(candidates):
            while submitted < min(len(candidates), number + 2 * workers):
                waiting[submitted] = pool.submit(attempt, candidates[submitted])
                submitted += 1
            wait([waiting[number]], return_when=FIRST_COMPLETED)
            yield candidate, waiting.pop(number).result()
            if not may_go_on():
                return
