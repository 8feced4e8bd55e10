"""Imports that a snippet makes of modules that are not here: what must be put into sys.modules, under which names."""

import ast
import re
from collections.abc import Mapping
from dataclasses import field

from llmdb.prefix.tables import PACKAGES
from llmdb.prefix.undefined import is_missing_module
from llmdb.values import dataclass

PACKAGE = "package"
"""The name given to the package that relative imports mean."""


@dataclass(slots=True)
class MissingImports:
    """What the missing modules must hold.

    Attributes:
        roots: names that the snippet binds by these imports, to be defined like undefined names.
        modules: for each module its members, member name to the defining expression; {"": expression} where the
            module itself is one of the roots.
        package: what `__package__` must be for the relative imports; "" without any.
        guarded: an ImportError of theirs is caught by the snippet.
    """

    roots: list[str] = field(default_factory=list)
    modules: dict[str, dict[str, str]] = field(default_factory=dict)
    package: str = ""
    guarded: bool = False


def modules_imported(text: str) -> frozenset[str]:
    """Top-level modules that the lines of a text import."""
    return frozenset(re.findall(r"^\s*(?:import|from)\s+(\w+)", text, re.MULTILINE))


def packages_in(text: str) -> frozenset[str]:
    """Well-known packages that a text imports."""
    return PACKAGES & modules_imported(text)


def find_missing_imports(tree: ast.Module, available: frozenset[str] = frozenset()) -> MissingImports:
    """Look at every import statement of the snippet."""
    found = MissingImports()
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    deepest = max((n.level for n in nodes if n.level and "" not in available), default=0)
    found.package = PACKAGE + ".inner" * (deepest - 1) if deepest else ""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if is_missing_module(alias.name, available):
                    _import(alias, found)
        elif isinstance(node, ast.ImportFrom) and (
            is_missing_module("." * node.level + (node.module or ""), available)
        ):
            _import_from(node, found)
        elif isinstance(node, ast.Try):
            inside = [n for s in node.body for n in ast.walk(s) if isinstance(n, ast.Import | ast.ImportFrom)]
            found.guarded |= bool(inside and node.handlers)
    found.modules = dict(sorted(found.modules.items()))
    return found


def _import(alias: ast.alias, found: MissingImports) -> None:
    parts = alias.name.split(".")
    if alias.asname:
        _parents(parts[:-1], found)
        found.roots.append(alias.asname)
        found.modules[alias.name] = {"": alias.asname}
        _attributes_on_the_way(parts, alias.asname, found)
        return
    found.roots.append(parts[0])
    found.modules[parts[0]] = {"": parts[0]}
    for i in range(2, len(parts) + 1):
        found.modules.setdefault(".".join(parts[:i]), {})


def _attributes_on_the_way(parts: list[str], code: str, found: MissingImports) -> None:
    """`import a.b as c` takes the attribute `b` of the module `a`."""
    for i in range(len(parts) - 1, 0, -1):
        members = found.modules[".".join(parts[:i])]
        if "" not in members:
            members.setdefault(parts[i], code)
        code = f"SimpleNamespace({parts[i]}={code})"


def _import_from(node: ast.ImportFrom, found: MissingImports) -> None:
    base = (
        ".".join(found.package.split(".")[: len(found.package.split(".")) - node.level + 1])
        if node.level
        else ""
    )
    # found by its whole name, without its parents
    name = ".".join(part for part in (base, node.module or "") if part)
    members = found.modules.setdefault(name, {})
    for alias in node.names:
        if alias.name != "*" and "" not in members:
            bound = alias.asname or alias.name
            found.roots.append(bound)
            members[alias.name] = bound


def _parents(parts: list[str], found: MissingImports) -> None:
    for i in range(1, len(parts) + 1):
        found.modules.setdefault(".".join(parts[:i]), {})


def submodule_members(
    modules: Mapping[str, Mapping[str, str]], uses: Mapping[str, object]
) -> dict[str, dict[str, str]]:
    """The modules with `a.b` taken from what is used of `a`, where the snippet reaches it so."""
    out = {name: dict(members) for name, members in modules.items()}
    for name in list(out):
        if not out[name] and name in uses:
            out[name] = {"": name}
    return out
