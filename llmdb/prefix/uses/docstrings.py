"""Types that a docstring tells of parameters, in the forms of Sphinx, Epytext, NumPy and Google.

The body of a function is pasted with its docstring, but without the line that names its parameters.
"""

import ast
import builtins
import re

_FORMS = (
    re.compile(r"^\s*[:@]type\s+(?P<names>\w+)\s*:\s*(?P<type>.+)$", re.MULTILINE),
    re.compile(r"^\s*[:@]param\s+(?P<type>\w[\w.\[\]| ]*?)\s+(?P<names>\w+)\s*:", re.MULTILINE),
    re.compile(r"^\s*(?P<names>\w+)\s*\((?P<type>[^()\n]+)\)\s*:", re.MULTILINE),
    re.compile(r"^\s*(?P<names>\w+(?:\s*,\s*\w+)*)\s+:\s+(?P<type>.+)$", re.MULTILINE),
)
_SAID = (
    (
        re.compile(
            r"(?:if (?:true|set|false|not set)|(?:a )?(?:boolean|flag)|whether|true (?:if|to|when)|set to true)\b",
            re.I,
        ),
        "bool",
    ),
    (
        re.compile(r"(?:an? |the )?(?:optional )?(?:callable|callback|function)\b(?! names?\b)", re.I),
        "function",
    ),
    (re.compile(r"(?:an? |the )?(?:number|amount|count) of\b", re.I), "int"),
    (re.compile(r"(?:an? |the )?(?:optional )?(?:list|sequence) of\b", re.I), "list"),
    (re.compile(r"(?:an? |the )?(?:optional )?(?:dict|dictionary|mapping)\b", re.I), "dict"),
)
"""How descriptions begin that say what kind of value a parameter takes."""
_DESCRIBED = re.compile(r"^\s*(?:[:@]param\s+)?(?P<name>\w+)[ ]*:[ ]+(?P<said>\w.+)$", re.MULTILINE)
_WORDS = {
    "str": "str string text unicode", "int": "int integer", "float": "float number double", "bool": "bool boolean",
    "bytes": "bytes bytestring", "list": "list lists sequence iterable", "tuple": "tuple", "set": "set",
    "dict": "dict dictionary mapping", "function": "callable function", "file": "file", "datetime": "datetime",
}  # fmt: skip
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()}


def types_told(tree: ast.Module) -> dict[str, str]:
    """The kind of value of each name that the docstring in front gives a type, the first of several."""
    text = ast.get_docstring(tree) or ""
    found: dict[str, str] = {}
    for match in [match for form in _FORMS for match in form.finditer(text)]:
        kind = kind_of_words(match["type"])
        if kind:
            for name in re.split(r"\s*,\s*", match["names"]):
                found.setdefault(name, kind)
    for match in _DESCRIBED.finditer(text):
        kind = next((kind for form, kind in _SAID if form.match(match["said"])), None)
        if kind:
            found.setdefault(match["name"], kind)
    return found


def kind_of_words(text: str) -> str | None:
    """The kind that a type in words tells: "list" for `list of str, optional`, "str" for `:class:`str` or None`."""
    words = re.findall(r"[a-z]+(?:-like)?", text.lower())
    if words[:1] == ["array-like"]:
        return None
    return next((_KINDS[word] for word in words if word in _KINDS), None)


def fits(kind: str, attributes: set[str]) -> bool:
    """Whether a value of the kind has what is used of it."""
    known = getattr(builtins, kind, None)
    return not attributes or (known is not None and all(hasattr(known, name) for name in attributes))
