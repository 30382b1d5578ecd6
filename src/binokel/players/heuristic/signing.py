"""Signing a deal of strict play: claim only what the record of the tricks proves.

Source: rules.md [strict-revoke], [legal-cards].
"""

from binokel.cards.hand import UNITS, pack
from binokel.engine.actions import ClaimRevoke, Sign
from binokel.engine.choices import Signs
from binokel.engine.match import MatchView
from binokel.players.base import Decision, Fact
from binokel.rules.tricks import legal_marks, winning_index


def proven_revokes(view: MatchView) -> list[tuple[int, int]]:
    """Return the (seat, trick) pairs of plays that later ones prove illegal.

    A card a seat plays later was in its hand before; more cards in hand never make an illegal
    card legal, so what the known part of a hand forbids was forbidden.
    """
    deal, rules = view.deal, view.rules
    n = rules.n_seats
    trump = -1 if deal.trump is None else deal.trump.index
    first = 0
    if rules.deal.stock and not rules.play.stock_duties:
        first = rules.deal.stock // 2
    hands = [0] * n
    if deal.open_hand is None:
        hands[deal.seat or 0] = pack(deal.hand)
    found = []
    for number in reversed(range(len(deal.tricks))):
        trick = deal.tricks[number]
        cards = [card.index for card in trick.cards]
        for place, card in enumerate(cards):
            hands[(trick.leader + place) % n] += UNITS[card]
        if number < first:
            continue
        for place in range(1, n):
            seat = (trick.leader + place) % n
            before = cards[:place]
            best = (trick.leader + winning_index(before, trump)) % n
            mate = rules.side_of[best] == rules.side_of[seat]
            legal = legal_marks(rules.play, hands[seat], before, trump, mate)
            if not legal >> (2 * cards[place]) & 1:
                found.append((seat, number))
    return sorted(found, key=lambda pair: (pair[1], pair[0]))


def sign(view: MatchView, choice: Signs) -> Decision:
    """Claim the first proven revoke of another side, else sign."""
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    own = rules.side_of[deal.seat]
    for seat, trick in proven_revokes(view):
        if (
            seat in choice.seats
            and rules.side_of[seat] != own
            and (seat, trick) not in choice.claimed
        ):
            fact = Fact("revoke_proven", {"seat": seat, "trick": trick + 1})
            return Decision(ClaimRevoke(seat, trick), (), (fact,))
    return Decision(Sign())
