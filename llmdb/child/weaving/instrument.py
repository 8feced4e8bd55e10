"""Puts the probes of the recorder into the code objects of a snippet.

The instrumented code behaves like the original: every probe leaves the stack as it was, positions and local slots stay,
and an exception passes through with the traceback it had.
"""

from collections.abc import Iterable, Sequence
from types import CodeType

from llmdb.child.weaving.assembly import Disassembly, assemble
from llmdb.child.weaving.bound import BoundProbes
from llmdb.child.weaving.flow import UnitMap
from llmdb.child.weaving.harmless import Names
from llmdb.child.weaving.layouts import makes_annotations
from llmdb.child.weaving.probes import Probes
from llmdb.child.weaving.weave import Weaver
from llmdb.events.sites import Site, UnitRow

_COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})


def instrument(
    code: CodeType,
    units: Sequence[UnitRow],
    probes: Probes,
    unwoven: list[str] | None = None,
    checks: list[int] | None = None,
) -> tuple[CodeType, list[Site]]:
    """The same program with probes, and the table that says what each site number means.

    Args:
        code: the compiled module (or function body) of the snippet.
        units: the units of its control-flow graph; rows from msgpack will do.
        probes: the recorder.
        unwoven: receives the qualified names of code objects that had to be left as they were.
        checks: receives the sites after whose events the code looks whether the log should be drained.
    """
    [woven], sites = instrument_files([code], units, probes, unwoven, checks)
    return woven, sites


def instrument_files(
    codes: Sequence[CodeType],
    units: Sequence[UnitRow],
    probes: Probes,
    unwoven: list[str] | None = None,
    checks: list[int] | None = None,
) -> tuple[list[CodeType], list[Site]]:
    """As `instrument`, for the code objects of several files, with one table."""
    rows = [_row(unit) for unit in units]
    sites: list[Site] = []
    job = _Job(rows, BoundProbes(probes), Names(*codes), sites, [] if unwoven is None else unwoven)
    if checks is not None:
        job.checks = checks
    return [job.weave(code) if job.has_units(code) else code for code in codes], sites


def _row(unit: Iterable[object]) -> UnitRow:
    row = UnitRow(*unit)  # type: ignore[arg-type]
    return row._replace(start=(row.start[0], row.start[1]), end=(row.end[0], row.end[1]))


class _Job:
    """One call of `instrument`: what all code objects of the snippet share."""

    def __init__(
        self, units: list[UnitRow], probes: BoundProbes, names: Names, sites: list[Site], unwoven: list[str]
    ) -> None:
        self._units: dict[str, list[UnitRow]] = {}
        for unit in units:
            self._units.setdefault(unit.scope, []).append(unit)
        self._maps: dict[str, UnitMap] = {}
        self._all = UnitMap(units)
        self._probes = probes
        self._names = names
        self._sites = sites
        self._unwoven = unwoven
        self.checks: list[int] = []

    def has_units(self, code: CodeType) -> bool:
        """Whether there is anything to be told of a file's code; there is not of an empty module."""
        return code.co_qualname in self._units or not code.co_qualname.endswith(":<module>")

    def weave(self, code: CodeType) -> CodeType:
        """This code object and those in its constants, instrumented."""
        if makes_annotations(code):
            return code
        code = code.replace(
            co_consts=tuple(self.weave(c) if isinstance(c, CodeType) else c for c in code.co_consts)
        )
        mark = len(self._sites)
        try:
            return self._weave_one(code)
        except (AssertionError, IndexError, KeyError, RuntimeError, TypeError, ValueError):
            del self._sites[mark:]
            self._unwoven.append(code.co_qualname)
            return code

    def _weave_one(self, code: CodeType) -> CodeType:
        scope = code.co_qualname
        if scope not in self._maps:
            self._maps[scope] = UnitMap(self._units.get(scope, ()))
        units = self._maps[scope]
        whole = bool(units.units) and code.co_name not in _COMPREHENSIONS
        source = Disassembly(code)
        outer = None if whole else self._all
        weaver = Weaver(source, units, self._probes, self._names, self._sites, outer)
        ops = weaver.weave()
        self.checks += weaver.emit.checks
        return assemble(source, ops, weaver.constants, code.co_stacksize + weaver.extra)
