"""Which parts of a failed test's result are wrong, from what was expected and what came out."""

import ast


def wrong_parts(test: str, got: str, returned: str) -> tuple[str, ...]:
    """The items of the returned variable that differ from the expected ones; empty where that cannot be told.

    `assert f(x) == [1, 3]` that got `[1, 4]` from `return out` gives `("out[1]",)`.
    """
    try:
        match ast.parse(returned.strip()).body, ast.parse(test).body:
            case (
                [ast.Return(value=ast.Name(id=name))],
                [*_, ast.Assert(test=ast.Compare(ops=[ast.Eq()], comparators=[right]))],
            ):
                return tuple(
                    f"{name}[{key!r}]" for key in _differing(ast.literal_eval(got), ast.literal_eval(right))
                )
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        pass
    return ()


def _differing(real: object, expected: object) -> list[object]:
    """Indexes or keys at which two lists or dicts of one length differ; none for anything else."""
    if isinstance(real, list) and isinstance(expected, list) and len(real) == len(expected):
        return [place for place, value in enumerate(real) if value != expected[place]]
    if isinstance(real, dict) and isinstance(expected, dict) and len(real) == len(expected):
        return [key for key in real if key not in expected or real[key] != expected[key]]
    return []
