"""Leading to a trick: the first rule that fits."""

from collections.abc import Callable, Sequence

from binokel.engine.match import MatchView
from binokel.players.dabb.deductions import Deductions
from binokel.players.heuristic.cards import ACE, RANK_OF, SUIT_OF

_FEW = 3
"""So many trumps a declarer draws with; with more than so many any seat leads them."""


class Lead:
    """The cards of the seat that leads, each copy listed, and what it has seen go."""

    def __init__(self, view: MatchView) -> None:
        deal, rules = view.deal, view.rules
        assert deal.seat is not None
        self.view = view
        self.points = rules.card_points
        self.hand = [card.index for card in deal.hand]
        self.trump = -1 if deal.trump is None else deal.trump.index
        self.trumps = [card for card in self.hand if SUIT_OF[card] == self.trump]
        self.sides = [card for card in self.hand if SUIT_OF[card] != self.trump]
        self.gone = [card.index for trick in deal.tricks for card in trick.cards]
        self.gone += [card.index for card in deal.buried]  # empty but for the declarer
        n_trumps = sum(SUIT_OF[card.index] == self.trump for card in rules.cards)
        self.trumps_out = n_trumps - len(self.trumps) - self._n_gone(self.trump)

    def _n_gone(self, suit: int) -> int:
        return sum(SUIT_OF[card] == suit for card in self.gone)

    def of_suit(self, suit: int) -> list[int]:
        """Return the own cards of a suit."""
        return [card for card in self.hand if SUIT_OF[card] == suit]

    def aces_outside(self, suit: int) -> int:
        """Return how many aces of a suit are neither in the hand nor gone."""
        ace = 6 * suit + ACE
        return 2 - self.hand.count(ace) - self.gone.count(ace)

    def without_both_aces(self, cards: Sequence[int]) -> list[int]:
        """Return the cards without the aces of suits of three and more that has both."""
        kept = []
        for card in cards:
            suit = self.of_suit(SUIT_OF[card])
            is_kept_back = RANK_OF[card] == ACE and len(suit) >= 3 and suit.count(card) == 2
            if not is_kept_back:
                kept.append(card)
        return kept

    def cheapest(self, cards: Sequence[int]) -> int:
        """Return the first card of the fewest points."""
        return min(cards, key=self.points.__getitem__)

    def dearest(self, cards: Sequence[int]) -> int:
        """Return the first card of the most points."""
        return max(cards, key=self.points.__getitem__)


def choose_lead(view: MatchView) -> int:
    """Return the card to lead."""
    lead = Lead(view)
    for rule in RULES:
        card = rule(lead)
        if card is not None:
            return card
    return _cheap(lead)


def _draw_the_last(lead: Lead) -> int | None:
    """Have the only opponent with a trump use it, before the own side ace."""
    if lead.trumps_out not in (1, 2) or not any(RANK_OF[card] == ACE for card in lead.sides):
        return None
    deal, side_of = lead.view.deal, lead.view.rules.side_of
    facts = Deductions(lead.view)
    armed = [
        seat
        for seat, side in enumerate(side_of)
        if side != side_of[deal.seat or 0] and not facts.is_void(seat, lead.trump)
    ]
    if len(armed) != 1:
        return None
    cards = [card for card in lead.sides if facts.is_void(armed[0], SUIT_OF[card])]
    return lead.cheapest(cards) if cards else None


def _bare_ace(lead: Lead) -> int | None:
    """Lead an ace whose suit holds only aces, the trump ace first."""
    bare = [card for card in lead.hand if set(lead.of_suit(SUIT_OF[card])) == {_ace(card)}]
    trumps = [card for card in bare if SUIT_OF[card] == lead.trump]
    return next(iter(trumps or bare), None)


def _ace(card: int) -> int:
    return 6 * SUIT_OF[card] + ACE


def _draw_trumps(lead: Lead) -> int | None:
    """As declarer with three and more trumps, draw those that are out."""
    is_declarer = lead.view.deal.declarer == lead.view.deal.seat
    if is_declarer and len(lead.trumps) >= _FEW and lead.trumps_out > 0:
        return lead.trumps[0]
    return None


def _near_the_end(lead: Lead) -> int | None:
    """With at most three cards lead the highest trump."""
    return lead.trumps[0] if lead.trumps and len(lead.hand) <= _FEW else None


def _no_ace_outside(lead: Lead) -> int | None:
    """Cash the dearest card of the side suits whose aces cannot beat it any more."""
    cards = [card for card in lead.sides if not lead.aces_outside(SUIT_OF[card])]
    cards = lead.without_both_aces(cards)
    return lead.dearest(cards) if cards else None


RULES: tuple[Callable[[Lead], int | None], ...] = (
    _draw_the_last,
    _bare_ace,
    _draw_trumps,
    _near_the_end,
    _no_ace_outside,
)


def _cheap(lead: Lead) -> int:
    """With more than three trumps lead a cheap one, else a cheap side card."""
    cards = lead.trumps if len(lead.trumps) > _FEW or not lead.sides else lead.sides
    return lead.cheapest(lead.without_both_aces(cards) or cards)
