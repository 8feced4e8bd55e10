"""No byte of a program, a name, a message or a value reaches the terminal as a control character, in any mode."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from llmdb.cli import run_command_line

CLEAR = "\x1b[2J\x1b]0;title\x07\x9b31m\r\x08\x7f\u202e"
RAW = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]")
PROGRAM = f"""\
import sys, threading, warnings
EVIL = {CLEAR!r}
class Evil(Exception):
    def __repr__(self):
        return EVIL
Evil.__name__ = Evil.__qualname__ = EVIL
def fails():
    raise Evil(EVIL)
def add(text, many):
    many.append(text)
    return {{EVIL: [text, EVIL.encode(), Evil()]}}
made = add(EVIL, [EVIL])
print(EVIL)
print(EVIL, file=sys.stderr)
warnings.warn(EVIL)
sys.stdout.flush()
thread = threading.Thread(target=fails, name=EVIL)
thread.start()
thread.join()
kept = [EVIL] * 3
line = input(EVIL)
open(EVIL)
"""
AT_A_STEP = """
    where;list;ll;p made;pp made;p EVIL;p Evil();p fails();whatis made;history made;who made;deps made;trace;cfg;out
    exceptions;args;up;down;watch made;break 13;tbreak 12;break 13, EVIL;goto error;goto end;changes 1 2;step;next;back
    return;until;display made;when made;source add;a;info;versions;plan;hunt;slice made;x = EVIL;debug fails()
    !print(EVIL);!raise Evil(EVIL);!open(EVIL);interact;prefix;test add("a", []) == EVIL;tests;run;doctor;python;help
""".replace("\n", ";")
WITH_A_NAME = """
    write /none/@;write @/x;compare @;compare /none/@.py;save /none/@;export html /none/@;export @;goto @;goto B@;p @;@
    help @;alias @ 1;run --read /@;run --stdin /none/@;run @;restart @;break @:3;break @;condition @ 1;install @
    python @;prefix @;task @;history @;who @;set @ 3;load @;version @;undo @;test @;level @;list @;until @
    watch @;edit @;commands @;display @;whatis @;source @;why @;ask @;explain @;fix @;record @;read @;open @;debug @
    !@;$@ = 1;deps @;model @
""".replace("\n", ";")


@pytest.mark.parametrize("mode", [(), ("--json",)])
def test_every_byte_that_is_written_is_text(mode: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / f"a{CLEAR}.py").write_text(PROGRAM)
    commands = [*AT_A_STEP.split(";"), *WITH_A_NAME.replace("@", CLEAR).split(";")]
    words = [word for command in commands if command.strip() for word in ("-x", command.strip(" \n"))]
    done = subprocess.run(
        [sys.executable, "-m", "llmdb", *mode, *words, f"a{CLEAR}.py"],
        cwd=tmp_path,
        capture_output=True,
        input=CLEAR.encode() + b"\n",
        timeout=300,
    )
    for written in (done.stdout, done.stderr):
        found = RAW.search(written)
        assert found is None, written[max(0, found.start() - 200) : found.end() + 100]
    if mode:
        results = [json.loads(line) for line in done.stdout.splitlines()]
        assert sum("error" in result for result in results) > 20
        assert sum("error" not in result for result in results) > 20


@pytest.mark.parametrize(
    "words",
    [
        [f"{CLEAR}.py"],
        [f"/none/{CLEAR}"],
        ["--python", CLEAR, "a.py"],
        ["--plugin", CLEAR, "a.py"],
        ["--prefix", f"{CLEAR}.py", "a.py"],
        ["-c", f"x = 1{CLEAR}"],
        [f"--{CLEAR}"],
    ],
)
def test_what_a_call_is_refused_for_is_said_as_text(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    done = subprocess.run(
        [sys.executable, "-m", "llmdb", "-x", "where", *words], cwd=tmp_path, capture_output=True, timeout=60
    )
    assert done.stderr
    assert RAW.search(done.stdout + done.stderr) is None, done.stderr


def test_what_a_model_of_no_such_name_is_refused_for_is_said_as_text(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    run_command_line(["--model", f"x{CLEAR}/y", "-x", "verdict", str(tmp_path / "a.py")])
    written = capfdbinary.readouterr()
    assert b"/y" in written.err
    assert RAW.search(written.out + written.err) is None, written.err
