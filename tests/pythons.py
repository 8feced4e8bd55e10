"""Pythons and virtual environments for tests: made here with `venv`, with what is installed on the machine."""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

_VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


@cache
def python(version: str) -> Path:
    """The executable of a Python of this version; the test is skipped where there is none."""
    beside = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    on_path = shutil.which(f"python{version}")
    candidates = [on_path] if on_path else []
    candidates += [str(path) for path in beside.glob(f"{version}.*/bin/python")]
    for candidate in candidates:
        try:
            said = subprocess.run([candidate, "-c", _VERSION], capture_output=True, text=True, timeout=20)
        except OSError:
            continue
        if said.stdout.strip() == version:
            return Path(candidate)
    pytest.skip(f"no Python {version} here")


OWN = f"{sys.version_info[0]}.{sys.version_info[1]}"
OTHERS = [f"3.{minor}" for minor in range(11, 16) if f"3.{minor}" != OWN]


def make_environment(folder: Path, modules: dict[str, str], version: str = OWN) -> Path:
    """An environment that has nothing but these modules: their files to their text."""
    made_by = sys.executable if version == OWN else python(version)
    subprocess.run([made_by, "-m", "venv", "--without-pip", folder], check=True)
    for name, text in modules.items():
        (site_packages(folder) / name).write_text(text)
    return folder


def site_packages(environment: Path) -> Path:
    """Where its packages are."""
    (found,) = (environment / "lib").glob("python*/site-packages")
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, and what it holds."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
