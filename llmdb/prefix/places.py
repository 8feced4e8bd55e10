"""Places: the access paths that start at an undefined name, with what the snippet does to each."""

from collections.abc import Iterator
from dataclasses import field

from llmdb.types import LineNo
from llmdb.values import dataclass

_PARTS = {
    "split": "word",
    "rsplit": "word",
    "splitlines": "line",
    "readlines": "line",
    "keys": "key",
    "values": "value",
}
"""What a method gives several of."""

_IRREGULAR = {
    "indices": "index", "children": "child", "people": "person", "vertices": "vertex", "matrices": "matrix",
    "leaves": "leaf",
}  # fmt: skip
_SAME_TEXT = ("lower", "upper", "strip", "lstrip", "rstrip", "casefold", "title", "capitalize")
"""Methods whose result has the same name as what they are called on."""

_SURE = ("_html", "_text", "_string", "_xml", "_url")
"""How the names of functions end that tell what they give better than the name of what that is bound to."""

_ANY_VALUE = frozenset(
    {"res", "ret", "retval", "rv", "out", "result", "val", "value", "tmp", "temp", "data", "obj", "item"}
)
"""Names of variables that may hold anything."""

Fact = tuple[object, ...]
"""What is done to a place: ("call", argument names), ("compare", operator, code), ("argument", function) ..."""


@dataclass(eq=False, slots=True)
class Place:
    """A value that the snippet reaches from an undefined name, e.g. `self.settings.get()`.

    Attributes:
        step: how it is reached from `parent`: ("name", n), ("attr", n), ("call",), ("call", code of the first
            argument) where calls give tuples of different lengths, ("item", code of a constant key or "*"),
            ("element",), ("operated",) for what an operator gives, ("await",), ("enter",); ("file", code of the path)
            for an opened file; ("answer", number) for what an `input()` gives; ("json",), ("rows",), ("records",) for
            what is read out of a text or a file.
        facts: what the snippet does with it, without repetition, in order.
        hints: names of variables that it is bound to, a help in guessing.
        lines: where it is used.
        guarded: it takes part in the condition of a branch or loop.
    """

    step: tuple[str, ...]
    parent: "Place | None" = None
    children: "dict[tuple[str, ...], Place]" = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    lines: set[LineNo] = field(default_factory=set)
    guarded: bool = False

    def child(self, *step: str) -> "Place":
        """The place one step further, made at first use."""
        if step not in self.children:
            self.children[step] = Place(step=step, parent=self)
        return self.children[step]

    def note(self, *fact: object) -> None:
        """Remember a fact."""
        if fact not in self.facts:
            self.facts.append(fact)

    def has(self, kind: str) -> bool:
        """Whether any fact of this kind is known."""
        return any(fact[0] == kind for fact in self.facts)

    def of(self, kind: str) -> list[Fact]:
        """The facts of one kind."""
        return [fact for fact in self.facts if fact[0] == kind]

    def steps(self, kind: str) -> "dict[str, Place]":
        """Children of one kind of step, by their name."""
        return {step[1] if len(step) > 1 else "": p for step, p in self.children.items() if step[0] == kind}

    @property
    def key(self) -> str:
        """A text that names the place and no other: `self.settings.get()`, `rows[*]`, `rows[?]`, `data['id']`."""
        before = self.parent.key if self.parent else ""
        match self.step:
            case ("attr", name):
                return f"{before}.{name}"
            case ("item", "*"):
                return f"{before}[?]"
            case ("item", code):
                return f"{before}[{code}]"
            case ("call", *given):
                return f"{before}({''.join(given)})"
            case ("element",):
                return f"{before}[*]"
            case ("file", code):
                return f"open({code})"
            case ("answer", number):
                return f"input() {number}"
            case (kind,):
                return f"{before}<{kind}>"
        return self.step[1]

    @property
    def root(self) -> "Place":
        """The place of the undefined name itself."""
        return self.parent.root if self.parent else self

    @property
    def word(self) -> str:
        """The name that says most about what this place holds."""
        match self.step:
            case ("answer", _):
                return self.hints[0] if self.hints else ""
            case ("name", name) if "(" in name:
                return self.hints[0] if self.hints else ""
            case ("attr", "text") if self.parent and self.parent.step[0] == "tag":
                return self.parent.step[1]
            case ("attr", "value") if self.parent and self.parent.step[0] == "attr":
                return self.parent.step[1] if self.root.step[1][:1].isupper() else "value"
            case ("name", name) | ("attr", name):
                return name
            case ("item", code) if code[:1] in "'\"" and code:
                return code.strip("'\"")
            case ("operated",):
                return self._hint("result")
            case ("named",):
                return self._hint("")
            case ("element",) | ("item", *_) if self.parent and self.parent.word in ("self", "cls"):
                return self._hint("")
            case ("element",) | ("item", *_) if self.parent:
                made = self.parent.parent.step if self.parent.parent else ("",)
                return self._hint(_PARTS.get(made[-1]) or singular(self.parent.word))
            case ("call", *_) if self.parent and self.parent.parent and self.parent.step[-1] in _SAME_TEXT:
                return self._hint(self.parent.parent.word)
            case ("call", *_) if self.parent and self.parent.word.lower().endswith(_SURE):
                return self.parent.word
            case (_, *_) if self.parent:
                return self._hint(self.parent.word)
        return self.hints[0] if self.hints else ""

    def _hint(self, otherwise: str) -> str:
        """The name it is bound to, if that says more than what it was taken from."""
        if self.hints and not (
            otherwise and (len(self.hints[0]) < 3 or self.hints[0].strip("_") in _ANY_VALUE)
        ):
            return self.hints[0]
        return otherwise

    def is_below(self, other: "Place") -> bool:
        """Whether this place is reached from the other one."""
        return self.parent is not None and (self.parent is other or self.parent.is_below(other))

    def walk(self) -> "Iterator[Place]":
        """This place and all below it, parents first."""
        yield self
        for place in list(self.children.values()):
            yield from place.walk()


def singular(word: str) -> str:
    """The name of one of them: names to name, entries to entry, get_items to get_item."""
    if word.isupper() and len(word) > 3:
        return singular(word.lower()).upper()
    if word.lower().endswith(("series", "species")):
        return word
    for several, one in _IRREGULAR.items():
        if word.endswith(several):
            return word.removesuffix(several) + one
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


_VERBS = ("exists", "contains", "equals", "supports", "needs", "wants", "allows")
"""What ends like the name of several things and is none."""


def is_class_name(word: str) -> bool:
    """Whether a name is written as those of classes are: `IDateTime`, `_Table`."""
    plain = word.lstrip("_")
    return plain[:1].isupper() and not plain.isupper()


def is_plural(lower: str) -> bool:
    """Whether a name in small letters is that of several things."""
    return (
        lower.endswith("s")
        and len(lower) > 3
        and not lower.endswith(("ss", "us", "is", "ias", "_s", "series", *_VERBS))
    )
