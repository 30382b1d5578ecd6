"""The auction: who may say what, and who has won the bidding.

Duels, the crosswise order of Kreuzbinokel and bidding in turn are one small state machine; the
forms differ only in which seat comes next.

Source: rules.md [auction-procedure], [silent-forehand], [pass-is-final], [all-pass-000].
"""

from typing import Literal

import msgspec

from binokel.errors import Reason
from binokel.rules.ruleset import RuleSet

AuctionStatus = Literal["open", "won", "forced", "redeal"]


class Auction(msgspec.Struct, frozen=True):
    """The auction after some calls.

    `to_act` is None once it is decided. `value` is the standing bid, 0 for none; `holder` is
    who made it. `rival` is the other seat of the running duel (None while one seat is alone).
    `waiting` are the seats that have not come into a duel yet, `live` those still bidding in
    turn. `n_passes` counts the passes in a row.
    """

    status: AuctionStatus
    to_act: int | None
    value: int
    holder: int | None
    dealer: int
    rival: int | None = None
    waiting: tuple[int, ...] = ()
    live: tuple[int, ...] = ()
    n_passes: int = 0
    n_calls: int = 0

    @property
    def declarer(self) -> int | None:
        """The seat that has won the bidding or is forced to play."""
        return self.holder if self.status in ("won", "forced") else None


def start_auction(rules: RuleSet, dealer: int) -> Auction:
    """Return the auction before the first call.

    Source: rules.md [auction-procedure], [silent-forehand].
    """
    order = tuple((dealer + 1 + i) % rules.n_seats for i in range(rules.n_seats))
    if rules.bidding.form == "in-turn":
        return Auction("open", order[0], 0, None, dealer, live=order)
    first, second = order[:2]
    if rules.bidding.opener == "holds":
        first, second = second, first
    return Auction("open", first, 0, None, dealer, rival=second, waiting=order[2:])


def lowest_bid(rules: RuleSet, auction: Auction) -> int | None:
    """Return the lowest bid that the seat to act may make, None if none is left.

    Source: rules.md [min-open-000], [bid-step], [hold-or-raise], [max-bid].
    """
    if auction.to_act is None:
        return None
    bidding = rules.bidding
    lowest = auction.value + bidding.step if auction.value else bidding.minimum
    return lowest if lowest <= bidding.maximum else None


def may_pass(rules: RuleSet, auction: Auction) -> bool:
    """Tell whether the seat to act may say weg. Source: rules.md [forehand-must-open]."""
    return not (rules.bidding.opener == "must-bid" and auction.n_calls == 0)


def bid_fault(rules: RuleSet, auction: Auction, value: int) -> tuple[Reason, int | None] | None:
    """Return why a bid is refused, with the bid to aim at, or None if it is legal."""
    lowest = lowest_bid(rules, auction)
    bidding = rules.bidding
    if lowest is None or value > bidding.maximum:
        return Reason.BID_TOO_HIGH, bidding.maximum
    if value < lowest:
        return Reason.BID_TOO_LOW, lowest
    if value % bidding.step != lowest % bidding.step:
        return Reason.BID_OFF_STEP, bidding.step
    if not bidding.jumps and value != lowest:
        return Reason.NO_JUMPS, lowest
    return None


def bid(rules: RuleSet, auction: Auction, value: int) -> Auction:
    """Return the auction after a legal bid of the seat to act."""
    seat = auction.to_act
    assert seat is not None
    raised = msgspec.structs.replace(
        auction, value=value, holder=seat, n_passes=0, n_calls=auction.n_calls + 1
    )
    if rules.bidding.form == "in-turn":
        return _next_in_turn(rules, raised, auction.live, seat)
    if auction.rival is None:
        return _won(raised)
    return msgspec.structs.replace(raised, to_act=auction.rival, rival=seat)


def pass_bid(rules: RuleSet, auction: Auction) -> Auction:
    """Return the auction after the seat to act said weg.

    Source: rules.md [pass-is-final], [kreuz-der-erste], [auction-procedure].
    """
    seat = auction.to_act
    assert seat is not None
    passed = msgspec.structs.replace(
        auction, n_passes=auction.n_passes + 1, n_calls=auction.n_calls + 1
    )
    if rules.bidding.form == "in-turn":
        return _next_in_turn(rules, passed, auction.live, seat, out=True)
    survivor = auction.rival
    if survivor is None:
        return _nobody(rules, passed)
    if auction.waiting:
        return _next_duel(rules, passed, survivor, out=seat)
    if auction.holder is not None:
        return _won(passed)
    if rules.bidding.opener == "holds":
        return _nobody(rules, passed)
    return msgspec.structs.replace(passed, to_act=survivor, rival=None)


def _next_duel(rules: RuleSet, auction: Auction, survivor: int, out: int) -> Auction:
    """Return the next duel: the survivor against a newcomer.

    Source: rules.md [auction-procedure], [kreuz-der-erste], [second-duel-first-speaker].
    """
    newcomer = auction.waiting[0]
    if rules.bidding.form == "kreuz":
        partners = [s for s in auction.waiting if rules.side_of[s] == rules.side_of[out]]
        newcomer = (partners or auction.waiting)[0]
    first, second = newcomer, survivor
    if auction.holder is None and rules.bidding.opener != "holds":
        first, second = survivor, newcomer
    waiting = tuple(seat for seat in auction.waiting if seat != newcomer)
    return msgspec.structs.replace(auction, to_act=first, rival=second, waiting=waiting)


def _next_in_turn(
    rules: RuleSet, auction: Auction, live: tuple[int, ...], seat: int, out: bool = False
) -> Auction:
    """Return the auction with the next seat in turn to act, or its end.

    Source: rules.md [two-consecutive-passes], [strict-order].
    """
    place = live.index(seat)
    after = live[place + 1 :] + live[:place]
    remaining = after if out else (*after, seat)
    ended = rules.bidding.in_turn_end == "two-passes" and auction.n_passes >= 2
    if not remaining or (ended and auction.holder is None):
        return _nobody(rules, auction)
    if auction.holder is not None and (ended or remaining == (auction.holder,)):
        return _won(auction)
    return msgspec.structs.replace(auction, to_act=remaining[0], live=remaining)


def _won(auction: Auction) -> Auction:
    return msgspec.structs.replace(
        auction, status="won", to_act=None, rival=None, waiting=(), live=()
    )


def _nobody(rules: RuleSet, auction: Auction) -> Auction:
    """Return the end of an auction without a bid: a redeal or a forced game.

    Source: rules.md [all-pass-000], [all-pass-002], [forced-who], [silent-forehand].
    """
    bidding = rules.bidding
    over = msgspec.structs.replace(auction, to_act=None, rival=None, waiting=(), live=())
    forehand = (auction.dealer + 1) % rules.n_seats
    if bidding.opener == "holds":
        return msgspec.structs.replace(
            over, status="forced", holder=forehand, value=bidding.minimum
        )
    if bidding.nobody in ("redeal", "next-dealer"):
        return msgspec.structs.replace(over, status="redeal")
    holder = forehand if bidding.nobody == "forehand" else auction.dealer
    value = bidding.forced_value
    assert value is not None
    return msgspec.structs.replace(over, status="forced", holder=holder, value=value)
