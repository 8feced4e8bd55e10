"""Tells that a call is being waited for, again and again until the first piece of the answer is there."""

import threading
from collections.abc import Callable
from types import TracebackType

EVERY_S = 0.25


class Waiting:
    """Calls `tell` from a thread of its own, from entering until `stop` or leaving."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "Waiting":
        self._thread.start()
        return self

    def stop(self) -> None:
        """Tell no more; nothing is told after this returns."""
        self._over.set()
        self._thread.join()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _run(self) -> None:
        while not self._over.wait(EVERY_S):
            self._tell()
