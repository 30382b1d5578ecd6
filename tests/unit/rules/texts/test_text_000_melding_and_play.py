"""Rule text 000, the German article, second part: melding, playing, counting, special games."""

import pytest

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    DeclareMelds,
    NameContract,
    NameTrump,
    PlayCard,
    TakeDabb,
)
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Reason
from binokel.rules.contracts import Contract, contract_value, leads_first
from binokel.rules.match import DealResult, standing
from binokel.testing.builders import (
    buried,
    deal_with,
    declared,
    legal,
    meld_kinds,
    melded,
    melds_of,
    play_to,
    played,
    rules_with,
    scored,
    winner,
    won_by,
)

W = rules_with("wuerttemberg")
W48 = rules_with("wuerttemberg-48")
K = rules_with("kreuzbinokel")
TWO = rules_with("zu-zweit")
FAMILY = "HA HZ HK HO HU"
RUNDGANG = "EK EO SK SO HK HO BK BO"


# --- Melden --------------------------------------------------------------------------------


def test_who_has_the_deal_melds_first_and_names_trump_with_it() -> None:
    """„Der Spieler, welcher das Spiel hat …, meldet als erster und gibt in diesem Zug auch die
    Trumpffarbe an.“
    """
    state = buried(won_by(deal_with(W), 1, 100).apply(TakeDabb()))
    assert state.phase is Phase.TRUMP
    state = state.apply(NameTrump(Suit.H))
    assert (state.phase, state.queue) == (Phase.MELD, (1, 2, 0))


def of_rank(rank: str, copies: int = 1) -> str:
    return " ".join(f"{suit}{rank}" for suit in "ESHB" for _ in range(copies))


@pytest.mark.parametrize(
    ("sentence", "hand", "points"),
    [
        ("Binokel (Schellen-Unter und Schippen-Ober) 40 Punkte", "BU SO", 40),
        ("doppelter Binokel … 300 Punkte", "BU BU SO SO", 300),
        ("vier Asse 100", of_rank("A"), 100),
        ("vier Könige 80", of_rank("K"), 80),
        ("vier Ober 60", of_rank("O"), 60),
        ("vier Unter 40 Punkte", of_rank("U"), 40),
        ("Die Zehnen bzw. Siebenen zählen hierbei nichts: Zehnen", of_rank("Z"), 0),
        ("Acht gleiche … zählen immer 1.000 Punkte: Asse", of_rank("A", 2), 1000),
        ("Acht gleiche: Könige", of_rank("K", 2), 1000),
        ("Acht gleiche: Ober", of_rank("O", 2), 1000),
        ("Acht gleiche: Unter", of_rank("U", 2), 1000),
        ("Die Familie zählt 100 Punkte", "EA EZ EK EO EU", 100),
        ("bei Trumpf 150 Punkte", FAMILY, 150),
        ("Eine Doppelte Familie … zählt 1500 Punkte", "EA EZ EK EO EU EA EZ EK EO EU", 1500),
        ("Eine Doppelte Familie, in Trumpf", f"{FAMILY} {FAMILY}", 1500),
        ("König und Ober einer Farbe bilden ein Paar und geben 20 Punkte", "SK SO", 20),
        ("bei Trumpf 40 Punkte", "HK HO", 40),
    ],
)
def test_what_melds_count(sentence: str, hand: str, points: int) -> None:
    """The list of melds; Herz is trump."""
    assert melded(W, hand, "H") == points, sentence


def test_four_sevens_count_nothing_and_the_seven_of_trumps_10() -> None:
    """„Siebenen zählen hierbei nichts“; „Der Trumpfsiebener … (dix = Zehn) … gibt 10 Punkte.“"""
    assert melded(W48, of_rank("7")) == 0
    assert melded(W48, "H7", "H") == 10
    assert melded(W48, "H7", "E") == 0


def test_whether_eight_tens_and_sevens_count_differs_by_region() -> None:
    """„Ob dabei die Zehnen und Siebenen zählen, wird regional unterschiedlich gehandhabt.“"""
    ranks = {"eight_ranks": ["A", "Z", "K", "O", "U", "7"]}
    for rules, points in ((W48, 0), (rules_with("wuerttemberg-48", melds=ranks), 1000)):
        assert melded(rules, of_rank("Z", 2)) == points
        assert melded(rules, of_rank("7", 2)) == points


def test_the_pair_in_a_family_cannot_be_melded_too() -> None:
    """„Das darin enthaltene Paar aus König und Ober kann nicht zusätzlich gemeldet werden.“"""
    assert melded(W, FAMILY, "H") == 150
    assert meld_kinds(W, FAMILY, "H") == "family"


def test_schippen_ober_schippen_koenig_schellen_unter_are_a_binokel_and_a_pair() -> None:
    """„Mit einem Schippen-Ober, einem Schippen-König und einem Schellen-Unter kann man … einen
    Binokel und ein Schippen-Paar melden.“
    """
    assert melded(W, "SO SK BU", "H") == 40 + 20
    assert meld_kinds(W, "SO SK BU", "H") == "binokel pair"


def test_four_of_a_rank_may_share_a_card_with_a_family() -> None:
    """„So können auch Vier Gleiche, von der eine Karte Bestandteil einer Familie ist, gemeldet
    werden.“
    """
    assert melded(W, f"{FAMILY} EA SA BA", "H") == 150 + 100
    assert melded(W, f"{FAMILY} EU SU BU", "E") == 100 + 40


@pytest.mark.parametrize("extra", ["HO", "HK"])
def test_a_single_ober_or_king_makes_no_pair_with_cards_of_a_family(extra: str) -> None:
    """„Hingegen kann mit einem einzelnen Ober oder König kein Paar mit den Karten einer Familie
    gebildet werden“
    """
    assert melded(W, f"{FAMILY} {extra}", "H") == 150


def test_one_king_and_two_obers_are_one_pair() -> None:
    """„… genauso wenig wie man … mit einem König und zwei Obern einer Farbe zwei Pärchen melden
    kann“
    """
    assert melded(W, "HK HO HO", "E") == 20


def test_melds_count_only_with_at_least_one_trick() -> None:
    """„Die gemeldeten Punkte zählen nur dann, wenn mindestens ein Stich gemacht wurde!“"""
    assert scored(W, "0:180 1:60", [0, 100, 100], bid=150).scores == (180, 170, 0)


def test_two_single_binokels_would_give_less_than_the_double_one() -> None:
    """„Zwei einfache Binokel geben 80 < 300“"""
    assert melded(W, "SO SO BU BU") == 300
    single = rules_with("wuerttemberg", melds={"double_binokel": "off"})
    assert melded(single, "SO SO BU BU") == 80


def test_a_rundgang_gives_240() -> None:
    """„Vier Könige geben 80, vier Ober geben 60 und das Trumpf-Paar und die drei weiteren Paare
    geben 100.“
    """
    for trump in "ESHB":
        assert melded(W, RUNDGANG, trump) == 80 + 60 + 100


def test_a_rundgang_is_no_combination_of_its_own() -> None:
    """„… keine echte Kombination, sodass es dafür keine Sonderpunkte gibt“"""
    assert "rundgang" not in meld_kinds(W, RUNDGANG, "H")


def test_with_a_family_a_rundgang_counts_200() -> None:
    """„Wird gleichzeitig mit dem Rundgang eine Familie gemeldet, zählt der Rundgang nur noch 200
    Punkte“
    """
    assert melded(W, f"{FAMILY} EK EO SK SO BK BO", "H") == 150 + 200
    literal = rules_with("wuerttemberg", melds={"rundgang": "literal-200"})
    for trump, family in (("H", 150), ("E", 100)):
        assert melded(literal, f"{FAMILY} EK EO SK SO BK BO", trump) == family + 200


def test_in_another_version_a_rundgang_always_gives_250() -> None:
    """„(In einer anderen Regel-Version ergibt der Rundgang immer 250 Punkte, egal ob er mit einer
    Familie verbunden wird oder nicht.)“
    """
    always = rules_with("wuerttemberg", melds={"rundgang": "always"})
    assert melded(always, RUNDGANG, "H") == 250
    assert melded(always, f"{FAMILY} EK EO SK SO BK BO", "H") == 150 + 250
    assert melded(always, f"{FAMILY} EK EO SK SO BK BO", "E") == 100 + 250


# --- Spielen -------------------------------------------------------------------------------


def test_who_began_the_bidding_leads() -> None:
    """„Es beginnt derjenige, der auch mit dem Reizen begonnen hat“"""
    for declarer in range(3):
        assert declared(deal_with(W), declarer, 150).to_act == 0


def test_play_goes_anticlockwise() -> None:
    """„Gespielt wird – wie beim Reizen – gegen den Uhrzeigersinn.“"""
    state = declared(deal_with(W))
    seats = []
    for _ in range(3):
        seats.append(state.to_act)
        state = state.apply(state.legal_actions()[0])
    assert seats == [0, 1, 2]


def test_farbzwang() -> None:
    """„Farbzwang: Die ausgespielte Farbe muss bedient werden.“"""
    assert legal(W, "EU HA SA", "EA", "H") == "EU"


def test_stichzwang() -> None:
    """„Stichzwang: Wer kann, muss stechen; d. h. eine höhere Karte, als bereits ausgespielt wurde,
    legen.“
    """
    assert legal(W, "EA EZ EU", "EK", "H") == "EA EZ"
    assert legal(W, "HA HU", "EA HK", "H") == "HA"


def test_trumpfzwang() -> None:
    """„Kann die ausgespielte Farbe nicht bedient werden, muss Trumpf gespielt werden.“"""
    assert legal(W, "HU SA BA", "EA", "H") == "HU"
    assert legal(W, "HU SA BA", "EA HA", "H") == "HU"


def test_the_duties_hold_in_this_order() -> None:
    """„Absteigend gilt in dieser Reihenfolge“"""
    assert legal(W, "EU EA HA", "EK HU", "H") == "EA EU"
    assert legal(W, "HA HU SA", "EK HO", "H") == "HA"
    assert legal(W, "SA BU", "EK", "H") == "SA BU"


def test_first_played_first_won() -> None:
    """„Z’erschd g’schbielt, z’erschd g’schdochâ: Bei Karten gleichen Wertes sticht die zuerst
    ausgespielte.“
    """
    assert winner("EU HO HO", "H") == 1
    assert winner("SZ SZ SK", "H") == 0


def test_a_trump_takes_all_cards_of_other_suits() -> None:
    """„Eine Trumpfkarte sticht automatisch alle Karten der anderen Farben.“"""
    for card in ("EA", "SA", "BA"):
        assert winner(f"{card} HU", "H") == 1


# --- Zu zweit ------------------------------------------------------------------------------


def test_for_two_not_all_cards_are_dealt_and_there_is_no_dabb() -> None:
    """„Beim Spiel zu zweit werden nicht alle Karten ausgeteilt; auch der Dabb entfällt.“"""
    state = deal_with(TWO)
    assert [len(state.hand(seat)) for seat in (0, 1)] == [12, 12]
    assert (state.dabb, len(state.stock)) == ((), 24)


def test_for_each_card_played_one_is_drawn_so_both_always_hold_as_many() -> None:
    """„… von dem jeder Spieler für jede ausgespielte Karte eine Ersatzkarte zieht. Somit haben die
    Spieler bis auf die Schlussphase immer gleich viele Karten in der Hand.“
    """
    state = deal_with(TWO)
    for n in range(1, 25):
        state = play_to(play_to(state, n_tricks=n), Phase.PLAY)
        left = 12 if n <= 12 else 24 - n
        assert [len(state.hand(seat)) for seat in (0, 1)] == [left, left]


def test_for_two_one_may_meld_during_play() -> None:
    """„… gemeldet werden kann auch während des Spiels“"""
    state = deal_with(TWO, "EA EA SO | EU EU", stock="BU | HU")
    binokel = DeclareMelds(melds_of(TWO, "binokel"))
    assert not state.is_legal(binokel)
    state = played(play_to(state, Phase.PLAY), "EA EU")
    state = played(state.apply(DeclareMelds()), "EA EU")  # the Schellen-Unter has been drawn
    assert state.phase is Phase.WINDOW
    assert state.is_legal(binokel)


# --- Zählen --------------------------------------------------------------------------------


def test_the_last_trick_gets_10_points_extra() -> None:
    """„Wer den letzten Stich macht, erhält 10 Punkte extra.“"""
    assert scored(W, "0:200 2:40", bid=150).scores == (200, 0, 50)


@pytest.mark.parametrize(("points", "written"), [(184, 180), (185, 190), (180, 180), (189, 190)])
def test_points_are_rounded_from_5_up_and_to_4_down(points: int, written: int) -> None:
    """„… ab 5 Augen auf die nächste 10er-Stelle auf- bzw. bis 4 Augen abgerundet“"""
    assert scored(W, f"0:{points} 1:{240 - points}", bid=150).scores[0] == written


def test_rounding_holds_for_every_deal_or_none() -> None:
    """„Wird auf- bzw. abgerundet zählt diese Regel für alle Spiele.“"""
    exact = rules_with("wuerttemberg", scoring={"rounding": "exact"})
    for points in (184, 185):
        assert scored(exact, f"0:{points} 1:{240 - points}", bid=150).scores[0] == points


def test_the_points_of_partners_count_together() -> None:
    """„Beim Kreuzbinokel zählen die Punkte der beiden Partner jeweils zusammen“"""
    assert scored(K, "0:94 2:64 1:40 3:42", bid=150).scores == (160, 90)


def test_every_point_counts_for_the_bid() -> None:
    """„… den Reizwert erreicht hat (jedes Auge zählt!)“"""
    assert scored(W, "0:109 1:131", [40], bid=150).made is False
    assert scored(W, "0:110 1:130", [40], bid=150).made is True


def test_a_missed_bid_costs_twice_its_value_or_100_more_and_the_melds() -> None:
    """„… geht der Spielmacher den doppelten Reizwert oder auch den Reizwert um 100 erhöht ab und
    seine gemeldeten Punkte verfallen.“
    """
    plus = rules_with("wuerttemberg", scoring={"lost": "plus-100"})
    for rules, cost in ((W, 400), (plus, 300)):
        assert scored(rules, "0:100 1:140", [40], bid=200).scores[0] == -cost


def test_one_may_fall_below_zero_and_zero_is_only_the_start() -> None:
    """„Der Punktestand 0 ist also nur die Anfangsbedingung für alle, nicht eine untere Grenze.“"""
    assert standing(W, []).totals == (0, 0, 0)
    assert standing(W, [DealResult(scores=(-400, 100, 0))]).totals == (-400, 100, 0)


def test_the_match_ends_when_one_reaches_or_passes_1500_whatever_the_others_have() -> None:
    """„Die Partie endet immer erst dann, wenn ein Spieler die vereinbarte Punktezahl, z. B. 1500,
    erreicht oder überschritten hat“
    """
    for best, others, ends in ((1490, 0, False), (1500, -900, True), (1600, 1400, True)):
        assert standing(W, [DealResult(scores=(best, others, 0))]).finished is ends


# --- Durch und Untendurch ------------------------------------------------------------------


def announced(contract: Contract, hands: str = "", seat: int = 0) -> DealState:
    state = buried(won_by(deal_with(W, hands), seat, 100).apply(TakeDabb()))
    return state.apply(NameContract(contract))


def test_a_durch_is_to_make_all_tricks() -> None:
    """„Ziel des Spieles ist es, alle Stiche zu machen.“"""
    assert scored(W, "0:200", contract=Contract.DURCH).made is True
    assert scored(W, "0:200 1:0", contract=Contract.DURCH).made is False


@pytest.mark.parametrize("contract", [Contract.DURCH, Contract.BETTEL])
def test_special_games_have_no_trump_and_no_melds(contract: Contract) -> None:
    """„Es wird weder eine Trumpf-Farbe gewählt, noch gemeldet“"""
    state = announced(contract)
    assert (state.phase, state.trump) == (Phase.PLAY, None)
    assert state.melds == (None, None, None)


def test_who_has_the_deal_leads_a_durch() -> None:
    """„… und derjenige, der das Spiel hat, beginnt (kommt raus)“"""
    assert announced(Contract.DURCH, seat=2).to_act == 2


def test_regionally_the_suit_of_the_first_card_is_trump() -> None:
    """„Regional abhängig wird auch diejenige Farbe der ersten gespielten Karte als Trumpf-Farbe
    festgelegt.“
    """
    rules = rules_with("wuerttemberg", contracts={"durch_trump": "first-card"})
    state = buried(won_by(deal_with(rules, "BA"), 0, 100).apply(TakeDabb()))
    state = state.apply(NameContract(Contract.DURCH))
    assert state.apply(PlayCard(Card.BA)).trump is Suit.B


@pytest.mark.parametrize(
    ("is_open", "from_hand", "value"),
    [(False, False, 1000), (True, False, 1500), (True, True, 2000)],
)
def test_what_a_durch_counts(is_open: bool, from_hand: bool, value: int) -> None:
    """„Der Durch … 1.000 Punkte und aufgelegt … 1.500 … von der Hand … 2.000 Augen.“"""
    score = scored(W, "0:240", contract=Contract.DURCH, is_open=is_open, from_hand=from_hand)
    assert score.scores == (value, 0, 0)


def test_an_open_durch_lies_on_the_table_before_the_first_trick() -> None:
    """„… legt seine Karten vor dem 1. Stich offen auf den Tisch“"""
    state = buried(won_by(deal_with(W), 0, 100).apply(TakeDabb()))
    state = state.apply(NameContract(Contract.DURCH, is_open=True))
    assert state.trick == ()
    assert state.observe(1).open_hand == state.observe(0).hand


def test_an_open_durch_from_the_hand_is_played_without_showing_the_dabb() -> None:
    """„… der, ohne den Dabb zu enthüllen, direkt gespielt wird“"""
    state = won_by(deal_with(W), 0, 100)
    state = state.apply(NameContract(Contract.DURCH, is_open=True, from_hand=True))
    assert state.phase is Phase.PLAY
    assert [state.observe(seat).dabb for seat in (0, 1, 2)] == [None] * 3


def test_a_bettel_is_to_make_no_trick() -> None:
    """„Ziel des Kartenspieles ist es, keinen Stich zu machen.“"""
    assert scored(W, "1:200 2:40", contract=Contract.BETTEL).made is True
    assert scored(W, "0:0 2:40", contract=Contract.BETTEL).made is False


def test_by_region_the_declarer_or_forehand_leads_a_bettel() -> None:
    """„… je nach Gegend beginnt entweder derjenige, der das Spiel hat, oder derjenige, der vorne
    ist“
    """
    forehand = rules_with("wuerttemberg", contracts={"bettel_lead": "forehand"})
    assert leads_first(W, Contract.BETTEL, declarer=2, dealer=2) == 2
    assert leads_first(forehand, Contract.BETTEL, declarer=2, dealer=2) == 0


@pytest.mark.parametrize("value", [1000, 1500, 500])
def test_a_bettel_counts_1000_1500_or_500(value: int) -> None:
    """„Der Bettel zählt ebenso regionsabhängig 1.000, 1.500 oder 500 Augen.“"""
    rules = rules_with("wuerttemberg", contracts={"bettel": value})
    assert contract_value(rules, Contract.BETTEL, is_open=False, from_hand=False) == value


def test_in_a_bettel_too_who_can_must_win() -> None:
    """„Beim Untendurch gilt nach wie vor Stichzwang: wer kann, muss stechen!“"""
    state = announced(Contract.BETTEL, "EK | EA EU").apply(PlayCard(Card.EK))
    fault = state.why_illegal(PlayCard(Card.EU))
    assert fault is not None
    assert fault.reason is Reason.MUST_BEAT
