"""Who is asked in an auction, and how it stands: what every player that bids wants to know.

Source: rules.md [auction-procedure], [forced-refuse].
"""

from collections.abc import Callable
from random import Random

from binokel.cards.card import SUITS
from binokel.cards.hand import pack
from binokel.engine.actions import Bid
from binokel.engine.choices import Bids
from binokel.engine.match import MatchView
from binokel.players.base import Fact
from binokel.rules.bidding import Auction
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet

OPENING, OPENING_HAND = 0.7, 0.15
"""Where to open: the share of the usual bid, and of what the hand is worth beyond that bid."""

PARTNER_MARGIN = 40.0
"""How many points better one's own play must be to overbid the partner."""

EQUAL = 3.0
"""What differs by fewer points is told as about equal."""


class Asked:
    """One seat that is asked in an auction; `certain` are the melds that it holds already."""

    def __init__(self, view: MatchView) -> None:
        deal = view.deal
        assert deal.seat is not None
        assert deal.auction is not None
        self.view = view
        self.rules: RuleSet = view.rules
        self.seat: int = deal.seat
        self.side: int = view.rules.side_of[deal.seat]
        self.auction: Auction = deal.auction
        hand = pack(deal.hand)
        self.certain = max(meld_points(view.rules, hand, suit) for suit in SUITS)

    def is_foe(self, seat: int) -> bool:
        """Tell whether a seat is of another side."""
        return self.rules.side_of[seat] != self.side

    def partner_holds(self) -> bool:
        """Tell whether a partner holds the bid."""
        holder = self.auction.holder
        return holder is not None and not self.is_foe(holder)

    def is_last(self) -> bool:
        """Tell whether nobody would speak after the own weg."""
        auction = self.auction
        if self.rules.bidding.form == "in-turn":
            return len(auction.live) <= 1
        if auction.rival is None:
            return True
        return self.rules.bidding.opener == "holds" and not auction.waiting

    def only_partners_left(self) -> bool:
        """Tell whether the partner holds the bid and no foe may speak any more."""
        auction = self.auction
        if not self.partner_holds():
            return False
        rival = () if auction.rival is None else (auction.rival,)
        return not any(self.is_foe(seat) for seat in (*rival, *auction.waiting, *auction.live))

    def has_overbid_partner(self) -> bool:
        """Tell whether the seat has bid over its partner already."""
        holder = self.seat
        for seat, action in self.view.deal.history:
            if isinstance(action, Bid):
                if seat == self.seat != holder and not self.is_foe(holder):
                    return True
                holder = seat
        return False

    def forced(self) -> tuple[int, int] | None:
        """Return who must play for what if all say weg; None: the cards are dealt anew.

        Source: rules.md [all-pass-000].
        """
        bidding, dealer = self.rules.bidding, self.auction.dealer
        holds = bidding.opener == "holds"
        if not holds and bidding.nobody in ("redeal", "next-dealer"):
            return None
        forehand = (dealer + 1) % self.rules.n_seats
        by_dealer = bidding.nobody == "dealer" and not holds
        return dealer if by_dealer else forehand, bidding.forced_value or bidding.minimum


def level(
    choice: Bids,
    hand: tuple[int, float],
    usual: float | None,
    take: Callable[[int], float],
    cost: float,
    rng: Random,
) -> int:
    """Return the value to bid: the aim, or as much of the way to it as costs little.

    Args:
        choice: what may be bid.
        hand: the melds held, and the total expected.
        usual: the usual winning bid, near which one opens; None where only partners are left.
        take: what playing for a bid is worth.
        cost: how many points a bid above the lowest may cost.
        rng: a step up or down is left to chance.
    """
    lowest, (held, total) = choice.minimum, hand
    assert lowest is not None
    aim = total
    if usual is not None:
        above = OPENING_HAND * (total - usual)
        aim = OPENING * usual + above + choice.step * rng.choice((-1, 0, 1))
    steps = max(0, (min(int(max(aim, held)), choice.maximum) - lowest) // choice.step)
    least = take(lowest) - cost
    while steps and take(lowest + steps * choice.step) <= least:
        steps //= 2
    return lowest + steps * choice.step


def why(asked: Asked, choice: Bids, *, below: bool, once: bool) -> tuple[Fact, ...]:
    """Return what settles a call whatever it is worth.

    `below`: the melds held cover the bid. `once`: it would be a second bid over the partner.
    """
    facts = [] if choice.may_pass else [Fact("may_not_pass")]
    if below:
        facts.append(Fact("melds_held", {"points": asked.certain}))
    if once:
        facts.append(Fact("overbids_once"))
    if asked.partner_holds():
        values = {"bid": asked.auction.value, "partner": asked.auction.holder}
        facts.append(Fact("partner_holds", values))
    return tuple(facts)


def compared(bid: int, take: float, weg: float, *, wants: bool) -> tuple[Fact, ...]:
    """Return what playing and weg are worth, where that speaks for what is said."""
    values = {"bid": bid, "play": round(take), "weg": round(weg)}
    if abs(take - weg) < EQUAL:
        return (Fact("weg_equal", values),)
    if wants != (take > weg):
        return ()
    return (Fact("play_better" if wants else "weg_better", values),)
