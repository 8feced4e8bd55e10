"""Python 2's names, methods and modules as Python 3 has them, in a text whose statements are Python 3 already."""

import ast
import itertools
import re
from collections.abc import Iterator

from llmdb.program.pasted.problems import parses
from llmdb.values import dataclass

NAMES = {
    "xrange": "range", "raw_input": "input", "unicode": "str", "long": "int", "basestring": "str", "unichr": "chr",
    "reduce": "__import__('functools').reduce", "file": "open",
}  # fmt: skip
"""Built-in names of Python 2, each with what Python 3 has for it (What's New In Python 3.0, "Builtins")."""

METHODS = {"iteritems": "items", "itervalues": "values", "iterkeys": "keys"}
"""Methods of dictionaries that are gone; the others give the same."""

MODULES = {
    "StringIO": "io", "cStringIO": "io", "cPickle": "pickle", "ConfigParser": "configparser", "Queue": "queue",
    "Tkinter": "tkinter", "tkMessageBox": "tkinter.messagebox", "urllib2": "urllib.request",
    "urlparse": "urllib.parse", "HTMLParser": "html.parser", "httplib": "http.client", "cookielib": "http.cookiejar",
    "BaseHTTPServer": "http.server", "SimpleHTTPServer": "http.server", "SocketServer": "socketserver",
    "__builtin__": "builtins", "thread": "_thread", "commands": "subprocess", "copy_reg": "copyreg",
    "htmlentitydefs": "html.entities", "xmlrpclib": "xmlrpc.client",
}  # fmt: skip
"""Modules that have another name (PEP 3108)."""

ATTRIBUTES = {
    "sys.maxint": "sys.maxsize", "string.letters": "string.ascii_letters", "os.getcwdu": "os.getcwd",
    "string.lowercase": "string.ascii_lowercase", "string.uppercase": "string.ascii_uppercase",
    "itertools.izip": "zip", "itertools.imap": "map", "itertools.ifilter": "filter",
    "string.maketrans": "str.maketrans", "itertools.izip_longest": "itertools.zip_longest",
}  # fmt: skip
"""Attributes of modules that have another name."""

_OF_TEXTS = frozenset(
    {"split", "upper", "lower", "strip", "replace", "find", "lstrip", "rstrip", "capitalize", "atoi", "zfill"}
)
_LISTS = frozenset({"map", "filter", "zip", "range"})
_VIEWS = frozenset({"keys", "values", "items"})
_LIST_METHODS = frozenset(
    {"sort", "append", "index", "pop", "reverse", "extend", "insert", "remove", "count"}
)
_URL_QUOTING = frozenset(
    {"urlencode", "quote", "quote_plus", "unquote", "unquote_plus", "urlparse", "urljoin"}
)
_WHOLE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div)

_PASSES = 4
"""A change inside another is made first, the outer one in the next pass."""

_Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lines:
    """The lines of a text in UTF-8, as the syntax tree counts columns, and where each begins in it."""

    encoded: tuple[bytes, ...]
    starts: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "_Lines":
        lines = text.split("\n")
        starts = itertools.accumulate((len(line) + 1 for line in lines), initial=0)
        return cls(encoded=tuple(line.encode() for line in lines), starts=tuple(starts))

    def place(self, line: int, column: int) -> int:
        """The position in the text of a column of a line, from 1."""
        return self.starts[line - 1] + len(self.encoded[line - 1][:column].decode())


def with_names_of_python_3(text: str) -> str:
    """The text with Python 2's names replaced; lines stay where they are. What the text binds itself is left."""
    for _ in range(_PASSES):
        changed = _one_pass(text)
        if changed == text or not parses(changed):
            return text
        text = changed
    return text


def _one_pass(text: str) -> str:
    tree = ast.parse(text)
    _Parents().visit(tree)
    lines = _Lines.of(text)
    bound = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    bound |= {
        n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
    }
    bound |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    whole = _whole_names(tree)
    edits: list[_Edit] = []
    for node in ast.walk(tree):
        edits += _edits(node, text, lines, frozenset(bound), whole)
    return _applied(text, edits)


def _edits(
    node: ast.AST, text: str, lines: _Lines, bound: frozenset[str], whole: frozenset[str]
) -> Iterator[_Edit]:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES and name not in bound:
            yield (*_span(node, lines), NAMES[name])
        case ast.Attribute(value=ast.Name(id=module), attr=name) if f"{module}.{name}" in ATTRIBUTES:
            yield (*_span(node, lines), ATTRIBUTES[f"{module}.{name}"])
        case ast.Attribute(value=value, attr=name) if name in METHODS and name not in bound:
            end = _span(node, lines)[1]
            yield end - len(name), end, METHODS[name]
            del value
        case ast.Import() | ast.ImportFrom():
            yield from _imports(node, text, lines)
        case ast.BinOp(left=left, op=ast.Div(), right=right) if _is_whole(left, whole) and _is_whole(
            right, whole
        ):
            between = _span(left, lines)[1], _span(right, lines)[0]
            at = text.find("/", *between)
            yield at, at + 1, "//"
        case ast.Call():
            yield from _calls(node, text, lines, bound)


def _by_comparing(function: ast.expr, lines: _Lines) -> Iterator[_Edit]:
    """A function of two things that are compared, as the key to sort by."""
    first, last = _span(function, lines)
    yield first, first, "key=__import__('functools').cmp_to_key("
    yield last, last, ")"


def _calls(node: ast.Call, text: str, lines: _Lines, bound: frozenset[str]) -> Iterator[_Edit]:
    begin, end = _span(node, lines)

    def code(part: ast.expr) -> str:
        first, last = _span(part, lines)
        return text[first:last]

    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="has_key"), args=[key]):
            inside_end = _span(value, lines)[1]
            yield begin, begin, f"({code(key)} in "
            yield inside_end, end, ")"
        case ast.Call(func=ast.Name(id="cmp"), args=[left, right]) if "cmp" not in bound:
            yield begin, end, f"(({code(left)} > {code(right)}) - ({code(left)} < {code(right)}))"
        case ast.Call(func=ast.Attribute(attr="sort"), args=[function]):
            yield from _by_comparing(function, lines)
        case ast.Call(func=ast.Name(id="sorted"), args=[_, function]):
            yield from _by_comparing(function, lines)
        case ast.Call(
            func=ast.Attribute(attr="sort") | ast.Name(id="sorted"),
            keywords=[*_, ast.keyword(arg="cmp", value=function)],
        ):
            first, _ = _span(function, lines)
            yield text.rindex("cmp", begin, first), first, ""
            yield from _by_comparing(function, lines)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="string"), attr="join"), args=[words, *rest]):
            yield begin, end, f"{code(rest[0]) if rest else repr(' ')}.join({code(words)})"
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="string"), attr=name), args=[first_one, *rest]
        ) if name in _OF_TEXTS:
            yield begin, end, f"{code(first_one)}.{name}({', '.join(map(code, rest))})"
        case ast.Call(func=ast.Attribute(value=value, attr="next"), args=[]) if "next" not in bound:
            yield begin, begin, "next("
            yield _span(value, lines)[1], end, ")"
        case ast.Call(func=ast.Name(id=name)) if name in _LISTS - bound and _needs_list(node):
            yield begin, begin, "list("
            yield end, end, ")"
        case ast.Call(func=ast.Attribute(attr=name), args=[]) if name in _VIEWS and _needs_list(node):
            yield begin, begin, "list("
            yield end, end, ")"


def _needs_list(node: ast.Call) -> bool:
    """Whether a call's result is used as a list: kept, shown, cut, added to."""
    parent = getattr(node, "parent", None)
    match parent:
        case ast.For() | ast.comprehension() | ast.Starred():
            return False
        case ast.Call(func=ast.Name(id="print" | "len" | "repr" | "str" | "type")):
            return True
        case ast.Call():
            return False
        case ast.Attribute(attr=attribute):
            return attribute in _LIST_METHODS
        case ast.Compare() | ast.Expr() | ast.YieldFrom():
            return False
    return True


def _imports(node: ast.Import | ast.ImportFrom, text: str, lines: _Lines) -> Iterator[_Edit]:
    begin, end = _span(node, lines)
    if isinstance(node, ast.ImportFrom):
        new = MODULES.get(node.module or "") if not node.level else None
        gone = {alias.name for alias in node.names} & {"izip", "imap", "ifilter"}
        if node.module == "itertools" and gone and len(gone) == len(node.names):
            yield (
                begin,
                end,
                "; ".join(f"{alias.asname or alias.name} = {alias.name[1:]}" for alias in node.names),
            )
        elif node.module == "urllib":
            names = {alias.name for alias in node.names}
            where = "parse" if names <= _URL_QUOTING else "request"
            yield begin, end, text[begin:end].replace("urllib", f"urllib.{where}", 1)
        elif new is not None:
            yield begin, end, text[begin:end].replace(node.module or "", new, 1)
        return
    parts = []
    for alias in node.names:
        if alias.name == "urllib":
            used = set(re.findall(r"\burllib\.(\w+)", text))
            where = "parse" if used and used <= _URL_QUOTING else "request"
            parts.append(
                "urllib" if used & {"parse", "request"} else f"urllib.{where} as {alias.asname or 'urllib'}"
            )
        elif alias.name in MODULES:
            parts.append(f"{MODULES[alias.name]} as {alias.asname or alias.name}")
        else:
            parts.append(f"{alias.name} as {alias.asname}" if alias.asname else alias.name)
    if any(alias.name in MODULES or alias.name == "urllib" for alias in node.names):
        yield begin, end, f"import {', '.join(parts)}"


def _whole_names(tree: ast.Module) -> frozenset[str]:
    """Names that every binding gives a whole number: their quotients are whole in Python 2."""
    values: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AugAssign(target=ast.Name(id=name), value=value)
            ):
                values.setdefault(name, []).append(value)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range" | "xrange"))):
                values.setdefault(name, []).append(ast.Constant(0))
            case ast.Name(id=name, ctx=ast.Store()) if not isinstance(
                getattr(node, "parent", None), ast.Assign | ast.AugAssign | ast.For
            ):
                values.setdefault(name, []).append(None)
            case ast.arg(arg=name):
                values.setdefault(name, []).append(None)
    whole = frozenset(values)
    while True:
        left = frozenset(
            name
            for name in whole
            if all(value is not None and _is_whole(value, whole) for value in values[name])
        )
        if left == whole:
            return whole
        whole = left


def _is_whole(node: ast.expr, whole: frozenset[str]) -> bool:
    match node:
        case ast.Constant(value=value):
            return type(value) is int
        case ast.Name(id=name):
            return name in whole
        case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _WHOLE):
            return _is_whole(left, whole) and _is_whole(right, whole)
        case ast.UnaryOp(operand=operand):
            return _is_whole(operand, whole)
        case ast.Call(func=ast.Name(id="len" | "int" | "ord")):
            return True
    return False


class _Parents(ast.NodeVisitor):
    """Notes at each node the one that it belongs to."""

    def generic_visit(self, node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            child.parent = node  # type: ignore[attr-defined]
        super().generic_visit(node)


def _span(node: ast.AST, lines: _Lines) -> tuple[int, int]:
    begin = lines.place(node.lineno, node.col_offset)  # type: ignore[attr-defined]
    return begin, lines.place(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]


def _applied(text: str, edits: list[_Edit]) -> str:
    """The text after those edits; of two that overlap, the inner one alone is done."""
    done: list[_Edit] = []
    for edit in sorted(set(edits), key=lambda e: (e[1] - e[0], e[0])):
        if all(edit[1] <= other[0] or edit[0] >= other[1] for other in done):
            done.append(edit)
    for begin, end, new in sorted(done, key=lambda e: (e[0], e[1]), reverse=True):
        text = text[:begin] + new + text[end:]
    return text
