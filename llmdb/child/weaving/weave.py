"""Which probes go where in one code object."""

import inspect

from bytecode.instr import InstrLocation

from llmdb.child.weaving.assembly import LABEL, NOWHERE, Cover, Disassembly, Op
from llmdb.child.weaving.bound import BoundProbes
from llmdb.child.weaving.emit import Constants, Emitter, Push
from llmdb.child.weaving.flow import Flow, UnitMap
from llmdb.child.weaving.harmless import SUSPENDS, Names
from llmdb.child.weaving.layouts import CALLS, MAKES_DEFAULTS, VERSION, as_forward, local_names
from llmdb.child.weaving.mutations import Mutations
from llmdb.child.weaving.places import NEVER_BEFORE, Places, has_no_line
from llmdb.events.sites import (
    BEGIN,
    BLOCK,
    CAUGHT,
    CELL,
    DELETE,
    ENTER,
    FAST,
    FIRST_CALL,
    GENERATOR,
    GLOBAL,
    LINE,
    NAME,
    OVER,
    RAISED,
    RESUME,
    RETURN,
    STORE,
    UNWIND,
    YIELD,
    Site,
)

_STORAGE = {"FAST": FAST, "DEREF": CELL, "GLOBAL": GLOBAL, "NAME": NAME}
_IMPLICIT = frozenset(
    {"__module__", "__qualname__", "__classcell__", "__static_attributes__", "__firstlineno__"}
)
_ANNOTATING = frozenset(
    {"__annotate__", "__annotate_func__", "__conditional_annotations__", "__classdict__", "__classdictcell__"}
)
"""Names that the compiler binds, from 3.14 on, so that annotations can be asked for later (PEP 649)."""
_SUSPENDING = frozenset({"YIELD_VALUE", "ASYNC_GEN_WRAP", "CALL_INTRINSIC_1"})
_LOAD_CELL = "LOAD_CLOSURE" if VERSION < (3, 13) else "LOAD_FAST"
_ASYNC_GEN_WRAP = 4  # the argument of CALL_INTRINSIC_1 that stands for it


class Weaver:
    """Weaves the probes into one code object.

    Args:
        source: the code object.
        units: the units of its scope.
        outer: for a scope without steps of its own, which only gets the probes of mutations, the units of all scopes.
    """

    def __init__(
        self,
        source: Disassembly,
        units: UnitMap,
        probes: BoundProbes,
        names: Names,
        sites: list[Site],
        outer: UnitMap | None = None,
    ) -> None:
        self.code = source.code
        self.ops = source.ops
        self.units = units
        self.probes = probes
        self.sites = sites
        self.outer = outer
        self.whole = whole = outer is None
        self.local = local_names(source.code)
        self.flow = Flow(self.ops)
        self.places = Places(self.ops, self.flow, units, self.local, self.code.co_consts, whole, names)
        self.first, self.own = self.places.first, self.places.own
        self._constants = Constants(self.code.co_consts, probes)
        self.emit = Emitter(self._constants, probes)
        self.labels = {number: Op(LABEL) for number in self.flow.targets}
        self.covers: dict[int, Cover] = {}
        self.delegations: dict[int, Op] = {}
        self.unwind = Cover(Op(LABEL), 0, True)
        self.mutations = Mutations(self, names)
        self.starts_threads = names.starts_threads

    @property
    def constants(self) -> list[object]:
        """The constants of the woven code."""
        return self._constants.values

    @property
    def extra(self) -> int:
        """How much deeper than the original's the stack may get."""
        return self.emit.extra + 4

    def weave(self) -> list[Op]:
        """The operations of the instrumented code."""
        for place, op in enumerate(self.ops):
            self.emit.loc, self.emit.cover = op.loc, self._cover(place)
            if id(op) in self.labels:
                self.emit.body.append(self.labels[id(op)])
                self.emit.seal()
            reached = self.flow.depth[place] is not None and place >= self.first
            if reached:
                self._before(place, op)
            self._copy(place, op)
            if self.flow.depth[place] is not None and place >= self.first - 1:
                self._after(place, op)
        if self.whole:
            for unit in self.places.first_calls:
                self.site(FIRST_CALL, self.first, unit=unit)
            self._unwind_handler()
        return self.emit.body + self.emit.tail + self.emit.late

    def site(
        self,
        kind: str,
        place: int,
        names: tuple[str, ...] = (),
        storage: str = "",
        values: int = 0,
        unit: int = -1,
    ) -> int:
        """Number a new site at an operation; its block is that of the unit under way, if only one can be."""
        if unit < 0:
            own = self.own[place]
            unit = own if own is not None else self._only_state(place)
        loc = self.ops[place].loc
        line = loc.lineno if loc else None
        block = 0
        if unit >= 0:
            block, line = self.units.units[unit].block, self.units.units[unit].line
        if kind == CAUGHT and loc:
            line = loc.lineno
        scope = self.code.co_qualname
        if self.outer is not None:
            scope, block, line = self._enclosing(place, line or 0)
        row = Site(kind, scope, block, line or self.code.co_firstlineno, names, storage, values)
        self.sites.append(row)
        return len(self.sites) - 1

    def _enclosing(self, place: int, line: int) -> tuple[str, int, int]:
        """Scope, block and line of the statement that an operation of a comprehension runs for.

        A generator expression's may run for any statement.
        """
        assert self.outer is not None
        unit = None if "<genexpr>" in self.code.co_qualname else self.outer.find(self.ops[place].loc)
        if unit is None:
            return "", 0, line
        row = self.outer.units[unit]
        return row.scope, row.block, row.line

    def _only_state(self, place: int) -> int:
        state = self.places.states[place]
        return state.bit_length() - 2 if state > 1 and not state & (state - 1) else -1

    def _cover(self, place: int) -> Cover | None:
        cover = self.ops[place].cover
        if cover is None:
            return self.unwind if self.whole and place >= self.first else None
        if id(cover) not in self.covers:
            self.covers[id(cover)] = Cover(self.labels[id(cover.handler)], cover.depth, cover.lasti)
        return self.covers[id(cover)]

    # -- writing

    def _copy(self, place: int, op: Op) -> None:
        arg = op.arg
        if op.name in ("LOAD_CONST", "KW_NAMES", "RETURN_CONST"):
            arg = self._constants.moved(arg)
        if op.name == "YIELD_VALUE" and self.whole and self.flow.depth[place] is not None:
            self._copy_yield(place, arg)
            return
        if self.mutations.plain_load(place):
            self.emit.put(op.name, arg & ~1)
            self.emit.put("PUSH_NULL")
            return
        copy = self.emit.put(op.name, arg)
        if op.target is not None:
            copy.target = self.labels[id(op.target)]
            self._redirect(place, op, copy)

    def _redirect(self, place: int, op: Op, copy: Op) -> None:
        """A conditional jump back to a loop head goes by way of the head's probe."""
        assert op.target is not None
        head = self.flow.index[id(op.target)]
        if head not in self.places.loop_heads or head > place or op.name == "JUMP_BACKWARD":
            return
        emit, depth = self.emit, self.flow.depth[head]
        if depth is None:
            return
        copy.name = as_forward(op.name)
        with emit.aside(emit.tail):
            copy.target = emit.label()
            self._step_of_head(place, head)
            emit.put("JUMP_BACKWARD", target=self.labels[id(op.target)])

    def _step_of_head(self, place: int, head: int) -> None:
        depth = self.flow.depth[head]
        assert depth is not None
        self.mutations.look(head)
        site = self.site(BLOCK, place, unit=self.places.loop_heads[head])
        self.emit.log_tag(site)
        self.emit.drain_check(depth, site)

    def _copy_yield(self, place: int, arg: int) -> None:
        """A suspended frame may go on with an exception: then RESUME is logged before its handler sees it."""
        emit, depth = self.emit, self.flow.depth[place]
        assert depth is not None
        outer, handler = emit.cover, Op(LABEL)
        site = self.site(RESUME, place, ("exception",), values=1)
        if self._cleans_up(place):
            emit.call(self.probes.suspended, [("const", site)], depth)
        send = self._jump_over_send(place)
        emit.cover = Cover(handler, depth, True)
        emit.put("YIELD_VALUE", arg)
        emit.cover = outer
        if send is not None:
            self.delegations[place + 1] = send
        with emit.aside(emit.tail):
            emit.out.append(handler)
            emit.call(self.probes.resume, [("const", site)], depth + 2)
            emit.put("RERAISE", 1)

    def _cleans_up(self, place: int) -> bool:
        """Whether a handler of the program's own is run when the frame ends at an operation."""
        cover = self.ops[place].cover
        return cover is not None and cover.handler.name == "PUSH_EXC_INFO"

    def _jump_over_send(self, place: int) -> Op | None:
        """Put a SEND that never runs before the YIELD_VALUE of a `yield from` or `await` on 3.11.

        When a `throw` ends the inner generator, `gen_throw` reads the argument of the SEND that it expects right
        before YIELD_VALUE and goes where it leads (Objects/genobject.c); the probe of YIELD has moved it away.
        """
        if VERSION > (3, 11) or self.ops[place - 1].name != "SEND":
            return None
        after = Op(LABEL)
        self.emit.put("JUMP_FORWARD", target=after)
        send = self.emit.put("SEND")
        self.emit.body.append(after)
        return send

    def _after_throw(self, place: int, send: Op) -> None:
        """Where a `throw` that ended the inner generator goes on: RESUME, then what follows the delegation."""
        emit, target = self.emit, self.ops[place - 2].target
        depth = self.flow.depth[place]
        assert target is not None
        assert depth is not None
        over = Op(LABEL)
        emit.put("JUMP_FORWARD", target=over)
        send.target = emit.label()
        site = self.site(RESUME, place, values=1)
        emit.call(self.probes.resume, [("const", site)], depth - 1)
        emit.put("JUMP_FORWARD", target=self.labels[id(target)])
        emit.body.append(over)

    def _before(self, place: int, op: Op) -> None:
        if self.whole:
            self._step(place, op)
            self._name_events(place, op)
            self._frame_events(place, op)
        else:
            self._bound_around(place, op)
        if place in self.places.caught and not self.places.caught[place] and self.whole:
            self.emit.log_tag(self.site(CAUGHT, place))
        self.mutations.before(place, op)

    def _step(self, place: int, op: Op) -> None:
        unit = self.own[place]
        if unit is not None and op.name not in NEVER_BEFORE and place not in self.places.loop_heads:
            others = self.places.states[place] & ~(2 << unit)
            outside = others & ~self.places.inside_whole
            if place in self.places.returning:
                self.emit.log_tag(self.site(LINE, place, unit=unit))
            elif unit in self.places.leading and (outside or place in self.places.test_starts):
                self.mutations.look(place)
                self.emit.log_tag(self.site(BLOCK, place, unit=unit))
            elif self.units.units[unit].kind in ("jump", "line") and others:
                self.emit.log_tag(self.site(LINE, place, unit=unit))
            elif unit in self.places.calling and others:
                self.emit.log_tag(self.site(BEGIN, place, unit=unit))
        if place in self.places.exits:
            self.emit.log_tag(self.site(OVER, place))
        depth = self.flow.depth[place]
        if place in self.places.loop_starts and depth is not None:
            self.emit.drain_check(depth)
        if op.name == "JUMP_BACKWARD" and op.target is not None:
            head = self.flow.index[id(op.target)]
            if head in self.places.loop_heads:
                self._step_of_head(place, head)

    def _name_events(self, place: int, op: Op) -> None:
        action, _, kind = op.name.partition("_")
        if action not in ("STORE", "DELETE") or kind not in _STORAGE or place in self.places.hidden:
            return
        name = self.local[op.arg] if kind in ("FAST", "DEREF") else self.code.co_names[op.arg]
        if name.startswith(".") or name in _ANNOTATING:
            return
        if name in _IMPLICIT and kind == "NAME" and self.code.co_name != "<module>":
            return
        if action == "STORE":
            self._log(STORE, place, ("copy", 1), names=(name,), storage=_STORAGE[kind])
        else:
            self.emit.log_tag(self.site(DELETE, place, (name,), _STORAGE[kind]))

    def _bound_around(self, place: int, op: Op) -> None:
        """A comprehension binds a variable of the code around it, by `:=`."""
        if op.name == "STORE_GLOBAL":
            self._log(STORE, place, ("copy", 1), names=(self.code.co_names[op.arg],), storage=GLOBAL)
        elif op.name == "STORE_DEREF" and self.local[op.arg] in self.code.co_freevars:
            values: list[Push] = [("copy", 1), (_LOAD_CELL, op.arg)]
            self._log(STORE, place, *values, names=(self.local[op.arg],), storage=CELL)

    def _frame_events(self, place: int, op: Op) -> None:
        if op.name == "RETURN_VALUE":
            self.mutations.before_return(place)
            self.mutations.look(place)
            self._log(RETURN, place, ("copy", 1))
        elif op.name == "RETURN_CONST":
            self.mutations.look(place)
            self._log(RETURN, place, ("const", self.code.co_consts[op.arg]))
        elif (
            op.name in _SUSPENDING
            and not _wraps(self.ops[place - 1])
            and (_wraps(op) or op.name == "YIELD_VALUE")
        ):
            names = ("delegated",) if self.ops[place - 1].name == "SEND" else ()
            self._log(YIELD, place, ("copy", 1), names=names)

    def _log(
        self, kind: str, place: int, *values: Push, names: tuple[str, ...] = (), storage: str = ""
    ) -> None:
        self.emit.log_values(*values)
        self.emit.log_tag(self.site(kind, place, names, storage, len(values)))

    def _after(self, place: int, op: Op) -> None:
        depth = self.flow.depth[place]
        assert depth is not None
        if self.whole:
            self._after_events(place, op, depth)
        self.mutations.settle(place, op)
        if op.name in CALLS or op.name == "CALL_FUNCTION_EX":
            self.mutations.after(place)
        elif op.name == MAKES_DEFAULTS:
            self.mutations.defines(place, op)
        elif op.name == "IMPORT_NAME":
            self.mutations.imported(place)
        elif op.name.startswith("LOAD_"):
            self.mutations.taken(place)

    def _after_events(self, place: int, op: Op, depth: int) -> None:
        if place == self.first - 1:
            self.emit.cover = self.unwind
            self.emit.loc = self._first_line(place)
            self._enter(place, depth)
        elif op.name == "RESUME":
            site = self.site(RESUME, place, values=1)
            self.emit.call(self.probes.resume, [("const", site)], depth)
            if place in self.delegations:
                self._after_throw(place, self.delegations[place])
        elif op.name == "PUSH_EXC_INFO":
            site = self.site(RAISED, place, values=3)
            arguments: list[Push] = [("const", site), ("copy", 1)]
            self.emit.call(self.probes.raised, arguments, depth + 1, fallback=site)
        elif self.places.caught.get(place):
            self.emit.log_tag(self.site(CAUGHT, place))

    def _parameters(self) -> tuple[tuple[str, ...], list[Push]]:
        """Names and pushes of the parameters, then of the cells that the frame shares with others."""
        code = self.code
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
        cells = set(code.co_cellvars)
        values: list[Push] = [
            ("LOAD_DEREF" if name in cells else "LOAD_FAST", place)
            for place, name in enumerate(code.co_varnames[:count])
        ]
        names = code.co_varnames[:count]
        shared = tuple(name for name in code.co_cellvars + code.co_freevars if name not in _ANNOTATING)
        values += [(_LOAD_CELL, self.local.index(name)) for name in shared]
        return names + shared, values

    def _first_line(self, place: int) -> InstrLocation | None:
        """The position of the first statement: a tracer must not see the line of the `def`."""
        return next((op.loc for op in self.ops[place + 1 :] if not has_no_line(op)), self.ops[place].loc)

    def _enter(self, place: int, depth: int) -> None:
        names, parameters = self._parameters()
        if self.starts_threads and self.code.co_name != "<module>":
            self.emit.call(self.probes.thread, [], depth)
        if self.code.co_flags & SUSPENDS:
            site = self.site(GENERATOR, place, names, values=len(parameters) + 1)
            self.emit.call(self.probes.generator, [("const", site), *parameters], depth)
        else:
            self.emit.log_values(*parameters)
            site = self.site(ENTER, place, names, values=len(parameters))
            self.emit.log_tag(site)
        if self.code.co_name != "<module>":
            self.emit.drain_check(depth, site)
            self._begin_empty_body(place)

    def _begin_empty_body(self, place: int) -> None:
        """A body without code of its own (`def f(): pass`, a docstring) has a step as any other."""
        if self.units.units and not any(unit is not None for unit in self.own):
            self.emit.log_tag(self.site(BLOCK, place, unit=0))

    def _unwind_handler(self) -> None:
        emit = self.emit
        emit.out, emit.cover, emit.loc = emit.tail, None, NOWHERE
        emit.out.append(self.unwind.handler)
        site = self.site(UNWIND, self.first - 1, values=3)
        emit.call(self.probes.unwind, [("const", site), ("copy", 1)], 2, fallback=site)
        emit.put("RERAISE", 1)


def _wraps(op: Op) -> bool:
    return op.name == "ASYNC_GEN_WRAP" or (op.name == "CALL_INTRINSIC_1" and op.arg == _ASYNC_GEN_WRAP)
