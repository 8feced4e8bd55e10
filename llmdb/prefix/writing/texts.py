"""Texts of a prefix: JSON where JSON is read, lines where lines are, what a pattern matches, dates in their format."""

import ast
import csv
import datetime
import io
import json
import re
import struct
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from llmdb.prefix.kinds import changed_from, kinds_of
from llmdb.prefix.places import Fact, Place, singular
from llmdb.prefix.samples import PERSONS, text_sample, word_type
from llmdb.prefix.turning import TEXT_TESTS
from llmdb.prefix.writing.frames import frame_columns
from llmdb.prefix.writing.markup import xml_text
from llmdb.prefix.writing.patterns import matching_text

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

_ROWS = 3
_PARTS_OF_URLS = frozenset({"username", "password", "port", "query", "fragment"})
_CUTTERS = ("split", "rsplit", "partition", "rpartition")
_PIECES = {
    ".": ("main", "index", "item"), "=": ("name", "alice", "x"), "@": ("alice", "example.com", "x"),
    "/": ("data", "input.txt", "x"), " ": ("hello", "world", "again"), ":": ("first", "second", "third"),
}  # fmt: skip
"""Texts between separators."""
_VIEWS = frozenset({"items", "values", "keys", "get"})
_OF_ATTRIBUTES = ("getattr", "setattr", "hasattr", "delattr")
_ANYTHING = frozenset({
    "self", "cls", "obj", "object", "this", "other", "instance", "data", "info", "row", "record", "result", "value",
    "item", "entry", "element", "kwargs", "args", "config", "request", "response", "event", "one", "first", "second",
})  # fmt: skip
"""Names of things that may be people as well."""
_OF_FOLDERS = frozenset(
    (f"os.{name}", 0) for name in ("path.join", "listdir", "scandir", "walk", "makedirs", "mkdir", "chdir")
) | {("join", 0), ("shutil.rmtree", 0)}
"""Functions that take a folder, and at which place."""
GIVING = frozenset({
    "get", "make", "build", "create", "parse", "load", "read", "find", "fetch", "compute", "generate",
    "render", "extract", "select", "choose", "guess", "detect", "infer", "determine", "lookup", "new", "to",
})  # fmt: skip
"""Verbs before the name of what a function gives."""


def text_code(writer: "Writer", place: Place, element: int) -> str:
    """Code of a text that fits what is done with it."""
    if (source := changed_from(place)) is not None and place.parent is not None:
        code = writer.like(source, element)
        if code[:1] == '"':
            return quoted(str(getattr(ast.literal_eval(code), place.parent.step[1])()))
    content = text_content(writer, place, element)
    if content is not None:
        return quoted(content)
    word = place.word
    if not place.hints and place.step == ("call",) and text_sample(word) == quoted(word.lower().strip("_")):
        word = given_by(word)
    if _is_folder(place) and re.search(r"\.\w+\"$", text_sample(word, element)):
        word = "folder"
    sample = text_sample(_bearer(place) or word, element, writer.listed > 0 or _is_in_list(place))
    return sample.replace(" ", "_") if ("argument", "getattr", 1) in place.facts else sample


def _bearer(place: Place) -> str:
    """What has a name that is no person's: `field` for `field.name`, `attribute` where an attribute is called so; ""
    for other texts."""
    if place.word in ("__name__", "__qualname__") and place.parent is not None:
        return place.parent.word.strip("_")
    if place.word != "name":
        return ""
    if any((name, 1) in {fact[1:] for fact in place.of("argument")} for name in _OF_ATTRIBUTES):
        return "attribute"
    owner = place.parent
    if owner is None:
        return ""
    if place.step[0] == "attr" or place.step[-1][:1] in ("'", '"'):
        word = owner.word.lower().strip("_")
        return "" if len(word) < 3 or word in _ANYTHING or {*word.split("_")} & PERSONS else word
    while owner.parent is not None and (owner.step[0] != "attr" or owner.step[1] in _VIEWS):
        owner = owner.parent
    several = owner.word.lower()
    return singular(several) if several.endswith("_names") else ""


def _is_folder(place: Place) -> bool:
    """Whether the paths of other files begin with it, or it is looked into."""
    return any((str(fact[1]), fact[2]) in _OF_FOLDERS for fact in place.of("argument"))


def _is_in_list(place: Place) -> bool:
    """Whether the place is reached through the elements of something."""
    above: Place | None = place
    while above is not None and above.step != ("element",):
        above = above.parent
    return above is not None


def bytes_code(writer: "Writer", place: Place, element: int) -> str:
    """Code of bytes; where they are decoded those of the text that is then used."""
    cuts = [end for _, end in place.of("cut to") if isinstance(end, int)]
    if max(cuts, default=0) > len("alpha") and "decode" not in place.steps("attr"):
        return f"bytes(range(1, {max(cuts) + 1}))"
    for _, form in place.of("packed"):
        code = _packed(str(form))
        if code is not None:
            return code
    decode = place.steps("attr").get("decode")
    text = decode.steps("call").get("") if decode is not None else None
    content = text_content(writer, text, element) if text is not None else None
    if content is None:
        one_of_several = place.step[0] in ("item", "element") and place.word
        sample = text_sample(place.word, element) if one_of_several else '"alpha"'
        return f"b{sample}" if sample.isascii() else 'b"alpha"'
    return f"b{quoted(content)}" if content.isascii() else f"{quoted(content)}.encode()"


def _packed(form: str) -> str | None:
    """`struct.pack("3i", 1, 2, 3)`: what can be unpacked again; None if the form is none."""
    try:
        values = struct.unpack(form, bytes(struct.calcsize(form)))
    except struct.error:
        return None
    codes = [repr(value) if isinstance(value, bytes) else str(i) for i, value in enumerate(values, 1)]
    return f"struct.pack({', '.join([quoted(form), *codes])})"


def template_code(place: Place, element: int) -> str:
    """Code of a text with as many gaps as `template % (name, size)` fills."""
    count = max(int(str(fact[1])) for fact in place.of("fills"))
    text = re.sub(r",? ?\{\w+\}", "", text_sample(place.word, element)[1:-1])
    text = "values:" if place.word.lower().endswith(("format", "fmt")) or "%" in text else text
    return f'"{text}{" %s" * count}"'


def file_code(writer: "Writer", place: Place) -> str:
    """Code of a file in memory: of bytes if what is read is decoded, of what the program reads out of it."""
    attributes = place.steps("attr")
    readers = [attributes[name].steps("call").get("") for name in ("read", "readline") if name in attributes]
    readers.append(place.steps("element").get(""))
    for read in filter(None, readers):
        if writer.choose(read, 0).startswith(("@bytes", 'b"')):
            return f"io.BytesIO({writer.value(read, 0)})"
        if "decode" in read.steps("attr") or kinds_of(read)[:1] == ["bytes"]:
            return f"io.BytesIO({bytes_code(writer, read, 0)})"
        content = text_content(writer, read)
        if content is not None:
            return f"io.StringIO({quoted(content)})"
    return 'io.StringIO("first line\\nsecond line\\n")'


def given_by(function: str) -> str:
    """What a function of this name gives: `signature` for `get_signature`, `result` where the name does not tell."""
    verb, _, rest = function.strip("_").partition("_")
    return rest if rest and verb in GIVING else "result"


def matching_code(writer: "Writer", place: Place, number: int) -> str:
    """Code of a text that one of several patterns matches."""
    patterns = list(dict.fromkeys(str(fact[1]) for fact in place.of("matches")))
    return quoted(matching_text([patterns[number]], 0, writer.words) or "")


def part_code(writer: "Writer", place: Place, fact: Fact, element: int) -> str:
    """Code of what a text begins with, ends with or holds; further ones in a list are of their own."""
    _, other, form = fact
    assert isinstance(other, Place)
    code = writer.like(other, 0) if not element else "None"
    text = ast.literal_eval(code) if code[:1] == '"' else ""
    parts = [part for part in re.split(r"(?<=[/_. :-])", text) if part]
    if len(text) < len("ab"):
        return text_code(writer, place, element)
    if len(parts) < 2:
        half = len(text) // 2
        parts = [text[:half], text[half:]]
    parts[-1] = parts[-1] if form == "ends with" else parts[-1].strip(" .:/")
    return quoted({"starts with": "".join(parts[:-1]), "ends with": parts[-1]}.get(str(form), parts[-1]))


def quoted(text: str) -> str:
    """The text as a literal, in the quotes that need no escapes if there are such."""
    plain = text.isprintable() and "\\" not in text
    if plain and '"' in text and "'" not in text:
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False)


def text_content(writer: "Writer", place: Place, element: int = 0) -> str | None:
    """What a text must be for what is read out of it; None where the uses do not tell."""
    inside = {step[0]: child for step, child in place.children.items()}
    if "json" in inside:
        return _json(writer, inside["json"], element)
    if "xml" in inside:
        return xml_text(writer, inside["xml"])
    if "frame" in inside:
        return _frame(writer, inside["frame"])
    if place.has("split as url"):
        return _url(place, element)
    if place.has("query of"):
        return _query(writer, [fact[1] for fact in place.of("query of")])
    if "records" in inside:
        return _records(writer, inside["records"])
    if "rows" in inside:
        return _rows(writer, inside["rows"])
    characters = inside["element"].of("character of") if "element" in inside else []
    tested = inside["element"].steps("attr") if "element" in inside else {}
    if any(name in TEXT_TESTS for name in tested) and place.step[0] != "file" and not element:
        return "Hello, World 42"
    if characters:
        texts = [str(fact[1]) for fact in characters]
        sample = text_sample(place.word, element)[1:-1]
        return (
            sample if all(set(text) & set(sample) for text in texts) else "".join(text[0] for text in texts)
        )
    patterns = place.of("matches")
    if word_type(place.word) == "str" and place.step[0] != "file":  # what is replaced may be missing
        patterns = [fact for fact in patterns if fact[2] != "sub"]
    if patterns:
        if element % 2:
            return None
        return matching_text([str(fact[1]) for fact in patterns], element, writer.words)
    formats = place.of("date format")
    if formats:
        day = datetime.datetime(2024, 3, 15 + element, 12, 30)
        return day.strftime(str(formats[0][1]))
    return _parts(writer, place, element) or _lines(writer, place) or _changed(writer, place, element)


def _url(place: Place, element: int) -> str | None:
    """A URL with the parts that are asked of it; None where the name has texts of its own and none is asked for."""
    results = [fact[1] for fact in place.of("split as url")]
    asked = {name for one in results if isinstance(one, Place) for name in one.steps("attr")}
    if not asked & _PARTS_OF_URLS and word_type(place.word) == "str":
        return None
    user = "alice:secret@" if asked & {"username", "password"} else ""
    port = ":8000" if "port" in asked else ""
    query, fragment = "?page=1" * ("query" in asked), "#top" * ("fragment" in asked)
    return f"https://{user}example.com{port}/{'abc'[element % 3]}{query}{fragment}"


def _query(writer: "Writer", results: list[object]) -> str | None:
    """The query of a URL with the names that are asked for; None where none is."""
    found = {
        code.strip("'\""): literal(writer, child)
        for one in results
        if isinstance(one, Place)
        for code, child in one.steps("item").items()
        if code[:1] in ("'", '"')
    }
    plain = {name: value if isinstance(value, str | int) else "x" for name, value in found.items()}
    return urlencode(plain) or None


def literal(writer: "Writer", place: Place, element: int = 0) -> object:
    """The value of a place as data; None where it is no literal."""
    helpers, classes, taken = dict(writer.helpers), dict(writer.classes), set(writer.taken)
    try:
        return ast.literal_eval(writer.value(place, element))
    except (ValueError, SyntaxError, TypeError):
        writer.helpers, writer.classes, writer.taken = helpers, classes, taken
        return None


def _json(writer: "Writer", place: Place, element: int) -> str:
    value = literal(writer, place, element)
    try:
        return json.dumps(value if value is not None else {"a": 1})
    except (TypeError, ValueError):
        return '{"a": 1}'


def _records(writer: "Writer", place: Place) -> str:
    row = place.child("element")
    values = {ast.literal_eval(c): p for c, p in row.steps("item").items() if c[:1] in "'\""}
    names = list(values) or ["name", "value"]
    table: list[list[object]] = [names]
    for i in range(_ROWS):
        cells = [literal(writer, values[n], i) if n in values else i + 1 for n in names]
        table.append(list(cells))
    return _csv(table)


def _frame(writer: "Writer", place: Place) -> str:
    columns = frame_columns(place)
    rows = [[ast.literal_eval(values[i]) for values in columns.values()] for i in range(_ROWS)]
    return _csv([list(columns), *rows])


def _rows(writer: "Writer", place: Place) -> str:
    row = place.child("element")
    numbers = {int(c): p for c, p in row.steps("item").items() if c.lstrip("-").isdigit()}
    counts = [int(str(fact[1])) for fact in row.of("unpacked")]
    size = max([*counts, *(n + 1 for n in numbers), 2])
    header: list[list[object]] = []
    if place.has("next"):
        header = [[numbers[i].word if i in numbers else f"column{i + 1}" for i in range(size)]]
    table: list[list[object]] = []
    for i in range(_ROWS):
        table.append([literal(writer, numbers[n], i) if n in numbers else i + 1 for n in range(size)])
    return _csv([*header, *table])


def _csv(table: list[list[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(table)
    return out.getvalue()


def _parts(writer: "Writer", place: Place, element: int) -> str | None:
    """A text that is cut into parts, as many as are used."""
    for method in _CUTTERS:
        attribute = place.steps("attr").get(method)
        result = attribute.steps("call").get("") if attribute else None
        if result is None:
            continue
        at = next((fact[1] for fact in result.of("cut at")), None)
        numbers = {int(c): p for c, p in result.steps("item").items() if c.lstrip("-").isdigit()}
        counts = [int(str(fact[1])) for fact in result.of("unpacked")]
        size = max([*counts, *(n + 1 if n >= 0 else -n for n in numbers)], default=0)
        separator = at if isinstance(at, str) else " "
        if method in ("partition", "rpartition"):
            numbers, size = {n // 2: p for n, p in numbers.items() if n in (0, 2)}, 2
        looped = result.steps("element").get("")
        if looped is not None and not size and separator != "\n":
            return separator.join(_piece(writer, looped, i, i) for i in range(_ROWS))
        if size < 2 and separator.strip() and looped is None:
            size = 2
        if size:
            pieces = [
                _piece(writer, numbers.get(i) or numbers.get(i - size), element, i, separator)
                for i in range(size)
            ]
            return separator.join(pieces)
    return None


def _piece(writer: "Writer", place: Place | None, element: int, position: int, separator: str = " ") -> str:
    samples = _PIECES.get(separator, ("alpha", "beta", "gamma"))
    if place is None or (
        place.word in (*_CUTTERS, "word")
        and writer.choose(place, element) == "@str"
        and text_content(writer, place, element) is None
    ):
        return samples[position % 3]
    value = literal(writer, place, element)
    return str(value) if value is not None else "alpha"


def _changed(writer: "Writer", place: Place, element: int) -> str | None:
    """A text of which a changed copy is used: as a number, say."""
    for method in ("strip", "lstrip", "rstrip", "lower", "upper", "replace"):
        attribute = place.steps("attr").get(method)
        result = attribute.steps("call").get("") if attribute else None
        if result is not None and {"int", "float"} & {str(fact[1]) for fact in result.of("argument")}:
            value = literal(writer, result, element)
            return value if isinstance(value, str) else None
        inside = text_content(writer, result, element) if result is not None else None
        if inside is not None:
            return inside
    return None


def _lines(writer: "Writer", place: Place) -> str | None:
    """A text, or a file, that is read line by line."""
    ways = [place.steps("element").get("") if place.step[0] == "file" else None]
    for method in ("splitlines", "readlines", "split", "readline"):
        attribute = place.steps("attr").get(method)
        result = attribute.steps("call").get("") if attribute else None
        if result is not None:
            ways.append(result if method == "readline" else result.steps("element").get(""))
    told = [line for line in ways if line is not None and (line.facts or line.children)]
    if not told:
        return None
    line = next((one for one in told if text_content(writer, one) is not None), told[0])
    texts = [literal(writer, line, i) for i in range(_ROWS)]
    return (
        "\n".join(text if isinstance(text, str) else f"line {i + 1}" for i, text in enumerate(texts)) + "\n"
    )
