"""`predict`: a model, or the user, says what the code will do, and the recording marks it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast
from weakref import ref

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
from llmdb.ask.walk_prompt import PredictionRequest, predict_messages
from llmdb.command import Command, Result
from llmdb.commands.line.later import check_later
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.state.position import require_steps
from llmdb.errors import BadArgument, NothingPending
from llmdb.llm.model import Message, Model
from llmdb.session import Session
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.program.graph import ControlFlowGraph
    from llmdb.program.snippet import Snippet
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace

STATIC = "predict static"
SCORE = "predict score"

_HELP = """\
`predict` asks for the current block: the state after it and the block that comes next, from the recorded state before
it; `predict N` for N blocks, `predict all` for the whole program. Each is compared with the recording.
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
class StaticPrediction:
    """The last static prediction, the version it is about, and the recording that it was checked against."""

    prediction: Prediction
    snippet: Snippet
    checked: ref[ExecutionTrace] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What the arguments ask for; `visits` None is "all"."""

    visits: int | None = 1
    static: bool = False
    assumptions: str = ""
    whole: bool = False


def register(registry: Registry) -> None:
    """Add `predict`."""
    registry.command(
        Command(
            name="predict",
            run=run_predict,
            usage="predict [N | all | --static [NAME = VALUE; ...] | check | mine GUESS]",
            summary="let the model walk the graph and compare its walk with the recorded one",
            details=_HELP,
            group="model",
            complete=_complete,
            calls_model=True,
        )
    )


def run_predict(session: Session, text: str) -> Result:
    """`predict [N | all | --static [NAME = VALUE; ...] | check | mine GUESS]`."""
    words = text.split(maxsplit=1)
    if words and words[0] == "mine":
        return _mine(session, words[1] if len(words) > 1 else "")
    if text.strip() == "check":
        return _check(session)
    wish = parse_wish(text)
    request = make_request(session, wish)
    prediction = ask_prediction(cast("Model", session.model), session.cfg, request)
    if wish.static:
        session.engine_state[STATIC] = StaticPrediction(prediction=prediction, snippet=session.snippet)
        check_later(session, STATIC, _warning_note)
        return _compared_if_run(session, prediction)
    first = 1 if wish.whole else session.visit
    title = "predict all" if wish.whole else f"predict from step {session.position}"
    compared = compare_with_recording(prediction, session.visits, session.cfg, first)
    return PredictionReport(prediction=compared, cfg=session.cfg, title=title)


def messages_for(session: Session, text: str) -> list[Message]:
    """What `predict` with these arguments would send."""
    return predict_messages(session.cfg, make_request(session, parse_wish(text)))


def parse_wish(text: str) -> _Wish:
    """The arguments of a prediction by the model.

    Raises:
        BadArgument: they are none of the forms.
    """
    stripped = text.strip()
    if not stripped:
        return _Wish()
    if stripped == "all":
        return _Wish(visits=None, whole=True)
    if stripped == "--static" or stripped.startswith("--static "):
        return _Wish(visits=None, static=True, whole=True, assumptions=stripped.removeprefix("--static"))
    if re.fullmatch(r"[+]?\d+", stripped):
        return _Wish(visits=parse_whole(stripped, "a number of blocks", lowest=1))
    raise BadArgument(f"predict takes N, all, --static, check or mine, not {stripped!r}")


def make_request(session: Session, wish: _Wish) -> PredictionRequest:
    """The request for the model; only one that is not static looks at the recording."""
    if wish.static:
        table = {
            **assumed_table(session.prefix or ""),
            **assumed_table(wish.assumptions.replace(";", "\n"), strict=True),
        }
        start = first_block(session.cfg)
        return PredictionRequest(start=start, table=table, assumed=True, prefix=session.prefix or "")
    if wish.whole and len(session.trace) == 0:
        request = PredictionRequest(start=first_block(session.cfg), table={})
    else:
        require_steps(session)
        request = request_at(session.visits, 1 if wish.whole else session.visit, wish.visits)
    return replace(request, prefix=session.prefix or "", test=session.program.epilogue)


def _compared_if_run(session: Session, prediction: Prediction) -> PredictionReport:
    if session.is_recorded and len(session.trace):
        return _check(session)
    note = "nothing was run: the next recording says whether this was right (`assume`, `prefix`, `run`)"
    noted = replace(prediction, notes=(*prediction.notes, note))
    return PredictionReport(prediction=noted, cfg=session.cfg, title="predict --static")


def _check(session: Session) -> PredictionReport:
    kept = _kept(session)
    if kept is None:
        raise NothingPending(
            "there is no static prediction of this version to check; `predict --static` makes one"
        )
    require_steps(session)
    session.engine_state[STATIC] = replace(kept, checked=ref(session.trace))
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
    session.engine_state[STATIC] = replace(kept, checked=ref(session.trace))
    compared = compare_with_recording(kept.prediction, session.visits, session.cfg)
    said = [_judged(compared, session), *other_inputs(kept.prediction.request, session.visits)]
    return f"predict --static: {'; '.join(said)} (`predict check` compares the walks)"


def _judged(compared: Prediction, session: Session) -> str:
    error = None if compared.actual is None else compared.actual.error
    return judge_warning(compared.predicted.error, error, session.trace.outcome)


def _kept(session: Session) -> StaticPrediction | None:
    kept = session.engine_state.get(STATIC)
    return kept if isinstance(kept, StaticPrediction) and kept.snippet is session.snippet else None


def _mine(session: Session, text: str) -> GuessReport:
    require_steps(session)
    guess = _parse_guess(text)
    marked = mark_guess(guess, session.visits, session.visit)
    right, total = cast("tuple[int, int]", session.engine_state.get(SCORE, (0, 0)))
    score = (right + marked.right, total + 1)
    session.engine_state[SCORE] = score
    return GuessReport(marked=marked, right=score[0], total=score[1])


def _parse_guess(text: str) -> Guess:
    stripped = text.strip()
    if stripped in {"end", "error"}:
        return Guess(ending=stripped)
    if block := re.fullmatch(r"[Bb]?(\d{1,9})", stripped):
        return Guess(block=int(block[1]))
    if bound := re.fullmatch(r"([^\W\d]\w*)\s*=\s*(.+)", stripped, re.DOTALL):
        return Guess(name=bound[1], value=bound[2])
    raise BadArgument(
        "predict mine takes the next block (B4), `end`, `error`, or a value after it (total = 7)"
    )


def _complete(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("all", "--static", "check", "mine")
