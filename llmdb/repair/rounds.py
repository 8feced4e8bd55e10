"""Rounds of profiling, verdict and regeneration until the visible tests pass (LDB, section 2.4)."""

from collections.abc import Callable
from typing import Protocol

from llmdb.ask.facts import BlockFacts
from llmdb.ask.program_prompt import Attempt, fix_messages, repair_messages
from llmdb.ask.program_reply import proposed_program
from llmdb.ask.short_form import short_fix_messages
from llmdb.ask.situation import Situation
from llmdb.ask.verdict_prompt import Question
from llmdb.ask.verdict_reply import Verdict
from llmdb.ask.verdicts import Judged, ask_one_by_one, ask_verdicts
from llmdb.errors import BadAnswer, ModelError, UsageError
from llmdb.llm.model import Answer, Message, Model, Usage, total_usage
from llmdb.progress import OnProgress, Progress
from llmdb.repair.diffs import format_changes, format_diff
from llmdb.repair.hard_coded import hard_coded_tests
from llmdb.runner.visible_tests import TestOutcome
from llmdb.values import dataclass

MAX_ROUNDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the prompts say of one version: its tests' outcomes, and its recorded run.

    Attributes:
        tests: the visible tests' outcomes, in their order; empty where there are none.
        outcome: how the recorded run ended, in words; it is that of the first test that fails, or of the program.
        ended_well: whether that run ended without an error.
        facts: the visits of blocks that are told to the model, in the run's order.
        total_steps: how many visits the run has, those that are not told among them.
    """

    tests: tuple[TestOutcome, ...]
    outcome: str
    ended_well: bool
    facts: tuple[BlockFacts, ...]
    total_steps: int

    @property
    def passed(self) -> bool:
        """All visible tests passed; without tests, the run ended without an error."""
        return all(test.passed for test in self.tests) if self.tests else self.ended_well


class Profiler(Protocol):
    """Records a version of the program and runs its visible tests, in the sandbox."""

    def profile(self, code: str) -> Profile:
        """Raises `UsageError` when the code does not parse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A numbered version: its whole code, its difference from the session's snippet, its tests."""

    number: int
    code: str
    diff: str
    tests: tuple[TestOutcome, ...]
    passed: bool
    problem: str = ""
    """Why the answer could not be used as it came; "" when it could."""
    hard_coded: tuple[int, ...] = ()
    """The numbers of the tests whose answers the version only writes down."""
    answer: str = ""
    """The whole answer when nothing of it could be used, not even after it was asked for again: `code` is then what
    it was before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """What came of one `fix`.

    Attributes:
        rounds: all that were finished, in order; the last one's code is the proposal.
        passed: whether the proposal passes every visible test.
        usage: tokens and costs of all requests together; None when no model was asked.
        before: the visible tests' outcomes before the first round.
        note: why a round was not finished, to be shown; "" where all were.
    """

    rounds: tuple[Round, ...]
    passed: bool
    usage: Usage | None
    before: tuple[TestOutcome, ...]
    note: str = ""

    @property
    def warning(self) -> str:
        """What is wrong with the last version that changes something, to be said before it is proposed; "" for nothing.

        It passes fewer tests than the program did before, or returns the expected values of tests as constants.
        """
        made = next((made for made in reversed(self.rounds) if made.diff), None)
        if made is None:
            return ""
        was, now = sum(test.passed for test in self.before), sum(test.passed for test in made.tests)
        said = [f"it passes {now} of {len(made.tests)} tests, before it were {was}"] if now < was else []
        if made.hard_coded:
            tests = ", ".join(map(str, made.hard_coded))
            plural = len(made.hard_coded) > 1
            said.append(
                f"it writes down the answer{'s' * plural} of test{'s' * plural} {tests} for just "
                f"{'their' if plural else 'its'} arguments"
            )
        return "; ".join(said)


class RepairLoop:
    """One `fix`: asks, applies, runs, and asks again with what really came out."""

    def __init__(
        self,
        model: Model,
        profiler: Profiler,
        *,
        task: str | None,
        assumptions: tuple[str, ...] = (),
        hints: str = "",
        is_short: bool = False,
        on_text: Callable[[str], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.model = model
        self.profiler = profiler
        self.task = task
        self.assumptions = assumptions
        self.hints = hints
        self.is_short = is_short
        self.on_text = on_text
        self.on_progress = on_progress
        self.rounds = 1
        self.usages: list[Usage] = []
        self._asked: set[str] = set()
        self._failed: dict[str, str] = {}
        self._judged: dict[str, Judged | None] = {}
        self._refused = ""
        self._original: str | None = None

    def run(self, code: str, rounds: int = 1, first: Judged | None = None) -> Repair:
        """Ask for corrected programs until one passes every visible test.

        Ctrl-C and a request that fails end it early; the rounds that were finished are returned.

        Args:
            code: the program as it is.
            rounds: how many corrected programs are asked for at most.
            first: verdicts on its blocks that the session already has; they are asked for where it is None.

        Raises:
            ModelError, KeyboardInterrupt: a request failed or the user stopped it before a round was finished.
            UsageError: the program as it is does not parse.
        """
        self.rounds, self._original = rounds, code
        self._report(1, "running the tests")
        start = self.profiler.profile(code)
        done: list[Round] = []
        note = ""
        try:
            self._run_rounds(code, start, done, first)
        except (ModelError, KeyboardInterrupt) as ended:
            if not done:
                raise
            why = "stopped" if isinstance(ended, KeyboardInterrupt) else str(ended)
            note = f"round {len(done) + 1} was not finished: {why}"
        return Repair(
            rounds=tuple(done),
            passed=bool(done) and done[-1].passed,
            usage=total_usage(self.usages),
            before=start.tests,
            note=note,
        )

    def _run_rounds(self, code: str, start: Profile, done: list[Round], first: Judged | None) -> None:
        profile, current = start, code
        while len(done) < self.rounds:
            number = len(done) + 1
            if current not in self._judged:
                self._judged[current] = first or self._judge(number, current, profile)
            judged, first = self._judged[current], None
            made, after = self._regenerate(number, code, current, profile, judged)
            done.append(made)
            if made.passed:
                return
            if after is None:
                self._refused = made.problem
                continue
            self._failed[current] = describe_failure(profile)
            current, profile = made.code, after

    def question(self, code: str, profile: Profile) -> Question:
        """The request for verdicts on the blocks of a version: `code`, and what its run was."""
        return Question(
            situation=self._situation(code, profile),
            facts=profile.facts,
            left_out=max(0, profile.total_steps - len(profile.facts)),
        )

    def messages(self, code: str, profile: Profile, verdicts: tuple[Verdict, ...]) -> list[Message]:
        """The request for a corrected program, with what earlier versions changed and how they failed.

        Args:
            code: the version that is to be corrected.
            profile: its run.
            verdicts: what the model said of its blocks; may be empty.
        """
        situation = self._situation(code, profile)
        if self.is_short:
            return short_fix_messages(situation, verdicts, profile.facts, self._why_again(code))
        return fix_messages(
            situation=situation,
            verdicts=verdicts,
            facts=profile.facts,
            attempts=[
                Attempt(changes=format_changes(code, earlier), failure=failure)
                for earlier, failure in self._failed.items()
            ],
            note=self._why_again(code),
        )

    def _situation(self, code: str, profile: Profile) -> Situation:
        return Situation(
            program=code,
            task=self.task,
            tests=profile.tests,
            outcome=profile.outcome,
            assumptions=self.assumptions,
            hints=self._hints_for(code),
        )

    def _why_again(self, code: str) -> str:
        """What the request adds where it would be one that was sent before; "" where it would not.

        Asked the same way again, a model gives the same answer.
        """
        if self._refused:
            return f"Your last answer could not be used: {self._refused}."
        return "You gave this program back before; it still fails. Change it." if code in self._asked else ""

    def _hints_for(self, code: str) -> str:
        """The hints, which name lines and steps of the first version; "" for any other version."""
        return self.hints if self._original in (None, code) else ""

    def _report(self, number: int, doing: str) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(doing="fix, round", done=number, total=self.rounds, note=doing))

    def _judge(self, number: int, code: str, profile: Profile) -> Judged | None:
        """Verdicts on the version's blocks; None where it has no visits, or the answer cannot be used."""
        if not profile.facts:
            return None
        self._report(number, "asking for verdicts")
        ask = ask_one_by_one if self.is_short else ask_verdicts
        try:
            return ask(
                self.model,
                self.question(code, profile),
                profile.total_steps,
                on_text=self.on_text,
                usages=self.usages,
            )
        except BadAnswer:
            return None

    def _regenerate(
        self, number: int, original: str, code: str, profile: Profile, judged: Judged | None
    ) -> tuple[Round, Profile | None]:
        """Ask for a corrected program, once more where the answer cannot be used, and run it.

        Returns:
            The round, and the new version's run; None for the latter where neither answer could be used.
        """
        verdicts = tuple(checked.verdict for checked in judged.verdicts) if judged is not None else ()
        messages = self.messages(code, profile, verdicts)
        self._asked.add(code)
        self._report(number, "asking for a corrected program")
        answer = self._ask(messages, fresh=number > 1)
        again = not self._refused
        problem = self._refused = ""
        try:
            merged, after = self._apply(number, code, answer)
        except BadAnswer as refused:
            problem = _problem(refused)
            if not again:
                return _unusable(number, original, problem, answer.text), None
            self._report(number, "asking once more")
            answer = self._ask(repair_messages(messages, answer.text, problem))
            try:
                merged, after = self._apply(number, code, answer)
            except BadAnswer as still:
                return _unusable(number, original, _problem(still), answer.text), None
        made = Round(
            number=number,
            code=merged,
            diff=format_diff(original, merged),
            tests=after.tests,
            passed=after.passed,
            problem=problem,
            hard_coded=hard_coded_tests(original, merged, [test.test for test in after.tests]),
        )
        return made, after

    def _apply(self, number: int, code: str, answer: Answer) -> tuple[str, Profile]:
        """The version that an answer makes, run against the tests.

        Raises:
            BadAnswer: it makes none.
        """
        merged = proposed_program(code, answer.text, answer.is_cut)
        self._report(number, "running the tests")
        try:
            return merged, self.profiler.profile(merged)
        except UsageError as refused:
            raise BadAnswer(f"the program cannot be run: {refused}") from refused

    def _ask(self, messages: list[Message], fresh: bool = True) -> Answer:
        """A first round may take an answer kept from before; a later one must not go round in a circle."""
        answer = self.model.complete(
            messages, temperature=0.0, on_text=self.on_text, purpose="fix", fresh=fresh
        )
        self.usages.append(answer.usage)
        return answer


def _problem(refused: BadAnswer) -> str:
    """Why an answer makes no program, without quoted keys: only a request for verdicts speaks of them so."""
    return str(refused).replace('"', "'")


def _unusable(number: int, original: str, problem: str, answer: str) -> Round:
    """The round of an answer of which no program could be made: it has the code as it was, and the whole answer.

    Args:
        number: the round's.
        original: the code of the program as it is.
        problem: why the answer cannot be used.
        answer: its whole text.
    """
    return Round(
        number=number, code=original, diff="", tests=(), passed=False, problem=problem, answer=answer
    )


def describe_failure(profile: Profile) -> str:
    """The first test that a version failed and what came out; without tests, how its run ended."""
    failed = next((test for test in profile.tests if not test.passed), None)
    return profile.outcome if failed is None else f"{failed.test} gave {failed.got}"
