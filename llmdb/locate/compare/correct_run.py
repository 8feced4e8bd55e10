"""What the run of a correct program says of single states of the faulty run: answers for `hunt` that need no model."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmdb.locate.compare.comparison import JudgedCondition
from llmdb.locate.hunt.halving import Judgement
from llmdb.locate.hunt.question import StateQuestion
from llmdb.locate.hunt.states import WHOLE, recorded_value

if TYPE_CHECKING:
    from llmdb.events.model import Value
    from llmdb.locate.compare.comparison import Comparison
    from llmdb.slicing import Dependencies
    from llmdb.types import VisitNo

_JUMPS = ("break", "continue", "on")


class CorrectRun:
    """A correct program's run, aligned with the faulty one that it was compared with."""

    def __init__(self, found: "Comparison", correct: "Dependencies") -> None:
        self._correct = correct
        self._partners = found.steps
        self._astray = frozenset(found.astray)
        self._conditions: dict[VisitNo, list[JudgedCondition]] = {}
        for one in found.conditions:
            self._conditions.setdefault(one.step, []).append(one)

    def answer(self, asked: StateQuestion) -> tuple[Judgement, str] | None:
        """Whether a state is right, and why; None where the correct run has nothing to compare it with."""
        step = asked.state.step
        if step in self._astray and not (asked.state.entry or asked.state.reads or asked.state.name):
            return "wrong", "the correct program does not run this step"
        partner = self._partners.get(step)
        if partner is None:
            return self._without_partner(asked)
        expected = dict(self._expected(asked, partner))
        reasons = [
            f"{n} = {expected[n].repr}"
            for n, value in asked.values.items()
            if expected.get(n, value) != value
        ]
        went = self._conditions.get(step, []) if asked.condition else []
        if asked.state.part != WHOLE:
            went = [one for one in went if one.taken not in _JUMPS]
        reasons += [f"{one.condition} {one.expected}" for one in went if not one.is_right]
        if reasons:
            return "wrong", f"the correct run has {', '.join(reasons)}"
        return ("right", "as in the correct run") if expected or went else None

    def _without_partner(self, asked: StateQuestion) -> tuple[Judgement, str] | None:
        """Of a call that has none: whether the step that calls makes one that no other is like."""
        caller = self._partners.get(asked.step) if asked.called else None
        if caller is None or asked.step == asked.state.step:
            return None
        trace, ends = self._correct.trace, self._correct.log.steps.end
        known = frozenset(self._partners.values())
        for step in range(caller + 1, len(trace) + 1):
            if ends[step - 1] > ends[caller - 1]:
                break
            is_made = trace.parent_step(step) == caller and trace.previous_in_frame(step) is None
            if is_made and trace.scope_of(step) == asked.called and step not in known:
                return None
        return "wrong", "the correct run does not make this call"

    def _expected(self, asked: StateQuestion, partner: "VisitNo") -> "Iterator[tuple[str, Value]]":
        """What the correct run has for the names that are asked about."""
        for name in asked.values:
            value = recorded_value(self._correct, asked.state._replace(step=partner), name)
            if value is not None:
                yield name, value
