"""Every form in which models answer, read as it was meant; and forms that nobody meant, read or refused in one line."""

import random
import time
from collections.abc import Callable

import pytest

from llmdb.ask.facts import BlockFacts
from llmdb.ask.field_questions import CallQuestion, parse_dynamic
from llmdb.ask.method_questions import MethodQuestion, parse_static
from llmdb.ask.prefix_reply import parse_reply as parse_prefix
from llmdb.ask.program_reply import proposed_program
from llmdb.ask.verdict_reply import parse_verdicts
from llmdb.ask.walk_reply import parse_reply as parse_walk
from llmdb.errors import BadAnswer
from tests.ask import library_forms, prefix_forms, program_forms, verdict_forms, walk_forms
from tests.ask.library_forms import FieldForm, MethodForm
from tests.ask.prefix_forms import PrefixForm
from tests.ask.program_forms import SNIPPET, ProgramForm
from tests.ask.verdict_forms import VerdictForm
from tests.ask.walk_forms import WalkForm

ASKED = ((2, 3), (3, 4), (5, 6), (3, 8), (7, 14))
FACTS = tuple(
    BlockFacts(step=step, block=block, scope="f", source="x = 1", before={}, after={})
    for block, step in ASKED
)
METHODS = tuple(MethodQuestion(name, name) for name in ("writer.writerow(list)", "reader.peek()"))
CALLS = (CallQuestion("xs.insert(0, 3)", ()), CallQuestion("d.update(e)", ()))


def by_name(form: object) -> str:
    return str(getattr(form, "name", form))


@pytest.mark.parametrize("form", verdict_forms.FORMS, ids=by_name)
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


@pytest.mark.parametrize("form", program_forms.FORMS, ids=by_name)
def test_programs_are_read_in_this_form(form: ProgramForm) -> None:
    if form.makes is None:
        with pytest.raises(BadAnswer) as refused:
            proposed_program(form.snippet, form.reply)
        assert form.why in str(refused.value)
    else:
        assert proposed_program(form.snippet, form.reply) == form.makes


@pytest.mark.parametrize("form", walk_forms.FORMS, ids=by_name)
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


@pytest.mark.parametrize("form", prefix_forms.FORMS, ids=by_name)
def test_prefixes_are_read_in_this_form(form: PrefixForm) -> None:
    if form.statements:
        assert tuple(parse_prefix(form.reply)) == form.statements
    else:
        with pytest.raises(BadAnswer):
            parse_prefix(form.reply)


@pytest.mark.parametrize("form", library_forms.METHODS, ids=by_name)
def test_what_methods_do_is_read_in_this_form(form: MethodForm) -> None:
    found = parse_static(form.reply, METHODS)
    tags = [
        () if access is None else (access.type, access.action, access.structure, access.position)
        for access in (found.get(method.signature) for method in METHODS)
    ]
    assert [one[: 1 if one[:1] == ("get",) else 4] for one in tags] == [form.writer, form.reader]


@pytest.mark.parametrize("form", library_forms.FIELDS, ids=by_name)
def test_what_calls_write_is_read_in_this_form(form: FieldForm) -> None:
    found = parse_dynamic(form.reply, CALLS)
    assert (found.get(0), found.get(1)) == (form.first, form.second)


READERS: dict[str, Callable[[str], object]] = {
    "verdict": lambda text: parse_verdicts(text, FACTS),
    "program": lambda text: proposed_program(SNIPPET, text),
    "walk": lambda text: parse_walk(text, known_blocks=5),
    "prefix": parse_prefix,
    "methods": lambda text: parse_static(text, METHODS),
    "calls": lambda text: parse_dynamic(text, CALLS),
}
REPLIES = [
    *(form.reply for form in verdict_forms.FORMS),
    *(form.reply for form in program_forms.FORMS),
    *(form.reply for form in walk_forms.FORMS),
    *(form.reply for form in prefix_forms.FORMS),
    *(form.reply for form in library_forms.METHODS),
    *(form.reply for form in library_forms.FIELDS),
]
PIECES = [
    *"{}[]()<>\"'`\\\n\t :,#|*@-+=~.…0é\x00\ud800“",
    "```",
    "```python\n",
    "</think>",
    "<think>",
    '"correct": ',
    "Block: 3\n",
    "Symbol Table: {",
    "@@ -1 +1 @@\n",
    "<<<<<<< SEARCH\n",
    "=======\n",
    ">>>>>>> REPLACE\n",
    "def totals(rows):\n",
    '"""',
    "BLOCK-7@14: ",
    "9" * 400,
]
MOST_LOOPS = 1_250_000
"""So many additions in a loop take 50 ms on a machine that does nothing else: the longest that a reply may be read."""


def mutated(chance: random.Random) -> str:
    """A reply with pieces taken out, doubled, moved in from others and put in, cut off or grown to 100 kB."""
    text = chance.choice(REPLIES)
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((1, 3, 20, 200)))
        match chance.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + chance.choice(PIECES) + text[start:]
            case 2:
                text = text[:end] + text[start:]
            case 3:
                other = chance.choice(REPLIES)
                text = text[:start] + other[chance.randrange(len(other) + 1) :] + text[end:]
            case 4:
                text = text[:end]
    if text and chance.random() < 0.05:
        size = chance.choice((10_000, 100_000))
        part = text[: chance.choice((1, 5, 50, len(text)))]
        text = (part * (size // len(part) + 1))[:size]
    return text


def slow_or_broken(seed: int, count: int) -> list[str]:
    """What readers did with mutated replies that they must not do: raise something else, or take too long."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        text = mutated(chance)
        for name, reader in READERS.items():
            took = _seconds(reader, text)
            if took > 0.05 and (took := min(_seconds(reader, text) for _ in range(5))) > _most_seconds():
                found.append(
                    f"{name}, seed {seed}, {number}: {took:.3f} s for {len(text)} characters, {text[:60]!r}"
                )
    return found


def _most_seconds() -> float:
    """50 ms, or what takes as long and half as long again just now, where other processes slow this one down."""
    return max(0.05, 1.5 * _seconds(lambda text: sum(1 for _ in range(MOST_LOOPS)), ""))


def _seconds(reader: Callable[[str], object], text: str) -> float:
    began, said = time.process_time(), ""
    try:
        reader(text)
    except BadAnswer as refused:
        said = str(refused)
    took = time.process_time() - began
    assert "\n" not in said
    assert len(said) < 300
    return took


@pytest.mark.parametrize("seed", range(4))
def test_any_reply_is_read_or_refused_in_one_line_and_quickly(seed: int) -> None:
    assert slow_or_broken(seed, 750) == []
