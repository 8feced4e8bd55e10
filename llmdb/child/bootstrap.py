"""What a child process runs: read the job, enter the sandbox, run the program, say how it ended.

The job is a dictionary marshalled by the parent (trusted: it started this process). Recording and evaluation
import the instrumentation; a plain run imports nothing but this package and the standard library.
"""

from __future__ import annotations

import gc
import marshal
import os
import sys
import time
from sys import getrecursionlimit, setrecursionlimit
from types import CodeType, FunctionType, ModuleType

from llmdb.child.channel import Channel
from llmdb.child.debuggers import quiet_debuggers
from llmdb.child.ending import describe_ending, finish_threads
from llmdb.child.own_hooks import limit_recursion
from llmdb.child.sandbox import enter
from llmdb.child.sources import EPILOGUE, PREFIX, RECORDED, SNIPPET, keep_lines
from llmdb.events.framing import AHEAD, WAIT

TYPE_CHECKING = (
    False  # nothing is imported here that a program is not the first to need: each child would wait for it
)
if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from importlib.abc import MetaPathFinder
    from typing import Any, TextIO

    from llmdb.child.modules import ModuleText

_USUAL_LIMIT = 1_000
_OURS = ("llmdb", "bytecode", "msgpack", "_cmsgpack")


def main(fd: int) -> None:
    """Serve the one job of this process; never returns."""
    gc.disable()  # it would go through all that is imported, a fifth of the time that importing takes
    channel = Channel.moved(fd)
    job: dict[str, Any] = marshal.loads(channel.read_job())
    child: PlainChild | None = None
    if job["mode"] == WAIT:
        job, child = _awaited(job, channel)
    try:
        child = child or _child_for(job, channel)
        layers = enter(job)
    except BaseException as exc:
        channel.failed("internal", f"{type(exc).__name__}: {exc}")
        os._exit(70)
    missing = [name for name in job["required"] if name not in layers]
    if missing:
        channel.failed("sandbox", ", ".join(missing))
        os._exit(70)
    os._exit(child.serve(",".join(layers)))


def _awaited(job: dict[str, Any], channel: Channel) -> tuple[dict[str, Any], PlainChild | None]:
    """The job that follows, and what serves it where it was told before, all but its epilogue, and was made ready.

    What it will need is imported until it comes.
    """
    if job["records"]:
        sys.path += job["own_paths"]
        import llmdb.child.recording  # noqa: F401
    try:
        told = channel.read_job()
        awaited: dict[str, Any] = marshal.loads(told)
        if awaited["mode"] != AHEAD:
            return awaited, None
        try:
            ready = _child_for(awaited["job"], channel)
            ready.make_ready()
        except Exception:  # the job itself will tell
            ready = None
        awaited = marshal.loads(channel.read_job())
    except (EOFError, OSError):
        os._exit(0)
    if ready is None or {**awaited, "epilogue": ""} != marshal.loads(told)["job"]:
        return awaited, None
    ready.job["epilogue"] = awaited["epilogue"]
    return ready.job, ready


def _child_for(job: dict[str, Any], channel: Channel) -> PlainChild:
    if job["mode"] == "plain":
        return PlainChild(job, channel)
    sys.path += job["own_paths"]
    from llmdb.child.recording import RecordingChild

    return RecordingChild(job, channel)


class PlainChild:
    """Runs a program without probes; the recording child overrides the marked steps."""

    own_hook_only = False

    def __init__(self, job: dict[str, Any], channel: Channel) -> None:
        self.job = job
        self.channel = channel
        self.started = 0.0
        self.modules: list[ModuleText] = []
        self._finders: list[MetaPathFinder] = []
        if job["modules"]:
            from llmdb.child.modules import GivenModules, ModuleText

            self.modules = [ModuleText(*row) for row in job["modules"]]
            self._finders = [GivenModules(self.modules, self.code_of_module, self.begin_module)]
        self._parameters: list[str] = []
        self._compile_body = None
        if job["body"] != "module":
            from llmdb.program.compiling import compile_body

            self._compile_body = compile_body

    def make_ready(self) -> None:
        """Overridden: what of the job can be done before it is known how the program ends."""

    def compile_snippet(self, namespace: dict[str, Any]) -> CodeType:
        """The snippet's code object; the prefix has run in `namespace`."""
        job = self.job
        if self._compile_body is None:
            return compile(job["source"], SNIPPET, "exec", dont_inherit=True)
        self._parameters = sorted(name for name in job["assigned"] if name in namespace)
        return self._compile_body(job["source"], SNIPPET, job["body"], self._parameters)

    def code_of_module(self, module: ModuleText) -> CodeType:
        """What a module of the program executes; overridden."""
        return module.compile()

    def begin_module(self, module: ModuleText, names: dict[str, Any]) -> None:
        """Overridden: a module of the program is about to run for the first time, with these variables."""

    def prepare(self) -> None:
        """Overridden: the snippet's first instruction is next."""

    def release(self) -> None:
        """Overridden: the program is over, but for its threads."""

    def conclude(self) -> None:
        """Overridden: after the program and its threads."""

    def open_streams(self) -> None:
        """Make the standard streams: text lines are flushed, so that a killed program loses little."""
        sys.stdout = self._output(1, "strict")
        sys.stderr = self._output(2, "backslashreplace")
        sys.stdin = open(0, encoding="utf-8", errors="strict", closefd=False)  # noqa: SIM115

    def _output(self, fd: int, errors: str) -> TextIO:
        return open(fd, "w", encoding="utf-8", errors=errors, buffering=1, closefd=False)

    def serve(self, layers: str) -> int:
        """Run the program to its end and report it; returns the exit status of the process."""
        clock = time.perf_counter
        gc.freeze()  # the collector has only what is the program's to look at, its namespace included
        namespace = self._make_module().__dict__
        self.open_streams()
        self.channel.ready(layers)
        gc.enable()
        self.started = clock()
        vars(sys).update(__stdout__=sys.stdout, __stderr__=sys.stderr, __stdin__=sys.stdin)
        error = self._execute(namespace)
        self.release()
        at_exit = finish_threads()
        error = error or at_exit
        setrecursionlimit(max(getrecursionlimit(), _USUAL_LIMIT))
        seconds = clock() - self.started
        self.conclude()
        describe_ending(self.channel, error, seconds, self.detail(), own_hook_only=self.own_hook_only)
        self.conclude()
        return 0

    def detail(self) -> str:
        """One line about what was dropped; overridden."""
        return ""

    def _execute(self, namespace: dict[str, Any]) -> BaseException | None:
        """Prefix, snippet and epilogue in one namespace; returns what they raised."""
        job = self.job
        limit_recursion(job["depth"])
        try:
            quiet_debuggers(job["debuggers"])
            if (package := namespace["__package__"]) and not job["begins_package"]:
                __import__(package)
            if job["prefix"]:
                exec(compile(job["prefix"], PREFIX, "exec", dont_inherit=True), namespace)
            self.channel.started()
            code = self.compile_snippet(namespace)
            epilogue = job["epilogue"] and compile(job["epilogue"], EPILOGUE, "exec", dont_inherit=True)
            gc.collect()  # what making ready left is not the program's to find
            self.prepare()
            self.channel.started()
            self.started = time.perf_counter()
            if self._compile_body is None:
                exec(code, namespace)
            else:
                self._run_body(code, namespace)
            if epilogue:
                exec(epilogue, namespace)
        except BaseException as exc:
            return exc
        return None

    def _run_body(self, code: CodeType, namespace: dict[str, Any]) -> None:
        """Call a function body with what the prefix left for it, and exhaust or await what it returns."""
        result = FunctionType(code, namespace)(*[namespace[name] for name in self._parameters])
        if self.job["body"] == "generator":
            for _ in result:
                pass
        elif self.job["body"] != "function":
            import asyncio

            asyncio.run(result if self.job["body"] == "coroutine" else _exhaust(result))

    def _make_module(self) -> ModuleType:
        """The program's `__main__`, sys.path and sys.argv as `python FILE` would have them."""
        job = self.job
        for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
            del sys.modules[name]
        sys.pycache_prefix, sys.dont_write_bytecode = None, True
        if job["has_site"]:
            _enter_environment(job["path"][1:])
        sys.path[:] = job["path"]
        sys.path_importer_cache.clear()
        sys.argv[:] = job["argv"]
        sys.orig_argv[:] = [sys.executable, *job["argv"]]
        sys.prefix, sys.exec_prefix = job["prefixes"]
        _site_builtins()
        module = ModuleType("__main__")
        module.__dict__.update(__annotations__={}, __builtins__=_private_builtins())
        if job["file"]:
            module.__dict__["__file__"] = job["file"]
        if job["module"]:
            _be_module(module, job["module"])
        sys.modules["__main__"] = module
        texts = {SNIPPET: job["source"], PREFIX: job["prefix"], EPILOGUE: job["epilogue"]}
        sys.meta_path[:0] = self._finders
        for file in self.modules:
            texts[file.path] = file.text
            RECORDED[file.path] = f"{file.name}:", file.before
        if "linecache" in sys.modules or any("import" in text for text in texts.values()):
            keep_lines(
                texts
            )  # nobody else can read lines, and a third of a child's start is importing what has them
        return module


def _be_module(main: ModuleType, name: str) -> None:
    """Give the program what tells a module where it belongs, as `python -m` does."""
    from importlib.util import spec_from_file_location

    spec = spec_from_file_location(name, main.__file__)
    if spec is not None:
        main.__spec__, main.__loader__, main.__package__ = spec, spec.loader, spec.parent


def _enter_environment(path: list[str]) -> None:
    """What the environment's `.pth` files do besides naming folders: finders of editable installations and the like."""
    import site

    sys.path[:] = path
    site.main()


async def _exhaust(items: AsyncIterator[object]) -> None:
    async for _ in items:
        pass


def _private_builtins() -> ModuleType:
    """The program's own `builtins`: what it replaces there does not reach the code that records it."""
    import builtins

    copy = ModuleType("builtins", builtins.__doc__)
    copy.__dict__.update(builtins.__dict__)
    sys.modules["builtins"] = copy
    return copy


def _site_builtins() -> None:
    """`exit`, `quit`, `help` and the like, which `site` would have put there."""
    import site

    site.setquit()
    site.setcopyright()
    site.sethelper()
