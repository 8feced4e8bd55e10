"""Which calls need no probe: decided from the names alone, over all code objects of a snippet."""

import inspect
from collections.abc import Iterator, Sequence
from types import CodeType

from llmdb.child.weaving.assembly import Disassembly, Op
from llmdb.child.weaving.layouts import CALLS, local_names, makes_annotations, stored_name
from llmdb.child.weaving.taking import Taking
from llmdb.python.operations import HARMLESS_FUNCTIONS, MUTATING_METHODS
from llmdb.python.special import CACHES, ITEM_METHODS, OPENING, PROPERTIES, THREADS, is_special

SUSPENDS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


_LAZY = frozenset({"map", "filter", "iter", "itertools"})
"""What makes iterators that call the functions they are given."""


class Names:
    """How the snippet binds its names.

    Attributes:
        own: names that only ever mean a function defined in the snippet.
        bound: every name that is bound anywhere.
        calls_unseen: whether operators, attributes and the like may call functions of the snippet.
        iterating_calls: whether taking items from an iterator may run code of the snippet: a generator, a generator
            expression that calls, a `map` of a function.
        makes_exceptions: whether `raise` of a class may, as the snippet defines how objects are made.
        suspending: the names of generator functions, coroutines and the like.
        inserts_on_reading: whether `container[key]` may insert, as the source names defaultdict.
        calls_on_reading: whether `container[key]` may call a function of the snippet, which makes what it inserts.
        opens_dicts: whether attributes may be set as the items of an object's `__dict__`.
        caches: whether functions may be called by a cache.
        starts_threads: whether functions may run in another thread than what was run before.
        keeps_properties: whether what a property gives may be kept as an attribute.
        imports_recorded: whether an import may run a module that is recorded, too.
        everywhere: every name of a variable or attribute.
        taking: where methods that change their container are taken without being called.
    """

    def __init__(self, *codes: CodeType) -> None:
        functions: set[str] = set()
        others: set[str] = set()
        parts = [part for code in codes for part in _all_codes(code)]
        scanned = [(part, Disassembly(part).ops) for part in parts]
        for part, ops in scanned:
            _scan(part, ops, functions, others)
        self.own = frozenset(functions - others)
        self.bound = frozenset(functions | others)
        self.calls_unseen = any(
            is_special(part.co_name) or not PROPERTIES.isdisjoint(part.co_names) for part in parts
        )
        defines = any(
            part.co_name[0] != "<" or part.co_name == "<lambda>"
            for part in parts
            if all(part is not code for code in codes)
        )
        self.iterating_calls = any(_may_call(part, ops) for part, ops in scanned) or (
            defines and not _LAZY.isdisjoint(all_names(*codes))
        )
        self.makes_exceptions = any(part.co_name in ("__init__", "__new__") for part in parts)
        self.suspending = frozenset(
            part.co_name for part in parts if part.co_flags & SUSPENDS and part.co_name[0] != "<"
        )
        self.everywhere = all_names(*codes)
        self.imports_recorded = len(codes) > 1
        self.inserts_on_reading = "defaultdict" in self.everywhere
        self.calls_on_reading = self.inserts_on_reading and defines
        self.opens_dicts = not OPENING.isdisjoint(self.everywhere)
        self.starts_threads = not THREADS.isdisjoint(self.everywhere)
        self.caches = not CACHES.isdisjoint(self.everywhere)
        self.taking = Taking(scanned, MUTATING_METHODS | ITEM_METHODS)
        self.keeps_properties = "cached_property" in self.everywhere

    def harmless_function(self, name: str) -> bool:
        """Whether a call of this plain name can change no object except by the snippet's own code."""
        return name in self.own or (name in HARMLESS_FUNCTIONS and name not in self.bound)


def all_names(*codes: CodeType) -> frozenset[str]:
    """Every name of a variable, attribute or module in the code objects of a snippet."""
    return frozenset(name for code in codes for part in _all_codes(code) for name in part.co_names)


def _all_codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType) and not makes_annotations(constant):
            yield from _all_codes(constant)


def _may_call(code: CodeType, ops: Sequence[Op]) -> bool:
    """Whether it is a generator or coroutine that may run a function of the snippet, or is one."""
    return bool(code.co_flags & SUSPENDS) and (
        code.co_name != "<genexpr>" or any(op.name in CALLS or op.name == "CALL_FUNCTION_EX" for op in ops)
    )


def _scan(code: CodeType, ops: Sequence[Op], functions: set[str], others: set[str]) -> None:
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    others.update(code.co_varnames[:count])
    local = local_names(code)
    before = ""
    for op in ops:
        if name := stored_name(op, code.co_names, local):
            (functions if before in ("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE") else others).add(name)
        before = op.name
