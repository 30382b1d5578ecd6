"""How cards are written: reading them from text, and their names in three languages.

A card is written as suit and rank, `SO` for the Schippen-Ober; that is the only output unless
a language is asked for. What is read, in any case:

* the suit, then the rank, with nothing, a `-` or blanks between: `SO`, `s-o`, `S 10`,
  `Schippen-Dame`, `schippenober`, `♠ Ober`. Single letters are only E S H B and A Z K O U 7,
  so B is never a Bube and K never Kreuz; everything else is a symbol or a whole word, German,
  French or English, with or without its accents (`Koenig`, `Coeur`, `Trefle`).
* the rank, `of` or `de`, then the suit: `Queen of Spades`, `As de Cœur`, `10 de Pique`.

`Dix` is the ten beside a French suit word and where a rank alone is asked for. Beside any
other suit it is refused: a German player may mean the seven of trumps, a meld of that name.

In a list, cards are separated by blanks, line ends, commas or semicolons. Each card takes the
words it needs, from left to right, so `S O B U` and `S O, B U` are the two cards of `SO BU`.
Nothing else separates cards: `SO-BU`, `SOBU` and `E7E7` are refused.

Source: rules.md [suit-names].
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, TypeVar
from unicodedata import normalize

from binokel.cards.card import Card, Rank, Suit, card_of
from binokel.cards.hand import Hand
from binokel.errors import NotationError
from binokel.locales import text as locale_text

Lang = Literal["de", "en", "fr"]
"""The languages that cards have names in."""

SuitStyle = Literal["württemberg", "german", "french"]
"""Whose names suits and ranks get: Schippen-Ober, Blatt-Ober or Pik-Dame."""

_T = TypeVar("_T")

_NAMES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "de": {
        "württemberg": ("Eichel Schippe Herz Bollen", "Daus Zehner König Ober Unter Siebener"),
        "german": ("Eichel Blatt Herz Schellen", "Daus Zehner König Ober Unter Siebener"),
        "french": ("Kreuz Pik Herz Karo", "Ass Zehn König Dame Bube Sieben"),
    },
    "en": {
        "württemberg": ("Acorns Leaves Hearts Bells", "Ace Ten King Ober Unter Seven"),
        "german": ("Acorns Leaves Hearts Bells", "Ace Ten King Ober Unter Seven"),
        "french": ("Clubs Spades Hearts Diamonds", "Ace Ten King Queen Jack Seven"),
    },
    "fr": {
        "württemberg": ("Gland Feuilles Cœur Clochettes", "As Dix Roi Ober Unter Sept"),
        "german": ("Gland Feuilles Cœur Clochettes", "As Dix Roi Ober Unter Sept"),
        "french": ("Trèfle Pique Cœur Carreau", "As Dix Roi Dame Valet Sept"),
    },
}
_CARD_NAMES = {"de": "{suit}-{rank}", "en": "{rank} of {suit}", "fr": "{rank} de {suit}"}
_BEFORE_RANK = {"Schippe": "Schippen"}

_FRENCH_SUIT_WORDS = {
    Suit.E: "Gland Glands Trèfle Trèfles",
    Suit.S: "Feuille Feuilles Pique Piques",
    Suit.H: "Cœur Cœurs Coeur Coeurs",
    Suit.B: "Clochette Clochettes Carreau Carreaux",
}
_SUIT_WORDS = {
    Suit.E: "E ♣ ♧ Eichel Kreuz Acorn Acorns Club Clubs",
    Suit.S: "S ♠ ♤ Schippen Schippe Blatt Laub Grün Gruen Gras Pik Leaf Leaves Spade Spades",
    Suit.H: "H ♥ ♡ Herz Heart Hearts",
    Suit.B: "B ♦ ♢ Bollen Schellen Schelle Karo Bell Bells Diamond Diamonds",
}
# From low to high, since guesses come in this order: for a D the Dame before the Daus.
_RANK_WORDS = {
    Rank.SIEBENER: "7 Siebener Sieben Sept Seven",
    Rank.UNTER: "U Unter Bube Valet Jack",
    Rank.OBER: "O Ober Dame Queen",
    Rank.KOENIG: "K König Koenig Roi King",
    Rank.ZEHNER: "Z 10 Zehner Zehn Ten",
    Rank.DAUS: "A Daus Ass Aß As Alte Sau Ace",
}

_WITHOUT_ACCENTS = str.maketrans("öüè", "oue")
_WORD = re.compile(r"(\s*[-‐‑–]?\s*)([^\W\d_]+|[0-9]+|\S)[\ufe0e\ufe0f]?")


def _key(word: str) -> str:
    return word.lower().translate(_WITHOUT_ACCENTS)


def _by_word(words: Mapping[_T, str]) -> dict[str, _T]:
    return {_key(word): value for value, names in words.items() for word in names.split()}


_FRENCH_SUITS = _by_word(_FRENCH_SUIT_WORDS)
_SUITS = _by_word(_SUIT_WORDS) | _FRENCH_SUITS
_RANKS = _by_word(_RANK_WORDS)
_LONGEST_SUIT = max(map(len, _SUITS))
_OF = ("of", "de")
_SEPARATORS = (",", ";")
_DIX = ("dix", "diss", "diß", "dissle")


class _Word(NamedTuple):
    """A word, number or sign of a text: as looked up, as written, where, after what."""

    key: str
    text: str
    start: int
    gap: str

    def part(self, start: int, end: int) -> "_Word":
        """Return some letters of the word as a word."""
        return _Word(self.key[start:end], self.text[start:end], self.start + start, "")


class _Fault(NamedTuple):
    """Where, what is wrong (the code of a text), with which word, and what may be meant."""

    position: int
    what: str
    word: str = ""
    cards: Sequence[Card] = ()


def format_suit(suit: Suit, lang: Lang | None = None, suits: SuitStyle = "württemberg") -> str:
    """Return the suit's letter, or its name in a language.

    >>> format_suit(Suit.S), format_suit(Suit.S, "de"), format_suit(Suit.S, "en", "french")
    ('S', 'Schippe', 'Spades')

    Raises:
        NotationError: no names in this language or style.

    Source: rules.md [suit-names].
    """
    return _names(lang, suits)[0].split()[suit.index] if lang else suit.letter


def format_rank(rank: Rank, lang: Lang | None = None, suits: SuitStyle = "württemberg") -> str:
    """Return the rank's letter, or its name in a language.

    >>> format_rank(Rank.OBER), format_rank(Rank.OBER, "de"), format_rank(Rank.OBER, "fr", "french")
    ('O', 'Ober', 'Dame')

    Raises:
        NotationError: no names in this language or style.
    """
    return _names(lang, suits)[1].split()[rank.index] if lang else rank.letter


def format_card(card: Card, lang: Lang | None = None, suits: SuitStyle = "württemberg") -> str:
    """Return the card's two characters, or its name in a language.

    >>> format_card(Card.SO), format_card(Card.SO, "de"), format_card(Card.SO, "fr")
    ('SO', 'Schippen-Ober', 'Ober de Feuilles')
    >>> format_card(Card.SO, "en", "french")
    'Queen of Spades'

    Raises:
        NotationError: no names in this language or style.

    Source: rules.md [suit-names].
    """
    if lang is None:
        return str(card)
    suit = format_suit(card.suit, lang, suits)
    rank = format_rank(card.rank, lang, suits)
    return _CARD_NAMES[lang].format(suit=_BEFORE_RANK.get(suit, suit), rank=rank)


def format_cards(
    cards: Iterable[Card], lang: Lang | None = None, suits: SuitStyle = "württemberg"
) -> str:
    """Return the cards in the order given: codes with blanks, names with commas.

    >>> format_cards([Card.SO, Card.BU]), format_cards([Card.SO, Card.BU], "de", "french")
    ('SO BU', 'Pik-Dame, Karo-Bube')

    Raises:
        NotationError: no names in this language or style.
    """
    between = ", " if lang else " "
    return between.join(format_card(card, lang, suits) for card in cards)


def parse_suit(text: str) -> Suit:
    """Return the suit that a letter, symbol or word names.

    >>> parse_suit("Schippe"), parse_suit("♠"), parse_suit("piques")
    (Suit.S, Suit.S, Suit.S)

    Raises:
        NotationError: the text names no suit; `details`: text, position, index, suggestions.

    Source: rules.md [suit-names].
    """
    return _parse_word(text, _SUITS, "no_suit")


def parse_rank(text: str) -> Rank:
    """Return the rank that a letter, number or word names; `Dix` is the ten here.

    >>> parse_rank("10"), parse_rank("Dame"), parse_rank("roi")
    (Rank.ZEHNER, Rank.OBER, Rank.KOENIG)

    Raises:
        NotationError: the text names no rank; `details`: text, position, index, suggestions.
    """
    return _parse_word(text, {**_RANKS, "dix": Rank.ZEHNER}, "no_rank")


def parse_card(text: str) -> Card:
    """Return the card that a text names, see the module for what is read.

    >>> parse_card("SO"), parse_card("schippen-dame"), parse_card("Queen of Spades")
    (Card.SO, Card.SO, Card.SO)
    >>> parse_card("SQ")
    Traceback (most recent call last):
    ...
    binokel.errors.NotationError: 'SQ', character 2: 'Q' is no rank: single letters for ranks \
are A Z K O U 7, else 10 or a whole word; write Schippen-Ober or SO

    Raises:
        NotationError: the text does not name exactly one card. `details`: `text`, `position` of
            the fault in it from 0 (accented letters counted as one), `index` 0, `suggestions`.

    Source: rules.md [suit-names].
    """
    text = normalize("NFC", text)
    words = _words(text)
    found = _read(words, 0)
    if found is None:
        raise _error(text, _diagnose(words, 0))
    card, used = found
    if used < len(words):
        raise _error(text, _Fault(words[used].start, "one_card", words[used].text))
    return card


def parse_cards(text: str) -> list[Card]:
    """Return the cards of a list, in its order; a text of blanks is the empty list.

    >>> parse_cards("SO BU"), parse_cards("S O, Karo-Bube; Jack of Diamonds")
    ([Card.SO, Card.BU], [Card.SO, Card.BU, Card.BU])

    Raises:
        NotationError: a part of the text names no card. `details`: `text`, `position` of the
            fault in it from 0, `index` of the card in the list from 0, `suggestions`.

    Source: rules.md [suit-names].
    """
    text = normalize("NFC", text)
    words = _words(text)
    cards: list[Card] = []
    used = 0
    while used < len(words):
        found = _read(words, used)
        if found is None:
            raise _error(text, _diagnose(words, used), len(cards))
        card, used = found
        cards.append(card)
        used = _next_card(text, words, used, len(cards))
    return cards


def parse_hand(text: str) -> Hand:
    """Return the hand of a list of cards; a text of blanks is the empty hand.

    >>> parse_hand("BU SO, Schippen-Ober")
    Hand('SO SO BU')

    Raises:
        NotationError: a part of the text names no card, as in `parse_cards`.
        ImpossibleCards: a card comes more than twice.
    """
    return Hand(parse_cards(text))


def _names(lang: Lang, suits: SuitStyle) -> tuple[str, str]:
    for asked, known in ((lang, _NAMES), (suits, _NAMES["de"])):
        if asked not in known:
            raise _refusal(text=asked, what="no_names", word=asked, suggestions=list(known))
    return _NAMES[lang][suits]


def _words(text: str) -> list[_Word]:
    found = _WORD.finditer(text.rstrip())
    return [_Word(_key(m[2]), m[2], m.start(2), m[1]) for m in found]


def _at(words: Sequence[_Word], i: int) -> _Word:
    """Return word i, beyond the end an empty one."""
    if i < len(words):
        return words[i]
    return _Word("", "", words[-1].start + len(words[-1].text) if words else 0, "")


def _read(words: Sequence[_Word], i: int) -> tuple[Card, int] | None:
    """Return the card that begins with word i, and the index of the word after it."""
    first, second, third = (_at(words, i + n) for n in range(3))
    if first.gap.strip():
        return None
    if card := _joined(first.key):
        return card, i + 1
    if card := _card(first.key, second.key):
        return card, i + 2
    if second.key in _OF and (card := _card(third.key, first.key)):
        return card, i + 3
    return None


def _joined(key: str) -> Card | None:
    """Return the card of a suit and a rank in one word."""
    cuts = range(1, min(len(key), _LONGEST_SUIT + 1))
    return next((card for n in cuts if (card := _card(key[:n], key[n:]))), None)


def _card(suit_key: str, rank_key: str) -> Card | None:
    suit = _SUITS.get(suit_key)
    french_ten = rank_key == "dix" and suit_key in _FRENCH_SUITS
    rank = Rank.ZEHNER if french_ten else _RANKS.get(rank_key)
    return card_of(suit, rank) if suit and rank else None


def _next_card(text: str, words: Sequence[_Word], i: int, index: int) -> int:
    """Return the index of the word that begins the next card, past a separator."""
    word = _at(words, i)
    separates = word.key in _SEPARATORS
    if word.gap.strip() or not (word.gap or separates or not word.key):
        raise _error(text, _Fault(word.start, "no_blank", word.text), index)
    if separates and i + 1 == len(words):
        raise _error(text, _Fault(word.start, "nothing_follows", word.text), index)
    return i + separates


def _parse_word(text: str, table: Mapping[str, _T], what: str) -> _T:
    text = normalize("NFC", text)
    words = _words(text)
    if len(words) == 1 and words[0].key in table:
        return table[words[0].key]
    near = [str(value) for value in _near(_key(text.strip()), table)]
    raise _refusal(text=text, what=what, word=text, suggestions=near)


def _near(key: str, table: Mapping[str, _T]) -> list[_T]:
    """Return what a letter may abbreviate or a misspelt word may mean."""
    if len(key) == 1:
        words = [word for word in table if word.startswith(key) and word != key]
    else:
        words = get_close_matches(key, table, cutoff=0.7)
    return list(dict.fromkeys(table[word] for word in words))


def _diagnose(words: Sequence[_Word], i: int) -> _Fault:
    """Tell why no card begins with word i."""
    first, second, third = (_at(words, i + n) for n in range(3))
    if first.gap.strip():
        return _Fault(first.start, "dash", first.text)
    if not first.key or first.key in _SEPARATORS:
        return _Fault(first.start, "card_missing")
    if first.key in _SUITS:
        return _no_rank(first, second)
    if first.key in _DIX:
        return _dix(first, _SUITS.get(third.key if second.key in _OF else second.key))
    if first.key not in _RANKS:
        return _no_suit(first, second) if second.key in _RANKS else _no_card(first)
    if second.key in _OF:
        return _no_suit(third, first)
    if len(first.key) == 1 and second.key in _RANKS:
        return _no_suit(first, second)
    return _no_order(first, second)


def _no_card(word: _Word) -> _Fault:
    """Tell what is wrong with one word that should be a card."""
    size = len(word.key)
    n = size - _longest(_RANKS, word.key.endswith)
    if n < size and (size - n > 1 or size == 2):
        return _no_suit(word.part(0, n), word.part(n, size))
    n = size - _longest(_SUITS, word.key.endswith)
    if word.key[:n] in _RANKS:
        return _no_order(word.part(0, n), word.part(n, size))
    n = _longest(_SUITS, word.key.startswith)
    if n > 1 or (n and (size == 2 or word.key[n:] in _DIX or _near(word.key[n:], _RANKS))):
        return _no_rank(word.part(0, n), word.part(n, size))
    return _Fault(word.start, "no_card", word.text)


def _longest(table: Iterable[str], fits: Callable[[str], bool]) -> int:
    return max((len(key) for key in table if fits(key)), default=0)


def _no_suit(word: _Word, rank: _Word) -> _Fault:
    if not word.key or word.key in _SEPARATORS:
        return _Fault(word.start, "suit_missing")
    suits = _near(word.key, _SUITS)
    cards = [card_of(suit, _RANKS[rank.key]) for suit in suits]
    return _Fault(word.start, "no_suit", word.text, cards)


def _no_rank(suit: _Word, word: _Word) -> _Fault:
    if word.key in _DIX:
        return _dix(word, _SUITS[suit.key])
    if not word.key or word.key in _SEPARATORS:
        return _Fault(word.start, "rank_missing", suit.text)
    ranks = _near(word.key, _RANKS)
    cards = [card_of(_SUITS[suit.key], rank) for rank in ranks]
    return _Fault(word.start, "no_rank", word.text, cards)


def _no_order(rank: _Word, word: _Word) -> _Fault:
    if suit := _SUITS.get(word.key):
        return _Fault(rank.start, "order", word.text, [card_of(suit, _RANKS[rank.key])])
    return _Fault(rank.start, "no_suit_before", rank.text)


def _dix(word: _Word, suit: Suit | None) -> _Fault:
    ranks = (Rank.SIEBENER, Rank.ZEHNER)
    cards = [card_of(suit, rank) for rank in ranks] if suit else []
    return _Fault(word.start, "dix", word.text, cards)


def _error(text: str, fault: _Fault, index: int | None = None) -> NotationError:
    """Return the error of a fault, with the card's index if the text is a list."""
    return _refusal(
        text=text,
        position=fault.position,
        index=index or 0,
        what=fault.what,
        word=fault.word,
        form="card" if index is None else "list",
        suggestions=[str(card) for card in fault.cards],
    )


def _refusal(**details: Any) -> NotationError:
    details = {"position": 0, "index": 0, "form": "word", **details}
    return NotationError(tell_fault(details, "en"), **details)


def tell_fault(details: Mapping[str, Any], lang: Lang) -> str:
    """Return what is wrong with a text in a language, from the details of its error.

    >>> try:
    ...     parse_card("SQ")
    ... except NotationError as error:
    ...     print(tell_fault(error.details, "de"))
    „SQ“, Zeichen 2: „Q“ ist kein Wert: einzelne Buchstaben für Werte sind A Z K O U 7, sonst 10 \
    oder ein ganzes Wort; zu schreiben wäre Schippen-Ober oder SO
    """
    near: Sequence[str] = details["suggestions"]
    word = _short(details["word"])
    if details["what"] == "no_names":
        return locale_text("notation.no_names", lang, word=word, known=", ".join(near))
    fault = locale_text(f"notation.{details['what']}", lang, word=word)
    if details["form"] != "word":
        place = {"text": _short(details["text"]), "n": details["position"] + 1}
        key = f"notation.place.{details['form']}"
        fault = locale_text(key, lang, **place, index=details["index"] + 1, fault=fault)
    if not near:
        return fault
    return locale_text("notation.instead", lang, fault=fault, words=_either(near, lang))


def _either(codes: Sequence[str], lang: Lang) -> str:
    """Return cards by name and code, or letters of suits and ranks, as alternatives."""
    between = locale_text("notation.or", lang)
    if len(codes[0]) == 1:
        return f" {between} ".join(codes)
    names: Lang = "fr" if lang == "fr" else "de"
    cards = [f"{format_card(Card(code), names)} {between} {code}" for code in codes]
    return f", {between} ".join(cards)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"
