"""The ladder against closed forms and against a likelihood written a second time."""

from collections import Counter
from itertools import permutations
from math import exp, log
from random import Random

import pytest

from binokel.arena.ladder import ELO, Stage, fit, ladder, percentile, ranking_of, stages
from binokel.arena.rows import Row
from binokel.errors import Inconsistent


def counted(rankings: list[tuple[list[list[int]], float]], n_players: int) -> dict[Stage, float]:
    total: Counter[Stage] = Counter()
    for ranking, weight in rankings:
        for stage, part in stages(ranking, n_players).items():
            total[stage] += part * weight  # type: ignore[assignment]
    return dict(total)


def chance(order: tuple[int, ...], strengths: list[float]) -> float:
    """Return the chance of an order, as the model is defined: the best of those left."""
    found, left = 1.0, list(order)
    while left:
        found *= strengths[left[0]] / sum(strengths[player] for player in left)
        left.pop(0)
    return found


def row(seating: str, scores: tuple[int, ...], unit: int = 0, **more: object) -> Row:
    contest = ("a", "b", "c")[: len(set(seating))]
    return Row(contest=contest, unit=unit, seating=seating, dealer=0, scores=scores, **more)  # type: ignore[arg-type]


def test_two_players_are_apart_by_the_logarithm_of_their_wins() -> None:
    found = fit(counted([([[0], [1]], 30), ([[1], [0]], 10)], 2), 2)
    assert found == pytest.approx([log(3) / 2, -log(3) / 2])


def test_a_tie_is_half_a_win_for_each() -> None:
    ties = counted([([[0, 1]], 20), ([[0], [1]], 10)], 2)
    wins = counted([([[0], [1]], 20), ([[1], [0]], 10)], 2)
    assert fit(ties, 2) == pytest.approx(fit(wins, 2))


def test_rankings_in_their_exact_shares_give_the_strengths_back() -> None:
    strengths = [4.0, 2.0, 1.0]
    rankings = [
        ([[p] for p in order], chance(order, strengths)) for order in permutations(range(3))
    ]
    found = fit(counted(rankings, 3), 3)
    assert found == pytest.approx([log(2), 0, -log(2)])


def test_a_player_on_two_sides_counts_twice() -> None:
    # a sits twice with strength 1, b once with 2: b is first in 1/2, and before the second a in
    # 2/3 of the rest.
    rankings = [([[1], [0], [0]], 1 / 2), ([[0], [1], [0]], 1 / 3), ([[0], [0], [1]], 1 / 6)]
    found = fit(counted(rankings, 2), 2)
    assert found[1] - found[0] == pytest.approx(log(2))


def test_no_other_strengths_are_more_likely() -> None:
    rng = Random(5)
    rankings = [tuple(rng.sample(range(4), 4)) for _ in range(40)]
    found = fit(counted([([[p] for p in order], 1.0) for order in rankings], 4), 4)

    def likelihood(thetas: list[float]) -> float:
        strengths = [exp(theta) for theta in thetas]
        return sum(log(chance(order, strengths)) for order in rankings)

    best = likelihood(found)
    for _ in range(200):
        assert likelihood([theta + rng.gauss(0, 0.05) for theta in found]) <= best


def test_who_only_loses_has_no_strength_without_a_prior() -> None:
    always = counted([([[0], [1]], 10)], 2)
    with pytest.raises(Inconsistent, match=r"players \[1\].*play more deals or use a prior"):
        fit(always, 2)
    assert fit(always, 2, prior=0.5)[0] > 1


def test_a_prior_of_half_a_deal_changes_next_to_nothing() -> None:
    found = counted([([[0], [1]], 3000), ([[1], [0]], 1000)], 2)
    assert fit(found, 2, prior=0.5) == pytest.approx(fit(found, 2), abs=0.001)


def test_the_order_of_a_deal_is_that_of_its_scores() -> None:
    assert ranking_of(row("XYX", (50, 70, 50)), ["a", "b"]) == [[1], [0, 0]]
    assert ranking_of(row("XYZ", (1, 2, 3)), ["c", "b", "a"]) == [[0], [1], [2]]


def test_the_winner_of_a_match_is_first_whatever_the_totals() -> None:
    assert ranking_of(row("XY", (900, 1000), winners=(0,)), ["a", "b"]) == [[0], [1]]


def test_the_ladder_puts_the_better_on_top_and_holds_the_truth_in_its_interval() -> None:
    rng = Random(8)
    rows = [row("XY", (1, 0) if rng.random() < 0.75 else (0, 1), unit) for unit in range(300)]
    top, bottom = ladder(rows, ["b", "a"], seed=1)
    assert (top.player, bottom.player) == ("a", "b")
    assert top.low < ELO * log(3) / 2 < top.high
    assert top.elo == pytest.approx(-bottom.elo)


def test_the_ladder_of_the_same_rows_and_seed_is_the_same() -> None:
    rows = [row("XY", (k % 3, 1), k) for k in range(30)]
    assert ladder(rows, ["a", "b"], 4) == ladder(rows[::-1], ["a", "b"], 4)


def test_percentiles_lie_between_the_values() -> None:
    assert percentile([1.0, 2.0, 4.0], 0.75) == 3.0
    assert percentile([1.0], 0.975) == 1.0
