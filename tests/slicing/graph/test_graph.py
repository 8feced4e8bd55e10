"""The dependency graph of a whole run: nodes by step and line, edges by what was read."""

from llmdb.slicing import Dependencies, slice_backward, slice_forward
from llmdb.slicing.slices import step_nodes
from tests.slicing.recorded import dependencies, last_step, writers

Row = tuple[int, list[tuple[str, int]]]


def rows(found: Dependencies) -> list[Row]:
    """For each statement its line, and what it read from which line; "" for what let it run."""
    graph, out = found.graph, list[Row]()

    def line(node: int) -> int:
        return found.statements[found.trace.block_of(graph.steps[node])][graph.places[node]].line

    for node in range(1, len(graph.steps)):
        if graph.steps[node]:
            out.append((line(node), [(name, line(parent)) for name, parent in graph.parents(node)]))
    return out


def of_line(found: Dependencies, wanted: int) -> list[list[tuple[str, int]]]:
    """What each execution of a line's statement read."""
    return [reads for line, reads in rows(found) if line == wanted]


def test_a_yielded_value_reaches_the_target_of_the_loop_and_a_sent_one_the_generator() -> None:
    found = dependencies(
        "def numbers(n):\n    got = yield n\n    yield got\n\na = 3\ng = numbers(a)\nfor x in [next(g)]:\n"
        "    y = g.send(x)\nfor z in numbers(a):\n    break\n"
    )
    assert of_line(found, 7)[0] == [("g", 6), ("numbers()", 2)]
    assert of_line(found, 2)[0] == [("", 7), ("n", 6), ("(sent)", 8)]
    assert of_line(found, 8) == [[("", 7), ("g", 6), ("g", 7), ("x", 7), ("numbers()", 3)]]
    assert of_line(found, 9) == [[("a", 5), ("numbers()", 2)]]


def test_what_a_coroutine_returns_reaches_what_awaits_it_and_what_gave_it_to_the_event_loop() -> None:
    found = dependencies(
        "import asyncio\n\nasync def fetch(n):\n    await asyncio.sleep(0)\n    return n\n\n"
        "async def main(a):\n    p = await fetch(a)\n    q, r = await asyncio.gather(fetch(p), fetch(7))\n"
        "    task = asyncio.create_task(fetch(q))\n    s = await task\n    return s\n\nout = asyncio.run(main(3))\n"
    )
    assert of_line(found, 8) == [[("", 14), ("a", 14), ("fetch()", 5)]]
    assert of_line(found, 9) == [[("", 14), ("p", 8), ("fetch()", 5), ("fetch()", 5)]]
    assert of_line(found, 10) == [[("", 14), ("q", 9), ("fetch()", 5)]]
    assert of_line(found, 11) == [[("", 14), ("task", 10)]]
    assert of_line(found, 14) == [[("main()", 12)]]
    assert of_line(found, 4)[0] == [("", 8)]
    assert [writers(found, last_step(found, line))["fetch()"][1] for line in (8, 9, 10)] == [5, 5, 5]
    assert writers(found, last_step(found, 4)) == {}
    cut = slice_backward(found, "out", last_step(found, 14))
    assert {s.line for s in cut.steps} == {5, 8, 9, 10, 11, 12, 14}


def test_a_default_comes_from_its_definition_and_a_passed_argument_from_the_call() -> None:
    found = dependencies(
        "k = 2\ndef f(a, b=k, *, c=k):\n    return a + b + c\n\nx = f(1)\ny = f(1, 2, c=3)\n"
    )
    assert of_line(found, 3) == [
        [("", 5), ("a", 5), ("b", 2), ("c", 2)],
        [("", 6), ("a", 6), ("b", 6), ("c", 6)],
    ]
    assert of_line(found, 2) == [[("k", 1)]]


def test_a_default_is_that_of_the_function_that_is_called_not_of_a_later_one_of_its_name() -> None:
    found = dependencies(
        "w = 1\nfirst = lambda k, w=w: k + w\n"
        "adders = []\nfor i in range(2):\n    adders.append(lambda k, i=i: k + i)\nx = adders[0](5)\n"
        "def make(n):\n    def inner(k, *, n=n):\n        return k + n\n    return inner\n"
        "a = make(7)\nb = make(8)\ny = a(1)\n"
    )
    steps = [step for step in range(1, len(found.trace) + 1) if 5 in found.trace.lines(step)]
    assert writers(found, last_step(found, 5))["i"][:2] == (steps[0], 5)
    assert of_line(found, 5)[-1] == [("", 6), ("k", 6), ("i", 5)]
    graph = found.graph
    (reader,) = step_nodes(found, last_step(found, 5))
    assert [graph.steps[node] for name, node in graph.parents(reader) if name == "i"] == [steps[0]]
    made = min(step for step in range(1, len(found.trace) + 1) if 8 in found.trace.lines(step))
    assert writers(found, last_step(found, 9))["n"][:2] == (made, 8)
    assert set(of_line(found, 9)[0]) == {("", 13), ("k", 13), ("n", 8)}
    assert {s.step for s in slice_backward(found, "y", last_step(found, 13)).steps if s.line == 8} == {made}


def test_a_call_in_an_argument_of_the_same_function_passes_what_the_outer_one_does_not() -> None:
    found = dependencies("a = 2\ndef tick(n=a):\n    return n + 1\n\ne = tick(tick())\n")
    assert of_line(found, 3) == [[("", 5), ("n", 2)], [("", 5), ("n", 5)]]
    steps = [n for n in range(1, len(found.trace) + 1) if 3 in found.trace.lines(n)]
    assert [writers(found, step)["n"][1] for step in steps] == [2, 5]


def test_an_attribute_taken_at_once_comes_from_the_init_of_the_object() -> None:
    found = dependencies(
        "class Box:\n    def __init__(self, n):\n        self.n = n + 1\n        self.m = 0\n\n"
        "class Crate(Box):\n    kind = 1\n\nx = Box(1).n + Crate(2).m\n"
    )
    assert of_line(found, 9) == [[("Box().n", 3), ("Crate().m", 4)]]
    read = writers(found, last_step(found, 9))
    first, second = (n for n in range(1, len(found.trace) + 1) if 4 in found.trace.lines(n))
    assert read == {"Box().n": (first, 3, "mutation"), "Crate().m": (second, 4, "mutation")}


def test_a_decorated_definition_reads_its_defaults_and_gets_what_the_decorator_gives() -> None:
    found = dependencies(
        "k = 2\ndef deco(f):\n    return f\n\n@deco\ndef g(a, b=k):\n    return a + b\n\nx = g(1)\n"
    )
    assert of_line(found, 6)[-1] == [("k", 1), ("deco()", 3)]
    assert of_line(found, 7) == [[("", 9), ("a", 9), ("b", 6)]]
    assert of_line(found, 9) == [[("g", 6), ("g()", 7)]]


def test_a_field_that_was_not_passed_comes_from_its_default() -> None:
    found = dependencies(
        "from dataclasses import dataclass\nfrom typing import NamedTuple\n@dataclass\nclass Config:\n"
        "    limit: int = 10\n    step: int = 2\nclass Spot(NamedTuple):\n    x: int\n    y: int = 4\n"
        "cfg = Config(step=3)\np = Spot(1)\nq = Spot(1, 7)\n"
        "a = cfg.limit\nb = cfg.step\nc = p.y\nd = q.y\n"
    )
    read = writers(found, last_step(found, 16))
    lines = {"cfg.limit": 5, "cfg.step": 10, "p.y": 9, "q.y": 12}
    assert {name: read[name][1] for name in lines} == lines
    assert [of_line(found, line)[0][-1] for line in (13, 15)] == [("cfg.limit", 5), ("p.y", 9)]
    assert [of_line(found, line) for line in (14, 16)] == [[[("cfg", 10)]], [[("q", 12)]]]


def test_the_header_of_a_loop_reads_its_iterable_on_the_way_in_only() -> None:
    found = dependencies("n = [1, 2]\nfor x in n:\n    n = [x]\nlast = n\n")
    assert [reads[-1] for reads in of_line(found, 2)] == [("n", 1), ("n", 1), ("n", 1)]
    assert of_line(found, 4) == [[("n", 3)]]


def test_a_whole_list_has_the_writers_of_what_it_holds_now() -> None:
    found = dependencies("xs = [0, 0]\nxs[0] = 1\nxs[1] = 2\nxs[0] = 3\ntotal = sum(xs)\n")
    assert of_line(found, 5) == [[("xs", 1), ("xs", 3), ("xs", 4)]]


def test_an_item_counted_from_the_end_is_moved_by_what_comes_or_goes_after_it() -> None:
    found = dependencies(
        "xs = [1, 2, 3]\nxs[0:1] = [7, 8]\na = xs[-1]\nxs.pop()\nxs.insert(0, 5)\nb = xs[-1]\nc = xs[1]\n"
    )
    assert of_line(found, 3) == [[("xs", 1)]]
    assert of_line(found, 6) == [[("xs", 1), ("xs[-1]", 4)]]
    assert of_line(found, 7) == [[("xs", 1), ("xs[1]", 2), ("xs[1]", 5)]]


def test_calls_in_statements_of_one_block_are_told_apart() -> None:
    found = dependencies("def f(a):\n    return a\n\nf(1)\nf(2)\nprint(f(3))\n")
    assert [of_line(found, line) for line in (4, 5, 6)] == [[[("f()", 2)]]] * 3
    assert of_line(found, 2) == [[("", line), ("a", line)] for line in (4, 5, 6)]


def test_a_with_after_a_call_in_its_block_gets_what_enter_returned() -> None:
    found = dependencies(
        "class Box:\n    def __enter__(self):\n        return 1\n    def __exit__(self, *e):\n        return None\n\n"
        "def f():\n    return 2\n\np = Box()\nif p:\n    f()\n    with p as c:\n        c = c + 1\n"
    )
    assert of_line(found, 12) == [[("", 11), ("f()", 8)]]
    assert of_line(found, 13) == [[("", 11), ("p", 10), ("__enter__()", 3)]]


def test_an_argument_is_read_before_its_call_though_a_built_in_one_came_earlier() -> None:
    found = dependencies("def f(xs):\n    xs.append(1)\n    return 2\n\nxs = []\nn = len(xs) + f(xs)\n")
    assert of_line(found, 6) == [[("xs", 5), ("f()", 3)]]


def test_a_handler_is_let_run_by_what_raised_in_the_call() -> None:
    found = dependencies(
        "def f(a):\n    if a:\n        raise ValueError(a)\n\ntry:\n    f(1)\nexcept ValueError as e:\n    x = e\n"
    )
    assert of_line(found, 7) == [[("", 3)]]
    assert of_line(found, 8) == [[("", 7), ("e", 7)]]


def test_a_slice_of_a_long_run_is_whole() -> None:
    found = dependencies("t = 0\nu = 0\nfor i in range(20_000):\n    t += i\n    u -= 1\n")
    cut = slice_backward(found, "t", len(found.trace))
    assert len(cut.steps) == 1 + 2 * 20_000
    assert [(s.step, s.line, s.names) for s in cut.steps[:3]] == [
        (1, 1, ("t",)),
        (2, 3, ("i",)),
        (3, 4, ("t",)),
    ]
    assert len(cut.numbers) == len(set(cut.numbers))


def test_a_forward_slice_follows_what_was_written_before_the_step() -> None:
    found = dependencies("a = 1\nb = a\nif b:\n    c = 2\na = 5\nd = a\n")
    cut = slice_forward(found, "a", last_step(found, 3))
    assert [(step.step, step.line) for step in cut.steps] == [(1, 1), (1, 2), (1, 3), (2, 4)]
    assert [step.names for step in cut.steps] == [("a",), ("a",), ("b",), ()]


def test_a_read_of_a_whole_sees_what_changed_since_the_last_one_at_any_depth() -> None:
    found = dependencies(
        "inner = [1]\nouter = [[0], inner]\nfor i in range(2):\n    x = str(outer)\n    inner.append(2)\n"
    )
    assert [[line for name, line in reads if name == "outer"] for reads in of_line(found, 4)] == [[2], [2, 5]]


def test_a_class_body_may_call_the_programs_code_before_its_first_statement() -> None:
    found = dependencies(
        "class Names(dict):\n    seen = []\n    def __setitem__(self, key, value):\n        self.seen.append(key)\n"
        "class Meta(type):\n    @classmethod\n    def __prepare__(cls, name, bases):\n        return Names()\n"
        "class Point(metaclass=Meta):\n    x = 1\n    y = 2\norder = [name for name in Names.seen if name in 'xy']\n"
    )
    assert found.trace.state(len(found.trace))["order"].repr == "['x', 'y']"
    lines = [step.line for step in slice_backward(found, "order", len(found.trace)).steps]
    assert lines.count(4) >= 4


def test_what_a_list_holds_comes_from_its_clearing_too() -> None:
    found = dependencies("xs = [1]\nys = [xs]\nxs.clear()\nxs.append(2)\nn = len(ys[0])\n")
    lines = {step.line for step in slice_backward(found, "n", len(found.trace)).steps}
    assert lines == {1, 2, 3, 4, 5}


def test_an_async_with_binds_what_aenter_returned_and_a_task_gives_what_its_coroutine_returned() -> None:
    found = dependencies(
        """\
import asyncio
class Held:
    async def __aenter__(self):
        return 4
    async def __aexit__(self, *error):
        return None
async def later(n):
    await asyncio.sleep(0)
    return n + 1
async def main():
    async with Held() as v:
        t = asyncio.create_task(later(v))
    r = await t
    return r
x = asyncio.run(main())
"""
    )
    assert of_line(found, 11) == [[("", 15), ("__aenter__()", 4)]]
    assert of_line(found, 13) == [[("", 15), ("t", 12)]]
    cut = slice_forward(found, "v", last_step(found, 11))
    assert {step.line for step in cut.steps} == {4, 6, 9, 11, 12, 13, 14, 15}
