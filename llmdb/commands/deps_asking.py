"""`deps --ask`: what library calls wrote, asked of the model; its answers are claims beside the recorded facts."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from llmdb.commands.state.steps import with_step
from llmdb.errors import BadArgument
from llmdb.slicing.library.reads import LibraryReads

if TYPE_CHECKING:
    from llmdb.ask.known_methods import KnownMethods
    from llmdb.ask.library_questions import Asked, Plan
    from llmdb.llm.model import Model
    from llmdb.session import Session
    from llmdb.slicing import Dependencies
    from llmdb.types import Json

MOST_LAYERS = 3


def check_layers(ask: bool, layers: int | None) -> None:
    """Refuse layers that are not from 1 to 3, or that nothing is asked about.

    Raises:
        BadArgument: they are such.
    """
    if layers is not None and (not ask or layers > MOST_LAYERS):
        raise BadArgument(f"--layers takes 1 to {MOST_LAYERS} and goes with --ask: deps --ask --layers 2")


def library_of(session: Session, found: Dependencies) -> LibraryReads:
    """What the library calls of the session's recording read, prepared once."""
    return session.run.kept.get_or_make(LibraryReads, lambda: LibraryReads(found, session.snippet.text))


def planned(session: Session, found: Dependencies, layers: int | None) -> tuple[Plan, KnownMethods | None]:
    """What would be asked about the current step, and the answers kept from before."""
    from llmdb.ask.known_methods import FILE, KnownMethods
    from llmdb.ask.library_questions import plan_questions  # not before a command asks
    from llmdb.folders import answers_path

    settings = session.settings.model
    path = answers_path(os.environ).with_name(FILE)
    known = KnownMethods(path, settings.name or "") if settings.use_cache else None
    library = library_of(session, found)
    return plan_questions(library, session.visit, known, layers), known


def ask_step(session: Session, found: Dependencies, layers: int | None) -> Asked:
    """Ask what the library calls behind the current step wrote.

    Raises:
        NoModel: none is configured.
        ModelError: the call failed.
    """
    from llmdb.ask.library_questions import ask_library

    model = cast("Model", session.model)
    plan, known = planned(session, found, layers)
    asked = ask_library(model, library_of(session, found), plan, known)
    return replace(asked, claims=tuple(with_step(session, claim) for claim in asked.claims))


def asked_json(asked: Asked) -> dict[str, Json]:
    """`{"claims": [{"path", "writer", "call", "evidence": "model", "recorded"}], "silent", "unread", "usage"}`."""
    claims: list[Json] = [
        {
            "path": claim.path,
            "writer": {"step": claim.step, "line": claim.line},
            "call": claim.call,
            "evidence": "model",
            "recorded": claim.held,
        }
        for claim in asked.claims
    ]
    return {
        "claims": claims,
        "silent": list(asked.silent),
        "unread": list(asked.unread),
        "usage": asked.usage.to_json() if asked.usage is not None else None,
    }
