"""Chunks that no recorder sends: each is refused as such, or read as some other recording; nothing else happens."""

import json
import random
from dataclasses import replace
from typing import Any

import msgpack
import pytest

from llmdb.errors import ProtocolError
from llmdb.events.model import Recording
from llmdb.program.build import build_cfg
from llmdb.program.graph import ControlFlowGraph
from llmdb.replay.trace import build_trace
from tests.runner.programs import program, record

PROGRAMS = (
    """\
class Box:
    def __init__(self, n):
        self.n = n
boxes = [Box(i) for i in range(3)]
d = {'a': 1}
d['b'] = boxes
for box in boxes:
    box.n += 1
    d[box.n] = box, 2**70, slice(1, 2), 1j, bytearray(b'x'), 'y' * 300
print(d['b'][0].n)
""",
    """\
def numbers(n):
    for i in range(n):
        try:
            yield i
        finally:
            seen.add(i)
seen = set()
items = [*numbers(3)]
try:
    1 / 0
except ZeroDivisionError as error:
    message = str(error)
""",
    """\
import threading
xs = []
threads = [threading.Thread(target=xs.append, args=(i,)) for i in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
xs.sort()
xs += [1.5, None, b'x']
xs[0:2] = []
""",
)
ODD = (
    None,
    -1,
    0,
    2**63,
    1e308,
    float("inf"),
    float("nan"),
    True,
    "",
    "x",
    b"\xff",
    (),
    (1,),
    ((),),
    (1, 2, 3),
    ("a", 0),
)


def mutated(tree: Any, rng: random.Random) -> Any:
    """A message with one part of it left out, doubled or replaced."""
    if isinstance(tree, tuple) and tree and rng.random() < 0.85:
        at, way = rng.randrange(len(tree)), rng.random()
        if way < 0.1:
            return tree[:at] + (tree[at],) * (0 if way < 0.05 else 2) + tree[at + 1 :]
        return (*tree[:at], mutated(tree[at], rng), *tree[at + 1 :])
    if type(tree) is int and rng.random() < 0.5:
        return tree + rng.choice((-1, 1, 2, 7, -100, 1000))
    if isinstance(tree, bytes) and tree and rng.random() < 0.6:
        at = rng.randrange(len(tree))
        return tree[:at] + bytes([rng.randrange(256)]) + tree[at + 1 :]
    return rng.choice(ODD)


def forged(chunks: tuple[bytes, ...], rng: random.Random) -> tuple[bytes, ...]:
    """The chunks of a recording with one of them changed."""
    at = rng.randrange(len(chunks))
    tree = msgpack.unpackb(chunks[at], use_list=False, unicode_errors="surrogatepass", strict_map_key=False)
    for _ in range(rng.choice((1, 1, 2, 4))):
        tree = mutated(tree, rng)
    return (*chunks[:at], msgpack.packb(tree, unicode_errors="surrogatepass"), *chunks[at + 1 :])


def read(recording: Recording, cfg: ControlFlowGraph) -> None:
    """Ask for every step and every state, as JSON."""
    trace = build_trace(recording, cfg)
    for number in range(1, len(trace) + 1):
        state = trace.state(number)
        json.dumps({name: value.repr for name, value in state.items()}, allow_nan=False)
        trace.changed(number)
    assert len(list(trace.steps())) == len(trace)


@pytest.mark.parametrize("code", PROGRAMS)
def test_a_forged_chunk_is_refused_or_read(code: str) -> None:
    cfg, recording = build_cfg(program(code).snippet), record(code).recording
    read(recording, cfg)
    rng = random.Random(20)
    refused = 0
    for _ in range(700):
        try:
            read(replace(recording, chunks=forged(recording.chunks, rng)), cfg)
        except ProtocolError:
            refused += 1
    assert 100 < refused < 700


@pytest.fixture(scope="module")
def short() -> Recording:
    """The recording of a program of one line."""
    return record("a = 1\n").recording


@pytest.mark.parametrize(
    "value",
    [
        (),
        ("a",),
        (1.5,),
        (0, "zz", 1),
        (1, 5),
        (2, "text", 4),
        (3, "a", "b"),
        (4, 1, 2),
        (5, (1,), 0, "list", 3, (), None),
        (6, 1),
        (7, 0),
        (99, 1),
    ],
)
def test_a_value_of_no_known_form_is_refused(value: tuple[Any, ...], short: Recording) -> None:
    chunks = list(short.chunks)
    message = list(msgpack.unpackb(chunks[1], use_list=False))
    assert message[0] == 1, "the second chunk holds the initial values"
    message[1], message[2] = (*message[1], "forged"), (*message[2], value)
    chunks[1] = msgpack.packb(message)
    with pytest.raises(ProtocolError):
        read(replace(short, chunks=tuple(chunks)), build_cfg(program("a = 1\n").snippet))
