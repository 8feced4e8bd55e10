"""deps and slice, through the session."""

import pytest

from llmdb.commands.deps import DepsResult
from llmdb.commands.dispatch import dispatch
from llmdb.commands.slicing import SliceResult
from llmdb.errors import BadArgument, NoSuchName
from llmdb.session import Session, SuppliedPrefix
from llmdb.types import Json
from tests.commands.conftest import OpenSession

SUM = """\
a = 2
b = 3
c = a * 10
if b > 1:
    d = c + 1
print(d)
"""


def json_of(session: Session, line: str) -> dict[str, Json]:
    """The JSON result of a command."""
    result = dispatch(session, line)
    assert isinstance(result, DepsResult | SliceResult)
    return result.to_json()


def test_deps_gives_reads_with_value_and_writer_and_the_control(open_session: OpenSession) -> None:
    session = open_session(SUM)
    dispatch(session, "goto 2")
    assert json_of(session, "deps") == {
        "step": 2,
        "reads": [
            {
                "name": "c",
                "value": {"type": "int", "repr": "20"},
                "writer": {"step": 1, "line": 3},
                "how": "assignment",
                "evidence": "observed",
            }
        ],
        "control": {"step": 1, "line": 4, "condition": "b > 1"},
    }


def test_deps_of_a_name_that_the_step_does_not_read_tells_who_wrote_it(open_session: OpenSession) -> None:
    session = open_session(SUM)
    dispatch(session, "goto end")
    reads = json_of(session, "deps b")["reads"]
    value: Json = {"type": "int", "repr": "3"}
    writer: Json = {"step": 1, "line": 2}
    assert reads == [
        {"name": "b", "value": value, "writer": writer, "how": "assignment", "evidence": "observed"}
    ]


def test_a_value_from_the_prefix_has_no_writer(open_session: OpenSession) -> None:
    session = open_session("y = given + 1\n")
    session.use_prefix(SuppliedPrefix(code="given = 4"))
    value: Json = {"type": "int", "repr": "4"}
    dispatch(session, "goto 1")
    assert json_of(session, "deps")["reads"] == [
        {"name": "given", "value": value, "writer": None, "how": "prefix", "evidence": None}
    ]


def test_deps_of_an_unknown_name_is_refused(open_session: OpenSession) -> None:
    session = open_session(SUM)
    with pytest.raises(NoSuchName):
        dispatch(session, "deps nothing")
    with pytest.raises(BadArgument):
        dispatch(session, "deps 1 + 1")


def test_slice_leaves_out_what_the_value_does_not_depend_on(open_session: OpenSession) -> None:
    session = open_session(
        "total = 0\nother = 0\nfor i in range(2):\n    total += i\nfor k in range(2):\n    other += k\n"
    )
    dispatch(session, "goto end")
    steps = json_of(session, "slice total")["steps"]
    assert [(s["line"], s["names"]) for s in steps] == [  # type: ignore[index, union-attr, call-overload]
        (1, ["total"]),
        (3, ["i"]),
        (4, ["total"]),
        (3, ["i"]),
        (4, ["total"]),
    ]


def test_a_forward_slice_shows_what_a_value_went_into(open_session: OpenSession) -> None:
    session = open_session("a = 1\nb = 2\nif a:\n    c = a + 1\nif b:\n    d = b\ne = c\n")
    steps = json_of(session, "slice a --forward")["steps"]
    assert [s["line"] for s in steps] == [1, 4, 7]  # type: ignore[index, union-attr, call-overload]
