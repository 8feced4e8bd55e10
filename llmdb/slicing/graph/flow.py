"""One pass over a recording that makes its dependency graph: what each statement read, and who had written it."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from functools import partial
from itertools import accumulate, count, islice
from typing import NamedTuple

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.program.files import own_name
from llmdb.replay import machine
from llmdb.replay.heap import HeapObject, is_reference
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.contents import Classes, Deferred, Histories, is_definition
from llmdb.slicing.graph.executed import ExecutedStatements
from llmdb.slicing.graph.frame import Action, Entry, Frame
from llmdb.slicing.graph.graph import Growing
from llmdb.slicing.graph.plans import Plans
from llmdb.slicing.graph.reading import Reading
from llmdb.slicing.graph.shadow import Shadow
from llmdb.slicing.graph.writers import Writers
from llmdb.slicing.syntax.uses import function_name, imported_name
from llmdb.types import BlockId

AT_ONCE = 1_024
"""How many events are followed in one turn: a millisecond or two."""

_MOST_APART = 1 << 17
"""How far keyframes are apart at most, where each has much to keep."""

ENTERING = frozenset({"__enter__", "__aenter__"})
LEAVING = frozenset({"__exit__", "__aexit__"})
"""Methods that a `with` calls when its body has ended: the visit under way is then one of the body."""

CLOSING = "GeneratorExit"
"""The exception with which a suspended generator is ended when nobody needs it any more."""

SENT = "(sent)"
"""What a value is called that a generator was sent."""

_BINDING = (kinds.STORE, kinds.ENTER, kinds.GENERATOR)


class Keyframe(NamedTuple):
    """What a pass knows before an event; of objects, `Histories` tells."""

    position: int
    machine: machine.Keyframe[Frame]
    classes: Classes
    cells: dict[int, int]
    defaults: dict[tuple[str, str], deque[Entry]]
    made: dict[Wire, int]
    cached: dict[tuple[Wire, ...], tuple[int, int]]
    deferring: dict[int, tuple[Deferred, ...]]
    returned: tuple[int, int]
    raising: tuple[int, int]
    nodes: int


class Flow:
    """Lets a machine replay the events, and tells around it who writes every name, cell and part of an object.

    Args:
        controllers: the blocks whose branches decide about each block.
        reads: whether what is read is looked up; else it is only followed who writes.
        kept: see `Writers`.

    Attributes:
        writers: who wrote what there is now.
        keyframes: from which events on a part of the run can be gone through again.
        histories: what objects were at these.
    """

    def __init__(
        self,
        trace: Visits,
        plans: Plans,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        grown: Growing,
        reads: bool = True,
        kept: Callable[[int], tuple[HeapObject, Shadow] | None] = lambda number: None,
    ) -> None:
        self.grown = grown
        self._log, self._scopes, self._plans = trace.log, trace.scopes, plans
        self.writers = Writers(trace, grown, plans.ancestries, kept)
        self._machine, self._stacks = self.writers.machine, self.writers.machine.stacks
        self._reading = Reading(self.writers, grown, reads)
        self._statements = ExecutedStatements(plans, controllers, self.writers, self._reading, grown)
        self._returned = 0, 0
        """The mark and the label of what was returned last, where caches are used."""
        sites = self._log.sites
        caches = [n for n, site in enumerate(sites) if site.kind == kinds.KEPT]
        self._has_caches = any(True for _ in self._log.backward(caches, self._log.total))
        self._kept: dict[tuple[Wire, ...], tuple[int, int]] = {}
        self._raising = self._unwound = 0
        """The mark of what raised the exception that left a frame last, and how many nodes there were then."""
        self.keyframes: list[Keyframe] = []
        self.histories = Histories()
        self.actions = [self._action(site) for site in sites]

    def run(self) -> Iterator[int]:
        """Follow all events, some in each turn; then `grown` is complete. Gives how many were followed so far."""
        actions, sizes, done, wait = self.actions, [site.values for site in self._log.sites], 0, 0
        writers, machine = self.writers, self._machine
        for piece in self._log.pieces():
            values = piece.values
            writers.news.update(piece.news)
            places = accumulate(map(sizes.__getitem__, piece.tags), initial=0)
            events = zip(map(actions.__getitem__, piece.tags), places, count(done), strict=False)
            for first in range(0, len(piece.tags), AT_ONCE):
                yield done + first
                if done + first >= wait:
                    wait = done + first + self._keep(done + first)
                for action, at, machine.position in islice(events, AT_ONCE):
                    action(values, at)
            done += len(piece.tags)
            writers.forget(piece.freed)
        machine.position = done
        for frame in self._stacks.stack:
            self._statements.leave(frame)

    # --- keyframes -------------------------------------------------------------------------------------------

    def _keep(self, position: int) -> int:
        """Make a keyframe; how far away the next should be, that it all does not cost more than the pass."""
        parts = self.writers.contents.keep(self.histories, len(self.keyframes))
        self.keyframes.append(self.freeze(position))
        return min(max(AT_ONCE, self.size() + parts // 2), _MOST_APART)

    def size(self) -> int:
        """About how many events are followed in the time that a keyframe takes, the objects left out, times eight."""
        writers, frames, module = self.writers, sum(1 for _ in self._stacks), self._machine.names.module
        tables: list[Sized] = [module.names if module else (), writers.cells, writers.made, self._kept]
        return 16 * frames + sum(map(len, tables)) + len(writers.contents.deferring)

    def freeze(self, position: int) -> Keyframe:
        """What is known before an event, the objects left out."""
        writers = self.writers
        classes = Classes(self._plans.ancestries, writers.lookup, writers.contents)
        classes.copy_from(writers.classes)
        return Keyframe(
            position=position,
            machine=self._machine.keyframe(),
            classes=classes,
            cells=dict(writers.cells),
            defaults={key: made.copy() for key, made in writers.defaults.items()},
            made=dict(writers.made),
            cached=dict(self._kept),
            deferring=dict(writers.contents.deferring),
            returned=self._returned,
            raising=(self._raising, self._unwound),
            nodes=len(self.grown),
        )

    def restore(self, keyframe: Keyframe) -> None:
        """Go on from a keyframe of a pass over the same run, with no object known."""
        writers = self.writers
        self._machine.reset(keyframe.machine, keyframe.position)
        for frame in self._stacks:
            self._go_on_with(frame)
        writers.classes.copy_from(keyframe.classes)
        writers.cells, writers.made = dict(keyframe.cells), dict(keyframe.made)
        writers.defaults.clear()
        writers.defaults.update((key, made.copy()) for key, made in keyframe.defaults.items())
        self._kept = dict(keyframe.cached)
        self._returned, (self._raising, self._unwound) = keyframe.returned, keyframe.raising
        writers.contents.clear()
        writers.contents.deferring = dict(keyframe.deferring)

    def _go_on_with(self, frame: Frame) -> None:
        """What a frame of another pass is still to do is done by this one."""
        if frame.ending is not None:
            frame.ending = self._statements.leave
        if frame.late:
            frame.late = self._reading.readers(frame.plan[frame.place].late)[-len(frame.late) :]

    # --- events ----------------------------------------------------------------------------------------------

    def _action(self, site: Site) -> Action:
        """What an event of a site does; `at` is the place of its values."""
        makers: dict[str, Callable[[Site], Action]] = {
            kinds.BLOCK: self._statements.block,
            kinds.BEGIN: self._statements.begins,
            kinds.OVER: self._statements.all_begun,
            kinds.STORE: self._store,
            kinds.ENTER: self._enter,
            kinds.GENERATOR: self._enter,
            kinds.MADE: self._made,
            kinds.KEPT: self._cached,
            kinds.DEFAULT: self._default,
            kinds.RETURN: self._return,
            kinds.YIELD: self._yield,
            kinds.RESUME: self._resume,
            kinds.READITEM: self._statements.begins,
            kinds.UNWIND: self._unwind,
            kinds.RAISED: self._raised,
            **dict.fromkeys(kinds.CHANGING, self._change),
        }
        return makers.get(site.kind, self._replay)(site)

    def _replay(self, site: Site) -> Action:
        """An event that neither reads nor writes for a statement."""
        return partial(self._machine.action(site), site)

    def _enter(self, site: Site) -> Action:
        machine, stacks, writers, reading = self._machine, self._stacks, self.writers, self._reading
        replay = machine.action(site)
        names, scope = site.names, site.scope
        extra, called = int(site.kind == kinds.GENERATOR), own_name(scope)
        row = self._scopes.get(scope)
        shared = row is not None and bool(row.cells + row.free)
        kept = frozenset(row.cells) if row is not None else frozenset()
        definition = f"{scope}:{site.line}"
        defaults = self._plans.defaults.get(definition, {})
        enters, leaves = called in ENTERING, called in LEAVING

        def passes(caller: Frame, index: int, name: str) -> bool:
            return caller.plan[caller.place].code.passes(
                scope,
                index,
                name,
                lambda callee: function_name(writers.named(caller, callee)),
                lambda node: _known(writers.length(self._plans.getter(node, caller.scope)(writers, caller))),
            )

        def enter_plainly(values: Sequence[Wire], at: int) -> None:
            caller = stacks.top
            if caller is not None:
                if caller.plan[caller.place].caller:
                    self._call(caller)
                if caller.late:
                    reading.read_between(caller, scope)
            replay(site, values, at)
            frame, mark = stacks.top, machine.position + 1
            if frame is not None:
                frame.caller = writers.owners[mark] = caller.node if caller is not None else 0
                frame.marks = dict.fromkeys(names, mark)

        if not (extra or enters or leaves or shared or defaults):
            return enter_plainly

        def enter(values: Sequence[Wire], at: int) -> None:
            caller, raised, context, entered = stacks.top, 0, 0, 0
            if caller is not None:
                context, entered = self._leave_context(caller) if leaves else (0, 0)
                if not context:
                    self._call(caller)
                    if caller.late:
                        reading.read_between(caller, scope)
            replay(site, values, at)
            frame, mark = stacks.top, entered or machine.position + 1
            assert frame is not None
            frame.caller = caller.node if caller is not None else 0
            if caller is not None and enters:
                caller.contexts += (
                    (caller.node, caller.plan[caller.place].code.inside, machine.position + 1),
                )
            elif caller is not None and leaves:
                frame.caller, raised = context or frame.caller, caller.raised
            writers.owners[machine.position + 1] = frame.caller
            if extra:
                frame.maker = writers.made.pop(values[at], 0)
                mark = frame.maker or mark
            for place, name in enumerate(names, at + extra):
                value = values[place]
                if name in frame.cells and value == (frame.cells[name],):
                    if name in kept and name in frame.marks:
                        writers.cells[value[0]] = frame.marks[name]
                    continue
                writer = mark
                if context and place > at + extra:  # None is given where no exception is
                    writer = raised if value is not None else 0
                if name in defaults and caller is not None:
                    made = self._made_with(writers.defaults[definition, name], value)
                    if made and not passes(caller, defaults[name], name):
                        writer = made
                frame.marks[name] = writer

        return enter

    def _made(self, site: Site) -> Action:
        """A call of the statement under way gave a generator that runs later, as what it was made with."""
        machine, stacks, writers = self._machine, self._stacks, self.writers
        reading, statements = self._reading, self._statements
        places, block, name = self._plans.places(site), site.block, site.names[0]

        def made(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is not None:
                if frame.scope == site.scope:
                    statements.arrive(frame, block, places)
                if frame.late:
                    reading.read_between(frame, name)
                mark = machine.position + 1
                writers.owners[mark] = frame.node
                writers.made[values[at]] = mark

        return made

    def _default(self, site: Site) -> Action:
        """A function was made whose parameter has a default, which the statement under way has read."""
        machine, stacks, writers, statements = self._machine, self._stacks, self.writers, self._statements
        places, block, definition = self._plans.places(site), site.block, site.names[0]

        def default(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is not None:
                if frame.scope == site.scope:
                    statements.arrive(frame, block, places)
                mark = machine.position + 1
                writers.owners[mark] = frame.node
                writers.defaults[definition, values[at]].append((values[at + 1], mark))

        return default

    def _made_with(self, made: Sequence[Entry], value: Wire) -> int:
        """The mark of what made a function with this default last; 0 for none, so that the value was passed."""
        return next((mark for default, mark in reversed(made) if default == value), 0)

    def _call(self, caller: Frame, throws: bool = False) -> None:
        """The statement that calls is under way in the caller, or the one that `throws` into a generator.

        It is the first of its block that calls; the log tells of all later ones as they begin.
        """
        place = caller.plan[caller.place].caller
        if place and not caller.halted and (not throws or caller.plan[place].code.throws):
            self._statements.advance(caller, place)

    def _leave_context(self, frame: Frame) -> tuple[int, int]:
        """The body of a `with` has ended, so that its `__exit__` is called: the node of that `with`, 0 for none.

        With it comes the mark of its `__enter__`.
        """
        self._statements.leave(frame)
        while frame.contexts:
            *rest, (node, inside, mark) = frame.contexts
            frame.contexts = tuple(rest)
            if frame.block in inside:
                return node, mark
        return 0, 0

    def _return(self, site: Site) -> Action:
        machine, stacks, writers = self._machine, self._stacks, self.writers
        reading, statements, replay = self._reading, self._statements, machine.action(site)
        places, block, scope = self._plans.places(site), site.block, site.scope
        gives = any(self._plans.of_block(block)[place].code.returns for place in places)
        name = own_name(scope)
        label, leaves = self._plans.label(name + "()"), name in LEAVING
        is_class, yields = scope in self._plans.class_scopes, scope in self._plans.generators
        returning, has_caches = self._plans.returning(scope), self._has_caches
        own = self._own_name(scope) if name == "__init__" else ""
        makes = gives and any(self._plans.of_block(block)[place].code.calls for place in places)
        first = places[0] if places else 0
        plan = self._plans.of_block(block)
        deferring = next((plan[place] for place in places if plan[place].walked), None)

        def leave(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is None or frame.scope != scope:
                return
            if gives:
                if frame.place != first or frame.block != block:
                    statements.arrive(frame, block, places)
                if frame.ending is not None:
                    reading.finish(frame)
            else:
                statements.leave(frame)
            if gives and deferring is not None:
                writers.defer(frame, values[at], deferring)
            if is_class:
                writers.classes.ran(own_name(scope), frame)
            replay(site, values, at)
            caller, giver, mark = stacks.top, frame.node, machine.position + 1
            if own and caller is not None and reading.follows:
                self._hand_over(frame, own, caller)
            if not gives and returning and values[at] is not None:
                giver = max(frame.last.get(number, 0) for number in returning)
            writers.owners[mark] = giver
            if (
                caller is not None
                and giver
                and (gives or giver != frame.node)
                and (caller.halted or not leaves)
                and (receiver := self._receiver(frame, caller, yields) if frame.key else caller.node)
            ):
                reading.give(receiver, mark, label)
                if reading.follows and makes and type(values[at]) is tuple:
                    reading.read_contents(values[at], receiver, label)
            if has_caches:
                self._returned = mark, label

        return leave

    def _cached(self, site: Site) -> Action:
        """The call of a cache is over: the value is what the last call returned, or one with the same arguments."""
        stacks, reading, statements = self._stacks, self._reading, self._statements

        def cached(values: Sequence[Wire], at: int) -> None:
            frame, (is_kept, *call) = stacks.top, values[at : at + 3]
            if frame is None:
                return
            key = (call[0], *self._machine.heap_events.written_out(call[1]))
            if not is_kept:
                self._kept[key] = self._returned
            elif key in self._kept:
                if frame.done == frame.node or not frame.plan[frame.place].code.changes:
                    statements.go_on(frame)
                reading.give(frame.node, *self._kept[key])

        return cached

    def _receiver(self, frame: Frame, caller: Frame, yields: bool) -> int:
        """The statement that gets what a generator or a coroutine returns: what waits for it, or what made it if an
        event loop runs it."""
        if not caller.plan[caller.place].code.delegates:
            return 0 if yields else self.writers.owners[frame.maker]
        return caller.node

    def _own_name(self, scope: str) -> str:
        """How an object is called in a method of its class."""
        entries = (s for s in self._log.sites if s.kind == kinds.ENTER and s.scope == scope and "." in scope)
        return next((site.names[0] for site in entries if site.names), "")

    def _hand_over(self, frame: Frame, own: str, caller: Frame) -> None:
        """An `__init__` is over: its caller may take attributes of the object before it has a name."""
        drawing = caller.plan[caller.place].code
        for use in drawing.draws(self.writers.named(frame, own), own) if drawing.drawn else ():
            self._reading.reader(self._plans.read(use, frame.scope))(frame, caller.node)

    def _yield(self, site: Site) -> Action:
        machine, stacks, writers = self._machine, self._stacks, self.writers
        reading, statements, replay = self._reading, self._statements, machine.action(site)
        places, block, scope = self._plans.places(site), site.block, site.scope
        label = self._plans.label(own_name(scope) + "()")
        gives = not places or any(self._plans.of_block(block)[place].code.yields for place in places)

        def suspend(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is None or frame.scope != scope:
                return
            statements.arrive(frame, block, places)
            replay(site, values, at)
            mark = machine.position + 1
            writers.owners[mark] = frame.node
            if stacks.top is not None and gives:
                reading.give(stacks.top.node, mark, label)

        return suspend

    def _resume(self, site: Site) -> Action:
        machine, stacks, writers, reading = self._machine, self._stacks, self.writers, self._reading
        label, thrown, replay = self._plans.label(SENT), bool(site.names), machine.action(site)

        def resume(values: Sequence[Wire], at: int) -> None:
            frame, caller = stacks.suspended.get(values[at]), stacks.top
            if frame is None:
                return
            if caller is not None:
                self._call(caller, thrown)
                if caller.late:
                    reading.read_between(caller, "")
                code = frame.plan[frame.place].code
                is_none = code.binds and at + 1 < len(values) and values[at + 1] is None
                if not thrown and code.receives and not is_none:
                    writers.owners[machine.position + 1] = caller.node
                    reading.give(frame.node, machine.position + 1, label)
            frame.passing = self._raised_by()
            replay(site, values, at)

        return resume

    # --- exceptions ------------------------------------------------------------------------------------------

    def _halt(self, frame: Frame, exception: tuple[Wire, ...]) -> int:
        """The statement of an exception's line raised: what follows it in the block did not run.

        Returns:
            The mark of what raised the exception: this event's, one's of a call that it made, or, where a `finally`
            lets the exception go on, that of its first arrival in this frame.
        """
        raising, mark = self._raised_by(), self._machine.position + 1
        known = frame.handled[1] if frame.handled is not None and frame.handled[0] == exception else 0
        if frame.halted:
            self.writers.owners[mark] = frame.node
            return raising or known or mark
        places = [p for p, plan in enumerate(frame.plan) if plan.code.line == exception[2]]
        later = [place for place in places if place >= frame.place]
        if later:
            self._statements.advance(frame, later[0])
        self._reading.finish(frame)
        frame.halted, frame.ending = True, self._statements.leave
        self.writers.owners[mark] = frame.node
        return raising or (known if not places else 0) or mark

    def _unwind(self, site: Site) -> Action:
        stacks, replay = self._stacks, self._machine.action(site)

        def unwind(values: Sequence[Wire], at: int) -> None:
            frame = stacks.reach(site.scope)
            if frame is None:
                return
            raising = self._halt(frame, tuple(values[at : at + 3]))
            self._raising = frame.passing if values[at] == CLOSING else raising
            self._unwound = len(self.grown)
            replay(site, values, at)

        return unwind

    def _raised(self, site: Site) -> Action:
        stacks, statements, replay = self._stacks, self._statements, self._machine.action(site)

        def raised(values: Sequence[Wire], at: int) -> None:
            replay(site, values, at)
            frame = stacks.top
            if frame is not None:
                exception = tuple(values[at : at + 3])
                frame.raised, frame.ending = self._halt(frame, exception), statements.leave
                frame.handled = exception, frame.raised
            self._raising = 0

        return raised

    def _raised_by(self) -> int:
        """The mark of the exception that is on its way; 0 if none is, as after one that no code of the snippet met."""
        return self._raising if self._unwound == len(self.grown) else 0

    # --- names and objects -----------------------------------------------------------------------------------

    def _store(self, site: Site) -> Action:
        machine, stacks, writers = self._machine, self._stacks, self.writers
        reading, statements, replay = self._reading, self._statements, machine.action(site)
        name, scope, block = site.names[0], site.scope, site.block
        places, plan = self._plans.places(site), self._plans.of_block(site.block)
        first = places[0] if places else 0
        defines, augments = (bool(places) and getattr(plan[first].code, n) for n in ("defines", "augments"))
        is_class = bool(places) and name in plan[first].code.bases
        makes = bool(places) and any(a.callee in writers.classes for a in plan[first].code.arguments)
        defers = bool(places and plan[first].walked)
        kind = self._plans.kind(name, scope)
        owners = writers.owners
        modules, imported = imported_name(plan[first].code, name, scope) if places else ((), "")
        label = self._plans.label(imported) if modules else 0
        is_own = site.storage not in (kinds.CELL, kinds.GLOBAL)
        shared, is_global = site.storage == kinds.CELL, site.storage == kinds.GLOBAL

        def note(frame: Frame) -> None:
            if shared:
                writers.bind_cell(frame, name, machine.position + 1)
            elif is_global:
                module = machine.names.module_of(frame, site)
                if module is not None:
                    module.marks[name] = machine.position + 1
            else:
                frame.marks[name] = machine.position + 1

        def store_around(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is None:
                return
            if frame.done == frame.node:
                statements.go_on(frame)
            owners[machine.position + 1] = frame.node
            replay(site, values, at)
            if is_global:
                note(frame)
            elif is_reference(cell := values[at + 1]):
                writers.cells[cell[0]] = machine.position + 1

        def store_typed(values: Sequence[Wire], at: int) -> None:
            replay(site, values, at)
            frame = stacks.top
            if frame is not None:
                owners[machine.position + 1] = frame.node
                note(frame)

        if site.is_typed:
            return store_typed
        if not scope:  # a generator expression binds a variable of the code around it
            return store_around

        def store(values: Sequence[Wire], at: int) -> None:
            frame = stacks.top
            if frame is None or frame.scope != scope:
                replay(site, values, at)
                return
            if frame.place != first or frame.block != block:
                statements.arrive(frame, block, places)
            if frame.late:
                reading.finish(frame)
            frame.done = frame.node
            value = values[at]
            if makes and is_reference(value):
                writers.lookup(value[0])  # whose fields are those that the statement under way passes
            if is_class and is_reference(value) and writers.kind_of(value[0]) == wire.CLASS:
                writers.classes.bound(name, value[0])
            same = augments and is_reference(value) and writers.entry(frame, kind, name)[0] == value
            if same and writers.kind_of(value[0]) != wire.INSTANCE:
                return
            if defers:
                writers.defer(frame, value, plan[first])
            if modules and reading.follows:
                reading.link(frame.node, writers.imported(modules, imported), label)
            is_defined = defines and is_reference(value) and is_definition(writers.lookup(value[0]))
            mark = machine.position + 1
            owners[mark] = 0 if is_defined else frame.node
            replay(site, values, at)
            if is_own:
                frame.marks[name] = mark
            else:
                note(frame)

        return store

    def _change(self, site: Site) -> Action:
        machine, stacks, writers = self._machine, self._stacks, self.writers
        reading, statements, replay = self._reading, self._statements, machine.action(site)
        places, scope, block = self._plans.places(site), site.scope, site.block
        method = site.names[0] if site.kind == kinds.METHOD and site.line else ""
        first = places[0] if places else -1

        def change(values: Sequence[Wire], at: int) -> None:
            frame, node = stacks.top, 0
            if frame is not None:
                if places and frame.scope == scope:
                    if frame.place != first and frame.place not in places:
                        statements.arrive(frame, block, places)
                elif not site.line and (frame.done == frame.node or not frame.plan[frame.place].code.changes):
                    statements.go_on(frame)
                if frame.late:
                    if method and method in frame.plan[frame.place].code.ran[frame.called :]:
                        reading.read_between(frame, method)
                    else:
                        reading.finish(frame)
                node = frame.node
            writers.owners[machine.position + 1] = node
            replay(site, values, at)

        return change


class Building:
    """Makes a pass a little at a time, so that it can be made while nothing else is to be done.

    Args:
        begin: gives one that has followed no event yet.
    """

    def __init__(self, begin: Callable[[], Flow]) -> None:
        self._begin = begin
        self._under_way: tuple[Flow, Iterator[int]] | None = None
        self._done: Flow | None = None

    @property
    def is_done(self) -> bool:
        """Whether the pass is complete."""
        return self._done is not None

    def finish(self, on_turn: Callable[[int], None]) -> Flow:
        """The pass, complete; `on_turn` is told what `go_on` gives."""
        collecting = gc.isenabled()
        gc.disable()  # the pass makes many tuples, none of them garbage
        try:
            for done in self.go_on():
                on_turn(done)
        finally:
            if collecting:
                gc.enable()
        assert self._done is not None
        return self._done

    def go_on(self) -> Iterator[int]:
        """Go on from where this was left; gives the number of events followed so far.

        One that is interrupted within a turn is begun anew: nobody knows what it had done.
        """
        while self._done is None:
            if self._under_way is None:
                flow = self._begin()
                self._under_way = flow, flow.run()
            (flow, turns), self._under_way = self._under_way, None
            done = next(turns, None)
            if done is None:
                self._done = flow
                return
            self._under_way = flow, turns
            yield done


def bound_names(trace: Visits) -> frozenset[str]:
    """The names that have a value in some frame of a run."""
    binding = (site.names for site in trace.log.sites if site.kind in _BINDING)
    return frozenset(trace.log.initial).union(*binding)


def _known(count: Wire) -> int | None:
    return count if type(count) is int else None
