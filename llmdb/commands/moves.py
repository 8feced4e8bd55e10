"""Moves of the cursor: step, next, back, return, until, goto."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Operand, Rest
from llmdb.command import Command
from llmdb.commands.line.line_places import read_line
from llmdb.commands.line.parsing import COUNT, needed
from llmdb.commands.results.common import Position
from llmdb.commands.state.hits import Hit, first_hit
from llmdb.commands.state.kept_slice import limiting_slice
from llmdb.commands.state.leading_on import leading_on
from llmdb.commands.state.position import require_steps, show_position
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.replay.exceptions import find_failure
from llmdb.session import Session, outside

if TYPE_CHECKING:
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace
    from llmdb.types import StepNo

_OCCURRENCE = re.compile(r"[Bb]?([0-9]{1,9})@([0-9]{1,9})")
_BLOCK = re.compile(r"[Bb]([0-9]{1,9})")
_NUMBER = re.compile(r"[0-9]{1,18}|[0-9]{1,3}(?:,[0-9]{3}){1,5}")
_RELATIVE = re.compile(r"[+-][0-9]{1,18}")


_WHAT_A_STEP_IS = (
    "A step is what one call of a function does in one basic block (`help blocks`) without another function of the "
    "program in between. A block without calls is one step each time that it runs. A block that calls `f` is several: "
    "up to the call, then the steps of `f`, then on from the call (`back from f(x=1)`).\n\n"
    "Steps are numbered in the order of time: what a screen shows was so when its step ended, and nothing on it comes "
    "from a later one. The table has the variables before and after the step; `●` marks what it changed.\n\n"
    "`next` goes over the calls, `return` out of this one, `back` undoes `step`, `goto 17` goes anywhere; `level line` "
    "makes one step one line. `step 3` does it three times."
)


def register(registry: Registry) -> None:
    """Add the moves."""
    for name, aliases, move, summary, details in (
        ("step", ("s",), step_after, "go to the next step, into calls", _WHAT_A_STEP_IS),
        ("next", ("n",), next_over_calls, "go to the next step of this function, over calls", ""),
        ("back", ("bk",), step_before, "undo `step`: go to the step before", ""),
        (
            "previous",
            ("prev", "rn"),
            previous_over_calls,
            "undo `next`: the step before in this function",
            "",
        ),
        (
            "return",
            ("r",),
            back_in_caller,
            "run to the end of this function: to where its caller goes on",
            "",
        ),
    ):
        registry.command(
            Command(
                name=name,
                aliases=aliases,
                run=_repeated(move) if move in _BACK else leading_on(_repeated(move)),
                arguments=(COUNT,),
                summary=summary,
                details=details,
                group="move",
            )
        )
    registry.command(
        Command(
            name="until",
            aliases=("unt",),
            run=leading_on(run_until),
            arguments=(Operand("line"),),
            summary="go on to a line further down in this function, or to its end",
            details="Without LINE, to a line below the current one: the way out of a loop.",
            group="move",
        )
    )
    registry.command(
        Command(
            name="goto",
            aliases=("g",),
            run=run_goto,
            arguments=(
                Rest(
                    "target",
                    needed("a step: a number, +3, -3, B4, B4@2, start, end or error"),
                    is_needed=True,
                    complete=_complete_goto,
                ),
            ),
            usage="goto N | +N | -N | BLOCK | BLOCK@K | start | end | error",
            summary="go to any step, e.g. `goto 17`, `goto B4@2` (the second run of block 4), `goto error`",
            details="+N and -N count from here. `goto B4` goes to the next run of block 4, or where none follows, "
            "to its last one. `error` is the step at which the run failed, else the last that raised.",
            group="move",
        )
    )


def step_after(trace: ExecutionTrace, step: StepNo) -> StepNo | None:
    """The next step in execution order."""
    return step + 1 if step < len(trace) else None


def step_before(trace: ExecutionTrace, step: StepNo) -> StepNo | None:
    """The step before in execution order."""
    del trace
    return step - 1 if step > 1 else None


def next_over_calls(trace: ExecutionTrace, step: StepNo) -> StepNo | None:
    """The next step of this frame; where it has ended, the one in which its caller goes on, else what ran next."""
    return trace.next_in_frame(step) or trace.handed_back_to(step) or _next_outside(trace, step)


def _next_outside(trace: ExecutionTrace, step: StepNo) -> StepNo | None:
    """The next step that no call made by this frame took."""
    inside = {trace.frame_of(step)}
    for number in range(step + 1, len(trace) + 1):
        caller = trace.parent_step(number)
        if trace.frame_of(number) in inside:
            continue
        if caller is None or trace.frame_of(caller) not in inside:
            return number
        inside.add(trace.frame_of(number))
    return None


def previous_over_calls(trace: ExecutionTrace, step: StepNo) -> StepNo | None:
    """The step before in this frame, or at its start, the caller's."""
    return trace.previous_in_frame(step) or trace.parent_step(step) or step_before(trace, step)


def back_in_caller(trace: ExecutionTrace, step: StepNo) -> StepNo | None:
    """The step in which the caller goes on after this function has ended; of the outermost, its last step."""
    caller = trace.handed_back_to(step)
    if caller is not None:
        return caller
    last = _last(trace, step)
    return last if last != step else next_over_calls(trace, step)


_BACK = (step_before, previous_over_calls)


def _repeated(move: Callable[[ExecutionTrace, StepNo], StepNo | None]) -> Callable[..., Position]:
    def run(session: Session, count: int) -> Position:
        require_steps(session)
        backwards = move in _BACK
        limits = limiting_slice(session) if move is not back_in_caller else None
        if limits is not None:
            from llmdb.commands.slicing import move_within

            return move_within(session, limits, count, backwards)
        target = session.position
        for _ in range(min(count, len(session.trace) + 1)):
            following = move(session.trace, target)
            if following is None:
                raise NoSuchStep(_at_the_edge(session, backwards, target))
            target = following
        if move in (step_after, step_before):
            return arrive(session, target)
        return travel(session, target, session.position if not backwards else 0)

    return run


def travel(session: Session, target: StepNo, left: StepNo = 0) -> Position:
    """Move there, but not past a stop on the way, as in pdb.

    Args:
        left: the step with which the table compares, so that it tells what was done in between; 0 for none.
    """
    hit = first_hit(session, target > session.position, before=target) if session.stops else None
    return arrive(session, target, left=left) if hit is None else stop_at(session, hit)


def stop_at(session: Session, hit: Hit) -> Position:
    """Move to where stops hold, and leave their commands to be run next."""
    session.stops = hit.stops
    session.brought = tuple(line for stop in hit.reached for line in stop.commands)
    position = arrive(session, hit.step, "; ".join(stop.describe() for stop in hit.reached))
    return replace(position, silent=all("silent" in stop.commands for stop in hit.reached))


def _at_the_edge(session: Session, backwards: bool, reached: StepNo) -> str:
    """Why there is no move on from the step that the last possible one reached."""
    total = len(session.trace)
    here = f"step {session.position} of {total}"
    if backwards:
        return f"{here}: the trace begins " + ("here" if session.position == 1 else "at step 1")
    if reached < total:
        return f"step {reached} is the last of its call; `step` goes into the calls that it made"
    finer = "; `level line` steps line by line" if total == 1 and len(session.trace.lines(1)) > 1 else ""
    return f"{here}: the trace ends " + ("here" if session.position == total else f"at step {total}") + finer


def arrive(session: Session, step: StepNo, reason: str = "", left: StepNo = 0) -> Position:
    """Move there and show it."""
    session.move_to(step)
    session.left_step = left
    return show_position(session, reason)


def run_until(session: Session, line: str | None) -> Position:
    """`until [LINE]`."""
    require_steps(session)
    trace = session.trace
    wanted = read_line(session, line) if line else 0
    here = max(trace.lines(session.position), default=trace.line_of(session.position))
    lowest = wanted or here + 1
    target = trace.next_in_frame(session.position)
    while target is not None and max(trace.lines(target), default=0) < lowest:
        target = trace.next_in_frame(target)
    last = _last(trace, session.position)
    target = target or next_over_calls(trace, last)
    if target is None:
        raise NoSuchStep(_at_the_edge(session, backwards=False, reached=last))
    return travel(session, target, session.position)


def _last(trace: ExecutionTrace, step: StepNo) -> StepNo:
    following = trace.next_in_frame(step)
    while following is not None:
        step, following = following, trace.next_in_frame(following)
    return step


def run_goto(session: Session, target: str) -> Position:
    """`goto N` and its other forms."""
    require_steps(session)
    return arrive(session, find_step(session, target), _why(session) if target == "error" else "")


def find_step(session: Session, target: str) -> StepNo:
    """The step that "17", "+3", "-3", "B4", "B4@2", "start", "end" or "error" names.

    Raises:
        NoSuchStep: the trace has no such step.
        BadArgument: it is none of these.
    """
    total = len(session.trace)
    if target in ("start", "end"):
        return 1 if target == "start" else session.trace.end
    if target == "error":
        return _error_step(session)
    if occurrence := _OCCURRENCE.fullmatch(target):
        return _occurrence_step(session, int(occurrence[1]), int(occurrence[2]))
    if (block := parse_block(session, target)) is not None:
        return _nearest_run(session, block)
    if _RELATIVE.fullmatch(target):
        number = session.position + int(target)
    elif _NUMBER.fullmatch(target):
        number = int(target.replace(",", ""))
    else:
        raise BadArgument(
            f"{target!r} is no step: goto takes a number, +3, -3, B4, B4@2, start, end or error"
        )
    if not 1 <= number <= total:
        raise NoSuchStep(outside(total))
    return number


def _error_step(session: Session) -> StepNo:
    """The step at which the run failed, the last step if a test failed; else the last step that raised."""
    trace = session.trace
    failure = find_failure(trace)
    if failure is not None:
        return failure.step
    if trace.outcome.exception is not None:
        return len(trace)
    if not trace.raises and trace.outcome.kind in ("finished", "exit"):
        raise NoSuchStep("no step raised an exception")
    return max(trace.raises, default=len(trace))


def _why(session: Session) -> str:
    """Says so where the exception was not raised by the snippet but by the test after it."""
    ended = session.trace.outcome.exception
    if ended is None or ended.line is not None:
        return ""
    return f"the test raised {ended.text}"


def _nearest_run(session: Session, block: int) -> StepNo:
    """The next step of the block; where none follows, its last one, but from that one nowhere else."""
    steps = session.trace.steps_of_block(block)
    if not steps:
        raise NoSuchStep(f"B{block} did not run")
    following = bisect_right(steps, session.position)
    if following < len(steps):
        return steps[following]
    if steps[-1] == session.position and len(steps) > 1:
        raise NoSuchStep(f"this is the last of the {len(steps)} runs of B{block}; the first is B{block}@1")
    return steps[-1]


def parse_block(session: Session, text: str) -> int | None:
    """The number of the block that "B4" or "b4" names; None where the text is of another form.

    Raises:
        NoSuchStep: the snippet has no such block.
    """
    named = _BLOCK.fullmatch(text)
    return _require_block(session, int(named[1])) if named else None


def _require_block(session: Session, block: int) -> int:
    if not 1 <= block <= len(session.cfg.blocks):
        raise NoSuchStep(f"there is no block B{block}; the snippet has B1 to B{len(session.cfg.blocks)}")
    return block


def _occurrence_step(session: Session, block: int, occurrence: int) -> StepNo:
    steps = session.trace.steps_of_block(_require_block(session, block))
    if not 1 <= occurrence <= len(steps):
        times = f"{len(steps)} times" if len(steps) != 1 else "once"
        raise NoSuchStep(f"B{block} ran {times}; there is no B{block}@{occurrence}")
    return steps[occurrence - 1]


def _complete_goto(session: Session, text: str) -> Iterable[str]:
    del session, text
    return ("start", "end", "error")
