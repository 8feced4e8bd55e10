"""The versions of a snippet in one session: the original, accepted changes, and the proposal that waits."""

import difflib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from llmdb.errors import BadArgument, CommandError, NothingPending
from llmdb.snippet.load import encode_snippet
from llmdb.snippet.model import Snippet


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A numbered version of the snippet's text and where it came from: "file", "fix", "edit", "hunks 1,3"."""

    number: int
    code: str
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionHistory:
    """All versions, those undone to and from, and the pending proposal.

    `path` holds the numbers accepted in turn, the last being the session's; `undone` those that `redo` brings
    back, nearest last. `rejected` proposals keep their number, so that `diff` can show them.
    """

    versions: tuple[Version, ...]
    path: tuple[int, ...] = (1,)
    undone: tuple[int, ...] = ()
    proposal: int | None = None

    @property
    def current(self) -> Version:
        """The version that the session debugs."""
        return self.version(self.path[-1])

    @property
    def pending(self) -> Version:
        """The proposal.

        Raises:
            NothingPending: there is none.
        """
        if self.proposal is None:
            raise NothingPending("no proposal is pending; `fix` makes one")
        return self.version(self.proposal)

    def version(self, number: int) -> Version:
        """The version with this number.

        Raises:
            BadArgument: there is none.
        """
        if not 1 <= number <= len(self.versions):
            raise BadArgument(f"no version {number}; there are v1 to v{len(self.versions)}")
        return self.versions[number - 1]

    def propose(self, codes: Sequence[str], origin: str) -> "VersionHistory":
        """Add versions; the last one becomes the proposal."""
        known = len(self.versions)
        added = tuple(
            Version(number=known + place, code=code, origin=origin)
            for place, code in enumerate(codes, start=1)
        )
        return replace(self, versions=(*self.versions, *added), proposal=known + len(added))

    def accept(self, hunks: Sequence[int] | None = None) -> "VersionHistory":
        """The proposal, or the chosen hunks of it, becomes the session's version.

        Raises:
            NothingPending: there is no proposal.
            BadArgument: a hunk number is out of range.
        """
        chosen = self.pending
        history = self
        if hunks is not None:
            code = apply_hunks(self.current.code, chosen.code, hunks)
            names = ",".join(map(str, hunks))
            history = self.propose([code], f"v{chosen.number}, hunks {names}")
            chosen = history.pending
        return replace(history, path=(*history.path, chosen.number), undone=(), proposal=None)

    def reject(self) -> "VersionHistory":
        """Drop the proposal; its version keeps its number."""
        _ = self.pending
        return replace(self, proposal=None)

    def undo(self) -> "VersionHistory":
        """Back to the version before the current one; a pending proposal stays.

        Raises:
            CommandError: the current version is the first.
        """
        if len(self.path) == 1:
            raise CommandError("nothing to undo: this is the snippet as it was loaded")
        return replace(self, path=self.path[:-1], undone=(*self.undone, self.path[-1]))

    def redo(self) -> "VersionHistory":
        """Forward again to what `undo` left.

        Raises:
            CommandError: nothing was undone.
        """
        if not self.undone:
            raise CommandError("nothing to redo")
        return replace(self, path=(*self.path, self.undone[-1]), undone=self.undone[:-1])


Hunk = tuple[int, int, int, int]


def hunks_of(before: str, after: str) -> tuple[Hunk, ...]:
    """Changed stretches as line ranges (first, end) in the old and in the new text, from 0, end exclusive."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    return tuple((a, b, c, d) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal")


def apply_hunks(before: str, after: str, chosen: Sequence[int]) -> str:
    """The old text with only the chosen hunks (from 1) of the new one.

    Raises:
        BadArgument: there is no hunk of that number.
    """
    hunks = hunks_of(before, after)
    for number in chosen:
        if not 1 <= number <= len(hunks):
            raise BadArgument(f"no hunk {number}; the proposal has hunks 1 to {len(hunks)}")
    old, new = before.splitlines(), after.splitlines()
    for number in sorted(set(chosen), reverse=True):
        first, end, new_first, new_end = hunks[number - 1]
        old[first:end] = new[new_first:new_end]
    return "\n".join(old) + "\n"


def moved_line(before: str, after: str, line: int) -> int | None:
    """Where a line (from 1) of the old text stands in the new one; None when it was changed or removed."""
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    for block in matcher.get_matching_blocks():
        if block.a <= line - 1 < block.a + block.size:
            return block.b + line - block.a
    return None


def write_snippet(snippet: Snippet, code: str, target: Path, *, expected: bytes | None) -> None:
    """Replace a file in one step, keeping its mode.

    Args:
        snippet: how the file was written.
        code: the new text.
        target: the file.
        expected: its content when it was loaded; None to write whatever stands there.

    Raises:
        CommandError: the file changed meanwhile, or it cannot be written.
    """
    try:
        there = target.read_bytes() if target.exists() else None
        if expected is not None and there is not None and there != expected:
            raise CommandError(f"{target} changed since it was loaded; `write --force` overwrites it")
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(encode_snippet(replace(snippet, text=code)))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, target.stat().st_mode & 0o7777 if target.exists() else 0o644)
        os.replace(temporary, target)
    except (OSError, UnicodeEncodeError) as problem:
        raise CommandError(f"{target} was not written: {problem}") from problem
