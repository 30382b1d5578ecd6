"""Believed and made, counted by hand."""

from math import log
from random import Random

import pytest

from binokel.arena.calibration import LEAST, SUREST, beliefs_of, by_deciles, merged, reliability
from binokel.arena.rows import Row


def row(
    seating: str,
    declarer: int,
    made: bool,
    bid: float | None,
    trump: float | None,
    lead: float | None = None,
) -> Row:
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
        believed_lead=lead,
    )


ROWS = [
    row("XY", 0, True, 0.9, 0.8, 0.95),
    row("XY", 1, True, 0.6, None),
    row("YX", 1, False, 0.7, None),
    row("YX", 2, False, 0.75, 0.5),
]


def test_beliefs_belong_to_the_player_on_the_declarers_side() -> None:
    side_of = (0, 1, 0, 1)
    assert beliefs_of(ROWS, "heuristic", side_of, "bid") == [(0.9, True), (0.7, False)]
    assert beliefs_of(ROWS, "uniform", side_of, "bid") == [(0.6, True), (0.75, False)]
    assert beliefs_of(ROWS, "uniform", side_of, "trump") == [(0.5, False)]
    assert beliefs_of(ROWS, "heuristic", side_of, "lead") == [(0.95, True)]
    assert beliefs_of(ROWS, "uniform", side_of, "lead") == []


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


def test_the_log_loss_is_the_mean_of_minus_the_logarithm() -> None:
    found = reliability([(0.9, True), (0.7, False)])
    assert found is not None
    assert found.log_loss == pytest.approx(-(log(0.9) + log(0.3)) / 2)


def test_who_is_sure_and_wrong_loses_much_and_not_everything() -> None:
    found = reliability([(1.0, False), (0.0, True)])
    assert found is not None
    assert found.log_loss == pytest.approx(-log(SUREST))


def test_ten_classes_stay_where_each_has_enough() -> None:
    pairs = [(k / 100, True) for k in range(101)]
    assert merged(pairs, 10) == tuple(k / 10 for k in range(11))


def test_a_small_class_joins_the_smaller_of_its_neighbours() -> None:
    pairs = [(0.05, True)] * 30 + [(0.15, True)] * 3 + [(0.25, True)] * 20
    pairs += [(k / 10 + 0.05, True) for k in range(3, 10) for _ in range(20)]
    assert merged(pairs, 10) == (0.0, 0.1, *(k / 10 for k in range(3, 11)))


def test_empty_classes_at_the_ends_disappear_into_the_nearest_beliefs() -> None:
    pairs = [(0.65, True)] * 50 + [(0.95, True)] * 50
    edges = merged(pairs, 50)
    assert (edges[0], edges[-1], len(edges)) == (0.0, 1.0, 3)
    assert 0.6 < edges[1] < 1.0


def test_no_class_is_below_the_least_and_no_belief_is_lost() -> None:
    rng = Random(5)
    for _ in range(200):
        pairs = [(min(1.0, rng.betavariate(4, 1)), True) for _ in range(rng.randrange(1, 400))]
        found = by_deciles(pairs, 25)
        assert found is not None
        assert sum(c.n for c in found.classes) == len(pairs)
        assert len(found.classes) == 1 or min(c.n for c in found.classes) >= 25


@pytest.mark.parametrize(
    ("n", "n_made", "verdict"),
    [(LEAST, 1600, "within"), (LEAST, 1540, "within"), (LEAST, 1539, "beyond"), (60, 48, "few")],
)
def test_the_verdict_is_that_of_the_worst_class(n: int, n_made: int, verdict: str) -> None:
    found = by_deciles([(0.8, k < n_made) for k in range(n)])
    assert found is not None
    assert found.worst == pytest.approx(abs(0.8 - n_made / n))
    assert found.verdict == verdict
