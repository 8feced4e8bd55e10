"""The form of values on their way from the child to the parent: shared constants. Standard library only.

A chunk is one msgpack array: `(SITES, rows, scopes)`, where later ones add rows, `(INITIAL, pairs, news)` and
`(LOG, tag width, tag bytes, values, news, freed)`. None, bool, int, float, str and bytes are themselves. An array of
one number is a reference to the heap object of that number. An array of two or more starts with one of the marks below.
"""

SITES, INITIAL, LOG = 0, 1, 2

BIG_INT = 0  # (BIG_INT, hexadecimal text, bits): only the leading digits where bits say that there are more
TUPLE = 1  # (TUPLE, items): small tuple of simple items
CUT_BYTES = 2  # (CUT_BYTES, kept, length)
COMPLEX = 3  # (COMPLEX, real, imaginary)
PLAIN = 4  # (PLAIN, type name, text): immutable, shown as it is
SNAPSHOT = 5  # (SNAPSHOT, reference, kind, type name, items, attributes, extra): new contents of an object
SLICE = 6  # (SLICE, start, stop, step)
LOST = 7  # (LOST, type name): could not be described

# Kinds of heap objects; `items` are values in order, mappings flattened to key, value, key, value.
(
    LIST,
    TUPLES,
    SET,
    FROZENSET,
    DEQUE,
    DICT,
    BYTEARRAY,
    INSTANCE,
    CELL,
    OPAQUE,
    TEXT,
    CLASS,
    HUGE,
    RECORD,
    ERROR,
) = range(15)

MAPPINGS = frozenset({"dict", "defaultdict", "OrderedDict", "Counter"})

TEXT_INLINE = 256
"""Longer strings become heap objects, sent once."""

TEXT_KEPT = 10_000
"""Characters of a string, bytes of a bytes object, hexadecimal digits of an int that are kept."""

ITEMS_KEPT = 200_000
"""Contents of larger containers are not sent: their text says how many items they had."""

TUPLE_INLINE = 16
