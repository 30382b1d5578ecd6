"""Tricks: which cards may be played, why not, and who wins.

A trick is a tuple of card indices in playing order. `trump` is a suit index, or -1 without a
trump suit. Hands are packed integers.

Source: rules.md [legal-cards], [obligation-order], [winner-leads], [equal-card].
"""

from collections.abc import Sequence

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import ONES, SUIT_BITS
from binokel.errors import Reason
from binokel.rules.ruleset import PlayRules, RuleSet

_HIGHER: tuple[int, ...] = tuple(
    sum(1 << (2 * (card.suit.index * 6 + r)) for r in range(card.rank.index)) for card in CARDS
)
"""For each card index the low bits of the cards of its suit that lie above it."""

_SUIT_OF: tuple[int, ...] = tuple(card.suit.index for card in CARDS)
_SUIT_LOW: tuple[int, ...] = tuple(bits & ONES for bits in SUIT_BITS)


def winning_index(trick: Sequence[int], trump: int) -> int:
    """Return the place (from 0) of the winning card, the first of two equal ones.

    Source: rules.md [winner-leads], [equal-card].
    """
    best = 0
    card = trick[0]
    for place in range(1, len(trick)):
        other = trick[place]
        if _HIGHER[card] >> (2 * other) & 1 or (
            _SUIT_OF[other] == trump and _SUIT_OF[card] != trump
        ):
            best, card = place, other
    return best


def trick_points(rules: RuleSet, trick: Sequence[int]) -> int:
    """Return the card points of a trick, without any bonus."""
    points = rules.card_points
    return sum(points[card] for card in trick)


def legal_marks(
    play: PlayRules, hand: int, trick: Sequence[int], trump: int, partner_wins: bool
) -> int:
    """Return the low bits of the cards that may be played, all duties holding.

    `partner_wins`: the trick so far belongs to the player's own side (another seat of it).

    Source: rules.md [legal-cards], [follow-after-ruff], [under-trump], [over-trump].
    """
    held = (hand | hand >> 1) & ONES
    if not trick:
        return held
    exempt = partner_wins and play.partner_exempt
    led = _SUIT_OF[trick[0]]
    best = trick[winning_index(trick, trump)]
    following = held & _SUIT_LOW[led]
    if following:
        if exempt or not play.must_beat:
            return following
        if _SUIT_OF[best] == led:
            return following & _HIGHER[best] or following
        if play.beat_after_ruff:
            return following & _HIGHER[_best_of_led(trick)] or following
        return following
    trumps = held & _SUIT_LOW[trump] if trump >= 0 else 0
    if not trumps or exempt or not play.must_trump:
        return held
    if _SUIT_OF[best] == trump and play.must_over_trump:
        return trumps & _HIGHER[best] or trumps
    return trumps


def _best_of_led(trick: Sequence[int]) -> int:
    """Return the highest card of the led suit in the trick."""
    led = _SUIT_OF[trick[0]]
    return min(card for card in trick if _SUIT_OF[card] == led)


def broken_duty(
    play: PlayRules, hand: int, trick: Sequence[int], trump: int, partner_wins: bool, card: int
) -> tuple[Reason, Card | None] | None:
    """Return the first duty that a card breaks and the card to beat, or None.

    Source: rules.md [obligation-order]: follow, beat, trump.
    """
    if not hand >> (2 * card) & 3:
        return Reason.NOT_IN_HAND, None
    marks = legal_marks(play, hand, trick, trump, partner_wins)
    if marks >> (2 * card) & 1:
        return None
    led = _SUIT_OF[trick[0]]
    best = trick[winning_index(trick, trump)]
    if hand & SUIT_BITS[led]:
        if _SUIT_OF[card] != led:
            return Reason.MUST_FOLLOW, CARDS[trick[0]]
        to_beat = best if _SUIT_OF[best] == led else _best_of_led(trick)
        return Reason.MUST_BEAT, CARDS[to_beat]
    if _SUIT_OF[card] != trump:
        return Reason.MUST_TRUMP, None
    return Reason.MUST_OVER_TRUMP, CARDS[best]
