"""Verdicts on blocks of a recorded run: asked of a model in one batch (LDB, section 2.3)."""

from collections.abc import Callable, Sequence
from functools import partial

from llmdb.ask.answers import read_answer
from llmdb.ask.claims import Claim, Past, check_claims
from llmdb.ask.facts import BlockFacts, choose_visits, fit_budget, gather_facts
from llmdb.ask.short_form import SHORT_BUDGET, short_verdict_messages
from llmdb.ask.verdict_prompt import Question, verdict_messages
from llmdb.ask.verdict_reply import Verdict, VerdictReply, parse_verdicts
from llmdb.errors import BadAnswer
from llmdb.llm.model import Answer, Model, Usage, total_usage
from llmdb.replay.trace import ExecutionTrace
from llmdb.types import VisitNo
from llmdb.values import dataclass

DEFAULT_BUDGET = 3_097
"""Tokens for the blocks of one batch; the limit LDB used (appendix B)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedVerdict:
    """A verdict with the values it states, each compared with the recording.

    Attributes:
        by: the model's name, or "offline".
        invented: names of the prefix, with values that nobody gave, which the step read.
    """

    verdict: Verdict
    claims: tuple[Claim, ...] = ()
    by: str = ""
    invented: tuple[str, ...] = ()

    @property
    def contradicted(self) -> bool:
        """Whether the recording contradicts a value that the explanation states."""
        return any(not claim.holds for claim in self.claims)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """The verdicts of one request; the facts of so many of `total` steps were sent.

    Attributes:
        usage: what it took; None without a model.
        is_cut: whether the answer's end is missing.
    """

    verdicts: tuple[CheckedVerdict, ...]
    facts: tuple[BlockFacts, ...]
    total: int
    usage: Usage | None = None
    is_cut: bool = False

    @property
    def first_wrong(self) -> CheckedVerdict | None:
        """The first block judged wrong, in the order of the run; of a ranking, the most suspect."""
        return next((checked for checked in self.verdicts if checked.verdict.correct is False), None)


def choose_facts(
    trace: ExecutionTrace, source: str, suspects: Sequence[VisitNo] = (), max_tokens: int = DEFAULT_BUDGET
) -> tuple[BlockFacts, ...]:
    """The most telling visits of a run that fit the budget, in the order of the run; see `choose_visits`."""
    chosen = choose_visits(trace, suspects)
    facts = gather_facts(trace, source, sorted(chosen))
    return fit_budget(facts, max_tokens, [trace.first_step_of(number) for number in chosen])


def ask_verdicts(
    model: Model,
    question: Question,
    total: int,
    on_text: Callable[[str], None] | None = None,
    past: Past = lambda name: (),
    usages: list[Usage] | None = None,
) -> Judged:
    """One batch request, read and checked against the recording.

    Args:
        model: asked once, or once more where an answer kept from before cannot be read.
        question: with the facts of the steps to be judged.
        total: how many steps the run had.
        on_text: shows the answer as it comes.
        past: what a name held in the whole run, for the values that explanations state.
        usages: gets what the calls took, also where the answer cannot be read.

    Raises:
        ModelError: the call failed, or (BadAnswer) its text holds no verdict.
    """
    took: list[Usage] = usages if usages is not None else []
    reply = read_answer(
        partial(
            model.complete, verdict_messages(question), temperature=0.0, on_text=on_text, purpose="verdict"
        ),
        lambda answer: parse_verdicts(answer.texts[0], question.facts, answer.is_cut),
        took,
    )
    by_step = {fact.step: fact for fact in question.facts}
    checked = tuple(_checked(verdict, by_step[verdict.step], past, model.name) for verdict in reply.verdicts)
    return Judged(verdicts=checked, facts=question.facts, total=total, usage=took[-1], is_cut=reply.is_cut)


def ask_one_by_one(
    model: Model,
    question: Question,
    total: int,
    max_tokens: int = SHORT_BUDGET,
    on_text: Callable[[str], None] | None = None,
    past: Past = lambda name: (),
    usages: list[Usage] | None = None,
    on_visit: Callable[[int, int], None] = lambda number, count: None,
) -> Judged:
    """A short request for each visit, for models that do not follow a long one; see `ask_verdicts`.

    An answer that holds no verdict leaves its visit without one.

    Args:
        max_tokens: of one request.
        on_visit: told before each request its number, from 1, and how many there are.

    Raises:
        ModelError: a call failed, or (BadAnswer) none of the answers holds a verdict.
    """
    took: list[Usage] = usages if usages is not None else []
    begun = len(took)
    verdicts: list[CheckedVerdict] = []
    refused: BadAnswer | None = None
    for number, fact in enumerate(question.facts, 1):
        on_visit(number, len(question.facts))
        messages = short_verdict_messages(question, fact, max_tokens)
        try:
            reply = read_answer(
                partial(model.complete, messages, temperature=0.0, on_text=on_text, purpose="verdict"),
                partial(_read_single, fact=fact),
                took,
            )
        except BadAnswer as problem:
            refused = problem
            continue
        verdicts.append(_checked(reply.verdicts[0], fact, past, model.name))
    if refused is not None and not verdicts:
        raise refused
    usage = total_usage(took[begun:])
    return Judged(verdicts=tuple(verdicts), facts=question.facts, total=total, usage=usage)


def _read_single(answer: Answer, *, fact: BlockFacts) -> VerdictReply:
    return parse_verdicts(answer.texts[0], [fact], answer.is_cut)


def _checked(verdict: Verdict, fact: BlockFacts, past: Past, by: str) -> CheckedVerdict:
    """The verdict with the values that its explanation states, compared with the recording."""
    return CheckedVerdict(
        verdict=verdict,
        claims=check_claims(verdict.explanation, fact, past),
        by=by,
        invented=fact.invented,
    )
