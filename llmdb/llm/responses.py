"""Reads what litellm gives back, whole or streamed, and catches what it passes over in silence."""

from collections.abc import Callable
from typing import Any

from llmdb.errors import AnswerCutOff, ModelError, ServerFailed
from llmdb.values import dataclass

MAX_ANSWER_CHARACTERS = 2_000_000

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What came back.

    Attributes:
        texts: of the choices.
        tokens: (prompt, completion), where the endpoint counts them.
        notes: lines for the user.
        is_cut: whether it stopped at its token limit, or was too long for us.
        problem: why it is no answer; None for one.
    """

    texts: tuple[str, ...]
    tokens: tuple[int, int] | None
    notes: tuple[str, ...] = ()
    is_cut: bool = False
    problem: ModelError | None = None


def read_response(response: Any, where: str) -> Response:
    """The choices of an answer that came whole; one without any, or with empty ones only, is a `ServerFailed`."""
    choices = getattr(response, "choices", None) or []
    tokens = _tokens(getattr(response, "usage", None))
    if not choices:
        none = ServerFailed(f"{where} answered with no choices; try again, or `doctor`")
        return Response(texts=(), tokens=tokens, problem=none)
    texts = tuple(str(choice.message.content or "")[:MAX_ANSWER_CHARACTERS] for choice in choices)
    stopped = any(choice.finish_reason == "length" for choice in choices)
    return Response(
        texts=texts,
        tokens=tokens,
        notes=_length_note(stopped),
        is_cut=stopped,
        problem=_why_empty(texts, where),
    )


def read_stream(stream: Any, on_text: OnText, where: str, pieces: list[str]) -> Response:
    """Collect a stream; litellm ends a cut one with a reason of its own, so the endpoint's is looked for.

    Args:
        stream: of litellm.
        on_text: called with each piece.
        where: the model and endpoint, for messages.
        pieces: gets each piece, so that what came is known wherever it ends.

    Returns:
        What came; its `problem` is an `AnswerCutOff` for a stream that ended without the endpoint's end mark, a
        `ServerFailed` for one without text.
    """
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
    text = "".join(pieces)[:MAX_ANSWER_CHARACTERS]
    problem: ModelError | None = _why_empty((text,), where)
    if not cut_here and getattr(stream, "received_finish_reason", "unknown") is None:
        problem = AnswerCutOff(
            f"{where}: the stream ended after {size:,} characters without its end mark; try again"
        )
    notes = _length_note(stopped_at_limit)
    if cut_here:
        notes += (f"the answer was longer than {MAX_ANSWER_CHARACTERS:,} characters; the rest was left out",)
    return Response(
        texts=(text,),
        tokens=_tokens(usage),
        notes=notes,
        is_cut=stopped_at_limit or cut_here,
        problem=problem,
    )


def _close(stream: Any) -> None:
    """Give the connection back, at once when Ctrl-C left the loop; a stream that cannot be closed is dropped."""
    inner = getattr(stream, "completion_stream", None)
    close = getattr(inner, "close", None)
    if callable(close):
        try:
            close()
        except (OSError, RuntimeError, ValueError):
            return


def _why_empty(texts: tuple[str, ...], where: str) -> ServerFailed | None:
    if any(text.strip() for text in texts):
        return None
    return ServerFailed(f"{where} answered with an empty text; try again, or `doctor`")


def _tokens(usage: Any) -> tuple[int, int] | None:
    prompt = getattr(usage, "prompt_tokens", None)
    completion = getattr(usage, "completion_tokens", None)
    return (int(prompt), int(completion or 0)) if prompt else None


def _length_note(stopped: bool) -> tuple[str, ...]:
    return ("the answer stopped at its token limit and may lack its end",) if stopped else ()
