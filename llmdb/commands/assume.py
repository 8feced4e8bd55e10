"""Other values for assumed names, and the list of what is assumed: assume."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.prefix import PrefixResult, add_prefix
from llmdb.commands.state.prefix import bound_alone, current_prefix, prefix_state
from llmdb.errors import BadArgument
from llmdb.prefix.model import Assumption
from llmdb.prefix.search.importable import importable
from llmdb.prefix.supply import assume
from llmdb.prefix.undefined import find_undefined, names_of
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """What the prefix in use assumes."""

    assumptions: tuple[Assumption, ...]

    def to_json(self) -> dict[str, Json]:
        """`{"assumptions": [{"name", "code", "kind"}]}`."""
        return {
            "assumptions": [{"name": a.name, "code": a.code, "kind": a.kind} for a in self.assumptions],
        }


def register(registry: Registry) -> None:
    """Add `assume`."""
    registry.command(
        Command(
            name="assume",
            run=run_assume,
            arguments=(Rest("assumption", shown="NAME = VALUE", is_code=True, complete=_complete),),
            summary="show what is assumed, or give a name another value and record anew",
            details=(
                "`assume values = [1, 2]` takes any expression. The changed prefix is a new node of the tree that "
                "`prefix` shows, so that `prefix use N` goes back; a value that raises is refused. `assume` alone "
                "lists what the prefix in use assumes."
            ),
            group="program",
        )
    )


def run_assume(session: Session, assumption: str) -> PrefixResult | Assumed:
    """`assume` and `assume NAME = VALUE`."""
    if not assumption:
        return Assumed(assumptions=current_prefix(session).assumptions)
    name, equals, code = assumption.partition("=")
    if not equals or not code.strip():
        raise BadArgument("assume takes NAME = VALUE, e.g. `assume n = 4`")
    state = prefix_state(session)
    changed = assume(current_prefix(session), name.strip(), code.strip())
    return add_prefix(session, changed, state.current)


def _complete(session: Session, text: str) -> Iterable[str]:
    if "=" in text:
        return ()
    snippet = session.snippet
    here = importable(snippet, session.options)
    found = find_undefined(snippet.main, snippet.body, here, bound_alone(session))
    return names_of(found, "variable")
