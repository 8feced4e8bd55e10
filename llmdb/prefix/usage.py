"""How a snippet uses each undefined name, and what it reaches from there: attributes, calls, items, elements."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from llmdb.prefix.places import Place
from llmdb.types import LineNo

_TRANSPARENT = frozenset(
    {"sorted", "list", "tuple", "set", "reversed", "iter", "frozenset", "deque", "filter"}
)
_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.MatMult: "@",
}  # fmt: skip
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Env = dict[str, Place]


@dataclass(slots=True)
class Usage:
    """All places of a snippet.

    Attributes:
        roots: by undefined name (or, for a function that nothing calls, "function(parameter)").
        uncalled: functions, and methods of classes, that nothing in the snippet calls, in source order.
        spread: for each line, the places whose values can reach it, through local variables too.
    """

    roots: dict[str, Place] = field(default_factory=dict)
    uncalled: list[ast.stmt] = field(default_factory=list)
    spread: dict[LineNo, set[Place]] = field(default_factory=dict)

    def places(self) -> list[Place]:
        """Every place, roots first."""
        return [place for root in self.roots.values() for place in root.walk()]


def find_usage(tree: ast.Module, undefined: Iterable[str]) -> Usage:
    """Walk the snippet once, in order, and note what is done with each undefined name.

    Args:
        tree: the snippet.
        undefined: names to follow; attributes and everything else reached from them come by themselves.
    """
    usage = Usage()
    for name in undefined:
        usage.roots[name] = Place(step=("name", name))
    walker = _Walker(usage, tree)
    walker.suite(tree.body)
    walker.finish()
    return usage


class _Walker:
    def __init__(self, usage: Usage, tree: ast.Module) -> None:
        self.usage = usage
        self.env: _Env = dict(usage.roots)
        self.taint: dict[str, set[Place]] = {}
        self.line: LineNo = 1
        self.guard = False
        self.handlers: list[str] = []
        self.used_here: set[Place] = set()
        self.functions: dict[str, _Function] = {}
        self.later: list[tuple[_Function, _Env, str]] = []
        self.bound: dict[tuple[str, str], Place] = {}
        self.called: set[str] = set()
        self.classes: list[ast.ClassDef] = []
        self.stored: dict[tuple[Place, str], Place] = {}
        self.named_calls = _called_names(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions.setdefault(node.name, node)

    # statements

    def suite(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            self.line = statement.lineno
            self.used_here = set()
            self._statement(statement)

    def finish(self) -> None:
        """Walk the function bodies, with parameters bound to what the calls pass."""
        waiting: list[tuple[_Function, _Env, str]] = []
        while self.later or waiting:
            if not self.later:
                self.later.append(waiting.pop(0))
                self.called.add(self.later[0][0].name)
            node, env, owner = self.later.pop(0)
            if not owner and node.name in self.named_calls - self.called:
                waiting.append((node, env, owner))
            else:
                self._function_body(node, env, owner)
        for klass in self.classes:
            if klass.name not in self.called:
                self.usage.uncalled.append(klass)

    def _function_body(self, node: _Function, env: _Env, owner: str) -> None:
        self.env = dict(env)
        uncalled = not owner and node.name not in self.called and not node.decorator_list
        if uncalled:
            self.usage.uncalled.append(node)
        arguments = node.args
        for i, argument in enumerate([*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]):
            self.env.pop(argument.arg, None)
            place = self.bound.get((node.name, argument.arg))
            if place is None and not (owner and i == 0):
                key = f"{owner or node.name}({argument.arg})"
                place = self.usage.roots.setdefault(key, Place(step=("name", key), hints=[argument.arg]))
            if place is not None:
                self.env[argument.arg] = place
        self.suite(node.body)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._decorators(node)
                self.env.pop(node.name, None)
                for default in [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]:
                    self.expr(default)
                self._annotations(node)
                self.later.append((node, self.env, ""))
            case ast.ClassDef():
                self._class(node)
            case ast.Assign():
                place = self.expr(node.value)
                for target in node.targets:
                    self._bind(target, place)
            case ast.AnnAssign():
                self.expr(node.annotation)
                self._bind(node.target, self.expr(node.value) if node.value else None)
            case ast.AugAssign():
                place = self.expr(node.target)
                other = self.expr(node.value)
                self._arithmetic(place, node.value, other, _SYMBOLS.get(type(node.op), "+"))
                self._touch_target(node.target)
            case ast.For() | ast.AsyncFor():
                self._for(node.target, node.iter, isinstance(node, ast.AsyncFor))
                self.suite(node.body)
                self.suite(node.orelse)
            case ast.If() | ast.While():
                self.condition(node.test, loop=isinstance(node, ast.While))
                self.suite(node.body)
                self.suite(node.orelse)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    place = self.expr(item.context_expr)
                    if place:
                        place.note("context", isinstance(node, ast.AsyncWith))
                        place = place.child("enter")
                    if item.optional_vars:
                        self._bind(item.optional_vars, place)
                self.suite(node.body)
            case ast.Try() | ast.TryStar():
                self._try(node)
            case ast.Raise():
                for value in (node.exc, node.cause):
                    place = self.expr(value) if value else None
                    if place:
                        (place.parent if place.step == ("call",) and place.parent else place).note("raised")
            case ast.Assert():
                self.condition(node.test)
                if node.msg:
                    self.expr(node.msg)
            case ast.Delete():
                for target in node.targets:
                    if isinstance(target, ast.Subscript):
                        self.expr(target)
            case ast.Import() | ast.ImportFrom():
                self._import(node)
            case ast.Match():
                self._match(node)
            case ast.Expr(value=ast.Call() as call):
                place = self.expr(call)
                if place:
                    place.note("discarded")
            case _:
                for part in ast.iter_child_nodes(node):
                    if isinstance(part, ast.expr):
                        self.expr(part)

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            if name in self.usage.roots:
                self.usage.roots[name].lines.add(node.lineno)
            else:
                self.env.pop(name, None)

    def _match(self, node: ast.Match) -> None:
        place = self.condition(node.subject)
        for case in node.cases:
            for value in ast.walk(case.pattern):
                if isinstance(value, ast.MatchValue) and place:
                    self.expr(value.value)
                    place.note("compare", "==", ast.unparse(value.value))
                elif isinstance(value, ast.MatchClass):
                    self.expr(value.cls)
            if case.guard:
                self.condition(case.guard)
            self.suite(case.body)

    def _class(self, node: ast.ClassDef) -> None:
        for base in node.bases:
            place = self.expr(base)
            if place:
                place.note("subclassed")
        for keyword in node.keywords:
            self.expr(keyword.value)
        self._decorators(node)
        self.classes.append(node)
        outer = self.env
        outer.pop(node.name, None)
        self.env = dict(outer)
        for statement in node.body:
            self.line = statement.lineno
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                self._decorators(statement)
                self._annotations(statement)
                self.later.append((statement, dict(outer), f"{node.name}.{statement.name}"))
            else:
                self._statement(statement)
        self.env = outer

    def _annotations(self, node: _Function) -> None:
        for argument in [*node.args.args, *node.args.kwonlyargs]:
            if argument.annotation:
                self.expr(argument.annotation)
        if node.returns:
            self.expr(node.returns)

    def _decorators(self, node: _Function | ast.ClassDef) -> None:
        for decorator in node.decorator_list:
            place = self.expr(decorator)
            if place:
                place.note("decorator")

    def _try(self, node: ast.Try | ast.TryStar) -> None:
        names = []
        for handler in node.handlers:
            if handler.type is None:
                names.append("Exception")
                continue
            several = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            for kind in several:
                place = self.expr(kind)
                names.append(ast.unparse(kind))
                if place:
                    place.note("exception")
        self.handlers.extend(names)
        self.suite(node.body)
        if names:
            del self.handlers[-len(names) :]
        self.suite(node.orelse)
        for handler in node.handlers:
            self.suite(handler.body)
        self.suite(node.finalbody)

    # binding

    def _bind(self, target: ast.expr, place: Place | None) -> None:
        match target:
            case ast.Name():
                self.taint[target.id] = set(self.used_here)
                if place is None:
                    self.env.pop(target.id, None)
                else:
                    self.env[target.id] = place
                    if target.id not in place.hints and place.step[0] != "name":
                        place.hints.append(target.id)
            case ast.Tuple() | ast.List():
                starred = any(isinstance(e, ast.Starred) for e in target.elts)
                if place and not starred:
                    place.note("unpacked", len(target.elts))
                for i, element in enumerate(target.elts):
                    inner = element.value if isinstance(element, ast.Starred) else element
                    child = place.child("item", str(i)) if place and not starred else None
                    self._bind(inner, child)
            case ast.Attribute():
                self._touch_target(target)
                base = self.expr(target.value)
                if base and place:
                    self.stored[base, target.attr] = place
            case _:
                self._touch_target(target)

    def _touch_target(self, target: ast.expr) -> None:
        if isinstance(target, ast.Attribute):
            base = self.expr(target.value)
            if base:
                base.note("attribute set", target.attr)
        elif isinstance(target, ast.Subscript):
            base = self.expr(target.value)
            key = self.expr(target.slice)
            if base:
                base.note("item set", self._code(target.slice) or "")
                base.note("index", type(target.slice).__name__, key is not None)

    def _for(self, target: ast.expr, iterable: ast.expr, asynchronous: bool = False) -> None:
        wrapper = ""
        if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
            wrapper = iterable.func.id
        outer, self.guard = self.guard, True
        if wrapper in ("enumerate", "zip") and isinstance(iterable, ast.Call):
            sources = [self.expr(argument) for argument in iterable.args]
            targets = target.elts if isinstance(target, ast.Tuple) else []
            if wrapper == "enumerate":
                sources, targets = sources[:1], list(targets[1:])
            for place, part in zip(sources, [*targets, *[None] * len(sources)], strict=False):
                element = self._element(place)
                if part is not None:
                    self._bind(part, element)
        else:
            place = self.expr(iterable)
            if place:
                place.note("iterated", asynchronous)
            self._bind(target, self._element(place, asynchronous))
        self.guard = outer

    def _element(self, place: Place | None, asynchronous: bool = False) -> Place | None:
        if place is None:
            return None
        place.note("iterated", asynchronous)
        return place.child("element")

    # expressions

    def condition(self, test: ast.expr, loop: bool = False) -> Place | None:
        """The test of a branch: its places are guarded; a bare place in it is tested for truth."""
        outer, self.guard = self.guard, True
        place = self._truth(test, loop)
        self.guard = outer
        return place

    def _truth(self, test: ast.expr, loop: bool) -> Place | None:
        if isinstance(test, ast.BoolOp):
            for value in test.values:
                self._truth(value, loop)
            return None
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._truth(test.operand, loop)
        place = self.expr(test)
        if place and not isinstance(test, ast.Compare):
            place.note("truth")
            if loop:
                place.note("loop test")
        return place

    def expr(self, node: ast.expr) -> Place | None:
        """The place that an expression denotes, if it is one; notes all uses inside it."""
        match node:
            case ast.Name():
                return self._name(node)
            case ast.Attribute():
                base = self.expr(node.value)
                if base and (base, node.attr) in self.stored:
                    return self._used(self.stored[base, node.attr])
                return self._used(base.child("attr", node.attr)) if base else None
            case ast.Call():
                return self._call(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.Compare():
                self._compare(node)
            case ast.BinOp():
                left, right = self.expr(node.left), self.expr(node.right)
                symbol = _SYMBOLS.get(type(node.op), "+")
                self._arithmetic(left, node.right, right, symbol)
                self._arithmetic(right, node.left, left, f"r{symbol}")
            case ast.UnaryOp():
                place = self.expr(node.operand)
                if place and not isinstance(node.op, ast.Not):
                    place.note("arithmetic", "-" if isinstance(node.op, ast.USub) else "~", "")
                elif place:
                    place.note("truth")
            case ast.BoolOp():
                places = [self.expr(value) for value in node.values]
                for place in filter(None, places):
                    place.note("truth")
                return next((p for p in places if p), None)
            case ast.IfExp():
                self.condition(node.test)
                first, second = self.expr(node.body), self.expr(node.orelse)
                return first or second
            case ast.Await():
                place = self.expr(node.value)
                if place:
                    place.note("awaited")
                return self._used(place.child("await")) if place else None
            case ast.JoinedStr() | ast.FormattedValue():
                self._format(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                self._comprehension(node)
            case ast.Lambda():
                outer = self.env
                self.env = {n: p for n, p in outer.items() if n not in {a.arg for a in node.args.args}}
                self.expr(node.body)
                self.env = outer
            case ast.NamedExpr():
                place = self.expr(node.value)
                self._bind(node.target, place)
                return place
            case ast.Starred():
                place = self.expr(node.value)
                self._element(place)
            case ast.Dict():
                for key, value in zip(node.keys, node.values, strict=True):
                    if key is None:
                        mapping = self.expr(value)
                        if mapping:
                            mapping.note("mapping")
                    else:
                        for place in filter(None, [self.expr(key)]):
                            place.note("hashed")
                        self.expr(value)
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.expr(child)
        return None

    def _name(self, node: ast.Name) -> Place | None:
        for place in self.taint.get(node.id, ()):
            self.usage.spread.setdefault(self.line, set()).add(place)
            self.used_here.add(place)
            if self.guard:
                place.guarded = True
        found = self.env.get(node.id)
        return self._used(found) if found else None

    def _used(self, place: Place) -> Place:
        place.lines.add(self.line)
        self.used_here.add(place)
        self.usage.spread.setdefault(self.line, set()).add(place)
        place.guarded |= self.guard
        return place

    def _call(self, node: ast.Call) -> Place | None:
        special = self._special_call(node)
        if special is not None:
            return special
        place = self.expr(node.func)
        label = ast.unparse(node.func)
        arguments = [self.expr(a) for a in node.args] + [self.expr(k.value) for k in node.keywords]
        codes = [*node.args, *(k.value for k in node.keywords)]
        for i, argument in enumerate(arguments):
            code = codes[i]
            if argument and isinstance(node.func, ast.Attribute) and place is None:
                argument.note("argument", f".{node.func.attr}", i)
            if argument and not isinstance(code, ast.Starred):
                argument.note(
                    "argument", label, i if i < len(node.args) else node.keywords[i - len(node.args)].arg
                )
        for keyword in node.keywords:
            if keyword.arg is None:
                spread = self.expr(keyword.value)
                if spread:
                    spread.note("mapping")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            for argument in filter(None, arguments):
                argument.note("formatted", "")
        self._bind_parameters(node, arguments)
        if place is None:
            if isinstance(node.func, ast.Name) and node.func.id in _TRANSPARENT and arguments:
                source = arguments[-1] if node.func.id == "filter" else arguments[0]
                if source:
                    source.note("iterated", False)
                return source
            return None
        place.note("call", _parameters(node))
        for name in self.handlers:
            place.note("may raise", name)
        return self._used(place.child("call"))

    def _special_call(self, node: ast.Call) -> Place | None:
        if not isinstance(node.func, ast.Name) or not node.args:
            return None
        match node.func.id, node.args:
            case "isinstance" | "issubclass", [value, kind]:
                place = self.expr(value)
                kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
                for one in kinds:
                    type_place = self.expr(one)
                    if type_place:
                        type_place.note("type test")
                    if place:
                        place.note(node.func.id, ast.unparse(one))
                return None
            case "len", [value]:
                place = self.expr(value)
                if place:
                    place.note("sized")
                return None
            case "getattr", [value, ast.Constant(value=str(name)), *rest]:
                place = self.expr(value)
                if place and not rest:
                    return self._used(place.child("attr", name))
            case "next", [value, *_]:
                place = self.expr(value)
                if place:
                    place.note("next")
                return self._element(place)
        return None

    def _bind_parameters(self, node: ast.Call, arguments: list[Place | None]) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
        self.called.add(name)
        function = self.functions.get(name)
        if function is None:
            return
        names = [a.arg for a in function.args.args]
        if isinstance(node.func, ast.Attribute):
            names = names[1:]
        for i, place in enumerate(arguments[: len(node.args)]):
            if place and i < len(names):
                self.bound.setdefault((name, names[i]), place)
        for keyword, place in zip(node.keywords, arguments[len(node.args) :], strict=True):
            if place and keyword.arg:
                self.bound.setdefault((name, keyword.arg), place)

    def _subscript(self, node: ast.Subscript) -> Place | None:
        base = self.expr(node.value)
        key = self.expr(node.slice)
        if key:
            key.note("used as key", base.key if base else "")
        if base is None:
            return None
        code = self._code(node.slice)
        base.note("index", type(node.slice).__name__, key is not None)
        if isinstance(node.slice, ast.Slice):
            return base
        if code is None and not isinstance(node.slice, ast.Tuple):
            base.note("indexed by", ast.unparse(node.slice))
        return self._used(base.child("item", code or "*"))

    def _code(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Constant):
            return repr(node.value)
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
                return ast.unparse(node)
        return None

    def _compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            symbol = _OPERATORS[type(operator)]
            self._compare_pair(left, symbol, right)
            left = right

    def _compare_pair(self, left: ast.expr, symbol: str, right: ast.expr) -> None:
        one, two = self.expr(left), self.expr(right)
        for value, other, sign in ((left, right, symbol), (right, left, _FLIPPED.get(symbol, symbol))):
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "len" and len(value.args) == 1:
                place = self.expr(value.args[0])
                if place:
                    place.note("length", sign, ast.unparse(other))
        if symbol in ("in", "not in"):
            if two:
                two.note("contains", ast.unparse(left) if self._plain(left) else "")
            if one:
                several = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else []
                for element in several:
                    one.note("compare", "==", ast.unparse(element))
                if isinstance(right, ast.Constant) and isinstance(right.value, str):
                    one.note("compare", "==", repr(right.value[:1]))
                if not several:
                    one.note("member of", two.key if two else ast.unparse(right))
            return
        if one:
            one.note("compare", symbol, ast.unparse(right))
        if two:
            two.note("compare", _FLIPPED.get(symbol, symbol), ast.unparse(left))

    def _plain(self, node: ast.expr) -> bool:
        return not any(isinstance(n, ast.Call | ast.Subscript) for n in ast.walk(node))

    def _arithmetic(self, place: Place | None, node: ast.expr, other: Place | None, symbol: str) -> None:
        if place is None:
            return
        kind = ""
        if isinstance(node, ast.Constant):
            kind = type(node.value).__name__
        elif isinstance(node, ast.JoinedStr):
            kind = "str"
        elif isinstance(node, ast.List | ast.ListComp):
            kind = "list"
        elif isinstance(node, ast.Call) and other is None:
            kind = {"str": "str", "int": "int", "len": "int", "float": "float"}.get(
                ast.unparse(node.func), ""
            )
        place.note("arithmetic", symbol, kind)
        if isinstance(node, ast.Tuple) and symbol == "r%":
            place.note("formatted", "")

    def _format(self, node: ast.expr) -> None:
        for value in ast.iter_child_nodes(node):
            if isinstance(value, ast.FormattedValue):
                place = self.expr(value.value)
                spec = ast.unparse(value.format_spec) if value.format_spec else ""
                if place:
                    place.note("formatted", spec.strip("f'\""))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        outer = dict(self.env)
        for generator in node.generators:
            self._for(generator.target, generator.iter, bool(generator.is_async))
            for test in generator.ifs:
                self.condition(test)
        if isinstance(node, ast.DictComp):
            self.expr(node.key)
            self.expr(node.value)
        else:
            self.expr(node.elt)
        self.env = outer


def _called_names(tree: ast.AST) -> set[str]:
    """Names of functions that are called by name from outside their own bodies."""
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    own = {
        (node.name, id(inner))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
    }
    return {c.func.id for c in calls if isinstance(c.func, ast.Name) and (c.func.id, id(c)) not in own}


def _parameters(node: ast.Call) -> tuple[str, ...] | None:
    """Names for the parameters of a function that is called so; None where they cannot be told."""
    names = []
    for argument in node.args:
        if isinstance(argument, ast.Name):
            names.append(argument.id.lower().lstrip("_"))
        elif isinstance(argument, ast.Attribute):
            names.append(argument.attr.lower().lstrip("_"))
        elif isinstance(argument, ast.Starred):
            return None
        else:
            names.append("")
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    return (*names, *(f"{keyword.arg}=" for keyword in node.keywords))
