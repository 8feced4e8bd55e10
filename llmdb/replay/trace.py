"""The execution trace of a recorded run."""

from llmdb.replay.visits import Visits as ExecutionTrace
from llmdb.replay.visits import build_visits as build_trace

__all__ = ["ExecutionTrace", "build_trace"]
