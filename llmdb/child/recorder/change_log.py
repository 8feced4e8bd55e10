"""Probes of operations that change an object: what the parent needs to replay them, or to compare after them."""

import types
from collections import OrderedDict, defaultdict, deque
from collections.abc import Sequence
from itertools import chain
from typing import Any

from llmdb.child.recorder.calls import class_attribute, is_snippet_function, plain_key
from llmdb.child.recorder.describe import type_spaces
from llmdb.child.recorder.encode import SCALARS, Snapshot
from llmdb.child.recorder.name_log import NameLog, named
from llmdb.child.recorder.objects import Contents
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.python.special import INPLACE_OPERATORS

EASY_KEYS = frozenset({int, str, bool, float, bytes, type(None)})
IMMUTABLE = SCALARS | {str, bytes, complex, tuple, frozenset, range}
PLAIN, LATE, IGNORED, VARIABLE = 1, 2, 3, 4
"""How a change of an attribute is told: by itself, by what the object holds afterwards, not at all, as a name too."""
_FACTORIES = frozenset(
    {int, list, dict, set, str, float, bool, tuple, bytes, deque, OrderedDict, frozenset, bytearray}
)
_DEPTH, _OBJECTS, _ITEMS = 3, 64, 5_000


class ChangeLog(NameLog):
    """Subscript, attribute and in-place changes."""

    def setitem(self, container: Any, key: object, value: object, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        kind = self._kinds.get(id(container))
        if kind is None:
            kind = self._admit(container)
        cls = type(key)
        if (kind == wire.LIST and cls is int) or (kind == wire.DICT and (cls in EASY_KEYS or plain_key(key))):
            tags, values = self.tags, self.values
            tags += (site,)
            values += (container, key, value)
        else:
            self._setitem_other(container, key, value, site, kind)

    def _setitem_other(self, container: Any, key: object, value: object, site: int, kind: int) -> None:
        tags, values = self.tags, self.values
        plain = _replays_slice(kind, key) and (kind == wire.LIST or type(key) is int)
        if plain and (type(key) is not slice or type(value) in (list, tuple)):
            tags += (site,)
            values += (container, key, value)
            return
        owner = self._owners.get(id(container))
        if owner is not None and type(key) is str:
            tags += (site + 1,)
            values += (owner, value, key)
            return
        space = self._spaces.get(id(container))
        if space is not None and type(key) is str:
            self._bind(site, space.storage, key, value)
            if id(container) in self._table.known:
                tags += (site,)
                values += (container, key, value)
            return
        self._put_later(site, container, container, key)

    def delitem(self, container: Any, key: object, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        kind = self._kinds.get(id(container)) or self._admit(container)
        tags, values = self.tags, self.values
        space = self._spaces.get(id(container))
        if space is not None and type(key) is str and key in container:
            self._unbind(site, space.storage, key)
        if (kind == wire.DICT and plain_key(key)) or _replays_slice(kind, key):
            tags += (site,)
            values += (container, key)
            return
        self._put_later(site, container, container)

    def setattr(self, target: Any, value: object, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        plan = self._plans[site].get(type(target)) or self._plan(target, site)
        if plan == IGNORED:
            return
        if id(target) not in self._table.known:
            self._table.register(target)
        tags, values = self.tags, self.values
        if plan != LATE:
            if plan == VARIABLE:
                self._bind_in(target, self._names[site][0], value, site)
            tags += (site,)
            values += (target, value)
        else:
            if not self._put_later(site, target, target):
                tags += (site,)
                values += (target, value)
            if self._names[site][0] == "__dict__":
                self._set_fields(site + 1, target, (value,))

    def delattr(self, target: Any, site: int) -> None:
        """See Probes."""
        if self._late:
            self._settle()
        plan = self._plans[site].get(type(target)) or self._plan(target, site, deletes=True)
        if plan == IGNORED:
            return
        if id(target) not in self._table.known:
            self._table.register(target)
        tags, values = self.tags, self.values
        if plan != LATE:
            if plan == VARIABLE:
                self._unbind_in(target, self._names[site][0], site)
            tags += (site,)
            values += (target,)
        else:
            if not self._put_later(site, target):
                tags += (site,)
                values += (target,)

    def inplace(self, left: Any, right: Any, site: int) -> None:
        """See Probes."""
        cls = type(left)
        if cls in IMMUTABLE:
            return
        if self._late:
            self._settle()
        tags, values = self.tags, self.values
        kind = self._kinds.get(id(left)) or self._admit(left)
        if kind == wire.LIST and self._names[site][0] == "+=" and type(right) in (list, tuple, str, range):
            tags += (site,)
            values += (left, right)
            return
        if is_snippet_function(_operator_of(cls, self._names[site][0])):
            return
        owner, space = self._owners.get(id(left)), self._spaces.get(id(left))
        if owner is not None:
            self._set_fields(site + 1, owner, (right,))
        elif space is not None:
            self._rename(site, space, "update", (right,), {})
        self._put_later(site, left, left)

    def _set_fields(self, site: int, owner: Any, updates: Sequence[Any]) -> bool:
        """Tell what updates an object's `__dict__` as attributes that are set; whether their names are known."""
        given = [pairs for update in updates if (pairs := named(update)) is not None]
        if len(given) < len(updates):
            return False
        if id(owner) not in self._table.known:
            self._table.register(owner)
        tags, values = self.tags, self.values
        for name, value in chain.from_iterable(given):
            tags += (site,)
            values += (owner, value, name)
        return True

    def readitem(self, container: Any, key: object, site: int) -> None:
        """`container[key]` is about to be read where the source names a type that inserts on reading."""
        if self._late:
            self._settle()
        if type(container) is not defaultdict or not plain_key(key) or dict.__contains__(container, key):
            return
        if self._kinds.get(id(container)) is None:
            self._admit(container)
        tags, values = self.tags, self.values
        tags += (site,)
        values += (container, key)
        if container.default_factory in _FACTORIES:
            value = container[key]
            tags += (self._own[kinds.SETITEM, ""],)
            values += (container, key, value)
        elif container.default_factory is not None:
            self._put_later(self._own[kinds.COMPARED, ""], container)

    def _admit(self, container: Any) -> int:
        """Register a container before its first change; its kind, -1 if it is not replayed."""
        cls = type(container)
        if cls in IMMUTABLE or not self._table.mutable(container):
            return -1
        if id(container) in self._spaces:
            return -1
        if id(container) not in self._table.known:
            self._table.register(container)
        return self._kinds.get(id(container), -1)

    def _put_later(self, site: int, value: Any, *before: Any) -> bool:
        """Tell of the operation that follows by what `value` holds after it, and then of what changes with that.

        Args:
            before: the site's other values.

        Returns:
            Whether it can be told so.
        """
        if type(value) in IMMUTABLE or not self._table.mutable(value):
            return False
        if id(value) not in self._table.known:
            self._table.register(value)
        late = Snapshot(value)
        self._late.append(late)
        self.tags += (site,)
        self.values += (*before, late)
        owner = self._owners.get(id(value)) or self._table.owner(value)
        if owner is not None:
            self._put_later(self._beside(site), owner)
        if self._is_changed_inside(type(value)):
            self._put_inner(site, value)
        return True

    def _beside(self, site: int) -> int:
        """The site for what the operation of another site changes besides."""
        row = self._sites[site]
        if not row.line:
            return self._own[kinds.COMPARED, ""]
        if site not in self._besides:
            added = row._replace(kind=kinds.COMPARED, names=(), storage="", values=1)
            self._besides[site] = self._add_site(added)
        return self._besides[site]

    def _is_changed_inside(self, cls: type) -> bool:
        """Whether methods that are not the snippet's may change what objects of a class hold, at any depth."""
        if cls not in self._changed_inside:
            entries = (entry for space in type_spaces(cls) for entry in space.values())
            self._changed_inside[cls] = any(
                type(entry) is types.FunctionType and not is_snippet_function(entry) for entry in entries
            )
        return self._changed_inside[cls]

    def _put_inner(self, site: int, value: Any) -> None:
        """Places in the log for what an object holds; `_settle` takes those out again that did not change."""
        tags, values = self.tags, self.values
        for inner, before in self._reachable((value,)):
            if inner is not value:
                late = Snapshot(inner)
                self._inner.append((late, before, len(tags), len(values)))
                tags += (self._beside(site),)
                values += (late,)

    def _reachable(self, targets: Sequence[Any]) -> list[tuple[Any, Contents]]:
        """(object, contents) of mutable objects reachable from the targets, to a bounded depth and number."""
        found: dict[int, tuple[Any, Contents]] = {}
        level, left = list(targets), _ITEMS
        for _ in range(_DEPTH):
            below: list[Any] = []
            for value in level:
                if (
                    type(value) in SCALARS
                    or type(value) is str
                    or id(value) in found
                    or len(found) >= _OBJECTS
                ):
                    continue
                if not self._table.mutable(value) and type(value) is not tuple:
                    continue
                contents = self._table.capture(value)
                if id(value) not in self._table.known:
                    self._table.register(value)
                found[id(value)] = (value, contents)
                left -= len(contents.items) + len(contents.attributes)
                if left > 0:
                    below += [v for v in (*contents.items, *contents.attributes) if type(v) not in EASY_KEYS]
            level = below
            if not level:
                break
        return list(found.values())

    def _plan(self, target: Any, site: int, deletes: bool = False) -> int:
        """`manner` of a change, decided once for a type and a site."""
        plan = manner(target, self._names[site][0], deletes)
        if type(target) is types.ModuleType and self._spaces:
            plan = VARIABLE
        self._plans[site][type(target)] = plan
        return plan


def manner(target: Any, name: str, deletes: bool, direct: bool = False) -> int:
    """How `target.name = value`, or its deletion, is told.

    Args:
        direct: the `__setattr__` of the object's class is passed by.
    """
    cls, method = type(target), "__delattr__" if deletes else "__setattr__"
    acting = class_attribute(cls, method)
    if cls is types.ModuleType or cls is types.FunctionType:
        return PLAIN
    if issubclass(cls, type):
        return PLAIN if direct or acting is type.__dict__[method] else LATE
    if direct or acting is object.__dict__[method]:
        entry = class_attribute(cls, name)
        if entry is None or type(entry) is types.MemberDescriptorType or _is_plain_data(entry):
            return PLAIN
        if type(entry) is property:
            acting = entry.fdel if deletes else entry.fset
        else:
            acting = class_attribute(type(entry), "__delete__" if deletes else "__set__")
    return IGNORED if is_snippet_function(acting) else LATE


def _replays_slice(kind: int, key: object) -> bool:
    if kind not in (wire.LIST, wire.DEQUE):
        return False
    if type(key) is slice and kind == wire.LIST:
        return all(type(part) in (int, type(None)) for part in (key.start, key.stop, key.step))
    return type(key) in (int, bool)


def _is_plain_data(entry: object) -> bool:
    """A class attribute that an instance attribute of the same name simply hides."""
    return class_attribute(type(entry), "__set__") is None


def _operator_of(cls: type, operator: str) -> Any:
    """What carries an operator such as `+=` out for a class."""
    name = INPLACE_OPERATORS[operator]
    return class_attribute(cls, f"__i{name}__") or class_attribute(cls, f"__{name}__")
