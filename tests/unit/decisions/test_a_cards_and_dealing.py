"""Section A: the cards, the seats, cutting, knocking and dealing."""

from random import Random

import pytest

from binokel.cards.card import Card, Rank, Suit
from binokel.cards.hand import pack
from binokel.cards.notation import format_card, parse_card, parse_cards
from binokel.engine.actions import Cut, Knock, NoCut, Shuffle
from binokel.engine.choices import Cuts
from binokel.engine.match import Match, new_match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.errors import Reason, RuleSetError
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.deal import DABB, Packet, packets
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    auction,
    deal_with,
    declared,
    enter,
    melded,
    order_with,
    play_to,
    points_of,
    rules_with,
    scored,
    winner,
)

decision = pytest.mark.decision

TABLE = rules_with("stammtisch")
W = rules_with("wuerttemberg")
K = rules_with("kreuzbinokel")
P = rules_with("preisbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")
NO_SEVENS = [name for name in names() if not find_ruleset(name).deck.sevens]

P4, P5, P3 = ["P4"], ["P5"], ["P3"]


def sizes(name: str) -> tuple[int, int, int, int]:
    """Return seats, cards, hand and Dabb of a shipped set."""
    rules = find_ruleset(name)
    return rules.n_seats, len(rules.cards), rules.deal.hand, rules.deal.dabb


def cutting(rules: RuleSet, dealer: int = 0) -> DealState:
    """Return a deal before cutting; the deck lies sorted."""
    return new_deal(rules, dealer).apply(Shuffle(rules.cards))


def refusal(state: DealState, action: Cut | Knock | NoCut | Shuffle) -> Reason | None:
    fault = state.why_illegal(action)
    return fault.reason if fault else None


@decision("hand-size-table")
@pytest.mark.parametrize("name", ["wuerttemberg", "stammtisch"])
def test_three_players_with_40_cards_get_12_and_the_dabb_4(name: str) -> None:
    assert sizes(name) == (3, 40, 12, 4)
    assert find_ruleset(name).deal.pattern == ("P4", "D2", "P4", "D2", "P4")


@decision("hand-size-table")
def test_the_cards_must_add_up_to_the_deck() -> None:
    with pytest.raises(RuleSetError, match=r"deal\.hand"):
        rules_with("wuerttemberg", deal={"hand": 13, "pattern": ["P4", "D2", "P5", "D2", "P4"]})


@decision("deck-default")
def test_wuerttemberg_and_kreuzbinokel_have_40_cards_the_other_texts_48() -> None:
    for name in ("wuerttemberg", "kreuzbinokel", "stammtisch"):
        assert not find_ruleset(name).deck.sevens
    for name in ("wuerttemberg-48", "kreuzbinokel-48", "preisbinokel", "souabe-3", "souabe-4"):
        assert find_ruleset(name).deck.sevens


@decision("deck-default")
@pytest.mark.parametrize(
    "melds", [{"dix": 10}, {"eight_ranks": ["A", "7"]}, {"fours": {"7": 10}}], ids=str
)
def test_with_40_cards_there_are_no_melds_of_sevens(melds: dict[str, object]) -> None:
    with pytest.raises(RuleSetError, match="sevens"):
        rules_with("wuerttemberg", melds=melds)


@decision("hand-size-48-3")
def test_three_players_with_48_cards_get_15_and_the_dabb_3_or_16_without_dabb() -> None:
    assert sizes("souabe-3") == sizes("wuerttemberg-48") == (3, 48, 15, 3)
    assert sizes("preisbinokel") == (3, 48, 16, 0)


@decision("hand-size-48-3")
def test_three_players_can_get_14_and_the_dabb_6() -> None:
    pattern = ["P5", "D3", "P5", "D3", "P4"]
    rules = rules_with("wuerttemberg-48", deal={"hand": 14, "dabb": 6, "pattern": pattern})
    assert len(play_to(new_deal(rules, 0).apply(Shuffle(rules.cards)), Phase.AUCTION).dabb) == 6


@decision("hand-size-48-4")
def test_four_players_with_48_cards_get_10_and_the_dabb_8_or_12_or_11_and_4() -> None:
    assert sizes("souabe-4") == (4, 48, 10, 8)
    assert sizes("souabe-4-12") == (4, 48, 12, 0)
    assert sizes("kreuzbinokel-48") == (4, 48, 11, 4)
    assert sizes("kreuzbinokel") == (4, 40, 9, 4)
    without = find_ruleset("souabe-4-12")
    assert without.dabb.concede == "off"
    assert len(play_to(declared(play_to(cutting(without), Phase.AUCTION), 0, 150)).tricks) == 12


@decision("hand-size-40-4")
def test_four_players_with_40_cards_get_9_in_packets_of_3() -> None:
    assert sizes("kreuzbinokel") == (4, 40, 9, 4)
    assert K.deal.pattern == ("P3", "D2", "P3", "D2", "P3")


@decision("dapp-4-plus-4", "dapp-3-in-partnership", "dapp-position-4")
def test_the_french_dapp_has_8_cards_for_four_dealt_4_and_4_and_3_for_three() -> None:
    assert F4.deal.pattern == ("P4", "D4", "P3", "D4", "P3")
    assert (F4.deal.dabb, F3.deal.dabb) == (8, 3)
    after = play_to(cutting(F4), Phase.AUCTION)
    assert after.observe(0).dabb is None
    assert after.observe(0).n_dabb == 8


@decision("packets-3")
def test_three_players_are_dealt_4_4_3_4_or_5_5_5() -> None:
    assert F3.deal.pattern == ("P4", "D3", "P4", "P3", "P4")
    assert find_ruleset("wuerttemberg-48").deal.pattern == ("P5", "D1", "P5", "D2", "P5")
    assert rules_with("souabe-3", deal={"pattern": ["P5", "D3", "P5", "P5"]}).deal.hand == 15


@decision("first-packet")
@pytest.mark.parametrize("rules", [W, K, P, F3, F4])
def test_the_right_neighbour_gets_the_first_packet_and_the_dealer_the_last(rules: RuleSet) -> None:
    dealt = packets(rules, 1, knocked=False)
    assert dealt[0].seat == 2
    assert dealt[-1].seat == 1


@decision("dabb-first-last", "dabb-first-last-002")
@pytest.mark.parametrize("name", ["wuerttemberg", "souabe-3"])
def test_neither_the_first_nor_the_last_packet_is_the_dabbs(name: str) -> None:
    hand, dabb = find_ruleset(name).deal.hand, find_ruleset(name).deal.dabb
    for pattern in ([f"D{dabb}", f"P{hand}"], [f"P{hand}", f"D{dabb}"]):
        with pytest.raises(RuleSetError, match=r"deal\.pattern"):
            rules_with(name, deal={"pattern": pattern})
    between = ["P1", f"D{dabb}", f"P{hand - 1}"]
    assert rules_with(name, deal={"pattern": between}).deal.pattern == tuple(between)


@decision("knock-meaning", "knock-dabb-first")
def test_after_knocking_each_hand_is_one_packet_and_the_dabb_follows_the_first() -> None:
    wanted = (Packet(1, 12), Packet(DABB, 4), Packet(2, 12), Packet(0, 12))
    assert packets(W, 0, knocked=True) == wanted
    state = cutting(W).apply(Knock())
    assert state.knocked
    assert state.hands[1] == pack(W.cards[:12])
    assert state.dabb == W.cards[12:16]


@decision("knock-requester")
def test_the_left_neighbour_of_the_dealer_cuts_or_knocks() -> None:
    assert cutting(W, dealer=0).to_act == 2
    assert cutting(K, dealer=2).to_act == 1
    assert refusal(cutting(W), Knock()) is None


@decision("knock-requester", "cut-002")
def test_neither_preisbinokel_nor_the_french_rules_know_knocking() -> None:
    for rules in (P, F3, F4):
        assert refusal(cutting(rules), Knock()) is Reason.NO_KNOCKING


@decision("cut-duty", "cut-002")
def test_cutting_is_a_duty_in_preisbinokel_and_free_elsewhere() -> None:
    assert refusal(cutting(P), NoCut()) is Reason.CUT_MANDATORY
    for rules in (W, K, F3, F4, TABLE):
        assert refusal(cutting(rules), NoCut()) is None
        assert refusal(cutting(rules), Cut(13)) is None


@decision("cut-duty")
def test_there_can_be_no_cutting_at_all() -> None:
    rules = rules_with("wuerttemberg", deal={"cut": "none", "knock": False})
    assert cutting(rules).phase is Phase.AUCTION
    knocking = cutting(rules_with("wuerttemberg", deal={"cut": "none"}))
    assert refusal(knocking, Cut(5)) is Reason.NO_CUTTING
    assert refusal(knocking, Knock()) is None


@decision("cut-size")
def test_at_least_one_card_is_lifted_and_one_stays() -> None:
    assert refusal(cutting(W), Cut(0)) is Reason.CUT_OUT_OF_RANGE
    assert refusal(cutting(W), Cut(1)) is None
    assert refusal(cutting(W), Cut(39)) is None
    assert refusal(cutting(W), Cut(40)) is Reason.CUT_OUT_OF_RANGE


@decision("cut-size")
def test_four_cards_can_have_to_stay() -> None:
    state = cutting(find_ruleset("ohmden"))
    assert refusal(state, Cut(44)) is None
    assert refusal(state, Cut(45)) is Reason.CUT_OUT_OF_RANGE
    assert state.choices() == (Cuts(44, True, True),)


@decision("cut-size")
def test_the_lifted_cards_come_below_the_rest() -> None:
    state = cutting(W).apply(Cut(10))
    assert state.order == (*W.cards[10:], *W.cards[:10])
    assert state.hands[1] == pack([*W.cards[10:14], *W.cards[24:28], *W.cards[38:], *W.cards[:2]])


@decision("dealer-rotation")
@pytest.mark.parametrize("rules", [W, K, P, F3, F4])
def test_the_right_neighbour_of_the_last_dealer_deals_next(rules: RuleSet) -> None:
    match = Match(rules, [str(seat) for seat in range(rules.n_seats)], rules.n_seats - 1)
    enter(match, play_to(declared(deal_with(rules), 0, 1000)))
    match.apply(Shuffle(order_with(rules)))
    assert match.deal.dealer == 0


@decision("first-dealer")
def test_the_first_dealer_is_drawn_or_seat_0() -> None:
    for name in ("wuerttemberg", "kreuzbinokel", "souabe-3", "stammtisch"):
        seats = [str(seat) for seat in range(find_ruleset(name).n_seats)]
        drawn = {new_match(find_ruleset(name), seats, Random(n)).first_dealer for n in range(40)}
        assert drawn == set(range(len(seats)))
    for name in ("preisbinokel", "heroldstatt", "ennahofen", "ohmden"):
        drawn = {new_match(find_ruleset(name), "ABC", Random(n)).first_dealer for n in range(9)}
        assert drawn == {0}


@decision("five-players")
def test_five_players_play_each_for_himself() -> None:
    assert sizes("drecksau-online-5-48") == (5, 48, 9, 3)
    assert sizes("drecksau-online-5-40") == (5, 40, 7, 5)
    assert find_ruleset("drecksau-online-5-48").n_sides == 5
    five = {find_ruleset(name).id for name in names() if find_ruleset(name).n_seats == 5}
    assert five == {"drecksau-online-5-40", "drecksau-online-5-48"}


@decision("six-players", "six-player-set")
def test_six_play_in_two_sides_of_three_seated_alternately() -> None:
    assert sizes("sechser") == (6, 48, 8, 0)
    six = find_ruleset("sechser")
    assert six.sides == ((0, 2, 4), (1, 3, 5))
    assert six.match.target == 1500
    assert sizes("drecksau-online-6-48") == (6, 48, 7, 6)
    pattern = {"hand": 7, "dabb": 6, "pattern": ["P4", "D6", "P3"]}
    assert rules_with("sechser", deal=pattern).deal.dabb == 6


@decision("six-player-set")
def test_with_six_each_duel_meets_the_next_seat_team_mates_included() -> None:
    six = find_ruleset("sechser")
    assert auction(six, "0:10 1:weg").to_act == 2
    assert auction(six, "0:10 1:weg 2:weg 3:20 0:weg").to_act == 4


@decision("six-player-set")
def test_with_six_melds_and_tricks_of_the_three_are_pooled() -> None:
    score = scored(find_ruleset("sechser"), "2:100 4:50 1:90", [40, 20, 0, 100, 20, 0], bid=200)
    assert score.scores == (60 + 150, 120 + 100)


@decision("four-individual")
def test_four_are_partners_unless_the_set_says_each_for_himself() -> None:
    assert K.sides == F4.sides == ((0, 2), (1, 3))
    alone = rules_with("kreuzbinokel", table={"sides": "single"}, bidding={"form": "duel"})
    assert alone.sides == ((0,), (1,), (2,), (3,))
    score = scored(alone, "0:100 1:60 2:50 3:30", bid=100, conceded=True)
    assert score.scores == (-100, 40, 40, 40)
    six = {"bidding": {"form": "duel"}, "table": {"sides": "single"}}
    assert rules_with("sechser", **six).n_sides == 6


@decision("four-individual")
def test_kreuz_needs_four_seats_in_two_sides() -> None:
    with pytest.raises(RuleSetError, match=r"bidding\.form"):
        rules_with("kreuzbinokel", table={"sides": "single"})
    with pytest.raises(RuleSetError, match=r"bidding\.form"):
        rules_with("wuerttemberg", bidding={"form": "kreuz"})


@decision("forty-proportional")
@pytest.mark.parametrize("name", NO_SEVENS)
def test_with_40_cards_nothing_is_adjusted(name: str) -> None:
    rules = find_ruleset(name)
    assert points_of(rules, rules.cards) == 240
    assert rules.play.last_trick == 10
    assert melded(rules, "EA SA HA BA") == 100


@decision("glossary-unter-rank")
def test_the_unter_ranks_between_ober_and_seven() -> None:
    assert winner("EU EO", "S") == 1
    assert winner("EU E7", "S") == 0
    assert winner("EZ EU", "S") == 0


@decision("gland-dominant")
def test_no_suit_outranks_another() -> None:
    for led, other in (("S", "E"), ("E", "S"), ("B", "E"), ("H", "E")):
        assert winner(f"{led}U {other}A", None) == 0


@decision("suit-names")
@pytest.mark.parametrize(
    ("words", "suit"),
    [
        ("Eichel Kreuz Gland Trèfle", "E"),
        ("Schippe Blatt Laub Pik Feuilles", "S"),
        ("Herz Cœur", "H"),
        ("Bollen Schellen Karo Clochettes", "B"),
    ],
)
def test_the_same_four_suits_have_many_names(words: str, suit: str) -> None:
    for word in words.split():
        assert parse_card(f"{word}-Ober") is parse_card(f"{suit}O")


@decision("suit-names")
def test_cards_are_shown_in_wuerttemberg_or_french_names() -> None:
    assert format_card(Card.BU, "de") == "Bollen-Unter"
    assert format_card(Card.BU, "de", "french") == "Karo-Bube"
    assert parse_cards("Schippen-Dame S10 S-O") == [Card.SO, Card.SZ, Card.SO]


@decision("misdeal")
def test_only_the_whole_deck_can_be_dealt() -> None:
    for order in (W.cards[:-1], (*W.cards[:-1], Card.EA), (*W.cards, Card.E7), None):
        assert refusal(new_deal(W, 0), Shuffle(order)) is Reason.NOT_THE_DECK
    assert refusal(new_deal(W, 0), NoCut()) is Reason.WRONG_PHASE


@decision("seat-numbers")
def test_seats_count_in_turn_order_and_the_dealer_comes_last() -> None:
    state = play_to(cutting(K, dealer=1), Phase.AUCTION)
    assert state.to_act == 2  # forehand
    assert cutting(K, dealer=1).to_act == 0  # the left neighbour cuts
    assert auction(K, "2:10 3:weg 1:weg 0:weg", dealer=1).declarer == 2


@decision("seat-numbers")
def test_with_partners_seat_s_is_of_side_s_mod_2_else_each_seat_is_a_side() -> None:
    assert W.side_of == (0, 1, 2)
    assert K.side_of == (0, 1, 0, 1)
    assert find_ruleset("sechser").side_of == (0, 1, 0, 1, 0, 1)
    assert scored(K, "1:240", declarer=1).scores == (0, 250)


@decision("seat-numbers")
def test_clockwise_play_swaps_left_and_right_and_nothing_else() -> None:
    around = rules_with("kreuzbinokel", table={"direction": "clockwise"})
    ends = [
        play_to(declared(play_to(cutting(rules, dealer=1), Phase.AUCTION), 2, 150))
        for rules in (K, around)
    ]
    assert ends[0].score == ends[1].score
    assert [entry[0] for entry in ends[0].history] == [entry[0] for entry in ends[1].history]


STANDARD = {
    (2, 40, 18, 4): "P6 D2 P6 D2 P6",
    (2, 48, 12, 0): "P4 P4 P4",
    (3, 40, 12, 4): "P4 D2 P4 D2 P4",
    (3, 48, 15, 3): "P5 D1 P5 D2 P5",
    (3, 48, 16, 0): "P4 P4 P4 P4",
    (4, 40, 9, 4): "P3 D2 P3 D2 P3",
    (4, 48, 11, 4): "P4 D2 P3 D2 P4",
    (4, 48, 10, 8): "P4 D4 P3 D4 P3",
    (4, 48, 12, 0): "P4 P4 P4",
    (5, 40, 7, 5): "P4 D5 P3",
    (5, 48, 9, 3): "P3 D1 P3 D2 P3",
    (6, 40, 6, 4): "P3 D4 P3",
    (6, 48, 7, 6): "P4 D6 P3",
    (6, 48, 8, 0): "P4 P4",
}


@decision("deal-patterns")
@pytest.mark.parametrize("name", [name for name in names() if name != "souabe-3"])
def test_each_table_has_its_standard_pattern(name: str) -> None:
    assert " ".join(find_ruleset(name).deal.pattern) == STANDARD[sizes(name)]


@decision("deal-patterns")
def test_packets_go_from_forehand_to_the_dealer_with_the_dabb_between() -> None:
    dealt = packets(find_ruleset("kreuzbinokel"), 3, knocked=False)
    round_ = [Packet(seat, 3) for seat in range(4)]
    assert list(dealt) == [*round_, Packet(DABB, 2), *round_, Packet(DABB, 2), *round_]


@decision("deal-patterns")
@pytest.mark.parametrize("pattern", [["P4", "D2", "P4", "D2", "P3"], ["P4", "D3", "P4", "P4"]])
def test_a_pattern_that_does_not_add_up_is_refused(pattern: list[str]) -> None:
    with pytest.raises(RuleSetError, match=r"deal\.pattern"):
        rules_with("stammtisch", deal={"pattern": pattern})


@decision("gland-dominant")
def test_suits_are_sorted_but_not_ranked() -> None:
    assert sorted(Suit) == [Suit.E, Suit.S, Suit.H, Suit.B]
    assert [rank.letter for rank in Rank] == list("AZKOU7")
