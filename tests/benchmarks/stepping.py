"""Latency of step, back and goto on a trace of a million steps, and the memory of the process that holds it.

Usage: python -m tests.benchmarks.stepping [--steps N]
"""

import argparse
import random
import resource
import time
from collections.abc import Callable
from statistics import median, quantiles

from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions

SOURCE = """
seen = []
counts = {}
for i in range(1_000_000):
    seen.append(i % 100)
    if i % 7 == 0:
        counts[i % 50] = i
"""


def latencies(move: Callable[[int], int], trace: ExecutionTrace, moves: int = 300) -> list[float]:
    """Seconds that each of `moves` moves takes, state included."""
    at, out = len(trace) // 2, []
    for _ in range(moves):
        begin = time.perf_counter()
        at = move(at)
        trace.step(at)
        trace.state(at)
        trace.state_before(at)
        out.append(time.perf_counter() - begin)
    return out


def main() -> None:
    """Print p50 and p99 of each move, and the peak resident size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000)
    steps = parser.parse_args().steps
    snippet = parse_snippet(SOURCE, name="million.py")
    cfg = build_cfg(snippet)
    options = RunOptions(limits=Limits(max_steps=steps, timeout_s=120.0))
    trace = build_trace(Runner().record(Program(snippet=snippet), cfg, options), cfg)
    choose = random.Random(1)
    moves: dict[str, Callable[[int], int]] = {
        "step": lambda at: at + 1,
        "back": lambda at: at - 1,
        "goto": lambda at: choose.randint(1, len(trace)),
    }
    for name, move in moves.items():
        taken = latencies(move, trace)
        print(f"{name:5} p50 {median(taken) * 1e3:6.2f} ms  p99 {quantiles(taken, n=100)[98] * 1e3:6.2f} ms")
    peak_mib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(trace)} steps, {trace.stored_bytes / len(trace):.1f} bytes a step, peak {peak_mib:.0f} MiB")


if __name__ == "__main__":
    main()
