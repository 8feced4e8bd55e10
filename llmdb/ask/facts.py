"""What the recording says about visits of blocks, gathered for a prompt: block, state before, state after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from llmdb.events.model import RaisedException, Value
from llmdb.llm.model import count_tokens, user
from llmdb.replay.trace import ExecutionTrace
from llmdb.types import BlockId, StepNo, VisitNo

EDGE_BLOCKS = 5
"""LDB (Zhong et al. 2024), section 2.3: of more than ten blocks the first and last five are kept."""
_LONG_CODE = 60
"""Characters of code that are not said again where they were said above."""
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
    visits = trace.visits
    block = trace.cfg.block(visits.block_of(number))
    first, last = block.lines
    return BlockFacts(
        step=trace.first_step_of(number),
        block=block.id,
        scope=visits.scope_of(number),
        source="\n".join(rows[first - 1 : last]),
        before=visits.state_before(number),
        after=visits.state(number),
        raised=visits.raises.get(number),
    )


def format_state(state: Mapping[str, Value], limit: int = 400) -> str:
    """Variables as `name=repr`, each cut at `limit` characters."""
    shown = [
        f"{name}={value.repr if len(value.repr) <= limit else value.repr[:limit] + '…'}"
        for name, value in state.items()
    ]
    return "    ".join(shown) or "(none)"


def format_visits(facts: Sequence[BlockFacts]) -> list[str]:
    """Visits as texts that say each thing once: code when a block is first shown, values when they are new.

    `before` may refer to the visit above, and `after` names what is not as it was before.
    """
    texts: list[str] = []
    previous: BlockFacts | None = None
    sources: dict[BlockId, str] = {}
    for fact in facts:
        first = sources.setdefault(fact.block, fact.label)
        lines = [
            f"[{fact.label}] in {fact.scope}",
            f"    # before: {_before(fact, previous)}",
            f"    (code as in {first})"
            if first != fact.label and len(fact.source) > _LONG_CODE
            else fact.source,
            f"    # after: {_after(fact)}",
        ]
        if fact.raised is not None:
            lines.append(f"    # raised {fact.raised.text} at line {fact.raised.line}")
        texts.append("\n".join(lines))
        previous = fact
    return texts


def _before(fact: BlockFacts, previous: BlockFacts | None) -> str:
    text = format_state(fact.before)
    if previous is None or previous.scope != fact.scope or _differing(previous.after, fact.before):
        return text
    return _shorter(f"as after {previous.label}", text)


def _after(fact: BlockFacts) -> str:
    """What the visit changed; a value that is cut may have changed where it is cut."""
    changed = _differing(fact.before, fact.after)
    gone = [f"{name} deleted" for name in fact.before if name not in fact.after]
    if len(changed) == len(fact.after) and not gone:
        return format_state(fact.after)
    shown = [format_state(changed)] if changed else []
    return "    ".join([*shown, *gone]) or "unchanged"


def _differing(before: Mapping[str, Value], after: Mapping[str, Value]) -> Mapping[str, Value]:
    """The variables of `after` that are not known to be as in `before`."""
    return {name: value for name, value in after.items() if value.truncated or before.get(name) != value}


def _shorter(text: str, whole: str) -> str:
    return text if len(text) < len(whole) else whole


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
    while len(kept) > 1 and _tokens_of(kept) > max_tokens:
        kept.pop(len(kept) // 2)
    if len(kept) == 1 and _tokens_of(kept) > max_tokens:
        kept = [_shortened(kept[0], max_tokens)]
    return tuple(kept)


def _shortened(fact: BlockFacts, max_tokens: int) -> BlockFacts:
    for limit in SHORTER_VALUES:
        fact = replace(fact, before=_cut(fact.before, limit), after=_cut(fact.after, limit))
        if _tokens_of([fact]) <= max_tokens:
            break
    return fact


def _cut(state: Mapping[str, Value], limit: int) -> Mapping[str, Value]:
    return {
        name: value
        if len(value.repr) <= limit
        else replace(value, repr=f"{value.repr[:limit]}…", truncated=True)
        for name, value in state.items()
    }


def _tokens_of(facts: Sequence[BlockFacts]) -> int:
    return sum(count_tokens([user(text)]) for text in format_visits(facts))
