"""Finds what is wrong in a run by comparing it with that of a correct program (dissertation, section 3.1.4)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from llmdb.events import sites as kinds
from llmdb.locate.compare.run_alignment import MOST_STEPS, Alignment, Missed, align
from llmdb.locate.hunt.states import RETURNED
from llmdb.locate.plan.cause_graph import last_place, line_of
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import Value
    from llmdb.slicing import Dependencies
    from llmdb.types import LineNo, VisitNo

MOST_WRONG = 2_000
"""Wrong values after which the rest of a run is not judged, but for the last of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedValue:
    """What a step left in a variable, beside what the correct run left there; `ended` orders steps by their ends."""

    step: "VisitNo"
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
    """The exit that a condition took, beside the one that it took in the correct run.

    Where a step ends by a `break` or `continue` in one program and not so in the other, these are the exits.
    """

    step: "VisitNo"
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
        missed: statements that are missing, extra or moved, and where that shows first.
        cause: the one of them that is all that the programs differ by; None for none.
        steps: faulty steps with those of the correct run that stand for them.
        complete: false where a run was too long to be compared as a whole.
        all_judged: false where values after the first `MOST_WRONG` wrong ones were left out.
    """

    aligned: int
    values: tuple[JudgedValue, ...]
    conditions: tuple[JudgedCondition, ...]
    astray: tuple["VisitNo", ...]
    output: tuple[JudgedValue, ...]
    control: JudgedCondition | None
    complete: bool
    missed: tuple[Missed, ...] = ()
    cause: Missed | None = None
    steps: Mapping["VisitNo", "VisitNo"] = field(default_factory=dict)
    all_judged: bool = True

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
    judge = _Judge(faulty, correct, alignment, texts)
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
        missed=alignment.missed,
        cause=judge.only_displaced(),
        steps=judge.steps,
        complete=alignment.complete,
        all_judged=not judge.cut,
    )


class _Judge:
    """Compares what aligned steps left."""

    def __init__(
        self, faulty: "Dependencies", correct: "Dependencies", alignment: Alignment, texts: tuple[str, str]
    ) -> None:
        self._faulty, self._correct, self._alignment = faulty, correct, alignment
        self._texts = tuple(text.split("\n") for text in texts)
        self.cut = False
        self.steps: dict[VisitNo, VisitNo] = {}
        for node, partner in alignment.nodes.items():
            self.steps[node[0]] = partner[0]

    def values(self) -> list[JudgedValue]:
        """What each aligned step bound, changed or returned; found in the order of ends, given in that of steps.

        After `MOST_WRONG` wrong ones only the last is looked for, from the end back.
        """
        ends = self._faulty.log.steps.end
        in_turn = sorted(self.steps, key=lambda step: (ends[step - 1], -step))
        found: list[JudgedValue] = []
        wrong = 0
        for count, step in enumerate(in_turn, 1):
            judged = list(self._left(step, self.steps[step]))
            found += judged
            wrong += sum(not value.is_right for value in judged)
            if wrong >= MOST_WRONG:
                self.cut = count < len(in_turn)
                found += self._last_wrong(in_turn[count:])
                break
        return sorted(found, key=lambda value: value.step)

    def _last_wrong(self, steps: Sequence["VisitNo"]) -> list[JudgedValue]:
        for step in reversed(steps):
            judged = list(self._left(step, self.steps[step]))
            if not all(value.is_right for value in judged):
                return judged
        return []

    def _left(self, step: "VisitNo", partner: "VisitNo") -> Iterator[JudgedValue]:
        ours, theirs = self._faulty.trace, self._correct.trace
        changed, expected = ours.changed(step), theirs.changed(partner)
        for name in {**changed, **expected}:
            value = changed.get(name) or ours.value(step, name)
            other = expected.get(name) or theirs.value(partner, name)
            if value is not None and other is not None and (value != other or self._has_partner(step, name)):
                yield self._judged(step, self._line_of(step, name), name, value, other)
        if _returns(self._faulty, step) and _returns(self._correct, partner):
            value, other = ours.return_value(step), theirs.return_value(partner)
            if value is not None and other is not None and value.type != "NoneType":
                line = line_of(self._faulty, last_place(self._faulty, step))
                yield self._judged(step, line, RETURNED, value, other)

    def _has_partner(self, step: "VisitNo", name: str) -> bool:
        """Whether the statement that bound a name last has one; what is misplaced is not right for its value."""
        code = self._faulty.statements.get(self._faulty.trace.block_of(step), ())
        bound = [place for place, statement in enumerate(code) if name in statement.binds]
        return not bound or (step, bound[-1]) in self._alignment.nodes

    def _judged(
        self, step: "VisitNo", line: "LineNo", name: str, value: "Value", expected: "Value"
    ) -> JudgedValue:
        return JudgedValue(
            step=step,
            line=line,
            name=name,
            value=value,
            expected=value if value == expected else expected,
            ended=self._faulty.log.steps.end[step - 1],
        )

    def conditions(self) -> Iterator[JudgedCondition]:
        """Which way each aligned condition went, and which `break` or `continue` is not as it should be."""
        ours, theirs = self._alignment.ways
        trace = self._faulty.trace
        for node, partner in self._alignment.nodes.items():
            if node != last_place(self._faulty, node[0]) or partner != last_place(self._correct, partner[0]):
                continue
            block = trace.cfg.block(trace.block_of(node[0]))
            taken, expected = "", ""
            if block.condition:
                taken = _way(self._faulty, node[0], ours)
                expected = _way(self._correct, partner[0], theirs)
                yield JudgedCondition(
                    step=node[0],
                    line=line_of(self._faulty, node),
                    condition=block.condition,
                    taken=taken,
                    expected=expected,
                )
            if taken == expected and self._jumps:
                yield from self._jump(node[0], partner[0])

    @cached_property
    def _jumps(self) -> bool:
        """Whether the programs have jumps that differ at all."""
        one, other = (
            sorted(text[unit.line - 1].strip() for unit in found.trace.cfg.units if unit.kind == "jump")
            for text, found in zip(self._texts, (self._faulty, self._correct), strict=True)
        )
        return one != other

    def _jump(self, step: "VisitNo", partner: "VisitNo") -> Iterator[JudgedCondition]:
        line, taken = self._jumped(self._faulty, self._texts[0], step)
        _, expected = self._jumped(self._correct, self._texts[1], partner)
        if taken != expected:
            yield JudgedCondition(
                step=step,
                line=line,
                condition=self._texts[0][line - 1].strip(),
                taken=taken or "on",
                expected=expected or "on",
            )

    def _jumped(
        self, found: "Dependencies", text: Sequence[str], step: "VisitNo"
    ) -> tuple["LineNo", Literal["break", "continue", ""]]:
        """The last line of a step, and the jump there."""
        line = (found.trace.lines(step) or (1,))[-1]
        last = text[line - 1].partition("#")[0].strip()
        if last.endswith("break"):
            return line, "break"
        return line, "continue" if last.endswith("continue") else ""

    def only_displaced(self) -> Missed | None:
        """The displaced statement, if the programs differ by nothing else."""
        missed = self._alignment.missed
        alone = len(missed) == 1 and not self._alignment.changed and not self._jumps
        return missed[0] if alone and missed[0].step is not None else None

    def astray(self) -> Iterator["VisitNo"]:
        """Steps without a partner though a statement of theirs is in the correct program."""
        known = {
            block
            for block, code in self._faulty.statements.items()
            if any(statement.line in self._alignment.lines for statement in code)
        }
        blocks = self._faulty.log.steps.block
        for step in range(1, min(len(blocks), MOST_STEPS) + 1):
            if step not in self.steps and blocks[step - 1] in known:
                yield step

    def last_fault(
        self,
        values: tuple[JudgedValue, ...],
        conditions: tuple[JudgedCondition, ...],
        astray: tuple["VisitNo", ...],
    ) -> tuple[tuple[JudgedValue, ...], JudgedCondition | None]:
        """From the last step back to the first that has wrong values, or that should not have run."""
        wrong = {condition.step: condition for condition in conditions if not condition.is_right}
        by_step: dict[VisitNo, list[JudgedValue]] = {}
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
        self, step: "VisitNo", wrong: Mapping["VisitNo", JudgedCondition]
    ) -> JudgedCondition | None:
        """The wrong condition that led to a step, through its control dominators; the step itself may be one."""
        at: VisitNo | None = step
        while at is not None and at not in wrong:
            control = self._faulty.control(at)
            at = control.step if control is not None else None
        return None if at is None else wrong[at]

    def _line_of(self, step: "VisitNo", name: str) -> "LineNo":
        code = self._faulty.statements.get(self._faulty.trace.block_of(step), ())
        binding = [statement.line for statement in code if name in statement.binds]
        using = [s.line for s in code if any(use.text == name for use in s.uses)]
        return (binding or using or [line_of(self._faulty, last_place(self._faulty, step))])[-1]


def _returns(found: "Dependencies", step: "VisitNo") -> bool:
    """Whether a frame returned at the end of a step."""
    end = found.log.steps.end[step - 1]
    return end < found.log.total and found.log.sites[found.log.tag(end)].kind == kinds.RETURN


def _way(found: "Dependencies", step: "VisitNo", ways: Mapping["VisitNo", str]) -> str:
    """The exit that a condition took; "end" where an exception ended it."""
    exits = found.trace.cfg.block(found.trace.block_of(step)).next
    leaving = [way for way in ("true", "false") if way not in exits]
    return ways.get(step) or (leaving[0] if len(leaving) == 1 else "end")
