"""A fenced block of a Markdown file as a snippet."""

from __future__ import annotations

from pathlib import Path

import pytest

from llmdb.errors import SnippetNotFound, SnippetUnreadable
from llmdb.program.snippet import Snippet
from llmdb.registry import Registry

NOTES = """\
# Notes

```python
first = 1
```

```console
$ ls
```

- in a list:

  ~~~~py title="second"
  # task: count
  second = 2

  if second:
      print("```")
  ~~~~

```
no language
```
"""


def load(target: str) -> Snippet:
    """What the loaders of the shipped plugins make of the target."""
    registry = Registry()
    registry.load_shipped()
    loader = next(loader for loader in registry.loaders if loader.accepts(target))
    return loader.load(target)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    path = tmp_path / "notes.md"
    path.write_text(NOTES, encoding="utf-8")
    return path


def test_without_a_number_it_is_the_first_python_block_and_the_name_says_how_many_there_are(
    notes: Path,
) -> None:
    snippet = load(str(notes))
    assert (snippet.text, snippet.name) == ("first = 1\n", "notes.md#1 of 2")


def test_a_number_counts_python_blocks_only_and_indentation_is_taken_off(notes: Path) -> None:
    snippet = load(f"{notes}#2")
    assert snippet.text == '# task: count\nsecond = 2\n\nif second:\n    print("```")\n'
    assert snippet.task == "count"


@pytest.mark.parametrize("number", ["0", "3", "x", ""])
def test_a_number_that_is_none_is_refused_with_the_places_of_the_blocks(notes: Path, number: str) -> None:
    with pytest.raises(SnippetUnreadable) as refused:
        load(f"{notes}#{number}")
    assert str(refused.value) == (
        f"{notes}#{number}: no such block; notes.md has 2 Python blocks: #1 at line 3, #2 at line 13"
    )


def test_a_fenced_session_is_its_code(tmp_path: Path) -> None:
    path = tmp_path / "session.md"
    path.write_text("```pycon\n>>> x = 1\n>>> x\n1\n```\n", encoding="utf-8")
    assert load(str(path)).text == "x = 1\nx\n# 1\n"


def test_where_no_block_names_a_language_all_of_them_count(tmp_path: Path) -> None:
    path = tmp_path / "plain.markdown"
    path.write_text("> ```\n> x = 1\n> ```\n\n```\ny = 2\n", encoding="utf-8")
    assert load(str(path)).text == "x = 1\n"
    assert load(f"{path}#2").text == "y = 2\n"


def test_a_file_without_python_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "shell.md"
    path.write_text("```sh\nls\n```\n", encoding="utf-8")
    with pytest.raises(SnippetUnreadable, match="it has no fenced Python block"):
        load(str(path))
    with pytest.raises(SnippetNotFound, match="no such file"):
        load(str(tmp_path / "none.md#1"))


def test_other_targets_are_left_to_the_other_loaders() -> None:
    registry = Registry()
    registry.load_shipped()
    assert not any(loader.accepts("notes.py") for loader in registry.loaders)
