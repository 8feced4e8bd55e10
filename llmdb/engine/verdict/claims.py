"""Compares the values that an explanation states with those of the recording."""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from llmdb.engine.facts import BlockFacts
from llmdb.trace.model import Value

LITERAL = r"(-?\d+(?:\.\d+)?|True|False|None|'[^'\n]*'|\"[^\"\n]*\"|\[[^\]\n]*\]|\{[^}\n]*\}|\([^)\n]*\))"
STATED = r"(?<![\w.\])]){name}\s*(?:=|==|is|was|equals|has the value|becomes|became|:)\s*{literal}(?![\w(])"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A value that the explanation states for a variable, and those recorded before and after the block."""

    name: str
    stated: str
    recorded: tuple[str, ...]
    holds: bool


def check_claims(explanation: str, facts: BlockFacts) -> tuple[Claim, ...]:
    """Each `name = literal`, `name is literal` of the text that names a recorded variable, checked."""
    names = dict.fromkeys([*facts.after, *facts.before])
    claims: dict[tuple[str, str], Claim] = {}
    for name in names:
        pattern = STATED.format(name=re.escape(name), literal=LITERAL)
        for match in re.finditer(pattern, explanation.replace("`", "")):
            claim = _checked(name, match.group(1), facts)
            claims[name, claim.stated] = claim
    return tuple(claims.values())


def _checked(name: str, stated: str, facts: BlockFacts) -> Claim:
    values = _recorded(name, (facts.before, facts.after))
    holds = any(_same(stated, value) for value in values)
    return Claim(name=name, stated=stated, recorded=tuple(value.repr for value in values), holds=holds)


def _recorded(name: str, states: Sequence[Mapping[str, Value]]) -> list[Value]:
    return [state[name] for state in states if name in state]


def _same(stated: str, value: Value) -> bool:
    """Whether the texts denote the same value; a shortened value contradicts nothing."""
    if value.truncated or stated == value.repr:
        return True
    try:
        return bool(ast.literal_eval(stated) == ast.literal_eval(value.repr))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False
