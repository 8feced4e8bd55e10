"""What the run of a correct program says of single states of the faulty run: answers for `hunt` that need no model."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from llmdb.engine.cause.compare.comparison import JudgedCondition
from llmdb.engine.cause.hunt.question import RETURNED, StateQuestion
from llmdb.engine.cause.hunt.standing import Judgement
from llmdb.slicing.slices import origin

if TYPE_CHECKING:
    from llmdb.engine.cause.compare.comparison import Comparison
    from llmdb.slicing import Dependencies
    from llmdb.trace.model import Value
    from llmdb.types import StepNo


class CorrectRun:
    """A correct program's run, aligned with the faulty one that it was compared with."""

    def __init__(self, found: "Comparison", correct: "Dependencies") -> None:
        self._correct, self._trace = correct, correct.trace
        self._partners = found.steps
        self._astray = frozenset(found.astray)
        self._conditions: dict[StepNo, JudgedCondition] = {one.step: one for one in found.conditions}

    def answer(self, asked: StateQuestion) -> tuple[Judgement, str] | None:
        """Whether a state is right, and why; None where the correct run has nothing to compare it with."""
        step = asked.state.step
        if step in self._astray and not asked.state.entry:
            return "wrong", "the correct program does not run this step"
        partner = self._partners.get(step)
        if partner is None:
            return None
        expected = dict(self._expected(asked, partner))
        reasons = [
            f"{n} = {expected[n].repr}"
            for n, value in asked.values.items()
            if expected.get(n, value) != value
        ]
        went = self._conditions.get(step) if asked.condition else None
        if went is not None and not went.is_right:
            reasons.append(f"{went.condition} {went.expected}")
        if reasons:
            return "wrong", f"the correct run has {', '.join(reasons)}"
        return ("right", "as in the correct run") if expected or went is not None else None

    def _expected(self, asked: StateQuestion, partner: "StepNo") -> "Iterator[tuple[str, Value]]":
        """What the correct run has for the names that are asked about."""
        given = self._trace.frames(partner)[-1].arguments if asked.state.entry else None
        for name in asked.values:
            if given is not None:
                value = given.get(name)
            elif name == RETURNED:
                value = self._trace.return_value(partner)
            elif name.isidentifier():
                value = self._trace.value(partner, name)
            else:
                read = origin(self._correct, name, partner)
                value = self._correct.value(read) if read is not None else None
            if value is not None:
                yield name, value
