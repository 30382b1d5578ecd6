"""Rule text 001, the sheet of a Preisbinokel, sentence by sentence, on the set `preisbinokel`.

The draw of tables ("Marke", "2/1"), the signed list and the director belong to a tournament.
"""

from random import Random

import pytest

from binokel.cards.card import Card
from binokel.cards.hand import pack
from binokel.engine.actions import (
    ClaimRevoke,
    Concede,
    Cut,
    Knock,
    NameContract,
    NoCut,
    PlayCard,
    Shuffle,
    Sign,
)
from binokel.engine.match import new_match
from binokel.engine.phase import Phase
from binokel.engine.state import new_deal
from binokel.rules.contracts import Contract
from binokel.rules.deal import Packet, packets
from binokel.rules.match import DealResult, standing
from binokel.rules.scoring import Revoke
from binokel.testing.builders import (
    deal_with,
    declared,
    do,
    melded,
    play_to,
    played,
    points_of,
    rules_with,
    scored,
    won_by,
)

P = rules_with("preisbinokel")
STRICT = rules_with("preisbinokel", penalties={"strict": True})


def test_48_cards_with_sevens_without_dabb_and_without_durch() -> None:
    """„Es wird mit 48 Karten gespielt (mit 7ern), jedoch ohne Dabb und ohne Durch.“"""
    assert len(P.cards) == 48
    state = won_by(deal_with(P), 0, 100)
    assert state.dabb == ()
    assert not state.is_legal(NameContract(Contract.DURCH))


def test_3_rounds_of_9_deals_27_in_all() -> None:
    """„Es gibt 3 Runden mit je 9 Spielen (insgesamt 27 Spiele).“"""
    assert (P.match.deals, P.match.rounds) == (27, 3)
    results = [DealResult(scores=(100, 50, 20))] * 27
    assert not standing(P, results[:26]).finished
    assert standing(P, results).finished


def test_three_play_each_for_himself() -> None:
    """„Es wird in 3er-Gruppen gespielt.“"""
    assert P.sides == ((0,), (1,), (2,))


def test_player_1_is_the_first_dealer() -> None:
    """„Spieler 1 ist der Schreiber und erster Kartengeber.“"""
    assert {new_match(P, "123", Random(n)).first_dealer for n in range(9)} == {0}


def test_4_times_4_cards_beginning_with_the_right_neighbour() -> None:
    """„Ausgeteilt wird gegen den Uhrzeigersinn (beginnend beim rechten Nachbarn), 4 mal 4.“"""
    assert P.table.direction == "anticlockwise"
    assert list(packets(P, 0, knocked=False)) == [
        Packet(seat, 4) for _ in range(4) for seat in (1, 2, 0)
    ]
    state = deal_with(P, dealer=0)
    order = state.order
    assert state.hands[1] == pack([*order[:4], *order[12:16], *order[24:28], *order[36:40]])


def test_the_left_neighbour_cuts() -> None:
    """„Der linke Nachbar hebt ab.“"""
    assert new_deal(P, 0).apply(Shuffle(P.cards)).to_act == 2


def test_cutting_is_a_duty_and_there_is_no_knocking() -> None:
    """„Abheben ist Pflicht, es wird nicht geklopft.“"""
    state = new_deal(P, 0).apply(Shuffle(P.cards))
    assert not state.is_legal(NoCut())
    assert not state.is_legal(Knock())
    assert state.apply(Cut(20)).phase is Phase.AUCTION


def test_there_is_no_starting_value_for_bids() -> None:
    """„Es gibt keinen Startwert fürs Reizen.“"""
    assert won_by(deal_with(P), 0, 10).bid == 10


def test_a_won_bid_must_be_played() -> None:
    """„Wird ein Spiel erreizt, muss es gespielt werden.“"""
    state = won_by(deal_with(P), 0, 300)
    assert not any(state.is_legal(Concede(suit)) for suit in {card.suit for card in Card})


def test_melds_count_only_with_a_trick() -> None:
    """„Die gemeldeten Punkte zählen nur, wenn man einen Stich macht.“"""
    score = scored(P, "0:200 1:40", [0, 100, 100], bid=150)
    assert score.scores == (200, 140, 0)


def test_trick_points_are_counted_exactly() -> None:
    """„Die Punkte der Stiche werden genau gezählt und aufgeschrieben.“"""
    assert scored(P, "0:163 1:43 2:34", bid=150).scores == (163, 43, 34)


def test_who_misses_his_bid_loses_it_once_and_his_melds() -> None:
    """„Erreicht der Spieler … nicht die gereizten Punkte (Meldung plus Stiche), geht er die
    gereizten Punkte ab; das Gemeldete zählt beim Abgehenden nicht.“
    """
    assert scored(P, "0:109 1:131", [40, 0, 0], bid=150).scores[0] == -150
    assert scored(P, "0:110 1:130", [40, 0, 0], bid=150).scores[0] == 150


def test_the_others_keep_tricks_and_melds() -> None:
    """„Bei den Mitspielern zählen die Stiche und das Gemeldete.“"""
    assert scored(P, "0:50 1:131 2:59", [0, 60, 20], bid=150).scores == (-150, 191, 79)


def test_the_last_trick_brings_nothing_extra() -> None:
    """„Für den letzten Stich gibt es keine Extrapunkte.“"""
    assert scored(P, "1:100 0:140", bid=140).scores == (140, 100, 0)
    over = play_to(declared(deal_with(P), 0, 10))
    assert over.score is not None
    assert sum(over.score.card_points or ()) == 240
    assert over.score.bonus == (0, 0, 0)


def wrong_play(cards: str, trick: int = 0) -> tuple[int, ...]:
    """Return the scores after these first cards, the last one wrong and claimed by seat 0."""
    hands = "EZ SZ SU | EA EK EU SA HU | HZ HK HU BA BU"
    state = played(declared(deal_with(STRICT, hands), 0, 150, trump="H"), cards)
    offender = state.revokes[0].seat
    over = do(play_to(state, Phase.SIGN), ClaimRevoke(offender, trick), Sign(), Sign(), Sign())
    assert over.score is not None
    return over.score.scores


@pytest.mark.parametrize(
    ("cards", "scores"),
    [
        ("EZ SA", (125, -240, 125)),  # nicht bedient
        ("EZ EU", (125, -240, 125)),  # falsch gestochen
        ("EZ EA BA", (125, 125, -240)),  # nicht getrumpft
    ],
)
def test_a_wrong_card_costs_240_and_brings_the_others_125(
    cards: str, scores: tuple[int, ...]
) -> None:
    """„Wird beim Spiel nicht bedient, falsch gestochen oder sich verschmissen, geht der Verursacher
    240 Punkte ab.“
    """
    assert wrong_play(cards) == scores


def test_a_declarer_who_bid_more_than_240_loses_his_bid() -> None:
    """„Ist der Spielmacher der Verursacher und hat höher als 240 gereizt, dann geht er die
    gereizten Punkte ab.“
    """
    assert scored(P, bid=240, revoke=Revoke(0, 0)).scores[0] == -240
    assert scored(P, bid=350, revoke=Revoke(0, 0)).scores[0] == -350


def test_after_a_wrong_card_the_others_get_melds_and_125() -> None:
    """„Bei den Mitspielern werden das Gemeldete sowie 125 Punkte gutgeschrieben.“"""
    score = scored(P, "0:240", [0, 150, 40], bid=200, revoke=Revoke(0, 5))
    assert score.scores == (-240, 275, 165)


def test_after_signing_no_complaint_is_heard() -> None:
    """„Nachträgliche Reklamationen werden nicht anerkannt“, nach der Unterschrift."""
    hands = "EZ SZ SU | EA EK EU SA HU | HZ HK HU BA BU"
    state = played(declared(deal_with(STRICT, hands), 0, 150, trump="H"), "EZ EU")
    state = do(play_to(state, Phase.SIGN), Sign(), Sign())
    assert state.is_legal(ClaimRevoke(1, 0))
    over = state.apply(Sign())
    assert not over.is_legal(ClaimRevoke(1, 0))
    assert over.score is not None
    assert over.score.scores != (125, -240, 125)


@pytest.mark.parametrize(
    ("rank", "points"), [("A", 11), ("Z", 10), ("K", 4), ("O", 3), ("U", 2), ("7", 0)]
)
def test_what_the_cards_count(rank: str, points: int) -> None:
    """„Ass = 11 Punkte, 10 = 10 Punkte, König = 4 Punkte, Ober = 3, Unter = 2, 7 = 0.“"""
    for suit in "ESHB":
        assert points_of(P, f"{suit}{rank}") == points


FAMILY = "HA HZ HK HO HU"
RUNDGANG = "EK EO SK SO HK HO BK BO"


def of_rank(rank: str, copies: int) -> str:
    return " ".join(f"{suit}{rank}" for suit in "ESHB" for _ in range(copies))


@pytest.mark.parametrize(
    ("row", "hand", "plain", "trump"),
    [
        ("Paar (König und Ober)", "HK HO", 20, 40),
        ("Rundgang (1 Paar von jeder Farbe)", RUNDGANG, 240, 240),
        ("Familie (Ass, 10, König, Ober, Unter)", FAMILY, 100, 150),
        ("Doppel-Familie einer Farbe", f"{FAMILY} {FAMILY}", 1000, 1500),
        ("Binokel (Schippe Ober und Schellen Unter)", "SO BU", 40, 40),
        ("Doppel-Binokel", "SO SO BU BU", 300, 300),
        ("Sieben", "H7", 0, 10),
        ("4x Ass (1 von jeder Farbe)", of_rank("A", 1), 100, 100),
        ("4x König (1 von jeder Farbe)", of_rank("K", 1), 80, 80),
        ("4x Ober (1 von jeder Farbe)", of_rank("O", 1), 60, 60),
        ("4x Unter (1 von jeder Farbe)", of_rank("U", 1), 40, 40),
        ("4x Zehn", of_rank("Z", 1), 0, 0),
        ("4x Sieben, ohne Trumpf-Sieben", of_rank("7", 1), 0, 10),
        ("Alle 8 Asse", of_rank("A", 2), 1000, 1000),
        ("Alle 8 Könige", of_rank("K", 2), 1000, 1000),
        ("Alle 8 Ober", of_rank("O", 2), 1000, 1000),
        ("Alle 8 Unter", of_rank("U", 2), 1000, 1000),
        ("Alle 8 Siebener", of_rank("7", 2), 1000, 1020),
        ("Alle 8 Zehner (außer 10er)", of_rank("Z", 2), 0, 0),
    ],
)
def test_the_table_of_melds(row: str, hand: str, plain: int, trump: int) -> None:
    """„Melde-Bild | Punkte | Punkte bei Trumpf“, row by row; trump is Herz in the last column."""
    assert melded(P, hand) == plain, row
    assert melded(P, hand, "H") == trump, row


def test_a_trump_family_and_a_rundgang_share_the_pair() -> None:
    """„Hat ein Spieler Trumpf Familie (150) und den Rundgang (240), zählt das Paar von der Familie
    beim Rundgang mit.“
    """
    assert melded(P, f"{FAMILY} EK EO SK SO BK BO", "H") == 150 + 240


def test_a_deal_of_the_sheet_is_played_in_16_tricks() -> None:
    """4 mal 4 Karten: sixteen cards each and sixteen tricks."""
    state = declared(deal_with(P), 1, 50)
    assert [len(state.hand(seat)) for seat in range(3)] == [16, 16, 16]
    over = play_to(state)
    assert len(over.tricks) == 16
    assert over.why_illegal(PlayCard(Card.EA)) is not None
