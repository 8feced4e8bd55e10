"""Writes that went to another item: with another key they could have written the item that was read.

`counts[group(x)] += 1` that chose "a" for every x never wrote `counts["b"]`, so nothing of it made that what it is.
Such a write has a key that the program computes, went to another item of the same container, and came between the last
write of the item that was read and the read: an execution omission as a branch not taken is one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.replay.heap import argument_alone, is_reference
from llmdb.slicing.syntax.finding import root_of

if TYPE_CHECKING:
    from llmdb.events.decode import Wire
    from llmdb.replay.log import Logged
    from llmdb.slicing.dependencies import Dependencies
    from llmdb.types import BlockId, LineNo, VisitNo

Place = tuple["BlockId", int]
"""A statement of a block, by its place there from 0."""

MOST_READS = 500
"""Reads of items that one search looks at, the first that it comes to."""
MOST_CHANGES = 100
"""Changes of a container that are looked through for one read, the last first."""
_PLACED = frozenset({kinds.SETITEM, kinds.DELITEM})
_OF_ONE_KEY = frozenset({"setdefault", "pop"})
_ORDERED = frozenset({wire.LIST, wire.DEQUE})


class Elsewhere:
    """Finds the writes of other items for one search, as nodes of the run's dependency graph.

    Args:
        paths: what is changed in place in each line of a block, as the source writes it.

    Attributes:
        left: how many reads may still be asked about.
    """

    def __init__(
        self, found: Dependencies, paths: Mapping[tuple[BlockId, LineNo], Mapping[str, None]]
    ) -> None:
        self._found = found
        self._keyed = frozenset(place for place, changed in paths.items() if any(map(_is_computed, changed)))
        self.left = MOST_READS
        self._asked: dict[tuple[int, str], tuple[int, ...]] = {}
        self._changes: dict[int, tuple[tuple[Wire, ...] | None, int]] = {}

    @cached_property
    def _items(self) -> Mapping[Place, tuple[str, ...]]:
        """The items that statements read, as the source writes them; none where no key is computed."""
        found: dict[Place, tuple[str, ...]] = {}
        for block, code in self._found.statements.items() if self._keyed else ():
            for place, statement in enumerate(code):
                names = [use.text for use in statement.uses if _item(use.text) is not None]
                if names:
                    found[block, place] = tuple(dict.fromkeys(names))
        return found

    @cached_property
    def reads(self) -> Mapping[str, Mapping[Place, tuple[str, ...]]]:
        """The same for each variable whose items they are."""
        found: dict[str, dict[Place, tuple[str, ...]]] = {}
        for place, names in self._items.items():
            for name in names:
                known = found.setdefault(root_of(name), {})
                known[place] = (*known.get(place, ()), name)
        return found

    def of(self, name: str, reader: int) -> tuple[int, ...]:
        """The writes that, with another key, could have written an item that a node read; the last first."""
        key = (reader, name)
        if key not in self._asked and self.left and self._keyed and name.endswith("]"):
            self.left -= 1
            graph = self._found.graph
            step = graph.steps[reader]
            position = self._found.begin_of(step, graph.places[reader])
            self._asked[key] = tuple(dict.fromkeys(self._between(name, step, position)))
        return self._asked.get(key, ())

    def of_node(self, reader: int) -> Iterator[tuple[str, int]]:
        """Each item that a node read with the writes that could have written it."""
        graph = self._found.graph
        step = graph.steps[reader] if self._items else 0
        block = self._found.log.steps.block[step - 1] if step else 0
        for name in self._items.get((block, graph.places[reader]), ()):
            yield from ((name, writer) for writer in self.of(name, reader))

    def after(self, name: str, step: VisitNo) -> tuple[int, ...]:
        """The same for what an item is when a step is over."""
        if not self._keyed or not name.endswith("]"):
            return ()
        return tuple(dict.fromkeys(self._between(name, step, self._found.end_of(step))))

    def _between(self, name: str, step: VisitNo, position: int) -> Iterator[int]:
        node, found = _item(name), self._found
        if node is None:
            return
        base, read = (found.denoted(step, part, position) for part in (node.value, node.slice))
        if base is None or read is None or not is_reference(base.value):
            return
        number, key = base.value[0], read.value
        is_ordered = found.log.kind_of(number) in _ORDERED
        if is_ordered and type(key) is not int:
            return
        for count, change in enumerate(found.log.mutations(number, position)):
            keys, writer = self._change(change, is_ordered)
            if keys is None or count == MOST_CHANGES:
                return
            for other in keys:
                if other == key or (is_ordered and self._same_index(number, position, key, change, other)):
                    return
                if writer:
                    yield writer

    def _change(self, position: int, is_ordered: bool) -> tuple[tuple[Wire, ...] | None, int]:
        """The key that a change wrote or deleted, and its statement, 0 where its key is not computed.

        No key for what changed no item that was there, None for what may have changed any.
        """
        if position not in self._changes:
            event = self._found.log.event(position)
            keys = self._keys(event, position, is_ordered)
            self._changes[position] = keys, self._node_of(position, event) if keys else 0
        return self._changes[position]

    def _keys(self, event: Logged, position: int, is_ordered: bool) -> tuple[Wire, ...] | None:
        kind = event.site.kind
        if kind == kinds.SETITEM or (kind == kinds.DELITEM and not is_ordered):
            key = event.values[1]
            cut = type(key) is tuple and len(key) > 0 and key[0] in (wire.SLICE, wire.SNAPSHOT)
            return None if cut else (key,)
        if kind in (kinds.SETATTR, kinds.DELATTR):
            return ()
        method = event.site.names[0] if kind == kinds.METHOD else ""
        if is_ordered:
            return () if method == "append" else None
        if method not in _OF_ONE_KEY:
            return None
        if alone := argument_alone(event.values[1:3]):
            return alone
        given = event.values[1]
        if not is_reference(given):
            return tuple(given[1][:1])
        held = self._found.log.object_at(given, position)
        return None if held is None else tuple(held.data[:1])

    def _same_index(self, number: int, position: int, key: int, change: int, other: Wire) -> bool:
        """Whether two indices of a list are of one item, where one of them is counted from the end."""
        if type(other) is not int or (key < 0) == (other < 0):
            return False
        now, then = (self._found.log.object_at((number,), at) for at in (position, change))
        return now is not None and then is not None and key % len(now.data) == other % len(then.data)

    def _node_of(self, position: int, event: Logged) -> int:
        log, graph = self._found.log, self._found.graph
        step = log.visit_at(position)
        if not step:
            return 0
        place = self._found.statement_at(step, position)
        block, line = self._found.trace.block_of(step), self._found.line(step, place)
        return graph.node(step, place) if (block, line) in self._keyed else 0


def _item(name: str) -> ast.Subscript | None:
    try:
        node = ast.parse(name, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return node if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) else None


def _is_computed(path: str) -> bool:
    """Whether what is written is an item whose key the source does not spell out."""
    try:
        match ast.parse(path, mode="eval").body:
            case ast.Subscript(slice=key) | ast.Call(func=ast.Attribute(attr="setdefault"), args=[key, *_]):
                return not isinstance(key, ast.Constant | ast.Slice)
    except (SyntaxError, ValueError):
        pass
    return False
