"""What names hold that mean one thing wherever they stand: what `fetchall()` gives, `X_train`."""

import re

from llmdb.prefix.places import Place

_RESULTS = {
    "json": ('{"id": 1, "name": "alice"}',),
    "get_json": ('{"id": 1, "name": "alice"}',),
    "fetchall": ('[(1, "alice"), (2, "bob")]',),
    "fetchmany": ('[(1, "alice"), (2, "bob")]',),
    "fetchone": ('(1, "alice")', "None"),
}
"""What methods give, of libraries that agree about it."""
_SAMPLES_OF_MODELS = re.compile(
    r"([xy])_(train|test|val|valid|pred|true|prob|proba|score|hat)(_\w+)?", re.IGNORECASE
)
_AXIS = re.compile(r"[xy]s?|[xy]_?(data|values|vals|points|coords)")
_PLOTTING = frozenset({"plot", "scatter", "bar", "barh", "errorbar", "fill_between", "semilogx", "semilogy", "loglog",
    "hist", "boxplot", "stem", "polyfit", "curve_fit", "linregress", "interp1d", "interp", "pearsonr"})  # fmt: skip
"""Functions that take numbers along an axis, or two."""
_FITTING = frozenset(
    {"fit", "fit_transform", "predict", "predict_proba", "train_test_split", "cross_val_score"}
)
"""Functions that take rows of numbers, then what each is."""
_OF_DATABASES = frozenset(
    {"execute", "executemany", "executescript", "read_sql", "read_sql_query", "raw", "text"}
)
_MAKING = re.compile(r"from(?=[_A-Z]|$)|create$|(get_?)?[iI]nstance$")
_OF_FIELDS = frozenset({"models", "fields", "forms", "serializers", "wtforms", "columns"})
"""Modules whose classes are called for what a record is made of."""
_ROWS, _AMOUNTS, _CLASSES = "[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]", "[1.0, 2.0, 4.0]", "[0, 1, 1]"


def conventional_values(place: Place) -> list[str]:
    """Candidates for a place that is only passed on and whose name means one thing; empty for others."""
    if _is_used(place):
        return []
    parent = place.parent
    if place.step == ("call",) and parent is not None and parent.step[0] == "attr":
        owner = parent.parent.word if parent.parent is not None else ""
        makes = _MAKING.match(parent.step[1]) and owner[:1].isupper() and not owner.isupper()
        if makes or (owner in _OF_FIELDS and parent.step[1][:1].isupper()):
            return ["@object"]
        return [*_RESULTS.get(parent.step[1], ())]
    if place.step[0] not in ("name", "attr") or place.children:
        return []
    asked = {(str(fact[1]).rpartition(".")[2], fact[2]) for fact in place.of("argument")}
    if place.word in ("query", "search_query"):
        return ['"select 1"' if {name for name, _ in asked} & _OF_DATABASES else '"python"']
    return _numbers(place.word, asked)


def _is_used(place: Place) -> bool:
    """Whether more is done with a place than to pass it on, or to go over what it gives and pass that on."""
    inner = place.steps("element").get("")
    children = {step[0] for step in place.children} - {"element"}
    facts = {fact[0] for fact in place.facts} - {"argument", "iterated"}
    return bool(children or facts or (inner is not None and _is_used(inner)))


def _numbers(word: str, asked: set[tuple[str, object]]) -> list[str]:
    """What models learn from and what is drawn; empty for other names and functions."""
    found = _SAMPLES_OF_MODELS.fullmatch(word)
    if found is not None:
        scores = found[2].lower() in ("prob", "proba", "score")
        return [_ROWS if found[1] in "Xx" else "[0.2, 0.7, 0.9]" if scores else _CLASSES]
    first = {name for name, position in asked if position == 0}
    second = {name for name, position in asked if position == 1}
    if first & _FITTING:
        return [_ROWS]
    if second & _FITTING:
        return [_CLASSES]
    if (first | second) & _PLOTTING or (asked and _AXIS.fullmatch(word)):
        return [_AMOUNTS if second & _PLOTTING or word[0] == "y" else "[1, 2, 3]"]
    return []
