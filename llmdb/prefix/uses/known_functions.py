"""What is said by calls of functions and methods that are known: of files, patterns, packed bytes, XML and tables."""

import ast
import re
import string
import sys

from llmdb.prefix.places import Place
from llmdb.prefix.samples import word_type
from llmdb.prefix.uses.operators import Operators
from llmdb.prefix.uses.scope import constant_code, list_of

_READERS = {
    "json.loads": "json", "json.load": "json", "csv.reader": "rows", "reader": "rows",
    "csv.DictReader": "records", "DictReader": "records",
}  # fmt: skip
"""Functions that give what is in a text or a file; the step that leads there."""
_BUFFERS = {"BytesIO": "bytes", "StringIO": "str"}
_SAME_PATHS = frozenset(
    {"os.path.basename", "os.path.normpath", "os.path.expanduser", "os.fspath", "basename"}
)
_CASTS = frozenset({"cast", "typing.cast", "t.cast"})
_UNBOUND_ITERATORS = frozenset(f"{name}.__iter__" for name in ("list", "tuple", "set", "dict", "str"))
_MATCHERS = frozenset({"match", "search", "fullmatch", "findall", "finditer", "sub", "split"})
_FINDERS = frozenset({"re.match", "re.search", "re.fullmatch"})
_OF_STRUCT = frozenset(
    {"struct.unpack", "unpack", "struct.unpack_from", "unpack_from", "struct.pack", "pack"}
)
_PACKED_TYPES = {
    "c": "bytes",
    "s": "bytes",
    "p": "bytes",
    "f": "float",
    "d": "float",
    "e": "float",
    "?": "bool",
}
"""What a form of the module `struct` takes for its letters; for the others whole numbers."""
_OF_QUERIES = frozenset({"parse_qs", "parse_qsl"})
_OF_URLS = frozenset({"urlsplit", "urlparse"})
_EQUALITIES = frozenset({"assertEqual", "assertEquals", "assert_equal"})
_RESHAPING = frozenset({"pivot_table", "pivot", "plot", "bar", "scatter"})
_XML_FILES = frozenset({"ET.parse", "etree.parse", "ElementTree.parse", "xml.etree.ElementTree.parse"})
_XML_TEXTS = frozenset({"ET.fromstring", "etree.fromstring", "ElementTree.fromstring", "ET.XML"})
_ONE_ELEMENT, _ELEMENTS = frozenset({"find", "findtext"}), frozenset({"findall", "iter", "iterfind"})
_ARRAYS = frozenset({"np.array", "np.asarray", "numpy.array", "np.matrix", "pd.Series", "pd.DataFrame"})
AFFIXES = {"startswith": "starts with", "endswith": "ends with"}
_PLACES_OF_TEXT = frozenset({"find", "rfind"})
_SEARCHING = frozenset(
    {"find", "rfind", "index", "rindex", "count", "split", "rsplit", "partition", "rpartition"}
)
_CUTTERS = frozenset({"split", "rsplit", "partition", "rpartition"})
_COLUMN_METHODS = frozenset(
    {"groupby", "set_index", "sort_values", "drop_duplicates", "nlargest", "nsmallest", "explode"}
)
_COLUMN_KEYWORDS = frozenset(
    {"by", "on", "subset", "left_on", "right_on", "columns", "values", "id_vars", "hue"}
)


class KnownFunctions(Operators):
    """Notes of what is read out of texts and files, and of what known functions take and give."""

    def _element_of_xml(self, node: ast.Call, place: Place) -> Place | None:
        """What `root.findall("book")` and its like give, below a document that was read."""
        base = place.parent
        while base is not None and base.step[0] in ("tag", "item"):
            base = base.parent
        if place.step[0] != "attr" or place.parent is None or base is None or base.step != ("xml",):
            return None
        tag = self.text(node.args[0]) if node.args else None
        if place.step[1] == "getroot":
            return base
        if tag is None or place.step[1] not in _ONE_ELEMENT | _ELEMENTS:
            return None
        for part in tag.removeprefix(".//").split("/"):
            if not part.isidentifier():
                return None
            base = (base if base is not place.parent and base.step != ("xml",) else place.parent).child(
                "tag", part
            )
        if place.step[1] in _ELEMENTS:
            base.note("several")
        return base.child("attr", "text") if place.step[1] == "findtext" else base

    def _as_called(self, node: ast.expr) -> ast.expr:
        """The call that a variable holds the result of; other expressions as they are."""
        return self.called_for.get(node.id, node) if isinstance(node, ast.Name) else node

    def _written(self, file: Place | None, code: ast.expr, value: Place | None) -> None:
        """What is written to a file is bytes or a text, as its mode says, or what else is written to it."""
        modes = "".join(str(fact[1]) for fact in file.of("opened")) if file is not None else ""
        if value is not None and modes:
            value.note("annotated", "bytes" if "b" in modes else "str")
        elif value is not None and file is not None and _is_file(file) and self.kind_of(code) == "":
            value.note("written to", file)
        elif value is not None and file is not None and file.step == ("call",) and file.parent is not None:
            if file.parent.word in _BUFFERS:
                value.note("annotated", _BUFFERS[file.parent.word])
        elif file is not None and self.kind_of(code) == "bytes":
            file.note("takes bytes")

    def _format_spec(self, function: ast.expr, position: int) -> str:
        """What `"{} costs {:.2f}".format` asks of the argument at a position."""
        template = self.text(function.value) if isinstance(function, ast.Attribute) else None
        try:
            fields = [field for field in string.Formatter().parse(template or "") if field[1] is not None]
        except ValueError:
            return ""
        numbers = [
            int(name) if name and name.isdigit() else place for place, (_, name, _, _) in enumerate(fields)
        ]
        return next(
            (field[2] or "" for number, field in zip(numbers, fields, strict=True) if number == position), ""
        )

    def _form(self, node: ast.expr) -> str | None:
        """The form of what is packed, in one order of bytes where a variable tells that: `endian + "I"`."""
        match node:
            case ast.BinOp(left=order, op=ast.Add(), right=ast.Constant(value=str(form))):
                place = self.expr(order)
                if place is not None:
                    place.note("order of bytes")
                return f"<{form}"
        return self.text(node)

    def _packed(self, form: str, label: str, arguments: list[Place | None]) -> None:
        """`unpack("<I", data)` takes what was packed so, `pack("<I", size)` values of the types that the form names."""
        owner = self.env.get(label)
        if owner is not None:
            owner.note("given text", form)
        if "unpack" in label:
            if len(arguments) > 1 and arguments[1] is not None:
                arguments[1].note("packed", form)
            return
        parts = re.findall(r"(\d*)([a-zA-Z?])", form)
        codes = [
            code
            for count, code in parts
            for _ in range(1 if code in "sp" else int(count or 1))
            if code != "x"
        ]
        for code, value in zip(codes, arguments[1:], strict=False):
            if value is not None:
                value.note("annotated", _PACKED_TYPES.get(code, "int"))

    def _known(self, node: ast.Call, label: str, arguments: list[Place | None]) -> Place | None:
        """What a well-known function gives, where that says what it was given must hold."""
        if label == "open" and node.args:
            return self._opened(node, arguments[0])
        if label == "input":
            answer = Place(step=("answer", str(len(self.usage.answers) + 1)))
            self.usage.answers.append(answer)
            return answer
        first = arguments[0] if arguments else None
        if label.endswith((".assertTrue", ".assertFalse")) and node.args:
            self.note_answer(node.args[0], str(label.endswith("True")))
        if label in _CASTS and len(node.args) == 2:
            return arguments[1]
        if label in _SAME_PATHS and first is not None and len(node.args) == 1:
            return first  # it ends as the path does
        if label in _UNBOUND_ITERATORS and first is not None:
            first.note("iterated", False)
            return first
        form = self._form(node.args[0]) if label in _OF_STRUCT and node.args else None
        if form:
            self._packed(form, label, arguments)
        if label.rpartition(".")[2] in _OF_URLS and first is not None:
            function = self.expr(node.func)
            first.note("split as url", function.child("call") if function is not None else None)
        if label.rpartition(".")[2] in _OF_QUERIES and first is not None:
            function = self.expr(node.func)
            first.note("query of", function.child("call") if function is not None else None)
        if label in _READERS and first is not None:
            return self.used(first.child(_READERS[label]))
        if isinstance(node.func, ast.Attribute) and node.func.attr in _MATCHERS:
            self._matched(node, arguments)
            if label in _FINDERS and first is not None:
                return self.used(first.child("match"))
        if label.rpartition(".")[2] in _EQUALITIES and len(node.args) >= 2:
            self.compare(ast.Compare(node.args[0], [ast.Eq()], [node.args[1]]))
        if self.packages and label in _ARRAYS and first is not None:
            made = Place(step=("name", "array()"))
            first.note("made into", made)
            return made
        if "pandas" in self.packages and label in ("pd.merge", "pandas.merge") and len(arguments) > 1:
            self._note_columns(node, "merge", arguments[:2])
            return first
        if label in ("groupby", "itertools.groupby") and first is not None and node.args:
            group = Place(step=("name", "group()"))
            group.children[("item", "1")] = list_of(first.child("element"))
            return list_of(group)
        if label in _XML_FILES and node.args:
            return self._opened(node, first).child("xml")
        if label in _XML_TEXTS and first is not None:
            return self.used(first.child("xml"))
        if label.endswith(".read_csv") and node.args:
            return self._opened(node, first).child("frame")
        if label.endswith("strptime") and len(node.args) == 2 and first is not None:
            form = self.text(node.args[1])
            first.note("date format", form or "%Y-%m-%d")
        return None

    def _opened(self, node: ast.Call, path: Place | None) -> Place:
        key = ast.unparse(node.args[0])
        mode = node.args[1] if len(node.args) > 1 else None
        for keyword in node.keywords:
            mode = keyword.value if keyword.arg == "mode" else mode
        file = self.usage.files.setdefault(key, Place(step=("file", key)))
        self.usage.opened[node.lineno] = key
        self.usage.opened[self.line] = key
        file.note("opened", (self.text(mode) if mode is not None else None) or "r")
        if path is not None:
            path.note("opened", key)
        return self.used(file)

    def _matched(self, node: ast.Call, arguments: list[Place | None]) -> None:
        """A regular expression is laid on a text: the text's place is told."""
        assert isinstance(node.func, ast.Attribute)
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "re":
            position = 2 if node.func.attr == "sub" else 1
            pattern = self.text(node.args[0]) if node.args else None
        else:
            position = 1 if node.func.attr == "sub" else 0
            pattern = self.texts.get(ast.unparse(node.func.value))
        owner = self.expr(node.func.value)
        told = [one for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, bytes)]
        made = self.called_for.get(ast.unparse(node.func.value))
        if made is not None and ast.unparse(made.func) == "re.compile":
            told += [
                one for one in made.args[:1] if isinstance(one, ast.Constant) and isinstance(one.value, bytes)
            ]
        if told:
            for one in (owner, *arguments[: position + 1]):
                if one is not None and (one is not owner or word_type(one.word) == "pattern"):
                    one.note("of bytes")
        elif position < len(node.args) and (
            node.func.attr == "sub" or (owner is not None and word_type(owner.word) == "pattern")
        ):
            changed = arguments[position]
            if changed is not None:
                changed.note("argument", "re.sub", 0)
        if pattern is not None and position < len(node.args):
            place = arguments[position]
            if place is not None:
                place.note("matches", pattern, node.func.attr)

    def _shape(self, node: ast.Call, place: Place, result: Place) -> None:
        if not isinstance(node.func, ast.Attribute) or place.parent is None:
            return
        texts = [self.text(argument) for argument in node.args]
        if node.func.attr == "executemany" and len(node.args) > 1 and texts[0]:
            rows = self.expr(node.args[1])
            if rows is not None and texts[0].count("?"):
                rows.child("element").note("unpacked", texts[0].count("?"))
        if node.func.attr == "group":
            place.note("given", *(code for code in map(constant_code, node.args) if code))
        if node.func.attr in _PLACES_OF_TEXT and texts[:1] and texts[0]:
            place.parent.note("contains", repr(texts[0]))
        sought = node.args[0] if node.args else None
        if (
            node.func.attr in _SEARCHING
            and isinstance(sought, ast.Constant)
            and isinstance(sought.value, bytes)
        ):
            place.parent.note("contains", repr(sought.value))
        if node.func.attr in _CUTTERS:
            result.note("cut at", texts[0] if texts else None)
        if node.func.attr in AFFIXES and node.args:
            affixes = node.args[0].elts if isinstance(node.args[0], ast.Tuple) else [node.args[0]]
            for text in filter(None, map(self.text, affixes)):
                place.parent.note(AFFIXES[node.func.attr], text)
            for affix in affixes:
                self._note_affix(place.parent, AFFIXES[node.func.attr], affix)
        joined = [self.expr(node.args[0])] if node.func.attr in ("merge", "join") and node.args else []
        self._note_columns(node, node.func.attr, [place.parent, *joined])

    def _note_part(self, text: ast.expr, part: ast.expr, form: str) -> None:
        """`url.startswith(base)`: the one is a part of the other, also where the text is `str(url)`."""
        made = self._as_called(text)
        if (
            isinstance(made, ast.Call)
            and isinstance(made.func, ast.Name)
            and made.func.id == "str"
            and made.args
        ):
            text = made.args[0]
        owner, inner = self.expr(text), self.expr(part)
        if owner is None or inner is None or owner is inner:
            return
        if not (inner.is_below(owner) or owner.is_below(inner)):
            inner.note("part of", owner, form)

    def _note_affix(self, place: Place, form: str, affix: ast.expr) -> None:
        """What a text begins or ends with, where that is bytes, or computed of nothing but modules."""
        if isinstance(affix, ast.Constant) and isinstance(affix.value, bytes):
            place.note(f"{form} bytes", affix.value)
        made = self.called_for.get(affix.id) if isinstance(affix, ast.Name) else None
        if made is not None and form == "starts with":
            parts = [part for part in ast.walk(made) if isinstance(part, ast.Name)]
            if all(part.id in sys.stdlib_module_names for part in parts) and made.func not in parts:
                place.note("starts with value of", ast.unparse(made))

    def _note_columns(self, node: ast.Call, method: str, tables: list[Place | None]) -> None:
        """The columns that a method of tables is told by their names."""
        given = [*node.args] if method in _COLUMN_METHODS else []
        given += [keyword.value for keyword in node.keywords if keyword.arg in _COLUMN_KEYWORDS]
        if method in _RESHAPING:
            given += [
                k.value
                for k in node.keywords
                if k.arg in ("index", "x", "y") and not isinstance(k.value, ast.Name)
            ]
        if method in ("agg", "aggregate", "astype"):
            given += [key for one in node.args if isinstance(one, ast.Dict) for key in one.keys if key]
        for value in given:
            several = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
            for text in filter(None, map(self.text, several)):
                for table in filter(None, tables):
                    table.note("columns", text)
                    if method == "groupby":
                        table.note("grouped", text)


def _is_file(place: Place) -> bool:
    return place.step == ("enter",) or word_type(place.word) == "file"
