"""The names in force while a snippet is walked, and where what is done with them is noted."""

import ast
import copy
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import field

from llmdb.prefix.places import Place
from llmdb.prefix.tables import FROM_IMPORTS, METHOD_TYPES
from llmdb.types import LineNo
from llmdb.values import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef
Environment = dict[str, Place]
OWN_DICT = ("name", "dict()")
OWN_LIST = ("name", "list()")
_MASKING = frozenset(
    {"isin", "isnull", "notnull", "isna", "notna", "between", "duplicated", "contains", "startswith"}
)
"""Methods of columns that say something of each row."""
_CHANGING = frozenset(
    {
        "with",
        "without",
        "filter",
        "exclude",
        "select",
        "where",
        "limit",
        "order",
        "group",
        "join",
        "outerjoin",
        "annotate",
        "distinct",
        "options",
        "replace",
        "update",
        "copy",
        "clone",
        "merge",
        "normalize",
        "simplify",
        "reverse",
        "next",
        "set",
        "add",
        "remove",
        "drop",
        "rename",
        "reset",
        "sort",
        "union",
        "configure",
        "requires",
    }
)
"""How the names of methods begin that give something of the kind of what they are called on."""


@dataclass(slots=True)
class Usage:
    """All places of a snippet.

    Attributes:
        roots: by undefined name.
        parameters: of functions that nothing in the snippet calls: "function(parameter)".
        instances: what `self` is in each class of the snippet, by the class's name.
        missing: for each of those classes what is used of `self` and neither defined nor set.
        uncalled: those functions, and classes of which nothing is made or of which methods are not called.
        called: names of the functions, methods and classes that are called.
        files: what the snippet opens, by the code of the path: `open("a.csv")` has the key `'a.csv'`.
        opened: for each line that opens something, the key in `files`.
        answers: what becomes of each `input()`, in source order.
        spread: for each line, the places whose values can reach it, through local variables too.
    """

    roots: dict[str, Place] = field(default_factory=dict)
    parameters: dict[str, Place] = field(default_factory=dict)
    instances: dict[str, Place] = field(default_factory=dict)
    missing: dict[str, dict[str, Place]] = field(default_factory=dict)
    uncalled: list[Function | ast.ClassDef] = field(default_factory=list)
    called: set[str] = field(default_factory=set)
    files: dict[str, Place] = field(default_factory=dict)
    opened: dict[LineNo, str] = field(default_factory=dict)
    answers: list[Place] = field(default_factory=list)
    spread: dict[LineNo, set[Place]] = field(default_factory=dict)

    def places(self) -> list[Place]:
        """Every place, those of undefined names first; at the end those of instances of the snippet's own classes."""
        roots = [*self.roots.values(), *self.parameters.values()]
        found = [place for root in roots for place in root.walk()]
        return [*found, *(place for one in self.instances.values() for place in one.walk())]


class Scope(ABC):
    """What a name stands for at this point of the walk; the walks of expressions and statements build on it."""

    def __init__(self, usage: Usage, tree: ast.Module, packages: frozenset[str]) -> None:
        self.usage = usage
        self.packages = packages
        self.masks: set[str] = set()
        self.env: Environment = dict(usage.roots)
        self.taint: dict[str, set[Place]] = {}
        self.texts: dict[str, str] = {}
        self.positions: dict[str, str] = {}
        self.local_kinds: dict[str, str] = {}
        self.either_text: dict[str, tuple[str, str]] = {}
        self.looped_texts: dict[str, tuple[str, ...]] = {}
        self.passed_texts: dict[tuple[str, str], list[str]] = {}
        self.line: LineNo = 1
        self.guard = False
        self.leaving = False
        self.both_leave = False
        self.endless = False
        self.loops = 0
        self.handlers: list[str] = []
        self.used_here: set[Place] = set()
        self.functions: dict[str, Function] = {}
        self.fields: dict[str, list[str]] = {}
        self.bound: dict[tuple[str, str], Place] = {}
        self.defaults: dict[tuple[str, str], Place] = {}
        self.constants: dict[tuple[str, str], str] = {}
        self.function = ""
        self.returned: dict[str, Place] = {}
        self.called = usage.called
        self.stored: dict[tuple[Place, str], Place] = {}
        self.unpacked: dict[ast.expr, int] = {}
        self.literals = _literals(tree)
        self.tested: list[tuple[Place, Place]] = []
        self.alike: list[tuple[Place, Place]] = []
        self.at_position: dict[tuple[Place, object], list[Place]] = {}
        self.constants_at: dict[tuple[Place, object], set[str]] = {}
        self.extended: list[tuple[Place, Place, bool]] = []
        self.with_attributes: set[str] = set()
        self.made_of: dict[str, ast.expr] = {}
        self.called_for: dict[str, ast.Call] = {}
        self.inner: set[ast.AST] = set()
        self.made_with: set[str] = set()
        self.imported = {
            name: ".".join(FROM_IMPORTS[name].split()[1::2]) for name in usage.roots if name in FROM_IMPORTS
        }
        """Names that are imported from a module, or would be, with what they are in full."""
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions.setdefault(node.name, node)
                self.inner.update(n for part in node.body for n in ast.walk(part))
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                self.imported |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
            elif isinstance(node, ast.ClassDef):
                self.fields.setdefault(node.name, _fields(node))
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                self.with_attributes.add(node.value.id)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.ListComp):
                self.made_of |= {t.id: node.value for t in node.targets if isinstance(t, ast.Name)}
            elif (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Call)
                and isinstance(node.targets[0], ast.Name)
            ):
                self.called_for[node.targets[0].id] = node.value
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                self.unpacked[node.value] = len(node.targets[0].elts)

        for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
            function = self.functions.get(call.func.id) if isinstance(call.func, ast.Name) else None
            if isinstance(call.func, ast.Name) and (call.args or call.keywords):
                self.made_with.add(call.func.id)
            if function is not None:
                for argument, value in zip(function.args.args, call.args, strict=False):
                    passed = self.passed_texts.setdefault((function.name, argument.arg), [])
                    passed += self.several_texts(value) if isinstance(value, ast.Tuple | ast.List) else ()

    @abstractmethod
    def expr(self, node: ast.expr) -> Place | None:
        """The place that an expression denotes, if it is one; notes all uses inside it."""

    @abstractmethod
    def condition(self, test: ast.expr, loop: bool = False, leaving: bool = False) -> Place | None:
        """The test of a branch: its places are guarded; a bare place in it is tested for truth."""

    @abstractmethod
    def walk_body(self, name: str) -> None:
        """Walk the body of a function, or of "Class.method", if that was not done yet."""

    def name(self, node: ast.Name) -> Place | None:
        """The place that a variable stands for."""
        for place in self.taint.get(node.id, ()):
            self.usage.spread.setdefault(self.line, set()).add(place)
            self.used_here.add(place)
            if self.guard:
                place.guarded = True
        found = self.env.get(node.id)
        return self.used(found) if found else None

    def used(self, place: Place) -> Place:
        """Note that this line uses the place."""
        place.lines.add(self.line)
        self.used_here.add(place)
        self.usage.spread.setdefault(self.line, set()).add(place)
        place.guarded |= self.guard
        return place

    def element(self, place: Place | None, asynchronous: bool = False) -> Place | None:
        """What iterating over the place gives."""
        if place is None:
            return None
        if place.step[0] == "tag":  # of the elements of a document that have the same tag
            return place
        place.note("iterated", asynchronous)
        if place.has("positional"):  # what stands at a counted position is an element
            place.children.setdefault(("element",), place.child("item", "*"))
        return place.child("element")

    def bind(self, target: ast.expr, place: Place | None) -> None:
        """Assign the place to a target."""
        match target:
            case ast.Name():
                self.taint[target.id] = set(self.used_here)
                before = self.env.get(target.id)
                if self.loops and before is not None and place is not None and place.is_below(before):
                    place.note("like", before)  # `node = node.next`: what follows is as what was
                elif before is not None and place is not None and _is_changed(place, before):
                    place.note("like", before)  # `query = query.filter(name)`
                elif place is None:
                    self.env.pop(target.id, None)
                else:
                    self.env[target.id] = place
                    if target.id not in place.hints and place.step[0] != "name":
                        place.hints.append(target.id)
            case ast.Tuple() | ast.List():
                self._unpack(target.elts, place)
            case ast.Attribute():
                self.touch(target)
                base = self.expr(target.value)
                if base and place:
                    self.stored[base, target.attr] = place
            case _:
                match target:
                    case ast.Subscript(slice=ast.Tuple()) if place is not None and not self.is_label(target):
                        place.note("arithmetic", "+", "int")  # `array[row, column] = value`
                self.touch(target)

    def _unpack(self, targets: list[ast.expr], place: Place | None) -> None:
        starred = any(isinstance(e, ast.Starred) for e in targets)
        if place and not starred:
            place.note("unpacked", len(targets))
        for i, element in enumerate(targets):
            inner = element.value if isinstance(element, ast.Starred) else element
            self.bind(inner, place.child("item", str(i)) if place and not starred else None)

    def touch(self, target: ast.expr) -> None:
        """Note that an attribute or an item is assigned."""
        if isinstance(target, ast.Attribute):
            base = self.expr(target.value)
            if base:
                base.note("attribute set", target.attr)
        elif isinstance(target, ast.Subscript):
            base = self.expr(target.value)
            key = self.expr(target.slice)
            column = self.column_of(target)
            if isinstance(target.slice, ast.Tuple) and not self.is_label(target):
                self.counted(target.slice.elts, "position")
            if column is not None and base is not None and base.parent is not None:
                base.parent.note("computed", repr(column))
            if base is None:
                self.hashed(target.slice)
            if base:
                code = constant_code(target.slice) or ""
                base.note("item set", code)
                base.note("set under", ast.unparse(target.slice))
                if code and ("item", code) not in base.children:
                    base.note("computed", code)
                self.indexed(base, target.slice, key)
                if key and not base.has("positional"):
                    key.note("hashed")

    def column_of(self, node: ast.Subscript) -> str | None:
        """The column in `table.loc[rows, "column"]`."""
        match node:
            case ast.Subscript(
                value=ast.Attribute(attr="loc" | "at"),
                slice=ast.Tuple(elts=[_, ast.Constant(value=str(name))]),
            ):
                return name
        return None

    def is_label(self, node: ast.Subscript) -> bool:
        """Whether an index is of labels: `table.loc[row, column]`."""
        return isinstance(node.value, ast.Attribute) and node.value.attr in ("loc", "at")

    def counted(self, nodes: list[ast.expr], what: str = "range") -> None:
        """Note that values count something: the range of a shape, the position in an array."""
        for node in nodes:
            place = self.expr(node)
            if place and not (place.word[:1].isupper() and place.word[1:2].islower()):  # `Union[Node, Leaf]`
                place.note("argument", what, 0)

    def hashed(self, node: ast.expr) -> None:
        """Note that a value is put into a set, or is a key; of a tuple each part."""
        for part in node.elts if isinstance(node, ast.Tuple) else [node]:
            place = self.expr(part)
            if place:
                place.note("hashed")

    def indexed(self, base: Place, key: ast.expr, place: Place | None) -> None:
        """Note what kind of index is used, and whether it counts positions."""
        base.note("index", "Mask" if self.is_mask(key) else type(key).__name__, place is not None)
        match key:
            case ast.Slice(upper=ast.Constant(value=int(end))):
                base.note("cut to", end)
        if isinstance(key, ast.Name) and key.id in self.positions:
            base.note("positional", self.positions[key.id])

    def is_mask(self, node: ast.expr) -> bool:
        """Whether an index is a comparison of a whole table or array, which chooses some of its rows."""
        match node:
            case ast.Name(id=name):
                return name in self.masks
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return self.is_mask(operand)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
                return self.is_mask(left) or self.is_mask(right)
            case ast.Call(func=ast.Attribute(attr=attribute)):
                return attribute in _MASKING
        return isinstance(node, ast.Compare)

    def instance(self, owner: str) -> Place:
        """What `self` is in the methods of a class: one place for all, so that they see each other's attributes."""
        return self.usage.instances.setdefault(owner, Place(step=("name", f"{owner}()")))

    def parameter(self, function: str, name: str) -> Place:
        """What a function, or "Class.method", that nothing in the snippet calls is given for a parameter."""
        key = f"{function}({name})"
        return self.usage.parameters.setdefault(key, Place(step=("name", key), hints=[name]))

    def parent_of(self, owner: str) -> Place:
        """What `super()` is in the methods of a class."""
        return self.usage.instances.setdefault(f"super({owner})", Place(step=("name", f"super({owner})")))

    def under_keys(self, base: Place, texts: tuple[str, ...]) -> Place:
        """What a mapping has under several keys: what is done with one is done with all."""
        places = [base.child("item", repr(text)) for text in texts]
        self.alike += [(places[0], other) for other in places[1:]]
        return places[0]

    def known_texts(self, node: ast.expr) -> tuple[str, ...]:
        """The texts that an expression is in turn: of a loop over some, or the values of a dictionary of some."""
        match node:
            case ast.Name(id=name):
                return self.looped_texts.get(name, ())
            case ast.Subscript(value=ast.Name(id=name)) if name in self.literals:
                table = ast.literal_eval(self.literals[name])
                values = [*table.values()] if isinstance(table, dict) else []
                return tuple(dict.fromkeys(values)) if all(isinstance(one, str) for one in values) else ()
        return ()

    def several_texts(self, node: ast.expr) -> tuple[str, ...]:
        """The texts that a tuple or list is of, also where a variable or a parameter is that."""
        if isinstance(node, ast.Name):
            passed = self.passed_texts.get((self.function, node.id))
            if passed:
                return tuple(dict.fromkeys(passed))
            if node.id not in self.literals:
                return ()
            node = ast.parse(self.literals[node.id], mode="eval").body
        if not isinstance(node, ast.Tuple | ast.List | ast.Set):
            return ()
        texts = tuple(filter(None, map(self.text, node.elts)))
        return texts if len(texts) == len(node.elts) else ()

    def text(self, node: ast.expr) -> str | None:
        """The text that an expression surely is: a constant, or a variable that holds one."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        return self.texts.get(node.id) if isinstance(node, ast.Name) else None


def _is_changed(place: Place, before: Place) -> bool:
    """Whether a place is what a method gives that changes what it is called on, or a copy of that."""
    method = place.parent
    if place.step[0] != "call" or method is None or method.parent is not before or method.step[0] != "attr":
        return False
    given = [part for fact in method.of("call") if isinstance(fact[1], tuple) for part in fact[1]]
    own = method.step[1] in METHOD_TYPES and not any(str(part).endswith("=") for part in given)
    return not own and method.step[1].strip("_").partition("_")[0] in _CHANGING


def list_of(element: Place) -> Place:
    """A list that the snippet makes itself, of such elements."""
    return Place(step=OWN_LIST, children={("element",): element})


def _literals(tree: ast.Module) -> dict[str, str]:
    """Code of the variables that are assigned once, a literal or what is made of such variables."""
    nodes = [*ast.walk(tree)]
    stored = Counter(n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
    found: dict[str, str] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if stored[name] == 1:
                code = literal_code(value, found)
                if code is not None:
                    found[name] = code
    return found


def literal_code(node: ast.expr, known: Mapping[str, str]) -> str | None:
    """Code of an expression with the known variables put in, if that makes it a literal."""

    class PutIn(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return ast.parse(known[node.id], mode="eval").body if node.id in known else node

    code = ast.unparse(PutIn().visit(copy.deepcopy(node)))
    try:
        ast.literal_eval(code)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return code


def _fields(node: ast.ClassDef) -> list[str]:
    """What making an instance takes, in order: the parameters of `__init__`, else the annotated names."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return [argument.arg for argument in (*part.args.posonlyargs, *part.args.args)][1:]
    names = [part.target for part in node.body if isinstance(part, ast.AnnAssign)]
    return [name.id for name in names if isinstance(name, ast.Name)]


def constant_code(node: ast.expr) -> str | None:
    """The code of a constant key, -1 among them; None for anything else."""
    if isinstance(node, ast.Constant):
        return repr(node.value)
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return ast.unparse(node)
    return None
