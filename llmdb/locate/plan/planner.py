"""The debugging plan: from the step that shows the fault back to the predicted root cause (DebugPilot)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from keyword import iskeyword
from math import inf
from typing import TYPE_CHECKING

from llmdb.locate import weights
from llmdb.locate.plan.cause_graph import (
    MOST_NODES,
    CauseFinder,
    CauseGraph,
    Edge,
    Node,
    farther,
    left_out_after,
    line_of,
    paused_collection,
    start_nodes,
)
from llmdb.locate.plan.graph_search import build_cause_graph
from llmdb.locate.plan.misplaced_starts import misplaced_starts
from llmdb.locate.plan.suspiciousness import Evidence, guess_of, of_values
from llmdb.locate.plan.work import Place, Work, work_of
from llmdb.program.files import line_label
from llmdb.slicing.slices import origin
from llmdb.slicing.syntax.finding import root_of
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.model import Value
    from llmdb.slicing import Dependencies
    from llmdb.slicing.dependencies import Read
    from llmdb.types import BlockId, LineNo, VisitNo

MOST_STOPS = 3
MOST_VALUES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What is known of the run.

    Attributes:
        right: statements whose value is right.
        settled: conditions that were decided rightly.
        unclear: statements that could not be judged.
        judged: the steps of which the user said something.
        root: the statement that the user calls the root.
    """

    right: frozenset[Node] = frozenset()
    settled: frozenset[Node] = frozenset()
    unclear: frozenset[Node] = frozenset()
    judged: frozenset[VisitNo] = frozenset()
    root: Node | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """A stop on the way back.

    Attributes:
        name: the value that was followed to get here; None for a condition, and for the place of the fault itself.
        values: the names that matter here, with what they were.
        suspiciousness: how likely the fault is here, 0 to 1; 1 where the user said so.
        reason: why one should look here, in a few words.
    """

    step: VisitNo
    line: LineNo
    name: str | None
    suspiciousness: float
    values: tuple[tuple[str, Value], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The way from the output to the predicted root cause; `remaining` of `total` steps may still hold the fault.

    `complete` is false where only the `looked` steps nearest to the output were looked at one by one. Of the others
    each statement counts once, if nothing was called right yet; else they were not looked at.
    """

    step: VisitNo
    name: str | None
    plan: tuple[PlanStep, ...]
    root: PlanStep
    remaining: int
    total: int
    complete: bool = True
    looked: int = 0


class Planner:
    """Makes plans for one recording of a snippet; `body` is the snippet's kind of body."""

    def __init__(
        self,
        found: Dependencies,
        text: str,
        body: str = "module",
        evidence: Evidence | None = None,
        most: int = MOST_NODES,
    ) -> None:
        self.found = found
        self._most = most
        self._made: tuple[tuple[object, ...], CauseGraph] | None = None
        self.finder = CauseFinder(found)
        self.evidence = evidence or Evidence()
        self._work = work_of(found.trace.cfg, text, body)
        self._rows = text.split("\n")
        self._misplaced = misplaced_starts(text)
        self._jumps: dict[BlockId, list[LineNo]] = {}
        for unit in found.trace.cfg.units:
            if unit.kind == "jump":
                self._jumps.setdefault(unit.block, []).append(unit.line)

    def graph(
        self, starts: tuple[Node, ...], marks: Marks | None = None, left_out: tuple[Edge, ...] = ()
    ) -> CauseGraph:
        """What some statements depend on, and conditions after them, without what is known to be right."""
        marks = marks or Marks()
        asked = (starts, marks.right, marks.settled, left_out)
        if self._made is None or self._made[0] != asked:
            self._made = (asked, build_cause_graph(self.finder, *asked, self._most))
        return self._made[1]

    def graph_of(self, step: VisitNo, names: Sequence[str], marks: Marks | None = None) -> CauseGraph:
        """What some names after a step depend on; without names, what its end does."""
        left_out = left_out_after(self.found, step, names)
        return self.graph(start_nodes(self.found, step, names), marks, left_out)

    def places(self, graph: CauseGraph) -> dict[Place, list[Node]]:
        """The statements of a graph, a taken `break` or `continue` among them, with their executions."""
        found: dict[Place, list[Node]] = {}
        for node in graph.above:
            for place in self._places_of(node):
                found.setdefault(place, []).append(node)
        return found

    def plan(
        self, step: VisitNo, names: Sequence[str], marks: Marks | None = None, starts: tuple[Node, ...] = ()
    ) -> Plan:
        """The plan for wrong values, or for a step that raised or ended wrongly.

        Args:
            step: where the fault shows.
            names: what is wrong after it; empty where that is not known.
            marks: what is known.
            starts: the statements to begin at, where it is not the values' writers.
        """
        marks = marks or Marks()
        with paused_collection():
            graph = self.graph(starts, marks) if starts else self.graph_of(step, names, marks)
            return self._plan(step, names, marks, graph)

    def _plan(self, step: VisitNo, names: Sequence[str], marks: Marks, graph: CauseGraph) -> Plan:
        places, remaining = self.places(graph), graph.steps
        if not graph.complete and not marks.right and not marks.settled:
            remaining = self._add_farther(graph, places)
        self._add_beside(step, places)
        odds = self._odds(graph, places, marks)
        if marks.root is not None:
            chosen = self._way_to(graph, marks.root)
        else:
            chosen = self._most_suspicious(graph, places, odds, marks)
        stops = tuple(
            self._stop(graph, place, node, odds.get(place, 0.0), node == marks.root) for place, node in chosen
        )
        stops = tuple(
            self._with_output(stop, node, step, names) if node in graph.starts else stop
            for stop, (_, node) in zip(stops, chosen, strict=True)
        )
        return Plan(
            step=step,
            name=names[0] if names else None,
            plan=stops,
            root=stops[-1],
            remaining=remaining,
            total=len(self.found.trace),
            complete=graph.complete,
            looked=graph.steps,
        )

    def _add_farther(self, graph: CauseGraph, places: dict[Place, list[Node]]) -> int:
        """Add the statements that a cut graph does not reach; the steps that the output depends on."""
        left, steps = farther(self.found, graph)
        for node in left.values():
            for place in self._places_of(node):
                places.setdefault(place, []).append(node)
        return max(steps, graph.steps)

    def _add_beside(self, step: VisitNo, places: dict[Place, list[Node]]) -> None:
        """Add the statements on which nothing wrong depends, and of which a change helps, as they were run last."""
        trace, lines = self.found.trace, {line for _, line in places}
        for unit in trace.cfg.units:
            place = (unit.block, unit.line)
            if unit.line in lines or not self.evidence.is_beside(place):
                continue
            ran = [one for one in trace.steps_of_block(unit.block) if one <= step] or trace.steps_of_block(
                unit.block
            )
            code = self.found.statements.get(unit.block, ())
            at = next((number for number, one in enumerate(code) if one.line == unit.line), None)
            if len(ran) and at is not None:
                places[place] = [(ran[-1], at)]

    def _places_of(self, node: Node) -> list[Place]:
        trace = self.found.trace
        block = trace.block_of(node[0])
        places = [(block, line_of(self.found, node))]
        jumps = self._jumps.get(block)
        if jumps and node[1] >= len(self.found.statements.get(block, ())) - 1:
            ran = trace.lines(node[0])
            places += [(block, line) for line in jumps if line in ran]
        return places

    def _odds(
        self, graph: CauseGraph, places: Mapping[Place, list[Node]], marks: Marks
    ) -> dict[Place, float]:
        acquitted = Counter(place for node in marks.right | marks.settled for place in self._places_of(node))
        out: dict[Place, float] = {}
        table = weights.WEIGHTS
        for place, nodes in places.items():
            near = 1 + table.far * min(_distance(graph, node) for node in nodes)
            doubt = table.acquitted ** min(table.most_acquitted, acquitted[place])
            if all(node[0] in marks.judged for node in nodes):
                doubt *= table.judged
            if all(node in marks.unclear for node in nodes):
                doubt *= table.unclear
            out[place] = self.odds(place) * doubt / near
        return out

    def block_odds(self, step: VisitNo, names: Sequence[str]) -> dict[BlockId, float]:
        """The odds that the fault is in a block, of those that wrong values or a step's end depend on.

        They are those of its most suspicious statement.
        """
        with paused_collection():
            graph = self.graph_of(step, names)
            places = self.places(graph)
            if not graph.complete:
                self._add_farther(graph, places)
            self._add_beside(step, places)
            found: dict[BlockId, float] = {}
            for (block, _), odds in self._odds(graph, places, Marks()).items():
                found[block] = max(odds, found.get(block, 0.0))
        return found

    def odds(self, place: Place, most: float = inf) -> float:
        """What a statement's kind and work, and the tests, say of it; `most` bounds what trial changes say."""
        return self.evidence.tried(place, self._guess(place), most) * self.evidence.ochiai(place)

    def odds_of_states(self, nodes: Iterable[Iterable[Node]]) -> list[float]:
        """The odds of states of some statements each; a statement's is shared by its executions.

        Further changes that help count for nothing here: a hunt asks about what is between, not about the likeliest.
        """
        rows = [[place for node in group for place in self._places_of(node)] for group in nodes]
        executed = Counter(place for row in rows for place in row)
        weight = {place: self.odds(place, 1.0) / count for place, count in executed.items()}
        return [sum(map(weight.__getitem__, row)) for row in rows]

    def _guess(self, place: Place) -> float:
        guess = guess_of(self._rows[place[1] - 1], self._work.get(place, Work()))
        return guess + weights.WEIGHTS.misplaced_start if place[1] in self._misplaced else guess

    def _most_suspicious(
        self,
        graph: CauseGraph,
        places: Mapping[Place, list[Node]],
        odds: Mapping[Place, float],
        marks: Marks,
    ) -> list[tuple[Place, Node]]:
        """The most suspicious statements, the nearest to the output first, and the one predicted at the end."""
        near = {place: min(_distance(graph, node) for node in nodes) for place, nodes in places.items()}
        lines: dict[LineNo, Place] = {}
        for place in sorted(places, key=lambda place: (-odds[place], near[place], -place[1])):
            lines.setdefault(place[1], place)
        ranked = list(lines.values())[:MOST_STOPS]
        others = sorted(ranked[1:], key=lambda place: near[place])
        own = {node: odds[self._places_of(node)[0]] for node in graph.above}
        scores = of_values(graph, own)
        return [(place, _typical(places[place], scores, marks.judged)) for place in [*others, ranked[0]]]

    def _way_to(self, graph: CauseGraph, root: Node) -> list[tuple[Place, Node]]:
        """Each statement on a shortest way from the output to a root, once."""
        way = [root] if root in graph.distance else [root, graph.starts[0]]
        while way[-1] in graph.below:
            way.append(graph.below[way[-1]][0])
        passed = {self._places_of(node)[0]: node for node in way}
        return [(place, node) for place, node in reversed(passed.items())]

    def _stop(self, graph: CauseGraph, place: Place, node: Node, odds: float, is_root: bool) -> PlanStep:
        below = graph.below.get(node)
        edge = below[1] if below is not None else None
        carried = "carried from turn to turn" if place[1] in self._misplaced else ""
        return PlanStep(
            step=node[0],
            line=place[1],
            name=edge.name if edge is not None and edge.kind == "data" else None,
            suspiciousness=1.0 if is_root else weights.as_probability(odds),
            values=self._values(node, below),
            reason="; ".join(
                filter(
                    None,
                    (self._role(graph, node, place, is_root), carried, self.evidence.counts(place)),
                )
            ),
        )

    def _values(self, node: Node, below: tuple[Node, Edge] | None) -> tuple[tuple[str, Value], ...]:
        """What the next statement read of this one, as this one left it; for a condition, what it decided by."""
        found = self.found
        if below is not None and below[1].kind == "data":
            named = (read for read in found.reads(*below[0]) if read.name == below[1].name)
            reads = [self._as_written(read, node) for read in named]
        else:
            reads = [read for read in found.reads(*node) if not read.is_base]
        once = {read.name: read for read in reversed(reads)}
        return tuple((name, found.value(read)) for name, read in list(reversed(once.items()))[:MOST_VALUES])

    def _with_output(self, stop: PlanStep, node: Node, step: VisitNo, names: Sequence[str]) -> PlanStep:
        """A stop that left what is wrong, with that value where it is not one of those that it shows."""
        value = self._value_of(names[0], step, node) if names else None
        others = {name: value for name, value in stop.values if name not in names[:1]}
        if value is None or root_of(names[0]) in others:
            return stop
        return replace(stop, values=((names[0], value), *others.items())[:MOST_VALUES])

    def _value_of(self, name: str, step: VisitNo, node: Node) -> Value | None:
        """What a variable or a part of it is after a step, as a statement left it; of `return` what was returned."""
        if iskeyword(name):
            return self.found.trace.return_value(step)
        read = origin(self.found, name, step)
        return None if read is None else self.found.value(self._as_written(read, node))

    def _as_written(self, read: Read, node: Node) -> Read:
        """What was read, as it was when a statement that wrote it was over: it may have changed before it was read."""
        step, place = node
        is_last = place + 1 >= len(self.found.statements.get(self.found.trace.block_of(step), ()))
        over = self.found.end_of(step) if is_last else self.found.begin_of(step, place + 1)
        changing = self.found.trace.index.being_changed  # by what the next statement calls, say
        over = over if is_last else changing.before(over, self.found.begin_of(step, place) + 1)
        return replace(read, position=min(read.position, over))

    def _role(self, graph: CauseGraph, node: Node, place: Place, is_root: bool) -> str:
        below = graph.below.get(node)
        if below is None:
            if self.evidence.is_beside(place) and node not in graph.distance:
                return "outside the slice of what is wrong"
            if node in graph.starts:
                return "the fault shows here"
            return "called the root" if is_root else "far from the output, which depends on it"
        line = line_of(self.found, below[0])
        match below[1].kind:
            case "data":
                return f"made {below[1].name}, which line {line_label(line)} read"
            case "control":
                return f"decided that line {line_label(line)} ran"
        how = "with another key" if below[1].kind == "elsewhere" else "decided otherwise,"
        read = f", which line {line_label(line)} read" if below[1] in graph.above.get(below[0], ()) else ""
        return f"{how} it could have changed {below[1].name}{read}"


def _distance(graph: CauseGraph, node: Node) -> int:
    """How far a statement is from the output; what a cut graph does not reach is farther than all that it does."""
    return graph.distance[node] if node in graph.distance else graph.reach + 1


def _typical(nodes: Sequence[Node], scores: Mapping[Node, float], judged: frozenset[VisitNo]) -> Node:
    """The middle one of a statement's executions by what they carry: judging it halves what is left."""
    open_ones = [node for node in nodes if node[0] not in judged] or nodes
    ranked = sorted(open_ones, key=lambda node: (scores.get(node, 0.0), node))
    return ranked[len(ranked) // 2]
