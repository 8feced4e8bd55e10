"""How long the first `deps` and a whole slice take on recordings of half a million steps.

Usage: python -m tests.benchmarks.slicing [--steps N] [NAME ...]

The ratio is that of the slice to the recorded run itself, which says more than seconds on a busy machine.
"""

import argparse
import time

from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.visits import Visits, build_visits
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions
from llmdb.slicing import Dependencies, slice_backward
from llmdb.slicing.library.reads import LibraryReads
from llmdb.slicing.trees import grow_tree

PROGRAMS = {
    "loops": """\
seen = [0] * 100
counts = {}
total = 0
for i in range(1_000_000):
    seen[i % 100] = i
    if i % 7 == 0:
        counts[i % 50] = total
    total += seen[i % 10] - i // 3
""",
    "calls": """\
class Account:
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0
        self.log = []

    def put(self, amount):
        if amount > 90:
            self.log.append(amount)
        self.balance += amount
        return self.balance


def split(amount, parts):
    out = []
    for n in range(parts):
        out.append(amount // parts + n)
    return out


accounts = [Account(name) for name in "abcdefgh"]
sums = {}
total = 0
for i in range(1_000_000):
    account = accounts[i % 8]
    for share in split(i % 100, 3):
        total += account.put(share)
    if i % 5 == 0:
        sums[account.owner] = sum(split(total, 2)) + len(account.log)
    else:
        total -= sums.get(account.owner, 1) % 7
""",
    "recursion": """\
def ways(n, memo):
    if n < 2:
        return 1
    if n in memo:
        return memo[n]
    memo[n] = ways(n - 1, memo) + ways(n - 2, memo)
    return memo[n]


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


total = 0
for i in range(1_000_000):
    total += ways(i % 20, {}) % 10 + fib(i % 12)
""",
}


def recorded(name: str, steps: int) -> tuple[Visits, str, float]:
    """The recording of a program, cut at a number of steps, its text, and the seconds of the recorded run."""
    snippet = parse_snippet(PROGRAMS[name], name=f"{name}.py")
    cfg = build_cfg(snippet)
    options = RunOptions(limits=Limits(max_steps=steps, timeout_s=120.0))
    recording = Runner().record(Program(snippet=snippet), cfg, options)
    return build_visits(recording, cfg), snippet.text, recording.seconds


def main() -> None:
    """Print the seconds of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("names", nargs="*", default=list(PROGRAMS))
    given = parser.parse_args()
    for name in given.names:
        trace, text, seconds = recorded(name, given.steps)
        begin = time.perf_counter()
        found = Dependencies(trace, text)
        reads = [read for read, _ in LibraryReads(found, text).completed(len(trace))]
        grow_tree(found, reads, 2, 40)
        first = time.perf_counter() - begin
        begin = time.perf_counter()
        cut = slice_backward(found, "total", len(trace))
        whole = time.perf_counter() - begin
        edges = sum(1 for _, writer, _ in found.graph.edges if writer)
        print(
            f"{name:10} {len(trace)} steps, {edges} edges: deps {first * 1e3:6.1f} ms, "
            f"slice of {len(cut.numbers)} steps {whole:5.2f} s, {whole / seconds:.1f}x"
        )


if __name__ == "__main__":
    main()
