"""Runs what tries many versions of a program, each in a fork of one child that is as sandboxed as any other."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.prefix.forking import MARK, format_program
from llmdb.program.snippet import Program
from llmdb.runner.model import RunOptions

if TYPE_CHECKING:
    from llmdb.runner import Runner

_STARTING_S = 3.0


def try_in_forks(
    runner: Runner,
    program: Program,
    options: RunOptions,
    main: str,
    job: Mapping[str, object],
    wall_s: float,
    stop: threading.Event | None = None,
) -> list[str]:
    """What the child said of the versions, a line each: it ran untrusted code, so a line may be of any form.

    Args:
        runner, options: what starts it, and its sandbox.
        program: whose versions they are; its prefix, file and arguments are added to the job.
        main: what the child does with the job; see `format_program`.
        job: what json can write.
        wall_s: how long it may take, its start apart.
        stop: ends it, with what it said so far.

    Raises:
        RunnerError: the child cannot be started.
        SandboxUnavailable: not in the sandbox that is asked for.
    """
    snippet = program.snippet
    path = str(snippet.path) if snippet.path is not None else snippet.name
    whole = {**job, "prefix": program.prefix, "file": path, "argv": [path, *program.arguments]}
    trying = Program(snippet=replace(snippet, text=format_program(main, whole), body="module"))
    limits = replace(options.limits, timeout_s=_STARTING_S + wall_s)
    written = runner.run(trying, replace(options, limits=limits, stdin=b"", here=False), stop=stop).stdout
    return [row[len(MARK) :] for row in written.split("\n") if row.startswith(MARK)]
