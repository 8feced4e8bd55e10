"""Whether tests that others wrote do the same under the recorder as without it: CPython's, and those of packages.

Usage: python -m tests.benchmarks.suites [--python PATH] [--seconds N] [NAME ...]

A NAME is a module of the interpreter's own test suite (`test_deque`), run as the snippet; `MODULES` by default. Each of
its tests is run by unittest in both ways, outside the sandbox, and what they came to is compared. A recording
that a limit ends is compared as far as it came.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
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
import json as _json, sys as _sys, unittest as _unittest

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

_unittest.defaultTestLoader.loadTestsFromModule(_sys.modules["__main__"]).run(_Result(_sys.argv[1]))
"""


def results(path: Path) -> dict[str, tuple[str, str]]:
    """What each test came to, and its message."""
    if not path.is_file():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("]")]
    return {name: (what, text) for name, what, text in lines}


def run_plain(python: str, file: Path, out: Path, seconds: float) -> str:
    """Run a snippet by the interpreter itself; why it did not end, "" where it did."""
    code = f"import runpy, sys\n{_QUIET}sys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')"
    try:
        done = subprocess.run(
            [python, "-c", code, str(file), str(out)],
            capture_output=True,
            timeout=seconds,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"},
        )
    except subprocess.TimeoutExpired:
        return f"not over in {seconds:g} s"
    return "" if done.returncode == 0 else done.stderr.decode(errors="replace").strip().splitlines()[-1]


def run_recorded(python: str, file: Path, out: Path, seconds: float) -> str:
    """Run it under the recorder; why it did not end, "" where it did."""
    quiet = file.with_name("quiet.py")
    quiet.write_text(_QUIET)
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
    where = subprocess.run(
        [args.python, "-c", "import test; print(test.__path__[0])"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    modules = tests = same = 0
    for name in args.names:
        source = Path(where) / f"{name}.py"
        if not source.is_file():
            print(f"{name}: not here")
            continue
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / source.name
            file.write_text(source.read_text(encoding="utf-8") + _RUN, encoding="utf-8")
            outs = Path(folder) / "plain.jsonl", Path(folder) / "recorded.jsonl"
            problem = run_plain(args.python, file, outs[0], args.seconds)
            cut = run_recorded(args.python, file, outs[1], args.seconds)
            plain, recorded = (results(out) for out in outs)
        found = differences(plain, recorded, not cut and not problem)
        modules, tests, same = modules + 1, tests + len(plain), same + (not found and bool(recorded))
        said = "; ".join(filter(None, (problem and f"plain: {problem}", cut and f"recorded: {cut}")))
        print(
            f"{name}: {len(plain)} tests, {len(recorded)} recorded, {len(found)} different {said}", flush=True
        )
        for line in found[:_SHOWN]:
            print("   ", line, flush=True)
    print(f"modules {modules}, tests {tests}; without a difference {same}")


if __name__ == "__main__":
    main()
