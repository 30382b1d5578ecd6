import string
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from binokel.cards.card import CARDS, RANKS, SUITS, Card, Rank, Suit
from binokel.cards.hand import Hand
from binokel.cards.notation import (
    format_card,
    format_cards,
    format_rank,
    format_suit,
    parse_card,
    parse_cards,
    parse_hand,
    parse_rank,
    parse_suit,
    tell_fault,
)
from binokel.errors import ImpossibleCards, NotationError

SUIT_WORDS = {
    Suit.E: "E ♣ Eichel Kreuz Gland Glands Trèfle Trèfles Trefle Acorn Acorns Club Clubs",
    Suit.S: "S ♠ Schippe Schippen Blatt Laub Grün Gruen Grun Gras Pik Feuille Feuilles Pique"
    " Piques Leaf Leaves Spade Spades",
    Suit.H: "H ♥ Herz Cœur Cœurs Coeur Coeurs Heart Hearts",
    Suit.B: "B ♦ Bollen Schelle Schellen Karo Clochette Clochettes Carreau Carreaux Bell Bells"
    " Diamond Diamonds",
}
RANK_WORDS = {
    Rank.DAUS: "A Daus Ass Aß As Alte Sau Ace",
    Rank.ZEHNER: "Z 10 Zehner Zehn Ten",
    Rank.KOENIG: "K König Koenig Konig Roi King",
    Rank.OBER: "O Ober Dame Queen",
    Rank.UNTER: "U Unter Bube Valet Jack",
    Rank.SIEBENER: "7 Siebener Sieben Sept Seven",
}
SUITS_BY_WORD = [(word, suit) for suit, words in SUIT_WORDS.items() for word in words.split()]
RANKS_BY_WORD = [(word, rank) for rank, words in RANK_WORDS.items() for word in words.split()]
FRENCH_SUITS = "Gland Glands Trèfle Trefles Feuille Feuilles Pique Cœur Coeurs Clochettes Carreau"


def fault(parse: Callable[[str], object], text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        parse(text)
    return caught.value


# Reading one card


@pytest.mark.parametrize(
    "text",
    ["SO", "so", "S-O", "S O", "Schippen-Dame", "schippenober", "s - o", "S –o", " SO\n", "S\tO"],
)
def test_a_card_is_read_in_any_case_with_hyphen_blanks_or_nothing_between(text: str) -> None:
    assert parse_card(text) is Card.SO


@pytest.mark.parametrize("suit", SUITS_BY_WORD, ids=lambda pair: pair[0])
@pytest.mark.parametrize("between", ["", "-", " ", "  ", " - "])
def test_every_word_of_a_suit_goes_with_every_word_of_a_rank(
    suit: tuple[str, Suit], between: str
) -> None:
    for word, rank in RANKS_BY_WORD:
        card = parse_card(f"{suit[0]}{between}{word}")
        assert (card.suit, card.rank) == (suit[1], rank)


@pytest.mark.parametrize("text", ["S10", "s-10", "♠10", "♠️ 10", "Pik10", "10 of Spades"])
def test_the_ten_may_be_written_in_digits(text: str) -> None:
    assert parse_card(text) is Card.SZ


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Queen of Spades", Card.SO),
        ("queen OF leaves", Card.SO),
        ("Dame de Pique", Card.SO),
        ("As de Cœur", Card.HA),
        ("as-de-coeur", Card.HA),
        ("7 de Trèfle", Card.E7),
        ("K of ♦", Card.BK),
    ],
)
def test_the_rank_comes_first_before_of_or_de(text: str, card: Card) -> None:
    assert parse_card(text) is card


def test_a_combining_accent_is_the_same_letter() -> None:
    assert parse_card("Herz-Ko\u0308nig") is Card.HK
    assert parse_card("Roi de Tre\u0300fle") is Card.EK


@pytest.mark.parametrize("symbol", ["♠\ufe0e", "♠\ufe0f", "♠", "♤"])
def test_a_symbol_is_read_with_and_without_a_variation_selector(symbol: str) -> None:
    assert parse_card(f"{symbol}O") is parse_card(f"O of {symbol}") is Card.SO
    assert parse_suit(symbol) is Suit.S


def test_of_all_pairs_of_characters_only_the_24_cards_are_read() -> None:
    read = set()
    for pair in map("".join, product(string.printable, repeat=2)):
        try:
            read.add((pair.upper(), parse_card(pair)))
        except NotationError:
            continue
    assert read == {(str(card), card) for card in CARDS}


def test_words_joined_without_a_gap_are_read_in_one_way_only() -> None:
    words = [word.lower() for word, _ in SUITS_BY_WORD + RANKS_BY_WORD]
    for (suit, _), (rank, _) in product(SUITS_BY_WORD, RANKS_BY_WORD):
        joined = (suit + rank).lower()
        cuts = [n for n in range(len(joined)) if {joined[:n], joined[n:]} <= set(words)]
        assert len({parse_card(f"{joined[:n]} {joined[n:]}") for n in cuts}) == 1
        assert joined not in words


@pytest.mark.parametrize("suit", FRENCH_SUITS.split())
@pytest.mark.parametrize("text", ["Dix de {}", "{} Dix", "{}dix"])
def test_dix_is_the_ten_beside_a_french_suit(text: str, suit: str) -> None:
    assert parse_card(text.format(suit)).rank is Rank.ZEHNER


# Refusing what is no card


@pytest.mark.parametrize(
    ("text", "position", "suggestions", "message"),
    [
        ("SQ", 1, ["SO"], "'Q' is no rank: .* A Z K O U 7.*; write Schippen-Ober or SO$"),
        ("SD", 1, ["SO", "SA"], "'D' is no rank: .*; write Schippen-Ober or SO, or Schippen-Daus"),
        ("S D", 2, ["SO", "SA"], "character 3: 'D' is no rank"),
        ("PA", 0, ["SA"], "'P' is no suit: single letters for suits are E S H B"),
        ("P-A", 0, ["SA"], "'P' is no suit"),
        ("P10", 0, ["SZ"], "'P' is no suit"),
        ("XA", 0, [], "'X' is no suit: [^;]*$"),
        ("S1", 1, ["SZ"], "'1' is no rank"),
        ("S9", 1, [], "'9' is no rank: [^;]*$"),
        ("SB", 1, ["SU"], "'B' is no rank: .*; write Schippen-Unter or SU"),
        ("KO", 0, ["EO", "BO"], "'K' is no suit"),
        ("k o", 0, ["EO", "BO"], "'k' is no suit"),
        ("Schipen-Ober", 0, ["SO"], "'Schipen' is no suit: .*; write Schippen-Ober or SO"),
        ("schipenober", 0, ["SO"], "'schipen' is no suit"),
        ("Queen of Spdes", 9, ["SO"], "character 10: 'Spdes' is no suit"),
        ("Schippen-Obr", 9, ["SO"], "'Obr' is no rank"),
        ("schippenobr", 8, ["SO"], "'obr' is no rank"),
        ("sobr", 1, ["SO"], "'obr' is no rank"),
        ("Herz-Foo", 5, [], "'Foo' is no rank: [^;]*$"),
    ],
)
def test_a_wrong_suit_or_rank_is_named_and_the_right_one_suggested(
    text: str, position: int, suggestions: list[str], message: str
) -> None:
    error = fault(parse_card, text)
    told = {"text": text, "position": position, "index": 0, "suggestions": suggestions}
    assert error.details.items() >= {**told, "form": "card"}.items()
    assert error.details["what"] in ("no_rank", "no_suit")
    assert error.message.startswith(f"'{text}', character {position + 1}: ")
    with pytest.raises(NotationError, match=message):
        raise error


@pytest.mark.parametrize(
    ("text", "card"),
    [("OS", "SO"), ("A♠", "SA"), ("10♠", "SZ"), ("7S", "S7"), ("Dame Herz", "HO"), ("kh", "HK")],
)
def test_a_rank_before_its_suit_is_refused_with_the_right_order(text: str, card: str) -> None:
    error = fault(parse_card, text)
    assert "the suit comes before the rank" in error.message
    assert error.details["suggestions"] == [card]


@pytest.mark.parametrize(
    ("text", "position", "suggestions"),
    [
        ("Herz-Dix", 5, ["H7", "HZ"]),
        ("SDix", 1, ["S7", "SZ"]),
        ("♠ dix", 2, ["S7", "SZ"]),
        ("Schippen-Diß", 9, ["S7", "SZ"]),
        ("Dix de Herz", 0, ["H7", "HZ"]),
        ("Dix Herz", 0, ["H7", "HZ"]),
        ("Dix", 0, []),
        ("Dissle", 0, []),
    ],
)
def test_the_dix_is_no_card_beside_a_suit_that_is_not_french(
    text: str, position: int, suggestions: list[str]
) -> None:
    error = fault(parse_card, text)
    assert "may be the seven of trumps or the French ten" in error.message
    assert (error.details["position"], error.details["suggestions"]) == (position, suggestions)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "a card is missing"),
        (" \t\n", 0, "a card is missing"),
        (",", 0, "a card is missing"),
        ("S", 1, "a rank is missing after 'S'"),
        ("Schippen", 8, "a rank is missing after 'Schippen'"),
        ("S,O", 1, "a rank is missing after 'S'"),
        ("K", 0, "a suit is missing before 'K'"),
        ("10", 0, "a suit is missing before '10'"),
        ("Ober foo", 0, "a suit is missing before 'Ober'"),
        ("Sau", 0, "a suit is missing before 'Sau'"),
        ("Ober of", 7, "a suit is missing"),
        ("Ober of ,", 8, "a suit is missing"),
        ("-SO", 1, "no '-' may stand before 'SO'"),
        ("S--O", 2, "'-' is no rank"),
        ("SO-", 2, "'-' follows a card"),
        ("SO BU", 3, "'BU' follows a card, but one card is wanted"),
        ("E7E7", 2, "'E' follows a card"),
        ("SOBU", 0, "'SOBU' names no card"),
        ("hallo", 0, "'hallo' names no card"),
        ("Q", 0, "'Q' names no card"),
        ("of", 0, "'of' names no card"),
        ("🂡", 0, "'🂡' names no card"),
    ],
)
def test_a_part_of_a_card_or_more_than_a_card_is_refused_where_it_stands(
    text: str, position: int, message: str
) -> None:
    error = fault(parse_card, text)
    assert error.message.startswith(f"'{text}', character {position + 1}: {message}")
    assert (error.details["position"], error.details["suggestions"]) == (position, [])


def test_a_long_text_is_quoted_by_its_beginning() -> None:
    error = fault(parse_card, "x" * 1000)
    assert error.message.startswith("'" + "x" * 60 + "…', character 1: ")
    assert error.details["text"] == "x" * 1000


def test_the_error_of_a_card_has_the_one_json_shape() -> None:
    error = fault(parse_card, "SQ")
    details = {
        "position": 1,
        "index": 0,
        "form": "card",
        "text": "SQ",
        "what": "no_rank",
        "word": "Q",
        "suggestions": ["SO"],
    }
    assert error.to_dict() == {
        "error": {"code": "notation", "message": error.message, "details": details}
    }


# Reading lists


@pytest.mark.parametrize(
    "text",
    [
        "SO BU",
        "SO,BU",
        "so; bu",
        "  SO\nBU ",
        "S O, B U",
        "S O B U",
        "S-O B-U",
        "♠O ♦U",
        "Schippen-Ober Bollen-Unter",
        "Schippen Ober Bollen Unter",
        "Pik Dame, Karo Bube",
        "Queen of Spades Jack of Diamonds",
        "Dame de Pique,Valet de Carreau",
    ],
)
def test_cards_are_separated_by_blanks_commas_or_semicolons(text: str) -> None:
    assert parse_cards(text) == [Card.SO, Card.BU]


def test_a_list_keeps_its_order_and_its_copies() -> None:
    assert parse_cards("BU SO BU E10 E7") == [Card.BU, Card.SO, Card.BU, Card.EZ, Card.E7]


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_a_list_may_be_empty(text: str) -> None:
    assert parse_cards(text) == []
    assert parse_hand(text) == Hand()


@pytest.mark.parametrize(
    ("text", "index", "position", "message"),
    [
        ("SO BU SQ", 2, 7, "'Q' is no rank"),
        ("SO,,BU", 1, 3, "a card is missing"),
        (",SO", 0, 0, "a card is missing"),
        ("SO BU,", 2, 5, "no card follows ','"),
        ("SO ;", 1, 3, "no card follows ';'"),
        ("SO-BU", 1, 3, "a blank or comma is missing before 'BU'"),
        ("SO - BU", 1, 5, "a blank or comma is missing before 'BU'"),
        ("SO -, BU", 1, 4, "a blank or comma is missing before ','"),
        ("E7E7", 1, 2, "a blank or comma is missing before 'E'"),
        ("SOBU", 0, 0, "'SOBU' names no card"),
        ("SO,-BU", 1, 4, "no '-' may stand before 'BU'"),
        ("EA S", 1, 4, "a rank is missing after 'S'"),
        ("A♠ K♠", 0, 0, "the suit comes before the rank"),
    ],
)
def test_the_faulty_card_of_a_list_is_named(
    text: str, index: int, position: int, message: str
) -> None:
    error = fault(parse_cards, text)
    place = f"'{text}', card {index + 1}, character {position + 1}: "
    assert error.message.startswith(place + message)
    assert (error.details["index"], error.details["position"]) == (index, position)
    assert fault(parse_hand, text).details == error.details


def test_a_hand_is_read_from_a_list() -> None:
    assert parse_hand("BU SO, Schippen-Ober") == Hand([Card.SO, Card.SO, Card.BU])


def test_a_hand_with_a_third_copy_is_impossible() -> None:
    with pytest.raises(ImpossibleCards, match="SO comes more than twice"):
        parse_hand("SO so Schippen-Ober")


# Suits and ranks alone


@pytest.mark.parametrize(("word", "suit"), SUITS_BY_WORD)
def test_a_suit_is_read_by_letter_symbol_or_word(word: str, suit: Suit) -> None:
    assert parse_suit(word) is parse_suit(f" {word.lower()} ") is parse_suit(word.upper()) is suit


@pytest.mark.parametrize(("word", "rank"), [*RANKS_BY_WORD, ("Dix", Rank.ZEHNER)])
def test_a_rank_is_read_by_letter_number_or_word(word: str, rank: Rank) -> None:
    assert parse_rank(word) is parse_rank(f" {word.lower()} ") is rank


@pytest.mark.parametrize(
    ("parse", "text", "suggestions"),
    [
        (parse_suit, "K", ["E", "B"]),
        (parse_suit, "Spdes", ["S"]),
        (parse_suit, "Ober", []),
        (parse_suit, "Dix", []),
        (parse_suit, "", []),
        (parse_suit, "S H", []),
        (parse_rank, "D", ["O", "A", "Z"]),
        (parse_rank, "B", ["U"]),
        (parse_rank, "Obre", ["O"]),
        (parse_rank, "Herz", []),
        (parse_rank, " ", []),
        (parse_rank, "K-O", []),
    ],
)
def test_a_wrong_suit_or_rank_alone_is_refused(
    parse: Callable[[str], object], text: str, suggestions: list[str]
) -> None:
    error = fault(parse, text)
    kind = "suit" if parse is parse_suit else "rank"
    assert error.message.startswith(f"'{text}' is no {kind}: single letters for {kind}s are ")
    assert error.message.endswith("; write " + " or ".join(suggestions)) == bool(suggestions)
    told = {"text": text, "word": text, "position": 0, "index": 0, "suggestions": suggestions}
    assert error.details == {**told, "form": "word", "what": f"no_{kind}"}


# Writing


@pytest.mark.parametrize("suits", ["württemberg", "german", "french"])
def test_without_a_language_output_is_the_two_characters(suits: Any) -> None:
    assert [format_card(card, suits=suits) for card in CARDS] == [card.value for card in CARDS]
    assert "".join(format_suit(suit, suits=suits) for suit in SUITS) == "ESHB"
    assert "".join(format_rank(rank, suits=suits) for rank in RANKS) == "AZKOU7"


@pytest.mark.parametrize(
    ("lang", "suits", "names"),
    [
        ("de", "württemberg", "Eichel-Daus, Schippen-Ober, Herz-Zehner, Bollen-Unter"),
        ("de", "german", "Eichel-Daus, Blatt-Ober, Herz-Zehner, Schellen-Unter"),
        ("de", "french", "Kreuz-Ass, Pik-Dame, Herz-Zehn, Karo-Bube"),
        ("fr", "württemberg", "As de Gland, Ober de Feuilles, Dix de Cœur, Unter de Clochettes"),
        ("fr", "german", "As de Gland, Ober de Feuilles, Dix de Cœur, Unter de Clochettes"),
        ("fr", "french", "As de Trèfle, Dame de Pique, Dix de Cœur, Valet de Carreau"),
        ("en", "württemberg", "Ace of Acorns, Ober of Leaves, Ten of Hearts, Unter of Bells"),
        ("en", "german", "Ace of Acorns, Ober of Leaves, Ten of Hearts, Unter of Bells"),
        ("en", "french", "Ace of Clubs, Queen of Spades, Ten of Hearts, Jack of Diamonds"),
    ],
)
def test_cards_have_names_in_german_french_and_english(lang: Any, suits: Any, names: str) -> None:
    assert format_cards([Card.EA, Card.SO, Card.HZ, Card.BU], lang, suits) == names


@pytest.mark.parametrize(
    ("lang", "suits", "name"),
    [
        ("de", "württemberg", "Schippe"),
        ("de", "german", "Blatt"),
        ("de", "french", "Pik"),
        ("fr", "german", "Feuilles"),
        ("en", "french", "Spades"),
    ],
)
def test_a_suit_alone_has_its_own_name(lang: Any, suits: Any, name: str) -> None:
    assert format_suit(Suit.S, lang, suits) == name


def test_kings_and_sevens_have_names_in_every_language() -> None:
    ranks = (Rank.KOENIG, Rank.SIEBENER)
    assert [format_rank(rank, "de") for rank in ranks] == ["König", "Siebener"]
    assert [format_rank(rank, "fr") for rank in ranks] == ["Roi", "Sept"]
    assert [format_rank(rank, "en") for rank in ranks] == ["King", "Seven"]
    assert format_rank(Rank.SIEBENER, "de", "french") == "Sieben"


def test_cards_are_written_in_the_order_given() -> None:
    assert format_cards([Card.BU, Card.SO, Card.BU]) == "BU SO BU"
    assert format_cards([]) == format_cards([], "de") == ""


@pytest.mark.parametrize(
    ("lang", "suits", "wrong", "known"),
    [
        ("xx", "german", "xx", ["de", "en", "fr"]),
        ("de", "tarot", "tarot", ["württemberg", "german", "french"]),
    ],
)
def test_an_unknown_language_or_style_is_refused_with_the_known_ones(
    lang: Any, suits: Any, wrong: str, known: list[str]
) -> None:
    error = fault(lambda _: format_card(Card.SO, lang, suits), "")
    assert error.message == f"'{wrong}' has no names of cards: write one of {', '.join(known)}"
    told = {"text": wrong, "word": wrong, "position": 0, "index": 0, "suggestions": known}
    assert error.details == {**told, "form": "word", "what": "no_names"}


# Faults in the reader's language


@pytest.mark.parametrize(
    ("parse", "text", "german", "french"),
    [
        (parse_card, "SQ", "„SQ“, Zeichen 2: „Q“ ist kein Wert: ", "n’est pas une valeur"),
        (parse_cards, "SO XX", "„SO XX“, Karte 2, Zeichen 4: „XX“ ist keine Karte: ", "carte 2, "),
        (parse_suit, "Spaten", "„Spaten“ ist keine Farbe: ", "n’est pas une couleur"),
        (
            parse_card,
            "OS",
            "die Farbe steht vor dem Wert; zu schreiben wäre Schippen-Ober",
            "ou SO",
        ),
        (parse_card, "SO BU", "„BU“ folgt auf eine Karte", " suit une carte"),
        (parse_cards, "SO,", "auf „,“ folgt keine Karte", "aucune carte ne suit"),
    ],
)
def test_a_fault_is_told_in_german_and_french(
    parse: Callable[[str], object], text: str, german: str, french: str
) -> None:
    error = fault(parse, text)
    assert german in tell_fault(error.details, "de")
    assert french in tell_fault(error.details, "fr")
    assert tell_fault(error.details, "en") == error.message
