"""Every state of a recording equals what a line tracer saw of the same program, in every frame at every step."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from llmdb.program.build import build_cfg
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
from llmdb.replay.statements import Begun
from llmdb.replay.trace import ExecutionTrace, build_trace
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions

ORACLE = Path(__file__).with_name("oracle.py")
Seen = list[tuple[int, dict[str, tuple[str, int]]]]

PROGRAMS = {
    "what is written through the buffer of a bytearray or an array": """
import array
import io
import struct
data = bytearray(4)
struct.pack_into("i", data, 0, 7)
struct.Struct("B").pack_into(data, 1, 9)
numbers = array.array("i", [0, 0])
n = io.BytesIO(b"\\1\\0\\0\\0\\2\\0\\0\\0").readinto(numbers)
n = io.BytesIO(b"xyz").readinto(data)
struct.pack_into("B", memoryview(data), 0, 65)
memoryview(data)[1] = 66
memoryview(data)[2:4] = b"!!"
n = io.BytesIO(b"pq").readinto(memoryview(data)[0:2])
memoryview(numbers)[1] = 5
""",
    "methods of containers that operators run are called by name": """
from collections import Counter, deque
members = {1, 2}
members.__ior__({3})
members.__isub__({1})
a = len(members)
members.__iand__({3})
members.__ixor__({4})
b = len(members)
members.__init__([5])
line = deque([1])
line.__imul__(2)
counts = Counter("aab")
counts.__iadd__(Counter("c"))
counts.__isub__(Counter("b"))
c = len(counts)
counts.__iand__(Counter("ac"))
counts.__ior__(Counter("ad"))
d = len(counts)
counts.__init__("e")
data = bytearray(b"ab")
data.__imul__(2)
e = len(data)
data.__init__(b"z")
f = [members, line, counts, data]
""",
    "names bound by code that is run from text": """
exec("a = 1\\nb = [a, 2]")
c = a
def go():
    exec("d = 4", globals())
    return d
e = go()
run = exec
run("b.append(e)")
f = len(b)
try:
    exec("g = 3; a = h")
except NameError:
    k = g
exec("del c")
exec("def inc():\\n    global a\\n    a += 1")
inc()
m = eval("(n := a + 1)")
exec(compile("p = m", "p", "exec"), globals(), globals())
q = p
""",
    "names bound as items of the namespace": """
globals().update(a=1, b=[2])
vars().update({"c": 3})
d = a + b[0] + c
def fill(name):
    globals()[name] = d
    globals().__setitem__("g", e)
fill("e")
f = e
k = g
globals().setdefault("h", 5)
globals().setdefault("h", 6)
globals().pop("c")
globals().pop("c", None)
del globals()["a"]
locals()["m"] = h
def go(**more):
    globals().update(**more)
    globals().update(zip("rs", b))
go(m=7, n=8)
t = r + n
""",
    "names bound in comprehensions": """
a = [y := x + 1 for x in range(3)]
b = y
if any((hit := p) == 2 for p in (1, 2, 3)):
    c = hit
def take(it):
    v = 5
    return next(it) + v
def go(xs, deep):
    d = [z := x for x in xs]
    e = z
    f = {(w := x) for x in xs}, w
    g = ((v := x + deep) for x in xs)
    h = take(g)
    k = v
    if deep:
        k += go(xs, deep - 1)
    h += next(g)
    return k + v
m = go([1, 2], 1)
n = (q := i for i in (7, 8))
r = next(n)
s = q
t = take(n)
u = q
""",
    "the first attribute of an object as an item of its dict": """
class Box:
    def __init__(self, v):
        before = 0
        self.__dict__["n"] = v
        after = 1
b = Box(5)
c = Box.__new__(Box)
d = 0
c.__dict__["z"] = b.n
e = 1
""",
    "operators and methods that run code of keys and elements": """
class K:
    def __init__(self, n):
        self.n = n
        self.asked = []
    def __hash__(self):
        self.asked.append("hash")
        self.hashed = True
        return self.n % 2
    def __eq__(self, other):
        self.asked += ["eq"]
        self.equal = self.n == getattr(other, "n", other)
        return self.equal
    def __lt__(self, other):
        lower = self.n < other.n
        return lower
a, b = K(1), K(3)
d = {}
d[a] = 1
n = len(d)
d[b] = 2
d[K(1)] = 3
n = len(d)
del d[b]
n = len(d)
e = {a: 1}
e.update({K(1): 2})
n = len(e)
e.update([(K(1), 3), (K(5), 4)])
n = len(e)
e.setdefault(K(5), 7)
n = len(e)
e.pop(K(5))
n = len(e)
s = {a}
s.add(K(1))
s.add(K(7))
n = len(s)
s.discard(K(7))
s |= {K(9)}
n = len(s)
xs = [K(3), 1, 2, K(2)]
xs.remove(3)
xs.remove(2)
n = len(xs)
ys = [K(5), K(4), K(3)]
ys.sort()
n = ys[0].n
def more(n):
    yield n
    yield n + 1
zs = [0]
zs += more(1)
n = len(zs)
zs[1:2] = more(n)
n = len(zs)
zs.extend(more(n))
n = len(zs)
""",
    "more names than there are sites": """
for i in range(300):
    globals()[f"x{i}"] = i
    if i > 280:
        exec(f"y{i} = x{i}")
a = x299 + y299
del globals()["x7"]
b = a
""",
    "names bound in the body of a class": """
class Box:
    locals()["x"] = 1
    y = x + 1
    vars()["z"] = y
    exec("w = z + x")
    v = w
    for name in ("k", "m"):
        locals()[name] = v
    locals().pop("k")
    u = m
box = Box()
a = box.u + Box.x
""",
    "a class that changes while its order of resolution is computed": """
class Meta(type):
    def mro(cls):
        cls.made = 1
        cls.made += 1
        return type.mro(cls)
class One(metaclass=Meta):
    pass
a = One.made
""",
    "nested loops": """
total = 0
rows = []
for i in range(4):
    row = []
    for j in range(i):
        row.append(i * j)
        total += i * j
    rows.append(row)
""",
    "recursion": """
def fib(n):
    if n < 2:
        return n
    a = fib(n - 1)
    b = fib(n - 2)
    return a + b
x = fib(6)
y = x
""",
    "quicksort": """
def quicksort(items):
    if len(items) <= 1:
        return items
    pivot = items[0]
    less = [x for x in items[1:] if x < pivot]
    more = [x for x in items[1:] if x >= pivot]
    left = quicksort(less)
    right = quicksort(more)
    return left + [pivot] + right
data = [5, 3, 8, 1, 9, 2, 7]
done = quicksort(data)
data.sort()
data.sort(reverse=True)
""",
    "word count": """
text = "the cat and the hat and the bat"
counts = {}
for word in text.split():
    counts[word] = counts.get(word, 0) + 1
best = sorted(counts.items(), key=lambda pair: -pair[1])
first = best[0]
""",
    "two names of one list": """
a = []
b = a
b.append(1)
c = [a, b]
if c:
    a.append(2)
b = b + [3]
if b:
    b += [4]
a *= 2
done = True
""",
    "elements of a list of lists": """
xs = [[1], [2], [3]]
for x in xs:
    x.append(1)
last = xs[-1]
if last:
    last.clear()
done = True
""",
    "a list inside a dictionary": """
d = {"a": []}
for k in "ab":
    d.setdefault(k, []).append(k)
if d:
    d.get("a").append(1)
d["c"] = {"x": 1}
if d:
    d["c"]["x"] += 1
del d["a"]
gone = d.pop("b")
d.update(z=1)
d.update({"y": 2}, w=3)
d.clear()
""",
    "a bound method as a value": """
a = []
m = a.append
m(1)
if a:
    m(2)
push = a.insert
push(0, 9)
n = len(a)
""",
    "a cell changed by a callee": """
def counter():
    n = 0
    seen = []
    def inc(by):
        nonlocal n
        n += by
        seen.append(n)
        return n
    inc(1)
    if n:
        inc(2)
    k = n
    return k
x = counter()
y = counter()
""",
    "an element far back": """
a = [0] * 50
a[25] = 1
if a[25]:
    a[40] = 2
a[-1] = 3
done = True
""",
    "slices": """
a = list(range(10))
a[1:3] = [7, 8, 9]
if a:
    a[::2] = [0] * len(a[::2])
del a[2:4]
a[:0] = (5, 6)
a[len(a):] = [x for x in (1, 2)]
done = True
""",
    "operations that fail change nothing": """
a = [1]
d = {}
try:
    a[5] = 1
except IndexError:
    a.append(2)
try:
    d.pop("x")
except KeyError:
    d["x"] = 1
try:
    a.remove(99)
except ValueError:
    a.pop()
try:
    [].pop()
except IndexError:
    done = True
""",
    "library functions that change their arguments": """
import bisect
import heapq
import random
random.seed(1)
a = [5, 1, 4, 2, 3]
heapq.heapify(a)
if a:
    heapq.heappush(a, 0)
x = heapq.heappop(a)
random.shuffle(a)
b = []
for n in (3, 1, 2):
    bisect.insort(b, n)
random.shuffle(b)
done = True
""",
    "a nested list changed by a library": """
import heapq
d = {"heap": [3, 1, 2], "other": [1]}
heapq.heapify(d["heap"])
if d:
    heapq.heappush(d["heap"], 0)
outer = [d]
x = heapq.heappop(outer[0]["heap"])
done = True
""",
    "defaultdict and Counter": """
from collections import Counter, defaultdict
d = defaultdict(list)
d["a"].append(1)
x = d["b"]
if d:
    x.append(2)
n = defaultdict(int)
for c in "abca":
    n[c] += 1
k = Counter("abca")
k.update("aaz")
k["b"] -= 1
if k:
    y = d["c"]
done = True
""",
    "sets": """
s = {1}
for n in range(5):
    s.add(n)
s.discard(3)
t = s
t |= {9, 10}
if t:
    s.update([7], (8,))
s.pop()
s -= {0, 1}
s.intersection_update({2, 4, 9})
f = frozenset(s)
f = frozenset(s)
done = True
""",
    "deque and OrderedDict": """
from collections import OrderedDict, deque
q = deque([1, 2, 3], maxlen=4)
q.append(4)
q.append(5)
if q:
    q.appendleft(0)
q.rotate(1)
x = q.popleft()
q[1] = 77
o = OrderedDict(a=1, b=2)
o.move_to_end("a")
o["c"] = 3
z = o.popitem(last=False)
done = True
""",
    "objects and class attributes": """
class Point:
    made = 0
    def __init__(self, x):
        self.x = x
        self.tags = []
        Point.made += 1
    def move(self, by):
        self.x += by
        self.tags.append(by)
        return self
p = Point(1)
q = p
q.move(3)
if p:
    p.x = 10
p.tags.append("t")
pair = [p, q]
setattr(p, "y", 2)
del q.x
done = Point.made
""",
    "arguments changed by functions of the snippet under other names": """
def grow(items, by):
    extra = items
    extra.append(by)
    by += 1
    return extra
def both(one, two):
    grow(one, 1)
    if one is two:
        grow(two, 2)
    one, two = two, one
    return {"one": one}
xs = [0]
ys = [xs]
r = both(xs, ys[0])
r = both([], xs)
r["one"][0] = "z"
done = True
""",
    "methods of subclasses of containers": """
class Stack(list):
    def push(self, x):
        self.append(x)
        return self
    def append(self, x):
        super().append(x)
        super().append(x)
class Bag(dict):
    def add(self, k):
        self[k] = self.get(k, 0) + 1
class Strict(dict):
    def __setitem__(self, k, v):
        before = len(self)
        super().__setitem__(k, v)
        after = len(self)
    def __delitem__(self, k):
        super().__delitem__(k)
        after = len(self)
    def __missing__(self, k):
        self[k] = [k]
        return self[k]
t = Strict()
t["a"] = 1
n = t["b"]
del t["a"]
n = len(t)
s = Stack()
n = len(s.push(1))
b = Bag()
b.add("x")
b.add("x")
n = len(b) + b["x"]
m = len(s)
""",
    "slots, properties and setters": """
class Slotted:
    __slots__ = ("a", "b")
    def __init__(self):
        self.a = [1]
class Checked:
    def __init__(self):
        self._v = 0
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, new):
        self._v = new * 2
s = Slotted()
n = len(s.a)
s.a.append(2)
s.b = n
n = len(s.a) + s.b
c = Checked()
c.v = 4
if c.v:
    c.v += 1
n = c.v
""",
    "keys of every kind": """
d = {}
d[1] = "int"
d[1.0] = "float"
d[True] = "bool"
d[(1, "x")] = "tuple"
d[(1, "x")] = "again"
d[frozenset({1})] = "frozen"
d[frozenset({1})] = "frozen again"
d[None] = "none"
d["k" * 300] = "long"
d["k" * 300] = "long again"
n = len(d)
""",
    "generators": """
def numbers(limit):
    out = []
    for i in range(limit):
        out.append(i)
        yield i
    done = True
g = numbers(3)
first = next(g)
rest = []
for n in g:
    rest.append(n)
rest.extend(numbers(2))
total = sum(numbers(3))
""",
    "recursive structures": """
a = [1]
a.append(a)
d = {"self": None}
d["self"] = d
if d:
    a[0] = 2
done = True
""",
    "globals changed by a callee": """
log = []
count = 0
def note(x):
    global count
    count += 1
    log.append(x)
note(1)
if log:
    note(2)
def run(items):
    for item in items:
        note(item)
    items.append(None)
mine = [1, 2]
run(mine)
done = True
""",
    "exceptions through frames": """
def inner(xs, i):
    xs.append(i)
    return xs[i * 10]
def outer():
    xs = []
    n = 0
    for i in range(3):
        try:
            n += inner(xs, i)
        except IndexError as e:
            n -= 1
        finally:
            n += 100
    return n
r = outer()
try:
    inner([], 5)
except IndexError:
    r = -1
""",
    "big and odd scalars": """
a = 2 ** 100
b = -a
c = 0.1 + 0.2
d = float("nan")
e = float("-inf")
f = -0.0
g = 1 + 2j
h = b"bytes" * 2
i = None
j = True
k = ("t", (1, 2.5), None)
l = range(3)
m = "x" * 300
done = 1
""",
    "sorting with a key of the snippet": """
def weight(pair):
    n = pair[1]
    return -n
pairs = [("a", 1), ("b", 3), ("c", 2)]
pairs.sort(key=weight)
names = [p[0] for p in pairs]
pairs.extend(x for x in [("d", 4)])
done = True
""",
    "unpacking and del": """
a, *b = [1, 2, 3]
(c, d), e = (4, 5), 6
b.reverse()
del c
b.insert(1, 9)
for i, (p, q) in enumerate([(1, 2), (3, 4)]):
    b[i] = p
a = b.copy()
done = True
""",
    "assertions": """\
import unittest
def more(items):
    items.append(5)
    raise TypeError
case = unittest.TestCase
xs = [1, 2]
ys = {"a": xs}
case().assertEqual(xs, [1, 2])
case().assertIn("a", ys)
case().assertRaises(TypeError, more, xs)
case().assertEqual(xs, [1, 2, 5])
""",
}


class Witnessed(NamedTuple):
    """What the line tracer saw: frame by frame, frame and line of each line event in order, and if it misses some."""

    frames: list[tuple[str, Seen]]
    order: list[tuple[int, int]]
    misses: bool


def record(source: str) -> ExecutionTrace:
    """The trace of a program run in a real child process."""
    snippet = parse_snippet(source, name="program.py")
    cfg = build_cfg(snippet)
    return build_trace(Runner().record(Program(snippet=snippet), cfg, RunOptions(stdin=b"")), cfg)


def witness(source: str, folder: Path) -> Witnessed:
    """What a line tracer sees of the program in a process of its own."""
    path = folder / "program.py"
    path.write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(ORACLE), str(path)], capture_output=True, text=True, check=True
    )
    seen = json.loads(done.stdout)
    frames = [(scope, events) for scope, events in seen["frames"]]
    return Witnessed(frames, [(frame, line) for frame, line in seen["order"]], bool(seen["missed"]))


def normal(text: str) -> str:
    """A text with the members of sets in one order."""
    found = re.fullmatch(r"(frozenset\()?\{([^:{}]*)\}\)?", text)
    return text if found is None else f"{found[1] or ''}{{{', '.join(sorted(found[2].split(', ')))}}}"


def own(state: object, names: set[str]) -> dict[str, str]:
    """The variables of a state that the witness could see."""
    return {n: normal(v.repr) for n, v in state.items() if n in names}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", PROGRAMS)
def test_states_changes_and_the_order_of_lines_are_what_a_line_tracer_sees(name: str, tmp_path: Path) -> None:
    recorded, seen = record(PROGRAMS[name]), witness(PROGRAMS[name], tmp_path)
    _states_and_changes_are(name, recorded, seen)
    _lines_in_order_are(name, recorded, seen)


def _states_and_changes_are(name: str, recorded: ExecutionTrace, seen: Witnessed) -> None:
    trace, frames = recorded.visits, seen.frames
    shown = {frame: list[int]() for frame in range(1, len(frames) + 1)}
    for number in range(1, len(trace) + 1):
        shown[trace.frame_of(number)].append(number)
    for frame, (scope, events) in enumerate(frames, 1):
        lines = [line for number in shown[frame] for line in trace.lines(number)]
        assert lines == [line for line, _ in events if line], (scope, frame)
        at = 0
        for number in shown[frame]:
            before = events[at][1]
            at += len(trace.lines(number))
            after = events[at][1]
            place = f"{name}, step {number}, lines {trace.lines(number)}"
            assert own(trace.state_before(number), set(before)) == texts(before), place
            assert own(trace.state(number), set(after)) == texts(after), place
            changed = set(trace.changed(number)) & set(after)
            now, then = texts(after), texts(before)
            must = {n for n in after if n not in before or now[n] != then[n]}
            may = {n for n in after if n not in before or after[n] != before[n]}
            assert must <= changed <= may, place


def texts(seen: dict[str, tuple[str, int]]) -> dict[str, str]:
    """Names and texts of a witness's entry."""
    return {name: normal(text) for name, (text, _) in seen.items()}


def _lines_in_order_are(name: str, trace: ExecutionTrace, seen: Witnessed) -> None:
    begun = begun_lines(trace)
    assert [(trace.frame_of(number), each.line) for number, each in begun] == seen.order
    ahead = {frame: iter(events) for frame, (_, events) in enumerate(seen.frames, 1)}
    for number, each in begun:
        frame = trace.frame_of(number)
        line, before = next(ahead[frame])
        entered = trace.continues(number) is None and each.position == trace.positions(number).start
        state = trace.visits.state_at(each.position + entered, frame)
        assert own(state, set(before)) == texts(before), f"{name}, step {number}, line {line}"


def begun_lines(trace: ExecutionTrace) -> list[tuple[int, Begun]]:
    """The steps and the statements that begin in them, in order."""
    return [
        (number, each)
        for number in range(1, len(trace) + 1)
        for each in _without_repeats(trace.statements.begun(number))
    ]


def _without_repeats(begun: Sequence[Begun]) -> list[Begun]:
    """What begins on the line of the statement before it has no line event."""
    return [each for place, each in enumerate(begun) if not place or each.line != begun[place - 1].line]
