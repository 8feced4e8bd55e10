"""The cells of a Jupyter notebook as a snippet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmdb.errors import SnippetNotFound, SnippetUnreadable
from tests.plugins.test_markdown import load


def cell(source: str | list[str], kind: str = "code") -> dict[str, object]:
    return {"cell_type": kind, "metadata": {}, "outputs": [], "source": source}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    cells = [
        cell("# Title", "markdown"),
        cell(["# task: add\n", "%matplotlib inline\n", "x = 3"]),
        cell("  \n"),
        cell("%%bash\nls -l\n"),
        cell("%%time\nfiles = !ls\nx + len(files)\n"),
    ]
    path = tmp_path / "work.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    return path


def test_a_notebook_is_its_code_cells_in_order_with_only_python_left(work: Path) -> None:
    snippet = load(str(work))
    assert snippet.text == (
        "# cell 1\n# task: add\n# %matplotlib inline\nx = 3\n\n"
        "# cell 2\n# %%bash\n# ls -l\n\n"
        "# cell 3\n# %%time\nfiles = []  # !ls\nx + len(files)\n"
    )
    assert (snippet.name, snippet.task) == ("work.ipynb, 3 cells", "add")
    assert snippet.adapted == "the notebook's own commands became comments (lines 3, 11-12)"


def test_a_number_names_one_code_cell(work: Path) -> None:
    snippet = load(f"{work}#3")
    assert (snippet.name, snippet.text) == (
        "work.ipynb#3 of 3",
        "# %%time\nfiles = []  # !ls\nx + len(files)\n",
    )


def test_dots_before_a_number_name_a_cell_with_those_before_it(work: Path) -> None:
    snippet = load(f"{work}#..2")
    assert (snippet.name, snippet.text) == (
        "work.ipynb#..2 of 3",
        "# cell 1\n# task: add\n# %matplotlib inline\nx = 3\n\n# cell 2\n# %%bash\n# ls -l\n",
    )
    with pytest.raises(SnippetUnreadable, match=r"#4: no such cell; work\.ipynb has 3 code cells"):
        load(f"{work}#..4")


def test_a_number_that_is_none_is_refused_with_how_the_cells_begin(work: Path) -> None:
    with pytest.raises(SnippetUnreadable) as refused:
        load(f"{work}#4")
    assert str(refused.value) == (
        f"{work}#4: no such cell; work.ipynb has 3 code cells: #1 (# task: add), #2 (# %%bash), #3 (%%time)"
    )


def test_the_older_format_keeps_its_cells_in_worksheets(tmp_path: Path) -> None:
    path = tmp_path / "old.ipynb"
    old = {
        "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n", "x"], "language": "python"}]}]
    }
    path.write_text(json.dumps(old), encoding="utf-8")
    assert load(str(path)).text == "# cell 1\nx = 1\nx\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "it is no notebook: JSONDecodeError: "),
        ("[]", "it is no notebook: TypeError: "),
        ('{"cells": [{"cell_type": "code", "source": 1}]}', "it is no notebook: TypeError: "),
        ('{"cells": []}', "it has no code cell"),
        ('{"cells": [], "metadata": {"kernelspec": {"language": "R"}}}', "its cells are r, not Python"),
    ],
)
def test_what_is_no_notebook_with_python_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "work.ipynb"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SnippetUnreadable) as refused:
        load(str(path))
    assert str(refused.value).startswith(f"{path}: {said}")


def test_a_missing_notebook_is_named(tmp_path: Path) -> None:
    with pytest.raises(SnippetNotFound, match="no such file"):
        load(str(tmp_path / "none.ipynb#1"))
