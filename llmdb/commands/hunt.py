"""`hunt`: asks about few states of the run until the step is found at which a right one became wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from llmdb.arguments import Rest, Switch
from llmdb.ask.facts import gather_facts
from llmdb.ask.verdict_prompt import Question, verdict_messages
from llmdb.ask.verdicts import ask_verdicts
from llmdb.command import Command, Form
from llmdb.commands.compare import correct_run
from llmdb.commands.deps import complete_name, dependencies_of, source_line
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.results.hunt import USER, Answered, HuntResult
from llmdb.commands.state.hunt import Hunt, answers_of, begin_hunt, kept_hunt, stand_now
from llmdb.commands.state.kept_verdicts import keep_verdicts
from llmdb.commands.state.known import judge, kept_notes
from llmdb.commands.state.plan_context import situation_of
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.steps import question_with_step
from llmdb.commands.verdict import fit_window
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.locate.hunt.halving import Halving, Judgement
from llmdb.locate.hunt.question import (
    StateQuestion,
    describe_state,
    format_questions,
    judged_by_itself,
    parts_of,
    root_line,
    went_on_after,
)
from llmdb.locate.hunt.state_graph import WHOLE, State
from llmdb.locate.judgements import Known
from llmdb.progress import Progress
from llmdb.session import Session
from llmdb.types import LineNo, StepNo

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from llmdb.llm.model import Message, Model
    from llmdb.registry import Registry

COMPARE = "compare"
MOST_NAMED = 5
"""Steps that one note names."""
_ANSWERS: dict[bool | None, Judgement] = {True: "right", False: "wrong", None: "unclear"}
_HELP = (
    "It begins at the failure (exception or failed test), or at NAME after the current step, which is then taken for "
    "wrong. Each question is about one state that the wrong value came from and halves what is left: 100,000 steps "
    "take some 17. What is known is not asked again: `right`, `wrong`, verdicts, comparisons with a correct run. The "
    "rest a model judges, one call for each value or condition; with --offline, or where no model is set, you do: "
    "look around, then say "
    "`hunt right`, `hunt wrong` or `hunt unclear`. `hunt wrong 31` says it of step 31 and overrules. `hunt` alone goes "
    "on; Ctrl-C keeps the answers. What you say is kept for this program, as with `right` and `wrong`: `plan --forget` "
    "drops it.\n"
    "What was right when it was written may be out of date when it is read: where a question, or the end, shows what a "
    "step read, `hunt wrong NAME` says which of it was wrong then, and the hunt looks for the change that is missing."
)


def register(registry: Registry) -> None:
    """Add `hunt`."""
    registry.command(
        Command(
            name="hunt",
            run=run_hunt,
            arguments=(Rest("name", complete=complete_name), Switch("--offline")),
            messages=hunt_messages,
            calls_model=True,
            forms={
                "right": Form(
                    run=partial(answer_hunt, "right"), arguments=(Rest("step"), Switch("--offline"))
                ),
                "wrong": Form(
                    run=partial(answer_hunt, "wrong"),
                    arguments=(Rest("step", shown="STEP | NAME"), Switch("--offline")),
                ),
                "unclear": Form(
                    run=partial(answer_hunt, "unclear"), arguments=(Rest("step"), Switch("--offline"))
                ),
            },
            summary="find the step at which a right state became wrong, with as few questions as possible",
            details=_HELP,
            group="model",
        )
    )


def answer_hunt(answer: Judgement, session: Session, step: str, offline: bool) -> HuntResult:
    """`hunt right [STEP]`, `hunt wrong [STEP | NAME]`, `hunt unclear [STEP]`."""
    require_steps(session)
    hunt = kept_hunt(session) or begin_hunt(session, "")
    offline = offline or session.settings.model.name is None or not _asks_model(hunt)
    _say(session, hunt, answer, step.split(), offline)
    return _go_on(session, hunt, offline)


def run_hunt(session: Session, name: str, offline: bool) -> HuntResult:
    """`hunt [NAME] [--offline]`."""
    require_steps(session)
    hunt = kept_hunt(session)
    if name or hunt is None:
        hunt = begin_hunt(session, name)
    result = _go_on(session, hunt, offline or session.settings.model.name is None)
    alone = ("no model is set, so you judge",) if result.next and session.settings.model.name is None else ()
    return replace(result, notes=(*kept_notes(session), *alone, *result.notes))


def _asks_model(hunt: Hunt) -> bool:
    """Whether a model judged states of this hunt: it then goes on after the user's word, too."""
    return hunt.usage is not None


def _stand(session: Session, hunt: Hunt, offline: bool) -> Halving:
    return stand_now(session, hunt, by_user=offline and correct_run(session) is None)


def _say(session: Session, hunt: Hunt, answer: Judgement, rest: list[str], offline: bool) -> None:
    """The user's word on a step, by default on the state that was asked about last, or of what it read on a name."""
    halving = _stand(session, hunt, offline)
    asked = halving.ask
    if answer == "wrong" and rest and not rest[0].isdecimal():
        _say_of_name(session, hunt, halving, " ".join(rest))
        return
    if len(rest) > 1:
        raise BadArgument(f"hunt {answer} takes a step, not {' '.join(rest)!r}")
    state = _state_of(session, rest[0], answer) if rest else asked or State(session.visit)
    if state != asked and state not in hunt.graph.states:
        raise BadArgument(
            f"what is wrong does not come from step {rest[0] if rest else session.position}; "
            "`slice` shows what it comes from"
        )
    _keep(session, hunt, state, answer)


def _state_of(session: Session, text: str, answer: str) -> State:
    step = parse_whole(text, "a step", lowest=1)
    if step > len(session.trace):
        raise NoSuchStep(
            f"the trace has {len(session.trace)} steps; hunt {answer} takes 1 to {len(session.trace)}"
        )
    return State(session.trace.visit_of(step))


def _say_of_name(session: Session, hunt: Hunt, halving: Halving, name: str) -> None:
    """The user's word that a value was wrong as the wrong state that is the nearest to the root read it."""
    inputs = halving.wrong.inputs
    known = describe_state(hunt.finder.found, hunt.graph, inputs).values
    if name not in known:
        names = " or ".join(["a step", *known])
        raise BadArgument(f"hunt wrong takes {names}, not {name!r}")
    _keep(session, hunt, inputs, "wrong")
    _keep(session, hunt, inputs._replace(name=name), "wrong")


def _keep(session: Session, hunt: Hunt, state: State, answer: Judgement) -> None:
    """Keep the user's word with the other judgements."""
    asked_of = describe_state(hunt.finder.found, hunt.graph, state)
    judge(
        session,
        Known(
            step=state.step,
            line=asked_of.line,
            says=answer,
            value=asked_of.condition,
            of=state.kind,
            saw=tuple((name, value.repr) for name, value in asked_of.values.items()),
        ),
    )


def _go_on(session: Session, hunt: Hunt, offline: bool) -> HuntResult:
    """Ask until the end, or until the user has to answer."""
    while True:
        halving = _stand(session, hunt, offline)
        if halving.ask is not None and _ask_correct_run(session, hunt, halving.ask):
            continue
        if halving.ask is None or offline:
            return _result(session, hunt, halving)
        done = sum(said.by != USER for said in hunt.answers.values())
        session.report(
            Progress(doing="hunting", done=done, unit="states judged", note=f"{halving.left} left")
        )
        _ask_model(session, hunt, describe_state(dependencies_of(session), hunt.graph, halving.ask))


def hunt_messages(session: Session, name: str, offline: bool) -> list[Message]:
    """What `hunt` would send next; the first question where the rest is not known yet."""
    if offline:
        raise BadArgument("hunt --offline sends nothing")
    require_steps(session)
    hunt = kept_hunt(session)
    if name or hunt is None:
        hunt = begin_hunt(session, name)
    ask = stand_now(session, hunt).ask
    if ask is None:
        raise BadArgument("the hunt is at its end, so it asks nothing more")
    asked = describe_state(hunt.finder.found, hunt.graph, ask)
    return verdict_messages(_question_for(session, asked, format_questions(hunt.about, asked)[0]))


def _question_for(session: Session, asked: StateQuestion, about: str) -> Question:
    """The request for a verdict on one thing about a state."""
    trace = session.trace
    question = Question(
        situation=situation_of(session, hints=False),
        facts=gather_facts(trace, session.snippet.text, [asked.state.step]),
        left_out=len(trace.visits) - 1,
        about=about,
    )
    return fit_window(session, question)


def _ask_correct_run(session: Session, hunt: Hunt, state: State) -> bool:
    """Whether the run that this one was compared with tells about a state."""
    correct = correct_run(session)
    told = None
    if correct is not None:
        told = correct.answer(describe_state(dependencies_of(session), hunt.graph, state))
    if told is not None:
        hunt.answers[state] = Answered(answer=told[0], by=COMPARE, why=told[1])
    return told is not None


def _ask_model(session: Session, hunt: Hunt, asked: StateQuestion) -> None:
    """A call about each value and the condition of a state, until one is not right; the answer is kept at once."""
    model = cast("Model", session.model)
    for about in format_questions(hunt.about, asked):
        judged = ask_verdicts(model, _question_for(session, asked, about), len(session.visits))
        if judged.usage is not None:
            hunt.usage = judged.usage if hunt.usage is None else hunt.usage + judged.usage
        if not judged.verdicts[0].verdict.correct:
            break
    verdict = judged.verdicts[0].verdict
    hunt.answers[asked.state] = Answered(
        answer=_ANSWERS[verdict.correct], by=model.name, why=verdict.explanation
    )
    if asked.state in hunt.graph.states and not asked.state.entry:
        keep_verdicts(session, judged.verdicts)


def _result(session: Session, hunt: Hunt, halving: Halving) -> HuntResult:
    found, graph = dependencies_of(session), hunt.graph
    answers = answers_of(session, hunt)
    known = frozenset(graph.states)
    inside = sorted((state for state in answers if state.name or state.whole in known), key=_order)
    ask = None if halving.ask is None else describe_state(found, graph, halving.ask)
    root = None if halving.root is None else _root(hunt, halving, answers)
    shown = ask or root
    assert shown is not None

    def told(asked_of: StateQuestion) -> StateQuestion:
        return question_with_step(session, asked_of)

    since, was_read = _since(hunt, halving), _was_read(hunt, halving, answers)
    session.move_to(told(shown).shown)
    parents = graph.parents[graph.states.index(halving.wrong)] if root is not None else ()
    return HuntResult(
        about=hunt.about,
        halving=halving,
        questions=tuple((told(describe_state(found, graph, state)), answers[state]) for state in inside),
        next=told(ask) if ask is not None else None,
        root=told(root) if root is not None else None,
        source=source_line(session, shown.line),
        made_of=tuple(told(describe_state(found, graph, graph.states[number])) for number in parents),
        since=(session.trace.step_of(*since), since[1]) if since is not None else None,
        was_read=told(was_read) if was_read is not None else None,
        usage=hunt.usage,
        notes=tuple(_notes(session, halving)),
    )


def _since(hunt: Hunt, halving: Halving) -> tuple[StepNo, LineNo] | None:
    """The step after which a change of a value is missing, or perhaps the end of a loop, with its last line."""
    missing, found = halving.missing, hunt.finder.found
    if halving.ask is not None:
        return None
    since = halving.since if missing is not None and missing.name else went_on_after(found, halving.wrong)
    return (since, found.trace.lines(since)[-1]) if since else None


def _was_read(hunt: Hunt, halving: Halving, answers: Mapping[State, Answered]) -> StateQuestion | None:
    """What the root read, where nobody was asked about that."""
    inputs = halving.wrong.inputs
    found, graph = hunt.finder.found, hunt.graph
    if halving.ask is not None or halving.missing is not None or inputs in answers:
        return None
    if not halving.all_right or judged_by_itself(found, graph, halving.wrong) is not None:
        return None
    return describe_state(found, graph, inputs)


def _root(hunt: Hunt, halving: Halving, answers: Mapping[State, Answered]) -> StateQuestion:
    """What the fault begins with: where a write is missing, the first wrong statement of a step, or its last."""
    found, graph = hunt.finder.found, hunt.graph
    if halving.missing is not None:
        return describe_state(found, graph, halving.missing)
    parts = parts_of(found, graph, halving.wrong)
    judged = [part for part in parts if part in answers]
    for answer in ("wrong",) if halving.wrong.entry else ("wrong", "unclear"):
        first = next((part for part in judged if answers[part].answer == answer), None)
        if first is not None:
            return describe_state(found, graph, first)
    root = describe_state(found, graph, halving.wrong)
    is_last = parts and len(judged) == len(parts)
    return replace(root, line=root_line(found, graph, halving.wrong)) if is_last else root


def _order(state: State) -> tuple[StepNo, bool, bool, bool, int, str]:
    """As they came to be: the entry of a call, what the step read, its statements, then the whole step."""
    return state.step, not state.entry, not state.reads, state.part == WHOLE, state.part, state.name


def _notes(session: Session, halving: Halving) -> Iterator[str]:
    last = session.trace.last_step_of
    hidden = list(dict.fromkeys(last(state.step) for state in halving.hidden))
    if hidden:
        numbers = ", ".join(map(str, hidden[:MOST_NAMED])) + ", ..." * (len(hidden) > MOST_NAMED)
        yield (
            f"judged right, and acquits nothing, as it came from step {last(halving.wrong.step)}, which is wrong: "
            f"step{'s' * (len(hidden) > 1)} {numbers}"
        )
    if halving.root is not None and not halving.certain:
        yield "not everything that this step was made of could be judged: the fault may begin above it"
