"""What is asked, what may be chosen, and when it is asked whether it is meant."""

from random import Random

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
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    NameContract,
    NameTrump,
    Pass,
    Shuffle,
    Sign,
    TakeDabb,
)
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal, shuffled
from binokel.rules.contracts import Contract
from binokel.telling.melds import total
from binokel.telling.options import Option, options
from binokel.telling.prompts import prompt
from binokel.testing.builders import (
    buried,
    deal_with,
    declared,
    do,
    order_with,
    play_to,
    played,
    rules_with,
    won_by,
)
from tests.unit.telling.scenes import scene

RULES = rules_with("stammtisch")
HAND = "EA EU EZ EK EO SO SK HA HZ BU BO BK"
TAKEN = won_by(deal_with(RULES, HAND, dabb="SA SZ HK HO"), 0, 200).apply(TakeDabb())


def asked(state: DealState, seat: int = 0) -> str:
    return prompt(scene(state, seat))


def offered(state: DealState, seat: int = 0) -> dict[Action, Option]:
    return {option.action: option for option in options(scene(state, seat))}


@pytest.mark.parametrize(
    ("bidding", "question"),
    [
        ({}, "Du bist dran: wenigstens 150, oder weg."),
        ({"jumps": False}, "Du bist dran: 150 oder weg."),
        ({"opener": "must-bid"}, "Du bist vorne und musst reizen: wenigstens 150."),
        ({"opener": "must-bid", "jumps": False}, "Du bist vorne und musst 150 reizen."),
    ],
)
def test_a_call_is_asked_for_with_what_may_be_said(
    bidding: dict[str, object], question: str
) -> None:
    state = deal_with(rules_with("stammtisch", bidding=bidding))
    assert asked(state) == question
    assert asked(state, 1) == "Anna überlegt."
    assert offered(state) == {}


def test_the_highest_bid_leaves_nothing_but_weg() -> None:
    state = deal_with(rules_with("stammtisch", bidding={"maximum": 300})).apply(Bid(300))
    assert asked(state, 1) == "Du bist dran: Höher geht es nicht, sag weg."


@pytest.mark.parametrize(
    ("deal", "question"),
    [
        ({"cut": "optional"}, "Du darfst abheben."),
        ({"cut": "mandatory"}, "Heb ab: 1 bis 39 Karten."),
        ({"cut": "none", "knock": True}, "Du darfst klopfen."),
    ],
)
def test_the_cutter_is_asked_for_what_may_be_done(deal: dict[str, object], question: str) -> None:
    rules = rules_with("stammtisch", deal=deal)
    state = new_deal(rules, 2).apply(Shuffle(order_with(rules)))
    assert asked(state, 1) == question
    assert asked(state, 0) == "Bert darf abheben."
    assert asked(new_deal(rules, 2), 2) == "Du mischst."


def test_burying_counts_what_is_missing() -> None:
    state = TAKEN
    assert asked(state) == "Drück 4 Karten."
    state = do(state, *map(BuryCard, (Card.HA, Card.HZ, Card.HK)))
    assert asked(state) == "Drück noch eine Karte."
    assert BuryDone() not in offered(state)
    state = state.apply(BuryCard(Card.HO))
    assert asked(state) == "Genug gedrückt: weiter, oder eine Karte zurücknehmen."
    assert offered(state)[BuryDone()].text == "Fertig gedrückt"
    assert asked(state, 1) == "Anna drückt."


def test_in_strict_play_the_number_is_up_to_the_declarer() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    state = won_by(deal_with(rules, HAND), 0, 200).apply(TakeDabb()).apply(BuryCard(Card.HA))
    assert asked(state).startswith("Zu drücken: 4 Karten; gedrückt: eine Karte.")
    assert BuryDone() in offered(state)


def test_going_out_says_first_what_it_costs() -> None:
    option = offered(TAKEN)[Concede(Suit.H)]
    assert option.text == "Abgehen in Herz"
    assert option.ask == (
        "Abgehen kostet dich 200 Punkte; gespielt wird dann nicht. "
        "Jede andere Partei schreibt ihre Meldungen und 30 dazu. Wirklich in Herz abgehen?"
    )


def test_trump_is_named_without_a_question_and_a_durch_with_one() -> None:
    found = offered(buried(TAKEN))
    assert found[NameTrump(Suit.S)] == (NameTrump(Suit.S), "Schippe als Trumpf ansagen", None)
    durch = found[NameContract(Contract.DURCH, is_open=True)]
    assert durch.text == "Aufgelegter Durch (1500)"
    assert durch.ask == (
        "Aufgelegter Durch: Du musst alle Stiche machen, sonst verlierst du. "
        "Gewonnen zählt er 1500. Wirklich?"
    )
    named = rules_with("stammtisch", contracts={"durch": 300, "durch_trump": "named"})
    state = buried(won_by(deal_with(named, HAND), 0, 200).apply(TakeDabb()))
    option = offered(state)[NameContract(Contract.DURCH, suit=Suit.H)]
    assert option.text == "Durch mit Trumpf Herz (300)"


def test_calling_says_what_is_then_played_for() -> None:
    rules = rules_with("stammtisch", dabb={"call": "on", "call_bid": 400})
    state = won_by(deal_with(rules, HAND), 0, 200).apply(TakeDabb())
    option = offered(state)[CallCard(Card.SO)]
    assert option.text == "Schippen-Ober rufen"
    assert option.ask == "Schippen-Ober rufen: Dann spielst du für 400. Wirklich?"
    state = state.apply(CallCard(Card.SO))
    assert asked(state).endswith("für Schippen-Ober?")
    assert asked(state, 1) == "Anna gibt eine Karte her."
    durch = rules_with(
        "stammtisch", dabb={"call": "durch"}, contracts={"durch": 300, "durch_trump": "none"}
    )
    state = won_by(deal_with(durch, HAND), 0, 200).apply(TakeDabb())
    option = offered(state)[CallCard(Card.SO)]
    assert option.ask == "Schippen-Ober rufen: Dann musst du einen Durch spielen. Wirklich?"
    state = state.apply(CallCard(Card.SO))
    state = buried(do(state, GiveCard(Card.HA)), "HZ BU BO BK")
    assert asked(state) == "Sag dein Spiel an."


def test_all_melds_or_none_and_what_none_would_cost() -> None:
    state = do(buried(TAKEN), NameTrump(Suit.E))
    everything, nothing = offered(state).values()
    assert isinstance(everything.action, DeclareMelds)
    points = total(everything.action.melds)
    assert everything.text.startswith("Melden: Familie Eichel 150, ")
    assert everything.text.endswith(f"(zusammen {points})")
    assert nothing == (
        DeclareMelds(),
        "Nichts melden",
        f"Damit verschenkst du {points} Punkte. Wirklich?",
    )
    assert asked(state) == f"Du kannst {points} Punkte melden."
    bare = do(state, everything.action)
    if not offered(bare, 1)[DeclareMelds()].ask:
        assert asked(bare, 1) == "Du hast nichts zu melden."
        assert offered(bare, 1)[DeclareMelds()].text == "Weiter"


def test_in_the_game_with_a_stock_a_meld_may_wait() -> None:
    state = deal_with(rules_with("zu-zweit"), "EK EO E7 SA SZ SU HA HZ HU BA BZ BU", stock="|EU")
    nothing = offered(state)[DeclareMelds()]
    assert nothing == (DeclareMelds(), "Jetzt nichts melden", None)
    state = play_to(state, Phase.PLAY)
    state = do(state, state.legal_actions()[0], state.legal_actions()[0])
    while state.to_act != 0 or state.phase is not Phase.WINDOW:
        state = state.apply(
            DeclareMelds() if state.phase is Phase.WINDOW else state.legal_actions()[0]
        )
    assert asked(state).startswith("Du kannst den Trumpf-Siebener tauschen und ")
    assert offered(state)[ExchangeDix()].text == "Trumpf-Siebener gegen Eichel-Unter tauschen"


def test_a_card_is_asked_for_with_who_is_in_front() -> None:
    state = declared(deal_with(RULES, HAND, dabb="SA SZ HK HO"), bury="SA SZ HK HO")
    assert asked(state) == "Du kommst raus: Spiel die erste Karte."
    assert asked(state, 1) == "Anna ist dran."
    state = played(state, "SO")
    assert asked(state, 1).endswith("Anna liegt vorn mit Schippen-Ober.")
    kreuz = declared(deal_with(rules_with("kreuzbinokel"), "HA HZ"))
    state = kreuz.apply(kreuz.legal_actions()[0])
    state = state.apply(state.legal_actions()[0])
    assert "(spielt mit dir) liegt vorn mit" in asked(state, 2) or "Bert liegt" in asked(state, 2)


def test_the_only_card_that_may_be_played_is_named() -> None:
    state = declared(deal_with(RULES, "SA SZ | SK SO", dabb="HA HA HZ HZ"), bury="HA HA HZ HZ")
    state = state.apply(state.legal_actions()[0])
    while len(state.choices()[0].cards) > 1:  # type: ignore[union-attr]
        state = state.apply(state.legal_actions()[0])
    seat = state.to_act
    assert seat is not None
    assert "Du kannst nur " in asked(state, seat)


def test_a_deal_is_signed_or_a_trick_claimed() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    state = play_to(declared(deal_with(rules, HAND)), Phase.SIGN)
    assert asked(state) == "Stimmt alles? Unterschreib, oder reklamiere einen Stich."
    found = offered(state)
    assert found[Sign()].text == "Unterschreiben"
    assert found[ClaimRevoke(1, 2)] == (
        ClaimRevoke(1, 2),
        "Bert im 3. Stich reklamieren",
        "Du reklamierst: Bert habe im 3. Stich falsch gespielt. Wirklich?",
    )
    assert asked(state, 1) == "Anna prüft und unterschreibt."


def test_after_a_deal_the_next_one_is_offered_or_the_match_is_told() -> None:
    over = play_to(declared(deal_with(RULES, HAND)))
    assert asked(over) == "Das Spiel ist aus. Weiter geht es mit dem nächsten."
    one = rules_with("stammtisch", match={"ends": "deals", "deals": 1, "target": "off"})
    over = play_to(declared(deal_with(one, HAND)))
    assert "gewonnen" in asked(over).lower() or "Gleichstand" in asked(over)
    redeal = rules_with("stammtisch", bidding={"opener": "free", "nobody": "redeal"})
    over = do(deal_with(redeal), Pass(), Pass(), Pass())
    assert asked(over) == "Niemand hat gereizt: Es wird neu gegeben."


def test_a_tie_that_is_played_off_is_told() -> None:
    ending = {"ends": "deals", "deals": 1, "target": "off", "tie": "extra-deal"}
    rules = rules_with("stammtisch", match=ending)
    shuffles = (shuffled(rules, Random(seed)) for seed in range(200))
    over = (play_to(new_deal(rules, 0).apply(shuffle)) for shuffle in shuffles)
    told = {has_two_leaders(state): asked(state) for state in over}
    assert told[True] == "Gleichstand: Ein weiteres Spiel entscheidet."
    assert told[False] != told[True]


def has_two_leaders(state: DealState) -> bool:
    assert state.score is not None
    scores = state.score.scores
    return scores.count(max(scores)) > 1
