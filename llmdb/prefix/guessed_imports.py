"""Imports that an undefined name stands for, as far as what is imported has what the snippet uses of it."""

import collections.abc
import importlib
import inspect
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from llmdb.prefix import tables
from llmdb.prefix.places import Place
from llmdb.prefix.samples import word_type

_TYPE_VARIABLE = re.compile(r"_?[A-Z]T?[0-9]?(_co|_contra)?")
_OF_FORMS = ("pack", "unpack")
_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def guessed_imports(place: Place, available: frozenset[str]) -> list[str]:
    """The candidate that imports what an undefined name usually means; none where the uses speak against it.

    Args:
        place: of the name.
        available: modules that can be imported besides the standard library.
    """
    name, used = place.step[1], set(place.steps("attr"))
    code = tables.known_import(name, available) or _checked_module(place)
    if code == f"from {name} import {name}" and used and all(_has(name, attribute) for attribute in used):
        code = f"import {name}"
    if name == "abc" and used and used <= set(collections.abc.__all__):
        code = "from collections import abc"
    if (
        name == "datetime"
        and not {"datetime", "date", "timedelta", "timezone"} & used
        and place.steps("call")
    ):
        code = "from datetime import datetime"
    if (
        code
        and code.startswith("from ")
        and name.islower()
        and not (place.steps("call") or place.has("decorator") or _has_all(code, used))
        and _is_function(code)
    ):
        return []
    if code and code.startswith("from ") and place.has("parent"):
        return []  # the class that the snippet is a method of
    if code and code.startswith("from typing ") and place.steps("call") and not _may_be_called(code):
        return []
    if code and code.startswith("from ") and not _gives_what_is_used(code, place):
        return []
    if code and code.startswith("from struct ") and name in _OF_FORMS and not _is_form(place):
        return []
    if code and code.startswith("import ") and not used and _is_no_module(code, place):
        return []
    if code == f"import {name}" and _is_used_as_text(place):
        return []
    letter = place.step[1] if len(place.step[1]) == 1 else ""
    if code and " as " in code and (used or letter) and not _is_other_name(code, used):
        return []
    if name == "time" and place.has("call"):
        is_of_day = all(isinstance(call[1], tuple) and len(call[1]) > 1 for call in place.of("call"))
        code = f"from {'datetime' if is_of_day else 'time'} import time"
    if name == "datetime" and not {"datetime", "date", "timedelta", "timezone"} & used:
        code = "from datetime import datetime"
    if name == "date" and (
        {"today", "fromisoformat"} & used or place.has("type test") or _takes_three(place)
    ):
        code = "from datetime import date"
    return [f"@import {_with_submodule(code, place)}"] if code else []


def type_parameter(place: Place) -> str | None:
    """`ParamSpec("P")` for a name of which `P.args` is used, `TypeVar("T")` for a short one in annotations."""
    name, used = place.step[1], set(place.steps("attr"))
    if used and used <= {"args", "kwargs"} and len(place.children) == len(used) and name.isupper():
        return f'ParamSpec("{name}")'
    if place.has("annotation") and not place.children and _TYPE_VARIABLE.fullmatch(name):
        return f'TypeVar("{name}")'
    return None


def _is_used_as_text(place: Place) -> bool:
    """Whether a name that is as often a text's has methods of texts used: `attr.startswith("_")`."""
    name, used = place.step[1], set(place.steps("attr"))
    return name not in sys.stdlib_module_names and word_type(name) == "str" and bool(used & set(dir(str)))


def _with_submodule(code: str, place: Place) -> str:
    """`import email.message` for `import email`, where `message` is used of it, which the package does not import."""
    word, _, module = code.partition(" ")
    if word != "import" or module not in sys.stdlib_module_names:
        return code
    inside: Place | None = place
    while inside is not None:
        parts = inside.steps("attr")
        part = next((one for one in sorted(parts) if _is_submodule(module, one)), None)
        inside = None if part is None else parts[part]
        module += f".{part}" if part else ""
    return f"import {module}"


def _is_submodule(package: str, name: str) -> bool:
    """Whether it is a module that the package does not import itself."""
    try:
        spec, found = find_spec(package), find_spec(f"{package}.{name}")
    except (ImportError, ValueError):
        return False
    if spec is None or spec.origin is None or found is None or not spec.submodule_search_locations:
        return False
    own = Path(spec.origin).read_text("utf-8")
    return re.search(rf"^(from \.{name}\b|(from|import) .*\b{name}\b|{name} =)", own, re.MULTILINE) is None


def _is_form(place: Place) -> bool:
    """Whether it is called with a text that names the types of numbers: `pack("<I", size)`."""
    forms = [str(fact[1]) for fact in place.of("given text")]
    return bool(forms) and all(
        re.fullmatch(r"[@=<>!]?(\d*[xcbB?hHiIlLqQnNefdspP]\s*)+", one) for one in forms
    )


def _takes_three(place: Place) -> bool:
    """Whether it is called with a year, a month and a day."""
    return bool(calls := place.of("call")) and all(isinstance(c[1], tuple) and len(c[1]) == 3 for c in calls)


def _is_no_module(code: str, place: Place) -> bool:
    """Whether a name of which no attribute is used is called, or is as often a variable's: `dt` is a moment, too."""
    standard = place.step[1] in sys.stdlib_module_names
    is_variable = word_type(place.step[1]) is not None and (
        " as " in code or not place.has("argument") or not standard
    )
    own = any(fact[2] == place.step[1] for fact in place.of("argument"))  # `post(url, json=json)`
    compared = any(fact[2] != "None" for fact in place.of("compare"))
    is_data = compared or any(map(place.has, ("arithmetic", "formatted", "hashed", "iterated")))
    return bool(place.steps("call")) or is_variable or own or is_data


def _checked_module(place: Place) -> str | None:
    """An import of a module whose name is just as often a variable's, if it has what is used of it."""
    name, used = place.step[1], set(place.steps("attr"))
    given = ("argument", "getattr", 0) in place.facts
    plain = name.lstrip("_")
    if name != plain in sys.stdlib_module_names and used and all(_has(plain, one) for one in used):
        return f"import {plain} as {name}"
    if (
        name not in sys.stdlib_module_names
        or not tables.is_often_a_variable(name)
        or not (used or given)
        or place.has("attribute set")
    ):
        return None
    if all(_has(name, attribute) for attribute in used):
        return f"import {name}"
    return None


def _gives_what_is_used(code: str, place: Place) -> bool:
    """Whether the standard class that the import brings has what is used of its instances."""
    if not _is_standard(code):
        return True
    known, result = _brought(code), place.steps("call").get("")
    if isinstance(known, type) and ("__new__" in place.steps("attr") or _is_of_others(known, place)):
        return False
    if result is None:
        return True
    if any(_takes_others(known, fact[1]) for fact in place.of("call") if isinstance(fact[1], tuple)):
        return False
    methods = [name for name, child in result.steps("attr").items() if child.steps("call")]
    opaque = not isinstance(known, type) or hasattr(known, "__getattr__")
    return opaque or not methods or any(hasattr(known, name) for name in methods)


def _is_of_others(known: type, place: Place) -> bool:
    """Whether what is said to be an instance of a class is used, and has nothing that is used in that class."""
    instances = [fact[1] for fact in place.of("has instance")]
    used = [name for one in instances if isinstance(one, Place) for name in one.steps("attr")]
    return bool(used) and not any(hasattr(known, name) for name in used)


def _takes_others(known: object, given: tuple[object, ...]) -> bool:
    """Whether a callable takes none of the keywords that it is given, lacks two of them, or takes no more or no less
    than it is given: another one is meant."""
    keywords = [str(name)[:-1] for name in given if str(name).endswith("=")]
    plain = len(given) - len(keywords)
    try:
        parameters = inspect.signature(known).parameters if callable(known) else {}
    except (ValueError, TypeError):
        return False
    kinds = {one.kind for one in parameters.values()}
    if parameters and inspect.Parameter.VAR_POSITIONAL not in kinds:
        by_place = [one for one in parameters.values() if one.kind in _BY_PLACE]
        needed = [one.name for one in by_place if one.default is one.empty and one.name not in keywords]
        if plain > len(by_place) or (plain < len(needed) and not isinstance(known, type)):
            return True
    if inspect.Parameter.VAR_KEYWORD in kinds:
        return False
    unknown = [name for name in keywords if name not in parameters]
    return bool(parameters) and (len(unknown) > 1 or 0 < len(keywords) == len(unknown))


def _is_function(code: str) -> bool:
    """Whether the import statement brings a function: of that name, uncalled, a variable is likelier."""
    return _is_standard(code) and callable(_brought(code))


def _may_be_called(code: str) -> bool:
    """Whether the import statement brings a function or a class, not a form of annotations as `Optional` is."""
    return isinstance(known := _brought(code), type) or inspect.isfunction(known)


def _is_other_name(code: str, used: set[str]) -> bool:
    """Whether what is imported under another name has something that is used, for a single letter everything."""
    if code.startswith("from ") or not _is_standard(code):
        return True
    _, module, _, name = code.split()
    if len(name) == 1:
        return bool(used) and all(_has(module, attribute) for attribute in used)
    return any(_has(module, attribute) for attribute in used)


def _has_all(code: str, used: set[str]) -> bool:
    """Whether attributes are used, and what the import statement brings has them: `timezone.utc`."""
    return bool(used) and _is_standard(code) and all(hasattr(_brought(code), attribute) for attribute in used)


def _is_standard(code: str) -> bool:
    """Whether an import statement is of the standard library."""
    return code.split()[1].partition(".")[0] in sys.stdlib_module_names


def _brought(code: str) -> object:
    """What `from MODULE import NAME` brings; None where the module has none or is not here."""
    _, module, _, name, *_ = code.split()
    try:
        return getattr(importlib.import_module(module), name, None)
    except ImportError:
        return None


def _has(module: str, attribute: str) -> bool:
    """Whether a module has an attribute, or a package a module in it."""
    try:
        return hasattr(importlib.import_module(module), attribute) or _is_submodule(module, attribute)
    except ImportError:
        return False
