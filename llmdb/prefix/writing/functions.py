"""Functions of a prefix: their parameters after the calls, their results after what is done with these."""

import builtins
import keyword
import re
from typing import TYPE_CHECKING

from llmdb.prefix.guess import SELF
from llmdb.prefix.places import Place
from llmdb.prefix.samples import double_quoted

if TYPE_CHECKING:
    from llmdb.prefix.writing.writer import Writer

ANY = "*args, **kwargs"
_RESULTS = 3
_MOST_PARAMETERS = 8
_UNNAMED = ("value", "other", "third")
_EMPTY = {'"': '""', "'": '""', 'b"': 'b""', "b'": 'b""', "[": "[]", "{": "{}", "(": "()"}
_BARE = ("StopIteration", "KeyboardInterrupt", "SystemExit", "NotImplementedError", "GeneratorExit")


_CONVERTED = {
    "@echo": "{0}",
    "@to bytes": "{0} if isinstance({0}, bytes) else str({0}).encode()",
    "@to text": "{0}.decode() if isinstance({0}, bytes) else str({0})",
}
"""What functions give of their first argument."""


def is_function(choice: str) -> bool:
    """Whether what was chosen is written as a `def`."""
    return choice in ("@function", "@answers", "@once", "@dry", "@echo") or choice.startswith(
        ("@raise ", "@fail ", "@to ")
    )


def write_def(
    writer: "Writer", name: str, place: Place, choice: str, element: int, method: bool = False
) -> str:
    """A function as a `def`; for the choice `@raise NAME` one that raises, for `@fail NAME` one that does at first,
    for `@once` one that then gives nothing, for `@echo` and `@to TYPE` one that gives what it is given, for `@answers`
    one that gives what is expected, for `@dry` one that ends the program when it has no more to give."""
    parameters = parameters_of(place)
    if method:
        parameters = f"self, {parameters}" if parameters else "self"
    if choice.startswith("@raise "):
        return f"def {name}({parameters}):\n    {_raising(choice[7:])}\n"
    if choice in _CONVERTED:
        if parameters.endswith(ANY):
            parameters = parameters.replace("*args", "value, *args")
        first = parameters.removeprefix("self, ").partition(",")[0] or "None"
        return f"def {name}({parameters}):\n    return {_CONVERTED[choice].format(first)}\n"
    word = "async def" if is_awaited(place) else "def"
    before = _callback_lines(writer, place, element)
    result = result_code(writer, place, element, 1, method)
    body = "pass" if result == "None" else f"return {result}"
    for test, other in _by_argument(writer, place, element):
        body = f"if {test}:\n        return {other}\n    {body}"
    if choice == "@answers":
        body = _answers(place, parameters.removeprefix("self, "))
    if choice.startswith("@fail "):
        fails = writer.fresh(f"{place.word}_fails")
        writer.helpers[fails] = f"{fails} = iter([True])"
        body = f"if next({fails}, False):\n        {_raising(choice[6:])}\n    {body}"
    if choice == "@once":
        rest = writer.fresh(f"{place.word}_results")
        writer.helpers[rest] = f"{rest} = iter([{result}])"
        body = f"return next({rest}, {_nothing_like(result)})"
    if choice == "@dry":
        rest = writer.fresh(f"{place.word}_results")
        codes = [result_code(writer, place, i, 1) for i in range(_RESULTS)]
        writer.helpers[rest] = f"{rest} = iter([{', '.join(codes)}])"
        body = f"for result in {rest}:\n        return result\n    raise SystemExit"
    inside = before.rstrip() if before and body == "pass" else f"{before}{body}"
    return f"{word} {name}({parameters}):\n    {inside}\n"


def _answers(place: Place, parameters: str) -> str:
    """The body of a function that gives for each argument what is expected: from a dictionary, else by tests."""
    pairs = [
        ([double_quoted(str(one)) for one in fact[1]], double_quoted(str(fact[2])))
        for fact in place.of("answers")
        if isinstance(fact[1], tuple)
    ]
    several = any(len(given) > 1 for given, _ in pairs) or parameters == ANY
    key = "args" if parameters == ANY else f"({parameters})" if several else parameters
    given = {
        f"({', '.join(codes)}{',' * (len(codes) == 1)})" if several else codes[0]: code
        for codes, code in reversed(pairs)
    }
    if not any("[" in code or "{" in code for code in given):
        entries = ", ".join(f"{code}: {answer}" for code, answer in reversed(given.items()))
        return f"return {{{entries}}}[{key.strip('()')}]"
    *first, (_, last) = reversed(given.items())
    tests = [f"if {key} == {code}:\n        return {answer}\n    " for code, answer in first]
    return f"{''.join(tests)}return {last}"


def _callback_lines(writer: "Writer", place: Place, element: int) -> str:
    """Calls of the functions that the function is given."""
    names = parameters_of(place).split(", ")
    lines = []
    for _, at, parameters in place.of("callback"):
        assert isinstance(parameters, tuple)
        if names[0] != "*args":
            function = names[at] if isinstance(at, int) else str(at)
        else:
            function = f"args[{at}]" if isinstance(at, int) else f'kwargs["{at}"]'
        lines.append(f"{function}({', '.join(writer.value(p, element, depth=1) for p in parameters)})\n    ")
    return "".join(dict.fromkeys(lines))


def write_lambda(writer: "Writer", place: Place, element: int, depth: int) -> str:
    """A function as an expression; one that is awaited becomes a helper with a name."""
    if is_awaited(place) or place.has("callback"):
        name = writer.fresh(place.word)
        writer.helpers[name] = write_def(writer, name, place, "@function", element)
        return name
    parameters = parameters_of(place)
    result = result_code(writer, place, element, depth)
    for test, other in _by_argument(writer, place, element):
        result = f"{other} if {test} else {result}"
    if not parameters and re.fullmatch(r"_?[A-Z]\w*\(\)", result):
        return result[:-2]
    return f"lambda{' ' if parameters else ''}{parameters}: {result}"


def _by_argument(writer: "Writer", place: Place, element: int) -> list[tuple[str, str]]:
    """Tests of the first argument, each with what such calls give."""
    first = parameters_of(place).partition(",")[0].replace("*args", "args[0]")
    given = place.steps("call").items()
    return [
        (f"{first} == {double_quoted(code)}", writer.value(one, element, depth=1))
        for code, one in given
        if code
    ]


def result_code(writer: "Writer", place: Place, element: int, depth: int, method: bool = False) -> str:
    """What a call of the place gives; with `method` that may be what it is called on."""
    result = place.steps("call").get("")
    if is_awaited(place):
        result = result.steps("await").get("") if result else None
        told = result is not None and (result.facts or result.children or result.hints)
        return writer.value(result, element, depth=depth + 1) if result is not None and told else "None"
    if result is None:
        return "None"
    if not result.children and result.facts and {f[0] for f in result.facts} <= {"discarded"}:
        return "None"
    if writer.choose(result, element) == SELF:
        return "self" if method else "None"
    return writer.value(result, element, depth=depth + 1)


def is_awaited(place: Place) -> bool:
    """Whether calls of the place are awaited."""
    result = place.steps("call").get("")
    return bool(result and result.has("awaited"))


def parameters_of(place: Place) -> str:
    """Parameters after the calls' own argument names, or any, where they do not tell or agree."""
    shapes = [fact[1] for fact in place.of("call")]
    if shapes == [None] and len(place.of("called with")) == 1:
        shapes = [place.of("called with")[0][1]]
    if not shapes or None in shapes or place.has("argument") or place.has("raised"):
        return ANY
    names, *rest = (tuple(shape) for shape in shapes if isinstance(shape, tuple))
    if any(len(other) != len(names) or _keywords(other) != _keywords(names) for other in rest):
        return ANY
    if not names:
        return "" if not place.has("next") else ANY
    clean = _named(place, [str(n).rstrip("=") for n in names])
    if len({*clean, "self"}) <= len(clean) or any(
        not n.lstrip("*").isidentifier() or keyword.iskeyword(n) for n in clean
    ):
        return ANY
    return ", ".join(clean) if len(clean) <= _MOST_PARAMETERS else ANY


def _named(place: Place, names: list[str]) -> list[str]:
    """The names with one for each argument that has none: after what it looks like, if no other is called so."""
    looks = [fact[1] for fact in place.of("arguments look like")]
    found = list(names)
    for i, name in enumerate(names):
        told = {one[i] for one in looks if isinstance(one, tuple) and i < len(one)}
        hint = told.pop() if len(told) == 1 else ""
        taken = {*names, *found, "self"}
        unused = keyword.iskeyword(hint) or hint in taken or hasattr(builtins, hint)
        found[i] = name or (hint if hint and not unused else _UNNAMED[min(i, 2)])
    return found


def _nothing_like(code: str) -> str:
    """Code of the empty value of the same type."""
    value = next((empty for start, empty in _EMPTY.items() if code.startswith(start)), "None")
    return value if not code[:1].isdigit() else "0"


def _keywords(shape: tuple[object, ...]) -> set[object]:
    return {name for name in shape if str(name).endswith("=")}


def _raising(kind: str) -> str:
    if kind in _BARE:
        return f"raise {kind}"
    plain = kind in ("KeyError", "IndexError", "AttributeError") or not hasattr(builtins, kind)
    reason = "not found" if plain else "wrong value"
    return f'raise {kind}("{reason}")'
