"""What the probes log: the steps, the frames, the names and the changes of objects."""

import sys
from textwrap import dedent

import pytest

from tests.child.weaving.quiet import Run, run_source

LINES = {
    "each arrival at a for header is a step, the exhausting one too": (
        "for i in [1, 2]:\n    pass\n",
        [1, 2, 1, 2, 1],
    ),
    "an empty iterable gives one step of the header": ("for i in []:\n    print(i)\nx = 1\n", [1, 3]),
    "a while test is a step at each evaluation": (
        "n = 2\nwhile n and n > 0:\n    n -= 1\nelse:\n    n = 5\n",
        [1, 2, 3, 2, 3, 2, 5],
    ),
    "a while test is a step though its pass has no code": (
        "it = iter([1, 1, 0])\nwhile next(it): pass\n",
        [1, 2, 2, 2] if sys.version_info < (3, 14) else [1, 2, 2, 2, 2, 2],  # there the pass has code
    ),
    "straight-line statements are one step": ("a = 1\nb = 2\nc = a + b\n", [1]),
    "and, or, ternaries and comprehensions stay inside their statement": (
        "a = 0\nb = a and 1 or 2 if a == 0 < 1 else 3\nc = [x for x in range(9) if x % 2]\nassert c, 'none'\n",
        [1],
    ),
    "each copy of a finally body is a step": (
        "def f(n):\n    try:\n        return 1 // n\n    finally:\n        a = n\nf(1)\n"
        "try:\n    f(0)\nexcept ZeroDivisionError:\n    b = 1\n",
        [1, 6, 3, 5, 8, 3, 5, 9, 10],
    ),
    "a resumed generator begins a step after its yield": (
        "def g():\n    x = yield 1\n    y = 2\n    yield x\nfor v in g():\n    print(v)\n",
        [1, 5, 2, 6, 5, 3, 6, 5],
    ),
    "the first matching case is found pattern by pattern": (
        "match [1, 2]:\n    case [1, x] if x > 5:\n        a = 1\n    case [_, y]:\n        a = 2\n",
        [1, 2, 4, 5],
    ),
    "leaving a with is not a step": (
        "import contextlib\nwith contextlib.suppress(ValueError):\n    raise ValueError\nz = 1\n",
        [1, 3, 4],
    ),
    "a lambda is one step in its own frame": ("f = lambda v: v + 1\nf(1)\nf(2)\n", [1, 1, 1]),
    "continue and break leave the counting of headers alone": (
        "for i in range(4):\n    if i == 1: continue\n    if i == 2: break\n    x = i\n",
        [1, 2, 3, 4, 1, 2, 1, 2, 3],
    ),
}


@pytest.mark.parametrize("name", LINES)
def test_steps_come_in_the_order_of_the_blocks(name: str) -> None:
    source, expected = LINES[name]
    run = run_source(source)
    assert run.lines() == expected
    assert run.unwoven == []


def test_an_async_for_steps_at_each_arrival() -> None:
    run = run_source(
        dedent("""\
        async def numbers():
            for i in range(2):
                yield i
        async def main():
            async for v in numbers():
                print(v)
            return 1
        try:
            main().send(None)
        except StopIteration as stop:
            result = stop.value
        """)
    )
    main = [site.line for site, _ in run.events("block") if site.scope == "main"]
    assert main == [5, 6, 5, 6, 5, 7]
    assert run.names["result"] == 1


def test_a_function_level_graph_gives_one_step_a_frame() -> None:
    source = "def f(n):\n    for i in range(n):\n        if i:\n            n += i\n    return n\nx = f(3)\n"
    run = run_source(source, level="function")
    assert [site.scope for site, _ in run.events("block")] == ["<module>", "f"]


def _frames(run: Run) -> list[tuple[str, str]]:
    kinds = ("enter", "generator", "resume", "yield", "return", "unwind", "raised", "caught")
    return [(site.kind, site.scope) for site, _ in run.events(*kinds)]


def test_frames_begin_and_end_with_values() -> None:
    run = run_source("def add(a, *rest, k=3, **more):\n    return a + k\nx = add(1, 2, z=9)\n")
    (_, _), (_, parameters) = run.events("enter")
    assert parameters[:4] == (1, 3, (2,), {"z": 9})
    assert run.events("return")[0][1] == (4,)


def test_a_cell_parameter_is_logged_with_its_value() -> None:
    run = run_source("def outer(n):\n    def inner():\n        return n\n    return inner()\nouter(7)\n")
    site, values = next(event for event in run.events("enter") if event[0].scope == "outer")
    assert (site.names[0], values[0]) == ("n", 7)


def test_an_exception_unwinds_every_frame_it_leaves() -> None:
    run = run_source("def f():\n    raise ValueError('bad')\n\ndef g():\n    f()\n\ng()\n")
    unwound = [(site.scope, *values) for site, values in run.events("unwind")]
    assert unwound == [
        ("f", "ValueError", "bad", 2),
        ("g", "ValueError", "bad", 5),
        ("<module>", "ValueError", "bad", 7),
    ]


def test_a_handler_sees_raised_then_caught() -> None:
    run = run_source("try:\n    1 / 0\nexcept KeyError:\n    pass\nexcept ZeroDivisionError:\n    x = 1\n")
    events = [(site.kind, site.line) for site, _ in run.events("raised", "caught")]
    assert [kind for kind, _ in events] == ["raised", "caught"]
    assert events[1] == ("caught", 5)


def test_a_bare_except_catches_and_a_finally_does_not() -> None:
    run = run_source("try:\n    try:\n        1 / 0\n    finally:\n        print()\nexcept:\n    x = 1\n")
    assert [site.kind for site, _ in run.events("raised", "caught")] == ["raised", "raised", "caught"]


def test_a_generator_logs_each_suspension() -> None:
    run = run_source("def g():\n    yield 1\n    yield 2\nfor v in g():\n    pass\n")
    in_g = [kind for kind, scope in _frames(run) if scope == "g"]
    assert in_g == ["generator", "yield", "resume", "yield", "resume", "return"]


def test_a_throw_resumes_the_generator_before_its_handler() -> None:
    run = run_source(
        "def g():\n    try:\n        yield 1\n    except KeyError:\n        yield 2\nit = g()\nnext(it)\n"
        "x = it.throw(KeyError)\n"
    )
    in_g = [kind for kind, scope in _frames(run) if scope == "g"]
    assert in_g[:6] == ["generator", "yield", "resume", "raised", "caught", "yield"]
    assert run.names["x"] == 2


def test_a_throw_that_ends_an_inner_generator_resumes_the_outer() -> None:
    run = run_source(
        "def inner():\n    try:\n        yield 1\n    except KeyError:\n        return 'done'\n"
        "def outer():\n    got = yield from inner()\n    yield got\nit = outer()\nnext(it)\nx = it.throw(KeyError)\n"
    )
    assert run.names["x"] == "done"
    in_outer = [kind for kind, scope in _frames(run) if scope == "outer"]
    assert in_outer[:4] == ["generator", "yield", "resume", "yield"]


def test_names_are_logged_with_their_storage() -> None:
    source = dedent("""\
    top = 1
    def f():
        global top
        fast = 2
        cell = 3
        top = 4
        del fast
        return lambda: cell
    f()
    class C:
        attribute = 5
    """)
    stores = [(s.scope, s.names[0], s.storage) for s, _ in run_source(source).events("store", "delete")]
    assert stores == [
        ("<module>", "top", "global"),
        ("<module>", "f", "name"),
        ("f", "fast", "fast"),
        ("f", "cell", "cell"),
        ("f", "top", "global"),
        ("f", "fast", "fast"),
        ("C", "attribute", "name"),
        ("<module>", "C", "name"),
    ]


def test_variables_of_comprehensions_are_not_names_of_the_function() -> None:
    source = "def f(x):\n    y = [x for x in range(3)]\n    z = {x: (lambda: x) for x in y}\n    return x\nr = f(9)\n"
    run = run_source(source)
    assert [s.names[0] for s, _ in run.events("store") if s.scope == "f"] == ["y", "z"]
    assert run.names["r"] == 9


def test_item_and_attribute_stores_are_logged_with_their_operands() -> None:
    source = dedent("""\
    class Box: pass
    box, row, table = Box(), [1, 2, 3], {}
    row[0] = 'a'
    row[1:] = 'bc'
    table['k'] = row
    del row[2]
    box.side = 4
    del box.side
    row += 'd'
    """)
    run = run_source(source)
    row = run.names["row"]
    logged = [
        (s.kind, values[1:])
        for s, values in run.events("setitem", "delitem", "setattr", "delattr", "inplace")
    ]
    assert logged == [
        ("setitem", (0, "a")),
        ("setitem", (slice(1, None), "bc")),
        ("setitem", ("k", row)),
        ("delitem", (2,)),
        ("setattr", (4,)),
        ("delattr", ()),
        ("inplace", ("d",)),
    ]


def test_numbers_and_text_never_reach_the_inplace_probe() -> None:
    run = run_source("a = 1\na += 2\nb = 1.5\nb *= a\nc = 'x'\nc += 'y'\n")
    assert run.events("inplace") == []
    assert (run.names["a"], run.names["b"], run.names["c"]) == (3, 4.5, "xy")


def test_calls_that_may_change_something_pass_their_operands() -> None:
    source = dedent("""\
    import heapq
    def own(v): return v
    heap, log = [3, 1], []
    log.append(own(len(heap)))
    heapq.heappush(heap, 2)
    heap.sort(key=None, reverse=True)
    put = log.append
    put(5)
    print(*log, sep='-')
    """)
    run = run_source(source)
    called = [(run.sites[site].kind, run.sites[site].names, args) for site, _, args in run.probes.calls]
    assert called == [
        ("method", ("append",), (2,)),
        ("compared", ("",), (run.names["heap"], 2)),
        ("method", ("sort", "key", "reverse"), (None, True)),
        ("compared", ("put",), (5,)),
        ("compared", ("",), ([2, 5], {"sep": "-"})),
    ] or called == [
        ("method", ("append",), (2,)),
        ("method", ("heappush",), (run.names["heap"], 2)),
        ("method", ("sort", "key", "reverse"), (None, True)),
        ("compared", ("put",), (5,)),
        ("compared", ("",), ([2, 5], {"sep": "-"})),
    ]
    assert run.output == "2-5\n"


def test_the_log_is_drained_at_entries_and_back_edges() -> None:
    source = "n = 0\nwhile n < 50:\n    n += 1\nfor i in range(50):\n    n += i\n"
    run = run_source(source, limit=10)
    assert run.probes.drains > 10
    assert run.names["n"] == 50 + sum(range(50))


def test_a_large_module_needs_no_small_constants() -> None:
    source = "\n".join(f"a{i} = {i} + len('x' * {i})\nif a{i} < 0:\n    b = {i}" for i in range(400))
    run = run_source(source)
    assert len(run.lines()) == 400
    assert run.names["a399"] == 798


DRIVING = {
    "unpacking": "a, b = steps",
    "a starred list": "c = [*steps]",
    "in": "c = 7 in steps",
    "a slice": "row[1:] = steps",
    "an updated list": "row += steps",
    "a list comprehension": "c = [x for x in steps]",
}


@pytest.mark.parametrize("statement", DRIVING.values(), ids=DRIVING)
def test_a_statement_that_drives_a_generator_without_a_call_is_told_of(statement: str) -> None:
    source = f"def gen():\n    yield 1\n    yield 2\nsteps, row = gen(), [0]\nn = 1\n{statement}\n"
    begun = [site.line for site, _ in run_source(source).events("begin")]
    assert begun == [6]


def test_raising_a_class_with_an_initialiser_is_told_of() -> None:
    defined = "class E(Exception):\n    def __init__(self):\n        pass\n"
    source = f"{defined}try:\n    print()\n    raise E\nexcept E:\n    pass\n"
    assert [site.line for site, _ in run_source(source).events("begin")] == [6]


def test_yield_from_is_told_of() -> None:
    source = "def a():\n    yield 1\ndef b(g):\n    print()\n    yield from g\nlist(b(a()))\n"
    assert 5 in [site.line for site, _ in run_source(source).events("begin")]


def test_nothing_is_told_of_iterating_where_nothing_of_the_program_can_run() -> None:
    source = "row = list((1, 2))\na, b = row\nc = [*row]\nd = 1 in row\nrow += c\nprint(a)\n"
    assert [site.line for site, _ in run_source(source).events("begin")] == [6]
