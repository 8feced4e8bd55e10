"""Calls of what a snippet defines and nothing in it calls: at the end, when all definitions are there."""

import ast
import re
import textwrap
from typing import TYPE_CHECKING

from llmdb.prefix.uses.scope import Function, Usage
from llmdb.prefix.writing.writer import Definition

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer


def call_definitions(writer: "Writer", usage: Usage, defaults: bool) -> list[Definition]:
    """A function for each uncalled one, registered to run when the snippet has ended.

    They are in reverse order, because `atexit` runs the last one first.

    Args:
        writer: of the values.
        usage: what is called, and with what.
        defaults: parameters that have defaults are given values, too.
    """
    return [_definition(writer, usage, node, defaults) for node in reversed(usage.uncalled)]


def has_defaults(usage: Usage) -> bool:
    """Whether any uncalled function, or method of an uncalled class, has parameters with defaults."""
    functions = [n for one in usage.uncalled for n in ast.walk(one) if isinstance(n, Function)]
    return any(node.args.defaults for node in functions)


def _definition(writer: "Writer", usage: Usage, node: Function | ast.ClassDef, defaults: bool) -> Definition:
    writer.helpers = {}
    writer.classes = {}
    if isinstance(node, ast.ClassDef):
        lines = _class_lines(writer, usage, node, defaults)
    else:
        call = _call(writer, usage, node.name, node.name, node, defaults)
        lines = [_started(call + _call_of_result(writer, usage, node), node)]
    name = f"call_{node.name}" if not isinstance(node, ast.ClassDef) else f"use_{node.name}"
    body = textwrap.indent("\n".join(lines), "    ")
    code = f"@atexit.register\ndef {name}():\n{body}"
    whole = "\n".join([*writer.helpers.values(), code])
    stand_in = re.search(r"\bStandIn\(", whole) is not None
    return Definition(name=name, code=whole, kind="stand-in" if stand_in else "value")


def _call_of_result(writer: "Writer", usage: Usage, node: Function) -> str:
    """The call of what a function gives, where that is a function inside it."""
    inner = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
    for statement in node.body:
        match statement:
            case ast.Return(value=ast.Name(id=name)) if name in inner:
                return _call(writer, usage, "", name, inner[name])
    return ""


def _class_lines(writer: "Writer", usage: Usage, node: ast.ClassDef, defaults: bool) -> list[str]:
    """Statements that make one and call each method once; only those not called yet, where one was made."""
    bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
    tests = any(isinstance(n, Function) and n.name.startswith("test") for n in node.body)
    if "TestCase" in bases and tests:
        return [f"unittest.defaultTestLoader.loadTestsFromTestCase({node.name}).debug()"]
    methods = [n for n in node.body if isinstance(n, Function)]
    variable = node.name.lower().strip("_")
    if variable in writer.taken:
        variable = f"one_{variable}"
    first = next((m for m in methods if m.name == "__init__"), None)
    make = f"{node.name}()"
    if first is not None:
        make = _call(writer, usage, node.name, f"{node.name}.__init__", first, defaults, skip=1)
    lines = [f"{variable} = {make}"]
    for name, place in usage.missing.get(node.name, {}).items():
        lines.append(f"{variable}.{name} = {writer.value(place)}")
    made = node.name in usage.called
    for method in methods:
        if made and method.name in usage.called:
            continue
        decorators = {ast.unparse(d) for d in method.decorator_list}
        target = f"{variable}.{method.name}"
        if "property" in decorators:
            lines.append(f"print({target})")
        elif method.name in ("__str__", "__repr__"):
            lines.append(f"print({method.name.strip('_')}({variable}))")
        elif method.name != "__init__":
            skip = 0 if "staticmethod" in decorators else 1
            owner = f"{node.name}.{method.name}"
            lines.append(_started(_call(writer, usage, target, owner, method, defaults, skip), method))
    return lines


def _call(
    writer: "Writer",
    usage: Usage,
    target: str,
    owner: str,
    node: Function,
    defaults: bool = False,
    skip: int = 0,
) -> str:
    """The call with a value for each parameter that has no default, or for all."""
    positional = [*node.args.posonlyargs, *node.args.args]
    plain = positional[skip : len(positional) - (0 if defaults else len(node.args.defaults))]
    values = [_argument(writer, usage, f"{owner}({argument.arg})") for argument in plain]
    further = (
        usage.parameters.get(f"{owner}({node.args.vararg.arg})") if node.args.vararg is not None else None
    )
    if further is not None and further.children:
        values.append(_without_brackets(writer.value(further)))
    for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if default is None:
            values.append(f"{argument.arg}={_argument(writer, usage, f'{owner}({argument.arg})')}")
    return f"{target}({', '.join(values)})"


def _without_brackets(code: str) -> str:
    """The elements of a tuple or list as arguments."""
    tree = ast.parse(code, mode="eval").body
    if not isinstance(tree, ast.Tuple | ast.List):
        return f"*{code}"
    return ", ".join(ast.get_source_segment(code, one) or "" for one in tree.elts)


def _argument(writer: "Writer", usage: Usage, key: str) -> str:
    place = usage.parameters.get(key)
    return writer.value(place) if place is not None else "1"


def _started(call: str, node: Function) -> str:
    """The call so that the body runs: awaited, or its values taken."""
    yields = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(node))
    if isinstance(node, ast.AsyncFunctionDef):
        return f"asyncio.run({call})"
    return f"list({call})" if yields else call
