"""Cards as the kernel knows them, and the two ways between them and the engine's.

The kernel's masks have a bit for each of the 48 cards: 12 * suit + 2 * rank + copy, ranks from
0 (Siebener) to 5 (Daus), so that higher is higher. The engine's packed hands count copies.
"""

from collections.abc import Iterable
from functools import cache

from binokel.cards.card import CARDS, Card
from binokel.errors import Unsupported

N_KINDS = 24

_COPIES = (0, 1, 3, 3)
_COLUMNS = tuple(
    sum(_COPIES[column >> (2 * rank) & 3] << (2 * (5 - rank)) for rank in range(6))
    for column in range(1 << 12)
)
"""The bits of a suit, lowest rank first, by the 12 bits that count its cards."""


def kernel_bit(card: Card) -> int:
    """Return the bit index of the first copy of a card."""
    suit, rank = divmod(card.index, 6)
    return 12 * suit + 2 * (5 - rank)


def hand_mask(packed: int) -> int:
    """Return the mask of one packed hand: of a card held once the first copy.

    Enough for whoever looks at hands one by one, as both copies of a card do the same.
    """
    return (
        _COLUMNS[packed & 0xFFF]
        | _COLUMNS[packed >> 12 & 0xFFF] << 12
        | _COLUMNS[packed >> 24 & 0xFFF] << 24
        | _COLUMNS[packed >> 36] << 36
    )


def card_of(bit: int) -> Card:
    """Return the card of a bit index, 0 to 47."""
    suit, rank = divmod(bit // 2, 6)
    return CARDS[6 * suit + 5 - rank]


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, sorted as hands are, both copies of a card listed."""
    return (
        _cards_of_suit(0, mask & 0xFFF)
        + _cards_of_suit(1, mask >> 12 & 0xFFF)
        + _cards_of_suit(2, mask >> 24 & 0xFFF)
        + _cards_of_suit(3, mask >> 36)
    )


@cache
def _cards_of_suit(suit: int, column: int) -> tuple[Card, ...]:
    return tuple(card_of(12 * suit + bit) for bit in range(11, -1, -1) if column >> bit & 1)


def packed_of(mask: int) -> int:
    """Return a packed hand (see `binokel.cards.hand`) of a mask's cards."""
    found = 0
    for kind in range(N_KINDS):
        suit, rank = divmod(kind, 6)
        found |= (mask >> (12 * suit + 10 - 2 * rank) & 3).bit_count() << (2 * kind)
    return found


def deal_masks(hands: Iterable[int], apart: Iterable[Card] = ()) -> tuple[list[int], list[int]]:
    """Give each copy in packed hands, and each card apart from them, a bit of its own.

    Returns:
        The masks of the hands, and the bit indices of the cards apart, in their order.

    Raises:
        Unsupported: a card comes more than twice.
    """
    used = [0] * N_KINDS

    def take(index: int) -> int:
        if used[index] == 2:
            raise Unsupported(f"{CARDS[index]} comes more than twice", card=str(CARDS[index]))
        bit = kernel_bit(CARDS[index]) + used[index]
        used[index] += 1
        return bit

    bits = [take(card.index) for card in apart]
    masks = []
    for packed in hands:
        mask = 0
        for index in range(N_KINDS):
            for _ in range(packed >> (2 * index) & 3):
                mask |= 1 << take(index)
        masks.append(mask)
    return masks, bits
