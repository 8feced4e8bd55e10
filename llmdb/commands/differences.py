"""Two steps held side by side: changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.moves import find_step
from llmdb.commands.state.position import require_steps
from llmdb.errors import BadArgument
from llmdb.json_fields import json_of
from llmdb.session import Session
from llmdb.types import FrameId, Json, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState, Value
    from llmdb.registry import Registry


class Side(NamedTuple):
    """One of the two steps, and the frame whose variables are compared."""

    step: StepNo
    scope: str
    frame: FrameId

    def to_json(self) -> dict[str, Json]:
        """`{"step", "scope", "frame"}`."""
        return {"step": self.step, "scope": self.scope, "frame": self.frame}


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """`changes N M`: the variables after one step and after another.

    Attributes:
        first, second: the steps, in the order in which they were named.
        changed: the names that both have with different values: that after `first`, that after `second`.
        only_first, only_second: the names that one of them has, with their values there.
        same: the names that both have with one value.
    """

    first: Side
    second: Side
    changed: Mapping[str, tuple[Value, Value]]
    only_first: IntermediateState
    only_second: IntermediateState
    same: tuple[str, ...]

    @property
    def is_one_frame(self) -> bool:
        """Whether both steps are of one frame, so that a name means one variable."""
        return self.first.frame == self.second.frame

    def to_json(self) -> dict[str, Json]:
        """`{"first", "second", "same_frame", "changed", "only_first", "only_second", "same"}`."""
        return {
            "first": self.first.to_json(),
            "second": self.second.to_json(),
            "same_frame": self.is_one_frame,
            "changed": {
                name: {"before": before.to_json(), "after": after.to_json()}
                for name, (before, after) in self.changed.items()
            },
            "only_first": json_of(self.only_first),
            "only_second": json_of(self.only_second),
            "same": list[Json](self.same),
        }


def register(registry: Registry) -> None:
    """Add `changes`."""
    registry.command(
        Command(
            name="changes",
            run=run_changes,
            arguments=(Rest("steps", _one_or_two, shown="N [M]", is_needed=True, complete=_complete),),
            summary="compare the variables after two steps, e.g. `changes 12 40`",
            details="With one step it is compared with the current one. A step is named as for `goto`: 12, +3, B4@2, "
            "start, end, error. Steps of two calls are of different frames, and so are their variables, though they "
            "may be called alike.",
            group="look",
        )
    )


def _complete(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("start", "end", "error")


def _one_or_two(text: str, command: str) -> list[str]:
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= 2:
        raise BadArgument(
            f"{command} takes two steps, or one to hold beside the current one: `{command} 3 9`"
        )
    return words


def run_changes(session: Session, steps: list[str]) -> Differences:
    """`changes N [M]`."""
    require_steps(session)
    first = find_step(session, steps[0])
    second = find_step(session, steps[1]) if len(steps) == 2 else session.position
    trace = session.trace
    one, two = trace.state(first), trace.state(second)
    both = [name for name in two if name in one]
    differing = [name for name in both if one[name] != two[name] or _cut_short(session, name, first, second)]
    return Differences(
        first=Side(first, trace.scope_of(first), trace.frame_of(first)),
        second=Side(second, trace.scope_of(second), trace.frame_of(second)),
        changed={name: (one[name], two[name]) for name in differing},
        only_first={name: value for name, value in one.items() if name not in two},
        only_second={name: value for name, value in two.items() if name not in one},
        same=tuple(name for name in both if name not in differing),
    )


def _cut_short(session: Session, name: str, first: StepNo, second: StepNo) -> bool:
    """Whether two values that are alike as far as they are written out differ all the same, for all that is known."""
    trace = session.trace
    if not trace.state(second)[name].truncated:
        return False
    early, late = sorted((first, second))
    frame = trace.frame_of(late) if trace.frame_of(late) == trace.frame_of(early) else None
    return bool(trace.history(name, frame=frame, first=early + 1, last=late).near(late, 1).entries)
