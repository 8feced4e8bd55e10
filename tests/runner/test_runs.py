"""Plain runs and recordings: outcomes, input, output, and what the program sees of its interpreter."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from llmdb.program.build import build_cfg
from llmdb.program.snippet import BodyKind, Program, Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.runner.programs import evaluate, limits, program, record, run


def test_a_finished_run_has_its_output() -> None:
    result = run("import sys\nprint('out')\nprint('err', file=sys.stderr)")
    assert (result.outcome.kind, result.stdout, result.stderr) == ("finished", "out\n", "err\n")


def test_an_exception_has_type_message_and_line_of_the_snippet() -> None:
    code = "import json\ndef f(text):\n    return json.loads(text)\nf('{')\n"
    for outcome in (run(code).outcome, record(code).recording.outcome):
        assert outcome.exception is not None
        assert (outcome.kind, outcome.exception.type, outcome.exception.line) == (
            "exception",
            "JSONDecodeError",
            3,
        )


def test_the_lines_of_prefix_and_epilogue_are_not_counted() -> None:
    failed = run(program("x = 1", epilogue="assert x == 2, x")).outcome.exception
    assert failed is not None
    assert (failed.type, failed.message, failed.line) == ("AssertionError", "1", None)
    failed = run(program("x = 1", prefix="import nothing_like_this")).outcome.exception
    assert failed is not None
    assert (failed.type, failed.line) == ("ModuleNotFoundError", None)


def test_the_epilogue_calls_recorded_functions() -> None:
    recorded = record(program("def double(n):\n    return 2 * n\n", epilogue="assert double(2) == 4"))
    assert recorded.recording.outcome.kind == "finished"
    assert recorded.lines == [1, 2]


@pytest.mark.parametrize(
    ("code", "detail"), [("import sys\nsys.exit(3)", "exit status 3"), ("exit()", "exit status 0")]
)
def test_an_exit_is_an_outcome_of_its_own(code: str, detail: str) -> None:
    assert (run(code).outcome.kind, run(code).outcome.detail) == ("exit", detail)


@pytest.mark.parametrize(
    ("raising", "detail"),
    [
        ("raise ValueError('v') from error", "caused by KeyError: 'k' (line 2)"),
        ("raise ValueError('v')", "while handling KeyError: 'k' (line 2)"),
        ("raise ValueError('v') from None", ""),
    ],
)
def test_an_exception_tells_which_one_it_came_from(raising: str, detail: str) -> None:
    outcome = run(f"try:\n    {{}}['k']\nexcept KeyError as error:\n    {raising}\n").outcome
    assert outcome.exception is not None
    assert (outcome.exception.type, outcome.detail) == ("ValueError", detail)


def test_a_syntax_error_is_an_exception_at_its_line() -> None:
    outcome = run("x = 1\ny = = 2\n").outcome
    assert outcome.exception is not None
    assert (outcome.exception.type, outcome.exception.line) == ("SyntaxError", 2)


@pytest.mark.parametrize(
    ("body", "code", "printed"),
    [
        ("function", "x = start + 1\nprint(x)\nreturn x", "4\n"),
        ("generator", "yield start\nprint('after')", "after\n"),
        ("coroutine", "import asyncio\nawait asyncio.sleep(0)\nprint('after')", "after\n"),
        ("async generator", "import asyncio\nawait asyncio.sleep(0)\nyield 1\nprint('after')", "after\n"),
    ],
)
def test_a_function_body_runs_as_one(body: BodyKind, code: str, printed: str) -> None:
    what = program(code, body=body, prefix="start = 3")
    assert run(what).stdout == printed
    recorded = record(what)
    assert recorded.trace.stdout == printed
    assert recorded.lines[-1] == len(code.splitlines())


def test_a_body_takes_the_prefix_value_of_a_name_it_assigns() -> None:
    assert run(program("n += 1\nprint(n)\nreturn n", body="function", prefix="n = 41")).stdout == "42\n"


def test_input_is_asked_for_with_its_prompt() -> None:
    prompts: list[str] = []

    def answer(prompt: str) -> bytes | None:
        prompts.append(prompt)
        return {1: b"Ann\n", 2: b"36\n"}.get(len(prompts))

    code = (
        "name = input('name? ')\nage = int(input('age? '))\ntry:\n    input()\n"
        "except EOFError:\n    print(name, age)\n"
    )
    recorded = record(code, ask_input=answer)
    assert prompts == ["name? ", "age? ", ""]
    assert recorded.trace.stdout == "name? age? Ann 36\n"
    assert recorded.recording.stdin == b"Ann\n36\n"


def test_given_input_reaches_input_and_stdin() -> None:
    code = "import sys\na = input()\nb = sys.stdin.readline()\nc = sys.stdin.read()\nprint(repr((a, b, c)))\n"
    options = RunOptions(stdin="ä\n2\n3\n4".encode())
    assert record(code, options).trace.stdout == "('ä', '2\\n', '3\\n4')\n"
    assert run(code, options).stdout == "('ä', '2\\n', '3\\n4')\n"


def test_time_spent_typing_does_not_count() -> None:
    def answer(prompt: str) -> bytes | None:
        time.sleep(0.8)
        return b"x\n"

    assert record("input()\nprint('ok')", limits(0.5), ask_input=answer).recording.outcome.kind == "finished"


def test_each_write_belongs_to_the_step_that_made_it() -> None:
    code = (
        "import sys\nfor i in range(2):\n    print(i, end='')\n"
        "    sys.stderr.write('e')\nsys.stdout.buffer.write(b'raw')\n"
    )
    trace = record(code).trace
    written = {step.number: trace.output(step.number) for step in trace.steps() if trace.output(step.number)}
    joined = {number: "".join(text for _, text in pieces) for number, pieces in written.items()}
    assert joined == {3: "0e", 5: "1e", 7: "raw"}


def test_output_of_other_processes_is_kept_apart() -> None:
    recorded = record("import subprocess\nprint('mine')\nsubprocess.run(['echo', 'theirs'])\n")
    assert recorded.trace.stdout.startswith("mine\n")
    assert recorded.recording.raw_stdout == "theirs\n"


def test_the_program_sees_an_ordinary_main_module(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("VALUE = 7\n")
    path = tmp_path / "demo.py"
    code = (
        "import sys, helper\n"
        "print(__name__, __file__, sys.argv, helper.VALUE, sys.modules['__main__'].__dict__ is globals())\n"
    )
    path.write_text(code)
    what = Program(snippet=Snippet(name="demo.py", path=path, text=code), arguments=("a", "b"))
    assert run(what).stdout == f"__main__ {path} ['{path}', 'a', 'b'] 7 True\n"
    assert not (tmp_path / "__pycache__").exists()
    path.unlink()


def test_recursion_is_as_deep_as_in_a_plain_interpreter(tmp_path: Path) -> None:
    code = (
        "n = 0\ndef f():\n    global n\n    n += 1\n    f()\ntry:\n    f()\n"
        "except RecursionError:\n    print(n)\n"
    )
    path = tmp_path / "deep.py"
    path.write_text(code)
    plain = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True).stdout
    assert run(code).stdout == plain
    assert record(code).trace.stdout == plain


def test_the_traceback_shows_only_the_program() -> None:
    lines = run("def f():\n    1 / 0\nf()").stderr.splitlines()[1:]
    assert [line for line in lines if not line.startswith("    ")] == [  # 3.13 shows the source, too
        '  File "<snippet>", line 3, in <module>',
        '  File "<snippet>", line 2, in f',
        "ZeroDivisionError: division by zero",
    ]


def test_runs_in_several_threads_do_not_meet() -> None:
    results: dict[int, str] = {}

    def work(number: int) -> None:
        results[number] = run(f"print({number})").stdout

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {number: f"{number}\n" for number in range(8)}


def test_a_run_that_another_thread_stops_keeps_what_it_wrote() -> None:
    stop = threading.Event()
    timer = threading.Timer(1.0, stop.set)
    timer.start()
    begun = time.monotonic()
    what = program("import time\nprint('begun', flush=True)\ntime.sleep(100)\n")
    result = Runner().run(what, RunOptions(), stop=stop)
    timer.join()
    assert time.monotonic() - begun < 30
    assert (result.outcome.kind, result.stdout) == ("timeout", "begun\n")


def test_progress_is_told_in_steps() -> None:
    what = program("for i in range(20_000):\n    x = i\n")
    seen: list[int] = []
    Runner().record(what, build_cfg(what.snippet), RunOptions(), on_progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 40_001


DEBUGGING = """\
import pdb, ipdb
from pudb import set_trace
for call in (breakpoint, pdb.set_trace, ipdb.set_trace, set_trace, pdb.post_mortem):
    call()
print("went on", 6 * 7)
"""


def test_debuggers_that_a_program_calls_itself_do_not_stop_it_in_any_kind_of_run() -> None:
    assert (run(DEBUGGING).outcome.kind, run(DEBUGGING).stdout) == ("finished", "went on 42\n")
    recorded = record(DEBUGGING)
    assert recorded.recording.outcome.kind == "finished"
    assert recorded.trace.output_until(len(recorded.trace)) == "went on 42\n"
    assert evaluate(DEBUGGING, len(recorded.trace), "call is breakpoint").repr == "False"


DYING = """\
import gc, weakref
class Node:
    def __init__(self, name):
        self.name = name
    def __del__(self):
        print("end of", self.name)
def make():
    node = Node("local")
    return weakref.ref(node)
gone = make()
print("alive" if gone() else "dead")
for i in range(2):
    node = Node(i)
    print("made", i)
held = [node]
del node
print("held")
held.clear()
print("let go")
ring = Node("ring")
ring.itself = ring
del ring
print("not yet")
gc.collect()
print("over")
"""


def test_objects_of_a_recorded_program_die_when_they_would_without_the_recorder() -> None:
    recorded = record(DYING)
    assert recorded.trace.output_until(len(recorded.trace)) == run(DYING).stdout
    assert [step.scope for step in recorded.trace.steps()].count("Node.__del__") == 4


def test_the_collector_finds_what_is_of_the_program() -> None:
    text = (
        "import gc\nx = []\ny = [x]\n"
        "print(*(any(one is globals() for one in found) for found in (gc.get_referrers(x), gc.get_objects())))\n"
        "print(gc.isenabled(), gc.collect())\n"
    )
    recorded = record(text)
    assert recorded.trace.output_until(len(recorded.trace)) == run(text).stdout == "True True\nTrue 0\n"


def test_events_of_a_program_that_sees_deaths_come_together_and_none_is_lost() -> None:
    recorded = record("import weakref\nx = 0\nfor i in range(3_000):\n    x += i\ny = x\n")
    assert len(recorded.recording.chunks) < 1_000
    assert len(recorded.trace) == 6_003
    assert recorded.trace.state(6_003)["y"].repr == "4498500"


def test_an_ordered_dict_that_was_broken_is_recorded_and_nothing_is_raised() -> None:
    text = (
        "from collections import OrderedDict\nimport random\n"
        "class Key:\n    def __hash__(self):\n        return random.randrange(1 << 60)\n"
        "cleared, odd = OrderedDict(a=1), OrderedDict()\nodd[Key()] = odd[Key()] = 2\n"
        "dict.clear(cleared)\nprint(len(cleared), len(odd))\n"
    )
    recorded = record(text)
    assert recorded.trace.output_until(len(recorded.trace)) == run(text).stdout == "0 2\n"
    assert recorded.trace.state(len(recorded.trace))["cleared"].repr == "OrderedDict()"


def test_a_program_sees_no_trace_function_but_its_own() -> None:
    own = "def f(*args): pass\nsys.settrace(f)\nprint(sys.gettrace() is f)\n"
    text = f"import weakref, sys\nprint(sys.gettrace())\n{own}"
    assert run(text).stdout == "None\nTrue\n"
    recorded = record(text)
    assert recorded.trace.output_until(len(recorded.trace)) == "None\nTrue\n"


def test_the_time_that_the_user_takes_to_answer_is_not_the_programs() -> None:
    def think(prompt: str) -> bytes:
        time.sleep(0.6)
        return b"x\n"

    recorded = record("a = input()\nb = input()\n", ask_input=think)
    assert recorded.recording.stdin == b"x\nx\n"
    assert recorded.recording.seconds < 0.5
