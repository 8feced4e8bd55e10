"""The table of weights, and the scale that odds are told on."""

from dataclasses import fields, replace

from llmdb.locate.weights import WEIGHTS, WITHOUT, as_probability


def test_odds_are_told_from_0_to_1_and_keep_their_order() -> None:
    assert [as_probability(odds) for odds in (0.0, 0.25, 1.0, 3.0, 999.0)] == [0.0, 0.2, 0.5, 0.75, 0.999]


def test_each_kind_of_evidence_can_be_left_out_of_the_table() -> None:
    named = {field.name for field in fields(WEIGHTS)}
    for said in WITHOUT.values():
        assert set(said) <= named
        assert replace(WEIGHTS, **said) != WEIGHTS  # type: ignore[arg-type]
    left = named - {name for said in WITHOUT.values() for name in said}
    assert left == {"half_work", "most_acquitted"}
