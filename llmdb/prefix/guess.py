"""Plausible values for a place, best first: from how it is used, from its name, from well-known imports."""

import ast
import builtins
import datetime
import re
import sys

from llmdb.prefix import tables
from llmdb.prefix.constants import constant_value, constants_equal_to
from llmdb.prefix.conventions import conventional_values
from llmdb.prefix.guessed_imports import guessed_imports, type_parameter
from llmdb.prefix.kinds import BUILT_IN, OF_PATHS, kinds_of
from llmdb.prefix.named_values import CLASS_NAMES, values_by_name
from llmdb.prefix.places import Place, is_class_name, is_plural
from llmdb.prefix.samples import fraction_sample, parts_of, text_sample, whole_sample, word_type
from llmdb.prefix.scientific import scientific_values
from llmdb.prefix.turning import SAME_TEXT, fits, goes_on_with, pattern_with_groups, turning_values

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
_OF_CLASSES = frozenset(
    {"__name__", "__qualname__", "__module__", "__dict__", "__mro__", "__bases__", "__doc__"}
)
_ONLY_OF_CLASSES = frozenset({"__module__", "__mro__", "__bases__", "__qualname__"})
_EITHER = frozenset({"|", "r|"})
_OF_EXCEPTIONS = frozenset({"__cause__", "__context__", "__traceback__", "__suppress_context__"})
_OF_FUNCTIONS = frozenset({"__name__", "__qualname__", "__module__", "__doc__", "__wrapped__"})
"""What every function has, and whoever wraps one looks at."""
_INSIDE_FUNCTIONS = frozenset({"__code__", "__globals__", "__defaults__", "__kwdefaults__", "__closure__"})
_OF_EXCEPTION = frozenset({"exc_info", "ei", "exc_details"})
"""What is called that `sys.exc_info()` gives."""
_CAPITAL_VERB = re.compile(r"(Get|Set|Open|Close|Read|Write|Is|Has)[A-Z]")
"""How the names of functions begin in libraries that write them so, as that of Windows does."""
_CHANGING = re.compile(
    r"_?(escape|unescape|quote|unquote|normali[sz]e|sanitize|clean|strip|ensure|shorten|resolve)(_|$)"
)
"""How the names of functions begin that give what they are given, little changed."""
_TO_TEXT = re.compile(
    r"_?((to|as|force|smart|ensure|coerce)_?(text|str|string|unicode|native)|native_str|str_|unicode_|text_type"
    r"|.+_(to|2)_?(str|text|unicode))"
)
"""How functions are called that give the text for what they are given."""
_TO_BYTES = re.compile(
    r"_?((to|as|force|smart|ensure|coerce)_?bytes|(str|text|unicode)_(to|2)_?bytes|bytes_|b)"
)
_UNCHANGED = re.compile(
    r"_?(u|unique|uniq|dedupe|deduplicate|freeze|unfreeze|identity|maybe_list|unwrap|intern)(_(list|items|values))?"
)
"""How functions are called that give what they are given, or something equal to it."""
_TRANSLATING = ("_", "gettext")
_FILLING = frozenset({"append", "extend", "insert"})
_OF_LISTS = frozenset({"append", "extend", "insert", "add", "remove", "discard", "update", "pop"})
_OLD_NAMES: dict[tuple[str, ...], str] = {("name", name): new for name, new in tables.OLD_NAMES.items()}
_DIGITS: dict[object, str] = {16: '"ff"', 8: '"17"', 2: '"1011"', 10: '"42"'}
"""Texts of numbers to these bases."""
_NO_TEXT = 'b"caf\\xe9"'
"""Bytes that are no UTF-8."""
_OF_KEYWORDS = frozenset({"setdefault", "get", "pop", "update"})
_PLAIN = frozenset({"str", "bytes", "int", "float"})
"""Types of values that are compared with others of their own type."""
_NAME_OF_ERROR = re.compile(r"_?[A-Z]\w*[a-z](Error|Exception|NotFound|Failed)")
_OF_PLACES = ("pathlib.Path", "os.path.exists", "os.path.isdir", "os.path.isfile", "os.listdir", "os.scandir")
"""Functions that look for what has a path."""
_FALSY = ("False", '""', "[]", "{}", "None", "0")


def candidates(
    place: Place, available: frozenset[str] = frozenset(), mentioned: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Expressions, or `@` marks of what to build from the places below it, most plausible first.

    Always ends with a stand-in. The marks: `@import CODE`, `@str`, `@int`, `@float` (after the name), `@object`,
    `@function`, `@class`, `@exception`, `@decorator`, `@factory`, `@context`, `@list`, `@list2` (four elements),
    `@repeated` (the last element is the first), `@dict`, `@tuple`, `@truths` (true once, then false), `@falses`
    (the other way), `@answers` (a function that gives what is expected for each argument), `@to bytes` and `@to text`
    (one that gives its argument so), `@once` (one that gives something once, then nothing), `@dry` (one that gives a
    few things, then ends the program), `@again` (the same as what it was reached from, a few times), `@self` (what the
    method is called on), `@beyond NUMBER` and `@below NUMBER` (more or less than a place that it is compared with),
    `@raise NAME`, `@fail NAME` (raises at the first call only), `@clock` (twice as late at each call), `@same
    NUMBER` (the value of a place that it is compared with), `@flags` (a bit for each flag that is tested), `@part
    NUMBER` (a part of a text that it is looked for in), `@matching NUMBER` (what one of several patterns matches),
    `@absent` (no such attribute), `@position` (0, 1, ...), those of `scientific_values`, `@stand-in`.

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
    if place.step in _OLD_NAMES and not place.has("truth"):
        return (_OLD_NAMES[place.step], STAND_IN)
    if place.parent is None and "(" not in place.step[1]:
        parameter = type_parameter(place)
        if parameter is not None:
            return (parameter, STAND_IN)
        imported = guessed_imports(place, available)
        if imported:
            named = ("argument", "getattr", 0) in place.facts  # nobody knows what of it is asked for
            real = is_always_real(imported[0].split()[2]) and not named
            kind = "@class" if "__init__" in place.steps("attr") else "@object"
            replaced = (kind,) if place.steps("attr") else ()
            return (*imported, *(() if real else (*replaced, STAND_IN)))
    raising = [f"@raise {fact[1]}" for fact in place.of("may raise")]
    raising += [f"@fail {fact[1]}" for fact in place.of("may raise") if len(place.lines) > 1]
    raising += [CLOCK] if is_clock(place) else []
    absent = [ABSENT] if place.has("optional") else []
    found = [*scientific_values(place, available, mentioned), *_structure(place), *raising, *absent, STAND_IN]
    if any(str(fact[1]).endswith(_OF_PLACES) for fact in place.of("argument")):
        found = ['"."' if code == '""' else code for code in found]
        found = found if '"."' in found else [*found[:1], '"."', *found[1:]]
    return tuple(dict.fromkeys(found))


def _is_given_back(place: Place) -> bool:
    """Whether a method gives something of the kind of what it is called on: `query = query.filter(name)`."""
    method = place.parent
    of_method = place.step == ("call",) and method is not None and method.step[0] == "attr"
    return of_method and method is not None and any(fact[1] is method.parent for fact in place.of("like"))


def is_always_real(module: str) -> bool:
    """Whether nothing stands in for a module: it needs nothing that is not here, or is what programs are made of."""
    top = module.partition(".")[0]
    if module in tables.COMPUTING_PARTS:
        return True
    return (top in sys.stdlib_module_names and top not in tables.REACHING_OUT) or top in tables.COMPUTING


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
    if place.step[0] in ("name", "attr") and _NAME_OF_ERROR.fullmatch(place.word) and not place.steps("attr"):
        result = place.steps("call").get("")
        if result is not None and not (result.children or result.has("truth") or result.has("formatted")):
            return ["@exception", "@class"]
    attributes = set(place.steps("attr"))
    if attributes & _OF_EXCEPTIONS and attributes <= {*dir(ValueError)} and not place.steps("call"):
        return ['ValueError("wrong value")', *turning_values(place), "@object"]
    if place.has("subclassed") or place.has("parent"):
        return ["@class"]
    if place.has("decorator"):
        return ["@decorator"]
    annotates = place.has("annotation") and {step[0] for step in place.children} <= {"item"}
    called_class = place.parent is None or (place.step[0] == "attr" and place.word[:1].isupper())
    if called_class and ("__init__" in place.steps("attr") or (annotates and place.parent is None)):
        return ["@class"]
    if place.step == ("attr", "__call__") or attributes == {"__get__"} or attributes & _INSIDE_FUNCTIONS:
        return ["@function"]
    calls = place.steps("call")
    if calls:
        return [*_callable(place, calls[""]), *(code for code in turning_values(place) if code == "None")]
    if place.step[0] == "attr" and place.word in _OF_LISTS and place.has("argument") and not place.children:
        return ["@function"]
    if place.has("context"):
        return ["@object" if place.steps("attr") else "@context", *turning_values(place)]
    types = [str(fact[2]) for fact in place.of("compare") if str(fact[2]) in BUILT_IN]
    if types and set(place.steps("attr")) <= _OF_CLASSES and len(place.children) == len(place.steps("attr")):
        return ["int" if types[0] != "int" else "str", types[0], "@class"]
    if place.has("type test") and place.word.endswith("_types"):
        return [f"({', '.join(_several_types(place.word))},)", "@class"]
    if place.has("type test") and place.word.islower() and not place.children:
        words = place.word.split("_")
        told = [BUILT_IN[word] for word in ("str", "bytes", "int", "float") if word in words]
        if told and len(words) > 1:  # `isinstance(value, builtin_str)`
            return [told[0].__name__, "@class"]
    only_class = set(place.steps("attr")) & (
        _ONLY_OF_CLASSES | ({"__name__"} if is_class_name(place.word) else set())
    )
    if only_class and set(place.steps("attr")) <= _OF_CLASSES:
        return ["@class"]
    of_type = place.word in CLASS_NAMES or place.word.endswith(("_type", "_class", "_cls"))
    if (
        of_type
        and place.word not in CLASS_NAMES
        and set(place.steps("attr")) == {"__name__"}
        and place.word.islower()
    ):
        return ["int", "@class"]
    if place.has("type test") or (of_type and set(place.steps("attr")) & _OF_CLASSES):
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
    if others or not members or not used <= {"value", "name"}:
        return False
    names = [*place.steps("attr")]
    told_apart = len(names) > 1 and all(name[:1].isupper() for name in names)
    moved = all(fact[0] == "argument" for one in members for fact in one.facts)
    return "value" in used or (told_apart and moved and not any(one.children for one in members))


def _has_methods(place: Place) -> bool:
    """Whether methods of it are called, and it is itself neither indexed nor looped over."""
    plain = not (place.steps("item") or place.has("index") or place.has("iterated"))
    return plain and any(child.steps("call") for child in place.steps("attr").values())


def _is_builtin(attributes: set[str]) -> bool:
    """Whether a built-in type, or the difference of two dates, has these attributes."""
    return bool(attributes & {*tables.METHOD_TYPES, *OF_PATHS, "days", "seconds", "total_seconds"})


def _callable(place: Place, result: Place) -> list[str]:
    if result.has("decorator"):
        return ["@factory"]
    if place.has("type test"):
        return ["@class"]
    word = place.word
    if word.endswith(_EXCEPTION_TYPES):
        return ["@exception", "@function"]
    looks_like_class = is_class_name(word) and place.parent is None
    looks_like_class = looks_like_class and not _CAPITAL_VERB.match(word)
    if looks_like_class and (result.steps("attr") or result.has("discarded") or not _is_plain(result)):
        return ["@class", "@function"]
    if result.has("ends loop") or (result.has("loop test") and result.hints):
        return ["@once", "@function"]
    if result.has("loop test"):
        return ["@truths" if ("loop test", False) in result.facts else "@falses", "@function"]
    if not set(place.steps("attr")) <= _OF_FUNCTIONS:
        return ["@class"] if place.parent is None else ["@object"]
    if result.has("compared with itself") or word in _TRANSLATING or _gives_the_same(place, result):
        return ["@echo", "@function"]
    if len({fact[2] for fact in place.of("answers")}) > 1:
        return ["@answers", "@function"]
    if (conversion := _conversion(place, result)) is not None:
        return [conversion, "@function"]
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


def _conversion(place: Place, result: Place) -> str | None:
    """How a function that is called after what it converts to, or is to change nothing, gives its first argument."""
    given = [fact[1] for fact in place.of("call")]
    if not all(isinstance(one, tuple) and one and not str(one[0]).endswith("=") for one in given):
        return None
    if result.has("awaited"):
        return None
    word = place.word.lower()
    if _UNCHANGED.fullmatch(word):
        return "@echo"
    if _TO_BYTES.fullmatch(word) and not result.has("iterated"):
        return "@to bytes"
    return "@to text" if _TO_TEXT.fullmatch(word) else None


def _is_discarded(result: Place) -> bool:
    return not result.children and {fact[0] for fact in result.facts} <= {"discarded"}


def _is_plain(place: Place) -> bool:
    return place.has("compare") or place.has("iterated") or place.has("truth") or place.has("arithmetic")


def _data(place: Place) -> list[str]:
    if place.word.lower() in _OF_EXCEPTION and place.has("unpacked"):
        return ['(ValueError, ValueError("wrong value"), None)']
    if _only_tells(place):
        return ["True", "False"]
    constant = constant_value(place)
    if constant is not None:
        return [constant]
    conventional = conventional_values(place)
    if conventional:
        return conventional
    kinds = kinds_of(place) or _told_by_others(place)
    pool: list[str] = []
    for i, kind in enumerate(kinds):
        values = _of_kind(kind, place)
        pool += values[:1] if i and place.has("truth") else values
    pool = pool or values_by_name(place)
    if pool[0] == "@list" and set(place.steps("attr")) & _FILLING and set(place.steps("attr")) <= _FILLING:
        pool = ["[]", *(code for code in pool if code != "[]")] if not place.steps("element") else pool
        uses = {fact[0] for fact in place.facts}
        if uses <= {"argument"} and set(place.children) == {("attr", name) for name in place.steps("attr")}:
            return pool[:1]
    tuples = (
        place.has("hashed")
        or place.has("used as key")
        or (place.parent is None and place.word == "args" and place.has("iterated"))
    )
    if pool[0] == "@list" and tuples and not place.steps("attr"):
        pool = ["@sequence", *pool]
    row = place.steps("item").get("*")
    if "@dict" in pool and place.has("item set") and row is not None and row.has("arithmetic"):
        pool.insert(pool.index("@dict") + 1, COUNTING)
    for _, form in place.of("date format"):
        pool += [f'"{datetime.date(year, 4, 1).strftime(str(form))}"' for year in (2024, 2030, 2020)]
    if place.has("mapping") and set(place.steps("attr")) <= _OF_KEYWORDS and not place.steps("item"):
        pool = ["{}", *(code for code in pool if code != "{}")]  # keywords that are handed on
    if pool[0] == "@dict" and (_is_searched_in_vain(place) or _is_filled(place)):
        pool = ["{}", *(code for code in pool if code != "{}")]
    if pool[0] == "@int" and any(fact[1] in ("-", "//") for fact in place.of("arithmetic")):
        pool.append("10")  # so that something is left
    if pool[0] == "@str" and "version" in place.word.lower():
        pool += ['"0.9.1"', '"10.0.0"']
    if pool[0] == "@str" and (_is_looked_up(place) or place.has("compared")):
        pool.append('"other"')
    if place.has("flag of") or place.has("has flag"):
        return ["@flags", "0"]
    if _is_set_later(place) and pool[:2] == ["True", "False"]:
        pool[1] = "None"
    turning = turning_values(place)
    if kinds[:1] == ["str"] and not place.has("isinstance"):
        turning = [code for code in turning if code[:1] not in "[@" or code.startswith(("@beyond", "@below"))]
    if pool[0] == "@object" and place.steps("attr"):
        # a literal has not what is used of it
        turning = [code for code in turning if code[:1] not in "\"'-[{(0123456789"]
    looped = place.steps("element").get("")
    if looped is not None and looped.has("member of") and "@list" in pool:
        turning.append("@repeated")
    if place.has("truth"):
        own_falsy = place.step[0] in ("name", "attr") and any(code in _FALSY[1:] for code in pool[1:])
        if (
            kinds
            or place.children
            or pool[0] == "@object"
            or not pool[0].startswith(("@", '"', "True", "False"))
        ):
            empty = [code for code in pool[1:] if code in _FALSY[1:-2]]  # of its own type
            turning += (empty[:1] if not place.has("compare") else []) or ["None"]
        elif not own_falsy and pool[0] == "@str" and word_type(place.word) == "str":
            turning.append("None" if place.step[0] == "call" else '""')
        elif not own_falsy:
            turning += ["True", "None" if _is_set_later(place) else "False"]
        if place.has("falsy goes on") and not place.has("compare"):
            pool.sort(key=lambda code: code not in _FALSY)
    wanted = place.steps("match").get("")
    if wanted is not None:
        pool = [*pattern_with_groups(wanted), *pool]
    attributes = set(place.steps("attr"))
    if {"add", "append"} & attributes and place.has("holds some") and not {"remove", "index"} & attributes:
        pool = [
            code
            for code in ("set()", "[]")
            if code in pool or (code == "set()" and "add" in place.steps("attr"))
        ]
        return [*pool[:1], *(_of_kind("set" if "set()" in pool else "list", place))]
    if any(code == "@bytes" or code[:2] == 'b"' for code in pool) and _fails_to_decode(place):
        pool.append(_NO_TEXT)
    if pool[0] == "@str" and not {"compare", "starts with", "ends with"} & {fact[0] for fact in place.facts}:
        pool[:0] = [f"@part {i}" for i, fact in enumerate(place.of("part of")) if _is_text(fact[1])]
    constants = constants_equal_to(place)
    if constants:
        other = {"@int": "0", "@str": '"other"'}
        told = len(place.of("compared"))
        pool = [*constants, *(other.get(code, code) for code in pool[: len(constants) <= told])]
    pool += [f"@computed {i}" for i in range(len(place.of("computed as")))]
    compared = enumerate(place.of("compared"))
    pool += [f"@same {i}" for i, fact in compared if f"={getattr(fact[1], 'key', '')}" not in constants]
    patterns = {str(fact[1]) for fact in place.of("matches")}
    pool += [f"@matching {i}" for i in range(len(patterns))] if len(patterns) > 1 else []
    alone = kinds in ([], ["object"]) and place.has("isinstance") and not place.has("other type")
    if turning and alone and not place.has("attribute set"):
        return [*turning, *pool]
    decided = place.has("compare") or place.has("contains") or place.has("length")
    decided = decided and (goes_on_with(place) or not place.has("length"))
    decided = decided and not pool[0].startswith("@part")
    if pool[0] == "@bytes" and (place.has("starts with bytes") or place.has("ends with bytes")):
        return [*turning, *pool]
    if decided and turning and not place.steps("attr") and not _goes_on(place, pool[0]):
        return [*turning, *pool]
    return [*pool[:1], *turning, *pool[1:]]


def _is_set_later(place: Place) -> bool:
    """Whether a value is then replaced by what a call gives: `if not cache: cache = make()`."""
    owner = place.parent
    return ("replaced",) in place.facts or (
        place.step[0] == "attr" and owner is not None and ("replaced", place.step[1]) in owner.facts
    )


def _only_tells(place: Place) -> bool:
    """Whether of what a call gives nothing matters but whether it is true: `0 if handle_prompt(text) else 1`."""
    made = place.step[0] == "call" and place.parent is not None
    told = {fact[0] for fact in place.facts}
    return (
        made
        and "truth" in told <= {"truth", "falsy goes on"}
        and not (place.children or place.hints or is_plural(place.word.lower()))
        and not place.word.lower().lstrip("_").startswith("get_")
    )


def _told_by_others(place: Place) -> list[str]:
    """The type of a value that nothing else tells but what it is compared with."""
    if place.children:
        return []
    if _of_literals(place) or word_type(place.word) is not None or is_class_name(place.word):
        return _of_literals(place)
    facts = [*place.of("compared"), *place.of("ordered")]
    others = [fact[-1] for fact in facts if isinstance(fact[-1], Place)]
    kinds = [kind for kind in map(_kind_told, others) if kind in _PLAIN]
    if kinds or place.has("truth"):
        return kinds[:1]
    beside = {_kind_told(fact[1]) for fact in place.of("used like") if isinstance(fact[1], Place)} - {""}
    beside |= {str(fact[1]) for fact in place.of("used like a")}
    return [*beside] if len(beside) == 1 and beside <= _PLAIN else []


def _kind_told(place: Place) -> str:
    """The type of a value by its own uses and its name; "" for no idea."""
    by_name = "" if is_class_name(place.word) else word_type(place.word) or ""
    return [*kinds_of(place), *_of_literals(place), by_name][0]


def _of_literals(place: Place) -> list[str]:
    """The type of the literals that a value is compared with, if that is one."""
    kinds = {type(_literal(str(fact[2]))).__name__ for fact in place.of("compare")} - {"NoneType", "bool"}
    kinds |= {str(fact[1]) for fact in place.of("compared with a")}
    return [*kinds] if len(kinds) == 1 and kinds <= _PLAIN else []


def _is_text(place: object) -> bool:
    """Whether a place holds a text, by its uses or else its name."""
    if not isinstance(place, Place):
        return False
    kinds = kinds_of(place)
    return kinds[0] == "str" if kinds else word_type(place.word) == "str" and not place.children


def _literal(code: str) -> object:
    """The value of a literal; None where the code is none."""
    try:
        return ast.literal_eval(code)
    except (ValueError, SyntaxError, TypeError):
        return None


def _is_searched_in_vain(place: Place) -> bool:
    """Whether the program goes on where `get` finds nothing, as it does with what is not in a cache yet."""
    get = place.steps("attr").get("get")
    found = get.steps("call").get("") if get is not None else None
    if found is None or place.steps("item") or found.children:
        return False
    return ("compare", "is", "None") in found.facts or found.has("falsy goes on")


def _is_filled(place: Place) -> bool:
    """Whether what is not in it is put into it: `if name not in cache: cache[name] = make(name)`."""
    return bool({fact[1] for fact in place.of("missing")} & {fact[1] for fact in place.of("set under")})


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


def _of_kind(kind: str, place: Place) -> list[str]:
    if kind == "iterator":
        return ["@iterator"]
    if kind == "path" and not {"dir", "directory", "folder", "root"}.isdisjoint(
        place.word.lower().split("_")
    ):
        return ['pathlib.Path("data")', 'pathlib.Path(".")']
    if kind == "file" and place.has("takes bytes"):
        return ["io.BytesIO()"]
    if kind == "pattern" and (patterns := _groups_asked(place)):
        return [f"re.compile({code})" for code in patterns]
    if kind.startswith("pattern") and set(place.steps("attr")) <= {"sub", "subn", "split"}:
        return [f're.compile({"rb" if "bytes" in kind else "r"}"\\s+")', *tables.VALUES[kind]]
    if kind == "match":
        pattern = pattern_with_groups(place)[0]
        if "(" not in pattern:
            return list(tables.VALUES[kind])
        return [f're.match({one}, "alpha")' for one in (pattern, pattern.replace(".+?", "x?", 1))] + ["None"]
    if kind == "encoding" and "encoding" in parts_of(place.word):
        return ["@str", '"latin-1"']
    if kind == "whole text" and place.has("of base") and not place.has("index"):
        return [_DIGITS.get(place.of("of base")[0][1], '"10"'), "@int", '"seven"']
    if kind in tables.FORMS:
        return list(tables.FORMS[kind])
    if kind == "object":
        return ["@object"]
    if kind == "number or text":
        return values_by_name(place)
    if kind == "tuple":
        return ["@tuple"]
    if kind == "list" and place.has("unpacked"):
        return ["@tuple"]
    return list(tables.VALUES.get(kind, (kind,)))


def _groups_asked(place: Place) -> list[str]:
    """Patterns with the groups that are asked of what a compiled one finds; empty where none is."""
    for name, method in place.steps("attr").items():
        found = method.steps("call").get("")
        each = found.steps("element").get("") if found is not None else None
        if name == "findall" and each is not None and each.of("unpacked"):
            count = max(int(str(fact[1])) for fact in each.of("unpacked"))
            return [f'"{"(.)" * (count - 1)}(.+)"', '"(?!)"']
        match = found if name in ("match", "search", "fullmatch") else each if name == "finditer" else None
        codes = pattern_with_groups(match) if match is not None else []
        if codes and "(" in codes[0]:
            return [f'{codes[0][:-3]})"' if codes[0].endswith('.+?)"') else codes[0], *codes[1:]]
    return []


_EXCEPTION_TYPES = (
    "exc_type",
    "exc_class",
    "exception_class",
    "exception_type",
    "error_class",
    "exc_cls",
    "error_cls",
)
