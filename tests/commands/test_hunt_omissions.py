"""Hunts for what is missing or too early: items under another key, loops that were left too late or too soon."""

import pytest

from llmdb.ui.context import ViewContext
from llmdb.ui.views.hunt import view_hunt
from tests.commands.conftest import OpenSession
from tests.commands.judged import Judged

pytestmark = pytest.mark.usefixtures("shared_runs")

ROOMS = """\
def place(rooms, names):
    plan = {}
    for name in names:
        for room in rooms:
            if room not in plan.values():
                plan[name] = room
                break
    return plan
"""


def test_a_break_that_is_missing_is_looked_for_before_the_turn_that_should_not_be(
    open_session: OpenSession,
) -> None:
    faulty = ROOMS.replace("                break\n", "")
    judged = Judged(open_session, faulty, ROOMS, "assert place([1, 2], ['a', 'b']) == {'a': 1, 'b': 2}")
    assert judged.since() == (4, 6, 6)
    shown = str(view_hunt(judged.result, ViewContext(width=120)))
    assert "the fault begins here, or the loop should have been left after step 6, line 6" in shown


def test_a_break_too_early_is_where_a_value_that_was_right_should_have_changed(
    open_session: OpenSession,
) -> None:
    correct = """\
def best(xs):
    top = None
    for x in xs:
        if top is None or x > top:
            top = x
    return top
"""
    faulty = correct.replace("            top = x\n", "            top = x\n            break\n")
    judged = Judged(open_session, faulty, correct, "assert best([3, 9, 4]) == 9")
    assert judged.since() == (7, 5, 6)
    shown = str(view_hunt(judged.result, ViewContext(width=120)))
    assert "top should be another by now: a change of it is missing after step 5, line 6" in shown


def test_an_item_that_is_missing_is_looked_for_in_the_call_that_made_the_container(
    open_session: OpenSession,
) -> None:
    correct = """\
def users_of(needs):
    users = {name: [] for name in needs}
    for name, before in needs.items():
        for other in before:
            users[other].append(name)
    return users


def first_users(needs, name):
    users = users_of(needs)
    found = []
    for user in users[name]:
        found.append(user)
    return found
"""
    faulty = correct.replace("users[other].append(name)", "users[name].append(other)")
    judged = Judged(open_session, faulty, correct, "assert first_users({'a': ['b'], 'b': []}, 'b') == ['a']")
    assert judged.root()[0] == 5


def test_the_key_that_an_item_was_stored_under_is_judged_with_it(open_session: OpenSession) -> None:
    correct = "def key(x):\n    return x % 3\n\ndef count(xs):\n    found = {}\n    for x in xs:\n"
    correct += "        found[key(x)] = 1\n    return list(found)\n"
    faulty = correct.replace("x % 3", "x % 2")
    judged = Judged(open_session, faulty, correct, "assert count([2, 4]) == [2, 1]")
    assert judged.root() == (2, True)


def test_a_call_that_the_correct_program_does_not_make_is_the_root_in_its_caller(
    open_session: OpenSession,
) -> None:
    correct = """\
def half(n):
    return n / 2


def left(n):
    n += half(n)
    n -= 1
    return n
"""
    faulty = correct.replace("n -= 1", "n -= 1 - half(n)")
    judged = Judged(open_session, faulty, correct, "assert left(4) == 5")
    assert judged.root()[0] == 7


def test_a_statement_whose_value_a_later_one_of_the_step_changes_is_not_judged_by_that(
    open_session: OpenSession,
) -> None:
    correct = """\
def runs(items):
    out = []
    current = []
    for item in items:
        if current and item != current[-1]:
            out.append(current)
            current = []
        current.append(item)
    return out
"""
    faulty = correct.replace("            current = []\n", "            current.clear()\n")
    judged = Judged(open_session, faulty, correct, "assert runs([1, 1, 2, 1]) == [[1, 1], [2]]")
    assert judged.root()[0] == 7
