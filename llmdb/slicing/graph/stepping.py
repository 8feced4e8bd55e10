"""Which statement of each frame is under way, while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import chain

from llmdb.events.sites import Site
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.frame import NO_ENTRY, Frame, Start
from llmdb.slicing.graph.growing import Growing, pack_row
from llmdb.slicing.graph.plans import UNKNOWN, Plans, StatementPlan
from llmdb.slicing.graph.reading import Reading
from llmdb.slicing.graph.written import Beginning, written_block, written_start
from llmdb.types import BlockId

Action = Callable[[int], None]


class Stepping(Reading):
    """Begins and ends the statements of the steps; each one that begins is a node, and reads.

    Args:
        controllers: the blocks whose branches decide about each block.
    """

    def __init__(
        self, trace: Visits, plans: Plans, controllers: Mapping[BlockId, frozenset[BlockId]]
    ) -> None:
        super().__init__(trace, Growing(), plans.ancestries)
        self.plans = plans
        self._controllers = controllers
        self._branching = frozenset(chain(plans.return_blocks, plans.subject_blocks)).union(
            *controllers.values()
        )
        self._thread = 0
        self._threads: dict[int, list[Frame]] = {0: self.running}
        self._started = False
        self._starts: dict[BlockId, tuple[Start, ...]] = {}
        """For each block what the beginnings of its statements do, the first left out."""

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
        block, plan = site.block, self.plans.of_block(site.block)
        tools = {**self.tools, "plan": plan}
        first, *later = (self._beginning(block, place) for place in range(len(plan)))
        self._starts[block] = tuple(written_start(statement, tools) for statement in later)
        return written_block(first, site.scope, self._controllers.get(block, ()), tools)

    @cached_property
    def tools(self) -> Mapping[str, object]:
        """What the functions use that are written out."""
        grown = self.grown
        return {
            "flow": self,
            "heal": self._heal,
            "nodes": grown.nodes,
            "edges": grown.edges,
            "pack_row": pack_row,
            "add_node": grown.nodes.extend,
            "add_edges": grown.edges.extend,
            "firsts": grown.firsts,
            "add_first": grown.firsts.append,
            "find_global": self.globals.get,
            "nothing": NO_ENTRY,
            "unknown": UNKNOWN,
            "read_contents": self.read_contents,
            "heap": self.heap,
            "shadows": self.contents.shadows,
        }

    def _beginning(self, block: BlockId, place: int) -> Beginning:
        """A statement begins: it is let run by the block's condition, and reads."""
        plans = self.plans.of_block(block)
        plan = plans[place]
        late, has_more = tuple(map(self.reader, plan.late)), place < len(plans) - 1
        return Beginning(
            plan=plan,
            block=block,
            place=place,
            early=tuple(map(self.reader, plan.early)),
            late=late,
            more=self._more(plan, block),
            has_more=has_more,
            ending=self._leave if late or plan.over or has_more else self.touching(plan),
            is_kept=block in self._branching,
        )

    def _more(self, plan: StatementPlan, block: BlockId) -> Start | None:
        """What a loop's header and a pattern do as they begin instead of reading what is read early."""
        if plan.iterates:
            return self.iterating(plan, block)
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
            self._starts[frame.block][frame.place](frame)

    def _leave(self, frame: Frame) -> None:
        """The step under way ends: with all its statements, if it raised nothing."""
        last = len(frame.plan) - 1
        if frame.place < last and not frame.halted:
            self._advance(frame, last)
        self.finish(frame)

    def _arrive(self, frame: Frame, block: BlockId, places: tuple[int, ...]) -> None:
        """An event of one of these statements: it is under way."""
        if places and block == frame.block:
            place, first = frame.place, places[0]
            if place < first:
                if place == first - 1 and not frame.late and not frame.plan[place].touches:
                    self._starts[block][place](frame)
                else:
                    self._advance(frame, first)
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
