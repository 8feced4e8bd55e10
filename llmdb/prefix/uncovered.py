"""Why a line stays uncovered, as far as the runs tell."""

from collections.abc import Iterable

from llmdb.prefix.model import RunError, Uncovered
from llmdb.types import LineNo

_PYTHON_2 = (
    "can't have unbuffered text I/O", "has no attribute 'iteritems'", "has no attribute 'has_key'",
    "has no attribute 'itervalues'", "No module named 'urllib2'", "No module named 'StringIO'",
    "No module named 'ConfigParser'", "No module named 'cPickle'", "has no attribute 'maketrans'",
)  # fmt: skip
_MOST = 2


def explain_uncovered(missing: Iterable[LineNo], errors: Iterable[RunError | None]) -> tuple[Uncovered, ...]:
    """For each uncovered line what its runs raised, or that no run came there.

    Args:
        missing: lines that no prefix covers.
        errors: the errors of all runs; None for those that ended well.
    """
    raised: dict[LineNo, dict[str, int]] = {}
    for error in errors:
        if error is not None and error.line is not None:
            text = f"{error.type}: {error.message}"
            for line in {*error.through, error.line}:
                seen = raised.setdefault(line, {})
                seen[text] = seen.get(text, 0) + 1
    return tuple(Uncovered(line=line, why=_why(raised.get(line, {}))) for line in sorted(missing))


def _why(raised: dict[str, int]) -> str:
    if not raised:
        return "no prefix tried reaches it"
    often = sorted(raised, key=lambda text: -raised[text])
    if any(mark in text for text in often for mark in _PYTHON_2):
        return f"written for Python 2: {often[0]}"
    more = f", and {len(often) - _MOST} other errors" if len(often) > _MOST else ""
    return f"raises with every prefix tried: {'; '.join(often[:_MOST])}{more}"
