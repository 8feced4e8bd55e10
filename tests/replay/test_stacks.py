"""Where control is, where the events tell all of it and where they do not."""

from dataclasses import dataclass

from llmdb.replay.stacks import Stacks


@dataclass
class Frame:
    """No more of a frame than the stacks need."""

    number: int
    scope: str
    key: int = 0


class Told:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def hands_over(self, frame: Frame) -> None:
        """Overridden."""
        self.lines.append(f"{frame.scope} hands over")

    def is_back(self, frame: Frame | None, callee: Frame | None, is_noted: bool) -> None:
        """Overridden."""
        scope = frame.scope if frame is not None else "nothing"
        of = f" from {callee.scope}" if callee is not None else ""
        self.lines.append(f"{scope} is back{of}{'' if is_noted else ' since before'}")

    def loses(self, frame: Frame) -> None:
        """Overridden."""
        self.lines.append(f"{frame.scope} is lost")


def begun(*scopes: str) -> Stacks[Frame]:
    """Stacks on which each of these has called the next."""
    stacks = Stacks(Frame)
    for scope in scopes:
        stacks.push(scope)
    return stacks


def scopes(stacks: Stacks[Frame]) -> list[str]:
    """The stack of the running thread, the outermost frame first."""
    return [frame.scope for frame in stacks.stack]


def test_a_call_that_ends_gives_control_back_to_the_caller() -> None:
    told = Told()
    stacks = Stacks(Frame, told)
    stacks.push("module")
    stacks.push("f")
    stacks.end()
    assert scopes(stacks) == ["module"]
    assert told.lines == ["module hands over", "module is back from f"]


def test_a_suspended_frame_goes_on_above_whoever_resumes_it() -> None:
    stacks = begun("module", "generator")
    assert stacks.top is not None
    stacks.top.key = 7
    stacks.suspend()
    stacks.push("g")
    assert stacks.resume(7) is stacks.top
    assert scopes(stacks) == ["module", "g", "generator"]
    assert stacks.resume(7) is None


def test_a_frame_that_has_ended_is_not_resumed() -> None:
    stacks = begun("module", "generator")
    assert stacks.top is not None
    stacks.top.key = 7
    stacks.end()
    assert stacks.resume(7) is None


def test_a_block_of_a_caller_ends_the_frames_whose_end_was_not_logged() -> None:
    told = Told()
    stacks = Stacks(Frame, told)
    for scope in ("module", "f", "g", "h"):
        stacks.push(scope)
    told.lines.clear()
    assert stacks.begin("f").number == 2
    assert told.lines == ["h is lost", "g is back from h", "g is lost", "f is back from g"]


def test_an_exception_is_in_the_innermost_frame_of_its_scope() -> None:
    stacks = begun("module", "f", "f", "g")
    frame = stacks.reach("f")
    assert frame is not None
    assert frame.number == 3
    assert stacks.reach("h") is None
    assert scopes(stacks) == ["module", "f", "f"]


def test_a_block_of_a_scope_that_runs_nowhere_is_of_a_new_frame() -> None:
    assert scopes_after_begin(begun("module"), "f") == ["module", "f"]


def test_a_block_of_another_thread_switches_to_it_though_no_event_told_so() -> None:
    told = Told()
    stacks = Stacks(Frame, told)
    stacks.push("module")
    stacks.switch(1)
    stacks.push("work")
    told.lines.clear()
    assert scopes_after_begin(stacks, "module") == ["module"]
    assert stacks.thread == 0
    assert told.lines == ["work hands over", "module is back since before"]


def test_what_was_kept_is_there_again() -> None:
    stacks = begun("module", "f")
    stacks.switch(1)
    stacks.push("work")
    kept = stacks.keep(lambda frame: frame)
    stacks.end()
    stacks.switch(0)
    stacks.end()
    stacks.restore(kept, lambda frame: frame)
    assert [frame.scope for frame in stacks] == ["work", "f", "module"]
    assert (stacks.thread, stacks.push("g").number) == (1, 4)


def scopes_after_begin(stacks: Stacks[Frame], scope: str) -> list[str]:
    """The stack once a block of a scope has begun."""
    stacks.begin(scope)
    return scopes(stacks)
