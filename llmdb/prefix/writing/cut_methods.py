"""A method that was cut out of its class: the class, one above it, and a `super()` that leads from one to the other."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from llmdb.prefix.places import Place
from llmdb.prefix.writing import objects

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer


def write_classes(writer: "Writer", roots: Mapping[str, Place]) -> dict[str, str]:
    """The code of `self` and of `super`; nothing where one of them is not used, or `self` is no object of a class.

    `super()` needs the class that it stands in, and outside of any it has to be told.
    """
    own, above = roots.get("self"), roots.get("super")
    if own is None or above is None or writer.choose(own, 0) != "@object":
        return {}
    parent = above.steps("call").get("")
    names = [*own.steps("attr"), *(parent.steps("attr") if parent else ())]
    if parent is None or any(name.startswith("__") and not name.endswith("__") for name in names):
        return {}
    base, owner = writer.fresh("Base"), writer.fresh("Owner")
    members = objects.members_of(writer, parent)
    inherited = {name for name in parent.steps("attr") if own.steps("attr").get(name) is not None}
    mine = objects.members_of(writer, own, without=inherited)
    code = "\n".join(
        [
            f"class {base}:\n{objects.indented(members or ['pass'])}",
            f"class {owner}({base}):\n{objects.indented(mine or ['pass'])}",
            f"self = {owner}()",
        ]
    )
    return {"self": code, "super": f"def super():\n    return builtins.super({owner}, self)\n"}
