"""Command lines are split, looked up and run."""

import ast
import re
from typing import Literal

import pytest

from llmdb.command import Command
from llmdb.commands import BUILT_IN, register
from llmdb.commands.line.dispatch import HABITS, attempt, dispatch, find_command, split_commands, split_word
from llmdb.commands.results.common import Evaluated, Executed, Message, Quit
from llmdb.errors import BadArgument, NoSuchCommand
from llmdb.events.model import Value
from llmdb.registry import Registry
from tests.commands.conftest import OpenSession

pytestmark = pytest.mark.usefixtures("shared_runs")


@pytest.fixture
def registry() -> Registry:
    """The built-in commands."""
    registry = Registry()
    register(registry)
    return registry


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("step", ["step"]),
        ("step ;; p x", ["step", "p x"]),
        ("p ';;' ;; next", ["p ';;'", "next"]),
        ('p "a;;b"', ['p "a;;b"']),
        ("p 'open ;; p 1", ["p 'open", "p 1"]),
    ],
)
def test_two_semicolons_separate_commands_outside_of_quotation_marks(line: str, parts: list[str]) -> None:
    assert split_commands(line) == parts


@pytest.mark.parametrize(
    ("line", "word", "rest"),
    [
        ("p x", "p", "x"),
        ("p(x)", "p", "(x)"),
        ("p -x", "p", "-x"),
        ("  goto  B4@2 ", "goto", "B4@2"),
        ("?goto", "?", "goto"),
        ("!x = 1", "!", "x = 1"),
        ("42", "", ""),
    ],
)
def test_a_command_ends_where_its_word_ends(line: str, word: str, rest: str) -> None:
    assert split_word(line) == (word, rest)


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("s", "step"),
        ("n", "next"),
        ("c", "continue"),
        ("cont", "continue"),
        ("r", "return"),
        ("unt", "until"),
        ("w", "where"),
        ("bt", "where"),
        ("u", "up"),
        ("d", "down"),
        ("a", "args"),
        ("l", "list"),
        ("ll", "longlist"),
        ("h", "help"),
        ("?", "help"),
        ("q", "quit"),
        ("exit", "quit"),
        ("restart", "run"),
        ("b", "break"),
        ("cl", "clear"),
        ("rv", "retval"),
    ],
)
def test_pdbs_abbreviations_work(registry: Registry, alias: str, name: str) -> None:
    assert find_command(registry, alias).name == name


def test_no_name_or_alias_is_taken_twice(registry: Registry) -> None:
    taken = [name for command in registry.commands.values() for name in (command.name, *command.aliases)]
    assert sorted(taken) == sorted(set(taken))


def test_the_names_known_beforehand_are_those_that_each_module_registers(registry: Registry) -> None:
    before = {name: aliases for names in BUILT_IN.values() for name, aliases in names.items()}
    assert {name: command.aliases for name, command in registry.commands.items()} == before


def test_a_command_of_a_plugin_keeps_the_name_of_a_built_in_one_that_is_loaded_later(
    registry: Registry,
) -> None:
    ours = Command(name="step", aliases=("st",), run=lambda session, text: Message(text=text), summary="mine")
    registry.command(ours)
    assert find_command(registry, "next").name == "next"
    assert find_command(registry, "step") is ours
    assert find_command(registry, "st") is ours
    assert registry.commands.name_of("s") is None


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("stpe", "no command 'stpe'; did you mean step?"),
        ("histroy", "no command 'histroy'; did you mean history?"),
        ("zzz", "no command 'zzz'; `help` lists them; `p EXPRESSION` evaluates"),
    ],
)
def test_an_unknown_command_is_refused_with_the_nearest_names(
    registry: Registry, word: str, message: str
) -> None:
    with pytest.raises(NoSuchCommand) as caught:
        find_command(registry, word)
    assert str(caught.value) == message


def test_an_empty_line_repeats_the_last_move_but_no_other_command(open_session: OpenSession) -> None:
    session = open_session("a = 1\nif a:\n    b = 2\nelse:\n    b = 3\nc = b\n")
    dispatch(session, "step")
    dispatch(session, "")
    assert session.position == 3
    dispatch(session, "p a")
    assert dispatch(session, "") == Message(text="")
    assert session.position == 3


def test_a_comment_does_nothing(open_session: OpenSession) -> None:
    assert dispatch(open_session("a = 1\n"), "# step") == Message(text="")


@pytest.mark.parametrize(
    ("line", "written", "changed"),
    [
        ("!a = 2", "", ("a",)),
        ("a = 2", "", ("a",)),
        ("import os; os.sep", "'/'\n", ("os",)),
        ("del a", "", ("a",)),
        ("for n in range(a + 1): print(n)", "0\n1\n", ("n",)),
        ("exec n = 5; n", "5\n", ("n",)),
        ("step = 3; step", "3\n", ("step",)),
    ],
)
def test_a_statement_is_run_in_a_copy_and_the_recording_stays_what_it_is(
    open_session: OpenSession, line: str, written: str, changed: tuple[str, ...]
) -> None:
    session = open_session("a = 1\n")
    result = dispatch(session, line)
    assert isinstance(result, Executed)
    assert (result.written, result.changed) == (written, changed)
    dispatch(session, "undo")
    assert dispatch(session, "p a") == Evaluated(expression="a", value=Value(type="int", repr="1"))


def test_a_statement_in_a_function_tells_the_variables_of_the_module_that_it_left(
    open_session: OpenSession,
) -> None:
    session = open_session("rate = 1\ndef price(n):\n    return n * rate\nprice(2)\n")
    dispatch(session, "b price")
    dispatch(session, "continue")
    own = dispatch(session, "!rate = 5")
    assert isinstance(own, Executed)
    assert (own.changed, own.globals, own.is_kept) == ((), ("rate",), False)
    of_module = dispatch(session, "!global rate; rate = 5")
    assert isinstance(of_module, Executed)
    assert (of_module.changed, of_module.globals, of_module.is_kept) == (("rate",), (), True)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("!", "exec needs a statement, e.g. `!print(x)`"),
        ("!for", "'for' is no Python: invalid syntax"),
        ("assert a == 2", "AssertionError"),
        ("import nothing_here", "ModuleNotFoundError: No module named 'nothing_here'"),
        (
            "!import os; os._exit(1)",
            "import os; os._exit(1): the process ended itself with status 1 (os._exit)",
        ),
    ],
)
def test_a_statement_that_fails_is_an_error(open_session: OpenSession, line: str, message: str) -> None:
    answer = attempt(open_session("a = 1\n"), line)
    assert str(answer.error) == message


def test_the_snippet_is_parsed_once_to_read_a_line_that_is_no_command(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session("amount = 4\n")
    dispatch(session, "p amount")
    parsed: list[object] = []
    parse = ast.parse

    def noted(text: str, mode: Literal["exec", "eval"] = "exec") -> ast.AST:
        parsed.append(text)
        return parse(text, mode=mode)

    monkeypatch.setattr(ast, "parse", noted)
    attempt(session, "amount[")
    assert parsed.count(session.snippet.text) == 1


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("amount", "4"),
        ("amount + 1", "5"),
        ("rows[0]", "7"),
        ("len(rows)", "2"),
        ("[row for row in rows if row > amount]", "[7, 9]"),
        ("!n", "3"),
        ("!n + 1", "4"),
        ("s[1]", "'b'"),
        ("c.real", "5"),
        ("max(1, 2)", "2"),
        ("sorted(locals().keys() & {'n', 's'})", "['n', 's']"),
    ],
)
def test_an_expression_alone_is_evaluated(open_session: OpenSession, line: str, value: str) -> None:
    answer = attempt(open_session("amount = 4\nrows = [7, 9]\nn = 3\ns = 'ab'\nc = 5\n"), line)
    assert (answer.command, answer.error) == ("p", None)
    assert isinstance(answer.result, Evaluated)
    assert answer.result.value.repr == value


@pytest.mark.parametrize(
    "line", ["amuont", "amuont + 1", "verdct(amount)", "any", "max(1, 2) + 1 of", "max(1, nothing)"]
)
def test_what_only_looks_like_an_expression_is_no_command(open_session: OpenSession, line: str) -> None:
    answer = attempt(open_session("amount = 4\n"), line)
    assert isinstance(answer.error, NoSuchCommand)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rows[0", "'rows[0' is not an expression: '[' was never closed"),
        ("s[", "'s[' is not an expression: '[' was never closed"),
    ],
)
def test_a_line_that_begins_with_a_variable_is_told_what_is_wrong_with_it(
    open_session: OpenSession, line: str, message: str
) -> None:
    answer = attempt(open_session("rows = [7]\ns = 'ab'\n"), line)
    assert isinstance(answer.error, BadArgument)
    assert str(answer.error) == message


@pytest.mark.parametrize("word", HABITS)
def test_what_another_debugger_calls_otherwise_is_named_and_the_commands_named_exist(
    registry: Registry, word: str
) -> None:
    with pytest.raises(NoSuchCommand) as caught:
        find_command(registry, word)
    named = re.findall(r"`([a-z]+)", str(caught.value))
    assert str(caught.value).startswith(f"no command {word!r}: ")
    assert [name for name in named if registry.commands.name_of(name) is None] == []


def test_a_command_that_breaks_leaves_the_session_alive(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = open_session("a = 1\n")
    with monkeypatch.context() as without:
        without.setattr(session, "runner", None)
        answer = attempt(session, "step")
    assert answer.to_json()["ok"] is False
    assert "step failed: AttributeError" in str(answer.error)


def test_quit_says_that_the_session_ends(open_session: OpenSession) -> None:
    assert dispatch(open_session("a = 1\n"), "q") == Quit()
    assert dispatch(open_session("a = 1\n"), "exit()") == Quit()


@pytest.mark.parametrize(
    ("line", "command", "said"),
    [
        ("f?", "source", "def f(x):"),
        ("??A.g", "source", "    def g(self):"),
        ("?a", "whatis", "int"),
        ("step?", "help", "step"),
    ],
)
def test_a_question_mark_asks_about_a_name_as_in_ipython(
    open_session: OpenSession, line: str, command: str, said: str
) -> None:
    session = open_session("a = 1\ndef f(x):\n    return x\nclass A:\n    def g(self):\n        return 1\n")
    dispatch(session, "p a")
    answer = attempt(session, line)
    assert answer.command == command
    assert answer.result is not None
    data = answer.result.to_json()
    lines = data.get("lines")
    first = lines[0] if isinstance(lines, list) else None
    assert said == (first["text"] if isinstance(first, dict) else data.get("type", data.get("command")))
