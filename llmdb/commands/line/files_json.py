"""The JSON of programs of several files: lines are those of their file, which stands beside them."""

from __future__ import annotations

from llmdb.program.files import file_name, shown_line, shows_several_files
from llmdb.types import Json, LineNo

_LINES = ("line", "caught", "first_line", "under_way")
_LISTS = ("lines", "current", "statement_lines")


def with_files(result: dict[str, Json]) -> dict[str, Json]:
    """A command's result; that of a program of one file as it is."""
    return _placed(result) if shows_several_files() else result


def line_in_file(line: LineNo) -> dict[str, Json]:
    """`{"line": 12}`, of a program of several files `{"line": 12, "file": "helpers.py"}`."""
    return with_files({"line": line})


def _placed(data: dict[str, Json]) -> dict[str, Json]:
    placed, file = dict[str, Json](), ""
    for key, value in data.items():
        if key in _LINES and type(value) is int and value:
            placed[key], file = shown_line(value), file or file_name(value)
        elif key in _LISTS and isinstance(value, list) and value and all(type(one) is int for one in value):
            lines = [one for one in value if type(one) is int]
            if len({file_name(line) for line in lines}) == 1:
                placed[key], file = list[Json](map(shown_line, lines)), file or file_name(lines[0])
            else:
                placed[key] = [{"line": shown_line(line), "file": file_name(line)} for line in lines]
        else:
            placed[key] = _any(value)
    return {**placed, "file": file} if file else placed


def _any(value: Json) -> Json:
    if isinstance(value, dict):
        return _placed(value)
    return [_any(one) for one in value] if isinstance(value, list) else value
