"""Chunks and programs that were changed at random: `python -m tests.benchmarks.mutations chunks|programs COUNT [SEED]`.

Whatever the change, a chunk is refused as such or read, and a program is recorded, refused in one line or ended at its
limit; no other exception, no longer wait. The last line says how many came out how.
"""

import random
import sys
import time
from collections import Counter
from dataclasses import replace

from llmdb.errors import LlmdbError, ProtocolError
from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions
from tests.replay.test_forged_chunks import PROGRAMS, forged, read
from tests.runner.programs import program, record

_LIMIT_S = 1.0
_LATE_S = 20.0
"""So much longer than its limit nothing may take, on a busy machine either."""
_PIECES = (
    *(
        "while True: pass",
        "import os",
        "os.fork()",
        "yield",
        "return",
        "del x",
        "raise ValueError(x)",
        "global x",
    ),
    *(
        "async def g(): await g()",
        "lambda: (yield)",
        "x = x, x",
        "x = [x] * 1000",
        "print(x)",
        "import sys",
        "1 / 0",
    ),
    *(
        "try:",
        "finally:",
        "else:",
        "\x1b[31m",
        "\0",
        "\ufeff",
        "'",
        '"""',
        "(",
        "]",
        "{",
        ":",
        "\\",
        "\t",
        "  ",
        "é",
        "𝔵",
    ),
)


def changed_text(text: str, rng: random.Random) -> str:
    """A program with one to four of its lines or characters left out, doubled, moved or replaced."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        way = rng.randrange(6)
        if way == 0:
            del lines[at]
        elif way == 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif way == 2:
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            lines.insert(at, indent + rng.choice(_PIECES))
        elif way == 3 and lines[at]:
            place = rng.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + rng.choice(_PIECES) + lines[at][place + rng.randrange(3) :]
        elif way == 4:
            lines[at] = lines[at].removeprefix("    ")
        else:
            lines[at] = "    " + lines[at]
        text = "\n".join(lines)
    return text


def chunks(count: int, seed: int) -> Counter[str]:
    """So many recordings with one chunk changed, all their steps read."""
    rng, found = random.Random(seed), Counter[str]()
    recorded = [(build_cfg(program(code).snippet), record(code).recording) for code in PROGRAMS]
    for number in range(count):
        cfg, recording = recorded[number % len(recorded)]
        try:
            read(replace(recording, chunks=forged(recording.chunks, rng)), cfg)
            found["read"] += 1
        except ProtocolError:
            found["refused"] += 1
    return found


def programs(count: int, seed: int) -> Counter[str]:
    """So many changed programs, recorded and read."""
    rng, found = random.Random(seed), Counter[str]()
    options = RunOptions(limits=Limits(timeout_s=_LIMIT_S, max_steps=2_000), checkpoints=0)
    for number in range(count):
        text = changed_text(PROGRAMS[number % len(PROGRAMS)], rng)
        begun = time.monotonic()
        try:
            snippet = parse_snippet(text, name="-c")
            cfg = build_cfg(snippet)
            recording = Runner().record(Program(snippet=snippet), cfg, options)
            read(recording, cfg)
            found[recording.outcome.kind] += 1
        except LlmdbError as problem:
            found[type(problem).__name__] += 1
        except Exception:
            print(repr(text))
            raise
        if time.monotonic() - begun > _LIMIT_S + _LATE_S:
            found["late"] += 1
            print("late:", repr(text))
    return found


def main() -> None:
    """Print what came of them."""
    kind, count, *seed = sys.argv[1:]
    begun = time.monotonic()
    found = {"chunks": chunks, "programs": programs}[kind](int(count), int(seed[0]) if seed else 20)
    told = ", ".join(f"{number:,} {how}" for how, number in found.most_common())
    print(f"{sum(found.values()):,} changed {kind} in {time.monotonic() - begun:.0f} s: {told}")


if __name__ == "__main__":
    main()
