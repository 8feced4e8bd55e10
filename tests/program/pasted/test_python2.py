"""Python 2 turned into Python 3, line for line."""

import pytest

from llmdb.program.load import parse_snippet
from llmdb.program.pasted.python2 import as_python_3
from llmdb.program.pasted.python2_names import with_names_of_python_3


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print", "print()"),
        ("print 'a', b", "print('a', b)"),
        ("print 'a',", "print('a', end=\" \")"),
        ("print >>out, x", "print(x, file=out)"),
        ("print >>out", "print(file=out)"),
        ("print (a + b) * 2", "print((a + b) * 2)"),
        ("if x: print x; y = 1  # print it", "if x: print(x); y = 1  # print it"),
        ("exec code in space", "exec(code, space)"),
        ("raise ValueError, 'no'", "raise ValueError('no')"),
        ("raise A, b, trace", "raise A(b).with_traceback(trace)"),
        ("except (A, B), e:", "except (A, B) as e:"),
        ("x = `y` <> 0777L", "x = repr(y) != 0o777"),
        ("x = 10L + 0xFFl", "x = 10 + 0xFF"),
        (r"x = ur'\d'", r"x = r'\d'"),
        ("f = lambda (a, b): a + b", "f = lambda a_b: (lambda a, b: a + b)(*a_b)"),
        ("print 'n: %d <> `x` 10L' % n", "print('n: %d <> `x` 10L' % n)"),
    ],
)
def test_a_statement_of_python_2(old: str, new: str) -> None:
    assert as_python_3([old]) == {0: new}


@pytest.mark.parametrize(
    "row", ["print(1, 2)", "print = 3", "x = 0", "y = 0.10", "raise A(b)", "exec(code)", "s = '`'"]
)
def test_what_is_python_3_stays(row: str) -> None:
    assert as_python_3([row]) == {}


def test_a_statement_over_several_rows_keeps_them() -> None:
    assert as_python_3(["print >>out, 'é', \\", "    x"]) == {0: "print('é', \\", 1: "    x, file=out)"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("for i in xrange(3): pass", "for i in range(3): pass"),
        ("if d.has_key('é'): y = d.has_key(1)", "if ('é' in d): y = (1 in d)"),
        ("for k, v in d.iteritems(): pass", "for k, v in d.items(): pass"),
        ("x = map(f, y)[0]", "x = list(map(f, y))[0]"),
        ("for k in d.keys(): pass", "for k in d.keys(): pass"),
        ("n = 7\nm = n / 2", "n = 7\nm = n // 2"),
        ("def f(n):\n    return n / 2", "def f(n):\n    return n / 2"),
        ("it.next()", "next(it)"),
        ("xs.sort(by)", "xs.sort(key=__import__('functools').cmp_to_key(by))"),
        ("import os, urllib2", "import os, urllib.request as urllib2"),
        ("from StringIO import StringIO", "from io import StringIO"),
        ("string.join(words, '-')", "'-'.join(words)"),
        ("def unicode(x): return x\nunicode(1)", "def unicode(x): return x\nunicode(1)"),
    ],
)
def test_a_name_of_python_2(old: str, new: str) -> None:
    assert with_names_of_python_3(old) == new


def test_it_is_said_in_one_line_where_python_2_was_turned() -> None:
    snippet = parse_snippet("total = 0\nfor n in xrange(3):\n    total += n\nprint total\n", name="n")
    assert snippet.text == "total = 0\nfor n in range(3):\n    total += n\nprint(total)\n"
    assert snippet.adapted == "Python 2 was turned into Python 3 (lines 2, 4)"
