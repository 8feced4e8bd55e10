"""Lists, tuples, dictionaries, arrays and frames of a prefix."""

import ast
import re
from typing import TYPE_CHECKING

from llmdb.prefix.places import Place, singular
from llmdb.prefix.samples import (
    dictionary_sample,
    double_quoted,
    fraction_sample,
    text_sample,
    whole_sample,
    word_type,
)
from llmdb.prefix.turning import NUMBER

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

_SCALARS = 3
_STRUCTURES = 2
_LONG = 70
"""From how many characters on a list is long for a person to write."""
_LONGEST = 12
"""Of how many elements a list is at most for the sake of an index."""
_SORTED_BY = ("bisect", "insort")
"""Functions whose list is in order."""
_TURNED = ("True", "False", "None", '""')
"""What a key is in turn that is tested for truth."""
_VIEWS = ("items", "values", "keys", "get", "setdefault", "pop")
_KEYED = ("get", "setdefault", "pop")
_TAKING = ("pop", "popleft")
_JOINED = ("set", "list", "str")
_NUMBERED = frozenset({"arg", "_arg", "value", "element", "elem", "sample", "data", "num", "xs", "list"})
"""Several of these are numbers rather than texts."""
_COMPUTING = frozenset(
    {"sum", "max", "min", "mean", "median", "array", "sorted", "range", "bytes", "prod", "fsum"}
)
_SAMPLES = {"str": text_sample, "int": whole_sample, "float": fraction_sample}


def write_list(writer: "Writer", place: Place, element: int, kind: str, depth: int) -> str:
    """A list: at the positions used, or of a few elements like those that are looped over."""
    items = {code: child for code, child in place.steps("item").items() if re.fullmatch(r"-?\d+", code)}
    if items and kind == "list" and "element" not in {s[0] for s in place.children}:
        return _at_positions(writer, place, items, element, depth)
    inner = place.steps("element").get("")
    if inner is not None and inner.has("like") and writer.is_innermost(inner):
        return "[]"
    if inner is None and kind == "list":
        held = _held(writer, place, depth)
        if held:
            return f"[{', '.join(held)}]"
    first = (
        element if place.step[0] in ("element", "item") and kind == "list" else 0
    )  # rows are not all the same
    size = 4 if kind == "list2" else _SCALARS
    ones = [element_code(writer, place, first + i, depth) for i in range(size)]
    if (
        inner is not None
        and inner.has("ordered")
        and place.has("positional")
        and all(map(NUMBER.match, ones))
    ):
        ones.sort(key=float)
    if kind == "repeated":
        ones[-1] = ones[0]
    if any(str(fact[1]).rpartition(".")[2].startswith(_SORTED_BY) for fact in place.of("argument")):
        return f"[{', '.join(sorted((whole_sample(singular(place.word), i) for i in range(size)), key=int))}]"
    structured = any(code.endswith((")", "]", "}")) for code in ones)
    turning = inner is not None and any(one.guarded for one in inner.walk())  # each way once, one way twice
    may_be_short = not place.has("positional") or sum(map(len, ones)) > _LONG
    if structured and kind not in ("list2", "repeated") and may_be_short and not turning:
        ones = ones[:_STRUCTURES]
    if inner is not None and writer.nested and any(one.has("like") for one in inner.walk()):
        ones = ones[:1]  # a tree of three branches each is no longer read
    texts = [code for code in ones if code[:1] == '"']
    if len(texts) == len(ones) > len(set(ones)) > 1 and kind == "list" and not turning:
        ones = ones if place.has("positional") else list(dict.fromkeys(ones))
    if kind == "list":
        ones += [ones[i % len(ones)] for i in range(len(ones), _highest_index(writer, place) + 1)]
    return f"[{', '.join(ones)}]" if kind != "sequence" else f"({', '.join(ones)})"


def _highest_index(writer: "Writer", place: Place) -> int:
    """The number that a list is indexed by, where that is another place and no great one; else -1."""
    keys = [fact[1] for fact in place.of("keyed by") if isinstance(fact[1], Place)]
    codes = [writer.like(key, 0) for key in keys if not key.is_below(place)]
    return max((int(code) for code in codes if code.isdigit() and int(code) < _LONGEST), default=-1)


def write_set(writer: "Writer", place: Place, element: int, depth: int) -> str:
    """A set of what is looped over or taken out, as far as that can be in one; else of numbers."""
    codes = write_list(writer, place, element, "list", depth)
    try:
        set(ast.literal_eval(codes))
    except (ValueError, SyntaxError, TypeError):
        return "{1, 2, 3}"
    one = ast.parse(codes, mode="eval").body
    assert isinstance(one, ast.List)
    parts = dict.fromkeys(ast.get_source_segment(codes, part) or "" for part in one.elts)
    return "{" + ", ".join(parts) + "}" if parts else "set()"


def _held(writer: "Writer", place: Place, depth: int) -> list[str]:
    """What is looked for in a list, where it is to be found; else one of those that would be."""
    found: list[str] = []
    for _, one, inside in place.of("holds some"):
        assert isinstance(one, Place)
        codes = [writer.like(one, i) for i in ((0, 1) if inside else (2,))]
        found += [code for code in codes if code != "None"]
    if ("contains", "None") in place.facts:
        found += [element_code(writer, place, 0, depth), "None"]
    return list(dict.fromkeys(found))


def _at_positions(writer: "Writer", place: Place, items: dict[str, Place], element: int, depth: int) -> str:
    numbers = [int(code) for code in items]
    size = min(max(max(numbers) + 1, -min(numbers), 2), 40)
    by_place = {number % size: child for number, child in zip(numbers, items.values(), strict=True)}
    spare = place.steps("item").get("*") or next(iter(items.values()))
    told = {i: one if one.children or not spare.children else spare for i, one in by_place.items()}
    places = [told.get(i, spare) for i in range(size)]
    codes = [
        writer.value(one, element + i, writer.choose(one, element), depth + 1) for i, one in enumerate(places)
    ]
    return f"[{', '.join(codes)}]"


def element_code(writer: "Writer", place: Place, element: int, depth: int) -> str:
    """One element of a list, after its uses, else after the list's name."""
    child = place.steps("element").get("") or place.steps("item").get("*") or _taken(place)
    if child is None:
        child = next(iter(place.steps("item").values()), None)
    if child is not None and (child.facts or child.children):
        writer.listed += 1
        code = writer.value(child, element, depth=depth + 1)
        writer.listed -= 1
        return code
    held = [str(fact[1]) for fact in place.of("holds")]
    if held:
        return double_quoted(held[element % len(held)])
    one = singular(place.word)
    if any(str(fact[1]).endswith(".join") for fact in place.of("argument")):
        return text_sample(one, element, numbered=True)
    guess = word_type(one) if one != place.word or word_type(one) == "str" else None
    annotated = [str(fact[1]) for fact in place.of("elements annotated")]
    if guess is None and {"str", "bytes"} & {*place.word.lower().split("_")[:-1]} and not place.children:
        return (
            text_sample("word", element)
            if "str" in place.word.lower().split("_")
            else f'b"{"abc"[element % 3]}"'
        )
    named = one != place.word and one not in _NUMBERED and not (place.children or _counts(place))
    if named and guess == "dict":
        return dictionary_sample(one)
    guess = guess if guess in _SAMPLES else None
    sample = _SAMPLES.get(annotated[0] if annotated else guess or ("str" if named else ""))
    if named and guess is None and sample is text_sample:
        one = one.rpartition("_")[2]
    if sample is text_sample:
        return text_sample(one, element, numbered=True)
    return sample(one, element) if sample else str(element + 1)


def _taken(place: Place) -> Place | None:
    """What `pop()` or `popleft()` gives of a list: one of its elements."""
    for name in _TAKING:
        method = place.steps("attr").get(name)
        result = method.steps("call").get("") if method is not None else None
        if result is not None and (result.children or result.hints or result.facts):
            return result
    return None


def _counts(place: Place) -> bool:
    """Whether something is computed of what a list holds."""
    functions = {str(fact[1]).rpartition(".")[2] for fact in place.of("argument")}
    computed = any(fact[2] not in _JOINED for fact in place.of("arithmetic"))
    return bool(functions & _COMPUTING) or computed or place.has("compare")


def write_tuple(writer: "Writer", place: Place, element: int, depth: int) -> str:
    """A tuple of as many values as it is unpacked into."""
    counts = [int(str(fact[1])) for fact in place.of("unpacked")]
    size = counts[0] if counts else 2
    words: list[str] = []
    items = place.steps("item")
    parts = []
    for i in range(size):
        child = items.get(str(i))
        known = child is not None and child.word in words  # two of one kind are not the same one
        parts.append(writer.value(child, element + i * known, depth=depth + 1) if child else str(i + 1))
        words.append(child.word if child else "")
    return f"({', '.join(parts)}{',' if size == 1 else ''})"


def has_keys(place: Place) -> bool:
    """Whether texts are looked up in it: it is a dictionary, not a list."""
    keys = [*place.steps("item"), *(str(fact[1]) for fact in place.of("contains"))]
    return bool({"items", "keys", "setdefault"} & set(place.steps("attr"))) or any(
        key[:1] in ("'", '"') for key in keys
    )


def write_dict(writer: "Writer", place: Place, element: int, depth: int, size: int = 0) -> str:
    """A dictionary with the keys that are read, and values after what is done with them; more keys up to `size`."""
    entries: dict[str, str] = {}
    for code, child in place.steps("item").items():
        if code != "*":
            entries[double_quoted(code)] = writer.value(child, element, depth=depth + 1)
    _add_by_key(writer, place, entries, depth)
    if not (entries or place.has("item set")):
        for _, sought in place.of("contains"):
            if str(sought)[:1] in ("'", '"'):
                key = ast.literal_eval(str(sought))
                word = key if key.isidentifier() else "value"
                is_number = word_type(word) == "int"
                entries[double_quoted(str(sought))] = whole_sample(word) if is_number else text_sample(word)
    for method in _VIEWS:
        _add_by_view(writer, place, method, entries, depth)
    looped = place.steps("element").get("")
    if looped is not None and not entries:
        for i in range(_STRUCTURES):
            left = writer.value(looped, i, depth=depth + 1) if looped.facts else ('"a"', '"b"')[i]
            entries[left] = str(i + 1)
    for code, value_code in entries.items():
        if code.startswith(("SimpleNamespace", "[", "{")):
            return f"{{1: {value_code}}}"
    for i in range(size - len(entries)):
        entries[f'"{"abcdefgh"[i % 8]}"'] = str(i + 1)
    if not entries and not place.has("item set"):
        return dictionary_sample(place.word)
    return "{" + ", ".join(f"{k}: {v}" for k, v in entries.items()) + "}"


def _depends_on(key: Place, place: Place) -> bool:
    """Whether the value of a key may need that of what it is the key of."""
    return key.root is place.root and (bool(key.children) or key.is_below(place))


def _add_by_key(writer: "Writer", place: Place, entries: dict[str, str], depth: int) -> None:
    """`ages[name]` with name one of names: the same names are the keys."""
    spare = place.steps("item").get("*")
    key = writer.keys.get(place.key)
    if spare is None:
        return
    if key is not None and not _depends_on(key, place):
        for i in range(_SCALARS):
            itself = key.parent is None and "(" not in key.step[1] and writer.choose(key, i) == "@object"
            if not (itself and i):
                real = writer.choose(key.root, 0).startswith("@import ") and re.fullmatch(r"[\w.]+", key.key)
                if real and i:
                    break
                own = key.step[1] if itself else key.key if real else writer.value(key, i)
                if i and own in _TURNED:
                    continue
                entries.setdefault(own, writer.value(spare, i, depth=depth + 1))
    for _, code in place.of("contains"):
        if str(code)[:1] in ("'", '"') and not entries:
            entries[double_quoted(str(code))] = writer.value(spare, 0, depth=depth + 1)
    viewed = {"items", "keys", "values"} & set(place.steps("attr"))
    if (
        not entries
        and not viewed
        and any(re.fullmatch(r"[A-Za-z_][\w.]*", str(f[1])) for f in place.of("indexed by"))
    ):
        entries['"a"'] = writer.value(spare, 0, depth=depth + 1)


def _length_code(writer: "Writer", place: Place) -> str | None:
    """The length of what a dictionary is looked up by the length of, where that is a literal."""
    for _, measured in place.of("keyed by length"):
        assert isinstance(measured, Place)
        code = writer.like(measured, 0)
        if code != "None" and not NUMBER.match(code):
            return str(len(ast.literal_eval(code)))
    return None


def _add_by_view(writer: "Writer", place: Place, method: str, entries: dict[str, str], depth: int) -> None:
    attributes = place.steps("attr")
    result = attributes[method].steps("call").get("") if method in attributes else None
    if result is None or result.parent is place:
        return
    one = result.steps("element").get("")
    key, value = None, result
    if method == "items" and one:
        key, value = one.steps("item").get("0"), one.steps("item").get("1") or value
    elif method == "keys" and one:
        key = one
    elif method == "values" and one:
        value = one
    if key is None and method in _KEYED and place.has("looked up"):
        key = writer.keys.get(place.key)
        key = None if key is None or _depends_on(key, place) else key
    told = key is not None and (key.facts or key.hints)
    if entries and not told:
        return
    for i in range(_STRUCTURES if method in ("items", "values") or "popitem" in attributes else 1):
        left = writer.value(key, i, depth=depth + 1) if key is not None and told else ('"a"', '"b"')[i]
        left = (_length_code(writer, place) if method in _KEYED else None) or left
        if i and left in _TURNED and key is not None:
            left = writer.value(key, i, writer.choose(key, 0), depth=depth + 1)
        plain = value is result and method in ("items", "keys")
        right = str(i + 1) if plain else writer.value(value, i, depth=depth + 1)
        entries.setdefault(left, right)
