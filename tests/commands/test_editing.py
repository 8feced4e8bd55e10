"""The editor that is opened on a text: scripts in its place."""

import io
import sys

import pytest

from llmdb.commands.state.editing import edit_text
from llmdb.errors import BadArgument
from tests.commands.conftest import UseEditor


def test_the_text_comes_back_as_the_editor_left_it(use_editor: UseEditor) -> None:
    use_editor('test "$1" = --wait && sed -i s/1/2/ "$2"')
    assert edit_text("n = 1\n", "prefix 1", "prefix.py") == "n = 2\n"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("exit 3", r"prefix 1 is unchanged: .*my editor ended with status 3"),
        ('rm "$2"', r"prefix 1 is unchanged: .*my editor: No such file or directory"),
        ("printf '\\377' > \"$2\"", r"prefix 1 is unchanged: .*my editor: its text is not UTF-8"),
    ],
)
def test_an_editor_that_fails_changes_nothing(code: str, message: str, use_editor: UseEditor) -> None:
    use_editor(code)
    with pytest.raises(BadArgument, match=message):
        edit_text("n = 1\n", "prefix 1", "prefix.py")


def test_an_editor_that_is_not_there_is_named(use_editor: UseEditor, monkeypatch: pytest.MonkeyPatch) -> None:
    use_editor("true")
    monkeypatch.setenv("EDITOR", "no-such-editor")
    with pytest.raises(BadArgument, match="prefix 1 is unchanged: no-such-editor: No such file"):
        edit_text("", "prefix 1", "prefix.py")


def test_without_a_terminal_no_editor_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    with pytest.raises(BadArgument, match="prefix 1: an editor needs a terminal"):
        edit_text("", "prefix 1", "prefix.py")
