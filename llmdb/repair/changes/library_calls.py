"""Small changes of calls of the standard library and of built-in types: forgotten arguments, formats, patterns."""

import ast
import re
from collections.abc import Iterator

from llmdb.repair.changes.program_source import Change, Source
from llmdb.repair.changes.scope import NUMERIC, Scope

PATTERN_CALLS = frozenset({"match", "fullmatch", "search", "findall", "finditer", "split", "sub", "compile"})
JOINING = frozenset({"sum", "max", "min", "sorted", "list", "tuple", "set"})
_TEXTS_OF = frozenset({"split", "rsplit", "splitlines", "findall", "groups"})
_JOINTS = (" ", "", ", ", "\n", ",", "-")
_FORMATS = (".2f", ".1f", ".0f", ".0%", ".1%", "02", "03", ",")


def library_calls(scope: Scope, node: ast.AST) -> Iterator[Change]:
    """The changes of one node; `scope` tells the types of variables."""
    source = scope.source
    match node:
        case ast.Attribute(value=ast.Name(id="copy"), attr="copy"):
            yield source.span(node)[1] - 4, source.span(node)[1], "deepcopy", "copy to deepcopy", 2
        case ast.JoinedStr():
            yield from _other_widths(source, node)
        case ast.FormattedValue(format_spec=None, conversion=-1):
            begin, at = source.span(node.value)
            if source.data[begin - 1 : begin] + source.data[at : at + 1] == b"{}":
                kinds = scope.kinds(node.value)
                if not kinds or kinds & NUMERIC or isinstance(node.value, ast.BinOp):
                    yield from ((at, at, f":{form}", f"written as {form}", 6) for form in _FORMATS)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name) as function):
            yield from _of_call(scope, node, function, name)


def _of_call(scope: Scope, node: ast.Call, function: ast.Name | ast.Attribute, name: str) -> Iterator[Change]:
    source, end = scope.source, scope.source.span(node)[1] - 1
    match name, node.args:
        case "replace", [_, _] if isinstance(function, ast.Attribute):
            yield end, end, ", 1", "only the first is replaced", 5
        case "replace", [_, second, third]:
            yield source.span(second)[1], source.span(third)[1], "", "all are replaced", 3
        case "split" | "rsplit", [_] if isinstance(function, ast.Attribute) and not node.keywords:
            into_two = isinstance(source.parent(node), ast.Assign | ast.Subscript)
            yield end, end, ", 1", "split once", 3 if into_two else 5
        case "split" | "rsplit", [only, most]:
            yield source.span(only)[1], source.span(most)[1], "", "split everywhere", 4
        case "round", [_] if isinstance(function, ast.Name):
            yield from ((end, end, f", {digits}", f"rounded to {digits} digits", 4) for digits in (2, 1))
        case "round", [value, digits]:
            yield source.span(value)[1], source.span(digits)[1], "", "rounded to a whole number", 4
        case "max" | "min", [_] if isinstance(function, ast.Name) and not _has(node, "default"):
            for default in ("0", "None"):
                yield end, end, f", default={default}", f"{default} where there is none", 5
        case "zip", [_, _, *_] if isinstance(function, ast.Name):
            if "zip_longest" in source.imported:
                yield *source.span(function), "zip_longest", "zip to zip_longest", 4
        case "zip_longest", _:
            yield *source.span(function), "zip", "zip_longest to zip", 4
        case "list" | "sorted" | "tuple", [ast.Call(func=ast.Name(id="set"), args=[_]) as made]:
            yield *source.span(made.func), "dict.fromkeys", "each once, in their order", 3
        case "most_common", []:
            yield end, end, "1", "only the most common", 6
    yield from _of_method(source, node, function)
    match function, node.args:
        case ast.Attribute(value=ast.Name(id="re")), [ast.Constant() as pattern, *_] if name in PATTERN_CALLS:
            yield from _pattern_changes(source, pattern)
        case _, [ast.Call(func=ast.Attribute(attr=given)) as texts] if name in JOINING and given in _TEXTS_OF:
            yield from _as_numbers(source, texts)
        case _, [ast.BinOp(left=ast.Call(func=ast.Name(id="ord")) as code, right=shift, op=sign)] if (
            name == "chr"
        ):
            word = "+" if isinstance(sign, ast.Add) else "-"
            for letter in ("a", "A"):
                place = f"{source.text(code)} - ord({letter!r}) {word} {source.grouped(shift)}"
                yield *source.span(node.args[0]), f"({place}) % 26 + ord({letter!r})", "round the alphabet", 4


def _of_method(source: Source, node: ast.Call, function: ast.expr) -> Iterator[Change]:
    """What is taken from one end looked at alone, and texts that are joined otherwise."""
    match function, node.args:
        case ast.Attribute(value=holder, attr="pop"), [] | [ast.Constant(value=0)]:
            place = "0" if node.args else "-1"
            yield *source.span(node), f"{source.text(holder)}[{place}]", "looked at, not taken", 4
        case ast.Attribute(value=holder, attr="popleft"), []:
            yield *source.span(node), f"{source.text(holder)}[0]", "looked at, not taken", 4
        case ast.Attribute(value=joint, attr="join"), [joined]:
            yield *source.span(joined), f"map(str, {_bare(source, joined)})", "each as text", 3
            if isinstance(joint, ast.Constant):
                with_end = f"{source.text(node)} + {source.text(joint)}"
                yield *source.span(node), source.in_place(node, with_end), "one at the end, too", 5
                for other in _JOINTS:
                    if other != joint.value:
                        yield *source.span(joint), repr(other), f"joined by {other!r}", 4


def _other_widths(source: Source, node: ast.JoinedStr) -> Iterator[Change]:
    """Another width, number of digits or side in the format of a value."""
    begin, text = source.span(node)[0], source.text(node)
    for found in re.finditer(r":[^{}:'\"]*?(\d+)[a-z%]?\}", text):
        width = int(found[1])
        at = begin + len(text[: found.start(1)].encode())
        for other in dict.fromkeys((2, width + 1, width - 1)):
            if other not in (width, -1):
                filled = "0" if found[1].startswith("0") else ""
                new = f"{filled}{other}"
                yield at, at + len(found[1]), new, f"{found[1]} to {new}", 4
    for found in re.finditer(r":[^{}:'\"]?([<>^])\d+\}", text):
        at = begin + len(text[: found.start(1)].encode())
        for side in "<>^".replace(found[1], ""):
            yield at, at + 1, side, f"{found[1]} to {side}", 4


def numbers_of_texts(source: Source, statement: ast.stmt) -> Iterator[Change]:
    """What a split gives, assigned or looped over, as numbers."""
    match statement:
        case (
            ast.Assign(value=ast.Call(func=ast.Attribute(attr=given)) as texts)
            | ast.For(iter=ast.Call(func=ast.Attribute(attr=given)) as texts)
        ) if given in _TEXTS_OF:
            part = "[part.strip() for part in {}]"
            yield *source.span(texts), part.format(source.text(texts)), "each stripped", 4
            for begin, end, text, what, cost in _as_numbers(source, texts):
                is_list = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
                yield begin, end, f"list({text})" if is_list else text, what, cost


def _as_numbers(source: Source, texts: ast.Call) -> Iterator[Change]:
    for kind in ("int", "float"):
        yield *source.span(texts), f"map({kind}, {source.text(texts)})", f"each as {kind}", 4


def _bare(source: Source, node: ast.expr) -> str:
    """A generator's source with parentheses of its own, where it has those of the call alone."""
    text = source.text(node)
    return f"({text})" if isinstance(node, ast.GeneratorExp) and not text.startswith("(") else text


def _has(call: ast.Call, name: str) -> bool:
    return any(keyword.arg == name for keyword in call.keywords)


def _pattern_changes(source: Source, pattern: ast.Constant) -> Iterator[Change]:
    """Parts of a regular expression: as few as possible, any number instead of at least one, the whole text."""
    if not isinstance(pattern.value, str):
        return
    begin, end = source.span(pattern)
    text = source.text(pattern)
    for place, sign in enumerate(text):
        if sign in "*+" and text[place - 1] not in "\\[(|'\"" and text[place + 1] not in "?+":
            other = "+" if sign == "*" else "*"
            for new in (f"{sign}?", other):
                yield begin, end, text[:place] + new + text[place + 1 :], f"{sign} to {new} in the pattern", 4
        elif text[place : place + 2] in (r"\d", r"\w", r"\s") and text[place + 2] not in "+*?{":
            yield (
                begin,
                end,
                f"{text[: place + 2]}+{text[place + 2 :]}",
                f"{text[place : place + 2]} once or more",
                4,
            )
    first = min(text.index(quote) for quote in "'\"" if quote in text) + 1
    quotes = 3 if text.endswith(text[first - 1] * 3) and len(text) - first >= 5 else 1
    inside = text[first + quotes - 1 : len(text) - quotes]
    before, after = text[: first + quotes - 1], text[len(text) - quotes :]
    if inside and "r" in before.lower():
        yield begin, end, rf"{before}\b{inside}\b{after}", "whole words", 5
    if inside and not inside.startswith("^"):
        yield begin, end, f"{before}^{inside}{after}", "from the beginning", 5
    if inside and not inside.endswith("$"):
        yield begin, end, f"{before}{inside}${after}", "to the end", 5
