"""Starts the child that will record while the rest of llmdb is imported, where the call tells enough of the run."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from llmdb.folders import settings_path
from llmdb.runner.environments import environment_of
from llmdb.runner.launch import Waiting
from llmdb.runner.model import RunOptions


def start_child(argv: Sequence[str], environment: Mapping[str, str]) -> Waiting:
    """Start it for a call that has no options for a run; a run that comes to have other ones does not take it.

    Args:
        argv: without the program's name.
        environment: tells where settings are, and which Python is active.
    """
    waiting = Waiting()
    file = _plain_file(argv)
    is_told = file is not None and not settings_path(environment).exists()
    if is_told and environment_of(file, environment) is None:
        waiting.start(RunOptions(), records=True)
    return waiting


def _plain_file(argv: Sequence[str]) -> Path | None:
    """The Python file of a call that has nothing before it but commands; None for another call."""
    words = iter(argv)
    for word in words:
        if word == "-x":
            next(words, None)
        elif word != "--json":
            file = Path(word)
            return file if file.suffix == ".py" and file.is_file() else None
    return None
