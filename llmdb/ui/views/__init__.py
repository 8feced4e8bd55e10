"""The built-in views; they enter the registry by the same door as a plugin's."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from llmdb.commands import results, session_results
from llmdb.ui.views.graph import view_graph
from llmdb.ui.views.listing import view_listing
from llmdb.ui.views.position import view_position, view_stack
from llmdb.ui.views.session import (
    view_help,
    view_message,
    view_opening,
    view_quit,
    view_stops,
    view_topic,
)
from llmdb.ui.views.steps import view_history, view_rerun, view_trace
from llmdb.ui.views.values import (
    view_arguments,
    view_displays,
    view_evaluated,
    view_executed,
    view_output,
    view_type,
)

if TYPE_CHECKING:
    from llmdb.registry import Registry, View


LATER = {
    "assume.Assumed": "prefix.view_assumed",
    "ask.AskResult": "ask.view_ask",
    "exceptions.ExceptionList": "exceptions.view_exceptions",
    "deps.DepsResult": "dependencies.view_deps",
    "slicing.SliceResult": "dependencies.view_slice",
    "plan.PlanResult": "plan.view_plan",
    "compare.ComparisonResult": "compare.view_comparison",
    "fix.FixResult": "fix.view_fix",
    "versions.Changed": "fix.view_changed",
    "versions.DiffResult": "fix.view_diff",
    "versions.VersionList": "fix.view_versions",
    "install.InstallResult": "install.view_install",
    "model.ModelInfo": "model.view_model",
    "model.CostReport": "model.view_cost",
    "model.DoctorReport": "model.view_doctor",
    "secrets.SecretsReport": "model.view_secrets",
    "prompt.PromptText": "model.view_prompt",
    "hunt_result.HuntResult": "hunt.view_hunt",
    "predict.PredictionReport": "predict.view_prediction",
    "predict.GuessReport": "predict.view_guess",
    "prefix.PrefixResult": "prefix.view_prefix",
    "prefix.PrefixCode": "prefix.view_prefix_code",
    "session_results.Tests": "outcome.view_tests",
    "ranking.RankingResult": "ranking.view_ranking",
    "undefined.UndefinedResult": "prefix.view_undefined",
    "undefined.CoverageResult": "prefix.view_coverage",
    "verdict.VerdictResult": "verdict.view_verdict",
}
"""Result class below llmdb.commands to its view below llmdb.ui.views: imported when first drawn, since the first
prompt must not wait for them."""


def late_view(result_type: type[object]) -> View | None:
    """The view of a result class of `LATER`, imported now; None for other classes."""
    module = result_type.__module__.removeprefix("llmdb.commands.")
    place = LATER.get(f"{module}.{result_type.__qualname__}")
    if place is None:
        return None
    name, _, function = place.partition(".")
    view: View = getattr(importlib.import_module(f"llmdb.ui.views.{name}"), function)
    return view


def register(registry: Registry) -> None:
    """Add the view of every result that the built-in commands give."""
    registry.view(results.Position, view_position)
    registry.view(results.Stack, view_stack)
    registry.view(results.SourceListing, view_listing)
    registry.view(results.Graph, view_graph)
    registry.view(results.TraceListing, view_trace)
    registry.view(results.Rerun, view_rerun)
    registry.view(results.History, view_history)
    registry.view(results.Evaluated, view_evaluated)
    registry.view(results.Executed, view_executed)
    registry.view(results.TypeOf, view_type)
    registry.view(results.Arguments, view_arguments)
    registry.view(results.Displays, view_displays)
    registry.view(results.ProgramOutput, view_output)
    registry.view(session_results.HelpList, view_help)
    registry.view(session_results.HelpTopic, view_topic)
    registry.view(session_results.Stops, view_stops)
    registry.view(session_results.Opening, view_opening)
    registry.view(results.Message, view_message)
    registry.view(results.Quit, view_quit)
