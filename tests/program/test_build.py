"""Blocks, exits, units and text of small programs, beside the exact expected values."""

import sys
import types
from textwrap import dedent

import pytest

from llmdb.errors import SnippetSyntaxError
from llmdb.program.build import build_cfg
from llmdb.program.graph import ControlFlowGraph, Level
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Snippet


def graph(code: str, level: Level = "block") -> ControlFlowGraph:
    return build_cfg(parse_snippet(dedent(code), name="test"), level)


def shape(code: str, level: Level = "block") -> list[tuple[tuple[int, int], dict[str, int]]]:
    return [
        (block.lines, {str(way): to for way, to in block.next.items()}) for block in graph(code, level).blocks
    ]


def test_a_straight_program_is_one_block() -> None:
    assert shape("x = 1\ny = 2\n") == [((1, 2), {})]


def test_a_condition_ends_a_block_and_a_loop_header_is_its_own() -> None:
    code = """\
        total = 0
        for n in [1, -2, 3]:
            if n > 0:
                total += n
        print(total)
        """
    assert shape(code) == [
        ((1, 1), {"always": 2}),
        ((2, 2), {"true": 3, "false": 5}),
        ((3, 3), {"true": 4, "false": 2}),
        ((4, 4), {"always": 2}),
        ((5, 5), {}),
    ]
    assert graph(code).text == (
        "\nBlock 1:\nStatement:\n    total = 0\nNext:\n    Go to Block: 2\n"
        "\nBlock 2:\nStatement:\n    iterator -> n, Iterate Over -> [1, -2, 3]\n"
        "Next:\n    If True: Go to Block 3\n    If False: Go to Block 5\n"
        "\nBlock 3:\nStatement:\n    (n > 0)\nNext:\n    If True: Go to Block 4\n    If False: Go to Block 2\n"
        "\nBlock 4:\nStatement:\n    total += n\nNext:\n    Go to Block: 2\n"
        "\nBlock 5:\nStatement:\n    print(total)\nNext:\n    <END>\n"
    )


def test_a_false_way_out_of_the_program_is_written_without_its_way() -> None:
    code = "x = 1\nwhile(x):\n    x -= 1\n"
    assert graph(code).text == (
        "\nBlock 1:\nStatement:\n    x = 1\nNext:\n    Go to Block: 2\n"
        "\nBlock 2:\nStatement:\n    while(x):\nNext:\n    If True: Go to Block 3\n    <END>\n"
        "Block 3:\nStatement:\n    x -= 1\nNext:\n    Go to Block: 2\n"
    )


def test_enumerate_shows_its_index_and_item() -> None:
    assert graph("for i, x in enumerate('ab'):\n    print(i)\n").blocks[0].statements == (
        "i <- index",
        "x <- iterator",
    )


def test_break_and_continue_belong_to_the_block_before_them() -> None:
    code = """\
        for n in range(9):
            if n == 1:
                continue
            if n == 5:
                print(n)
                break
        """
    assert shape(code) == [
        ((1, 1), {"true": 2}),
        ((2, 2), {"true": 1, "false": 3}),
        ((4, 4), {"true": 4, "false": 1}),
        ((5, 5), {}),
    ]
    jumps = [(unit.line, unit.block, unit.leads) for unit in graph(code).units if unit.kind == "jump"]
    assert jumps == [(3, 2, False), (6, 4, False)]


def test_the_else_of_a_loop_runs_when_its_condition_fails_and_a_break_passes_it() -> None:
    code = """\
        while x:
            if y: break
            x -= 1
        else:
            print("none")
        print("done")
        """
    assert shape(code) == [
        ((1, 1), {"true": 2, "false": 4}),
        ((2, 2), {"true": 5, "false": 3}),
        ((3, 3), {"always": 1}),
        ((5, 5), {"always": 5}),
        ((6, 6), {}),
    ]


def test_a_pass_body_is_a_block() -> None:
    assert [(unit.kind, unit.block) for unit in graph("if x:\n    pass\nelse:\n    y = 1\n").units] == [
        ("test", 1),
        ("pass", 2),
        ("statement", 3),
    ]


def test_functions_are_numbered_where_they_stand_and_code_after_them_begins_a_block() -> None:
    code = """\
        import math
        def area(r):
            \"\"\"Of a circle.\"\"\"
            return math.pi * r * r
        print(area(2))
        """
    assert [(block.id, block.scope, block.lines) for block in graph(code).blocks] == [
        (1, "<module>", (1, 2)),
        (2, "area", (4, 4)),
        (3, "<module>", (5, 5)),
    ]
    assert "\nFunction area(r):\n\nBlock 2:" in graph(code).text
    assert "<RETURN>\n\nProgram:\n\nBlock 3:" in graph(code).text


def test_a_class_body_and_its_methods_have_scopes_of_their_own() -> None:
    code = """\
        class A:
            n = 1
            def f(self):
                def g(): pass
                return g
        """
    assert [(scope.name, scope.kind, scope.parameters) for scope in graph(code).scopes] == [
        ("<module>", "module", ()),
        ("A", "class", ()),
        ("A.f", "function", ("self",)),
        ("A.f.<locals>.g", "function", ()),
    ]


def test_scope_names_are_those_of_the_code_objects() -> None:
    code = """\
        class A:
            f = lambda self: [lambda: i for i in (lambda: [1])()]
            async def g(self, *rest, key=lambda: 0, **more):
                global h
                def h(): return {x: (lambda x=x: x) for x in rest}
                def k(): return (lambda: (lambda: y) for y in rest)
        """
    found: set[str] = set()

    def visit(compiled: types.CodeType) -> None:
        if compiled.co_name not in ("<listcomp>", "<dictcomp>", "<genexpr>"):
            found.add(compiled.co_qualname)
        for constant in compiled.co_consts:
            if isinstance(constant, types.CodeType):
                visit(constant)

    visit(compile(dedent(code), "test", "exec"))
    assert {scope.name for scope in graph(code).scopes} == found


def test_parameters_are_in_the_order_of_co_varnames() -> None:
    namespace: dict[str, types.FunctionType] = {}
    code = "def f(a, /, b, *c, d=1, **e): pass\n"
    exec(code, namespace)
    assert graph(code).scopes[1].parameters == namespace["f"].__code__.co_varnames


def test_lambdas_come_after_all_other_blocks() -> None:
    code = "key = lambda pair: pair[1]\nfor p in sorted([], key=key):\n    print(p)\n"
    assert [(block.id, block.scope, block.statements) for block in graph(code).blocks][-1] == (
        4,
        "<lambda>",
        ("lambda pair: pair[1]",),
    )


def test_try_names_the_handler_that_an_error_leads_to() -> None:
    code = """\
        try:
            x = int(text)
        except ValueError as problem:
            x = 0
        except:
            raise
        else:
            y = 1
        finally:
            print(x)
        """
    assert shape(code) == [
        ((1, 2), {"always": 5}),
        ((3, 3), {"true": 3, "false": 4}),
        ((4, 4), {"always": 6}),
        ((5, 6), {"always": 6}),
        ((8, 8), {"always": 6}),
        ((10, 10), {}),
    ]
    assert graph(code).text.startswith(
        "\nBlock 1:\nStatement:\n    try:\n    x = int(text)\nNext:\n    Go to Block: 5\n    If Error: Go to Block 2\n"
    )


def test_the_first_unit_of_a_try_body_leads_because_the_keyword_has_no_instruction_of_its_own() -> None:
    units = graph("try:\n    x = 1\nexcept E:\n    y = 1\n").units
    assert [(unit.kind, unit.block, unit.leads) for unit in units] == [
        ("try", 1, False),
        ("statement", 1, True),
        ("except", 2, True),
        ("statement", 3, True),
    ]


def test_an_except_clause_that_matches_nothing_goes_on_to_finally() -> None:
    code = "try:\n    f()\nexcept E:\n    g()\nfinally:\n    h()\n"
    assert shape(code)[1] == ((3, 3), {"true": 3, "false": 4})


def test_ways_out_of_a_try_pass_its_finally() -> None:
    code = """\
        for i in x:
            try:
                if i: break
                continue
            finally:
                print(i)
        """
    assert shape(code)[1] == ((2, 3), {"true": 4, "false": 3})
    assert shape(code)[2][1] == {"always": 4}


def test_each_case_of_a_match_is_a_condition() -> None:
    code = """\
        match point:
            case [0, y] if y > 0:
                print(y)
            case {"x": x} | {"y": x}:
                pass
            case _:
                print("other")
        """
    assert shape(code) == [
        ((1, 1), {"always": 2}),
        ((2, 2), {"true": 3, "false": 4}),
        ((3, 3), {}),
        ((4, 4), {"true": 5, "false": 6}),
        ((5, 5), {}),
        ((6, 6), {"always": 7}),
        ((7, 7), {}),
    ]
    assert graph(code).block(2).condition == "case [0, y] if y > 0"


def test_a_statement_after_a_yield_or_an_await_begins_a_block() -> None:
    code = "def f():\n    x = yield 1\n    y = 2\n    z = 3\n"
    assert [block.lines for block in graph(code).blocks] == [(1, 1), (2, 2), (3, 4)]
    code = "async def f():\n    await g()\n    y = 2\n"
    assert [block.lines for block in graph(code).blocks] == [(1, 1), (2, 2), (3, 3)]


def test_with_items_end_a_block_and_the_body_begins_one() -> None:
    code = "x = 1\nwith (open(x) as f,\n      open(x)):\n    f.read()\nprint()\n"
    assert shape(code) == [((1, 3), {"always": 2}), ((4, 4), {"always": 3}), ((5, 5), {})]
    assert graph(code).block(1).statements[1] == "with (open(x) as f, open(x)):"


def test_statements_on_one_line_are_told_apart_by_byte_columns() -> None:
    units = graph('é = "é"; y = 1\nif é: y = 2; z = 3\n').units
    assert [(unit.start, unit.end) for unit in units] == [
        ((1, 0), (1, 9)),
        ((1, 11), (1, 16)),
        ((2, 3), (2, 5)),
        ((2, 7), (2, 12)),
        ((2, 14), (2, 19)),
    ]


def test_every_block_has_exactly_one_leading_unit() -> None:
    code = """\
        try:
            while x:
                try: f()
                except: continue
        finally:
            for i in y: pass
        with a: break_here = 1
        """
    found = graph(code)
    for block in found.blocks:
        leading = [unit for unit in found.units if unit.block == block.id and unit.leads]
        assert len(leading) == 1, block


def test_statements_without_code_are_no_statements_of_a_block() -> None:
    code = "def f():\n    global n\n    x: int\n    n = 1\n"
    assert graph(code).block(2).statements == ("n = 1",)
    assert "Function f(): (global: n)" in graph(code).text


def test_a_body_of_statements_without_code_is_still_a_block() -> None:
    units = graph('def f():\n    "Nothing."\n').units
    assert (units[-1].kind, units[-1].block) == ("pass", 2)


def test_a_body_with_a_top_level_return_is_the_scope_snippet() -> None:
    found = graph("def f(): return 1\nreturn f()\n")
    assert [scope.name for scope in found.scopes] == ["__snippet__", "__snippet__.<locals>.f"]


def test_at_line_level_each_statement_is_a_block() -> None:
    code = "for i in x:\n    if i:\n        break\n    y = 1; z = 2\n"
    assert shape(code, "line") == [
        ((1, 1), {"true": 2}),
        ((2, 2), {"true": 3, "false": 4}),
        ((3, 3), {}),
        ((4, 4), {"always": 5}),
        ((4, 4), {"always": 1}),
    ]


def test_at_function_level_each_scope_is_a_block_whose_other_units_only_tell_their_lines() -> None:
    found = graph("def f(n):\n    while n:\n        n -= 1\n    return n\nprint(f(3))\n", "function")
    assert [(block.scope, block.lines) for block in found.blocks] == [("<module>", (1, 5)), ("f", (2, 4))]
    assert [(unit.scope, unit.start, unit.end) for unit in found.units if unit.leads] == [
        ("<module>", (1, 0), (5, 11)),
        ("f", (2, 10), (4, 12)),
    ]
    rest = [(unit.kind, unit.scope, unit.line) for unit in found.units if not unit.leads]
    assert rest == [("line", "<module>", 5), ("line", "f", 3), ("line", "f", 4)]


def test_a_sum_too_long_for_the_parser_is_one_clear_line() -> None:
    text = "x = " + " + ".join(["1"] * 20_000)
    try:
        compile(text, "test", "exec")
    except (RecursionError, MemoryError):
        with pytest.raises(SnippetSyntaxError, match="nested too deeply"):
            build_cfg(Snippet(name="long.py", path=None, text=text))
    else:
        assert sys.version_info >= (3, 13)
        assert len(build_cfg(Snippet(name="long.py", path=None, text=text)).blocks) == 1
