"""Durch and Bettel: how likely a hand makes them, and what to bury for them.

Source: rules.md [durch-order], [durch-partner], [durch-obligations], [bettel-and-partner].
"""

from random import Random

from binokel.cards.hand import ONES, UNITS
from binokel.players.heuristic.cards import (
    ACES,
    HIGHER,
    SUIT_OF,
    all_copies,
    all_indices,
    indices,
    n_cards,
)

DURCH_SAMPLES = 40
_MOST_RISKS = 2
_LEAST_ACES = 4


def durch_chance(keep: int, unseen: int, n_opponents: int, trump: int = -1) -> float:
    """Return the chance to take every trick, leading first.

    The unseen cards are dealt out at random, always the same way for the same cards; each
    opponent is taken to keep exactly the right guards.
    """
    mine = [_column(keep, suit) for suit in range(4)]
    theirs = [_column(unseen, suit) for suit in range(4)]
    if n_risks(mine, theirs) == 0 and trump < 0:
        return 1.0
    if n_risks(mine, theirs) > _MOST_RISKS:
        return 0.0
    size = n_cards(keep)
    cards = all_indices(unseen)
    rng = Random(keep)
    made = 0
    for _ in range(DURCH_SAMPLES):
        rng.shuffle(cards)
        hands = [cards[i * size : (i + 1) * size] for i in range(n_opponents)]
        made += all(_runs(mine, hand, trump) for hand in hands)
    return made / DURCH_SAMPLES


def may_be_durch(bits: int) -> bool:
    """Tell whether a hand is worth a look at Durch at all."""
    return n_cards(bits & all_copies(ACES)) >= _LEAST_ACES


def durch_burying(bits: int, deck: int, n_bury: int) -> int:
    """Return the packed cards to bury for a Durch: those that cannot run."""
    buried = 0
    for _ in range(n_bury):
        rest = bits - buried
        unseen = deck - bits
        choice = min(
            indices(rest), key=lambda index: (_danger(rest - UNITS[index], unseen), -index)
        )
        buried += UNITS[choice]
    return buried


def bettel_chance(keep: int, unseen: int) -> float:
    """Return roughly the chance to take no trick.

    In each suit the cards from below must lie under the cards that are out.
    """
    chance = 0.96
    for suit in range(4):
        mine = list(reversed(_column(keep, suit)))
        theirs = _column(unseen, suit)
        for place, card in enumerate(mine):
            lower = sum(1 for other in theirs if other > card)
            higher = len(theirs) - lower
            if not higher:
                chance *= 0.05
            elif lower > place:
                chance *= 0.55
    return chance


def bettel_burying(bits: int, n_bury: int) -> int:
    """Return the packed cards to bury for a Bettel: the highest ones."""
    order = sorted(all_indices(bits), key=lambda index: (index % 6, index))
    return sum([UNITS[index] for index in order[:n_bury]])


def n_risks(mine: list[list[int]], theirs: list[list[int]]) -> int:
    """Return how many own cards could be beaten if one opponent held all that is out."""
    return sum(
        1
        for own, out in zip(mine, theirs, strict=True)
        for place, card in enumerate(own)
        if place < len(out) and out[0] < card
    )


def _danger(keep: int, unseen: int) -> float:
    risks = 0.0
    for suit in range(4):
        own, out = _column(keep, suit), _column(unseen, suit)
        for place, card in enumerate(own):
            if place < len(out):
                risks += sum(1 for other in out if other < card)
    return risks


def _column(bits: int, suit: int) -> list[int]:
    """Return the cards of a suit, each copy listed, the highest first."""
    return all_indices(bits & 0xFFF << (12 * suit))


def _runs(mine: list[list[int]], hand: list[int], trump: int) -> bool:
    """Tell whether all own cards run against one hand that keeps the right guards."""
    held: list[list[int]] = [[], [], [], []]
    for card in sorted(hand):
        held[SUIT_OF[card]].append(card)
    if trump >= 0 and len(held[trump]) > len(mine[trump]):
        return False
    for own, out in zip(mine, held, strict=True):
        for place, card in enumerate(own):
            if place < len(out) and out[0] < card:
                return False
    return True


def beats_all(card: int, others: int) -> bool:
    """Tell whether no copy in a packed hand lies above a card."""
    return not (others | others >> 1) & ONES & HIGHER[card]
