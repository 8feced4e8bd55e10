"""What a program really depends on, found by running it again with one written value changed."""

import ast
import bisect
import builtins
import contextlib
import copy
import heapq
import sys
import warnings
from collections import deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from types import FrameType, FunctionType, MethodType, ModuleType
from typing import Any

Instance = tuple[int, int]
"""A line, and which execution of its statement, from 1."""
MOST_EVENTS = 3_000
MOST_SHOWN = 100_000
"""Characters of a value: what a changed number makes grow further than that would fill the memory."""
VARIANTS = 3
"""How many other values are tried for each write."""


CODE = (type, FunctionType, MethodType, ModuleType)


class Enough(BaseException):
    """The run, or a value in it, got too long."""


@dataclass
class Run:
    """One run: what was read and begun, in order, and where each write happened.

    Attributes:
        over: the program has ended, so that generators that it left may be closed at any time: that is no part of it.
    """

    changed: int = -1
    variant: int = 0
    events: list[tuple[Any, ...]] = field(default_factory=list)
    altered: bool = False
    writes: list[Instance] = field(default_factory=list)
    over: bool = False
    _counts: dict[int, int] = field(default_factory=dict)
    _current: dict[FrameType, Instance] = field(default_factory=dict)

    def names(self) -> dict[str, Any]:
        """What the instrumented program calls."""
        return {
            "_S": self.begin,
            "_R": self.read,
            "_W": self.write,
            "_L": self.loop,
            "_AL": self.async_loop,
            "_K": self.key,
            "_P": self.last,
            "_E": self.element,
            "_heappushpop": self.push_and_pop,
            "_insort": self.insort,
            "_sort": self.sort,
            "_heappush": self.push,
            "_A": self.append,
            "_D": self.done,
        }

    def begin(self, line: int) -> None:
        """A statement begins."""
        self._counts[line] = self._counts.get(line, 0) + 1
        self._current[sys._getframe(1)] = (line, self._counts[line])
        self._note(("begin", line))

    def done(self, line: int) -> None:
        """The body of the `with` or `try` of this line has come to its end, with no exception for what comes then."""
        self._note(("done", line))

    def read(self, text: str, value: object) -> Any:
        """A statement read this."""
        self._note(("read", self._instance(), text, shown(value)))
        return value

    def key(self, value: object) -> Any:
        """The key of an item that is stored or deleted."""
        self._note(("key", self._instance(), shown(value)))
        return value

    def last(self, held: Any) -> Any:
        """A list whose last item is taken out: how long it is tells which that is."""
        if isinstance(held, list | deque):
            self._note(("key", self._instance(), shown(len(held))))
        return held

    def element(self, value: object) -> Any:
        """The key or element that a method is called with."""
        self._note(("element", self._instance(), shown(value)))
        return value

    def push_and_pop(self, heap: list[Any], value: Any) -> Any:
        """`heappushpop`, which writes nothing where the value is as small as the heap's first."""
        self._note(("element", self._instance(), shown(bool(heap) and heap[0] < value)))
        return heapq.heappushpop(heap, value)

    def insort(self, held: list[Any], value: Any) -> None:
        """`insort`, whose values tell where the new one goes."""
        self._note(("element", self._instance(), shown(bisect.bisect(held, value))))
        bisect.insort(held, value)

    def push(self, heap: list[Any], value: Any) -> None:
        """`heappush`, whose values tell where the new one goes."""
        place = len(heap)
        while place and value < heap[(place - 1) // 2]:
            place = (place - 1) // 2
        self._note(("element", self._instance(), shown(place)))
        heapq.heappush(heap, value)

    def sort(self, held: list[Any], key: Any = None, reverse: bool = False) -> None:
        """`sort`, which moves nothing where the values are in order already."""
        keys = [key(value) for value in held] if key is not None else held[:]
        order = sorted(range(len(held)), key=keys.__getitem__, reverse=reverse)
        self._note(("element", self._instance(), shown(order)))
        held[:] = [held[place] for place in order]

    def append(self, held: Any, value: object) -> None:
        """`append`, which is left out where this is the write that is changed."""
        self.writes.append(self._instance())
        if len(self.writes) - 1 == self.changed:
            self.altered = True
        else:
            held.append(value)

    def write(self, value: object) -> Any:
        """A value on its way to where it is stored, passed or returned."""
        if self.over:
            return value
        self.writes.append(self._instance())
        if len(self.writes) - 1 != self.changed:
            return value
        other = altered(value, self.variant)
        self.altered = shown(other) != shown(value)
        return other

    def loop(self, line: int, text: str, values: Any) -> Iterator[Any]:
        """The items of a `for`, whose header begins again before each but the first."""
        frame, first = sys._getframe(1), True
        iterator = iter(values)
        while True:
            if not first:
                self._again(frame, line)
            first = False
            self._current[sys._getframe()] = self._current[frame]
            try:
                value = next(iterator)
            except StopIteration:
                return
            yield self.read(text, self.write(value))

    async def async_loop(self, line: int, text: str, values: Any) -> AsyncIterator[Any]:
        """The items of an `async for`, as those of a `for`."""
        frame, first = sys._getframe(1), True
        async for value in values:
            if not first:
                self._again(frame, line)
            first = False
            self._current[sys._getframe()] = self._current[frame]
            yield self.read(text, self.write(value))
        if not first:
            self._again(frame, line)

    def _again(self, frame: FrameType, line: int) -> None:
        """The header of a loop begins again."""
        self._counts[line] = self._counts.get(line, 0) + 1
        self._current[frame] = (line, self._counts[line])
        self._note(("begin", line))

    def _instance(self) -> Instance:
        if self.over:
            return (0, 0)
        frame = sys._getframe(2)
        while frame not in self._current:
            assert frame.f_back is not None
            frame = frame.f_back
        return self._current[frame]

    def _note(self, event: tuple[Any, ...]) -> None:
        if self.over:
            return
        self.events.append(event)
        if len(self.events) > MOST_EVENTS:
            raise Enough


def run(code: Any, changed: int = -1, variant: int = 0) -> Run:
    """Run an instrumented program, with the value of one write changed."""
    state = Run(changed, variant)
    with contextlib.suppress(Exception, Enough), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of coroutines that nobody awaits any more
        exec(code, {"__name__": "__main__", "print": lambda *values: None, **state.names()})
    state.over = True
    return state


def altered(value: object, variant: int) -> Any:
    """Another value of the same type, where there is one; the last variant of a container holds more than it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + (1000, 1, 2)[variant]
    if variant == VARIANTS - 1:
        value = _longer(value)
    if isinstance(value, str):
        return value + "~"
    if isinstance(value, (tuple, list)):
        make = getattr(type(value), "_make", type(value))
        return make(altered(v, variant) for v in value) if value else [777]
    if isinstance(value, dict):
        copied: dict[Any, Any] = copy.copy(value)
        copied.update({key: altered(held, variant) for key, held in value.items()} if value else {777: 777})
        return copied
    if isinstance(value, deque):
        return deque((altered(v, variant) for v in value) if value else [777], value.maxlen)
    if isinstance(value, set):
        return value | {777}
    if is_own(value):
        other = copy.copy(value)
        for name, held in vars(value).items():
            setattr(other, name, altered(held, variant))
        return other
    return value


def is_own(value: object) -> bool:
    """Whether a value shows what it holds: an object of a library's class, as a task, may be of no use when copied."""
    return (
        hasattr(value, "__dict__")
        and type(value).__module__ in ("__main__", "types")
        and not isinstance(value, CODE)
    )


def _longer(value: Any) -> Any:
    """A container with more items; two in a sequence, of which a slice may leave one out."""
    if type(value) in (tuple, list):
        return type(value)([*value, 777, 778])
    if isinstance(value, dict) and value:
        return value | {777: 777}
    return value


def shown(value: object) -> str:
    """The contents of a value at any depth, without addresses.

    Raises:
        Enough: it is too large; the run ends there.
    """
    if isinstance(value, (list, tuple, deque, set, dict)) and len(value) > MOST_SHOWN:
        raise Enough
    text = _shown(value)
    if len(text) > MOST_SHOWN:
        raise Enough
    return text


def _shown(value: object) -> str:
    if isinstance(value, (int, str, type(None))):
        return repr(value)
    if isinstance(value, (list, tuple, deque)):
        return f"{type(value).__name__}({', '.join(map(shown, value))})"
    if isinstance(value, set):
        return f"set({', '.join(sorted(map(shown, value)))})"
    if isinstance(value, dict):
        return f"dict({', '.join(f'{shown(k)}: {shown(v)}' for k, v in value.items())})"
    if is_own(value):
        return f"{type(value).__name__}({shown(vars(value))})"
    return type(value).__name__


_UNSEEN = ast.If | ast.While | ast.For | ast.AsyncFor | ast.Try | ast.Global | ast.Nonlocal | ast.Match
"""Statements that have no beginning of their own, or one that is noted elsewhere."""


class Instrument(ast.NodeTransformer):
    """Puts calls of `Run`'s methods around what statements read and write."""

    def __init__(self, own: frozenset[str]) -> None:
        self.own = own
        self.hidden: set[str] = set()

    # --- statements

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Each statement with its beginning before it."""
        out: list[ast.stmt] = []
        for node in body:
            if not isinstance(node, _UNSEEN):
                out.append(_placed(ast.Expr(_begin(node.lineno)), node))
            if isinstance(node, ast.AugAssign) and not _is_special(node.target, SPECIAL | INSERTING):
                out.append(_placed(ast.Expr(self._target_read(node.target)), node))
            out.append(self.visit(node))
        return out

    def generic_visit(self, node: ast.AST) -> Any:
        for name in ("body", "orelse", "finalbody"):
            held = getattr(node, name, None)
            if isinstance(held, list):
                setattr(node, name, self.block(held))
        for name, value in ast.iter_fields(node):
            if name in ("body", "orelse", "finalbody") and isinstance(value, list):
                continue
            if isinstance(value, list):
                setattr(node, name, [self.visit(v) if isinstance(v, ast.AST) else v for v in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.visit(value))
        return node

    def visit_If(self, node: ast.If | ast.While) -> Any:
        self.generic_visit(node)
        node.test = _placed(_second(_begin(node.lineno), node.test), node)
        return node

    visit_While = visit_If

    def visit_For(self, node: ast.For | ast.AsyncFor) -> Any:
        text = _called(node.iter)
        self.generic_visit(node)
        values = _second(_begin(node.lineno), node.iter)
        loop = "_L" if isinstance(node, ast.For) else "_AL"
        node.iter = _placed(_call(loop, ast.Constant(node.lineno), ast.Constant(text), values), node)
        return node

    visit_AsyncFor = visit_For

    def visit_With(self, node: ast.With | ast.AsyncWith | ast.Try) -> Any:
        self.generic_visit(node)
        done = _placed(ast.Expr(_call("_D", ast.Constant(node.lineno))), node)
        if isinstance(node, ast.With | ast.AsyncWith) or (node.finalbody and not node.orelse):
            node.body.append(done)
        elif node.finalbody:
            node.orelse.append(done)
        return node

    visit_Try = visit_AsyncWith = visit_With

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        node.body = self.block(node.body)
        assert node.type is not None
        node.type = _placed(_second(_begin(node.lineno), node.type), node)
        return node

    def visit_Match(self, node: ast.Match) -> Any:
        self.generic_visit(node)
        node.subject = _placed(_second(_begin(node.lineno), node.subject), node)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        outer = self.hidden
        node.args.defaults = [_placed(_call("_W", self.visit(d)), node) for d in node.args.defaults]
        node.body = _placed(_second(_begin(node.body.lineno), self.visit(node.body)), node)
        self.hidden = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Any:
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.body = self.block(node.body)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Await(self, node: ast.Await) -> Any:
        """What is awaited gives its value here, not where the coroutine was made."""
        made = _coroutine(node.value)
        self.generic_visit(node)
        if made is not None:
            node.value = _unread(node.value)
        return self._read(node, f"{made}()" if made else "(awaited)")

    def visit_Assign(self, node: ast.Assign) -> Any:
        unpacks = isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Name)
        if unpacks and node.value.id in SPECIAL:  # type: ignore[attr-defined]
            node.value = _placed(
                _call("list", _call("iter", node.value)), node
            )  # so that what is written can be changed
        self.generic_visit(node)
        if (
            len(node.targets) == 1
            and isinstance(node.targets[0], ast.Tuple)
            and isinstance(node.value, ast.Tuple)
        ):
            node.value.elts = [_placed(_call("_W", e), node) for e in node.value.elts]
        elif not (isinstance(node.value, ast.Call) and getattr(node.value.func, "attr", "") == "pop"):
            node.value = _placed(_call("_W", node.value), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self._with_value(node)

    def visit_Return(self, node: ast.Return) -> Any:
        return self._with_value(node)

    def visit_Yield(self, node: ast.Yield) -> Any:
        return self._with_value(node)

    def _with_value(self, node: Any) -> Any:
        self.generic_visit(node)
        if node.value is not None:
            node.value = _placed(_call("_W", node.value), node)
        return node

    def _target_read(self, node: ast.expr) -> Any:
        found = copy.deepcopy(node)
        found.ctx = ast.Load()  # type: ignore[attr-defined]
        return self.visit(found)

    # --- expressions

    def visit_Name(self, node: ast.Name) -> Any:
        if isinstance(node.ctx, ast.Load) and node.id not in self.hidden and node.id not in self.own:
            return self._read(node, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        return self._part(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        text = ast.unparse(node)
        node.slice = self.visit(node.slice)
        if _is_special(node, SPECIAL) and not isinstance(node.slice, ast.Slice):
            node.slice = _placed(_call("_W", node.slice), node)
        elif not isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            node.slice = _placed(_call("_K", node.slice), node)
        return self._part(node, text)

    def _part(self, node: Any, text: str = "") -> Any:
        text = text or ast.unparse(node)
        root = node
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        node.value = self._base(node.value)
        if (
            isinstance(node.ctx, ast.Load)
            and isinstance(root, ast.Name)
            and root.id not in self.hidden | self.own
        ):
            found = self._read(node, text)
            if _is_special(node, INSERTING):
                return _placed(_second(_call("_E", ast.Constant(text)), found), node)
            return found
        return node

    def _base(self, node: Any) -> Any:
        """What is only read to reach a part."""
        if isinstance(node, ast.Attribute | ast.Subscript):
            node.value = self._base(node.value)
            if isinstance(node, ast.Subscript):
                node.slice = self.visit(node.slice)
            return node
        return node if isinstance(node, ast.Name) else self.visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name == "sleep":  # changed, it would sleep as long
            return node
        made = _coroutine(node.args[0]) if name == "run" and node.args else None
        counted = isinstance(node.func, ast.Attribute) and name == "update" and _is_counter(node.func.value)
        if isinstance(node.func, ast.Attribute):
            passed = isinstance(node.func.value, ast.Name) and name in self.own
            node.func.value = self.visit(node.func.value)
            if passed:
                node.func.value = _placed(_call("_W", node.func.value), node)
        elif not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        keys = KEYS.get(name, counted) if isinstance(node.func, ast.Attribute) else 0
        if name in REACHING and isinstance(node.func, ast.Name):
            return self._reached(node)
        node.args = [
            _placed(_call("_E", self.visit(a)), node) if place < keys else _placed(self._passed(a), node)
            for place, a in enumerate(node.args)
        ]
        for keyword in node.keywords:
            keyword.value = _placed(_call("_W", self.visit(keyword.value)), node)
        if name == "pop" and isinstance(node.func, ast.Attribute) and not node.args:
            node.func.value = _placed(_call("_P", node.func.value), node)
        if name in PLACING:
            node.func = ast.Name("_" + name, ast.Load())
        if name == "sort" and isinstance(node.func, ast.Attribute):
            node.args.insert(0, node.func.value)
            node.func = ast.Name("_sort", ast.Load())
        if name == "append" and isinstance(node.func, ast.Attribute):
            return _placed(_call("_A", node.func.value, *node.args), node)
        if name in TAKING:
            return _placed(_second(_call("_E", ast.Constant(name)), node), node)
        if made is not None:
            return self._read(node, f"{made}()")
        called = name in self.own - BUILTINS or name in SHARED | {"other"}
        return self._read(node, f"{name}()") if called and name[0].islower() else node

    def _reached(self, node: ast.Call) -> Any:
        """A function that reaches one attribute of what it is given, or all of them to change some."""
        assert isinstance(node.func, ast.Name)
        text = ast.unparse(node)
        first, *others = node.args
        named = [
            _call("_K", self.visit(name)) for name in others[:1]
        ]  # under another one it would be another write
        node.args = [self._base(first), *(_placed(a, node) for a in (*named, *map(self._passed, others[1:])))]
        return self._read(node, text) if node.func.id in ("getattr", "hasattr") else node

    def _passed(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Starred):
            return _starred("_W", self.generic_visit(node))
        if isinstance(node, ast.Dict):  # an item under another key would be another write
            self.generic_visit(node)
            node.values = [_placed(_call("_W", value), value) for value in node.values]
            return node
        return _call("_W", self.visit(node))

    def visit_Compare(self, node: ast.Compare) -> Any:
        special = any(isinstance(n, ast.Name) and n.id in SPECIAL for n in [node.left, *node.comparators])
        self.generic_visit(node)
        if special:
            node.left = _placed(_call("_W", node.left), node)
            node.comparators = [_placed(_call("_W", n), node) for n in node.comparators]
        return node

    def _comprehension(self, node: Any) -> Any:
        outer = self.hidden
        self.hidden = outer | {
            n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)
        }
        self.generic_visit(node)
        self.hidden = outer
        return node

    visit_ListComp = visit_DictComp = visit_SetComp = visit_GeneratorExp = _comprehension

    def visit_List(self, node: ast.List) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.elts = [
                _placed(_starred("_W", e) if isinstance(e, ast.Starred) else _call("_W", e), node)
                for e in node.elts
            ]
        return node

    def _read(self, node: Any, text: str) -> Any:
        return _placed(_call("_R", ast.Constant(text), node), node)


def instrumented(text: str) -> Any:
    """The code of a program with one statement on each line."""
    tree = ast.parse(text)
    own = frozenset(_fixed(tree)) - SHARED
    maker = Instrument(own | BUILTINS)
    tree.body = maker.block(tree.body)
    return compile(ast.fix_missing_locations(tree), "<perturbed>", "exec")


BUILTINS = frozenset(dir(builtins))
SPECIAL = frozenset({"sh", "tw", "ty", "un"})
"""Objects whose items and attributes are methods of the program."""
INSERTING = frozenset({"dd", "dl"})
"""Objects that get an item when one is read that they have not."""
SHARED = frozenset({"bump", "push", "last", "get", "put", "tick", "reset"})
"""Functions that closures are bound to, so that their names are read like others."""

TAKING = frozenset({"pop", "popleft", "heappop", "heappushpop", "rotate"})
"""Functions that move what is left to other places, whatever the values are."""

PLACING = frozenset({"heappushpop", "heappush", "insort"})
"""Functions that put a value where other values tell them, as if under a key."""

REACHING = frozenset({"getattr", "hasattr", "setattr", "delattr", "vars"})
"""Functions that read of their first argument no more than one attribute."""

KEYS = {"add": 1, "insert": 1, "discard": 1, "setdefault": 1, "pop": 1, "get": 1}
"""How many arguments of a method are keys: with another one a call that wrote nothing might write."""


def _is_counter(node: ast.expr) -> bool:
    """Whether this is the Counter, whose `update` counts each element under itself."""
    return isinstance(node, ast.Name) and node.id == "cn"


def _is_special(node: ast.expr, names: frozenset[str]) -> bool:
    """Whether this is a part of what one of these names denotes."""
    root: ast.expr = node
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return root is not node and isinstance(root, ast.Name) and root.id in names


def _fixed(tree: ast.AST) -> Iterator[str]:
    """Names of functions, classes and modules, which stay what they are."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def _coroutine(node: ast.expr) -> str | None:
    """The name of the function that a call gives a coroutine of."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _unread(node: ast.expr) -> ast.expr:
    """A call of the program's own without the read of what it gives."""
    return node.args[1] if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_R" else node


def _begin(line: int) -> ast.expr:
    return _call("_S", ast.Constant(line))


def _second(first: ast.expr, second: ast.expr) -> ast.expr:
    pair = ast.Tuple([first, second], ast.Load())
    return ast.Subscript(pair, ast.Constant(1), ast.Load())


def _call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _starred(name: str, node: ast.Starred) -> ast.Starred:
    return ast.Starred(_call(name, node.value), node.ctx)


def _placed(node: Any, where: Any) -> Any:
    return ast.fix_missing_locations(ast.copy_location(node, where))


def _called(node: ast.expr) -> str:
    """How what a `for` goes over is named, if it is a call of the program's own."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in BUILTINS:
        return f"{node.func.id}()"
    return "(item)"


def differences(before: Run, after: Run) -> tuple[list[tuple[Instance, str]], bool]:
    """The reads that gave something else while the same statements ran, and whether these came apart then.

    They have come apart when another statement runs, or the same one goes to another key or element.
    """
    out: list[tuple[Instance, str]] = []
    for one, two in zip(before.events, after.events, strict=False):
        if one[:3] != two[:3]:
            return out, True
        if one != two:
            out.append((one[1], one[2]))
    return out, len(before.events) != len(after.events)
