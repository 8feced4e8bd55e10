"""Snippets from real files, standard input and the command line, and each mistake's one line."""

import io
from pathlib import Path

import pytest

from llmdb.errors import SnippetNotFound, SnippetSyntaxError, SnippetUnreadable, UsageError
from llmdb.program.dedent import dedented
from llmdb.program.load import demos, encode_snippet, load_snippet, parse_snippet
from llmdb.program.notes import read_notes


def written(folder: Path, data: bytes) -> str:
    path = folder / "given.py"
    path.write_bytes(data)
    return str(path)


def test_a_file_is_read_with_its_notes(tmp_path: Path) -> None:
    data = b"#!/usr/bin/env python3\n# task: add\n#   test: assert f(1) == 2\n\n# TEST: f(2)\nx = 1\n# test: no\n"
    snippet = load_snippet(written(tmp_path, data))
    assert (snippet.name, snippet.task, snippet.tests) == ("given.py", "add", ("assert f(1) == 2", "f(2)"))
    assert snippet.path == tmp_path / "given.py"


def test_several_task_lines_are_one_task() -> None:
    assert parse_snippet("# task: add\n# task: two numbers\nx = 1", name="n").task == "add two numbers"


def test_comment_lines_right_after_a_task_go_on_with_it() -> None:
    text = "# task: add two\n#   numbers, both whole\n# test: f(1, 2)\n# a remark\n\nx = 1"
    assert parse_snippet(text, name="n").task == "add two numbers, both whole"
    for other in ("# coding=utf-8", "# type: ignore", "# hidden: f(3)", "", "\n# after a gap"):
        assert parse_snippet(f"# task: add\n{other}\nx = 1", name="n").task == "add"


def test_standard_input_and_code_are_snippets_without_a_path() -> None:
    assert load_snippet("-", io.BytesIO("x = 'é'\r\n".encode())).text == "x = 'é'\n"
    snippet = load_snippet("-c", code="y = 1")
    assert (snippet.name, snippet.text, snippet.path) == ("-c", "y = 1", None)


@pytest.mark.parametrize(
    ("data", "encoding", "newline", "bom"),
    [
        (b"x = '\xc3\xa9'\n", "utf-8", "\n", False),
        (b"\xef\xbb\xbfx = '\xc3\xa9'\n", "utf-8", "\n", True),
        (b"# -*- coding: latin-1 -*-\r\nx = '\xe9'\r\n", "iso-8859-1", "\r\n", False),
        (b"#!/bin/sh\n# vim: set fileencoding=cp1252 :\nx = '\x80'\n", "cp1252", "\n", False),
        (b"x = 1\ry = 2\r", "utf-8", "\r", False),
        (b"\x0cif 1:\n\tx = 1\n", "utf-8", "\n", False),
    ],
)
def test_the_way_a_file_was_written_is_kept_for_writing_it(
    tmp_path: Path, data: bytes, encoding: str, newline: str, bom: bool
) -> None:
    snippet = load_snippet(written(tmp_path, data))
    assert (snippet.encoding, snippet.newline, snippet.bom) == (encoding, newline, bom)
    assert "\r" not in snippet.text
    assert "\ufeff" not in snippet.text
    assert encode_snippet(snippet) == data


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"", SnippetUnreadable, "no code in it"),
        (b" \n# only a comment\n", SnippetUnreadable, "no code in it"),
        (b"\x7fELF\x00\x01", SnippetUnreadable, "binary data"),
        (b"x = 1\ny = '\xe9'\n", SnippetUnreadable, r"given\.py:2: byte 0xe9 is not utf-8"),
        (b"# coding: nonsense\n", SnippetUnreadable, "unknown encoding: nonsense"),
        (b"if x\n    y = 1\n", SnippetSyntaxError, r"given\.py:1:5: expected ':'.*; nearest repair: `if x:`"),
        (
            b"y = 1\nif y = 1:\n    z = y\n",
            SnippetSyntaxError,
            r"given\.py:2:4: .*; nearest repair: `if y == 1:`",
        ),
        (
            b"def f(:\n    return 1\n",
            SnippetSyntaxError,
            r"given\.py:1:7: invalid syntax: def f\(:; nearest .* `def f\(\):`",
        ),
        (b"x = 1\nbreak\n", SnippetSyntaxError, r"given\.py:2:1: 'break' outside loop"),
    ],
)
def test_each_mistake_is_one_line_with_its_place(
    tmp_path: Path, data: bytes, error: type[UsageError], message: str
) -> None:
    with pytest.raises(error, match=message) as caught:
        load_snippet(written(tmp_path, data))
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(SnippetNotFound) as missing:
        load_snippet("nosuch.py")
    assert str(missing.value) == (
        "nosuch.py: no such file; demos are in demo_snippets/ (llmdb without arguments lists them)"
    )
    with pytest.raises(SnippetNotFound) as demo:
        load_snippet("running_total")
    assert (
        str(demo.value)
        == f"running_total: no such file; the demo is {next(path for path in demos() if path.stem == 'running_total')}"
    )
    with pytest.raises(SnippetUnreadable, match="a folder; name a Python file in it"):
        load_snippet(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("x = 1", "module"),
        ("def f():\n    return 1", "module"),
        ("x = [(yield_ := 1) for y in z]", "module"),
        ("if x:\n    return", "function"),
        ("for x in y:\n    yield x", "generator"),
        ("z = f(lambda: (yield))", "module"),
        ("await f()", "coroutine"),
        ("async with f() as g:\n    pass", "coroutine"),
        ("x = [y async for y in z]", "coroutine"),
        ("async for x in y:\n    yield x", "async generator"),
    ],
)
def test_a_body_runs_as_what_its_top_level_needs(text: str, body: str) -> None:
    assert parse_snippet(text, name="n").body == body


def test_a_snippet_pasted_from_inside_a_function_is_shifted_left_and_back() -> None:
    text = '# note\n    x = """a\n  b\n        c"""\n\n    if x:\n        return x\n'
    snippet = parse_snippet(text, name="n")
    assert snippet.text == '# note\nx = """a\n  b\n        c"""\n\nif x:\n    return x\n'
    assert snippet.margin == "    "
    assert encode_snippet(snippet).decode() == text.replace("# note", "    # note")


def test_half_a_character_in_a_string_does_not_keep_a_text_from_being_shifted() -> None:
    assert dedented('  x = "\ud800"\n  y = x\n') == ('x = "\ud800"\ny = x\n', "  ")


def test_where_other_lines_lack_the_first_ones_margin_it_is_taken_off_and_said() -> None:
    snippet = parse_snippet("    x = 1\ny = 2\n", name="n")
    assert (snippet.text, snippet.adapted) == ("x = 1\ny = 2\n", "the indentation was mended (line 1)")


def test_the_demos_of_a_checkout_are_found() -> None:
    assert "running_total.py" in {path.name for path in demos()}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("f(2) == 4", "assert f(2) == 4"),
        ("2 in f(2) and f(1)", "assert 2 in f(2) and f(1)"),
        ("not f(0)", "assert not f(0)"),
        ("assert f(2) == 4", "assert f(2) == 4"),
        ("check(f)", "check(f)"),
        ("x = f(2); assert x", "x = f(2); assert x"),
    ],
)
def test_a_comparison_alone_is_a_test_that_can_fail(written: str, meant: str) -> None:
    assert read_notes(f"# test: {written}\nx = 1\n")[1] == (meant,)


@pytest.mark.parametrize(
    ("text", "task", "tests"),
    [
        (
            '"""Doubles.\n\n# task: no\n"""\n# task: double\n# test: f(2) == 4\nx = 1\n',
            "double",
            ("assert f(2) == 4",),
        ),
        ("# task: double\n'Doubles.'\n# test: f(2) == 4\n", "double", ("assert f(2) == 4",)),
        ('"""Doubles."""\nx = 1\n# test: f(2) == 4\n', None, ()),
        ('"" + x\n# test: f(2) == 4\n', None, ()),
        ('"""Doubles.\n# test: f(2) == 4\n', None, ()),
    ],
)
def test_notes_may_stand_below_the_docstring(text: str, task: str | None, tests: tuple[str, ...]) -> None:
    assert read_notes(text) == (task, tests)
