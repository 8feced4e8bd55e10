"""What a prefix search is about, as values: undefined references, assumptions, prefixes and their runs."""

from dataclasses import field
from typing import Literal

from llmdb.types import Json, LineNo
from llmdb.values import dataclass

AssumptionKind = Literal["value", "import", "stand-in"]
Guidance = Literal["offline", "undefinedness", "error", "coverage", "user"]
"""What led to a prefix: the offline engine, one of Treefix's three kinds of prompt, or the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndefinedReference:
    """A name that a snippet reads and nothing defines (Treefix, section III-D).

    Attributes:
        name: the variable; for an attribute the dotted text, `self.name`.
        kind: "variable", "attribute" (attribute or method on an undefined base) or "module" (an import of
            something outside the standard library).
        line: where it is read first.
    """

    name: str
    kind: Literal["variable", "attribute", "module"]
    line: LineNo


@dataclass(frozen=True, slots=True, kw_only=True)
class NameUses:
    """How a snippet uses an undefined name, for a plugin that suggests values.

    `print(conf["port"], conf.get(key))` uses `conf` with the item `'port'` and the attribute get.

    Attributes:
        attributes, items: names and codes of constant keys that are read of it.
        calls: the argument names of each kind of call of it.
        arguments_of: functions that it is passed to.
        compared_with: code of what it is compared with.
        iterated: it is looped over.
        lines: where it is used.
    """

    name: str
    attributes: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    arguments_of: tuple[str, ...] = ()
    compared_with: tuple[str, ...] = ()
    iterated: bool = False
    lines: tuple[LineNo, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """One invented definition: `code` gives `name` its value. "stand-in" if any part of it is a stand-in."""

    name: str
    code: str
    kind: AssumptionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """Code to put before a snippet, and what it assumes. `code` is "" for a snippet that needs none."""

    code: str
    assumptions: tuple[Assumption, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunError:
    """The exception that ended a run; `line` is the snippet's, None when the prefix itself raised.

    It passed `through` the calls on these lines of the snippet, the outermost first; they do not make it another error.
    """

    type: str
    message: str
    line: LineNo | None
    through: tuple[LineNo, ...] = field(default=(), compare=False)

    def to_json(self) -> dict[str, Json]:
        """The `error` object of a node."""
        return {"type": self.type, "message": self.message, "line": self.line}


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageRun:
    """What one candidate run showed.

    Attributes:
        lines: lines whose statement ran to its end, as LExecutor measures it.
        missing_name: the name of a NameError.
        missing_file: the path of a FileNotFoundError.
        absent_files: paths that the snippet would have read and that were not there, whether it caught that or not;
            that of a folder ends with a slash.
        in_prefix: the prefix itself raised, at its line `prefix_line`.
        names: what the namespace held at the end.
        steps: how many statements it ran.
        timed_out: the run was stopped at a limit; what it ran before counts, but a plain interpreter would never end.
    """

    lines: frozenset[LineNo]
    error: RunError | None = None
    missing_name: str | None = None
    missing_file: str | None = None
    absent_files: tuple[str, ...] = ()
    in_prefix: bool = False
    prefix_line: LineNo | None = None
    names: frozenset[str] = frozenset()
    steps: int = 0
    timed_out: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A prefix in the tree (Treefix, Figure 2): `parent` is None where the snippet itself is the parent.

    `tokens` and `cost_usd` are its share of the model's call that gave it; the price is None where it is not known.
    """

    id: int
    parent: int | None
    guidance: Guidance
    prefix: Prefix
    lines: tuple[LineNo, ...]
    coverage: float
    error: RunError | None = None
    discarded: str | None = None
    tokens: int = 0
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncovered:
    """A line that no prefix covers, and why as far as the runs tell."""

    line: LineNo
    why: str

    def to_json(self) -> dict[str, Json]:
        """Line and reason."""
        return {"line": self.line, "why": self.why}


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixTree:
    """The outcome of a search: the nodes tried worth showing, the best one and the smallest covering set.

    Attributes:
        countable: the lines that coverage is a fraction of.
        best: id of the node with the highest coverage; None where no prefix was needed or found.
        chosen: ids of a smallest set with the greatest cumulative coverage.
        uncovered: the lines that are left, with the reason.
        failed: the fault of its own that stopped the engine; "" for none.
    """

    undefined: tuple[UndefinedReference, ...]
    countable: tuple[LineNo, ...]
    nodes: tuple[Node, ...]
    best: int | None
    chosen: tuple[int, ...]
    seconds: float
    engine: str = "offline"
    uncovered: tuple[Uncovered, ...] = ()
    failed: str = ""

    def node(self, number: int) -> Node | None:
        """The node with this id, if there is one."""
        return next((node for node in self.nodes if node.id == number), None)

    @property
    def covered(self) -> frozenset[LineNo]:
        """Lines covered by the chosen set together."""
        return frozenset(line for node in self.nodes if node.id in self.chosen for line in node.lines)

    @property
    def coverage(self) -> float:
        """Fraction of the countable lines that the chosen set covers."""
        return len(self.covered) / len(self.countable) if self.countable else 1.0

    @property
    def best_coverage(self) -> float:
        """Fraction of the countable lines that the best prefix covers."""
        best = self.node(self.best) if self.best is not None else None
        return best.coverage if best else (0.0 if self.countable else 1.0)
