"""Programs taken out of a model's text and laid over the snippet."""

import time

import pytest

from llmdb.engine.fix.reply import extract_code, lay_over
from llmdb.errors import BadAnswer

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
    assert extract_code(text) == "x = 1\n"


def test_code_without_a_fence_is_found_before_pages_of_prose() -> None:
    prose = "This isn't what it was: (see above.\n" * 3_000
    began = time.process_time()
    assert extract_code(f"So:\ndef f():\n    return 1\n\n{prose}") == "def f():\n    return 1\n"
    with pytest.raises(BadAnswer):
        extract_code("```is" * 20_000)
    assert time.process_time() - began < 2


def test_code_after_prose_without_a_fence_is_found() -> None:
    assert (
        extract_code("The fix is:\n\ndef f(x):\n    return x\n\nDone, enjoy!") == "def f(x):\n    return x\n"
    )


def test_prose_alone_is_refused() -> None:
    with pytest.raises(BadAnswer, match="no Python code"):
        extract_code("I am sorry, I cannot do that.")


def test_a_function_replaces_its_namesake_and_the_rest_stays() -> None:
    merged = lay_over(SNIPPET, "def area(r):\n    return math.pi * r ** 2\n")
    assert merged == SNIPPET.replace("math.pi * r", "math.pi * r ** 2")


def test_a_whole_program_replaces_the_snippet() -> None:
    whole = SNIPPET.replace("LIMIT = 3", "LIMIT = 4")
    assert lay_over(SNIPPET, whole) == whole


def test_a_block_replaces_the_lines_it_resembles() -> None:
    merged = lay_over(SNIPPET, "y = y * LIMIT\nz = y - LIMIT\n")
    assert merged == SNIPPET.replace("    y = y + LIMIT", "    y = y * LIMIT")


def test_an_import_that_a_function_needs_comes_with_it() -> None:
    merged = lay_over(SNIPPET, "import cmath\n\ndef area(r):\n    return cmath.pi * r\n")
    assert merged.startswith("import cmath\n")
    assert "cmath.pi * r\n" in merged
    assert merged.count("def area") == 1


def test_the_notes_that_a_whole_program_leaves_out_stay_at_the_top() -> None:
    notes = "# task: add\n# test: assert f(1) == 2\n"
    before, after = "def f(x):\n    return x\n\ny = f(1)\n", "def f(x):\n    return x + 1\n\ny = f(1)\n"
    assert lay_over(f"# by me\n{notes}{before}", after) == notes + after
    other = "# task: add one\n" + after
    assert lay_over(notes + before, other) == other
