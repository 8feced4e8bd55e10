"""One pass over a recording that makes its dependency graph: what each statement read, and who had written it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence

from llmdb.runner.child import sites as kinds
from llmdb.runner.child import wire
from llmdb.runner.child.sites import Site
from llmdb.slicing.gifts import SENT
from llmdb.slicing.graph import CONTROL, DependencyGraph
from llmdb.slicing.plans import Plans
from llmdb.slicing.reading import Entry, Frame, Reading
from llmdb.slicing.uses import Statement, qualified
from llmdb.trace.decode import Wire
from llmdb.trace.heap import is_reference
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import BlockId

_Action = Callable[[int], None]


def build_graph(
    trace: ExecutionTrace,
    statements: Mapping[BlockId, Sequence[Statement]],
    controllers: Mapping[BlockId, frozenset[BlockId]],
) -> DependencyGraph:
    """The dependency graph of a run.

    Args:
        statements: those of each block, as `statements_of` gives them.
        controllers: the blocks whose branches decide about each block.
    """
    collecting = gc.isenabled()
    gc.disable()  # the pass makes many tuples, none of them garbage
    try:
        return Flow(trace, statements, controllers).run()
    finally:
        if collecting:
            gc.enable()


class Flow(Reading):
    """Follows the events with the writer of every name, cell and part of an object."""

    def __init__(
        self,
        trace: ExecutionTrace,
        statements: Mapping[BlockId, Sequence[Statement]],
        controllers: Mapping[BlockId, frozenset[BlockId]],
    ) -> None:
        made = {s.scope.rpartition(".")[2] for s in trace.log.sites if s.kind == kinds.GENERATOR}
        self.plans = Plans(statements, trace.cfg, trace.scopes, made)
        super().__init__(trace, DependencyGraph(self.plans.labels))
        self._controllers = controllers
        self._step = 0
        self._steps, self._places = self.graph.steps, self.graph.places
        self._thread = 0
        self._started = False
        self._threads: dict[int, list[Frame]] = {0: self.running}
        self._suspended: dict[int, Frame] = {}
        self._raising = 0
        self._actions = [(self._action(site), site.values) for site in self.sites]

    def run(self) -> DependencyGraph:
        """Follow all events."""
        actions = self._actions
        for piece in self._log.pieces():
            self.values = piece.values
            self.news.update(piece.news)
            at = 0
            for tag in piece.tags:
                action, size = actions[tag]
                action(at)
                at += size
            self.forget(piece.freed)
        for frame in self.running:
            self._leave(frame)
        return self.graph

    def _action(self, site: Site) -> _Action:
        """What an event of a site does; `at` is the place of its values."""
        makers: dict[str, Callable[[Site], _Action]] = {
            kinds.BLOCK: self._block,
            kinds.BEGIN: self._begins,
            kinds.STORE: self._store,
            kinds.DELETE: self._delete,
            kinds.ENTER: self._enter,
            kinds.GENERATOR: self._enter,
            kinds.RETURN: self._return,
            kinds.YIELD: self._yield,
            kinds.RESUME: self._resume,
            kinds.UNWIND: self._unwind,
            kinds.RAISED: self._raised,
            kinds.THREAD: self._switch,
        }
        changes: dict[str, Callable[[Site, int], None]] = {
            kinds.SETITEM: self._setitem,
            kinds.DELITEM: self._delitem,
            kinds.SETATTR: self._setattr,
            kinds.DELATTR: self._delattr,
            kinds.INPLACE: self._inplace,
            kinds.METHOD: self._method,
            kinds.COMPARED: self._compared,
        }
        if site.kind in makers:
            return makers[site.kind](site)
        if site.kind in changes:
            return self._change(site, changes[site.kind])
        return _nothing

    # --- steps and statements --------------------------------------------------------------------------------

    def _block(self, site: Site) -> _Action:
        plan, scope, block = self.plans.of_block(site.block), site.scope, site.block
        deciding = tuple(self._controllers.get(block, ()))
        readers, begun = self.graph.readers, self.graph.begun.append
        final = len(plan) - 1

        def begin(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                frame = self._heal(scope)
            if frame.late or frame.touches or (frame.place != frame.final and not frame.halted):
                self._leave(frame)
            last = frame.last
            last[frame.block] = frame.node
            self._step = step = self._step + 1
            begun(len(readers))
            control = frame.raised
            if control:
                frame.raised = 0
            else:
                for number in deciding:
                    found = last.get(number, 0)
                    if found > control:
                        control = found
            frame.control = control or frame.caller
            frame.before, frame.block, frame.step = frame.block, block, step
            frame.plan, frame.final, frame.halted = plan, final, False
            self._begin(frame, 0)

        return begin

    def _begin(self, frame: Frame, place: int) -> None:
        """A statement begins: it is let run by the block's condition, and reads."""
        steps, plan = self._steps, frame.plan[place]
        frame.node = node = len(steps)
        frame.place, frame.done, frame.touches = place, False, plan.touches
        steps.append(frame.step)
        self._places.append(place)
        add_reader, add_writer, add_label = self.adders
        if frame.control:
            add_reader(node)
            add_writer(frame.control)
            add_label(CONTROL)
        for name, label, is_base in plan.plain:
            entry = frame.names.get(name) or self.globals.get(name)
            if entry is not None:
                value, writer = entry
                if writer:
                    add_reader(node)
                    add_writer(writer)
                    add_label(label)
                if type(value) is tuple and not is_base:
                    self.read_contents(value, node, label)
        if plan.makes:
            self.made.update(dict.fromkeys(plan.makes, node))
        if plan.iterates:
            self.iterate(frame, plan)
            frame.late = ()
        else:
            if plan.early:
                self.read(frame, node, plan.early)
            frame.late = plan.late

    def _advance(self, frame: Frame, place: int) -> None:
        """Statements up to `place` begin, those before it end."""
        while frame.place < place:
            self.finish(frame)
            self._begin(frame, frame.place + 1)

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

    def _begins(self, site: Site) -> _Action:
        places, block, scope = self.plans.places(site), site.block, site.scope

        def begin(at: int) -> None:
            frame = self.top
            if frame is not None and frame.scope == scope:
                later = [place for place in places if place > frame.place]
                self._arrive(frame, block, tuple(later))

        return begin

    def _go_on(self, frame: Frame) -> None:
        """A change without a place of its own, after the statement under way has bound its name."""
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

    # --- names -----------------------------------------------------------------------------------------------

    def _store(self, site: Site) -> _Action:
        name, scope, block = site.names[0], site.scope, site.block
        places, plan = self.plans.places(site), self.plans.of_block(site.block)
        first = places[0] if places else 0
        defines, augments = (bool(places) and getattr(plan[first].code, n) for n in ("defines", "augments"))
        kind = self.plans.kind(name, scope)
        bind = self._binder(site)

        def store(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            if frame.place != first or frame.block != block:
                self._arrive(frame, block, places)
            if frame.late:
                self.finish(frame)
            frame.done = True
            if defines:
                self.definitions[qualified(scope, name, self.plans.class_scopes)] = frame.node
                if is_reference(self.values[at]):
                    self.class_objects[name] = self.values[at][0]
            value = self.values[at]
            if augments and is_reference(value) and self.entry(frame, kind, name)[0] == value:
                return
            bind(frame, (value, 0 if defines else frame.node))

        return store

    def _binder(self, site: Site) -> Callable[[Frame, Entry], None]:
        name = site.names[0]
        if site.storage == kinds.GLOBAL:
            return lambda frame, entry: self.globals.__setitem__(name, entry)
        if site.storage == kinds.CELL:
            return lambda frame, entry: self.set_cell(frame, name, entry)
        return lambda frame, entry: frame.names.__setitem__(name, entry)

    def _delete(self, site: Site) -> _Action:
        name = site.names[0]

        def delete(at: int) -> None:
            if self.top is not None:
                held = self.globals if site.storage == kinds.GLOBAL else self.top.names
                held.pop(name, None)

        return delete

    def _change(self, site: Site, replay: Callable[[Site, int], None]) -> _Action:
        places = self.plans.places(site)

        def change(at: int) -> None:
            frame = self.top
            if frame is not None:
                if places and frame.scope == site.scope:
                    self._arrive(frame, site.block, places)
                elif frame.done and not site.line:
                    self._go_on(frame)
                if frame.late:
                    self.finish(frame)
            replay(site, at)

        return change

    # --- calls -----------------------------------------------------------------------------------------------

    def _enter(self, site: Site) -> _Action:
        names, scope = site.names, site.scope
        extra, called = int(site.kind == kinds.GENERATOR), scope.rpartition(".")[2]
        row = self.scopes.get(scope)
        shared = frozenset(row.cells + row.free) if row is not None else frozenset()
        kept = frozenset(row.cells) if row is not None else frozenset()
        defaults = self.plans.defaults.get(scope, {})

        def passes(caller: Frame, index: int, name: str) -> bool:
            return caller.plan[caller.place].code.passes(scope, index, name)

        def enter(at: int) -> None:
            caller = self.top
            if caller is not None:
                self._call(caller)
            frame = self._push(scope)
            values, node = self.values, frame.caller
            if extra:
                node = self.made.get(called, node)
            frame.key = values[at] if extra else 0
            for place, name in enumerate(names, at + extra):
                value = values[place]
                if name in shared and is_reference(value) and self.kind_of(value[0]) == wire.CELL:
                    frame.cells[name] = value[0]
                    if name in kept and name in frame.names:
                        self.cells[value[0]] = frame.names[name]
                    continue
                writer = node
                if name in defaults and caller is not None and not passes(caller, defaults[name], name):
                    writer = self.definitions.get(scope, node)
                frame.names[name] = (value, writer)

        return enter

    def _call(self, caller: Frame) -> None:
        """The statement that calls is under way in the caller."""
        if caller.halted or (caller.plan[caller.place].code.calls and not caller.done):
            return
        for place in range(caller.place + caller.done, len(caller.plan)):
            if caller.plan[place].code.calls:
                self._advance(caller, place)
                return

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

    def _return(self, site: Site) -> _Action:
        places, block, scope = self.plans.places(site), site.block, site.scope
        gives = any(self.plans.of_block(block)[place].code.returns for place in places)
        label = self.plans.label(scope.rpartition(".")[2] + "()")
        is_class = scope in self.plans.class_scopes

        def leave(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            if gives:
                self._arrive(frame, block, places)
                self.finish(frame)
            else:
                self._leave(frame)
            if is_class:
                self.classes[scope.rpartition(".")[2]] = frame.names
            self._pop()
            if gives and self.top is not None:
                self.give(self.top, frame.node, label)
            if frame.key:
                self._suspended.pop(frame.key, None)

        return leave

    def _yield(self, site: Site) -> _Action:
        places, block, scope = self.plans.places(site), site.block, site.scope
        label = self.plans.label(scope.rpartition(".")[2] + "()")

        def suspend(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            self._arrive(frame, block, places)
            self._pop()
            self._suspended[frame.key] = frame
            if self.top is not None:
                self.give(self.top, frame.node, label)

        return suspend

    def _resume(self, site: Site) -> _Action:
        label = self.plans.label(SENT)

        def resume(at: int) -> None:
            frame = self._suspended.pop(self.values[at], None)
            if frame is None:
                return
            if self.top is not None:
                self._call(self.top)
                if frame.plan[frame.place].code.receives and not self._nothing_sent(frame, at + 1):
                    self.give(frame, self.top.node, label)
            self.running.append(frame)
            self.top = frame

        return resume

    def _nothing_sent(self, frame: Frame, at: int) -> bool:
        """Whether a `yield` whose value is bound next gives None."""
        return bool(frame.plan[frame.place].code.binds) and at < len(self.values) and self.values[at] is None

    # --- exceptions and threads ------------------------------------------------------------------------------

    def _halt(self, frame: Frame, line: Wire) -> None:
        """The statement of this line raised: what follows it in the block did not run."""
        if frame.halted:
            return
        for place in range(frame.place, len(frame.plan)):
            if frame.plan[place].code.line == line:
                self._advance(frame, place)
                break
        self.finish(frame)
        frame.halted = True

    def _unwind(self, site: Site) -> _Action:
        def unwind(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != site.scope:
                return
            self._halt(frame, self.values[at + 2])
            self._raising = self._raising or frame.node
            self._pop()

        return unwind

    def _raised(self, site: Site) -> _Action:
        def raised(at: int) -> None:
            if any(frame.scope == site.scope for frame in self.running):
                while self.running[-1].scope != site.scope:
                    self._pop()
            frame = self.top
            if frame is not None:
                self._halt(frame, self.values[at + 2])
                frame.raised = self._raising or frame.node
            self._raising = 0

        return raised

    def _switch(self, site: Site) -> _Action:
        def switch(at: int) -> None:
            self._thread = int(self.values[at])
            self.running = self._threads.setdefault(self._thread, [])
            self.top = self.running[-1] if self.running else None

        return switch


def _nothing(at: int) -> None:
    """An event that neither reads nor writes."""
