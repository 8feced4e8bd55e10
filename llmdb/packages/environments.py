"""Folders of installed packages below the user's cache: one for each set of requirements, never changed once made."""

import hashlib
import json
import os
import shutil
import sys
import sysconfig
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from llmdb.folders import cache_folder
from llmdb.packages.names import normalized
from llmdb.types import PythonVersion
from llmdb.values import dataclass

MANIFEST = "llmdb-packages.json"
BUILDING = ".building-"
_PLATFORM = sysconfig.get_platform()
OWN_TAG = f"{sys.implementation.cache_tag}-{_PLATFORM}"
"""Which Python an environment fits: llmdb's own."""
_ABANDONED_S = 24 * 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """One folder.

    Attributes:
        path: to be put into `sys.path`.
        requirements: what was asked for, as it was written.
        versions: distribution to version, dependencies included.
    """

    path: Path
    requirements: tuple[str, ...]
    versions: Mapping[str, str]

    @property
    def names(self) -> frozenset[str]:
        """The normalized names of everything that is installed here."""
        return frozenset(normalized(name) for name in self.versions)

    def summary(self, name: str) -> str:
        """What its author says of a distribution in one line; "" for none."""
        from importlib.metadata import distributions

        found = (d.metadata for d in distributions(path=[str(self.path)]))
        texts = [m["Summary"] for m in found if normalized(m["Name"]) == normalized(name)]
        return str(texts[0])[:200] if texts and texts[0] else ""


def tag_of(python: PythonVersion) -> str:
    """Which Python an environment fits: CPython of a version, on this platform."""
    return f"cpython-{python[0]}{python[1]}-{_PLATFORM}"


def packages_folder(environment: Mapping[str, str]) -> Path:
    """Where environments are kept: `packages` beside the answers of models (`LLMDB_CACHE`, or XDG's cache folder)."""
    return cache_folder(environment) / "packages"


def list_environments(folder: Path, tag: str = OWN_TAG) -> list[Environment]:
    """The environments made for one Python; what cannot be read is none."""
    return list(_environments(folder, tag))


def find_environment(folder: Path, wanted: Collection[str], tag: str = OWN_TAG) -> Environment | None:
    """The environment that holds most of the wanted distributions, and nothing needless; None if none holds any."""
    asked = frozenset(normalized(name) for name in wanted)
    fitting = [e for e in _environments(folder, tag) if e.names & asked]
    return min(fitting, key=lambda e: (-len(e.names & asked), len(e.names), e.path.name), default=None)


def environment_path(folder: Path, requirements: Sequence[str], tag: str = OWN_TAG) -> Path:
    """The folder of a set of requirements: readable names and a digest of them and of the Python."""
    ordered = sorted(set(requirements), key=str.lower)
    digest = hashlib.sha256(json.dumps([tag, ordered]).encode()).hexdigest()[:12]
    readable = "-".join(normalized(name) for name in ordered)[:40].strip("-")
    return folder / f"{readable}-{digest}"


def keep_environment(built: Path, path: Path, requirements: Sequence[str], tag: str = OWN_TAG) -> Environment:
    """Give a finished folder its manifest and its name; one of the same name that came first is kept instead.

    Raises:
        OSError: it cannot be written.
    """
    from importlib.metadata import distributions  # 20 ms, only after an installation

    found = {d.metadata["Name"]: d.version for d in distributions(path=[str(built)])}
    asked = sorted(set(requirements), key=str.lower)
    data = {"tag": tag, "requirements": asked, "versions": dict(sorted(found.items()))}
    (built / MANIFEST).write_text(json.dumps(data, indent=1), encoding="utf-8")
    try:
        built.rename(path)
    except OSError:
        if not (path / MANIFEST).is_file():
            raise
        shutil.rmtree(built, ignore_errors=True)
    return Environment(path=path, requirements=tuple(asked), versions=found)


def sweep_abandoned(folder: Path) -> None:
    """Remove what installations left that were killed a day ago or earlier."""
    for path in folder.glob(f"{BUILDING}*"):
        if time.time() - path.stat().st_mtime > _ABANDONED_S:
            shutil.rmtree(path, ignore_errors=True)


def open_environment(path: Path, tag: str = OWN_TAG) -> Environment | None:
    """The environment of this folder; None if there is none, or it was made for another Python."""
    try:
        data = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        if data["tag"] != tag:
            return None
        versions = {str(name): str(version) for name, version in data["versions"].items()}
        return Environment(path=path, requirements=tuple(map(str, data["requirements"])), versions=versions)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _environments(folder: Path, tag: str) -> Iterator[Environment]:
    if not folder.is_dir():
        return
    for entry in os.scandir(folder):
        found = None if entry.name.startswith(".") else open_environment(Path(entry.path), tag)
        if found is not None:
            yield found
