"""Makes of a model's text the program that it proposes: whole, functions, a diff, search-and-replace blocks, JSON."""

import ast
import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from llmdb.ask.edits import Edit, apply_edits, is_diff, read_diff, read_search_blocks, stands_in
from llmdb.ask.elided import elided_part
from llmdb.ask.replies import Fence, answer_text, beginning, read_fences, read_objects
from llmdb.errors import BadAnswer
from llmdb.program.dedent import dedented, indented
from llmdb.program.files import SourceFile, file_of, files_of, line_of_mark, mark_of, missing_files, replaced
from llmdb.program.notes import note_lines
from llmdb.program.parsing import parse_quietly
from llmdb.values import dataclass

_NUMBERED = re.compile(r"^(?P<sign>[-+]?)[ \t]*\d{1,6}\|[ ]?", re.MULTILINE)
"""The number that prompts put before a line: some models copy it."""
_PYTHON = re.compile(r"(?:i?python|py|sage|repl)?[\d.]*(?:-repl)?")
_FENCE_MARK = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*\w{0,20}[ \t]*$", re.MULTILINE)
_BEFORE_AND_AFTER = 2
_MOST_CUTS = 20
"""How often the lines from where a parser stops are taken off an answer without fences."""
_LONGER = 10_000
"""Characters that the code of an answer may have beyond four times those of the snippet."""
_LONGEST_STRETCH = 2_000
_LIKE = 0.6
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORT = (ast.Import, ast.ImportFrom)
_CODE_KEYS = (
    r"(?:(?:fixed|corrected|new|updated|repaired|final)[_ ]?)?(?:code|program|source|function|solution|snippet)",
    "python",
    "answer",
    r"(?:file[_ ]?|new[_ ]?)?content",
)
_SEARCH_KEYS, _REPLACE_KEYS = ("search", "old", "before", "find"), ("replace", "new", "after", "replacement")


def proposed_program(snippet: str, text: str, is_cut: bool = False) -> str:
    """The snippet changed as an answer says.

    A whole program replaces the snippet. Functions and classes alone replace those of the same name, methods too, and
    what the snippet has besides them stays. Anything else that is much shorter than the snippet replaces the stretch
    of lines that it resembles most.

    Args:
        snippet: the program that was asked about.
        text: of the model.
        is_cut: whether the answer is known to have been cut off.

    Raises:
        BadAnswer: it makes none; the text says why, for the user and for the model.
    """
    files = files_of(snippet)
    if len(files) > 1 and not line_of_mark(text):
        file = _meant(files, text, is_cut)
        if file is not None:
            return replaced(snippet, replace(file, text=proposed_program(file.text, text, is_cut)))
    answer = answer_text(text)
    if not _NUMBERED.search(snippet):
        answer = _NUMBERED.sub(r"\g<sign>", answer)
    merged = _edited(snippet, answer) or _laid(snippet, answer, is_cut)
    if (fault := _fault_of(merged)) is not None:
        raise BadAnswer(f"the answer laid over the snippet is no Python: {_syntax_text(fault, merged)}")
    if lost := missing_files(snippet, merged):
        raise BadAnswer(f"the answer leaves out {lost[0].path}: the line `{mark_of(lost[0])}` must begin it")
    if strange := missing_files(merged, snippet):
        raise BadAnswer(
            f"the answer adds a file, {strange[0].path}: only the files that the program has are changed"
        )
    whole = merged.rstrip("\n") if merged.strip() else ""
    return whole + ("\n" if snippet.endswith("\n") else "")


def _meant(files: Sequence[SourceFile], text: str, is_cut: bool) -> SourceFile | None:
    """The one file of a program that an answer without their names is about; None where that is not clear."""
    answer = answer_text(text)
    names = {
        node.name
        for fence in read_fences(answer) or [Fence("", answer, not is_cut)]
        for node in ast.walk(_parse(dedented(fence.text)[0]))
        if isinstance(node, DEFINITION)
    }
    about = [file for file in files if names & {*_definitions(_parse(file.text).body)}]
    return about[0] if len(about) == 1 else None


def _edited(snippet: str, answer: str) -> str | None:
    """The snippet with the changes of lines that an answer states; None where it states none."""
    edits = read_search_blocks(answer)
    if not edits and (pair := _before_and_after(snippet, answer)) is not None:
        edits = [pair]
    if not edits:
        fences = read_fences(answer)
        diffs = [one for one in fences if one.language in ("diff", "patch") or is_diff(one.text)]
        if diffs and not diffs[-1].is_closed and not is_diff(diffs[-1].text):
            raise BadAnswer("the answer stops within a diff; its end is missing")
        texts = [one.text for one in diffs] or ([answer] if not fences and is_diff(answer) else [])
        edits = [edit for one in texts for edit in read_diff(one)]
    return apply_edits(snippet, edits) if edits else None


def _before_and_after(snippet: str, answer: str) -> Edit | None:
    """The change that two fences state: lines of the snippet that are no whole statements, then what is to be there."""
    fences = [one for one in read_fences(answer) if _PYTHON.fullmatch(one.language) and one.text.strip()]
    if len(fences) != _BEFORE_AND_AFTER or not fences[-1].is_closed:
        return None
    edit = Edit(_lines(fences[0].text), _lines(fences[1].text))
    if len(edit.old) > _MOST_CUTS or _fault_of(dedented(fences[0].text)[0]) is None:
        return None
    return edit if stands_in(snippet, edit.old) and not stands_in(snippet, edit.new) else None


@dataclass(frozen=True, slots=True)
class _Code:
    """Code of an answer: as it was given, shifted left, and its tree."""

    given: str
    text: str
    tree: ast.Module
    is_closed: bool = True


def _laid(snippet: str, answer: str, is_cut: bool) -> str:
    """The snippet with the code of an answer laid over it."""
    fences = read_fences(answer)
    if fences and not any(one.text.strip() for one in fences):
        answer, fences = _FENCE_MARK.sub("", answer), []
    stated = _from_objects(snippet, answer, fences)
    if isinstance(stated, str):
        return stated
    candidates = stated or [one for one in fences if _PYTHON.fullmatch(one.language)]
    if not candidates and not fences:
        candidates = [Fence("", answer, not is_cut)]
    codes, faults = _parsed(candidates, 4 * len(snippet) + _LONGER)
    if not codes and not fences and not stated:
        codes = [
            one
            for one in _runs(answer, 4 * len(snippet) + _LONGER)
            if not (is_cut and answer.rstrip().endswith(one.given.rstrip()))
        ]
    old = _parse(snippet)
    main = [code for code in codes if _speaks_of(code.tree, old) or _is_long(code.text, snippet)]
    if not codes or (faults and not main):
        raise BadAnswer(_why_none(answer, candidates, faults, is_cut))
    if faults and not faults[-1][0].is_closed:
        raise BadAnswer(_why_none(answer, candidates, faults[-1:], is_cut))
    if not main:
        return _stretch(snippet, max(codes, key=lambda code: len(code.text)), old)
    merged = snippet
    for code in main:
        if not code.is_closed and (name := _unfinished(code.tree, old, is_cut)):
            raise BadAnswer(f"the answer ends before {name} does: its end is missing")
        laid = _over(snippet, merged, code)
        merged = laid if laid.strip() != snippet.strip() or merged == snippet else merged
    return merged


def _why_none(
    answer: str, candidates: Sequence[Fence], faults: Sequence[tuple[Fence, SyntaxError]], is_cut: bool
) -> str:
    if faults and len(candidates) and any(one.language or one.text != answer for one, _ in faults):
        fence, fault = max(faults, key=lambda one: len(one[0].text))
        if not fence.is_closed:
            return f"the answer ends in the middle of the program: {_syntax_text(fault, fence.text)}"
        return f"the answer's program is no Python: {_syntax_text(fault, fence.text)}"
    if is_cut:
        return "the answer ends before there is a whole program in it"
    return f"the answer holds no Python code that parses: {beginning(answer)}"


def _syntax_text(fault: SyntaxError, code: str) -> str:
    rows = code.split("\n")
    line = fault.lineno or 0
    source = f" ({rows[line - 1].strip()[:60]!r})" if 1 <= line <= len(rows) else ""
    file = file_of(code, line)
    place = f"line {line - file.before}" + (f" of {file.path}" if file.path else "")
    return f"{fault.msg} at {place}{source}"[:200].replace("\n", " ")


def _from_objects(snippet: str, answer: str, fences: Sequence[Fence]) -> list[Fence] | str:
    """The code in the objects of an answer that is one, or the snippet with the edits that they state."""
    texts = [one.text for one in fences if one.language == "json" or one.text.lstrip()[:1] in ("{", "[")]
    if not fences and answer.lstrip()[:1] in ("{", "["):
        texts = [answer]
    codes: list[Fence] = []
    edits: list[Edit] = []
    for text in texts:
        for one in read_objects(text, (*_CODE_KEYS, *_SEARCH_KEYS, *_REPLACE_KEYS)):
            if not one.is_whole:
                if not codes and not edits:
                    raise BadAnswer("the answer ends within its JSON: its end is missing")
                continue
            old, new = (_first_text(one.fields, keys) for keys in (_SEARCH_KEYS, _REPLACE_KEYS))
            if old is not None and new is not None:
                edits.append(Edit(_lines(old), _lines(new) if new else ()))
                continue
            for key, value in one.fields.items():
                if isinstance(value, list) and all(isinstance(row, str) for row in value):
                    value = "\n".join(map(str, value))
                if isinstance(value, str) and any(re.fullmatch(known, key) for known in _CODE_KEYS):
                    inner = [fence.text for fence in read_fences(value)] or [value]
                    codes += [Fence("python", code if code.endswith("\n") else f"{code}\n") for code in inner]
    return apply_edits(snippet, edits) if edits else codes


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.rstrip("\n").split("\n"))


def _first_text(fields: object, keys: Sequence[str]) -> str | None:
    assert isinstance(fields, dict)
    return next((fields[key] for key in keys if isinstance(fields.get(key), str)), None)


def _parsed(fences: Sequence[Fence], room: int) -> tuple[list[_Code], list[tuple[Fence, SyntaxError]]]:
    """The candidates that are Python and those that are not; of more code than is likely to be a version none."""
    codes: list[_Code] = []
    faults: list[tuple[Fence, SyntaxError]] = []
    for fence in fences:
        room -= len(fence.text)
        if room < 0:
            if fence.language or len(fences) > 1:
                raise BadAnswer(
                    "the answer's code is many times as long as the program: it is no version of it"
                )
            break
        text, margin = dedented(fence.text)
        text = text.strip("\n")
        if not text.strip():
            continue
        fault = _fault_of(text)
        if fault is not None:
            faults.append((fence, fault))
            continue
        tree = _parse(text)
        if margin and not all(isinstance(node, DEFINITION) for node in tree.body):
            text = _shifted_left(fence.text, margin) or text  # a whole program: its texts are shifted with it
            tree = _parse(text)
        if _is_code(tree):
            codes.append(_Code(fence.text.strip("\n"), f"{text}\n", tree, fence.is_closed))
    return codes, faults


def _shifted_left(text: str, margin: str) -> str:
    """Code whose every line has the margin, without it; "" where some line has not."""
    rows = text.strip("\n").split("\n")
    if any(row.strip() and not row.startswith(margin) for row in rows):
        return ""
    return "\n".join(row[len(margin) :] for row in rows)


def _runs(text: str, longest: int) -> list[_Code]:
    """The longest run of lines that parses, of an answer without fences; none of more characters than are likely."""
    rows = text.split("\n")
    starts = [
        place for place, row in enumerate(rows) if re.match(r"(?:@|async |def |class |import |from )", row)
    ]
    room = _LONGER + len(text) // 8
    for start in starts[:5]:
        end = _end_within(rows, start, longest)
        is_longer = end < len(rows)
        for _ in range(_MOST_CUTS):
            code = "\n".join(rows[start:end])
            room -= min(len(code), 2_000)
            if end <= start or room < 0:
                break
            fault = _fault_of(code)
            if fault is None and is_longer:
                return []
            if fault is None:
                return [_Code(code, f"{code.strip(chr(10))}\n", _parse(code))] if code.strip() else []
            is_longer = False
            end = min(end - 1, start + (fault.lineno or 1) - 1)
    return []


def _end_within(rows: Sequence[str], start: int, longest: int) -> int:
    """Where the rows from `start` on have so many characters; their end if they have fewer."""
    for end in range(start, len(rows)):
        longest -= len(rows[end]) + 1
        if longest < 0:
            return end
    return len(rows)


def _parse(code: str) -> ast.Module:
    try:
        return parse_quietly(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _fault_of(code: str) -> SyntaxError | None:
    """Why code does not parse; None for code that does."""
    try:
        parse_quietly(code)
    except SyntaxError as problem:
        return problem
    except (ValueError, RecursionError, MemoryError) as problem:
        return SyntaxError(str(problem) or type(problem).__name__)
    return None


def _is_code(tree: ast.Module) -> bool:
    """Whether Python is more than a word or two of prose that happen to parse."""
    return any(not isinstance(node, ast.Expr) or isinstance(node.value, ast.Call) for node in tree.body)


def _definitions(body: Sequence[ast.stmt]) -> dict[str, Definition]:
    return {node.name: node for node in body if isinstance(node, DEFINITION)}


def _refuse_doubles(old: Sequence[ast.stmt], new: Sequence[ast.stmt]) -> None:
    """Refuse functions whose place is not clear, as of a property's getter and setter.

    Raises:
        BadAnswer: a name that both define is defined more than once in one of them.
    """
    shared = _definitions(old).keys() & _definitions(new).keys()
    for body in (old, new):
        names = [node.name for node in body if isinstance(node, DEFINITION) and node.name in shared]
        double = next((name for name in names if names.count(name) > 1), None)
        if double is not None:
            raise BadAnswer(f"`{double}` is defined more than once: the whole program is needed")


def _owner_of(node: Definition, old: ast.Module) -> ast.ClassDef | None:
    """The one class that has a method of that name, for a function that takes an instance or a class."""
    if isinstance(node, ast.ClassDef) or node.name in _definitions(old.body):
        return None
    first = [*node.args.posonlyargs, *node.args.args][:1]
    plain = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
    if not plain and (not first or first[0].arg not in ("self", "cls")):
        return None
    owners = [
        one for one in old.body if isinstance(one, ast.ClassDef) and node.name in _definitions(one.body)
    ]
    return owners[0] if len(owners) == 1 else None


def _speaks_of(tree: ast.Module, old: ast.Module) -> bool:
    """Whether code defines something that the snippet defines, too."""
    names = _definitions(old.body)
    return any(
        name in names or _owner_of(node, old) is not None for name, node in _definitions(tree.body).items()
    )


def _is_long(code: str, snippet: str) -> bool:
    return len(code.rstrip("\n").split("\n")) * 2 > len(snippet.rstrip("\n").split("\n"))


def _unfinished(tree: ast.Module, old: ast.Module, is_cut: bool) -> str:
    """What an answer without the end of its fence breaks off: its last function, where the old one ends in a return."""
    last = tree.body[-1]
    if is_cut:
        return f"`{last.name}`" if isinstance(last, DEFINITION) else "the program"
    before = _definitions(old.body).get(last.name) if isinstance(last, DEFINITION) else None
    if before is None or not isinstance(last, DEFINITION):
        return ""
    ends = isinstance(before.body[-1], ast.Return | ast.Raise)
    return (
        f"`{last.name}`"
        if ends and not isinstance(last.body[-1], ast.Return | ast.Raise | ast.If | ast.Try)
        else ""
    )


def _over(snippet: str, merged: str, code: _Code) -> str:
    """One piece of code of an answer over the snippet, or over what earlier pieces made of it."""
    old = _parse(snippet)
    part = elided_part(old, code.tree, snippet, code.text)
    if part:
        raise BadAnswer(f"the answer leaves out {part}; the whole code is needed")
    if _is_part(old, code.tree):
        return _with_definitions(merged, code)
    return _with_notes(snippet, code.text)


def _is_part(old: ast.Module, new: ast.Module) -> bool:
    """Whether code is definitions alone, or calls ones that only the snippet has: then the rest of it stays."""
    others = [
        node for node in new.body if not isinstance(node, (*DEFINITION, *_IMPORT)) and not _is_text(node)
    ]
    if not _speaks_of(new, old):
        return False
    if not others or any(_owner_of(node, old) for node in _definitions(new.body).values()):
        return True
    bound = {
        node.id for node in ast.walk(new) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    bound |= {
        alias.asname or alias.name for node in new.body if isinstance(node, _IMPORT) for alias in node.names
    }
    missing = _definitions(old.body).keys() - _definitions(new.body).keys() - bound
    return any(isinstance(node, ast.Name) and node.id in missing for node in ast.walk(new))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _first_line(node: ast.stmt) -> int:
    decorators = node.decorator_list if isinstance(node, DEFINITION) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _rows_of(node: ast.stmt, rows: Sequence[str]) -> list[str]:
    return list(rows[_first_line(node) - 1 : node.end_lineno])


@dataclass(slots=True)
class _Place:
    """Rows of the snippet from `first` to `end`, from 0, and what comes in their place."""

    first: int
    end: int
    rows: list[str]


def _with_definitions(snippet: str, code: _Code) -> str:
    """The snippet with the definitions of an answer in the place of their namesakes, and what they need besides."""
    old = _parse(snippet)
    rows, new_rows = snippet.split("\n"), code.text.split("\n")
    known = _definitions(old.body)
    _refuse_doubles(old.body, code.tree.body)
    places: list[_Place] = []
    added: list[ast.stmt] = []
    for node in code.tree.body:
        if isinstance(node, DEFINITION):
            owner = _owner_of(node, old)
            before = known.get(node.name)
            if owner is not None:
                _refuse_doubles(owner.body, [node])
                places.append(_method_place(_definitions(owner.body)[node.name], node, new_rows))
            elif isinstance(node, ast.ClassDef) and isinstance(before, ast.ClassDef):
                places += _class_places(before, node, new_rows)
            elif before is not None:
                places.append(
                    _Place(_first_line(before) - 1, before.end_lineno or 0, _rows_of(node, new_rows))
                )
            else:
                added.append(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not _binds_known(node, old):
            added.append(node)
    places += _import_places(old, code.tree, rows)
    if added:
        first = min((place.first for place in places if place.first < place.end), default=0)
        first = next((_first_line(node) - 1 for node in old.body if _covers(node, first)), first)
        while first and rows[first - 1].startswith("#"):
            first -= 1
        texts = [row for node in added for row in [*_rows_of(node, new_rows), *_gap_after(node)]]
        places.append(_Place(first, first, texts))
    for place in sorted(places, key=lambda one: (one.first, one.end), reverse=True):
        rows[place.first : place.end] = place.rows
    return "\n".join(rows)


def _covers(node: ast.stmt, row: int) -> bool:
    return _first_line(node) - 1 <= row < (node.end_lineno or 0)


def _gap_after(node: ast.stmt) -> list[str]:
    return ["", ""] if isinstance(node, DEFINITION) else [""]


def _binds_known(node: ast.Assign | ast.AnnAssign, old: ast.Module) -> bool:
    """Whether an assignment binds names that the snippet binds, too: its own are kept."""
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return any(
        isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id in names
        for one in ast.walk(old)
    )


def _method_place(before: Definition, node: Definition, new_rows: Sequence[str]) -> _Place:
    """A function of an answer in the place of a method, indented as that is."""
    text = "\n".join(_rows_of(node, new_rows))
    margin = " " * before.col_offset
    return _Place(_first_line(before) - 1, before.end_lineno or 0, indented(text, margin).split("\n"))


def _class_places(before: ast.ClassDef, node: ast.ClassDef, new_rows: Sequence[str]) -> list[_Place]:
    """A class in the place of its namesake; one that lacks methods of it changes only those that it has."""
    old, new = _definitions(before.body), _definitions(node.body)
    if old.keys() <= new.keys():
        return [_Place(_first_line(before) - 1, before.end_lineno or 0, _rows_of(node, new_rows))]
    _refuse_doubles(before.body, node.body)
    places = []
    shift = before.body[0].col_offset - node.body[0].col_offset
    for name, method in new.items():
        rows = _rows_of(method, new_rows)
        text = dedented("\n".join(rows))[0] if shift else "\n".join(rows)
        rows = indented(text, " " * before.body[0].col_offset).split("\n") if shift else rows
        if name in old:
            places.append(_Place(_first_line(old[name]) - 1, old[name].end_lineno or 0, rows))
        else:
            places.append(_Place(before.end_lineno or 0, before.end_lineno or 0, ["", *rows]))
    return places


def _import_places(old: ast.Module, new: ast.Module, rows: Sequence[str]) -> list[_Place]:
    """The imports that only the answer has, before those of the snippet."""
    imports = [node for node in old.body if isinstance(node, _IMPORT)]
    there = {ast.unparse(node) for node in imports}
    missing = [ast.unparse(node) for node in new.body if isinstance(node, _IMPORT)]
    missing = [text for text in dict.fromkeys(missing) if text not in there]
    if not missing:
        return []
    plain = [node for node in imports if getattr(node, "module", "") != "__future__"]
    later = [node for node in old.body if not _is_text(node) and node not in imports]
    before = [*plain, *later][:1]
    first = _first_line(before[0]) - 1 if before else len(rows)
    future = [text for text in missing if text.startswith("from __future__")]
    other = [text for text in missing if text not in future]
    start = next((_first_line(node) - 1 for node in old.body if not _is_text(node)), first)
    return [_Place(place, place, texts) for place, texts in ((start, future), (first, other)) if texts]


def _with_notes(snippet: str, code: str) -> str:
    """A whole program under the snippet's notes and the comments between them, where it left all notes out."""
    notes = note_lines(snippet)
    if not notes or note_lines(code):
        return code
    rows = snippet.split("\n")
    first = rows.index(notes[0])
    last = max(place for place, row in enumerate(rows) if row == notes[-1])
    return "\n".join([*rows[first : last + 1], code])


def _stretch(snippet: str, code: _Code, old: ast.Module) -> str:
    """Lines put over those that they resemble most.

    Raises:
        BadAnswer: they resemble none, and the program has functions, so that they cannot be all of it.
    """
    rows, block = snippet.rstrip("\n").split("\n"), code.given.rstrip("\n").split("\n")
    best, at, size = 0.0, 0, 0
    if len(code.given) <= _LONGEST_STRETCH:
        for ratio, start, length in _likenesses(rows, [row.strip() for row in block]):
            if ratio > best:
                best, at, size = ratio, start, length
    if best < _LIKE:
        if _definitions(old.body):
            raise BadAnswer(
                "the answer's code is neither the program nor a part of it that can be found in it"
            )
        return _with_notes(snippet, code.text)
    part = elided_part(ast.Module(old.body, []), code.tree, "\n".join(rows[at : at + size]), code.text)
    if part:
        raise BadAnswer(f"the answer leaves out {part}; the whole code is needed")
    indent = rows[at][: len(rows[at]) - len(rows[at].lstrip())]
    own = block[0][: len(block[0]) - len(block[0].lstrip())]
    placed = [indent + row[len(own) :] if row.strip() and row.startswith(own) else row for row in block]
    return "\n".join([*rows[:at], *placed, *rows[at + size :], ""])


def _likenesses(rows: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[float, int, int]]:
    """How like the lines wanted each stretch of about their number is."""
    text = "\n".join(wanted)
    for length in range(max(1, len(wanted) - 2), len(wanted) + 3):
        for start in range(len(rows) - length + 1):
            found = "\n".join(row.strip() for row in rows[start : start + length])
            matcher = difflib.SequenceMatcher(None, found, text)
            if len(found) <= 2 * _LONGEST_STRETCH and matcher.quick_ratio() >= _LIKE:
                yield matcher.ratio(), start, length
