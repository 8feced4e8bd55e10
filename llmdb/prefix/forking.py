"""The loop that runs each of many candidates in a fork of one child: source text for programs that are sent there."""

import json
from collections.abc import Mapping

MARK = "\x1e"
"""What such a program's lines about a candidate begin with; the candidates themselves write nothing."""


def format_program(main: str, job: Mapping[str, object]) -> str:
    """The text of a program that has its `JOB`, the mark among it, and `_fork_each`.

    Args:
        main: what the program does with them.
        job: what json can write.
    """
    return f"import json\nJOB = json.loads({json.dumps({**job, 'mark': MARK})!r})\n{_FORK_EACH}{main}"


_FORK_EACH = r"""
def _fork_each(items, attempt, wall, whole):
    # yields what `attempt(item, descriptor)` wrote in its own fork, until `whole(data)`, its end, or `wall` seconds
    import os, select, signal, sys, time

    def fork(item):
        back, out = os.pipe()
        child = os.fork()
        if child:
            os.close(out)
            return child, back
        try:
            os.setpgid(0, 0)
            os.close(back)
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
            attempt(item, out)
        except BaseException:
            pass
        finally:
            os._exit(0)

    def collect(child, back):
        data, end = b"", time.monotonic() + wall
        while len(data) < 1000000 and not whole(data):
            ready, _, _ = select.select([back], [], [], max(0.0, end - time.monotonic()))
            part = os.read(back, 65536) if ready else b""
            if not part:
                break
            data += part
        for target in (-child, child):
            try:
                os.kill(target, signal.SIGKILL)
            except OSError:
                pass
        try:
            os.waitpid(child, 0)
        except OSError:
            pass
        os.close(back)
        return data

    for item in items:
        yield collect(*fork(item))
"""
