"""llmdb as on a Unix that is not Linux: what only Linux has is hidden, here and in the programs that are run."""

import sys
from pathlib import Path

HIDING = """
import ctypes, os, select, signal, sys, sysconfig
sysconfig.get_config_vars()  # named by the system, and looked up late
for module, names in (
    (os, "pidfd_open waitid P_PID WNOWAIT WEXITED memfd_create O_PATH O_TMPFILE sched_getaffinity sched_setaffinity "
         "posix_fadvise posix_fallocate getrandom eventfd copy_file_range setns unshare getresuid getxattr"),
    (signal, "SIGRTMAX SIGRTMIN pidfd_send_signal sigtimedwait sigwaitinfo SIGPOLL SIGSTKFLT"),
    (select, "epoll"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)

class CDLL(ctypes.CDLL):
    def __getattr__(self, name):
        if name in ("prctl", "capset", "malloc_trim"):
            raise AttributeError(name)
        return super().__getattr__(name)

ctypes.CDLL = CDLL
sys.platform = "darwin"
"""


def main() -> int:
    """Run llmdb with the process's arguments."""
    import asyncio  # noqa: F401 - what the standard library chooses by the system is chosen before it is hidden
    import subprocess  # noqa: F401

    exec(HIDING)
    from llmdb.cli import run_command_line
    from llmdb.runner import launch, strays

    launch._START = HIDING + launch._START
    strays._PROC = Path("/nonexistent")
    return run_command_line(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
