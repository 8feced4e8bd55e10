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
from llmdb.runner.model import Limits, RunOptions


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
            *("module 1", "P 2", "P 4 5 4 5: twice=<property>", "P 7"),
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
            *("module 1", "module 3 4 3", "deco 2: returned <function g>", "+module 4"),
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
    "what follows an exception in its block is not begun where the end of the with takes it over": (
        "class W:\n    def __enter__(self):\n        return self\n    def __exit__(self, *rest):\n        return True\n"
        "with W():\n    x = {}['a']\n    y = 1\nz = 2\n",
        [
            *("module 1", "W 2", "W 4", "+module", "module 6", "W.__enter__ 3: returned <W>"),
            *("module 7: raised KeyError", "W.__exit__ 5: returned True", "+module", "module 9: z=2"),
        ],
    ),
    "a lambda": (
        "add = lambda n: n + 1\nx = add(1)\ny = list(map(lambda n: -n, [x]))\n",
        [
            *("module 1 2", "lambda 1: returned 2", "+module 3: x=2"),
            *("lambda 3: returned -2", "+module: y=[-2]"),
        ],
    ),
    "a generator expression that calls is no frame": (
        "def f(n):\n    return n + 1\nn = sum(f(n) for n in (1, 2))\ng = (f(n) for n in (3,))\nx = next(g)\n",
        [
            *("module 1", "module 3", "f 2: returned 2", "f 2: returned 3"),
            *("+module 4 5: n=5; g=<generator <genexpr>>", "f 2: returned 4", "+module: x=4"),
        ],
    ),
    "an expression that is run from text calls": (
        "def f(n):\n    return n + 1\nx = eval('f(1) + f(2)')\n",
        ["module 1", "module 3", "f 2: returned 2", "f 2: returned 3", "+module: x=5"],
    ),
    "an asynchronous generator": (
        "import asyncio\nasync def ticks():\n    await asyncio.sleep(0)\n    yield 1\n"
        "async def main():\n    async for n in ticks():\n        m = n\n    return m\nx = asyncio.run(main())\n",
        [
            *("module 1 2", "module 5", "module 9", "main 6", "ticks 3", "ticks 4: yielded 1"),
            *("+main: n=1; true", "main 7: m=1", "main 6", "+ticks: returned None", "+main: false"),
            *("main 8: returned 1", "+module: x=1"),
        ],
    ),
    "a finalizer cuts the statement that it interrupts": (
        "class R:\n    def __del__(self):\n        out.append(1)\nout = []\nr = R()\nr = None\nn = len(out)\n",
        [
            *("module 1", "R 2", "+module", "module 4 5 6: out=[]; r=None"),
            *("R.__del__ 3: out=[1]; returned None", "+module 7: n=1"),
        ],
    ),
    "a signal handler cuts the statement that it interrupts": (
        "import signal\ndef handle(number, frame):\n    out.append(1)\nout = []\n"
        "signal.signal(signal.SIGUSR1, handle)\nsignal.raise_signal(signal.SIGUSR1)\nn = len(out)\n",
        [
            *("module 1 2", "module 4 5 6: out=[]"),
            *("handle 3: out=[1]; returned None", "+module 7: n=1"),
        ],
    ),
    "a generator that is closed cuts what closes it": (
        "def gen():\n    try:\n        yield 1\n    finally:\n        out.append(2)\nout = []\ng = gen()\n"
        "a = next(g)\ng = None\nn = len(out)\n",
        [
            *(
                "module 1",
                "module 6 7 8: out=[]; g=<generator gen>",
                "gen 2 3: yielded 1",
                "+module 9: g=None; a=1",
            ),
            *("+gen: raised GeneratorExit", "gen 5: out=[2]; unwound GeneratorExit", "+module 10: n=1"),
        ],
    ),
    "a frame that never ended has no last step": (
        "import os\ndef f():\n    x = 1\n    os._exit(0)\nf()\n",
        ["module 1 2", "module 5", "f 3: x=1"],
    ),
    "an unpacking drives a generator": (
        "def gen():\n    yield 1\n    yield 2\nx = 0\na, b = gen()\nc = 1\n",
        [
            *("module 1", "module 4 5: x=0", "gen 2: yielded 1", "gen 3: yielded 2"),
            *("+gen: returned None", "+module 6: a=1; b=2; c=1"),
        ],
    ),
    "a star drives a generator": (
        "def gen():\n    yield 1\nx = 0\ny = [x, *gen()]\nz = 1\n",
        [
            *("module 1", "module 3 4: x=0", "gen 2: yielded 1", "+gen: returned None"),
            "+module 5: y=[0, 1]; z=1",
        ],
    ),
    "in calls": (
        "class C:\n    def __contains__(self, x):\n        return True\nc = C()\nx = 0\ny = 1 in c\nz = 1\n",
        [
            *("module 1", "C 2", "+module", "module 4 5 6: c=<C>; x=0"),
            *("C.__contains__ 3: returned True", "+module 7: y=True; z=1"),
        ],
    ),
    "an operator that updates calls": (
        "class C:\n    def __iadd__(self, x):\n        return self\nc = C()\nx = 0\nc += 1\nz = 1\n",
        [
            *("module 1", "C 2", "+module", "module 4 5 6: c=<C>; x=0"),
            *("C.__iadd__ 3: returned <C>", "+module 7: z=1"),
        ],
    ),
    "an operator that updates drives a generator": (
        "def gen():\n    yield 1\nxs = []\nx = 0\nxs += gen()\nz = 1\n",
        [
            *("module 1", "module 3 4 5: xs=<list being changed>; x=0", "gen 2: yielded 1"),
            *("+gen: returned None", "+module 6: xs=[1]; z=1"),
        ],
    ),
    "the raise of a class makes the exception": (
        "class E(Exception):\n    def __init__(self):\n        self.n = 1\ndef f():\n    x = 0\n    raise E\n"
        "try:\n    f()\nexcept E:\n    y = 1\n",
        [
            *("module 1", "E 2", "+module", "module 4", "module 7 8", "f 5 6: x=0"),
            *("E.__init__ 3: self=E(); returned None", "+f: raised E", "module 9: true", "module 10: y=1"),
        ],
    ),
    "a decorated definition is one visit": (
        "def deco(n):\n    def wrap(f):\n        return f\n    return wrap\n"
        "for i in range(2):\n    @deco(i)\n    @staticmethod\n    def g():\n        return 1\nx = g\n",
        [
            *("module 1", "module 5: i=0; true", "module 6", "deco 2", "deco 4: returned <function wrap>"),
            *(
                "+module 7 8 7 6",
                "deco.<locals>.wrap 3: returned <staticmethod>",
                "+module 8: g=<staticmethod>",
            ),
            *("module 5: i=1; true", "module 6", "deco 2", "deco 4: returned <function wrap>"),
            *(
                "+module 7 8 7 6",
                "deco.<locals>.wrap 3: returned <staticmethod>",
                "+module 8: g=<staticmethod>",
            ),
            *("module 5: false", "module 10: x=<staticmethod>"),
        ],
    ),
    "bodies without code have a step": (
        "def f(): pass\ndef g():\n    'doc'\nclass K: pass\nf()\ng()\nif f: pass; x = 1\n",
        [
            *(
                "module 1",
                "module 2",
                "module 4",
                "K 4",
                "+module",
                "module 5",
                "f 1: returned None",
                "+module 6",
            ),
            *("g 3: returned None", "+module 7: true", "module 7: x=1"),
        ],
    ),
    "what a defaultdict calls is called by the statement that reads": (
        "from collections import defaultdict\nd = defaultdict(lambda: 0)\nk = len(d)\nx = d[k]\ny = len(d)\n",
        [
            *("module 1 2 3 4: d=<defaultdict being changed>; k=0", "lambda 2: returned 0"),
            "+module 5: d=defaultdict(<function <lambda>>, {0: 0}); x=0; y=1",
        ],
    ),
    "an async with whose body ends with an async for": (
        "import asyncio\nclass C:\n    async def __aenter__(self):\n        return 1\n"
        "    async def __aexit__(self, *rest):\n        pass\n    def __aiter__(self):\n        return self\n"
        "    async def __anext__(self):\n        raise StopAsyncIteration\nasync def main():\n"
        "    async with C() as c:\n        async for x in C():\n            y = x\n    return 1\n"
        "z = asyncio.run(main())\n",
        [
            *("module 1 2", "C 3", "C 5", "C 7", "C 9", "+module", "module 11", "module 16", "main 12"),
            *("C.__aenter__ 4: returned 1", "+main: c=1", "main 13", "C.__aiter__ 8: returned <C>"),
            *("C.__anext__ 10: raised StopAsyncIteration", "+main: false", "C.__aexit__ 6: returned None"),
            *("main 15: returned 1", "+module: z=1"),
        ],
    ),
    "what an exception closes on its way is not called by a later statement": (
        "def numbers():\n    try:\n        yield 1\n    finally:\n        x = 0\ndef work():\n"
        "    for i in numbers():\n        missing[0] = 1\n        late = numbers()\ntry:\n    work()\n"
        "except NameError:\n    y = 1\n",
        [
            *("module 1", "module 6", "module 10 11", "work 7", "numbers 2 3: yielded 1", "+work: i=1; true"),
            *("work 8", "+numbers: raised GeneratorExit", "numbers 5: x=0; unwound GeneratorExit"),
            *("+work: raised NameError", "module 12: true", "module 13: y=1"),
        ],
    ),
    "what stands last in the body of a with comes before what leaves it": (
        "class C:\n    def __enter__(self):\n        return self\n    def __exit__(self, *error):\n        pass\n"
        "    def size(self):\n        return 2\nwith C() as c:\n    c.size()\n    n = 0\n    if n:\n        n = 1\n"
        "m = 2\n",
        [
            *("module 1", "C 2", "C 4", "C 6", "+module", "module 8", "C.__enter__ 3: returned <C>"),
            *("+module: c=<C>", "module 9", "C.size 7: returned 2", "+module 10 11: n=0; false"),
            *("C.__exit__ 5: returned None", "module 13: m=2"),
        ],
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


BEING_CHANGED = {
    "a list that is sorted": (
        "def key(n):\n    return -n - len(xs)\nxs = [1, 2]\nxs.sort(key=key)\n",
        ["<list being changed>", "<list being changed>", "[2, 1]"],
    ),
    "a list that is sorted and stays the same": (
        "def key(n):\n    return n + len(xs)\nxs = [1, 2]\nxs.sort(key=key)\n",
        ["<list being changed>", "<list being changed>", "[1, 2]"],
    ),
    "a list that is extended": (
        "def more():\n    yield len(xs)\nxs = [7]\nxs.extend(more())\n",
        ["<list being changed>", "<list being changed>", "[7, 1]"],
    ),
    "a list that is extended by an operator": (
        "def more():\n    yield len(xs)\nxs = [7]\nxs += more()\n",
        ["<list being changed>", "<list being changed>", "[7, 1]"],
    ),
    "a key that is hashed": (
        "class K:\n    def __hash__(self):\n        return len(xs)\nxs = {}\nxs[K()] = 1\nn = 0\n",
        ["<dict being changed>", "{<K>: 1}"],
    ),
    "a key that is compared": (
        "class K:\n    def __init__(self):\n        self.n = 0\n    def __hash__(self):\n        return 1\n"
        "    def __eq__(self, other):\n        self.n = len(xs)\n        return True\n"
        "xs = {K()}\nxs.discard(K())\nn = 0\n",
        ["<set being changed>", "set()"],
    ),
    "a library that changes what it is given": (
        "import heapq\nclass N:\n    def __lt__(self, other):\n        return len(xs) > 2\n"
        "xs = [N()]\nheapq.heappush(xs, N())\nn = 0\n",
        ["<list being changed>", "[<N>, <N>]"],
    ),
    "a library that leaves what it is given alone": (
        "import functools\ndef add(a, b):\n    return a + len(xs)\nxs = [1, 2]\nn = functools.reduce(add, xs)\n",
        ["[1, 2]", "[1, 2]"],
    ),
    "what the code itself changes": (
        "import functools\ndef add(a, b):\n    xs.append(a)\n    return b\nxs = [1, 2, 3]\n"
        "n = functools.reduce(add, (4, 5), xs)\n",
        ["[1, 2, 3, [...]]", "[1, 2, 3, [...], 4]", "[1, 2, 3, [...], 4]"],
    ),
    "an exception ends it": (
        "def key(n):\n    return n / len(xs)\nxs = [2, 1]\ntry:\n    xs.sort(key=key)\nexcept ZeroDivisionError:\n"
        "    n = len(xs)\n",
        ["<list being changed>", "[2, 1]", "[2, 1]"],
    ),
}


@pytest.mark.parametrize("name", BEING_CHANGED)
def test_what_a_call_is_changing_while_it_runs_code_of_the_program_shows_just_that(name: str) -> None:
    source, shown = BEING_CHANGED[name]
    trace = record(source)
    seen = [(step.scope, trace.value(step.number, "xs")) for step in trace.steps()]
    first = next(
        place for place, (scope, value) in enumerate(seen) if scope != "<module>" and value is not None
    )
    assert [value.repr for _, value in seen[first:] if value is not None] == shown
    assert all(value.type in ("list", "dict", "set") for _, value in seen if value is not None)


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


def test_a_visit_has_its_own_two_ends_whether_or_not_a_step_is_there() -> None:
    visits = record("def f():\n    out.append(1)\nout = []\nfor n in (1, 2):\n    f()\n").visits
    bodies = [n for n in range(1, len(visits) + 1) if visits.lines(n) == (5,)]
    assert [visits.state_before(n)["out"].repr for n in bodies] == ["[]", "[1]"]
    assert [visits.state(n)["out"].repr for n in bodies] == ["[1]", "[1, 1]"]
    assert [visits.changed(n)["out"].repr for n in bodies] == ["[1]", "[1, 1]"]


def test_a_limit_counts_visits_and_not_the_steps_that_calls_make_of_them() -> None:
    source = "def f(n):\n    return n\nx = f(1) + f(2)\ny = f(3) + f(4)\nfor n in (1, 2, 3):\n    x += n\n"
    snippet = parse_snippet(source, name="program.py")
    cfg = build_cfg(snippet)
    trace = build_trace(
        Runner().record(Program(snippet=snippet), cfg, RunOptions(limits=Limits(max_steps=8))), cfg
    )
    assert trace.outcome.kind == "steps"
    assert len(trace.visits) == 8
    assert told(trace) == [
        *("module 1", "module 3", "f 2: returned 1", "f 2: returned 2", "+module 4: x=3"),
        *("f 2: returned 3", "f 2: returned 4", "+module: y=7", "module 5: n=1; true", "module 6: x=4"),
    ]


def test_two_runs_of_a_program_log_the_same() -> None:
    source = (
        "def key(n):\n    return -n\nxs = []\nfor n in range(3000):\n    xs.append(n % 7)\nxs.sort(key=key)\n"
    )
    first, second = (record(source).visits.log for _ in range(2))
    assert first.total == second.total
    assert [first.tag(n) for n in range(first.total)] == [second.tag(n) for n in range(second.total)]


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
