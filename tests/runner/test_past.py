"""Going back into the very run that was recorded: what chance, clocks and the system gave is what it was."""

from __future__ import annotations

import ast
import contextlib
import os
import random
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmdb.errors import EvaluationFailed, ReplayDiverged
from llmdb.events.model import Value
from llmdb.program.build import build_cfg
from llmdb.runner import Runner, past
from llmdb.runner.model import RunOptions
from tests.examples import examples
from tests.runner.programs import Kept, evaluate, keep, limits, processes_left, program

NAMES = "{n: v for n, v in globals().items() if len(n) == 1}"

CHANCE = [
    "import random\nx = random.random()\nif x < 0.5:\n    y = random.random()\nelse:\n    y = -x\nz = y\n",
    "import time\nx = time.time()\ny = time.perf_counter()\nz = y - x\n",
    "import datetime\nx = datetime.datetime.now()\ny = x.isoformat()\n",
    "import os\nx = os.urandom(4)\ny = os.getpid()\nfor n in range(30):\n    z = os.urandom(1)\n",
    "import uuid\nx = uuid.uuid4()\ny = uuid.uuid1().hex\n",
    "import secrets\nx = secrets.token_hex(3)\ny = secrets.choice('abcdefgh')\n",
    "from random import Random\nx = Random()\ny = x.random()\n",
    "x = object()\ny = id(x)\nz = [y]\n",
    "import tempfile\nx = tempfile.mkdtemp()\ny = x[-4:]\n",
    "import weakref\nclass A: pass\na, x = A(), 0\nr = weakref.ref(a)\nfor y in range(3):\n    x += y\nz = r() is a\n",
    "from time import time as now\nx = []\nfor n in range(4):\n    x.append(now())\n",
]


@pytest.mark.parametrize("code", CHANCE)
def test_each_name_is_what_the_recording_says_however_it_is_asked(code: str) -> None:
    kept = keep(code)
    for step in range(1, len(kept.trace) + 1):
        state = kept.trace.state(step)
        for name in "xyz":
            if name in state and "<" not in state[name].repr:
                assert kept.p(step, f"[{name}][0]") == state[name].repr


def test_the_next_random_number_is_the_one_that_the_program_draws_next() -> None:
    kept = keep("import random\nxs = []\nfor n in range(6):\n    xs.append(random.random())\n")
    after_two = next(s for s in range(1, len(kept.trace)) if kept.p(s, "len(xs)") == "2")
    assert kept.p(len(kept.trace), "xs[2]") == kept.p(after_two, "random.random()")


def test_addresses_in_what_is_written_are_no_difference() -> None:
    kept = keep(
        "class Node:\n    def __init__(self, v):\n        self.v = v\nnodes = []\nfor i in range(40):\n"
        "    n = Node(i)\n    nodes.append(n)\n    print(n)\n    if i % 3 == 0:\n        nodes.pop(0)\n"
    )
    assert kept.trace.stdout.count("<__main__.Node object at 0x") == 40
    last = len(kept.trace)
    assert [kept.p(step, "i + 1") for step in (last // 2, last)] == [
        str(int(kept.trace.state(step)["i"].repr) + 1) for step in (last // 2, last)
    ]


def test_an_identity_is_the_one_that_the_program_saw() -> None:
    kept = keep("class A: pass\na = A()\nn = id(a)\nif n:\n    m = n\n")
    assert kept.p(len(kept.trace), "id(a)") == kept.trace.state(len(kept.trace))["n"].repr


def _said(kept: Kept, step: int, expression: str) -> str:
    """The value, or why there is none."""
    try:
        return kept.p(step, expression)
    except EvaluationFailed as problem:
        return str(problem)


def test_an_identity_is_the_recorded_one_or_said_to_be_unknown() -> None:
    code = """
        class Node:
            def __init__(self, n):
                self.n = n
        asked, text, unasked = [], "some text", None
        for n in range(60):
            node, row = Node(n), [n]
            if n == 30:
                unasked = Node(-1)
            asked.append((id(node), id(row)))
        end = 1
    """
    kept = keep(code)
    after = [step for step in range(1, len(kept.trace)) if "end" not in kept.trace.state(step)]
    told = set()
    try:
        for step in after[-1:20:-9]:
            if "row" in kept.trace.state(step) and kept.p(step, "len(asked) == n + 1") == "True":
                assert kept.p(step, "asked[-1] == (id(node), id(row))") == "True"
            assert kept.p(step, "id(Node) == id(type(asked[0])) or id(Node) > 0") == "True"
            told.add(_said(kept, step, "unasked and id(unasked)"))
        numbers = {one for one in told if one.isdecimal()}
        assert len(numbers) <= 1
        assert all("identity of this Node is not known" in one for one in told - numbers - {"None"})
        assert kept.p(after[-1], "(lambda id: id('own'))(len)") == "3"
        assert kept.p(after[-1], "id(None) == id(None)") == "True"
    finally:
        kept.past.close()


def test_files_are_as_they_were_at_the_moment_that_is_asked_about() -> None:
    code = """
        f = open('a.txt', 'w')
        f.write('one'); f.flush()
        import json
        a = 1
        f.write('two'); f.close()
        g = open('a.txt')
        b = g.read(3)
        import string
        c = g.read()
        if c:
            d = open('a.txt', 'a').write('x')
    """
    kept = keep(code)
    for _ in range(2):
        assert kept.p(1, "(b, c)") == "('one', 'two')"
        assert kept.p(len(kept.trace), "open('a.txt').read()") == "'onetwox'"
        assert kept.p(1, "open('a.txt').read()") == "'onetwo'"


def test_a_function_s_frame_a_generator_s_and_a_thread_s_are_entered() -> None:
    code = """
        import threading
        def count(n):
            for k in range(n):
                yield k * 10
        def work(box):
            inner = len(box)
            box.append(inner)
        xs = list(count(3))
        ys = []
        t = threading.Thread(target=work, args=(ys,))
        t.start(); t.join()
        end = ys
    """
    kept = keep(code)
    for step in range(1, len(kept.trace) + 1):
        state = kept.trace.state(step)
        for name in ("k", "inner", "xs", "ys"):
            if name in state:
                assert kept.p(step, f"[{name}][0]") == state[name].repr, step


def test_the_main_thread_is_entered_where_another_one_came_first() -> None:
    code = """
        import threading
        out = []
        def work(n):
            v = n * 2
            out.append(v)
        for n in range(3):
            t = threading.Thread(target=work, args=(n,))
            t.start()
            t.join()
        x = sum(out)
        y = x + 1
    """
    kept = keep(code, RunOptions(checkpoints=1))  # each question passes all of the threads
    for step in range(1, len(kept.trace) + 1):
        for name, value in kept.trace.state(step).items():
            if "<" in value.repr:
                continue
            said = value.repr
            try:
                said = kept.p(step, f"[{name}][0]")
            except ReplayDiverged as problem:  # the threads may have taken turns in another order
                said = said if str(problem).startswith("left at") else str(problem)
            assert said == value.repr


def test_a_program_does_not_see_the_processes_that_are_kept() -> None:
    code = """
        import os, signal
        hits = []
        signal.signal(signal.SIGCHLD, lambda *given: hits.append(1))
        import json, random
        try:
            found = os.wait()
        except ChildProcessError:
            found = None
        folder = os.listdir('.')
    """
    kept = keep(code)
    state = kept.trace.state(len(kept.trace))
    assert [state[name].repr for name in ("hits", "found", "folder")] == ["[]", "None", "[]"]
    assert len(kept.past.pids) > 1


HOSTILE = {
    "fork": "import os\nx = 1\nwhile True:\n    os.fork()\n",
    "child": "import os, time\nx = 1\nif os.fork() == 0:\n    time.sleep(60)\ny = 2\n",
    "killpg": "import os\nx = 1\nos.killpg(0, 9)\n",
    "_exit": "import os\nx = 1\nimport json\nos._exit(3)\n",
    "close": "import os\nx = 1\nos.closerange(3, 1024)\ny = 2\n",
    "threads": "import threading as t, time\nfor n in range(9):\n    t.Thread(target=time.sleep, args=(9,)).start()\n",
    "atexit": "import atexit\natexit.register(lambda: open('left', 'a').write('x'))\nx = 1\n",
    "memory": "x = 1\nimport json\ny = bytearray(1 << 20)\nwhile True:\n    y += y\n",
    "signals": (
        "import os, signal\nfor n in range(1, 65):\n    try:\n        signal.signal(n, lambda *given: None)\n"
        "    except (OSError, ValueError):\n        pass\nx = 1\nimport json\nos.kill(os.getpid(), 15)\ny = 2\n"
    ),
    "pipes": "import os\nr, w = os.pipe()\nos.write(w, b'abc')\nimport json\nx = os.read(r, 3)\ny = 2\n",
    "hang": "import time\nx = 1\ntime.sleep(60)\n",
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.fork_bomb] * (name == "fork")) for name in HOSTILE]
)
def test_nothing_of_a_hostile_program_is_left(name: str, nothing_left: None) -> None:
    kept = keep(HOSTILE[name], limits(1.0))
    for step in {1, len(kept.trace)} & set(range(1, len(kept.trace) + 1)):
        with contextlib.suppress(ReplayDiverged, EvaluationFailed):  # that it cannot be had is said
            assert kept.p(step, "1 + 1") == "2"
    kept.past.close()


def test_what_is_kept_ends_with_the_process_that_keeps_it(tmp_path: Path) -> None:
    mark = f"kept-{random.random()}"
    code = (
        "import os, sys\nsys.path.insert(0, sys.argv[1])\n"
        f"os.environ['LANG'] = {mark!r}\n"
        "from tests.runner.programs import keep\nkept = keep('import json\\nx = 1\\n')\n"
        "assert kept.past.pids\nos.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).resolve().parents[2]
    os.spawnv(os.P_WAIT, os.sys.executable, [os.sys.executable, "-c", code, str(root)])  # type: ignore[attr-defined]
    assert processes_left(mark) == []


def test_nothing_is_written_twice_in_the_user_s_own_folder(tmp_path: Path) -> None:
    options = RunOptions(here=True, cwd=tmp_path, checkpoints=2)
    kept = keep("x = 1\nopen('log.txt', 'a').write('once')\nif x:\n    y = 2\nz = y\n", options)
    for step in range(1, len(kept.trace) + 1):
        try:
            kept.p(step, "x")
        except ReplayDiverged:
            continue
    assert (tmp_path / "log.txt").read_text() == "once"


def test_without_checkpoints_the_run_is_gone_through_again_and_checked(tmp_path: Path) -> None:
    options = RunOptions(checkpoints=0)
    assert evaluate("a = [1]\nfor n in a:\n    b = n\nc = b\n", 3, "b + n", options).repr == "2"
    what = program("import random\nx = random.random()\nif x:\n    y = 1\n")
    cfg = build_cfg(what.snippet)
    assert Runner().record_with_past(what, cfg, options)[1] is None
    with pytest.raises(ReplayDiverged):
        keep(what, options).p(2, "x")


STEPS = int(os.environ.get("LLMDB_PAST_STEPS", "3"))
_SOURCES = (
    ("random", "random.random()"), ("random", "random.randint(1, 9)"), ("random", "random.sample(range(40), 3)"),
    ("time", "time.time()"), ("time", "time.monotonic_ns()"), ("os", "os.urandom(2)"), ("uuid", "str(uuid.uuid4())"),
    ("secrets", "secrets.randbelow(50)"), ("datetime", "str(datetime.datetime.now())"), ("os", "os.getpid()"),
    ("os", "id(object())"), ("os", "[id([]), id({})]"), ("uuid", "uuid.uuid1().hex"), ("time", "time.perf_counter()"),
    ("secrets", "list({secrets.token_hex(1) for _ in range(5)})"), ("string", "list({*string.ascii_letters})[:4]"),
    ("random", "random.Random().random()"), ("os", "list({os.urandom(1).hex(), 'a', 'b', 'c'})"),
    ("time", "hash(str(time.time()))"), ("random", "random.choice(list({'x', 'y', 'z'}))"),
)  # fmt: skip


@st.composite
def programs_of_chance(draw: st.DrawFn) -> str:
    """Short programs that draw from several sources, in loops, branches, functions and classes."""
    lines: list[str] = []
    for n in range(draw(st.integers(2, 6))):
        module, value = draw(st.sampled_from(_SOURCES))
        lines += [f"import {module}"] if f"import {module}" not in lines else []
        lines += draw(st.sampled_from(list(_shapes(n, value))))
    return "\n".join([*lines, "last = 0"]) + "\n"


def _shapes(n: int, value: str) -> Iterator[list[str]]:
    yield [f"v{n} = {value}"]
    yield [f"v{n} = []", f"for i in range(4):\n    v{n}.append({value})"]
    yield [f"v{n} = {value}", f"if len(str(v{n})) % 2:\n    w{n} = {value}\nelse:\n    w{n} = 0"]
    yield [f"def f{n}(k):\n    a = {value}\n    return [k, a]", f"v{n} = f{n}({n})"]
    yield [f"def g{n}(k):\n    for i in range(k):\n        yield i, {value}", f"v{n} = list(g{n}(3))"]
    yield [
        f"v{n}, k{n} = {value}, 0",
        f"while k{n} < 5:\n    k{n} += 1\n    if hash(str({value})) % 3 == 0:\n        break\n    v{n} = {value}",
    ]
    yield [f"v{n} = {{}}", f"for i in range(3):\n    v{n}[str({value})] = i"]
    yield [
        f"try:\n    v{n} = [{value}]\n    v{n}[len(str({value})) % 2]\nexcept IndexError:\n    v{n} = {value}"
    ]
    yield [f"class C{n}:\n    def __init__(self):\n        self.x = {value}", f"v{n} = C{n}().x"]


@settings(max_examples=examples(4), deadline=None)
@given(programs_of_chance(), st.randoms(use_true_random=False))
def test_programs_of_chance_are_entered_as_they_were(code: str, choose: random.Random) -> None:
    own = random.Random(choose.getrandbits(32))  # what is drawn depends on the run
    kept = keep(code)
    try:
        with patch.object(
            past, "_APART_WAITING", own.choice([50, 1_000])
        ):  # while the prompt waits, or for a moment
            for _ in islice(kept.prepare(), own.choice([0, 1, 1_000])):
                pass
        for _ in range(STEPS):
            step = own.randint(1, len(kept.trace))
            for name, value in kept.trace.state(step).items():
                if not value.truncated and "<" not in value.repr:
                    with patch.object(past, "_FAR", own.choice([-1, 5_000])):  # workers leave copies or not
                        text = value.repr if value.type == "str" else repr(value.repr)
                        said = [kept.p(step, asked) for asked in (name, f"[{name}][0]", f"str({name})")]
                        assert said == [value.repr, value.repr, text]
    finally:
        kept.past.close()


@pytest.mark.parametrize(("far", "apart"), [(3_000, 1 << 30), (3_000, 4_000), (500, 900)])
def test_a_worker_leaves_copies_of_itself_for_questions_near(
    far: int, apart: int, nothing_left: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "_FAR", far)
    monkeypatch.setattr(past, "_APART", apart)
    code = """
        import random
        def draw(k):
            for i in range(k):
                yield random.random()
        xs, n = [], 0
        while n < 3000:
            for x in draw(3):
                xs.append(x)
                n += 1
    """
    kept = keep(code, RunOptions(checkpoints=10))
    waiting = len(kept.past.pids)
    for first in (9_000, 4_000, 11_000, 6_000, 2_500):
        for step in (first, first, first + 1, first + 7, first + 900):
            frame = kept.trace.scope_of(step)
            name = "n" if frame == "<module>" else "i"
            assert kept.p(step, f"[{name}][0]") == kept.trace.state(step)[name].repr
    assert waiting < len(kept.past.pids) <= max(10, waiting + 3)
    kept.past.close()


def test_copies_wait_everywhere_when_the_prompt_has_waited(
    nothing_left: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "_APART_WAITING", 8_000)
    code = """
        import random
        xs, x = [], 0.0
        for n in range(10_000):
            x = random.random()
            xs.append(x)
    """
    kept = keep(code)
    try:
        total, before = kept.trace.visits.log.total, len(kept.past.pids)
        turns = kept.prepare()
        next(turns)
        del turns  # a line was entered
        middle = len(kept.trace) // 2
        assert kept.p(middle, "[x][0]") == kept.trace.state(middle)["x"].repr
        for _ in kept.prepare():
            pass
        waiting = sorted(at.reached for at in kept.past._checkpoints)
        assert len(waiting) > before
        assert max(b - a for a, b in pairwise([*waiting, total])) < 18_000
        assert not [*kept.prepare()], "there is nothing left to do"
        for step in range(500, len(kept.trace), 3_777):
            assert kept.p(step, "[x][0]") == kept.trace.state(step)["x"].repr
    finally:
        kept.past.close()


def test_where_no_copy_can_be_left_nothing_is_gone_through_again_at_each_prompt(
    nothing_left: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past, "_APART_WAITING", 2_000)
    code = """
        import threading
        def stay(event):
            event.wait()
        event, xs = threading.Event(), []
        threading.Thread(target=stay, args=(event,)).start()
        for n in range(4_000):
            xs.append(n)
        event.set()
    """
    kept = keep(code)
    try:
        waiting = kept.past.pids
        for _ in kept.prepare():
            pass
        assert kept.past.pids == waiting
        assert not [*kept.prepare()]
    finally:
        kept.past.close()


def test_an_expression_is_followed_through_the_run() -> None:
    kept = keep("xs = []\nfor n in range(300):\n    if n % 100 == 7:\n        xs.append(n)\nend = len(xs)\n")
    steps = range(1, len(kept.trace) + 1)
    followed = [
        (steps[at], value.repr) for at, value in kept.past.follow("len(xs)", [*map(kept.place, steps)])
    ]
    state = {step: kept.trace.state(step)["xs"].repr for step in steps}
    expected = [
        (step, str(len(ast.literal_eval(state[step]))))
        for step in steps
        if step == 1 or state[step] != state[step - 1]
    ]
    assert followed == expected
    some = [*map(kept.place, (3, 250, 600))]
    assert [value.repr for _, value in kept.past.follow("xs", some)] == [state[3], state[250], state[600]]
    failing = [*kept.past.follow("m", some)]
    assert failing == [(0, Value(type="", repr="NameError: name 'm' is not defined"))]


def test_objects_that_are_first_seen_near_the_step_may_be_numbered_in_another_order() -> None:
    code = """
        import heapq
        xs, seen, h = [5, 3, 9, 1], [], [3, 1]
        def key(n):
            seen.append(n)
            return -n
        xs.sort(key=key)
        def numbers():
            for i in range(3):
                h.append(i)
                yield i
        xs.extend(numbers())
        d = {}
        class K:
            def __init__(self, n): self.n = n
            def __hash__(self):
                d['h'] = self.n
                return self.n
        d[K(1)] = 1
        heapq.heapify(h)
        z = sorted(xs, key=key)
    """
    kept = keep(code)
    for step in range(1, len(kept.trace) + 1):
        for name, value in kept.trace.state(step).items():
            if "<" not in value.repr:
                assert kept.p(step, f"[{name}][0]") == value.repr, step
