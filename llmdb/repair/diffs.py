"""What differs between two versions of a program, as text."""

import difflib

from llmdb.program.files import file_name, files_of, missing_files


def format_diff(before: str, after: str) -> str:
    """A unified diff of two versions, without file names.

    Of programs of several files that of each one that both have, whose name stands behind the lines' numbers.
    """
    old, new = files_of(before), files_of(after)
    if len(old) == len(new) == 1:
        return "\n".join(_diff(before, after))
    known = {file.module: file.text for file in old}
    rows = []
    for file in new:
        name = file.path or file_name(1)
        if file.module not in known:
            rows.append(f"@@ {name} is recorded, too @@")
        for row in _diff(known.get(file.module, file.text), file.text):
            rows.append(f"{row} {name}" if row.startswith("@@") else row)
    rows += [f"@@ {file.path} is not recorded @@" for file in missing_files(before, after)]
    return "\n".join(rows)


def _diff(before: str, after: str) -> list[str]:
    return [*difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)][2:]


def format_changes(before: str, after: str) -> str:
    """The lines that differ between two versions, each with its sign; "" for none."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return "\n".join(row for row in list(rows)[2:] if not row.startswith("@@"))
