"""How often `verdict --offline` and `fix --offline` find a one-statement fault, on programs that have one.

Usage: python -m tests.benchmarks.faults [--only tuned|held|kinds|unseen] [NAME ...]

Each program is a file of `programs/short/`, `kinds/` or `unseen/`, correct as it stands: `# task:`, the visible tests
as `# test:`, tests that no command sees as `# hidden:`, then the code. The fault is written where it belongs:

    total += n  #! total = n        a line, and what stands there in the faulty program
    return out  #!                  a line that the faulty program does not have
    #! total = 0                    a line that only the faulty program has

`load_faulty()` reads them as correct and faulty text. The ranking of blocks and the catalogue of small changes were
tuned on every other program of `short`, in the order of their names; the rest were held back, and are reported apart.

The faults of `kinds` and `unseen` are of published kinds: those of QuixBugs and BugsInPy, of exercises and of
questions that beginners ask, in programs written for this. Nothing is set on those of `unseen`, which were written by
somebody who had not read the small changes, and their misses are not looked at: once they are, the programs move to
`kinds`, and others are written.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llmdb.commands import register
from llmdb.commands.line.dispatch import dispatch
from llmdb.program.load import parse_snippet
from llmdb.registry import Registry
from llmdb.runner import Runner
from llmdb.session import Session, Settings

PROGRAMS = Path(__file__).parent / "programs"
WITH_HIDDEN = ("kinds", "unseen")
"""The folders beside `short` whose programs have hidden tests; they are named with their folder."""
MARK = "#!"
FIRST_RANKS = 3
MOST_ASKED = 3
"""Questions of `fix` that are answered as the correct program does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyProgram:
    """A program with one faulty statement.

    `lines` are those of `faulty` that hold the fault, from 1; where a statement is missing, the lines on both
    sides of the gap.
    """

    name: str
    task: str
    correct: str
    faulty: str
    lines: frozenset[int]
    visible: tuple[str, ...]
    hidden: tuple[str, ...]
    held: bool


def load_faulty() -> tuple[FaultyProgram, ...]:
    """The programs of `short`, by name."""
    paths = sorted((PROGRAMS / "short").glob("*.py"))
    return tuple(
        read_faulty(path.stem, path.read_text("utf-8"), number % 2 == 1) for number, path in enumerate(paths)
    )


def load_folder(folder: str) -> tuple[FaultyProgram, ...]:
    """The programs of another folder, by name; they are named with it."""
    return tuple(
        read_faulty(f"{folder}/{path.stem}", path.read_text("utf-8"), held=folder in ("held", "unseen"))
        for path in sorted((PROGRAMS / folder).glob("*.py"))
    )


def read_faulty(name: str, text: str, held: bool = False) -> FaultyProgram:
    """One program from its file's text."""
    rows = text.strip("\n").split("\n")
    code = [row for row in rows if not row.startswith(("# task:", "# test:", "# hidden:"))]
    while not code[0]:
        del code[0]
    correct: list[str] = []
    faulty: list[str] = []
    lines: set[int] = set()
    for row in code:
        kept, mark, wrong = row.partition(MARK)
        if kept.strip():
            correct.append(kept.rstrip())
        if wrong.strip():
            faulty.append(f"{kept[: len(kept) - len(kept.lstrip())]}{wrong.strip()}")
            lines.add(len(faulty))
        elif mark:
            lines |= {len(faulty), len(faulty) + 1}
        elif not kept.strip():
            correct.append("")
            faulty.append("")
        else:
            faulty.append(kept.rstrip())
    return FaultyProgram(
        name=name,
        task=_notes(rows, "task")[0],
        correct="\n".join(correct) + "\n",
        faulty="\n".join(faulty) + "\n",
        lines=frozenset(lines),
        visible=_notes(rows, "test"),
        hidden=_notes(rows, "hidden"),
        held=held,
    )


def _notes(rows: Sequence[str], key: str) -> tuple[str, ...]:
    head = f"# {key}:"
    return tuple(row.removeprefix(head).strip() for row in rows if row.startswith(head))


def passes(code: str, tests: Sequence[str]) -> bool:
    """Whether a program passes the tests in a fresh interpreter."""
    text = "\n".join([code, *tests])
    try:
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def value_of(code: str, call: str) -> str:
    """The text of what a call of a program gives; "" where it gives nothing, or does not end."""
    text = f"{code}\nprint(ascii({call}))"
    try:
        done = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, timeout=20, check=False, text=True
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def open_session(program: FaultyProgram) -> Session:
    """The faulty program as a user would open it, with its task and visible tests, and no model."""
    registry = Registry()
    register(registry)
    return Session(
        snippet=parse_snippet(program.faulty, name=f"{program.name.rpartition('/')[2]}.py"),
        registry=registry,
        runner=Runner(),
        settings=Settings(prefix="none"),
        task=program.task,
        tests=program.visible,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What the two commands made of one program; `rank` is 0 when no block with the fault was listed.

    `passed_asked` and `solved_asked` are whether a change is proposed when the questions were answered truthfully, of
    which there were `asked`, and whether it passes the hidden tests.
    """

    program: FaultyProgram
    rank: int
    passed: bool
    solved: bool
    asked: int
    passed_asked: bool
    solved_asked: bool
    seconds: float
    note: str


def measure(program: FaultyProgram) -> Score:
    """Rank the blocks, then search a fix, each in a new session."""
    session = open_session(program)
    verdicts: Any = dispatch(session, "verdict --offline").to_json()["verdicts"]
    faulty = {unit.block for unit in session.cfg.units if unit.line in program.lines}
    ranks = [place for place, verdict in enumerate(verdicts, 1) if verdict["block"] in faulty]
    begin = time.perf_counter()
    session = open_session(program)
    fixed: Any = dispatch(session, "fix --offline").to_json()
    seconds = time.perf_counter() - begin
    solved = _is_solved(program, fixed)
    last, asked = fixed, 0
    while last["question"] and asked < MOST_ASKED:
        call = last["question"]["call"]
        asked += 1
        right = value_of(program.correct, call)
        if not right:
            break
        session.change_tests((*session.tests, f"assert {call} == {right}"))
        last = dispatch(session, "fix --offline").to_json()
    return Score(
        program=program,
        rank=min(ranks, default=0),
        passed=fixed["passed"],
        solved=solved,
        asked=asked,
        passed_asked=last["passed"],
        solved_asked=_is_solved(program, last),
        seconds=seconds,
        note=fixed["note"],
    )


def _is_solved(program: FaultyProgram, fixed: Any) -> bool:
    return fixed["passed"] and bool(fixed["rounds"]) and passes(fixed["rounds"][-1]["code"], program.hidden)


def summary(name: str, scores: Sequence[Score]) -> str:
    """One line for a group of programs."""
    count = len(scores)
    near = sum(1 <= score.rank <= FIRST_RANKS for score in scores)
    passed, solved = sum(score.passed for score in scores), sum(score.solved for score in scores)
    kept, right = sum(score.passed_asked for score in scores), sum(score.solved_asked for score in scores)
    mean = sum(score.seconds for score in scores) / max(1, count)
    return (
        f"{name}: {count} programs; faulty block among the first {FIRST_RANKS} {near}/{count} = {near / count:.0%}; "
        f"fix passes visible tests {passed}/{count}, hidden tests {solved}/{count} = {solved / count:.0%}, "
        f"of those that pass {solved / max(1, passed):.0%}; "
        f"after at most {MOST_ASKED} questions ({sum(score.asked for score in scores)} asked): proposed {kept}, "
        f"right {right} = {right / max(1, kept):.0%}; "
        f"mean {mean:.1f} s"
    )


def main() -> None:
    """Print a line a program and a line for each group."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", choices=("tuned", "held", *WITH_HIDDEN))
    given = parser.parse_args()
    scores: dict[str, list[Score]] = {}
    for program in (*load_faulty(), *(program for folder in WITH_HIDDEN for program in load_folder(folder))):
        folder, inside, _ = program.name.partition("/")
        group = folder if inside else "held" if program.held else "tuned"
        if given.only not in (None, group) or (given.names and program.name not in given.names):
            continue
        score = measure(program)
        scores.setdefault(group, []).append(score)
        found = "solved" if score.solved else "wrong" if score.passed else "none"
        found += f", asked {score.asked}: {'solved' if score.solved_asked else 'not'}" if score.asked else ""
        print(
            f"{group:5} {program.name:22} rank {score.rank}  {found:22} {score.seconds:5.1f} s  {score.note}",
            flush=True,
        )
    for group, of_group in scores.items():
        print(summary(group, of_group))


if __name__ == "__main__":
    main()
