"""What a program finds around it: the files it reads, its command line, the answers to its questions."""

import ast
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from llmdb.prefix.places import Place
from llmdb.prefix.samples import NUMBERS, fraction_sample, text_sample, whole_sample
from llmdb.prefix.writing.texts import literal, text_content
from llmdb.prefix.writing.writer import Definition

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

_CONTENTS = {
    "json": '{"a": 1, "b": 2}', "csv": "name,value\nalpha,1\nbeta,2\n", "py": "x = 1\n",
    "xml": "<root><item id='1'>alpha</item></root>", "html": "<html><body>hello</body></html>",
    "ini": "[main]\nname = alpha\n", "cfg": "[main]\nname = alpha\n",
}  # fmt: skip
_ENDING = re.compile(r"""["'][^"'\s]{0,20}?(\.[a-z]{2,4})["']""")
_ANSWERS = 10
_LOOPS = (ast.While, ast.For)


def file_definition(writer: "Writer", path: str, file: Place | None) -> Definition:
    """Statements that make a file, with what the program reads from it; for one to write, its folder only."""
    lines = []
    if "/" in path:
        parent = path.rpartition("/")[0]
        lines.append(f"pathlib.Path({json.dumps(parent)}).mkdir(parents=True, exist_ok=True)")
    written = file is not None and str(file.of("opened")[0][1])[:1] in "wax"
    if not written:
        lines.append(_made_once(path, _write(writer, path, file)))
    return Definition(name=path, code="\n".join(lines), kind="value")


def _made_once(path: str, write: str) -> str:
    """A saved prefix may be run where such a file lies: it is left alone."""
    file = f"pathlib.Path({json.dumps(path)})"
    return f"if not {file}.exists():\n    {file}.{write}"


def _write(writer: "Writer", path: str, file: Place | None) -> str:
    content = text_content(writer, file) if file is not None else None
    if content is None:
        content = _CONTENTS.get(path.rpartition(".")[2].lower(), "first line\nsecond line\nthird line\n")
    if file is not None and "b" in str(file.of("opened")[0][1]):
        return f"write_bytes({content.encode()!r})"
    return f"write_text({json.dumps(content, ensure_ascii=False)})"


def folder_definition(writer: "Writer", path: str, text: str, files: Mapping[str, Place]) -> Definition:
    """Statements that make a folder with a few files: with the endings that the program's text names, where it does,
    and what is read from files whose path it makes itself."""
    lines = [f"pathlib.Path({json.dumps(path)}).mkdir(parents=True, exist_ok=True)"]
    endings = dict.fromkeys(_ENDING.findall(text))
    names = [f"{name}{ending}" for ending in endings for name in ("first", "second")][:4]
    read = [file for file in files.values() if str(file.of("opened")[0][1])[:1] == "r"]
    for name in names or ("notes.txt", "Table.csv", "picture.jpg"):
        if names and read:
            lines.append(_made_once(f"{path}/{name}", _write(writer, name, read[0])))
        else:
            lines.append(_made_once(f"{path}/{name}", 'write_text("some text\\n")'))
    return Definition(name=path, code="\n".join(lines), kind="value")


def command_line(tree: ast.Module) -> list[str]:
    """Words that the program needs on its command line, after what it does with them; empty for none."""
    words: list[str] = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="add_argument"), args=[_, *_]):
                words += _argument(node)
    return words or _indexed_words(tree)


def command_flags(tree: ast.Module) -> list[str]:
    """Switches that the program takes on its command line and does without."""
    flags = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="add_argument"), args=[*_, ast.Constant(value=str(flag))]):
                actions = [ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg == "action"]
                flags += [flag] if actions in (["'store_true'"], ["'store_false'"]) else []
    return flags


def _argument(node: ast.Call) -> list[str]:
    options = {keyword.arg: keyword.value for keyword in node.keywords}
    flags = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    required = isinstance(one := options.get("required"), ast.Constant) and bool(one.value)
    optional = isinstance(one := options.get("nargs"), ast.Constant) and one.value in ("?", "*")
    if not flags or (flags[0].startswith("-") and not required) or optional:
        return []
    name = flags[-1].lstrip("-").replace("-", "_")
    choices = options.get("choices")
    if (
        isinstance(choices, ast.List | ast.Tuple)
        and choices.elts
        and isinstance(choices.elts[0], ast.Constant)
    ):
        value = str(choices.elts[0].value)
    else:
        value = _sample(name, ast.unparse(options["type"]) if "type" in options else "str")
    return [flags[0], value] if flags[0].startswith("-") else [value]


def _indexed_words(tree: ast.Module) -> list[str]:
    """`path = sys.argv[1]`, `for path in sys.argv[1:]`: words by the names that they are given."""
    found: dict[int, str] = {}
    for loop in [one for one in ast.walk(tree) if isinstance(one, ast.For)]:
        for inner in ast.walk(loop.iter):
            match inner:
                case ast.Subscript(
                    value=base, slice=ast.Slice(lower=ast.Constant(value=int(first)), upper=None)
                ) if _is_argv(base) and first > 0:
                    found[first] = f"str {ast.unparse(loop.target)}"
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=base, slice=ast.Constant(value=int(position))) if _is_argv(base):
                found.setdefault(position, "name")
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            match = re.fullmatch(r"(\w+)?\(?(?:sys\.)?argv\[(\d+)\]\)?", ast.unparse(node.value))
            if match and int(match[2]) in found:
                found[int(match[2])] = f"{match[1] or 'str'} {node.targets[0].id}"
    last = max(found, default=0)
    words = []
    for i in range(1, last + 1):
        kind, _, name = found.get(i, "name").rpartition(" ")
        words.append(_sample(name, kind or "str"))
    return words


def _is_argv(node: ast.expr) -> bool:
    return ast.unparse(node) in ("sys.argv", "argv")


def _sample(name: str, kind: str) -> str:
    if kind == "int":
        return whole_sample(name)
    return fraction_sample(name) if kind == "float" else text_sample(name).strip('"')


def variables(tree: ast.Module) -> dict[str, str]:
    """The environment variables that the program cannot do without, with a text for each."""
    found: dict[str, str] = {}
    whole = {id(node.args[0]) for node in ast.walk(tree) if _is_int_call(node) and isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=base, slice=ast.Constant(value=str(name)), ctx=ast.Load()) if (
                ast.unparse(base) in ("os.environ", "environ")
            ):
                found.setdefault(name, _sample(name.lower(), "int" if id(node) in whole else "str"))
    return found


def _is_int_call(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="int"), args=[_]):
            return True
    return False


def variable_definition(name: str, value: str) -> Definition:
    """The statement that sets an environment variable where there is none."""
    code = f"os.environ.setdefault({json.dumps(name)}, {json.dumps(value)})"
    return Definition(name=f"os.environ[{name!r}]", code=code, kind="value")


def command_line_definition(words: list[str]) -> Definition:
    """The statement that gives the program its command line."""
    return Definition(name="sys.argv", code=f"sys.argv = {json.dumps(['script.py', *words])}", kind="value")


def answers_definition(writer: "Writer", answers: list[Place], tree: ast.Module) -> Definition:
    """The statement that answers the program's questions, in loops with ten answers to each."""
    rounds = _ANSWERS if any(isinstance(node, _LOOPS) for node in ast.walk(tree)) else 1
    lines = []
    for i in range(rounds):
        for place in answers:
            value = literal(writer, place, i)
            number = isinstance(value, str) and value.isdigit() and place.word not in NUMBERS
            lines.append(str(i + 1) if number and rounds > 1 else str(value))
    code = f"sys.stdin = io.StringIO({json.dumps(''.join(f'{line}' + chr(10) for line in lines))})"
    return Definition(name="sys.stdin", code=code, kind="value")
