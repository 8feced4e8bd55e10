"""Statements of a function once more: between two others, or in the place of one."""

import ast
from collections.abc import Iterator, Sequence

from llmdb.repair.changes.donors import NUMERIC, Donors, Simple
from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope_names import Function
from llmdb.types import LineNo

_Loop = ast.For | ast.AsyncFor | ast.While
_Exit = ast.Return | ast.Raise | ast.Break | ast.Continue


def exchanged(donors: Donors, statement: ast.stmt) -> Iterator[Change]:
    """Another simple statement of the function in the place of one; a result that is taken off a number, or added."""
    if not isinstance(statement, Simple):
        return
    own = donors.source.text(statement)
    for text in _texts(donors):
        if text != own:
            yield *donors.source.span(statement), text, f"{text} instead", 6
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        for name in donors.names:
            if donors.types.get(name, frozenset()) & NUMERIC:
                yield from (
                    (*donors.source.span(statement), f"{name} {sign}= {own}", f"{name} {sign}= it", 6)
                    for sign in "+-"
                )


def added(donors: Donors, lines: frozenset[LineNo]) -> Iterator[tuple[LineNo, Change]]:
    """A simple statement of the function or the class once more, or a call of another method, between two statements.

    The line is that of one of the two, if it is in `lines`.
    """
    source = donors.source
    texts = [*_texts(donors), *_others(donors)]
    for body, in_loop in _bodies(donors.node, False):
        exits = ("continue", "break") if in_loop else ()
        for before, after in zip([None, *body], [*body, None], strict=True):
            line = _line(before, after, lines)
            if line is None or (after is None and isinstance(before, _Exit)):
                continue
            beside = {source.text(one) for one in (before, after) if isinstance(one, Simple)}
            at, left, right = _gap(source, before, after)
            for text in dict.fromkeys((*texts, *exits)):
                if text not in beside:
                    yield line, (at, at, f"{left}{text}{right}", f"{text} added", 4)


def _texts(donors: Donors) -> list[str]:
    texts = (donors.source.text(one) for one in donors.statements)
    return [text for text in dict.fromkeys(texts) if "\n" not in text]


def _others(donors: Donors) -> Iterator[str]:
    """Calls of methods, what undoes a change, and an early end."""
    if donors.is_method:
        yield from (f"self.{name}()" for name in donors.methods)
    for one in donors.statements:
        if isinstance(one, ast.AugAssign) and isinstance(one.op, ast.Add | ast.Sub):
            sign = "-" if isinstance(one.op, ast.Add) else "+"
            yield f"{donors.source.text(one.target)} {sign}= {donors.source.text(one.value)}"
    if isinstance(donors.node, Function):
        yield "return"


def _bodies(node: ast.AST, in_loop: bool) -> Iterator[tuple[Sequence[ast.stmt], bool]]:
    """The bodies of a scope, and whether a loop is around them."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
            inside = in_loop or (isinstance(node, _Loop) and name == "body")
            yield body, inside
            for statement in body:
                if not isinstance(statement, Function | ast.ClassDef):
                    yield from _bodies(statement, inside)
    for name in ("handlers", "cases"):
        for part in getattr(node, name, ()):
            yield from _bodies(part, in_loop)


def _line(before: ast.stmt | None, after: ast.stmt | None, lines: frozenset[LineNo]) -> LineNo | None:
    """The side of a gap that is told: rather a simple statement than the head of others, rather the one before."""
    sides = [one for one in (before, after) if one is not None and not isinstance(one, ast.Assert)]
    ranked = sorted(sides, key=lambda one: not isinstance(one, Simple))
    return next((one.lineno for one in ranked if one.lineno in lines), None)


def _gap(source: Source, before: ast.stmt | None, after: ast.stmt | None) -> tuple[int, str, str]:
    """Where a statement goes between two, and what is to be written around it."""
    if before is not None:
        return source.span(before)[1], f"\n{' ' * before.col_offset}", ""
    assert after is not None
    return source.span(after)[0], "", f"\n{' ' * after.col_offset}"
