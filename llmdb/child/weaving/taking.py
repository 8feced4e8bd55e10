"""Where a method that changes its container is taken without being called: whoever has it may call it at any time."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from types import CodeType

from llmdb.child.weaving.assembly import Op
from llmdb.child.weaving.layouts import (
    calls_what_it_loads,
    loaded_attribute,
    loaded_name,
    local_names,
    stored_name,
)


class Taking:
    """The places of a snippet where methods of containers are taken.

    A name for such a method that is only called (`add = xs.append`) takes nothing: those calls are seen.

    Args:
        scanned: all code objects of the snippet, with their operations.
        methods: names of methods that change their container.

    Attributes:
        anywhere: whether there is such a place, or `functools.partial`, which keeps what it is given.
    """

    def __init__(self, scanned: Sequence[tuple[CodeType, Sequence[Op]]], methods: frozenset[str]) -> None:
        self._methods = methods
        self._names = frozenset(name for code, ops in scanned for name in self._names_for(code, ops)) - {""}
        self.anywhere = any("partial" in code.co_names or self._takes_any(code, ops) for code, ops in scanned)

    def _takes_any(self, code: CodeType, ops: Sequence[Op]) -> bool:
        names, local = code.co_names, local_names(code)
        return any(self.takes(ops, place, names, local) for place in range(len(ops)))

    def takes(self, ops: Sequence[Op], place: int, names: Sequence[str], local: Sequence[str]) -> bool:
        """Whether an operation loads such a method for something else than calling it."""
        op = ops[place]
        if op.name == "LOAD_ATTR":
            return self._takes_method(op, names) and not stored_name(ops[place + 1], names, local)
        return loaded_name(op, names, local) in self._names and not calls_what_it_loads(ops, place)

    def _takes_method(self, op: Op, names: Sequence[str]) -> bool:
        return op.name == "LOAD_ATTR" and loaded_attribute(op, names) in self._methods

    def _names_for(self, code: CodeType, ops: Sequence[Op]) -> Iterable[str]:
        """The names that such methods are given; "" where there is none."""
        if self._methods.isdisjoint(code.co_names):
            return
        local = local_names(code)
        for op, following in pairwise(ops):
            if self._takes_method(op, code.co_names):
                yield stored_name(following, code.co_names, local)
