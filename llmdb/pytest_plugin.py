"""`pytest --llmdb`: a failing test is run once more, recorded, and opened at its error.

What is debugged is the file in which the error arose, or one whose functions the test calls, or else the test's own.
pytest itself runs the test in the recorded process, so that its fixtures are what they were. Nothing is imported from
the rest of llmdb before a test fails: every pytest of an environment with llmdb loads this.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("llmdb", "llmdb, a debugger that records")
    group.addoption("--llmdb", action="store_true", help="open the run of each failing test in llmdb")
    group.addoption(
        "--llmdb-file", metavar="PATH", help="the file to debug, in place of the one that llmdb finds"
    )


def pytest_exception_interact(node: pytest.Item | pytest.Collector, call: pytest.CallInfo[Any]) -> None:
    """Open the failing test's run; the next test is run when that sitting ends."""
    config = node.config
    if not config.getoption("--llmdb") or not isinstance(node, pytest.Function) or call.excinfo is None:
        return
    named = config.getoption("--llmdb-file")
    file = Path(named).resolve() if named else file_to_debug(node, call.excinfo)
    from llmdb.entry import is_at_terminal, open_program

    capture = config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend(in_=True)
    try:
        if not is_at_terminal():
            print(f"llmdb: {node.nodeid} failed; there is no terminal to open it", file=sys.stderr)
            return
        with tempfile.TemporaryDirectory() as folder:
            prefix = Path(folder) / "pytest"
            prefix.write_text(prefix_for(file), encoding="utf-8")
            test = f"from llmdb.pytest_plugin import run_one; run_one({node_of(node)!r}, {str(config.rootpath)!r})"
            open_program([str(file)], first="goto error", options=("--prefix", str(prefix), "--test", test))
    finally:
        if capture is not None:
            capture.resume()


def node_of(node: pytest.Item) -> str:
    """The test as an address that holds wherever pytest is started."""
    return str(node.path) + node.nodeid[node.nodeid.find("::") :]


def file_to_debug(node: pytest.Function, excinfo: pytest.ExceptionInfo[BaseException]) -> Path:
    """The innermost file of the project where the error arose, but for tests; else one whose code the test names."""
    root = node.config.rootpath
    own = Path(node.path).resolve()
    files = [Path(str(entry.path)).resolve() for entry in excinfo.traceback]
    for file in [*reversed(files), *_named_by(node)]:
        if file != own and _is_of_project(file, root):
            return file
    return own


def _named_by(node: pytest.Function) -> Iterator[Path]:
    """The files of what the test's code names, in the order in which it names it."""
    module = inspect.getmodule(node.function)
    for name in node.function.__code__.co_names:
        found = getattr(module, name, None)
        try:
            file = getattr(found, "__file__", None) or inspect.getsourcefile(found)  # type: ignore[arg-type]
        except TypeError:
            continue
        if file:
            yield Path(file).resolve()


def _is_of_project(file: Path, root: Path) -> bool:
    """Whether a file is one of the user's, and no fixture's or test's."""
    installed = {"site-packages", "dist-packages"} & set(file.parts)
    is_test = file.name.startswith("test_") or file.name.endswith("_test.py") or file.name == "conftest.py"
    return file.suffix == ".py" and file.is_relative_to(root) and not installed and not is_test


def prefix_for(file: Path) -> str:
    """Lines that let the program's file stand for the module that tests import."""
    name = module_name(file)
    return (
        "import sys\n"
        f"sys.path[:0] = [path for path in {[*filter(None, sys.path)]!r} if path not in sys.path]\n"
        f"__name__ = {name!r}\n__package__ = {name.rpartition('.')[0]!r}\n"
        f"sys.modules[{name!r}] = sys.modules['__main__']\n"
        f"if __package__:\n    setattr(__import__(__package__, fromlist=['']), {name.rpartition('.')[2]!r}, "
        f"sys.modules['__main__'])\n"
    )


def module_name(file: Path) -> str:
    """What the file is called among the loaded modules, else the name of the file alone."""
    for name, module in [*sys.modules.items()]:
        source = getattr(module, "__file__", None)
        if name != "__main__" and source and Path(str(source)).resolve() == file:
            return name
    return file.stem


class _Raised:
    """A plugin that remembers what a test raised."""

    problem: BaseException | None = None

    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
        """Called for each part of a test."""
        del item
        if call.excinfo is not None and not call.excinfo.errisinstance((pytest.skip.Exception,)):
            self.problem = self.problem or call.excinfo.value

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Called for what holds tests: it may not even be read."""
        if report.failed:
            self.problem = self.problem or ImportError(str(report.longrepr))


def run_one(node: str, root: str) -> None:
    """Run one test by pytest, here; raises what it raised."""
    seen, said = _Raised(), io.StringIO()
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--rootdir", root]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = pytest.main([*options, node], plugins=[seen])
    if seen.problem is not None:
        raise seen.problem
    if status:
        raise RuntimeError(f"pytest did not run {node}: {said.getvalue().strip()[-500:]}")
