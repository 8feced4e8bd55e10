"""`predict` (ORCA): a model walks the graph, and the recording marks its walk."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from llmdb.ask.answers import read_answer
from llmdb.ask.symbol_values import is_literal, values_equal
from llmdb.ask.walk_lines import place_on_lines
from llmdb.ask.walk_metrics import compare_walks
from llmdb.ask.walk_prompt import PredictionRequest, predict_messages
from llmdb.ask.walk_reply import parse_reply
from llmdb.ask.walks import Comparison, SymbolTable, SymbolValue, Walk, WalkError, WalkStep
from llmdb.events.model import IntermediateState
from llmdb.llm.model import Message, Model, Usage, total_usage
from llmdb.program.graph import ControlFlowGraph
from llmdb.types import BlockId, FrameId, Json, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.replay.visits import Visits

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
        is_cut: whether the told walk stops before its end and before as many visits as were asked for.
    """

    request: PredictionRequest
    predicted: Walk
    actual: Walk | None = None
    comparison: Comparison | None = None
    usage: Usage | None = None
    notes: tuple[str, ...] = ()
    is_cut: bool = False

    def to_json(self) -> dict[str, Json]:
        """The result of `predict`."""
        metrics = self.comparison.metrics if self.comparison is not None else None
        return {
            "predicted": self.predicted.to_json(),
            "actual": None if self.actual is None else self.actual.to_json(),
            "metrics": None if metrics is None else metrics.to_json(),
            "usage": None if self.usage is None else self.usage.to_json(),
        }


def request_at(trace: Visits, step: VisitNo, visits: int | None) -> PredictionRequest:
    """The request for a walk from a recorded step's entry state.

    Args:
        trace: the recording.
        step: where to begin.
        visits: how many blocks; None for all up to the end.
    """
    return PredictionRequest(
        start=trace.block_of(step), table=symbol_table(trace.state_before(step)), visits=visits
    )


def ask_prediction(
    model: Model,
    cfg: ControlFlowGraph,
    request: PredictionRequest,
    *,
    on_text: Callable[[str], None] | None = None,
    messages: list[Message] | None = None,
    read: Callable[[str], Walk] | None = None,
) -> Prediction:
    """The model's walk, not compared with anything.

    Args:
        model: asked once.
        cfg: the graph to be walked.
        request: from where, and how far.
        on_text: shows the answer as it comes.
        messages, read: another form of the request, and what reads its answers.

    Raises:
        ModelError: it gave no answer, or one without a walk.
    """
    usages: list[Usage] = []
    walk = read_answer(
        partial(
            model.complete, messages or predict_messages(cfg, request), on_text=on_text, purpose="predict"
        ),
        lambda answer: (read or partial(parse_reply, known_blocks=len(cfg.blocks)))(answer.text),
        usages,
    )
    told = len(walk.steps)
    if request.visits is not None:
        walk = _first_visits(walk, request.visits)
    is_cut = walk.stops_early and (request.visits is None or told < request.visits)
    return Prediction(
        request=request, predicted=place_on_lines(walk, cfg), usage=total_usage(usages), is_cut=is_cut
    )


def compare_with_recording(
    prediction: Prediction, trace: Visits, cfg: ControlFlowGraph, first: VisitNo = 1
) -> Prediction:
    """The prediction beside what was recorded from step `first` on; unchanged where nothing was recorded there."""
    if not 1 <= first <= len(trace):
        return prediction
    visits = prediction.request.visits
    notes = prediction.notes + other_inputs(prediction.request, trace)
    if visits is None and len(trace) - first >= MAX_VISITS:
        visits = MAX_VISITS
        notes += (f"compared with the first {MAX_VISITS:,} of {len(trace) - first + 1:,} steps",)
    with_values = len(prediction.predicted.steps) + _BEYOND
    actual = recorded_walk(trace, cfg, first, visits=visits, with_values=with_values)
    comparison = compare_walks(prediction.predicted, actual)
    return replace(prediction, actual=actual, comparison=comparison, notes=notes)


def other_inputs(request: PredictionRequest, trace: Visits) -> tuple[str, ...]:
    """A line that names the assumed inputs with which the recorded run did not begin; none where they agree."""
    if not request.assumed or len(trace) == 0:
        return ()
    began = symbol_table(trace.state_before(1))
    differing = [
        f"{name} was {began[name].repr if name in began else 'not there'}, assumed {value.repr}"
        for name, value in request.table.items()
        if name not in began or (is_literal(value) and not values_equal(value, began[name]))
    ]
    return (f"the recorded run had other inputs: {'; '.join(differing)}",) if differing else ()


def recorded_walk(
    trace: Visits,
    cfg: ControlFlowGraph,
    first: VisitNo = 1,
    *,
    visits: int | None = None,
    with_values: int | None = None,
) -> Walk:
    """The recorded walk.

    Args:
        trace: the recording.
        cfg: its graph.
        first: the step at which the walk begins.
        visits: how many visits; None for all up to the end.
        with_values: how many of them get their symbol tables; None for all.
    """
    steps: list[WalkStep] = []
    following = None
    error_step, error = _recorded_error(trace) or (0, None)
    for visit in _visits_from(trace, cfg, first):
        if visits is not None and len(steps) == visits:
            following = visit.block
            break
        if visit.number is not None and (with_values is None or len(steps) < with_values):
            state = symbol_table(trace.state(visit.number))
            visit = replace(visit, state=state, pending=_pending_names(trace, visit.number))
        if error is not None and visit.number == error_step:
            visit = replace(visit, raises=error.type)
        steps.append(visit)
    reached = any(step.raises for step in steps)
    return Walk(
        steps=tuple(steps),
        error=error if reached else None,
        following=following,
        ended=following is None,
    )


def _pending_names(trace: Visits, number: VisitNo) -> frozenset[str]:
    """What a step changed, if calls that it made are steps of their own; else nothing."""
    if number == len(trace) or trace.frame_of(number + 1) == trace.frame_of(number):
        return frozenset()
    stack = trace.machine_at(trace.log.steps.begin[number] + 1).stacks.stack
    called = any(frame.step == number for frame in stack)
    return frozenset(trace.changed(number)) if called else frozenset()


def _visits_from(trace: Visits, cfg: ControlFlowGraph, first: VisitNo) -> Iterator[WalkStep]:
    """Visits in order of execution, those of `while True:` included, which has no code to be recorded."""
    latest: dict[FrameId, BlockId] = {}
    for number in range(first, len(trace) + 1):
        block, frame = trace.block_of(number), trace.frame_of(number)
        silent = _silent_between(cfg, latest.get(frame), block)
        if silent is not None:
            yield WalkStep(block=silent)
        latest[frame] = block
        yield WalkStep(block=block, lines=trace.lines(number), number=number)


def _silent_between(cfg: ControlFlowGraph, before: BlockId | None, after: BlockId) -> BlockId | None:
    """The `while True:` that control passed from one block to another of the same frame; None for no such head."""
    if before is None or after in cfg.block(before).next.values():
        return None
    for head in cfg.block(before).next.values():
        block = cfg.block(head)
        if block.condition is not None and _is_true(block.condition) and block.next.get("true") == after:
            return head
    return None


def _is_true(condition: str) -> bool:
    try:
        return bool(ast.literal_eval(condition))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


def symbol_table(state: IntermediateState) -> SymbolTable:
    """A recorded state as a symbol table."""
    return {name: SymbolValue(type=value.type, repr=value.repr) for name, value in state.items()}


def _first_visits(walk: Walk, count: int) -> Walk:
    """The walk's first visits, and the block it gives as the one after them."""
    if len(walk.steps) <= count:
        return walk
    return Walk(steps=walk.steps[:count], following=walk.steps[count].block, ended=False)


def _recorded_error(trace: Visits) -> tuple[VisitNo, WalkError] | None:
    """The error that ended the run, at the innermost step that it left."""
    if trace.outcome.kind != "exception":
        return None
    number = _raising_step(trace)
    if number is None:
        return None
    raised, block = trace.raises[number], trace.block_of(number)
    return number, WalkError(type=raised.type, block=block, line=raised.line, reason=raised.message)


def _raising_step(trace: Visits) -> VisitNo | None:
    """The last step that an exception left without being caught in its frame."""
    last = range(len(trace), max(0, len(trace) - MAX_VISITS), -1)
    return next((n for n in last if n in trace.raises and trace.handlers(n) is None), None)
