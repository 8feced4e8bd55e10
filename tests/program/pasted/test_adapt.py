"""Texts that are nearly Python, as people paste them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmdb.errors import SnippetSyntaxError, SnippetUnreadable
from llmdb.program.load import parse_snippet
from tests.benchmarks.pastes import FOLDER, Paste, read_pastes
from tests.examples import examples

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
        pytest.param(SESSION, SESSION_CODE, id="session"),
        pytest.param(
            "In [1]: import math\n\nIn [2]: for n in (4, 9):\n   ...:     print(math.sqrt(n))\n   ...: \n2.0\n3.0\n\n"
            "In [3]: math.pi\nOut[3]: 3.14\n",
            "import math\n\nfor n in (4, 9):\n    print(math.sqrt(n))\n\n# 2.0\n# 3.0\n\nmath.pi\n# Out[3]: 3.14\n",
            id="IPython",
        ),
        pytest.param(
            "%matplotlib inline\n!pip install x\nif 1:\n    !ls\nlen?\ny = 2\n",
            "# %matplotlib inline\n# !pip install x\nif 1:\n    pass  # !ls\n# len?\ny = 2\n",
            id="magics",
        ),
        pytest.param(
            "def f(x):\n    if x:\n        # what to do\n    else:\n        return x\nfor y in z:  # all\n",
            "def f(x):\n    if x:\n        pass  # what to do\n    else:\n        return x\nfor y in z: pass  # all\n",
            id="bodies",
        ),
        pytest.param(
            "x = 1\n    y = x\n    if y:\n        z = y\n", "x = 1\ny = x\nif y:\n    z = y\n", id="margin"
        ),
        pytest.param(
            "1 | x = 5\n2 | if x:\n3 |     y = 2\n\n4 | z = 3\n",
            "x = 5\nif x:\n    y = 2\n\nz = 3\n",
            id="numbers",
        ),
        pytest.param(
            " 9  def f(n):\n10      return n\n11\n12  f(4)\n", "def f(n):\n    return n\n\nf(4)\n", id="bare numbers"
        ),
        pytest.param("```python\nx = 1\n```\n", "# ```python\nx = 1\n# ```\n", id="fences"),
        pytest.param("`x = 1`\n`y = x`\n", "x = 1\ny = x\n", id="backticks"),
        pytest.param(
            "x = “a – b” if y – 1 else ‘b’\n\u00a0\n", "x = \"a – b\" if y - 1 else 'b'\n \n", id="typeset"
        ),
        pytest.param("%time\nx = '“'\n", "# %time\nx = '“'\n", id="typeset text"),
        pytest.param("if a &gt; 3:\n    b = a\n", "if a > 3:\n    b = a\n", id="entities"),
        pytest.param("%time\n>>> f(1)\n2\n", "# %time\nf(1)\n# 2\n", id="magic in a session"),
        pytest.param("%%time\ndef f():\n", "# %%time\ndef f(): pass\n", id="magic and no body"),
        pytest.param(
            "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    x = 2\nKeyError: 'x'\n\nd = {}\n",
            "# Traceback (most recent call last):\n# File \"a.py\", line 1, in f\n# x = 2\n# KeyError: 'x'\n\nd = {}\n",
            id="traceback",
        ),
        pytest.param(
            "I wrote this for my list:\nx = [1]\nand it's the wrong result\n",
            "# I wrote this for my list:\nx = [1]\n# and it's the wrong result\n",
            id="sentences",
        ),
        pytest.param(
            "$ cat a.py\nx = 1\n$ python a.py\nno luck\n",
            "# $ cat a.py\nx = 1\n# $ python a.py\n# no luck\n",
            id="shell",
        ),
        pytest.param(
            "@@ -1,2 +1,2 @@\n def f(x):\n-    return x\n+    return -x\n",
            "# @@ -1,2 +1,2 @@\ndef f(x):\n# -    return x\n    return -x\n",
            id="diff",
        ),
        pytest.param("> x = 1\n> y = x\n", "x = 1\ny = x\n", id="mail"),
        pytest.param("if x:\n    y = 1\n\tz = y\n", "if x:\n    y = 1\n    z = y\n", id="tabs"),
        pytest.param(
            "for x in xs:\nprint(x)\nprint(xs)\n", "for x in xs:\n    print(x)\nprint(xs)\n", id="lost indentation"
        ),
        pytest.param("elif x > 2:\n    y = 1\n", "if x > 2:\n    y = 1\n", id="elif"),
        pytest.param("else:\n    y = 1\n", "if True:  # else\n    y = 1\n", id="else"),
        pytest.param(
            "except OSError as e:\n    y = e\n", "if e := OSError():  # except OSError as e:\n    y = e\n", id="except"
        ),
        pytest.param(
            'case "add":\n    y = 1\ncase [a, _]:\n    y = a\n',
            "if subject == 'add':  # case \"add\":\n    y = 1\n"
            "elif len(subject) == 2 and [a := subject[0]]:  # case [a, _]:\n    y = a\n",
            id="case",
        ),
        pytest.param("x = 1\ny = f(x, [x\n", "x = 1\ny = f(x, [x])\n", id="cut-off call"),
        pytest.param("x = 1\ny = x +\n", "x = 1\ny = x  # +\n", id="cut-off sum"),
        pytest.param("x = 1\ntry:\n    f(x)\n", "x = 1\ntry:\n    f(x)\nfinally: pass", id="cut-off try"),
        pytest.param("x = 1\nf(x))\n", "x = 1\nf(x)\n", id="stray bracket"),
        pytest.param("x = 1\n}\n", "x = 1\n# }\n", id="stray line"),
        pytest.param("x = f(0)   <-- fails here\n", "x = f(0)  # <-- fails here\n", id="note"),
    ],
)  # fmt: skip
def test_what_is_nearly_python_becomes_python_line_for_line(text: str, code: str) -> None:
    snippet = parse_snippet(text, name="n")
    assert snippet.text == code
    assert snippet.adapted


@pytest.mark.parametrize("text", ["x = 7 \\\n  % 4\n", 'd = """\n>>> f(1)\n2\n"""\n', "class A: ...\n"])
def test_what_is_python_stays_as_it_is(text: str) -> None:
    snippet = parse_snippet(text, name="n")
    assert (snippet.text, snippet.adapted, snippet.aside) == (text, "", frozenset())


def test_the_body_of_a_loop_without_its_header_runs_one_turn() -> None:
    snippet = parse_snippet("if not line:\n    continue\nfor x in line:\n    break\nprint(line)\n", name="n")
    assert snippet.text == "if not line:\n    return  # continue\nfor x in line:\n    break\nprint(line)\n"
    assert (snippet.body, snippet.adapted) == (
        "function",
        "`break` and `continue` of a loop that is not there end the run (line 2)",
    )
    with pytest.raises(SnippetSyntaxError, match="n:2:5: 'continue' not properly in loop"):
        parse_snippet("def f():\n    continue\n", name="n")


def test_what_is_not_taken_for_code_is_told_by_its_lines() -> None:
    snippet = parse_snippet("Here is my code:\n\nx = 1\n\nWhy is it so?\n", name="n")
    assert snippet.aside == {1, 5}
    assert snippet.adapted == "not taken for code: lines 1, 5"


def test_prompts_in_a_docstring_are_no_session_where_the_code_around_them_would_be_lost() -> None:
    text = 'This is my function:\n\ndef f(x):\n    """\n    >>> f(1)\n    2\n    """\n    y = x + 1\n    return y\n'
    snippet = parse_snippet(text, name="n")
    assert snippet.aside == {1}
    assert "    return y" in snippet.text.split("\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nprint(x y)\n", "n:2:7: invalid syntax"),
        (
            "a = 1\nb = max(a, 2\nc = 3\nd = c\n",
            r"n:2:8: '\(' was never closed.*; nearest repair: `b = max\(a, 2\)`",
        ),
        ("These are only words.\n", "n:1:7: invalid syntax"),
    ],
)
def test_a_slip_of_the_users_own_is_refused_where_it_is_with_the_nearest_repair(
    text: str, message: str
) -> None:
    with pytest.raises(SnippetSyntaxError, match=message):
        parse_snippet(text, name="n")


PASTES = tuple(read_pastes(FOLDER / "tuned.txt"))


@pytest.mark.parametrize(
    "paste", [p for p in PASTES if p.form != "small slip"], ids=lambda p: f"{p.form}: {p.name}"
)
def test_each_form_loads_and_no_line_of_code_goes_unsaid(paste: Paste) -> None:
    snippet = parse_snippet(paste.text, name="n")
    rows = zip(paste.text.split("\n"), snippet.text.split("\n"), strict=False)
    gone = {
        number
        for number, (old, new) in enumerate(rows, 1)
        if old.strip() and not old.strip().startswith("#") and new.strip().startswith("#")
    }
    assert gone <= snippet.aside
    assert len(snippet.text.split("\n")) >= len(paste.text.split("\n"))


@given(st.sampled_from(PASTES), st.integers(0, 400), st.text("()[]{}'\":,=>#`é“ \t\nxif1", max_size=6))
@settings(max_examples=examples(100), deadline=None)
def test_whatever_is_pasted_is_read_or_refused_and_keeps_its_lines(
    paste: Paste, place: int, noise: str
) -> None:
    text = paste.text[:place] + noise + paste.text[place:]
    try:
        snippet = parse_snippet(text, name="n")
    except (SnippetSyntaxError, SnippetUnreadable):
        return
    assert len(snippet.text.split("\n")) >= len(text.split("\n"))
