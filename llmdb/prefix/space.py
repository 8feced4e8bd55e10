"""The space of prefixes of one snippet: places, their candidates, and the code that a choice of them gives."""

import ast
import builtins
from collections.abc import Callable, Iterable
from dataclasses import field, replace

from llmdb.prefix.guess import AGAIN, STAND_IN, candidates
from llmdb.prefix.imports import MissingImports, find_missing_imports, packages_in, submodule_members
from llmdb.prefix.model import Prefix, UndefinedReference
from llmdb.prefix.places import Place
from llmdb.prefix.scientific import mentioned_packages
from llmdb.prefix.tables import OLD_METHODS, OLD_NAMES
from llmdb.prefix.turning import turning_values
from llmdb.prefix.undefined import find_undefined, names_of, used_as_data, writes_python_3
from llmdb.prefix.uses.scope import Usage
from llmdb.prefix.uses.statements import find_usage
from llmdb.prefix.writing.assembly import write_prefix
from llmdb.prefix.writing.calls import call_definitions, has_defaults
from llmdb.prefix.writing.surroundings import (
    answers_definition,
    command_flags,
    command_line,
    command_line_definition,
    file_definition,
    folder_definition,
    variable_definition,
    variables,
)
from llmdb.prefix.writing.writer import Choose, Definition, Writer
from llmdb.program.parsing import parse
from llmdb.program.snippet import BodyKind
from llmdb.types import LineNo
from llmdb.values import dataclass

Guess = Callable[[Place], list[str]]
"""Expressions that somebody else suggests for an undefined name, most plausible first."""

Pools = dict[str, tuple[str, ...]]
"""The candidates of each place by its key."""

FOLDER = "folder"
"""In place of a file's key: the path is a folder's."""

_NEVER_STAND_IN = ("@import", "@exception", "@decorator", "@factory")
_MAX_PLACES = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One point of the space.

    Attributes:
        stand_ins: roots are stand-ins unless chosen otherwise.
        chosen: place key and candidate, where it is not the default.
        names: undefined names that only running has shown.
        files: paths of files to make first, each with its key in `Usage.files`, or FOLDER.
        answers: the program's questions are answered.
        calls: functions that nothing calls are called at the end.
        defaults: they are given values for parameters that have defaults, too.
        flags: the program is given all its switches on its command line, besides the words it needs.
        without_modules: missing modules stay missing.
    """

    stand_ins: bool = False
    chosen: frozenset[tuple[str, str]] = frozenset()
    names: frozenset[str] = frozenset()
    files: frozenset[tuple[str, str]] = frozenset()
    answers: bool = False
    calls: bool = False
    defaults: bool = False
    flags: bool = False
    without_modules: bool = False

    def with_choice(self, key: str, candidate: str) -> "Choice":
        """The same with another candidate at one place."""
        rest = {pair for pair in self.chosen if pair[0] != key}
        return replace(self, chosen=frozenset(rest | {(key, candidate)}))

    def takes_stand_in(self, key: str, pool: tuple[str, ...]) -> bool:
        """Whether a root holds a stand-in where its pool has something else."""
        if len(pool) < 2 or pool[0] == STAND_IN:
            return False
        chosen = dict(self.chosen).get(key)
        return chosen == STAND_IN or (
            chosen is None and self.stand_ins and not pool[0].startswith(_NEVER_STAND_IN)
        )


@dataclass(slots=True)
class Space:
    """All prefixes that the offline engine can write for a snippet.

    Attributes:
        text: the snippet.
        body: how it runs.
        available: modules that can be imported besides the standard library.
        guess: asked before the engine's own guesses.
        bound: names that the snippet binds where the source does not tell.
        kept_undefined: names that stay undefined, because that is the snippet's own mistake.
    """

    text: str
    body: BodyKind
    available: frozenset[str] = frozenset()
    guess: Guess | None = None
    bound: frozenset[str] = frozenset()
    undefined: tuple[UndefinedReference, ...] = ()
    _tree: ast.Module = field(default_factory=lambda: ast.Module([], []))
    _missing: MissingImports = field(default_factory=MissingImports)
    _words: list[str] = field(default_factory=list)
    _flags: list[str] = field(default_factory=list)
    _variables: dict[str, str] = field(default_factory=dict)
    _mentioned: frozenset[str] = frozenset()
    _bound_names: frozenset[str] = frozenset()
    _compared_words: tuple[str, ...] = ()
    kept_undefined: frozenset[str] = frozenset()
    _usages: dict[frozenset[str], tuple[Usage, Pools]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tree = parse(self.text)
        self.undefined = find_undefined(self.text, self.body, self.available, self.bound)
        self._missing = find_missing_imports(self._tree, self.available)
        self._words = command_line(self._tree)
        self._flags = command_flags(self._tree)
        self._variables = variables(self._tree)
        if writes_python_3(self._tree):  # the names of Python 2 in it are mistakes, to be seen
            old = frozenset(OLD_NAMES)
            self.kept_undefined = old - used_as_data(self._tree, old).keys()
        self._mentioned = mentioned_packages(self._tree, self.available)
        self._bound_names = _bound_names(self._tree)
        self._compared_words = _compared_words(self._tree)

    @property
    def missing_modules(self) -> bool:
        """Whether the snippet imports modules that are not here and catches their ImportError."""
        return bool(self._missing.modules) and self._missing.guarded

    @property
    def needs_packages(self) -> bool:
        """Whether the snippet, or what is guessed first for it, imports well-known packages that are here."""
        return bool(packages_in(f"{self.text}\n{self.compose(Choice()).code}") & self.available)

    @property
    def has_uncalled(self) -> bool:
        """Whether the snippet defines functions that nothing calls."""
        return self.body == "module" and bool(self.usage()[0].uncalled)

    @property
    def has_defaults(self) -> bool:
        """Whether those functions have parameters with defaults."""
        return self.has_uncalled and has_defaults(self.usage()[0])

    @property
    def handler_lines(self) -> frozenset[LineNo]:
        """Lines that run only after an error."""
        return _lines_of(n for n in ast.walk(self._tree) if isinstance(n, ast.ExceptHandler))

    @property
    def refusing_lines(self) -> frozenset[LineNo]:
        """Lines that raise an error under a condition: what the snippet refuses."""
        guarded = [one for n in ast.walk(self._tree) if isinstance(n, ast.If) for one in (*n.body, *n.orelse)]
        return _lines_of(n for n in guarded if isinstance(n, ast.Raise))

    @property
    def has_flags(self) -> bool:
        """Whether the program has switches on its command line."""
        return bool(self._flags)

    def usage(self, names: frozenset[str] = frozenset()) -> tuple[Usage, Pools]:
        """The places, with the candidates of each by its key."""
        if names not in self._usages:
            undefined = [n for n in names_of(self.undefined, "variable") if n not in self.kept_undefined]
            roots = [*undefined, *self._missing.roots, *sorted(names)]
            usage = find_usage(self._tree, dict.fromkeys(roots), self._mentioned)
            known = set(usage.roots) | (set(dir(builtins)) - self._bound_names)
            everything = [*usage.places(), *(p for f in usage.files.values() for p in f.walk())]
            everything += [p for answer in usage.answers for p in answer.walk()]
            pools = {place.key: self._pool(place, known) for place in everything[:_MAX_PLACES]}
            self._usages[names] = (usage, pools)
        return self._usages[names]

    def _pool(self, place: Place, known: set[str]) -> tuple[str, ...]:
        if self.kept_undefined and OLD_METHODS & set(place.steps("attr")):
            return ("@dict",)
        if place.key in self._missing.modules and not (place.facts or place.children):
            return ("@object", STAND_IN)
        own = candidates(place, self.available, self._mentioned)
        if self.guess is not None and place.parent is None and place.step[0] == "name":
            own = tuple(dict.fromkeys([*self.guess(place), *own]))
        return tuple(c for c in own if not c.startswith("=") or _names_in(c[1:]) <= known)

    def compose(self, choice: Choice) -> Prefix:
        """The prefix for a choice."""
        usage, pools = self.usage(choice.names)
        overrides = dict(choice.chosen)
        writer = Writer(
            choose=_chooser(choice, pools, overrides),
            overrides=overrides,
            keys=_keys(usage),
            words=self._compared_words,
            taken=set(usage.roots) | self._bound_names,
        )
        definitions = writer.define_all(usage.roots)
        if choice.without_modules:  # what their import binds is not bound
            unbound = set(self._missing.roots) - set(names_of(self.undefined, "variable"))
            definitions = [one for one in definitions if one.name not in unbound]
        modules = {} if choice.without_modules else submodule_members(self._missing.modules, _reached(usage))
        if self._missing.package and not choice.without_modules:
            code = f'__package__ = "{self._missing.package}"'
            definitions.append(Definition(name="__package__", code=code, kind="value"))
        return write_prefix(definitions, modules, tuple(self._surroundings(choice, usage, writer)))

    def lists_folder(self, line: LineNo) -> bool:
        """Whether the line takes a path for a folder's."""
        words = ("listdir", "scandir", "iterdir", "walk", "chdir", "glob")
        return any(word in self.text.split("\n")[line - 1] for word in words) if line else False

    def _surroundings(self, choice: Choice, usage: Usage, writer: Writer) -> list[Definition]:
        found = [
            folder_definition(writer, path, self.text, usage.files)
            if key == FOLDER
            else file_definition(writer, path, usage.files.get(key))
            for path, key in sorted(choice.files)
        ]
        found += [variable_definition(name, value) for name, value in self._variables.items()]
        words = [*self._words, *(self._flags if choice.flags else [])]
        if words:
            found.append(command_line_definition(words))
        if choice.answers and usage.answers:
            found.append(answers_definition(writer, usage.answers, self._tree))
        if choice.calls:
            found += call_definitions(writer, usage, choice.defaults)
        return found

    def relevant(self, lines: frozenset[LineNo], names: frozenset[str]) -> list[Place]:
        """Places whose values may decide whether these lines are reached: conditions around and before them."""
        usage, _ = self.usage(names)
        deciding = self._deciding_lines(lines)
        found: dict[Place, None] = {}
        for line in sorted(deciding, reverse=True):
            for place in sorted(usage.spread.get(line, ()), key=lambda p: p.key):
                found[place] = None
        return list(found)

    def _deciding_lines(self, lines: frozenset[LineNo]) -> set[LineNo]:
        found: set[LineNo] = set()
        for node in ast.walk(self._tree):
            first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
            if first is None or last is None or not isinstance(node, ast.stmt | ast.ExceptHandler):
                continue
            if any(first <= line <= last for line in lines):
                body = getattr(node, "body", None)
                head = body[0].lineno if body else last + 1
                found.update(range(first, max(head, first + 1)))
                if isinstance(node, ast.Try):
                    found.update(range(first, last + 1))
            elif any(line > last for line in lines) and _leaves(node):
                found.update(range(first, last + 1))
        return found


def _lines_of(nodes: Iterable[ast.stmt | ast.excepthandler]) -> frozenset[LineNo]:
    return frozenset(line for n in nodes for line in range(n.lineno, (n.end_lineno or n.lineno) + 1))


def _chooser(choice: Choice, pools: Pools, overrides: dict[str, str]) -> Choose:
    """Which candidate a place takes: what was chosen, else its first; elements of a list turn conditions in turn."""

    def choose(place: Place, element: int) -> str:
        pool = pools.get(place.key, (STAND_IN,))
        first = overrides.get(place.key)
        if first is not None and place.step[0] == "item" and place.step[1].isdigit():
            return first  # what stands at this position of the list, which is one of its elements
        if first is None:
            first = pool[0]
            if choice.stand_ins and STAND_IN in pool and place.parent is None and not _is_fixed(first):
                first = "@class" if first == "@class" and place.has("subclassed") else STAND_IN
        turns = _turns(place, pool, first) if element else (first,)
        return turns[element % len(turns)]

    return choose


def _is_fixed(candidate: str) -> bool:
    return candidate.startswith(_NEVER_STAND_IN)


def _turns(place: Place, pool: tuple[str, ...], first: str) -> tuple[str, ...]:
    """What the elements of a list hold in turn at a place that takes part in a condition."""
    turning = set(turning_values(place))
    last = []
    if first.startswith(("@list", "@dict", "@tuple")):
        turning -= {"[]", "{}"}
    if place.has("truth") and not _is_taken_for_there(place):
        turning |= {"True", "False", '""', "None"}
        if place.has("written to") or place.has("annotated"):
            turning.discard("None")
    if place.has("compare") and ((first[:1] == '"' and len(first) > len('"?"')) or first[:1] == "="):
        last = ["@str"]
    if first.startswith(("@raise", STAND_IN)):
        return (first,)
    if first == "@object":
        pool = tuple(code for code in pool if code == first or code in turning)
    if place.has("like") and place.has("isinstance"):
        return (first, *(code for code in pool if code == AGAIN))
    return tuple(dict.fromkeys([first, *(c for c in pool if c in turning), *pool[:1], *last]))


def _is_taken_for_there(place: Place) -> bool:
    """Whether something of the place is used no later than the place itself, so before it is tested: it is no None."""
    below = [line for one in place.children.values() for line in one.lines]
    return bool(below) and min(below) <= min(place.lines, default=0)


def _keys(usage: Usage) -> dict[str, Place]:
    """For the key of each place that is indexed by another, that other."""
    return {str(fact[1]): place for place in usage.places() for fact in place.of("used as key") if fact[1]}


def _reached(usage: Usage) -> dict[str, object]:
    return {p.key: p for p in usage.places() if p.step[0] in ("attr", "name")}


def _bound_names(tree: ast.Module) -> frozenset[str]:
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return frozenset(stored | {n.name for n in ast.walk(tree) if isinstance(n, kinds)})


def _compared_words(tree: ast.Module) -> tuple[str, ...]:
    """Texts that the snippet compares something with."""
    found = [
        part.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value
    ]
    return tuple(dict.fromkeys(found))


def _leaves(node: ast.AST) -> bool:
    return any(
        isinstance(n, ast.Return | ast.Raise | ast.Break | ast.Continue)
        or (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("exit", "quit"))
        for n in ast.walk(node)
    )


def _names_in(code: str) -> set[str]:
    return {n.id for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)}
