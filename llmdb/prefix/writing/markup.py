"""XML of a prefix: the elements, attributes and texts that a snippet looks for in it."""

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from llmdb.prefix.places import Place

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

_SEVERAL = 2


def xml_text(writer: "Writer", place: Place) -> str:
    """A document with what is looked for from its root on; on the way to what `.//` looks for there is nothing."""
    return _element(writer, place, "root", 0, "") + "\n"


def _element(writer: "Writer", place: Place, tag: str, number: int, margin: str) -> str:
    given = [
        f" {code[1:-1]}={quoteattr(_plain(writer, child, number))}"
        for code, child in place.steps("item").items()
        if code[:1] in "'\""
    ]
    text = place.steps("attr").get("text")
    inside = escape(_plain(writer, text, number)) if text is not None else ""
    parts = [
        _element(writer, child, name, i if child.has("several") else number, margin + "  ")
        for name, child in place.steps("tag").items()
        for i in range(_SEVERAL if child.has("several") else 1)
    ]
    if parts:
        inside += "\n" + "\n".join(parts) + f"\n{margin}"
    return (
        f"{margin}<{tag}{''.join(given)}>{inside}</{tag}>" if inside else f"{margin}<{tag}{''.join(given)}/>"
    )


def _plain(writer: "Writer", place: Place, number: int) -> str:
    from llmdb.prefix.writing.texts import literal  # which writes documents with this

    value = literal(writer, place, number)
    return str(value) if value is not None else place.word
