"""Small changes that put a function, a method or an attribute in the place of one that is like it."""

import ast
import builtins
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source

TWINS = {
    "append": ("extend", "remove"),
    "extend": ("append",),
    "insert": ("append",),
    "min": ("max", "sum"),
    "max": ("min", "sum"),
    "sum": ("max", "len"),
    "len": ("sum", "max"),
    "sorted": ("reversed", "list"),
    "reversed": ("sorted", "list"),
    "int": ("round", "float"),
    "round": ("int",),
    "list": ("set", "sorted"),
    "set": ("list",),
    "lower": ("upper",),
    "upper": ("lower", "capitalize", "title"),
    "any": ("all",),
    "all": ("any",),
    "lstrip": ("rstrip", "strip", "removeprefix"),
    "rstrip": ("lstrip", "strip", "removesuffix"),
    "strip": ("lstrip", "rstrip"),
    "split": ("rsplit",),
    "rsplit": ("split",),
    "partition": ("rpartition",),
    "rpartition": ("partition",),
    "union": ("intersection", "difference"),
    "intersection": ("union", "difference"),
    "difference": ("intersection", "symmetric_difference"),
    "issubset": ("issuperset",),
    "issuperset": ("issubset",),
    "find": ("rfind",),
    "rfind": ("find",),
    "title": ("capitalize", "upper"),
    "capitalize": ("title", "upper"),
    "isdigit": ("isalpha", "isalnum"),
    "isalpha": ("isalnum", "isdigit"),
    "isalnum": ("isalpha",),
    "isupper": ("islower",),
    "islower": ("isupper",),
    "startswith": ("endswith",),
    "endswith": ("startswith",),
    "keys": ("values",),
    "values": ("keys", "items"),
    "items": ("values",),
    "add": ("discard",),
    "discard": ("add",),
    "remove": ("discard",),
    "ljust": ("rjust",),
    "rjust": ("ljust",),
    "index": ("find",),
    "appendleft": ("append",),
    "floor": ("ceil",),
    "ceil": ("floor",),
    "bisect": ("bisect_left",),
    "bisect_left": ("bisect_right", "bisect"),
    "bisect_right": ("bisect_left",),
    "insort_left": ("insort_right",),
    "insort_right": ("insort_left",),
    "match": ("fullmatch", "search"),
    "search": ("fullmatch", "match"),
    "fullmatch": ("match", "search"),
    "weekday": ("isoweekday",),
    "isoweekday": ("weekday",),
    "nsmallest": ("nlargest",),
    "nlargest": ("nsmallest",),
    "permutations": ("combinations", "product"),
    "combinations": ("permutations", "combinations_with_replacement"),
    "combinations_with_replacement": ("combinations", "product"),
    "takewhile": ("dropwhile", "filter"),
    "dropwhile": ("takewhile", "filter"),
    "gcd": ("lcm",),
    "lcm": ("gcd",),
    "trunc": ("floor", "ceil"),
    "mean": ("median",),
    "median": ("mean",),
    "isdecimal": ("isalpha", "isalnum"),
    "seconds": ("total_seconds()", "days"),
    "day": ("days", "month"),
    "month": ("day", "year"),
}
"""Functions, methods and attributes that are easily taken for one another."""
_BUILT_IN = frozenset(vars(builtins))
_UNORDERED = (("sorted", "list"), ("reversed", "list"))
"""What leaves an order out, which is rarely what was meant."""


def twin_changes(source: Source, node: ast.AST) -> Iterator[Change]:
    """The changes of one node: of an attribute, or of a function that is called by its name."""
    match node:
        case ast.Attribute(attr=name):
            end = source.span(node)[1]
            for twin in TWINS.get(name, ()):
                yield end - len(name.encode()), end, twin, f"{name} to {twin}", 4
        case ast.Call(func=ast.Name(id=name) as function) if name in TWINS:
            known = _BUILT_IN | source.imported | source.functions.keys()
            for twin in TWINS[name]:
                if twin in known:
                    cost = 4 if (name, twin) in _UNORDERED else 2
                    yield *source.span(function), twin, f"{name} to {twin}", cost
