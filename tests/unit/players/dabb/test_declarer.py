"""The yardstick as declarer: trump, going out, and what it buries."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack, unpack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import (
    Action,
    BuryCard,
    BuryDone,
    Concede,
    DeclareMelds,
    NameTrump,
    TakeDabb,
)
from binokel.engine.choices import Melds
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.players.dabb import DabbPlayer
from binokel.players.dabb.burying import burying
from binokel.testing.builders import deal_with, do, rules_with, won_by
from tests.unit.players.dabb.views import Sure, act
from tests.unit.players.seats import view_of

RULES = rules_with("dabb-online")
EASY = DabbPlayer("dabb-easy")
HAND, DABB = "EA EZ EK EO EU SA SZ HA HZ BK BO SU", "HU HO BU SU"


def taken(
    hand: str = HAND, dabb: str = DABB, bid: int = 150, rules: str = "dabb-online"
) -> DealState:
    """Return the deal after seat 0 has taken the Dabb."""
    deal = won_by(deal_with(rules_with(rules), hand, dabb=dabb), 0, bid)
    return deal.apply(TakeDabb())


def keys(hand: str, trump: str | None = "E", n: int = 4) -> str:
    cards = burying(RULES, pack(parse_cards(hand)), None if trump is None else Suit(trump), n)
    return " ".join(map(str, cards))


# --- the Dabb, trump, going out, melds ----------------------------------------------------------


def test_it_takes_the_dabb() -> None:
    assert act(view_of(won_by(deal_with(RULES, HAND, dabb=DABB), 0, 150))) == TakeDabb()


def test_trump_is_the_suit_of_the_most_melds() -> None:
    assert act(view_of(taken())) == NameTrump(Suit.E)
    few = taken("BK BO SU SU EA EZ EA EZ EU HA HU SZ", "SK HK HU BU")
    assert act(view_of(few)) == NameTrump(Suit.B)


def test_equal_melds_are_decided_by_the_number_of_cards() -> None:
    state = taken("SK SO HK HO HU HA SA EU EU BU BZ BZ", "HZ EZ BU EZ")
    assert act(view_of(state)) == NameTrump(Suit.H)


def test_a_blunder_names_another_suit() -> None:
    state = taken()
    named = {act(view_of(state), Random(seed), EASY) for seed in range(60)}
    assert named == {NameTrump(suit) for suit in Suit}
    assert act(view_of(state), Sure(0.34), EASY) != NameTrump(Suit.E)
    assert act(view_of(state), Sure(0.36), EASY) == NameTrump(Suit.E)


def test_it_goes_out_where_melds_and_tricks_are_below_a_fifth_of_the_bid() -> None:
    hand, dabb = "EA EA EZ EU SA SZ SU HA HZ HU BA BZ", "BU EU HZ SZ"
    worth = 100 + 40 + 64  # four aces, four Unter, five trumps: 75 × 0.85
    assert act(view_of(taken(hand, dabb, 5 * worth))) == NameTrump(Suit.E)
    assert act(view_of(taken(hand, dabb, 5 * worth + 10))) == Concede(Suit.E)


def test_where_trump_is_named_after_burying_it_goes_out_before_it_buries() -> None:
    hand, dabb = "EA EA EZ EU SA SZ SU HA HZ HU BA BZ", "BU EU HZ SZ"
    assert act(view_of(taken(hand, dabb, 1030, "stammtisch"))) == Concede(Suit.E)
    state = taken(hand, dabb, 150, "stammtisch")
    while state.phase is Phase.BURY:
        state = state.apply(act(view_of(state)))
    assert act(view_of(state)) == NameTrump(Suit.E)


def test_it_never_goes_out_where_the_rules_have_no_going_out() -> None:
    rules = rules_with("dabb-online", dabb={"concede": "off"})
    state = won_by(deal_with(rules, HAND, dabb=DABB), 0, 4000).apply(TakeDabb())
    assert act(view_of(state)) == NameTrump(Suit.E)


def test_it_melds_everything() -> None:
    state = taken()
    while state.phase is not Phase.MELD:
        state = state.apply(act(view_of(state)))
    melds = state.choices()[0]
    assert isinstance(melds, Melds)
    assert melds.best
    assert act(view_of(state)) == DeclareMelds(melds.best, 0)


# --- burying ------------------------------------------------------------------------------------


def test_cards_of_melds_stay_before_all_others() -> None:
    assert keys("SK SO SA HZ HZ HA HA", n=5) == "SA HZ HZ HA HA"


def test_trumps_stay_before_side_cards() -> None:
    assert keys("EU SZ SZ SA SA", n=4) == "SZ SZ SA SA"


def test_among_side_cards_the_fewest_points_go_first() -> None:
    assert keys("SA SU SO SZ", n=3) == "SU SO SZ"


def test_the_only_loose_card_of_its_suit_goes_before_cheaper_ones() -> None:
    assert keys("HA SU SU SK BU BU BK", n=1) == "HA"


def test_one_of_two_loose_cards_goes_before_equally_cheap_ones() -> None:
    assert keys("SU SU SO HU HK", n=2) == "HU HK"  # 400 − 500 is below 200
    assert keys("SU SU SO HU HZ", n=2) == "HU SU"  # 1000 − 500 is not


def test_melded_cards_do_not_count_as_company() -> None:
    assert keys("HK HO HA SU SU SZ", n=1) == "HA"


def test_a_second_copy_that_no_meld_needs_is_loose() -> None:
    assert keys("HK HK HO SZ SZ SU", n=1) == "HK"


def test_every_step_buries_the_lowest_key_left_and_then_it_is_done() -> None:
    state = taken().apply(NameTrump(Suit.E))
    plan = burying(RULES, pack(parse_cards(f"{HAND} {DABB}")), Suit.E, 4)
    steps: list[Action] = []
    while state.phase is Phase.BURY:
        steps.append(act(view_of(state)))
        state = state.apply(steps[-1])
    assert steps == [*map(BuryCard, plan), BuryDone()]


def test_a_blunder_buries_random_cards_every_one_equally_often() -> None:
    state = taken().apply(NameTrump(Suit.E))
    always = DabbPlayer("dabb-easy")
    always.blunder = 1.0
    rng, often, n = Random(3), Counter[Card](), 800
    for _ in range(n):
        now = state
        while now.phase is Phase.BURY:
            now = now.apply(act(view_of(now), rng, always))
        often.update(unpack(now.buried))
    copies = Counter(parse_cards(f"{HAND} {DABB}"))
    expected = {card: n * 4 * copies[card] / 16 for card in copies}
    # The spread of a count is at most 14 for each copy: four of these are far beyond chance.
    assert all(abs(often[card] - expected[card]) < 56 * copies[card] for card in copies)


def test_the_copies_in_a_plan_are_no_more_than_the_hand_has() -> None:
    for cards in combinations(parse_cards(HAND), 8):
        plan = burying(RULES, pack(cards), Suit.E, 4)
        assert Counter(plan) <= Counter(cards)
        assert len(plan) == 4


@pytest.mark.parametrize("chance", [0.34, 0.36])
def test_the_first_buried_card_tells_whether_it_was_a_blunder(chance: float) -> None:
    state = taken().apply(NameTrump(Suit.E))
    plan = set(burying(RULES, pack(parse_cards(f"{HAND} {DABB}")), Suit.E, 4))
    action = act(view_of(state), Sure(chance), EASY)
    assert isinstance(action, BuryCard)
    assert isinstance(action.card, Card)
    assert (action.card in plan) == (chance > 0.35)
    following = act(view_of(do(state, action)), Random(1), DabbPlayer("dabb-hard"))
    assert isinstance(following, BuryCard)
