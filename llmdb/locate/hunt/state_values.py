"""What a run has under the names that a question about a state is put in; asked of a correct run, too."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.locate.hunt.state_graph import WHOLE, State, StateGraph
from llmdb.locate.plan.cause_graph import last_place
from llmdb.replay.heap import is_reference
from llmdb.replay.text import to_value
from llmdb.slicing.slices import origin
from llmdb.slicing.syntax.finding import root_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from llmdb.events.decode import Wire
    from llmdb.events.model import Value
    from llmdb.replay.heap import HeapObject
    from llmdb.replay.visits import Visits
    from llmdb.slicing import Dependencies
    from llmdb.slicing.dependencies import Read
    from llmdb.types import VisitNo

RETURNED = "return"
"""The name under which a returned value is judged."""
YIELDED = "yield"
"""The name under which it is judged what a generator gave."""
SAME, SHARING, ONE_ITEM = ", the same object as ", ", sharing items with ", ", items of it being one object"
"""How the text of a value goes on where other names, or several of its items, are tied to it."""
_LOOKED = 50
_MOST_ITEMS = 1_000
_MOST_NAMED = 3
"""Other names of one object that are told."""
_CHANGED_IN_PLACE = frozenset({wire.LIST, wire.DICT, wire.SET})


def carrier(trace: Visits, state: State) -> VisitNo:
    """The step whose statements left a state: for the entry of a call, that which calls, where one does."""
    return (trace.parent_step(state.step) if state.entry else None) or state.step


def recorded_value(found: Dependencies, state: State, name: str) -> Value | None:
    """What was recorded of a name that a question was about; None where the run has no such state."""
    trace = found.trace
    if not 1 <= state.step <= len(trace):
        return None
    step = carrier(trace, state)
    try:
        if state.reads:
            return _as_read(found, step, name)
        if state.entry and state.part == WHOLE:
            return trace.frames(state.step)[-1].arguments.get(name) or _before(found, state.step, name)
        if state.entry:
            return None if "(" in name else _before(found, step, name, found.log.steps.begin[state.step - 1])
        if name in (RETURNED, YIELDED):
            return returned(found, step) if name == RETURNED else yielded(found, step)
        stored = None if state.name else _item_left(found, step, name)
        if stored is not None:  # it may be the wrong key
            item = replace(stored[0], repr=f"{stored[0].repr} under {stored[1].repr}")
            return item if "(" in name else _with_others(found, step, name, item)
        value = trace.value(step, name) if name.isidentifier() else None
        read = origin(found, name, step) if value is None and "(" not in name else None
    except SyntaxError:
        return None
    value = found.value(read) if read is not None else value
    return value if value is None or state.name else _with_others(found, step, name, value)


def _item_left(found: Dependencies, step: VisitNo, name: str) -> tuple[Value, Value] | None:
    """The item that a step stored under a path whose key the source computes, and that key; None for another path."""
    node = ast.parse(name, mode="eval").body
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Constant | ast.Slice):
        return None
    end = found.end_of(step)
    key, item = found.look_up(step, node.slice, end), origin(found, name, step)
    if key is not None:
        return None if item is None else (found.value(item), found.value(key))
    stored = [
        event for at in found.log.own(step) if (event := found.log.event(at)).site.kind == kinds.SETITEM
    ]
    if len(stored) != 1:
        return None
    lookup = found.log.machine(end).lookup
    under, value = (to_value(part, lookup) for part in stored[0].values[1:3])
    return value, under


def _with_others(found: Dependencies, step: VisitNo, name: str, value: Value) -> Value:
    """A list, dict or set with what else is the same object, or has the same items: what changes one changes all."""
    own = origin(found, name, step)
    position = found.end_of(step)
    held = found.log.object_at(own.value, position) if own and is_reference(own.value) else None
    if own is None or own.cut is not None or held is None or held.kind not in _CHANGED_IN_PLACE:
        return value
    variables = {other: read for other in found.trace.state(step) if (read := origin(found, other, step))}
    same = {other: None for other, read in variables.items() if other != name and read.value == own.value}
    for read in found.reads(step):
        if read.value == own.value and read.name != name and not is_result(read.name) and read.cut is None:
            same[read.name] = None
    items = frozenset(_changeable(found, held, position))
    shared: list[str] = []
    for other, read in variables.items():
        holder = found.log.object_at(read.value, position) if is_reference(read.value) else None
        if holder is None or len(holder.data) > _MOST_ITEMS:
            continue
        inside = (f"{other}{part}" for part, item in _parts_of(holder) if item == own.value)
        same.update(dict.fromkeys(part for part in inside if part != name))
        if read.value != own.value and not items.isdisjoint(_changeable(found, holder, position)):
            shared.append(other)
    text = _listed(_listed(value.repr, SAME, same), SHARING, shared)
    return _noted(found, step, replace(value, repr=text), own.value)


def split_ties(text: str) -> tuple[str, str]:
    """A value's text as `recorded_value` gives it, and apart from that how others are tied to it."""
    at = min(
        (place for tie in (SAME, SHARING, ONE_ITEM) if (place := text.rfind(tie)) >= 0), default=len(text)
    )
    return text[:at], text[at:]


def _parts_of(held: HeapObject) -> Iterator[tuple[str, Wire]]:
    """The items and attributes of an object, each as it is written after the object's name."""
    if held.kind == wire.DICT:
        yield from ((f"[{key!r}]", item) for key, item in held.data.items() if isinstance(key, int | str))
    elif held.kind in (wire.LIST, wire.TUPLES, wire.DEQUE):
        yield from ((f"[{index}]", item) for index, item in enumerate(held.data))
    yield from ((f".{attribute}", item) for attribute, item in held.attributes.items())


def _changeable(found: Dependencies, held: HeapObject, position: int) -> Iterator[str]:
    """The items of a list, dict or set that can be changed in place themselves."""
    if held.kind in _CHANGED_IN_PLACE and len(held.data) <= _MOST_ITEMS:
        items = (item for _, item in _parts_of(held))
        yield from (
            str(item) for item in items if is_reference(item) and _is_changeable(found, item, position)
        )


def _listed(text: str, how: str, names: Iterable[str]) -> str:
    """A value's text, how it is tied to others, and what these are called, the first few."""
    first = [*islice(names, _MOST_NAMED + 1)]
    more = ", ..." if len(first) > _MOST_NAMED else ""
    return f"{text}{how}{', '.join(first[:_MOST_NAMED])}{more}" if first else text


def _noted(found: Dependencies, step: VisitNo, value: Value, own: Wire) -> Value:
    """A list of which several items are one list, dict or set, with a note of it."""
    position = found.end_of(step)
    held = found.log.object_at(own, position) if is_reference(own) else None
    if held is None or held.kind != wire.LIST or not 1 < len(held.data) <= _MOST_ITEMS:
        return value
    items = [*_changeable(found, held, position)]
    twice = len(items) - len(set(items))
    return replace(value, repr=f"{value.repr}{ONE_ITEM}") if twice else value


def _is_changeable(found: Dependencies, item: Wire, position: int) -> bool:
    held = found.log.object_at(item, position)
    return held is not None and held.kind in _CHANGED_IN_PLACE


def returned(found: Dependencies, step: VisitNo) -> Value | None:
    """What a frame returned at the end of a step."""
    value, caller = found.trace.return_value(step), found.trace.parent_step(step)
    if value is None or caller is None or "[" not in value.repr:
        return value
    reads = (read for read in found.reads(caller)[:_LOOKED] if read.writer.step == step)
    given = next((read for read in reads if is_result(read.name)), None)
    return value if given is None else _noted(found, step, value, given.value)


def yielded(found: Dependencies, step: VisitNo) -> Value | None:
    """What a generator gave last in a step; None where it gave nothing."""
    for position in reversed(found.log.own(step)):
        event = found.log.event(position)
        if event.site.kind == kinds.YIELD and event.values:
            return to_value(event.values[0], found.log.machine(position).lookup)
    return None


def _as_read(found: Dependencies, step: VisitNo, name: str) -> Value | None:
    """What a step read under a name, or would have read as it began."""
    for known, read in named_reads(found, step):
        if known == name and read.writer.step != step:
            return found.value(read)
    return _before(found, step, name)


def named_reads(found: Dependencies, step: VisitNo, place: int | None = None) -> Iterator[tuple[str, Read]]:
    """What a step, or a statement of it, read, with names: of several calls of `f` the second's result is `f() 2`.

    What was read only for a part of it counts where that is neither known nor written; what a call returned counts
    for each turn of a loop through it.
    """
    reads = (*found.reads(step, place), *_results_gone_through(found, step, place))
    parts = [read.name for read in reads if not read.is_base]
    given: dict[tuple[str, int | None], str] = {}
    for read in reads:
        key = (read.name, read.writer.position)
        if read.name.endswith(")") and key not in given:
            count = sum(name == read.name for name, _ in given) + 1
            given[key] = f"{read.name} {count}" if count > 1 else read.name
        inside = (f"{read.name}.", f"{read.name}[")
        if not read.is_base or not any(
            part.startswith(inside) for part in (*parts, *_written(found, step, read))
        ):
            yield given.get(key, read.name), read


def _written(found: Dependencies, step: VisitNo, read: Read) -> tuple[str, ...]:
    """What the statement that reads writes."""
    code = found.statements.get(found.trace.block_of(step), ())
    return found.omissions.written_by(step, read.statement) if read.statement < len(code) else ()


def _results_gone_through(found: Dependencies, step: VisitNo, place: int | None) -> tuple[Read, ...]:
    """What the header of a loop under way read from calls, which it did as the loop began."""
    steps = found.log.steps
    code = found.statements.get(found.trace.block_of(step), ())
    header = next((one for one in code if one.iterates), None)
    if header is None or (place is not None and code[place : place + 1] != (header,)):
        return ()
    first = step
    while (before := steps.previous[first - 1]) and steps.block[before - 1] in header.inside:
        first = before
    return tuple(read for read in found.reads(first) if is_result(read.name)) if first != step else ()


def is_result(name: str) -> bool:
    """Whether a name is that of what a call returned."""
    return name.rstrip(" 0123456789").endswith(")")


def concrete(found: Dependencies, step: VisitNo, name: str) -> str:
    """A path as a step read it, keys by their values: `best[3]` for `best[n - 1]`; "" for what cannot be told."""

    def filled(node: ast.expr) -> ast.expr | None:
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Attribute):
            base = filled(node.value)
            return None if base is None else ast.Attribute(base, node.attr, ast.Load())
        if not isinstance(node, ast.Subscript) or (base := filled(node.value)) is None:
            return None
        if isinstance(node.slice, ast.Slice):
            return base
        read = found.look_up(step, node.slice, found.log.steps.begin[step - 1])
        key = node.slice if isinstance(node.slice, ast.Constant) else None
        if key is None and read is not None and isinstance(read.value, int | str):
            key = ast.Constant(read.value)
        return base if key is None else ast.Subscript(base, key, ast.Load())

    node = filled(ast.parse(name, mode="eval").body)
    return "" if node is None else ast.unparse(node)


def _before(found: Dependencies, step: VisitNo, name: str, position: int = 0) -> Value | None:
    """What a path was in a step's frame before an event, by default before the first of the step."""
    position = position or found.log.steps.begin[step - 1]
    read = found.look_up(step, ast.parse(name, mode="eval").body, position)
    return None if read is None else found.value(read)


def changes_after(found: Dependencies, part: State, name: str) -> bool:
    """Whether what a name holds changes in a step after one of its statements, by whatever name."""
    step = carrier(found.trace, part)
    position = found.begin_of(step, part.part + 1)
    if part.entry or position <= found.log.steps.begin[step - 1]:
        return False
    then, now = (_before(found, step, name, at) for at in (position, found.end_of(step)))
    return then != now


def condition_of(trace: Visits, step: VisitNo) -> str:
    """The condition of a step and the way it went, `n > 0 was true`; "" for none."""
    block = trace.cfg.block(trace.block_of(step))
    if block.condition is None:
        return ""
    following = trace.next_in_frame(step)
    if following is not None:
        target = trace.block_of(following)
        went = [way for way, other in block.next.items() if other == target]
    else:
        went = [way for way in ("true", "false") if way not in block.next and step not in trace.raises]
    return f"{block.condition} was {went[0]}" if went else ""


def judged_places(found: Dependencies, graph: StateGraph, state: State) -> tuple[int, ...]:
    """The statements that a question about a state is about: those that others depend on, and its condition.

    Earlier ones that could have changed what these read are among them.
    """
    step = carrier(found.trace, state)
    code = found.statements.get(found.trace.block_of(step), ())
    places = {*graph.places[graph.states.index(state.whole)]}
    if not state.entry and condition_of(found.trace, step):
        places.add(last_place(found, step)[1])
    names: set[str] = set()
    for place in range(max(places, default=-1), -1, -1):
        if place < len(code):
            if not names.isdisjoint(map(root_of, found.omissions.written_by(step, place))):
                places.add(place)
            if place in places:
                names |= {root_of(use.text) for use in code[place].uses}
    return tuple(sorted(places))


def inputs_of(found: Dependencies, graph: StateGraph, state: State) -> Iterator[tuple[str, Read]]:
    """What the statements of a state read that other steps had written, with names."""
    step = carrier(found.trace, state)
    for place in judged_places(found, graph, state):
        for name, read in named_reads(found, step, place):
            writer = read.writer.step
            late = state.entry and writer is not None and writer >= state.step
            if writer not in (None, step) and not late:
                yield name, read


def is_written(path: str) -> bool:
    """Whether what may be written under a path has a value of its own: a call's result and a slice have none."""
    base, _, key = path.rpartition("[")
    return "(" not in base and ":" not in key and (bool(base) or "(" not in path)
