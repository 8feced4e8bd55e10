"""One declaration of a command's arguments reads them, writes the usage line and completes them."""

import inspect
from typing import Any

import pytest

from llmdb.arguments import Argument, Operand, Option, Rest, Switch, read_arguments, usage_of
from llmdb.command import Command, Form
from llmdb.commands import register
from llmdb.commands.line.parsing import whole
from llmdb.commands.results.common import Message
from llmdb.errors import BadArgument
from llmdb.registry import Registry

STEP = whole("a step", lowest=1)
TRACE: tuple[Argument, ...] = (Operand("first", STEP), Operand("last", STEP), Switch("--summary"))
FIX: tuple[Argument, ...] = (
    Option("--rounds", whole("a number of rounds", 1), default=10),
    Switch("--offline"),
)
NAME: tuple[Argument, ...] = (Rest("name"), Switch("--all"), Option("--layers", whole("layers"), default=0))
CODE: tuple[Argument, ...] = (Switch("--before"), Rest("expression", is_needed=True, is_code=True))
CONDITION: tuple[Argument, ...] = (
    Operand("number", STEP, is_needed=True),
    Rest("condition", shown="EXPRESSION", is_code=True),
)
WORDS: tuple[Argument, ...] = (Operand("names", is_many=True, default=(), shown="NAME"),)


@pytest.mark.parametrize(
    ("arguments", "text", "read"),
    [
        (TRACE, "", {"first": None, "last": None, "summary": False}),
        (TRACE, "3 --summary", {"first": 3, "last": None, "summary": True}),
        (TRACE, "--summary 3 9", {"first": 3, "last": 9, "summary": True}),
        (FIX, "--rounds 2", {"rounds": 2, "offline": False}),
        (FIX, "--offline --rounds 2", {"rounds": 2, "offline": True}),
        (NAME, "d['a  b'] --all", {"name": "d['a  b']", "all": True, "layers": 0}),
        (NAME, "--layers 2 xs --all", {"name": "xs", "all": True, "layers": 2}),
        (NAME, "xs --layers 2", {"name": "xs", "all": False, "layers": 2}),
        (CODE, "--before x", {"expression": "x", "before": True}),
        (CODE, "x --before", {"expression": "x --before", "before": False}),
        (CONDITION, "2 n > 1", {"number": 2, "condition": "n > 1"}),
        (CONDITION, "2", {"number": 2, "condition": ""}),
        (WORDS, "a 'b c'", {"names": ("a", "b c")}),
        ((), "  ", {}),
    ],
)
def test_arguments_are_read(arguments: tuple[Argument, ...], text: str, read: dict[str, object]) -> None:
    assert read_arguments("do", arguments, text) == read


@pytest.mark.parametrize(
    ("arguments", "text", "said"),
    [
        (TRACE, "1 2 3", "do takes [FIRST [LAST]] [--summary], not '1 2 3'"),
        (TRACE, "1 --sumary", "do takes [FIRST [LAST]] [--summary], not '--sumary'"),
        (TRACE, "x", "'x' is not a step: a whole number from 1 is needed"),
        (FIX, "--rounds", "--rounds needs a value: `do --rounds N`"),
        (CONDITION, "", "do needs NUMBER: `do NUMBER [EXPRESSION]`"),
        (WORDS, "'a", '"\'a": a quotation mark is not closed, or nothing follows a backslash'),
        ((), "now", "do takes no argument, not 'now'"),
    ],
)
def test_what_is_refused_is_named_with_what_would_do(
    arguments: tuple[Argument, ...], text: str, said: str
) -> None:
    with pytest.raises(BadArgument) as refused:
        read_arguments("do", arguments, text)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("arguments", "usage"),
    [
        (TRACE, "[FIRST [LAST]] [--summary]"),
        (FIX, "[--rounds N] [--offline]"),
        (CODE, "[--before] EXPRESSION"),
        (CONDITION, "NUMBER [EXPRESSION]"),
        (WORDS, "[NAME ...]"),
        ((), ""),
    ],
)
def test_the_usage_line_comes_from_the_declaration(arguments: tuple[Argument, ...], usage: str) -> None:
    assert usage_of(arguments) == usage


def test_a_form_is_chosen_by_the_first_word_and_refusals_name_all_forms() -> None:
    said: list[object] = []

    def say(what: object) -> Message:
        said.append(what)
        return Message(text="")

    command = Command(
        name="test",
        run=lambda session: say("all"),
        summary="",
        arguments=(),
        forms={"drop": Form(run=lambda session, number: say(number), arguments=(Operand("number", STEP),))},
    )
    session: Any = None
    command.do(session, "")
    command.do(session, "drop 3")
    assert said == ["all", 3]
    assert command.usage_line == "test | test drop [NUMBER]"
    with pytest.raises(BadArgument, match=r"test takes drop \[NUMBER\], not 'dorp 3'"):
        command.do(session, "dorp 3")


def test_a_value_that_the_form_without_a_word_refuses_is_told_with_the_other_forms() -> None:
    session: Any = None
    command = Command(
        name="predict",
        run=Message,
        summary="",
        arguments=(Operand("count", whole("a number of blocks", 1), shown="N"),),
        forms={"all": Form(run=Message)},
    )
    with pytest.raises(BadArgument, match=r"'foo' is not a number of blocks: .*; predict takes \[N\] or all"):
        command.do(session, "foo")


def test_a_command_that_declares_nothing_is_given_the_text() -> None:
    session: Any = None

    def shout(session: object, text: str) -> Message:
        del session
        return Message(text=text.upper())

    command = Command(name="shout", run=shout, summary="", usage="shout TEXT")
    assert command.do(session, "hello  you") == Message(text="HELLO  YOU")
    assert command.usage_line == "shout TEXT"


def test_flags_and_forms_are_offered_for_completion() -> None:
    session: Any = None
    command = Command(name="fix", run=Message, summary="", arguments=FIX, forms={"all": Form(run=Message)})
    offered = [word for complete in command.completers("") for word in complete(session, "")]
    assert offered == ["all", "--rounds", "--offline"]


def _built_in() -> list[tuple[str, object, tuple[Argument, ...]]]:
    registry = Registry()
    register(registry)
    declared: list[tuple[str, object, tuple[Argument, ...]]] = []
    for name, command in registry.commands.items():
        if command.arguments is not None:
            declared.append((name, command.run, command.arguments))
        declared += [(f"{name} {word}", form.run, form.arguments) for word, form in command.forms.items()]
    return declared


@pytest.mark.parametrize(("name", "run", "arguments"), [pytest.param(*row, id=row[0]) for row in _built_in()])
def test_every_command_takes_what_it_declares(
    name: str, run: object, arguments: tuple[Argument, ...]
) -> None:
    del name
    inspect.signature(run).bind(None, **{argument.name: None for argument in arguments})  # type: ignore[arg-type]
