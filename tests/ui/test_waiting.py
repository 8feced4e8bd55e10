"""Work goes on while a prompt waits for keys, and stops for whoever types."""

from collections.abc import Iterator

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.output import DummyOutput

from llmdb.ui.waiting import while_waiting

TURNS = 5


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe:
        yield pipe


def prompt(keys: PipeInput) -> PromptSession[str]:
    return PromptSession(input=keys, output=DummyOutput())


def test_all_turns_are_taken_while_nobody_types(keys: PipeInput) -> None:
    taken = []

    def work() -> Iterator[None]:
        for turn in range(TURNS):
            taken.append(turn)
            yield
        keys.send_text("step\r")

    assert prompt(keys).prompt(pre_run=while_waiting(work)) == "step"
    assert taken == list(range(TURNS))


def test_a_line_that_is_entered_leaves_endless_work_where_it_is(keys: PipeInput) -> None:
    taken = []

    def work() -> Iterator[None]:
        while True:
            taken.append(1)
            if len(taken) == TURNS:
                keys.send_text("next\r")
            yield

    assert prompt(keys).prompt(pre_run=while_waiting(work)) == "next"
    done = len(taken)
    keys.send_text("list\r")
    assert prompt(keys).prompt() == "list"
    assert len(taken) == done >= TURNS


def test_work_that_fails_leaves_the_prompt_as_it_was(keys: PipeInput) -> None:
    def work() -> Iterator[None]:
        yield
        keys.send_text("where\r")
        raise ValueError("broken")

    assert prompt(keys).prompt(pre_run=while_waiting(work)) == "where"
