"""A clause whose beginning was not copied: `elif`, `else`, `except`, `finally`, `case`, made a statement of its own."""

import ast
import re

from llmdb.program.pasted.problems import parses
from llmdb.program.pasted.reading import margin_of

CLAUSE = re.compile(r"\s*(?P<word>elif|else|except|finally|case)\b(?P<rest>.*)$", re.DOTALL)
_EXCEPT = re.compile(r"\s*(?P<types>[^:]+?)\s+as\s+(?P<name>\w+)\s*:(?P<body>.*)$", re.DOTALL)
_SUBJECT = "subject"


def as_statement(row: str, after_case: bool = False) -> str | None:
    """The clause as if it were reached; None where the row is none.

    Examples: `elif x > 2:` gives `if x > 2:`; `except OSError as e:` gives `if e := OSError():`; `case "add":`
    gives `if subject == "add":`.

    Args:
        row: the clause's first line.
        after_case: another case of the same statement stands before it.
    """
    found = CLAUSE.match(row)
    if found is None:
        return None
    margin, word, rest = margin_of(row), found["word"], found["rest"]
    if word == "elif":
        return f"{margin}if{rest}"
    if word == "case":
        return _of_case(margin, rest, after_case)
    head, colon, body = rest.partition(":")
    if word == "except" and (bound := _EXCEPT.match(rest)):
        kinds = bound["types"].strip("() ").split(",")
        return f"{margin}if {bound['name']} := {kinds[0].strip()}():{bound['body'] or f'  # {row.strip()}'}"
    if not colon:
        return None
    return f"{margin}if True:{body.rstrip()}  # {word}{head.rstrip()}"


def _of_case(margin: str, rest: str, after_case: bool) -> str | None:
    code = f"match {_SUBJECT}:\n case{rest}\n  pass"
    if not parses(code):
        return None
    statement = ast.parse(code).body[0]
    assert isinstance(statement, ast.Match)
    case = statement.cases[0]
    tests = _tests(case.pattern, _SUBJECT)
    tests += [ast.unparse(case.guard)] if case.guard else []
    shown = f"  # case{rest.rstrip()}"
    if not tests and after_case:
        return f"{margin}else:{shown}"
    return f"{margin}{'elif' if after_case else 'if'} {' and '.join(tests) or 'True'}:{shown}"


def _tests(pattern: ast.pattern, subject: str) -> list[str]:
    """Conditions that hold where the pattern matches, binding its names on the way."""
    match pattern:
        case ast.MatchValue(value=value):
            return [f"{subject} == {ast.unparse(value)}"]
        case ast.MatchSingleton(value=value):
            return [f"{subject} is {value!r}"]
        case ast.MatchAs(pattern=inner, name=name):
            bound = [f"[{name} := {subject}]"] if name else []
            return [*(_tests(inner, subject) if inner else []), *bound]
        case ast.MatchOr(patterns=patterns):
            return ["(" + " or ".join(" and ".join(_tests(p, subject)) or "True" for p in patterns) + ")"]
        case ast.MatchMapping(keys=keys, patterns=patterns):
            inner_tests = [
                test
                for key, one in zip(keys, patterns, strict=True)
                for test in _tests(one, f"{subject}[{ast.unparse(key)}]")
            ]
            return [f"isinstance({subject}, dict)", *inner_tests]
        case ast.MatchSequence(patterns=patterns):
            plain = [p for p in patterns if not isinstance(p, ast.MatchStar)]
            size = f"len({subject}) {'==' if len(plain) == len(patterns) else '>='} {len(plain)}"
            return [size, *(test for i, p in enumerate(plain) for test in _tests(p, f"{subject}[{i}]"))]
        case ast.MatchClass(cls=cls, kwd_attrs=names, kwd_patterns=patterns):
            inner_tests = [
                test for n, p in zip(names, patterns, strict=True) for test in _tests(p, f"{subject}.{n}")
            ]
            return [f"isinstance({subject}, {ast.unparse(cls)})", *inner_tests]
    return []
