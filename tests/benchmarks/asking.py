"""Our own work between a command and its request: `python -m tests.benchmarks.asking`.

A real session asks a loopback endpoint. Measured is the time from the command to the request's arrival, with litellm
loaded: medians and worst of some calls, and how much of it litellm's own `completion` took.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from llmdb.commands import register
from llmdb.commands.line.dispatch import attempt
from llmdb.commands.model import model_opener
from llmdb.commands.state.kept_verdicts import KeptVerdicts
from llmdb.llm.loading import load_litellm
from llmdb.program.load import load_snippet
from llmdb.registry import Registry
from llmdb.runner import Runner
from llmdb.session import ModelSettings, Session, Settings
from tests.llm.server import Exchange, ModelServer, says

REPLY = (
    '{"block": "1", "correct": true, "explanation": "fine"}\nBlock: 1\nIs Error: False\n```python\nx = 1\n```'
)
COMMANDS = ("verdict", "verdict all", "ask why", "predict", "fix")
CALLS = 7


def main() -> None:
    """Print a line for each command."""
    server, arrivals = ModelServer(), list[float]()
    answer = says(REPLY)

    def reply(exchange: Exchange) -> None:
        arrivals.append(time.perf_counter())
        answer(exchange)

    server.plays(reply)
    session = _session(server)
    litellm = load_litellm()
    entered = list[float]()
    complete = litellm.completion

    def completion(**arguments: object) -> object:
        entered.append(time.perf_counter())
        return complete(**arguments)

    litellm.completion = completion
    print(f"{'command':<12} {'ours, median':>13} {'worst':>8} {'to arrival, median':>19}  (ms)")
    for line in COMMANDS:
        ours, whole = [], []
        for number in range(CALLS):
            arrivals.clear()
            entered.clear()
            session.run.kept.drop(KeptVerdicts)
            session.move_to(1 + number)
            begun = time.perf_counter()
            attempt(session, line)
            ours.append((entered[0] - begun) * 1000)
            whole.append((arrivals[0] - begun) * 1000)
        print(
            f"{line:<12} {statistics.median(ours):>13.1f} {max(ours):>8.1f} {statistics.median(whole):>19.1f}"
        )
    server.close()


def _session(server: ModelServer) -> Session:
    registry = Registry()
    register(registry)
    snippet = load_snippet(str(Path(__file__).parents[2] / "demo_snippets" / "running_total.py"))
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
    assert session.test_outcomes
    assert len(session.trace) > CALLS
    return session


if __name__ == "__main__":
    main()
