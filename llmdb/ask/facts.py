"""What the recording says about visits of blocks, chosen and written for a prompt: the one place that knows how.

A visit is written as `[BLOCK-4@27] f, lines 20 to 23: i=6 -> total=9; condition False`: what it found, as far as that
was not told before, and what it changed, gave back, and which way its condition went.
"""

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice

from llmdb.events.model import RaisedException, Value
from llmdb.llm.model import count_tokens, user
from llmdb.program.files import line_label, shown_line
from llmdb.replay.exceptions import find_ending
from llmdb.replay.trace import ExecutionTrace
from llmdb.replay.visits import Visits
from llmdb.types import BlockId, FrameId, LineNo, StepNo, VisitNo
from llmdb.values import dataclass

_LEGEND = (
    "Visits of blocks in the order of the run{left_out}. BLOCK-4@27 is the visit of block 4 that began at step 27. "
    "Shown are the lines it ran, the values it found (others of its call are as last shown), and after -> all that it "
    "changed, gave back, and which way its condition went:"
)
MOST_VISITS = 10
"""Visits of one request (LDB, section 2.3), where there are not more blocks than that."""
MOST_BLOCKS = 40
"""Blocks of one request."""
_NEAR = 1_000
"""Visits around the failure that are looked at for a prompt."""
_MOST_PARTS = 5
"""Steps of one visit, its last ones, of which it is told what they yielded."""
_LONG_VALUE = 40
"""Characters of a value that is not written a second time."""
_MOST_VALUE = 240
"""Characters of a value that are shown."""
_FEW = 3
"""Changes of a container that are shown instead of the whole."""
SHORTER_VALUES = (80, 30, 10)
"""Characters of a value, tried in this order, where the facts of one visit alone are too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFacts:
    """One visit of a block: its source, the variables before it and after it (LDB, section 2.2), and how it went on.

    Prompts and answers call it by its first step.

    Attributes:
        lines: those that it ran, in order.
        changed: names that it bound or whose value it changed, also where the cut texts of both are the same.
        returned, yielded: what it gave back.
        is_loop: whether its condition is the head of a `for`.
        taken: which way its condition went; None for no condition.
        invented: the names it read whose values a prefix made up.
    """

    step: StepNo
    block: BlockId
    scope: str
    source: str
    before: Mapping[str, Value]
    after: Mapping[str, Value]
    raised: RaisedException | None = None
    frame: FrameId = 0
    lines: tuple[LineNo, ...] = ()
    changed: frozenset[str] = frozenset()
    returned: Value | None = None
    yielded: tuple[Value, ...] = ()
    is_loop: bool = False
    taken: bool | None = None
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
    numbers = trace.steps_of_visit(number)
    parts = [trace.step(step) for step in numbers[-_MOST_PARTS:]]
    end = parts[-1]
    return BlockFacts(
        step=trace.first_step_of(number),
        block=block.id,
        scope=visits.scope_of(number),
        source="\n".join(rows[first - 1 : last]),
        before=visits.state_before(number),
        after=visits.state(number),
        raised=visits.raises.get(number),
        frame=visits.frame_of(number),
        lines=visits.lines(number),
        changed=frozenset(visits.changed(number)),
        returned=end.returned,
        yielded=tuple(step.yielded for step in parts if step.yielded is not None),
        is_loop=_is_for(trace, block.id),
        taken=end.taken,
    )


def choose_visits(
    trace: ExecutionTrace, suspects: Sequence[VisitNo] = (), most: int = MOST_VISITS
) -> tuple[VisitNo, ...]:
    """The visits to be asked about, the most telling first.

    The suspects come first, and where the run failed or ended; then the last visit of each other block, of a `for` the
    last with an item; then those nearest to the failure. What only defines, imports or asserts at the top is asked
    about only if there is nothing else.

    Args:
        trace: the run.
        suspects: visits that a plan names.
        most: how many, if there are not more blocks than that.
    """
    visits = trace.visits
    dull = _dull_blocks(trace)
    blocks = [block.id for block in trace.cfg.blocks if visits.steps_of_block(block.id)]
    asked = frozenset(block for block in blocks if block not in dull) or frozenset(blocks)
    ending = find_ending(trace)
    failing = len(visits) if ending is None else trace.visit_of(ending.step)
    chosen = dict.fromkeys(
        number for number in (*suspects, failing, _last_outermost(visits)) if visits.block_of(number) in asked
    )
    have = {visits.block_of(number) for number in chosen}
    for block in blocks:
        if block in asked and block not in have and len(chosen) < MOST_BLOCKS:
            chosen.setdefault(_last_telling(trace, block, failing))
    nearest = chain(range(failing, 0, -1), range(failing + 1, len(visits) + 1))
    for number in islice(nearest, _NEAR):
        if len(chosen) >= most:
            break
        if visits.block_of(number) in asked:
            chosen.setdefault(number)
    return tuple(chosen)


def _last_outermost(visits: Visits) -> VisitNo:
    """The last visit that nothing of the snippet called, where it is near to the end."""
    near = range(len(visits), max(0, len(visits) - _NEAR), -1)
    return next((number for number in near if visits.depth(number) == 1), len(visits))


def _is_for(trace: ExecutionTrace, block: BlockId) -> bool:
    """Whether a block is the head of a `for`."""
    return any(unit.kind == "iterable" for unit in trace.cfg.units if unit.block == block)


def _last_telling(trace: ExecutionTrace, block: BlockId, failing: VisitNo) -> VisitNo:
    """The last visit of a block up to the failure; of a `for` the last that took an item."""
    numbers = trace.visits.steps_of_block(block)
    known = [number for number in numbers[-_NEAR:] if number <= failing] or numbers[:1]
    row = trace.cfg.block(block)
    if _is_for(trace, block):
        for number in reversed(known):
            following = trace.visits.next_in_frame(number)
            if following is not None and trace.visits.block_of(following) == row.next.get("true"):
                return number
    return known[-1]


def _dull_blocks(trace: ExecutionTrace) -> frozenset[BlockId]:
    """Blocks that only define, import or give another name to something, and those of asserts at the top."""
    bodies = {scope.name for scope in trace.cfg.scopes if scope.kind in ("module", "class")}
    return frozenset(
        block.id
        for block in trace.cfg.blocks
        if block.condition is None and all(_is_dull(text, block.scope in bodies) for text in block.statements)
    )


_DEFINITIONS = ("def ", "async def ", "class ", "import ", "from ", '"', "'", "pass", "global ", "nonlocal ")


def _is_dull(statement: str, is_body: bool) -> bool:
    text = statement.strip()
    if text.startswith(("def ", "async def ")):
        return "=" not in text.partition("(")[2]
    if text.startswith(_DEFINITIONS) or (is_body and text.startswith("assert ")):
        return True
    name, is_bound, value = text.partition("=")
    return is_body and bool(is_bound) and name.strip().isidentifier() and value.strip().isidentifier()


def legend(left_out: int = 0) -> str:
    """How to read `format_visits`, and how many visits of the run are not among them."""
    said = f" ({left_out} more {'was' if left_out == 1 else 'were'} left out)" if left_out else ""
    return _LEGEND.format(left_out=said)


def format_visits(facts: Sequence[BlockFacts]) -> list[str]:
    """Visits as texts that say each thing once."""
    shown = _Shown()
    texts: list[str] = []
    previous: BlockFacts | None = None
    for fact in facts:
        own = "" if previous is not None and previous.scope == fact.scope else f" {fact.scope}"
        head = f"[{fact.label}]{own}{',' * bool(own and fact.lines)}{_lines(fact.lines)}"
        found, went = shown.visit(fact)
        said = f"{found} -> {went}" if found else f"-> {went}"
        texts.append(f"{head}: {said}")
        previous = fact
    return texts


def describe_visit(fact: BlockFacts) -> tuple[str, str]:
    """What a single visit found, and how it went on: `("n=1", "total=3; condition True")`."""
    return _Shown().visit(fact)


def _lines(lines: Sequence[LineNo]) -> str:
    if not lines:
        return ""
    first, last = min(lines), max(lines)
    return (
        f" lines {line_label(first)} to {shown_line(last)}" if first < last else f" line {line_label(first)}"
    )


def _went(fact: BlockFacts) -> Iterator[str]:
    """How the visit ended, but for what it changed."""
    if fact.yielded:
        yield f"yielded {', '.join(map(cut_value, fact.yielded))}"
    if fact.raised is not None:
        yield f"raised {fact.raised.text} at line {line_label(fact.raised.line)}"
    if fact.returned is not None:
        yield f"returned {cut_value(fact.returned)}"
    if fact.taken is not None:
        words = (
            ("no item left", "took the next item") if fact.is_loop else ("condition False", "condition True")
        )
        yield words[fact.taken]


class _Shown:
    """What a prompt has told so far: values by name in each frame, and long values by where they stand."""

    def __init__(self) -> None:
        self._frames: dict[FrameId, dict[str, Value]] = {}
        self._long: dict[str, str] = {}

    def visit(self, fact: BlockFacts) -> tuple[str, str]:
        """What a visit found and was not told, and how it went on."""
        found = ", ".join(self.found(fact))
        changed = ", ".join(self.changed(fact))
        return found, "; ".join([*filter(None, [changed]), *_went(fact)]) or "nothing changed"

    def found(self, fact: BlockFacts) -> Iterator[str]:
        """What the visit found and was not told of its frame."""
        known = self._frames.setdefault(fact.frame, {})
        for name, value in fact.before.items():
            if known.get(name) != value:
                yield self._value(name, value, known.get(name))
        self._frames[fact.frame] = dict(fact.before)

    def changed(self, fact: BlockFacts) -> Iterator[str]:
        """What the visit changed: also a value that is cut and may have changed where it is cut."""
        known = self._frames[fact.frame]
        for name, value in fact.after.items():
            if known.get(name) != value:
                yield self._value(name, value, known.get(name))
            elif name in fact.changed and value.truncated:
                yield f"{name} changed beyond what is shown"
        yield from (f"{name} deleted" for name in known if name not in fact.after)
        self._frames[fact.frame] = dict(fact.after)

    def _value(self, name: str, value: Value, before: Value | None) -> str:
        """`name=value`; of a long one only what is new about it."""
        if len(value.repr) < _LONG_VALUE:
            return f"{name}={value.repr}"
        told = None if value.truncated else self._long.get(value.repr)
        if not value.truncated:
            self._long.setdefault(value.repr, name)
        if told is not None:
            return f"{name}=(as {told} above{_length(value, ', ')})"
        gained = None if before is None else _gained(name, before, value)
        return gained or f"{name}={cut_value(value)}"


def _gained(name: str, before: Value, after: Value) -> str | None:
    """How a long list or dict came to differ from what was told of it, in Python; None for much or unknown."""
    if before.truncated or after.truncated:
        return None
    old, new = _literal(before.repr), _literal(after.repr)
    if isinstance(old, list) and isinstance(new, list) and len(new) > len(old) and new[: len(old)] == old:
        more = repr(new[len(old) :])
        return f"{name} gained {more}, {len(new)} items" if len(more) < len(after.repr) // 2 else None
    changes = _changes(name, old, new)
    if changes is None or not 0 < len(changes) <= _FEW:
        return None
    text = ", ".join(changes)
    return text if len(text) < len(after.repr) // 2 else None


def _changes(name: str, old: object, new: object, deep: int = 2) -> list[str] | None:
    """Assignments that make one container of the other; None where none do."""
    pairs: Iterable[tuple[object, object]]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(new)
    elif isinstance(old, dict) and isinstance(new, dict) and old.keys() <= new.keys():
        pairs = new.items()
    else:
        return None
    out: list[str] = []
    for key, value in pairs:
        was = old[key] if isinstance(old, list) or key in old else _MISSING
        if was == value and type(was) is type(value):
            continue
        inner = _changes(f"{name}[{key!r}]", was, value, deep - 1) if deep else None
        out += inner if inner is not None else [f"{name}[{key!r}]={value!r}"]
        if len(out) > _FEW:
            break
    return out


_MISSING = object()


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def cut_value(value: Value, limit: int = _MOST_VALUE) -> str:
    """The text of a value; of a long one its two ends, and its length where that is known."""
    if len(value.repr) <= limit:
        return value.repr
    return f"{cut_text(value.repr, limit)}{_length(value, ' (', ')')}"


def _length(value: Value, before: str, after: str = "") -> str:
    known = None if value.truncated else _literal(value.repr)
    if isinstance(known, str | bytes):
        return f"{before}{len(known)} characters{after}"
    return f"{before}{len(known)} items{after}" if isinstance(known, list | tuple | dict | set) else ""


def cut_text(text: str, limit: int) -> str:
    """A text with its middle left out where it is longer."""
    if len(text) <= limit:
        return text
    end = limit // 4
    return f"{text[: limit - end]} … {text[-end:]}"


def fit_budget(
    facts: Sequence[BlockFacts], max_tokens: int, ranked: Sequence[StepNo] = ()
) -> tuple[BlockFacts, ...]:
    """The most telling facts whose texts fit the budget; values of a single one are cut shorter to fit.

    Args:
        facts: in the order of the run.
        max_tokens: of their texts.
        ranked: their steps, the most telling first; without, those at both ends are.
    """
    places = {step: place for place, step in enumerate(ranked)}
    ends = [min(place, len(facts) - 1 - place) for place in range(len(facts))]
    order = sorted(
        range(len(facts)), key=lambda number: (places.get(facts[number].step, len(places)), ends[number])
    )

    def first(count: int) -> tuple[BlockFacts, ...]:
        return tuple(facts[number] for number in sorted(order[:count]))

    fitting = bisect_right(range(1, len(facts) + 1), max_tokens, key=lambda count: _tokens_of(first(count)))
    if fitting:
        return first(fitting)
    return tuple(_shortened(fact, max_tokens) for fact in first(1))


def _shortened(fact: BlockFacts, max_tokens: int) -> BlockFacts:
    for limit in SHORTER_VALUES:
        fact = cut_facts(fact, limit)
        if _tokens_of([fact]) <= max_tokens:
            break
    return fact


def cut_facts(fact: BlockFacts, limit: int) -> BlockFacts:
    """The facts with each value cut at so many characters."""
    return replace(
        fact,
        before=_cut(fact.before, limit),
        after=_cut(fact.after, limit),
        returned=None if fact.returned is None else _cut_value(fact.returned, limit),
        yielded=tuple(_cut_value(value, limit) for value in fact.yielded),
    )


def _cut(state: Mapping[str, Value], limit: int) -> Mapping[str, Value]:
    return {name: _cut_value(value, limit) for name, value in state.items()}


def _cut_value(value: Value, limit: int) -> Value:
    return (
        value if len(value.repr) <= limit else replace(value, repr=f"{value.repr[:limit]}…", truncated=True)
    )


def _tokens_of(facts: Sequence[BlockFacts]) -> int:
    return sum(count_tokens([user(text)]) for text in format_visits(facts))
