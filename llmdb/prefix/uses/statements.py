"""The walk through statements, and the bodies of functions after them."""

import ast
import contextlib
from collections.abc import Iterable

from llmdb.prefix.places import Place
from llmdb.prefix.uses.docstrings import fits, types_told
from llmdb.prefix.uses.expressions import Expressions
from llmdb.prefix.uses.operators import SYMBOLS
from llmdb.prefix.uses.scope import Environment, Function, Usage, constant_code
from llmdb.program.nodes import assigned_names

_SAY_NOTHING = ("None", "True", "False")
_ANNOTATIONS = {
    **{name: name for name in ("str", "int", "float", "bool", "bytes", "list", "dict", "set")},
    "List": "list", "Dict": "dict", "Set": "set", "Sequence": "list", "Iterable": "list", "Collection": "list",
    "Mapping": "dict", "Path": "path", "datetime": "datetime",
}  # fmt: skip
"""Types of annotations that say what a value is."""
_TOLD_BY_VALUES = frozenset({"str", "bytes", "list", "dict", "set", "int", "float"})
_KEPT_KINDS = frozenset({"bool", "str", "int", "float", "list", "dict"})
"""Kinds of values that a variable has from the first to the last: `i = 0`, then `i = skip(i)`."""
_SAYS_NO_TYPE = frozenset({"argument", "truth", "compare"})
_CLOSING = frozenset({"closing", "contextlib.closing"})
_KINDS_OF_METHODS = frozenset({"staticmethod", "classmethod"})


def find_usage(tree: ast.Module, undefined: Iterable[str], packages: frozenset[str] = frozenset()) -> Usage:
    """Walk the snippet once, in order, and note what is done with each undefined name.

    Args:
        tree: the snippet.
        undefined: names to follow; attributes and everything else reached from them come by themselves.
        packages: those of pandas and numpy that the snippet uses.
    """
    usage = Usage()
    for name in undefined:
        usage.roots[name] = Place(step=("name", name))
    walk = _Statements(usage, tree, packages)
    walk.suite(tree.body)
    walk.finish()
    for name, kind in types_told(tree).items():
        place = usage.roots.get(name)
        if place is None or place.steps("call") or place.has("isinstance"):
            continue
        if fits(kind, set(place.steps("attr"))):
            place.note("annotated", kind)
    return usage


class _Statements(Expressions):
    def __init__(self, usage: Usage, tree: ast.Module, packages: frozenset[str]) -> None:
        super().__init__(usage, tree, packages)
        self.later: list[tuple[Function, Environment, str]] = []
        self.classes: list[ast.ClassDef] = []
        self.assigned: list[tuple[Place, str, str]] = []
        self.named_calls = _called_names(tree)

    def suite(self, statements: Iterable[ast.stmt]) -> None:
        """Statements in their order."""
        for statement in statements:
            self.line = statement.lineno
            self.used_here = set()
            self._statement(statement)

    def finish(self) -> None:
        """Walk the function bodies, with parameters bound to what the calls pass."""
        waiting: list[tuple[Function, Environment, str]] = []
        while self.later or waiting:
            if not self.later:
                self.later.append(waiting.pop(0))
                self.called.add(self.later[0][0].name)
            node, env, owner = self.later.pop(0)
            if not owner and node.name in self.named_calls - self.called:
                waiting.append((node, env, owner))
            else:
                self._function_body(node, env, owner)
        for place in [one for root in self.usage.places() for one in root.walk()]:
            _share_values(place)
            _share_positions(place)
        for base, attribute, type_name in self.assigned:
            child = base.children.get(("attr", attribute))
            if child is not None and not child.children:
                child.note("instead of it", type_name)
        for instance, kind in self.tested:
            if instance.has("raised"):
                kind.note("raised")
        self.share_elements()
        self.tell_positions()
        for one, other in self.alike:
            told = {fact[0] for fact in other.facts} - _SAYS_NO_TYPE
            if not other.children and not told and other not in one.walk():
                other.children = one.children
                shared = [fact for fact in one.facts if fact[0] != "compared with itself"]
                other.facts = list(dict.fromkeys([*other.facts, *shared]))
                other.guarded |= one.guarded
        for klass in self.classes:
            if klass.name not in self.called or self._has_uncalled(klass):
                self.usage.uncalled.append(klass)
            if not klass.bases:
                self.usage.missing[klass.name] = self._unset(klass)

    def _has_uncalled(self, node: ast.ClassDef) -> bool:
        """Whether nothing in the snippet calls one of the methods, and nothing else does by itself."""
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
        plain = {
            part.name
            for part in methods
            if not part.name.startswith("__") and all(map(self._keeps_function, part.decorator_list))
        }
        return bool(plain - self.called - self.with_attributes)

    def _keeps_function(self, decorator: ast.expr) -> bool:
        """Whether what it decorates is still called like a function: so do those that a prefix makes up."""
        inner = decorator.func if isinstance(decorator, ast.Call) else decorator
        return isinstance(inner, ast.Name) and (inner.id in self.usage.roots or inner.id in _KINDS_OF_METHODS)

    def _unset(self, node: ast.ClassDef) -> dict[str, Place]:
        """What the methods of a class use of `self` and nothing gives it."""
        instance = self.instance(node.name)
        known = assigned_names(ast.Module(node.body, [])) | {str(f[1]) for f in instance.of("attribute set")}
        known |= {name for base, name in self.stored if base is instance}
        used = instance.steps("attr").items()
        return {n: p for n, p in used if n not in known and not hasattr(object, n) and not p.has("optional")}

    def walk_body(self, name: str) -> None:
        """Walk the body of a function, or of "Class.method", if that was not done yet."""
        found = next((entry for entry in self.later if name in (entry[2] or entry[0].name,)), None)
        if found is None:
            return
        self.later.remove(found)
        kept = self.env, self.line, self.used_here, self.guard, self.leaving, self.handlers, self.function
        self.guard, self.leaving, self.handlers = False, False, []
        self._function_body(*found)
        self.env, self.line, self.used_here, self.guard, self.leaving, self.handlers, self.function = kept

    def _function_body(self, node: Function, env: Environment, owner: str) -> None:
        self.env = dict(env)
        if not owner and node.name not in self.called and node not in self.inner:
            self.usage.uncalled.append(node)
        for i, argument in enumerate((*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)):
            self.env.pop(argument.arg, None)
            place = self.bound.get((owner or node.name, argument.arg))
            place = place or self.bound.get((node.name, argument.arg))
            if place is None and (place := self.defaults.get((node.name, argument.arg))):
                self.usage.parameters.setdefault(f"{owner or node.name}({argument.arg})", place)
            if owner and i == 0:
                place = self.instance(owner.partition(".")[0])
            elif place is None:
                place = self.parameter(owner or node.name, argument.arg)
                if argument.annotation:
                    self._annotated(place, argument.annotation)
            if place is not None:
                self.env[argument.arg] = place
        if node.args.vararg is not None:
            self.env[node.args.vararg.arg] = self.parameter(owner or node.name, node.args.vararg.arg)
        self.function = owner or node.name
        self.suite(node.body)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.ClassDef():
                self._class(node)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                self._note_kinds(node)
                self._assignment(node)
            case ast.For() | ast.AsyncFor() | ast.If() | ast.While():
                self._branching(node)
            case ast.With() | ast.AsyncWith():
                self._with(node)
            case ast.Try() | ast.TryStar():
                self._try(node)
            case ast.Raise():
                for value in (node.exc, node.cause):
                    match value:
                        case ast.Call(func=ast.Attribute(value=ast.expr() as raised, attr="with_traceback")):
                            self.expr(value)
                            value = raised
                    place = self.expr(value) if value else None
                    if place:
                        (place.parent if place.step == ("call",) and place.parent else place).note("raised")
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                place = self.expr(value)
                if place:
                    self.returned.setdefault(self.function, self._made_of(place))
            case ast.Return(value=ast.expr() as value):
                place = self.expr(value)
                if place:
                    self.returned.setdefault(self.function, place)
            case ast.Assert():
                self.condition(node.test)
                refused = isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not)
                self.note_answer(
                    node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test, str(not refused)
                )
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

    def _made_of(self, element: Place) -> Place:
        """What a generator gives that yields a place: what this is an element of, or something of such elements."""
        if element.step == ("element",) and element.parent:
            return element.parent
        return Place(step=("name", f"{self.function}()"), children={("element",): element})

    def _function(self, node: Function) -> None:
        decorated = self._decorators(node)
        positional = [*node.args.posonlyargs, *node.args.args]
        pairs = [*zip(reversed(positional), reversed(node.args.defaults), strict=False)]
        for argument, default in [*pairs, *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)]:
            place = self.expr(default) if default else None
            if place is not None:
                self.defaults[node.name, argument.arg] = place
        self._annotations(node)
        self._define(node.name, decorated)
        self.later.append((node, self.env, ""))

    def _define(self, name: str, decorated: Place | None) -> None:
        """Bind the name of a function; to what its decorator gives, where attributes of that are used."""
        self.env.pop(name, None)
        if decorated is not None and name in self.with_attributes:
            self.env[name] = decorated

    def _note_kinds(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> None:
        """`self.tail = b""`: what stands there before is of the same type."""
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for one, value in pairs:
                kind = self.kind_of(value) if value is not None else ""
                if isinstance(one, ast.Attribute) and kind in _TOLD_BY_VALUES:
                    base = self.expr(one.value)
                    self.assigned += [(base, one.attr, kind)] if base is not None else []

    def _assignment(self, node: ast.Assign | ast.AnnAssign | ast.AugAssign) -> None:
        if isinstance(node, ast.AugAssign):
            place = self.expr(node.target)
            other = self.expr(node.value)
            symbol = SYMBOLS.get(type(node.op), "+")
            if symbol == "+" and place is None and other is not None:
                self._accumulated(node.target, other)
            if symbol == "+" and place is not None and other is not None:
                self.extended.append((place, other, True))
            self.arithmetic(place, node.value, other, symbol)
            self.arithmetic(other, node.target, place, f"r{symbol}")
            self.touch(node.target)
        elif isinstance(node, ast.AnnAssign):
            self._annotation(node.annotation)
            place = self.expr(node.value) if node.value else None
            if place:
                self._annotated(place, node.annotation)
            self.bind(node.target, place)
        elif self._in_parallel(node):
            pass
        else:
            place = self.expr(node.value)
            for target in node.targets:
                if isinstance(node.value, ast.Call | ast.Await):
                    self._note_replaced(target)
                    kind = self.local_kinds.get(target.id, "") if isinstance(target, ast.Name) else ""
                    if kind in _KEPT_KINDS and place is not None and place.step[0] == "call":
                        place.note("instead of it", kind)
                match target, node.value:
                    case ast.Name(id=name), ast.BinOp(left=ast.Name(id=same), op=ast.Add(), right=right) if (
                        place is None and name == same
                    ):
                        self._accumulated(target, self.expr(right))
                        place = self.env.get(name)
                self.bind(target, place)
                if isinstance(target, ast.Subscript):
                    self._remember_item(target, node.value)
                if isinstance(target, ast.Name):
                    (self.masks.add if self.is_mask(node.value) else self.masks.discard)(target.id)
                    self._remember_text(target.id, node.value)
                    self._name_answer(target.id, node.value)

    def _note_replaced(self, target: ast.expr) -> None:
        """`if not cache: cache = make()`: what was there before is no flag."""
        match target:
            case ast.Name(id=name) if name in self.usage.roots:
                self.usage.roots[name].note("replaced")
            case ast.Attribute(value=owner, attr=attribute):
                base = self.expr(owner)
                if base is not None:
                    base.note("replaced", attribute)

    def _accumulated(self, target: ast.expr, other: Place | None) -> None:
        """`found = found + tree.findall(tag)`, `found += more()`: an own list has elements of others."""
        if other is not None and isinstance(target, ast.Name) and self.local_kinds.get(target.id) == "list":
            self.env.setdefault(target.id, other)

    def _in_parallel(self, node: ast.Assign) -> bool:
        """Bind `a, b = x, y` part by part; False where the assignment is none of this kind."""
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(
                targets
            ) == len(values) and not any(isinstance(part, ast.Starred) for part in (*targets, *values)):
                for target, place in zip(targets, [self.expr(value) for value in values], strict=True):
                    self.bind(target, place)
                for target, value in zip(targets, values, strict=True):
                    if isinstance(target, ast.Name):
                        self.local_kinds[target.id] = self.kind_of(value)
                return True
        return False

    def _remember_item(self, target: ast.Subscript, value: ast.expr) -> None:
        """`board[i][j] = "."`: what is put into a list says what else is in it."""
        holder = self.expr(target.value)
        for one in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
            code = constant_code(one)
            if holder and code is not None and code not in _SAY_NOTHING:
                holder.note("holds", code)

    def _name_answer(self, name: str, value: ast.expr) -> None:
        """`age = int(input())`: the answer is an age."""
        match value:
            case ast.Call(args=[ast.Call(func=ast.Name(id="input"))]) if self.usage.answers:
                self.usage.answers[-1].hints.append(name)

    def _remember_text(self, name: str, value: ast.expr) -> None:
        match value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile"), args=[pattern, *_]):
                text = self.text(pattern)
            case _:
                text = self.text(value)
        self.either_text.pop(name, None)
        self.local_kinds[name] = self.kind_of(value)
        match value:
            case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
                self.either_text[name] = one, other
        if text is None:
            self.texts.pop(name, None)
        else:
            self.texts[name] = text

    def _branching(self, node: ast.For | ast.AsyncFor | ast.If | ast.While) -> None:
        if isinstance(node, ast.For | ast.AsyncFor):
            self.loop(node.target, node.iter, isinstance(node, ast.AsyncFor))
        else:
            chain = bool(node.orelse) and isinstance(node.orelse[0], ast.If)
            leaving = isinstance(node, ast.If) and not chain and _leaves(node.body)
            self.both_leave = bool(node.orelse) and _leaves(node.orelse)
            self.condition(node.test, loop=isinstance(node, ast.While), leaving=leaving)
            if leaving and isinstance(node.body[-1], ast.Break):
                self._ends_loop(node.test)
        before, self.endless = self.endless, self.endless or _is_endless(node)
        self.loops += not isinstance(node, ast.If)
        outer, stored = dict(self.env), dict(self.stored)
        self.suite(node.body)
        self.loops -= not isinstance(node, ast.If)
        self.endless = before
        bound = {name: place for name, place in self.env.items() if outer.get(name) is not place}
        if isinstance(node, ast.If) and node.orelse:  # what one branch binds is unbound in the other
            self.env |= outer
            self.stored, stored = stored, self.stored
        self.suite(node.orelse)
        if isinstance(node, ast.If):
            self._join(node, outer, bound)
            self.stored = {**stored, **self.stored}

    def _join(self, node: ast.If, outer: Environment, bound: Environment) -> None:
        """What a name stands for after the branches: what is done with it then is done with what each gave it."""
        if _leaves(node.body):
            if not node.orelse:
                self.env = outer
            return
        if node.orelse:  # what only the first branch binds
            self.env |= {name: one for name, one in bound.items() if self.env.get(name) is outer.get(name)}
        for name in {**outer, **bound}:
            after, first = self.env.get(name), bound.get(name) if node.orelse else outer.get(name)
            if after is None and first is not None:
                self.env[name] = first
            elif after is not None and first is not None and after is not first:
                self.alike.append((after, first))

    def _ends_loop(self, test: ast.expr) -> None:
        """`if not data: break`: the loop goes on for as long as there is some."""
        match test:
            case (
                ast.UnaryOp(op=ast.Not(), operand=value)
                | ast.Compare(
                    left=value, ops=[ast.Eq() | ast.Is()], comparators=[ast.Constant(value="" | b"" | None)]
                )
            ):
                place = self.expr(value)
                if place:
                    place.note("ends loop")

    def _with(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            closed = self._closed_at_end(item.context_expr)
            place = closed or self.expr(item.context_expr)
            if place and place.step[0] != "file" and not closed:
                place.note("context", isinstance(node, ast.AsyncWith))
                place = place.child("enter")
            if item.optional_vars:
                self.bind(item.optional_vars, place)
        self.suite(node.body)

    def _closed_at_end(self, value: ast.expr) -> Place | None:
        """What `closing(value)` closes at the end of its block: the block is given it itself."""
        match value:
            case ast.Call(func=function, args=[inner]) if ast.unparse(function) in _CLOSING:
                if (named := self.expr(function)) is not None:  # its import is what is missing
                    named.note("call", None)
                    named.child("call")
                place = self.expr(inner)
                if place is not None:
                    close = self.used(place.child("attr", "close"))
                    close.note("call", ())
                    close.child("call").note("discarded")
                return place
        return None

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
                    self.note_compared(place, self.expr(value.value))
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
                own = assigned_names(ast.Module(node.body, []))
                if any(keyword.arg != "metaclass" for keyword in node.keywords):
                    place.note("class keywords")
                place.note("subclass", self.instance(node.name), own, self.parent_of(node.name))
        for keyword in node.keywords:
            self.expr(keyword.value)
        self._decorators(node)
        own = assigned_names(ast.Module(node.body, []))
        filled = node.name in self.made_with or any(isinstance(part, ast.AnnAssign) for part in node.body)
        if not node.bases and "__init__" not in own and filled:
            for decorator in node.decorator_list:
                place = self.expr(decorator)
                if place:
                    place.note("makes initializer")
        if node not in self.inner:
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
        for name, place in self.env.items():
            if outer.get(name) is not place:
                self.stored[self.instance(node.name), name] = place
        self.env = outer

    def _annotation(self, node: ast.expr) -> None:
        """The type of a variable, of whose names each is a class."""
        self.expr(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and (place := self.expr(part)) is not None:
                place.note("annotation")

    def _annotated(self, place: Place, node: ast.expr) -> None:
        """The built-in type that a place has by an annotation, as `str | None` or `list[int]`."""
        match node:
            case ast.Constant(value=str(text)):
                with contextlib.suppress(SyntaxError):
                    self._annotated(place, ast.parse(text, mode="eval").body)
            case ast.BinOp(op=ast.BitOr(), left=left):
                self._annotated(place, left)
            case ast.Subscript(value=ast.Name(id="Optional") | ast.Attribute(attr="Optional"), slice=inner):
                self._annotated(place, inner)
            case ast.Subscript(value=ast.Name(id=outer) | ast.Attribute(attr=outer), slice=inner):
                kind = _ANNOTATIONS.get(outer)
                if kind:
                    place.note("annotated", kind)
                if kind == "list" and ast.unparse(inner) in _ANNOTATIONS:
                    place.note("elements annotated", _ANNOTATIONS[ast.unparse(inner)])
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _ANNOTATIONS:
                place.note("annotated", _ANNOTATIONS[name])

    def _annotations(self, node: Function) -> None:
        plain = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        for argument in (*plain, node.args.vararg, node.args.kwarg):
            if argument is not None and argument.annotation:
                self._annotation(argument.annotation)
        if node.returns:
            self.expr(node.returns)

    def _decorators(self, node: Function | ast.ClassDef) -> Place | None:
        """Note what decorates; what the outermost decorator gives, if it is undefined."""
        places = [self.expr(decorator) for decorator in node.decorator_list]
        for place in filter(None, places):
            place.note("decorator")
        return places[0].child("call") if places and places[0] else None

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
        without = dict(self.env)
        for handler in node.handlers:
            self.suite(handler.body)
            self.env = {**without, **self.env} if not _leaves(handler.body) else dict(without)
        self.suite(node.finalbody)


def _share_values(place: Place) -> None:
    """What `rows.get(key)` gives is a value of the dictionary, as `rows[key]` is."""
    method, item = place.steps("attr").get("get"), place.steps("item").get("*")
    given = method.steps("call").get("") if method is not None else None
    if method is None or item is None or given is None or given.parent is not method:
        return
    if not item.children and {fact[0] for fact in item.facts} <= _SAYS_NO_TYPE:
        item.children, item.facts = given.children, list(dict.fromkeys([*item.facts, *given.facts]))
        item.hints = [*given.hints, *item.hints]
    if not given.children or given.children is item.children:
        method.children["call",] = item


def _share_positions(place: Place) -> None:
    """`rows[0].name` beside a loop over `rows`: what is used of the first is used of each."""
    element = place.steps("element").get("")
    if element is None or place.has("unpacked"):
        return
    for code, item in place.steps("item").items():
        if code.lstrip("-").isdigit() and item is not element:
            _take_over(element, item)


def _take_over(one: Place, other: Place) -> None:
    """Note of a place what is known of another one, too."""
    one.facts = list(dict.fromkeys([*one.facts, *other.facts]))
    one.guarded |= other.guarded
    for step, child in other.children.items():
        if step not in one.children:
            one.children[step] = child
        elif one.children[step] is not child:
            _take_over(one.children[step], child)


def _is_endless(node: ast.stmt) -> bool:
    """Whether the statement is a `while True:`."""
    match node:
        case ast.While(test=ast.Constant(value=value)):
            return bool(value)
    return False


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether a branch ends what the code around it was doing."""
    last = body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return ast.unparse(last.value.func) in ("exit", "quit", "sys.exit", "abort")
    return isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break)


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
