"""The control-flow graph: cfg."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.results.common import Graph
from llmdb.commands.state.kept_verdicts import verdicts_by_block
from llmdb.errors import NoSuchName
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry


def register(registry: Registry) -> None:
    """Add `cfg`."""
    registry.command(
        Command(
            name="cfg",
            run=run_cfg,
            arguments=(Rest("function", complete=_complete_scope),),
            summary="draw the basic blocks and where each goes next",
            group="look",
        )
    )


def run_cfg(session: Session, function: str) -> Graph:
    """`cfg [FUNCTION]`."""
    cfg = session.cfg
    scopes = [scope.name for scope in cfg.scopes]
    matching = [name for name in scopes if function in (name, name.rpartition(".")[2])]
    if function and not matching:
        raise NoSuchName(
            f"no function {function!r} in {session.snippet.name}; it defines: {', '.join(scopes)}"
        )
    counts = None
    current = None
    if session.is_recorded:
        counts = {block.id: len(session.trace.steps_of_block(block.id)) for block in cfg.blocks}
        current = session.trace.block_of(session.position) if session.position else None
    return Graph(
        cfg=cfg,
        counts=counts,
        current=current,
        scope=matching[0] if function else None,
        verdicts=verdicts_by_block(session),
    )


def _complete_scope(session: Session, text: str) -> Iterable[str]:
    del text
    return tuple(scope.name for scope in session.cfg.scopes)
