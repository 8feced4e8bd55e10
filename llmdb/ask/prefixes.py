"""Prefixes from a model: Treefix's tree (Algorithm 1), seeded with what the offline engine found."""

import ast
import time
from collections.abc import Sequence
from dataclasses import field, replace

from llmdb.ask.prefix_reply import format_coverage, format_error, format_undefinedness, parse_reply, prefix_of
from llmdb.errors import BadAnswer
from llmdb.llm.model import Answer, Message, Model, Usage, assistant, total_usage, user
from llmdb.prefix.model import CoverageRun, Guidance, Node, Prefix, PrefixTree, Uncovered
from llmdb.prefix.search.prefix_runs import TryPrefixes
from llmdb.prefix.uncovered import explain_uncovered
from llmdb.types import LineNo
from llmdb.values import dataclass

_REPAIRS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLimits:
    """`completions` for each prompt, `attempts` at what is uncovered, prompts about `errors`, seconds in all."""

    completions: int = 3
    attempts: int = 3
    errors: int = 2
    seconds: float = 120.0


def ask_prefixes(
    text: str, tree: PrefixTree, model: Model, attempt: TryPrefixes, limits: AskLimits
) -> tuple[PrefixTree, Usage | None]:
    """Grow the tree with prefixes of the model until everything is covered or the limits are reached.

    Args:
        text: the snippet.
        tree: of the offline engine; its nodes stay.
        model: asked for prefixes.
        attempt: runs the snippet after each of some prefixes.
        limits: how often to ask.

    Raises:
        ModelError: the model gave no answer, or BadAnswer: nothing of the asked form in the first.
        KeyboardInterrupt: stopped before anything was found; later a Ctrl-C keeps what was.
    """
    growth = _Growth(text, tree, model, attempt, limits)
    try:
        growth.grow()
    except KeyboardInterrupt:
        if len(growth.nodes) <= len(tree.nodes):
            raise
    return growth.finished(), total_usage(growth.usages)


@dataclass(slots=True)
class _Growth:
    text: str
    tree: PrefixTree
    model: Model
    attempt: TryPrefixes
    limits: AskLimits
    nodes: list[Node] = field(default_factory=list)
    usages: list[Usage] = field(default_factory=list)
    runs: dict[str, CoverageRun] = field(default_factory=dict)
    refused: str = ""
    began: float = field(default_factory=time.monotonic)

    def grow(self) -> None:
        """The three steps, breadth first: all answers of a step before the next."""
        self.nodes = list(self.tree.nodes)
        if self._done():
            return
        first = user(format_undefinedness(self.text, self.tree.undefined))
        asked = self._ask([first], "undefinedness", None)
        if not asked:
            raise BadAnswer(
                f"{self.model.name} answered nothing of the form that prefixes need: {self.refused}"
            )
        failing = [(node, reply) for node, reply in asked if node.error is not None]
        for node, reply in failing[: self.limits.errors]:
            if self._done() or node.error is None:
                break
            messages = [first, assistant(reply), user(format_error(self.text, node.error))]
            self._ask(messages, "error", node.id)
        for _ in range(self.limits.attempts):
            if self._done():
                break
            best = max(self.nodes, key=lambda n: n.coverage)
            self._ask([user(format_coverage(self.text, self._missing()))], "coverage", best.id)

    def finished(self) -> PrefixTree:
        """The tree with a smallest covering set, the best first, and the reasons for what is left."""
        best = max(self.nodes, key=lambda n: (n.coverage, n.error is None, -n.id), default=None)
        chosen: list[int] = []
        covered: set[LineNo] = set()
        left = list(self.nodes)
        while best is not None and (set(best.lines) - covered or not chosen):
            chosen.append(best.id)
            covered |= set(best.lines)
            left = [n for n in left if n.id != best.id]
            best = max(left, key=lambda n: len(set(n.lines) - covered), default=None)
        return replace(
            self.tree,
            nodes=tuple(self.nodes),
            best=chosen[0] if chosen else None,
            chosen=tuple(chosen),
            engine=self.model.name if self.usages else self.tree.engine,
            seconds=self.tree.seconds + time.monotonic() - self.began,
            uncovered=self._uncovered(),
        )

    def _uncovered(self) -> tuple[Uncovered, ...]:
        """Reasons of the offline search, but where the model's prefixes came further."""
        missing = self._missing()
        own = explain_uncovered(missing, [run.error for run in self.runs.values()])
        known = {one.line: one for one in self.tree.uncovered if one.why.startswith(("raises", "written"))}
        return tuple(known.get(one.line, one) if one.why.startswith("no ") else one for one in own)

    def _missing(self) -> frozenset[LineNo]:
        return frozenset(self.tree.countable) - {line for node in self.nodes for line in node.lines}

    def _done(self) -> bool:
        return not self._missing() or time.monotonic() - self.began > self.limits.seconds

    def _ask(self, messages: list[Message], guidance: Guidance, parent: int | None) -> list[tuple[Node, str]]:
        answer = self.model.complete(
            messages, n=self.limits.completions, temperature=0.8, purpose="prefix ask"
        )
        self.usages.append(answer.usage)
        before = len(self.nodes)
        asked = self._grown(answer, guidance, parent)
        self.nodes[before:] = _sharing(self.nodes[before:], answer.usage)
        return asked

    def _grown(self, answer: Answer, guidance: Guidance, parent: int | None) -> list[tuple[Node, str]]:
        """A node for each readable answer that says something new; answers of known prefixes count as read."""
        known = {node.prefix.code: node for node in self.nodes}
        out = []
        for reply in dict.fromkeys(answer.texts):
            try:
                entries = parse_reply(reply)
            except BadAnswer as refused:
                self.refused = str(refused)
                continue
            own = self._runnable(entries, guidance, parent)
            if own.prefix.code in known:
                out.append((known[own.prefix.code], reply))
                continue
            known[own.prefix.code] = own
            self.nodes.append(own)
            self._seeded(own, guidance)
            out.append((own, reply))
        return out

    def _run(self, code: str) -> CoverageRun:
        if code not in self.runs:
            (self.runs[code],) = self.attempt([code])
        return self.runs[code]

    def _seeded(self, own: Node, guidance: Guidance) -> None:
        """The model's values on top of the best offline ones: what it left out is then defined too."""
        seed = self.tree.node(self.tree.best) if self.tree.best is not None else None
        if seed is None or own.coverage >= 1 or not seed.prefix.code:
            return
        taken = {a.name for a in own.prefix.assumptions}
        kept = tuple(a for a in seed.prefix.assumptions if a.name not in taken)
        merged = Prefix(code=seed.prefix.code + own.prefix.code, assumptions=(*kept, *own.prefix.assumptions))
        node = self._node(merged, self._run(merged.code), guidance, own.id)
        if len(node.lines) > len(own.lines) or set(node.lines) & self._missing():
            self.nodes.append(node)

    def _runnable(self, entries: list[str], guidance: Guidance, parent: int | None) -> Node:
        """Run the prefix; statements of it that raise are removed one at a time."""
        statements = [ast.unparse(node) for entry in entries for node in ast.parse(entry).body]
        prefix, run = prefix_of(statements), CoverageRun(lines=frozenset())
        for _ in range(_REPAIRS):
            prefix = prefix_of(statements)
            run = self._run(prefix.code)
            if not run.in_prefix or run.prefix_line is None:
                break
            failing = _statement_at(statements, run.prefix_line)
            if failing is None:
                break
            del statements[failing]
        return self._node(prefix, run, guidance, parent)

    def _node(self, prefix: Prefix, run: CoverageRun, guidance: Guidance, parent: int | None) -> Node:
        bad = "the prefix itself raises" if run.in_prefix else "it does not end" if run.timed_out else None
        lines = () if bad else tuple(sorted(run.lines & set(self.tree.countable)))
        return Node(
            id=max((node.id for node in self.nodes), default=0) + 1,
            parent=parent,
            guidance=guidance,
            prefix=prefix,
            lines=lines,
            coverage=len(lines) / len(self.tree.countable) if self.tree.countable else 1.0,
            error=run.error,
            discarded=bad,
        )


def _sharing(nodes: Sequence[Node], usage: Usage) -> list[Node]:
    """The nodes that one call gave, each with its share of what the call took."""
    tokens = usage.prompt_tokens + usage.completion_tokens
    cost = None if usage.cost_usd is None or not nodes else usage.cost_usd / len(nodes)
    return [replace(node, tokens=tokens // len(nodes), cost_usd=cost) for node in nodes]


def _statement_at(statements: list[str], line: LineNo) -> int | None:
    """Which statement holds a line of the prefix that they make."""
    last = 0
    for i, statement in enumerate(statements):
        last += statement.rstrip().count("\n") + 1
        if line <= last:
            return i
    return None
