"""Probes before what may change an object: item and attribute stores, in-place operators, calls."""

from types import CodeType
from typing import TYPE_CHECKING

from llmdb.child.weaving.assembly import LABEL, Op
from llmdb.child.weaving.emit import Push
from llmdb.child.weaving.harmless import Names
from llmdb.child.weaving.layouts import (
    CALLS,
    NULL_AFTER_CALLABLE,
    VERSION,
    CallLayout,
    call_layout,
    imports_all,
    inplace_operator,
    jump_if,
    keywords_of_star,
    loaded_attribute,
    reads_item,
)
from llmdb.child.weaving.probes import NOTHING_LATEST
from llmdb.events.sites import (
    COMPARED,
    DEFAULT,
    DELATTR,
    DELITEM,
    GLOBAL,
    INPLACE,
    MADE,
    METHOD,
    OF_NOW,
    OUTSIDE,
    READITEM,
    SETATTR,
    SETITEM,
    STORE,
)
from llmdb.python.operations import COMPARED_METHODS, EQUATING_METHODS, HARMLESS_METHODS, MUTATING_METHODS
from llmdb.python.outside import OUTSIDE as OUTSIDE_NAMES
from llmdb.python.special import INPLACE_OPERATORS, SETTING

if TYPE_CHECKING:
    from llmdb.child.weaving.weave import Weaver

_OPERATORS = tuple(INPLACE_OPERATORS)
_COMPREHENSIONS = (
    *("MAKE_FUNCTION", "GET_ITER", "GET_AITER", "LOAD_ASSERTION_ERROR", "LOAD_BUILD_CLASS"),
    *("LOAD_COMMON_CONSTANT", "LOAD_SPECIAL"),
)
_DEFAULTS = 3  # the argument's bits for defaults of positional parameters, and of keywords
_ITEMS = frozenset({"STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE", "STORE_ATTR", "DELETE_ATTR"})


class Mutations:
    """The part of a weaver that deals with changes of objects."""

    def __init__(self, weaver: "Weaver", names: Names) -> None:
        self._weaver = weaver
        self._emit = weaver.emit
        self._probes = weaver.probes
        self._names = names
        self._starts: dict[int, CallLayout] = {}
        self._compared: dict[int, int] = {}
        self._told_before: set[int] = set()
        self._making: dict[int, str] = {}
        self._outside: dict[int, tuple[str, ...]] = {}
        self._formats: dict[int, CallLayout] = {}
        self._plain_loads: set[int] = set()
        self._find_calls()

    def _find_calls(self) -> None:
        weaver, code = self._weaver, self._weaver.code
        for place, op in enumerate(weaver.ops):
            if op.name in CALLS and weaver.flow.depth[place] is not None:
                layout = call_layout(
                    weaver.ops, weaver.flow, place, code.co_consts, code.co_names, weaver.local
                )
                if layout is not None and (name := self._called_name(layout)) in OUTSIDE_NAMES:
                    self._outside[place] = (name,) if layout.count or layout.keywords else (name, OF_NOW)
                    if name == "strftime" and layout.count == 1:
                        self._formats[layout.start] = layout
                if layout is not None and layout.name in self._names.suspending:
                    self._making[place] = layout.name
                if layout is not None and not self._harmless(layout):
                    self._starts[layout.start] = layout
                    compared = layout.name in COMPARED_METHODS or layout.name not in MUTATING_METHODS
                    if layout.form != "method" or compared:
                        self._compared[place] = -1
                    else:
                        self._told_before.add(place)
                    if NULL_AFTER_CALLABLE and layout.form == "method" and layout.loader is not None:
                        self._plain_loads.add(layout.loader)

    def _called_name(self, layout: CallLayout) -> str:
        """The function's name, or the attribute's where a module's is loaded as any other value."""
        if layout.name or layout.loader is None:
            return layout.name
        op = self._weaver.ops[layout.loader]
        return loaded_attribute(op, self._weaver.code.co_names) if op.name == "LOAD_ATTR" else ""

    def _harmless(self, layout: CallLayout) -> bool:
        if layout.form == "function":
            loader = layout.loader
            if loader is not None and self._weaver.ops[loader].name in _COMPREHENSIONS:
                return True
            return self._names.harmless_function(layout.name)
        if layout.form == "method":
            return layout.name in HARMLESS_METHODS or (layout.name == "get" and layout.count > 0)
        return self._compilers_own(layout)

    def _compilers_own(self, layout: CallLayout) -> bool:
        """Whether this call is of a comprehension, an `__exit__` or the error of an assert."""
        if layout.loader is None:
            return True
        op = self._weaver.ops[layout.loader]
        if op.name == "LOAD_CONST" or op.name in _COMPREHENSIONS[1:]:
            return True
        if op.name == "MAKE_FUNCTION":
            code = self._weaver.code.co_consts[self._weaver.ops[layout.loader - 1].arg]
            return getattr(code, "co_name", "").startswith("<")
        return False

    def plain_load(self, place: int) -> bool:
        """Whether the method load at `place` must become a plain attribute load (3.13 hides the receiver)."""
        return place in self._plain_loads

    def before(self, place: int, op: Op) -> None:
        """Probes that go before an operation."""
        if place in self._formats:
            layout = self._formats[place]
            given: list[Push] = [("copy", layout.callee), ("copy", layout.arguments[0])]
            self._emit.call(self._probes.formats, given, self._depth(place))
        if place in self._starts:
            self._before_call(place, self._starts[place])
        elif op.name in _ITEMS:
            self._before_item(place, op)
        elif reads_item(op) and self._names.inserts_on_reading:
            site = self._weaver.site(READITEM, place, values=2)
            self._emit.call(
                self._probes.readitem, [("copy", 2), ("copy", 1), ("const", site)], self._depth(place)
            )
        elif (operator := inplace_operator(op)) is not None:
            self._before_inplace(place, _OPERATORS[operator])
        elif op.name == "CALL_FUNCTION_EX":
            self._before_star(place)
        elif op.name == "LOAD_ATTR" and loaded_attribute(op, self._weaver.code.co_names) == "__dict__":
            self._emit.call(self._probes.opens, [("copy", 1)], self._depth(place))
        elif imports_all(op):
            self._before_import_all(place)

    def settle(self, place: int, op: Op) -> None:
        """The check after an operation that may be told of when it is over."""
        told = self._told_before
        if (
            op.name in _ITEMS
            or (op.name == "POP_TOP" and place - 1 in told)
            # CPython is quicker, and a level less deep, where its own POP_TOP follows the call of `append`
            or (place in told and self._weaver.ops[place + 1].name != "POP_TOP")
            or inplace_operator(op) is not None
            or (reads_item(op) and self._names.inserts_on_reading)
        ):
            self._emit.settle_check(self._depth_after(place))

    def look(self, place: int) -> None:
        """Before a step or a return: what was changed by methods that were taken from their containers."""
        if self._names.taking.anywhere:
            self._emit.call(self._probes.look, [("const", -1)], self._depth(place))

    def taken(self, place: int) -> None:
        """The probe after a method was taken from its container."""
        weaver, taking = self._weaver, self._names.taking
        if taking.anywhere and taking.takes(weaver.ops, place, weaver.code.co_names, weaver.local):
            self._emit.call(self._probes.taken, [("copy", 1)], self._depth_after(place))

    def after(self, place: int) -> None:
        """The probes after a call whose effect has to be compared, or that may give a generator."""
        site = self._compared.get(place, -1)
        if site >= 0:
            depth = self._depth_after(place)
            probe = self._probes.after_cached if self._names.caches else self._probes.after_call
            self._emit.call(probe, [("const", site)], depth)
        if self._names.taking.anywhere:
            site = self._weaver.site(COMPARED, place, values=1)
            self._emit.call(self._probes.look, [("const", site)], self._depth_after(place))
        if place in self._making:
            site = self._weaver.site(MADE, place, (self._making[place],), values=1)
            self._emit.call(self._probes.made, [("const", site), ("copy", 1)], self._depth_after(place))

        if place in self._outside:
            site = self._weaver.site(OUTSIDE, place, self._outside[place], values=1)
            self._emit.call(
                self._probes.outside,
                [("const", site), ("copy", 1)],
                self._depth_after(place),
                replaces=True,
            )

    def imported(self, place: int) -> None:
        """The probe after a module was imported."""
        self._emit.call(self._probes.imported, [], self._depth_after(place))

    def defines(self, place: int, op: Op) -> None:
        """The probe after a function was made that has defaults."""
        if op.arg & _DEFAULTS:
            code = self._weaver.code.co_consts[self._weaver.ops[self._code_of(place)].arg]
            definition = f"{code.co_qualname}:{code.co_firstlineno}"
            site = self._weaver.site(DEFAULT, place, (definition,), values=2)
            self._emit.call(self._probes.defaults, [("const", site), ("copy", 1)], self._depth_after(place))

    def _code_of(self, place: int) -> int:
        """The place where the code was loaded of the function that is made."""
        ops, constants = self._weaver.ops, self._weaver.code.co_consts
        while ops[place].name != "LOAD_CONST" or not isinstance(constants[ops[place].arg], CodeType):
            place -= 1
        return place

    def _depth_after(self, place: int) -> int:
        depth = self._weaver.flow.depth[place + 1]
        assert depth is not None
        return depth

    def _depth(self, place: int) -> int:
        depth = self._weaver.flow.depth[place]
        assert depth is not None
        return depth

    def _before_call(self, place: int, layout: CallLayout) -> None:
        names = (layout.name, *layout.keywords)
        if layout.form == "method":
            site = self._weaver.site(METHOD, place, names, values=3)
            self._weaver.site(COMPARED, place, values=1)
            if layout.name == "update":
                self._site_of_fields(place)
        else:
            site = self._weaver.site(COMPARED, place, names, values=1)
        given: list[Push] = [("copy", depth) for depth in layout.arguments]
        callee: list[Push] = [("const", site), ("copy", layout.callee)]
        if layout.name in SETTING:
            deletes = "del" in layout.name
            self._weaver.site(DELATTR if deletes else SETATTR, place, values=2 if deletes else 3)
            loader = self._weaver.ops[layout.loader or 0].name
            callee.insert(1, ("const", loader.startswith("LOAD_SUPER")))
        probe: object = self._probes.before_cached if self._names.caches else self._probes.before_call
        if layout.name in SETTING:
            probe = self._probes.before_setting
        elif layout.name not in COMPARED_METHODS and layout.gives_one and not self._names.caches:
            probe = self._probes.before_one
        if (
            probe is self._probes.before_one and not NULL_AFTER_CALLABLE
        ):  # where the receiver lies on the stack
            typed = given[0] if layout.name in EQUATING_METHODS else None
            logged: list[Push] = [*given, ("const", True)]
            self._log_or_call(place, site, probe, [*callee, *given], typed, logged)
        else:
            self._emit.call(probe, [*callee, *given], self._depth(place))
        if layout.name == "vars" and len(given) == 1:
            self._emit.call(self._probes.opens, given, self._depth(place))
        for call in range(place, place + 3):
            if call in self._compared and self._compared[call] < 0:
                self._compared[call] = site
                break

    def _before_star(self, place: int) -> None:
        slot, keywords = keywords_of_star(self._weaver.ops, place)
        site = self._weaver.site(COMPARED, place, ("",), values=1)
        self._site_of_fields(place)
        top = 1 + slot
        callee = top + (2 if NULL_AFTER_CALLABLE else 1)
        arguments: list[Push] = [("const", site), ("copy", callee), ("copy", top)]
        arguments.append(("copy", 1) if keywords else ("const", None))
        self._emit.call(self._probes.before_call_star, arguments, self._depth(place))
        self._compared[place] = site

    def _before_item(self, place: int, op: Op) -> None:
        weaver, probes = self._weaver, self._probes
        name = weaver.code.co_names[op.arg] if op.name.endswith("_ATTR") else ""
        shapes: dict[str, tuple[str, object, tuple[str, ...], list[Push]]] = {
            "STORE_SUBSCR": (SETITEM, probes.setitem, (), [("copy", 2), ("copy", 1), ("copy", 3)]),
            "STORE_SLICE": (SETITEM, probes.setitem, (), [("copy", 3), ("slice", 2), ("copy", 4)]),
            "DELETE_SUBSCR": (DELITEM, probes.delitem, (), [("copy", 2), ("copy", 1)]),
            "STORE_ATTR": (SETATTR, probes.setattr, (name,), [("copy", 1), ("copy", 2)]),
            "DELETE_ATTR": (DELATTR, probes.delattr, (name,), [("copy", 1)]),
        }
        kind, function, names, arguments = shapes[op.name]
        site = weaver.site(kind, place, names, values=len(arguments))
        if op.name == "STORE_SUBSCR" or name == "__dict__":
            self._site_of_fields(place)
        given: list[Push] = [*arguments, ("const", site)]
        if op.name == "STORE_SUBSCR":
            self._log_or_call(place, site, function, given, ("copy", 1), arguments[1:])
        elif op.name == "STORE_ATTR":
            self._log_or_call(place, site, function, given, arguments[0], arguments[1:])
        else:
            self._emit.call(function, given, self._depth(place))

    def _log_or_call(
        self,
        place: int,
        site: int,
        function: object,
        given: list[Push],
        typed: Push | None,
        logged: list[Push],
    ) -> None:
        """Log in line where an object is changed that was changed here the last time, else call the recorder.

        Args:
            place: before which operation.
            site: of the event.
            function: the method of the recorder.
            given: what it is given, the object first, or after the site; then what it is to remember for the next time.
            typed: whose type has to be that of the last time; None where it may have any.
            logged: the event's values behind the object.
        """
        emit, latest = self._emit, [*NOTHING_LATEST]
        other, done = Op(LABEL), Op(LABEL)
        _, depth = next(push for push in given if push[0] == "copy")
        assert isinstance(depth, int)
        if typed is not None:  # first: another thread may go on where something is called
            self._type_of(typed)
            emit.item(latest, 2)
            emit.put("IS_OP", 0)
            emit.put(jump_if(False), target=other)
        emit.put("COPY", depth)
        emit.item(latest, 0)
        emit.put("IS_OP", 0)
        emit.put(jump_if(False), target=other)
        emit.log_values(("item", (latest, 1)), *logged)
        emit.log_tag(site)
        emit.put("JUMP_FORWARD", target=done)
        emit.body.append(other)
        emit.seal()
        emit.call(function, [*given, ("const", latest)], self._depth(place))
        emit.body.append(done)
        emit.seal()
        emit.extra = max(emit.extra, 6)

    def _site_of_fields(self, place: int) -> None:
        """The next site is that of the attributes which a change of an object's `__dict__` sets."""
        if self._names.opens_dicts:
            self._weaver.site(SETATTR, place, values=3)

    def _before_import_all(self, place: int) -> None:
        """Before `from module import *`."""
        site = self._weaver.site(STORE, place, ("*",), GLOBAL, 1)
        arguments: list[Push] = [("copy", 1), ("const", site), ("const", self._names.everywhere)]
        self._emit.call(self._probes.imports_all, arguments, self._depth(place))

    def before_return(self, place: int) -> None:
        """A function of one parameter in a class may be a property whose value the object keeps."""
        code = self._weaver.code
        if self._names.keeps_properties and code.co_argcount == 1 and "." in code.co_qualname:
            site = self._weaver.site(SETATTR, place, (code.co_name,), values=2)
            self._emit.call(self._probes.keeps, [("copy", 1), ("const", site)], self._depth(place))

    def _before_inplace(self, place: int, operator: str) -> None:
        """Call `inplace` unless the left side is exactly an int, float or str, which no operator changes."""
        emit, probes = self._emit, self._probes
        site = self._weaver.site(INPLACE, place, (operator,), values=2)
        self._site_of_fields(place)
        skip = Op(LABEL)
        self._type_of(("copy", 2))
        for immutable in (int, float, str):
            emit.put("COPY", 1)
            emit.constant(immutable)
            emit.put("IS_OP", 0)
            emit.put(jump_if(True), target=skip)
        arguments: list[Push] = [("copy", 3), ("copy", 2), ("const", site)]
        emit.call(probes.inplace, arguments, self._depth(place) + 1)
        emit.body.append(skip)
        emit.put("POP_TOP")
        emit.extra = max(emit.extra, 9)

    def _type_of(self, value: Push) -> None:
        """Push the type of a value that lies on the stack."""
        emit, (_, depth) = self._emit, value
        assert isinstance(depth, int)
        if NULL_AFTER_CALLABLE:
            emit.constant(type)
            emit.put("PUSH_NULL")
        else:
            emit.put("PUSH_NULL")
            emit.constant(type)
        emit.put("COPY", depth + 2)
        if VERSION == (3, 11):
            emit.put("PRECALL", 1)
        emit.put("CALL", 1)
