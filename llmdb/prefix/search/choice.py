"""Which of the tried prefixes are kept: the best one, and a smallest set with the greatest coverage."""

import ast
import re
from collections.abc import Sequence

from llmdb.prefix.model import CoverageRun, Prefix
from llmdb.prefix.space import Choice
from llmdb.prefix.tables import REACHING_OUT, is_of_packages
from llmdb.program.parsing import parse
from llmdb.types import LineNo
from llmdb.values import dataclass

_EMPTY = re.compile(r'(?<=[ =(\[])(b?""|\[\]|\{\}|set\(\)|io\.StringIO\(\)|r?b?"\(\?!\)")(?!\.)')
_ODD = frozenset(
    {
        '""',
        "[]",
        "{}",
        "None",
        "0",
        "-1",
        "@list2",
        "@object",
        "False",
        'b""',
        "@bytes",
        "set()",
        "io.StringIO()",
        'bytearray(b"alpha")',
    }
)
"""Values that nobody would write first."""
_CHANGED = re.compile(r"^(?!sys\.)\w+(?:\.\w+)+ = | = SimpleNamespace\(\*\*\{\*\*vars\(", re.MULTILINE)
"""How something of a module is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A prefix that was run, as the `number`th; `replaces` says that it makes up a package that could be imported."""

    choice: Choice
    prefix: Prefix
    run: CoverageRun
    number: int
    replaces: bool = False

    def coverage(self, lines: frozenset[LineNo]) -> float:
        """Fraction of the countable lines that it executed before its end or its limit; 0 if the prefix failed."""
        if self.run.in_prefix:
            return 0.0
        return len(self.run.lines & lines) / len(lines) if lines else 1.0

    @property
    def changed(self) -> int:
        """How many standard modules it changes something of."""
        return len(_CHANGED.findall(self.prefix.code))

    @property
    def replaced(self) -> int:
        """How many modules it replaces, or changes something of."""
        whole = [a.name for a in self.prefix.assumptions if a.kind != "import" and "import " not in a.code]
        made_up = sum(is_of_packages(name) for name in whole)
        made_up += 2 * sum(name in REACHING_OUT for name in whole)
        return self.prefix.code.count("sys.modules[") + self.changed + made_up

    @property
    def stand_ins(self) -> int:
        """How many stand-ins there are."""
        return sum(a.code.count("StandIn(") for a in self.prefix.assumptions)

    @property
    def raises(self) -> bool:
        """Whether something that is made up was chosen to raise an error."""
        return any(candidate.startswith(("@raise", "@fail")) for _, candidate in self.choice.chosen)

    @property
    def mixed(self) -> int:
        """How many lists hold values of different kinds, which nobody would write down."""
        return sum(
            _is_mixed(node) for node in ast.walk(parse(self.prefix.code)) if isinstance(node, ast.List)
        )

    @property
    def empties(self) -> int:
        """How many values are empty."""
        return len(_EMPTY.findall(self.prefix.code))

    def score(self, lines: frozenset[LineNo]) -> tuple[float, bool, int]:
        """Better is greater: coverage, then running without error, then progress of the failing line.

        What a run covers that does not end counts nothing while another is looked for.
        """
        line = self.run.error.line if self.run.error else None
        return 0.0 if self.run.timed_out else self.coverage(lines), self.run.error is None, line or 0


def _is_mixed(node: ast.List) -> bool:
    kinds = {type(one.value) if isinstance(one, ast.Constant) else type(one) for one in node.elts}
    return len(kinds & {str, int, ast.List, ast.Tuple, ast.Dict}) > 1


def best_of(tried: Sequence[Tried], lines: frozenset[LineNo], late: bool = False) -> Tried:
    """The one that makes up no package that is here; then with the highest coverage; then without error, fewer
    modules replaced, fewer stand-ins, fewer values that are not the first guess, shorter, earlier. What does not end
    comes last, unless with `late`: then it does among those that cover as much."""
    return min(tried, key=lambda t: (t.run.timed_out and not late, *_order(t, lines)))


def smallest_cover(
    tried: Sequence[Tried], lines: frozenset[LineNo], first: Tried | None = None
) -> list[Tried]:
    """Greedily, a set that covers all that any of them covers; `first` is in it if it covers anything."""
    ordered = sorted(tried, key=lambda t: _order(t, lines))
    out = [first] if first is not None else []
    covered = set(first.run.lines & lines) if first is not None else set()
    while ordered:
        one = max(ordered, key=lambda t: len((t.run.lines & lines) - covered))
        if not (one.run.lines & lines) - covered:
            break
        out.append(one)
        covered |= one.run.lines & lines
    return out


def _order(one: Tried, lines: frozenset[LineNo]) -> tuple[object, ...]:
    failed = one.run.error is not None
    odd = sum(candidate in _ODD for _, candidate in one.choice.chosen)
    rank = (one.replaced, one.stand_ins, odd, len(one.choice.chosen), len(one.prefix.code), one.number)
    return one.replaces, -one.coverage(lines), one.run.timed_out, failed, *rank
