"""The yardstick following: smear, take over, win cheaply, throw off."""

import pytest

from binokel.players.dabb import DabbPlayer
from tests.unit.players.dabb.views import Sure, act, card, seen

FOUR = "dabb-online-4"


def test_the_only_legal_card_is_played_even_by_a_blunderer() -> None:
    view = seen("SU HU HU", "SA", seat=1)
    assert card(view) == "SU"
    assert str(act(view, Sure(0.0), DabbPlayer("dabb-easy"))) == str(act(view))


def test_it_wins_with_the_lowest_rank_that_wins() -> None:
    assert card(seen("SA SZ SK HU", "SO", seat=1, declarer=2)) == "SK"
    assert card(seen("EA EO EK HU", "SO", seat=1, declarer=2)) == "EO"


def test_over_a_trump_it_wins_with_the_lowest_higher_trump() -> None:
    assert card(seen("EA EO EK EU HU", "SO EU", seat=2, declarer=1)) == "EO"


# --- the partner's trick ------------------------------------------------------------------------


def test_on_the_partners_trick_it_smears_the_dearest_losing_card() -> None:
    assert card(seen("SZ SK SU HU", "SA SU", rules=FOUR, seat=2)) == "SZ"


def test_it_smears_no_trump() -> None:
    assert card(seen("EA HK HO BU", "SA SU", rules=FOUR, seat=2)) == "HK"


def test_where_only_trumps_lose_it_throws_a_cheap_one() -> None:
    assert card(seen("EZ EK EU", "EA EU", rules=FOUR, seat=2)) == "EU"


def test_a_winning_card_is_not_smeared() -> None:
    assert card(seen("SA SO SU", "SK SU", rules=FOUR, seat=2)) == "SO"


def test_where_every_card_wins_it_wins_with_the_cheapest() -> None:
    assert card(seen("SA SZ", "SK SU", rules=FOUR, seat=2)) == "SZ"


def test_against_a_shown_card_behind_it_takes_over_with_a_cheap_winner() -> None:
    # Seat 3 has melded the family of S and so surely beats the partner's Ober.
    threat = {3: "family S"}
    hand = "SK SU HU"
    assert card(seen(hand, "SO SU", rules=FOUR, seat=2, melds=threat)) == "SK"
    assert card(seen(hand, "SO SU", rules=FOUR, seat=2)) == "SU"


def test_with_a_dear_winner_that_would_be_beaten_it_smears() -> None:
    threat = {3: "family S"}
    assert card(seen("SZ SU HU", "SK SO", rules=FOUR, seat=2, melds=threat)) == "SU"


def test_with_a_dear_winner_that_is_safe_it_takes_over() -> None:
    threat = {3: "pair S"}  # his König beats the Ober, but nothing shown beats the ace
    assert card(seen("SA SU HU", "SO SU", rules=FOUR, seat=2, melds=threat)) == "SA"


def test_a_threat_that_is_not_proven_does_not_count() -> None:
    assert card(seen("SK SU HU", "SO SU", rules=FOUR, seat=2, melds={3: "four U"})) == "SU"


def test_a_shown_trump_threatens_only_once_its_holder_is_void_of_the_suit() -> None:
    threat = {3: "pair E"}
    hand, trick = "SA SU EA", "SZ SU"
    assert card(seen(hand, trick, rules=FOUR, seat=2, melds=threat)) == "SU"
    void = [(0, "SK SO SO HU")]
    # His trump beats every card of S; the ace, worth eleven, is not safe. So it smears.
    assert card(seen(hand, trick, rules=FOUR, seat=2, melds=threat, tricks=void)) == "SU"
    # Void itself it takes over with a trump that is safe.
    own = seen("EA HU", trick, rules=FOUR, seat=2, melds=threat, tricks=void)
    assert card(own) == "EA"


def test_the_last_seat_has_nobody_behind_and_smears() -> None:
    shown = {0: "family S", 2: "family S"}
    assert card(seen("SA SU HU", "SO SK SU", rules=FOUR, seat=3, declarer=1, melds=shown)) == "SU"


# --- throwing off -------------------------------------------------------------------------------


def test_it_throws_a_card_that_is_alone_in_its_suit() -> None:
    assert card(seen("HZ BU BU BO", "SA", seat=1, declarer=2)) == "HZ"


def test_of_several_lone_cards_the_cheapest_goes() -> None:
    assert card(seen("HZ BU", "SA", seat=1, declarer=2)) == "BU"


def test_a_lone_trump_stays_behind_a_lone_side_card() -> None:
    view = seen("EU HZ BU BU", "SA EA", seat=2, declarer=1, rules="dabb-online")
    assert card(view) == "EU"  # it must be put: Trumpfzwang
    free = seen("EU HZ", "SA SU", rules=FOUR, seat=2)
    assert card(free) == "HZ"


def test_otherwise_the_cheapest_of_the_longest_side_suit_goes() -> None:
    assert card(seen("HZ HK BU BO BK", "SA", seat=1, declarer=2)) == "BU"
    assert card(seen("HK HO HU BU BO", "SA", seat=1, declarer=2)) == "HU"


def test_following_in_trumps_the_cheapest_trump_goes() -> None:
    assert card(seen("EZ EK EU HU", "EA", seat=1, declarer=0)) == "EU"


def test_following_a_side_suit_the_cheapest_goes() -> None:
    assert card(seen("SZ SK SU HU", "SA", seat=1, declarer=0)) == "SU"


@pytest.mark.parametrize(("chance", "blundered"), [(0.14, True), (0.16, False)])
def test_a_blunder_plays_another_legal_card(chance: float, blundered: bool) -> None:
    view = seen("SZ SK SU HU", "SA", seat=1)
    action = act(view, Sure(chance), DabbPlayer("dabb-medium"))
    assert str(action.card)[0] == "S"  # type: ignore[union-attr]
    assert (str(action.card) != "SU") == blundered  # type: ignore[union-attr]
