"""Programs taken out of a model's text and laid over the snippet."""

import time

import pytest

from llmdb.ask.program_reply import proposed_program
from llmdb.errors import BadAnswer
from llmdb.program.files import SourceFile, changed_files, files_of, joined

SNIPPET = """\
import math

LIMIT = 3


def area(r):
    return math.pi * r


def twice(x):
    y = x + x
    y = y + LIMIT
    z = y - LIMIT
    return z


print(area(2))
"""


def over(snippet: str, code: str) -> str:
    return proposed_program(snippet, f"```python\n{code}```")


@pytest.mark.parametrize(
    "text",
    [
        "```python\nx = 1\n```",
        "Here it is:\n\n```py\nx = 1\n```\nI changed x.",
        "x = 1",
        "```\nx = 1",
        "```python\n    x = 1\n```",
    ],
)
def test_code_is_found_fenced_or_not(text: str) -> None:
    assert proposed_program("x = 2\n", text) == "x = 1\n"


def test_code_without_a_fence_is_found_before_pages_of_prose() -> None:
    prose = "This isn't what it was: (see above.\n" * 3_000
    began = time.process_time()
    program = "def f():\n    return 1\n"
    assert proposed_program("def f():\n    return 2\n", f"So:\n{program}\n{prose}") == program
    with pytest.raises(BadAnswer):
        proposed_program(program, "```is" * 20_000)
    assert time.process_time() - began < 10


def test_code_after_prose_without_a_fence_is_found() -> None:
    assert (
        proposed_program(
            "def f(x):\n    return -x\n", "The fix is:\n\ndef f(x):\n    return x\n\nDone, enjoy!"
        )
        == "def f(x):\n    return x\n"
    )


def test_prose_alone_is_refused() -> None:
    with pytest.raises(BadAnswer, match="no Python code"):
        proposed_program(SNIPPET, "I am sorry, I cannot do that.")


def test_a_function_replaces_its_namesake_and_the_rest_stays() -> None:
    merged = over(SNIPPET, "def area(r):\n    return math.pi * r ** 2\n")
    assert merged == SNIPPET.replace("math.pi * r", "math.pi * r ** 2")


def test_a_whole_program_replaces_the_snippet() -> None:
    whole = SNIPPET.replace("LIMIT = 3", "LIMIT = 4")
    assert over(SNIPPET, whole) == whole


def test_a_block_replaces_the_lines_it_resembles() -> None:
    merged = over(SNIPPET, "y = y * LIMIT\nz = y - LIMIT\n")
    assert merged == SNIPPET.replace("    y = y + LIMIT", "    y = y * LIMIT")


def test_an_import_that_a_function_needs_comes_with_it() -> None:
    merged = over(SNIPPET, "import cmath\n\ndef area(r):\n    return cmath.pi * r\n")
    assert merged.startswith("import cmath\nimport math\n")
    assert "cmath.pi * r\n" in merged
    assert merged.count("def area") == 1


def test_the_notes_that_a_whole_program_leaves_out_stay_at_the_top() -> None:
    notes = "# task: add\n# test: assert f(1) == 2\n"
    before, after = "def f(x):\n    return x\n\ny = f(1)\n", "def f(x):\n    return x + 1\n\ny = f(1)\n"
    assert over(f"# by me\n{notes}{before}", after) == notes + after
    other = "# task: add one\n" + after
    assert over(notes + before, other) == other


def test_a_helper_that_a_function_needs_stands_before_it() -> None:
    merged = over(SNIPPET, "def half(x):\n    return x / 2\n\n\ndef twice(x):\n    return half(x) * 4\n")
    start = SNIPPET.index("def twice")
    assert merged.startswith(SNIPPET[:start] + "def half(x):\n    return x / 2\n\n\ndef twice(x):\n")


def test_functions_with_a_call_leave_the_rest_of_the_program_where_it_needs_it() -> None:
    merged = over(SNIPPET, "def area(r):\n    return twice(r)\n\n\nprint(area(3))\n")
    assert merged == SNIPPET.replace("math.pi * r", "twice(r)")


def test_a_fence_without_an_end_counts_where_nothing_of_it_is_missing() -> None:
    text = "```python\ndef area(r):\n    return math.pi * r ** 2"
    assert proposed_program(SNIPPET, text) == SNIPPET.replace("math.pi * r", "math.pi * r ** 2")
    with pytest.raises(BadAnswer, match="ends before `area` does"):
        proposed_program(SNIPPET, text, is_cut=True)


@pytest.mark.parametrize(
    ("comment", "is_code"),
    [
        ("# the rest of the rows", True),
        ("# ...", True),
        ("# same as before", True),
        ("# rest of the sum", True),
    ],
)
def test_a_comment_leaves_nothing_out_where_as_much_stands_as_before(comment: str, is_code: bool) -> None:
    whole = SNIPPET.replace("    z = y - LIMIT", f"    {comment}\n    z = y - 2 * LIMIT")
    assert (over(SNIPPET, whole) == whole) is is_code


def test_a_diff_of_which_only_an_empty_line_is_in_the_program_is_refused() -> None:
    program = "def f(n):\n    return n\n\n\nx = f(1)\n"
    diff = "```diff\n@@ -1,3 +1,4 @@\n def g(n):\n \n \n+    n += 1\n```"
    with pytest.raises(BadAnswer, match="the answer changes lines that the program does not have"):
        over(program, diff)


def test_code_that_is_no_part_of_the_program_is_refused() -> None:
    with pytest.raises(BadAnswer, match="neither the program nor a part of it"):
        over(SNIPPET, "import sys\nsys.exit(1)\n")


def test_a_method_whose_place_is_not_clear_is_refused() -> None:
    shop = (
        "class Shop:\n    @property\n    def rate(self):\n        return 1\n\n    @rate.setter\n"
        "    def rate(self, new):\n        pass\n\n    def total(self):\n        return 1\n"
    )
    with pytest.raises(BadAnswer, match="`rate` is defined more than once: the whole program is needed"):
        over(shop, "def rate(self):\n    return 2\n")
    changed = shop.replace("return 1\n\n    @rate", "return 2\n\n    @rate")
    assert over(shop, changed) == changed


def test_a_class_may_say_that_its_other_methods_stay() -> None:
    total = "    def total(self):\n        return 1\n"
    shop = f"class Shop:\n    def rate(self):\n        x = 1\n        return x\n\n{total}"
    answer = "class Shop:\n    def rate(self):\n        return 2\n\n    # other methods unchanged\n"
    assert over(shop, answer) == shop.replace("        x = 1\n        return x\n", "        return 2\n")
    inside = answer.replace("    # other methods", "        # rest of the code")
    with pytest.raises(BadAnswer, match="leaves out what 'rest of the code unchanged' stands for"):
        over(shop, inside)


@pytest.mark.parametrize("truth", ["true", "True"])
def test_a_verdict_is_no_program(truth: str) -> None:
    with pytest.raises(BadAnswer, match="holds no Python code"):
        proposed_program(SNIPPET, f'{{"block": "BLOCK-1@1", "correct": {truth}, "explanation": "x = 1"}}')


MAIN = "import helpers\n\n\ndef f(n):\n    return helpers.g(n)\n\n\nx = f(1)\n"
SEVERAL = joined(MAIN, [SourceFile(module="helpers", path="helpers.py", text="def g(n):\n    return n\n")])


@pytest.mark.parametrize(
    ("answer", "changed"),
    [
        ("```python\nimport math\n\ndef g(n):\n    return math.floor(n)\n```", "helpers"),
        ("```python\ndef f(n):\n    return helpers.g(n) + 1\n```", ""),
        (f"```python\n{MAIN.replace('f(1)', 'f(2)')}```", ""),
        (f"```python\n{SEVERAL.replace('return n', 'return n + 1')}```", "helpers"),
        ("```diff\n@@ -1,2 +1,2 @@ helpers.py\n def g(n):\n-    return n\n+    return -n\n```", "helpers"),
    ],
)
def test_of_several_files_the_one_is_changed_that_the_answer_is_about(answer: str, changed: str) -> None:
    made = proposed_program(SEVERAL, answer)
    assert [file.module for file in changed_files(made, SEVERAL)] == [changed]
    assert [file.module for file in files_of(made)] == ["", "helpers"]


def test_an_answer_that_adds_a_file_is_refused() -> None:
    more = f"{SEVERAL}# ═══ module other: ../other.py ═══\nx = 1\n"
    with pytest.raises(BadAnswer, match=r"adds a file, \.\./other\.py: only the files that the program has"):
        proposed_program(SEVERAL, more)
    with pytest.raises(BadAnswer, match=r"leaves out helpers\.py"):
        proposed_program(SEVERAL, SEVERAL.replace("helpers: helpers.py", "helpers: ../helpers.py"))


def test_an_answer_that_leaves_out_a_file_is_refused() -> None:
    whole = "```python\nimport helpers\n\n\ndef f(n):\n    return n\n\n\ndef g(n):\n    return n\n\n\nx = f(2)\n```"
    with pytest.raises(
        BadAnswer, match=r"leaves out helpers\.py: the line `# ═══ module helpers: helpers.py"
    ):
        proposed_program(SEVERAL, whole)
