"""Runs what tries many versions of a program, each in a fork of one child that is as sandboxed as any other."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.program.snippet import Program
from llmdb.runner.model import RunOptions

if TYPE_CHECKING:
    from llmdb.runner import Runner

MARK = "\x1e"
"""What such a program's lines about a candidate begin with; the candidates themselves write nothing."""


def format_program(main: str, job: Mapping[str, object]) -> str:
    """The text of a program that has its `JOB`, the mark among it, and `_fork_each`.

    Args:
        main: what the program does with them.
        job: what json can write.
    """
    return f"import json\nJOB = json.loads({json.dumps({**job, 'mark': MARK})!r})\n{_FORK_EACH}{main}"


_FORK_EACH = r"""
def _fork_each(items, attempt, wall, whole):
    # yields what `attempt(item, descriptor)` wrote in its own fork, until `whole(data)`, its end, or `wall` seconds
    import os, select, signal, sys, time

    def fork(item):
        back, out = os.pipe()
        child = os.fork()
        if child:
            os.close(out)
            return child, back
        try:
            os.setpgid(0, 0)
            os.close(back)
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
            attempt(item, out)
        except BaseException:
            pass
        finally:
            os._exit(0)

    def collect(child, back):
        data, end = b"", time.monotonic() + wall
        while len(data) < 1000000 and not whole(data):
            ready, _, _ = select.select([back], [], [], max(0.0, end - time.monotonic()))
            part = os.read(back, 65536) if ready else b""
            if not part:
                break
            data += part
        for target in (-child, child):
            try:
                os.kill(target, signal.SIGKILL)
            except OSError:
                pass
        try:
            os.waitpid(child, 0)
        except OSError:
            pass
        os.close(back)
        return data

    for item in items:
        yield collect(*fork(item))
"""

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
