"""What scores are worth: points where deals are counted, the chance to win where a target is."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from binokel.cards.hand import pack
from binokel.kernel import COMPILED
from binokel.kernel.cards import hand_mask
from binokel.players.search.habits import Outcome, habits_of, honours_of
from binokel.players.search.prospects import race_of
from binokel.players.search.stakes import Stakes, stakes_of
from binokel.rules.catalog import find_ruleset
from binokel.rules.match import DealResult, standing
from binokel.testing.builders import rules_with

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")


def stakes(name: str, *totals: int, side: int = 0) -> Stakes:
    rules = find_ruleset(name)
    return stakes_of(rules, totals or (0,) * rules.n_sides, side)


def test_where_deals_are_counted_a_score_is_worth_its_points_above_the_others() -> None:
    assert stakes("preisbinokel", 900, -300, 0).worth([100, 40, 20]) == pytest.approx(70)


def test_at_the_start_of_a_match_points_are_worth_about_themselves() -> None:
    at = stakes("stammtisch")
    assert at.worth([100, 0, 0]) - at.worth([-100, 0, 0]) == pytest.approx(200, rel=0.1)
    assert at.worth([0, 0, 0]) == pytest.approx(0, abs=1)


def test_more_points_are_never_worth_less() -> None:
    at = stakes("stammtisch", 700, 400, -200)
    values = [at.worth([points, 50, 50]) for points in range(-600, 600, 50)]
    assert values == sorted(values)


def test_who_reaches_the_target_has_won_and_points_beyond_are_worth_little() -> None:
    at = stakes("stammtisch", 900, 600, 500)
    assert at.chance([100, 40, 40], 0) == 1
    assert at.chance([90, 500, 40], 1) == 0
    assert at.worth([300, 0, 0], 0) - at.worth([100, 0, 0], 0) < 50
    assert at.worth([100, 0, 0], 0) - at.worth([0, 0, 0], 0) > 100


def test_equal_leaders_at_the_target_share_the_match() -> None:
    assert stakes("palast-4-40").chance([0, 0]) is None
    assert stakes("kreuzbinokel", 1400, 1400).chance([100, 100]) == 0.5


def test_only_a_won_bid_wins_where_the_rules_say_so() -> None:
    at = stakes("drecksau-online", 980, 0, 0)
    waiting, won = at.chance([100, 0, 0]), at.chance([100, 0, 0], 0)
    assert won == 1
    assert waiting is not None
    assert 0.4 < waiting < 1
    assert at.chance([0, 0, 0], 1) == pytest.approx(at.chance([0, 0, 0]))


def test_a_lost_bid_costs_what_the_rules_say_and_a_made_one_brings_its_total() -> None:
    at = stakes("preisbinokel")
    made, lost = at.made(80), at.lost(200)
    assert max(lost) < -200 < 0 < made[12] < made[20]
    assert made[17] - made[12] == pytest.approx(50 + 25)
    assert at.made(130)[12] - made[12] == pytest.approx(50)


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "palast-4-40", "drecksau-online"])
def test_more_melds_and_more_points_of_play_are_never_worth_less(name: str) -> None:
    """Whatever the score: also where the match is all but won, or lost."""
    n = find_ruleset(name).n_sides
    for totals in ((0,) * n, (850,) * n, (900, *(0,) * (n - 1)), (0, *(950,) * (n - 1))):
        at = stakes(name, *totals)
        rows = [at.made(melds) for melds in range(0, 640, 10)]
        for row in rows:
            assert all(b >= a - 1e-9 for a, b in pairwise(row))
        for less, more in pairwise(rows):
            assert all(b >= a - 1e-9 for a, b in zip(less, more, strict=True))


def test_a_bid_tested_rounded_needs_five_points_less() -> None:
    assert stakes("drecksau-online").needed(300) == 295
    assert stakes("stammtisch").needed(300) == 300


def test_going_out_costs_the_bid_once_and_pays_the_others_their_melds() -> None:
    at = stakes("palast")
    paid = 30 + at.side_melds()
    assert at.conceded(0, 250) == pytest.approx(-250 - paid)


def test_habits_are_the_same_each_time_and_sorted_by_bid() -> None:
    habits = habits_of(find_ruleset("stammtisch"))
    bids = [outcome.bid for outcome in habits.outcomes]
    assert bids == sorted(bids)
    assert sum(habits.shares.values()) == pytest.approx(1)
    assert sum(habits.winners.values()) == pytest.approx(habits.made / 3)
    assert habits_of.__wrapped__(find_ruleset("stammtisch")) == habits
    assert all(outcome.bid >= 300 for outcome in habits.near(300, 20))
    assert len(habits.near(4000, 20)) >= 20
    assert isinstance(habits.near(150, 5)[0], Outcome)


def test_an_ace_counts_twice_a_ten() -> None:
    rules = rules_with()
    aces = tuple(card for card in rules.cards if card.rank.letter == "A")
    tens = tuple(card for card in rules.cards if card.rank.letter == "Z")
    assert honours_of(hand_mask(pack(aces))) == 2 * honours_of(hand_mask(pack(tens))) == 16


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("stammtisch", (0, 0, 0)),
        ("stammtisch", (800, 300, 300)),
        ("stammtisch", (500, 700, -300)),
        ("kreuzbinokel", (900, 1200)),
        ("souabe-4", (-300, 200)),
    ],
)
def test_the_chances_are_those_of_matches_played_with_the_usual_scores(
    name: str, totals: tuple[int, ...]
) -> None:
    rules = find_ruleset(name)
    rng, habits = Random(7), habits_of(rules)
    tens, weights = zip(*sorted(habits.shares.items()), strict=True)
    wins = [0.0] * rules.n_sides
    n = 3000
    for _ in range(n):
        results = [DealResult(scores=totals)]
        while not (found := standing(rules, results)).finished:
            scores = tuple(10 * ten for ten in rng.choices(tens, weights, k=rules.n_sides))
            results.append(DealResult(scores=scores))
        for side in found.winners:
            wins[side] += 1 / len(found.winners)
    race = race_of(rules)
    for side in range(rules.n_sides):
        assert race.chance(totals, side) == pytest.approx(wins[side] / n, abs=0.04)


def test_a_point_counts_most_where_the_match_is_close() -> None:
    race = race_of(find_ruleset("stammtisch"))
    close, decided = race.slope([800, 800, 800], 0), race.slope([-900, 900, 0], 0)
    assert close > race.slope([0, 0, 0], 0) > decided > 0
    assert fmean([race.chance([0, 0, 0], side) for side in range(3)]) == pytest.approx(1 / 3, 0.02)


@pytest.mark.parametrize("target", [20_000, 1_000_000])
def test_a_very_long_match_is_as_open_as_a_long_one(target: int) -> None:
    """Its first deals are worth points; its end is that of every other match."""
    rules = rules_with("stammtisch", match={"target": target})
    start = stakes_of(rules, (0, 0, 0), 0)
    assert start.chance([0, 0, 0]) == pytest.approx(1 / 3, abs=0.01)
    assert 100 < start.worth([200, 0, 0], 0) < 400
    nearly = stakes_of(rules, (target - 100, target - 400, target - 500), 0)
    short = stakes_of(rules_with("stammtisch", match={"target": 2500}), (2400, 2100, 2000), 0)
    assert nearly.chance([50, 80, 0], 1) == pytest.approx(short.chance([50, 80, 0], 1))
