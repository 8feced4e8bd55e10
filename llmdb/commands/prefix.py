"""The code that makes an incomplete snippet run: prefix."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command
from llmdb.commands.packages import format_missing
from llmdb.commands.parsing import parse_whole
from llmdb.commands.results import Message
from llmdb.engine.prefix.asking import AskLimits, ask_prefixes
from llmdb.engine.prefix.search import importable, prefix_tryer, run_prefix, search_prefixes
from llmdb.engine.prefix.supply import (
    PrefixState,
    edited,
    format_assumed,
    needs_prefix,
    with_node,
    without_node,
)
from llmdb.errors import BadArgument
from llmdb.llm.model import Message as ModelMessage
from llmdb.llm.model import Model, Usage, user
from llmdb.prefix.model import Node, Prefix, PrefixTree
from llmdb.prefix.replies import format_undefinedness
from llmdb.prefix.undefined import names_of
from llmdb.progress import Progress
from llmdb.session import Session, SuppliedPrefix
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.registry import Registry

STATE = "prefix"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixResult:
    """The tree of prefixes; `current` is the node that the session runs with."""

    tree: PrefixTree
    current: int | None = None
    usage: Usage | None = None

    def to_json(self) -> dict[str, Json]:
        """The contract's object; `usage` is null where no model was asked."""
        tree = self.tree
        return {
            "undefined": {
                "variables": list(names_of(tree.undefined, "variable")),
                "attributes": list(names_of(tree.undefined, "attribute")),
                "modules": list(names_of(tree.undefined, "module")),
            },
            "engine": tree.engine,
            "best": tree.best,
            "set": list(tree.chosen),
            "coverage": tree.coverage,
            "best_coverage": tree.best_coverage,
            "current": self.current,
            "nodes": [node_json(node) for node in tree.nodes],
            "seconds": tree.seconds,
            "usage": self.usage.to_json() if self.usage else None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixCode:
    """One prefix at full length."""

    node: Node
    lines: int
    current: bool

    def to_json(self) -> dict[str, Json]:
        """The node, as in the tree."""
        return node_json(self.node)


def node_json(node: Node) -> dict[str, Json]:
    """A node of the tree as the contract has it."""
    return {
        "id": node.id,
        "parent": node.parent,
        "guidance": node.guidance,
        "code": node.prefix.code,
        "assumptions": [{"name": a.name, "code": a.code, "kind": a.kind} for a in node.prefix.assumptions],
        "coverage": node.coverage,
        "lines": list(node.lines),
        "error": node.error.to_json() if node.error else None,
        "discarded": node.discarded,
    }


def register(registry: Registry) -> None:
    """Add `prefix`."""
    registry.command(
        Command(
            name="prefix",
            run=run_prefix_command,
            usage="prefix | prefix ask [N [K]] | prefix show|use|edit|drop N | prefix new [PATH] | prefix save PATH",
            summary="the prefixes found, which make the snippet run, with what each covers",
            details=(
                "`prefix` runs the offline engine once and shows the tree; the best one is starred and is what the "
                "session records. `prefix ask` asks the model for what is still uncovered, N (3) completions "
                "a prompt, K (3) attempts at uncovered lines. `prefix use N` records with "
                "another, `prefix edit N` opens $EDITOR on it, "
                "`prefix new PATH` adds one of your own, `prefix drop N` forgets one, `prefix save PATH` writes "
                "the current one in front of the snippet to a new file."
            ),
            group="program",
            complete=_complete,
            calls_model=True,
        )
    )


def supply_prefix(session: Session) -> SuppliedPrefix:
    """The prefix with which a session begins: none for a complete snippet, else the best of the offline engine."""
    if not needs_prefix(session.snippet, importable(session.snippet, session.options)):
        return SuppliedPrefix()
    state = prefix_state(session)
    node = state.tree.node(state.current) if state.current is not None else None
    return SuppliedPrefix(
        code=node.prefix.code if node else "",
        note="\n".join(filter(None, (format_missing(session), format_assumed(state.tree, node)))),
    )


def prefix_state(session: Session) -> PrefixState:
    """The tree for the session's snippet; the offline engine runs if it did not run for this text."""
    state = session.engine_state.get(STATE)
    if isinstance(state, PrefixState) and state.text == session.snippet.text:
        return state
    tree = search_prefixes(
        session.snippet,
        session.runner,
        session.options,
        on_progress=lambda runs, share: session.report(
            Progress(doing="prefixes", done=runs, unit="run", note=f"{share:.0%} of the lines")
        ),
    )
    state = PrefixState(text=session.snippet.text, tree=tree, current=tree.best)
    session.engine_state[STATE] = state
    return state


def current_prefix(session: Session) -> Prefix:
    """What the session runs with now, with its assumptions as far as they are known."""
    state = session.engine_state.get(STATE)
    if isinstance(state, PrefixState) and state.text == session.snippet.text and state.current is not None:
        node = state.tree.node(state.current)
        if node is not None and (session.prefix is None or node.prefix.code == session.prefix):
            return node.prefix
    return edited(session.prefix or "", Prefix(code=""))


def run_prefix_command(session: Session, text: str) -> PrefixResult | PrefixCode | Message:
    """`prefix` and its forms."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    state = prefix_state(session)
    if not word:
        return PrefixResult(tree=state.tree, current=state.current)
    if word == "ask":
        return _ask(session, state, rest)
    if word == "save":
        return _save(session, rest)
    if word == "new":
        return _add(session, state, _read(rest) if rest else _in_editor("", "new prefix"))
    if word not in ("show", "use", "edit", "drop"):
        raise BadArgument(f"prefix takes ask, show, use, edit, new, drop or save, not {word!r}")
    if not rest and state.current is None:
        raise BadArgument(f"no prefix is in use: `prefix {word} NUMBER`")
    number = parse_whole(rest, "a prefix's number", lowest=1) if rest else state.current
    node = state.tree.node(number or 0)
    if node is None:
        known = ", ".join(str(n.id) for n in state.tree.nodes) or "none"
        raise BadArgument(f"there is no prefix {number}; there are {known}")
    if word == "show":
        return PrefixCode(node=node, lines=len(state.tree.countable), current=node.id == state.current)
    if word == "drop":
        tree = without_node(state.tree, node.id)
        if state.current == node.id:
            return use_node(session, tree, tree.best)
        session.engine_state[STATE] = PrefixState(text=state.text, tree=tree, current=state.current)
        return PrefixResult(tree=tree, current=state.current)
    if word == "edit":
        return _add(session, state, _in_editor(node.prefix.code, f"prefix {node.id}"), node)
    return use_node(session, state.tree, node.id)


def use_node(session: Session, tree: PrefixTree, number: int | None) -> PrefixResult:
    """Record with this node of the tree from now on."""
    node = tree.node(number) if number is not None else None
    session.engine_state[STATE] = PrefixState(text=session.snippet.text, tree=tree, current=number)
    code = node.prefix.code if node else ""
    session.use_prefix(SuppliedPrefix(code=code, note=format_assumed(tree, node)))
    return PrefixResult(tree=tree, current=number)


def add_prefix(session: Session, prefix: Prefix, parent: int | None) -> PrefixResult:
    """Run a prefix of the user's own, put it into the tree and use it."""
    state = prefix_state(session)
    number = max((node.id for node in state.tree.nodes), default=0) + 1
    node = run_prefix(session.snippet, session.runner, session.options, prefix, number, parent)
    return use_node(session, with_node(state.tree, node), number)


def _add(session: Session, state: PrefixState, text: str, parent: Node | None = None) -> PrefixResult:
    before = parent.prefix if parent else Prefix(code="")
    return add_prefix(session, edited(text, before), parent.id if parent else None)


def _ask(session: Session, state: PrefixState, text: str) -> PrefixResult:
    words = text.split()
    if len(words) > 2:
        raise BadArgument(f"prefix ask takes two numbers at most, not {text!r}")
    limits = AskLimits()
    if words:
        limits = replace(limits, completions=parse_whole(words[0], "a number of completions", lowest=1))
    if len(words) == 2:
        limits = replace(limits, attempts=parse_whole(words[1], "a number of attempts", lowest=0))
    attempt = prefix_tryer(session.snippet, session.runner, session.options)
    model = cast("Model", session.model)
    tree, usage = ask_prefixes(session.snippet.text, state.tree, model, attempt, limits)
    return replace(use_node(session, tree, tree.best), usage=usage)


def messages_for(session: Session, text: str) -> list[ModelMessage]:
    """What `prefix ask` would send first."""
    del text
    return [user(format_undefinedness(session.snippet.text, prefix_state(session).tree.undefined))]


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadArgument(f"{path}: {getattr(problem, 'strerror', None) or 'not a text file'}") from problem


def _in_editor(text: str, what: str) -> str:
    import shlex
    import subprocess
    import sys
    import tempfile

    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor or not sys.stdin.isatty():
        raise BadArgument(f"{what}: no terminal with $EDITOR here; `prefix new PATH` reads one from a file")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "prefix.py"
        path.write_text(text, encoding="utf-8")
        subprocess.run([*shlex.split(editor), str(path)], check=False)
        return path.read_text(encoding="utf-8")


def _save(session: Session, target: str) -> Message:
    if not target:
        raise BadArgument("prefix save needs a path: `prefix save runnable.py`")
    path = Path(target)
    if path.exists():
        raise BadArgument(f"{target} exists; name a new file")
    code = current_prefix(session).code
    path.write_text(f"{code}\n\n{session.snippet.text}" if code else session.snippet.text, encoding="utf-8")
    return Message(text=f"prefix and snippet written to {target}")


def _complete(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("ask", "show", "use", "edit", "new", "drop", "save")
