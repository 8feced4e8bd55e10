"""`predict` (ORCA): a model walks the graph, and the recording marks its walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from llmdb.cfg.model import ControlFlowGraph
from llmdb.engine.predict_lines import place_on_lines
from llmdb.engine.predict_metrics import compare_walks
from llmdb.engine.predict_model import Comparison, SymbolTable, SymbolValue, Walk, WalkError, WalkStep
from llmdb.engine.predict_prompt import PredictionRequest, predict_messages
from llmdb.engine.predict_reply import parse_reply
from llmdb.llm.model import Message, Model, Usage
from llmdb.llm.secrets import mask_secrets
from llmdb.trace.model import IntermediateState, Step
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.trace import ExecutionTrace

MAX_VISITS = 20_000
_BEYOND = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """A told walk beside the recorded one.

    Attributes:
        request: what was asked.
        predicted, actual: the walks; `actual` is None where the code was not or cannot be run.
        comparison: both aligned, with the metrics; None without `actual`.
        usage: what the call took; None for a prediction of the user's own.
        notes: lines for the user.
    """

    request: PredictionRequest
    predicted: Walk
    actual: Walk | None = None
    comparison: Comparison | None = None
    usage: Usage | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """The result of `predict`."""
        metrics = self.comparison.metrics if self.comparison is not None else None
        return {
            "predicted": self.predicted.to_json(),
            "actual": None if self.actual is None else self.actual.to_json(),
            "metrics": None if metrics is None else metrics.to_json(),
            "usage": None if self.usage is None else self.usage.to_json(),
        }


def request_at(trace: ExecutionTrace, step: StepNo, visits: int | None) -> PredictionRequest:
    """The request for a walk from a recorded step's entry state.

    Args:
        trace: the recording.
        step: where to begin.
        visits: how many blocks; None for all up to the end.
    """
    return PredictionRequest(
        start=trace.step(step).block, table=masked_table(trace.state_before(step)), visits=visits
    )


def ask_prediction(
    model: Model,
    cfg: ControlFlowGraph,
    request: PredictionRequest,
    *,
    on_text: Callable[[str], None] | None = None,
) -> Prediction:
    """The model's walk, not compared with anything.

    Raises:
        ModelError: it gave no answer, or one without a walk.
    """
    answer = model.complete(predict_messages(cfg, request), on_text=on_text, purpose="predict")
    walk = parse_reply(answer.text, known_blocks=len(cfg.blocks))
    if request.visits is not None:
        walk = _first_visits(walk, request.visits)
    return Prediction(
        request=request, predicted=place_on_lines(walk, cfg), usage=answer.usage, notes=answer.notes
    )


def compare_with_recording(prediction: Prediction, trace: ExecutionTrace, first: StepNo = 1) -> Prediction:
    """The prediction beside what was recorded from step `first` on; unchanged where nothing was recorded there."""
    if not 1 <= first <= len(trace):
        return prediction
    visits = prediction.request.visits
    last = len(trace) if visits is None else min(len(trace), first + visits - 1)
    notes = prediction.notes
    if last - first >= MAX_VISITS:
        last = first + MAX_VISITS - 1
        notes += (f"compared with the first {MAX_VISITS:,} of {len(trace) - first + 1:,} steps",)
    with_values = len(prediction.predicted.steps) + _BEYOND
    actual = recorded_walk(trace, first, last, with_values=with_values)
    comparison = compare_walks(prediction.predicted, actual, first_step=first)
    return replace(prediction, actual=actual, comparison=comparison, notes=notes)


def recorded_walk(
    trace: ExecutionTrace, first: StepNo, last: StepNo, *, with_values: int | None = None
) -> Walk:
    """The recorded walk from one step to another.

    Args:
        trace: the recording.
        first, last: inclusive.
        with_values: how many of its visits get their symbol tables; None for all.
    """
    steps = []
    for number in range(first, last + 1):
        step = trace.step(number)
        wanted = with_values is None or number - first < with_values
        table = symbol_table(trace.state(number)) if wanted else None
        steps.append(WalkStep(block=step.block, state=table, lines=step.lines))
    ended = last == len(trace)
    return Walk(
        steps=tuple(steps),
        error=_recorded_error(trace, first, last),
        following=None if ended else trace.step(last + 1).block,
        ended=ended,
    )


def symbol_table(state: IntermediateState) -> SymbolTable:
    """A recorded state as a symbol table."""
    return {name: SymbolValue(type=value.type, repr=value.repr) for name, value in state.items()}


def masked_table(state: IntermediateState) -> SymbolTable:
    """A recorded state as a prompt may show it."""
    return {
        name: SymbolValue(type=value.type, repr=mask_secrets(name, value.repr))
        for name, value in state.items()
    }


def prompt_of(cfg: ControlFlowGraph, request: PredictionRequest) -> list[Message]:
    """What would be sent."""
    return predict_messages(cfg, request)


def _first_visits(walk: Walk, count: int) -> Walk:
    """The walk's first visits, and the block it gives as the one after them."""
    if len(walk.steps) <= count:
        return walk
    return Walk(steps=walk.steps[:count], following=walk.steps[count].block, ended=False)


def _recorded_error(trace: ExecutionTrace, first: StepNo, last: StepNo) -> WalkError | None:
    """The error that ended the run, at the innermost step that it left."""
    if trace.outcome.kind != "exception" or last < first:
        return None
    step = _raising_step(trace)
    if step is None or step.raised is None or not first <= step.number <= last:
        return None
    return WalkError(
        type=step.raised.type, block=step.block, line=step.raised.line, reason=step.raised.message
    )


def _raising_step(trace: ExecutionTrace) -> Step | None:
    """The last step that an exception left without being caught in its frame."""
    for number in range(len(trace), max(0, len(trace) - MAX_VISITS), -1):
        step = trace.step(number)
        if step.raised is not None and step.caught is None:
            return step
    return None
