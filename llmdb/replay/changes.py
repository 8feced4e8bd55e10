"""What became of a name: the steps at which it took another value, or its value was mutated, and all that wrote it.

A name may be an access path, too: `self.size`, `xs[0]`, `d['k']`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar, overload

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.python.operations import OPEN_TYPES
from llmdb.replay.access import AccessPath, Part, access_path
from llmdb.replay.frames import MISSING
from llmdb.replay.heap import is_reference, references, same_value
from llmdb.replay.index import INTERVAL
from llmdb.replay.log import changed_object
from llmdb.replay.model import HistoryEntry, Write
from llmdb.replay.text import to_value
from llmdb.types import BlockId, FrameId, LineNo, StepNo

if TYPE_CHECKING:
    from llmdb.events.decode import Wire
    from llmdb.events.model import Value
    from llmdb.replay.frames import Frame
    from llmdb.replay.heap import HeapObject
    from llmdb.replay.log import Logged
    from llmdb.replay.machine import Machine
    from llmdb.replay.trace import ExecutionTrace

_FEW = 5_000
"""Of a name that at most so many steps may have changed all values are counted, whichever are shown."""
ENTERING = (kinds.ENTER, kinds.GENERATOR)
OWN = (kinds.FAST, kinds.NAME)
_STORING = (kinds.STORE, kinds.DELETE)
BINDING = (*_STORING, *ENTERING)
_MANY = 2_000
"""Of a name that denotes or holds more objects than these any step that mutates something may change the value."""
_AT_ONCE = 512
"""Of how many steps it is found out at a time what they wrote: between, somebody is told how far it is."""


class Changes:
    """Finds the steps that bind a name or mutate what it denotes, and what it was after each.

    A value is told of at the step that changed it, be it one of a call that knew it by another name.
    """

    def __init__(self, trace: ExecutionTrace) -> None:
        self._trace = trace
        self._visits = trace.visits
        self._log = trace.visits.log
        self._index = trace.visits.index
        self._known: dict[str, Sequence[StepNo]] = {}
        self._known_together: dict[frozenset[str], Sequence[StepNo]] = {}
        self._hiding: dict[str, bool] = {}
        self._roots: dict[str, set[int] | None] = {}
        self._first: dict[int, StepNo] = {}
        self._parameters: dict[str, frozenset[str]] = {}
        self._lines: dict[tuple[str, str, BlockId], tuple[LineNo, ...]] = {}

    def history(
        self,
        name: str,
        scope: str | None = None,
        frame: FrameId | None = None,
        *,
        root: int = 0,
        first: StepNo = 1,
        last: StepNo | None = None,
    ) -> Found[HistoryEntry]:
        """The steps at which a name took another value or its value was mutated, through any alias.

        Args:
            name: a variable, or an access path.
            scope: only as this scope's frames see it.
            frame: only as this frame sees it.
            root: follow this object, whoever knows it by whatever name; see `root_of`. 0 for none.
            first, last: only of these steps and those between.
        """
        path, seen = _path(name), _Seen(scope, frame, root)
        known = self._may_change_of(root, path.parts) if root else self.may_change(name)
        end = len(known) if last is None else bisect_right(known, last)
        return Found(
            known[bisect_left(known, first) : end],
            lambda steps: self._entries(path, steps, seen),
            lambda steps: [change.step for change in self._taken(path, steps, seen, with_lines=False)],
        )

    def writes(
        self, name: str, scope: str | None = None, frame: FrameId | None = None, *, root: int = 0
    ) -> Found[Write]:
        """The events that wrote a name, be it with the value that it had, or mutated its value; as `history`."""
        path, seen = _path(name), _Seen(scope, frame, root)
        return Found(
            self._may_change_of(root, path.parts) if root else self.may_change(name),
            lambda steps: self._written(path, steps, seen),
        )

    def root_of(self, name: str, number: StepNo, frame: FrameId) -> int:
        """The object that an access path begins with for as long as a frame runs; 0 where that may be another one.

        That is a parameter which the function never binds anew: `self`.
        """
        path, machine = _path(name), self._visits.machine_at(self._trace.positions(number).stop)
        found = machine.find_frame(frame)
        if found is None or not path.parts or path.name not in found.arguments:
            return 0
        if self._log.tags_where(_STORING, path.name, found.scope):
            return 0
        value = found.arguments[path.name]
        return int(value[0]) if is_reference(value) else 0

    def scope_of(self, name: str, number: StepNo, frame: FrameId) -> str | None:
        """The scope whose variable a name is for a frame: its own, or the module's; None for none that it sees."""
        base, machine = _path(name).name, self._visits.machine_at(self._trace.positions(number).stop)
        found = machine.find_frame(frame)
        if found is None:
            return None
        module = machine.names.module_of(found)
        row = self._visits.scopes.get(found.scope)
        if base in found.names or base in found.cells or (row is not None and base in row.free):
            return found.scope
        if (
            module is not None
            and base in module.names
            and machine.names.shown_value(found, base) is not MISSING
        ):
            return module.scope
        return found.scope if self._log.tags_where(BINDING, base, found.scope) else None

    @cached_property
    def bound_names(self) -> frozenset[str]:
        """The names that the program binds somewhere, or finds bound as it begins."""
        sites = (site.names for site in self._log.sites if site.kind in BINDING)
        return frozenset(self._log.initial).union(*sites)

    def may_change(self, name: str) -> Sequence[StepNo]:
        """The steps that bind a name or mutate what it may denote, in order: `history` tells which changed it."""
        if name not in self._known:
            self._known[name] = array("I", self._candidates(_path(name)))
        return self._known[name]

    def may_change_one(self, names: frozenset[str]) -> Sequence[StepNo]:
        """The steps that may change one of some names, in order."""
        if names not in self._known_together:
            each = [self.may_change(name) for name in names]
            self._known_together[names] = (
                each[0] if len(each) == 1 else array("I", sorted(set().union(*each)))
            )
        return self._known_together[names]

    def may_change_of(self, root: int, name: str) -> Sequence[StepNo]:
        """The steps that may change what an access path denotes that begins with this object."""
        return self._may_change_of(root, _path(name).parts)

    def hides_changes(self, name: str) -> bool:
        """Whether what a name denotes, or something in it, may change in ways that the recorder does not see."""
        if name not in self._hiding:
            roots = self._ever_bound_to(name)
            self._hiding[name] = roots is not None and self._has_closed(roots)
        return self._hiding[name]

    def line_of(self, names: Iterable[str], number: StepNo, attributes: frozenset[str]) -> LineNo:
        """The last line of a step that wrote one of some names, or something in it; its first one where none did.

        Args:
            names: variables and access paths.
            number: the step.
            attributes: of the objects in these; lines that set one of them come before others.
        """
        paths = [_path(name) for name in names]
        scope, block = self._trace.scope_of(number), self._trace.block_of(number)
        lines = {line for path in paths for line in self._lines_writing(path, scope, block)}
        if len(lines) > 1:
            writes = [write for path in paths for write in self._written_in(path, number, _Seen())]
            setting = {f".{name} =" for name in attributes}
            lines = {write.line for write in writes if write.by in setting} or {
                write.line for write in writes
            }
        return max(lines, default=0) or self._first_line(number)

    def store_steps(self, name: str, scope: str | None = None) -> Sequence[StepNo]:
        """The steps that bind a name, in order; `scope` restricts them to one scope's code."""
        wanted = set(self._log.tags_where(BINDING, name, scope))
        enters = {number for number in wanted if self._log.sites[number].kind in ENTERING}
        begin = self._index.parts.begin
        stored = {bisect_right(begin, position) for position in self._log.positions(wanted - enters)}
        entered = {bisect_right(begin, position) + 1 for position in self._log.positions(enters)}
        return sorted(number for number in stored | entered if 1 <= number <= len(begin))

    def taking(self, name: str, steps: Sequence[StepNo]) -> Sequence[StepNo]:
        """Those of some steps at which `history` has a value, in order: twice where it has two."""
        return [change.step for change in self._taken(_path(name), steps, _Seen(), with_lines=False)]

    # --- which steps -----------------------------------------------------------------------------------------

    def _candidates(self, path: AccessPath) -> list[StepNo]:
        name = path.name
        stores = self.store_steps(name)
        if not path.parts and len(stores) <= _FEW and self._is_plain(name):
            return list(stores)
        roots = self._ever_bound_to(name)
        touched = None if roots is None else self._touching(roots, path.parts)
        if touched is not None:
            return sorted({*stores, *touched})
        first = stores[0] if stores and name not in self._log.initial else 0
        return sorted({*stores, *self._mutating[bisect_left(self._mutating, first) :]})

    @cached_property
    def _mutating(self) -> Sequence[StepNo]:
        """The steps that write into any object, be it what that holds."""
        changing = (number for number, site in enumerate(self._log.sites) if site.kind in kinds.CHANGING)
        begin = self._index.parts.begin
        written = {bisect_right(begin, position) for position in self._log.positions(changing)}
        return array("I", sorted(written.union(self._index.changing_parts)))

    def _may_change_of(self, root: int, parts: tuple[Part, ...]) -> Sequence[StepNo]:
        """The steps that may change a part of an object, from the first that tells of it."""
        first = self._first_step_with(root)
        if not first:
            return ()
        touched = self._touching({root}, parts)
        following = self._mutating if touched is None else touched
        return sorted({first, *(number for number in following if number > first)})

    def _ever_bound_to(self, name: str) -> set[int] | None:
        """The objects that something of this name was ever bound to; None for very many."""
        if name not in self._roots:
            self._roots[name] = self._find_roots(name)
        return self._roots[name]

    def _find_roots(self, name: str) -> set[int] | None:
        roots = set(references((self._log.initial.get(name),)))
        sites = self._log.sites
        for _, tag, values in self._log.events(self._log.tags_where(BINDING, name)):
            site = sites[tag]
            if site.kind == kinds.STORE:
                held = values
            elif site.kind in ENTERING:
                held = (values[site.names.index(name) + (site.kind == kinds.GENERATOR)],)
            else:
                continue
            if tuple in map(type, held):
                roots.update(references(held))
                if len(roots) > _MANY:
                    return None
        return roots

    def _touching(self, roots: set[int], parts: tuple[Part, ...]) -> set[StepNo] | None:
        """The steps with events that changed some objects, or what their parts ever held, at any depth.

        None where that are very many objects.
        """
        log, begin = self._log, self._index.parts.begin
        steps: set[StepNo] = set()
        waiting = [(root, 0) for root in roots]
        looked_at = set(waiting)
        while waiting:
            number, depth = waiting.pop()
            part = parts[depth] if depth < len(parts) else None
            born = log.birth(number)
            held = set() if born is None else set(references(_held(born, part)))
            given = set[int]()
            for position in log.mutations(number, log.total):
                event = log.event(position)
                if part is None or _concerns(event, part, born):
                    steps.add(bisect_right(begin, position))
                    held.update(_all_references(event.values))
                    given.update(self._emptied_into(event))
            following = {(other, min(depth + 1, len(parts))) for other in held if other != number}
            following |= {(other, depth) for other in given if other != number}
            following -= looked_at
            looked_at |= following
            waiting += following
            if len(looked_at) > _MANY:
                return None
        return steps

    def _emptied_into(self, event: Logged) -> Iterator[int]:
        """What a method, `+=` or a slice was given, which may have put its own items into the object."""
        site, values = event.site, event.values
        cuts = site.kind == kinds.SETITEM and type(values[1]) is tuple and values[1][0] == wire.SLICE
        if site.kind not in (kinds.METHOD, kinds.INPLACE) and not cuts:
            return
        for number in references(values[1:]):
            born = self._log.birth(number)
            yield from (number, *(born.children() if born is not None and born.kind == wire.TUPLES else ()))

    def _has_closed(self, roots: set[int]) -> bool:
        """Whether some objects, or what they ever held, have state that is not recorded."""
        log, waiting, looked_at = self._log, [*roots], set(roots)
        while waiting and len(looked_at) <= _MANY:
            number = waiting.pop()
            born = log.birth(number)
            if born is not None and born.kind == wire.OPAQUE and born.type not in OPEN_TYPES:
                return True
            held = set() if born is None else set(references(_held(born, None)))
            for position in log.mutations(number, log.total):
                held.update(_put_in(log.event(position).values))
            waiting += held - looked_at
            looked_at |= held
        return False

    def _first_step_with(self, root: int) -> StepNo:
        """The first step in which an event tells of an object; 0 for none."""
        if root not in self._first:
            position = self._log.first_event_with((root,))
            site = self._log.sites[self._log.tag(position)] if position >= 0 else None
            entering = site is not None and site.kind in ENTERING
            begun = bisect_right(self._index.parts.begin, position) + entering
            self._first[root] = min(max(1, begun), len(self._trace)) if position >= 0 else 0
        return self._first[root]

    def _is_plain(self, name: str) -> bool:
        """Whether all that a name is ever bound to is of the kind that does not change, in its own frames only."""
        sites = {tag: self._log.sites[tag] for tag in self._log.tags_where(BINDING, name)}
        if name in self._log.initial or not sites:
            return False
        if any(site.kind in ENTERING or site.storage not in OWN for site in sites.values()):
            return False
        given = self._log.positions(number for number, site in sites.items() if site.kind == kinds.STORE)
        return all(type(self._log.event(position).values[0]) is not tuple for position in given)

    # --- what changed it --------------------------------------------------------------------------------------

    def _entries(self, path: AccessPath, steps: Sequence[StepNo], seen: _Seen) -> Iterator[HistoryEntry]:
        """What a name was given, and then changed to, at those of some steps that did; they may change it, in order."""
        for number, line, value in self._taken(path, steps, seen):
            yield self.entry(number, line, to_value(value, self._visits.lookup))

    def entry(self, number: StepNo, line: LineNo, value: Value) -> HistoryEntry:
        """What is told of a value that something took in a step, at a line."""
        trace = self._trace
        return HistoryEntry(
            step=number,
            line=line,
            value=value,
            block=trace.block_of(number),
            occurrence=trace.occurrence(number),
            scope=trace.scope_of(number),
            frame=trace.frame_of(number),
        )

    def _taken(
        self, path: AccessPath, numbers: Sequence[StepNo], seen: _Seen, *, with_lines: bool = True
    ) -> Iterator[_Change]:
        """What steps were given under a name as their frame's parameter, and what they changed it to.

        The recording is gone through once. Each value is given while the machine is there.
        """
        parts, visits = self._index.parts, self._visits
        for number in numbers:
            begin, end = parts.begin[number - 1], parts.end[number - 1]
            given = self._given(path, number, seen)
            if given is not MISSING:
                yield _Change(number, self._first_line(number) if with_lines else 0, given)
            before = _NOTHING
            if path.parts:
                before = self._look(path, visits.machine_at(begin), number, seen)
            elif not visits.has_followed(begin, end):
                visits.machine_at(begin)
            line = self._line_of_change(path, number, seen) if with_lines else 0
            if path.parts:
                if end - begin > INTERVAL:  # what is gone over at once is not noted as mutated
                    for position in range(begin, end, INTERVAL):
                        visits.machine_at(position)
                value = self._part_changed_to(visits.machine_at(end), path, number, seen, before)
            else:
                value = self._changed_to(visits.machine_at(end), number, path.name, seen)
            if value is not MISSING:
                yield _Change(number, line, value)

    def _given(self, path: AccessPath, number: StepNo, seen: _Seen) -> Wire:
        """What a frame that a step begins was called with under a name; else MISSING."""
        trace = self._trace
        if (
            seen.root
            or (path.parts and seen == _Seen())
            or self._index.parts.earlier[number - 1]
            or trace.scope_of(number) not in self._having(path)
        ):
            return MISSING
        if trace.previous_in_frame(number) is not None:
            return MISSING
        machine = self._visits.machine_at(self._index.parts.begin[number - 1])
        frame = machine.find_frame(trace.frame_of(number))
        if frame is None or not seen.by(frame):
            return MISSING
        value = machine.names.shown_value(frame, path.name)
        return MISSING if value is MISSING else path.follow(value, machine)

    def _having(self, path: AccessPath) -> frozenset[str]:
        """The scopes that have a name as a parameter."""
        if path.name not in self._parameters:
            self._parameters[path.name] = frozenset(
                site.scope for site in self._log.sites if site.kind in ENTERING and path.name in site.names
            )
        return self._parameters[path.name]

    def _changed_to(self, machine: Machine[Frame], number: StepNo, name: str, seen: _Seen) -> Wire:
        """What a step changed a name's value to, as the innermost frame sees it that has the name; else MISSING."""
        own = machine.find_frame(self._trace.frame_of(number))
        if own is None:
            return MISSING
        long = self._index.long_parts.get(number)
        for frame in (own, *frames_below(machine, own)):
            value = machine.names.shown_value(frame, name) if seen.by(frame) else MISSING
            if value is MISSING:
                continue
            if frame is own:
                changed = (
                    name in long if long is not None else bool(machine.names.changed(frame, name, own=True))
                )
            else:
                changed = machine.names.has_mutated(own, frame, name, value)
            return value if changed else MISSING
        return MISSING

    def _look(self, path: AccessPath, machine: Machine[Frame], number: StepNo, seen: _Seen) -> _Looked:
        """What a path denotes now, for the innermost frame that has its name, or from the object that is followed."""
        if seen.root:
            return _Looked(0, (seen.root,), *path.resolve((seen.root,), machine))
        own = machine.find_frame(self._trace.frame_of(number))
        for frame in (own, *frames_below(machine, own)) if own is not None else ():
            base = machine.names.shown_value(frame, path.name) if seen.by(frame) else MISSING
            if base is not MISSING:
                return _Looked(frame.number, base, *path.resolve(base, machine))
        return _NOTHING

    def _part_changed_to(
        self, machine: Machine[Frame], path: AccessPath, number: StepNo, seen: _Seen, before: _Looked
    ) -> Wire:
        """What a step changed an attribute or item to; else MISSING."""
        now = self._look(path, machine, number, seen)
        if now.value is MISSING:
            return MISSING
        is_known = now.frame == before.frame and not (
            seen.root and number == self._first_step_with(seen.root)
        )
        if not is_known or not same_value(before.value, now.value):
            return now.value
        own = machine.find_frame(self._trace.frame_of(number))
        mutated = own.mutated if own is not None else None
        return now.value if mutated and machine.names.reaches(now.value, mutated, set()) else MISSING

    # --- what wrote it ----------------------------------------------------------------------------------------

    def _written(self, path: AccessPath, numbers: Sequence[StepNo], seen: _Seen) -> Iterator[Write]:
        """The events in some steps that wrote a name; the machine goes through the recording once."""
        for number in numbers:
            trace = self._trace
            given = self._given(path, number, seen)
            if seen.root and number == self._first_step_with(seen.root):
                given = self._look(
                    path, self._visits.machine_at(trace.positions(number).start), number, seen
                ).value
            if given is not MISSING:
                yield Write(
                    step=number,
                    line=self._first_line(number),
                    how="first seen" if seen.root else "argument",
                    by="",
                    value=to_value(given, self._visits.lookup),
                    scope=trace.scope_of(number),
                    frame=trace.frame_of(number),
                )
            yield from self._written_in(path, number, seen)

    def _written_in(self, path: AccessPath, number: StepNo, seen: _Seen) -> Iterator[Write]:
        log, visits = self._log, self._visits
        for position in self._writing(path, number, seen):
            event = log.event(position)
            before = self._look(path, visits.machine_at(position), number, seen)
            machine = visits.machine_at(position + 1)
            now = self._look(path, machine, number, seen)
            if event.site.kind == kinds.DELETE and now.frame != before.frame:
                now = _NOTHING  # a variable of that name of another frame
            is_binding = event.site.kind not in kinds.CHANGING
            if is_binding:
                wrote = self._binds(machine, path, event, number, before, now)
            else:
                wrote = _mutates(machine, path, event, before, now)
            if wrote:
                deleted = now.value is MISSING
                yield Write(
                    step=number,
                    line=event.site.line or self._first_line(number),
                    how="deletion" if deleted else "assignment" if is_binding else "mutation",
                    by=_changer(event) if event.site.is_typed or not is_binding else "",
                    value=None if deleted else to_value(now.value, machine.lookup),
                    scope=self._trace.scope_of(number),
                    frame=self._trace.frame_of(number),
                )

    def _writing(self, path: AccessPath, number: StepNo, seen: _Seen) -> list[int]:
        """The events of a step that may write a name: those that bind it, and those that change any object."""
        sites, log = self._log.sites, self._log
        return [
            position
            for position in self._trace.positions(number)
            if (site := sites[log.tag(position)]).kind in kinds.CHANGING
            or (not seen.root and site.kind in _STORING and site.names[:1] == (path.name,))
        ]

    def _binds(
        self,
        machine: Machine[Frame],
        path: AccessPath,
        event: Logged,
        number: StepNo,
        before: _Looked,
        now: _Looked,
    ) -> bool:
        """Whether an event that binds or unbinds this name does so for the frame as which it is looked at."""
        if before.value is MISSING and now.value is MISSING:
            return False
        own = self._trace.frame_of(number)
        if now.frame == own or before.frame == own or now.frame != before.frame:
            return True
        frame, running = machine.find_frame(now.frame), machine.find_frame(own)
        if frame is None or running is None:
            return False
        if event.site.storage == kinds.CELL:
            return frame.cells.get(path.name) == running.cells.get(path.name) is not None
        return (
            event.site.storage == kinds.GLOBAL
            and path.name not in frame.cells
            and machine.names.module_of(frame) is machine.names.module_of(running, event.site)
            and (frame is machine.names.module_of(frame) or path.name not in frame.names)
        )

    # --- lines ------------------------------------------------------------------------------------------------

    def _first_line(self, number: StepNo) -> LineNo:
        lines = self._trace.lines(number)
        return lines[0] if lines else self._trace.line_of(number) or 1

    def _line_of_change(self, path: AccessPath, number: StepNo, seen: _Seen) -> LineNo:
        """The line of the last event of a step that wrote a name."""
        lines = self._lines_writing(path, self._trace.scope_of(number), self._trace.block_of(number))
        if len(lines) > 1:
            sites, log = self._log.sites, self._log
            logged = {sites[log.tag(position)].line for position in self._writing(path, number, seen)}
            lines = tuple(logged)
        if len(lines) > 1:
            lines = tuple(write.line for write in self._written_in(path, number, seen))
        return lines[-1] if lines and lines[-1] else self._first_line(number)

    def _lines_writing(self, path: AccessPath, scope: str, block: BlockId) -> tuple[LineNo, ...]:
        """The lines of a block that may write a name."""
        asked = (path.name, scope, block)
        if asked not in self._lines:
            self._lines[asked] = tuple(
                {
                    site.line
                    for site in self._log.sites
                    if site.scope == scope
                    and site.block in (block, 0)
                    and (site.kind in kinds.CHANGING or (site.kind in _STORING and path.name in site.names))
                }
            )
        return self._lines[asked]


def _held(born: HeapObject, part: Part | None) -> Iterable[Wire]:
    """What an object held at first sight, of which one part may be meant."""
    if part is not None and part.kind == "attribute" and not born.field_names:
        return (born.attributes.get(part.key, MISSING),)
    return [(number,) for number in born.children()]


def _concerns(event: Logged, part: Part, born: HeapObject | None) -> bool:
    """Whether an event that changes an object may change this part of it."""
    site = event.site
    if site.kind in (kinds.SETATTR, kinds.DELATTR):
        return part.kind == "attribute" and site.names in ((), (part.key,))
    if site.kind == kinds.SETITEM and born is not None and born.kind == wire.DICT:
        return part.kind == "item" and bool(event.values[1] == part.key)
    return True


def _put_in(values: Iterable[Wire]) -> Iterator[int]:
    """The heap objects among the values of an event; of a snapshot's values some that may be none."""
    for value in values:
        is_snapshot = type(value) is tuple and len(value) == 7 and value[0] == wire.SNAPSHOT
        yield from _all_references(value[1:]) if is_snapshot else references((value,))


def _all_references(values: Iterable[Wire]) -> Iterator[int]:
    """The heap objects in wire values, snapshots and arguments included; one number alone may be taken for one."""
    for value in values:
        if type(value) is tuple:
            if len(value) == 1 and type(value[0]) is int:
                yield value[0]
            yield from _all_references(value)


class _Change(NamedTuple):
    """A value that a name was given or changed to, by a step, at a line."""

    step: StepNo
    line: LineNo
    value: Wire


class _Seen(NamedTuple):
    """As whom a name is looked at: all frames of a scope, one frame, an object, or, with none, whoever has the name."""

    scope: str | None = None
    frame: FrameId | None = None
    root: int = 0

    def by(self, frame: Frame) -> bool:
        """Whether a frame is one of these."""
        if self.frame is not None:
            return frame.number == self.frame
        return self.scope is None or frame.scope == self.scope


class _Looked(NamedTuple):
    """What a path denotes for a frame, 0 for none: the value it begins with, the object that holds it, and its own."""

    frame: FrameId
    base: Wire
    holder: int
    value: Wire


_NOTHING = _Looked(0, MISSING, 0, MISSING)


def _mutates(machine: Machine[Frame], path: AccessPath, event: Logged, before: _Looked, now: _Looked) -> bool:
    """Whether an event that changes an object writes what a path denotes, or changes what that holds."""
    number = changed_object(event)
    if number is None or now.base is MISSING:
        return False
    if path.parts:
        if before.value is MISSING and now.value is MISSING:
            return False
        if not same_value(before.value, now.value):
            return True
        if number == now.holder and _names(event, path):
            return True
    return now.value is not MISSING and machine.names.reaches(now.value, {number}, set())


def _names(event: Logged, path: AccessPath) -> bool:
    """Whether an event sets just the attribute or item with which a path ends."""
    part, site = path.parts[-1], event.site
    if site.kind == kinds.SETATTR:
        return part.kind == "attribute" and part.key == (site.names[0] if site.names else event.values[2])
    return site.kind == kinds.SETITEM and part.kind == "item" and same_value(event.values[1], part.key)


def _changer(event: Logged) -> str:
    """What changed an object: "append()", "[...] =", ".size =", "+=", "typed" by the user."""
    site, name = event.site, event.site.names[0] if event.site.names else ""
    if site.is_typed:
        return "typed"
    match site.kind:
        case kinds.SETITEM:
            return "[...] ="
        case kinds.DELITEM:
            return "del [...]"
        case kinds.SETATTR:
            return f".{name or event.values[2]} ="
        case kinds.DELATTR:
            return f"del .{name or event.values[1]}"
        case kinds.INPLACE:
            return name or "+="
        case kinds.METHOD:
            return f"{name}()"
    return "a call"


def _path(name: str) -> AccessPath:
    """The access path that a name is; names that are no Python, as of comprehensions, are themselves."""
    return access_path(name) or AccessPath(name)


def frames_below(machine: Machine[Frame], own: Frame) -> Iterable[Frame]:
    """The frames that are on the stack below one, the innermost first; then those of modules, whose variables stay."""
    stack = machine.stacks.stack_of(own)
    below = stack[: stack.index(own)] if stack else ()
    others = [frame for frame in machine.names.others.values() if frame is not own and frame not in below]
    return (*reversed(below), *others)


class _OfStep(Protocol):
    """Whatever is told of a step."""

    @property
    def step(self) -> StepNo: ...


_Entry = TypeVar("_Entry", bound=_OfStep)


class Found(Sequence[_Entry], Generic[_Entry]):
    """What became of a name, in order, found when it is asked for: a long run gives a name a million values.

    Where Ctrl-C ends the search, what was found until then is all that there is.

    Args:
        steps: those that may have done something to it, in order.
        find: gives what some of these did, in order.
        taking: gives those of some steps that did something, as often as they did, where that is quicker to know.
        at_once: of how many steps at a time it is found out, at most.

    Attributes:
        on_steps: told of how many steps it was found out so far what they did, and of how many it may be asked.
        looked_at: the first and the last step looked at, where Ctrl-C ended the search; None where nothing did.
    """

    def __init__(
        self,
        steps: Sequence[StepNo],
        find: Callable[[Sequence[StepNo]], Iterable[_Entry]],
        taking: Callable[[Sequence[StepNo]], Sequence[StepNo]] | None = None,
        at_once: int = _AT_ONCE,
    ) -> None:
        self._steps = steps
        self._find = find
        self._taking = taking or (lambda some: [entry.step for entry in self._entries(some)])
        self._at_once = at_once
        self._kept: dict[tuple[int, int], tuple[_Entry, ...]] = {}
        self.on_steps: Callable[[int, int], None] | None = None
        self.looked_at: tuple[StepNo, StepNo] | None = None
        self._before_stop: tuple[_Entry, ...] = ()
        self._done = 0

    @cached_property
    def _all(self) -> tuple[_Entry, ...]:
        if self.looked_at is None:
            try:
                return tuple(self._entries(self._steps))
            except KeyboardInterrupt:
                self._stop()
        return self._before_stop

    def _pieces(self, steps: Sequence[StepNo]) -> Iterator[Sequence[StepNo]]:
        first, count = 0, min(_AT_ONCE, self._at_once)
        while first < len(steps):
            yield steps[first : first + count]
            first, count = first + count, min(2 * count, self._at_once)

    def _entries(self, steps: Sequence[StepNo]) -> Iterator[_Entry]:
        for some in self._pieces(steps):
            asked = (some[0], some[-1])
            if asked not in self._kept:
                self._kept[asked] = tuple(self._find(some))
                self._done += len(some)
                if self.on_steps is not None:
                    self.on_steps(min(self._done, len(self._steps)), len(self._steps))
            yield from self._kept[asked]

    def _stop(self) -> None:
        """Ctrl-C: keep what was found in the longest stretch of steps that was looked at.

        Raises:
            KeyboardInterrupt: none was.
        """
        steps, first, end, best = self._steps, 0, 0, (0, 0)
        for one, other in sorted(self._kept):
            if (place := bisect_left(steps, one)) > end:
                first = place
            end = max(end, bisect_right(steps, other))
            best = max(best, (first, end), key=lambda stretch: stretch[1] - stretch[0])
        if best == (0, 0):
            raise KeyboardInterrupt
        self.looked_at = steps[best[0]], steps[best[1] - 1]
        by_step = dict[StepNo, list[_Entry]]()
        for entries in self._kept.values():
            for step in {entry.step for entry in entries}:
                by_step[step] = [entry for entry in entries if entry.step == step]
        kept = range(self.looked_at[0], self.looked_at[1] + 1)
        self._before_stop = tuple(
            entry for step in sorted(by_step) if step in kept for entry in by_step[step]
        )

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> _Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[_Entry]: ...
    def __getitem__(self, index: int | slice) -> _Entry | Sequence[_Entry]:
        return self._all[index]

    def __iter__(self) -> Iterator[_Entry]:
        return iter(self._all)

    def near(self, step: StepNo, most: int) -> Near[_Entry]:
        """The entries around a step: at least `most` before it and after it, if there are so many."""
        if self.looked_at is None:
            try:
                return self._near(step, most)
            except KeyboardInterrupt:
                self._stop()
        return Near(self._before_stop, 0, is_exact=False)

    def _near(self, step: StepNo, most: int) -> Near[_Entry]:
        if len(self._steps) <= _FEW:
            taken = self._taking(self._steps)
            entries, left = self._around(sorted(set(taken)), step, most)
            return Near(entries, len(taken) - len(entries), is_exact=True)
        entries, left = self._around(self._steps, step, most)
        return Near(entries, left, is_exact=not left)

    def _around(self, steps: Sequence[StepNo], step: StepNo, most: int) -> tuple[tuple[_Entry, ...], int]:
        """The entries around a step at some of these, and at how many of these it was not looked."""
        first = end = bisect_right(steps, step)
        before, after = list[_Entry](), list[_Entry]()
        count = most
        while first and len(before) < most:
            begin = max(0, first - count)
            before[:0] = self._entries(steps[begin:first])
            first, count = begin, 2 * count
        count = most
        while end < len(steps) and len(after) < most:
            after += self._entries(steps[end : end + count])
            end, count = min(end + count, len(steps)), 2 * count
        return (*before, *after), first + len(steps) - end


class Near(NamedTuple, Generic[_Entry]):
    """Entries around a step, and how many are left out: at most, if that `is_exact` does not hold."""

    entries: tuple[_Entry, ...]
    left: int
    is_exact: bool
