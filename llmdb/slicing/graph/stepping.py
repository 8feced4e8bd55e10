"""Which statement of each frame is under way, while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

from llmdb.runner.child.sites import Site
from llmdb.slicing.graph.frame import Frame, Start
from llmdb.slicing.graph.graph import CONTROL, DependencyGraph
from llmdb.slicing.graph.plans import Plan, Plans, StatementPlan
from llmdb.slicing.graph.reading import Reading
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import BlockId

Action = Callable[[int], None]


class Stepping(Reading):
    """Begins and ends the statements of the steps; each one that begins is a node, and reads.

    Args:
        controllers: the blocks whose branches decide about each block.
    """

    def __init__(
        self, trace: ExecutionTrace, plans: Plans, controllers: Mapping[BlockId, frozenset[BlockId]]
    ) -> None:
        super().__init__(trace, DependencyGraph(plans.labels), plans.ancestries)
        self.plans = plans
        self._controllers = controllers
        self._branching = frozenset(chain(plans.return_blocks, plans.subject_blocks)).union(
            *controllers.values()
        )
        self._thread = 0
        self._threads: dict[int, list[Frame]] = {0: self.running}
        self._started = False
        self._starts: dict[BlockId, tuple[Start, ...]] = {}

    def _push(self, scope: str) -> Frame:
        caller = self.top
        frame = Frame(scope, caller.node if caller is not None else 0)
        if not self._started:
            self._started, frame.names = True, self.globals
        self.running.append(frame)
        self.top = frame
        return frame

    def _pop(self) -> None:
        if self.running:
            self.running.pop()
        self.top = self.running[-1] if self.running else None

    # --- steps and statements --------------------------------------------------------------------------------

    def _block(self, site: Site) -> Action:
        scope, block = site.scope, site.block
        plan, starts = self.plans.of_block(block), self._starts_of(block)
        first, final = starts[0], len(plan) - 1
        deciding, branching = tuple(self._controllers.get(block, ())), self._branching
        alone = deciding[0] if len(deciding) == 1 else None
        readers, begun = self.graph.readers, self.graph.begun.append
        nodes, firsts, add_first = self.graph.steps, self.graph.firsts, self.graph.firsts.append

        def begin(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                frame = self._heal(scope)
            if frame.open:
                self._leave(frame)
            last = frame.last
            if frame.block in branching:
                last[frame.block] = frame.node
            frame.step = len(firsts)
            begun(len(readers))
            add_first(len(nodes))
            control = frame.raised
            if control:
                frame.raised = 0
            elif alone is not None:
                control = last.get(alone, 0)
            else:
                for number in deciding:
                    if number in last and last[number] > control:
                        control = last[number]
            frame.control = control or frame.caller
            frame.before, frame.block = frame.block, block
            frame.plan, frame.starts, frame.final, frame.halted = plan, starts, final, False
            first(frame)

        return begin

    def _starts_of(self, block: BlockId) -> tuple[Start, ...]:
        """For each statement of a block what its beginning does."""
        if block not in self._starts:
            plan = self.plans.of_block(block)
            self._starts[block] = tuple(self._start(plan, place) for place in range(len(plan)))
        return self._starts[block]

    def _start(self, block: Plan, place: int) -> Start:
        """A statement begins: it is let run by the block's condition, and reads."""
        plan = block[place]
        steps, add_step, add_place = self.graph.steps, self.graph.steps.append, self.graph.places.append
        add_reader, add_writer, add_label = self.adders
        find, read_contents = self.globals.get, self.read_contents
        plain, touches, late = plan.plain, plan.touches, tuple(map(self.reader, plan.late))
        early, more = tuple(map(self.reader, plan.early)), self._more(plan)
        is_open = bool(late or touches or place < len(block) - 1)

        def start(frame: Frame) -> None:
            frame.node = node = len(steps)
            frame.place, frame.done, frame.touches, frame.open = place, False, touches, is_open
            add_step(frame.step)
            add_place(place)
            if frame.control:
                add_reader(node)
                add_writer(frame.control)
                add_label(CONTROL)
            names = frame.names
            for name, label, is_base in plain:
                entry = names[name] if name in names else find(name)
                if entry is not None:
                    value, writer = entry
                    if writer:
                        add_reader(node)
                        add_writer(writer)
                        add_label(label)
                    if type(value) is tuple and not is_base:
                        read_contents(value, node, label)
            if more is not None:
                more(frame)
            else:
                for read in early:
                    read(frame, node)
            if late:
                frame.called = 0
            frame.late = late

        return start

    def _more(self, plan: StatementPlan) -> Start | None:
        """What a loop's header and a pattern do as they begin instead of reading what is read early."""
        if plan.iterates:
            return self.iterating(plan)
        if plan.subject is None:
            return None
        (statement, label), early = plan.subject, tuple(map(self.reader, plan.early))

        def more(frame: Frame) -> None:
            self.give(frame, frame.last.get(statement, 0), label)
            self.read(frame, early)

        return more

    def _advance(self, frame: Frame, place: int) -> None:
        """Statements up to `place` begin, those before it end."""
        while frame.place < place:
            self.finish(frame)
            frame.starts[frame.place + 1](frame)

    def _leave(self, frame: Frame) -> None:
        """The step under way ends: with all its statements, if it raised nothing."""
        if not frame.halted:
            self._advance(frame, frame.final)
        self.finish(frame)

    def _arrive(self, frame: Frame, block: BlockId, places: tuple[int, ...]) -> None:
        """An event of one of these statements: it is under way."""
        if places and block == frame.block:
            if frame.place < places[0]:
                self._advance(frame, places[0])
            elif frame.place not in places:
                later = [place for place in places if place > frame.place]
                if later:
                    self._advance(frame, later[0])

    def _begins(self, site: Site) -> Action:
        places, block, scope = self.plans.places(site), site.block, site.scope

        def begin(at: int) -> None:
            frame = self.top
            if frame is not None and frame.scope == scope:
                later = [place for place in places if place > frame.place]
                self._arrive(frame, block, tuple(later))

        return begin

    def _go_on(self, frame: Frame) -> None:
        """A change without a place of its own, after the statement under way has bound its name."""
        if frame.plan[frame.place].code.is_told:
            return
        for place in range(frame.place + 1, len(frame.plan)):
            if frame.plan[place].code.changes:
                self._advance(frame, place)
                return

    def _heal(self, scope: str) -> Frame:
        """The frame of a block whose frame's entry, or its callee's end, was not logged."""
        for thread, stack in self._threads.items():
            if stack and stack[-1].scope == scope and thread != self._thread:
                self._thread, self.running, self.top = thread, stack, stack[-1]
                return stack[-1]
        if any(frame.scope == scope for frame in self.running):
            while self.running[-1].scope != scope:
                self._pop()
            return self.running[-1]
        return self._push(scope)
