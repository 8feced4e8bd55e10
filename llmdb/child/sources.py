"""What the program's texts are called in tracebacks, where these find their lines, and which code is recorded."""

from __future__ import annotations

TYPE_CHECKING = False  # each child would wait for what is imported here
if TYPE_CHECKING:
    from types import CodeType

SNIPPET, PREFIX, EPILOGUE = "<snippet>", "<prefix>", "<test>"
OWN = (SNIPPET, PREFIX, EPILOGUE)

RECORDED: dict[str, tuple[str, int]] = {SNIPPET: ("", 0)}
"""The files whose code has probes, by `co_filename`: what stands before the names of their scopes, and how many lines
before their first in the program's text. Modules are added before the program begins."""


def scope_of(code: CodeType) -> str:
    """What the recording calls the scope of code that has probes."""
    return RECORDED[code.co_filename][0] + code.co_qualname


def line_of(code: CodeType, line: int) -> int:
    """A line of code that has probes, in the program's text."""
    return RECORDED[code.co_filename][1] + line


def line_in_file(line: int) -> str:
    """A line of the program's text as its file has it: `12`, of a module `helpers.py:12`."""
    name, before = max(
        ((name, before) for name, (_, before) in RECORDED.items() if before < line), key=lambda one: one[1]
    )
    return f"{name.replace(chr(92), '/').rpartition('/')[2]}:{line - before}" if before else str(line)


def as_recorded(code: CodeType) -> CodeType:
    """The code with the lines and names of scopes that the recording has, to be woven so."""
    return _moved(code, *RECORDED[code.co_filename], 1)


def as_written(code: CodeType) -> CodeType:
    """The code with the lines and names of its file again."""
    return _moved(code, *RECORDED[code.co_filename], -1)


def _moved(code: CodeType, prefix: str, before: int, way: int) -> CodeType:
    name = prefix + code.co_qualname if way > 0 else code.co_qualname.removeprefix(prefix)
    inner = (
        _moved(item, prefix, before, way) if type(item) is type(code) else item for item in code.co_consts
    )
    return code.replace(
        co_qualname=name, co_firstlineno=code.co_firstlineno + way * before, co_consts=tuple(inner)
    )


def keep_lines(texts: dict[str, str]) -> None:
    """Let tracebacks and `inspect` find texts that lie in no files of their names."""
    import linecache

    for name, text in texts.items():
        linecache.cache[name] = (len(text), None, [f"{line}\n" for line in text.split("\n")], name)
