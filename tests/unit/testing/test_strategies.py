"""The public strategies give what they promise."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from binokel.cards.card import Card, Rank
from binokel.cards.hand import Hand
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.testing import strategies as binokel_st

few = settings(max_examples=20)


@given(binokel_st.cards(sevens=False), binokel_st.suits(), binokel_st.ranks())
def test_cards_without_sevens_have_none(card: Card, suit: object, rank: object) -> None:
    assert card.rank is not Rank.SIEBENER
    assert suit != rank


@given(binokel_st.hands(3, 5, sevens=False))
def test_hands_keep_to_their_size_and_deck(hand: Hand) -> None:
    assert 3 <= len(hand) <= 5
    assert all(card.rank is not Rank.SIEBENER for card in hand)


@few
@given(binokel_st.orders(find_ruleset("preisbinokel")))
def test_orders_hold_the_whole_deck(order: tuple[Card, ...]) -> None:
    assert Counter(order) == Counter(find_ruleset("preisbinokel").cards)


@few
@given(binokel_st.rulesets(lambda rules: rules.deal.stock > 0))
def test_rule_sets_have_what_is_wanted(rules: RuleSet) -> None:
    assert rules.deal.stock


@few
@given(
    binokel_st.deals(
        st.just(find_ruleset("stammtisch")), wanted=lambda state: state.phase is Phase.PLAY
    )
)
def test_deals_stand_where_they_are_wanted(state: DealState) -> None:
    assert state.phase is Phase.PLAY
    assert state.rules.id == "stammtisch"
