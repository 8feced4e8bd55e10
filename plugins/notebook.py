"""The cells of a Jupyter notebook as snippet: `work.ipynb` is all of them in order, `work.ipynb#2` the second, and
`work.ipynb#..2` the second after those before it.

Only code cells count. A comment line says where each begins; what only IPython knows (`%matplotlib inline`, `!ls`)
becomes a comment where it stands, as in every pasted text. Notebook formats 3 and 4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llmdb.errors import SnippetUnreadable
from llmdb.program.parts import choose_part, read_parts, split_target

if TYPE_CHECKING:
    from pathlib import Path

    from llmdb.program.snippet import Snippet
    from llmdb.registry import Registry

_SUFFIXES = (".ipynb",)
_TIMED = ("%%time", "%%timeit", "%%capture", "%%prun")
"""Cell magics that run the rest of the cell as Python; the others hold another language, or run elsewhere."""


_WITH_EARLIER = ".."


class NotebookLoader:
    """Loads `work.ipynb`, `work.ipynb#2`, and `work.ipynb#..2`."""

    def accepts(self, target: str) -> bool:
        """Whether the target's path ends like a notebook's, with or without `#NUMBER`."""
        return split_target(target, _SUFFIXES) is not None

    def load(self, target: str) -> Snippet:
        """The cells as a snippet named `work.ipynb, 5 cells` or `work.ipynb#2 of 5`.

        Raises:
            SnippetNotFound: there is no such file.
            SnippetUnreadable: it is no notebook, holds no Python, or has no such cell.
        """
        from llmdb.program.load import parse_snippet

        found = split_target(target, _SUFFIXES)
        assert found is not None
        path, number = found
        cells = code_cells(read_parts(path), path)
        if number is None:
            return parse_snippet(
                _joined(cells), name=f"{path.name}, {len(cells)} cell{'' if len(cells) == 1 else 's'}"
            )
        places = [f"({_first_words(cell)})" for cell in cells]
        chosen = choose_part(number.removeprefix(_WITH_EARLIER), path, "code cell", places)
        name = f"{path.name}#{number} of {len(cells)}"
        if number.startswith(_WITH_EARLIER):
            return parse_snippet(_joined(cells[:chosen]), name=name)
        return parse_snippet(cells[chosen - 1], name=name)


def register(registry: Registry) -> None:
    """Add the loader."""
    registry.loader(NotebookLoader())


def _joined(cells: list[str]) -> str:
    return "\n".join(f"# cell {number}\n{cell}" for number, cell in enumerate(cells, 1))


def code_cells(text: str, path: Path) -> list[str]:
    """The Python in each code cell that has some, with its line end.

    Raises:
        SnippetUnreadable: it is no notebook, or not one with Python in it.
    """
    import json

    try:
        notebook = json.loads(text)
        sources = [_source(cell) for cell in _cells(notebook) if cell["cell_type"] == "code"]
        language = _language(notebook)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        raise SnippetUnreadable(
            f"{path}: it is no notebook: {type(problem).__name__}: {problem}"
        ) from problem
    if language not in ("", "python", "ipython"):
        raise SnippetUnreadable(f"{path}: its cells are {language}, not Python")
    cells = [f"{_python(source).rstrip()}\n" for source in sources if source.strip()]
    if not cells:
        raise SnippetUnreadable(f"{path}: it has no code cell")
    return cells


def _cells(notebook: Any) -> list[Any]:
    """All cells; format 3 has them in worksheets."""
    if "worksheets" in notebook:
        return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
    return list(notebook["cells"])


def _source(cell: Any) -> str:
    source = cell["source"] if "source" in cell else cell["input"]
    return source if isinstance(source, str) else "".join(source)


def _language(notebook: Any) -> str:
    metadata = notebook.get("metadata", {})
    named = metadata.get("kernelspec", {}).get("language") or metadata.get("language_info", {}).get("name")
    return str(named or "").lower()


def _python(source: str) -> str:
    """The cell, commented out as a whole if it begins with the magic of another language."""
    first = source.lstrip().partition("\n")[0].split()
    if not first or not first[0].startswith("%%") or first[0] in _TIMED:
        return source
    return "\n".join(f"# {line}".rstrip() for line in source.strip("\n").split("\n"))


def _first_words(cell: str) -> str:
    first = next((line.strip() for line in cell.split("\n") if line.strip()), "")
    return first if len(first) <= 24 else f"{first[:23]}…"
