"""What comparisons, arithmetic and formatting say about the values in them."""

import ast
import re

from llmdb.prefix.places import Place, is_plural
from llmdb.prefix.samples import word_type
from llmdb.prefix.uses.scope import OWN_LIST, Scope, literal_code

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_NEGATED = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "is": "is not",
    "is not": "is",
}
SYMBOLS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.MatMult: "@",
}  # fmt: skip
METHODS = {
    "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "+": "add", "-": "sub", "*": "mul",
    "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "&": "and", "|": "or", "^": "xor", "@": "matmul",
}  # fmt: skip
"""The method that answers each operator, without its underscores; for the right operand with an r in front."""
_JOINED = frozenset({"str", "bytes", "list", "set"})
_RESULTS = {
    "tuple": "tuple",
    "bytearray": "bytes",
    "bytes": "bytes",
    "list": "list",
    "sorted": "list",
    "set": "set",
    "str": "str",
    "int": "int",
    "len": "int",
    "float": "float",
}
_METHOD_RESULTS = {
    "encode": "bytes", "to_bytes": "bytes", "digest": "bytes", "decode": "str", "format": "str", "hexdigest": "str",
    "strftime": "str", "isoformat": "str", "splitlines": "list",
}  # fmt: skip
"""What methods give, whoever has them."""


class Operators(Scope):
    """Notes of the form ("compare", operator, code): what would let the program go on past the condition."""

    def compare(self, node: ast.Compare) -> None:
        """A chain of comparisons, seen from each of its operands."""
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            symbol = _OPERATORS[type(operator)]
            if self.leaving:
                symbol = _NEGATED.get(symbol, symbol)
            self._pair(left, symbol, right)
            left = right

    def _pair(self, left: ast.expr, symbol: str, right: ast.expr) -> None:
        one, two = self.expr(left), self.expr(right)
        flipped = _FLIPPED.get(symbol, symbol)
        for value, other, sign in ((left, right, symbol), (right, left, flipped)):
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "len" and len(value.args) == 1:
                place = self.expr(value.args[0])
                if place:
                    place.note("length", sign, ast.unparse(other))
        if symbol in ("in", "not in"):
            self._membership(left, one, symbol == "in", right, two)
            return
        for call, value in ((left, right), (right, left)):
            code = _literal_code(value)
            if symbol == "==" and code is not None:
                self.note_answer(call, code)
        if one:
            one.note("compare", symbol, self._code(right))
        if two:
            two.note("compare", flipped, self._code(left))
        for value, place in ((left, two), (right, one)):
            if place is not None and isinstance(value, ast.BinOp) and type(value.op) in SYMBOLS:
                parts = self.expr(value.left), self.expr(value.right)
                place.note("computed as", SYMBOLS[type(value.op)], *parts)
        for value, place in ((left, two), (right, one)):
            if (
                place is not None
                and symbol in ("==", "!=")
                and self.kind_of(value) in ("int", "float", "str", "bytes")
            ):
                place.note("compared with a", self.kind_of(value))
        for value, place in ((left, two), (right, one)):
            if place is not None and symbol in _FLIPPED and self.kind_of(value) in _JOINED | {"tuple"}:
                place.note("annotated", self.kind_of(value))
        if one and one is two:
            one.note("ordered" if symbol in _FLIPPED else "compared with itself", symbol, one)
        if one and two and one is not two and symbol in _FLIPPED:
            one.note("ordered", symbol, two)
            two.note("ordered", flipped, one)
        if symbol in ("==", "!=", "is", "is not"):
            self.note_compared(one, two)
        if two and isinstance(left, ast.Call) and ast.unparse(left.func) == "type" and len(left.args) == 1:
            two.note("type test")
        match left, right:
            case ast.Call(func=ast.Name(id="type"), args=[value]), ast.Name(id=kind):
                place = self.expr(value)
                if place:
                    place.note("isinstance", kind)
        if isinstance(right, ast.Constant) and isinstance(right.value, str):
            match left:
                case ast.Call(func=ast.Name(id="str" | "repr"), args=[value]):
                    place = self.expr(value)
                    if place:
                        place.note("compare", symbol, ast.unparse(right))

    def note_answer(self, call: ast.expr, code: str) -> None:
        """What a call with literals alone is to give: `assert words("a b") == ["a", "b"]`."""
        if not isinstance(call, ast.Call) or not call.args or call.keywords:
            return
        given = tuple(_literal_code(one) for one in call.args)
        result = self.expr(call)
        if None not in given and result is not None and result.step == ("call",) and result.parent:
            result.parent.note("answers", given, code)

    def note_compared(self, one: Place | None, two: Place | None) -> None:
        """Note of two places that one is asked to be the other."""
        if one and two and one is not two:
            one.note("compared", two)
            two.note("compared", one)

    def _code(self, node: ast.expr) -> str:
        """The code of what something is compared with: a literal, where variables hold it."""
        plain = not isinstance(node, ast.Constant) and any(isinstance(n, ast.Name) for n in ast.walk(node))
        return (literal_code(node, self.literals) if plain else None) or ast.unparse(node)

    def _membership(
        self, left: ast.expr, one: Place | None, inside: bool, right: ast.expr, two: Place | None
    ) -> None:
        if two and two.step == ("attr", "__dict__") and two.parent and isinstance(left, ast.Constant):
            if str(left.value).isidentifier():  # as with `hasattr`
                self.used(two.parent.child("attr", str(left.value))).note("optional")
            return
        if two:
            known = self.constants.get((self.function, left.id)) if isinstance(left, ast.Name) else None
            two.note("contains", known or (ast.unparse(left) if _is_plain(left) else ""))
            if not inside:
                two.note("missing", ast.unparse(left))
            for known_text in self.known_texts(left) if isinstance(left, ast.Name) else ():
                two.note("contains", repr(known_text))
        if one is None:
            return
        if two and not (one is two or one.is_below(two) or two.is_below(one)):
            one.note("part of", two, "contains")
        several = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else []
        for element in several:
            one.note("compare", "==" if inside != self.leaving else "!=", ast.unparse(element))
            self.note_compared(one, self.expr(element))
        text = self.text(right)
        if text:
            one.note("compare", "==", repr(text[:1]))
            one.note("character of", text)
        if two:
            two.note("holds some", one, inside != self.leaving)
        if not several:
            one.note("member of", two.key if two else ast.unparse(right))

    def arithmetic(self, place: Place | None, node: ast.expr, other: Place | None, symbol: str) -> None:
        """An operator between the place and `node`, which denotes `other` if it is a place."""
        if place is None:
            return
        kind = ""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and symbol in ("+", "r+"):
            sides = (node.left, node.right)
            node = next((one for one in sides if isinstance(one, ast.List) or _is_text(one)), node)
        if other is None or other.step == OWN_LIST or not isinstance(node, ast.Name):
            kind = self.kind_of(node)
        made = other.parent.word if other is not None and other.step == ("call",) and other.parent else ""
        told = [str(fact[1]) for fact in other.of("instead of it")] if other is not None else []
        if not kind and isinstance(node, ast.Name) and self.local_kinds.get(node.id) == "set":
            kind = "set"
        if not kind and told and told[0] in _JOINED:
            kind = told[0]  # `text += NAMES.get(letter, "")`
        if made.endswith("_bytes"):
            kind = "bytes"
        if not kind and other is not None and symbol in ("+", "r+") and not other.children:
            known = word_type(other.word)
            kind = known if known in ("int", "float") and word_type(place.word) == "list" else ""
            if known == "str" and word_type(place.word) is None and not is_plural(other.word.lower()):
                kind = "str"  # `root + path`
        if symbol in ("-", "r-") and other is not None and word_type(other.word) == "datetime":
            place.note("date difference")
        if symbol in ("%", "r%") and not kind and other is not None:
            template = place if symbol == "%" else other
            if word_type(template.word) == "str":
                kind = "str" if symbol == "r%" else "template"
        if symbol == "%" and isinstance(node, ast.Tuple | ast.Dict):
            kind = "template"
        place.note("arithmetic", symbol, kind)
        if symbol == "&" and other is not None and other.word.isupper():
            other.note("flag of", place)
            place.note("has flag", other)
        if symbol == "%" and kind == "template":
            place.note("fills", len(node.elts) if isinstance(node, ast.Tuple) else 1)
        if isinstance(node, ast.Tuple) and symbol == "r%":
            place.note("formatted", "")

    def kind_of(self, node: ast.expr) -> str:
        """The built-in type that an expression surely gives; "" where it does not tell."""
        match node:
            case ast.Constant(value=value) if value is not None and value is not Ellipsis:
                return type(value).__name__
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.kind_of(operand)
            case ast.JoinedStr():
                return "str"
            case ast.List() | ast.ListComp():
                return "list"
            case ast.Set() | ast.SetComp():
                return "set"
            case ast.Dict() | ast.DictComp():
                return "dict"
            case ast.Tuple():
                return "tuple"
            case ast.Call(func=ast.Name(id="set" | "frozenset")):
                return "set"
            case ast.Call(
                func=ast.Attribute(attr="get" | "pop"), args=[_, ast.Constant(value=int() | float())]
            ):
                return self.kind_of(node.args[1])
            case ast.Subscript(value=value, slice=ast.Slice()):
                return self.kind_of(value)
            case ast.Call(func=ast.Attribute(attr=method)) if method in _METHOD_RESULTS:
                return _METHOD_RESULTS[method]
            case ast.Call(func=function):
                label = ast.unparse(function)
                return "bytes" if label.endswith("_bytes") else _RESULTS.get(label, "")
            case ast.Name(id=name):
                return self.local_kinds.get(name, "")
            case ast.BinOp(left=left, right=right):
                both = [*map(self.kind_of, (left, right))]
                if both in (["int", "int"], ["float", "int"], ["int", "float"], ["float", "float"]):
                    return "float" if "float" in both or isinstance(node.op, ast.Div) else "int"
                kinds = [kind for kind in both if kind in _JOINED]
                if isinstance(node.op, ast.Mod):
                    return self.kind_of(left) if self.kind_of(left) in ("str", "bytes") else ""
                return kinds[0] if kinds and not isinstance(node.op, ast.Div) else ""
        return ""

    def operated(self, node: ast.expr) -> Place | None:
        """What an operator on a place gives, where more is done with that: `(predicted == labels).sum()`."""
        match node:
            case ast.Compare(left=left, ops=[comparison], comparators=[right]):
                symbol = _OPERATORS[type(comparison)]
                other = _FLIPPED.get(symbol, symbol)
            case ast.BinOp(left=left, op=operator, right=right):
                symbol = SYMBOLS[type(operator)]
                other = f"r{symbol}"
            case _:
                return None
        if symbol not in METHODS:
            return None
        for side, sign in ((left, symbol), (right, other)):
            place = self.expr(side)
            if place:
                place.note("operated", sign)
                return self.used(place.child("operated"))
        return None

    def template(self, node: ast.BinOp) -> None:
        """`"%d of %s" % (done, name)`: what the template asks of each value."""
        text = self.text(node.left)
        told = node.left.value if isinstance(node.left, ast.Constant) else None
        of_bytes = told.decode("latin-1") if isinstance(told, bytes) else None
        if (text or of_bytes) is None or not isinstance(node.op, ast.Mod):
            return
        values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        match node.right:
            case ast.BinOp(left=left, op=ast.Add(), right=ast.Tuple(elts=rest)):
                values = [*self._several(left, len(_conversions(text or of_bytes or "")) - len(rest)), *rest]
            case ast.BinOp(left=ast.Tuple(elts=rest), op=ast.Add(), right=right):
                values = [*rest, *self._several(right, len(_conversions(text or of_bytes or "")) - len(rest))]
        if isinstance(node.right, ast.Dict):
            named = {ast.unparse(key): self.expr(value) for key, value in _items_of(node.right)}
        else:
            whole = self.expr(node.right) if "%(" in (text or "") else None
            named = {code: whole.child("item", code) for code in _named_conversions(text or "") if whole}
        for code, letter in _named_conversions(text or "").items():
            place = named.get(code)
            if place is not None:
                place.note("formatted", letter)
        if not named:
            self.note_conversions(text or of_bytes or "", [*map(self.expr, values)], of_bytes is not None)

    def note_conversions(self, template: str, values: list[Place | None], of_bytes: bool = False) -> None:
        """What `%d` and its like in a template ask of the values that are put in."""
        for letter, place in zip(_conversions(template), values, strict=False):
            if place and of_bytes and not letter:
                place.note("annotated", "bytes")
            elif place:
                place.note("formatted", letter)

    def _several(self, node: ast.expr, count: int) -> list[ast.expr]:
        """Code of the parts of a tuple that has as many."""
        place = self.expr(node)
        if place is None or count < 1:
            return []
        place.note("unpacked", count)
        return [ast.Subscript(node, ast.Constant(i), ast.Load()) for i in range(count)]

    def formatted(self, node: ast.expr) -> None:
        """The values of an f-string."""
        for value in ast.iter_child_nodes(node):
            if isinstance(value, ast.FormattedValue):
                place = self.expr(value.value)
                parts = value.format_spec.values if isinstance(value.format_spec, ast.JoinedStr) else []
                spec = "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
                if place:
                    place.note("formatted", spec)


def _conversions(template: str) -> list[str]:
    found = re.findall(r"%(?!%)[-#0 +]*\d*(?:\.\d+)?([a-zA-Z])", template.replace("%%", ""))
    return ["" if letter in "sr" else letter for letter in found]


def _named_conversions(template: str) -> dict[str, str]:
    """The letter for the code of each key in `"%(page)d of %(name)s"`."""
    found = re.findall(r"%\((\w+)\)[-#0 +]*\d*(?:\.\d+)?([a-zA-Z])", template.replace("%%", ""))
    return {repr(key): "" if letter in "sr" else letter for key, letter in found}


def _items_of(node: ast.Dict) -> list[tuple[ast.expr, ast.expr]]:
    return [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _literal_code(node: ast.expr) -> str | None:
    """The code of a literal; None for anything else."""
    try:
        ast.literal_eval(node)
    except (ValueError, SyntaxError, TypeError):
        return None
    return ast.unparse(node)


def _is_plain(node: ast.expr) -> bool:
    return not any(isinstance(n, ast.Call | ast.Subscript) for n in ast.walk(node))
