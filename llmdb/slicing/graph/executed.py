"""Begins and ends the statements of visits, while the events of a run are followed: each that begins is a node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.slicing.graph.frame import Action, Frame, Start
from llmdb.slicing.graph.graph import CONTROL, Growing
from llmdb.slicing.graph.plans import Plans, StatementPlan
from llmdb.slicing.graph.reading import Reading
from llmdb.slicing.graph.writers import Writers
from llmdb.types import BlockId


class ExecutedStatements:
    """Finds which statement of its visit a frame executes.

    A statement that begins is a node, and reads; no event tells that most of them begin, so it is found by what events
    tell of the next.

    Args:
        controllers: the blocks whose branches decide about each block.
    """

    def __init__(
        self,
        plans: Plans,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        writers: Writers,
        reading: Reading,
        grown: Growing,
    ) -> None:
        self._plans = plans
        self._controllers = controllers
        self._machine, self._stacks = writers.machine, writers.machine.stacks
        self._writers = writers
        self._reading = reading
        self._grown = grown
        self._branching = frozenset(chain(plans.return_blocks, plans.subject_blocks)).union(
            *controllers.values()
        )
        self._starts: dict[BlockId, tuple[Start, ...]] = {}
        """For each block what the beginnings of its statements do, the first left out."""

    def block(self, site: Site) -> Action:
        """A visit of a block begins, with its first statement."""
        block, scope, plan = site.block, site.scope, self._plans.of_block(site.block)
        first, *later = (self._beginning(block, place) for place in range(len(plan)))
        self._starts[block] = tuple(later)
        deciding, iterates = tuple(self._controllers.get(block, ())), plan[0].iterates
        begin_visit, owners, stacks = self._grown.begin_visit, self._writers.owners, self._stacks
        replay = self._machine.action(site)

        def begin(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is None or frame.scope != scope:
                frame = stacks.begin(scope)
            raised = 0
            if frame.ending is not None:
                frame.ending(frame)
                raised, frame.raised, frame.halted = frame.raised, 0, False
            control, last = owners[raised], frame.last
            if not control:
                for number in deciding:
                    if number in last and last[number] > control:
                        control = last[number]
            if iterates:
                frame.before = frame.block
            begin_visit()
            replay(site, values, at)
            frame.control, frame.block, frame.plan = control or frame.caller, block, plan
            first(frame)

        return begin

    def _beginning(self, block: BlockId, place: int) -> Start:
        """What a statement does as it begins: it becomes a node, is let run by the block's condition, and reads."""
        plans = self._plans.of_block(block)
        plan = plans[place]
        reading, machine = self._reading, self._machine
        late, has_more = reading.readers(plan.late), place < len(plans) - 1
        early = reading.plain_readers(plan.plain)
        more = self._more(plan, block)
        if more is None:
            early += reading.readers(plan.early)
        ending = self.leave if plan.late or plan.over or has_more else reading.touching(plan)
        is_kept, add, tie = block in self._branching, self._grown.add, self._grown.tie
        following = self._grown.following if place and reading.follows else None

        def begin(frame: Frame) -> None:
            node = add(frame.step, place, machine.position + 1)
            if following is not None:
                following[frame.node] = node
            frame.node = node
            frame.place, frame.ending = place, ending
            tie(node, frame.control, CONTROL)
            for reader in early:
                reader(frame, node)
            if more is not None:
                more(frame)
            if late:
                frame.called, frame.late = 0, late
            if is_kept:
                frame.last[block] = node

        return begin

    def _more(self, plan: StatementPlan, block: BlockId) -> Start | None:
        """What a loop's header and a pattern do as they begin instead of reading what is read early."""
        reading = self._reading
        if plan.iterates:
            return reading.iterating(plan, block)
        if plan.subject is None or not reading.follows:
            return None
        (statement, label), early = plan.subject, reading.readers(plan.early)

        def more(frame: Frame) -> None:
            self._grown.tie(frame.node, frame.last.get(statement, 0), label)
            reading.read(frame, early)

        return more

    def advance(self, frame: Frame, place: int) -> None:
        """Statements up to `place` begin, those before it end."""
        while frame.place < place:
            self._reading.finish(frame)
            self._starts[frame.block][frame.place](frame)

    def leave(self, frame: Frame) -> None:
        """The visit under way ends: with all its statements, if it raised nothing."""
        last = len(frame.plan) - 1
        if frame.place < last and not frame.halted:
            self.advance(frame, last)
        self._reading.finish(frame)

    def arrive(self, frame: Frame, block: BlockId, places: tuple[int, ...]) -> None:
        """An event of one of these statements: it is under way."""
        if places and block == frame.block:
            place, first = frame.place, places[0]
            if place < first:
                if place == first - 1 and not frame.late and not frame.plan[place].touches:
                    self._starts[block][place](frame)
                else:
                    self.advance(frame, first)
            elif frame.place not in places:
                later = [place for place in places if place > frame.place]
                if later:
                    self.advance(frame, later[0])

    def begins(self, site: Site) -> Action:
        """A statement has begun, if it is not the one that is under way."""
        places, block, scope, stacks = self._plans.places(site), site.block, site.scope, self._stacks
        replay = self._machine.action(site)

        def begin(values: Sequence[Wire], at: int) -> None:
            replay(site, values, at)
            frame = stacks.top
            if frame is not None and frame.scope == scope:
                later = [place for place in places if place > frame.place]
                self.arrive(frame, block, tuple(later))

        return begin

    def all_begun(self, site: Site) -> Action:
        """Every statement of the visit has begun, and called what it calls: a `with` around them ends."""
        scope, stacks = site.scope, self._stacks
        replay = self._machine.action(site)

        def begin(values: Sequence[Wire], at: int) -> None:
            replay(site, values, at)
            frame = stacks.top
            if frame is not None and frame.scope == scope:
                self.advance(frame, len(frame.plan) - 1)
                self._reading.read_rest(frame)

        return begin

    def go_on(self, frame: Frame) -> None:
        """A change without a place of its own, after the statement under way has bound its name."""
        for place in range(frame.place + 1, len(frame.plan)):
            if frame.plan[place].code.changes and not frame.plan[place].is_told:
                self.advance(frame, place)
                return
