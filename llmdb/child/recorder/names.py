"""Names that are bound without a store of the snippet's own: by code run from text, as items of a namespace, by `*`."""

import builtins
import sys
import types
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.objects import IdentityTable
from llmdb.child.recorder.scopes import modules_reaching_main
from llmdb.child.sources import RECORDED
from llmdb.child.weaving.harmless import all_names
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.sites import Site
from llmdb.python.special import BINDING

_MOST_NAMES = 10_000
"""Names that are told so: each takes a site of its own."""
_LONGEST = 200
_GONE = object()


class Space(NamedTuple):
    """A mapping that holds variables: that of the module, or that of a class whose body runs."""

    names: dict[str, Any]
    storage: str
    """As in a site; of another module that is recorded, with its name behind a blank."""


class Before(NamedTuple):
    """What the namespaces held before a call, and where the log was then."""

    spaces: tuple[tuple[Space, dict[str, Any]], ...]
    drained: int
    tags: int


class Namespaces:
    """Tells of names by sites that are made where they are needed, after that of the operation that binds them.

    Attributes:
        spaces: the mappings whose changes are told as names bound and deleted, by identity. Never replaced.
    """

    def __init__(self, log: EventLog, table: IdentityTable) -> None:
        self.spaces: dict[int, Space] = {}
        self._log = log
        self._tags, self._values = log.tags, log.values
        self._table = table
        self._of_names: dict[tuple[int, str, str, str], int] = {}
        self._module: Mapping[str, object] = {}
        self._reaching_main: frozenset[str] = frozenset()
        self._binds_names = False

    def start(self, codes: Sequence[types.CodeType]) -> None:
        """Note by what the program may bind names."""
        self._reaching_main = frozenset(name for code in codes for name in modules_reaching_main(code))
        self._binds_names = bool(self._reaching_main) or not BINDING.isdisjoint(all_names(*codes))

    def bind_initial(self, namespace: Mapping[str, object]) -> None:
        """Log the module variables that exist before the first step."""
        self._module = namespace
        pairs = [(n, v) for n, v in namespace.items() if type(n) is str and not n.startswith("__")]
        encoder = self._log.encoder
        values = encoder.values([v for _, v in pairs])
        self._log.transmit((wire.INITIAL, [n for n, _ in pairs], values, encoder.news()))
        if self._binds_names and type(namespace) is dict:
            self._watch_space(namespace, kinds.GLOBAL)

    def imports_all(self, module: Any, site: int, names: Collection[str]) -> None:
        """See Probes."""
        if type(module) is not types.ModuleType:
            return
        held = module.__dict__
        public = held.get("__all__")
        given = [n for n in held if type(n) is str and n[:1] != "_"] if public is None else public
        for name in given if type(given) in (list, tuple) else ():
            if type(name) is str and name in names and name in held:
                self.bind(site, kinds.GLOBAL, name, held[name])

    def _watch_space(self, names: dict[str, Any], storage: str) -> None:
        """From now on changes of a mapping are told as names bound and deleted."""
        for identity, space in list(self.spaces.items()):
            if space.storage == kinds.NAME:
                del self.spaces[identity]
                self._table.apart.discard(identity)
        self.spaces[id(names)] = Space(names, storage)
        self._table.apart.add(id(names))

    def watch_module(self, module: str, names: dict[str, Any]) -> None:
        """From now on changes of another module's variables are told, too."""
        self.spaces[id(names)] = Space(names, f"{kinds.GLOBAL} {module}")
        self._table.apart.add(id(names))

    def watch_class(self) -> None:
        """`locals()` is called: in the body of a class it gives what holds the names of that."""
        frame: types.FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename not in RECORDED:
            frame = frame.f_back
        if frame is not None and not frame.f_code.co_flags & _OPTIMIZED:
            names = frame.f_locals
            if type(names) is dict and id(names) not in self.spaces:
                self._watch_space(names, kinds.NAME)

    # --- one name ------------------------------------------------------------------------------------------

    def bind(self, origin: int, storage: str, name: str, value: object) -> None:
        site = self._site_of(origin, kinds.STORE, storage, name)
        if site:
            tags, values = self._tags, self._values
            tags += (site,)
            values += (value,)

    def unbind(self, origin: int, storage: str, name: str) -> None:
        site = self._site_of(origin, kinds.DELETE, storage, name)
        if site:
            self._tags += (site,)

    def bind_in(self, module: types.ModuleType, name: str, value: object, origin: int) -> None:
        """An attribute of a module is set: a variable, if that is the one that runs."""
        space = self.spaces.get(id(module.__dict__))
        if space is not None:
            self.bind(origin, space.storage, name, value)

    def unbind_in(self, module: types.ModuleType, name: str, origin: int) -> None:
        space = self.spaces.get(id(module.__dict__))
        if space is not None and name in space.names:
            self.unbind(origin, space.storage, name)

    def _site_of(self, origin: int, kind: str, storage: str, name: str) -> int:
        """The site of a name that the operation of another site binds or deletes; 0 where there are too many."""
        asked = (origin, kind, name, storage)
        if asked not in self._of_names:
            if len(self._of_names) >= _MOST_NAMES or len(name) > _LONGEST:
                return 0
            row = self._log.sites[origin]
            values = int(kind == kinds.STORE)
            storage, _, module = storage.partition(" ")
            names = (name, module) if module else (name,)
            self._of_names[asked] = self._log.add_site(
                Site(kind, row.scope, row.block, row.line, names, storage, values)
            )
        return self._of_names[asked]

    # --- many names ----------------------------------------------------------------------------------------

    def rename(self, site: int, space: Space, method: str, arguments: Sequence[Any], more: Any) -> bool:
        """Tell of a method of a namespace that is about to be called; whether that was possible."""
        held, storage = space
        if method == "update":
            given = [named(update) for update in (*arguments, more)]
            for pairs in given if None not in given else ():
                for name, value in pairs or ():
                    self.bind(site, storage, name, value)
            return None not in given
        key = arguments[0] if arguments else None
        if method == "setdefault" and type(key) is str:
            if key not in held:
                self.bind(site, storage, key, arguments[1] if len(arguments) > 1 else None)
        elif method == "pop" and type(key) is str:
            if key in held:
                self.unbind(site, storage, key)
        elif method in ("popitem", "clear"):
            names = [name for name in held if type(name) is str]
            for name in names[-1:] if method == "popitem" else names:
                self.unbind(site, storage, name)
        else:
            return False
        return True

    def may_rename(self, callee: Any) -> bool:
        """Whether a call may bind names by code that has no probes, or by a method of a namespace."""
        cls = type(callee)
        if cls in (types.BuiltinFunctionType, types.MethodWrapperType):
            return callee is builtins.exec or callee is builtins.eval or id(callee.__self__) in self.spaces
        if cls is dict:
            return id(callee) in self.spaces
        if cls is not types.FunctionType or callee.__code__.co_filename in RECORDED:
            return False
        return callee.__globals__ is self._module or callee.__module__ in self._reaching_main

    def names_now(self) -> Before:
        """What the namespaces hold before a call."""
        return Before(
            tuple((space, space.names.copy()) for space in self.spaces.values()),
            self._log.drained,
            len(self._tags),
        )

    def tell(self, site: int, before: Before) -> None:
        """Tell which names a call has bound and deleted, but for those that probes have told of."""
        new = self._tags[before.tags :] if before.drained == self._log.drained else ()
        told = _HIDDEN | {
            row.names[0]
            for row in map(self._log.sites.__getitem__, new)
            if row.kind in (kinds.STORE, kinds.DELETE) and row.storage != kinds.FAST
        }
        for (names, storage), old in before.spaces:
            for name, value in list(names.items()):
                if old.get(name, _GONE) is not value and type(name) is str and name not in told:
                    self.bind(site, storage, name, value)
            for name in old:
                if name not in names and type(name) is str and name not in told:
                    self.unbind(site, storage, name)


def named(update: Any) -> list[tuple[str, Any]] | None:
    """The items that `dict.update` takes from something, where that runs no code and all keys are names."""
    pairs = list(update.items()) if type(update) is dict else update
    if type(pairs) not in (list, tuple) or not all(type(pair) is tuple and len(pair) == 2 for pair in pairs):
        return None
    return list(pairs) if all(type(pair[0]) is str for pair in pairs) else None


_OPTIMIZED = 1  # inspect.CO_OPTIMIZED
_HIDDEN = frozenset({"__builtins__"})
