"""What statements read, while the events of a run are followed: each read is an edge to those who wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from llmdb.events import wire
from llmdb.events.decode import Wire
from llmdb.replay.heap import HeapObject, is_reference, references
from llmdb.slicing.graph.frame import Frame, Reader, Start
from llmdb.slicing.graph.graph import Growing
from llmdb.slicing.graph.plans import NAME, PART, UNKNOWN, Getter, PlainRead, Read, StatementPlan
from llmdb.slicing.graph.shadow import bounds_of
from llmdb.slicing.graph.writers import Writers
from llmdb.slicing.syntax.finding import which_call
from llmdb.types import BlockId

_ORDERED = frozenset({wire.LIST, wire.DEQUE, wire.TUPLES})


class Reading:
    """Finds the writers of what is read.

    Args:
        follows: whether what is read is looked up; else only the changes are that no event tells of.
    """

    def __init__(self, writers: Writers, grown: Growing, follows: bool) -> None:
        self._writers = writers
        self._contents = writers.contents
        self._owners = writers.owners
        self._grown = grown
        self.follows = follows

    def link(self, reader: int, mark: int, label: int) -> None:
        """A node reads what an event wrote."""
        writer = self._owners[mark]
        if writer:
            self._grown.tie(reader, writer, label)

    def read_contents(self, value: Wire, node: int, label: int) -> None:
        """A node reads all that a value holds, at any depth."""
        if len(value) != 1:
            if value is not UNKNOWN:
                for reference in tuple(references((value,))):
                    self.read_contents((reference,), node, label)
            return
        (number,) = value
        contents, tie = self._contents, self._grown.tie
        for writer in contents.known[number] if number in contents.known else contents.writers(number, label):
            tie(node, writer, label)

    def read(self, frame: Frame, readers: tuple[Reader, ...]) -> None:
        """The statement under way reads these."""
        node = frame.node
        for reader in readers:
            reader(frame, node)

    def finish(self, frame: Frame) -> None:
        """The statement under way reads what it reads after its calls.

        Its library calls may have changed objects that the recorder cannot look into.
        """
        if frame.late:
            self.read_rest(frame)
        plan = frame.plan[frame.place]
        if plan.touches and self.follows:
            self._touch(frame, plan.touched)
            if plan.over:
                self._hold(frame, plan)

    def read_rest(self, frame: Frame) -> None:
        """The statement under way has made its calls: what it reads after them is read."""
        late, frame.late = frame.late, ()
        self._read_late(frame, late, len(late))

    def _read_late(self, frame: Frame, late: tuple[Reader, ...], left: int) -> None:
        """The statement under way reads some of what it reads after calls; `left` of these were not read before."""
        if late and self.follows:
            first = len(frame.plan[frame.place].late) - left
            self._grown.late.extend((frame.node, first, len(late), self._writers.machine.position + 1))
            self.read(frame, late)

    def read_between(self, frame: Frame, scope: str) -> None:
        """A call that the statement under way makes is about to run a scope's code: what comes before it is read."""
        plan = frame.plan[frame.place]
        number = which_call(plan.code.ran, frame.called, scope)
        if number < 0:  # a setter or an operator: what may come after it is read again
            self._read_late(frame, frame.late, len(frame.late))
        elif plan.ready:
            count = max(0, plan.ready[number] - len(plan.late) + len(frame.late))
            self._read_late(frame, frame.late[:count], len(frame.late))
            frame.called = number + 1
            frame.late = frame.late[count:]

    def _touch(self, frame: Frame, touched: Sequence[Getter]) -> None:
        contents, writers = self._contents, self._writers
        for getter in touched:
            value = getter(writers, frame)
            if type(value) is tuple and len(value) == 1 and value[0] not in contents.is_open:
                contents.touch(value[0], frame.node)

    def touching(self, plan: StatementPlan) -> Start | None:
        """What ends a statement that binds nothing which stands over objects, and reads nothing after its calls."""
        touched, touch = plan.touched, self._touch
        return (lambda frame: touch(frame, touched)) if touched else None

    def _hold(self, frame: Frame, plan: StatementPlan) -> None:
        """What the statement binds may stand over objects that the recorder cannot look into."""
        over = [getter(self._writers, frame) for getter in plan.over]
        held = [value[0] for value in over if is_reference(value)]
        for name in plan.code.binds:
            bound = self._writers.entry(frame, NAME, name)[0]
            if is_reference(bound):
                self._contents.hold(bound[0], held)

    def give(self, receiver: int, mark: int, label: int) -> None:
        """A statement gets a value that another one returned, yielded or sent, with the event of a mark."""
        giver = self._owners[mark]
        if receiver and giver and self.follows:
            self._grown.tie(receiver, giver, label)
            self._grown.given.extend((receiver, mark, self._writers.machine.position + 1, label))

    def iterating(self, plan: StatementPlan, block: BlockId) -> Start:
        """The header of a loop, in a block, reads its iterable on the way in; later only what that holds by then."""
        inside, reads = plan.code.inside, [(read, self.reader(read)) for read in plan.early]
        tie, read_contents = self._grown.tie, self.read_contents

        def turn(frame: Frame) -> None:
            loops = frame.loops
            if frame.before not in inside or block not in loops:
                held = self._into_loop(frame, reads) if self.follows else []
                frame.loops = {**loops, block: (self._writers.machine.position + 1, held)}
                return
            node = frame.node
            for writer, label, value in loops[block][1]:
                if writer:
                    tie(node, writer, label)
                else:
                    read_contents(value, node, label)

        return turn

    def _into_loop(self, frame: Frame, reads: Sequence[tuple[Read, Reader]]) -> list[tuple[int, int, Wire]]:
        """Read a loop's iterable: what is read again in each turn, as writer, label and value."""
        grown, node = self._grown, frame.node
        held: list[tuple[int, int, Wire]] = []
        for read, reader in reads:
            since, label = len(grown.readers), read.label
            if read.kind == PART or read.moves:
                reader(frame, node)
                value = self._value(frame, read)
            else:
                value, writer = self._writers.entry(frame, read.kind, read.name)
                if writer and not read.is_again:
                    self.link(node, writer, label)
                    held += [(self._owners[writer], label, None)] if self._owners[writer] else []
                    since = len(grown.readers)
                if type(value) is tuple and not read.is_base:
                    self.read_contents(value, node, label)
            if type(value) is tuple and not read.is_base and value is not UNKNOWN:
                held.append((0, label, value))
            for edge in range(since, len(grown.readers)):
                if grown.readers[edge] == node and grown.writers[edge]:
                    held.append((grown.writers[edge], grown.labels[edge], None))
        return held

    def _value(self, frame: Frame, read: Read) -> Wire:
        writers = self._writers
        if read.kind != PART:
            return writers.entry(frame, read.kind, read.name)[0]
        assert read.base is not None
        base = read.base(writers, frame)
        if read.key is None or read.named:
            return writers.attribute_value(base, read.name if read.key is None else read.key(writers, frame))
        return writers.item_value(base, read.key(writers, frame))

    def readers(self, reads: Sequence[Read]) -> tuple[Reader, ...]:
        """What finds the writers of several things that are read one after the other."""
        return tuple(map(self.reader, reads)) if self.follows else ()

    def plain_readers(self, reads: Sequence[PlainRead]) -> tuple[Reader, ...]:
        """The readers of local names: of what most statements read."""
        return tuple(self._plain_reader(*read) for read in reads) if self.follows else ()

    def reader(self, read: Read) -> Reader:
        """What finds the writers of what is read, as edges of the node that reads."""
        if read.moves:
            return self._mover(read._replace(moves=False))
        if read.named:
            return self._named_reader(read)
        if read.kind == PART:
            return self._item_reader(read) if read.key is not None else self._attribute_reader(read)
        kind, name, label, is_base = read.kind, read.name, read.label, read.is_base

        entry, again = self._writers.entry, read.is_again
        link, read_contents = self.link, self.read_contents

        def find(frame: Frame, node: int) -> None:
            value, writer = entry(frame, kind, name)
            if writer and not again:
                link(node, writer, label)
            if type(value) is tuple and not is_base:
                read_contents(value, node, label)

        return find

    def _plain_reader(self, name: str, label: int, is_base: bool) -> Reader:
        owners = self._owners
        tie, read_contents = self._grown.tie, self.read_contents

        def find(frame: Frame, node: int) -> None:
            if name not in frame.names:
                return
            value, writer = frame.names[name], frame.marks.get(name, 0)
            if writer and owners[writer]:
                tie(node, owners[writer], label)
            if type(value) is tuple and not is_base:
                read_contents(value, node, label)

        return find

    def _mover(self, read: Read) -> Reader:
        """The reader of something whose parts are moved, if it is a list; of anything else it is a mere base."""
        whole, base = self.reader(read), self.reader(read._replace(is_base=True))

        def find(frame: Frame, node: int) -> None:
            value = self._value(frame, read)
            found = self._writers.lookup(value[0]) if is_reference(value) else None
            (whole if found is not None and found.kind in _ORDERED else base)(frame, node)

        return find

    def _named_reader(self, read: Read) -> Reader:
        """The reader of an attribute whose name is computed; where that is not known, any of them may be meant."""
        readers: dict[str, Reader] = {}
        assert read.base is not None
        assert read.key is not None
        base_of, key_of, writers = read.base, read.key, self._writers

        def find(frame: Frame, node: int) -> None:
            name, base = key_of(writers, frame), base_of(writers, frame)
            if type(name) is str:
                if name not in readers:
                    readers[name] = self._attribute_reader(read._replace(name=name))
                readers[name](frame, node)
            elif is_reference(base):
                self.read_contents(base, node, read.label)

        return find

    def _attribute_reader(self, read: Read) -> Reader:
        assert read.base is not None
        base_of, name, label, is_base = read.base, read.name, read.label, read.is_base
        writers, link, read_contents = self._writers, self.link, self.read_contents
        heap, shadows = writers.machine.heap, writers.shadows

        def find(frame: Frame, node: int) -> None:
            base = base_of(writers, frame)
            if type(base) is not tuple or len(base) != 1:
                return
            number = base[0]
            found = heap.get(number) or writers.lookup(number)
            if found is None:
                return
            if name in found.attributes and found.kind != wire.CLASS:
                value = found.attributes[name]
                writer = shadows[number].attributes.get(name, 0) if number in shadows else 0
            else:
                value, writer = writers.classes.attribute(found, name)
                gone = shadows[number].attributes.get(name, 0) if number in shadows else 0
                if gone and gone != writer:
                    link(node, gone, label)
                if found.type == "module":
                    value, writer = writers.in_module(found, name)
                if value is UNKNOWN and found.kind == wire.OPAQUE:
                    read_contents(base, node, label)
            if writer:
                link(node, writer, label)
            if type(value) is tuple and not is_base:
                read_contents(value, node, label)

        return find

    def _item_reader(self, read: Read) -> Reader:
        assert read.base is not None
        assert read.key is not None
        base_of, key_of, label, is_base = read.base, read.key, read.label, read.is_base
        writers, link, read_contents = self._writers, self.link, self.read_contents
        heap, shadows = writers.machine.heap, writers.shadows

        def find(frame: Frame, node: int) -> None:
            base = base_of(writers, frame)
            if type(base) is not tuple or len(base) != 1:
                return
            found = heap.get(base[0]) or writers.lookup(base[0])
            if found is None:
                return
            key, shadow = key_of(writers, frame), shadows.get(base[0])
            if type(key) is int and found.kind == wire.LIST and 0 <= key < len(found.data):
                value = found.data[key]
                if shadow is not None and shadow.moves:
                    for writer in shadow.item(key):
                        link(node, writer, label)
                elif shadow is not None and shadow.items[key]:
                    link(node, shadow.items[key], label)
            else:
                value = self._read_item(found, key, node, label)
            if value is UNKNOWN:
                read_contents(base, node, label)
            elif type(value) is tuple and not is_base:
                read_contents(value, node, label)

        return find

    def _read_item(self, found: HeapObject, key: Wire, node: int, label: int) -> Wire:
        """The item's value; UNKNOWN where any item may have been meant."""
        data, shadow = found.data, self._writers.shadows.get(found.number)
        if found.kind == wire.DICT:
            if key is UNKNOWN:
                return UNKNOWN
            if key not in data:
                if shadow is not None and shadow.removal:
                    self.link(node, shadow.removal, label)
                return None
            if shadow is not None and key in shadow.items:
                self.link(node, shadow.items[key], label)
            return data[key]
        if type(key) is not int or found.kind not in _ORDERED:
            bounds = bounds_of(found, key)
            if bounds is not None:
                return self._read_slice(found, bounds, node, label)
            by_method = found.kind == wire.INSTANCE and found.type in self._writers.classes
            return None if by_method else UNKNOWN
        size = len(data)
        if not -size <= key < size:
            return UNKNOWN
        if shadow is not None:
            names = found.field_names
            named = (shadow.attributes.get(names[key], 0),) if names else shadow.item(key % size, key < 0)
            for writer in filter(None, named):
                self.link(node, writer, label)
        return data[key]

    def _read_slice(self, found: HeapObject, bounds: slice, node: int, label: int) -> Wire:
        """The items between two bounds, with all that they hold; None, as there is no one value."""
        shadow = self._writers.shadows.get(found.number)
        if shadow is not None and found.kind == wire.LIST:
            for writer in sorted(shadow.span(bounds)):
                self.link(node, writer, label)
        for value in found.data[bounds]:
            if type(value) is tuple:
                self.read_contents(value, node, label)
        return None
