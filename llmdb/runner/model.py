"""What a run may use, and what comes back from the child process."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from llmdb.events.model import Outcome
from llmdb.runner.interpreter import Interpreter
from llmdb.values import dataclass

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
        readable: files and folders that may be read though they are hidden in the home folder.
        python: what the program runs with; None for llmdb's own Python.
        packages: folder of installed packages added to sys.path after the sandbox is entered.
        flush_every_step: after a crash, record once more with nothing buffered.
        checkpoints: how many processes may be kept to enter a recorded run again.
        describers: (name, type names, source) of each plugin's describer of values, for recordings.
    """

    limits: Limits = Limits()
    sandbox: SandboxMode = "auto"
    here: bool = False
    cwd: Path | None = None
    stdin: bytes | None = None
    readable: tuple[Path, ...] = ()
    python: Interpreter | None = None
    packages: Path | None = None
    flush_every_step: bool = False
    checkpoints: int = 40
    describers: tuple[tuple[str, tuple[str, ...], str], ...] = ()


class Source(NamedTuple):
    """What a user typed, and the scopes of the frames above the step's own up to the one that it was typed in."""

    text: str
    callers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A moment of a recorded run, as it is found when the run is gone through again.

    Attributes:
        step: the number of its step, for messages.
        position: how many events were logged by then: the next one is about to come.
        depth, scope: how many frames of the snippet are on the stack in the step, its own included, and its code.
        callers: the scopes of the frames above the step's own, from the inside out, up to the one wanted; none for
            the step's own.
        chunks: the recorded log from so many events on, as it was received, and how many of these events lie before
            each chunk and the end.
        origin: scope, block and line of the code at whose end it is.
        typed: sources that are carried out there before anything is asked.
        lines: the input that the program was given from so many events on.
        left: what to say where the run goes another way: it is given "event line".
    """

    step: int
    position: int
    depth: int
    scope: str
    callers: Sequence[str] = ()
    origin: tuple[str, int, int] = ("", 0, 0)
    typed: Sequence[Source] = ()
    chunks: Callable[[int], tuple[Sequence[bytes], Sequence[int]]]
    lines: Callable[[int], Sequence[bytes]]
    left: Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """Where a run goes on otherwise than it was recorded.

    Attributes:
        place: from where, with what is typed there.
        visits: how many visits had begun by then.
        jump: the line that it goes on with; 0 for the one that comes.
        messages: what the child sent of the first so many events, as it was received.
    """

    place: Place
    visits: int
    jump: int = 0
    messages: Callable[[int], Sequence[bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRun:
    """A run without probes (tests, prefixes, fixes): how it ended and what it wrote, cut to the limits."""

    outcome: Outcome
    stdout: str
    stderr: str
    seconds: float
