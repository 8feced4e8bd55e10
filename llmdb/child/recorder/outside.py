"""Probes of what comes from outside the program: results that are logged, and moments worth going back to."""

import marshal
import sys
from collections.abc import Callable
from typing import Any

from llmdb.child.clocks import Clocks
from llmdb.child.recorder.describe import type_module
from llmdb.child.recorder.frames import Threads
from llmdb.child.recorder.log import EventLog
from llmdb.events import wire
from llmdb.python.outside import IDENTITIES

_PLAIN = frozenset({int, float, str, bytes, bool})
_PICKLED = frozenset({"datetime", "uuid", "random", "time", "posix", "numpy"})
"""Modules whose objects are logged as well."""
_KEPT_AFTER_IDENTITIES = 8
_WITHOUT_REFERENCES = 2
"""The format of `marshal` in which the bytes depend on the value alone; later ones tell whether others hold it, too."""


class Outside:
    """Logs results of clocks and the like; after modules were loaded and identities taken it asks for a checkpoint.

    Attributes:
        give: gives the recorded result of a call of a function in place of a new one; None while a run is recorded.
        checkpoint: called where the process should be kept as it is.
        clocks: put their results back where the run went on from an earlier moment.
    """

    def __init__(self, log: EventLog, threads: Threads) -> None:
        self._tags, self._values = log.tags, log.values
        self._names = log.names
        self._check_thread = threads.check
        self._modules = 0
        self._identities = 0
        self.clocks = Clocks()
        self.give: Callable[[str, Any], Any] | None = None
        self.checkpoint: Callable[[], None] | None = None

    def start(self) -> None:
        """The program begins: what is loaded by now is not its doing."""
        self._modules = len(sys.modules)

    def outside(self, site: int, result: Any) -> Any:
        """See Probes."""
        if not _is_logged(type(result)):
            return result
        name, *of_now = self._names[site]
        if self.give is not None:
            result = self.give(name, result)
            self.clocks.note(name, result)
        else:
            result = self.clocks.told(name, result, bool(of_now))
        try:
            packed = pack(result)
        except Exception:  # the class of the program's own may do anything
            return result
        self._check_thread()
        tags, values = self._tags, self._values
        tags += (site,)
        values += (packed,)
        if name in IDENTITIES and self._identities < _KEPT_AFTER_IDENTITIES:
            self._identities += 1
            self._keep()
        return result

    def formats(self, callee: Any, text_format: object) -> None:
        """See Probes."""
        self.clocks.formats(callee, text_format)

    def imported(self) -> None:
        """See Probes."""
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            self._keep()

    def _keep(self) -> None:
        if self.checkpoint is not None:
            self.checkpoint()


def _is_logged(cls: type) -> bool:
    if cls in _PLAIN:
        return True
    module = type_module(cls)
    return type(module) is str and module.partition(".")[0] in _PICKLED


def pack(result: Any) -> bytes:
    """A result as bytes; cut short if it is very long, so that it cannot be given again."""
    if type(result) in _PLAIN:
        data = b"m" + marshal.dumps(result, _WITHOUT_REFERENCES)
    else:
        import pickle  # noqa: TID251  # read again in this program's own sandbox only

        data = b"p" + pickle.dumps(result)
    return data if len(data) <= wire.TEXT_KEPT else b"x"


def unpack(data: object) -> Any:
    """The result again.

    Raises:
        ValueError: it was too long to be logged.
    """
    if type(data) is not bytes or data[:1] not in (b"m", b"p"):
        raise ValueError("the result was too long to be recorded")
    if data[:1] == b"m":
        return marshal.loads(data[1:])
    import pickle  # noqa: TID251

    return pickle.loads(data[1:])
