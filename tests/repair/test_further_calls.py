"""Calls with other arguments than those of the tests."""

import ast

import pytest

from llmdb.repair.further_calls import further_calls


def test_each_literal_argument_is_changed_in_turn() -> None:
    assert further_calls(("assert near(1, 'ab') == 2",), most=6) == (
        "near(2, 'ab')",
        "near(1, 'ba')",
        "near(0, 'ab')",
        "near(1, 'b')",
        "near(8, 'ab')",
        "near(1, 'a')",
    )


def test_the_calls_of_several_tests_alternate() -> None:
    assert further_calls(("assert f(1)", "assert g(True)"), most=3) == ("f(2)", "g(False)", "f(0)")


def test_a_call_that_a_test_makes_is_not_made_again() -> None:
    assert "f(2)" not in further_calls(("assert f(1)", "assert f(2)"))


@pytest.mark.parametrize("test", ["assert f(x)", "assert f()", "assert int('3')", "x = 1", "assert f("])
def test_without_literal_arguments_there_is_nothing_to_change(test: str) -> None:
    assert further_calls((test,)) == ()


def test_literals_in_calls_within_and_named_ones_are_changed() -> None:
    assert further_calls(("assert values(reverse(make([1, 2]), skip=1)) == [2, 1]",), most=4) == (
        "values(reverse(make([1, 2]), skip=2))",
        "values(reverse(make([2, 1]), skip=1))",
        "values(reverse(make([1, 2]), skip=0))",
        "values(reverse(make([2, 2]), skip=1))",
    )
    assert further_calls(("assert sorted(Stack([1]).push(2).all()) == [1, 2]",), most=2) == (
        "Stack([1]).push(3).all()",
        "Stack([]).push(2).all()",
    )


def test_a_changed_argument_keeps_its_type() -> None:
    for code in further_calls(("assert f([3, 1], (1, 'a'), {'k': 2}, 0.5, [[1], [2]])",), most=100):
        call = ast.parse(code, mode="eval").body
        assert isinstance(call, ast.Call)
        kinds = [type(ast.literal_eval(argument)) for argument in call.args]
        assert kinds == [list, tuple, dict, float, list]


def test_nothing_is_asked_that_the_tests_arguments_exclude() -> None:
    assert further_calls(("assert f(1) == 1", "assert f(3) == 2")) == (
        "f(2)",
        "f(4)",
        "f(8)",
        "f(101)",
        "f(10)",
        "f(6)",
        "f(103)",
    )
    assert all(
        numbers == sorted(numbers)
        for call in further_calls(("assert f([1, 4]) == 1", "assert f([2, 2, 5]) == 2"))
        for numbers in [ast.literal_eval(call[2:-1])]
    )


def test_of_one_test_alone_no_rule_is_read() -> None:
    assert {"f(0)", "f(-1)"} <= {*further_calls(("assert f(1) == 1",))}


def test_a_test_of_several_statements_is_one_call_whose_steps_come_twice_or_not_or_later() -> None:
    test = "q = Queue(); q.put(1); q.put(3); assert q.take() == 1"
    assert further_calls((test,), most=8) == (
        "((q := Queue()), q.put(1), q.put(1), q.put(3), q.take())[-1]",
        "((q := Queue()), q.put(3), q.take())[-1]",
        "((q := Queue()), q.put(3), q.put(1), q.take())[-1]",
        "((q := Queue()), q.put(1), q.put(3), q.put(3), q.take())[-1]",
        "((q := Queue()), q.put(1), q.take())[-1]",
        "((q := Queue()), q.put(1), q.put(3), q.take(), q.take())[-1]",
        "((q := Queue()), q.put(3), q.put(3), q.take())[-1]",
        "((q := Queue()), q.put(1), q.put(1), q.take())[-1]",
    )


def test_arguments_of_the_other_tests_and_texts_that_are_keys_are_given() -> None:
    tests = ("assert f({'ann': {'bob'}, 'bob': {'ann'}}, 'ann')", "assert f({'cid': {'cid'}}, 'cid')")
    found = further_calls(tests)
    assert {
        "f({'cid': {'cid'}}, 'ann')",
        "f({'ann': {'bob'}, 'bob': {'ann'}}, 'bob')",
        "f({'ann': {'ann', 'bob'}, 'bob': {'ann'}}, 'ann')",
    } <= {*found}


def test_numbers_within_lists_of_lists_are_changed() -> None:
    assert "f([[251, 0]])" in further_calls(("assert f([[250, 0]])",))


def test_what_looks_names_up_elsewhere_is_no_row_of_calls() -> None:
    assert further_calls(("q = Queue(); q.put(1); assert [q.take() for _ in range(1)] == [1]",), most=1) == (
        "q.put(2)",
    )


def test_where_lists_are_sorted_others_are_put_in_order() -> None:
    found = further_calls(("assert f([1, 1, 2]) == 2", "assert f([1, 2, 2, 2]) == 3"))
    assert "f([1, 1, 1, 1, 2, 2])" in found
    lists = [ast.literal_eval(code[2:-1]) for code in found]
    assert all(one == sorted(one) for one in lists)
