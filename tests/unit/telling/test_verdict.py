"""The headline of a deal names what a seat may know, and nothing more."""

import pytest

from binokel.cards.card import Suit
from binokel.engine.actions import DeclareMelds, NameTrump, TakeDabb
from binokel.engine.state import DealState
from binokel.rules.ruleset import RuleSet
from binokel.telling.verdict import headline
from binokel.testing.builders import buried, deal_with, do, melds_of, play_to, rules_with, won_by
from tests.unit.telling.scenes import scene

STRICT = rules_with("wuerttemberg-48", penalties={"strict": True})
HAND = "EK EO E7 SA SZ SK HA HZ HK BA BZ BK S7 H7 B7"
DABB = "EA EZ HO"


def erred(rules: RuleSet, cards: str, melds: str) -> DealState:
    """Return the end of a deal in which Anna melds what she may have buried."""
    state = won_by(deal_with(rules, HAND, dabb=DABB), 0, 200)
    state = do(buried(state.apply(TakeDabb()), cards), NameTrump(Suit.E))
    return play_to(state.apply(DeclareMelds(melds_of(rules, melds, "E"))))


@pytest.mark.parametrize(
    ("cards", "melds", "why"),
    [
        ("EK EA EZ", "pair E", "Du hast gedrückt, was du gemeldet hast (Eichel-König)"),
        ("E7 EA EZ", "dix", "Du hast Eichel-Siebener gedrückt und das beim Melden nicht"),
    ],
)
def test_only_the_declarer_is_told_which_buried_card_was_wrong(
    cards: str, melds: str, why: str
) -> None:
    state = erred(STRICT, cards, melds)
    assert state.bury_error
    assert headline(scene(state, 0)).startswith(why)
    assert headline(scene(state, 1)).startswith("Anna hat falsch gedrückt: verloren. ")


def test_all_are_told_how_many_cards_were_buried() -> None:
    state = won_by(deal_with(STRICT, HAND, dabb=DABB), 0, 200)
    state = do(buried(state.apply(TakeDabb()), "EA"), NameTrump(Suit.E), DeclareMelds())
    state = play_to(state)
    assert headline(scene(state, 0)).startswith("Du hast eine Karte gedrückt statt 3: verloren.")
    assert headline(scene(state, 2)).startswith("Anna hat eine Karte gedrückt statt 3: verloren.")


def test_a_hopeless_bid_shows_no_number_that_tells_the_buried_points() -> None:
    scoring = {"unreachable_lost": True, "buried_count": False}
    rules = rules_with("wuerttemberg-48", scoring=scoring)
    state = won_by(deal_with(rules, HAND, dabb=DABB), 0, 1000)
    state = do(buried(state.apply(TakeDabb())), NameTrump(Suit.E))
    state = play_to(state)
    assert state.is_over
    assert "sind höchstens" in headline(scene(state, 0))
    assert "ist das nicht mehr zu erreichen" in headline(scene(state, 1))


def test_without_a_declarer_the_headline_is_the_count() -> None:
    state = play_to(deal_with(rules_with("zu-zweit")))
    assert state.score is not None
    one, two = state.score.scores
    assert headline(scene(state, 0)) == f"Gezählt ist: Anna {one}, Bert {two}."


def test_nobody_has_bid() -> None:
    rules = rules_with("stammtisch", bidding={"opener": "free", "nobody": "redeal"})
    state = play_to(deal_with(rules))
    assert state.is_redeal
    assert headline(scene(state, 0)) == "Niemand hat gereizt: Es wird neu gegeben."
