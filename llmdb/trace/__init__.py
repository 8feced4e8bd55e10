"""The recording as a value: `build_trace` makes an `ExecutionTrace` of what the child sent."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmdb.trace.trace import ExecutionTrace, build_trace

__all__ = ["ExecutionTrace", "build_trace"]


def __getattr__(name: str) -> object:
    """Import on first use: the child and the value types need only `llmdb.trace.model`."""
    if name in __all__:
        from llmdb.trace import trace

        return getattr(trace, name)
    raise AttributeError(name)
