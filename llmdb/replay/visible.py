"""The names that a frame sees, and those that the step under way changed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from llmdb.events import wire
from llmdb.events.decode import ScopeRow, Wire
from llmdb.events.sites import Site
from llmdb.program.files import is_module, module_of, variable_key
from llmdb.python.operations import TYPING_TYPES
from llmdb.replay.frames import MISSING, Frame
from llmdb.replay.heap import HeapObject, is_reference, references, same_value
from llmdb.replay.stacks import Stacks

_DEFINITIONS = frozenset({"function", "builtin_function_or_method", "module", "type"})


F = TypeVar("F", bound=Frame)


class VisibleNames(Generic[F]):
    """The state as the code of a frame sees it.

    Attributes:
        module: the frame of the main module's body, None before it begins.
        others: those of other modules that are recorded, by their names, once they have begun.
        returned: for each scope the last frame that has returned whose variables inner functions may still see.
    """

    def __init__(
        self,
        scopes: Mapping[str, ScopeRow],
        stacks: Stacks[F],
        lookup: Callable[[int], HeapObject | None],
    ) -> None:
        self._scopes = scopes
        self._stacks = stacks
        self._lookup = lookup
        self.module: F | None = None
        self.others: dict[str, F] = {}
        self.returned: dict[str, F] = {}

    def module_of(self, frame: F, site: Site | None = None) -> F | None:
        """The frame that holds the module variables which a frame sees, or which an event of a site in it binds."""
        if not self.others:
            return self.module
        name = site.names[1] if site is not None and len(site.names) > 1 and not site.is_typed else ""
        name = name or module_of(frame.scope)
        return self.others.get(name) if name else self.module

    def module_object(self, found: HeapObject) -> F | None:
        """The frame that holds the variables of a module that is recorded, too; None for any other object."""
        if not self.others or found.type != "module":
            return None
        return self.others.get(str(found.extra).removeprefix("<module '").partition("'")[0])

    def begins_again(self, frame: F) -> None:
        """A module's body begins, with the variables that it has left when it ran before."""
        name = module_of(frame.scope)
        if name in self.others:
            frame.take_names(self.others[name])
        self.others[name] = frame

    def restore(self, frames: Sequence[F]) -> None:
        """The frames of modules are among these, the latest first."""
        self.module = next((frame for frame in frames if frame.number == 1), None)
        self.others = {
            name: frame
            for frame in reversed(frames)
            if is_module(frame.scope) and (name := module_of(frame.scope))
        }

    def keep_returned(self, frame: F) -> None:
        """A frame is over; it is kept, if its variables may be seen by others that are not known by their cells."""
        row = self._scopes.get(frame.scope)
        knows_cells = row is None or not row.cells or frame.cells
        if frame is self.module or is_module(frame.scope) or ".<locals>." in frame.scope or not knows_cells:
            self.returned[frame.scope] = frame

    def owner(self, frame: F, name: str) -> F:
        """The frame that holds a cell variable, where cells are not known by identity."""
        row = self._scopes.get(frame.scope)
        if row is None or name not in row.free:
            return frame
        scope = frame.scope
        while ".<locals>." in scope:
            scope = scope.rpartition(".<locals>.")[0]
            running = (f for f in reversed(self._stacks.stack) if f.scope == scope)
            outer = next(running, None) or self.returned.get(scope)
            if outer is not None and name in outer.names:
                return outer
        return frame

    def bindings(self, frame: F) -> dict[str, Wire]:
        """Wire values of the names a frame sees: its own, its cells, then the module's that its code reads."""
        out = {n: v for n, v in frame.names.items() if n not in frame.cells}
        for name, cell in frame.cells.items():
            held = self._lookup(cell)
            if held is not None and held.data:
                out[name] = held.data[0]
        row = self._scopes.get(frame.scope)
        for name in row.free if row is not None else ():
            if name not in out and name not in frame.cells:
                owner = self.owner(frame, name)
                if owner is not frame and name in owner.names:
                    out[name] = owner.names[name]
        module = self.module_of(frame)
        if module is not None and module is not frame:
            shown = module.names if row is None else row.reads
            for name in shown:
                if name not in out and name in module.names:
                    out[name] = module.names[name]
        return out

    def shown(self, frame: F) -> dict[str, Wire]:
        """`bindings` without double-underscore names, modules, functions, classes and what annotations are made of."""
        return {
            n: v
            for n, v in self.bindings(frame).items()
            if not n.startswith("__") and n[:1] != "." and not self._is_definition(v)
        }

    def shown_value(self, frame: F, name: str) -> Wire:
        """What `shown` has under a name, found without the others; MISSING for nothing."""
        if name.startswith("__") or name[:1] == ".":
            return MISSING
        value = self.binding(frame, name)
        return MISSING if value is MISSING or self._is_definition(value) else value

    def binding(self, frame: F, name: str) -> Wire:
        """What `bindings` has under a name, found without the others; MISSING for nothing."""
        row, module = self._scopes.get(frame.scope), self.module_of(frame)
        if name in frame.cells:
            held = self._lookup(frame.cells[name])
            if held is not None and held.data:
                return held.data[0]
        elif name in frame.names:
            return frame.names[name]
        elif row is not None and name in row.free:
            owner = self.owner(frame, name)
            if owner is not frame and name in owner.names:
                return owner.names[name]
        if module is not None and module is not frame and (row is None or name in row.reads):
            return module.names.get(name, MISSING)
        return MISSING

    def changed(self, frame: F, only: str | None = None, own: bool = False) -> dict[str, Wire]:
        """Shown names that the visit under way bound to another value or mutated, with the value now.

        Args:
            only: the one name that is asked for; None for all.
            own: only what the frame's own code did since control came to it last.
        """
        stored, mutated = frame.stored, frame.mutated or set()
        if not own and frame.visit_stored:
            stored = {**stored, **frame.visit_stored}
        if not own and frame.visit_mutated:
            mutated = mutated | frame.visit_mutated
        if not stored and not mutated and (own or not frame.total):
            module = self.module_of(frame)
            if own or module is None or not (module.stored or module.visit_stored):
                return {}
        out: dict[str, Wire] = {}
        clean: set[int] = set()
        prefix = variable_key(frame.scope, "")
        if only is None:
            shown = self.shown(frame)
        else:
            shown = {} if (one := self.shown_value(frame, only)) is MISSING else {only: one}
        for name, value in shown.items():
            if name in stored and name not in frame.cells:
                if not self._equal(stored[name], value) or self.reaches(value, mutated, clean):
                    out[name] = value
            elif mutated and (
                (prefix + name in mutated and name not in frame.names)
                or frame.cells.get(name) in mutated
                or self.reaches(value, mutated, clean)
            ):
                out[name] = value
        return out

    def has_mutated(self, own: F, frame: F, name: str, value: Wire) -> bool:
        """Whether what `own` did since control came to it last changed what a name of another frame denotes."""
        mutated = own.mutated
        if not mutated:
            return False
        if (
            variable_key(frame.scope, name) in mutated
            and name in frame.names
            and frame is self.module_of(frame)
        ):
            return True
        return frame.cells.get(name) in mutated or self.reaches(value, mutated, set())

    def attribute(self, value: Wire, names: Sequence[str]) -> Wire:
        """What an object holds under an attribute, and that under the next; MISSING where one has none of its own."""
        for name in names:
            found = self._lookup(value[0]) if is_reference(value) else None
            if found is None or found.kind != wire.INSTANCE or name not in found.attributes:
                return MISSING
            value = found.attributes[name]
        return value

    def _is_definition(self, value: Wire) -> bool:
        if not is_reference(value):
            return False
        found = self._lookup(value[0])
        if found is None or found.kind == wire.CLASS:
            return found is not None
        return found.type in _DEFINITIONS or (found.kind == wire.OPAQUE and found.type in TYPING_TYPES)

    def _equal(self, old: Wire, new: Wire) -> bool:
        """Whether a binding stayed the same: the same object, or an equal immutable one of the same type."""
        if same_value(old, new):
            return True
        if not is_reference(old) or not is_reference(new):
            return False
        one, two = self._lookup(old[0]), self._lookup(new[0])
        if one is None or two is None or one.kind != two.kind or one.type != two.type:
            return False
        if one.kind not in (wire.TUPLES, wire.FROZENSET, wire.TEXT, wire.RECORD) or len(one.data) != len(
            two.data
        ):
            return False
        if one.kind == wire.FROZENSET:
            return bool(one.data == two.data)
        return all(map(self._equal, one.data, two.data))

    def reaches(self, value: Wire, mutated: set[int | str], clean: set[int]) -> bool:
        """Whether a value holds, at any depth, a mutated object; `clean` remembers those that do not."""
        todo, seen = list(references((value,))), set[int]()
        while todo:
            number = todo.pop()
            if number in mutated:
                return True
            if number in clean or number in seen:
                continue
            seen.add(number)
            found = self._lookup(number)
            if found is not None:
                todo.extend(found.children())
        clean |= seen
        return False
