"""Runs several tasks at a time, each in a thread of its own that waits for a child process.

`concurrent.futures` would do, but its import takes as long as a quarter of a child's run, before the first prompt.
"""

from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
IDLE_S = 0.2


def run_in_parallel(
    task: Callable[[Item], Result],
    items: Sequence[Item],
    workers: int,
    stop: Event,
    meanwhile: Callable[[], None] = lambda: None,
    ordered: bool = False,
) -> Iterator[tuple[int, Result]]:
    """Do the task with each item.

    Args:
        task: called in other threads, each with a copy of this one's context variables.
        items: what it is called with.
        workers: how many calls there are at once, from 1.
        stop: set when this is over, however it ends; a task that looks at it ends early then.
        meanwhile: called now and then while none of them ends.
        ordered: whether results come in the order of the items; else as they are there.

    Yields:
        The item's position and the task's result.

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

    threads = [
        Thread(target=copy_context().run, args=(work,), daemon=True) for _ in range(min(workers, len(items)))
    ]
    held: dict[int, Result] = {}
    try:
        for thread in threads:
            thread.start()
        for place in range(len(items)):
            while (ordered and place not in held) or (not ordered and not held):
                done = _get(ended)
                if done is None:
                    meanwhile()
                elif isinstance(done, Exception):
                    raise done
                else:
                    held[done[0]] = done[1]
            number = place if ordered else next(iter(held))
            yield number, held.pop(number)
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _get(ended: SimpleQueue[Result]) -> Result | None:
    try:
        return ended.get(timeout=IDLE_S)
    except Empty:
        return None
