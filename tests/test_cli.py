"""The command line, called as scripts call it: options, JSON lines, exit statuses."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from llmdb import __version__
from llmdb.cli import run_command_line

ROOT = Path(__file__).parents[1]
LOOP = """\
acc = []
for n in [1, 2]:
    acc.append(n)
total = sum(acc)
print(total)
"""


def llmdb(
    *words: str | Path, stdin: str = "", cwd: Path = ROOT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `python -m llmdb` with these arguments."""
    return subprocess.run(
        [sys.executable, "-m", "llmdb", *map(str, words)],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


def results(*words: str | Path, **options: str) -> list[dict[str, object]]:
    """The JSON lines of a call that succeeds."""
    done = llmdb("--json", *words, **options)  # type: ignore[arg-type]
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def loop(tmp_path: Path) -> Path:
    """A file with a short program."""
    path = tmp_path / "loop.py"
    path.write_text(LOOP)
    return path


def step(
    number: int, block: int, lines: list[int], changed: dict[str, object], **more: object
) -> dict[str, object]:
    """A STEP of the module's frame."""
    return {
        **more,
        "step": number,
        "block": block,
        "scope": "<module>",
        "frame": 1,
        "continues": None,
        "lines": lines,
        "changed": changed,
    }


def value(type_name: str, text: str) -> dict[str, object]:
    """A VALUE."""
    return {"type": type_name, "repr": text}


def test_trace_gives_steps_outcome_output_and_cost_of_the_recording(loop: Path) -> None:
    (line,) = results("-x", "trace", loop)
    assert (line["command"], line["ok"]) == ("trace", True)
    result = line["result"]
    assert isinstance(result, dict)
    recording = result.pop("recording")
    assert set(recording) == {"steps", "seconds", "bytes"}
    assert recording["steps"] == 7
    assert recording["seconds"] > 0
    assert recording["bytes"] > 0
    assert result == {
        "outcome": {"kind": "finished", "exception": None},
        "stdout": "3\n",
        "steps": [
            step(1, 1, [1], {"acc": value("list", "[]")}),
            step(2, 2, [2], {"n": value("int", "1")}, taken=True),
            step(3, 3, [3], {"acc": value("list", "[1]")}),
            step(4, 2, [2], {"n": value("int", "2")}, taken=True),
            step(5, 3, [3], {"acc": value("list", "[1, 2]")}),
            step(6, 2, [2], {}, taken=False),
            step(7, 4, [4, 5], {"total": value("int", "3")}),
        ],
    }


def test_cfg_gives_blocks_and_text(loop: Path) -> None:
    (line,) = results("-x", "cfg", loop)
    result = line["result"]
    assert isinstance(result, dict)
    assert set(result) == {"blocks", "text"}
    assert result["blocks"][1] == {
        "id": 2,
        "scope": "<module>",
        "lines": [2, 2],
        "statements": ["iterator -> n, Iterate Over -> [1, 2]"],
        "condition": "n in [1, 2]",
        "next": {"true": 3, "false": 4},
    }
    assert result["blocks"][3]["next"] == {}


def test_moves_give_the_step_with_its_state_and_errors_change_nothing(loop: Path) -> None:
    done = llmdb("--json", "-x", "goto 5", "-x", "goto 99", "-x", "where", loop)
    moved, refused, where = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert refused == {
        "command": "goto",
        "ok": False,
        "error": {"type": "NoSuchStep", "message": "the trace has 7 steps; goto takes 1 to 7"},
    }
    assert moved["result"]["state"] == {"acc": value("list", "[1, 2]"), "n": value("int", "2")}
    assert where["result"] == moved["result"]
    assert {key: moved["result"][key] for key in step(5, 3, [3], {})} == step(
        5, 3, [3], {"acc": value("list", "[1, 2]")}
    )


def test_what_a_call_is_changing_while_it_runs_the_programs_code_shows_that_in_table_and_json(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sorting.py"
    path.write_text("def key(n):\n    return -n - len(xs)\nxs = [1, 2]\nxs.sort(key=key)\nn = len(xs)\n")
    calling, inside, after = results("-x", "goto 2", "-x", "goto 3", "-x", "goto end", path)
    assert calling["result"]["state"] == {"xs": value("list", "<list being changed>")}  # type: ignore[index]
    assert inside["result"]["state"]["xs"] == value("list", "<list being changed>")  # type: ignore[index]
    assert after["result"]["state"]["xs"] == value("list", "[2, 1]")  # type: ignore[index]
    drawn = llmdb("-x", "goto 3", path).stdout
    assert re.search(r"xs +list +<list being changed> +<list being changed>", drawn)


def test_p_and_history_give_values(loop: Path) -> None:
    printed, history = results("-x", "goto 3 ;; p [n + 1, acc]", "-x", "history n", loop)[1:]
    assert printed["result"] == {"expression": "[n + 1, acc]", "value": value("list", "[2, [1]]")}
    module = {"scope": "<module>", "frame": 1}
    assert history["result"] == {
        "name": "n",
        "values": [
            {"step": 2, "line": 2, "value": value("int", "1"), **module},
            {"step": 4, "line": 2, "value": value("int", "2"), **module},
        ],
    }


def test_an_exception_is_a_result_and_no_failure() -> None:
    (line,) = results("-c", "x = 1\ny = x / 0\n", "-x", "trace")
    result = line["result"]
    assert isinstance(result, dict)
    error = {"type": "ZeroDivisionError", "message": "division by zero"}
    assert result["outcome"] == {"kind": "exception", "exception": {**error, "line": 2}}
    assert result["steps"][-1]["raised"] == error
    assert result["steps"][-1]["lines"] == [1, 2]


def test_the_program_gets_what_follows_its_file_even_if_it_looks_like_an_option(tmp_path: Path) -> None:
    path = tmp_path / "args.py"
    path.write_text("import sys\nprint(sys.argv[1:])\n")
    (line,) = results("-x", "trace --summary", path, "-x", "cfg", "--json", "--", "last")
    result = line["result"]
    assert isinstance(result, dict)
    assert result["stdout"] == "['-x', 'cfg', '--json', '--', 'last']\n"


def test_the_snippet_may_come_from_standard_input() -> None:
    (line,) = results(
        "-x", "trace --summary", "-", "word", stdin="import sys\nprint(sys.argv[1], sys.stdin.read())\n"
    )
    result = line["result"]
    assert isinstance(result, dict)
    assert result["stdout"] == "word \n"


def test_a_programs_input_is_answered_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    answers = tmp_path / "answers.txt"
    answers.write_text("Ada\n")
    for line in (
        *results("--stdin", answers, "-c", "print(input())", "-x", "trace --summary"),
        *results("-c", "print(input())", "-x", "trace --summary", stdin="Ada\n"),
    ):
        result = line["result"]
        assert isinstance(result, dict)
        assert result["stdout"] == "Ada\n"


def test_a_function_is_driven_by_its_first_failing_test(tmp_path: Path) -> None:
    path = tmp_path / "add.py"
    path.write_text("# task: add\n# test: assert add(1, 0) == 1\ndef add(a, b):\n    return a - b\n")
    trace, tests = results("--test", "assert add(1, 2) == 3", "-x", "trace", "-x", "test", path)
    result = trace["result"]
    assert isinstance(result, dict)
    assert [s["scope"] for s in result["steps"]] == ["<module>", "add"]
    assert result["outcome"]["exception"]["type"] == "AssertionError"
    assert tests["result"] == {
        "tests": [
            {"test": "assert add(1, 0) == 1", "passed": True, "got": ""},
            {"test": "assert add(1, 2) == 3", "passed": False, "got": "-1"},
        ],
        "passed": 1,
        "total": 2,
    }


def test_a_prefix_from_a_file_is_run_and_its_lines_are_not_counted(tmp_path: Path) -> None:
    prefix = tmp_path / "prefix.py"
    prefix.write_text("\n\nrows = [4, 5]\n")
    (line,) = results("--prefix", prefix, "-c", "total = sum(rows)\n", "-x", "trace")
    result = line["result"]
    assert isinstance(result, dict)
    assert [s["lines"] for s in result["steps"]] == [[1]]
    assert result["outcome"]["kind"] == "finished"


def test_levels_change_the_unit_of_a_step() -> None:
    code = "a = 1\nb = 2\nc = 3\n"
    counts = []
    for level in ("block", "line"):
        (line,) = results("--level", level, "-c", code, "-x", "trace --summary")
        result = line["result"]
        assert isinstance(result, dict)
        counts.append(result["recording"]["steps"])
    assert counts == [1, 3]


def test_a_limit_on_steps_is_a_result() -> None:
    (line,) = results(
        "--max-steps", "50", "-c", "n = 0\nwhile n >= 0:\n    n += 1\n", "-x", "trace --summary"
    )
    result = line["result"]
    assert isinstance(result, dict)
    assert result["outcome"]["kind"] == "steps"


def test_a_time_limit_is_a_result() -> None:
    (line,) = results("--timeout", "0.5", "-c", "import time\ntime.sleep(60)\n", "-x", "trace --summary")
    result = line["result"]
    assert isinstance(result, dict)
    assert result["outcome"]["kind"] == "timeout"


def test_only_json_is_written_to_standard_output_whatever_the_program_writes() -> None:
    code = "import os, sys\nprint('\\udc80')\nos.write(1, b'raw')\nprint('err', file=sys.stderr)\n"
    done = llmdb("--json", "-c", code, "-x", "trace", "-x", "nosuch")
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False]
    assert done.stderr == ""


def test_text_mode_draws_the_result_and_puts_errors_on_standard_error(loop: Path) -> None:
    done = llmdb("-x", "p 1 + 1", "-x", "stpe", loop)
    assert done.returncode == 1
    assert "2" in done.stdout
    assert done.stderr == "llmdb: no command 'stpe'; did you mean step?\n"


def test_quit_ends_the_batch(loop: Path) -> None:
    assert [line["command"] for line in results("-x", "cfg", "-x", "quit", "-x", "trace", loop)] == [
        "cfg",
        "quit",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--nosuch", "x.py"], "unrecognized arguments: --nosuch (llmdb --help lists the options)"),
        (["--max-steps", "0", "x.py"], "argument --max-steps: '0' is not a whole number of steps above 0"),
        (
            ["--checkpoints", "201", "x.py"],
            "argument --checkpoints: '201' is not a whole number of processes from 0 to 200",
        ),
        (
            ["--max-steps", "ten", "x.py"],
            "argument --max-steps: 'ten' is not a whole number of steps above 0",
        ),
        (["--timeout", "nan", "x.py"], "argument --timeout: 'nan' is not a number of seconds above 0"),
        (["--timeout", "-1", "x.py"], "argument --timeout: '-1' is not a number of seconds above 0"),
        (["--level", "word", "x.py"], "argument --level: invalid choice: 'word'"),
        (["-x"], "argument -x/--execute: expected one argument"),
        (["-x", "cfg"], "a FILE, '-' or -c CODE is needed"),
        (["--json", "x.py"], "--json needs at least one -x COMMAND"),
        (["nosuch.py", "-x"], "nosuch.py: no such file"),
        (["--prefix", "nosuch.txt", "-c", "1"], "--prefix: nosuch.txt: no such file"),
        (["--tests", "nosuch.txt", "-c", "1"], "--tests: nosuch.txt: no such file"),
        (["--task", "@nosuch.txt", "-c", "1"], "--task: nosuch.txt: no such file"),
        (["-x", "cfg", "-c", "x = ("], "-c:1:"),
        (["-x", "cfg", "-c", "x = = 1"], "-c:1:"),
        (["-x", "cfg", "-c", ""], "no code in it"),
        (["-x", "cfg", "."], "a folder"),
    ],
)
def test_a_wrong_call_gets_one_line_and_status_2(
    words: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command_line(words) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert message in said.err
    assert said.err.startswith("llmdb: ")
    assert said.err.count("\n") == 1


def test_the_sandbox_can_be_required_or_off(loop: Path) -> None:
    assert results("--sandbox", "off", "-x", "trace --summary", loop)[0]["ok"] is True


@pytest.mark.parametrize(
    ("after", "moved"),
    [
        (["--task", "add up"], "--task 'add up'"),
        (["--level=line", "data.csv"], "--level=line"),
        (["in.txt", "--here", "-x", "where"], "--here -x where"),
    ],
)
def test_options_after_the_file_go_to_the_program_and_a_hint_says_so(
    loop: Path, after: list[str], moved: str
) -> None:
    done = llmdb("-x", "where", loop, *after)
    assert done.returncode == 0
    assert done.stderr == (
        f"llmdb: what follows FILE is the program's; options of llmdb stand before it: llmdb {moved} {loop}\n"
    )


def test_the_hint_for_options_after_a_module_names_the_module(tmp_path: Path) -> None:
    package = tmp_path / "figures"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text("from figures import more\n")
    (package / "more.py").write_text("print(1)\n")
    for module in ("figures", "figures.more"):
        done = llmdb("-x", "where", "-m", module, "--with", "figures", cwd=tmp_path)
        assert done.stderr.startswith("llmdb: what follows FILE")
        assert done.stderr.endswith(f": llmdb --with figures -m {module}\n")
        assert llmdb("-x", "where", "--with", "figures", "-m", module, cwd=tmp_path).stderr == ""


def test_a_program_that_reads_its_arguments_gets_llmdbs_options_without_a_hint(tmp_path: Path) -> None:
    path = tmp_path / "reads.py"
    path.write_text("import sys\ngiven = sys.argv[1:]\n")
    done = llmdb("--json", "-x", "p given", path, "--task", "x")
    assert json.loads(done.stdout)["result"]["value"]["repr"] == "['--task', 'x']"
    assert done.stderr == ""


def test_demos_that_lie_elsewhere_are_listed_by_name_and_their_folder_once(tmp_path: Path) -> None:
    *_, last, _, folder = llmdb(cwd=tmp_path).stdout.splitlines()
    assert last.split()[:2] == ["13", "weather_report.py"]
    assert folder == f"The demos are in {ROOT / 'demo_snippets'}"


def test_without_arguments_the_demos_are_listed() -> None:
    done = llmdb()
    assert done.returncode == 0
    assert done.stdout.count(".py") >= 10


def test_version_is_told() -> None:
    assert llmdb("--version").stdout == f"llmdb {__version__}\n"


def test_a_plugin_adds_a_command_and_a_broken_one_is_refused_by_name(tmp_path: Path, loop: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(
        "from llmdb.command import Command\n"
        "from llmdb.commands.results.common import Message\n"
        "def register(registry):\n"
        "    registry.command(Command(name='hello', run=lambda s, t: Message(text='hi ' + t), summary='greet'))\n"
    )
    bad.write_text("1 / 0\n")
    done = llmdb("--json", "--plugin", good, "--plugin", bad, "-x", "hello you", loop)
    assert json.loads(done.stdout)["result"] == {"text": "hi you"}
    assert f"plugin {bad}: ZeroDivisionError: division by zero" in done.stderr
    assert done.returncode == 0


def test_a_closed_pipe_is_no_traceback(loop: Path) -> None:
    call = subprocess.Popen(
        [sys.executable, "-m", "llmdb", "--json", *["-x", "trace"] * 50, str(loop)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert call.stdout is not None
    assert call.stderr is not None
    call.stdout.close()
    assert call.stderr.read() == b""
    call.stderr.close()
    call.wait(timeout=60)


def test_json_batch_imports_neither_the_prompt_nor_drawing_nor_litellm(loop: Path) -> None:
    code = (
        "import sys; from llmdb.cli import run_command_line; "
        f"run_command_line(['--json', '-x', 'trace', '-x', 'p 1+1', {str(loop)!r}]); "
        "print([m for m in ('prompt_toolkit', 'rich', 'litellm', 'pygments') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_first_prompt_waits_for_no_model_localiser_or_search() -> None:
    code = (
        "import sys; from llmdb.cli import run_command_line; run_command_line(['demo_snippets/running_total.py']); "
        "rooms = ('ask', 'llm', 'locate', 'prefix', 'repair', 'slicing'); "
        "ours = [m for m in sys.modules if m.partition('llmdb.')[2].partition('.')[0] in rooms]; "
        "others = ('litellm', 'sqlite3', 'asyncio', 'concurrent', 'pygments', 'http'); "
        "print(sorted(ours), [m for m in others if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == (
        "['llmdb.prefix', 'llmdb.prefix.coverage', 'llmdb.prefix.model', 'llmdb.prefix.search', "
        "'llmdb.prefix.search.importable', 'llmdb.prefix.supply', 'llmdb.prefix.tables', 'llmdb.prefix.undefined'] []"
    )


def test_a_line_is_listed_where_it_begins_so_the_body_on_the_same_line_has_none() -> None:
    (line,) = results("-c", "a = 5\nif a: b = 1\nc = 2\n", "-x", "trace")
    result = line["result"]
    assert isinstance(result, dict)
    assert [s["lines"] for s in result["steps"]] == [[1, 2], [], [3]]


def test_what_the_compiler_warns_of_in_the_snippet_is_not_written_over_the_screen() -> None:
    done = llmdb("-x", "plan", "-c", "x = 2\ny = x is 1\nassert y\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_no_escape_of_an_environment_that_does_not_work_reaches_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "a\x1b[31m"
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "pyvenv.cfg").touch()
    (folder / ".venv" / "bin" / "python").write_text("#!/bin/false\n")
    (folder / ".venv" / "bin" / "python").chmod(0o755)
    program = folder / "demo.py"
    program.write_text("x = 1\n")
    done = llmdb("-x", "where", program)
    assert "running with llmdb's own Python" in done.stderr
    assert [c for c in done.stderr if c != "\n" and not c.isprintable()] == []


def test_a_mistyped_option_is_named_with_the_one_that_is_near() -> None:
    done = llmdb("--modle", "openai/gpt-4o", "demo.py")
    assert done.returncode == 2
    assert done.stderr == "llmdb: no option --modle; did you mean --model? (llmdb --help lists them)\n"


def test_a_module_is_opened_by_its_name_without_being_imported(tmp_path: Path) -> None:
    for name, text in {
        "pk/__init__.py": "import sys\nif 'llmdb.cli' in sys.modules:\n    raise SystemExit('imported')\n",
        "pk/tool.py": "import sys\nsaid = sys.argv[1:]\n",
        "runs/__main__.py": "said = 'main'\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    for words, said in {("pk.tool", "-x", "3"): "['-x', '3']", ("runs",): "'main'"}.items():
        done = llmdb("-x", "goto end", "-x", "p said", "-m", *words, cwd=tmp_path)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, said)
    for name, said in {"pk": "a package without __main__.py", "absent": "no such module"}.items():
        done = llmdb("-x", "p 1", "-m", name, cwd=tmp_path)
        assert (done.returncode, f"-m {name}: {said}" in done.stderr) == (2, True)
