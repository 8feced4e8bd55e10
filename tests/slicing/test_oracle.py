"""Generated programs against what they really depend on.

A dependency is real if the reader gets another value when the written one is changed. So each program is run again
and again, apart from the debugger, each time with one write's value changed, and what the statements then read is
compared with the first run for as long as the same statements run in the same order and go to the same keys.
(What a statement would have written elsewhere with another key, as what one that did not run would have written, is
no dependency of what is there.) This gives both directions:

- Each read that `reads` reports with a writer: where a write in that writer's statement can be changed and the run
  stays the same up to the reader, one of its changes must change what is read.
- Each read that another value reached: a chain of reported dependencies must lead from the reading statement to the
  one that wrote it; in the graph of the whole run, and step by step with `reads` and `control`.

`LLMDB_EXAMPLES=100 python -m pytest tests/slicing/test_oracle.py --hypothesis-seed=1` draws 400 programs.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

import pytest
from hypothesis import HealthCheck, given, settings

from llmdb.replay.heap import is_reference
from llmdb.replay.log import changed_object
from llmdb.slicing import Dependencies, Read
from llmdb.slicing.slices import parents
from tests.examples import TIMES, examples
from tests.slicing.generated import programs
from tests.slicing.perturbed import VARIANTS, Instance, Run, differences, instrumented, run
from tests.slicing.recorded import dependencies
from tests.slicing.shrunk import SHRUNK

"""How many programs are drawn at random; 0 for the same few each time."""
OPAQUE = (
    "tuple()",
    "dict()",
    "generator",
    "coroutine",
    "async_generator",
    "Task",
    "function",
    "type",
    "_GeneratorContextManager",
)
"""What shows no change of what it was made from: `*rest` and `**more` of a call that passes none, too."""
Node = tuple[int, int]


class Compared:
    """One program's reported dependencies beside the runs with a write changed."""

    def __init__(self, text: str) -> None:
        self.found: Dependencies = dependencies(text)
        self.nodes = dict(instances(self.found))
        self.lines = {node: instance for instance, node in self.nodes.items()}
        self.above: dict[Node, set[Node]] = {}
        self.code = instrumented(text)

    def chain(self, reader: Node, writer: Node) -> bool:
        """Whether reported reads and conditions lead from one statement to another, step by step."""
        todo, seen = [reader], {reader}
        while todo:
            node = todo.pop()
            if node == writer:
                return True
            if node not in self.above:
                self.above[node] = {parent for _, parent in parents(self.found, node)}
            todo += self.above[node] - seen
            seen |= self.above[node]
        return False

    @cached_property
    def first(self) -> Run:
        """The run with nothing changed."""
        return run(self.code)

    @cached_property
    def changes(self) -> list[tuple[Instance, list[tuple[Instance, str]], bool, bool]]:
        """Each run with a write changed: where that was, the reads that it reached, whether the statements came apart
        and whether there was another value."""
        found = []
        for changed, written in enumerate(self.first.writes):
            for variant in range(VARIANTS):
                second = run(self.code, changed, variant)
                found.append((written, *differences(self.first, second), second.altered))
        return found

    def missing(self) -> Iterator[str]:
        """Reads reached by a changed value without a chain of dependencies."""
        graph = self.found.graph
        for written, reached, _, _ in self.changes:
            writer = self.nodes.get(written)
            marked = graph.forward([graph.node(*writer)], 0).marked if writer and reached else b""
            for instance, text in dict.fromkeys(reached):
                reader = self.nodes.get(instance)
                if writer is None or reader is None:
                    yield f"{instance} or {written} is not in the recording"
                elif not marked[graph.node(*reader)]:
                    yield f"graph: {text} at {instance} from {written}"
                elif not self.chain(reader, writer):
                    yield f"steps: {text} at {instance} from {written}"

    def unreal(self) -> Iterator[str]:
        """Reported reads that no change of what the writer wrote changes."""
        first = self.first
        rows = [event[1:] for event in first.events if event[0] == "read"]
        seen = {(instance, text) for instance, text, shown in rows if not _is_opaque(shown)}
        keyed = {event[1] for event in first.events if event[0] == "element"}
        changes: dict[Instance, list[tuple[list[tuple[Instance, str]], bool]]] = {}
        for written, reached, apart, altered in self.changes:
            if altered:
                changes.setdefault(written, []).append((reached, apart))
        for node, instance in self.lines.items():
            reads = self.found.reads(*node)
            for read in reads:
                if (instance, read.name) not in seen or not self._is_tested(read, reads):
                    continue
                assert read.writer.step is not None
                assert read.writer.position is not None
                writer = (read.writer.step, self.found.statement_at(read.writer.step, read.writer.position))
                written = self.lines.get(writer, (0, 0))
                effects = changes.get(written, [])
                if (
                    effects
                    and written not in keyed
                    and not self._is_unwritten(read, node)
                    and not any(apart or (instance, read.name) in reached for reached, apart in effects)
                ):
                    yield f"{read.name} at {instance} from {self.lines.get(writer)}"

    def _is_tested(self, read: Read, reads: Sequence[Read]) -> bool:
        """Whether another value at the writer must show in what is read.

        It need not where the name, or a part, was bound to an object that was changed since: nothing of what it held
        may be left.
        """
        if read.is_base or read.writer.step is None:
            return False
        others = [other for other in reads if other.name == read.name and other.writer.how != "assignment"]
        if read.writer.how == "assignment":
            return not others
        assert read.writer.position is not None
        stored = self.found.log.event(read.writer.position).values[-1:]
        later = [other.writer.position for other in others if other.writer.position]
        changed = {changed_object(self.found.log.event(position)) for position in later}
        return not any(is_reference(value) and value[0] in changed for value in stored)

    def _is_unwritten(self, read: Read, node: Node) -> bool:
        """Whether no write tells of what is read.

        Such are a value sent to a `yield`, what a loop's iterator passes on, the object that a name is bound to
        again by `xs += ys` where the evaluation of `ys` had bound it to another one, and its items, the equal items
        that `xs *= 2` adds, and a list whose items are about to be moved, after what the statement reads first.
        """
        step = read.writer.step
        assert step is not None
        assert read.writer.position is not None
        place = self.found.statement_at(step, read.writer.position)
        code = self.found.statements[self.found.trace.block_of(step)][place]
        is_object = is_reference(read.writer.value) or read.name not in code.binds
        return (
            code.receives
            or (code.augments and read.writer.how == "assignment" and is_object)
            or self.found.log.event(read.writer.position).site.names == ("*=",)
            or (step > node[0] and self._is_moved(read, node))
            or (code.iterates and self.found.trace.frame_of(step) != self.found.trace.frame_of(node[0]))
        )

    def _is_moved(self, read: Read, node: Node) -> bool:
        code = self.found.statements[self.found.trace.block_of(node[0])][node[1]]
        return any(use.moves and use.text == read.name for use in code.uses)


def _is_opaque(shown: str) -> bool:
    return shown in OPAQUE or shown.endswith("Error")


def instances(found: Dependencies) -> Iterator[tuple[Instance, Node]]:
    """Each execution of a line's statement, and its step and place."""
    graph, counts = found.graph, dict[int, int]()
    for step, place in zip(graph.steps, graph.places, strict=True):
        code = found.statements.get(found.trace.block_of(step), ()) if step else ()
        if place < len(code):
            line = code[place].line
            counts[line] = counts.get(line, 0) + 1
            yield (line, counts[line]), (step, place)


@pytest.mark.timeout(400 * TIMES)
@settings(
    max_examples=examples(4),
    derandomize=TIMES == 1,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(programs())
def test_dependencies_are_those_that_changed_values_show(text: str) -> None:
    compared = Compared(text)
    assert list(compared.missing()) == [], text
    assert list(compared.unreal()) == [], text


@pytest.mark.parametrize("text", SHRUNK.values(), ids=SHRUNK)
def test_dependencies_that_were_wrong_once_are_those_that_changed_values_show(text: str) -> None:
    compared = Compared(text)
    assert list(compared.missing()) == []
    assert list(compared.unreal()) == []


@pytest.mark.parametrize("grows", ["xs *= 4", "xs = [xs, xs]"])
def test_a_run_ends_where_a_value_has_grown_too_large_to_be_compared(grows: str) -> None:
    ended = run(instrumented(f"xs = [1]\nfor n in range(20):\n    {grows}\n    ys = xs\nzs = 1\n"))
    lines = [line for kind, line, *_ in ended.events if kind == "begin"]
    assert 4 in lines
    assert 5 not in lines
