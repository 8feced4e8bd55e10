"""The table of what methods do, held against every method of the built-in containers."""

import builtins
import copy
import subprocess
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from llmdb.events import wire
from llmdb.python.library import ALL_ROWS
from llmdb.python.operations import CONTAINERS, HARMLESS_FUNCTIONS, ROWS_BY_TYPE, runs
from llmdb.replay.heap import HeapObject

MADE: dict[str, Callable[[], Any]] = {
    "list": lambda: [30, 10, 20],
    "deque": lambda: deque([30, 10, 20]),
    "dict": lambda: {1: 10, 2: 20},
    "defaultdict": lambda: defaultdict(int, {1: 10, 2: 20}),
    "OrderedDict": lambda: OrderedDict({1: 10, 2: 20}),
    "Counter": lambda: Counter({1: 10, 2: 20}),
    "set": lambda: {10, 20, 30},
    "bytearray": lambda: bytearray([30, 10, 20]),
}
GIVEN: tuple[tuple[Any, ...], ...] = (
    *((), (1,), (2,), (30,), (7,), ([7],), ({7: 8},), ({10, 9},), (b"x",), (Counter({1: 3}),)),
    *((0, 7), (9, 7), (1, 2), (slice(0, 1),), (slice(0, 1), [9]), (slice(0, 1), b"z"), (int, {7: 8})),
)
"""Arguments of which each method takes some, and fails for the others."""
_OF_THE_OBJECT = frozenset({"__class__", "__init_subclass__", "__subclasshook__", "__new__", "__setattr__"})
KINDS = {"list": wire.LIST, "deque": wire.DEQUE, "set": wire.SET} | dict.fromkeys(
    ("dict", "defaultdict", "OrderedDict", "Counter"), wire.DICT
)


def contents(value: Any) -> list[Any]:
    """What a container holds, in order."""
    return list(value.items()) if isinstance(value, dict) else list(value)


def methods(type_name: str) -> Iterator[str]:
    """The names of what can be called on a container."""
    for name in dir(MADE[type_name]()):
        if name not in _OF_THE_OBJECT and callable(getattr(MADE[type_name](), name)):
            yield name


def calls(type_name: str, name: str) -> Iterator[tuple[Any, tuple[Any, ...], list[Any], Any]]:
    """(receiver after the call, arguments, what it held before, result) of each call that works."""
    for given in GIVEN:
        receiver, arguments = MADE[type_name](), copy.deepcopy(given)
        before = contents(receiver)
        try:
            result = getattr(receiver, name)(*arguments)
        except (TypeError, ValueError, IndexError, KeyError, AttributeError, NotImplementedError):
            assert name == "__init__" or contents(receiver) == before
            continue
        if result is not NotImplemented:
            yield receiver, arguments, before, result


EVERY_METHOD = [(type_name, name) for type_name in CONTAINERS for name in methods(type_name)]


@pytest.mark.parametrize(("type_name", "name"), EVERY_METHOD)
def test_a_method_changes_its_receiver_if_the_row_says_so(type_name: str, name: str) -> None:
    changes = [contents(receiver) != before for receiver, _, before, _ in calls(type_name, name)]
    row = ROWS_BY_TYPE[type_name].get(name)
    if name.startswith("__setstate__"):  # of what is being copied
        return
    assert any(changes) == (row is not None and row.recorded in ("replayed", "compared"))


def is_as_said(returns: str, receiver: Any, before: list[Any], given: tuple[Any, ...], result: Any) -> bool:
    """Whether a result is what the row says; a default is returned as it was given."""
    held = [part for item in before for part in (item if isinstance(item, tuple) else (item,))]
    match returns:
        case "nothing":
            return result is None
        case "itself":
            return result is receiver
        case "element":
            return result in (*held, *given, None) or isinstance(result, type(receiver))  # of a slice
        case "value":
            return isinstance(result, int)
        case _:
            return result is not receiver and hasattr(result, "__iter__")


@pytest.mark.parametrize(("type_name", "name"), [(t, n) for t, n in EVERY_METHOD if n in ROWS_BY_TYPE[t]])
def test_a_method_returns_what_the_row_says(type_name: str, name: str) -> None:
    returns = ROWS_BY_TYPE[type_name][name].returns
    made = list(calls(type_name, name))
    assert made
    for receiver, given, before, result in made:
        inserted = type_name in ("defaultdict", "Counter") and result == 0
        was_there = (
            name == "__missing__" and (given[0], result) in before
        )  # from 3.14 on that is what it gives
        assert inserted or was_there or is_as_said(returns, receiver, before, given, result), result


@pytest.mark.parametrize(
    ("type_name", "name"),
    [(t, n) for t, rows in ROWS_BY_TYPE.items() for n, row in rows.items() if row.recorded == "replayed"],
)
def test_the_reader_replays_what_is_recorded_by_its_arguments(type_name: str, name: str) -> None:
    replayed, is_mapping = 0, KINDS[type_name] == wire.DICT
    for receiver, arguments, before, _ in calls(type_name, name):
        given = arguments
        if "iterates" in runs(type_name, name):
            given = tuple(tuple(a.items() if is_mapping and isinstance(a, dict) else a) for a in arguments)
        items = [part for pair in before for part in pair] if is_mapping else before
        found = HeapObject(1, KINDS[type_name], type_name, items, (), None)
        changed = found.apply(("call", name, given))
        now = list(found.data.items()) if is_mapping else list(found.data)
        assert (
            Counter(now) == Counter(contents(receiver)) if type_name == "set" else now == contents(receiver)
        )
        assert changed or now == before
        replayed += 1
    assert replayed


class Watched:
    """An argument that tells what of it was run."""

    def __init__(self) -> None:
        self.run: set[str] = set()

    def __iter__(self) -> Iterator[int]:
        self.run.add("iterates")
        return iter((2, 1))

    def __eq__(self, other: object) -> bool:
        self.run.add("equates")
        return False

    def __hash__(self) -> int:
        self.run.add("equates")
        return 1


@pytest.mark.parametrize(
    ("type_name", "name"),
    [
        (t, n)
        for t, rows in ROWS_BY_TYPE.items()
        for n, row in rows.items()
        if n[0] != "_" and "set" in row.accesses
    ],
)
def test_a_method_runs_the_code_of_its_arguments_that_the_row_says(type_name: str, name: str) -> None:
    seen: set[str] = set()
    for more in ((), (7,)):
        watched = Watched()
        with suppress(TypeError, ValueError, KeyError, IndexError):
            getattr(MADE[type_name](), name)(watched, *more)
        seen |= watched.run
    allowed = {"iterates": {"iterates", "equates"}, "equates": {"equates"}}
    assert seen <= set().union(*(allowed.get(word, set()) for word in runs(type_name, name).split(",")))
    assert seen or not any(word in runs(type_name, name) for word in allowed)


def test_harmless_functions_are_built_in() -> None:
    assert {name for name in HARMLESS_FUNCTIONS if not hasattr(builtins, name)} == set()


def test_a_row_stands_once() -> None:
    names = Counter(row.full_name for row in ALL_ROWS)
    assert [name for name, count in names.items() if count > 1] == []


def test_the_table_is_loaded_by_the_child_without_anything_else() -> None:
    code = (
        "import sys, typing\nclass Row(typing.NamedTuple):\n    name: str\n"  # loads what annotations need
        "before = set(sys.modules); import llmdb.python.operations, llmdb.python.special;"
    )
    code += "print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [
        *("llmdb", "llmdb.python", "llmdb.python.operations", "llmdb.python.rows", "llmdb.python.special")
    ]
