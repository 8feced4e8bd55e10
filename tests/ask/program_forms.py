"""Corrected programs as models write them, with the program that each must make of the snippet."""

from dataclasses import dataclass

SNIPPET = '''\
# task: sum the positive numbers of each row
# (a row may be empty)
# test: assert totals([[1, -2], [3]]) == [1, 3]
import math


def positive(n):
    """Whether n counts.

      - it is above 0
    """
    return n > 0


def totals(rows):
    out = []
    acc = 0
    # go through the rows
    for row in rows:
        for n in row:
            if positive(n):
                acc += n
        out.append(acc)
    return out


print(totals([[1, -2], [3]]))
'''

FIXED_TOTALS = """\
def totals(rows):
    out = []
    # go through the rows
    for row in rows:
        acc = 0
        for n in row:
            if positive(n):
                acc += n
        out.append(acc)
    return out
"""

OLD_TOTALS = SNIPPET[SNIPPET.index("def totals") : SNIPPET.index("\n\nprint")]
FIXED = SNIPPET.replace(OLD_TOTALS, FIXED_TOTALS)
"""The snippet with `acc = 0` moved into the loop."""

DIFF = """\
@@ -16,10 +16,10 @@
 def totals(rows):
     out = []
-    acc = 0
     # go through the rows
     for row in rows:
+        acc = 0
         for n in row:
             if positive(n):
                 acc += n
         out.append(acc)
     return out
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramForm:
    """A reply to the request for a corrected program.

    Attributes:
        makes: the program that it makes of the snippet; None where it must be refused.
        why: words of the refusal.
        snippet: the program that was asked about.
    """

    name: str
    reply: str
    makes: str | None
    why: str = ""
    snippet: str = SNIPPET


CLASS = '''\
class Cart:
    def __init__(self):
        self.items = []

    def add(self, price, count):
        """Put in."""
        self.items.append(price + count)

    def total(self):
        return sum(self.items)


cart = Cart()
cart.add(2, 3)
print(cart.total())
'''

TEXT = '''\
BANNER = """\\
  a
\t
    b\x20\x20
"""


def show(n):
    """Show n.
\x20\x20\x20\x20
       indented

    """
    text = """
x
  y
"""
    return text * n


def twice(n):
    return n + n + n


print(show(1), twice(2))
'''

FORMS = [
    ProgramForm(name="the whole program in a fence", reply=f"```python\n{FIXED}```", makes=FIXED),
    ProgramForm(
        name="the whole program with prose around the fence",
        reply=f"The accumulator is never reset.\n\n```python\n{FIXED}```\n\nNow `acc` starts at 0 for each row.",
        makes=FIXED,
    ),
    ProgramForm(name="the whole program without a fence", reply=FIXED, makes=FIXED),
    ProgramForm(name="one function", reply=f"```python\n{FIXED_TOTALS}```", makes=FIXED),
    ProgramForm(
        name="two functions",
        reply="```python\ndef positive(n):\n    return 0 < n\n\n\n" + FIXED_TOTALS + "```",
        makes=FIXED.replace(
            'def positive(n):\n    """Whether n counts.\n\n      - it is above 0\n    """\n    return n > 0\n',
            "def positive(n):\n    return 0 < n\n",
        ),
    ),
    ProgramForm(
        name="a unified diff in a fence", reply=f"```diff\n--- a/x.py\n+++ b/x.py\n{DIFF}```", makes=FIXED
    ),
    ProgramForm(
        name="a unified diff with wrong line numbers",
        reply="Here is the patch:\n```diff\n" + DIFF.replace("-16,10 +16,10", "-3,7 +3,8") + "```",
        makes=FIXED,
    ),
    ProgramForm(
        name="a search and replace block",
        reply="```python\n<<<<<<< SEARCH\n    acc = 0\n    # go through the rows\n    for row in rows:\n=======\n"
        "    # go through the rows\n    for row in rows:\n        acc = 0\n>>>>>>> REPLACE\n```",
        makes=FIXED,
    ),
    ProgramForm(
        name="two search and replace blocks without a fence",
        reply="x.py\n<<<<<<< SEARCH\n    out = []\n    acc = 0\n=======\n    out = []\n>>>>>>> REPLACE\n\n"
        "x.py\n<<<<<<< SEARCH\n        for n in row:\n=======\n        acc = 0\n        for n in row:\n"
        ">>>>>>> REPLACE\n",
        makes=FIXED,
    ),
    ProgramForm(
        name="JSON with the code in it",
        reply='{"explanation": "reset acc", "code": ' + __import__("json").dumps(FIXED) + "}",
        makes=FIXED,
    ),
    ProgramForm(
        name="fenced JSON with a function under another key",
        reply='```json\n{\n  "fixed_code": ' + __import__("json").dumps(FIXED_TOTALS) + "\n}\n```",
        makes=FIXED,
    ),
    ProgramForm(
        name="a think block with a draft",
        reply="<think>\nMaybe\n```python\ndef totals(rows):\n    return [sum(row) for row in rows]\n\n\n"
        "def more(x):\n    return x\n```\nno, negatives.\n</think>\n"
        f"```python\n{FIXED_TOTALS}```",
        makes=FIXED,
    ),
    ProgramForm(
        name="the old program first, then the fixed one",
        reply=f"The original:\n```python\n{SNIPPET}```\nThe corrected version:\n```python\n{FIXED}```",
        makes=FIXED,
    ),
    ProgramForm(
        name="the function, then how to call it",
        reply=f"```python\n{FIXED_TOTALS}```\nUse it so:\n```python\nprint(totals([[1, -2], [3]]))\n```",
        makes=FIXED,
    ),
    ProgramForm(
        name="a body that is left out with dots",
        reply="```python\ndef positive(n):\n    ...\n\n\n" + FIXED_TOTALS + "```",
        makes=None,
        why="positive",
    ),
    ProgramForm(
        name="the rest is unchanged",
        reply="```python\nimport math\n\n# ... rest of the code unchanged ...\n\n"
        + FIXED_TOTALS
        + "\n# rest unchanged\n```",
        makes=None,
        why="rest",
    ),
    ProgramForm(
        name="a body of a comment that says it stays",
        reply="```python\ndef totals(rows):\n    out = []\n    # existing code unchanged\n    return out\n```",
        makes=None,
        why="unchanged",
    ),
    ProgramForm(
        name="cut off in the middle of the function",
        reply="```python\n" + FIXED[: FIXED.index("acc += n")] + "acc +",
        makes=None,
        why="ends",
    ),
    ProgramForm(
        name="cut off at the end of a line of the function",
        reply="```python\n" + FIXED[: FIXED.index("        out.append")],
        makes=None,
        why="ends",
    ),
    ProgramForm(
        name="a program that does not parse",
        reply="```python\ndef totals(rows)\n    return [sum(row) for row in rows]\n```",
        makes=None,
        why="expected ':'",
    ),
    ProgramForm(
        name="a fence indented in a list",
        reply="1. Reset it:\n\n   ```python\n"
        + "".join(f"   {line}\n" if line else "\n" for line in FIXED_TOTALS.splitlines())
        + "   ```\n2. Done.",
        makes=FIXED,
    ),
    ProgramForm(name="a fence of tildes", reply=f"~~~python\n{FIXED}~~~", makes=FIXED),
    ProgramForm(name="a fence of four backticks", reply=f"````python\n{FIXED}````", makes=FIXED),
    ProgramForm(name="a fence with a title", reply=f'```python title="x.py" {{3}}\n{FIXED}```', makes=FIXED),
    ProgramForm(
        name="a method of a class alone",
        reply='```python\ndef add(self, price, count):\n    """Put in."""\n    self.items.append(price * count)\n```',
        makes=CLASS.replace("price + count", "price * count"),
        snippet=CLASS,
    ),
    ProgramForm(
        name="a class with the one method that changes",
        reply='```python\nclass Cart:\n    def add(self, price, count):\n        """Put in."""\n'
        "        self.items.append(price * count)\n```",
        makes=CLASS.replace("price + count", "price * count"),
        snippet=CLASS,
    ),
    ProgramForm(
        name="a class with dots for the methods that stay",
        reply='```python\nclass Cart:\n    ...\n\n    def add(self, price, count):\n        """Put in."""\n'
        "        self.items.append(price * count)\n\n    ...\n```",
        makes=CLASS.replace("price + count", "price * count"),
        snippet=CLASS,
    ),
    ProgramForm(
        name="a function beside text with white space of its own",
        reply="```python\ndef twice(n):\n    return n + n\n```",
        makes=TEXT.replace("n + n + n", "n + n"),
        snippet=TEXT,
    ),
    ProgramForm(
        name="a whole program with text that has white space of its own",
        reply="```python\n" + TEXT.replace("n + n + n", "n + n") + "```",
        makes=TEXT.replace("n + n + n", "n + n"),
        snippet=TEXT,
    ),
    ProgramForm(
        name="a function whose docstring has a fence in it",
        reply="```python\ndef twice(n):\n    '''Double.\n\n    ```\n    twice(2)\n    ```\n    '''\n"
        "    return n + n\n```",
        makes=TEXT.replace(
            "def twice(n):\n    return n + n + n",
            "def twice(n):\n    '''Double.\n\n    ```\n    twice(2)\n    ```\n    '''\n    return n + n",
        ),
        snippet=TEXT,
    ),
    ProgramForm(name="nothing", reply="", makes=None, why="empty"),
    ProgramForm(name="a word", reply="unchanged", makes=None, why="no"),
    ProgramForm(name="a refusal", reply="I cannot see a fault in this program.", makes=None, why="no"),
    ProgramForm(name="the program as it was", reply=f"```python\n{SNIPPET}```", makes=SNIPPET),
    ProgramForm(
        name="the loop alone, indented as it stands",
        reply="```python\n    # go through the rows\n    for row in rows:\n        acc = 0\n        for n in row:\n"
        "            if positive(n):\n                acc += n\n        out.append(acc)\n```",
        makes=SNIPPET.replace("    for row in rows:\n", "    for row in rows:\n        acc = 0\n"),
    ),
    ProgramForm(
        name="the program without its notes",
        reply="```python\n" + FIXED[FIXED.index("import math") :] + "```",
        makes=FIXED,
    ),
    ProgramForm(
        name="edits in JSON",
        reply='{"edits": [{"search": "    out = []\\n    acc = 0\\n", "replace": "    out = []\\n"}, '
        '{"search": "        for n in row:\\n", "replace": "        acc = 0\\n        for n in row:\\n"}]}',
        makes=FIXED,
    ),
    ProgramForm(
        name="a search block for lines that the program has not",
        reply="<<<<<<< SEARCH\n    total = 0\n=======\n    total = 1\n>>>>>>> REPLACE",
        makes=None,
        why="total = 0",
    ),
    ProgramForm(
        name="a diff for lines that the program has not",
        reply="```diff\n@@ -1,2 +1,2 @@\n def other(rows):\n-    total = 0\n+    total = 1\n```",
        makes=None,
        why="other",
    ),
    ProgramForm(
        name="an import and a function",
        reply="```python\nimport itertools\n\n\n" + FIXED_TOTALS + "```",
        makes=FIXED.replace("import math\n", "import itertools\nimport math\n"),
    ),
]
