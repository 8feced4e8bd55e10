"""Programs are parsed in several threads at a time."""

import ast
import gc
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor

from llmdb.program.parsing import parse, parse_quietly

TEXT = "\n".join(f"def f{n}(a, *, b=[{n}, (1, {{2: 3}})]): return [x for x in a if x > b]" for n in range(20))


class _Collected:
    """Its end lets other threads go on, in the middle of whatever made the collector run."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        sum(range(200))


def _parse_often(count: int) -> set[str]:
    trees = set()
    for _ in range(count):
        _Collected()
        trees.add(ast.dump(parse(TEXT)))
    return trees


def test_threads_that_parse_do_not_disturb_each_other() -> None:
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(20)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(_parse_often, [40] * 4))
    finally:
        sys.setswitchinterval(interval)
        gc.set_threshold(*thresholds)
    assert found == [{ast.dump(ast.parse(TEXT))}] * 4


def test_what_a_model_wrote_is_parsed_without_pythons_warnings() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(parse_quietly("x = '\\|'\ny = 1 is 1\n").body) == 2
