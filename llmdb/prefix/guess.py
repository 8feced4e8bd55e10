"""Plausible values for a place, best first: from how it is used, from its name, from well-known imports."""

import ast
import builtins
import importlib
import re

from llmdb.prefix import tables
from llmdb.prefix.places import Place, singular

STAND_IN = "@stand-in"
_NUMBER = re.compile(r"-?\d+(\.\d+)?$")


def candidates(place: Place) -> tuple[str, ...]:
    """Expressions, or `@` marks of what to build from the places below it, most plausible first.

    Always ends with a stand-in. The marks: `@import CODE`, `@object`, `@function`, `@class`, `@exception`,
    `@decorator`, `@factory`, `@context`, `@list`, `@list2` (elements that differ), `@dict`, `@tuple`,
    `@truths` (true once, then false), `@raise NAME`, `@module`, `@stand-in`.
    """
    found: list[str] = []
    if place.parent is None:
        found += _root_candidates(place)
    found += _structure(place)
    out = list(dict.fromkeys([*found, *_handlers(place), STAND_IN]))
    return tuple(out)


def _root_candidates(place: Place) -> list[str]:
    name = place.step[1]
    if name == "super":
        return ["@function"]
    code = tables.known_import(name) or _checked_module(place)
    if name == "time" and place.has("call"):
        code = "from time import time"
    if name == "datetime" and not {"datetime", "date", "timedelta", "timezone"} & set(place.steps("attr")):
        code = "from datetime import datetime"
    if name == "date" and {"today", "fromisoformat"} & set(place.steps("attr")):
        code = "from datetime import date"
    return [f"@import {code}"] if code else []


def _checked_module(place: Place) -> str | None:
    """An import of a module whose name is just as often a variable's, if it has what is used of it."""
    name, used = place.step[1], set(place.steps("attr"))
    if name not in tables.NOT_MODULES or not used or place.has("attribute set"):
        return None
    if all(_has(name, attribute) for attribute in used):
        return f"import {name}"
    return None


def _has(module: str, attribute: str) -> bool:
    try:
        return hasattr(importlib.import_module(module), attribute)
    except ImportError:
        return False


def _structure(place: Place) -> list[str]:
    """Candidates by what is done to the place."""
    if place.has("exception") or (place.has("raised") and place.step[0] != "call"):
        return ["@exception"]
    if place.has("subclassed"):
        return ["@class"]
    if place.has("decorator"):
        return ["@decorator"]
    calls = place.steps("call")
    if calls:
        return [*_callable(place, calls[""]), *(code for code in _turning(place) if code == "None")]
    if place.has("context"):
        return ["@context", *_turning(place)]
    if place.has("type test") or place.has("subclassed"):
        return ["@class"]
    return _data(place)


def _callable(place: Place, result: Place) -> list[str]:
    if result.has("decorator"):
        return ["@factory"]
    if place.has("type test"):
        return ["@class"]
    word = place.word
    looks_like_class = word[:1].isupper() and not word.isupper() and place.parent is None
    if looks_like_class and (result.steps("attr") or result.has("discarded") or not _is_plain(result)):
        return ["@class", "@function"]
    if result.has("loop test"):
        return ["@truths", "@function"]
    attributes = place.steps("attr")
    if attributes:
        return ["@class"] if place.parent is None else [STAND_IN]
    return ["@class", "@function"] if looks_like_class else ["@function"]


def _is_plain(place: Place) -> bool:
    return place.has("compare") or place.has("iterated") or place.has("truth") or place.has("arithmetic")


def _handlers(place: Place) -> list[str]:
    return [f"@raise {fact[1]}" for fact in place.of("may raise")]


def _data(place: Place) -> list[str]:
    turning = _turning(place)
    kinds = _kinds(place)
    out: list[str] = []
    for kind in kinds:
        out += _of_kind(kind, place)
    if not kinds:
        out += _by_name(place)
    if not turning:
        return out
    decided = place.has("compare") or place.has("contains") or place.has("length")
    if decided and not place.steps("attr"):
        return [*turning, *out]
    return [*out, *turning]


def _turning(place: Place) -> list[str]:
    """Values that turn the conditions in which the place stands."""
    out: list[str] = []
    for _, symbol, code in place.of("compare"):
        out += _against(str(symbol), str(code), place)
    for _, code in place.of("contains"):
        out += _containing(str(code), place)
    for _, symbol, code in place.of("length"):
        out += _of_length(str(symbol), str(code))
    for kind in ("isinstance", "issubclass"):
        for _, code in place.of(kind):
            out += _instances(str(code), kind == "issubclass")
    if place.has("truth"):
        out += ["True", "False"] if not _kinds(place) and not place.children else ["None"]
    return list(dict.fromkeys(out))


def _against(symbol: str, code: str, place: Place) -> list[str]:
    if code == "None":
        return ["None"]
    if _NUMBER.match(code):
        number = float(code) if "." in code else int(code)
        return {
            ">": [str(number + 1), code], "<": [str(number - 1), code], ">=": [code, str(number - 1)],
            "<=": [code, str(number + 1)],
        }.get(symbol, [code, str(number + 1)])  # fmt: skip
    try:
        ast.literal_eval(code)
        return [code]
    except (ValueError, SyntaxError):
        pass
    if re.fullmatch(r"[A-Za-z_][\w.]*", code) and code.partition(".")[0] != place.root.step[1]:
        return [f"={code}"]
    return []


def _containing(code: str, place: Place) -> list[str]:
    if not code:
        return []
    literal = code[:1] in "'\"" or _NUMBER.match(code)
    if literal and code[:1] in "'\"" and not place.steps("item") and not place.has("item set"):
        text = ast.literal_eval(code)
        if isinstance(text, str) and not place.steps("attr"):
            return [repr(f"1{text}5" if len(text) < 3 else f"a {text} b"), f"[{code}]", '"alpha"']
        if isinstance(text, str):
            return [repr(f"1{text}5" if len(text) < 3 else f"a {text} b"), '"alpha"']
    if code.partition(".")[0] == place.root.step[1]:
        return []
    if place.steps("attr") or place.steps("item") or place.has("item set"):
        return [f"={{{code}: 1}}"] if set(place.steps("attr")) <= set(tables.METHODS["dict"].split()) else []
    return [f"=[{code}]", "[]"]


def _of_length(symbol: str, code: str) -> list[str]:
    if not _NUMBER.match(code) or "." in code:
        return ["[]"]
    number = int(code)
    return [f"@length {max(number + d, 0)}" for d in (1, 0, -1) if 0 <= number + d < 50]


def _instances(code: str, classes: bool) -> list[str]:
    name = code.rpartition(".")[2]
    if name in ("str", "int", "float", "list", "dict", "set", "bytes", "bool"):
        return [name] if classes else list(tables.VALUES[name][:1])
    if name in ("basestring", "unicode", "string_types"):
        return ["str"] if classes else ['"alpha"']
    if name == "tuple":
        return ["tuple"] if classes else ["(1, 2)"]
    if hasattr(builtins, name):
        return [name] if classes else [f"{name}()"]
    return [f"={code}"] if classes else [f"={code}()"]


def _kinds(place: Place) -> list[str]:
    """Names of types, the likeliest first, that the uses tell."""
    out = [*_kinds_by_attributes(place), *_kinds_by_index(place)]
    if place.has("unpacked"):
        out.append("tuple")
    if place.has("mapping"):
        out.append("dict")
    if place.has("iterated") and not place.has("argument 0"):
        out.append("list" if not place.has("next") else "iterator")
    if place.has("next"):
        out.insert(0, "iterator")
    out += _kinds_by_arithmetic(place)
    for _, function, position in place.of("argument"):
        if function in ("getattr", "setattr", "hasattr") and position == 1:
            out.insert(0, "str")
        form = tables.ARGUMENTS.get(str(function)) or tables.ARGUMENTS.get(
            "." + str(function).rpartition(".")[2]
        )
        if form and position in (0, 1) and (position == 0 or str(function).startswith(("os.path", "re."))):
            out.append(form)
    if place.has("sized"):
        out.append("list")
    specs = "".join(str(fact[1]) for fact in place.of("formatted"))
    if re.search(r"[dxob]$", specs):
        out.append("int")
    elif re.search(r"[feg%]$", specs):
        out.append("float")
    return list(dict.fromkeys(out))


def _kinds_by_attributes(place: Place) -> list[str]:
    attributes = place.steps("attr")
    if not attributes:
        return []
    votes: dict[str, int] = {}
    for name in attributes:
        for kind in tables.METHOD_TYPES.get(name, ()):
            votes[kind] = votes.get(kind, 0) + 1
    fitting = [kind for kind, n in votes.items() if n == len(attributes)]
    if place.has("attribute set") or not fitting:
        return ["object"]
    if tables.WORD_TYPES.get(place.word) in fitting:
        fitting.sort(key=lambda kind: kind != tables.WORD_TYPES[place.word])
    return [*fitting, "object"]


def _kinds_by_index(place: Place) -> list[str]:
    items = place.steps("item")
    if not items and not place.of("index") and not place.has("item set"):
        return []
    codes = [code for code in (*items, *(str(f[1]) for f in place.of("item set"))) if code not in ("", "*")]
    if any(fact[1] == "Tuple" for fact in place.of("index")):
        return [STAND_IN]
    if any(code[:1] in "'\"" for code in codes):
        return ["dict"]
    if any(fact[1] == "Slice" for fact in place.of("index")):
        return ["str", "list"] if tables.WORD_TYPES.get(place.word) != "list" else ["list"]
    if place.has("unpacked"):
        return ["tuple"]
    if codes and all(_NUMBER.match(code) for code in codes):
        return ["list", "dict"]
    if place.has("item set") or any(fact[2] for fact in place.of("index")):
        return ["dict", "list"] if tables.WORD_TYPES.get(place.word) != "list" else ["list", "dict"]
    return ["list", "dict"]


def _kinds_by_arithmetic(place: Place) -> list[str]:
    facts = place.of("arithmetic")
    kinds = [str(fact[2]) for fact in facts if fact[2]]
    symbols = {str(fact[1]) for fact in facts}
    if not facts:
        return []
    with_text = {str(fact[1]) for fact in facts if fact[2] == "str"}
    if with_text:
        return ["str"] if with_text & {"+", "r+"} else ["number or text"] if "r%" in with_text else ["int"]
    if "list" in kinds:
        return ["list"]
    if "float" in kinds or "/" in symbols:
        return ["float", "int"]
    guess = tables.WORD_TYPES.get(place.word)
    if symbols <= {"+", "r+"} and not kinds:
        if set(place.word.lower().split("_")) & set(tables.STRINGS):
            return ["str", "int", "list"]
        return ["int", "str", "list"] if guess is None else [guess, "int", "str"]
    return ["int"]


def _of_kind(kind: str, place: Place) -> list[str]:
    if kind in tables.FORMS:
        by_name = tables.STRINGS.get(place.word.lower())
        return ([by_name] if by_name and "path" in kind else []) + list(tables.FORMS[kind])
    if kind == "str":
        return [_text(place), '""']
    if kind == "object":
        return ["@object"]
    if kind == "number or text":
        return _by_name(place)
    if kind == "tuple":
        return ["@tuple"]
    if kind == "iterator":
        return ["@iterator"]
    if kind == "list" and place.has("unpacked"):
        return ["@tuple"]
    if kind == "datetime" and "date" in place.steps("attr"):
        return list(tables.VALUES[kind])
    return list(tables.VALUES.get(kind, (kind,)))


def _text(place: Place) -> str:
    words = [place.word.lower()]
    if place.step == ("element",) and place.parent:
        words.insert(0, singular(place.parent.word.lower()))
    for word in words:
        for part in (word, *reversed(word.split("_"))):
            if part in tables.STRINGS:
                return tables.STRINGS[part]
    if place.step == ("element",):
        return '"alpha"'
    return repr(words[0].strip("_") or "alpha").replace("'", '"')


def _by_name(place: Place) -> list[str]:
    """Candidates by the name alone."""
    word = place.word
    if place.step == ("await",) or not word:
        return ['"alpha"', "3"]
    if word.startswith(("is_", "has_", "should_", "can_", "use_", "no_", "allow_", "enable")) or (
        place.has("truth") and word.lower() not in tables.STRINGS and word.lower() not in tables.WORD_TYPES
    ):
        return ["True", "False"]
    lower = word.lower()
    for part in (lower, *reversed(lower.split("_"))):
        if part in tables.STRINGS:
            return [tables.STRINGS[part], '""']
        kind = tables.WORD_TYPES.get(part)
        if kind == "exception":
            return ['ValueError("wrong value")']
        if kind:
            return list(tables.VALUES[kind])
    if place.step == ("call",) and place.has("discarded"):
        return ["None"]
    if lower in ("self", "cls", "obj", "object", "this", "other", "instance", "request", "response"):
        return ["@object"]
    if word.startswith("N") and word.isupper() and len(word) < 3:
        return ["3", "0"]
    if lower.endswith("s") and len(lower) > 3 and not lower.endswith("ss"):
        return ['["a", "b"]', "[]"]
    if word[:1].isupper() and not word.isupper() and place.parent is None:
        return ["@class"]
    if place.has("arithmetic") or (
        place.has("compare") and any(f[1] in ("<", ">", "<=", ">=") for f in place.of("compare"))
    ):
        return ["3", "0"]
    return [_text(place), "3"]
