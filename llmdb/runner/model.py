"""What a run may use, and what comes back from the child process."""

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
class PlainRun:
    """A run without probes (tests, prefixes, fixes): how it ended and what it wrote, cut to the limits."""

    outcome: Outcome
    stdout: str
    stderr: str
    seconds: float
