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
_OF_DATABASES = frozenset(
    {"execute", "executemany", "executescript", "read_sql", "read_sql_query", "raw", "text"}
)
_MAKING = re.compile(r"from(?=[_A-Z]|$)|create$|(get_?)?[iI]nstance$")


def conventional_values(place: Place) -> list[str]:
    """Candidates for a place that is only passed on and whose name means one thing; empty for others."""
    if place.children or not {fact[0] for fact in place.facts} <= {"argument"}:
        return []
    parent = place.parent
    if place.step == ("call",) and parent is not None and parent.step[0] == "attr":
        owner = parent.parent.word if parent.parent is not None else ""
        if _MAKING.match(parent.step[1]) and owner[:1].isupper() and not owner.isupper():
            return ["@object"]
        return [*_RESULTS.get(parent.step[1], ())]
    if place.word in ("query", "search_query") and place.step[0] in ("name", "attr"):
        asked = {str(fact[1]).rpartition(".")[2] for fact in place.of("argument")}
        return ['"select 1"' if asked & _OF_DATABASES else '"python"']
    found = _SAMPLES_OF_MODELS.fullmatch(place.word) if place.step[0] in ("name", "attr") else None
    if found is None:
        return []
    if found[1] in "Xx":
        return ["[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]"]
    return ["[0.2, 0.7, 0.9]" if found[2].lower() in ("prob", "proba", "score") else "[0, 1, 1]"]
