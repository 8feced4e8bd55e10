"""A recorder that only keeps the two logs, and running a program with and without its probes."""

import contextlib
import io
import sys
import traceback
import types
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from llmdb.child.weaving.instrument import instrument
from llmdb.child.weaving.probes import Latest
from llmdb.events.sites import Site, UnitRow
from llmdb.program.build import build_cfg
from llmdb.program.graph import Level
from llmdb.program.snippet import Snippet


class QuietProbes:
    """Keeps TAGS and VALUES; every method logs its site and operands as its site says."""

    def __init__(self, limit: int = 10**9) -> None:
        self.tags: list[int] = []
        self.values: list[object] = []
        self.limit = limit
        self.late: list[Any] = []
        self.lost: list[bool] = []
        self.drains = 0
        self.calls: list[tuple[int, object, tuple[object, ...]]] = []
        self.compared: list[int] = []

    def drain(self) -> None:
        self.drains += 1
        self.tags.clear()
        self.values.clear()

    def settle(self) -> None: ...

    def _log(self, site: int, *values: object) -> None:
        self.values.extend(values)
        self.tags.append(site)

    def generator(self, site: int, *parameters: object) -> None:
        self._log(site, id(sys._getframe(1)), *parameters)

    def made(self, site: int, result: object) -> None:
        frame = getattr(result, "gi_frame", None) or getattr(result, "cr_frame", None)
        if frame is not None:
            self._log(site, id(frame))

    def defaults(self, site: int, function: types.FunctionType) -> None:
        for value in function.__defaults__ or ():
            self._log(site, function.__name__, value)

    def resume(self, site: int) -> None:
        self._log(site, id(sys._getframe(1)))

    def suspended(self, site: int) -> None: ...

    def unwind(self, site: int, exception: BaseException) -> None:
        trace = exception.__traceback__
        self._log(site, type(exception).__qualname__, str(exception), trace.tb_lineno if trace else 0)

    def raised(self, site: int, exception: BaseException) -> None:
        self.unwind(site, exception)

    def setitem(
        self, container: object, key: object, value: object, site: int, latest: Latest | None = None
    ) -> None:
        self._log(site, container, key, value)

    def delitem(self, container: object, key: object, site: int) -> None:
        self._log(site, container, key)

    def setattr(self, target: object, value: object, site: int, latest: Latest | None = None) -> None:
        self._log(site, target, value)

    def delattr(self, target: object, site: int) -> None:
        self._log(site, target)

    def inplace(self, left: object, right: object, site: int) -> None:
        self._log(site, left, right)

    def opens(self, target: object) -> None: ...

    def imports_all(self, module: object, site: int, names: Collection[str]) -> None: ...

    def keeps(self, value: object, site: int) -> None: ...

    def readitem(self, container: object, key: object, site: int) -> None:
        pass

    def before_call(self, site: int, callee: object, *arguments: object) -> None:
        self.calls.append((site, callee, arguments))

    def before_setting(self, site: int, above: bool, callee: object, *arguments: object) -> None:
        self.before_call(site, callee, *arguments)

    before_cached = before_call

    def before_one(self, site: int, callee: object, argument: object, latest: Latest | None = None) -> None:
        self.before_call(site, callee, argument)

    def before_call_star(self, site: int, callee: object, arguments: object, keywords: object) -> None:
        self.calls.append((site, callee, (arguments, keywords)))

    def taken(self, method: object) -> None: ...

    def look(self, site: int) -> None: ...

    def after_call(self, site: int) -> None:
        self.compared.append(site)

    after_cached = after_call

    def formats(self, callee: object, text_format: object) -> None: ...

    def outside(self, site: int, result: object) -> object:
        self._log(site, result)
        return result

    def imported(self) -> None: ...

    def thread(self) -> None: ...


@dataclass
class Run:
    """What a program did, and what was logged of it."""

    output: str
    trace: str
    names: dict[str, object]
    probes: QuietProbes
    sites: list[Site]
    unwoven: list[str]

    def events(self, *kinds: str) -> list[tuple[Site, tuple[object, ...]]]:
        """The logged events of these kinds (all if none is named), with their values."""
        values, found = iter(self.probes.values), []
        for tag in self.probes.tags:
            site = self.sites[tag]
            taken = tuple(next(values) for _ in range(site.values))
            if not kinds or site.kind in kinds:
                found.append((site, taken))
        return found

    def lines(self) -> list[int]:
        """The line of each step."""
        return [site.line for site, _ in self.events("block")]


def unit_rows(source: str, level: Level = "block") -> list[UnitRow]:
    """The units of a program's graph."""
    units = build_cfg(Snippet(name="p.py", path=None, text=source), level).units
    return [UnitRow(u.kind, u.scope, u.start, u.end, u.block, u.line, u.leads) for u in units]


def run_source(source: str, *, probed: bool = True, limit: int = 10**9, level: Level = "block") -> Run:
    """Run a program in a fresh namespace, with probes or without."""
    code = compile(source, "<snippet>", "exec", dont_inherit=True)
    probes, sites, unwoven = QuietProbes(limit), list[Site](), list[str]()
    if probed:
        code, sites = instrument(code, unit_rows(source, level), probes, unwoven)
    names: dict[str, object] = {"__name__": "__main__"}
    output, trace = io.StringIO(), ""
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            exec(*(code, names))  # 3.11 specialises a plain call of exec in time, and counts a level less
        except BaseException as error:
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            trace = "".join(traceback.format_exception(error))
    return Run(output.getvalue(), trace, names, probes, sites, unwoven)
