"""The program that tries prefixes in one child process, each in a fork of its own.

It is run by `runner.forks.ForkServer` and prints one marked JSON line for each candidate. Only the standard library
is used, nothing of llmdb. A plain run of it needs no prefix.
"""

import json
from collections.abc import Sequence

from llmdb.prefix.coverage import HOOK
from llmdb.prefix.model import CoverageRun, RunError
from llmdb.runner.forks import END

MOST_STEPS = 100_000
"""Statements after which a run counts as one that does not end: the same on every machine, under every load."""

WALL = 3
"""Wall seconds for each second of computing."""

PROGRAM = r"""
def _main(job):
    import atexit, builtins, json, os, signal, sys, tempfile, time
    from shutil import rmtree  # which a prefix may set to something else

    def leave(code=None):
        raise SystemExit(code)

    for name in ("exit", "quit"):
        if not hasattr(builtins, name):
            setattr(builtins, name, leave)
    snippet = compile(job["program"], "<snippet>", "exec")
    home = os.getcwd()

    def one(code, out):
        covered = set()
        error = None
        absent = []
        watching = False

        folder = tempfile.mkdtemp(dir=home)

        def watch(event, given):
            if watching and event == "open" and isinstance(given[0], str):
                path = given[0].removeprefix(folder + "/")
                if not path.startswith("/") and str(given[1] or "r")[:1] == "r" and len(absent) < 3:
                    if not os.path.exists(path):
                        absent.append(path)
            if watching and event == "os.walk" and isinstance(given[0], str) and len(absent) < 3:
                path = given[0].removeprefix(folder + "/").rstrip("/")
                if not path.startswith("/") and not os.path.exists(path):
                    absent.append(path + "/")

        sys.addaudithook(watch)
        os.chdir(folder)
        outer, module = sys.modules["__main__"], type(sys)("__main__")
        module.__package__, module.__spec__ = outer.__package__, outer.__spec__
        sys.modules["__main__"] = module
        space = module.__dict__
        steps = 0

        def ran(line):
            nonlocal steps
            covered.add(line)
            steps += 1
            if steps > job["steps"]:
                late()

        slept = 0.0
        real_sleep = time.sleep

        def sleep(seconds):
            nonlocal slept
            if not isinstance(seconds, (int, float)) or not seconds >= 0:
                real_sleep(seconds)
            slept += seconds
            ran(-1)

        def later(clock):
            return lambda: clock() + slept

        time.sleep = sleep
        for clock in ("time", "monotonic", "perf_counter"):
            setattr(time, clock, later(getattr(time, clock)))
        space[job["hook"]] = ran

        def describe(problem, in_prefix):
            line, prefix_line, trace = None, getattr(problem, "lineno", None), problem.__traceback__
            through = []
            while trace is not None:
                if trace.tb_frame.f_code.co_filename == "<prefix>" and not isinstance(prefix_line, int):
                    prefix_line = trace.tb_lineno
                if trace.tb_frame.f_code.co_filename == "<snippet>":
                    line = trace.tb_lineno
                    through.append(line)
                trace = trace.tb_next
            try:
                message = str(problem)[:300]
            except BaseException:
                message = ""
            name = getattr(problem, "name", None) if isinstance(problem, NameError) else None
            path = getattr(problem, "filename", None) if isinstance(problem, FileNotFoundError) else None
            path = path.removeprefix(folder + "/") if isinstance(path, str) else None
            return {"type": type(problem).__name__,
                    "message": message, "line": line, "in_prefix": in_prefix, "prefix_line": prefix_line,
                    "through": through[:20],
                    "name": name if isinstance(name, str) else None, "path": path}

        def report():
            lines = sorted(n for n in covered if isinstance(n, int) and n > 0)
            names = [name for name in list(space) if type(name) is str and name.isidentifier()]
            data = json.dumps({"lines": lines, "error": error, "absent": absent, "names": names[-5000:],
                               "steps": steps})
            os.write(out, data.encode())

        def late(*_):
            nonlocal error
            error = {"type": "TimeoutError", "message": "time limit", "line": None, "late": True}
            report()
            rmtree(folder, ignore_errors=True)
            os._exit(0)

        def unraisable(info):
            nonlocal error
            if not isinstance(info.exc_value, SystemExit):
                error = error or describe(info.exc_value, False)

        atexit._clear()
        sys.unraisablehook = unraisable
        for number, timer, seconds in ((signal.SIGALRM, signal.ITIMER_REAL, job["wall"]),
                                       (signal.SIGPROF, signal.ITIMER_PROF, job["limit"])):
            signal.signal(number, late)
            signal.setitimer(timer, seconds)
        try:
            exec(compile(code, "<prefix>", "exec"), space)
        except BaseException as problem:
            error = describe(problem, True)
            report()
            return
        space[job["hook"]] = ran
        steps = 0
        watching = True
        try:
            exec(snippet, space)
        except SystemExit:
            pass
        except BaseException as problem:
            error = describe(problem, False)
        try:
            atexit._run_exitfuncs()
        except SystemExit:
            pass
        except BaseException as problem:
            error = error or describe(problem, False)
        report()
        rmtree(folder, ignore_errors=True)

    def whole(data):
        try:
            json.loads(data)
        except ValueError:
            return False
        return True

    def say(text):
        sys.stdout.write(job["mark"] + text + "\n")
        sys.stdout.flush()

    def answer(batch):
        for name in batch["preload"]:
            try:
                __import__(name)
            except BaseException:
                pass
        each = _fork_each(batch["prefixes"], one, job["wall"] + 0.5, whole, job["at_once"])
        for number, data in enumerate(each):
            try:
                result = json.loads(data)
            except ValueError:
                died = {"type": "Crash", "message": "the process died", "line": None, "late": True}
                result = {"lines": [], "error": died}
            result["number"] = number
            say(json.dumps(result))

    kept = set(os.listdir(home))
    for line in open(0, "rb", closefd=False):
        answer(json.loads(line))
        for left in set(os.listdir(home)) - kept:
            rmtree(os.path.join(home, left), ignore_errors=True)
        say(job["end"])


_main(JOB)
"""


def job_of(instrumented: str, limit_s: float, at_once: int = 1, steps: int = MOST_STEPS) -> dict[str, object]:
    """What `PROGRAM` is to do: try prefixes before the instrumented snippet.

    A batch of them is `{"prefixes": codes, "preload": modules}`: the modules are imported once, before the forks.

    Args:
        instrumented: what `instrument_lines` made of the snippet.
        limit_s: seconds of computing that one candidate may take; it may wait `WALL` times as long.
        at_once: how many candidates run at a time.
        steps: statements that one candidate may run. What sleeps takes no time: its clocks go on by as much.
    """
    return {
        "program": instrumented,
        "limit": limit_s,
        "wall": WALL * limit_s,
        "at_once": at_once,
        "steps": steps,
        "hook": HOOK,
        "end": END,
    }


def read_batch(rows: Sequence[str], count: int) -> list[CoverageRun]:
    """The runs that the program reported; those it did not come to are empty and timed out.

    The rows come from a process that ran untrusted code: whatever is not of the right form counts as no answer.
    """
    runs: dict[int, CoverageRun] = {}
    for row in rows:
        try:
            found = json.loads(row)
            runs[int(found["number"])] = _run(found)
        except (ValueError, KeyError, TypeError):
            continue
    missing = CoverageRun(lines=frozenset(), timed_out=True)
    return [runs.get(number, missing) for number in range(count)]


def _run(found: dict[str, object]) -> CoverageRun:
    lines, problem = found["lines"], found.get("error")
    covered = frozenset(n for n in lines if isinstance(n, int)) if isinstance(lines, list) else frozenset()
    paths = found.get("absent")
    absent = tuple(path for path in paths if isinstance(path, str)) if isinstance(paths, list) else ()
    held = found.get("names")
    names = (
        frozenset(name for name in held if isinstance(name, str)) if isinstance(held, list) else frozenset()
    )
    count = found.get("steps")
    steps = count if isinstance(count, int) else 0
    if not isinstance(problem, dict):
        return CoverageRun(lines=covered, absent_files=absent, names=names, steps=steps)
    calls = problem.get("through")
    outer = calls if isinstance(calls, list) else []
    line, name, path = problem.get("line"), problem.get("name"), problem.get("path")
    return CoverageRun(
        lines=covered,
        absent_files=absent,
        names=names,
        steps=steps,
        error=RunError(
            type=str(problem.get("type")),
            message=str(problem.get("message")),
            line=line if isinstance(line, int) else None,
            through=tuple(n for n in outer if isinstance(n, int)),
        ),
        missing_name=name if isinstance(name, str) else None,
        missing_file=path if isinstance(path, str) else None,
        in_prefix=bool(problem.get("in_prefix")),
        prefix_line=at if isinstance(at := problem.get("prefix_line"), int) else None,
        timed_out=bool(problem.get("late")),
    )
