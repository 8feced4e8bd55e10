"""Judgements and their file."""

from dataclasses import replace
from pathlib import Path

from llmdb.engine.cause.known import (
    Known,
    known_path,
    marks_of,
    output_of,
    read_known,
    with_judgement,
    write_known,
)
from llmdb.snippet.load import parse_snippet
from llmdb.snippet.model import Program
from tests.slicing.recorded import dependencies

HERE = Known(step=2, line=3, says="wrong", name="s", value="'é\\n'", expected="''")


def test_judgements_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "known.jsonl"
    entries = (HERE, Known(step=1, line=1, says="unclear"), replace(HERE, step=3, by="compare"))
    write_known(path, entries)
    assert read_known(path) == entries
    assert path.read_text("utf-8").splitlines()[1] == '{"step": 1, "line": 1, "is": "unclear", "by": "user"}'
    assert [item.name for item in path.parent.iterdir()] == ["known.jsonl"]
    write_known(path, ())
    assert not path.exists()
    assert read_known(path) == ()


def test_a_lone_surrogate_in_a_value_does_not_hinder_writing(tmp_path: Path) -> None:
    path = tmp_path / "known.jsonl"
    write_known(path, [replace(HERE, value="\ud800")])
    assert len(read_known(path)) == 1


def test_the_file_is_that_of_the_programs_text_and_test(tmp_path: Path) -> None:
    environ = {"XDG_STATE_HOME": str(tmp_path)}
    one = Program(snippet=parse_snippet("x = 1\n", name="a b.py"), epilogue="assert x == 2")
    assert known_path(environ, one) == known_path(environ, replace(one))
    assert known_path(environ, one).name.startswith("a_b.py-")
    assert known_path(environ, replace(one, epilogue="")) != known_path(environ, one)
    assert known_path(environ, replace(one, arguments=("1",))) != known_path(environ, one)


def test_a_later_judgement_of_the_same_replaces_the_earlier() -> None:
    right = replace(HERE, says="right")
    assert with_judgement((HERE,), right) == (right,)
    other = replace(HERE, name="t")
    assert with_judgement((HERE,), other) == (HERE, other)
    root = Known(step=1, line=1, says="root")
    assert with_judgement((root,), replace(root, step=2)) == (replace(root, step=2),)


def test_the_users_last_word_is_the_output_before_what_comparing_found() -> None:
    found = dependencies("a = 1\nif a:\n    b = a\nif b:\n    c = b\n")
    compared = Known(step=2, line=3, says="wrong", name="b", by="compare")
    later = Known(step=4, line=5, says="wrong", name="c", by="compare")
    assert output_of(found, (later, compared)) == (compared, ((2, 0),))
    said = Known(step=4, line=5, says="wrong", name="c")
    assert output_of(found, (said, compared)) == (said, ((4, 0),))
    assert output_of(found, ()) is None


def test_a_right_container_is_right_in_each_of_its_pieces() -> None:
    found = dependencies("xs = [0, 0]\nif xs:\n    xs[0] = 1\nif xs:\n    xs[1] = 2\n")
    marks = marks_of(found, [Known(step=4, line=5, says="right", name="xs")])
    assert {(2, 0), (4, 0)} <= marks.right
