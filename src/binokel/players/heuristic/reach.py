"""How far the declarer's side is from its bid, as a seat can prove it.

Source: rules.md [bid-test-side], [success-rounded-002], [discards-points-000].
"""

from typing import NamedTuple

from binokel.cards.deck import DECK_POINTS
from binokel.engine.match import MatchView
from binokel.players.base import Fact
from binokel.rules.contracts import Contract
from binokel.rules.scoring import effective_bid


class Reach(NamedTuple):
    """What the declarer's side has for certain, and what it may still get.

    With `sure` points against the bid it is made, below `least` it is lost; between them
    rounding decides. `stands`: nothing of `got` may lapse any more.
    """

    bid: int
    sure: int
    least: int
    got: int
    left: int
    stands: bool

    @property
    def is_made(self) -> bool:
        """Whether the bid is made already, whatever comes."""
        return self.stands and self.got >= self.sure

    @property
    def is_lost(self) -> bool:
        """Whether the bid cannot be made any more."""
        return self.got + self.left < self.least

    @property
    def to_make(self) -> int:
        """How many points make the bid."""
        return max(0, self.sure - self.got)

    @property
    def to_sink(self) -> int:
        """How many points of the others sink the bid."""
        return max(0, self.got + self.left - self.least + 1)


def reach_of(view: MatchView) -> Reach | None:
    """Return how far the bid is, None where no bid is tested or melds may still come."""
    deal, rules = view.deal, view.rules
    declarer = deal.declarer
    if declarer is None or deal.contract is not Contract.TRUMP or rules.deal.stock:
        return None
    own = rules.side_of[declarer]
    tricks = [trick for trick in deal.tricks if rules.side_of[trick.winner] == own]
    melds = sum(deal.meld_points[seat] for seat in rules.sides[own])
    got = melds + sum(trick.points for trick in tricks)
    left = DECK_POINTS + rules.play.last_trick - sum(trick.points for trick in deal.tricks)
    if not deal.tricks:
        left += rules.play.first_trick
    elif rules.side_of[deal.tricks[0].winner] == own:
        got += rules.play.first_trick
    if deal.seat == declarer:
        buried = sum(rules.card_points[card.index] for card in deal.buried)
        left -= buried
        got += buried if rules.scoring.buried_count else 0
    bid = effective_bid(rules, deal.bid, deal.call is not None)
    sure, least = _tested(view, bid, melds, len(rules.sides[own]))
    stands = not any(needs_trick(view, seat) for seat in rules.sides[own])
    return Reach(bid, sure, least, got, left, stands)


def _tested(view: MatchView, bid: int, melds: int, n_seats: int) -> tuple[int, int]:
    """Return from where on a bid is surely made, and below which it is surely lost."""
    scoring = view.rules.scoring
    if scoring.bid_test != "rounded":
        return bid, bid
    n = n_seats if scoring.rounding_scope == "seat" else 1
    if n == 1 and (bid - melds) % 10 == 0:
        return bid - 5, bid - 5
    return bid + 4 * n, bid - 5 * n


def needs_trick(view: MatchView, seat: int) -> bool:
    """Tell whether the melds of a seat still lapse if it (or its side) takes no trick.

    Source: rules.md [meld-trick-team], [discards-are-trick].
    """
    deal, rules = view.deal, view.rules
    if rules.scoring.meld_trick == "none":
        return False
    has = {trick.winner for trick in deal.tricks}
    if rules.scoring.buried_is_trick and rules.deal.dabb and deal.declarer is not None:
        has.add(deal.declarer)
    seats = rules.sides[rules.side_of[seat]] if rules.scoring.meld_trick == "side" else (seat,)
    return not has.intersection(seats) and any(deal.meld_points[one] for one in seats)


def reach_facts(view: MatchView, reach: Reach) -> tuple[Fact, ...]:
    """Return how the bid stands, for who is to make it and for who is to sink it."""
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    assert deal.declarer is not None
    bid, declarer = reach.bid, deal.declarer
    helps = rules.side_of[deal.seat] == rules.side_of[declarer]
    told = {"bid": bid, "declarer": declarer}
    against = {} if helps else {"how": "against"}
    if reach.is_made:
        return (Fact("bid_made", {**told, **against}),)
    if reach.is_lost:
        return (Fact("bid_lost", {**told, **against}),)
    if not helps:
        return (Fact("points_to_sink", {"points": reach.to_sink, "bid": bid}),)
    if not reach.to_make:
        return ()
    hidden = deal.seat != declarer and rules.deal.dabb and rules.scoring.buried_count
    how = {"how": "mate"} if hidden else {}
    return (Fact("points_to_make", {"points": reach.to_make, "bid": bid, **how}),)
