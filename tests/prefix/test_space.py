"""The code that stands for undefined names."""

import pytest

from llmdb.prefix.guess import STAND_IN
from llmdb.prefix.space import Choice, Space
from llmdb.program.snippet import BodyKind


def _prefix(code: str, choice: Choice | None = None, body: BodyKind = "module") -> str:
    return Space(code, body).compose(choice or Choice()).code


@pytest.mark.parametrize(
    ("code", "prefix"),
    [
        ("print(os.path.join(a, 'x'))", 'import os\n\na = "a"\n'),
        ("if n > 10:\n    pass", "n = 11\n"),
        ("for name in names:\n    print(name.upper())", 'names = ["alice", "bob", "carol"]\n'),
        ("print(datetime.now())", "from datetime import datetime\n"),
        (
            "print(user.name, user.email)",
            "from types import SimpleNamespace\n\n"
            'user = SimpleNamespace(name="alice", email="alice@example.com")\n',
        ),
        ("try:\n    pass\nexcept NotFound:\n    pass", "class NotFound(Exception):\n    pass\n"),
        ("@cached\ndef f(): pass\nf()", "cached = lambda function: function\n"),
        ("print(config['host'])", 'config = {"host": "localhost"}\n'),
        ("if '.' in text:\n    pass", 'text = "1.5"\n'),
    ],
)  # fmt: skip
def test_the_first_guess_is_what_a_colleague_might_write(code: str, prefix: str) -> None:
    assert _prefix(code) == prefix


def test_a_missing_module_is_put_where_import_finds_it() -> None:
    code = _prefix("import nosuch\nfrom nosuch.sub import thing\nprint(nosuch.version, thing(1))\n")
    space: dict[str, object] = {}
    exec(code + "import nosuch\nfrom nosuch.sub import thing\nresult = thing(1)\n", space)
    assert "result" in space


def test_a_missing_module_is_found_under_another_name() -> None:
    snippet = "import nosuch_a.b.c as d\nresult = d.f(1)\n"
    space: dict[str, object] = {}
    exec(_prefix(snippet) + snippet, space)
    assert "result" in space


def test_every_operation_on_a_stand_in_gives_something() -> None:
    choice = Choice().with_choice("x", STAND_IN)
    code = _prefix("x\n", choice)
    exec(
        code
        + "y = -x + 1 - x.a.b(2)[3] * x\nx[1] = 2\n[i for i in x]\nx.n > 3, 3 in x, len(x), int(x), f'{x:>5}'\n"
        "isinstance(1, x)\nclass A(x): pass\nwith x as z: pass\nA().anything\n"
        "@x\ndef f(): return 5\nassert f() == 5\n"
        "n = 0\nwhile x:\n    n += 1\nassert n < 100\n"
        "import asyncio\nasync def g():\n    await x\n    async with x: pass\n    async for i in x: pass\n"
        "asyncio.run(g())\n",
        {},
    )


def test_a_prefix_with_a_stand_in_says_so_and_one_without_has_no_such_class() -> None:
    space = Space("print(x)\n", "module")
    assert [a.kind for a in space.compose(Choice().with_choice("x", STAND_IN)).assumptions] == ["stand-in"]
    assert "StandIn" not in space.compose(Choice()).code


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("print(sum(map(int, text.split(','))))\n", 'text = "3,4,5"'),
        ("for w in text.split():\n    if w not in common:\n        print(w)\n", 'common = ["again"]'),
        ("for x in rows:\n    if x in seen:\n        continue\n    seen.add(x)\n", "seen = set()"),
        ("if cart.items():\n    cart.clear()\n", 'cart = {"a": 1, "b": 2}'),
        ("for ch in expression:\n    if ch in '([':\n        print(ch)\n", 'expression = "("'),
        ("for r in reader:\n    name, mail = r[0], r[1]\n    print(name, mail.lower())\n", 'reader = [["alice", "bob@'),
    ],
)  # fmt: skip
def test_values_are_what_their_uses_say(text: str, line: str) -> None:
    assert line in Space(text, "module").compose(Choice()).code


def test_a_queue_that_is_filled_from_what_it_gives_walks_a_graph() -> None:
    text = "queue = [start]\nwhile queue:\n    for v in graph[queue.pop()]:\n        queue.append(v)\n"
    code = Space(text, "module").compose(Choice()).code
    assert 'start = "a"' in code
    assert 'graph = {"a": ["b", "c"],' in code


def test_a_board_is_a_list_of_lists() -> None:
    assert (
        "board = [[None, None"
        in Space("if board[y][x] is None:\n    print(y)\n", "module").compose(Choice()).code
    )


def test_a_sum_that_is_looked_for_can_be_found() -> None:
    text = "for i in range(3):\n    if nums[i] + nums[i + 1] == target:\n        print(i)\n"
    space = Space(text, "module")
    assert "target = 11" in space.compose(Choice().with_choice("target", "@computed 0")).code


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("for move in moves:\n    dx, dy = STEPS[move]\n    x += dx\n", 'STEPS = {"move1": (3, 4), '),
        ("def f(code):\n    if code in RATES:\n        return 2 * RATES[code]\n\nprint(f('A'))\n", 'RATES = {"A": 1}'),
        ("for c in text.lower():\n    if c in 'aeiou':\n        print(c)\n", 'text = "The quick brown fox"'),
        ("if find(u) != find(v):\n    print(u)\n", "def find(u):\n    return u"),
        ("by = defaultdict(list)\nfor r in records:\n    by[r.k].append(r.value)\nprint(sum(by[1]))\n", 'value=10'),
        ("if lst[j] > lst[i]:\n    print(j)\n", "lst = [3, 5, 1, 3]"),
        ("print(self.title)\n", 'self = SimpleNamespace(title="'),
        ("show(date(y, m, d))\n", "from datetime import date"),
        ("show(datetime(y, m, d, tzinfo=tz))\n", "tz = timezone.utc"),
        ("show(self._weeknumber)\n", "_weeknumber=3"),
        ("with warned(parsers.ParserWarning):\n    run()\n", "ParserWarning=UserWarning"),
        ("register(errors.FormatError)\n", "class FormatError(Exception):"),
        ("register(errors.FormatError)\n", "def register(format_error):"),
        ("run(self._done_cb, exists_ok)\n", "def _done_cb("),
        ("run(self._done_cb, exists_ok)\n", "exists_ok = True"),
        ("send(want_bytes(s))\n", 'return b"alpha"'),
        ("show(time(int(h), int(m)))\n", "from datetime import time"),
        ("if (base / name).is_dir():\n    print(1)\n", "base = pathlib.Path("),
        ("print(_('now').upper())\n", "def _(text):\n    return text"),
        ("print(_format_wrong(value).upper())\n", 'return "result"'),
        ("for n in self.__slots__:\n    print(getattr(self, n, 0))\n", "self = SimpleNamespace(__slots__=["),
        ("show(months=self.months)\n", "months=3"),
        ("print(isinstance(x, abc.Iterable))\n", "from collections import abc"),
        ("super().__init__(size)\n", "class Base:"),
        ("super().__init__(size)\n", "def __init__(self, *args, **kwargs):\n        pass"),
        ("print(super().__len__())\n", "def __len__(self):\n        return"),
        ("for scope in list.__iter__(self):\n    print(scope['a'])\n", 'self = [{"a": "a1"}'),
        ("text += b'=' * (-len(text) % 4)\n", 'text = b"alpha"'),
        ("print(datetime.now(timezone.utc))\n", "from datetime import datetime, timezone"),
        ("def f(x: t.Any) -> t.Optional[int]:\n    return x\n", "import typing as t"),
        ("send(data or {}, names or [])\n", 'data = {"id": 1, "name": "alice"}'),
        ("req = Request(method=m, url=url, files=files, auth=auth)\n", "class Request:"),
        ("if 'return' in doc.sections:\n    print(doc)\n", 'sections=["return"]'),
        ("if len(xs) != len(ys):\n    raise X\nfor i in range(len(xs)):\n    print(ys[i])\n", 'xs = [3, 4, 5]'),
        ("line = NEWLINES_RE.sub(' ', line)\n", 'NEWLINES_RE = re.compile(r"\\s+")'),
        ("print(ast.environment)\n", 'ast = SimpleNamespace(environment="environment")'),
        ("table = Table.grid(padding=1)\n", "class Table:\n    @staticmethod\n    def grid(padding):"),
        ("if type(data) is not bytes:\n    data = bytes(data)\n", 'data = b"alpha"'),
        ("print(bytes(given, encoding='ascii'))\n", 'given = "given"'),
        ("print(basename(path).upper())\n", "from os.path import basename"),
        ("if possibilities:\n    print(possibilities)\n", 'possibilities = ["possibility1", "possibility2", '),
        ("for file in outfiles:\n    self.change(file)\n", 'outfiles = ["input.txt", '),
        ("words = old_words + new_words\nfor w in words:\n    print(w.upper())\n", 'new_words = ["'),
        ("poll(delay=delay, include_signature=include_signature)\n", "delay = 2.5\ninclude_signature = True"),
        ("if data.startswith(b'.'):\n    print(data[1:])\n", 'data = b"'),
        ("print(_json.dumps(record, **options))\n", 'import json as _json\n'),
        ("seen |= other.names\nnames |= seen\nprint(names)\n", 'names = {"alice", "bob", "carol"}'),
        ("if isinstance(day, date):\n    print(day)\n", "from datetime import date"),
        ("print(self.map_has(name))\n", "def map_has(self, name):\n        return True"),
        ("send(path, **extra)\n", "extra = {}"),
        ("found: Answer | None = find()\nprint(found)\n", "class Answer:\n    pass"),
        ("IOError.__init__(self, name)\nself.name = name\n", "self = IOError()"),
        ("Base.__init__(self, name)\nself.name = name\n", "class Base:\n    def __init__(self, *args, **kwargs):"),
    ],
)  # fmt: skip
def test_values_fit_what_becomes_of_them(text: str, line: str) -> None:
    assert line in Space(text, "module").compose(Choice()).code


def test_a_text_begins_with_what_the_snippet_computes() -> None:
    text = (
        "import os\nhome = os.path.expanduser('~')\nif name.startswith(home):\n    print(name[len(home):])\n"
    )
    pools = Space(text, "module").usage()[1]
    assert "os.path.expanduser('~') + \"alice\"" in pools["name"]
    assert "@object" not in pools["name"]


def test_bytes_that_are_no_text_are_tried_where_decoding_may_fail() -> None:
    text = "try:\n    print(raw.decode())\nexcept UnicodeError:\n    print(raw)\n"
    assert 'b"caf\\xe9"' in Space(text, "module").usage()[1]["raw"]


def test_what_leads_from_one_to_the_next_of_its_kind_ends() -> None:
    text = "def size(node):\n    if not node:\n        return 0\n    return 1 + size(node.next)\n\nprint(size(head))\n"
    code = Space(text, "module").compose(Choice()).code
    assert "head = SimpleNamespace(next=SimpleNamespace(next=SimpleNamespace(next=None)))" in code


def test_what_a_list_of_the_snippets_own_holds_is_known_when_it_is_taken_out() -> None:
    text = "stack = [root]\nwhile stack:\n    node = stack.pop()\n    print(node.name)\n"
    assert "SimpleNamespace(name=" in Space(text, "module").compose(Choice()).code


def test_a_long_sum_is_walked_once() -> None:
    names = [
        f"name_{number}" for number in range(60)
    ]  # twice for each sign would be longer than anybody waits
    assert _prefix(f"total = {' + '.join(names)}\n").count("name_") == 60


def test_a_method_cut_out_of_its_class_gets_the_class_and_one_above_it() -> None:
    text = "context = super().get_context(**kwargs)\ncontext['title'] = self.title\nself.show(context)\n"
    code = Space(text, "module").compose(Choice()).code
    assert "class Base:\n    def get_context(self, **kwargs):\n" in code
    assert 'class Owner(Base):\n    title = "' in code
    assert "def super():\n    return builtins.super(Owner, self)\n" in code
    space: dict[str, object] = {}
    exec(code + text, space)
    assert isinstance(space["context"], dict)


def test_what_a_module_computes_is_never_made_up() -> None:
    space = Space("for n in chain(a, b):\n    print(n)\n", "module")
    code = space.compose(Choice().with_choice("chain()", "[]")).code
    assert "from itertools import chain\n" in code
    assert "def chain" not in code


def test_what_asks_the_machine_may_give_something_else() -> None:
    code = (
        Space("if exists(path):\n    print(1)\n", "module")
        .compose(Choice().with_choice("exists()", "True"))
        .code
    )
    assert "def exists(path):\n    return True\n" in code


def test_an_object_can_be_made_again_without_its_initializer() -> None:
    text = (
        "copied = object.__new__(self.__class__)\ncopied.__dict__.update(self.__dict__)\nprint(self.refs)\n"
    )
    space: dict[str, object] = {}
    exec(Space(text, "module").compose(Choice()).code + text, space)
    assert type(space["copied"]) is type(space["self"])
