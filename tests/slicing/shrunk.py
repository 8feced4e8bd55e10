"""Programs on which the oracle once found something wrong, as small as they would go, by what they show."""

SHRUNK = {
    "a generator was made in the step that resumes another": """\
def numbers(n):
    for i in range(n):
        got = yield i + n
d = {}
g = numbers(3)
d[1] = next(g)
g = numbers(2)
""",
    "a call raised what the handler shows": """\
a = 1
def risky(n):
    raise ValueError(n)
try:
    b = risky(a)
except (ValueError, IndexError) as error:
    c = error.args[0]
""",
    "an exception that no code of the program met is not what a handler takes over": """\
class Two:
    def __init__(self):
        self.n = 0
    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        return self.n
    def __iter__(self):
        return self
t = sum(Two())
try:
    a = [1][t]
except IndexError:
    a = 0
b = a
""",
    "the end of a with calls what the with entered": """\
class Box:
    def __init__(self, v):
        self.v = v
    def __enter__(self):
        return self.v
    def __exit__(self, kind, error, trace):
        self.v = error
        return error
a = 1
p = Box(a)
q = Box(a)
with p as b:
    for i in range(2):
        with q as z:
            c = z
            q.v = c + 1
            w = [1][b]
d = p.v
e = q.v
""",
    "an exception may come from any statement of a block": """\
a = 1
def risky(n):
    raise ValueError(n)
try:
    a = risky(a)
    b = len([a])
except ValueError as error:
    c = error.args[0]
""",
    "an operator, an item, a property and a loop call what the class defines": """\
class Shape:
    def __init__(self, w, h):
        self.w = w
        self.h = h
    @property
    def area(self):
        return self.w * self.h
    def __getitem__(self, i):
        return self.w + i
    def __iadd__(self, n):
        self.h += n
        return self
    def __iter__(self):
        yield self.w
        yield self.h
a = 1
sh = Shape(a, 2)
b = len([a])
c = sh.area
b = sh[c]
sh += b
a, b = sh
d = len([b])
""",
    "a return is the one that a finally came after": """\
c = 3
def inner(n):
    return n
def middle(n):
    global c
    try:
        return inner(n)
    finally:
        c = c + 1
a = middle(2)
""",
    "an exception that a finally let go on is the one that was raised": """\
c = 3
def inner(n):
    raise KeyError(n)
def middle(n):
    global c
    try:
        return inner(n)
    finally:
        c = c + 1
try:
    a = middle(2)
except KeyError as error:
    a = error.args[0]
""",
    "what a yield from passes on comes by way of it": """\
a = 2
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
    return n
for a in tree(2):
    b = a
""",
    "a lambda's default is read where it was made, an attribute of a class in its body": """\
a = 2
class Base:
    total = 0
class Kid(Base):
    pass
pick = lambda k, w=a: k + w
kid = Kid()
b = Base.total
Base.total += 1
c = kid.total
d = dict([(0, pick(c))])
e = sum(map(pick, [1, b]))
""",
    "a pattern reads what is matched": """\
a = 1
def add(u, v=a, *rest):
    return u + v
c = 3
match [a, c]:
    case [1, x]:
        b = x
    case [x, y]:
        b = x + y
none = []
d = add(b, *none)
""",
    "a change without a line is of the statement that may change something": """\
xs = [3, 1]
d = {0: 5}
n = len([1])
m = d
d |= {0: n}
n = len([2])
for i in range(2):
    m[1] = xs
    xs.sort()
    n = xs[0]
b = d[0]
""",
    "a slice reads its own items, and what moved them": """\
a = 1
m = [[3], [4], [5]]
xs = [3, 4, 5, 6]
xs[0] = a + 1
b = sum(xs[1:3])
xs[1:3] = []
b = sum(xs[1:]) + xs[1:][0] + len(xs[a:])
xs.insert(0, b)
b = sum(xs[:1]) - len(xs[:-1])
del xs[:1]
c = sum(xs[:1])
m[0].append(a)
m[1].append(c)
for ys in m[:1]:
    a = sum(ys[-1:]) + len(m[1:])
""",
    "what is read between two calls is as the first left it and the second found it": """\
a = 1
c = 2
xs = [1]
def moved():
    global c
    c = a + 1
    return a
def share(n):
    global c
    c = n
def fill(held, v):
    held.append(v)
    return v
def work(held, v):
    return len(held) + fill(held, v) + len(held)
share(moved() + c)
b = c + moved() + c
share(fill(xs, c) + len(xs) + moved())
b = work(xs, b) + xs[-1]
xs.append(fill(xs, c) + len(xs))
""",
    "a generator that a later step resumes binds what it was sent": """\
def numbers(n):
    for i in range(n):
        got = yield i + n
        if got:
            n = got
g = numbers(3)
b = 0
for k in range(2):
    if b:
        b = 1
    b += next(g)
try:
    c = g.send(b)
except ValueError:
    c = 0
""",
    "an element that is put in again may be another one": """\
a = 1
s = {1}
s |= {a}
b = len(s)
c = sum(s)
""",
    "a generator's parameters come from the call that made it, not a later one": """\
b = 2
def tree(n):
    if n:
        yield n
h = tree(2)
h = tree(next(h, b) % 4)
c = list(h)
k = tree(c[0])
h = tree(3)
b = next(k) + next(h)
""",
    "an operator that changes an object in place does so in its own statement": """\
xs = [4, 1]
ys = [5]
m = [[1], [2]]
s = {1}
ys[-1] += [xs, ys][0][1]
s |= {m[0][0]}
b = len(s)
xs *= 2
c = len(xs)
""",
    "a library call changes objects in its own statement": """\
from collections import Counter
import heapq
a = 1
cn = Counter([4, 1])
hp = [1, 3, 8]
cn[a] += 1
a = heapq.heappop(hp)
b = hp[0] + cn[1]
""",
    "a call in a comprehension changes objects in the statement around it": """\
a = 5
xs = [1]
ys = [2, a]
zs = [xs.append(v) for v in ys]
b = xs[2]
""",
    "a generator that an exception left behind did not raise it": """\
xs = []
def risky(n):
    raise ValueError(n)
def tree(n):
    try:
        yield n
    finally:
        xs.append(n)
try:
    for a in tree(2):
        b = risky(a)
except ValueError as error:
    b = error.args[0]
c = len(xs)
""",
    "a generator is closed when the last name that held it is bound to something else": """\
a = 1
xs = [4]
def ever(n):
    try:
        while True:
            n += yield n
    finally:
        xs.append(n)
e = ever(a)
b = next(e)
e = ever(len(xs) + b)
c = len(xs) + next(e)
e = 0
b = len([xs[-1]])
""",
    "a slice whose end is counted from the end is moved by what comes after it": """\
b = 2
ys = [b, 3]
ys.append(b + 1)
c = sum(ys[:-1])
ys[:-1] = [c]
b = len(ys)
""",
    "a call without a name is not the one that an event of the statement tells of": """\
b = 2
def make(n):
    def push(v):
        return n + v
    return push
def maker():
    return make
b, *xs = [maker()(1)(3), b]
c = xs[0] + b
""",
    "what a walrus has bound is read there": """\
a = 1
b = 2
t = "ab"
c = (y := a + b) + y
t += str((y := a + c) + y)
d = [y for v in [1, 2] if (y := v + c) > 2][0] + (y if (y := b) and a else y)
""",
    "a list is as long as what grew it made it, whatever its items are now": """\
b = 2
xs = [4, 1]
xs.insert(0, b)
xs[0:1] = [3, b]
ys = xs
xs.sort()
c = sum(xs)
""",
    "an item that is deleted moves what moved before": """\
a = 1
xs = [4, 1]
ys = [5, a, 2]
d = {0: a, 1: a}
ys.insert(0, xs[0])
del ys[0]
del d[0]
b = sum(ys[:2]) + len(d)
""",
    "an exception is the one that was raised after an `__exit__` too": """\
a = 1
def risky(n):
    raise ValueError(n)
class Box:
    def __init__(self, v):
        self.v = v
    def __enter__(self):
        return self.v
    def __exit__(self, *error):
        self.v = 0
p = Box(a)
try:
    with p as b:
        c = risky(b)
except ValueError as error:
    c = error.args[0]
""",
    "an outer `__exit__` is not given what the inner one has ended": """\
a = 1
class Quiet:
    def __init__(self, v):
        self.v = v
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        self.v = 0
        return kind is not None
z = Quiet(a)
with z:
    with z:
        raise ValueError(a)
b = z.v
""",
    "a slice that is assigned up to the end makes the list as long as it is": """\
a = 1
xs = [4, 1]
xs.append(a)
xs[1:3] = [a, 2]
b = sum(xs)
""",
    "the items of a named tuple that were not passed are its defaults": """\
from typing import NamedTuple
a = 1
c = 3
class Spot(NamedTuple):
    x: int
    y: int = c
class Tally:
    def __init__(self, n):
        self.n = n
sp = Spot(a)
b = sp.x + sp[1]
a, b = sp
t = Tally(Spot(a).y)
b = t.n
""",
    "a default counts where nobody knows how many items a star passes": """\
a = 1
c = 3
gl = [a]
def add(u, v=c):
    r = u + v
    return r
b = add(*gl[:2])
""",
    "a function counts its calls in an attribute of its own": """\
def wrapper(n):
    wrapper.calls += 1
    return n + wrapper.calls
wrapper.calls = 0
a = wrapper(2)
b = wrapper(a)
print(wrapper.calls)
""",
    "a function keeps what it found in an attribute of its own": """\
def f(n):
    if n not in f.cache:
        f.cache[n] = n * 2
    return f.cache[n]
f.cache = {}
x = f(3)
y = f(3)
k = len(f.cache)
z = y + k
""",
    "a decorator sets attributes on what it gives": """\
def counted(fn):
    def wrapper(*args):
        wrapper.count += 1
        return fn(*args)
    wrapper.count = 0
    return wrapper
@counted
def inc(n):
    return n + 1
a = inc(1)
b = inc(a)
c = inc.count
inc.total = c + b
d = inc.total
""",
    "attributes of a class are changed through it, through cls and through the type of an instance": """\
class Reg:
    registry = {}
    count = 0
    def __init__(self, k):
        self.k = k
        Reg.count += 1
    @classmethod
    def add(cls, k, v):
        cls.registry[k] = v
        cls.count += v
    def more(self):
        type(self).count += 5
        return self.count
Reg.registry['a'] = 1
Reg.count += 1
Reg.add('b', 3)
r = Reg('c')
m = r.more()
x = Reg.registry['b'] + Reg.count
y = r.count
z = r.registry['a']
w = len(Reg.registry)
""",
    "attributes of modules are set, read and deleted": """\
import types
import math
config = types.ModuleType('config')
config.DEBUG = False
ns = types.SimpleNamespace(a=1)
ns.b = ns.a + 1
config.DEBUG = ns.b
def go():
    return config.DEBUG
x = go()
math.tau2 = x * 2
y = math.tau2
del config.DEBUG
z = getattr(config, 'DEBUG', y)
""",
    "a class attribute is changed on a class below": """\
class P:
    n = 0
    @classmethod
    def up(cls):
        cls.n += 1
        return cls.n
class Q(P):
    pass
a = Q.up()
b = P.up()
c = Q.n
d = P.n
e = Q.up()
setattr(Q, 'n', e + 1)
f = Q.n
""",
    "a cache gives what an earlier call returned": """\
import functools
k = 3
@functools.lru_cache(maxsize=None)
def sq(n):
    r = n * k
    return r
a = sq(2)
b = sq(2)
c = b + 1
""",
    "a cache of a recursive function gives what an inner call returned": """\
import functools
@functools.cache
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)
a = fib(4)
b = fib(3)
print(b)
""",
    "a cached property keeps its value": """\
import functools
class C:
    def __init__(self, n):
        self.n = n
    @functools.cached_property
    def double(self):
        return self.n * 2
c = C(4)
a = c.double
c.n = 9
b = c.double
print(a + b)
""",
    "caches of a method and of a function that is called by another name": """\
from functools import lru_cache, cache
class D:
    @lru_cache
    def calc(self, n):
        return n + 1
d = D()
x = d.calc(1)
y = d.calc(1)
def g(n):
    return n * 2
h = cache(g)
u = h(5)
v = h(5)
w = v + y
""",
    "attributes are set and deleted under computed names": """\
class O:
    pass
o = O()
n = 'f'
setattr(o, n, 1)
a = o.f
setattr(o, n + '2', a + 1)
b = o.f2
setattr(o, 'f', 1)
c = o.f
delattr(o, 'f')
d = getattr(o, 'f', b)
e = getattr(o, 'f2')
""",
    "a field is passed the same value as its default": """\
from dataclasses import dataclass
from typing import NamedTuple
@dataclass
class P:
    x: int
    y: int = 2
class S(NamedTuple):
    u: int
    v: int = 2
k = 2
p = P(1, k)
q = P(1)
s = S(3, v=k)
t = S(4)
a = p.y
b = q.y
c = s.v
d = t.v
""",
    "what updates the dict of an object sets attributes, to values that they have already too": """\
class Box:
    pass
a = 2
x = Box()
x.n = 2
x.__dict__.update({'n': a})
b = x.n
vars(x).update(n=a, m=b)
c = x.n + x.m
more = {'n': a}
x.__dict__.update(**more)
b = x.n
x.__dict__ |= more
c = x.n
d = vars(x)
d |= more
b = x.n
x.__dict__ = {'n': a}
c = x.n
""",
    "what a statement reads after its calls is read before the `with` around it ends": """\
class Box:
    def __init__(self, v):
        self.v = v
        self.items = [v]
    def get(self):
        return self.v
    def __enter__(self):
        return self.items[0]
    def __exit__(self, *error):
        self.v = 0
a = 1
p = Box(a)
with p as b:
    assert p.get() < 900
""",
    "a setter runs when all that its statement reads was read": """\
class Shape:
    w = 0
    @property
    def area(self):
        return self.w
    @area.setter
    def area(self, n):
        self.w = n
sh = Shape()
a = 2
sh.area = sum([1]) + a
b = sh.w
""",
    "a generator expression reads its variables when its items are taken": """\
xs = [4, 1]
a = 1
b = a
h = (v + b for v in xs)
for b in (5, a):
    d = b
b = sum(h)
c = b
""",
    "a generator expression in a function reads what closures share": """\
def make(xs, k):
    g = (v + k for v in xs if v != c)
    k = k + 1
    m = [g]
    k += 1
    n = sum(m[0])
    return g, n
def later(xs):
    return (v + c for v in xs)
ys = [1]
c = 2
h = make(ys, c)
g = later(ys)
c = 3
a = next(g)
b = h[1] + a
""",
    "a generator expression stands over what it goes over and what its variables denote": """\
class Box:
    pass
p = Box()
p.v = 1
ys = [1, 2]
k = 9
h = (v + p.v for v in ys if v < k)
g = (v for v in h)
p.v = k
ys.append(k)
k = 7
a = next(g)
b = list(g)
c = b
d = a
""",
}
