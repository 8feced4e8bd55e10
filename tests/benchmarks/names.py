"""What names usually hold: how often `llmdb.prefix.name_kinds` agrees with programmers, and how its table is made.

    python -m tests.benchmarks.names FOLDER...                     measure on the packages in these folders
    python -m tests.benchmarks.names FOLDER... --held              learn from two thirds of them, measure on the others
    python -m tests.benchmarks.names FOLDER... --learn TABLE       learn from all of them, write the table

A folder holds packages (a site-packages, typeshed). What programmers say of a name: annotations of parameters,
attributes and results, default values, constants that are passed by keyword or assigned to attributes. Measured on
annotated parameters that their function only passes on, stores or tests, and on annotated attributes and results: of
these nothing but the name tells.
"""

import argparse
import ast
import hashlib
import math
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from llmdb.prefix.name_kinds import kind_of_name, kind_of_result, look_up, words_of_name
from llmdb.prefix.places import is_plural

KINDS = {
    "str": "str AnyStr LiteralString Text StrPath StrOrBytesPath Path PurePath PathLike",
    "int": "int SupportsIndex FileDescriptor",
    "float": "float complex",
    "bool": "bool",
    "bytes": "bytes bytearray memoryview ReadableBuffer",
    "list": "list List Sequence Iterable Collection MutableSequence Iterator Generator set Set AbstractSet frozenset "
    "FrozenSet MutableSet tuple Tuple deque",
    "dict": "dict Dict Mapping MutableMapping OrderedDict DefaultDict defaultdict",
    "function": "Callable",
    "class": "type Type",
    "datetime": "datetime date timedelta",
    "pattern": "Pattern",
    "file": "TextIO BinaryIO IO StringIO BytesIO",
    "exception": "Exception BaseException",
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names.split()}
UNTOLD = frozenset({"Any", "object", "Self", "Incomplete", "Hashable", "None"})
WRAPPING = frozenset({"Optional", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "Awaitable"})
WEIGHTS = {
    "passed on": 2.0,
    "used": 0.5,
    "stub": 1.0,
    "attribute": 1.0,
    "default": 0.6,
    "keyword": 0.5,
    "assigned": 0.5,
}
"""How much an observation of each source counts: constants are seen of some kinds only."""
PRIORS = {"whole": 1.5, "two": 3.0, "last": 5.0, "first": 10.0, "number": 60.0}
"""How many observations of a part of the name weigh as much as what the parts that say less have told."""
PACKAGES, OBSERVATIONS, LIKELY, BEGINNING = 4, 6.0, 0.42, 0.65

Observations = dict[tuple[str, str, str], Counter[str]]
"""By source, name and package: how often each kind was seen."""


def kind_of_annotation(node: ast.expr | None) -> str | None:
    """The kind that an annotation tells, the first of several; None for nothing that a name could tell."""
    match node:
        case ast.Constant(value=str(text)):
            try:
                return kind_of_annotation(ast.parse(text, mode="eval").body)
            except SyntaxError:
                return None
        case ast.BinOp(op=ast.BitOr()):
            return kind_of_annotation(node.left) or kind_of_annotation(node.right)
        case ast.Subscript():
            name = getattr(node.value, "attr", getattr(node.value, "id", ""))
            given = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if name in WRAPPING or name == "Union":
                return next(filter(None, map(kind_of_annotation, given)), None)
            if name == "Literal":
                return kind_of_constant(given[0])
            return kind_of_annotation(node.value)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            if name in KIND_OF or name in UNTOLD:
                return KIND_OF.get(name)
            if name.endswith(("Error", "Exception")):
                return "exception"
            variable = len(name) < 3 or name.startswith("_T") or name.isupper()
            return "object" if name.lstrip("_")[:1].isupper() and not variable else None
    return None


def kind_of_constant(node: ast.expr | None) -> str | None:
    """The kind of what an expression gives, where that can be seen."""
    match node:
        case ast.Constant(value=None) | None:
            return None
        case ast.Constant(value=value):
            return KIND_OF.get(type(value).__name__)
        case ast.UnaryOp():
            return kind_of_constant(node.operand)
        case ast.List() | ast.ListComp() | ast.Set() | ast.SetComp() | ast.Tuple():
            return "list"
        case ast.Dict() | ast.DictComp():
            return "dict"
        case ast.JoinedStr():
            return "str"
        case ast.Lambda():
            return "function"
        case ast.Compare():
            return "bool"
        case ast.Call(func=ast.Name(id=name)):
            return KIND_OF.get(name) or ("object" if name[:1].isupper() and not name.isupper() else None)
    return None


def observations_of(tree: ast.Module, stub: bool) -> Iterator[tuple[str, str, str | None]]:
    """What a module says of names: (source, name, kind)."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                special = node.name.startswith("__") and node.name not in ("__init__", "__new__", "__call__")
                if not special:
                    yield from _of_function(node, stub)
            case ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield "attribute", name, kind_of_annotation(node.annotation)
            case ast.keyword(arg=str(name)):
                yield "keyword", name, kind_of_constant(node.value)
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                yield "assigned", name, kind_of_constant(node.value)


def _of_function(
    node: ast.FunctionDef | ast.AsyncFunctionDef, stub: bool
) -> Iterator[tuple[str, str, str | None]]:
    told = node.args
    moved = set() if stub else _passed_on(node)
    plain = [*told.posonlyargs, *told.args]
    for one in [*plain, *told.kwonlyargs]:
        if one.arg not in ("self", "cls"):
            source = "stub" if stub else "passed on" if one.arg in moved else "used"
            yield source, one.arg, kind_of_annotation(one.annotation)
    given = plain[len(plain) - len(told.defaults) :]
    for one, value in [
        *zip(given, told.defaults, strict=True),
        *zip(told.kwonlyargs, told.kw_defaults, strict=True),
    ]:
        yield "default", one.arg, kind_of_constant(value)
    names = {getattr(d, "id", getattr(d, "attr", "")) for d in node.decorator_list}
    of_property = bool(names & {"property", "cached_property"})
    if not node.name.startswith("__"):
        yield "attribute" if of_property else "result", node.name, kind_of_annotation(node.returns)


_MOVING = (
    ast.keyword,
    ast.Assign,
    ast.Return,
    ast.Dict,
    ast.List,
    ast.Tuple,
    ast.If,
    ast.BoolOp,
    ast.UnaryOp,
    ast.IfExp,
)
_TELLING = frozenset({"len", "int", "float", "str", "list", "sorted", "sum", "isinstance", "max", "min", "set", "range",
    "open", "enumerate", "zip", "iter", "next"})  # fmt: skip


def _passed_on(function: ast.AST) -> set[str]:
    """Names that are read only to be passed on, stored or tested."""
    moved: set[str] = set()
    used: set[str] = set()
    for node in ast.walk(function):
        for child in ast.iter_child_nodes(node):
            if not (isinstance(child, ast.Name) and isinstance(child.ctx, ast.Load)):
                continue
            match node:
                case ast.Call(func=func) if child is not func:
                    tells = isinstance(func, ast.Name) and func.id in _TELLING
                case ast.Compare(ops=signs):
                    tells = not all(isinstance(sign, ast.Is | ast.IsNot) for sign in signs)
                case _:
                    tells = not isinstance(node, _MOVING)
            (used if tells else moved).add(child.id)
    return moved - used


def observe(folders: Iterable[Path]) -> Observations:
    """What the packages in the folders say; each package counts once, wherever it lies."""
    found: Observations = defaultdict(Counter)
    seen: set[str] = set()
    for folder in folders:
        here = set()
        for path in sorted(folder.rglob("*.py*")):
            package = path.relative_to(folder).parts[0].lower().removesuffix(".py")
            foreign = {"_vendor", "site-packages", "typeshed"} & set(path.relative_to(folder).parts)
            if path.suffix not in (".py", ".pyi") or foreign or package in seen or package == "llmdb":
                continue
            here.add(package)
            try:
                tree = ast.parse(path.read_bytes())
            except (SyntaxError, ValueError):
                continue
            for source, name, kind in observations_of(tree, path.suffix == ".pyi"):
                if kind is not None:
                    found[source, name, package][kind] += 1
        seen |= here
    return found


def is_held(package: str) -> bool:
    """Whether a package is kept aside."""
    return hashlib.md5(package.encode()).digest()[0] % 3 == 0


class Learned:
    """How often each part of names was seen with each kind, and what that says of a name."""

    def __init__(self, observations: Observations, weights: dict[str, float]) -> None:
        self.counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.packages: dict[tuple[str, str], set[str]] = defaultdict(set)
        self.all: Counter[str] = Counter()
        for (source, name, package), kinds in observations.items():
            times = sum(kinds.values())
            for kind, count in kinds.items() if source in weights else ():
                weight = weights[source] * count / times * min(1 + math.log(times), 2.5)
                self.all[kind] += weight  # type: ignore[assignment]
                for part in parts(name):
                    self.counts[part][kind] += weight  # type: ignore[assignment]
                    self.packages[part].add(package)

    def is_known(self, part: tuple[str, str]) -> bool:
        """Whether enough packages have it."""
        return len(self.packages[part]) >= PACKAGES and sum(self.counts[part].values()) >= OBSERVATIONS

    def likeliest(self, of: Iterable[tuple[str, str]]) -> tuple[str, float]:
        """The likeliest kind of a name with these parts, those that say least first, and how likely it is."""
        total = sum(self.all.values())
        shares = {kind: count / total for kind, count in self.all.items()}
        for part in of:
            seen, prior = self.counts[part], PRIORS[part[0]]
            shares = {
                kind: (seen[kind] + prior * shares[kind]) / (sum(seen.values()) + prior) for kind in shares
            }
        kind = max(shares, key=shares.__getitem__)
        return kind, shares[kind]

    def table(self) -> dict[str, str]:
        """Entries as `llmdb.prefix.name_kinds` describes them."""
        entries: dict[str, str] = {}
        known = [part for part in self.counts if self.is_known(part)]
        for what, text in known:
            if what == "first":
                kind, count = self.counts[what, text].most_common(1)[0]
                if count / (sum(self.counts[what, text].values()) + 2) >= BEGINNING:
                    entries[f"{text}_"] = kind
            if what == "last":
                kind, share = self.likeliest([("number", str(is_plural(text))), (what, text)])
                if share >= LIKELY and (len(text) > 1 or kind != "object"):
                    entries[text] = kind
        for length in ("two", "whole"):
            for what, text in known:
                if what != length:
                    continue
                kind, share = self.likeliest(reversed(parts(text)))
                if share >= LIKELY and kind != look_up(entries, text):
                    entries[text if what == "two" else f"={text}"] = kind
        return entries


def parts(name: str) -> list[tuple[str, str]]:
    """What of a name may tell its kind, what says most first."""
    words = words_of_name(name)
    if not words:
        return []
    found = [("whole", "_".join(words))]
    if len(words) > 2:
        found.append(("two", "_".join(words[-2:])))
    found.append(("last", words[-1]))
    if len(words) > 1:
        found.append(("first", words[0]))
    return [*found, ("number", str(is_plural(words[-1])))]


def learn(observations: Observations) -> dict[str, dict[str, str]]:
    """The tables for names and for results of functions."""
    return {
        "names": Learned(observations, WEIGHTS).table(),
        "functions": Learned(observations, {"result": 1.0}).table(),
    }


def agreement(observations: Observations, source: str, guess: Callable[[str], str | None]) -> tuple[int, int]:
    """Of how many names of the source the guess is right, and how many there are; each five times a package at most."""
    right = total = 0
    for (of, name, _), kinds in observations.items():
        if of == source:
            times = min(sum(kinds.values()), 5)
            total += times
            right += times * (
                (guess(name) or ("list" if is_plural(name) else "str")) == kinds.most_common(1)[0][0]
            )
    return right, total


def written(tables: dict[str, dict[str, str]]) -> str:
    """The tables as their file holds them."""
    lines = []
    for title, table in tables.items():
        lines.append(f"[{title}]")
        for kind in sorted(set(table.values())):
            words = sorted(
                entry for entry, of in table.items() if of == kind and re.fullmatch(r"=?[a-z]\w*", entry)
            )
            lines.append(textwrap.fill(f"{kind}: {' '.join(words)}", 118, subsequent_indent="  "))
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--held", action="store_true", help="learn from two thirds of the packages first")
    parser.add_argument("--learn", type=Path, metavar="TABLE", help="write what all of them tell")
    options = parser.parse_args()
    observations = observe(options.folders)
    if options.learn:
        options.learn.write_text(written(learn(observations)), encoding="ascii")
        return
    names, results = kind_of_name, kind_of_result
    if options.held:
        tables = learn({key: kinds for key, kinds in observations.items() if not is_held(key[2])})
        names, results = partial(look_up, tables["names"]), partial(look_up, tables["functions"])
        observations = {key: kinds for key, kinds in observations.items() if is_held(key[2])}
    for source, guess in (("passed on", names), ("attribute", names), ("result", results)):
        right, total = agreement(observations, source, guess)
        print(f"{source}: {right}/{total} = {right / max(total, 1):.1%}")


if __name__ == "__main__":
    main()
