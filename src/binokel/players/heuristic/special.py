"""Durch and Bettel: how likely a hand makes them, and what to bury for them.

Source: rules.md [durch-order], [durch-partner], [durch-obligations], [bettel-and-partner].
"""

from collections.abc import Sequence
from random import Random

from binokel.cards.hand import UNITS
from binokel.players.heuristic.cards import (
    ACES,
    SUIT_OF,
    all_copies,
    all_indices,
    column,
    n_cards,
)

DURCH_SAMPLES = 40
DOUBT = 0.15
"""So much a chance may be off: what 40 samples leave open, and more for rules of thumb."""
_MOST_RISKS = 2
_LEAST_ACES = 4
_WITH_TRUMP = 0.8

Columns = Sequence[Sequence[int]]
"""The cards of each suit, the highest first."""


def durch_chance(keep: int, unseen: int, n_opponents: int, trump: int = -1) -> float:
    """Return the chance to take every trick, leading first.

    The unseen cards are dealt out at random, always the same way for the same cards; each
    opponent is taken to keep exactly the right guards.
    """
    mine = [column(keep, suit) for suit in range(4)]
    theirs = [column(unseen, suit) for suit in range(4)]
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
    return made / DURCH_SAMPLES * (1.0 if trump < 0 else _WITH_TRUMP)


def may_be_durch(bits: int) -> bool:
    """Tell whether a hand is worth a look at Durch at all."""
    return n_cards(bits & all_copies(ACES)) >= _LEAST_ACES


def durch_burying(bits: int, deck: int, n_bury: int) -> int:
    """Return the packed cards to bury for a Durch, so that most of the rest runs."""
    own = [column(bits, suit) for suit in range(4)]
    doubts = [_doubts(mine, column(deck - bits, suit)) for suit, mine in enumerate(own)]
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for doubt in doubts:
        further: dict[int, tuple[float, tuple[int, ...]]] = {}
        for n, (so_far, numbers) in best.items():
            for more in range(min(n_bury - n, len(doubt)) + 1):
                left = so_far + sum(doubt[: len(doubt) - more])
                if n + more not in further or left < further[n + more][0]:
                    further[n + more] = left, (*numbers, more)
        best = further
    numbers = best[n_bury][1]
    return sum(
        [UNITS[card] for mine, n in zip(own, numbers, strict=True) for card in mine[-n:] if n]
    )


def bettel_chance(keep: int, unseen: int, n_partners: int) -> float:
    """Return roughly the chance to take no trick.

    Dangerous is a card below which the others still hold one: if that is led, it has to be beaten.
    A partner takes many a trick. The numbers follow played deals (`docs/measurements.md`).
    """
    n = sum([1 for lower, _ in _dangers(keep, unseen) if lower])
    if n_partners:
        return min(0.97, max(0.0, 1.1 - 0.1 * n))
    return 0.8 ** (n + 1)


def bettel_burying(bits: int, deck: int, n_bury: int) -> int:
    """Return the packed cards to bury for a Bettel: the most dangerous ones."""
    order = sorted(_dangers(bits, deck - bits), key=lambda one: (-one[0], one[1] % 6, one[1]))
    return sum([UNITS[index] for _, index in order[:n_bury]])


def _dangers(cards: int, others: int) -> list[tuple[int, int]]:
    """Return for each card how many lower ones the others hold, and the card."""
    return [
        (sum([1 for other in column(others, suit) if other > card]), card)
        for suit in range(4)
        for card in column(cards, suit)
    ]


def n_risks(mine: Columns, theirs: Columns) -> int:
    """Return how many own cards could be beaten if one opponent held all that is out."""
    return sum(
        1
        for own, out in zip(mine, theirs, strict=True)
        for place, card in enumerate(own)
        if place < len(out) and out[0] < card
    )


def _doubts(own: tuple[int, ...], out: tuple[int, ...]) -> list[float]:
    """Return for each own card of a suit, the highest first, how unsure it is to run.

    Of a lone card any higher one is a danger, of a later one only if somebody kept enough.
    """
    return [
        1 / (1 + place) if place < len(out) and out[0] < card else 0.0
        for place, card in enumerate(own)
    ]


def _runs(mine: Columns, hand: list[int], trump: int) -> bool:
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
