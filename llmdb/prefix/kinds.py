"""The types that the uses of a place tell, the likeliest first."""

import datetime
import re

from llmdb.prefix import tables
from llmdb.prefix.places import Fact, Place, is_plural
from llmdb.prefix.samples import word_type
from llmdb.prefix.turning import NUMBER, SAME_TEXT

_CHARACTER_NAMES = frozenset({"char", "chr", "character", "letter", "digit", "symbol", "byte", "codepoint"})
"""What loops over texts call what they bind."""
_POSITIONS = frozenset({"index", "idx", "i", "j", "pos", "position", "offset"})
_TEXT_METHODS = tables.METHODS["str"].split()
_OF_TEXTS = frozenset({"startswith", "endswith", "lower", "upper", "strip", "splitlines"})
"""Methods of texts that nobody writes for a class of his own."""
BUILT_IN: dict[str, type] = {one.__name__: one for one in (str, bytes, list, dict, set, int, float)}
_KINDS_OF_TEXT = frozenset(
    {"address text", "whole text", "fraction text", "number text", "uuid text", "zlib bytes", "gzip bytes"}
)
_MAKING = frozenset({"fromkeys", "maketrans", "fromhex", "__new__", "__init__"})
_OF_BYTES = re.compile(r"compress$|\.feed$|_bytes$|\.digest$")
"""What functions are called that take bytes."""
_GIVING_TEXT = SAME_TEXT | {"join", "replace", "format", "translate", "removeprefix", "removesuffix"}
_UNPACKING = frozenset({"unpack", "unpack_from", "iter_unpack"})
"""Functions of `struct` that take bytes second."""
_FORMATS = {r"%[YmdHMSjbBaAyp]": "datetime", r"[dxXobi]$": "int", r"[feEgG%]$": "float"}
"""The kinds of values that can be written in such a form."""
_OF_DATES = frozenset({("strftime", 0), ("strptime", 1)})
"""Functions that take the form of a date, and where."""
_MAPPING = frozenset({"map", "filter"})
"""Functions that take a function first, then what it is called with."""
_CALLED_LATER = ("target", "command", "callback", "func", "function", "default_factory")
_HANDING_ON = re.compile(
    r"(^|[._])(subscribe|connect(_event)?|listen(er)?|callback|handler|hook|call_?later|call_?soon|observer|"
    r"addCallbacks?|addErrback|addBoth|callFromThread|callInThread|callWhenRunning)$",
    re.IGNORECASE,
)
"""How functions are called that are given a function, to call it then."""
_EXPECTING_ERRORS = frozenset({"assertRaises", "assert_raises", "assertWarns", "failUnlessRaises"})
"""What is given an exception and then a function that is to raise it."""
_OF_HANDLERS = ("callback", "handler", "hook", "listener", "observer")
_CHANGING = frozenset({"lower", "upper", "title", "capitalize", "casefold", "swapcase"})
"""Methods that change the letters of a text."""
_HASHING = frozenset({"digest", "hexdigest", "finalize"})
"""Methods of what is updated with bytes."""
_OF_SETS = frozenset({"|", "&", "^", "-", "r|", "r&"})
OF_PATHS = frozenset(
    {"parent", "is_dir", "is_file", "mkdir", "read_text", "write_text", "iterdir", "with_suffix", "suffix"}
)
"""Attributes of what `folder / name` gives."""


def changed_from(place: Place) -> Place | None:
    """The text of which a place is what `text.lower()` gives, or another such method that takes nothing; else None."""
    method = place.parent
    if place.step != ("call",) or method is None or method.step[0] != "attr":
        return None
    changes = method.step[1] in _CHANGING and all(fact[1] == () for fact in method.of("call"))
    return method.parent if changes else None


def kinds_of(place: Place) -> list[str]:
    """Names of types, the likeliest first, that the uses tell."""
    if changed_from(place) is not None:
        return ["str"]
    by_index = _kinds_by_index(place)
    by_attributes = ["object" if kind == "set" and by_index else kind for kind in _kinds_by_attributes(place)]
    out = [*by_attributes, *by_index]
    inner = place.steps("element").get("")
    items_used = inner is not None and (
        inner.steps("item")
        or inner.has("arithmetic")
        or not set(inner.steps("attr")) <= set(_TEXT_METHODS)
        or any(len(hint) > 2 and hint not in _CHARACTER_NAMES for hint in inner.hints[:1])
    )
    if (
        place.step == ("call",)
        and place.parent
        and place.parent.step[1:] in (("recv",), ("encode",), ("digest",))
        and (
            place.parent.step[1] != "encode"
            or all(fact[1] in ((), ("",)) for fact in place.parent.of("call"))
        )
    ):
        out.insert(0, "bytes")
    maker = place.parent.word.lower() if place.step == ("call",) and place.parent else ""
    if maker.strip("_") == "bytes" or maker.endswith(("_bytes", "bytesify", "base64_decode", "b64decode")):
        out.insert(0, "bytes")
    if any(str(fact[1])[:2] in ("b'", 'b"') for fact in place.of("contains")):
        out.insert(0, "bytes")
    if any(str(fact[2])[:2] in ("b'", 'b"') for fact in place.of("compare")):
        out.insert(0, "bytes")
    for _, file in place.of("written to"):
        if isinstance(file, Place) and word_type(place.word) != "bytes":
            out.insert(0, "bytes" if file.has("takes bytes") else "str")
    updated = [fact[1] for fact in place.of("updates") if isinstance(fact[1], Place)]
    if any(_HASHING & set(one.steps("attr")) for one in updated):
        out.insert(0, "bytes")
    if place.has("order of bytes") and not place.children:
        return ["order of bytes"]
    if place.has("of bytes"):
        return ["pattern of bytes" if word_type(place.word) == "pattern" else "bytes"]
    unpacked = [str(fact[1]).rpartition(".")[2] for fact in place.of("argument") if fact[2] == 1]
    if place.has("packed") or _UNPACKING & set(unpacked):
        return ["bytes"]
    if place.has("starts with bytes") or place.has("ends with bytes"):
        return ["bytes"]
    if place.has("unpacked"):
        out.append("tuple")
    if place.has("mapping"):
        out.append("dict")
    out += [str(fact[1]) for fact in place.of("instead of it")]
    if (
        place.has("split as url")
        or place.has("date format")
        or place.has("matches")
        or {"json", "rows", "records"} & _steps_below(place)
    ):
        out.insert(0, "str")
    if _holds_characters(place) or (
        place.has("iterated")
        and word_type(place.word) == "str"
        and not items_used
        and not is_plural(place.word.lower())
    ):
        out.insert(0, "str")
    if place.has("iterated") and not place.has("argument 0"):
        out.append("list" if not place.has("next") else "iterator")
    if place.has("date difference") and word_type(place.word) in (None, "datetime", "str"):
        out.insert(0, "datetime")
    if place.has("next") and set(place.steps("attr")) <= {"close", "send", "throw"}:
        out.insert(0, "iterator")
    by_arithmetic = _kinds_by_arithmetic(place)
    out = (
        [*by_arithmetic, *out]
        if (by_arithmetic in (["bytes"], ["set"]) or (by_arithmetic == ["str"] and place.has("index")))
        else [*out, *by_arithmetic]
    )
    by_argument = _kinds_by_argument(place)
    if out[:1] in (["str"], ["bytes"]):  # `int(line.strip())`
        out = [*(form for form in by_argument if form in _KINDS_OF_TEXT), *out]
    out += by_argument
    if place.has("holds some") and not place.steps("attr") and word_type(place.word) not in ("str", "dict"):
        out.append("list")
    if any(None not in fact[2:] for fact in place.of("computed as")):
        out.append("int")
    if place.has("sized"):
        of_name = word_type(place.word) or "list"
        out.append(
            of_name if of_name in ("str", "bytes", "dict", "set") and not place.has("iterated") else "list"
        )
    specs = [str(fact[1]) for fact in place.of("formatted")]
    asked = [kind for form, kind in _FORMATS.items() if any(re.search(form, spec) for spec in specs)]
    if asked:
        out = [*(kind for kind in out if kind != "number or text"), *asked[:1]]
    if place.has("mapping") and set(place.steps("attr")) <= {*tables.METHODS["dict"].split(), "pop", "copy"}:
        return ["dict"]
    owners = [fact[1] for fact in place.of("part of") if isinstance(fact[1], Place)]
    if not out and any(word_type(one.word) == "str" or _OF_TEXTS & set(one.steps("attr")) for one in owners):
        out.append("str")
    if "syntax tree" in out:
        return ["syntax tree"]
    return list(dict.fromkeys([*(str(fact[1]) for fact in place.of("annotated")), *out]))


def _holds_characters(place: Place) -> bool:
    """Whether what is looped over is looked up, one by one, among the characters of a text."""
    element = place.steps("element").get("")
    return element is not None and element.has("character of") and not element.children


def _steps_below(place: Place) -> set[str]:
    return {step[0] for step in place.children}


def _kinds_by_argument(place: Place) -> list[str]:
    parent = _built_in_parent(place)
    out = [parent.__name__] if parent else []  # `list.append(self, item)`
    for _, function, position in [*place.of("argument"), *_of_same_text(place)]:
        name = str(function)
        if position == 1 and name.startswith(("int.__", "float.__")):
            out.append(name.partition(".")[0])
        if name in ("getattr", "setattr", "hasattr") and position == 1:
            out.append("str")
        if position == 0 and _OF_BYTES.search(name):
            out.append("bytes")
        if position == 1 and name.endswith("ExceptionGroup"):
            out.append("exceptions")
        if (name.rpartition(".")[2], position) in _OF_DATES:
            out.append('"%Y-%m-%d"')
        if position == "errors":
            out.append("errors")
        if position == "cls" and name.startswith("json."):
            out.append("json.JSONEncoder" if "dump" in name else "json.JSONDecoder")
        if position == "tzinfo":
            out.append("datetime.timezone.utc")
        made = name.rpartition(".")[2]
        if made == "timedelta" or (made in ("date", "datetime") and isinstance(position, int)):
            out.append("int")
        if position in _CALLED_LATER or (name.endswith(".submit") and position == 0):
            out.append("function")
        if (
            place.step[0] != "call"
            and isinstance(position, int)
            and _HANDING_ON.search(name)
            and (position != 0 or name.endswith(_OF_HANDLERS))
        ):
            out.append("function")
        if position == 1 and name.rpartition(".")[2] in _EXPECTING_ERRORS:
            out.append("function")
        if name == "len":
            continue  # of whatever the name is
        if name in _MAPPING and position == 0:
            out.append("@echo")
            continue
        method = name.rpartition(".")[2] if "." in name else ""  # `decode(data)` is a function of its own
        form = tables.ARGUMENTS.get(name) or tables.ARGUMENTS.get(f".{method}")
        into = [fact[1] for fact in place.of("updates") if isinstance(fact[1], Place)]
        filled = any(one.has("item set") or ("isinstance", "dict") in one.facts for one in into)
        if (
            form == "dict"
            and method == "update"
            and not filled
            and word_type(place.word) not in (None, "dict")
        ):
            continue  # `player.update(dt)`
        if form and position in (0, 1) and (position == 0 or name.startswith(("os.path", "re.", "array."))):
            out.append(form)
    return out


def _of_same_text(place: Place) -> list[Fact]:
    """To what a text is passed that is cut at its ends, or in other letters: `int(line.strip())`."""
    results = [m.steps("call").get("") for name, m in place.steps("attr").items() if name in SAME_TEXT]
    return [fact for one in results if one is not None for fact in one.of("argument")]


def _built_in_parent(place: Place) -> type | None:
    """The built-in type whose method is called with it: `float.__add__(self, other)`."""
    for _, function, position in place.of("argument"):
        owner, _, method = str(function).partition(".")
        known = BUILT_IN.get(owner)
        if position == 0 and known and method in vars(known) and method not in _MAKING:
            return known
    return None


def _kinds_by_attributes(place: Place) -> list[str]:
    attributes = _beside_tests(place)
    parent = _built_in_parent(place)
    if parent is not None and not all(hasattr(parent, name) for name in attributes):
        return [f"@derived {parent.__name__}"]
    if not attributes:
        return ["object"] if place.has("attribute set") else []
    if any(name in tables.METHOD_TYPES and _is_data(one) for name, one in attributes.items()):
        return ["object"]
    kinds = dict.fromkeys(kind for name in attributes for kind in tables.METHOD_TYPES.get(name, ()))
    fitting = [kind for kind in kinds if _has_all(kind, attributes)]
    if fitting == ["dict"] and _keeps_order(attributes):
        return ["@ordered", "object"]
    guess = word_type(place.word)
    only_fails = fitting == ["logger"] != [guess] and set(attributes) <= {
        "error",
        "exception",
    }  # `parser.error(..)`
    if place.has("attribute set") or not fitting or only_fails:
        return ["object"]
    if (
        fitting == ["match"]
        and set(attributes) <= {"start", "end"}
        and not place.word.lower().startswith("m")
    ):
        return ["object", "match"]  # `timer.start()`
    if fitting == ["file"] and guess != "file" and set(attributes) <= {"close", "flush"}:
        return ["object", "file"]
    if guess != "pattern" and fitting != ["pattern"]:
        fitting = [kind for kind in fitting if kind != "pattern"]
    if "list" in fitting and any(NUMBER.match(code) for code in place.steps("item")):
        fitting.sort(key=lambda kind: kind != "list")
    pops = attributes["pop"].of("call") if "pop" in attributes else []
    if any(call[1] == () for call in pops):
        fitting = [kind for kind in fitting if kind != "dict"]
    if any(isinstance(call[1], tuple) and len(call[1]) == 2 for call in pops):
        fitting.sort(key=lambda kind: kind != "dict")  # `waiting.pop(key, None)`
    if [*attributes] == ["get"] and place.root.word[:1].isupper() and not place.root.word.isupper():
        return ["object", *fitting]  # `User.query.get(1)`
    if guess in fitting:
        fitting.sort(key=lambda kind: kind != guess)
    return fitting if fitting[0] == "str" and _OF_TEXTS & set(attributes) else [*fitting, "object"]


def _beside_tests(place: Place) -> dict[str, Place]:
    """The attributes that are used of it but for those that a type has which it is tested for.

    In `if isinstance(body, str): body.encode()` nothing else than a text is encoded.
    """
    attributes = place.steps("attr")
    tested = [BUILT_IN[str(fact[1])] for fact in place.of("isinstance") if fact[1] in BUILT_IN]
    rest = {n: one for n, one in attributes.items() if not any(hasattr(kind, n) for kind in tested)}
    return rest or attributes


def _takes_others(name: str, method: Place) -> bool:
    """Whether a method is given more than that of a built-in type takes, or keywords, which those do not take."""
    most = tables.MOST_ARGUMENTS.get(name)
    for fact in method.of("call") if most is not None else []:
        given = fact[1] if isinstance(fact[1], tuple) else ()
        plain = [part for part in given if not str(part).endswith("=")]
        if len(plain) > (most or 0) or (len(plain) < len(given) and name != "update"):
            return True
    return False


def _gives_no_text(name: str, method: Place) -> bool:
    """Whether what a method gives, which a text would answer with a text, has something that no text has."""
    result = method.steps("call").get("")
    return (
        name in _GIVING_TEXT
        and result is not None
        and not all(hasattr(str, one) for one in result.steps("attr"))
    )


def _has_all(kind: str, attributes: dict[str, Place]) -> bool:
    """Whether a type has all that is used of it: what is called as a method, what is not as something else."""
    known = tables.CLASSES[kind]
    if kind in tables.BUILT_IN and any(_takes_others(name, place) for name, place in attributes.items()):
        return False
    if kind == "datetime" and "replace" in attributes and not _replaces_part_of_date(attributes["replace"]):
        return False
    if kind in ("str", "bytes") and any(_gives_no_text(name, place) for name, place in attributes.items()):
        return False
    return all(
        kind in tables.METHOD_TYPES.get(name, ())
        or (
            not name.startswith("__")
            and hasattr(known, name)
            and (place.has("optional") or callable(getattr(known, name)) == bool(place.steps("call")))
        )
        for name, place in attributes.items()
    )


def _replaces_part_of_date(method: Place) -> bool:
    """Whether `replace` is called with the names that dates know: `day.replace(hour=0)`."""
    given = [part for fact in method.of("call") if isinstance(fact[1], tuple) for part in fact[1]]
    return all(hasattr(datetime.datetime, str(part).rstrip("=")) or part == "fold=" for part in given)


def _keeps_order(attributes: dict[str, Place]) -> bool:
    """Whether methods are used that only a dictionary with an order of its own has: `popitem(last=False)`."""
    popped = attributes["popitem"].of("call") if "popitem" in attributes else []
    keywords = [fact[1] for fact in popped if isinstance(fact[1], tuple)]
    return "move_to_end" in attributes or any("last=" in given for given in keywords)


def _is_data(attribute: Place) -> bool:
    """Whether an attribute is no method: it is neither called nor passed on to be, as `shift.end - shift.start`."""
    mapped = any((name, 0) in {fact[1:] for fact in attribute.of("argument")} for name in _MAPPING)
    passed_on = mapped or (attribute.has("argument") and word_type(attribute.word) is None)
    return not (attribute.steps("call") or passed_on or attribute.has("optional"))


def _kinds_by_index(place: Place) -> list[str]:
    items = place.steps("item")
    if not items and not place.of("index") and not place.has("item set"):
        return []
    codes = [code for code in (*items, *(str(f[1]) for f in place.of("item set"))) if code not in ("", "*")]
    guess = word_type(place.word)
    if any(fact[1] == "Tuple" for fact in place.of("index")):
        return ["object"]
    if any(code[:1] in "'\"" for code in codes):
        return ["dict"]
    if place.has("unpacked") and not place.has("iterated"):
        return ["tuple"]
    looped = place.steps("element").get("")
    if looped is not None and not set(looped.steps("attr")) <= set(_TEXT_METHODS):
        return ["list"] if not codes or all(map(NUMBER.match, codes)) else ["dict", "list"]
    read = [one for code, one in items.items() if NUMBER.match(code)]
    if guess is None and any(one.has("argument") or one.has("arithmetic") for one in read):
        return ["list", "str"]
    if any(fact[1] == "Slice" for fact in place.of("index")):
        return ["str", "list"] if guess in ("str", None) and not place.has("positional") else ["list", "str"]
    if place.has("positional"):
        return ["str", "list"] if guess == "str" and not place.has("item set") else ["list", "dict"]
    if guess == "str" and not place.has("item set") and _is_of_characters(items):
        return ["str", "list"]
    if codes and all(NUMBER.match(code) for code in codes):
        return ["list", "dict"]
    row = items.get("*")
    of_row = row is not None and any(fact[1] in ("Name", "BinOp") for fact in row.of("index"))
    in_row = place.step == ("item", "*") and any(fact[1] in ("Name", "BinOp") for fact in place.of("index"))
    if (of_row or in_row) and guess != "dict":
        return ["list", "dict"]  # `board[y][x]`
    if guess == "str" and not place.has("item set") and place.has("sized"):
        return ["str", "list", "dict"]
    keys = [fact[1] for fact in place.of("keyed by") if isinstance(fact[1], Place)]
    named = any(word_type(key.word) != "int" and not key.has("arithmetic") for key in keys)
    if (place.has("contains") and place.has("indexed by")) or (named and guess != "list"):
        return ["dict", "list"]
    if keys and all(map(_is_position, keys)) and not place.has("item set") and not place.has("contains"):
        return ["list", "dict"]
    if place.has("item set") or any(fact[2] for fact in place.of("index")):
        return ["dict", "list"] if guess != "list" else ["list", "dict"]
    return ["list", "dict"]


def _is_position(key: Place) -> bool:
    """Whether an index is a place in a row, not a number that something is known by."""
    moved = any(fact[1] in ("+", "-") and fact[2] == "int" for fact in key.of("arithmetic"))
    return word_type(key.word) == "int" and (moved or key.word.lower().rpartition("_")[2] in _POSITIONS)


def _is_of_characters(items: dict[str, Place]) -> bool:
    """Whether one of what stands at the positions used is compared with a character."""
    compared = [str(fact[2]) for one in items.values() for fact in one.of("compare")]
    return any(len(code) == len("'?'") and code[0] in "'\"" for code in compared)


def _kinds_by_arithmetic(place: Place) -> list[str]:
    facts = place.of("arithmetic")
    kinds = [str(fact[2]) for fact in facts if fact[2]]
    symbols = {str(fact[1]) for fact in facts}
    if not facts:
        return []
    if not kinds and symbols & {"|", "&"} and symbols <= _OF_SETS and is_plural(place.word.lower()):
        return ["set", "int"]
    if "template" in kinds:
        return ["template"]
    with_text = {str(fact[1]) for fact in facts if fact[2] == "str"}
    guess = word_type(place.word)
    if (
        symbols & {"/"}
        and symbols <= {"/", "+", "r/"}
        and (guess == "str" or "/" in with_text or _gives_path(place))
    ):
        return ["folder"]
    if symbols == {"r/"} and (guess == "str" or "r/" in with_text or _divides_path(place)):
        return ["str"]
    if with_text:
        return ["str"] if with_text & {"+", "r+"} else ["number or text"] if "r%" in with_text else ["int"]
    if "tuple" in kinds and "list" not in kinds:
        return ["@sequence"]
    if "list" in kinds or "set" in kinds:
        return ["list" if "list" in kinds else "set"]
    if "bytes" in kinds:
        return ["bytes"]
    if "%" in symbols and not kinds:
        return ["int", "4"]
    if guess == "datetime" and symbols <= {"-", "r-", "+", "r+"} and not kinds:
        return ["datetime", "int"]
    if "float" in kinds or "/" in symbols or guess == "float":
        return ["float", "int"]
    if symbols <= {"+", "r+"} and not kinds:
        if is_plural(place.word.lower()) and guess in (None, "str"):
            return ["list", "str", "int"]
        return ["int", "str", "list"] if guess is None else [guess, "int", "str", "list"]
    return ["int"]


def _gives_path(place: Place) -> bool:
    """Whether what an operator gives for it is used as a path, or is as the left side of another one."""
    given = place.children.get(("operated",))
    return given is not None and (bool(OF_PATHS & set(given.steps("attr"))) or _gives_path(given))


def _divides_path(place: Place) -> bool:
    """Whether it is the right side of `folder / name`."""
    left = [fact[1] for fact in place.of("right of") if isinstance(fact[1], Place)]
    return any(_gives_path(one) or word_type(one.word) == "str" for one in left)
