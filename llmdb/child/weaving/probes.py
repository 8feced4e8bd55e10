"""What the instrumented bytecode calls: the seam between instrumentation and recording."""

import types
from collections.abc import Collection
from typing import Any, Protocol, TypeAlias

Latest: TypeAlias = list[Any]
"""What one place of the code changed last: an object that is known, its reference, and the type that decides that the
change is logged as it is: of the key or the argument, or the object's own; then the identity of what it changed last,
if it may be worth while to know that: the code asks the recorder again where objects take turns."""
NOTHING_LATEST = (None, None, None, 0)
"""Before it changed any."""


class Probes(Protocol):
    """The recorder as the probes see it.

    Most probes call nothing: they append a site number to `tags` and objects to `values` with opcodes
    (sites.py). The methods below are called where an operation could change an object, always *before* the
    operation, with the operands; they return None and never raise. `site` is the site's number.
    """

    tags: list[int]
    values: list[object]
    limit: int
    """When `len(tags)` exceeds this at a function's entry or a loop's back edge, the probe calls `drain()`."""

    late: list[Any]
    """Operations that are told of when they are over; while there are any, `settle()` is called after each operation
    that may be one of them."""

    lost: list[bool]
    """Grows where the recursion limit left no room for a probe: what it would have told is missing."""

    def settle(self) -> None:
        """The latest operation of the caller's frame is over."""

    def drain(self) -> None:
        """Encode and send what has been logged."""

    def generator(self, site: int, *parameters: object) -> None:
        """A generator, coroutine or async generator runs for the first time (GENERATOR)."""

    def made(self, site: int, result: Any) -> None:
        """A call of a function by a generator function's name gave this (MADE, if it has a frame of its own)."""

    def defaults(self, site: int, function: types.FunctionType) -> None:
        """A function with defaults was made (DEFAULT, once a parameter that has one)."""

    def resume(self, site: int) -> None:
        """A suspended frame goes on (RESUME); the caller's frame is the generator's."""

    def suspended(self, site: int) -> None:
        """A frame is about to be suspended where a handler would run if it were dropped: the log must not hold it."""

    def unwind(self, site: int, exception: BaseException) -> None:
        """An exception leaves the caller's frame (UNWIND); called from a catch-all that re-raises."""

    def raised(self, site: int, exception: BaseException) -> None:
        """An exception reached a handler (except, finally, with) of the caller's frame (RAISED)."""

    def setitem(
        self, container: Any, key: object, value: object, site: int, latest: Latest | None = None
    ) -> None:
        """`container[key] = value` follows (SETITEM); slices come as a `slice` key.

        `latest`, here and below, receives what the code needs to log the next change of that object by itself.
        """

    def delitem(self, container: Any, key: object, site: int) -> None:
        """`del container[key]` follows (DELITEM)."""

    def setattr(self, target: Any, value: object, site: int, latest: Latest | None = None) -> None:
        """`target.names[0] = value` follows (SETATTR)."""

    def delattr(self, target: Any, site: int) -> None:
        """`del target.names[0]` follows (DELATTR)."""

    def inplace(self, left: Any, right: Any, site: int) -> None:
        """`left op= right` follows (INPLACE), where `right` is not statically a number, string or tuple."""

    def opens(self, target: Any) -> None:
        """`target.__dict__` or `vars(target)` is taken: what is changed in it are attributes of `target`."""

    def imports_all(self, module: Any, site: int, names: Collection[str]) -> None:
        """`from module import *` follows; `names` are those that the snippet mentions."""

    def keeps(self, value: object, site: int) -> None:
        """A function of a class returns `value`; if it is a `cached_property`, the object keeps that (SETATTR)."""

    def readitem(self, container: Any, key: object, site: int) -> None:
        """`container[key]` is read where the source names a defaultdict, which inserts on reading; logs by itself."""

    def before_call(self, site: int, callee: Any, *arguments: object) -> None:
        """A call follows that is not statically harmless.

        The site is of kind METHOD when the source is `receiver.name(...)`: `names[0]` is the attribute's name and
        `callee` is the receiver if the interpreter loaded a plain method, else the callable itself. It is of kind
        COMPARED otherwise, and `callee` is the callable. `names[1:]` are keyword names: their values are the last
        arguments.
        """

    def before_one(self, site: int, callee: Any, argument: object, latest: Latest | None = None) -> None:
        """As `before_call` at a METHOD site, where one argument is given by its place and nothing is compared."""

    def before_setting(self, site: int, above: bool, callee: Any, *arguments: object) -> None:
        """A call of `setattr`, `__setattr__` or the like follows (SETATTR or DELATTR, without names, after its sites).

        Args:
            above: the method was looked up in the classes above the object's own.
        """

    def before_call_star(self, site: int, callee: Any, arguments: Any, keywords: Any) -> None:
        """A call with `*args` or `**kwargs` follows; `keywords` is None without `**`."""

    def taken(self, method: Any) -> None:
        """A method that changes its container was loaded, and is not called at once."""

    def look(self, site: int) -> None:
        """Compare the containers whose methods were taken (COMPARED at the site, or for -1 before the next step)."""

    def after_call(self, site: int) -> None:
        """The call returned: compare what the latest `before_call` put aside (COMPARED)."""

    def before_cached(self, site: int, callee: Any, *arguments: object) -> None:
        """As `before_call`, where the callee may be a cache."""

    def outside(self, site: int, result: Any) -> Any:
        """A call of python/outside.py gave a result (OUTSIDE); returns what the program gets: the same."""

    def formats(self, callee: Any, text_format: object) -> None:
        """A call of a function called `strftime` follows, with one argument."""

    def thread(self) -> None:
        """A function begins, perhaps in another thread than what was logged last (THREAD)."""

    def imported(self) -> None:
        """A module was imported, perhaps for the first time."""

    def after_cached(self, site: int) -> None:
        """As `after_call`; a cache gave what it kept, or keeps what it gave from now on (KEPT)."""
