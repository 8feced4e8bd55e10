"""What each weight of the localiser brings: `plan` on the programs of `causes.py` with all of them, and without each.

Usage: python -m tests.benchmarks.ablation [--only GROUP ...]

A weight is left out by the values of `WITHOUT` in `llmdb/locate/weights.py`, with which its evidence says nothing. A
program is recorded, and its tests are run, once; only the trial changes are made anew where their own weights change.
A row says for how many programs the fault is among the first three stops of the plan, and how many words of true
feedback it takes on the mean until a stop is the fault; a program that 20 words do not lead there counts as 20.
"""

import argparse
import os
import tempfile
from dataclasses import replace
from statistics import mean
from typing import Any

from llmdb.commands.line.dispatch import dispatch
from llmdb.locate import weights
from llmdb.locate.plan.planner import Planner
from llmdb.session import Session
from tests.benchmarks.causes import FIRST, GROUPS, MOST_SAID, feedback_until_root, group_of, load_all, planned
from tests.benchmarks.faults import FaultyProgram, open_session

ALL = weights.WEIGHTS
OF_TRIALS = ("trial_cost", "trial_others", "trial_unlikely")
"""The weights that the trial changes are made with."""
Row = dict[str, tuple[bool, int]]


def measured(session: Session, program: FaultyProgram) -> tuple[bool, int]:
    """Whether the fault is among the first stops, and the words of feedback that lead to it."""
    dispatch(session, "plan --forget")
    stops = planned(session, "plan")
    said = feedback_until_root(session, program, stops)
    found = any(stop.line in program.lines for stop in stops[:FIRST])
    return found, said if said is not None else MOST_SAID


def rows_of(program: FaultyProgram) -> Row:
    """What is found with all weights, under "", and without each."""
    session = open_session(program)
    weights.WEIGHTS = ALL
    rows = {"": measured(session, program)}
    planner = session.run.kept.get(Planner)
    assert planner is not None
    for name, values in weights.WITHOUT.items():
        given: Any = values
        weights.WEIGHTS = replace(ALL, **given)
        if name in OF_TRIALS:
            session.run.kept.drop(Planner)
        rows[name] = measured(session, program)
        session.run.kept.put(planner)
    return rows


def main() -> None:
    """Print the table of each group, and of all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=GROUPS, nargs="+", default=("held",))
    given = parser.parse_args()
    found: dict[str, list[Row]] = {}
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        for program in load_all():
            if group_of(program) in given.only:
                rows = rows_of(program)
                found.setdefault(group_of(program), []).append(rows)
                lost = [name for name, row in rows.items() if row[0] != rows[""][0]]
                print(
                    f"{program.name:24} {'found' if rows[''][0] else 'not found'}; otherwise without: "
                    f"{', '.join(lost) or 'none'}",
                    flush=True,
                )
    for group, each in found.items():
        print(f"{group}: {len(each)} programs")
        print(f"  {'without':16}  first {FIRST}  words")
        for name in each[0]:
            hits, said = sum(row[name][0] for row in each), mean(row[name][1] for row in each)
            print(f"  {name or '(all of them)':16}  {hits:7}  {said:5.2f}", flush=True)


if __name__ == "__main__":
    main()
