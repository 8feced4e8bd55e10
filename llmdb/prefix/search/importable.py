"""Which modules a run of a snippet can import."""

import os
from pathlib import Path

from llmdb.prefix.undefined import modules_in
from llmdb.program.debuggers import DEBUGGERS
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.interpreter import editable_modules, package_above
from llmdb.runner.job import program_path
from llmdb.runner.model import RunOptions


def importable(snippet: Snippet, options: RunOptions) -> frozenset[str]:
    """Modules that a run of the snippet can import: those beside its file, installed ones, the standard library.

    A debugger that is not installed counts, too: the child makes one up that never stops.
    """
    there = options.python.modules if options.python is not None else editable_modules()
    paths = program_path(Program(snippet=snippet), options, Path(os.devnull))
    return frozenset(DEBUGGERS).union(there, beside(snippet), *(modules_in(Path(path)) for path in paths))


def beside(snippet: Snippet) -> frozenset[str]:
    """Modules that lie beside the snippet's file, or beside the package that it is a module of.

    "" is the package that relative imports mean, where the file lies in one: it is never made up, also where the file
    is run by itself, so that these imports fail.
    """
    if snippet.path is None:
        return frozenset()
    package, above = package_above(snippet.path)
    folder = above if snippet.module else snippet.path.resolve().parent
    return modules_in(folder) | ({""} if package or snippet.module else set())
