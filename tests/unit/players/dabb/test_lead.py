"""The yardstick's leads: each rule where it fits, and the order of the rules."""

from random import Random

import pytest

from binokel.engine.actions import PlayCard
from binokel.players.dabb import DabbPlayer
from tests.unit.players.dabb.views import act, card, seen

# Ten trumps are E; what these tricks play leaves one trump or two unseen.
EIGHT_TRUMPS_GONE = [(0, "EA EA EZ"), (0, "EZ EK EK"), (0, "EO EO SU")]
"""Seat 2 has no trump left: it followed with one in the first two tricks, then with SU."""


# --- rule 0: the last trump ---------------------------------------------------------------------


TRUMPED = [*EIGHT_TRUMPS_GONE, (0, "HA EU HO")]
"""Seat 1 is void of hearts and may have the last trump; seat 2 has none."""


def test_before_a_side_ace_it_draws_the_last_trump_with_a_cheap_card_of_the_void_suit() -> None:
    assert card(seen("HK HZ HU BA SU", tricks=TRUMPED)) == "HU"
    nobody_has_one = [*EIGHT_TRUMPS_GONE, (0, "HA SO HO")]
    assert card(seen("HK HZ HU BA SU", tricks=nobody_has_one)) != "HU"


def test_it_draws_only_where_it_holds_a_side_ace() -> None:
    assert card(seen("HK HZ HU BA BK SU", tricks=TRUMPED)) == "HU"
    assert card(seen("HK HZ HU BZ BK SU", tricks=TRUMPED)) != "HU"


def test_it_draws_only_one_or_two_trumps() -> None:
    hand = "HK HZ HU BA BK SU"
    six_gone = [(0, "EA EA EZ"), (0, "EZ EK SU"), (0, "HA EK HO")]
    assert card(seen(f"EO EO EU {hand}", tricks=six_gone, declarer=1)) == "HU"
    assert card(seen(f"EO EO {hand}", tricks=six_gone, declarer=1)) == "HU"
    assert card(seen(f"EO {hand}", tricks=six_gone, declarer=1)) != "HU"
    assert card(seen(f"EU {hand}", tricks=TRUMPED)) != "HU"


def test_two_opponents_who_may_have_trumps_are_not_drawn() -> None:
    tricks = [(0, "EA EA EZ"), (0, "EZ EK EK"), (0, "EO EO SU"), (0, "HA EU HO")]
    assert card(seen("HK HZ HU BA BK SU", tricks=tricks)) == "HU"
    unknown = [(0, "EA EA EZ"), (0, "EZ EK EK"), (0, "EO EO EU"), (1, "HA HO SU")]
    assert card(seen("HK HZ HU BA BK SU", tricks=unknown)) != "HU"


# --- rule 1: an ace without company -------------------------------------------------------------


def test_an_ace_whose_suit_holds_nothing_but_aces_is_led() -> None:
    assert card(seen("EK SA SU HA BU BU", declarer=1)) == "HA"
    assert card(seen("EK SA SU HA HA BU", declarer=1)) == "HA"


def test_the_trump_ace_alone_goes_first() -> None:
    assert card(seen("SA HA BA", trump="H", declarer=1)) == "HA"


def test_of_several_bare_aces_the_first_in_hand_order_goes() -> None:
    assert card(seen("EK EU SA BA HU HU", declarer=1)) == "SA"


def test_a_bare_ace_goes_before_drawing_trumps() -> None:
    assert card(seen("EA EZ EK SU SU HA")) == "HA"


# --- rule 2: drawing trumps ---------------------------------------------------------------------


def test_a_declarer_with_three_trumps_leads_the_highest() -> None:
    assert card(seen("EZ EK EU SU SU HU HU")) == "EZ"


def test_with_two_trumps_it_draws_none() -> None:
    assert card(seen("EZ EK SU SU HU HU")) == "SU"


def test_a_defender_draws_none() -> None:
    assert card(seen("EZ EK EU SU SU HU HU", declarer=1)) == "SU"


def test_where_no_trump_is_out_it_draws_none() -> None:
    gone = [(0, "EA EA EZ"), (0, "EK EO EU"), (0, "EO HU HU")]
    assert card(seen("EZ EK EU SU SU BU BU", tricks=gone)) == "SU"


def test_its_own_buried_trumps_count_as_gone() -> None:
    gone = [(0, "EA EA EZ"), (0, "EK EO EU")]
    hand = "EZ EK EU SU SU BU BU"
    assert card(seen(hand, tricks=gone)) == "EZ"
    assert card(seen(hand, tricks=gone, buried="EO HU HU HU")) == "SU"


# --- rule 3: near the end -----------------------------------------------------------------------


def test_with_three_cards_left_the_highest_trump_is_led() -> None:
    assert card(seen("EO SU SK", declarer=1)) == "EO"
    assert card(seen("EO EU SK", declarer=1)) == "EO"
    assert card(seen("EO SU SK HU", declarer=1)) != "EO"


# --- rule 4: no ace outside ---------------------------------------------------------------------


def test_the_dearest_card_of_suits_whose_aces_are_gone_is_led() -> None:
    gone = [(1, "SA SA SU"), (1, "HA HA HU")]
    assert card(seen("EO SK SO HZ HO BU", declarer=1, tricks=gone)) == "HZ"


def test_an_ace_in_the_hand_is_not_outside() -> None:
    gone = [(1, "SA SU SU")]
    assert card(seen("EO SA SK HU HO BU", declarer=1, tricks=gone)) == "SA"


def test_with_an_ace_outside_the_suit_is_not_led() -> None:
    gone = [(1, "SA SU SU")]
    assert card(seen("EO SZ SK HU HO BU BO", declarer=1, tricks=gone)) == "HU"


def test_both_aces_of_a_suit_of_three_cards_are_skipped() -> None:
    assert card(seen("EO SA SA SK HU HO BU", declarer=1)) == "SK"


def test_trumps_are_no_side_suit() -> None:
    assert card(seen("EA EA EK SU HU HO BU BO", declarer=1)) == "SU"


def test_a_defender_does_not_know_the_buried_aces() -> None:
    gone = [(1, "SA SU SU")]
    assert card(seen("EO SK SO HU BU BO", declarer=1, tricks=gone)) == "HU"


# --- rule 5: a cheap card -----------------------------------------------------------------------


def test_with_more_than_three_trumps_a_cheap_trump_is_led() -> None:
    assert card(seen("EZ EK EO EU SU HU", declarer=1)) == "EU"


def test_with_three_trumps_a_cheap_side_card_is_led() -> None:
    assert card(seen("EZ EK EO SK HO HU", declarer=1)) == "HU"


def test_with_trumps_only_a_cheap_trump_is_led() -> None:
    gone = [(1, "EA EA SU"), (1, "EZ SZ SK")]
    view = seen("EZ EK EO EU", declarer=1, tricks=gone)
    assert card(view) == "EU"


def test_without_trump_the_rules_of_the_side_suits_hold() -> None:
    assert card(seen("SA SK HU BU", trump=None, rules="stammtisch")) == "HU"
    assert card(seen("SA HU BU", trump=None, rules="stammtisch")) == "SA"


# --- blunders -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rate"), [("dabb-hard", 0.0), ("dabb-medium", 0.15)])
def test_a_blunder_leads_another_legal_card(name: str, rate: float) -> None:
    view, rng, player = seen("EA EZ EK SU SU HA"), Random(2), DabbPlayer(name)
    led = [act(view, rng, player) for _ in range(2000)]
    assert all(isinstance(action, PlayCard) for action in led)
    others = [action for action in led if str(action.card) != "HA"]  # type: ignore[union-attr]
    assert len(others) / 2000 == pytest.approx(rate, abs=0.03)
    assert len({str(action) for action in others}) == (4 if rate else 0)
