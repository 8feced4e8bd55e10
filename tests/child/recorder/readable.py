"""The chunks of a recording as text, one line for each event, the same in every run."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import News, Wire, decode_initial, decode_log, decode_sites, unpack
from llmdb.events.sites import Site

_FRAME_FIRST = frozenset({kinds.GENERATOR, kinds.MADE, kinds.RESUME})
_KINDS = (
    *("list", "tuple", "set", "frozenset", "deque", "dict", "bytearray", "instance", "cell", "opaque"),
    *("text", "class", "huge", "record", "error"),
)


def readable(chunks: Iterable[bytes], *, in_pieces: bool = True) -> str:
    """Every message in order: initial names, events with their values, objects first seen and found dead.

    Frames are named in the order in which they are first told of; the log has their addresses.

    Args:
        in_pieces: as the log was sent; else all events, then all objects first seen, then all found dead.
    """
    sites: list[Site] = []
    frames: dict[int, str] = {}
    lines: list[str] = []
    seen: list[str] = []
    dead: list[str] = []
    for chunk in chunks:
        message = unpack(chunk)
        if message[0] == wire.SITES:
            sites += decode_sites(message)[0]
        elif message[0] == wire.INITIAL:
            names, news = decode_initial(message)
            lines += [f"initial {name} = {_text(value)}" for name, value in names.items()]
            lines += _news(news.values())
        else:
            log = decode_log(message, [site.values for site in sites])
            lines += _events(log.tags, log.values, sites, frames)
            seen += _news(log.news.values())
            dead += [f"freed #{number}" for number in log.freed]
            if in_pieces:
                lines += [*seen, *dead, "sent"]
                seen, dead = [], []
    return "\n".join([*lines, *seen, *dead]) + "\n"


def _events(
    tags: Sequence[int], values: Sequence[Wire], sites: Sequence[Site], frames: dict[int, str]
) -> Iterator[str]:
    at = 0
    for tag in tags:
        site = sites[tag]
        own = list(values[at : at + site.values])
        at += site.values
        if site.kind in _FRAME_FIRST:
            own[0] = ("frame", frames.setdefault(own[0], f"frame {len(frames) + 1}"))
        place = f"{site.scope}:{site.line} block {site.block}" if site.line else "(anywhere)"
        words = [place, site.kind, *site.names, site.storage, *map(_text, own)]
        yield "  ".join(word for word in words if word)


def _news(rows: Iterable[News]) -> Iterator[str]:
    for row in rows:
        yield f"new #{row.number}: {_contents(row[1:])}"


def _contents(contents: Sequence[Any]) -> str:
    kind, type_name, items, attributes, extra = contents
    shown = f"{_KINDS[kind]} {type_name} [{', '.join(map(_text, items))}]"
    pairs = zip(attributes[::2], attributes[1::2], strict=True)
    shown += "".join(f" .{name}={_text(value)}" for name, value in pairs)
    return shown if extra is None else f"{shown} ({_text(extra)})"


def _text(value: Wire) -> str:
    if type(value) is not tuple:
        return repr(value)
    if len(value) == 1 and type(value[0]) is int:
        return f"#{value[0]}"
    if len(value) == 2 and value[0] == "frame":
        return str(value[1])
    if len(value) == 2 and value[0] == wire.TUPLE:
        return f"({', '.join(map(_text, value[1]))})"
    if len(value) == 7 and value[0] == wire.SNAPSHOT:
        return f"{_text(value[1])} now {_contents(value[2:])}"
    if len(value) == 4 and value[0] == wire.SLICE:
        return ":".join(map(_text, value[1:]))
    return repr(value)
