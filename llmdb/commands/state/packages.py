"""Which packages a session lacks and has: what imports them, who named them, and the folder that holds them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from llmdb.packages.names import missing_distributions
from llmdb.prefix import tables
from llmdb.prefix.search.importable import importable
from llmdb.prefix.supply import PrefixState
from llmdb.prefix.undefined import find_undefined, names_of
from llmdb.runner.interpreter import minor_of
from llmdb.session import Session
from llmdb.values import dataclass

Origin = Literal["snippet", "name", "model", "prefix", "user"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A distribution that is not here, the module that it is needed for, and who named it.

    `origin` is "snippet" (an import of it), "name" (an undefined `np` suggests NumPy), "model" or "prefix" (an
    import of a prefix that a model or the user wrote), or "user".
    """

    distribution: str
    module: str
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageState:
    """Distributions that the user refused in this session, and why others could not be installed."""

    refused: frozenset[str] = frozenset()
    failed: Mapping[str, str] = field(default_factory=dict)


def package_state(session: Session) -> PackageState:
    """What was refused and what failed so far."""
    return session.kept.get(PackageState) or PackageState()


def needed_packages(session: Session, code: str = "", origin: Origin = "model") -> tuple[Need, ...]:
    """What is imported and not here: by the snippet, by names that suggest it, by its prefixes, and by `code`."""
    snippet = session.snippet
    here = importable(snippet, session.options)
    found: dict[str, Need] = {}

    def add(text: str, who: Origin) -> None:
        for distribution, module in missing_distributions(text, here).items():
            found.setdefault(distribution, Need(distribution=distribution, module=module, origin=who))

    add(snippet.main, "snippet")
    undefined = names_of(find_undefined(snippet.main, snippet.body, here), "variable")
    add("\n".join(tables.IMPORTS[name] for name in undefined if name in tables.IMPORTS), "name")
    state = session.kept.get(PrefixState)
    if state is not None and state.text == snippet.main:
        for node in state.tree.nodes:
            add(node.prefix.code, "prefix" if node.guidance in ("offline", "user") else "model")
    add(session.prefix or "", "prefix")
    add(code, origin)
    return tuple(found.values())


def attach_packages(session: Session) -> None:
    """Use the environment made earlier that holds most of what is missing, if there is one."""
    needs = needed_packages(session)
    if not needs:
        return
    from llmdb.packages.environments import find_environment, packages_folder, tag_of

    wanted, tag = [need.distribution for need in needs], tag_of(minor_of(session.options.python))
    found = find_environment(packages_folder(os.environ), wanted, tag)
    if found is not None:
        session.use_packages(found.path)


def format_missing(session: Session) -> str:
    """One line about what is missing and what is done about it; "" when nothing is."""
    needs = [need for need in needed_packages(session) if need.origin == "snippet"]
    if not needs:
        return ""
    failed = package_state(session).failed
    reasons = {failed[need.distribution] for need in needs if need.distribution in failed}
    names = ", ".join(_both_names(need) for need in needs)
    one = len(needs) == 1
    stand_in = "a stand-in takes its place" if one else "stand-ins take their places"
    if reasons:
        return f"{names} not installed: {'; '.join(sorted(reasons))}; {stand_in}"
    gets = f"`install` gets {'it' if one else 'them'}"
    return f"{names} {'is' if one else 'are'} not installed: {stand_in}; {gets}"


def _both_names(need: Need) -> str:
    same = need.distribution.lower().replace("-", "_") == need.module.lower()
    return need.module if same else f"{need.module} ({need.distribution})"
