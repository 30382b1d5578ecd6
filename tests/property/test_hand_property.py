"""A hand behaves as the multiset of its cards, for which `Counter` stands."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import Hand

DECK = [card for card in CARDS for _ in range(2)]
card_lists = st.permutations(DECK).flatmap(
    lambda cards: st.integers(0, len(DECK)).map(lambda n: cards[:n])
)


@given(card_lists)
def test_a_hand_holds_exactly_its_cards(cards: list[Card]) -> None:
    hand = Hand(cards)
    assert list(hand) == sorted(cards)
    assert len(hand) == len(cards)
    assert list(hand.kinds()) == sorted(set(cards))


@given(card_lists, card_lists)
def test_hands_combine_as_multisets(one: list[Card], other: list[Card]) -> None:
    first, second = Counter(one), Counter(other)
    assert list(Hand(one) & Hand(other)) == sorted((first & second).elements())
    assert list(Hand(one) | Hand(other)) == sorted((first | second).elements())
    assert (Hand(one) <= Hand(other)) == (first <= second)


@given(card_lists, st.integers(0, 48))
def test_what_is_laid_down_and_taken_up_again_makes_the_same_hand(
    cards: list[Card], n: int
) -> None:
    hand, part = Hand(cards), Hand(cards[:n])
    assert hand - part == Hand(cards[n:])
    assert hand - part + part == hand
