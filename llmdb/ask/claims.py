"""Compares the values that an explanation states with those of the recording.

A contradiction is marked only where the text leaves no other reading: a value that the name had at any time of the
run holds, and what is said as a condition, a wish or a change of the code is no statement about the run.
"""

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from llmdb.ask.facts import BlockFacts
from llmdb.events.model import Value
from llmdb.types import StepNo
from llmdb.values import dataclass

Past = Callable[[str], Sequence[tuple[StepNo, Value]]]
"""The steps at which a name took a value, with that value."""

_STATES = (
    r"(?:\s*(?:==|=|:|->|→|\()\s*|\s+(?:(?:is|was|becomes|became|being|stays|stayed|remains|remained|equals|equaled"
    r"|holds|held|has|had|gets|got)(?:\s+(?:now|still|then|already|also|just|again|therefore|thus|only|set\s+to"
    r"|updated\s+to|changed\s+to|incremented\s+to|increased\s+to|decremented\s+to|reduced\s+to|equal\s+to|the\s+value"
    r"|value))*)\s+)"
)
_FROM_TO = re.compile(
    r"\s+(?:goes|went|changes|changed|grows|grew|rises|rose|falls|fell|is\s+\w+ed|\w+es)\s+from\s+"
)
_PART = r"(?P<part>\[(?:-?\d+|'[^'\n]*'|\"[^\"\n]*\")\])?"
_AFTER_VALUE = re.compile(
    r"[ \t]*[-+*/%^<>≤≥]|,\d{3}\b|\.\.|\s*…"
    r"|\s+(?:times|more|less|greater|larger|smaller|bigger|higher|lower|items?|elements?|entries|characters?|steps?"
    r"|rows?|or|to|too|off|than|percent|if|when|unless)\b"
)
_DENIED = re.compile(
    r"[`'\"]?\s*(?:(?:is|was|evaluates to|gives|yields)\s+)?(?:not|never|false|untrue|wrong|would|should|expected"
    r"|required|needed|right|correct)\b",
    re.I,
)
_SUPPOSED = re.compile(
    r"\b(?:if|when|whenever|whether|while|until|unless|should|would|could|might|may|must|shall|will|need(?:s|ed)?"
    r"|expect(?:s|ed|ing)?|ought|want(?:s|ed)?|instead|rather|never|not|no|than|suppose[ds]?|assum(?:e|es|ed|ing)"
    r"|chang(?:e|ing)|replac(?:e|ing)|us(?:e|ing)|add(?:ing)?|set(?:ting)?|mov(?:e|ing)|initiali[sz](?:e|ing)"
    r"|reset(?:ting)?|assign(?:ing)?|check(?:s|ing)?|test(?:s|ing)?|compar(?:e|es|ing)|for|example|case|correct)\b|n't\b",
    re.I,
)
_CLAUSE = re.compile(r"[.;:!?](?=\s|$)|,|\n|\b(?:but|so|because|since|and|which|hence|thus|therefore)\b")
_OPERAND = re.compile(r"[\w)\]'\"] ?(?:[<>=!]=|[<>+*/%&|^-]) ?$")
_LONGEST_CLAUSE = 1_000
_MOST_TEXT = 20_000
"""Characters of an explanation that are read."""
_MOST_MENTIONS = 50
"""Times that a name is spoken of, of which it is read what is stated."""
_NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?)(?![\w(])")
_WORD = re.compile(r"(?:True|False|None)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A value that the explanation states for a variable.

    Attributes:
        name: the variable, or a part of it: `out[1]`, `len(out)`.
        stated: the value as the text has it.
        recorded: the values recorded before and after the block.
        holds: whether the name had the value, here or at another step.
        step: where it had it; None where it never had.
    """

    name: str
    stated: str
    recorded: tuple[str, ...]
    holds: bool
    step: StepNo | None = None


def check_claims(explanation: str, facts: BlockFacts, past: Past = lambda name: ()) -> tuple[Claim, ...]:
    """The values that the text states for recorded variables, each checked.

    Args:
        explanation: of a verdict on the block.
        facts: the block's recorded states.
        past: what a name held in the whole run.
    """
    text = explanation[:_MOST_TEXT].replace("`", "").replace("−", "-")
    claims: dict[tuple[str, str], Claim] = {}
    for name in dict.fromkeys([*facts.after, *facts.before]):
        for mention in _mentions(text, name):
            claim = _checked(name, mention, facts, past)
            if claim is not None:
                claims.setdefault((claim.name, claim.stated), claim)
    return tuple(claims.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mention:
    """A value stated for a name or a part of it; `sure` when the text is plainly about the run."""

    shown: str
    part: str
    stated: str
    sure: bool


def _mentions(text: str, name: str) -> list[_Mention]:
    found = []
    named = re.compile(
        rf"(?<![\w.\])'\"])(?P<length>len\()?{re.escape(name)}(?(length)\)){_PART}(?={_STATES}|\s+\w)"
    )
    for match in islice(named.finditer(text), _MOST_MENTIONS):
        if _OPERAND.search(text, max(0, match.start() - 20), match.start()):
            continue  # "number < best is False" says nothing of `best` alone
        part = "len" if match["length"] else match["part"] or ""
        for at, sure in _value_places(text, match.end()):
            stated = _literal_at(text, at)
            if stated is None or _AFTER_VALUE.match(text, at + len(stated)):
                continue
            sure = sure and not _is_supposed(text, match.start(), at + len(stated))
            found.append(_Mention(shown=match.group(), part=part, stated=stated, sure=sure))
    return found


def _value_places(text: str, end: int) -> list[tuple[int, bool]]:
    """Where values stand that are stated of a name ending here; a `==` or a `name:` may be code, not a statement."""
    states = re.compile(_STATES).match(text, end)
    if states is not None:
        sign = states.group().strip()
        return [(states.end(), sign not in ("==", ":", "("))]
    moved = _FROM_TO.match(text, end)
    if moved is None:
        return []
    first = _literal_at(text, moved.end())
    if first is None:
        return []
    to = re.compile(r"\s+to\s+").match(text, moved.end() + len(first))
    return [] if to is None else [(to.end(), True)]


def _literal_at(text: str, at: int) -> str | None:
    """The literal that begins here, brackets and quotes balanced; None where there is none that is whole."""
    head = text[at : at + 1]
    if head in "'\"" and head:
        match = re.compile(rf"{head}(?:\\.|[^{head}\\\n])*{head}").match(text, at)
        return match.group() if match else None
    if head in ("[", "(", "{"):
        return _bracketed(text, at)
    match = _NUMBER.match(text, at) or _WORD.match(text, at)
    return match.group() if match else None


def _bracketed(text: str, at: int) -> str | None:
    depth = 0
    for place, sign in enumerate(text[at : at + 2_000]):
        depth += (sign in "[({") - (sign in "])}")
        if depth == 0:
            shown = text[at : at + place + 1]
            value = _evaluated(shown)
            return shown if value is not None and "..." not in shown else None
    return None


def _is_supposed(text: str, start: int, end: int) -> bool:
    """Whether a condition, a wish, a denial or a change of the code is spoken of, or a call's argument."""
    before = text[max(0, start - _LONGEST_CLAUSE) : start]
    clause = before[max((match.end() for match in _CLAUSE.finditer(before)), default=0) :]
    in_call = re.search(r"\w\([^()]*$", before) is not None
    return in_call or _SUPPOSED.search(clause) is not None or _DENIED.match(text, end) is not None


def _checked(name: str, mention: _Mention, facts: BlockFacts, past: Past) -> Claim | None:
    """The claim; None where the recording cannot tell, or the text may mean something else."""
    here = [state[name] for state in _states(facts) if name in state]
    recorded = tuple(_shown(value, mention.part) for value in here)
    verdicts = [_same(mention, value) for value in here]
    claim = Claim(name=mention.shown, stated=mention.stated, recorded=recorded, holds=True, step=facts.step)
    if True in verdicts:
        return claim
    known = [(step, _same(mention, value)) for step, value in past(name)]
    if (step := next((step for step, same in known if same), None)) is not None:
        return Claim(name=mention.shown, stated=mention.stated, recorded=recorded, holds=True, step=step)
    if not mention.sure or None in verdicts or any(same is None for _, same in known):
        return None
    return Claim(name=mention.shown, stated=mention.stated, recorded=recorded, holds=False)


def _states(facts: BlockFacts) -> tuple[Mapping[str, Value], ...]:
    return facts.before, facts.after


def _same(mention: _Mention, value: Value) -> bool | None:
    """Whether a recorded value is the stated one; None where its text does not tell."""
    if value.truncated:
        return None
    if not mention.part and mention.stated == value.repr:
        return True
    recorded, stated = _evaluated(value.repr), _evaluated(mention.stated)
    if recorded is None or stated is None:
        return None
    try:
        return _equal(stated[0], _part_of(recorded[0], mention.part), mention.stated)
    except LookupError:
        return False
    except TypeError:
        return None


def _part_of(value: object, part: str) -> object:
    if part == "len":
        return len(value)  # type: ignore[arg-type]
    return value[ast.literal_eval(part[1:-1])] if part else value  # type: ignore[index]


def _shown(value: Value, part: str) -> str:
    """The recorded text of a value, or of the part of it that is spoken of."""
    whole = _evaluated(value.repr) if part else None
    try:
        return repr(_part_of(whole[0], part)) if whole is not None else value.repr
    except (LookupError, TypeError):
        return value.repr


def _equal(stated: object, recorded: object, shown: str) -> bool:
    """Equal, or equal to as many digits as the text gives; a truth is no number."""
    if isinstance(stated, bool) is not isinstance(recorded, bool):
        return False
    if isinstance(stated, float) and isinstance(recorded, float) and math.isfinite(recorded):
        return round(recorded, len(shown.partition(".")[2])) == stated
    return bool(stated == recorded)


def _evaluated(text: str) -> tuple[object] | None:
    try:
        return (ast.literal_eval(text),)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
