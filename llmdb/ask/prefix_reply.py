"""What is asked of a model for prefixes (Treefix, Figures 3 to 6), and how its answers are read."""

import ast
import re
from collections.abc import Mapping

from llmdb.ask.replies import answer_text, beginning, read_fences, read_objects, without_tags
from llmdb.errors import BadAnswer
from llmdb.prefix.model import Assumption, AssumptionKind, Prefix, RunError, UndefinedReference
from llmdb.prefix.supply import defined_names
from llmdb.prefix.undefined import names_of
from llmdb.program.parsing import parse_quietly
from llmdb.types import LineNo

KEYS = ("imports", "initialization")

_HEADING = re.compile(r"\W*(?P<key>imports?|initiali[sz]ations?)\W*(?::\s*(?P<said>.*))?", re.IGNORECASE)
_BEGINS_CODE = re.compile(r"(?:import|from)\s|[A-Za-z_]\w*\s*=[^=]|(?:async )?def |class |@")
_MOST_CUTS = 10
_MODULE = re.compile(r"[A-Za-z_][\w.]*(?:\s+as\s+[A-Za-z_]\w*)?")
_LONGEST = 10_000
"""Characters of code that is taken for a prefix where no JSON is."""

RESPONSE = """\
Respond strictly with JSON. The JSON should be compatible with the TypeScript type "Response":
```ts
interface Response {
  // Python import statements, one string per import
  imports: string[];
  // Python code to initialize undefined variables, one string per variable
  initialization: string[];
}
```"""


def format_undefinedness(text: str, undefined: tuple[UndefinedReference, ...]) -> str:
    """The first prompt: what is undefined."""
    variables = "\n".join(names_of(undefined, "variable"))
    attributes = "\n".join(names_of(undefined, "attribute"))
    return (
        "Provide self-contained and concrete Python values to initialize the undefined variables in the code "
        f"snippet.\n\n# begin code snippet\n{text}\n# end code snippet\n\n"
        f"# begin undefined variables\n{variables}\n# end undefined variables\n\n"
        f"# begin undefined attributes and methods\n{attributes}\n# end undefined attributes and methods\n\n{RESPONSE}"
    )


def format_error(text: str, error: RunError) -> str:
    """The second prompt: the error that the run ended with."""
    source = text.split("\n")[error.line - 1].strip() if error.line else "the initialization"
    place = f"at line {error.line}:\n    {source}" if error.line else f"in {source}:"
    return (
        "When trying to execute the code snippet with the provided imports and initialization, the following "
        f"error happens:\n\n# begin error message\nExecution error {place}\n{error.type}: {error.message}\n"
        "# end error message\n\nProvide a fixed version of the imports and initialization to solve the error and "
        f"make the code snippet executable.\n\n{RESPONSE}"
    )


def format_coverage(text: str, missing: frozenset[LineNo]) -> str:
    """The third prompt: the snippet with its uncovered lines marked."""
    marked = "\n".join(
        f"{line}  # uncovered" if number in missing else line
        for number, line in enumerate(text.split("\n"), 1)
    )
    return (
        "When trying to execute the code snippet with the provided imports and initialization, the lines commented "
        f'with "uncovered" are not executed.\n\n# begin code snippet\n{marked}\n# end code snippet\n\n'
        "Provide a modified version of the imports and initialization to execute one of the uncovered paths in the "
        f"code snippet.\n\n{RESPONSE}"
    )


def parse_reply(text: str) -> list[str]:
    """The statements of an answer, imports first.

    Lenient: code fences, text around the object, single quotes, strings instead of lists, an object of names and
    values, Python instead of JSON. Entries that are no Python are left out; of an answer that was cut off those that
    are whole count.

    Raises:
        BadAnswer: it holds nothing of the asked form.
    """
    answer = answer_text(text)
    found = [one for one in read_objects(answer, KEYS) if any(key in one.fields for key in KEYS)]
    for one in reversed(found):
        entries = [entry for key in KEYS for entry in _entries(one.fields.get(key), key)]
        if entries:
            return entries
    if found:
        return []
    fences = [one.text for one in read_fences(answer) if one.language in ("python", "py", "python3", "")]
    code = "".join(fence for fence in fences if len(fence) < _LONGEST and _is_python(fence))
    statements = _statements(code) if len(code) < _LONGEST else []
    statements = statements or _under_headings(answer) or _bare_code(answer)
    if not statements:
        raise BadAnswer(f"the answer has neither imports nor initialization: {beginning(answer)}")
    return statements


def _entries(value: object, key: str) -> list[str]:
    """The statements under one key: a list, one text, or names with what they are; what is no Python is left out."""
    said = [value] if isinstance(value, str | dict) else value
    texts: list[str] = []
    for entry in said if isinstance(said, list) else []:
        if isinstance(entry, dict):
            texts += _bindings(entry)
        elif isinstance(entry, str) and entry:
            texts += [fence.text for fence in read_fences(entry)] or [entry]
    if key == KEYS[0]:
        texts = [f"import {text.strip()}" if _MODULE.fullmatch(text.strip()) else text for text in texts]
    return [text.strip("\n") for text in texts if len(text) < _LONGEST and _is_python(text)]


def _bindings(named: Mapping[str, object]) -> list[str]:
    """The assignments of `{"keys": "['a']"}` or of `{"name": "keys", "value": "['a']"}`."""
    if named.keys() == {"name", "value"} and isinstance(named["name"], str):
        named = {named["name"]: named["value"]}
    texts = []
    for name, value in named.items():
        said = value if isinstance(value, str) else repr(value)
        if said and name.isidentifier():
            texts.append(said if re.match(rf"\s*{re.escape(name)}\s*[:=]", said) else f"{name} = {said}")
    return texts


def _under_headings(answer: str) -> list[str]:
    """The statements that stand, a line each, under "imports" and "initialization" in lists, YAML or XML."""
    if "</" in answer:
        answer = without_tags(answer, lambda name: name in KEYS)
    entries: list[str] = []
    key = ""
    for row in answer[:_LONGEST].split("\n"):
        heading = _HEADING.fullmatch(row)
        said = row.strip()
        if heading is not None:
            key, said = KEYS[not heading["key"].lower().startswith("import")], heading["said"] or ""
        said = re.sub(r"^(?:[-*+]|\d{1,3}[.)])\s+", "", said).strip("`")
        if key and said:
            entries += _entries(said, key)
    return (
        entries if any(defined_names(node) for text in entries for node in parse_quietly(text).body) else []
    )


def _bare_code(answer: str) -> list[str]:
    """The statements of an answer that is code without a fence, prose before it and behind it left out."""
    rows = answer[:_LONGEST].split("\n")
    first = next((place for place, row in enumerate(rows) if _BEGINS_CODE.match(row)), len(rows))
    end = len(rows)
    for _ in range(_MOST_CUTS):
        if first >= end:
            break
        try:
            parse_quietly("\n".join(rows[first:end]))
        except SyntaxError as fault:
            end = min(end - 1, first + (fault.lineno or 1) - 1)
        except (ValueError, RecursionError, MemoryError):
            break
        else:
            return _statements("\n".join(rows[first:end]))
    return []


def _statements(code: str) -> list[str]:
    """The statements of a block of code, if some of them give names a value."""
    body = parse_quietly(code).body
    rows = code.split("\n")
    texts = ["\n".join(rows[node.lineno - 1 : node.end_lineno]) for node in body]
    return texts if any(defined_names(node) for node in body) else []


def prefix_of(entries: list[str]) -> Prefix:
    """The prefix that the statements make."""
    assumptions = []
    for entry in entries:
        for node in parse_quietly(entry).body:
            code = ast.get_source_segment(entry, node) or entry
            kind: AssumptionKind = "import" if isinstance(node, ast.Import | ast.ImportFrom) else "value"
            if re.search(r"\b(Magic)?Mock\(", code):
                kind = "stand-in"
            assumptions += [Assumption(name=name, code=code, kind=kind) for name in defined_names(node)]
    return Prefix(code="".join(f"{entry.rstrip()}\n" for entry in entries), assumptions=tuple(assumptions))


def _is_python(entry: str) -> bool:
    try:
        parse_quietly(entry)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
