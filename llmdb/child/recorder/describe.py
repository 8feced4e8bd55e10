"""A safe line of text for objects that are not containers: never runs code of the debugged program."""

import enum
import re
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Describer = Callable[[object], str | None]
"""Given by a plugin: the text of an object of a type it knows, else None."""


def load_describers(sources: Sequence[tuple[str, Sequence[str], str]]) -> list[Describer]:
    """The plugins' describers from (name, type names, source); one that cannot be loaded is left out."""
    loaded: list[Describer] = []
    for name, type_names, source in sources:
        namespace: dict[str, Any] = {"__name__": f"llmdb_describer_{name}"}
        try:
            exec(compile(source, f"<describer {name}>", "exec", dont_inherit=True), namespace)
            describer: Any = namespace["describe"]
            describer.type_names = tuple(type_names)
            describer.owner = namespace.get("owner")
        except Exception:
            continue
        loaded.append(describer)
    return loaded


_type_name = type.__dict__["__name__"].__get__
_type_module = type.__dict__["__module__"].__get__
_type_mro = type.__dict__["__mro__"].__get__
_type_dict = type.__dict__["__dict__"].__get__
_QUIET = {
    ("decimal", "Decimal"),
    ("fractions", "Fraction"),
    ("datetime", "datetime"),
    ("datetime", "date"),
    ("datetime", "time"),
    ("datetime", "timedelta"),
    ("datetime", "timezone"),
    ("pathlib", "PosixPath"),
    ("pathlib", "PurePosixPath"),
    ("pathlib", "WindowsPath"),
    ("uuid", "UUID"),
    ("time", "struct_time"),
    ("re", "Pattern"),
    ("re", "Match"),
    ("array", "array"),
    ("random", "Random"),
    ("zoneinfo", "ZoneInfo"),
    ("ipaddress", "IPv4Address"),
    ("string", "Template"),
}
_BUILTIN_QUIET = (range, type(Ellipsis), type(NotImplemented))


def type_name(cls: type) -> str:
    """The `__name__` of a class, whatever its metaclass pretends."""
    return str(_type_name(cls))


def type_module(cls: type) -> Any:
    """The `__module__` of a class, which a program may have set to anything."""
    return _type_module(cls)


def type_spaces(cls: type) -> Iterator[Mapping[str, Any]]:
    """The `__dict__` of each class of the method resolution order, whatever the metaclass pretends.

    While that order is being computed, by an `mro` of the program, a class has none but its own.
    """
    return map(_type_dict, _type_mro(cls) or (cls,))


def describe(value: Any, describers: Sequence[Describer] = ()) -> str:
    """One line for `value`: its repr where no code of the program can run, else its kind and name."""
    for describer in describers:
        try:
            text = describer(value)
        except Exception:
            text = None
        if text is not None:
            return text
    return _named(value) or _quiet(value) or f"<{type_name(type(value))}>"


def _named(value: Any) -> str | None:
    kind = type(value)
    if issubclass(kind, type):
        module = type_module(value)
        prefix = "" if type(module) is not str or module in ("builtins", "__main__") else f"{module}."
        return f"<class '{prefix}{type_name(value)}'>"
    if kind is types.FunctionType:
        return f"<function {value.__name__}>"
    if kind is types.BuiltinFunctionType:
        return f"<built-in function {value.__name__}>"
    if kind is types.MethodType:
        return f"<bound method {_function_name(value.__func__)}>"
    if kind is types.ModuleType:
        return f"<module {types.ModuleType.__getattribute__(value, '__dict__').get('__name__')!r}>"
    if kind in (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType):
        label = {types.GeneratorType: "generator", types.CoroutineType: "coroutine"}.get(
            kind, "async_generator"
        )
        return f"<{label} {value.__name__}>"
    return None


def _function_name(function: Any) -> str:
    return str(function.__qualname__) if type(function) is types.FunctionType else type_name(type(function))


def _quiet(value: Any) -> str | None:
    kind = type(value)
    if type(kind) is enum.EnumMeta:
        return _member(value)
    if kind is range:
        return repr(value)
    module = type_module(kind)
    if kind in _BUILTIN_QUIET or kind is re.Pattern or (module, type_name(kind)) in _QUIET:
        try:
            return repr(value)
        except Exception:
            return None
    return None


def _member(value: Any) -> str:
    attributes = object.__getattribute__(value, "__dict__")
    inner = attributes.get("_value_")
    shown = repr(inner) if type(inner) in (int, str, float, bool, bytes) else f"<{type_name(type(inner))}>"
    return f"<{type_name(type(value))}.{attributes.get('_name_')}: {shown}>"
