"""deps and slice, through the session."""

from typing import Any, cast

import pytest

from llmdb.commands.deps import DepsResult
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.results.common import Position
from llmdb.commands.slicing import SliceResult
from llmdb.errors import BadArgument, NoSuchName, NoSuchStep
from llmdb.program.graph import Level
from llmdb.session import Session, Settings, SuppliedPrefix
from llmdb.types import Json
from llmdb.ui.context import ViewContext
from llmdb.ui.views.dependencies import view_deps, view_slice
from tests.commands.conftest import OpenSession

pytestmark = pytest.mark.usefixtures("shared_runs")

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
    assert [s["line"] for s in steps] == [1, 3, 4, 7]  # type: ignore[index, union-attr, call-overload]


def test_moves_go_through_the_slice_and_stay_in_it_while_it_is_on(open_session: OpenSession) -> None:
    session = open_session("a = 1\nif a:\n    b = 2\nif a:\n    c = a\nd = c\n")
    dispatch(session, "goto end")
    assert len(session.trace) == 5
    numbers = [s["step"] for s in rows(session, "slice d", "steps")]
    assert numbers == [1, 3, 4, 5]
    moved = dispatch(session, "slice back")
    assert isinstance(moved, Position)
    assert (session.position, moved.reason) == (4, "step 3 of the 4 in the slice of d")
    dispatch(session, "slice on")
    dispatch(session, "back 2")
    assert session.position == 1
    dispatch(session, "next")
    assert session.position == 3
    with pytest.raises(NoSuchStep, match="step 3: the slice of d ends at step 5; `slice off` leaves it"):
        dispatch(session, "step 9")
    dispatch(session, "slice off")
    dispatch(session, "back")
    assert session.position == 2


def test_there_is_no_move_in_a_slice_before_there_is_one(open_session: OpenSession) -> None:
    session = open_session(SUM)
    with pytest.raises(BadArgument, match="there is no slice yet"):
        dispatch(session, "slice next")


def rows(session: Session, line: str, key: str) -> list[dict[str, Any]]:
    """A list of a command's JSON result."""
    return cast("list[dict[str, Any]]", json_of(session, line)[key])


def test_elements_are_named_as_the_source_writes_them(open_session: OpenSession) -> None:
    session = open_session(
        "class Box:\n    def __init__(self):\n        self.items = [1]\n\n"
        "b = Box()\nd = {'k': [0, 0]}\nb.items[0] = 5\nd['k'][1] = 6\nif d:\n    a = 0\n"
    )
    dispatch(session, "goto end")
    found = {}
    for name in ("b.items[0]", "d['k'][1]", 'd["k"][-1]', "d['k'][0]"):
        read = rows(session, f"deps {name}", "reads")[0]
        found[name] = (read["value"]["repr"], read["writer"]["line"])
    assert found == {
        "b.items[0]": ("5", 7),
        "d['k'][1]": ("6", 8),
        'd["k"][-1]': ("6", 8),
        "d['k'][0]": ("0", 6),
    }
    assert [s["line"] for s in rows(session, "slice d['k'][1]", "steps")] == [6, 8]


def test_an_unknown_name_is_answered_with_those_that_there_are(open_session: OpenSession) -> None:
    session = open_session("total = 1\nother = 2\nlast = 3\n")
    for command in ("deps", "slice"):
        with pytest.raises(NoSuchName, match="no variable 'totl' at step 1; there are: total"):
            dispatch(session, f"{command} totl")
        with pytest.raises(NoSuchName, match="no variable 'q' at step 1; there are: last, other, total"):
            dispatch(session, f"{command} q")


def test_a_name_that_is_not_there_yet_or_not_here_is_answered_with_the_last_step_that_has_it(
    open_session: OpenSession,
) -> None:
    session = open_session(
        "first = 1\ndef twice(n):\n    return n * 2\nif first:\n    result = twice(first)\n"
    )
    for command in ("deps", "slice", "plan", "wrong", "hunt"):
        with pytest.raises(
            NoSuchName, match="no variable 'result' at step 1; step 5 is the last that has it: `goto 5`"
        ):
            dispatch(session, f"{command} result")
    with pytest.raises(
        NoSuchName, match="no variable 'n' at step 1; step 4 is the last that has it: `goto 4`"
    ):
        dispatch(session, "deps n")


def test_a_part_that_a_value_has_not_is_answered_with_the_value(open_session: OpenSession) -> None:
    with pytest.raises(NoSuchName, match=r"no part 'total\[0\]' at step 1; total is 12"):
        dispatch(open_session("total = 12\n"), "deps total[0]")


def test_deps_is_a_tree_of_what_the_writers_had_read(open_session: OpenSession) -> None:
    session = open_session("a = 2\nb = a * 3\nif b > 1:\n    c = b + a\n")
    dispatch(session, "goto end")
    result = dispatch(session, "deps c")
    assert str(view_deps(result, ViewContext(width=80))) == (
        "step 2, line 4\n"
        " ├─ c 8  ← step 2, line 4  observed  c = b + a\n"
        " │  ├─ b 6  ← step 1, line 2  observed  b = a * 3\n"
        " │  │  └─ a 2  ← step 1, line 1  observed  a = 2\n"
        " │  └─ a 2  ← step 1, line 1  observed  a = 2\n"
        " └─ because b > 1  ← step 1, line 3"
    )


def test_pieces_of_one_value_that_one_line_wrote_are_one_row(open_session: OpenSession) -> None:
    session = open_session("out = []\nfor n in (3, 4, 5):\n    out.append(n * 2)\nprint(out)\n")
    dispatch(session, "goto end")
    result = dispatch(session, "deps out")
    assert isinstance(result, DepsResult)
    assert str(view_deps(result, ViewContext(width=80))) == (
        "step 9, line 4\n"
        " ├─ out [6, 8, 10]  ← step 7, line 3 ×3  observed  out.append(n * 2)\n"
        " │  └─ n 5  ← step 6, line 2  observed  for n in (3, 4, 5):\n"
        " └─ out  ← step 1, line 1  observed  out = []"
    )
    assert [(read.step, read.line) for read in result.reads] == [(7, 3), (5, 3), (3, 3), (1, 1)]


def test_results_of_several_calls_stay_rows_of_their_own(open_session: OpenSession) -> None:
    session = open_session("def f(n):\n    return n // 2\nxs = [f(n) for n in (4, 5)]\n")
    dispatch(session, "goto end")
    result = dispatch(session, "deps xs")
    assert isinstance(result, DepsResult)
    assert [(row.name, row.value.repr, row.count) for row in result.tree[0].above] == [
        ("f()", "2", 1),
        ("f()", "2", 1),
    ]


def test_a_slice_is_a_tree_of_lines_each_once_with_how_often_it_ran(open_session: OpenSession) -> None:
    session = open_session("t = 0\nfor i in range(2):\n    t += i\nprint(t)\n")
    dispatch(session, "goto end")
    assert str(view_slice(dispatch(session, "slice t"), ViewContext(width=70))) == (
        " └─ t  step 5, line 3 ×2  t += i\n"
        "    ├─ i  step 4, line 2 ×2  for i in range(2):\n"
        "    └─ t  step 1, line 1  t = 0\n"
        "t came from 5 of 7 steps · slice next · slice back · slice on: `next`…"
    )


def test_a_line_that_stands_elsewhere_in_the_tree_of_a_slice_is_named(open_session: OpenSession) -> None:
    session = open_session("a = 1\nif a:\n    b = a\nif b:\n    c = a + b\n")
    dispatch(session, "goto 1")
    assert str(view_slice(dispatch(session, "slice a --forward"), ViewContext(width=50))) == (
        " └─ a  step 1, line 1  a = 1  ▶\n"
        "    ├─ a  step 1, line 2  if a:  ▶  ↑ line 3\n"
        "    ├─ a  step 2, line 3  b = a  ↑ line 5\n"
        "    │  └─ b  step 3, line 4  if b:  ↑ line 5\n"
        "    └─ a  step 4, line 5  c = a + b\n"
        "a went into 4 of 4 steps · slice next · slice bac…"
    )


def test_a_write_that_went_to_another_item_is_shown_as_such_in_tree_list_json_and_position(
    open_session: OpenSession,
) -> None:
    session = open_session('d = {"a": 0, "b": 0}\nfor k in ["a", "a"]:\n    d[k] += 1\nprint(d)\n')
    dispatch(session, "goto end")
    wide = ViewContext(width=90)
    assert str(view_slice(dispatch(session, "slice d['b']"), wide)).split("\n")[:-1] == [
        ' ├─ d[\'b\']  step 1, line 1  d = {"a": 0, "b": 0}',
        " └─ other key: d['b']  step 5, line 3 ×2  d[k] += 1  ↑ line 1",
        '    └─ k  step 4, line 2 ×2  for k in ["a", "a"]:',
    ]
    listed = str(view_slice(dispatch(session, "slice d['b'] --all"), wide)).split("\n")
    assert listed[4] == " step     5  line   3  d[k] += 1  other key: d['b']"
    steps = cast("list[dict[str, Json]]", json_of(session, "slice d['b']")["steps"])
    assert [s["with_another_key"] for s in steps] == [[], [], ["d['b']"], [], ["d['b']"]]
    there = dispatch(session, "slice back")
    assert isinstance(there, Position)
    assert there.reason == "step 5 of the 5 in the slice of d['b']; other key: d['b']"


def test_all_steps_of_a_slice_are_listed_in_their_order(open_session: OpenSession) -> None:
    session = open_session("xs = []\nfor i in range(2):\n    xs.append(i)\n")
    dispatch(session, "goto end")
    assert str(view_slice(dispatch(session, "slice xs --all"), ViewContext(width=90))).split("\n")[:-1] == [
        " step     1  line   1  xs = []  xs",
        " step     2  line   2  for i in range(2):  i",
        " step     3  line   3  xs.append(i)  xs",
        " step     4  line   2  for i in range(2):  i",
        " step     5  line   3  xs.append(i)  xs",
    ]


def test_a_tree_that_would_be_long_leaves_out_what_is_farthest_away(open_session: OpenSession) -> None:
    code = "a0 = 1\n" + "".join(f"if a{n}:\n    a{n + 1} = a{n} + 1\n" for n in range(40))
    session = open_session(code)
    dispatch(session, "goto end")
    shown = str(view_slice(dispatch(session, "slice a40"), ViewContext(width=300))).split("\n")
    assert len(shown) <= 31
    assert shown[0].startswith(" └─ a40  step ")
    assert any(row.endswith("… 2 more") for row in shown)


def test_a_step_of_several_lines_is_placed_in_lines(open_session: OpenSession) -> None:
    session = open_session("a = 1\nb = 2\nif a:\n    pass\n")
    assert str(view_deps(dispatch(session, "deps"), ViewContext(width=60))).startswith("step 1, lines 1-3\n")


def test_a_line_that_ran_very_often_is_counted_in_full(open_session: OpenSession) -> None:
    session = open_session("t = 0\nfor i in range(3000):\n    t += i\nprint(t)\n")
    dispatch(session, "goto end")
    shown = str(view_slice(dispatch(session, "slice t"), ViewContext(width=90))).split("\n")
    assert shown[0] == " └─ t  step 6001, line 3 ×3000  t += i"


LATER = """\
class Box:
    def __init__(self, v):
        self._v = v
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, value):
        self._v = value
    def twice(self):
        return self.v * 2
    def __enter__(self):
        return self
    def __exit__(self, *rest):
        return False

p = Box(2)
q = Box(3)
p.v, q.v = q.v, p.twice()
a = p.v, q.v
try:
    with p as s:
        raise IndexError(a)
except IndexError:
    b = s
"""


@pytest.mark.parametrize("level", ["block", "line"])
def test_a_writer_is_never_later_than_the_step_and_what_came_back_is_read_then(
    open_session: OpenSession, level: Level
) -> None:
    session = open_session(LATER, settings=Settings(prefix="none", level=level))
    dispatch(session, "goto end")
    read: dict[str, int] = {}
    for step in range(1, session.position + 1):
        dispatch(session, f"goto {step}")
        reads = cast("list[Any]", json_of(session, "deps")["reads"])
        assert all(row["writer"] is None or row["writer"]["step"] <= step for row in reads)
        read |= {f"{row['name']} of {session.trace.scope_of(step)}": step for row in reads}
    bound = next(number for number, step in enumerate(session.trace.steps(), 1) if "a" in step.changed)
    assert read["v() of <module>"] == bound


def test_deps_names_the_line_that_a_step_goes_on_with(open_session: OpenSession) -> None:
    session = open_session("def f(x):\n    return x\na = 1\nb = f(a)\nc = b\n")
    shown = []
    for step in (2, 4):
        dispatch(session, f"goto {step}")
        shown.append(str(view_deps(dispatch(session, "deps"), ViewContext(width=60))).splitlines()[0])
    assert shown == ["step 2, lines 3-4", "step 4, back in line 4, line 5"]


def test_a_row_says_how_much_its_writer_read_that_is_not_shown(open_session: OpenSession) -> None:
    session = open_session("".join(f"v{n} = v{n - 1} + 1\n" if n else "v0 = 1\n" for n in range(9)))
    dispatch(session, "goto end")
    shown = []
    for line in ("deps v3", "deps v8"):
        result = dispatch(session, line)
        shown.append(str(view_deps(result, ViewContext(width=100))).splitlines())
    assert shown[0][-1].endswith("v0 1  ← step 1, line 1  observed  v0 = 1")
    assert shown[1][-2:] == [
        f" {' ' * 12}└─ v4 5  ← step 1, line 5  observed  … 1 below  v4 = v3 + 1",
        " … N below: what the writer read; `deps NAME` at its step shows it",
    ]
