"""A snippet of a project with pandas or Django sees what `python snippet.py` sees there: the real packages, installed
by pip into an environment of the project's own. With LLMDB_TEST_WITH_PIP=1 only: it takes minutes."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.pythons import python
from tests.test_environments import Project

_PANDAS = """\
import pandas as pd
frame = pd.DataFrame({"city": ["Oslo", "Lima", "Oslo"], "sales": [3, 4, 5]})
by_city = frame.groupby("city")["sales"].sum()
print(pd.__version__.split(".")[0], by_city["Oslo"], frame["city"].dtype)
"""
_SETTINGS = """\
SECRET_KEY = "only for a test"
INSTALLED_APPS = ["django.contrib.contenttypes", "shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""
_MODELS = """\
from django.db import models

class Order(models.Model):
    total = models.IntegerField()

    def with_tax(self):
        return self.total * 5 // 4
"""
_DJANGO = """\
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_of_shop.settings")
import django
django.setup()
from django.conf import settings
from shop.models import Order
order = Order(total=8)
print(settings.INSTALLED_APPS[-1], order.with_tax(), Order._meta.label)
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An empty project."""
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder, cache=tmp_path)


def _environment(project: Project, version: str, *packages: str) -> Path:
    """The project's `.venv` with these packages; the test is skipped where they cannot be had."""
    if not os.environ.get("LLMDB_TEST_WITH_PIP"):
        pytest.skip("LLMDB_TEST_WITH_PIP is not set: pip would bring packages from the network")
    folder = project.folder / ".venv"
    subprocess.run([python(version), "-m", "venv", folder], check=True)
    pip = [
        str(folder / "bin" / "python"),
        *["-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:"],
    ]
    try:
        done = subprocess.run([*pip, *packages], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        pytest.skip(f"pip brings no {' '.join(packages)} here in time")
    if done.returncode:
        pytest.skip(f"pip brings no {' '.join(packages)} here")
    return folder / "bin" / "python"


def _in_python(executable: Path, project: Project, text: str) -> str:
    (project.folder / "alone.py").write_text(text)
    done = subprocess.run(
        [executable, "alone.py"], cwd=project.folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("version", "pandas"), [("3.12", "2"), ("3.13", "3"), ("3.14", "3")])
def test_the_project_s_own_pandas_is_what_the_snippet_sees(
    project: Project, version: str, pandas: str
) -> None:
    executable = _environment(project, version, f"pandas=={pandas}.*")
    alone = _in_python(executable, project, _PANDAS)
    assert alone.startswith(f"{pandas} 8 ")
    assert project.prints(_PANDAS) == alone


def test_a_made_up_table_is_one_of_the_project_s_own_pandas(project: Project) -> None:
    _environment(project, "3.12", "pandas==2.*")
    assert project.prints("print(type(df).__module__, len(df.groupby('city')['age'].mean()))\n") == (
        "pandas.core.frame 2\n"
    )


def test_the_settings_of_a_django_project_are_the_snippet_s(project: Project) -> None:
    executable = _environment(project, "3.12", "Django")
    for name, text in {"site_of_shop/settings.py": _SETTINGS, "shop/models.py": _MODELS}.items():
        path = project.folder / name
        path.parent.mkdir()
        path.write_text(text)
        (path.parent / "__init__.py").touch()
    alone = _in_python(executable, project, _DJANGO)
    assert alone == "shop 10 shop.Order\n"
    assert project.prints(_DJANGO) == alone
