"""Runs programs in child processes; `Runner` is the only thing the rest of llmdb needs from here."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmdb.runner.runner import Runner

__all__ = ["Runner"]


def __getattr__(name: str) -> object:
    """Import `Runner` on first use: the child imports this package too, and must start in milliseconds."""
    if name == "Runner":
        from llmdb.runner.runner import Runner

        return Runner
    raise AttributeError(name)
