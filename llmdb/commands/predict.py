"""`predict`: a model, or the user, says what the code will do, and the recording marks it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast
from weakref import ref

from llmdb.arguments import Operand, Option, Rest, Switch
from llmdb.ask.assumed_entry import assumed_table, first_block
from llmdb.ask.foreseen_error import judge_warning
from llmdb.ask.own_guess import Guess, Marked, mark_guess
from llmdb.ask.predictions import (
    Prediction,
    ask_prediction,
    compare_with_recording,
    other_inputs,
    request_at,
)
from llmdb.ask.short_form import SHORT_BUDGET
from llmdb.ask.short_walk import parse_short_walk, short_walk_messages
from llmdb.ask.walk_prompt import PredictionRequest, predict_messages
from llmdb.command import Command, Form
from llmdb.commands.line.later import check_later
from llmdb.commands.line.parsing import whole
from llmdb.commands.state.position import require_steps
from llmdb.errors import BadArgument, NothingPending
from llmdb.llm.model import Message, Model
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.program.graph import ControlFlowGraph
    from llmdb.program.snippet import Snippet
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace

_HELP = """\
`predict` asks for the current block: the state after it and the block that comes next, from the recorded state before
it; `predict N` for N blocks, `predict all` for the whole program. Each is compared with the recording.
`predict --short` asks about the block in few words and takes a few lines, for small local models (--budget TOKENS).
`predict --static [NAME = VALUE; ...]` asks without running anything, for code that cannot run: the names are the
assumed inputs. It warns of a runtime error with line, type and reason. The next recording, e.g. after `assume`, says
whether the warning was right; `predict check` compares the whole walk with it.
`predict mine B4` or `predict mine total = 7` is your own guess about the next step, marked and scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionReport:
    """A prediction, and what the view needs of the program."""

    prediction: Prediction
    cfg: ControlFlowGraph
    title: str

    def to_json(self) -> dict[str, Json]:
        """The result of `predict`; `notes` are lines for the user, `stops_early` says that the answer lacks its end."""
        prediction = self.prediction
        return {**prediction.to_json(), "notes": list(prediction.notes), "stops_early": prediction.is_cut}


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessReport:
    """The user's guess, marked, and their score so far."""

    marked: Marked
    right: int
    total: int

    def to_json(self) -> dict[str, Json]:
        """`{"asked", "guess", "actual", "right": bool, "score": [right, total]}`."""
        return {
            "asked": self.marked.asked,
            "guess": self.marked.guess,
            "actual": self.marked.actual,
            "right": self.marked.right,
            "score": [self.right, self.total],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Score:
    """How many of the user's guesses were right."""

    right: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StaticPrediction:
    """The last static prediction, the version it is about, and the recording that it was checked against."""

    prediction: Prediction
    snippet: Snippet
    checked: ref[ExecutionTrace] | None = None


def register(registry: Registry) -> None:
    """Add `predict`."""
    registry.command(
        Command(
            name="predict",
            run=run_predict,
            arguments=(
                Operand("count", whole("a number of blocks", lowest=1), shown="N", default=1),
                Switch("--short"),
                Option("--budget", whole("a budget in tokens", lowest=1), shown="TOKENS"),
            ),
            messages=predict_command_messages,
            calls_model=True,
            forms={
                "all": Form(run=predict_all, messages=_messages(_request_of_all)),
                "--static": Form(
                    run=predict_static,
                    arguments=(Rest("assumptions", shown="NAME = VALUE; ...", is_code=True),),
                    messages=_messages(_static_request),
                ),
                "check": Form(run=check_prediction),
                "mine": Form(
                    run=mark_own_guess, arguments=(Rest("guess", _parse_guess, is_needed=True, is_code=True),)
                ),
            },
            summary="let the model walk the graph and compare its walk with the recorded one",
            details=_HELP,
            group="model",
        )
    )


def run_predict(session: Session, count: int, short: bool, budget: int | None) -> PredictionReport:
    """`predict [N] [--short]`: the current block, or N blocks from here."""
    _check_short(count, short, budget)
    request = _request_here(session, count)
    prediction = ask_prediction(
        cast("Model", session.model),
        session.cfg,
        request,
        messages=_short_messages(session, request, budget) if short else None,
        read=partial(parse_short_walk, cfg=session.cfg, request=request) if short else None,
    )
    compared = compare_with_recording(prediction, session.visits, session.cfg, session.visit)
    title = f"predict from step {session.position}"
    return PredictionReport(prediction=compared, cfg=session.cfg, title=title)


def predict_command_messages(session: Session, count: int, short: bool, budget: int | None) -> list[Message]:
    """Exactly what `predict` would send."""
    _check_short(count, short, budget)
    request = _request_here(session, count)
    return _short_messages(session, request, budget) if short else predict_messages(session.cfg, request)


def _check_short(count: int, short: bool, budget: int | None) -> None:
    """Refuse what the short form has not.

    Raises:
        BadArgument: it is asked about several blocks, or a budget is given for the long form.
    """
    if short and count != 1:
        raise BadArgument("predict --short asks about one block; `predict N` about several, in the long form")
    if budget is not None and not short:
        raise BadArgument("--budget goes with --short: predict --short --budget 1000")


def _short_messages(session: Session, request: PredictionRequest, budget: int | None) -> list[Message]:
    return short_walk_messages(session.snippet.text, session.cfg, request, budget or SHORT_BUDGET)


def predict_all(session: Session) -> PredictionReport:
    """`predict all`: the whole program."""
    prediction = ask_prediction(cast("Model", session.model), session.cfg, _request_of_all(session))
    compared = compare_with_recording(prediction, session.visits, session.cfg, 1)
    return PredictionReport(prediction=compared, cfg=session.cfg, title="predict all")


def predict_static(session: Session, assumptions: str) -> PredictionReport:
    """`predict --static [NAME = VALUE; ...]`: without running anything."""
    request = _static_request(session, assumptions)
    prediction = ask_prediction(cast("Model", session.model), session.cfg, request)
    session.kept.put(StaticPrediction(prediction=prediction, snippet=session.snippet))
    check_later(session, "static prediction", _warning_note)
    return _compared_if_run(session, prediction)


def _messages(request_of: Callable[..., PredictionRequest]) -> Callable[..., list[Message]]:
    """What a prediction would send, of the same arguments as its request."""
    return lambda session, **given: predict_messages(session.cfg, request_of(session, **given))


def _request_here(session: Session, count: int) -> PredictionRequest:
    require_steps(session)
    return _driven(session, request_at(session.visits, session.visit, count))


def _request_of_all(session: Session) -> PredictionRequest:
    if len(session.trace) == 0:
        return _driven(session, PredictionRequest(start=first_block(session.cfg), table={}))
    return _driven(session, request_at(session.visits, 1, None))


def _driven(session: Session, request: PredictionRequest) -> PredictionRequest:
    """The request with the code around the snippet: its prefix, and the test that calls it."""
    return replace(request, prefix=session.prefix or "", test=session.program.epilogue)


def _static_request(session: Session, assumptions: str) -> PredictionRequest:
    """A request that does not look at the recording."""
    prefix = session.prefix or ""
    table = {**assumed_table(prefix), **assumed_table(assumptions.replace(";", "\n"), strict=True)}
    return PredictionRequest(start=first_block(session.cfg), table=table, assumed=True, prefix=prefix)


def _compared_if_run(session: Session, prediction: Prediction) -> PredictionReport:
    if session.is_recorded and len(session.trace):
        return check_prediction(session)
    note = "nothing was run: the next recording says whether this was right (`assume`, `prefix`, `run`)"
    noted = replace(prediction, notes=(*prediction.notes, note))
    return PredictionReport(prediction=noted, cfg=session.cfg, title="predict --static")


def check_prediction(session: Session) -> PredictionReport:
    """`predict check`: the last static prediction beside the recording."""
    kept = _kept(session)
    if kept is None:
        raise NothingPending(
            "there is no static prediction of this version to check; `predict --static` makes one"
        )
    require_steps(session)
    session.kept.put(replace(kept, checked=ref(session.trace)))
    compared = compare_with_recording(kept.prediction, session.visits, session.cfg)
    noted = replace(compared, notes=(_judged(compared, session), *compared.notes))
    return PredictionReport(prediction=noted, cfg=session.cfg, title="predict --static, checked")


def _warning_note(session: Session) -> str | None:
    """The first time that a recording can say so: whether the static prediction foresaw its end."""
    kept = _kept(session)
    if kept is None or not session.is_recorded or not len(session.trace):
        return None
    if kept.checked is not None and kept.checked() is session.trace:
        return None
    session.kept.put(replace(kept, checked=ref(session.trace)))
    compared = compare_with_recording(kept.prediction, session.visits, session.cfg)
    said = [_judged(compared, session), *other_inputs(kept.prediction.request, session.visits)]
    return f"predict --static: {'; '.join(said)} (`predict check` compares the walks)"


def _judged(compared: Prediction, session: Session) -> str:
    error = None if compared.actual is None else compared.actual.error
    return judge_warning(compared.predicted.error, error, session.trace.outcome)


def _kept(session: Session) -> StaticPrediction | None:
    kept = session.kept.get(StaticPrediction)
    return kept if kept is not None and kept.snippet is session.snippet else None


def mark_own_guess(session: Session, guess: Guess) -> GuessReport:
    """`predict mine GUESS`: the user's own guess about the next step, marked."""
    require_steps(session)
    marked = mark_guess(guess, session.visits, session.visit)
    score = session.kept.get(_Score) or _Score()
    score = _Score(right=score.right + marked.right, total=score.total + 1)
    session.kept.put(score)
    return GuessReport(marked=marked, right=score.right, total=score.total)


def _parse_guess(text: str, command: str) -> Guess:
    stripped = text.strip()
    if stripped in {"end", "error"}:
        return Guess(ending=stripped)
    if block := re.fullmatch(r"[Bb]?(\d{1,9})", stripped):
        return Guess(block=int(block[1]))
    if bound := re.fullmatch(r"([^\W\d]\w*)\s*=\s*(.+)", stripped, re.DOTALL):
        return Guess(name=bound[1], value=bound[2])
    raise BadArgument(f"{command} takes the next block (B4), `end`, `error`, or a value after it (total = 7)")
