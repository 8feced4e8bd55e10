"""Calls of debuggers in a snippet."""

import pytest

from llmdb.program.debuggers import debugger_lines, debuggers_named


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x = 1\nbreakpoint()\n", (2,)),
        ("import pdb; pdb.set_trace()\n", (1,)),
        ("from ipdb import set_trace\ndef f():\n    if 1:\n        set_trace()\n    breakpoint()\n", (4, 5)),
        ("__import__('pdb').set_trace(header='here')\n", (1,)),
        ("def breakpoint(): pass\nhook = breakpoint\nprint('set_trace()')\n", ()),
        ("return breakpoint(\n", ()),
    ],
)
def test_a_call_of_a_debugger_is_found_by_its_line(text: str, lines: tuple[int, ...]) -> None:
    assert debugger_lines(text) == lines


def test_the_debuggers_that_a_text_mentions_are_named_as_whole_words() -> None:
    assert debuggers_named("import ipdb\nimport pudb.remote\nmypdb = 1\n") == ["ipdb", "pudb"]
