"""`export trace.json`: the run in the Chrome trace event format, which Perfetto and chrome://tracing open.

One step is one microsecond: a recorded run has no other clock. Calls are the nested bars, the blocks lie in them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from llmdb import __version__
from llmdb.commands.line.files_json import line_in_file
from llmdb.types import Json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from llmdb.replay.trace import ExecutionTrace
    from llmdb.session import Session

_MOST_BLOCKS = 200_000
_MOST_VALUES = 20_000
_MOST_TEXT = 200
_WHERE: dict[str, Json] = {"pid": 1, "tid": 1}


def text_of(session: Session, target: Path) -> str:
    """The JSON text."""
    del target
    trace = session.trace
    events: list[Json] = [
        {"ph": "M", "name": "process_name", **_WHERE, "args": {"name": session.snippet.name}},
        {"ph": "M", "name": "thread_name", **_WHERE, "args": {"name": "steps"}},
        *_events(trace),
    ]
    made: dict[str, Json] = {
        "made by": f"llmdb {__version__}",
        "time": "1 us is one step of the recorded run",
    }
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ns", "otherData": made})


def _events(trace: ExecutionTrace) -> Iterator[Json]:
    open_frames: list[int] = []
    for number in range(1, len(trace) + 1):
        depth, frame = trace.depth(number), trace.frame_of(number)
        while len(open_frames) >= depth and open_frames != [*open_frames[: depth - 1], frame]:
            open_frames.pop()
            yield {"ph": "E", "ts": number - 1, **_WHERE}
        if len(open_frames) < depth:
            open_frames.append(frame)
            yield {
                "ph": "B",
                "ts": number - 1,
                "cat": "call",
                "name": trace.scope_of(number),
                "args": {"frame": frame},
                **_WHERE,
            }
        if len(trace) <= _MOST_BLOCKS:
            yield from _block(trace, number)
    for _ in open_frames:
        yield {"ph": "E", "ts": len(trace), **_WHERE}


def _block(trace: ExecutionTrace, number: int) -> Iterator[Json]:
    told: dict[str, Json] = {"step": number, **line_in_file(trace.line_of(number))}
    if len(trace) <= _MOST_VALUES:
        told |= {name: value.repr[:_MOST_TEXT] for name, value in trace.changed(number).items()}
    yield {
        "ph": "X",
        "ts": number - 1,
        "dur": 1,
        "cat": "block",
        "name": f"B{trace.block_of(number)}",
        "args": told,
        **_WHERE,
    }
    if (raised := trace.raises.get(number)) is not None:
        yield {
            "ph": "i",
            "ts": number - 1,
            "s": "t",
            "cat": "exception",
            "name": raised.text[:_MOST_TEXT],
            **_WHERE,
        }
