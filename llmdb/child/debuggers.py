"""Debuggers that the program calls itself do nothing here: their calls are stops in the recording."""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_PROMPTING = ("set_trace", "post_mortem", "pm")


def quiet_debuggers(names: Sequence[str]) -> None:
    """Make `breakpoint()` return at once, as do the modules `names`; one that is not installed is made up."""
    sys.breakpointhook = sys.__breakpointhook__ = _go_on
    for name in names:
        try:
            __import__(name)
            module = sys.modules[name]
        except Exception:  # a broken installation is as good as none
            module = sys.modules[name] = ModuleType(name)
        vars(module).update(dict.fromkeys(_PROMPTING, _go_on))


def _go_on(*arguments: object, **options: object) -> None:
    del arguments, options
