"""Every row of the table of methods, held against the method itself."""

import copy
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from llmdb.slicing.library.methods import (
    ACTIONS,
    POSITIONS,
    Access,
    Method,
    find_function,
    find_method,
    method_table,
)
from tests.slicing.specimens import SPECIMENS, Call

TABLE = method_table()
ROWS = pytest.mark.parametrize("name", sorted(TABLE))


def the_object(method: Method, call: Call, of: str) -> Any:
    """What an access is of: the receiver, an argument, or what the receiver was made over."""
    if not of:
        return call.receiver
    if of not in method.parameters or of in method.keywords:
        return call.held
    place = list(method.parameters).index(of)
    return call.arguments[place] if place < len(call.arguments) else None


def with_object(method: Method, call: Call, of: str, value: Any) -> Call:
    """The same call with another object in that place."""
    if not of:
        return replace(call, receiver=value)
    place = list(method.parameters).index(of)
    return replace(call, arguments=(*call.arguments[:place], value, *call.arguments[place + 1 :]))


def contents(value: Any, structure: str) -> list[Any]:
    """The elements of a structure in order, without taking any."""
    if structure == "position":
        return [value.tell()]
    if structure == "text":
        return list(value.getvalue())
    if structure == "values" and isinstance(value, Mapping):
        return list(value.items())
    return list(copy.copy(value) if isinstance(value, Iterator) else value)


def perturbed(value: Any, structure: str, at: int, element: Any) -> Any:
    """The object with one element replaced."""
    if structure == "position":
        value.seek(element)
    elif structure == "text":
        text = value.getvalue()
        value = io.StringIO(text[:at] + element + text[at + 1 :])
    elif structure == "values" and isinstance(value, dict):
        value[list(value)[at]] = element
    elif structure == "keys" and isinstance(value, dict):
        return {element if place == at else key: held for place, (key, held) in enumerate(value.items())}
    elif isinstance(value, Iterator):
        rest = list(value)
        return iter([*rest[:at], element, *rest[at + 1 :]])
    elif isinstance(value, set):
        return {*list(value)[:at], element, *list(value)[at + 1 :]}
    else:
        value[at] = element
    return value


def others(element: Any, value: Any) -> tuple[Any, ...]:
    """Elements to put in the place of one."""
    if isinstance(value, bytearray):
        return (0, 7, 255)
    if isinstance(value, io.StringIO) and isinstance(element, int):
        return (0, 3)
    if isinstance(element, tuple) and not isinstance(value, Mapping):
        return (("z", 9),)
    return ("z", "") if isinstance(element, str) else (0, 1000, -1000)


def outcome(method: Method, call: Call, of: str) -> str:
    """What a call gives; for one of an argument, what it leaves in the receiver, too; "" if it fails."""
    try:
        result = call.run(method.name)
    except (ValueError, KeyError):
        return ""
    if isinstance(result, Iterable) and not isinstance(result, str | dict):
        result = list(islice(result, 30))
    written = [access for access in method.sets if of and access.of != of]
    return repr((result, [contents(the_object(method, call, a.of), a.structure) for a in written]))


def structure_of(call: Call) -> str:
    """The structure that a receiver holds its elements in."""
    if isinstance(call.receiver, dict):
        return "values"
    return "text" if isinstance(call.held or call.receiver, io.StringIO) else "elements"


def positions_read(method: Method, make: Any, access: Access) -> set[int]:
    """The positions where another element makes the call give something else."""
    usual = outcome(method, make(), access.of)
    size = len(contents(the_object(method, make(), access.of), access.structure))
    found = set()
    for at in range(size):
        old = the_object(method, make(), access.of)
        for element in others(contents(old, access.structure)[at], old):
            call = make()
            changed = perturbed(the_object(method, call, access.of), access.structure, at, element)
            if outcome(method, with_object(method, call, access.of, changed), access.of) not in (usual, ""):
                found.add(at)
    return found


def expected_position(method: Method, call: Call, access: Access) -> set[int]:
    """The position that the table means, for the arguments of a call."""
    value = the_object(method, call, access.of)
    size = len(contents(value, access.structure))
    if access.position == "key":
        key = call.arguments[list(method.parameters).index("key")]
        return {list(value).index(key)} if key in value else set()
    return {place_of(method, call, access) % size}


def place_of(method: Method, call: Call, access: Access) -> int:
    """The index that `start`, `end` or `index` means, as the call is written."""
    if access.position != "index":
        return {"start": 0, "end": -1}[access.position]
    place = list(method.parameters).index("index")
    default = method.parameters["index"]
    given = call.arguments[place] if place < len(call.arguments) else default
    assert isinstance(given, int)
    return given


def check_added(method: Method, call: Call, access: Access, before: list[Any], after: list[Any]) -> None:
    """The new elements stand where the row says, the others keep their order."""
    if access.position == "all" or access.structure == "keys":
        assert Counter(before) < Counter(after)
    elif access.position == "key":
        keys = call.arguments[0] if isinstance(call.arguments[0], dict) else {call.arguments[0]}
        assert after[: len(before)] == before
        assert {key for key, _ in after[len(before) :]} == set(keys)
    elif access.position == "start":
        assert after[-len(before) :] == before
    elif access.position == "end":
        assert after[: len(before)] == before
    else:
        at = place_of(method, call, access)
        assert after == [*before[:at], call.arguments[-1], *before[at:]]


def check_removed(method: Method, call: Call, access: Access, before: list[Any], after: list[Any]) -> None:
    """Only the elements that the row says are gone."""
    if access.position == "all":
        assert Counter(after) < Counter(before)
    elif access.structure == "text":
        assert after == before[: len(after)]
    elif access.position == "key":
        key = call.arguments[0]
        assert [e for e in before if e not in after] == [
            e for e in before if e == key or (isinstance(e, tuple) and e[0] == key)
        ]
    else:
        at = place_of(method, call, access) % len(before)
        assert after == before[:at] + before[at + 1 :]


def check_replaced(method: Method, call: Call, access: Access, before: list[Any], after: list[Any]) -> None:
    """The number of elements stays, and only those that the row says differ."""
    assert len(before) == len(after)
    differing = {at for at, (one, two) in enumerate(zip(before, after, strict=True)) if one != two}
    if access.position == "index":
        assert differing == {place_of(method, call, access) % len(before)}
    elif access.position == "key":
        assert {before[at][0] for at in differing} == set(call.arguments[0])


CHECKS = {"add": check_added, "remove": check_removed, "replace": check_replaced}


def test_at_least_a_hundred_methods_are_known_and_each_has_a_specimen() -> None:
    assert len(TABLE) >= 100
    assert [name for name in TABLE if name not in SPECIMENS] == []


@ROWS
def test_the_result_depends_on_exactly_what_the_row_says_is_read(name: str) -> None:
    method = TABLE[name]
    for access in method.gets:
        union = set()
        for make in SPECIMENS[name]:
            read = positions_read(method, make, access)
            union |= read
            if access.position != "all":
                assert read == expected_position(method, make(), access)
        if access.position == "all":
            size = len(contents(the_object(method, SPECIMENS[name][0](), access.of), access.structure))
            assert union == set(range(size))
    for of in unread(method, SPECIMENS[name][0]()):
        structure = structure_of(SPECIMENS[name][0]()) if not of else "elements"
        whole = Access(type="get", structure=structure, position="all", of=of)
        assert positions_read(method, SPECIMENS[name][0], whole) == set()


def unread(method: Method, call: Call) -> list[str]:
    """The receiver and the lists among the arguments, where the row has no `get` of them."""
    lists = [of for of in method.parameters if isinstance(the_object(method, call, of), list)]
    held = [*lists, *[""] * (isinstance(call.receiver, Iterable) and not isinstance(call.receiver, str))]
    return [of for of in held if all(access.of != of for access in method.gets)]


@ROWS
def test_what_the_row_says_is_written_changes_and_nothing_else(name: str) -> None:
    method = TABLE[name]
    for access in method.sets:
        changed = 0
        for make in SPECIMENS[name]:
            call = make()
            target = the_object(method, call, access.of)
            before = contents(target, access.structure)
            call.run(name)
            after = contents(target, access.structure)
            if before != after:
                changed += 1
                CHECKS[access.action](method, call, access, before, after)
        assert changed, f"{name} changed nothing"
    if not any(not access.of for access in method.sets):
        for make in SPECIMENS[name]:
            call = make()
            if isinstance(call.receiver, Iterable) and not isinstance(call.receiver, str):
                before = contents(call.receiver, structure_of(call))
                outcome(method, call, "")
                assert contents(call.receiver, structure_of(call)) == before


@pytest.mark.parametrize("name", [name for name, method in TABLE.items() if method.over])
def test_what_a_result_walks_along_is_read_after_the_call(name: str) -> None:
    method = TABLE[name]
    for of in method.over:
        call = SPECIMENS[name][-1]()
        stood_over = the_object(method, call, of)
        usual = list(islice(SPECIMENS[name][-1]().run(name), 30)) if isinstance(stood_over, list) else []
        result = call.run(name)
        if not isinstance(stood_over, list):
            result.writerow({"p": 1} if name.endswith("DictWriter") else ["p"])
            assert stood_over.getvalue()
            continue
        stood_over[:] = [element * 3 for element in stood_over]
        assert list(islice(result, 30)) != usual


def test_rows_are_written_in_the_words_of_the_first_prompt() -> None:
    assert [str(access) for access in TABLE["list.pop"].accesses] == [
        "<get><elements><index>",
        "<set><remove><elements><index>",
    ]
    assert {a.action for m in TABLE.values() for a in m.sets} == set(ACTIONS)
    assert {a.position for m in TABLE.values() for a in m.accesses} == set(POSITIONS)


def test_a_method_is_found_with_the_type_that_it_comes_from() -> None:
    pop, update = find_method("defaultdict", "pop"), find_method("Counter", "update")
    assert pop is TABLE["dict.pop"]
    assert update is TABLE["Counter.update"]
    assert find_method("frozenset", "union") is TABLE["set.union"]
    assert find_method("list", "frobnicate") is None
    assert find_function("heapq.heappop") is TABLE["heapq.heappop"]
    assert find_function("heapq.nothing") is None
