"""Which virtual environment a snippet belongs to, as venv, uv, conda, poetry and pyenv keep them."""

import base64
import hashlib
from pathlib import Path

import pytest

from llmdb.runner.environments import environment_of


def environment(folder: Path) -> Path:
    """A folder that looks as an environment does."""
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").write_text("")
    (folder / "pyvenv.cfg").write_text("")
    return folder


def test_there_is_none_where_nothing_lies_beside(tmp_path: Path) -> None:
    assert environment_of(tmp_path / "a.py", {}) is None


def test_a_folder_of_that_name_that_is_no_environment_is_none(tmp_path: Path) -> None:
    (tmp_path / "venv").mkdir()
    assert environment_of(tmp_path / "a.py", {}) is None


def test_the_nearest_up_to_the_project_s_folder_is_taken(tmp_path: Path) -> None:
    outer = environment(tmp_path / ".venv")
    (tmp_path / "shop").mkdir()
    assert environment_of(tmp_path / "shop" / "a.py", {}) is None
    (tmp_path / "pyproject.toml").write_text("")
    assert environment_of(tmp_path / "shop" / "a.py", {}) == outer
    inner = environment(tmp_path / "shop" / "venv")
    assert environment_of(tmp_path / "shop" / "a.py", {}) == inner


def test_one_above_the_project_s_folder_is_another_s(tmp_path: Path) -> None:
    environment(tmp_path / ".venv")
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    assert environment_of(tmp_path / "shop" / "a.py", {}) is None


def test_code_without_a_file_belongs_to_the_current_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = environment(tmp_path / ".venv")
    monkeypatch.chdir(tmp_path)
    assert environment_of(None, {}) == beside


def test_the_active_one_comes_first_but_for_conda_s_base(tmp_path: Path) -> None:
    beside = environment(tmp_path / ".venv")
    file = tmp_path / "a.py"
    assert environment_of(file, {"VIRTUAL_ENV": "/a", "CONDA_PREFIX": "/c"}) == Path("/a")
    assert environment_of(file, {"CONDA_PREFIX": "/c", "CONDA_DEFAULT_ENV": "shop"}) == Path("/c")
    assert environment_of(file, {"CONDA_PREFIX": "/c", "CONDA_DEFAULT_ENV": "base"}) == beside
    (tmp_path / "x").mkdir()
    base = {"CONDA_PREFIX": "/c", "CONDA_DEFAULT_ENV": "base"}
    assert environment_of(tmp_path / "x" / "a.py", base) == Path("/c")


def test_poetry_s_is_found_by_the_folder_that_it_is_of(tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    (project / "poetry.lock").write_text("")
    (project / "pyproject.toml").write_text("")
    mark = base64.urlsafe_b64encode(hashlib.sha256(str(project).encode()).digest()).decode()[:8]
    environment(tmp_path / "cache" / "virtualenvs" / "shop-00000000-py3.12")
    own = environment(tmp_path / "cache" / "virtualenvs" / f"shop-{mark}-py3.12")
    assert environment_of(project / "a.py", {"POETRY_CACHE_DIR": str(tmp_path / "cache")}) == own


def test_pyenv_s_is_the_version_that_the_file_beside_names(tmp_path: Path) -> None:
    version = environment(tmp_path / "pyenv" / "versions" / "3.12.1")
    project = tmp_path / "shop"
    project.mkdir()
    (project / ".python-version").write_text("3.99.0  # not here\n3.12.1\n")
    assert environment_of(project / "a.py", {"PYENV_ROOT": str(tmp_path / "pyenv")}) == version
