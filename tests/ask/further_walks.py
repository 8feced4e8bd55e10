"""Further walks as models of many kinds write them, each with its reading, written down before it was first read."""

from tests.ask.walk_forms import LAST, TWO, WalkForm, visit


def ends(name: str, reply: str, *blocks: int, last: dict[str, tuple[str, str]] | None = None) -> WalkForm:
    """A walk that tells its end."""
    return WalkForm(name=name, reply=reply, blocks=blocks, last=last or {})


def stops(name: str, reply: str, *blocks: int, last: dict[str, tuple[str, str]] | None = None) -> WalkForm:
    """A walk whose end is missing."""
    return WalkForm(name=name, reply=reply, blocks=blocks, last=last or {}, partial=True)


def fails(name: str, reply: str, kind: str, *blocks: int) -> WalkForm:
    """A walk that ends with an error in its last block."""
    return WalkForm(name=name, reply=reply, blocks=blocks, error=(kind, blocks[-1]))


FORMS = [
    ends("a prose sentence before", f"Let me walk through the graph.\n\n{TWO}<END>", 1, 2, last=LAST),
    ends("an end of sequence token behind", f"{TWO}<END></s>", 1, 2, last=LAST),
    ends(
        "rules between the visits", TWO.replace("Block: 2", "---\nBlock: 2") + "---\n<END>", 1, 2, last=LAST
    ),
    ends(
        "numbered headings",
        "1. Block 1\n   - Symbol Table: {'n': (4, int)}\n   - Is Error: False\n"
        "2. Block 2\n   - Symbol Table: {'n': (4, int), 'out': ([1, 2], list)}\n   - Is Error: False\n<END>",
        1,
        2,
        last=LAST,
    ),
    ends(
        "step headings",
        "## Step 1: Block 1\nSymbol Table: {'n': (4, int)}\nIs Error: False\n"
        "## Step 2: Block 2\nSymbol Table: {'n': (4, int), 'out': ([1, 2], list)}\nIs Error: False\n<END>",
        1,
        2,
        last=LAST,
    ),
    ends(
        "tables with plain values",
        "Block: 1\nSymbol Table: {'n': 4}\nIs Error: False\nBlock: 2\nSymbol Table: {'n': 4, 'out': [1, 2]}\n"
        "Is Error: False\n<END>",
        1,
        2,
        last=LAST,
    ),
    ends(
        "names without quotes",
        "Block: 1\nSymbol Table: {n: (4, int), out: ([1, 2], list)}\nIs Error: False\n<END>",
        1,
        last=LAST,
    ),
    ends(
        "names and values as equations",
        "Block: 1\nSymbol Table: n = 4, out = [1, 2]\nIs Error: False\n<END>",
        1,
        last=LAST,
    ),
    ends(
        "a Markdown table for the variables",
        "Block: 1\nSymbol Table:\n| Name | Type | Value |\n|---|---|---|\n| n | int | 4 |\n| out | list | [1, 2] |\n"
        "Is Error: False\n<END>",
        1,
        last=LAST,
    ),
    ends(
        "a fenced table",
        "Block: 1\nSymbol Table:\n```python\n{'n': (4, int), 'out': ([1, 2], list)}\n```\nIs Error: False\n<END>",
        1,
        last=LAST,
    ),
    ends(
        "a fenced JSON table",
        'Block: 1\nSymbol Table:\n```json\n{"n": [4, "int"], "out": [[1, 2], "list"]}\n```\nIs Error: false\n<END>',
        1,
        last=LAST,
    ),
    ends(
        "YAML",
        "- block: 1\n  symbol table:\n    n: 4\n  is error: false\n- block: 2\n  symbol table:\n    n: 4\n"
        "    out: [1, 2]\n  is error: false\n<END>",
        1,
        2,
        last=LAST,
    ),
    ends(
        "XML",
        "<visit><block>1</block><symbol_table>{'n': (4, int)}</symbol_table><is_error>False</is_error></visit>\n"
        "<visit><block>2</block><symbol_table>{'n': (4, int), 'out': ([1, 2], list)}</symbol_table>"
        "<is_error>False</is_error></visit>\n<END>",
        1,
        2,
        last=LAST,
    ),
    ends(
        "JSON under a key",
        '{"walk": [{"block": 1, "symbol_table": {"n": {"value": 4, "type": "int"}}, "is_error": false},\n'
        '{"block": 2, "symbol_table": {"n": {"value": 4, "type": "int"}, "out": {"value": [1, 2], "type": "list"}}, '
        '"is_error": false}]}',
        1,
        2,
        last=LAST,
    ),
    ends(
        "JSON lines with state for the table",
        '{"block": 1, "state": {"n": 4}, "is_error": false}\n'
        '{"block": 2, "state": {"n": 4, "out": [1, 2]}, "is_error": false}',
        1,
        2,
        last=LAST,
    ),
    ends(
        "a Markdown table of visits",
        "| Block | Symbol Table | Is Error |\n|---|---|---|\n| 1 | {'n': (4, int)} | False |\n"
        "| 2 | {'n': (4, int), 'out': ([1, 2], list)} | False |\n\n<END>",
        1,
        2,
        last=LAST,
    ),
    ends("block numbers alone", "Block: 1\nBlock: 2\nBlock: 3\n<END>", 1, 2, 3),
    ends("an arrow between the blocks", "Block 1 -> Block 2 -> Block 3 -> <END>", 1, 2, 3),
    ends("arrows of another kind", "B1 → B2 → B2 → B3 → END", 1, 2, 2, 3),
    ends("a list of numbers", "Blocks visited: 1, 2, 2, 3, <END>", 1, 2, 2, 3),
    ends("a JSON list of numbers", "[1, 2, 2, 3]", 1, 2, 2, 3),
    ends(
        "German labels for true and false",
        "Block: 1\nSymbol Table: {'n': (4, int)}\nIs Error: Nein\n<END>",
        1,
        last={"n": ("4", "int")},
    ),
    fails(
        "a short error line",
        visit(1, "{'n': (0, int)}")
        + "Block: 3\nSymbol Table: {'n': (0, int)}\nIs Error: True\nError: ZeroDivisionError",
        "ZeroDivisionError",
        1,
        3,
    ),
    fails(
        "the error behind True",
        visit(1, "{'n': (0, int)}")
        + "Block: 3\nIs Error: True (ZeroDivisionError: division by zero)\n<STOP>",
        "ZeroDivisionError",
        1,
        3,
    ),
    fails(
        "an error with its module",
        visit(1, "{'n': (0, int)}") + "Block: 3\nIs Error: True\nError Type: json.JSONDecodeError\n<STOP>",
        "JSONDecodeError",
        1,
        3,
    ),
    fails(
        "an error as a sentence",
        visit(1, "{'n': (0, int)}")
        + "Block: 3\nIs Error: True\nError Type: It raises a `KeyError` for 'x'\n<STOP>",
        "KeyError",
        1,
        3,
    ),
    fails(
        "text after the error",
        visit(1, "{'n': (0, int)}")
        + "Block: 3\nIs Error: True\nError Type: KeyError\nError Statement: d['x']\n<STOP>\n\n"
        "Block: 4\nIs Error: False\n<END>",
        "KeyError",
        1,
        3,
    ),
    ends(
        "Error Type None everywhere",
        "Block: 1\nSymbol Table: {'n': (4, int)}\nIs Error: False\nError Type: None\nError Statement: N/A\n<END>",
        1,
        last={"n": ("4", "int")},
    ),
    stops("cut off in a label", TWO + "Block: 3\nObserv", 1, 2, 3),
    stops(
        "cut off in a number of a table",
        TWO + "Block: 3\nSymbol Table: {'n': (4, int), 'k': (12",
        1,
        2,
        3,
        last={"n": ("4", "int")},
    ),
    stops(
        "cut off in JSON",
        '[{"block": 1, "symbol_table": {"n": [4, "int"]}, "is_error": false}, {"block": 2, "symbol_ta',
        1,
        last={"n": ("4", "int")},
    ),
    stops("too tired to go on", TWO + "... (and so on for the remaining iterations)", 1, 2, last=LAST),
    ends(
        "a table of LaTeX dollars",
        "Block: 1\nSymbol Table: ${'n': (4, int)}$\nIs Error: False\n<END>",
        1,
        last={"n": ("4", "int")},
    ),
    ends(
        "blocks that the graph has not",
        "Block: 1\nIs Error: False\nBlock: 9\nIs Error: False\nBlock: 2\nIs Error: False\n<END>",
        1,
        2,
    ),
    ends(
        "values with types as annotations",
        "Block: 1\nSymbol Table: {n: int = 4, out: list = [1, 2]}\nIs Error: False\n<END>",
        1,
        last=LAST,
    ),
    ends(
        "emoji",
        "🧱 Block: 1\n🗂 Symbol Table: {'n': (4, int)}\n✅ Is Error: False\n🏁 <END>",
        1,
        last={"n": ("4", "int")},
    ),
    WalkForm(name="a refusal", reply="I'm unable to execute code.", blocks=()),
    WalkForm(
        name="the graph alone in words",
        reply="The graph has five blocks. The first initialises n.",
        blocks=(),
    ),
    WalkForm(name="what it prints", reply="Output:\n```\n[1, 3]\n```", blocks=()),
]
