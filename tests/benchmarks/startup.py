"""Time from the shell to the first prompt on a demo, beside `python -m pdb`, and to a batch result.

Usage: python -m tests.benchmarks.startup [--repeat N]
"""

import argparse
import sys
import time
from pathlib import Path
from statistics import median

import pexpect

DEMO = Path(__file__).parents[2] / "demo_snippets" / "running_total.py"


def seconds_to(prompt: str, *arguments: str) -> float:
    """Seconds until `prompt` appears on a real terminal."""
    begin = time.perf_counter()
    child = pexpect.spawn(sys.executable, list(arguments), dimensions=(32, 96), timeout=30)
    child.expect_exact(prompt)
    seconds = time.perf_counter() - begin
    child.close(force=True)
    return seconds


def main() -> None:
    """Print both medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=9)
    repeat = parser.parse_args().repeat
    ours = median(seconds_to("(llmdb)", "-m", "llmdb", str(DEMO)) for _ in range(repeat))
    pdb = median(seconds_to("(Pdb)", "-m", "pdb", str(DEMO)) for _ in range(repeat))
    print(f"first prompt: llmdb {ours * 1e3:.0f} ms, pdb {pdb * 1e3:.0f} ms, ratio {ours / pdb:.1f}")


if __name__ == "__main__":
    main()
