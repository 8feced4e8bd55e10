"""The code that makes an incomplete snippet run: prefix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from llmdb.arguments import Operand, Rest
from llmdb.ask.prefix_reply import format_undefinedness
from llmdb.ask.prefixes import AskLimits, ask_prefixes
from llmdb.command import Command, Form
from llmdb.commands.install import provide_packages
from llmdb.commands.line.parsing import parse_whole, whole
from llmdb.commands.results.common import Message
from llmdb.commands.state.editing import edit_text
from llmdb.commands.state.prefix import covered_alone, current_prefix, prefix_state
from llmdb.commands.state.standing import stand_again, standing
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
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry

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
        note: why nothing was asked of the model, where the user wanted that.
    """

    tree: PrefixTree
    current: int | None = None
    usage: Usage | None = None
    alone: int = 0
    note: str = ""

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
            **({"note": self.note} if self.note else {}),
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
    number = (Operand("number", _number, shown="N", complete=_complete_number),)
    registry.command(
        Command(
            name="prefix",
            calls_model=True,
            run=run_prefix_command,
            arguments=(),
            forms={
                "ask": Form(
                    run=ask_for_prefixes,
                    arguments=(
                        Operand("completions", whole("a number of completions", lowest=1), shown="N"),
                        Operand("attempts", whole("a number of attempts"), shown="K"),
                    ),
                    messages=prefix_messages,
                ),
                "show": Form(run=show_prefix, arguments=number),
                "use": Form(run=use_prefix, arguments=number),
                "edit": Form(run=edit_prefix, arguments=number),
                "drop": Form(run=drop_prefix, arguments=number),
                "new": Form(run=new_prefix, arguments=(Rest("path"),)),
                "save": Form(run=save_prefix, arguments=(Rest("path"),)),
            },
            summary="the prefixes found, which make the snippet run, with what each covers",
            details=(
                "A prefix is code put in front of a snippet that uses names which nothing defines, so that it runs: "
                "imports, and values made up to suit how the names are used. What is made up is marked `◇` wherever "
                "variables are shown; `assume NAME = VALUE` puts the right value in its place. Your file is not "
                "changed, and lines are counted without the prefix.\n\n"
                "`prefix` runs the offline engine once and shows the tree: which lines each prefix reaches, how the "
                "run with it ends and what it cost; the best one is starred and is what the session records, the "
                "others of the set that together reaches most are marked. `prefix ask` asks the model for what is "
                "still uncovered, N (3) completions a prompt, K (3) attempts at uncovered lines. `prefix show N` "
                "shows the code, `prefix use N` records with it, `prefix edit N` opens $EDITOR on it, `prefix new` "
                "on an empty one, or takes a file; `prefix drop N` forgets one, `prefix save` writes the current "
                "one in front of the snippet to a new file. Without N the prefix in use is meant."
            ),
            group="program",
        )
    )


def run_prefix_command(session: Session) -> PrefixResult:
    """`prefix`: the tree."""
    return _shown(session, prefix_state(session))


def use_node(session: Session, tree: PrefixTree, number: int | None) -> PrefixResult:
    """Record with this node of the tree from now on."""
    node = tree.node(number) if number is not None else None
    state = PrefixState(text=session.snippet.main, tree=tree, current=number)
    session.kept.put(state)
    code, before = node.prefix.code if node else "", standing(session)
    session.use_prefix(SuppliedPrefix(code=code, note=format_assumed(tree, node)))
    stand_again(session, before)
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


def _number(text: str, command: str) -> int:
    del command
    return parse_whole(text.removeprefix("p"), "a prefix's number", lowest=1)


def _node(state: PrefixState, given: int | None, word: str) -> Node:
    """The node that a number names; the one in use for no number."""
    number = state.current if given is None else given
    if number is None:
        raise BadArgument(f"no prefix is in use: `prefix {word} NUMBER`")
    node = state.tree.node(number)
    if node is None:
        known = ", ".join(str(n.id) for n in state.tree.nodes) or "none"
        raise BadArgument(f"there is no prefix {number}; there are {known}")
    return node


def show_prefix(session: Session, number: int | None) -> PrefixCode:
    """`prefix show [N]`."""
    state = prefix_state(session)
    node = _node(state, number, "show")
    return PrefixCode(node=node, lines=len(state.tree.countable), current=node.id == state.current)


def use_prefix(session: Session, number: int | None) -> PrefixResult:
    """`prefix use [N]`: record with it from now on."""
    state = prefix_state(session)
    node = _node(state, number, "use")
    if node.discarded:
        raise BadArgument(f"prefix {node.id} cannot be used: {node.discarded}")
    return use_node(session, state.tree, node.id)


def drop_prefix(session: Session, number: int | None) -> PrefixResult:
    """`prefix drop [N]`: forget it."""
    state = prefix_state(session)
    node = _node(state, number, "drop")
    tree = without_node(state.tree, node.id)
    if state.current == node.id:
        return use_node(session, tree, tree.best)
    changed = PrefixState(text=state.text, tree=tree, current=state.current)
    session.kept.put(changed)
    return _shown(session, changed)


def edit_prefix(session: Session, number: int | None) -> PrefixResult:
    """`prefix edit [N]`: open an editor on it."""
    node = _node(prefix_state(session), number, "edit")
    return _add_edited(session, node.prefix, node.id, f"prefix {node.id}")


def new_prefix(session: Session, path: str) -> PrefixResult:
    """`prefix new [PATH]`: one of the user's own, from a file or an editor."""
    if path:
        return add_prefix(session, edited(_read(path), Prefix(code="")), None)
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


def ask_for_prefixes(session: Session, completions: int | None, attempts: int | None) -> PrefixResult:
    """`prefix ask [N [K]]`: ask the model for what is still uncovered."""
    state, usual = prefix_state(session), AskLimits()
    limits = replace(
        usual,
        completions=usual.completions if completions is None else completions,
        attempts=usual.attempts if attempts is None else attempts,
    )
    model = cast("Model", session.model)
    tree, usage = ask_prefixes(session.snippet.main, state.tree, model, _attempts(session), limits)
    note = "" if usage else f"nothing was asked: {_why_not(tree, limits)}"
    return replace(use_node(session, tree, tree.best), usage=usage, note=note)


def _why_not(tree: PrefixTree, limits: AskLimits) -> str:
    if tree.covered >= frozenset(tree.countable):
        return "every line is reached already; `assume NAME = VALUE` changes a value, `prefix new` takes one of yours"
    return f"{limits.completions} completions and {limits.attempts} attempts were allowed"


def _attempts(session: Session) -> TryPrefixes:
    """Runs prefixes of a model, with the packages that they import as far as the user wants them."""

    def attempt(codes: Sequence[str]) -> list[CoverageRun]:
        for code in codes:
            provide_packages(session, code)
        return prefix_tryer(session.snippet, session.runner, session.options, run_s=_RUN_S)(codes)

    return attempt


def prefix_messages(session: Session, **limits: int | None) -> list[ModelMessage]:
    """What `prefix ask` would send first."""
    del limits
    return [user(format_undefinedness(session.snippet.main, prefix_state(session).tree.undefined))]


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise BadArgument(f"{path}: {getattr(problem, 'strerror', None) or 'not a text file'}") from problem


def save_prefix(session: Session, path: str) -> Message:
    """`prefix save [PATH]`: write prefix and snippet to a file that is not there yet."""
    file = Path(path or f"{Path(session.snippet.name).stem}_runnable.py")
    code = current_prefix(session).code
    whole = f"{code.rstrip()}\n\n{session.snippet.main}" if code else session.snippet.main
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(whole)
    except FileExistsError as problem:
        raise BadArgument(f"{file} exists; `prefix save NAME` takes a new file") from problem
    except OSError as problem:
        raise BadArgument(f"{file}: {problem.strerror}") from problem
    return Message(text=f"prefix and snippet written to {file}")


def _complete_number(session: Session, text: str) -> Iterable[str]:
    del text
    state = session.kept.get(PrefixState)
    return tuple(str(node.id) for node in state.tree.nodes) if state is not None else ()
