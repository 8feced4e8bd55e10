"""The values of an expression over the run: from the record where that tells, else from the program itself."""

from __future__ import annotations

import ast
import builtins
from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from llmdb.commands.line.parsing import as_expression as parsed
from llmdb.commands.line.parsing import listed
from llmdb.commands.state.position import own_functions, place_in, selected_state
from llmdb.errors import BadArgument, EvaluationFailed, NoSuchName, NotRecorded, ReplayDiverged
from llmdb.events.model import Value
from llmdb.program.files import files_of, module_of
from llmdb.progress import Progress
from llmdb.replay.access import AccessPath, access_path
from llmdb.replay.changes import frames_below
from llmdb.replay.expression_effects import TAKEN, further_names, guarded, why_it_may_change
from llmdb.replay.frames import MISSING
from llmdb.replay.heap import is_reference
from llmdb.replay.named_values import NamedValues, Owners, SeenBy, Sight
from llmdb.replay.recorded_values import CannotTell, RecordedState, evaluate_recorded, holds, parts_read
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.replay.model import HistoryEntry
    from llmdb.runner.model import Place
    from llmdb.session import Session
    from llmdb.types import StepNo

ANYBODY = SeenBy(objects={})
_AT_FIRST, AT_ONCE = 64, 32_768
"""Of how many steps, or moments, it is found out at first, and at most, what it was."""
_FEWER = 8
"""By what they are divided where the program does not come to the end of so many in its time."""
_TOLD = 4_096
"""After how many steps somebody is told how far it is."""
_SHOWN = 1_000
"""More characters than these has the text of a value only that the program tells cut."""


class Told(NamedTuple):
    """What the program tells of an expression: its value, and what else tells a long one apart from others."""

    value: Value
    mark: str = ""

    @property
    def is_refused(self) -> bool:
        """Whether it would have taken elements from an iterator of the program."""
        return not self.value.type and TAKEN in self.value.repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Became:
    """A step after which an expression has another value than before; None for none, as where it raises."""

    step: StepNo
    before: Told | None
    value: Told | None


class ValuesOverRun:
    """Finds out which steps gave an expression another value.

    Where its variables are not those of the code that runs, they are of the innermost call that has them all. A value
    is compared with that of the same variables just before the step; the first of a variable is another one.

    Args:
        session: whose run it is.
        expression: any that reads a variable.
        seen_by: as whom its variables are looked at.
        is_truth: whether all that is asked is whether it is true.

    Attributes:
        why_not: why the program is not asked; "" where it is.
        unknown: the steps with moments that the record left open though the program was not asked, in order.
        decided: how many moments it had a value at.
        problem: what it raised at first.
        first: a step at which it had a value, and which; None for none yet.
        looked_at: the last step that `truths` came to.

    Raises:
        NoSuchName: nothing of one of its names was recorded.
        BadArgument: it reads no variable.
    """

    def __init__(
        self, session: Session, expression: str, seen_by: SeenBy = ANYBODY, *, is_truth: bool = False
    ) -> None:
        self.expression = expression
        self._session = session
        self._is_truth = is_truth
        self._code = code_of(session)
        self._replaced = own_functions(session)
        self.names = _names_read(session, expression)
        nodes = ast.walk(ast.parse(expression.strip(), mode="eval"))
        self._attributes = frozenset(node.attr for node in nodes if isinstance(node, ast.Attribute))
        also = further_names(expression, self._code) & session.trace.changes.bound_names
        self._values = NamedValues(session.trace, self.names, also, seen_by)
        self.why_not = why_it_may_change(expression, self._code)
        self.unknown: dict[StepNo, None] = {}
        self.decided = 0
        self.problem = ""
        self.first: tuple[StepNo, Value] | None = None
        self.looked_at: StepNo = 0
        self._entered: dict[StepNo, HistoryEntry | None] = {}

    def require_harmless(self) -> None:
        """Refuse an expression that may change something.

        Raises:
            BadArgument: it may.
        """
        if self.why_not:
            raise BadArgument(
                f"{self.why_not}: {self.expression} is not asked all over the run, `p` asks it at one step"
            )

    @cached_property
    def steps(self) -> Sequence[StepNo]:
        """The steps after which it may be another one, in order."""
        return self._values.steps

    def became(self, steps: Sequence[StepNo]) -> list[Became]:
        """Those of some such steps, neighbours in `steps`, after which it has another value than before.

        Raises:
            NotRecorded: the record does not tell, and the program cannot be asked.
        """
        moments: list[Sight] = []
        pairs: list[tuple[int | None, int]] = []
        values = self._values_at(self._moments(steps, pairs), moments)
        return [
            Became(step=moments[after].step, before=earlier, value=values[after])
            for before, after in pairs
            if (earlier := None if before is None else values[before]) != values[after]
        ]

    def entries(self, steps: Sequence[StepNo]) -> list[HistoryEntry]:
        """The values that it became at some such steps, neighbours in `steps`, with the lines that changed it.

        Raises:
            NotRecorded: as `became`.
        """
        changes = self._session.trace.changes
        if any(step not in self._entered for step in steps):
            told = {became.step: became.value for became in self.became(steps)}
            for step in steps:
                value = told.get(step)
                self._entered[step] = value and changes.entry(
                    step, changes.line_of(self.names, step, self._attributes), value.value
                )
        return [entry for step in steps if (entry := self._entered[step]) is not None]

    def truths(self) -> Iterator[StepNo]:
        """The steps after which it is true and was not before, in order.

        Raises:
            NotRecorded: as `became`.
        """
        stored = self._values.stored()
        if stored is not None and (yield from self._stored_truths(stored)):
            return
        steps = self.steps
        place, count = bisect_right(steps, self.looked_at), _AT_FIRST
        while place < len(steps):
            piece = steps[place : place + count]
            self._report(place)
            for became in self.became(piece):
                if _is_true(became.value) and not _is_true(became.before):
                    yield became.step
            self.looked_at = piece[-1]
            place, count = place + count, min(2 * count, AT_ONCE)

    def _stored_truths(
        self, stored: Iterable[tuple[StepNo, Owners, RecordedState]]
    ) -> Generator[StepNo, None, bool]:
        """`truths` as far as the events alone tell them that bind the names; whether they told all.

        That is much quicker, for a million of them.
        """
        known: dict[object, bool] = {}
        expression, replaced = self.expression, self._replaced
        for count, (step, owners, state) in enumerate(stored):
            if count % _TOLD == 0:
                self._report(count, of=len(self._session.trace), step=step)
            try:
                is_true = holds(expression, state, replaced)
                self.decided += 1
            except CannotTell:
                return False
            except Exception as raised:  # where it has no value it does not hold
                self.problem, is_true = self.problem or _said(raised, step), False
            if is_true and not known.get(owners):
                yield step
            known[owners] = is_true
            self.looked_at = step
        return True

    def _report(self, done: int, of: int | None = None, step: StepNo | None = None) -> None:
        total = len(self.steps) if of is None else of
        progress = Progress(doing="asking", done=done if step is None else step, total=total, unit="steps")
        self._session.report(progress)

    # --- moments ---------------------------------------------------------------------------------------------

    def _moments(self, steps: Iterable[StepNo], pairs: list[tuple[int | None, int]]) -> Iterator[Sight]:
        """Who has the names before and after each step; `pairs` is given which of these are of one frame and step.

        What was so after the step before in the list is still so, of the same variables.
        """
        count, last, trace = 0, None, self._session.trace
        for step in steps:
            if last is not None and last.frame == trace.frame_of(step):
                before: Sight | None = last
            else:
                before = self._values.before(step)
            if before is None or last is None or last.owners != before.owners:
                earlier = count
                if before is not None:
                    yield before
                    count += 1
            else:
                earlier = count - 1
            last = self._values.after(step)
            if last is not None:
                yield last
                is_same = before is not None and before.frame == last.frame
                pairs.append((earlier if is_same else None, count))
                count += 1

    def _values_at(self, sights: Iterable[Sight], moments: list[Sight]) -> list[Told | None]:
        """The value at each moment: all are told by the record, or all by the program, so that they compare."""
        values: list[Told | None] | None = []
        for sight in sights:
            moments.append(sight)
            try:
                if values is not None:
                    values.append(self._recorded(sight))
            except CannotTell:
                values = None
        if values is None:
            values = self._of_program(moments)
        told = [(sight, value) for sight, value in zip(moments, values, strict=True) if value is not None]
        self.decided += len(told)
        if told and self.first is None:
            self.first = told[0][0].step, told[0][1].value
        return values

    def _recorded(self, sight: Sight) -> Told | None:
        """What the record tells; None where it has no value.

        Raises:
            CannotTell: the record leaves it open, and the program can be asked.
        """
        state = self._values.opened(sight)
        try:
            return Told(self._evaluate(state))
        except CannotTell:
            if not self.why_not:
                raise
            self.unknown.setdefault(sight.step)
        except Exception as raised:  # where it has no value; whatever the user's expression raises
            self.problem = self.problem or _said(raised, sight.step)
        return None

    def _evaluate(self, state: RecordedState) -> Value:
        if self._is_truth:
            return Value(type="bool", repr=str(holds(self.expression, state, self._replaced)))
        value = evaluate_recorded(self.expression, state, self._replaced)
        if value.truncated:
            raise CannotTell
        return value

    def _of_program(self, sights: list[Sight]) -> list[Told | None]:
        """What the program itself tells."""
        expression = f"not not ({self.expression})" if self._is_truth else self.expression
        values: list[Told | None] = [None] * len(sights)
        for called in {sight.called for sight in sights}:
            numbers = [number for number, sight in enumerate(sights) if sight.called == called]
            places = [place_in(self._session, sights[number]) for number in numbers]
            asked = _renamed(expression, dict(called))
            for number, told in zip(numbers, values_at(self._session, asked, places), strict=True):
                value = told.value
                if value.type:
                    values[number] = told
                elif told.is_refused:
                    raise NotRecorded(
                        f"{self.expression}: it would take elements from an iterator of the program (step "
                        f"{sights[number].step}), which changes the run; `p` asks it at one step"
                    )
                else:
                    self.problem = self.problem or f"{value.repr} (step {sights[number].step})"
        return values


def values_at(session: Session, expression: str, places: Sequence[Place]) -> list[Told]:
    """The values of an expression that changes nothing at some places of the run, in order, as the program tells them.

    Where it has none, the type is "" and the text says why.

    Raises:
        NotRecorded: the program could not be gone through again.
    """
    asked = guarded(expression, code_of(session))
    values = [
        replace(value, truncated=len(value.repr) > _SHOWN)
        for value in _told(session, expression, asked, places)
    ]
    if not any(value.truncated for value in values):
        return [Told(value) for value in values]
    whole = _told(session, expression, f"hash(repr({asked}))", places)
    return [
        Told(value, mark.repr if value.truncated else "") for value, mark in zip(values, whole, strict=True)
    ]


def _told(session: Session, expression: str, asked: str, places: Sequence[Place]) -> list[Value]:
    """`values_at` in pieces, smaller ones where the program does not come to the end of one in its time."""
    values: list[Value] = []
    count = most = AT_ONCE
    while len(values) < len(places):
        piece = places[len(values) : len(values) + count]
        try:
            told = dict(session.past(piece[0].position).follow(asked, piece))
        except EvaluationFailed as problem:
            if len(piece) == 1:
                raise NotRecorded(f"{expression}: {problem} (step {piece[0].step})") from problem
            count, most = 1, max(1, len(piece) // _FEWER)
            continue
        except ReplayDiverged as problem:
            raise NotRecorded(f"{expression}: {problem}") from problem
        value = told[0]
        for number in range(len(piece)):
            value = told.get(number, value)
            values.append(value)
        count = most
    return values


def code_of(session: Session) -> str:
    """All of the program's code: the snippet, then what was put before it, and the test that drives it."""
    program = session.program
    return "\n".join((program.snippet.text, program.prefix, program.epilogue))


def seen_from_here(session: Session, expression: str) -> SeenBy:
    """The variables of an expression as those that they are in the current frame.

    A parameter whose attributes or items are read (`self.size`) is the object that it is here, as for `history`.
    """
    changes, here = session.trace.changes, session.current_frame()
    tree = ast.parse(expression.strip(), mode="eval")
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & changes.bound_names
    holders = {
        node.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.value, ast.Name)
    }
    objects = {
        name: root
        for name in sorted(names & holders)
        if (root := changes.root_of(f"{name}.{name}", session.position, here.frame))
    }
    scopes = {changes.scope_of(name, session.position, here.frame) for name in names - objects.keys()}
    scope = here.scope if here.scope in scopes else next(iter(scopes - {None}), None)
    return SeenBy(scope=scope, objects=objects)


def is_path(session: Session, text: str) -> bool:
    """Whether a text is a variable, attribute or item that the record has values of, and no other expression."""
    node = parsed(text.strip())
    path = access_path(text) if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) else None
    return path is not None and computed_part(session, path) is None


def computed_part(session: Session, path: AccessPath) -> str | None:
    """The attribute in a path that a class of the program computes, so that the record has no value of it."""
    for part in path.parts:
        read = f"_.{part.key}"
        if part.kind == "attribute" and read not in parts_read(read, session.snippet.text):
            return str(part.key)
    return None


def module_part(session: Session, path: AccessPath) -> str:
    """Why a path is not followed that leads into a recorded module, whose variable it is; "" for others."""
    if len(files_of(session.snippet.text)) == 1 or not path.parts:
        return ""
    position = session.trace.positions(session.position).stop if session.position else 0
    machine = session.visits.machine_at(position)
    own = machine.find_frame(session.trace.frame_of(session.position)) if session.position else None
    frames = (own, *frames_below(machine, own)) if own is not None else (*machine.names.others.values(),)
    for frame in frames:
        held = machine.names.binding(frame, path.name)
        for count, part in enumerate(path.parts):
            value = AccessPath(path.name, path.parts[:count]).follow(held, machine)
            found = machine.lookup(value[0]) if is_reference(value) else None
            module = machine.names.module_object(found) if found is not None else None
            if module is not None and part.kind == "attribute":
                name = module_of(module.scope)
                file = next(file for file in files_of(session.snippet.text) if file.module == name)
                return (
                    f"{part.key} is a variable of {file.path}: it is followed there, as `{part.key}` at a step of that "
                    f"file (`tbreak {file.path}:LINE`)"
                )
        if held is not MISSING:
            break
    return ""


def _names_read(session: Session, expression: str) -> frozenset[str]:
    """The variables, and attributes of them, that an expression reads.

    Raises:
        NoSuchName: nothing of such a name was recorded.
        BadArgument: it reads none.
    """
    tree = ast.parse(expression.strip(), mode="eval").body
    recorded = parts_read(expression, session.snippet.text)
    own = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - own
    bound = names & session.trace.changes.bound_names
    for name in sorted(names - bound):
        if not hasattr(builtins, name):
            here = listed(sorted(selected_state(session)))
            raise NoSuchName(f"no variable {name!r} was recorded; in scope here: {here}")
    if not bound:
        raise BadArgument(f"{expression} reads no variable, so it is the same all over the run")
    whole = set(_outermost(tree, recorded))
    for node in ast.walk(tree) if len(files_of(session.snippet.text)) > 1 else ():
        path = access_path(ast.unparse(node)) if isinstance(node, ast.Attribute) else None
        if path is not None and (why := module_part(session, path)):
            raise BadArgument(why)
    return frozenset(part for part in whole if part.partition(".")[0] in bound)


def _outermost(node: ast.AST, recorded: frozenset[str]) -> Iterator[str]:
    """The longest of the recorded names and attributes in an expression: of `self.a.b` not `self` as well."""
    if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in recorded:
        yield ast.unparse(node)
        return
    if isinstance(node, ast.Name):
        yield node.id
    for child in ast.iter_child_nodes(node):
        is_method = isinstance(node, ast.Call) and child is node.func and isinstance(child, ast.Attribute)
        yield from _outermost(child.value if is_method else child, recorded)  # type: ignore[attr-defined]


class _Renaming(ast.NodeTransformer):
    def __init__(self, called: Mapping[str, str]) -> None:
        self._called = called

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self._called.get(node.id, node.id), node.ctx)


def _renamed(expression: str, called: Mapping[str, str]) -> str:
    """The expression where its variables are called otherwise."""
    if not called:
        return expression
    return ast.unparse(_Renaming(called).visit(ast.parse(expression.strip(), mode="eval")))


def _is_true(told: Told | None) -> bool:
    return told is not None and told.value.repr == "True"


def _said(raised: Exception, step: StepNo) -> str:
    return f"{type(raised).__name__}: {raised} (step {step})"
