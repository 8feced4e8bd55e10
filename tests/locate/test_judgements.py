"""Judgements and their file."""

from dataclasses import replace
from pathlib import Path

import pytest

from llmdb.errors import CommandError
from llmdb.locate.hunt.states import State
from llmdb.locate.judgements import (
    Known,
    known_path,
    marks_of,
    output_of,
    read_before,
    read_known,
    with_judgement,
    write_known,
)
from llmdb.program.load import parse_snippet
from llmdb.program.snippet import Program
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


def test_an_answer_of_a_hunt_keeps_the_state_that_it_is_about(tmp_path: Path) -> None:
    path = tmp_path / "known.jsonl"
    answer = Known(step=4, line=3, says="right", of="call reads xs[0]", saw=(("xs[0]", "7"),))
    write_known(path, [answer])
    assert read_known(path) == (answer,)
    assert answer.state == State(4, entry=True, reads=True, name="xs[0]")
    assert HERE.state is None
    path.write_text('{"step": 1, "line": 1, "is": "right", "of": "dream"}\n')
    with pytest.raises(CommandError, match="line 1: 'dream' is none of step, call, statement N"):
        read_known(path)


def test_what_was_judged_before_the_file_changed_is_found_by_its_place(tmp_path: Path) -> None:
    snippet = replace(parse_snippet("a = 1\n", name="a.py"), path=tmp_path / "a.py")
    program, environ = Program(snippet=snippet), {"XDG_STATE_HOME": str(tmp_path)}
    write_known(known_path(environ, program), [HERE])
    changed = known_path(environ, replace(program, snippet=replace(snippet, text="a = 2\n")))
    assert read_before(changed) == (HERE,)
    assert read_before(known_path(environ, program)) == ()
    moved = replace(snippet, path=tmp_path / "b" / "a.py")
    assert read_before(known_path(environ, replace(program, snippet=moved))) == ()
