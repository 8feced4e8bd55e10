"""Does several things at once, each in a thread of its own that waits for a child process.

`concurrent.futures` would do, but its import takes as long as a quarter of a child's run, before the first prompt.
"""

from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
IDLE_S = 0.5


def run_in_parallel(
    task: Callable[[Item], Result],
    items: Sequence[Item],
    workers: int,
    stop: Event,
    meanwhile: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, Result]]:
    """Do the task with each item.

    Args:
        task: called in other threads.
        items: what it is called with.
        workers: how many calls there are at once, from 1.
        stop: set when this is over, however it ends; a task that looks at it ends early then.
        meanwhile: called now and then while none of them ends.

    Yields:
        The item's position and the task's result, as they come.

    Raises:
        Exception: what the first task to fail raised.
    """
    waiting: SimpleQueue[tuple[int, Item]] = SimpleQueue()
    ended: SimpleQueue[tuple[int, Result] | Exception] = SimpleQueue()
    for numbered in enumerate(items):
        waiting.put(numbered)

    def work() -> None:
        while not stop.is_set():
            try:
                number, item = waiting.get_nowait()
                ended.put((number, task(item)))
            except Empty:
                return
            except Exception as problem:
                ended.put(problem)

    threads = [Thread(target=work, daemon=True) for _ in range(min(workers, len(items)))]
    try:
        for thread in threads:
            thread.start()
        for _ in items:
            while (done := _get(ended)) is None:
                meanwhile()
            if isinstance(done, Exception):
                raise done
            yield done
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _get(ended: SimpleQueue[Result]) -> Result | None:
    try:
        return ended.get(timeout=IDLE_S)
    except Empty:
        return None
