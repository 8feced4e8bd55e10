"""Which lines of a faulty and a correct program stand for each other, and which statements are missing or misplaced.

Statements are matched by their text within a scope, the rest by likeness. Where a statement stands is told by its
context: the compound statements around it. A matched statement with another context, or in another order, was moved.
"""

import ast
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal, NamedTuple

from llmdb.program.parsing import parse
from llmdb.types import LineNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.slicing import Dependencies

LIKE = 0.5
"""Statements of one scope that stand for each other have at least this share of their text in common."""


class Header(NamedTuple):
    """A compound statement around another: the line of its condition, and in which of its bodies the other is."""

    line: LineNo
    body: str
    is_loop: bool


class SourceLine(NamedTuple):
    """A line that begins a statement; `context` has the compound statements of its scope around it, outermost first."""

    line: LineNo
    scope: str
    text: str
    context: tuple[Header, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Displaced:
    """A statement that one program has and the other has not, or has at another place.

    Attributes:
        kind: "missing" from the faulty program, "extra" in it, or "moved".
        text: its source.
        line: where it stands in the faulty program; None if it is missing.
        other: where it stands in the correct one; None if it is extra.
        before: the line of the faulty program before which it belongs; None for the end of its body, or if it is extra.
    """

    kind: Literal["missing", "extra", "moved"]
    text: str
    line: LineNo | None
    other: LineNo | None
    before: LineNo | None = None


def source_lines(found: "Dependencies", text: str) -> list[SourceLine]:
    """The lines of a program that begin statements, in order."""
    rows, cfg, contexts = text.split("\n"), found.trace.cfg, dict[LineNo, tuple[Header, ...]]()
    _note_contexts(parse(text).body, (), contexts)
    scopes = {s.line: cfg.block(block).scope for block, code in found.statements.items() for s in code}
    return [
        SourceLine(line, scope, rows[line - 1].strip(), contexts.get(line, ()))
        for line, scope in sorted(scopes.items())
    ]


def _note_contexts(
    body: Sequence[ast.stmt], context: tuple[Header, ...], out: dict[LineNo, tuple[Header, ...]]
) -> None:
    for statement in body:
        for line in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
            out[line] = context
        for name, inner, header in _bodies(statement):
            is_loop = isinstance(statement, ast.For | ast.AsyncFor | ast.While) and name == "body"
            around = (*context, Header(header, name, is_loop)) if header else context
            is_scope = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            inside = dict[int, tuple[Header, ...]]()
            _note_contexts(inner, () if is_scope else around, inside)
            out.update({line: found for line, found in inside.items() if line != header})


def _bodies(statement: ast.stmt) -> Iterator[tuple[str, Sequence[ast.stmt], LineNo]]:
    """The bodies of a compound statement, each with the line of what decides about it; 0 for nothing."""
    match statement:
        case ast.For() | ast.AsyncFor():
            line = statement.iter.lineno
        case ast.While() | ast.If():
            line = statement.test.lineno
        case ast.With() | ast.AsyncWith():
            line = statement.items[0].context_expr.lineno
        case _:
            line = 0
    for name in ("body", "orelse", "finalbody"):
        yield name, getattr(statement, name, ()), line
    for handler in getattr(statement, "handlers", ()):
        yield "handler", handler.body, handler.lineno
    for case in getattr(statement, "cases", ()):
        yield "case", case.body, case.pattern.lineno


def match_lines(old: Sequence[SourceLine], new: Sequence[SourceLine]) -> dict[LineNo, LineNo]:
    """The line of the correct program that stands for each line of the faulty one."""
    matcher = SequenceMatcher(None, [s[1:3] for s in old], [s[1:3] for s in new], autojunk=False)
    out: dict[LineNo, LineNo] = {}
    changed = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            out.update((old[a + n].line, new[c + n].line) for n in range(b - a))
        elif tag == "replace":
            changed.append((old[a:b], new[c:d]))
    out |= _once_each([s for s in old if s.line not in out], [s for s in new if s.line not in out.values()])
    for here, there in changed:
        taken = set(out.values())
        out |= _alike([s for s in here if s.line not in out], [s for s in there if s.line not in taken])
    return out


def _once_each(old: Sequence[SourceLine], new: Sequence[SourceLine]) -> dict[LineNo, LineNo]:
    """Statements that stand at another place of their scope, as far as each is there once."""
    here, there = _once(old), _once(new)
    return {line: there[key] for key, line in here.items() if key in there}


def _once(statements: Sequence[SourceLine]) -> dict[tuple[str, str], LineNo]:
    counts = Counter((s.scope, s.text) for s in statements)
    return {(s.scope, s.text): s.line for s in statements if counts[s.scope, s.text] == 1}


def _alike(old: Sequence[SourceLine], new: Sequence[SourceLine]) -> dict[LineNo, LineNo]:
    """Pairs in order; each statement with the likest of those that are left, loops only with loops.

    A loop that is the only one left stands for the only one there, however it is written.
    """
    out: dict[LineNo, LineNo] = {}
    first = 0
    for one in old:
        scores = [
            (SequenceMatcher(None, one.text, other.text, autojunk=False).ratio(), -place)
            for place, other in enumerate(new)
            if place >= first and other.scope == one.scope and _is_loop(other) == _is_loop(one)
        ]
        likeness, place = max(scores, default=(0.0, 0))
        if likeness >= LIKE or (len(old) == len(new) == 1 and scores):
            out[one.line] = new[-place].line
            first = -place + 1
    loops = [
        [s for s in side if _is_loop(s) and s.line not in known]
        for side, known in ((old, out), (new, out.values()))
    ]
    if [len(side) for side in loops] == [1, 1] and loops[0][0].scope == loops[1][0].scope:
        out[loops[0][0].line] = loops[1][0].line
    return out


def _is_loop(one: SourceLine) -> bool:
    return one.text.startswith(("for ", "while ", "async for "))


def displaced(
    old: Sequence[SourceLine], new: Sequence[SourceLine], lines: Mapping[LineNo, LineNo]
) -> tuple[Displaced, ...]:
    """The statements that are missing, extra or moved, in the order of the correct program, the extra ones last."""
    back = {other: line for line, other in lines.items()}
    here = {s.line: s for s in old}
    same = [
        s for s in new if s.line in back and _context(here[back[s.line]], lines) == _context(s, None, back)
    ]
    in_order = _longest_rising([back[s.line] for s in same])
    stays = [s for s in same if back[s.line] in in_order]
    out = []
    for statement in new:
        if statement in stays:
            continue
        around = _context(statement, None, back)
        after = next(
            (s for s in stays if s.line > statement.line and _context(s, None, back) == around), None
        )
        line = back.get(statement.line)
        out.append(
            Displaced(
                kind="missing" if line is None else "moved",
                text=statement.text,
                line=line,
                other=statement.line,
                before=None if after is None else back[after.line],
            )
        )
    out += [Displaced(kind="extra", text=s.text, line=s.line, other=None) for s in old if s.line not in lines]
    return tuple(out)


def _context(
    one: SourceLine,
    lines: Mapping[LineNo, LineNo] | None,
    known: Mapping[LineNo, LineNo] | None = None,
) -> tuple[str | tuple[LineNo, str], ...]:
    """What stands around a statement in both programs, in terms of the correct one."""
    out: list[str | tuple[LineNo, str]] = [one.scope]
    for header in one.context:
        line = lines.get(header.line) if lines is not None else header.line
        if line is not None and (known is None or line in known):
            out.append((line, header.body))
    return tuple(out)


def _longest_rising(numbers: Sequence[LineNo]) -> frozenset[LineNo]:
    """The most numbers that can be kept so that each is higher than the one before."""
    ends: list[LineNo] = []
    before: dict[LineNo, LineNo | None] = {}
    for number in numbers:
        place = bisect_left(ends, number)
        before[number] = ends[place - 1] if place else None
        ends[place : place + 1] = [number]
    kept: list[LineNo] = []
    at = ends[-1] if ends else None
    while at is not None:
        kept.append(at)
        at = before[at]
    return frozenset(kept)
