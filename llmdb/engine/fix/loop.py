"""Rounds of profiling, verdict and regeneration until the visible tests pass (LDB, section 2.4)."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from llmdb.engine.facts import BlockFacts
from llmdb.engine.fix.prompt import fix_messages, repair_messages
from llmdb.engine.fix.reply import extract_code, lay_over
from llmdb.engine.fix.versions import ended_like
from llmdb.engine.verdict.judging import Judged, ask_verdicts
from llmdb.engine.verdict.prompt import FailedTest, Question
from llmdb.engine.verdict.reply import Verdict
from llmdb.engine.visible_tests import TestOutcome
from llmdb.errors import BadAnswer, ModelError, UsageError
from llmdb.llm.model import Message, Model, Usage, total_usage
from llmdb.progress import OnProgress, Progress

MAX_ROUNDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One run of a version: what the prompts need of it."""

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
    answer: str = ""
    """The whole answer when nothing of it could be used, not even after it was asked for again: `code` is then what
    it was before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """All rounds; the last one's code is the proposal. `usage` is None when no model was asked."""

    rounds: tuple[Round, ...]
    passed: bool
    usage: Usage | None
    before: tuple[TestOutcome, ...]
    note: str = ""


def format_diff(before: str, after: str) -> str:
    """A unified diff of two versions, without file names."""
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    return "\n".join(list(rows)[2:])


class RepairLoop:
    """One `fix`: asks, applies, runs, and asks again with what really came out."""

    def __init__(
        self,
        model: Model,
        profiler: Profiler,
        *,
        task: str | None,
        assumptions: tuple[str, ...] = (),
        context: str = "",
        on_text: Callable[[str], None] | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        self.model = model
        self.profiler = profiler
        self.task = task
        self.assumptions = assumptions
        self.context = context
        self.on_text = on_text
        self.on_progress = on_progress
        self.rounds = 1
        self.usages: list[Usage] = []
        self._asked: set[str] = set()

    def run(self, code: str, rounds: int = 1, first: Judged | None = None) -> Repair:
        """Up to `rounds` rounds from this version; `first` are verdicts that the session already has.

        Ctrl-C and a failed call end it with the rounds that are done.

        Raises:
            ModelError, KeyboardInterrupt: none was done yet.
        """
        self.rounds = rounds
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
            judged = first if first is not None and not done else self._judge(number, current, profile)
            made, after = self._regenerate(number, code, current, profile, judged)
            done.append(made)
            if made.passed or after is None:
                return
            current, profile = made.code, after

    def question(self, code: str, profile: Profile) -> Question:
        """What the verdicts are asked about in one round."""
        return Question(
            program=code,
            task=self.task,
            failed=failed_test(profile.tests),
            outcome=profile.outcome,
            assumptions=self.assumptions,
            facts=profile.facts,
            left_out=max(0, profile.total_steps - len(profile.facts)),
            context=self.context,
        )

    def messages(self, code: str, profile: Profile, verdicts: tuple[Verdict, ...]) -> list[Message]:
        """The request for a corrected program."""
        return fix_messages(
            program=code,
            task=self.task,
            failed=failed_test(profile.tests),
            outcome=profile.outcome,
            verdicts=verdicts,
            facts=profile.facts,
            context=self._repeated(code),
        )

    def _repeated(self, code: str) -> str:
        """Says that this very program was the answer before: asked the same way, a model answers the same."""
        if code not in self._asked:
            return self.context
        return f"{self.context}\n\nYou gave this program back before; it still fails. Change it.".strip()

    def _report(self, number: int, doing: str) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(doing="fix, round", done=number, total=self.rounds, note=doing))

    def _judge(self, number: int, code: str, profile: Profile) -> Judged | None:
        if not profile.facts:
            return None
        self._report(number, "asking for verdicts")
        try:
            judged = ask_verdicts(self.model, self.question(code, profile), profile.total_steps, self.on_text)
        except BadAnswer:
            return None
        if judged.usage is not None:
            self.usages.append(judged.usage)
        return judged

    def _regenerate(
        self, number: int, original: str, code: str, profile: Profile, judged: Judged | None
    ) -> tuple[Round, Profile | None]:
        verdicts = tuple(checked.verdict for checked in judged.verdicts) if judged is not None else ()
        messages = self.messages(code, profile, verdicts)
        self._asked.add(code)
        self._report(number, "asking for a corrected program")
        text = self._ask(messages, fresh=number > 1)
        problem = ""
        try:
            merged, after = self._apply(number, code, text)
        except BadAnswer as refused:
            problem = str(refused)
            self._report(number, "asking once more")
            text = self._ask(repair_messages(messages, text, problem))
            try:
                merged, after = self._apply(number, code, text)
            except BadAnswer as again:
                unusable = Round(
                    number=number,
                    code=original,
                    diff="",
                    tests=(),
                    passed=False,
                    problem=str(again),
                    answer=text,
                )
                return unusable, None
        made = Round(
            number=number,
            code=merged,
            diff=format_diff(original, merged),
            tests=after.tests,
            passed=after.passed,
            problem=problem,
        )
        return made, after

    def _apply(self, number: int, code: str, text: str) -> tuple[str, Profile]:
        """The version that an answer makes, run against the tests.

        Raises:
            BadAnswer: it makes none.
        """
        merged = ended_like(code, lay_over(code, extract_code(text)))
        self._report(number, "running the tests")
        try:
            return merged, self.profiler.profile(merged)
        except UsageError as refused:
            raise BadAnswer(f"the program cannot be run: {refused}") from refused

    def _ask(self, messages: list[Message], fresh: bool = True) -> str:
        """A first round may take an answer kept from before; a later one must not go round in a circle."""
        answer = self.model.complete(
            messages, temperature=0.0, on_text=self.on_text, purpose="fix", fresh=fresh
        )
        self.usages.append(answer.usage)
        return answer.texts[0]


def failed_test(tests: tuple[TestOutcome, ...]) -> FailedTest | None:
    """The first test that failed, with what came out."""
    return next((FailedTest(test=test.test, got=test.got) for test in tests if not test.passed), None)
