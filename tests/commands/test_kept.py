"""What commands keep between them is found by its class, and goes with the run that it is about."""

from dataclasses import dataclass

from llmdb.commands.deps import dependencies_of
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.state.kept_verdicts import KeptVerdicts
from llmdb.commands.state.known import Judgements
from llmdb.kept import Kept
from llmdb.slicing import Dependencies
from tests.commands.conftest import OpenSession


@dataclass(frozen=True)
class _Score:
    right: int = 0


def test_a_value_is_found_by_its_class_and_replaced_by_the_next_of_that_class() -> None:
    kept = Kept()
    kept.put(_Score(right=1))
    kept.put("a text")
    kept.put(_Score(right=2))
    assert (kept.get(_Score), kept.get(str), kept.get(int)) == (_Score(right=2), "a text", None)


def test_what_is_made_when_first_asked_for_is_made_once() -> None:
    kept = Kept()
    first = kept.get_or_make(list, list)
    assert kept.get_or_make(list, list) is first


def test_what_is_dropped_is_gone_and_need_not_have_been_there() -> None:
    kept = Kept()
    kept.put(_Score())
    kept.drop(_Score)
    kept.drop(int)
    assert kept.get(_Score) is None
    assert len(kept) == 0


def test_some_classes_alone_can_be_taken_over() -> None:
    kept = Kept()
    kept.put(_Score(right=1))
    kept.put("a text")
    chosen = kept.only(_Score, int)
    assert (chosen.get(_Score), chosen.get(str), kept.get(str)) == (_Score(right=1), None, "a text")


def test_what_was_said_of_a_run_is_there_when_it_is_looked_at_again(open_session: OpenSession) -> None:
    session = open_session("# test: assert f(1) == 2\ndef f(n):\n    return n - 1\n")
    dispatch(session, "verdict all --offline")
    dispatch(session, "goto end")
    dispatch(session, "root")
    said = (session.run.kept.get(KeptVerdicts), session.run.kept.get(Judgements))
    assert None not in said
    dispatch(session, "fix --offline")
    dispatch(session, "accept")
    assert (session.run.kept.get(KeptVerdicts), session.run.kept.get(Judgements)) != said
    dispatch(session, "version 1")
    assert (session.run.kept.get(KeptVerdicts), session.run.kept.get(Judgements)) == said
    assert session.run.kept.get(Dependencies) is None


def test_what_was_found_out_about_a_run_goes_with_it(open_session: OpenSession) -> None:
    session = open_session("x = 1\ny = x + 1\n")
    before = dependencies_of(session)
    assert session.run.kept.get(Dependencies) is before
    dispatch(session, "run")
    assert session.run.kept.get(Dependencies) is None
    assert dependencies_of(session) is not before
