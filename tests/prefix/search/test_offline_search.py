"""The offline search with real child processes."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from llmdb.prefix.model import PrefixTree
from llmdb.prefix.places import Place
from llmdb.prefix.search.offline_search import search_prefixes
from llmdb.prefix.search.tried_prefixes import SearchLimits
from llmdb.prefix.supply import format_assumed, format_failed
from llmdb.program.snippet import BodyKind, Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions


def _search(text: str, body: BodyKind = "module", limits: SearchLimits | None = None) -> PrefixTree:
    return search_prefixes(
        Snippet(name="x.py", path=None, text=text, body=body),
        Runner(),
        RunOptions(),
        limits or SearchLimits(),
    )


def test_a_forum_snippet_runs_with_concrete_values() -> None:
    tree = _search("d = {}\nfor index, item in enumerate(keys):\n    d[item] = values[index]\nprint(d)\n")
    best = tree.nodes[0]
    assert best.error is None
    assert {a.name: a.kind for a in best.prefix.assumptions} == {"keys": "value", "values": "value"}
    assert tree.coverage == tree.best_coverage == 1.0


def test_the_best_prefix_runs_in_a_plain_interpreter(tmp_path: Path) -> None:
    text = "conf = load(path)\nfor key, value in conf.items():\n    print(key.upper(), value + 1)\n"
    tree = _search(text)
    program = tmp_path / "whole.py"
    program.write_text(tree.nodes[0].prefix.code + text)
    done = subprocess.run(
        [sys.executable, "-I", str(program)], capture_output=True, text=True, timeout=20, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_package_that_computes_is_the_real_one_also_where_one_made_up_reaches_more() -> None:
    tree = _search("total = np.add(left, right)\nprint(total.glow())\nprint(total)\n")
    best = tree.nodes[0]
    assert "import numpy as np" in best.prefix.code
    assert (best.lines, best.error and best.error.line) == ((1,), 2)
    assert tree.coverage == 1.0


def test_both_branches_and_a_handler_are_reached_by_the_set_together() -> None:
    text = (
        "try:\n    register = get_register(self.user_type)\n    if register is not None:\n"
        "        self.email = register(self.name, self.alias)\n        if '@' in self.email:\n            result = 0\n"
        "        else:\n            result = -1\n    else:\n        result = -2\nexcept KeyError:\n    result = 1\n"
    )
    tree = _search(text)
    assert tree.coverage == 1.0
    assert 1 < len(tree.chosen) <= 4


def test_an_error_of_the_first_guess_is_repaired() -> None:
    tree = _search("total = price * 2\nprint(total.upper())\nprint(rows[5])\n")
    assert tree.coverage == 1.0


def test_an_installed_package_is_kept_and_replaced_where_it_finds_no_network(
    tmp_path: Path,
) -> None:
    (tmp_path / "llmdb_real.py").write_text(
        "def double(n):\n    return n * 2\n\ndef fetch(url):\n    raise ConnectionError(url)\n"
    )
    options = RunOptions(packages=tmp_path)

    def best(text: str) -> str:
        tree = search_prefixes(Snippet(name="x.py", path=None, text=text), Runner(), options)
        assert tree.best_coverage == 1.0
        return tree.nodes[0].prefix.code

    tree = search_prefixes(
        Snippet(
            name="x.py",
            path=None,
            text="import llmdb_real\nif llmdb_real.double(3) == 7:\n    print(name)\nprint(n)\n",
        ),
        Runner(),
        options,
    )
    assert "llmdb_real" not in tree.nodes[0].prefix.code  # what replaces it would reach one line more
    assert "llmdb_real" not in best("import llmdb_real\nprint(llmdb_real.double(n))\n")
    assert 'sys.modules["llmdb_real"]' in best("import llmdb_real\nprint(llmdb_real.fetch(url))\n")


def test_a_missing_file_is_made() -> None:
    tree = _search(
        "import json\nwith open('settings.json') as f:\n    data = json.load(f)\nprint(sorted(data))\n"
    )
    assert tree.best_coverage == 1.0
    assert "settings.json" in tree.nodes[0].prefix.code


def test_a_function_that_nothing_calls_is_called_at_the_end() -> None:
    tree = _search("def double(n):\n    return n * 2\n")
    assert tree.best_coverage == 1.0
    assert tree.nodes[0].prefix.code == (
        "import atexit\n\n@atexit.register\ndef call_double():\n    double(3)\n"
    )


def test_a_body_cut_out_of_a_coroutine_runs() -> None:
    tree = _search(
        "reply = await client.get(url)\nif reply.status == 404:\n    return None\nreturn reply.text\n",
        "coroutine",
    )
    assert tree.coverage == 1.0


def test_an_endless_loop_costs_its_time_limit_and_the_search_ends() -> None:
    began = time.monotonic()
    tree = _search("while n == n:\n    n = n\nprint(n)\n", limits=SearchLimits(run_s=0.3))
    assert time.monotonic() - began < 40
    assert tree.countable == (1, 2, 3)


def test_a_snippet_that_deletes_and_kills_does_no_harm(tmp_path: Path) -> None:
    keep = tmp_path / "keep.txt"
    keep.write_text("here")
    _search(
        f"import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nos.remove({str(keep)!r})\nprint(name)\n",
        limits=SearchLimits(run_s=0.5),
    )
    assert keep.read_text() == "here"


def test_a_snippet_that_connects_reaches_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        text = f"import socket\nline = socket.create_connection(('127.0.0.1', {port}))\nline.send(message)\n"
        _search(text, limits=SearchLimits(run_s=0.5))
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_snippet_that_forks_and_never_ends_costs_its_time_limit() -> None:
    began = time.monotonic()
    text = "import os\nos.fork()\nos.setsid()\nwhile True:\n    n = n\n"
    tree = _search(text, limits=SearchLimits(run_s=0.3))
    assert time.monotonic() - began < 40
    assert tree.countable == (1, 2, 3, 4, 5)


def test_questions_are_answered_and_the_command_line_is_given() -> None:
    tree = _search("import sys\npath = sys.argv[1]\nage = int(input('age? '))\nprint(path, age + shift)\n")
    assert tree.best_coverage == 1.0
    assert 'sys.argv = ["script.py", "data/input.txt"]' in tree.nodes[0].prefix.code
    assert 'sys.stdin = io.StringIO("31\\n")' in tree.nodes[0].prefix.code


def test_a_file_of_the_user_s_is_not_overwritten_by_a_saved_prefix(tmp_path: Path) -> None:
    text = "import csv\nwith open('people.csv') as f:\n    for row in csv.DictReader(f):\n        print(row['name'])\n"
    code = _search(text).nodes[0].prefix.code
    (tmp_path / "people.csv").write_text("name\nmine\n")
    program = [sys.executable, "-I", "-c", code + text]
    done = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=20, check=True)
    assert done.stdout == "mine\n"


def test_an_uncovered_line_says_why() -> None:
    tree = _search("number = int('x')\nprint(number + other)\n", limits=SearchLimits())
    assert [(one.line, one.why) for one in tree.uncovered] == [
        (1, "raises with every prefix tried: ValueError: invalid literal for int() with base 10: 'x'"),
        (2, "no prefix tried reaches it"),
    ]


def test_a_line_whose_call_raised_was_reached() -> None:
    tree = _search(
        "def look(x):\n    return x['a']\n\nvalue = look({})\nprint(value)\n", limits=SearchLimits()
    )
    assert [(one.line, one.why) for one in tree.uncovered] == [
        (2, "raises with every prefix tried: KeyError: 'a'"),
        (4, "raises with every prefix tried: KeyError: 'a'"),
        (5, "no prefix tried reaches it"),
    ]


def test_a_complete_snippet_that_runs_gets_no_prefix() -> None:
    assert _search("total = sum(range(4))\nprint(total)\n").nodes[0].prefix.code == ""


@pytest.mark.parametrize(
    "text",
    [
        "for k in sorted(before):\n    if k[:2] == '__':\n        continue\n"
        "    if before[k] is not after.get(k):\n        setattr(mod, k, before[k])\n        del after[k]\n",
        "for i, leaf in enumerate(LL):\n    if leaf.type == 1 and LL[i + 1].type == 2:\n"
        "        print(leaf.value)\n    elif LL[i - 1].value is not other.get(leaf.value):\n        del LL[i + 1]\n",
    ],
)
def test_elements_and_items_of_one_name_have_values_of_their_own(text: str) -> None:
    tree = _search(text)
    assert tree.failed == ""
    assert tree.coverage >= 0.5


def test_a_fault_of_the_engine_keeps_what_was_found_before() -> None:
    def guess(place: Place) -> list[str]:
        return ["7"] if place.key == "count" else [place.of("nothing like this")[0]]  # type: ignore[list-item]

    text = "print(count + 1)\nprint(eval('hidden'))\n"
    tree = search_prefixes(Snippet(name="x.py", path=None, text=text), Runner(), RunOptions(), guess=guess)
    assert tree.failed == "IndexError: list index out of range"
    assert [(node.lines, node.prefix.code) for node in tree.nodes[:1]] == [((1,), "count = 7\n")]
    best = tree.node(tree.best or 0)
    assert format_assumed(tree, best).startswith("1 name is undefined: count. Assumed")
    assert format_failed(tree) == (
        "the prefix engine stopped at a fault of its own, IndexError: list index out of range; "
        "what it found before is used"
    )


def test_an_endless_loop_around_a_read_ends_when_what_was_invented_runs_dry() -> None:
    tree = _search(
        "while True:\n    event = queue.get()\n    counts[event.kind] += 1\n    print(event.kind)\n"
    )
    best = tree.nodes[0]
    assert (best.coverage, best.error) == (1.0, None)


def test_what_ran_before_the_limit_of_an_endless_loop_counts() -> None:
    tree = _search("import time\nn = start\nwhile True:\n    n += 1\n    time.sleep(60)\n")
    assert (tree.best_coverage, tree.coverage, tree.uncovered) == (1.0, 1.0, ())


def test_the_search_finds_the_same_whatever_order_sets_have() -> None:
    program = (
        "from llmdb.prefix.search.offline_search import search_prefixes\n"
        "from llmdb.program.load import parse_snippet\nfrom llmdb.runner import Runner\n"
        "from llmdb.runner.model import RunOptions\n"
        "text = 'for row in rows:\\n    if row.kind in kinds and row.size > limit:\\n        total += row.size\\n"
        "    elif row.name == owner.name:\\n        send(row, to=owner.mail)\\n'\n"
        "tree = search_prefixes(parse_snippet(text, name='n'), Runner(), RunOptions())\n"
        "print([(node.prefix.code, node.lines) for node in tree.nodes])\n"
    )
    found = set()
    for seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=60, check=True, env=environment
        )
        found.add(done.stdout)
    assert len(found) == 1


@pytest.mark.parametrize(
    ("text", "definition"),
    [
        ("try:\n    x = load(path)\nexcept OSError:\n    x = None\nprint(x)\n", "def load(path):\n    return "),
        ("try:\n    x = table[key]\n    print(x)\nexcept KeyError:\n    print(1)\n", 'table = {"a": '),
        ("if os.path.exists(path):\n    print(os.path.getsize(path))\n", "import os\n"),
        ("for _ in range(levels - 1):\n    print(_)\n", "levels = 10\n"),
    ],
)  # fmt: skip
def test_the_first_prefix_is_what_a_reader_would_write(text: str, definition: str) -> None:
    code = _search(text).nodes[0].prefix.code
    assert definition in code
    assert "StandIn" not in code


def test_a_stand_in_is_better_than_to_reach_nothing() -> None:
    best = _search("table = table[['mean'] + table.columns[:-1].tolist()]\n").nodes[0]
    assert best.coverage == 1.0


def test_a_module_whose_import_is_not_reached_is_not_made_up() -> None:
    tree = _search(
        "import sys\nif sys.maxsize > 5:\n    print(1)\nelse:\n    import a_rare_module\n    a_rare_module.go()\n"
    )
    assert "sys.modules" not in tree.nodes[0].prefix.code


def test_what_is_filled_by_the_program_may_be_empty_before_it() -> None:
    tree = _search(
        "for name in names:\n    if name in seen:\n        raise LookupError(name)\n    seen[name] = 1\n"
    )
    assert "seen = {}" in tree.nodes[0].prefix.code


def test_a_command_line_that_is_looped_over_names_a_file() -> None:
    tree = _search(
        "for path in sys.argv[1:] or sys.stdin:\n    with open(path) as file:\n        print(file.read())\n"
    )
    assert 'sys.argv = ["script.py", "data/input.txt"]' in tree.nodes[0].prefix.code
    assert tree.best_coverage == 1.0


def test_nodes_that_are_told_apart_stay_nodes() -> None:
    tree = _search(
        "for node in self.nodes[1:]:\n    if node not in ('.', '..'):\n        break\n"
        "if node.kind == 'name':\n    print(node.parts[::2])\nelse:\n    print(node)\n"
    )
    assert "StandIn" not in tree.nodes[0].prefix.code
    assert '"."' not in tree.nodes[0].prefix.code


def test_a_path_is_one_also_where_it_is_only_made_absolute() -> None:
    tree = _search(
        "if not path.is_absolute():\n    path = base.joinpath(path).resolve()\nprint(path.as_posix())\n"
    )
    assert 'path = pathlib.Path("' in tree.nodes[0].prefix.code
