"""`hunt`: asks about few states of the run until the step is found at which a right one became wrong.

A hunt under way keeps what is wrong at its start, the states above that, and what is known of them.
"""

from __future__ import annotations

from dataclasses import field, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from llmdb.arguments import Rest, Switch
from llmdb.ask.facts import gather_facts
from llmdb.ask.verdict_prompt import Question, verdict_messages
from llmdb.ask.verdicts import ask_verdicts
from llmdb.command import Command, Form
from llmdb.commands.compare import correct_run
from llmdb.commands.deps import complete_name, dependencies_of, known_origins, source_line
from llmdb.commands.line.parsing import parse_path, parse_whole
from llmdb.commands.state.kept_verdicts import keep_verdicts, kept_verdicts
from llmdb.commands.state.known import judge, kept_notes, known_of
from llmdb.commands.state.plan_context import situation_of
from llmdb.commands.state.planning import fault_of, is_failing, planner_of
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.steps import question_with_step
from llmdb.commands.verdict import fit_window
from llmdb.errors import BadArgument, NoSuchName, NoSuchStep
from llmdb.locate.hunt.halving import Halving, Judgement, halve
from llmdb.locate.hunt.question import (
    Missing,
    Stale,
    StateQuestion,
    describe_state,
    format_questions,
    judged_by_itself,
    parts_of,
    root_line,
    went_on_after,
)
from llmdb.locate.hunt.states import (
    MOST_SKIPPED,
    RETURNED,
    WHOLE,
    State,
    StateGraph,
    build_states,
    judged_places,
    skipped_conditions,
)
from llmdb.locate.judgements import Known, output_of
from llmdb.locate.plan.cause_graph import CauseFinder, Node, last_place, start_nodes, writers_of
from llmdb.progress import Progress
from llmdb.session import Session
from llmdb.slicing.syntax.finding import root_of
from llmdb.types import Json, LineNo, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from llmdb.llm.model import Message, Model, Usage
    from llmdb.locate.hunt.halving import Halving, Judgement
    from llmdb.locate.hunt.question import StateQuestion
    from llmdb.registry import Registry
    from llmdb.session import Session
    from llmdb.slicing.syntax.uses import Statement
    from llmdb.types import VisitNo

USER = "user"
SAID: dict[str, Judgement] = {"right": "right", "wrong": "wrong", "unclear": "unclear"}


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
        made_of: the states that the root was made of.
        since: where a change is missing, or a loop should perhaps have ended, the step and line after which it is.
        was_read: what the root read, where only the states that left it were judged; None where it was, too.
    """

    about: str
    halving: Halving
    questions: tuple[tuple[StateQuestion, Answered], ...]
    next: StateQuestion | None
    root: StateQuestion | None
    source: str
    made_of: tuple[StateQuestion, ...] = ()
    since: tuple[StepNo, LineNo] | None = None
    was_read: StateQuestion | None = None
    usage: Usage | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """`{"root", "since", "questions", "next", "left", "certain", "usage", "notes"}`."""
        root = self.root
        return {
            "root": None if root is None else {"step": root.shown, "line": root.line},
            "since": None if self.since is None else {"step": self.since[0], "line": self.since[1]},
            "questions": [
                {**_question_json(question), "answer": said.answer, "by": said.by, "why": said.why}
                for question, said in self.questions
            ],
            "next": None if self.next is None else _question_json(self.next),
            "left": self.halving.left,
            "certain": self.halving.certain,
            "usage": None if self.usage is None else self.usage.to_json(),
            "notes": list[Json](self.notes),
        }


def _question_json(question: StateQuestion) -> dict[str, Json]:
    data: dict[str, Json] = {
        "step": question.shown,
        "line": question.line,
        "of": question.state.kind,
        "names": list[Json](question.values),
        "values": {name: value.to_json() for name, value in question.values.items()},
    }
    if question.condition:
        data["condition"] = question.condition
    if question.state.entry:
        data["entry"] = True
    return data


FAR = 0.5
"""How much each state in between takes from the suspicion of one that is farther away."""


@dataclass
class Hunt:
    """A hunt under way.

    Attributes:
        graph: the states above what is wrong at the start, or above the condition followed last.
        answers: what the model and a correct run said; what the user said is kept with the judgements.
        followed: conditions that went wrong and so skipped a write; the hunt went on above each.
        suspicion: what the plan thinks of each state of the graph.
        end: the statement at which wrong parts of a result were read; None where the hunt begins at such a one.
    """

    about: str
    graph: StateGraph
    finder: CauseFinder
    answers: dict[State, Answered] = field(default_factory=dict)
    followed: set[State] = field(default_factory=set)
    suspicion: list[float] = field(default_factory=list)
    usage: Usage | None = None
    end: Node | None = None


def kept_hunt(session: Session) -> Hunt | None:
    return session.run.kept.get(Hunt)


def begin_hunt(session: Session, name: str) -> Hunt:
    """A new hunt; what was said of states of this recording before still counts."""
    about, starts, end = _start(session, name)
    before = kept_hunt(session)
    session.report(Progress(doing="following dependencies", done=len(session.trace), unit="steps"))
    found = dependencies_of(session)
    finder = CauseFinder(found)
    graph = build_states(found, starts)
    hunt = Hunt(about=about, graph=graph, finder=finder, end=end)
    hunt.suspicion = _suspicion(session, hunt.graph)
    if before is not None:
        hunt.answers |= before.answers
    session.run.kept.put(hunt)
    return hunt


def _start(session: Session, name: str) -> tuple[str, tuple[Node, ...], Node | None]:
    """What is wrong, the statements that left it, and that which showed it, where it is another."""
    found = dependencies_of(session)
    if name:
        path = parse_path(name, "hunt")
        known_origins(session, found, path, session.position, most=1)
        starts = writers_of(found, session.visit, [path])
        if not starts:
            raise NoSuchName(
                f"no statement of the snippet wrote {path!r} as it is at step {session.position}"
            )
        return f"{path} after step {session.position}", starts, None
    judged = known_of(session)[0]
    known = output_of(found, [entry for entry in judged if not entry.of])
    failing = is_failing(session)
    if known is None and not failing:
        known = output_of(found, judged)  # what an earlier hunt for a name met
    if known is not None:
        return (
            f"{known[0].name or known[0].says} at step {session.trace.step_of(known[0].step, known[0].line)}",
            known[1],
            None,
        )
    if not failing:
        raise BadArgument(
            "nothing failed in this run; `hunt NAME` begins at a wrong value of the current step"
        )
    fault = fault_of(session)
    end = start_nodes(found, fault.step, ())[0] if fault.names else None
    return fault.reason, start_nodes(found, fault.step, fault.names), end


def stand_now(session: Session, hunt: Hunt, by_user: bool = False) -> Halving:
    """Where the hunt stands; a write that did not happen is looked for where what was read is not right.

    The user sees at the end what was read, and is not asked about it where all that it was made of is right.
    """
    answers = {state: said.answer for state, said in answers_of(session, hunt).items()}
    while True:
        found, graph = hunt.finder.found, hunt.graph
        stale = Stale(found, graph, answers)
        halving = halve(graph, answers, hunt.suspicion, stale.question)
        wrong = halving.wrong
        if halving.ask == wrong.inputs:
            known = judged_by_itself(found, graph, wrong)
            if known is None and by_user and halving.all_right:
                known = "right"
            if known is not None:
                answers[wrong.inputs] = known
                continue
        were_right = answers.get(wrong.inputs)
        if halving.ask is not None:
            return halving
        if hunt.end is not None and graph.states.index(wrong) in graph.starts and were_right != "wrong":
            if wrong not in answers:
                return replace(halving, ask=wrong)
            if answers[wrong] == "right":  # a change after it is missing, or went elsewhere
                _begin_at(session, hunt, hunt.end)
                hunt.end = None
                continue
        if were_right == "right":
            return replace(halving, ask=_next_part(hunt, wrong, answers))
        missing = stale.find(wrong) if were_right == "wrong" else Missing()
        skipped = _skipped(session, hunt, wrong, answers, missing.between)
        followed = hunt.followed | {wrong}
        above = next((s for s in skipped if answers.get(s) == "wrong" and s not in followed), None)
        if above is None:
            return _at_last(hunt, halving, missing, skipped, answers)
        hunt.followed.add(above)
        _begin_at(session, hunt, last_place(found, above.step))


def _begin_at(session: Session, hunt: Hunt, node: Node) -> None:
    """Go on above another statement."""
    hunt.graph = build_states(hunt.finder.found, [node])
    hunt.suspicion = _suspicion(session, hunt.graph)


def _at_last(
    hunt: Hunt,
    halving: Halving,
    missing: Missing,
    skipped: list[State],
    answers: Mapping[State, Judgement],
) -> Halving:
    """A condition that may have left a write out, then where it is missing, then the parts of the wrong step."""
    ask = next((state for state in skipped if state not in answers), None)
    if ask is not None or missing.kept is not None:
        since = missing.between[0] if missing.between is not None else 0
        found = halving.certain or ask is None
        return replace(halving, ask=ask, missing=missing.kept, since=since, certain=found)
    return replace(halving, ask=_next_part(hunt, halving.wrong, answers))


def _suspicion(session: Session, graph: StateGraph) -> list[float]:
    """What the plan thinks of each state, the nearer ones more; a call's arguments are of the statement that calls."""
    above = session.visits.parent_step
    groups = (
        [((above(state.step) or state.step) if state.entry else state.step, place) for place in places]
        for state, places in zip(graph.states, graph.places, strict=True)
    )
    suspicions = planner_of(session).odds_of_states(groups)
    return [
        weight / (1 + FAR * distance) for weight, distance in zip(suspicions, graph.distances(), strict=True)
    ]


def _skipped(
    session: Session,
    hunt: Hunt,
    wrong: State,
    answers: Mapping[State, Judgement],
    between: tuple[VisitNo, VisitNo] | None,
) -> list[State]:
    """Conditions that may have left a write out, the most suspicious first; with two steps, those between these.

    Where the wrong state is what a call was given, those of the wrong states made of that count, too.
    """
    graph = hunt.graph
    number = graph.states.index(wrong)
    wrong_below = (
        state
        for below, state in enumerate(graph.states)
        if wrong.entry and answers.get(state) == "wrong" and number in graph.made_of(below)
    )
    found: dict[State, None] = {}
    for state in (wrong, *wrong_below):
        found |= dict.fromkeys(skipped_conditions(hunt.finder, graph, state))
    if between is not None:
        ends, (first, last) = hunt.finder.found.log.steps.end, between
        since = ends[first - 1] if first else 0
        found = {state: None for state in found if since <= ends[state.step - 1] <= ends[last - 1]}
    planner = planner_of(session)
    weights = planner.odds_of_states([last_place(planner.found, state.step)] for state in found)
    by_state = dict(zip(found, weights, strict=True))
    return sorted(found, key=lambda state: -by_state[state])[:MOST_SKIPPED]


def _next_part(hunt: Hunt, wrong: State, answers: Mapping[State, Judgement]) -> State | None:
    """Of a step of several statements, the first whose result nobody judged, up to the first wrong one."""
    for part in parts_of(hunt.finder.found, hunt.graph, wrong):
        if part not in answers:
            return part
        if answers[part] == "wrong":
            return None
    return None


def answers_of(session: Session, hunt: Hunt) -> dict[State, Answered]:
    """All that is known: verdicts, then the hunt's own answers, then comparisons and what the user said."""
    answers: dict[State, Answered] = {}
    for checked in kept_verdicts(session):
        if checked.by != "offline":
            verdict = checked.verdict
            answer: Judgement = "right" if verdict.correct else "wrong"
            answers[State(session.trace.visit_of(verdict.step))] = Answered(
                answer=answer, by=checked.by, why=verdict.explanation
            )
    return answers | hunt.answers | _known_answers(session, hunt)


def _known_answers(session: Session, hunt: Hunt) -> dict[State, Answered]:
    """What the user and comparisons say, on the states that it is about; the user's last word on a state counts.

    A step is wrong if one of its values is, and right if all are that others depend on.
    """
    known: dict[State, Answered] = {}
    judged = sorted(known_of(session)[0], key=lambda one: one.by == USER)
    for entry in judged:
        kind = entry.says.split()[0]
        if kind not in SAID or _is_right_value(entry):
            continue
        why = f"the correct run has {entry.expected}" if entry.by == "compare" and entry.expected else ""
        said = Answered(answer=SAID[kind], by=entry.by, why=why)
        for state in _judged_states(session, entry):
            before = known.get(state)
            if before is None or before.by != said.by or before.answer != "wrong" or entry.of:
                known[state] = said
    for state in _right_states(session, hunt, list(filter(_is_right_value, judged))):
        if state not in known or known[state].by != USER:
            known[state] = Answered(answer="right", by=USER)
    return known


def _is_right_value(entry: Known) -> bool:
    """Whether the user called a value or a condition right, and not a state that a hunt asked about."""
    return entry.by == USER and not entry.of and entry.says.startswith("right")


def _right_states(session: Session, hunt: Hunt, right: Iterable[Known]) -> Iterator[State]:
    """Each step whose values the user all called right; of other steps the statements that wrote one that was."""
    found, graph = hunt.finder.found, hunt.graph
    places: dict[VisitNo, dict[int, set[str]]] = {}
    for entry in right:
        of_value = entry.says == "right" and entry.name != RETURNED
        nodes = writers_of(found, entry.step, [entry.name]) if of_value else [last_place(found, entry.step)]
        for step, place in nodes:
            places.setdefault(step, {}).setdefault(place, set()).add(root_of(entry.name))
    for step, said in places.items():
        code = found.statements.get(session.visits.block_of(step), ())
        bound = {place: code[place].binds if place < len(code) else frozenset() for place in said}
        whole = {
            place for place, names in said.items() if bound[place].isdisjoint(names) or bound[place] <= names
        }
        asked = judged_places(found, graph, State(step)) if State(step) in graph.states else ()
        asked = tuple(place for place in asked if _has_value(code[place]))
        if asked and whole.issuperset(asked):
            yield State(step)
        else:
            yield from (State(step, part=place) for place in asked if place in whole)


def _has_value(statement: Statement) -> bool:
    """Whether there is something to judge of a statement, as there is not of `while True`."""
    return bool(statement.uses or statement.calls or statement.binds)


def _judged_states(session: Session, entry: Known) -> list[State]:
    found = dependencies_of(session)
    if entry.state is not None:
        return [entry.state]
    if entry.says in ("right", "wrong") and entry.name != RETURNED:
        return [State(step) for step, _ in writers_of(found, entry.step, [entry.name])]
    control = found.control(entry.step) if entry.says == "wrong path" else None
    return [State(control.step if control is not None else entry.step)]


COMPARE = "compare"
MOST_NAMED = 5
"""Steps that one note names."""
_ANSWERS: dict[bool | None, Judgement] = {True: "right", False: "wrong", None: "unclear"}
_HELP = (
    "It begins where the run or a test failed, or at NAME after the current step, which is then taken for "
    "wrong. Each question is about one state that the wrong value came from and halves what is left: 100,000 steps "
    "take about 17 questions. What is known is not asked again: `right`, `wrong`, verdicts, comparisons with a "
    "correct run. The rest a model judges, one call for each value or condition; with --offline, or where no model "
    "is set, you do: look around, then say "
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
    parents = graph.made_of(graph.states.index(halving.wrong)) if root is not None else ()
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
