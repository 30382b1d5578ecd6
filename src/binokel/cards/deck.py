"""The deck and what its cards count.

Source: rules.md [deck-default], [card-values-000], [forty-proportional].
"""

from binokel.cards.card import CARDS, RANKS, Card, Rank
from binokel.cards.hand import ONES

POINTS_CLASSIC: tuple[int, ...] = tuple([11, 10, 4, 3, 2, 0] * 4)
"""Card points by card index: 240 in the deck, sevens count nothing."""

POINTS_TENS: tuple[int, ...] = tuple([10, 10, 10, 0, 0, 0] * 4)
"""Card points by card index where only A, Z and K count, ten each: also 240."""

DECK_POINTS = 240


def deck(sevens: bool) -> tuple[Card, ...]:
    """Return all 48 cards, or the 40 without sevens, sorted, each kind twice."""
    return tuple(
        card for card in CARDS if sevens or card.rank is not Rank.SIEBENER for _ in range(2)
    )


def deck_bits(sevens: bool) -> int:
    """Return the packed hand of the whole deck."""
    kinds = ONES if sevens else ONES & ~_sevens()
    return kinds << 1


def _sevens() -> int:
    return sum(1 << (2 * (6 * suit + RANKS.index(Rank.SIEBENER))) for suit in range(4))
