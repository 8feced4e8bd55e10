"""The child that records: the snippet is instrumented, its streams and its input are noted."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from types import CodeType, FrameType
from typing import TYPE_CHECKING, Any

from llmdb.child.bootstrap import PlainChild
from llmdb.child.channel import Channel
from llmdb.child.checkpoints import Checkpoints
from llmdb.child.own_hooks import Deeper, hide_own_calls
from llmdb.child.recorder.describe import load_describers
from llmdb.child.recorder.recorder import Recorder
from llmdb.child.reserve import RESERVE_BYTES, Reserve
from llmdb.child.revisit import Revisit
from llmdb.child.sources import RECORDED, as_recorded, as_written
from llmdb.child.streams import CappedNotes, given_lines, recorded_input, recorded_output
from llmdb.child.unhandled import tell_unhandled
from llmdb.child.weaving.instrument import instrument_files
from llmdb.events.framing import MOST_UNHANDLED

if TYPE_CHECKING:
    from llmdb.child.modules import ModuleText
    from llmdb.events.sites import Site


class RecordingChild(PlainChild):
    """Runs a program with probes and sends their events as chunks."""

    own_hook_only = (
        True  # the outcome tells of the exception: a traceback would look like the program's output
    )

    def __init__(self, job: dict[str, Any], channel: Channel) -> None:
        super().__init__(job, channel)
        job["rlimits"]["RLIMIT_AS"] += RESERVE_BYTES  # kept back, the program has what it was given
        self._max_steps: int = job["max_steps"]
        self._recorder = Recorder(
            self._send,
            max_steps=self._max_steps,
            flush_every_step=job["flush_every_step"],
            sees_deaths=job["sees_deaths"],
            on_limit=lambda: self.channel.held(),
            reserve=Reserve(),
            on_full=self._end_full,
            describers=load_describers(job["describers"]),
        )
        self._notes = CappedNotes(self._note_write, job["max_output"])
        self._started = False
        self._ended = False
        self._last_words: list[tuple[str, str]] = []
        self._unhandled: list[tuple[str, str, str, int]] = []
        self._unwoven: list[str] = []
        self._checks: list[int] = []
        self._revisit: Revisit | None = None
        self._woven: dict[str, CodeType] = {}
        self._ahead: tuple[CodeType, CodeType, list[Site]] | None = None
        self._lines: deque[bytes] = deque()
        """Input that the recorded program was given and this one, which went on from it, is given first."""
        self._outputs: Sequence[int] = ()
        self._own_channel = channel
        self._checkpoints = Checkpoints(
            channel,
            job["slots"],
            folder=job["folder"],
            copies=job["copies"],
            protected=job["protected"],
            serve=self._go_back,
            clocks=self._recorder.from_outside.clocks,
        )

    def make_ready(self) -> None:
        """Weave the snippet, a module alone, before its prefix and its epilogue are known."""
        code = super().compile_snippet({})
        (woven,), sites = self._weave([code])
        self._ahead = code, woven, sites

    def _weave(self, codes: Sequence[CodeType]) -> tuple[list[CodeType], list[Site]]:
        collects = gc.isenabled()
        gc.disable()  # much is made, and hardly any of it garbage that it would find
        try:
            return instrument_files(codes, self.job["units"], self._recorder, self._unwoven, self._checks)
        finally:
            if collects:
                gc.enable()

    def compile_snippet(self, namespace: dict[str, Any]) -> CodeType:
        """The instrumented snippet; the recorder has been told of its sites and of the namespace."""
        modules: list[CodeType] = []
        if self._ahead is not None:
            code, woven, sites = self._ahead
            codes = [code]
        else:
            codes = [super().compile_snippet(namespace), *self._codes_of_modules()]
            (woven, *modules), sites = self._weave(codes)
        self._woven = {one.co_filename: as_written(one) for one in modules}
        self._recorder.start(sites, codes)
        self._recorder.bind_initial(namespace)
        self._started = True
        hide_own_calls()
        tell_unhandled(self._tell_unhandled)
        signal.signal(self.job["flush_signal"], self._flush_now)
        return woven

    def _codes_of_modules(self) -> list[CodeType]:
        """The modules' code as the recording tells of it."""
        for module in self.modules:
            if module.name in sys.modules:
                del RECORDED[module.path]
                self._unwoven.append(f"{module.name}, which is imported before the program begins")
        return [as_recorded(module.compile()) for module in self.modules if module.path in RECORDED]

    def code_of_module(self, module: ModuleText) -> CodeType:
        """The woven code; what the prefix imports runs before there is any."""
        return self._woven.get(module.path) or module.compile()

    def begin_module(self, module: ModuleText, names: dict[str, Any]) -> None:
        """What others set in the module is told as its variables bound."""
        if module.path in self._woven:
            self._recorder.watch_module(module.name, names)

    def prepare(self) -> None:
        """The first checkpoint; where the program is only to be gone back to, this is it."""
        log = self._recorder.log
        if self.job["revisits"]:
            log.drain_all()
            self._checkpoints.be_one(log.position)
        elif self._checkpoints.are_possible:
            self._make_checkpoints()

    def _make_checkpoints(self) -> None:
        """The first one here, and others later."""
        log = self._recorder.log
        log.on_drained = self._consider
        self._recorder.from_outside.checkpoint = self._checkpoint
        self._recorder.calls.after_unknown = self._checkpoint_if_cheap
        self._checkpoints.begin()
        self._checkpoint()

    def _consider(self) -> None:
        with Deeper():
            self._checkpoints.consider(self._recorder.log.position)

    def _checkpoint(self, is_pinned: bool = True) -> None:
        if self._checkpoints.are_possible:
            log = self._recorder.log
            log.drain_all()
            with Deeper():
                self._checkpoints.make(log.position, is_pinned)

    def _checkpoint_if_cheap(self) -> None:
        if self._checkpoints.may_be_made():
            self._checkpoint(is_pinned=False)

    def _go_back(self, request: dict[str, Any], channel: Channel, outputs: Sequence[int]) -> None:
        """This is a worker of a checkpoint now: what is written goes nowhere until it is there."""
        for descriptor in (1, 2):
            empty = os.open(os.devnull, os.O_WRONLY)
            os.dup2(empty, descriptor)
            os.close(empty)
        self._outputs, self._own_channel = outputs, channel
        log = self._recorder.log
        log.on_drained = None
        self._recorder.calls.after_unknown = log.drain_where_recorded
        self._recorder.from_outside.checkpoint = log.drain_where_recorded
        checks = frozenset(self._checks)
        self._revisit = Revisit(
            self._recorder,
            request,
            channel,
            checks,
            self.job["max_output"],
            self,
            self._revisit,
            is_copy=not self.job["revisits"],
        )
        if request["ways"]:
            log.on_drained = self._revisit.pass_by
        self._revisit.begin()

    def leave_copy(self, number: int, channels: Sequence[int]) -> Revisit | None:
        """See Revisited."""
        leading = self._revisit
        assert leading is not None
        position = self._recorder.log.position
        self._checkpoints.leave(number, channels, position, self._own_channel, leading.forget)
        return None if self._revisit is leading else self._revisit

    def begin_asking(self) -> None:
        """See Revisited: the program's own limit of output does not count for what the user runs."""
        self._notes.left = sys.maxsize
        self._recorder.calls.after_unknown = self._recorder.from_outside.checkpoint = None

    def begin_anew(self, steps: int) -> None:
        """See Revisited."""
        self.channel, self._max_steps = self._own_channel, steps
        for descriptor, output in enumerate(self._outputs, start=1):
            os.dup2(output, descriptor)
            os.close(output)
        self._recorder.calls.after_unknown = self._recorder.from_outside.checkpoint = None
        self.started = time.perf_counter()
        self._recorder.from_outside.clocks.is_led_on = True
        for told in self._unhandled:  # they are of this run, too
            self.channel.unhandled(*told)

    def keep_on(self) -> Revisit | None:
        """See Revisited."""
        assert self._revisit is not None
        self._lines, self._revisit = self._revisit.lines, None
        self._make_checkpoints()
        return self._revisit

    def open_streams(self) -> None:
        """Output goes to the recorder, input comes from the user or from what was given."""
        notes = self._notes
        sys.stdout = recorded_output(1, "<stdout>", notes.writer("stdout"), "strict")
        sys.stderr = recorded_output(2, "<stderr>", notes.writer("stderr"), "backslashreplace")
        fetch = self._ask if self.job["asks"] else given_lines()
        sys.stdin = recorded_input(fetch, self._note_input)

    def release(self) -> None:
        """What was kept back is there to tell of the program."""
        self._recorder.use_reserve()

    def conclude(self) -> None:
        """Send the rest of the events; what the program's classes do while their text is made is no step."""
        recorder = self._recorder
        if not self._started:
            return
        if self._revisit is not None:
            self._revisit.end()
        if not self._ended:
            with suppress(MemoryError):  # what was sent before stays
                recorder.finish()
            recorder.pause()
            self._ended = True
        else:
            with suppress(MemoryError):
                recorder.conclude(self._last_words)

    def detail(self) -> str:
        """What is missing in the recording."""
        said = []
        if self._notes.dropped:
            said.append(f"{self._notes.dropped} characters of output beyond the limit were dropped")
        if self._unwoven:
            said.append(f"not recorded: {', '.join(self._unwoven[:5])}")
        if self._recorder.lost:
            lost = len(self._recorder.lost)
            changes = (
                "1 change at the recursion limit is"
                if lost == 1
                else f"{lost} changes at the recursion limit are"
            )
            said.append(f"{changes} not recorded")
        return "; ".join(said)

    def _end_full(self) -> None:
        """The program and its recording take all the memory: this is the end, as the limit of steps is."""
        limit = (self.job["rlimits"]["RLIMIT_AS"] - RESERVE_BYTES) >> 20
        detail = f"stopped at the limit of {limit} MiB, which the program and its recording took"
        self.channel.outcome("memory", None, detail, time.perf_counter() - self.started)
        os._exit(0)

    def _send(self, data: bytes) -> None:
        self.channel.chunk(self._max_steps - self._recorder.steps_left, data)

    def _tell_unhandled(self, ended: str, name: str, message: str, line: int) -> None:
        if len(self._unhandled) < MOST_UNHANDLED:
            self._unhandled.append((ended, name, message, line))
        self.channel.unhandled(ended, name, message, line)

    def _ask(self) -> bytes | None:
        self._recorder.log.drain()
        lines = self._lines if self._revisit is None else self._revisit.lines
        if lines or self._revisit is not None:
            return lines.popleft() if lines else None
        prompt, self._notes.tail = self._notes.tail, ""
        return self.channel.ask(prompt)

    def _note_write(self, stream: str, text: str) -> None:
        if self._revisit is not None and self._revisit.has_arrived:
            self._revisit.write(stream, text)
        elif self._ended:
            self._last_words.append((stream, text))
        elif self._started:
            self._recorder.note_write(stream, text)

    def _note_input(self, text: str) -> None:
        if self._started:
            self._recorder.note_input(text)

    def _flush_now(self, number: int, frame: FrameType | None) -> None:
        """The parent is about to stop this process; the frame after the events says that this was all."""
        self._recorder.log.drain()
        self.channel.started()
