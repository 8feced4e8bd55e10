"""How a snippet uses what it does not define."""

import ast

from llmdb.prefix.uses.statements import find_usage


def _facts(code: str, name: str, key: str) -> list[tuple[object, ...]]:
    usage = find_usage(ast.parse(code), [name])
    return next(place.facts for place in usage.places() if place.key == key)


def test_a_chain_of_attributes_and_calls_is_a_place_of_its_own() -> None:
    usage = find_usage(ast.parse("self.db.get(k).name"), ["self", "k"])
    assert [p.key for p in usage.roots["self"].walk()] == [
        "self", "self.db", "self.db.get", "self.db.get()", "self.db.get().name",
    ]  # fmt: skip


def test_a_local_variable_stands_for_what_it_was_bound_to() -> None:
    assert ("compare", ">", "3") in _facts("size = box.size()\nif size > 3:\n    pass\n", "box", "box.size()")


def test_loops_and_unpacking_reach_the_elements() -> None:
    facts = _facts("for name, age in people:\n    print(age + 1)\n", "people", "people[*][1]")
    assert ("arithmetic", "+", "int") in facts


def test_a_comparison_is_seen_from_both_sides() -> None:
    assert ("compare", ">", "10") in _facts("if 10 < n:\n    pass\n", "n", "n")
    assert ("compare", "==", "'b'") in _facts("if kind in ('a', 'b'):\n    pass\n", "kind", "kind")
    assert ("contains", "'@'") in _facts("if '@' in mail:\n    pass\n", "mail", "mail")


def test_a_call_in_a_try_body_may_raise_what_the_handler_catches() -> None:
    facts = _facts("try:\n    load(1)\nexcept KeyError:\n    pass\n", "load", "load")
    assert ("may raise", "KeyError") in facts


def test_an_argument_is_followed_into_the_snippet_s_own_function() -> None:
    code = "def f(rows):\n    for row in rows:\n        print(row['id'])\nf(data)\n"
    usage = find_usage(ast.parse(code), ["data"])
    assert "data[*]['id']" in [place.key for place in usage.places()]


def test_functions_that_nothing_calls_are_listed() -> None:
    usage = find_usage(ast.parse("def f(): pass\ndef g(): f()\n"), [])
    assert [node.name for node in usage.uncalled if isinstance(node, ast.FunctionDef)] == ["g"]
