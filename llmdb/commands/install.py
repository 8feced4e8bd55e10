"""Packages that the snippet or a prefix imports: install."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Operand
from llmdb.command import Command
from llmdb.commands.state.packages import (
    Need,
    Origin,
    attach_packages,
    needed_packages,
    package_state,
)
from llmdb.errors import BadArgument, InstallFailed
from llmdb.packages.names import distribution_of, is_requirement, normalized
from llmdb.prefix.supply import PrefixState
from llmdb.runner.interpreter import minor_of
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.packages.installers import Distribution
    from llmdb.registry import Registry

WHO = {
    "snippet": "the snippet imports it",
    "name": "a name in the snippet suggests it",
    "model": "a model's prefix imports it, and models invent names",
    "prefix": "the prefix imports it",
    "user": "you named it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallResult:
    """What `install` did, and what is still missing.

    Attributes:
        installed: distributions put into the environment now, with version and summary.
        missing: what is not here, refused and failed ones included.
        refused: distributions that the user did not want.
        failed: distribution to the reason.
        folder: the environment that the program runs with; None without one.
        total: distributions in that environment, dependencies included.
    """

    installed: tuple[Distribution, ...] = ()
    missing: tuple[Need, ...] = ()
    refused: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    folder: str | None = None
    total: int = 0

    def to_json(self) -> dict[str, Json]:
        """`{"installed": [{"name", "version", "summary"}], "missing", "refused", "failed", "folder"}`."""
        return {
            "installed": [
                {"name": one.name, "version": one.version, "summary": one.summary} for one in self.installed
            ],
            "missing": [
                {"name": need.distribution, "module": need.module, "origin": need.origin}
                for need in self.missing
            ],
            "refused": list(self.refused),
            "failed": dict(self.failed),
            "folder": self.folder,
        }


def register(registry: Registry) -> None:
    """Add `install`."""
    registry.command(
        Command(
            name="install",
            run=run_install,
            arguments=(
                Operand("names", _requirement, shown="NAME", default=(), is_many=True, complete=_complete),
            ),
            summary="the packages that the snippet imports and that are not here",
            details=(
                "`install` looks up what the snippet and its prefixes import and asks before a name is installed "
                "for the first time; `install NAME` installs what you name (`install yaml` is PyYAML). Only wheels, "
                "into a folder of llmdb's own that programs cannot write to; your own environment is not "
                "touched. Scripts (-x) install only with --install. What cannot be had is replaced by a stand-in."
            ),
            group="program",
        )
    )


def _requirement(text: str, command: str) -> str:
    if not is_requirement(text):
        raise BadArgument(f"{text!r} is not a package's name: `{command} NAME` or `{command} NAME==VERSION`")
    return text


def run_install(session: Session, names: tuple[str, ...]) -> InstallResult:
    """`install [NAME ...]`."""
    if not names:
        attach_packages(session)
        needs = needed_packages(session)
        if not needs or not may_ask(session):
            return _result(session)
        return install_packages(session, needs, forget_refusals=True)
    if not may_ask(session):
        raise BadArgument("without a terminal packages are installed only with --install")
    return install_packages(session, [_named(session, name) for name in names], forget_refusals=True)


def may_ask(session: Session) -> bool:
    """Whether anything may be installed: the user can be asked, or said so with `--install`."""
    return session.settings.may_install or session.confirm is not None


def provide_packages(session: Session, code: str = "", origin: Origin = "model") -> None:
    """Have what the snippet and `code` import, as far as an earlier environment or the user allows.

    At the beginning of a session nobody is asked: without `--install` only what was installed before is used. For the
    code of a prefix the user is asked, once for each name. What cannot be had is left to stand-ins.
    """
    attach_packages(session)
    if not (session.settings.may_install or (code and session.confirm)):
        return
    state = package_state(session)
    tried = {normalized(name) for name in (*state.refused, *state.failed)}
    needs = [
        need for need in needed_packages(session, code, origin) if normalized(need.distribution) not in tried
    ]
    if needs:
        install_packages(session, needs)


def install_packages(session: Session, needs: Sequence[Need], forget_refusals: bool = False) -> InstallResult:
    """Look the needs up, ask for those that are new here, and install them beside what the session has.

    Raises:
        KeyboardInterrupt: stopped; nothing has changed.
    """
    from llmdb.commands.state.standing import stand_again, standing  # not before the first prompt
    from llmdb.packages.environments import list_environments, open_environment, packages_folder, tag_of
    from llmdb.packages.installers import find_installer
    from llmdb.packages.installing import install, look_up_all

    state = package_state(session)
    folder = packages_folder(os.environ)
    python = session.options.python
    tag = tag_of(minor_of(python))
    asked = [need.distribution for need in needs]
    stood = standing(session)
    try:
        installer = find_installer(python.executable) if python is not None else find_installer()
        found, failed = look_up_all(installer, asked, folder, session.report)
        known = {normalized(r) for e in list_environments(folder, tag) for r in e.requirements}
        accepted = [n for n in needs if n.distribution in found and _wanted(session, n, found, known)]
        refused = [n.distribution for n in needs if n.distribution in found and n not in accepted]
        used = open_environment(session.options.packages, tag) if session.options.packages else None
        wanted = [n.distribution for n in accepted]
        if wanted:
            names = {normalized(name) for name in wanted}
            kept = [r for r in (used.requirements if used else ()) if normalized(r) not in names]
            total = {name for n in accepted for name in found[n.distribution].planned}
            made = install(installer, [*kept, *wanted], folder, session.report, len(total), tag)
            found |= {name: replace(found[name], summary=made.summary(found[name].name)) for name in wanted}
            session.use_packages(made.path)
            if not _has_own_prefix(session):
                session.kept.drop(PrefixState)
    except InstallFailed as problem:
        found, refused, accepted = {}, [], []
        failed = dict.fromkeys(asked, str(problem))
    kept_refusals = state.refused - frozenset(asked) if forget_refusals else state.refused
    session.kept.put(
        replace(state, refused=kept_refusals | frozenset(refused), failed={**state.failed, **failed})
    )
    if not session.is_recorded:
        stand_again(session, stood)
    done = tuple(found[n.distribution] for n in accepted)
    return replace(_result(session), installed=done, refused=tuple(refused), failed=tuple(failed.items()))


def _wanted(
    session: Session, need: Need, found: dict[str, Distribution], known: frozenset[str] | set[str]
) -> bool:
    """Whether to install it: the user said so before, or says so now."""
    if need.origin == "user" or session.settings.may_install or normalized(need.distribution) in known:
        return True
    return session.confirm is not None and session.confirm(_question(need, found[need.distribution]))


def _question(need: Need, found: Distribution) -> str:
    what = f"{found.name} {found.version}" + (f", {found.summary!r}" if found.summary else "")
    others = len(found.planned) - 1
    more = f" with {others} more" if others > 0 else ""
    return f"{need.module} is not here ({WHO[need.origin]}). Install {what}{more}?"


def _has_own_prefix(session: Session) -> bool:
    """Whether the prefix in use is the user's: then the tree is kept as it is, else it is made anew."""
    state = session.kept.get(PrefixState)
    if state is None or state.current is None:
        return False
    node = state.tree.node(state.current)
    return node is not None and node.guidance == "user"


def _named(session: Session, name: str) -> Need:
    """A need for what the user typed: a distribution, or a module of which we know the distribution."""
    known = {need.module: need for need in needed_packages(session)}
    distribution = known[name].distribution if name in known else distribution_of(name)
    return Need(distribution=distribution if name.isidentifier() else name, module=name, origin="user")


def _result(session: Session) -> InstallResult:
    from llmdb.packages.environments import open_environment, tag_of

    folder = session.options.packages
    used = open_environment(folder, tag_of(minor_of(session.options.python))) if folder else None
    return InstallResult(
        missing=needed_packages(session),
        folder=str(folder) if folder else None,
        total=len(used.versions) if used else 0,
    )


def _complete(session: Session, text: str) -> Iterable[str]:
    del text
    return [need.module for need in needed_packages(session)]
