"""A value is of a built-in or standard type wherever such a type has all that is used of it, and holds something."""

from collections import OrderedDict, deque
from enum import Enum
from io import TextIOBase
from typing import Any

import pytest

from llmdb.prefix.space import Choice, Space


def _run(code: str) -> dict[str, Any]:
    """The names after the snippet ran behind its first prefix, to the end."""
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(Space(code, "module").compose(Choice()).code + code, names)
    return names


@pytest.mark.parametrize(
    ("code", "name", "kind"),
    [
        ("waiting.append(1)\nfirst = waiting.popleft()\n", "waiting", deque),
        ("cache['a'] = 1\ncache.move_to_end('a')\n", "cache", OrderedDict),
        ("cache.pop(key, None)\ncache.popitem(last=False)\n", "cache", OrderedDict),
        ("before = {1, 2}\nnew = before - known\n", "known", set),
        ("opener = streams.get(name)\nprint(opener())\n", "streams", dict),
        ("while size > most:\n    name, value = table.pop()\n    size -= cost(name, value)\n", "table", list),
        ("if 'done' not in state.__dict__:\n    state.done = []\n", "state", object),
        ("for n in [sum(one) for one in zip(*rows)]:\n    print(n + 1)\n", "rows", list),
        ("for name in title % name:\n    print(name.upper())\n", "title", str),
        ("print(TABLE[index + 1])\nindex -= 1\nprint(TABLE[index])\n", "TABLE", list),
    ],
)  # fmt: skip
def test_a_value_is_of_the_type_that_has_what_is_used(code: str, name: str, kind: type) -> None:
    value = _run(code)[name]
    assert isinstance(value, kind)
    assert value.__class__.__module__ in ("builtins", "collections", "types")


def test_a_mapping_has_the_key_that_is_asked_for() -> None:
    names = _run("found = streams.get(name)\nif found is None:\n    exit()\nprint(found.title)\n")
    assert names["found"] is not None


def test_a_mapping_has_the_keys_that_a_function_is_passed() -> None:
    code = (
        "seen = []\ndef check(keys):\n    for key in keys:\n        seen.append(settings.get(key))\n"
        "check(('depth', 'width'))\ncheck(('colour',))\n"
    )
    names = _run(code)
    assert set(names["settings"]) == {"depth", "width", "colour"}
    assert None not in names["seen"]


def test_what_is_decoded_holds_what_is_read_then() -> None:
    names = _run("text = answer.read().decode('utf-8')\nauthor = json.loads(text)['author']\n")
    assert isinstance(names["author"], str)


def test_what_is_unpacked_is_as_long_as_its_form_says() -> None:
    assert len(_run("parts = struct.unpack('>3iH', sock.recv(14))\n")["parts"]) == 4


def test_a_function_that_is_wrapped_is_a_function() -> None:
    code = "import functools\n@functools.wraps(work)\ndef outer(*args):\n    print(work.__name__)\n    work(*args)\n"
    assert type(_run(code)["work"]).__name__ == "function"


def test_what_is_named_in_a_table_is_an_attribute() -> None:
    code = (
        "fields = {'size': 'length', 'name': 'path'}\n"
        "for entry in entries:\n    row = {key: getattr(entry, fields[key]) for key in fields}\n"
    )
    assert set(_run(code)["row"]) == {"size", "name"}


def test_what_follows_itself_comes_to_an_end() -> None:
    names = _run(
        "seen = []\none = start.parent()\nwhile one is not None:\n    seen.append(one)\n    one = one.parent()\n"
    )
    assert names["seen"]


def test_members_with_values_are_an_enumeration() -> None:
    names = _run(
        "shown = [one.value for one in Modes]\nif mode == Modes.plain.value:\n    shown.append(Modes.coloured.value)\n"
    )
    assert issubclass(names["Modes"], Enum)
    assert len(set(names["shown"])) == 2


def test_of_two_tested_types_the_rest_is_of_a_third() -> None:
    code = "if isinstance(body, str):\n    body.encode()\nelif hasattr(body, 'read'):\n    body.seek(body.tell())\n"
    assert isinstance(_run(code)["body"], TextIOBase)


def test_a_pattern_of_bytes_is_laid_on_bytes() -> None:
    names = _run("data = BREAK_RE.sub(b' ', data)\nlines = data.splitlines()\n")
    assert isinstance(names["data"], bytes)
    assert names["lines"]


def test_classes_of_elements_do_not_multiply() -> None:
    code = "for row in rows:\n    for cell in row.cells:\n        if cell.shown():\n            print(cell.text())\n"
    assert Space(code, "module").compose(Choice()).code.count("class ") <= 4


def test_what_bytes_are_added_to_is_bytes() -> None:
    assert isinstance(
        _run("value = want_bytes(value)\nsigned = value + self.sep + self.sign(value)\n")["signed"], bytes
    )


def test_a_set_holds_nothing_twice_and_a_list_of_characters_differs() -> None:
    names = _run("for c in sorted(chars):\n    print(ord(c))\n")
    assert len(set(names["chars"])) == len(names["chars"])


@pytest.mark.parametrize(
    ("code", "name", "kind"),
    [
        ("seen = {(args, 1)}\nprint(work(*args))\n", "args", tuple),
        ("print(self.steps + (1, 2))\nsteps = self.steps\n", "steps", tuple),
        ("print(klass.__name__, klass.__mro__)\n", "klass", type),
        ("found = register(klass)\n", "klass", type),
        ("print(text.splitlines(keepends))\n", "keepends", bool),
        ("print(re.sub(rb'a+', b'', data))\n", "data", bytes),
        ("print(os.path.join(root, *parts))\n", "parts", list),
    ],
)
def test_a_name_is_of_the_type_that_its_place_asks_for(code: str, name: str, kind: type) -> None:
    assert isinstance(_run(code)[name], kind)


@pytest.mark.parametrize(
    "code", ["scene.update(first, second)\n", "form.items(prefix)\n", "table.get(key, kind, default=3)\n"]
)
def test_what_takes_other_arguments_is_no_built_in_type(code: str) -> None:
    value = _run(code)[code.partition(".")[0]]
    assert type(value).__module__ == "snippet"


def test_a_class_is_the_programs_own_where_the_standard_one_is_used_otherwise() -> None:
    assert _run("one = Event.__new__(Event)\none.__dict__ = {}\n")["Event"].__module__ == "snippet"
    assert _run("if isinstance(one, Event):\n    print(one.topic)\n")["Event"].__module__ == "snippet"


def test_what_is_called_by_its_name_is_callable() -> None:
    assert callable(_run("made = shop.make(1)\nuse(made.__call__)\n")["made"])


def test_elements_of_a_list_are_of_one_kind() -> None:
    names = _run("for one in boxes:\n    if isinstance(one.open(), str):\n        print(one.lid.upper())\n")
    assert all(type(one).__name__.endswith("One") for one in names["boxes"])


def test_a_table_that_is_gone_through_has_keys_of_one_kind() -> None:
    names = _run("for name, titles in table.items():\n    print(name.upper(), *titles)\nprint(table[name])\n")
    assert {type(one) for one in names["table"].values()} == {list}


def test_what_is_ordered_with_a_tuple_is_one() -> None:
    names = _run("found = tuple(map(int, text.split('.')))\nnew_enough = found >= least\n")
    assert isinstance(names["least"], tuple)


def test_a_compiled_pattern_is_laid_on_a_text() -> None:
    assert isinstance(_run("data = read_data()\nfound = WORD_RE.findall(data)\n")["data"], str)


def test_an_attribute_is_of_the_type_that_is_assigned_to_it() -> None:
    names = _run("if self.tail:\n    data, self.tail = self.tail, b''\nsize = len(self.tail)\n")
    assert isinstance(names["data"], bytes)


def test_what_bytes_are_looked_for_in_is_bytes() -> None:
    assert isinstance(
        _run("try:\n    at = data.rindex(b'\\r')\nexcept ValueError:\n    at = len(data)\n")["data"], bytes
    )


def test_a_table_is_read_at_the_value_that_a_module_has() -> None:
    names = _run("form = table[os.name]\n")
    assert set(names["table"]) == {names["os"].name}


def test_an_instance_of_a_class_that_is_tested_has_its_private_names() -> None:
    names = _run(
        "assert isinstance(self, Mixin)\nif self.__inner is None:\n    exit()\nshown = self.__inner.show()\n"
    )
    assert names["shown"] is not None


def test_what_is_tested_for_a_slice_is_one() -> None:
    assert isinstance(_run("assert isinstance(item, slice)\nstart = item.start\n")["item"], slice)


def test_what_is_put_into_a_list_and_taken_apart_is_not_nested_without_end() -> None:
    code = "names = []\nfor one in given:\n    names.append(one if isinstance(one, str) else one[1])\nstore(names)\n"
    assert "None" not in repr(_run(code)["given"])


def test_what_has_another_value_in_its_place_is_no_flag() -> None:
    assert _run("self.shown = shown or Plain(self)\n")["shown"] is not True


@pytest.mark.parametrize(
    ("code", "definition"),
    [
        ("print(decode(data), len(data))\n", "data = [1, 2, 3]\n"),
        ("raise ExceptionGroup('failed', errors)\n", 'errors = [ValueError("wrong value")]\n'),
        ("size, = struct.unpack(order + 'h', rest[0:2])\n", 'rest = struct.pack("<h", 1)'),
        ("res = self._get(url)\nshow(res)\n", 'return "get"'),
        ("print(datetime.timedelta(seconds=gmt))\n", "gmt = 3\n"),
        ("before = dict(self.states)\n", 'self = SimpleNamespace(states={"a": 1, "b": 2})\n'),
        ("base = base or getenv_of('BASE') or self.base\nprint(base.rstrip('/'))\n", "base = \"base\"\n"),
        ("if state is NEED_DATA:\n    print(1)\n", 'NEED_DATA = "need_data"\n'),
        ("print(ipaddress.ip_address(text.rstrip()).packed)\n", 'text = "127.0.0.1"\n'),
        ("if origin.scheme == b'http':\n    print(1)\n", 'origin = SimpleNamespace(scheme=b"http")\n'),
        ("line = b'%s: %d' % (value, size)\n", 'value = b"alpha"\n'),
        ("look(arg, self.frame.f_globals)\n", 'f_globals={"x": 1}'),
        ("ends = [one.startpos for one in tokens]\n", "startpos=3"),
        ("print(Kind.LINES, Kind.FUNCTION)\n", 'LINES = "lines"\n    FUNCTION = "function"'),
        ("print(text.translate(TABLE))\n", 'TABLE = str.maketrans("abc", "xyz")'),
        ("print(zlib.decompress(base64_decode(data)))\n", 'return zlib.compress(b"some text")'),
        ("url += '?' + urlencode(fields)\n", 'fields = {"a": 1, "b": 2}'),
        ("if change in kwargs:\n    print(1)\n", "kwargs = {"),
        ("print(error.__cause__, error.__suppress_context__)\n", 'error = ValueError("wrong value")'),
        ("print(object_type.__name__)\n", "object_type = int\n"),
        ("for row in session.query(A).join(B).order_by(A.c)[:9]:\n    print(row.size)\n", "def order_by("),
        ("print(len(self.text))\n", 'self = SimpleNamespace(text="The quick brown fox")'),
        ("sys.settrace(old.pop())\n", "old = [lambda *args, **kwargs: None,"),
        ("print(parameter_s)\n", 'parameter_s = "'),
        ("print(_(WORDS[number]))\n", 'WORDS = ["hello", "world", "again", "hello"]'),
        ("print(match.group(1), match.group(2))\n", 're.match("(.)(.+)", "alpha")'),
        ("get(frame_or_series)\n", 'frame_or_series = SimpleNamespace()'),
        ("self.tabsize = tabsize\n", "tabsize = 4"),
        ("if 'Authorization' in headers:\n    print(headers['Authorization'])\n", '{"Authorization": "'),
        ("show(collapse_frames)\n", "collapse_frames = True"),
        ("json.dumps(1, sort_keys=self.sort_keys)\n", "sort_keys=True"),
        ("for key, ref in kept.copy().items():\n    print(key, ref())\n", "kept = {"),
        ("show(expanded=expanded, hide_root=hide_root)\n", "hide_root = True"),
        ("if text:\n    lines = clean(docstring)\nif docstring:\n    print(1)\n", 'docstring = "Return the sum."'),
        ("m = LINK_RE.fullmatch(text)\nprint(m.group(2))\n", 'LINK_RE = re.compile("(.)(.+)")'),
        ("for name, age in ROW.findall(line):\n    print(name)\n", 'ROW = re.compile("(.)(.+)")'),
        ("bad.remove(None)\n", "None]"),
        ("at = order.index(name)\n", 'order = ["alice", "bob"]'),
        ("waiting.remove(item)\nwaiting.append(item)\n", 'waiting = ["apple"'),
        ("node = ElementTree.SubElement(parent, 'a')\n", 'parent = ElementTree.Element("item")'),
        ("size = len(name.lower())\nif size in SIZES:\n    print(SIZES.get(size))\n", "SIZES = {5: "),
        ("if sizes is None:\n    sizes = width\nelse:\n    print(sizes.keys())\n", "width = 80"),
        ("self.data = data\n", 'data = "some text"'),
        ("if maximum < size:\n    print(minimum)\n", "minimum = 1"),
        ("if matcher.match_token(token, 1):\n    print(1)\n", "return True"),
        ("if not seen:\n    print(NO_VALUE)\n", 'NO_VALUE = "no_value"'),
    ],
)  # fmt: skip
def test_a_value_is_of_the_type_that_its_use_or_its_name_tells(code: str, definition: str) -> None:
    assert definition in Space(code, "module").compose(Choice()).code


def test_a_dictionary_of_a_length_has_more_keys_than_are_read() -> None:
    code = "if len(shape) == 1 and 'name' in shape:\n    print(shape['name'])\n"
    space = Space(code, "module")
    assert "@length 2" in space.usage()[1]["shape"]
    names: dict[str, Any] = {}
    exec(space.compose(Choice().with_choice("shape", "@length 2")).code, names)
    assert len(names["shape"]) == 2
    assert "name" in names["shape"]


def test_classes_that_are_the_same_are_written_once() -> None:
    code = "if isinstance(cfg, Engine):\n    url = cfg.engine.url\nelse:\n    url = cfg.db.url\nprint(url.get_name())\n"
    prefix = Space(code, "module").compose(Choice().with_choice("cfg", "@object")).code
    assert prefix.count("def get_name") == 1


def test_a_text_that_is_cut_at_a_mark_has_it_before_its_ending() -> None:
    code = "if name.endswith('.zip'):\n    start, _, end = name[:-4].rpartition('-')\n"
    assert '"alice-1.zip"' in Space(code, "module").usage()[1]["name"]
