"""The last resort: a stand-in, with what was chosen for what lies below it."""

import keyword
from typing import TYPE_CHECKING

from llmdb.prefix.places import Place
from llmdb.prefix.samples import text_sample

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer


def write_stand_in(writer: "Writer", place: Place, element: int, depth: int) -> str:
    """A stand-in, with the values chosen for what lies below it; for a path that is opened a text."""
    if place.has("opened"):
        return text_sample(place.word, element)
    parts = []
    for name, child in place.steps("attr").items():
        if keyword.iskeyword(name) or (name.startswith("__") and hasattr(type, name)):
            continue
        if _chosen_below(writer, child) or name.startswith("__"):
            parts.append(f"{name}={writer.value(child, element, depth=depth + 1)}")
    for kind in ("call", "await"):
        result = place.steps(kind).get("")
        if result and _chosen_below(writer, result):
            parts.append(f"returns={writer.value(result, element, depth=depth + 1)}")
    parts += _items(writer, place, element, depth)
    named = [f'"{place.word}"'] if place.step[0] in ("name", "attr") and place.word.isidentifier() else []
    return f"StandIn({', '.join(dict.fromkeys([*named, *parts]))})"


def _items(writer: "Writer", place: Place, element: int, depth: int) -> list[str]:
    inner = place.steps("element").get("")
    if inner and _chosen_below(writer, inner):
        ones = dict.fromkeys(writer.value(inner, i, depth=depth + 1) for i in range(2))
        return [f"elements=[{', '.join(ones)}]"]
    items = {code: child for code, child in place.steps("item").items() if code != "*"}
    if any(_chosen_below(writer, child) for child in place.steps("item").values()):
        pairs = [f"{code}: {writer.value(c, element, depth=depth + 1)}" for code, c in items.items()]
        return [f"elements={{{', '.join(pairs)}}}"] if pairs else []
    if place.has("unpacked"):
        size = int(str(place.of("unpacked")[0][1]))
        return [f"elements=[{', '.join(['StandIn()'] * size)}]"]
    return []


def _chosen_below(writer: "Writer", place: Place) -> bool:
    return any(p.key in writer.overrides or p.has("unpacked") for p in place.walk())
