"""Every form in which models answer, read as it was meant; and forms that nobody meant, read or refused in one line."""

import pytest

from llmdb.ask.field_questions import parse_dynamic
from llmdb.ask.method_questions import parse_static
from llmdb.ask.prefix_reply import parse_reply as parse_prefix
from llmdb.ask.program_reply import proposed_program
from llmdb.ask.step_questions import find_references
from llmdb.ask.verdict_reply import parse_verdicts
from llmdb.ask.walk_reply import parse_reply as parse_walk
from llmdb.errors import BadAnswer
from tests.ask import (
    further_others,
    further_programs,
    further_verdicts,
    further_walks,
    library_forms,
    prefix_forms,
    program_forms,
    verdict_forms,
    walk_forms,
)
from tests.ask.further_others import FreeForm
from tests.ask.library_forms import FieldForm, MethodForm
from tests.ask.mutated_replies import CALLS, FACTS, HOSTILE, METHODS, STEPS, checked, slow_or_broken, too_slow
from tests.ask.prefix_forms import PrefixForm
from tests.ask.program_forms import ProgramForm
from tests.ask.verdict_forms import VerdictForm
from tests.ask.walk_forms import WalkForm
from tests.examples import examples


def by_name(form: object) -> str:
    return str(getattr(form, "name", form))


@pytest.mark.parametrize("form", verdict_forms.FORMS + further_verdicts.FORMS, ids=by_name)
def test_verdicts_are_read_in_this_form(form: VerdictForm) -> None:
    facts = [fact for fact in FACTS if form.only in (None, fact.step)]
    if not form.means:
        with pytest.raises(BadAnswer):
            parse_verdicts(form.reply, facts)
        return
    reply = parse_verdicts(form.reply, facts)
    assert {verdict.step: verdict.correct for verdict in reply.verdicts} == form.means
    assert reply.is_cut == form.partial
    assert form.says in reply.verdicts[-1].explanation


@pytest.mark.parametrize("form", program_forms.FORMS + further_programs.FORMS, ids=by_name)
def test_programs_are_read_in_this_form(form: ProgramForm) -> None:
    if form.makes is None:
        with pytest.raises(BadAnswer) as refused:
            proposed_program(form.snippet, form.reply)
        assert form.why in str(refused.value)
    else:
        assert proposed_program(form.snippet, form.reply) == form.makes


@pytest.mark.parametrize("form", walk_forms.FORMS + further_walks.FORMS, ids=by_name)
def test_walks_are_read_in_this_form(form: WalkForm) -> None:
    if not form.blocks:
        with pytest.raises(BadAnswer):
            parse_walk(form.reply, known_blocks=5)
        return
    walk = parse_walk(form.reply, known_blocks=5)
    assert tuple(step.block for step in walk.steps) == form.blocks
    assert walk.stops_early == form.partial
    assert (None if walk.error is None else (walk.error.type, walk.error.block)) == form.error
    if form.last:
        assert {n: (v.repr, v.type) for n, v in (walk.steps[-1].state or {}).items()} == form.last


@pytest.mark.parametrize("form", prefix_forms.FORMS + further_others.PREFIXES, ids=by_name)
def test_prefixes_are_read_in_this_form(form: PrefixForm) -> None:
    if form.statements or "initialization" in form.reply:
        assert tuple(parse_prefix(form.reply)) == form.statements
    else:
        with pytest.raises(BadAnswer):
            parse_prefix(form.reply)


@pytest.mark.parametrize("form", library_forms.METHODS + further_others.METHODS, ids=by_name)
def test_what_methods_do_is_read_in_this_form(form: MethodForm) -> None:
    found = parse_static(form.reply, METHODS)
    tags = [
        () if access is None else (access.type, access.action, access.structure, access.position)
        for access in (found.get(method.signature) for method in METHODS)
    ]
    assert [one[: 1 if one[:1] == ("get",) else 4] for one in tags] == [form.writer, form.reader]


@pytest.mark.parametrize("form", library_forms.FIELDS + further_others.FIELDS, ids=by_name)
def test_what_calls_write_is_read_in_this_form(form: FieldForm) -> None:
    found = parse_dynamic(form.reply, CALLS)
    assert (found.get(0), found.get(1)) == (form.first, form.second)


@pytest.mark.parametrize("form", further_others.FREE, ids=by_name)
def test_free_answers_are_read_in_this_form(form: FreeForm) -> None:
    assert find_references(form.reply, STEPS) == form.steps
    stated = [(one.claim.name, one.claim.stated, one.claim.holds) for one in checked(form.reply)]
    assert stated == list(form.claims)


@pytest.mark.parametrize("seed", range(2))
def test_any_reply_is_read_or_refused_in_one_line_and_quickly(seed: int) -> None:
    assert slow_or_broken(seed, examples(250)) == []


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:20]))
def test_hostile_text_of_any_size_is_read_in_linear_time(text: str) -> None:
    assert too_slow(text, size=30_000, most_s=0.3) == []
