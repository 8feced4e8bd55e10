"""Installs what is wanted into an environment of its own: built beside and renamed, so that none is ever half there."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from llmdb.errors import InstallFailed
from llmdb.packages.environments import (
    BUILDING,
    OWN_TAG,
    Environment,
    environment_path,
    keep_environment,
    open_environment,
    sweep_abandoned,
)
from llmdb.packages.installers import Distribution, Installer, install_into, look_up
from llmdb.progress import OnProgress, Progress


def look_up_all(
    installer: Installer, requirements: Sequence[str], folder: Path, on_progress: OnProgress
) -> tuple[dict[str, Distribution], dict[str, str]]:
    """Ask the index for each requirement: what it has, and why it has not.

    Args:
        installer: asked once a requirement.
        requirements: names, with versions if wanted.
        folder: where environments are kept.
        on_progress: told the requirements asked for so far.
    """
    found: dict[str, Distribution] = {}
    failed: dict[str, str] = {}
    for number, requirement in enumerate(requirements):
        on_progress(
            Progress(doing=f"looking up {requirement}", done=number, unit="found", total=len(requirements))
        )
        with _building(folder) as scratch:
            try:
                found[requirement] = look_up(installer, requirement, scratch)
            except InstallFailed as problem:
                failed[requirement] = str(problem)
    return found, failed


def install(
    installer: Installer,
    requirements: Sequence[str],
    folder: Path,
    on_progress: OnProgress,
    total: int | None = None,
    tag: str = OWN_TAG,
) -> Environment:
    """The environment of these requirements; made now if there is none.

    Args:
        installer: does it.
        requirements: names, with versions if wanted.
        folder: where environments are kept.
        on_progress: told how far it is.
        total: how many distributions it will be, where that is known.
        tag: of the Python that the installer installs for.

    Raises:
        InstallFailed: one could not be installed; nothing is kept.
        KeyboardInterrupt: stopped; nothing is kept.
    """
    path = environment_path(folder, requirements, tag)
    if (made := open_environment(path, tag)) is not None:
        return made
    watch = _Watch(", ".join(requirements), total, on_progress)
    with _building(folder) as scratch:
        target = scratch / "target"
        target.mkdir()
        install_into(installer, requirements, target, lambda line: watch.note(line, target))
        try:
            return keep_environment(target, path, requirements, tag)
        except OSError as problem:
            raise InstallFailed(f"{path}: {problem.strerror}") from problem


class _Watch:
    """Turns what an installer says into reports of progress."""

    def __init__(self, what: str, total: int | None, on_progress: OnProgress) -> None:
        self._what = what
        self._total = total
        self._on_progress = on_progress
        self._fetched: set[str] = set()
        self._note = ""

    def note(self, line: str, target: Path) -> None:
        word, _, rest = line.partition(" ")
        name = rest.partition(" ")[0].rpartition("/")[2].partition("-")[0]
        if word in ("Collecting", "Processing", "Downloading"):
            self._note = f"downloading {name}"
            self._fetched.add(name)
        done = max(len(self._fetched) - 1, sum(1 for _ in target.glob("*.dist-info")), 0)
        total = None if self._total is None else max(self._total, done)
        self._on_progress(
            Progress(
                doing=f"installing {self._what}", done=done, unit="packages", total=total, note=self._note
            )
        )


@contextmanager
def _building(folder: Path) -> Iterator[Path]:
    """A folder beside the environments, gone afterwards whatever happened."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sweep_abandoned(folder)
        scratch = Path(tempfile.mkdtemp(prefix=BUILDING, dir=folder))
    except OSError as problem:
        raise InstallFailed(f"{folder}: {problem.strerror}") from problem
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
