"""Which element an iterator or a `for` loop stands at, and who touched what the recorder cannot look into."""

import ast
import heapq
from collections.abc import Iterator, Sequence

from llmdb.events import sites as kinds
from llmdb.events.decode import Wire
from llmdb.replay.heap import is_reference
from llmdb.slicing.graph.contents import is_closed
from llmdb.slicing.library.calls import LibraryCall, LibraryCalls
from llmdb.slicing.library.methods import Access
from llmdb.types import LineNo, VisitNo
from llmdb.values import dataclass

MOST_STEPS = 2_000
_ONE_BY_ONE = frozenset(
    {"iter", "enumerate", "reversed", "zip", "map", "csv.reader", "itertools.zip_longest"}
)
_VIEWS = frozenset({"keys", "values", "items"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """A call, or a turn of a loop, that changed the hidden state of an object.

    Attributes:
        access: how, by the table; None for a call that is not in it.
        call: None for a turn of a loop.
    """

    step: VisitNo
    place: int
    line: LineNo
    position: int
    access: Access | None
    call: LibraryCall | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """An element that an iteration stands at: what is walked along as the source writes it, and where."""

    text: str
    container: Wire
    index: int
    part: str = "elements"


class Iterations:
    """Reads the hidden state of iterators, streams and other objects off the steps that touched them."""

    def __init__(self, calls: LibraryCalls) -> None:
        self._calls = calls
        self._found = calls.found
        self._log = calls.found.log
        self._trace = calls.found.trace
        self._blocks = {block for block, _ in (*calls.made, *calls.loops)}

    def is_hidden(self, value: Wire) -> bool:
        """Whether the recorder cannot look into an object."""
        return is_reference(value) and is_closed(self._log.birth(value[0]))

    # --- who touched an object -------------------------------------------------------------------------------

    def touches(self, value: Wire, before: int, at: tuple[VisitNo, int] = (0, 0)) -> Iterator[Touch]:
        """What changed a hidden object before an event, the last first; the last 2,000 steps that may are looked at.

        Args:
            at: the step and statement that asks, for statements of one step that log no event.
        """
        begin = self._log.steps.begin
        sequences = [reversed(self._trace.steps_of_block(block)) for block in self._blocks]
        for count, number in enumerate(heapq.merge(*sequences, reverse=True)):
            if count >= MOST_STEPS:
                return
            if begin[number - 1] < before:
                inside = [t for t in self._in_step(number, value) if _is_before(t, before, at)]
                yield from sorted(inside, key=lambda touch: (-touch.position, -touch.place))

    def _in_step(self, number: VisitNo, value: Wire) -> Iterator[Touch]:
        block = self._trace.block_of(number)
        for place in range(len(self._found.statements.get(block, ()))):
            for call in self._calls.calls(number, place):
                access = self._touching(call, value)
                if access is not _NOT:
                    for position in call.positions:
                        yield self._touch(call, position, access)
            turn = self._turn(number, place, value)
            if turn is not None:
                yield turn

    def _touch(self, call: LibraryCall, position: int, access: Access | None) -> Touch:
        return Touch(
            step=call.step, place=call.place, line=call.line, position=position, access=access, call=call
        )

    def _touching(self, call: LibraryCall, value: Wire) -> Access | None:
        """How a call touches the object; `_NOT` for one that does not."""
        if call.method is None:
            given = [call.receiver, *call.node.args, *(k.value for k in call.node.keywords)]
            return None if any(self._is(call, node, value) for node in given) else _NOT
        for access in call.method.accesses:
            lazy = access.of in call.method.over
            takes = access.type == "get" and not lazy and self._is_iterator(value)
            if access.type != "set" and not takes:
                continue
            if access.of in call.method.parameters or not access.of:
                if self._is(call, call.argument(access.of), value):
                    return access
            elif value in [held for _, held in self.stands_over(call.step, call.receiver, call.positions[0])]:
                return access
        return _NOT

    def _is(self, call: LibraryCall, node: ast.expr | None, value: Wire) -> bool:
        return node is not None and bool(self._calls.value(call.step, node, call.positions[0]) == value)

    def _is_iterator(self, value: Wire) -> bool:
        born = self._log.birth(value[0])
        return born is not None and (born.type.endswith("iterator") or born.type in _ITERATORS)

    def _turn(self, number: VisitNo, place: int, value: Wire) -> Touch | None:
        """A turn of a `for` loop that walks along the object itself."""
        node = self._calls.loops.get((self._trace.block_of(number), place))
        if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
            return None
        position = self._calls.position(number, place)
        if self._calls.value(number, node, position) != value:
            return None
        return Touch(step=number, place=place, line=node.lineno, position=position, access=_TAKEN, call=None)

    # --- what an iterator walks along ------------------------------------------------------------------------

    def maker(self, number: VisitNo, node: ast.expr | None, position: int) -> LibraryCall | None:
        """The call that made what an expression denotes: `iter(xs)` of `it = iter(xs)`."""
        binding = self._calls.bound(number, node, position) if node is not None else None
        if binding is None or binding.step is None or binding.position is None:
            return None
        place = self._calls.place_at(binding.step, binding.position)
        made = [call for call in self._calls.calls(binding.step, place) if call.method and call.method.over]
        return made[-1] if made else None

    def stands_over(
        self, number: VisitNo, node: ast.expr | None, position: int
    ) -> Sequence[tuple[ast.expr, Wire]]:
        """What the object was made over, with the recorded values."""
        made = self.maker(number, node, position)
        return self.made_over(made) if made is not None else ()

    def made_over(self, made: LibraryCall) -> Sequence[tuple[ast.expr, Wire]]:
        """The arguments that a call's result walks along; the rest of them for the last of several."""
        assert made.method is not None
        nodes = [made.argument(parameter) for parameter in made.method.over]
        more = made.node.args[len(made.method.parameters) :] if len(nodes) > 1 else []
        given = [node for node in (*nodes, *more) if node is not None]
        return [(node, self._calls.value(made.step, node, made.positions[0])) for node in given]

    def next_elements(self, number: VisitNo, place: int, node: ast.expr, position: int) -> Sequence[Standing]:
        """The elements that `next` of an iterator gives in a statement of a step."""
        made = self.maker(number, node, position)
        value = self._calls.value(number, node, position)
        if made is None or made.name not in _ONE_BY_ONE or not is_reference(value):
            return ()
        since = made.positions[0]
        taken = sum(1 for touch in self.touches(value, position, (number, place)) if touch.position > since)
        return self.standing(made, taken)

    def standing(self, made: LibraryCall, turn: int) -> Sequence[Standing]:
        """The elements that an iterator gives at a turn, from 0."""
        index = -1 - turn if made.name == "reversed" else turn
        return [
            Standing(text=ast.unparse(node), container=value, index=index)
            for node, value in self.made_over(made)
            if is_reference(value)
        ]

    # --- loops -----------------------------------------------------------------------------------------------

    def loop_elements(self, number: VisitNo, place: int) -> Sequence[Standing]:
        """The elements that a `for` header takes at a step; () where it takes none or it is not known which."""
        node = self._calls.loops.get((self._trace.block_of(number), place))
        if node is None or not self._takes(number, place):
            return ()
        position = self._calls.position(number, place)
        if isinstance(node, ast.Call):
            return self._called_elements(number, place, node, position)
        value = self._calls.value(number, node, position)
        if self.is_hidden(value):
            return self.next_elements(number, place, node, position)
        return self._walked(number, place, ast.unparse(node), value)

    def _called_elements(
        self, number: VisitNo, place: int, node: ast.Call, position: int
    ) -> Sequence[Standing]:
        for call in self._calls.calls(number, place):
            if call.node is node and call.method is not None:
                if call.name in _ONE_BY_ONE:
                    return self.standing(call, self._turn_of(number, place))
                part = call.name.rpartition(".")[2]
                if part in _VIEWS and call.receiver is not None and not node.args:
                    return self._walked(number, place, ast.unparse(call.receiver), call.value, part)
        return ()

    def _walked(
        self, number: VisitNo, place: int, text: str, value: Wire, part: str = "elements"
    ) -> Sequence[Standing]:
        if not is_reference(value):
            return ()
        return [Standing(text=text, container=value, index=self._turn_of(number, place), part=part)]

    def _takes(self, number: VisitNo, place: int) -> bool:
        """Whether the header bound its target, so that it took an element."""
        binds = self._found.statements[self._trace.block_of(number)][place].binds
        sites = [self._log.event(position).site for position in self._calls.own(number, place)]
        return any(site.kind == kinds.STORE and site.names[0] in binds for site in sites)

    def _turn_of(self, number: VisitNo, place: int) -> int:
        """How often the loop's header ran before in this run of the loop."""
        block = self._trace.block_of(number)
        inside = self._found.statements[block][place].inside
        blocks, previous = self._log.steps.block, self._log.steps.previous
        turn, before = 0, previous[number - 1]
        while before and blocks[before - 1] in inside:
            turn += blocks[before - 1] == block
            before = previous[before - 1]
        return turn


def _is_before(touch: Touch, before: int, at: tuple[VisitNo, int]) -> bool:
    if touch.step == at[0] and touch.place != at[1]:
        return touch.place < at[1]
    return touch.position < before


_TAKEN = Access(type="set", action="remove", structure="elements", position="start")
_NOT = Access(type="get", structure="nothing", position="all")
_ITERATORS = frozenset(
    {"enumerate", "zip", "map", "filter", "reversed", "reader", "DictReader", "islice", "chain", "cycle"}
    | {"accumulate", "pairwise", "zip_longest", "takewhile", "dropwhile", "groupby", "generator"}
)
