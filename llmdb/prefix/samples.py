"""What values usually look like under a name: numbers, texts, dates; several of each, for the elements of a list."""
# ruff: noqa: E501 -- tables

import re

from llmdb.prefix.places import singular
from llmdb.prefix.tables import WORD_TYPES

TEXTS: dict[str, tuple[str, ...]] = {
    "name": ("alice", "bob", "carol"), "username": ("alice", "bob", "carol"), "user": ("alice", "bob", "carol"),
    "owner": ("alice", "bob", "carol"), "author": ("Alice Munro", "Bob Dylan", "Carol Ann Duffy"), "person": ("alice", "bob", "carol"),
    "customer": ("alice", "bob", "carol"), "student": ("alice", "bob", "carol"), "player": ("alice", "bob", "carol"),
    "email": ("alice@example.com", "bob@example.com", "carol@example.com"), "mail": ("alice@example.com", "bob@example.com", "carol@example.com"),
    "sender": ("alice@example.com", "bob@example.com"), "recipient": ("bob@example.com", "carol@example.com"),
    "city": ("Oslo", "Paris", "Lima"), "country": ("Norway", "France", "Peru"), "lang": ("en", "fr", "es"), "language": ("English", "French", "Spanish"),
    "url": ("https://example.com/a", "https://example.com/b", "https://example.com/c"), "uri": ("https://example.com/a", "https://example.com/b"),
    "link": ("https://example.com/a", "https://example.com/b"), "href": ("/a", "/b", "/c"), "host": ("localhost", "example.com"), "hostname": ("localhost", "example.com"),
    "domain": ("example.com", "example.org"), "endpoint": ("/users", "/orders"), "ip": ("127.0.0.1", "10.0.0.2"),
    "path": ("data/input.txt", "data/second.txt", "data/third.txt"), "filename": ("input.txt", "second.txt", "third.txt"),
    "fname": ("input.txt", "second.txt", "third.txt"), "file_name": ("input.txt", "second.txt", "third.txt"), "basename": ("input.txt", "second.txt"),
    "filepath": ("data/input.txt", "data/second.txt"), "file_path": ("data/input.txt", "data/second.txt"), "file": ("input.txt", "second.txt", "third.txt"),
    "dir": ("data", "results"), "directory": ("data", "results"), "folder": ("data", "results"), "dirname": ("data", "results"), "dirpath": ("data", "results"),
    "ext": (".txt", ".csv", ".json"), "extension": (".txt", ".csv", ".json"), "suffix": (".txt", ".csv"), "prefix": ("pre", "post"),
    "password": ("secret", "hunter2"), "token": ("abc123", "def456"), "key": ("a", "b", "c"), "value": ("x", "y", "z"), "letter": ("a", "b", "c"),
    "text": ("The quick brown fox", "jumps over", "the lazy dog"), "s": ("hello world", "good day"), "string": ("hello world", "good day"),
    "document": ("The quick brown fox jumps over the lazy dog", "A second document"), "article": ("The quick brown fox", "jumps over"),
    "docstring": ("Return the sum.", "Print the text."), "summary": ("A short summary", "Another one"),
    "line": ("first line", "second line", "third line"), "word": ("hello", "world", "again"), "message": ("hello", "good day", "so long"), "msg": ("hello", "good day"),
    "comment": ("well done", "see below"), "title": ("A first title", "A second title", "A third title"), "subject": ("Hello", "Again"), "caption": ("A caption", "Another"),
    "body": ("Some text.", "More text."), "content": ("some text", "more text"), "contents": ("some text", "more text"), "description": ("a short description", "another one"),
    "sentence": ("a short sentence", "another one"), "phrase": ("hello world", "good day"), "char": ("a", "b", "c"), "c": ("a", "b", "c"), "ch": ("a", "b", "c"),
    "version": ("1.2.3", "1.3.0"), "__version__": ("1.2.3",), "__file__": ("script.py",), "encoding": ("utf-8", "latin-1"), "endian": ("<", ">"), "endianness": ("<", ">"), "byte_order": ("<", ">"), "interpreter": ("python3", "bash"), "executable": ("python3", "bash"), "byteorder": ("little", "big"), "mode": ("r", "w"),
    "date": ("2024-03-15", "2024-04-01", "2024-05-20"), "day": ("2024-03-15", "2024-04-01"), "time": ("12:30", "18:45"), "month": ("March", "April", "May"),
    "query": ("select 1", "select 2"), "sql": ("select 1", "select 2"), "html": ("<p>hello</p>", "<p>good day</p>"), "xml": ("<a><b/></a>",), "code": ("A1", "B2"),
    "command": ("true", "echo hello"), "cmd": ("true", "echo hello"), "pattern": ("[a-z]+", "[0-9]+"), "regex": ("[a-z]+", "[0-9]+"),
    "color": ("red", "green", "blue"), "colour": ("red", "green", "blue"), "fruit": ("apple", "pear", "plum"), "item": ("apple", "pear", "plum"), "product": ("pen", "book", "lamp"),
    "method": ("GET", "POST"), "dtype": ("float32", "int64"), "format": ("json", "csv", "xml"), "fmt": ("json", "csv", "xml"), "label": ("first", "second", "third"),
    "status": ("open", "done"), "state": ("open", "done"), "category": ("books", "music"),
    "level": ("INFO", "ERROR"), "role": ("admin", "guest"), "gender": ("f", "m"), "currency": ("EUR", "USD"), "unit": ("kg", "m"), "symbol": ("A", "B"),
    "address": ("10 Main Street", "5 Park Lane"), "phone": ("555-0100", "555-0101"), "uuid": ("12345678-1234-5678-1234-567812345678",), "hash": ("9f86d081", "60303ae2"),
    "api_key": ("abc123", "def456"), "secret": ("abc123", "def456"), "scheme": ("https", "http"), "protocol": ("https", "http"), "theme": ("dark", "light"), "charset": ("utf-8", "latin-1"), "module": ("json", "math"),
    "region": ("eu-west-1", "us-east-1"), "locale": ("en_US", "fr_FR"), "branch": ("main", "next"), "timezone": ("UTC", "Europe/Oslo"),
    "sep": (",", ";"), "delimiter": (",", ";"), "separator": (",", ";"), "template": ("Hello, {name}", "Dear {name}", "Goodbye, {name}"), "column": ("a", "b", "c"), "col": ("a", "b", "c"), "header": ("name", "age", "city"),
    "field": ("name", "age", "city"), "attr": ("name", "age"), "team": ("red", "blue"), "group": ("first", "second"), "task": ("write", "test", "ship"),
    "prompt": ("name? ", "age? "), "reason": ("not found", "too late"), "output": ("done", "failed"), "dna": ("ACGT", "GATTACA"), "sequence": ("ACGT", "GATTACA"),
}  # fmt: skip
"""Texts of this name."""

PERSONS = frozenset({"user", "owner", "author", "person", "customer", "student", "player", "employee", "member", "contact", "first",
    "last", "full", "given", "family", "nick", "display", "login", "account", "friend", "teacher", "patient", "client", "real", "sender"})  # fmt: skip
"""What stands before `_name` where that is a person's."""

NUMBERS: dict[str, tuple[str, ...]] = {
    "fd": ("0", "1", "2"), "age": ("31", "25", "47"), "year": ("2024", "2023", "2022"), "month": ("3", "4", "5"), "day": ("15", "1", "20"), "hour": ("12", "18", "7"),
    "minute": ("30", "45", "5"), "width": ("80", "40", "60"), "height": ("24", "12", "36"), "depth": ("2", "3", "4"), "port": ("8000", "8001", "8002"), "limit": ("10", "20", "30"),
    "timeout": ("5", "10", "30"), "size": ("4", "8", "16"), "quantity": ("2", "1", "3"), "qty": ("2", "1", "3"), "id": ("1", "2", "3"), "uid": ("1", "2", "3"), "pid": ("101", "102", "103"), "dpi": ("96", "72"),
    "low": ("1", "2", "3"), "lo": ("1", "2", "3"), "lower": ("1", "2", "3"), "high": ("10", "20", "30"), "hi": ("10", "20", "30"), "upper": ("10", "20", "30"), "stop": ("10", "20", "30"), "end": ("10", "20", "30"),
    "threshold": ("2", "3", "4"), "max": ("10", "20", "30"), "min": ("1", "2", "3"), "minimum": ("1", "2", "3"), "maximum": ("10", "20", "30"), "total": ("12", "7", "30"), "status_code": ("200", "404", "500"), "http_status": ("200", "404", "500"), "http_code": ("200", "404", "500"), "response_code": ("200", "404", "500"), "logging_level": ("20", "10", "30"), "log_level": ("20", "10", "30"), "page": ("1", "2", "3"), "axis": ("0", "1"),
    "index": ("0", "1", "2"), "idx": ("0", "1", "2"), "start": ("0", "1", "2"), "offset": ("0", "1", "2"), "epoch": ("1", "2", "3"), "epochs": ("2", "3"), "batch_size": ("2", "4"), "seed": ("42",),
    "rank": ("1", "2", "3"), "score": ("7", "9", "4"), "grade": ("7", "9", "4"), "mark": ("7", "9", "4"), "point": ("7", "9", "4"), "count": ("3", "5", "2"), "number": ("3", "8", "5"), "num": ("3", "8", "5"), "value": ("10", "25", "7"),
    "sample": ("4", "7", "5"), "salary": ("3000", "4200", "2800"), "population": ("700000", "2100000", "9800000"), "distance": ("12", "7", "30"), "level": ("1", "2", "3"),
}  # fmt: skip
"""Whole numbers of this name."""

FRACTIONS: dict[str, tuple[str, ...]] = {
    "area": ("12.5", "8.0", "20.25"), "price": ("9.99", "4.5", "20.0"), "cost": ("9.99", "4.5", "20.0"), "amount": ("30.0", "12.5", "99.9"), "balance": ("100.0", "25.0", "0.0"), "rate": ("0.5", "0.25", "0.1"),
    "weight": ("1.5", "2.0", "0.8"), "score": ("0.9", "0.4", "0.7"), "ratio": ("0.5", "0.25", "0.75"), "temperature": ("21.5", "18.0", "25.3"), "lat": ("59.9", "48.9", "-12.0"),
    "lon": ("10.7", "2.4", "-77.0"), "latitude": ("59.9", "48.9", "-12.0"), "longitude": ("10.7", "2.4", "-77.0"), "alpha": ("0.5", "0.1"), "eps": ("1e-06",), "tol": ("1e-06",), "lr": ("0.01", "0.001"), "dt": ("0.1", "0.05"),
    "fee": ("4.9", "2.5"), "sales": ("120.0", "80.0", "95.5"), "sum": ("12.5", "7.0"), "mean": ("4.0", "5.0"), "std": ("1.5", "2.0"), "discount": ("0.1", "0.2"), "tax": ("0.25", "0.2"), "total": ("12.5", "7.0"), "radius": ("2.0", "1.5"), "degrees": ("20.0", "45.0"), "angle": ("45.0", "90.0"), "heartbeat": ("1700000000.0", "1700000060.0"), "speed": ("12.5", "8.0"), "loss": ("0.9", "0.5", "0.3"),
}  # fmt: skip
"""Fractions of this name."""


DICTIONARIES: dict[str, str] = {
    "headers": '{"Content-Type": "text/plain"}', "params": '{"page": 1}', "options": '{"verbose": True}', "opts": '{"verbose": True}',
    "data": '{"id": 1, "name": "alice"}', "loads": '{"id": 1, "name": "alice"}', "config": '{"debug": True}', "settings": '{"debug": True}', "session": '{"user": "alice"}', "payload": '{"id": 1, "name": "alice"}',
    "cookies": '{"session": "abc123"}', "env": '{"HOME": "/home/alice"}', "environ": '{"HOME": "/home/alice"}', "auth": '{"user": "alice"}',
    "meta": '{"author": "alice"}', "metadata": '{"author": "alice"}', "context": '{"name": "alice"}', "attrs": '{"class": "note"}',
    "globals": '{"x": 1}', "locals": '{"x": 1}', "namespace": '{"x": 1}', "defaults": '{"timeout": 10}', "kwargs": '{"timeout": 10}', "mapping": '{"a": "b"}', "counts": '{"a": 3, "b": 1}', "record": '{"id": 1, "name": "alice"}',
}  # fmt: skip
"""Dictionaries of this name, of which the program does not say what they hold."""

_OF_ONE_NUMBER = frozenset({"max", "min", "num", "n", "nb", "total", "number", "count"})
"""What the names of numbers of things begin with."""

_ENDINGS = ("csv", "json", "xml", "html", "log", "ini", "yaml", "md", "py", "png", "jpg")
"""Parts of a name that say what kind of file a path is of."""


_SAYING_NOTHING = frozenset({
    "value", "val", "str", "string", "text", "arg", "param", "data", "out", "new", "old", "from", "one", "part", "info", "raw",
    "default", "current", "first", "second", "last", "list", "content", "input", "obj", "prefixed", "suffixed",
})  # fmt: skip
"""Last words of names that say less than the word before: `url_str`."""
_RUN_TOGETHER = (
    "month",
    "minute",
    "hour",
    "number",
    "width",
    "height",
    "offset",
    "lineno",
    "timeout",
    "size",
    "length",
)
"""Words that names end with also without a line between: `weeknumber`."""


def text_sample(word: str, element: int = 0, numbered: bool = False) -> str:
    """Code of a text that a variable of this name may hold; `element` counts through a list of them, in which those
    that are called by a number are so from the first on, with `numbered`."""
    parts = parts_of(_named_thing(word))
    if word.isupper() and "_" in word.strip("_"):
        parts = parts[:2]  # TASK_NOT_FOUND is none of the tasks
    made = word.lower().strip("_").startswith("format_")  # what a function gives that writes it
    last = _head_of(_spelled(parts[0]))
    for part in parts:
        is_last = part in (parts[0], singular(last)) or last.endswith(part)
        says = is_last or last in _SAYING_NOTHING or len(last) < len("and")
        if part in TEXTS and says and not (made and part == "format"):
            kind = next((ending for ending in _ENDINGS if ending in parts), "txt")
            return _quoted(_pick(TEXTS[part], element).replace(".txt", f".{kind}"))
    plain = _named_thing(word).lower().strip("_") or "alpha"
    return _quoted(f"{plain}{'_' * ('_' in plain)}{element + 1}" if element or numbered else plain)


def _head_of(lower: str) -> str:
    """The word of a name that says what the thing is: `unit` for `units_of_all`, `path` for `file_path`."""
    return re.split(r"_(?:of|for|from|to|in|by|with)_", lower)[0].rpartition("_")[2]


def _named_thing(word: str) -> str:
    """`service` for `service_name`: what has the name, unless it is a person, or the name has samples of its own."""
    thing = word.lower().strip("_").removesuffix("_name")
    own = thing == word.lower().strip("_") or f"{thing}_name" in TEXTS or thing in PERSONS
    return word if own or thing.rpartition("_")[2] in PERSONS else thing


def dictionary_sample(word: str) -> str:
    """Code of a dictionary that a variable of this name may hold."""
    return next((DICTIONARIES[part] for part in parts_of(word) if part in DICTIONARIES), '{"a": 1, "b": 2}')


_BOUNDS = {"min": 0.5, "max": 2}
"""How many times what a number usually is its least and its most are."""


def whole_sample(word: str, element: int = 0) -> str:
    """Code of a whole number that a variable of this name may hold."""
    bound = word.lower().strip("_").partition("_")[0] if "_" in word.strip("_") else ""
    for part in parts_of(word):
        if part in NUMBERS:
            number = _pick(NUMBERS[part], element)
            is_bound = bound in _BOUNDS and part not in _BOUNDS
            return str(int(int(number) * _BOUNDS[bound])) if is_bound else number
    return str(3 + element) if word else str(1 + element)


def fraction_sample(word: str, element: int = 0) -> str:
    """Code of a fraction that a variable of this name may hold."""
    for part in parts_of(word):
        if part in FRACTIONS:
            return _pick(FRACTIONS[part], element)
    return ("2.5", "4.0", "1.5")[element % 3]


def parts_of(word: str) -> list[str]:
    """The words that a name is made of, the whole first, then from the last: they say most."""
    lower = _spelled(word)
    parts = [lower, *reversed(lower.split("_")), *(end for end in _RUN_TOGETHER if lower.endswith(end))]
    return list(dict.fromkeys([word, *parts, *(singular(part) for part in parts if len(part) > 3)]))


def _spelled(word: str) -> str:
    """`file_name` for `fileName`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word).lower().strip("_")


def double_quoted(code: str) -> str:
    """Code of a literal, with the quotes that the samples have where they need no escapes."""
    return f'"{code[1:-1]}"' if code[:1] == "'" and '"' not in code and "\\'" not in code else code


def word_type(word: str) -> str | None:
    """The type that a name suggests, None for no idea."""
    if (
        word.lower().lstrip("_").startswith(("num_", "n_", "nb_", "maxd", "mind", "max_", "min_"))
        or "_max_" in word.lower()
    ):
        return "int"
    if word.lower().endswith(("_str", "_string")):
        return "str"
    count = len(re.findall(r"_|(?<=[a-z])(?=[A-Z])", word))
    for part in parts_of(word)[: 2 + count]:
        several = WORD_TYPES.get(part) in ("list", "dict") and part.endswith("s")
        if several and not word.lower().strip("_").endswith(part):
            continue  # `options_metavar`
        if part in WORD_TYPES:
            return WORD_TYPES[part]
        if part in FRACTIONS and part not in TEXTS and part not in NUMBERS:
            return "float"
        if part in TEXTS:
            return "str"
        if part in NUMBERS:
            return "int"
    return None


def is_plural_of_numbers(lower: str) -> bool:
    """Whether a name in small letters is that of several numbers: `sizes`, but not `seconds` and not `max_sizes`."""
    first, _, _ = lower.strip("_").partition("_")
    last = lower.rpartition("_")[2]
    one = singular(last)
    known = WORD_TYPES.keys() | NUMBERS.keys() | FRACTIONS.keys()
    return one != last and last not in known and one in known and first not in _OF_ONE_NUMBER


def _pick(values: tuple[str, ...], element: int) -> str:
    return values[element % len(values)]


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'
