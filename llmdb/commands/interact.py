"""Python at the current step, in a copy of the program: interact, exec."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.parsing import parse_nothing, parse_statements, statements
from llmdb.commands.looking import complete_name
from llmdb.commands.results.common import Executed, Message
from llmdb.commands.state.attributes import words_at
from llmdb.commands.state.position import going_back, place_at, require_steps, selected_state
from llmdb.errors import BadArgument, EvaluationFailed
from llmdb.program.nodes import assigned_names
from llmdb.session import Session, Words

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.runner.past import OnWritten

_SNIPPET = 'File "<snippet>"'
"""What a traceback of a child calls the snippet."""


def register(registry: Registry) -> None:
    """Add `interact` and `exec`."""
    registry.command(
        Command(
            name="interact",
            run=run_interact,
            summary="a Python prompt in the state after the current step",
            details="A copy of the recorded program waits at this step. Names that you bind are kept "
            "until you leave with Ctrl-D or `exit`; Ctrl-C stops what runs. The recording stays as it is.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="exec",
            aliases=("!",),
            run=run_exec,
            usage="exec STATEMENT | !STATEMENT",
            summary="run a statement in a copy of the program at the current step",
            details="A statement that does not begin like a command needs no `!`. What it prints is shown; what it "
            "changes is gone afterwards: `interact` keeps names for several, `assume NAME = VALUE` records a run "
            "with another value of an invented name.",
            group="look",
            complete=complete_name,
        )
    )


def run_interact(session: Session, text: str) -> Message:
    """`interact`."""
    parse_nothing(text, "interact")
    require_steps(session)
    prompt = session.python_prompt
    if prompt is None:
        raise BadArgument(
            "interact needs a prompt to type at; `!STATEMENT` runs one, `p EXPRESSION` evaluates"
        )
    of_module = assigned_names(ast.parse(session.snippet.text))
    names = {*vars(builtins), *of_module, *selected_state(session)}
    begun: list[bool] = []

    def complete(text: str) -> Words:
        with session.unwatched():
            return words_at(session, text, sorted(names))

    def following() -> str | None:
        if not begun:
            begun.append(True)
            prompt.begin(session.position, session.current_frame().scope, complete)
        source = prompt.next_source()
        tree = statements(source or "")
        names.update(assigned_names(tree) if tree is not None else ())
        return source

    ended = _talk(session, following, prompt.show)
    reason = f"{ended}; " if ended else ""
    return Message(text=f"{reason}back at step {session.position}: the recording is as it was")


def run_exec(session: Session, text: str) -> Executed:
    """`exec STATEMENT`."""
    tree = _parse(text)
    require_steps(session)
    sources, written, failed = iter([text]), list[str](), list[str]()

    def show(stream: str, said: str) -> None:
        (failed if stream == "traceback" else written).append(said)

    ended = _talk(session, lambda: next(sources, None), show)
    if failed or ended:
        said = "".join(failed).strip().rpartition("\n")[2] or f"{text}: {ended}"
        raise EvaluationFailed("".join(written) + said)
    return Executed(statement=text, written="".join(written), bound=tuple(sorted(assigned_names(tree))))


def _parse(text: str) -> ast.Module:
    if not text.strip():
        raise BadArgument("exec needs a statement, e.g. `!print(x)`")
    return parse_statements(text, called="no Python")


def _talk(session: Session, next_source: Callable[[], str | None], show: OnWritten) -> str:
    """Have what is asked for run in a copy of the program; why that ended early, "" if it did not."""

    def shown(stream: str, text: str) -> None:
        show(stream, text.replace(_SNIPPET, f'File "{session.snippet.name}"'))

    place = place_at(session, session.position)
    return session.past(place.position).talk(place, next_source, shown, going_back(session, session.position))
