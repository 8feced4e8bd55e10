"""One walk over a small loop, told in the styles of many models; each must be read as the same walk."""

import pytest

from llmdb.ask.symbol_values import parse_symbol_table, symbol_table_text
from llmdb.ask.walk_reply import parse_reply
from llmdb.ask.walks import SymbolValue

BLOCKS = 4
"""1: `total = 0`, 2: the loop's head, 3: `total += n`, 4: `print(total)`."""

PLAIN = """\
Block: 1
Symbol Table: {'total': (0, int)}
Is Error: False
Block: 2
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Is Error: False
Block: 3
Reasoning: an int plus a str
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Is Error: True
Error Type: TypeError
Error Statement: total += n
<STOP>
"""

MARKDOWN = """\
## Walk

### Block 1 — start
- **Symbol Table:** `{'total': (0, int)}`
- **Is Error:** False

### Block 2 (loop head, first visit)
- **Symbol Table:** `{'total': (0, int), 'n': ('2', str)}`
- **Is Error:** False

### Block 3
- **Reasoning:** an int plus a str
- **Symbol Table:** `{'total': (0, int), 'n': ('2', str)}`
- **Is Error:** True
- **Error Type:** `TypeError`
- **Error Statement:** `total += n`

**<STOP>**
"""

NUMBERED = """\
1. **Block: 1**
   Symbol Table:
   - total = 0 (int)
   Is Error: No
2. **Block: 2**
   Symbol Table:
   - total = 0 (int)
   - n = '2' (str)
   Is Error: No
3. **Block: 3**
   Reasoning: an int plus a str
   Symbol Table:
   - total = 0 (int)
   - n = '2' (str)
   Is Error: Yes
   Error Type: TypeError
   Error Statement: total += n
"""

JSON_TABLES = """\
Block 1:
Symbol Table:
```json
{"total": {"value": 0, "type": "int"}}
```
Is Error: False
Block 2:
Symbol Table:
```json
{
  "total": {"value": 0, "type": "int"},
  "n": {"value": "2", "type": "str"}
}
```
Is Error: False
Block 3:
Reasoning: an int plus a str
Symbol Table: {"total": [0, "int"], "n": ["2", "str"]}
Is Error: True
Error Type: TypeError
Error Statement: total += n
"""

EVERYTHING_FILLED_IN = """\
Step 1: Block 1
Observation: total is bound
Reasoning: nothing can fail
Action: bind it
Symbol Table: {'total': 0}
Is Error: False
Error Type: None
Error Statement: None

Step 2: Block 2
Observation: n takes '2'
Reasoning: a list is iterated
Action: True, go to Block 3
Symbol Table: {'total': 0, 'n': '2'}
Is Error: False
Error Type: None
Error Statement: None

Step 3: Block 3
Observation: they are added
Reasoning: an int plus a str
Action: stop
Symbol Table: {'total': 0, 'n': '2'}
Is Error: True
Error Type: TypeError: unsupported operand type(s) for +=: 'int' and 'str'
Error Statement: total += n
"""

THOUGHT_FIRST = (
    "<think>\nBlock 1 runs first.\nBlock: 4\nSymbol Table: {}\nNo, Block: 2 comes before.\n</think>\n" + PLAIN
)

GRAPH_COPIED_FIRST = (
    "Block 1:\nStatement:\n    total = 0\nNext:\n    Go to Block: 2\n\n"
    "Block 2:\nStatement:\n    iterator -> n, Iterate Over -> ['2']\nNext:\n    If True: Go to Block 3\n"
    "    If False: Go to Block 4\n\n"
    "Block 3:\nStatement:\n    total += n\nNext:\n    Go to Block: 2\n\n"
    "Block 4:\nStatement:\n    print(total)\nNext:\n    <END>\n\nThe walk:\n\n" + PLAIN
)

PROSE_BETWEEN = """\
I start at the top.

Block: 1
Symbol Table: {'total': (0, int)}
Is Error: False

Block 2 comes next, because the list has an item.

Block: 2
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Is Error: False

Block: 3
Reasoning: an int plus a str
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Is Error: True

Error Type: TypeError
Block: 3
Observation: the two types do not add.
Error Statement: total += n

Block 4 is never reached.
"""

TABLES_AS_ROWS = """\
=== Block 1 ===
Symbol Table:
| Variable | Type | Value |
|---|---|---|
| total | int | 0 |
Is Error: False
=== Block 2 ===
Symbol Table:
| Variable | Type | Value |
|---|---|---|
| total | int | 0 |
| n | str | '2' |
Is Error: False
=== Block 3 ===
Reasoning: an int plus a str
Symbol Table: unchanged
Is Error: True
Error Type: TypeError
Error Statement: total += n
"""

CONDITION_UNDER_A_SECOND_HEADING = """\
Block: 1
Statement:
    total = 0
Symbol Table: {'total': (0, int)}
Is Error: False
Block: 1
Observation: there is no condition.
Action: Go to Block 2
Block: 2
Statement:
    iterator -> n, Iterate Over -> ['2']
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Is Error: False
Block: 2
Observation: an item is left, so it is True.
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Block: 3
Statement:
    total += n
Reasoning: an int plus a str
Symbol Table: {'total': (0, int), 'n': ('2', str)}
Is Error: True
Error Type: TypeError
Error Statement: total += n
"""

ONE_LINE_EACH = """\
Block 1: Symbol Table: {total: int = 0}
Block 2: Symbol Table: {total: int = 0, n: str = '2'}
Block 3: Symbol Table: {total: int = 0, n: str = '2'}
Reasoning: an int plus a str
Error: TypeError
Error Statement: total += n
"""


def value(text: str, type_name: str) -> SymbolValue:
    return SymbolValue(type=type_name, repr=text)


@pytest.mark.parametrize(
    "reply",
    [
        PLAIN,
        MARKDOWN,
        NUMBERED,
        JSON_TABLES,
        EVERYTHING_FILLED_IN,
        THOUGHT_FIRST,
        GRAPH_COPIED_FIRST,
        PROSE_BETWEEN,
        TABLES_AS_ROWS,
        CONDITION_UNDER_A_SECOND_HEADING,
        ONE_LINE_EACH,
    ],
)
def test_the_same_walk_is_read_from_every_style(reply: str) -> None:
    walk = parse_reply(reply, known_blocks=BLOCKS)
    assert walk.blocks == (1, 2, 3)
    assert [tuple(step.state or ()) for step in walk.steps] == [("total",), ("total", "n"), ("total", "n")]
    last = walk.steps[2].state or {}
    assert last["total"] == value("0", "int")
    assert (last["n"].repr.strip("'\""), last["n"].type) == ("2", "str")
    assert walk.error is not None
    assert (walk.error.type, walk.error.block, walk.error.statement) == ("TypeError", 3, "total += n")
    assert "an int plus a str" in walk.error.reason


@pytest.mark.parametrize(
    "end", ["<END>", "**<END>**", "< end >", "Block: <END>", "Next Block: END", "Next Block: <END>"]
)
def test_a_walk_says_that_it_ends(end: str) -> None:
    walk = parse_reply(f"Block: 4\nSymbol Table: {{}}\nIs Error: False\n{end}\n")
    assert (walk.blocks, walk.ended) == ((4,), True)


def test_a_block_named_as_the_next_one_follows_even_where_the_answer_is_said_to_end() -> None:
    walk = parse_reply("Block: 2\nSymbol Table: {}\nIs Error: False\nNext Block: 3\n<END>\n")
    assert (walk.blocks, walk.ended) == ((2, 3), False)


def test_a_walk_without_tables_and_without_an_end_is_a_walk() -> None:
    walk = parse_reply("Block: 1\nBlock: 2\nBlock: 2\nBlock: 4\n")
    assert (walk.blocks, walk.ended) == ((1, 2, 2, 4), False)


def test_visits_of_one_block_in_a_row_are_told_apart_by_what_they_tell() -> None:
    walk = parse_reply("Block: 1\nSymbol Table: {n: 2}\nBlock: 1\nSymbol Table: {n: 1}\n")
    assert walk.blocks == (1, 1)


def test_the_block_that_the_report_of_an_error_names_is_where_it_is() -> None:
    report = "Block: 2\nIs Error: True\nError Type: IndexError\nBlock: 3\nObservation: out of range\n"
    walk = parse_reply(report, known_blocks=3)
    assert walk.error is not None
    assert (walk.blocks, walk.error.block) == ((2,), 3)
    beyond = parse_reply(report, known_blocks=2)
    assert beyond.error is not None
    assert beyond.error.block == 2


@pytest.mark.parametrize(
    "line", ["Block 2 is never reached", "Blocks: 2", "Blockade 2", "the block 2 was left"]
)
def test_prose_about_blocks_is_no_visit(line: str) -> None:
    assert parse_reply(f"Block: 1\n{line}\n").blocks == (1,)


def test_a_long_line_of_decoration_takes_no_time() -> None:
    assert parse_reply("Block: 1\n" + " *" * 50_000 + "\n" + "1." * 50_000).blocks == (1,)


@pytest.mark.parametrize(
    ("text", "shown", "type_name"),
    [
        ('{"x": {"value": 2, "type": "int"}}', "2", "int"),
        ('{"x": {"type": "list", "value": [1, 2]}}', "[1, 2]", "list"),
        ('{"x": {"value": 2}}', '{"value": 2}', "dict"),
        ('{"x": [2, "int"]}', "2", "int"),
        ('{"x": [2, "b"]}', '[2, "b"]', "list"),
        ("{'x': ('a', 'b')}", "('a', 'b')", "tuple"),
        ("{'x': ('a', 'str')}", "'a'", "str"),
        ("{'x': (<Point object>, Point)}", "<Point object>", "Point"),
        ("x (int): 2", "2", "int"),
        ("x: int = 2", "2", "int"),
        ("- **x**: list[int] = [2]", "[2]", "list[int]"),
        ("* `x` → 2", "2", "int"),
        ("x -> 2", "2", "int"),
        ("| x | 2 | int |", "2", "int"),
        ("| name | type | value |\n| --- | --- | --- |\n| x | int | 2 |", "2", "int"),
    ],
)
def test_an_entry_is_read_in_other_notations(text: str, shown: str, type_name: str) -> None:
    assert parse_symbol_table(symbol_table_text(text)) == {"x": value(shown, type_name)}
