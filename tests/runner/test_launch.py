"""Children that are started before their job is known: used where they suit, and gone where nobody takes them."""

import os
from dataclasses import replace
from pathlib import Path

from llmdb.program.build import build_cfg
from llmdb.program.snippet import Program
from llmdb.replay.trace import build_trace
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions
from tests.runner.programs import program

OPTIONS = RunOptions()


def waiting(runner: Runner) -> set[int]:
    """The processes of the children that wait."""
    return {child.process.pid for *_, child in runner._waiting._children}


def output_of(runner: Runner, code: Program, options: RunOptions) -> str:
    """What the program printed while it was recorded."""
    cfg = build_cfg(code.snippet)
    recorded, past = runner.record_with_past(code, cfg, options)
    if past is not None:
        past.close()
    return build_trace(recorded, cfg).stdout


def test_a_recording_and_a_plain_run_take_the_child_that_waits_for_them() -> None:
    runner = Runner()
    runner.start_ahead(OPTIONS, records=True)
    (recording,) = waiting(runner)
    runner.start_ahead(OPTIONS, records=False)
    (plain,) = waiting(runner) - {recording}
    code = program("import os\nprint(os.getpid())")
    assert int(runner.run(code, OPTIONS).stdout) == plain
    recorded, past = runner.record_with_past(code, build_cfg(code.snippet), OPTIONS)
    assert past is not None
    assert (recorded.outcome.kind, past.group.leader) == ("finished", recording)
    past.close()
    assert int(runner.run(code, OPTIONS).stdout) not in (plain, recording)


def test_a_program_sees_the_same_in_a_child_that_waited() -> None:
    code = program(
        "import os, sys, random\n"
        "print(sorted(sys.modules), sys.path[1:], sys.argv, hash('a'), random.random() >= 0)\n"
        "print(sorted(os.environ), os.listdir('.'), os.getcwd() == os.environ['HOME'], sys.flags)\n"
    )
    runner = Runner()
    for options in (replace(OPTIONS, checkpoints=0), OPTIONS):
        fresh = output_of(runner, code, options)
        runner.start_ahead(options, records=True)
        assert (output_of(runner, code, options), waiting(runner)) == (fresh, set())
        assert "'HOME'" in fresh


def test_a_run_that_needs_more_from_its_start_does_not_take_a_waiting_child(tmp_path: Path) -> None:
    runner = Runner()
    runner.start_ahead(OPTIONS, records=False)
    (pid,) = waiting(runner)
    for options in (replace(OPTIONS, here=True, cwd=tmp_path), replace(OPTIONS, stdin=b"x\n")):
        runner.start_ahead(options, records=False)
        told = runner.run(program("import os\nprint(os.getpid())"), options).stdout
        assert int(told) != pid
    assert waiting(runner) == {pid}
    runner.end_waiting()


def test_a_child_that_died_while_it_waited_is_not_taken() -> None:
    runner = Runner()
    runner.start_ahead(OPTIONS, records=False)
    (pid,) = waiting(runner)
    os.kill(pid, 9)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert runner.run(program("print(1)"), OPTIONS).stdout == "1\n"
    runner.end_waiting()
    assert not waiting(runner)


def test_a_recording_that_was_made_ready_is_as_any_other() -> None:
    told = program("def f(x):\n    return x + 1\n\nprint(input('? '))\n")
    other = program("print(1, 2)\n")
    runner = Runner()
    for code in (told, replace(told, epilogue="print(f(2))"), other, replace(told, prefix="z = 1")):
        cfg = build_cfg(code.snippet)
        recorded = []
        for is_ahead in (False, True):
            if is_ahead:
                runner.start_ahead(OPTIONS, records=True)
                runner.make_ready(told, build_cfg(told.snippet), OPTIONS, asks=True)
            run, past = runner.record_with_past(code, cfg, OPTIONS, ask_input=lambda _: b"typed\n")
            assert past is not None
            past.close()
            trace = build_trace(run, cfg)
            lines = [trace.lines(step) for step in range(1, len(trace) + 1)]
            recorded.append((run.outcome, run.stdin, trace.stdout, lines))
        assert recorded[0] == recorded[1]
        assert waiting(runner) == set()
