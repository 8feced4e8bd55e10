"""prefix, undefined, coverage, assume and the prefix of a session's beginning."""

from typing import cast

import pytest

from llmdb.commands.assume import run_assume
from llmdb.commands.prefix import PrefixCode, PrefixResult, run_prefix_command, supply_prefix
from llmdb.commands.undefined import run_coverage, run_undefined
from llmdb.errors import BadArgument
from llmdb.session import Settings
from tests.commands.conftest import OpenSession

SNIPPET = "d = {}\nfor index, item in enumerate(keys):\n    d[item] = values[index]\n"


def _tree(result: object) -> PrefixResult:
    assert isinstance(result, PrefixResult)
    return result


def test_the_result_has_the_keys_of_the_contract(open_session: OpenSession) -> None:
    found = run_prefix_command(open_session(SNIPPET), "").to_json()
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


def test_a_complete_snippet_gets_none_even_if_it_raises(open_session: OpenSession) -> None:
    session = open_session("x = 1\nx / 0\n", settings=Settings(), supply_prefix=supply_prefix)
    assert session.trace.outcome.kind == "exception"
    assert (session.prefix, session.assumed) == ("", "")


def test_assume_changes_one_value_and_records_anew(open_session: OpenSession) -> None:
    session = open_session(SNIPPET, settings=Settings(), supply_prefix=supply_prefix)
    before = session.trace
    result = run_assume(session, "values = [7, 8, 9]")
    assert result.tree.node(result.current or 0) is not None
    assert session.trace is not before
    assert "values = [7, 8, 9]" in (session.prefix or "")


@pytest.mark.parametrize("text", ["", "values", "1 = 2", "values = ]"])
def test_assume_refuses_what_is_no_assignment(open_session: OpenSession, text: str) -> None:
    with pytest.raises(BadArgument):
        run_assume(open_session(SNIPPET), text)


def test_show_use_and_drop_name_a_prefix_by_number(open_session: OpenSession) -> None:
    session = open_session(SNIPPET)
    tree = _tree(run_prefix_command(session, "")).tree
    shown = run_prefix_command(session, "show 1")
    assert isinstance(shown, PrefixCode)
    assert shown.node.prefix.code == tree.nodes[0].prefix.code
    assert _tree(run_prefix_command(session, f"use {tree.nodes[-1].id}")).current == tree.nodes[-1].id
    left = _tree(run_prefix_command(session, "drop 1")).tree
    assert left.node(1) is None
    with pytest.raises(BadArgument, match="there is no prefix 99"):
        run_prefix_command(session, "show 99")


def test_undefined_and_coverage_name_lines(open_session: OpenSession) -> None:
    session = open_session(SNIPPET)
    assert run_undefined(session, "").to_json()["variables"] == ["keys", "values"]
    assert run_coverage(session, "").to_json()["uncovered"] == []
