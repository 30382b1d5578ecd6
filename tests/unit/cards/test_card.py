import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from typing import TypeVar

import pytest

from binokel.cards.card import CARDS, RANKS, SUITS, Card, Rank, Suit, card_of

T = TypeVar("T")


def mixed(values: Sequence[T]) -> list[T]:
    return random.Random(7).sample(values, len(values))


def test_four_suits_of_six_ranks_are_24_kinds_of_card() -> None:
    assert (len(SUITS), len(RANKS), len(CARDS)) == (4, 6, 24)
    assert len({(card.suit, card.rank) for card in CARDS}) == 24


def test_suits_sort_eichel_schippe_herz_bollen() -> None:
    expected = [Suit.EICHEL, Suit.SCHIPPE, Suit.HERZ, Suit.BOLLEN]
    assert sorted(mixed(SUITS)) == list(SUITS) == expected
    assert [suit.index for suit in SUITS] == [0, 1, 2, 3]
    assert "".join(map(str, SUITS)) == "ESHB"


def test_ranks_sort_from_the_daus_down_to_the_seven() -> None:
    expected = [Rank.DAUS, Rank.ZEHNER, Rank.KOENIG, Rank.OBER, Rank.UNTER, Rank.SIEBENER]
    assert sorted(mixed(RANKS)) == list(RANKS) == expected
    assert [rank.index for rank in RANKS] == [0, 1, 2, 3, 4, 5]
    assert "".join(map(str, RANKS)) == "AZKOU7"


def test_cards_sort_by_suit_then_from_high_to_low() -> None:
    expected = [f"{suit}{rank}" for suit in "ESHB" for rank in "AZKOU7"]
    assert [str(card) for card in sorted(mixed(CARDS))] == expected
    assert [card.index for card in CARDS] == list(range(24))


def test_a_suit_goes_by_its_letter_and_by_its_name() -> None:
    assert Suit("S") is Suit["S"] is Suit["SCHIPPE"]


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_its_suit_and_its_rank(card: Card) -> None:
    assert card_of(card.suit, card.rank) is card
    assert Card(f"{card.suit.letter}{card.rank.letter}") is card


@pytest.mark.parametrize("text", ["", "S", "OS", "so", "S10", "SB"])
def test_only_the_two_characters_make_a_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Card"):
        Card(text)


def test_cards_show_what_one_would_type() -> None:
    assert (repr(Card.SO), repr(Suit.S), repr(Rank.OBER)) == ("Card.SO", "Suit.S", "Rank.OBER")


@pytest.mark.parametrize("value", [*CARDS, *SUITS, *RANKS], ids=repr)
def test_a_copied_or_stored_card_is_the_same_card(value: Card | Suit | Rank) -> None:
    assert pickle.loads(pickle.dumps(value)) is value
    assert copy.deepcopy(value) is value


def test_cards_are_read_without_the_modules_that_start_slowly() -> None:
    code = "import sys, binokel.cards.notation; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    slow = {b"asyncio", b"dataclasses", b"inspect", b"json", b"rich", b"typer"}
    assert slow & set(loaded.stdout.split()) == set()
