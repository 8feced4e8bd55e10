"""What pdb's users type works here: each of pdb's commands, its counts, and its convenience variables."""

import pdb
import re
from pathlib import Path

import pytest

from llmdb.command import Result
from llmdb.commands.line.dispatch import HABITS, attempt, dispatch
from llmdb.commands.line.lines import CommandLines
from llmdb.commands.results.common import Displays, Evaluated, Message, Position, Stack
from llmdb.commands.topics import PDB
from llmdb.errors import BadArgument, LlmdbError, NoSuchName, NotRecorded
from llmdb.session import Session
from llmdb.ui.context import ViewContext
from llmdb.ui.startup import startup_lines
from llmdb.ui.views.position import view_stack
from tests.commands.conftest import OpenSession
from tests.commands.test_interact import Typed

pytestmark = pytest.mark.usefixtures("shared_runs")

PROGRAM = """\
def f(n):
    d = {"a": n}
    return n * 2

def g(n):
    return f(n) + 1

x = g(3)
try:
    1 / 0
except ZeroDivisionError:
    y = 2
"""
INSIDE = 5  # the step of f's block

# A line of each command that a user of pdb may type; "" where it ends the session.
TYPED = {
    "EOF": "", "a": "a", "alias": "alias pk p %1", "args": "args", "b": "b 3", "break": "break f", "bt": "bt",
    "c": "c", "cl": "b 3 ;; cl 1", "clear": "b 3 ;; clear 1", "commands": "b 3 ;; commands 1 p n",
    "condition": "b 3 ;; condition 1 n > 2", "cont": "cont", "continue": "continue", "d": "u ;; d",
    "debug": "debug f(5)",
    "disable": "b 3 ;; disable 1", "display": "display n", "down": "up ;; down", "enable": "b 3 ;; enable 1",
    "exceptions": "exceptions", "exit": "", "h": "h", "help": "help step", "ignore": "b 3 ;; ignore 1 2",
    "interact": "interact", "j": "j 2", "jump": "jump 2", "l": "l", "list": "list 1, 3", "ll": "ll",
    "longlist": "longlist", "n": "n", "next": "next", "p": "p n", "pp": "pp d", "q": "", "quit": "", "r": "r",
    "restart": "restart", "return": "return", "retval": "retval", "run": "run", "rv": "rv", "s": "s 2",
    "source": "source f", "step": "step", "tbreak": "tbreak 3", "u": "u 2", "unalias": "alias a2 p n ;; unalias a2",
    "undisplay": "display n ;; undisplay n", "unt": "unt", "until": "until", "up": "up", "w": "w -1",
    "whatis": "whatis d", "where": "where 2",
}  # fmt: skip
ALONE = {
    *("debug f(5)", "interact", "j 2", "jump 2", "restart", "run"),
    *(line for line in TYPED.values() if line.startswith("b 3 ;;")),
}
"""Those after which the run may be another one, and those that name the first stop of a session."""

OF_314 = """
EOF a alias args b break bt c cl clear commands condition cont continue d debug disable display down enable exceptions
exit h help ignore interact j jump l list ll longlist n next p pp q quit r restart return retval run rv s source step
tbreak u unalias undisplay unt until up w whatis where
"""


def pdb_commands() -> list[str]:
    """The commands of pdb 3.14, and of that of the Python that runs this."""
    own = (name.removeprefix("do_") for name in dir(pdb.Pdb) if name.startswith("do_"))
    return sorted({*own, *OF_314.split()})


@pytest.fixture
def inside(open_session: OpenSession) -> Session:
    """A session within the call of `f`."""
    session = open_session(PROGRAM, python_prompt=Typed("1 + 1"))
    dispatch(session, f"goto {INSIDE}")
    assert dispatch(session, "args").to_json()["scope"] == "f"
    return session


def run(session: Session, line: str) -> list[Result]:
    """The results of a line's commands, none of which fails."""
    found = list[Result]()
    for part in (lines := CommandLines(session, line)):
        answer = attempt(session, part)
        assert answer.error is None, f"{part}: {answer.error}"
        assert answer.result is not None
        found.append(answer.result)
        lines.after(answer)
    return found


def test_each_command_of_pdb_is_one_here_or_its_meaning_is_said(inside: Session) -> None:
    for name in pdb_commands():
        assert inside.registry.commands.name_of(name) or name in HABITS, name
        assert name in TYPED, f"pdb has a new command: {name}"


def test_what_a_user_of_pdb_types_is_done(inside: Session) -> None:
    for line in sorted({line for line in TYPED.values() if line} - ALONE):
        dispatch(inside, f"goto {INSIDE}")
        assert run(inside, line), line


@pytest.mark.parametrize("line", sorted(ALONE))
def test_what_a_user_of_pdb_types_in_a_session_of_its_own_is_done(inside: Session, line: str) -> None:
    assert run(inside, line)


def test_help_pdb_has_each_command() -> None:
    said = {word for row in PDB for column in row for word in re.split(r"[\s,;`]+", column)}
    others = {"$name", "$_", "$_retval", "$_exception", "!x", ".pdbrc", "-c", "-m"}
    assert {*pdb_commands(), *others} - said == set()


def drawn(session: Session, line: str) -> list[str]:
    """The frames that `where` draws, without the position below them."""
    found = dispatch(session, line)
    assert isinstance(found, Stack)
    return view_stack(found, ViewContext(width=80)).plain.split("\n\n")[0].split("\n")


def test_where_takes_a_count_of_the_innermost_or_outermost_frames(inside: Session) -> None:
    every = drawn(inside, "where")
    assert ["module" in every[0], "g(" in every[1], "f(" in every[2]] == [True, True, True]
    assert drawn(inside, "where 2") == ["   … 1 outer frame", *every[1:]]
    assert drawn(inside, "where 0") == ["   … 2 outer frames", every[2]]
    assert drawn(inside, "where -1") == [every[0], "   … 2 inner frames"]
    assert drawn(inside, "where 9") == every


def value(session: Session, line: str) -> str:
    found = dispatch(session, line)
    assert isinstance(found, Evaluated)
    return found.value.repr


def test_a_plain_value_is_kept_under_a_name_and_used_at_any_step(inside: Session) -> None:
    assert dispatch(inside, "$n = n + 1") == Message(text="")
    dispatch(inside, "goto end")
    assert value(inside, "$n") == "4"
    assert value(inside, "p [$n, x]") == "[4, 7]"
    assert value(inside, "p '$n'") == "'$n'"
    dispatch(inside, "$n = $n * 10")
    assert value(inside, "p $n") == "40"
    assert value(inside, "p $_ + 2") == "42"


def test_an_object_is_used_at_its_own_step_and_refused_elsewhere(inside: Session) -> None:
    dispatch(inside, "$call = f")
    assert value(inside, "p $call(4)") == "8"
    dispatch(inside, "goto end")
    with pytest.raises(
        NotRecorded, match=r"^\$call is a function of step 5, which only exists there: `goto 5` goes"
    ):
        dispatch(inside, "p $call(4)")


def test_what_was_returned_and_raised_have_names(inside: Session) -> None:
    assert value(inside, "p $_retval + 1") == "7"
    dispatch(inside, "exceptions 1")
    assert value(inside, "$_exception") == "ZeroDivisionError('division by zero')"
    assert value(inside, "p $_exception.args[0]") == "'division by zero'"
    with pytest.raises(NotRecorded, match=r"^\$_retval: the current frame returned no value here"):
        dispatch(inside, "p $_retval")
    dispatch(inside, "goto 1")
    with pytest.raises(NotRecorded, match=r"^\$_exception: none is handled at this step"):
        dispatch(inside, "p $_exception")


@pytest.mark.parametrize(
    ("line", "error", "said"),
    [
        ("p $m", NoSuchName, r"no variable \$m; `\$m = EXPRESSION` sets it; there are: none"),
        ("$_ = 3", BadArgument, r"\$_ is the debugger's own"),
        ("$m = ", BadArgument, r"\$m = needs an expression"),
    ],
)
def test_a_variable_that_is_not_set_or_cannot_be_is_refused(
    inside: Session, line: str, error: type[LlmdbError], said: str
) -> None:
    with pytest.raises(error, match=said):
        dispatch(inside, line)


def test_a_displayed_expression_says_what_it_was_where_it_changed(open_session: OpenSession) -> None:
    session = open_session("x = 1\nif x:\n    x = 2\nif x:\n    pass\n")
    dispatch(session, "display x")
    moved = [dispatch(session, "step") for _ in range(3)]
    olds = [move.displays[0].old for move in moved if isinstance(move, Position)]
    assert [old and old.repr for old in olds] == ["1", None, None]
    shown = dispatch(session, "display x")
    assert isinstance(shown, Displays)
    assert shown.displays[0].to_json() == {"expression": "x", "value": {"type": "int", "repr": "2"}}


def test_debug_records_a_call_after_the_program_and_run_takes_that_back(inside: Session) -> None:
    (position,) = run(inside, "debug f(5)")
    assert isinstance(position, Position)
    assert (position.reason, value(inside, "p n")) == ("the run goes on with f(5)", "5")
    run(inside, "run")
    assert inside.driver == ""
    assert "f(5)" not in inside.program.epilogue


def test_interact_goes_on_with_what_was_typed_where_that_is_asked_for(open_session: OpenSession) -> None:
    session = open_session(PROGRAM, python_prompt=Typed("n = 10", "1 / 0", "k = n"))
    dispatch(session, f"goto {INSIDE}")
    assert "goes on with what you typed" in str(dispatch(session, "interact --keep"))
    assert value(session, "p (n, k)") == "(10, 10)"
    dispatch(session, "goto end")


def test_a_file_of_commands_in_the_current_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (".llmdbrc", ".pdbrc"):
        (tmp_path / name).write_text("p 'from the folder'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert startup_lines({}) == ()
