"""From packed worlds to the masks of the kernel, each copy of a card with a bit of its own.

Cards that were played have their bits in every world, and so has the own hand, so that what was
seen and what may be played are the same masks whatever the hidden cards are.
"""

from collections.abc import Iterable

from binokel.cards.card import CARDS
from binokel.kernel.cards import kernel_bit

_COLUMN = 0xFFF


def _spread(pattern: int, least: int) -> int:
    """Return a suit's first-copy bits of the ranks of which a column holds so many."""
    return sum(1 << (2 * (5 - rank)) for rank in range(6) if (pattern >> (2 * rank) & 3) >= least)


_ONCE = tuple(_spread(pattern, 1) for pattern in range(4096))
_TWICE = tuple(_spread(pattern, 2) for pattern in range(4096))


def marks_of(packed: int) -> tuple[int, int]:
    """Return the first-copy bits of the kinds held at least once, and twice."""
    once = twice = 0
    for shift in (0, 12, 24, 36):
        column = packed >> shift & _COLUMN
        once |= _ONCE[column] << shift
        twice |= _TWICE[column] << shift
    return once, twice


def mask_of(packed: int) -> int:
    """Return a mask of cards alone, the first copy of each kind before the second.

    The mask of some of the cards lies within it.
    """
    once, twice = marks_of(packed)
    return once | twice << 1


class Copies:
    """Gives bits to cards; `used` are the first-copy bits of the kinds of which one is given."""

    def __init__(self, used: int = 0) -> None:
        self.used = used

    def give(self, packed: int) -> int:
        """Return the mask of some more cards.

        Of a kind that comes twice here nothing may be given before.
        """
        once, twice = marks_of(packed)
        mask = (once & ~self.used) | (once & self.used) << 1 | twice << 1
        self.used |= once
        return mask

    def give_each(self, cards: Iterable[int]) -> list[int]:
        """Return a bit index for each card index, in their order."""
        bits = []
        for index in cards:
            bit = kernel_bit(CARDS[index])
            if self.used >> bit & 1:
                bits.append(bit + 1)
            else:
                self.used |= 1 << bit
                bits.append(bit)
        return bits
