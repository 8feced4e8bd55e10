"""The one text of a program of several files, and how its lines are shown."""

from llmdb.ask.situation import number_lines
from llmdb.program.files import (
    SourceFile,
    changed_files,
    file_of,
    files_of,
    joined,
    line_label,
    lines_of,
    missing_files,
    replaced,
    shown_program,
    span_label,
)
from llmdb.repair.diffs import format_diff

MAIN = "import helpers\nx = helpers.f(1)\n"
HELPERS = "def f(n):\n    return n"
WHOLE = joined(MAIN, [SourceFile(module="helpers", path="lib/helpers.py", text=HELPERS)])


def test_one_text_is_one_file() -> None:
    assert [(file.module, file.text, file.before) for file in files_of(MAIN)] == [("", MAIN, 0)]
    assert joined(MAIN, []) == MAIN
    assert replaced(MAIN, SourceFile(module="", path="", text="y\n")) == "y\n"


def test_files_come_apart_as_they_were_put_together() -> None:
    main, helpers = files_of(WHOLE)
    assert (main.text, main.before, main.last) == (MAIN, 0, 2)
    assert (helpers.module, helpers.path, helpers.text) == ("helpers", "lib/helpers.py", HELPERS + "\n")
    assert (helpers.before, helpers.last, helpers.prefix) == (3, 5, "helpers:")
    assert [file_of(WHOLE, line).module for line in (1, 2, 4, 5)] == ["", "", "helpers", "helpers"]
    assert joined(main.text, [helpers]) == WHOLE


def test_an_empty_module_is_a_file_of_no_lines() -> None:
    whole = joined("import a\n", [SourceFile(module="a", path="a.py", text="")])
    assert [(file.module, file.text) for file in files_of(whole)] == [("", "import a\n"), ("a", "")]


def test_lines_are_shown_with_the_numbers_of_their_file() -> None:
    with lines_of(shown_program(WHOLE, "main.py")):
        assert [line_label(line) for line in (1, 4, 5)] == [
            "main.py:1",
            "lib/helpers.py:1",
            "lib/helpers.py:2",
        ]
        assert span_label(4, 5) == "lib/helpers.py:1-2"
        assert number_lines(WHOLE).split("\n") == [
            "1| import helpers",
            "2| x = helpers.f(1)",
            "# ═══ module helpers: lib/helpers.py ═══",
            "1| def f(n):",
            "2|     return n",
        ]
        with lines_of(shown_program(MAIN, "main.py")):
            assert (line_label(2), span_label(1, 2), line_label(None)) == ("2", "1-2", "")
        assert line_label(1) == "main.py:1"
    assert line_label(1) == "1"


def test_what_differs_is_told_by_file() -> None:
    other = WHOLE.replace("return n", "return n + 1").replace("f(1)", "f(2)")
    assert [file.module for file in changed_files(other, WHOLE)] == ["", "helpers"]
    with lines_of(shown_program(WHOLE, "main.py")):
        diff = format_diff(WHOLE, other)
    assert [row for row in diff.split("\n") if row[0] in "@+-"] == [
        "@@ -1,2 +1,2 @@ main.py",
        "-x = helpers.f(1)",
        "+x = helpers.f(2)",
        "@@ -1,2 +1,2 @@ lib/helpers.py",
        "-    return n",
        "+    return n + 1",
    ]
    assert [file.path for file in missing_files(WHOLE, MAIN)] == ["lib/helpers.py"]
