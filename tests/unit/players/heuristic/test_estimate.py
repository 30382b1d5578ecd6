"""The estimate of tricks: shapes, features, and whether it is near what declarers make."""

from random import Random

import pytest

from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.players.base import Budget
from binokel.players.heuristic.estimate import (
    FEATURES,
    chance_at_least,
    expected_tricks,
    features,
    mean_above,
    weights_for,
)
from binokel.players.heuristic.shapes import distance, shape_of
from binokel.players.heuristic.weights import WEIGHTS
from binokel.players.registry import find_player
from binokel.players.table import play_deal
from binokel.rules.catalog import find_ruleset, names
from binokel.testing.builders import rules_with


@pytest.mark.parametrize("name", names())
def test_every_shipped_set_with_an_auction_has_weights_of_its_own_shape(name: str) -> None:
    rules = find_ruleset(name)
    if rules.bidding.form != "none":
        assert shape_of(rules) in WEIGHTS


def test_every_row_weighs_every_feature() -> None:
    assert all(len(row.tricks) == len(FEATURES) for row in WEIGHTS.values())


def test_another_shape_takes_the_nearest_row() -> None:
    rules = rules_with("palast-4-48", deal={"hand": 10, "dabb": 8, "pattern": ["P5", "D8", "P5"]})
    assert weights_for(rules) == WEIGHTS["4t-48-10-8"]
    assert distance("4s-40-9-4", "4s-40-8-8") < distance("4s-40-9-4", "4t-40-9-4")


def test_features_count_trumps_aces_tens_and_short_suits() -> None:
    hand = pack(parse_cards("EA EZ EK EO SA SZ HZ BU"))
    values = dict(zip(FEATURES, features(hand, 0, 1.0), strict=True))
    assert values["trumps"] == 4
    assert (values["trump aces"], values["trump tens"]) == (1, 1)
    assert (values["side aces"], values["side tens beside an ace"]) == (1, 1)
    assert (values["other side tens"], values["side suits with one card"]) == (1, 2)
    assert values["side suits without a card"] == 0


def test_more_trumps_and_aces_are_worth_more() -> None:
    weights = WEIGHTS["3s-40-12-4"]
    weak = pack(parse_cards("EU EO EK SU SO SK HU HO HK BU BO BK"))
    strong = pack(parse_cards("EA EA EZ EZ EK EO EU SA SA HA BA BZ"))
    assert expected_tricks(weights, strong, 0, 0.0) > 150
    assert expected_tricks(weights, weak, 0, 0.0) < 90


def test_the_mean_of_what_reaches_a_value_lies_above_it() -> None:
    assert mean_above(200, 30, 220) > 220
    assert mean_above(200, 30, 1000) == 1000
    assert chance_at_least(200, 30, 140) > 0.95


def test_a_declarer_makes_about_what_was_expected() -> None:
    rules = find_ruleset("stammtisch")
    player = find_player("heuristic")
    totals = []
    for seed in range(40):
        deal = play_deal(rules, [player] * 3, Random(seed), dealer=seed % 3, budget=Budget(nodes=8))
        if deal.score is not None and deal.score.declarer_total is not None:
            assert deal.declarer is not None
            melds = sum(meld.points for meld in deal.melds[deal.declarer] or ())
            totals.append(deal.score.declarer_total - melds)
    assert 130 < sum(totals) / len(totals) < 175
