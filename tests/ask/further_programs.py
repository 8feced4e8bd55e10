"""Further corrected programs as models of many kinds write them, each with its reading, written down before."""

import json

from tests.ask.program_forms import CLASS, DIFF, FIXED, FIXED_TOTALS, SNIPPET, ProgramForm


def makes(name: str, reply: str, program: str = FIXED, snippet: str = SNIPPET) -> ProgramForm:
    """An answer that makes this program."""
    return ProgramForm(name=name, reply=reply, makes=program, snippet=snippet)


def refused(name: str, reply: str, why: str) -> ProgramForm:
    """An answer that makes none."""
    return ProgramForm(name=name, reply=reply, makes=None, why=why)


def numbered(code: str) -> str:
    """Code with the line numbers that prompts have."""
    rows = code.rstrip("\n").split("\n")
    return "\n".join(f"{number:>2}|{' ' * bool(row)}{row}" for number, row in enumerate(rows, 1)) + "\n"


QUADRUPLED = "".join(f"    {row}\n" if row else "\n" for row in FIXED.splitlines())
CART = CLASS.replace("price + count", "price * count")
ADD = '    def add(self, price, count):\n        """Put in."""\n        self.items.append(price * count)\n'

FORMS = [
    makes("Python in capitals", f"```Python\n{FIXED}```"),
    makes("py3", f"```py3\n{FIXED}```"),
    makes("python3 with a blank before", f"``` python3\n{FIXED}```"),
    makes("line numbers copied", f"```python\n{numbered(FIXED)}```"),
    makes("Windows line ends", "```python\r\n" + FIXED.replace("\n", "\r\n") + "```"),
    makes("all of it shifted right", f"```python\n{QUADRUPLED}```"),
    makes("a quoted fence", "".join(f"> {row}\n" for row in f"```python\n{FIXED}```".split("\n"))),
    makes("XML tags around the code", f"<code>\n{FIXED}</code>"),
    makes("an answer tag around a fence", f"<answer>\n```python\n{FIXED}```\n</answer>"),
    makes("a pre tag", f'<pre><code class="language-python">\n{FIXED}</code></pre>'),
    makes(
        "prose without a fence around it",
        f"Here is the corrected program:\n\n{FIXED}\nNow acc is reset for each row.",
    ),
    makes("a chat template before", f"<|im_start|>assistant\n```python\n{FIXED}```<|im_end|>"),
    makes("an end token behind", f"```python\n{FIXED}```</s>"),
    makes("no end of the fence", f"```python\n{FIXED}"),
    makes("no beginning of the fence", f"{FIXED}```\n"),
    makes("the function between rules", f"---\n```python\n{FIXED_TOTALS}```\n---"),
    makes("JSON with a list of lines", json.dumps({"code": FIXED.split("\n")})),
    makes("JSON with fixed_program", json.dumps({"analysis": "acc", "fixed_program": FIXED})),
    makes("JSON in Python's form", repr({"code": FIXED})),
    makes("JSON with real line breaks in its text", '{"code": "' + FIXED.replace('"', '\\"') + '"}'),
    makes("a tool call", json.dumps({"name": "write_file", "arguments": {"path": "x.py", "content": FIXED}})),
    makes("a diff without a language", f"```\n--- a/x.py\n+++ b/x.py\n{DIFF}```"),
    makes("a diff without a fence", f"--- a/x.py\n+++ b/x.py\n{DIFF}"),
    makes(
        "a git diff",
        f"```diff\ndiff --git a/x.py b/x.py\nindex 1..2 100644\n--- a/x.py\n+++ b/x.py\n{DIFF}```",
    ),
    makes(
        "a diff of few lines without heads",
        "```diff\n     out = []\n-    acc = 0\n     # go through the rows\n"
        "     for row in rows:\n+        acc = 0\n```",
    ),
    makes(
        "a diff whose context lost its blanks",
        "```diff\n@@ -17,4 +17,4 @@\n    out = []\n-    acc = 0\n    # go through the rows\n    for row in rows:\n"
        "+        acc = 0\n```",
    ),
    makes(
        "apply patch",
        "*** Begin Patch\n*** Update File: x.py\n@@\n def totals(rows):\n     out = []\n-    acc = 0\n"
        "     # go through the rows\n     for row in rows:\n+        acc = 0\n*** End Patch",
    ),
    makes(
        "search and replace in XML",
        "<search>\n    acc = 0\n    # go through the rows\n    for row in rows:\n</search>\n<replace>\n"
        "    # go through the rows\n    for row in rows:\n        acc = 0\n</replace>",
    ),
    makes(
        "search and replace in JSON",
        json.dumps(
            {
                "old": "    acc = 0\n    # go through the rows\n    for row in rows:",
                "new": "    # go through the rows\n    for row in rows:\n        acc = 0",
            }
        ),
    ),
    makes(
        "before and after",
        "Before:\n```python\n    acc = 0\n    # go through the rows\n    for row in rows:\n```\nAfter:\n```python\n"
        "    # go through the rows\n    for row in rows:\n        acc = 0\n```",
    ),
    makes(
        "a method in its class with dots around",
        f"```python\nclass Cart:\n    # ... other methods ...\n\n{ADD}```",
        CART,
        CLASS,
    ),
    makes("a method at its indentation", f"```python\n{ADD}```", CART, CLASS),
    makes(
        "first a wrong try, then another",
        f"```python\ndef totals(rows):\n    return []\n```\nNo, better:\n```python\n{FIXED_TOTALS}```",
    ),
    makes("a shell call behind", f"```python\n{FIXED}```\n\nRun it:\n```bash\npython x.py\n```"),
    makes("the output behind", f"```python\n{FIXED}```\n\nOutput:\n```\n[1, 3]\n```"),
    makes(
        "thoughts without a beginning",
        f"acc is kept, so\n```python\nx = 1\n```\n</think>\n```python\n{FIXED}```",
    ),
    refused(
        "dots in the function",
        "```python\ndef totals(rows):\n    out = []\n    ...\n    return out\n```",
        "leaves out",
    ),
    refused(
        "a comment that something stays",
        "```python\ndef totals(rows):\n    out = []\n    # (same as before)\n    return out\n```",
        "leaves out",
    ),
    refused("words for code", "```python\nMove acc = 0 into the loop\n```", "no Python"),
    refused("advice in prose", "You should move `acc = 0` into the outer loop.", "no Python code"),
    refused("a refusal", "I'm sorry, but I can't modify this code.", "no Python code"),
    refused("an empty fence", "```python\n```", "no Python code"),
    refused("cut off in a text", "```python\n" + FIXED[: FIXED.index("it is above")], "ends"),
    refused("cut off in JSON", json.dumps({"code": FIXED})[:200], "its end is missing"),
    refused(
        "cut off in a diff", "```diff\n@@ -16,10 +16,10 @@\n def totals(rows):\n     out = []\n-    acc", "no"
    ),
    refused(
        "another language", "```javascript\nfunction totals(rows) { return rows; }\n```", "no Python code"
    ),
]
