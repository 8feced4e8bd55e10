"""Plausible values for a place, best first: from how it is used, from its name, from well-known imports."""

import builtins
import datetime
import re
import sys

from llmdb.prefix import tables
from llmdb.prefix.guessed_imports import guessed_imports
from llmdb.prefix.places import Place, is_plural
from llmdb.prefix.samples import (
    fraction_sample,
    is_plural_of_numbers,
    parts_of,
    text_sample,
    whole_sample,
    word_type,
)
from llmdb.prefix.scientific import scientific_values
from llmdb.prefix.turning import NUMBER, SAME_TEXT, fits, goes_on_with, pattern_with_groups, turning_values

STAND_IN = "@stand-in"
ABSENT = "@absent"
CLOCK = "@clock"
DRY = "@dry"
AGAIN = "@again"
SELF = "@self"
COUNTING = "collections.defaultdict(int)"
"""For `totals[key] += n` with keys that nobody put there."""
GRAPH = '{"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}'
"""What each of a few leads to."""

_CLOCKS = frozenset({"time", "monotonic", "perf_counter"})
_OBJECT_NAMES = ("self", "cls", "obj", "object", "this", "other", "instance", "request", "response")
_CLASS_NAMES = ("cls", "klass")
_OF_CLASSES = frozenset(
    {"__name__", "__qualname__", "__module__", "__dict__", "__mro__", "__bases__", "__doc__"}
)
_CHARACTER_NAMES = frozenset({"char", "chr", "character", "letter", "digit", "symbol", "byte", "codepoint"})
"""What loops over texts call what they bind."""
_ONLY_OF_CLASSES = frozenset({"__module__", "__mro__", "__bases__", "__qualname__"})
_PARTS_OF_EXCEPTIONS = {
    "exc_type": "ValueError",
    "etype": "ValueError",
    "exc_val": 'ValueError("wrong value")',
    "exc_value": 'ValueError("wrong value")',
    "exc_tb": "None",
    "etb": "None",
    "tb": "None",
}
_POSITIONS = frozenset({"index", "idx", "i", "j", "pos", "position", "offset"})
_EITHER = frozenset({"|", "r|"})
_OF_FUNCTIONS = frozenset({"__name__", "__qualname__", "__module__", "__doc__", "__wrapped__"})
"""What every function has, and whoever wraps one looks at."""
_TEXT_METHODS = tables.METHODS["str"].split()
_OF_TEXTS = frozenset({"startswith", "endswith", "lower", "upper", "strip", "splitlines"})
"""Methods of texts that nobody writes for a class of his own."""
_FLAGS = (
    "is_",
    "has_",
    "should_",
    "can_",
    "use_",
    "no_",
    "allow_",
    "follow_",
    "enable",
    "verbose",
    "debug",
    "dry_run",
    "force",
    "trust_",
    "maybe_",
)
_BUILT_IN: dict[str, type] = {one.__name__: one for one in (str, bytes, list, dict, set, int, float)}
_MAKING = frozenset({"fromkeys", "maketrans", "fromhex", "__new__", "__init__"})
_FLAG_ENDINGS = (
    "_has",
    "_exists",
    "_enabled",
    "_allowed",
    "_ok",
    "_failed",
    "_finished",
    "_closed",
    "_started",
    "_done",
    "_reached",
    "_loaded",
    "_initialized",
    "_active",
    "_sensitive",
    "_supported",
    "_available",
    "_valid",
    "_empty",
)
_OTHER_FLAGS = frozenset(
    {
        "private",
        "visible",
        "deprecated",
        "public",
        "recursive",
        "strict",
        "verbose",
        "passive",
        "quiet",
        "force",
        "frozen",
        "multiline",
        "dunder",
        "sort",
        "readonly",
        "inclusive",
    }
)
_FUNCTIONS = (
    "_cb",
    "_callback",
    "_fn",
    "_func",
    "_hook",
    "_handler",
    "_listener",
    "_converter",
    "_getter",
    "_setter",
    "_factory",
    "_predicate",
)
_CLASSES = ("_cls", "_class", "_klass")
_OF_EXCEPTION = frozenset({"exc_info", "ei", "exc_details"})
"""What is called that `sys.exc_info()` gives."""
_VERBS = re.compile(
    r"(.*_)?(get|make|build|parse|load|save|upload|download|send|fetch|compute|convert|render|handle|process|delete|validate|normalize)_[a-z]"
)
"""How the name of a function begins that is passed on."""
_CAPITAL_VERB = re.compile(r"(Get|Set|Open|Close|Read|Write|Is|Has)[A-Z]")
"""How the names of functions begin in libraries that write them so, as that of Windows does."""
_PARTS_OF_DATES = {"day": "month", "month": "year", "year": "month", "hour": "minute", "minute": "hour"}
"""Names that are of numbers where the other one stands beside them."""
_OF_BYTES = re.compile(r"compress$|\.feed$|_bytes$|\.digest$")
"""What functions are called that take bytes."""
_CHANGING = re.compile(
    r"_?(escape|unescape|quote|unquote|normali[sz]e|sanitize|clean|strip|ensure|shorten|resolve)(_|$)"
)
"""How the names of functions begin that give what they are given, little changed."""
_TRANSLATING = ("_", "gettext")
_COUNTED = ("n", "total", "max", "min", "size", "sent", "recv", "read")
"""What names of numbers of bytes begin with."""
_DOING = (
    "return_",
    "include_",
    "create_",
    "ignore_",
    "replace_",
    "skip_",
    "keep_",
    "show_",
    "disable_",
    "with_",
    "want_",
)
"""How the name of a flag begins, where it does not end as that of a list does."""
_MAPPING = frozenset({"map", "filter"})
"""Functions that take a function first, then what it is called with."""
_FILLING = frozenset({"append", "extend", "insert"})
_OLD_NAMES: dict[tuple[str, ...], str] = {("name", name): new for name, new in tables.OLD_NAMES.items()}
_CALLED_LATER = ("target", "command", "callback", "func", "function", "default_factory")
_NO_TEXT = 'b"caf\\xe9"'
"""Bytes that are no UTF-8."""
_OF_SETS = frozenset({"|", "&", "^", "-", "r|", "r&"})
_OF_KEYWORDS = frozenset({"setdefault", "get", "pop", "update"})
_OF_PATHS = frozenset(
    {"parent", "is_dir", "is_file", "mkdir", "read_text", "write_text", "iterdir", "with_suffix", "suffix"}
)
"""Attributes of what `folder / name` gives."""
_FALSY = ("False", '""', "[]", "{}", "None", "0")


def candidates(
    place: Place, available: frozenset[str] = frozenset(), mentioned: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Expressions, or `@` marks of what to build from the places below it, most plausible first.

    Always ends with a stand-in. The marks: `@import CODE`, `@str`, `@int`, `@float` (after the name), `@object`,
    `@function`, `@class`, `@exception`, `@decorator`, `@factory`, `@context`, `@list`, `@list2` (four elements),
    `@repeated` (the last element is the first), `@dict`, `@tuple`, `@truths` (true once, then false), `@once` (a
    function that gives something once, then nothing), `@dry` (one that gives a few things, then ends the program),
    `@again` (the same as what it was reached from, a few times), `@self` (what the method is called on), `@beyond
    NUMBER` and `@below NUMBER` (more or less than a place that it is compared with), `@raise NAME`, `@fail NAME`
    (raises at the first call only), `@clock` (twice as late at each call), `@same NUMBER` (the value of a place
    that it is compared with), `@matching NUMBER` (what one of several patterns matches), `@absent` (no such
    attribute), `@position` (0, 1, ...), those of `scientific_values`, `@stand-in`.

    Args:
        place: what a value is wanted for.
        available: modules that can be imported besides the standard library.
        mentioned: those of pandas and numpy that the snippet names.
    """
    if place.has("like") and _is_given_back(place):
        ends = any(
            ("compare", "is not", "None") in one.facts or one.has("loop test")
            for one in (place, place.of("like")[0][1])
            if isinstance(one, Place)
        )
        return ("None", SELF, STAND_IN) if ends else (SELF, STAND_IN)
    if place.has("like"):
        return ("@int", AGAIN, STAND_IN) if place.has("isinstance") else (AGAIN, "None", STAND_IN)
    if place.has("instance of"):
        return (f"={place.of('instance of')[0][1]}()", STAND_IN)
    for _, function, position in place.of("argument"):
        owner, _, method = str(function).partition(".")
        known = getattr(builtins, owner, None)
        if (
            (position, method) == (0, "__init__")
            and isinstance(known, type)
            and issubclass(known, BaseException)
        ):
            return (f"{owner}()", STAND_IN)
    if place.has("graph"):
        return (GRAPH, STAND_IN)
    if place.has("node of graph"):
        return ('"a"', STAND_IN)
    if place.step in _OLD_NAMES:
        return (_OLD_NAMES[place.step], STAND_IN)
    if place.parent is None and "(" not in place.step[1]:
        imported = guessed_imports(place, available)
        if imported:
            named = ("argument", "getattr", 0) in place.facts  # nobody knows what of it is asked for
            real = is_always_real(imported[0].split()[2].partition(".")[0]) and not named
            kind = "@class" if "__init__" in place.steps("attr") else "@object"
            replaced = (kind,) if place.steps("attr") else ()
            return (*imported, *(() if real else (*replaced, STAND_IN)))
    raising = [f"@raise {fact[1]}" for fact in place.of("may raise")]
    raising += [f"@fail {fact[1]}" for fact in place.of("may raise") if len(place.lines) > 1]
    raising += [CLOCK] if is_clock(place) else []
    absent = [ABSENT] if place.has("optional") else []
    found = [*scientific_values(place, available, mentioned), *_structure(place), *raising, *absent, STAND_IN]
    return tuple(dict.fromkeys(found))


def _is_given_back(place: Place) -> bool:
    """Whether a method gives something of the kind of what it is called on: `query = query.filter(name)`."""
    method = place.parent
    of_method = place.step == ("call",) and method is not None and method.step[0] == "attr"
    return of_method and method is not None and any(fact[1] is method.parent for fact in place.of("like"))


def is_always_real(module: str) -> bool:
    """Whether nothing stands in for a module: it needs nothing that is not here, or is what programs are made of."""
    standard = module in sys.stdlib_module_names and module not in tables.REACHING_OUT
    return standard or module in tables.COMPUTING


def is_clock(place: Place) -> bool:
    """Whether the place is a function of the module `time` that tells the time."""
    return (
        place.step[0] == "attr"
        and place.step[1] in _CLOCKS
        and place.parent == place.root
        and (place.root.step == ("name", "time"))
    )


def _structure(place: Place) -> list[str]:
    """Candidates by what is done to the place."""
    if place.step == ("name", "super"):
        return ["@function"]
    if place.has("raised") and not place.has("exception") and place.word.islower() and not place.children:
        return ['ValueError("wrong value")', "@exception"]
    if place.has("raised") and place.has("isinstance"):
        return [*(f"={fact[1]}()" for fact in place.of("isinstance")), "@exception"]
    if place.has("exception") or (place.has("raised") and place.step[0] != "call"):
        return ["@exception"]
    if place.has("subclassed") or place.has("parent"):
        return ["@class"]
    if place.has("decorator"):
        return ["@decorator"]
    annotates = place.has("annotation") and {step[0] for step in place.children} <= {"item"}
    if place.parent is None and ("__init__" in place.steps("attr") or annotates):
        return ["@class"]
    if place.step == ("attr", "__call__") or set(place.steps("attr")) == {"__get__"}:
        return ["@function"]
    calls = place.steps("call")
    if calls:
        return [*_callable(place, calls[""]), *(code for code in turning_values(place) if code == "None")]
    if place.has("context"):
        return ["@object" if place.steps("attr") else "@context", *turning_values(place)]
    if place.has("type test") and place.word.endswith("_types"):
        return [f"({', '.join(_several_types(place.word))},)", "@class"]
    if place.has("type test") and place.word.islower() and not place.children:
        words = place.word.split("_")
        told = [_BUILT_IN[word] for word in ("str", "bytes", "int", "float") if word in words]
        if told and len(words) > 1:  # `isinstance(value, builtin_str)`
            return [told[0].__name__, "@class"]
    if set(place.steps("attr")) & _ONLY_OF_CLASSES and set(place.steps("attr")) <= _OF_CLASSES:
        return ["@class"]
    if place.has("type test") or (place.word in _CLASS_NAMES and set(place.steps("attr")) & _OF_CLASSES):
        return ["@class"]
    name = place.word
    if (
        place.root.has("annotation")
        and name[:1].isupper()
        and {str(fact[1]) for fact in place.of("arithmetic")} & _EITHER
    ):
        return ["@class"]  # `Hook | None`
    if place.parent is None and name[:1].isupper() and not name.isupper() and _is_enumeration(place):
        return ["@enum", "@object"]
    if place.parent is None and name[:1].isupper() and not name.isupper() and _has_methods(place):
        return ["@class", *_data(place)]
    if place.has("operated") and not _is_builtin(set(place.child("operated").steps("attr"))):
        return ["@object"]
    return _data(place)


def _several_types(word: str) -> list[str]:
    """The types that a name like `string_types` is of."""
    return (
        ["str"]
        if word.startswith(("str", "text"))
        else ["int", "float"]
        if word.startswith("num")
        else ["int"]
    )


def _is_enumeration(place: Place) -> bool:
    """Whether only `Color.RED.value` and its like are used of a name, or a loop over it."""
    members = place.steps("attr").values()
    used = {name for one in (*members, *place.steps("element").values()) for name in one.steps("attr")}
    others = {step[0] for step in place.children} - {"attr", "element"}
    return bool(members) and "value" in used and used <= {"value", "name"} and not others


def _has_methods(place: Place) -> bool:
    """Whether methods of it are called, and it is itself neither indexed nor looped over."""
    plain = not (place.steps("item") or place.has("index") or place.has("iterated"))
    return plain and any(child.steps("call") for child in place.steps("attr").values())


def _is_builtin(attributes: set[str]) -> bool:
    """Whether a built-in type, or the difference of two dates, has these attributes."""
    return bool(attributes & {*tables.METHOD_TYPES, *_OF_PATHS, "days", "seconds", "total_seconds"})


def _callable(place: Place, result: Place) -> list[str]:
    if result.has("decorator"):
        return ["@factory"]
    if place.has("type test"):
        return ["@class"]
    word = place.word
    if word.endswith(_EXCEPTION_TYPES):
        return ["@exception", "@function"]
    looks_like_class = word.lstrip("_")[:1].isupper() and not word.isupper() and place.parent is None
    looks_like_class = looks_like_class and not _CAPITAL_VERB.match(word)
    if looks_like_class and (result.steps("attr") or result.has("discarded") or not _is_plain(result)):
        return ["@class", "@function"]
    if result.has("ends loop") or (result.has("loop test") and result.hints):
        return ["@once", "@function"]
    if result.has("loop test"):
        return ["@truths", "@function"]
    if not set(place.steps("attr")) <= _OF_FUNCTIONS:
        return ["@class"] if place.parent is None else ["@object"]
    if result.has("compared with itself") or word in _TRANSLATING or _gives_the_same(place, result):
        return ["@echo", "@function"]
    dry = [DRY] if place.has("called without end") and not _is_discarded(result) else []
    return ["@class", "@function", *dry] if looks_like_class else ["@function", *dry]


def _gives_the_same(place: Place, result: Place) -> bool:
    """Whether a function changes a text in a way that needs not be seen: `escape(text)`, `normalize_path(path)`."""
    changed = _CHANGING.match(place.word) is not None and place.parent is None
    given = [fact[1] for fact in place.of("call")]
    return (
        changed
        and all(isinstance(one, tuple) and len(one) == 1 and one[0] != "" for one in given)
        and not (result.has("truth") or result.has("compare") or result.has("item") or result.has("unpacked"))
    )


def _is_discarded(result: Place) -> bool:
    return not result.children and {fact[0] for fact in result.facts} <= {"discarded"}


def _is_plain(place: Place) -> bool:
    return place.has("compare") or place.has("iterated") or place.has("truth") or place.has("arithmetic")


def _data(place: Place) -> list[str]:
    if place.word.lower() in _OF_EXCEPTION and place.has("unpacked"):
        return ['(ValueError, ValueError("wrong value"), None)']
    kinds = _kinds(place)
    pool: list[str] = []
    for kind in kinds:
        pool += _of_kind(kind, place)
    pool = pool or _by_name(place)
    if pool[0] == "@list" and set(place.steps("attr")) & _FILLING and set(place.steps("attr")) <= _FILLING:
        pool = ["[]", *(code for code in pool if code != "[]")] if not place.steps("element") else pool
    tuples = place.has("hashed") or (place.parent is None and place.word == "args" and place.has("iterated"))
    if pool[0] == "@list" and tuples and not place.steps("attr"):
        pool = ["@sequence", *pool]
    row = place.steps("item").get("*")
    if "@dict" in pool and place.has("item set") and row is not None and row.has("arithmetic"):
        pool.insert(pool.index("@dict") + 1, COUNTING)
    for _, form in place.of("date format"):
        pool += [f'"{datetime.date(year, 4, 1).strftime(str(form))}"' for year in (2024, 2030, 2020)]
    if place.has("mapping") and set(place.steps("attr")) <= _OF_KEYWORDS and not place.steps("item"):
        pool = ["{}", *(code for code in pool if code != "{}")]  # keywords that are handed on
    if pool[0] == "@dict" and _is_searched_in_vain(place):
        pool = ["{}", *(code for code in pool if code != "{}")]
    if pool[0] == "@int" and any(fact[1] in ("-", "//") for fact in place.of("arithmetic")):
        pool.append("10")  # so that something is left
    if pool[0] == "@str" and "version" in place.word.lower():
        pool += ['"0.9.1"', '"10.0.0"']
    if pool[0] == "@str" and (_is_looked_up(place) or place.has("compared")):
        pool.append('"other"')
    turning = turning_values(place)
    looped = place.steps("element").get("")
    if looped is not None and looped.has("member of") and "@list" in pool:
        turning.append("@repeated")
    if place.has("truth"):
        turning += ["True", "False"] if not kinds and not place.children else ["None"]
        if place.has("falsy goes on") and not place.has("compare"):
            pool.sort(key=lambda code: code not in _FALSY)
    wanted = place.steps("match").get("")
    if wanted is not None:
        pool = [*pattern_with_groups(wanted), *pool]
    if {"add", "append"} & set(place.steps("attr")) and place.has("holds some"):
        pool = [
            code
            for code in ("set()", "[]")
            if code in pool or (code == "set()" and "add" in place.steps("attr"))
        ]
        return [*pool[:1], *(_of_kind("set" if "set()" in pool else "list", place))]
    if any(code == "@bytes" or code[:2] == 'b"' for code in pool) and _fails_to_decode(place):
        pool.append(_NO_TEXT)
    pool += [f"@computed {i}" for i in range(len(place.of("computed as")))]
    pool += [f"@same {i}" for i in range(len(place.of("compared")))]
    patterns = {str(fact[1]) for fact in place.of("matches")}
    pool += [f"@matching {i}" for i in range(len(patterns))] if len(patterns) > 1 else []
    alone = kinds in ([], ["object"]) and place.has("isinstance") and not place.has("other type")
    if turning and alone and not place.has("attribute set"):
        return [*turning, *pool]
    decided = place.has("compare") or place.has("contains") or place.has("length")
    decided = decided and (goes_on_with(place) or not place.has("length"))
    if decided and turning and not place.steps("attr") and not _goes_on(place, pool[0]):
        return [*turning, *pool]
    return [*pool[:1], *turning, *pool[1:]]


def _is_searched_in_vain(place: Place) -> bool:
    """Whether the program goes on where `get` finds nothing, as it does with what is not in a cache yet."""
    get = place.steps("attr").get("get")
    found = get.steps("call").get("") if get is not None else None
    if found is None or place.steps("item") or found.children:
        return False
    return ("compare", "is", "None") in found.facts or found.has("falsy goes on")


def _is_looked_up(place: Place) -> bool:
    """Whether it, or the same text in other letters, is looked for in something."""
    results = [m.steps("call").get("") for name, m in place.steps("attr").items() if name in SAME_TEXT]
    return any(one is not None and one.has("member of") for one in (place, *results))


def _fails_to_decode(place: Place) -> bool:
    decode = place.steps("attr").get("decode")
    return decode is not None and any(str(fact[1]).startswith("Unicode") for fact in decode.of("may raise"))


def _goes_on(place: Place, code: str) -> bool:
    sample = {"@int": whole_sample, "@float": fraction_sample, "@str": text_sample}.get(code)
    if place.has("length") or any(str(fact[1])[:1] in "'\"0123456789" for fact in place.of("contains")):
        return False
    return fits(place, sample(place.word) if sample else code)


def _kinds(place: Place) -> list[str]:
    """Names of types, the likeliest first, that the uses tell."""
    out = [*_kinds_by_attributes(place), *_kinds_by_index(place)]
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
    if maker.endswith(("_bytes", "bytesify", "base64_decode", "b64decode")):
        out.insert(0, "bytes")
    if any(str(fact[1])[:2] in ("b'", 'b"') for fact in place.of("contains")):
        out.insert(0, "bytes")
    if place.has("of bytes"):
        return ["pattern of bytes" if word_type(place.word) == "pattern" else "bytes"]
    if place.has("packed"):
        return ["bytes"]
    if place.has("starts with bytes") or place.has("ends with bytes"):
        return ["bytes"]
    if place.has("unpacked"):
        out.append("tuple")
    if place.has("mapping"):
        out.append("dict")
    out += [str(fact[1]) for fact in place.of("instead of it")]
    if place.has("date format") or place.has("matches") or {"json", "rows", "records"} & _steps_below(place):
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
    if place.has("next"):
        out.insert(0, "iterator")
    by_arithmetic = _kinds_by_arithmetic(place)
    out = (
        [*by_arithmetic, *out] if by_arithmetic == ["str"] and place.has("index") else [*out, *by_arithmetic]
    )
    out += _kinds_by_argument(place)
    if place.has("holds some") and not place.steps("attr") and word_type(place.word) not in ("str", "dict"):
        out.append("list")
    if any(None not in fact[2:] for fact in place.of("computed as")):
        out.append("int")
    if place.has("sized"):
        out.append("str" if word_type(place.word) == "str" else "list")
    specs = "".join(str(fact[1]) for fact in place.of("formatted"))
    if re.search(r"[dxobi]$", specs):
        out.append("int")
    elif re.search(r"[feg%]$", specs):
        out.append("float")
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
    for _, function, position in place.of("argument"):
        name = str(function)
        if position == 1 and name.startswith(("int.__", "float.__")):
            out.append(name.partition(".")[0])
        if name in ("getattr", "setattr", "hasattr") and position == 1:
            out.append("str")
        if position == 0 and _OF_BYTES.search(name):
            out.append("bytes")
        if position == "errors":
            out.append("errors")
        if position == "tzinfo":
            out.append("datetime.timezone.utc")
        if name.rpartition(".")[2] in ("date", "datetime") and isinstance(position, int):
            out.append("int")
        if position in _CALLED_LATER or (name.endswith(".submit") and position == 0):
            out.append("function")
        if name in _MAPPING and position == 0:
            out.append("@echo")
            continue
        form = tables.ARGUMENTS.get(name) or tables.ARGUMENTS.get("." + name.rpartition(".")[2])
        if form == "dict" and word_type(place.word) not in (None, "dict"):
            continue  # `player.update(dt)`
        if form and position in (0, 1) and (position == 0 or name.startswith(("os.path", "re.", "array."))):
            out.append(form)
    return out


def _built_in_parent(place: Place) -> type | None:
    """The built-in type whose method is called with it: `float.__add__(self, other)`."""
    for _, function, position in place.of("argument"):
        owner, _, method = str(function).partition(".")
        known = _BUILT_IN.get(owner)
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
    if place.has("attribute set") or not fitting:
        return ["object"]
    guess = word_type(place.word)
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
    tested = [_BUILT_IN[str(fact[1])] for fact in place.of("isinstance") if fact[1] in _BUILT_IN]
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


def _has_all(kind: str, attributes: dict[str, Place]) -> bool:
    """Whether a type has all that is used of it: what is called as a method, what is not as something else."""
    known = tables.CLASSES[kind]
    if kind in tables.BUILT_IN and any(_takes_others(name, place) for name, place in attributes.items()):
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


def _keeps_order(attributes: dict[str, Place]) -> bool:
    """Whether methods are used that only a dictionary with an order of its own has: `popitem(last=False)`."""
    popped = attributes["popitem"].of("call") if "popitem" in attributes else []
    keywords = [fact[1] for fact in popped if isinstance(fact[1], tuple)]
    return "move_to_end" in attributes or any("last=" in given for given in keywords)


def _is_data(attribute: Place) -> bool:
    """Whether an attribute is no method: it is neither called nor passed on to be, as `shift.end - shift.start`."""
    passed_on = attribute.has("argument") and word_type(attribute.word) is None
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
        return ["int", "str", "list"] if guess is None else [guess, "int", "str", "list"]
    return ["int"]


def _gives_path(place: Place) -> bool:
    """Whether what an operator gives for it is used as a path, or is as the left side of another one."""
    given = place.children.get(("operated",))
    return given is not None and (bool(_OF_PATHS & set(given.steps("attr"))) or _gives_path(given))


def _divides_path(place: Place) -> bool:
    """Whether it is the right side of `folder / name`."""
    left = [fact[1] for fact in place.of("right of") if isinstance(fact[1], Place)]
    return any(_gives_path(one) or word_type(one.word) == "str" for one in left)


def _of_kind(kind: str, place: Place) -> list[str]:
    if kind == "iterator":
        return ["@iterator"]
    if kind.startswith("pattern") and set(place.steps("attr")) <= {"sub", "subn", "split"}:
        return [f're.compile({"rb" if "bytes" in kind else "r"}"\\s+")', *tables.VALUES[kind]]
    if kind == "encoding" and "encoding" in parts_of(place.word):
        return ["@str", '"latin-1"']
    if kind in tables.FORMS:
        return list(tables.FORMS[kind])
    if kind == "object":
        return ["@object"]
    if kind == "number or text":
        return _by_name(place)
    if kind == "tuple":
        return ["@tuple"]
    if kind == "list" and place.has("unpacked"):
        return ["@tuple"]
    return list(tables.VALUES.get(kind, (kind,)))


_WRITING = re.compile(r"_?(decode|encode|escape|unescape|strip|format|join|render|quote|replace|dump)_")
"""How functions are called that give a text, whatever they do it to."""
_NAME_OF_CLASS = re.compile(r"([A-Z][a-z0-9]+){2,}$")
_FAULTS = ("Error", "Exception")
_EXCEPTION_TYPES = (
    "exc_type",
    "exc_class",
    "exception_class",
    "exception_type",
    "error_class",
    "exc_cls",
    "error_cls",
)


def _by_name(place: Place) -> list[str]:
    """Candidates by the name alone."""
    word = place.word
    lower = word.lower()
    if place.step == ("await",) or not word:
        return ["@str", "@int"]
    guess = word_type(word)
    is_result = place.step[0] == "call" and not place.hints
    if is_result and guess in ("file", "function"):
        guess = "str"  # `f(x)` gives no file, `func(x)` no function
    if place.step[0] == "call" and place.parent is not None and place.parent.word.lower().endswith("bytes"):
        return list(tables.VALUES["bytes"])
    if guess == "file" and lower.endswith("_file") and not (place.children or place.has("iterated")):
        guess = "str"  # the name of one
    if guess is None and place.has("formatted") and not is_plural(lower):
        guess = "str"
    compared = any(fact[2] != "None" for fact in place.of("compare")) or place.has("compared")
    if guess == "function" and compared:
        guess = None
    if lower in _PARTS_OF_EXCEPTIONS and not place.children and not is_result:
        return [_PARTS_OF_EXCEPTIONS[lower], "None"]
    if guess == "file" and lower.endswith("handle") and not place.children:
        guess = "int"
    if guess is None and not place.has("truth"):
        keywords = [str(fact[2]) for fact in place.of("argument") if isinstance(fact[2], str)]
        told = [kind for kind in map(word_type, keywords) if kind not in (None, "str", "file")]
        guess = (
            ("list" if is_plural(keywords[0]) else told[0]) if told else None
        )  # `choices(names, weights=chances)`
    tested = place.step[0] == "call" and place.has("truth") and place.parent is not None
    if tested and place.parent is not None and word_type(place.parent.word.rpartition("_")[2]) is None:
        guess = None  # `version_lt(a, b)`
    flag = (
        lower.lstrip("_").startswith(_FLAGS)
        or lower.strip("_") in _OTHER_FLAGS
        or lower.endswith(_FLAG_ENDINGS)
        or "_has_" in lower
        or (lower.lstrip("_").startswith(_DOING) and not is_plural(lower))
    )
    tested_alone = place.has("truth") and not place.has("or else")
    if flag or (tested_alone and guess is None and not is_plural(lower)):
        return ["True", "False"]
    if guess == "file" and place.step == ("element",):
        return ["@str", *tables.VALUES["file"]]  # of files that nothing is read from, the names
    passed_on = place.step[0] in ("attr", "name") and "(" not in place.root.step[1] and not place.children
    verb = _VERBS.match(word) is not None and word_type(word) in (None, "file", "list")
    if (f"_{lower}".endswith(_FUNCTIONS) and not (is_result or place.children or compared)) or (
        passed_on and verb
    ):
        return ["@function"]
    if lower.endswith(_CLASSES) and not is_result:
        return ["@class"]
    if lower.endswith("bytes") and not lower.strip("_").startswith(_COUNTED):
        return list(tables.VALUES["bytes"])
    if lower in ("f", "func", "fn") and "decorat" in place.root.step[1]:
        return ["@function"]
    if place.step == ("call",) and place.has("discarded"):
        return ["None"]
    if place.step == ("call",) and place.parent and place.parent.step == ("attr", "item"):
        return list(tables.VALUES["float"])
    if lower == "errors" and not place.children:
        return ['"strict"']
    siblings = place.parent.steps("attr") if place.parent is not None else {}
    if lower in _PARTS_OF_DATES and _PARTS_OF_DATES[lower] in siblings:
        return list(tables.VALUES["int"])
    if lower in _OBJECT_NAMES and (place.children or not place.has("member of")):
        return ["@object"]
    ordered = any(fact[1] in ("<", ">", "<=", ">=") for fact in place.of("compare"))
    if any(fact[1] != "r%" for fact in place.of("arithmetic")) or ordered:
        return list(tables.VALUES[guess if guess in ("int", "float", "datetime") else "int"])
    if place.step[0] in ("attr", "name") and _NAME_OF_CLASS.match(word):
        return [
            "UserWarning"
            if word.endswith("Warning")
            else "@exception"
            if word.endswith(_FAULTS)
            else "@class"
        ]
    if word[:1].isupper() and not word.isupper() and place.parent is None:
        return ["@class"]
    if lower in _CLASS_NAMES and not place.children and not is_result:
        return ["@class"]
    if guess == "exception":
        return ['ValueError("wrong value")']
    if is_result and (lower == "dumps" or _WRITING.match(lower)):
        return ["@str"]
    if guess == "list" and lower.endswith("_data") and not place.children and not place.facts:
        return ["@dict"]
    if is_result and lower.rpartition("_")[2] == "loads":
        return list(tables.VALUES["dict"])
    if guess in ("int", "float") and is_plural_of_numbers(lower):
        return ["@list", "[]"]
    if is_plural(lower) and guess not in ("list", "dict", "int", "float"):
        return ["@list", '["a", "b", "c"]', "[]"]
    if guess:
        return list(tables.VALUES[guess])
    if word.startswith("N") and word.isupper() and len(word) < 3:
        return ["@int", "0"]
    return ["@str", "@int"]
