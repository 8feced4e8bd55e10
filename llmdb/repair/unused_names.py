"""Names that a version gives a value and never reads: a sign that a change cut off what it should have mended."""

import ast

from llmdb.program.parsing import parse


def unused_names(code: str) -> frozenset[str]:
    """Variables, parameters and functions of a program that nothing in it reads; none where it does not parse.

    `_` is meant to be unused, and what tests call is, too, for every version of a program.
    """
    try:
        nodes = list(ast.walk(parse(code)))
    except SyntaxError:
        return frozenset()
    given, read = {"_"}, {"_"}
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                given.add(name)
            case ast.Name(id=name):
                read.add(name)
    return frozenset(given - read)
