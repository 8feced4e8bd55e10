"""Dataclasses whose methods are written late behave as the standard library's."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from threading import Barrier, Thread
from typing import Any

import pytest

from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block of a few lines."""

    number: int
    lines: tuple[int, ...] = ()
    names: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        return f"B{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop(Block):
    rounds: int = 1


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: int = 2


@dataclass(slots=True)
class Counter:
    count: int = 0

    def __post_init__(self) -> None:
        self.count += 1


def test_values_are_made_compared_changed_and_shown() -> None:
    loop = Loop(number=3, names=["a"])
    assert repr(loop) == "Loop(number=3, lines=(), names=['a'], rounds=1)"
    assert replace(loop, rounds=2) == Loop(number=3, names=["a"], rounds=2) != loop
    assert asdict(Pair(1)) == {"left": 1, "right": 2}
    assert hash(Pair(1)) == hash(Pair(1, 2))
    assert loop.label == "B3"
    assert Counter(4).count == 5
    assert Block.__doc__ == "A block of a few lines."


def test_fields_that_are_not_shown_and_what_a_class_says_itself_are_as_in_the_standard_library() -> None:
    def made_by(decorator: Callable[..., Any]) -> list[object]:
        @decorator(frozen=True, slots=True)
        class Told:
            shown: int
            hidden: int = field(default=2, repr=False)
            other: int = field(default=3, compare=False, kw_only=True)

        @decorator(slots=True)
        class Own:
            number: int = 0
            items: list[object] = field(default_factory=list)

            def __repr__(self) -> str:
                return "own"

            def __eq__(self, other: object) -> bool:
                return True

        made: Any = Told
        told, own = made(1, other=9), Own()
        own.items.append(own)
        compared = (told == made(1), told == made(2), told != (1, 2), hash(told) == hash((1, 2)), own == 5)
        return [str(told).rpartition(".")[2], repr(own), *compared, Own.__hash__, made.__match_args__]

    assert made_by(dataclass) == made_by(dataclasses.dataclass)


def test_values_have_slots_and_frozen_ones_refuse_to_change() -> None:
    assert not hasattr(Loop(number=1), "__dict__")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'left'"):
        Pair(1).left = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del Pair(1).left
    with pytest.raises(TypeError, match="number"):
        Block()  # type: ignore[call-arg]


def test_fields_are_known_before_a_value_is_made() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Unmade(Block):
        extra: int = 0

    assert "__match_args__" not in vars(Unmade)
    assert is_dataclass(Unmade)
    assert [one.name for one in fields(Unmade)] == ["number", "lines", "names", "extra"]


def test_values_are_copied_pickled_and_matched() -> None:
    assert copy.deepcopy(Pair(1)) == pickle.loads(pickle.dumps(Pair(1))) == Pair(1)
    match Pair(5, 6):
        case Pair(left, right):
            assert (left, right) == (5, 6)


def test_threads_that_make_the_first_values_at_once_get_them_whole() -> None:
    for _ in range(20):

        @dataclass(frozen=True, slots=True, kw_only=True)
        class Fresh:
            names: list[str] = field(default_factory=list)
            number: int = 7

        made: list[Fresh] = []
        start = Barrier(4)

        def make(kind: type[Fresh] = Fresh, made: list[Fresh] = made, start: Barrier = start) -> None:
            start.wait()
            made.append(kind())

        threads = [Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert made == [Fresh(names=[], number=7)] * 4


def test_the_first_values_of_a_class_are_as_the_later_ones() -> None:
    def made_by(decorator: Callable[..., Any]) -> list[object]:
        @decorator(frozen=True, slots=True, kw_only=True)
        class Named:
            number: int
            names: list[str] = field(default_factory=list)
            double: int = field(default=0, repr=False)

            def __post_init__(self) -> None:
                object.__setattr__(self, "double", 2 * self.number)

        @decorator(slots=True, kw_only=True)
        class Changing:
            number: int = 1

        named: Any = Named
        changing: Any = Changing
        told: list[object] = []
        for number in range(12):
            one, same = named(number=number), named(number=number)
            told += [one == same, one != named(number=-1), one.double, one.names is same.names]
            told += [repr(one).rpartition(".")[2], changing(number=number) == changing(), changing.__hash__]
            for wrong in ({}, {"number": 1, "other": 2}, {"number": 1, "names": [], "more": 3}):
                with pytest.raises(TypeError) as refused:
                    Named(**wrong)
                told.append(str(refused.value).rpartition("__init__")[2])
        return [*told, hash(Pair(3)) == hash(Pair(3))]

    assert made_by(dataclass) == made_by(dataclasses.dataclass)


def test_the_hash_of_a_value_is_the_same_before_and_after_its_methods_are_written() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Key:
        name: str

    first = Key(name="a")
    places = {first: 1}
    others = [Key(name="a") for _ in range(20)]
    assert [places[one] for one in others] == [1] * 20
    assert replace(first, name="b") == Key(name="b")
