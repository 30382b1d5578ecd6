"""Tables and small functions on packed cards, for decisions that must be quick.

`marks` are the low bits of distinct cards (see `binokel.cards.hand`), `bits` a packed hand.
"""

from functools import cache

from binokel.cards.card import CARDS
from binokel.cards.hand import ONES, SUIT_BITS

TWOS = ONES << 1
"""The high bit of every card: it is held twice."""

SUIT_OF: tuple[int, ...] = tuple(card.suit.index for card in CARDS)
RANK_OF: tuple[int, ...] = tuple(card.rank.index for card in CARDS)
SUIT_MARKS: tuple[int, ...] = tuple(bits & ONES for bits in SUIT_BITS)

HIGHER: tuple[int, ...] = tuple(
    sum(1 << (2 * (6 * card.suit.index + r)) for r in range(card.rank.index)) for card in CARDS
)
"""For each card index the marks of the cards of its suit above it."""

ACE, TEN, KING, OBER, UNTER, SEVEN = range(6)

ACES = sum(1 << (12 * suit) for suit in range(4))
"""The marks of the four aces."""


def all_copies(marks: int) -> int:
    """Return the packed bits that cover both copies of the marked cards."""
    return marks * 3


def n_cards(bits: int) -> int:
    """Return the number of cards in a packed hand."""
    return (bits & ONES).bit_count() + 2 * (bits & TWOS).bit_count()


def n_of(bits: int, suit: int) -> int:
    """Return the number of cards of a suit in a packed hand."""
    return n_cards(bits & SUIT_BITS[suit])


@cache
def copies(column: int, suit: int) -> tuple[int, ...]:
    """Return the cards of a suit's 12 bits, each copy listed, the highest first."""
    return tuple(6 * suit + rank for rank in range(6) for _ in range(column >> (2 * rank) & 3))


def column(bits: int, suit: int) -> tuple[int, ...]:
    """Return a suit's cards in a packed hand, each copy listed, highest first."""
    return copies(bits >> (12 * suit) & 0xFFF, suit)


def all_indices(bits: int) -> list[int]:
    """Return the indices of a packed hand, each copy listed, sorted."""
    return [
        *copies(bits & 0xFFF, 0),
        *copies(bits >> 12 & 0xFFF, 1),
        *copies(bits >> 24 & 0xFFF, 2),
        *copies(bits >> 36, 3),
    ]


def indices(bits: int) -> list[int]:
    """Return the indices of the distinct cards of a packed hand, sorted."""
    return all_indices((bits | bits >> 1) & ONES)


def most(a: int, b: int) -> int:
    """Return of each card as many copies as the packed hand that has more."""
    both = a | b
    twice = both & TWOS
    return twice | both & ONES & ~(twice >> 1)


def least(a: int, b: int) -> int:
    """Return of each card as many copies as the packed hand that has fewer."""
    twice = a & b & TWOS
    once = (a | a >> 1) & (b | b >> 1) & ONES
    return twice | once & ~(twice >> 1)


def points_of(bits: int, points: tuple[int, ...]) -> int:
    """Return the card points of a packed hand."""
    return sum([points[i] * (bits >> (2 * i) & 3) for i in indices(bits)])


def without(bits: int, index: int) -> int:
    """Return a packed hand with one copy of a card less."""
    return bits - (1 << (2 * index))
