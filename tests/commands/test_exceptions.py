"""`exceptions` lists what the run raised, each exception once."""

import pytest

from llmdb.commands.exceptions import ExceptionList
from llmdb.commands.line.dispatch import dispatch
from llmdb.commands.state.prefix import supply_prefix
from llmdb.errors import BadArgument, NoSuchStep
from llmdb.session import Session, Settings
from tests.commands.conftest import OpenSession

pytestmark = pytest.mark.usefixtures("shared_runs")

CHAINED = """\
def read(row):
    try:
        return int(row)
    except ValueError as error:
        raise TypeError("bad row") from error

for row in ["1", "x", "y"]:
    try:
        read(row)
    except TypeError:
        row = None
read("z")
"""


def listed(session: Session) -> list[tuple[object, ...]]:
    """Type, raising line, catching line, whether the run ended with it."""
    result = dispatch(session, "exceptions")
    assert isinstance(result, ExceptionList)
    rows = result.to_json()["exceptions"]
    assert isinstance(rows, list)
    return [(row["type"], row["line"], row["caught"], row["ended_run"]) for row in rows]  # type: ignore[index,call-overload]


def test_each_exception_is_listed_once_with_what_became_of_it(open_session: OpenSession) -> None:
    assert listed(open_session(CHAINED)) == [
        ("ValueError", 3, 4, False),
        ("TypeError", 5, 10, False),
        ("ValueError", 3, 4, False),
        ("TypeError", 5, 10, False),
        ("ValueError", 3, 4, False),
        ("TypeError", 5, None, True),
    ]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("import sys\nsys.exit(2)\n", [("SystemExit", 2, None, True)]),
        ("try:\n    1 / 0\nexcept* KeyError:\n    pass\n", [("ZeroDivisionError", 2, None, True)]),
        ("try:\n    1 / 0\nfinally:\n    x = 1\n", [("ZeroDivisionError", 2, None, True)]),
        ("x = 1\n", []),
    ],
)
def test_the_one_that_ended_the_run_is_told(
    open_session: OpenSession, text: str, rows: list[tuple[object, ...]]
) -> None:
    assert listed(open_session(text)) == rows


def test_a_number_goes_to_the_step_that_raised(open_session: OpenSession) -> None:
    session = open_session(CHAINED)
    dispatch(session, "exceptions 2")
    assert session.trace.step(session.position).raised == session.trace.raises[session.position]
    assert (session.trace.scope_of(session.position), session.trace.lines(session.position)) == ("read", (5,))


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        ("exceptions 7", NoSuchStep, "no exception 7: the run raised 6"),
        (
            "exceptions last",
            BadArgument,
            "'last' is not an exception's number: a whole number from 1 is needed",
        ),
    ],
)
def test_a_number_that_is_none_is_refused(
    open_session: OpenSession, line: str, error: type[Exception], message: str
) -> None:
    session = open_session(CHAINED)
    dispatch(session, "where")
    with pytest.raises(error) as caught:
        dispatch(session, line)
    assert (str(caught.value), session.position) == (message, 1)


def test_the_end_of_the_run_names_what_a_group_holds(open_session: OpenSession) -> None:
    code = "raise ExceptionGroup('bad', [ValueError('x'), KeyError(2), *[OSError()] * 5])\n"
    outcome = open_session(code).trace.outcome
    assert outcome.detail == "it holds ValueError: x, KeyError: 2, OSError, OSError, OSError and 2 more"


LIBRARY = {
    "a call of the module": ('import json\nx = 1\njson.loads("{")\n', 3, "JSONDecodeError"),
    "a function": (
        "import statistics\ndef mean(v):\n    return statistics.mean(v)\nmean([1])\nmean([])\n",
        3,
        "StatisticsError",
    ),
    "a generator in a method": (
        "import json\ndef read(lines):\n    for line in lines:\n        yield json.loads(line)\n"
        "class Reader:\n    def all(self):\n        return list(read(['1', '{']))\nReader().all()\n",
        4,
        "JSONDecodeError",
    ),
    "a loop over the library": (
        "import csv\ndef rows(text):\n    out = []\n    for row in csv.reader([text], strict=True):\n"
        "        out.append(row)\n    return out\nrows('a,\"b\"c')\n",
        4,
        "Error",
    ),
    "a text that Python code makes": (
        "import configparser\nc = configparser.ConfigParser()\nc.read_string('[a]')\nc.get('a', 'b')\n",
        4,
        "NoOptionError",
    ),
    "a text of the program's own": (
        "class Bad(Exception):\n    def __str__(self):\n        return 'own'\ndef f():\n    raise Bad(1)\nf()\n",
        5,
        "Bad",
    ),
    "a text that shows objects": ("d = {}\nclass K:\n    pass\nd[K()]\n", 4, "KeyError"),
    "a long text": ("def f(n):\n    raise ValueError('x' * n)\nf(1500)\n", 2, "ValueError"),
    "a finally": ('import json\ntry:\n    json.loads("{")\nfinally:\n    x = 1\n', 3, "JSONDecodeError"),
    "a handler that raises it again": (
        "def f(x):\n    try:\n        return int(x)\n    except ValueError:\n        print('no')\n        raise\n"
        "f('x')\n",
        3,
        "ValueError",
    ),
    "a coroutine": (
        "import asyncio, json\nasync def f(t):\n    return json.loads(t)\nasync def main():\n"
        "    await asyncio.gather(f('1'), f('{'))\nasyncio.run(main())\n",
        3,
        "JSONDecodeError",
    ),
    "a thread of a pool": (
        "import json\nfrom concurrent.futures import ThreadPoolExecutor\ndef f(t):\n    return json.loads(t)\n"
        "with ThreadPoolExecutor(2) as pool:\n    list(pool.map(f, ['1', '{']))\n",
        4,
        "JSONDecodeError",
    ),
}


@pytest.mark.parametrize(("text", "line", "name"), LIBRARY.values(), ids=LIBRARY)
def test_what_a_library_raised_is_found_at_the_line_of_the_snippet_that_called_it(
    open_session: OpenSession, text: str, line: int, name: str
) -> None:
    session = open_session(text)
    outcome = session.trace.outcome.exception
    assert outcome is not None
    assert (outcome.type, outcome.line) == (name, line)
    assert [row for row in listed(session) if row[3]] == [(name, line, None, True)]
    dispatch(session, "goto error")
    step = session.trace.step(session.position)
    assert step.raised is not None
    assert (step.raised.type, session.trace.line_of(step.number)) == (name, line)
    plan = dispatch(session, "plan").to_json()
    assert (plan["output"], plan["notes"]) == ({"step": session.position, "name": None}, [])
    assert "next" in dispatch(session, "hunt").to_json()


def test_what_a_handler_changes_and_raises_again_is_another_exception(open_session: OpenSession) -> None:
    text = "def f(x):\n    try:\n        return int(x)\n    except ValueError as error:\n"
    session = open_session(text + "        error.args = ('other',)\n        raise\nf('x')\n")
    assert listed(session) == [("ValueError", 3, 4, False), ("ValueError", 3, None, True)]
    dispatch(session, "goto error")
    assert session.trace.lines(session.position) == (5, 6)
    assert "next" in dispatch(session, "hunt").to_json()


def test_a_librarys_exception_that_is_caught_did_not_end_the_run(open_session: OpenSession) -> None:
    text = "import json\ndef f(t):\n    try:\n        return json.loads(t)\n    except ValueError:\n        return 0\n"
    session = open_session(text + "f('{')\njson.loads('[')\n")
    assert listed(session) == [("JSONDecodeError", 4, 5, False), ("JSONDecodeError", 8, None, True)]


def test_a_test_that_fails_by_itself_is_not_what_the_snippet_raised_before(open_session: OpenSession) -> None:
    text = "def f(x):\n    raise ValueError(x)\n"
    test = "try:\n    f(1)\nexcept ValueError:\n    pass\nraise ValueError(1)"
    assert listed(open_session(text, tests=(test,))) == [("ValueError", 2, None, False)]


INVENTED = {
    "an exception": (
        "def load(text):\n    data = json.loads(text)\n    raise ValueError(data)\n",
        3,
        "ValueError",
    ),
    "a library's": (
        "def load(text):\n    print(limit)\n    return json.loads('{')\n",
        3,
        "JSONDecodeError",
    ),
    "a method": (
        "import statistics\nclass A:\n    def f(self, x):\n        print(limit)\n        return statistics.mean([])\n",
        5,
        "StatisticsError",
    ),
    "two calls": (
        "def f(x):\n    print(limit)\n    raise KeyError(limit)\ndef g(x):\n    raise ValueError(limit)\n",
        3,
        "KeyError",
    ),
}


@pytest.mark.parametrize(("text", "line", "name"), INVENTED.values(), ids=INVENTED)
def test_an_exception_of_an_invented_call_ends_the_run(
    open_session: OpenSession, text: str, line: int, name: str
) -> None:
    session = open_session(text, settings=Settings(prefix="offline"), supply_prefix=supply_prefix)
    outcome = session.trace.outcome
    assert outcome.exception is not None
    assert (outcome.kind, outcome.exception.type, outcome.exception.line) == ("exception", name, line)
    assert [row for row in listed(session) if row[3]] == [(name, line, None, True)]
    dispatch(session, "goto error")
    assert session.trace.lines(session.position)[-1] == line
    assert dispatch(session, "plan").to_json()["output"] == {"step": session.position, "name": None}
