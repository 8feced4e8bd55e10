"""Runs many versions of a program against the same tests: many of them in each process, processes on every core.

A child for each version would cost tens of milliseconds and a fork two, while most tests take a tenth of one. So a
fork goes on to the next version until one ends it, and only the statements at the top level that were changed are
compiled anew. Versions may disturb each other by what they do to modules, and the children run untrusted code: what
comes out is a hint for a search. Whatever is proposed is run again, every test in a fresh child.
"""

import __future__

import ast
import os
import threading
from collections.abc import Generator, Sequence
from dataclasses import field, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb.program.files import files_of
from llmdb.program.parsing import parse, parse_file
from llmdb.program.snippet import Program
from llmdb.runner.forks import try_in_forks
from llmdb.runner.model import RunOptions
from llmdb.runner.parallel import run_in_parallel
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.runner import Runner

TOGETHER = 50
"""Versions that one fork is given at a time."""
TIMES_LONGER = 5
"""How much longer than the program as it is a version may run, counted in turns of loops and in calls."""
LEAST_TICKS = 500
"""How many of these it may have at least."""
ENDLESS_TICKS = 500_000
"""How many of these it may have where the program as it is does not end."""
LEAST_CPU_S = 0.05
"""What it may take at least where it does not come to the next of these; as much again for each further call."""
MOST_CPU_S = 2.0
"""What the program as it is may take."""
OWN_WORK = 500
"""What it takes to make a version and its process ready, in turns of loops and calls."""
NO_END = "."
"""The first character of an output's digest where the call has no end."""
_WIDTH = 8
"""Characters of an output's digest."""

_PROGRAM = r"""
class _Late(BaseException):
    pass


def _main(job):
    import ast, hashlib, itertools, os, re, resource, signal, sys, time, warnings

    # what a call gives, and what it has made of its arguments
    def watched(call):
        tree = ast.parse(call, "<call>", "eval")
        if isinstance(tree.body, ast.Call) and not tree.body.keywords:
            tree.body.args.insert(0, tree.body.func)
            tree.body.func = ast.Name("_called_", ast.Load())
        return compile(ast.fix_missing_locations(tree), "<call>", "eval")

    def called(function, *given):
        before = text_of(given, set())
        value = function(*given)
        value = list(itertools.islice(value, 1000)) if hasattr(value, "__next__") else value
        return value if text_of(given, set()) == before else [value, *given]

    def text_of(value, seen):
        if type(value) in (list, tuple):
            return str([text_of(item, seen) for item in value])
        if type(value).__repr__ is not object.__repr__ or not hasattr(value, "__dict__") or len(seen) > 100:
            return repr(value)
        if id(value) in seen:
            return "..."
        seen.add(id(value))
        return f"{type(value).__name__} {[(name, text_of(one, seen)) for name, one in vars(value).items()]}"

    warnings.simplefilter("ignore")
    base, bounds = job["code"].encode(), job["bounds"]
    prefix = compile(job["prefix"], "<prefix>", "exec")
    tests = [compile(test, "<test>", "exec") for test in job["tests"]]
    calls = [watched(call) for call in job["calls"]]
    size = len(tests) + job["width"] * len(calls)
    late, left, most, cpu = 0, sys.maxsize, sys.maxsize, job["most_cpu"]
    failing, passing = range(len(tests)), ()

    # loops and functions count: a version that goes on for ever is over soon, and the same wherever it runs
    tick = ast.parse("_tick_()").body[0]

    def piece(text, flags):
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, (ast.For, ast.While, ast.AsyncFor, ast.FunctionDef, ast.AsyncFunctionDef)):
                node.body.insert(ast.get_docstring(node, False) is not None if hasattr(node, "args") else 0, tick)
        return compile(tree, "<snippet>", "exec", flags, True)

    def counting():
        nonlocal left
        left -= 1
        if left < 0:
            raise _Late

    # each piece is of one file; those of a module are run where that is imported
    flags = [flag for _, _, pieces, flag in job["files"] for _ in range(pieces)]
    # each statement with the number of the test that it is, or -1
    whole = [
        (piece(base[begin:end], flag), test) for (begin, end), flag, test in zip(bounds, flags, job["asserts"])
    ]
    own, empty = {test for _, test in whole if test >= 0}, (piece("", 0), -1)
    belongs = {name: globals()[name] for name in ("__package__", "__spec__")}
    in_main, modules, at = job["files"][0][2], {}, 0
    for name, path, count, _ in job["files"]:
        modules[name] = path, range(at, at + count)
        at += count
    del modules[""]
    running = whole

    class GivenModules:
        def find_spec(self, name, path=None, target=None):
            if name in modules:
                file = modules[name][0]
                inside = [os.path.dirname(file)] if os.path.basename(file) == "__init__.py" else None
                return spec_from_file_location(name, file, loader=self, submodule_search_locations=inside)

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            module.__dict__["_tick_"] = counting
            for number in modules[module.__name__][1]:
                exec(running[number][0], module.__dict__)

    if modules:
        from importlib.util import spec_from_file_location
        sys.meta_path.insert(0, GivenModules())

    def with_change(begin, end, text):
        first = max(n for n, at in enumerate(bounds) if at[0] <= begin)
        last = max(n for n, at in enumerate(bounds) if at[0] < max(end, begin + 1))
        changed = base[bounds[first][0]:begin] + text.encode() + base[end:bounds[last][1]]
        return [*whole[:first], (piece(changed, flags[first]), -1), *[empty] * (last - first), *whole[last + 1:]]

    def works(test, space):
        try:
            exec(test, space)
        except _Late:
            raise
        except BaseException:
            return "0"
        return "1"

    def given(call, space):
        nonlocal left
        left = most
        try:
            value = eval(call, space, {"_called_": called})
            value = re.sub(" at 0x[0-9a-f]+", "", text_of(value, set()))
        except _Late:
            return "." * job["width"]
        except BaseException:
            return "!" * job["width"]
        return hashlib.sha256(value.encode(errors="replace")).hexdigest()[:job["width"]]

    def tried(codes, row):
        nonlocal running
        # of the tests that passed, each is run where one passes now that failed, or where calls are to be compared
        space = {"__name__": "__main__", "__file__": job["file"], "_tick_": counting, **belongs}
        sys.argv[:] = job["argv"]
        running = codes
        for name in modules:
            sys.modules.pop(name, None)
        exec(prefix, space)
        has_failed = False
        for code, test in codes[:in_main]:
            try:
                exec(code, space)
            except AssertionError:
                # what the program as it is gives for the calls is asked, too, past its own asserts
                if not calls:
                    raise
                has_failed = True
            if test >= 0 and not has_failed:
                row[test] = "1"
        for n in failing:
            if n not in own:
                row[n] = works(tests[n], space)
        for n in passing if calls or "1" in row else ():
            if n not in own:
                row[n] = works(tests[n], space)
        for n, call in enumerate(calls, len(tests)):
            row[n] = given(call, space)

    def new_row():
        return ["0"] * len(tests) + ["-" * job["width"]] * len(calls)

    def limited(codes, row):
        nonlocal late, left
        late, left = 0, most
        signal.setitimer(signal.ITIMER_VIRTUAL, 8 * cpu)
        signal.setitimer(signal.ITIMER_PROF, cpu, cpu)
        try:
            tried(codes(), row)
        except BaseException:
            pass
        signal.setitimer(signal.ITIMER_PROF, 0)

    def as_it_is(item, out):
        # on a busy machine much time passes without the program; only one that waits lets go of the processor
        signal.signal(signal.SIGPROF, on_time)
        begin, cpu_begin = time.monotonic(), time.process_time()
        waited = resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw
        row = new_row()
        limited(lambda: whole, row)
        took = time.process_time() - cpu_begin
        if resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw > waited:
            took = max(took, time.monotonic() - begin)
        ticks = -1 if late else sys.maxsize - left
        os.write(out, ("%s %d %f\n" % ("".join(row[:len(tests)]), ticks, took)).encode())

    def on_time(number, frame):
        nonlocal late
        late += 1
        if late > 3:
            os._exit(0)
        raise _Late

    def attempt(parts, out):
        signal.signal(signal.SIGPROF, on_time)
        for n, part in parts:
            row = new_row()
            limited(lambda: with_change(*part), row)
            os.write(out, ("%d %s\n" % (n, "".join(row))).encode())

    def groups():
        while done < most_parts and sum(os.times()[:4]) < job["total"] and time.monotonic() < end:
            yield parts[done:min(done + job["together"], most_parts)]

    end = time.monotonic() + job["wall"]
    measured = job["measured"]
    if measured is None:
        data = next(_fork_each([None], as_it_is, job["base_wall"], lambda data: data[-1:] == b"\n"))
        measured = data.decode().split() if data[-1:] == b"\n" else ["0" * len(tests), "-1", str(cpu)]
        print(job["mark"] + "base " + " ".join(measured), flush=True)
        if (job["passed"] or measured[0]) != measured[0] or float(measured[2]) > job["slow"]:
            return
    failing = [n for n, mark in enumerate(measured[0]) if mark == "0"]
    passing = [n for n, mark in enumerate(measured[0]) if mark == "1"]
    ticks, seconds = int(measured[1]), float(measured[2])
    cpu = min(job["most_cpu"], max(job["cpu"], 2 * job["longer"] * seconds))
    most = job["least"] + job["longer"] * ticks if ticks >= 0 else job["endless"]
    parts, done, most_parts = list(enumerate(job["parts"])), 0, len(job["parts"])
    if job["work"]:
        # every child comes to the same number, and has its share of the versions before it
        allowed = job["work"] // (job["own_work"] + (ticks if ticks >= 0 else most))
        most_parts = min(most_parts, -(-max(0, allowed - job["first"]) // job["stride"]))
    last = lambda: min(done + job["together"], most_parts) - 1
    whole_group = lambda data: data[-1:] == b"\n" and b"\n%d " % last() in b"\n" + data
    for data in _fork_each(groups(), attempt, job["group_wall"], whole_group):
        # a version may write there, too, or end its fork: then the next one begins a new fork
        rows = dict(re.findall("^([0-9]+) ([-.!0-9a-f]{%d})$" % size, data.decode("latin-1"), re.MULTILINE))
        rows = {int(n): row for n, row in rows.items() if done <= int(n) <= last()}
        for n, row in rows.items():
            print(job["mark"] + str(n) + " " + row)
        sys.stdout.flush()
        done = min(max(rows, default=done - 1) + 1, last()) + 1


_main(JOB)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What became of one version.

    Attributes:
        passed: which tests passed, in their order. A test that passed before the change is run only where one passes
            now that failed; where it is not run it counts as failed.
        outputs: what each further call gave, as a digest of its text; of dots where it has no end, of exclamation
            marks where it raised, of dashes where it did not come to that.
    """

    passed: tuple[bool, ...]
    outputs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The program as it is: which tests pass, its turns of loops and calls (-1: without an end), and its seconds."""

    passed: tuple[bool, ...]
    ticks: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRunner:
    """Runs versions of one program, whose prefix and arguments are given to every version.

    A program whose body is no module cannot be called by a test and is not run by this.

    Attributes:
        calls: evaluated after the tests, for what they give.
        asserts_are_tests: the tests are the program's own asserts. Each passes where the program comes past it, for at
            the end it may ask something else; one that a version changes fails.
        together: how many versions one fork is given; 1 where they must share nothing.
        wall_s: bounds one child; half of it one fork.
        work: bounds the versions of one `run` by the turns of loops and the calls that the program as it is makes, so
            that the same are run wherever and whenever it is; 0 for all. Those left over are not run.
        endless_ticks: how many of these a version may have where the program as it is does not end.
        most_cpu_s: what the program as it is may take.
        total_cpu_s: what all versions of one `run` may take at most, whatever work that is.
        slow_s: a program whose tests take longer is not tried.
        measured: the program as it is, where that is known.
        workers: how many children run at a time.
    """

    runner: "Runner"
    program: Program
    options: RunOptions
    tests: tuple[str, ...]
    calls: tuple[str, ...] = ()
    asserts_are_tests: bool = False
    together: int = TOGETHER
    wall_s: float = 12.0
    work: int = 0
    endless_ticks: int = ENDLESS_TICKS
    most_cpu_s: float = MOST_CPU_S
    total_cpu_s: float = 1e6
    slow_s: float = 1e6
    measured: Measured | None = None
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)

    def measure(self) -> Measured:
        """Run the program as it is.

        Raises:
            RunnerError: the child cannot be started.
            SandboxUnavailable: not in the sandbox that is asked for.
        """
        return self._child((), None, threading.Event())[0]

    def run(self, codes: Sequence[str], passed: Sequence[bool] | None = None) -> list[Tried]:
        """Try every version; those that no child came to have passed nothing.

        Args:
            codes: the whole source of each version, the likeliest first.
            passed: which tests pass as it is. Where that turns out otherwise, nothing is tried.

        Raises:
            RunnerError: a child cannot be started.
            SandboxUnavailable: not in the sandbox that is asked for.
        """
        shares = [codes[first :: self.workers] for first in range(min(self.workers, len(codes)))]
        one = replace(self, total_cpu_s=self.total_cpu_s / max(1, len(shares)))
        found: list[Tried] = [self._nothing] * len(codes)
        stop = threading.Event()
        for first, tried in run_in_parallel(
            lambda place: one._child(shares[place], passed, stop, place)[1],
            range(len(shares)),
            self.workers,
            stop,
        ):
            found[first :: self.workers] = tried
        return found

    def run_in_order(self, codes: Sequence[str], sizes: Sequence[int]) -> Generator[tuple[str, Tried]]:
        """Try versions in batches of these sizes, the last size for all that follow, each batch in a child of its own.

        Yields:
            Each version with what became of it, in their order.
        """
        starts = [0]
        while starts[-1] < len(codes):
            starts.append(starts[-1] + sizes[min(len(starts), len(sizes)) - 1])
        batches = [codes[begin:end] for begin, end in pairwise(starts)]
        stop = threading.Event()
        for number, tried in run_in_parallel(
            lambda batch: self._child(batch, None, stop)[1], batches, self.workers, stop, ordered=True
        ):
            yield from zip(batches[number], tried, strict=True)

    @property
    def _nothing(self) -> Tried:
        return Tried(passed=(False,) * len(self.tests), outputs=("-" * _WIDTH,) * len(self.calls))

    def _child(
        self, codes: Sequence[str], passed: Sequence[bool] | None, stop: threading.Event, first: int = 0
    ) -> tuple[Measured, list[Tried]]:
        """Run versions in one child; with a bound of work they are each `workers`th of all from the first on."""
        text, known = self.program.snippet.text, self.measured
        job = {
            "code": text,
            "bounds": _bounds(text),
            "files": self._files(text),
            "parts": [changed_part(text, code) for code in codes],
            "tests": list(self.tests),
            "asserts": _asserts(text, self.tests if self.asserts_are_tests else ()),
            "calls": list(self.calls),
            "width": _WIDTH,
            "passed": "" if passed is None else _marks(passed),
            "measured": None if known is None else [_marks(known.passed), known.ticks, known.seconds],
            "cpu": LEAST_CPU_S * (1 + len(self.calls)),
            "most_cpu": self.most_cpu_s,
            "longer": TIMES_LONGER,
            "least": LEAST_TICKS,
            "endless": self.endless_ticks,
            "work": self.work,
            "own_work": OWN_WORK,
            "first": first,
            "stride": self.workers,
            "slow": self.slow_s,
            "total": self.total_cpu_s,
            "base_wall": min(2 * self.most_cpu_s, self.wall_s / 2),
            "group_wall": self.wall_s / 4,
            "wall": self.wall_s,
            "together": self.together,
        }
        rows = try_in_forks(self.runner, self.program, self.options, _PROGRAM, job, 1.5 * self.wall_s, stop)
        return self._read(rows, len(codes))

    def _files(self, text: str) -> list[tuple[str, str, int, int]]:
        """Of each file the module, the path, how many statements it has at the top level, and its compiler's flags."""
        path = self.program.snippet.path
        folder = path.resolve().parent if path is not None else Path.cwd()
        trees = [(file, parse_file(file)) for file in files_of(text)]
        return [(file.module, str(folder / file.path), len(tree.body), _flags(tree)) for file, tree in trees]

    def _read(self, rows: Sequence[str], count: int) -> tuple[Measured, list[Tried]]:
        """What the child said; it ran untrusted code, so what is not of the right form says nothing."""
        first, size = len(self.tests), len(self.tests) + _WIDTH * len(self.calls)
        measured = self.measured or Measured(passed=(False,) * first, ticks=-1, seconds=self.most_cpu_s)
        found = [self._nothing] * count
        for place, _, marks in (row.partition(" ") for row in rows):
            if place == "base":
                measured = _read_measured(marks, measured)
            elif place.isdecimal() and int(place) < count and len(marks) == size:
                found[int(place)] = Tried(
                    passed=tuple(mark == "1" for mark in marks[:first]),
                    outputs=tuple(marks[at : at + _WIDTH] for at in range(first, size, _WIDTH)),
                )
        return measured, found


def changed_part(old: str, new: str) -> tuple[int, int, str]:
    """Byte offsets of the stretch of the old text that differs, and what stands there in the new one."""
    before = _alike(old, new)
    after = _alike(old[before:][::-1], new[before:][::-1])
    begin = len(old[:before].encode())
    end = begin + len(old[before : len(old) - after].encode())
    return begin, end, new[before : len(new) - after]


def _alike(one: str, other: str) -> int:
    """How many first characters are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _marks(passed: Sequence[bool]) -> str:
    return "".join("01"[one] for one in passed)


def _read_measured(text: str, otherwise: Measured) -> Measured:
    try:
        marks, ticks, seconds = text.split()
        passed = tuple(mark == "1" for mark in marks)
        return Measured(passed=passed, ticks=int(ticks), seconds=float(seconds))
    except ValueError:
        return otherwise


def _flags(tree: ast.Module) -> int:
    """Those that `from __future__ import annotations` sets in the compiler."""
    lazy = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )
    return __future__.annotations.compiler_flag if lazy else 0


def _bounds(code: str) -> list[tuple[int, int]]:
    """Byte offsets of each statement at the top level, decorators included, up to the next one."""
    starts = [0]
    for row in code.encode().split(b"\n"):
        starts.append(starts[-1] + len(row) + 1)
    begins = []
    for node in parse(code).body:
        decorators = getattr(node, "decorator_list", [])
        first = decorators[0].lineno if decorators else node.lineno
        begins.append(starts[first - 1] + (0 if decorators else node.col_offset))
    return list(zip(begins, [*begins[1:], len(code.encode())], strict=True))


def _asserts(code: str, tests: Sequence[str]) -> list[int]:
    """For each statement at the top level the number of the test that it is, or -1; tests are in the code's order."""
    found, left = [], list(tests)
    for node in parse(code).body:
        is_next = (
            bool(left) and isinstance(node, ast.Assert) and ast.get_source_segment(code, node) == left[0]
        )
        found.append(len(tests) - len(left) if is_next else -1)
        del left[:is_next]
    return found
