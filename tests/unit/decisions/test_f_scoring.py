"""Section F: counting cards, testing the bid, losing it, rounding, lapsing melds."""

import pytest

from binokel.cards.card import RANKS, Card, card_of
from binokel.cards.deck import DECK_POINTS
from binokel.engine.phase import Phase
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import round_to_ten
from binokel.testing.builders import (
    deal_with,
    declared,
    play_to,
    points_of,
    rules_with,
    scored,
)

decision = pytest.mark.decision

TABLE = rules_with("stammtisch")
W = rules_with("wuerttemberg")
K = rules_with("kreuzbinokel")
P = rules_with("preisbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")


def scoring(rules: RuleSet, **keys: object) -> RuleSet:
    return rules_with(rules.id, scoring=keys)


@decision("card-values-000")
@pytest.mark.parametrize("name", names())
def test_the_cards_count_11_10_4_3_2_and_0(name: str) -> None:
    points = find_ruleset(name).card_points
    for suit in {card.suit for card in Card}:
        assert [points[card_of(suit, rank).index] for rank in RANKS] == [11, 10, 4, 3, 2, 0]


@decision("card-values-000")
def test_ace_ten_and_king_can_count_ten_each() -> None:
    tens = rules_with("stammtisch", deck={"points": "tens-only"})
    assert [tens.card_points[card_of(Card.HA.suit, rank).index] for rank in RANKS] == [
        10, 10, 10, 0, 0, 0,
    ]  # fmt: skip
    assert points_of(tens, tens.cards) == 240


@decision("total-240-250")
@pytest.mark.parametrize(
    ("rules", "total"), [(W, 250), (K, 250), (F3, 250), (F4, 250), (TABLE, 250), (P, 240)]
)
def test_all_cards_and_the_last_trick_are_250_in_preisbinokel_240(
    rules: RuleSet, total: int
) -> None:
    assert points_of(rules, rules.cards) == DECK_POINTS == 240
    assert scored(rules, "1:240", declarer=1, bid=total).made is True
    assert scored(rules, "1:240", declarer=1, bid=total + 10).made is False


@decision("last-trick-in-bid")
def test_the_ten_for_the_last_trick_count_towards_the_bid() -> None:
    assert scored(W, "1:100 0:140", bid=150).made is True
    assert scored(W, "0:140 1:100", bid=150).made is False
    assert scored(W, "1:100 0:140", bid=150).bonus == (10, 0, 0)


@decision("last-trick-in-bid")
def test_the_last_trick_can_have_any_value_or_the_first_one_instead() -> None:
    twenty = rules_with("wuerttemberg", play={"last_trick": 20})
    assert scored(twenty, "1:100 0:140", bid=160).scores == (160, 100, 0)
    first = rules_with("wuerttemberg", play={"last_trick": 0, "first_trick": 10})
    assert scored(first, "1:100 0:140", bid=140).scores == (140, 110, 0)


@decision("rounding-optional-000")
@pytest.mark.parametrize("rules", [W, K, F3, F4, TABLE])
def test_points_are_rounded_to_ten_from_five_up(rules: RuleSet) -> None:
    assert rules.scoring.rounding == "ten"
    score = scored(rules, "0:184 1:56", bid=150)
    assert score.scores[:2] == (180, 70)  # 184; 56 + 10 for the last trick
    assert scored(rules, "0:185 1:55", bid=150).scores[:2] == (190, 70)


@decision("rounding-optional-000")
def test_in_preisbinokel_points_are_counted_exactly() -> None:
    assert scored(P, "0:184 1:56", bid=150).scores == (184, 56, 0)
    assert scored(scoring(W, rounding="exact"), "0:184 1:56").scores == (184, 66, 0)


@decision("rounding-team")
def test_with_partners_the_sum_of_the_side_is_rounded() -> None:
    tricks = "0:85 2:84 1:35 3:36"  # the last trick makes 46 of 36
    assert scored(K, tricks, bid=150).scores == (170, 80)
    by_seat = scoring(K, rounding_scope="seat")
    assert scored(by_seat, tricks, bid=150).scores == (90 + 80, 40 + 50)


@decision("rounding-what")
def test_trick_points_with_last_trick_and_buried_cards_are_rounded_and_melds_added() -> None:
    score = scored(W, "1:100 0:120", [40, 20, 0], bid=150, buried_points=20)
    assert score.scores[0] == 40 + 150  # 120 + 20 + 10
    score = scored(W, "1:104 0:112", [40, 20, 0], bid=150, buried_points=24)
    assert score.scores[:2] == (40 + 150, 20 + 100)  # 112 + 24 + 10 = 146; 104


@decision("rounding-sum")
def test_rounded_accounts_need_not_add_up_to_250() -> None:
    score = scored(W, "0:85 1:85 2:70", bid=80)  # the last trick makes 80 of 70
    assert score.scores == (90, 90, 80)
    assert score.exact == (85, 85, 80)


@decision("rounding-negative")
def test_halves_go_away_from_zero_and_penalties_are_not_rounded() -> None:
    assert [round_to_ten(n) for n in (0, 4, 5, 14, 15, -4, -5, -14, -15)] == [
        0, 0, 10, 10, 20, 0, -10, -10, -20,
    ]  # fmt: skip
    assert scored(W, "1:240", bid=150).scores[0] == -300


@decision("success-rounded-002")
@pytest.mark.parametrize("rules", [W, K, F3, F4, TABLE])
def test_the_bid_is_tested_on_exact_points(rules: RuleSet) -> None:
    assert scored(rules, "0:149 1:91", bid=150).made is False
    assert scored(rules, "0:150 1:90", bid=150).made is True


@decision("success-rounded-002")
def test_the_bid_can_be_tested_on_rounded_points() -> None:
    rounded = scoring(W, bid_test="rounded")
    assert scored(rounded, "0:145 1:95", bid=150).made is True
    assert scored(rounded, "0:144 1:96", bid=150).made is False
    assert scored(rules_with("drecksau-online"), "0:145 1:95", bid=150).made is True


@decision("loss-double-or-plus100")
def test_a_lost_bid_costs_twice_its_value_once_in_preisbinokel() -> None:
    for rules in (W, K, F3, F4, TABLE):
        assert scored(rules, "1:240", bid=200).scores[0] == -400
    assert scored(P, "1:240", bid=200).scores[0] == -200


@decision("loss-double-or-plus100")
def test_a_lost_bid_can_cost_its_value_and_100() -> None:
    assert scored(scoring(W, lost="plus-100"), "1:240", bid=200).scores[0] == -300
    assert scored(scoring(W, lost="single"), "1:240", bid=200).scores[0] == -200


@decision("loser-trick-points")
@pytest.mark.parametrize("rules", [W, P, F3, TABLE])
def test_the_loser_keeps_neither_melds_nor_trick_points(rules: RuleSet) -> None:
    score = scored(rules, "0:100 1:140", [40, 0, 0], bid=200)
    assert [line.what for line in score.lines if line.side == 0] == ["bid_lost"]


@decision("loser-trick-points")
def test_the_loser_can_keep_his_trick_points() -> None:
    keeps = scoring(W, lost_keeps_tricks=True)
    assert scored(keeps, "1:140 0:94", [40, 0, 0], bid=200).scores[0] == -400 + 100


@decision("loser-trick-points", "discards-if-lost")
def test_a_loser_who_keeps_his_trick_points_does_not_keep_what_he_buried() -> None:
    keeps = scoring(W, lost_keeps_tricks=True)
    score = scored(keeps, "1:120 0:80", bid=300, buried_points=40)
    assert score.scores[0] == -600 + 90  # 80 and the last trick


@decision("loser-partner-melds")
def test_a_losing_side_has_one_account_and_the_partners_points_go_with_it() -> None:
    score = scored(K, "0:50 2:40 1:150", [40, 20, 100, 0], bid=300)
    assert score.scores == (-600, 20 + 160)
    assert scored(K, "0:50 2:40 1:150", [40, 20, 100, 0], bid=230).made is True


@decision("defenders-on-loss-000")
def test_on_a_lost_bid_the_others_score_melds_and_tricks() -> None:
    score = scored(W, "0:100 1:80 2:60", [0, 40, 20], bid=200)
    assert score.scores == (-400, 40 + 80, 20 + 70)
    assert scored(P, "0:100 1:80 2:60", [0, 40, 20], bid=200).scores == (-200, 120, 80)


@decision("loss-bonus-30")
def test_the_french_rules_add_30_for_a_lost_bid_the_german_ones_nothing() -> None:
    assert scored(F3, "0:100 1:80 2:60", [0, 40, 20], bid=200).scores == (-400, 150, 120)
    assert scored(F3, "0:200 1:20 2:20", bid=200).scores == (200, 20, 30)
    for rules in (W, K, P, TABLE):
        assert rules.scoring.lost_bonus == 0


@decision("loss-bonus-30", "half-bid")
def test_the_bonus_can_be_fixed_or_half_the_bid() -> None:
    tricks, melds = "0:100 1:80 2:60", [0, 40, 20]
    assert scored(scoring(W, lost_bonus=50), tricks, melds, bid=310).scores[1] == 170
    assert scored(scoring(W, lost_bonus="half-up"), tricks, melds, bid=310).scores[1] == 280
    assert scored(scoring(W, lost_bonus="half-down"), tricks, melds, bid=310).scores[1] == 270
    assert scored(rules_with("heroldstatt"), tricks, melds, bid=310).scores[1] == 280


@decision("loss-bonus-instead")
def test_the_30_come_on_top_of_melds_and_tricks_or_in_place_of_the_tricks() -> None:
    instead = scoring(F3, lost_others_tricks=False)
    tricks, melds = "0:100 1:80 2:60", [0, 40, 20]
    assert scored(F3, tricks, melds, bid=200).scores[1:] == (40 + 80 + 30, 20 + 70 + 30)
    assert scored(instead, tricks, melds, bid=200).scores[1:] == (40 + 30, 20 + 30)


@decision("loss-bonus-scope")
def test_the_30_go_to_each_side_or_to_each_player() -> None:
    tricks = "1:120 3:120"
    assert scored(F4, tricks, bid=200).scores == (-400, 250 + 30)
    assert scored(scoring(F4, lost_bonus_scope="seat"), tricks, bid=200).scores[1] == 250 + 60
    assert scored(F3, "1:120 2:120", bid=200).scores[1:] == (150, 130 + 30)


@decision("meld-trick-002")
@pytest.mark.parametrize("rules", [W, P, F3, TABLE])
def test_without_a_trick_melds_do_not_count(rules: RuleSet) -> None:
    score = scored(rules, "0:180 1:60", [0, 40, 100], bid=150)
    assert score.scores[2] == 0
    assert score.scores[1] >= 100
    assert any(line.what == "melds_lapsed" for line in score.lines)


@decision("meld-trick-002")
def test_melds_can_count_without_a_trick() -> None:
    free = scoring(W, meld_trick="none")
    assert scored(free, "0:180 1:60", [0, 40, 100], bid=150).scores[2] == 100


@decision("meld-trick-team")
def test_one_trick_of_either_partner_is_enough() -> None:
    melds = [0, 40, 0, 100]
    assert scored(K, "0:140 1:100", melds, bid=140).scores == (140, 140 + 110)
    by_seat = scoring(K, meld_trick="seat")
    assert scored(by_seat, "0:140 1:100", melds, bid=140).scores == (140, 40 + 110)


@decision("meld-trick-zero")
def test_a_trick_without_points_keeps_the_melds() -> None:
    assert scored(F3, "2:0 0:240", [0, 0, 100], bid=150).scores[2] == 100


@decision("declarer-no-trick")
def test_a_declarer_without_a_trick_has_no_melds_in_the_test_either() -> None:
    assert scored(W, "1:220", [300, 0, 0], bid=150, buried_points=20).made is False
    made = scored(W, "1:200", [300, 0, 0], bid=40, buried_points=40)
    assert (made.made, made.scores[0]) == (True, 40)


@decision("declarer-scores-actual")
def test_the_declarer_scores_what_he_has_made_not_only_his_bid() -> None:
    for rules in (W, F3, TABLE):
        assert scored(rules, "1:40 0:200", [100, 0, 0], bid=150).scores[0] == 310
    assert scored(P, "1:40 0:200", [100, 0, 0], bid=150).scores[0] == 300


@decision("claim")
def test_the_play_goes_on_to_the_last_card() -> None:
    for rules in (W, P, F3):
        state = play_to(declared(deal_with(rules), 0, 150))
        assert len(state.tricks) == rules.deal.hand


@decision("tip-60")
def test_190_against_60_of_the_defenders_make_a_bid_of_150() -> None:
    assert scored(F3, "1:60 0:180", bid=150).made is True


@decision("tip-keep-binokel")
def test_capturing_ober_and_unter_of_the_binokel_brings_their_card_points_only() -> None:
    assert points_of(F3, "SO BU") == 5
    over = play_to(declared(deal_with(F3, "SO SO BU BU"), 0, 150))
    assert over.score is not None
    assert {line.what for line in over.score.lines} <= {
        "bid_lost", "buried", "card_points", "last_trick", "lost_bonus", "rounding",
    }  # fmt: skip


@decision("bid-test-side")
def test_the_bid_is_tested_on_all_points_of_the_declarers_side() -> None:
    score = scored(K, "0:60 2:50 1:90 2:20", [40, 0, 60, 20], bid=250, buried_points=20)
    # melds 100, tricks 130, buried 20, last trick 10
    assert score.declarer_total == 260
    assert score.scores == (260, 20 + 90)


@decision("bid-test-side")
def test_a_lapsed_meld_does_not_enter_the_test() -> None:
    by_seat = scoring(K, meld_trick="seat")
    assert scored(by_seat, "0:120 1:120", [0, 0, 60, 0], bid=130).declarer_total == 120


@decision("hopeless-bid")
def test_a_bid_out_of_reach_is_lost_at_once_where_the_set_says_so() -> None:
    hopeless = rules_with("heroldstatt")
    state = declared(deal_with(hopeless), 0, 300)
    assert state.phase is Phase.OVER  # 240 + 10 and no melds
    assert state.score is not None
    assert state.score.scores == (-600, 150, 150)
    assert declared(deal_with(hopeless), 0, 250).phase is Phase.PLAY
    assert declared(deal_with(TABLE), 0, 300).phase is Phase.PLAY


@decision("hopeless-bid")
def test_the_others_get_melds_without_a_trick_and_the_bonus_for_a_lost_bid() -> None:
    hopeless = rules_with("heroldstatt")
    score = scored(hopeless, melds=[40, 100, 0], bid=300, unreachable=True)
    assert score.scores == (-600, 100 + 150, 150)


@decision("hopeless-bid")
def test_buried_points_that_do_not_count_are_out_of_reach_too() -> None:
    keys = {"unreachable_lost": True, "buried_count": False}
    rules = scoring(TABLE, **keys)
    state = deal_with(rules, "HA HA", dabb="SA SA SZ SZ")
    assert declared(state, 0, 210).phase is Phase.OVER  # 250 - 42
    assert declared(state, 0, 200).phase is Phase.PLAY
