"""The built-in exporters: each a module with `text_of(session, target)`, imported when it is first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, cast

from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from llmdb.registry import Registry
    from llmdb.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleExporter:
    """An exporter whose text a module of this folder makes; see `llmdb.registry.Exporter`."""

    name: str
    suffixes: tuple[str, ...]
    summary: str
    module: str

    def export(self, session: object, target: Path) -> None:
        """Write the text in one step: who opens the file meanwhile sees the one before or the whole new one."""
        from llmdb.repair.version_history import replace_file

        make = importlib.import_module(f"{__name__}.{self.module}").text_of
        text = cast("Callable[[Session, Path], str]", make)(cast("Session", session), target)
        replace_file(target.resolve(), text.encode("utf-8", "backslashreplace"))


BUILT_IN = (
    ModuleExporter(
        name="story",
        suffixes=(".md",),
        summary="a bug report: the task, the failing run block by block, the cause, the fix",
        module="story",
    ),
    ModuleExporter(
        name="test",
        suffixes=(".py",),
        summary="a pytest that fails as long as the bug is in the snippet's file",
        module="regression_test",
    ),
    ModuleExporter(
        name="runnable",
        suffixes=(".py",),
        summary="prefix and snippet as one script, with what it needs to be installed (PEP 723)",
        module="runnable",
    ),
    ModuleExporter(
        name="trace",
        suffixes=(".json",),
        summary="the calls and steps over time, for Perfetto or chrome://tracing",
        module="chrome_trace",
    ),
    ModuleExporter(
        name="page",
        suffixes=(".html",),
        summary="one page to step through the run in a browser, without llmdb and without a network",
        module="page",
    ),
    ModuleExporter(
        name="graph", suffixes=(".svg",), summary="the control-flow graph as a drawing", module="graph"
    ),
)


def register(registry: Registry) -> None:
    """Add them; one of a plugin that has the same name stands in its place."""
    for exporter in BUILT_IN:
        registry.exporter(exporter)
