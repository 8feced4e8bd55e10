"""Bodies that must run as functions: compiled, run, and compared with what they return."""

import ast
import types

import pytest

from llmdb.program.compiling import assigned_names, compile_body


def run_function(source: str, body: str, **values: object) -> object:
    code = compile_body(source, "<snippet>", body, [*values])
    return types.FunctionType(code, {"outside": 10})(*values.values())


def test_a_module_runs_in_the_namespace_it_is_given() -> None:
    namespace: dict[str, object] = {}
    exec(compile_body("x = 1", "<snippet>", "module"), namespace)
    assert namespace["x"] == 1


def test_a_function_body_returns_its_value_and_takes_what_it_assigns_as_parameters() -> None:
    assert run_function("n += outside\nif n:\n    return n", "function", n=5) == 15


def test_a_generator_body_yields() -> None:
    generator = run_function("for n in [1, 2]:\n    yield n", "generator")
    assert isinstance(generator, types.GeneratorType)
    assert list(generator) == [1, 2]


def test_a_coroutine_body_is_a_coroutine() -> None:
    coroutine = run_function("await thing\nreturn 3", "coroutine", thing=None)
    assert isinstance(coroutine, types.CoroutineType)
    coroutine.close()


def test_the_code_object_is_named_snippet_and_keeps_the_positions() -> None:
    code = compile_body("x = 1\n\nreturn x", "<snippet>", "function")
    assert code.co_qualname == "__snippet__"
    assert {line for _, _, line in code.co_lines() if line} == {1, 3}


def test_future_imports_stay_in_front() -> None:
    source = "from __future__ import annotations\ndef f(x: Missing): pass\nreturn f.__annotations__"
    assert run_function(source, "function") == {"x": "Missing"}


def test_a_star_import_cannot_be_in_a_body_with_a_return() -> None:
    with pytest.raises(SyntaxError, match="import \\* only allowed at module level"):
        compile_body("from os import *\nreturn 1", "<snippet>", "function")


def test_assigned_names_are_the_locals_of_the_body() -> None:
    source = """
import os.path, json as j
from sys import argv as a
global g
g = 1
def f(p=(w := 1)): hidden = 1
class C: hidden = 2
for i, (k, *rest) in []: pass
with x as y: del z
try: pass
except E as e: pass
match m:
    case {"a": b, **more} | [b, *more]: pass
squares = [inner for inner in s if (t := inner)]
any((u := v) for v in s)
obj.attr = item[0] = 1
"""
    expected = {
        "os",
        "j",
        "a",
        "f",
        "w",
        "C",
        "i",
        "k",
        "rest",
        "y",
        "z",
        "e",
        "b",
        "more",
        "squares",
        "t",
        "u",
    }
    assert assigned_names(ast.parse(source)) == expected
