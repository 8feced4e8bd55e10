"""What Tab offers."""

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from llmdb.commands.line.dispatch import dispatch
from llmdb.session import Session
from llmdb.ui.completer import CommandCompleter
from tests.commands.conftest import OpenSession, open_session

__all__ = ["open_session"]

PROGRAM = """\
class Box:
    def __init__(self, items):
        self.items = items
        self._hidden = 1
    def total(self):
        return sum(self.items)

boxes = [Box([1, 2])]
row = {"big": Box([3])}
rows = boxes[0].total()
"""


def offered(session: Session, text: str) -> dict[str, str]:
    """The completions with what is said of each."""
    found = CommandCompleter(session).get_completions(Document(text), CompleteEvent())
    return {completion.text: completion.display_meta_text for completion in found}


@pytest.fixture
def session(open_session: OpenSession) -> Session:
    """In the caller of the function that raised."""
    session = open_session(PROGRAM)
    inside = (n for n in range(1, len(session.trace) + 1) if session.trace.scope_of(n) == "Box.total")
    dispatch(session, f"goto {next(inside)}")
    dispatch(session, "up")
    return session


def test_the_first_word_is_a_command_or_a_variable(session: Session) -> None:
    assert offered(session, "ro") == {
        "root": "this step is where the fault begins",
        "row": "",
        "rows": "",
    }
    assert list(offered(session, "Bo")) == ["Box"]
    assert "step" in offered(session, "")


@pytest.mark.parametrize("line", ["p bo", "1 + bo", "f(bo", "p(bo", "bo", "interact_ + bo"])
def test_a_variable_is_completed_wherever_an_expression_stands(session: Session, line: str) -> None:
    assert list(offered(session, line)) == ["boxes"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("p boxes[0].", ["items", "total"]),
        ("boxes[0].it", ["items"]),
        ("boxes[0]._h", ["_hidden"]),
        ("print(row['big'].to", ["total"]),
        ("p boxes.app", ["append"]),
        ("p boxes[0].items.cou", ["count"]),
        ("p nothing.", []),
        ("p boxes.pop().", []),
        ("break 3.", []),
    ],
)
def test_attributes_are_completed_without_calling_anything(
    session: Session, line: str, names: list[str]
) -> None:
    assert list(offered(session, line)) == names
