"""The clocks of a run that goes on from an earlier moment of itself: as if no time had passed since."""

import sys
from time import perf_counter, process_time
from typing import Any

_REAL = frozenset({"time", "monotonic", "perf_counter", "now", "utcnow", "today", "clock_gettime"})
_COMPUTING = frozenset({"process_time", "thread_time"})
_NS = "_ns"


class Clocks:
    """Knows how long the process has waited, and puts the results of clocks back by that.

    Attributes:
        is_led_on: whether the run is another one by now than was recorded.
    """

    def __init__(self) -> None:
        self.is_led_on = False
        self._waited = self._computed = 0.0
        self._since = self._at_fork = 0.0
        self._last: dict[str, Any] = {}

    def before_fork(self) -> None:
        """A process that is forked now counts its own computing from nothing."""
        self._at_fork = process_time()

    def wait(self) -> None:
        """This is such a process, and it waits from now on."""
        self._computed += self._at_fork
        self._since = perf_counter()

    def wake(self) -> None:
        """The wait is over."""
        self._waited += perf_counter() - self._since

    def note(self, name: str, result: Any) -> None:
        """A clock gave this in the recorded run: it goes on from there."""
        self._last[name] = result

    def told(self, name: str, result: Any) -> Any:
        """What a clock, or another function from outside, gives now."""
        if not self.is_led_on:
            return result
        base = name.removesuffix(_NS)
        if base not in _REAL and base not in _COMPUTING:
            return result
        try:
            return self._put_back(name, result, self._waited if base in _REAL else -self._computed)
        except (TypeError, OverflowError):  # a class of the program's own that is called like one
            return result

    def _put_back(self, name: str, result: Any, by: float) -> Any:
        last, dates = self._last.get(name), sys.modules.get("datetime")
        if dates is not None and type(result) is dates.datetime:
            shift: Any = dates.timedelta(seconds=by)
        elif type(result) is int and name.endswith(_NS):
            shift = int(by * 1e9)
        elif type(result) is float:
            shift = by
        else:
            return result
        told = result - shift
        if (
            last is not None and type(last) is type(told) and told < last
        ):  # it was gone through again faster than at first
            told = last
        self._last[name] = told
        return told
