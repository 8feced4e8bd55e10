"""Whether a place holds a table, a column or an array, by what is done with it: for pandas and numpy where they are."""

import ast
import re

from llmdb.prefix.places import Place

FRAME, COLUMN, ARRAY, ROWS, NUMBERS = "@frame", "@series", "@array", "@rows", "@numbers"
_MODULES = {"pd": "pandas", "pandas": "pandas", "np": "numpy", "numpy": "numpy"}
_FRAMES = re.compile(r"(.*_)?(df|dataframe|data_frame)s?\d*(_.*)?$", re.IGNORECASE)
_OF_FRAMES = frozenset({"groupby", "iterrows", "itertuples", "loc", "iloc", "columns", "dropna", "fillna",
    "sort_values", "merge", "drop_duplicates", "set_index", "reset_index", "to_csv", "to_excel", "describe",
    "pivot_table", "pivot", "melt", "iat", "nlargest", "to_sql"})  # fmt: skip
_OF_COLUMNS = frozenset({"dt", "str", "rolling", "value_counts", "pct_change", "cumsum", "shift", "diff", "isin",
    "to_frame", "isnull", "notnull", "isna", "notna", "idxmax", "nunique", "ewm", "resample"})  # fmt: skip
_OF_ARRAYS = frozenset(
    {"shape", "reshape", "astype", "dtype", "ndim", "T", "ravel", "flatten", "argmax", "argsort", "transpose"}
)
_WITH_NUMBERS = frozenset({"linspace", "arange", "zeros", "ones", "full", "empty", "eye", "identity", "logspace",
    "rand", "randn", "randint", "seed", "normal", "uniform", "choice", "isscalar", "load", "loadtxt", "save",
    "RandomState", "default_rng", "genfromtxt"})  # fmt: skip
_MAKING = frozenset({"array", "asarray", "matrix", "Series", "DataFrame"})
_PLANES = frozenset({"eig", "inv", "det", "solve", "svd", "eigh", "qr", "cholesky", "matrix_rank", "pinv"})
_JOINING = frozenset({"merge", "concat"})


def mentioned_packages(tree: ast.Module, available: frozenset[str]) -> frozenset[str]:
    """Those of pandas and numpy that can be imported and that a snippet names; numpy where it names pandas, too."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names |= {alias.name.partition(".")[0] for node in imports for alias in node.names}
    names |= {(node.module or "").partition(".")[0] for node in imports if isinstance(node, ast.ImportFrom)}
    found = {_MODULES[name] for name in names & set(_MODULES)}
    return frozenset(found | ({"numpy"} if "pandas" in found else set())) & available


def scientific_values(place: Place, available: frozenset[str], mentioned: frozenset[str]) -> list[str]:
    """What a place holds if that is of pandas or numpy, or made for them; empty where the uses do not say so.

    Args:
        place: what a value is wanted for.
        available: modules that can be imported.
        mentioned: as `mentioned_packages`.
    """
    if place.steps("call"):
        return []
    if place.step[0] == "call":
        return [ARRAY] if _is_masked(place) and "numpy" in available else []
    attributes, given = set(place.steps("attr")), _given(place)
    if "pandas" in available and _is_frame(place, attributes, given, "pandas" in mentioned):
        return [FRAME]
    if "pandas" in mentioned and attributes & _OF_COLUMNS and not _keys(place):
        return [COLUMN]
    if mentioned and given & _MAKING and not attributes:
        return [ROWS] if _is_plane(place) else [NUMBERS]
    if "numpy" in available and _is_array(place, attributes, given, "numpy" in mentioned):
        return [ARRAY]
    return []


def _given(place: Place) -> set[str]:
    """The functions of numpy and pandas that it is passed to."""
    names = [str(fact[1]).split(".") for fact in place.of("argument") if fact[2] not in ("dtype", "axis")]
    return {name[-1] for name in names if len(name) > 1 and name[0] in _MODULES}


def _keys(place: Place) -> list[str]:
    return [code for code in place.steps("item") if code[:1] in "'\""]


def _is_frame(place: Place, attributes: set[str], given: set[str], mentioned: bool) -> bool:
    if _FRAMES.match(place.word) and place.step[0] in ("name", "attr"):
        return not place.word.endswith("s") or bool(attributes & _OF_FRAMES or _keys(place))
    if attributes & _OF_FRAMES and not (attributes & _OF_ARRAYS and not _keys(place)):
        return attributes & (_OF_FRAMES - {"columns", "describe", "merge"}) != set() or mentioned
    if place.has("columns") and any(fact[1] == "List" for fact in place.of("index")):
        return True  # `data[["height", "weight"]]`
    if any(
        str(fact[1]).rpartition(".")[2] == "merge" and _is_table(str(fact[1]))
        for fact in place.of("argument")
    ):
        return True
    if not mentioned:
        return False
    masked = any(fact[1] in ("Mask", "List") for fact in place.of("index"))
    of_columns = any(set(child.steps("attr")) & _OF_COLUMNS for child in place.steps("item").values())
    return bool(given & _JOINING) or place.has("columns") or (bool(_keys(place)) and (masked or of_columns))


def _is_table(method: str) -> bool:
    return bool(_FRAMES.match(method.rpartition(".")[0].rpartition(".")[2]))


def _is_array(place: Place, attributes: set[str], given: set[str], mentioned: bool) -> bool:
    if _keys(place) or any(fact[1] in ("range", "position") for fact in place.of("argument")):
        return False
    plain_methods = attributes & {"mean", "std", "dot", "sum", "max", "min", "var", "cumsum"}
    if (
        mentioned
        and plain_methods
        and all(place.steps("attr")[name].steps("call") for name in attributes & plain_methods)
    ):
        return True
    several = mentioned and any(fact[1] == "Tuple" for fact in place.of("index"))
    plain = given - _WITH_NUMBERS - _MAKING and not attributes and place.parent is None
    return bool(attributes & _OF_ARRAYS or _is_masked(place) or several or plain)


def _is_masked(place: Place) -> bool:
    """Whether elements are chosen by a condition: `cells[cells > 2]`."""
    return any(fact[1] == "Mask" for fact in place.of("index"))


def _is_plane(place: Place) -> bool:
    made = place.of("made into")
    return any(is_plane(one) for _, one in made if isinstance(one, Place)) or is_plane(place)


def is_plane(place: Place) -> bool:
    """Whether an array has two dimensions, as far as the uses tell."""
    shape = place.steps("attr").get("shape")
    counts = {str(fact[1]) for fact in shape.of("unpacked")} if shape else set()
    positions = set(shape.steps("item")) if shape else set()
    return (
        any(fact[1] == "Tuple" for fact in place.of("index"))
        or bool(_given(place) & _PLANES)
        or "2" in counts
        or "1" in positions
        or place.word[:1].isupper()
        or "T" in place.steps("attr")
    )
