"""Walks of a graph as models write them, with the blocks, values and error that each tells."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkForm:
    """A reply to the request to walk a graph of five blocks.

    Attributes:
        blocks: those visited; empty where the reply must be refused.
        last: the symbol table of the last visit: name to (value, type).
        error: the type of the error that ends the walk and its block.
        partial: whether its end is missing.
    """

    name: str
    reply: str
    blocks: tuple[int, ...]
    last: dict[str, tuple[str, str]] = field(default_factory=dict)
    error: tuple[str, int] | None = None
    partial: bool = False


def visit(block: int, table: str) -> str:
    """A visit as asked for."""
    return (
        f"Block: {block}\nObservation: n is an int\nReasoning: fine\nAction: run it\n"
        f"Symbol Table: {table}\nIs Error: False\n"
    )


TWO = visit(1, "{'n': (4, int)}") + visit(2, "{'n': (4, int), 'out': ([1, 2], list)}")
LAST = {"n": ("4", "int"), "out": ("[1, 2]", "list")}

FORMS = [
    WalkForm(name="as asked for", reply=TWO + "<END>", blocks=(1, 2), last=LAST),
    WalkForm(name="in a fence", reply=f"```\n{TWO}<END>\n```", blocks=(1, 2), last=LAST),
    WalkForm(
        name="labels in bold, as a list",
        reply="- **Block:** 1\n- **Symbol Table:** `{'n': (4, int)}`\n- **Is Error:** False\n\n"
        "- **Block:** 2\n- **Symbol Table:** `{'n': (4, int), 'out': ([1, 2], list)}`\n- **Is Error:** False\n\n"
        "**<END>**",
        blocks=(1, 2),
        last=LAST,
    ),
    WalkForm(
        name="headings",
        reply="### Block 1\nSymbol Table: {'n': (4, int)}\nIs Error: False\n\n"
        "### Block 2\nSymbol Table: {'n': (4, int), 'out': ([1, 2], list)}\nIs Error: False\n<END>",
        blocks=(1, 2),
        last=LAST,
    ),
    WalkForm(
        name="JSON",
        reply='[{"block": 1, "symbol_table": {"n": [4, "int"]}, "is_error": false},\n'
        ' {"block": 2, "symbol_table": {"n": [4, "int"], "out": [[1, 2], "list"]}, "is_error": false}]',
        blocks=(1, 2),
        last=LAST,
    ),
    WalkForm(
        name="JSON lines with an error",
        reply='{"Block": 1, "Symbol Table": {"n": [4, "int"]}, "Is Error": false}\n'
        '{"Block": 3, "Symbol Table": {"n": [4, "int"]}, "Is Error": true, "Error Type": "ZeroDivisionError", '
        '"Error Statement": "n / 0"}',
        blocks=(1, 3),
        error=("ZeroDivisionError", 3),
    ),
    WalkForm(
        name="a think block that walks too",
        reply=f"<think>\n{visit(4, '{}')}Hmm.\n</think>\n{TWO}<END>",
        blocks=(1, 2),
        last=LAST,
    ),
    WalkForm(name="a think block that never ends", reply=f"<think>\n{TWO}", blocks=()),
    WalkForm(
        name="an error with its statement",
        reply=visit(1, "{'n': (0, int)}")
        + "Block: 3\nObservation: n is 0\nReasoning: division\nAction: stop\nSymbol Table: {'n': (0, int)}\n"
        "Is Error: True\nError Type: ZeroDivisionError\nError Statement: x = 1 / n\n<STOP>",
        blocks=(1, 3),
        error=("ZeroDivisionError", 3),
    ),
    WalkForm(
        name="an error in other words",
        reply=visit(1, "{'n': (0, int)}") + "Block: 3\nSymbol Table: {'n': (0, int)}\nIs Error: Yes\n"
        "Error Type: `ZeroDivisionError` (division by zero)\n<STOP>",
        blocks=(1, 3),
        error=("ZeroDivisionError", 3),
    ),
    WalkForm(
        name="cut off in a table",
        reply=TWO + "Block: 3\nObservation: x\nReasoning: y\nAction: z\nSymbol Table: {'n': (4, int), 'ou",
        blocks=(1, 2, 3),
        partial=True,
    ),
    WalkForm(
        name="cut off after two visits",
        reply=TWO,
        blocks=(1, 2),
        last=LAST,
        partial=True,
    ),
    WalkForm(
        name="a table over several lines",
        reply="Block: 1\nSymbol Table: {\n  'n': (4, int),\n  'out': ([1, 2], list),\n}\nIs Error: False\n<END>",
        blocks=(1,),
        last=LAST,
    ),
    WalkForm(
        name="a table as a list",
        reply="Block: 1\nSymbol Table:\n- n: 4 (int)\n- out: [1, 2] (list)\nIs Error: False\n<END>",
        blocks=(1,),
        last=LAST,
    ),
    WalkForm(
        name="nested objects with value and type",
        reply="Block: 1\nSymbol Table: {'n': {'value': 4, 'type': 'int'}, 'out': {'value': [1, 2], 'type': 'list'}}\n"
        "Is Error: False\n<END>",
        blocks=(1,),
        last=LAST,
    ),
    WalkForm(
        name="Block with the word again",
        reply="Block: Block 1\nSymbol Table: {'n': (4, 'int')}\nIs Error: No\n<END>",
        blocks=(1,),
        last={"n": ("4", "int")},
    ),
    WalkForm(
        name="text values with braces and quotation marks",
        reply="""Block: 1\nSymbol Table: {'s': ("it's {x}", str), 'd': ({1: {2}}, dict)}\nIs Error: False\n<END>""",
        blocks=(1,),
        last={"s": ('"it\'s {x}"', "str"), "d": ("{1: {2}}", "dict")},
    ),
    WalkForm(
        name="capitals",
        reply="BLOCK: 1\nSYMBOL TABLE: {'n': (4, int)}\nIS ERROR: FALSE\n<END>",
        blocks=(1,),
        last={"n": ("4", "int")},
    ),
    WalkForm(name="prose", reply="The program prints [1, 3] and ends.", blocks=()),
    WalkForm(name="nothing", reply="", blocks=()),
    WalkForm(
        name="the end in other words",
        reply=TWO + "END",
        blocks=(1, 2),
        last=LAST,
    ),
    WalkForm(
        name="loop visits with a note behind the number",
        reply="Block: 2 (first iteration)\nSymbol Table: {'n': (1, int)}\nIs Error: False\n"
        "Block: 2 (second iteration)\nSymbol Table: {'n': (2, int)}\nIs Error: False\n<END>",
        blocks=(2, 2),
        last={"n": ("2", "int")},
    ),
]
