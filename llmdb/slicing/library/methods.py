"""Which part of its receiver and arguments a standard method reads and writes."""

from collections.abc import Mapping
from functools import cache
from typing import Literal, cast

from llmdb.python.library import ALL_ROWS
from llmdb.python.operations import Row
from llmdb.python.rows import INHERITED
from llmdb.values import dataclass

AccessType = Literal["get", "set"]
Action = Literal["", "add", "remove", "replace"]
Position = Literal["start", "end", "all", "index", "key"]

TYPES = ("get", "set")
ACTIONS = ("add", "remove", "replace")
POSITIONS = ("start", "end", "all", "index", "key")


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One read or write of a structure, as DebugPilot's first prompt asks for it (section 2.4.3).

    Attributes:
        of: the parameter whose structure it is, as a model says it by its place from 1; "" for the receiver's own.
    """

    type: AccessType
    action: Action = ""
    structure: str
    position: Position
    of: str = ""

    def __str__(self) -> str:
        tags = (self.type, self.action, self.structure, self.position)
        return "".join(f"<{tag}>" for tag in tags if tag)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A row of the table.

    Attributes:
        name: `list.pop`, `heapq.heappop`, `next`.
        parameters: name to default, None for none.
        keywords: the parameters among them that are given by keyword only.
        over: parameters that the result walks along later.
    """

    name: str
    parameters: Mapping[str, int | None]
    accesses: tuple[Access, ...]
    over: tuple[str, ...] = ()
    keywords: frozenset[str] = frozenset()

    @property
    def gets(self) -> tuple[Access, ...]:
        """What the result depends on."""
        return tuple(access for access in self.accesses if access.type == "get")

    @property
    def sets(self) -> tuple[Access, ...]:
        """What is changed."""
        return tuple(access for access in self.accesses if access.type == "set")


@cache
def method_table() -> Mapping[str, Method]:
    """Every row that says what is read and written, by its name."""
    return {row.full_name: _parsed(row) for row in ALL_ROWS if row.accesses != "-"}


def find_method(type_name: str, name: str) -> Method | None:
    """The row of a method of a type, by the type's `__name__`; None for one that is not in the table."""
    table, owner = method_table(), type_name
    while owner:
        found = table.get(f"{owner}.{name}")
        if found is not None:
            return found
        owner = INHERITED.get(owner, "")
    return None


def find_function(name: str) -> Method | None:
    """The row of a function by its full name: `heapq.heappop`, `next`."""
    return method_table().get(name)


def _parsed(row: Row) -> Method:
    accesses: list[Access] = []
    over: tuple[str, ...] = ()
    for part in row.accesses.split(";"):
        words = part.split()
        if words[0] == "over":
            over = tuple(words[1:])
        else:
            accesses.append(_access(words))
    positional, _, keywords = row.parameters.partition("*")
    by_keyword = _parameters(keywords)
    return Method(
        name=row.full_name,
        parameters=_parameters(positional) | by_keyword,
        accesses=tuple(accesses),
        over=over,
        keywords=frozenset(by_keyword),
    )


def _access(words: list[str]) -> Access:
    of, _, structure = words[-2].rpartition(".")
    return Access(
        type=cast("AccessType", words[0]),
        action=cast("Action", words[1] if len(words) == 4 else ""),
        structure=structure,
        position=cast("Position", words[-1]),
        of=of,
    )


def _parameters(text: str) -> dict[str, int | None]:
    out: dict[str, int | None] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, default = part.partition("=")
        out[name] = int(default) if default else None
    return out
