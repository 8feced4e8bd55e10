"""Small changes that wrap a value: a copy, a bound, a conversion, a shift by a constant, a part of it.

What is worth trying depends on the types that a variable was recorded with.
"""

import ast
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope_names import ScopeNames

BY_TYPE = {
    "str": (
        "{}.lower()",
        "{}.strip()",
        "int({})",
        "{}[::-1]",
        "{}.upper()",
        "float({})",
        "{}.split()",
        "list({})",
    ),
    "int": ("abs({})", "str({})", "({} + 1)", "({} - 1)", "-{}"),
    "float": ("abs({})", "int({})", "round({})", "round({}, 2)", "-{}"),
    "list": (
        "{}.copy()",
        "sorted({})",
        "{}[1:]",
        "{}[:-1]",
        "{}[::-1]",
        "set({})",
        "len({})",
        "tuple({})",
        "{}[0]",
    ),
    "dict": ("{}.copy()", "{}.values()", "{}.items()", "list({})", "len({})"),
    "set": ("{}.copy()", "sorted({})", "list({})", "len({})"),
    "tuple": ("list({})", "sorted({})", "{}[0]", "{}[1]", "{}[1:]"),
    "NoneType": (),
    "bool": ("not {}",),
}
UNKNOWN = ("{}.copy()", "list({})", "abs({})", "sorted({})", "int({})", "str({})", "{}.lower()")
NUMBERS = ("int", "float")
SEQUENCES = ("list", "str", "tuple")
CONVERSIONS = (
    ("str", ("int", "float"), "str({})"),
    ("int", ("str",), "int({})"),
    ("int", SEQUENCES, "len({})"),
)
"""What a variable of one type may be confused with: another of these types, converted."""
CHEAP = ("{}.copy()", "list({})", "{}.lower()", "int({})", "sorted({})")


def name_values(source: Source, node: ast.Name, scope: ScopeNames) -> Iterator[Change]:
    """A variable read, wrapped as its types allow."""
    begin, end = source.span(node)
    kinds = scope.kinds(node.id)
    forms = [form for kind in kinds for form in BY_TYPE.get(kind, ())] if kinds else list(UNKNOWN)
    for form in dict.fromkeys(forms):
        yield begin, end, form.format(node.id), form.format(node.id), 6 if form in CHEAP else 7
    for kind, others, form in CONVERSIONS:
        for other in scope.of_type(*others) if kinds & {kind} else ():
            if other != node.id:
                yield begin, end, form.format(other), form.format(other), 8
    if kinds & {"int"}:
        for number in scope.numbers:
            for operator in ("-", "%", "//", "+"):
                text = f"({node.id} {operator} {number})"
                yield begin, end, text, text, 8
    if kinds & set(NUMBERS):
        for other, same in scope.alike(node.id):
            if same:
                for function in ("max", "min"):
                    text = f"{function}({node.id}, {other})"
                    yield begin, end, text, text, 8
    if kinds & set(SEQUENCES):
        for other in scope.of_type("int"):
            for text in (f"{node.id}[{other}:]", f"{node.id}[:{other}]"):
                yield begin, end, text, text, 8


def whole_values(source: Source, value: ast.expr, scope: ScopeNames) -> Iterator[Change]:
    """An assigned, returned or passed value that is more than a name, wrapped whatever it is."""
    if isinstance(value, ast.Name | ast.Constant | ast.Starred | ast.Lambda | ast.GeneratorExp):
        return
    begin, end = source.span(value)
    text = source.text(value)
    if isinstance(value, ast.Subscript | ast.Attribute | ast.Call):
        for form in ("{}.lower()", "{}.copy()", "{}.strip()"):
            yield begin, end, form.format(text), form.format(text), 7
    if isinstance(value, ast.Compare | ast.BoolOp):
        return
    for form in (
        "max({}, 0)",
        "int({})",
        "abs({})",
        "sorted({})",
        "list({})",
        "str({})",
        "round({})",
        "len({})",
    ):
        yield begin, end, form.format(text), form.format(text), 7
    for number in scope.numbers[:3]:
        for function in ("max", "min"):
            yield begin, end, f"{function}({text}, {number})", f"{function} of it and {number}", 8
    for other in scope.of_type(*NUMBERS):
        for function in ("max", "min"):
            yield begin, end, f"{function}({text}, {other})", f"{function} of it and {other}", 8
