"""How much of what people paste opens, runs as far as it can, and loses no code unsaid.

Usage: python -m tests.benchmarks.pastes [tuned] [held] [--verbose]

The collections are in `pasted/`: each paste has a form, and each of its lines is marked as code that can run, code that
cannot, or no code. A paste runs fully when the prefixes that `prefix` chooses execute, together, every statement that
can run. Code is lost where a line of it became a comment; unsaid where the opening does not show that.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from llmdb.errors import LlmdbError
from llmdb.prefix.coverage import instrument_lines
from llmdb.program.dedent import is_code
from llmdb.program.load import parse_snippet
from llmdb.types import LineNo

FOLDER = Path(__file__).parent / "pasted"
_SIGNS = str.maketrans({"␉": "\t", "⍽": "\u00a0"})
_TIMEOUT_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Paste:
    """A pasted text, with the numbers of the lines that are code and of those that can run."""

    name: str
    form: str
    text: str
    code: frozenset[LineNo]
    can_run: frozenset[LineNo]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a paste.

    Attributes:
        refused: the message with which it was refused; "" where it loaded.
        not_run: statements that can run and did not.
        lost: lines of code that became comments; `unsaid` are those that the opening does not show.
        taken: lines that are no code and were taken for some.
        failed: why its prefixes could not be had.
    """

    paste: Paste
    refused: str = ""
    not_run: tuple[LineNo, ...] = ()
    lost: tuple[LineNo, ...] = ()
    unsaid: tuple[LineNo, ...] = ()
    taken: tuple[LineNo, ...] = ()
    statements: int = 0
    failed: str = ""

    @property
    def fully(self) -> bool:
        """Whether it loads and runs all that can run."""
        return not (self.refused or self.not_run or self.failed)

    @property
    def coverage(self) -> float:
        """Fraction of the statements that can run that did."""
        if self.refused or self.failed:
            return 0.0
        return 1 - len(self.not_run) / self.statements if self.statements else 1.0


def read_pastes(path: Path) -> Iterator[Paste]:
    """The pastes of a collection."""
    _, *parts = path.read_text(encoding="utf-8").translate(_SIGNS).split("\n=== ")
    for part in parts:
        title, *rows = part.rstrip("\n").split("\n")
        name, _, form = title.rpartition(": ")
        rows = [row for row in rows if row]
        marks = {number: row[0] for number, row in enumerate(rows, 1)}
        yield Paste(
            name=name,
            form=form,
            text="\n".join(row[2:] for row in rows) + "\n",
            code=frozenset(number for number, mark in marks.items() if mark in "+-"),
            can_run=frozenset(number for number, mark in marks.items() if mark == "+"),
        )


def measure(paste: Paste) -> Outcome:
    """Load a paste, and have llmdb find prefixes for it."""
    try:
        snippet = parse_snippet(paste.text, name=paste.name)
    except LlmdbError as problem:
        return Outcome(paste=paste, refused=str(problem))
    rows = enumerate(zip(paste.text.split("\n"), snippet.text.split("\n"), strict=False), 1)
    gone = {number for number, (old, new) in rows if is_code(old) and not is_code(new)}
    left = {number for number, row in enumerate(snippet.text.split("\n"), 1) if is_code(row)}
    lost = sorted(gone & paste.code & {n for n in gone if not _is_bare(paste.text.split("\n")[n - 1])})
    _, countable = instrument_lines(snippet.text, snippet.body)
    asked = countable & paste.can_run | {number for number in lost if number in paste.can_run}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pasted.py"
        path.write_text(paste.text, encoding="utf-8")
        call = [sys.executable, "-m", "llmdb", "--json", "-x", "prefix", str(path)]
        done = subprocess.run(
            call, check=False, capture_output=True, text=True, timeout=_TIMEOUT_S, stdin=subprocess.DEVNULL
        )
    try:
        found = json.loads(done.stdout)["result"]
    except (ValueError, KeyError):
        return Outcome(paste=paste, failed=done.stderr.strip()[-200:] or done.stdout[:200])
    chosen = [node for node in found["nodes"] if node["id"] in found["set"]]
    ran = {line for node in chosen for line in node["lines"]}
    return Outcome(
        paste=paste,
        not_run=tuple(sorted(asked - ran)),
        lost=tuple(lost),
        unsaid=tuple(number for number in lost if number not in snippet.aside),
        taken=tuple(sorted(left - paste.code)),
        statements=len(asked),
    )


def _is_bare(row: str) -> bool:
    """Whether a line is only a prompt, a number or a mark."""
    return not any(character.isalpha() for character in row.replace("In [", ""))


def report(title: str, outcomes: Sequence[Outcome], verbose: bool) -> None:
    """Print what fell short, and the figures."""
    for one in outcomes if verbose else ():
        facts = [f"refused: {one.refused}"] if one.refused else []
        facts += [f"failed: {one.failed}"] if one.failed else []
        facts += [f"not run: {list(one.not_run)}"] if one.not_run else []
        facts += [f"lost: {list(one.lost)} (unsaid {list(one.unsaid)})"] if one.lost else []
        facts += [f"taken for code: {list(one.taken)}"] if one.taken else []
        if facts:
            print(f"  {one.paste.form}: {one.paste.name}: {'; '.join(facts)}")
    count = len(outcomes)
    loaded = sum(not one.refused for one in outcomes)
    print(
        f"{title}: {count} pastes; load {loaded / count:.3f}; run every line that can run "
        f"{sum(one.fully for one in outcomes) / count:.3f}; mean coverage "
        f"{sum(one.coverage for one in outcomes) / count:.3f}; lose code {sum(bool(one.lost) for one in outcomes)}, "
        f"unsaid {sum(bool(one.unsaid) for one in outcomes)}; take something else for code "
        f"{sum(bool(one.taken) for one in outcomes)}"
    )


def main() -> None:
    """Measure the collections that are named; what falls short is listed with --verbose."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["tuned", "held"])
    parser.add_argument("--form", default="")
    parser.add_argument("--verbose", action="store_true")
    given = parser.parse_args()
    for name in given.names:
        pastes = [p for p in read_pastes(FOLDER / f"{name}.txt") if given.form in f"{p.form}: {p.name}"]
        with ThreadPoolExecutor(2) as pool:
            report(name, list(pool.map(measure, pastes)), given.verbose)


if __name__ == "__main__":
    main()
