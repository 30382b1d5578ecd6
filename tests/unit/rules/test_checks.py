"""Impossible combinations are refused by key path; what merely lies idle is not."""

from typing import Any

import pytest

from binokel.errors import RuleSetError
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.checks import find_problems
from binokel.rules.loader import load_ruleset

Change = dict[str, Any]


def paths(base: str, change: Change) -> list[str]:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset({"extends": base, **change})
    return [problem["path"] for problem in caught.value.details["problems"]]


def test_no_shipped_set_has_a_problem() -> None:
    assert {name: find_problems(find_ruleset(name)) for name in names()} == {
        name: [] for name in names()
    }


REFUSED: list[tuple[str, str, Change, str]] = [
    (
        "seats times hand and the Dabb must be the deck",
        "stammtisch",
        {"deal": {"hand": 11, "pattern": ["P4", "D2", "P4", "D2", "P3"]}},
        "deal.hand",
    ),
    ("sevens need longer hands", "stammtisch", {"deck": {"sevens": True}}, "deal.hand"),
    (
        "packets of the players must add up to a hand",
        "stammtisch",
        {"deal": {"pattern": ["P4", "D4", "P4"]}},
        "deal.pattern",
    ),
    (
        "packets of the Dabb must add up to the Dabb",
        "stammtisch",
        {"deal": {"pattern": ["P4", "D3", "P8"]}},
        "deal.pattern",
    ),
    (
        "the first packet is not the Dabb's",
        "stammtisch",
        {"deal": {"pattern": ["D2", "P4", "D2", "P8"]}},
        "deal.pattern",
    ),
    (
        "the last packet is not the Dabb's",
        "stammtisch",
        {"deal": {"pattern": ["P4", "D2", "P8", "D2"]}},
        "deal.pattern",
    ),
    ("a deal has packets", "stammtisch", {"deal": {"pattern": []}}, "deal.pattern"),
    (
        "when cutting one card at least is lifted",
        "stammtisch",
        {"deal": {"cut_rest": 40}},
        "deal.cut_rest",
    ),
    ("kreuz needs four seats", "stammtisch", {"bidding": {"form": "kreuz"}}, "bidding.form"),
    (
        "kreuz needs two sides",
        "kreuzbinokel",
        {"table": {"sides": "single"}},
        "bidding.form",
    ),
    ("opposite needs four seats", "stammtisch", {"table": {"sides": "opposite"}}, "table.sides"),
    (
        "alternate needs an even number of seats",
        "drecksau-online-5-40",
        {"table": {"sides": "alternate"}},
        "table.sides",
    ),
    (
        "alternate needs more than two seats",
        "zu-zweit-reizen",
        {"table": {"sides": "alternate"}},
        "table.sides",
    ),
    (
        "a stock excludes a Dabb",
        "zu-zweit",
        {"deal": {"dabb": 4, "stock": 20, "pattern": ["P4", "D4", "P4", "P4"]}},
        "deal.stock",
    ),
    (
        "a stock needs two seats",
        "zu-zweit",
        {"table": {"seats": 3}, "deal": {"stock": 12}},
        "deal.stock",
    ),
    (
        "without an auction only a stock's turned-up card fixes trump",
        "preisbinokel",
        {"bidding": {"form": "none"}},
        "bidding.form",
    ),
    ("Rufen needs a Dabb", "preisbinokel", {"dabb": {"call": "on"}}, "dabb.call"),
    ("Rufen needs no stock", "zu-zweit", {"dabb": {"call": "on"}}, "dabb.call"),
    ("Abgehen needs no stock", "zu-zweit", {"dabb": {"concede": "until-meld"}}, "dabb.concede"),
    ("Durch needs no stock", "zu-zweit", {"contracts": {"durch": 1000}}, "contracts.durch"),
    (
        "open Durch needs no stock",
        "zu-zweit",
        {"contracts": {"durch_open": 1500}},
        "contracts.durch_open",
    ),
    ("Bettel needs no stock", "zu-zweit", {"contracts": {"bettel": 1000}}, "contracts.bettel"),
    (
        "a stock has no Rundgang of its own",
        "zu-zweit",
        {"melds": {"rundgang": "always"}},
        "melds.rundgang",
    ),
    (
        "Rufen only for a Durch needs a Durch",
        "heroldstatt",
        {"dabb": {"call": "durch"}},
        "dabb.call",
    ),
    (
        "the bid after Rufen is on the step",
        "stammtisch",
        {"dabb": {"call": "on", "call_bid": 405}},
        "dabb.call_bid",
    ),
    ("40 cards have no Dix", "stammtisch", {"melds": {"dix": 10}}, "melds.dix"),
    (
        "40 cards have no eight sevens",
        "stammtisch",
        {"melds": {"eight_ranks": "AKOU7"}},
        "melds.eight_ranks",
    ),
    (
        "40 cards have no four sevens",
        "stammtisch",
        {"melds": {"fours": {"7": 10}}},
        "melds.fours.7",
    ),
    ("a match has a target or deals", "stammtisch", {"match": {"target": None}}, "match.target"),
    ("a match has deals or a target", "preisbinokel", {"match": {"deals": "off"}}, "match.deals"),
    ("not both target and deals", "stammtisch", {"match": {"deals": 9}}, "match.deals"),
    ("not both deals and target", "preisbinokel", {"match": {"target": 1000}}, "match.target"),
    (
        "not both, said at once",
        "stammtisch",
        {"match": {"ends": "deals", "deals": 9, "target": 1000}},
        "match.target",
    ),
    ("rounds are equal", "preisbinokel", {"match": {"deals": 28}}, "match.rounds"),
    ("rounds need deals", "stammtisch", {"match": {"rounds": 3}}, "match.rounds"),
    (
        "an own won bid needs a target",
        "preisbinokel",
        {"match": {"only_by_won_bid": True}},
        "match.only_by_won_bid",
    ),
    (
        "an own won bid needs an auction",
        "zu-zweit",
        {"match": {"only_by_won_bid": True}},
        "match.only_by_won_bid",
    ),
    ("the minimum is on the step", "stammtisch", {"bidding": {"minimum": 155}}, "bidding.minimum"),
    (
        "the forced value is on the step",
        "stammtisch",
        {"bidding": {"forced_value": 155}},
        "bidding.forced_value",
    ),
    (
        "a step of twenty leaves 150 off",
        "stammtisch",
        {"bidding": {"step": 20}},
        "bidding.minimum",
    ),
    (
        "who is forced is forced at a value",
        "wuerttemberg",
        {"bidding": {"nobody": "dealer"}},
        "bidding.forced_value",
    ),
    (
        "the maximum is not below the minimum",
        "stammtisch",
        {"bidding": {"maximum": 100}},
        "bidding.maximum",
    ),
    (
        "the maximum is on the step",
        "stammtisch",
        {"bidding": {"maximum": 155}},
        "bidding.maximum",
    ),
    (
        "silent holding needs a duel",
        "souabe-3",
        {"bidding": {"opener": "holds"}},
        "bidding.opener",
    ),
]


@pytest.mark.parametrize(
    ("base", "change", "path"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_what_cannot_be_played_is_refused(base: str, change: Change, path: str) -> None:
    assert path in paths(base, change)


ALLOWED: list[tuple[str, str, Change]] = [
    ("card points tens-only", "stammtisch", {"deck": {"points": "tens-only"}}),
    ("clockwise", "stammtisch", {"table": {"direction": "clockwise"}}),
    ("five seats", "drecksau-online-5-48", {}),
    ("four seats each for himself", "dabb-online-4", {"table": {"sides": "single"}}),
    ("six seats each for himself", "sechser", {"table": {"sides": "single"}}),
    ("first dealer seat 0", "stammtisch", {"deal": {"first_dealer": "seat-0"}}),
    ("39 cards stay when cutting", "stammtisch", {"deal": {"cut_rest": 39}}),
    ("four seats in order", "kreuzbinokel", {"bidding": {"form": "duel-in-order"}}),
    ("opener must bid", "stammtisch", {"bidding": {"opener": "must-bid"}}),
    ("opener holds", "stammtisch", {"bidding": {"opener": "holds"}}),
    ("opener holds crosswise", "kreuzbinokel", {"bidding": {"opener": "holds"}}),
    (
        "a step that the usual maximum is off",
        "wuerttemberg",
        {"bidding": {"step": 7, "minimum": 7}},
    ),
    ("no jumps", "stammtisch", {"bidding": {"jumps": False}}),
    ("two passes end it", "souabe-4", {"bidding": {"in_turn_end": "two-passes"}}),
    ("the next dealer deals", "stammtisch", {"bidding": {"nobody": "next-dealer"}}),
    (
        "the dealer is forced at any value",
        "wuerttemberg",
        {"bidding": {"nobody": "dealer", "forced_value": 200}},
    ),
    (
        "forced below the minimum",
        "stammtisch",
        {"bidding": {"forced_value": 100}},
    ),
    ("Dabb taken unseen", "stammtisch", {"dabb": {"shown": False}}),
    ("trump before burying", "stammtisch", {"dabb": {"trump_named": "before"}}),
    ("Rufen", "stammtisch", {"dabb": {"call": "on"}}),
    ("Rufen to another value", "stammtisch", {"dabb": {"call": "on", "call_bid": 500}}),
    ("Rufen for a Durch", "stammtisch", {"dabb": {"call": "durch", "call_bid": 500}}),
    ("Abgehen before burying", "stammtisch", {"dabb": {"concede": "after-dabb"}}),
    ("Abgehen without a Dabb", "preisbinokel", {"dabb": {"concede": "until-meld"}}),
    ("Abgehen costs twice the bid", "stammtisch", {"dabb": {"concede_cost": 2}}),
    ("half the bid down", "stammtisch", {"dabb": {"concede_others": "half-down"}}),
    ("four tens 100", "stammtisch", {"melds": {"fours": {"Z": 100}}}),
    ("four sevens 0 in 40 cards", "stammtisch", {"melds": {"fours": {"7": 0}}}),
    (
        "eight sevens idle without eights",
        "stammtisch",
        {"melds": {"eight": None, "eight_ranks": "7"}},
    ),
    ("Rundgang 250", "stammtisch", {"melds": {"rundgang": "always"}}),
    ("Rundgang 200", "stammtisch", {"melds": {"rundgang": "literal-200"}}),
    ("Dix 0", "wuerttemberg-48", {"melds": {"dix": 0}}),
    ("no Dix", "wuerttemberg-48", {"melds": {"dix": None}}),
    ("no duties", "stammtisch", {"play": {"must_beat": False, "must_trump": False}}),
    ("no over-trumping alone", "stammtisch", {"play": {"must_over_trump": False}}),
    ("first trick instead of last", "stammtisch", {"play": {"last_trick": 0, "first_trick": 10}}),
    ("rounding per seat", "kreuzbinokel", {"scoring": {"rounding_scope": "seat"}}),
    ("last deal exact", "stammtisch", {"match": {"last_exact": True}}),
    ("half the bid as bonus", "stammtisch", {"scoring": {"lost_bonus": "half-down"}}),
    ("only Bettel", "heroldstatt", {"contracts": {"bettel": 500}}),
    ("only the open Durch", "stammtisch", {"contracts": {"durch": 0, "durch_hand": 0}}),
    (
        "Durch with the first card's suit",
        "stammtisch",
        {"contracts": {"durch_trump": "first-card"}},
    ),
    ("partner exemption without partners", "stammtisch", {"play": {"partner_exempt": True}}),
    ("burying rules without a Dabb", "preisbinokel", {"dabb": {"bury_dix": True}}),
    ("open from the hand without a Dabb", "ohmden", {"contracts": {"durch_hand": 2000}}),
    ("strict play", "stammtisch", {"penalties": {"strict": True}}),
    (
        "another hand size for two",
        "zu-zweit",
        {"deal": {"hand": 15, "stock": 18, "pattern": ["P5", "P5", "P5"]}},
    ),
    (
        "40 cards for two",
        "zu-zweit",
        {"deck": {"sevens": False}, "deal": {"stock": 16}, "melds": {"dix": "off"}},
    ),
    ("trump by auction for two", "zu-zweit", {"bidding": {"form": "duel"}}),
    (
        "14 and 6 of 48 for three",
        "wuerttemberg-48",
        {"deal": {"hand": 14, "dabb": 6, "pattern": ["P5", "D3", "P5", "D3", "P4"]}},
    ),
    (
        "10 and nothing of 40 for four",
        "kreuzbinokel",
        {"deal": {"hand": 10, "dabb": 0, "pattern": ["P5", "P5"]}, "dabb": {"concede": "off"}},
    ),
    ("one more deal in a tie", "stammtisch", {"match": {"tie": "extra-deal"}}),
    ("target to deals", "stammtisch", {"match": {"ends": "deals", "deals": 12}}),
]


@pytest.mark.parametrize(
    ("base", "change"), [row[1:] for row in ALLOWED], ids=[row[0] for row in ALLOWED]
)
def test_what_the_schema_must_have_is_allowed(base: str, change: Change) -> None:
    rules = load_ruleset({"extends": base, **change})
    assert find_problems(rules) == []


def test_all_combinations_that_do_not_fit_are_told_at_once() -> None:
    change = {"table": {"seats": 4}, "melds": {"dix": 10}, "match": {"deals": 9}}
    assert paths("stammtisch", change) == ["deal.hand", "melds.dix", "match.deals"]


@pytest.mark.parametrize(
    ("base", "change", "remedies"),
    [
        ("stammtisch", {"deals": 12}, ('say ends = "deals"', 'or deals = "off"')),
        ("preisbinokel", {"target": 1000}, ('say ends = "target"', 'or target = "off"')),
    ],
)
def test_two_ends_are_refused_with_both_remedies(
    base: str, change: Change, remedies: tuple[str, ...]
) -> None:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset({"extends": base, "match": change})
    assert all(remedy in caught.value.message for remedy in remedies)


def test_a_wrong_sum_is_explained_with_its_numbers() -> None:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset({"extends": "stammtisch", "table": {"seats": 4}})
    assert str(caught.value) == (
        "deal.hand: 4 seats x 12 + 4 in the Dabb are 52 cards, the deck has 40"
    )


@pytest.mark.parametrize("mode", ["fixed", "additive", "always", "literal-200"])
def test_with_a_stock_a_rundgang_is_only_the_sum(mode: str) -> None:
    with pytest.raises(RuleSetError, match="not possible with a stock") as caught:
        load_ruleset({"extends": "zu-zweit", "melds": {"rundgang": mode}})
    assert caught.value.path == "melds.rundgang"
