"""The space of prefixes of one snippet: places, their candidates, and the code that a choice of them gives."""

import ast
import builtins
import json
from dataclasses import dataclass, field, replace

from llmdb.prefix.guess import STAND_IN, candidates
from llmdb.prefix.imports import find_missing_imports, submodule_members
from llmdb.prefix.model import Prefix, UndefinedReference
from llmdb.prefix.places import Place
from llmdb.prefix.undefined import find_undefined, names_of
from llmdb.prefix.usage import Usage, find_usage
from llmdb.prefix.values import Definition, Writer, write_prefix
from llmdb.snippet.model import BodyKind
from llmdb.types import LineNo

_NEVER_STAND_IN = ("@import", "@exception", "@decorator", "@factory")
_MAX_PLACES = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One point of the space.

    Attributes:
        stand_ins: roots are stand-ins unless chosen otherwise.
        chosen: place key and candidate, where it is not the default.
        names: undefined names that only running has shown.
        files: paths of files to make first.
        builtins: built-in functions to replace, e.g. input.
        calls: functions that nothing calls are called at the end.
        without_modules: missing modules stay missing.
    """

    stand_ins: bool = False
    chosen: frozenset[tuple[str, str]] = frozenset()
    names: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    builtins: frozenset[str] = frozenset()
    calls: bool = False
    without_modules: bool = False

    def with_choice(self, key: str, candidate: str) -> "Choice":
        """The same with another candidate at one place."""
        rest = {pair for pair in self.chosen if pair[0] != key}
        return replace(self, chosen=frozenset(rest | {(key, candidate)}))


@dataclass(slots=True)
class Space:
    """All prefixes that the offline engine can write for a snippet."""

    text: str
    body: BodyKind
    available: frozenset[str] = frozenset()
    undefined: tuple[UndefinedReference, ...] = ()
    _tree: ast.Module = field(default_factory=lambda: ast.Module([], []))
    _usages: dict[frozenset[str], tuple[Usage, dict[str, tuple[str, ...]]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._tree = ast.parse(self.text)
        self.undefined = find_undefined(self.text, self.body, self.available)

    @property
    def missing_modules(self) -> bool:
        """Whether the snippet imports modules that are not here and catches their ImportError."""
        found = find_missing_imports(self._tree, self.available)
        return bool(found.modules) and found.guarded

    def usage(self, names: frozenset[str] = frozenset()) -> tuple[Usage, dict[str, tuple[str, ...]]]:
        """The places, with the candidates of each by its key."""
        if names not in self._usages:
            roots = [
                *names_of(self.undefined, "variable"),
                *find_missing_imports(self._tree, self.available).roots,
                *sorted(names),
            ]
            usage = find_usage(self._tree, dict.fromkeys(roots))
            known = {n for n in usage.roots if "(" not in n} | set(dir(builtins))
            pools = {}
            for place in usage.places()[:_MAX_PLACES]:
                pool = [c for c in candidates(place) if not c.startswith("=") or _names_in(c[1:]) <= known]
                pools[place.key] = tuple(pool)
            self._usages[names] = (usage, pools)
        return self._usages[names]

    @property
    def has_uncalled(self) -> bool:
        """Whether the snippet defines functions that nothing calls."""
        return self.body == "module" and bool(self.usage()[0].uncalled)

    def compose(self, choice: Choice) -> Prefix:
        """The prefix for a choice."""
        usage, pools = self.usage(choice.names)
        overrides = dict(choice.chosen)

        def choose(place: Place, element: int) -> str:
            key = place.key
            if key in overrides and not element:
                return overrides[key]
            pool = pools.get(key, (STAND_IN,))
            if element and place.guarded:
                real = [c for c in pool if c != STAND_IN and not c.startswith("@raise")] or list(pool)
                at = real.index(overrides[key]) if overrides.get(key) in real else 0
                return real[(at + element) % len(real)]
            if key in overrides:
                return overrides[key]
            if choice.stand_ins and place.parent is None and not pool[0].startswith(_NEVER_STAND_IN):
                return "@class" if pool[0] == "@class" and place.has("subclassed") else STAND_IN
            return pool[0]

        writer = Writer(choose=choose, overrides=overrides, taken={n for n in usage.roots if "(" not in n})
        definitions = [writer.define(n, p) for n, p in usage.roots.items() if "(" not in n]
        definitions += [_builtin(name) for name in sorted(choice.builtins)]
        extra = [*(_file(path) for path in sorted(choice.files))]
        if choice.calls:
            extra += self._calls(usage, writer)
        missing = find_missing_imports(self._tree, self.available)
        modules = {} if choice.without_modules else submodule_members(missing.modules, self._reached(usage))
        if missing.package and not choice.without_modules:
            definitions.append(
                Definition(name="__package__", code=f'__package__ = "{missing.package}"', kind="value")
            )
        return write_prefix(definitions, modules, tuple(extra))

    def _reached(self, usage: Usage) -> dict[str, object]:
        return {p.key: p for p in usage.places() if p.step[0] in ("attr", "name")}

    def _calls(self, usage: Usage, writer: Writer) -> list[str]:
        lines: list[str] = []
        for node in usage.uncalled:
            if isinstance(node, ast.ClassDef):
                lines += self._method_calls(node, usage, writer)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines.append(_at_end(_call(node.name, node.name, node, usage, writer, skip=0), node))
        return [*lines[::-1]]

    def _method_calls(self, node: ast.ClassDef, usage: Usage, writer: Writer) -> list[str]:
        methods = [n for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        make = f"{node.name}()"
        for method in methods:
            if method.name == "__init__":
                make = _call(node.name, f"{node.name}.__init__", method, usage, writer, skip=1)
        lines = []
        for method in methods:
            decorators = {ast.unparse(d) for d in method.decorator_list}
            if method.name == "__init__":
                continue
            target = f"{node.name if decorators & {'staticmethod', 'classmethod'} else make}.{method.name}"
            if "property" in decorators:
                lines.append(f"atexit.register(lambda: {target})")
                continue
            skip = 0 if "staticmethod" in decorators else 1
            lines.append(
                _at_end(_call(target, f"{node.name}.{method.name}", method, usage, writer, skip), method)
            )
        return lines or [f"atexit.register(lambda: {make})"]

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


def _leaves(node: ast.AST) -> bool:
    return any(
        isinstance(n, ast.Return | ast.Raise | ast.Break | ast.Continue)
        or (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("exit", "quit"))
        for n in ast.walk(node)
    )


def _names_in(code: str) -> set[str]:
    return {n.id for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name)}


def _call(
    target: str,
    owner: str,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    usage: Usage,
    writer: Writer,
    skip: int,
) -> str:
    required = node.args.args[skip:]
    defaults = len(node.args.defaults)
    plain = required[: len(required) - defaults] if defaults else required
    values = []
    for argument in required:
        place = usage.roots.get(f"{owner}({argument.arg})")
        if argument in plain:
            writer.helpers = {}
            values.append(writer.value(place) if place is not None else "1")
    for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        place = usage.roots.get(f"{owner}({argument.arg})")
        if default is None:
            values.append(f"{argument.arg}={writer.value(place) if place is not None else '1'}")
    return f"{target}({', '.join(values)})"


def _at_end(call: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    if isinstance(node, ast.AsyncFunctionDef):
        call = f"asyncio.run({call})"
    elif any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node)):
        call = f"list({call})"
    return f"atexit.register(lambda: {call})"


def _builtin(name: str) -> Definition:
    code = {
        "input": 'input = lambda prompt="": "3"',
        "raw_input": 'raw_input = lambda prompt="": "3"',
        "open": 'open = lambda *args, **kwargs: io.StringIO("first line\\nsecond line\\n")',
    }[name]
    return Definition(name=name, code=code, kind="value")


def _file(path: str) -> str:
    """A statement that makes a file with content of its kind."""
    suffix = path.rpartition(".")[2].lower()
    content = {
        "json": '{"a": 1, "b": 2}', "csv": "name,value\nalpha,1\nbeta,2\n", "py": "x = 1\n",
        "xml": "<root><item id='1'>alpha</item></root>", "html": "<html><body>hello</body></html>",
    }.get(suffix, "alpha 1\nbeta 2\n")  # fmt: skip
    text = json.dumps(content)
    if "/" in path and not path.startswith("/"):
        parent = path.rpartition("/")[0]
        folder = f'pathlib.Path("{parent}").mkdir(parents=True, exist_ok=True)'
        return f"{folder}\npathlib.Path({json.dumps(path)}).write_text({text})"
    return f"pathlib.Path({json.dumps(path)}).write_text({text})"
