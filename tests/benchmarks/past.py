"""Latency of an expression at a random step of a long run, and what its checkpoints take.

Usage: python -m tests.benchmarks.past [--steps N] [--questions N] [--at-once]
`--at-once` asks before the prompt has waited, so that what is left of the program then is not there yet.
"""

import argparse
import random
import time
from statistics import median, quantiles

from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.trace import build_trace
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions
from llmdb.runner.strays import private_bytes
from tests.benchmarks.stepping import SOURCE
from tests.runner.programs import Kept


def main() -> None:
    """Print p50 and p99 of an expression's time, the number of checkpoints and their private memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=535_000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--at-once", action="store_true")
    asked = parser.parse_args()
    snippet = parse_snippet(SOURCE, name="long.py")
    cfg = build_cfg(snippet)
    options = RunOptions(limits=Limits(max_steps=asked.steps, timeout_s=120.0))
    begun = time.perf_counter()
    recording, past = Runner().record_with_past(Program(snippet=snippet), cfg, options)
    print(f"recorded in {time.perf_counter() - begun:.2f} s")
    assert past is not None
    kept, choose = Kept(build_trace(recording, cfg), past), random.Random(1)
    print(f"{len(past.pids)} checkpoints of the recording")
    if not asked.at_once:
        begun = time.perf_counter()
        for _ in kept.prepare():
            pass
        print(f"{len(past.pids)} after a prompt that waited {time.perf_counter() - begun:.2f} s")
    taken = []
    for _ in range(asked.questions):
        step = choose.randint(1, len(kept.trace) - 1)
        begun = time.perf_counter()
        value = kept.p(step, "len(seen) + len(counts)")
        taken.append(time.perf_counter() - begun)
        state = kept.trace.state(step)
        assert state["seen"].repr.startswith("["), value
    print(
        f"question p50 {median(taken) * 1e3:.1f} ms  p99 {quantiles(taken, n=100)[98] * 1e3:.1f} ms, "
        f"{len(past.pids)} checkpoints with {sum(map(private_bytes, past.pids)) >> 20} MiB of their own"
    )


if __name__ == "__main__":
    main()
