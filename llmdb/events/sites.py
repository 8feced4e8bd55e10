"""Event sites: the contract between the probes in the bytecode and the reader of the event log.

The log of a run is two parallel lists. TAGS holds site numbers (int), VALUES holds objects by reference. A site
puts a fixed number of values, so VALUES needs no tags: reading TAGS in order and taking `values` objects for each
is the whole decoding. Standard library only: this module is imported in the child and in the parent.
"""

from typing import NamedTuple

# kind: what happened, and VALUES in order.
ENTER = "enter"  # a frame begins; (one value per name in `names`): parameters bound, in co_varnames order,
# then the code's cell and free variables, whose value is the cell object itself (LOAD_CLOSURE): so the reader knows
# which frames share a variable. GENERATOR likewise.
GENERATOR = (
    "generator"  # a generator/coroutine frame begins at its first resume; (frame number int, parameters ...)
)
BLOCK = "block"  # a step of block `block` begins in the current frame; ()
LINE = "line"  # a unit of kind "jump" begins, or a decorated definition goes back to a decorator or its own line:
# that line joins the step under way in the current frame; ()
BEGIN = "begin"  # a statement that calls begins, after another one of its step that calls; ()
OVER = "over"  # the body of a `with` is over and its `__exit__` is called: all statements of the step have begun; ()
FIRST_CALL = (
    "first call"  # never logged: the first statement of a block that calls, which no BEGIN tells of; ()
)
STORE = (
    "store"  # `names[0]` in storage `storage` is about to be bound; (value,), in a comprehension that binds a
)
# variable of the function around it (value, cell). One of another module that is recorded has its name in `names[1]`.
DELETE = "delete"  # `names[0]` in storage `storage` is about to be unbound; ()
RETURN = "return"  # the frame is about to return; (value,)
# names ("delegated",): by `await` or `yield from`.
YIELD = "yield"  # the frame is about to be suspended with a value; (value,)
MADE = "made"  # a call of the function names[0] gave a generator or coroutine; (frame number int,)
DEFAULT = "default"  # the function names[0], "name:line", was made with a default; (parameter str, value)
KEPT = "kept"  # a call of a `functools.cache` is over; (whether it gave what was kept, the cache, arguments tuple)
RESUME = (
    "resume"  # a suspended frame goes on; names ("exception",) where it does with one; (frame number int,)
)
UNWIND = "unwind"  # an exception leaves the frame; (type qualname str, message str, line int)
RAISED = "raised"  # an exception reached a handler of the frame; (type qualname str, message str, line int)
CAUGHT = "caught"  # an `except` clause took the exception over; ()
SETITEM = "setitem"  # container[key] = value is about to run; (container, key, value)
DELITEM = "delitem"  # del container[key]; (container, key)
SETATTR = "setattr"  # object.names[0] = value; (object, value), without names (object, value, name str)
DELATTR = "delattr"  # del object.names[0]; (object,), without names (object, name str)
INPLACE = "inplace"  # `left op= right`, operator text in names[0]; (left, right)
METHOD = "method"  # a mutating method of a built-in container, names[0]; (object, args tuple, None) or, for a single
# argument, (object, argument, True)
COMPARED = "compared"  # the object's contents were found changed after an unknown call; (object,)
UNDER_WAY = "under way"  # an operation begins that changes things while it runs code of the snippet, and does so until
# the DONE of its frame; (the object that it surely changes, None where that is not known,)
DONE = "done"  # that operation is over, and what it changed is told; ()
READITEM = (
    "readitem"  # container[key] was read; (container, key): for dependencies and inserting defaultdicts
)
READATTR = "readattr"  # object.names[0] was read; (object,)
WRITE = "write"  # the program wrote; (stream "stdout" or "stderr", text str)
INPUT = "input"  # the program read a line of input; (text str,)
OUTSIDE = (
    "outside"  # a call of names[0] gave what a second run would not: (the result as bytes, to be given again)
)
OF_NOW = "of now"  # the second of its names where it was called without arguments
THREAD = "thread"  # the events that follow are of another thread; (thread number int,)

CHANGING = frozenset({SETITEM, DELITEM, SETATTR, DELATTR, INPLACE, METHOD, COMPARED})
"""The kinds of events that change a heap object."""

SPANNING = frozenset({UNDER_WAY, DONE, OVER})
"""The kinds of events that only tell when an operation began and was over, or that all of a step has begun."""

FAST, CELL, GLOBAL, NAME = "fast", "cell", "global", "name"

TYPED = "(typed)"
"""The second of the names of a site whose events are of what the user typed."""


class Site(NamedTuple):
    """A place in the snippet's bytecode that logs; `Site` number = index in the site table.

    Attributes:
        kind: one of the constants above.
        scope: co_qualname of the code object, with its module before it, `helpers:f`, in other files than the main one;
            "" for the recorder's own sites (WRITE, INPUT, THREAD).
        block: the block whose step is under way (or begins, for BLOCK); 0 where unknown.
        line: the line of the statement.
        names: see the kind.
        storage: FAST, CELL, GLOBAL or NAME for STORE and DELETE; else "".
        values: how many objects the site puts into VALUES.
    """

    kind: str
    scope: str
    block: int
    line: int
    names: tuple[str, ...]
    storage: str
    values: int

    @property
    def is_typed(self) -> bool:
        """Whether its events are of what the user typed, not of the program's own code."""
        return self.names[1:] == (TYPED,)


class UnitRow(NamedTuple):
    """The fields of `llmdb.program.graph.Unit`, as the child receives them."""

    kind: str
    scope: str
    start: tuple[int, int]
    end: tuple[int, int]
    block: int
    line: int
    leads: bool
