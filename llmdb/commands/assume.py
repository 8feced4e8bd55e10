"""Another value for an assumed name: assume."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.commands.base import Command
from llmdb.commands.prefix import PrefixResult, add_prefix, current_prefix, prefix_state
from llmdb.engine.prefix.supply import assume
from llmdb.errors import BadArgument
from llmdb.prefix.undefined import names_of
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add `assume`."""
    registry.command(
        Command(
            name="assume",
            run=run_assume,
            usage="assume NAME = VALUE",
            summary="give an undefined name another value and record anew",
            details="`assume values = [1, 2]`. The changed prefix is a new node of the tree that `prefix` shows.",
            group="program",
            complete=_complete,
        )
    )


def run_assume(session: Session, text: str) -> PrefixResult:
    """`assume NAME = VALUE`."""
    name, equals, code = text.partition("=")
    if not equals or not code.strip():
        raise BadArgument("assume takes NAME = VALUE, e.g. `assume n = 4`")
    state = prefix_state(session)
    changed = assume(current_prefix(session), name.strip(), code.strip())
    return add_prefix(session, changed, state.current)


def _complete(session: Session, text: str) -> Iterable[str]:
    return names_of(prefix_state(session).tree.undefined, "variable") if "=" not in text else ()
