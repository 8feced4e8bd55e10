"""Goes on from a checkpoint to an event of the recorded run, and there evaluates or runs what the user asks for.

What is logged on the way must be what was recorded; results from outside are given again. The program runs with its
probes until the event is near; from there on a trace function looks before every bytecode whether it was logged.
"""

from __future__ import annotations

import _thread
import os
import re
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from sys import gettrace  # the program's own tells of its trace function only
from types import CodeType, FrameType, GeneratorType
from typing import Any, NoReturn, Protocol

import msgpack  # type: ignore[import-untyped,unused-ignore]

from llmdb.child.channel import Channel
from llmdb.child.ending import bounded_repr, safe_text, type_name
from llmdb.child.identities import Identities, IdentityNotKnown
from llmdb.child.recorder.outside import unpack
from llmdb.child.recorder.recorder import Recorder
from llmdb.child.sources import RECORDED, line_in_file, line_of, scope_of
from llmdb.child.streams import CappedNotes
from llmdb.child.talk import display_bounded, talk, traceback_of
from llmdb.child.typed import Origin, Typed, log_changes
from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.framing import FOLLOW, GO_ON, PASS, TRY
from llmdb.events.sites import Site

_FAR = 500
"""Events to the next moment from which on it is not worth while to look before every bytecode."""
_WORD = 1 << 64
_SHOWN = 1_000
"""Characters of a value that is told of at many moments."""
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,16}\b")
_ROOM = 100
"""More recursion than the recorded run had: the trace function's own calls at its deepest. A program that ran out of
it goes further now, and is stopped where it leaves what was recorded."""


class Revisited(Protocol):
    """The program that is gone through again."""

    def leave_copy(self, number: int, channels: Sequence[int]) -> Revisit | None:
        """Leave a copy of this process here, which waits at a channel; gives what leads a worker of that one on.

        Args:
            number: of the copy, among those that are to be left.
            channels: its own, and those of later ones.
        """

    def begin_asking(self) -> None:
        """The event is reached: what is run now is of the user."""

    def begin_anew(self, steps: int) -> None:
        """The event is reached from which the program goes on by itself, at most so many steps, the past ones in it."""

    def keep_on(self) -> Revisit | None:
        """Go on as a recorded program does; gives what leads a worker, which is a copy of this, to its own event."""


class Revisit:
    """One worker's way to an event; it is the `Follower` of the log.

    Args:
        recorder: of the run, as it was at the checkpoint.
        request: what the parent asks (runner/past.py).
        channel: the worker's own.
        checks: the sites after whose events the woven code looks whether the log should be drained.
        most_output: how many characters what the user asks for may write.
        program: what is told of the arrival.
        earlier: what led this process to where it waited, if that was not a checkpoint of the recorded run itself.
        is_copy: whether the checkpoint was made of the recorded process; else of one that began anew.
    """

    def __init__(
        self,
        recorder: Recorder,
        request: dict[str, Any],
        channel: Channel,
        checks: frozenset[int],
        most_output: int,
        program: Revisited,
        earlier: Revisit | None = None,
        is_copy: bool = True,
    ) -> None:
        self._program, self._most_output = program, most_output
        self._table = recorder.table
        self._visits, self._steps = request["steps"]
        self._jump: int = request["jump"]
        self._log = log = recorder.log
        self._outside, self._threads = recorder.from_outside, recorder.threads
        self._channel = channel
        self._kind: str = request["kind"]
        self._code = self._compile(request["expression"])
        self._sources: Sequence[tuple[str, Sequence[str]]] = request["sources"]
        self._origin = Origin(*request["origin"])
        self._moments: deque[tuple[int, str, int]] = deque(request["moments"])
        self._target, self._scope, self._depth = self._moments[0]
        self._told: tuple[str, str] | None = None
        self._count = 0
        self._checks, self._early = checks, request["early"]
        self._callers: list[str] = request["callers"]
        self._start = log.position
        self._expected = _Expected(request["chunks"], request["starts"], log.sites, log.sizes)
        count = log.encoder.count if is_copy else 0
        self.identities: Identities = (
            Identities(recorder.table, count) if earlier is None else earlier.identities
        )
        self._at = self._sent = 0
        self._numbered, self._sited = log.encoder.count, len(log.sites)
        self._pack: Callable[[Any], bytes] = log.encoder.pack
        self.lines: deque[bytes] = deque(request["lines"])
        if earlier is not None:  # what was logged since the log was drained is still to be compared
            self._numbered, self._sited = earlier._numbered, earlier._sited
        self._results = deque(self._expected.results(log.events - log.position))
        self._near = self._last_check()
        self._ways: Sequence[int] = request["ways"]
        self._left: list[int] = request["left"]
        self._count_left = 0
        self._tracing = False
        self._tracer = self._trace
        self._is_slow = log.every_line
        self.has_arrived = False
        """Whether the one moment is reached at which the user's code is run."""
        self._notes = CappedNotes(channel.wrote, most_output)

    def begin(self) -> None:
        """Go on: the checkpoint is behind."""
        self._outside.give = self._give
        self._log.follow(self)
        if self._near <= self._log.events:
            self._trace_from(sys._getframe(1))

    def _last_check(self) -> int:
        """How many events were logged when the code last looks whether to drain, before the wanted one; 0 for never."""
        if self._kind == PASS:
            return sys.maxsize
        last = self._expected.last_of(self._checks, self._target - self._start - self._early)
        return 0 if last is None else self._start + last + 1

    def write(self, stream: str, text: str) -> None:
        """What was written behind the event goes to the parent."""
        self._notes.writer(stream)(text)

    def fail(self, what: str, message: str) -> NoReturn:
        """The event cannot be reached, or what was asked there not be done; ends the process."""
        self._channel.failed(what, message)
        os._exit(0)

    def pass_by(self) -> None:
        """The log was drained on the way: leave a copy of this process here, if it is at one of the places for that."""
        passed = self._count_left
        if passed < len(self._ways) and self._log.position >= self._ways[passed] and not self._tracing:
            is_copy = self._leave_copy() is not None
            if self._kind == PASS and self._count_left == len(self._ways) and not is_copy:
                os._exit(0)

    def _leave_copy(self) -> Revisit | None:
        number, self._count_left = self._count_left, self._count_left + 1
        return self._program.leave_copy(number, self._left[number:])

    def forget(self) -> None:
        """Nothing of the recorded run is compared here any more."""
        self._expected = _Expected((), (0,), (), ())
        self._results.clear()

    def end(self) -> NoReturn:
        """The program has ended."""
        self.fail("diverged" if self._tracing else "missed", "the run ended before it came there")

    # --- as the log's follower -------------------------------------------------------------------------------

    def next_look(self, position: int) -> int | None:
        """See Follower."""
        boundary = self._expected.boundary_after(position - self._start)
        looks = [] if boundary is None else [self._start + boundary]
        if position < self._near and not self._tracing:
            looks.append(self._near)
        return min(looks, default=None)

    def reached(self, position: int) -> None:
        """See Follower."""
        if position >= self._near and not self._tracing:
            self._trace_from(sys._getframe(1))

    def has_boundary(self, position: int) -> bool:
        """See Follower."""
        return self._expected.is_boundary(position - self._start)

    def is_recorded(self, message: bytes, count: int) -> bool:
        """See Follower."""
        if not self._expected.is_piece(self._at, message):
            return False
        self._advance(count)
        return True

    def compare(self, tags: list[int], values: Sequence[Any], news: Sequence[Any]) -> None:
        """See Follower."""
        at = self._at
        recorded, there, known = self._expected.events(at, at + len(tags))
        count = len(recorded)
        if tags[:count] != recorded:
            count = next(n for n in range(count) if tags[n] != recorded[n])
            values = values[: sum(map(self._log.sizes.__getitem__, tags[:count]))]
            self.compare(tags[:count], values, ())
            self._diverge(at + count)
        self._advance(len(tags))
        if self._pack(values[: len(there)]) != self._pack(there):
            other = self._first_other(tags, values, there, self._same)
            if other is not None:
                self._diverge(at + other)
        for row in news:
            other = known.get(row[0])
            if other is not None and row[1] != wire.OPAQUE and not self._same(row, other):
                self._diverge(at)

    def _advance(self, count: int) -> None:
        self.identities.number()
        self._at += count
        self._numbered = self._log.encoder.count
        if self._expected.is_boundary(self._at):
            self._sent, self._sited = self._at, len(self._log.sites)
        if self._start + self._at > self._target and not self.has_arrived and not self._tracing:
            self.fail("missed", "the event was passed unseen")

    def _same(self, one: object, two: object) -> bool:
        return self._pack(one) == self._pack(two)

    def _first_other(
        self,
        tags: Sequence[int],
        values: Sequence[Any],
        recorded: Sequence[Any],
        are_alike: Callable[[Any, Any], bool],
    ) -> int | None:
        """The first event, among those of some tags, that has other values than were recorded; None for none.

        What was written may name other addresses: the recorder takes memory that is not taken again.
        """
        written, place = self._log.own[kinds.WRITE, ""], 0
        for number, tag in enumerate(tags):
            end = place + self._log.sizes[tag]
            for one, two in zip(values[place:end], recorded[place:end], strict=False):
                if not are_alike(one, two) and not (
                    tag == written and _unaddressed(one) == _unaddressed(two)
                ):
                    return number
            place = end
        return None

    def _diverge(self, number: int) -> NoReturn:
        """Tell the event, and its line, at which the run is not the recorded one any more."""
        tags, _, _ = self._expected.events(number, number + 1)
        line = self._log.sites[tags[0]].line if tags else 0
        self.fail("left", f"{self._start + number} {line}")

    def _give(self, name: str, result: Any) -> Any:
        """The recorded result of a call whose result comes from outside, in place of the new one."""
        if not self._results:
            return result
        try:
            recorded = unpack(self._results.popleft())
        except ValueError as problem:
            self.fail("diverged", str(problem))
        if name == "id":
            self.identities.note(result, recorded, self._log.values)
        return recorded

    # --- the event -------------------------------------------------------------------------------------------

    def _trace_from(self, frame: FrameType | None) -> None:
        self._tracing = True
        sys.setrecursionlimit(sys.getrecursionlimit() + _ROOM)
        threading = sys.modules.get("threading")
        if threading is not None:
            threading.settrace(self._trace)
        if sys.version_info >= (3, 12) and threading is not None and _thread._count():
            for top in _frames_of_other_threads():
                self._note_frames(top)
            self._note_frames(frame)
            threading.settrace_all_threads(self._trace)
            return
        if sys.version_info < (3, 12):
            self._threads.switched = self._trace_other
        self._trace_thread(frame)

    def _trace_other(self) -> None:
        """A thread goes on that began before the moment was near."""
        if self._tracing and not self.has_arrived and gettrace() is None:
            self._trace_thread(sys._getframe(1))

    def _trace_thread(self, frame: FrameType | None) -> None:
        """Look before every bytecode of this thread."""
        self._note_frames(frame)
        sys._getframe().f_trace_opcodes = True  # 3.12 counts opcodes only where a frame asked before settrace
        sys.settrace(self._trace)

    def _note_frames(self, frame: FrameType | None) -> None:
        """Have a thread's frames traced, from the innermost one on, as soon as the thread is."""
        while frame is not None:
            if frame.f_code.co_filename in RECORDED:
                frame.f_trace_opcodes = True
                frame.f_trace = self._trace
            frame = frame.f_back

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "opcode" and self._log.events <= self._target and not self._is_slow:
            return self._tracer  # most calls: there is nothing to look at
        try:
            return self._see(frame, event)
        except Exception as problem:  # it must not reach the program
            self.fail("diverged", f"llmdb failed at this step: {type(problem).__name__}: {problem}")

    def _see(self, frame: FrameType, event: str) -> Any:
        """What a trace function does: look whether the event was logged; how the frame is traced from now on."""
        if frame.f_code.co_filename not in RECORDED or self.has_arrived:
            return None
        frame.f_trace_opcodes = True
        if self._log.events > self._target:
            if self._jump:
                self.fail(
                    "evaluation",
                    f"jump {line_in_file(self._jump)}: this step ends in the middle of a statement",
                )
            if self._kind != FOLLOW:
                return self._arrive(frame)
            self._tell(frame)
        elif self._jump and event == "line" and self._is_before_jump(frame):
            return self._arrive(frame)
        else:
            self._log.send_at(event)
        return self._trace

    def _tell(self, frame: FrameType) -> None:
        """Tell the value at each moment that was reached, if it is another one than before, and go on to the next."""
        assert self._code is not None
        events, log = self._log.events, self._log
        if not self._count:
            self._channel.started()
        values = len(log.values)
        log.pause()
        give, self._outside.give = self._outside.give, None
        while events > self._target:
            told = self._value_in(self._variables(frame), self._code, frame)
            if told != self._told:
                self._told = told
                self._channel.value(told[0], told[1], False, self._count)
            self._count += 1
            self._moments.popleft()
            if not self._moments:
                self._compare_pending()
                os._exit(0)
            self._target, self._scope, self._depth = self._moments[0]
        log.drop_from(events, values)  # what the program's own code logged that was run
        self._outside.give = give
        log.resume()
        self._near = self._last_check()
        if self._near > events + _FAR:
            self._tracing = False
            sys.settrace(None)
            log.repad()

    def _variables(self, frame: FrameType) -> dict[str, Any]:
        """Those of the wanted step's frame, or of a module whose body is over: its frame has no depth."""
        module = sys.modules.get(self._scope.rpartition(":")[0])
        if not self._depth and module is not None:
            return dict(vars(module))
        own = self._own_frame(frame)
        return {**own.f_globals, **own.f_locals}

    def _value_in(self, variables: dict[str, Any], code: CodeType, frame: FrameType) -> tuple[str, str]:
        """Type and text of the expression's value; "" and why where it has none."""
        try:
            value = eval(code, self.identities.within(code, variables, frame))
        except IdentityNotKnown as problem:
            return "", str(problem)
        except Exception as exc:
            return "", f"{type_name(exc)}: {safe_text(exc)}"
        if type(value) is int and -_WORD <= value <= _WORD:
            return "int", repr(value)
        text, is_cut = bounded_repr(value)
        return type(value).__name__, text[:_SHOWN] + ("..." if is_cut or len(text) > _SHOWN else "")

    def _compare_pending(self) -> None:
        """Compare what was logged up to the wanted event and not drained yet.

        Objects first seen since the last drain may have other numbers: those are given when the log is drained, but
        earlier to what is changed before.
        """
        tags, values = self._log.pending
        tags = tags[: self._target - self._start - self._at]
        recorded, there, _ = self._expected.events(self._at, self._at + len(tags))
        other = None
        if tags != recorded:
            pairs = enumerate(zip(tags, recorded, strict=False))
            other = next((place for place, (one, two) in pairs if one != two), None)
        tags = tags[:other]
        needed = sum(map(self._log.sizes.__getitem__, tags))
        own = self._log.encoder.values(values[:needed])
        self.identities.number()
        if self._pack(own) != self._pack(there):
            unlike = self._first_other(tags, own, there, _Numbers(self._numbered).are_alike)
            other = other if unlike is None else unlike
        if other is not None:
            self._diverge(self._at + other)

    def _is_before_jump(self, frame: FrameType) -> bool:
        """Whether the line begins with which the wanted step's frame goes on; then it goes on with another one."""
        if self._log.events < self._target or frame is not self._own_frame(frame):
            return False
        [tag], _, _ = self._expected.events(self._target - self._start, self._target - self._start + 1)
        if line_of(frame.f_code, frame.f_lineno) != self._log.sites[tag].line:
            return False
        try:
            frame.f_lineno = self._jump - line_of(frame.f_code, 0)  # type: ignore[misc]  # a trace function may
        except ValueError as exc:
            self.fail("evaluation", f"jump {line_in_file(self._jump)}: {exc}")
        self._jump = 0
        return True

    def look(self, frame: FrameType) -> Any:
        """The events behind the checkpoint were put back into the log: see whether the wanted one is among them."""
        return self._trace(frame, "opcode", None) if self._tracing else None

    def _arrive(self, frame: FrameType) -> Any:
        """The event after the wanted state was logged, and nothing of it done yet; returns how the frame goes on."""
        self.has_arrived = self._is_slow = True  # first: the other threads go on
        sys.settrace(None)
        if len(self._left) > len(self._ways) and self._expected.is_boundary(self._at):
            sys.setrecursionlimit(sys.getrecursionlimit() - _ROOM)
            self._count_left = len(self._ways)
            later = self._leave_copy()
            if later is not None:
                return later.look(frame)
            sys.setrecursionlimit(sys.getrecursionlimit() + _ROOM)
        self._outside.give = None
        self._log.pause()
        self._compare_pending()
        own = self._own_frame(frame)
        if self._kind == GO_ON:
            return self._go_on(frame, own)
        self._program.begin_asking()
        self._channel.started()
        if self._sources:
            typed = self._carry_out(own)
            if self._kind == TRY:
                self._tell_changes(typed)
        frame = self._caller(own, self._callers)
        if self._code is None:
            self._talk(frame)
        return self._evaluate(frame, self._code)

    def _carry_out(self, frame: FrameType) -> Typed:
        """Run what was typed; only the last of what is tried is heard."""
        frames = [self._caller(frame, callers) for _, callers in self._sources]
        typed = Typed(self._table, frame, [caller for caller in frames if caller is not frame])
        if self._kind != GO_ON:
            display_bounded()
        for number, ((source, _), caller) in enumerate(zip(self._sources, frames, strict=True), start=1):
            is_tried = self._kind == TRY and number == len(self._sources)
            self._notes.left = self._most_output if is_tried else 0
            try:
                typed.run(source, caller)
            except BaseException as exc:
                if is_tried:
                    self._channel.wrote("traceback", traceback_of(exc))
                    os._exit(0)
                self.fail("evaluation", f"{source.strip()}: {type_name(exc)}: {safe_text(exc)}")
        self._restart_notes()
        return typed

    def _tell_changes(self, typed: Typed) -> NoReturn:
        """Send the names that were bound or deleted, and where the changed objects are, as a value.

        Its type says what else was changed.
        """
        changes = typed.changes()
        names = [name for name, *_ in (*changes.bound, *changes.unbound)] + [*changes.elsewhere]
        more = {
            "objects": bool(changes.objects),
            "outside": typed.reaches_out(self._sources[-1][0]),
            "elsewhere": bool(changes.elsewhere),
        }
        told = "\0".join(("\n".join(names), "\n".join(typed.holders(changes))))
        self._channel.value(" ".join(name for name, is_so in more.items() if is_so), told, False)
        os._exit(0)

    def _go_on(self, frame: FrameType, own: FrameType) -> Any:
        """What was typed is carried out, and the program goes on from there, recorded like any other."""
        log, program = self._log, self._program
        tags, values = log.take_from(self._target)
        self._channel.started()
        self._channel.went_on(self._start + self._sent)
        sys.setrecursionlimit(sys.getrecursionlimit() - _ROOM)
        program.begin_anew(self._visits + self._steps)
        tracing = log.lead_away(self._steps, frame)
        if len(log.sites) > self._sited:
            log.send_sites(self._sited)
        log_changes(log, self._carry_out(own).changes(), self._origin)
        later = program.keep_on()
        log.tags += tags
        log.values += values
        return tracing if later is None else later.look(frame)

    def _own_frame(self, frame: FrameType) -> FrameType:
        """The wanted step's frame, under way in this thread or another."""
        found = self._wanted_in(frame)
        for top in () if found is not None else _frames_of_other_threads():
            found = found or self._wanted_in(top)
        if found is not None:
            return found
        return self.fail("diverged", "the run did not come back to the step's function")

    def _wanted_in(self, frame: FrameType | None) -> FrameType | None:
        """The wanted step's frame on a stack; None if it is not there."""
        while frame is not None and (
            not _is_own(frame) or scope_of(frame.f_code) != self._scope or _depth(frame) != self._depth
        ):
            frame = frame.f_back
        return frame

    def _caller(self, frame: FrameType, callers: Sequence[str]) -> FrameType:
        """The frame above the step's own that is asked for by the scopes up to it."""
        for scope in callers:
            above = frame.f_back
            while above is not None and (not _is_own(above) or scope_of(above.f_code) != scope):
                above = above.f_back
            if above is None:
                self.fail("diverged", f"the run has no caller {scope} here")
            frame = above
        return frame

    def _compile(self, expression: str | None) -> CodeType | None:
        """The expression; None where the user types instead."""
        if expression is None:
            return None
        try:
            return compile(expression.strip(), "<expression>", "eval", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
            self.fail("evaluation", f"not an expression: {exc}")

    def _evaluate(self, frame: FrameType, code: CodeType) -> NoReturn:
        """Evaluate with the frame's variables on top of the module's; ends the process."""
        scope = {**frame.f_globals, **frame.f_locals}
        try:
            value = eval(code, self.identities.within(code, scope, frame))
        except IdentityNotKnown as problem:
            self.fail("evaluation", str(problem))
        except BaseException as exc:
            self.fail("evaluation", f"{type_name(exc)}: {safe_text(exc)}")
        name = type(value).__name__
        self._channel.value(name, f"<{name}: its repr does not end>", True)
        text, is_cut = bounded_repr(value)
        if type(value) is GeneratorType and value.gi_frame is None:
            text += " (used up: it gives no more)"
        self._channel.value(name, text, is_cut)
        self._channel.answered()
        os._exit(0)

    def _talk(self, frame: FrameType) -> NoReturn:
        """Run what the user types; in the module itself its functions see the names that it binds."""
        at_module = frame.f_locals is frame.f_globals
        scope = frame.f_globals if at_module else {**frame.f_globals, **frame.f_locals}
        talk(self._channel, scope, self._restart_notes)

    def _restart_notes(self) -> None:
        self._notes = CappedNotes(self._channel.wrote, self._most_output)


class _Numbers:
    """Compares encoded values; objects numbered after the first `known` ones may have other numbers, one each."""

    def __init__(self, known: int) -> None:
        self._known = known
        self._recorded: dict[int, int] = {}
        self._own: dict[int, int] = {}

    def are_alike(self, own: Any, recorded: Any) -> bool:
        """Whether two values are the same, but for the numbers of new objects."""
        if not isinstance(own, (tuple, list)):
            return bool(own == recorded or (own != own and recorded != recorded)) and type(own) is type(
                recorded
            )
        if type(recorded) is not tuple or len(own) != len(recorded):
            return False
        if len(own) == 1 and type(own[0]) is int and type(recorded[0]) is int:
            one, two = own[0], recorded[0]
            if one <= self._known or two <= self._known:
                return bool(one == two)
            return self._recorded.setdefault(one, two) == two and self._own.setdefault(two, one) == one
        if len(own) > 1 and own[0] == wire.TUPLE == recorded[0]:
            return self._are_all_alike(own[1], recorded[1])
        if len(own) > 1 and own[0] == wire.SNAPSHOT == recorded[0]:
            held = zip(own[4:6], recorded[4:6], strict=True)
            return (
                self.are_alike(own[1], recorded[1])
                and own[2:4] == recorded[2:4]
                and all(self._are_all_alike(one, two) for one, two in held)
            )
        return self._are_all_alike(own, recorded)

    def _are_all_alike(self, own: Sequence[Any], recorded: Sequence[Any]) -> bool:
        return len(own) == len(recorded) and all(map(self.are_alike, own, recorded))


class _Expected:
    """What was recorded from the checkpoint on, in pieces that are decoded when they are looked at.

    Args:
        pieces: chunks of the log as they were sent.
        starts: how many events lie before each, and at the end before what comes then.
        sites: what the events' tags mean.
        sizes: how many values an event of each has.
    """

    def __init__(
        self, pieces: Sequence[bytes], starts: Sequence[int], sites: Sequence[Site], sizes: Sequence[int]
    ) -> None:
        self._pieces = pieces
        self._starts = starts
        self._sites = sites
        self._sizes = sizes
        self._decoded: dict[int, tuple[list[int], Sequence[Any], Mapping[int, Any]]] = {}

    def is_piece(self, at: int, message: bytes) -> bool:
        """Whether the events from one on were sent as exactly this."""
        number = bisect_left(self._starts, at)
        return number < len(self._pieces) and self._starts[number] == at and self._pieces[number] == message

    def boundary_after(self, at: int) -> int | None:
        """Where the first piece ends behind an event; None for none."""
        number = bisect_right(self._starts, at)
        return self._starts[number] if number < len(self._starts) else None

    def is_boundary(self, at: int) -> bool:
        """Whether a piece ends before an event."""
        number = bisect_left(self._starts, at)
        return number < len(self._starts) and self._starts[number] == at

    def events(self, first: int, end: int) -> tuple[list[int], list[Any], dict[int, Any]]:
        """Tags and values of the events from one to before another, and the objects of their pieces by number."""
        tags, values, news = list[int](), list[Any](), dict[int, Any]()
        for number in range(max(0, bisect_right(self._starts, first) - 1), len(self._pieces)):
            start = self._starts[number]
            if start >= end:
                break
            its_tags, its_values, its_news = self._piece(number)
            skipped, wanted = max(0, first - start), its_tags[max(0, first - start) : end - start]
            size = self._sizes.__getitem__
            at = sum(map(size, its_tags[:skipped]))
            tags += wanted
            values += its_values[at : at + sum(map(size, wanted))]
            news |= its_news
        return tags, values, news

    def last_of(self, wanted: Container[int], end: int) -> int | None:
        """The last event of some sites before one; None for none."""
        for number in range(min(len(self._pieces), bisect_left(self._starts, end)) - 1, -1, -1):
            tags, start = self._piece(number)[0], self._starts[number]
            for place in range(min(len(tags), end - start) - 1, -1, -1):
                if tags[place] in wanted:
                    return start + place
        return None

    def results(self, since: int) -> Iterator[Any]:
        """What calls of outside gave from an event on, in order."""
        wanted = {number for number, site in enumerate(self._sites) if site.kind == kinds.OUTSIDE}
        for number in range(len(self._pieces) if wanted else 0):
            tags, values, _ = self._piece(number)
            at = 0
            for event, tag in enumerate(tags, self._starts[number]) if not wanted.isdisjoint(tags) else ():
                if tag in wanted and event >= since:
                    yield values[at]
                at += self._sites[tag].values

    def _piece(self, number: int) -> tuple[list[int], Sequence[Any], Mapping[int, Any]]:
        found = self._decoded.get(number)
        if found is None:
            message = msgpack.unpackb(
                self._pieces[number], use_list=False, strict_map_key=False, unicode_errors="surrogatepass"
            )
            _, width, data, values, news, _ = message
            found = self._decoded[number] = (
                array(width, data).tolist(),
                values,
                {row[0]: row for row in news},
            )
        return found


def _unaddressed(text: object) -> object:
    return _ADDRESS.sub("0x", text) if type(text) is str else text


def _frames_of_other_threads() -> list[FrameType]:
    """The innermost frame of each; this function's own, held by itself, would keep alive what its callers hold."""
    frames = sys._current_frames()
    frames.pop(_thread.get_ident(), None)
    return [*frames.values()]


def _is_own(frame: FrameType) -> bool:
    """Whether a frame is one of the snippet's that the recording counts: those of comprehensions are not."""
    code = frame.f_code
    return code.co_filename in RECORDED and (
        code.co_name[0] != "<" or code.co_name in ("<module>", "<lambda>")
    )


def _depth(frame: FrameType) -> int:
    """How many frames of the snippet are on the stack, this one included."""
    depth, at = 0, frame.f_back
    while at is not None:
        depth += _is_own(at)
        at = at.f_back
    return depth + _is_own(frame)
