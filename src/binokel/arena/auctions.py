"""How players bid: what they win, for how much, what comes of it, and what they let go.

Source: rules.md [auction-procedure], [ab-result], [bid-test-side].
"""

from collections.abc import Iterable, Sequence

import msgspec

from binokel.cards.card import SUITS
from binokel.cards.hand import pack
from binokel.engine.choices import Bids
from binokel.engine.match import MatchView
from binokel.engine.state import DealState
from binokel.rules.contracts import Contract
from binokel.rules.melds import meld_points


class Bidding(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The auctions of some seats, added up.

    `seats` counts a deal once for each of them, `won` the deals that they declared and `bids`
    their bids together. Of these `out` were given up and `special` were a Durch or Bettel;
    `missed` of the others were lost. `totals` are the declarer's sides' points in the `counted`
    ones. `low` are calls of *weg* below the melds that the hand held for certain.
    """

    seats: int = 0
    won: int = 0
    bids: int = 0
    out: int = 0
    special: int = 0
    missed: int = 0
    counted: int = 0
    totals: int = 0
    low: int = 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """All fields in their order."""
        return tuple(getattr(self, name) for name in self.__struct_fields__)


def together(parts: Iterable[Bidding]) -> Bidding:
    """Return the sum of some biddings.

    >>> together([Bidding(seats=1, won=1, bids=200), Bidding(seats=1)]).numbers[:3]
    (2, 1, 200)
    """
    columns = zip(*(part.numbers for part in parts), strict=True)
    return Bidding(*map(sum, columns))


def bidding_of(deal: DealState, low: Sequence[int]) -> tuple[Bidding, ...]:
    """Return how each seat bid in a finished deal; `low` are its passes too low."""
    return tuple(
        _declared(deal, low[seat]) if seat == deal.declarer else Bidding(seats=1, low=low[seat])
        for seat in range(deal.rules.n_seats)
    )


def _declared(deal: DealState, low: int) -> Bidding:
    score, is_special = deal.score, deal.contract is not Contract.TRUMP
    is_played = not (deal.conceded or is_special)
    total = score.declarer_total if score is not None and is_played else None
    return Bidding(
        seats=1,
        won=1,
        bids=deal.bid,
        out=int(deal.conceded),
        special=int(is_special and not deal.conceded),
        missed=int(is_played and score is not None and score.made is False),
        counted=int(total is not None),
        totals=total or 0,
        low=low,
    )


def is_low_pass(view: MatchView) -> bool:
    """Tell whether weg would be below melds that the hand holds for certain.

    It never is while a partner holds the bid, nor where no bid is left to name. Certain are the
    best melds of the own cards, without the Dabb.
    """
    choice, auction, rules = view.deal.choices[0], view.deal.auction, view.rules
    if not isinstance(choice, Bids) or choice.minimum is None or auction is None:
        return False
    seat, holder = view.deal.seat, auction.holder
    assert seat is not None
    if holder is not None and rules.side_of[holder] == rules.side_of[seat]:
        return False
    hand = pack(view.deal.hand)
    return max(meld_points(rules, hand, suit) for suit in SUITS) >= choice.minimum
