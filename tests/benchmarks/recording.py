"""Slowdown and bytes a step of a recorded run, beside peers that trace variables, as ratios to the plain run.

Each round runs the program plain, recorded without checkpoints, and recorded with them, as users have it.

Usage: python -m tests.benchmarks.recording [--peers] [--repeat N]
`--peers` adds PySnooper, snoop, hunter, birdseye (the `peers` extra) and a bdb that records nothing.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from statistics import median

from llmdb.program.build import build_cfg
from llmdb.program.load import load_snippet
from llmdb.program.snippet import Program
from llmdb.replay.visits import build_visits
from llmdb.runner import Runner
from llmdb.runner.model import Limits, RunOptions

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.py"))
OPTIONS = RunOptions(limits=Limits(max_steps=10_000_000, timeout_s=120.0))

PLAIN = """
import sys, time, io
code = compile(open(sys.argv[1]).read(), "program", "exec")
space = {"__name__": "__main__"}
out, sys.stdout = sys.stdout, io.StringIO()
begin = time.perf_counter()
exec(code, space)
seconds = time.perf_counter() - begin
sys.stdout = out
print(seconds)
"""

BODY_AS_FUNCTION = """
import sys, time, io, textwrap, os
source = open(sys.argv[1]).read()
path = os.path.join(sys.argv[2], "body.py")
open(path, "w").write("def body():\\n" + textwrap.indent(source, "    ") + "\\n")
sys.path.insert(0, sys.argv[2])
out, sys.stdout = sys.stdout, io.StringIO()
err, sys.stderr = sys.stderr, open(os.devnull, "w")
{prepare}
begin = time.perf_counter()
{run}
seconds = time.perf_counter() - begin
sys.stdout = out
print(seconds)
"""

PEERS = {
    "bdb (records nothing)": (
        "import bdb, body\nclass Quiet(bdb.Bdb):\n    def user_line(self, frame): self.set_step()\n",
        "Quiet().runcall(body.body)",
    ),
    "PySnooper": (
        "import pysnooper, body\nf = pysnooper.snoop(open(os.devnull, 'w'), depth=9)(body.body)\n",
        "f()",
    ),
    "snoop": (
        "import snoop, body\nsnoop.install(out=open(os.devnull, 'w'))\nf = snoop.snoop(depth=9)(body.body)\n",
        "f()",
    ),
    "hunter": (
        "import hunter, body\ntracer = hunter.trace(module='body', "
        "actions=[hunter.VarsSnooper(stream=open(os.devnull, 'w'))])\n",
        "body.body()\ntracer.stop()",
    ),
    "birdseye": (
        "os.environ['BIRDSEYE_DB'] = 'sqlite:///' + os.path.join(sys.argv[2], 'birdseye.db')\n"
        "from birdseye import eye\nopen(path, 'w').write('from birdseye import eye\\n@eye\\n' + "
        "'def body():\\n' + textwrap.indent(source, '    '))\nimport body\n",
        "body.body()",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One program.

    Attributes:
        name: of its file.
        plain_s: seconds of the plain run.
        bare: how much longer the recorded run takes without checkpoints.
        kept: the same with them.
        checkpoints: how many there were at the end.
        steps: of the run.
        stored_bytes: what the stored trace takes.
    """

    name: str
    plain_s: float
    bare: float
    kept: float
    checkpoints: int
    steps: int
    stored_bytes: int


def plain_seconds(program: Path) -> float:
    """Seconds of the program without any tool."""
    return float(subprocess.check_output([sys.executable, "-c", PLAIN, str(program)]))


def measure(program: Path, repeat: int) -> Measured:
    """Run one program in `repeat` rounds; each ratio is the median of those of the rounds."""
    snippet = load_snippet(str(program))
    cfg = build_cfg(snippet)
    plain, bare, kept = list[float](), list[float](), list[float]()
    for _ in range(repeat):
        plain.append(plain_seconds(program))
        recording = Runner().record(Program(snippet=snippet), cfg, OPTIONS)
        bare.append(recording.seconds / plain[-1])
        recording, past = Runner().record_with_past(Program(snippet=snippet), cfg, OPTIONS)
        kept.append(recording.seconds / plain[-1])
        checkpoints = 0 if past is None else len(past.pids)
        if past is not None:
            past.close()
    trace = build_visits(recording, cfg)
    return Measured(
        name=program.stem,
        plain_s=median(plain),
        bare=median(bare),
        kept=median(kept),
        checkpoints=checkpoints,
        steps=len(trace),
        stored_bytes=trace.stored_bytes,
    )


def mean_of(ratios: Iterable[float]) -> float:
    """The geometric mean."""
    found = [*ratios]
    return prod(found) ** (1 / len(found))


def peer_ratio(peer: str, program: Path, plain_s: float) -> str:
    """How much slower the program runs under a peer, or why that could not be measured."""
    prepare, run = PEERS[peer]
    script = BODY_AS_FUNCTION.replace("{prepare}", prepare).replace("{run}", run)
    with tempfile.TemporaryDirectory() as folder:
        call = [sys.executable, "-c", script, str(program), folder]
        try:
            done = subprocess.run(call, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return f"over {300 / plain_s:.0f}x"
    return f"{float(done.stdout) / plain_s:.0f}x" if done.returncode == 0 else "failed"


def main() -> None:
    """Print one line a program, then the geometric mean, then the peers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    rows = [measure(program, options.repeat) for program in PROGRAMS]
    for row in rows:
        print(
            f"{row.name:10} plain {row.plain_s * 1e3:7.1f} ms  "
            f"recorded {row.bare:5.1f}x  with {row.checkpoints:2} checkpoints {row.kept:5.1f}x  "
            f"{row.steps:8} steps  {row.stored_bytes / row.steps:5.1f} bytes a step"
        )
    means = mean_of(row.bare for row in rows), mean_of(row.kept for row in rows)
    print(f"geometric mean {means[0]:.2f}x, with checkpoints {means[1]:.2f}x")
    if options.peers:
        for peer in PEERS:
            ratios = [
                f"{row.name} {peer_ratio(peer, program, row.plain_s)}"
                for row, program in zip(rows, PROGRAMS, strict=True)
            ]
            print(f"{peer:22} " + "  ".join(ratios))


if __name__ == "__main__":
    main()
