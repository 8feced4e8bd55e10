"""The steps from a pasted text to Python: marks taken off, what is no code set aside, what is left repaired.

What is taken out becomes a comment where it stood, so that line numbers never change.
"""

from llmdb.program.dedent import dedented, is_code
from llmdb.program.pasted import mending, prose
from llmdb.program.pasted.loops import as_one_turn
from llmdb.program.pasted.marks import PEELS, without_diff_marks, without_magics
from llmdb.program.pasted.mending import PYTHON_2, mend, without_bare_names
from llmdb.program.pasted.problems import first_problem, parses
from llmdb.program.pasted.prose import looks_like_code
from llmdb.program.pasted.python2_names import with_names_of_python_3
from llmdb.program.pasted.reading import Reading
from llmdb.types import LineNo
from llmdb.values import dataclass

_MOST_ROWS = 5000
_SLIPS = (mending.ENDS, mending.STRAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapted:
    """Python, what was done for it in a few words ("" for nothing), and the lines that are not taken for code."""

    text: str
    done: str = ""
    aside: frozenset[LineNo] = frozenset()


def adapt(text: str) -> Adapted:
    """The text as it is if it parses; else after as few changes as need be; else what parses furthest of the two.

    Where the marks around code can be read in two ways, the one that keeps most code is taken.
    """
    begin = Reading(rows=tuple(text.split("\n")))
    if parses(text) or len(begin.rows) > _MOST_ROWS:
        once = as_one_turn(begin)
        return Adapted(text=once.text, done=once.describe())
    certain = without_diff_marks(_without_tracebacks(begin))
    readings = [_read(peeled) for peeled in dict.fromkeys([_peeled(certain), certain])]
    good = [one for one in readings if parses(one.text) and _keeps_enough(one)]
    if good:
        best = min(good, key=lambda one: _lost(certain, one))
        return Adapted(text=best.text, done=best.describe(), aside=best.lines_aside)
    furthest = max([begin, *readings], key=_progress)
    return Adapted(text=furthest.text if _keeps_enough(furthest) else text)


def _without_tracebacks(reading: Reading) -> Reading:
    rows = reading.rows
    return reading.set_aside(
        [
            *prose.rows_of_tracebacks(rows),
            *prose.rows_of_exceptions_chained(rows),
            *prose.rows_of_failed_tests(rows),
            *prose.rows_of_logs(rows),
        ]
    )


def _peeled(reading: Reading) -> Reading:
    for peel in PEELS:
        reading = peel(reading)
    shell = [n for n in prose.rows_of_shell(reading.rows) if n not in reading.aside]
    return without_magics(reading.set_aside(shell))


def _read(peeled: Reading) -> Reading:
    """The reading, repaired and shifted left, with the names of Python 3 if it was Python 2."""
    shifted, _ = dedented(peeled.text)
    rows = dict(enumerate(shifted.split("\n")))
    reading = mend(peeled.with_rows(rows))
    reading = without_bare_names(reading)
    if any(said == PYTHON_2 for said, _ in reading.done) and parses(reading.text):
        rows = dict(enumerate(with_names_of_python_3(reading.text).split("\n")))
        reading = reading.with_rows(rows, PYTHON_2)
    return as_one_turn(reading)


def _lost(certain: Reading, reading: Reading) -> int:
    """How many rows that look like code are not taken for code, besides those that certainly are none."""
    return sum(looks_like_code(certain.rows[n]) for n in reading.aside - certain.aside)


def _keeps_enough(reading: Reading) -> bool:
    """Whether there is code left, more of it than slips in it: a text with nothing but a slip is refused for that."""
    code = sum(is_code(row) for row in reading.rows)
    slips = sum(len(rows) for said, rows in reading.done if said in _SLIPS)
    return code > 0 and slips * 2 <= code


def _progress(reading: Reading) -> int:
    problem = first_problem(reading.rows)
    return len(reading.rows) + 1 if problem is None else problem.row
