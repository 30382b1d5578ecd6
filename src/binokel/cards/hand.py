"""Hands as multisets of cards: a public value type over one packed integer.

A packed hand has two bits a card: bits 2*index and 2*index + 1 hold how many copies (0 to 2)
of the card with that index are held. Adding and removing a card is adding and subtracting
`unit(card)`; the engine's states hold the bare integers, people meet `Hand`.
"""

from collections.abc import Iterable, Iterator
from typing import final

from binokel.cards.card import CARDS, Card, Suit
from binokel.errors import ImpossibleCards

UNITS: tuple[int, ...] = tuple(1 << (2 * i) for i in range(24))
"""The packed hand of one copy of the card with each index."""

ONES = sum(UNITS)
"""One copy of each of the 24 cards; `bits & ONES | bits >> 1 & ONES` marks what is held."""

SUIT_BITS: tuple[int, ...] = tuple(0xFFF << (12 * s) for s in range(4))
"""All bits of each suit."""


def held(bits: int) -> int:
    """Return the low bit of every card that is held at least once."""
    return (bits | bits >> 1) & ONES


def pack(cards: Iterable[Card]) -> int:
    """Return the packed hand of these cards.

    Raises:
        ImpossibleCards: a card comes more than twice.
    """
    bits = 0
    for card in cards:
        shift = 2 * card.index
        if bits >> shift & 2:
            raise ImpossibleCards(f"{card} comes more than twice", card=str(card))
        bits += 1 << shift
    return bits


class _CardsOf(dict[int, tuple[Card, ...]]):
    """The cards of the bits of one suit, worked out once each: at most 729 a suit."""

    def __missing__(self, bits: int) -> tuple[Card, ...]:
        cards: list[Card] = []
        for index in range(24):
            cards += [CARDS[index]] * (bits >> (2 * index) & 3)
        self[bits] = tuple(cards)
        return self[bits]


_CARDS_OF = _CardsOf()
_E, _S, _H, _B = SUIT_BITS


def unpack(bits: int) -> tuple[Card, ...]:
    """Return the cards of a packed hand, sorted, both copies of a card listed."""
    return _CARDS_OF[bits & _E] + _CARDS_OF[bits & _S] + _CARDS_OF[bits & _H] + _CARDS_OF[bits & _B]


def kinds(bits: int) -> tuple[Card, ...]:
    """Return the distinct cards of a packed hand, sorted."""
    return unpack((bits | bits >> 1) & ONES)


def size(bits: int) -> int:
    """Return the number of cards in a packed hand."""
    return (bits & ONES).bit_count() + 2 * (bits >> 1 & ONES).bit_count()


@final
class Hand:
    """An immutable multiset of cards, at most two of a kind, iterated in sorted order.

    >>> hand = Hand([Card.SO, Card.BU, Card.SO])
    >>> str(hand), len(hand), hand.count(Card.SO)
    ('SO SO BU', 3, 2)
    >>> str(hand - Hand([Card.SO])), Hand([Card.SO]) <= hand, Card.EA in hand
    ('SO BU', True, False)
    """

    __slots__ = ("bits",)
    bits: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        object.__setattr__(self, "bits", pack(cards))

    @classmethod
    def from_bits(cls, bits: int) -> "Hand":
        """Return the hand with this packed integer."""
        hand = cls.__new__(cls)
        object.__setattr__(hand, "bits", bits)
        return hand

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Hand is immutable")

    def count(self, card: Card) -> int:
        """Return how many copies of the card are held, 0 to 2."""
        return self.bits >> (2 * card.index) & 3

    def kinds(self) -> tuple[Card, ...]:
        """Return the distinct cards, sorted."""
        return kinds(self.bits)

    def of_suit(self, suit: Suit) -> "Hand":
        """Return the cards of one suit."""
        return Hand.from_bits(self.bits & SUIT_BITS[suit.index])

    def __iter__(self) -> Iterator[Card]:
        return iter(unpack(self.bits))

    def __len__(self) -> int:
        return size(self.bits)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.count(card) > 0

    def __add__(self, other: "Hand") -> "Hand":
        """Return both together; raises ImpossibleCards beyond two copies."""
        return Hand([*self, *other])

    def __sub__(self, other: "Hand") -> "Hand":
        """Return the cards left; raises ImpossibleCards if a card is not there."""
        if not other <= self:
            missing = next(c for c in other.kinds() if other.count(c) > self.count(c))
            raise ImpossibleCards(f"{missing} is not in {self}", card=str(missing))
        return Hand.from_bits(self.bits - other.bits)

    def __and__(self, other: "Hand") -> "Hand":
        """Return the copies that both have."""
        return Hand(
            card for card in self.kinds() for _ in range(min(self.count(card), other.count(card)))
        )

    def __or__(self, other: "Hand") -> "Hand":
        """Return of each card as many copies as the one that has more."""
        return Hand(
            card
            for card in Hand.from_bits(held(self.bits) | held(other.bits)).kinds()
            for _ in range(max(self.count(card), other.count(card)))
        )

    def __le__(self, other: "Hand") -> bool:
        """Tell whether every copy is also in the other hand."""
        return all(self.count(card) <= other.count(card) for card in self.kinds())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __str__(self) -> str:
        return " ".join(card.value for card in self)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return Hand.from_bits, (self.bits,)
