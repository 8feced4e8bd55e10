"""`secrets`: what is kept out of prompts, and whether it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import as_expression, one_of
from llmdb.json_fields import JsonFields
from llmdb.llm.secret_source import names_in_source, secrets_in_source
from llmdb.llm.secrets import SecretMask, is_secret
from llmdb.session import Session
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry

MOST_VALUES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretsReport(JsonFields):
    """Whether secrets are masked, and where they were found: names of variables, lines of the snippet."""

    masked: bool
    names: tuple[str, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _KnownMask:
    """The mask of a text and the values of its run, None where it was not recorded."""

    text: str
    run: object
    mask: SecretMask


def register(registry: Registry) -> None:
    """Add `secrets`."""
    registry.command(
        Command(
            name="secrets",
            run=run_secrets,
            arguments=(
                Operand(
                    "state",
                    one_of("on", "off"),
                    shown="on | off",
                    complete=lambda session, text: ("on", "off"),
                ),
            ),
            summary="show what is masked in prompts as a secret; switch masking on or off",
            details=(
                "Texts of variables, arguments and keys called password, api_key, secret, auth_token and the like, "
                "and texts with the shape of a key, are sent to a model as ***masked-1***, wherever they stand; "
                "the mark in an answer is turned back. `prompt COMMAND` shows what is sent. --no-mask and "
                "LLMDB_NO_MASK=1 begin with masking off."
            ),
            group="model",
        )
    )


def run_secrets(session: Session, state: str | None) -> SecretsReport:
    """`secrets [on | off]`."""
    if state is not None:
        session.use_model(replace(session.settings.model, mask_secrets=state == "on"))
    mask = _mask_of(session)
    rows = session.snippet.text.split("\n")
    return SecretsReport(
        masked=session.settings.model.mask_secrets,
        names=tuple(sorted(name for name, _ in _values(session))),
        lines=tuple(number for number, row in enumerate(rows, start=1) if mask.mask(row) != row),
    )


def session_mask(session: Session) -> SecretMask | None:
    """The secrets of the session's program and of its recorded values; None where they are not to be masked."""
    return _mask_of(session) if session.settings.model.mask_secrets else None


def _mask_of(session: Session) -> SecretMask:
    run = session.trace if session.is_recorded else None
    known = session.kept.get(_KnownMask)
    if known is not None and known.text == session.snippet.text and known.run is run:
        return known.mask
    source = "\n".join([session.snippet.text, session.prefix or "", *session.tests])
    found = [*secrets_in_source(session.snippet.text), *secrets_in_source(session.prefix or "")]
    for test in session.tests:
        found += secrets_in_source(test)
    found += [secret for _, values in _values(session) for secret in values]
    mask = SecretMask(secrets=tuple(dict.fromkeys(found)), names=names_in_source(source)[0])
    session.kept.put(_KnownMask(text=session.snippet.text, run=run, mask=mask))
    return mask


def _values(session: Session) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names that may hold a secret, with those that the recording saw them hold."""
    if not session.is_recorded:
        return
    for name in sorted(names_in_source(session.snippet.text)[1]):
        held = [
            text
            for entry in session.trace.history(name).near(1, MOST_VALUES).entries[:MOST_VALUES]
            for text in _texts_of(entry.value.repr)
            if is_secret(name, text)
        ]
        if held:
            yield name, tuple(dict.fromkeys(held))


def _texts_of(shown: str) -> Iterator[str]:
    """The texts that a value's repr holds, as they are and as it writes them."""
    tree = as_expression(shown)
    if tree is None:
        yield shown.strip("'\"…")  # its beginning, of a text too long to be kept whole
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value
            yield value if isinstance(value, str) else value.decode("utf-8", "replace")
            yield repr(value).lstrip("b")[1:-1]
