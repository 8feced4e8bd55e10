"""Runs that tests share: what one test had a real child run, the next one is given as it was.

Most tests of commands are about what is done with a recording. Many of them begin with the same few programs, their
tests and their versions, and a child for each of these takes longer than the rest of the test.
"""

import os
import threading
from collections.abc import Callable
from dataclasses import replace

from llmdb.events.model import Recording
from llmdb.program.graph import ControlFlowGraph
from llmdb.program.snippet import Program
from llmdb.runner import Runner
from llmdb.runner.launch import Waiting
from llmdb.runner.model import PlainRun, RunOptions
from llmdb.runner.past import Past
from llmdb.runner.supervise import AskInput

_MOST_BYTES = 1 << 20
"""A recording that is longer is not kept."""
_MOST_KEPT = 2_000


class KeptRuns:
    """What children gave, by all that it depends on."""

    def __init__(self) -> None:
        self._runs: dict[str, Recording | PlainRun] = {}
        self._lock = threading.Lock()

    def get(self, key: str) -> Recording | PlainRun | None:
        """What was kept."""
        with self._lock:
            return self._runs.get(key)

    def keep(self, key: str, run: Recording | PlainRun) -> None:
        """Keep it; the oldest makes room."""
        with self._lock:
            self._runs[key] = run
            if len(self._runs) > _MOST_KEPT:
                del self._runs[next(iter(self._runs))]


class SharingRunner(Runner):
    """Gives what an earlier test had run; what it has not is run by a real child, as always.

    A recording that is given again has no process that waits in it: an expression there starts the run once more, as in
    a session that was opened from its file.
    """

    def __init__(self, kept: KeptRuns, waiting: Waiting | None = None) -> None:
        super().__init__(waiting)
        self._kept = kept

    def start_ahead(self, options: RunOptions, *, records: bool) -> None:
        """Start none: it may not be needed."""

    def record_with_past(
        self,
        program: Program,
        cfg: ControlFlowGraph,
        options: RunOptions,
        *,
        ask_input: AskInput | None = None,
        on_progress: Callable[[int], None] | None = None,
    ) -> tuple[Recording, Past | None]:
        """As the real one; a run that asked the user is not kept."""
        key = _key(program, replace(options, checkpoints=0), cfg.level)
        if isinstance(kept := self._kept.get(key), Recording):
            return kept, None
        asked: list[str] = []

        def ask(prompt: str) -> bytes | None:
            asked.append(prompt)
            assert ask_input is not None
            return ask_input(prompt)

        recording, past = super().record_with_past(
            program, cfg, options, ask_input=ask_input and ask, on_progress=on_progress
        )
        if not (asked or options.here) and sum(map(len, recording.chunks)) < _MOST_BYTES:
            self._kept.keep(key, recording)
        return recording, past

    def run(self, program: Program, options: RunOptions, *, stop: threading.Event | None = None) -> PlainRun:
        """As the real one; a run that was ended early is not kept."""
        key = _key(program, options)
        if isinstance(kept := self._kept.get(key), PlainRun):
            return kept
        run = super().run(program, options, stop=stop)
        if not options.here and (stop is None or not stop.is_set()):
            self._kept.keep(key, run)
        return run


def _key(program: Program, options: RunOptions, recorded: str = "") -> str:
    return repr((recorded, os.getcwd(), program, options))
