"""Rules about structure: what the pure core may import, and that folders import each other in one direction."""

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import llmdb

PURE = ["llmdb.events", "llmdb.program", "llmdb.replay", "llmdb.slicing"]
FORBIDDEN = {"rich", "prompt_toolkit", "litellm", "subprocess", "multiprocessing", "asyncio", "socket"}
OURS_ABOVE = (
    "llmdb.ui",
    "llmdb.commands",
    "llmdb.session",
    "llmdb.ask",
    "llmdb.repair",
    "llmdb.locate",
    "llmdb.prefix",
    "llmdb.llm",
    "llmdb.cli",
)


def modules_after(statement: str) -> set[str]:
    code = f"import sys, json; before = set(sys.modules); {statement}; print(json.dumps([*set(sys.modules) - before]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def submodules(package: str) -> str:
    walk = "[__import__(m.name) for m in __import__('pkgutil').walk_packages(package.__path__, package.__name__ + '.')]"
    return f"import {package} as package; {walk} if hasattr(package, '__path__') else None"


@pytest.mark.parametrize("package", PURE)
def test_a_pure_core_package_imports_no_terminal_model_or_process_module(package: str) -> None:
    loaded = modules_after(submodules(package))
    assert package in loaded
    assert {name.partition(".")[0] for name in loaded} & FORBIDDEN == set()
    assert [name for name in loaded if name.startswith(OURS_ABOVE)] == []


def test_what_the_child_compiles_snippets_with_is_small() -> None:
    loaded = {name for name in modules_after("import llmdb.program.compiling") if name.startswith("llmdb")}
    assert loaded == {
        "llmdb",
        "llmdb.program",
        "llmdb.program.compiling",
        "llmdb.program.nodes",
    }


ROOT = Path(llmdb.__file__).parent
CHILD_MAY_IMPORT = {"llmdb.child", "llmdb.events", "llmdb.program", "llmdb.python", "llmdb.values"}


def room(parts: tuple[str, ...]) -> str:
    """The folder of `llmdb` that a module stands in, or the module itself beside the folders."""
    return ".".join(parts[:2])


def imported(path: Path) -> Iterator[str]:
    """The modules of ours that a file imports, for types too, wherever the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@cache
def arrows() -> set[tuple[str, str]]:
    """Which folder imports from which other."""
    found = set()
    for path in ROOT.rglob("*.py"):
        own = room(("llmdb", *path.relative_to(ROOT).with_suffix("").parts))
        for name in imported(path):
            other = room(tuple(name.split(".")))
            if other.startswith("llmdb.") and other != own and (ROOT / other.partition(".")[2]).is_dir():
                found.add((own, other))
    return found


def test_no_two_folders_import_each_other() -> None:
    found = arrows()
    assert ("llmdb.replay", "llmdb.events") in found
    assert sorted((one, other) for one, other in found if (other, one) in found) == []


def test_what_runs_in_the_child_imports_only_what_child_and_reader_share() -> None:
    assert {other for one, other in arrows() if one == "llmdb.child"} - CHILD_MAY_IMPORT == set()


ABOVE = {
    "ask": {"repair", "commands", "ui"},
    "repair": {"commands", "ui"},
    "locate": {"ask", "repair", "prefix", "llm", "commands", "ui"},
    "prefix": {"ask", "repair", "locate", "llm", "commands", "ui"},
}


@pytest.mark.parametrize("folder", ABOVE)
def test_methods_import_nothing_of_what_is_built_on_them(folder: str) -> None:
    imports = {other.partition(".")[2] for one, other in arrows() if one == f"llmdb.{folder}"}
    assert imports & ABOVE[folder] == set()
