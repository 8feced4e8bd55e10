"""Snippets of a project run in the project's own environment, which llmdb need not be installed in."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.pythons import OTHERS, OWN, contents, make_environment, python, site_packages
from tests.test_cli import ROOT

SNIPPET = """\
import sys
from words import WORD
print(WORD, "%d.%d" % sys.version_info[:2], sys.prefix)
"""


class Project:
    """A folder with a program, and llmdb called in it; what it keeps compiled for other Pythons is in the cache."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self._cache = cache

    def llmdb(self, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """A call of llmdb with no environment active but those of `environ`."""
        unset = {"VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PYTHONPATH"}
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        kept |= {"PYTHONPATH": "", "LLMDB_CACHE": str(self._cache / "answers.sqlite")}
        start = (
            f"import sys; sys.path.append({str(ROOT)!r}); from llmdb.__main__ import main; sys.exit(main())"
        )
        return subprocess.run(
            [sys.executable, "-c", start, *words],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=self.folder,
            env={**kept, **environ},
            stdin=subprocess.DEVNULL,
        )

    def prints(self, text: str, *options: str, **environ: str) -> str:
        """What a program writes as llmdb runs it."""
        (self.folder / "snippet.py").write_text(text)
        done = self.llmdb(*options, "--json", "-x", "goto end", "-x", "out", "snippet.py", **environ)
        results = [json.loads(line) for line in done.stdout.splitlines()]
        assert "result" in results[-1], done.stderr + done.stdout
        said = results[-1]["result"]["stdout"]
        assert isinstance(said, str)
        return said


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all: in a new one each Python compiles again what llmdb runs in it."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def project(tmp_path: Path, cache: Path) -> Project:
    """An empty project."""
    folder = tmp_path / "project"
    folder.mkdir()
    return Project(folder, cache)


@pytest.mark.parametrize("name", [".venv", "venv"])
def test_a_snippet_runs_in_the_environment_beside_it(project: Project, name: str) -> None:
    environment = make_environment(project.folder / name, {"words.py": "WORD = 'theirs'\n"})
    assert project.prints(SNIPPET) == f"theirs {OWN} {environment}\n"


def test_a_snippet_in_a_folder_of_the_project_runs_in_the_project_s_environment(project: Project) -> None:
    environment = make_environment(project.folder / ".venv", {"words.py": "WORD = 'theirs'\n"})
    (project.folder / "pyproject.toml").write_text("")
    (project.folder / "tools").mkdir()
    (project.folder / "tools" / "snippet.py").write_text(SNIPPET)
    done = project.llmdb("--json", "-x", "goto end", "-x", "out", "tools/snippet.py")
    assert json.loads(done.stdout.splitlines()[-1])["result"]["stdout"] == f"theirs {OWN} {environment}\n"


def test_the_active_environment_comes_before_the_one_beside(project: Project, tmp_path: Path) -> None:
    make_environment(project.folder / ".venv", {"words.py": "WORD = 'beside'\n"})
    active = make_environment(tmp_path / "active", {"words.py": "WORD = 'active'\n"})
    assert project.prints(SNIPPET, VIRTUAL_ENV=str(active)) == f"active {OWN} {active}\n"


def test_the_named_one_comes_before_all(project: Project, tmp_path: Path) -> None:
    make_environment(project.folder / ".venv", {"words.py": "WORD = 'beside'\n"})
    named = make_environment(tmp_path / "named", {"words.py": "WORD = 'named'\n"})
    for path in (named, named / "bin" / "python"):
        assert project.prints(SNIPPET, "--python", str(path)) == f"named {OWN} {named}\n"


@pytest.mark.parametrize("version", OTHERS)
def test_an_environment_of_another_version_runs_with_that_version(project: Project, version: str) -> None:
    environment = make_environment(project.folder / ".venv", {"words.py": "WORD = 'theirs'\n"}, version)
    assert project.prints(SNIPPET) == f"theirs {version} {environment}\n"


@pytest.mark.parametrize("version", [OWN, *OTHERS])
def test_the_program_sees_the_path_that_python_there_gives_it(project: Project, version: str) -> None:
    environment = make_environment(project.folder / ".venv", {}, version)
    text = "import sys\nprint(sys.path, sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable)\n"
    seen = project.prints(text)
    words = [str(environment / "bin" / "python"), "snippet.py"]
    assert seen == subprocess.run(words, capture_output=True, text=True, cwd=project.folder).stdout


@pytest.mark.parametrize("version", [OWN, *OTHERS])
def test_nothing_is_written_into_the_environment_and_nothing_of_llmdb_s_is_seen_there(
    project: Project, version: str
) -> None:
    make_environment(project.folder / ".venv", {"words.py": "WORD = 1\n"}, version)
    before = contents(project.folder / ".venv")
    text = (
        "import words\n"
        "for name in ['llmdb', 'bytecode', 'msgpack', 'rich', 'pyflakes']:\n"
        "    try:\n        __import__(name)\n        print('found', name)\n"
        "    except ImportError:\n        print('no', name)\n"
    )
    assert project.prints(text) == "no llmdb\nno bytecode\nno msgpack\nno rich\nno pyflakes\n"
    assert contents(project.folder / ".venv") == before


def test_an_environment_s_own_bytecode_package_is_the_program_s_and_does_not_record(project: Project) -> None:
    make_environment(project.folder / ".venv", {"bytecode.py": "MINE = 'theirs'\n"})
    assert project.prints("import bytecode\nprint(bytecode.MINE)\n") == "theirs\n"


def test_a_src_layout_and_an_editable_installation_are_found(project: Project) -> None:
    environment = make_environment(project.folder / ".venv", {})
    source = project.folder / "src" / "shop"
    source.mkdir(parents=True)
    (source / "__init__.py").write_text("PRICE = 3\n")
    (site_packages(environment) / "_shop.pth").write_text(f"{source.parent}\n")
    assert project.prints("import shop\nprint(shop.PRICE)\n") == "3\n"


def editable(source: Path) -> dict[str, str]:
    """What setuptools installs of a project whose package `shop` lies in a folder of another name."""
    source.mkdir(parents=True)
    (source / "__init__.py").write_text("PRICE = 4\n")
    finder = (
        "import sys\nfrom importlib.util import spec_from_file_location\n"
        f"MAPPING = {{'shop': {str(source)!r}}}\n"
        "class Finder:\n"
        "    @classmethod\n"
        "    def find_spec(cls, name, path=None, target=None):\n"
        "        if name in MAPPING:\n"
        "            return spec_from_file_location(name, MAPPING[name] + '/__init__.py')\n"
        "def install():\n    sys.meta_path.append(Finder)\n"
    )
    return {
        "__editable___shop_1_0_finder.py": finder,
        "__editable__.shop-1.0.pth": "import __editable___shop_1_0_finder as f; f.install()\n",
    }


def test_an_editable_installation_with_a_finder_is_found(project: Project) -> None:
    make_environment(project.folder / ".venv", editable(project.folder / "lib" / "code"))
    assert project.prints("import shop\nprint(shop.PRICE)\n") == "4\n"


def test_one_is_found_too_where_llmdb_is_installed_beside_it(project: Project) -> None:
    ours = f"{sysconfig.get_path('purelib')}\n{ROOT}\n"
    modules = {**editable(project.folder / "lib" / "code"), "ours.pth": ours}
    environment = make_environment(project.folder / ".venv", modules)
    (project.folder / "snippet.py").write_text("import shop\nprint(shop.PRICE)\n")
    words = ["-m", "llmdb", "--json", "-x", "goto end", "-x", "out", "snippet.py"]
    done = subprocess.run(
        [environment / "bin" / "python", *words], capture_output=True, text=True, cwd=project.folder
    )
    assert json.loads(done.stdout.splitlines()[-1])["result"]["stdout"] == "4\n"


def test_python_at_the_prompt_says_which_it_is_and_changes_it(project: Project) -> None:
    environment = make_environment(project.folder / "theirs", {"words.py": "WORD = 'theirs'\n"})
    (project.folder / "snippet.py").write_text(SNIPPET)
    commands = ("python", "python theirs", "python", "goto end", "out", "python own", "python")
    done = project.llmdb("--json", *(w for c in commands for w in ("-x", c)), "snippet.py")
    results = [json.loads(line).get("result", {}) for line in done.stdout.splitlines()]
    version = "{}.{}.{}".format(*sys.version_info[:3])
    executable = sys.executable.replace(f"{Path.home()}/", "~/")
    own = f"Python {version}, llmdb's own ({executable}); `python PATH` runs another"
    theirs = (
        f"Python {version} of theirs (theirs/bin/python); `python own` runs llmdb's own, "
        "`python PATH` another"
    )
    assert [results[n].get("text") for n in (0, 2, 6)] == [own, theirs, own]
    assert results[4]["stdout"] == f"theirs {OWN} {environment}\n"


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("nowhere", "there is no Python at nowhere: name an executable, an environment's folder, or `own`"),
        ("empty", "empty is no environment: it has no bin/python; name an environment's folder or a python"),
        ("dangling", "dangling cannot be started: No such file or directory"),
        ("silent", "silent is no Python that works: it gave no answer"),
        ("broken/bin/python", "broken/bin/python is no Python that works: out of order"),
    ],
)
def test_a_python_that_does_not_work_gets_one_line(project: Project, named: str, said: str) -> None:
    (project.folder / "empty").mkdir()
    (project.folder / "dangling" / "bin").mkdir(parents=True)
    (project.folder / "dangling" / "bin" / "python").symlink_to(project.folder / "gone")
    (project.folder / "silent").write_text("#!/bin/sh\n")
    (project.folder / "silent").chmod(0o755)
    broken = project.folder / "broken" / "bin" / "python"
    broken.parent.mkdir(parents=True)
    broken.write_text("#!/bin/sh\necho out of order >&2; exit 1\n")
    broken.chmod(0o755)
    done = project.llmdb("--python", named, "-c", "a = 1", "-x", "where")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("llmdb: ")
    assert done.stderr.count("\n") == 1


def test_a_broken_environment_beside_is_told_and_the_program_runs_all_the_same(project: Project) -> None:
    broken = project.folder / ".venv" / "bin" / "python"
    broken.parent.mkdir(parents=True)
    broken.symlink_to(project.folder / "gone")
    (project.folder / "snippet.py").write_text("print(1)\n")
    done = project.llmdb("--json", "-x", "out", "snippet.py")
    assert done.stderr == (
        f"llmdb: .venv cannot be started: No such file or directory; running with llmdb's own Python {OWN}\n"
    )
    assert json.loads(done.stdout)["result"]["stdout"] == "1\n"


NEWER = {
    "3.12": "type Pair[K] = tuple[K, K]\ndef first[T](items: list[T]) -> T:\n    return items[0]\n"
    "words = {'a': [first([5])]}\n"
    "print(f\"{words[\"a\"]} {'\\n'.join(f'{w!r:>{3}}{{}}' for w in words)}\")\n",
    "3.14": "word = first = 5\ntry:\n    word / 0\nexcept TypeError, ZeroDivisionError:\n"
    "    print(t'{word!r}'.values)\n",
}
"""Programs in syntax that is new in a version."""


@pytest.mark.parametrize(
    "version", [version for version in NEWER if (3, int(version[2:])) > sys.version_info[:2]]
)
def test_syntax_that_only_the_program_s_python_knows_is_parsed_there(project: Project, version: str) -> None:
    there = python(version)
    (project.folder / "snippet.py").write_text(NEWER[version])
    alone = subprocess.run([there, "snippet.py"], capture_output=True, text=True, cwd=project.folder).stdout
    assert "5" in alone
    asked = ("cfg", "trace", "goto end", "out", "deps", "plan", "prefix", "save s.llmdb")
    words = [word for line in asked for word in ("-x", line)]
    done = project.llmdb("--python", str(there), "--json", *words, "snippet.py")
    results = [json.loads(line).get("result") for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stdout
    ways, trace, _, out, *_, prefix, _ = results
    assert out["stdout"] == alone
    last = len(NEWER[version].splitlines())
    assert max(line for block in ways["blocks"] for line in block["lines"]) == last
    assert any(last in step["lines"] for step in trace["steps"])
    best = next(node for node in prefix["nodes"] if node["id"] in prefix["set"])
    assert last in best["lines"]
    done = project.llmdb("--python", str(there), "--json", "-x", "goto end", "-x", "out", "s.llmdb")
    assert json.loads(done.stdout.splitlines()[-1])["result"]["stdout"] == alone


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads the statement itself")
def test_what_no_python_of_the_program_s_reads_is_refused_in_one_line(project: Project) -> None:
    there = str(python("3.12"))
    (project.folder / "snippet.py").write_text("type Number = int\nprint(Number - -)\n")
    done = project.llmdb("--python", there, "-x", "where", "snippet.py")
    assert (done.returncode, done.stderr) == (
        2,
        "llmdb: snippet.py:2:17: invalid syntax: print(Number - -)\n",
    )
    (project.folder / "snippet.py").write_text("type Number = int\n")
    done = project.llmdb("--python", there, "--json", "-x", "python own", "-x", "where", "snippet.py")
    refused, kept = (json.loads(line) for line in done.stdout.splitlines())
    assert refused["error"]["message"].startswith("snippet.py:1:6: invalid syntax: type Number = int")
    assert kept["ok"]


@pytest.mark.parametrize("version", OTHERS)
def test_another_version_records_by_its_own_rules(project: Project, version: str) -> None:
    text = "def f(n):\n    return [lambda: k for k in range(n)]\n\nprint([g() for g in f(3)])\n"
    (project.folder / "snippet.py").write_text(text)
    words = ("--json", "-x", "trace", "-x", "goto end", "-x", "deps", "snippet.py")
    done = project.llmdb("--python", str(python(version)), *words)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    scope = "f.<locals>.<lambda>" if version != "3.11" else "f.<locals>.<listcomp>.<lambda>"
    steps = lines[0]["result"]["steps"]
    assert [step["scope"] for step in steps if step["scope"].endswith("<lambda>")] == [scope] * 3
    assert lines[0]["result"]["outcome"]["kind"] == "finished"


def test_a_session_of_another_version_is_entered_again_with_that_version_only(project: Project) -> None:
    version = "3.13" if OWN != "3.13" else "3.12"
    there = str(python(version))
    (project.folder / "snippet.py").write_text("import sys\na = [1]\n")
    assert project.llmdb("--python", there, "-x", "save s.llmdb", "snippet.py").returncode == 0
    asked = ("-x", "goto end", "-x", "p a", "-x", "p sys.version_info[1]")
    done = project.llmdb("--python", "own", "--json", *asked, "s.llmdb")
    assert f"its program ran with Python {version}: `llmdb --python PATH FILE.llmdb`" in done.stderr
    named, refused = (json.loads(line) for line in done.stdout.splitlines()[1:])
    assert named["result"]["value"]["repr"] == "[1]"
    assert (
        f"recorded with Python {version} and the program runs with {OWN} now" in refused["error"]["message"]
    )
    done = project.llmdb("--python", there, "--json", *asked, "s.llmdb")
    assert json.loads(done.stdout.splitlines()[-1])["result"]["value"]["repr"] == version.partition(".")[2]
