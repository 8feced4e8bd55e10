"""Shells complete llmdb's options, `--help` fits a screen, and the manual page is that of the options there are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import llmdb.shell
from llmdb.options import build_parser, option_groups
from llmdb.shell.completion import SHELLS
from llmdb.shell.manual import manual_page


def printed(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "llmdb", *words], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    return done.stdout


def completed_by_bash(*words: str) -> list[str]:
    """What bash offers for the last of the words after `llmdb`."""
    typed = " ".join(f"'{word}'" for word in ("llmdb", *words))
    script = f"{printed('--completion', 'bash')}\nCOMP_WORDS=({typed})\nCOMP_CWORD={len(words)}\n_llmdb\n"
    done = subprocess.run(
        ["bash", "-c", script + 'printf "%s\\n" "${COMPREPLY[@]}"'],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_offers_options_values_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "demo.py").write_text("x = 1\n")
    monkeypatch.setenv("PYTHONPATH", str(Path(llmdb.shell.__file__).parents[2]))
    monkeypatch.chdir(tmp_path)
    assert completed_by_bash("--mod") == ["--model", "--model-timeout"]
    assert completed_by_bash("--level", "") == ["block", "line", "function"]
    assert completed_by_bash("--level", "line", "de") == ["demo.py"]
    assert completed_by_bash("--timeout", "") == []
    assert completed_by_bash("--tests", "d") == ["demo.py"]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_option_is_in_the_script_of_each_shell_without_a_placeholder(shell: str) -> None:
    script = printed("--completion", shell)
    for action in build_parser()._actions:
        for name in action.option_strings:
            fish = f" -l {name[2:]} " if name.startswith("--") else f" -s {name[1:]} "
            assert (fish if shell == "fish" else name) in script
    assert "%(" not in script


def test_another_shell_is_refused_with_those_that_there_are() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "llmdb", "--completion", "tcsh"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert all(shell in done.stderr for shell in SHELLS)


def test_help_fits_a_screen_and_options_lists_them_all() -> None:
    assert len(printed("--help").splitlines()) <= 24
    every = printed("--options")
    for action in build_parser()._actions:
        assert all(name in every for name in action.option_strings)
    assert "--max-steps N" in every
    assert printed("-x", "help options", "-c", "x = 1").split() == ["options", *every.split()]


def test_the_manual_page_is_that_of_the_options_there_are() -> None:
    page = Path(llmdb.shell.__file__).with_name("llmdb.1")
    if os.environ.get("LLMDB_REWRITE"):
        page.write_text(manual_page(option_groups()), encoding="utf-8")
    kept = page.read_text(encoding="utf-8")
    assert kept == manual_page(option_groups()), "LLMDB_REWRITE=1 writes it anew"
    assert r".B \-\-max\-memory MIB" in kept
