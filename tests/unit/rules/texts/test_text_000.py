"""Rule text 000, the German article, sentence by sentence: cards, dealing, bidding, the Dabb.

The sets are `wuerttemberg` (three players, 40 cards), its `-48`, `kreuzbinokel` and `zu-zweit`.
The second part is in `test_text_000_melding_and_play.py`.
"""

from itertools import pairwise

import pytest

from binokel.cards.card import RANKS, SUITS, Card, Suit, card_of
from binokel.cards.notation import format_suit, parse_suit
from binokel.engine.actions import (
    Bid,
    BuryDone,
    CallCard,
    Concede,
    DeclareMelds,
    GiveCard,
    Knock,
    NameTrump,
    NoCut,
    Pass,
    Shuffle,
    TakeDabb,
)
from binokel.engine.choices import Concedes
from binokel.engine.state import DealState, new_deal
from binokel.errors import Reason, RuleSetError
from binokel.rules.catalog import find_ruleset
from binokel.rules.deal import DABB, Packet, packets
from binokel.testing.builders import (
    all_meld,
    auction,
    buried,
    deal_with,
    do,
    melds_of,
    rules_with,
    scored,
    winner,
    won_by,
)

W = rules_with("wuerttemberg")
W48 = rules_with("wuerttemberg-48")
K = rules_with("kreuzbinokel")
STRICT = rules_with("wuerttemberg", penalties={"strict": True})
FAMILY = "HA HZ HK HO HU"


def taken_up(hands: str = "", *, rules_name: str = "wuerttemberg", bid: int = 200) -> DealState:
    return won_by(deal_with(find_ruleset(rules_name), hands), 0, bid).apply(TakeDabb())


# --- Cards ---------------------------------------------------------------------------------


def test_ace_ten_king_ober_unter_seven() -> None:
    """„Daus (Ass, Alte, Sau) > Zehner > König > Ober > Unter > Siebener“"""
    for suit in SUITS:
        down = [card_of(suit, rank) for rank in RANKS]
        assert [card.rank.letter for card in down] == ["A", "Z", "K", "O", "U", "7"]
        for higher, lower in pairwise(down):
            assert winner(f"{lower} {higher}") == 1
            assert winner(f"{higher} {lower}") == 0


def test_wuerttemberg_and_french_suits() -> None:
    """„Kreuz (Eichel), Schippe (Blatt), Herz, Bollen (Schellen) … Kreuz, Pik, Herz, Karo“"""
    names = ("Kreuz Eichel", "Schippe Blatt Pik", "Herz", "Bollen Schellen Karo")
    for suit, words in zip(SUITS, names, strict=True):
        assert {parse_suit(word) for word in words.split()} == {suit}
    assert [format_suit(suit, "de", "french") for suit in SUITS] == ["Kreuz", "Pik", "Herz", "Karo"]


def test_the_first_of_both_eichel_aces_in_a_trick_wins_it() -> None:
    """„Fallen … beide Eichel-Asse in einem Stich, so gehört der Stich demjenigen Spieler, der sein
    Eichel-Ass zuerst ausgespielt hat“
    """
    assert winner("EA EA EZ", "H") == 0
    assert winner("EZ EA EA", "H") == 1


def test_unless_somebody_has_trumped() -> None:
    """„(unter der Voraussetzung, dass niemand getrumpft hat)“"""
    assert winner("EA EA HU", "H") == 2


def test_with_or_without_sevens_there_are_48_or_40_cards() -> None:
    """„mit oder ohne Siebener …, wodurch mit 48 bzw. 40 Karten gespielt wird“"""
    assert (len(W48.cards), len(W.cards)) == (48, 40)


def test_a_table_of_five_is_conceivable() -> None:
    """„Ein Spiel zu fünft kann denkbar sein, wird aber meist abgelehnt.“"""
    pattern = ["P4", "D5", "P3"]
    five = rules_with(
        "wuerttemberg", table={"seats": 5}, deal={"hand": 7, "dabb": 5, "pattern": pattern}
    )
    assert five.n_sides == 5


# --- Dealing -------------------------------------------------------------------------------


def test_cards_are_dealt_anticlockwise_to_all_and_the_hidden_dabb() -> None:
    """„Gegeben wird im Gegenuhrzeigersinn an alle Mitspieler und den verdeckten Dabb“"""
    assert W.table.direction == "anticlockwise"
    assert [packet.seat for packet in packets(W, 0, knocked=False)[:4]] == [1, 2, 0, DABB]
    assert deal_with(W).observe(0).dabb is None


def test_the_dabb_is_laid_neither_first_nor_last() -> None:
    """„… dass der Dabb weder als erstes noch als letztes abgelegt wird“"""
    for pattern in (["D4", "P12"], ["P12", "D4"], ["P6", "D2", "P6", "D2"]):
        with pytest.raises(RuleSetError, match=r"deal\.pattern"):
            rules_with("wuerttemberg", deal={"pattern": pattern})


def test_three_players_with_40_cards_are_dealt_4_2_4_2_4() -> None:
    """„4 (an die 3 Spieler) – 2 (in den Dabb) – 4 (Spieler) – 2 (Dabb) – 4 (Spieler)“"""
    fours = [Packet(seat, 4) for seat in (1, 2, 0)]
    two = Packet(DABB, 2)
    assert list(packets(W, 0, knocked=False)) == [*fours, two, *fours, two, *fours]


def test_the_player_left_of_the_dealer_may_cut() -> None:
    """„Üblicherweise wird der Kartenstapel dem Spieler links vom Geber hingehalten“"""
    state = new_deal(W, 0).apply(Shuffle(W.cards))
    assert state.to_act == 2
    assert state.is_legal(NoCut())


def test_instead_of_cutting_he_may_knock_and_all_is_dealt_in_one_go() -> None:
    """„Anstatt abzuheben, kann der Spieler auch klopfen. Der Geber muss dann alle Karten an die
    Spieler und in den Dabb am Stück ausgeben.“
    """
    assert new_deal(W, 0).apply(Shuffle(W.cards)).is_legal(Knock())
    assert [packet.n for packet in packets(W, 0, knocked=True)] == [12, 4, 12, 12]


def test_after_knocking_the_dabb_is_not_laid_last_either() -> None:
    """„Der Dabb darf auch hierbei nicht als letztes abgelegt werden.“"""
    assert packets(W, 0, knocked=True)[-1].seat != DABB


# --- Bidding -------------------------------------------------------------------------------


def test_who_wins_the_bidding_takes_up_the_dabb_and_names_trump() -> None:
    """„… das Spiel zu bekommen, d. h. den Dabb aufnehmen und die Trumpffarbe ansagen zu dürfen“"""
    state = buried(won_by(deal_with(W), 2, 100).apply(TakeDabb()))
    assert (state.declarer, state.to_act) == (2, 2)
    assert state.apply(NameTrump(Suit.S)).trump is Suit.S


def test_the_player_right_of_the_dealer_begins_and_calls_to_his_right_neighbour() -> None:
    """„Der Spieler rechts vom Geber beginnt mit dem Reizen (ist vorne) und schreit seinen rechten
    Nachbarn an.“
    """
    start = auction(W, dealer=2)
    assert (start.to_act, start.rival) == (0, 1)


def test_both_raise_by_ten_until_one_says_weg() -> None:
    """„… mit einem Reiz um 10 Augen höher und der Erste erhöht wieder, bis einer der beiden weg
    sagt (Also nicht wie beim Skat …)“
    """
    now = auction(W, "0:100 1:110 0:120 1:130 0:weg")
    assert (now.value, now.holder, now.to_act) == (130, 1, 2)
    same = do(deal_with(W), Bid(100)).why_illegal(Bid(100))
    assert same is not None
    assert same.reason is Reason.BID_TOO_LOW


def test_then_the_dealer_may_bid_if_he_likes() -> None:
    """„Danach kann auch der Geber noch reizen, wenn er will/kann.“"""
    assert auction(W, "0:100 1:weg 2:110 0:weg").declarer == 2
    assert auction(W, "0:100 1:weg 2:weg").declarer == 0


def test_in_kreuzbinokel_the_partner_of_the_first_who_is_weg_goes_on() -> None:
    """„… wird, nachdem der erste weg ist, mit dessen Spielpartner weitergereizt.“"""
    assert auction(K, "0:100 1:weg").to_act == 3
    assert auction(K, "0:100 1:110 0:weg").to_act == 2


def test_at_the_end_one_bids_against_the_own_partner() -> None:
    """„Am Ende wird dann noch mit dem eigenen Spielpartner gereizt“"""
    now = auction(K, "0:100 1:weg 3:weg")
    assert (now.to_act, now.rival) == (2, 0)


def test_in_some_regions_the_own_partner_comes_before_the_second_foe() -> None:
    """„… strikt im Gegenuhrzeigersinn gereizt, sodass der eigene Spielpartner noch vor dem zweiten
    Gegenspieler angeschrien wird“
    """
    in_order = rules_with("kreuzbinokel", bidding={"form": "duel-in-order"})
    assert auction(in_order, "0:100 1:weg").to_act == 2


def test_the_bid_is_noted() -> None:
    """„Der Reiz wird notiert, um spätere Streitigkeiten zu verhindern.“"""
    state = do(deal_with(W), Bid(100), Pass(), Pass())
    assert state.bid == 100
    assert (0, Bid(100)) in state.observe(1).history


# --- Dabb, Abgehen -------------------------------------------------------------------------


def test_the_dabb_is_turned_up_for_all_and_taken_by_who_has_the_deal() -> None:
    """„Anschließend wird der Dabb für alle sichtbar aufgedeckt und derjenige, der das Spiel hat,
    nimmt ihn auf.“
    """
    state = taken_up()
    assert all(state.observe(seat).dabb == state.dabb for seat in (0, 1, 2))
    assert len(state.hand(0)) == 16


def test_after_taking_the_dabb_one_may_go_out() -> None:
    """„… auch nach Aufnahme des Dabb keine Möglichkeit sieht, …, kann er abgehen“"""
    assert taken_up().is_legal(Concede(Suit.S))


def test_who_goes_out_chooses_the_suit_and_need_not_show_his_cards() -> None:
    """„… wählt die Trumpffarbe („Ab in Schippen“) … Aufdecken (nicht verpflichtend)“"""
    assert Concedes(SUITS) in taken_up().choices()
    hidden, shown = (taken_up().apply(Concede(Suit.S, show)) for show in (False, True))
    assert hidden.trump is Suit.S
    assert hidden.observe(1).open_hand is None
    assert shown.observe(1).open_hand == shown.observe(0).hand


def test_ten_points_for_each_player_are_added_to_the_melds() -> None:
    """„Pro Spieler werden 10 Punkte auf das Gemeldete addiert (z. B. 40 mit bei 4 Spielern).“"""
    assert scored(K, melds=[0, 60, 0, 20], bid=200, conceded=True).scores == (-200, 60 + 20 + 40)


def test_who_goes_out_may_not_meld_nor_his_partner_and_loses_the_bid_once() -> None:
    """„Der Spieler, der abgegangen ist (und … auch sein Mitspieler), darf nicht melden …; somit
    wird sein Reiz nur einfach von seinem Punktestand abgezogen.“
    """
    state = taken_up(rules_name="kreuzbinokel").apply(Concede(Suit.B))
    assert state.queue == (1, 3)
    over = all_meld(state, "none")
    assert over.score is not None
    assert over.score.scores[0] == -200


def test_out_in_schellen_30_more_with_3_players_40_with_4_and_so_on() -> None:
    """„Beispiel: Ab in Schellen … Die Gegenspieler können noch melden und bekommen bei 3 Spielern
    weitere 30 mit. Bei 4 Spielern sind es 40 mit usw.“
    """
    bells = "BA BZ BK BO BU"
    three = "EA EZ EU SZ SU HZ HZ"  # no meld among them
    over = all_meld(taken_up(f"| {bells} {three}").apply(Concede(Suit.B)))
    assert over.score is not None
    assert over.score.scores[:2] == (-200, 150 + 30)
    four = scored(K, melds=[0, 150], bid=200, conceded=True)
    assert four.scores == (-200, 150 + 40)
    six = rules_with("sechser", dabb={"concede": "until-meld"})
    assert scored(six, melds=[0, 150], bid=200, conceded=True).scores == (-200, 150 + 60)


# --- Drücken, Rufen ------------------------------------------------------------------------


def test_before_melding_as_many_cards_are_buried_as_were_taken() -> None:
    """„… muss, bevor er meldet, die gleiche Anzahl aufgenommener Karten … wieder drücken“"""
    state = taken_up()
    assert not state.is_legal(BuryDone())
    assert not state.is_legal(DeclareMelds())
    assert len(buried(state).hand(0)) == len(state.hand(1)) == 12


@pytest.mark.parametrize("cards", ["", "EA", "EA EA EZ EZ EK"])
def test_who_forgets_to_bury_or_buries_a_wrong_number_loses_twice_the_bid(cards: str) -> None:
    """„Wird dies vergessen oder wird die falsche Anzahl an Karten gedrückt, ist das Spiel verloren.
    Der Spieler geht in diesem Fall doppelt ab“
    """
    state = won_by(deal_with(STRICT), 0, 200).apply(TakeDabb())
    state = do(buried(state, cards), NameTrump(Suit.H), DeclareMelds())
    over = all_meld(state, "none")
    assert over.score is not None
    assert over.score.scores[0] == -400


def test_so_does_who_buries_a_card_that_he_melds() -> None:
    """„Dies ist auch der Fall, wenn eine gemeldete Karte versehentlich gedrückt wurde.“"""
    state = won_by(deal_with(STRICT, FAMILY), 0, 200).apply(TakeDabb())
    state = do(buried(state, "HA EZ EZ EK"), NameTrump(Suit.H))
    over = all_meld(state.apply(DeclareMelds(melds_of(STRICT, "family H", "H"))), "none")
    assert over.score is not None
    assert over.score.scores[0] == -400


def test_dissle_may_be_melded_and_buried_and_the_others_are_told() -> None:
    """„Die Dissle (Trumpf-Siebener) dürfen gemeldet und gedrückt werden. Der Spieler muss das
    jedoch den anderen Mitspielern mitteilen.“
    """
    state = taken_up("H7 H7", rules_name="wuerttemberg-48")
    state = all_meld(buried(state, "H7 H7 EA").apply(NameTrump(Suit.H)))
    assert state.observe(1).buried_dix == 2
    assert [meld.kind.value for meld in state.melds[0] or ()].count("dix") == 2


def test_in_parts_the_number_of_buried_trumps_must_be_told() -> None:
    """„Zum Teil muss der Spieler, wenn er Karten der Trumpffarbe drückt, auch sagen, wie viele“"""
    told = rules_with("wuerttemberg", dabb={"announce_trumps": True})
    for rules, number in ((told, 2), (W, None)):
        state = won_by(deal_with(rules, "HA HZ"), 0, 100).apply(TakeDabb())
        state = buried(state, "HA HZ EA EZ").apply(NameTrump(Suit.H))
        assert state.observe(1).buried_trumps == number


def test_a_missing_card_is_called_handed_over_and_another_one_given_for_it() -> None:
    """„… darf eine Karte, die ihm noch fehlt, rufen. Die Karte muss ihm dann vom Besitzer
    ausgehändigt werden, der dafür eine andere Karte … erhält.“
    """
    rules = rules_with("wuerttemberg", dabb={"call": "on"})
    state = won_by(deal_with(rules, "EU | BA"), 0, 200).apply(TakeDabb())
    after = do(state, CallCard(Card.BA), GiveCard(Card.EU))
    assert Card.BA in after.hand(0)
    assert Card.EU in after.hand(1)
    assert len(after.hand(1)) == 12


@pytest.mark.parametrize(("bid", "value"), [(200, 400), (400, 400), (420, 420)])
def test_a_called_card_raises_the_bid_to_400_if_it_was_lower(bid: int, value: int) -> None:
    """„… steigt der gereizte Wert, falls beim Reizen nicht schon erreicht, auf 400 Punkte“"""
    rules = rules_with("wuerttemberg", dabb={"call": "on"})
    state = won_by(deal_with(rules, "EU | BA"), 0, bid).apply(TakeDabb())
    assert state.apply(CallCard(Card.BA)).bid == value


def test_calling_is_rarely_played() -> None:
    """„Die Regelvariante Rufen wird allerdings nur sehr selten angewandt.“"""
    assert {rules.dabb.call for rules in (W, W48, K)} == {"off"}


def test_with_a_stock_no_card_can_be_called() -> None:
    """„Beim Spiel zu zweit, … entfällt das Rufen in jedem Fall“"""
    with pytest.raises(RuleSetError, match=r"dabb\.call"):
        rules_with("zu-zweit", dabb={"call": "on"})
