"""`export story.md`: what a colleague needs to see of a bug: task, failing run, cause, fix, and what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from llmdb import __version__
from llmdb.commands.state.conversation import conversation_of
from llmdb.commands.state.kept_verdicts import KeptVerdicts, judgement_of
from llmdb.commands.state.known import Judgements
from llmdb.commands.versions import history_of
from llmdb.errors import CommandError
from llmdb.program.files import files_of, line_label
from llmdb.repair.diffs import format_diff
from llmdb.runner.visible_tests import expected_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from llmdb.events.model import Value
    from llmdb.replay.model import Step
    from llmdb.session import RecordedRun, Session

_MOST_STEPS = 40
_MOST_TEXT = 60
_MOST_PREFIX = 15
_MOST_OUTPUT = 2_000


def text_of(session: Session, target: Path) -> str:
    """The story as Markdown.

    Raises:
        CommandError: nothing of the snippet ran.
    """
    del target
    run = _failing_run(session)
    if not len(run.trace):
        raise CommandError("nothing of the snippet was run, so there is no story to tell")
    parts = [
        _title(session, run),
        *_task(session),
        *_tests(session, run),
        *_program(session, run),
        *_run(run),
        *_cause(run),
        *_fix(session),
        *_conversation(session),
        f"---\nMade by llmdb {__version__} from a recorded run.",
    ]
    return "\n\n".join(parts) + "\n"


def _failing_run(session: Session) -> RecordedRun:
    """The earliest kept run that ended with an exception; the one that is looked at where there is none."""
    runs = {**session.kept_runs}
    if session.is_recorded:
        runs[history_of(session).current.number] = session.run
    failed = (runs[number] for number in sorted(runs) if runs[number].trace.outcome.kind == "exception")
    return next(failed, session.run)


def _fault_step(run: RecordedRun) -> int:
    """The step in which the run's last exception arose, else its last one; 0 for a run without steps."""
    steps = [thrown.step for thrown in run.trace.thrown if thrown.caught is None]
    return min(steps[-1] if steps else len(run.trace), len(run.trace))


def _steps_to(run: RecordedRun, last: int, most: int) -> Iterator[Step]:
    """The last so many steps up to one."""
    return run.trace.steps(max(1, last - most + 1), last)


def _title(session: Session, run: RecordedRun) -> str:
    outcome = run.trace.outcome
    ended = outcome.exception.text if outcome.exception is not None else ""
    ended = ended or outcome.detail or outcome.unhandled_text or outcome.kind
    return f"# {_inline(session.snippet.name)}: {_inline(ended) or 'how it runs'}"


def _task(session: Session) -> Iterator[str]:
    if session.task:
        yield f"**What it should do:** {session.task.strip()}"


def _tests(session: Session, run: RecordedRun) -> Iterator[str]:
    epilogue = run.program.epilogue
    if not epilogue:
        return
    failed = run.trace.outcome.kind == "exception"
    yield f"**The test that {'fails' if failed else 'was run'}:**\n\n{_fenced(epilogue, 'python')}"
    expected = expected_of(epilogue)
    known = session.known_outcomes or ()
    got = next((one.got for one in known if one.test == epilogue and not one.passed), "")
    if got and run is session.run:
        yield f"It gives `{_inline(got)}`" + (f" and not `{_inline(expected)}`." if expected else ".")
    elif failed and expected:
        yield f"It should give `{_inline(expected)}`."


def _program(session: Session, run: RecordedRun) -> Iterator[str]:
    prefix = run.program.prefix
    if prefix:
        is_long = prefix.count("\n") > _MOST_PREFIX and session.assumed
        shown = _fenced(session.assumed) if is_long else _fenced(prefix, "python")
        yield f"**Assumed before it** (the snippet alone does not run):\n\n{shown}"
    main, *modules = files_of(run.program.snippet.text)
    yield f"## The program\n\n{_fenced(main.text, 'python')}"
    for file in modules:
        yield f"`{file.path}`\n\n{_fenced(file.text, 'python')}"


def _run(run: RecordedRun) -> Iterator[str]:
    trace, last = run.trace, _fault_step(run)
    rows = [_row(run, step) for step in _steps_to(run, last, _MOST_STEPS)]
    left = max(0, last - _MOST_STEPS)
    heading = f"## The run, block by block\n\n{len(trace):,} step{'s' * (len(trace) != 1)}"
    heading += f"; the last {_MOST_STEPS} before the end of it:" if left else ":"
    table = ["| step | block | where | line | what it did |", "| ---: | --- | --- | --- | --- |", *rows]
    yield heading + "\n\n" + "\n".join(table)
    if out := trace.output_until(last):
        yield f"It wrote:\n\n{_fenced(out[-_MOST_OUTPUT:])}"


def _row(run: RecordedRun, step: Step) -> str:
    lines = run.program.snippet.text.split("\n")
    line = step.lines[-1] if step.lines else run.trace.line_of(step.number)
    code = lines[line - 1].strip() if 1 <= line <= len(lines) else ""
    did = [f"{name} = {_value(value)}" for name, value in step.changed.items()]
    if step.taken is not None:
        did.append("true" if step.taken else "false")
    if step.returned is not None:
        did.append(f"returned {_value(step.returned)}")
    if step.yielded is not None:
        did.append(f"yielded {_value(step.yielded)}")
    if step.raised is not None:
        did.append(f"**raised {_cell(step.raised.text)}**")
    cells = (
        str(step.number),
        f"B{step.block}",
        _cell(step.scope.replace("<module>", "module").strip("<>")),
        f"{line_label(line)} {_code(code)}",
        "; ".join(did),
    )
    return f"| {' | '.join(cells)} |"


def _cause(run: RecordedRun) -> Iterator[str]:
    said_of_blocks, judged = run.kept.get(KeptVerdicts), run.kept.get(Judgements)
    verdicts = said_of_blocks.verdicts if said_of_blocks is not None else ()
    blamed = [said for said in verdicts if judgement_of(said) != "right"]
    roots = [
        entry for entry in (judged.known if judged is not None else ()) if entry.says in ("root", "wrong")
    ]
    rows = [
        f"- line {line_label(entry.line)}, step {run.trace.step_of(entry.step, entry.line)}: "
        + ("the cause" if entry.says == "root" else f"{_code(entry.name)} is wrong")
        + (f", it is {_code(entry.value)}" if entry.value else "")
        + (f" and should be {_code(entry.expected)}" if entry.expected else "")
        for entry in roots
    ]
    rows += [
        f"- block B{said.verdict.block} at step {said.verdict.step} ({_inline(said.by)}): "
        f"{_inline(said.verdict.explanation)}"
        + (" **The recording contradicts a value that this states.**" if said.contradicted else "")
        for said in blamed[:5]
    ]
    if rows:
        yield "## The cause\n\n" + "\n".join(rows)


def _fix(session: Session) -> Iterator[str]:
    history = history_of(session)
    first, current = history.version(1).code, history.current.code
    if current != first:
        diff, head = format_diff(first, current), "## The fix"
    elif history.proposal is not None:
        diff, head = format_diff(first, history.pending.code), "## A proposal that nobody has taken yet"
    else:
        return
    known = session.known_outcomes if current != first else None
    passed = (
        f"\n\n{sum(one.passed for one in known)} of {len(known)} visible tests pass with it." if known else ""
    )
    yield f"{head}\n\n{_fenced(diff, 'diff')}{passed}"


def _conversation(session: Session) -> Iterator[str]:
    said = conversation_of(session)
    if said:
        rows = [
            f"**At step {one.step}:** {one.question}\n\n{_quoted(one.answer)}\n\n*({_inline(one.model)}; a claim, "
            "not a fact of the recording)*"
            for one in said
        ]
        yield "## What the model was asked\n\n" + "\n\n".join(rows)


def _value(value: Value) -> str:
    text = value.repr if len(value.repr) <= _MOST_TEXT else f"{value.repr[: _MOST_TEXT - 1]}…"
    return _code(text)


def _code(text: str) -> str:
    """As inline code, in a table too."""
    fence = "``" if "`" in text else "`"
    gap = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{gap}{_cell(text)}{gap}{fence}" if text else ""


def _cell(text: str) -> str:
    return _inline(text).replace("|", "\\|")


def _inline(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _fenced(text: str, language: str = "") -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
