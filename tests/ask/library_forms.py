"""What library calls write, as models tell it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodForm:
    """A reply on `writer.writerow(list)` and `reader.peek()`: the tags of each, () for one that it leaves open."""

    name: str
    reply: str
    writer: tuple[str, ...]
    reader: tuple[str, ...]


ADDS = ("set", "add", "rows", "end")
METHODS = [
    MethodForm(name="as asked for", reply="1. <set><add><rows><end>\n2. <get>", writer=ADDS, reader=("get",)),
    MethodForm(
        name="with the question repeated",
        reply='1. "writer.writerow(list)" with signature "writer.writerow(list)": <set><add><rows><end>\n'
        '2. "reader.peek()" with signature "reader.peek()": <get>',
        writer=ADDS,
        reader=("get",),
    ),
    MethodForm(
        name="in bold and code",
        reply="**1.** `<set><add><rows><end>`\n**2.** `<get>`",
        writer=ADDS,
        reader=("get",),
    ),
    MethodForm(
        name="a think block with a draft",
        reply="<think>1. <get>\n2. <set><add><rows><end></think>\n1. <set><add><rows><end>\n2. <get>",
        writer=ADDS,
        reader=("get",),
    ),
    MethodForm(name="cut off", reply="1. <set><add><rows><end>\n2. <se", writer=ADDS, reader=()),
    MethodForm(name="prose", reply="The writer adds a row at the end.", writer=(), reader=()),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldForm:
    """A reply on `xs.insert(0, 3)` and `d.update(e)`: the paths of each, None for one that it leaves open."""

    name: str
    reply: str
    first: tuple[str, ...] | None
    second: tuple[str, ...] | None


FIELDS = [
    FieldForm(
        name="as asked for", reply="1. <xs#[0]>;<xs#[1]>\n2. <none>", first=("xs#[0]", "xs#[1]"), second=()
    ),
    FieldForm(
        name="without brackets", reply="1. xs#[0];xs#[1]\n2. none", first=("xs#[0]", "xs#[1]"), second=()
    ),
    FieldForm(
        name="a think block with a draft",
        reply="<think>1. <none>\n2. <d#['a']></think>\n1. <xs#[0]>;<xs#[1]>\n2. <none>",
        first=("xs#[0]", "xs#[1]"),
        second=(),
    ),
    FieldForm(
        name="in a fence",
        reply="```\n1. <xs#[0]>;<xs#[1]>\n2. <none>\n```",
        first=("xs#[0]", "xs#[1]"),
        second=(),
    ),
    FieldForm(name="one line only", reply="1. <xs#[0]>;<xs#[1]>", first=("xs#[0]", "xs#[1]"), second=None),
]
