"""Probes of what sets attributes and globals by computed names: `setattr`, an object's `__dict__`, `globals()`."""

import builtins
import functools
import sys
import types
from typing import Any

from llmdb.child.recorder.call_log import CallLog
from llmdb.child.recorder.calls import class_attribute
from llmdb.child.recorder.change_log import LATE, PLAIN, manner
from llmdb.child.recorder.fields import fields_of

_WRAPPERS = (types.WrapperDescriptorType, types.MethodWrapperType)


class Reflection(CallLog):
    """Attributes set under names that the source does not tell."""

    def before_setting(self, site: int, above: bool, callee: Any, *arguments: Any) -> None:
        """See Probes."""
        found = (
            _setting(callee, arguments, above, self._names[site][0]) if len(self._names[site]) == 1 else None
        )
        plan = LATE if found is None else manner(found[0], found[1], "del" in self._names[site][0], found[2])
        if found is None or plan == LATE:
            self.before_call(site, callee, *arguments)
            return
        if self._late:
            self._settle()
        self._calls.append(site)
        if plan == PLAIN:
            target, name, _, *value = found
            if type(target) is types.ModuleType:
                if value:
                    self._bind_in(target, name, value[0], site)
                else:
                    self._unbind_in(target, name, site)
            if id(target) not in self._table.known:
                self._table.register(target)
            tags, values = self.tags, self.values
            tags += (site + 1 + self._is_method[site],)
            values += (target, *value, name)

    def opens(self, target: Any) -> None:
        """See Probes."""
        fields = None if issubclass(type(target), type) else fields_of(target)
        if fields is not None:
            self._owners[id(fields)] = target
            self._table.apart.add(id(fields))
            self._kinds.pop(id(fields), None)

    def keeps(self, value: object, site: int) -> None:
        """See Probes."""
        frame = sys._getframe(1)
        target = frame.f_locals.get(frame.f_code.co_varnames[0])
        kept = class_attribute(type(target), self._names[site][0])
        if type(kept) is functools.cached_property and kept.func.__code__ is frame.f_code:
            self.setattr(target, value, site)


def _setting(callee: Any, arguments: tuple[Any, ...], above: bool, called: str) -> tuple[Any, ...] | None:
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
