"""What became of a variable, attribute, item or expression: history, who."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from llmdb.arguments import Rest, Switch
from llmdb.command import Command
from llmdb.commands.line.parsing import listed, parse_expression, parse_path
from llmdb.commands.looking import complete_name
from llmdb.commands.state.position import require_steps, selected_state
from llmdb.commands.state.values_over_run import (
    ANYBODY,
    AT_ONCE,
    ValuesOverRun,
    computed_part,
    is_path,
    module_part,
    seen_from_here,
)
from llmdb.errors import BadArgument, NoSuchName, NotRecorded
from llmdb.progress import Progress
from llmdb.replay.access import access_path
from llmdb.replay.changes import Found
from llmdb.replay.named_values import SeenBy
from llmdb.session import Session
from llmdb.types import FrameId, Json, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.replay.model import HistoryEntry, Write

_WHERE = (Switch("--frame"), Switch("--all"))
_SCREEN = 50
"""How many entries before and after the current step are found before the result is drawn."""
_LONGEST = 60
"""Characters of a value in a message."""
_WHOSE = (
    "NAME may be a variable, an attribute or an item: acc, self.size, xs[0], d['k']. A variable is followed in all "
    "calls of its function; an attribute or item of a parameter (`self.size`) on the object that it is here, "
    "through the whole run, whoever changes it. --frame follows it in this call only, --all follows whatever has "
    "that name."
)


class Asked(NamedTuple):
    """A name, and as whom it is looked at: the frames of a scope, one frame, an object, or, with none, all."""

    name: str
    scope: str | None = None
    frame: FrameId | None = None
    root: int = 0


_Entries = TypeVar("_Entries", bound="Found[HistoryEntry] | Found[Write]")


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """`history EXPRESSION`: the values that it took; `of` says which object is followed, "" for a variable."""

    name: str
    entries: Found[HistoryEntry]
    current: StepNo
    of: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"name", "values"}`; `"looked_at"`, first and last step, where Ctrl-C ended the search."""
        values: dict[str, Json] = {
            "name": self.name,
            "values": [
                {
                    "step": entry.step,
                    "line": entry.line,
                    "value": entry.value.to_json(),
                    "scope": entry.scope,
                    "frame": entry.frame,
                }
                for entry in self.entries
            ],
        }
        return values | _looked_at(self.entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writers:
    """`who NAME`: all that wrote it; `of` says which object is followed, "" for a variable."""

    name: str
    writes: Found[Write]
    current: StepNo
    of: str = ""

    def to_json(self) -> dict[str, Json]:
        """`{"name", "writes"}`; the value is null where it was deleted; `"looked_at"` as for `history`."""
        values: dict[str, Json] = {
            "name": self.name,
            "writes": [
                {
                    "step": write.step,
                    "line": write.line,
                    "how": write.how,
                    "by": write.by,
                    "value": None if write.value is None else write.value.to_json(),
                    "scope": write.scope,
                    "frame": write.frame,
                }
                for write in self.writes
            ],
        }
        return values | _looked_at(self.writes)


def _looked_at(found: Found[HistoryEntry] | Found[Write]) -> dict[str, Json]:
    return {} if found.looked_at is None else {"looked_at": [*found.looked_at]}


def register(registry: Registry) -> None:
    """Add the commands that follow a name through the run."""
    registry.command(
        Command(
            name="history",
            run=run_history,
            arguments=(Rest("expression", is_needed=True, complete=complete_name), *_WHERE),
            summary="show each value that a variable, attribute, item or expression took, with its step and line",
            details=f"{_WHOSE} Of an expression (`len(queue)`, `self.size * 2`) each value is shown that it has after "
            "a step and had not before, for the innermost call that has its variables. What recorded values do not "
            "tell is asked of the program, gone through once more, if the expression changes nothing. Ctrl-C keeps "
            "what was found.",
            group="look",
        )
    )
    registry.command(
        Command(
            name="who",
            run=run_who,
            arguments=(Rest("name", is_needed=True, complete=complete_name), *_WHERE),
            summary="show each step that wrote a variable, attribute or item, and how",
            details="Assignments, also with the value that it had; arguments of calls; and what changed the object, "
            f"through whatever other name: `append()`, `[...] =`, `.size =`. {_WHOSE}",
            group="look",
        )
    )


def run_history(session: Session, expression: str, **where: bool) -> History:
    """`history EXPRESSION [--frame] [--all]`."""
    flags = _flags(where, "history")
    require_steps(session)
    if not is_path(session, expression):
        return _history_of_expression(session, parse_expression(expression, "history"), flags)
    try:
        asked, entries = _follow(session, expression, flags, "history", session.trace.history)
    except NoSuchName:
        if not session.trace.changes.store_steps(ast.unparse(_root_node(expression))):
            raise
        return _history_of_expression(
            session, expression, flags
        )  # the record does not have it, the program may
    return History(name=asked.name, entries=entries, current=session.position, of=_whose(session, asked))


def _history_of_expression(session: Session, expression: str, flags: frozenset[str]) -> History:
    seen_by = ANYBODY if "--all" in flags else seen_from_here(session, expression)
    if "--frame" in flags:
        seen_by = SeenBy(frame=session.current_frame().frame, objects={})
    values = ValuesOverRun(session, expression, seen_by)
    values.require_harmless()
    found = _look_at(session, Found(values.steps, values.entries, at_once=AT_ONCE))
    if found is None and not flags and seen_by != ANYBODY:
        return _history_of_expression(session, expression, frozenset({"--all"}))
    if found is None and values.first is not None:
        step, value = (
            values.first
        )  # no step gave it: its variables came together between two steps of their frame
        entry = session.trace.changes.entry(step, session.trace.line_of(step), value)
        found = Found([step], lambda steps: [entry])
    if found is None:
        where = " in this call" if "--frame" in flags else ""
        said = f"; it raised {values.problem}" if values.problem else ""
        raise NoSuchName(f"{expression} had no value{where} after any step{said}")
    followed = [_whose(session, Asked(base, root=root)) for base, root in seen_by.objects.items()]
    return History(name=expression, entries=found, current=session.position, of=" and ".join(followed))


def run_who(session: Session, name: str, **where: bool) -> Writers:
    """`who NAME [--frame] [--all]`."""
    flags = _flags(where, "who")
    require_steps(session)
    asked, writes = _follow(session, name, flags, "who", session.trace.changes.writes)
    return Writers(name=asked.name, writes=writes, current=session.position, of=_whose(session, asked))


def _flags(where: Mapping[str, bool], command: str) -> frozenset[str]:
    if all(where.values()):
        raise BadArgument(f"{command} takes --frame or --all, not both")
    return frozenset(f"--{word}" for word, is_given in where.items() if is_given)


def _asked(session: Session, text: str, flags: frozenset[str], command: str) -> Asked:
    name = recorded_path(session, text, command)
    if "--all" in flags:
        return Asked(name)
    frame = session.current_frame()
    if "--frame" in flags:
        return Asked(name, frame=frame.frame)
    changes = session.trace.changes
    root = changes.root_of(name, session.position, frame.frame)
    if root:
        return Asked(name, root=root)
    return Asked(name, scope=changes.scope_of(name, session.position, frame.frame))


def recorded_path(session: Session, text: str, command: str) -> str:
    """A variable, attribute or item that can be followed in the record.

    Raises:
        BadArgument: it is something else.
        NotRecorded: a class of the program computes the attribute.
    """
    name = parse_path(text, command)
    path = access_path(name)
    if path is None:
        raise BadArgument(f"{command} follows what a constant names (x, p.total, xs[3], d['k']), not {name}")
    if why := module_part(session, path):
        raise BadArgument(why)
    if (attribute := computed_part(session, path)) is not None:
        raise NotRecorded(
            f"{name}: a class of the program computes {attribute}, the record has no value of it"
        )
    return name


def _follow(
    session: Session, text: str, flags: frozenset[str], command: str, look: Callable[..., _Entries]
) -> tuple[Asked, _Entries]:
    """What `look` has of the name that is asked for: of its scope's, or, where that has nothing, of all.

    Raises:
        NoSuchName: nothing was recorded of it.
    """
    asked = _asked(session, text, flags, command)
    found = _look_at(session, look(asked.name, asked.scope, asked.frame, root=asked.root))
    if found is None and not flags and asked.scope:
        asked, found = Asked(asked.name), _look_at(session, look(asked.name))
    if found is None:
        raise NoSuchName(_nothing(session, asked, flags))
    return asked, found


def _look_at(session: Session, found: _Entries) -> _Entries | None:
    """What became of a name, with what is near the current step found now; None where nothing did."""
    found.on_steps = lambda done, total: session.report(
        Progress(doing="looking through the run", done=done, total=total, unit="steps")
    )
    near = found.near(session.position, _SCREEN)
    found.on_steps = None
    return found if near.entries else None


def _whose(session: Session, asked: Asked) -> str:
    if not asked.root:
        return ""
    base = ast.unparse(_root_node(asked.name))
    value = selected_state(session).get(base)
    return f"the {value.type} that {base} is here" if value is not None else ""


def _root_node(name: str) -> ast.expr:
    node = ast.parse(name, mode="eval").body
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node


def _nothing(session: Session, asked: Asked, flags: frozenset[str]) -> str:
    base, here = ast.unparse(_root_node(asked.name)), selected_state(session)
    where = " in this call" if "--frame" in flags else ""
    if base in here:
        return f"nothing was recorded of {asked.name}{where}; {base} is {here[base].repr[:_LONGEST]}"
    if session.trace.changes.store_steps(base):
        return f"nothing was recorded of {asked.name}{where}; in scope here: {listed(sorted(here))}"
    return f"no variable {base!r} was recorded; in scope here: {listed(sorted(here))}"
