"""What the recording says about visits of blocks, gathered for a prompt: block, state before, state after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from llmdb.events.model import RaisedException, Value
from llmdb.llm.model import count_tokens, user
from llmdb.replay.trace import ExecutionTrace
from llmdb.types import BlockId, StepNo, VisitNo

EDGE_BLOCKS = 5
"""LDB (Zhong et al. 2024), section 2.3: of more than ten blocks the first and last five are kept."""
SHORTER_VALUES = (200, 80, 30, 10)
"""Characters of a value, tried in this order, where the facts of one step alone are too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFacts:
    """One visit of a block as LDB shows it: the block's source, the variables before it and after it.

    Prompts and answers call it by its first step; `invented` are the names it read whose values a prefix made up.
    """

    step: StepNo
    block: BlockId
    scope: str
    source: str
    before: Mapping[str, Value]
    after: Mapping[str, Value]
    raised: RaisedException | None = None
    invented: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """How prompts and answers call the visit."""
        return f"BLOCK-{self.block}@{self.step}"


def gather_facts(trace: ExecutionTrace, source: str, visits: Sequence[VisitNo]) -> tuple[BlockFacts, ...]:
    """The facts of these visits, in their order."""
    return tuple(_facts_of(trace, source.split("\n"), number) for number in visits)


def _facts_of(trace: ExecutionTrace, rows: Sequence[str], number: VisitNo) -> BlockFacts:
    visit = trace.visits.step(number)
    block = trace.cfg.block(visit.block)
    first, last = block.lines
    return BlockFacts(
        step=trace.first_step_of(number),
        block=visit.block,
        scope=visit.scope,
        source="\n".join(rows[first - 1 : last]),
        before=trace.visits.state_before(number),
        after=trace.visits.state(number),
        raised=visit.raised,
    )


def format_state(state: Mapping[str, Value], limit: int = 400) -> str:
    """Variables as `name=repr`, each cut at `limit` characters."""
    shown = [
        f"{name}={value.repr if len(value.repr) <= limit else value.repr[:limit] + '…'}"
        for name, value in state.items()
    ]
    return "    ".join(shown) or "(none)"


def format_facts(facts: BlockFacts) -> str:
    """One visit as text: its label, state before, source, state after, and the exception it raised."""
    lines = [
        f"[{facts.label}] in {facts.scope}",
        f"    # before: {format_state(facts.before)}",
        facts.source,
        f"    # after: {format_state(facts.after)}",
    ]
    if facts.raised is not None:
        lines.append(f"    # raised {facts.raised.text} at line {facts.raised.line}")
    return "\n".join(lines)


def sample_visits(steps: Sequence[VisitNo]) -> tuple[VisitNo, ...]:
    """All of ten visits or fewer; of more, the first and the last five (LDB, section 2.3)."""
    if len(steps) <= 2 * EDGE_BLOCKS:
        return tuple(steps)
    return (*steps[:EDGE_BLOCKS], *steps[-EDGE_BLOCKS:])


def fit_budget(facts: Sequence[BlockFacts], max_tokens: int) -> tuple[BlockFacts, ...]:
    """Drop from the middle outwards until the texts fit the budget; the first and last fact stay longest.

    Values of the last one that is left are cut shorter where it does not fit alone.
    """
    kept = list(facts)
    sizes = {fact.step: _tokens_of(fact) for fact in kept}
    while len(kept) > 1 and sum(sizes[fact.step] for fact in kept) > max_tokens:
        kept.pop(len(kept) // 2)
    if len(kept) == 1 and sizes[kept[0].step] > max_tokens:
        kept = [_shortened(kept[0], max_tokens)]
    return tuple(kept)


def _shortened(fact: BlockFacts, max_tokens: int) -> BlockFacts:
    for limit in SHORTER_VALUES:
        fact = replace(fact, before=_cut(fact.before, limit), after=_cut(fact.after, limit))
        if _tokens_of(fact) <= max_tokens:
            break
    return fact


def _cut(state: Mapping[str, Value], limit: int) -> Mapping[str, Value]:
    return {
        name: value
        if len(value.repr) <= limit
        else replace(value, repr=f"{value.repr[:limit]}…", truncated=True)
        for name, value in state.items()
    }


def _tokens_of(fact: BlockFacts) -> int:
    return count_tokens([user(format_facts(fact))])
