"""Believed and made, counted by hand."""

import pytest

from binokel.arena.calibration import beliefs_of, reliability
from binokel.arena.rows import Row


def row(seating: str, declarer: int, made: bool, bid: float | None, trump: float | None) -> Row:
    return Row(
        contest=("heuristic", "uniform"),
        unit=0,
        seating=seating,
        dealer=0,
        scores=(0, 0),
        declarer=declarer,
        made=made,
        believed_bid=bid,
        believed_trump=trump,
    )


ROWS = [
    row("XY", 0, True, 0.9, 0.8),
    row("XY", 1, True, 0.6, None),
    row("YX", 1, False, 0.7, None),
    row("YX", 2, False, 0.75, 0.5),
]


def test_beliefs_belong_to_the_player_on_the_declarers_side() -> None:
    side_of = (0, 1, 0, 1)
    assert beliefs_of(ROWS, "heuristic", side_of, "bid") == [(0.9, True), (0.7, False)]
    assert beliefs_of(ROWS, "uniform", side_of, "bid") == [(0.6, True), (0.75, False)]
    assert beliefs_of(ROWS, "uniform", side_of, "trump") == [(0.5, False)]


def test_the_brier_score_is_the_mean_square_of_what_is_missed() -> None:
    found = reliability([(0.9, True), (0.7, False), (1.0, True), (1.0, False)])
    assert found is not None
    assert found.brier == pytest.approx((0.01 + 0.49 + 0 + 1) / 4)
    assert [(c.low, c.n, c.made) for c in found.classes] == [
        (0.7, 1, 0),
        (0.9, 1, 1),
        (0.97, 2, 0.5),
    ]


def test_every_belief_is_in_exactly_one_class() -> None:
    chances = [k / 100 for k in range(101)]
    found = reliability([(chance, True) for chance in chances])
    assert found is not None
    assert sum(c.n for c in found.classes) == found.n == 101


def test_nobody_who_believes_nothing_is_judged() -> None:
    assert reliability([]) is None
