"""Time from the shell to the first prompt on a demo, beside `python -m pdb`, and to a batch result.

Usage: python -m tests.benchmarks.startup [--repeat N]
"""

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median

import pexpect

DEMO = Path(__file__).parents[2] / "demo_snippets" / "running_total.py"


def seconds_to(prompt: str, *arguments: str) -> float:
    """Seconds until `prompt` appears on a real terminal; compiled modules may be kept, as they are by default."""
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
    child.close(force=True)
    return seconds


def main() -> None:
    """Print the medians, the best of all runs, which a busy machine disturbs least, and the ratio of the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=9)
    repeat = parser.parse_args().repeat
    seconds_to("(llmdb)", "-m", "llmdb", str(DEMO))  # compiles what is not compiled
    ours, pdb = [], []
    for _ in range(repeat):  # in turn, so that both see the machine alike
        ours.append(seconds_to("(llmdb)", "-m", "llmdb", str(DEMO)))
        pdb.append(seconds_to("(Pdb)", "-m", "pdb", str(DEMO)))
    print(
        f"first prompt: {_told('llmdb', ours)}, {_told('pdb', pdb)}, ratio {median(ours) / median(pdb):.1f}"
    )


def _told(name: str, seconds: list[float]) -> str:
    return f"{name} {median(seconds) * 1e3:.0f} ms (best {min(seconds) * 1e3:.0f})"


if __name__ == "__main__":
    main()
