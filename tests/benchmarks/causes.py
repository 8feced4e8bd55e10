"""How often `plan` leads to a one-statement fault, on programs that have one, without a model.

Usage: python -m tests.benchmarks.causes [--only short|tuned|held|kinds|unseen] [--without EVIDENCE] [NAME ...]

The programs are in five folders of `programs/`, all in the form that `faults.py` tells of:

    short     those of `faults.py`; what statements weigh was set on every other one
    tuned     longer ones, whose cause is further from the failure (a wrong start, a wrong state of an object, an alias,
              a helper's helper). Their results were looked at while the methods were made
    held      written with a part of `tuned`, and split from it at random, before anything was measured on them.
              Nothing was set on these: once a miss here has been looked at, the program moves to `tuned`
    kinds     short ones with the published kinds of faults, see `faults.py`
    unseen    others with such faults, on which nothing is set

Measured are

    slice     whether the faulty statement is in what `slice` shows of the failing value, or of the step that failed;
              whether it is there without the conditions that left a write out; and how many steps that is of the run
    first 3   whether it is among the first three stops of `plan`, without any feedback
    said      how much truthful feedback it takes until a stop is the faulty statement, the word `root` for it counted.
              The truth is the comparison with the correct program's run; of each plan the last stop that was not
              judged before is judged

A statement that is missing has no line of its own: the lines on both sides of the gap stand for it, and these
programs are reported once more by themselves.
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from llmdb.commands.compare import record_beside
from llmdb.commands.deps import dependencies_of
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.plan import PlanResult
from llmdb.commands.slicing import SliceResult
from llmdb.commands.state.planning import Fault, fault_of
from llmdb.locate import weights
from llmdb.locate.compare.comparison import Comparison, compare
from llmdb.locate.hunt.states import RETURNED
from llmdb.locate.plan.planner import PlanStep
from llmdb.program.load import parse_snippet
from llmdb.session import Session
from llmdb.slicing import Dependencies, DynamicSlice
from llmdb.slicing.slices import SliceSteps, origins, step_nodes, writing_nodes
from tests.benchmarks.faults import WITH_HIDDEN, FaultyProgram, load_faulty, load_folder, open_session

GROUPS = ("short", "tuned", "held", *WITH_HIDDEN)
"""The folders of the programs, which are reported apart."""
FIRST = 3
MOST_SAID = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found of one program; `said` is None where `MOST_SAID` words did not lead to the fault."""

    program: FaultyProgram
    steps: int
    in_slice: bool
    in_plain: bool
    sliced: int
    plain: int
    rank: int
    said: int | None


def load_all() -> tuple[FaultyProgram, ...]:
    """All programs; all but those of `short` are named with their folder."""
    return (*load_faulty(), *(program for group in GROUPS[1:] for program in load_folder(group)))


def group_of(program: FaultyProgram) -> str:
    """The folder of a program."""
    folder, inside, _ = program.name.partition("/")
    return folder if inside else GROUPS[0]


def measure(program: FaultyProgram) -> Found:
    """Slice, plan, and feedback until the fault is found."""
    session = open_session(program)
    made = planned(session, "plan")
    lines = [stop.line for stop in made]
    fault = fault_of(session)
    session.move_to(session.trace.last_step_of(fault.step))
    cuts = [sliced(session, f"slice {name}") for name in fault.names] or [sliced(session, "slice")]
    plain = plain_slice(dependencies_of(session), fault)
    return Found(
        program=program,
        steps=len(session.visits),
        in_slice=any(one.line in program.lines for cut in cuts for one in cut.steps),
        in_plain=any(one.line in program.lines for one in plain),
        sliced=len({step for cut in cuts for step in cut.numbers}),
        plain=len(plain.numbers),
        rank=next((place for place, line in enumerate(lines, 1) if line in program.lines), 0),
        said=feedback_until_root(session, program, made),
    )


def sliced(session: Session, line: str) -> DynamicSlice:
    """The slice that a command shows."""
    result = dispatch(session, line)
    assert isinstance(result, SliceResult)
    return result.found


def plain_slice(found: Dependencies, fault: Fault) -> SliceSteps:
    """The same by data and control alone."""
    reads = [read for name in fault.names for read in origins(found, name, fault.step)]
    starts = writing_nodes(found, reads) or step_nodes(found, fault.step)
    until = found.graph.edges_until(found.log.step_after(found.end_of(fault.step)))
    return SliceSteps(found, found.graph.backward(starts, until), set(), "")


def planned(session: Session, line: str) -> tuple[PlanStep, ...]:
    """The stops of the plan that a command gives."""
    result = dispatch(session, line)
    assert isinstance(result, PlanResult)
    return result.made.plan


def feedback_until_root(session: Session, program: FaultyProgram, stops: tuple[PlanStep, ...]) -> int | None:
    """How many truthful words are said until the faulty statement is called the root."""
    correct = parse_snippet(program.correct, name="correct.py")
    other = record_beside(session, correct)
    truth = compare(dependencies_of(session), other, (session.snippet.text, correct.text))
    said: list[str] = []
    while len(said) < MOST_SAID:
        if any(stop.line in program.lines for stop in stops):
            return len(said) + 1
        words = [truthful_word(session, truth, stop) for stop in reversed(stops)]
        word = next((word for word in words if word not in said), None)
        if word is None:
            return None
        said.append(word)
        stops = planned(session, word)
    return None


def truthful_word(session: Session, truth: Comparison, stop: PlanStep) -> str:
    """What a user who knows the correct run says of a stop, where its visit is over."""
    visit = session.trace.visit_of(stop.step)
    step = session.trace.last_step_of(visit)
    if visit in truth.astray:
        return f"wrong path {step}"
    for condition in truth.conditions:
        if condition.step == visit and condition.line == stop.line:
            return f"{'right' if condition.is_right else 'wrong'} condition {step}"
    name = RETURNED if stop.name is None or stop.name.endswith("()") else stop.name
    root = name.partition(".")[0].partition("[")[0]
    known = {value.name: value for value in truth.values if value.step == visit}
    value = known.get(name) or known.get(root) or next(iter(known.values()), None)
    if value is None:
        return f"unclear {step}"
    return f"{'right' if value.is_right else 'wrong'} {value.name} {step}"


def summary(name: str, found: Sequence[Found]) -> str:
    """One line for a group of programs."""
    count = max(1, len(found))
    shares = " ".join(
        f"{what} {sum(hits)}/{len(found)} = {sum(hits) / count:.0%};"
        for what, hits in (
            ("in the slice", [one.in_slice for one in found]),
            ("by data and control", [one.in_plain for one in found]),
            (f"first {FIRST}", [1 <= one.rank <= FIRST for one in found]),
        )
    )
    said = [one.said for one in found if one.said is not None]
    mean = sum(said) / max(1, len(said))
    sizes = [sum(sizes) for sizes in zip(*((one.plain, one.sliced, one.steps) for one in found), strict=True)]
    return (
        f"{name}: {shares} said {mean:.2f} on the mean of {len(said)}, never found {len(found) - len(said)}; "
        f"steps by data and control, in the slice, in all: {', '.join(map(str, sizes))}"
    )


def main() -> None:
    """Print a line a program and a line for each group."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", choices=GROUPS)
    parser.add_argument("--without", choices=sorted(weights.WITHOUT), help="evidence that is to say nothing")
    given = parser.parse_args()
    if given.without:
        said: Any = weights.WITHOUT[given.without]
        weights.WEIGHTS = replace(weights.WEIGHTS, **said)
    found = []
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        for program in load_all():
            group = group_of(program)
            if given.only in (None, group) and (not given.names or program.name in given.names):
                one = measure(program)
                found.append(one)
                where = "plain" if one.in_plain else "slice" if one.in_slice else "lost"
                print(
                    f"{program.name:24} {one.steps:5} steps  {where:8} rank {one.rank}  said {one.said}",
                    flush=True,
                )
    for group in GROUPS:
        print(summary(group, [one for one in found if group_of(one.program) == group]))
    print(summary("all", found))
    print(summary("missing statements of these", [one for one in found if len(one.program.lines) > 1]))


if __name__ == "__main__":
    main()
