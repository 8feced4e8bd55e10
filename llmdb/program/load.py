"""Reading the snippet: from a file, from standard input, or from the command line."""

import io
import tokenize
from dataclasses import replace
from pathlib import Path
from typing import IO, cast

from llmdb.errors import SnippetNotFound, SnippetSyntaxError, SnippetUnreadable
from llmdb.program.dedent import dedented, indented, is_code
from llmdb.program.files import line_of_mark
from llmdb.program.notes import read_notes
from llmdb.program.snippet import BodyKind, Snippet
from llmdb.program.tree import check_compiles, check_module
from llmdb.types import LineNo

_BOM = b"\xef\xbb\xbf"
_CONTROL = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1a\x1b")
_SOME_BYTES = 4096
DEMO_FOLDER = "demo_snippets"


def load_snippet(target: str, stdin: IO[bytes] | IO[str] | None = None, code: str | None = None) -> Snippet:
    """Read the snippet that the command line names.

    Args:
        target: a file's path, or "-" for standard input; unused when `code` is given.
        stdin: where "-" is read from.
        code: the text given with `-c`.

    Raises:
        SnippetNotFound: there is no such file.
        SnippetUnreadable: it is a folder, binary, empty, or not in the encoding it claims.
        SnippetSyntaxError: it is not Python 3.
    """
    if code is not None:
        return parse_snippet(code, name="-c")
    if target == "-":
        data = stdin.read() if stdin else b""
        return decode_snippet(data.encode() if isinstance(data, str) else data, name="-")
    path = Path(target)
    return decode_snippet(_read_file(path, target), name=path.name, path=path)


def decode_snippet(data: bytes, *, name: str, path: Path | None = None) -> Snippet:
    """The snippet in a file's bytes: decoded by PEP 263, with a BOM and CR line ends taken off and noted."""
    text, encoding = _decoded(data, name if path is None else str(path))
    newline = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    return _parsed(
        _with_plain_newlines(text),
        name=name,
        path=path,
        encoding="utf-8" if encoding == "utf-8-sig" else encoding,
        newline=newline,
        bom=data.startswith(_BOM),
    )


def read_module(path: Path, shown: str) -> str:
    """The text of a file that the program imports: Python as it is, without a BOM and CR line ends; it may be empty.

    Raises:
        SnippetNotFound, SnippetUnreadable, SnippetSyntaxError: see `load_snippet`.
    """
    text = _with_plain_newlines(_decoded(_read_file(path, shown), shown)[0].removeprefix("\ufeff"))
    refuse_marks(text, shown)
    check_module(text, shown)
    return text


def refuse_marks(text: str, shown: str) -> None:
    """One file must not be taken for several.

    Raises:
        SnippetUnreadable: a line of it is what stands between the files of a program.
    """
    if line := line_of_mark(text):
        raise SnippetUnreadable(
            f"{shown}:{line}: llmdb puts such a line between the files of a program: change it"
        )


def parse_snippet(text: str, *, name: str, path: Path | None = None, pasted: bool = True) -> Snippet:
    """The snippet in a text.

    Args:
        text: Python source; one that is indented as a whole is shifted left, its line numbers kept.
        name: what messages call it.
        path: the file it stands for.
        pasted: it may be nearly Python, and is then made so; else it must be Python as it is.

    Raises:
        SnippetUnreadable: there is no code in it.
        SnippetSyntaxError: it is not Python 3.
    """
    return _parsed(_with_plain_newlines(text.removeprefix("\ufeff")), name=name, path=path, pasted=pasted)


def with_text(snippet: Snippet, text: str) -> Snippet:
    """Another text of the same snippet, which belongs where that does and is written as that was.

    Raises:
        SnippetUnreadable: there is no code in it.
        SnippetSyntaxError: it is not Python 3.
    """
    return replace(
        parse_snippet(text, name=snippet.name, path=snippet.path, pasted=False),
        module=snippet.module,
        encoding=snippet.encoding,
        newline=snippet.newline,
        bom=snippet.bom,
        margin=snippet.margin,
    )


def encode_snippet(snippet: Snippet) -> bytes:
    """The bytes to write for a snippet: as its file was written, with its margin put back.

    Raises:
        UnicodeEncodeError: the text has characters that the file's encoding lacks.
    """
    text = indented(snippet.main, snippet.margin).replace("\n", snippet.newline)
    return (_BOM if snippet.bom else b"") + text.encode(snippet.encoding)


def demos() -> tuple[Path, ...]:
    """The demo snippets, by name: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / DEMO_FOLDER, package / DEMO_FOLDER):
        if folder.is_dir():
            return tuple(sorted(folder.glob("*.py")))
    return ()


def _decoded(data: bytes, shown: str) -> tuple[str, str]:
    """The text, and the encoding that it is in."""
    if any(byte in _CONTROL for byte in data[:_SOME_BYTES]):
        raise SnippetUnreadable(f"{shown}: binary data, not Python source")
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError, LookupError) as problem:
        raise SnippetUnreadable(_decoding_message(shown, data, problem)) from problem


def _parsed(
    text: str,
    *,
    name: str,
    path: Path | None,
    encoding: str = "utf-8",
    newline: str = "\n",
    bom: bool = False,
    pasted: bool = True,
) -> Snippet:
    shown = name if path is None else str(path)
    if pasted:
        refuse_marks(text, shown)
    if not any(is_code(line) for line in text.split("\n")):
        raise SnippetUnreadable(f"{shown}: no code in it, so there is nothing to debug")
    text, margin = dedented(text)
    done, aside = "", frozenset[LineNo]()
    try:
        body = check_compiles(text, shown)
    except SnippetSyntaxError:
        if pasted:
            from llmdb.program.pasted.adapt import adapt  # not for what is Python: the first prompt is near

            adapted = adapt(text)
            text, done, aside = adapted.text, adapted.done, adapted.aside
        body = _check_adapted(text, shown)
    task, tests = read_notes(text)
    return Snippet(
        name=name,
        path=path,
        text=text,
        encoding=encoding,
        newline=newline,
        bom=bom,
        margin=margin,
        adapted=done,
        aside=aside,
        body=cast(BodyKind, body),
        task=task,
        tests=tests,
    )


def _check_adapted(text: str, shown: str) -> str:
    """As `check_compiles`, with the nearest repair as an offer."""
    try:
        return check_compiles(text, shown)
    except SnippetSyntaxError as problem:
        from llmdb.program.pasted.mending import nearest_repair

        offer = nearest_repair(text)
        if not offer:
            raise
        raise SnippetSyntaxError(f"{problem}; nearest repair: `{offer}`") from problem


def _with_plain_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read_file(path: Path, target: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as problem:
        demo = next((found for found in demos() if target in (found.stem, found.name)), None)
        where = (
            f"the demo is {demo}"
            if demo
            else f"demos are in {DEMO_FOLDER}/ (llmdb without arguments lists them)"
        )
        raise SnippetNotFound(f"{target}: no such file; {where}") from problem
    except IsADirectoryError as problem:
        raise SnippetUnreadable(f"{target}: a folder; name a Python file in it") from problem
    except PermissionError as problem:
        raise SnippetUnreadable(f"{target}: no permission to read it") from problem
    except (OSError, ValueError) as problem:
        raise SnippetUnreadable(f"{target}: {getattr(problem, 'strerror', None) or problem}") from problem


def _decoding_message(name: str, data: bytes, problem: Exception) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return _undecodable(name, data, problem.start, problem.encoding)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as inner:
        if "unknown encoding" not in str(problem):
            return _undecodable(name, data, inner.start, "utf-8")
    return f"{name}: {problem}"


def _undecodable(name: str, data: bytes, offset: int, encoding: str) -> str:
    line = data.count(b"\n", 0, offset) + 1
    return (
        f"{name}:{line}: byte 0x{data[offset]:02x} is not {encoding}; "
        "save the file as UTF-8, or name its encoding in the first line: # -*- coding: latin-1 -*-"
    )
