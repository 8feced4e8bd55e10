"""Where a method that changes its container is taken without being called: whoever has it may call it at any time."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from types import CodeType

from llmdb.runner.child.weaving.assembly import Op
from llmdb.runner.child.weaving.layouts import calls_what_it_loads, loaded_attribute, loaded_name, local_names

_STORES = frozenset({"STORE_NAME", "STORE_GLOBAL", "STORE_FAST", "STORE_DEREF"})


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
        self._names = frozenset(name for code, ops in scanned for name in self._names_for(code, ops))
        self.anywhere = any("partial" in code.co_names for code, _ in scanned) or any(
            self.takes(ops, place, code) for code, ops in scanned for place in range(len(ops))
        )

    def takes(self, ops: Sequence[Op], place: int, code: CodeType) -> bool:
        """Whether an operation loads such a method for something else than calling it."""
        op = ops[place]
        if op.name == "LOAD_ATTR":
            return loaded_attribute(op, code.co_names) in self._methods and ops[place + 1].name not in _STORES
        if not self._names or not op.name.startswith("LOAD_"):
            return False
        return loaded_name(op, code.co_names, local_names(code)) in self._names and not calls_what_it_loads(
            ops, place
        )

    def _names_for(self, code: CodeType, ops: Sequence[Op]) -> Iterable[str]:
        """The names that such methods are given."""
        if self._methods.isdisjoint(code.co_names):
            return
        for op, following in pairwise(ops):
            if (
                op.name == "LOAD_ATTR"
                and following.name in _STORES
                and loaded_attribute(op, code.co_names) in self._methods
            ):
                slots = following.name in ("STORE_FAST", "STORE_DEREF")
                yield (local_names(code) if slots else code.co_names)[following.arg]
