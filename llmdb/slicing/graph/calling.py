"""Calls, generators, exceptions and threads, while the events of a run are followed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.replay.heap import is_reference
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.frame import Entry, Frame
from llmdb.slicing.graph.plans import Plans
from llmdb.slicing.graph.stepping import Action, Stepping
from llmdb.slicing.syntax.uses import function_name
from llmdb.slicing.writers.callers import CLOSING, ENTERING, LEAVING
from llmdb.slicing.writers.gifts import SENT
from llmdb.types import BlockId


class Calling(Stepping):
    """Follows who calls, resumes and ends which frame, and what passes between them."""

    def __init__(
        self, trace: Visits, plans: Plans, controllers: Mapping[BlockId, frozenset[BlockId]]
    ) -> None:
        super().__init__(trace, plans, controllers)
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
                if caller.done == caller.node or not caller.plan[caller.place].code.calls:
                    self._call(caller)
                if caller.late:
                    self.read_between(caller, scope)
                node = caller.node
                self.top = frame = Frame(scope, node)
                running = self.running
                running += (frame,)
            given, values = frame.names, self.values
            for name in names:
                given[name] = (values[at], node)
                at += 1

        if not (extra or enters or leaves or shared or defaults):
            return enter_plainly

        def enter(at: int) -> None:
            caller, raised, context = self.top, 0, 0
            if caller is not None:
                context = self._leave_context(caller) if leaves else 0
                if not context:
                    self._call(caller)
                    if caller.late:
                        self.read_between(caller, scope)
            frame = self._push(scope)
            if caller is not None and enters:
                caller.contexts += ((caller.node, caller.plan[caller.place].code.inside),)
            elif caller is not None and leaves:
                frame.caller, raised = context or frame.caller, caller.raised
            values, node = self.values, frame.caller
            if extra:
                frame.key, frame.maker = values[at], self.made.pop(values[at], 0)
                node = frame.maker or node
            for place, name in enumerate(names, at + extra):
                value = values[place]
                if name in shared and is_reference(value) and self.kind_of(value[0]) == wire.CELL:
                    frame.cells = {**frame.cells, name: value[0]}
                    if name in kept and name in frame.names:
                        self.cells[value[0]] = frame.names[name]
                    continue
                writer = node
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
                self.made[self.values[at]] = frame.node

        return made

    def _default(self, site: Site) -> Action:
        """A function was made whose parameter has a default, which the statement under way has read."""
        places, block, definition = self.plans.places(site), site.block, site.names[0]

        def default(at: int) -> None:
            frame = self.top
            if frame is not None:
                if frame.scope == site.scope:
                    self._arrive(frame, block, places)
                self.defaults[definition, self.values[at]].append((self.values[at + 1], frame.node))

        return default

    def _made_with(self, made: Sequence[Entry], value: Wire) -> int:
        """The node that made a function with this default last; 0 for none, so that the value was passed."""
        return next((node for default, node in reversed(made) if default == value), 0)

    def _call(self, caller: Frame, throws: bool = False) -> None:
        """The statement that calls is under way in the caller, or the one that `throws` into a generator."""
        code = caller.plan[caller.place].code
        if caller.halted or code.is_told or (code.calls and caller.done != caller.node):
            return
        for place in range(caller.place + (caller.done == caller.node), len(caller.plan)):
            if caller.plan[place].code.calls:
                if not throws or caller.plan[place].code.throws:
                    self._advance(caller, place)
                return

    def _leave_context(self, frame: Frame) -> int:
        """The body of a `with` has ended, so that its `__exit__` is called: the node of that `with`, 0 for none."""
        self._leave(frame)
        while frame.contexts:
            *rest, (node, inside) = frame.contexts
            frame.contexts = tuple(rest)
            if frame.block in inside:
                return node
        return 0

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
            if is_class:
                self.classes.ran(scope.rpartition(".")[2], frame.names)
            running = self.running
            running.pop()
            self.top = caller = running[-1] if running else None
            giver = frame.node
            if own and caller is not None:
                self._hand_over(frame, own, caller)
            if not gives and returning and self.values[at] is not None:
                giver = max(frame.last.get(number, 0) for number in returning)
            if (
                caller is not None
                and giver
                and (gives or giver != frame.node)
                and (caller.halted or not leaves)
                and (receiver := self._receiver(frame, caller, yields) if frame.key else caller.node)
            ):
                self.link(receiver, giver, label)
                if makes and type(self.values[at]) is tuple:
                    self.read_contents(self.values[at], receiver, label)
            if has_caches:
                self._returned = giver, label
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
                self.give(frame, *self._kept[key])

        return cached

    def _receiver(self, frame: Frame, caller: Frame, yields: bool) -> int:
        """The statement that gets what a generator or a coroutine returns: what waits for it, or what made it if an
        event loop runs it."""
        if not caller.plan[caller.place].code.delegates:
            return 0 if yields else frame.maker
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
            if self.top is not None and gives:
                self.give(self.top, frame.node, label)

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
                    self.give(frame, self.top.node, label)
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
            The node that raised the exception: this frame's, one of a call that it made, or, where a `finally` lets
            the exception go on, that of its first arrival in this frame.
        """
        raising = self._raised_by()
        known = frame.exception[1] if frame.exception is not None and frame.exception[0] == exception else 0
        if frame.halted:
            return raising or known or frame.node
        places = [p for p, plan in enumerate(frame.plan) if plan.code.line == exception[2]]
        later = [place for place in places if place >= frame.place]
        if later:
            self._advance(frame, later[0])
        self.finish(frame)
        frame.halted, frame.ending = True, self._leave
        return raising or (known if not places else 0) or frame.node

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
        """The statement whose exception is on its way; 0 if none is, as after one that no code of the snippet met."""
        return self._raising if self._unwound == len(self.grown) else 0

    def _switch(self, site: Site) -> Action:
        def switch(at: int) -> None:
            self._thread = int(self.values[at])
            self.running = self._threads.setdefault(self._thread, [])
            self.top = self.running[-1] if self.running else None

        return switch


def _known(count: Wire) -> int | None:
    return count if type(count) is int else None
