"""What a run may use, and what comes back from the child process."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from llmdb.events.model import Outcome

SandboxMode = Literal["auto", "require", "off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one run: steps, wall seconds, address space in MiB, bytes of stdout and stderr kept."""

    max_steps: int = 1_000_000
    timeout_s: float = 10.0
    max_memory_mib: int = 1024
    max_output_bytes: int = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How to run a program.

    Attributes:
        here: run in `cwd` (the user's current directory) with reading and writing allowed there.
        stdin: bytes to answer `input()` and sys.stdin with; None asks the `InputSource` given to the runner.
        packages: folder of installed packages added to sys.path after the sandbox is entered.
        flush_every_step: after a crash, record once more with nothing buffered.
        describers: (name, type names, source) of each plugin's describer of values, for recordings.
    """

    limits: Limits = Limits()
    sandbox: SandboxMode = "auto"
    here: bool = False
    cwd: Path | None = None
    stdin: bytes | None = None
    packages: Path | None = None
    flush_every_step: bool = False
    describers: tuple[tuple[str, tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a second run is to be stopped: where a step of the recorded one is over.

    Attributes:
        step: its number, for messages.
        blocks: the recorded blocks of all visits that had begun by then, in order.
        resumed: how often a suspended frame had gone on by then.
        depth, scope: how many frames of the snippet are on the stack in the step, its own included, and its code.
        total: how many visits were recorded: the step is over, too, where the second run goes beyond them.
        line: stop where a statement of this line is about to run instead; 0 for the step's end.
    """

    step: int
    blocks: Sequence[int]
    resumed: int
    depth: int
    scope: str
    total: int
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRun:
    """A run without probes (tests, prefixes, fixes): how it ended and what it wrote, cut to the limits."""

    outcome: Outcome
    stdout: str
    stderr: str
    seconds: float
