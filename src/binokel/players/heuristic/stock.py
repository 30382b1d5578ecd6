"""The game with a stock: keep what may still be melded, win tricks that are worth it.

Source: rules.md [two-player-phases], [two-player-reuse], [two-player-obligations].
"""

from binokel.cards.card import CARDS
from binokel.engine.actions import PLAYS
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.heuristic.cards import ACE, KING, OBER, RANK_OF, SEVEN, SUIT_OF, TEN, UNTER
from binokel.players.heuristic.knowledge import Knowledge
from binokel.rules.melds import MeldKind
from binokel.rules.tricks import winning_index

_WINDOW = 12.0
"""What winning a trick is worth for the window to meld in and the better card."""


def play_stock(view: MatchView, legal: tuple[int, ...]) -> Decision:
    """Return the card to play while the stock lasts."""
    known = Knowledge(view)
    valued = sorted(((_value(view, known, card), -card) for card in legal), reverse=True)
    best = -valued[0][1]
    alternatives = tuple(
        Alternative(PLAYS[-card], value, (value - 10.0, value + 10.0)) for value, card in valued
    )
    return Decision(PLAYS[best], alternatives, (Fact("keeps_melds", {"card": str(CARDS[best])}),))


def _value(view: MatchView, known: Knowledge, card: int) -> float:
    points = known.points
    trick = [*(c.index for c in view.deal.trick), card]
    table = sum([points[c] for c in trick])
    gain = table + _WINDOW * min(1.0, view.deal.n_stock / 8.0)
    if len(trick) == known.n_seats:
        wins = float(winning_index(trick, known.trump) == len(trick) - 1)
    else:
        other = (known.seat + 1) % known.n_seats
        wins = 1.0 - min(0.95, known.chance_beaten_freely(other, card))
        gain += 4.0
    return wins * gain - (1.0 - wins) * gain - keep_value(view, known, card)


def keep_value(view: MatchView, known: Knowledge, card: int) -> float:
    """Return what a card may still bring: in melds to come, and as a late winner."""
    suit, rank = SUIT_OF[card], RANK_OF[card]
    is_trump = suit == known.trump
    value = (10.0, 4.0, 2.0, 1.0, 0.0, 0.0)[rank] + (12.0 if is_trump else 0.0)
    share = min(1.0, view.deal.n_stock / 20.0)
    return value + share * _meld_hope(view, known, card, is_trump)


def _meld_hope(view: MatchView, known: Knowledge, card: int, is_trump: bool) -> float:
    """Return roughly what a card may add to melds that are not laid yet."""
    rank = RANK_OF[card]
    melded = {
        c.index
        for meld in view.deal.melds[known.seat] or ()
        for c in meld.cards
        if meld.kind is not MeldKind.DIX
    }
    hope = (14.0, 0.0, 12.0, 10.0, 6.0, 0.0)[rank]
    if is_trump and rank in (ACE, TEN, KING, OBER, UNTER):
        hope += 14.0
    if is_trump and rank == SEVEN:
        hope += 10.0
    if card in (9, 22):
        hope += 14.0
    if known.hand >> (2 * card) & 2:
        hope *= 0.5
    return hope * (0.5 if card in melded else 1.0)
