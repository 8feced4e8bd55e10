"""`export run.html`: one page that holds the run and steps through it, without llmdb, a server or a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from llmdb import __version__
from llmdb.commands.state.kept_verdicts import judgement_of, kept_verdicts
from llmdb.errors import CommandError
from llmdb.program.files import files_of, line_label, shown_line
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.session import Session

_MOST_STEPS = 3_000
_MOST_TEXT = 500
_MOST_OUTPUT = 100_000
_TEMPLATE = Path(__file__).with_name("page.html")


def text_of(session: Session, target: Path) -> str:
    """The page's text; of a long run the steps around the current one.

    Raises:
        CommandError: the run has no steps.
    """
    del target
    if not len(session.trace):
        raise CommandError("nothing of the snippet was run, so there is nothing to step through")
    data = json.dumps(_Page(session).data(), separators=(",", ":"))
    for sign in "<>&":  # the text stands in an element of the page: nothing in it may end that
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    return _TEMPLATE.read_text(encoding="utf-8").replace("@DATA@", data, 1)


class _Page:
    """What the page is given: texts and states once each, and the steps as places among them."""

    def __init__(self, session: Session) -> None:
        self._session, self._trace = session, session.trace
        self._texts: dict[str, int] = {}
        self._states: dict[tuple[tuple[int, int, int], ...], int] = {}

    def data(self) -> dict[str, Json]:
        """All of it."""
        session, trace, total = self._session, self._trace, len(self._trace)
        first = max(1, min(session.position - _MOST_STEPS // 2, total - _MOST_STEPS + 1))
        last = min(total, first + _MOST_STEPS - 1)
        steps = [self._step(number, first) for number in range(first, last + 1)]
        part = f"steps {first:,} to {last:,} of {total:,}" if last - first + 1 < total else f"{total:,} steps"
        ended = "; ".join(
            filter(
                None,
                (
                    trace.outcome.exception.text if trace.outcome.exception else trace.outcome.detail,
                    trace.outcome.unhandled_text,
                ),
            )
        )
        about = (
            f"{part} · {trace.outcome.kind}{f': {ended}' if ended else ''} · recorded by llmdb {__version__}"
        )
        return {
            "name": session.snippet.name,
            "task": session.task or "",
            "about": about,
            "source": list[Json](_rows(session.snippet.text)),
            **_numbers(session.snippet.text),
            "blocks": {
                str(block.id): {"id": block.id, "first": block.lines[0], "last": block.lines[1]}
                for block in trace.cfg.blocks
            },
            "ran": list[Json](
                sorted({line for number in range(first, last + 1) for line in trace.lines(number)})
            ),
            "first": first,
            "total": total,
            "current": session.position,
            "steps": list[Json](steps),
            "texts": list[Json](self._texts),
            "states": [[list(row) for row in state] for state in self._states],
            "output": trace.output_until(last)[:_MOST_OUTPUT],
            "verdicts": {
                str(said.verdict.step): {
                    "says": judgement_of(said),
                    "by": said.by,
                    "text": said.verdict.explanation,
                }
                for said in kept_verdicts(session)
            },
        }

    def _step(self, number: StepNo, first: StepNo) -> dict[str, Json]:
        trace = self._trace
        step = trace.step(number)
        parent = trace.parent_step(number)
        told: dict[str, Json] = {
            "block": step.block,
            "scope": self._text(step.scope),
            "depth": trace.depth(number),
            "occurrence": step.occurrence,
            "line": trace.line_of(number),
            "lines": list[Json](step.lines),
            "names": [self._text(name) for name in step.changed],
            "parent": parent - first if parent is not None and parent >= first else None,
            "before": self._state(trace.state_before(number)),
            "after": self._state(trace.state(number)),
            "written": _written(trace, number),
        }
        if step.taken is not None:
            told["taken"] = step.taken
        if step.returned is not None:
            told["returned"] = self._text(step.returned.repr)
        if step.yielded is not None:
            told["yielded"] = self._text(step.yielded.repr)
        if (raised := step.raised or step.unwound) is not None:
            told["raised"] = self._text(raised.text)
        return told

    def _state(self, state: IntermediateState) -> int:
        rows = tuple(
            (self._text(name), self._text(value.type), self._text(value.repr))
            for name, value in state.items()
        )
        return self._states.setdefault(rows, len(self._states))

    def _text(self, text: str) -> int:
        short = text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
        return self._texts.setdefault(short, len(self._texts))


def _rows(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _numbers(text: str) -> dict[str, Json]:
    """Of a program of several files each line's number in its file, "" for one that stands between them, and label."""
    if len(files_of(text)) == 1:
        return {}
    between = {file.before for file in files_of(text)}
    lines = range(1, len(_rows(text)) + 1)
    return {
        "numbers": ["" if line in between else str(shown_line(line)) for line in lines],
        "labels": [line_label(line) for line in lines],
    }


def _written(trace: ExecutionTrace, number: StepNo) -> int:
    """How many UTF-16 units, as a browser counts, had been written when a step was over."""
    return min(_MOST_OUTPUT, len(trace.output_until(number).encode("utf-16-le", "surrogatepass")) // 2)
