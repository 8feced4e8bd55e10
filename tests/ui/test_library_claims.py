"""`deps --ask` as whole text: the recorded reads first, then the model's claims, apart."""

from llmdb.ask.library_questions import Asked, Claim
from llmdb.commands.deps import DepsResult, ReadRow
from llmdb.events.model import Value
from llmdb.llm.model import Usage
from tests.ui.samples import drawn

USAGE = Usage(model="m", calls=1, prompt_tokens=300, completion_tokens=20, cost_usd=0.0012, seconds=0.5)
READ = ReadRow(
    name="heap[0]",
    value=Value(type="int", repr="2"),
    step=4,
    line=6,
    how="mutation",
    evidence="table",
    code="heapq.heappush(heap, soon)",
)
ASKED = Asked(
    claims=(
        Claim(path="out.rows[0]", call="book.put(1)", step=3, line=5, held="agrees"),
        Claim(path="xs[0]", call="mean(xs)", step=4, line=6, held="contradicts"),
        Claim(path="parser.values", call="parser.set('a')", step=4, line=7, held="unknown"),
    ),
    silent=("parser.get('a')",),
    unread=("other(xs)",),
    usage=USAGE,
)
SCREEN = """\
step 5, line 8
 └─ heap[0] 2  ← step 4, line 6  table  heapq.heappush(heap, soon)
 the model says:
 ┆ out.rows[0]       ← step 3, line 5  model · ✓ the recording agrees  book.put(1)
 ┆ xs[0]             ← step 4, line 6  model · ✗ the recording shows no such change  mean(xs)
 ┆ parser.values     ← step 4, line 7  model · not recorded  parser.set('a')
 ┆ writes nothing: parser.get('a')
 ┆ not answered: other(xs)
 m · 1 call 300+20 tokens $0.0012 0.5 s"""


def result(asked: Asked | None) -> DepsResult:
    """One read, and what was asked."""
    return DepsResult(step=5, lines=(8,), reads=(READ,), tree=(READ,), control=None, asked=asked)


def test_claims_stand_apart_from_what_was_recorded_and_say_what_the_recording_thinks() -> None:
    assert drawn(result(ASKED), width=100) == SCREEN


def test_where_nothing_had_to_be_asked_the_view_says_so() -> None:
    text = drawn(result(Asked()), width=100)
    assert text.splitlines()[-1] == " nothing to ask: the recording and the table tell what the calls wrote"


def test_a_narrow_terminal_cuts_the_rows() -> None:
    assert all(len(line) <= 40 for line in drawn(result(ASKED), width=40).splitlines())
