"""Commands of the user's own."""

import pytest

from llmdb.commands.line.dispatch import attempt
from llmdb.commands.line.lines import CommandLines
from llmdb.session import Session
from tests.commands.conftest import OpenSession

LOOP = "acc = 0\nfor n in [1, 2, 3]:\n    acc += n\nend = acc\n"


def run(session: Session, *lines: str) -> list[str]:
    """What the commands of these lines gave: a message, a value, an error, the step."""
    said = []
    for line in lines:
        commands = CommandLines(session, line)
        for part in commands:
            answer = attempt(session, part)
            commands.after(answer)
            if answer.result is None:
                said.append(str(answer.error))
                continue
            data = answer.result.to_json()
            value = data.get("value")
            short = value["repr"] if isinstance(value, dict) else data.get("text", data.get("step"))
            said.append(str(short))
    return said


def test_an_alias_stands_for_its_commands_with_words_put_in(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    assert run(session, "alias add p %1 + %2", "add 3 4") == ["", "7"]
    assert run(session, "alias all p [%*]", "all 1, 2") == ["", "[1, 2]"]
    assert run(session, "alias to goto", "to 3", "alias look step ;; p n ;; back", "look") == [
        *["", "3", ""],
        *["4", "2", "3"],
    ]


def test_an_alias_may_use_the_command_that_it_hides(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    said = run(session, "alias n next ;; p acc", "n", "alias next n 2", "next", "unalias n", "n")
    assert said[:3] == ["n hides the command next until `unalias n`", "2", "0"]
    assert said[3:] == ["next hides the command next until `unalias next`", "3", "1", "", "4"]


def test_aliases_are_listed_shown_and_forgotten(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    assert run(session, "alias", "alias k p 1 ;; p 2", "alias k", "alias m p 3", "alias") == [
        "no aliases; `alias NAME COMMAND` makes one",
        "",
        "k = p 1 ;; p 2",
        "",
        "k = p 1 ;; p 2\nm = p 3",
    ]
    assert run(session, "unalias k", "k", "alias") == [
        "",
        "no command 'k'; `help` lists them; `p EXPRESSION` evaluates",
        "m = p 3",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("alias 3 p 1", "'3' cannot be an alias: letters, digits, _ and - make one"),
        ("alias nn", "no alias 'nn'; there are: none"),
        ("unalias", "unalias needs NAME: `unalias NAME`"),
    ],
)
def test_what_cannot_be_an_alias_is_refused(open_session: OpenSession, line: str, message: str) -> None:
    assert run(open_session(LOOP), line) == [message]


def test_commands_are_run_where_a_stop_stops(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    run(session, "break 3", "commands 1 p acc ;; p n")
    assert run(session, "continue ;; p 'then'") == ["3", "1", "1", "'then'"]


def test_a_silent_stop_that_goes_on_prints_at_each_hit(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    said = run(session, "break 3", "commands silent ;; p acc ;; continue", "continue")
    assert said[2:] == ["3", "1", "5", "3", "7", "6", "9"]
    assert session.position == len(session.trace) == 9


def test_a_move_or_an_error_ends_the_commands_of_a_stop(open_session: OpenSession) -> None:
    session = open_session(LOOP)
    run(session, "break 3", "commands 1 step ;; p 'not said'")
    assert run(session, "continue") == ["3", "4"]
    run(session, "commands 1 p nothing ;; p 'not said'")
    assert run(session, "continue") == ["5", "NameError: name 'nothing' is not defined"]


def test_commands_are_asked_for_line_by_line_and_removed(open_session: OpenSession) -> None:
    lines = iter(["p acc", "", "  p n ", "end", "p 'not asked'"])
    session = open_session(LOOP, ask_line=lambda prompt: next(lines))
    run(session, "break 3", "commands")
    assert [stop.commands for stop in session.stops] == [("p acc", "p n")]
    run(session, "commands 1 end")
    assert [stop.commands for stop in session.stops] == [()]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("commands 4 p 1", "no stop 4; there are: 1"),
        ("commands 1", "commands needs command lines here, e.g. `commands 1 p x ;; continue`"),
        ("clear ;; commands p 1", "there are no stops: `break LINE` sets one"),
    ],
)
def test_commands_of_no_stop_or_without_lines_are_refused(
    open_session: OpenSession, line: str, message: str
) -> None:
    session = open_session(LOOP)
    run(session, "break 3")
    assert run(session, line)[-1] == message


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("step\nstep ;; p 1\n", ["step", "step", "p 1"]),
        ("for k in x:\n    print(k)\n", ["for k in x:\n    print(k)\n"]),
        ("p f(\n1)", ["p f(\n1)"]),
        ("f(\n1)", ["f(\n1)"]),
        ("", [""]),
    ],
)
def test_a_pasted_statement_is_one_command_and_pasted_commands_are_several(
    open_session: OpenSession, text: str, commands: list[str]
) -> None:
    assert list(CommandLines(open_session(LOOP), text)) == commands


def test_an_empty_line_repeats_the_move_that_brought_the_commands_of_a_stop(
    open_session: OpenSession,
) -> None:
    session = open_session(LOOP)
    run(session, "break 3", "commands p acc")
    assert run(session, "continue", "", "") == ["3", "1", "5", "3", "7", "6"]
