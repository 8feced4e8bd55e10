"""What is asked of a model for prefixes (Treefix, Figures 3 to 6), and how its answers are read."""

import ast
import re

from llmdb.ask.replies import answer_text, beginning, read_fences, read_objects
from llmdb.errors import BadAnswer
from llmdb.prefix.model import Assumption, AssumptionKind, Prefix, RunError, UndefinedReference
from llmdb.prefix.supply import defined_names
from llmdb.prefix.undefined import names_of
from llmdb.types import LineNo

KEYS = ("imports", "initialization")

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
    if not found:
        fences = [one.text for one in read_fences(answer) if one.language in ("python", "py", "python3", "")]
        code = "".join(fence for fence in fences if len(fence) < _LONGEST and _is_python(fence))
        statements = _statements(code) if len(code) < _LONGEST else []
        if not statements:
            raise BadAnswer(f"the answer has neither imports nor initialization: {beginning(answer)}")
        return statements
    for one in found:
        entries = [entry for key in KEYS for entry in _entries(one.fields.get(key)) if _is_python(entry)]
        if entries:
            return entries
    return []


def _entries(value: object) -> list[str]:
    """The statements under one key: a list, one text, or names with what they are."""
    if isinstance(value, dict):
        return [
            said if re.match(rf"\s*{re.escape(name)}\s*[:=]", said) else f"{name} = {said}"
            for name, said in value.items()
            if isinstance(said, str) and said and name.isidentifier()
        ]
    said = value if isinstance(value, list) else [value]
    return [entry for entry in said if isinstance(entry, str) and entry]


def _statements(code: str) -> list[str]:
    """The statements of a block of code, if some of them give names a value."""
    body = ast.parse(code).body
    rows = code.split("\n")
    texts = ["\n".join(rows[node.lineno - 1 : node.end_lineno]) for node in body]
    return texts if any(defined_names(node) for node in body) else []


def prefix_of(entries: list[str]) -> Prefix:
    """The prefix that the statements make."""
    assumptions = []
    for entry in entries:
        for node in ast.parse(entry).body:
            code = ast.get_source_segment(entry, node) or entry
            kind: AssumptionKind = "import" if isinstance(node, ast.Import | ast.ImportFrom) else "value"
            if re.search(r"\b(Magic)?Mock\(", code):
                kind = "stand-in"
            assumptions += [Assumption(name=name, code=code, kind=kind) for name in defined_names(node)]
    return Prefix(code="".join(f"{entry.rstrip()}\n" for entry in entries), assumptions=tuple(assumptions))


def _is_python(entry: str) -> bool:
    try:
        ast.parse(entry)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
