"""Breakpoints and watched names stop `continue` and `rcontinue` over a recording."""

import pytest

from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.line.opening import describe_session
from llmdb.commands.results.common import Position
from llmdb.commands.results.session import Stops
from llmdb.errors import BadArgument, NoSuchName, NoSuchStep
from llmdb.replay.trace import ExecutionTrace
from llmdb.runner.past import Past
from llmdb.session import Session
from tests.commands.conftest import OpenSession, UseEditor

pytestmark = pytest.mark.usefixtures("shared_runs")

LOOP = """\
def triple(n):
    return 3 * n

total = 0
for i in range(5):
    total += triple(i)
print(total)
"""


def lines_reached(session: Session, *lines: str) -> list[tuple[int, str]]:
    """First line and reason of the position after each command."""
    reached = []
    for line in lines:
        result = dispatch(session, line)
        assert isinstance(result, Position)
        reached.append((result.step.lines[0], result.reason))
    return reached


def test_continue_stops_at_a_line_and_then_at_the_end(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "break 7")
    assert lines_reached(session, "continue") == [(7, "breakpoint 1 at line 7")]
    with pytest.raises(NoSuchStep, match="the trace ends here"):
        dispatch(session, "continue")


def test_a_block_is_a_breakpoint(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    assert [block.statements for block in session.cfg.blocks][4:5] == [("total += triple(i)",)]
    dispatch(session, "break B5, i > 2")
    dispatch(session, "tbreak b4")
    assert lines_reached(session, "c", "c", "c", "c") == [
        (5, "breakpoint 2 at B4, line 5"),
        (6, "breakpoint 1 at B5, line 6, if i > 2"),
        (6, "breakpoint 1 at B5, line 6, if i > 2"),
        (7, "end of the trace"),
    ]
    assert lines_reached(session, "rc") == [(6, "breakpoint 1 at B5, line 6, if i > 2")]


def test_a_function_called_like_a_block_is_the_breakpoint(open_session: OpenSession) -> None:
    session = open_session("x = 1\ndef B1():\n    return 5\nB1()\n")
    dispatch(session, "break B1")
    assert lines_reached(session, "c") == [(3, "breakpoint 1 at line 2")]


def test_continue_without_stops_goes_to_the_end_and_rcontinue_to_the_start(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    assert lines_reached(session, "c", "rc") == [(7, "end of the trace"), (1, "start of the trace")]


def test_a_condition_chooses_among_the_hits(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b 6, i == 3")
    position = dispatch(session, "continue")
    assert isinstance(position, Position)
    assert position.after["i"].repr == "3"


def test_a_condition_that_needs_the_live_program_is_evaluated_there(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b 6, str(i).isdigit() and triple(i) == 6")
    position = dispatch(session, "continue")
    assert isinstance(position, Position)
    assert position.after["i"].repr == "2"


def test_a_function_stops_at_each_call(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b triple")
    values = []
    for _ in range(2):
        position = dispatch(session, "c")
        assert isinstance(position, Position)
        values.append(position.after["n"].repr)
    assert values == ["0", "1"]


def test_rcontinue_stops_at_the_hits_before(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b triple")
    dispatch(session, "goto end")
    position = dispatch(session, "rcontinue")
    assert isinstance(position, Position)
    assert position.after["n"].repr == "4"


def test_a_temporary_breakpoint_stops_once(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "tbreak 6")
    assert lines_reached(session, "c", "c") == [(6, "breakpoint 1 at line 6"), (7, "end of the trace")]
    assert session.stops == ()


def test_ignored_hits_are_passed_over(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b triple")
    dispatch(session, "ignore 1 3")
    position = dispatch(session, "c")
    assert isinstance(position, Position)
    assert position.after["n"].repr == "3"


def test_a_disabled_stop_does_not_stop_until_it_is_enabled(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b 6")
    dispatch(session, "disable 1")
    assert lines_reached(session, "c", "rc") == [(7, "end of the trace"), (1, "start of the trace")]
    dispatch(session, "enable 1")
    assert lines_reached(session, "c") == [(6, "breakpoint 1 at line 6")]


def test_watch_stops_where_the_name_takes_another_value(open_session: OpenSession) -> None:
    session = open_session("x = 1\nif x:\n    y = 2\nif x:\n    x = 5\nif y:\n    z = 1\n")
    dispatch(session, "watch x")
    assert lines_reached(session, "c") == [(5, "watch 1 on x")]


def test_stops_are_listed_and_cleared_by_number(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    dispatch(session, "b 6")
    dispatch(session, "b triple, n > 1")
    listed = dispatch(session, "b")
    assert isinstance(listed, Stops)
    assert [stop.describe() for stop in listed.stops] == [
        "breakpoint 1 at line 6",
        "breakpoint 2 at line 1, if n > 1",
    ]
    dispatch(session, "clear 1")
    assert [stop.number for stop in session.stops] == [2]
    dispatch(session, "clear")
    assert session.stops == ()


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("b snippet.py:3", BadArgument, "no statement begins at line 3; the next one is 4"),
        ("b 3", BadArgument, "no statement begins at line 3; the next one is 4"),
        ("b 70", BadArgument, "no statement begins at line 70; the last one is 7"),
        ("b nosuch", NoSuchName, "no function 'nosuch' in snippet.py; it defines: triple"),
        (
            "b other.py:6",
            BadArgument,
            "'other.py' is not debugged, only snippet.py is; `record MODULE` adds one",
        ),
        ("b 6, i ==", BadArgument, "'i ==' is not an expression: invalid syntax"),
        ("watch nosuch", NoSuchName, "no variable 'nosuch' was recorded"),
        ("clear 4", BadArgument, "no stop 4; there are: none"),
        ("condition 4 x", BadArgument, "no stop 4; there are: none"),
    ],
)
def test_a_stop_that_cannot_be_is_refused(
    open_session: OpenSession, line: str, error: type[Exception], message: str
) -> None:
    session = open_session(LOOP)
    with pytest.raises(error) as caught:
        dispatch(session, line)
    assert str(caught.value) == message
    assert session.stops == ()


BOXES = """\
class Box:
    def __init__(self, size):
        self.size = size

    @property
    def area(self):
        return self.size ** 2

    def grow(self):
        self.size += 1


box = Box(1)
for _ in range(8):
    box.grow()
"""


@pytest.mark.parametrize(("condition", "size"), [("self.size > 4", 5), ("self.area > 40", 7)])
def test_a_condition_reads_attributes_recorded_or_computed(
    open_session: OpenSession, condition: str, size: int
) -> None:
    session = open_session(BOXES)
    dispatch(session, f"break Box.grow, {condition}")
    dispatch(session, "continue")
    before = session.trace.positions(session.position).start
    assert session.trace.parts(session.position, ["self.size"], before + 1)["self.size"] == size


def test_a_condition_on_recorded_attributes_runs_nothing(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session(BOXES)
    dispatch(session, "break Box.grow, self.size > 4")
    monkeypatch.setattr(Past, "evaluate", None)
    dispatch(session, "continue")
    assert session.trace.parts(session.position, ["self.size", "self.area", "nobody"]) == {"self.size": 6}


def test_the_condition_of_a_line_is_asked_where_the_line_is_about_to_run(open_session: OpenSession) -> None:
    session = open_session("acc = 0\nfor n in [3, 4]:\n    acc += n\n    last = acc\nprint(acc)\n")
    for line, condition in ((3, "acc == 3"), (4, "acc == 7"), (4, "repr(acc) == '7'")):
        dispatch(session, "clear")
        dispatch(session, "goto start")
        dispatch(session, f"break {line}, {condition}")
        position = dispatch(session, "continue")
        assert isinstance(position, Position)
        assert (position.after["n"].repr, position.after["acc"].repr) == ("4", "7")


OWN = """\
def half(n):
    breakpoint()
    return n / 2

for i in range(2):
    half(i)
import pdb; pdb.set_trace()
"""


def test_continue_stops_where_the_snippet_calls_a_debugger_itself(open_session: OpenSession) -> None:
    session = open_session(OWN)
    assert lines_reached(session, *["continue"] * 3) == [
        *((2, "breakpoint 1 at line 2"), (2, "breakpoint 1 at line 2"), (7, "breakpoint 2 at line 7")),
    ]
    dispatch(session, "clear 1")
    dispatch(session, "break half")
    assert [stop.number for stop in session.stops] == [2, 3]


def test_continue_comes_to_a_line_of_the_first_step_once_and_step_leaves_it(
    open_session: OpenSession,
) -> None:
    session = open_session("x = 1\nbreakpoint()\ny = 2\nfor n in (1, 2):\n    y += n\nprint(y)\n")
    assert lines_reached(session, "continue") == [(1, "breakpoint 1 at line 2")]
    assert (session.position, lines_reached(session, "continue")) == (1, [(6, "end of the trace")])
    session = open_session("x = 1\nbreakpoint()\ny = 2\nfor n in (1, 2):\n    y += n\nprint(y)\n")
    dispatch(session, "step")
    assert session.position == 2
    alone = open_session("x = 1\nbreakpoint()\n")
    assert lines_reached(alone, "continue") == [(1, "breakpoint 1 at line 2")]
    with pytest.raises(NoSuchStep, match="the trace ends here"):
        dispatch(alone, "continue")


def test_a_debugger_call_that_an_edit_brings_is_a_stop_and_one_that_was_cleared_is_not_again(
    open_session: OpenSession, use_editor: UseEditor
) -> None:
    session = open_session(OWN)
    dispatch(session, "clear 1")
    use_editor("sed -i 's/^for/breakpoint()\\nfor/' \"$2\"")
    dispatch(session, "edit")
    dispatch(session, "accept")
    assert [(stop.number, stop.line) for stop in session.stops] == [(2, 8), (3, 5)]


def test_the_opening_names_the_lines_of_the_snippets_own_breakpoints(open_session: OpenSession) -> None:
    assert describe_session(open_session(OWN)).breakpoints == (2, 7)


CALLS = (
    "def f(n):\n    a = n\n    if a:\n        b = a\n    return a\n\nx = f(1)\nif x:\n    y = f(2)\nz = y\n"
)


@pytest.mark.parametrize(
    ("before", "move", "step", "reason"),
    [
        (["goto 2", "break 4"], "next", 4, "breakpoint 1 at line 4"),
        (["goto 3", "break 5"], "until 99", 5, "breakpoint 1 at line 5"),
        (["tbreak 4, a == 2"], "return", 9, "breakpoint 1 at line 4, if a == 2"),
        (["goto end", "prev", "break 4"], "previous", 9, "breakpoint 1 at line 4"),
        (["goto 2", "break 4", "disable 1"], "next", 6, ""),
        (["goto 2", "break 4"], "step", 3, ""),
    ],
)
def test_a_stop_on_the_way_ends_a_move_over_calls(
    open_session: OpenSession, before: list[str], move: str, step: int, reason: str
) -> None:
    session = open_session(CALLS)
    for line in before:
        dispatch(session, line)
    position = dispatch(session, move)
    assert isinstance(position, Position)
    assert (position.step.number, position.reason) == (step, reason)


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("b 4 if a == 2", "breakpoint 3 at line 4, if a == 2"),
        ("tbreak f if a", "breakpoint 3 at line 1, if a, once"),
        ("disable", "breakpoint 1 at line 4, off; breakpoint 2 at line 5, off"),
        ("disable 2", "breakpoint 2 at line 5, off"),
        ("ignore 1 2", "breakpoint 1 at line 4, passes 2 more hits"),
        ("ignore 1 1", "breakpoint 1 at line 4, passes 1 more hit"),
        ("ignore 1", "breakpoint 1 at line 4"),
        ("clear", "removed 2"),
    ],
)
def test_what_became_of_a_stop_is_told(open_session: OpenSession, line: str, note: str) -> None:
    session = open_session(CALLS)
    dispatch(session, "break 4")
    dispatch(session, "break 5")
    result = dispatch(session, line)
    assert isinstance(result, Stops)
    assert result.note == note


def test_a_move_past_a_stop_looks_at_the_steps_on_its_way_only(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session("n = 0\nwhile n < 5_000:\n    n += 1\n")
    dispatch(session, "break 3")
    looked: list[int] = []
    lines = ExecutionTrace.lines

    def counted(trace: ExecutionTrace, step: int) -> tuple[int, ...]:
        looked.append(step)
        return tuple(lines(trace, step))

    monkeypatch.setattr(ExecutionTrace, "lines", counted)
    dispatch(session, "next")
    assert len(looked) < 200
