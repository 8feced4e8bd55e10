"""llmdb as a user installs it: a wheel in an environment, beside other packages; no checkout in sight."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from llmdb import __version__
from tests.packages.wheels import make_wheel

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.slow


class Installed:
    """An environment that holds llmdb and a tiny package, and finds llmdb's dependencies in this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "env" / "bin" / "python"
        self.run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
        make_wheel(folder, "llmdb_words", {"llmdb_words.py": "WORD = 'hello'\n"})
        self.run(sys.executable, "-m", "venv", "--without-pip", folder / "env")
        install = [sys.executable, "-m", "uv", "pip", "install", "-q", "--offline", "--no-deps"]
        self.run(*install, "--python", self.python, *folder.glob("*.whl"))
        here = sysconfig.get_paths()
        (self.site_packages / "dependencies.pth").write_text(f"{here['purelib']}\n{here['platlib']}\n")

    @property
    def site_packages(self) -> Path:
        """Where the packages are."""
        (found,) = (self.folder / "env" / "lib").glob("python*/site-packages")
        return found

    def llmdb(self, *words: str | Path) -> str:
        """What the installed command prints."""
        return self.run(self.folder / "env" / "bin" / "llmdb", *words)

    def results(self, *words: str | Path) -> list[dict[str, object]]:
        """The results of a call with `--json`."""
        return [json.loads(line)["result"] for line in self.llmdb("--json", *words).splitlines()]

    def run(self, *words: str | Path, cwd: Path | None = None) -> str:
        """What a call that succeeds prints."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [*map(str, words)],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=cwd or self.folder,
            env={**kept, "LLMDB_CACHE": str(self.folder / "cache" / "answers.sqlite")},
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """One environment for all tests of this file."""
    return Installed(tmp_path_factory.mktemp("installed"))


def test_the_command_is_the_installed_one(installed: Installed) -> None:
    assert __version__ in installed.llmdb("--version")
    place = installed.run(installed.python, "-c", "import llmdb; print(llmdb.__file__)")
    assert Path(place.strip()).parent == installed.site_packages / "llmdb"


def test_a_program_imports_what_is_installed_beside_llmdb(installed: Installed) -> None:
    code = "import llmdb_words\nword = llmdb_words.WORD\nprint(word, llmdb_words.__file__)"
    trace, value = installed.results("-c", code, "-x", "trace", "-x", "p word + '!'")
    assert trace["outcome"] == {"kind": "finished", "exception": None}
    assert trace["stdout"] == f"hello {installed.site_packages / 'llmdb_words.py'}\n"
    assert value["value"] == {"type": "str", "repr": "'hello!'"}


def test_the_prefix_engine_finds_what_is_installed_beside_llmdb(installed: Installed) -> None:
    (found,) = installed.results("-c", "import llmdb_words\nprint(llmdb_words.WORD * times)", "-x", "prefix")
    (best,) = [node for node in found["nodes"] if node["id"] == found["best"]]  # type: ignore[attr-defined]
    assert "llmdb_words" not in best["code"]
    assert [made["name"] for made in best["assumptions"]] == ["times"]


def test_a_package_elsewhere_on_the_path_is_imported_and_its_values_are_described(
    installed: Installed,
) -> None:
    code = "import numpy as np\na = np.zeros((2, 3))"
    trace, where = installed.results("-c", code, "-x", "trace", "-x", "where")
    assert trace["outcome"] == {"kind": "finished", "exception": None}
    assert where["state"]["a"]["repr"] == "(2, 3) float64 [[0 0 0] [0 0 0]]"  # type: ignore[index]


def test_the_modules_that_record_are_not_in_the_programs_sight(installed: Installed) -> None:
    code = "import sys\nprint([n for n in sys.modules if n.partition('.')[0] in ('llmdb', 'bytecode', 'msgpack')])"
    (trace,) = installed.results("-c", code, "-x", "trace")
    assert trace["stdout"] == "[]\n"


def test_a_session_is_saved_reopened_and_exported_as_a_page_and_pytest_knows_the_plugin(
    installed: Installed, tmp_path: Path
) -> None:
    kept, page = tmp_path / "kept.llmdb", tmp_path / "run.html"
    saved, exported = installed.results("-c", "x = 1", "-x", f"save {kept}", "-x", f"export {page}")
    assert (saved["steps"], exported["kind"]) == (1, "page")
    assert "</html>" in page.read_text(encoding="utf-8")
    (where,) = installed.results("-x", "where", kept)
    assert where["state"] == {"x": {"type": "int", "repr": "1"}}
    entries = "import importlib.metadata as m; print([e.value for e in m.entry_points(group='pytest11')])"
    assert "llmdb.pytest_plugin" in installed.run(installed.python, "-c", entries)


def test_the_demos_are_listed_run_and_mended(installed: Installed) -> None:
    listed = installed.llmdb()
    assert "running_total" in listed
    demo = installed.site_packages / "llmdb" / "demo_snippets" / "running_total.py"
    *_, fixed = installed.results("-x", "test", "-x", "fix --offline", demo)
    assert fixed["passed"] is True


def test_the_manual_page_and_the_completions_are_there(installed: Installed) -> None:
    page = installed.folder / "env" / "share" / "man" / "man1" / "llmdb.1"
    assert page.read_text(encoding="utf-8").startswith(".TH LLMDB 1")
    assert "complete -c llmdb -l model" in installed.llmdb("--completion", "fish")
