"""Probes of calls of caches: which gave what an earlier call had returned."""

import functools
import sys
import types
from typing import Any

from llmdb.child.recorder.calls import class_attribute, is_snippet_function
from llmdb.child.recorder.reflection import Reflection
from llmdb.events import sites as kinds

_CACHE: Any = type(functools.cache(lambda: None))
_CALLS_KEPT = 1_000
_CALLS_ENDED = 50


class Cached(Reflection):
    """Calls of functions decorated with `functools.cache` or `lru_cache` that are under way."""

    def before_cached(self, site: int, callee: Any, *arguments: Any) -> None:
        """See Probes."""
        self.before_call(site, callee, *arguments)
        if type(callee) is types.MethodType:  # where the interpreter loads methods bound
            callee, arguments = callee.__func__, (callee.__self__, *arguments)
        elif self._is_method[site] and type(callee) is not _CACHE:
            callee, arguments = class_attribute(type(callee), self._names[site][0]), (callee, *arguments)
        if type(callee) is _CACHE and is_snippet_function(callee.__wrapped__):
            if len(self._cached) > _CALLS_KEPT + sys.getrecursionlimit():
                self._cached.clear()  # of calls that exceptions have ended
            given = (*arguments, *self._names[site][1:])
            self._cached.append((id(sys._getframe(1)), site, callee, given, callee.cache_info().misses))

    def after_cached(self, site: int) -> None:
        """See Probes."""
        self.after_call(site)
        calls, frame = self._cached, id(sys._getframe(1))
        for place in range(len(calls) - 1, max(-1, len(calls) - _CALLS_ENDED), -1):
            if calls[place][:2] == (frame, site):
                _, _, callee, given, misses = calls[place]
                del calls[place:]  # later ones were ended by exceptions
                tags, values = self.tags, self.values
                tags += (self._own[kinds.KEPT, ""],)
                values += (callee.cache_info().misses == misses, callee, given)
                return
