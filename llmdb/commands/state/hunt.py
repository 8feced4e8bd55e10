"""A hunt under way: what is wrong at its start, the states above that, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from llmdb.commands.deps import dependencies_of, known_origins
from llmdb.commands.line.parsing import parse_path
from llmdb.commands.results.hunt import SAID, USER, Answered
from llmdb.commands.state.kept_verdicts import kept_verdicts
from llmdb.commands.state.known import known_of
from llmdb.commands.state.planning import failed_test, fault_of, planner_of, shows_at
from llmdb.errors import BadArgument, NoSuchName
from llmdb.locate.hunt.halving import Halving, Judgement, halve
from llmdb.locate.hunt.question import judged_by_itself, parts_of
from llmdb.locate.hunt.stale_values import Missing, Stale
from llmdb.locate.hunt.state_graph import MOST_SKIPPED, State, StateGraph, build_states, skipped_conditions
from llmdb.locate.hunt.state_values import RETURNED, judged_places
from llmdb.locate.judgements import Known, output_of
from llmdb.locate.plan.cause_graph import CauseFinder, Node, last_place, start_nodes, writers_of
from llmdb.progress import Progress
from llmdb.slicing.syntax.finding import root_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from llmdb.llm.model import Usage
    from llmdb.session import Session
    from llmdb.slicing.syntax.uses import Statement
    from llmdb.types import VisitNo

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
    failing = failed_test(session) is not None or shows_at(session.visits)[0] is not None
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
        for state, above in zip(graph.states, graph.parents, strict=True)
        if wrong.entry and number in above and answers.get(state) == "wrong"
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
