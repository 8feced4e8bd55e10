"""Our own work between a command and its request: `python -m tests.benchmarks.asking [STEPS]`.

A real session asks a loopback endpoint. Measured is the time from the command to litellm's `completion`, with litellm
loaded, as CPU time of this process and on the clock (`fix` runs the tests, which is the program's time): of each
command the first one of a session of its own, then the median and the worst of some more, on a short demo and on a
faulty program that runs for so many steps (100,000), of which the dependencies are then prepared, too, as they are
while the user reads.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from llmdb.commands import register
from llmdb.commands.deps import dependencies_of
from llmdb.commands.line.dispatch import attempt
from llmdb.commands.model import model_opener
from llmdb.commands.state.kept_verdicts import KeptVerdicts
from llmdb.commands.state.plan_context import plan_context
from llmdb.llm.loading import load_litellm
from llmdb.program.load import load_snippet, parse_snippet
from llmdb.program.snippet import Snippet
from llmdb.registry import Registry
from llmdb.runner import Runner
from llmdb.session import ModelSettings, Session, Settings
from tests.llm.server import Exchange, ModelServer, says

REPLY = (
    '{"block": "1", "correct": true, "explanation": "fine"}\nBlock: 1\nIs Error: False\n```python\nx = 1\n```'
)
COMMANDS = ("verdict", "verdict all", "verdict --short", "ask why", "predict", "predict --short", "fix")
CALLS = 5
LONG = """\
# task: the largest sum of digits among the numbers below the limit
def digits(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total


def largest(limit):
    best = 0
    seen = []
    for n in range(limit):
        found = digits(n)
        seen.append(found)
        if found > best:
            best = n
    return best


result = largest({limit})
assert result == 36, result
"""
STEPS_OF_A_TURN = 13.4
"""Steps of one number of the long program, in the mean."""


def main() -> None:
    """Print a line for each command and program."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    server, entered = ModelServer(), list[tuple[float, float]]()
    answer = says(REPLY)

    def reply(exchange: Exchange) -> None:
        answer(exchange)

    server.plays(reply)
    litellm = load_litellm()
    complete = litellm.completion

    def completion(**arguments: object) -> object:
        entered.append((time.process_time(), time.perf_counter()))
        return complete(**arguments)

    litellm.completion = completion
    demo = load_snippet(str(Path(__file__).parents[2] / "demo_snippets" / "running_total.py"))
    text = LONG.replace("{limit}", str(round(steps / STEPS_OF_A_TURN)))
    long = parse_snippet(text, name="long.py")
    for name, snippet, prepares in (("short", demo, False), ("long", long, False), ("prepared", long, True)):
        for line in COMMANDS:
            session = _session(server, snippet)
            for _ in dependencies_of(session).prepare() if prepares else ():
                pass
            if prepares:
                plan_context(session)
            took, waited = list[float](), list[float]()
            for number in range(CALLS):
                entered.clear()
                session.run.kept.drop(KeptVerdicts)
                session.move_to(len(session.trace) - 1 - number)
                begun = time.process_time(), time.perf_counter()
                attempt(session, line)
                if entered:
                    took.append((entered[0][0] - begun[0]) * 1000)
                    waited.append((entered[0][1] - begun[1]) * 1000)
            shown = f"{name} ({len(session.trace):,} steps)"
            if took:
                print(
                    f"{shown:<24} {line:<16} first {took[0]:>8.1f} ms, then {statistics.median(took[1:]):>6.1f}, "
                    f"worst {max(took[1:]):>6.1f}; on the clock {waited[0]:>8.1f}, "
                    f"{statistics.median(waited[1:]):>6.1f}",
                    flush=True,
                )
            session.close()
    server.close()


def _session(server: ModelServer, snippet: Snippet) -> Session:
    registry = Registry()
    register(registry)
    session = Session(
        snippet=snippet,
        registry=registry,
        runner=Runner(),
        settings=Settings(prefix="none"),
        task=snippet.task,
        tests=snippet.tests,
    )
    session.model_factory = model_opener(session)
    session.on_model_text = lambda text: None
    session.use_model(ModelSettings(name="m", api_base=server.base, use_cache=False))
    assert len(session.trace) > CALLS
    assert session.test_outcomes is not None
    return session


if __name__ == "__main__":
    main()
