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
}
