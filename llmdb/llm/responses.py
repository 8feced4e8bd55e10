"""Reads what litellm gives back, whole or streamed, and catches what it passes over in silence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from llmdb.errors import AnswerCutOff, ServerFailed

MAX_ANSWER_CHARACTERS = 2_000_000

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What came back: the texts, (prompt, completion) tokens where the endpoint counts them, lines for the user."""

    texts: tuple[str, ...]
    tokens: tuple[int, int] | None
    notes: tuple[str, ...]


def read_response(response: Any, where: str) -> Response:
    """The choices of an answer that came whole.

    Raises:
        ServerFailed: it has no choices, or only empty ones.
    """
    choices = getattr(response, "choices", None) or []
    if not choices:
        raise ServerFailed(f"{where} answered with no choices; try again, or `doctor`")
    texts = tuple(str(choice.message.content or "")[:MAX_ANSWER_CHARACTERS] for choice in choices)
    notes = _length_note(any(choice.finish_reason == "length" for choice in choices))
    return Response(
        texts=_not_all_empty(texts, where), tokens=_tokens(getattr(response, "usage", None)), notes=notes
    )


def read_stream(stream: Any, on_text: OnText, where: str) -> Response:
    """Collect a stream; litellm ends a cut one with a reason of its own, so the endpoint's is looked for.

    Raises:
        AnswerCutOff: it ended without the endpoint's end mark.
        ServerFailed: it held no text.
    """
    pieces: list[str] = []
    usage, size, stopped_at_limit, cut_here = None, 0, False, False
    try:
        for chunk in stream:
            usage = getattr(chunk, "usage", None) or usage
            for choice in chunk.choices[:1]:
                stopped_at_limit = stopped_at_limit or choice.finish_reason == "length"
                piece = choice.delta.content or ""
                size += len(piece)
                if piece:
                    pieces.append(piece)
                    on_text(piece)
            if size > MAX_ANSWER_CHARACTERS:
                cut_here = True
                break
    finally:
        _close(stream)
    if not cut_here and getattr(stream, "received_finish_reason", "unknown") is None:
        raise AnswerCutOff(
            f"{where}: the stream ended after {size:,} characters without its end mark; try again"
        )
    notes = _length_note(stopped_at_limit)
    if cut_here:
        notes += (f"the answer was longer than {MAX_ANSWER_CHARACTERS:,} characters; the rest was left out",)
    text = "".join(pieces)[:MAX_ANSWER_CHARACTERS]
    return Response(texts=_not_all_empty((text,), where), tokens=_tokens(usage), notes=notes)


def _close(stream: Any) -> None:
    """Give the connection back, at once when Ctrl-C left the loop; a stream that cannot be closed is dropped."""
    inner = getattr(stream, "completion_stream", None)
    close = getattr(inner, "close", None)
    if callable(close):
        try:
            close()
        except (OSError, RuntimeError, ValueError):
            return


def _not_all_empty(texts: tuple[str, ...], where: str) -> tuple[str, ...]:
    if not any(text.strip() for text in texts):
        raise ServerFailed(f"{where} answered with an empty text; try again, or `doctor`")
    return texts


def _tokens(usage: Any) -> tuple[int, int] | None:
    prompt = getattr(usage, "prompt_tokens", None)
    completion = getattr(usage, "completion_tokens", None)
    return (int(prompt), int(completion or 0)) if prompt else None


def _length_note(stopped: bool) -> tuple[str, ...]:
    return ("the answer stopped at its token limit and may lack its end",) if stopped else ()
