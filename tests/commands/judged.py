"""A hunt that a correct program answers."""

from dataclasses import replace

from llmdb.commands.compare import record_beside
from llmdb.commands.deps import dependencies_of
from llmdb.commands.hunt import HuntResult
from llmdb.commands.line.dispatch import dispatch
from llmdb.locate.compare.comparison import compare
from llmdb.locate.compare.correct_run import CorrectRun
from llmdb.locate.hunt.question import StateQuestion
from llmdb.program.load import parse_snippet
from tests.commands.conftest import OpenSession


class Judged:
    """A session whose hunt is answered by a correct program that only the test knows."""

    def __init__(self, open_session: OpenSession, faulty: str, correct: str, test: str) -> None:
        self.session = open_session(faulty, tests=(test,))
        snippet = parse_snippet(correct, name="correct.py")
        found, other = dependencies_of(self.session), record_beside(self.session, snippet)
        self._run = CorrectRun(compare(found, other, (faulty, correct)), other)
        self.asked: list[tuple[str, int]] = []
        self.result: HuntResult | None = None

    def root(self) -> tuple[int, bool]:
        """The line that the hunt ends at, and whether it is certain of it."""
        word = ""
        while len(self.asked) < 40:
            result = dispatch(self.session, f"hunt {word}")
            assert isinstance(result, HuntResult)
            self.result = result
            asked = result.next or result.was_read
            word = "" if asked is None else self._word(asked)
            if result.root is not None and not word.startswith("wrong"):
                return result.root.line, result.halving.certain
            assert asked is not None
            self.asked.append((asked.state.kind, asked.line))
        raise AssertionError(self.asked)

    def since(self) -> tuple[int, int, int]:
        """The root's line, then the step and line after which something is missing."""
        line, _ = self.root()
        assert self.result is not None
        assert self.result.since is not None
        return (line, *self.result.since)

    def _word(self, asked: StateQuestion) -> str:
        """What is said of a state; of what was read, the name that is wrong."""
        told = (self._run.answer(asked) or ("unclear", ""))[0]
        for name, value in asked.values.items() if told == "wrong" and asked.state.reads else ():
            one = replace(asked, state=asked.state._replace(name=name), values={name: value})
            if (self._run.answer(one) or ("", ""))[0] == "wrong":
                return f"wrong {name}"
        return told
