"""Makes the pass over a run a little at a time, so that it can be made while nothing else is to be done."""

import gc
from collections.abc import Callable, Iterator

from llmdb.slicing.graph.flow import Flow


class Building:
    """A pass that is being made.

    Args:
        begin: gives one that has followed no event yet.
    """

    def __init__(self, begin: Callable[[], Flow]) -> None:
        self._begin = begin
        self._under_way: tuple[Flow, Iterator[int]] | None = None
        self._done: Flow | None = None

    def finish(self, on_turn: Callable[[int], None]) -> Flow:
        """The pass, complete; `on_turn` is told what `go_on` gives."""
        collecting = gc.isenabled()
        gc.disable()  # the pass makes many tuples, none of them garbage
        try:
            for done in self.go_on():
                on_turn(done)
        finally:
            if collecting:
                gc.enable()
        assert self._done is not None
        return self._done

    def go_on(self) -> Iterator[int]:
        """Go on from where this was left; gives the number of events followed so far.

        One that is interrupted within a turn is begun anew: nobody knows what it had done.
        """
        while self._done is None:
            if self._under_way is None:
                flow = self._begin()
                self._under_way = flow, flow.run()
            (flow, turns), self._under_way = self._under_way, None
            done = next(turns, None)
            if done is None:
                self._done = flow
                return
            self._under_way = flow, turns
            yield done
