"""The body of a loop whose header was not copied: it runs once, and what would leave its turn ends it."""

import ast
from collections.abc import Iterator

from llmdb.program.pasted.problems import parses
from llmdb.program.pasted.reading import Reading

ONE_TURN = "`break` and `continue` of a loop that is not there end the run"
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def as_one_turn(reading: Reading) -> Reading:
    """The reading with `return` for each `break` and `continue` under a condition that stands in no loop and function.

    One that is always reached is a mistake of its own.
    """
    if ("break" not in reading.text and "continue" not in reading.text) or not parses(reading.text):
        return reading
    changed: dict[int, str] = {}
    tree = ast.parse(reading.text)
    for jump in _without_loop(tree.body):
        if jump in tree.body:
            continue
        row = reading.rows[jump.lineno - 1].encode()
        word, after = row[jump.col_offset : jump.end_col_offset], row[jump.end_col_offset :].strip()
        if jump.lineno - 1 in changed or (after and not after.startswith(b"#")):
            continue
        said = b"  ".join(part for part in (b"return", b"# " + word, after) if part)
        changed[jump.lineno - 1] = (row[: jump.col_offset] + said).decode()
    return reading.with_rows(changed, ONE_TURN)


def _without_loop(body: list[ast.stmt]) -> Iterator[ast.Break | ast.Continue]:
    for statement in body:
        if isinstance(statement, ast.Break | ast.Continue):
            yield statement
        elif isinstance(statement, _LOOPS):
            yield from _without_loop(statement.orelse)
        elif not isinstance(statement, _OWN_SCOPE):
            for name in ("body", "orelse", "finalbody"):
                yield from _without_loop(getattr(statement, name, []))
            for part in (*getattr(statement, "handlers", []), *getattr(statement, "cases", [])):
                yield from _without_loop(part.body)
