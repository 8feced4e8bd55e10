"""Where the modules of the user's project lie, among all that a program may import."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from llmdb.errors import SnippetNotFound
from llmdb.program.modules import with_modules
from llmdb.program.snippet import Program, Snippet
from llmdb.runner.interpreter import editable_folders
from llmdb.runner.job import program_path
from llmdb.runner.model import RunOptions

_LIBRARY = re.compile(r"\b(?:site-packages|dist-packages|python3\.\d+|python3\d+\.zip)\b")
"""In the paths of folders that hold what was installed."""


def record_with(snippet: Snippet, modules: Sequence[str], options: RunOptions) -> Snippet:
    """The snippet as one program with modules of its project, which lie beside it or where its Python finds them.

    Raises:
        SnippetNotFound, SnippetUnreadable, SnippetSyntaxError: see `with_modules`.
    """
    if snippet.path is None:
        raise SnippetNotFound(f"{snippet.name} is no file: modules are recorded that lie beside one")
    entries = program_path(Program(snippet=snippet), options, Path.cwd())
    folders = [entry for entry in entries if not _LIBRARY.search(entry)]
    every = dict.fromkeys([*folders, *editable_folders(options.python)])
    try:
        return with_modules(snippet, modules, [Path(entry) for entry in every])
    except SnippetNotFound as problem:
        others = [Path(entry) for entry in entries if entry not in every]
        reason = next((why for name in modules if (why := _why_not(name, [*map(Path, every)], others))), None)
        raise SnippetNotFound(reason) if reason else problem from None


def _why_not(name: str, own: Sequence[Path], others: Sequence[Path]) -> str | None:
    """Why a module that is there is not recorded; None where nothing of that name is there, or it is the project's."""
    parts = name.split(".")
    if any(_compiled(folder.joinpath(*parts)) for folder in own):
        return f"{name} is compiled: only Python files are recorded"
    if _is_in(parts[0], own):
        return None
    if parts[0] in sys.stdlib_module_names:
        return f"{name} is the standard library's: only modules of the project are recorded"
    if _is_in(parts[0], others):
        return f"{name} is an installed package: only modules of the project are recorded"
    return None


def _is_in(module: str, folders: Sequence[Path]) -> bool:
    return any((folder / module).is_dir() or (folder / f"{module}.py").is_file() for folder in folders)


def _compiled(path: Path) -> bool:
    """Whether a module is in machine code: `path.cpython-312-x86_64-linux-gnu.so`."""
    return any(path.parent.glob(f"{path.name}.*.so")) or any(path.parent.glob(f"{path.name}*.pyd"))
