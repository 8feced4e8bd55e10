"""The debugging plan on a recorded program."""

from llmdb.locate.plan.cause_graph import start_nodes
from llmdb.locate.plan.planner import Marks, Planner
from llmdb.locate.plan.result_parts import judge_items, judge_parts
from llmdb.locate.plan.suspiciousness import Evidence
from llmdb.locate.plan.work import Work, work_of
from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from tests.slicing.recorded import dependencies, last_step

CHAIN = """\
a = 1
b = 2
if b:
    c = a + b
if c:
    d = c * 2
if d:
    e = d - b
"""


def planner(text: str) -> Planner:
    """A planner for a program's run."""
    return Planner(dependencies(text), text)


def lines(made: Planner, name: str, marks: Marks | None = None) -> list[int]:
    """The lines of the plan for a name at the end of the run."""
    return [stop.line for stop in made.plan(len(made.found.trace), [name], marks).plan]


def test_the_plan_has_three_stops_the_nearest_first_and_the_predicted_root_at_the_end() -> None:
    made = planner(CHAIN)
    plan = made.plan(len(made.found.trace), ["e"])
    assert [stop.line for stop in plan.plan] == [7, 5, 6]
    assert 0 < plan.root.suspiciousness == max(stop.suspiciousness for stop in plan.plan) < 1
    assert (plan.remaining, plan.total) == (6, 6)


def test_a_stop_tells_its_values_and_why_one_should_look_there() -> None:
    made = planner(CHAIN)
    stop = made.plan(len(made.found.trace), ["e"]).plan[0]
    assert (stop.step, stop.line, stop.name) == (5, 7, None)
    assert [(name, value.repr) for name, value in stop.values] == [("d", "6")]
    assert stop.reason == "decided that line 8 ran"
    root = made.plan(len(made.found.trace), ["e"]).root
    assert (root.step, root.line, root.name) == (4, 6, "d")
    assert root.reason == "made d, which line 8 read"


def test_what_a_right_value_was_made_of_is_not_looked_at() -> None:
    made = planner(CHAIN)
    right = frozenset(start_nodes(made.found, 6, ["d"])) | frozenset(start_nodes(made.found, 6, ["b"]))
    left = made.plan(6, ["e"], Marks(right=right, settled=frozenset({(5, 0)})))
    assert left.remaining == 1
    assert [stop.line for stop in left.plan] == [8]


def test_an_unclear_step_weighs_half() -> None:
    made = planner(CHAIN)
    assert made.plan(6, ["e"]).root.line == 6
    assert made.plan(6, ["e"], Marks(unclear=frozenset({(4, 0)}))).root.line == 7


def test_the_users_root_ends_the_way_from_the_output() -> None:
    made = planner(CHAIN)
    assert lines(made, "e", Marks(root=(1, 0))) == [8, 6, 4, 1]


def test_a_condition_that_left_a_write_out_is_a_cause() -> None:
    text = "best = 0\nfor n in [3, 5]:\n    if n > 9:\n        best = n\nprint(best)\n"
    made = planner(text)
    graph = made.graph(start_nodes(made.found, last_step(made.found, 5), []))
    found = {line: sorted({edge.kind for edges in graph.above.values() for edge in edges}) for line in (3,)}
    assert found == {3: ["control", "data", "omitted"]}
    assert 3 in {place[1] for place in made.places(graph)}


def test_a_write_that_went_to_another_item_is_a_cause_and_says_why() -> None:
    text = 'd = {"a": 0, "b": 0}\nfor k in ["a", "a"]:\n    d[k] += len(k)\nif d:\n    n = d["b"]\n'
    made = planner(text)
    step = len(made.found.trace)
    reasons = {
        (name, stop.line): stop.reason for name in ("n", "d['b']") for stop in made.plan(step, [name]).plan
    }
    assert reasons["n", 3] == "with another key it could have changed d['b'], which line 5 read"
    assert reasons["d['b']", 3] == "with another key it could have changed d['b']"


def test_a_write_left_out_in_another_function_is_found_by_its_attribute() -> None:
    text = (
        "class A:\n    def __init__(self):\n        self.n = 0\n    def add(self, k):\n        if k > 5:\n"
        "            self.n += k\na = A()\na.add(3)\nn = a.n\n"
    )
    made = planner(text)
    graph = made.graph(start_nodes(made.found, last_step(made.found, 9), []))
    assert {3, 5, 9} <= {place[1] for place in made.places(graph)}


def test_the_parts_of_a_container_that_was_read_as_a_whole_are_causes() -> None:
    text = "a = 1\nxs = [[0, 0], [0]]\nif xs:\n    xs[0][1] = a\n    xs[1][0] = 7\nprint(xs)\n"
    made = planner(text)
    graph = made.graph(start_nodes(made.found, last_step(made.found, 6), []))
    assert {1, 2, 4, 5, 6} <= {place[1] for place in made.places(graph)}


def test_nothing_that_begins_after_a_wrong_value_is_its_cause() -> None:
    text = (
        "def go(n):\n    key = n // 2\n    if key:\n        left = go(n - 2) + key\n        return left + go(0)\n"
        "    return key\n\ntotal = go(6)\n"
    )
    made = planner(text)
    graph = made.graph(start_nodes(made.found, 5, ["key"]))
    assert {number for number, _ in graph.above} == {2, 3, 4, 5}
    assert len({number for number, _ in made.graph(start_nodes(made.found, 2, ["total"])).above}) == 15


def test_a_break_that_was_taken_is_a_cause() -> None:
    text = "out = []\nfor n in [1, 2, 3]:\n    if n == 2:\n        break\n    out.append(n)\nprint(out)\n"
    made = planner(text)
    graph = made.graph(start_nodes(made.found, last_step(made.found, 6), []))
    assert 4 in {place[1] for place in made.places(graph)}


def test_statements_that_only_failing_tests_depend_on_come_first() -> None:
    made = planner(CHAIN)
    blocks = {line: made.found.trace.block_of(last_step(made.found, line)) for line in (4, 6, 8)}
    all_lines = frozenset((blocks[line], line) for line in (4, 6, 8))
    made.evidence = Evidence(failing=(all_lines,), passing=(frozenset({(blocks[8], 8), (blocks[6], 6)}),))
    root = made.plan(6, ["e"]).root
    assert root.line == 4
    assert root.reason.endswith("in 1 of 1 failing, 0 of 1 passing tests")


def test_the_work_of_a_statement_is_its_bytecode() -> None:
    found = dependencies("x = 2\ny = x * x + 1\ny\n")
    work = work_of(found.trace.cfg, "x = 2\ny = x * x + 1\ny\n")
    assert work[1, 1] == Work(operations=2, computing=1)
    assert work[1, 2] == Work(operations=6, computing=3)


def test_entering_and_leaving_a_manager_is_no_work_of_the_statement_on_each_python() -> None:
    text = "with open(p, newline='') as f:\n    x = 1\nasync def g():\n    async with f as b:\n        print(b)\n"
    cfg = build_cfg(parse_snippet(text, name="snippet.py"))
    work = {line: work for (_, line), work in work_of(cfg, text).items()}
    assert (work[1], work[4]) == (Work(operations=5, computing=2), Work(operations=2, computing=0))


def test_the_work_of_a_statement_is_the_same_on_each_python() -> None:
    text = "def f(a, b):\n    for n in a:\n        x = a[n:b]\n    return None\nf((), b=2)\nd = {'a': f, 'b': f}\n"
    cfg = dependencies(text).trace.cfg
    work = {line: work for (_, line), work in work_of(cfg, text).items()}
    assert [work[2], work[3], work[4]] == [
        Work(operations=2, computing=0),
        Work(operations=6, computing=2),
        Work(operations=2, computing=0),
    ]
    assert work[5].computing == 3
    assert work[6] == Work(operations=7, computing=2)


def test_the_wrong_items_of_a_result_are_told_from_the_right_ones() -> None:
    def judged(test: str, got: str, returned: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        parts = judge_parts(test, got, returned)
        return parts.wrong, parts.right

    assert judged("assert f(1) == [1, 3]", "[1, 4]", "    return out") == (("out[1]",), ("out[0]",))
    assert judged("assert f(1) == {'a': 1, 'b': 2}", "{'a': 0, 'b': 2}", "return d") == (
        ("d['a']",),
        ("d['b']",),
    )
    assert judged("assert f(1) == (1, 3)", "(1, 4)", "return p.x, y[0]") == (("y[0]",), ("p.x",))
    assert judged("assert f(1) == (1, 3)", "(1, 4)", "return len(xs), y") == (("y",), ())
    nothing: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    assert judged("assert f(1) == (1, 3)", "(1, 4)", "return y, len(xs)") == nothing
    assert judged("assert f(1) == [1]", "[1, 2]", "return out") == nothing
    assert judged("assert f(1) == 3", "4", "return n") == nothing
    assert judged("assert f(1)", "[]", "return out") == nothing
    assert judged("assert f(1) == [1]", "<object>", "return out") == nothing
    assert judged("assert [f(1), f(2)] == [1, 2]", "[1, 3]", "return out") == nothing


def test_a_long_way_back_is_cut_and_said_to_be() -> None:
    text = "n = 0\nfor i in range(50):\n    n += i\nprint(n)\n"
    found = dependencies(text)
    whole = Planner(found, text).plan(len(found.trace), ["n"])
    part = Planner(found, text, most=10).plan(len(found.trace), ["n"])
    assert (whole.complete, part.complete) == (True, False)
    assert (part.looked, part.remaining) == (10, len(found.trace) - 2)


def test_lines_beyond_the_cut_count_once_until_something_is_called_right() -> None:
    text = "far = 3 * 4 + 5\nn = far - 1\nfor i in range(50):\n    n = n + 0\nprint(n)\n"
    found = dependencies(text)
    part = Planner(found, text, most=10)
    last = len(found.trace)
    assert {place[1] for place in part.places(part.graph_of(last, ["n"]))} == {3, 4}
    stops = part.plan(last, ["n"]).plan
    assert "far from the output, which depends on it" in {stop.reason for stop in stops}
    right = frozenset({(last - 3, 0)})
    cut = part.plan(last, ["n"], Marks(right=right))
    assert {stop.line for stop in cut.plan} <= {3, 4}


def test_the_whole_way_back_of_a_long_run_is_looked_at() -> None:
    made = planner("t = 0\nfor i in range(3000):\n    if i % 3:\n        t += i\nd = t\n")
    found = made.plan(len(made.found.trace), ["d"])
    assert found.complete
    assert found.remaining == len(made.found.trace)


def test_the_items_of_a_tested_list_are_judged_one_by_one() -> None:
    assert judge_items("assert [f(1), f(2)] == [1, 3]", "[1, 4]") == (("1", True), ("4", False))
    assert judge_items("x = 2\nassert (f(1), g(x)) == ('a', 3)", "('b', 3)") == (("'b'", False), ("3", True))
    assert judge_items("assert [f(1), f(2)] == [1]", "[1, 4]") == ()
    assert judge_items("assert [f(1), f(2)] == (1, 4)", "[1, 4]") == ()
    assert judge_items("assert f(1) == 3", "4") == ()
    assert judge_items("assert [f(1)]", "[0]") == ()
    assert judge_items("assert [f(1)] == [2]", "[<object>]") == ()
