"""Aligns the runs of a faulty and a correct program: functions by name, statements by likeness, iterations in order.

A statement's execution is found by its place in the structure of the run (execution indexing, Xin, Sumner and Zhang
2008): the call that it belongs to, the turn of the loop around it, its line, and how often that line ran there before.
What a fix changed in a run is summed up by `version_difference.py`, which needs no correct program and no slices.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from llmdb.locate.compare.line_matching import Displaced, SourceLine, displaced, match_lines, source_lines
from llmdb.locate.plan.cause_graph import Node
from llmdb.slicing.graph.graph import CONTROL
from llmdb.types import FrameId, LineNo, VisitNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies

MOST_STEPS = 250_000
"""Steps of each run that are aligned, from the first."""
_Parent = int
"""A node of the correct run, the header of the loop whose turn it is; or a frame of it, as a negative number."""
_Place = tuple[_Parent, LineNo]
_Key = tuple[_Parent, LineNo, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A statement that is displaced: the first step of it, or in which it is missed first; None where it never ran."""

    statement: Displaced
    step: VisitNo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Which execution in the correct run stands for which in the faulty one.

    Attributes:
        nodes: statements of faulty steps with those of the correct run.
        lines: lines of the faulty program with those of the correct one; a line that is not in it has none.
        ways: for each faulty and each correct step with a condition, the exit taken: "true", "false" or "".
        missed: the statements that are missing, extra or moved.
        changed: the lines that the correct program has in another form.
        complete: false where a run has more than `MOST_STEPS` steps.
    """

    nodes: Mapping[Node, Node]
    lines: Mapping[LineNo, LineNo]
    ways: tuple[Mapping[VisitNo, str], Mapping[VisitNo, str]]
    missed: tuple[Missed, ...] = ()
    changed: frozenset[LineNo] = frozenset()
    complete: bool = True


def align(faulty: "Dependencies", correct: "Dependencies", texts: tuple[str, str]) -> Alignment:
    """Align two runs; `texts` are the two programs."""
    old, new = source_lines(faulty, texts[0]), source_lines(correct, texts[1])
    lines = match_lines(old, new)
    theirs = _Run(correct, new, {s.line: s.line for s in new}, frozenset(lines.values()))
    known = {key: node for node, key in theirs.walk()}
    ours = _Run(faulty, old, lines, frozenset(lines))
    partners: dict[int, int] = {}
    for node, key in ours.walk(theirs, partners):
        partner = known.get(key)
        if partner is not None:
            partners[node] = partner
    theirs_text = {s.line: s.text for s in new}
    missed = _missed(ours, theirs, partners, displaced(old, new, lines))
    return Alignment(
        nodes={ours.node(one): theirs.node(other) for one, other in partners.items()},
        lines=lines,
        ways=(_ways(faulty), _ways(correct)),
        missed=tuple(missed),
        changed=frozenset(
            s.line for s in old if lines.get(s.line) in theirs_text and s.text != theirs_text[lines[s.line]]
        ),
        complete=max(len(faulty.trace), len(correct.trace)) <= MOST_STEPS,
    )


class _Run:
    """Walks a run's statements, giving each its place in the structure of the run.

    Attributes:
        called: for the statement that calls (0 for none), the scope, and which call of it there that is: the frame.
        frames: each frame with its counterpart in the correct run; 0 for none.
        parents: each statement with the header of its loop's turn, else minus its frame, as numbers of this run.
    """

    def __init__(
        self,
        found: "Dependencies",
        source: list[SourceLine],
        lines: Mapping[LineNo, LineNo],
        matched: frozenset[LineNo],
    ) -> None:
        self.found = found
        self.called: dict[tuple[int, str, int], FrameId] = {}
        self.frames: dict[FrameId, FrameId] = {}
        self.parents: dict[int, int] = {}
        self._lines = lines
        self._calls: dict[tuple[int, str], int] = {}
        self._steps, self._places = found.graph.steps, found.graph.places
        self._loops = {
            s.line: [h.line for h in reversed(s.context) if h.is_loop and h.line in matched] for s in source
        }
        self._code = {block: [s.line for s in code] for block, code in found.statements.items()}

    def node(self, number: int) -> Node:
        """The step and the place of a node of the graph."""
        return self._steps[number], self._places[number]

    def line(self, number: int) -> LineNo:
        """The line of a node."""
        return self._code[self.found.log.steps.block[self._steps[number] - 1]][self._places[number]]

    def walk(
        self, theirs: "_Run | None" = None, partners: Mapping[int, int] | None = None
    ) -> Iterator[tuple[int, _Key]]:
        """Each statement whose parent has a partner, with its key in terms of the correct run.

        Args:
            theirs: the correct run, which has been walked; None for the walk of that run itself.
            partners: its statements that stand for those of this run, known as far as the walk has come.
        """
        log, counts, latest = self.found.log.steps, dict[_Place, int](), dict[tuple[FrameId, LineNo], int]()
        controls = _controls(self.found)
        for number in range(1, len(self._steps)):
            step = self._steps[number]
            code = self._code.get(log.block[step - 1], ()) if step else ()
            if self._places[number] >= len(code) or step > MOST_STEPS:
                continue
            frame, line = log.frame[step - 1], code[self._places[number]]
            if frame not in self.frames:
                self.frames[frame] = self._counterpart(frame, controls.get(number, 0), theirs, partners or {})
            turns = (latest.get((frame, loop), 0) for loop in self._loops.get(line, ()))
            header = next(filter(None, turns), 0)
            latest[frame, line] = number
            self.parents[number] = header or -frame
            if not header:
                parent = -self.frames[frame]
            else:
                parent = header if partners is None else partners.get(header, 0)
            shared = self._lines.get(line)
            if parent and shared is not None:
                count = counts[parent, shared] = counts.get((parent, shared), 0) + 1
                yield number, (parent, shared, count)

    def _counterpart(
        self, frame: FrameId, caller: int, theirs: "_Run | None", partners: Mapping[int, int]
    ) -> FrameId:
        scope = self.found.trace.scope_of(self.found.log.first_step(frame))
        count = self._calls[caller, scope] = self._calls.get((caller, scope), 0) + 1
        self.called[caller, scope, count] = frame
        if theirs is None:
            return frame
        if caller and caller not in partners:
            return 0
        return theirs.called.get((partners.get(caller, 0), scope, count), 0)


def _controls(found: "Dependencies") -> dict[int, int]:
    """For each statement the condition or the call that let it run."""
    return {reader: writer for reader, writer, label in found.graph.edges if label == CONTROL and writer}


def _ways(found: "Dependencies") -> dict[VisitNo, str]:
    """The exit that each step took whose frame went on."""
    steps = found.log.steps
    exits = {
        block.id: {target: way for way, target in reversed(tuple(block.next.items()))}
        for block in found.trace.cfg.blocks
    }
    return {
        step: exits.get(steps.block[step - 1], {}).get(steps.block[after - 1], "")
        for step, after in enumerate(steps.next[:MOST_STEPS], 1)
        if after
    }


def _missed(
    ours: _Run, theirs: _Run, partners: Mapping[int, int], statements: tuple[Displaced, ...]
) -> Iterator[Missed]:
    """Where each displaced statement makes the first difference."""
    back = {other: one for one, other in partners.items()}
    frames = {other: frame for frame, other in ours.frames.items() if other}
    wanted = {s.other for s in statements} - {None}
    first: dict[LineNo | None, VisitNo] = {}
    for number, parent in theirs.parents.items():
        if number not in back and (line := theirs.line(number)) in wanted:
            here = back.get(parent, 0) if parent > 0 else frames.get(-parent, 0)
            if here:
                step = ours.node(here)[0] if parent > 0 else ours.found.log.first_step(here)
                first[line] = min(step, first.get(line, step))
    own: dict[LineNo | None, VisitNo] = {}
    for number in ours.parents:
        own.setdefault(ours.line(number), ours.node(number)[0])
    for statement in statements:
        yield Missed(statement=statement, step=own.get(statement.line) or first.get(statement.other))
