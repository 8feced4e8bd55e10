"""Prefixes as models write them, with the statements that each must give."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixForm:
    """A reply to the request for imports and initialization; no statements where it must be refused."""

    name: str
    reply: str
    statements: tuple[str, ...]


ASKED = ("import logging", "keys = ['a', 'b']")

FORMS = [
    PrefixForm(
        name="as asked for",
        reply='{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']"]}',
        statements=ASKED,
    ),
    PrefixForm(
        name="in a fence with prose",
        reply="Sure!\n```json\n{\n"
        '  "imports": ["import logging"],\n  "initialization": ["keys = [\'a\', \'b\']"],\n}\n```\n'
        "The keys are letters.",
        statements=ASKED,
    ),
    PrefixForm(
        name="text instead of lists",
        reply='{"imports": "import logging", "initialization": "keys = [\'a\', \'b\']"}',
        statements=ASKED,
    ),
    PrefixForm(
        name="a Python dictionary",
        reply="{'imports': ['import logging'], 'initialization': [\"keys = ['a', 'b']\"]}",
        statements=ASKED,
    ),
    PrefixForm(
        name="an object for the variables",
        reply='{"imports": ["import logging"], "initialization": {"keys": "[\'a\', \'b\']"}}',
        statements=ASKED,
    ),
    PrefixForm(
        name="a fence of Python instead of JSON",
        reply="```python\nimport logging\n\nkeys = ['a', 'b']\n```",
        statements=ASKED,
    ),
    PrefixForm(
        name="two fences of Python under headings",
        reply="**Imports**\n```python\nimport logging\n```\n**Initialization**\n```python\nkeys = ['a', 'b']\n```",
        statements=ASKED,
    ),
    PrefixForm(
        name="a think block with a draft",
        reply='<think>{"imports": [], "initialization": ["keys = 1"]}</think>'
        '{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']"]}',
        statements=ASKED,
    ),
    PrefixForm(
        name="cut off in the second list",
        reply='{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']", "values = [1, 2',
        statements=ASKED,
    ),
    PrefixForm(name="prose", reply="You need to define keys and import logging first.", statements=()),
    PrefixForm(
        name="capital keys",
        reply='{"Imports": ["import logging"], "Initialization": ["keys = [\'a\', \'b\']"]}',
        statements=ASKED,
    ),
    PrefixForm(
        name="the interface repeated before the answer",
        reply="interface Response {\n  imports: string[];\n  initialization: string[];\n}\n\n"
        '{"imports": ["import logging"], "initialization": ["keys = [\'a\', \'b\']"]}',
        statements=ASKED,
    ),
]
