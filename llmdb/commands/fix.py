"""`fix`: a corrected version, proposed with its tests and what it changes in the run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from llmdb.arguments import Operand, Option, Switch
from llmdb.ask.short_form import SHORT_BUDGET, short_verdict_messages
from llmdb.ask.verdict_prompt import verdict_messages
from llmdb.ask.verdicts import CheckedVerdict, Judged
from llmdb.command import Command, Form
from llmdb.commands.line.parsing import whole
from llmdb.commands.ranking import rank_by_tests
from llmdb.commands.state.kept_verdicts import kept_verdicts
from llmdb.commands.state.plan_context import plan_context
from llmdb.commands.state.planning import with_own_asserts
from llmdb.commands.state.prefix import invented_code
from llmdb.commands.state.profiling import profiler_for
from llmdb.commands.versions import history_of, keep_history
from llmdb.errors import BadArgument, NothingPending
from llmdb.locate.compare.version_difference import RunDifference, compare_runs
from llmdb.progress import Progress
from llmdb.repair.deciding_question import Question
from llmdb.repair.diffs import format_diff
from llmdb.repair.profiler import SandboxProfiler
from llmdb.repair.rounds import MAX_ROUNDS, Repair, RepairLoop, Round
from llmdb.repair.search import DEFAULT_SECONDS, FixSearch, SearchResult, order_candidates, recorded_types
from llmdb.repair.trials import recorded_keys
from llmdb.repair.version_runner import VersionRunner
from llmdb.runner.visible_tests import TestOutcome
from llmdb.session import Session
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.llm.model import Message, Model
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class FixResult:
    """The rounds, the proposal's number, and how its run differs.

    `asked` is the model's name or "offline"; `question` is what decides between the proposal and other changes.
    """

    repair: Repair
    version: int | None
    difference: RunDifference | None
    asked: str
    question: Question | None = None

    def to_json(self) -> dict[str, Json]:
        """`{"rounds": [{"code", "diff", "tests", ...}], "passed", "usage", "version", "note", "warning", "question"}`.

        `question` is `{"call", "answers": [value]}`, the proposal's value first, or null.
        """
        usage, question = self.repair.usage, self.question
        return {
            "rounds": [_round_json(made) for made in self.repair.rounds],
            "passed": self.repair.passed,
            "usage": usage.to_json() if usage is not None else None,
            "version": self.version,
            "note": self.repair.note,
            "warning": self.repair.warning,
            "question": None
            if question is None
            else {"call": question.call, "answers": [answer.value for answer in question.answers]},
        }


def _round_json(made: Round) -> dict[str, Json]:
    return {
        "code": made.code,
        "diff": made.diff,
        "tests": [test.to_json() for test in made.tests],
        "problem": made.problem,
        "hard_coded": list(made.hard_coded),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _OpenQuestion:
    """The question that the last proposal left, and the text and tests that it is about."""

    question: Question
    text: str
    tests: tuple[str, ...]


_ARGUMENTS = (
    Option("--rounds", whole("a number of rounds", lowest=1), default=1),
    Switch("--short"),
    Switch("--offline"),
    Option("--seconds", whole("a number of seconds", lowest=1), shown="S", default=DEFAULT_SECONDS),
)


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="fix",
            run=run_fix,
            messages=fix_messages,
            calls_model=True,
            arguments=_ARGUMENTS,
            forms={
                "right": Form(
                    run=answer_question,
                    arguments=(Operand("number", whole("an answer", lowest=1), is_needed=True),),
                )
            },
            summary="propose a corrected version, run against the visible tests",
            details=(
                "With a model: verdicts on the recorded run, then a regenerated program; --rounds N repeats that "
                f"until the tests pass (at most {MAX_ROUNDS}). --short asks in short requests, "
                "for small local models. --offline tries small changes of the most suspect "
                f"statements for {DEFAULT_SECONDS:g} seconds, as do sessions without a model. Without visible tests "
                "the snippet's own asserts are the tests. Nothing changes until `accept`; after `reject` another "
                "change is looked for. Where changes that pass every test do otherwise on another call, that is shown "
                "with what each gives: `fix right 2` makes the second answer a visible test and looks again. A "
                "change that nothing else is compared with, and that is none of the likeliest, is compared with the "
                "program as it is."
            ),
            group="model",
        )
    )


def run_fix(session: Session, rounds: int, short: bool, offline: bool, seconds: float) -> FixResult:
    """Make a proposal; the session's snippet and the user's file stay as they are."""
    if rounds > MAX_ROUNDS:
        raise BadArgument(f"fix takes at most {MAX_ROUNDS} rounds, not {rounds}")
    tested = with_own_asserts(session)
    if not offline and session.settings.model.name is not None:
        asked = str(session.settings.model.name)
        repair = _ask(tested, rounds, short)
        before = repair.before if tested is session else tested.test_outcomes
        return propose(session, replace(repair, before=before), asked, origin=f"fix, {asked}")
    repair, question = _search(tested, seconds)
    session.kept.drop(_OpenQuestion)
    if question is not None:
        session.kept.put(_OpenQuestion(question=question, text=session.snippet.text, tests=session.tests))
    return replace(propose(session, repair, "offline", origin="fix"), question=question)


def answer_question(session: Session, number: int) -> FixResult:
    """`fix right N`: the answer becomes a visible test, and a change that passes it, too, is looked for."""
    asked = session.kept.get(_OpenQuestion)
    if asked is None or (asked.text, asked.tests) != (session.snippet.text, session.tests):
        raise NothingPending("no question is open: `fix --offline` asks one where its changes differ")
    if number > len(asked.question.answers):
        raise BadArgument(f"there are {len(asked.question.answers)} answers, not {number}")
    own = with_own_asserts(session).tests
    session.change_tests((*own, asked.question.test_of(number)))
    return run_fix(session, rounds=1, short=False, offline=True, seconds=DEFAULT_SECONDS)


def fix_messages(session: Session, short: bool, offline: bool, **limits: float) -> list[Message]:
    """Exactly what `fix` would send first: for verdicts, or, where the session has some, for a corrected program.

    Raises:
        BadArgument: it would send nothing.
    """
    if offline:
        raise BadArgument("fix --offline sends nothing")
    loop, code = _loop(with_own_asserts(session), cast("Model", None), short), session.snippet.text
    profile = loop.profiler.profile(code)
    kept = _claimed(session)
    if not kept and profile.facts:
        question = loop.question(code, profile)
        if short:
            return short_verdict_messages(question, profile.facts[0], SHORT_BUDGET)
        return verdict_messages(question)
    return loop.messages(code, profile, tuple(checked.verdict for checked in kept))


def _loop(session: Session, model: Model, is_short: bool) -> RepairLoop:
    hints = plan_context(session)
    return RepairLoop(
        model,
        profiler_for(session, hints.visits),
        task=session.task,
        assumptions=invented_code(session),
        hints=hints.text,
        is_short=is_short,
        on_progress=session.report,
    )


def _claimed(session: Session) -> tuple[CheckedVerdict, ...]:
    """The verdicts that a model gave on this recording; a ranking by tests is no review."""
    return tuple(checked for checked in kept_verdicts(session) if checked.by != "offline")


def _ask(session: Session, rounds: int, short: bool) -> Repair:
    kept = _claimed(session)
    first = Judged(verdicts=kept, facts=(), total=len(session.trace)) if kept else None
    return _loop(session, cast("Model", session.model), short).run(session.snippet.text, rounds, first)


def _search(session: Session, seconds: float) -> tuple[Repair, Question | None]:
    profiler, code = profiler_for(session), session.snippet.text
    before = session.test_outcomes
    if not session.tests:
        note = "no visible tests: `test add assert ...`"
        return Repair(rounds=(), passed=False, usage=None, before=(), note=note), None
    if session.snippet.body != "module":
        note = "the snippet is the body of a function, which no test can call: only a model can be asked for a fix"
        return Repair(rounds=(), passed=False, usage=None, before=before, note=note), None
    if all(outcome.passed for outcome in before) and session.visits.outcome.exception is None:
        note = "every visible test passes already"
        return Repair(rounds=(), passed=True, usage=None, before=before, note=note), None
    runs = profiler.tested_runs(code)
    types, history = recorded_types(runs), history_of(session)
    search = FixSearch(
        versions=VersionRunner(
            runner=session.runner,
            program=session.program,
            options=session.options,
            tests=session.tests,
            asserts_are_tests=session.asserts_are_tests,
        ),
        confirm=lambda changed: all(test.passed for test in profiler.test(changed)),
        value_of=profiler.value_of,
        rejected=history.rejected,
        pending="" if history.proposal is None else history.pending.code,
        seconds=seconds,
        on_progress=lambda tried, total: session.report(
            Progress(doing="small changes", done=tried, unit="tried", total=total)
        ),
    )
    ranking = rank_by_tests(session, runs)
    keys = recorded_keys([run.trace for run in runs])
    result = search.run(code, order_candidates(code, ranking, session.cfg, types, keys), types)
    return _repair_of(code, before, result, profiler), result.question


def _repair_of(
    code: str, before: tuple[TestOutcome, ...], result: SearchResult, profiler: SandboxProfiler
) -> Repair:
    said = f"tried {result.tried} of {result.total} small changes in {result.seconds:.1f} s"
    if result.stopped:
        said += ", then stopped"
    change = result.found or result.closest
    if change is None:
        return Repair(
            rounds=(), passed=False, usage=None, before=before, note=f"{said}; none passes every visible test"
        )
    tests = profiler.test(change.code)
    passed = all(test.passed for test in tests)
    said += (
        f": {change.what}"
        if passed
        else f"; none passes every visible test, this one comes closest: {change.what}"
    )
    if passed:
        said += format_others(result)
    made = Round(number=1, code=change.code, diff=format_diff(code, change.code), tests=tests, passed=passed)
    return Repair(rounds=(made,), passed=passed, usage=None, before=before, note=said)


def format_others(result: SearchResult) -> str:
    """What is said of the other changes that pass every visible test; "" where there are none."""
    others = result.passing - 1
    if others < 1:
        return ""
    said = f"; {others} other{' changes pass' if others > 1 else ' change passes'} every visible test, too"
    if not result.calls:
        return f"{said}: the visible tests cannot tell them apart"
    if not result.differing:
        return f"{said}, and {'do' if others > 1 else 'does'} the same on {result.calls} other calls"
    does = "do" if result.differing > 1 else "does"
    return (
        f"{said}, of which {result.differing} {does} otherwise on {result.calls} other calls: "
        "the visible tests cannot tell them apart"
    )


def propose(session: Session, repair: Repair, asked: str, origin: str) -> FixResult:
    """Number the rounds as versions, propose the last usable one, and compare its run with the recorded one."""
    history, usable = history_of(session), [made for made in repair.rounds if made.diff]
    for made in repair.rounds:
        if made.answer:
            history = history.keep(made.answer, origin, made.problem)
    if usable:
        history = history.propose([made.code for made in usable], origin)
    keep_history(session, history)
    if not usable:
        return FixResult(repair=repair, version=None, difference=None, asked=asked)
    difference = compare_runs(
        session.visits, profiler_for(session).recorded(usable[-1].code, session.program.epilogue)
    )
    return FixResult(repair=repair, version=history.proposal, difference=difference, asked=asked)
