"""Finding the modules of a project that a program is recorded with, without importing anything."""

import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from llmdb.errors import SnippetNotFound, SnippetUnreadable
from llmdb.program.files import SourceFile, files_of, joined, main_text
from llmdb.program.load import read_module
from llmdb.program.parsing import parse
from llmdb.program.snippet import Snippet

_PACKAGE = "__init__.py"
_MOST_FILES = 50


def with_modules(snippet: Snippet, names: Sequence[str], folders: Sequence[Path]) -> Snippet:
    """The snippet with further files of its project: it is one program with them.

    Args:
        snippet: may have modules already; they stay as they are.
        names: modules as `import` names them; of a package all modules.
        folders: where they are looked for, the first that has one counts.

    Raises:
        SnippetNotFound: there is no such file.
        SnippetUnreadable: a file is binary, not in the encoding that it claims, or there are too many.
        SnippetSyntaxError: a module is not Python.
    """
    folder = snippet.path.resolve().parent if snippet.path is not None else Path.cwd()
    main = snippet.path.resolve() if snippet.path is not None else None
    known = files_of(snippet.text)[1:]
    found: dict[str, Path] = {}
    for name in names:
        for module, path in _files(name, folders):
            if path.resolve() != main and all(module != file.module for file in known):
                found.setdefault(module, path.resolve())
    if len(found) > _MOST_FILES:
        raise SnippetUnreadable(
            f"{len(found)} files are too many to record; name the modules, up to {_MOST_FILES}"
        )
    files = [
        *known,
        *(
            SourceFile(module=module, path=_shown(path, folder), text=read_module(path, _shown(path, folder)))
            for module, path in found.items()
        ),
    ]
    return replace(snippet, text=joined(main_text(snippet.text), files))


def begins_package(snippet: Snippet) -> bool:
    """Whether a module that was opened by `-m` itself imports its package, which is recorded, before it does anything.

    Then nothing is lost where the package is not imported before it, and its modules are in the recording.
    """
    package = snippet.module.rpartition(".")[0]
    if not package or all(file.module != package for file in files_of(snippet.text)):
        return False
    for node in parse(snippet.main).body:
        if isinstance(node, ast.ImportFrom) and (node.level or _is_of(node.module or "", package)):
            return True
        if isinstance(node, ast.Import) and any(_is_of(alias.name, package) for alias in node.names):
            return True
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not isinstance(node, ast.Import | ast.ImportFrom):
            return False
    return False


def _is_of(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def read_again(snippet: Snippet, main: str) -> str:
    """The program's text with a main file, and its modules as they are on the disk now; raises as `with_modules`."""
    folder = snippet.path.resolve().parent if snippet.path is not None else Path.cwd()
    files = [
        replace(file, text=read_module(folder / file.path, file.path)) for file in files_of(snippet.text)[1:]
    ]
    return joined(main, files)


def _files(name: str, folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """The files of a module; of a package those of all its modules."""
    parts = name.removesuffix(".py").replace("/", ".").split(".")
    if not all(part.isidentifier() for part in parts):
        raise SnippetNotFound(
            f"{name!r} is no name of a module; as `import` names it: helpers, or pkg.helpers"
        )
    for folder in folders:
        whole = folder.joinpath(*parts)
        if (whole / _PACKAGE).is_file():
            for path in sorted(whole.rglob("*.py")):
                inner = path.relative_to(whole).with_suffix("").parts
                module = [*parts, *(inner[:-1] if inner[-1] == "__init__" else inner)]
                if all(part.isidentifier() for part in module):
                    yield ".".join(module), path
            return
        if (file := whole.with_name(f"{parts[-1]}.py")).is_file():
            yield ".".join(parts), file
            return
    raise SnippetNotFound(f"no module {name} in {folders[0] if folders else 'the folder of the snippet'}")


def _shown(path: Path, folder: Path) -> str:
    return os.path.relpath(path, folder) if path.is_relative_to(folder.parent) else str(path)
