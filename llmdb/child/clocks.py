"""The clocks of a run that goes on from an earlier moment of itself: as if no time had passed since."""

import sys
import time
from collections.abc import Callable
from typing import Any

_REAL: dict[str, Callable[[], float]] = {
    "time": time.time,
    "monotonic": time.monotonic,
    "perf_counter": time.perf_counter,
}
_COMPUTING: dict[str, Callable[[], float]] = {
    "process_time": time.process_time,
    "thread_time": time.thread_time,
}
_DATES = frozenset({"now", "utcnow", "today"})
_GIVEN_CLOCK = "clock_gettime"
_OF_A_MOMENT: dict[str, Callable[[float], Any]] = {
    "ctime": time.ctime,
    "localtime": time.localtime,
    "gmtime": time.gmtime,
    "asctime": lambda moment: time.asctime(time.localtime(moment)),
}
_FORMATS, _localtime = time.strftime, time.localtime
_NS = "_ns"
_NEAR_S = 5.0
"""What lies further from the clock is the result of a function of the program's own that is called like one."""


class Clocks:
    """Knows how long the process has waited, and puts the results of clocks back by that.

    Attributes:
        is_led_on: whether the run is another one by now than was recorded.
        text_format: what `time.strftime` is being called with alone, so that it gives the time of now; None otherwise.
    """

    def __init__(self) -> None:
        self.is_led_on = False
        self.text_format: str | None = None
        self._waited = self._computed = 0.0
        self._since = self._at_fork = 0.0
        self._last: dict[str, Any] = {}

    def before_fork(self) -> None:
        """A process that is forked now counts its own computing from nothing, and waits."""
        self._at_fork, self._since = time.process_time(), time.perf_counter()

    def wake(self) -> None:
        """This is such a process, or a copy of it, and its wait is over."""
        self._computed += self._at_fork
        self._waited += time.perf_counter() - self._since

    def formats(self, function: object, text_format: object) -> None:
        """A function called `strftime` follows, with one argument: a date's own tells of the date."""
        is_of_now = function is _FORMATS and type(text_format) is str
        self.text_format = text_format if is_of_now else None  # type: ignore[assignment]

    def note(self, name: str, result: Any) -> None:
        """A clock gave this in the recorded run: it goes on from there."""
        self._last[name] = result

    def told(self, name: str, result: Any, is_of_now: bool) -> Any:
        """What a clock, or another function from outside, gives now.

        Args:
            name: of the function.
            result: what it gave.
            is_of_now: whether it was called without arguments.
        """
        text_format, self.text_format = self.text_format, None
        if not self.is_led_on:
            return result
        try:
            if name == "strftime":
                return result if text_format is None else self._formatted(text_format)
            if name in _OF_A_MOMENT:
                return self._of_a_moment(_OF_A_MOMENT[name], result) if is_of_now else result
            return self._put_back(name, result)
        except (TypeError, OverflowError, ValueError):  # a class of the program's own that is called like one
            return result

    def _formatted(self, text_format: str) -> str:
        return _FORMATS(text_format, _localtime(self._moment(_REAL["time"]())))

    def _of_a_moment(self, function: Callable[[float], Any], result: Any) -> Any:
        """The result of a function of the time of day, as that is for the program."""
        now = _REAL["time"]()
        is_the_library_s = result in (function(now), function(now - 1))
        return function(self._moment(now)) if is_the_library_s else result

    def _moment(self, now: float) -> float:
        """The time of day for the program."""
        return float(self._not_before("time", now - self._waited))

    def _put_back(self, name: str, result: Any) -> Any:
        base, dates = name.removesuffix(_NS), sys.modules.get("datetime")
        if dates is not None and type(result) is dates.datetime and base in _DATES:
            if not _is_of_now(result, dates.datetime):
                return result
            return self._not_before(name, result - dates.timedelta(seconds=self._waited))
        if type(result) is not (int if base != name else float):
            return result
        clock, by = _REAL.get(base), self._waited
        if base in _COMPUTING:
            clock, by = _COMPUTING[base], -self._computed
        unit = 1 if base == name else 1_000_000_000
        if base != _GIVEN_CLOCK and (clock is None or abs(clock() - result / unit) > _NEAR_S):
            return result
        return self._not_before(name, result - type(result)(by * unit))

    def _not_before(self, name: str, told: Any) -> Any:
        """What is told of a clock: the run was gone through again faster than at first."""
        last = self._last.get(name)
        if last is not None and type(last) is type(told) and told < last:
            told = last
        self._last[name] = told
        return told


def _is_of_now(moment: Any, kind: Any) -> bool:
    """Whether a `datetime` is what `now` or `utcnow` gives."""
    nows = [kind.now(moment.tzinfo)]
    if moment.tzinfo is None:
        nows.append(
            kind.fromtimestamp(time.time(), tz=sys.modules["datetime"].timezone.utc).replace(tzinfo=None)
        )
    return any(abs((moment - now).total_seconds()) < _NEAR_S for now in nows)
