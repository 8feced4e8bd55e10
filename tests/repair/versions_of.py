"""A runner of versions for a program given as text."""

from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.repair.version_runner import VersionRunner
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from llmdb.runner.visible_tests import value_after


def versions_of(code: str, tests: tuple[str, ...], prefix: str = "") -> VersionRunner:
    """With the real runner."""
    program = Program(snippet=parse_snippet(code, name="test.py"), prefix=prefix)
    return VersionRunner(runner=Runner(), program=program, options=RunOptions(), tests=tests)


def value_of(code: str, call: str) -> str:
    """What a call gives in a version, by the real runner."""
    return value_after(Runner(), Program(snippet=parse_snippet(code, name="test.py")), RunOptions(), call)
