"""Objects of a prefix: plain namespaces for data, small classes where methods are used, exceptions."""

import builtins
import keyword
import re
import textwrap
from collections.abc import Collection
from typing import TYPE_CHECKING

from llmdb.prefix.guess import ABSENT
from llmdb.prefix.places import Place
from llmdb.prefix.uses.operators import METHODS
from llmdb.prefix.writing import containers, functions, stand_ins, texts

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

_OPERATIONS = frozenset(f"__{name}__" for name in (
    "enter", "exit", "iter", "next", "len", "getitem", "setitem", "delitem", "contains", "bool", "int", "float",
    "index", "add", "sub", "mul", "truediv", "getattr", "del", "await", "aenter", "aexit", "aiter", "anext", "get",
    "set", "slots", "weakref",
))  # fmt: skip
_NAMED = 3
_ORDERED = ("<", "<=", ">", ">=")
_CLASS_GIVEN = {
    **dict.fromkeys(("get", "post", "put", "send", "request", "fetch"), "Response"),
    **dict.fromkeys(("run", "execute", "call", "parse", "load", "read", "find", "apply", "search"), "Result"),
    "submit": "Future", "connect": "Connection", "open": "File", "select": "Selection", "process": "Result",
}  # fmt: skip
"""The classes of what functions give whose name is a verb alone."""
_OF_CALLS = {"call", "called with", "arguments look like", "argument", "truth", "may raise", "compare"}
_OF_CLASSES = ("_type", "_class", "_cls")
_NAMES = ("__name__", "__qualname__", "__slots__")
_OWN_CLASS = {"self": "Owner", "cls": "Owner", "obj": "Thing", "super": "Base", "": "Thing"}


def write_object(writer: "Writer", place: Place, element: int, depth: int) -> str:
    """An instance with the attributes and methods that are used, and no others."""
    data, methods = [], []
    kind = place.steps("attr").get("__class__")
    made = kind.steps("call").get("") if kind is not None else None
    others = made.steps("attr") if made is not None else {}  # `self.__class__().add(1)`
    for name, child in {**others, **place.steps("attr")}.items():
        if name in ("__dict__", "__class__", "__doc__", "__module__"):
            continue
        if writer.choose(child, element) == ABSENT:
            continue
        choice = writer.choose(child, element)
        if (
            _is_special(name)
            and functions.is_function(choice)
            and (hasattr(object, name) or name in _OPERATIONS or name == "__call__")
        ):
            methods += _special_method(writer, name, child, choice, element)
            continue
        if (_is_special(name) and name not in _NAMES) or keyword.iskeyword(name):
            return stand_ins.write_stand_in(writer, place, element, depth)
        if functions.is_function(choice) and (
            not name.startswith("__") or name.endswith("__")
        ):  # a class would change a private name
            methods.append(functions.write_def(writer, name, child, choice, element, method=True))
        else:
            data.append(f"{name}={writer.value(child, element, depth=depth + 1)}")
    data += _direct_names(writer, place, element)
    methods += [
        one for one in special_methods(writer, place, element) if _name_of(one) not in map(_name_of, methods)
    ]
    if (
        place.has("hashed") or place.has("used as key")
    ) and not methods:  # two namespaces may be equal, and so have no hash
        methods.append("__hash__ = object.__hash__\n")
    if kind is not None and methods and not data and any(fact[1] for fact in kind.of("call")):
        methods.insert(0, f"def __init__(self, {functions.ANY}):\n    pass\n")
    bare = kind is not None and any(str(fact[1]).endswith("__new__") for fact in kind.of("argument"))
    if bare:  # object.__new__ refuses a class that is built in
        methods.insert(0, "def __init__(self, **attributes):\n    vars(self).update(attributes)\n")
    if not methods:
        return f"SimpleNamespace({', '.join(dict.fromkeys(data))})"
    name = _class_of(writer, place, methods, not bare and (bool(data) or place.has("attribute set")), element)
    return f"{name}({', '.join(dict.fromkeys(data))})"


_DERIVED = {"int": "3", "float": "2.5", "str": '"alpha"', "bytes": 'b"alpha"', "list": "[1, 2, 3]", "set": "{1, 2, 3}",
            "dict": '{"a": 1, "b": 2}'}  # fmt: skip
"""What instances of classes that derive from a built-in type hold."""


def write_derived(writer: "Writer", place: Place, parent: str) -> str:
    """An instance of a class that derives from a built-in type and has what is used besides."""
    name = writer.fresh(class_name(place))
    known = [one for one in place.steps("attr") if hasattr(getattr(builtins, parent), one)]
    writer.helpers[name] = f"class {name}({parent}):\n" + indented(members_of(writer, place, without=known))
    return f"{name}({_DERIVED[parent]})"


def further_names(word: str) -> list[str]:
    """What classes are called whose name would be taken."""
    return [f"Other{word}", f"Third{word}", *(f"{word}_{number}" for number in range(2, 10))]


def _name_of(method: str) -> str:
    return method.partition("(")[0]


def _special_method(writer: "Writer", name: str, place: Place, choice: str, element: int) -> list[str]:
    """`super().__init__(size)`, `data.__len__()`: what every object has is there, but for what it can be made of."""
    if name == "__init__":
        return [f"def __init__(self, {functions.ANY}):\n    pass\n"]
    if hasattr(object, name) and name != "__call__":
        return []
    entered = place.steps("call").get("")
    if name == "__enter__" and entered is not None and not entered.children:
        return ["def __enter__(self):\n    return self\n"]
    return [functions.write_def(writer, name, place, choice, element, method=True)]


def _is_special(name: str) -> bool:
    """Whether every class has this attribute, or an operation looks for it."""
    return name.startswith("__") and name.endswith("__") and (hasattr(type, name) or name in _OPERATIONS)


def _class_of(writer: "Writer", place: Place, methods: list[str], with_data: bool, element: int) -> str:
    base = "(SimpleNamespace)" if with_data else ""
    body = indented(methods)
    known = writer.classes.get(place.key)
    if known is not None:
        turns = any(
            one.guarded and writer.choose(one, element) != writer.choose(one, 0) for one in place.walk()
        )
        is_same = writer.helpers.get(known) == f"class {known}{base}:\n{body}"
        word = class_name(place)
        many = known != word or any(other in writer.helpers for other in further_names(word))
        if (
            is_same or not turns or (many and not with_data)
        ):  # where nothing is decided by them, all are of one class
            return known
    alike = (class_name(place), *further_names(class_name(place)))
    for other, code in writer.helpers.items():
        if other in alike and code == f"class {other}{base}:\n{body}":
            return other
    name = writer.fresh_class(class_name(place), place)
    writer.classes[place.key] = name
    writer.helpers[name] = f"class {name}{base}:\n{body}"
    return name


def class_name(place: Place) -> str:
    """The name of the class of a value: `Child` for what stands in what `get_children()` gives."""
    word = place.word
    if word in _OWN_CLASS:
        return _OWN_CLASS[word]
    called = place.parent.step[-1] if place.step[0] == "call" and place.parent is not None else ""
    if word == called and word in _CLASS_GIVEN:
        return _CLASS_GIVEN[word]
    parts = [part for part in re.split(r"[\W_]+", word) if part]
    if len(parts) > 1 and parts[0] in texts.GIVING:
        parts = parts[1:]
    if word.isupper():
        parts = [part.lower() for part in parts]
    return "".join(part[:1].upper() + part[1:] for part in parts) or "Thing"


def _direct_names(writer: "Writer", place: Place, element: int) -> list[str]:
    """`x.__dict__["name"]` means that x has such an attribute."""
    of_names = []
    for _, one, template in place.of("named by"):
        assert isinstance(one, Place)
        child = place.child("named", str(template)) if template else place.child("named")
        named = [
            code.strip('"')
            for code in dict.fromkeys(writer.like(one, i) for i in range(_NAMED if one.parent else 1))
            if code[:1] == '"'
        ]
        names = [str(template).format(name) if template else name for name in named]
        of_names += [
            f"{name}={writer.value(child, i, depth=1)}"
            for i, name in enumerate(names)
            if name.isidentifier() and name not in place.steps("attr")
        ]
    of_names = list({one.partition("=")[0]: one for one in of_names}.values())
    inner = place.steps("attr").get("__dict__")
    if inner is None:
        return of_names
    items = {code.strip("'\""): one for code, one in inner.steps("item").items() if code[:1] in "'\""}
    found = [
        f"{name}={writer.value(one, element, depth=1)}" for name, one in items.items() if name.isidentifier()
    ]
    found += of_names
    if set(inner.steps("attr")) & {"items", "keys", "values"} or inner.has("iterated"):
        found.append(f"**{containers.write_dict(writer, inner, element, 1)}")
    return found


def special_methods(writer: "Writer", place: Place, element: int) -> list[str]:
    """What `with`, `for`, an index, `len` and a call need of an object."""
    out = []
    if place.has("context"):
        inner = place.steps("enter").get("")
        told = inner is not None and (inner.facts or inner.children)
        value = writer.value(inner, element, depth=1) if inner is not None and told else "self"
        word = "async def __a" if place.of("context")[0][1] else "def __"
        out += [
            f"{word}enter__(self):\n    return {value}\n",
            f"{word}exit__(self, *error):\n    return False\n",
        ]
    if place.has("next"):
        item = writer.value(place.child("element"), element, depth=1)
        out.append(f"def __next__(self):\n    return {item}\n")
    if place.has("iterated"):
        items = containers.write_list(writer, place, element, "list", 1)
        if place.of("iterated")[0][1]:
            out.append(f"async def __aiter__(self):\n    for item in {items}:\n        yield item\n")
        else:
            out.append(f"def __iter__(self):\n    return iter({items})\n")
    elif place.has("unpacked") and not place.has("next"):
        out.append(
            f"def __iter__(self):\n    return iter({containers.write_tuple(writer, place, element, 1)})\n"
        )
    items_used = place.steps("item")
    if place.has("item read"):
        one = items_used.get("*") or next(iter(items_used.values()), None)
        value = writer.value(one, element, depth=1) if one else "1"
        out.append(f"def __getitem__(self, key):\n    return {value}\n")
    if place.has("item set"):
        out.append("def __setitem__(self, key, value):\n    pass\n")
    for _, symbol in place.of("operated"):
        sign = str(symbol)
        method = METHODS[sign] if sign in METHODS else f"r{METHODS[sign[1:]]}"
        result = writer.value(place.child("operated"), element, depth=1)
        out.append(f"def __{method}__(self, other):\n    return {result}\n")
    operated = {f"{fact[1]}" for fact in place.of("operated")}
    for sign in dict.fromkeys(str(fact[1]) for fact in place.of("arithmetic")):
        method = METHODS.get(sign) or f"r{METHODS.get(sign.removeprefix('r'))}"
        if sign not in operated and sign.removeprefix("r") in METHODS:
            out.append(f"def __{method}__(self, other):\n    return self\n")
    ordered = {str(fact[1]) for fact in (*place.of("ordered"), *place.of("compare"))} & {*_ORDERED}
    for sign in _ORDERED:
        if sign in ordered - operated and place.steps("attr"):
            out.append(f"def __{METHODS[sign]}__(self, other):\n    return True\n")
    if place.has("negated"):
        out.append("def __neg__(self):\n    return self\n")
    if place.has("sized"):
        out.append("def __len__(self):\n    return 2\n")
    if place.has("contains"):
        out.append("def __contains__(self, item):\n    return True\n")
    if place.steps("call"):
        out.append(functions.write_def(writer, "__call__", place, "@function", element, method=True))
    return out


def members_of(writer: "Writer", place: Place, without: Collection[str] = ()) -> list[str]:
    """The body of a class whose instances have what is used of a place: values first, then methods."""
    used = {name: child for name, child in place.steps("attr").items() if name not in without}
    plain = {name: child for name, child in used.items() if not _is_special(name) or name == "__init__"}
    found = [
        _member(writer, name, child, method=True)
        for name, child in plain.items()
        if writer.choose(child, 0) != ABSENT
    ]
    for name in used.keys() - plain.keys():
        found += _special_method(writer, name, used[name], writer.choose(used[name], 0), 0)
    return sorted([*found, *special_methods(writer, place, 0)], key=lambda part: "def " in part)


def write_exception(writer: "Writer", name: str, place: Place) -> str:
    """An exception class."""
    own = {**place.steps("attr"), **_of_instances(writer, place)}
    plain = {n: c for n, c in own.items() if not hasattr(Exception, n) and writer.choose(c, 0) != ABSENT}
    members = [_member(writer, n, c, method=True) for n, c in plain.items()]
    return f"class {name}(Exception):\n" + indented(
        sorted(members, key=lambda part: "def " in part) or ["pass\n"]
    )


def _of_instances(writer: "Writer", place: Place) -> dict[str, Place]:
    """What is used of instances of a class: of those that calls make, and of those that stand elsewhere."""
    result = place.steps("call").get("")
    found = dict(result.steps("attr")) if result else {}
    for instance in _instances(writer, place):
        found = {**instance.steps("attr"), **found}
    return found


def _instances(writer: "Writer", place: Place) -> list[Place]:
    """What stands elsewhere and is made by a call of the class."""
    made = [fact[1] for fact in place.of("has instance")]
    return [one for one in made if isinstance(one, Place) and writer.choose(one, 0).startswith("=")]


def write_class(writer: "Writer", name: str, place: Place) -> str:
    """A class with what is used of it and of its instances."""
    own = {**place.steps("attr"), **(of_instances := inherited(place))}
    base = ""
    for _, parent, instance in place.of("parent"):
        assert isinstance(parent, Place)
        assert isinstance(instance, Place)
        if not base:
            base = writer.fresh(f"Base{name}")
            members = [_member(writer, n, c, method=True) for n, c in parent.steps("attr").items()]
            writer.helpers[base] = f"class {base}:\n" + indented(members or ["pass\n"])
        of_instances |= instance.steps("attr")
    own |= of_instances
    own = {n: c for n, c in own.items() if not _is_special(n) and writer.choose(c, 0) != ABSENT}
    members = [_member(writer, n, c, method=n in of_instances) for n, c in own.items()]
    parts = sorted(members, key=lambda part: "def " in part)
    result = place.steps("call").get("")
    data: dict[str, Place] = {}
    methods = []
    for attribute, child in _of_instances(writer, place).items():
        choice = writer.choose(child, 0)
        if _is_special(attribute) or choice == ABSENT:
            continue
        if functions.is_function(choice):
            methods.append(functions.write_def(writer, attribute, child, choice, 0, method=True))
        else:
            data[attribute] = child
    named = [one for instance in _instances(writer, place) for one in _direct_names(writer, instance, 0)]
    parts += _initializer(writer, place, data, [one for one in named if one[:1] != "*"])
    parts += methods
    if place.has("annotation") and place.has("index"):
        parts.append("def __class_getitem__(cls, item):\n    return cls\n")
    if place.has("class keywords"):
        parts.append("def __init_subclass__(cls, **kwargs):\n    pass\n")
    if result is not None:
        parts += special_methods(writer, result, 0)
    return f"class {name}{f'({base})' if base else ''}:\n" + indented(parts or ["pass\n"])


def is_function_with_attributes(place: Place) -> bool:
    """Whether the name is one of functions, of which an attribute is used beside calls: `get_user.cache_clear()`."""
    attributes = place.steps("attr")
    called = bool(place.steps("call")) and {step[0] for step in place.children} == {"attr", "call"}
    plain = {fact[0] for fact in place.facts} <= _OF_CALLS
    named = place.word.islower() and "_" in place.word.strip("_") and not place.word.endswith(_OF_CLASSES)
    return called and plain and named and not any(name.startswith("__") for name in attributes)


def write_function(writer: "Writer", name: str, place: Place) -> str:
    """A function with the attributes that are used of it."""
    code = functions.write_def(writer, name, place, "@function", 0)
    sets = [f"{name}.{attribute} = {writer.value(one)}" for attribute, one in place.steps("attr").items()]
    return "\n".join([code.rstrip(), *sets, ""])


def write_enumeration(writer: "Writer", name: str, place: Place) -> str:
    """An enumeration with the members that are named, each with a value of its own."""
    members = place.steps("attr")
    known = {one: child.steps("attr").get("value") for one, child in members.items()}
    codes = {one: writer.value(value) if value is not None else "None" for one, value in known.items()}
    told = all(value is not None and value.has("arithmetic") for value in known.values())
    if not told or len(set(codes.values())) < len(codes):
        codes = {one: f'"{one.lower()}"' for one in members}
    lines = [f"{one} = {code}\n" for one, code in codes.items()]
    return f"class {name}(enum.Enum):\n" + indented(lines)


def inherited(place: Place) -> dict[str, Place]:
    """What the snippet's own subclasses use of `super()`, or of themselves and neither define nor set."""
    found: dict[str, Place] = {}
    for _, instance, defined, parent in place.of("subclass"):
        assert isinstance(instance, Place)
        assert isinstance(parent, Place)
        found |= parent.steps("attr")
        assert isinstance(defined, frozenset)
        stored = {str(fact[1]) for fact in instance.of("attribute set")}
        used = instance.steps("attr").items()
        found |= {name: child for name, child in used if name not in stored | defined}
    return found


def _initializer(
    writer: "Writer", place: Place, data: dict[str, Place], named: Collection[str] = ()
) -> list[str]:
    """`__init__` with the parameters of the calls; none where nothing is passed and nothing stored.

    Args:
        data: what is stored.
        named: further attributes, each with its value: `name="x"`.
    """
    parameters = functions.parameters_of(place) if place.has("call") else ""
    if place.has("subclassed") or place.has("type test") or "__init__" in place.steps("attr"):
        parameters = functions.ANY
    names = parameters.split(", ")
    codes = {n: n if n in names else writer.value(c, depth=1) for n, c in data.items()}
    private = {
        n for n in data if n.startswith("__") and not n.endswith("__")
    }  # a class would change the name
    lines = [f"    self.{n} = {code}" for n, code in codes.items() if n not in private]
    lines += [f'    vars(self)["{n}"] = {codes[n]}' for n in data if n in private]
    lines += ["    self.{} = {}".format(*one.split("=", 1)) for one in named]
    if not parameters and not lines:
        return []
    head = f"def __init__(self, {parameters}):" if parameters else "def __init__(self):"
    return ["\n".join([head, *(lines or ["    pass"]), ""])]


def _member(writer: "Writer", name: str, place: Place, method: bool) -> str:
    choice = writer.choose(place, 0)
    if name == "__init__":
        return _special_method(writer, name, place, choice, 0)[0]
    if functions.is_function(choice) and method:
        return functions.write_def(writer, name, place, choice, 0, method=True)
    if functions.is_function(choice):
        return f"@staticmethod\n{functions.write_def(writer, name, place, choice, 0)}"
    return f"{name} = {writer.value(place, depth=1)}\n"


def indented(parts: list[str]) -> str:
    """The parts of a class body; a blank line before each function but the first part."""
    out = []
    for i, part in enumerate(parts):
        gap = "\n" if i and part.lstrip().startswith(("def ", "async def ", "@")) else ""
        out.append(gap + textwrap.indent(part, "    "))
    return "".join(out)
