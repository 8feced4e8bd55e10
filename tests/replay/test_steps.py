"""Steps in the order of time: where visits are cut, and what each step says of itself."""

from itertools import pairwise

import pytest

from llmdb.errors import NoSuchStep
from llmdb.program.build import build_cfg
from llmdb.program.graph import Level
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.model import Step
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions


def record(source: str, level: Level = "block", test: str = "") -> ExecutionTrace:
    """The trace of a program run in a real child process, with a test after it."""
    snippet = parse_snippet(source, name="program.py")
    cfg = build_cfg(snippet, level)
    return build_trace(Runner().record(Program(snippet=snippet, epilogue=test), cfg, RunOptions()), cfg)


def told(trace: ExecutionTrace) -> list[str]:
    """Each step as `scope lines: name=value; what else`, a step that continues a visit with `+` before it."""
    return [_text(trace, step) for step in trace.steps()]


def _text(trace: ExecutionTrace, step: Step) -> str:
    said = [f"{name}={value.repr}" for name, value in step.changed.items()]
    said += [f"returned {step.returned.repr}"] if step.returned is not None else []
    said += [f"yielded {step.yielded.repr}"] if step.yielded is not None else []
    said += [{True: "true", False: "false"}[step.taken]] if step.taken is not None else []
    said += [f"raised {step.raised.type}"] if step.raised is not None else []
    said += [f"unwound {step.unwound.type}"] if step.unwound is not None else []
    said += [f"wrote {text!r}" for _, text in trace.output(step.number)]
    lines = " ".join(map(str, step.lines))
    begun = f"{step.scope.strip('<>')} {lines}".rstrip()
    return ("+" if step.continues else "") + begun + (": " + "; ".join(said) if said else "")


CALL = """\
def f(x):
    y = x + 1
    return y

a = 1
b = f(a)
print(b)
"""


@pytest.mark.parametrize(
    ("level", "steps"),
    [
        ("block", ["module 1", "module 5 6: a=1", "f 2 3: y=2; returned 2", "+module 7: b=2; wrote '2\\n'"]),
        (
            "line",
            [
                *("module 1", "module 5: a=1", "module 6", "f 2: y=2", "f 3: returned 2"),
                *("+module: b=2", "module 7: wrote '2\\n'"),
            ],
        ),
        ("function", ["module 1 5 6: a=1", "f 2 3: y=2; returned 2", "+module 7: b=2; wrote '2\\n'"]),
    ],
)
def test_a_call_cuts_the_visit_of_its_block(level: Level, steps: list[str]) -> None:
    assert told(record(CALL, level)) == steps


def test_a_function_as_one_visit_tells_the_lines_that_ran() -> None:
    source = (
        "def f(xs):\n    n = 0\n    for x in xs:\n        if x > 1:\n            n = g(x)\n        else:\n"
    )
    source += "            n = 1\n    return n\ndef g(x):\n    return x\nr = f([1, 2])\n"
    assert told(record(source, "function")) == [
        *(
            "module 1 9 11",
            "f 2 3 4 7 5: n=1; x=2",
            "g 10: returned 2",
            "+f 8: n=2; returned 2",
            "+module: r=2",
        ),
    ]


def test_a_step_that_goes_on_says_which_one_it_continues_and_what_came_back() -> None:
    trace = record(CALL)
    assert [step.continues for step in trace.steps()] == [None, None, None, 2]
    assert trace.steps_of_visit(trace.visit_of(2)) == trace.steps_of_visit(trace.visit_of(4))
    back = trace.came_back(4)
    assert back is not None
    assert (back.scope, back.step, back.how) == ("f", 3, "returned")
    assert back.value is not None
    assert back.value.repr == "2"
    assert {name: value.repr for name, value in back.arguments.items()} == {"x": "1"}
    assert trace.came_back(2) is None


def test_what_came_back_is_named_by_what_it_was_called_with() -> None:
    trace = record("def clear(xs):\n    xs.clear()\nout = [1]\nclear(out)\nn = len(out)\n")
    back = trace.came_back(len(trace))
    assert back is not None
    assert {name: value.repr for name, value in back.arguments.items()} == {"xs": "[1]"}


PROGRAMS = {
    "methods, properties and operators": (
        """\
class P:
    def __init__(self, v):
        self.v = v
    @property
    def twice(self):
        return self.v * 2
    def __add__(self, other):
        return P(self.v + other.v)
p = P(3)
q = (p + p).twice
""",
        [
            *("module 1", "P 2", "P 4 5", "P 4 5: twice=<property>", "P 7"),
            *("+module", "module 9", "P.__init__ 3: self=<P v=3>; returned None", "+module 10: p=<P v=3>"),
            *("P.__add__ 8", "P.__init__ 3: self=<P v=6>; returned None", "+P.__add__: returned <P v=6>"),
            *("P.twice 6: returned 12", "+module: q=12"),
        ],
    ),
    "between the calls of a key function nothing happens": (
        "def key(n):\n    return -n\nxs = sorted([1, 2], key=key)\n",
        ["module 1", "module 3", "key 2: returned -1", "key 2: returned -2", "+module: xs=[2, 1]"],
    ),
    "nor between two calls of one statement": (
        "def nxt():\n    return 1\nt = (nxt(), nxt())\n",
        ["module 1", "module 3", "nxt 2: returned 1", "nxt 2: returned 1", "+module: t=(1, 1)"],
    ),
    "a comprehension that calls": (
        "def f(n):\n    return n + 1\nxs = [f(n) for n in (1, 2)]\n",
        ["module 1", "module 3", "f 2: returned 2", "f 2: returned 3", "+module: xs=[2, 3]"],
    ),
    "the last line calls": (
        "def main():\n    print('in')\nmain()\n",
        ["module 1", "module 3", "main 2: returned None; wrote 'in\\n'", "+module"],
    ),
    "a jump comes after the condition before it": (
        "for n in (1, 2):\n    a = n\n    if a > 1:\n        break\n    if a:\n        continue\n",
        [
            "module 1: n=1; true",
            "module 2 3: a=1; false",
            "module 5 6",
            "module 1: n=2; true",
            "module 2 3 4: a=2; true",
        ],
    ),
    "a statement after the call does nothing that is logged": (
        "def f():\n    return 2\nif True:\n    f()\n    assert True\nx = 1\n",
        ["module 1", "module 3: true", "module 4", "f 2: returned 2", "+module 5", "module 6: x=1"],
    ),
    "a condition that calls": (
        "def f():\n    return 0\nif f():\n    x = 1\nelse:\n    x = 2\n",
        ["module 1", "module 3", "f 2: returned 0", "+module: false", "module 6: x=2"],
    ),
    "an argument is changed by the callee, not by the caller": (
        "def add(xs):\n    xs.append(1)\nout = []\nadd(out)\nn = len(out)\n",
        ["module 1", "module 3 4: out=[]", "add 2: xs=[1]; returned None", "+module 5: n=1"],
    ),
    "a global is the callee's change": (
        "count = 0\ndef tick():\n    global count\n    count += 1\ntick()\n",
        ["module 1 2: count=0", "module 5", "tick 4: count=1; returned None", "+module"],
    ),
    "a generator hands back and goes on": (
        "def gen():\n    x = yield 1\n    print(x)\ng = gen()\nnext(g)\ng.send(5)\n",
        [
            *("module 1", "module 4 5: g=<generator gen>", "gen 2: yielded 1", "+module 6", "+gen: x=5"),
            *("gen 3: returned None; wrote '5\\n'", "+module: raised StopIteration"),
        ],
    ),
    "a for over a generator": (
        "def gen():\n    yield 1\nfor n in gen():\n    pass\n",
        [
            *("module 1", "module 3", "gen 2: yielded 1", "+module: n=1; true", "module 4"),
            *("module 3", "+gen: returned None", "+module: false"),
        ],
    ),
    "what a yield from hands through is yielded once": (
        "def inner():\n    yield 1\ndef outer():\n    yield from inner()\nxs = list(outer())\n",
        [
            *("module 1", "module 3", "module 5", "outer 4", "inner 2: yielded 1"),
            *("+inner: returned None", "+outer: returned None", "+module: xs=[1]"),
        ],
    ),
    "coroutines": (
        "import asyncio\nasync def leaf():\n    await asyncio.sleep(0)\n    return 7\n"
        "async def mid():\n    v = await leaf()\n    return v\nprint(asyncio.run(mid()))\n",
        [
            *("module 1 2", "module 5", "module 8", "mid 6", "leaf 3", "leaf 4: returned 7"),
            *("+mid: v=7", "mid 7: returned 7", "+module: wrote '7\\n'"),
        ],
    ),
    "a with calls its two methods": (
        "class W:\n    def __enter__(self):\n        return 1\n    def __exit__(self, *rest):\n        return None\n"
        "with W() as w:\n    x = w\ny = x\n",
        [
            *("module 1", "W 2", "W 4", "+module", "module 6", "W.__enter__ 3: returned 1", "+module: w=1"),
            *("module 7: x=1", "W.__exit__ 5: returned None", "module 8: y=1"),
        ],
    ),
    "a decorator calls": (
        "def deco(f):\n    return f\n@deco\ndef g():\n    return 1\ng()\n",
        [
            *("module 1", "module 3 4", "module 3", "deco 2: returned <function g>", "+module 4"),
            *("module 6", "g 5: returned 1", "+module"),
        ],
    ),
    "an exception unwinds into the middle of a block and is caught": (
        "def boom():\n    raise ValueError('x')\ntry:\n    boom()\nexcept ValueError:\n    y = 1\n",
        ["module 1", "module 3 4", "boom 2: raised ValueError", "module 5: true", "module 6: y=1"],
    ),
    "an exception that nobody catches ends each frame": (
        "def boom():\n    1 / 0\ndef go():\n    boom()\ngo()\n",
        [
            *("module 1", "module 3", "module 5", "go 4", "boom 2: raised ZeroDivisionError"),
            *("+go: unwound ZeroDivisionError", "+module: unwound ZeroDivisionError"),
        ],
    ),
    "a library raises": (
        "import json\nx = 1\njson.loads('{')\n",
        ["module 1 2 3: x=1; raised JSONDecodeError"],
    ),
    "a raise after a call that came back": (
        "def f():\n    return 1\nx = f()\nraise ValueError(x)\n",
        ["module 1", "module 3", "f 2: returned 1", "+module 4: x=1; raised ValueError"],
    ),
    "text that is run calls": (
        "def f():\n    return 1\nexec('y = f()')\nz = y\n",
        ["module 1", "module 3", "f 2: returned 1", "+module 4: y=1; z=1"],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_steps_are_cut_where_control_leaves_a_frame_and_where_it_comes_back(name: str) -> None:
    source, steps = PROGRAMS[name]
    assert told(record(source)) == steps


def test_a_thread_cuts_where_it_is_noted() -> None:
    source = (
        "import threading\nout = []\ndef work():\n    out.append(1)\n"
        "t = threading.Thread(target=work)\nt.start()\nt.join()\nn = len(out)\n"
    )
    steps = told(record(source))
    assert "work 4: out=[1]; returned None" in steps
    assert steps[-1].endswith("n=1")
    assert steps[-1].startswith("+module")


def test_the_end_is_where_the_module_ended_and_a_test_runs_after_it() -> None:
    trace = record("def f():\n    return 1\nx = f()\n", test="assert f() == 2")
    assert told(trace) == ["module 1", "module 3", "f 2: returned 1", "+module: x=1", "f 2: returned 1"]
    assert trace.end == 4


def test_output_is_empty_before_the_step_that_writes_it() -> None:
    trace = record(CALL)
    assert [trace.output_until(number) for number in range(1, len(trace) + 1)] == ["", "", "", "2\n"]


def test_steps_do_not_overlap_and_each_event_is_of_the_step_before_it() -> None:
    trace = record(PROGRAMS["methods, properties and operators"][0])
    inside = [trace.positions(number) for number in range(1, len(trace) + 1)]
    assert all(one.stop <= two.start for one, two in pairwise(inside))
    assert all(trace.step_at(places.start) == number for number, places in enumerate(inside, 1))


def test_the_step_in_which_a_statement_was_done_is_the_one_after_its_calls() -> None:
    trace = record(CALL)
    visit = trace.visit_of(2)
    assert [trace.step_of(visit, line) for line in (5, 6, 7)] == [2, 4, 4]
    assert trace.step_of(trace.visit_of(3), 2) == 3


def test_a_step_outside_the_trace_is_refused() -> None:
    with pytest.raises(NoSuchStep, match="the trace has 4 steps"):
        record(CALL).lines(5)
