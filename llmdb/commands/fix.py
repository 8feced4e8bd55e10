"""`fix`: a corrected version, proposed with its tests and what it changes in the run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from llmdb.ask.short_form import SHORT_BUDGET, short_verdict_messages
from llmdb.ask.verdict_prompt import verdict_messages
from llmdb.ask.verdicts import CheckedVerdict, Judged
from llmdb.command import Command
from llmdb.commands.line.parsing import parse_whole
from llmdb.commands.ranking import rank_by_tests
from llmdb.commands.state.kept import kept_verdicts
from llmdb.commands.state.plan_context import plan_context
from llmdb.commands.state.planning import with_own_asserts
from llmdb.commands.state.prefix import invented_code
from llmdb.commands.state.profiling import profiler_for
from llmdb.commands.versions import history_of, keep_history
from llmdb.errors import BadArgument
from llmdb.locate.compare.version_difference import RunDifference, compare_runs
from llmdb.progress import Progress
from llmdb.repair.profiler import SandboxProfiler
from llmdb.repair.rounds import MAX_ROUNDS, Repair, RepairLoop, Round, format_diff
from llmdb.repair.search import DEFAULT_SECONDS, FixSearch, SearchResult, order_candidates, recorded_types
from llmdb.repair.version_runner import VersionRunner
from llmdb.runner.visible_tests import TestOutcome
from llmdb.session import Session
from llmdb.types import Json

if TYPE_CHECKING:
    from llmdb.llm.model import Message, Model
    from llmdb.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class FixResult:
    """The rounds, the proposal's number, and how its run differs; `asked` is the model's name or "offline"."""

    repair: Repair
    version: int | None
    difference: RunDifference | None
    asked: str

    def to_json(self) -> dict[str, Json]:
        """`{"rounds": [{"code", "diff", "tests", "problem", "hard_coded"}], "passed", "usage", "warning"}`."""
        usage = self.repair.usage
        return {
            "rounds": [_round_json(made) for made in self.repair.rounds],
            "passed": self.repair.passed,
            "usage": usage.to_json() if usage is not None else None,
            "version": self.version,
            "note": self.repair.note,
            "warning": self.repair.warning,
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
class Wish:
    """The arguments of `fix`."""

    rounds: int = 1
    offline: bool = False
    short: bool = False
    seconds: float = DEFAULT_SECONDS


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="fix",
            run=run_fix,
            usage="fix [--rounds N] [--short] [--offline] [--seconds S]",
            summary="propose a corrected version, run against the visible tests",
            details=(
                "With a model: verdicts on the recorded run, then a regenerated program; --rounds N repeats that "
                f"until the tests pass (at most {MAX_ROUNDS}). --short asks in short requests, "
                "for small local models. --offline tries small changes of the most suspect "
                f"statements for {DEFAULT_SECONDS:g} seconds, as do sessions without a model. Where no tests are set, "
                "the snippet's own asserts are. Nothing changes until `accept`; after `reject` another change "
                "is looked for."
            ),
            group="model",
            complete=lambda session, text: ("--rounds", "--short", "--offline", "--seconds"),
            calls_model=True,
        )
    )


def parse_wish(text: str) -> Wish:
    """Read the arguments.

    Raises:
        BadArgument: a word is none of them.
    """
    wish, words = Wish(), text.split()
    while words:
        word = words.pop(0)
        if word == "--offline":
            wish = replace(wish, offline=True)
        elif word == "--short":
            wish = replace(wish, short=True)
        elif word == "--rounds" and words:
            wish = replace(wish, rounds=parse_whole(words.pop(0), "a number of rounds", lowest=1))
        elif word == "--seconds" and words:
            wish = replace(wish, seconds=float(parse_whole(words.pop(0), "a number of seconds", lowest=1)))
        else:
            raise BadArgument(
                f"fix does not know {word!r}; it takes --rounds N, --short, --offline, --seconds S"
            )
    if wish.rounds > MAX_ROUNDS:
        raise BadArgument(f"fix takes at most {MAX_ROUNDS} rounds, not {wish.rounds}")
    return wish


def run_fix(session: Session, text: str) -> FixResult:
    """Make a proposal; the session's snippet and the user's file stay as they are."""
    wish = parse_wish(text)
    offline = wish.offline or session.settings.model.name is None
    tested = with_own_asserts(session)
    repair = _search(tested, wish) if offline else _ask(tested, wish)
    asked = "offline" if offline else str(session.settings.model.name)
    return propose(session, repair, asked, origin="fix" if offline else f"fix, {asked}")


def messages_for(session: Session, text: str) -> list[Message]:
    """Exactly what `fix` would send first: for verdicts, or, where the session has some, for a corrected program.

    Raises:
        BadArgument: it would send nothing.
    """
    wish = parse_wish(text)
    if wish.offline:
        raise BadArgument("fix --offline sends nothing")
    loop, code = _loop(with_own_asserts(session), cast("Model", None), wish), session.snippet.text
    profile = loop.profiler.profile(code)
    kept = _claimed(session)
    if not kept and profile.facts:
        question = loop.question(code, profile)
        if wish.short:
            return short_verdict_messages(question, profile.facts[0], SHORT_BUDGET)
        return verdict_messages(question)
    return loop.messages(code, profile, tuple(checked.verdict for checked in kept))


def _loop(session: Session, model: Model, wish: Wish) -> RepairLoop:
    hints = plan_context(session)
    return RepairLoop(
        model,
        profiler_for(session, hints.visits),
        task=session.task,
        assumptions=invented_code(session),
        hints=hints.text,
        is_short=wish.short,
        on_progress=session.report,
    )


def _claimed(session: Session) -> tuple[CheckedVerdict, ...]:
    """The verdicts that a model gave on this recording; a ranking by tests is no review."""
    return tuple(checked for checked in kept_verdicts(session) if checked.by != "offline")


def _ask(session: Session, wish: Wish) -> Repair:
    kept = _claimed(session)
    first = Judged(verdicts=kept, facts=(), total=len(session.trace)) if kept else None
    return _loop(session, cast("Model", session.model), wish).run(session.snippet.text, wish.rounds, first)


def _search(session: Session, wish: Wish) -> Repair:
    profiler, code = profiler_for(session), session.snippet.text
    before = session.test_outcomes
    if not session.tests:
        return Repair(
            rounds=(), passed=False, usage=None, before=(), note="no visible tests: `test add assert ...`"
        )
    if session.snippet.body != "module":
        note = "the snippet is the body of a function, which no test can call: only a model can be asked for a fix"
        return Repair(rounds=(), passed=False, usage=None, before=before, note=note)
    if all(outcome.passed for outcome in before):
        return Repair(
            rounds=(), passed=True, usage=None, before=before, note="every visible test passes already"
        )
    runs = profiler.tested_runs(code)
    types = recorded_types(runs)
    search = FixSearch(
        versions=VersionRunner(
            runner=session.runner,
            program=session.program,
            options=session.options,
            tests=session.tests,
        ),
        confirm=lambda changed: all(test.passed for test in profiler.test(changed)),
        rejected=history_of(session).rejected,
        seconds=wish.seconds,
        on_progress=lambda tried, total: session.report(
            Progress(doing="small changes", done=tried, unit="tried", total=total)
        ),
    )
    ranking = rank_by_tests(session, runs)
    result = search.run(code, order_candidates(code, ranking, session.cfg, types), types)
    return _repair_of(code, before, result, profiler)


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
