"""Definitions put together: imports first, each after what it needs."""

import ast
import re
from collections.abc import Mapping

from llmdb.prefix.model import Assumption, Prefix
from llmdb.prefix.stand_in import STAND_IN
from llmdb.prefix.writing.writer import Definition

_MODULES = (
    "ast",
    "asyncio",
    "atexit",
    "builtins",
    "collections",
    "contextlib",
    "datetime",
    "enum",
    "io",
    "itertools",
    "logging",
    "os",
    "pathlib",
    "pickle",
    "re",
    "struct",
    "sys",
    "unittest",
)
_IMPORT = re.compile(r"^(import .+)\n", re.MULTILINE)
_FROM = re.compile(r"from (\S+) import (\w+)")
_WIDTH = 80
"""How many letters of names stand in one import at most."""
_BROUGHT = {"SimpleNamespace": "types", "ModuleType": "types", "ParamSpec": "typing", "TypeVar": "typing"}
_PACKAGES = {"np": "import numpy as np", "pd": "import pandas as pd"}


def write_prefix(
    definitions: list[Definition],
    modules: Mapping[str, Mapping[str, str]],
    surroundings: tuple[Definition, ...] = (),
) -> Prefix:
    """Put definitions in an order in which each finds what it needs, with the imports in front.

    Args:
        definitions: one for each undefined name.
        modules: for each missing module, the names it must have and the definitions they take.
        surroundings: files to make, the command line, answers.
    """
    imports = [d for d in definitions if d.kind == "import"]
    rest = [*_with_shared_classes(_ordered([d for d in definitions if d.kind != "import"])), *surroundings]
    changed = [line for d in rest for line in _IMPORT.findall(d.code)]  # of modules in which something is set
    body = "\n".join([*(_spaced(_IMPORT.sub("", d.code)) for d in rest), *_module_lines(modules)])
    body = re.sub(r"\n{3,}", "\n\n", body).strip("\n")
    if any(d.code == "from datetime import datetime" for d in imports):
        body = body.replace("datetime.datetime(", "datetime(")
        if "datetime.timezone." in body:
            body = body.replace("datetime.timezone.", "timezone.")
            imports.append(Definition(name="timezone", code="from datetime import timezone", kind="import"))
    trees = [d.name for d in imports if "ElementTree" in d.code]
    body = body.replace("xml.etree.ElementTree.", f"{trees[0]}.") if trees else body
    head = [*_imports_for(body, {d.name for d in definitions}), *(d.code for d in imports), *changed]
    if re.search(r"\bStandIn\(", body):
        body = f"{STAND_IN}\n\n{body}"
    assumptions = [Assumption(name=d.name, code=d.code, kind=d.kind) for d in (*imports, *rest)]
    code = "\n".join([*_merged(head), *([""] if head and body else []), body]).strip("\n")
    return Prefix(code=f"{code}\n" if code else "", assumptions=tuple(assumptions))


def _merged(imports: list[str]) -> list[str]:
    """Import statements with one for all that is taken from the same module."""
    found = {code: _FROM.fullmatch(code) for code in imports}
    taken: dict[str, list[str]] = {}
    for one in filter(None, found.values()):
        taken.setdefault(one[1], []).append(one[2])
    lines = []
    for code, match in found.items():
        names = ", ".join(taken[match[1]]) if match else ""
        lines.append(f"from {match[1]} import {names}" if match and len(names) < _WIDTH else code)
    return list(dict.fromkeys(lines))


def _with_shared_classes(definitions: list[Definition]) -> list[Definition]:
    """Definitions of which none has a class of its own where one before it has the same under another name.

    What other classes are derived from is a class of its own, and so is one whose name is used as it is, and one with
    nothing in it, which says by its name alone what it is.
    """
    names = {one.name for one in definitions}
    names |= {name for one in definitions for name in re.findall(r"\b(\w+)=\1\b", one.code)}
    known: dict[str, str] = {}
    found = []
    for one in definitions:
        code = one.code
        classes = [part for part in ast.parse(code).body if isinstance(part, ast.ClassDef)]
        bases = {ast.unparse(base) for part in classes for base in part.bases}
        texts = {part: ast.get_source_segment(code, part) or "" for part in classes}
        for part, text in texts.items():
            if part.name in bases or _is_empty(part) or text not in code:
                continue
            same = known.setdefault(text.replace(part.name, "", 1), part.name)
            if same != part.name and part.name not in names and not part.decorator_list:
                code = _renamed(code.replace(text, "", 1), part.name, same)
        found.append(Definition(name=one.name, code=code.lstrip("\n"), kind=one.kind))
    return found


def _is_empty(part: ast.ClassDef) -> bool:
    """Whether a class says nothing but that it takes whatever it is given."""
    return all(
        isinstance(one, ast.Pass)
        or (isinstance(one, ast.FunctionDef) and one.name == "__init__" and isinstance(one.body[0], ast.Pass))
        for one in part.body
    )


def _renamed(code: str, name: str, other: str) -> str:
    """Code whose variable of that name is another one; attributes and keywords keep theirs."""
    lines = code.splitlines(keepends=True)
    found = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name) and node.id == name]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset), reverse=True):
        line = lines[node.lineno - 1].encode()
        end = node.col_offset + len(name.encode())
        lines[node.lineno - 1] = (line[: node.col_offset] + other.encode() + line[end:]).decode()
    return "".join(lines)


def _imports_for(body: str, defined: set[str]) -> list[str]:
    """Imports of what the definitions themselves use."""

    def is_used(name: str) -> bool:
        return name not in defined and re.search(rf"(?<![\w.\"'/]){name}\.", body) is not None

    head = [f"import {name}" for name in _MODULES if is_used(name)]
    head += ["import xml.etree.ElementTree"] if "xml.etree.ElementTree." in body else []
    for name, module in _BROUGHT.items():
        if name not in defined and re.search(rf"\b{name}[()]", body):
            head.append(f"from {module} import {name}")
    return head + [code for name, code in _PACKAGES.items() if is_used(name)]


def _spaced(code: str) -> str:
    """Classes and functions stand apart."""
    if not re.search(r"(?m)^(class |def |async def |@)", code):
        return code
    parts = re.split(r"(?m)(?<!^@atexit.register)\n(?=[^\s])", code.strip("\n"))
    return "\n" + "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _ordered(definitions: list[Definition]) -> list[Definition]:
    """Definitions after those whose names they use."""
    names = {d.name: d for d in definitions}
    done: dict[str, Definition] = {}

    def visit(one: Definition, stack: tuple[str, ...]) -> None:
        if one.name in done or one.name in stack:
            return
        own = {one.name, *_parameters(one.code)}
        for node in ast.walk(ast.parse(one.code)):
            if isinstance(node, ast.Name) and node.id in names and node.id not in own:
                visit(names[node.id], (*stack, one.name))
        done[one.name] = one

    for definition in definitions:
        visit(definition, ())
    return list(done.values())


def _parameters(code: str) -> set[str]:
    """Names that are parameters wherever they stand in methods: `self`."""
    methods = [node for one in ast.parse(code).body if isinstance(one, ast.ClassDef) for node in one.body]
    return {
        node.args.args[0].arg for node in methods if isinstance(node, ast.FunctionDef) and node.args.args
    } & {"self", "cls"}


def _module_lines(modules: Mapping[str, Mapping[str, str]]) -> list[str]:
    lines = []
    for name, members in modules.items():
        if list(members) == [""]:
            lines.append(f'sys.modules["{name}"] = {members[""]}')
            continue
        inside = ", ".join(f"{k}={v}" for k, v in members.items() if k)
        lines.append(f'sys.modules["{name}"] = SimpleNamespace({inside})')
    return lines
