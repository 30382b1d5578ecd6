"""What the yardstick takes as proven."""

import pytest
from msgspec.structs import replace

from binokel.cards.card import Card
from binokel.players.dabb.deductions import Deductions
from binokel.testing.builders import rules_with
from tests.unit.players.dabb.views import seen

FOUR = "dabb-online-4"


def denied(text: str, seat: int, *, leader: int = 0, **how: object) -> set[str]:
    """Return the cards that a seat denies in one trick."""
    view = seen("BU BU", tricks=[(leader, text)], **how)  # type: ignore[arg-type]
    marks = Deductions(view).denied[seat]
    return {card.value for card in Card if marks >> 2 * card.index & 1}


def suit(letter: str) -> set[str]:
    return {card.value for card in Card if card.suit.letter == letter}


def test_who_does_not_follow_is_void_of_the_suit() -> None:
    assert denied("SK EU SU", 1) >= suit("S")


def test_who_puts_no_trump_then_is_void_of_trumps_too() -> None:
    assert denied("SK HU SU", 1) == suit("S") | suit("E")
    assert denied("SK EU SU", 1) == suit("S")


def test_who_need_not_trump_is_void_of_the_suit_only() -> None:
    exempt = denied("SA SU HZ SU", 2, rules=FOUR)
    assert exempt == suit("S")
    assert denied("SU SA HZ SU", 2, rules=FOUR) == suit("S") | suit("E")


def test_who_follows_without_beating_has_nothing_above_the_best_led_card() -> None:
    assert denied("SK SU SO", 1) == {"SA", "SZ"}
    assert denied("SU SK SO", 2) == {"SA", "SZ"}
    assert denied("SU SK SO", 1) == set()


def test_a_partner_need_not_beat_and_so_denies_nothing() -> None:
    assert denied("SK SU SO SU", 2, rules=FOUR) == set()


def test_also_under_a_trump_the_led_suit_must_be_beaten() -> None:
    assert denied("SK EU SO", 2) == {"SA", "SZ"}
    assert denied("SK EU SO", 2, rules="stammtisch") == set()


def test_who_trumps_under_has_no_higher_trump() -> None:
    assert denied("SK EO EU", 2) == suit("S") | {"EA", "EZ", "EK"}
    assert denied("SK EU EO", 2) == suit("S")


@pytest.mark.parametrize(
    ("duty", "trick", "proven"),
    [
        ("must_trump", "SK HU SU", suit("S")),
        ("must_over_trump", "SK EO EU", suit("S")),
        ("must_beat", "SK SU SU", set()),
    ],
)
def test_a_duty_that_the_rules_do_not_have_proves_nothing(
    duty: str, trick: str, proven: set[str]
) -> None:
    rules = rules_with("dabb-online", play={duty: False})
    view = replace(seen("BU BU", tricks=[(0, trick)]), rules=rules)
    marks = Deductions(view).denied[2 if duty == "must_over_trump" else 1]
    assert {card.value for card in Card if marks >> 2 * card.index & 1} == proven


def test_the_running_trick_counts_too() -> None:
    view = seen("BU BU", "SK HU", seat=2)
    assert Deductions(view).is_void(1, 1)
    assert Deductions(view).is_void(1, 0)
    assert not Deductions(view).is_void(0, 1)


def test_shown_meld_cards_lie_where_they_were_shown_until_they_are_played() -> None:
    shown = {1: "family S, pair H"}
    located = Deductions(seen("BU BU", melds=shown)).located
    assert {c.value for c in Card if located[1] >> 2 * c.index & 1} == {
        "SA", "SZ", "SK", "SO", "SU", "HK", "HO",
    }  # fmt: skip
    after = Deductions(seen("BU BU", melds=shown, tricks=[(0, "SU SA SU"), (1, "HK HU HU")]))
    assert {c.value for c in Card if after.located[1] >> 2 * c.index & 1} == {
        "SZ", "SK", "SO", "SU", "HO",
    }  # fmt: skip
    assert located[2] == 0


def test_both_copies_are_located_where_one_meld_needs_both() -> None:
    twice = Deductions(seen("BU BU", melds={1: "double binokel"}, tricks=[(1, "SO SU SU")]))
    assert twice.located[1] >> 2 * Card.SO.index & 1
    once = Deductions(seen("BU BU", melds={1: "binokel"}, tricks=[(1, "SO SU SU")]))
    assert not once.located[1] >> 2 * Card.SO.index & 1


def test_the_own_melds_are_no_news() -> None:
    assert Deductions(seen("SK SO", melds={0: "pair S"})).located[0] == 0


@pytest.mark.parametrize(("best", "beats"), [("SO", True), ("SZ", False), ("EU", False)])
def test_only_a_shown_card_that_it_may_play_surely_beats(best: str, beats: bool) -> None:
    facts = Deductions(seen("BU BU", melds={1: "pair S, pair E"}))
    assert facts.surely_beats(1, Card.SU.suit.index, Card(best).index) is beats


def test_a_shown_trump_beats_once_its_holder_is_void() -> None:
    facts = Deductions(seen("BU BU", melds={1: "pair E"}, tricks=[(0, "SK EU SU")]))
    led = Card.SA.suit.index
    assert facts.surely_beats(1, led, Card.SA.index)
    assert facts.surely_beats(1, led, Card.EO.index)
    assert not facts.surely_beats(1, led, Card.EK.index)
    assert not facts.surely_beats(1, Card.HA.suit.index, Card.HA.index)


def test_a_led_trump_is_beaten_by_higher_trumps_only() -> None:
    facts = Deductions(seen("BU BU", melds={1: "pair E"}))
    assert facts.surely_beats(1, 0, Card.EO.index)
    assert not facts.surely_beats(1, 0, Card.EK.index)


def test_without_trump_only_the_suit_beats() -> None:
    view = seen("BU BU", trump=None, rules="stammtisch", tricks=[(0, "SK HU SU")])
    facts = Deductions(view)
    assert facts.is_void(1, 1)
    assert not facts.is_void(1, 0)
    assert not facts.surely_beats(1, 1, Card.SU.index)


def test_a_melded_trump_seven_may_lie_buried() -> None:
    melds = {1: "pair E, dix", 2: "dix"}
    view = seen("BU BU", rules="preisbinokel", declarer=1, melds=melds)
    seven = 2 * Card.E7.index
    assert Deductions(view).located[1] >> seven & 1
    buried = replace(view, deal=replace(view.deal, buried_dix=1))
    located = Deductions(buried).located
    assert not located[1] >> seven & 1
    assert located[1] >> 2 * Card.EK.index & 1
    assert located[2] >> seven & 1
