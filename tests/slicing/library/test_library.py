"""What library calls read, by the table of methods, and the step that wrote it."""

import pytest

from llmdb.slicing.dependencies import Dependencies
from llmdb.slicing.library.reads import LibraryReads
from llmdb.slicing.slices import slice_backward
from tests.slicing.recorded import dependencies

Row = tuple[str, str, int | None]


def of(text: str) -> tuple[Dependencies, LibraryReads]:
    """A program's dependencies, with what its library calls read."""
    found = dependencies(text)
    return found, LibraryReads(found, text)


def reads_at(text: str, line: int) -> list[Row]:
    """Name, value and line of the writer of each part that the library calls of a line read, in all its steps."""
    found, library = of(text)
    out = []
    for number in range(1, len(found.trace) + 1):
        code = found.statements.get(found.trace.block_of(number), ())
        for read in library.reads(number):
            if code[read.statement].line == line:
                out.append((read.name, found.value(read).repr, read.writer.line))
    return out


def hidden_at(text: str, line: int, name: str) -> list[tuple[int | None, int | None]]:
    """Step and line of the last change of a hidden object that a line reads, in all its steps."""
    found, library = of(text)
    out = []
    for number in range(1, len(found.trace) + 1):
        code = found.statements.get(found.trace.block_of(number), ())
        for place in (place for place, statement in enumerate(code) if statement.line == line):
            for read in found.reads(number, place):
                writer = library.hidden_writer(read, number) if read.name == name else None
                if writer is not None:
                    out.append((writer.step, writer.line))
    return out


HEAP = """\
import heapq
heap = []
heapq.heappush(heap, 9)
heapq.heappush(heap, 2)
heapq.heappush(heap, 5)
first = heapq.heappop(heap)
second = heapq.heappop(heap)
"""


def test_heappop_read_the_element_that_its_push_brought() -> None:
    assert reads_at(HEAP, 6) == [("heap[0]", "2", 4)]
    assert reads_at(HEAP, 7) == [("heap[0]", "5", 5)]


@pytest.mark.parametrize(
    ("setup", "call", "expected"),
    [
        ("xs.append(7)", "xs.pop()", ("xs[-1]", "7", 3)),
        ("xs.insert(0, 7)", "xs.pop(0)", ("xs[0]", "7", 3)),
        ("xs.append(7); xs.sort()", "xs.pop(-3)", ("xs[-3]", "7", 3)),
        ("q.append(7)", "q.pop()", ("q[-1]", "7", 3)),
        ("q.appendleft(7)", "q.popleft()", ("q[0]", "7", 3)),
        ("d['k'] = 7", "d.get('k')", ("d['k']", "7", 3)),
        ("d.update(k=7)", "d.pop('k')", ("d['k']", "7", 3)),
        ("d.setdefault('k', 7)", "d.setdefault('k', 1)", ("d['k']", "7", 3)),
        ("d['k'] = 7", "d.popitem()", ("d['k']", "7", 3)),
        ("c['k'] += 7", "c.pop('k')", ("c['k']", "7", 3)),
        ("heapq.heappush(h, 7)", "heapq.heapreplace(h, 1)", ("h[0]", "7", 3)),
        ("s.add(7)", "s.pop()", ("s", "7", 3)),
        ("h.append(7)", "random.choice(h)", ("h[0]", "7", 3)),
        ("h.append(7)", "min(h)", ("h[0]", "7", 3)),
    ],
)
def test_each_taking_method_names_the_element_and_who_wrote_it(setup: str, call: str, expected: Row) -> None:
    text = (
        "import heapq, random, collections\n"
        "xs, q, d, c, h, s = [8, 9], collections.deque([8]), {'a': 8}, collections.Counter(), [], set()\n"
        f"{setup}\nprint('between')\nx = {call}\n"
    )
    assert reads_at(text, 5) == [expected]


def test_a_missing_key_reads_no_element() -> None:
    assert reads_at("d = {'a': 1}\nx = d.get('b', 2)\ny = d.setdefault('c', 3)\n", 2) == []


ITERATOR = """\
xs = []
xs.append(10)
xs.append(20)
xs.append(30)
it = iter(xs)
head = next(it)
for x in it:
    print(x)
    break
last = next(it)
"""


def test_an_iterator_stands_at_the_element_that_it_gives_next() -> None:
    assert reads_at(ITERATOR, 6) == [("xs[0]", "10", 2)]
    assert reads_at(ITERATOR, 7) == [("xs[1]", "20", 3)]
    assert reads_at(ITERATOR, 10) == [("xs[2]", "30", 4)]


def test_an_iterator_was_last_changed_by_who_took_from_it() -> None:
    assert [line for _, line in hidden_at(ITERATOR, 10, "it")] == [7]


def test_loops_over_enumerate_zip_reversed_and_items_name_their_elements() -> None:
    text = "xs = [1, 2]\nys = []\nys.append(3)\nd = {}\nd['k'] = 4\n"
    loops = "for a in {}:\n    pass\n"
    assert reads_at(text + loops.format("enumerate(xs)"), 6) == [("xs[0]", "1", 1), ("xs[1]", "2", 1)]
    assert reads_at(text + loops.format("zip(xs, ys)"), 6) == [("xs[0]", "1", 1), ("ys[0]", "3", 3)]
    assert reads_at(text + loops.format("reversed(xs)"), 6) == [("xs[-1]", "2", 1), ("xs[-2]", "1", 1)]
    assert reads_at(text + loops.format("d.items()"), 6) == [("d['k']", "4", 5)]
    assert reads_at(text + loops.format("ys"), 6) == [("ys[0]", "3", 3)]


def test_a_loop_within_a_loop_counts_its_own_turns() -> None:
    text = "xs = [1, 2]\nfor i in range(2):\n    for x in xs:\n        pass\n"
    assert [row[0] for row in reads_at(text, 3)] == ["xs[0]", "xs[1]", "xs[0]", "xs[1]"]


def test_rows_of_a_csv_reader_come_from_its_lines() -> None:
    text = (
        "import csv\nlines = []\nlines.append('a,b')\nlines.append('1,2')\n"
        "rows = csv.reader(lines)\nhead = next(rows)\nrow = next(rows)\n"
    )
    assert reads_at(text, 6) == [("lines[0]", "'a,b'", 3)]
    assert reads_at(text, 7) == [("lines[1]", "'1,2'", 4)]


STREAM = """\
import csv
import io
out = io.StringIO()
out.write("a")
writer = csv.writer(out)
writer.writerow(["b"])
print("c", file=out)
text = out.getvalue()
out.seek(0)
rest = out.read()
"""


def test_a_stream_was_last_changed_by_write_writer_print_or_seek() -> None:
    assert [line for _, line in hidden_at(STREAM, 8, "out")] == [7]
    assert [line for _, line in hidden_at(STREAM, 10, "out")] == [9]
    shorter = STREAM.replace('print("c", file=out)', "print('c')")
    assert [line for _, line in hidden_at(shorter, 8, "out")] == [6]


def test_an_object_of_the_snippet_is_asked_by_no_row_of_the_table() -> None:
    text = "class Box:\n    def pop(self):\n        return 1\nlist_like = Box()\nx = list_like.pop()\n"
    assert reads_at(text, 5) == []


def test_calls_on_one_line_take_one_element_after_the_other() -> None:
    text = "xs = []\nxs.append(1)\nxs.append(2)\ny = xs.pop() - xs.pop()\n"
    assert reads_at(text, 4) == [("xs[-1]", "2", 3), ("xs[-1]", "1", 2)]


def test_statements_on_one_line_have_calls_of_their_own() -> None:
    text = "import heapq\nh = []\nheapq.heappush(h, 2); heapq.heappush(h, 1)\nx = h.pop(); y = h.pop()\n"
    assert reads_at(text, 4) == [("h[-1]", "2", 3), ("h[-1]", "1", 3)]


def test_an_iterator_over_an_iterator_takes_nothing_until_it_is_asked() -> None:
    text = "xs = [1, 2, 3]\nit = iter(xs)\npairs = enumerate(it)\nx = next(it)\ny = next(it)\n"
    assert reads_at(text, 4) == [("xs[0]", "1", 1)]
    assert reads_at(text, 5) == [("xs[1]", "2", 1)]


def slice_lines(text: str, name: str) -> list[int]:
    """The lines of the backward slice of a name at the end."""
    found = dependencies(text, level="line")
    return sorted({step.line for step in slice_backward(found, name, len(found.trace)).steps})


def test_a_slice_goes_through_a_stream_to_all_that_was_written() -> None:
    assert slice_lines(STREAM, "text") == [3, 4, 5, 6, 7, 8]
    assert slice_lines(STREAM.replace("seek(0)", "seek(2)"), "rest") == [3, 4, 5, 6, 7, 9, 10]


def test_a_slice_goes_through_an_iterator_to_who_took_from_it() -> None:
    assert slice_lines(ITERATOR, "last") == [1, 2, 3, 4, 5, 6, 7, 10]


def test_a_stream_of_its_own_is_in_no_other_slice() -> None:
    text = "import io\na = io.StringIO()\nb = io.StringIO()\na.write('x')\nb.write('y')\nt = a.getvalue()\n"
    assert slice_lines(text, "t") == [2, 4, 6]
