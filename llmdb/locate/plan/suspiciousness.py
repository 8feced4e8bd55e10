"""Suspiciousness: of statements by their work and by how tests run them, of values by the way they were made.

DebugPilot (dissertation, sections 1.4.3 and 3.2): the suspiciousness of a step comes from its cost, and that of a
written variable is sus(step) + sus(step, control dominator) + the root of the sum of the squares of what was read.
"""

import ast
from collections.abc import Mapping
from dataclasses import field
from math import inf, sqrt

from llmdb.locate import weights
from llmdb.locate.plan.cause_graph import CauseGraph, Node
from llmdb.locate.plan.work import Place, Work
from llmdb.program.parsing import parse
from llmdb.types import LineNo
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """For each run of a visible test, the statements its result depended on; both empty without tests.

    `beside` are those that right parts of a wrong result depended on; `helped` has the lines of which small changes
    made failing tests pass, with how much that says (see `trials`).
    """

    failing: tuple[frozenset[Place], ...] = ()
    passing: tuple[frozenset[Place], ...] = ()
    beside: tuple[frozenset[Place], ...] = ()
    helped: Mapping[LineNo, float] = field(default_factory=dict)

    def ochiai(self, place: Place) -> float:
        """How far failing runs, and only they, depend on a statement (Abreu et al. 2007); 1 without tests."""
        if not self.failing:
            return 1.0
        bad = sum(place in run for run in self.failing)
        good = sum(place in run for run in (*self.passing, *self.beside))
        if not bad:
            return weights.WEIGHTS.beside if place[1] in self.helped else 0.0
        return float((bad / sqrt(len(self.failing) * (bad + good))) ** weights.WEIGHTS.spectrum)

    def tried(self, place: Place, guess: float, most: float = inf) -> float:
        """What a guess becomes by what trial changes of the statement did, up to so much of it; else it stays."""
        helped = min(most, self.helped.get(place[1], 0.0))
        if not helped:
            return guess
        return max(guess, weights.WEIGHTS.helped) * (1 + weights.WEIGHTS.trial * helped)

    def is_beside(self, place: Place) -> bool:
        """Whether no wrong value depends on a statement, and a change of it helps all the same."""
        return place[1] in self.helped and not any(place in run for run in self.failing)

    def counts(self, place: Place) -> str:
        """As text, e.g. "in 2 of 2 failing, 0 of 1 passing tests"; "" where that tells nothing."""
        if place[1] in self.helped:
            return "a change here lets tests pass"
        if not self.passing:
            return ""
        bad = sum(place in run for run in self.failing)
        good = sum(place in run for run in self.passing)
        return f"in {bad} of {len(self.failing)} failing, {good} of {len(self.passing)} passing tests"


def guess_of(code: str, work: Work) -> float:
    """The odds that a statement is wrong by its kind and its work alone, 0 to 0.5."""
    kind = kind_of(code)
    if kind == "claim" or (not work.computing and kind in ("result", "other")):
        return weights.WEIGHTS.idle
    done = work.computing / (work.computing + weights.WEIGHTS.half_work)
    return weights.WEIGHTS.kinds[kind] + weights.WEIGHTS.work * done


def kind_of(code: str) -> str:
    """The kind of a statement by its first line: a key of `Weights.kinds`, or "claim" for an `assert`."""
    text = code.strip()
    if text in ("break", "continue"):
        return "change"
    if text.startswith("assert "):
        return "claim"
    if text.startswith(("if ", "elif ", "while ", "case ", "except")):
        return "decision"
    if text.startswith(("return", "yield")):
        return "result"
    try:
        statement = parse(text).body[-1]
    except (SyntaxError, IndexError):
        return "other"
    match statement:
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.Name(id=value)) if name == value:
            return "kept"
        case ast.Assign(value=ast.Name() | ast.Attribute()):
            return "copy"
        case ast.Assign(
            value=ast.Constant() | ast.List() | ast.Dict() | ast.Set() | ast.Tuple() | ast.Call(args=[])
        ):
            return "start"
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
            return "change"
        case ast.Expr() | ast.Delete() | ast.Raise():
            return "effect"
    return "other"


def of_values(graph: CauseGraph, own: Mapping[Node, float]) -> dict[Node, float]:
    """The suspiciousness of what each statement wrote.

    Statements are taken in order of execution; a second pass reaches callers, which begin before what they call.
    """
    score: dict[Node, float] = {}
    squares = dict.fromkeys((sources.number for sources in graph.sources.values()), 0.0)
    weights = {sources.number: own.get(node, 0.0) for node, sources in graph.sources.items()}
    in_order = sorted(graph.sources.items())
    for _ in range(2):
        for node, (number, read, control) in in_order:
            whole = sqrt(sum(map(squares.__getitem__, read)))
            score[node] = weights[number] + weights.get(control, 0.0) + whole
            squares[number] = score[node] ** 2
    return score
