"""Which modules a run of a snippet can import."""

import os
from pathlib import Path

from llmdb.prefix.undefined import modules_in
from llmdb.program.debuggers import DEBUGGERS
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.interpreter import editable_modules
from llmdb.runner.job import program_path
from llmdb.runner.model import RunOptions


def importable(snippet: Snippet, options: RunOptions) -> frozenset[str]:
    """Modules that a run of the snippet can import: those beside its file, installed ones, the standard library.

    A debugger that is not installed counts, too: the child makes one up that never stops.
    """
    there = options.python.modules if options.python is not None else editable_modules()
    paths = program_path(Program(snippet=snippet), options, Path(os.devnull))
    return frozenset(DEBUGGERS).union(there, *(modules_in(Path(path)) for path in paths))


def beside(snippet: Snippet) -> frozenset[str]:
    """Modules that lie beside the snippet's file."""
    return modules_in(snippet.path.resolve().parent if snippet.path else None)
