"""The systems and Pythons that llmdb runs on: Unix, and CPythons whose bytecode it knows."""

import sys

OLDEST, NEWEST = (3, 11), (3, 15)
_USUAL = f"CPython {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}, the usual build"


def refusal(
    version: tuple[int, int], implementation: str, free_threaded: bool, system: str = "linux"
) -> str | None:
    """Why llmdb does not run on an interpreter, in one line; None where it does.

    Args:
        version: major and minor.
        implementation: its name, as in `sys.implementation.name`.
        free_threaded: whether it is built without the global interpreter lock (PEP 703).
        system: as in `sys.platform`.
    """
    if system == "win32":
        return (
            "llmdb runs programs in processes of Linux or macOS, and this is Windows; "
            "`wsl --install` brings a Linux to run it in"
        )
    shown = f"{version[0]}.{version[1]}"
    if implementation != "cpython":
        return (
            f"llmdb records by CPython's bytecode, and this is {implementation} {shown}; run it with {_USUAL}"
        )
    if free_threaded:
        return (
            f"llmdb records events in one order, and this is the free-threaded build of Python {shown}, "
            f"which has none; run it with {_USUAL}"
        )
    if not OLDEST <= version <= NEWEST:
        return f"llmdb does not know the bytecode of Python {shown}; run it with {_USUAL}"
    return None


def refusal_here() -> str | None:
    """Why llmdb does not run on this interpreter; None where it does."""
    free_threaded = "t" in getattr(sys, "abiflags", "")
    return refusal(sys.version_info[:2], sys.implementation.name, free_threaded, sys.platform)
