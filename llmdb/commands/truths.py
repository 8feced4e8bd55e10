"""Where in the run an expression becomes true: when."""

from __future__ import annotations

import ast
import builtins
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llmdb.command import Command
from llmdb.commands.line.parsing import listed, parse_expression
from llmdb.commands.looking import complete_name
from llmdb.commands.results.common import state_json
from llmdb.commands.state.position import own_functions, place_at, require_steps, selected_state
from llmdb.errors import BadArgument, EvaluationFailed, NoSuchName, NotRecorded, ReplayDiverged
from llmdb.progress import Progress
from llmdb.replay.recorded_values import CannotTell, holds, parts_read
from llmdb.session import Session
from llmdb.types import Json, StepNo

if TYPE_CHECKING:
    from llmdb.events.model import IntermediateState
    from llmdb.registry import Registry
    from llmdb.replay.trace import ExecutionTrace

_LOOKING = frozenset(
    {"abs", "all", "any", "bin", "bool", "chr", "dict", "divmod", "enumerate", "float", "format", "frozenset"}
    | {
        "getattr",
        "hasattr",
        "hash",
        "hex",
        "id",
        "int",
        "isinstance",
        "issubclass",
        "len",
        "list",
        "max",
        "min",
    }
    | {
        "oct",
        "ord",
        "pow",
        "range",
        "repr",
        "reversed",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "type",
        "zip",
    }
)
_LOOKING_METHODS = frozenset(
    {"bit_count", "bit_length", "casefold", "copy", "count", "difference", "endswith", "find", "get", "index"}
    | {
        "intersection",
        "isalpha",
        "isdigit",
        "isdisjoint",
        "isspace",
        "issubset",
        "issuperset",
        "items",
        "join",
        "keys",
    }
    | {
        "lower",
        "lstrip",
        "rfind",
        "rstrip",
        "split",
        "startswith",
        "strip",
        "title",
        "union",
        "upper",
        "values",
    }
)
_TOLD = 4_096
"""After how many steps somebody is told how far it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truths:
    """`when EXPRESSION`: the steps after which it holds and did not before.

    Attributes:
        names: the variables and attributes that it reads.
        steps: in order.
        unknown: how many of the steps that changed what it reads leave open whether it holds, as an object or a value
            that is not recorded whole is asked about; `first_unknown` is the first of them.
    """

    expression: str
    trace: ExecutionTrace
    names: frozenset[str]
    steps: Sequence[StepNo]
    current: StepNo
    unknown: int = 0
    first_unknown: StepNo | None = None

    def values(self, step: StepNo) -> IntermediateState:
        """What it read at a step."""
        found = self.trace.changes.values_after(step, self.names)
        return {} if found is None else found[1]

    def to_json(self) -> dict[str, Json]:
        """`{"expression", "steps", "unknown"}`."""
        return {
            "expression": self.expression,
            "steps": [
                {
                    "step": step,
                    "line": self.trace.line_of(step),
                    "scope": self.trace.scope_of(step),
                    "frame": self.trace.frame_of(step),
                    "values": state_json(self.values(step)),
                }
                for step in self.steps
            ],
            "unknown": self.unknown,
        }


def register(registry: Registry) -> None:
    """Add `when`."""
    registry.command(
        Command(
            name="when",
            run=run_when,
            usage="when EXPRESSION",
            summary="show the steps where an expression becomes true, e.g. `when total > 100`",
            details="It is asked after each step that changes what it reads, for the innermost call that has its "
            "names, from the recorded values: names, attributes, items, comparisons, arithmetic, and len, abs, min, "
            "max, sum, any, all of them. What else it may be (`len(self.queue.items) > 3`) is asked of the program, "
            "gone through once more, if it changes nothing. `break LINE, CONDITION` and `watch NAME, CONDITION` stop "
            "where a condition holds.",
            group="look",
            complete=complete_name,
        )
    )


def run_when(session: Session, text: str) -> Truths:
    """`when EXPRESSION`."""
    expression = parse_expression(text, "when")
    require_steps(session)
    trace = session.trace
    names = _names_read(session, expression)
    replaced = own_functions(session)
    known: dict[object, bool] = {}
    found = array("I")
    decided, unknown, first_unknown, problem = 0, 0, None, ""
    asked = array("I")
    for step, owners, state in _states(session, names):
        asked.append(step)
        try:
            is_true = holds(expression, state, replaced)
            decided += 1
        except CannotTell:
            unknown, first_unknown, is_true = unknown + 1, first_unknown or step, False
        except (
            Exception
        ) as raised:  # where it has no value it does not hold; whatever the user's expression raises
            problem, is_true = problem or f"{type(raised).__name__}: {raised} (step {step})", False
        if is_true and not known.get(owners):
            found.append(step)
        known[owners] = is_true
    if unknown and changes_nothing(expression):
        found, unknown, first_unknown = _asked(session, expression, asked), 0, None
    elif not decided and first_unknown:
        raise NotRecorded(
            f"recorded values alone do not tell {expression} (step {first_unknown}); `p` asks the program at one step"
        )
    elif not decided and problem:
        raise EvaluationFailed(problem)
    return Truths(
        expression=expression,
        trace=trace,
        names=names,
        steps=found,
        current=session.position,
        unknown=unknown,
        first_unknown=first_unknown,
    )


def changes_nothing(expression: str) -> bool:
    """Whether an expression only looks: it calls nothing but functions and methods that leave what they get alone."""
    for node in ast.walk(ast.parse(expression.strip(), mode="eval")):
        if isinstance(node, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom | ast.Lambda):
            return False
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name not in (_LOOKING if isinstance(called, ast.Name) else _LOOKING_METHODS):
                return False
    return True


def _asked(session: Session, expression: str, steps: Sequence[StepNo]) -> array[int]:
    """Those of some steps after which it holds and did not before in their frame, as the program itself says.

    Raises:
        NotRecorded: the program could not be gone through once more.
    """
    total = len(steps)

    def wait(done: int) -> None:
        session.report(Progress(doing="asking the program", done=done, total=total, unit="steps"))

    places = [place_at(session, step) for step in steps]
    try:
        past = session.past(places[0].position)
        values = dict(past.follow(f"bool({expression})", places, wait))
    except ReplayDiverged as problem:
        raise NotRecorded(f"{expression}: {problem}") from problem
    found, known = array("I"), dict[int, bool]()
    value = values[0]
    for number, step in enumerate(steps):
        value = values.get(number, value)
        frame = session.trace.frame_of(step)
        if value.type:
            if value.repr == "True" and not known.get(frame):
                found.append(step)
            known[frame] = value.repr == "True"
    return found


def _names_read(session: Session, expression: str) -> frozenset[str]:
    """The variables, and attributes of them, that an expression reads.

    Raises:
        NoSuchName: nothing of such a name was recorded.
        BadArgument: it reads none.
    """
    tree = ast.parse(expression, mode="eval").body
    recorded = parts_read(expression, session.snippet.text)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    bound = names & session.trace.changes.bound_names
    for name in sorted(names - bound):
        if not hasattr(builtins, name):
            here = listed(sorted(selected_state(session)))
            raise NoSuchName(f"no variable {name!r} was recorded; in scope here: {here}")
    if not bound:
        raise BadArgument("when needs an expression that reads a variable: `when total > 100`")
    whole = set(_outermost(tree, recorded))
    return frozenset(part for part in whole if part.partition(".")[0] in bound)


def _outermost(node: ast.AST, recorded: frozenset[str]) -> Iterator[str]:
    """The longest of the recorded names and attributes in an expression: of `self.a.b` not `self` as well."""
    if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in recorded:
        yield ast.unparse(node)
        return
    if isinstance(node, ast.Name):
        yield node.id
    for child in ast.iter_child_nodes(node):
        yield from _outermost(child, recorded)


def _states(
    session: Session, names: frozenset[str]
) -> Iterator[tuple[StepNo, tuple[object, ...], IntermediateState]]:
    """After each step that may change one of some names: whose they are, and their values; with the steps' progress."""
    for count, found in enumerate(session.trace.changes.states(names)):
        if count % _TOLD == 0:
            done, total = found[0], len(session.trace)
            session.report(Progress(doing="asking", done=done, total=total, unit="steps"))
        yield found
