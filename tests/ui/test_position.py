"""The screen after a move, as whole text."""

from __future__ import annotations

from dataclasses import replace

from llmdb.ui.source import highlighted
from tests.ui.samples import drawn, position, raised, value

WIDE = """\
   B5 ×3  totals(rows=[[1, -2], [3]])  ← B4 ×3                     step 17 of 46
    3 │
    4 │ def totals(rows):
    5 │     out = []
    6 │     acc = 0
    7 │     for row in rows:
    8 │         for n in row:
 ▶  9 │             acc += n
   10 │         out.append(acc)
   11 │     return out
   12 │
   13 │ print(totals([[1, -2], [3]]))
  ──────────────────────────────────────────────────────────────────────
   name   type   before          after
 ● acc    int    -1              2
   rows   list   [[1, -2], [3]]  [[1, -2], [3]]
   out    list   [-1]            [-1]
   n      int    3               3"""

NARROW = """\
   B5 x3  totals(rows=[[~  step 17 of 46
    3 |
    4 | def totals(rows):
    5 |     out = []
    6 |     acc = 0
    7 |     for row in rows:
    8 |         for n in row:
 >  9 |             acc += n
   10 |         out.append(acc)
   11 |     return out
   12 |
   13 | print(totals([[1, -2], [3]]))
  --------------------------------------
   name   before          after
 * acc    -1              2
   rows   [[1, -2], [3]]  [[1, -2], [3]]
   out    [-1]            [-1]
   n      3               3"""


def test_source_with_the_block_marked_and_the_changed_variable_first() -> None:
    assert drawn(position()) == WIDE


def test_forty_columns_of_ascii_are_enough() -> None:
    assert drawn(position(), width=40, encoding="ascii") == NARROW
    assert max(map(len, NARROW.split("\n"))) <= 40


def test_it_fits_the_terminal_with_room_for_the_prompt() -> None:
    many = {f"name{i}": value(str(i)) for i in range(60)}
    shown = position(before=many, after={**many, "name59": value("x" * 500)})
    shown = replace(shown, step=replace(shown.step, changed={"name59": value("x" * 500)}))
    for height in (12, 16, 24, 50):
        lines = drawn(shown, width=60, height=height, terminal=True).split("\n")
        assert len(lines) <= height - 3
        assert any("name59" in line for line in lines)
        assert any("more: `p NAME`" in line for line in lines)


def test_the_exception_and_its_handler_are_told() -> None:
    step = replace(position().step, raised=raised(), caught=12)
    text = drawn(position(step=step))
    assert " ✗  9 │             acc += n" in text
    assert text.endswith(" ✗ ValueError: no such row (line 9)  → caught at line 12")


def test_escape_sequences_of_the_program_never_reach_the_terminal() -> None:
    step = replace(position().step, raised=raised(message="\x1b[2J\x07 \u202e"))
    after = {"acc": value("\x1b]0;title\x07", "str")}
    text = drawn(position(step=step, after=after, written=(("stdout", "a\x1b[31m\rb\n"),)))
    assert not any(c in text for c in "\x1b\x07\r\u202e")
    assert "\\x1b[2J\\x07 \\u202e" in text
    assert " │ a\\x1b[31m\\rb" in text


def test_of_two_long_values_the_part_that_differs_is_shown() -> None:
    before = {"xs": value(repr([0] * 200), "list")}
    after = {"xs": value(repr([0] * 150 + [7] + [0] * 49), "list")}
    step = replace(position().step, changed=after)
    row = next(
        line for line in drawn(position(step=step, before=before, after=after)).split("\n") if "xs" in line
    )
    assert "7" in row
    assert row.count("…") == 4
    assert len(row) <= 80


def test_a_long_message_takes_a_few_rows() -> None:
    step = replace(position().step, raised=raised(message="no row " * 9), caught=12)
    assert drawn(position(step=step), width=40).split("\n")[-3:] == [
        " ✗ ValueError: no row no row no row no",
        "   row no row no row no row no row no",
        "   row (line 9)  → caught at line 12",
    ]
    longer = replace(step, raised=raised(message="no row " * 99))
    assert drawn(position(step=longer), width=40).split("\n")[-5:] == [
        " ✗ ValueError: no row no row no row no",
        "   row no row no row no row no row no",
        "   row no row no row no row no row no",
        "   row no row no row no row no row no r…",
        "   → caught at line 12",
    ]


def test_code_with_half_a_character_is_drawn() -> None:
    assert [line.plain for line in highlighted('x = "\ud800"\ny = 1\n')] == ['x = "\\ud800"', "y = 1"]
