"""One pass over a recording that makes its dependency graph: what each statement read, and who had written it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, islice

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.sites import Site
from llmdb.replay.heap import is_reference
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.calling import Calling
from llmdb.slicing.graph.plans import Plans
from llmdb.slicing.graph.quick import quick_change
from llmdb.slicing.graph.stepping import Action
from llmdb.slicing.syntax.uses import Statement
from llmdb.types import BlockId

_BINDING = (kinds.STORE, kinds.ENTER, kinds.GENERATOR)
AT_ONCE = 4_096
"""How many events are followed in one turn: some milliseconds."""


class Flow(Calling):
    """Follows the events with the writer of every name, cell and part of an object.

    Args:
        statements: those of each block, as `statements_of` gives them.
        controllers: the blocks whose branches decide about each block.
    """

    def __init__(
        self,
        trace: Visits,
        statements: Mapping[BlockId, Sequence[Statement]],
        controllers: Mapping[BlockId, frozenset[BlockId]],
    ) -> None:
        plans = Plans(statements, trace.cfg, trace.scopes, _bound(trace))
        super().__init__(trace, plans, controllers)
        self._actions = [self._action(site) for site in self.sites]

    def run(self) -> Iterator[int]:
        """Follow all events, some in each turn; then `grown` is complete. Gives how many were followed so far."""
        actions, sizes, done = self._actions, [site.values for site in self.sites], 0
        for piece in self._log.pieces():
            self.values = piece.values
            self.news.update(piece.news)
            places = accumulate(map(sizes.__getitem__, piece.tags), initial=0)
            events = zip(map(actions.__getitem__, piece.tags), places, strict=False)
            for first in range(0, len(piece.tags), AT_ONCE):
                yield done + first
                for action, at in islice(events, AT_ONCE):
                    action(at)
            done += len(piece.tags)
            self.forget(piece.freed)
        for frame in self.running:
            self._leave(frame)

    def _action(self, site: Site) -> Action:
        """What an event of a site does; `at` is the place of its values."""
        makers: dict[str, Callable[[Site], Action]] = {
            kinds.BLOCK: self._block,
            kinds.BEGIN: self._begins,
            kinds.STORE: self._store,
            kinds.DELETE: self._delete,
            kinds.ENTER: self._enter,
            kinds.GENERATOR: self._enter,
            kinds.MADE: self._made,
            kinds.KEPT: self._cached,
            kinds.DEFAULT: self._default,
            kinds.RETURN: self._return,
            kinds.YIELD: self._yield,
            kinds.RESUME: self._resume,
            kinds.READITEM: self._begins,
            kinds.UNWIND: self._unwind,
            kinds.RAISED: self._raised,
            kinds.THREAD: self._switch,
        }
        changes = self._changes()
        if site.kind in makers:
            return makers[site.kind](site)
        if site.kind in changes:
            return self._change(site, changes[site.kind])
        return _nothing

    # --- names and objects -----------------------------------------------------------------------------------

    def _store(self, site: Site) -> Action:
        name, scope, block = site.names[0], site.scope, site.block
        places, plan = self.plans.places(site), self.plans.of_block(site.block)
        first = places[0] if places else 0
        defines, augments = (bool(places) and getattr(plan[first].code, n) for n in ("defines", "augments"))
        is_class = bool(places) and name in plan[first].code.bases
        makes = bool(places) and any(a.callee in self.classes for a in plan[first].code.arguments)
        kind = self.plans.kind(name, scope)
        shared, held = site.storage == kinds.CELL, self.globals if site.storage == kinds.GLOBAL else None

        def store_plainly(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            if frame.place != first or frame.block != block:
                self._arrive(frame, block, places)
            if frame.late:
                self.finish(frame)
            frame.done = frame.node
            frame.names[name] = (self.values[at], frame.node)

        if not (augments or defines or is_class or makes or shared or held is not None):
            return store_plainly

        def store(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            if frame.place != first or frame.block != block:
                self._arrive(frame, block, places)
            if frame.late:
                self.finish(frame)
            frame.done = frame.node
            value = self.values[at]
            if makes and is_reference(value):
                self.lookup(value[0])  # whose fields are those that the statement under way passes
            if is_class and is_reference(value) and self.kind_of(value[0]) == wire.CLASS:
                self.classes.bound(name, value[0])
            same = augments and is_reference(value) and self.entry(frame, kind, name)[0] == value
            if same and self.kind_of(value[0]) != wire.INSTANCE:
                return
            if shared:
                self.set_cell(frame, name, (value, 0 if defines else frame.node))
            else:
                names = frame.names if held is None else held
                names[name] = (value, 0 if defines else frame.node)

        return store

    def _delete(self, site: Site) -> Action:
        name = site.names[0]

        def delete(at: int) -> None:
            if self.top is not None:
                held = self.globals if site.storage == kinds.GLOBAL else self.top.names
                held.pop(name, None)

        return delete

    def _change(self, site: Site, replay: Callable[[Site, int], None]) -> Action:
        places, scope, block = self.plans.places(site), site.scope, site.block
        method = site.names[0] if site.kind == kinds.METHOD and site.line else ""
        quick, heap, contents = quick_change(site), self.heap, self.contents
        shadows, known, holding = contents.shadows, contents.known, contents.holding
        first = places[0] if places else -1

        def change(at: int) -> None:
            frame, node = self.top, 0
            if frame is not None:
                if places and frame.scope == scope:
                    if frame.place != first and frame.place not in places:
                        self._arrive(frame, block, places)
                elif not site.line and (frame.done == frame.node or not frame.plan[frame.place].code.changes):
                    self._go_on(frame)
                if frame.late:
                    if method and method in frame.plan[frame.place].code.ran[frame.called :]:
                        self.read_between(frame, method)
                    else:
                        self.finish(frame)
                node = frame.node
            values = self.values
            target = values[at]
            if quick is not None and type(target) is tuple and len(target) == 1:
                number = target[0]
                found = heap.get(number) or self.lookup(number)
                if found is not None:
                    shadow = shadows.get(number) or contents.shadow(found)
                    if quick(found, shadow, values, at, node):
                        changes = shadow.changes
                        if not changes or changes[-1] != node:
                            changes.append(node)
                        if number in known:
                            del known[number]
                        if number in holding:
                            contents.unknown(number)
                        return
            replay(site, at)

        return change


def _bound(trace: Visits) -> frozenset[str]:
    """The names that have a value in some frame of a run."""
    binding = (site.names for site in trace.log.sites if site.kind in _BINDING)
    return frozenset(trace.log.initial).union(*binding)


def _nothing(at: int) -> None:
    """An event that neither reads nor writes."""
