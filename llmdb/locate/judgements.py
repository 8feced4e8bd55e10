"""What is known to be right or wrong in a run: said by the user, or found by comparing with a correct program.

Kept in a file of JSON lines that a user can read and correct (DebugPilot's stored inputs and outputs, dissertation
section 3.1.3): `{"step": 19, "line": 12, "is": "wrong", "name": "acc", "value": "4", "expected": "3"}`.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from llmdb.errors import CommandError
from llmdb.folders import state_folder
from llmdb.locate.hunt.states import CALL, RETURNED, WHOLE, State, recorded_value, state_of
from llmdb.locate.plan.cause_graph import Node, control_node, last_place, start_nodes
from llmdb.locate.plan.planner import Marks
from llmdb.slicing.slices import origin, origins
from llmdb.values import dataclass

if TYPE_CHECKING:
    from llmdb.program.snippet import Program
    from llmdb.slicing import Dependencies
    from llmdb.types import LineNo, VisitNo

Judgement = Literal["right", "wrong", "right condition", "wrong condition", "wrong path", "root", "unclear"]
By = Literal["user", "compare"]
MOST_PIECES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One judgement: of the value of `name` after a step, of a step's condition, or of a step as a whole.

    Attributes:
        value, expected: texts for the reader; "" where there is none.
        of: the kind of the state that a hunt asked about, see `State.kind`; "" for what was not said in a hunt.
        saw: the names that it asked about, with the texts of their values.
    """

    step: VisitNo
    line: LineNo
    says: Judgement
    name: str = ""
    value: str = ""
    expected: str = ""
    by: By = "user"
    of: str = ""
    saw: tuple[tuple[str, str], ...] = ()

    @property
    def subject(self) -> tuple[VisitNo, str, bool, str]:
        """What is judged: a later judgement of the same replaces this one."""
        return self.step, self.name, self.says.endswith("condition"), self.of

    @property
    def state(self) -> State | None:
        """The state that a hunt asked about; None for what was not said in a hunt."""
        return state_of(self.step, self.of)


def known_path(environ: Mapping[str, str], program: Program) -> Path:
    """The file of a program: its name, and hashes of where it lies and of what is run, in the XDG state folder."""
    parts = (program.snippet.text, program.prefix, program.epilogue, *program.arguments)
    stem = "".join(c if c.isalnum() or c in "._" else "_" for c in program.snippet.name)[:60].strip("._")
    place = program.snippet.path
    name = f"{stem or 'snippet'}-{_hash('' if place is None else str(place.resolve()))[:6]}"
    return state_folder(environ) / "known" / f"{name}-{_hash(*parts)[:12]}.jsonl"


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def read_before(path: Path) -> tuple[Known, ...]:
    """What was judged last of the file at another state: its text, test, prefix or arguments were not the same."""
    pattern = f"{glob.escape(path.name.rpartition('-')[0])}-{'?' * 12}.jsonl"
    try:
        others = [other for other in path.parent.glob(pattern) if other != path]
        return read_known(max(others, key=lambda other: other.stat().st_mtime)) if others else ()
    except (OSError, CommandError):
        return ()


def read_known(path: Path) -> tuple[Known, ...]:
    """The judgements of a file; empty when there is none.

    Raises:
        CommandError: a line is not such an object.
    """
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as problem:
        raise CommandError(f"{path} cannot be read: {problem}; `plan --forget` removes it") from problem
    return tuple(_read_row(path, number, row) for number, row in enumerate(rows, 1) if row.strip())


def _read_row(path: Path, number: int, row: str) -> Known:
    try:
        data = json.loads(row)
        says, by = data["is"], data.get("by", "user")
        texts = {key: str(data.get(key) or "") for key in ("name", "value", "expected")}
        saw = tuple((str(name), str(value)) for name, value in data.get("saw", {}).items())
        step, of = int(data["step"]), str(data.get("of") or "")
        entry = Known(step=step, line=int(data["line"]), says=says, by=by, of=of, saw=saw, **texts)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise CommandError(
            f"{path}, line {number} is no judgement: {row[:60]!r}; correct or remove it"
        ) from problem
    if says not in get_args(Judgement) or by not in get_args(By):
        raise CommandError(f"{path}, line {number}: {says!r} is none of {', '.join(get_args(Judgement))}")
    if of and entry.state is None:
        raise CommandError(f"{path}, line {number}: {of!r} is none of step, call, statement N")
    return entry


def fits(found: Dependencies, entry: Known) -> bool:
    """Whether a kept judgement is about this run: its step is there, with the value that was judged."""
    trace = found.trace
    if not 1 <= entry.step <= len(trace):
        return False
    if entry.state is not None:
        seen = ((recorded_value(found, entry.state, name), text) for name, text in entry.saw)
        return all(value is not None and value.repr == text for value, text in seen)
    if not entry.name or not entry.value:
        return True
    if entry.name == RETURNED:
        value = trace.return_value(entry.step)
    elif entry.by == "compare":
        value = trace.value(entry.step, entry.name)
    else:
        read = origin(found, entry.name, entry.step)
        value = found.value(read) if read is not None else None
    return value is not None and value.repr == entry.value


def write_known(path: Path, known: Iterable[Known]) -> None:
    """Replace the file in one step; without judgements it is removed.

    Raises:
        CommandError: it cannot be written.
    """
    replace_text(path, "".join(json.dumps(_row_of(entry), ensure_ascii=False) + "\n" for entry in known))


def correct_path(path: Path) -> Path:
    """The file, beside that of the judgements, of the correct program that they were made with."""
    return path.with_suffix(".correct.py")


def replace_text(path: Path, text: str) -> None:
    """Replace a file in one step; without text it is removed.

    Raises:
        CommandError: it cannot be written.
    """
    try:
        if not text:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
        os.replace(temporary, path)
    except OSError as problem:
        raise CommandError(f"{path} was not written: {problem}") from problem


def _row_of(entry: Known) -> dict[str, object]:
    data = asdict(entry)
    says, data["saw"] = data.pop("says"), dict(entry.saw)
    return {"step": data.pop("step"), "line": data.pop("line"), "is": says} | {
        k: v for k, v in data.items() if v
    }


def with_judgement(known: Iterable[Known], entry: Known) -> tuple[Known, ...]:
    """The judgements with another one, the last; it replaces an earlier one of the same subject."""
    kept = (
        one for one in known if one.subject != entry.subject and (entry.says != "root" or one.says != "root")
    )
    return (*kept, entry)


def marks_of(found: Dependencies, known: Iterable[Known]) -> Marks:
    """The statements that judgements are about."""
    entries = tuple(known)
    right: set[Node] = set()
    wrong: set[Node] = set()
    settled: set[Node] = set()
    unclear: set[Node] = set()
    root: Node | None = None
    for entry in entries:
        match entry.says:
            case "right" if entry.of:
                right.update(_nodes_of(found, entry))
                settled.update(_nodes_of(found, entry))
            case "right":
                right.update(_made_of(found, entry))
            case "wrong":
                wrong.update(_writers(found, entry))
            case "right condition":
                settled.add(last_place(found, entry.step))
            case "unclear":
                unclear.update(_nodes_of(found, entry))
            case "root":
                root = _statement(found, entry)
    return Marks(
        right=frozenset(right - wrong),
        settled=frozenset(settled),
        unclear=frozenset(unclear),
        judged=frozenset(e.step for e in entries if e.by == "user" and e.says != "root" and e.of != CALL),
        root=root,
    )


def output_of(found: Dependencies, known: Iterable[Known]) -> tuple[Known, tuple[Node, ...]] | None:
    """The judgement to begin at, and its statements: the user's last of something wrong, else the earliest found."""
    wrong = [entry for entry in known if entry.says.startswith("wrong")]
    by_user = [entry for entry in wrong if entry.by == "user"]
    if not wrong:
        return None
    ends = found.trace.log.steps.end
    chosen = by_user[-1] if by_user else min(wrong, key=lambda entry: (ends[entry.step - 1], entry.line))
    if chosen.says == "wrong":
        return chosen, _writers(found, chosen)
    if chosen.says == "wrong condition":
        return chosen, (last_place(found, chosen.step),)
    return chosen, (control_node(found, chosen.step) or last_place(found, chosen.step),)


def _nodes_of(found: Dependencies, entry: Known) -> tuple[Node, ...]:
    """The statements of a step, or of what a hunt asked about of it; none for the entry of a call."""
    code = found.statements.get(found.trace.block_of(entry.step), ())
    match entry.state:
        case State(entry=True):
            return ()
        case State(part=part) if part != WHOLE:
            return ((entry.step, part),)
    return tuple((entry.step, place) for place in range(len(code)))


def _writers(found: Dependencies, entry: Known) -> tuple[Node, ...]:
    if entry.of:
        calling = control_node(found, entry.step) if entry.of == CALL else None
        return _nodes_of(found, entry) or (calling or last_place(found, entry.step),)
    if entry.by == "compare" or entry.name == RETURNED:
        return (_statement(found, entry),)
    return start_nodes(found, entry.step, [entry.name])


def _made_of(found: Dependencies, entry: Known) -> Iterator[Node]:
    """What wrote a value that is right as a whole: each of its pieces."""
    if entry.by == "compare" or entry.name == RETURNED:
        yield _statement(found, entry)
        return
    for read in origins(found, entry.name, entry.step, most=MOST_PIECES):
        if read.writer.step is not None and read.writer.position is not None:
            yield read.writer.step, found.statement_at(read.writer.step, read.writer.position)


def _statement(found: Dependencies, entry: Known) -> Node:
    code = found.statements.get(found.trace.block_of(entry.step), ())
    places = [place for place, statement in enumerate(code) if statement.line == entry.line]
    return (entry.step, places[-1]) if places else last_place(found, entry.step)
