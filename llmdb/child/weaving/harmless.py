"""Which calls need no probe: decided from the names alone, over all code objects of a snippet."""

import builtins
import inspect
from collections.abc import Iterator, Sequence
from types import CodeType

from llmdb.child.weaving.assembly import Disassembly, Op
from llmdb.child.weaving.layouts import local_names, stored_name
from llmdb.child.weaving.taking import Taking

_TYPES = (
    "bool bytearray bytes complex dict enumerate filter float frozenset int list map object property range"
)
_MORE_TYPES = "reversed set slice staticmethod classmethod str super tuple type zip memoryview"
_FUNCTIONS = (
    "abs all any ascii bin callable chr divmod format getattr hasattr hash hex id input isinstance issubclass"
    " iter len max min next oct open ord pow print repr round sorted sum"
)
PURE_BUILTINS = frozenset((f"{_TYPES} {_MORE_TYPES} {_FUNCTIONS}").split()) | {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
"""Built-ins that change none of their arguments, but for iterators, which show no contents."""

_PURE = (
    "join split rsplit strip lstrip rstrip partition rpartition splitlines lower upper title capitalize casefold"
    " swapcase startswith endswith replace find rfind rindex format format_map encode decode zfill ljust rjust"
    " center isdigit isalpha isalnum isupper islower isspace isnumeric isdecimal isidentifier istitle expandtabs"
    " translate keys values items index count copy bit_length hexdigest isoformat strftime most_common"
)
PURE_METHODS = frozenset(_PURE.split())
"""Methods whose name promises that they change nothing, whatever the receiver."""

_CONTAINERS = (list, dict, set, bytearray)
_MORE_METHODS = ("appendleft", "popleft", "extendleft", "rotate", "subtract", "move_to_end")
MUTATING_METHODS = frozenset(
    name
    for container in _CONTAINERS
    for name in vars(container)
    if not name.startswith("_")
    and not hasattr(tuple, name)
    and not hasattr(frozenset, name)
    and not hasattr(bytes, name)
    and name not in ("keys", "values", "items", "get", "fromkeys", "copy")
) | frozenset(_MORE_METHODS)
"""Methods by which built-in containers change: the recorder replays them, nothing has to be compared."""

_ITEM_METHODS = frozenset({"__setitem__", "__delitem__", "__iadd__", "__ior__"})
COMPARED_METHODS = frozenset(
    {"sort", "extend", "update", "extendleft", "subtract", "difference_update"}
    | {"intersection_update", "symmetric_difference_update"}
)
"""Those among them that run code of their arguments, so that what they changed is known only when they return."""

SUSPENDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


CALLED = frozenset(
    {"__init__", "__new__", "__call__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__post_init__"}
    | {"__init_subclass__", "__class_getitem__", "__main__"}
)
"""Special methods that only calls and `with` run."""
PROPERTIES = frozenset({"property", "cached_property"})
SETTING = frozenset({"setattr", "delattr", "__setattr__", "__delattr__"})
"""Functions that set or delete an attribute whose name is computed."""
CACHES = frozenset({"cache", "lru_cache"})
OPENING = frozenset({"__dict__", "vars"})
"""What gives the mapping that holds an object's attributes."""


BINDING = frozenset(
    {"exec", "eval", "globals", "locals", "vars", "modules", "__main__", "f_globals", "__globals__"}
)
"""What names can be bound with that the source does not bind."""


def is_special(name: str) -> bool:
    """Whether operators, items, attributes, loops or tests may call a method of this name."""
    return name.startswith("__") and name.endswith("__") and name not in CALLED


class Names:
    """How the snippet binds its names.

    Attributes:
        own: names that only ever mean a function defined in the snippet.
        bound: every name that is bound anywhere.
        calls_unseen: whether operators, attributes and the like may call functions of the snippet.
        suspending: the names of generator functions, coroutines and the like.
        inserts_on_reading: whether `container[key]` may insert, as the source names defaultdict.
        opens_dicts: whether attributes may be set as the items of an object's `__dict__`.
        caches: whether functions may be called by a cache.
        keeps_properties: whether what a property gives may be kept as an attribute.
        everywhere: every name of a variable or attribute.
        taking: where methods that change their container are taken without being called.
    """

    def __init__(self, code: CodeType) -> None:
        functions: set[str] = set()
        others: set[str] = set()
        scanned = [(part, Disassembly(part).ops) for part in _all_codes(code)]
        for part, ops in scanned:
            _scan(part, ops, functions, others)
        self.own = frozenset(functions - others)
        self.bound = frozenset(functions | others)
        self.calls_unseen = any(
            is_special(part.co_name) or not PROPERTIES.isdisjoint(part.co_names) for part in _all_codes(code)
        )
        self.suspending = frozenset(
            part.co_name for part in _all_codes(code) if part.co_flags & SUSPENDS and part.co_name[0] != "<"
        )
        self.everywhere = all_names(code)
        self.inserts_on_reading = "defaultdict" in self.everywhere
        self.opens_dicts = not OPENING.isdisjoint(self.everywhere)
        self.caches = not CACHES.isdisjoint(self.everywhere)
        self.taking = Taking(scanned, MUTATING_METHODS | _ITEM_METHODS)
        self.keeps_properties = "cached_property" in self.everywhere

    def harmless_function(self, name: str) -> bool:
        """Whether a call of this plain name can change no object except by the snippet's own code."""
        return name in self.own or (name in PURE_BUILTINS and name not in self.bound)


def all_names(code: CodeType) -> frozenset[str]:
    """Every name of a variable, attribute or module in the code objects of a snippet."""
    return frozenset(name for part in _all_codes(code) for name in part.co_names)


def _all_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all_codes(constant)


def _scan(code: CodeType, ops: Sequence[Op], functions: set[str], others: set[str]) -> None:
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    others.update(code.co_varnames[:count])
    local = local_names(code)
    before = ""
    for op in ops:
        if name := stored_name(op, code.co_names, local):
            (functions if before in ("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE") else others).add(name)
        before = op.name
