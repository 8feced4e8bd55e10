"""The code that makes an incomplete snippet run: prefix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmdb.ask.prefix_reply import format_undefinedness
from llmdb.ask.prefixes import AskLimits, ask_prefixes
from llmdb.command import Command
from llmdb.commands.install import provide_packages
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.results.common import Message
from llmdb.commands.state.editing import edit_text
from llmdb.commands.state.prefix import covered_alone, current_prefix, prefix_state
from llmdb.errors import BadArgument
from llmdb.llm.model import Message as ModelMessage
from llmdb.llm.model import Model, Usage, user
from llmdb.prefix.model import CoverageRun, Node, Prefix, PrefixTree
from llmdb.prefix.search.prefix_runs import TryPrefixes, prefix_tryer, run_prefix
from llmdb.prefix.supply import (
    PrefixState,
    edited,
    format_assumed,
    with_node,
    without_node,
)
from llmdb.prefix.undefined import names_of
from llmdb.session import Session, SuppliedPrefix
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.registry import Registry

_Form = Callable[[Session, PrefixState, str], "PrefixResult | PrefixCode | Message"]
_RUN_S = 30.0


@dataclass(frozen=True, slots=True)
class _Drafts:
    """Texts that were refused, by the prefix that they were made of; None for a new one."""

    texts: dict[int | None, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixResult:
    """The tree of prefixes.

    Attributes:
        tree: with the offline engine's nodes, the model's and the user's.
        current: the node that the session runs with.
        usage: of the model, where it was asked now.
        alone: how many of the countable lines the snippet executes without a prefix.
    """

    tree: PrefixTree
    current: int | None = None
    usage: Usage | None = None
    alone: int = 0

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
            "coverage_alone": self.alone / len(tree.countable) if tree.countable else 1.0,
            "current": self.current,
            "uncovered": [one.to_json() for one in tree.uncovered],
            "nodes": [node_json(node) for node in tree.nodes],
            "seconds": tree.seconds,
            "usage": self.usage.to_json() if self.usage else None,
            **({"failed": tree.failed} if tree.failed else {}),
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
        "tokens": node.tokens,
        "cost_usd": node.cost_usd,
    }


def register(registry: Registry) -> None:
    """Add `prefix`."""
    registry.command(
        Command(
            name="prefix",
            run=run_prefix_command,
            usage="prefix | prefix ask [N [K]] | prefix show|use|edit|drop [N] | prefix new [PATH] | "
            "prefix save [PATH]",
            summary="the prefixes found, which make the snippet run, with what each covers",
            details=(
                "`prefix` runs the offline engine once and shows the tree: which lines each prefix reaches, how the "
                "run with it ends and what it cost; the best one is starred and is what the session records, the "
                "others of the set that together reaches most are marked. `prefix ask` asks the model for what is "
                "still uncovered, N (3) completions a prompt, K (3) attempts at uncovered lines. `prefix show N` "
                "shows the code, `prefix use N` records with it, `prefix edit N` opens $EDITOR on it, `prefix new` "
                "on an empty one, or takes a file; `prefix drop N` forgets one, `prefix save` writes the current "
                "one in front of the snippet to a new file. Without N the prefix in use is meant."
            ),
            group="program",
            complete=_complete,
            calls_model=True,
        )
    )


def run_prefix_command(session: Session, text: str) -> PrefixResult | PrefixCode | Message:
    """`prefix` and its forms."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    state = prefix_state(session)
    if not word:
        return _shown(session, state)
    forms: dict[str, _Form] = {
        "ask": _ask, "save": _save, "new": _new, "show": _show, "use": _use, "edit": _edit, "drop": _drop,
    }  # fmt: skip
    if word not in forms:
        raise BadArgument(f"prefix takes ask, show, use, edit, new, drop or save, not {word!r}")
    return forms[word](session, state, rest)


def use_node(session: Session, tree: PrefixTree, number: int | None) -> PrefixResult:
    """Record with this node of the tree from now on."""
    node = tree.node(number) if number is not None else None
    state = PrefixState(text=session.snippet.text, tree=tree, current=number)
    session.kept.put(state)
    code = node.prefix.code if node else ""
    session.use_prefix(SuppliedPrefix(code=code, note=format_assumed(tree, node)))
    return _shown(session, state)


def add_prefix(session: Session, prefix: Prefix, parent: int | None) -> PrefixResult:
    """Run a prefix of the user's own, put it into the tree and use it.

    Raises:
        BadArgument: it raises by itself; nothing has changed.
    """
    state = prefix_state(session)
    known = next((n for n in state.tree.nodes if n.prefix.code == prefix.code and not n.discarded), None)
    if known is not None:
        return use_node(session, state.tree, known.id)
    number = max((node.id for node in state.tree.nodes), default=0) + 1
    node = run_prefix(session.snippet, session.runner, session.options, prefix, number, parent)
    if node.discarded and node.error:
        raise BadArgument(
            f"the prefix itself raises {node.error.type}: {node.error.message}; nothing has changed"
        )
    return use_node(session, with_node(state.tree, node), number)


def _shown(session: Session, state: PrefixState) -> PrefixResult:
    return PrefixResult(tree=state.tree, current=state.current, alone=covered_alone(session))


def _node(state: PrefixState, text: str, word: str) -> Node:
    """The node that a number names; the one in use for no number."""
    if not text and state.current is None:
        raise BadArgument(f"no prefix is in use: `prefix {word} NUMBER`")
    given = text.removeprefix("p")
    number = parse_whole(given, "a prefix's number", lowest=1) if text else state.current
    node = state.tree.node(number or 0)
    if node is None:
        known = ", ".join(str(n.id) for n in state.tree.nodes) or "none"
        raise BadArgument(f"there is no prefix {number}; there are {known}")
    return node


def _show(session: Session, state: PrefixState, text: str) -> PrefixCode:
    del session
    node = _node(state, text, "show")
    return PrefixCode(node=node, lines=len(state.tree.countable), current=node.id == state.current)


def _use(session: Session, state: PrefixState, text: str) -> PrefixResult:
    node = _node(state, text, "use")
    if node.discarded:
        raise BadArgument(f"prefix {node.id} cannot be used: {node.discarded}")
    return use_node(session, state.tree, node.id)


def _drop(session: Session, state: PrefixState, text: str) -> PrefixResult:
    node = _node(state, text, "drop")
    tree = without_node(state.tree, node.id)
    if state.current == node.id:
        return use_node(session, tree, tree.best)
    changed = PrefixState(text=state.text, tree=tree, current=state.current)
    session.kept.put(changed)
    return _shown(session, changed)


def _edit(session: Session, state: PrefixState, text: str) -> PrefixResult:
    node = _node(state, text, "edit")
    return _add_edited(session, node.prefix, node.id, f"prefix {node.id}")


def _new(session: Session, state: PrefixState, text: str) -> PrefixResult:
    del state
    if text:
        return add_prefix(session, edited(_read(text), Prefix(code="")), None)
    return _add_edited(session, Prefix(code=""), None, "a new prefix")


def _add_edited(session: Session, before: Prefix, parent: int | None, what: str) -> PrefixResult:
    """Add what the user makes of a prefix; a text that is refused is there again at the next `edit` of it."""
    drafts = session.kept.get_or_make(_Drafts, _Drafts).texts
    text = edit_text(drafts.get(parent, before.code), what, "prefix.py")
    drafts[parent] = text
    try:
        result = add_prefix(session, edited(text, before), parent)
    except BadArgument as problem:
        raise BadArgument(f"{problem} (your text is kept: edit it again)") from problem
    del drafts[parent]
    return result


def _ask(session: Session, state: PrefixState, text: str) -> PrefixResult:
    words = text.split()
    if len(words) > 2:
        raise BadArgument(f"prefix ask takes two numbers at most, not {text!r}")
    limits = AskLimits()
    if words:
        limits = replace(limits, completions=parse_whole(words[0], "a number of completions", lowest=1))
    if len(words) == 2:
        limits = replace(limits, attempts=parse_whole(words[1], "a number of attempts", lowest=0))
    model = cast("Model", session.model)
    tree, usage = ask_prefixes(session.snippet.text, state.tree, model, _attempts(session), limits)
    return replace(use_node(session, tree, tree.best), usage=usage)


def _attempts(session: Session) -> TryPrefixes:
    """Runs prefixes of a model, with the packages that they import as far as the user wants them."""

    def attempt(codes: Sequence[str]) -> list[CoverageRun]:
        for code in codes:
            provide_packages(session, code)
        return prefix_tryer(session.snippet, session.runner, session.options, run_s=_RUN_S)(codes)

    return attempt


def messages_for(session: Session, text: str) -> list[ModelMessage]:
    """What `prefix ask` would send first."""
    del text
    return [user(format_undefinedness(session.snippet.text, prefix_state(session).tree.undefined))]


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadArgument(f"{path}: {getattr(problem, 'strerror', None) or 'not a text file'}") from problem


def _save(session: Session, state: PrefixState, text: str) -> Message:
    """Write prefix and snippet to a file that is not there yet."""
    del state
    path = Path(text or f"{Path(session.snippet.name).stem}_runnable.py")
    code = current_prefix(session).code
    whole = f"{code.rstrip()}\n\n{session.snippet.text}" if code else session.snippet.text
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(whole)
    except FileExistsError as problem:
        raise BadArgument(f"{path} exists; `prefix save NAME` takes a new file") from problem
    except OSError as problem:
        raise BadArgument(f"{path}: {problem.strerror}") from problem
    return Message(text=f"prefix and snippet written to {path}")


def _complete(session: Session, text: str) -> Iterable[str]:
    word, space, _ = text.partition(" ")
    if not space:
        return ("ask", "show", "use", "edit", "new", "drop", "save")
    if word in ("show", "use", "edit", "drop"):
        state = session.kept.get(PrefixState)
        return tuple(str(node.id) for node in state.tree.nodes) if state is not None else ()
    return ()
