"""Section D: what melds count, which cards they share, how they are declared."""

import pytest

from binokel.cards.card import SUITS, Card
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import Concede, DeclareMelds, ExchangeDix, NameTrump, TakeDabb
from binokel.engine.choices import Melds, Trumps
from binokel.engine.phase import Phase
from binokel.errors import Reason
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.melds.check import meld_fault
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    all_meld,
    buried,
    deal_with,
    declared,
    do,
    meld_kinds,
    melded,
    melds_of,
    play_to,
    rules_with,
    suit_of,
    won_by,
)

decision = pytest.mark.decision

TABLE = rules_with("stammtisch")
W = rules_with("wuerttemberg")
W48 = rules_with("wuerttemberg-48")
K = rules_with("kreuzbinokel")
P = rules_with("preisbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")

FAMILY = "HA HZ HK HO HU"
DOUBLE = f"{FAMILY} {FAMILY}"
PAIRS = "EK EO SK SO BK BO"  # of the three suits besides Herz
RUNDGANG = f"HK HO {PAIRS}"


def fault(set_name: str, hand: str, melds: str, trump: str = "H") -> Reason | None:
    rules = find_ruleset(set_name)
    found = meld_fault(
        rules, pack(parse_cards(hand)), suit_of(trump), melds_of(rules, melds, trump)
    )
    return found.reason if found else None


@decision("pair-in-family")
@pytest.mark.parametrize("rules", [TABLE, W, W48, K, P])
def test_the_pair_in_a_family_does_not_count_beside_it(rules: RuleSet) -> None:
    assert melded(rules, FAMILY, "H") == 150
    assert melded(rules, FAMILY, "E") == 100


@decision("pair-in-family")
def test_in_the_french_rules_the_pair_in_a_family_counts_too() -> None:
    assert melded(F3, FAMILY, "H") == 150 + 40
    assert melded(F4, FAMILY, "E") == 100 + 20


@decision("pair-in-family")
def test_any_set_can_let_the_pair_in_a_family_count() -> None:
    assert melded(rules_with("stammtisch", melds={"pair_in_family": True}), FAMILY, "H") == 190


@decision("pair-in-family")
def test_a_family_and_its_pair_cannot_be_declared_together_where_they_share_no_cards() -> None:
    assert fault("stammtisch", FAMILY, "family H, pair H") is Reason.MELD_SHARED
    assert fault("souabe-3", FAMILY, "family H, pair H") is None


@decision("tip-240")
def test_family_four_aces_and_binokel_are_240_and_with_the_pair_in_the_family_260() -> None:
    hand = f"{FAMILY} EA SA BA SO BU"
    assert melded(W, hand, "E") == 100 + 100 + 40
    assert melded(F3, hand, "E") == 100 + 20 + 100 + 40


@decision("second-pair")
def test_a_second_king_and_a_second_ober_are_a_pair_beside_the_family() -> None:
    hand = f"{FAMILY} HK HO"
    assert melded(W, hand, "H") == 150 + 40
    assert melded(P, hand, "E") == 100 + 20
    assert melded(F3, hand, "H") == 150 + 40 + 40


@decision("second-pair")
def test_a_single_king_or_ober_makes_no_pair_with_cards_of_the_family() -> None:
    assert melded(W, f"{FAMILY} HK", "H") == 150
    assert melded(W, f"{FAMILY} HO", "H") == 150
    assert melded(F3, f"{FAMILY} HK", "H") == 190


@decision("pair-in-double-family")
def test_a_double_family_holds_no_pairs() -> None:
    assert melded(W, DOUBLE, "H") == melded(W, DOUBLE, "E") == 1500
    assert melded(P, DOUBLE, "H") == 1500


@decision("pair-in-double-family", "french-meld-list")
def test_in_the_french_rules_a_double_family_is_two_families_and_two_pairs() -> None:
    assert melded(F3, DOUBLE, "H") == 2 * 150 + 2 * 40
    assert melded(F3, DOUBLE, "E") == 2 * 100 + 2 * 20


@decision("double-family-side")
def test_a_double_family_counts_1500_in_any_suit_but_1000_beside_trump_in_preisbinokel() -> None:
    assert melded(K, DOUBLE, "E") == 1500
    assert melded(P, DOUBLE, "E") == 1000
    assert melded(P, DOUBLE, "H") == 1500


@decision("double-family-side")
def test_a_double_family_can_count_as_two_families_or_1000() -> None:
    assert melded(rules_with("dabb-online"), DOUBLE, "H") == 300
    assert melded(rules_with("dabb-online"), DOUBLE, "E") == 200
    assert melded(rules_with("heroldstatt"), DOUBLE, "H") == 1000


@decision("eights-tens-sevens")
def test_eight_tens_and_eight_sevens_count_where_the_set_says_so() -> None:
    tens, sevens = "EZ EZ SZ SZ HZ HZ BZ BZ", "E7 E7 S7 S7 H7 H7 B7 B7"
    assert melded(W, tens) == melded(P, tens) == 0
    assert melded(W48, sevens) == 0
    assert melded(P, sevens) == 1000
    assert melded(P, sevens, "H") == 1000 + 2 * 10
    assert melded(rules_with("heroldstatt"), tens) == 1000
    assert melded(rules_with("palast-3-48"), f"{tens} {sevens}") == 2000
    assert melded(rules_with("ennahofen"), tens) == 0


@decision("eights-tens-sevens")
@pytest.mark.parametrize("letter", "AKOU")
def test_eight_of_the_other_ranks_count_1000(letter: str) -> None:
    eight = " ".join(f"{suit}{letter} {suit}{letter}" for suit in "ESHB")
    assert melded(W, eight) == melded(K, eight) == melded(P, eight) == 1000


@decision("french-meld-list")
def test_in_the_french_rules_eight_kings_are_two_fours() -> None:
    kings = "EK EK SK SK HK HK BK BK"
    assert melded(F3, kings) == 160
    assert meld_kinds(F3, kings) == "four four"
    assert melded(rules_with("dabb-online"), kings) == 160


@decision("eight-replaces-quads")
def test_eight_of_a_rank_replace_the_two_fours() -> None:
    aces = "EA EA SA SA HA HA BA BA"
    assert melded(W, aces) == 1000
    assert meld_kinds(W, aces) == "eight"
    assert fault("wuerttemberg", aces, "eight A, four A") is Reason.MELD_SHARED
    assert fault("wuerttemberg", aces, "four A, four A") is None


@decision("double-binokel-replaces")
def test_a_double_binokel_replaces_the_two_single_ones() -> None:
    assert melded(W, "SO SO BU BU") == 300
    assert meld_kinds(F3, "SO SO BU BU") == "double_binokel"
    assert melded(W, "SO SO BU") == melded(W, "SO BU BU") == 40
    assert melded(W, "SO SO") == 0


@decision("four-tens")
@pytest.mark.parametrize("name", names())
def test_four_tens_and_four_sevens_count_nothing_in_any_shipped_set(name: str) -> None:
    rules = find_ruleset(name)
    assert melded(rules, "EZ SZ HZ BZ") == 0
    assert not rules.deck.sevens or melded(rules, "E7 S7 H7 B7") == 0


@decision("four-tens")
def test_each_four_has_its_value_and_four_tens_can_have_one() -> None:
    fours = {letter: f"E{letter} S{letter} H{letter} B{letter}" for letter in "AZKOU"}
    assert [melded(W, fours[letter]) for letter in "AKOU"] == [100, 80, 60, 40]
    assert melded(rules_with("stammtisch", melds={"fours": {"Z": 100}}), fours["Z"]) == 100
    assert melded(W, "EA EA SA HA") == 0


@decision("two-diss")
def test_each_seven_of_trumps_counts_10() -> None:
    assert melded(W48, "E7", "E") == 10
    assert melded(W48, "E7 E7", "E") == 20
    assert melded(F3, "E7 E7 S7", "E") == 20
    assert melded(W48, "E7 E7", None) == 0


@decision("diss-played")
def test_a_dix_counts_when_melded_and_nothing_when_played() -> None:
    assert melded(F3, "H7", "H") == 10
    assert F3.card_points[Card.H7.index] == 0
    assert melded(rules_with("souabe-3", melds={"dix": 0}), "H7", "H") == 0


@decision("diss-exchange")
def test_a_card_is_turned_up_and_exchanged_only_in_the_set_for_two() -> None:
    assert [name for name in names() if find_ruleset(name).turned_up] == ["zu-zweit"]
    state = declared(deal_with(F3, "E7"), 0, 150)
    fault = state.why_illegal(ExchangeDix())
    assert fault is not None
    assert fault.reason is Reason.WRONG_PHASE


@decision("diss-shows-trump")
def test_any_suit_may_be_named_trump_also_one_not_held() -> None:
    hand = "EA EA EZ EZ EK EK EO EO EU EU E7 E7 SA SA SZ"
    state = buried(do(won_by(deal_with(F3, hand, dabb="SZ SK SK"), 0, 150), TakeDabb()))
    assert not state.hand(0).of_suit(SUITS[2])
    choice = state.choices()[0]
    assert isinstance(choice, Trumps)
    assert choice.suits == SUITS
    assert state.apply(NameTrump(SUITS[2])).trump is SUITS[2]


@decision("rundgang-200-side-family")
def test_a_rundgang_counts_its_sum_beside_families() -> None:
    assert melded(W, RUNDGANG, "H") == 240
    assert melded(W, f"{FAMILY} {PAIRS}", "H") == 150 + 200
    assert melded(W, f"{FAMILY} {PAIRS}", "E") == 100 + 220
    assert melded(W, f"{FAMILY} {PAIRS} EA EZ EU", "H") == 150 + 100 + 180


@decision("rundgang-200-side-family")
def test_taken_literally_a_rundgang_counts_200_beside_any_family() -> None:
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200"})
    assert melded(literal, RUNDGANG, "H") == 240
    assert melded(literal, f"{FAMILY} {PAIRS}", "H") == 150 + 200
    assert melded(literal, f"{FAMILY} {PAIRS}", "E") == 100 + 200
    assert melded(literal, f"{FAMILY} {PAIRS} EA EZ EU", "H") == 150 + 100 + 200


@decision("rundgang-spare-pair")
@pytest.mark.parametrize("mode", ["sum", "literal-200"])
def test_a_second_pair_in_the_suit_of_the_family_keeps_the_rundgang_at_240(mode: str) -> None:
    rules = rules_with("wuerttemberg", melds={"rundgang": mode})
    assert melded(rules, f"{FAMILY} HK HO {PAIRS}", "H") == 150 + 240
    assert melded(rules, f"{FAMILY} HK HO {PAIRS}", "E") == 100 + 240


@decision("rundgang-250-variant")
def test_in_another_version_a_rundgang_always_counts_250() -> None:
    always = rules_with("wuerttemberg", melds={"rundgang": "always", "rundgang_points": 250})
    assert melded(always, RUNDGANG, "H") == 250
    assert melded(always, f"{FAMILY} {PAIRS}", "H") == 150 + 250
    assert melded(always, f"{FAMILY} {PAIRS}", "E") == 100 + 250
    assert rules_with("wuerttemberg").melds.rundgang == "sum"


@decision("rundgang-250-replaces")
def test_the_250_replace_fours_and_pairs_unless_eight_kings_bring_more() -> None:
    always = rules_with("wuerttemberg", melds={"rundgang": "always", "rundgang_points": 250})
    assert meld_kinds(always, RUNDGANG, "H") == "rundgang"
    assert melded(always, f"{RUNDGANG} EK SK HK BK", "H") == 1000 + 60 + 40 + 3 * 20
    assert melded(always, f"{DOUBLE} {PAIRS}", "H") == 1500 + 250


@decision("preis-rundgang-includes")
def test_in_preisbinokel_the_240_of_the_rundgang_include_fours_and_pairs() -> None:
    assert melded(P, RUNDGANG, "H") == melded(P, RUNDGANG) == 240
    assert meld_kinds(P, RUNDGANG, "H") == "rundgang"
    assert fault("preisbinokel", RUNDGANG, "rundgang, four K") is Reason.MELD_SHARED
    assert fault("preisbinokel", RUNDGANG, "rundgang, pair E") is Reason.MELD_SHARED


@decision("preis-rundgang-side-family")
def test_in_preisbinokel_a_side_family_and_a_rundgang_are_320() -> None:
    assert melded(P, f"{FAMILY} {PAIRS}", "E") == 100 + 220
    assert melded(P, f"{FAMILY} {PAIRS}", "H") == 150 + 240


@decision("preis-rundgang-side-family", "rundgang-modes")
@pytest.mark.parametrize(
    ("pair", "trump_family", "side_family", "double"),
    [
        ("none", 350, 320, 1700),
        ("trump", 390, 320, 1740),
        ("trump-single", 390, 320, 1700),
        ("any", 390, 340, 1740),
    ],
)
def test_a_fixed_rundgang_shares_its_pair_with_the_families_that_the_set_names(
    pair: str, trump_family: int, side_family: int, double: int
) -> None:
    rules = rules_with("preisbinokel", melds={"rundgang_family_pair": pair})
    assert melded(rules, f"{FAMILY} {PAIRS}", "H") == trump_family
    assert melded(rules, f"{FAMILY} {PAIRS}", "E") == side_family
    assert melded(rules, f"{DOUBLE} {PAIRS}", "H") == double


@decision("preis-rundgang-double-family")
def test_in_preisbinokel_a_double_family_of_trumps_and_a_rundgang_are_1740() -> None:
    assert melded(P, f"{DOUBLE} {PAIRS}", "H") == 1500 + 240
    assert melded(W, f"{DOUBLE} {PAIRS}", "H") == 1500 + 200


@decision("preis-family-pair")
def test_in_preisbinokel_a_family_without_a_rundgang_excludes_its_pair() -> None:
    assert melded(P, FAMILY, "H") == 150
    assert melded(P, f"{FAMILY} SK SO", "H") == 150 + 20
    assert fault("preisbinokel", FAMILY, "family H, pair H") is Reason.MELD_SHARED


@decision("meld-voluntary")
def test_the_best_set_is_offered_and_less_may_be_declared() -> None:
    state = won_by(deal_with(TABLE, f"{FAMILY} SO BU"), 0, 150)
    state = do(buried(state.apply(TakeDabb())), NameTrump(SUITS[2]))
    choice = state.choices()[0]
    assert isinstance(choice, Melds)
    assert choice.may_declare_less
    for part in ("family H, binokel", "binokel", "family H", "pair H", ""):
        assert state.is_legal(DeclareMelds(melds_of(TABLE, part, "H"))), part


@decision("meld-voluntary")
def test_the_bid_is_tested_on_what_was_declared() -> None:
    deal = deal_with(TABLE, "EA EA SA SA HA HA BA BA EZ EZ SZ SZ")
    silent = play_to(declared(deal, 0, 260))
    loud = play_to(declared(deal, 0, 260, melds="best"))
    assert silent.score is not None
    assert loud.score is not None
    assert silent.score.made is False  # all the cards and the last trick are 250
    assert loud.score.made is True
    assert silent.score.scores[0] == -520


@decision("meld-order")
def test_the_declarer_melds_first_then_the_others_in_turn() -> None:
    state = won_by(deal_with(K), 2, 150)
    state = do(buried(state.apply(TakeDabb())), NameTrump(SUITS[0]))
    order = []
    while state.phase is Phase.MELD:
        order.append(state.to_act)
        state = state.apply(DeclareMelds())
    assert order == [2, 3, 0, 1]


@decision("meld-wrong")
@pytest.mark.parametrize("strict", [False, True])
def test_cards_not_held_cannot_be_melded_in_strict_play_neither(strict: bool) -> None:
    rules = rules_with("stammtisch", penalties={"strict": strict})
    state = won_by(deal_with(rules, FAMILY), 0, 150)
    state = do(buried(state.apply(TakeDabb())), NameTrump(SUITS[2]))
    refused = state.why_illegal(DeclareMelds(melds_of(rules, "family B", "H")))
    assert refused is not None
    assert refused.reason is Reason.MELD_NOT_HELD


@decision("meld-wrong")
def test_a_meld_with_wrong_points_is_unknown() -> None:
    melds = melds_of(W48, "family H", "H")  # 150, but Eichel is trump
    found = meld_fault(W48, pack(parse_cards(FAMILY)), suit_of("E"), melds)
    assert found is not None
    assert found.reason is Reason.MELD_UNKNOWN


@decision("meld-shown")
def test_melded_cards_are_seen_by_all_and_go_back_into_the_hand() -> None:
    before = deal_with(TABLE, f"| {FAMILY} SO BU")
    state = all_meld(declared(before, 0, 150, trump="H", melds="best"))
    assert state.hand(1) == before.hand(1)
    for seat in (0, 2, None):
        shown = state.observe(seat).melds[1]
        assert shown is not None
        assert {str(card) for meld in shown for card in meld.cards} >= {"HA", "SO", "BU"}
    assert play_to(state, n_tricks=2).observe(0).melds == state.melds


@decision("meld-sharing")
def test_cards_serve_several_melds_of_different_classes() -> None:
    assert melded(W, "SO SK BU", "H") == 40 + 20
    assert melded(W, f"{FAMILY} EA SA BA", "H") == 150 + 100
    assert melded(W, "SO SK BU EO HO BO", "H") == 40 + 20 + 60


@decision("meld-sharing")
def test_within_a_class_a_copy_serves_one_meld_only() -> None:
    assert melded(W, "HK HO HO", "E") == 20
    assert fault("stammtisch", "HK HO HO", "pair H, pair H") is Reason.MELD_SHARED
    assert fault("stammtisch", "SO SO BU", "binokel, binokel") is Reason.MELD_SHARED
    assert fault("stammtisch", "SO SO BU BU", "binokel, binokel") is None


@decision("meld-sharing")
def test_of_equal_sets_the_one_with_the_fewest_melds_is_best() -> None:
    even = rules_with("stammtisch", melds={"eight": 160})
    assert meld_kinds(even, "EK EK SK SK HK HK BK BK") == "eight"
    dear = rules_with("stammtisch", melds={"eight": 150})
    assert melded(dear, "EK EK SK SK HK HK BK BK") == 160


@decision("meld-sharing")
def test_pairs_are_a_class_of_their_own_where_they_count_in_a_family() -> None:
    assert fault("souabe-3", FAMILY, "family H, pair H, pair H") is Reason.MELD_SHARED
    assert fault("souabe-3", f"{FAMILY} HK HO", "family H, pair H, pair H") is None


@decision("rundgang-modes")
def test_a_sum_rundgang_is_no_meld_of_its_own() -> None:
    assert meld_kinds(W, RUNDGANG, "H") == "four four pair pair pair pair"


@decision("rundgang-modes")
def test_an_additive_rundgang_replaces_the_pairs_and_leaves_the_fours() -> None:
    online = rules_with("drecksau-online")
    assert melded(online, RUNDGANG, "H") == 240 + 80 + 60
    assert melded(online, f"{FAMILY} {PAIRS}", "H") == 240 + 80 + 60
    assert melded(online, f"{FAMILY} HK HO {PAIRS}", "H") == 240 + 80 + 60 + 150
    assert melded(online, f"{RUNDGANG} {RUNDGANG}", "H") == 2 * 240 + 2 * 1000


@decision("rundgang-modes")
def test_beside_an_eight_a_literal_rundgang_is_its_parts() -> None:
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200"})
    assert melded(literal, f"{FAMILY} {PAIRS} EK SK HK BK", "H") == 150 + 1000 + 60 + 3 * 20


@decision("rundgang-modes")
def test_a_family_cannot_be_declared_beside_the_single_parts_of_a_literal_rundgang() -> None:
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200"})
    parts = melds_of(literal, "family H, four K, four O, pair E, pair S, pair B", "E")
    found = meld_fault(literal, pack(parse_cards(f"{FAMILY} {PAIRS}")), suit_of("E"), parts)
    assert found is not None
    assert found.reason is Reason.MELD_SHARED


@decision("meld-voluntary")
def test_a_declarer_who_has_named_trump_can_no_longer_go_out() -> None:
    state = won_by(deal_with(TABLE), 0, 150)
    state = do(buried(state.apply(TakeDabb())), NameTrump(SUITS[0]))
    assert not state.is_legal(Concede(SUITS[0]))
