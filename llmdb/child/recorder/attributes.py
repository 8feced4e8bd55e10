"""Probes of attributes that are set and deleted, by name, by `setattr` or in an object's `__dict__`."""

import builtins
import functools
import sys
import types
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any

from llmdb.child.recorder.callees import class_attribute, is_snippet_function
from llmdb.child.recorder.comparing import Comparing
from llmdb.child.recorder.fields import fields_of
from llmdb.child.recorder.log import EventLog
from llmdb.child.recorder.names import Namespaces, named
from llmdb.child.recorder.objects import IdentityTable
from llmdb.child.weaving.probes import Latest

PLAIN, LATE, IGNORED, VARIABLE = 1, 2, 3, 4
"""How a change of an attribute is told: by itself, by what the object holds afterwards, not at all, as a name too."""
_WRAPPERS = (types.WrapperDescriptorType, types.MethodWrapperType)
_MOST_OWNERS = 64


class Attributes:
    """Tells of attributes; what a class decides about them is found once for a type and a site."""

    def __init__(
        self, log: EventLog, table: IdentityTable, comparing: Comparing, namespaces: Namespaces
    ) -> None:
        self._tags, self._values = log.tags, log.values
        self._names = log.names
        self._table = table
        self._known = table.known
        self._put_later, self._remember = comparing.put_later, table.remember
        self._namespaces = namespaces
        self._plans: defaultdict[int, dict[type, int]] = table.by_class(defaultdict(dict))
        self._most_owners = 0 if log.every_line else _MOST_OWNERS
        log.after_drain.append(self._forget_owners)

    def setattr(self, target: Any, value: object, site: int, latest: Latest | None = None) -> None:
        """See Probes."""
        plan = self._plans[site].get(type(target)) or self._plan(target, site)
        if plan == IGNORED:
            return
        if id(target) not in self._known:
            self._table.register(target)
        tags, values = self._tags, self._values
        if plan != LATE:
            if plan == VARIABLE:
                self._namespaces.bind_in(target, self._names[site][0], value, site)
            elif latest is not None:
                if latest[3] == id(target):
                    self._remember(latest, target, type(target))
                else:
                    latest[3] = id(target)
            tags += (site,)
            values += (target, value)
        else:
            if not self._put_later(site, target, target):
                tags += (site,)
                values += (target, value)
            if self._names[site][0] == "__dict__":
                self.set_fields(site + 1, target, (value,))

    def delattr(self, target: Any, site: int) -> None:
        """See Probes."""
        plan = self._plans[site].get(type(target)) or self._plan(target, site, deletes=True)
        if plan == IGNORED:
            return
        if id(target) not in self._known:
            self._table.register(target)
        tags, values = self._tags, self._values
        if plan != LATE:
            if plan == VARIABLE:
                self._namespaces.unbind_in(target, self._names[site][0], site)
            tags += (site,)
            values += (target,)
        else:
            if not self._put_later(site, target):
                tags += (site,)
                values += (target,)

    def opens(self, target: Any) -> None:
        """See Probes."""
        fields = None if issubclass(type(target), type) else fields_of(target)
        if fields is not None:
            self._table.owners[id(fields)] = target
            self._table.apart.add(id(fields))
            self._table.kinds.pop(id(fields), None)
            self._table.forget_latest()

    def keeps(self, value: object, site: int) -> None:
        """See Probes."""
        frame = sys._getframe(1)
        target = frame.f_locals.get(frame.f_code.co_varnames[0])
        kept = class_attribute(type(target), self._names[site][0])
        if type(kept) is functools.cached_property and kept.func.__code__ is frame.f_code:
            self.setattr(target, value, site)

    def set_by_call(self, site: int, call_site: int, setting: tuple[Any, ...]) -> None:
        """Tell of an attribute that a call is about to set or delete (`setting_of`), in a plain way."""
        target, name, _, *value = setting
        if type(target) is types.ModuleType:
            if value:
                self._namespaces.bind_in(target, name, value[0], call_site)
            else:
                self._namespaces.unbind_in(target, name, call_site)
        if id(target) not in self._known:
            self._table.register(target)
        tags, values = self._tags, self._values
        tags += (site,)
        values += (target, *value, name)

    def set_fields(self, site: int, owner: Any, updates: Sequence[Any]) -> bool:
        """Tell what updates an object's `__dict__` as attributes that are set; whether their names are known."""
        given = [pairs for update in updates if (pairs := named(update)) is not None]
        if len(given) < len(updates):
            return False
        if id(owner) not in self._known:
            self._table.register(owner)
        tags, values = self._tags, self._values
        for name, value in chain.from_iterable(given):
            tags += (site,)
            values += (owner, value, name)
        return True

    def _plan(self, target: Any, site: int, deletes: bool = False) -> int:
        """`manner` of a change, decided once for a type and a site."""
        plan = manner(target, self._names[site][0], deletes)
        if type(target) is types.ModuleType and self._namespaces.spaces:
            plan = VARIABLE
        self._plans[site][type(target)] = plan
        return plan

    def _forget_owners(self) -> None:
        self._table.disown(self._most_owners)


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


def _is_plain_data(entry: object) -> bool:
    """A class attribute that an instance attribute of the same name simply hides."""
    return class_attribute(type(entry), "__set__") is None


def setting_of(callee: Any, arguments: tuple[Any, ...], above: bool, called: str) -> tuple[Any, ...] | None:
    """Object, name, whether its class's own `__setattr__` is passed by, and the value; None where that is not known."""
    passed = 1 if "del" in called else 2
    if callee in (builtins.setattr, builtins.delattr) if type(callee) is types.BuiltinFunctionType else False:
        target, given, direct = arguments[0], arguments[1:], False
    elif type(callee) is types.WrapperDescriptorType and callee.__objclass__ in (object, type):
        target, given, direct = arguments[0], arguments[1:], True
    elif type(callee) is types.MethodWrapperType and callee.__objclass__ in (object, type):
        target, given, direct = callee.__self__, arguments, True
    elif (
        type(callee) not in (*_WRAPPERS, types.FunctionType, types.BuiltinFunctionType)
        and len(arguments) == passed
    ):
        target, given, direct = callee, arguments, above
    else:
        return None
    return (target, given[0], direct, *given[1:]) if len(given) == passed and type(given[0]) is str else None
