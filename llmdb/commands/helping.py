"""What commands there are, and what is said of words and keys: help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.line.dispatch import find_command
from llmdb.commands.results.session import HelpList, HelpTopic
from llmdb.commands.topics import TOPICS
from llmdb.session import Session

if TYPE_CHECKING:
    from llmdb.registry import Registry

_GROUPS = ("move", "look", "stop", "program", "model", "session")


def register(registry: Registry) -> None:
    """Add `help`."""
    registry.command(
        Command(
            name="help",
            aliases=("h", "?"),
            run=run_help,
            arguments=(Rest("topic", shown="COMMAND | TOPIC", complete=_complete),),
            summary="list the commands, or tell about one",
            details="Beside the commands there are the topics "
            + ", ".join(f"`help {name}`" for name in TOPICS)
            + ".",
            group="session",
        )
    )


def run_help(session: Session, topic: str) -> HelpList | HelpTopic:
    """`help [COMMAND | TOPIC]`."""
    if not topic:
        return list_commands(session.registry)
    if topic in TOPICS:
        return HelpTopic(name=topic, usage="", aliases=(), text=TOPICS[topic])
    return describe(find_command(session.registry, topic))


def list_commands(registry: Registry) -> HelpList:
    """All commands under their groups, in order of registration."""
    present = {command.group for command in registry.commands.values()}
    groups = [*(name for name in _GROUPS if name in present), *sorted(present - set(_GROUPS))]
    return HelpList(
        groups=tuple(
            (name, tuple(command for command in registry.commands.values() if command.group == name))
            for name in groups
        )
    )


def describe(command: Command) -> HelpTopic:
    """One command's help; says so when the command may ask a model."""
    parts = [command.summary[:1].upper() + command.summary[1:] + "."]
    if command.details:
        parts.append(command.details)
    if command.calls_model:
        parts.append("It may ask the model that is set; no other command does so by itself.")
    return HelpTopic(
        name=command.name,
        usage=command.usage_line,
        aliases=command.aliases,
        text="\n\n".join(parts),
    )


def _complete(session: Session, text: str) -> Iterable[str]:
    del text
    return (*session.registry.commands, *TOPICS)
