"""Values that must fit each other, or the world around the program, as the offline search finds them."""

import pytest

from llmdb.prefix.model import PrefixTree
from llmdb.prefix.search.offline_search import search_prefixes
from llmdb.prefix.search.tried_prefixes import SearchLimits
from llmdb.program.snippet import Snippet
from llmdb.runner import Runner
from llmdb.runner.model import RunOptions


def _search(text: str) -> PrefixTree:
    limits = SearchLimits(candidates=1000, patience=400, run_s=5.0)
    return search_prefixes(
        Snippet(name="x.py", path=None, text=text, body="module"), Runner(), RunOptions(), limits
    )


def test_a_file_that_only_another_machine_has_is_said_to_be_there() -> None:
    tree = _search(
        'if os.path.exists("/opt/thing/bin"):\n    code, out = run("/opt/thing/bin")\n    print(code)\n'
    )
    assert tree.coverage == 1.0
    assert "os.path.exists = lambda text: True\n" in tree.nodes[0].prefix.code


def test_a_document_has_what_is_looked_for_in_it() -> None:
    tree = _search(
        "for book in ET.parse(path).getroot().findall('book'):\n"
        "    if int(book.find('year').text) > 2000:\n        print(book.get('id'), book.findtext('title'))\n"
    )
    assert tree.coverage == 1.0
    code = tree.nodes[0].prefix.code
    assert "<year>2024</year>" in code
    assert "import xml.etree.ElementTree as ET" in code


def test_an_error_in_which_nothing_made_up_takes_part_is_shown() -> None:
    tree = _search("log = open('xyz.log', 'a', 0)\nprint(name)\n")
    error = tree.nodes[0].error
    assert error is not None
    assert error.type == "ValueError"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("for i in xrange(n):\n    print(i)\n", "NameError"),
        ("for k, v in d.iteritems():\n    print(k, v)\n", "AttributeError"),
        ("def area(w, h):\n    return w * h\n\nprint(area(x))\n", "TypeError"),
        ("a, b = get_point()\nc, d, e = (a, b)\nprint(c)\n", "ValueError"),
    ],
)  # fmt: skip
def test_what_the_snippet_itself_does_wrong_is_not_hidden(text: str, error: str) -> None:
    found = _search(text).nodes[0].error
    assert found is not None
    assert found.type == error


def test_a_name_of_python_2_in_code_of_python_2_is_what_it_was() -> None:
    assert _search("total = 0\nfor i in xrange(n):\n    total += i\n").coverage == 1.0


def test_a_method_cut_out_of_a_class_gets_the_class_whose_parent_it_calls() -> None:
    tree = _search(
        "def save(self, *args):\n    if not self.slug:\n        self.slug = self.title.lower()\n"
        "    super(Post, self).save(*args)\n"
    )
    assert tree.coverage == 1.0
    assert "class Post(BasePost):" in tree.nodes[0].prefix.code
    assert "def super" not in tree.nodes[0].prefix.code


def test_a_class_of_a_real_module_is_set_in_it() -> None:
    tree = _search(
        "s = socket.socket()\ns.connect((host, port))\ns.sendall(b'a')\nprint(s.recv(3))\ns.close()\n"
    )
    assert tree.coverage == 1.0
    assert "\nsocket.socket = Sock" in tree.nodes[0].prefix.code


def test_each_platform_that_is_asked_for_has_its_turn() -> None:
    tree = _search(
        'if sys.platform == "win32":\n    print(1)\nelif sys.platform == "sunos5":\n    print(2)\nelse:\n    print(3)\n'
    )
    assert tree.coverage == 1.0
    code = "".join(node.prefix.code for node in tree.nodes)
    assert 'SimpleNamespace(**{**vars(sys), "platform": "win32"})' in code
    assert '"platform": "sunos5"' in code


def test_a_module_is_as_it_is_where_another_one_would_reach_but_one_line_more() -> None:
    tree = _search('shells = ["sh"]\nif os.name == "nt":\n    shells.append("cmd")\nprint(shells)\n')
    assert next(node for node in tree.nodes if node.id == tree.best).prefix.code == "import os\n"


def test_a_variable_of_the_environment_is_set_where_that_leads_further() -> None:
    tree = _search(
        'level = os.environ.get("APP_LEVEL")\nif level is not None:\n    try:\n        level = int(level)\n'
        "    except ValueError:\n        level = 0\n    if level < 1:\n        print(level)\n"
    )
    assert tree.coverage == 1.0
    assert 'os.environ["APP_LEVEL"] = "' in tree.nodes[0].prefix.code


def test_a_variable_of_the_environment_that_is_needed_is_there_from_the_start() -> None:
    tree = _search('import os\nport = int(os.environ["APP_PORT"]) + 1\nprint(port, missing)\n')
    assert tree.coverage == 1.0
    assert 'os.environ.setdefault("APP_PORT", "8000")\n' in tree.nodes[0].prefix.code


def test_a_real_function_raises_where_the_snippet_expects_that() -> None:
    tree = _search("try:\n    os.remove(path)\nexcept PermissionError:\n    print('denied')\n")
    assert tree.coverage == 1.0
    assert any('raise PermissionError("wrong value")' in node.prefix.code for node in tree.nodes)


def test_what_a_module_had_in_older_pythons_is_given_to_it() -> None:
    tree = _search("print(sys.maxint - 1)\n")
    assert tree.nodes[0].prefix.code == "import sys\n\nsys.maxint = 3\n"


def test_a_function_of_a_module_that_programs_alone_use_is_set_in_it() -> None:
    tree = _search(
        'path = shutil.which("git-lfs-9")\nif path is not None:\n    name = path.upper()\n    size = len(name)\n'
        "    print(size, rest)\n"
    )
    assert tree.coverage == 1.0
    assert tree.nodes[0].prefix.code.startswith("import shutil\n\n")
    assert "\nshutil.which = lambda text: " in tree.nodes[0].prefix.code


def test_a_file_that_is_read_by_its_whole_path_is_made() -> None:
    tree = _search("path = os.path.abspath('notes.txt')\nwith open(path) as f:\n    print(f.read(), more)\n")
    assert tree.coverage == 1.0
    assert 'pathlib.Path("notes.txt").write_text(' in tree.nodes[0].prefix.code


def test_a_folder_that_is_walked_through_is_made() -> None:
    tree = _search(
        "for root, _, files in os.walk(folder):\n    for name in files:\n"
        "        path = os.path.join(root, name)\n        print(os.stat(path).st_size)\n"
    )
    assert tree.coverage == 1.0
    assert 'pathlib.Path("data").mkdir(parents=True, exist_ok=True)\n' in tree.nodes[0].prefix.code


def test_a_module_that_reaches_out_is_set_rather_than_made_up() -> None:
    tree = _search(
        "text = subprocess.check_output([tool(), '-v'], stderr=subprocess.STDOUT).decode()\nprint(text, more)\n"
    )
    assert tree.coverage == 1.0
    assert "\nsubprocess.check_output = lambda items, stderr: b" in tree.nodes[0].prefix.code


def test_what_is_asked_of_the_query_of_a_url_is_in_it() -> None:
    tree = _search(
        "token = dict(parse_qsl(reply.text))\nif token.get('expires'):\n    print(token['expires'].upper())\n"
    )
    assert tree.coverage == 1.0
    assert 'reply = SimpleNamespace(text="expires=' in tree.nodes[0].prefix.code


def test_a_temporary_file_is_a_real_one() -> None:
    tree = _search(
        "with tempfile.NamedTemporaryFile('w') as f:\n    f.write(text)\n    print(f.name.upper())\n"
    )
    assert tree.nodes[0].prefix.code.startswith("import tempfile\n")
    assert tree.coverage == 1.0


def test_a_value_is_made_equal_to_the_one_it_is_compared_with() -> None:
    tree = _search(
        'if user.name in accounts and accounts[user.name] == form.get("password"):\n    print("welcome")\n'
    )
    assert tree.coverage == 1.0


def test_an_attribute_with_a_default_is_tried_there_and_absent() -> None:
    tree = _search(
        'seek = getattr(stream.body, "seek", None)\nif seek is not None:\n    try:\n        seek(0)\n'
        "    except OSError:\n        print(1)\nelse:\n    print(2)\n"
    )
    assert tree.coverage == 1.0


def test_one_function_gives_tuples_of_different_lengths() -> None:
    tree = _search('a, b = symbols("a b")\nc, d, e = symbols("c d e")\nprint(a, b, c, d, e)\n')
    assert tree.nodes[0].prefix.code == (
        'def symbols(text):\n    if text == "c d e":\n        return ("A", "B", "A")\n    return ("A", "B")\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        'item = next(row for row in load(path)["rows"] if row["id"] == wanted)\nprint(item["title"].upper())\n',
        'known = {k: str(v) for k, v in page.info.items()}\nmaker = known.pop("/Maker")\nprint(maker)\n',
        'if answer.strip().lower() == "yes":\n    print(1)\nelif answer.isdigit():\n    print(2)\n',
        'page = Template(load("a"))\nprint(page.generate().upper())\n',
        'if re.match("a+ one", out):\n    print(1)\nelif re.match("b+ two", out):\n    print(2)\nelse:\n    print(3)\n',
        'name = "pool"\nexpected = {"name": name, "result": None}\nassert expected == store.read(name)\nprint(1)\n',
        "m = Matrix([[1]])\nassert simplify(m - Matrix([[2]])) == zeros(2)\nprint(m)\n",
        'if str(sign) == "-":\n    print(1)\nelif str(sign) == "+":\n    print(2)\n',
        'for key, value in sorted(thing.__dict__.items()):\n    if key.startswith("_"):\n        continue\n'
        "    if isinstance(value, list):\n        print(1)\n    else:\n        print(2)\n",
        "with open(path) as f:\n    lines = f.readlines()\nlines = [x.strip() for x in lines]\nwith open(path) as f:\n"
        '    for line in f:\n        name, value = line.split("=")\n        settings[name.strip()] = value.strip()\n',
    ],
)
def test_what_belongs_together_is_found_together(text: str) -> None:
    assert _search(text).coverage == 1.0


def test_methods_inherited_through_super_are_in_the_invented_base_class() -> None:
    tree = _search(
        "class Cube(Shape):\n    def volume(self):\n        return super().area() * self.length\n"
        "print(Cube(2).volume())\n"
    )
    assert tree.coverage == 1.0
    assert tree.nodes[0].prefix.code == (
        "class Shape:\n    length = 3\n\n    def area(self):\n        return 12.5\n\n"
        "    def __init__(self, *args, **kwargs):\n        pass\n"
    )


def test_what_a_class_uses_of_itself_and_never_sets_is_set_before_its_methods_are_called() -> None:
    tree = _search(
        "class Worker:\n    def __init__(self, name):\n        self.name = name\n\n    def work(self):\n"
        "        return self.count + len(self.name)\n"
    )
    assert tree.coverage == 1.0
    assert "    worker.count = 3\n    worker.work()\n" in tree.nodes[0].prefix.code


@pytest.mark.parametrize(
    "text",
    [
        "deadline = time.monotonic() + 60\nwhile time.monotonic() < deadline:\n    time.sleep(5)\nprint('late')\n",
        "try:\n    db.save(data)\nexcept store.Conflict:\n    data = db.get(key)\n    db.save(data)\n    print(data)\n",
        "seen = set()\nfor one in load():\n    if not one.spec.contains(one.name):\n        seen.add((1, one))\n",
        "exit(hashlib.sha1(data, usedforsecurity=False))\n",
        "value = obj.config[self.__name__]\nprint(value.upper())\n",
        "assert s.startswith('\"')\nq = s[0]\nassert s.endswith(q)\nassert len(s) >= 2\nprint(s[len(q) : -len(q)])\n",
        'm = re.match(self._URL, url)\nprint(m.group("topic"))\nif not re.search(SHORT, url):\n    print(1)\n',
        "found = (one.version for one in find(query))\nfound = [v for v in found if not v.early]\nprint(found[0].n)\n",
        "def names(tools, servers):\n    return {(t.get_name(), s.id) for t in tools for s in servers}\n\n"
        "print(names([tool_1, tool_2], [server_1, server_2]))\n",
    ],
)
def test_what_the_program_asks_of_the_world_is_given(text: str) -> None:
    assert _search(text).coverage == 1.0


def test_a_function_that_is_passed_to_an_undefined_one_is_called_by_it() -> None:
    tree = _search("def done(result):\n    print(result.upper())\n\nfuture.on_end(done)\n")
    assert tree.nodes[0].prefix.code == (
        'class Future:\n    def on_end(self, done):\n        done("result")\n\nfuture = Future()\n'
    )


def test_attributes_of_a_decorated_function_come_from_the_decorator() -> None:
    tree = _search("@app.task\ndef add(x, y):\n    return x + y\n\nprint(add.delay(1, 2).get())\n")
    assert tree.coverage == 1.0
    assert "    function.delay = " in tree.nodes[0].prefix.code


def test_a_decorated_class_takes_values_for_its_fields() -> None:
    assert (
        _search("@define\nclass Point:\n    x: int\n    y = field()\n\nprint(Point(1, y=4).x)\n").coverage
        == 1.0
    )


def test_parameters_with_defaults_get_values_where_lines_depend_on_them() -> None:
    assert (
        _search("def warn(text=None):\n    if text is not None:\n        print(text.upper())\n").coverage
        == 1.0
    )


def test_a_function_that_another_gives_back_is_called_too() -> None:
    text = "def timed(f):\n    def wrapper(*args):\n        return f(*args)\n    return wrapper\n"
    assert _search(text).coverage == 1.0


def test_a_test_case_without_tests_has_its_methods_called() -> None:
    text = "class Case(TestCase):\n    def setUp(self):\n        self.link = engine.connect()\n"
    assert _search(text).coverage == 1.0


def test_methods_that_only_something_undefined_would_call_are_called() -> None:
    text = "class Plain(Formatter):\n    def format(self, record):\n        return 1\n\nadd(Plain('x'))\n"
    assert _search(text).coverage == 1.0


def test_a_failing_return_is_told_with_its_own_line() -> None:
    tree = _search("total = 1\nprint(total)\nexit(total.upper())\n")
    assert [one.line for one in tree.uncovered] == [3]
    assert tree.uncovered[0].why.startswith("raises with every prefix tried: AttributeError: 'int'")


def test_a_text_put_together_may_be_looked_for() -> None:
    assert (
        _search('if "a" + sign in page:\n    print(1)\nif "<%s>" % tag in page:\n    print(2)\n').coverage
        == 1.0
    )


def test_a_method_may_be_given_what_is_called_self() -> None:
    tree = _search("self.parent.add(self, 1)\nprint(self.parent.size)\n")
    assert tree.nodes[0].prefix.code == (
        "from types import SimpleNamespace\n\nclass Parent(SimpleNamespace):\n"
        "    def add(self, *args, **kwargs):\n        pass\n\nself = SimpleNamespace(parent=Parent(size=4))\n"
    )


def test_values_inside_each_other_that_are_compared_come_to_an_end() -> None:
    tree = _search(
        "first, part = near(node)\nif first is part.owner and part.owner is not first.body:\n    print(1)\n"
    )
    assert [one.line for one in tree.uncovered] == [3]


def test_a_file_whose_absence_is_caught_is_there_once() -> None:
    tree = _search(
        'try:\n    handle = open("settings.txt")\nexcept OSError:\n    print("none")\nelse:\n    for line in handle:\n'
        '        key, value = line.split("=")\n        settings[key.strip()] = value.strip()\n'
    )
    assert tree.coverage == 1.0
    assert any('pathlib.Path("settings.txt").write_text(' in node.prefix.code for node in tree.nodes)


def test_a_list_of_different_kinds_is_not_written_for_one_line_more() -> None:
    tree = _search(
        "for page in pages:\n    if key not in page:\n        continue\n    print(page[key])\n    exit()\n"
    )
    assert "pages = [{" in tree.nodes[0].prefix.code
    assert "[[" not in tree.nodes[0].prefix.code.replace("]]", "")
    assert tree.coverage == 1.0


def test_what_decides_nothing_is_what_it_would_be_by_itself() -> None:
    tree = _search(
        "if not isinstance(node, Node):\n    out.append(repr(node))\n    exit()\n"
        "for field in node.fields:\n    value = getattr(node, field)\n    if isinstance(value, list):\n"
        "        out.append(len(value))\n    else:\n        out.append(value)\nprint(out)\n"
    )
    code = tree.nodes[0].prefix.code
    assert "class Node:" in code
    assert "node = Node()" in code
    assert "out = []" in code


def test_a_constant_of_the_same_object_is_written_out() -> None:
    tree = _search("if self.door.ask(3) != self.DOOR_OPEN:\n    exit(1)\nself.go()\nself.rest()\n")
    assert "self.DOOR_OPEN" not in tree.nodes[0].prefix.code
    assert tree.nodes[0].coverage == 0.75


def test_a_snippet_runs_to_its_end_rather_than_to_what_it_refuses() -> None:
    tree = _search(
        "found = None\nfor form in forms:\n    found = self.parse(form)\n"
        "if found is None:\n    known = ', '.join(forms)\n    raise ValueError(known)\nprint(found)\n"
    )
    assert tree.best is not None
    assert tree.nodes[tree.best - 1].error is None


def test_a_path_that_must_be_there_is_there() -> None:
    tree = _search(
        "from pathlib import Path\nname = Path(args[0])\nif not name.exists():\n    raise ValueError(name)\n"
        "print(1)\nprint(2)\nprint(3)\n"
    )
    assert 'args = ["."' in tree.nodes[0].prefix.code


def test_what_a_module_has_not_is_set_in_it() -> None:
    tree = _search("if ctypes.FormatError(3):\n    print(ctypes.sizeof(ctypes.c_int))\n")
    assert "\nctypes.FormatError = lambda " in tree.nodes[0].prefix.code
