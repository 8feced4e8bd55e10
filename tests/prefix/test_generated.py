"""Whatever a snippet does with names that nothing defines, every candidate of every place can be written.

`LLMDB_EXAMPLES=80 python -m pytest tests/prefix/test_generated.py --timeout 0` draws 2000 snippets.
"""

import ast
import textwrap
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from llmdb.errors import LlmdbError
from llmdb.prefix.places import Place
from llmdb.prefix.space import Choice, Space
from llmdb.prefix.uses.scope import Usage
from llmdb.program.load import parse_snippet
from tests.examples import examples

Texts = st.SearchStrategy[str]

NAMES = st.sampled_from(["before", "LL", "items", "row", "n", "table", "leaf", "data", "Total", "k", "i"])
BOUND = st.sampled_from(["i", "k", "leaf", "a", "b"])
CONSTANTS = st.sampled_from(["0", "1", "-1", "2.5", "'__'", "''", "None", "True", "[]", "()"])
ATTRIBUTES = st.sampled_from(
    ["type", "value", "items()", "keys()", "split(',')", "strip()", "lower()", "startswith('__')", "group(1)"]
)
FUNCTIONS = st.sampled_from(
    [
        "len",
        "sorted",
        "list",
        "set",
        "sum",
        "max",
        "int",
        "str",
        "reversed",
        "enumerate",
        "range",
        "next",
        "dict",
    ]
)
OPERATORS = st.sampled_from(["+", "-", "*", "/", "%", "==", "!=", "<", "in", "and", "or", "is", "not in"])


def texts(form: str, *parts: Texts) -> Texts:
    """The form with the parts in the places of its `{}`."""
    return st.tuples(*parts).map(lambda given: form.format(*given))


def subscripts(inner: Texts) -> Texts:
    """What stands in brackets: constants, neighbours of a position, slices, several."""
    return st.one_of(
        inner,
        texts("{} + 1", BOUND),
        texts("{} - 1", BOUND),
        texts(":{}", inner),
        texts("{}:", inner),
        texts("{}:{}", inner, inner),
        texts("::{}", inner),
        texts("{}, {}", inner, inner),
    )


def compound(inner: Texts) -> Texts:
    """One level more of an expression."""
    return st.one_of(
        texts("{}[{}]", inner, subscripts(inner)),
        texts("{}.{}", NAMES, ATTRIBUTES),
        texts("{}({})", FUNCTIONS, inner),
        texts("{}({})", NAMES, inner),
        texts("zip({}, {})", inner, inner),
        texts("({} {} {})", inner, OPERATORS, inner),
        texts("[{} for {} in {}]", inner, BOUND, inner),
        texts("({}, {})", inner, inner),
        texts("{}.get({}, {})", NAMES, inner, inner),
        texts("re.match({}, {})", inner, inner),
        texts("json.loads({})", inner),
        texts("open({}).read()", inner),
        st.sampled_from(["input()", "int(input())"]),
    )


EXPRESSIONS = st.recursive(st.one_of(NAMES, CONSTANTS), compound, max_leaves=6)
TARGETS = st.one_of(BOUND, texts("{}, {}", BOUND, BOUND), texts("{}, ({}, {})", BOUND, BOUND, BOUND))
LOOPED = st.one_of(
    EXPRESSIONS,
    texts("sorted({})", EXPRESSIONS),
    texts("enumerate({})", EXPRESSIONS),
    texts("zip({}, {})", EXPRESSIONS, EXPRESSIONS),
    texts("range(len({}))", NAMES),
    texts("{}.items()", NAMES),
)
SIMPLE = st.one_of(
    texts("print({})", EXPRESSIONS),
    texts("{} = {}", TARGETS, EXPRESSIONS),
    texts("{}[{}] = {}", NAMES, subscripts(EXPRESSIONS), EXPRESSIONS),
    texts("{}[{}] += {}", NAMES, subscripts(EXPRESSIONS), EXPRESSIONS),
    texts("{}.append({})", NAMES, EXPRESSIONS),
    texts("del {}[{}]", NAMES, subscripts(EXPRESSIONS)),
)


def statements(inner: Texts) -> Texts:
    """Compound statements, and several in a row."""
    body = inner.map(lambda text: textwrap.indent(text, "    "))
    return st.one_of(
        texts("for {} in {}:\n{}", TARGETS, LOOPED, body),
        texts("if {}:\n{}", EXPRESSIONS, body),
        texts("while {}:\n{}\n    break", EXPRESSIONS, body),
        texts("try:\n{}\nexcept {}:\n{}", body, st.sampled_from(["KeyError", "Oops"]), body),
        texts("def f({}):\n{}\n    return {}", BOUND, body, EXPRESSIONS),
        texts(
            "class A({}):\n    def m(self, {}):\n{}",
            NAMES,
            BOUND,
            body.map(lambda t: textwrap.indent(t, "    ")),
        ),
        texts("{}\n{}", inner, inner),
    )


SNIPPETS = st.recursive(SIMPLE, statements, max_leaves=5)
_MOST = 60


@settings(
    max_examples=examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(text=SNIPPETS, order=st.randoms(use_true_random=False))
def test_every_candidate_of_every_place_can_be_written(text: str, order: Random) -> None:
    try:
        snippet = parse_snippet(text, name="x.py")
    except LlmdbError:  # `None = 1` is no Python
        return
    space = Space(snippet.text, snippet.body)
    usage, pools = space.usage()
    places = _all(usage)
    assert len({place.key for place in places}) == len(places)
    choices = [Choice(), Choice(stand_ins=True), Choice(calls=True, defaults=True), Choice(answers=True)]
    more = [
        Choice(calls=True, answers=True).with_choice(key, code)
        for key, pool in pools.items()
        for code in pool
    ]
    order.shuffle(more)
    for choice in [*choices, *more[:_MOST]]:
        ast.parse(space.compose(choice).code)
    space.relevant(frozenset(range(1, text.count("\n") + 2)), frozenset())


def _all(usage: Usage) -> set[Place]:
    """Every place once, though it may be reached in two ways."""
    apart = [*usage.files.values(), *usage.answers]
    return {*usage.places(), *(place for one in apart for place in one.walk())}
