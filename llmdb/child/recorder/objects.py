"""The identity table: which heap objects the parent knows, and copies of their contents taken without running code."""

import gc
import sys
import types
import weakref
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from operator import is_
from sys import getrefcount
from typing import Any, NamedTuple, TypeVar

from llmdb.child.recorder.describe import Describer, describe, type_module, type_name, type_spaces
from llmdb.child.recorder.fields import attributes_of, class_attributes, dict_of, set_on, slots_of
from llmdb.child.weaving.probes import NOTHING_LATEST, Latest
from llmdb.events import wire

_Cache = TypeVar("_Cache", bound=dict[Any, Any])


class Reference(tuple[int]):
    """A heap object on the wire, by its number: such a one in the log stands for the object, which the table holds."""

    __slots__ = ()


class Contents(NamedTuple):
    """What an object held: items in order (mappings flattened) and attributes (name, value, ...); by reference."""

    kind: int
    type: str
    items: Sequence[Any]
    attributes: Sequence[Any] = ()
    extra: Any = None


PLAIN_KINDS: dict[type, int] = {
    list: wire.LIST,
    dict: wire.DICT,
    set: wire.SET,
    deque: wire.DEQUE,
    defaultdict: wire.DICT,
    OrderedDict: wire.DICT,
    Counter: wire.DICT,
}
"""Exact types whose changes are replayed from their operations."""

_OPAQUE_TYPES = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.ModuleType,
    types.GeneratorType,
    types.CoroutineType,
    types.AsyncGeneratorType,
)


_CLOSED_AT_DEATH = frozenset({types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType})
"""Types whose objects run code of the program as soon as nothing holds them: they are not kept alive."""


_SIZED: tuple[type[Any], ...] = (list, dict, set, frozenset, tuple, deque)
_HEAP_TYPE = 1 << 9
_FEW = 1_000
"""Objects that a weak table looks through at every sweep."""


class IdentityTable:
    """Numbers heap objects in the order of first sight and keeps them alive until `sweep` finds them dead.

    A `weak` table does not keep the program's own instances, functions and classes alive, and looks for dead containers
    at each sweep.

    Attributes:
        known: identity to reference on the wire, a tuple of one number.
        kinds: identity to kind, for objects of exactly the types in `PLAIN_KINDS`.
        news: (number, contents) not yet sent, taken before the object's first change.
        apart: identities of what is not replayed although it is of such a type, as its items are told as names.
        owners: the objects whose `__dict__` was taken, by the identity of that; those are apart.
    """

    def __init__(self, describers: Sequence[Describer] = (), weak: bool = False) -> None:
        self.known: dict[int, Reference] = {}
        self.kinds: dict[int, int] = {}
        self.news: list[tuple[int, Contents]] = []
        self.apart: set[int] = set()
        self.owners: dict[int, Any] = {}
        self._objects: dict[int, object] = {}
        self._is_weak = weak
        self._weak: dict[int, weakref.ref[object]] = {}
        self._fresh: list[int] = []
        self._freed: list[int] = []
        self._count = 0
        self._swept_size = 1_000
        self._describers = tuple(describers)
        self._described_types = frozenset(
            name for describer in describers for name in getattr(describer, "type_names", ())
        )
        self._by_class: list[dict[Any, Any]] = []
        self._latest: list[Latest] = []
        self._mutable: dict[type, bool] = self.by_class({})
        self._lengths: dict[type, Callable[[Any], int] | None] = self.by_class({})
        self._captures = self.by_class(dict(_CAPTURES))

    def by_class(self, cache: _Cache) -> _Cache:
        """Take note of what is kept by classes: a weak table empties it at each sweep, as it would keep them alive."""
        if self._is_weak:
            self._by_class.append(cache)
        return cache

    @property
    def count(self) -> int:
        """How many objects were numbered."""
        return self._count

    def register(self, value: Any) -> Reference:
        """Give `value` a number and put its contents among the news; returns its reference."""
        contents = self.capture(value)
        identity = id(value)
        self._count += 1
        reference = Reference((self._count,))
        if self.known.setdefault(identity, reference) is not reference:
            return self.known[identity]
        if type(value) in _CLOSED_AT_DEATH or (self._is_weak and _may_be_weak(value)):
            self._weak[identity] = weakref.ref(value, lambda _: self._died(identity))
        else:
            self._objects[identity] = value
            self._fresh.append(identity)
        self.news.append((reference[0], contents))
        kind = PLAIN_KINDS.get(type(value))
        if kind is not None and contents.kind == kind and identity not in self.apart:
            self.kinds[identity] = kind
        return reference

    def capture(self, value: Any) -> Contents:
        """A shallow copy of what `value` holds now."""
        cls = type(value)
        capture = self._captures.get(cls)
        if capture is None:
            capture = self._captures[cls] = self._choose(cls)
        if cls not in self._lengths:
            self._lengths[cls] = next((base.__len__ for base in _SIZED if issubclass(cls, base)), None)
        length = self._lengths[cls]
        if length is not None and length(value) > wire.ITEMS_KEPT:
            return Contents(wire.HUGE, type_name(cls), (), (), length(value))
        return capture(value)

    def mutable(self, value: Any) -> bool:
        """Whether `value` holds contents that a library could change."""
        cls = type(value)
        if cls not in self._mutable:
            self._mutable[cls] = self._is_mutable(cls, value)
        return self._mutable[cls]

    def _is_mutable(self, cls: type, value: Any) -> bool:
        if cls in IMMUTABLE:
            return False
        if cls in PLAIN_KINDS or cls is bytearray:
            return True
        if issubclass(cls, type) or cls in _OPAQUE_TYPES:
            return False
        if self._has_describer(cls) or cls is array:
            return True
        return self.capture(value).kind not in (wire.OPAQUE, wire.TUPLES, wire.FROZENSET)

    def owner(self, value: Any) -> Any:
        """What a change of `value` changes, too: whose `__dict__` it is, or by a plugin's word what it is a view of."""
        found = self.owners.get(id(value))
        if found is not None:
            return found
        if not self._has_describer(type(value)):
            return None
        for describer in self._describers:
            find = getattr(describer, "owner", None)
            try:
                found = find(value) if find is not None else None
            except Exception:
                found = None
            if found is not None and found is not value:
                return found
        return None

    def objects(self) -> list[Any]:
        """What has a number and can hold another thing later than it does now."""
        weak = [value for found in self._weak.values() if (value := found()) is not None]
        return [value for value in (*self._objects.values(), *weak) if type(value) not in IMMUTABLE]

    def remember(self, latest: Latest, changed: Any, deciding: type) -> None:
        """A place of the code changed a known object again: until the next sweep it need not ask for that one."""
        if self._is_weak:
            return
        if latest[0] is None:
            self._latest.append(latest)
        latest[:] = changed, self.known[id(changed)], deciding, id(changed)

    def forget_latest(self) -> None:
        """Every place of the code has to ask again."""
        for latest in self._latest:
            latest[:] = NOTHING_LATEST
        self._latest.clear()

    def disown(self, at_most: int) -> None:
        """Forget the owners if there are more."""
        if len(self.owners) > at_most:
            self.apart.difference_update(self.owners)
            self.owners.clear()

    def take_freed(self) -> list[int]:
        """Numbers of the objects found dead since the last call."""
        freed, self._freed = self._freed, []
        return freed

    def sweep(self) -> None:
        """Forget objects that nothing but this table holds; all of them when the table has doubled, else new ones."""
        self.forget_latest()
        fresh, self._fresh = self._fresh, []
        if self._is_weak:
            for cache in self._by_class:
                cache.clear()
            self._captures.update(_CAPTURES)
        whole = len(self._objects) > 2 * self._swept_size
        everything = whole or (self._is_weak and len(self._objects) < _FEW)
        for _ in range(3):
            if not self._sweep_once(list(self._objects) if everything else fresh):
                break
        if whole:
            self.sweep_cycles()
            self._swept_size = max(1_000, len(self._objects))

    def _sweep_once(self, identities: list[int]) -> int:
        objects, count = self._objects, getrefcount
        dead = [i for i in identities if i in objects and count(objects[i]) <= 2]
        for identity in dead:
            self._forget(identity)
        return len(dead)

    def sweep_cycles(self) -> None:
        """Trial deletion: objects that only other forgotten objects hold are dead, too."""
        held = {identity: found() for identity, found in self._weak.items()}
        # two dictionaries hold each object, and an argument does while it is counted
        objects = {**self._objects, **held}
        inner: dict[int, int] = dict.fromkeys(objects, 0)
        edges = {i: [r for r in _referents(o, inner) if r in inner] for i, o in objects.items()}
        for targets in edges.values():
            for target in targets:
                inner[target] += 1
        alive = [i for i in objects if getrefcount(objects[i]) - 3 > inner[i]]
        seen = set(alive)
        while alive:
            for target in edges[alive.pop()]:
                if target not in seen:
                    seen.add(target)
                    alive.append(target)
        for identity in [i for i in self._objects if i not in seen]:
            self._forget(identity)

    def _forget(self, identity: int) -> None:
        self._freed.append(self.known.pop(identity)[0])
        self.kinds.pop(identity, None)
        del self._objects[identity]

    def _died(self, identity: int) -> None:
        del self._weak[identity]
        self._freed.append(self.known.pop(identity)[0])

    def _choose(self, cls: type) -> Callable[[Any], Contents]:
        """How to copy objects of a class that is not one of the plain containers."""
        name = type_name(cls)
        if issubclass(cls, type):
            return lambda v: Contents(wire.CLASS, name, (), class_attributes(v), self._describe(v))
        if cls is types.FunctionType:
            return lambda v: Contents(wire.OPAQUE, name, (), set_on(v), self._describe(v))
        if cls in _OPAQUE_TYPES or self._described(cls):
            return lambda v: Contents(wire.OPAQUE, name, (), (), self._describe(v))
        base = next((b for b in _BASES if issubclass(cls, b)), None)
        if base is None and not _is_shown(cls):
            return lambda v: Contents(wire.OPAQUE, name, (), (), self._describe(v))
        fields = dict_of(cls)
        slots = slots_of(cls)
        if base is None and fields is None and not slots:
            return lambda v: Contents(wire.OPAQUE, name, (), (), self._describe(v))
        kind, take = _BASES[base] if base else (wire.INSTANCE, lambda v: ())
        extra = _extra(cls, kind)
        return lambda v: Contents(kind, name, take(v), attributes_of(v, fields, slots), extra)

    def _describe(self, value: object) -> str:
        return describe(value, self._describers)

    def _has_describer(self, cls: type) -> bool:
        """Whether a plugin describes objects of this class."""
        if not self._described_types:
            return False
        module = type_module(cls)
        return type(module) is str and f"{module}.{type_name(cls)}" in self._described_types

    def _described(self, cls: type) -> bool:
        if self._has_describer(cls):
            return True
        module = type_module(cls)
        if module in (
            "decimal",
            "fractions",
            "datetime",
            "pathlib",
            "uuid",
            "re",
            "numpy",
            "random",
            "zoneinfo",
        ):
            return True
        return type_name(type(cls)) in ("EnumType", "EnumMeta")


def _may_be_weak(value: object) -> bool:
    """Whether it is a function, or a class or an instance of one of the program that can be referred to weakly."""
    cls = type(value)
    if cls is types.FunctionType:
        return True
    made = value if issubclass(cls, type) else cls
    return bool(made.__flags__ & _HEAP_TYPE) and cls.__weakrefoffset__ != 0  # type: ignore[attr-defined]


def _is_shown(cls: type) -> bool:
    """Whether instances are shown with their attributes: those of the program's classes, and plain records."""
    module = type_module(cls)
    if module == "__main__" or (module, type_name(cls)) in _RECORDS:
        return True
    if type(module) is not str or module.partition(".")[0] in sys.stdlib_module_names:
        return False
    path = getattr(sys.modules.get(module), "__file__", None)
    return type(path) is str and "site-packages" not in path and "/lib/python" not in path


def same(one: Contents, two: Contents) -> bool:
    """Whether two copies hold the same objects."""
    return (
        len(one.items) == len(two.items)
        and len(one.attributes) == len(two.attributes)
        and one.extra == two.extra
        and (all(map(is_, one.items, two.items)) or (one.kind == wire.BYTEARRAY and one.items == two.items))
        and all(map(is_, one.attributes, two.attributes))
    )


def _referents(value: object, known: Mapping[int, object]) -> list[int]:
    """Identities of what an object refers to, directly or by objects that are its alone and not known themselves."""
    out: list[int] = []
    found = gc.get_referents(value)
    while found:
        out.append(id(found[-1]))
        # its owner holds it, the list does, and an argument while it is counted
        is_private = getrefcount(found[-1]) <= 3 and out[-1] not in known
        inner = found.pop()
        if is_private:
            found += gc.get_referents(inner)
    return out


def _flat(items: Any) -> list[Any]:
    return [part for pair in items for part in pair]


def _in_order(value: OrderedDict[Any, Any]) -> Any:
    """Its items; as `dict` has them where its own order is broken, by `dict.clear()` or keys whose hash changes."""
    try:
        return list(OrderedDict.items(value))
    except Exception:  # of the program's hashes, too
        return dict.items(value)


def _factory(factory: Any) -> str | None:
    return None if factory is None else describe(factory)


def _cell(cell: types.CellType) -> Contents:
    try:
        return Contents(wire.CELL, "cell", (cell.cell_contents,))
    except ValueError:
        return Contents(wire.CELL, "cell", ())


def _extra(cls: type, kind: int) -> Any:
    """Field names of a named tuple, or "dataclass" with the fields its repr shows."""
    fields = next(type_spaces(cls)).get("_fields")
    if kind == wire.TUPLES and type(fields) is tuple and all(type(f) is str for f in fields):
        return list(fields)
    data = next((s["__dataclass_fields__"] for s in type_spaces(cls) if "__dataclass_fields__" in s), None)
    if kind == wire.INSTANCE and type(data) is dict:
        return [n for n, f in data.items() if type(n) is str and getattr(f, "repr", False) is True]
    return None


_CAPTURES: dict[type, Callable[[Any], Contents]] = {
    list: lambda v: Contents(wire.LIST, "list", v[:]),
    dict: lambda v: Contents(wire.DICT, "dict", _flat(v.items())),
    set: lambda v: Contents(wire.SET, "set", list(v)),
    frozenset: lambda v: Contents(wire.FROZENSET, "frozenset", list(v)),
    tuple: lambda v: Contents(wire.TUPLES, "tuple", v),
    deque: lambda v: Contents(wire.DEQUE, "deque", list(v), (), v.maxlen),
    bytearray: lambda v: Contents(wire.BYTEARRAY, "bytearray", (bytes(v[: wire.TEXT_KEPT]), len(v))),
    defaultdict: lambda v: Contents(
        wire.DICT, "defaultdict", _flat(dict.items(v)), (), _factory(v.default_factory)
    ),
    OrderedDict: lambda v: Contents(wire.DICT, "OrderedDict", _flat(_in_order(v))),
    Counter: lambda v: Contents(wire.DICT, "Counter", _flat(dict.items(v))),
    str: lambda v: Contents(wire.TEXT, "str", (v[: wire.TEXT_KEPT], len(v))),
    types.CellType: _cell,
}
_BASES: dict[type, tuple[int, Callable[[Any], Any]]] = {
    list: (wire.LIST, lambda v: list.__getitem__(v, slice(None))),
    OrderedDict: (wire.DICT, lambda v: _flat(_in_order(v))),
    dict: (wire.DICT, lambda v: _flat(dict.items(v))),
    set: (wire.SET, lambda v: list(set().union(v))),
    frozenset: (wire.FROZENSET, lambda v: list(set().union(v))),
    tuple: (wire.TUPLES, lambda v: tuple.__getitem__(v, slice(None))),
    deque: (wire.DEQUE, lambda v: list(deque.__iter__(v))),
    BaseException: (wire.ERROR, lambda v: BaseException.args.__get__(v)),  # type: ignore[attr-defined]
    str: (wire.RECORD, lambda v: (str.__str__(v),)),
    bool: (wire.RECORD, lambda v: (int.__index__(v),)),
    int: (wire.RECORD, lambda v: (int.__int__(v),)),
    float: (wire.RECORD, lambda v: (float.__float__(v),)),
    bytes: (wire.RECORD, lambda v: (bytes.__getitem__(v, slice(None)),)),
}
_RECORDS = frozenset(
    {("types", "SimpleNamespace"), ("argparse", "Namespace")}
    | {("collections", name) for name in ("ChainMap", "UserDict", "UserList", "UserString")}
)
IMMUTABLE = frozenset({int, float, bool, type(None), str, bytes, complex, tuple, range, slice, frozenset})
EASY_KEYS = frozenset({int, str, bool, float, bytes, type(None)})
"""Types of which the reader finds equal keys as the program does, whatever their size."""
