"""Arrays and frames in the tables: shape, dtype, the first values, and a mark that changes with the contents.

    name   type       before                              after
  ● a      ndarray    (2, 3) int64 [[0 0 0] [0 0 0]]      (2, 3) int64 [[0 7 0] [0 0 0]]
  ● df     DataFrame  2 x 1: n int64 | 0: 1 | 1: 2        2 x 2: n int64, m int64 | 0: 1 2 | 1: 2 4

What is too long to be shown in full ends in `~` and four digits of a checksum of all of it, so that a change
beyond the shown part is seen, too. This file is also what runs in the child, as text: it imports nothing that the
program did not, reads only exact types of the two libraries, and never calls code of the debugged program.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llmdb.registry import Registry

SHOWN_ITEMS = 24
SHOWN_ROWS = 4
SHOWN_COLUMNS = 8
SHOWN_TEXT = 24
MOST_CHECKED_BYTES = 8_000_000

_SCALARS = (
    "bool bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 longlong ulonglong float16 float32 float64 "
    "longdouble complex64 complex128 clongdouble str_ bytes_ datetime64 timedelta64"
)
TYPE_NAMES = (
    "numpy.ndarray",
    *(f"numpy.{name}" for name in _SCALARS.split()),
    "pandas.DataFrame",
    "pandas.core.frame.DataFrame",
    "pandas.Series",
    "pandas.core.series.Series",
    "pandas.Index",
    "pandas.core.indexes.base.Index",
    "pandas.RangeIndex",
    "pandas.core.indexes.range.RangeIndex",
    "pandas.DatetimeIndex",
    "pandas.core.indexes.datetimes.DatetimeIndex",
    "pandas.Timestamp",
    "pandas._libs.tslibs.timestamps.Timestamp",
    "pandas.Timedelta",
    "pandas._libs.tslibs.timedeltas.Timedelta",
    *(
        f"pandas.core.indexing.{name}"
        for name in ("_LocIndexer", "_iLocIndexer", "_AtIndexer", "_iAtIndexer")
    ),
)
_INDEXERS = ("_LocIndexer", "_iLocIndexer", "_AtIndexer", "_iAtIndexer")
_PLAIN = (int, float, complex, bool, type(None))


class NumpyPandasDescriber:
    """The value describer; `source` is this file."""

    name = "numpy_pandas"
    type_names = TYPE_NAMES

    @property
    def source(self) -> str:
        """The text that the child runs."""
        from pathlib import Path

        return Path(__file__).read_text(encoding="utf-8")


def register(registry: Registry) -> None:
    """Add the describer."""
    registry.describer(NumpyPandasDescriber())


def describe(value: Any) -> str | None:
    """The text of an array, a frame, a series, an index or one of their scalars; None for anything else."""
    kind = type(value)
    if f"{kind.__module__}.{kind.__name__}" not in TYPE_NAMES:
        return None
    match kind.__name__:
        case "ndarray":
            return _array(value)
        case "DataFrame":
            return _frame(value)
        case "Series":
            return _series(value)
        case "Timestamp" | "Timedelta":
            return str(value)
        case name if name in _INDEXERS:
            return f"<{name}>"
        case name if name.endswith("Index"):
            return _index(value)
        case _:
            return _scalar(value)


def owner(value: Any) -> Any:
    """The array under a view, and the frame or series behind `.loc`, `.iloc`, `.at` and `.iat`."""
    kind = type(value)
    if f"{kind.__module__}.{kind.__name__}" not in TYPE_NAMES:
        return None
    if kind.__name__ == "ndarray":
        return value.base if type(value.base) is kind else None
    return value.obj if kind.__name__ in _INDEXERS else None


def _array(array: Any) -> str:
    head = f"{tuple(array.shape)} {array.dtype}"
    if array.size == 0:
        return f"{head} []"
    whole = array.size <= SHOWN_ITEMS
    items = _nested(array) if whole else f"[{_run(array)}]"
    return f"{head} {items}{'' if whole else _mark(array)}"


def _nested(array: Any) -> str:
    if array.ndim == 0:
        return _item(array[()])
    if array.ndim == 1:
        return f"[{' '.join(_item(item) for item in array)}]"
    return f"[{' '.join(_nested(part) for part in array)}]"


def _run(array: Any) -> str:
    """The first and the last items in memory order."""
    ends = [array.flat[number] for number in (*range(6), *range(array.size - 2, array.size))]
    return f"{' '.join(map(_item, ends[:6]))} … {' '.join(map(_item, ends[6:]))}"


def _mark(*arrays: Any) -> str:
    """` ~3fa2`: a checksum of the contents; of objects, which objects they are; "" when there is too much."""
    total = 0
    if sum(array.nbytes for array in arrays) > MOST_CHECKED_BYTES:
        return " (too large to compare)"
    for array in arrays:
        total = zlib.crc32(array.tobytes(), total)
    return f" ~{total & 0xFFFF:04x}"


def _item(item: Any) -> str:
    """One item, without running code of the program: exact built-in and library types only."""
    kind = type(item)
    if kind is str:
        return repr(item if len(item) <= SHOWN_TEXT else item[:SHOWN_TEXT] + "…")
    if kind is float or (kind.__module__ == "numpy" and kind.__name__.startswith("float")):
        return f"{float(item):.6g}"
    if kind in _PLAIN:
        return repr(item)
    if f"{kind.__module__}.{kind.__name__}" in TYPE_NAMES and kind.__name__ != "ndarray":
        return _scalar(item)
    if kind.__name__ in ("NAType", "NaTType"):
        return "NA" if kind.__name__ == "NAType" else "NaT"
    return f"<{kind.__name__}>"


def _scalar(value: Any) -> str:
    kind = type(value)
    if kind.__module__ != "numpy":
        return str(value)
    if kind.__name__ in ("str_", "bytes_"):
        return repr(value.item())
    if kind.__name__.startswith("float"):
        return repr(float(value)) if kind.__name__ == "float64" else str(value)
    return str(value)


def _frame(frame: Any) -> str:
    rows, columns = frame.shape
    names = [_item(name).strip("'\"") for name in list(frame.columns[:SHOWN_COLUMNS])]
    dtypes = [str(dtype) for dtype in list(frame.dtypes.iloc[:SHOWN_COLUMNS])]
    described = ", ".join(f"{name} {dtype}" for name, dtype in zip(names, dtypes, strict=True))
    more = f", … {columns - len(names)} more" if columns > len(names) else ""
    shown = min(rows, SHOWN_ROWS)
    parts = [f"{rows} x {columns}: {described}{more}"]
    for number in range(shown):
        cells = (frame.iloc[number, column] for column in range(len(names)))
        parts.append(f"{_item(frame.index[number])}: {' '.join(map(_item, cells))}")
    whole = rows <= shown and columns <= len(names)
    mark = "" if whole else _mark(*(_numbers(frame.iloc[:, column]) for column in range(columns)))
    return " | ".join(parts) + (" | …" if rows > shown else "") + mark


def _numbers(series: Any) -> Any:
    """The array behind a column."""
    values = series.array
    return getattr(values, "_ndarray", None) if hasattr(values, "_ndarray") else series.to_numpy()


def _series(series: Any) -> str:
    count = len(series)
    shown = min(count, 8)
    pairs = [f"{_item(series.index[n])}: {_item(series.iloc[n])}" for n in range(shown)]
    name = "" if series.name is None else f" {_item(series.name)}"
    rest = "" if count <= shown else f", …{_mark(_numbers(series))}"
    return f"({count},) {series.dtype}{name} {', '.join(pairs)}{rest}"


def _index(index: Any) -> str:
    if type(index).__name__ == "RangeIndex":
        return f"({len(index)},) {index.start}:{index.stop}:{index.step}"
    shown = [_item(item) for item in list(index[:8])]
    return f"({len(index)},) {index.dtype} [{' '.join(shown)}{' …' if len(index) > 8 else ''}]"
