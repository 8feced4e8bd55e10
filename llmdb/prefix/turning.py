"""Values that turn the conditions in which a place stands, one way and the other."""

import ast
import builtins
import operator
import re
from collections.abc import Callable
from typing import Any

from llmdb.prefix import tables
from llmdb.prefix.places import Place, is_plural
from llmdb.prefix.samples import double_quoted, text_sample, word_type

NUMBER = re.compile(r"-?\d+(\.\d+)?$")
_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


_CUTTERS = frozenset({"partition", "rpartition"})
_FAR = ("1000", "0", "-1")
SAME_TEXT = frozenset({"lower", "upper", "strip", "lstrip", "rstrip", "casefold", "title", "capitalize"})
TEXT_TESTS = {
    "isdigit": ('"42"', '"alpha"'), "isnumeric": ('"42"', '"alpha"'), "isdecimal": ('"42"', '"alpha"'),
    "isalpha": ('"alpha"', '"42"'), "isalnum": ('"alpha"', '"- -"'), "isspace": ('" "', '"alpha"'),
    "isupper": ('"ALPHA"', '"alpha"'), "islower": ('"alpha"', '"ALPHA"'), "istitle": ('"Alpha"', '"alpha"'),
}  # fmt: skip


def turning_values(place: Place) -> list[str]:
    """Expressions; first those that let the program go on, then those that do not."""
    going, other = _turning(place)
    return list(dict.fromkeys([*going, *other]))


def goes_on_with(place: Place) -> bool:
    """Whether values are known with which the program goes on."""
    return bool(_turning(place)[0])


_ONLY_TEXTS = frozenset(dir(str)) - frozenset(dir(list)) - frozenset(dir(dict))
"""Methods that a text has, and neither a list nor a dictionary."""
_WORDS = "the quick brown fox jumps over the lazy dog and "
"""Of which texts of a wanted length are made."""


def _turning(place: Place) -> tuple[list[str], list[str]]:
    going: list[str] = []
    other: list[str] = []
    defaulted = [other for _, other in place.of("default of") if isinstance(other, Place)]
    for i, (_, symbol, _) in enumerate(place.of("ordered")):
        marks = [f"@beyond {i}", f"@below {i}"]
        going += marks[:1] if str(symbol)[0] == ">" else marks[1:]
        other += marks[1:] if str(symbol)[0] == ">" else marks[:1]
    for _, symbol, code in [fact for one in (place, *defaulted) for fact in one.of("compare")]:
        one, two = _against(str(symbol), str(code), place)
        if one == [] and code == text_sample(place.word).replace('"', "'"):
            one = [text_sample(place.word, 1)]
        if place.has("ordered"):  # numbers near the other one are in already
            two = [value for value in two if value not in _FAR]
        going += one
        other += two
    going += _containing_all(place)
    for _, code in place.of("contains"):
        going += _containing(str(code), place)
    going += _with_affixes(place)
    going += _by_methods(place)
    for _, symbol, code in place.of("length"):
        plain = NUMBER.match(str(code)) or symbol not in (">", ">=", "!=")
        (going if plain else other).extend(_of_length(str(symbol), str(code), _is_text(place)))
    for kind in ("isinstance", "issubclass"):
        for _, code in place.of(kind):
            going += _instances(str(code), kind == "issubclass")
    return going, other


def fits(place: Place, code: str) -> bool:
    """Whether a literal lets the program go past every comparison with another literal."""
    facts = [(str(symbol), str(other)) for _, symbol, other in place.of("compare")]
    if any((symbol in ("is", "==")) != (code == "None") for symbol, other in facts if other == "None"):
        return False
    literals = [(s, o) for s, o in facts if o != "None" and s in _TESTS and _are_literals({o})]
    equal = {other for symbol, other in literals if symbol == "=="}
    if not literals or (equal and code not in equal):
        return not literals
    try:
        value = ast.literal_eval(code)
        return all(_TESTS[s](value, ast.literal_eval(o)) for s, o in literals if s != "==")
    except (ValueError, SyntaxError, TypeError):
        return False


def _are_literals(codes: set[str]) -> bool:
    try:
        for code in codes:
            ast.literal_eval(code)
    except (ValueError, SyntaxError):
        return False
    return True


def _against(symbol: str, code: str, place: Place) -> tuple[list[str], list[str]]:
    """Values with which the comparison holds, and those with which it does not."""
    if code == "None":
        return (["None"], []) if symbol in ("is", "==") else ([], ["None"])
    if NUMBER.match(code):
        return _near(symbol, float(code) if "." in code else int(code))
    if _are_literals({code}):
        code = f"b{double_quoted(code[1:])}" if code[:2] == "b'" else double_quoted(code)
        return ([code], _another(code)) if symbol in ("==", "is") else (_another(code), [code])
    if symbol in ("==", "!=", "is", "is not"):
        if re.fullmatch(r"[A-Za-z_][\w.]*", code) and code.partition(".")[0] != place.root.step[1]:
            return [], [f"={code}"]
        return [], []
    return [], [*_FAR, "datetime.datetime(2024, 3, 15, 12, 30)", '"2024-03-15"']


def _another(code: str) -> list[str]:
    """A character that is not this one: a board has more than one kind of field."""
    value = ast.literal_eval(code)
    if not isinstance(value, str) or len(value) != 1:
        return []
    other = ("b" if value != "b" else "c") if value.isalnum() else ("." if value != "." else "#")
    return [f'"{other}"']


def _with_affixes(place: Place) -> list[str]:
    plain = text_sample(place.word)[1:-1]
    results = [
        place.steps("attr")[name].steps("call").get("") for name in _CUTTERS & set(place.steps("attr"))
    ]
    for mark in [str(fact[1]) for one in results if one is not None for fact in one.of("cut at") if fact[1]]:
        if mark not in plain and len(mark) == 1 and mark != ".":
            plain = f"{plain.partition('.')[0]}{mark}1"  # `filename.rpartition("-")`
    starts = [*(str(text) for _, text in place.of("starts with")), *_characters(place, "0")]
    ends = [*(str(text) for _, text in place.of("ends with")), *_characters(place, "-1")]
    made = [
        plain
        if plain.startswith(text)
        else f"{text}{plain[1:] if text.isdigit() and plain[:1].isdigit() else plain}"  # another version
        if not text[-1:].isalpha()
        else f"{text}_{plain}"
        for text in starts
    ]
    made += [plain if plain.endswith(text) else f"{plain.partition('.')[0]}{text}" for text in ends]
    if "endswith" in place.steps("attr"):
        made += [f"{text}{plain}{text}" for text in starts if len(text) == 1]
    computed = [f"{code} + {double_quoted(repr(plain))}" for _, code in place.of("starts with value of")]
    numbers = [int(code) for code in place.steps("item") if code.isdigit()]
    numbers += [int(str(fact[1])) - 1 for fact in place.of("cut to")]
    numbers += [int(str(fact[2])) for fact in place.of("length") if str(fact[2]).isdigit()]
    if max(numbers, default=0) > len(plain):  # `header[12] & 3`
        return [
            f'b{double_quoted(repr(text)[1:])}.ljust({max(numbers) + 1}, b"\\1")'
            for _, text in place.of("starts with bytes")
            if isinstance(text, bytes)
        ]
    of_bytes = [
        repr(text + plain.encode()) for _, text in place.of("starts with bytes") if isinstance(text, bytes)
    ]
    of_bytes += [
        repr(plain.encode() + text) for _, text in place.of("ends with bytes") if isinstance(text, bytes)
    ]
    return [
        *(double_quoted(repr(text)) for text in made),
        *computed,
        *(f'b"{code[2:-1]}"' for code in of_bytes),
    ]


def pattern_with_groups(match: Place) -> list[str]:
    """Regular expressions that match any text and have the groups that are asked for; then one that matches none."""
    group, groups = match.steps("attr").get("group"), match.steps("attr").get("groups")
    asked = [str(code) for fact in (group.of("given") if group else []) for code in fact[1:]]
    found = match.steps("attr").get("groupdict")
    keys = found.steps("call")[""].steps("item") if found and found.steps("call") else {}
    names = [code.strip("'\"") for code in [*asked, *keys, *match.steps("item")] if code[:1] in "'\""]
    counts = [int(code) for code in [*asked, *match.steps("item")] if code.isdigit()]
    result = groups.steps("call").get("") if groups else None
    counts += [int(str(fact[1])) for fact in result.of("unpacked")] if result else []
    named = [f"(?P<{name}>.+?)" for name in dict.fromkeys(names) if name.isidentifier()]
    unnamed = max(counts, default=0) - len(named)
    pattern = "".join(named) + ("(.)" * (unnamed - 1) + "(.+)" if unnamed > 0 else "")
    return [f'"{pattern or ".+"}"', '"(?!)"']


def _by_methods(place: Place) -> list[str]:
    """`answer.lower() == "yes"`, `word.isdigit()`: texts for which what a method gives passes, then others."""
    found: list[str] = []
    for name, method in place.steps("attr").items():
        result = method.steps("call").get("")
        if name in SAME_TEXT and result is not None:
            found += [str(code) for _, _, code in result.of("compare") if str(code)[:1] in "'\""]
            found += _by_methods(result)
        if name in TEXT_TESTS and result is not None and result.has("truth"):
            found += TEXT_TESTS[name]
    return [double_quoted(code) for code in found]


def _characters(place: Place, position: str) -> list[str]:
    """What the character at one end of a text is compared with."""
    found = place.steps("item").get(position) if not place.has("unpacked") else None
    codes = [str(fact[2]) for fact in found.of("compare")] if found else []
    values = [ast.literal_eval(code) for code in codes if _are_literals({code})]
    return [value for value in values if isinstance(value, str) and len(value) == 1]


def _near(symbol: str, number: float) -> tuple[list[str], list[str]]:
    above, below, same = str(number + 1), str(number - 1), str(number)
    return {
        ">": ([above], [same]), "<": ([below], [same]), ">=": ([same], [below]), "<=": ([same], [above]),
        "!=": ([above], [same]),
    }.get(symbol, ([same], [above]))  # fmt: skip


def _containing_all(place: Place) -> list[str]:
    """A text that has all that is looked for in it, where that is several words."""
    codes = [str(code) for _, code in place.of("contains") if not str(code).isidentifier()]
    texts = [ast.literal_eval(code) for code in codes if code[:1] in "'\"" and _are_literals({code})]
    words = [text for text in texts if isinstance(text, str) and len(text) > 2]
    if len(words) < 2 or len(words) < len(codes) or place.steps("item") or place.has("item set"):
        return []
    return [double_quoted(repr(" ".join(words)))]


def _containing(code: str, place: Place) -> list[str]:
    if not code or code.partition(".")[0] == place.root.step[1]:
        return []
    attributes = set(place.steps("attr"))
    if code[:2] in ("b'", 'b"'):
        return [f"b{double_quoted(repr(f'1{code[2:-1]}5'))}" if "\\" not in code else f'b"1{code[2:-1]}5"']
    told = bool(attributes & _ONLY_TEXTS)
    plain = not place.steps("item") and not place.has("item set")
    has_default = ("instead of it", "dict") in place.facts
    if code[:1] in "'\"" and _are_literals({code}) and (plain or told) and not has_default:
        text = ast.literal_eval(code)
        if isinstance(text, str):
            longer = _with_words(text, place.word) if any(map(str.isalnum, text)) else f"name{text}value"
            plain_text = text_sample(place.word)
            if text in plain_text:
                plain_text = '"alpha"'
            if "://" in plain_text and re.fullmatch(r"[\w-]+(\.[\w-]+)+", text):
                longer = f"https://{text}/a"
            inside = double_quoted(repr(f"1{text}5" if len(text) < 3 else longer))
            several = is_plural(place.word.lower())  # `"x" in sections`
            first = [f"[{double_quoted(code)}]", inside] if several else [inside, f"[{code}]"]
            return [inside, plain_text] if attributes else [*first, "@list" if several else plain_text]
    if place.steps("item") and all(map(NUMBER.match, place.steps("item"))) and not attributes:
        return []  # a list, of which parts are taken: `"-v" in args` beside `args[1]`
    mapping = word_type(place.word) == "dict" and not place.has("iterated")
    mapping = mapping or has_default
    if attributes or place.steps("item") or place.has("item set") or mapping:
        return (
            [f"={{{double_quoted(code)}: {_under(code, place)}}}"]
            if attributes <= set(tables.METHODS["dict"].split())
            else []
        )
    return [f"=[{code}]", "[]"]


def _with_words(text: str, word: str) -> str:
    """A text that a variable of this name may hold and that has another one in it."""
    sample = text_sample(word)[1:-1]
    if re.fullmatch(r"[\w.-]+", text) and sample.startswith("https://"):
        return f"https://example.com/{text}"
    if re.fullmatch(r"[\w.-]+", text) and sample.startswith("data/"):
        return f"data/{text}" if "." in text else f"data/{text}.txt"
    return f"a text with {text}" if text.isalpha() else f"{text} text"


def _under(code: str, place: Place) -> str:
    """Code of what a dictionary has under a key: a text after a key that is one, unless it is counted with."""
    held = place.steps("item").get(code) or place.steps("item").get("*")
    key = ast.literal_eval(code) if code[:1] in "'\"" and _are_literals({code}) else ""
    plain = held is None or not (held.children or held.has("arithmetic") or held.has("compare"))
    return text_sample(key) if plain and word_type(key) in (None, "str") and key.isascii() and key else "1"


def _of_length(symbol: str, code: str, is_text: bool) -> list[str]:
    if not NUMBER.match(code) or "." in code:
        return (
            ["[]"] if symbol not in ("==", "<=", ">=") and not is_text else []
        )  # those of our lists are equal
    number = int(code)
    order = {">": (1, 0), "<": (-1, 0), "!=": (1, 0), ">=": (0, -1)}.get(symbol, (0, 1))
    lengths = [max(number + d, 0) for d in (*order, -1, 1)]
    if is_text:
        return [f'"{(_WORDS * (length // len(_WORDS) + 1))[:length]}"' for length in lengths if length < 300]
    return [f"@length {length}" for length in lengths if length < 50]


def _is_text(place: Place) -> bool:
    """Whether it is called what texts are, or a text is added to it: `name = name[:50] + "..."`."""
    if word_type(place.word) == "str" and not (place.has("iterated") or place.has("item set")):
        return True
    return any(fact[1] in ("+", "r+") and fact[2] == "str" for fact in place.of("arithmetic"))


def _instances(code: str, classes: bool) -> list[str]:
    name = code.rpartition(".")[2]
    if name == "__class__" and not classes:  # one of the same kind
        return ["@object", f"={code}()"]
    if name in ("str", "int", "float", "list", "dict", "set", "bytes", "bool"):
        return [name] if classes else list(tables.VALUES[name][:1])
    if name in ("basestring", "unicode", "string_types"):
        return ["str"] if classes else ['"alpha"']
    if name.endswith("_types") and not classes:
        return ['"alpha"'] if name.startswith(("str", "text")) else ["3"]
    if name == "tuple":
        return ["tuple"] if classes else ["(1, 2)"]
    if name in tables.INSTANCES and not classes:
        return [tables.INSTANCES[name]]
    if hasattr(builtins, name) and not name.startswith("__"):
        return [name] if classes else [f"{name}()"]
    return [f"={code}"] if classes else [f"={code}()"]
