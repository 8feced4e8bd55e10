"""Which prefix a session runs with, and the tree that it is taken from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from llmdb.commands.state.packages import format_missing
from llmdb.prefix.coverage import instrument_lines
from llmdb.prefix.model import CoverageRun, Prefix
from llmdb.prefix.search.importable import beside, importable
from llmdb.prefix.supply import (
    PrefixState,
    edited,
    format_assumed,
    format_failed,
    invented_lines,
    needs_prefix,
    undefined_in,
)
from llmdb.prefix.undefined import binds_unseen, names_of
from llmdb.program.compiling import BODY_SCOPE
from llmdb.progress import Progress
from llmdb.runner.interpreter import Interpreter
from llmdb.session import Session, SuppliedPrefix
from llmdb.types import StepNo
from llmdb.values import dataclass

_ALONE_S = 2.0
_OUTERMOST = ("<module>", BODY_SCOPE)
"""Scopes of the snippet's own frame: as a module, and as the body of a function."""


@dataclass(frozen=True, slots=True)
class _FirstBound:
    """The step at which the snippet binds an invented name itself, by name."""

    steps: Mapping[str, StepNo]


@dataclass(frozen=True, slots=True)
class _RunAlone:
    """What the snippet did as it is, of which text, with which packages and which Python."""

    key: tuple[str, Path | None, Interpreter | None]
    run: CoverageRun


def supply_prefix(session: Session) -> SuppliedPrefix:
    """The prefix with which a session begins: none for a complete snippet, else the best of the offline engine."""
    here = importable(session.snippet, session.options)
    if not needs_prefix(session.snippet, here, _bound_alone(session, here)):
        return SuppliedPrefix()
    state = prefix_state(session)
    node = state.tree.node(state.current) if state.current is not None else None
    return SuppliedPrefix(
        code=node.prefix.code if node else "",
        note="\n".join(
            filter(
                None, (format_missing(session), format_failed(state.tree), format_assumed(state.tree, node))
            )
        ),
    )


def prefix_state(session: Session) -> PrefixState:
    """The tree for the session's snippet; the offline engine runs if it did not run for this text."""
    known = session.kept.get(PrefixState)
    if known is not None and known.text == session.snippet.main:
        return known
    from llmdb.prefix.search.guessers import guess_with  # not before the first prompt of a complete snippet
    from llmdb.prefix.search.offline_search import search_prefixes

    _, lines = instrument_lines(session.snippet.main, session.snippet.body)

    def tell(runs: int, share: float) -> None:
        done, note = round(share * len(lines)), f"{runs} prefixes run"
        session.report(Progress(doing="reaching", done=done, total=len(lines), unit="lines", note=note))

    tree = search_prefixes(
        session.snippet,
        session.runner,
        session.options,
        on_progress=tell,
        guess=guess_with(session.registry.guessers),
        bound=bound_alone(session),
    )
    same = (node.id for node in tree.nodes if node.prefix.code == session.prefix)
    current = tree.best if session.prefix is None else next(same, None)
    state = PrefixState(text=session.snippet.main, tree=tree, current=current)
    session.kept.put(state)
    return state


def current_prefix(session: Session) -> Prefix:
    """What the session runs with now, with its assumptions as far as they are known."""
    state = session.kept.get(PrefixState)
    if state is not None and state.text == session.snippet.main and state.current is not None:
        node = state.tree.node(state.current)
        if node is not None and (session.prefix is None or node.prefix.code == session.prefix):
            return node.prefix
    return edited(session.prefix or "", Prefix(code=""))


def invented_code(session: Session) -> tuple[str, ...]:
    """What the session's prefix invents, a line each; none without a prefix."""
    return invented_lines(current_prefix(session)) if session.prefix else ()


def assumed_names(session: Session, step: StepNo) -> frozenset[str]:
    """The names whose value after this step is still the one that the prefix invented for them.

    Only in the frame of the snippet itself: a function's own variable of the same name is another one.
    """
    trace = session.trace
    if trace.scope_of(step) not in _OUTERMOST:
        return frozenset()
    return frozenset(name for name, bound in _first_bound(session).items() if step < bound)


def _first_bound(session: Session) -> Mapping[str, StepNo]:
    """Each invented name, and the step at which the snippet binds it itself: after the last one where it never does."""
    return session.run.kept.get_or_make(_FirstBound, lambda: _FirstBound(_find_first_bound(session))).steps


def _find_first_bound(session: Session) -> dict[str, StepNo]:
    trace, found = session.trace, {}
    for assumption in current_prefix(session).assumptions:
        if assumption.kind != "import":
            steps = [n for scope in _OUTERMOST for n in trace.changes.store_steps(assumption.name, scope)]
            own = [n for n in steps if n > 1 or assumption.name in trace.step(n).changed]
            found[assumption.name] = min(own, default=len(trace) + 1)
    return found


def covered_alone(session: Session) -> int:
    """How many countable lines the snippet executes as it is; it is run once for this."""
    return len(_run_alone(session).lines & frozenset(prefix_state(session).tree.countable))


def bound_alone(session: Session) -> frozenset[str]:
    """Names that the snippet binds where the source does not tell: it is run once as it is, where it may bind some."""
    return _bound_alone(session, importable(session.snippet, session.options))


def _bound_alone(session: Session, here: frozenset[str]) -> frozenset[str]:
    snippet = session.snippet
    if not needs_prefix(snippet, here) or not binds_unseen(snippet.main, here, beside(snippet)):
        return frozenset()
    run = _run_alone(session)
    _, lines = instrument_lines(snippet.main, snippet.body)
    if run.error is None and not run.timed_out and run.lines >= lines:
        return run.names.union(names_of(undefined_in(snippet, here), "variable"))
    return run.names


def _run_alone(session: Session) -> CoverageRun:
    """What the snippet does as it is; it is run once for this."""
    key = (session.snippet.main, session.options.packages, session.options.python)
    known = session.kept.get(_RunAlone)
    if known is not None and known.key == key:
        return known.run
    from llmdb.prefix.search.prefix_runs import prefix_tryer

    (run,) = prefix_tryer(session.snippet, session.runner, session.options, _ALONE_S)([""])
    session.kept.put(_RunAlone(key, run))
    return run
