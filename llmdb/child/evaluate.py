"""The child that runs again to a step and there evaluates an expression, or runs what the user types.

The program runs freely, its probes only counting, until the step is near; from there on a trace function looks
before every bytecode whether a probe has told of a visit, and so stops exactly where the step is over.
"""

import os
import sys
from array import array
from collections.abc import Collection
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn

from llmdb.child.bootstrap import PlainChild
from llmdb.child.channel import Channel
from llmdb.child.ending import bounded_repr, safe_text, type_name
from llmdb.child.sources import SNIPPET
from llmdb.child.streams import given_lines, recorded_input, recorded_output
from llmdb.child.talk import Written, talk
from llmdb.child.weaving.instrument import instrument
from llmdb.events.sites import BLOCK, Site

_NEAR = 20_000
"""Visits before the wanted step's end that are traced: more than straight code between two probes that may drain."""
_ROOM = 100
"""More recursion than the recorded run had: the trace function's own calls at its deepest. A program that ran out of
it goes further now, and is stopped where it leaves what was recorded."""


class CountingProbes:
    """`Probes` that count visits and resumed frames, and compare the blocks with the recorded ones.

    The wanted step is over when as many visits had begun, and frames gone on, as in the recorded run, and then its
    frame is left or another one begins or goes on.
    """

    def __init__(
        self, channel: Channel, job: dict[str, Any], code: CodeType | None, written: Written
    ) -> None:
        self.tags: list[int] = []
        self.values: list[object] = []
        self.limit = 0
        self._channel = channel
        self._step: int = job["step"]
        self._total: int = job["total"]
        self._blocks = array("I", job["blocks"])
        self._wanted = len(self._blocks) + job["resumed"]
        self._depth: int = job["depth"]
        self._scope: str = job["scope"]
        self._line: int = job["line"]
        self._callers: list[str] = job["callers"]
        self._near = sys.maxsize if job["trace_all"] else _NEAR
        self._code = code
        self._written = written
        self._begun = 0
        self._resumed = 0
        self._block_of: list[int] = []
        self._frame: FrameType | None = None
        self._tracing = False

    def start(self, sites: list[Site]) -> None:
        """The sites are known and the snippet is about to begin."""
        self._block_of = [site.block if site.kind == BLOCK else 0 for site in sites]
        self._approach(None)

    def drain(self) -> None:
        """Called by the probes when `limit` is exceeded."""
        if not self._tracing:
            self._count(None)
            self._approach(sys._getframe(1))

    def _approach(self, frame: FrameType | None) -> None:
        left = len(self._blocks) - self._begun - self._near
        if left > 0:
            self.limit = min(50_000, left)
            return
        self.limit = sys.maxsize
        self._tracing = True
        sys.setrecursionlimit(sys.getrecursionlimit() + _ROOM)
        while frame is not None:
            if frame.f_code.co_filename == SNIPPET:
                frame.f_trace_opcodes = True
                frame.f_trace = self._trace
            frame = frame.f_back
        threading = sys.modules.get("threading")
        if threading is not None:
            threading.settrace(self._trace)
        sys._getframe().f_trace_opcodes = True  # 3.12 counts opcodes only where a frame asked before settrace
        sys.settrace(self._trace)

    @property
    def _is_there(self) -> bool:
        """Whether as much has begun as in the recorded run when the wanted step was over."""
        return bool(self._begun + self._resumed == self._wanted)

    def _trace(self, frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != SNIPPET:
            return None
        frame.f_trace_opcodes = True
        if self.tags:
            self._count(frame)
        if self._is_there and frame.f_code.co_qualname == self._scope and _depth(frame) == self._depth:
            self._frame = frame
            if event == "return" or (self._line and frame.f_lineno == self._line):
                self._evaluate(frame)
        return self._trace

    def _count(self, frame: FrameType | None) -> None:
        """Take the logged visits; `frame` has logged the last one."""
        tags, blocks = self.tags[:], self._block_of
        self.tags.clear()
        self.values.clear()
        for tag in tags:
            if blocks[tag]:
                self._begun += 1
                self._arrive(blocks[tag], frame)

    def resume(self, site: int) -> None:
        """A suspended frame goes on."""
        frame = sys._getframe(1)
        if self.tags:
            self._count(frame)
        self._resumed += 1
        self._arrive(0, frame)

    def _arrive(self, block: int, frame: FrameType | None) -> None:
        """Another visit has begun, or with block 0 a frame goes on: in a frame, None where that is far away."""
        if self._begun + self._resumed > self._wanted:
            if frame is None:
                self._fail("missed", f"step {self._step} was passed before it was looked for")
            self._evaluate(self._frame or self._on_stack(frame))
        if not block:
            return
        expected = self._blocks[self._begun - 1] if self._begun <= len(self._blocks) else block
        if block != expected:
            self._fail(
                "diverged",
                f"the second run took another path: visit {self._begun} is of block {block}, "
                f"recorded was {expected}",
            )

    def _on_stack(self, frame: FrameType) -> FrameType:
        """The wanted step's frame among those under way."""
        at: FrameType | None = frame
        while at is not None and (
            at.f_code.co_qualname != self._scope or not _is_own(at) or _depth(at) != self._depth
        ):
            at = at.f_back
        if at is None:
            self._fail("diverged", "the second run took another path: it was not in the step's function")
        return at

    def _fail(self, what: str, message: str) -> NoReturn:
        self._channel.failed(what, message)
        os._exit(0)

    def _evaluate(self, frame: FrameType) -> None:
        """Evaluate with the frame's variables, or its caller's, on top of the module's; ends the process."""
        sys.settrace(None)
        self._channel.started()
        frame = self._chosen(frame)
        if self._code is None:
            self._talk(frame)
        scope = {**frame.f_globals, **frame.f_locals}
        self._written.send_from_here()
        try:
            value = eval(self._code, scope)
        except BaseException as exc:
            self._fail("evaluation", f"{type_name(exc)}: {safe_text(exc)}")
        name = type(value).__name__
        self._channel.value(name, f"<{name}: its repr does not end>", True)
        self._channel.value(name, *bounded_repr(value))
        os._exit(0)

    def _talk(self, frame: FrameType) -> NoReturn:
        """Run what the user types; in the module itself its functions see the names that it binds."""
        at_module = frame.f_locals is frame.f_globals
        scope = frame.f_globals if at_module else {**frame.f_globals, **frame.f_locals}
        talk(self._channel, self._written, scope)

    def _chosen(self, frame: FrameType) -> FrameType:
        """The caller to evaluate in: one frame for each scope in `callers`, from the inside out."""
        at: FrameType | None = frame
        for scope in self._callers:
            at = at and at.f_back
            while at is not None and (at.f_code.co_filename, at.f_code.co_qualname) != (SNIPPET, scope):
                at = at.f_back
        if at is None:
            self._fail("diverged", f"the second run was not called by {scope}")
        return at

    def generator(self, site: int, *parameters: object) -> None:
        """See Probes: only steps matter here, so this and the following do nothing."""

    def made(self, site: int, result: Any) -> None:
        """See Probes."""

    def defaults(self, site: int, function: FunctionType) -> None:
        """See Probes."""

    def suspended(self, site: int) -> None:
        """See Probes."""

    def unwind(self, site: int, exception: BaseException) -> None:
        """See Probes."""

    def raised(self, site: int, exception: BaseException) -> None:
        """See Probes."""

    def setitem(self, container: Any, key: object, value: object, site: int) -> None:
        """See Probes."""

    def delitem(self, container: Any, key: object, site: int) -> None:
        """See Probes."""

    def setattr(self, target: Any, value: object, site: int) -> None:
        """See Probes."""

    def delattr(self, target: Any, site: int) -> None:
        """See Probes."""

    def inplace(self, left: Any, right: Any, site: int) -> None:
        """See Probes."""

    def opens(self, target: Any) -> None:
        """See Probes."""

    def imports_all(self, module: Any, site: int, names: Collection[str]) -> None:
        """See Probes."""

    def keeps(self, value: object, site: int) -> None:
        """See Probes."""

    def readitem(self, container: Any, key: object, site: int) -> None:
        """See Probes."""

    def before_call(self, site: int, callee: Any, *arguments: object) -> None:
        """See Probes."""

    def before_setting(self, site: int, above: bool, callee: Any, *arguments: object) -> None:
        """See Probes."""

    def before_cached(self, site: int, callee: Any, *arguments: object) -> None:
        """See Probes."""

    def before_call_star(self, site: int, callee: Any, arguments: Any, keywords: Any) -> None:
        """See Probes."""

    def taken(self, method: object) -> None:
        """See Probes."""

    def look(self, site: int) -> None:
        """See Probes."""

    def after_call(self, site: int) -> None:
        """See Probes."""

    def after_cached(self, site: int) -> None:
        """See Probes."""


def _is_own(frame: FrameType) -> bool:
    """Whether a frame is one of the snippet's that the recording counts: those of comprehensions are not."""
    code = frame.f_code
    return code.co_filename == SNIPPET and (
        code.co_name[0] != "<" or code.co_name in ("<module>", "<lambda>")
    )


def _depth(frame: FrameType) -> int:
    """How many frames of the snippet are on the stack, this one included."""
    depth, at = 0, frame.f_back
    while at is not None:
        depth += _is_own(at)
        at = at.f_back
    return depth + _is_own(frame)


class EvaluatingChild(PlainChild):
    """Runs the program with counting probes, its output swallowed up to the wanted step."""

    def __init__(self, job: dict[str, Any], channel: Channel) -> None:
        super().__init__(job, channel)
        self._written = Written(channel, job["max_output"])
        self._probes = CountingProbes(channel, job, self._compile(job["expression"]), self._written)

    def _compile(self, expression: str | None) -> CodeType | None:
        """The expression; None where the user types instead."""
        if expression is None:
            return None
        try:
            return compile(expression.strip(), "<expression>", "eval", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as exc:
            self.channel.failed("evaluation", f"not an expression: {exc}")
            os._exit(0)

    def compile_snippet(self, namespace: dict[str, Any]) -> CodeType:
        """The snippet with probes."""
        code = super().compile_snippet(namespace)
        woven, sites = instrument(code, self.job["units"], self._probes)
        self._sites = sites
        return woven

    def prepare(self) -> None:
        """Count from here on."""
        self._probes.start(self._sites)

    def open_streams(self) -> None:
        """Output is swallowed until the wanted step; the recorded input is given again."""
        sys.stdout = recorded_output(1, "<stdout>", self._written.writer("stdout"), "strict")
        sys.stderr = recorded_output(2, "<stderr>", self._written.writer("stderr"), "backslashreplace")
        sys.stdin = recorded_input(given_lines(), None)
