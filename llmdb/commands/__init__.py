"""The built-in commands: a plugin like any other."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmdb.registry import Registry

BUILT_IN = (
    "moves",
    "breakpoints",
    "frames",
    "looking",
    "evaluating",
    "graph",
    "tracing",
    "program",
    "testing",
    "prefix",
    "undefined",
    "assume",
    "install",
    "verdict",
    "fix",
    "edit",
    "versions",
    "ask",
    "model",
    "secrets",
    "deps",
    "slicing",
    "plan",
    "hunt",
    "compare",
    "predict",
    "prompt",
    "helping",
)


def register(registry: Registry) -> None:
    """Add every built-in command; each module of `BUILT_IN` has a `register(registry)` of its own."""
    for name in BUILT_IN:
        importlib.import_module(f"llmdb.commands.{name}").register(registry)
