"""What differs between two versions of a program, as text."""

import difflib


def format_diff(before: str, after: str) -> str:
    """A unified diff of two versions, without file names."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(list(rows)[2:])


def format_changes(before: str, after: str) -> str:
    """The lines that differ between two versions, each with its sign; "" for none."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(row for row in list(rows)[2:] if not row.startswith("@@"))
