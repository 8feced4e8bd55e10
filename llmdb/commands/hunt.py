"""`hunt`: asks about few states of the run until the step is found at which a right one became wrong."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from llmdb.commands.base import Command
from llmdb.commands.deps import complete_name, dependencies_of, parse_path, source_line
from llmdb.commands.kept import keep_verdicts, kept_verdicts
from llmdb.commands.known import known_of
from llmdb.commands.parsing import parse_whole
from llmdb.commands.planning import fault_of, shows_at
from llmdb.commands.position import require_steps
from llmdb.commands.results import value_json
from llmdb.commands.verdict import fit_window
from llmdb.engine.cause.hunt import Judgement, Standing, stand
from llmdb.engine.cause.hunt_graph import WHOLE, State, StateGraph, build_states, skipped_conditions
from llmdb.engine.cause.hunt_question import (
    RETURNED,
    StateQuestion,
    describe_state,
    format_question,
    parts_of,
)
from llmdb.engine.cause.known import output_of
from llmdb.engine.cause.plan_graph import CauseFinder, Node, last_place, start_nodes, writers_of
from llmdb.engine.facts import gather_facts
from llmdb.engine.fix.loop import failed_test
from llmdb.engine.verdict.judging import ask_verdicts
from llmdb.engine.verdict.profile import describe_outcome
from llmdb.engine.verdict.prompt import Question, verdict_messages
from llmdb.errors import BadArgument, NoSuchName
from llmdb.llm.model import Usage
from llmdb.progress import Progress
from llmdb.session import Session
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from llmdb.llm.model import Message, Model
    from llmdb.registry import Registry
    from llmdb.trace import ExecutionTrace

HUNT = "hunt"
USER = "user"
_SAID: dict[str, Judgement] = {"right": "right", "wrong": "wrong", "unclear": "unclear"}

_HELP = """\
It begins at the failure (exception or failed test), or at NAME after the current step, which is then taken for wrong.
Each question is about one state that the wrong value came from and halves what is left: 100,000 steps take some 17.
What is known is not asked again: `right`, `wrong`, verdicts, comparisons with a correct run. The rest a model judges,
one call a question; with --offline, or where no model is set, you do: look around, then say `hunt right`,
`hunt wrong` or `hunt unclear`. `hunt wrong 31` says it of step 31 and overrules. `hunt` alone goes on; Ctrl-C keeps
the answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What somebody said of a state: a model's name, "user" or "compare", and the reason if one was given."""

    answer: Judgement
    by: str
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntResult:
    """Where the hunt stands.

    Attributes:
        about: what is wrong at the start, in words.
        questions: the states that were judged above the start, in the order of their steps, with the answers.
        next: the state that is to be judged now; None at the end.
        root: what the fault begins with; None before the end.
        source: the line of `next` or of `root`.
        made_of: the states that the root was made of, with what was said of them.
    """

    about: str
    standing: Standing
    questions: tuple[tuple[StateQuestion, Answered], ...]
    next: StateQuestion | None
    root: StateQuestion | None
    source: str
    made_of: tuple[StateQuestion, ...] = ()
    usage: Usage | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"root", "questions", "next", "left", "certain", "usage", "notes"}`."""
        root = self.root
        return {
            "root": None if root is None else {"step": root.step, "line": root.line},
            "questions": [
                {**_question_json(question), "answer": said.answer, "by": said.by, "why": said.why}
                for question, said in self.questions
            ],
            "next": None if self.next is None else _question_json(self.next),
            "left": self.standing.left,
            "certain": self.standing.certain,
            "usage": None if self.usage is None else self.usage.to_json(),
            "notes": list[Json](self.notes),
        }


def _question_json(question: StateQuestion) -> dict[str, Json]:
    data: dict[str, Json] = {
        "step": question.step,
        "line": question.line,
        "names": list[Json](question.values),
        "values": {name: value_json(value) for name, value in question.values.items()},
    }
    if question.condition:
        data["condition"] = question.condition
    if question.state.entry:
        data["entry"] = True
    return data


@dataclass
class _Hunt:
    """A hunt under way.

    Attributes:
        graph: the states above what is wrong at the start, or above the condition followed last.
        answers: what the model and the user said.
        followed: conditions that went wrong and so skipped a write; the hunt went on above each.
    """

    trace: ExecutionTrace
    about: str
    graph: StateGraph
    finder: CauseFinder
    answers: dict[State, Answered] = field(default_factory=dict)
    followed: set[State] = field(default_factory=set)
    usage: Usage | None = None


def register(registry: Registry) -> None:
    """Add `hunt`."""
    registry.command(
        Command(
            name="hunt",
            run=run_hunt,
            usage="hunt [NAME] [--offline] | hunt right|wrong|unclear [STEP]",
            summary="find the step at which a right state became wrong, with as few questions as possible",
            details=_HELP,
            group="model",
            complete=_complete,
            calls_model=True,
        )
    )


def run_hunt(session: Session, text: str) -> HuntResult:
    """`hunt [NAME] [--offline]` or `hunt right|wrong|unclear [STEP]`."""
    require_steps(session)
    words = text.split()
    said = _SAID.get(words[0]) if words else None
    offline = session.settings.model.name is None or "--offline" in words
    words = [word for word in words if word != "--offline"]
    hunt = _kept(session)
    if said is not None:
        hunt = hunt or _begin(session, "")
        _say(session, hunt, said, words[1:])
        offline = offline or not _asks_model(hunt)
    elif words or hunt is None:
        hunt = _begin(session, " ".join(words))
    return _go_on(session, hunt, offline)


def _kept(session: Session) -> _Hunt | None:
    kept = session.engine_state.get(HUNT)
    return kept if isinstance(kept, _Hunt) and kept.trace is session.trace else None


def _asks_model(hunt: _Hunt) -> bool:
    """Whether a model judged states of this hunt: it then goes on after the user's word, too."""
    return hunt.usage is not None


def _begin(session: Session, name: str) -> _Hunt:
    """A new hunt; what was said of states of this recording before still counts."""
    about, starts = _start(session, name)
    before = _kept(session)
    session.report(Progress(doing="following dependencies", done=len(session.trace), unit="steps"))
    found = dependencies_of(session)
    finder = CauseFinder(found, session.snippet.text)
    hunt = _Hunt(trace=session.trace, about=about, graph=build_states(found, starts), finder=finder)
    if before is not None:
        hunt.answers |= before.answers
    session.engine_state[HUNT] = hunt
    return hunt


def _start(session: Session, name: str) -> tuple[str, tuple[Node, ...]]:
    """What is wrong, and the statements that left it."""
    found = dependencies_of(session)
    if name:
        path = parse_path(name, "hunt")
        starts = writers_of(found, session.position, [path])
        if not starts:
            raise NoSuchName(
                f"no statement of the snippet wrote {path!r} as it is at step {session.position}"
            )
        return f"{path} after step {session.position}", starts
    known = output_of(found, known_of(session)[0])
    if known is not None:
        return f"{known[0].name or known[0].says} at step {known[0].step}", known[1]
    failed = any(not outcome.passed for outcome in session.test_outcomes) if session.tests else False
    if not failed and shows_at(session.trace)[0] is None:
        raise BadArgument(
            "nothing failed in this run; `hunt NAME` begins at a wrong value of the current step"
        )
    fault = fault_of(session)
    return fault.reason, start_nodes(found, fault.step, fault.names)


def _say(session: Session, hunt: _Hunt, answer: Judgement, rest: list[str]) -> None:
    """The user's word on a step, by default on the state that was asked about last."""
    if len(rest) > 1:
        raise BadArgument(f"hunt {answer} takes a step, not {' '.join(rest)!r}")
    asked = _stand(session, hunt).ask
    state = State(parse_whole(rest[0], "a step", lowest=1)) if rest else asked or State(session.position)
    if state != asked and state not in hunt.graph.states:
        raise BadArgument(
            f"{hunt.about} does not come from step {state.step}; `slice` shows what it comes from"
        )
    hunt.answers[state] = Answered(answer=answer, by=USER)


def _go_on(session: Session, hunt: _Hunt, offline: bool) -> HuntResult:
    """Ask until the end, or until the user has to answer."""
    while True:
        standing = _stand(session, hunt)
        if standing.ask is None or offline:
            return _result(session, hunt, standing, offline)
        done = sum(said.by != USER for said in hunt.answers.values())
        session.report(
            Progress(doing="hunting", done=done, unit="states judged", note=f"{standing.left} left")
        )
        _ask_model(session, hunt, describe_state(dependencies_of(session), hunt.graph, standing.ask))


def _stand(session: Session, hunt: _Hunt) -> Standing:
    """Where the hunt stands; a write that did not happen is looked for where all that was read is right."""
    answers = {state: said.answer for state, said in _answers(session, hunt).items()}
    while True:
        standing = stand(hunt.graph, answers)
        if standing.ask is not None:
            return standing
        skipped = skipped_conditions(hunt.finder, hunt.graph, standing.wrong)
        followed = hunt.followed | {standing.wrong}
        wrong = next((s for s in skipped if answers.get(s) == "wrong" and s not in followed), None)
        if wrong is None:
            ask = next((state for state in skipped if state not in answers), None)
            return replace(standing, ask=ask or _next_part(hunt, standing.wrong, answers))
        hunt.followed.add(wrong)
        hunt.graph = build_states(hunt.finder.found, [last_place(hunt.finder.found, wrong.step)])


def _next_part(hunt: _Hunt, wrong: State, answers: Mapping[State, Judgement]) -> State | None:
    """Of a step of several statements, the first whose result nobody judged, up to the first wrong one."""
    for part in parts_of(hunt.finder.found, hunt.graph, wrong):
        if part not in answers:
            return part
        if answers[part] == "wrong":
            return None
    return None


def messages_for(session: Session, text: str) -> list[Message]:
    """What `hunt` would send next; the first question where the rest is not known yet."""
    require_steps(session)
    hunt = _kept(session)
    if text.strip() or hunt is None:
        hunt = _begin(session, text.strip())
    ask = _stand(session, hunt).ask
    if ask is None:
        raise BadArgument("the hunt is at its end, so it asks nothing more")
    asked = describe_state(hunt.finder.found, hunt.graph, ask)
    return verdict_messages(_question_for(session, hunt, asked))


def _question_for(session: Session, hunt: _Hunt, asked: StateQuestion) -> Question:
    """The request for a verdict on one state."""
    trace = session.trace
    question = Question(
        program=session.snippet.text,
        task=session.task,
        failed=failed_test(session.test_outcomes) if session.tests else None,
        outcome=describe_outcome(trace.outcome),
        assumptions=tuple(session.assumed.splitlines()) if session.prefix else (),
        facts=gather_facts(trace, session.snippet.text, [asked.state.step]),
        left_out=len(trace) - 1,
        context=format_question(hunt.about, asked),
    )
    return fit_window(session, question)


def _ask_model(session: Session, hunt: _Hunt, asked: StateQuestion) -> None:
    """One call about one state; its answer is kept at once."""
    model = cast("Model", session.model)
    judged = ask_verdicts(model, _question_for(session, hunt, asked), len(session.trace))
    verdict = judged.verdicts[0].verdict
    hunt.answers[asked.state] = Answered(
        answer="right" if verdict.correct else "wrong", by=model.name, why=verdict.explanation
    )
    if judged.usage is not None:
        hunt.usage = judged.usage if hunt.usage is None else hunt.usage + judged.usage
    if asked.state in hunt.graph.states and not asked.state.entry:
        keep_verdicts(session, judged.verdicts)


def _answers(session: Session, hunt: _Hunt) -> dict[State, Answered]:
    """All that is known: verdicts, then comparisons and the hunt's own answers, then what the user said."""
    answers: dict[State, Answered] = {}
    for checked in kept_verdicts(session):
        if checked.by != "offline":
            verdict = checked.verdict
            answer: Judgement = "right" if verdict.correct else "wrong"
            answers[State(verdict.step)] = Answered(answer=answer, by=checked.by, why=verdict.explanation)
    answers |= {state: said for state, said in hunt.answers.items() if said.by != USER}
    answers |= dict(_known_answers(session))
    return answers | {state: said for state, said in hunt.answers.items() if said.by == USER}


def _known_answers(session: Session) -> Iterator[tuple[State, Answered]]:
    """What `right`, `wrong`, `unclear` and comparisons say, on the states that they are about."""
    found = dependencies_of(session)
    for entry in sorted(known_of(session)[0], key=lambda one: one.by == USER):
        kind = entry.says.split()[0]
        if kind not in _SAID:
            continue
        said = Answered(answer=_SAID[kind], by=entry.by)
        steps: Iterable[StepNo] = [entry.step]
        if entry.says in ("right", "wrong") and entry.name != RETURNED:
            steps = [step for step, _ in writers_of(found, entry.step, [entry.name])]
        elif entry.says == "wrong path":
            control = found.control(entry.step)
            steps = [control.step if control is not None else entry.step]
        yield from ((State(step), said) for step in steps)


def _result(session: Session, hunt: _Hunt, standing: Standing, offline: bool) -> HuntResult:
    found, graph = dependencies_of(session), hunt.graph
    answers = _answers(session, hunt)
    parts = parts_of(found, graph, standing.wrong)
    inside = sorted((state for state in (*graph.states, *parts) if state in answers), key=_order)
    ask = None if standing.ask is None else describe_state(found, graph, standing.ask)
    wrong = next(
        (part for part in parts if part in answers and answers[part].answer == "wrong"), standing.wrong
    )
    root = None if standing.root is None else describe_state(found, graph, wrong)
    shown = ask or root
    assert shown is not None
    session.move_to(shown.step)
    parents = graph.parents[graph.states.index(standing.wrong)] if root is not None else ()
    return HuntResult(
        about=hunt.about,
        standing=standing,
        questions=tuple((describe_state(found, graph, state), answers[state]) for state in inside),
        next=ask,
        root=root,
        source=source_line(session, shown.line),
        made_of=tuple(describe_state(found, graph, graph.states[number]) for number in parents),
        usage=hunt.usage,
        notes=tuple(_notes(standing, offline and session.settings.model.name is None)),
    )


def _order(state: State) -> tuple[StepNo, bool, bool, int]:
    """As they came to be: the entry of a call, then its statements, then the whole step."""
    return state.step, not state.entry, state.part == WHOLE, state.part


def _notes(standing: Standing, without_model: bool) -> Iterator[str]:
    if standing.ask is not None and without_model:
        yield "no model is set, so you judge"
    for state in standing.hidden:
        yield (
            f"step {state.step} was judged right although it came from step {standing.wrong.step}, which is wrong: "
            "it hides the fault, so it acquits nothing"
        )
    if standing.root is not None and not standing.certain:
        yield "not everything that this step was made of could be judged: the fault may begin above it"


def _complete(session: Session, text: str) -> Iterable[str]:
    return ("--offline", "right", "wrong", "unclear", *complete_name(session, text))
