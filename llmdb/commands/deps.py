"""`deps`: what the current step read, who wrote it, and what let the step run."""

from __future__ import annotations

import ast
import difflib
from dataclasses import replace
from typing import TYPE_CHECKING

from llmdb.arguments import Option, Rest, Switch
from llmdb.command import Command
from llmdb.commands.deps_asking import ask_step, asked_json, check_layers, library_of, planned
from llmdb.commands.line.parsing import parse_path, whole
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.steps import control_step, writer_step
from llmdb.errors import BadArgument, NoSuchName
from llmdb.session import Session
from llmdb.slicing import Control, Dependencies
from llmdb.slicing.dependencies import Writer
from llmdb.slicing.library.reads import evidence_of
from llmdb.slicing.slices import last_with
from llmdb.slicing.syntax.finding import root_of
from llmdb.slicing.trees import Branch, grow_tree
from llmdb.types import Json, LineNo, StepNo
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.ask.library_questions import Asked
    from llmdb.events.model import Value
    from llmdb.llm.model import Message
    from llmdb.registry import Registry
    from llmdb.slicing import Read
    from llmdb.slicing.library.reads import Evidence, LibraryReads

DEPTH, NAMED_DEPTH = 2, 5
"""Levels of the tree for all that a step read, and for one name."""
MOST_ROWS = 28
"""Rows below the first level."""
_MOST_SHOWN = 60
"""Characters of a value in a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRow:
    """One read with its value and the writer's statement; `code` is the text of that line, run `count` times for it."""

    name: str
    value: Value
    step: StepNo | None
    line: LineNo | None
    how: str
    evidence: Evidence = "observed"
    code: str = ""
    above: tuple[ReadRow, ...] = ()
    again: bool = False
    hidden: int = 0
    count: int = 1

    def to_json(self) -> dict[str, Json]:
        """`{"name", "value", "writer", "how", "evidence"}`."""
        writer: Json = None if self.step is None else {"step": self.step, "line": self.line}
        return {
            "name": self.name,
            "value": self.value.to_json(),
            "writer": writer,
            "how": self.how,
            "evidence": self.evidence or None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DepsResult:
    """The reads of a step and the step that controls it; `lines` are the step's, `asked` is the model's word.

    `under_way` is the line of the statement that the step goes on with, 0 where it begins its block.
    `tree` has what is shown of the reads: pieces that one line wrote are one row, each with what its writer had read.
    """

    step: StepNo
    lines: tuple[LineNo, ...]
    reads: tuple[ReadRow, ...]
    control: Control | None
    asked: Asked | None = None
    tree: tuple[ReadRow, ...] = ()
    under_way: LineNo = 0

    def to_json(self) -> dict[str, Json]:
        """`{"step", "reads", "control"}`; with --ask, what the model claims, too."""
        control = self.control
        asked = asked_json(self.asked) if self.asked is not None else {}
        return {
            **asked,
            "step": self.step,
            "reads": [read.to_json() for read in self.reads],
            "control": None
            if control is None
            else {"step": control.step, "line": control.line, "condition": control.condition},
        }


def register(registry: Registry) -> None:
    """Add `deps`."""
    registry.command(
        Command(
            name="deps",
            run=run_deps,
            arguments=(
                Rest("name", complete=complete_name),
                Switch("--ask"),
                Option("--layers", whole("a number of layers, 1 to 3", lowest=1)),
            ),
            messages=deps_messages,
            calls_model=True,
            summary="show what this step read, which step wrote it, and which condition let it run",
            details=(
                "NAME may be a variable, an attribute or an item: out, p.total, xs[3], d['k']. What the step "
                "reads of it is shown; for a name that the step does not read, who wrote its value. Each row ends "
                "with how that is known: observed while the program ran, by the table of library methods, or compared "
                "before and after a call.\n"
                "--ask has the model say what other library calls wrote: of methods by their signatures, kept for "
                "ever; with --layers N (1 to 3) of calls by their variables' values, N layers deep. What it says is a "
                "claim, held against the recording. `prompt deps --ask` shows what would be sent."
            ),
            group="look",
        )
    )


def dependencies_of(session: Session) -> Dependencies:
    """The dependencies of the session's recording, prepared once."""
    return session.run.kept.get_or_make(
        Dependencies, lambda: Dependencies(session.visits, session.snippet.text, session.report)
    )


def has_dependencies(session: Session) -> bool:
    """Whether the dependencies of the session's recording were prepared already, from its beginning to its end."""
    found = session.run.kept.get(Dependencies)
    return found is not None and found.is_prepared


def run_deps(session: Session, name: str, ask: bool, layers: int | None) -> DepsResult:
    """`deps [NAME] [--ask] [--layers N]`."""
    check_layers(ask, layers)
    require_steps(session)
    number, found = session.position, dependencies_of(session)
    earlier = session.trace.continues(number)
    library = library_of(session, found)
    reads = reads_of(session, library, number)
    if name:
        reads = _named(session, reads, found, parse_path(name, "deps"), number)
    return DepsResult(
        step=number,
        lines=session.trace.lines(number),
        reads=tuple(_row(session, found, Branch(item=read), evidence) for read, evidence in reads),
        tree=_rows(session, found, reads, depth=NAMED_DEPTH if name else DEPTH),
        control=_control(session, found, number),
        asked=ask_step(session, found, layers) if ask else None,
        under_way=session.trace.statements.last_line(earlier) if earlier is not None else 0,
    )


def reads_of(session: Session, library: LibraryReads, step: StepNo) -> tuple[tuple[Read, Evidence], ...]:
    """What a step read, of all that its visit did: that before whose event the step was not over.

    What a callee wrote is read when that has come back, and by no step where nothing follows that.
    """
    trace, visit = session.trace, session.trace.visit_of(step)
    steps = trace.steps_of_visit(visit)
    stop = trace.positions(step).stop
    since = trace.positions(steps[steps.index(step) - 1]).stop if step != steps[0] else -1
    is_last = step == steps[-1]
    out = []
    for read, evidence in library.completed(visit):
        written = -1 if read.writer.position is None else read.writer.position
        if since < max(read.position, written + 1) and written < stop and (is_last or read.position <= stop):
            out.append((read, evidence))
    return tuple(out)


def _control(session: Session, found: Dependencies, step: StepNo) -> Control | None:
    """What let a step run, by its step."""
    control = found.control(session.trace.visit_of(step))
    return None if control is None else replace(control, step=control_step(session, control, step))


def deps_messages(session: Session, name: str, ask: bool, layers: int | None) -> list[Message]:
    """Exactly what `deps --ask` would send; one request after the other.

    Raises:
        BadArgument: it would send nothing, as without --ask.
    """
    del name
    check_layers(ask, layers)
    require_steps(session)
    if not ask:
        raise BadArgument("deps sends something only with --ask: prompt deps --ask")
    messages = planned(session, dependencies_of(session), layers)[0].messages()
    if not messages:
        raise BadArgument(
            "nothing to ask here: the recording and the table tell what the library calls wrote"
        )
    return messages


def _named(
    session: Session,
    reads: tuple[tuple[Read, Evidence], ...],
    found: Dependencies,
    name: str,
    number: StepNo,
) -> tuple[tuple[Read, Evidence], ...]:
    """What a step reads of a name, or the name's value after the step.

    Raises:
        NoSuchName: there is no such variable there.
    """
    begins = (f"{name}.", f"{name}[")
    of_name = tuple(row for row in reads if row[0].name == name or row[0].name.startswith(begins))
    if of_name:
        return of_name
    return tuple((read, evidence_of(read.writer)) for read in known_origins(session, found, name, number))


def known_origins(
    session: Session, found: Dependencies, name: str, number: StepNo, most: int | None = 8
) -> tuple[Read, ...]:
    """The writers of a name's value after a step.

    Raises:
        NoSuchName: there is no such variable, attribute or item there.
    """
    trace = session.trace
    node, end = ast.parse(name, mode="eval").body, trace.positions(number).stop
    reads = tuple(found.look_up_all(trace.visit_of(number), node, end, text=name, most=most))
    if reads:
        return reads
    known = [n for n in trace.state(number) if n != name]
    root = root_of(name)
    what = "variable" if root == name or root not in known else "part"
    last = None if root in known else last_with(found, root)
    near = difflib.get_close_matches(root, known, n=3) or sorted(known)[:12]
    hint = f"; there are: {', '.join(near)}" if known else ""
    if what == "part" and (held := trace.value(number, root)) is not None:
        hint = f"; {root} is {held.repr[:_MOST_SHOWN]}"
    if last is not None:
        step = trace.last_step_of(last)
        hint = f"; step {step} is the last that has it: `goto {step}`"
    raise NoSuchName(f"no {what} {name!r} at step {number}{hint}")


def complete_name(session: Session, text: str) -> Iterable[str]:
    """The names in scope."""
    del text
    return tuple(session.trace.state(session.position)) if session.is_recorded and session.position else ()


def _rows(
    session: Session, found: Dependencies, reads: tuple[tuple[Read, Evidence], ...], depth: int
) -> tuple[ReadRow, ...]:
    known = {(read.name, read.writer.position): evidence for read, evidence in reads}
    tree = grow_tree(found, [read for read, _ in reads], depth, MOST_ROWS)
    return tuple(
        _row(session, found, branch, known[branch.item.name, branch.item.writer.position]) for branch in tree
    )


def _row(session: Session, found: Dependencies, branch: Branch, evidence: Evidence) -> ReadRow:
    read, writer = branch.item, branch.item.writer
    return ReadRow(
        name=read.name,
        value=found.value(read),
        step=writer_step(session, writer),
        line=writer.line,
        how=writer.how,
        evidence=evidence,
        code=_code_of(session, found, writer),
        above=tuple(_row(session, found, b, evidence_of(b.item.writer)) for b in branch.branches),
        again=branch.again,
        hidden=branch.hidden,
        count=branch.count,
    )


def _code_of(session: Session, found: Dependencies, writer: Writer) -> str:
    """What wrote a value, as the snippet has it, or that the user did."""
    if writer.position is not None and found.log.sites[found.log.tag(writer.position)].is_typed:
        return "typed"
    return source_line(session, writer.line)


def source_line(session: Session, line: LineNo | None) -> str:
    """A line of the snippet, without its margin; "" for none."""
    lines = session.snippet.text.split("\n")
    return lines[line - 1].strip() if line and line <= len(lines) else ""
