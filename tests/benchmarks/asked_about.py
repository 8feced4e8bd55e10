"""How often the block at fault is among those that `verdict all` asks about, and how long its prompts are.

Usage: python -m tests.benchmarks.asked_about [NAME ...]

Each line with a mark in a program of `programs/asked/` makes one faulty program of it (`faults.py` tells the marks).
They were written before the choice of visits was measured on them. Those that pass their visible tests are left out.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from llmdb.ask.program_prompt import fix_messages
from llmdb.ask.verdict_prompt import verdict_messages
from llmdb.ask.verdict_reply import Verdict
from llmdb.commands.state.plan_context import situation_of
from llmdb.commands.verdict import Wish, question_for
from llmdb.llm.model import count_tokens
from tests.benchmarks.faults import MARK, FaultyProgram, open_session, read_faulty

FOLDER = Path(__file__).parent / "programs" / "asked"


def load_asked() -> Iterator[FaultyProgram]:
    """A faulty program for each marked line, named after its file and the line."""
    for path in sorted(FOLDER.glob("*.py")):
        rows = path.read_text("utf-8").split("\n")
        for number, row in enumerate(rows):
            if MARK in row:
                single = [
                    other if place == number else other.partition(f"  {MARK}")[0]
                    for place, other in enumerate(rows)
                ]
                yield read_faulty(f"{path.stem}:{number + 1}", "\n".join(single))


def main() -> None:
    """Print a line for each program whose fault is not asked about, and one for all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    names = parser.parse_args().names
    found, verdict_tokens, fix_tokens = list[bool](), list[int](), list[int]()
    for program in load_asked():
        if names and program.name.partition(":")[0] not in names:
            continue
        session = open_session(program)
        try:
            if all(test.passed for test in session.test_outcomes):
                print(f"{program.name}: the visible tests pass")
                continue
            question = question_for(session, Wish(everything=True))
            faulty = {unit.block for unit in session.cfg.units if unit.line in program.lines}
            found.append(bool(faulty & {fact.block for fact in question.facts}))
            if not found[-1]:
                print(f"{program.name}: {sorted(faulty)} not among {[fact.label for fact in question.facts]}")
            wrong = [
                Verdict(step=fact.step, block=fact.block, correct=False, explanation="x" * 120)
                for fact in question.facts
                if fact.block in faulty
            ]
            fix = fix_messages(situation=situation_of(session), verdicts=wrong, facts=question.facts)
            verdict_tokens.append(count_tokens(verdict_messages(question)))
            fix_tokens.append(count_tokens(fix))
        finally:
            session.close()
    print(
        f"{len(found)} programs; the block at fault is asked about in {sum(found)} = {mean(found):.1%}; "
        f"tokens of a verdict {mean(verdict_tokens):.0f}, of a fix {mean(fix_tokens):.0f}"
    )


if __name__ == "__main__":
    main()
