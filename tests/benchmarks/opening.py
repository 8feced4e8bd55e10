"""How long a long recording takes to open, beside one of half as many steps: the ratio tells of work that piles up.

Usage: python -m tests.benchmarks.opening [--steps N] [NAME ...]
"""

import argparse
import time

from tests.benchmarks.slicing import PROGRAMS, recorded


def seconds(name: str, steps: int) -> float:
    """What recording a program and reading the recording take."""
    begin = time.perf_counter()
    recorded(name, steps)
    return time.perf_counter() - begin


def main() -> None:
    """Print the seconds of each, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("names", nargs="*", default=list(PROGRAMS))
    given = parser.parse_args()
    for name in given.names:
        half, whole = seconds(name, given.steps // 2), seconds(name, given.steps)
        print(
            f"{name:10} {given.steps} steps: {whole:5.2f} s, {whole / half:.1f} times as long as half of them"
        )


if __name__ == "__main__":
    main()
