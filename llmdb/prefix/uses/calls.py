"""What calls say: about the function, about what it is given, about what it gives."""

import ast
import builtins

from llmdb.prefix.places import Place
from llmdb.prefix.samples import word_type
from llmdb.prefix.uses.known_functions import AFFIXES, KnownFunctions
from llmdb.prefix.uses.parameters import looks_like, open_parameters, parameters_of_call
from llmdb.prefix.uses.scope import OWN_DICT, OWN_LIST, constant_code, list_of

_TRANSPARENT = frozenset(
    {"sorted", "list", "tuple", "set", "reversed", "iter", "frozenset", "deque", "filter"}
)
_CHAINS = frozenset({"chain", "itertools.chain"})
_COPIERS = frozenset({"dict", "OrderedDict", "copy.copy", "copy.deepcopy", "deepcopy"})
_AWAITING = frozenset({"gather", "create_task", "ensure_future", "wait_for", "shield", "run_until_complete"})

_SHAPED = frozenset({"zeros", "ones", "full", "empty"})
_SUMMING = frozenset({"sum", "mean", "statistics.mean", "np.mean", "np.sum"})
_FILLING = frozenset({"append", "appendleft", "add", "insert", "put", "push", "extendleft"})
_TAKING = frozenset({"pop", "popleft", "get", "top", "peek"})
_TOLD_BY_DEFAULT = {
    "tuple": "list",
    "list": "list",
    "dict": "dict",
    "str": "str",
    "int": "int",
    "float": "float",
}
_KEYED = frozenset({"get", "pop", "setdefault"})
_TAKING_ALL = (
    "print",
    "log",
    "debug",
    "info",
    "warn",
    "error",
    "assert",
    "echo",
    "append",
    "add",
    "write",
    "repr",
    "str",
)
"""How the names of functions begin that are given values of every kind."""
_LOGGING = frozenset({"debug", "info", "warning", "warn", "error", "exception", "critical"})
"""Methods of loggers, which put what follows into the text."""
_FINDING = frozenset({"find", "rfind", "index", "rindex", "count", "replace", "removeprefix", "removesuffix"})
"""Methods of a text that are given a part of it."""
_KEEPING_LENGTH = frozenset({"replace", "lower", "upper", "strip", "encode"})
"""Methods that give a text which is as long, where there is nothing to be cut."""


class Calls(KnownFunctions):
    """Notes of the forms ("call", argument names) and ("argument", function, position)."""

    def call(self, node: ast.Call) -> Place | None:
        """The place of what the call gives."""
        special = self._special(node)
        if special is not None:
            return special
        label = ast.unparse(node.func)
        place = self.expr(node.func)
        arguments = self._arguments(node, label, place)
        self._bind_parameters(node, arguments)
        if (label.endswith((".add", ".discard")) and len(node.args) == 1) or (
            label.endswith((".pop", ".setdefault")) and len(node.args) == 2
        ):
            self.hashed(node.args[0])
        self._fill(node, arguments)
        if label.rpartition(".")[2] in _AWAITING or label == "asyncio.run":
            for argument in node.args:
                self._await_call(argument)
        if label in _CHAINS and not any(isinstance(one, ast.Starred) for one in node.args):
            known = self._chained([one for one in arguments if one is not None])
        else:
            known = self._known(node, label, arguments)
        if known is not None:
            if place is not None and place.parent is None:  # its import is what is missing
                place.note("call", parameters_of_call(node))
                place.child("call")
            return known
        own = self._own_result(node, place)
        if own is not None:
            return self.used(own)
        if place is None:
            return self._passed_through(node, arguments)
        if (
            place.parent is None and place.step[1] in _TRANSPARENT and node.args
        ):  # its import is what is missing
            place.note("call", None)
            place.child("call")
            return self._passed_through(node, arguments)
        element = self._element_of_xml(node, place)
        if element is not None:
            return self.used(element)
        if place.parent is not None and place.parent.step == OWN_LIST and place.step[1] in _TAKING:
            return self.used(place.parent.child("element"))
        place.note("call", parameters_of_call(node))
        place.note("arguments look like", tuple(map(looks_like, node.args)))
        if parameters_of_call(node) is None:
            place.note("called with", open_parameters(node))
        self._note_positions(node, place, arguments)
        if self.endless:
            place.note("called without end")
        for name in self.handlers:
            place.note("may raise", name)
        if place.step[1:] in (("get",), ("pop",)) and place.parent is not None and node.args:
            self._note_length_as_key(place.parent, node.args[0])
        self._note_callbacks(node, place)
        result = self._looked_up(node, place, arguments) or self._result(node, place)
        self._shape(node, place, result)
        return self.used(result)

    def _note_positions(self, node: ast.Call, place: Place, arguments: list[Place | None]) -> None:
        """`area(width, 3)`, `area(depth, n)`: what a function is given at one position is of one kind."""
        if place.word.lower().lstrip("_").startswith(_TAKING_ALL):
            return
        codes = [*enumerate(node.args), *((one.arg, one.value) for one in node.keywords)]
        for (at, code), given in zip(codes, arguments, strict=True):
            if given is not None and at is not None and not isinstance(code, ast.Starred):
                self.at_position.setdefault((place, at), []).append(given)
            elif isinstance(code, ast.Constant) and type(code.value) in (int, float, str):
                self.constants_at.setdefault((place, at), set()).add(type(code.value).__name__)

    def tell_positions(self) -> None:
        """Note of what functions are given what else they are given there."""
        for (function, at), places in self.at_position.items():
            kinds = self.constants_at.get((function, at), set())
            for one in dict.fromkeys(places):
                for other in dict.fromkeys(places):
                    if other is not one:
                        one.note("used like", other)
                if len(kinds) == 1:
                    one.note("used like a", *kinds)

    def _await_call(self, node: ast.expr) -> None:
        """`asyncio.gather(f(), *tasks)`, the tasks made of `[g(x) for x in xs]`: what f and g give is awaited."""
        while isinstance(node, ast.Starred):
            node = node.value
        if isinstance(node, ast.Name):
            node = self.made_of.get(node.id, node)
        if isinstance(node, ast.ListComp | ast.GeneratorExp):
            node = node.elt
        if isinstance(node, ast.Call):
            function = self.expr(node.func)
            if function is not None:
                made = function.child("call")
                made.note("awaited")
                self.used(made.child("await"))

    def _fill(self, node: ast.Call, arguments: list[Place | None]) -> None:
        """`stack.append(item)` with a list of the snippet's own: what is taken out of it is such an item."""
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr in ("append", "extend")
            and len(node.args) == 1
        ):
            owner, given = self.expr(node.func.value), arguments[0]
            named = isinstance(node.func.value, ast.Name) and node.func.attr == "append"
            if owner is not None and given is not None and not named:
                self.extended.append((owner, given, node.func.attr == "extend"))
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute), args=[*_, _]) if (
                attribute in _FILLING
            ):
                item, known = arguments[len(node.args) - 1], self.env.get(name)
                if item is not None and known is None:
                    self.env[name] = list_of(item)
                elif item is not None and known is not None and known.step == OWN_LIST:
                    self._lead_on(known.child("element"), item)
            case ast.Call(
                func=ast.Attribute(value=ast.Subscript(value=ast.Name(id=name)), attr=attribute), args=[*_, _]
            ) if attribute in _FILLING and (name not in self.env or self.env[name].step == ("call",)):
                item = arguments[len(node.args) - 1]
                if item is not None:
                    self.env[name] = Place(step=OWN_DICT, children={("item", "*"): list_of(item)})

    def share_elements(self) -> None:
        """`names.extend(more())`, `names += more()`: the elements of the one are like those of the other."""
        for owner, other, joined in self.extended:
            if joined and ("element",) in owner.children and other is not owner and other.step != OWN_LIST:
                one, more = owner.child("element"), other.child("element")
            elif joined and ("element",) in other.children and not owner.children and other is not owner:
                one, more = other.child("element"), owner.child("element")
            elif not joined and ("element",) in owner.children and owner.step != OWN_LIST:
                one, more = owner.child("element"), other
            else:
                continue
            self.alike += [(one, more), (more, one)]
            if joined and one.word and not more.hints and more.step == ("element",):
                more.hints.append(one.word)

    def _lead_on(self, one: Place, other: Place) -> None:
        """`queue = [start]`, then `queue.append(next)`: what is like what there was; with `graph[node]` a graph."""
        if other is one or other.has("like"):
            return
        if other.is_below(one) and other.step[0] != "item":
            other.note("like", one)
        elif other.step == ("element",) and other.parent and other.parent.step == ("item", "*"):
            graph = other.parent.parent
            if graph is not None and one.parent is None:
                graph.note("graph")
                one.note("node of graph")

    def _note_callbacks(self, node: ast.Call, place: Place) -> None:
        """A function of the snippet that is passed to an undefined one is called by that."""
        given = [*enumerate(node.args), *((keyword.arg, keyword.value) for keyword in node.keywords)]
        for at, value in given:
            if not isinstance(value, ast.Name) or value.id in self.env or value.id == self.function:
                continue
            function = self.functions.get(value.id)
            if isinstance(function, ast.FunctionDef) and at is not None:
                arguments = function.args.args[: len(function.args.args) - len(function.args.defaults)]
                places = tuple(self.parameter(value.id, argument.arg) for argument in arguments)
                place.note("callback", at, places)

    def _result(self, node: ast.Call, place: Place) -> Place:
        """What the call gives: one place for all calls, unless they give different numbers of values."""
        if place.step == ("attr", "copy") and place.parent and place.parent.step == ("attr", "__dict__"):
            return place.parent
        result = place.child("call")
        if (
            place.step == ("attr", "copy")
            and place.parent
            and not (node.args or node.keywords or self.packages)
        ):
            result.note("like", place.parent)
            return place.parent
        count = self.unpacked.get(node)
        code = constant_code(node.args[0]) if node.args else None
        differs = any(fact[1] != count for fact in result.of("unpacked"))
        return place.child("call", code) if count and code and differs else result

    def _own_result(self, node: ast.Call, place: Place | None) -> Place | None:
        """What a function of the snippet gives, as far as that is a place; its body is walked at the first call."""
        match node.func:
            case ast.Name(id=name) if place is None:
                pass
            case ast.Attribute(attr=attribute) if place is not None and place.parent is not None:
                name = f"{place.parent.key.removesuffix('()')}.{attribute}"
            case _:
                return None
        self.walk_body(name)
        return self.returned.get(name)

    def _looked_up(self, node: ast.Call, place: Place, arguments: list[Place | None]) -> Place | None:
        """`settings.get("limit", most)`: the value under that key, if a mapping is what has this `get` or `pop`."""
        for keyword in node.keywords:
            if keyword.arg == "default" and self.kind_of(keyword.value) in _TOLD_BY_DEFAULT:
                place.child("call").note("instead of it", _TOLD_BY_DEFAULT[self.kind_of(keyword.value)])
        match node:
            case ast.Call(
                func=ast.Attribute(attr="get" | "pop" as attribute),
                args=[ast.Constant(value=str(key)), *default],
                keywords=[],
            ) if place.parent is not None and _is_key(key, attribute) and len(default) < 2:
                value = place.parent.child("item", repr(key))
                place.children.setdefault(("call",), value)
                if default and arguments[1] is not None:
                    arguments[1].note("default of", value)
                elif default and self.kind_of(default[0]) in _TOLD_BY_DEFAULT:
                    value.note("instead of it", _TOLD_BY_DEFAULT[self.kind_of(default[0])])
                elif default and self.kind_of(default[0]) == "bool":
                    value.note("flag without it")
                return value
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Name() as key, *_]) if (
                place.parent is not None and self.known_texts(key)
            ):
                place.children.setdefault(("call",), self.under_keys(place.parent, self.known_texts(key)))
                return place.child("call")
            case ast.Call(func=ast.Attribute(attr=attribute), args=[key, *_]) if (
                attribute in _KEYED and place.parent is not None and arguments[0] is not None
            ):
                arguments[0].note("used as key", place.parent.key)
                place.parent.note("looked up", arguments[0])
                if attribute == "get" and len(node.args) == 2:
                    kind = _TOLD_BY_DEFAULT.get(self.kind_of(node.args[1]))
                    if kind:
                        place.child("call").note("instead of it", kind)
        return None

    def _arguments(self, node: ast.Call, label: str, place: Place | None) -> list[Place | None]:
        arguments = [self.expr(a) for a in node.args] + [
            self._key_function(node, k) if k.arg == "key" else self.expr(k.value) for k in node.keywords
        ]
        codes = [*node.args, *(k.value for k in node.keywords)]
        label = self.imported.get(label, label.lstrip("_"))  # `_json.dumps`, `_copy.copy`
        if label == "bytes" and len(codes) > 1:  # with an encoding it takes a text
            label = "str.encode"
        for i, argument in enumerate(arguments):
            code = codes[i]
            if isinstance(code, ast.Starred) and label == "os.path.join":
                inner = self.element(self.expr(code.value))
                if inner is not None:
                    inner.note("argument", label, i)
            if argument is None:
                continue
            if isinstance(node.func, ast.Attribute) and place is None:
                argument.note("argument", f".{node.func.attr}", i)
            if label in _SUMMING and argument.step == OWN_LIST:
                argument.child("element").note("arithmetic", "+", "int")
            if label == "int" and i == 0 and len(codes) == 2 and isinstance(codes[1], ast.Constant):
                argument.note("of base", codes[1].value)
            if label in ("max", "min") and len(node.args) > 1:
                argument.note("arithmetic", "-", "")
            elif not isinstance(codes[i], ast.Starred):
                at = i if i < len(node.args) else node.keywords[i - len(node.args)].arg
                argument.note("argument", label, at)
            if label.endswith(".format"):
                argument.note("formatted", self._format_spec(node.func, i))
        if label.startswith("subprocess.") and node.args and isinstance(node.args[0], ast.List):
            for word in filter(None, map(self.expr, node.args[0].elts)):
                word.note("annotated", "str")
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="extend"), args=[_]):
                if self.local_kinds.get(name) == "bytes" and arguments[0] is not None:
                    arguments[0].note("annotated", "bytes")
        if isinstance(node.func, ast.Attribute) and node.func.attr in _LOGGING and len(node.args) > 1:
            self.note_conversions(self.text(node.args[0]) or "", arguments[1:])
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr in ("index", "remove")
            and len(arguments) == 1
        ):
            self._note_held(self.expr(node.func.value), node.args, arguments[0])
        if isinstance(node.func, ast.Attribute) and node.func.attr in AFFIXES and len(node.args) == 1:
            self._note_part(node.func.value, node.args[0], AFFIXES[node.func.attr])
        if isinstance(node.func, ast.Attribute) and node.func.attr in _FINDING and node.args:
            self._note_part(node.func.value, node.args[0], "contains")
        if (
            isinstance(node.func, ast.Attribute)
            and node.func.attr == "update"
            and arguments[:1]
            and arguments[0]
        ):
            arguments[0].note("updates", self.expr(node.func.value))
        if isinstance(node.func, ast.Attribute) and node.func.attr == "write" and len(node.args) == 1:
            self._written(self.expr(node.func.value), node.args[0], arguments[0])
        if label.rpartition(".")[2] in _SHAPED and node.args and isinstance(node.args[0], ast.Tuple):
            self.counted(node.args[0].elts)
        for keyword, argument in zip(node.keywords, arguments[len(node.args) :], strict=True):
            if keyword.arg is None and argument:
                argument.note("mapping")
        return arguments

    def _note_held(self, owner: Place | None, codes: list[ast.expr], value: Place | None) -> None:
        """`names.index(name)`, `waiting.remove(None)`: what is looked for in a list is in it."""
        if owner is None or word_type(owner.word) in ("str", "bytes") or owner.step == OWN_LIST:
            return
        if value is not None and value is not owner and not value.is_below(owner):
            owner.note("holds some", value, True)
        elif codes and isinstance(codes[0], ast.Constant) and codes[0].value is None:
            owner.note("contains", "None")

    def _note_length_as_key(self, owner: Place, key: ast.expr) -> None:
        """`hashes.get(size)` after `size = len(text)`: the length is the key."""
        made = self._as_called(key)
        if isinstance(made, ast.Call) and ast.unparse(made.func) == "len" and len(made.args) == 1:
            measured = self.expr(made.args[0])
            while measured is not None and measured.step == ("call",) and measured.parent is not None:
                if measured.parent.step[-1] not in _KEEPING_LENGTH:
                    return
                measured = measured.parent.parent
            if measured is not None and measured.root is not owner.root:
                owner.note("keyed by length", measured)

    def _key_function(self, node: ast.Call, keyword: ast.keyword) -> Place | None:
        """`sorted(rows, key=lambda row: row[1])`: the key's parameter is one of the rows."""
        source = node.args[0] if node.args else None
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            source = node.func.value
        if source is None or not isinstance(keyword.value, ast.Lambda):
            return self.expr(keyword.value)
        self.applied(keyword.value, self.element(self.expr(source)))
        return None

    def _passed_through(self, node: ast.Call, arguments: list[Place | None]) -> Place | None:
        if len(arguments) == 1 and not node.keywords and ast.unparse(node.func) in _COPIERS:
            return arguments[0]
        if not (isinstance(node.func, ast.Name) and node.func.id in _TRANSPARENT and arguments):
            return None
        source = arguments[-1] if node.func.id == "filter" else arguments[0]
        if source:
            source.note("iterated", False)
        return source

    def _chained(self, sources: list[Place]) -> Place | None:
        """What goes over several things in turn: their elements are alike."""
        for source in sources:
            source.note("iterated", False)
            source.children.setdefault(("element",), sources[0].child("element"))
        return sources[0] if sources else None

    def _special(self, node: ast.Call) -> Place | None:
        if ast.unparse(node.func) == "object.__getattribute__" and len(node.args) == 2:
            node = ast.copy_location(ast.Call(ast.Name("getattr", ast.Load()), node.args, []), node)
        if not isinstance(node.func, ast.Name):
            return None
        match node:
            case ast.Call(func=ast.Name(id="super"), args=[ast.Name(id=owner), value]) if owner in self.env:
                return self._super_of(self.env[owner], owner, self.expr(value))
            case ast.Call(func=ast.Name(id="super"), args=[ast.Name(id=owner), value]) if hasattr(
                builtins, owner
            ):
                instance = self.expr(value)
                if instance is not None:
                    instance.note("instance of", owner)
        if node.func.id == "super" and "super" not in self.env:
            owner, _, method = self.function.partition(".")
            return self.parent_of(owner) if method else None
        if not node.args:
            return None
        match node.func.id, node.args:
            case "map" | "filter", [function, value]:
                return self._mapped(node.func.id, function, value)
            case "isinstance" | "issubclass", [value, kind]:
                self._type_test(node.func.id, value, kind)
            case "len", [value]:
                place = self.expr(value)
                if place:
                    place.note("sized")
            case "getattr", [value, ast.Constant(value=str(name)), *rest]:
                place = self.expr(value)
                for default in rest:
                    self.expr(default)
                if place and name.isidentifier():
                    attribute = place.child("attr", name)
                    if rest:
                        attribute.note("optional")
                    return self.used(attribute)
            case "getattr", [value, name_node, *rest]:
                return self._named_attribute(value, name_node, rest)
            case "hasattr", [value, ast.Constant(value=str(name))] if name.isidentifier():
                place = self.expr(value)
                if place:
                    self.used(place.child("attr", name)).note("optional")
            case "vars", [value]:
                place = self.expr(value)
                return self.used(place.child("attr", "__dict__")) if place else None
            case "next", [value, *_]:
                place = self.expr(value)
                if place is None or isinstance(value, ast.GeneratorExp):
                    return self.element(place)
                place.note("next")
                return place.child("element")
        return None

    def _named_attribute(self, value: ast.expr, name: ast.expr, rest: list[ast.expr]) -> Place | None:
        """`getattr(self, name)`: what has the name, or each of the names that a loop goes over."""
        owner, naming = self.expr(value), self.expr(name)
        for default in rest:
            self.expr(default)
        if naming is not None:
            naming.note("argument", "getattr", 1)
        if owner is None:
            return None
        template, part = _name_template(name)
        if template.count("{}") != 1 or template.count("{") != 1:
            template, part = "", None
        if part is not None and naming is None:
            naming = self.expr(part)
        if naming is None and template:
            return None
        owner.note("argument", "getattr", 0)
        known = self.known_texts(name)
        found = [self.used(owner.child("attr", one)) for one in known if one.isidentifier()]
        for one in found[1:]:
            self.alike.append((found[0], one))
        if found or naming is None or naming is owner:
            return found[0] if found else None
        owner.note("named by", naming, template)
        return self.used(owner.child("named", template) if template else owner.child("named"))

    def _super_of(self, owner: Place, name: str, instance: Place | None) -> Place:
        """`super(Post, self)` in a method that was cut out of the class: what is used of it is the parent's."""
        parent = self.parent_of(name)
        if instance is not None:
            owner.note("parent", parent, instance)
            instance.note("instance of", name)
        return parent

    def _mapped(self, kind: str, function: ast.expr, value: ast.expr) -> Place | None:
        """`map(int, parts)`: each of the parts is passed to the function; a list of what it gives."""
        source = self.expr(value)
        element = self.element(source)
        given = self.applied(function, element)
        if kind == "filter":
            return source
        return list_of(given) if given is not None else None

    def applied(self, function: ast.expr, place: Place | None) -> Place | None:
        """What a function that is passed on gives for an element; the uses in its body are noted."""
        match function:
            case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name), *_]), body=body):
                outer = self.env
                rest = {argument.arg for argument in function.args.args}
                self.env = {known: one for known, one in outer.items() if known not in rest}
                if place is not None:
                    self.env[name] = place
                given = self.expr(body)
                self.env = outer
                return given
            case ast.Attribute(value=ast.Name(id="str"), attr=attribute) if place is not None:
                return self.used(place.child("attr", attribute).child("call"))
            case ast.Name(id=name) if name not in self.env and place is not None:
                place.note("argument", name, 0)
                parameters = self.functions[name].args.args if name in self.functions else []
                if parameters:
                    self.called.add(name)
                    self.bound.setdefault((name, parameters[0].arg), place)
                return None
        self.expr(function)
        return None

    def _type_test(self, function: str, value: ast.expr, kind: ast.expr) -> None:
        place = self.expr(value)
        for one in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
            type_place = self.expr(one)
            if type_place:
                type_place.note("type test")
            if place:
                place.note(function, ast.unparse(one))
            if place and self.leaving:
                place.note("other type")
            if place and type_place and function == "isinstance":
                type_place.note("has instance", place)
                self.tested.append((place, type_place))

    def _bind_parameters(self, node: ast.Call, arguments: list[Place | None]) -> None:
        method = isinstance(node.func, ast.Attribute)
        name = ""
        if isinstance(node.func, ast.Name):
            name = node.func.id
        elif isinstance(node.func, ast.Attribute):
            name = node.func.attr
        if not (method and ast.unparse(node.func).startswith("super(")):
            self.called.add(name)
        if not method and name in self.fields:
            self._make_instance(name, node, arguments)
        function = self.functions.get(name)
        if function is None:
            return
        names = [a.arg for a in function.args.args][1 if method else 0 :]
        for parameter, place in zip(names, arguments[: len(node.args)], strict=False):
            own = self.env.get(parameter) if name == self.function.rpartition(".")[2] else None
            if place and own is not None and place.is_below(own):
                place.note("like", own)
            elif place and own is not None and place.step == ("element",):
                self._lead_on(own, place)
            elif place:
                self.bound.setdefault((name, parameter), place)
        for parameter, value in zip(names, node.args, strict=False):
            code = constant_code(value)
            if code is not None:
                self.constants.setdefault((name, parameter), code)
        for keyword, place in zip(node.keywords, arguments[len(node.args) :], strict=True):
            if place and keyword.arg:
                self.bound.setdefault((name, keyword.arg), place)

    def _make_instance(self, name: str, node: ast.Call, arguments: list[Place | None]) -> None:
        """`Point(x, **rest)` with a class of the snippet: what is passed becomes attributes, or goes to `__init__`."""
        fields = self.fields[name]
        given = dict(zip(fields, arguments[: len(node.args)], strict=False))
        for keyword, place in zip(node.keywords, arguments[len(node.args) :], strict=True):
            if keyword.arg:
                given[keyword.arg] = place
            elif place:
                given |= {field: place.child("item", repr(field)) for field in fields if field not in given}
        for field, place in given.items():
            if place:
                self.bound.setdefault((f"{name}.__init__", field), place)
                self.stored.setdefault((self.instance(name), field), place)


def _name_template(node: ast.expr) -> tuple[str, ast.expr | None]:
    """`visit_{}` for `"visit_" + name`, `f"visit_{name}"` or `"visit_%s" % name`, and what comes into the gap."""
    match node:
        case ast.BinOp(left=ast.Constant(value=str(before)), op=ast.Add(), right=part):
            return f"{before}{{}}", part
        case ast.BinOp(left=part, op=ast.Add(), right=ast.Constant(value=str(after))):
            return f"{{}}{after}", part
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=part) if text.count("%s") == 1:
            return text.replace("%s", "{}"), part.elts[0] if isinstance(part, ast.Tuple) else part
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"), args=[part]):
            return text, part
        case ast.JoinedStr(values=values):
            gaps = [one for one in values if isinstance(one, ast.FormattedValue)]
            texts = [str(one.value) if isinstance(one, ast.Constant) else "{}" for one in values]
            return ("".join(texts), gaps[0].value) if len(gaps) == 1 else ("", None)
    return "", None


def _is_key(text: str, method: str) -> bool:
    """Whether a text that a method is given looks like a key; `client.get("/users")` asks a server."""
    return method == "pop" or text.replace("-", "_").isidentifier()
