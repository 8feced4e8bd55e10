"""prefix, undefined, coverage, assume and the prefix of a session's beginning."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from llmdb.commands.assume import Assumed
from llmdb.commands.line.dispatch import attempt, dispatch
from llmdb.commands.prefix import PrefixCode, PrefixResult
from llmdb.commands.state.prefix import prefix_state, supply_prefix
from llmdb.errors import BadArgument
from llmdb.prefix.space import Space
from llmdb.session import Session, Settings, SuppliedPrefix
from tests.commands.conftest import OpenSession, UseEditor
from tests.llm.server import ModelServer, says
from tests.packages.wheels import make_wheel, use_only
from tests.ui.samples import drawn

pytestmark = pytest.mark.usefixtures("shared_runs")

SNIPPET = "d = {}\nfor index, item in enumerate(keys):\n    d[item] = values[index]\n"


def _tree(result: object) -> PrefixResult:
    assert isinstance(result, PrefixResult)
    return result


def test_the_result_has_the_keys_of_the_contract(open_session: OpenSession) -> None:
    found = dispatch(open_session(SNIPPET), "prefix").to_json()
    assert found["undefined"] == {"variables": ["keys", "values"], "attributes": [], "modules": []}
    assert (found["engine"], found["coverage"], found["best_coverage"]) == ("offline", 1.0, 1.0)
    node = cast("list[dict[str, object]]", found["nodes"])[0]
    assert node["id"] == found["best"]
    assert node["lines"] == [1, 2, 3]
    assert {"id", "parent", "guidance", "code", "assumptions", "coverage", "error", "discarded"} <= set(node)


def test_an_incomplete_snippet_begins_with_a_prefix_and_says_so(open_session: OpenSession) -> None:
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    assert session.trace.outcome.kind == "finished"
    assert session.assumed.startswith(
        "2 names are undefined: keys, values. Assumed, to make it run (3 of 3 lines):"
    )


def test_a_session_begins_although_the_engine_fails(
    open_session: OpenSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Space, "compose", lambda self, choice: [][0])
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    assert (session.trace.outcome.kind, session.prefix) == ("exception", "")
    assert session.assumed == (
        "the prefix engine stopped at a fault of its own, IndexError: list index out of range; "
        "the snippet runs as it is"
    )
    result = dispatch(session, "prefix")
    assert result.to_json()["failed"] == "IndexError: list index out of range"
    assert drawn(result, width=120).splitlines()[-1] == session.assumed


def test_a_complete_snippet_gets_none_even_if_it_raises(open_session: OpenSession) -> None:
    session = open_session("x = 1\nx / 0\n", settings=Settings(), supply_prefix=supply_prefix)
    assert session.trace.outcome.kind == "exception"
    assert (session.prefix, session.assumed) == ("", "")


@pytest.mark.parametrize(
    "text",
    [
        "from math import *\nprint(sqrt(4))\n",
        "from math import *\ndef area(r):\n    return pi * r * r\n[][3]\n",
        'exec("a = 1")\nglobals().update(b=a)\nc = b\nexec("del a")\n',
        "import sys\nsys.modules[__name__].a = 1\nb = a\nwhile b:\n    pass\n",
    ],
    ids=["star", "star and an error", "exec and globals", "a module's attribute and no end"],
)
def test_a_snippet_that_binds_names_without_naming_them_gets_none(
    open_session: OpenSession, text: str
) -> None:
    session = open_session(text)
    assert supply_prefix(session) == SuppliedPrefix()
    assert dispatch(session, "undefined").to_json()["variables"] == []


def test_what_such_a_snippet_does_not_bind_is_assumed(open_session: OpenSession) -> None:
    session = open_session("from math import *\ny = floor(x) + pi\n")
    assert dispatch(session, "undefined").to_json()["variables"] == ["x"]
    names = [a.name for node in prefix_state(session).tree.nodes for a in node.prefix.assumptions]
    assert set(names) == {"x"}


def test_assume_changes_one_value_and_records_anew(open_session: OpenSession) -> None:
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    before = session.trace
    result = _tree(dispatch(session, "assume values = [7, 8, 9]"))
    node = result.tree.node(result.current or 0)
    assert node is not None
    assert (node.guidance, node.parent) == ("user", 1)
    assert session.trace is not before
    assert "values = [7, 8, 9]" in (session.prefix or "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("values", "assume takes NAME = VALUE"),
        ("values =", "assume takes NAME = VALUE"),
        ("1 = 2", "'1' is not a name"),
        ("values = ]", r"'\]' is not an expression"),
        (
            "values = 1 / 0",
            "the prefix itself raises ZeroDivisionError: division by zero; nothing has changed",
        ),
        (
            "values = other",
            "the prefix itself raises NameError: name 'other' is not defined; nothing has changed",
        ),
    ],
)
def test_a_wrong_assumption_is_refused_with_nothing_lost(
    open_session: OpenSession, text: str, message: str
) -> None:
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    trace, prefix = session.trace, session.prefix
    before = dispatch(session, "prefix")
    with pytest.raises(BadArgument, match=message):
        dispatch(session, f"assume {text}")
    assert dispatch(session, "prefix") == before
    assert (session.trace, session.prefix) == (trace, prefix)


def test_assume_alone_lists_what_is_assumed(open_session: OpenSession) -> None:
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    assert session.trace
    dispatch(session, "assume values = [7, 8, 9]")
    assumed = dispatch(session, "assume")
    assert isinstance(assumed, Assumed)
    assert {"name": "values", "code": "values = [7, 8, 9]", "kind": "value"} in cast(
        "list[object]", assumed.to_json()["assumptions"]
    )
    assert [a.name for a in assumed.assumptions] == ["keys", "values"]


def test_show_use_and_drop_name_a_prefix_by_number(open_session: OpenSession) -> None:
    session = open_session(SNIPPET)
    tree = _tree(dispatch(session, "prefix")).tree
    shown = dispatch(session, "prefix show 1")
    assert isinstance(shown, PrefixCode)
    assert shown.node.prefix.code == tree.nodes[0].prefix.code
    assert _tree(dispatch(session, f"prefix use {tree.nodes[-1].id}")).current == tree.nodes[-1].id
    left = _tree(dispatch(session, "prefix drop 1")).tree
    assert left.node(1) is None
    with pytest.raises(BadArgument, match="there is no prefix 99"):
        dispatch(session, "prefix show 99")


def test_undefined_and_coverage_name_lines(open_session: OpenSession) -> None:
    session = open_session(SNIPPET)
    assert dispatch(session, "undefined").to_json()["variables"] == ["keys", "values"]
    assert dispatch(session, "coverage").to_json()["uncovered"] == []


@pytest.fixture
def opened(open_session: OpenSession) -> Callable[[str], Session]:
    """A session that begins with a prefix where it needs one."""

    def open_it(text: str) -> Session:
        session = open_session(text, settings=Settings(), supply_prefix=supply_prefix)
        assert session.trace
        return session

    return open_it


def test_the_tree_tells_what_the_snippet_executes_alone(opened: Callable[[str], Session]) -> None:
    result = _tree(dispatch(opened(SNIPPET), "prefix"))
    assert (result.alone, result.current) == (1, 1)
    assert result.to_json()["coverage_alone"] == 1 / 3


def test_no_node_is_in_use_when_the_program_runs_as_it_is(opened: Callable[[str], Session]) -> None:
    assert _tree(dispatch(opened("x = 1\nx / 0\n"), "prefix")).current == 1
    session = opened("import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9')\n")
    assert session.prefix == ""
    result = _tree(dispatch(session, "prefix"))
    node = result.tree.node(result.current or 0)
    assert node is None or node.prefix.code == ""


def test_edit_makes_a_new_prefix_of_one(opened: Callable[[str], Session], use_editor: UseEditor) -> None:
    session = opened(SNIPPET)
    use_editor('echo \'values = dict(enumerate("xyz"))\' >> "$2"')
    result = _tree(dispatch(session, "prefix edit"))
    node = result.tree.node(result.current or 0)
    assert node is not None
    assert (node.parent, node.guidance, node.lines) == (1, "user", (1, 2, 3))
    assert session.prefix == node.prefix.code
    assert node.prefix.code.endswith('values = dict(enumerate("xyz"))\n')
    assert "values" in {a.name for a in node.prefix.assumptions}


def test_an_unchanged_edit_adds_nothing(opened: Callable[[str], Session], use_editor: UseEditor) -> None:
    session = opened(SNIPPET)
    before = dispatch(session, "prefix")
    use_editor("true")
    assert dispatch(session, "prefix edit p1") == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("values = [", "the prefix is not Python"),
        ("values = 1 / 0", "the prefix itself raises ZeroDivisionError"),
    ],
)
def test_a_refused_edit_is_kept_for_the_next_one(
    line: str, message: str, opened: Callable[[str], Session], use_editor: UseEditor
) -> None:
    session = opened(SNIPPET)
    before = dispatch(session, "prefix")
    use_editor(f"echo '{line}' > \"$2\"")
    with pytest.raises(BadArgument, match=f"{message}.*edit it again"):
        dispatch(session, "prefix edit 1")
    assert dispatch(session, "prefix") == before
    use_editor(f'grep -qF \'{line}\' "$2" && echo \'keys, values = "ab", [4, 5]\' > "$2"')
    dispatch(session, "prefix edit 1")
    assert session.prefix == 'keys, values = "ab", [4, 5]\n'


def test_new_takes_a_file_or_opens_the_editor_on_nothing(
    opened: Callable[[str], Session], use_editor: UseEditor, tmp_path: Path
) -> None:
    session = opened(SNIPPET)
    path = tmp_path / "mine.py"
    path.write_text("keys, values = [3], [4]\n")
    result = _tree(dispatch(session, f"prefix new {path}"))
    node = result.tree.node(result.current or 0)
    assert node is not None
    assert (node.parent, node.guidance, node.coverage) == (None, "user", 1.0)
    use_editor('test -s "$2" || echo \'keys, values = [5], [6]\' > "$2"')
    dispatch(session, "prefix new")
    assert session.prefix == "keys, values = [5], [6]\n"
    with pytest.raises(BadArgument, match=r"nosuch\.py: No such file or directory"):
        dispatch(session, "prefix new nosuch.py")


def test_the_best_of_the_rest_takes_over_when_the_one_in_use_is_dropped(
    opened: Callable[[str], Session],
) -> None:
    session = opened(SNIPPET)
    dispatch(session, "assume values = [7, 8, 9]")
    own = session.prefix
    result = _tree(dispatch(session, "prefix drop"))
    assert result.current == 1
    assert session.prefix != own


def test_what_is_saved_runs_in_a_plain_interpreter(opened: Callable[[str], Session], tmp_path: Path) -> None:
    session = opened(SNIPPET + "print(len(d))\n")
    path = tmp_path / "whole.py"
    dispatch(session, f"prefix save {path}")
    assert path.read_text().endswith(session.snippet.text)
    ran = subprocess.run([sys.executable, "-I", str(path)], capture_output=True, text=True, check=True)
    assert ran.stdout.strip().isdigit()
    with pytest.raises(BadArgument, match="exists"):
        dispatch(session, f"prefix save {path}")


def test_save_names_a_file_itself(
    opened: Callable[[str], Session], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    dispatch(opened(SNIPPET), "prefix save")
    assert [path.name for path in tmp_path.iterdir()] == ["snippet_runnable.py"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nosuch", "prefix takes ask .*, show .* or save .*, not 'nosuch'"),
        ("show x", "'x' is not a prefix's number"),
        ("use 0", "a prefix's number is 1 or more"),
        ("ask 1 2 3", "prefix ask takes"),
    ],
)
def test_a_wrong_form_is_one_clear_line(opened: Callable[[str], Session], text: str, message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        dispatch(opened(SNIPPET), f"prefix {text}")


def test_ask_adds_the_model_s_prefixes_with_their_share_of_the_cost(
    open_asking: OpenSession, model_server: ModelServer
) -> None:
    session = open_asking("if int(code) % 9973 == 9001:\n    print('found')\n")
    assert _tree(dispatch(session, "prefix")).tree.coverage == 0.5
    model_server.plays(says(json.dumps({"imports": [], "initialization": ["code = '9001'"]})))
    result = _tree(dispatch(session, "prefix ask 1 1"))
    node = result.tree.nodes[-1]
    assert (node.guidance, node.coverage, node.tokens, node.cost_usd) == ("undefinedness", 1.0, 10, 0.0)
    assert (result.tree.best, result.current) == (node.id, node.id)
    assert result.to_json()["usage"] is not None


def test_packages_that_a_model_names_are_asked_for_and_used(
    open_asking: OpenSession, model_server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_only(tmp_path, monkeypatch)
    make_wheel(tmp_path, "llmdb_codes", {"llmdb_codes.py": "CODE = '9001'\n"})
    asked: list[str] = []

    def agree(question: str) -> bool:
        asked.append(question)
        return True

    session = open_asking("if int(code) % 9973 == 9001:\n    print('found')\n", confirm=agree)
    answer = {"imports": ["from llmdb_codes import CODE"], "initialization": ["code = CODE"]}
    model_server.plays(says(json.dumps(answer)))
    result = _tree(dispatch(session, "prefix ask 1 1"))
    assert asked == [
        "llmdb_codes is not here (a model's prefix imports it, and models invent names). "
        "Install llmdb-codes 1.0?"
    ]
    assert (result.tree.coverage, session.trace.outcome.kind) == (1.0, "finished")


def _assumed(session: Session, line: str) -> object:
    return attempt(session, line).to_json()["result"].get("assumed")  # type: ignore[union-attr]


def test_invented_values_are_named_at_each_step_until_the_snippet_binds_them(
    opened: Callable[[str], Session],
) -> None:
    session = opened(
        "import os\ndef f(keys):\n    return len(keys)\n\nfor key in keys:\n    n = f([1])\nkeys = [n]\nkeys = keys\n"
    )
    marks = [_assumed(session, f"goto {step}") for step in range(1, len(session.trace) + 1)]
    bound = [step for step in range(1, len(marks) + 1) if "keys" in session.trace.step(step).changed]
    inner = [session.trace.scope_of(step) == "f" for step in range(1, len(marks) + 1)]
    assert any(inner)
    for step, (mark, inside) in enumerate(zip(marks, inner, strict=True), 1):
        assert mark == (None if inside or step >= min(bound) else ["keys"])


def test_a_complete_program_marks_nothing(opened: Callable[[str], Session]) -> None:
    assert _assumed(opened("x = 1\n"), "where") is None


def test_the_body_of_a_function_marks_what_it_was_given(opened: Callable[[str], Session]) -> None:
    session = opened("total = 0\nfor n in numbers:\n    total += n\nreturn total\n")
    assert _assumed(session, "where") == ["numbers"]
    assert _assumed(session, "goto end") == ["numbers"]


def test_ask_says_why_it_asks_nothing(open_asking: OpenSession, model_server: ModelServer) -> None:
    result = _tree(dispatch(open_asking("print(n)\n"), "prefix ask"))
    assert result.usage is None
    assert result.tree.engine == "offline"
    assert result.note.startswith("nothing was asked: every line is reached already")
    assert not model_server.requests


def test_a_stand_in_shows_what_it_stands_for(opened: Callable[[str], Session]) -> None:
    session = opened(
        "thing = maker.make()\nwith thing as t:\n    t.go()[1:2].x += 1\nthing **= 2\nprint(thing @ 3)\n"
    )
    dispatch(session, "goto 1")
    assert "stands_for='maker.make()'" in drawn(dispatch(session, "where"), width=200)


def test_the_cursor_stays_where_it_is_when_a_value_is_assumed(open_session: OpenSession) -> None:
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    dispatch(session, "goto B3@2")
    before = (session.position, session.trace.lines(session.position))
    dispatch(session, "assume values = [7, 8, 9]")
    assert (session.position, session.trace.lines(session.position)) == before
    assert dispatch(session, "p d[item]").to_json()["value"] == {"type": "int", "repr": "8"}
