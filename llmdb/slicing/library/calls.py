"""The calls of library functions and methods that a statement makes, with their rows of the table."""

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.events.sites import Site
from llmdb.program.parsing import parse
from llmdb.python.operations import HARMLESS_FUNCTIONS, HARMLESS_METHODS
from llmdb.replay.heap import is_reference
from llmdb.replay.log import changed_object
from llmdb.slicing.dependencies import Dependencies, Writer
from llmdb.slicing.library.methods import Method, find_function, find_method
from llmdb.slicing.syntax.touching import DEFINITION, given, own_calls
from llmdb.slicing.syntax.uses import Statement
from llmdb.types import BlockId, LineNo, VisitNo
from llmdb.values import dataclass

_KEPT = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryCall:
    """A call of something that is not the snippet's own code, at one step.

    Attributes:
        name: `heapq.heappop` for a function, `list.pop` for a method, with the type's `__name__`.
        receiver: the expression that a method belongs to.
        value: the recorded value of the receiver.
        positions: the events before which it was made, as far as they tell; several inside a comprehension.
    """

    node: ast.Call
    name: str
    method: Method | None
    receiver: ast.expr | None
    value: Wire
    step: VisitNo
    place: int
    positions: tuple[int, ...]

    @property
    def code(self) -> str:
        """As the source writes it."""
        return ast.unparse(self.node)

    @property
    def line(self) -> LineNo:
        """Where it begins."""
        return self.node.lineno

    def argument(self, parameter: str) -> ast.expr | None:
        """What is given for a parameter of the row; for "" the receiver."""
        if not parameter:
            return self.receiver
        known = self.method is not None and parameter in self.method.parameters
        return given(self.node, self.method, parameter) if self.method is not None and known else None


class LibraryCalls:
    """Finds the library calls of the statements of a recording."""

    def __init__(self, found: Dependencies, text: str) -> None:
        self.found = found
        tree = parse(text)
        self._own = {n.name for n in ast.walk(tree) if isinstance(n, DEFINITION)}
        self._bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not _loads(n)}
        self._modules: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for node in ast.walk(tree):
            self._note_import(node)
        self.loops: dict[tuple[BlockId, int], ast.expr] = {}
        """What the headers of `for` loops go over, by block and statement."""
        self.made: dict[tuple[BlockId, int], tuple[ast.Call, ...]] = {}
        """The calls of statements, by block and statement, the innermost first."""
        for block, code in found.statements.items():
            for place, statement in enumerate(code):
                if made := [call for node in statement.nodes for call in own_calls(node)]:
                    self.made[block, place] = tuple(reversed(made))
                for node in statement.nodes[: statement.iterates]:
                    self.loops[block, place] = cast("ast.expr", node)
        self._changing = {key for key, calls in self.made.items() if any(map(self._may_change, calls))}
        self._places: dict[VisitNo, dict[int, int]] = {}

    def _note_import(self, node: ast.AST) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                self._modules[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                self._names[alias.asname or alias.name] = f"{node.module}.{alias.name}"

    def _may_change(self, node: ast.Call) -> bool:
        """Whether a call may be found to have changed something by a comparison."""
        name = self.function_name(node.func)
        if name is not None:
            method = find_function(name)
            return name not in HARMLESS_FUNCTIONS if method is None else bool(method.sets)
        return not (isinstance(node.func, ast.Attribute) and node.func.attr in HARMLESS_METHODS)

    # --- calls -----------------------------------------------------------------------------------------------

    def calls(self, number: VisitNo, place: int) -> Sequence[LibraryCall]:
        """The library calls of a statement of a step, innermost first."""
        out: list[LibraryCall] = []
        for node in self.made.get((self.found.trace.block_of(number), place), ()):
            call = self._call(number, place, node)
            if call is not None:
                out.append(call)
        return out

    def _call(self, number: VisitNo, place: int, node: ast.Call) -> LibraryCall | None:
        name = self.function_name(node.func)
        if name is not None:
            method, receiver, value = find_function(name), None, None
        elif isinstance(node.func, ast.Attribute) and self.function_name(node.func.value) is None:
            receiver = node.func.value
            value = self.value(number, receiver, self.position(number, place))
            type_name = self._type_of(value)
            if type_name is None:
                return None
            name, method = f"{type_name}.{node.func.attr}", find_method(type_name, node.func.attr)
        else:
            return None
        call = LibraryCall(
            node=node,
            name=name,
            method=method,
            receiver=receiver,
            value=value,
            step=number,
            place=place,
            positions=(),
        )
        return self._positioned(call)

    def function_name(self, node: ast.expr) -> str | None:
        """The full name of a library's function or class: `heapq.heappop`, `next`."""
        if isinstance(node, ast.Name):
            if node.id in self._names:
                return self._names[node.id]
            known = hasattr(builtins, node.id) and node.id not in self._own | self._bound
            return node.id if known else None
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and node.value.id in self._modules:
                return f"{self._modules[node.value.id]}.{node.attr}"
            base = self.function_name(node.value) if isinstance(node.value, ast.Attribute) else None
            return f"{base}.{node.attr}" if base else None
        return None

    def _type_of(self, value: Wire) -> str | None:
        """The type's name of a receiver that is no object of the snippet's own classes."""
        if type(value) is str:
            return "str"
        born = self.found.log.birth(value[0]) if is_reference(value) else None
        if born is None or born.kind == wire.CLASS or born.type in self._own or born.type in _CALLABLE:
            return None
        return born.type

    def value(self, number: VisitNo, node: ast.expr, position: int) -> Wire:
        """The recorded value of a name, attribute or item before an event; None where it is not known."""
        binding = self.bound(number, node, position)
        return binding.value if binding is not None else None

    def bound(self, number: VisitNo, node: ast.expr, position: int) -> Writer | None:
        """Who bound what an expression denotes before an event."""
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Constant | ast.UnaryOp):
            return None
        return self.found.denoted(number, node, position)

    # --- places in the log -----------------------------------------------------------------------------------

    def own(self, number: VisitNo, place: int) -> list[int]:
        """The events that a statement of a step logged itself."""
        return [position for position, at in self._placed(number).items() if at == place]

    def place_at(self, number: VisitNo, position: int) -> int:
        """Which statement of a step logged an event."""
        placed = self._placed(number)
        return placed[position] if position in placed else self.found.statement_at(number, position)

    def _placed(self, number: VisitNo) -> Mapping[int, int]:
        """The statement of each event that a step logged itself."""
        if number not in self._places:
            if len(self._places) > _KEPT:
                self._places.clear()
            self._places[number] = self._place_events(number)
        return self._places[number]

    def _place_events(self, number: VisitNo) -> dict[int, int]:
        """Changes found by comparison have no line: they belong to the calls between the events that have one."""
        log, block = self.found.log, self.found.trace.block_of(number)
        code = self.found.statements.get(block, ())
        out: dict[int, int] = {}
        waiting: list[int] = []
        last, done = 0, False
        for position in log.own(number):
            site = log.event(position).site
            if site.kind in kinds.SPANNING:
                continue
            if not site.line:
                waiting.append(position)
                continue
            place = _place_of(code, last + (site.kind == kinds.BEGIN and bool(out)), site)
            until = place + (site.kind != kinds.BEGIN)
            self._deal(out, waiting, [p for p in range(last + done, until) if (block, p) in self._changing])
            out.update(dict.fromkeys(waiting, place))
            waiting.clear()
            out[position] = last = place
            done = site.kind == kinds.STORE
        rest = range(last + done, len(code))
        self._deal(out, waiting, [p for p in rest if (block, p) in self._changing])
        out.update(dict.fromkeys(waiting, last))
        return dict(sorted(out.items()))

    def _deal(self, out: dict[int, int], waiting: list[int], places: Sequence[int]) -> None:
        """The first change of an object to the first of the calls, the second to the second."""
        seen: dict[int | None, int] = {}
        for position in list(waiting) if places else ():
            number = changed_object(self.found.log.event(position))
            out[position] = places[min(seen.get(number, 0), len(places) - 1)]
            seen[number] = seen.get(number, 0) + 1
            waiting.remove(position)

    def position(self, number: VisitNo, place: int) -> int:
        """The event before which a statement of a step had read everything, where nothing else tells."""
        own = self.own(number, place)
        return own[-1] if own else self.found.end_of(number)

    def _positioned(self, call: LibraryCall) -> LibraryCall:
        target = self._target(call)
        found = list(self._changes(call, target)) if is_reference(target) else []
        twins = [n for n in self.made[self._key(call)] if ast.dump(n.func) == ast.dump(call.node.func)]
        if len(twins) > 1 and len(found) == len(twins):
            found = [found[twins.index(call.node)]]
        return replace(call, positions=tuple(found) or (self.position(call.step, call.place),))

    def _key(self, call: LibraryCall) -> tuple[int, int]:
        return self.found.trace.block_of(call.step), call.place

    def _target(self, call: LibraryCall) -> Wire:
        """The object whose changes tell when the call was made."""
        if call.method is None or not call.method.sets:
            return None
        node = call.argument(call.method.sets[0].of)
        if node is None:
            return None
        return self.value(call.step, node, self.position(call.step, call.place))

    def _changes(self, call: LibraryCall, target: Wire) -> Iterator[int]:
        name = call.name.rpartition(".")[2]
        for position in self.own(call.step, call.place):
            event = self.found.log.event(position)
            if event.site.kind not in (kinds.METHOD, kinds.COMPARED) or changed_object(event) != target[0]:
                continue
            if event.site.kind == kinds.COMPARED or event.site.names[0] == name:
                yield position


_CALLABLE = frozenset({"function", "builtin_function_or_method", "module", "type", "method"})


def _place_of(code: Sequence[Statement], first: int, site: Site) -> int:
    """The statement, from the first one on, that an event with a line belongs to."""
    for place in range(first, len(code)):
        binds = code[place].binds if site.kind == kinds.STORE else ()
        if code[place].line == site.line and (not binds or site.names[0] in binds):
            return place
    return min(first, len(code) - 1)


def _loads(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)
