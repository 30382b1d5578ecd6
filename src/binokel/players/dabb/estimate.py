"""What a hand is worth with a trump suit: its melds, and a rough count of its tricks."""

from collections.abc import Sequence

from binokel.cards.card import SUITS, Suit
from binokel.players.heuristic.cards import column, n_of
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet

_BY_TRUMPS = (20, 30, 40, 55, 65, 75, 85)
"""Points in tricks by the number of trumps; the last one holds for more, too."""

_ACE_ALONE, _TEN_ALONE = 10, 5
_MOST_TRICKS = 100


def best_suit(scores: Sequence[float]) -> int:
    """Return the first suit of the highest score, Herz where all are equal."""
    if min(scores) == max(scores):
        return Suit.HERZ.index
    return max(range(len(SUITS)), key=scores.__getitem__)


def suit_scores(rules: RuleSet, bits: int) -> list[int]:
    """Return for each suit a hundred times the melds, plus its number of cards."""
    return [100 * meld_points(rules, bits, suit) + n_of(bits, suit.index) for suit in SUITS]


def trick_points(n_seats: int, bits: int, trump: int) -> int:
    """Return the estimate of the points in tricks, at most 100.

    Side aces and tens count only where they are alone in their suit. With three and more
    seats 85 % of it, a half rounded up.
    """
    points = _BY_TRUMPS[min(n_of(bits, trump), len(_BY_TRUMPS) - 1)]
    for suit in range(len(SUITS)):
        cards = column(bits, suit)
        if suit != trump and len(cards) == 1:
            rank = cards[0] % 6
            points += _ACE_ALONE if rank == 0 else _TEN_ALONE if rank == 1 else 0
    if n_seats >= 3:
        points = (17 * points + 10) // 20
    return min(points, _MOST_TRICKS)
