"""Finds what is wrong in a run by comparing it with that of a correct program (dissertation, section 3.1.4)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.engine.cause.compare_alignment import MOST_STEPS, Alignment, align
from llmdb.engine.cause.known import RETURNED, Known
from llmdb.engine.cause.plan_graph import last_place, line_of

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies
    from llmdb.trace.model import Value
    from llmdb.types import LineNo, StepNo

MOST_KEPT = 500
"""Judgements of each kind that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedValue:
    """What a step left in a variable, beside what the correct run left there; `ended` orders steps by their ends."""

    step: "StepNo"
    line: "LineNo"
    name: str
    value: "Value"
    expected: "Value"
    ended: int

    @property
    def is_right(self) -> bool:
        """Whether the two are the same."""
        return (self.value.type, self.value.repr) == (self.expected.type, self.expected.repr)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCondition:
    """The exit that a condition took, beside the one that it took in the correct run."""

    step: "StepNo"
    line: "LineNo"
    condition: str
    taken: str
    expected: str

    @property
    def is_right(self) -> bool:
        """Whether the two are the same."""
        return self.taken == self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What comparing found.

    Attributes:
        aligned: how many statements executed in the faulty run have one in the correct run.
        values, conditions: all that could be judged, in order of execution.
        astray: steps on a wrong way: none of their statements has a partner, though the program has these statements.
        output: the fault as it shows last: wrong values of one step, empty where control went wrong.
        control: the first wrong condition that led to where control went wrong last; None for none.
        complete: false where a run was too long to be compared as a whole.
    """

    aligned: int
    values: tuple[JudgedValue, ...]
    conditions: tuple[JudgedCondition, ...]
    astray: tuple["StepNo", ...]
    output: tuple[JudgedValue, ...]
    control: JudgedCondition | None
    complete: bool

    @property
    def first_wrong(self) -> JudgedValue | None:
        """The wrong value whose step was over first: a caller's step ends after those of what it calls."""
        return min(self.wrong, key=lambda value: (value.ended, value.line), default=None)

    @property
    def wrong(self) -> tuple[JudgedValue, ...]:
        """The values that differ, in order of execution."""
        return tuple(value for value in self.values if not value.is_right)


def compare(faulty: "Dependencies", correct: "Dependencies", texts: tuple[str, str]) -> Comparison:
    """Compare two runs on the same input; `texts` are the two programs."""
    alignment = align(faulty, correct, texts)
    judge = _Judge(faulty, correct, alignment)
    values, conditions = tuple(judge.values()), tuple(judge.conditions())
    astray = tuple(judge.astray())
    output, control = judge.last_fault(values, conditions, astray)
    return Comparison(
        aligned=len(alignment.nodes),
        values=values,
        conditions=conditions,
        astray=astray,
        output=output,
        control=control,
        complete=alignment.complete,
    )


class _Judge:
    """Compares what aligned steps left."""

    def __init__(self, faulty: "Dependencies", correct: "Dependencies", alignment: Alignment) -> None:
        self._faulty, self._correct, self._alignment = faulty, correct, alignment
        self._steps: dict[StepNo, StepNo] = {}
        for node, partner in alignment.nodes.items():
            self._steps[node[0]] = partner[0]

    def values(self) -> Iterator[JudgedValue]:
        """What each aligned step bound, changed or returned."""
        ours, theirs = self._faulty.trace, self._correct.trace
        for step, partner in sorted(self._steps.items()):
            changed, expected = ours.step(step).changed, theirs.step(partner).changed
            for name in {**changed, **expected}:
                value = changed.get(name) or ours.state(step).get(name)
                other = expected.get(name) or theirs.state(partner).get(name)
                if value is not None and other is not None:
                    line = self._line_of(step, name)
                    yield JudgedValue(
                        step=step,
                        line=line,
                        name=name,
                        value=value,
                        expected=other,
                        ended=ours.log.steps.end[step - 1],
                    )
            value, other = ours.return_value(step), theirs.return_value(partner)
            if value is not None and other is not None and value.type != "NoneType":
                line = line_of(self._faulty, last_place(self._faulty, step))
                yield JudgedValue(
                    step=step,
                    line=line,
                    name=RETURNED,
                    value=value,
                    expected=other,
                    ended=ours.log.steps.end[step - 1],
                )

    def conditions(self) -> Iterator[JudgedCondition]:
        """Which way each aligned condition went."""
        ours, theirs = self._alignment.ways
        trace = self._faulty.trace
        for node, partner in self._alignment.nodes.items():
            block = trace.cfg.block(trace.block_of(node[0]))
            is_last = node == last_place(self._faulty, node[0])
            if is_last and block.condition and partner == last_place(self._correct, partner[0]):
                yield JudgedCondition(
                    step=node[0],
                    line=line_of(self._faulty, node),
                    condition=block.condition,
                    taken=_way(self._faulty, node[0], ours),
                    expected=_way(self._correct, partner[0], theirs),
                )

    def astray(self) -> Iterator["StepNo"]:
        """Steps without a partner though a statement of theirs is in the correct program."""
        for step in range(1, min(len(self._faulty.trace), MOST_STEPS) + 1):
            if step not in self._steps:
                code = self._faulty.statements.get(self._faulty.trace.block_of(step), ())
                if any(statement.line in self._alignment.lines for statement in code):
                    yield step

    def last_fault(
        self,
        values: tuple[JudgedValue, ...],
        conditions: tuple[JudgedCondition, ...],
        astray: tuple["StepNo", ...],
    ) -> tuple[tuple[JudgedValue, ...], JudgedCondition | None]:
        """From the last step back to the first that has wrong values, or that should not have run."""
        wrong = {condition.step: condition for condition in conditions if not condition.is_right}
        by_step: dict[StepNo, list[JudgedValue]] = {}
        for value in values:
            if not value.is_right:
                by_step.setdefault(value.step, []).append(value)
        for step in sorted({*by_step, *astray, *wrong}, reverse=True):
            if step in by_step:
                return tuple(by_step[step]), None
            found = self._first_wrong(step, wrong)
            if found is not None:
                return (), found
        return (), None

    def _first_wrong(
        self, step: "StepNo", wrong: Mapping["StepNo", JudgedCondition]
    ) -> JudgedCondition | None:
        """The wrong condition that led to a step, through its control dominators; the step itself may be one."""
        at: StepNo | None = step
        while at is not None and at not in wrong:
            control = self._faulty.control(at)
            at = control.step if control is not None else None
        return None if at is None else wrong[at]

    def _line_of(self, step: "StepNo", name: str) -> "LineNo":
        code = self._faulty.statements.get(self._faulty.trace.block_of(step), ())
        binding = [statement.line for statement in code if name in statement.binds]
        using = [s.line for s in code if any(use.text == name for use in s.uses)]
        return (binding or using or [line_of(self._faulty, last_place(self._faulty, step))])[-1]


def _way(found: "Dependencies", step: "StepNo", ways: Mapping["StepNo", str]) -> str:
    """The exit that a condition took; "end" where an exception ended it."""
    exits = found.trace.cfg.block(found.trace.block_of(step)).next
    leaving = [way for way in ("true", "false") if way not in exits]
    return ways.get(step) or (leaving[0] if len(leaving) == 1 else "end")


def judgements(found: Comparison) -> tuple[Known, ...]:
    """What comparing found, as it is kept: the first wrong values and conditions, and the right ones before them."""
    entries = [_of_value(value) for value in found.values] + [_of_condition(c) for c in found.conditions]
    entries.sort(key=lambda entry: (entry.step, entry.line))
    wrong = [entry for entry in entries if entry.says.startswith("wrong")][:MOST_KEPT]
    until = wrong[-1].step if wrong else 0
    right = [entry for entry in entries if entry.says.startswith("right") and entry.step <= until]
    return tuple(sorted([*wrong, *right[-MOST_KEPT:]], key=lambda entry: (entry.step, entry.line)))


def _of_value(judged: JudgedValue) -> Known:
    return Known(
        step=judged.step,
        line=judged.line,
        says="right" if judged.is_right else "wrong",
        name=judged.name,
        value=judged.value.repr,
        expected="" if judged.is_right else judged.expected.repr,
        by="compare",
    )


def _of_condition(judged: JudgedCondition) -> Known:
    return Known(
        step=judged.step,
        line=judged.line,
        says="right condition" if judged.is_right else "wrong condition",
        value=judged.taken,
        expected="" if judged.is_right else judged.expected,
        by="compare",
    )
