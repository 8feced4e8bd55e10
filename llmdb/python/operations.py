"""What follows from the table (rows.py) for the containers and built-in functions, by type and by name."""

import builtins
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from llmdb.python.rows import (
    BUILTIN_ROWS,
    CHANGING_FUNCTIONS,
    CONTAINER_ROWS,
    FURTHER_FUNCTIONS,
    HARMLESS_MODULES,
    HARMLESS_NAMES,
    INHERITED,
    LIBRARY_ROWS,
)

SEQUENCES = ("list", "deque")
MAPPINGS = ("dict", "defaultdict", "OrderedDict", "Counter")
CONTAINERS = (*SEQUENCES, *MAPPINGS, "set", "bytearray")
"""The types whose changes the recorder tells method by method, those that others inherit from first."""

FIXED_TYPES = frozenset(
    {
        "Pattern",
        "Match",
        "date",
        "datetime",
        "time",
        "timedelta",
        "timezone",
        "Decimal",
        "Fraction",
        "PosixPath",
    }
    | {"PurePosixPath", "UUID", "struct_time", "ZoneInfo", "IPv4Address", "mappingproxy"}
)
"""Types that show no contents and never change."""

DEFINITION_TYPES = frozenset({"function", "builtin_function_or_method", "module", "type", "method"})
"""Types of definitions: what is set on one of them is read by its name only, not when the definition is passed on."""

TYPING_TYPES = frozenset(
    {"TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "TypeAliasType", "UnionType", "GenericAlias", "Union"}
    | {"_GenericAlias", "_SpecialGenericAlias", "_UnionGenericAlias", "_CallableGenericAlias"}
    | {"_SpecialForm", "_TypedCacheSpecialForm", "_LiteralSpecialForm", "_LiteralGenericAlias"}
    | {"_AnnotatedAlias", "_ConcatenateGenericAlias", "_UnpackGenericAlias", "_CallableType", "_TupleType"}
)
"""Types of what annotations are made of (`List`, `Optional[int]`, a type variable): as little a variable as a class."""

OPEN_TYPES = FIXED_TYPES | DEFINITION_TYPES | {"array", "object"}
"""Types whose objects, though they show no contents, change in no way that the recorder does not see."""


class Row(NamedTuple):
    """A method or function; see rows.py for the columns.

    Attributes:
        owner: the type of a method, the module of a function, "" for a built-in one.
    """

    owner: str
    name: str
    parameters: str
    recorded: str
    runs: str
    returns: str
    accesses: str

    @property
    def full_name(self) -> str:
        """`list.pop`, `heapq.heappop`, `next`."""
        return f"{self.owner}.{self.name}" if self.owner else self.name

    @property
    def moves_one(self) -> bool:
        """Whether all that it changes is that one element more or one less is held."""
        if "iterates" in self.runs or "set" not in self.accesses or "replace" in self.accesses:
            return False
        return self.returns == "element" or not self.accesses.endswith("all")


def parse_rows(text: str) -> list[Row]:
    """The rows of one of the texts, in order."""
    return [_row(line) for line in text.splitlines() if line]


def _row(line: str) -> Row:
    signature, recorded, runs, returns, accesses = line.split(None, 4)
    full_name, _, parameters = signature.partition("(")
    owner, _, name = full_name.rpartition(".")
    return Row(owner, name, parameters[:-1], recorded, runs, returns, accesses)


def _rows_by_type() -> dict[str, dict[str, Row]]:
    found: dict[str, dict[str, Row]] = {type_name: {} for type_name in CONTAINERS}
    for row in parse_rows(CONTAINER_ROWS):
        found[row.owner][row.name] = row
    return {name: found.get(INHERITED.get(name, ""), {}) | own for name, own in found.items()}


ROWS_BY_TYPE = _rows_by_type()
"""The rows of each container by the names of its methods, inherited ones with them."""


def methods_of(type_name: str, recorded: str) -> frozenset[str]:
    """The methods of a container whose changes are recorded in this way."""
    return _names(row for row in ROWS_BY_TYPE[type_name].values() if row.recorded == recorded)


def runs(type_name: str, name: str) -> str:
    """The code of its arguments that a container's method may run; "" for a method without a row."""
    row = ROWS_BY_TYPE[type_name].get(name)
    return row.runs if row is not None else ""


def _names(rows: Iterable[Row]) -> frozenset[str]:
    return frozenset(row.name for row in rows)


def _told(*recorded: str) -> Iterator[Row]:
    """The rows of the containers' methods whose changes are recorded in one of these ways."""
    for rows in ROWS_BY_TYPE.values():
        yield from (row for row in rows.values() if row.recorded in recorded)


_changing = list(_told("replayed", "compared"))
_replayed = [row for row in _changing if row.recorded == "replayed"]

MUTATING_METHODS = frozenset(name for name in _names(_changing) if name[0] != "_")
"""Methods by which built-in containers change: the recorder replays them, nothing has to be compared."""

COMPARED_METHODS = MUTATING_METHODS & _names(
    row for row in _changing if "iterates" in row.runs or "calls" in row.runs
)
"""Those among them that run code of their arguments, so that what they changed is known only when they return."""

EQUATING_METHODS = _names(row for row in _changing if "equates" in row.runs)
"""Methods that compare their argument with what the container holds, in at least one type that has them."""

RESIZING_METHODS = _names(row for row in _changing if row.moves_one) - _names(
    row for row in _changing if not row.moves_one
)
"""Methods by which a container cannot have changed that holds as many elements as before."""

REPLAYED_METHODS = _names(_replayed)
"""Methods that the reader repeats from their arguments, on a container of some type."""

ITERATING_METHODS = _names(row for row in _replayed if "iterates" in row.runs)
"""Those among them that take apart what they are given."""

ADDING_METHODS = _names(row for row in _replayed if "set add" in row.accesses) - methods_of(
    "dict", "replayed"
)
"""Those that take nothing out of a container, if that is not full."""

SEQUENCE_METHODS = methods_of("list", "replayed") | methods_of("deque", "replayed")
"""Those of lists and deques."""

HARMLESS_METHODS = frozenset(HARMLESS_NAMES.split())
"""Methods whose name promises that they change nothing, whatever the receiver."""

HARMLESS_FUNCTIONS = (
    frozenset(FURTHER_FUNCTIONS.split())
    | _names(row for row in parse_rows(BUILTIN_ROWS) if row.recorded in ("nothing", "unseen"))
    | {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
)
"""Built-ins that change none of their arguments, but for iterators and files, which show no contents."""

LOOKING_FUNCTIONS = (frozenset(FURTHER_FUNCTIONS.split()) - {"input", "open"}) | _names(
    row for row in parse_rows(BUILTIN_ROWS) if row.recorded == "nothing"
)
"""Built-in functions that leave the world as it is, if the iterable or function that they are given does."""

LOOKING_METHODS = frozenset(
    name for name in HARMLESS_METHODS | _names(_told("nothing")) if name != "get" and name[0] != "_"
)
"""Methods that do, whatever the receiver: `get` of a dictionary does, that of a queue takes an element."""

CONSUMING = _names(
    row for row in parse_rows(CONTAINER_ROWS + BUILTIN_ROWS + LIBRARY_ROWS) if "iterates" in row.runs
) | {"bytes", "bytearray"}
"""Functions and methods that take the elements of an iterator that they are given."""

_HARMLESS_MODULES = frozenset(HARMLESS_MODULES.split())
_CHANGING_FUNCTIONS = frozenset(CHANGING_FUNCTIONS.split())


def is_harmless(module: str | None, function: str) -> bool:
    """Whether a function of a module changes none of its arguments by itself."""
    return module in _HARMLESS_MODULES and function not in _CHANGING_FUNCTIONS
