"""The model: model, cost, doctor."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from llmdb.arguments import Operand, Option, as_typed
from llmdb.command import Command
from llmdb.commands.line.later import check_later, note_once
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.secrets import session_mask
from llmdb.errors import BadArgument
from llmdb.llm.approval import Approvals
from llmdb.llm.ledger import Ledger, LedgerLine
from llmdb.llm.model import Estimate, Usage
from llmdb.progress import Progress
from llmdb.session import ModelSettings, Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.llm.client import LiteLlmModel
    from llmdb.llm.doctor import Diagnosis, LocalServer
    from llmdb.registry import Registry

LOCAL_EXAMPLE = "ollama/qwen2.5-coder"
_AT_ONCE_S = 0.1
"""How long the first prompt may wait for what is known of the model."""

_HELP = f"""\
`model {LOCAL_EXAMPLE}` takes a local Ollama model, `model openai/gpt-4o` one of OpenAI's (its key in OPENAI_API_KEY),
`model NAME --api-base http://127.0.0.1:8000/v1` any OpenAI-compatible endpoint, whatever its models are called;
`model none` takes none. LLMDB_MODEL and LLMDB_API_BASE do the same for every session. Names and keys are litellm's.
A model is called only by commands that say so; `prompt COMMAND` shows what one would send."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelInfo:
    """Which model is asked, and how."""

    settings: ModelSettings
    problems: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"model", "api_base", "cache", "max_cost_usd", "timeout_s", "problems"}`; `problems` only when it is set."""
        return {
            "model": self.settings.name,
            "api_base": self.settings.api_base,
            "cache": self.settings.use_cache,
            "max_cost_usd": self.settings.max_cost_usd,
            "timeout_s": self.settings.timeout_s,
            "problems": list(self.problems),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CostReport:
    """What was asked so far, by command, and what is left of the budget."""

    lines: tuple[LedgerLine, ...]
    total: Usage | None
    max_cost_usd: float | None
    spent_usd: float
    unpriced_calls: int = 0

    def to_json(self) -> dict[str, Json]:
        """`{"commands": [{"command", ...USAGE}], "total": USAGE or null, "max_cost_usd", "spent_usd", ...}`.

        `unpriced_calls` are those whose price is not known; `spent_usd` is without them.
        """
        commands: list[Json] = [{"command": line.purpose, **line.usage.to_json()} for line in self.lines]
        return {
            "commands": commands,
            "total": None if self.total is None else self.total.to_json(),
            "max_cost_usd": self.max_cost_usd,
            "spent_usd": self.spent_usd,
            "unpriced_calls": self.unpriced_calls,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DoctorReport:
    """What was checked, and the model servers found on this machine."""

    model: str | None
    diagnosis: Diagnosis
    servers: tuple[LocalServer, ...]

    def to_json(self) -> dict[str, Json]:
        """`{"model", "checks": [...], "servers": [...], "usage": USAGE or null}`."""
        checks: list[Json] = [
            {"name": check.name, "state": check.state, "detail": check.detail}
            for check in self.diagnosis.checks
        ]
        servers: list[Json] = [
            {
                "kind": server.kind,
                "api_base": server.api_base,
                "models": list[Json](server.models),
                "command": server.command,
            }
            for server in self.servers
        ]
        usage = self.diagnosis.usage
        return {
            "model": self.model,
            "checks": checks,
            "servers": servers,
            "usage": None if usage is None else usage.to_json(),
        }


def register(registry: Registry) -> None:
    """Add the model's commands."""
    registry.command(
        Command(
            name="model",
            run=run_model,
            arguments=(
                Operand("name", shown="NAME | none", complete=_complete_model),
                Option("--api-base", as_typed, shown="URL"),
            ),
            summary="show or change the model that is asked",
            details=_HELP,
            group="model",
        )
    )
    registry.command(
        Command(
            name="cost",
            run=run_cost,
            arguments=(Operand("budget", _dollars, shown="MAX_DOLLARS | none", default=""),),
            summary="calls, tokens, dollars and seconds by command; set the budget",
            group="model",
        )
    )
    registry.command(
        Command(
            name="doctor",
            run=run_doctor,
            arguments=(Operand("ports", _port, shown="PORT", default=(), is_many=True),),
            summary="check key, endpoint, window, streaming and JSON with one tiny call; find local servers",
            details=(
                "Servers of the OpenAI interface are looked for on this machine's usual ports (Ollama, LM Studio, "
                "vLLM, llama.cpp, GPT4All, Jan) and on those that are given."
            ),
            group="model",
            calls_model=True,
        )
    )


def model_opener(session: Session) -> Callable[[ModelSettings], LiteLlmModel]:
    """What makes the session's models: they share one ledger, and the answers kept on disk."""

    def open_model(settings: ModelSettings) -> LiteLlmModel:
        from llmdb.folders import answers_path
        from llmdb.llm.cache import AnswerCache  # not before a command asks: the first prompt is near
        from llmdb.llm.client import Hooks, LiteLlmModel

        approvals = session.kept.get_or_make(Approvals, Approvals)

        def agreed(call: Estimate) -> bool:
            return session.confirm is None or session.confirm(f"Send {call}?")

        ledger = session_ledger(session)
        ledger.max_cost_usd = settings.max_cost_usd
        cache = AnswerCache(answers_path(os.environ)) if settings.use_cache else None
        return LiteLlmModel(
            settings.name or "",
            api_base=settings.api_base,
            cache=cache,
            ledger=ledger,
            timeout_s=settings.timeout_s,
            hooks=Hooks(
                shown_by=lambda: session.on_model_text,
                note=lambda text: session.on_model_note(text) if session.on_model_note is not None else None,
                waiting=lambda tokens: session.report(
                    Progress(doing=f"waiting for {settings.name}", done=tokens, unit="tokens sent")
                ),
                about_answer=lambda text: note_once(session, text),
                loading=lambda: session.report(Progress(doing="loading litellm", done=0, unit="tokens sent")),
                approve=lambda call, purpose: approvals.admit(call, purpose, agreed),
                mask=lambda: session_mask(session),
            ),
        )

    return open_model


def session_ledger(session: Session) -> Ledger:
    """What the session's calls took so far."""
    return session.kept.get_or_make(Ledger, lambda: Ledger(max_cost_usd=session.settings.model.max_cost_usd))


def run_model(session: Session, name: str | None, api_base: str | None) -> ModelInfo:
    """`model [NAME | none] [--api-base URL]`."""
    if name is not None:
        session.use_model(_settings_from(name, api_base, session.settings.model))
        return ModelInfo(settings=session.settings.model, problems=model_problems(session))
    if api_base is not None:
        raise BadArgument(f"model takes NAME before --api-base: `model NAME --api-base {api_base}`")
    return ModelInfo(settings=session.settings.model)


def model_problems(session: Session) -> tuple[str, ...]:
    """What stands in the way of asking the session's model, found within a second; none where none is set."""
    from llmdb.llm.quick_check import problems_of  # not before a model is set: the first prompt is near

    settings = session.settings.model
    return problems_of(settings.name, settings.api_base, os.environ) if settings.name is not None else ()


def look_at_model(session: Session) -> str | None:
    """Check the session's model in the background: what is known at once is returned, else told after a command."""
    found: list[str] = []
    checking = threading.Thread(target=lambda: found.extend(model_problems(session)), daemon=True)
    checking.start()
    checking.join(_AT_ONCE_S)

    def told(session: Session) -> str | None:
        del session
        said = "; ".join(found) if not checking.is_alive() else ""
        found[:] = found if checking.is_alive() else []
        return said or None

    if checking.is_alive():
        check_later(session, "model", told)
        return None
    return "; ".join(found) or None


def run_cost(session: Session, budget: float | Literal["none", ""]) -> CostReport:
    """`cost [MAX_DOLLARS | none]`."""
    ledger = session_ledger(session)
    if budget != "":
        limit = None if budget == "none" else budget
        session.use_model(replace(session.settings.model, max_cost_usd=limit))
        ledger.max_cost_usd = limit
    return CostReport(
        lines=ledger.lines,
        total=ledger.total,
        max_cost_usd=ledger.max_cost_usd,
        spent_usd=ledger.spent_usd,
        unpriced_calls=ledger.unpriced_calls,
    )


def run_doctor(session: Session, ports: tuple[int, ...]) -> DoctorReport:
    """`doctor [PORT ...]`."""
    from llmdb.llm.doctor import LOCAL_PORTS, Check, Diagnosis, check_model, find_local_servers

    name = session.settings.model.name
    if name is None:
        advice = f"none is set: `model {LOCAL_EXAMPLE}`, or LLMDB_MODEL and a key (help model)"
        diagnosis = Diagnosis(checks=(Check(name="model", state="bad", detail=advice),))
    else:
        diagnosis = check_model(cast("LiteLlmModel", session.model))
    return DoctorReport(model=name, diagnosis=diagnosis, servers=find_local_servers([*LOCAL_PORTS, *ports]))


def _port(text: str, command: str) -> int:
    del command
    number = parse_whole(text, "a port", lowest=1)
    if number > 65_535:
        raise BadArgument(f"a port is 65535 or less, not {number}")
    return number


def _settings_from(name: str, api_base: str | None, before: ModelSettings) -> ModelSettings:
    if name == "none" and api_base is None:
        return replace(before, name=None, api_base=None)
    if name.startswith("-"):
        raise BadArgument(f"{name!r} is no model: model takes NAME and then --api-base URL")
    if api_base is None and before.name is None:
        api_base = before.api_base
    return replace(before, name=name, api_base=api_base)


def _dollars(text: str, command: str) -> float | Literal["none"]:
    if text == "none":
        return "none"
    try:
        amount = float(text.lstrip("$"))
    except ValueError:
        amount = -1.0
    if not 0 <= amount < 1e6:
        raise BadArgument(
            f"{text!r} is no budget: dollars are needed, e.g. `{command} 0.50`, or `{command} none`"
        )
    return amount


def _complete_model(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("none", LOCAL_EXAMPLE, "openai/gpt-4o", "openai/gpt-4o-mini")
