"""Where in the run an expression becomes true: when."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.line.parsing import parse_expression
from llmdb.commands.looking import complete_name
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.values_over_run import ValuesOverRun
from llmdb.errors import EvaluationFailed, NotRecorded
from llmdb.json_fields import json_of
from llmdb.replay.named_values import NamedValues, SeenBy
from llmdb.session import Session
from llmdb.types import Json, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace


@dataclass(frozen=True, slots=True, kw_only=True)
class Truths:
    """`when EXPRESSION`: the steps after which it holds and did not before.

    Attributes:
        names: the variables and attributes that it reads.
        steps: in order.
        unknown: how many of the steps that changed what it reads leave open whether it holds, as an object or a value
            that is not recorded whole is asked about; `first_unknown` is the first of them.
        looked_at: the last step that was looked at, where Ctrl-C ended that; None for all.
    """

    expression: str
    trace: ExecutionTrace
    names: frozenset[str]
    steps: Sequence[StepNo]
    current: StepNo
    unknown: int = 0
    first_unknown: StepNo | None = None
    looked_at: StepNo | None = None

    def values(self, step: StepNo) -> IntermediateState:
        """What it read at a step."""
        values = NamedValues(self.trace, self.names, frozenset(), SeenBy(objects={}))
        sight = values.after(step)
        return {} if sight is None else values.state(sight)

    def to_json(self) -> dict[str, Json]:
        """`{"expression", "steps", "unknown"}`; `"looked_at"`, first and last step, where Ctrl-C ended it."""
        stopped: dict[str, Json] = {} if self.looked_at is None else {"looked_at": [1, self.looked_at]}
        return {
            "expression": self.expression,
            "steps": [
                {
                    "step": step,
                    "line": self.trace.line_of(step),
                    "scope": self.trace.scope_of(step),
                    "frame": self.trace.frame_of(step),
                    "values": json_of(self.values(step)),
                }
                for step in self.steps
            ],
            "unknown": self.unknown,
            **stopped,
        }


def register(registry: Registry) -> None:
    """Add `when`."""
    registry.command(
        Command(
            name="when",
            run=run_when,
            arguments=(
                Rest("expression", parse_expression, is_needed=True, is_code=True, complete=complete_name),
            ),
            summary="show the steps where an expression becomes true, e.g. `when total > 100`",
            details="It is asked after each step that changes what it reads, for the innermost call that has its "
            "names, from the recorded values: names, attributes, items, comparisons, arithmetic, and len, abs, min, "
            "max, sum, any, all of them. Any other expression (`sorted(seen) == [1, 2]`) is asked of the "
            "program, which is gone through once more, if it changes nothing. Ctrl-C keeps what was found. "
            "`break LINE, CONDITION` and "
            "`watch EXPRESSION, CONDITION` stop where a condition holds, `history EXPRESSION` shows each value.",
            group="look",
        )
    )


def run_when(session: Session, expression: str) -> Truths:
    """`when EXPRESSION`."""
    require_steps(session)
    values = ValuesOverRun(session, expression, is_truth=True)
    found, stopped = array("I"), False
    try:
        found.extend(values.truths())
    except KeyboardInterrupt:
        stopped = True
    first_unknown = next(iter(values.unknown), None)
    if not stopped and not values.decided and first_unknown:
        raise NotRecorded(
            f"recorded values alone do not tell {expression} (step {first_unknown}), and {values.why_not}; "
            "`p` asks the program at one step"
        )
    if not stopped and not values.decided and values.problem:
        raise EvaluationFailed(values.problem)
    return Truths(
        expression=expression,
        trace=session.trace,
        names=values.names,
        steps=found,
        current=session.position,
        unknown=len(values.unknown),
        first_unknown=first_unknown,
        looked_at=values.looked_at if stopped else None,
    )
