"""Suits, ranks and the 24 kinds of card; the two copies of a card are the same Card.

The values are the canonical letters, so every JSON form of a card is its two characters.
Hot code works on `index`, everything else on the members.
"""

from enum import Enum


class Suit(Enum):
    """One of the four suits, in sorting order; no suit outranks another.

    Source: rules.md [suit-names], [gland-dominant].
    """

    E = "E"
    S = "S"
    H = "H"
    B = "B"

    EICHEL = "E"
    SCHIPPE = "S"
    HERZ = "H"
    BOLLEN = "B"

    index: int
    letter: str

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.index = "ESHB".index(letter)

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return f"Suit.{self.letter}"

    def __lt__(self, other: "Suit") -> bool:
        return self.index < other.index

    __hash__ = object.__hash__


class Rank(Enum):
    """One of the six ranks; `index` runs from 0, the Daus, to 5, the seven.

    Source: rules.md [glossary-unter-rank].
    """

    DAUS = "A"
    ZEHNER = "Z"
    KOENIG = "K"
    OBER = "O"
    UNTER = "U"
    SIEBENER = "7"

    index: int
    letter: str

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.index = "AZKOU7".index(letter)

    def __str__(self) -> str:
        return self.letter

    def __repr__(self) -> str:
        return f"Rank.{self.name}"

    def __lt__(self, other: "Rank") -> bool:
        """Order as cards are sorted: the Daus first."""
        return self.index < other.index

    __hash__ = object.__hash__


class Card(Enum):
    """A kind of card; `index` (0 to 23) sorts by suit E S H B, then from high to low.

    >>> Card.SO.suit, Card.SO.rank
    (Suit.S, Rank.OBER)
    >>> Card("B7")
    Card.B7
    """

    EA, EZ, EK, EO, EU, E7 = "EA", "EZ", "EK", "EO", "EU", "E7"
    SA, SZ, SK, SO, SU, S7 = "SA", "SZ", "SK", "SO", "SU", "S7"
    HA, HZ, HK, HO, HU, H7 = "HA", "HZ", "HK", "HO", "HU", "H7"
    BA, BZ, BK, BO, BU, B7 = "BA", "BZ", "BK", "BO", "BU", "B7"

    suit: Suit
    rank: Rank
    index: int

    def __init__(self, text: str) -> None:
        self.suit = Suit(text[0])
        self.rank = Rank(text[1])
        self.index = self.suit.index * 6 + self.rank.index

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Card.{self.value}"

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    __hash__ = object.__hash__


SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(Rank)
CARDS: tuple[Card, ...] = tuple(Card)


def card_of(suit: Suit, rank: Rank) -> Card:
    """Return the card of this suit and rank."""
    return CARDS[suit.index * 6 + rank.index]
