"""What expressions denoted just before an event, and who had bound that."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from llmdb.events import sites as kinds
from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject, is_reference
from llmdb.replay.visits import Visits
from llmdb.slicing.graph.contents import is_definition
from llmdb.slicing.graph.plans import ARITHMETIC, UNKNOWN, arithmetic, as_key, as_slice, bounds_in, is_length
from llmdb.slicing.graph.shadow import bounds_of
from llmdb.slicing.syntax.reflection import FIELDS, fields_item, instance_of
from llmdb.slicing.syntax.uses import Statement, ancestries
from llmdb.slicing.writers.bindings import Bindings, How, Writer
from llmdb.slicing.writers.bounds import Bounds
from llmdb.slicing.writers.elements import Elements
from llmdb.types import BlockId, LineNo, VisitNo

_DEFINITIONS = frozenset({"function", "builtin_function_or_method", "module", "type"})


class Denoted:
    """Follows names, attributes and items to what they were bound to."""

    def __init__(
        self,
        trace: Visits,
        statements: Mapping[BlockId, Sequence[Statement]],
        bounds: Bounds,
        bindings: Bindings,
        elements: Elements,
    ) -> None:
        self._trace = trace
        self._log = trace.log
        self._statements = statements
        self._bounds = bounds
        self._bindings = bindings
        self._elements = elements
        self._ancestries = ancestries(statements)

    def binding(self, number: VisitNo, node: ast.expr, position: int) -> Writer | None:
        """The last binding of what an expression denotes just before an event of a step, with its value."""
        if isinstance(node, ast.Name):
            return self._bindings.writer(node.id, number, position)
        if isinstance(node, ast.Constant):
            return Writer(value=node.value)
        if (of := instance_of(node)) is not None:
            return self._class_of(number, of, position)
        if isinstance(node, ast.Attribute | ast.Subscript):
            return self._part(number, node, position)
        value = self._computed(number, node, position)
        return None if value is UNKNOWN else Writer(value=value)

    def _computed(self, number: VisitNo, node: ast.expr, position: int) -> Wire:
        """What an expression of known numbers gives, or the key that a tuple of known values makes."""

        def value(part: ast.expr) -> Wire:
            found = self.binding(number, part, position)
            return UNKNOWN if found is None or found.value is None else found.value

        if is_length(node):
            held = self._log.object_at(value(node.args[0]), position)
            return UNKNOWN if held is None or held.kind == wire.TEXT else len(held.data)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return arithmetic(ast.Sub, 0, value(node.operand))
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            return arithmetic(type(node.op), value(node.left), value(node.right))
        if isinstance(node, ast.Slice):
            return as_slice([b.value if isinstance(b, ast.Constant) else value(b) for b in bounds_in(node)])
        return as_key([value(part) for part in node.elts]) if isinstance(node, ast.Tuple) else UNKNOWN

    def _class_of(self, number: VisitNo, of: ast.expr, position: int) -> Writer | None:
        """Who bound the class of what an expression denotes to its name."""
        found = self.binding(number, of, position)
        held = self._log.object_at(found.value, position) if found is not None else None
        return None if held is None else self._bindings.writer(held.type, number, position)

    def _part(self, number: VisitNo, node: ast.Attribute | ast.Subscript, position: int) -> Writer | None:
        base = None if is_cut(node.value) else self.binding(number, node.value, position)
        if base is None or not is_reference(base.value):
            return None
        if isinstance(node, ast.Attribute):
            return base if node.attr == FIELDS else self._attribute(number, node.attr, base, position)
        if fields_item(node) is not None:
            name = self.binding(number, node.slice, position)
            known = name is not None and type(name.value) is str
            return self._attribute(number, name.value, base, position) if name and known else base
        key = self.binding(number, node.slice, position)
        held = self._log.object_at(base.value, position)
        if held is not None and held.kind == wire.INSTANCE and held.type in self._ancestries:
            return None
        if held is not None and held.kind == wire.DICT and key is not None and key.value not in held.data:
            removal = self._elements.removal(base.value, position)
            return None if removal is None else replace(self.mutating(removal, base), value=None)
        if key is None or not self._elements.has(base.value, key.value, position):
            return base
        if held is not None and held.field_names:
            return self._attribute(number, held.field_names[key.value], base, position)
        value, last = self._elements.item(base.value, key.value, position)
        return replace(base if last is None or last < 0 else self.mutating(last, base), value=value)

    def _attribute(self, number: VisitNo, name: str, base: Writer, position: int) -> Writer | None:
        """Who set an attribute; if nobody did, what the class has, which may be the default of a field."""
        held = self._log.object_at(base.value, position)
        value, last = self._elements.attribute(base.value, name, position)
        if last is not None or held is None:
            return replace(base if last is None or last < 0 else self.mutating(last, base), value=value)
        if held.kind == wire.OPAQUE and is_definition(held):
            return replace(base, value=held.attributes[name]) if name in held.attributes else None
        place, bound = held.field(name), self._of_class(number, held, name, position)
        if held.kind == wire.CLASS or (name not in held.attributes and place is None):
            return (
                base if bound is None and held.kind == wire.OPAQUE else bound
            )  # any part of it may be meant
        value = value if place is None else held.data[place]
        index = next((n for n, (field, _) in enumerate(held.fields()) if field == name), 0)
        if self._passes(base, held, index, name):
            return replace(base, value=value)
        return bound if bound is not None and bound.value == value else replace(base, value=value)

    def field_defaults(self, number: VisitNo, base: Writer, position: int) -> Iterator[Writer]:
        """Who bound the defaults that a generated `__init__` gave an object's fields."""
        held = self._log.object_at(base.value, position) if is_reference(base.value) else None
        if held is not None and held.type in self._ancestries:
            for index, (name, value) in enumerate(held.fields()):
                if self._passes(base, held, index, name):
                    continue
                bodies = (self._bindings.in_class(c, name, position) for c in self._ancestries[held.type])
                bound = next(filter(None, bodies), None)
                if bound is not None and bound.value == value:
                    found = self._attribute(number, name, base, position)
                    if found is not None and found.position == bound.position:
                        yield found

    def _passes(self, base: Writer, held: HeapObject, index: int, name: str) -> bool:
        """Whether the statement that bound an object made it, and passed the field of an index."""
        if base.step is None or base.position is None:
            return False
        code = self._statements.get(self._trace.block_of(base.step), ())
        place = self._bounds.statement_at(base.step, base.position)
        return place < len(code) and code[place].passes_field(held.type, index, name)

    def _of_class(self, number: VisitNo, held: HeapObject, name: str, position: int) -> Writer | None:
        """Who set an attribute on an object's class, or on one above it, or bound it in a class's body."""
        own = _class_name(held)
        for type_name in self._ancestries.get(own, (own,)):
            owner = self._bindings.writer(type_name, number, position)
            if owner is not None and is_reference(owner.value):
                value, last = self._elements.attribute(owner.value, name, position)
                if last is not None:
                    return replace(self.mutating(last, owner), value=value)
            bound = self._bindings.in_class(type_name, name, position)
            if bound is not None:
                return bound
        return None

    def is_definition(self, binding: Writer) -> bool:
        """Whether a name was bound by a `def`, a `class` or an `import`, or is the interpreter's or a prefix's."""
        if not is_reference(binding.value):
            return False
        if binding.step is not None:
            code = self._statements.get(self._trace.block_of(binding.step), ())
            if not any(statement.defines and statement.line == binding.line for statement in code):
                return False
        born = self._log.birth(binding.value[0])
        return born is not None and (born.kind == wire.CLASS or born.type in _DEFINITIONS)

    def cut(self, number: VisitNo, node: ast.expr, binding: Writer, position: int) -> slice | None:
        """The bounds of a slice of what a binding bound, if they are known and leave something out."""
        if not is_cut(node) or not is_reference(binding.value):
            return None
        key, held = self.binding(number, node.slice, position), self._log.object_at(binding.value, position)
        return None if key is None or held is None else bounds_of(held, key.value)

    def mutating(self, position: int, binding: Writer) -> Writer:
        """The change that an event made of what a binding bound; the binding where no step made it."""
        event = self._log.event(position)
        step = self._log.step_at(position, event.site.scope)
        if not step:
            return binding
        how: How = "inferred" if event.site.kind == kinds.COMPARED else "mutation"
        line = event.site.line if event.site.block else self.line_at(step, position)
        return Writer(position=position, step=step, line=line, how=how, value=binding.value)

    def line_at(self, number: VisitNo, position: int) -> LineNo:
        """The line of the statement under way at an event that has none of its own."""
        return self._bounds.line(number, self._bounds.statement_at(number, position))


def is_cut(node: ast.expr) -> TypeGuard[ast.Subscript]:
    """Whether an expression is a slice of something."""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def _class_name(held: HeapObject) -> str:
    """The name of an object's class, or of the class that it is."""
    shown = str(held.extra).partition("'")[2].rpartition("'")[0]
    return shown.rpartition(".")[2] if held.kind == wire.CLASS else held.type
