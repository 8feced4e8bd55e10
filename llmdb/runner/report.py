"""What a watched child has told so far, and what its death says."""

import signal
from dataclasses import field

from llmdb.events.framing import Malformed, unpack_strings
from llmdb.events.model import Outcome, RaisedException, Unhandled
from llmdb.runner.model import Limits
from llmdb.values import dataclass

_MOST_SECONDS = 1e9
_KINDS = ("finished", "exception", "exit", "memory")


@dataclass(slots=True, kw_only=True)
class Report:
    """What came from a child; filled while it is watched.

    `went_on` is how many events of a recorded run count for one that went on from it; None where it did not. `readable`
    is what the program was allowed to read; None where that is not known.
    """

    chunks: list[bytes] = field(default_factory=list)
    steps: int = 0
    outcome: Outcome | None = None
    unhandled: list[Unhandled] = field(default_factory=list)
    seconds: float = 0.0
    failure: tuple[str, str] | None = None
    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    dropped: int = 0
    answered: bytearray = field(default_factory=bytearray)
    layers: tuple[str, ...] = ()
    stuck: bool = False
    went_on: int | None = None
    readable: tuple[str, ...] | None = None


def read_outcome(payload: bytes, most: int) -> tuple[Outcome, float | None]:
    """The outcome that a child tells, texts cut to `most` characters, and its seconds; None where it tells none.

    Raises:
        Malformed: the payload is no outcome.
    """
    kind, name, message, line, detail, seconds = unpack_strings(payload, 6)
    if kind not in _KINDS:
        raise Malformed(f"unknown outcome {kind[:40]!r}")
    exception = _exception(name, message, line, most) if name else None
    outcome = Outcome(kind=kind, exception=exception, detail=detail[:most])  # type: ignore[arg-type]
    try:
        took = float(seconds[:40])
    except ValueError:
        return outcome, None
    return outcome, took if 0 <= took < _MOST_SECONDS else None


def read_unhandled(payload: bytes, most: int) -> Unhandled:
    """An exception that ended a part of the program, texts cut to `most` characters.

    Raises:
        Malformed: the payload tells of none.
    """
    ended, name, message, line = unpack_strings(payload, 4)
    return Unhandled(ended=ended[:200], exception=_exception(name, message, line, most))


def _exception(name: str, message: str, line: str, most: int) -> RaisedException:
    number = int(line) if line.isascii() and line.isdigit() and len(line) < 10 else 0
    return RaisedException(type=name[:200], message=message[:most], line=number or None)


def died(status: int, limits: Limits, by_system: bool = True) -> Outcome:
    """The outcome of a process that ended without a word.

    Args:
        status: as `Process.wait` gives it.
        limits: of the run.
        by_system: whether a SIGKILL may have been the system's, for want of memory.
    """
    if status >= 0:
        return Outcome(kind="crash", detail=f"the process ended itself with status {status} (os._exit)")
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    if -status == signal.SIGXCPU:
        return Outcome(kind="timeout", detail="stopped at its limit of processor time")
    if -status == signal.SIGKILL and by_system:
        return Outcome(
            kind="memory", detail=f"killed by the system (SIGKILL), limit {limits.max_memory_mib} MiB"
        )
    return Outcome(kind="crash", detail=f"the process was killed by {name}")
