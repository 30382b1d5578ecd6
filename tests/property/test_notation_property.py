"""Reading undoes writing, and no text does more harm than an error that tells its place."""

import re
from collections.abc import Callable
from typing import TypeVar, get_args
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from binokel.cards.card import CARDS, RANKS, SUITS, Card
from binokel.cards.hand import Hand
from binokel.cards.notation import (
    Lang,
    SuitStyle,
    format_card,
    format_cards,
    format_rank,
    format_suit,
    parse_card,
    parse_cards,
    parse_hand,
    parse_rank,
    parse_suit,
)
from binokel.errors import NotationError

cards = st.sampled_from(CARDS)
langs = st.sampled_from([None, *get_args(Lang)])
styles = st.sampled_from(get_args(SuitStyle))
T = TypeVar("T")
DECK = [card for card in CARDS for _ in range(2)]

WORDS = (
    "E S H B A Z K O U 7 10 D Q P Dix Diß of de Ober Dame Schippen Pik ♠ Cœur Herz - – , ; \ufe0f"
    " Schipen Obr x 1 Ko\u0308nig As Sau"
)
pieces = st.sampled_from([*WORDS.split(), " ", "  ", "\n"])
texts = st.one_of(st.text(max_size=20), st.lists(pieces, max_size=8).map("".join))


@given(cards, langs, styles)
def test_a_written_card_reads_as_itself(card: Card, lang: Lang | None, suits: SuitStyle) -> None:
    assert parse_card(format_card(card, lang, suits)) is card


@pytest.mark.parametrize("suits", get_args(SuitStyle))
@pytest.mark.parametrize("lang", [None, *get_args(Lang)])
def test_every_written_card_suit_and_rank_reads_as_itself(
    lang: Lang | None, suits: SuitStyle
) -> None:
    assert [parse_card(format_card(card, lang, suits)) for card in CARDS] == list(CARDS)
    assert [parse_suit(format_suit(suit, lang, suits)) for suit in SUITS] == list(SUITS)
    assert [parse_rank(format_rank(rank, lang, suits)) for rank in RANKS] == list(RANKS)


@given(st.lists(cards, max_size=20), langs, styles)
def test_a_written_list_reads_as_itself(
    written: list[Card], lang: Lang | None, suits: SuitStyle
) -> None:
    assert parse_cards(format_cards(written, lang, suits)) == written


@given(st.permutations(DECK), st.integers(0, 48), langs, styles)
def test_a_written_hand_reads_as_itself(
    shuffled: list[Card], n: int, lang: Lang | None, suits: SuitStyle
) -> None:
    hand = Hand(shuffled[:n])
    assert parse_hand(str(hand)) == hand
    assert parse_hand(format_cards(hand, lang, suits)) == hand


@given(cards, langs, styles, st.data())
def test_case_accents_written_as_two_signs_and_gaps_change_nothing(
    card: Card, lang: Lang | None, suits: SuitStyle, data: st.DataObject
) -> None:
    text = format_card(card, lang, suits)
    gap = data.draw(st.sampled_from(["-", " ", "  ", " - ", "\t"]))
    text = data.draw(st.sampled_from([" ", ""])) + re.sub("[- ]", gap, text)
    change = data.draw(st.sampled_from([str.upper, str.lower, str.title, str.swapcase]))
    assert parse_card(change(text)) is card
    assert parse_card(normalize("NFD", change(text))) is card


@given(st.lists(cards, max_size=6), st.sampled_from(["", " ", "-", " - "]), st.sampled_from(" ,;"))
def test_single_letters_pair_up_from_left_to_right(
    written: list[Card], within: str, between: str
) -> None:
    text = between.join(f"{card.suit}{within}{card.rank}" for card in written)
    assert parse_cards(text) == written


@given(texts)
@example("S" * 500)
@example("S " * 500)
@example("Dix of")
def test_a_text_is_read_or_refused_at_a_place_within_it(text: str) -> None:
    read = read_or_error(text)
    if isinstance(read, NotationError):
        check_details(read, normalize("NFC", text))
    else:
        assert parse_cards(format_cards(read)) == read


def read_or_error(text: str) -> list[Card] | NotationError:
    try:
        return parse_cards(text)
    except NotationError as error:
        return error


def check_details(error: NotationError, text: str) -> None:
    position, index = error.details["position"], error.details["index"]
    assert error.details["text"] == text
    assert 0 <= position <= len(text)
    assert all(str(Card(card)) == card for card in error.details["suggestions"])
    assert f", card {index + 1}, character {position + 1}: " in error.message


@given(texts)
def test_a_text_is_one_card_if_it_is_a_list_of_one(text: str) -> None:
    assert read_or_none(parse_card, text) == one_or_none(read_or_none(parse_cards, text))


def read_or_none(parse: Callable[[str], T], text: str) -> T | None:
    try:
        return parse(text)
    except NotationError:
        return None


def one_or_none(read: list[Card] | None) -> Card | None:
    return read[0] if read and len(read) == 1 else None
