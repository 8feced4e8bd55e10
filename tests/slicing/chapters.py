"""What generated programs are about: definitions, and the values and statements that use them."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A theme; `V` stands for any value in its statements, `{inner}` for a body of other statements.

    Attributes:
        prelude: definitions, run once.
        atoms: values, each an expression.
        statements: on one line each.
        heads: of compound statements, whose last line opens a body.
    """

    prelude: str = ""
    atoms: tuple[str, ...] = ()
    statements: tuple[str, ...] = ()
    heads: tuple[str, ...] = field(default=())


def _rows(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


CHAPTERS = {
    "slices": Chapter(
        atoms=_rows(
            """
            sum(xs[1:3])
            xs[:2][-1]
            ys[::2][0]
            xs[a % 3:][0]
            len(xs[1:])
            [*xs, *ys][a % 3]
            sum(ys[-2:])
            sum(ys[:-1])
            """
        ),
        statements=_rows(
            """
            xs[1:3] = [V, b]
            del xs[1:3]
            xs[:0] = [V]
            ys = xs[1:]
            ys = xs[a % 2:3]
            ys[::2] = [V, c]
            xs[len(xs):] = [V]
            a, *ys = xs[:3]
            *xs, b = [a, V, c]
            (a, b), c = [V, a], b
            xs = ys[::-1]
            """
        ),
    ),
    "operators": Chapter(
        prelude="""\
class Shape:
    def __init__(self, w, h):
        self.w = w
        self.h = h
    @property
    def area(self):
        return self.w * self.h
    @area.setter
    def area(self, n):
        self.w = n
    def __getitem__(self, i):
        return self.w + i
    def __setitem__(self, i, v):
        self.h = v + i
    def __len__(self):
        return self.w % 4
    def __add__(self, other):
        return Shape(self.w + other.w, self.h)
    def __iadd__(self, n):
        self.h += n
        return self
    def __lt__(self, other):
        return self.w < other.w
    def __contains__(self, v):
        return v == self.w
    def __call__(self, k):
        return self.h - k
    def __iter__(self):
        yield self.w
        yield self.h
    def __str__(self):
        return str(self.w)

sh = Shape(a, b)
tw = Shape(c, 1)
""",
        atoms=_rows(
            """
            sh.area
            sh[a]
            sh(b)
            len(sh)
            (sh + tw).w
            sum(sh)
            int(a in sh)
            min(sh, tw).h
            (1 if sh < tw else 2)
            sorted([sh, tw])[0].h
            int(f"{sh}")
            tw.area + sh.area
            """
        ),
        statements=_rows(
            """
            sh.area = V
            sh[a] = V
            tw.w += V
            sh = sh + tw
            sh.area += V
            sh[a] += V
            sh += V
            a, b = sh
            tw = sh
            tw = Shape(V, a)
            xs = [*sh]
            xs = list(tw)
            """
        ),
        heads=("if sh < tw:", "for b in sh:", "while len(sh) > 1:\n    sh.w = 0", "if sh:"),
    ),
    "collections": Chapter(
        prelude="""\
from collections import Counter, defaultdict, deque
import bisect
import heapq
dd = defaultdict(int)
dl = defaultdict(list)
cn = Counter(xs)
dq = deque([a, 5])
hp = [1, c, 8]
""",
        atoms=_rows(
            """
            dd[a % 3]
            cn[a]
            cn.most_common(1)[0][1]
            dq[0]
            dq[-1]
            dq.popleft()
            sum(dq)
            len(dl[a % 2])
            heapq.heappop(hp)
            bisect.bisect(hp, a)
            hp[0]
            heapq.heappushpop(hp, a)
            """
        ),
        statements=_rows(
            """
            dd[a % 3] += V
            dl[a % 2].append(V)
            cn[a] += 1
            cn.update([V])
            dq.append(V)
            dq.appendleft(V)
            dq.rotate(1)
            heapq.heappush(hp, V)
            a = heapq.heappop(hp)
            bisect.insort(hp, V)
            a = dd[b % 3]
            hp[0] = V
            c = cn[b]
            dq = deque(xs, maxlen=2)
            dd.pop(a % 3, V)
            b = dq.pop()
            """
        ),
    ),
    "functions": Chapter(
        prelude="""\
pick = lambda k, w=a: k + w
fs = [lambda v: v + b, pick]
def twice(f):
    def inner(*args):
        return f(*args) * 2
    return inner
@twice
def half(n):
    return n // 2 + c
def down(n):
    return 0 if n < 1 else n + down(n - 1)
def known(n, memo={}):
    if n not in memo:
        memo[n] = n + c
    return memo[n]
def named(*, n, **more):
    return n + sum(more.values())
""",
        atoms=_rows(
            """
            pick(a)
            pick(pick(b))
            fs[0](a)
            fs[-1](b)
            half(b)
            down(a % 4)
            known(b)
            named(n=a, w=b)
            named(**{"n": c, "k": a})
            sorted(xs, key=lambda v: -v)[0]
            sum(map(pick, xs))
            list(filter(lambda v: v > a, xs))[0]
            [u + v for u, v in zip(xs, ys)][0]
            sum(i * v for i, v in enumerate(xs))
            max(xs, key=lambda v: v % 3)
            (lambda q=b: q + a)()
            """
        ),
        statements=_rows(
            """
            pick = lambda k, w=b: k - w
            fs.append(lambda v: v + a)
            fs.append(lambda v, w=V: v - w)
            fs = [lambda v, w=w: v + w for w in xs]
            fs[0] = pick
            xs.sort(key=lambda v: v % 4)
            xs = [f(a) for f in fs]
            """
        ),
        heads=(
            "for i, b in enumerate(xs[:2]):",
            "for a, b in zip(xs[:2], ys[:2]):",
            "for b in map(pick, ys[:2]):",
        ),
    ),
    "errors": Chapter(
        prelude="""\
def inner(n):
    if n % 2:
        raise KeyError(n)
    return n
def middle(n):
    global c
    try:
        return inner(n)
    finally:
        c = c + 1
def outer(n):
    try:
        r = middle(n)
    except KeyError as e:
        r = e.args[0] * 2
    else:
        r = r + 1
    return r
def early(n):
    for i in range(3):
        try:
            if i == n:
                return i
        finally:
            n = n - 1
    return n
def anew(n):
    try:
        return inner(n)
    except KeyError as e:
        raise ValueError(e.args[0] + n) from e
""",
        atoms=("outer(a)", "early(a)", "middle(a)", "outer(b)", "anew(c)"),
        statements=("a = middle(V)", "b = anew(V)", "c = outer(V)"),
        heads=(
            "try:\n    inner(V)\nexcept KeyError as error:",
            "try:\n    a = anew(V)\nexcept (KeyError, ValueError) as error:\n    b = error.args[0]\nelse:",
            "for b in range(2):\n    a = outer(b)\nelse:",
        ),
    ),
    "generators": Chapter(
        prelude="""\
def onward(n):
    got = yield from tree(n)
    yield n
    return got
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
    return n
def pairs(vs):
    for v in vs:
        yield v, v + 1
def ever(n):
    try:
        while True:
            n += yield n
    finally:
        xs.append(n)
h = tree(2)
e = ever(a)
""",
        atoms=_rows(
            """
            sum(tree(a % 4))
            list(onward(2))[-1]
            next(h, b)
            [x for x, y in pairs(xs)][0]
            sum(y for x, y in pairs(xs) if x > a)
            dict(pairs(xs)).get(a, 0)
            next(e)
            sum(v + a for v in tree(2))
            """
        ),
        statements=_rows(
            """
            h = tree(V % 4)
            a = next(h, b)
            e = ever(V)
            h = onward(a % 3)
            h = (v + b for v in xs)
            b = sum(h)
            e.close()
            xs = list(h)
            """
        ),
        heads=("for a in tree(2):", "for a, b in pairs(xs[:2]):", "for b in onward(a % 2):"),
    ),
    "classes": Chapter(
        prelude="""\
from dataclasses import dataclass, field, replace
from typing import NamedTuple
class Base:
    total = 0
    def __init__(self, v):
        self.v = v
        Base.total += 1
    def get(self):
        return self.v
class Kid(Base):
    def __init__(self, v, w):
        super().__init__(v)
        self.w = w
    def get(self):
        return super().get() + self.w
    @classmethod
    def make(cls, v):
        return cls(v, c)
    @staticmethod
    def still(n):
        return n + b
@dataclass
class Point:
    x: int
    y: int = b
    tags: list = field(default_factory=list)
    def norm(self):
        return self.x + self.y
class Spot(NamedTuple):
    x: int
    y: int = c
class Range:
    low = c
    high = low + a
    both = [low, high]
    def span(self, by=low):
        return self.high - by
kid = Kid(a, b)
pt = Point(c)
sp = Spot(a)
""",
        atoms=_rows(
            """
            kid.get()
            Kid.make(a).w
            Kid(c, a).w
            Kid.still(a)
            Base.total
            kid.total
            pt.x
            pt.norm()
            Point(a).y
            kid.v
            getattr(pt, "y")
            len(pt.tags)
            sp.y
            sp.x + sp[1]
            Spot(a).y
            replace(pt, x=a).norm()
            Range.high
            Range().span()
            Range.both[1]
            """
        ),
        statements=_rows(
            """
            Range.low = V
            Range.both.append(V)
            kid = Kid(V, b)
            pt = Point(V)
            pt.y += V
            pt.tags.append(V)
            sp = Spot(V)
            sp = Spot(b, y=V)
            sp = sp._replace(x=V)
            a, b = sp
            Base.total = V
            kid.w = V
            kid = Kid.make(V)
            pt = replace(pt, y=V)
            pt.tags = xs
            """
        ),
    ),
    "closures": Chapter(
        prelude="""\
def make(n):
    held = [n]
    def push(v):
        held.append(v)
        def last():
            nonlocal n
            n += held[-1]
            return n
        return last
    return push
push = make(a)
last = push(b)
again = push(c)
def table(n):
    rows = {"n": n}
    def get(k="n"):
        return rows[k]
    def put(v, k="n"):
        rows[k] = v
        return n
    return get, put
get, put = table(b)
""",
        atoms=("last()", "again()", "push(a)()", "make(b)(c)()", "get()", "put(a)", "table(c)[0]()"),
        statements=("push = make(V)", "last = push(V)", "put(V)", "again = last", "get, put = table(V)"),
    ),
    "expressions": Chapter(
        prelude='t = "ab"\n',
        atoms=_rows(
            """
            [y for v in xs if (y := v + a) > 2][0]
            (y := a + b) + y
            {v: v + a for v in xs}.get(4, 0)
            len({v % 3 for v in xs})
            sum(v for row in m for v in row)
            int(any(v > a for v in xs))
            int(a < b < c)
            (a and b)
            (a or c)
            (b if a > c else xs[0])
            len(t)
            ord(t[0])
            len(f"{a}{t!r:>4}")
            t.count("a")
            len(s | {a})
            int(a in xs)
            int(b in d)
            sum(d[k] for k in d)
            (a, b, c)[a % 3]
            max(a, b, c)
            divmod(a, 4)[1]
            [xs, ys][a % 2][0]
            sum([v for v in xs if v % 2 if v > b], c)
            abs(a - b)
            (not a)
            """
        ),
        statements=_rows(
            """
            t += str(V)
            t = f"{t}{a}"
            t = t.replace("a", str(a))
            t = "-".join([t, str(V)])
            t = t[1:] + "z"
            xs = t.split("-")[:1] + [V]
            s |= {V}
            s = {v for v in xs if v != a}
            d = {**d, 1: V}
            d |= {0: V}
            xs *= 2
            xs = ys = [V]
            a = b = V
            a, b, c = c, a, b
            xs[0], a = a, xs[0]
            del d[0]
            m[a % 2], ys = ys, m[0]
            xs[a % 2] += V
            m[1][0] -= V
            p.items[-1] += V
            xs = sorted(xs + [V], reverse=True)
            xs = [*map(int, str(a + 10))]
            d = dict(zip(xs, ys))
            d = {k: v for k, v in d.items() if v}
            assert a != b, V
            """
        ),
        heads=(
            "match a % 3:\n    case 0:\n        b = V\n    case 1 | 2:\n        c = V\nif a:",
            "match [a, V]:\n    case [1, x]:\n        b = x\n    case [x, y]:\n        c = x + y\nif b:",
            "match d:\n    case {0: x, **rest}:\n        b = x\n    case _:\n        c = a\nif c:",
            "while True:\n    a += 1\n    if a > 3:\n        break\nif V:",
            "for k in sorted(map(str, d))[:2]:",
            "for b in {a, c}:",
        ),
    ),
    "contexts": Chapter(
        prelude="""\
import contextlib
@contextlib.contextmanager
def holding(v):
    xs.append(v)
    try:
        yield v + 1
    finally:
        xs.pop()
class Quiet:
    def __init__(self, v):
        self.v = v
        self.seen = 0
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        self.seen += 1
        return kind is not None
z = Quiet(a)
""",
        atoms=("z.seen", "z.v"),
        statements=("z.v = V", "z = Quiet(V)"),
        heads=(
            "with holding(V) as b:",
            "with z:",
            "with Quiet(V) as z:",
            "with contextlib.suppress(ValueError):",
        ),
    ),
    "scopes": Chapter(
        prelude="""\
gl = [a, 2]
def stack(v):
    global gl
    gl = gl + [v]
    gl.append(v)
    return len(gl)
def spread(*vs, **ks):
    return vs[0] + len(vs) + sum(ks.values())
def kept(n):
    try:
        return n + c
    finally:
        gl.append(n)
def chosen(n):
    try:
        if n % 2:
            return n
        r = n + b
    finally:
        n = n + 1
    return r + n
def over(n):
    try:
        return risky(n)
    except ValueError as error:
        return error.args[0] + a
    finally:
        n = gl[0]
def ticking():
    n = 0
    def tick(by=1):
        nonlocal n
        n += by
        return n
    def reset():
        nonlocal n
        n = 0
    return tick, reset
tick, reset = ticking()
""",
        atoms=_rows(
            """
            stack(a)
            spread(a, *xs)
            spread(*xs, k=b)
            spread(*[a, b], **{"k": c})
            kept(b)
            chosen(a)
            over(c)
            tick(a)
            tick()
            sum(gl)
            gl[0]
            gl[-1]
            add(*gl[:2])
            """
        ),
        statements=_rows(
            """
            gl.append(V)
            gl = [V]
            gl[0] = V
            reset()
            tick, reset = ticking()
            xs = gl
            gl += [V]
            """
        ),
    ),
    "comprehensions": Chapter(
        prelude="al = {k: row for k, row in enumerate(m)}\n",
        atoms=_rows(
            """
            [u + v for u in xs if u > a for v in ys if v != u][0]
            sum([v for row in [xs, ys] for v in row if v > b])
            {k: v for k, v in zip(xs, ys)}.get(a, 0)
            {k: row for k, row in enumerate(m)}[0][0]
            len({v for row in m for v in row if v})
            sum(row[0] for row in al.values())
            al[0][0]
            [row for row in m if row[0] > a][0][0]
            sum([[u * v for u in xs[:2]] for v in ys[:2]][0])
            (1 if a < b <= c else 2)
            int(a < xs[0] < ys[0])
            xs[::-1][0]
            sum(xs[:0:-1])
            sum(ys[2:0:-1])
            xs[-1::-2][0]
            sum(ys[::-2])
            """
        ),
        statements=_rows(
            """
            al = {k: row for k, row in enumerate(m)}
            al = {k: xs for k in [0, 1]}
            al[0].append(V)
            al[0][0] = V
            al[a % 2] = ys
            m = [row[:] for row in m]
            m = [row for row in m if row]
            xs = [v for v in xs if v != a]
            s = {v + b for v in xs if v > a}
            ys = xs[::-1]
            ys[::-1] = [V, a, b]
            del xs[::-2]
            xs[:0:-1] = ys[1:]
            """
        ),
        heads=("for k, row in al.items():\n    b = row[0]\nfor row in [r for r in m if r][:2]:",),
    ),
    "instances": Chapter(
        prelude="""\
class Tally:
    count = 0
    seen = [5]
    def __init__(self, n):
        Tally.count += n
        self.seen.append(n)
        self.n = n
    def __call__(self, k):
        return k + self.count
    def __getitem__(self, i):
        return self.seen[-1] + i
    def __iter__(self):
        return iter(self.seen[-2:])
    def __bool__(self):
        return self.n > 2
    def __eq__(self, other):
        return self.n == other
class Under(Tally):
    count = 7
    def __call__(self, k):
        self.count = k
        return super().__call__(self.n)
ty = Tally(a)
un = Under(b)
""",
        atoms=_rows(
            """
            Tally(a)(b)
            Tally.count
            Under.count
            ty(b)
            un(a)
            ty.seen[-1]
            len(un.seen)
            ty[a]
            sum(ty)
            [*un][0]
            int(ty == a)
            (1 if un else 2)
            un.count
            """
        ),
        statements=_rows(
            """
            ty = Tally(V)
            un = Under(V)
            ty.count = V
            Tally.count = V
            ty.seen = [V]
            ty.n = V
            ty = un
            a, b = ty
            """
        ),
        heads=("for b in ty:", "if un:", "if ty:"),
    ),
    "coroutines": Chapter(
        prelude="""\
import asyncio
async def later(n):
    await asyncio.sleep(0)
    return n + c
async def both(n):
    r = await later(n)
    u, v = await asyncio.gather(later(n), later(r))
    return u + v
async def upwards(n):
    for i in range(n % 3):
        await asyncio.sleep(0)
        yield i + n
async def added(n):
    r = 1
    async for v in upwards(n):
        r += v
    return r
class Guard:
    def __init__(self, v):
        self.v = v
    async def __aenter__(self):
        await asyncio.sleep(0)
        return self.v
    async def __aexit__(self, *error):
        self.v += 1
gu = Guard(a)
async def guarded(n):
    async with gu as v:
        r = v + n
    return r + gu.v
async def tasked(n):
    t = asyncio.create_task(later(n))
    xs.append(n)
    r = await t
    return r + xs[-1]
async def failing(n):
    try:
        r = await later(n)
        return risky(r)
    except ValueError as error:
        return error.args[0]
async def chained(n):
    return await later(await later(n))
""",
        atoms=_rows(
            """
            asyncio.run(later(a))
            asyncio.run(both(b))
            asyncio.run(added(a))
            asyncio.run(guarded(c))
            asyncio.run(tasked(b))
            asyncio.run(failing(a))
            asyncio.run(chained(c))
            gu.v
            """
        ),
        statements=_rows(
            """
            gu = Guard(V)
            gu.v = V
            a = asyncio.run(later(V))
            b = asyncio.run(both(V))
            c = asyncio.run(added(V))
            a = asyncio.run(guarded(V))
            b = asyncio.run(tasked(V))
            c = asyncio.run(failing(V))
            """
        ),
    ),
    "attributes": Chapter(
        prelude="""\
import functools
def counted(n):
    counted.calls += n
    counted.seen[n % 3] = n
    return counted.calls
counted.calls = a
counted.seen = {}
@functools.cache
def cubed(n):
    r = n * n * b
    return r
class Bag:
    total = 2
    def __init__(self, n):
        self.__dict__["n"] = n
    @functools.cached_property
    def twice(self):
        return self.n * 2
    @classmethod
    def grow(cls, by):
        cls.total += by
        return cls.total
    def own(self):
        return type(self).total + self.n
ba = Bag(b)
""",
        atoms=_rows(
            """
            counted(a)
            counted.calls
            len(counted.seen)
            cubed(a)
            cubed(2)
            ba.twice
            ba.n
            getattr(ba, "n")
            Bag.grow(a)
            ba.own()
            vars(ba)["n"]
            getattr(counted, "calls")
            """
        ),
        statements=_rows(
            """
            counted.calls = V
            counted.seen = {a: V}
            ba = Bag(V)
            ba.__dict__["n"] = V
            vars(ba)["n"] = V
            setattr(ba, "n", V)
            setattr(ba, "n" + "", V)
            Bag.total = V
            ba.n += V
            a = cubed(V)
            ba.__dict__.update({"n": V})
            """
        ),
    ),
}
