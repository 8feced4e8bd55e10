"""Plausible values for a place of which nothing but its name tells."""

import re

from llmdb.prefix import tables
from llmdb.prefix.places import Place, is_plural
from llmdb.prefix.samples import is_plural_of_numbers, word_type

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
    "omit_",
    "collapse_",
    "hide_",
)
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
    "_wrap",
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
        "sort_keys",
        "ensure_ascii",
        "expanded",
        "collapsed",
        "highlight",
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
_VERBS = re.compile(
    r"(.*_)?(get|make|build|parse|load|save|upload|download|send|fetch|compute|convert|render|handle|process|delete|validate|normalize)_[a-z]"
)
"""How the name of a function begins that is passed on."""
_PARTS_OF_DATES = {"day": "month", "month": "year", "year": "month", "hour": "minute", "minute": "hour"}
"""Names that are of numbers where the other one stands beside them."""
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
_WRITING = re.compile(r"_?(decode|encode|escape|unescape|strip|format|join|render|quote|replace|dump)_")
"""How functions are called that give a text, whatever they do it to."""
_NAME_OF_CLASS = re.compile(r"([A-Z][a-z0-9]+){2,}$")
_NO_CONSTANTS = frozenset({"list", "dict", "function", "exception", "file", "bool", "bytes"})
"""Types of which a name in capitals is no plain member."""
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


_TELLING = re.compile(r"_?(match|check|contains|supports|accepts|allows|matches|looks|equals|verify)_")
"""How functions are called that tell whether something is so."""


def values_by_name(place: Place) -> list[str]:
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
    if guess == "file" and lower == "f" and not (place.children or place.has("iterated") or is_result):
        guess = "function"  # `ctx.invoke(f, *args)`
    if guess is None and place.has("formatted") and not is_plural(lower):
        guess = "str"
    if word.isupper() and (guess in _NO_CONSTANTS or is_plural(lower)) and _is_member(place, word):
        return ["@str", '"other"']
    compared = any(fact[2] != "None" for fact in place.of("compare")) or place.has("compared")
    if guess == "function" and compared:
        guess = None
    part = lower if lower.endswith("__") else lower.lstrip("_")
    if part in _PARTS_OF_EXCEPTIONS and not place.children and not is_result:
        return [_PARTS_OF_EXCEPTIONS[part], "None"]
    if guess == "file" and lower.endswith("handle") and not place.children:
        guess = "int"
    if guess is None and not place.has("truth"):
        keywords = [str(fact[2]) for fact in place.of("argument") if isinstance(fact[2], str)]
        told = [kind for kind in map(word_type, keywords) if kind not in (None, "str", "file")]
        guess = (
            ("list" if is_plural(keywords[0]) and told[0] not in ("int", "float") else told[0])
            if told
            else None
        )  # `choices(names, weights=chances)`
    tested = place.step[0] == "call" and place.has("truth") and place.parent is not None
    if tested and place.parent is not None and word_type(place.parent.word.rpartition("_")[2]) is None:
        guess = None  # `version_lt(a, b)`
    if tested and _TELLING.match(lower) and not place.children:
        guess = None  # `match_token(token, kind)`
    flag = (
        lower.lstrip("_").startswith(_FLAGS)
        or lower.strip("_") in _OTHER_FLAGS
        or lower.endswith(_FLAG_ENDINGS)
        or any(part in lower for part in ("_has_", "_show_", "_is_"))
        or (lower.lstrip("_").startswith(_DOING) and not is_plural(lower))
    )
    flag = flag and not (word.isupper() and lower.lstrip("_").startswith("no_"))  # `_NO_OBJECT`
    tested_alone = place.has("truth") and not place.has("or else") and not _is_handed_on(place)
    if flag or (tested_alone and guess is None and not is_plural(lower)):
        return ["True", "False"]
    if guess == "file" and (place.has("hashed") or place.has("used as key")) and not place.children:
        guess = "str"
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
        return ['["not found"]', "[]"] if place.has("truth") else ['"strict"']
    if lower.endswith("ssl_context") and not place.children:
        return ["None", "@str"]
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
    if lower in CLASS_NAMES and not place.children and not is_result:
        return ["@class"]
    if guess == "exception":
        return ['ValueError("wrong value")']
    if is_result and (lower == "dumps" or _WRITING.match(lower)):
        return ["@str"]
    if (
        guess == "list"
        and lower.strip("_") == "data"
        and not (place.children or is_result)
        and _only_moves(place)
    ):
        return ['"some text"', "@list"]
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
