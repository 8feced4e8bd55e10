"""Further prefixes, answers on libraries and free ones, each with its reading, written down before it was read."""

from dataclasses import dataclass

from tests.ask.library_forms import ADDS, FieldForm, MethodForm
from tests.ask.prefix_forms import ASKED, PrefixForm


def gives(name: str, reply: str, *statements: str) -> PrefixForm:
    """A prefix with these statements; with none it must be refused."""
    return PrefixForm(name=name, reply=reply, statements=statements)


PREFIXES = [
    gives(
        "a TypeScript interface copied in a fence",
        "```ts\ninterface Response { imports: string[]; initialization: string[]; }\n```\n"
        '```json\n{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']"]}\n```',
        *ASKED,
    ),
    gives(
        "YAML",
        "imports:\n  - import logging\ninitialization:\n  - keys = ['a', 'b']",
        *ASKED,
    ),
    gives(
        "XML",
        "<imports>import logging</imports>\n<initialization>keys = ['a', 'b']</initialization>",
        *ASKED,
    ),
    gives(
        "headings and lists",
        "### imports\n- `import logging`\n\n### initialization\n- `keys = ['a', 'b']`",
        *ASKED,
    ),
    gives("Python without a fence", "import logging\n\nkeys = ['a', 'b']", *ASKED),
    gives("Python with prose before", "Here is the code:\n\nimport logging\n\nkeys = ['a', 'b']", *ASKED),
    gives(
        "a fence in the value",
        '{"imports": ["```python\\nimport logging\\n```"], "initialization": ["keys = [\'a\', \'b\']"]}',
        *ASKED,
    ),
    gives(
        "one text with line breaks",
        '{"imports": "import logging\\nimport os", "initialization": "keys = [\'a\', \'b\']\\nn = 1"}',
        "import logging\nimport os",
        "keys = ['a', 'b']\nn = 1",
    ),
    gives(
        "entries with names and values",
        '{"imports": ["import logging"], "initialization": [{"name": "keys", "value": "[\'a\', \'b\']"}]}',
        *ASKED,
    ),
    gives(
        "values that are no text",
        '{"imports": ["import logging"], "initialization": {"keys": ["a", "b"], "n": 3, "flag": true}}',
        "import logging",
        "keys = ['a', 'b']",
        "n = 3",
        "flag = True",
    ),
    gives(
        "single quotes and a trailing comma",
        "{'imports': ['import logging',], 'initialization': [\"keys = ['a', 'b']\",],}",
        *ASKED,
    ),
    gives(
        "under response",
        '{"response": {"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']"]}}',
        *ASKED,
    ),
    gives(
        "imports without the word",
        '{"imports": ["logging"], "initialization": ["keys = [\'a\', \'b\']"]}',
        *ASKED,
    ),
    gives(
        "one entry that is no Python",
        '{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']", "the rest is fine"]}',
        *ASKED,
    ),
    gives(
        "two answers, the last corrects the first",
        '{"imports": [], "initialization": ["keys = 1"]}\nWait, keys is a list:\n'
        '{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']"]}',
        *ASKED,
    ),
    gives("a refusal", "I can't tell what keys should be."),
    gives("empty lists", '{"imports": [], "initialization": []}'),
]


def methods(
    name: str, reply: str, writer: tuple[str, ...] = ADDS, reader: tuple[str, ...] = ("get",)
) -> MethodForm:
    """What `writer.writerow(list)` and `reader.peek()` do."""
    return MethodForm(name=name, reply=reply, writer=writer, reader=reader)


METHODS = [
    methods("words with commas", "1. set, add, rows, end\n2. get"),
    methods("a Markdown list", "- 1: <set><add><rows><end>\n- 2: <get>"),
    methods("with brackets of another kind", "1) [set][add][rows][end]\n2) [get]"),
    methods("a table", "| # | Answer |\n|---|---|\n| 1 | <set><add><rows><end> |\n| 2 | <get> |"),
    methods("JSON", '{"1": "<set><add><rows><end>", "2": "<get>"}'),
    methods("without numbers", "<set><add><rows><end>\n<get>"),
    methods("in a fence", "```\n1. <set><add><rows><end>\n2. <get>\n```"),
    methods("in capitals", "1. <SET><ADD><rows><END>\n2. <GET>"),
    methods("spaces in the tags", "1. < set >< add >< rows >< end >\n2. < get >"),
    methods("by their names", "writer.writerow(list): <set><add><rows><end>\nreader.peek(): <get>"),
    methods("a refusal", "I do not know these methods.", (), ()),
]


def fields(
    name: str,
    reply: str,
    first: tuple[str, ...] | None = ("xs#[0]", "xs#[1]"),
    second: tuple[str, ...] | None = (),
) -> FieldForm:
    """What `xs.insert(0, 3)` and `d.update(e)` write."""
    return FieldForm(name=name, reply=reply, first=first, second=second)


FIELDS = [
    fields("commas between", "1. <xs#[0]>, <xs#[1]>\n2. <none>"),
    fields("a list under each", "1.\n- <xs#[0]>\n- <xs#[1]>\n2.\n- <none>"),
    fields("in backticks", "1. `<xs#[0]>;<xs#[1]>`\n2. `<none>`"),
    fields("nothing is modified", "1. <xs#[0]>;<xs#[1]>\n2. Nothing is modified."),
    fields("no fields", "1. <xs#[0]>;<xs#[1]>\n2. No fields."),
    fields("in bold with a bracket", "**1)** <xs#[0]>;<xs#[1]>\n**2)** <none>"),
    fields(
        "with the call repeated",
        '1. after calling "xs.insert(0, 3)": <xs#[0]>;<xs#[1]>\n2. "d.update(e)": <none>',
    ),
    fields("a refusal", "I cannot tell.", None, None),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeForm:
    """An answer to a question at step 17 of a run of 20 steps, where acc is 4 (before it 1) and out is [1].

    Attributes:
        steps: those that it refers to.
        claims: the values that it states: name, value, whether the record has it.
    """

    name: str
    reply: str
    steps: tuple[int, ...]
    claims: tuple[tuple[str, str, bool], ...] = ()


def free(name: str, reply: str, steps: tuple[int, ...], *claims: tuple[str, str, bool]) -> FreeForm:
    """A free answer."""
    return FreeForm(name=name, reply=reply, steps=steps, claims=claims)


FREE = [
    free("labels in brackets", "At [BLOCK-5@17] acc is 4.", (17,), ("acc", "4", True)),
    free("labels in backticks", "At `BLOCK-5@17`, `acc` is `4`.", (17,), ("acc", "4", True)),
    free("labels in bold", "**BLOCK-5@17**: **acc** = **4**", (17,), ("acc", "4", True)),
    free("short labels", "B5@17 sets acc to 4.", (17,)),
    free("steps in words", "In step 17, acc becomes 5.", (17,), ("acc", "5", False)),
    free("several steps", "Steps 9 and 17 add to acc.", (9, 17)),
    free("a range of steps", "Between steps 9 and 17 nothing resets acc.", (9, 17)),
    free("steps that the run has not", "At BLOCK-5@99 acc is 4.", (), ("acc", "4", True)),
    free("small letters", "block-5@17 gives acc = 4.", (17,), ("acc", "4", True)),
    free(
        "a bullet list",
        "- BLOCK-5@17: acc is 4\n- BLOCK-5@9: acc is 1",
        (17, 9),
        ("acc", "4", True),
        ("acc", "1", True),
    ),
    free("what it should be", "acc should be 3 here, but acc is 4.", (), ("acc", "4", True)),
    free("Python at the end", "acc is 4.\n```python\nacc = 0\n```", (), ("acc", "4", True)),
    free("no values", "Nothing resets it between the rows.", ()),
]
