"""What an execution trace answers: places, frames, output, history, exceptions, and what it refuses."""

from pathlib import Path

import msgpack
import pytest

from llmdb.errors import NoSuchStep, ProtocolError
from llmdb.events.model import Outcome, Recording, Value
from llmdb.program.build import build_cfg
from llmdb.program.graph import Level
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions


def record(source: str, prefix: str = "", level: Level = "block", **limits: float) -> ExecutionTrace:
    """The trace of a program run in a real child process."""
    snippet = parse_snippet(source, name="program.py")
    cfg = build_cfg(snippet, level)
    options = RunOptions(stdin=b"one\ntwo\n", limits=Limits(**limits))  # type: ignore[arg-type]
    return build_trace(Runner().record(Program(snippet=snippet, prefix=prefix), cfg, options), cfg)


def final(trace: ExecutionTrace) -> dict[str, str]:
    """The module's variables at the end."""
    last = max(n for n in range(1, len(trace) + 1) if trace.scope_of(n) == "<module>")
    return {name: value.repr for name, value in trace.state(last).items()}


CALLS = """\
def add(xs, n):
    xs.append(n)
    return len(xs)

acc = []
for i in range(2):
    k = add(acc, i)
print("sum", sum(acc))
"""


def test_frames_name_the_caller_s_step_and_the_arguments() -> None:
    trace = record(CALLS)
    inside = next(n for n in range(1, len(trace) + 1) if trace.scope_of(n) == "add")
    outer, inner = trace.frames(inside)
    assert (outer.scope, outer.step, outer.line) == ("<module>", trace.parent_step(inside), 7)
    assert (inner.scope, inner.step) == ("add", inside)
    assert inner.arguments["n"] == Value(type="int", repr="0")
    assert trace.depth(inside) == 2


def test_a_visit_with_a_call_has_the_state_after_the_call_and_its_steps_what_they_did() -> None:
    trace = record(CALLS)
    inside = next(n for n in range(1, len(trace) + 1) if trace.scope_of(n) == "add")
    calling = trace.parent_step(inside)
    assert calling is not None
    visit = trace.visit_of(calling)
    assert trace.visits.state_before(visit)["acc"].repr == "[]"
    assert {n: v.repr for n, v in trace.visits.changed(visit).items()} == {"acc": "[0]", "k": "1"}
    going_on = trace.continued_by(calling)
    assert going_on is not None
    changed = [{n: v.repr for n, v in trace.step(n).changed.items()} for n in (calling, inside, going_on)]
    assert changed == [{}, {"xs": "[0]"}, {"k": "1"}]
    assert trace.state(calling)["acc"].repr == "[]"


def test_what_is_changed_deep_inside_is_changed_under_each_name_of_the_whole() -> None:
    trace = record("p = [[1]]\nq = p\nfor n in [2]:\n    p[0].append(n)\n")
    appending = trace.steps_of_block(3)[0]
    changed = {n: v.repr for n, v in trace.step(appending).changed.items()}
    assert changed == {"p": "[[1, 2]]", "q": "[[1, 2]]"}
    assert trace.history("q")[-1].step == appending


def test_history_lists_bindings_and_mutations_through_any_name() -> None:
    trace = record(CALLS)
    assert [(e.line, e.value.repr) for e in trace.history("acc")] == [(5, "[]"), (2, "[0]"), (2, "[0, 1]")]
    assert [(e.line, e.value.repr) for e in trace.history("k")] == [(7, "1"), (7, "2")]
    assert [e.value.repr for e in trace.history("n", scope="add")] == ["0", "1"]


def test_return_values_are_those_of_the_frame_s_last_step() -> None:
    trace = record(CALLS)
    values = [trace.return_value(n) for n in range(1, len(trace) + 1) if trace.scope_of(n) == "add"]
    assert values == [Value(type="int", repr="1"), Value(type="int", repr="2")]


def test_output_belongs_to_the_step_that_wrote_it() -> None:
    trace = record("import sys\nfor i in range(2):\n    print(i)\nsys.stderr.write('bad')\n")
    written = [trace.output(n) for n in range(1, len(trace) + 1)]
    assert [w for w in written if w] == [(("stdout", "0\n"),), (("stdout", "1\n"),), (("stderr", "bad"),)]
    assert (trace.stdout, trace.stderr) == ("0\n1\n", "bad")


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("x = 1\nx / 0\n", ""),
        ("import sys\nsys.exit('bye')\n", "bye\n"),
        (
            "import sys\nsys.excepthook = lambda kind, error, trace: print(kind.__name__, file=sys.stderr)\n1 / 0\n",
            "ZeroDivisionError\n",
        ),
    ],
)
@pytest.mark.parametrize("lines", [0, 500])
def test_what_a_program_says_at_its_end_is_its_output_and_the_traceback_is_not(
    source: str, written: str, lines: int
) -> None:
    trace = record("n = 0\n" * lines + source)
    assert trace.stderr == written
    assert trace.output_until(len(trace), "stderr") == written


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        ("ValueError('bad', [1, {'k': (2,)}])", "('bad', [1, {'k': (2,)}])"),
        ("KeyError((1, 'x'))", "(1, 'x')"),
        ("ValueError('t', Thing())", "('t', <Thing>)"),
        ("ValueError(list(range(100)))", "<list>"),
        ("ExceptionGroup('several', [ValueError(1), Odd()])", "several (2 sub-exceptions)"),
        ("Odd(1)", ""),
    ],
)
def test_what_an_exception_says_is_kept_where_that_runs_none_of_the_programs_code(
    raised: str, message: str
) -> None:
    trace = record(
        "class Thing:\n    def __repr__(self):\n        return 'thing'\n\n"
        "class Odd(Exception):\n    def __str__(self):\n        return 'odd'\n\n"
        f"raise {raised}\n"
    )
    assert [found.message for found in trace.raises.values()] == [message]


def test_input_belongs_to_the_step_that_read_it() -> None:
    trace = record("a = input()\nif a:\n    b = input()\n")
    given = [{name: value.repr for name, value in step.changed.items()} for step in trace.steps()]
    assert given == [{"a": "'one'"}, {"b": "'two'"}]


def test_a_caught_exception_ends_its_step_at_the_raising_line() -> None:
    trace = record("try:\n    x = 1\n    y = x / 0\n    z = 2\nexcept ZeroDivisionError:\n    w = 3\n")
    raising = next(s for s in trace.steps() if s.raised is not None)
    assert raising.lines[-1] == 3
    assert (raising.raised.type, raising.raised.line, raising.caught) == ("ZeroDivisionError", 3, 5)  # type: ignore[union-attr]


def test_the_prefix_s_variables_are_there_before_the_first_step() -> None:
    trace = record("b = a + [3]\n", prefix="a = [1, 2]\ndef helper(): pass\nimport os\n")
    assert {n: v.repr for n, v in trace.state_before(1).items()} == {"a": "[1, 2]"}


def test_threads_have_stacks_of_their_own() -> None:
    source = """\
import threading
out = []
def work(n):
    for i in range(n):
        out.append(i)
t = threading.Thread(target=work, args=(3,))
t.start()
t.join()
done = len(out)
"""
    trace = record(source)
    inside = [n for n in range(1, len(trace) + 1) if trace.scope_of(n) == "work"]
    assert {trace.depth(n) for n in inside} == {1}
    assert final(trace)["done"] == "3"


def test_what_was_recorded_before_a_sudden_end_is_kept() -> None:
    trace = record("import os\nx = 1\nfor i in range(5):\n    x += i\nos._exit(3)\n")
    assert trace.state(len(trace))["x"].repr == "11"


def test_the_step_limit_is_exact() -> None:
    trace = record("n = 0\nwhile True:\n    n += 1\n", max_steps=1000)
    assert (len(trace), trace.outcome.kind) == (1000, "steps")


def test_an_equal_exception_that_a_later_turn_of_a_loop_raises_is_another_one() -> None:
    trace = record("for i in range(3):\n    try:\n        [][0]\n    except IndexError:\n        pass\n")
    assert [step.caught for step in trace.steps() if step.raised is not None] == [4, 4, 4]


def test_an_exception_that_a_finally_or_a_bare_raise_lets_go_is_noted_where_it_was_raised() -> None:
    for clause in ("finally:\n    x = 1\n", "except IndexError:\n    raise\n"):
        assert list(record(f"try:\n    [][0]\n{clause}").raises) == [1]


def test_objects_of_the_program_are_shown_without_running_their_code() -> None:
    source = """\
class Evil:
    def __init__(self):
        self.x = 1
    def __repr__(self):
        raise ValueError
    def __eq__(self, other):
        print("asked")
        return True
    def __hash__(self):
        print("asked")
        return 1
e = Evil()
xs = [e]
xs.append(e)
e.x = 2
"""
    trace = record(source)
    assert final(trace)["xs"] == "[<Evil x=2>, <Evil x=2>]"
    assert trace.stdout == ""


def test_a_long_recording_is_the_same_at_any_step_in_any_order() -> None:
    source = "xs = []\nd = {}\nfor i in range(30_000):\n    xs.append(i)\n    d[i % 10] = i\n"
    trace = record(source)
    created = next(e for e in map(trace.visits.log.event, trace.visits.log.own(1)) if e.site.names == ("xs",))
    for number in (len(trace), 3, 20_001, 40_000, 20_002, 5, len(trace) - 1):
        after = (number - 1) // 2 if number > 1 else 0
        last = f"{after - 1}]"
        size = trace.visits.log.object_at(created.values[0], trace.positions(number).stop)
        assert size is not None
        assert len(size.data) == after
        assert not after or size.data[-1] == after - 1, last


def test_a_step_outside_the_trace_is_refused_with_the_range() -> None:
    trace = record("x = 1\n")
    with pytest.raises(NoSuchStep, match="the trace has 1 steps"):
        trace.step(2)


@pytest.mark.parametrize(
    "chunk",
    [
        b"",
        b"\xc1",
        b"\xdd\xff\xff\xff\xff",
        msgpack.packb([9]),
        msgpack.packb([0, [["block"]], []]),
        msgpack.packb([2, "B", b"\x05", [], [], []]),
        msgpack.packb([2, "H", b"\x05", [], [], []]),
        msgpack.packb([1, ["a"], [], []]),
    ],
)
def test_bytes_that_are_not_of_the_protocol_are_refused(chunk: bytes) -> None:
    cfg = build_cfg(parse_snippet("x = 1\n", name="x.py"))
    recording = Recording(chunks=(chunk,), outcome=Outcome(kind="finished"), seconds=0.0)
    with pytest.raises(ProtocolError):
        build_trace(recording, cfg)


def test_changes_are_the_same_in_whatever_order_steps_are_asked_for() -> None:
    source = CALLS.replace("range(2)", "range(200)")
    trace, other = record(source), record(source)
    in_order = {n: trace.step(n).changed for n in range(1, len(trace) + 1)}
    backwards = list(in_order)[::-1]
    assert {n: other.changed(n) for n in backwards} == in_order
    assert {n: other.changed(n) for n in list(in_order)[-50:]} == dict(list(in_order.items())[-50:])


def test_the_steps_of_a_frame_hang_together_when_another_thread_ran_meanwhile() -> None:
    trace = record(
        "import threading, time\ndef work():\n    time.sleep(0.05)\n"
        "t = threading.Thread(target=work)\nt.start()\nif t:\n    t.join()\nif t:\n    done = True\n"
    )
    main = [n for n in range(1, len(trace) + 1) if trace.scope_of(n) == "<module>"]
    assert [trace.next_in_frame(n) for n in main] == [*main[1:], None]
    assert [trace.previous_in_frame(n) for n in main] == [None, *main[:-1]]
    assert [trace.lines(n) for n in main][-2:] == [(8,), (9,)]


def test_a_method_of_a_container_is_logged_at_the_line_of_its_call() -> None:
    trace = record("xs = [1]\nd = {1: 2}\nxs.append(4)\nb = xs.pop()\nd.pop(1)\n")
    events = map(trace.visits.log.event, trace.visits.log.own(1))
    assert [(e.site.line, e.site.names[0]) for e in events if e.site.kind == "method"] == [
        (3, "append"),
        (4, "pop"),
        (5, "pop"),
    ]


TAKEN = """\
import functools, heapq, threading
xs = [3, 1]
list(map(xs.append, [2, 4]))
sorted([3], key=xs.append)
add = xs.append
add(5)
thread = threading.Thread(target=add, args=(6,))
thread.start()
thread.join()
functools.partial(xs.insert, 0)(9)
functools.partial(heapq.heappush, xs)(0)
handlers = {"add": xs.append, "sort": xs.sort}
handlers["add"](7)
handlers["sort"]()
rest = [*filter(xs.append, [10])]
eval("xs.append(11)")
for _ in map(xs.append, [12, 13]):
    pass
xs.append(14)
"""


def test_a_method_that_was_taken_from_its_container_changes_it_where_it_is_called() -> None:
    trace = record(TAKEN, level="line")
    found = [(entry.line, eval(entry.value.repr)) for entry in trace.history("xs")]
    grown = [3, 1, 2, 4, 3, 5, 6]
    pushed = [0, 9, 1, 3, 4, 3, 5, 6, 2]
    ordered = sorted([*pushed, 7])
    assert found == [
        (2, grown[:2]),
        (3, grown[:4]),
        (4, grown[:5]),
        (6, grown[:6]),
        (8, grown),
        (10, [9, *grown]),
        (11, pushed),
        (13, [*pushed, 7]),
        (14, ordered),
        (15, [*ordered, 10]),
        (16, [*ordered, 10, 11]),
        (17, [*ordered, 10, 11, 12]),
        (17, [*ordered, 10, 11, 12, 13]),
        (19, [*ordered, 10, 11, 12, 13, 14]),
    ]


HELPER = """\
class Stack:
    def __init__(self):
        self.items = []
    def add(self, item):
        self.items.append(item)
    def __setitem__(self, key, item):
        self.items[key] = item
    def __delitem__(self, key):
        del self.items[key]
    def __iadd__(self, items):
        self.items.extend(items)
        return self
"""


def test_what_another_module_changes_inside_an_object_is_seen_where_it_happens(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text(HELPER, encoding="utf-8")
    source = (
        "from helper import Stack\ns = Stack()\ns.add(1)\ns += [2, 3]\ns[0] = 4\ndel s[1]\nxs = s.items\n"
    )
    snippet = parse_snippet(source, name="program.py")
    cfg = build_cfg(snippet, "line")
    recording = Runner().record(Program(snippet=snippet), cfg, RunOptions(here=True, cwd=tmp_path))
    trace = build_trace(recording, cfg)
    assert [(entry.line, entry.value.repr) for entry in trace.history("s")] == [
        (2, "<Stack items=[]>"),
        (3, "<Stack items=[1]>"),
        (4, "<Stack items=[1, 2, 3]>"),
        (5, "<Stack items=[4, 2, 3]>"),
        (6, "<Stack items=[4, 3]>"),
    ]
    assert final(trace)["xs"] == "[4, 3]"


def test_a_plain_namespace_shows_its_attributes() -> None:
    trace = record(
        "import types\nns = types.SimpleNamespace(a=1)\nns.b = [ns.a]\nns.b.append(2)\ndel ns.a\n",
        level="line",
    )
    assert [(entry.line, entry.value.repr) for entry in trace.history("ns")] == [
        (2, "<SimpleNamespace a=1>"),
        (3, "<SimpleNamespace a=1 b=[1]>"),
        (4, "<SimpleNamespace a=1 b=[1, 2]>"),
        (5, "<SimpleNamespace b=[1, 2]>"),
    ]


def test_names_that_another_module_binds_in_the_one_that_runs_are_recorded(tmp_path: Path) -> None:
    helper = "import __main__\ndef setup(n):\n    __main__.x = n\n    del __main__.y\n"
    (tmp_path / "helper.py").write_text(helper, encoding="utf-8")
    snippet = parse_snippet("import helper\ny = 1\nhelper.setup(5)\nz = x + 1\n", name="program.py")
    cfg = build_cfg(snippet, "line")
    recording = Runner().record(Program(snippet=snippet), cfg, RunOptions(here=True, cwd=tmp_path))
    trace = build_trace(recording, cfg)
    assert [(entry.line, entry.value.repr) for entry in trace.history("x")] == [(3, "5")]
    assert final(trace) == {"x": "5", "z": "6"}


def test_a_function_that_a_test_calls_sees_the_module_s_variables_wherever_one_goes() -> None:
    code = "LIMIT = 4000\n\ndef f(n):\n    while n < LIMIT:\n        n += 1\n    return n\n"
    snippet = parse_snippet(code, name="program.py")
    cfg = build_cfg(snippet)
    program = Program(snippet=snippet, epilogue="assert f(0) == 4000")
    trace = build_trace(Runner().record(program, cfg, RunOptions()), cfg)
    for step in (len(trace), 10, 7000, 4000, 200):
        assert trace.state(step)["LIMIT"].repr == "4000"


def test_what_annotations_are_made_of_is_no_variable() -> None:
    trace = record(
        "from typing import Callable, List, NewType, Optional, TypeVar\nT = TypeVar('T')\nPair = Optional[List[T]]\n"
        "Run = Callable[[int], int]\nOwn = NewType('Own', int)\nEither = int | None\nclass Union:\n    pass\n"
        "u = Union()\nn: Own = Own(3)\n"
    )
    assert final(trace) == {"u": "<Union>", "n": "3"}
