"""Recorded variables as the second prompt shows them: nested names, types and values."""

from llmdb.events.decode import Wire
from llmdb.replay.heap import is_reference
from llmdb.replay.text import Lookup, to_value, type_of
from llmdb.slicing.library.compared import fields_of
from llmdb.values import dataclass

MOST_FIELDS = 20
MOST_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class Record:
    """A variable or field: `{name: xs, type: list, value: [...]}`.

    Attributes:
        text: its value on one line, cut.
        fields: what it holds, as deep as was asked for.
        wire: the recorded value.
        left_out: how many fields are not listed.
    """

    name: str
    type: str
    text: str
    fields: tuple["Record", ...] = ()
    wire: Wire = None
    left_out: int = 0

    def __str__(self) -> str:
        value = self.text
        if self.fields:
            more = f" and {self.left_out} more" if self.left_out else ""
            value = f"[{'; '.join(map(str, self.fields))}{more}]"
        return f"{{name: {self.name}, type: {self.type}, value: {value}}}"


def record_of(name: str, value: Wire, lookup: Lookup, layers: int) -> Record:
    """A recorded value with `layers` layers of what it holds."""
    found = lookup(value[0]) if is_reference(value) else None
    fields = list(fields_of(found)) if found is not None and layers > 0 else []
    return Record(
        name=name,
        type=type_of(value, lookup),
        text=_shown(value, lookup),
        fields=tuple(
            record_of(field.removeprefix("."), held, lookup, layers - 1)
            for field, held in fields[:MOST_FIELDS]
        ),
        wire=value,
        left_out=max(0, len(fields) - MOST_FIELDS),
    )


def _shown(value: Wire, lookup: Lookup) -> str:
    """A value's text on one line."""
    text = to_value(value, lookup).repr.replace("\n", " ")
    return text if len(text) <= MOST_CHARACTERS else text[:MOST_CHARACTERS] + "…"
