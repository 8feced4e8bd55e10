"""The walk through expressions: which place each denotes, and what is done with the places inside."""

import ast

from llmdb.prefix.places import Place, is_plural
from llmdb.prefix.uses.calls import Calls
from llmdb.prefix.uses.operators import SYMBOLS
from llmdb.prefix.uses.scope import OWN_DICT, OWN_LIST, constant_code, list_of

_OF_DIFFERENCES = frozenset({"days", "seconds", "total_seconds"})
_KINDS: dict[type[ast.expr], str] = {
    ast.Dict: "dict",
    ast.List: "list",
    ast.Tuple: "list",
    ast.JoinedStr: "str",
}
_Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp


class Expressions(Calls):
    """Every kind of expression."""

    def expr(self, node: ast.expr) -> Place | None:
        """The place that an expression denotes, if it is one; notes all uses inside it."""
        match node:
            case ast.Name():
                return self.name(node)
            case ast.Attribute():
                return self._attribute(node)
            case ast.Call():
                return self.call(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BoolOp():
                return self._first_of(node)
            case ast.IfExp():
                self.condition(node.test)
                first, second = self.expr(node.body), self.expr(node.orelse)
                if first is not None and second is not None and first is not second:
                    self.alike.append((first, second))
                return first or second
            case ast.Await():
                return self._awaited(node)
            case (
                ast.ListComp(elt=ast.Name(id=one), generators=[ast.comprehension(target=ast.Name(id=each))])
                | ast.SetComp(elt=ast.Name(id=one), generators=[ast.comprehension(target=ast.Name(id=each))])
                | ast.GeneratorExp(
                    elt=ast.Name(id=one), generators=[ast.comprehension(target=ast.Name(id=each))]
                )
            ):
                source = self._comprehension(node)
                return source if one == each else None
            case ast.DictComp(
                key=ast.Name(id=one),
                generators=[
                    ast.comprehension(
                        target=ast.Tuple(elts=[ast.Name(id=each), _]),
                        iter=ast.Call(func=ast.Attribute(value=held, attr="items"), args=[]),
                    )
                ],
            ):
                self._comprehension(node)
                same = isinstance(node.value, ast.Name | ast.Call)  # other values make it another dictionary
                return self.expr(held) if one == each and same else None
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return self._comprehended(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.List(elts=[_, *_]):
                return self._listed(node)
            case ast.NamedExpr():
                place = self.expr(node.value)
                self.bind(node.target, place)
                return place
            case _:
                self._inside(node)
        return None

    def _inside(self, node: ast.expr) -> None:
        match node:
            case ast.Compare():
                self.compare(node)
            case ast.UnaryOp():
                self._unary(node)
            case ast.JoinedStr() | ast.FormattedValue():
                self.formatted(node)
            case ast.DictComp():
                self._comprehension(node)
            case ast.Lambda():
                outer = self.env
                self.env = {n: p for n, p in outer.items() if n not in {a.arg for a in node.args.args}}
                self.expr(node.body)
                self.env = outer
            case ast.Starred():
                self.element(self.expr(node.value))
            case ast.Dict():
                self._mapping(node)
            case ast.Set():
                for element in node.elts:
                    self.hashed(element)
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.expr(child)

    def _attribute(self, node: ast.Attribute) -> Place | None:
        base = self.expr(node.value) or self.operated(node.value)
        if node.attr in _OF_DIFFERENCES and isinstance(node.value, ast.BinOp):
            for side in (self.expr(node.value.left), self.expr(node.value.right)):
                if side:
                    side.note("date difference")
        if base and (base, node.attr) in self.stored:
            return self.used(self.stored[base, node.attr])
        return self.used(base.child("attr", node.attr)) if base else None

    def _first_of(self, node: ast.BoolOp) -> Place | None:
        places = [self.expr(value) for value in node.values]
        for place in filter(None, places[:-1]):
            place.note("truth")
        if isinstance(node.op, ast.Or) and places[0] is not None:
            for place in filter(None, places[:-1]):
                place.note("or else")
            self.alike += [(places[0], other) for other in places[1:] if other not in (None, places[0])]
        kind = _KINDS.get(type(node.values[-1])) or type(getattr(node.values[-1], "value", None)).__name__
        if (
            isinstance(node.op, ast.Or)
            and places[-1] is None
            and kind in ("dict", "list", "str", "int", "float")
        ):
            for place in filter(None, places[:-1]):
                place.note("instead of it", kind)  # `params or {}`
        return next((p for p in places if p), None)

    def _awaited(self, node: ast.Await) -> Place | None:
        place = self.expr(node.value)
        if place:
            place.note("awaited")
        return self.used(place.child("await")) if place else None

    def _unary(self, node: ast.UnaryOp) -> None:
        place = self.expr(node.operand)
        if place and not isinstance(node.op, ast.Not):
            place.note("arithmetic", "-" if isinstance(node.op, ast.USub) else "~", "")
            if isinstance(node.op, ast.USub):
                place.note("negated")
        elif place:
            place.note("truth")

    def _comprehended(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Place | None:
        """What a comprehension gives: a list, of what it takes out of each element."""
        outer = dict(self.env)
        for generator in node.generators:
            self.loop(generator.target, generator.iter, bool(generator.is_async))
            for test in generator.ifs:
                self.condition(test)
        if isinstance(node, ast.SetComp):
            self.hashed(node.elt)
        place = self.expr(node.elt)
        self.env = outer
        return list_of(place) if place else None

    def _listed(self, node: ast.List | ast.Tuple) -> Place | None:
        """`[left, right]` of undefined names: what is done with one of them is done with all."""
        places = [
            self.element(self.expr(one.value)) if isinstance(one, ast.Starred) else self.expr(one)
            for one in node.elts
        ]
        first = places[0]
        if first is None or None in places:
            return None
        if len(places) == 1:
            return list_of(first)
        if first.facts or first.children:
            first = Place(step=("name", "element()"))
        self.alike += [(first, other) for other in places if other is not None and other is not first]
        return list_of(first)

    def _binary(self, node: ast.BinOp) -> Place | None:
        left, right = self.expr(node.left), self.expr(node.right)
        symbol = SYMBOLS.get(type(node.op), "+")
        self.arithmetic(left, node.right, right, symbol)
        self.arithmetic(right, node.left, left, f"r{symbol}")
        self.template(node)
        if isinstance(node.op, ast.BitOr):
            self._combined(node)
        if isinstance(node.op, ast.Div):
            if left and right:
                right.note("right of", left)
            return left.child("operated") if left else None  # `path = folder / name`
        return self._joined(left, right) if isinstance(node.op, ast.Add) else None

    def _combined(self, node: ast.BinOp) -> None:
        """`READ | WRITE | LOCK`: note of each constant that it is put together with the others."""
        left = node.left
        while isinstance(left, ast.BinOp) and isinstance(left.op, ast.BitOr):
            left = left.left
        one, two = self.expr(left), self.expr(node.right)
        if one and two and one is not two:
            one.note("combined", two)
            two.note("combined", one)

    def _joined(self, left: Place | None, right: Place | None) -> Place | None:
        """`names + more`, two lists: what is done with the elements is done with those of both."""
        if left is None or right is None or left is right or left.children or right.children:
            return None
        if not (is_plural(left.word.lower()) and is_plural(right.word.lower())):
            return None
        self.alike.append((left, right))
        return left

    def _mapping(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            place = self.expr(value)
            if key is None:
                if place:
                    place.note("mapping")
                continue
            key_place = self.expr(key)
            if key_place:
                key_place.note("hashed")

    def _subscript(self, node: ast.Subscript) -> Place | None:
        base = self.expr(node.value)
        key = self.expr(node.slice)
        if key:
            key.note("used as key", base.key if base else "")
        if base is None:
            return None
        code = constant_code(node.slice)
        column = self.column_of(node)
        if column is not None and base.parent is not None:
            base.parent.note("columns", column)
        if base.step == OWN_DICT:
            return self.used(base.child("item", "*"))
        if isinstance(node.slice, ast.Tuple) and column is None and not self.is_label(node):
            self.counted(node.slice.elts, "position")
        if key:
            base.note("keyed by", key)
        if base.step == OWN_LIST and not isinstance(node.slice, ast.Slice):
            return self.used(base.child("element"))
        self.indexed(base, node.slice, key)
        base.note("item read")
        if isinstance(node.slice, ast.Slice):
            return base
        if isinstance(node.slice, ast.List):
            for element in node.slice.elts:
                text = self.text(element)
                if text:
                    base.note("columns", text)
            return base if base.has("columns") and self.packages else self.used(base.child("item", "*"))
        if self.packages and self.is_mask(node.slice):
            return base
        if code is None and not isinstance(node.slice, ast.Tuple | ast.List):
            base.note("indexed by", ast.unparse(node.slice))
        if code is None and base.has("positional") and ("element",) in base.children:
            base.children.setdefault(("item", "*"), base.child("element"))
        if isinstance(node.slice, ast.Name) and self.known_texts(node.slice) and not self.packages:
            return self.used(self.under_keys(base, self.known_texts(node.slice)))
        if isinstance(node.slice, ast.Name) and node.slice.id in self.either_text:
            one, other = (base.child("item", repr(text)) for text in self.either_text[node.slice.id])
            self.alike.append((one, other))
            return self.used(one)
        return self.used(base.child("item", code or "*"))

    def _comprehension(self, node: _Comprehension) -> Place | None:
        """Walk a comprehension; what its last loop goes over."""
        outer = dict(self.env)
        source = None
        for generator in node.generators:
            source = self.loop(generator.target, generator.iter, bool(generator.is_async))
            for test in generator.ifs:
                self.condition(test)
        if isinstance(node, ast.DictComp):
            self.expr(node.key)
            self.expr(node.value)
        else:
            self.expr(node.elt)
        self.env = outer
        return source

    def condition(self, test: ast.expr, loop: bool = False, leaving: bool = False) -> Place | None:
        """The test of a branch; with `leaving` the program goes on only where it is false."""
        guard, left = self.guard, self.leaving
        self.guard, self.leaving = True, leaving
        place = self._truth(test, loop)
        self.guard, self.leaving = guard, left
        return place

    def _truth(self, test: ast.expr, loop: bool) -> Place | None:
        if isinstance(test, ast.BoolOp):
            for value in test.values:
                self._truth(value, loop)
            return None
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.leaving = not self.leaving
            place = self._truth(test.operand, loop)
            self.leaving = not self.leaving
            return place
        place = self.expr(test)
        if place and not isinstance(test, ast.Compare):
            place.note("truth")
            if self.leaving and not self.both_leave:
                place.note("falsy goes on")
            if loop:
                place.note("loop test", self.leaving)  # with `not` before it the loop ends when it is true
        return place

    def loop(self, target: ast.expr, iterable: ast.expr, asynchronous: bool = False) -> Place | None:
        """Bind the target of a loop to the elements of what is looped over, which is the place returned."""
        guard, self.guard = self.guard, True
        wrapper = ""
        if isinstance(iterable, ast.Call) and isinstance(iterable.func, ast.Name):
            wrapper = iterable.func.id
        place = None
        if wrapper in ("enumerate", "zip", "range") and isinstance(iterable, ast.Call):
            self._wrapped_loop(wrapper, target, iterable)
        else:
            if isinstance(iterable, ast.Tuple) and iterable.elts:
                place = self._listed(iterable)
            else:
                place = self.expr(iterable)
            if isinstance(target, ast.Name):
                self.looped_texts[target.id] = self.several_texts(iterable)
            if place:
                place.note("iterated", asynchronous)
            self.bind(target, self.element(place, asynchronous))
        self.guard = guard
        return place

    def _wrapped_loop(self, wrapper: str, target: ast.expr, iterable: ast.Call) -> None:
        sources = [
            self.columns(argument) if isinstance(argument, ast.Starred) else self.expr(argument)
            for argument in iterable.args
        ]
        targets = target.elts if isinstance(target, ast.Tuple) else []
        if wrapper == "range":
            self._position(target, ast.unparse(iterable))
            self.bind(target, None)
            for bound in filter(None, sources):
                bound.note("argument", "range", 0)
            return
        if wrapper == "enumerate":
            if targets:
                self._position(targets[0], ast.unparse(iterable))
                self.bind(targets[0], None)
            sources, targets = sources[:1], list(targets[1:])
        if wrapper == "zip" and isinstance(iterable.args[0], ast.Starred) and len(iterable.args) == 1:
            self.bind(target, self.element(sources[0]))
            return
        for place, part in zip(sources, [*targets, *[None] * len(sources)], strict=False):
            element = self.element(place)
            if part is not None:
                self.bind(part, element)

    def columns(self, node: ast.Starred) -> Place | None:
        """`zip(*rows)`: what stands in the same position of each row."""
        rows = self.element(self.expr(node.value))
        inner = self.element(rows)
        return list_of(list_of(inner)) if inner is not None else None

    def _position(self, target: ast.expr, code: str) -> None:
        if isinstance(target, ast.Name):
            self.positions[target.id] = code
