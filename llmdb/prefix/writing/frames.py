"""The columns of a table, after what is read of it."""

from llmdb.prefix.places import Place
from llmdb.prefix.samples import fraction_sample, text_sample, whole_sample, word_type

_ROWS = 3
_SAMPLES = {"str": text_sample, "int": whole_sample, "float": fraction_sample}


def frame_columns(place: Place) -> dict[str, list[str]]:
    """For each column that is used, the codes of three values."""
    names = [str(fact[1]) for fact in place.of("columns")]
    names += [code.strip("'\"") for code in place.steps("item") if code[:1] in "'\""]
    names += [n for n, child in place.steps("attr").items() if word_type(n) and not child.children]
    columns = {}
    for name in dict.fromkeys(names or ["name", "value"]):
        child = place.steps("item").get(repr(name))
        numeric = child is not None and (child.has("arithmetic") or child.has("compare"))
        guess = word_type(name)
        kind = guess if guess in ("int", "float") or not numeric else "float"
        sample = _SAMPLES.get(kind or "int", whole_sample)
        columns[name] = [sample(name, i) for i in range(_ROWS)]
    return columns
