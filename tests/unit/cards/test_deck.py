import pytest

from binokel.cards.card import CARDS, Rank
from binokel.cards.deck import DECK_POINTS, POINTS_CLASSIC, POINTS_TENS, deck, deck_bits
from binokel.cards.hand import pack, size


def test_the_deck_with_sevens_has_each_of_24_cards_twice() -> None:
    cards = deck(sevens=True)
    assert len(cards) == 48
    assert all(cards.count(card) == 2 for card in CARDS)


def test_the_deck_without_sevens_has_each_of_20_cards_twice() -> None:
    cards = deck(sevens=False)
    assert len(cards) == 40
    assert all(cards.count(card) == 2 * (card.rank is not Rank.SIEBENER) for card in CARDS)


@pytest.mark.parametrize("sevens", [True, False])
def test_the_deck_is_sorted(sevens: bool) -> None:
    assert list(deck(sevens)) == sorted(deck(sevens))


@pytest.mark.parametrize("sevens", [True, False])
def test_the_packed_deck_holds_the_same_cards(sevens: bool) -> None:
    assert deck_bits(sevens) == pack(deck(sevens))
    assert size(deck_bits(sevens)) == len(deck(sevens))


def test_card_points_are_11_10_4_3_2_0_in_every_suit() -> None:
    by_rank = {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2, "7": 0}
    assert [POINTS_CLASSIC[card.index] for card in CARDS] == [
        by_rank[card.rank.letter] for card in CARDS
    ]


def test_where_only_high_cards_count_daus_ten_and_king_count_ten() -> None:
    assert [POINTS_TENS[card.index] for card in CARDS] == [
        10 if card.rank.letter in "AZK" else 0 for card in CARDS
    ]


@pytest.mark.parametrize("points", [POINTS_CLASSIC, POINTS_TENS])
@pytest.mark.parametrize("sevens", [True, False])
def test_every_deck_holds_240_card_points(points: tuple[int, ...], sevens: bool) -> None:
    assert sum(points[card.index] for card in deck(sevens)) == DECK_POINTS == 240
