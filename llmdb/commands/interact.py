"""What a user may do to the program at the current step, in a copy of it: interact, exec, jump."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Rest, Switch
from llmdb.command import Command
from llmdb.commands.line.line_places import read_line
from llmdb.commands.line.parsing import listed, parse_statements, statements
from llmdb.commands.looking import complete_name
from llmdb.commands.results.common import Executed, Message
from llmdb.commands.state.attributes import words_at
from llmdb.commands.state.position import going_back, place_at, require_steps, selected_state
from llmdb.commands.state.typed import typed_here
from llmdb.errors import BadArgument, EvaluationFailed
from llmdb.program.files import line_label
from llmdb.program.nodes import assigned_names
from llmdb.program.parsing import parse
from llmdb.runner.model import Source
from llmdb.session import Session, Typed, Words

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
            arguments=(Switch("--keep"),),
            summary="a Python prompt in the state after the current step",
            details="A copy of the recorded program waits at this step. Names that you bind are kept "
            "until you leave with Ctrl-D or `exit`; Ctrl-C stops what runs. The recording stays as it is. With "
            "`--keep` what you typed counts afterwards, too, as if each line had been typed with `!`: `p` sees it, and "
            "the next move forward goes on with it. What raised is left out.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="exec",
            aliases=("!",),
            run=run_exec,
            arguments=(Rest("statement", _statement, is_needed=True, is_code=True, complete=complete_name),),
            usage="exec STATEMENT | !STATEMENT",
            summary="run a statement at the end of the current step",
            details="A statement that does not begin like a command needs no `!`. What it prints is shown. If it "
            "changes something, `p` and the next statements here see that, and the next move forward (step, next, "
            "return, until, continue) goes on with it: the rest of the run is recorded anew, as a version of its own "
            "(`versions`). `undo` forgets it, or goes back to the run as it was. It runs in a copy of the program: "
            "the recording stays as it is. After `up` it runs in that frame; a calling function's own variable has "
            "another value in the copy alone.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="jump",
            aliases=("j",),
            run=run_jump,
            arguments=(Operand("line", is_needed=True),),
            summary="go on with another line after the current step",
            details="LINE is one that begins a block of this function; Python refuses some, as into a loop. The next "
            "move forward records how the run goes on, as a version of its own; `undo` goes back.",
            group="move",
        )
    )


def run_interact(session: Session, keep: bool) -> Message:
    """`interact [--keep]`."""
    require_steps(session)
    if keep and session.selected:
        raise BadArgument("interact --keep goes on in the step's own frame: `down` goes there")
    prompt = session.python_prompt
    if prompt is None:
        raise BadArgument(
            "interact needs a prompt to type at; `!STATEMENT` runs one, `p EXPRESSION` evaluates"
        )
    of_module = assigned_names(parse(session.snippet.text))
    names = {*vars(builtins), *of_module, *selected_state(session)}
    begun: list[bool] = []
    done: list[str] = []

    def complete(text: str) -> Words:
        with session.unwatched():
            return words_at(session, text, sorted(names))

    def following() -> str | None:
        if not begun:
            begun.append(True)
            prompt.begin(session.position, session.current_frame().scope, complete)
        source = prompt.next_source()
        if source is not None:
            done.append(source)
        tree = statements(source or "")
        names.update(assigned_names(tree) if tree is not None else ())
        return source

    def show(stream: str, text: str) -> None:
        if stream == "traceback" and done:
            done[-1] = ""
        prompt.show(stream, text)

    ended = _talk(session, following, show)
    reason = f"{ended}; " if ended else ""
    kept = tuple(filter(None, done))
    if keep and kept:
        before = typed_here(session) or Typed(session.position)
        session.typed = before._replace(sources=(*before.sources, *map(Source, kept)))
        return Message(
            text=f"{reason}back at step {session.position}: the next move forward goes on with what you typed"
        )
    return Message(text=f"{reason}back at step {session.position}: the recording is as it was")


def run_exec(session: Session, statement: str) -> Executed:
    """`exec STATEMENT`."""
    require_steps(session)
    before = typed_here(session) or Typed(session.position)
    place = place_at(session, session.position)
    sources = (*before.sources, Source(statement, tuple(place.callers)))
    written, failed = list[str](), list[str]()

    def show(stream: str, said: str) -> None:
        (failed if stream == "traceback" else written).append(said)

    past = session.past(place.position)
    found = past.attempt(replace(place, typed=sources), show, going_back(session, session.position))
    if failed or found.ending:
        said = "".join(failed).strip().rpartition("\n")[2] or f"{statement}: {found.ending}"
        raise EvaluationFailed("".join(written) + said)
    has_effect = bool(found.names or found.changes_objects or found.reaches_out)
    is_kept = has_effect and not found.is_elsewhere
    if is_kept:
        session.typed = before._replace(sources=sources)
    return Executed(
        statement=statement,
        written="".join(written),
        changed=found.names,
        changes_objects=found.changes_objects,
        objects=found.objects,
        is_kept=is_kept,
        globals=_meant_globals(session, statement),
    )


def _meant_globals(session: Session, statement: str) -> tuple[str, ...]:
    """The variables of the module that a statement in a function gives a value of its own, as in pdb."""
    tree, frame = statements(statement), session.current_frame()
    scope_of = session.trace.changes.scope_of
    found = {
        name: scope_of(name, session.position, frame.frame) for name in assigned_names(tree or parse(""))
    }
    return tuple(sorted(name for name, scope in found.items() if scope not in (None, frame.scope)))


def run_jump(session: Session, line: str) -> Message:
    """`jump LINE`."""
    require_steps(session)
    wanted = read_line(session, line)
    scope = session.trace.scope_of(session.position)
    blocks = [block for block in session.cfg.blocks if block.scope == scope and block.statement_lines]
    firsts = sorted({block.statement_lines[0] for block in blocks})
    if wanted not in firsts:
        there = listed(map(line_label, firsts))
        finer = "" if session.settings.level == "line" else " (at `level line` any statement)"
        raise BadArgument(
            f"jump takes a line that begins a block of this function, not {line_label(wanted)}: {there}{finer}"
        )
    if session.selected:
        raise BadArgument("jump goes on in the step's own frame: `down` goes there")
    session.typed = (typed_here(session) or Typed(session.position))._replace(jump=wanted)
    return Message(
        text=f"the next move forward goes on with line {line_label(wanted)}, as a version of its own; `undo` forgets it"
    )


def _statement(text: str, command: str) -> str:
    if not text:
        raise BadArgument(f"{command} needs a statement, e.g. `!print(x)`")
    parse_statements(text, called="no Python")
    return text


def _talk(session: Session, next_source: Callable[[], str | None], show: OnWritten) -> str:
    """Have what is asked for run in a copy of the program; why that ended early, "" if it did not."""

    def shown(stream: str, text: str) -> None:
        show(stream, text.replace(_SNIPPET, f'File "{session.snippet.name}"'))

    place = place_at(session, session.position)
    return session.past(place.position).talk(place, next_source, shown, going_back(session, session.position))
