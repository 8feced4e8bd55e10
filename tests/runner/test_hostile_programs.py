"""Programs that fight back: llmdb answers within its limit plus 2 s and keeps what was recorded.

The folder's fixture checks that each leaves no process and no file behind.
"""

import time

import pytest

from llmdb.events.framing import pack_strings
from llmdb.events.model import Outcome, Recording
from llmdb.program.build import build_cfg
from llmdb.runner import Runner, supervise, usage
from llmdb.runner.model import RunOptions
from llmdb.runner.report import read_outcome
from tests.runner.programs import limits, program, record, run


def watched(code: str, options: RunOptions) -> Recording:
    """What is received of a program, without being read."""
    what = program(code)
    return Runner().record(what, build_cfg(what.snippet), options)


LIMIT_S = 1.0
ENDS_BY_ITSELF_S = 40.0  # on a busy machine, too


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("x = 1\nwhile True:\n    x += sum(range(20_000))", "timeout"),
        ("x = 1\nwhile True: pass", "steps"),
        ("x = 1\nsum(iter(int, 1))", "timeout"),
        ("x = 1\nimport os\nos._exit(3)", "crash"),
        ("x = 1\nimport ctypes\nctypes.string_at(0)", "crash"),
        ("x = 1\nimport os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "crash"),
        pytest.param("x = 1\nimport os\nwhile True:\n    os.fork()", "crash", marks=pytest.mark.fork_bomb),
        ("x = 1\ndef f(n):\n    return f(n + 1)\nf(0)", "exception"),
        ("x = 1\nwhile True:\n    print('y' * 10_000)", "steps"),
        ("x = 1\nimport os\nwhile True:\n    os.write(1, b'y' * 8192)", "steps"),
        (
            "x = 1\nwhile True:\n  try:\n   while True:\n    x += sum(range(20_000))\n  except:\n   pass",
            "timeout",
        ),
        ("x = [1]\nx = x * 10**10", "memory"),
        ("x = 1\nimport time\ntime.sleep(100)", "timeout"),
        (
            "x = 1\nimport threading\nthreading.Thread(target=lambda: __import__('time').sleep(100)).start()",
            "timeout",
        ),
    ],
)
def test_a_hostile_program_ends_at_its_limit_with_what_it_did(code: str, kind: str) -> None:
    seconds = LIMIT_S if kind == "timeout" else ENDS_BY_ITSELF_S
    recorded = record(code, limits(seconds, max_memory_mib=512, max_steps=40_000))
    assert recorded.recording.outcome.kind == kind
    assert recorded.seconds < ENDS_BY_ITSELF_S
    assert recorded.trace.lines(1)[0] == 1
    assert kind != "timeout" or recorded.recording.seconds >= LIMIT_S


@pytest.mark.parametrize(
    ("code", "least"),
    [
        ("xs = []\nwhile True:\n    xs.append(bytearray(10_000_000))", 6),
        ("xs = []\nwhile True:\n    xs.append(bytearray(1_000_000))", 60),
        ("xs = []\nn = 0\nwhile True:\n    n += 1\n    xs.append('x' * 1_000_000 + str(n))", 60),
        ("d = {}\nn = 0\nwhile True:\n    n += 1\n    d[n] = [n] * 10_000", 600),
        ("b = b'ab'\nwhile True:\n    b = b + b", 40),
        ("def f(n):\n    data = bytearray(1_000_000)\n    return f(n + 1) + len(data)\nf(0)", 20),
    ],
)
def test_a_program_that_takes_all_memory_is_told_with_its_steps_up_to_there(code: str, least: int) -> None:
    recorded = record(code, limits(20.0, max_memory_mib=70))
    outcome = recorded.recording.outcome
    assert (outcome.kind, outcome.exception and outcome.exception.type) == ("memory", "MemoryError")
    assert len(recorded.trace) >= least
    [(step, raised)] = recorded.trace.raises.items()
    assert (raised.type, raised.line) == ("MemoryError", outcome.exception and outcome.exception.line)
    assert all(later.unwound == raised for later in recorded.trace.steps(step + 1))


def test_a_program_whose_recording_takes_all_memory_is_stopped_with_its_steps_up_to_there() -> None:
    code = "xs = []\nn = 0\nwhile True:\n    n += 1\n    xs.append(str(n) * 1_000)"
    recorded = record(code, limits(20.0, max_memory_mib=60))
    assert recorded.recording.outcome.kind == "memory"
    last = len(recorded.trace)
    assert last > 10_000
    # The memory may end before or after `n += 1` of the last round.
    rounds = sum(recorded.trace.block_of(step) == recorded.trace.block_of(3) for step in range(1, last + 1))
    begun = recorded.trace.block_of(last) == recorded.trace.block_of(3)
    assert int(recorded.trace.state(last)["n"].repr) in ({rounds - 1, rounds} if begun else {rounds})


def test_a_program_that_goes_on_after_a_memory_error_is_recorded_to_its_end() -> None:
    code = (
        "xs = []\ntry:\n    while True:\n        xs.append(bytearray(1_000_000))\n"
        "except MemoryError:\n    n = len(xs)\n    xs.clear()\nm = n\n"
    )
    recorded = record(code, limits(20.0, max_memory_mib=100))
    assert recorded.recording.outcome.kind == "finished"
    assert recorded.trace.lines(len(recorded.trace)) == (8,)


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nsys.settrace(lambda *a: None)\nx = 2\n",
        "import builtins\nbuiltins.len = builtins.print = builtins.isinstance = None\nx = 2\n",
        "import sys\nsys.modules.clear()\nx = 2\n",
        "import sys\nsys.stdout = sys.stderr = None\nx = 2\n",
        "class A:\n    def __repr__(self):\n        raise SystemExit\nx = A()\n",
        "class A:\n    def __repr__(self):\n        while True: pass\nx = A()\n",
        "import threading\nt = threading.Thread(target=print)\nt.start(); t.join()\n",
        "import os\nos.closerange(3, 256)\nx = 2\n",
        "import gc, signal\ngc.disable(); signal.alarm(0)\nx = 2\n",
    ],
)
def test_meddling_with_the_interpreter_does_not_stop_the_recording(code: str) -> None:
    recorded = record(code, limits(3.0))
    assert recorded.recording.outcome.kind == "finished", recorded.recording.outcome
    assert max(recorded.lines) == len(code.splitlines())


def test_a_daemon_that_detached_itself_is_gone_afterwards() -> None:
    code = """
        import os, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(0)
        time.sleep(0.2)
    """
    for sandbox in ("auto", "off"):
        options = limits(5.0)
        recorded = record(code, type(options)(limits=options.limits, sandbox=sandbox))
        assert recorded.recording.outcome.kind == "finished"


def test_the_steps_before_a_sudden_end_are_kept() -> None:
    recorded = record("import os\nfor i in range(5):\n    x = i\nif x:\n    os._exit(7)\n")
    assert recorded.lines == [1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 4, 5]
    assert "status 7" in recorded.recording.outcome.detail
    assert "run twice" in recorded.recording.outcome.detail


def test_the_steps_up_to_a_timeout_are_kept() -> None:
    recorded = record("n = 0\nwhile True:\n    n += len([*range(20_000)]) // 20_000\n", limits(0.5))
    last = len(recorded.trace)
    assert recorded.recording.outcome.kind == "timeout"
    assert last > 100
    assert int(recorded.trace.state(last)["n"].repr) in (last // 2 - 1, last // 2)


def test_the_step_limit_holds_exactly() -> None:
    recorded = record("n = 0\nwhile True:\n    n += 1\n", limits(5.0, max_steps=1000))
    assert recorded.recording.outcome.kind == "steps"
    assert len(recorded.trace) == 1000


def test_output_beyond_the_cap_is_dropped_and_said() -> None:
    recorded = record("for i in range(100):\n    print('y' * 999)\n", limits(5.0, max_output_bytes=10_000))
    assert len(recorded.trace.stdout) == 10_000
    assert "90000 characters of output" in recorded.recording.outcome.detail
    plain = run("import os\nos.write(1, b'y' * 50_000)", limits(5.0, max_output_bytes=10_000))
    assert len(plain.stdout) == 10_000
    assert "40000 bytes of output" in plain.outcome.detail


def test_an_exception_whose_text_never_ends_is_still_reported() -> None:
    code = "class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E\n"
    outcome = record(code, limits(5.0)).recording.outcome
    assert outcome.exception is not None
    assert (outcome.exception.type, outcome.exception.line) == ("E", 4)
    assert "longer than" in outcome.exception.message


def test_bytes_that_are_not_the_protocol_end_the_run_as_a_crash() -> None:
    code = "x = 1\nimport os\nos.write(900, b'garbage' * 100)\nwhile True: pass\n"
    recorded = record(code, limits(ENDS_BY_ITSELF_S))
    assert recorded.recording.outcome.kind == "crash"
    assert "channel" in recorded.recording.outcome.detail


def test_an_overflow_of_the_c_stack_is_a_crash() -> None:
    code = "import itertools\nc = iter([1])\nfor i in range(10**6):\n    c = itertools.chain(c)\nnext(c)\n"
    outcome = run(code, limits(ENDS_BY_ITSELF_S)).outcome
    assert outcome.kind == "crash"
    assert "SIGSEGV" in outcome.detail


LOUD = """
class Proxy:
    def __init__(self, inner):
        self.__inner = inner
    def __getattribute__(self, name):
        if name.startswith("_Proxy__"):
            return object.__getattribute__(self, name)
        print("asked for", name)
        return getattr(self.__inner, name)
class Loud(type):
    def __instancecheck__(cls, value):
        print("instance check")
        return False
    def __subclasscheck__(cls, other):
        print("subclass check")
        return False
    def __getattribute__(cls, name):
        print("class asked for", name)
        return super().__getattribute__(name)
class A(metaclass=Loud):
    def __eq__(self, other):
        print("eq")
        return True
    def __hash__(self):
        print("hash")
        return 1
    def __len__(self):
        print("len")
        return 3
def show(x, *rest):
    return 1
p = Proxy(A())
show(p, [p], (p,), A)
xs = [p]
xs.append(p)
xs.sort(key=id)
sorted(xs, key=id)
{1: p}.update({2: p})
a = A()
a.y = 2
p.y = 3
print(max([a, a], key=id) is a, type(p).__name__)
"""


def test_what_a_program_can_hear_of_itself_is_the_same_when_it_is_recorded() -> None:
    heard = run(LOUD).stdout
    assert heard.endswith("True Proxy\n")
    assert record(LOUD).trace.stdout == heard


def test_a_weak_proxy_whose_object_is_gone_may_be_passed_on() -> None:
    code = """
    import weakref
    class A: pass
    a = A()
    p = weakref.proxy(a)
    a = None
    try:
        print(getattr(p, "x", 1))
    except ReferenceError as error:
        print(error)
    """
    assert record(code).trace.stdout == "weakly-referenced object no longer exists\n"


def test_a_cycle_of_objects_that_nothing_holds_is_collected_when_the_program_asks() -> None:
    code = """
    import gc
    class Node:
        def __init__(self, name, parent=None):
            self.name, self.parent, self.children = name, parent, []
            if parent is not None:
                parent.children.append(self)
        def __del__(self):
            print("gone:", self.name)
    root = Node("root")
    Node("leaf", root)
    root = None
    print("still there")
    gc.collect()
    """
    assert record(code).trace.stdout == run(code).stdout == "still there\ngone: root\ngone: leaf\n"


FORKS = """
import mmap, os, time
for number in range(6):
    if os.fork() == 0:
        {held}
        time.sleep(30)
time.sleep(30)
"""


@pytest.mark.parametrize(
    "held", ["x = bytearray(b'1') * 60_000_000", "x = mmap.mmap(-1, 60_000_000); x.write(b'1' * 60_000_000)"]
)
def test_the_limit_of_memory_is_that_of_all_processes_together(held: str) -> None:
    outcome = run(FORKS.format(held=held), limits(20.0, max_memory_mib=200)).outcome
    assert outcome.kind == "memory"
    assert "processes together, limit 200 MiB" in outcome.detail


def test_what_forks_share_with_one_another_counts_once() -> None:
    code = """
        import os, time
        x = bytearray(b"1") * 60_000_000
        for number in range(6):
            if os.fork() == 0:
                time.sleep(0.5)
                os._exit(0)
        time.sleep(0.5)
        print("finished")
    """
    assert run(program(code), limits(20.0, max_memory_mib=200)).stdout == "finished\n"


@pytest.mark.parametrize(
    ("code", "what"),
    [
        ("for n in range(10**7):\n    os.mkdir(f'{n}')", "1,000 files"),
        ("for n in range(10**4):\n    open(f'{n}', 'wb').write(b'1' * 10_000_000)", "100 MiB"),
        (
            "kept = []\nfor n in range(10**4):\n    file = open(f'f{n}', 'wb')\n    file.write(b'1' * 10_000_000)\n"
            "    os.unlink(f'f{n}')\n    kept.append(file)",
            "100 MiB",
        ),
    ],
)
def test_the_folder_of_a_program_holds_so_much_and_no_more(
    code: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower = ("_MOST_FILES", 1_000) if "files" in what else ("_MOST_BYTES", 100 << 20)  # so many are soon made
    monkeypatch.setattr(usage, *lower)
    outcome = run(f"import os\n{code}", limits(60.0)).outcome
    assert outcome.kind == "crash"
    assert outcome.detail == f"stopped as its folder holds more than {what}"


def test_making_ready_is_no_time_of_the_program() -> None:
    code = "x = {\n" + "".join(f"    'k{n}': {n},\n" for n in range(8_000)) + "}\ny = len(x)\n"
    recorded = record(code, limits(0.3))
    assert recorded.recording.outcome.kind == "finished"
    assert recorded.trace.state(len(recorded.trace))["y"].repr == "8000"


FORGING = """
x = 1
import os, struct
def send(data):
    while data:
        data = data[os.write(900, data):]
def frame(kind, data):
    return struct.pack(">cI", kind, len(data)) + data
def texts(*given):
    return b"".join(struct.pack(">I", len(text)) + text for text in given)
"""


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("send(frame(b'I', b'prompt') * 900)\nimport time; time.sleep(100)", "crash"),
        ("while True: send(frame(b'I', b'p' * 100_000))", "crash"),
        ("send(struct.pack('>cI', b'E', 250 << 20))\nwhile True: send(b'1' * 100_000)", "crash"),
        ("while True: send(frame(b'R', b'') * 20_000)", "timeout"),
        ("while True: send(frame(b'U', texts(b'a', b'b', b'c' * 100_000, b'9')))", "crash"),
        ("while True: send(frame(b'C', struct.pack('>IQI', 1, 1, os.getpid())) * 20_000)", "crash"),
        ("send(frame(b'E', struct.pack('>Q', 2**64 - 1)))", "crash"),
        ("send(frame(b'X', texts(b'internal', b'forged')))\nwhile True: pass", "steps"),
        ("send(frame(b'X', texts(b'sandbox', b'forged')))\nwhile True: pass", "steps"),
    ],
)
def test_a_flood_of_forged_frames_ends_within_the_limit(code: str, kind: str) -> None:
    begun = time.monotonic()
    outcome = watched(FORGING + code, limits(2.0, max_steps=20_000)).outcome
    assert outcome.kind in (kind, "timeout", "steps")
    assert time.monotonic() - begun < 20


def test_chunks_of_sixty_megabytes_fill_the_recording_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "_MAX_EVENT_BYTES", 128 << 20)
    code = "while True: send(frame(b'E', struct.pack('>Q', 1) + b'0' * 60_000_000))"
    report = watched(FORGING + code, limits(20.0))
    assert report.outcome.kind in ("memory", "crash", "timeout"), report.outcome
    assert 0 < sum(map(len, report.chunks)) <= 128 << 20


@pytest.mark.parametrize("seconds", ["inf", "nan", "-inf", "1e999", "-1"])
def test_forged_seconds_are_none(seconds: str) -> None:
    told = pack_strings("finished", "", "", "", "", seconds)
    assert read_outcome(told, 100) == (Outcome(kind="finished"), None)


def test_a_program_that_takes_away_what_the_recorder_uses_of_sys_is_recorded() -> None:
    code = "import sys\nsys.getrefcount = None\ny = [3]\ny.append(2)\nprint(y)\n"
    recorded = record(code)
    assert recorded.recording.outcome.kind == "finished"
    assert recorded.trace.stdout == "[3, 2]\n"
