"""Following: smear on the partner's trick, else win cheaply, else throw off."""

from collections.abc import Sequence

from binokel.engine.match import MatchView
from binokel.players.dabb.deductions import Deductions
from binokel.players.heuristic.cards import HIGHER, SUIT_OF
from binokel.rules.tricks import winning_index

_DEAR = 10
"""A card of so many points is not spent on a trick that may be lost again."""


class Follow:
    """The trick that runs, and the legal cards that win and lose it."""

    def __init__(self, view: MatchView, legal: Sequence[int]) -> None:
        deal, rules = view.deal, view.rules
        assert deal.seat is not None
        self.view = view
        self.points = rules.card_points
        self.seat = deal.seat
        self.trump = -1 if deal.trump is None else deal.trump.index
        self.trick = [card.index for card in deal.trick]
        self.legal = legal
        place = winning_index(self.trick, self.trump)
        self.best = self.trick[place]
        holder = (deal.leader + place) % rules.n_seats
        self.partner_wins = rules.side_of[holder] == rules.side_of[self.seat]
        self.winners = [card for card in legal if self._wins(card)]
        self.losers = [card for card in legal if not self._wins(card)]

    def _wins(self, card: int) -> bool:
        if HIGHER[self.best] >> (2 * card) & 1:
            return True
        return SUIT_OF[card] == self.trump != SUIT_OF[self.best]

    def cheapest_winner(self) -> int:
        """Return the winning card of the lowest rank."""
        return max(self.winners, key=lambda card: card % 6)

    def is_threatened(self, best: int) -> bool:
        """Tell whether an opponent behind would surely beat this card."""
        rules = self.view.rules
        facts = Deductions(self.view)
        behind = range(1, rules.n_seats - len(self.trick))
        seats = [(self.seat + n) % rules.n_seats for n in behind]
        return any(
            facts.surely_beats(seat, SUIT_OF[self.trick[0]], best)
            for seat in seats
            if rules.side_of[seat] != rules.side_of[self.seat]
        )


def choose_follow(view: MatchView, legal: Sequence[int]) -> int:
    """Return the card to follow with; `legal` is in hand order."""
    if len(legal) == 1:
        return legal[0]
    follow = Follow(view, legal)
    if follow.partner_wins and follow.losers:
        return _for_the_partner(follow)
    return follow.cheapest_winner() if follow.winners else _throw(follow)


def _for_the_partner(follow: Follow) -> int:
    """Smear, or take over a trick that the partner would surely lose."""
    if follow.winners and follow.is_threatened(follow.best):
        winner = follow.cheapest_winner()
        if follow.points[winner] < _DEAR or not follow.is_threatened(winner):
            return winner
    sides = [card for card in follow.losers if SUIT_OF[card] != follow.trump]
    if sides:
        return max(sides, key=follow.points.__getitem__)
    return _throw(follow)


def _throw(follow: Follow) -> int:
    """Throw a card that is alone in its suit, else of the longest side suit."""
    points, trump = follow.points, follow.trump
    suits = [card.suit.index for card in follow.view.deal.hand]
    losers = follow.losers
    alone = [card for card in losers if suits.count(SUIT_OF[card]) == 1]
    if alone:
        return min(alone, key=lambda card: (SUIT_OF[card] == trump, points[card]))
    sides = [card for card in losers if SUIT_OF[card] != trump]
    if not sides:
        return min(losers, key=points.__getitem__)
    longest = max(dict.fromkeys(SUIT_OF[card] for card in sides), key=suits.count)
    return min([card for card in sides if SUIT_OF[card] == longest], key=points.__getitem__)
