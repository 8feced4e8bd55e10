"""A call or more of every method in the table, on containers whose elements can be told apart."""

import array
import bisect
import builtins
import collections
import contextvars
import copy
import csv
import functools
import heapq
import io
import itertools
import json
import operator
import queue
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

MODULES = {
    "bisect": bisect,
    "builtins": builtins,
    "collections": collections,
    "copy": copy,
    "csv": csv,
    "functools": functools,
    "heapq": heapq,
    "itertools": itertools,
    "json": json,
    "random": random,
}


@dataclass(frozen=True)
class Call:
    """A call about to be made; `held` is what the receiver was made over, or the `file` given by keyword."""

    arguments: tuple[Any, ...]
    receiver: Any = None
    held: Any = None
    seed: int = 0

    def run(self, name: str) -> Any:
        """Make it, by the name of its row."""
        random.seed(self.seed)
        owner, _, method = name.rpartition(".")
        if self.receiver is not None:
            return getattr(self.receiver, method)(*self.arguments)
        keywords = {"file": self.held} if self.held is not None else {}
        return getattr(MODULES[owner or "builtins"], method)(*self.arguments, **keywords)


Make = Callable[[], Call]


def on(make: Callable[[], Any], *arguments: Any) -> Make:
    """A method call on a fresh receiver."""
    return lambda: Call(copy.deepcopy(arguments), make())


def of(*arguments: Any) -> Make:
    """A function call on fresh arguments; a callable argument is passed as it is."""
    return lambda: Call(tuple(a if callable(a) else copy.deepcopy(a) for a in arguments))


def seeded(make: Make) -> list[Make]:
    """The same call after each of many random seeds."""
    return [functools.partial(_with_seed, make, seed) for seed in range(40)]


def _with_seed(make: Make, seed: int) -> Call:
    return replace(make(), seed=seed)


def _five() -> list[int]:
    return [30, 10, 50, 20, 40]


def _deque() -> Any:
    return collections.deque(_five())


def _array() -> Any:
    return array.array("i", _five())


def _bytes() -> bytearray:
    return bytearray(_five())


def _dict() -> dict[str, int]:
    return dict(zip("pqrst", _five(), strict=True))


def _ordered() -> Any:
    return collections.OrderedDict(_dict())


def _counter() -> Any:
    return collections.Counter(p=3, q=1, r=5, s=2, t=4)


def _default() -> Any:
    return collections.defaultdict(list, {"p": 1})


def _set() -> set[int]:
    return set(_five())


class _Queue(queue.Queue[int]):
    """A queue that shows its elements and can be given others."""

    def __iter__(self) -> Iterator[int]:
        return iter(self.queue)

    def __setitem__(self, at: int, element: int) -> None:
        self.queue[at] = element


def _queue() -> _Queue:
    made = _Queue()
    for element in (5, 6, 7):
        made.put(element)
    return made


class _Variable:
    """A context variable as a container of its one value."""

    def __init__(self) -> None:
        self._held = contextvars.ContextVar("held", default=4)
        self._token = self._held.set(5)

    def __iter__(self) -> Iterator[int]:
        return iter([self._held.get()])

    def __setitem__(self, at: int, element: int) -> None:
        self._held.set(element)

    def get(self) -> int:
        return self._held.get()

    def set(self, value: int) -> None:
        self._held.set(value)

    def reset(self, _: object) -> None:
        self._held.reset(self._token)


def _text() -> io.StringIO:
    return io.StringIO("pqrst")


def _at_end() -> io.StringIO:
    text = _text()
    text.seek(0, 2)
    return text


def _wrote() -> Call:
    file = io.StringIO("old\n")
    file.seek(0, 2)
    return Call((["p", "q"],), csv.writer(file), held=file)


def _sequence(make: Callable[[], Any]) -> dict[str, list[Make]]:
    each = [on(make, element) for element in (*_five(), 0)]
    return {
        "append": [on(make, 60)],
        "extend": [on(make, [60, 70])],
        "insert": [on(make, 2, 60)],
        "pop": [on(make), on(make, 1), on(make, -2)],
        "remove": [on(make, 50)],
        "clear": [on(make)],
        "sort": [on(make)],
        "reverse": [on(make)],
        "index": each,
        "count": each,
        "copy": [on(make)],
        "__getitem__": [on(make, 2), on(make, -1)],
        "__setitem__": [on(make, 2, 60)],
        "__delitem__": [on(make, 2)],
        "__contains__": each,
        "tolist": [on(make)],
        "appendleft": [on(make, 60)],
        "extendleft": [on(make, [60, 70])],
        "popleft": [on(make)],
        "rotate": [on(make, 2)],
    }


def _named(owner: str, calls: dict[str, list[Make]]) -> dict[str, list[Make]]:
    return {f"{owner}.{name}": makes for name, makes in calls.items()}


_HEAP = [10, 20, 30, 40, 50]
_SEARCHES = [of(_HEAP, x) for x in (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55)]
_LAZY = [of(_five())]
_OTHER = [1, 2, 3]
_PAIRS = [("p", 1), ("q", 2)]


def _big(value: int) -> bool:
    return value > 100


def _small(value: int) -> bool:
    return value < 100


SPECIMENS: dict[str, list[Make]] = {
    **_named("list", _sequence(_five)),
    **_named("deque", {**_sequence(_deque), "pop": [on(_deque)]}),
    **_named("array", _sequence(_array)),
    **_named("bytearray", _sequence(_bytes)),
    **_named(
        "dict",
        {
            "get": [on(_dict, "r"), on(_dict, "x")],
            "pop": [on(_dict, "r")],
            "popitem": [on(_dict)],
            "setdefault": [on(_dict, "r", 60), on(_dict, "x", 60)],
            "update": [on(_dict, {"x": 60, "y": 70})],
            "clear": [on(_dict)],
            "keys": [on(_dict)],
            "values": [on(_dict)],
            "items": [on(_dict)],
            "copy": [on(_dict)],
            "__getitem__": [on(_dict, "r")],
            "__setitem__": [on(_dict, "x", 60)],
            "__delitem__": [on(_dict, "r")],
            "__contains__": [on(_dict, "r"), on(_dict, "x")],
        },
    ),
    "OrderedDict.move_to_end": [on(_ordered, "q")],
    "defaultdict.__missing__": [on(_default, "x")],
    **_named(
        "Counter",
        {
            "most_common": [on(_counter)],
            "elements": [on(_counter)],
            "total": [on(_counter)],
            "update": [on(_counter, ["p", "q"])],
            "subtract": [on(_counter, ["p", "q"])],
        },
    ),
    **_named(
        "set",
        {
            "add": [on(_set, 60)],
            "remove": [on(_set, 30)],
            "discard": [on(_set, 30)],
            "pop": [on(_set)],
            "clear": [on(_set)],
            "update": [on(_set, [60, 70])],
            "difference_update": [on(_set, [30, 10])],
            "intersection_update": [on(_set, [30, 10])],
            "symmetric_difference_update": [on(_set, [30, 60])],
            "union": [on(_set, [60, 70])],
            "intersection": [on(_set, _five())],
            "difference": [on(_set, [30, 10])],
            "symmetric_difference": [on(_set, [30, 60])],
            "issubset": [on(_set, _five())],
            "issuperset": [on(_set, _five())],
            "isdisjoint": [on(lambda: {0, 1, 2}, [1000, 2000])],
            "copy": [on(_set)],
            "__contains__": [on(_set, 30), on(_set, 60)],
        },
    ),
    "heapq.heappush": [of(_HEAP, 5)],
    "heapq.heappop": [of(_HEAP)],
    "heapq.heapify": [of(_five())],
    "heapq.heapreplace": [of(_HEAP, 35)],
    "heapq.heappushpop": [of(_HEAP, 35)],
    "heapq.nlargest": [of(2, _five())],
    "heapq.nsmallest": [of(2, _five())],
    "heapq.merge": [of(_HEAP, _OTHER)],
    "bisect.bisect": _SEARCHES,
    "bisect.bisect_left": _SEARCHES,
    "bisect.bisect_right": _SEARCHES,
    "bisect.insort": [of(_HEAP, 25)],
    "bisect.insort_left": [of(_HEAP, 30)],
    "bisect.insort_right": [of(_HEAP, 30)],
    "random.shuffle": [of(_five())],
    "random.choice": seeded(of(_five())),
    "random.choices": seeded(of(_five())),
    "random.sample": seeded(of(_five(), 2)),
    "copy.copy": _LAZY,
    "copy.deepcopy": _LAZY,
    "next": [lambda: Call((iter(_five()),))],
    "iter": _LAZY,
    "enumerate": _LAZY,
    "reversed": _LAZY,
    "zip": [of(_five(), [1, 2, 3, 4, 5])],
    "map": [of(operator.neg, _five())],
    "filter": [of(_small, _five())],
    "sorted": _LAZY,
    "list": _LAZY,
    "tuple": _LAZY,
    "set": _LAZY,
    "frozenset": _LAZY,
    "dict": [of(_PAIRS)],
    "sum": _LAZY,
    "min": _LAZY,
    "max": _LAZY,
    "any": [of([0, 0, 0])],
    "all": _LAZY,
    "itertools.islice": [of(_five(), 5)],
    "itertools.chain": [of(_five(), _OTHER)],
    "itertools.cycle": _LAZY,
    "itertools.accumulate": _LAZY,
    "itertools.pairwise": _LAZY,
    "itertools.zip_longest": [of(_five(), _OTHER)],
    "itertools.takewhile": [of(_small, _five())],
    "itertools.dropwhile": [of(_small, _five()), of(_big, _five())],
    "itertools.permutations": [of(_OTHER)],
    "itertools.combinations": [of(_OTHER, 2)],
    "itertools.product": [of(_OTHER, _OTHER)],
    "itertools.groupby": _LAZY,
    "collections.deque": _LAZY,
    "collections.Counter": _LAZY,
    "functools.reduce": [of(operator.add, _five())],
    "csv.reader": [of(["p,q", "r,s"])],
    "csv.DictReader": [of(["p,q", "r,s"])],
    "csv.writer": [lambda: Call((io.StringIO(),))],
    "csv.DictWriter": [lambda: Call((io.StringIO(), ("p",)))],
    "print": [lambda: Call(("p",), held=_at_end())],
    "json.dump": [lambda: Call((_five(), _at_end()))],
    "writer.writerow": [_wrote],
    "str.join": [on(lambda: ",", ["p", "q", "r"])],
    **_named(
        "StringIO",
        {
            "write": [on(_at_end, "uv")],
            "writelines": [on(_at_end, ["u", "v"])],
            "getvalue": [on(_text)],
            "read": [on(_text)],
            "readline": [on(_text)],
            "readlines": [on(_text)],
            "seek": [on(_text, 3)],
            "truncate": [on(_text, 3)],
            "tell": [on(_text)],
            "__next__": [on(_text)],
        },
    ),
    "Queue.put": [on(_queue, 9)],
    "Queue.put_nowait": [on(_queue, 9)],
    "Queue.get": [on(_queue)],
    "Queue.get_nowait": [on(_queue)],
    "ContextVar.set": [on(_Variable, 9)],
    "ContextVar.get": [on(_Variable)],
    "ContextVar.reset": [on(_Variable, None)],
}
