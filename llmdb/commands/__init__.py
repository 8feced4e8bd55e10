"""The built-in commands: a plugin like any other, but each module is imported when it is first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from llmdb.commands.exporters import register as register_exporters

if TYPE_CHECKING:
    from collections.abc import Callable

    from llmdb.registry import Registry

BUILT_IN: dict[str, dict[str, tuple[str, ...]]] = {
    "moves": {
        "step": ("s",),
        "next": ("n",),
        "back": ("bk",),
        "previous": ("prev", "rn"),
        "return": ("r",),
        "until": ("unt",),
        "goto": ("g",),
    },
    "level": {"level": ()},
    "breakpoints": {
        "continue": ("c", "cont"),
        "rcontinue": ("rc",),
        "break": ("b",),
        "tbreak": (),
        "watch": (),
        "clear": ("cl",),
        "disable": (),
        "enable": (),
        "condition": (),
        "ignore": (),
    },
    "stop_commands": {"commands": ()},
    "frames": {"where": ("w", "bt"), "up": ("u",), "down": ("d",), "args": ("a",)},
    "looking": {"list": ("l",), "longlist": ("ll",), "source": (), "out": ()},
    "following": {"history": (), "who": ()},
    "differences": {"changes": ()},
    "evaluating": {"p": (), "pp": (), "whatis": (), "retval": ("rv",), "display": (), "undisplay": ()},
    "convenience": {"$": ()},
    "truths": {"when": ()},
    "interact": {"interact": (), "exec": ("!",), "jump": ("j",)},
    "exceptions": {"exceptions": ("exc",)},
    "graph": {"cfg": ()},
    "tracing": {"trace": ("t",)},
    "interpreter": {"python": ()},
    "record": {"record": ()},
    "program": {"run": ("restart",), "quit": ("q", "exit")},
    "testing": {"task": (), "test": (), "debug": ()},
    "prefix": {"prefix": ()},
    "undefined": {"undefined": (), "coverage": ()},
    "assume": {"assume": ()},
    "install": {"install": ()},
    "verdict": {"verdict": ("v",)},
    "fix": {"fix": ()},
    "edit": {"edit": ()},
    "save": {"save": (), "resume": ()},
    "export": {"export": ()},
    "versions": {
        "accept": (),
        "reject": (),
        "undo": (),
        "redo": (),
        "version": (),
        "versions": (),
        "diff": (),
        "write": (),
    },
    "ask": {"ask": ()},
    "model": {"model": (), "cost": (), "doctor": ()},
    "secrets": {"secrets": ()},
    "deps": {"deps": ()},
    "slicing": {"slice": ()},
    "plan": {"plan": (), "right": (), "wrong": (), "root": (), "unclear": ()},
    "hunt": {"hunt": ()},
    "compare": {"compare": ()},
    "predict": {"predict": ()},
    "prompt": {"prompt": ()},
    "setting": {"set": ()},
    "aliases": {"alias": (), "unalias": ()},
    "tour": {"tour": ()},
    "helping": {"help": ("h", "?")},
}
"""Each module with the names and aliases of its commands, which its `register(registry)` brings when one is used."""


def register(registry: Registry) -> None:
    """Add every built-in command and exporter."""
    register_exporters(registry)
    for module, names in BUILT_IN.items():
        registry.commands_later(names, _registration(module))


def _registration(module: str) -> Callable[[Registry], None]:
    def bring(registry: Registry) -> None:
        importlib.import_module(f"llmdb.commands.{module}").register(registry)

    return bring
