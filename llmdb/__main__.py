"""`python -m llmdb` and the console script `llmdb`."""

import sys


def main() -> int:
    """Run llmdb with the process's arguments; its exit status."""
    from llmdb.cli import run_command_line

    return run_command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
