"""The definition of each undefined name as short, plain Python that runs without llmdb."""

import ast
import builtins
import keyword
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import field

from llmdb.prefix import tables
from llmdb.prefix.model import AssumptionKind
from llmdb.prefix.places import Fact, Place
from llmdb.prefix.samples import fraction_sample, whole_sample
from llmdb.prefix.turning import NUMBER
from llmdb.prefix.writing import (
    containers,
    cut_methods,
    frames,
    functions,
    objects,
    real_modules,
    stand_ins,
    texts,
)
from llmdb.values import dataclass

Choose = Callable[[Place, int], str]
"""The candidate chosen for a place; the number is that of the element it lies in, from 0."""

_TYPES = ("int", "str", "list")
"""Classes of which nothing but their names is used."""
_OF_TYPES = frozenset({"__name__", "__module__", "__qualname__", "__mro__", "__bases__", "__doc__"})
_DEPTH = 9
_NESTED = 2
_OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}  # fmt: skip
_LATER_DATES = (
    *tables.VALUES["datetime"], "datetime.datetime(2024, 1, 2, 9, 0)", "datetime.datetime(2023, 11, 20, 18, 45)",
)  # fmt: skip
"""The moments that the elements of a list have."""
_WITH_INITIALIZER = """\
def {name}(cls):
    names = [name for name in dict.fromkeys([*cls.__annotations__, *vars(cls)]) if not name.startswith("__")]
    cls.__init__ = lambda self, *args, **kwargs: vars(self).update(zip(names, args), **kwargs)
    return cls
"""


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
        keys: for the key of a place that is indexed, the place that it is indexed by.
        words: texts that the snippet compares something with.
        helpers: classes and functions that the definition under way needs before it, by name.
        classes: names of those classes by the key of their place.
        taken: names that mean something already.
        comparing: the value of a place is being written for one that is compared with it.
        nested: how often what is being written is in something like it.
        listed: in how many lists it is.
    """

    choose: Choose
    overrides: Mapping[str, str]
    keys: Mapping[str, Place] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    helpers: dict[str, str] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    comparing: bool = False
    nested: int = 0
    listed: int = 0

    def define_all(self, roots: Mapping[str, Place]) -> list[Definition]:
        """The definitions of the undefined names, in their order."""
        self.helpers, self.classes = {}, {}
        together = cut_methods.write_classes(self, roots)
        written = {}
        for name, code in together.items():
            written[name] = self._with_helpers(name, code)
            self.helpers = {}
        return [written.get(name) or self.define(name, place) for name, place in roots.items()]

    def define(self, name: str, place: Place) -> Definition:
        """The definition of an undefined name."""
        self.helpers = {}
        self.classes = {}
        choice = self.choose(place, 0)
        if choice.startswith("@import "):
            return self._imported(name, place, choice[8:])
        return self._with_helpers(name, self._definition(name, place, choice))

    def _imported(self, name: str, place: Place, code: str) -> Definition:
        """The import; something of its own where other results than the real ones were chosen."""
        main = real_modules.changed_module(self, name, place, code)
        changed = any(p.key in self.overrides for p in place.walk())
        if not main and changed and real_modules.may_be_other(code):
            main = functions.write_def(self, name, place, "@function", 0) if place.steps("call") else ""
        if not main:
            return Definition(name=name, code=code, kind="import")
        return self._with_helpers(name, main)

    def _with_helpers(self, name: str, main: str) -> Definition:
        code = "\n".join([*self.helpers.values(), main])
        kind: AssumptionKind = "stand-in" if re.search(r"\bStandIn\(", code) else "value"
        return Definition(name=name, code=code, kind=kind)

    def _definition(self, name: str, place: Place, choice: str) -> str:
        if choice == "@class" and objects.is_function_with_attributes(place):
            return objects.write_function(self, name, place)
        if choice == "@class":
            return objects.write_class(self, name, place)
        if choice == "@enum":
            return objects.write_enumeration(self, name, place)
        if choice == "@exception":
            return objects.write_exception(self, name, place)
        if functions.is_function(choice):
            return functions.write_def(self, name, place, choice, 0)
        return f"{name} = {self.value(place, 0, choice)}"

    def value(self, place: Place, element: int = 0, choice: str | None = None, depth: int = 0) -> str:
        """An expression for the place."""
        choice = choice or self.choose(place, element)
        if depth > _DEPTH:
            return "None"
        if choice.startswith("="):
            return choice[1:]
        if not choice.startswith("@"):
            return _LATER_DATES[element % 3] if element and choice == _LATER_DATES[0] else choice
        mark, _, rest = choice[1:].partition(" ")
        scalar = self._scalar(mark, rest, place, element)
        return scalar or self._built(mark, rest, place, element, depth)

    def _scalar(self, mark: str, rest: str, place: Place, element: int) -> str | None:
        word = self.word(place)
        match mark:
            case "str":
                return texts.text_code(self, place, element)
            case "int":
                return whole_sample(word, element)
            case "template":
                return texts.template_code(place, element)
            case "char":
                return f'"{"abc"[element % 3]}"'
            case "file":
                return texts.file_code(self, place)
            case "bytes":
                return texts.bytes_code(self, place, element)
            case "float":
                return fraction_sample(word, element)
            case "number":
                sample = fraction_sample if rest == "float" else whole_sample
                return f'"{sample(word, element)}"'
            case "position":
                return str(element)
            case "falses":
                return _in_turn(place, "False, True")
            case "truths":
                return _in_turn(place, "True, False")
            case "decorator":
                return self._decorating(place)
            case "factory":
                return f"lambda *args, **kwargs: {self._decorating(place.child('call'))}"
            case "clock":
                return "(2**n for n in itertools.count()).__next__"
            case "flags":
                return self._flags(place)
            case "part":
                return texts.part_code(self, place, place.of("part of")[int(rest)], element)
            case "matching":
                return texts.matching_code(self, place, int(rest))
            case "same":
                return self._same(place.of("compared")[int(rest)][1], element)
            case "computed":
                return self._computed(place.of("computed as")[int(rest)])
            case "beyond" | "below":
                return self._near(place.of("ordered")[int(rest)][2], mark == "beyond")
        return None

    def _decorating(self, place: Place) -> str:
        """A decorator that gives the function back, with the attributes that are used of it."""
        made = place.steps("call").get("")
        if place.has("makes initializer"):
            name = self.fresh("with_initializer")
            self.helpers[name] = _WITH_INITIALIZER.format(name=name)
            return name
        if made is None or not made.steps("attr"):
            return "lambda function: function"
        lines = [f"    function.{name} = {self.value(child)}" for name, child in made.steps("attr").items()]
        name = self.fresh("decorated")
        self.helpers[name] = "\n".join([f"def {name}(function):", *lines, "    return function", ""])
        return name

    def is_innermost(self, place: Place) -> bool:
        """Whether what is like the place is written no more inside it."""
        other = place.of("like")[0][1]
        assert isinstance(other, Place)
        return self.nested >= _NESTED - (sum(one.has("like") for one in other.walk()) > 1)

    def _same(self, other: object, element: int) -> str:
        """The value of a place that this one is compared with, as far as that is a literal."""
        assert isinstance(other, Place)
        return self.like(other, element)

    def like(self, other: Place, element: int) -> str:
        """The value of another place, as far as that is a literal; else None."""
        choice = self.choose(other, element)
        if choice.startswith(("@same", "@beyond", "@below")) or self.comparing:
            return "None"
        helpers, classes = dict(self.helpers), dict(self.classes)
        self.comparing = True
        code = self.value(other, element, choice)
        self.comparing = False
        self.helpers, self.classes = helpers, classes  # a literal needs none
        try:
            ast.literal_eval(code)
        except (ValueError, SyntaxError, TypeError):
            return "None"
        return code

    def _flags(self, place: Place) -> str:
        """A bit that no other flag of the same value has; for that value the bits of all."""
        for _, owner in place.of("flag of"):
            assert isinstance(owner, Place)
            return str(1 << [fact[1] for fact in owner.of("has flag")].index(place))
        return str((1 << len(place.of("has flag"))) - 1)

    def _computed(self, fact: Fact) -> str:
        """What an operator gives for the values of two places, of one place those of two elements."""
        _, symbol, left, right = fact
        if not isinstance(left, Place) or not isinstance(right, Place):
            return "None"
        codes = self.like(left, 0), self.like(right, int(right is left))
        if symbol not in _OPERATORS or not all(map(NUMBER.match, codes)):
            return "None"
        return repr(_OPERATORS[str(symbol)](*map(ast.literal_eval, codes)))

    def _near(self, other: object, beyond: bool) -> str:
        """A number more or less than the value of another place."""
        assert isinstance(other, Place)
        code = self.like(other, 0)
        try:
            value = ast.literal_eval(code)
        except (ValueError, SyntaxError):
            value = None
        if isinstance(value, bool) or not isinstance(value, int | float):
            return "1000" if beyond else "0"
        step = 2 if isinstance(value, int) else round(abs(value) / 2, 2) or 1.0
        less = value - step if value < 0 or value >= step else 0
        return repr(value + step if beyond else less)

    def _again(self, place: Place, element: int, depth: int) -> str:
        """What the place is like, nested a few times; then nothing."""
        other = place.of("like")[0][1]
        assert isinstance(other, Place)
        if self.is_innermost(place):
            return "[]" if other.has("iterated") and self.choose(other, 0) == "@list" else "None"
        self.nested += 1
        code = self.value(other, element + self.nested, self.choose(other, 0), depth)
        self.nested -= 1
        return code

    def _built(self, mark: str, rest: str, place: Place, element: int, depth: int) -> str:
        match mark:
            case "object":
                return objects.write_object(self, place, element, depth)
            case "derived":
                return objects.write_derived(self, place, rest)
            case "function":
                return functions.write_lambda(self, place, element, depth)
            case "class" | "exception" | "raise" | "fail" | "echo" | "to" | "answers":
                return self._nested(mark, rest, place, element)
            case "context":
                inner = place.steps("enter").get("")
                told = inner is not None and (inner.facts or inner.children)
                text = self.value(inner, element, depth=depth + 1) if inner is not None and told else ""
                return f"contextlib.nullcontext({text})"
            case "again":
                return self._again(place, element, depth)
            case "list" | "list2" | "repeated" | "iterator" | "sequence":
                text = containers.write_list(self, place, element, mark, depth)
                return f"iter({text})" if mark == "iterator" else text
            case "length" if containers.has_keys(place):
                return containers.write_dict(self, place, element, depth, int(rest))
            case "length":
                codes = [containers.element_code(self, place, i, depth) for i in range(int(rest))]
                return f"[{', '.join(codes)}]"
            case "tuple":
                return containers.write_tuple(self, place, element, depth)
            case "dict":
                return containers.write_dict(self, place, element, depth)
            case "ordered":
                return f"collections.OrderedDict({containers.write_dict(self, place, element, depth)})"
            case "set":
                return containers.write_set(self, place, element, depth)
            case "frame":
                return frames.write_frame(place)
            case "series":
                return frames.write_series(place)
            case "array":
                return frames.write_array(place)
            case "rows":
                return frames.write_rows()
            case "numbers":
                return frames.write_numbers(place)
        return stand_ins.write_stand_in(self, place, element, depth)

    def _nested(self, mark: str, rest: str, place: Place, element: int) -> str:
        if mark == "class" and place.step[0] in ("element", "item"):
            if set(place.steps("attr")) <= _OF_TYPES and not place.steps("call"):
                return _TYPES[element % len(_TYPES)]
            if place.key in self.classes:
                return self.classes[place.key]
        if mark == "class" and place.word in ("cls", "klass"):
            name = self.fresh_class("Thing", place)
        else:
            name = self.fresh(objects.class_name(place) if mark == "class" else place.word)
        if mark == "class":
            self.classes[place.key] = name
            self.helpers[name] = objects.write_class(self, name, place)
        elif mark == "exception":
            self.helpers[name] = objects.write_exception(self, name, place)
        else:
            self.helpers[name] = functions.write_def(self, name, place, f"@{mark} {rest}".rstrip(), element)
        return name

    def word(self, place: Place) -> str:
        """The name that says what the place holds; "" for the elements of something that has none."""
        return place.word

    def fresh_class(self, word: str, place: Place) -> str:
        """A name like the word for the class of a value, that means nothing yet: `OtherNode` beside `Node`."""
        of_root = [f"_{word}" if place.word == word else f"{word}Module"] if place.parent is None else []
        names = [word, *of_root, *objects.further_names(word)]
        name = next((name for name in names if not self._means_something(name)), None) or self.fresh(word)
        self.taken.add(name)
        return name

    def _means_something(self, name: str) -> bool:
        return (
            name in self.taken or name in self.helpers or keyword.iskeyword(name) or hasattr(builtins, name)
        )

    def fresh(self, word: str) -> str:
        """A name like the word that means nothing yet."""
        base = re.sub(r"\W", "_", word).strip("_") or "helper"
        base = f"_{base}" if base[0].isdigit() else base
        name, number = base, 2
        while self._means_something(name):
            name, number = f"{base}_{number}", number + 1
        self.taken.add(name)
        return name


def _in_turn(place: Place, values: str) -> str:
    """A function that gives one value after the other, whatever it is given."""
    if all(fact[1] in ((), None) for fact in place.of("call")):
        return f"iter([{values}]).__next__"
    return f"lambda *args, answers=iter([{values}]): next(answers)"
