"""Texts that are nearly Python, as people paste them."""

import pytest

from llmdb.errors import SnippetSyntaxError
from llmdb.program.load import parse_snippet

SESSION = """\
A session:
>>> xs = [3, 1, 2]
>>> for x in xs:
...     print(x)
...
3
1
2
>>> sum(xs)
6
"""
SESSION_CODE = """\
# A session:
xs = [3, 1, 2]
for x in xs:
    print(x)

# 3
# 1
# 2
sum(xs)
# 6
"""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (SESSION, SESSION_CODE),
        (
            "In [1]: import math\n\nIn [2]: for n in (4, 9):\n   ...:     print(math.sqrt(n))\n   ...: \n2.0\n3.0\n\n"
            "In [3]: math.pi\nOut[3]: 3.14\n",
            "import math\n\nfor n in (4, 9):\n    print(math.sqrt(n))\n\n# 2.0\n# 3.0\n\nmath.pi\n# Out[3]: 3.14\n",
        ),
        (
            "%matplotlib inline\n!pip install x\nif 1:\n    !ls\nlen?\ny = 2\n",
            "# %matplotlib inline\n# !pip install x\nif 1:\n    pass  # !ls\n# len?\ny = 2\n",
        ),
        (
            "def f(x):\n    if x:\n        # what to do\n    else:\n        return x\nfor y in z:  # all\n",
            "def f(x):\n    if x:\n        pass  # what to do\n    else:\n        return x\nfor y in z: pass  # all\n",
        ),
        ("x = 1\n    y = x\n    if y:\n        z = y\n", "x = 1\ny = x\nif y:\n    z = y\n"),
        ("1 | x = 5\n2 | if x:\n3 |     y = 2\n\n4 | z = 3\n", "x = 5\nif x:\n    y = 2\n\nz = 3\n"),
        ("```python\nx = 1\n```\n", "# ```python\nx = 1\n# ```\n"),
        ("x = “a” if y – 1 else ‘b’\n\u00a0\n", "x = \"a\" if y - 1 else 'b'\n \n"),
        ("%time\nx = '“'\n", "# %time\nx = '“'\n"),
        ("%time\n>>> f(1)\n2\n", "# %time\nf(1)\n# 2\n"),
        ("%%time\ndef f():\n", "# %%time\ndef f(): pass\n"),
    ],
    ids=[
        "session",
        "IPython",
        "magics",
        "bodies",
        "margin",
        "numbers",
        "fences",
        "typeset",
        "typeset text",
        "magic in a session",
        "magic and no body",
    ],
)
def test_what_is_nearly_python_becomes_python_line_for_line(text: str, code: str) -> None:
    snippet = parse_snippet(text, name="n")
    assert snippet.text == code
    assert snippet.adapted


@pytest.mark.parametrize("text", ["x = 7 \\\n  % 4\n", 'd = """\n>>> f(1)\n2\n"""\n', "class A: ...\n"])
def test_what_is_python_stays_as_it_is(text: str) -> None:
    snippet = parse_snippet(text, name="n")
    assert (snippet.text, snippet.adapted) == (text, "")


def test_what_cannot_become_python_is_refused_where_it_is_wrong() -> None:
    with pytest.raises(SnippetSyntaxError, match="n:2:1: Python 2 print statement"):
        parse_snippet("%time\nprint x\n", name="n")
    with pytest.raises(SnippetSyntaxError, match=r"n:3:\d+: unindent does not match"):
        parse_snippet("    if x:\n        y\n      if z:\n        y\n", name="n")
