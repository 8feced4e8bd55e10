"""Whether tests that others wrote do the same under the recorder as without it: CPython's, and those of packages.

Usage: python -m tests.benchmarks.suites [--python PATH] [--seconds N] [NAME ...]

A NAME is a module of the interpreter's own test suite (`test_deque`), run as the snippet, `MODULES` by default; or a
folder with the unpacked source of a package (`boltons-25.0.0`), whose files of tests are run so one by one. Each of
their tests is run by unittest in both ways, outside the sandbox, and what they came to is compared: those of pytest,
too, that need no fixtures. A recording that a limit ends is compared as far as it came, a file that cannot be run by
itself is said.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

MODULES = [
    "test_abc", "test_asyncgen", "test_augassign", "test_baseexception", "test_binop", "test_bool",
    "test_builtin", "test_call", "test_class", "test_collections", "test_compare", "test_complex",
    "test_contains", "test_context", "test_contextlib", "test_contextlib_async", "test_copy", "test_coroutines",
    "test_dataclasses", "test_decorators", "test_defaultdict", "test_deque", "test_descr", "test_dict",
    "test_dictcomps", "test_dictviews", "test_dynamic", "test_enum", "test_enumerate", "test_except_star",
    "test_exception_group", "test_exception_variations", "test_exceptions", "test_extcall", "test_fractions",
    "test_fstring", "test_funcattrs", "test_functools", "test_generators", "test_genericalias", "test_genexps",
    "test_global", "test_grammar", "test_graphlib", "test_heapq", "test_index", "test_int", "test_isinstance",
    "test_iter", "test_itertools", "test_keywordonlyarg", "test_list", "test_listcomps", "test_memoryview",
    "test_metaclass", "test_named_expressions", "test_operator", "test_ordered_dict", "test_patma",
    "test_pep646_syntax", "test_positional_only_arg", "test_pow", "test_pprint", "test_property", "test_queue",
    "test_raise", "test_range", "test_reprlib", "test_richcmp", "test_scope", "test_set", "test_setcomps",
    "test_slice", "test_sort", "test_string", "test_struct", "test_subclassinit", "test_super", "test_textwrap",
    "test_threading", "test_tuple", "test_typechecks", "test_types", "test_typing", "test_unary", "test_unpack",
    "test_unpack_ex", "test_userdict", "test_userlist", "test_weakref", "test_weakset", "test_with",
    "test_yield_from",
]  # fmt: skip

_SHOWN = 8
_QUIET = "import unittest\nunittest.main = lambda *args, **kwargs: None\n"
_RUN = """
import inspect as _inspect, json as _json, sys as _sys, unittest as _unittest

class _Result(_unittest.TestResult):
    def __init__(self, path):
        super().__init__()
        self._file = open(path, "w")
    def _note(self, test, what, text=""):
        self._file.write(_json.dumps([str(test.id()), what, text]) + "\\n")
        self._file.flush()
    def addSuccess(self, test):
        self._note(test, "passed")
    def addError(self, test, problem):
        self._note(test, "error", f"{problem[0].__name__}: {problem[1]}"[-400:])
    def addFailure(self, test, problem):
        self._note(test, "failed", str(problem[1])[-400:])
    def addSkip(self, test, reason):
        self._note(test, "skipped")
    def addExpectedFailure(self, test, problem):
        self._note(test, "failed as expected")
    def addUnexpectedSuccess(self, test):
        self._note(test, "passed against expectation")
    def addSubTest(self, test, subtest, problem):
        if problem is not None:
            self._note(subtest, "failed", f"{problem[0].__name__}: {problem[1]}"[-400:])

_main, _found = _sys.modules["__main__"], _unittest.TestSuite()
_found.addTests(_unittest.defaultTestLoader.loadTestsFromModule(_main))

class _Call(_unittest.FunctionTestCase):
    def __init__(self, name, call):
        super().__init__(call)
        self._name = name
    def id(self):
        return self._name

def _calls(name, function):
    cases = [{}]
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "parametrize":
            names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
            rows = [getattr(row, "values", row) for row in mark.args[1]]
            rows = [tuple(row) if len(names) > 1 or hasattr(given, "marks") else (row,)
                    for row, given in zip(rows, mark.args[1])]
            cases = [case | dict(zip(map(str.strip, names), row)) for row in rows for case in cases]
        elif mark.name in ("skip", "skipif", "xfail"):
            return
    parameters = _inspect.signature(function).parameters.values()
    needed = {one.name for one in parameters if one.default is one.empty}
    for number, case in enumerate(cases):
        if needed == set(case):
            yield _Call(f"{name}[{number}]", lambda case=case: function(**case))

def _of_pytest(module):
    for name, value in list(vars(module).items()):
        if name.startswith("test") and _inspect.isfunction(value):
            yield from _calls(name, value)
        elif name.startswith("Test") and isinstance(value, type) and not issubclass(value, _unittest.TestCase):
            if value.__init__ is object.__init__ and not hasattr(value, "setup_method"):
                for inner in [inner for inner in dir(value) if inner.startswith("test")]:
                    yield from _calls(f"{name}.{inner}", getattr(value(), inner))

_found.addTests(_of_pytest(_main))
_found.run(_Result(_sys.argv[1]))
"""


def sources(python: str, name: str) -> Iterator[Path]:
    """The files of tests that a name on the command line means."""
    folder = Path(name)
    if folder.is_dir():
        yield from sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py")})
        return
    code = "import test; print(test.__path__[0])"
    where = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    if (Path(where) / f"{name}.py").is_file():
        yield Path(where) / f"{name}.py"
    else:
        print(f"{name}: not here")


def package_of(source: Path) -> Path | None:
    """The folder that a file of tests belongs to: the nearest one that says how it is built."""
    built = ("pyproject.toml", "setup.py")
    return next((up for up in source.parents if any((up / name).is_file() for name in built)), None)


@contextmanager
def as_snippet(source: Path) -> Iterator[tuple[Path, str]]:
    """A copy of a file of tests with what runs them, in one of its package if it has one; what is to run before it."""
    package = package_of(source)
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / "package"
        if package is None:
            own.mkdir()
            file = own / source.name
        else:
            shutil.copytree(package, own)
            file = own / source.relative_to(package)
        file.write_text(source.read_text(encoding="utf-8") + _RUN, encoding="utf-8")
        yield file, f"import sys\nsys.path[:0] = [{str(own / 'src')!r}, {str(own)!r}]\n{_QUIET}"


def results(path: Path) -> dict[str, tuple[str, str]]:
    """What each test came to, and its message."""
    if not path.is_file():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("]")]
    return {name: (what, text) for name, what, text in lines}


def run_plain(python: str, file: Path, out: Path, seconds: float, before: str) -> str:
    """Run a snippet by the interpreter itself, behind some code; why it did not end, "" where it did."""
    alone = "import os\ndel os.environ['PYTHONPATH']\n"
    out.with_name("sitecustomize.py").write_text(alone + before)
    settings = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(out.parent),
    }
    try:
        done = subprocess.run(
            [python, str(file), str(out)], capture_output=True, timeout=seconds, env=settings
        )
    except subprocess.TimeoutExpired:
        return f"not over in {seconds:g} s"
    return "" if done.returncode == 0 else done.stderr.decode(errors="replace").strip().splitlines()[-1]


def run_recorded(python: str, file: Path, out: Path, seconds: float, before: str) -> str:
    """Run it under the recorder; why it did not end, "" where it did."""
    quiet = out.with_name("quiet.py")
    quiet.write_text(before)
    command = [
        *(
            sys.executable,
            "-m",
            "llmdb",
            "--python",
            python,
            "--sandbox",
            "off",
            "--prefix",
            str(quiet),
        ),
        *("--timeout", str(seconds), "--max-steps", "20000000", "--max-memory", "8192", "--checkpoints", "0"),
        *("-x", "goto end", str(file), str(out)),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return (done.stderr or done.stdout).strip()[-300:]
    ends = [line for line in done.stdout.splitlines() if "end of the recording" in line]
    said = ends[-1].strip() if ends else ""
    return "" if said.endswith("the program finished") else said


def differences(
    plain: Mapping[str, tuple[str, str]], recorded: Mapping[str, tuple[str, str]], is_whole: bool
) -> list[str]:
    """The tests that came to something else; those that a recording did not come to count where it is whole."""
    found = []
    for name, (what, text) in plain.items():
        if name not in recorded:
            found += [f"{name}: {what}, not run under the recorder"] if is_whole else []
        elif recorded[name][0] != what:
            found.append(f"{name}: {what} {text[:200]!r}, recorded {recorded[name][0]} {recorded[name][1]!r}")
    return found


def main() -> None:
    """Compare and print, a line for each module and one for each difference."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=MODULES)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--seconds", type=float, default=120.0)
    args = parser.parse_args()
    modules = tests = same = 0
    for source in (source for name in args.names for source in sources(args.python, name)):
        with as_snippet(source) as (file, before), tempfile.TemporaryDirectory() as folder:
            outs = Path(folder) / "plain.jsonl", Path(folder) / "recorded.jsonl"
            problem = run_plain(args.python, file, outs[0], args.seconds, before)
            cut = run_recorded(args.python, file, outs[1], args.seconds, before)
            plain, recorded = (results(out) for out in outs)
        found = differences(plain, recorded, not cut and not problem)
        modules, tests, same = modules + 1, tests + len(plain), same + (not found and bool(recorded))
        said = "; ".join(filter(None, (problem and f"plain: {problem}", cut and f"recorded: {cut}")))
        where = f"{len(plain)} tests, {len(recorded)} recorded, {len(found)} different {said}"
        package = package_of(source)
        print(f"{f'{package.name}: ' if package else ''}{source.stem}: {where}", flush=True)
        for line in found[:_SHOWN]:
            print("   ", line, flush=True)
    print(f"files {modules}, tests {tests}; without a difference {same}")


if __name__ == "__main__":
    main()
