"""A place in a trace, and the moves from it. Moves that lead out of the trace raise and change nothing."""

from llmdb.errors import NoSuchStep
from llmdb.trace.model import FrameInfo, IntermediateState, Step
from llmdb.trace.trace import ExecutionTrace
from llmdb.types import BlockId, StepNo


class Cursor:
    """Walks a trace both ways.

    Attributes:
        trace: what is walked.
        number: the current step, from 1; 0 in a trace without steps.
    """

    def __init__(self, trace: ExecutionTrace, number: StepNo = 1) -> None:
        self.trace = trace
        self.number = min(number, len(trace))

    @property
    def step(self) -> Step:
        """The current step."""
        return self.trace.step(self.number)

    @property
    def state(self) -> IntermediateState:
        """The variables after the current step."""
        return self.trace.state(self.number)

    @property
    def frames(self) -> tuple[FrameInfo, ...]:
        """The stack at the current step, outermost first."""
        return self.trace.frames(self.number)

    def goto(self, number: StepNo) -> StepNo:
        """Go to a step by number."""
        total = len(self.trace)
        if not 1 <= number <= total:
            raise NoSuchStep(f"the trace has {total} steps; goto takes 1 to {total}")
        self.number = number
        return number

    def goto_block(self, block: BlockId, occurrence: int) -> StepNo:
        """Go to an execution of a block, from 1."""
        steps = self.trace.steps_of_block(block)
        if not steps:
            raise NoSuchStep(f"block {block} was not executed")
        if not 1 <= occurrence <= len(steps):
            raise NoSuchStep(f"block {block} was executed {len(steps)} times; @ takes 1 to {len(steps)}")
        return self.goto(steps[occurrence - 1])

    def step_forward(self) -> StepNo:
        """The next step in execution order, into calls."""
        if self.number >= len(self.trace):
            raise NoSuchStep(self._end("step"))
        return self.goto(self.number + 1)

    def step_back(self) -> StepNo:
        """The step before in execution order."""
        if self.number <= 1:
            raise NoSuchStep(f"step 1 is the first of {len(self.trace)}; there is nothing before it")
        return self.goto(self.number - 1)

    def next(self) -> StepNo:
        """The next step of this frame, over calls; at its end, the caller's next step."""
        inside = self.trace.next_in_frame(self.number)
        return self.goto(inside) if inside is not None else self.leave_frame("next")

    def leave_frame(self, command: str = "return") -> StepNo:
        """The first step after this frame's last in a frame that is not deeper."""
        number: StepNo | None = self.number
        while number is not None:
            caller = self.trace.parent_step(number)
            if caller is None:
                break
            after = self.trace.next_in_frame(caller)
            if after is not None:
                return self.goto(after)
            number = caller
        raise NoSuchStep(self._end(command))

    def _end(self, command: str) -> str:
        return f"{command}: the trace ends here, at step {self.number} of {len(self.trace)}"
