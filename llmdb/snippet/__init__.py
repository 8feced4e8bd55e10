"""The user's code as a value: reading it, its notes, and how its body must run.

The loaders are looked up when they are used: the child process imports `compiling` from this package, and nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from llmdb.snippet.model import BodyKind, Program, Snippet

if TYPE_CHECKING:
    from llmdb.snippet.load import decode_snippet, demos, encode_snippet, load_snippet, parse_snippet

__all__ = [
    "BodyKind",
    "Program",
    "Snippet",
    "decode_snippet",
    "demos",
    "encode_snippet",
    "load_snippet",
    "parse_snippet",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("llmdb.snippet.load"), name)
