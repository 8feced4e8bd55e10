"""The values of several names at once over the run: those that an expression reads."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from llmdb.events import sites as kinds
from llmdb.replay.changes import BINDING, ENTERING, OWN, frames_below
from llmdb.replay.frames import MISSING
from llmdb.replay.heap import is_reference
from llmdb.replay.held import ATOMS, held_or_value
from llmdb.replay.text import to_value
from llmdb.types import FrameId, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.events.decode import Wire
    from llmdb.events.model import Value
    from llmdb.replay.frames import Frame
    from llmdb.replay.machine import Machine
    from llmdb.replay.trace import ExecutionTrace

Owners: TypeAlias = tuple[object, ...]
"""What tells apart whose the variables are that some names mean, and of which objects their attributes are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBy:
    """As whom names are looked at: with none of these, by whoever has them all, the innermost call first.

    Attributes:
        scope: only the frames of this scope.
        frame: only this frame.
        objects: variables that are to denote one object, by its number: `self`.
    """

    scope: str | None = None
    frame: FrameId | None = None
    objects: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """A frame that has all of some names at a moment of the run.

    Attributes:
        position: the event before which the moment is.
        frame, scope, depth: which frame it is, its code, and how many frames are on the stack up to it.
        owners: whose the variables are.
        is_own: whether a variable is the frame's own, and new with it.
        called: what variables are called there that are followed under another name.
    """

    step: StepNo
    position: int
    frame: FrameId
    scope: str
    depth: int
    owners: Owners
    is_own: bool
    called: tuple[tuple[str, str], ...] = ()


class NamedValues:
    """Finds the frames that have all of some names, and the values there.

    Args:
        trace: the run.
        names: variables, and attributes of them: "self.size".
        also: further names that what is asked depends on, whoever has them.
        seen_by: as whom they are looked at.
    """

    def __init__(
        self, trace: ExecutionTrace, names: frozenset[str], also: frozenset[str], seen_by: SeenBy
    ) -> None:
        self._trace = trace
        self._names = sorted(names)
        self._bases = {name: name.partition(".")[0] for name in self._names}
        self._also = also
        self._seen_by = seen_by
        self._visits = trace.visits
        self._log = trace.visits.log

    @cached_property
    def steps(self) -> Sequence[StepNo]:
        """The steps that may change one of the values, in order; all where the record does not show what changes."""
        changes, objects = self._trace.changes, self._seen_by.objects
        names = frozenset(self._names) | self._also
        if any(changes.hides_changes(name.partition(".")[0]) for name in names):
            return range(1, len(self._trace) + 1)
        followed = {name for name in self._names if self._bases[name] in objects}
        if not followed:
            return changes.may_change_one(names)
        found = {step for name in names - followed for step in changes.may_change(name)}
        for name in followed:
            found.update(changes.may_change_of(objects[self._bases[name]], name))
        return array("I", sorted(found))

    # --- one moment ------------------------------------------------------------------------------------------

    def before(self, number: StepNo) -> Sight | None:
        """Who has the names as a step begins; None for nobody, or a call that begins with the step."""
        found = self._sight(number, self._trace.positions(number).start)
        begins = found is not None and found.is_own and found.frame == self._trace.frame_of(number)
        return None if begins and self._trace.previous_in_frame(number) is None else found

    def after(self, number: StepNo) -> Sight | None:
        """Who has them when it is over."""
        return self._sight(number, self._trace.positions(number).stop)

    def state(self, sight: Sight) -> Mapping[str, Value]:
        """The values of those of the names that have one."""
        return {name: to_value(value, self._visits.lookup) for name, value in self._recorded(sight)}

    def opened(self, sight: Sight) -> Mapping[str, object]:
        """The same as `RecordedState`, with containers that can be looked into until another moment is asked for."""
        return {name: held_or_value(value, self._visits.lookup) for name, value in self._recorded(sight)}

    def _recorded(self, sight: Sight) -> Iterator[tuple[str, Wire]]:
        machine = self._visits.machine_at(sight.position)
        frame = machine.find_frame(sight.frame)
        if frame is None:
            return
        called = dict(sight.called)
        for name in self._names:
            base = self._bases[name]
            held = self._held(machine, frame, called.get(base, base))
            value = machine.names.attribute(held, name.split(".")[1:])
            if value is not MISSING:
                yield name, value

    def _sight(self, number: StepNo, position: int) -> Sight | None:
        machine = self._visits.machine_at(position)
        own = machine.find_frame(self._trace.frame_of(number))
        stack = machine.stacks.stack_of(own)
        if own is None or not stack:
            return None
        if self._has_all(own):  # the usual case, told at once
            return Sight(
                step=number,
                position=position,
                frame=own.number,
                scope=own.scope,
                depth=stack.index(own) + 1,
                owners=(("frame", own.number),) * len(self._names),
                is_own=True,
            )
        frames = (own, *frames_below(machine, own))
        objects = self._seen_by.objects
        for other in (False, True) if objects else (False,):
            for frame in frames:
                if (called := self._calls(machine, frame, other)) is not None:
                    return Sight(
                        step=number,
                        position=position,
                        frame=frame.number,
                        scope=frame.scope,
                        depth=stack.index(frame) + 1 if frame in stack else 0,
                        owners=tuple(self._owner(machine, frame, name) for name in self._names),
                        is_own=any(self._is_own(machine, frame, name) for name in self._names),
                        called=called,
                    )
        return None

    def _has_all(self, frame: Frame) -> bool:
        """Whether all names are variables of a frame's own, and are looked at as those."""
        seen_by = self._seen_by
        return (
            not seen_by.objects
            and seen_by.frame in (None, frame.number)
            and seen_by.scope in (None, frame.scope)
            and all(name in frame.names and name not in frame.cells for name in self._names)
        )

    def _calls(
        self, machine: Machine[Frame], frame: Frame, other: bool
    ) -> tuple[tuple[str, str], ...] | None:
        """What a frame calls the variables, if it has them all: by `other` names, too, what is one object."""
        seen_by = self._seen_by
        if seen_by.frame is not None and frame.number != seen_by.frame:
            return None
        bases = sorted(set(self._bases.values()))
        if seen_by.scope is not None and frame.scope != seen_by.scope:
            module = machine.names.module_of(frame)
            of_module = module is not None and module.scope == seen_by.scope
            if not of_module or any(self._is_bound_in(frame, base) for base in bases):
                return None
        called = []
        for base in bases:
            wanted = (seen_by.objects[base],) if base in seen_by.objects else None
            held = self._held(machine, frame, base)
            if held is MISSING and wanted is None:
                return None
            if wanted is None or held == wanted:
                continue
            named = machine.names.bindings(frame).items() if other else ()
            name = next((name for name, value in named if value == wanted and name.isidentifier()), None)
            if name is None:
                return None
            called.append((base, name))
        return tuple(called)

    def _held(self, machine: Machine[Frame], frame: Frame, base: str) -> Wire:
        """What a variable is for code in a frame; MISSING for nothing."""
        value, module = machine.names.binding(frame, base), machine.names.module_of(frame)
        if value is MISSING and module is not None and not self._is_bound_in(frame, base):
            return module.names.get(base, MISSING)
        return value

    def _is_bound_in(self, frame: Frame, base: str) -> bool:
        """Whether a variable is one of the frame's, or of a function around it, if it has a value or not."""
        row = self._visits.scopes.get(frame.scope)
        if row is None:
            return base in frame.names or base in frame.cells
        return base in row.locals or base in row.cells or base in row.free

    def _owner(self, machine: Machine[Frame], frame: Frame, name: str) -> object:
        """What tells a variable apart from others of its name, and what an attribute is of."""
        base = self._bases[name]
        if base in self._seen_by.objects:
            return "object", self._seen_by.objects[base]
        if name != base and is_reference(of := self._held(machine, frame, base)):
            return "object", of[0]
        if base in frame.cells:
            return "cell", frame.cells[base]
        row = self._visits.scopes.get(frame.scope)
        module = machine.names.module_of(frame)
        if base in frame.names or module is None or (row is not None and base in row.free):
            return "frame", frame.number
        return "frame", module.number

    def _is_own(self, machine: Machine[Frame], frame: Frame, name: str) -> bool:
        """Whether a variable is new with the frame; an attribute of an object is not."""
        base, row = self._bases[name], self._visits.scopes.get(frame.scope)
        if base in self._seen_by.objects or (name != base and is_reference(self._held(machine, frame, base))):
            return False
        return base in frame.names or (base in frame.cells and (row is None or base not in row.free))

    # --- variables that only hold what does not change ---------------------------------------------------------

    def stored(self) -> Iterator[tuple[StepNo, Owners, Mapping[str, object]]] | None:
        """The values after each step that gives one of them, from the events that bind the names alone.

        None unless these are variables of one scope, only ever bound to values that do not change themselves: numbers
        and short texts are given as they are, others as `Value`.
        """
        sites = self._stored_sites()
        return None if sites is None else self._stored(sites, frozenset(self._names))

    def stored_before(self, scopes: Collection[str]) -> StoredBefore | None:
        """The same as they are in a frame of some scopes before an event; None as for `stored`."""
        sites = self._stored_sites()
        if sites is None or {self._log.sites[tag].scope for tag in sites} != {*scopes}:
            return None
        return StoredBefore(self._trace, sites, frozenset(self._names))

    def _stored_sites(self) -> frozenset[int] | None:
        wanted = frozenset(self._names)
        sites = {n: s for n, s in enumerate(self._log.sites) if s.kind in BINDING and wanted & set(s.names)}
        scopes = {frozenset(s.scope for s in sites.values() if name in s.names) for name in wanted}
        own = all(site.kind in ENTERING or site.storage in OWN for site in sites.values())
        parts = any("." in name for name in wanted)
        if parts or self._also or not own or len(scopes) != 1 or wanted & self._log.initial.keys():
            return None
        for _, _, values in self._log.events(sites):
            for value in values:
                if type(value) is tuple and len(value) == 1:
                    return None
        return frozenset(sites)

    def _stored(
        self, sites: frozenset[int], wanted: frozenset[str]
    ) -> Iterator[tuple[StepNo, Owners, Mapping[str, object]]]:
        states: dict[FrameId, dict[str, object]] = {}
        log, trace, index = self._log, self._trace, self._visits.index
        visits, frames, begin = index.parts.visit, index.steps.frame, index.parts.begin
        bound = {tag: log.sites[tag].names for tag in sites}
        entering = {tag for tag in sites if log.sites[tag].kind in ENTERING}
        deleting = {tag for tag in sites if log.sites[tag].kind == kinds.DELETE}
        skipped = {tag for tag in sites if log.sites[tag].kind == kinds.GENERATOR}
        lookup, count = self._visits.lookup, len(wanted)
        changed, number, following = 0, 0, 0
        frame: FrameId = 0
        held: dict[str, object] = {}
        for position, tag, values in log.events(sites):
            enters = tag in entering
            if position >= following or enters:
                number = min(bisect_right(begin, position, max(0, number - 1)) + enters, len(trace))
                following = begin[number] if number < len(begin) else log.total
            if number != changed:
                if changed and len(held) == count:
                    yield changed, (frame,), held
                changed, frame = number, frames[visits[number - 1] - 1]
                if frame not in states:
                    states[frame] = {}
                held = states[frame]
            if tag in deleting:
                held.pop(bound[tag][0], None)
            for name, value in zip(bound[tag], values[1:] if tag in skipped else values, strict=False):
                if name in wanted:
                    held[name] = value if type(value) in ATOMS else to_value(value, lookup)
        if changed and len(held) == count:
            yield changed, (frame,), held


class StoredBefore:
    """Variables that only hold what does not change, before one event after the other of the run.

    Args:
        trace: the run.
        sites: what binds or deletes them.
        names: theirs.
    """

    def __init__(self, trace: ExecutionTrace, sites: frozenset[int], names: frozenset[str]) -> None:
        self._log, index = trace.visits.log, trace.visits.index
        self._visits, self._frames, self._begin = index.parts.visit, index.steps.frame, index.parts.begin
        self._lookup, self._count, self._names = trace.visits.lookup, len(trace), names
        kinds_of = {tag: self._log.sites[tag].kind for tag in sites}
        self._entering = {tag for tag, kind in kinds_of.items() if kind in ENTERING}
        self._deleting = {tag for tag, kind in kinds_of.items() if kind == kinds.DELETE}
        self._skipped = {tag for tag, kind in kinds_of.items() if kind == kinds.GENERATOR}
        self._states: dict[FrameId, dict[str, object]] = {}
        self._events = self._log.events(sites)
        self._next = next(self._events, None)
        self._number = 0

    def at(self, position: int, frame: FrameId) -> Mapping[str, object] | None:
        """The values in a frame before an event, not before the one asked last; None where one of them has none."""
        while self._next is not None and self._next[0] < position:
            self._bind(*self._next)
            self._next = next(self._events, None)
        state = self._states.get(frame)
        return state if state is not None and len(state) == len(self._names) else None

    def _bind(self, position: int, tag: int, values: Sequence[Wire]) -> None:
        number = bisect_right(self._begin, position, max(0, self._number - 1)) + (tag in self._entering)
        self._number = min(number, self._count)
        held = self._states.setdefault(self._frames[self._visits[self._number - 1] - 1], {})
        names = self._log.sites[tag].names
        if tag in self._deleting:
            held.pop(names[0], None)
        for name, value in zip(names, values[1:] if tag in self._skipped else values, strict=False):
            if name in self._names:
                held[name] = value if type(value) in ATOMS else to_value(value, self._lookup)
