"""Random programs with one statement on each line: functions, closures, objects, containers, generators, handlers."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from tests.slicing.chapters import CHAPTERS, Chapter

NUMBERS = ("a", "b", "c")
LISTS = ("xs", "ys")
BOXES = ("p", "q")

PRELUDE = """\
a = 1
b = 2
c = 3
xs = [4, 1]
ys = [5, a, 2]
m = [[1, 2], [b, 4]]
d = {0: 1, "k": b}
s = {1, c}

def add(u, v=c, *rest, k=7):
    r = u + v
    for w in rest:
        r += w
    return r + k

def fill(held, v):
    held.append(v)
    n = len(held)
    return n

def counter(start):
    total = start
    def bump(by):
        nonlocal total
        total += by
        return total
    return bump

def numbers(n):
    for i in range(n):
        got = yield i + n
        if got:
            n = got

def risky(n):
    if n % 2:
        raise ValueError(n)
    return n + 1

def share(n):
    global c
    c = c + n

class Box:
    size = 3
    def __init__(self, v):
        self.v = v
        self.items = [v]
    def get(self):
        return self.v + self.size
    def put(self, w):
        self.items.append(self.v)
        self.v = w
    def __enter__(self):
        return self.items[0]
    def __exit__(self, *error):
        self.v = 0

p = Box(a)
q = p
bump = counter(b)
other = counter(a)
g = numbers(3)
""".splitlines()


Chapters = Sequence[Chapter]


@st.composite
def atoms(draw: st.DrawFn, chapters: Chapters = ()) -> str:
    """A value."""
    own, plain = [atom for chapter in chapters for atom in chapter.atoms], draw(st.booleans())
    if own and not plain:
        return draw(st.sampled_from(own))
    number, held = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(LISTS))
    box = draw(st.sampled_from(BOXES))
    choices = [
        number, number, number, "7", f"{held}[0]", f"{held}[-1]", f"{box}.v", f"{box}.items[0]", "d[0]",
        "d.get('k', 1)",
        f"len({held})", f"sum({held})", f"m[{number} % 2][0]", f"{held}[{number} % len({held})]", f"m[0][{number} % 2]",
        f"add({number})", f"add({number}, b)", f"add({number}, k=b)", f"add({number}, *{held})", f"{box}.get()",
        f"fill({held}, {number})", f"bump({number})", "other(1)", f"sorted({held})[0]", f"max({held}, default=0)",
        f"sum(v + a for v in {held})", f"{held}[1:][0]", "len(s)", f"sum(d.values()) + {number}", "Box(b).get()",
        f"Box({number}).v", f"add(add({number}))",
        f"d[{number} % 2]", f"[v for v in {held} if v > b][0]", "next(g)", f"(a if {number} > 2 else b)",
    ]  # fmt: skip
    return draw(st.sampled_from(choices))


@st.composite
def simple(draw: st.DrawFn, chapters: Chapters = ()) -> str:
    """A statement on one line."""
    own, plain = [line for chapter in chapters for line in chapter.statements], draw(st.booleans())
    if own and not plain:
        return _filled(draw, draw(st.sampled_from(own)), chapters)
    name, held = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(LISTS))
    value, second = draw(atoms(chapters)), draw(st.sampled_from(NUMBERS))
    box = draw(st.sampled_from(BOXES))
    choices = [
        f"{name} = ({value} + {second}) % 9", f"{name} = {value}", f"{name} += {value}",
        f"{name}, {second} = {second}, {value}",
        f"{held}[0] = {value}", f"{held}[-1] += {value}", f"{held}.append({value})", f"{held}.insert(0, {value})",
        f"{held}.pop()", f"{name} = {held}.pop(0)", f"xs = {held}", f"ys = {held} + [{value}]", f"ys = {held}[:]",
        f"{held}[0:1] = [{value}, {second}]", f"{held} += [{value}]", f"m[1][{name} % 2] = {value}", f"m[0] = {held}",
        f"m.append([{value}])", f"d[{name} % 2] = {value}", f"d['k'] = {value}", "d.pop(0, None)", f"del {held}[0]",
        f"d.update({{1: {value}}})", f"d.setdefault({name} % 2, {value})", f"s.add({value})", f"s.discard({name})",
        f"{box}.v = {value}", f"{box}.v += {value}", f"{box}.put({value})", f"{box} = Box({value})",
        f"{box}.items = {held}",
        f"{box}.items[0] = {value}", f"share({value})", f"bump = counter({value})", f"g = numbers({name} % 3 + 1)",
        f"{name}, *xs = [{value}, {second}]", f"{held}.sort()", f"{held}.reverse()", f"{name} = risky({second})",
        f"xs = [v * {second} for v in {held}]", f"{held}.extend([{value}])", f"fill({held}, {value})",
        f"d = {{v: {second} for v in {held}}}", f"Box.size = {value}", f"{name} = len({held}) + {value}",
        f"{name} = g.send({second})", f"print({value})", f"assert {value} < 900", f"{name} = -{value}",
    ]  # fmt: skip
    return draw(st.sampled_from(choices))


def _filled(draw: st.DrawFn, text: str, chapters: Chapters) -> str:
    """A chapter's statement with a value where it wants one."""
    return re.sub(r"\bV\b", lambda _: draw(atoms(chapters)), text)


@st.composite
def bodies(draw: st.DrawFn, depth: int = 0, loop: bool = False, chapters: Chapters = ()) -> list[str]:
    """Statements, some of them compound."""
    out: list[str] = []
    heads = [head for chapter in chapters for head in chapter.heads]
    kinds = ["simple"] * 6 + (["for", "if", "while", "try", "with", "each"] if depth < 2 else [])
    kinds += ["head"] * 3 if heads and depth < 2 else []
    kinds += ["leave"] if loop else []
    for number in range(draw(st.integers(1, 5 if not depth else 3))):
        kind = draw(st.sampled_from(kinds))
        name = draw(st.sampled_from(NUMBERS))
        if kind == "simple":
            out.append(draw(simple(chapters)))
            continue
        if kind == "leave":
            out += [f"if {name} > 4:", f"    {draw(st.sampled_from(('break', 'continue')))}"]
            continue
        head = draw(st.sampled_from(heads)) if kind == "head" else ""
        looping = kind in ("for", "while", "each") or (head.startswith(("for", "while")) and "\n" not in head)
        body = draw(bodies(depth=depth + 1, loop=loop or looping, chapters=chapters))
        inner = ["    " + line for line in body]
        if head:
            out += [*_filled(draw, head, chapters).split("\n"), *inner]
        elif kind == "for":
            out += [f"for {name} in range({draw(st.integers(0, 3))}):", *inner]
        elif kind == "each":
            over = draw(
                st.sampled_from(("xs[:3]", "ys[:2]", "numbers(2)", "list(d.items())[:2]", "m[0][:2]"))
            )
            target = f"{name}, w" if "items" in over else name
            out += [f"for {target} in {over}:", *inner]
        elif kind == "while":
            counter = f"n{depth}{number}"
            out += [f"{counter} = 0", f"while {counter} < {name} % 3:", f"    {counter} += 1", *inner]
        elif kind == "with":
            out += [f"with {draw(st.sampled_from(BOXES))} as {name}:", *inner]
        elif kind == "if":
            out += [f"if {draw(atoms(chapters))} % 2:", *inner]
            if draw(st.booleans()):
                out += ["else:", *("    " + line for line in draw(bodies(depth=2, chapters=chapters)))]
        else:
            out += ["try:", *inner, "except (ValueError, IndexError, KeyError) as error:"]
            out.append(
                f"    {name} = error.args[0] if type(error) is ValueError else {draw(atoms(chapters))}"
            )
            if draw(st.booleans()):
                out += ["finally:", f"    {draw(simple(chapters))}"]
    return out


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program's text; it may end in an exception."""
    names = draw(st.lists(st.sampled_from(sorted(CHAPTERS)), max_size=2, unique=True))
    chapters = [CHAPTERS[name] for name in names]
    body = draw(bodies(chapters=chapters))
    if draw(st.booleans()):
        inner = ["    " + line for line in draw(bodies(depth=1, chapters=chapters))]
        head = [
            "def work(a, b, xs):",
            "    c = 2",
            "    ys = [b, 3]",
            "    m = [[a], [b, 1]]",
            "    d = {0: a}",
        ]
        head += [
            "    s = set()",
            "    p = Box(b)",
            "    q = p",
            "    bump = counter(a)",
            "    g = numbers(a)",
        ]
        body = [*head, *inner, "    return a + b", "", *body, "a = work(a, c, xs)", "print(a, xs)"]
    preludes = [line for chapter in chapters for line in chapter.prelude.splitlines()]
    return "\n".join([*PRELUDE, *preludes, *body]) + "\n"
