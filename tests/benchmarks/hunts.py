"""How many truthful answers `hunt` needs until it names a one-statement fault, on the programs of `causes.py`.

Usage: python -m tests.benchmarks.hunts [--only GROUP] [NAME ...]

The truth is the comparison with the correct program's run: a state is right if its values, and the way of its
condition, are those of the correct run; where the two cannot be aligned the answer is `unclear`. The statements on both
sides of a missing one stand for it, and so do those between which a hunt says that a change is missing.
"""

import argparse
import os
import tempfile
from dataclasses import replace
from statistics import mean

from llmdb.commands.compare import record_beside
from llmdb.commands.deps import dependencies_of
from llmdb.commands.hunt import HuntResult
from llmdb.commands.line.dispatch import dispatch
from llmdb.locate.compare.comparison import compare
from llmdb.locate.compare.correct_run import CorrectRun
from llmdb.locate.hunt.question import StateQuestion
from llmdb.program.load import parse_snippet
from llmdb.session import Session
from tests.benchmarks.causes import GROUPS, group_of, load_all
from tests.benchmarks.faults import FaultyProgram, open_session

MOST_ASKED = 40


class Truth:
    """Says of a state what the correct run says."""

    def __init__(self, session: Session, program: FaultyProgram) -> None:
        correct = parse_snippet(program.correct, name="correct.py")
        found, other = dependencies_of(session), record_beside(session, correct)
        self._run = CorrectRun(compare(found, other, (session.snippet.text, correct.text)), other)

    def word(self, asked: StateQuestion) -> str:
        """`right`, `wrong` or `unclear`; of several values that a step read, the one that is wrong."""
        told = self._run.answer(asked)
        if told is None:
            return "unclear"
        for name in asked.values if told[0] == "wrong" and asked.state == asked.state.inputs else ():
            one = replace(asked, state=asked.state._replace(name=name), values={name: asked.values[name]})
            if (self._run.answer(one) or ("", ""))[0] == "wrong":
                return f"wrong {name}"
        return told[0]


def hunted(session: Session, truth: Truth) -> tuple[int, HuntResult]:
    """How many answers were given, and what the hunt said then."""
    result = dispatch(session, "hunt")
    count = 0
    while True:
        assert isinstance(result, HuntResult)
        asked = result.next or result.was_read
        word = truth.word(asked) if asked is not None else ""
        if result.next is None and not word.startswith("wrong "):
            return count, result
        if count == MOST_ASKED:
            return count, result
        result = dispatch(session, f"hunt {word}")
        count += 1


def main() -> None:
    """Print a line a program and the means."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", choices=GROUPS)
    given = parser.parse_args()
    rows: dict[str, list[tuple[bool, int]]] = {}
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        for program in load_all():
            group = group_of(program)
            if given.only not in (None, group) or (given.names and program.name not in given.names):
                continue
            session = open_session(program)
            count, result = hunted(session, Truth(session, program))
            line = result.root.line if result.root is not None else 0
            both = {line, result.since[1]} if result.since is not None else {line}
            hit = not both.isdisjoint(program.lines)
            kind = "missing statement" if len(program.lines) > 1 else "changed statement"
            rows.setdefault(f"{group}, {kind}", []).append((hit, count))
            print(
                f"{program.name:24} {len(session.trace):5} steps  {count:2} answers  root line {line:3} "
                f"{'found' if hit else f'not {sorted(program.lines)}'}  certain {result.halving.certain}",
                flush=True,
            )
    rows["all"] = [hit for group in rows.values() for hit in group]
    for name, hits in rows.items():
        found, counts = sum(hit for hit, _ in hits), [count for _, count in hits]
        print(
            f"{name}: found {found}/{len(hits)}, answers {mean(counts):.1f} on the mean, at most {max(counts)}"
        )


if __name__ == "__main__":
    main()
