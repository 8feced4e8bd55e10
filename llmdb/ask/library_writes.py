"""From a model's words to recorded variables (DebugPilot, sections 2.4.3 and 2.4.4)."""

import re
from collections.abc import Iterator, Sequence

from llmdb.ask.records import Record
from llmdb.slicing.library.methods import Access
from llmdb.values import dataclass

_PART = re.compile(r"\[[^\]]*\]|\{[^}]*\}|[^.\[\]{}#]+")


@dataclass(frozen=True, slots=True)
class Mapped:
    """A field of a recorded variable that a model calls written: `variable` is the root, `path` how to write it."""

    variable: str
    path: str


def map_paths(paths: Sequence[str], before: Sequence[Record], after: Sequence[Record]) -> tuple[Mapped, ...]:
    """The fields that the paths lead to in the variables before the call or after it; others are left out."""
    found: dict[Mapped, None] = {}
    for path in paths:
        for trees in (after, before):
            mapped = _walk(path, trees)
            if mapped is not None:
                found[mapped] = None
                break
    return tuple(found)


def map_access(access: Access, variable: Record) -> tuple[Mapped, ...]:
    """The critical variables of a receiver or an argument, from the words of the first version."""
    if access.type == "get":
        return ()
    held = [field.name for field in variable.fields if field.name.startswith("[")]
    if access.position == "start":
        held = held[:1]
    elif access.position == "end":
        held = held[-1:]
    elif access.position != "all":
        held = []
    names = held or ([""] if access.of else [f".{access.structure}"])
    return tuple(Mapped(variable.name, variable.name + name) for name in names)


def _walk(path: str, trees: Sequence[Record]) -> Mapped | None:
    """Search a path in the trees of fields; the variable's own name may have dots or brackets of its own."""
    for tree in trees:
        rest = _rest(path, tree.name)
        if rest is None:
            continue
        node, written = tree, tree.name
        for part in _parts(rest):
            child = next((field for field in node.fields if _same(field.name, part)), None)
            if child is None:
                return None if node.fields else Mapped(tree.name, written)
            node = child
            written += child.name if child.name[0] in "[{" else f".{child.name}"
        return Mapped(tree.name, written)
    return None


def _rest(path: str, name: str) -> str | None:
    path = path.strip().strip("\"'`")
    if path == name:
        return ""
    return path[len(name) :] if path.startswith((f"{name}#", f"{name}.", f"{name}[")) else None


def _parts(rest: str) -> Iterator[str]:
    for piece in filter(None, rest.split("#")):
        yield from (part.strip() for part in _PART.findall(piece) if part.strip())


def _same(one: str, two: str) -> bool:
    return _plain(one) == _plain(two)


def _plain(name: str) -> str:
    return name.strip().strip("[]{}").strip("'\"")
