"""Writing probes: inline appends to the two logs, and guarded calls of the recorder's methods."""

from collections.abc import Iterator
from contextlib import contextmanager
from sys import getrecursionlimit
from typing import Any

from bytecode.instr import InstrLocation

from llmdb.child.own_hooks import unchecked_setter
from llmdb.child.weaving.assembly import LABEL, NOWHERE, Cover, Op
from llmdb.child.weaving.bound import BoundProbes
from llmdb.child.weaving.layouts import GREATER, NULL_AFTER_CALLABLE, READ_ITEM, VERSION, jump_if

_ROOM = 1_000_000
"""A recursion limit that no probe reaches."""
_set_limit = unchecked_setter()


class Constants:
    """The constants of the new code object: distinct objects stay distinct although they are equal.

    The two logs come right after the first constant (the docstring's place), so that their numbers stay small.
    """

    def __init__(self, original: tuple[object, ...], probes: BoundProbes) -> None:
        head = list(original[:1]) or [None]
        self.values: list[object] = [*head, probes.tags, probes.values, probes.limit, *original[1:]]
        self._numbers = {id(value): number for number, value in enumerate(self.values)}
        self._integers: dict[int, int] = {}

    @staticmethod
    def moved(number: int) -> int:
        """Where the original's constant `number` is now."""
        return number + 3 if number else 0

    def number(self, value: object) -> int:
        """The number of this very object, added if need be."""
        if type(value) is int:
            if value not in self._integers:
                self._integers[value] = self._add(value)
            return self._integers[value]
        if id(value) not in self._numbers:
            self._numbers[id(value)] = self._add(value)
        return self._numbers[id(value)]

    def _add(self, value: object) -> int:
        self.values.append(value)
        return len(self.values) - 1


Push = tuple[str, object]
"""What a probe pushes: ("copy", depth from the top), ("const", object), ("item", (a list, which of its items)), or an
opcode's name and its argument."""


class Emitter:
    """Collects the operations of the instrumented code: the body in order and, after it, what is rarely run."""

    def __init__(self, constants: Constants, probes: BoundProbes) -> None:
        self.constants = constants
        self.probes = probes
        self.body: list[Op] = []
        self.tail: list[Op] = []
        self.late: list[Op] = []
        self.out = self.body
        self.loc: InstrLocation | None = None
        self.cover: Cover | None = None
        self.extra = 0
        self.checks: list[int] = []
        self._open: int | None = None

    @contextmanager
    def aside(self, out: list[Op]) -> Iterator[None]:
        """Write to `tail` or `late`, without line numbers, so that no tracer sees a line there."""
        kept, loc = self.out, self.loc
        self.out, self.loc = out, NOWHERE
        yield
        self.out, self.loc = kept, loc

    def put(self, name: str, arg: int = 0, target: Op | None = None) -> Op:
        """Append one operation with the current position and exception handler."""
        op = Op(name, arg, self.loc, self.cover)
        op.target = target
        self.out.append(op)
        return op

    def seal(self) -> None:
        """Something may jump to here: the next tag cannot join the one before."""
        self._open = None

    def label(self) -> Op:
        """Append a label."""
        self.seal()
        return self.put(LABEL)

    def constant(self, value: object) -> None:
        """Push a constant."""
        self.put("LOAD_CONST", self.constants.number(value))

    def item(self, items: list[Any], number: int) -> None:
        """Push what a list holds when this is run."""
        self.constant(items)
        self.constant(number)
        self.put(*READ_ITEM)

    def _push(self, what: Push, pushed: int) -> None:
        kind, value = what
        if kind == "const":
            self.constant(value)
        elif kind == "copy":
            assert isinstance(value, int)
            self.put("COPY", value + pushed)
        elif kind == "item":
            assert isinstance(value, tuple)
            self.item(*value)
        elif kind == "slice":
            assert isinstance(value, int)
            self.put("COPY", value + pushed)
            self.put("COPY", value + pushed)
            self.put("BUILD_SLICE", 2)
        else:
            assert isinstance(value, int)
            self.put(kind, value)

    def log_values(self, *values: Push) -> None:
        """Append objects to VALUES."""
        if values:
            self.constant(self.probes.values)
            for value in values:
                self._push(value, 1)
                self.put("LIST_APPEND", 1)
            self.put("POP_TOP")
            self.extra = max(self.extra, 3)

    def log_tag(self, site: int) -> None:
        """Append a site number to TAGS, together with the one just before if nothing lies between."""
        if self._open == len(self.out) and self.out is self.body:
            self.out.pop()
        else:
            self.constant(self.probes.tags)
        self.constant(site)
        self.put("LIST_APPEND", 1)
        self.put("POP_TOP")
        self._open = len(self.out) if self.out is self.body else None
        self.extra = max(self.extra, 2)

    def drain_check(self, depth: int, site: int = -1) -> None:
        """Call `drain` if TAGS has grown beyond the limit; in line, as a tracer sees a line at each jump back.

        Args:
            depth: the stack depth here.
            site: whose event always comes right before this, -1 for none.
        """
        if site >= 0:
            self.checks.append(site)
        if self._open == len(self.out) and self.out is self.body:
            self.out.pop()
        else:
            self.constant(self.probes.tags)
        self._open = None
        self.put("GET_LEN")
        self.put("LOAD_CONST", 3)
        self.put("COMPARE_OP", GREATER)
        over = Op(LABEL)
        self.put(jump_if(False), target=over)
        self.call(self.probes.drain, [], depth + 1)
        self.out.append(over)
        self.put("POP_TOP")
        self.extra = max(self.extra, 7)

    def settle_check(self, depth: int) -> None:
        """Call `settle` if there are operations under way."""
        self.constant(self.probes.late)
        if VERSION >= (3, 13):
            self.put("TO_BOOL")
        over = Op(LABEL)
        self.put(jump_if(False), target=over)
        self.call(self.probes.settle, [], depth)
        self.out.append(over)
        self._open = None

    def call(
        self,
        function: object,
        arguments: list[Push],
        depth: int,
        fallback: int | None = None,
        *,
        replaces: bool = False,
    ) -> None:
        """Call a method of the recorder; where the recursion limit leaves no room for it, again without that limit.

        Args:
            function: the bound method.
            arguments: what to push for it; depths count from the top of the stack before the call.
            depth: the stack depth here.
            fallback: a site whose tag is logged, with placeholders for values, where there is no room either.
            replaces: whether what the method returns takes the place of the top of the stack.
        """
        outer, dropped = self.cover, Op(LABEL)
        self.cover = Cover(dropped, depth, False)
        self._invoke(function, arguments)
        # 3.13 looks for the handler of a failed call one instruction early: what precedes the program's own CALL
        # must not be covered by the probe's handler.
        self.cover = outer
        if replaces:
            self.put("SWAP", 2)
        self.put("POP_TOP")
        after = self.label()
        self.extra = max(self.extra, len(arguments) + 6)
        with self.aside(self.late):
            if function is not self.probes.drain and not replaces:
                dropped = self._call_again(dropped, after, function, arguments, depth)
            with self._recursion_error(dropped, after):
                if fallback is not None:
                    self.log_fallback(fallback)
                elif function is not self.probes.drain:
                    self._log_lost()

    def _invoke(self, function: object, arguments: list[Push], pushed: int = 0) -> None:
        """Call a function; so many values more are on the stack than the depths of its arguments count from."""
        if NULL_AFTER_CALLABLE:
            self.constant(function)
            self.put("PUSH_NULL")
        else:
            self.put("PUSH_NULL")
            self.constant(function)
        for above, argument in enumerate(arguments, pushed + 2):
            self._push(argument, above)
        if VERSION == (3, 11):
            self.put("PRECALL", len(arguments))
        self.put("CALL", len(arguments))

    def _call_again(self, dropped: Op, after: Op, function: object, arguments: list[Push], depth: int) -> Op:
        """Call a function with room for all that it calls; returns the handler for where that fails, too."""
        outer, failed = self.cover, Op(LABEL)
        with self._recursion_error(dropped, after):
            self.cover = Cover(failed, depth, False)
            self._invoke(getrecursionlimit, [])
            self._invoke(_set_limit, [("const", _ROOM)])
            self.put("POP_TOP")
            self._invoke(function, arguments, 1)
            self.put("POP_TOP")
            self._invoke(_set_limit, [("copy", 1)])
            self.put("POP_TOP")
            self.put("POP_TOP")
            self.cover = outer
        return failed

    @contextmanager
    def _recursion_error(self, handler: Op, after: Op) -> Iterator[None]:
        """What a handler does with a RecursionError, before it goes on behind the call; others are raised again."""
        again = Op(LABEL)
        self.out.append(handler)
        self.constant(RecursionError)
        self.put("CHECK_EXC_MATCH")
        self.put(jump_if(False), target=again)
        self.put("POP_TOP")
        yield
        self.put("JUMP_BACKWARD_NO_INTERRUPT", target=after)
        self.out.append(again)
        self.put("RERAISE", 0)

    def _log_lost(self) -> None:
        self.constant(self.probes.lost)
        self.constant(True)
        self.put("LIST_APPEND", 1)
        self.put("POP_TOP")

    def log_fallback(self, site: int) -> None:
        """Log an exception's site with what is known without calling anything."""
        message = "maximum recursion depth exceeded"
        self.log_values(("const", "RecursionError"), ("const", message), ("const", 0))
        self.log_tag(site)
