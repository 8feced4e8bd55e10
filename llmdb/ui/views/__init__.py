"""The built-in views; they enter the registry by the same door as a plugin's."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from llmdb.commands.results import common, session
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
from llmdb.ui.views.steps import view_rerun, view_trace
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
    "differences.Differences": "differences.view_differences",
    "exceptions.ExceptionList": "exceptions.view_exceptions",
    "deps.DepsResult": "dependencies.view_deps",
    "slicing.SliceResult": "dependencies.view_slice",
    "following.History": "following.view_history",
    "following.Writers": "following.view_writers",
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
    "hunt.HuntResult": "hunt.view_hunt",
    "predict.PredictionReport": "predict.view_prediction",
    "predict.GuessReport": "predict.view_guess",
    "prefix.PrefixResult": "prefix.view_prefix",
    "prefix.PrefixCode": "prefix.view_prefix_code",
    "results.session.Tests": "outcome.view_tests",
    "ranking.RankingResult": "ranking.view_ranking",
    "export.Exported": "session.view_exported",
    "save.Saved": "session.view_saved",
    "setting.SettingsShown": "settings.view_settings",
    "setting.SettingChanged": "settings.view_changed",
    "tour.Lesson": "session.view_lesson",
    "truths.Truths": "truths.view_truths",
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
    registry.view(common.Position, view_position)
    registry.view(common.Stack, view_stack)
    registry.view(common.SourceListing, view_listing)
    registry.view(common.Graph, view_graph)
    registry.view(common.TraceListing, view_trace)
    registry.view(common.Rerun, view_rerun)
    registry.view(common.Evaluated, view_evaluated)
    registry.view(common.Executed, view_executed)
    registry.view(common.TypeOf, view_type)
    registry.view(common.Arguments, view_arguments)
    registry.view(common.Displays, view_displays)
    registry.view(common.ProgramOutput, view_output)
    registry.view(session.HelpList, view_help)
    registry.view(session.HelpTopic, view_topic)
    registry.view(session.Stops, view_stops)
    registry.view(session.Opening, view_opening)
    registry.view(common.Message, view_message)
    registry.view(common.Quit, view_quit)
