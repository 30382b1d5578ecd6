"""What was done is told to each seat as it may know it, and what came of it."""

import pytest

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    CallCard,
    ClaimRevoke,
    Concede,
    Cut,
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    NameContract,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Shuffle,
    Sign,
    TakeBack,
    TakeDabb,
)
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.rules.contracts import Contract
from binokel.telling import events
from binokel.testing.builders import (
    buried,
    deal_with,
    declared,
    do,
    melds_of,
    order_with,
    play_to,
    played,
    rules_with,
    won_by,
)
from tests.unit.telling.scenes import scene

RULES = rules_with("stammtisch")
HAND = "EA EU EZ EK EO SO SK HA HZ BU BO BK"
DABB = "SA SZ HK HO"
TAKEN = won_by(deal_with(RULES, HAND, dabb=DABB), 0, 200).apply(TakeDabb())


def told(state: DealState, action: Action, seat: int) -> str:
    """Return what is told to a seat after an action of a deal."""
    after = state.apply(action)
    return " ".join(events.told(scene(after, seat), scene(state, seat).view))


def test_a_new_deal_says_who_deals_and_who_is_forehand() -> None:
    rules = rules_with("stammtisch", deal={"cut": "none", "knock": False})
    state, shuffle = new_deal(rules, 2), Shuffle(order_with(rules, HAND))
    assert told(state, shuffle, 0) == "Spiel 1: Carla gibt. Du bist vorne. Du bekommst 12 Karten."
    assert told(state, shuffle, 2) == "Spiel 1: Du gibst. Anna ist vorne. Du bekommst 12 Karten."


def test_the_cards_come_after_the_cut() -> None:
    state = new_deal(RULES, 2).apply(Shuffle(order_with(RULES)))
    assert told(state, Cut(1), 1) == "Du hebst ab (eine Karte). Du bekommst 12 Karten."
    assert told(state, NoCut(), 0) == "Bert hebt nicht ab. Du bekommst 12 Karten."


def test_the_last_call_says_who_plays() -> None:
    state = do(deal_with(RULES), Bid(160), Pass())
    assert told(state, Pass(), 0) == "Carla sagt weg. Du hast das Spiel für 160."
    assert told(state, Pass(), 2) == "Du sagst weg. Anna hat das Spiel für 160."
    silent = do(deal_with(RULES), Pass(), Pass())
    assert told(silent, Pass(), 1) == "Carla sagt weg. Niemand reizt: Anna muss für 150 spielen."


def test_the_dabb_is_told_by_name_where_it_is_shown() -> None:
    state = won_by(deal_with(RULES, HAND, dabb=DABB), 0, 200)
    cards = "Schippen-Daus, Schippen-Zehner, Herz-König, Herz-Ober"
    assert told(state, TakeDabb(), 1) == f"Anna nimmt den Dabb auf: {cards}."
    hidden = rules_with("stammtisch", dabb={"shown": False})
    state = won_by(deal_with(hidden, HAND, dabb=DABB), 0, 200)
    assert told(state, TakeDabb(), 1) == "Anna nimmt den Dabb verdeckt auf."
    assert told(state, TakeDabb(), 0) == f"Du nimmst den Dabb auf: {cards}."


def test_a_buried_card_is_told_to_nobody_else() -> None:
    state = TAKEN
    assert told(state, BuryCard(Card.HA), 0) == "Du drückst Herz-Daus."
    assert told(state, BuryCard(Card.HA), 1) == ""
    state = state.apply(BuryCard(Card.HA))
    assert told(state, TakeBack(Card.HA), 0) == "Du nimmst Herz-Daus zurück."
    assert told(state, TakeBack(Card.HA), 1) == ""


def test_the_number_of_buried_trumps_is_told_where_it_is_announced() -> None:
    rules = rules_with("stammtisch", dabb={"announce_trumps": True, "trump_named": "before"})
    state = won_by(deal_with(rules, HAND, dabb=DABB), 0, 200)
    state = do(state, TakeDabb(), NameTrump(Suit.H), *map(BuryCard, (Card.HA, Card.HK)))
    state = do(state, *map(BuryCard, (Card.SA, Card.SZ)))
    assert told(state, BuryDone(), 1) == "Anna hat 4 Karten gedrückt, davon Trümpfe: 2."


def test_buried_trumps_are_told_when_trump_is_named_afterwards() -> None:
    rules = rules_with("stammtisch", dabb={"announce_trumps": True})
    state = won_by(deal_with(rules, HAND, dabb=DABB), 0, 200).apply(TakeDabb())
    state = buried(state, "HA HK SA SZ")
    said = "Anna sagt an: Trumpf ist Herz. Gedrückte Trümpfe: 2."
    assert told(state, NameTrump(Suit.H), 1) == said


def test_a_called_card_is_told_to_all_and_the_given_one_to_two() -> None:
    rules = rules_with("stammtisch", dabb={"call": "on", "call_bid": 400})
    state = won_by(deal_with(rules, HAND, dabb=DABB), 0, 200).apply(TakeDabb())
    call = CallCard(Card.EO)
    owner = next(seat for seat in (1, 2) if state.hand(seat).count(Card.EO))
    other, name = 3 - owner, ("Anna", "Bert", "Carla")[owner]
    said = "Anna ruft Eichel-Ober und bekommt die Karte von {}. Gespielt wird für 400."
    assert told(state, call, owner) == said.format("dir")
    assert told(state, call, other) == said.format(name)
    given = state.apply(call)
    assert told(given, GiveCard(Card.SZ), owner) == "Anna gibt dir dafür Schippen-Zehner."
    assert told(given, GiveCard(Card.SZ), other) == f"Anna gibt {name} dafür eine Karte."
    assert told(given, GiveCard(Card.SZ), 0) == f"Du gibst {name} dafür Schippen-Zehner."


def test_melds_are_told_with_their_points() -> None:
    state = do(buried(TAKEN, "SA SZ HK HO"), NameTrump(Suit.E))
    melds = melds_of(RULES, "family E, pair S", "E")
    points = sum(meld.points for meld in melds)
    said = told(state, DeclareMelds(melds), 1)
    assert said == f"Anna meldet {points}: Familie Eichel {melds[0].points}, Paar Schippe 20."
    assert told(state, DeclareMelds(), 1) == "Anna meldet nichts."


def test_the_last_meld_says_who_leads() -> None:
    state = do(buried(TAKEN), NameTrump(Suit.E), DeclareMelds(), DeclareMelds())
    begins = "Jetzt wird gespielt; {} kommt raus."
    assert told(state, DeclareMelds(), 1).endswith(begins.format("Anna"))
    assert told(state, DeclareMelds(), 0).endswith("Jetzt wird gespielt; du kommst raus.")


def test_a_finished_trick_says_whose_it_is_and_what_it_counts() -> None:
    state = played(declared(deal_with(RULES, HAND, dabb=DABB), bury="SA SZ HK HO"), "EA EU")
    card = state.legal_actions()[0]
    assert isinstance(card, PlayCard)
    trick = state.apply(card).tricks[-1]
    said = told(state, card, 0)
    assert said.startswith("Carla spielt ")
    assert said.endswith(f"Dein Stich: {trick.points} Augen.")
    assert told(state, card, 1).endswith(f"Der Stich geht an Anna: {trick.points} Augen.")


def test_an_open_durch_lays_the_hand_open_at_its_beginning() -> None:
    rules = rules_with("stammtisch", contracts={"durch": 300, "durch_open": 500})
    state = buried(won_by(deal_with(rules, HAND, dabb=DABB), 0, 200).apply(TakeDabb()))
    durch = NameContract(Contract.DURCH, is_open=True)
    assert told(state, durch, 1) == (
        "Anna sagt an: aufgelegter Durch! Jetzt wird gespielt; Anna kommt raus. "
        "Die Karten von Anna liegen offen."
    )
    assert told(state, durch, 0).endswith("Deine Karten liegen offen.")


def test_the_end_of_a_deal_is_told_with_its_headline() -> None:
    said = told(TAKEN, Concede(Suit.H, show=True), 1)
    assert said == "Anna geht ab in Herz. Die Karten von Anna liegen offen."
    state = do(TAKEN, Concede(Suit.H), DeclareMelds())
    said = told(state, DeclareMelds(), 1)
    assert said == "Carla meldet nichts. Anna ist abgegangen. Das macht −200 Punkte für Anna."


def test_a_claim_and_its_answer_are_told() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    state = play_to(declared(deal_with(rules, HAND, dabb=DABB)), Phase.SIGN)
    claim = ClaimRevoke(1, 2)
    wrong = "Nachgesehen: Das stimmt nicht."
    head = "Anna reklamiert: {} im 3. Stich falsch gespielt."
    assert state.to_act == 0
    assert told(state, claim, 2) == f"{head.format('Bert habe')} {wrong}"
    assert told(state, claim, 1) == f"{head.format('Du hättest')} {wrong}"
    assert (
        told(state, claim, 0) == f"Du reklamierst: Bert habe im 3. Stich falsch gespielt. {wrong}"
    )
    assert told(state, Sign(), 1) == "Anna unterschreibt."


STOCK = rules_with("zu-zweit")


def windows(state: DealState, n_stock: int) -> DealState:
    """Return the state at the window before so many cards of the stock are left."""
    while len(state.stock) > n_stock or state.phase is not Phase.WINDOW:
        state = state.apply(
            DeclareMelds() if state.phase is Phase.WINDOW else state.legal_actions()[0]
        )
    return state


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    state = windows(deal_with(STOCK), 24)
    state = windows(play_to(state, Phase.PLAY).apply(PlayCard(Card.EA)), 24)
    winner = state.leader
    said = told(state, DeclareMelds(), winner)
    assert said.startswith("Du ziehst ")
    assert said.endswith("zieht eine Karte. Im Stapel sind noch 22 Karten.")
    other = told(state, DeclareMelds(), 1 - winner)
    assert other.startswith(f"{('Anna', 'Bert')[winner]} zieht eine Karte. Du ziehst ")


def test_the_turned_up_card_is_drawn_last_for_all_to_see() -> None:
    state = windows(deal_with(STOCK, stock="|B7"), 2)
    winner, loser = state.leader, ("Anna", "Bert")[1 - state.leader]
    said = told(state, DeclareMelds(), winner)
    assert f"{loser} zieht die aufgedeckte Karte: Bollen-Siebener." in said
    assert said.endswith("Der Stapel ist leer: Ab jetzt gelten alle Zwänge.")


def test_nothing_melded_in_a_window_is_no_news() -> None:
    state = deal_with(STOCK)
    assert state.phase is Phase.WINDOW
    assert told(state, DeclareMelds(), 1) == ""


@pytest.mark.parametrize("seat", [0, 1])
def test_an_exchange_is_told(seat: int) -> None:
    state = deal_with(STOCK, "EA EZ E7 EK EO EU SA SZ SK SO SU S7", stock="|EU")
    state = play_to(state, Phase.PLAY).apply(PlayCard(Card.EA))
    state = windows(state, 24)
    assert state.is_legal(ExchangeDix())
    who = ("Du tauschst", "Anna tauscht")[seat]
    assert told(state, ExchangeDix(), seat).startswith(f"{who} den Trumpf-Siebener und schreib")
