"""Attributes, variables and values that are set or given where the source does not name them."""

from llmdb.slicing import Dependencies
from llmdb.slicing.slices import slice_backward
from tests.slicing.recorded import dependencies, last_step


def sources(found: Dependencies, line: int) -> dict[str, set[int | None]]:
    """For each text that the last statement of a line reads, the lines that wrote it: by each read and by the graph."""
    step, graph, out = last_step(found, line), found.graph, dict[str, set[int | None]]()
    place = next(
        p for p, code in enumerate(found.statements[found.trace.block_of(step)]) if code.line == line
    )
    for read in found.reads(step, place):
        out.setdefault(read.name, set()).add(read.writer.line)
    passed = {
        (name, found.line(graph.steps[node], graph.places[node]))
        for name, node in graph.parents(graph.node(step, place))
        if name
    }
    assert passed <= {(name, line) for name, lines in out.items() for line in lines}
    return out


def test_what_is_set_in_the_dict_of_an_object_is_an_attribute_of_it() -> None:
    found = dependencies(
        """\
class Box:
    pass
box = Box()
box.__dict__["a"] = 2
x = box.a
vars(box)["b"] = x
y = box.b
box.__dict__.update({"c": y})
z = box.c
name = "d"
fields = box.__dict__
fields[name] = z
u = vars(box)["d"] + box.__dict__.get(name)
"""
    )
    assert sources(found, 5)["box.a"] == {4}
    assert sources(found, 7)["box.b"] == {6}
    assert sources(found, 9)["box.c"] == {8}
    assert sources(found, 13)["vars(box)['d']"] == {12}
    assert sources(found, 13)["box.__dict__.get(name)"] == {12}


def test_what_updates_the_dict_of_an_object_sets_attributes_to_values_that_they_have_already_too() -> None:
    found = dependencies(
        """\
class Box:
    pass
box = Box()
box.n = 2
box.__dict__.update({"n": 2})
a = box.n
vars(box).update([("n", 2)], m=1)
a = box.n
more = {"n": 2}
box.__dict__.update(**more)
a = box.n
box.__dict__ |= more
a = box.n
fields = vars(box)
fields |= more
a = box.n
box.__dict__ = {"n": 2}
a = box.n
"""
    )
    assert {line: sources(found, line)["box.n"] for line in (6, 8, 11, 13, 16, 18)} == {
        6: {5},
        8: {7},
        11: {10},
        13: {12},
        16: {15},
        18: {17},
    }


def test_a_setattr_of_the_programs_own_writes_where_it_sets() -> None:
    found = dependencies(
        """\
class Above:
    def __setattr__(self, name, value):
        super().__setattr__(name, value + 1)
class Plain:
    def __setattr__(self, name, value):
        object.__setattr__(self, "_" + name, value)
    def __getattr__(self, name):
        return self.__dict__["_" + name]
one = Above()
one.a = 4
x = one.a
two = Plain()
two.b = x
y = two.b
"""
    )
    assert sources(found, 11) == {"one": {9}, "one.a": {3}}
    assert sources(found, 14) == {"two": {12}, "__getattr__()": {8}}
    assert sources(found, 8)["self.__dict__['_' + name]"] == {6}


def test_a_frozen_dataclass_sets_a_field_in_its_post_init() -> None:
    found = dependencies(
        """\
from dataclasses import dataclass
@dataclass(frozen=True)
class Span:
    start: int
    size: int = 0
    def __post_init__(self):
        object.__setattr__(self, "size", self.start * 2)
span = Span(3)
x = span.size
"""
    )
    assert sources(found, 9) == {"span": {8}, "span.size": {7}}


def test_setting_an_equal_value_is_a_write() -> None:
    found = dependencies(
        "class Box:\n    pass\nb = Box()\nb.n = 1\nsetattr(b, 'n', 1)\nx = b.n\ny = getattr(b, 'n')\n"
    )
    assert sources(found, 6)["b.n"] == {5}
    assert sources(found, 7) == {"b": {3}, "getattr(b, 'n')": {5}}


def test_a_global_is_bound_as_an_item_of_globals() -> None:
    found = dependencies(
        """\
globals()["x"] = 3
name = "y"
def go():
    globals()[name] = x
    return y
z = go() + globals()["y"]
"""
    )
    assert sources(found, 4) == {"name": {2}, "x": {1}}
    assert sources(found, 5) == {"y": {4}}
    assert sources(found, 6)["globals()['y']"] == {4}


def test_names_that_no_statement_binds_have_a_writer() -> None:
    found = dependencies(
        """\
from math import *
a = 1
exec("b = a + 1\\nc = [b]")
d = c[0]
globals().update(g=d, h=2)
e = g + h
names = globals()
names["j"] = e
k = j
globals().update(h=2)
m = h + pi
text = "n = m"
exec(text)
q = n
globals().setdefault("r", q)
s = r
"""
    )
    assert {line: sources(found, line) for line in (3, 4, 6, 9, 11, 14, 16)} == {
        3: {"a": {2}},
        4: {"c": {3}, "c[0]": {3}},
        6: {"g": {5}, "h": {5}},
        9: {"j": {8}},
        11: {"h": {10}, "pi": {1}},
        14: {"n": {13}},
        16: {"r": {15}},
    }
    last = found.trace.state(len(found.trace))
    assert sorted(last) == sorted(
        ["a", "b", "c", "d", "e", "g", "h", "j", "k", "m", "n", *"qrs", "names", "pi", "text"]
    )


def test_code_that_is_run_from_text_leads_to_what_it_reads() -> None:
    found = dependencies('a = 1\nb = 2\nif a:\n    exec("c = b; d = c")\nx = d\n')
    assert [step.line for step in slice_backward(found, "x", len(found.trace)).steps] == [1, 2, 3, 4, 5]


def test_an_attribute_of_the_module_that_runs_is_a_variable() -> None:
    found = dependencies(
        """\
import sys
module = sys.modules[__name__]
module.a = 1
setattr(module, "b", a)
c = a + b
module.a = 1
d = a
del module.b
"""
    )
    assert sources(found, 4)["a"] == {3}
    assert sources(found, 5) == {"a": {3}, "b": {4}}
    assert sources(found, 7) == {"a": {6}}
    assert sorted(found.trace.state(len(found.trace))) == ["a", "c", "d"]


def test_each_exit_of_a_with_is_of_its_own_manager() -> None:
    found = dependencies(
        """\
class Held:
    def __init__(self, v):
        self.v = v
    def __enter__(self):
        return self.v
    def __exit__(self, *error):
        self.v += 1
one = Held(1)
two = Held(2)
with one as a, \\
     two as b:
    c = a + b
"""
    )
    inside = [n for n in range(1, len(found.trace) + 1) if 7 in found.trace.lines(n)]
    writers = [read.writer for n in inside for read in found.reads(n) if read.name == "self"]
    places = [found.statement_at(w.step or 0, w.position or 0) for w in writers]
    assert places == [3, 2]


def test_what_comes_out_of_a_queue_was_put_there_by_another_thread() -> None:
    found = dependencies(
        """\
import queue
import threading
q = queue.Queue()
out = []
def work():
    item = q.get()
    out.append(item)
thread = threading.Thread(target=work)
thread.start()
q.put(5)
thread.join()
x = out[0]
"""
    )
    graph = found.graph
    taken = last_step(found, 6)
    read = [
        (name, found.line(graph.steps[node], graph.places[node]))
        for name, node in graph.parents(graph.node(taken, 0))
    ]
    assert ("q", 10) in read
    assert sources(found, 7)["item"] == {6}


def test_a_context_variable_gives_what_was_set_last() -> None:
    found = dependencies(
        """\
import contextvars
held = contextvars.ContextVar("held")
for i in range(2):
    held.set(i)
x = held.get()
"""
    )
    graph, step = found.graph, last_step(found, 5)
    read = {
        (name, found.line(graph.steps[node], graph.places[node]))
        for name, node in graph.parents(graph.node(step, 0))
    }
    assert ("held", 4) in read
