"""Tables, columns and arrays of a prefix, after what is done with them."""

import ast

from llmdb.prefix.places import Place
from llmdb.prefix.samples import double_quoted, fraction_sample, text_sample, whole_sample, word_type
from llmdb.prefix.scientific import is_plane
from llmdb.prefix.tables import METHOD_TYPES, OF_TABLES
from llmdb.prefix.turning import NUMBER, turning_values

_ROWS = 3
_WIDE = 90
_SAMPLES = {"str": text_sample, "int": whole_sample, "float": fraction_sample}
_NUMERIC = frozenset({"mean", "sum", "std", "rolling", "cumsum", "diff", "pct_change", "max", "min", "median", "var",
    "quantile", "clip", "round", "abs", "ewm", "expanding", "hist"})  # fmt: skip
_IMAGES = frozenset({"img", "image", "gray", "grey", "mask", "frame", "pixels"})
_PLANE = "[[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]]"

Columns = dict[str, list[Place]]
"""For each column, where it is used."""


def frame_columns(place: Place) -> dict[str, list[str]]:
    """For each column that is read before the snippet makes it, the codes of a few values."""
    return {name: _values(name, places, place) for name, places in _columns(place).items()}


def _columns(place: Place) -> Columns:
    found: Columns = {}
    _gather(place, found, True)
    for code in [fact[1] for one in place.walk() for fact in one.of("computed")]:
        found.pop(ast.literal_eval(str(code)), None)
    if not any(found.values()) and not place.has("index"):  # a table has more than what it is joined by
        found |= {"value": []} if found else {"name": [], "value": []}
    return found


def _gather(place: Place, found: Columns, rows: bool) -> None:
    """The columns that are read of a table, of what its methods give, and of its rows."""
    for _, name in place.of("columns"):
        found.setdefault(str(name), [])
    for step, child in place.children.items():
        if step[0] == "item" and step[1][:1] in "'\"":
            found.setdefault(ast.literal_eval(step[1]), []).append(child)
        elif step[0] == "attr" and step[1] not in OF_TABLES and rows and not child.steps("call"):
            found.setdefault(step[1], []).append(child)
        elif step[0] in ("attr", "call", "element", "item"):
            _gather(child, found, step[0] != "attr" or step[1] in ("loc", "iloc"))


def _values(name: str, places: list[Place], table: Place) -> list[str]:
    grouped = any(("grouped", name) in one.facts for one in table.walk())
    kind = _kind(name, places, grouped)
    codes = [_SAMPLES[kind](name, i) for i in range(_ROWS)]
    if kind == "str":
        compared = [str(f[2]) for p in places for f in p.of("compare") if str(f[2])[:1] in "'\""]
        codes = [double_quoted(code) for code in dict.fromkeys([*compared, *codes])][:_ROWS]
    else:
        turning = [code for place in places for code in turning_values(place) if NUMBER.match(code)]
        if turning and turning[0] not in codes and turning[0] != str(float(codes[0])):
            codes = [codes[0], *turning[:2], *codes[1:]][:_ROWS]
    count = min(2 if grouped else _ROWS, len(codes))
    return [codes[i % count] for i in range(_ROWS)]


def _kind(name: str, places: list[Place], grouped: bool) -> str:
    """The type of a column: after what is done with it, else after its name."""
    guess = word_type(name)
    attributes = {attribute for place in places for attribute in place.steps("attr")}
    of_texts = any("str" in METHOD_TYPES.get(a, ()) for a in attributes - OF_TABLES)
    with_texts = any(str(f[2])[:1] in "'\"" for p in places for f in p.of("compare"))
    if "str" in attributes or of_texts or with_texts:
        return "str"
    if guess in ("int", "float"):
        return guess
    if not places and name == "value":
        return "int"
    if attributes & _NUMERIC or any(place.has("arithmetic") or place.has("compare") for place in places):
        return "float"
    return "str" if grouped or guess in ("str", "datetime") else "int"


def write_frame(place: Place) -> str:
    """A small data frame with the columns that are used."""
    columns = []
    for name, places in _columns(place).items():
        code = f"[{', '.join(_values(name, places, place))}]"
        if any("dt" in one.steps("attr") for one in places) and not any(map(_is_parsed, places)):
            code = f"pd.to_datetime([{', '.join(text_sample('date', i) for i in range(_ROWS))}])"
        columns.append(f"{double_quoted(repr(name))}: {code}")
    text = f"pd.DataFrame({{{', '.join(columns)}}})"
    if len(text) < _WIDE:
        return text
    return "pd.DataFrame({\n" + "".join(f"    {column},\n" for column in columns) + "})"


def _is_parsed(place: Place) -> bool:
    return any(str(fact[1]).endswith("to_datetime") for fact in place.of("argument"))


def write_series(place: Place) -> str:
    """A column by itself."""
    return f"pd.Series([{', '.join(_values(place.word, [place], place))}])"


def write_array(place: Place) -> str:
    """A small array; of two dimensions where two are used."""
    if place.word.lower() in _IMAGES:
        return "np.array([[12, 200, 34, 90], [255, 60, 180, 7], [0, 120, 99, 210]], dtype=np.uint8)"
    return f"np.array({_PLANE if is_plane(place) else '[1.0, 2.0, 3.0]'})"


def write_rows() -> str:
    """Lists of numbers, to be made into an array of two dimensions."""
    return _PLANE


def write_numbers(place: Place) -> str:
    """Numbers, or texts where the name says so, to be made into an array or a column; an index is of texts."""
    index = any(fact[2] == "index" for fact in place.of("argument"))
    kind = "str" if index else word_type(place.word)
    sample = text_sample if kind == "str" else fraction_sample if kind == "float" else whole_sample
    return f"[{', '.join(sample(place.word if kind else '', i) for i in range(_ROWS))}]"
