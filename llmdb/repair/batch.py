"""Many versions of a program run against the same tests by one child process, each version in a fork of its own.

A child for each version would cost tens of milliseconds; a fork costs two. The child is as sandboxed as any other.
What it reports is only a hint for a search: whatever is proposed is run again, every test in a fresh child.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from llmdb.program.snippet import Program
from llmdb.runner.forks import try_in_forks
from llmdb.runner.model import RunOptions

if TYPE_CHECKING:
    from llmdb.runner import Runner

_WIDTH = 8
"""Characters of an output's digest."""

_PROGRAM = r"""
def _main(job):
    import hashlib, os, signal, sys, time, warnings

    warnings.simplefilter("ignore")
    tests = [compile(test, "<test>", "exec") for test in job["tests"]]
    calls = [compile(call, "<call>", "eval") for call in job["calls"]]
    size = len(tests) + job["width"] * len(calls)

    def attempt(code, out):
        signal.setitimer(signal.ITIMER_PROF, job["cpu"])
        space = {"__name__": "__main__", "__file__": job["file"]}
        sys.argv[:] = job["argv"]
        if job["prefix"]:
            exec(compile(job["prefix"], "<prefix>", "exec"), space)
        exec(compile(code, "<snippet>", "exec"), space)
        for test in tests:
            try:
                exec(test, space)
                os.write(out, b"1")
            except BaseException:
                os.write(out, b"0")
        for call in calls:
            try:
                value = repr(eval(call, space))
            except BaseException:
                value = "raised"
            os.write(out, hashlib.sha256(value.encode(errors="replace")).hexdigest()[:job["width"]].encode())

    begin = time.monotonic()
    for data in _fork_each(job["versions"], attempt, job["wall"], lambda data: len(data) >= size):
        now = time.monotonic()
        sys.stdout.write("%s%s %f\n" % (job["mark"], data[:size].decode("latin-1"), now - begin))
        sys.stdout.flush()
        begin = now


_main(JOB)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What became of one version.

    Attributes:
        passed: which tests passed, in their order.
        outputs: what each further call gave, as a digest of its text; "" where it did not come to that.
        seconds: how long it took.
    """

    passed: tuple[bool, ...]
    outputs: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRunner:
    """Runs versions of one program; `cpu_s` and `wall_s` bound each of them, and `stop` ends all.

    The program's own prefix and arguments are given to every version; a program whose body is no module cannot be
    called by a test and is not run by this. `calls` are evaluated after the tests, for what they give.
    """

    runner: "Runner"
    program: Program
    options: RunOptions
    tests: tuple[str, ...]
    calls: tuple[str, ...] = ()
    cpu_s: float = 1.0
    wall_s: float = 2.0
    stop: threading.Event = field(default_factory=threading.Event)

    def run(self, codes: Sequence[str]) -> list[Tried]:
        """Try every version; those that the child did not come to have passed nothing."""
        job = {
            "versions": list(codes),
            "tests": list(self.tests),
            "calls": list(self.calls),
            "width": _WIDTH,
            "cpu": self.cpu_s,
            "wall": self.wall_s,
        }
        wall_s = self.wall_s * len(codes)
        rows = try_in_forks(self.runner, self.program, self.options, _PROGRAM, job, wall_s, self.stop)
        nothing = Tried(passed=(False,) * len(self.tests))
        return [*map(self._read_line, rows), *[nothing] * len(codes)][: len(codes)]

    def _read_line(self, row: str) -> Tried:
        """One version; of a line that is not of the right form no test counts as passed."""
        marks, _, seconds = row.partition(" ")
        try:
            took = float(seconds)
        except ValueError:
            took = 0.0
        tests, first = marks[: len(self.tests)].ljust(len(self.tests), "0"), len(self.tests)
        starts = range(first, first + _WIDTH * len(self.calls), _WIDTH)
        return Tried(
            passed=tuple(mark == "1" for mark in tests),
            outputs=tuple(marks[start : start + _WIDTH] for start in starts),
            seconds=took,
        )
