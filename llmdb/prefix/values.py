"""From chosen candidates to a prefix: short, plain Python that runs without llmdb."""

import ast
import builtins
import keyword
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from llmdb.prefix.model import Assumption, AssumptionKind, Prefix
from llmdb.prefix.places import Place, singular
from llmdb.prefix.stand_in import STAND_IN

Choose = Callable[[Place, int], str]
"""The candidate chosen for a place; the number is that of the element it lies in, from 0."""

_MODULES = (
    "asyncio",
    "collections",
    "contextlib",
    "datetime",
    "io",
    "logging",
    "pathlib",
    "pickle",
    "re",
    "sys",
    "atexit",
)
_DICT_METHODS = {"items", "values", "keys", "get", "setdefault", "pop", "update", "copy", "popitem"}
_ANY = "*args, **kwargs"
_DEPTH = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """One name's definition as source, and whether it holds a stand-in or is an import."""

    name: str
    code: str
    kind: AssumptionKind


@dataclass(slots=True)
class Writer:
    """Writes the definitions of one prefix.

    Attributes:
        choose: which candidate each place takes.
        overrides: places whose candidate was chosen, not taken by default: they are written even below a stand-in.
        helpers: classes and functions that the definition under way needs before it, by name.
    """

    choose: Choose
    overrides: Mapping[str, str]
    helpers: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def define(self, name: str, place: Place) -> Definition:
        """The definition of an undefined name."""
        self.helpers = {}
        choice = self.choose(place, 0)
        if choice.startswith("@import "):
            return Definition(name=name, code=choice[8:], kind="import")
        main = self._definition(name, place, choice)
        code = "\n".join([*self.helpers.values(), main])
        kind: AssumptionKind = "stand-in" if re.search(r"\bStandIn\(", code) else "value"
        return Definition(name=name, code=code, kind=kind)

    def _definition(self, name: str, place: Place, choice: str) -> str:
        if choice == "@class":
            return self._class(name, place, 0)
        if choice == "@exception":
            return self._exception(name, place)
        if choice.startswith("@raise ") or (choice == "@function" and self._is_awaited(place)):
            return self._def(name, place, choice, 0)
        return f"{name} = {self.value(place, 0, choice)}"

    # expressions

    def value(self, place: Place, element: int = 0, choice: str | None = None, depth: int = 0) -> str:
        """An expression for the place."""
        choice = choice or self.choose(place, element)
        if depth > _DEPTH:
            return "None"
        if not choice.startswith(("@", "=")):
            return choice
        if choice.startswith("="):
            return choice[1:]
        kind, _, rest = choice[1:].partition(" ")
        match kind:
            case "object":
                return self._namespace(place, element, depth)
            case "function":
                return self._function(place, element, depth)
            case "class" | "exception":
                return self._nested(place, element, kind)
            case "decorator":
                return "lambda function: function"
            case "factory":
                return f"lambda {_ANY}: lambda function: function"
            case "context":
                inner = place.steps("enter").get("")
                text = (
                    self.value(inner, element, depth=depth + 1)
                    if inner and (inner.facts or inner.children)
                    else ""
                )
                return f"contextlib.nullcontext({text})"
            case "list" | "list2" | "iterator":
                text = self._list(place, element, kind, depth)
                return f"iter({text})" if kind == "iterator" else text
            case "length":
                one = self._element(place, element, depth)
                return f"[{', '.join([one] * int(rest))}]"
            case "tuple":
                return self._tuple(place, element, depth)
            case "dict":
                return self._dict(place, element, depth)
            case "truths":
                return "iter([True, False]).__next__"
            case "raise":
                name = self._fresh(place.word)
                self.helpers[name] = self._def(name, place, choice, element)
                return name
        return self._stand_in(place, element, depth)

    def _namespace(self, place: Place, element: int, depth: int) -> str:
        parts = []
        for name, child in place.steps("attr").items():
            if name.startswith("__") or keyword.iskeyword(name):
                if name == "__dict__" or name == "__class__" or name == "__name__":
                    continue
                return self._stand_in(place, element, depth)
            parts.append(f"{name}={self.value(child, element, depth=depth + 1)}")
        inner = place.steps("attr").get("__dict__")
        for code in inner.steps("item") if inner else ():
            if code[:1] in "'\"" and code.strip("'\"").isidentifier():
                parts.append(f"{code.strip(chr(39) + chr(34))}=1")
        return f"SimpleNamespace({', '.join(dict.fromkeys(parts))})"

    def _result(self, place: Place, element: int, depth: int) -> str:
        result = place.steps("call").get("")
        if result is None or (
            not result.children and {f[0] for f in result.facts} <= {"discarded"} and result.facts
        ):
            return "None"
        return self.value(result, element, depth=depth + 1)

    def _is_awaited(self, place: Place) -> bool:
        result = place.steps("call").get("")
        return bool(result and result.has("awaited"))

    def _function(self, place: Place, element: int, depth: int) -> str:
        if self._is_awaited(place):
            name = self._fresh(place.word)
            self.helpers[name] = self._def(name, place, "@function", element)
            return name
        parameters = self._parameters(place)
        return f"lambda{' ' if parameters else ''}{parameters}: {self._result(place, element, depth)}"

    def _parameters(self, place: Place) -> str:
        """Parameters after the calls' own argument names, or any, where they do not tell or agree."""
        shapes = {fact[1] for fact in place.of("call")}
        if len(shapes) != 1 or None in shapes or place.has("argument") or place.has("raised"):
            return _ANY
        (names,) = shapes
        assert isinstance(names, tuple)
        if not names:
            return "" if not place.has("next") else _ANY
        clean = [n.rstrip("=") for n in names]
        if len(set(clean)) < len(clean) or any(not n.isidentifier() or keyword.iskeyword(n) for n in clean):
            return _ANY
        return ", ".join(clean) if len(clean) < 4 else _ANY

    def _def(self, name: str, place: Place, choice: str, element: int) -> str:
        parameters = self._parameters(place)
        if choice.startswith("@raise "):
            kind = choice[7:]
            plain = kind in ("KeyError", "IndexError", "AttributeError") or not hasattr(builtins, kind)
            text = '"not found"' if plain else '"wrong value"'
            error = f"raise {kind}({text})"
            if kind in (
                "StopIteration",
                "KeyboardInterrupt",
                "SystemExit",
                "NotImplementedError",
                "GeneratorExit",
            ):
                error = f"raise {kind}"
            return f"def {name}({parameters}):\n    {error}\n"
        inner = place.child("call").steps("await").get("")
        value = self.value(inner, element, depth=1) if inner else "None"
        return f"async def {name}({parameters}):\n    return {value}\n"

    def _list(self, place: Place, element: int, kind: str, depth: int) -> str:
        items = {code: child for code, child in place.steps("item").items() if re.fullmatch(r"-?\d+", code)}
        if items and kind == "list" and "element" not in {s[0] for s in place.children}:
            numbers = [int(code) for code in items]
            size = max(max(numbers) + 1, -min(numbers), 1)
            by_place = {number % size: child for number, child in zip(numbers, items.values(), strict=True)}
            spare = place.steps("item").get("*")
            return f"[{', '.join(self._item(by_place.get(i, spare), element, i, depth) for i in range(max(size, 2)))}]"
        ones = list(dict.fromkeys(self._element(place, i, depth) for i in range(2 if kind != "list2" else 4)))
        if len(ones) == 1 and re.fullmatch(r"\d+", ones[0]):
            ones = [str(int(ones[0]) + i) for i in range(3)]
        elif len(ones) == 1 and re.fullmatch(r'"[a-z]+"', ones[0]) and kind == "list":
            ones = [ones[0], '"b"' if ones[0] == '"a"' else '"bob"' if ones[0] == '"alice"' else '"beta"']
        return f"[{', '.join(ones)}]"

    def _item(self, child: Place | None, element: int, position: int, depth: int) -> str:
        if child is None:
            return str(position + 1)
        return self.value(child, element, depth=depth + 1)

    def _element(self, place: Place, element: int, depth: int) -> str:
        child = place.steps("element").get("") or place.steps("item").get("*")
        if child is None:
            child = next(iter(place.steps("item").values()), None)
        if child is None or not (child.facts or child.children):
            word = singular(place.word)
            if place.word.lower() in (
                "names",
                "users",
                "keys",
                "words",
                "columns",
                "files",
                "lines",
                "tags",
                "letters",
            ):
                return (
                    ('"a"', '"b"', '"c"', '"d"')[element % 4]
                    if word in ("key", "letter")
                    else f'"{word}{element + 1}"'
                )
            if child is None or not child.hints:
                return str(element + 1)
        return self.value(child, element, depth=depth + 1)

    def _tuple(self, place: Place, element: int, depth: int) -> str:
        counts = [int(str(fact[1])) for fact in place.of("unpacked")]
        size = counts[0] if counts else 2
        parts = [self._item(place.steps("item").get(str(i)), element, i, depth) for i in range(size)]
        return f"({', '.join(parts)}{',' if size == 1 else ''})"

    def _dict(self, place: Place, element: int, depth: int) -> str:
        entries: dict[str, str] = {}
        for code, child in place.steps("item").items():
            if code != "*":
                entries[code] = self.value(child, element, depth=depth + 1)
        spare = place.steps("item").get("*")
        for _, key_code in place.of("indexed by"):
            if (
                isinstance(key_code, str)
                and not entries
                and spare
                and re.fullmatch(r"[A-Za-z_][\w.]*", key_code)
            ):
                entries['"a"'] = self.value(spare, element, depth=depth + 1)
        attributes = place.steps("attr")
        for method in ("items", "values", "keys", "get", "setdefault", "pop"):
            result = attributes[method].steps("call").get("") if method in attributes else None
            if result is None:
                continue
            one = result.steps("element").get("")
            key, value = None, result
            if method == "items" and one:
                key, value = one.steps("item").get("0"), one.steps("item").get("1") or value
            elif method == "keys" and one:
                key = one
            elif method == "values" and one:
                value = one
            for i in range(2 if method in ("items", "values") else 1):
                left = self.value(key, i, depth=depth + 1) if key and key.facts else ('"a"', '"b"')[i]
                plain = value is result and method in ("items", "keys")
                right = str(i + 1) if plain else self.value(value, i, depth=depth + 1)
                entries.setdefault(left, right)
        looped = place.steps("element").get("")
        if looped is not None and not entries:
            for i in range(2):
                left = self.value(looped, i, depth=depth + 1) if looped.facts else ('"a"', '"b"')[i]
                entries[left] = str(i + 1)
        for code, value_code in entries.items():
            if code.startswith(("SimpleNamespace", "[", "{")):
                return f"{{1: {value_code}}}"
        if not entries:
            entries = {'"a"': "1", '"b"': "2"}
        return "{" + ", ".join(f"{k}: {v}" for k, v in entries.items()) + "}"

    def _stand_in(self, place: Place, element: int, depth: int) -> str:
        """A stand-in, with the values chosen for what lies below it."""
        parts = []
        for name, child in place.steps("attr").items():
            if self._chosen_below(child) and not name.startswith("__") and not keyword.iskeyword(name):
                parts.append(f"{name}={self.value(child, element, depth=depth + 1)}")
        for kind, label in (("call", "result"), ("await", "result")):
            child_of = place.steps(kind).get("")
            if child_of and self._chosen_below(child_of):
                parts.append(f"{label}={self.value(child_of, element, depth=depth + 1)}")
        inner = place.steps("element").get("")
        items = place.steps("item")
        if inner and self._chosen_below(inner):
            parts.append(
                f"items=[{', '.join(dict.fromkeys(self.value(inner, i, depth=depth + 1) for i in range(2)))}]"
            )
        elif items and any(self._chosen_below(child) for child in items.values()):
            pairs = [
                f"{code}: {self.value(c, element, depth=depth + 1)}"
                for code, c in items.items()
                if code != "*"
            ]
            if pairs:
                parts.append(f"items={{{', '.join(pairs)}}}")
        elif place.has("unpacked"):
            size = int(str(place.of("unpacked")[0][1]))
            parts.append(f"items=[{', '.join(['StandIn()'] * size)}]")
        return f"StandIn({', '.join(dict.fromkeys(parts))})"

    def _chosen_below(self, place: Place) -> bool:
        return any(p.key in self.overrides or p.has("unpacked") for p in place.walk())

    # classes

    def _fresh(self, word: str) -> str:
        base = re.sub(r"\W", "_", word) or "helper"
        name, number = base, 2
        while (
            name in self.taken or name in self.helpers or keyword.iskeyword(name) or hasattr(builtins, name)
        ):
            name, number = f"{base}_{number}", number + 1
        self.taken.add(name)
        return name

    def _nested(self, place: Place, element: int, kind: str) -> str:
        name = self._fresh(place.word)
        self.helpers[name] = (
            self._class(name, place, element) if kind == "class" else self._exception(name, place)
        )
        return name

    def _exception(self, name: str, place: Place) -> str:
        lines = [
            f"    {n} = {self.value(c)}" for n, c in place.steps("attr").items() if not n.startswith("__")
        ]
        return "\n".join([f"class {name}(Exception):", *(lines or ["    pass"]), ""])

    def _class(self, name: str, place: Place, element: int) -> str:
        """A class with what is used of it and of its instances."""
        result = place.steps("call").get("")
        lines = [
            f"    {n} = {self._member(c, element, static=True)}"
            for n, c in place.steps("attr").items()
            if not n.startswith("__")
        ]
        if place.has("subclassed") or place.has("call"):
            lines.append(f"\n    def __init__(self, {_ANY}):")
            stored = [
                f"        self.{n} = {self.value(c, element, depth=1)}"
                for n, c in (result.steps("attr") if result else {}).items()
                if not n.startswith("__")
            ]
            lines += stored or ["        pass"]
        if result and any(n in result.steps("call") for n in ("",)):
            lines += [
                f"\n    def __call__(self, {_ANY}):",
                f"        return {self._result(result, element, 1)}",
            ]
        if result and result.has("context"):
            inner = result.steps("enter").get("")
            value = (
                self.value(inner, element, depth=1) if inner and (inner.facts or inner.children) else "self"
            )
            word = "async def __a" if result.of("context")[0][1] else "def __"
            lines += [f"\n    {word}enter__(self):", f"        return {value}"]
            lines += [f"\n    {word}exit__(self, *error):", "        return False"]
        if result and result.has("iterated"):
            lines += [
                "\n    def __iter__(self):",
                f"        return iter({self._list(result, element, 'list', 1)})",
            ]
        if result and (result.of("index") or result.steps("item")):
            one = result.steps("item").get("*") or next(iter(result.steps("item").values()), None)
            lines += [
                "\n    def __getitem__(self, key):",
                f"        return {self.value(one, element, depth=1) if one else 1}",
            ]
        return "\n".join([f"class {name}:", *(lines or ["    pass"]), ""])

    def _member(self, place: Place, element: int, static: bool) -> str:
        text = self.value(place, element, depth=1)
        return f"staticmethod({text})" if static and text.startswith("lambda") else text


def write_prefix(
    definitions: list[Definition], modules: Mapping[str, Mapping[str, str]], extra: tuple[str, ...] = ()
) -> Prefix:
    """Put definitions in an order in which each finds what it needs, with the imports in front.

    Args:
        definitions: one for each undefined name.
        modules: for each missing module, the names it must have and the definitions they take.
        extra: further statements: files to make, calls at the end.
    """
    imports = [d for d in definitions if d.kind == "import"]
    rest = _ordered([d for d in definitions if d.kind != "import"])
    tail = [*_module_lines(modules), *extra]
    body = "\n".join([*(d.code for d in rest), *tail])
    used = [
        m
        for m in _MODULES
        if re.search(rf"(?<![\w.\"']){m}\.", body) and not any(d.name == m for d in definitions)
    ]
    head = [f"import {m}" for m in used]
    for name in ("SimpleNamespace", "ModuleType"):
        if re.search(rf"\b{name}\(", body):
            head.append(f"from types import {name}")
    head += [d.code for d in imports]
    if re.search(r"\bStandIn\(", body):
        body = f"{STAND_IN}\n\n{body}"
    assumptions = [Assumption(name=d.name, code=d.code, kind=d.kind) for d in (*imports, *rest)]
    code = "\n".join([*dict.fromkeys(head), *([""] if head and body else []), body]).strip("\n")
    return Prefix(code=f"{code}\n" if code else "", assumptions=tuple(assumptions))


def _ordered(definitions: list[Definition]) -> list[Definition]:
    """Definitions after those whose names they use."""
    names = {d.name: d for d in definitions}
    done: dict[str, Definition] = {}

    def visit(one: Definition, stack: tuple[str, ...]) -> None:
        if one.name in done or one.name in stack:
            return
        for node in ast.walk(ast.parse(one.code)):
            if isinstance(node, ast.Name) and node.id in names and node.id != one.name:
                visit(names[node.id], (*stack, one.name))
        done[one.name] = one

    for definition in definitions:
        visit(definition, ())
    return list(done.values())


def _module_lines(modules: Mapping[str, Mapping[str, str]]) -> list[str]:
    lines = []
    for name, members in modules.items():
        if list(members) == [""]:
            lines.append(f'sys.modules["{name}"] = {members[""]}')
            continue
        inside = ", ".join(f"{k}={v}" for k, v in members.items() if k)
        lines.append(f'sys.modules["{name}"] = SimpleNamespace({inside})')
    return lines
