"""Plausible values for a place of which nothing but its name tells."""

import re

from llmdb.prefix import tables
from llmdb.prefix.name_kinds import kind_of_name, kind_of_result
from llmdb.prefix.places import Place, is_class_name, is_plural
from llmdb.prefix.samples import NUMBERS, TEXTS, is_plural_of_numbers, word_type

_OBJECT_NAMES = ("self", "cls", "obj", "object", "this", "other", "instance", "request", "response")
CLASS_NAMES = ("cls", "klass")
_PARTS_OF_EXCEPTIONS = {
    "__origin__": "list",
    "__cause__": 'ValueError("wrong value")',
    "__context__": 'ValueError("wrong value")',
    "__suppress_context__": "False",
    "__traceback__": "None",
    "evalue": 'ValueError("wrong value")',
    "exc_type": "ValueError",
    "etype": "ValueError",
    "exc_val": 'ValueError("wrong value")',
    "exc_value": 'ValueError("wrong value")',
    "exc_tb": "None",
    "etb": "None",
    "tb": "None",
}
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
    "_transform",
    "_validator",
    "_formatter",
    "_serializer",
    "_wrapper",
    "_process",
    "_sort_key",
    "_or_none",
)
_VERBS = re.compile(
    r"(.*_)?(get|make|build|create|register|parse|load|save|upload|download|send|fetch|compute|convert|render|handle|process|delete|validate|normalize)_[a-z]"
)
"""How the name of a function begins that is passed on."""
_PARTS_OF_DATES = {
    "day": "month",
    "month": "year",
    "year": "month",
    "hour": "minute",
    "minute": "hour",
    "build": "minor",
    "patch": "minor",
    "micro": "minor",
    "revision": "minor",
}
"""Names that are of numbers where the other one stands beside them."""
_COUNTED = ("n", "total", "max", "min", "size", "sent", "recv", "read")
"""What names of numbers of bytes begin with."""
_NAME_OF_CLASS = re.compile(r"([A-Z][a-z0-9]+){2,}$")
_NO_CONSTANTS = frozenset({"bool", "object", "class", "function", "exception", "file"})
"""Kinds that tell nothing of a name in capitals."""
_COUNTS = ("count", "size", "length", "total", "code", "retries", "width", "height")
"""How the names of numbers end that are asked whether they are none."""
_NO_TEXTS = frozenset({None, "bool", "int", "float", "object", "class", "function"})
"""Kinds of which nothing but a test shows that a flag is meant."""
_OPAQUE = frozenset({"object", "class", "function", "file"})
"""Kinds of which a value shows nothing."""
_SHOWING = frozenset({"print", "str", "repr", "remove", "index", "count"})
"""Functions that print what they are given, or look for one that is equal."""
_AS_TEXT = ("formatted", "hashed", "used as key", "member of")
"""What is done with values that a text can stand for."""
_FLAG = re.compile(r".*_(has|exists|ok|failed|finished|done|reached|loaded|empty)$")
"""How names of flags end that the table does not know."""
_ASKING = re.compile(r"(^|_)(is|has|can|should)_")
"""What names of functions have in them that answer yes or no."""
_OUTPUTS = frozenset({"out", "stdout", "output"})
_ERRORS = frozenset({"err", "stderr", "error", "errors"})
_END = re.compile(r"^_*(end|stop|finish)_")
"""How names begin of what is like what begins with `start_`."""
_FAULTS = ("Error", "Exception")


def _is_member(place: Place, word: str) -> bool:
    """Whether a name in capitals is one of several that are told apart: `state is NEED_DATA`, `Kind.FUNCTION`."""
    told_apart = place.has("compared") or place.has("compare") or place.has("member of")
    is_attribute = place.step[0] == "attr" and place.parent is not None and place.parent.word[:1].isupper()
    passed_on = "_" in word and not is_plural(word.lower()) and word_type(word) != "dict"
    used = place.children or place.has("iterated") or place.has("arithmetic")
    return not used and (told_apart or is_attribute or passed_on)


def _is_handed_on(place: Place) -> bool:
    """Whether a variable is passed to a function as something that is no flag there: `inspect.cleandoc(docstring)`."""
    given = [fact for fact in place.of("argument") if fact[1] not in ("bool", "print", "str", "repr")]
    told = place.step[0] in ("name", "attr") or bool(place.hints)
    return told and any(isinstance(fact[2], int) for fact in given)


def _only_moves(place: Place) -> bool:
    """Whether a value is only stored or passed on to functions that are not known."""
    return {fact[0] for fact in place.facts} <= {"argument"} and place.step[0] == "name"


def values_by_name(place: Place) -> list[str]:
    """Candidates by the name alone."""
    word = place.word
    lower = word.lower()
    if place.step == ("await",) or not word:
        return ["@str", "@int"]
    if place.step == ("call",) and place.has("discarded"):
        return ["None"]
    if place.step == ("call",) and place.parent and place.parent.step == ("attr", "item"):
        return list(tables.VALUES["float"])
    is_result = place.step[0] == "call" and not place.hints
    special = _special_values(place, is_result)
    if special:
        return special
    guess = _usual_kind(place, is_result)
    ordered = any(fact[1] in ("<", ">", "<=", ">=") for fact in place.of("compare"))
    if any(fact[1] != "r%" for fact in place.of("arithmetic")) or ordered:
        return list(tables.VALUES[guess if guess in ("int", "float", "datetime") else "int"])
    of_fault = word.endswith((*_FAULTS, "Warning")) and place.parent is None
    if place.step[0] in ("attr", "name") and (of_fault or _NAME_OF_CLASS.match(word.lstrip("_"))):
        return [
            "UserWarning"
            if word.endswith("Warning")
            else "@exception"
            if word.endswith(_FAULTS)
            else "@class"
        ]
    if is_class_name(word) and place.parent is None:
        return ["@class"]
    tested_alone = place.has("truth") and not place.has("or else") and not _is_handed_on(place)
    counts = guess in ("int", "float") and (place.has("argument") or lower.endswith(_COUNTS))
    several = is_plural(lower) and not word.isupper()
    if tested_alone and (guess in _NO_TEXTS or word.isupper()) and not (counts or several):
        return ["True", "False"]
    if guess in ("int", "float") and is_plural_of_numbers(lower):
        return ["@list", "[]"]
    match guess:
        case "object":
            return ["@object", "@str"]
        case "class":
            return ["@class"]
        case "function":
            return ["@function"]
        case "exception":
            return ['ValueError("wrong value")']
        case "list":
            return ["@list", '["a", "b", "c"]', "[]"]
        case None:
            return ["@str", "@int"]
    return list(tables.VALUES[guess])


def _special_values(place: Place, is_result: bool) -> list[str]:
    """Candidates of the few names that mean one thing; empty for others."""
    word, lower = place.word, place.word.lower()
    if (
        word.isupper()
        and _is_member(place, word)
        and not ({kind_of_name(word), _kind_of_keyword(place)} & {"int", "float"})
    ):
        return ["@str", '"other"']
    if place.step[0] == "call" and place.hints and word[:1].isupper() and not word.isupper():
        return ["@object"]  # `Page = load_model("page")`
    if (whole := _unpacked_from(place)) is not None:
        names = [hint.strip("_") for one in whole.steps("item").values() for hint in one.hints[:1]]
        if _OUTPUTS & {*names} and _ERRORS & {*names}:
            return ['""', '"not found"'] if {lower.strip("_")} & _ERRORS else ['"done\\n"', '""']
    part = lower if lower.endswith("__") else lower.lstrip("_")
    if part in _PARTS_OF_EXCEPTIONS and not place.children and not is_result:
        return [_PARTS_OF_EXCEPTIONS[part], "None"]
    if lower == "errors" and not place.children:
        return ['["not found"]', "[]"] if place.has("truth") else ['"strict"']
    if lower.endswith("ssl_context") and not place.children:
        return ["None", "@str"]
    siblings = place.parent.steps("attr") if place.parent is not None else {}
    if lower in _PARTS_OF_DATES and _PARTS_OF_DATES[lower] in siblings:
        return list(tables.VALUES["int"])
    if lower in _OBJECT_NAMES and (place.children or not place.has("member of")):
        return ["@object"]
    if lower in ("f", "func", "fn") and "decorat" in place.root.step[1]:
        return ["@function"]
    if lower == "data" and not (place.children or is_result) and _only_moves(place):
        return ['"some text"', "@list"]
    return []


def _unpacked_from(place: Place) -> Place | None:
    """What a place is one part of, where that is unpacked: `out, err = run()`."""
    return place.parent if place.step[0] == "item" and place.parent and place.parent.has("unpacked") else None


def _kind_of_keyword(place: Place) -> str | None:
    """What the keywords tell with which a value is handed on: `choices(names, cum_weights=chances)`."""
    keywords = [str(fact[2]) for fact in place.of("argument") if isinstance(fact[2], str)]
    told = next((kind for kind in map(kind_of_name, keywords) if kind is not None), None)
    return told if told in ("int", "float", "bool", "function", "class") else None


def _by_last_word(last: str, is_result: bool) -> str | None:
    """What the last word of a name tells; a letter tells nothing of what the function gives that is called so."""
    return None if is_result and len(last) == 1 else word_type(last)


def _usual_kind(place: Place, is_result: bool) -> str | None:
    """The kind of value that the name usually has, with regard to what little is done with it; None if not known."""
    word, lower = place.word, place.word.lower()
    passed_on = place.step[0] in ("attr", "name") and "(" not in place.root.step[1]
    if lower.endswith(("bytes", "byte_array")) and not lower.strip("_").startswith(_COUNTED):
        return "bytes"
    if word_type(word) == "logger" and not is_result:
        return "logger"
    if place.has("flag without it") and not place.children:
        return "bool"
    guess = kind_of_result(word) if is_result else kind_of_name(word)
    if is_result and _ASKING.search(lower):
        return "bool"
    last = lower.rpartition("_")[2]
    if guess == "datetime" and place.step[0] == "item":
        guess = "str"  # as files have them
    if guess in ("str", None) and any(
        part in NUMBERS and part not in TEXTS for part in (last, lower.strip("_"))
    ):
        guess = "int"  # `user_id`, `http_status`
    if guess is None and not is_result:
        guess = kind_of_name(_END.sub("start_", lower))
    guess = (
        guess or _kind_of_keyword(place) or ("bool" if _FLAG.match(lower) else _by_last_word(last, is_result))
    )
    compared = any(fact[2] != "None" for fact in place.of("compare")) or place.has("compared")
    if not (is_result or place.children or compared):
        is_method = place.step[0] == "name" or place.has("argument")
        does = _VERBS.match(word) is not None and guess != "bool" and is_method
        calls_back = f"_{lower}".endswith(_FUNCTIONS) or does
        if calls_back and passed_on:
            return "function"
    if word.isupper() and guess in _NO_CONSTANTS and not (guess == "bool" and place.has("truth")):
        guess = None
    if guess == "bool" and (place.has("used as key") or place.has("hashed")):
        guess = None
    if guess == "bool" and place.has("compared") and word_type(last) in ("int", "float"):
        guess = word_type(last)  # `for_loop_depths[-1] == depth`
    is_flag = guess == "bool" and _unpacked_from(place) is not None and "_" in word.strip("_")
    if not (passed_on or is_flag) and place.step[0] != "call" and guess in ("bool", *_OPAQUE):
        guess = None  # of what is bound to it, less is told
    if guess == "bool" and (
        (place.has("or else") and place.step[0] == "name") or (place.hints and not (passed_on or is_flag))
    ):
        guess = None
    shown = any(str(fact[1]).rpartition(".")[2] in _SHOWING for fact in place.of("argument"))
    as_text = compared or shown or any(map(place.has, _AS_TEXT))
    if guess in _OPAQUE and (as_text or place.step == ("element",)) and not place.children:
        return "str"
    if guess is None and is_plural(lower):
        return "list"
    return guess
