"""What a snippet reads and nothing defines, and which lines its prefixes reach: undefined, coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.line.parsing import whole
from llmdb.commands.state.prefix import bound_alone, prefix_state
from llmdb.errors import BadArgument
from llmdb.prefix.model import PrefixTree, UndefinedReference
from llmdb.prefix.search.importable import importable
from llmdb.prefix.supply import undefined_in
from llmdb.prefix.undefined import names_of
from llmdb.session import Session
from llmdb.types import Json, LineNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class UndefinedResult:
    """Undefined references in order of first reading."""

    references: tuple[UndefinedReference, ...]

    def to_json(self) -> dict[str, Json]:
        """Names by kind, and where each is read first."""
        return {
            "variables": list(names_of(self.references, "variable")),
            "attributes": list(names_of(self.references, "attribute")),
            "modules": list(names_of(self.references, "module")),
            "references": [{"name": r.name, "kind": r.kind, "line": r.line} for r in self.references],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageResult:
    """Which lines the prefixes execute; `shown` is one prefix, or None for the set together."""

    text: str
    tree: PrefixTree
    shown: int | None

    @property
    def covered(self) -> frozenset[LineNo]:
        """The covered lines of the prefix shown, or of the set."""
        node = self.tree.node(self.shown) if self.shown is not None else None
        return frozenset(node.lines) if node else self.tree.covered

    def to_json(self) -> dict[str, Json]:
        """Covered and uncovered lines together and by prefix."""
        countable = self.tree.countable
        return {
            "prefix": self.shown,
            "coverage": len(self.covered) / len(countable) if countable else 1.0,
            "covered": [*sorted(self.covered)],
            "uncovered": [*(line for line in countable if line not in self.covered)],
            "by_prefix": {str(node.id): [*node.lines] for node in self.tree.nodes},
        }


def register(registry: Registry) -> None:
    """Add `undefined` and `coverage`."""
    registry.command(
        Command(
            name="undefined",
            run=run_undefined,
            arguments=(),
            summary="names that the snippet reads and nothing defines",
            group="program",
        )
    )
    registry.command(
        Command(
            name="coverage",
            run=run_coverage,
            arguments=(Operand("number", whole("a prefix's number", lowest=1), shown="N"),),
            summary="the source with the lines that the prefixes, or prefix N, execute",
            group="program",
        )
    )


def run_undefined(session: Session) -> UndefinedResult:
    """`undefined`."""
    available = importable(session.snippet, session.options)
    return UndefinedResult(references=undefined_in(session.snippet, available, bound_alone(session)))


def run_coverage(session: Session, number: int | None) -> CoverageResult:
    """`coverage [N]`."""
    state = prefix_state(session)
    if number is not None and state.tree.node(number) is None:
        raise BadArgument(f"there is no prefix {number}; there are {len(state.tree.nodes)}")
    return CoverageResult(text=session.snippet.main, tree=state.tree, shown=number)
