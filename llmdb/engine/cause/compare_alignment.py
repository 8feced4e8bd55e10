"""Aligns the runs of a faulty and a correct program: functions by name, statements by likeness, iterations in order.

A statement's execution is found by its place in the structure of the run (execution indexing, Xin, Sumner and Zhang
2008): the condition or call that let it run, its line, and how often that line ran there before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from llmdb.engine.cause.plan_graph import Node, last_place

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies
    from llmdb.types import FrameId, LineNo, StepNo

LIKE = 0.5
"""Statements of one scope that stand for each other have at least this share of their text in common."""
MOST_STEPS = 5_000
"""Steps of each run that are aligned, from the first."""
_Parent = tuple[str, int, int]
_Key = tuple[_Parent, "LineNo", int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Which execution in the correct run stands for which in the faulty one.

    Attributes:
        nodes: statements of faulty steps with those of the correct run.
        lines: lines of the faulty program with those of the correct one; a line that is not in it has none.
        ways: for each faulty and each correct step with a condition, the exit taken: "true", "false" or "".
        complete: false where a run has more than `MOST_STEPS` steps.
    """

    nodes: Mapping[Node, Node]
    lines: Mapping["LineNo", "LineNo"]
    ways: tuple[Mapping["StepNo", str], Mapping["StepNo", str]]
    complete: bool = True


def align(faulty: "Dependencies", correct: "Dependencies", texts: tuple[str, str]) -> Alignment:
    """Align two runs; `texts` are the two programs."""
    lines = match_lines(faulty, correct, texts)
    theirs = _Index(correct)
    known = {key: node for node, key in theirs.walk({})}
    ours = _Index(faulty)
    nodes: dict[Node, Node] = {}
    for node, key in ours.walk(nodes, theirs, lines):
        partner = known.get(key)
        if partner is not None:
            nodes[node] = partner
    return Alignment(
        nodes=nodes,
        lines=lines,
        ways=(ours.ways, theirs.ways),
        complete=max(len(faulty.trace), len(correct.trace)) <= MOST_STEPS,
    )


class _Index:
    """Walks a run's statements, giving each its place in the structure of the run."""

    def __init__(self, found: "Dependencies") -> None:
        self.found = found
        self.ways: dict[StepNo, str] = {}
        self.frames: dict[_Key, FrameId] = {}
        self._parents: dict[FrameId, _Parent | None] = {}
        self._counts: dict[tuple[object, ...], int] = {}
        self._last: dict[FrameId, StepNo] = {}

    def walk(
        self,
        partners: Mapping[Node, Node],
        theirs: "_Index | None" = None,
        lines: "Mapping[LineNo, LineNo] | None" = None,
    ) -> Iterator[tuple[Node, _Key]]:
        """Each statement begun with its key; in terms of the other run where that is given."""
        trace = self.found.trace
        for step in range(1, min(len(trace), MOST_STEPS) + 1):
            self._note_way(step)
            parent = self._parent(step, partners, theirs, lines)
            if parent is None:
                continue
            begun = set(trace.lines(step))
            for place, statement in enumerate(self.found.statements.get(trace.block_of(step), ())):
                line = lines.get(statement.line) if lines is not None else statement.line
                if line is not None and statement.line in begun:
                    yield (step, place), (parent, line, self._count(parent, line))

    def _count(self, *key: object) -> int:
        self._counts[key] = self._counts.get(key, 0) + 1
        return self._counts[key]

    def _note_way(self, step: "StepNo") -> None:
        trace = self.found.trace
        frame = trace.frame_of(step)
        before = self._last.get(frame)
        self._last[frame] = step
        if before is not None:
            exits = trace.cfg.block(trace.block_of(before)).next
            taken = trace.block_of(step)
            self.ways[before] = next((way for way, block in exits.items() if block == taken), "")

    def _parent(
        self,
        step: "StepNo",
        partners: Mapping[Node, Node],
        theirs: "_Index | None",
        lines: "Mapping[LineNo, LineNo] | None",
    ) -> _Parent | None:
        """What let a step run: a condition of its frame, else the frame; None where it has no partner."""
        trace = self.found.trace
        frame = trace.frame_of(step)
        if frame not in self._parents:
            self._parents[frame] = self._frame(step, partners, theirs, lines)
        control = self.found.control(step)
        if control is None or trace.frame_of(control.step) != frame:
            return self._parents[frame]
        node = last_place(self.found, control.step)
        if theirs is not None:
            if node not in partners:
                return None
            node = partners[node]
        return "condition", *node

    def _frame(
        self,
        step: "StepNo",
        partners: Mapping[Node, Node],
        theirs: "_Index | None",
        lines: "Mapping[LineNo, LineNo] | None",
    ) -> _Parent | None:
        trace, found = self.found.trace, self.found
        caller, scope = trace.parent_step(step), trace.scope_of(step)
        outer: _Parent = ("run", 0, 0)
        if caller is not None:
            position = trace.log.steps.begin[step - 1]
            node = (caller, found.statement_at(caller, position))
            if theirs is not None:
                if node not in partners:
                    return None
                node = partners[node]
            outer = ("call", *node)
        key: _Key = (outer, 0, self._count(outer, scope))
        named = ((outer[0] + scope, outer[1], outer[2]), key[1], key[2])
        if theirs is None:
            self.frames[named] = trace.frame_of(step)
            return "frame", trace.frame_of(step), 0
        partner = theirs.frames.get(named)
        return None if partner is None else ("frame", partner, 0)


def match_lines(
    faulty: "Dependencies", correct: "Dependencies", texts: tuple[str, str]
) -> "dict[LineNo, LineNo]":
    """The line of the correct program that stands for each statement's line of the faulty one."""
    old, new = _statements(faulty, texts[0]), _statements(correct, texts[1])
    matcher = SequenceMatcher(None, [s[1:] for s in old], [s[1:] for s in new], autojunk=False)
    out: dict[LineNo, LineNo] = {}
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            out.update((old[a + n][0], new[c + n][0]) for n in range(b - a))
        elif tag == "replace":
            out.update(_alike(old[a:b], new[c:d]))
    return out | _moved([s for s in old if s[0] not in out], [s for s in new if s[0] not in out.values()])


def _moved(
    old: "list[tuple[LineNo, str, str]]", new: "list[tuple[LineNo, str, str]]"
) -> "dict[LineNo, LineNo]":
    """Statements that stand at another place of their scope, as far as each is there once."""
    here, there = _once(old), _once(new)
    return {line: there[key] for key, line in here.items() if key in there}


def _once(statements: "list[tuple[LineNo, str, str]]") -> "dict[tuple[str, str], LineNo]":
    counts = Counter(statement[1:] for statement in statements)
    return {(scope, text): line for line, scope, text in statements if counts[scope, text] == 1}


def _statements(found: "Dependencies", text: str) -> "list[tuple[LineNo, str, str]]":
    """Line, scope and text of each line that begins a statement, in the order of the source."""
    rows, cfg = text.split("\n"), found.trace.cfg
    seen = {
        line: cfg.block(block).scope
        for block, code in found.statements.items()
        for line in {s.line for s in code}
    }
    return [(line, scope, rows[line - 1].strip()) for line, scope in sorted(seen.items())]


def _alike(
    old: "list[tuple[LineNo, str, str]]", new: "list[tuple[LineNo, str, str]]"
) -> "Iterator[tuple[LineNo, LineNo]]":
    """Pairs in order; each statement with the likest of those that are left."""
    first = 0
    for line, scope, text in old:
        scores = [
            (SequenceMatcher(None, text, other, autojunk=False).ratio(), -place)
            for place, (_, where, other) in enumerate(new)
            if place >= first and where == scope
        ]
        likeness, place = max(scores, default=(0.0, 0))
        if likeness >= LIKE or (len(old) == len(new) == 1 and scores):
            yield line, new[-place][0]
            first = -place + 1
