"""Short programs whose logs are kept as text, by what they are about.

No place is called more often than a drain is certain for it, so that the log is sent in the same pieces each time.
"""

PROGRAMS = {
    "calls": """\
def add(a, b=2, *rest, key=None, **more):
    total = a + b
    return total

def twice(f, x):
    return f(f(x))

given = (1, 2)
options = {"key": 3}
print(add(1), add(*given), add(1, **options, other=[4]))
print(twice(lambda v: v + 1, add(1, key=[5])))
names = sorted(["bb", "a"], key=lambda word: len(word))
names.sort(key=len, reverse=True)
doubled = list(map(lambda v: v * 2, [1, 2]))
print(max([3, 1], key=lambda v: -v))
""",
    "methods": """\
class Account:
    rate = 2
    kinds = []

    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance
        self.history = []

    @property
    def balance(self):
        return self._balance

    @balance.setter
    def balance(self, value):
        self.history.append(self._balance)
        self._balance = value

    @classmethod
    def empty(cls, owner):
        return cls(owner)

    @staticmethod
    def fee(amount):
        return amount // 10

class Savings(Account):
    def __init__(self, owner):
        super().__init__(owner, 5)

    def pay(self, amount):
        self.balance += amount - self.fee(amount)
        return self

account = Savings.empty("ann")
account.pay(10).pay(20)
account.note = "x"
del account.note
setattr(account, "extra", [1])
account.__dict__["direct"] = 2
vars(account).update(more=3)
Account.kinds.append(account)
""",
    "operators": """\
class Bag:
    def __init__(self, *items):
        self.items = list(items)

    def __add__(self, other):
        return Bag(*self.items, *other.items)

    def __iadd__(self, other):
        self.items.extend(other.items)
        return self

    def __contains__(self, item):
        return item in self.items

    def __getitem__(self, place):
        return self.items[place]

    def __setitem__(self, place, value):
        self.items[place] = value

    def __delitem__(self, place):
        del self.items[place]

    def __eq__(self, other):
        return self.items == other.items

    def __len__(self):
        return len(self.items)

one, two = Bag(1), Bag(2, 3)
three = one + two
three += one
found = 2 in three
three[0] = 9
del three[1]
first = three[0]
same = one == two
size = len(three) if three else 0
row = [1]
row += [2]
row *= 2
row[1:3] = [7]
del row[0]
grid = [[0], [1]]
grid[0][0] += 5
numbers = {1} | {2}
numbers |= {3}
""",
    "generators": """\
def count(start):
    n = start
    while n < start + 2:
        sent = yield n
        if sent:
            n = sent
        n += 1
    return "done"

def outer():
    result = yield from count(1)
    try:
        yield result
    except ValueError as error:
        yield str(error)
    finally:
        closed = True

steps = outer()
a = next(steps)
b = steps.send(1)
c = next(steps)
d = steps.throw(ValueError("no"))
steps.close()
x, y = count(5)
pairs = [*count(7)]
for value in count(9):
    last = value
total = sum(v for v in count(11))
""",
    "coroutines": """\
import asyncio
import contextlib

@contextlib.asynccontextmanager
async def door(log):
    log.append("open")
    yield log
    log.append("shut")

async def ticks(n):
    for i in range(n):
        yield i

async def work(name, log):
    async with door(log) as opened:
        await asyncio.sleep(0)
        opened.append(name)
    return [tick async for tick in ticks(2)]

async def main():
    log = []
    first = await work("a", log)
    both = await asyncio.gather(work("b", log), asyncio.sleep(0))
    async for tick in ticks(1):
        log.append(tick)
    return log, first, both

result = asyncio.run(main())
""",
    "classes": """\
import functools
from dataclasses import dataclass, field

def registered(kind):
    def decorate(cls):
        KINDS[kind] = cls
        return cls
    return decorate

KINDS = {}

@registered("plain")
class Plain:
    size = 3
    squares = [n * n for n in range(size)]
    if size > 2:
        large = True

    def __init_subclass__(cls, **options):
        cls.options = options

class Fancy(Plain, colour="red"):
    pass

@dataclass
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)

class Circle:
    def __init__(self, radius):
        self.radius = radius

    @functools.cached_property
    def area(self):
        return self.radius * 3

point = Point(1)
point.tags.append("far")
circle = Circle(2)
area = circle.area + circle.area
""",
    "comprehensions": """\
words = ["sun", "sea", "hill"]
lengths = {word: len(word) for word in words}
grid = [[row * col for col in range(2)] for row in range(2)]
letters = {word[0] for word in words if len(word) == 4}
total = sum(len(word) for word in words)

def squares(limit):
    base = 2
    return [base ** n for n in range(limit)], (base * n for n in [1])

powers, lazy = squares(2)
kept = list(lazy)
(first, *rest), last = [1, 2, 3], 4
print(f"{total} {lengths['sun']:>3}", first if rest else last)
if (n := len(words)) > 2 and words[0]:
    while n > 2:
        n -= 1
match rest:
    case [a, b] if a > b:
        order = "down"
    case [a, b]:
        order = "up"
""",
    "exceptions": """\
class Refused(ValueError):
    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason

def check(value):
    if value < 0:
        raise Refused("negative")
    return 10 // value

def guarded(value):
    try:
        result = check(value)
    except Refused as error:
        return error.reason
    except ZeroDivisionError:
        result = None
        raise KeyError(value) from None
    else:
        result += 1
    finally:
        seen.append(value)
    return result

class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is KeyError

seen = []
guarded(5)
guarded(-1)
with Quiet() as quiet:
    guarded(0)
items = []
try:
    items.pop()
except IndexError:
    items.append(1)
try:
    raise ExceptionGroup("two", [ValueError(1), TypeError(2)])
except* ValueError as group:
    count = len(group.exceptions)
except* TypeError:
    pass
{}["missing"]
""",
    "with": """\
import contextlib
import io

@contextlib.contextmanager
def tag(name, out):
    out.append(f"<{name}>")
    try:
        yield name
    finally:
        out.append(f"</{name}>")

out = []
with tag("b", out) as outer, tag("i", out):
    out.append(outer)
with contextlib.suppress(ValueError):
    int("x")
with io.StringIO() as stream:
    stream.write("a")
    text = stream.getvalue()
""",
    "threads": """\
import threading
from operator import call
from queue import Queue

results = {}
lock = threading.Lock()
jobs = Queue()

def work():
    with lock:
        results["one"] = 1
    results["job"] = jobs.get()

jobs.put([7])
thread = threading.Thread(target=work)
list(map(call, (thread.start, thread.join)))  # so that nothing is logged beside the thread
print(results)
""",
    "containers": """\
from collections import Counter, OrderedDict, defaultdict, deque
import heapq

line = deque([1, 2], maxlen=3)
line.append(3)
line.append(4)
line.appendleft(5)
line.rotate(1)
line.extendleft([6])
left = line.popleft()
heap = [5, 3]
heapq.heapify(heap)
heapq.heappush(heap, 1)
least = heapq.heappop(heap)
groups = defaultdict(list)
groups["a"].append(1)
groups["b"] += [2]
ordered = OrderedDict(x=1, y=2)
ordered.move_to_end("x")
ordered.popitem(last=False)
counts = Counter("hello")
counts.update("lo")
counts["h"] -= 1
common = counts.most_common(1)
members = {1, 2}
members.add(3)
members.discard(1)
members.update([4], (5,))
members.intersection_update({2, 4})
members ^= {9}
data = bytearray(b"ab")
data.append(99)
data.extend(b"d")
data[0] = 120
row = [3, 1]
row.extend(n for n in [2])
row.sort()
row.insert(0, row.pop())
row.reverse()
row.remove(1)
table = {"k": [1]}
table.setdefault("l", []).append(2)
table.update(m=3)
table.pop("m", None)
moved = row.append
moved(8)
for value in map(row.append, [9]):
    pass
list.append(row, 10)
""",
    "again": """\
class Place:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        return self.number == other.number

class Shelf:
    pass

class Guarded(Shelf):
    @property
    def kept(self):
        return self.held

    @kept.setter
    def kept(self, value):
        self.held = [value]

def put(container, key, value):
    container[key] = value

def add(container, value):
    container.add(value)

def append(container, value):
    container.append(value)

def keep(shelf, value):
    shelf.kept = value

row, other, names = [0, 0, 0], [0, 0, 0], {}
for key in (0, 1, True, 2, Place(1), -1, slice(1, 2)):
    put(row, key, [key])
for turn in range(3):
    put(row, turn, turn)
    put(other, turn, turn)
for key in ("a", "b", 1, 2.5, ("c", 1), None, "d", "e", Place(2), "f", "g"):
    put(names, key, row)
seen = set()
for item in (1, 2, 3, "4", (5,), Place(6), Place(6), 7, 8):
    add(seen, item)
queue = []
for item in (1, "2", row, Place(3)):
    append(queue, item)
shelf = Shelf()
for turn in range(4):
    keep(shelf, turn)
shelf.__class__ = Guarded
keep(shelf, 4)
keep(shelf, 5)
fields = {"x": 1}
for turn in range(3):
    put(fields, "x", turn)
shelf = Shelf()
shelf.__dict__ = fields
put(fields, "x", 4)
put(vars(shelf), "x", 5)
put(fields, "x", 6)
for turn in range(4):
    made = [turn]
    put(made, 0, -turn)
    put(made, 0, turn)
    append(made, turn)
    append(made, made)
""",
    "text": """\
import functools

space = {"n": 1, "__builtins__": {}}
exec("n = n + 1\\nm = [n]", space)
exec("made = [1]")
globals()["named"] = 2
value = eval("made + [2]")

@functools.cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@functools.lru_cache(maxsize=2)
def label(n):
    return [n]

two = fib(3)
label(1).append(2)
again = label(1)
del named

class Body:
    locals()["inside"] = 3

def outer():
    count = 0
    def step():
        nonlocal count
        count += 1
        global steps
        steps = count
        return count
    return step

step = outer()
step()
line = input("name? ")
""",
    "deaths": """\
import weakref

class Node:
    def __init__(self, name):
        self.name = name
        self.next = None

    def __del__(self):
        gone.append(self.name)

gone = []
node = Node("a")
node.next = Node("b")
seen = weakref.ref(node)
node = None
cycle = Node("c")
cycle.next = cycle
del cycle
long = "x" * 300
pair = (long, [1])
many = list(range(20))
big = 2 ** 70
""",
}
