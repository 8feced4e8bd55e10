"""One pass over a recording that makes its dependency graph: what each statement read, and who had written it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from itertools import accumulate, chain, count, islice
from typing import NamedTuple

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.replay.heap import is_reference
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.contents import Classes, Deferred, Histories, is_definition
from llmdb.slicing.graph.frame import Entry, Frame, Reader, Start
from llmdb.slicing.graph.graph import CONTROL, Growing
from llmdb.slicing.graph.plans import Plans, StatementPlan
from llmdb.slicing.graph.reading import Reading
from llmdb.slicing.syntax.uses import function_name
from llmdb.types import BlockId

Action = Callable[[int], None]

AT_ONCE = 1_024
"""How many events are followed in one turn: a millisecond or two."""

_MOST_APART = 1 << 17
"""How far keyframes are apart at most, where each has much to keep."""

ENTERING = frozenset({"__enter__", "__aenter__"})
LEAVING = frozenset({"__exit__", "__aexit__"})
"""Methods that a `with` calls when its body has ended: the step under way is then one of the body."""

CLOSING = "GeneratorExit"
"""The exception with which a suspended generator is ended when nobody needs it any more."""

SENT = "(sent)"
"""What a value is called that a generator was sent."""

_BINDING = (kinds.STORE, kinds.ENTER, kinds.GENERATOR)


class Stepping(Reading):
    """Begins and ends the statements of the steps; each one that begins is a node, and reads.

    Args:
        controllers: the blocks whose branches decide about each block.
    """

    def __init__(
        self,
        trace: Visits,
        plans: Plans,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        grown: Growing,
        reads: bool,
    ) -> None:
        super().__init__(trace, grown, plans.ancestries, reads)
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
        block, scope, plan = site.block, site.scope, self.plans.of_block(site.block)
        first, *later = (self._beginning(block, place) for place in range(len(plan)))
        self._starts[block] = tuple(later)
        deciding, iterates = tuple(self._controllers.get(block, ())), plan[0].iterates
        begin_step = self.grown.begin_step

        def begin(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                frame = self._heal(scope)
            raised = 0
            if frame.ending is not None:
                frame.ending(frame)
                raised, frame.raised, frame.halted = frame.raised, 0, False
            control, last = self.owners[raised], frame.last
            if not control:
                for number in deciding:
                    if number in last and last[number] > control:
                        control = last[number]
            if iterates:
                frame.before = frame.block
            frame.step, frame.control = begin_step(), control or frame.caller
            frame.block, frame.plan = block, plan
            first(frame)

        return begin

    def _beginning(self, block: BlockId, place: int) -> Start:
        """What a statement does as it begins: it becomes a node, is let run by the block's condition, and reads."""
        plans = self.plans.of_block(block)
        plan = plans[place]
        late, has_more = tuple(map(self.reader, plan.late)), place < len(plans) - 1
        readers = [self.plain_reader(*plain) for plain in plan.plain]
        more = self._more(plan, block)
        if more is None:
            readers += map(self.reader, plan.early)
        early = tuple(readers) if self.reads else ()
        ending = self._leave if late or plan.over or has_more else self.touching(plan)
        is_kept, add, tie = block in self._branching, self.grown.add, self.grown.tie

        following = self.grown.following if place and self.reads else None

        def begin(frame: Frame) -> None:
            node = add(frame.step, place, self.mark)
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
        if plan.iterates:
            return self.iterating(plan, block)
        if plan.subject is None or not self.reads:
            return None
        (statement, label), early = plan.subject, tuple(map(self.reader, plan.early))

        def more(frame: Frame) -> None:
            self.grown.tie(frame.node, frame.last.get(statement, 0), label)
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
        for place in range(frame.place + 1, len(frame.plan)):
            if frame.plan[place].code.changes and not frame.plan[place].is_told:
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


class Calling(Stepping):
    """Follows who calls, resumes and ends which frame, and what passes between them."""

    def __init__(
        self,
        trace: Visits,
        plans: Plans,
        controllers: Mapping[BlockId, frozenset[BlockId]],
        grown: Growing,
        reads: bool,
    ) -> None:
        super().__init__(trace, plans, controllers, grown, reads)
        self._suspended: dict[int, Frame] = {}
        self._returned = 0, 0
        caches = [n for n, site in enumerate(self.sites) if site.kind == kinds.KEPT]
        self._has_caches = any(True for _ in self._log.backward(caches, self._log.total))
        self._kept: dict[tuple[Wire, ...], tuple[int, int]] = {}
        self._raising = 0
        self._unwound = 0

    def _enter(self, site: Site) -> Action:
        names, scope = site.names, site.scope
        extra, called = int(site.kind == kinds.GENERATOR), scope.rpartition(".")[2]
        row = self.scopes.get(scope)
        shared = frozenset(row.cells + row.free) if row is not None else frozenset()
        kept = frozenset(row.cells) if row is not None else frozenset()
        definition = f"{scope}:{site.line}"
        defaults = self.plans.defaults.get(definition, {})
        enters, leaves = called in ENTERING, called in LEAVING

        def passes(caller: Frame, index: int, name: str) -> bool:
            return caller.plan[caller.place].code.passes(
                scope,
                index,
                name,
                lambda callee: function_name(self.named(caller, callee)),
                lambda node: _known(self.length(self.plans.getter(node, caller.scope)(self, caller))),
            )

        def enter_plainly(at: int) -> None:
            caller = self.top
            if caller is None:
                frame, node = self._push(scope), 0
            else:
                if caller.plan[caller.place].caller:
                    self._call(caller)
                if caller.late:
                    self.read_between(caller, scope)
                node = caller.node
                self.top = frame = Frame(scope, node)
                running = self.running
                running += (frame,)
            given, values, mark = frame.names, self.values, self.mark
            self.owners[mark] = node
            for name in names:
                given[name] = (values[at], mark)
                at += 1

        if not (extra or enters or leaves or shared or defaults):
            return enter_plainly

        def enter(at: int) -> None:
            caller, raised, context, entered = self.top, 0, 0, 0
            if caller is not None:
                context, entered = self._leave_context(caller) if leaves else (0, 0)
                if not context:
                    self._call(caller)
                    if caller.late:
                        self.read_between(caller, scope)
            frame = self._push(scope)
            if caller is not None and enters:
                caller.contexts += ((caller.node, caller.plan[caller.place].code.inside, self.mark),)
            elif caller is not None and leaves:
                frame.caller, raised = context or frame.caller, caller.raised
            self.owners[self.mark] = frame.caller
            values, mark = self.values, entered or self.mark
            if extra:
                frame.key, frame.maker = values[at], self.made.pop(values[at], 0)
                mark = frame.maker or mark
            for place, name in enumerate(names, at + extra):
                value = values[place]
                if name in shared and is_reference(value) and self.kind_of(value[0]) == wire.CELL:
                    frame.cells = {**frame.cells, name: value[0]}
                    if name in kept and name in frame.names:
                        self.cells[value[0]] = frame.names[name]
                    continue
                writer = mark
                if context and place > at + extra:  # None is given where no exception is
                    writer = raised if value is not None else 0
                if name in defaults and caller is not None:
                    made = self._made_with(self.defaults[definition, name], value)
                    if made and not passes(caller, defaults[name], name):
                        writer = made
                frame.names[name] = (value, writer)

        return enter

    def _made(self, site: Site) -> Action:
        """A call of the statement under way gave a generator that runs later, as what it was made with."""
        places, block, name = self.plans.places(site), site.block, site.names[0]

        def made(at: int) -> None:
            frame = self.top
            if frame is not None:
                if frame.scope == site.scope:
                    self._arrive(frame, block, places)
                if frame.late:
                    self.read_between(frame, name)
                self.owners[self.mark] = frame.node
                self.made[self.values[at]] = self.mark

        return made

    def _default(self, site: Site) -> Action:
        """A function was made whose parameter has a default, which the statement under way has read."""
        places, block, definition = self.plans.places(site), site.block, site.names[0]

        def default(at: int) -> None:
            frame = self.top
            if frame is not None:
                if frame.scope == site.scope:
                    self._arrive(frame, block, places)
                self.owners[self.mark] = frame.node
                self.defaults[definition, self.values[at]].append((self.values[at + 1], self.mark))

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
            self._advance(caller, place)

    def _leave_context(self, frame: Frame) -> tuple[int, int]:
        """The body of a `with` has ended, so that its `__exit__` is called: the node of that `with`, 0 for none.

        With it comes the mark of its `__enter__`.
        """
        self._leave(frame)
        while frame.contexts:
            *rest, (node, inside, mark) = frame.contexts
            frame.contexts = tuple(rest)
            if frame.block in inside:
                return node, mark
        return 0, 0

    def _return(self, site: Site) -> Action:
        places, block, scope = self.plans.places(site), site.block, site.scope
        gives = any(self.plans.of_block(block)[place].code.returns for place in places)
        name = scope.rpartition(".")[2]
        label, leaves = self.plans.label(name + "()"), name in LEAVING
        is_class, yields = scope in self.plans.class_scopes, scope in self.plans.generators
        returning, has_caches = self.plans.returning(scope), self._has_caches
        own = self._own_name(scope) if name == "__init__" else ""
        makes = gives and any(self.plans.of_block(block)[place].code.calls for place in places)
        first = places[0] if places else 0
        plan = self.plans.of_block(block)
        deferring = next((plan[place] for place in places if plan[place].walked), None)

        def leave(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            if gives:
                if frame.place != first or frame.block != block:
                    self._arrive(frame, block, places)
                if frame.ending is not None:
                    self.finish(frame)
            else:
                self._leave(frame)
            if gives and deferring is not None:
                self.defer(frame, self.values[at], deferring)
            if is_class:
                self.classes.ran(scope.rpartition(".")[2], frame.names)
            running = self.running
            running.pop()
            self.top = caller = running[-1] if running else None
            giver = frame.node
            if own and caller is not None and self.reads:
                self._hand_over(frame, own, caller)
            if not gives and returning and self.values[at] is not None:
                giver = max(frame.last.get(number, 0) for number in returning)
            self.owners[self.mark] = giver
            if (
                caller is not None
                and giver
                and (gives or giver != frame.node)
                and (caller.halted or not leaves)
                and (receiver := self._receiver(frame, caller, yields) if frame.key else caller.node)
            ):
                self.give(receiver, self.mark, label)
                if self.reads and makes and type(self.values[at]) is tuple:
                    self.read_contents(self.values[at], receiver, label)
            if has_caches:
                self._returned = self.mark, label
            if frame.key:
                self._suspended.pop(frame.key, None)

        return leave

    def _cached(self, site: Site) -> Action:
        """The call of a cache is over: the value is what the last call returned, or one with the same arguments."""

        def cached(at: int) -> None:
            frame, (is_kept, *call) = self.top, self.values[at : at + 3]
            if frame is None:
                return
            key = (call[0], *self._written_out(call[1]))
            if not is_kept:
                self._kept[key] = self._returned
            elif key in self._kept:
                if frame.done == frame.node or not frame.plan[frame.place].code.changes:
                    self._go_on(frame)
                self.give(frame.node, *self._kept[key])

        return cached

    def _receiver(self, frame: Frame, caller: Frame, yields: bool) -> int:
        """The statement that gets what a generator or a coroutine returns: what waits for it, or what made it if an
        event loop runs it."""
        if not caller.plan[caller.place].code.delegates:
            return 0 if yields else self.owners[frame.maker]
        return caller.node

    def _own_name(self, scope: str) -> str:
        """How an object is called in a method of its class."""
        entries = (s for s in self.sites if s.kind == kinds.ENTER and s.scope == scope and "." in scope)
        return next((site.names[0] for site in entries if site.names), "")

    def _hand_over(self, frame: Frame, own: str, caller: Frame) -> None:
        """An `__init__` is over: its caller may take attributes of the object before it has a name."""
        drawing = caller.plan[caller.place].code
        for use in drawing.draws(self.named(frame, own), own) if drawing.drawn else ():
            self.reader(self.plans.read(use, frame.scope))(frame, caller.node)

    def _yield(self, site: Site) -> Action:
        places, block, scope = self.plans.places(site), site.block, site.scope
        label = self.plans.label(scope.rpartition(".")[2] + "()")
        gives = not places or any(self.plans.of_block(block)[place].code.yields for place in places)

        def suspend(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            self._arrive(frame, block, places)
            self._pop()
            self._suspended[frame.key] = frame
            self.owners[self.mark] = frame.node
            if self.top is not None and gives:
                self.give(self.top.node, self.mark, label)

        return suspend

    def _resume(self, site: Site) -> Action:
        label, thrown = self.plans.label(SENT), bool(site.names)

        def resume(at: int) -> None:
            frame = self._suspended.pop(self.values[at], None)
            if frame is None:
                return
            if self.top is not None:
                self._call(self.top, thrown)
                if self.top.late:
                    self.read_between(self.top, "")
                if (
                    not thrown
                    and frame.plan[frame.place].code.receives
                    and not self._nothing_sent(frame, at + 1)
                ):
                    self.owners[self.mark] = self.top.node
                    self.give(frame.node, self.mark, label)
            frame.passing = self._raised_by()
            self.running.append(frame)
            self.top = frame

        return resume

    def _nothing_sent(self, frame: Frame, at: int) -> bool:
        """Whether a `yield` whose value is bound next gives None."""
        return bool(frame.plan[frame.place].code.binds) and at < len(self.values) and self.values[at] is None

    # --- exceptions and threads ------------------------------------------------------------------------------

    def _halt(self, frame: Frame, exception: tuple[Wire, ...]) -> int:
        """The statement of an exception's line raised: what follows it in the block did not run.

        Returns:
            The mark of what raised the exception: this event's, one's of a call that it made, or, where a `finally`
            lets the exception go on, that of its first arrival in this frame.
        """
        raising = self._raised_by()
        known = frame.exception[1] if frame.exception is not None and frame.exception[0] == exception else 0
        if frame.halted:
            self.owners[self.mark] = frame.node
            return raising or known or self.mark
        places = [p for p, plan in enumerate(frame.plan) if plan.code.line == exception[2]]
        later = [place for place in places if place >= frame.place]
        if later:
            self._advance(frame, later[0])
        self.finish(frame)
        frame.halted, frame.ending = True, self._leave
        self.owners[self.mark] = frame.node
        return raising or (known if not places else 0) or self.mark

    def _unwind(self, site: Site) -> Action:
        def unwind(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != site.scope:
                return
            raising = self._halt(frame, tuple(self.values[at : at + 3]))
            self._raising = frame.passing if self.values[at] == CLOSING else raising
            self._unwound = len(self.grown)
            self._pop()

        return unwind

    def _raised(self, site: Site) -> Action:
        def raised(at: int) -> None:
            if any(frame.scope == site.scope for frame in self.running):
                while self.running[-1].scope != site.scope:
                    self._pop()
            frame = self.top
            if frame is not None:
                exception = tuple(self.values[at : at + 3])
                frame.raised, frame.ending = self._halt(frame, exception), self._leave
                frame.exception = exception, frame.raised
            self._raising = 0

        return raised

    def _raised_by(self) -> int:
        """The mark of the exception that is on its way; 0 if none is, as after one that no code of the snippet met."""
        return self._raising if self._unwound == len(self.grown) else 0

    def _switch(self, site: Site) -> Action:
        def switch(at: int) -> None:
            self._thread = int(self.values[at])
            self.running = self._threads.setdefault(self._thread, [])
            self.top = self.running[-1] if self.running else None

        return switch


class Keyframe(NamedTuple):
    """What a pass knows before an event; of objects, `Histories` tells."""

    position: int
    classes: Classes
    globals: dict[str, Entry]
    cells: dict[int, Entry]
    defaults: dict[tuple[str, str], deque[Entry]]
    made: dict[Wire, int]
    threads: dict[int, list[Frame]]
    suspended: dict[int, Frame]
    cached: dict[tuple[Wire, ...], tuple[int, int]]
    deferring: dict[int, tuple[Deferred, ...]]
    thread: int
    returned: tuple[int, int]
    raising: tuple[int, int]
    nodes: int
    steps: int


class Flow(Calling):
    """Follows the events with the writer of every name, cell and part of an object.

    Attributes:
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
    ) -> None:
        super().__init__(trace, plans, controllers, grown, reads)
        self.actions = [self._action(site) for site in self.sites]
        self.keyframes: list[Keyframe] = []
        self.histories = Histories()

    def run(self) -> Iterator[int]:
        """Follow all events, some in each turn; then `grown` is complete. Gives how many were followed so far."""
        actions, sizes, done, wait = self.actions, [site.values for site in self.sites], 0, 0
        for piece in self._log.pieces():
            self.values = piece.values
            self.news.update(piece.news)
            places = accumulate(map(sizes.__getitem__, piece.tags), initial=0)
            events = zip(map(actions.__getitem__, piece.tags), places, count(done + 1), strict=False)
            for first in range(0, len(piece.tags), AT_ONCE):
                yield done + first
                if done + first >= wait:
                    wait = done + first + self._keep(done + first)
                for action, at, self.mark in islice(events, AT_ONCE):
                    action(at)
            done += len(piece.tags)
            self.forget(piece.freed)
        self.mark = done + 1
        for frame in self.running:
            self._leave(frame)

    # --- keyframes -------------------------------------------------------------------------------------------

    def _keep(self, position: int) -> int:
        """Make a keyframe; how far away the next should be, that it all does not cost more than the pass."""
        parts = self.contents.keep(self.histories, len(self.keyframes))
        self.keyframes.append(self.freeze(position))
        return min(max(AT_ONCE, self.size() + parts // 2), _MOST_APART)

    def size(self) -> int:
        """About how many events are followed in the time that a keyframe takes, the objects left out, times eight."""
        frames = sum(map(len, self._threads.values())) + len(self._suspended)
        tables: list[Sized] = [self.globals, self.cells, self.made, self._kept, self.contents.deferring]
        return 16 * frames + sum(map(len, tables))

    def freeze(self, position: int) -> Keyframe:
        """What is known before an event, the objects left out."""
        classes = Classes(self.plans.ancestries, self.lookup, self.contents)
        classes.copy_from(self.classes)
        copied = dict(self.globals)
        return Keyframe(
            position=position,
            classes=classes,
            globals=copied,
            cells=dict(self.cells),
            defaults={key: made.copy() for key, made in self.defaults.items()},
            made=dict(self.made),
            threads={t: [self._copied(f, copied) for f in stack] for t, stack in self._threads.items()},
            suspended={key: self._copied(frame, copied) for key, frame in self._suspended.items()},
            cached=dict(self._kept),
            deferring=dict(self.contents.deferring),
            thread=self._thread,
            returned=self._returned,
            raising=(self._raising, self._unwound),
            nodes=len(self.grown),
            steps=self.grown.begun(),
        )

    def frames(self) -> Iterator[Frame]:
        """All frames that may go on: those that run first, the innermost first."""
        for stack in (self.running, *self._threads.values()):
            yield from reversed(stack)
        yield from self._suspended.values()

    def _copied(self, frame: Frame, names: dict[str, Entry]) -> Frame:
        """A frame that goes on from another; that of the module with these names."""
        copy = frame.copy()
        if frame.names is self.globals:
            copy.names = names
        return copy

    def restore(self, keyframe: Keyframe) -> None:
        """Go on from a keyframe of a pass over the same run, with no object known."""
        self.mark = keyframe.position
        self.globals.clear()
        self.globals.update(keyframe.globals)
        self.classes.copy_from(keyframe.classes)
        self.cells, self.made = dict(keyframe.cells), dict(keyframe.made)
        self.defaults.clear()
        self.defaults.update((key, made.copy()) for key, made in keyframe.defaults.items())
        self._kept = dict(keyframe.cached)
        self._threads = {t: [self._thawed(f, keyframe) for f in s] for t, s in keyframe.threads.items()}
        self._suspended = {key: self._thawed(frame, keyframe) for key, frame in keyframe.suspended.items()}
        self._started, self._thread = bool(keyframe.steps or any(keyframe.threads.values())), keyframe.thread
        self.running = self._threads.setdefault(self._thread, [])
        self.top = self.running[-1] if self.running else None
        self._returned, (self._raising, self._unwound) = keyframe.returned, keyframe.raising
        self.contents.clear()
        self.contents.deferring = dict(keyframe.deferring)
        self.heap.clear()

    def _thawed(self, frame: Frame, keyframe: Keyframe) -> Frame:
        copy = frame.copy()
        if frame.names is keyframe.globals:
            copy.names = self.globals
        if copy.ending is not None:
            copy.ending = self._leave
        copy.late = copy.late and self._late_of(copy)
        return copy

    def _late_of(self, frame: Frame) -> tuple[Reader, ...]:
        return tuple(map(self.reader, frame.plan[frame.place].late))[-len(frame.late) :]

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
        defers = bool(places and plan[first].walked)
        kind = self.plans.kind(name, scope)
        owners = self.owners
        shared, held = site.storage == kinds.CELL, self.globals if site.storage == kinds.GLOBAL else None

        def store_plainly(at: int) -> None:
            frame = self.top
            if frame is None or frame.scope != scope:
                return
            if frame.place != first or frame.block != block:
                self._arrive(frame, block, places)
            if frame.late:
                self.finish(frame)
            frame.done = node = frame.node
            mark = self.mark
            owners[mark] = node
            frame.names[name] = (self.values[at], mark)

        if not (augments or defines or is_class or makes or defers or shared or held is not None):
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
            if defers:
                self.defer(frame, value, plan[first])
            is_defined = defines and is_reference(value) and is_definition(self.lookup(value[0]))
            owners[self.mark] = 0 if is_defined else frame.node
            if shared:
                self.set_cell(frame, name, (value, self.mark))
            else:
                names = frame.names if held is None else held
                names[name] = (value, self.mark)

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
            self.owners[self.mark] = node
            replay(site, at)

        return change


def bound_names(trace: Visits) -> frozenset[str]:
    """The names that have a value in some frame of a run."""
    binding = (site.names for site in trace.log.sites if site.kind in _BINDING)
    return frozenset(trace.log.initial).union(*binding)


def _nothing(at: int) -> None:
    """An event that neither reads nor writes."""


def _known(count: Wire) -> int | None:
    return count if type(count) is int else None
