"""Rules about structure: what the pure core may import."""

import json
import subprocess
import sys

import pytest

PURE = ["llmdb.cfg", "llmdb.snippet", "llmdb.snippet.load", "llmdb.trace", "llmdb.prefix", "llmdb.slicing"]
FORBIDDEN = {"rich", "prompt_toolkit", "litellm", "subprocess", "multiprocessing", "asyncio", "socket"}
OURS_ABOVE = ("llmdb.ui", "llmdb.commands", "llmdb.session", "llmdb.engine", "llmdb.llm", "llmdb.cli")


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
    loaded = {name for name in modules_after("import llmdb.snippet.compiling") if name.startswith("llmdb")}
    assert loaded == {
        "llmdb",
        "llmdb.snippet",
        "llmdb.snippet.compiling",
        "llmdb.snippet.model",
        "llmdb.snippet.nodes",
    }
