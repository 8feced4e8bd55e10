"""A thousand small changes of a program run against its tests within a second: many of them in each process.

A fork for each costs two milliseconds, most tests a tenth of one. So a process goes on to the next change until one
ends it, and only the statement at the top level that was changed is compiled anew. Changes may disturb each other by
what they do to modules: what comes out is a hint where to look, nothing more.
"""

import __future__

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.program.snippet import Program
from llmdb.runner.forks import try_in_forks
from llmdb.runner.model import RunOptions

if TYPE_CHECKING:
    from llmdb.runner import Runner

TOGETHER = 50
"""Changes that one process is given at a time."""
TIMES_LONGER = 5
"""How much longer than the program as it is a change may run, counted in turns of loops and in calls."""
LEAST_TICKS = 500
"""How many of these it may have at least."""
LEAST_CPU_S = 0.02
"""What it may take at least where it does not come to the next of these."""
SLOW_S = 0.1
"""A program whose tests take longer is not tried."""

Part = tuple[int, int, str]
"""Byte offsets of a stretch of the program, and the text to put there."""

_PROGRAM = r"""
class _Late(BaseException):
    pass


def _main(job):
    import ast, os, resource, signal, sys, time, warnings

    warnings.simplefilter("ignore")
    base, bounds = job["code"].encode(), job["bounds"]
    prefix = compile(job["prefix"], "<prefix>", "exec")
    tests = [compile(test, "<test>", "exec") for test in job["tests"]]
    passed, size = job["passed"], len(tests)
    failing = [n for n in range(size) if passed[n] == "0"]
    passing = [n for n in range(size) if passed[n] == "1"]
    late, left = 0, sys.maxsize

    # loops and functions count: a change that goes on for ever is over soon, and the same wherever it runs
    tick = ast.parse("_tick_()").body[0]

    def piece(text):
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, (ast.For, ast.While, ast.AsyncFor, ast.FunctionDef, ast.AsyncFunctionDef)):
                node.body.insert(ast.get_docstring(node, False) is not None if hasattr(node, "args") else 0, tick)
        return compile(tree, "<snippet>", "exec", job["flags"], True)

    def counting():
        nonlocal left
        left -= 1
        if left < 0:
            raise _Late

    whole = [piece(base[begin:end]) for begin, end in bounds]

    def with_change(begin, end, text):
        first = max(n for n, at in enumerate(bounds) if at[0] <= begin)
        last = max(n for n, at in enumerate(bounds) if at[0] < max(end, begin + 1))
        changed = base[bounds[first][0]:begin] + text.encode() + base[end:bounds[last][1]]
        return [*whole[:first], piece(changed), *whole[last + 1:]]

    def works(test, space):
        try:
            exec(test, space)
        except _Late:
            raise
        except BaseException:
            return "0"
        return "1"

    def tried(codes, all_tests):
        # the tests that passed are run where one passes now that failed, up to the first that fails
        space = {"__name__": "__main__", "__file__": job["file"], "_tick_": counting}
        sys.argv[:] = job["argv"]
        row = ["0"] * size
        try:
            for code in (prefix, *codes):
                exec(code, space)
        except _Late:
            raise
        except BaseException:
            return row
        for n in failing:
            row[n] = works(tests[n], space)
        for n in passing if all_tests or "1" in row else ():
            row[n] = works(tests[n], space)
            if row[n] == "0" and not all_tests:
                break
        return row

    def as_it_is(item, out):
        # on a busy machine much time passes without the program; only one that waits lets go of the processor
        begin, cpu, waited = time.monotonic(), time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
        row = tried(whole, True)
        took = time.process_time() - cpu
        if resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw > waited:
            took = max(took, time.monotonic() - begin)
        os.write(out, ("%s %d %f\n" % ("".join(row), sys.maxsize - left, took)).encode())

    def on_time(number, frame):
        nonlocal late
        late += 1
        if late > 3:
            os._exit(0)
        raise _Late

    def attempt(parts, out):
        nonlocal late, left
        signal.signal(signal.SIGPROF, on_time)
        for part in parts:
            late, left, row = 0, most, ["0"] * size
            signal.setitimer(signal.ITIMER_VIRTUAL, 8 * cpu)
            signal.setitimer(signal.ITIMER_PROF, cpu, cpu)
            try:
                row = tried(with_change(*part), False)
            except BaseException:
                pass
            signal.setitimer(signal.ITIMER_PROF, 0)
            os.write(out, "".join(row).encode())

    def groups():
        while done < len(job["parts"]) and sum(os.times()[:4]) < job["total"] and time.monotonic() < end:
            yield job["parts"][done:done + job["together"]]

    end = time.monotonic() + job["wall"]
    data = next(_fork_each([None], as_it_is, job["wall"] / 4, lambda data: data[-1:] == b"\n"))
    row, ticks, seconds = (*data.decode().split(), "", "", "")[:3]
    if row != passed or float(seconds) > job["slow"]:
        return
    cpu = max(job["cpu"], 2 * job["longer"] * float(seconds))
    most = job["least"] + job["longer"] * int(ticks)
    done = 0
    given = lambda: min(job["together"], len(job["parts"]) - done)
    for data in _fork_each(groups(), attempt, job["wall"] / 4, lambda data: len(data) >= size * given()):
        rows = [data[at:at + size].decode() for at in range(0, len(data) - size + 1, size)]
        for n, row in enumerate(rows):
            if any(row[k] == "1" for k in failing) and all(row[k] == "1" for k in passing):
                print(job["mark"] + str(done + n) + " " + row)
        done += min(len(rows) + 1, given())


_main(JOB)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyRunner:
    """Runs changes of one program; `cpu_s` and `wall_s` bound all of them together, those left over are not run.

    It is `cpu_s` that counts: the other is for changes that wait for something.
    """

    runner: "Runner"
    program: Program
    options: RunOptions
    tests: tuple[str, ...]
    cpu_s: float = 1.0
    wall_s: float = 12.0

    def helping(self, parts: Sequence[Part], passed: Sequence[bool]) -> Mapping[int, tuple[bool, ...]]:
        """The places of the changes that make a test pass and none fail, and which tests pass with each.

        Args:
            parts: the changes.
            passed: which tests pass as it is. Where that turns out otherwise, or takes long, nothing is tried.

        Raises:
            RunnerError: the child cannot be started.
            SandboxUnavailable: not in the sandbox that is asked for.
        """
        text = self.program.snippet.text
        job = {
            "code": text,
            "bounds": _bounds(text),
            "flags": compile(text, "<snippet>", "exec").co_flags & __future__.annotations.compiler_flag,
            "parts": list(parts),
            "tests": list(self.tests),
            "passed": "".join("01"[one] for one in passed),
            "cpu": LEAST_CPU_S,
            "longer": TIMES_LONGER,
            "least": LEAST_TICKS,
            "slow": SLOW_S,
            "total": self.cpu_s,
            "wall": self.wall_s,
            "together": TOGETHER,
        }
        rows = try_in_forks(self.runner, self.program, self.options, _PROGRAM, job, 1.5 * self.wall_s)
        found = {}
        for place, _, marks in (row.partition(" ") for row in rows):
            if place.isdecimal() and int(place) < len(parts) and len(marks) == len(self.tests):
                found[int(place)] = tuple(mark == "1" for mark in marks)
        return found


def _bounds(code: str) -> list[tuple[int, int]]:
    """Byte offsets of each statement at the top level, decorators included, up to the next one."""
    starts = [0]
    for row in code.encode().split(b"\n"):
        starts.append(starts[-1] + len(row) + 1)
    begins = []
    for node in ast.parse(code).body:
        decorators = getattr(node, "decorator_list", [])
        first = decorators[0].lineno if decorators else node.lineno
        begins.append(starts[first - 1] + (0 if decorators else node.col_offset))
    return list(zip(begins, [*begins[1:], len(code.encode())], strict=True))
