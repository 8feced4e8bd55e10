"""Which virtual environment a snippet belongs to: the active one, or the one beside it."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

_USUAL = (".venv", "venv")
_PROJECT = (".git", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile", "manage.py")
"""What lies in the topmost folder of a project."""


def environment_of(file: Path | None, environ: Mapping[str, str]) -> Path | None:
    """The folder of the environment that a program belongs to; None for none.

    That is the active one, as VIRTUAL_ENV or CONDA_PREFIX says, else one beside the file or in the folders up to
    that of its project: `.venv` and `venv` (venv, uv), the version that pyenv's `.python-version` names, or
    poetry's. Conda's base environment, which is always active, comes after those.

    Args:
        file: of the program; None looks from the current directory.
        environ: the variables.
    """
    if active := environ.get("VIRTUAL_ENV"):
        return Path(active)
    conda = environ.get("CONDA_PREFIX")
    if conda and environ.get("CONDA_DEFAULT_ENV") != "base":
        return Path(conda)
    start = file.absolute().parent if file is not None else Path.cwd()
    for folder in _up_to_project(start):
        if (found := _in_folder(folder, environ)) is not None:
            return found
    return Path(conda) if conda else None


def _up_to_project(start: Path) -> Iterator[Path]:
    """The folder, and those above it up to its project's; only itself where it belongs to none."""
    folders = [start, *start.parents]
    for count, folder in enumerate(folders, 1):
        if any((folder / name).exists() for name in _PROJECT):
            return iter(folders[:count])
    return iter(folders[:1])


def _in_folder(folder: Path, environ: Mapping[str, str]) -> Path | None:
    for name in _USUAL:
        if (folder / name / "pyvenv.cfg").is_file() or os.path.lexists(folder / name / "bin" / "python"):
            return folder / name
    if (folder / "poetry.lock").is_file() and (found := _of_poetry(folder, environ)) is not None:
        return found
    if (folder / ".python-version").is_file():
        return _of_pyenv(folder / ".python-version", environ)
    return None


def _of_poetry(folder: Path, environ: Mapping[str, str]) -> Path | None:
    """Poetry names an environment NAME-HASH-pyX.Y, by the folder that it is of; see its EnvManager."""
    import base64
    import hashlib  # loads the system's library of ciphers

    usual = Path(environ.get("POETRY_CACHE_DIR") or "~/.cache/pypoetry").expanduser() / "virtualenvs"
    kept = Path(environ.get("POETRY_VIRTUALENVS_PATH") or usual)
    digest = hashlib.sha256(os.path.realpath(folder).encode()).digest()
    mark = base64.urlsafe_b64encode(digest).decode()[:8]
    found = [path for path in kept.glob("*-py*") if f"-{mark}-py" in path.name]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def _of_pyenv(file: Path, environ: Mapping[str, str]) -> Path | None:
    """The version, or pyenv-virtualenv's environment, that a `.python-version` names."""
    root = environ.get("PYENV_ROOT")
    versions = (Path(root) if root else Path("~/.pyenv").expanduser()) / "versions"
    try:
        words = [line.split("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, UnicodeDecodeError):
        return None
    for word in filter(None, words):
        if (versions / word / "bin" / "python").exists():
            return versions / word
    return None
