"""The versions of a snippet in one session: the original, accepted changes, and the proposal that waits."""

import difflib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from llmdb.errors import BadArgument, CommandError, NothingPending, UsageError
from llmdb.program.load import decode_snippet, encode_snippet
from llmdb.program.snippet import Snippet
from llmdb.types import StepNo
from llmdb.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A numbered version of the snippet's text and where it came from: "file", "fix", "edit", "hunks 1,3".

    `problem` says why it cannot be debugged: such a version is kept to be read and edited, and is never proposed.
    `led_on` is of one with the code of the version before it: the step at which that one's run went on with what was
    typed there; 0 for any other.
    """

    number: int
    code: str
    origin: str
    problem: str = ""
    led_on: StepNo = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionHistory:
    """All versions, those undone to and from, and the pending proposal.

    `path` holds the numbers accepted in turn, the last being the session's; `undone` those that `redo` brings
    back, nearest last. Rejected proposals, `refused`, keep their number, so that `diff` can show them.
    """

    versions: tuple[Version, ...]
    path: tuple[int, ...] = (1,)
    undone: tuple[int, ...] = ()
    proposal: int | None = None
    refused: tuple[int, ...] = ()

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

    @property
    def rejected(self) -> frozenset[str]:
        """The code of the proposals that the user rejected."""
        return frozenset(self.version(number).code for number in self.refused)

    def version(self, number: int) -> Version:
        """The version with this number.

        Raises:
            BadArgument: there is none.
        """
        if not 1 <= number <= len(self.versions):
            raise BadArgument(f"no version {number}; there are v1 to v{len(self.versions)}")
        return self.versions[number - 1]

    def propose(self, codes: Sequence[str], origin: str) -> "VersionHistory":
        """Add versions; the last one becomes the proposal. The one that is pending stays where it is proposed again."""
        if self.proposal is not None and list(codes) == [self.pending.code]:
            return self
        known = len(self.versions)
        added = tuple(
            Version(number=known + place, code=code, origin=origin)
            for place, code in enumerate(codes, start=1)
        )
        return replace(self, versions=(*self.versions, *added), proposal=known + len(added))

    def keep(self, code: str, origin: str, problem: str) -> "VersionHistory":
        """Add a version that cannot be used; the proposal stays what it was."""
        kept = Version(number=len(self.versions) + 1, code=code, origin=origin, problem=problem)
        return replace(self, versions=(*self.versions, kept))

    def lead_on(self, step: StepNo, typed: str) -> "VersionHistory":
        """The run of the current version went on otherwise from a step: that is the session's version."""
        number = len(self.versions) + 1
        origin = f"step {step}: {typed}"
        added = Version(number=number, code=self.current.code, origin=origin, led_on=step)
        return replace(self, versions=(*self.versions, added), path=(*self.path, number), undone=())

    def without_led_on(self) -> "VersionHistory":
        """Back to the version whose code runs from its beginning."""
        path = self.path
        while self.version(path[-1]).led_on:
            path = path[:-1]
        return replace(self, path=path)

    def choose(self, number: int) -> "VersionHistory":
        """Any version becomes the session's; a proposal stays one unless it is chosen.

        Raises:
            BadArgument: there is no such version, or it is the session's.
            CommandError: it is no program.
        """
        chosen = self.version(number)
        if chosen.problem:
            raise CommandError(f"v{number} cannot be debugged: {chosen.problem}")
        if number == self.path[-1]:
            raise BadArgument(f"v{number} is the session's version already")
        proposal = None if number == self.proposal else self.proposal
        return replace(self, path=(*self.path, number), undone=(), proposal=proposal)

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

    def take(self, code: str, origin: str) -> "VersionHistory":
        """The text is the current version from now on; a pending proposal stays."""
        return replace(replace(self, proposal=None).propose([code], origin).accept(), proposal=self.proposal)

    def reject(self) -> "VersionHistory":
        """Drop the proposal; its version keeps its number."""
        return replace(self, proposal=None, refused=(*self.refused, self.pending.number))

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
    matcher = difflib.SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    return tuple((a, b, c, d) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal")


def apply_hunks(before: str, after: str, chosen: Sequence[int]) -> str:
    """The old text with only the chosen hunks (from 1) of the new one.

    Raises:
        BadArgument: there is no hunk of that number.
    """
    hunks = hunks_of(before, after)
    for number in chosen:
        if not 1 <= number <= len(hunks):
            there = "one hunk" if len(hunks) == 1 else f"hunks 1 to {len(hunks)}"
            raise BadArgument(f"no hunk {number}; the proposal has {there}")
    old, new = before.split("\n"), after.split("\n")
    for number in sorted(set(chosen), reverse=True):
        first, end, new_first, new_end = hunks[number - 1]
        old[first:end] = new[new_first:new_end]
    return "\n".join(old)


def ended_like(before: str, after: str) -> str:
    """The new text with a newline at its end just where the old one has it: that is never what a change is about."""
    return after.rstrip("\n") + ("\n" if before.endswith("\n") else "")


def moved_line(before: str, after: str, line: int) -> int | None:
    """Where a line (from 1) of the old text stands in the new one; None when it was removed.

    A line that was changed is the one that stands in its place.
    """
    matcher = difflib.SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    for _, first, end, new_first, new_end in matcher.get_opcodes():
        if first <= line - 1 < end:
            if new_first == new_end:
                return None
            return min(new_first + line - 1 - first, new_end - 1) + 1
    return None


def write_snippet(snippet: Snippet, code: str, target: Path, *, expected: str | None) -> None:
    """Replace a file in one step, keeping its mode; of a symbolic link the file that it names.

    Args:
        snippet: how the file was written.
        code: the new text.
        target: the file.
        expected: the text that it must still hold, as `decode_snippet` reads it; None to write whatever it holds.

    Raises:
        CommandError: the file changed meanwhile, or it cannot be written.
    """
    path = target.resolve()
    if expected is not None:
        require_unchanged(target, expected)
    try:
        data = encode_snippet(replace(snippet, text=code))
        replace_file(path, data)
    except UnicodeEncodeError as problem:
        wrong = problem.object[problem.start : problem.end]
        raise CommandError(
            f"{target} was not written: {wrong!r} cannot be written in {problem.encoding}, the file's encoding"
        ) from problem
    except OSError as problem:
        raise CommandError(f"{target} was not written: {problem.strerror or problem}") from problem


def require_unchanged(target: Path, expected: str) -> None:
    """Refuse to write over a file that holds something else than it did.

    Raises:
        CommandError: it is there, and its text is another.
    """
    path = target.resolve()
    if path.exists() and not _holds(path, expected):
        raise CommandError(f"{target} changed since it was loaded; `write --force` overwrites it")


def _holds(path: Path, text: str) -> bool:
    """Whether a file still holds a text, whatever line ends stand behind it."""
    try:
        return decode_snippet(path.read_bytes(), name=path.name).text.rstrip("\n") == text.rstrip("\n")
    except UsageError:
        return False


def replace_file(path: Path, data: bytes) -> None:
    """Write beside the file, then rename: a reader sees the old bytes or the new ones."""
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    """The process's own, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
