"""Probes of items that are set, deleted and read, and of operators that change their left side."""

from collections import OrderedDict, defaultdict, deque
from typing import Any

from llmdb.child.recorder.attributes import Attributes
from llmdb.child.recorder.callees import class_attribute, is_snippet_function, plain_key
from llmdb.child.recorder.comparing import Comparing
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.names import Namespaces
from llmdb.child.recorder.objects import EASY_KEYS, IMMUTABLE, IdentityTable
from llmdb.child.weaving.probes import Latest
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.python.special import INPLACE_OPERATORS

_FACTORIES = frozenset(
    {int, list, dict, set, str, float, bool, tuple, bytes, deque, OrderedDict, frozenset, bytearray}
)


class Items:
    """Tells of containers changed by syntax: what the parent needs to replay it, or to compare after it."""

    def __init__(
        self,
        log: EventLog,
        table: IdentityTable,
        comparing: Comparing,
        namespaces: Namespaces,
        attributes: Attributes,
    ) -> None:
        self._tags, self._values = log.tags, log.values
        self._names = log.names
        self._own = log.own
        self._table = table
        self._known, self._kinds, self._owners = table.known, table.kinds, table.owners
        self._remember = table.remember
        self._put_later = comparing.put_later
        self._namespaces = namespaces
        self._spaces = namespaces.spaces
        self._set_fields = attributes.set_fields

    def setitem(
        self, container: Any, key: object, value: object, site: int, latest: Latest | None = None
    ) -> None:
        """See Probes."""
        identity, cls = id(container), type(key)
        kind = self._kinds.get(identity)
        if kind is None:
            kind = self.admit(container)
        if (kind == wire.LIST and cls is int) or (kind == wire.DICT and (cls in EASY_KEYS or plain_key(key))):
            tags, values = self._tags, self._values
            tags += (site,)
            values += (self._known[identity], key, value)
            if latest is not None and cls in EASY_KEYS:
                if latest[3] == identity:
                    self._remember(latest, container, cls)
                else:
                    latest[3] = identity
        else:
            self._setitem_other(container, key, value, site, kind)

    def _setitem_other(self, container: Any, key: object, value: object, site: int, kind: int) -> None:
        tags, values = self._tags, self._values
        plain = _replays_slice(kind, key) and (kind == wire.LIST or type(key) is int)
        if plain and (type(key) is not slice or type(value) in (list, tuple)):
            tags += (site,)
            values += (container, key, value)
            return
        owner = self._owners.get(id(container))
        if owner is not None and type(key) is str:
            if id(owner) not in self._known:
                self._table.register(owner)
            tags += (site + 1,)
            values += (owner, value, key)
            return
        space = self._spaces.get(id(container))
        if space is not None and type(key) is str:
            self._namespaces.bind(site, space.storage, key, value)
            if id(container) in self._known:
                tags += (site,)
                values += (container, key, value)
            return
        self._put_later(site, container, container, key)

    def delitem(self, container: Any, key: object, site: int) -> None:
        """See Probes."""
        kind = self._kinds.get(id(container)) or self.admit(container)
        tags, values = self._tags, self._values
        space = self._spaces.get(id(container))
        if space is not None and type(key) is str and key in container:
            self._namespaces.unbind(site, space.storage, key)
        if (kind == wire.DICT and plain_key(key)) or _replays_slice(kind, key):
            tags += (site,)
            values += (container, key)
            return
        self._put_later(site, container, container)

    def inplace(self, left: Any, right: Any, site: int) -> None:
        """See Probes."""
        cls = type(left)
        if cls in IMMUTABLE:
            return
        tags, values = self._tags, self._values
        kind = self._kinds.get(id(left)) or self.admit(left)
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
            self._namespaces.rename(site, space, "update", (right,), {})
        self._put_later(site, left, left)

    def readitem(self, container: Any, key: object, site: int) -> None:
        """`container[key]` is about to be read where the source names a type that inserts on reading."""
        if type(container) is not defaultdict or not plain_key(key) or dict.__contains__(container, key):
            return
        if self._kinds.get(id(container)) is None:
            self.admit(container)
        tags, values = self._tags, self._values
        tags += (site,)
        values += (container, key)
        if container.default_factory in _FACTORIES:
            value = container[key]
            tags += (self._own[kinds.SETITEM, ""],)
            values += (container, key, value)
        elif container.default_factory is not None:
            self._put_later(self._own[kinds.COMPARED, ""], container)

    def admit(self, container: Any) -> int:
        """Register a container before its first change; its kind, -1 if it is not replayed."""
        cls = type(container)
        if cls in IMMUTABLE or not self._table.mutable(container):
            return -1
        if id(container) in self._spaces:
            return -1
        if id(container) not in self._known:
            self._table.register(container)
        return self._kinds.get(id(container), -1)


def _replays_slice(kind: int, key: object) -> bool:
    if kind not in (wire.LIST, wire.DEQUE):
        return False
    if type(key) is slice and kind == wire.LIST:
        return all(type(part) in (int, type(None)) for part in (key.start, key.stop, key.step))
    return type(key) in (int, bool)


def _operator_of(cls: type, operator: str) -> Any:
    """What carries an operator such as `+=` out for a class."""
    name = INPLACE_OPERATORS[operator]
    return class_attribute(cls, f"__i{name}__") or class_attribute(cls, f"__{name}__")
