"""Writers and controlling steps of small programs, worked out by hand."""

import pytest

from llmdb.slicing import slice_backward
from llmdb.slicing.slices import last_with
from plugins.numpy_pandas import NumpyPandasDescriber
from tests.slicing.recorded import dependencies, last_step, writers

CALLS = """\
def add(xs, v):
    xs.append(v)
    return len(xs)

out = []
for i in range(2):
    n = add(out, i * i)
    if n > 1:
        big = n
"""


def test_a_parameter_is_written_by_the_call_and_its_object_by_the_mutation() -> None:
    found = dependencies(CALLS)
    inside = last_step(found, 2)
    caller = found.trace.parent_step(inside)
    reads = [(r.name, r.writer.step, r.writer.line, r.writer.how) for r in found.reads(inside)]
    assert reads == [
        ("xs", caller, 7, "assignment"),
        ("v", caller, 7, "assignment"),
        ("xs", inside, 2, "mutation"),
    ]


def test_a_mutation_through_an_alias_in_a_call_is_the_writer_for_the_caller() -> None:
    found = dependencies(CALLS)
    caller = last_step(found, 7)
    first_append = min(n for n in range(1, len(found.trace) + 1) if 2 in found.trace.lines(n))
    assert writers(found, caller)["out"] == (first_append, 2, "mutation")


def test_a_return_value_is_a_read_of_the_calling_step() -> None:
    found = dependencies(CALLS)
    assert writers(found, last_step(found, 7))["add()"] == (last_step(found, 3), 3, "assignment")


def test_control_is_the_condition_the_loop_or_the_call() -> None:
    found = dependencies(CALLS)
    control = [found.control(last_step(found, line)) for line in (9, 7, 2, 5)]
    caller = last_step(found, 7)
    header = caller - 1
    assert [(c.step, c.line, c.condition) if c else None for c in control] == [
        (caller, 8, "n > 1"),
        (header, 6, "i in range(2)"),
        (caller, 7, "call of add"),
        None,
    ]


def test_a_local_variable_that_is_not_bound_yet_is_not_the_modules() -> None:
    found = dependencies("""\
count = 0
def tally():
    count += 1
try:
    tally()
except UnboundLocalError:
    count = 5
""")
    assert "count" not in writers(found, last_step(found, 3))


def test_a_name_bound_in_a_generator_expression_is_written_by_the_statement_that_drove_it() -> None:
    source = "def f(xs):\n    w = 0\n    if any((w := x) > 1 for x in xs):\n        e = w\n    return e\n"
    source += "hit = f([1, 2])\nif any((hit := p) == 2 for p in (1, 2, 3)):\n    s = hit\n"
    found = dependencies(source)
    assert writers(found, last_step(found, 4))["w"] == (last_step(found, 3), 3, "assignment")
    assert writers(found, last_step(found, 8))["hit"] == (last_step(found, 7), 7, "assignment")


ELEMENTS = """\
d = {}
xs = [0, 0]
for i in range(3):
    d[i] = i
    if i < 2:
        xs[i] = i
    xs.append(i)
xs.insert(0, 9)
k = 1
a = d[k]
b = xs[1]
c = xs[2]
e = xs[-1]
"""


def test_items_have_the_writer_of_their_own_element() -> None:
    found = dependencies(ELEMENTS)
    found_at = writers(found, last_step(found, 10))
    stores = [n for n in range(1, len(found.trace) + 1) if 4 in found.trace.lines(n)]
    changes = [n for n in range(1, len(found.trace) + 1) if 6 in found.trace.lines(n)]
    appends = [n for n in range(1, len(found.trace) + 1) if 7 in found.trace.lines(n)]
    assert found_at["d[k]"] == (stores[1], 4, "mutation")
    assert found_at["xs[1]"] == (changes[0], 6, "mutation")
    assert found_at["xs[2]"] == (changes[1], 6, "mutation")
    assert found_at["xs[-1]"] == (appends[2], 7, "mutation")


ATTRIBUTES = """\
class Point:
    def __init__(self, x):
        self.x = x
        self.y = 0

p = Point(3)
q = p
if q.x:
    q.y = 5
z = p.x + p.y
"""


def test_attributes_have_the_writer_of_their_own_attribute_through_any_alias() -> None:
    found = dependencies(ATTRIBUTES)
    got = writers(found, last_step(found, 10))
    assert got["p.x"] == (last_step(found, 3), 3, "mutation")
    assert got["p.y"] == (last_step(found, 9), 9, "mutation")


def test_whether_an_object_has_an_attribute_comes_from_what_set_it() -> None:
    found = dependencies(
        "class O: pass\no = O()\nn = 'f'\nsetattr(o, n + '2', 3)\nif n:\n    f = hasattr(o, 'f2')\n"
    )
    got = writers(found, last_step(found, 6))
    assert got["hasattr(o, 'f2')"] == (last_step(found, 4), 4, "mutation")


CLOSURES = """\
def counter(k):
    c = 0
    def inc():
        nonlocal c
        c += k
        return c
    return inc

one = counter(1)
two = counter(2)
one()
r = two()
"""


def test_closures_are_told_apart_by_their_cells() -> None:
    found = dependencies(CLOSURES)
    inc = last_step(found, 5)
    reads = [(r.name, r.writer.line, found.value(r).repr) for r in found.reads(inc, 0)]
    assert reads == [("c", 2, "0"), ("k", 10, "2")]
    makers = [n for n in range(1, len(found.trace) + 1) if 2 in found.trace.lines(n)]
    assert writers(found, inc)["k"][0] == found.trace.parent_step(makers[1])


HANDLERS = """\
total = 0
try:
    total = 1 // total
except ZeroDivisionError:
    total = -1
done = total
"""


def test_a_handler_controls_its_body_and_the_raising_step_controls_the_handler() -> None:
    found = dependencies(HANDLERS)
    handler, body = last_step(found, 4), last_step(found, 5)
    control = found.control(body)
    assert control is not None
    assert (control.step, control.line) == (handler, 4)
    raised = found.control(handler)
    assert raised is not None
    assert raised.step == last_step(found, 3)
    after = found.control(last_step(found, 6))
    assert after is None


def test_a_read_after_the_steps_own_write_has_that_write() -> None:
    found = dependencies("x = 1\ny = x + 1\nx = y * 2\nz = x\n")
    reads = [(r.name, r.writer.line, found.value(r).repr) for r in found.reads(1)]
    assert reads == [("x", 1, "1"), ("y", 2, "2"), ("x", 3, "4")]


def test_a_later_turn_of_a_loop_reads_what_was_iterated_on_the_way_in_also_behind_a_try() -> None:
    found = dependencies("xs = [1, 2]\ntry:\n    for x in xs:\n        xs = []\nfinally:\n    x = 0\n")
    assert writers(found, last_step(found, 3))["xs"] == (1, 1, "assignment")


def test_the_body_of_a_class_reads_its_own_names_before_those_of_the_module() -> None:
    found = dependencies("k = 2\nclass A:\n    x = k\n    k = 5\n    y = x + k\n    z = len\nb = A.y\n")
    body = last_step(found, 5)
    sources = [(read.name, read.writer.line) for read in found.reads(body) if read.name in ("x", "k")]
    assert sources == [("k", 1), ("x", 3), ("k", 4)]
    assert [one.line for one in slice_backward(found, "b", len(found.trace)).steps] == [1, 2, 3, 4, 5, 7]


def test_writes_into_bytes_and_arrays_are_seen_by_whatever_reads_them() -> None:
    found = dependencies(
        "import array\nb = bytearray(b'abc')\nb[0] = 9\nb[2] = 8\nc = bytes(b)\n"
        "x = array.array('i', [1, 2])\nx[0] = 5\nx[1] = 6\ny = sum(x)\nz = x[0]\n"
    )
    lines = {
        name: [one.line for one in slice_backward(found, name, 1).steps if one.line > 1] for name in "cyz"
    }
    assert lines == {"c": [2, 3, 4, 5], "y": [6, 7, 8, 9], "z": [6, 7, 8, 10]}


def test_a_change_through_a_view_is_that_of_the_array_or_frame_in_the_same_statement() -> None:
    describer = NumpyPandasDescriber()
    found = dependencies(
        "import numpy as np\nimport pandas as pd\na = np.zeros(4)\nhalf = a[:2]\nhalf[0] = 5\n"
        "s = a.sum()\ndf = pd.DataFrame({'x': [1, 2]})\ndf.loc[0, 'x'] = 7\nt = str(s)\nu = df.x.mean()\n",
        describers=((describer.name, describer.type_names, describer.source),),
    )
    lines = {
        name: [one.line for one in slice_backward(found, name, 1).steps if one.line > 2] for name in "su"
    }
    assert lines == {"s": [3, 4, 5, 6], "u": [7, 8, 10]}


DRIVING = {
    "unpacking": "a, b = steps",
    "a starred list": "c = [*steps]",
    "in": "c = 7 in steps",
    "a slice": "row[1:] = steps",
    "an updated list": "row += steps",
    "a list comprehension": "c = [x for x in steps]",
}


@pytest.mark.parametrize("before", ["n = 1", "n = abs(1)"])
@pytest.mark.parametrize("statement", DRIVING.values(), ids=DRIVING)
def test_a_statement_that_drives_a_generator_without_a_call_reads_what_it_yields(
    statement: str, before: str
) -> None:
    text = f"def gen():\n    yield 1\n    yield 2\nsteps, row = gen(), [0]\n{before}\n{statement}\nprint(row, n)\n"
    found = dependencies(text)
    number = last_step(found, 6)
    assert [found.line(number, r.statement) for r in found.reads(number) if r.name == "gen()"] == [6, 6]


@pytest.mark.parametrize("statement", DRIVING.values(), ids=DRIVING)
def test_the_first_statement_that_drives_a_generator_reads_what_it_yields(statement: str) -> None:
    text = (
        "def gen():\n    yield 1\n    yield 2\ndef drive(steps, row):\n    n = 1\n"
        f"    {statement}\n    print(row, n)\ndrive(gen(), [0])\n"
    )
    found = dependencies(text)
    number = last_step(found, 6)
    assert [found.line(number, r.statement) for r in found.reads(number) if r.name == "gen()"] == [6, 6]


def test_a_statement_that_raises_a_class_calls_its_initialiser() -> None:
    text = (
        "class E(Exception):\n    def __init__(self):\n        self.n = 1\n"
        "def f(n):\n    m = n\n    raise E\n    print(m)\n"
        "try:\n    f(1)\nexcept E as error:\n    n = error.n\n"
    )
    found = dependencies(text)
    control = found.control(last_step(found, 3))
    assert control is not None
    assert control.line == 6


def test_a_statement_that_is_known_to_call_is_the_one_of_an_unseen_call() -> None:
    text = (
        "class N:\n    def __init__(self, v):\n        self.v = v\n    def __add__(self, other):\n"
        "        return N(self.v + other.v)\na = N(1)\nb = a + a\nc = b.v\nprint(c)\n"
    )
    found = dependencies(text)
    control = found.control(last_step(found, 5))
    assert control is not None
    assert control.line == 7


def test_a_statement_reads_when_it_begins_though_no_event_told_that_its_thread_goes_on() -> None:
    found = dependencies(
        """\
import threading
from operator import call
results = []
def work():
    results.append(1)
thread = threading.Thread(target=work)
list(map(call, (thread.start, thread.join)))
print(results)
"""
    )
    last = last_step(found, 8)
    assert writers(found, last)["results"] == (last_step(found, 5), 5, "mutation")
    read = next(read for read in found.reads(last) if read.name == "results")
    site = found.log.event(read.position).site
    assert (site.kind, site.scope, site.line) == ("begin", "<module>", 8)


def test_the_frame_that_bound_a_parameter_last_is_the_innermost_of_a_recursion() -> None:
    found = dependencies("def down(n):\n    if n:\n        down(n - 1)\n    return n\ndown(2)\n")
    last = last_with(found, "n")
    assert last is not None
    assert (found.trace.depth(last), found.trace.lines(last)) == (4, (4,))
