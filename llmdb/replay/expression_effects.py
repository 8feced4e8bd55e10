"""Whether an expression may change the program that it is asked of, judged from its text and the program's.

What a text does not show is left to `guarded`: an iterator of the program that would give an element away, a
`defaultdict` that would make an item.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from llmdb.program.files import line_label
from llmdb.program.parsing import parse
from llmdb.python.operations import (
    CONSUMING,
    LOOKING_FUNCTIONS,
    LOOKING_METHODS,
    MUTATING_METHODS,
)
from llmdb.python.special import is_special

TAKEN = "is_an_iterator_of_the_program"
"""Stands in the text of the error that a guarded expression raises where it would take an element."""

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_GUARD = f"(lambda it: it.__next__.{TAKEN} if hasattr(type(it), '__next__') else it)"
_ITEM = (
    "(lambda of, at: of[at] if not hasattr(type(of), '__missing__') or at in of"
    " or getattr(type(of).__missing__, '__module__', '') == 'collections' else {}[at])"
)
_SETTING = ("__set", "__del", "__i", "__next__", "__anext__", "__enter__", "__exit__", "__new__")
"""How the names of special methods begin that no expression runs that only looks, but for `__iter__` and its kin."""
_READING = ("__iter__", "__index__", "__int__", "__invert__")
_ALWAYS = (
    "__repr__",
    "__eq__",
    "__bool__",
    "__len__",
    "__hash__",
    "__getattr__",
    "__getattribute__",
    "__get__",
)
"""Special methods that any expression may run."""
_ARITHMETIC = ast.BinOp | ast.UnaryOp | ast.Call
_FUNCTIONS_OF = frozenset({"math", "cmath"})
_LASTING = frozenset({"iter", "map", "filter", "zip", "enumerate", "reversed", "open"})
"""Functions whose result gives each element once."""


def why_it_may_change(expression: str, code: str) -> str:
    """What in an expression may change the program: "print() may change something"; "" where it only looks.

    Args:
        expression: one that can be parsed.
        code: the program, whose functions, properties and operators it may run.
    """
    return _run_by(expression, code)[0]


def further_names(expression: str, code: str) -> frozenset[str]:
    """The names that an expression depends on besides its own variables.

    That is what the program's code reads from outside itself that it runs, and classes that have attributes which it
    reads.
    """
    return _run_by(expression, code)[1]


@lru_cache(maxsize=64)
def _run_by(expression: str, code: str) -> tuple[str, frozenset[str]]:
    search = _Search(_definitions(code))
    search.look(ast.parse(guarded(expression, code), mode="eval").body)
    return search.reason, frozenset(search.names)


@lru_cache(maxsize=64)
def guarded(expression: str, code: str) -> str:
    """The expression, raising where it would take an element of an iterator, or have a dictionary make an item."""
    makes_items = "defaultdict" in code or "__missing__" in code
    tree = _Guarding(makes_items).visit(ast.parse(expression.strip(), mode="eval"))
    return ast.unparse(ast.fix_missing_locations(tree))


class _Guarding(ast.NodeTransformer):
    """Puts the guards around what is iterated over, and around items."""

    def __init__(self, makes_items: bool) -> None:
        self._makes_items = makes_items

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in CONSUMING:
            node.args = [_without_taking(argument) for argument in node.args]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _without_taking(node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        node.value = _without_taking(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        node.comparators = [
            _without_taking(other) if isinstance(op, ast.In | ast.NotIn) else other
            for op, other in zip(node.ops, node.comparators, strict=True)
        ]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not self._makes_items or isinstance(node.slice, ast.Slice | ast.Tuple):
            return node
        return ast.Call(ast.parse(_ITEM, mode="eval").body, [node.value, node.slice], [])


def _without_taking(node: ast.expr) -> ast.expr:
    """What is iterated over, unless it is an iterator that the expression itself makes."""
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _LASTING
    if made or isinstance(node, ast.GeneratorExp | ast.Starred | ast.Constant):
        return node
    return ast.Call(ast.parse(_GUARD, mode="eval").body, [node], [])


class _Definitions:
    """What a program defines.

    Attributes:
        functions, methods: all of its functions, and of its methods, of a name.
        classes: the classes of a name.
        bound: every name that it binds besides.
        holders: the classes that have an attribute of a name, and those under them, which may get one of their own.
        modules: names of modules that it imports under their own name.
        keeps_iterators: whether something of it may be an iterator that has elements left.
    """

    def __init__(self, code: str) -> None:
        nodes = list(ast.walk(parse(code)))
        self.functions: dict[str, list[_Function]] = {}
        self.methods: dict[str, list[_Function]] = {}
        self.classes: dict[str, list[ast.ClassDef]] = {}
        for node in nodes:
            in_class = isinstance(node, ast.ClassDef)
            for child in ast.iter_child_nodes(node):
                if isinstance(child, _Function):
                    (self.methods if in_class else self.functions).setdefault(child.name, []).append(child)
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, []).append(node)
        self.holders: dict[str, set[str]] = {}
        for owner in (each for classes in self.classes.values() for each in classes):
            for node in ast.walk(owner):
                if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                    self.holders.setdefault(node.id, set()).add(owner.name)
        for node in nodes:
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                of = node.value.id if isinstance(node.value, ast.Name) else ""
                if of in self.classes:
                    self.holders.setdefault(node.attr, set()).add(of)
        for holders in self.holders.values():
            holders.update(self._heirs(holders))
        imported = [a for n in nodes if isinstance(n, ast.Import | ast.ImportFrom) for a in n.names]
        self.modules = {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names if not a.asname}
        self.bound = (
            {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
            | {node.arg for node in nodes if isinstance(node, ast.arg)}
            | {(alias.asname or alias.name).partition(".")[0] for alias in imported} - self.modules
        )
        self.keeps_iterators = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in nodes) or any(
            isinstance(value, ast.GeneratorExp)
            or (isinstance(value, ast.Call) and _called(value) in _LASTING)
            for value in (getattr(node, "value", None) for node in nodes if isinstance(node, ast.Assign))
        )

    def _heirs(self, names: Iterable[str]) -> set[str]:
        """The classes that are made from some classes, or from those that are."""
        found, waiting = set[str](), set(names)
        while waiting:
            waiting = {
                name
                for name, classes in self.classes.items()
                if waiting & {ast.unparse(base) for node in classes for base in node.bases}
            } - found
            found |= waiting
        return found


@lru_cache(maxsize=4)
def _definitions(code: str) -> _Definitions:
    return _Definitions(code)


class _Search:
    """Goes through an expression and what it may run of the program, up to the first part that may change something.

    Attributes:
        reason: that part; "" for none.
        names: what else the value depends on; see `further_names`.
    """

    def __init__(self, program: _Definitions) -> None:
        self._program = program
        self._seen = set[ast.AST]()
        self.reason = ""
        self.names = set[str]()

    def look(self, tree: ast.expr) -> None:
        """Look at an expression that the user asks for."""
        self._expressions(ast.walk(tree))
        operates = any(isinstance(node, _ARITHMETIC) for node in ast.walk(tree))
        for name, functions in self._program.methods.items():
            is_run = name in _ALWAYS or (operates and (name in _READING or not name.startswith(_SETTING)))
            if is_special(name) and is_run:
                self._run(functions)

    def _expressions(self, nodes: Iterable[ast.AST]) -> None:
        program, nodes = self._program, list(nodes)
        bases = [node.value for node in nodes if isinstance(node, ast.Attribute)]
        for node in nodes:
            if self.reason:
                return
            if isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
                self.reason = f"{ast.unparse(node)} may change something"
            elif isinstance(node, ast.Call):
                self._call(node)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                self.names |= program.holders.get(node.attr, set())
                computed = [f for f in program.methods.get(node.attr, ()) if f.decorator_list]
                self._run(function for function in computed if not _sets(function))
            elif isinstance(node, ast.Name) and node.id in program.functions and node not in bases:
                self._run(program.functions[node.id])  # it may be passed on to what calls it

    def _call(self, node: ast.Call) -> None:
        program, called = self._program, node.func
        name = _called(node)
        if isinstance(called, ast.Lambda):
            return
        if isinstance(called, ast.Name):
            if name in program.bound:
                looks = False
            elif name in program.classes:
                looks = True
                self._make(program.classes[name])
            else:
                looks = name in program.functions or name in LOOKING_FUNCTIONS
        elif isinstance(called, ast.Attribute):
            of = called.value
            own = program.methods.get(name, [])
            self._run(own)
            looks = (
                name in LOOKING_METHODS
                or (bool(own) and name not in MUTATING_METHODS)
                or (name == "get" and bool(node.args) and not _is_bool(node.args[0]))
                or (isinstance(of, ast.Name) and of.id in _FUNCTIONS_OF & program.modules - program.bound)
            )
        else:
            looks = False
        if not looks and not self.reason:
            self.reason = f"{ast.unparse(called)}() may change something"

    def _make(self, classes: Iterable[ast.ClassDef]) -> None:
        for node in classes:
            made = [
                f for f in node.body if isinstance(f, _Function) and f.name in ("__init__", "__post_init__")
            ]
            if node.bases or node.keywords or node.decorator_list:
                self.reason = self.reason or f"{node.name}() may change something"
            self._run(made, makes=True)

    def _run(self, functions: Iterable[_Function], makes: bool = False) -> None:
        for function in functions:
            if function in self._seen or self.reason:
                continue
            self._seen.add(function)
            decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
            if decorators - {"property", "staticmethod", "classmethod", "override"}:
                self.reason = f"{function.name} (line {line_label(function.lineno)}) may change something"
                return
            inside = [node for statement in function.body for node in ast.walk(statement)]
            changing = next((node for node in inside if self._changes(node, function, makes)), None)
            if changing is not None:
                line = getattr(changing, "lineno", function.lineno)
                self.reason = f"line {line_label(line)}, which it runs, may change something"
                return
            own = {node.id for node in inside if isinstance(node, ast.Name) and not _is_read(node)}
            own |= {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
            self.names |= {node.id for node in inside if isinstance(node, ast.Name) and _is_read(node)} - own
            self._expressions(node for node in inside if not isinstance(node, ast.Yield | ast.YieldFrom))

    def _changes(self, node: ast.AST, function: _Function, makes: bool) -> bool:
        if isinstance(
            node,
            ast.Global | ast.Nonlocal | ast.With | ast.AsyncWith | ast.AsyncFor | ast.Delete | ast.ClassDef
            | _Function | ast.Import | ast.ImportFrom,
        ):  # fmt: skip
            return True
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            own = function.args.args[0].arg if function.args.args else ""
            of = node.value
            return not (
                makes and isinstance(node, ast.Attribute) and isinstance(of, ast.Name) and of.id == own
            )
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            return not _is_made_here(node.target.id, function)
        iterates = isinstance(node, ast.For | ast.comprehension | ast.Starred) or (
            isinstance(node, ast.Call) and _called(node) in CONSUMING
        )
        return iterates and self._program.keeps_iterators


def _sets(function: _Function) -> bool:
    """Whether a function is what a property runs when it is set or deleted."""
    decorators = (ast.unparse(decorator) for decorator in function.decorator_list)
    return any(decorator.endswith((".setter", ".deleter")) for decorator in decorators)


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _called(node: ast.Call) -> str:
    """The name under which a function or method is called; "" for none."""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _is_bool(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _is_made_here(name: str, function: _Function) -> bool:
    """Whether a variable only ever is something that the function itself has made."""
    values = [
        node.value
        for node in _assignments(function)
        if any(isinstance(target, ast.Name) and target.id == name for target in node.targets)
    ]
    return bool(values) and all(
        isinstance(value, ast.Constant | ast.List | ast.Set | ast.Dict | ast.BinOp | ast.ListComp)
        for value in values
    )


def _assignments(function: _Function) -> Iterator[ast.Assign]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Assign))
