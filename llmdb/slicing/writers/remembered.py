"""The writers of one object's parts just before an event, worked out from the object's own changes."""

from itertools import islice

from llmdb.replay.heap import HeapObject, Operation
from llmdb.replay.heap_events import HeapEvents
from llmdb.replay.log import EventLog, Logged
from llmdb.slicing.graph.shadow import Shadow

MOST_CHANGES = 400
"""Objects that were changed more often are searched backwards, with less exact answers."""


class Remembered(HeapEvents):
    """Replays the changes of single objects; positions of events stand for their writers."""

    def __init__(self, log: EventLog) -> None:
        super().__init__(log.sites, {}, {}, log.birth)
        self._log = log
        self._found: tuple[int, Operation] | None = None
        self._known: dict[int, tuple[int, Shadow, HeapObject]] = {}
        self._actions = self._changes()

    def shadow(self, number: int, before: int) -> Shadow | None:
        """The writers of an object's parts before an event; None for none, or where there are too many changes."""
        changes = list(islice(self._log.mutations(number, before), MOST_CHANGES + 1))[::-1]
        if not changes or len(changes) > MOST_CHANGES:
            return None
        until, shadow, found = self._known.get(number, (-1, None, None))
        if shadow is None or found is None or until > changes[-1]:
            found = self._log.birth(number)
            if found is None:
                return None
            until, shadow = -1, Shadow(found)
        for position in changes:
            if position > until:
                operation = self._operation(self._log.event(position))
                if operation is not None:
                    shadow.write(found, operation, position + 1)
        self._known[number] = (changes[-1], shadow, found)
        return shadow

    def _operation(self, event: Logged) -> Operation | None:
        """What an event does to the object that it changes."""
        machine = self._log.machine(event.position)
        self.lookup = machine.lookup  # type: ignore[method-assign]
        self.values, self._found = event.values, None
        self._actions[event.site.kind](event.site, 0)
        return self._found[1] if self._found is not None else None

    def mutate(self, number: int, operation: Operation) -> None:
        """Keep the operation."""
        self._found = (number, operation)
