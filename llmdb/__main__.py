"""`python -m llmdb` and the console script `llmdb`."""

import gc
import os
import sys

from llmdb.supported import refusal_here


def main() -> int:
    """Run llmdb with the process's arguments; its exit status."""
    refusal = refusal_here()
    if refusal is not None:
        print(refusal, file=sys.stderr)
        return 2
    gc.set_threshold(
        50_000, 20, 20
    )  # what is imported and recorded stays: looking at it often finds no garbage
    from llmdb.ahead import start_child

    waiting = start_child(sys.argv[1:], os.environ)
    try:
        from llmdb.cli import run_command_line

        return run_command_line(sys.argv[1:], waiting)
    finally:
        waiting.close()


if __name__ == "__main__":
    sys.exit(main())
