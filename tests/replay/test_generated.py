"""Random programs beside what a line tracer sees of them: the order of the lines, and the variables before each.

`LLMDB_EXAMPLES=100 python -m pytest tests/replay/test_generated.py --timeout 0 --hypothesis-seed=1` draws 500 programs.
"""

import re
from collections.abc import Iterable, Mapping

import pytest
from hypothesis import HealthCheck, assume, given, settings

from llmdb.slicing import Dependencies
from tests.examples import examples
from tests.replay.test_exactness import begun_lines, own, record, texts, witness
from tests.slicing.generated import programs

OTHERWISE = ("class ", "with ", "async with ", "try:")
"""How lines begin that a tracer meets once more where a body begins or is left, or that do nothing."""


@settings(max_examples=examples(5), deadline=None, suppress_health_check=list(HealthCheck))
@given(source=programs())
def test_steps_in_order_are_the_lines_of_a_line_tracer_with_the_states_before_them(
    source: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    trace, seen = record(source), witness(source, tmp_path_factory.mktemp("witness"))
    assume(not seen.misses)
    begins = [line.strip() for line in source.splitlines()]

    def is_compared(line: int) -> bool:
        return not begins[line - 1].startswith(OTHERWISE)

    begun = [(number, each) for number, each in begun_lines(trace) if is_compared(each.line)]
    order = [(frame, line) for frame, line in seen.order if is_compared(line)]
    frames = renumbered(frame for frame, _ in order)
    ours = renumbered(trace.frame_of(number) for number, _ in begun)
    assert [(ours[trace.frame_of(number)], each.line) for number, each in begun] == [
        (frames[frame], line) for frame, line in order
    ]
    ahead = {
        frame: [e for e in events if e[0] and is_compared(e[0])]
        for frame, (_, events) in enumerate(seen.frames, 1)
    }
    by_ours = {number: iter(ahead[frame]) for frame, number in frames.items()}
    for number, each in begun:
        frame = trace.frame_of(number)
        line, before = next(by_ours[ours[frame]])
        entered = trace.continues(number) is None and each.position == trace.positions(number).start
        state = trace.visits.state_at(each.position + entered, frame)
        assert plain(own(state, set(before))) == plain(texts(before)), f"step {number}, line {line}"


@settings(max_examples=examples(5), deadline=None, suppress_health_check=list(HealthCheck))
@given(source=programs())
def test_nothing_that_is_read_was_written_later(source: str) -> None:
    visits = record(source).visits
    dependencies = Dependencies(visits, source)
    for number in range(1, len(visits) + 1):
        for read in dependencies.reads(number):
            if read.writer.position is not None and not read.name.endswith("()"):
                assert read.writer.position < read.position, f"visit {number}, {read.name}"


def renumbered(frames: Iterable[int]) -> Mapping[int, int]:
    """Frames by number, counted from 1 in the order in which they are met first."""
    return {frame: place for place, frame in enumerate(dict.fromkeys(frames), 1)}


def plain(state: Mapping[str, str]) -> Mapping[str, str]:
    """A state with library objects by their type alone."""
    shorter = (
        (r" at 0x[0-9a-f]+", ""),
        (r"^Field\(.*\)$", "<Field>"),
        (r"<(?:\w+\.)*(\w+) object>", r"<\1>"),
        (r"<Task .*>", "<Task>"),
    )
    out = dict(state)
    for pattern, instead in shorter:
        out = {name: re.sub(pattern, instead, text) for name, text in out.items()}
    return out
