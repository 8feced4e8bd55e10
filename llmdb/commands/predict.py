"""`predict`: a model, or the user, says what the code will do, and the recording marks it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command, Result
from llmdb.commands.parsing import parse_whole
from llmdb.commands.position import require_steps
from llmdb.engine.predict.asking import (
    Prediction,
    ask_prediction,
    compare_with_recording,
    request_at,
)
from llmdb.engine.predict.mine import Guess, Marked, mark_guess
from llmdb.engine.predict.prompt import PredictionRequest, predict_messages
from llmdb.engine.predict.walks import SymbolTable, SymbolValue
from llmdb.errors import BadArgument, NothingPending
from llmdb.llm.model import Message, Model
from llmdb.session import Session
from llmdb.types import BlockId, Json

if TYPE_CHECKING:
    from llmdb.cfg.model import ControlFlowGraph
    from llmdb.registry import Registry

STATIC = "predict static"
SCORE = "predict score"

_HELP = """\
`predict` asks for the current block: the state after it and the block that comes next, from the recorded state before
it; `predict N` for N blocks, `predict all` for the whole program. Each is compared with the recording.
`predict --static [NAME = VALUE; ...]` asks without running anything, for code that cannot run: the names are the
assumed inputs. It reports the line, type and reason of a runtime error; `predict check` compares it with a run.
`predict mine B4` or `predict mine total = 7` is your own guess about the next step, marked and scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionReport:
    """A prediction, and what the view needs of the program."""

    prediction: Prediction
    cfg: ControlFlowGraph
    title: str

    def to_json(self) -> dict[str, Json]:
        """The result of `predict`; `notes` are lines for the user."""
        return {**self.prediction.to_json(), "notes": list(self.prediction.notes)}


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
        session.engine_state[STATIC] = prediction
        return _compared_if_run(session, prediction)
    first = 1 if wish.whole else session.position
    title = "predict all" if wish.whole else f"predict from step {first}"
    compared = compare_with_recording(prediction, session.trace, session.cfg, first)
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
            **_assumed(session.prefix or ""),
            **_assumed(wish.assumptions.replace(";", "\n"), strict=True),
        }
        return PredictionRequest(start=first_block(session.cfg), table=table, assumed=True)
    if wish.whole and len(session.trace) == 0:
        return PredictionRequest(start=first_block(session.cfg), table={})
    require_steps(session)
    return request_at(session.trace, 1 if wish.whole else session.position, wish.visits)


def first_block(cfg: ControlFlowGraph) -> BlockId:
    """Where the snippet's own body begins.

    Raises:
        BadArgument: it has no block.
    """
    if not cfg.blocks:
        raise BadArgument("the snippet has no statements, so there is nothing to predict")
    return cfg.scopes[0].blocks[0] if cfg.scopes and cfg.scopes[0].blocks else cfg.blocks[0].id


def _assumed(code: str, *, strict: bool = False) -> SymbolTable:
    """The symbol table of assignments `NAME = VALUE`, one a line; other lines only where not `strict`.

    Raises:
        BadArgument: a line is no assignment.
    """
    try:
        body = ast.parse("\n".join(line.strip() if strict else line for line in code.splitlines())).body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as problem:
        if not strict:
            return {}
        raise BadArgument(f"{code.strip()!r} is not NAME = VALUE; ...: {problem}") from problem
    table: dict[str, SymbolValue] = {}
    for node in body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            table[node.targets[0].id] = SymbolValue(type=_type_of(node.value), repr=ast.unparse(node.value))
        elif strict:
            raise BadArgument(f"{ast.unparse(node)!r} is not NAME = VALUE")
    return table


def _type_of(node: ast.expr) -> str:
    try:
        return type(ast.literal_eval(node)).__name__
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        return node.func.id if called else "object"  # type: ignore[attr-defined]


def _compared_if_run(session: Session, prediction: Prediction) -> PredictionReport:
    compared = prediction
    if session.is_recorded:
        compared = compare_with_recording(prediction, session.trace, session.cfg)
    else:
        note = "nothing was run: `predict check` compares this with a recording"
        compared = replace(prediction, notes=(*prediction.notes, note))
    return PredictionReport(prediction=compared, cfg=session.cfg, title="predict --static")


def _check(session: Session) -> PredictionReport:
    kept = session.engine_state.get(STATIC)
    if not isinstance(kept, Prediction):
        raise NothingPending("there is no static prediction to check; `predict --static` makes one")
    require_steps(session)
    compared = compare_with_recording(kept, session.trace, session.cfg)
    return PredictionReport(prediction=compared, cfg=session.cfg, title="predict --static, checked")


def _mine(session: Session, text: str) -> GuessReport:
    require_steps(session)
    guess = _parse_guess(text)
    marked = mark_guess(guess, session.trace, session.position)
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
