"""What a run leaves, as values: variables as text, exceptions, how it ended, and what the child sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from llmdb.program.files import line_label
from llmdb.types import Json, LineNo
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A variable's value as text; `type` is the type's `__name__`, `repr` may be shortened (`truncated`)."""

    type: str
    repr: str
    truncated: bool = False

    def to_json(self) -> dict[str, Json]:
        """`{"type": "list", "repr": "[1, 2]"}`, with `"truncated": true` where the text was shortened."""
        data: dict[str, Json] = {"type": self.type, "repr": self.repr}
        return {**data, "truncated": True} if self.truncated else data


IntermediateState = Mapping[str, Value]
"""Variable values before or after a step (LDB, section 2.2): the frame's locals and free variables, then the
module variables that the frame's code reads; names bound to modules, functions and classes are left out unless
the snippet rebound them to something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaisedException:
    """An exception at a step: type name (`__qualname__`), `str()` of it made safely, and the raising line."""

    type: str
    message: str
    line: LineNo | None

    @property
    def text(self) -> str:
        """`ValueError: no such row`, or the type alone where there is no message."""
        return f"{self.type}: {self.message}" if self.message else self.type

    def to_json(self) -> dict[str, Json]:
        """`{"type", "message", "line"}`."""
        return {"type": self.type, "message": self.message, "line": self.line}


_STATUS = re.compile(r"\bstatus (-?\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unhandled:
    """An exception that ended a part of the program and not the run; `ended` is, say, "the thread Thread-1"."""

    ended: str
    exception: RaisedException

    @property
    def text(self) -> str:
        """`the thread Thread-1 raised ValueError: no such row (line 9)`."""
        line = f" (line {line_label(self.exception.line)})" if self.exception.line else ""
        return f"{self.ended} raised {self.exception.text}{line}"

    def to_json(self) -> dict[str, Json]:
        """`{"ended", "type", "message", "line"}`."""
        return {"ended": self.ended, **self.exception.to_json()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the run ended; `exception` is set for "exception", `detail` is one line for "crash" and limits.

    `unhandled` are the exceptions that ended threads, exit functions and finalisers, in the order in which they did.
    """

    kind: Literal["finished", "exception", "exit", "timeout", "memory", "steps", "crash"]
    exception: RaisedException | None = None
    detail: str = ""
    unhandled: tuple[Unhandled, ...] = ()

    @property
    def unhandled_text(self) -> str:
        """The first exception that ended a part of the program, and how many others did; "" for none."""
        others = len(self.unhandled) - 1
        if others < 0:
            return ""
        more = f", and {others} more part{'s' if others > 1 else ''} of the program did" if others else ""
        return f"{self.unhandled[0].text}{more}"

    @property
    def has_failed(self) -> bool:
        """Whether the program raised, crashed, or ended itself with a status other than 0."""
        status = _STATUS.search(self.detail)
        return self.kind == "exception" or (
            self.kind in ("exit", "crash") and (status is None or status[1] != "0")
        )

    def to_json(self) -> dict[str, Json]:
        """`{"kind", "exception"}`, with `"detail"` where more is to be said: a limit, a crash, a cause, advice.

        `"unhandled"` is there where there are any.
        """
        raised = self.exception.to_json() if self.exception is not None else None
        data: dict[str, Json] = {"kind": self.kind, "exception": raised}
        if self.detail:
            data["detail"] = self.detail
        return {**data, "unhandled": [each.to_json() for each in self.unhandled]} if self.unhandled else data


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What the child sent: the chunks of the event log in order, as received, and how the run ended.

    `seconds` is the wall time of the recorded program in the child. `stdin` is the input that the program was
    given or the user typed: with it a second run takes the same path. `raw_stdout` and `raw_stderr` were written
    to the descriptors past `sys.stdout` and `sys.stderr` (by other processes, or `os.write`), so no step is known.
    """

    chunks: tuple[bytes, ...]
    outcome: Outcome
    seconds: float
    stdin: bytes = b""
    raw_stdout: str = ""
    raw_stderr: str = ""
