"""What one place of a snippet tells of a value that stands at another."""

# ruff: noqa: E501 -- tables

import pytest

from llmdb.prefix.places import Place
from llmdb.prefix.space import Choice, Space
from llmdb.prefix.turning import turning_values


def _defines(code: str, definition: str) -> None:
    """Check that the first prefix has a definition, and that the snippet runs after it."""
    prefix = Space(code, "module").compose(Choice()).code
    assert definition in prefix
    exec(prefix + code, {"__name__": "snippet"})


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("target = folder / name\nprint(target.suffix)\n", 'folder = pathlib.Path("data")\n'),
        ("target = folder / name\nprint(target.suffix)\n", 'name = "alice"\n'),
        ("deep = base / 'a' / name\nprint(deep.parent)\n", 'base = pathlib.Path("data")\n'),
        ("print(rate / total)\n", "rate = 0.5\n"),
        ("i = bisect.bisect(limits, 30)\nif limits[i - 1] > 0:\n    print(i)\n", "limits = [10, 20, 30]\n"),
        ("reactor.callLater(0, noop)\n", "def noop(*args, **kwargs):\n"),
        ("ret = []\nwhile s.accept(COMMA):\n    ret.append(1)\n", "answers=iter([True, False]): next(answers)"),
        ("print(weights[word.lower()] + 1)\n", 'weights = {"hello": '),
        ("report(StoreError('closed'))\n", "class StoreError(Exception):\n"),
        ("s = bytes(packet)\nprint(s[:4] + tail + s[20:])\n", 'tail = b"'),
        ("a, = struct.unpack('>H', data[5:7])\nprint(int(data[0]))\n", "data = bytes(range(1, 8))\n"),
        ("print(settings.look('size', default=10) + 1)\n", "return 3\n"),
        ("for name, count in more.items():\n    total[name] = total.get(name, 0) + count\n", ': 3, "'),
        ("if 'question' in url:\n    print(1)\n", 'url = "https://example.com/question"\n'),
        ("for one in chain(cats, dogs):\n    print(one.name)\n", "dogs = [SimpleNamespace(name="),
        ("for one in itertools.chain(cats, dogs):\n    print(one.upper())\n", 'dogs = ["one1", '),
        ("with closing(Lamp(3)) as lamp:\n    lamp.shine()\n", "    def close(self):\n"),
        ("table.add({})\nfor key, row in table['a'].items():\n    print(key, row.size())\n", "class Table:\n    def add(self"),
        ("units: str | None = units_of_all\n", 'units_of_all = "kg"\n'),
        ("self._names: 'list[str]' = boxes\n", 'boxes = ["box1", "box2", "box3"]\n'),
        ("from os.path import basename\nprint(basename(x.source))\n", "x = SimpleNamespace(source="),
        ("print(os.path.basename(next(wheels.build())))\n", 'return iter(["build1", "build2", "build3"])'),
        ("for node in ast.walk(self.top):\n    node.depth = 1\n", 'top=ast.parse("x = 1")'),
        ("first, second, third = row[:3]\nprint(first)\n", 'row = ("first", 3, "third")'),
        ("seen = {len(one) for one in rows}\nprint(seen | more(seen))\n", "def more(seen):\n    return {1, 2, 3}\n"),
        ("head = b'x' + salt\nprint(head + secret)\n", 'secret = b"alpha"\n'),
        ("print(base64.urlsafe_b64encode(text))\n", 'text = b"alpha"\n'),
        ("one = table.get(key)\none.pop(name, None)\ndel table[key]\n", 'table = {"a": {"a": None}, '),
        ("self.assertFalse(matches(one))\n", "def matches(one):\n    return False\n"),
        (
            "if len(title) > 20:\n    title = title[:17] + '...'\nprint(title)\n",
            'title = "the quick brown fox j"\n',
        ),
        (
            "kind, error, trace = exc_info\nprint(kind.__name__, *traceback.format_exception(kind, error, trace))\n",
            'exc_info = (ValueError, ValueError("wrong value"), None)\n',
        ),
    ],
)  # fmt: skip
def test_an_operation_tells_the_type(code: str, definition: str) -> None:
    _defines(code, definition)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("print(email.message.Message())\n", "import email.message\n"),
        ("print(xml.etree.ElementTree.fromstring('<a/>').tag)\n", "import xml.etree.ElementTree\n"),
        ("print(importlib.util.find_spec('json'))\n", "import importlib.util\n"),
        ("print(json.decoder.JSONDecodeError)\n", "import json\n"),
        ("print(os.path.join('a', 'b'))\n", "import os\n"),
        ("print({socket.AF_INET, AF_INET6})\n", "from socket import AF_INET6\n"),
        ("print(ENOENT, errno.EACCES)\n", "from errno import ENOENT\n"),
        ("print(pack('<HB', size, kind), now)\n", "from struct import pack\n"),
        ("print(pack('<HB', size, kind), now)\n", "\nkind = 3\n"),
        ("print(pack(trunk))\n", "def pack(trunk):\n"),
        ("print(inet_ntoa(number))\n", 'number = b"\\x7f\\x00\\x00\\x01"\n'),
        ("print(perf_counter_ns() // 2)\n", "from time import perf_counter_ns\n"),
        ("print(replace(text, 'a', 'b'))\n", "def replace(text, other, third):\n"),
        ("one = urlsplit(place)\nprint(one.port, one.username)\n", 'place = "https://alice:secret@example.com:8000/a"\n'),
        ("print(urlparse(place).netloc)\n", 'place = "https://example.com/a"\n'),
        ("def run(first: V, *rest: P.args, **more: P.kwargs) -> V:\n    pass\n", 'P = ParamSpec("P")\nV = TypeVar("V")\n'),
    ],
)  # fmt: skip
def test_modules_in_packages_and_constants_are_imported(code: str, definition: str) -> None:
    _defines(code, definition)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("if dumps is None:\n    dumps = json.dumps\nprint(dumps(x).replace('<', ' '))\n", "def dumps(x):"),
        ("if value is None:\n    value = 0\nprint(value.upper())\n", 'value = "x"\n'),
        ("if big:\n    kind = Large\nelse:\n    kind = Small\nkind(3).area()\n", "class Large:\n    def __init__(self"),
        ("try:\n    mode = get_mode()\nexcept OSError:\n    mode = 0\nprint(mode & 4)\n", "return 3\n"),
        ("rows = load()\nif gone:\n    rows = None\n    exit()\nprint(rows.keys())\n", 'return {"a": 1}\n'),
    ],
)  # fmt: skip
def test_what_is_done_after_branches_is_done_with_what_each_gave(code: str, definition: str) -> None:
    _defines(code, definition)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("if not isinstance(x, Mapping):\n    exit()\nprint(x.get(key))\n", "from collections.abc import Mapping\n"),
        ("assert isinstance(box.top, Lid)\nprint(box.top.size)\n", "class Lid:\n    def __init__(self, *args, **kwargs):\n"),
        ("try:\n    raise request.fault\nexcept ValueError:\n    pass\n", 'fault=ValueError("wrong value")'),
        ("try:\n    raise Problem(3).with_traceback(None)\nexcept Exception:\n    pass\n", "class Problem(Exception):\n    pass\n"),
        ("if isinstance(n, string_types):\n    print(n)\n", "string_types = (str,)\n"),
        ("for part in self.names:\n    print(getattr(self, part))\n", 'names=["part1", "part2", "part3"], part1="alpha"'),
        ("for part in ('red', 'blue'):\n    print(getattr(mix, part) + 1)\n", "mix = SimpleNamespace(red=3, blue=3)\n"),
        ("result = float.__add__(self, other)\nprint(self.new(result))\n", "class Owner(float):\n    def new(self, result):\n"),
        ("for name in names:\n    query = query.filter(name)\n", "def filter(self, name):\n        return self\n"),
        ("params = self.__dict__.copy()\nprint(params.pop('service'))\n", 'self = SimpleNamespace(service="service")\n'),
        ("print(sorted([region_name, service_name, user_name]))\n", 'service_name = "service"\n'),
        ("with open('x.bin', 'wb') as f:\n    f.write(document())\n", 'return b"alpha"\n'),
        ("register(make_thing, upload_file, text_cls)\n", "def upload_file(*args, **kwargs):\n    pass\n"),
        ("print(f'{self.lock_file} is locked')\n", 'lock_file="input.txt"'),
        ("if scheme:\n    print(f'{scheme}://{host}')\n", 'scheme = "https"\n'),
        ("if not isinstance(run, bool):\n    raise TypeError('no bool')\n", "run = True\n"),
        ("def first(found: Found[str]) -> str:\n    return found\n", "def __class_getitem__(cls, item):\n        return cls\n"),
        ("super(TypeError, self).__init__(text)\n", "self = TypeError()\n"),
        ("print(decompress(chunk))\n", 'chunk = b"alpha"\n'),
        ("if not isinstance(other, Node):\n    exit()\nprint(other.label)\n", "other = Node()\n"),
        ("cast(Union[Leaf, Branch], one)\n", "class Leaf:\n    pass\n"),
        ("raise ValueError(TASK_NOT_FOUND)\n", 'TASK_NOT_FOUND = "task_not_found"\n'),
        ("if utils.version_lt(a, '1.39'):\n    pass\n", "return True\n"),
        ("pick(chances, size=amounts_wanted)\n", "amounts_wanted = "),
        ("if 'BEGIN' in text:\n    n = 1\nif 'END.' in text:\n    n = 2\n", 'text = "BEGIN END."\n'),
        ("print(pprint.pformat(3))\n", "import pprint\n"),
        ("while hasattr(one, '__rich__'):\n    one = one.__rich__()\n", "def __rich__(self):\n        return self\n"),
        ("if netloc is None:\n    exit(1)\nelse:\n    exit(netloc)\n", 'netloc = "netloc"\n'),
        ("R = G.__class__()\nR.add_edge(1, 2)\nG.remove(3)\n", "def add_edge(self, number, other):"),
        ("if self._has_ids(x):\n    print(1)\n", "return True\n"),
        ("print(moment.nanoseconds)\n", "moment = SimpleNamespace(nanoseconds=3)\n"),
        ("for part in text.split('\\n'):\n    if part[0] == '{':\n        line += part\n    line += '-' + part\n", "{part"),
        ("post(url, json=json)\n", 'json = "json"\n'),
        ("for step in range(levels - 1):\n    print(follow_links, max_tries)\n", "follow_links = True\n"),
        ("kind = 'male' if old else 'female'\nprint(suffixes[kind])\n", 'suffixes = {"male": "male", "female": "female"}\n'),
        ("if word in known:\n    print(known[word])\n    known.pop(word, None)\n", 'known = {"hello": "known"'),
    ],
)  # fmt: skip
def test_a_value_is_what_a_reader_takes_it_for(code: str, definition: str) -> None:
    assert definition in Space(code, "module").compose(Choice()).code


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("print(0 if ask_name(line) else 1)\n", "def ask_name(line):\n    return True\n"),
        ("for n in names:\n    if n.startswith(start) and n.endswith(tail):\n        print(n)\n", 'start = "al"\ntail = "ice"\n'),
        ("text = str(url)\nfor base in bases:\n    if text.startswith(base):\n        print(base)\n", 'bases = ["https://example.com/", "base'),
        ("if wanted in some_text:\n    print(some_text.index(wanted))\n", 'wanted = "fox"\n'),
        ("if len(first) != len(last_word) and last_word[-1] == '/':\n    print(last_word)\n", 'first = [1, 2, 3]\nlast_word = "hello/"\n'),
        ("tags = [title]\ntags.extend(more(title))\nprint(title.upper())\n", 'return ["A first title", "A second title", '),
        ("self.pens.extend(sharp())\nprint([pen.length for pen in self.pens])\n", "return [SimpleNamespace(length="),
        ("self.pens.append(sharp())\nprint([pen.length for pen in self.pens])\n", "return SimpleNamespace(length="),
        ("self.out.write(b'%d %d (%s)' % (corner + (text,)))\n", "corner = (3, 4)\nself = SimpleNamespace(out=io.BytesIO())\n"),
        ("with make() as f:\n    for lines in output:\n        f.write(lines)\n", 'output = ["first line", '),
        ("mode = self.mode\nif mode & self.READ:\n    a = 1\nif mode & self.WRITE:\n    a = 2\n", "mode=3, READ=1, WRITE=2"),
        ("if box.head == 27:\n    exit(1)\nprint(2)\n", "box = SimpleNamespace(head=3)\n"),
        ("if this.ruler < that.marker and that.marker == 2.5:\n    print(1)\n", "ruler=2.5"),
        ("for c in word:\n    made += CODES.get(c, '')\n", 'CODES = {"hello": "'),
        ("host = re.compile(b'[a-z]+$')\nprint(host.match(answer.part))\n", 'part=b"alpha"'),
        ("order['a'] = name\norder.send(1)\n", "class Order:\n    def send(self, number):\n        pass\n\n    def __setitem__"),
        ("options = options.replace(COLOUR=False)\nprint(options.shade)\n", "def replace(self, COLOUR):\n        return self\n"),
        ("query = shop.query()\nif name:\n    query = query.filter(name)\nprint(query.total + 1)\n", "return self\n"),
        ("rows = cast('Rows', node[0])\nprint([row.text() for row in rows])\n", "node = [[Row(), Row()], "),
        ("for step in self.first, self.second:\n    print(step())\n", "def second(self):"),
        ("boxes = [*here.boxes(r), there.box(r)]\nfor box in boxes:\n    print(box.width)\n", "def box(self, r):\n        return SimpleNamespace(width="),
        ("if not _top:\n    _top = make()\nprint(_top)\n", "_top = None\n"),
        ("found = read(data)\nif not found:\n    raise ValueError('x')\nprint(base.show(found))\n", 'return "found"\n'),
        ("for kind in kinds_known:\n    print(kind.__module__, kind.__name__)\n", "kinds_known = [int, str, list]\n"),
        ("print('%d' % answer.get('rc', -1))\n", 'answer = {"rc": 3}\n'),
        ("path = getattr(self, '_{}_path'.format(name))\nprint(path.upper())\n", 'self = SimpleNamespace(_alice_path="data/input.txt")'),
        ("for k, v in attrs:\n    if k == '.':\n        print(v)\n", 'attrs = [(".", '),
        ("a = spread(low, ns) + 1\nb = spread(upp, ns) + 1\n", "upp = 3\n"),
        ("current = list(table[field])\nprint([one for one in current if one not in more])\n", '"age": ["'),
        ("if not data.startswith(b'ogg') or len(data) < 42:\n    raise ValueError\nprint(data[37:40])\n", 'data = b"ogg".ljust(43, b"\\1")'),
        ("print(self.start + f'{n:02x}'.encode() + self.end)\n", 'self = SimpleNamespace(start=b"alpha", end=b"alpha")'),
        ("m, n = 3, 7\nprint(graph.edges() == m * n + 1)\n", "def edges(self):\n        return 3\n"),
        ("@marked(3)\nclass Box:\n    pass\n", "marked = lambda *args, **kwargs: lambda function: function\n"),
        ("if DATA_DIR.is_dir():\n    print(DATA_DIR)\n", 'DATA_DIR = pathlib.Path("data")\n'),
        ("start = boxes[0].place - 1\nfor box in boxes:\n    start = self.check(start, box)\n", "boxes = [SimpleNamespace(place=3), "),
        ("made = new_made()\nmade.update(as_b(key))\nprint(made.digest())\n", "def as_b(key):\n    return b"),
        ("if it.level >= event.cost:\n    it.level -= event.cost\n", "event = SimpleNamespace(cost=9.99)"),
        ("if not found.exists:\n    print(found)\n", "found = SimpleNamespace(exists=False)"),
        ("max_count = self.get_estimate()\nif max_count:\n    print(send(size=max_count))\n", "def get_estimate(self):\n        return 6\n"),
        ("print(pad(t, 3))\n", 't = SimpleNamespace()\n'),
        ("kwargs.update({'a': 3})\nsend(**kwargs)\n", "kwargs = {}\n"),
        ("head = fp.read(9)\nif not head.startswith(b'PNG'):\n    raise SyntaxError(head)\nprint(head[8] & 3)\n", 'fp = io.BytesIO(b"PNG".ljust(9, b"\\1"))\n'),
        ("if text.count(mark) == 1:\n    print(text.replace(mark, ' '))\n", 'mark = "fox"\n'),
        ("print('%d items' % loc)\n", "loc = 3\n"),
        ("print('%(page)d of %(name)s' % info)\n", 'info = {"page": 1, "name": "alice"}\n'),
        ("print('%(done)d of %(name)s' % {'done': ready, 'name': name})\n", "ready = 3\n"),
        ("print(f'{share:.1f}')\n", "share = 2.5\n"),
        ("print(f'{when:%Y}')\n", "when = datetime.datetime(2024, 3, 15, 12, 30)\n"),
        ("log.info('%s took %.3f s and %d bytes', name, took, got)\n", "got = 3\n"),
        ("if not unicode:\n    print(3)\n", "unicode = False\n"),
        ("for one in rows:\n    print(one, format % one)\n", 'format = "values: %s"\n'),
        ("parse_all, link_external = flags_of(node)\nrender(node, parse_all, link_external)\n", "return (True, True)\n"),
        ("n = int(code, 16)\nprint(n)\n", 'code = "ff"\n'),
        ("add(ITime, 1)\nadd(IDateTime, 2)\n", "class ITime:\n"),
        ("if 'video.example.org' in url:\n    print(url)\n", 'url = "https://video.example.org/a"\n'),
        ("i = 0\ni = next_fmt(i)\nprint(i)\n", "def next_fmt(i):\n    return 3\n"),
        ("print(show(default_commands + more.commands()))\n", 'default_commands = ["true", "echo hello"'),
        ("fn = getattr(lib, name)\nprint(fn)\n", 'name = "attribute"\n'),
        ("print(file.name, one.matcher.name)\n", 'file = SimpleNamespace(name="input.txt")\n'),
        ("flags = [name for val, name in FLAG_NAMES.items() if flag & val]\nprint(flags)\n", '"flag'),
        ("x = struct.unpack(endian + 'I', data)[0]\nprint(x)\n", 'data = struct.pack("<I", 1)\n'),
        ("print(json.dumps(rows, cls=encoder))\n", "encoder = json.JSONEncoder\n"),
        ("print(Runner.__name__)\n", "class Runner:\n"),
        ("store(title_background, user_name)\n", 'title_background = "title_background"\nuser_name = "alice"\n'),
        ("show(degrees)\n", "degrees = 20.0\n"),
        ("send(http_status)\n", "http_status = 200\n"),
        ("store(post_process)\n", "def post_process(*args, **kwargs):\n"),
        ("print(moment.strftime(fmt), time.strftime(form))\n", 'fmt = "%Y-%m-%d"\n'),
        ("write(table, fmt)\n", 'fmt = "json"\n'),
        ("low, high = self[:2]\nput(min_width, width, max_width)\n", "max_width = 160\nmin_width = 40\n"),
        ("cache[import_names] = load(import_names)\n", 'import_names = ("'),
        ("place(item, scale=COIN_SCALING)\n", "COIN_SCALING = 2.5\n"),
        ("print(parts[self.build], self.minor)\n", "build=3"),
        ("if start_time < 3:\n    store(end_time)\n", "end_time = 2.5\n"),
        ("if re.match(r'https://www.\\w+.example.com/\\d+', link):\n    print(link)\n", 'link = "https://www.alpha.example.com/11"\n'),
        ("if '-v' not in args:\n    print(args[1])\n", 'args = ["arg", "arg2"]\n'),
        ("made = hashlib.new(algorithm)\nprint(made)\n", 'algorithm = "sha256"\n'),
        ("if for_depths[-1] == self.depth:\n    print(1)\n", "for_depths = [2"),
        ("subprocess.run([MAN, program])\n", 'program = "program"\n'),
        ("out = bytearray()\nout.extend(self.read(3))\n", "self = io.BytesIO("),
        ("register(HTTPError, HTTPException)\n", "class HTTPException(Exception):\n"),
        ("if 'black' in table.get('tool', {}):\n    print(1)\n", 'table = {"tool": {"black": '),
        ("if kind != str:\n    print(kind.__name__)\n", "kind = int\n"),
        ("if type(3) is flow.Flow:\n    print(3)\n", "class Flow"),
        ("if 'lib' in path.parts:\n    print(3)\n", 'path = SimpleNamespace(parts=["lib"])\n'),
        ("if key in texts:\n    msg_short = texts[key]\n    print('%s' % msg_short)\n", 'texts = {"a": "msg_short"'),
        ("if opcode == 3:\n    print(opcode)\n", "opcode = 3\n"),
    ],
)  # fmt: skip
def test_what_is_done_to_one_value_tells_another(code: str, definition: str) -> None:
    _defines(code, definition)


def test_a_version_begins_with_the_number_that_is_asked_for() -> None:
    place = Place(step=("name", "version"))
    place.note("starts with", "3")
    assert turning_values(place) == ['"3.2.3"']


def test_a_loop_until_something_is_true_ends() -> None:
    code = Space("while not stream.is_done():\n    print(1)\n", "module", frozenset()).compose(Choice()).code
    assert "iter([False, True])" in code


def test_a_module_that_is_taken_from_a_package_under_another_name_is_imported() -> None:
    code = Space("print(etree.SubElement(parent, 'part'))\n", "module", frozenset()).compose(Choice()).code
    assert "import ElementTree as etree" in code


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        (
            'assert camel("fooBar") == "foo_bar"\nassert camel("x") == "x"\n',
            '    return {"fooBar": "foo_bar", "x": "x"}[text]\n',
        ),
        (
            "assert how_many([1, 2]) == 2\nassert how_many([7]) == 1\n",
            "    if items == [1, 2]:\n        return 2\n    return 1\n",
        ),
        (
            'self.assertEqual(cut("a b", 1), ["a"])\nself.assertEqual(cut("", 2), [])\n',
            '{("a b", 1): [\'a\'], ("", 2): []}[text, number]',
        ),
        ('assert is_good("a")\nassert not is_good("b")\n', '{"a": True, "b": False}[text]'),
        (
            'self.assertTrue(self.verify("a"))\nself.assertFalse(self.verify("b"))\n',
            '{"a": True, "b": False}[text]',
        ),
    ],
)
def test_a_function_gives_for_each_argument_what_is_expected(code: str, definition: str) -> None:
    _defines(code, definition)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ('print(u("gr\\u00fcn").upper())\n', "def u(text):\n    return text\n"),
        (
            "print(to_bytes(name).hex())\n",
            "    return name if isinstance(name, bytes) else str(name).encode()\n",
        ),
        (
            "print(native_to_str(b'a').upper())\n",
            "    return data.decode() if isinstance(data, bytes) else str(data)\n",
        ),
        ("page = get_html(url)\nprint(page)\n", 'def get_html(url):\n    return "<p>hello</p>"\n'),
    ],
)
def test_what_a_function_gives_is_told_by_its_name(code: str, definition: str) -> None:
    _defines(code, definition)


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("if key not in known:\n    known[key] = make(key)\nprint(known[key])\n", "known = {}\n"),
        ("base['a'] = 1\nbase.update(value)\n", 'value = {"'),
        ("self.buf = io.BytesIO()\nself.buf.write(data)\n", 'data = b"alpha"\n'),
        ("out = io.StringIO()\nout.write(head)\nprint(out.getvalue())\n", 'head = "'),
        ("timer.add_callback(updates)\n", "def updates(*args, **kwargs):\n"),
        ("self.each(super(Rows, self).append)\n", "    def append(self, *args, **kwargs):\n"),
        ("found = importlib.util.find_spec(name)\nprint(found.loader)\n", 'name = "json"\n'),
        ("one = Optional('a')\nprint(one)\n", "class Optional:\n"),
        ("print('.' in address()[0])\n", '    return ["1.5", "1.5"]\n'),
        ("print(sum(map(seq.count, 'ab')))\n", "seq = [1, 2, 3]\n"),
        ("print(types.FunctionType(source.__code__, {}))\n", "def source(*args, **kwargs):\n"),
        ("print(struct.unpack_from('<HH', block))\n", "block = struct.pack("),
        ("assert one.name\nprint(one <= other)\n", "    def __le__(self, other):\n        return True\n"),
        ("if self.error_count:\n    self.stop()\n", "error_count=3"),
        ("if field_is_sequence(one):\n    print(one)\n", "def field_is_sequence(one):\n    return True\n"),
        ("self.assertRaises(KeyError, self.find, 'x')\n", "    def find(self, *args, **kwargs):\n"),
        ("used = {one for one in rows if one}\nrows -= used\n", "rows = {"),
        (
            "one = layer(1)\nprint(one.shape)\none, two = layer(2)\n",
            "    def __iter__(self):\n",
        ),
        ("Page = load_model('page')\nprint(find(Page))\n", "    return SimpleNamespace()\n"),
        ("out, err = process.communicate()\nprint(out, err)\n", '    return ("done\\n", "")\n'),
        (
            "all_of = []\nall_of = all_of + top.matching(1)\nfor one in all_of:\n    print(one.size)\n",
            "[SimpleNamespace(size=",
        ),
        ("self.call(super(Deque, self).fill)\n", "class Deque(BaseDeque):\n"),
    ],
)
def test_a_value_is_of_the_kind_that_it_is_used_as(code: str, definition: str) -> None:
    _defines(code, definition)


def test_inside_a_tree_one_branch_is_enough() -> None:
    code = "def walk(nodes):\n    for node in nodes:\n        print(node['size'])\n        walk(node['parts'])\nwalk(top)\n"
    prefix = Space(code, "module").compose(Choice()).code
    assert prefix.count('"parts": [') == 6
    exec(prefix + code, {"__name__": "snippet"})
