import copy
import pickle

import pytest

from binokel.cards.card import CARDS, Card, Suit
from binokel.cards.hand import Hand, held, kinds, pack, size, unpack
from binokel.errors import ImpossibleCards


def test_a_hand_lists_its_cards_sorted_and_both_copies() -> None:
    hand = Hand([Card.BU, Card.SO, Card.EA, Card.SO])
    assert list(hand) == [Card.EA, Card.SO, Card.SO, Card.BU]
    assert str(hand) == "EA SO SO BU"
    assert repr(hand) == "Hand('EA SO SO BU')"


def test_the_order_of_taking_up_cards_makes_no_difference() -> None:
    one, other = Hand([Card.SO, Card.BU]), Hand([Card.BU, Card.SO])
    assert one == other
    assert hash(one) == hash(other)
    assert {one: "binokel"}[other] == "binokel"


def test_a_hand_differs_from_one_with_another_copy_and_from_what_is_no_hand() -> None:
    hand = Hand([Card.SO])
    assert hand != Hand([Card.SO, Card.SO])
    assert hand != [Card.SO]


def test_an_empty_hand_is_false_and_has_no_cards() -> None:
    assert not Hand()
    assert (len(Hand()), list(Hand()), str(Hand())) == (0, [], "")


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_held_not_at_all_once_or_twice(card: Card) -> None:
    hands = [Hand([card] * n) for n in range(3)]
    assert [hand.count(card) for hand in hands] == [0, 1, 2]
    assert [card in hand for hand in hands] == [False, True, True]
    assert [len(hand) for hand in hands] == [0, 1, 2]
    assert [hand.kinds() for hand in hands] == [(), (card,), (card,)]


@pytest.mark.parametrize("card", CARDS)
def test_a_third_copy_is_impossible(card: Card) -> None:
    with pytest.raises(ImpossibleCards, match=f"{card} comes more than twice") as caught:
        Hand([card, *CARDS, card])
    assert caught.value.details == {"card": str(card)}


def test_what_is_no_card_is_in_no_hand() -> None:
    assert "SO" not in Hand([Card.SO])


def test_the_cards_of_one_suit_are_a_hand() -> None:
    hand = Hand([Card.EA, Card.SO, Card.SO, Card.S7, Card.HA])
    assert hand.of_suit(Suit.S) == Hand([Card.SO, Card.SO, Card.S7])
    assert [len(hand.of_suit(suit)) for suit in (Suit.E, Suit.S, Suit.H, Suit.B)] == [1, 3, 1, 0]


def test_two_hands_together_hold_all_copies() -> None:
    assert Hand([Card.SO]) + Hand([Card.SO, Card.BU]) == Hand([Card.SO, Card.SO, Card.BU])
    with pytest.raises(ImpossibleCards, match="SO comes more than twice"):
        Hand([Card.SO, Card.SO]) + Hand([Card.SO])


def test_laying_down_cards_leaves_the_other_copy() -> None:
    assert Hand([Card.SO, Card.SO, Card.BU]) - Hand([Card.SO]) == Hand([Card.SO, Card.BU])


def test_a_card_that_is_not_there_cannot_be_laid_down() -> None:
    with pytest.raises(ImpossibleCards, match="SO is not in SO BU") as caught:
        Hand([Card.SO, Card.BU]) - Hand([Card.SO, Card.SO])
    assert caught.value.details == {"card": "SO"}


def test_common_and_joined_cards_are_counted_by_copies() -> None:
    one, other = Hand([Card.SO, Card.SO, Card.EA]), Hand([Card.SO, Card.BU, Card.BU])
    assert one & other == Hand([Card.SO])
    assert one | other == Hand([Card.EA, Card.SO, Card.SO, Card.BU, Card.BU])


def test_a_hand_contains_another_only_with_all_its_copies() -> None:
    both = Hand([Card.SO, Card.SO])
    assert Hand([Card.SO]) <= both <= both
    assert not both <= Hand([Card.SO, Card.BU])
    assert both >= Hand()


@pytest.mark.parametrize("name", ["bits", "cards"])
def test_a_hand_cannot_be_changed(name: str) -> None:
    hand = Hand([Card.SO])
    with pytest.raises(AttributeError, match="immutable"):
        setattr(hand, name, 0)
    assert hand == Hand([Card.SO])


def test_a_copied_or_stored_hand_is_equal() -> None:
    hand = Hand([Card.SO, Card.SO, Card.BU])
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand


def test_a_packed_hand_unpacks_to_its_cards() -> None:
    twice = [card for card in CARDS for _ in range(2)]
    bits = pack(twice)
    assert unpack(bits) == tuple(twice)
    assert kinds(bits) == CARDS
    assert size(bits) == 48
    assert Hand.from_bits(bits) == Hand(twice)
    assert held(bits) == held(pack(CARDS)) == pack(CARDS)
