"""Time from the shell to the first prompt on a demo, and its processor time, beside `python -m pdb`.

Usage: python -m tests.benchmarks.startup [--repeat N]
"""

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pexpect

DEMO = Path(__file__).parents[2] / "demo_snippets" / "running_total.py"


class Start(NamedTuple):
    """One start: seconds on the clock until the prompt, and of processor time up to then, in that process alone."""

    wall: float
    processor: float


def start(prompt: str, *arguments: str) -> Start:
    """Wait until `prompt` appears on a real terminal; compiled modules may be kept, as they are by default."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begin = time.perf_counter()
    child = pexpect.spawn(
        sys.executable,
        list(arguments),
        dimensions=(32, 96),
        timeout=30,
        env=environment,
    )
    child.expect_exact(prompt)
    seconds = time.perf_counter() - begin
    fields = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
    child.close(force=True)
    return Start(seconds, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))


def main() -> None:
    """Print the medians, the best of all runs, which a busy machine disturbs least, and the ratio of the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=9)
    repeat = parser.parse_args().repeat
    start("(llmdb)", "-m", "llmdb", str(DEMO))  # compiles what is not compiled
    ours: list[Start] = []
    pdb: list[Start] = []
    for _ in range(repeat):  # in turn, so that both see the machine alike
        ours.append(start("(llmdb)", "-m", "llmdb", str(DEMO)))
        pdb.append(start("(Pdb)", "-m", "pdb", str(DEMO)))
    ratio = median(one.wall for one in ours) / median(one.wall for one in pdb)
    print(f"first prompt: {_told('llmdb', ours)}, {_told('pdb', pdb)}, ratio {ratio:.1f}")


def _told(name: str, starts: list[Start]) -> str:
    wall = [one.wall * 1e3 for one in starts]
    busy = median(one.processor * 1e3 for one in starts)
    return f"{name} {median(wall):.0f} ms (best {min(wall):.0f}; {busy:.0f} ms of processor time)"


if __name__ == "__main__":
    main()
