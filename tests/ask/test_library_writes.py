"""The two prompts, and answers as models really write them."""

import ast
import time

import pytest

from llmdb.ask.field_questions import CallQuestion, dynamic_messages, parse_dynamic
from llmdb.ask.library_writes import Mapped, map_access, map_paths
from llmdb.ask.method_questions import MethodQuestion, parse_static, static_messages
from llmdb.ask.records import Record, record_of
from llmdb.slicing.library.methods import Access
from tests.slicing.recorded import dependencies

ADD = MethodQuestion("reader.add_row(list)", "reader.add_row(list)")
READ = MethodQuestion("reader.line()", "reader.line()")
SET = Access(type="set", action="add", structure="rows", position="end")
GET = Access(type="get", structure="elements", position="all")


def test_the_first_prompt_numbers_the_methods_and_holds_no_value_of_the_program() -> None:
    messages = static_messages([ADD, READ])
    assert [message["role"] for message in messages] == ["system", "user"]
    text = messages[1]["content"]
    assert text.endswith(
        '1. "reader.add_row(list)" with signature "reader.add_row(list)":\n'
        '2. "reader.line()" with signature "reader.line()":'
    )
    assert "<get/set>" in text
    assert "<start/end/all/index/key>" in text


@pytest.mark.parametrize(
    "text",
    [
        "1. <set><add><rows><end>\n2. <get>",
        "1) < set >< add >< rows >< end >\n2) <GET>",
        '```\n"reader.add_row(list)" with signature "reader.add_row(list)": <set><add><rows><end>\n2: <get>\n```',
        "Here are the answers:\n\n1. <set> <add> <rows> <end>.\n\n2. <get>, it changes nothing.",
        "<set><add><rows><end>\n<get>",
        "1. set, add, rows, end\n2. get",
    ],
)
def test_an_answer_of_the_first_version_is_read_leniently(text: str) -> None:
    assert parse_static(text, [ADD, READ]) == {ADD.signature: SET, READ.signature: GET}


def test_what_is_no_answer_of_the_first_version_is_passed_over() -> None:
    assert parse_static("I cannot help with that.", [ADD]) == {}
    assert parse_static("7. <set><add><rows><end>", [ADD, READ]) == {}
    assert parse_static("1. <maybe><add>", [ADD]) == {}
    assert parse_static("2. <get>", [ADD, READ]) == {READ.signature: GET}


ONE = Record("[0]", "int", "1")
ROWS = Record("rows", "list", "[1]", (ONE,))
TABLE = Record("t", "Table", "<Table>", (ROWS, Record("size", "int", "1")))


def test_the_second_prompt_nests_names_types_and_values_for_several_calls() -> None:
    text = dynamic_messages([CallQuestion("t.put(3)", (TABLE,)), CallQuestion("f(t)", (TABLE,))])[1][
        "content"
    ]
    record = (
        "{name: t, type: Table, value: [{name: rows, type: list, value: [{name: [0], type: int, value: 1}]}; "
        "{name: size, type: int, value: 1}]}"
    )
    assert text.split("Then\n")[1] == (
        f'Given variables\n{record}\n1. after calling "t.put(3)" once, the following fields are modified:\n'
        f'Given variables\n{record}\n2. after calling "f(t)" once, the following fields are modified:'
    )


@pytest.mark.parametrize(
    "text",
    [
        "1. <t#rows#[1]>;<t#size>\n2. <none>",
        "1: < t#rows#[1] >; < t#size >\n2: nothing is modified",
        "```\n1.\n<t#rows#[1]>\n<t#size>\n2.\n<none>\n```",
        "1. t#rows#[1];t#size\n2. none",
    ],
)
def test_an_answer_of_the_second_version_is_read_leniently(text: str) -> None:
    questions = [CallQuestion("t.put(3)", (TABLE,)), CallQuestion("f(t)", (TABLE,))]
    assert parse_dynamic(text, questions) == {0: ("t#rows#[1]", "t#size"), 1: ()}


def test_a_call_that_the_answer_does_not_speak_of_has_no_entry() -> None:
    questions = [CallQuestion("t.put(3)", (TABLE,)), CallQuestion("f(t)", (TABLE,))]
    assert parse_dynamic("2. <t#size>", questions) == {1: ("t#size",)}
    assert parse_dynamic("9. <t#size>", questions) == {}
    assert parse_dynamic("Sorry, I do not know.", questions) == {}


@pytest.mark.parametrize("part", ["<" + " " * 500, "word", "a#", "< a", "#"])
def test_a_long_answer_that_says_nothing_is_read_in_time(part: str) -> None:
    began = time.process_time()
    text = (part * 100_000)[:100_000]
    parse_dynamic(text, [CallQuestion("t.put(3)", (TABLE,))])
    parse_static(text, [MethodQuestion("list.append(int)", "list.append(int)")])
    assert time.process_time() - began < 10


def test_paths_are_mapped_onto_fields_before_or_after_the_call() -> None:
    after = Record("t", "Table", "", (Record("rows", "list", "", (ONE, Record("[1]", "int", "3"))),))
    found = map_paths(["t#rows#[1]", "t#size", "t.rows[0]", "u#size", "t#colour"], [TABLE], [after])
    assert [one.path for one in found] == ["t.rows[1]", "t.size", "t.rows[0]"]
    assert map_paths(["t"], [TABLE], [TABLE]) == (Mapped("t", "t"),)


def test_the_words_of_the_first_version_name_critical_variables() -> None:
    xs = Record("xs", "Stack", "", (ONE, Record("[1]", "int", "2")))
    assert [m.path for m in map_access(SET, xs)] == ["xs[1]"]
    everything = Access(type="set", action="replace", structure="rows", position="all")
    assert [m.path for m in map_access(everything, xs)] == ["xs[0]", "xs[1]"]
    assert [m.path for m in map_access(SET, Record("r", "Reader", "<Reader>"))] == ["r.rows"]
    assert map_access(GET, xs) == ()


def test_a_recorded_variable_is_shown_as_many_layers_deep_as_asked() -> None:
    found = dependencies("class P:\n    pass\np = P()\np.xs = [1, {'k': 'v'}]\nprint(p)\n")
    number = len(found.trace)
    read = found.look_up(number, ast.Name(id="p", ctx=ast.Load()), found.end_of(number))
    assert read is not None
    lookup = found.log.machine(found.end_of(number)).lookup
    assert str(record_of("p", read.value, lookup, 1)) == (
        "{name: p, type: P, value: [{name: xs, type: list, value: [1, {'k': 'v'}]}]}"
    )
    assert "{name: ['k'], type: str, value: 'v'}" in str(record_of("p", read.value, lookup, 3))
