"""`prompt COMMAND`: exactly what the command would send to the model, without sending it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.line.dispatch import find_command, split_word
from llmdb.commands.secrets import session_mask
from llmdb.errors import BadArgument
from llmdb.llm.model import Message, count_tokens
from llmdb.llm.secrets import mask_messages
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptText:
    """The messages that a command line would send, and an estimate of their tokens."""

    line: str
    messages: tuple[Message, ...]

    @property
    def tokens(self) -> int:
        """About how many tokens they have."""
        return count_tokens(self.messages)

    def to_json(self) -> dict[str, Json]:
        """`{"for", "messages": [{"role", "content"}], "tokens"}`."""
        messages: list[Json] = [{"role": said["role"], "content": said["content"]} for said in self.messages]
        return {"for": self.line, "messages": messages, "tokens": self.tokens}


def register(registry: Registry) -> None:
    """Add `prompt`."""
    registry.command(
        Command(
            name="prompt",
            run=run_prompt,
            arguments=(Rest("line", shown="COMMAND [ARGUMENTS]", is_needed=True, complete=_complete),),
            summary="show exactly what a command would send to the model, without sending it",
            details="For each command that calls a model, with its arguments: `prompt verdict --short`, `prompt fix`.",
            group="model",
        )
    )


def run_prompt(session: Session, line: str) -> PromptText:
    """`prompt COMMAND [ARGUMENTS]`."""
    word, arguments = split_word(line)
    if not word:
        instead = f", not {line!r}" if line else ""
        raise BadArgument(f"prompt needs a command{instead}: {', '.join(_askers(session))}")
    command = find_command(session.registry, word)
    messages = command.messages_for(session, arguments)
    if messages is None:
        raise BadArgument(f"{command.name} sends nothing to a model; these do: {', '.join(_askers(session))}")
    mask = session_mask(session)
    if mask is not None:
        messages, _ = mask_messages(mask, messages)
    return PromptText(line=line, messages=tuple(messages))


def _askers(session: Session) -> list[str]:
    return [name for name, command in session.registry.commands.items() if command.has_messages]


def _complete(session: Session, text: str) -> Iterable[str]:
    del text
    return _askers(session)
