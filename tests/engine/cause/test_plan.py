"""The debugging plan on a recorded program."""

from llmdb.engine.cause.plan import Feedback, make_plan
from tests.slicing.recorded import dependencies

CHAIN = """\
a = 1
b = 2
if b:
    c = a + b
if c:
    d = c * 2
if d:
    e = d - b
"""


def test_the_plan_follows_what_was_read_and_ends_at_the_root() -> None:
    found = dependencies(CHAIN)
    made = make_plan(found, len(found.trace), "e", Feedback())
    assert [(s.line, s.name) for s in made.plan] == [(8, "e")]
    assert made.root == made.plan[-1]
    far = make_plan(found, len(found.trace), "e", Feedback(root=1))
    assert [(s.line, s.name) for s in far.plan][:3] == [(8, "e"), (6, "d"), (4, "c")]
    assert far.root.step == 1


def test_scores_grow_towards_the_output_and_the_highest_is_one() -> None:
    found = dependencies(CHAIN)
    scores = [s.suspiciousness for s in make_plan(found, len(found.trace), "e", Feedback(root=1)).plan]
    assert scores[0] == 1.0
    assert scores == sorted(scores, reverse=True)


def test_a_right_value_weighs_nothing_and_leaves_fewer_steps() -> None:
    found = dependencies(CHAIN)
    whole = make_plan(found, len(found.trace), "e", Feedback())
    less = make_plan(found, len(found.trace), "e", Feedback(right=frozenset({(2, 0)})))
    assert less.remaining < whole.remaining
    assert 4 not in [s.line for s in less.plan]


def test_an_unclear_step_weighs_half() -> None:
    found = dependencies(CHAIN)
    unclear = frozenset({(len(found.trace), 0)})
    made = make_plan(found, len(found.trace), "e", Feedback(unclear=unclear))
    assert made.root.line != 8
