"""Replies that nobody meant, through every reader: `python -m tests.ask.mutated_replies [COUNT] [SEED]`.

Each is read or refused in one line, and 100 kB in 50 ms at most; what is not is printed.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from llmdb.ask.claims import check_claims
from llmdb.ask.facts import BlockFacts
from llmdb.ask.field_questions import CallQuestion, parse_dynamic
from llmdb.ask.method_questions import MethodQuestion, parse_static
from llmdb.ask.prefix_reply import parse_reply as parse_prefix
from llmdb.ask.program_reply import proposed_program
from llmdb.ask.short_walk import parse_short_walk
from llmdb.ask.step_questions import StepClaim, check_answer, find_references, name_steps
from llmdb.ask.verdict_reply import parse_verdicts
from llmdb.ask.walk_prompt import PredictionRequest
from llmdb.ask.walk_reply import parse_reply as parse_walk
from llmdb.errors import BadAnswer
from llmdb.events.model import Value
from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.types import StepNo
from tests.ask import (
    further_others,
    further_programs,
    further_verdicts,
    further_walks,
    library_forms,
    prefix_forms,
    program_forms,
    verdict_forms,
    walk_forms,
)
from tests.ask.program_forms import SNIPPET

ASKED = ((2, 3), (3, 4), (5, 6), (3, 8), (7, 14))
FACTS = tuple(
    BlockFacts(step=step, block=block, scope="f", source="x = 1", before={}, after={})
    for block, step in ASKED
)
METHODS = tuple(MethodQuestion(name, name) for name in ("writer.writerow(list)", "reader.peek()"))
CALLS = (CallQuestion("xs.insert(0, 3)", ()), CallQuestion("d.update(e)", ()))
GRAPH = build_cfg(parse_snippet(SNIPPET, name="snippet.py"))
STEPS = 20
PAST = {"acc": ((3, "0"), (9, "1"), (17, "4")), "out": ((2, "[]"), (11, "[1]")), "n": ((6, "1"), (8, "-2"))}


def _state(**texts: str) -> dict[str, Value]:
    return {name: Value(type="object", repr=text) for name, text in texts.items()}


AT_17 = BlockFacts(
    step=17,
    block=5,
    scope="f",
    source="acc += n",
    before=_state(acc="1", n="3", out="[1]"),
    after=_state(acc="4", n="3", out="[1]"),
)
AT_9 = replace(AT_17, step=9, before=_state(acc="0"), after=_state(acc="1"))


def _past(name: str) -> tuple[tuple[StepNo, Value], ...]:
    return tuple((step, Value(type="object", repr=text)) for step, text in PAST.get(name, ()))


def checked(text: str) -> tuple[StepClaim, ...]:
    """The values that a free answer at step 17 states."""
    return check_answer(text, 17, STEPS, lambda step: AT_9 if step == AT_9.step else AT_17, _past)


READERS: dict[str, Callable[[str], object]] = {
    "verdict": lambda text: parse_verdicts(text, FACTS),
    "verdict on one visit": lambda text: parse_verdicts(text, FACTS[-1:]),
    "program": lambda text: proposed_program(SNIPPET, text),
    "walk": lambda text: parse_walk(text, known_blocks=5),
    "one block": lambda text: parse_short_walk(text, GRAPH, PredictionRequest(start=3, table={})),
    "prefix": parse_prefix,
    "methods": lambda text: parse_static(text, METHODS),
    "calls": lambda text: parse_dynamic(text, CALLS),
    "claims": lambda text: check_claims(text, AT_17, _past),
    "free answer": lambda text: (find_references(text, STEPS), name_steps(text), checked(text)),
}
REPLIES = [
    *(form.reply for form in (*verdict_forms.FORMS, *further_verdicts.FORMS)),
    *(form.reply for form in (*program_forms.FORMS, *further_programs.FORMS)),
    *(form.reply for form in (*walk_forms.FORMS, *further_walks.FORMS)),
    *(form.reply for form in (*prefix_forms.FORMS, *further_others.PREFIXES)),
    *(form.reply for form in (*library_forms.METHODS, *further_others.METHODS)),
    *(form.reply for form in (*library_forms.FIELDS, *further_others.FIELDS)),
    *(form.reply for form in further_others.FREE),
]
PIECES = [
    *"{}[]()<>\"'`\\\n\t :,#|*@-+=~.…0é\x00\ud800“：，$",
    "```",
    "```python\n",
    "</think>",
    "<think>",
    '"correct": ',
    "Block: 3\n",
    "Symbol Table: {",
    "@@ -1 +1 @@\n",
    "<<<<<<< SEARCH\n",
    "=======\n",
    ">>>>>>> REPLACE\n",
    "<search>\n",
    "</search>\n",
    "<td>",
    "</td>",
    "</tr>",
    "\\text{",
    "\\boxed{",
    "B1 → ",
    "step 9 and ",
    "acc is ",
    "therefore, ",
    "so ",
    "right: ",
    "def totals(rows):\n",
    '"""',
    "BLOCK-7@14: ",
    "<|im_end|>",
    "9" * 400,
]
HOSTILE = [
    "❌", "👍 ", "✅ right: ",
    "{", "}", "[", "]", "(", ")", "<", ">", '"', "'", "`", "*", "\\", "|", "#", "_", "$", "=", "-", ".",
    "?", ",", " ", "\n", "<b>", "</b>", "<a><b>", "<td>x</td>", "<think>", "</think>", '{"', '"}',
    '{"a":', '{"block": "', "[[", "([{", '"\\', "```", "```\n", "```python\n", "> ```\n", "~~~", "**",
    "***", "* ", "- ", "1. ", "| ", "|-|\n", "|a|\n|-|\n", "__", "\\text{", "\\boxed{\\text{", "“", "：",
    "B1 -> ", "1, ", "step 1 and ", "BLOCK-1@", "BLOCK-1@1 ", "block ", "acc ", "acc is ", "acc = [",
    "so ", "so, ", "the answer is ", "thus therefore ", "not ", "no ", "is it correct? ", "right ",
    "right: ", "wrong: x\n", "right\n", "it is ", "there is ", "Block: 1\n", "Symbol Table: {", "'n': (",
    "n = 4, ", "imports:\n", "- import a\n", "import a\n", "x = 1\n", "def f():\n", "class A:\n    ",
    "@@\n", "-a\n+b\n", "<<<<<<< SEARCH\n", "=======\n", "<search>\n", "# ... rest\n",
    "# the rest of the ", "<xs#", "xs#[0];", "1. <set>", "<|a|>", "</s>", "\ud800", "\x00", "é", "0",
    "true ", "null,", "//", "/*", "\t",
]  # fmt: skip
"""Pieces that are put one after the other until there are 100 kB of them."""
FAST_S = 0.05
"""What a reader may take for 100 kB; the tests allow twenty times that: more than linear time takes far longer."""
SIZE = 100_000


def mutated(chance: random.Random) -> str:
    """A reply with pieces taken out, doubled, moved in from others and put in, cut off or grown to 100 kB."""
    text = chance.choice(REPLIES)
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((1, 3, 20, 200)))
        match chance.randrange(5):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + chance.choice(PIECES) + text[start:]
            case 2:
                text = text[:end] + text[start:]
            case 3:
                other = chance.choice(REPLIES)
                text = text[:start] + other[chance.randrange(len(other) + 1) :] + text[end:]
            case 4:
                text = text[:end]
    if text and chance.random() < 0.05:
        size = chance.choice((SIZE // 10, SIZE))
        part = text[: chance.choice((1, 5, 50, len(text)))]
        text = (part * (size // len(part) + 1))[:size]
    return text


def slow_or_broken(seed: int, count: int, most_s: float = 1.0) -> list[str]:
    """What readers did with mutated replies that they must not do: raise something else, or take too long."""
    chance = random.Random(seed)
    return [
        f"{number}th of seed {seed}, {said}"
        for number in range(count)
        for said in _faults(mutated(chance), most_s)
    ]


def too_slow(piece: str, *, size: int = SIZE, most_s: float = FAST_S) -> list[str]:
    """What readers do with so many characters of a piece that they must not do."""
    return list(_faults((piece * (size // len(piece) + 1))[:size], most_s))


def _faults(text: str, most_s: float) -> Iterator[str]:
    for name, reader in READERS.items():
        took, said = _read(reader, text)
        if said:
            yield f"{name}: {said}, of {text[:60]!r}"
        elif took > most_s and (took := min(_read(reader, text)[0] for _ in range(5))) > most_s:
            yield f"{name}: {took:.3f} s for {len(text)} characters, {text[:60]!r}"


def _read(reader: Callable[[str], object], text: str) -> tuple[float, str]:
    """The seconds that a reader takes, and what is wrong with how it ends; "" for nothing."""
    began, said = time.process_time(), ""
    try:
        reader(text)
    except BadAnswer as refused:
        line = str(refused)
        said = f"refused in {len(line)} characters: {line!r}" if "\n" in line or len(line) > 300 else ""
    except Exception as broken:  # whatever it is, no reader declares it
        said = repr(broken)
    return time.process_time() - began, said


def main() -> None:
    """Read so many mutated replies, and 100 kB of each hostile piece."""
    words = [int(word) for word in sys.argv[1:]]
    count, seed = words[0] if words else 100_000, words[1] if len(words) > 1 else 1
    begun = time.monotonic()
    found = [said for piece in HOSTILE for said in too_slow(piece)]
    found += slow_or_broken(seed, count, FAST_S)
    print(*found, sep="\n")
    print(
        f"{count:,} mutated replies and {len(HOSTILE)} hostile ones through {len(READERS)} readers in "
        f"{time.monotonic() - begun:.0f} s: {len(found)} slow or broken"
    )


if __name__ == "__main__":
    main()
