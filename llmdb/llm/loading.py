"""Imports litellm: the only module that does, and only when something is asked."""

import importlib
import os
import sys
import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

from llmdb.errors import NoModel


def load_litellm() -> Any:
    """litellm, imported when first needed.

    The import runs in a thread of its own and is waited for: Ctrl-C then leaves no half-imported package behind.

    Raises:
        NoModel: litellm is not installed, as it has no release for this Python yet.
    """
    missing = no_litellm()
    if missing is not None:
        raise NoModel(missing)
    if "litellm" not in sys.modules:
        importing = threading.Thread(target=_import_litellm, daemon=True)
        importing.start()
        importing.join()
    return _import_litellm()


def no_litellm() -> str | None:
    """Why no model can be asked with this interpreter, in one line; None where litellm is installed."""
    if "litellm" in sys.modules or find_spec("litellm") is not None:
        return None
    return (
        f"no model can be asked: litellm, which llmdb asks by, is not installed for Python "
        f"{sys.version_info[0]}.{sys.version_info[1]} (it has releases for 3.11 to 3.14); all else works without it"
    )


def _import_litellm() -> Any:
    """litellm, quiet and local: it would else fetch a price map and read a stray `.env`."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_MODE", "PRODUCTION")
    os.environ.setdefault("LITELLM_LOG", "CRITICAL")
    import litellm

    litellm.suppress_debug_info = True
    litellm.disable_hf_tokenizer_download = True  # an unknown name's tokenizer is else looked up for 23 s
    litellm.telemetry = False
    return litellm


def warm_up(after_s: float = 0.0, modules: Sequence[str] = ()) -> threading.Thread:
    """Import litellm in the background, e.g. some time after the first prompt was drawn, and before it some modules."""

    def bring() -> None:
        for name in modules:
            importlib.import_module(name)
        _import_litellm()

    timer = threading.Timer(after_s, bring)
    timer.daemon = True
    timer.start()
    return timer
