"""`compare`: the run beside that of a correct program, to see which values and which condition are wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from llmdb.arguments import Rest
from llmdb.command import Command
from llmdb.commands.deps import dependencies_of, source_line
from llmdb.commands.state.known import ComparedWith, keep_correct, keep_known, kept_correct, known_of
from llmdb.commands.state.position import require_steps
from llmdb.commands.state.steps import with_step
from llmdb.commands.versions import history_of
from llmdb.errors import BadArgument, UsageError
from llmdb.locate.compare.compared_judgements import judgements
from llmdb.locate.compare.comparison import Comparison, JudgedValue, compare
from llmdb.locate.compare.correct_run import CorrectRun
from llmdb.program.build import build_cfg
from llmdb.program.files import files_of, joined, replaced, with_modules_of
from llmdb.program.load import load_snippet, parse_snippet, read_module, with_text
from llmdb.progress import Progress
from llmdb.replay.visits import build_visits
from llmdb.runner.interpreter import minor_of
from llmdb.session import Session
from llmdb.slicing import Dependencies
from llmdb.types import Json
from llmdb.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from llmdb.events.model import Outcome
    from llmdb.program.snippet import Snippet
    from llmdb.registry import Registry
    from llmdb.session import RecordedRun

USAGE = "compare takes a file with a correct program, or a version: `compare fixed.py`, `compare v2`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonResult:
    """What differs from the run of a correct program; `file` is where the judgements are kept, None for nowhere.

    `visits` counts those of blocks in both runs, `code` has the source of the lines of the wrong values, `ended` tells
    how the correct program's run ended.
    `is_judged` is whether that is right: of two runs of one program neither is.
    """

    found: Comparison
    against: str
    visits: tuple[int, int]
    code: tuple[str, ...]
    ended: Outcome
    file: str | None
    is_judged: bool = True

    def to_json(self) -> dict[str, Json]:
        """`{"aligned", "wrong", "first_wrong", "control", "displaced", "output", "complete", "file"}`."""
        first, control = self.found.first_wrong, self.found.control
        return {
            "aligned": self.found.aligned,
            "wrong": [_value_json(value) for value in self.found.wrong],
            "first_wrong": _value_json(first) if first is not None else None,
            "control": {
                "step": control.step,
                "line": control.line,
                "condition": control.condition,
                "expected": control.expected,
            }
            if control is not None
            else None,
            "displaced": [
                {
                    "statement": one.statement.text,
                    "kind": one.statement.kind,
                    "line": one.statement.line,
                    "before": one.statement.before,
                    "step": one.step,
                }
                for one in self.found.missed
            ],
            "output": [_value_json(value) for value in self.found.output],
            "complete": self.found.complete and self.found.all_judged,
            "file": self.file,
        }


def _value_json(judged: JudgedValue) -> dict[str, Json]:
    return {
        "step": judged.step,
        "line": judged.line,
        "name": judged.name,
        "value": judged.value.to_json(),
        "expected": judged.expected.to_json(),
    }


def register(registry: Registry) -> None:
    """Add the command."""
    registry.command(
        Command(
            name="compare",
            run=run_compare,
            arguments=(Rest("target", _target, shown="PATH | vN", is_needed=True, complete=_complete),),
            summary="find the wrong values by comparing with the run of a correct program",
            details=(
                "The correct program is recorded on the same input and test. The two runs are aligned: functions by "
                "name, statements by likeness, iterations in order. The values that differ are shown, where control "
                "went wrong the first wrong condition or jump, and statements that are missing, too many, or at the "
                "wrong place. What is found is kept in a readable file that you may correct, and the correct program "
                "beside it; `plan` and `hunt` use them in later sessions, too, and `plan --forget` drops them.\n"
                "Where a version went on with what you typed (`versions`), nothing of the comparison is kept."
            ),
            group="look",
        )
    )


def _target(text: str, command: str) -> str:
    del command
    if not text:
        raise BadArgument(USAGE)
    return text


def run_compare(session: Session, target: str) -> ComparisonResult:
    """Record the correct program, compare, and keep what was found."""
    require_steps(session)
    number = _number(target)
    if number is not None and (other := _other_run(session, number)) is not None:
        return _compare_runs(session, other, f"v{number}")
    snippet, against = correct_program(session, target)
    correct = record_beside(session, snippet)
    faulty = dependencies_of(session)
    found = compare(faulty, correct, (session.snippet.text, snippet.text))
    by_user = [entry for entry in known_of(session)[0] if entry.by == "user"]
    said = {entry.subject for entry in by_user}
    rooted = any(entry.says == "root" for entry in by_user)
    new = (e for e in judgements(found) if e.subject not in said and not (rooted and e.says == "root"))
    file = keep_known(session, [*new, *by_user])
    keep_correct(session, snippet.text)
    session.run.kept.put(ComparedWith(correct=CorrectRun(found, correct)))
    result = _result(session, found, against, faulty, correct)
    return replace(result, file=str(file) if file is not None else None)


def _other_run(session: Session, number: int) -> RecordedRun | None:
    """Another run of the session's own code, of a version that went on from it or that it went on from."""
    history = history_of(session)
    version = history.version(number)
    is_other = version.code == session.snippet.text and number != history.current.number
    return session.kept_runs.get(number) if is_other else None


def _compare_runs(session: Session, other: RecordedRun, against: str) -> ComparisonResult:
    """Two runs of one program: neither is right, so that nothing of it is kept."""
    text, faulty = session.snippet.text, dependencies_of(session)
    beside = Dependencies(other.trace.visits, text)
    found = compare(faulty, beside, (text, text))
    return replace(_result(session, found, against, faulty, beside), is_judged=False)


def _result(
    session: Session, found: Comparison, against: str, own: Dependencies, other: Dependencies
) -> ComparisonResult:
    """What is shown of a comparison with a run that is right, kept nowhere."""
    return ComparisonResult(
        found=_with_steps(session, found),
        against=against,
        visits=(len(own.trace), len(other.trace)),
        code=tuple(source_line(session, value.line) for value in found.wrong),
        ended=other.trace.outcome,
        file=None,
    )


def _with_steps(session: Session, found: Comparison) -> Comparison:
    """What is shown of a comparison, by the steps of this run."""
    missed = tuple(
        replace(one, step=session.trace.first_step_of(one.step)) if one.step is not None else one
        for one in found.missed
    )
    cause = next((new for old, new in zip(found.missed, missed, strict=True) if old is found.cause), None)
    return replace(
        found,
        cause=cause,
        values=tuple(with_step(session, value) for value in found.values),
        conditions=tuple(with_step(session, condition) for condition in found.conditions),
        output=tuple(with_step(session, value) for value in found.output),
        control=with_step(session, found.control) if found.control is not None else None,
        missed=missed,
    )


def correct_run(session: Session) -> CorrectRun | None:
    """The run that the recording in use was last compared with; made again from what an earlier session kept."""
    return session.run.kept.get_or_make(
        ComparedWith, lambda: ComparedWith(correct=_made_again(session))
    ).correct


def _made_again(session: Session) -> CorrectRun | None:
    """The kept program's run; None where there is none, or where it has become no program."""
    text = kept_correct(session)
    if not text:
        return None
    session.report(Progress(doing="recording the correct program", done=0, unit="steps"))
    try:
        snippet = parse_snippet(text, name=session.snippet.name)
    except UsageError:
        return None
    correct = record_beside(session, snippet)
    return CorrectRun(
        compare(dependencies_of(session), correct, (session.snippet.text, snippet.text)), correct
    )


def correct_program(session: Session, target: str) -> tuple[Snippet, str]:
    """The program to compare with, and what to call it.

    Raises:
        BadArgument: there is no such file or version, it is no Python, or it is the session's own text.
    """
    number = _number(target)
    if number is not None:
        version = history_of(session).version(number)
        code = with_modules_of(version.code, session.snippet.text)
        snippet, name = with_text(session.snippet, code), f"v{version.number}"
    elif not Path(target).exists():
        raise BadArgument(f"{target}: no such file; {USAGE}")
    else:
        try:
            snippet, name = _beside(session, load_snippet(target)), target
        except UsageError as problem:
            raise BadArgument(f"{problem}; {USAGE}") from problem
    if snippet.text == session.snippet.text:
        raise BadArgument(f"{name} is the program in use: compare it with a correct one")
    return snippet, name


def _beside(session: Session, loaded: Snippet) -> Snippet:
    """A file as the program that it makes with the recorded modules, as they lie beside it where they do.

    A file that is called as one of the modules, and not as the main one, is another text of that module.

    Raises:
        UsageError: a module beside it is no Python.
    """
    own, main = session.snippet, session.snippet.name
    modules = files_of(own.text)[1:]
    same = [file for file in modules if PurePath(file.path).name == loaded.name != main]
    if len(same) == 1:
        return replace(own, text=replaced(own.text, replace(same[0], text=loaded.main)))
    there = loaded.path.resolve().parent if loaded.path is not None else Path.cwd()
    files = [
        replace(file, text=read_module(path, str(path))) if (path := there / file.path).is_file() else file
        for file in modules
    ]
    return replace(loaded, text=joined(loaded.main, files))


def _number(target: str) -> int | None:
    """Which version "v2" or "2" is, unless there is a file of that name."""
    number = target.removeprefix("v")
    return int(number) if number.isdigit() and not Path(target).exists() else None


def record_beside(session: Session, snippet: Snippet) -> Dependencies:
    """The run of another program with the session's prefix, arguments, input and test."""
    program = replace(session.program, snippet=snippet)
    cfg = build_cfg(snippet, session.settings.level, minor_of(session.options.python))
    options = session.replay_options
    recording = session.runner.record(program, cfg, replace(options, stdin=options.stdin or b""))
    return Dependencies(build_visits(recording, cfg), snippet.text)


def _complete(session: Session, text: str) -> Iterable[str]:
    del text
    return tuple(f"v{version.number}" for version in history_of(session).versions)
