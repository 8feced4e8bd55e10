"""A runner of many changes for a program given as text."""

from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.repair.fork_runs import ManyRunner
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions


def many_of(code: str, tests: tuple[str, ...], prefix: str = "") -> ManyRunner:
    """With the real runner."""
    program = Program(snippet=parse_snippet(code, name="test.py"), prefix=prefix)
    return ManyRunner(runner=Runner(), program=program, options=RunOptions(), tests=tests)
